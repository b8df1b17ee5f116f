//! The neighbors of points: for each, the nearest point of every octant around it, with lengths in steps.
//!
//! These pairs contain a minimum spanning tree, so that few pairs need to be tried (Yao 1982). A sweep finds them in
//! O(n log n) (Zhou, Shenoy and Nicholls, *Efficient Minimum Spanning Tree Construction without Delaunay
//! Triangulation*, 2001).
//!
//! Why a tree is among them: let q be the nearest point to p in an octant, and r another one there. An octant contains
//! one of the two rays that bound it, so |q − r| < |p − r|. Take a minimum spanning tree with the pair (p, r). Without
//! this pair it falls into two parts. If q is in the part of p, (q, r) would join them again and make a shorter tree:
//! impossible. So q is in the part of r, and (p, q), which is no longer than (p, r), joins them again. Each such
//! exchange leaves one pair fewer that is not ours. On a map that wraps, p and r stand for their closest images.

use mapwright_core::{Point, Size, Wrap};

use super::distance;
use super::pairs::{Pair, ordered};

/// The pairs of neighbors, and the neighbors of each point.
pub(super) struct Neighbors {
    /// The steps between two points, and both points, the nearest first.
    edges: Vec<(u32, Pair)>,
    /// Where the neighbors of each point begin in `others`, and the end.
    first: Vec<u32>,
    others: Vec<u32>,
}

impl Neighbors {
    pub(super) fn new(points: &[Point], size: Size, wrap: Wrap) -> Self {
        let pairs = pairs(points, size, wrap).into_iter();
        let steps = |(a, b): Pair| distance(points[a as usize], points[b as usize], size, wrap);
        // As one number, the nearest and then the lowest pair first.
        let key = |(a, b): Pair| u128::from(steps((a, b))) << 64 | u128::from(a) << 32 | u128::from(b);
        let mut keys: Vec<u128> = pairs.map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        let edges: Vec<(u32, Pair)> =
            keys.into_iter().map(|key| ((key >> 64) as u32, ((key >> 32) as u32, key as u32))).collect();
        let mut first = vec![0; points.len() + 1];
        for end in edges.iter().flat_map(|&(_, (a, b))| [a, b]) {
            first[end as usize + 1] += 1;
        }
        for point in 0..points.len() {
            first[point + 1] += first[point];
        }
        let (mut next, mut others) = (first.clone(), vec![0; 2 * edges.len()]);
        for (here, other) in edges.iter().flat_map(|&(_, (a, b))| [(a, b), (b, a)]) {
            let place: &mut u32 = &mut next[here as usize];
            others[*place as usize] = other;
            *place += 1;
        }
        Neighbors { edges, first, others }
    }

    /// All pairs, the nearest first.
    pub(super) fn pairs(&self) -> impl Iterator<Item = Pair> {
        self.edges.iter().map(|&(_, pair)| pair)
    }

    /// The neighbors of a point, the nearest first.
    pub(super) fn of(&self, point: u32) -> &[u32] {
        let point = point as usize;
        &self.others[self.first[point] as usize..self.first[point + 1] as usize]
    }
}

/// Other coordinates of a place.
type Coordinates = fn((i32, i32)) -> (i32, i32);

/// The pairs of neighbors, some of them twice.
fn pairs(points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(4 * points.len());
    let mut images = images(points, size, wrap);
    images.sort_unstable();
    // One of several points in a cell stands for all of them.
    images.dedup_by(|(at, point), (at_before, before)| {
        let is_same = at == at_before;
        if is_same {
            pairs.push(ordered(*before, *point));
        }
        is_same
    });
    // Four octants are enough: those on one side of a line. Half of a quadrant has each ray, along an axis and along
    // the diagonal, once.
    let turns: [Coordinates; 2] = [|at| at, |(x, y)| (y, -x)];
    let mut swept = Vec::with_capacity(images.len());
    for turn in turns {
        swept.clear();
        swept.extend(images.iter().map(|&(at, point)| {
            let (a, b) = turn(at);
            Swept { steps: a + b, point, u: a, v: b - a }
        }));
        sweep(&mut swept, &mut pairs);
        // From `a` and `b - a` to `a - b` and `b`. The steps stay, so the images are nearly in order already.
        for image in &mut swept {
            (image.u, image.v) = (-image.v, image.u + image.v);
        }
        sweep(&mut swept, &mut pairs);
    }
    pairs
}

/// An image of a point in coordinates in which its octant is everything with `u` no smaller and `v` larger.
#[derive(Clone, Copy)]
struct Swept {
    /// The columns plus rows. Within an octant, differences of this are distances.
    steps: i32,
    point: u32,
    u: i32,
    v: i32,
}

impl Swept {
    /// Its steps, its point and `u`, in this order, as one number. `v` follows from them.
    fn key(&self) -> u128 {
        let ordered = |at: i32| u128::from(at.cast_unsigned() ^ 1 << 31);
        ordered(self.steps) << 64 | u128::from(self.point) << 32 | ordered(self.u)
    }
}

/// Adds the pairs of each image with the nearest one in its octant.
///
/// It goes by `steps`, so the first image to come up in an octant is the nearest. Images that wait for theirs are kept by
/// `u`. The larger it is, the smaller is their `v`: otherwise one of them would have been the other's. So those that
/// find the new image in their octant lie side by side. They end, and the new image takes their place.
fn sweep(images: &mut [Swept], pairs: &mut Vec<Pair>) {
    images.sort_unstable_by_key(Swept::key);
    let mut waiting: Vec<Swept> = Vec::new();
    for &image in images.iter() {
        let end = waiting.partition_point(|other| other.u <= image.u);
        let begin = waiting[..end].iter().rposition(|other| other.v >= image.v).map_or(0, |fits_not| fits_not + 1);
        let found = waiting[begin..end].iter().filter(|other| other.point != image.point);
        pairs.extend(found.map(|other| ordered(other.point, image.point)));
        if begin < end {
            waiting[begin] = image;
            waiting.drain(begin + 1..end);
        } else {
            waiting.insert(begin, image);
        }
    }
}

/// The points and, across wrapped borders, their images up to half the map away: one of them is the closest.
fn images(points: &[Point], size: Size, wrap: Wrap) -> Vec<((i32, i32), u32)> {
    let shifts = |wraps: bool, length: u16| {
        let length = i32::from(length);
        if wraps { vec![0, -length, length] } else { vec![0] }
    };
    let is_near = |at: i32, length: u16| 2 * at >= -i32::from(length) && 2 * at <= 3 * i32::from(length);
    let mut images = Vec::with_capacity(points.len());
    for dy in shifts(wrap.y(), size.h) {
        for dx in shifts(wrap.x(), size.w) {
            let moved = (0..).zip(points).map(|(i, p)| ((i32::from(p.x) + dx, i32::from(p.y) + dy), i));
            images.extend(moved.filter(|&((x, y), _)| is_near(x, size.w) && is_near(y, size.h)));
        }
    }
    images
}
