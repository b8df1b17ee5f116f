//! The built-in template: rooms, halls and corridors, with doors where edges have color 1.
//!
//! A piece owns its top and left walls; the walls of its neighbors close its other two sides. So
//! walls are one cell thick. An edge of color 1 has a door, at a position that its kind determines: the piece that owns
//! the wall has the door, and the other piece has floor that reaches it. All doors of a piece are connected, so the
//! edges alone decide which pieces are.

use mapwright_core::{Grid, MapRng, Point, Tile};

use super::error::HerringboneError;
use super::lattice::Form;
use super::template::{HerringbonePiece, HerringboneTemplate, size_of};
use crate::MatchOn;

/// The number of pieces with the same edges.
const VARIANTS: u64 = 4;

/// Eighths of a unit, without its walls, from the corner to the door, for each kind of edge.
const DOORS: [u16; 6] = [4, 1, 6, 5, 2, 6];

impl Default for HerringboneTemplate {
    /// The dungeon in units of 8 cells.
    fn default() -> Self {
        HerringboneTemplate::of_pieces(MatchOn::Edges, 8, dungeon(8))
    }
}

impl HerringboneTemplate {
    /// A dungeon whose half pieces have `unit` cells a side: 5 to 64.
    ///
    /// # Errors
    ///
    /// `unit` is out of range.
    pub fn dungeon(unit: u16) -> Result<Self, HerringboneError> {
        if !(5..=64).contains(&unit) {
            return Err(HerringboneError::DungeonUnit { unit });
        }
        HerringboneTemplate::new(unit, dungeon(unit))
    }
}

fn dungeon(unit: u16) -> Vec<HerringbonePiece> {
    let mut pieces = Vec::new();
    for form in Form::ALL {
        for code in 0..64u8 {
            let edges = [0, 1, 2, 3, 4, 5].map(|bit| code >> bit & 1);
            for variant in 0..VARIANTS {
                // The pieces are the same for every seed: they are the template.
                let nth = u64::from(code) * VARIANTS + variant;
                let stream = if form == Form::Horizontal { "level" } else { "upright" };
                let rng = MapRng::for_stage(nth, stream, unit.into());
                pieces.push(HerringbonePiece {
                    form,
                    colors: edges,
                    cells: PieceBuilder::new(form, unit, rng).piece(edges),
                });
            }
        }
    }
    pieces
}

/// One piece under construction.
struct PieceBuilder {
    form: Form,
    unit: u16,
    rng: MapRng,
    cells: Grid<Tile>,
}

impl PieceBuilder {
    fn new(form: Form, unit: u16, rng: MapRng) -> Self {
        PieceBuilder { form, unit, rng, cells: Grid::new(size_of(form, unit), Tile::WALL) }
    }

    fn piece(mut self, edges: [u8; 6]) -> Grid<Tile> {
        let doors: Vec<(Point, Point)> = (0..6).filter(|&side| edges[side] > 0).map(|side| self.door(side)).collect();
        // A piece without doors cannot be reached: it stays rock.
        let rooms = match doors.len() {
            0 => return self.cells,
            1 | 2 => self.rng.range(1, 2),
            _ => self.rng.below(3),
        };
        let hub = match rooms {
            0 => self.anywhere(1),
            1 => self.room(),
            _ => self.hall(),
        };
        for &(outside, inside) in &doors {
            self.corridor(inside, hub);
            let is_own = outside != inside;
            if is_own {
                self.cells[outside] = if rooms > 0 { Tile::DOOR } else { Tile::FLOOR };
            }
        }
        self.cells
    }

    /// The door on a side, and the cell inside it: the same one where the neighbor has the door.
    fn door(&self, side: usize) -> (Point, Point) {
        let (unit, size) = (self.unit, self.cells.size());
        let along = 1 + (unit - 2) * DOORS[self.form.kinds(MatchOn::Edges)[side]] / 8;
        let top = |x| (Point::new(x, 0), Point::new(x, 1));
        let left = |y| (Point::new(0, y), Point::new(1, y));
        let right = |y| (Point::new(size.w - 1, y), Point::new(size.w - 1, y));
        let bottom = |x| (Point::new(x, size.h - 1), Point::new(x, size.h - 1));
        match (self.form, side) {
            (_, 0) => top(along),
            (Form::Horizontal, 1) => top(unit + along),
            (Form::Horizontal, 2) => right(along),
            (Form::Horizontal, 3) => bottom(unit + along),
            (Form::Horizontal, 4) => bottom(along),
            (Form::Vertical, 1) => right(along),
            (Form::Vertical, 2) => right(unit + along),
            (Form::Vertical, 3) => bottom(along),
            (Form::Vertical, 4) => left(unit + along),
            _ => left(along),
        }
    }

    /// A cell that is not in a wall, at least `from` cells from the rim.
    fn anywhere(&mut self, from: u16) -> Point {
        let size = self.cells.size();
        let mut along = |length: u16| {
            let (low, high) = (1 + from, length.saturating_sub(1 + from).max(1 + from));
            u16::try_from(self.rng.range(low.into(), high.into())).unwrap_or(low).min(length - 1)
        };
        Point::new(along(size.w), along(size.h))
    }

    /// Digs a room in a part of the piece, and returns a cell in it.
    fn room(&mut self) -> Point {
        let size = self.cells.size();
        let mut span = |length: u16| {
            let inner = u32::from(length) - 1;
            let extent = self.rng.range((inner / 3).max(2), (2 * inner / 3).max(3)).min(inner);
            let from = 1 + self.rng.below(inner - extent + 1);
            let narrow = |at: u32| u16::try_from(at).unwrap_or(1);
            (narrow(from), narrow(from + extent))
        };
        let ((left, right), (top, bottom)) = (span(size.w), span(size.h));
        self.fill((left, top), (right, bottom));
        Point::new((left + right) / 2, (top + bottom) / 2)
    }

    /// Digs a hall as large as the piece, two out of three with pillars, and returns a cell in it. Pillars are wall, so
    /// that unreachable halls are filled in without a trace.
    fn hall(&mut self) -> Point {
        let size = self.cells.size();
        self.fill((1, 1), (size.w, size.h));
        if self.unit >= 7 && self.rng.below(3) > 0 {
            let step = if self.rng.below(2) == 0 { 2 } else { 3 };
            let ranks = |length: u16| (3..length.saturating_sub(2)).step_by(step);
            for (x, y) in ranks(size.w).flat_map(|x| ranks(size.h).map(move |y| (x, y))) {
                self.cells[Point::new(x, y)] = Tile::WALL;
            }
        }
        Point::new(size.w / 2, size.h / 2)
    }

    fn fill(&mut self, (left, top): (u16, u16), (right, bottom): (u16, u16)) {
        for (x, y) in (left..right).flat_map(|x| (top..bottom).map(move |y| (x, y))) {
            self.cells[Point::new(x, y)] = Tile::FLOOR;
        }
    }

    /// Digs a corridor with one bend, which goes inwards first.
    fn corridor(&mut self, from: Point, to: Point) {
        let size = self.cells.size();
        let across_first = from.x == 1 || from.x == size.w - 1;
        let bend = if across_first { Point::new(to.x, from.y) } else { Point::new(from.x, to.y) };
        for (a, b) in [(from, bend), (bend, to)] {
            let (left, right) = (a.x.min(b.x), a.x.max(b.x));
            let (top, bottom) = (a.y.min(b.y), a.y.max(b.y));
            self.fill((left, top), (right + 1, bottom + 1));
        }
    }
}
