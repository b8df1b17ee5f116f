//! The planes that a stage can show step by step, and how one changes from one frame to the next.

use super::delta::Part;
use crate::{BuilderMap, Grid, Keep, Sides, Size, Tile};

/// A value that a plane holds for each cell, and that frames can show step by step.
pub trait PlaneCell: Copy + Eq + Default {
    #[doc(hidden)]
    const USUAL: CellPlane<Self>;
    #[doc(hidden)]
    fn code(self) -> u16;
    #[doc(hidden)]
    fn decode(code: u16) -> Self;
}

macro_rules! plane_cell {
    ($($cell:ty: $plane:ident, $code:expr, $decode:expr;)*) => {$(
        impl PlaneCell for $cell {
            const USUAL: CellPlane<$cell> = CellPlane::$plane;
            #[inline]
            fn code(self) -> u16 {
                $code(self)
            }
            fn decode(code: u16) -> $cell {
                $decode(code)
            }
        }
    )*};
}

plane_cell! {
    Tile: TILES, |tile: Tile| tile.0.into(), |code| Tile(code as u8);
    Sides: SIDES, |sides: Sides| sides.0.into(), |code| Sides(code as u8);
    u16: REGIONS, |number| number, |code| code;
    Keep: KEPT, |keep: Keep| keep as u16, |code| Keep::ALL[usize::from(code).min(2)];
}

/// The name of a plane with a value for each cell, by which a step says what it changed.
#[derive(Clone, Copy, Debug)]
pub struct CellPlane<T> {
    /// A change of this plane.
    pub(super) part: fn(Cells<T>) -> Part,
    /// The plane, and whether it was created.
    pub(super) of: fn(&mut BuilderMap) -> (&mut Grid<T>, bool),
}

impl CellPlane<Tile> {
    /// The tiles.
    pub const TILES: Self = CellPlane { part: Part::Tiles, of: |map| (&mut map.tiles, false) };
}

impl CellPlane<Sides> {
    /// The sides.
    pub const SIDES: Self = CellPlane { part: Part::Sides, of: |map| made(map.tiles.size(), &mut map.sides) };
    /// The corners.
    pub const CORNERS: Self = CellPlane { part: Part::Corners, of: |map| made(map.tiles.size(), &mut map.corners) };
    /// The sides before a puzzle stage turned them.
    pub const SOLUTION: Self = CellPlane { part: Part::Solution, of: |map| made(map.tiles.size(), &mut map.solution) };
}

impl CellPlane<u16> {
    /// The regions.
    pub const REGIONS: Self = CellPlane { part: Part::Regions, of: |map| made(map.tiles.size(), &mut map.regions) };
}

impl CellPlane<Keep> {
    /// How much of each cell is kept.
    pub const KEPT: Self = CellPlane { part: Part::Kept, of: |map| made(map.tiles.size(), &mut map.kept) };
}

/// The current state of a plane: a [`Grid`], or the data that a stage uses in its place while it works.
pub trait PlaneView {
    /// The type of its values.
    type Cell: PlaneCell;
    /// Its width and height.
    fn size(&self) -> Size;
    /// The value at a row-major index.
    fn cell(&self, cell: u32) -> Self::Cell;
}

impl<T: PlaneCell> PlaneView for Grid<T> {
    type Cell = T;
    fn size(&self) -> Size {
        Grid::size(self)
    }
    fn cell(&self, cell: u32) -> T {
        self[cell]
    }
}

fn made<T: PlaneCell>(size: Size, plane: &mut Option<Grid<T>>) -> (&mut Grid<T>, bool) {
    let is_new = plane.is_none();
    (plane.get_or_insert_with(|| Grid::new(size, T::default())), is_new)
}

/// The change of one plane.
#[derive(Clone, Debug)]
pub(super) enum Cells<T> {
    /// The plane is removed.
    Gone,
    /// The whole plane, if that is shorter than a list of changes.
    Whole(Grid<T>),
    /// The cells that change.
    Some(Packed),
}

/// Cells with their new values in ascending order. Each is packed as its gap from the cell after the one before it
/// and its value, both as LEB128, so that a change near another takes two or three bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    bytes: Vec<u8>,
    /// The cell after the last one.
    end: u32,
    /// The size of the plane if it is new; then all other cells have the default value.
    fresh: Option<Size>,
}

impl<T: PlaneCell> Cells<T> {
    /// The change that turns `shown` into `now`, if any; afterwards they are equal.
    pub(super) fn carry(shown: &mut Grid<T>, now: &Grid<T>) -> Option<Self> {
        const BLOCK: usize = 64;
        let mut packed = Packed::default();
        if shown.size() != now.size() {
            *shown = Grid::new(now.size(), T::default());
            packed.fresh = Some(now.size());
        }
        let blocks = shown.as_mut_slice().chunks_mut(BLOCK).zip(now.as_slice().chunks(BLOCK));
        for (first, (shown, now)) in (0..).step_by(BLOCK).zip(blocks).filter(|(_, (shown, now))| shown != now) {
            for (at, (shown, &now)) in (first..).zip(shown.iter_mut().zip(now)) {
                if std::mem::replace(shown, now) != now {
                    packed.push(at, now);
                }
            }
        }
        (!packed.is_empty()).then(|| packed.finish(now))
    }

