//! Rooms and roads on an endless plane by the layers of `layer-proc-gen`. The library has layers and caches, and no roads
//! of its own; what the layers make is as near to ours as it can get: a room in each square of 32 tiles, and a road between
//! two rooms unless a third is nearer to both.

use std::sync::Arc;

use layer_proc_gen::vec2::Point2d;
use layer_proc_gen::{Chunk, GridPoint, Layer, debug, deps};
use mapwright::core::mix;
use mapwright::prelude::Size;

/// One room.
#[derive(Clone, Copy, Default)]
struct Room {
    min: Point2d,
    size: Point2d,
}

/// No two rooms that are joined are farther apart: two diagonals of a square.
const FARTHEST: i64 = 91;

impl Chunk for Room {
    type LayerStore<T> = Arc<T>;
    type Dependencies = ();

    const SIZE: Point2d<u8> = Point2d::splat(5);

    fn compute((): &(), index: GridPoint<Self>) -> Self {
        let bounds = Self::bounds(index);
        let hash = mix(mix(7, index.x.0.cast_unsigned()), index.y.0.cast_unsigned());
        let draw = |nth: u64, n: i64| (mix(hash, nth) % n.cast_unsigned()).cast_signed();
        let size = Point2d::new(6 + draw(0, 5), 6 + draw(1, 5));
        let place = Point2d::new(1 + draw(2, 31 - size.x), 1 + draw(3, 31 - size.y));
        Room { min: Point2d::new(bounds.min.x + place.x, bounds.min.y + place.y), size }
    }

    fn clear((): &(), _: GridPoint<Self>) {}
}

impl debug::Debug for Room {}

impl Room {
    fn center(&self) -> Point2d {
        Point2d::new(self.min.x + self.size.x / 2, self.min.y + self.size.y / 2)
    }
}

deps! {
    #[derive(Default)]
    struct RoadsDeps {
        rooms: Room,
    }
}

/// The tiles of 256 by 256 cells.
#[derive(Clone, Default)]
struct Roads {
    is_open: Arc<Vec<bool>>,
}

impl Chunk for Roads {
    type LayerStore<T> = Arc<T>;
    type Dependencies = RoadsDeps;

    const SIZE: Point2d<u8> = Point2d::splat(8);

    fn compute(deps: &RoadsDeps, index: GridPoint<Self>) -> Self {
        let bounds = Self::bounds(index);
        let rooms: Vec<Room> = deps.rooms.get_range(bounds.pad(Point2d::splat(FARTHEST + 32))).collect();
        let mut is_open = vec![false; 256 * 256];
        let mut open = |x: i64, y: i64| {
            let (x, y) = (x - bounds.min.x, y - bounds.min.y);
            if (0..256).contains(&x) && (0..256).contains(&y) {
                is_open[(y * 256 + x) as usize] = true;
            }
        };
        for room in &rooms {
            for y in room.min.y..room.min.y + room.size.y {
                (room.min.x..room.min.x + room.size.x).for_each(|x| open(x, y));
            }
        }
        let centers: Vec<Point2d> = rooms.iter().map(Room::center).collect();
        for (i, &a) in centers.iter().enumerate() {
            for &b in &centers[i + 1..] {
                let apart = a.dist_squared(b);
                let is_nearer = |&c: &Point2d| a.dist_squared(c) < apart && b.dist_squared(c) < apart;
                if apart > FARTHEST * FARTHEST || centers.iter().any(is_nearer) {
                    continue;
                }
                (a.x.min(b.x)..=a.x.max(b.x)).for_each(|x| open(x, a.y));
                (a.y.min(b.y)..=a.y.max(b.y)).for_each(|y| open(b.x, y));
            }
        }
        Roads { is_open: Arc::new(is_open) }
    }

    fn clear(_: &RoadsDeps, _: GridPoint<Self>) {}
}

impl debug::Debug for Roads {}

/// All chunks of a window.
pub fn layer_proc_gen_roads(size: Size, seed: u64) -> u64 {
    let layer = Layer::<Roads>::default();
    // The layers have no seed; another place is another world.
    let left = (seed % 1000 * 100_000).cast_signed();
    let last = Point2d::new(left + i64::from(size.w) - 1, i64::from(size.h) - 1);
    let window = layer_proc_gen::Bounds { min: Point2d::new(left, 0), max: last };
    layer.get_range(window).map(|chunk| chunk.is_open.iter().filter(|&&open| open).count() as u64).sum()
}
