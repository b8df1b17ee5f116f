//! Makes every maze that can [`Carve`] a builder: of new maps and, if it works on any ground, of mazes in existing ones.

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Facts, InitialMapBuilder, Keep, MapRng, MetaMapBuilder,
    Passages, Plane, Planes, Point, Reach, Size, Tile,
};

use crate::conform::conform;
use crate::ground::{Carve, Ground, Maze};
use crate::nested_maze::join_blocks;
use crate::{
    AldousBroder, Backtracker, BinaryTree, Eller, GrowingTree, HuntAndKill, KruskalMaze, NestedMaze, PrimMaze, Root,
    Sidewinder, Wilson,
};

fn check<A: Carve>(maze: &A, size: Size) -> Result<(), BuildError> {
    maze.check_parameters()?;
    if size.area() > A::MOST_CELLS {
        let most = A::MOST_CELLS;
        return Err(BuildError::impossible(format!(
            "a map of {size} is too large: a {} has at most {most} cells",
            A::NAME
        )));
    }
    maze.root().check(size)
}

/// A new map, all of it maze.
fn build(maze: &impl Carve, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
    check(maze, size)?;
    let mut map = cx.new_map(size, Tile::FLOOR)?;
    let root = maze.root().pick_new(&map, &mut cx.rng)?;
    map.start = Some(root);
    cx.before_steps(&map);
    let passages = Passages::lattice(size, map.wrap);
    let mut sides = maze.carve(Ground { passages, start: size.index(root), is_whole: true }, cx)?;
    if let (Some(place), Reach::Block { .. }) = (cx.origin, maze.reach()) {
        join_blocks(&mut sides, place, cx);
    }
    map.sides = Some(conform(&map, cx.base(size).and_then(|base| base.sides.clone()).as_ref(), sides, cx)?);
    Ok(map)
}

/// Carves a maze through the open cells of an existing map: a tree for each of their components, ignoring portals. It
/// replaces the sides of the map. The terrain does not change, so portals, exit, rooms and regions stay, and so do
/// spawns except on the new start.
fn apply<A: Carve>(maze: &A, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
    if cx.origin.is_some() {
        let why = "a maze in the shape of a map ends with its block; begin with the maze instead".into();
        return Err(BuildErrorKind::Endless { why }.into());
    }
    map.validate()?;
    check(maze, map.size())?;
    let start = maze.root().pick_open(map, &mut cx.rng)?;
    let old = map.sides.take();
    map.clear(Planes::DERIVED);
    let portals = std::mem::take(&mut map.portals);
    let passages = map.passages();
    map.portals = portals;
    cx.before_steps(map);
    let sides = maze.carve(Ground { passages, start: map.size().index(start), is_whole: false }, cx)?;
    map.sides = Some(conform(map, old.as_ref(), sides, cx)?);
    map.start = Some(start);
    map.spawns.retain(|spawn| spawn.at != start);
    Ok(())
}

impl Root {
    /// The cell of a new map where a maze begins: the root, unless cells are kept.
    pub(crate) fn pick_new(self, map: &BuilderMap, rng: &mut MapRng) -> Result<Point, BuildError> {
        if map.kept.is_none() { self.pick(map.size(), rng) } else { self.pick_open(map, rng) }
    }

    /// The open cell of a map where a maze begins: the start if it is kept, and else a uniformly drawn cell or the one nearest
    /// to the root; never the exit, and no cell whose tile is kept.
    fn pick_open(self, map: &BuilderMap, rng: &mut MapRng) -> Result<Point, BuildError> {
        let is_kept = |p: &Point| map.keep_at(*p) == Keep::Tile;
        if let Some(start) = map.start.filter(is_kept) {
            return Ok(start);
        }
        let fits = |p: &Point| map.is_open(*p) && map.exit != Some(*p) && !is_kept(p);
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
        let kept = if map.has_kept() { " that is not kept" } else { "" };
        start.ok_or_else(|| {
            BuildError::contradiction(None, format!("the map has no open cell{kept} for the start of a maze"))
        })
    }
}

/// Implements the initial builder for types that can [`Carve`].
macro_rules! carves_new_maps {
    ($([$($generics:tt)*] $maze:ty),*) => {$(
        impl<$($generics)*> Builder for $maze {
            fn facts(&self, _: Size) -> Facts {
                let facts = Facts::new(Self::NAME).title(Self::TITLE).gives([Plane::Sides, Plane::Start]);
                facts.reach(Carve::reach(self)).memory(<Self as Carve>::MEMORY).spares_kept()
            }
        }

        impl<$($generics)*> InitialMapBuilder for $maze {
            fn check(&self, size: Size) -> Result<(), BuildError> {
                check(self, size)
            }
            fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
                build(self, size, cx)
            }
        }
    )*};
}

/// Implements both builders for types that can [`Carve`].
macro_rules! carves {
    ($([$($generics:tt)*] $maze:ty),* $(,)?) => {
        carves_new_maps!($([$($generics)*] $maze),*);
        $(impl<$($generics)*> MetaMapBuilder for $maze {
            fn check(&self) -> Result<(), BuildError> {
                self.check_parameters()
            }
            fn check_size(&self, size: Size) -> Result<(), BuildError> {
                check(self, size)
            }
            fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
                apply(self, map, cx)
            }
        })*
    };
}

carves!(
    [A: Carve] Maze<A>,
    [] AldousBroder,
    [] Backtracker,
    [] GrowingTree,
    [] HuntAndKill,
    [] KruskalMaze,
    [] PrimMaze,
    [] Wilson,
);
// These need a whole rectangle.
carves_new_maps!([] BinaryTree, [] Eller, [] NestedMaze, [] Sidewinder);
