//! Chance by place: the same place of a world gives the same number in every picture.
//!
//! The mixing is the usual one of multiplications and shifted exclusive ors; its constants are odd and have about half
//! of their bits set.

/// 32 bits that belong to a place and a purpose.
pub(crate) const fn hash(x: i32, y: i32, purpose: u32) -> u32 {
    let h =
        (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77) ^ purpose.wrapping_mul(0xc2b2_ae3d);
    let h = (h ^ h >> 15).wrapping_mul(0x2c1b_3c6d);
    let h = (h ^ h >> 12).wrapping_mul(0x297a_2d39);
    h ^ h >> 15
}
