//! Random numbers whose values never change: one raw PCG stream, our own sampling.
//!
//! rand promises the values of its own sampling only across patch releases, so maps draw from the
//! raw stream through the methods here. Their values are pinned by tests.

use std::convert::Infallible;

use rand_core::{Rng, TryRng};
use rand_pcg::Pcg64Mcg;

use crate::{Dir, Dirs};

/// A reproducible stream of random numbers (PCG XSL-RR 128/64 MCG, O'Neill 2014).
///
/// It implements rand's traits, so your own builders can pass it to any crate that accepts them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapRng(Pcg64Mcg);

impl MapRng {
    /// A separate stream for each seed.
    pub fn new(seed: u64) -> Self {
        MapRng::from_words(&[seed])
    }

    /// The stream of a stage: from the seed, the stage's name, and how many stages with that name came
    /// before it. So adding or removing a stage with another name never changes its numbers.
    pub fn for_stage(seed: u64, name: &str, nth: u64) -> Self {
        MapRng::stream_and_seed(seed, name, nth).0
    }

    /// The stream of a stage and a seed for what is built inside it.
    pub(crate) fn stream_and_seed(seed: u64, name: &str, nth: u64) -> (Self, u64) {
        let words = [seed, hash_name(name), nth];
        (MapRng::from_words(&words), hash(2, &words))
    }

    fn from_words(words: &[u64]) -> Self {
        MapRng(Pcg64Mcg::new(u128::from(hash(0, words)) << 64 | u128::from(hash(1, words))))
    }

    /// 64 independent fair bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number below `n`; 0 when `n` is 0. Exact, by Lemire's multiplication (2019).
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut wide = u64::from(self.0.next_u32()) * u64::from(n);
        if (wide as u32) < n {
            // The low half tells which of the 2³² draws would favor some results.
            let surplus = n.wrapping_neg() % n;
            while (wide as u32) < surplus {
                wide = u64::from(self.0.next_u32()) * u64::from(n);
            }
        }
        (wide >> 32) as u32
    }

    /// A uniform number from `low` to `high`, inclusive; `low` if the range is empty.
    #[inline]
    pub fn range(&mut self, low: u32, high: u32) -> u32 {
        match high.saturating_sub(low).checked_add(1) {
            Some(n) => low + self.below(n),
            None => self.0.next_u32(),
        }
    }

    /// True with probability `p`, rounded down to a multiple of 2⁻³². Always false at 0 or less, always true at 1 or
    /// more.
    #[inline]
    pub fn chance(&mut self, p: f64) -> bool {
        u64::from(self.0.next_u32()) < threshold(p)
    }

    /// A uniformly chosen item; `None` if there are none.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }

    /// The place of a weight, drawn with a probability proportional to it; `None` if all are 0. They sum to less than 2³².
    ///
    /// ```
    /// use mapwright_core::MapRng;
    ///
    /// let mut rng = MapRng::new(7);
    /// assert_eq!(rng.pick_weighted([0, 5, 0].into_iter()), Some(1));
    /// assert_eq!(rng.pick_weighted([0, 0].into_iter()), None);
    /// ```
    pub fn pick_weighted(&mut self, mut weights: impl Iterator<Item = u32> + Clone) -> Option<usize> {
        let total = weights.clone().fold(0, u32::saturating_add);
        let mut left = if total == 0 { return None } else { self.below(total) };
        weights.position(|weight| left.checked_sub(weight).map(|rest| left = rest).is_none())
    }

    /// A uniformly chosen direction; `None` if there are none.
    #[inline]
    pub fn pick_dir(&mut self, dirs: Dirs) -> Option<Dir> {
        (!dirs.is_empty()).then(|| dirs.nth(self.below(dirs.len())))
    }

    /// Removes a uniformly chosen item; the last one takes its place.
    #[inline]
    pub fn swap_remove<T>(&mut self, items: &mut Vec<T>) -> Option<T> {
        (!items.is_empty()).then(|| items.swap_remove(self.below(items.len() as u32) as usize))
    }

    /// Shuffles items uniformly (Fisher and Yates; Durstenfeld 1964).
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// Random numbers by column and row of an endless plane: a pure function of both, which depends neither on the order of
/// calls nor on other calls. [`BuildCx::cell_bits`](crate::BuildCx::cell_bits) returns them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellBits(u64);

