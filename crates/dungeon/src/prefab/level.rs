//! A whole level from a prefab.

use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, InitialMapBuilder, Planes, Size, Tile};

use super::placement::Overflow;
use super::stamp::stamp;
use super::template::Prefab;
use crate::places::{AreaX, AreaY};

/// Begins a chain with a level that was drawn by hand: a [`Prefab`] on a map of one tile. The map's size is the
/// chain's; a prefab that is smaller lies where it is told to, with the tile all around it and in the cells that it
/// keeps.
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
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct PrefabLevel {
    /// The level.
    pub template: Prefab,
    /// Where it lies along the width of the map.
    pub horizontal: AreaX,
    /// Where it lies along the height of the map.
    pub vertical: AreaY,
    /// Whether a map that is too small is an error, or gets a part of the level.
    pub overflow: Overflow,
    /// The tile of all cells that the level does not have.
    pub fill: Tile,
}

impl Default for PrefabLevel {
    /// [`Prefab::outpost`] in the middle of rock.
    fn default() -> Self {
        PrefabLevel {
            template: Prefab::outpost(),
            horizontal: AreaX::Center,
            vertical: AreaY::Center,
            overflow: Overflow::Refuse,
            fill: Tile::WALL,
        }
    }
}

impl Builder for PrefabLevel {
    fn name(&self) -> &'static str {
        "prefab-level"
    }

    fn provides(&self) -> Planes {
        self.overflow.provides(&self.template)
    }
}

impl InitialMapBuilder for PrefabLevel {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let placed = self.overflow.place(&self.template, (self.horizontal, self.vertical), size)?;
        let mut map = cx.new_map(size, self.fill)?;
        cx.before_steps(&map);
        let mut passages = map.passages();
        stamp(&mut map, &placed, &mut passages, cx);
        Ok(map)
    }
}
