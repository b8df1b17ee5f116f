//! Places rooms on a new map.

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Facts, Grid, Keep, Plane, Planes, Point, Rect, Room,
    Size, Tile, Wrap,
};

use super::rooms_from_regions::list_kept_parts;
use crate::corridors::Corridors;

/// Cuts rooms into a map of solid rock.
///
/// A room is exactly its rectangle. Between rooms at least `spacing` cells stay solid. So does the outermost ring of
/// the map; on a wrapped axis it is `spacing` columns or rows at the low end instead, and no room crosses the border.
///
/// No room has a kept cell, and the kept open cells count as rooms: at least `spacing` cells around them stay solid.
pub(super) struct RoomPlacer {
    map: BuilderMap,
    regions: Grid<u16>,
    rooms: Vec<Rect>,
    bounds: Rect,
    spacing: u16,
    /// The shortest side of a room.
    least: u16,
}

impl RoomPlacer {
    /// A map with space for at least one room.
    pub(super) fn new(size: Size, least: u16, spacing: u16, cx: &mut BuildCx<'_>) -> Result<Self, BuildError> {
        let map = cx.new_map(size, Tile::WALL)?;
        let (bounds, margins) = bounds(size, cx.wrap, spacing);
        if bounds.w < least || bounds.h < least {
            let min = Size::new(margins.w.saturating_add(least), margins.h.saturating_add(least));
            return Err(BuildErrorKind::TooSmall { size, min }.into());
        }
        cx.before_steps(&map);
        Ok(RoomPlacer { map, regions: Grid::new(size, 0), rooms: Vec::new(), bounds, spacing, least })
    }

    /// Where rooms may be.
    pub(super) const fn bounds(&self) -> Rect {
        self.bounds
    }

    pub(super) fn is_full(&self, max_rooms: Option<u32>) -> bool {
        max_rooms.is_some_and(|most| self.rooms.len() >= most as usize)
    }

    /// A random room in an area, with uniform size and position. The area is at least `least` cells a side.
    fn random_room(&self, area: Rect, most: u16, cx: &mut BuildCx<'_>) -> Rect {
        let mut span = |first: u16, room: u16| {
            let length = pick(self.least, most.min(room), cx);
            (pick(first, first + room.saturating_sub(length), cx), length)
        };
        let ((x, w), (y, h)) = (span(area.x, area.w), span(area.y, area.h));
        Rect::new(x, y, w, h)
    }

    /// Whether a room and the rock that it needs around it are still solid.
    ///
    /// It is enough to check a lattice: the first and last column and row, and every `least`-th between.
    /// Along each axis, the overlap of another room with the block either reaches an end of the block, or is that
    /// room's whole length, which is `least` or more. In both cases it contains a column or row of the lattice, so
    /// it contains a point where two of them meet. That is 9 to 16 cells for a room of usual size, and does not
    /// grow with the number of rooms. Kept cells may be anywhere, so where some are all cells are checked.
    fn is_free(&self, room: Rect) -> bool {
        let (w, h) = (usize::from(self.map.size().w), usize::from(self.map.size().h));
        let span = |first: u16, length: u16, cells: usize| {
            let spacing = usize::from(self.spacing);
            let last = usize::from(first) + usize::from(length) - 1;
            (usize::from(first).saturating_sub(spacing), (last + spacing).min(cells - 1))
        };
        let ((left, right), (top, bottom)) = (span(room.x, room.w, w), span(room.y, room.h, h));
        let (tiles, kept) = (self.map.tiles.as_slice(), self.map.kept.as_ref());
        let step = kept.map_or(usize::from(self.least), |_| 1);
        let is_row_free = |y: usize| {
            let row = &tiles[y * w..][..=right];
            row[right].is_solid() && row[left..].iter().step_by(step).all(|tile| tile.is_solid())
        };
        let is_row_kept = |y: u16, kept: &Grid<Keep>| {
            let row = &kept.as_slice()[usize::from(y) * w + usize::from(room.x)..][..usize::from(room.w)];
            row.iter().any(|&keep| keep != Keep::Free)
        };
        is_row_free(bottom)
            && (top..bottom).step_by(step).all(is_row_free)
            && !kept.is_some_and(|kept| (room.y..room.y + room.h).any(|y| is_row_kept(y, kept)))
    }

    /// Cuts a random room out of an area, if it is free there.
    pub(super) fn try_room(&mut self, area: Rect, most: u16, cx: &mut BuildCx<'_>) -> bool {
        let room = self.random_room(area, most, cx);
        let is_free = self.is_free(room);
        if is_free {
            self.carve(room, cx);
        }
        is_free
    }

    /// Cuts a room out of the rock around what is kept in it. It is no room if all of it is.
    pub(super) fn carve_around_kept(&mut self, room: Rect, cx: &mut BuildCx<'_>) {
        let Some(kept) = &self.map.kept else { return self.carve(room, cx) };
        let free: Vec<Point> = room.points().filter(|&at| kept[at] == Keep::Free).collect();
        if free.is_empty() {
            return;
        }
        self.rooms.push(room);
        let number = u16::try_from(self.rooms.len()).unwrap_or(0);
        for &at in &free {
            self.map.tiles[at] = Tile::FLOOR;
            self.regions[at] = number;
        }
        let size = self.map.size();
        cx.step(&self.map.tiles, free.into_iter().map(|at| size.index(at)));
    }