impl CellBits {
    /// The salt of the stream of a placed stage.
    pub(crate) const STREAM: u64 = u64::MAX;

    /// The numbers of a seed and a salt.
    pub const fn new(seed: u64, salt: u64) -> Self {
        CellBits(mix(seed, salt))
    }

    /// 64 fair bits.
    #[inline]
    pub const fn at(self, x: i64, y: i64) -> u64 {
        self.row(y).at(x)
    }

    /// The numbers of a row. Each costs half as much as by [`at`](Self::at).
    #[inline]
    pub const fn row(self, y: i64) -> RowBits {
        RowBits(mix(self.0, y.cast_unsigned()))
    }

    /// A stream of numbers that belongs to a place.
    pub fn rng(self, x: i64, y: i64) -> MapRng {
        MapRng::new(self.at(x, y))
    }
}

/// One row of [`CellBits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowBits(u64);

impl RowBits {
    /// 64 fair bits.
    #[inline]
    pub const fn at(self, x: i64) -> u64 {
        mix(self.0, x.cast_unsigned())
    }

    /// The `nth` further 64 fair bits.
    #[inline]
    pub const fn nth_at(self, x: i64, nth: u64) -> u64 {
        mix(self.at(x), nth)
    }
}

/// A number below `n` from the high 32 of 64 fair bits, uniform up to a bias of less than n / 2³². It is for hashes,
/// which cannot be drawn again.
#[inline]
pub const fn share(bits: u64, n: u32) -> u32 {
    (((bits >> 32) * n as u64) >> 32) as u32
}

/// How many of the 2³² values of a `u32` make up an event of probability `p`. It multiplies by a power of two, so the
/// result is the same on every machine.
#[inline]
pub fn threshold(p: f64) -> u64 {
    (p.clamp(0.0, 1.0) * 4_294_967_296.0) as u64
}

