//! The relative neighborhood graph (Toussaint, *The relative neighbourhood graph of a finite planar set*, 1980), in the
//! metric of corridors: columns plus rows, the shorter way around.
//!
//! Two points are joined unless a third is strictly nearer to both than they are to each other.
//!
//! **It holds a shortest tree.** Take one of all shortest spanning trees whose sum of ranks is least, where pairs are ranked
//! by length. If it had a pair with a third point r nearer to both, cutting that pair would leave r in one of the two halves,
//! and the pair of r and the end in the other half would join them again, by less: a contradiction. So Kruskal's algorithm
//! on the pairs of the graph finds a shortest tree of all pairs, and the graph is connected. Nothing but distances is used,
//! so it is true across borders too. ∎
//!
//! **It is local.** The cells less than half the length of a pair away from its middle are nearer to both ends. If each block
//! of a grid has a point, the block that holds the middle has one, at most its width and height away. So no pair is longer
//! than two widths and two heights of a block.
//!
//! **Cones.** Around a point let r = (c, d) lie in the cone |d| < c, and q = (a, b) in it or on its border, |b| ≤ a, farther
//! away: a + |b| > c + |d|. Then r is nearer to q than the point itself, |q − r| < a + |b|:
//! * if a ≥ c, it is at most a − c + |b| + |d|, and |d| < c;
//! * if a < c, then |b| > |d|, and it is at most c − a + |b| + |d|; as 2a ≥ a + |b| > c + |d|, that is less than a + |b|.
//!
//! So only the nearest points in each of four cones may be joined to it, and those on the four diagonals between them, if no
//! cone beside has a nearer one. Each pair is found from one end, which has the other to the right or below. The others are
//! looked at ring by ring, until both cones there have one, or have been seen to the border of the map. On a map that wraps,
//! points stand for their closest images; from q to r it is no farther than between those.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use mapwright_core::{Point, Size, Wrap};

/// Two rooms, by their indices in the list.
pub(super) type Pair = (u32, u32);

/// The columns plus rows between two points, the shorter way around.
pub(super) fn distance(a: Point, b: Point, size: Size, wrap: Wrap) -> u32 {
    let (columns, rows) = wrap.apart(a, b, size);
    columns + rows
}

/// The pairs that are joined, each once, sorted. Points in one place are joined in a chain, and all but the first to
/// nothing else.
pub(super) fn relative_neighbors(points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
    let (mut last, mut own, mut pairs) = (BTreeMap::new(), Vec::new(), Vec::new());
    for (i, &point) in (0..).zip(points) {
        match last.insert(point, i) {
            None => own.push(i),
            Some(before) => pairs.push((before, i)),
        }
    }
    let places: Vec<Point> = own.iter().map(|&i| points[i as usize]).collect();
    let joined = neighbors_of_places(&places, size, wrap);
    pairs.extend(joined.into_iter().map(|(a, b)| (own[a as usize], own[b as usize])));
    pairs.sort_unstable();
    pairs
}

/// The pairs of points of which no two are in one place.
fn neighbors_of_places(points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
    let apart = |a: u32, b: u32| distance(points[a as usize], points[b as usize], size, wrap);
    let buckets = Buckets::new(points, size, wrap);
    let (mut pairs, mut near) = (Vec::new(), Vec::new());
    for a in (0..).take(points.len()) {
        let nearest = buckets.around(points, a, &mut near);
        for &Near { apart: far, point: b, sector } in &near {
            let may_join = nearest.get(sector) == Some(&far);
            if may_join && !near.iter().any(|c| c.apart < far && apart(c.point, b) < far) {
                pairs.push((a.min(b), a.max(b)));
            }
        }
    }
    pairs
}

/// A point near another.
struct Near {
    /// The columns plus rows.
    apart: u32,
    point: u32,
    /// The sector it lies in.
    sector: usize,
}

/// Columns or rows of a map, cut into parts of at least the same length.
#[derive(Clone, Copy)]
struct AxisParts {
    length: u32,
    parts: u32,
    wraps: bool,
}

impl AxisParts {
    fn new(length: u16, least: u32, wraps: bool) -> AxisParts {
        let length = u32::from(length.max(1));
        AxisParts { length, parts: (length / least).max(1), wraps }
    }

    /// The part with a column or row. The product is below 2³².
    fn part(self, at: u16) -> u32 {
        u32::from(at) * self.parts / self.length
    }

