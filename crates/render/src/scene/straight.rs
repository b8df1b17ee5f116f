//! Which borders of rock were built, and which grew.
//!
//! Every corner of the rock votes by the two runs of border that leave it. A long run speaks for a wall; so does a short
//! one that ends in a turn to the same side, the end of a wall. A run of one cell that ends in a turn to the *other* side
//! is a stair, as only nature makes them. Nearly all maps are of one kind as a whole; in the others, a corner listens
//! to those around it. Where the map knows its rooms, they need not be guessed.

use mapwright_core::BuilderMap;

use super::ground::Grounds;
use super::plane::Axes;
use crate::picture::Edges;

/// How far a corner looks along its runs.
const LOOK: i32 = 8;
/// Runs from this many cells on are long.
const LONG: i32 = 3;

/// For each vertex between cells, whether rock was built straight there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Straightness {
    vertices: Vertices,
    built: Vec<bool>,
}

/// The vertices of a map: one more than cells on each axis, unless the last one is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Vertices {
    axes: Axes,
    columns: i32,
    rows: i32,
}

/// What the four cells around a vertex make of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VertexForm {
    Plain,
    /// Two rocks that touch aslant.
    Slant,
    Corner {
        /// The cell that differs from the other three: 0 to 3 for NW, NE, SW, SE.
        odd: u8,
        is_rock: bool,
    },
}

impl Straightness {
    /// Which borders of a map's rock are straight.
    pub(crate) fn of(map: &BuilderMap, grounds: &Grounds, edges: Edges) -> Straightness {
        let vertices = Vertices::of(grounds.axes);
        let area = vertices.columns as usize * vertices.rows as usize;
        if edges != Edges::Auto {
            return Straightness { vertices, built: vec![edges == Edges::Built; area] };
        }
        let mut straight = Straightness { vertices, built: vertices.judge(&grounds.rock) };
        straight.rooms(map, grounds);
        straight
    }

    /// Rooms that are all open are built, and those that are not nearly so grew.
    fn rooms(&mut self, map: &BuilderMap, grounds: &Grounds) {
        let axes = grounds.axes;
        for is_full in [false, true] {
            for room in map.rooms.iter().flatten() {
                let [x, y, w, h] = [room.rect.x, room.rect.y, room.rect.w, room.rect.h].map(i32::from);
                let (right, bottom) = ((x + w).min(axes.w), (y + h).min(axes.h));
                let inside = (y..bottom).flat_map(|y| (x..right).map(move |x| axes.cell(x, y)));
                let (open, all) =
                    inside.fold((0u64, 0u64), |(open, all), cell| (open + u64::from(!grounds.rock[cell]), all + 1));
                if all > 0 && (open == all) == is_full && (is_full || open * 10 < all * 9) {
                    for (x, y) in (y..=bottom).flat_map(|y| (x..=right).map(move |x| (x, y))) {
                        let vertex = self.vertices.number(x, y);
                        self.built[vertex] = is_full;
                    }
                }
            }
        }
    }

    /// Whether rock is straight at the vertex in the upper left corner of a cell, on the map or beyond.
    pub(crate) fn at(&self, x: i32, y: i32) -> bool {
        self.built[self.vertices.number(x, y)]
    }

    /// Whether every vertex is built, or none.
    #[cfg(test)]
    pub(crate) fn kind(&self) -> Option<bool> {
        let first = self.built[0];
        self.built.iter().all(|&built| built == first).then_some(first)
    }
}

impl Vertices {
    fn of(axes: Axes) -> Vertices {
        let one = |wraps: bool| i32::from(!wraps);
        Vertices { axes, columns: axes.w + one(axes.wrap.x()), rows: axes.h + one(axes.wrap.y()) }
    }

    /// The number of a vertex; beyond a border, that of the last one or the one around it.
    fn number(self, x: i32, y: i32) -> usize {
        let along = |at: i32, count: i32, wraps: bool| {
            if wraps { at.rem_euclid(count) } else { at.clamp(0, count - 1) }
        };
        let (x, y) = (along(x, self.columns, self.axes.wrap.x()), along(y, self.rows, self.axes.wrap.y()));
        y as usize * self.columns as usize + x as usize
    }

    /// Whether a vertex lies on the map or comes around.
    const fn has(self, x: i32, y: i32) -> bool {
        (self.axes.wrap.x() || (0 <= x && x < self.columns)) && (self.axes.wrap.y() || (0 <= y && y < self.rows))
    }

