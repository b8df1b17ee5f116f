//! Random choices that are the same on every machine.

use mapwright_core::MapRng;

/// A uniform number below `n`; 0 when `n` is 0.
pub(crate) fn below(rng: &mut MapRng, n: u64) -> u64 {
    if let Ok(n) = u32::try_from(n) {
        return rng.below(n).into();
    }
    let shift = n.leading_zeros();
    // Each draw is below `n` with a chance of more than a half.
    loop {
        let drawn = rng.bits() >> shift;
        if drawn < n {
            return drawn;
        }
    }
}

/// e⁻ˣ in units of 2⁻³¹, for x of at least 0: the sum of a series, then squares. Additions and multiplications alone
/// are the same everywhere.
pub(crate) fn exp_neg(x: f64) -> u64 {
    if x >= 22.0 {
        return 0;
    }
    let part = x / 64.0;
    let series = (1..12).rev().fold(1.0, |sum, n| 1.0 - part / f64::from(n) * sum);
    let power = (0..6).fold(series, |power: f64, _| power * power);
    (power * 2_147_483_648.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_exp() {
        for i in 0..2300 {
            let x = f64::from(i) / 100.0;
            let expected = (-x).exp() * 2_147_483_648.0;
            assert!((exp_neg(x) as f64 - expected).abs() <= 1.5 + expected * 1e-9, "{x}");
        }
        assert_eq!(exp_neg(0.0), 1 << 31);
        assert_eq!([exp_neg(1.0), exp_neg(0.37)], [790_015_084, 1_483_340_680]);
    }

    #[test]
    fn large_numbers_are_drawn_evenly() {
        let mut rng = MapRng::new(4);
        let n = 5 << 32;
        let mut counts = [0u32; 5];
        (0..50_000).for_each(|_| counts[(below(&mut rng, n) >> 32) as usize] += 1);
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 500), "{counts:?}");
    }
}