    /// How many parts there are before and behind one, each counted once.
    fn offsets(self, part: u32) -> RangeInclusive<i64> {
        let [parts, part] = [self.parts, part].map(i64::from);
        if self.wraps { (1 - parts) / 2..=parts / 2 } else { -part..=parts - 1 - part }
    }

    /// The longest ways to columns or rows before and behind one.
    fn room(self, at: u16) -> [u32; 2] {
        let (length, at) = (self.length, u32::from(at));
        if self.wraps { [length / 2; 2] } else { [at, length - 1 - at] }
    }
}

/// Points by squares of a grid, about two to a square.
struct Buckets {
    /// No square is narrower.
    side: u32,
    axes: [AxisParts; 2],
    /// Where the points of each square begin in `points`.
    first: Vec<u32>,
    points: Vec<u32>,
}

impl Buckets {
    fn new(points: &[Point], size: Size, wrap: Wrap) -> Buckets {
        let side = (2 * u64::from(size.area()) / (points.len() as u64).max(1)).isqrt().clamp(1, 1 << 16) as u32;
        let axes = [AxisParts::new(size.w, side, wrap.x()), AxisParts::new(size.h, side, wrap.y())];
        let bucket = |p: Point| (axes[1].part(p.y) * axes[0].parts + axes[0].part(p.x)) as usize;
        let mut first = vec![0; (axes[0].parts * axes[1].parts) as usize + 1];
        points.iter().for_each(|&p| first[bucket(p) + 1] += 1);
        (1..first.len()).for_each(|i| first[i] += first[i - 1]);
        let (mut next, mut sorted) = (first.clone(), vec![0; points.len()]);
        for (i, &p) in (0..).zip(points) {
            sorted[next[bucket(p)] as usize] = i;
            next[bucket(p)] += 1;
        }
        Buckets { side, axes, first, points: sorted }
    }

    /// All points that may be joined to one, and all that are nearer. Returns the least distance in each of the four
    /// sectors to the right or below.
    fn around(&self, points: &[Point], from: u32, near: &mut Vec<Near>) -> [u32; 4] {
        let (at, [x, y]) = (points[from as usize], self.axes);
        let way = |axis: AxisParts, from: u16, to: u16| {
            Wrap::way_along(from.into(), to.into(), axis.length.cast_signed(), axis.wraps)
        };
        let (column, row) = (x.part(at.x), y.part(at.y));
        let (columns, rows) = (x.offsets(column), y.offsets(row));
        let ([left, right], [_, down]) = (x.room(at.x), y.room(at.y));
        let room = [right, down, right.min(down), left.min(down)];
        let mut sectors = [u32::MAX; 4];
        near.clear();
        for ring in 0..=i64::from(x.parts.max(y.parts)) {
            for dy in -ring.min(-rows.start())..=ring.min(*rows.end()) {
                // Only the first and last row of a ring are whole.
                let step = if dy.abs() == ring { 1 } else { 2 * ring };
                for dx in (-ring..=ring).step_by(step.max(1) as usize).filter(|dx| columns.contains(dx)) {
                    for &other in self.bucket(i64::from(column) + dx, i64::from(row) + dy) {
                        if other == from {
                            continue;
                        }
                        let to = points[other as usize];
                        let (dx, dy) = (way(x, at.x, to.x), way(y, at.y, to.y));
                        let (apart, sector) = (dx.unsigned_abs() + dy.unsigned_abs(), sector(dx, dy));
                        near.push(Near { apart, point: other, sector });
                        if let Some(nearest) = sectors.get_mut(sector) {
                            *nearest = apart.min(*nearest);
                        }
                    }
                }
            }
            // Every point nearer than this has been seen, and all of a sector that reaches no farther.
            let seen = (ring as u64 * u64::from(self.side)).min(u32::MAX.into()) as u32;
            let is_done = |i: usize| sectors[i] < seen || seen >= room[i] && sectors[i] == u32::MAX;
            let is_diagonal_done = |i: usize| is_done(i) || sectors[1] < seen || i == 2 && sectors[0] < seen;
            if (0..2).all(is_done) && (2..4).all(is_diagonal_done) {
                break;
            }
        }
        sectors
    }

