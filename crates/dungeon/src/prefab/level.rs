//! A prefab as a whole level, or over a part of a map.

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Dir, Facts, InitialMapBuilder, MetaMapBuilder, Passages,
    Plane, Planes, Point, Reach, Sides, Size, Template, Tile, Wrap, params,
};

use super::vaults::{fort, outpost};
use crate::places::{ExitTile, Place, drop_lost_places, put_exit, put_start};

/// A hand-drawn level.
///
/// It begins a chain with a [`Template`] on a map of one tile. The map has the size of the chain. A smaller prefab goes to
/// the given position; the tile fills the rest, including the cells that the prefab keeps.
///
/// ```text
/// ###############
/// #..+.......#..#
/// #.@#.o...o.+.>#
/// #..#.......#..#
/// #####..~..#####
/// #...+.~~~.+...#
/// #...#..~..#...#
/// #...#.....#...#
/// ###############
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Point, Size};
/// use mapwright_dungeon::PrefabLevel;
///
/// let level = PrefabLevel { template: "#####\n#@.>#\n#####".parse()?, ..PrefabLevel::default() };
/// let map = BuilderChain::start_with(Size::new(9, 7), level).build(0)?;
/// assert_eq!((map.start, map.exit), (Some(Point::new(3, 3)), Some(Point::new(5, 3))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Eq)]
#[params]
pub struct PrefabLevel {
    /// The level.
    #[param(default = outpost())]
    pub template: Template,
    /// Its place on the map: a corner, the middle of a side, or the center.
    #[param(except = Place::Farthest | Place::Random | Place::FirstRoom | Place::LastRoom | Place::LargestRoom | Place::RandomRoom)]
    pub at: Place,
    /// Whether a map that is too small is an error or clips the level.
    pub overflow: Overflow,
    /// The tile of all cells outside the level.
    #[param(default = Tile::WALL)]
    pub fill: Tile,
}

impl Builder for PrefabLevel {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("prefab-level")
            .memory(6)
            .title("A drawn level")
            .gives(self.overflow.provides(&self.template))
            .reach(Reach::BLOCK)
    }
}

impl InitialMapBuilder for PrefabLevel {
    fn check(&self, size: Size) -> Result<(), BuildError> {
        self.check_ranges()?;
        self.overflow.check(&self.template, size)
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        let template = self.template.draw(&mut cx.rng);
        let placed = at_place(&template, self.at, size);
        let mut map = cx.new_map(size, self.fill)?;
        cx.before_steps(&map);
        let mut passages = map.passages();
        stamp(&mut map, &placed, &mut passages, cx);
        Ok(map)
    }
}

/// Writes a drawing over a part of the map: a corner, the middle of a side, or the center.
///
/// It writes every cell of the [`Template`] except those that the prefab keeps.
///
/// Start, exit, spawns and portals under its tiles are replaced by its own. Rooms and corridors that become entirely
/// solid are removed. On a map with sides, the prefab's open cells are joined to each other and to the open cells
/// around it, and closed to solid ones. It does not cross wrapped borders.
///
/// A section connects nothing, and it may cut the map in two: then use `cull-unreachable`, `join-parts` or corridors.
///
/// ```
/// use mapwright_core::{BuilderChain, Point, Size, Tile};
/// use mapwright_dungeon::{Arena, Place, PrefabSection};
///
/// let section =
///     PrefabSection { template: "~~~\n~~~".parse()?, at: Place::TopRight, ..PrefabSection::default() };
/// let map = BuilderChain::start_with(Size::new(9, 7), Arena::default()).with(section).build(0)?;
/// assert_eq!([(5, 0), (6, 0), (8, 1), (8, 2)].map(|(x, y)| map.tiles[Point::new(x, y)]),
///     [Tile::WALL, Tile::WATER, Tile::WATER, Tile::WALL]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Eq)]
#[params]
pub struct PrefabSection {
    /// The prefab.
    #[param(default = fort())]
    pub template: Template,
    /// Its place on the map: a corner, the middle of a side, or the center.
    #[param(except = Place::Farthest | Place::Random | Place::FirstRoom | Place::LastRoom | Place::LargestRoom | Place::RandomRoom)]
    pub at: Place,
    /// Whether a map that is too small is an error or clips the prefab.
    pub overflow: Overflow,
}

impl Builder for PrefabSection {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("prefab-section")
            .memory(6)
            .title("A drawn section")
            .gives(self.overflow.provides(&self.template))
            .also_drops([Plane::Start, Plane::Exit])
            .reach(Reach::BLOCK)
    }
}

impl MetaMapBuilder for PrefabSection {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn check_size(&self, size: Size) -> Result<(), BuildError> {
        self.overflow.check(&self.template, size)
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        self.check_size(map.size())?;
        map.sound()?;
        let template = self.template.draw(&mut cx.rng);
        let placed = at_place(&template, self.at, map.size());
        map.clear(Planes::DERIVED);
        let mut passages = map.passages();
        cx.check()?;
        stamp(map, &placed, &mut passages, cx);
        drop_lost_places(map);
        Ok(())
    }
}

// Where a prefab goes on a map, and what happens to the part that does not fit.

/// What to do with a prefab that is larger than the map.
#[params]
pub enum Overflow {
    /// An error says which size is needed.
    #[default]
    Refuse,
    /// What extends over the map's borders is cut off.
    Clip,
}

impl Overflow {
    /// Refuses a map that is smaller than a prefab, unless the prefab is clipped.
    fn check(self, template: &Template, size: Size) -> Result<(), BuildError> {
        let min = template.size();
        if self == Overflow::Refuse && (size.w < min.w || size.h < min.h) {
            return Err(BuildErrorKind::TooSmall { size, min }.into());
        }
        Ok(())
    }

