//! A whole level made from a prefab.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, InitialMapBuilder, Reach, Size, Template, Tile, params,
};

use super::placement::Overflow;
use super::shipped::outpost;
use super::stamp::stamp;
use crate::places::{AreaX, AreaY};

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
    /// Its position along the width of the map.
    #[param(default = AreaX::Center)]
    pub horizontal: AreaX,
    /// Its position along the height of the map.
    #[param(default = AreaY::Center)]
    pub vertical: AreaY,
    /// Whether a map that is too small is an error or clips the level.
    pub overflow: Overflow,
    /// The tile of all cells outside the level.
    #[param(default = Tile::WALL)]
    pub fill: Tile,
}

impl Builder for PrefabLevel {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("prefab-level")
            .title("A drawn level")
            .gives(self.overflow.provides(&self.template))
            .reach(Reach::BLOCK)
    }
}

impl InitialMapBuilder for PrefabLevel {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let template = self.template.draw(&mut cx.rng);
        let placed = self.overflow.place(&template, (self.horizontal, self.vertical), size)?;
        let mut map = cx.new_map(size, self.fill)?;
        cx.before_steps(&map);
        let mut passages = map.passages();
        stamp(&mut map, &placed, &mut passages, cx);
        Ok(map)
    }
}
