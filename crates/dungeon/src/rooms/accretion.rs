//! Rooms of many shapes, each attached to those before.
//!
//! Accretion after Brian Walker's *Brogue*: draw the shape of a room, look for a wall of the dungeon where it can be attached
//! by a door without touching anything else, and repeat. Cells beside rooms are tried in random order until one fits,
//! 200 at most.

mod occupancy;
mod shape;
mod stencil;

use std::collections::BTreeSet;

use mapwright_core::params::{check_at_least, check_each};
use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Facts, Grid, InitialMapBuilder, Keep, MapRng, Plane,
    Point, Reach, Size, Template, Tile, params,
};

use self::{occupancy::Occupancy, shape::Quota, stencil::Stencil};

pub use self::shape::{AccretionShape, ShapeKind};
use super::rooms_from_regions::{list_kept_parts, rooms_of};
use crate::corridors::Shortcuts;

/// Rooms of many shapes, each attached to those before by a door.
///
/// The first room is in the middle. Then the shape of a room is drawn, with or without a hallway, and attached at a place
/// drawn uniformly from all places where it fits: a door joins it to an earlier room, and it touches no other one, not even
/// by a corner. In the end shortcuts are opened, where the walk from one side of a wall to the other is long.
///
/// `regions` has the number of each room, from 1; doors have none. Without shortcuts the rooms and doors are a tree.
///
/// Rooms are attached to kept parts too. If one has place for a door, there is no first room in the middle.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::Accretion;
///
/// let tree = Accretion { max_loops: Some(0), ..Accretion::default() };
/// let map = BuilderChain::start_with(Size::new(80, 50), tree).build(7)?;
/// let (rooms, doors) = (map.rooms.unwrap_or_default(), map.doors.unwrap_or_default());
/// assert!(rooms.len() > 30 && doors.len() == rooms.len() - 1);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
///
/// Source: the level generator of *Brogue* (Brian Walker, 2009), whose shapes these are.
#[params]
pub struct Accretion {
    /// How many rooms to try after the first.
    #[param(default = 120, range = 0..=65_534)]
    pub tries: u16,
    /// The share of rooms that try to have a hallway.
    #[param(default = 0.3, range = 0.0..=1.0)]
    pub hallway_chance: f64,
    /// The shapes of rooms, of which one is drawn by weight for each room.
    #[param(default = AccretionShape::all(), items = 1..=100)]
    pub shapes: Vec<AccretionShape>,
    /// How deep the level is, for shapes with depths.
    #[param(default = 1)]
    pub depth: u32,
    /// The share of doorways that get a door; the others are floor.
    #[param(default = 1.0, range = 0.0..=1.0)]
    pub door_chance: f64,
    /// The most shortcuts; absent for all, 0 for none.
    pub max_loops: Option<u32>,
    /// The longest walk around a wall that gets no shortcut, in steps.
    #[param(default = 20, range = 0..=1000)]
    pub min_detour: u32,
}

impl Accretion {
    fn loops(&self) -> Shortcuts {
        Shortcuts { max: self.max_loops, min_detour: self.min_detour, ..Shortcuts::default() }
    }
}

impl Builder for Accretion {
    fn facts(&self, size: Size) -> Facts {
        let facts = Facts::new("accretion")
            .memory(18)
            .title("Rooms attached to rooms")
            .gives([Plane::Rooms, Plane::Regions])
            .reach(Reach::BLOCK);
        let facts = if self.shapes.iter().any(|shape| shape.template.is_some()) { facts.draws() } else { facts };
        if self.loops().facts(size).spares_kept { facts.spares_kept() } else { facts }
    }
}