    fn form(self, rock: &[bool], x: i32, y: i32) -> VertexForm {
        let cells = [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(dx, dy)| rock[self.axes.cell(x + dx, y + dy)]);
        let count = cells.iter().filter(|&&is_rock| is_rock).count();
        let odd = |is_rock: bool| {
            let odd = (0..4).find(|&i| cells[usize::from(i)] == is_rock).unwrap_or(0);
            VertexForm::Corner { odd, is_rock }
        };
        match count {
            1 => odd(true),
            3 => odd(false),
            2 if cells[0] == cells[3] => VertexForm::Slant,
            _ => VertexForm::Plain,
        }
    }

    /// The kind of each vertex.
    fn judge(self, rock: &[bool]) -> Vec<bool> {
        let area = self.columns as usize * self.rows as usize;
        let forms: Vec<VertexForm> = self.places().map(|(x, y)| self.form(rock, x, y)).collect();
        let votes: Vec<i32> = self.places().map(|(x, y)| self.vote(&forms, x, y)).collect();
        let (sum, weight) = votes
            .iter()
            .fold((0i64, 0i64), |(sum, weight), &vote| (sum + i64::from(vote), weight + i64::from(vote.abs())));
        if weight == 0 {
            let has_corners = forms.iter().any(|form| matches!(form, VertexForm::Corner { .. }));
            return vec![has_corners; area];
        }
        if 4 * sum.abs() > weight {
            return vec![sum > 0; area];
        }
        let (near, far) = (self.sums(&votes, 3), self.sums(&votes, 7));
        near.iter().zip(far).map(|(near, far)| 2 * near + far > 0).collect()
    }

    fn places(self) -> impl Iterator<Item = (i32, i32)> {
        (0..self.rows).flat_map(move |y| (0..self.columns).map(move |x| (x, y)))
    }

    /// From -2 for what grew to 2 for what was built.
    fn vote(self, forms: &[VertexForm], x: i32, y: i32) -> i32 {
        let (odd, is_rock) = match forms[self.number(x, y)] {
            VertexForm::Plain => return 0,
            VertexForm::Slant => return -2,
            VertexForm::Corner { odd, is_rock } => (odd, is_rock),
        };
        // The border leaves along the two sides of the odd cell.
        let (dx, dy) = (if odd % 2 == 0 { -1 } else { 1 }, if odd < 2 { -1 } else { 1 });
        let across = self.run(forms, (x, y), (dx, 0), |far| far / 2 == odd / 2, is_rock);
        let down = self.run(forms, (x, y), (0, dy), |far| far % 2 == odd % 2, is_rock);
        let runs = [across, down];
        let count = |is: fn(&(i32, bool)) -> bool| runs.iter().filter(|run| is(run)).count();
        let long = count(|&(length, _)| length >= LONG);
        let cap = count(|&(length, same)| length < LONG && same);
        let step = count(|&(length, same)| length == 1 && !same);
        match (long, cap, step) {
            (2, ..) | (1, 1.., _) => 2,
            (1, _, 1..) => -1,
            (_, _, 1..) => -2,
            (1, ..) => 1,
            _ => 0,
        }
    }

    /// How long the border runs from a corner, and whether it ends in a turn to the same side.
    fn run(
        self,
        forms: &[VertexForm],
        (x, y): (i32, i32),
        (dx, dy): (i32, i32),
        same_side: impl Fn(u8) -> bool,
        is_rock: bool,
    ) -> (i32, bool) {
        for length in 1..LOOK {
            let (x, y) = (x + dx * length, y + dy * length);
            if !self.has(x, y) {
                break;
            }
            match forms[self.number(x, y)] {
                VertexForm::Plain => {}
                VertexForm::Slant => return (length, false),
                VertexForm::Corner { odd, is_rock: far } => return (length, far == is_rock && same_side(odd)),
            }
        }
        (LOOK, true)
    }

    /// The sum of the values within `reach` vertices on each axis.
    fn sums(self, values: &[i32], reach: usize) -> Vec<i32> {
        let (columns, rows) = (self.columns as usize, self.rows as usize);
        let mut sums = values.to_vec();
        for row in sums.chunks_mut(columns) {
            let line = row.to_vec();
            slide(&line, reach, self.axes.wrap.x(), |at, sum| row[at] = sum);
        }
        for column in 0..columns {
            let line: Vec<i32> = (0..rows).map(|row| sums[row * columns + column]).collect();
            slide(&line, reach, self.axes.wrap.y(), |at, sum| sums[at * columns + column] = sum);
        }
        sums
    }
}

