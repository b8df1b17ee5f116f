//! Many steps of a random walk at once.
//!
//! A walk that starts in the middle of an empty square leaves it somewhere on its border, with a known exit
//! distribution. So the single steps are unnecessary: a *leap* draws the exit cell. With squares that reach 2ᵏ cells to
//! each side, a walk of r² steps takes a few dozen leaps.
//!
//! The exit distribution. Let the square reach `r` cells from its middle to each side and N = 2r. The probability of an
//! exit solves the discrete Laplace equation, whose solutions on the strip are
//! sums of sin(mπy/N)·sinh(αₘx) with cosh αₘ = 2 − cos(mπ/N). In the middle, even `m` vanish and
//! sinh(αr)/sinh(2αr) is 1/(2 cosh αr), so the probability of the border cell `j` away from the middle of a side is
//!
//! ```text
//! p(j) = 1/N · Σ cos(mπj/N) / cosh(αₘr)   over odd m < N,
//! ```
//!
//! and corners are never reached. (The sums are from McCrea and Whipple 1940; walking from border to
//! border of such squares is Muller's walk on spheres, 1956.) Everything is computed in integer multiples of 2⁻⁶²,
//! so it is the same on every machine; draws have this distribution up to 2⁻³².
//!
//! Summing up n steps at once, with n bits for each diagonal, needs no table. But n steps go only √n far, so
//! that takes r jumps where this takes one leap.

/// 1 in fixed-point numbers.
const ONE: i128 = 1 << 62;

/// The directions to the four sides.
const OUTWARDS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// Leaps of 2, 4, 8, … cells.
#[derive(Debug)]
pub(super) struct Leaps {
    leaps: Vec<Leap>,
}

/// The exits from a square of one size.
#[derive(Debug)]
struct Leap {
    radius: i32,
    /// For each distance from the middle of a side: the probability, in 2⁻³², to keep it, and the alias to use
    /// otherwise (the alias method, Walker 1974).
    columns: Vec<(u32, u16)>,
}

impl Leaps {
    /// Leaps of 2¹ to 2ᵏ cells, with k = `levels`.
    pub(super) fn new(levels: u32) -> Self {
        let mut cosines = vec![ONE, 0, -ONE];
        let leaps = (1..=levels).map(|level| {
            cosines = refined(&cosines);
            Leap::new(level, &cosines)
        });
        Leaps { leaps: leaps.collect() }
    }

    /// The columns and rows to go, drawn with 64 random bits. `level` is from 1 to the number of levels.
    #[inline]
    pub(super) fn draw(&self, level: usize, bits: u64) -> (i32, i32) {
        let leap = &self.leaps[level - 1];
        let radius = leap.radius;
        let column = (bits >> 3) as usize & (leap.columns.len() - 1);
        let (keep, other) = leap.columns[column];
        let away = if bits >> 32 < u64::from(keep) { column as i32 } else { i32::from(other) };
        // Four sides, and two directions along each: eight cases without a branch.
        let (x, y) = OUTWARDS[(bits & 3) as usize];
        let aside = away * (1 - (bits >> 1 & 2) as i32);
        (x * radius + y * aside, y * radius + x * aside)
    }
}

/// The cosines of 0, π/n, …, π from those at half as many points.
fn refined(cosines: &[i128]) -> Vec<i128> {
    // Half-angle formula, then cos a = (cos(a + h) + cos(a − h)) / 2 cos h: no error grows.
    let half = (((ONE + cosines[1]) / 2 * ONE).cast_unsigned()).isqrt().cast_signed();
    let between = |pair: &[i128]| [pair[0], (pair[0] + pair[1]) * ONE / (2 * half)];
    cosines.windows(2).flat_map(between).chain([-ONE]).collect()
}

impl Leap {
    /// The leap of 2ˡᵉᵛᵉˡ cells, from the cosines of the multiples of π/N.
    fn new(level: u32, cosines: &[i128]) -> Self {
        let n = cosines.len() - 1;
        // 1 / cosh(αr): cosh(2a) = 2 cosh(a)² − 1, `level` times, as reciprocals.
        let doubled = |s: i128| s * s / (2 * ONE - s * s / ONE);
        let damped = |m| (0..level).fold(ONE * ONE / (2 * ONE - cosines[m]), |s, _| doubled(s));
        let waves: Vec<(usize, i128)> = (1..n).step_by(2).map(|m| (m, damped(m))).collect();
        // cos(mπj/N) is even about N and has the period 2N.
        let cosine = |i: usize| cosines[(i % (2 * n)).min(2 * n - i % (2 * n))];
        let chance = |j| waves.iter().map(|&(m, s)| cosine(m * j) * s / ONE).sum::<i128>() / n as i128;
        // The eight border cells at the same distance from the middle of their side, as a share of a column in 2⁻³².
        // The four in the middle get the rest, so that the sum is exact.
        let weights = (0..n / 2).map(|j| u64::try_from((8 * chance(j)) >> (30 - level)).unwrap_or(0)).collect();
        Leap { radius: 1 << level, columns: aliases(weights) }
    }
}

