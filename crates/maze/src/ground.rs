//! What a maze is carved from: every cell of a new map, or the open cells of a map that is there.
//!
//! The second is how a maze gets a shape: the map is the mask. An algorithm is written once, for any
//! ground, by [`Carve`]; [`carves!`] makes an initial and a meta builder of it.

use mapwright_core::{BuildCx, BuildError, BuilderMap, Grid, Passages, Plane, Planes, Point, Sides, Size, Tile, Wrap};

use crate::Root;

/// The cells and edges of which a maze takes a spanning tree, or one for each connected part.
#[derive(Debug)]
pub(crate) struct Ground {
    /// The edges that may be opened: those between neighboring cells that are not solid.
    pub(crate) passages: Passages,
    /// Which borders of the map are joined.
    pub(crate) wrap: Wrap,
    /// The cell where the maze begins.
    pub(crate) start: u32,
    /// Whether these are all cells of the map, which are one part.
    pub(crate) is_whole: bool,
}

/// A maze algorithm that needs nothing of its ground but neighbors.
pub(crate) trait Carve {
    /// The planes that every maze provides.
    const PROVIDES: Planes = Planes::of(&[Plane::Sides, Plane::Start]);
    /// The planes that a maze in a map that is there makes stale.
    const CLEARS: Planes = Planes::DERIVED;

    /// Where the maze begins.
    fn root(&self) -> Root;

    /// Looks at the parameters other than the root.
    fn check_parameters(&self) -> Result<(), BuildError> {
        Ok(())
    }

    /// The sides of a maze: on each connected part of the ground a spanning tree.
    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError>;
}

/// A new map, all of it maze.
pub(crate) fn build(maze: &impl Carve, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
    maze.check_parameters()?;
    let mut map = cx.new_map(size, Tile::FLOOR)?;
    let root = maze.root().pick(size, &mut cx.rng)?;
    cx.before_steps(&map);
    let passages = Passages::lattice(size, map.wrap);
    let ground = Ground { passages, wrap: map.wrap, start: size.index(root), is_whole: true };
    map.sides = Some(maze.carve(ground, cx)?);
    map.start = Some(root);
    Ok(map)
}

/// Carves a maze through the open cells of a map that is there: a tree for each part of them that is joined
/// by neighboring cells. Sides that were there are replaced; portals join nothing here and stay. The terrain
/// does not change, so an exit, rooms and regions stay as well, and spawns that do not stand on the new start.
pub(crate) fn apply(maze: &impl Carve, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
    maze.check_parameters()?;
    map.sound()?;
    let start = maze.root().pick_open(map, &mut cx.rng)?;
    map.clear(Planes::DERIVED.union(Plane::Sides.into()));
    let portals = std::mem::take(&mut map.portals);
    let passages = map.passages();
    map.portals = portals;
    cx.before_steps(map);
    let ground = Ground { passages, wrap: map.wrap, start: map.size().index(start), is_whole: false };
    map.sides = Some(maze.carve(ground, cx)?);
    map.start = Some(start);
    map.spawns.retain(|spawn| spawn.at != start);
    Ok(())
}

impl Root {
    /// The open cell of a map where a maze begins: any of them, all alike, or the one nearest to the root. An exit
    /// keeps its cell.
    fn pick_open(self, map: &BuilderMap, rng: &mut mapwright_core::MapRng) -> Result<Point, BuildError> {
        let fits = |&p: &Point| map.is_open(p) && map.exit != Some(p);
        let cells = || map.size().points().filter(fits);
        let start = match self {
            Root::Random => {
                let n = u32::try_from(cells().count()).unwrap_or(u32::MAX);
                cells().nth(rng.below(n) as usize)
            }
            _ => {
                let root = self.pick(map.size(), rng)?;
                if fits(&root) { Some(root) } else { map.wrap.nearest(cells(), root, map.size()) }
            }
        };
        start.ok_or_else(|| BuildError::contradiction(None, "the map has no open cell for a maze"))
    }
}

/// Makes an initial and a meta builder of a type that can [`Carve`].
macro_rules! carves {
    ($maze:ty, $name:literal) => {
        impl mapwright_core::Builder for $maze {
            fn name(&self) -> &'static str {
                $name
            }
            fn provides(&self) -> mapwright_core::Planes {
                <$maze as $crate::ground::Carve>::PROVIDES
            }
            fn clears(&self) -> mapwright_core::Planes {
                <$maze as $crate::ground::Carve>::CLEARS
            }
        }

        impl mapwright_core::InitialMapBuilder for $maze {
            fn check(&self, size: mapwright_core::Size) -> Result<(), mapwright_core::BuildError> {
                $crate::ground::Carve::check_parameters(self)?;
                self.root.check(size)
            }
            fn build(
                &self,
                size: mapwright_core::Size,
                cx: &mut mapwright_core::BuildCx<'_>,
            ) -> Result<mapwright_core::BuilderMap, mapwright_core::BuildError> {
                $crate::ground::build(self, size, cx)
            }
        }

        impl mapwright_core::MetaMapBuilder for $maze {
            fn check(&self) -> Result<(), mapwright_core::BuildError> {
                $crate::ground::Carve::check_parameters(self)
            }
            fn apply(
                &self,
                map: &mut mapwright_core::BuilderMap,
                cx: &mut mapwright_core::BuildCx<'_>,
            ) -> Result<(), mapwright_core::BuildError> {
                $crate::ground::apply(self, map, cx)
            }
        }
    };
}

pub(crate) use carves;
