//! The nearest point in each of four octants, of every point, by sweeps (Guibas and Stolfi, *On computing all north-east
//! nearest neighbors in the L1 metric*, 1983).
//!
//! They hold the shortest tree. Pairs are ranked by length, then by their numbers, so it is the only one. Let b lie in an octant
//! of a, whose nearest point, of several the first, is another one, c. Two points of an octant are nearer to each other than
//! the farther of them is to its apex, so (b, c) is shorter than (a, b); and (a, c) is shorter, or as long and c comes before b.
//! So (a, b) has the highest rank in this triangle, and no shortest tree has it. Octants of which each has one of its two
//! borders cover the plane, and of two points one lies in one of four of the other's. ∎

use mapwright_core::Point;

/// How an octant is swept: from the highest `primary` down, with points of a higher `secondary` in it. The nearest has the
/// least sum.
#[derive(Clone, Copy)]
struct Key {
    primary: u32,
    secondary: u32,
    sum: u32,
}

/// The key of a point in an octant: its column and row are given, and the largest of any point.
type KeyOf = fn([u32; 2], [u32; 2]) -> Key;

/// In the first and the third octant, a point has those of the same primary in it, in the others those of the same secondary.
const OCTANTS: [KeyOf; 4] = [
    |[x, y], [w, _]| Key { primary: x, secondary: y + w - x, sum: x + y },
    |[x, y], [_, h]| Key { primary: y, secondary: x + h - y, sum: x + y },
    |[x, y], [_, h]| Key { primary: h - y, secondary: x + y, sum: x + h - y },
    |[x, y], [w, h]| Key { primary: x, secondary: h - y + w - x, sum: x + h - y },
];

/// Pairs of some points, no two of which are in one place, that hold the shortest tree: the numbers of the nearest ones.
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

/// The least of the values that were added at some place or above it (a tree after Fenwick, 1994).
struct LeastAbove(Vec<(u32, u32)>);

impl LeastAbove {
    /// For places below a bound.
    fn new(bound: u32) -> Self {
        LeastAbove(vec![(u32::MAX, u32::MAX); bound as usize + 1])
    }

    fn clear(&mut self) {
        self.0.fill((u32::MAX, u32::MAX));
    }

    fn add(&mut self, place: u32, value: (u32, u32)) {
        let mut at = place as usize + 1;
        while at > 0 {
            self.0[at] = self.0[at].min(value);
            at &= at - 1;
        }
    }

    /// The number in the least value from a place on.
    fn from(&self, place: u32) -> Option<u32> {
        let mut at = place as usize + 1;
        let mut least = (u32::MAX, u32::MAX);
        while let Some(&value) = self.0.get(at) {
            least = least.min(value);
            at += at & at.wrapping_neg();
        }
        (least.0 != u32::MAX).then_some(least.1)
    }
}
