//! A whole level made from a prefab.

use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, Facts, InitialMapBuilder, Reach, Size, Tile};

use super::placement::Overflow;
use super::stamp::stamp;
use super::template::Prefab;
use crate::places::{AreaX, AreaY};

/// Begins a chain with a hand-drawn level: a [`Prefab`] on a map of one tile. The map has the size of the chain. A
/// smaller prefab goes to the given position; the tile fills the rest, including the cells that the prefab keeps.
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
    /// Its position along the width of the map.
    pub horizontal: AreaX,
    /// Its position along the height of the map.
    pub vertical: AreaY,
    /// Whether a map that is too small is an error or clips the level.
    pub overflow: Overflow,
    /// The tile of all cells outside the level.
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
    fn facts(&self, _: Size) -> Facts {
        Facts::new("prefab-level")
            .title("A drawn level")
            .gives(self.overflow.provides(&self.template))
            .reach(Reach::BLOCK)
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
