//! The relative neighborhood graph (Toussaint, *The relative neighbourhood graph of a finite planar set*, 1980).
//!
//! Two points are joined unless a third is strictly nearer to both than they are to each other.
//!
//! **It is connected.** Suppose it falls into two sets. Of all pairs across, take one of the least distance; squared
//! distances are integers, so there is one. It is not joined, so some third point is nearer to both. That one lies in one
//! of the two sets, and is nearer to the point of the other set: a shorter pair across. ∎
//!
//! **It is local.** The cells nearer to both ends than these to each other contain the disk between them. If each square of
//! a grid has a point, a pair more than two diagonals of a square apart has a whole square in that disk, and is not joined.
//!
//! For each point the others are looked at ring by ring. Once each of six sectors of 60° around it has a point, all points
//! beyond the farthest of the six are ruled out: one in the same sector is nearer to both, since the angle between them is
//! less than 60°, so the side across it is not the longest.

use mapwright_core::Point;

use super::pairs::Pair;

/// The pairs that are joined, each once, sorted.
pub(super) fn relative_neighbors(points: &[Point]) -> Vec<Pair> {
    let buckets = Buckets::new(points);
    let mut pairs = Vec::new();
    let mut near = Vec::new();
    for (a, &at) in (0..).zip(points) {
        buckets.around(points, a, &mut near);
        near.sort_unstable();
        for (i, &(apart, b)) in near.iter().enumerate() {
            let to = points[b as usize];
            let is_nearer = |&&(_, c): &&(u64, u32)| points[c as usize].euclidean_squared(to) < apart;
            let nearer = near[..i].iter().take_while(|&&(other, _)| other < apart);
            if a < b && nearer.clone().find(is_nearer).is_none() {
                pairs.push((a, b));
            }
            debug_assert!(at.euclidean_squared(to) == apart);
        }
    }
    pairs.sort_unstable();
    pairs
}

/// Points by squares of a grid, about two to a square.
struct Buckets {
    side: u32,
    columns: u32,
    rows: u32,
    /// Where the points of each square begin in `points`.
    first: Vec<u32>,
    points: Vec<u32>,
}

impl Buckets {
    fn new(points: &[Point]) -> Buckets {
        let most = points.iter().fold(Point::new(0, 0), |most, p| Point::new(most.x.max(p.x), most.y.max(p.y)));
        let area = (u64::from(most.x) + 1) * (u64::from(most.y) + 1);
        let side = (2 * area / (points.len() as u64).max(1)).isqrt().clamp(1, 1 << 16) as u32;
        let (columns, rows) = (u32::from(most.x) / side + 1, u32::from(most.y) / side + 1);
        let bucket = |p: &Point| (u32::from(p.y) / side * columns + u32::from(p.x) / side) as usize;
        let mut first = vec![0; (columns * rows) as usize + 1];
        points.iter().for_each(|p| first[bucket(p) + 1] += 1);
        (1..first.len()).for_each(|i| first[i] += first[i - 1]);
        let (mut next, mut sorted) = (first.clone(), vec![0; points.len()]);
        for (i, p) in (0..).zip(points) {
            sorted[next[bucket(p)] as usize] = i;
            next[bucket(p)] += 1;
        }
        Buckets { side, columns, rows, first, points: sorted }
    }

    /// All points that may be joined to one, and all that are nearer, with their squared distances.
    fn around(&self, points: &[Point], from: u32, near: &mut Vec<(u64, u32)>) {
        let at = points[from as usize];
        let (column, row) = (i64::from(u32::from(at.x) / self.side), i64::from(u32::from(at.y) / self.side));
        let mut sectors = [u64::MAX; 6];
        near.clear();
        for ring in 0..=i64::from(self.columns.max(self.rows)) {
            for y in row - ring..=row + ring {
                // Only the first and last row of a ring are whole.
                let step = if (y - row).abs() == ring { 1 } else { (2 * ring).max(1) };
                for x in (column - ring..=column + ring).step_by(step as usize) {
                    for &other in self.bucket(x, y).iter().filter(|&&other| other != from) {
                        let to = points[other as usize];
                        let apart = at.euclidean_squared(to);
                        near.push((apart, other));
                        if let Some(sector) = sector(at, to) {
                            sectors[sector] = sectors[sector].min(apart);
                        }
                    }
                }
            }
            // Every point nearer than this has been seen.
            let seen = ring as u64 * u64::from(self.side);
            if sectors.iter().all(|&nearest| nearest < seen * seen) {
                return;
            }
        }
    }

