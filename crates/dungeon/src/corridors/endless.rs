//! Corridors of an endless world: the relative neighborhood graph of all rooms.
//!
//! A corridor is a fact about two rooms. Where it runs is hashed from both entrances, so each window digs the same one,
//! whatever else it shows. It is listed as a whole, from entrance to entrance.

use std::collections::BTreeSet;

use mapwright_core::{BuildCx, BuildError, BuildErrorKind, BuilderMap, MapRng, Point, Reach, Rect, Size, mix};

use super::dig::{Digger, Entrance};
use super::pairs::RoomPairs;
use super::relative_neighbors::relative_neighbors;
use super::{Corridors, met};

impl Corridors {
    /// How far a cell may be from a room that decides about it, if each block has a room, and rooms keep to their blocks.
    ///
    /// Two rooms that are joined are at most four blocks apart, in columns plus rows, and a third that parts them is no
    /// farther from any cell of the corridor, along each axis. A window shows only rooms that lie in it completely.
    pub(super) fn reach_in(&self, block: Size) -> Reach {
        if self.rooms != RoomPairs::RelativeNeighbors {
            return Reach::Global("its pairs depend on all rooms; use `\"rooms\": \"relative-neighbors\"`");
        }
        if self.max_loops != Some(0) {
            return Reach::Global("corridors for loops depend on all others; use `\"max_loops\": 0`");
        }
        let (w, h) = (u64::from(block.w), u64::from(block.h));
        let reach = 2 * (w + h) + 1 + w.max(h) + u64::from(self.width);
        u16::try_from(reach).map_or(Reach::Global("such large blocks reach farther than any window"), Reach::Cells)
    }

    /// Digs the corridors between the rooms of a window.
    ///
    /// # Errors
    ///
    /// A block has no room, so corridors may reach farther than windows show.
    pub(super) fn dig_roads(
        &self,
        map: &mut BuilderMap,
        (left, top): (i64, i64),
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        super::claim(map, cx)?;
        let (size, wrap, bits) = (map.size(), map.wrap, cx.cell_bits(0));
        let rooms: Vec<Rect> = map.rooms.iter().flatten().filter_map(|room| met(map, room)).collect();
        if let Some((x, y)) = empty_block(&rooms, (left, top), size, cx.block) {
            let why = format!(
                "the block at ({x}, {y}) has no room, and roads reach no farther than to the next block; \
                 make a room in each block, as `random-rooms` does"
            );
            return Err(BuildErrorKind::Endless { why }.into());
        }
        let mut digger = Digger::new(map, self.line, cx);
        let mut ends: Vec<Entrance> = rooms.into_iter().map(|room| Entrance { room, at: digger.enter(room) }).collect();
        ends.sort_unstable_by_key(|end| (end.at.y, end.at.x, end.room));
        let points: Vec<Point> = ends.iter().map(|end| end.at).collect();
        let hash = |at: Point| bits.at(left + i64::from(at.x), top + i64::from(at.y));
        let mut roads = Vec::new();
        for (a, b) in relative_neighbors(&points, size, wrap) {
            let (a, b) = (ends[a as usize], ends[b as usize]);
            digger.reseed(MapRng::new(mix(hash(a.at), hash(b.at))));
            digger.plan(a, b);
            roads.push(digger.way_from(a.at));
            digger.dig(a.at);
        }
        digger.finish(self.width);
        map.corridors = Some(roads);
        Ok(())
    }
}

/// The place of a block that lies completely in a window and has no room.
fn empty_block(rooms: &[Rect], (left, top): (i64, i64), size: Size, block: Size) -> Option<(i64, i64)> {
    let (w, h) = (i64::from(block.w.max(1)), i64::from(block.h.max(1)));
    let of = |at: Point| ((left + i64::from(at.x)).div_euclid(w), (top + i64::from(at.y)).div_euclid(h));
    let taken: BTreeSet<(i64, i64)> = rooms.iter().map(|room| of(room.center())).collect();
    let whole = |from: i64, length: u16, side: i64| {
        let first = from.div_euclid(side) + i64::from(from.rem_euclid(side) > 0);
        first..(from + i64::from(length)).div_euclid(side)
    };
    let rows = whole(top, size.h, h);
    let mut blocks = rows.flat_map(|y| whole(left, size.w, w).map(move |x| (x, y)));
    blocks.find(|block| !taken.contains(block)).map(|(x, y)| (x * w, y * h))
}