    /// The planes that a template always gives to a map: none, if it may be cut off.
    pub(super) fn provides(self, template: &Template) -> Planes {
        if self == Overflow::Refuse { template.gives() } else { Planes::NONE }
    }
}

/// Places a prefab at a position on a map of some size. In the middle, an odd cell is left over to the right and at the
/// bottom, or cut off to the left and at the top.
fn at_place(template: &Template, place: Place, size: Size) -> Placed<'_> {
    let along = |nth: usize, map: u16, prefab: u16| {
        let slack = i32::from(map) - i32::from(prefab);
        [0, slack.div_euclid(2), slack][nth]
    };
    let [x, y] = place.thirds().unwrap_or([1, 1]);
    let corner = (along(x, size.w, template.size().w), along(y, size.h, template.size().h));
    Placed { template, corner, size, wrap: Wrap::None }
}

// Stamps a prefab on a map: its tiles and its marks.

/// A prefab at a place on a map. All positions are in map coordinates. What lies beyond a border is cut off, or
/// continues on the other side if the axis wraps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'a> {
    pub(super) template: &'a Template,
    /// The position of the prefab's top left cell, which may be beyond a border.
    pub(super) corner: (i32, i32),
    /// The map's size.
    pub(super) size: Size,
    /// The axes on which the prefab may cross the map's borders.
    pub(super) wrap: Wrap,
}

impl Placed<'_> {
    /// The map's cells that get a tile of the prefab, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Point, Tile)> {
        let tiles = self.template.tiles().iter();
        tiles.filter_map(|(at, &tile)| Some((self.on_map(at)?, tile?)))
    }

    /// The map's cell under a cell of the prefab.
    fn on_map(&self, at: Point) -> Option<Point> {
        self.cell_at(at.x.into(), at.y.into())
    }

    /// The map's cell at a column and row relative to the prefab's top left cell, also outside of the prefab.
    pub(super) fn cell_at(&self, x: i32, y: i32) -> Option<Point> {
        self.wrap.cell_at(self.corner.0 + x, self.corner.1 + y, self.size)
    }

    /// Whether a cell of the map gets a tile of the prefab.
    fn covers(&self, p: Point) -> bool {
        let back = |at: u16, corner: i32, length: u16, wraps: bool| {
            let offset = i32::from(at) - corner;
            u16::try_from(if wraps { offset.rem_euclid(i32::from(length)) } else { offset }).ok()
        };
        let x = back(p.x, self.corner.0, self.size.w, self.wrap.x());
        let y = back(p.y, self.corner.1, self.size.h, self.wrap.y());
        x.zip(y).and_then(|(x, y)| self.template.tiles().get(Point::new(x, y))).is_some_and(Option::is_some)
    }
}

/// Stamps a template on a map without [derived planes](mapwright_core::Planes::DERIVED). Start, exit, spawns and portals
/// under its tiles are replaced by its own. Solid cells lose their region. On a map with sides, its open cells are joined to
/// each other and to all open cells next to them. `passages` are those of the map, and are kept up to date.
///
/// Rooms and corridors are left to the stage: see [`drop_lost_places`](crate::places::drop_lost_places).
pub(super) fn stamp(map: &mut BuilderMap, placed: &Placed<'_>, passages: &mut Passages, cx: &mut BuildCx<'_>) {
    put_tiles(map, placed, cx);
    join(map, placed, passages);
    map.start = map.start.filter(|&start| !placed.covers(start));
    map.exit = map.exit.filter(|&exit| !placed.covers(exit));
    map.spawns.retain(|spawn| !placed.covers(spawn.at));
    map.portals.retain(|portal| !portal.ends().into_iter().any(|end| placed.covers(end)));
    let template = placed.template;
    if let Some(start) = template.start().and_then(|at| placed.on_map(at)) {
        put_start(map, start);
    }
    if let Some(exit) = template.exit().and_then(|at| placed.on_map(at)) {
        put_exit(map, exit, ExitTile::Keep);
    }
    template.put_marks(map, |at| placed.on_map(at));
}

/// Writes the tiles, one step for each row.
fn put_tiles(map: &mut BuilderMap, placed: &Placed<'_>, cx: &mut BuildCx<'_>) {
    let size = map.size();
    let cells: Vec<(Point, Tile)> = placed.cells().collect();
    for row in cells.chunk_by(|(a, _), (b, _)| a.y == b.y) {
        for &(p, tile) in row {
            map.tiles[p] = tile;
            if let Some(regions) = map.regions.as_mut().filter(|_| tile.is_solid()) {
                regions[p] = 0;
            }
        }
        cx.step(&map.tiles, row.iter().map(|&(p, _)| size.index(p)));
    }
}

/// Joins and separates the stamped cells and their neighbors.
fn join(map: &mut BuilderMap, placed: &Placed<'_>, passages: &mut Passages) {
    let (size, tiles) = (map.size(), &map.tiles);
    if let Some(sides) = &mut map.sides {
        placed.cells().for_each(|(p, _)| sides[p] = Sides::CLOSED);
    }
    for cell in placed.cells().map(|(p, _)| size.index(p)) {
        for dir in Dir::ALL {
            let Some(next) = passages.beside(cell, dir) else { continue };
            let is_open = !tiles[cell].is_solid() && !tiles[next].is_solid();
            if is_open {
                passages.join(cell, dir)
            } else {
                passages.part(cell, dir)
            }
            let Some(sides) = &mut map.sides else { continue };
            if is_open {
                mapwright_core::join_sides(sides, cell, dir, next);
            } else {
                sides[next].close(dir.opposite());
            }
        }
    }
}
