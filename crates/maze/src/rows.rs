//! What the mazes that go through a whole new map row by row have in common. They cannot be carved in the shape of a
//! map that is there.

use mapwright_core::{BuildCx, BuildError, BuilderMap, Grid, Plane, Planes, Sides, Size, Tile};

use crate::{Root, share};

/// A maze algorithm that needs a whole rectangle.
pub(crate) trait Rows {
    /// The planes that every maze provides.
    const PROVIDES: Planes = Planes::of(&[Plane::Sides, Plane::Start]);

    /// How much the corridors run along the rows, 0 to 1.
    fn horizontal(&self) -> f64;

    /// Where the start is put.
    fn root(&self) -> Root;

    /// The sides of a maze of all cells.
    fn carve(&self, size: Size, cx: &mut BuildCx<'_>) -> Grid<Sides>;
}

pub(crate) fn check(maze: &impl Rows, size: Size) -> Result<(), BuildError> {
    share::check("horizontal", maze.horizontal())?;
    maze.root().check(size)
}

pub(crate) fn build(maze: &impl Rows, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
    check(maze, size)?;
    let mut map = cx.new_map(size, Tile::FLOOR)?;
    map.start = Some(maze.root().pick(size, &mut cx.rng)?);
    cx.before_steps(&map);
    map.sides = Some(maze.carve(size, cx));
    Ok(map)
}

/// Makes an initial builder of a type that is [`Rows`].
macro_rules! goes_by_rows {
    ($maze:ty, $name:literal) => {
        impl mapwright_core::Builder for $maze {
            fn name(&self) -> &'static str {
                $name
            }

            fn provides(&self) -> mapwright_core::Planes {
                <$maze as $crate::rows::Rows>::PROVIDES
            }
        }

        impl mapwright_core::InitialMapBuilder for $maze {
            fn check(&self, size: mapwright_core::Size) -> Result<(), mapwright_core::BuildError> {
                $crate::rows::check(self, size)
            }

            fn build(
                &self,
                size: mapwright_core::Size,
                cx: &mut mapwright_core::BuildCx<'_>,
            ) -> Result<mapwright_core::BuilderMap, mapwright_core::BuildError> {
                $crate::rows::build(self, size, cx)
            }
        }
    };
}

pub(crate) use goes_by_rows;
