//! Finds for every point the nearest point in each of four octants, by sweeps (Guibas and Stolfi, *On computing all
//! north-east nearest neighbors in the L1 metric*, 1983).
//!
//! These pairs contain the minimum spanning tree. Proof: rank pairs by length, then by the numbers of their points; then
//! the minimum spanning tree is unique. Let b lie in an octant of a, and let c ≠ b be the nearest point in this octant, or
//! the first of several. Two points of an octant are nearer to each other than the farther one is to the apex, so (b, c) is
//! shorter than (a, b). (a, c) is shorter than (a, b) too, or as long, and c comes before b. So (a, b) ranks last in the
//! triangle a, b, c, and is not in the tree. The octants are half-open and cover the plane, and of two points one lies in
//! one of the four octants of the other. ∎

use mapwright_core::Point;

/// The coordinates of a point for the sweep of one octant. The sweep goes from the highest `primary` down. A point that was
/// passed lies in the octant if its `secondary` is higher; the nearest one has the least `sum`.
#[derive(Clone, Copy)]
struct Key {
    primary: u32,
    secondary: u32,
    sum: u32,
}

/// Returns the key of a point, given its column and row, and the largest column and row of all points.
type KeyOf = fn([u32; 2], [u32; 2]) -> Key;

/// The four octants. The first and the third contain the points with the same primary, the others those with the same
/// secondary.
const OCTANTS: [KeyOf; 4] = [
    |[x, y], [w, _]| Key { primary: x, secondary: y + w - x, sum: x + y },
    |[x, y], [_, h]| Key { primary: y, secondary: x + h - y, sum: x + y },
    |[x, y], [_, h]| Key { primary: h - y, secondary: x + y, sum: x + h - y },
    |[x, y], [w, h]| Key { primary: x, secondary: h - y + w - x, sum: x + h - y },
];

/// Returns pairs of numbers of points that contain the minimum spanning tree. No two points have the same position.
pub(super) fn nearest(points: &[(Point, u32)]) -> Vec<(u32, u32)> {
    let columns_and_rows = |p: Point| [u32::from(p.x), u32::from(p.y)];
    let last = points.iter().fold([0, 0], |[w, h], &(Point { x, y }, _)| [w.max(x.into()), h.max(y.into())]);
    let mut pairs = Vec::with_capacity(4 * points.len());
    let mut least = LeastAbove::new(last[0] + last[1] + 1);
    let mut keys: Vec<(Key, u32)> = Vec::with_capacity(points.len());
    for (octant, key) in OCTANTS.into_iter().enumerate() {
        keys.clear();
        keys.extend(points.iter().map(|&(point, number)| (key(columns_and_rows(point), last), number)));
        keys.sort_unstable_by_key(|(key, _)| std::cmp::Reverse(key.primary));
        least.clear();
        let has_same_primary = octant % 2 == 0;
        for same in keys.chunk_by(|(a, _), (b, _)| a.primary == b.primary) {
            let add = |least: &mut LeastAbove| {
                same.iter().for_each(|(key, number)| least.add(key.secondary, (key.sum, *number)))
            };
            if has_same_primary {
                add(&mut least);
            }
            let from = |key: &Key| key.secondary + u32::from(has_same_primary);
            pairs.extend(same.iter().filter_map(|(key, number)| Some((*number, least.from(from(key))?))));
            if !has_same_primary {
                add(&mut least);
            }
        }
    }
    pairs
}

/// Values at positions. Finds the least one from a position upwards in logarithmic time (a Fenwick tree, 1994).
struct LeastAbove(Vec<(u32, u32)>);

impl LeastAbove {
    /// Returns an empty tree for positions below `bound`.
    fn new(bound: u32) -> Self {
        LeastAbove(vec![(u32::MAX, u32::MAX); bound as usize + 1])
    }

    fn clear(&mut self) {
        self.0.fill((u32::MAX, u32::MAX));
    }

    fn add(&mut self, position: u32, value: (u32, u32)) {
        let mut at = position as usize + 1;
        while at > 0 {
            self.0[at] = self.0[at].min(value);
            at &= at - 1;
        }
    }

    /// Returns the second part of the least value from a position upwards.
    fn from(&self, position: u32) -> Option<u32> {
        let mut at = position as usize + 1;
        let mut least = (u32::MAX, u32::MAX);
        while let Some(&value) = self.0.get(at) {
            least = least.min(value);
            at += at & at.wrapping_neg();
        }
        (least.0 != u32::MAX).then_some(least.1)
    }
}
