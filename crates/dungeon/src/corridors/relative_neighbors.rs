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
//! less than 60°, so the side across it is not the longest. A sector that leaves the map has no points there.
//!
//! On a map that wraps, points stand for their closest images. The first proof needs nothing but distances. For the
//! sectors, let q' and r' be the closest images of q and r to the center. From q to r it is no farther than from q' to r',
//! which is nearer than q' is to the center.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use mapwright_core::{Point, Size, Wrap};

use super::pairs::Pair;

/// The pairs that are joined, each once, sorted. Of points in one place, all are joined to the first, and to nothing else.
pub(super) fn relative_neighbors(points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
    let (mut first, mut own, mut pairs) = (BTreeMap::new(), Vec::new(), Vec::new());
    for (i, &point) in (0..).zip(points) {
        match *first.entry(point).or_insert(i) {
            first if first == i => own.push(i),
            first => pairs.push((first, i)),
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
    let apart = |a: u32, b: u32| wrap.square_distance(points[a as usize], points[b as usize], size);
    let buckets = Buckets::new(points, size, wrap);
    let (mut pairs, mut near) = (Vec::new(), Vec::new());
    for a in (0..).take(points.len()) {
        let nearest = buckets.around(points, a, &mut near);
        for &Near { apart: far, point: b, sector } in near.iter().filter(|near| near.point > a) {
            // A nearer point in the same sector is nearer to both.
            let may_join = sector.is_none_or(|sector| nearest[sector] == far);
            if may_join && !near.iter().any(|c| c.apart < far && apart(c.point, b) < far) {
                pairs.push((a, b));
            }
        }
    }
    pairs
}

/// A point near another.
struct Near {
    /// The squared distance.
    apart: u64,
    point: u32,
    /// The sector it lies in, unless both are in one place.
    sector: Option<usize>,
}

/// Columns or rows of a map, cut into parts of at least the same length.
#[derive(Clone, Copy)]
struct Axis {
    length: u32,
    parts: u32,
    wraps: bool,
}

impl Axis {
    fn new(length: u16, least: u32, wraps: bool) -> Axis {
        let length = u32::from(length.max(1));
        Axis { length, parts: (length / least).max(1), wraps }
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

    /// The way from one column or row to another, the shorter way around.
    fn way(self, from: u16, to: u16) -> i64 {
        let (way, length) = (i64::from(to) - i64::from(from), i64::from(self.length));
        match 2 * way.abs() > length && self.wraps {
            true => way - way.signum() * length,
            false => way,
        }
    }

    /// The longest ways to columns or rows before and behind one.
    fn room(self, at: u16) -> [u64; 2] {
        let (length, at) = (u64::from(self.length), u64::from(at));
        if self.wraps { [length / 2; 2] } else { [at, length - 1 - at] }
    }
}

/// Points by squares of a grid, about two to a square.
struct Buckets {
    /// No square is narrower.
    side: u32,
    axes: [Axis; 2],
    /// Where the points of each square begin in `points`.
    first: Vec<u32>,
    points: Vec<u32>,
}

impl Buckets {
    fn new(points: &[Point], size: Size, wrap: Wrap) -> Buckets {
        let side = (2 * u64::from(size.area()) / (points.len() as u64).max(1)).isqrt().clamp(1, 1 << 16) as u32;
        let axes = [Axis::new(size.w, side, wrap.x()), Axis::new(size.h, side, wrap.y())];
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

    /// All points that may be joined to one, and all that are nearer. Returns the least squared distance in each sector.
    fn around(&self, points: &[Point], from: u32, near: &mut Vec<Near>) -> [u64; 6] {
        let (at, [x, y]) = (points[from as usize], self.axes);
        let (column, row) = (x.part(at.x), y.part(at.y));
        let (columns, rows) = (x.offsets(column), y.offsets(row));
        let ([left, right], [up, down]) = (x.room(at.x), y.room(at.y));
        // How far each sector reaches along its main axis. The fifth and second begin a row above and below.
        let room = [right, down, left.min(down * left), left, up, right.min(up * right)];
        let mut sectors = [u64::MAX; 6];
        near.clear();
        for ring in 0..=i64::from(x.parts.max(y.parts)) {
            for dy in -ring.min(-rows.start())..=ring.min(*rows.end()) {
                // Only the first and last row of a ring are whole.
                let step = if dy.abs() == ring { 1 } else { 2 * ring };
                for dx in (-ring..=ring).step_by(step.max(1) as usize).filter(|dx| columns.contains(dx)) {
                    for &other in self.bucket(i64::from(column) + dx, i64::from(row) + dy) {
                        let to = points[other as usize];
                        let (dx, dy) = (x.way(at.x, to.x), y.way(at.y, to.y));
                        if other == from {
                            continue;
                        }
                        let apart = (dx * dx + dy * dy).cast_unsigned();
                        let sector = sector(dx, dy);
                        near.push(Near { apart, point: other, sector });
                        if let Some(sector) = sector {
                            sectors[sector] = sectors[sector].min(apart);
                        }
                    }
                }
            }
            // Every point nearer than this has been seen. Along its main axis, a sector is at least half as long.
            let seen = ring as u64 * u64::from(self.side);
            if sectors.iter().zip(room).all(|(&nearest, room)| nearest < seen * seen || seen >= 2 * room) {
                break;
            }
        }
        sectors
    }

    /// The points of a square, counted on across borders.
    fn bucket(&self, column: i64, row: i64) -> &[u32] {
        let [x, y] = self.axes.map(|axis| i64::from(axis.parts));
        let bucket = (row.rem_euclid(y) * x + column.rem_euclid(x)) as usize;
        &self.points[self.first[bucket] as usize..self.first[bucket + 1] as usize]
    }
}

/// Which of six equal sectors around a point another lies in, so many columns and rows away; none for the point itself.
fn sector(dx: i64, dy: i64) -> Option<usize> {
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

    fn naive(points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
        let apart = |a: usize, b: usize| wrap.square_distance(points[a], points[b], size);
        let is_joined = |&(a, b): &(usize, usize)| {
            !(0..points.len()).any(|c| apart(a, c) < apart(a, b) && apart(b, c) < apart(a, b))
        };
        let first = |i: usize| points.iter().position(|point| *point == points[i]).unwrap_or(i);
        let all = (0..points.len()).flat_map(|a| (a + 1..points.len()).map(move |b| (a, b)));
        all.filter(|&(a, b)| if first(b) == b { first(a) == a && is_joined(&(a, b)) } else { first(b) == a })
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
    fn it_is_connected_and_no_longer_than_two_diagonals() {
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
        let longest =
            |pairs: &[Pair]| pairs.iter().map(|&(a, b)| points[a as usize].euclidean_squared(points[b as usize])).max();
        assert!(longest(&pairs) <= Some(8 * 64));
        let tree = tree_of_all_pairs(&points, Size::new(96, 96), Wrap::None);
        assert!(pairs.len() >= tree.len());
    }

    /// All pairs of a million rooms in one cell would not fit into memory.
    #[test]
    fn points_in_one_place_are_joined_to_the_first() {
        let mut points = vec![Point::new(3, 3); 60_000];
        points.push(Point::new(5, 3));
        let pairs = relative_neighbors(&points, Size::new(8, 8), Wrap::Both);
        assert_eq!(pairs, (1..=60_000).map(|other| (0, other)).collect::<Vec<_>>());
    }
}
