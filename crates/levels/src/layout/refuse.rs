//! What cannot be laid out, found before the search, by name.
//!
//! Rooms that touch make a plane graph. Rectangles make one in which no triangle has a room inside: three rectangles that
//! touch each other leave no hole between them. So a graph with as many joins as a plane graph can have is out of reach, as its
//! outer face is a triangle around all other rooms. Triangles around rooms in graphs with fewer joins are left to the search.

use mapwright_core::{BuildError, BuildErrorKind, Size};

use super::fit::{Fits, common_lengths};
use super::planar::{blocks, is_planar};
use super::search::RoomKind;

/// What is asked for.
pub(super) struct Request<'a> {
    pub(super) size: Size,
    pub(super) rooms: &'a [RoomKind],
    pub(super) joins: &'a [(u16, u16)],
    pub(super) fits: &'a Fits,
    /// Whether joins may be corridors.
    pub(super) corridors: bool,
}

impl Request<'_> {
    pub(super) fn check(&self) -> Result<(), BuildError> {
        self.check_joins()?;
        self.check_size()?;
        self.check_connected()?;
        self.check_planar()?;
        if !self.corridors {
            self.check_doors()?;
            self.check_count()?;
        }
        Ok(())
    }

    fn check_joins(&self) -> Result<(), BuildError> {
        let last = self.rooms.len() - 1;
        let mut seen = std::collections::BTreeSet::new();
        for &(a, b) in self.joins {
            let bad = |expected: String| {
                Err(BuildError::parameter("joins", format_args!("a list with [{a}, {b}]"), expected))
            };
            if usize::from(a.max(b)) > last {
                return bad(format!("rooms from 0 to {last}"));
            }
            if a == b {
                return bad("two different rooms in each join".to_owned());
            }
            if !seen.insert((a.min(b), a.max(b))) {
                return bad("each pair of rooms once".to_owned());
            }
        }
        Ok(())
    }

    /// The least columns and rows of a room with its walls.
    fn least(&self, room: usize) -> (u32, u32) {
        match &self.rooms[room] {
            RoomKind::Rectangle { w, h } => (u32::from(w[0]) + 2, u32::from(h[0]) + 2),
            RoomKind::Shapes(shapes) => {
                let sides = shapes.iter().map(|&shape| {
                    let [left, top, right, bottom] = self.fits.shapes[shape].extent();
                    ((right - left + 1) as u32, (bottom - top + 1) as u32)
                });
                sides.fold((u32::MAX, u32::MAX), |(w, h), side| (w.min(side.0), h.min(side.1)))
            }
        }
    }

    /// The least cells of a room with the walls on two sides, as neighbors share walls.
    fn least_area(&self, room: usize) -> u32 {
        match &self.rooms[room] {
            RoomKind::Rectangle { w, h } => (u32::from(w[0]) + 1) * (u32::from(h[0]) + 1),
            RoomKind::Shapes(shapes) => {
                shapes.iter().map(|&shape| self.fits.shapes[shape].n_floor()).min().unwrap_or(0)
            }
        }
    }

    fn check_size(&self) -> Result<(), BuildError> {
        let rooms = 0..self.rooms.len();
        let (w, h) = rooms.clone().map(|room| self.least(room)).fold((0, 0), |(w, h), (x, y)| (w.max(x), h.max(y)));
        let area: u32 = rooms.map(|room| self.least_area(room)).sum();
        let (columns, rows) = (u32::from(self.size.w), u32::from(self.size.h));
        if columns < w || rows < h || columns.saturating_sub(1) * rows.saturating_sub(1) < area {
            let side = |least: u32| (area.isqrt() + 2).max(least).min(u16::MAX.into()) as u16;
            return Err(BuildErrorKind::TooSmall { size: self.size, min: Size::new(side(w), side(h)) }.into());
        }
        Ok(())
    }

    fn check_connected(&self) -> Result<(), BuildError> {
        let mut reached = vec![false; self.rooms.len()];
        reached[0] = true;
        for _ in 1..self.rooms.len() {
            for &(a, b) in self.joins {
                let (a, b) = (usize::from(a), usize::from(b));
                let any = reached[a] || reached[b];
                (reached[a], reached[b]) = (any, any);
            }
        }
        match reached.iter().position(|reached| !reached) {
            Some(room) => Err(BuildError::impossible(format!("no joins lead from room 0 to room {room}"))),
            None => Ok(()),
        }
    }

    fn check_planar(&self) -> Result<(), BuildError> {
        for block in blocks(self.rooms.len(), self.joins) {
            if !is_planar(&block) {
                let rooms = listed(block.iter().flat_map(|&(a, b)| [a, b]));
                let why = format!("the joins of the rooms {rooms} cannot be drawn without crossing each other");
                return Err(BuildError::impossible(why));
            }
        }
        Ok(())
    }

    fn neighbors(&self, room: usize) -> impl Iterator<Item = usize> {
        let other = move |&(a, b): &(u16, u16)| match (usize::from(a), usize::from(b)) {
            (a, b) if a == room => Some(b),
            (a, b) if b == room => Some(a),
            _ => None,
        };
        self.joins.iter().filter_map(other)
    }

    fn check_doors(&self) -> Result<(), BuildError> {
        for room in 0..self.rooms.len() {
            let n = self.neighbors(room).count();
            let most = self.most_neighbors(room);
            if n > 0 && most == 0 {
                return Err(BuildError::impossible(format!("the template of room {room} has no door")));
            }
            if n > most {
                let why = format!("room {room} is joined to {n} rooms, and has place for {most} at most");
                return Err(BuildError::impossible(why));
            }
        }
        for &(a, b) in self.joins {
            let shapes = |room: u16| match &self.rooms[usize::from(room)] {
                RoomKind::Rectangle { .. } => None,
                RoomKind::Shapes(shapes) => Some(shapes.iter().map(|&shape| &self.fits.shapes[shape])),
            };
            let (Some(mut of_a), Some(of_b)) = (shapes(a), shapes(b)) else { continue };
            if !of_a.any(|one| of_b.clone().any(|other| !common_lengths(one, other).is_empty())) {
                let lengths = |room: u16| {
                    let lengths =
                        shapes(room).into_iter().flatten().flat_map(|shape| shape.door_lengths().unwrap_or_default());
                    listed(lengths)
                };
                let (of_a, of_b) = (lengths(a), lengths(b));
                let why = format!(
                    "the templates of the rooms {a} and {b} never meet: their doors are {of_a} and {of_b} long"
                );
                return Err(BuildError::impossible(why));
            }
        }
        Ok(())
    }

    /// How many rooms fit around one: as many as it has doors, or as its sides are long. Neighbors on one side may hang
    /// over both its ends by all but one cell.
    fn most_neighbors(&self, room: usize) -> usize {
        match &self.rooms[room] {
            RoomKind::Rectangle { w, h } => {
                let (x, y) = self
                    .neighbors(room)
                    .map(|other| self.least(other))
                    .fold((u32::MAX, u32::MAX), |(w, h), (x, y)| (w.min(x), h.min(y)));
                let side = |side: u16, least: u32| {
                    let least = least.saturating_sub(2).clamp(1, 64);
                    2 * ((u32::from(side) + 2 * least - 1) / (least + 1))
                };
                (side(w[1], x) + side(h[1], y)) as usize
            }
            RoomKind::Shapes(shapes) => {
                shapes.iter().filter_map(|&shape| self.fits.shapes[shape].n_doors()).max().unwrap_or(0)
            }
        }
    }

    /// Refuses more joins than rectangles can have.
    fn check_count(&self) -> Result<(), BuildError> {
        if !self.rooms.iter().all(|room| matches!(room, RoomKind::Rectangle { .. })) {
            return Ok(());
        }
        for block in blocks(self.rooms.len(), self.joins) {
            let rooms: std::collections::BTreeSet<usize> = block.iter().flat_map(|&(a, b)| [a, b]).collect();
            if rooms.len() > 3 && block.len() + 6 >= 3 * rooms.len() {
                let why = "are joined so often that three of them enclose another room; rectangles that touch leave no place for it \
                           (`corridors` would)";
                return Err(BuildError::impossible(format!("the rooms {} {why}", listed(rooms))));
            }
        }
        Ok(())
    }
}

/// Numbers in words: "1, 2 and 5".
fn listed(numbers: impl IntoIterator<Item = usize>) -> String {
    let sorted: std::collections::BTreeSet<usize> = numbers.into_iter().collect();
    let mut words: Vec<String> = sorted.iter().map(usize::to_string).collect();
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}
