//! A prefab as a whole level, or over a part of a map.

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Facts, InitialMapBuilder, MetaMapBuilder, Plane, Planes,
    Reach, Size, Template, Tile, Wrap, params,
};

use super::drawings::{fort, outpost};
use super::stamp::{StampedTemplate, stamp};
use crate::places::{Place, drop_lost_places};

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
            .draws()
            .memory(6)
            .title("A drawn level")
            .gives(self.overflow.provides(&self.template))
            .spares_kept()
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
        cx.draws(placed.cells().map(|(at, _)| size.index(at)));
        self.overflow.check_given(&self.template, &map)?;
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
/// A section connects nothing, and it may cut the map in two: then use `cull-unreachable`, `join-components` or corridors.
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
            .draws()
            .memory(6)
            .title("A drawn section")
            .gives(self.overflow.provides(&self.template))
            .also_drops([Plane::Start, Plane::Exit])
            .spares_kept()
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
        map.validate()?;
        let template = self.template.draw(&mut cx.rng);
        let placed = at_place(&template, self.at, map.size());
        map.clear(Planes::DERIVED);
        let mut passages = map.passages();
        cx.keep_going()?;
        stamp(map, &placed, &mut passages, cx);
        cx.draws(placed.cells().map(|(at, _)| map.size().index(at)));
        drop_lost_places(map);
        self.overflow.check_given(&self.template, map)
    }
}

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

    /// Refuses a map without a start or another plane that a template gives, because cells are kept there.
    fn check_given(self, template: &Template, map: &BuilderMap) -> Result<(), BuildError> {
        match self.provides(template).minus(map.planes()).first() {
            Some(plane) => {
                let why = format!("the `{plane}` of the template lies on kept cells, where nothing may be put");
                Err(BuildError::contradiction(None, why))
            }
            None => Ok(()),
        }
    }

    /// The planes that a template always gives to a map: none, if it may be cut off.
    pub(super) fn provides(self, template: &Template) -> Planes {
        if self == Overflow::Refuse { template.gives() } else { Planes::NONE }
    }
}

/// Places a prefab at a position on a map of some size. In the middle, an odd cell is left over to the right and at the
/// bottom, or cut off to the left and at the top.
fn at_place(template: &Template, place: Place, size: Size) -> StampedTemplate<'_> {
    let along = |nth: usize, map: u16, prefab: u16| {
        let slack = i32::from(map) - i32::from(prefab);
        [0, slack.div_euclid(2), slack][nth]
    };
    let [x, y] = place.thirds().unwrap_or([1, 1]);
    let corner = (along(x, size.w, template.size().w), along(y, size.h, template.size().h));
    StampedTemplate { template, corner, size, wrap: Wrap::None, closed: &[] }
}