    /// Cuts a room out of the rock.
    fn carve(&mut self, room: Rect, cx: &mut BuildCx<'_>) {
        self.rooms.push(room);
        // Regions count from 1; rooms past the last number have none.
        let number = u16::try_from(self.rooms.len()).unwrap_or(0);
        let w = usize::from(self.map.size().w);
        for y in room.y..room.y + room.h {
            let first = usize::from(y) * w + usize::from(room.x);
            let cells = first..first + usize::from(room.w);
            fill(&mut self.map.tiles.as_mut_slice()[cells.clone()], Tile::FLOOR);
            fill(&mut self.regions.as_mut_slice()[cells], number);
        }
        let size = self.map.size();
        cx.step(&self.map.tiles, room.points().map(|p: Point| size.index(p)));
    }

    /// The map with its rooms, joined by corridors.
    pub(super) fn finish(self, corridors: Option<Corridors>, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = self.map;
        map.rooms = Some(Room::numbered(self.rooms));
        for (number, room) in (1..=u16::MAX).zip(map.rooms.iter_mut().flatten()) {
            room.region = Some(number);
        }
        map.regions = Some(self.regions);
        list_kept_parts(&mut map);
        if let Some(corridors) = corridors {
            corridors.dig(&mut map, cx)?;
        }
        Ok(map)
    }
}

/// Fills a row of a room. Most are 4 to 16 cells long: two short pieces that overlap cover them, without a loop.
fn fill<T: Copy>(row: &mut [T], value: T) {
    fn ends<T: Copy, const N: usize>(row: &mut [T], value: T) {
        if let Some(first) = row.first_chunk_mut() {
            *first = [value; N];
        }
        if let Some(last) = row.last_chunk_mut() {
            *last = [value; N];
        }
    }
    match row.len() {
        4..8 => ends::<T, 4>(row, value),
        8..=16 => ends::<T, 8>(row, value),
        _ => row.fill(value),
    }
}

/// The planes of a map with placed rooms.
pub(super) fn provides(corridors: Option<Corridors>) -> Planes {
    let dug = if corridors.is_some() { Plane::Corridors.into() } else { Planes::NONE };
    Planes::of(&[Plane::Rooms, Plane::Regions]).union(dug)
}

/// Says that a stage leaves kept cells as they are, if its corridors do.
pub(super) fn sparing(facts: Facts, corridors: Option<Corridors>, size: Size) -> Facts {
    let spares = corridors.is_none_or(|corridors| corridors.facts(size).spares_kept);
    if spares { facts.spares_kept() } else { facts }
}

/// Where rooms may be on a map, and how many columns and rows that leaves out.
fn bounds(size: Size, wrap: Wrap, spacing: u16) -> (Rect, Size) {
    let margins = |wraps: bool| if wraps { (spacing, 0) } else { (1, 1) };
    let ((left, right), (top, bottom)) = (margins(wrap.x()), margins(wrap.y()));
    let (w, h) = (size.w.saturating_sub(left + right), size.h.saturating_sub(top + bottom));
    (Rect::new(left, top, w, h), Size::new(left + right, top + bottom))
}

/// A random number from `low` to `high`.
fn pick(low: u16, high: u16, cx: &mut BuildCx<'_>) -> u16 {
    let above = cx.rng.below(u32::from(high.saturating_sub(low)) + 1);
    low + u16::try_from(above).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_any_length_are_filled() {
        for length in 0..40 {
            let mut row = vec![0; length];
            fill(&mut row, 7);
            assert_eq!(row, vec![7; length]);
        }
    }

    #[test]
    fn a_place_is_free_when_no_cell_of_it_or_round_it_is_taken() {
        for (least, spacing) in [(1, 1), (2, 1), (3, 1), (3, 2), (4, 3), (6, 1)] {
            for seed in 0..40 {
                let size = Size::new(40, 30);
                let cx = &mut BuildCx::new(seed, "placer", 0);
                let mut placer = RoomPlacer::new(size, least, spacing, cx).unwrap();
                for _ in 0..60 {
                    let room = placer.random_room(placer.bounds(), 9, cx);
                    let spaced = |p: Point| {
                        let near =
                            |at: u16, first: u16, length: u16| at + spacing >= first && at < first + length + spacing;
                        near(p.x, room.x, room.w) && near(p.y, room.y, room.h)
                    };
                    let naive = size.points().filter(|&p| spaced(p)).all(|p| placer.map.tiles[p].is_solid());
                    assert_eq!(placer.is_free(room), naive, "{least} {spacing} {room:?}");
                    if naive {
                        placer.carve(room, cx);
                    }
                }
                assert!(placer.rooms.len() > 1);
            }
        }
    }
}