    /// The points of a square, counted on across borders.
    fn bucket(&self, column: i64, row: i64) -> &[u32] {
        let [x, y] = self.axes.map(|axis| i64::from(axis.parts));
        // At most once around.
        let around = |at: i64, parts: i64| at + if at < 0 { parts } else { 0 } - if at >= parts { parts } else { 0 };
        let bucket = (around(row, y) * x + around(column, x)) as usize;
        &self.points[self.first[bucket] as usize..self.first[bucket + 1] as usize]
    }
}

/// Returns the sector around a point in which another point lies, `dx` columns to the right of it and `dy` rows below: 0 is the
/// cone to the right, 1 the cone below, 2 and 3 are the diagonals below to the right and to the left, 4 is all else.
const fn sector(dx: i32, dy: i32) -> usize {
    match (dx, dy) {
        _ if dy.abs() < dx => 0,
        _ if dx.abs() < dy => 1,
        (_, 1..) if dx == dy => 2,
        (_, 1..) if dx == -dy => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{MapRng, Size, Wrap};
    use mapwright_graph::DisjointSets;

    fn naive(points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
        let apart = |a: usize, b: usize| distance(points[a], points[b], size, wrap);
        let is_joined = |&(a, b): &(usize, usize)| {
            !(0..points.len()).any(|c| apart(a, c) < apart(a, b) && apart(b, c) < apart(a, b))
        };
        let first = |i: usize| points.iter().position(|point| *point == points[i]).unwrap_or(i);
        let before = |i: usize| points[..i].iter().rposition(|point| *point == points[i]).unwrap_or(i);
        let all = (0..points.len()).flat_map(|a| (a + 1..points.len()).map(move |b| (a, b)));
        all.filter(|&(a, b)| if first(b) == b { first(a) == a && is_joined(&(a, b)) } else { before(b) == a })
            .map(|(a, b)| (a as u32, b as u32))
            .collect()
    }

    #[test]
    fn it_is_the_graph_that_all_triples_give() {
        let mut rng = MapRng::new(6);
        for round in 0..800 {
            let (w, h) = (1 + rng.below(60), 1 + rng.below(if round % 3 == 0 { 3 } else { 60 }));
            let size = if round % 2 == 0 { Size::new(w as u16, h as u16) } else { Size::new(h as u16, w as u16) };
            let wrap = Wrap::ALL[round / 2 % 4];
            let points: Vec<Point> = (0..rng.below(70)).map(|_| size.point(rng.below(size.area()))).collect();
            assert_eq!(relative_neighbors(&points, size, wrap), naive(&points, size, wrap), "{round}: {size} {wrap}");
        }
    }

    /// Without an end to the empty sectors, each of these points would look at all others.
    #[test]
    fn long_rows_and_thin_maps_are_fast() {
        for (size, wrap) in [(Size::new(65535, 1), Wrap::None), (Size::new(1, 65535), Wrap::Y)] {
            let points: Vec<Point> = size.points().step_by(2).collect();
            let pairs = relative_neighbors(&points, size, wrap);
            assert_eq!(pairs.len(), points.len() - usize::from(wrap == Wrap::None));
        }
    }

    #[test]
    fn it_is_connected_and_no_longer_than_four_blocks() {
        let mut rng = MapRng::new(7);
        // One point in each square of 8 by 8.
        let grid = (0..12).flat_map(|y| (0..12).map(move |x| (x, y)));
        let points: Vec<Point> =
            grid.map(|(x, y)| Point::new(x * 8 + rng.below(8) as u16, y * 8 + rng.below(8) as u16)).collect();
        let pairs = relative_neighbors(&points, Size::new(96, 96), Wrap::None);
        let mut sets = DisjointSets::new(144);
        for &(a, b) in &pairs {
            sets.unite(a, b);
        }
        assert!((0..144).all(|point| sets.find(point) == sets.find(0)));
        let longest = pairs.iter().map(|&(a, b)| points[a as usize].manhattan(points[b as usize])).max();
        assert!(longest <= Some(32));
        assert!(pairs.len() >= 143);
    }

    /// All pairs of a million rooms in one cell would not fit into memory.
    #[test]
    fn points_in_one_place_are_joined_in_a_chain() {
        let mut points = vec![Point::new(3, 3); 60_000];
        points.push(Point::new(5, 3));
        let pairs = relative_neighbors(&points, Size::new(8, 8), Wrap::Both);
        let chain = (1..60_000).map(|other| (other - 1, other));
        assert_eq!(pairs, std::iter::once((0, 1)).chain([(0, 60_000)]).chain(chain.skip(1)).collect::<Vec<_>>());
    }
}
