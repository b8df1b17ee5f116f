//! Where one point becomes nearer than another, in three metrics.

use mapwright_core::params;

/// How the distance between two cells is measured.
#[params]
pub enum DistanceMetric {
    /// In a straight line: dx² + dy². Borders are straight, at any angle.
    #[default]
    Euclidean,
    /// In steps to the four sides: |dx| + |dy|. Borders go straight or diagonally, with corners.
    Manhattan,
    /// In steps to all eight neighbors: the larger of |dx| and |dy|. Borders are those of Manhattan, rotated by 45°.
    Chebyshev,
}

/// A seed as seen from a row: its column, and its distance in rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) x: i64,
    pub(super) rows: i64,
}

impl DistanceMetric {
    /// The distance of a cell `columns` and `rows` away; squared if Euclidean, which keeps the order.
    #[inline]
    pub(super) fn distance(self, columns: i64, rows: i64) -> i64 {
        match self {
            DistanceMetric::Euclidean => columns * columns + rows * rows,
            DistanceMetric::Manhattan => columns.abs() + rows.abs(),
            DistanceMetric::Chebyshev => columns.abs().max(rows.abs()),
        }
    }

    /// The first column from which on `b` is at most as far away as `a`, which is further left.
    ///
    /// It exists, because a(x) − b(x) never falls below 0 again as x grows. For the Euclidean metric it grows by 2(bx −
    /// ax) a column. For Manhattan it grows by 2 between the two, and is constant elsewhere. For Chebyshev it may fall,
    /// but not that far. For b(x) ≤ a(x) both |x − bx| and b's rows have to be at most a(x) = max(|x − ax|, a's rows).
    /// * |x − bx| ≤ |x − ax| from the middle on; |x − bx| ≤ a's rows from bx − a's rows on, until the middle is
    ///   passed, as bx is not before it. So the first holds from the lesser of the two columns on.
    /// * b's rows ≤ a's rows always or never. If never, b's rows ≤ |x − ax| holds from ax + b's rows on; and
    ///   up to ax − b's rows, but there the first does not: from there b is farther in columns than b's rows.
    ///
    /// Returns `i64::MIN` for always and `i64::MAX` for never.
    #[inline]
    pub(super) fn takes_over(self, a: Seen, b: Seen) -> i64 {
        let apart = b.x - a.x;
        match self {
            DistanceMetric::Euclidean => {
                let square = |n: i64| n * n;
                let ahead = square(b.rows) + square(b.x) - square(a.rows) - square(a.x);
                div_up(ahead, 2 * apart)
            }
            DistanceMetric::Manhattan => match b.rows - a.rows {
                less if less <= -apart => i64::MIN,
                more if more > apart => i64::MAX,
                more => div_up(more + a.x + b.x, 2),
            },
            DistanceMetric::Chebyshev => {
                let columns = div_up(a.x + b.x, 2).min(b.x - a.rows);
                if b.rows > a.rows { columns.max(a.x + b.rows) } else { columns }
            }
        }
    }

    /// The first column from which on `b` is nearer than `a`, which is further left: the mirror image of
    /// [`takes_over`](Self::takes_over), since that is where `a` stops being at most as far away as `b`.
    #[inline]
    pub(super) fn passes(self, a: Seen, b: Seen) -> i64 {
        let mirrored = |seen: Seen| Seen { x: -seen.x, ..seen };
        match self.takes_over(mirrored(b), mirrored(a)) {
            i64::MIN => i64::MAX,
            i64::MAX => i64::MIN,
            column => 1 - column,
        }
    }
}

/// The quotient, rounded up; `by` must be greater than 0.
#[inline]
fn div_up(n: i64, by: i64) -> i64 {
    -(-n).div_euclid(by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seed_takes_over_from_another_once_and_where_it_is_said() {
        const METRICS: [DistanceMetric; 3] =
            [DistanceMetric::Euclidean, DistanceMetric::Manhattan, DistanceMetric::Chebyshev];
        let all = (1..7).flat_map(|apart| (0..9).flat_map(move |a| (0..9).map(move |b| (apart, a, b))));
        for (metric, (apart, a_rows, b_rows)) in
            METRICS.into_iter().flat_map(|metric| all.clone().map(move |c| (metric, c)))
        {
            let (a, b) = (Seen { x: 3, rows: a_rows }, Seen { x: 3 + apart, rows: b_rows });
            for x in -60..60 {
                let [from_a, from_b] = [a, b].map(|seen| metric.distance(x - seen.x, seen.rows));
                assert_eq!(from_b <= from_a, x >= metric.takes_over(a, b), "{metric:?} {a:?} {b:?} {x}");
                assert_eq!(from_b < from_a, x >= metric.passes(a, b), "{metric:?} {a:?} {b:?} {x}");
            }
        }
    }
}
