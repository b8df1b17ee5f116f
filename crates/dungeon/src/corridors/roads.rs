//! Corridors of an endless world: the relative neighborhood graph of all rooms.
//!
//! A corridor is a fact about two rooms. Where it runs is hashed from both entrances, so each window digs the same one,
//! whatever else it shows. It is listed as a whole, from entrance to entrance.

use mapwright_core::{BuildCx, BuilderMap, MapRng, Point, Reach, Rect, Size, mix};

use super::dig::Digger;
use super::{Corridors, End, RoomPairs, met};

impl Corridors {
    /// How far a cell may be from a room that decides about it, if each block has a room, and rooms keep to their blocks.
    ///
    /// Two rooms that are joined are at most two diagonals of a block apart, and a third that parts them is no farther from
    /// any cell of the corridor, along each axis. A room is seen only as a whole.
    pub(super) fn reach_in(&self, block: Size) -> Reach {
        if self.rooms != RoomPairs::RelativeNeighbors {
            return Reach::Global("its pairs depend on all rooms; use `\"rooms\": \"relative-neighbors\"`");
        }
        let (w, h) = (u64::from(block.w), u64::from(block.h));
        let reach = (4 * (w * w + h * h)).isqrt() + 1 + w.max(h) + u64::from(self.width);
        u16::try_from(reach).map_or(Reach::Global("such large blocks reach farther than any window"), Reach::Cells)
    }

    /// Digs the corridors between the rooms of a window.
    pub(super) fn dig_roads(&self, map: &mut BuilderMap, (left, top): (i64, i64), cx: &mut BuildCx<'_>) {
        let (size, wrap, bits) = (map.size(), map.wrap, cx.place_bits(0));
        let rooms: Vec<Rect> = map.rooms.iter().flatten().filter_map(|room| met(map, room)).collect();
        let mut digger = Digger::new(map, self.line, cx);
        let mut ends: Vec<End> = rooms.into_iter().map(|room| End { room, at: digger.enter(room) }).collect();
        ends.sort_unstable_by_key(|end| (end.at.y, end.at.x, end.room));
        let points: Vec<Point> = ends.iter().map(|end| end.at).collect();
        let hash = |at: Point| bits.at(left + i64::from(at.x), top + i64::from(at.y));
        let mut roads = Vec::new();
        for (a, b) in self.rooms.pairs(&points, None, size, wrap) {
            let (a, b) = (ends[a as usize], ends[b as usize]);
            digger.reseed(MapRng::new(mix(hash(a.at), hash(b.at))));
            digger.plan(a, b);
            let (columns, rows) = wrap.apart(a.at, b.at, size);
            let mut road = Vec::with_capacity((columns + rows) as usize + 1);
            road.push(a.at);
            digger.follow(a.at, |at| {
                road.push(at);
                true
            });
            roads.push(road);
            digger.dig(a.at);
        }
        digger.finish(self.width);
        map.corridors = Some(roads);
    }
}
