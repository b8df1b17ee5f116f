//! A prefab over a part of a map.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, MetaMapBuilder, Plane, Planes, Reach, Size, Template, params,
};

use super::placement::Overflow;
use super::shipped::fort;
use super::stamp::stamp;
use crate::places::{AreaX, AreaY, drop_lost_places};

/// Writes a drawing over a part of the map: a corner, the middle of a side, or the center.
///
/// It writes every cell of the [`Template`] except those that the prefab keeps.
///
/// Start, exit, spawns and portals under its tiles are replaced by its own. Rooms and corridors that become entirely
/// solid are removed. On a map with sides, the prefab's open cells are joined to each other and to the open cells
/// around it, and closed towards solid ones. It does not cross wrapped borders.
///
/// A section connects nothing, and it may cut the map in two: then use `cull-unreachable`, `join-parts` or corridors.
///
/// ```
/// use mapwright_core::{BuilderChain, Point, Size, Tile};
/// use mapwright_dungeon::{Arena, AreaX, AreaY, PrefabSection};
///
/// let section = PrefabSection {
///     template: "~~~\n~~~".parse()?,
///     horizontal: AreaX::Right,
///     vertical: AreaY::Top,
///     ..PrefabSection::default()
/// };
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
    /// Its position along the width of the map.
    #[param(default = AreaX::Center)]
    pub horizontal: AreaX,
    /// Its position along the height of the map.
    #[param(default = AreaY::Center)]
    pub vertical: AreaY,
    /// Whether a map that is too small is an error or clips the prefab.
    pub overflow: Overflow,
}

impl Builder for PrefabSection {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("prefab-section")
            .title("A drawn section")
            .gives(self.overflow.provides(&self.template))
            .also_drops([Plane::Start, Plane::Exit])
            .reach(Reach::BLOCK)
    }
}

impl MetaMapBuilder for PrefabSection {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        map.sound()?;
        let template = self.template.draw(&mut cx.rng);
        let placed = self.overflow.place(&template, (self.horizontal, self.vertical), map.size())?;
        map.clear(Planes::DERIVED);
        let mut passages = map.passages();
        stamp(map, &placed, &mut passages, cx);
        drop_lost_places(map);
        Ok(())
    }
}