impl InitialMapBuilder for Accretion {
    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_ranges()?;
        check_each(&self.shapes, check_shape).map_err(|error| error.within("shapes"))?;
        let shapes = || self.shapes.iter().filter(|shape| shape.appears_at(self.depth));
        let wanted: u32 = shapes().map(|shape| u32::from(shape.min)).sum();
        if wanted > self.tries.into() {
            let value = format!("a list whose `min` are {wanted} together");
            return Err(BuildError::parameter("shapes", value, format!("at most `tries`, {}", self.tries)));
        }
        if wanted == 0 && shapes().all(|shape| shape.weight == 0) {
            let expected = format!("one shape or more with a weight that appears at depth {}", self.depth);
            return Err(BuildError::parameter("shapes", format!("a list of {}", self.shapes.len()), expected));
        }
        Ok(())
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        InitialMapBuilder::check(self, size)?;
        let mut dungeon = Dungeon::new(size, cx)?;
        let shapes = self.shapes.iter().filter(|shape| shape.appears_at(self.depth)).collect();
        let mut quota = Quota::new(shapes, self.tries, &mut cx.rng);
        if !dungeon.taken.has_edges() {
            dungeon.begin(&mut quota, cx);
        }
        for nth in 0..self.tries {
            if nth == 20 && dungeon.n_rooms == 0 {
                // Nothing fits beside the kept parts.
                dungeon.begin(&mut quota, cx);
            }
            let Some(kind) = quota.next(nth, &mut cx.rng) else { continue };
            let Some(mut shape) = Stencil::draw(quota.shapes[kind], &mut cx.rng) else { continue };
            if cx.rng.chance(self.hallway_chance) {
                shape = shape.with_hallway(&mut cx.rng).unwrap_or(shape);
            }
            let before = dungeon.taken.tried;
            if let Some((offset, door)) = dungeon.taken.pick(&shape, &mut cx.rng) {
                dungeon.add(&shape, offset, Some(door), cx);
                quota.count(kind);
            }
            // Drawing the shape takes some microseconds too.
            cx.work(u32::try_from(dungeon.taken.tried - before).unwrap_or(u32::MAX).saturating_add(10))?;
        }
        let wanted: u64 = quota.shapes.iter().map(|shape| u64::from(shape.min)).sum();
        if !quota.wanted.is_empty() {
            let (what, reached) = ("rooms of shapes with `min` fit", wanted - quota.wanted.len() as u64);
            let tries = self.tries.into();
            return Err(BuildErrorKind::FellShort { what, reached, wanted, tries, budget: tries }.into());
        }
        dungeon.finish(self, cx)
    }
}

/// Checks that rooms of a shape can be drawn.
fn check_shape(shape: &AccretionShape) -> Result<(), BuildError> {
    shape.template.as_ref().map_or(Ok(()), check_template)?;
    check_at_least(("max_cells", shape.max_cells), ("min_cells", shape.min_cells))?;
    if let Some(most) = shape.max {
        check_at_least(("max", most), ("min", shape.min))?;
    }
    if let (Some(least), Some(most)) = (shape.min_depth, shape.max_depth) {
        check_at_least(("max_depth", most), ("min_depth", least))?;
    }
    if !Stencil::can_draw(shape) {
        let (AccretionShape { min_cells: min, max_cells: max, .. }, name) =
            (shape, format!("{:?}", shape.shape).to_lowercase());
        let expected = format!("fewer, or a larger `max_cells`: no {name} was drawn with {min} to {max} cells");
        return Err(BuildError::parameter("min_cells", min, expected));
    }
    Ok(())
}

/// Checks that a template can be a room.
fn check_template(template: &Template) -> Result<(), BuildError> {
    let wrong = |value: String, expected: &str| Err(BuildError::parameter("template", value, expected));
    let Size { w, h } = template.size();
    if u32::from(w.max(h)) > Stencil::SIDE {
        return wrong(format!("{w}x{h} cells"), "at most 62 cells a side");
    }
    if let Some(glyph) = template.unique_mark() {
        let expected =
            "tiles, choices, slots, spawns and marks: other stages place the start, the exit and keys, and lock doors";
        return wrong(format!("one with `{glyph}`"), expected);
    }
    template.check_floor().or_else(|error| wrong("wrong".to_owned(), &format!("connected floor; {error}")))?;
    // With choices there may be another outcome.
    if !template.has_choices() && Stencil::of_template(template, &mut MapRng::new(0)).is_none() {
        return wrong("one that no door can lead into".to_owned(), "floor at its outline, at `+` if it has any");
    }
    Ok(())
}

/// A map whose rooms are being attached.
struct Dungeon {
    map: BuilderMap,
    regions: Grid<u16>,
    taken: Occupancy,
    n_rooms: u16,
    doors: Vec<Point>,
}

impl Dungeon {
    fn new(size: Size, cx: &mut BuildCx<'_>) -> Result<Self, BuildError> {
        let map = cx.new_map(size, Tile::WALL)?;
        let least = |wraps: bool| if wraps { 2 } else { 3 };
        let min = Size::new(least(cx.wrap.x()), least(cx.wrap.y()));
        if size.w < min.w || size.h < min.h {
            return Err(BuildErrorKind::TooSmall { size, min }.into());
        }
        cx.before_steps(&map);
        let mut taken = Occupancy::new(size, cx.wrap);
        taken.keep(&map);
        Ok(Dungeon { map, regions: Grid::new(size, 0), taken, n_rooms: 0, doors: Vec::new() })
    }