/// Passes the sum of the values within `reach` of each place, zero beyond the ends or around them.
fn slide(line: &[i32], reach: usize, wraps: bool, mut put: impl FnMut(usize, i32)) {
    let (count, reach) = (line.len() as i64, reach as i64);
    let value = |at: i64| {
        let at = if wraps { at.rem_euclid(count) } else { at };
        usize::try_from(at).ok().and_then(|at| line.get(at)).copied().unwrap_or(0)
    };
    let mut sum: i32 = (-reach..=reach).map(value).sum();
    for at in 0..count {
        put(at as usize, sum);
        sum += value(at + reach + 1) - value(at - reach);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{Grid, MapRng, Rect, Room, Size, Tile, Wrap};

    fn map(rows: &[&str], wrap: Wrap) -> BuilderMap {
        let size = Size::new(rows[0].len() as u16, rows.len() as u16);
        let tiles: Vec<Tile> =
            rows.concat().bytes().map(|c| if c == b'#' { Tile::WALL } else { Tile::FLOOR }).collect();
        BuilderMap::from_tiles(Grid::from_vec(size, tiles).unwrap(), wrap)
    }

    fn straight(map: &BuilderMap) -> Straightness {
        Straightness::of(map, &Grounds::of(map), Edges::Auto)
    }

    #[test]
    fn rooms_are_built_and_stairs_grew() {
        let room = map(&["########", "#......#", "#......#", "#......#", "########"], Wrap::None);
        assert_eq!(straight(&room).kind(), Some(true));
        let blob = map(&["##....##", "#......#", "........", "........", "#......#", "##....##"], Wrap::None);
        assert_eq!(straight(&blob).kind(), Some(false));
        // The end of a wall is no stair.
        let wall = map(&["........", "........", "..####..", "........", "........"], Wrap::None);
        assert_eq!(straight(&wall).kind(), Some(true));
        let empty = map(&["....", "...."], Wrap::None);
        assert_eq!(straight(&empty).kind(), Some(false));
    }

    #[test]
    fn known_rooms_need_not_be_guessed() {
        let mut blob = map(&["##....##", "#......#", "........", "........", "#......#", "##....##"], Wrap::None);
        blob.rooms = Some(Room::numbered([Rect::new(2, 0, 4, 6)]));
        let found = straight(&blob);
        assert!(found.at(2, 0) && found.at(6, 6) && !found.at(1, 1) && !found.at(7, 3));
        // Less than nine tenths of it are open.
        let mut room = map(&["########", "#......#", "#......#", "#......#", "########"], Wrap::None);
        room.rooms = Some(Room::numbered([Rect::new(0, 0, 8, 5)]));
        assert_eq!(straight(&room).kind(), Some(false));
        // A room that leaves the map is cut.
        room.rooms = Some(Room::numbered([Rect::new(6, 3, 60_000, 60_000), Rect::new(60_000, 9, 3, 3)]));
        assert!(straight(&room).at(0, 0));
    }

    /// A map that wraps has no seam: moved around, the same vertices are built.
    #[test]
    fn a_wrapping_map_can_be_moved() {
        let mut rng = MapRng::new(4);
        for (w, h) in [(1, 1), (2, 5), (20, 12)] {
            let size = Size::new(w, h);
            for _ in 0..20 {
                // Half built, half grown.
                let tiles = Grid::from_fn(size, |at| {
                    let grown = at.x * 2 < w && rng.chance(0.4);
                    if grown || at.x * 2 >= w && at.y % 5 == 0 && at.x % 7 != 0 { Tile::WALL } else { Tile::FLOOR }
                });
                let here = BuilderMap::from_tiles(tiles, Wrap::Both);
                let axes = Axes::new(size, Wrap::Both);
                let moved = Grid::from_fn(size, |at| {
                    here.tiles.as_slice()[axes.cell(i32::from(at.x) + 3, i32::from(at.y) + 2)]
                });
                let there = BuilderMap::from_tiles(moved, Wrap::Both);
                let (here, there) = (straight(&here), straight(&there));
                assert!(axes.cells().all(|(x, y)| here.at(x + 3, y + 2) == there.at(x, y)), "{size}");
            }
        }
    }

    #[test]
    fn sums_are_those_of_all_places_in_reach() {
        let mut rng = MapRng::new(8);
        for wrap in Wrap::ALL {
            let vertices = Vertices::of(Axes::new(Size::new(9, 5), wrap));
            let values: Vec<i32> = vertices.places().map(|_| rng.below(9) as i32 - 4).collect();
            let sums = vertices.sums(&values, 3);
            for ((x, y), sum) in vertices.places().zip(sums) {
                let around = (-3..=3).flat_map(|dy| (-3..=3).map(move |dx| (x + dx, y + dy)));
                let naive: i32 =
                    around.filter(|&(x, y)| vertices.has(x, y)).map(|(x, y)| values[vertices.number(x, y)]).sum();
                assert_eq!(sum, naive);
            }
        }
    }
}