    fn bucket(&self, x: i64, y: i64) -> &[u32] {
        let within = |at: i64, n: u32| u32::try_from(at).ok().filter(|&at| at < n);
        let Some((x, y)) = within(x, self.columns).zip(within(y, self.rows)) else { return &[] };
        let bucket = (y * self.columns + x) as usize;
        &self.points[self.first[bucket] as usize..self.first[bucket + 1] as usize]
    }
}

/// Which of six equal sectors around a point another lies in; none for the point itself.
fn sector(from: Point, to: Point) -> Option<usize> {
    let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    // Less than 60° from the axis: |dy| < √3·|dx|.
    let is_flat = dy * dy < 3 * dx * dx;
    match (dx, dy) {
        (0, 0) => None,
        (1.., 0..) if is_flat => Some(0),
        (..=-1, 1..) if is_flat => Some(2),
        (..=-1, ..=0) if is_flat => Some(3),
        (1.., ..=-1) if is_flat => Some(5),
        (_, 1..) => Some(1),
        _ => Some(4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corridors::spanning_tree::tree_of_all_pairs;
    use mapwright_core::{MapRng, Size, Wrap};
    use mapwright_graph::DisjointSets;

    fn naive(points: &[Point]) -> Vec<Pair> {
        let apart = |a: usize, b: usize| points[a].euclidean_squared(points[b]);
        let is_joined = |&(a, b): &(usize, usize)| {
            !(0..points.len()).any(|c| apart(a, c) < apart(a, b) && apart(b, c) < apart(a, b))
        };
        let all = (0..points.len()).flat_map(|a| (a + 1..points.len()).map(move |b| (a, b)));
        all.filter(is_joined).map(|(a, b)| (a as u32, b as u32)).collect()
    }

    #[test]
    fn it_is_the_graph_that_all_triples_give() {
        let mut rng = MapRng::new(6);
        for round in 0..400 {
            let (w, h) = (1 + rng.below(60), 1 + rng.below(if round % 3 == 0 { 3 } else { 60 }));
            let points: Vec<Point> =
                (0..rng.below(70)).map(|_| Point::new(rng.below(w) as u16, rng.below(h) as u16)).collect();
            assert_eq!(relative_neighbors(&points), naive(&points), "{round}");
        }
    }

    #[test]
    fn it_is_connected_and_no_longer_than_two_diagonals() {
        let mut rng = MapRng::new(7);
        // One point in each square of 8 by 8.
        let grid = (0..12).flat_map(|y| (0..12).map(move |x| (x, y)));
        let points: Vec<Point> =
            grid.map(|(x, y)| Point::new(x * 8 + rng.below(8) as u16, y * 8 + rng.below(8) as u16)).collect();
        let pairs = relative_neighbors(&points);
        let mut sets = DisjointSets::new(144);
        for &(a, b) in &pairs {
            sets.unite(a, b);
        }
        assert!((0..144).all(|point| sets.find(point) == sets.find(0)));
        let longest =
            |pairs: &[Pair]| pairs.iter().map(|&(a, b)| points[a as usize].euclidean_squared(points[b as usize])).max();
        assert!(longest(&pairs) <= Some(8 * 64));
        let tree = tree_of_all_pairs(&points, Size::new(96, 96), Wrap::None);
        assert!(pairs.len() >= tree.len());
    }

    #[test]
    fn points_in_one_place_are_joined() {
        let points = [Point::new(3, 3); 5];
        assert_eq!(relative_neighbors(&points).len(), 10);
    }
}