    /// The same for an optional plane.
    pub(super) fn carry_plane(shown: &mut Option<Grid<T>>, now: Option<&Grid<T>>) -> Option<Self> {
        match now {
            Some(now) => Cells::carry(shown.get_or_insert_with(none), now),
            None => shown.take().map(|_| Cells::Gone),
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        matches!(self, Cells::Some(packed) if packed.is_empty())
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            Cells::Gone => 0,
            Cells::Whole(plane) => size_of_val(plane.as_slice()),
            Cells::Some(packed) => packed.bytes.capacity(),
        }
    }

    /// Applies the change to a plane that always exists.
    pub(super) fn patch(&self, plane: &mut Grid<T>) {
        match self {
            Cells::Gone => (),
            Cells::Whole(now) => plane.clone_from(now),
            Cells::Some(packed) => {
                if let Some(size) = packed.fresh {
                    *plane = Grid::new(size, T::default());
                }
                packed.iter().for_each(|(at, value)| plane[at] = value);
            }
        }
    }

    /// Applies the change to an optional plane.
    pub(super) fn patch_plane(&self, plane: &mut Option<Grid<T>>) {
        match self {
            Cells::Gone => *plane = None,
            _ => self.patch(plane.get_or_insert_with(none)),
        }
    }

    /// Appends `next` to this change.
    pub(super) fn follow(&mut self, next: Self) {
        match (&mut *self, &next) {
            (Cells::Whole(plane), Cells::Some(Packed { fresh: None, .. })) => next.patch(plane),
            (Cells::Some(first), Cells::Some(second)) if second.fresh.is_none() => first.merge::<T>(second),
            _ => *self = next,
        }
    }
}

/// A plane that does not exist yet.
fn none<T: PlaneCell>() -> Grid<T> {
    Grid::new(Size::new(0, 0), T::default())
}

impl Packed {
    /// An empty list with capacity for about two thousand cells; of a new plane if its size is given.
    pub(super) fn with_room(fresh: Option<Size>) -> Self {
        Packed { bytes: Vec::with_capacity(4096), end: 0, fresh }
    }

    const fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.fresh.is_none()
    }

    /// Adds a cell after all others.
    #[inline(always)]
    pub(super) fn push<T: PlaneCell>(&mut self, at: u32, value: T) {
        put(at - self.end, &mut self.bytes);
        put(value.code().into(), &mut self.bytes);
        self.end = at + 1;
    }

    /// The change, given the plane that it leads to.
    pub(super) fn finish<T: PlaneCell>(mut self, now: &Grid<T>) -> Cells<T> {
        if self.bytes.len() > size_of_val(now.as_slice()) {
            return Cells::Whole(now.clone());
        }
        self.bytes.shrink_to_fit();
        Cells::Some(self)
    }

    fn iter<T: PlaneCell>(&self) -> impl Iterator<Item = (u32, T)> {
        let (mut bytes, mut end) = (self.bytes.as_slice(), 0);
        std::iter::from_fn(move || {
            let at = end + take(&mut bytes)?;
            end = at + 1;
            Some((at, T::decode(take(&mut bytes)? as u16)))
        })
    }

    /// Adds later changes, which win if both change a cell.
    fn merge<T: PlaneCell>(&mut self, later: &Packed) {
        let mut merged = Packed { fresh: self.fresh, ..Packed::default() };
        let mut earlier = self.iter::<T>().peekable();
        for (at, value) in later.iter::<T>() {
            while let Some((before, value)) = earlier.next_if(|&(before, _)| before <= at) {
                if before < at {
                    merged.push(before, value);
                }
            }
            merged.push(at, value);
        }
        earlier.for_each(|(at, value)| merged.push(at, value));
        merged.bytes.shrink_to_fit();
        *self = merged;
    }
}

#[inline]
fn put(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MapRng;

    fn plane(rng: &mut MapRng, cells: u16, values: u32) -> Grid<u16> {
        let odds = [0.01, 0.5][rng.below(2) as usize];
        Grid::from_fn(Size::new(cells, 1), |_| if rng.chance(odds) { rng.below(values) as u16 } else { 0 })
    }

    #[test]
    fn changes_lead_from_plane_to_plane_alone_and_merged() {
        let mut rng = MapRng::new(5);
        for cells in [0, 1, 5, 63, 64, 65, 1000] {
            for values in [1, 2, 60_000].repeat(5) {
                let [a, b, c] = [(); 3].map(|()| plane(&mut rng, cells, values));
                let mut shown = a.clone();
                let changes = [&b, &c].map(|next| Cells::carry(&mut shown, next));
                assert_eq!(shown, c);
                let mut replayed = a.clone();
                changes.iter().flatten().for_each(|change| change.patch(&mut replayed));
                assert_eq!(replayed, c);
                let [Some(mut both), Some(second)] = changes else { continue };
                assert!(both.bytes() <= 2 * usize::from(cells), "never more than the plane");
                both.follow(second);
                replayed = a;
                both.patch(&mut replayed);
                assert_eq!(replayed, c);
            }
        }
    }

    #[test]
    fn a_lone_change_takes_three_bytes() {
        let mut shown = Grid::new(Size::new(1000, 1), 0);
        let mut now = shown.clone();
        now[500] = 7;
        assert_eq!(Cells::carry(&mut shown, &now).map(|cells| cells.bytes()), Some(3));
    }
}