    /// Makes the first room, in the middle, or anywhere if cells are kept there. On a map too small for any shape it is a single
    /// cell.
    fn begin(&mut self, quota: &mut Quota<'_>, cx: &mut BuildCx<'_>) {
        let size = self.map.size();
        let middle = |shape: &Stencil| {
            let columns = shape.columns().count_ones() as u16 + 2;
            Some(Point::new(size.w.checked_sub(columns)? / 2, size.h.checked_sub(shape.rows.len() as u16)? / 2))
        };
        let fitting = |is_anywhere: bool| {
            let kind = quota.by_weight(&mut cx.rng)?;
            let shape = Stencil::draw(quota.shapes[kind], &mut cx.rng)?;
            let offset = if is_anywhere { Some(size.point(cx.rng.below(size.area()))) } else { middle(&shape) };
            let offset = offset.filter(|&offset| self.taken.fits(&shape, offset))?;
            Some((kind, shape, offset))
        };
        let elsewhere = if self.map.kept.is_some() { 1000 } else { 0 };
        let first = (0..20 + elsewhere).map(|nth| nth >= 20).find_map(fitting);
        if first.is_none() && elsewhere > 0 {
            return;
        }
        first.iter().for_each(|&(kind, ..)| quota.count(kind));
        let (shape, offset) = first.map_or_else(
            || (Stencil::dot(), Point::new(size.w.saturating_sub(3) / 2, size.h.saturating_sub(3) / 2)),
            |(_, shape, offset)| (shape, offset),
        );
        self.add(&shape, offset, None, cx);
    }

    fn add(&mut self, shape: &Stencil, offset: Point, door: Option<Point>, cx: &mut BuildCx<'_>) {
        self.n_rooms += 1;
        let at = |(x, y): (u32, u32)| self.taken.cell(offset, x as i32, y as i32);
        let cells: Vec<Point> = shape.cells().filter_map(at).collect();
        for &cell in &cells {
            self.map.tiles[cell] = Tile::FLOOR;
            self.regions[cell] = self.n_rooms;
        }
        let (furniture, exits) = self.furnish(shape, offset);
        self.taken.add(&cells, door, exits.as_deref());
        if let Some(door) = door {
            self.map.tiles[door] = Tile::DOOR;
            self.doors.push(door);
        }
        let size = self.map.size();
        cx.draws(furniture.iter().map(|&cell| size.index(cell)));
        let changed = cells.into_iter().chain(furniture).chain(door);
        cx.step(&self.map.tiles, changed.map(|cell| size.index(cell)));
    }

    /// Draws what a template has besides floor. Returns its other tiles, and the places for its doors if it draws any.
    fn furnish(&mut self, shape: &Stencil, offset: Point) -> (Vec<Point>, Option<Vec<Point>>) {
        let Some(drawn) = &shape.drawn else { return (Vec::new(), None) };
        let place = |at: Point| self.taken.cell(offset, drawn.left + i32::from(at.x), drawn.top + i32::from(at.y));
        let mut furniture = Vec::new();
        for (at, tile) in drawn.template.tiles().iter() {
            let (Some(cell), Some(tile)) = (place(at), tile.filter(|tile| ![Tile::WALL, Tile::DOOR].contains(tile)))
            else {
                continue;
            };
            // Walls around the room may belong to another one too.
            let is_own =
                if tile.is_solid() { self.map.tiles[cell] == Tile::WALL } else { self.regions[cell] == self.n_rooms };
            if is_own && self.map.put(cell, tile) {
                furniture.push(cell);
            }
        }
        // A mark on a door that was not built has no place.
        let cells = drawn.template.size().points();
        let may_mark = |cell: Point| self.map.is_open(cell) && self.map.keep_at(cell) == Keep::Free;
        let open: BTreeSet<Point> = cells.filter(|&at| place(at).is_some_and(may_mark)).collect();
        drawn.template.put_marks(&mut self.map, |at| place(at).filter(|_| open.contains(&at)));
        let exits = drawn.exits.iter().filter_map(|&(x, y)| self.taken.cell(offset, x as i32, y as i32));
        (furniture, (!drawn.exits.is_empty()).then(|| exits.collect()))
    }

    fn finish(self, accretion: &Accretion, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let Dungeon { mut map, mut doors, .. } = self;
        map.rooms = Some(rooms_of(&map, &self.regions, 1, |_| Vec::new()));
        map.regions = Some(self.regions);
        list_kept_parts(&mut map);
        doors.extend(accretion.loops().open(&mut map, cx)?.into_iter().flatten());
        for door in doors {
            if !cx.rng.chance(accretion.door_chance) {
                map.tiles[door] = Tile::FLOOR;
            }
        }
        Ok(map)
    }
}