/// Mixes a word into a hash (the finalizer of SplitMix64, Steele, Lea and Flood 2014).
#[inline]
pub const fn mix(hash: u64, word: u64) -> u64 {
    let mut z = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

fn hash(salt: u64, words: &[u64]) -> u64 {
    words.iter().fold(salt, |hash, &word| mix(hash, word))
}

fn hash_name(name: &str) -> u64 {
    name.bytes().fold(name.len() as u64, |hash, byte| mix(hash, u64::from(byte)))
}

impl TryRng for MapRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_bytes(bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pearson's statistic of counts that should be equal.
    fn chi_square(counts: &[u32]) -> f64 {
        let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum()
    }

    #[test]
    fn every_value_is_equally_likely() {
        let mut rng = MapRng::new(1);
        for n in [2, 3, 5, 7, 64] {
            let mut counts = vec![0; n as usize];
            (0..20_000 * n).for_each(|_| counts[rng.below(n) as usize] += 1);
            // Mean n − 1, variance 2(n − 1): six standard deviations.
            let free = f64::from(n - 1);
            assert!(chi_square(&counts) < free + 6.0 * (2.0 * free).sqrt(), "{n}: {counts:?}");
        }
    }

    #[test]
    fn shuffles_and_picks_are_uniform() {
        let mut rng = MapRng::new(2);
        let (mut orders, mut picks) = ([0; 27], [0; 3]);
        for _ in 0..60_000 {
            let mut items = [0, 1, 2];
            rng.shuffle(&mut items);
            orders[items[0] * 9 + items[1] * 3 + items[2]] += 1;
            let dirs = Dirs::from_bits(0b1101);
            picks[match rng.pick_dir(dirs) {
                Some(Dir::N) => 0,
                Some(Dir::S) => 1,
                Some(Dir::W) => 2,
                other => unreachable!("{other:?}"),
            }] += 1;
        }
        let seen: Vec<u32> = orders.into_iter().filter(|&n| n > 0).collect();
        assert_eq!(seen.len(), 6);
        assert!(chi_square(&seen) < 5.0 + 6.0 * 10f64.sqrt(), "{seen:?}");
        assert!(chi_square(&picks) < 2.0 + 6.0 * 2.0, "{picks:?}");
    }

    #[test]
    fn empty_choices_are_none_and_bounds_hold() {
        let mut rng = MapRng::new(3);
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.pick::<u8>(&[]), None);
        assert_eq!(rng.pick_dir(Dirs::NONE), None);
        assert_eq!(rng.swap_remove::<u8>(&mut Vec::new()), None);
        assert_eq!(rng.range(7, 3), 7);
        assert!((0..99).all(|_| (5..=6).contains(&rng.range(5, 6))));
        assert!((0..99).all(|_| !rng.chance(0.0) && rng.chance(1.0) && !rng.chance(f64::NAN)));
    }

    /// Values that every version must keep: maps depend on them. They come from a second
    /// implementation, in big integers of another language.
    #[test]
    fn values_are_pinned() {
        let mut rng = MapRng::new(7);
        assert_eq!([rng.bits(), rng.bits()], [6214352742121309091, 17628851225546336454]);
        let mut rng = MapRng::for_stage(7, "prim-maze", 0);
        assert_eq!([(); 6].map(|()| rng.below(100)), [53, 50, 92, 16, 51, 73]);
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        rng.shuffle(&mut items);
        assert_eq!(items, [2, 5, 6, 0, 3, 4, 1, 7]);
        assert_eq!([(); 4].map(|()| rng.chance(0.5)), [false, true, false, false]);
    }

    #[test]
    fn streams_differ_by_seed_name_and_place() {
        let first = |seed, name, nth| MapRng::for_stage(seed, name, nth).bits();
        let base = first(0, "a", 0);
        for other in [first(1, "a", 0), first(0, "b", 0), first(0, "a", 1), first(0, "aa", 0)] {
            assert_ne!(base, other);
        }
    }

    #[test]
    fn places_have_numbers_of_their_own() {
        let bits = CellBits::new(7, 1);
        let ends = [i64::MIN, -1, 0, 1, 64, i64::MAX];
        let all: std::collections::BTreeSet<u64> =
            ends.into_iter().flat_map(|y| ends.map(|x| bits.at(x, y))).chain([CellBits::new(7, 2).at(0, 0)]).collect();
        assert_eq!(all.len(), 37);
        let mut counts = [0; 7];
        (-40_000..40_000).for_each(|x| counts[share(bits.at(x, 3), 7) as usize] += 1);
        assert!(chi_square(&counts) < 6.0 + 6.0 * 12f64.sqrt(), "{counts:?}");
        // Worlds depend on it.
        assert_eq!(CellBits::new(7, 1).at(-3, 5), 10049560022569695132);
    }

    #[test]
    fn the_extension_traits_of_rand_work() {
        use rand::RngExt;
        use rand::seq::{IndexedRandom, IteratorRandom, SliceRandom};

        let mut rng = MapRng::new(7);
        let rolls: Vec<u8> = (0..600).map(|_| rng.random_range(1..=6)).collect();
        assert!((1..=6).all(|face| rolls.iter().filter(|&&roll| roll == face).count() > 60), "{rolls:?}");
        let mut deck: Vec<u8> = (0..52).collect();
        deck.shuffle(&mut rng);
        assert!(!deck.is_sorted() && (0..52).all(|card| deck.contains(&card)));
        assert!(deck.choose(&mut rng).is_some() && deck.iter().choose(&mut rng).is_some());
        assert!(rng.random_bool(1.0) && (0.0..1.0).contains(&rng.random::<f64>()));
        // The same stream gives the same numbers.
        assert_eq!(MapRng::new(7).random::<u64>(), MapRng::new(7).bits());
    }
}