/// A table to draw a number by weights. Their sum is 2³² times their count, if 0 gets what the others leave.
fn aliases(mut weights: Vec<u64>) -> Vec<(u32, u16)> {
    const FULL: u64 = 1 << 32;
    let others: u64 = weights.iter().skip(1).sum();
    weights[0] = (FULL * weights.len() as u64).saturating_sub(others);
    let mut columns: Vec<(u32, u16)> = (0..weights.len()).map(|i| (u32::MAX, i as u16)).collect();
    let (mut less, mut more): (Vec<usize>, Vec<usize>) = (0..weights.len()).partition(|&i| weights[i] < FULL);
    while let (Some(poor), Some(&rich)) = (less.pop(), more.last()) {
        columns[poor] = (u32::try_from(weights[poor]).unwrap_or(u32::MAX), rich as u16);
        weights[rich] -= FULL - weights[poor];
        if weights[rich] < FULL {
            more.pop();
            less.push(rich);
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probability of each border cell of one side, by advancing the distribution of a walk until all of it is out.
    fn naive(radius: usize) -> Vec<f64> {
        let n = 2 * radius + 1;
        let mut inside = vec![vec![0.0; n]; n];
        inside[radius][radius] = 1.0;
        let mut right = vec![0.0; n];
        for _ in 0..40 * radius * radius {
            let mut next = vec![vec![0.0; n]; n];
            for (y, x) in (1..n - 1).flat_map(|y| (1..n - 1).map(move |x| (y, x))) {
                let quarter = inside[y][x] / 4.0;
                for (y, x) in [(y - 1, x), (y, x + 1), (y + 1, x), (y, x - 1)] {
                    next[y][x] += quarter;
                }
            }
            (0..n).for_each(|y| right[y] += next[y][n - 1]);
            inside = next;
        }
        right[radius..n - 1].to_vec()
    }

    /// The probability that a table gives to each number.
    fn shares(leap: &Leap) -> Vec<f64> {
        let n = leap.columns.len();
        let mut shares = vec![0.0; n];
        for (column, &(keep, other)) in leap.columns.iter().enumerate() {
            let keep = f64::from(keep) / 4_294_967_296.0;
            shares[column] += keep / n as f64;
            shares[usize::from(other)] += (1.0 - keep) / n as f64;
        }
        shares
    }

    #[test]
    fn leaps_end_where_single_steps_end() {
        for (level, leap) in (1..).zip(&Leaps::new(4).leaps) {
            let expected = naive(1 << level);
            for (j, (share, one)) in shares(leap).into_iter().zip(expected).enumerate() {
                // All four sides, and both directions along them.
                let exact = one * if j == 0 { 4.0 } else { 8.0 };
                assert!((share - exact).abs() < 1e-8, "{level} {j}: {share}, {exact}");
            }
        }
    }

    #[test]
    fn the_largest_leaps_are_laws_too() {
        // The middle of a side gets about what Brownian motion gives it, and the corner almost nothing.
        for (level, leap) in (1..).zip(&Leaps::new(9).leaps).skip(3) {
            let (radius, shares) = (f64::from(leap.radius), shares(leap));
            assert!(shares.is_sorted_by(|a, b| *a == shares[0] || a > b), "{level}");
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            // Of a continuous square: 1/2 · Σ 1/cosh(mπ/2) over odd m, divided by the radius.
            assert!((shares[0] / 4.0 * radius - 0.2086).abs() < 0.002, "{level}: {}", shares[0] / 4.0 * radius);
        }
    }

    /// Values that every version must keep. The second values come from a second implementation, in big integers of
    /// another language; the first can be computed by hand: 1/8 for the middle of a side, 1/16 beside it.
    #[test]
    fn values_are_pinned() {
        let leaps = Leaps::new(2).leaps;
        assert_eq!(leaps[0].columns, [(u32::MAX, 0), (u32::MAX, 1)]);
        assert_eq!(leaps[1].columns, [(3789677027, 1), (u32::MAX, 1), (2526451350, 1), (2273806215, 2)]);
    }

    #[test]
    fn all_sides_are_drawn_as_often() {
        let leaps = Leaps::new(3);
        let mut rng = mapwright_core::MapRng::new(5);
        let mut sides = [0; 4];
        for _ in 0..8000 {
            let (dx, dy) = leaps.draw(3, rng.bits());
            assert_eq!(dx.abs().max(dy.abs()), 8);
            assert_ne!(dx.abs(), dy.abs(), "corners are out of reach");
            let side = [dy == -8, dx == 8, dy == 8, dx == -8].iter().position(|&is| is).expect("a side");
            sides[side] += 1;
        }
        // Mean 2000, standard deviation 39.
        assert!(sides.iter().all(|n| (1850..=2150).contains(n)), "{sides:?}");
    }
}
