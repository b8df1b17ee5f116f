//! Flips 64 biased coins at a time.
//!
//! Compares a random 32-bit number in each lane with the threshold, the highest bit first, all
//! lanes at once. The first bit in which the two differ decides a lane. Each draw decides half of the lanes, so a full
//! word takes 7 draws on average, not 32.

use mapwright_core::MapRng;

/// Sets each of `lanes` with probability `threshold` / 2³²; the other bits stay 0.
pub(crate) fn bernoulli(threshold: u64, lanes: u64, rng: &mut MapRng) -> u64 {
    if threshold >= 1 << 32 {
        return lanes;
    }
    let (mut undecided, mut less) = (lanes, 0);
    let mut rest = threshold << 32;
    // A threshold without bits left is at most what is drawn.
    while undecided != 0 && rest != 0 {
        let drawn = rng.bits();
        if rest >> 63 == 1 {
            less |= undecided & !drawn;
            undecided &= drawn;
        } else {
            undecided &= !drawn;
        }
        rest <<= 1;
    }
    less
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_wanted_lanes_are_drawn_for() {
        for threshold in [0, 1, 1 << 31, 0x8ccc_cccd, u64::from(u32::MAX), 1 << 32, u64::MAX] {
            for lanes in [0, 1, 1 << 63, 0xff00, !0] {
                let set = bernoulli(threshold, lanes, &mut MapRng::new(1));
                assert_eq!(set & !lanes, 0);
                if threshold >= 1 << 32 {
                    assert_eq!(set, lanes);
                }
            }
        }
    }

    #[test]
    fn the_lanes_are_compared_with_the_threshold() {
        let threshold = 0x8ccc_cccd;
        let (mut rng, mut same) = (MapRng::new(9), MapRng::new(9));
        for _ in 0..50 {
            let set = bernoulli(threshold, !0, &mut rng);
            let mut numbers = [0u64; 64];
            let mut draws = 0;
            // Draw as many words as it did, each giving every lane its next bit.
            while same != rng {
                let drawn = same.bits();
                draws += 1;
                numbers.iter_mut().enumerate().for_each(|(lane, number)| *number = *number << 1 | drawn >> lane & 1);
            }
            for (lane, number) in numbers.into_iter().enumerate() {
                // Compared as far as it was drawn: no lane can be on a tie, or it would have gone on.
                let head = threshold >> (32 - draws);
                assert_ne!(number, head);
                assert_eq!(set >> lane & 1 == 1, number < head);
            }
        }
    }
}
