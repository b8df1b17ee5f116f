//! Words of 64 and 128 bits, with the operations that windows need.

/// A fixed number of bits; bit 0 is the lowest.
pub(super) trait Bits: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The number of bits.
    const BITS: u32;
    /// No bit set.
    const NONE: Self;

    /// Bit `n` alone.
    fn bit(n: u32) -> Self;
    /// All bits of either.
    fn with(self, other: Self) -> Self;
    /// Whether they have a bit in common.
    fn meets(self, other: Self) -> bool;
    /// The number of bits set from the lowest on.
    fn run(self) -> u32;
    /// Moves the bits down by 1 to `BITS`.
    fn drop_low(self, n: u32) -> Self;
    /// The number of bits set.
    fn ones(self) -> u32;
    /// The number of bits in common.
    fn common(self, other: Self) -> u32;
    /// All bits moved up by one; the highest is lost, and `low` is the lowest.
    fn pushed(self, low: bool) -> Self;
    /// Bit `n`, 0 or 1.
    fn at(self, n: u32) -> usize;
    /// The `n` lowest bits.
    fn low(self, n: u32) -> usize;
    /// The number that the bits are.
    fn wide(self) -> u128;
}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const BITS: u32 = <$word>::BITS;
            const NONE: Self = 0;

            #[inline(always)]
            fn bit(n: u32) -> Self {
                1 << n
            }
            #[inline(always)]
            fn with(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn meets(self, other: Self) -> bool {
                self & other != 0
            }
            #[inline(always)]
            fn run(self) -> u32 {
                self.trailing_ones()
            }
            #[inline(always)]
            fn drop_low(self, n: u32) -> Self {
                self >> 1 >> (n - 1)
            }
            #[inline(always)]
            fn ones(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn common(self, other: Self) -> u32 {
                (self & other).count_ones()
            }
            fn pushed(self, low: bool) -> Self {
                self << 1 | <$word>::from(low)
            }
            #[inline(always)]
            fn at(self, n: u32) -> usize {
                usize::from(self >> n & 1 == 1)
            }
            #[inline(always)]
            fn low(self, n: u32) -> usize {
                (self & ((1 << n) - 1)) as usize
            }
            #[inline(always)]
            fn wide(self) -> u128 {
                self.into()
            }
        }
    };
}

bits!(u64);
bits!(u128);
