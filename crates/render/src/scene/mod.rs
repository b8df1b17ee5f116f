//! What is drawn of a map: decided once, for pictures, SVG and tabletop programs.
//!
//! A backend gets a scene and a style, and decides how that looks. None of them sees the map.

mod doors;
mod ground;
mod kind;
mod light;
mod marks;
mod plane;
mod straight;
mod terrain;
mod thin;
mod tint;
mod walk;

use std::borrow::Cow;
use std::collections::BTreeMap;

use mapwright_core::{
    BuilderMap, Color, Flow, Grid, LevelGraph, Passages, Plane, Point, Secrets, Sides, Size, Tile, Wrap,
};

pub use self::doors::QuarterPoint;
pub(crate) use self::doors::SceneDoor;
pub(crate) use self::ground::rank;
pub use self::kind::kind_of;
pub(crate) use self::kind::{is_flat, of_history, possible};
pub(crate) use self::light::{Lamp, LampColor, Lamps};
pub(crate) use self::marks::{SceneMark, lock_letter};
pub(crate) use self::plane::{Axes, Margined};
pub(crate) use self::terrain::{BUILT, SLANT, STONE, Terrain};
pub(crate) use self::thin::ThinWalls;
pub(crate) use self::tint::{STEPS, farthest, steps};
pub(crate) use self::walk::Walk;
use crate::error::{RenderError, check, need};
use crate::picture::{Edges, Kind, Style};
use crate::tileset::tile_indexes;

/// Cells of fewer pixels are square: smooth borders might close passages.
const ROUND: u32 = 8;

/// Everything that is drawn of a map.
#[derive(Debug)]
pub(crate) struct Scene<'a> {
    pub(crate) kind: Kind,
    pub(crate) size: Size,
    pub(crate) wrap: Wrap,
    /// The steps between cells, if the map has sides.
    pub(crate) passages: Option<Passages>,
    pub(crate) ground: SceneGround<'a>,
    pub(crate) doors: Vec<SceneDoor>,
    /// From north to south, then keys, exit and start.
    pub(crate) marks: Vec<(Point, SceneMark<'a>)>,
    /// How far each cell is into the level, from 0 to [`STEPS`].
    pub(crate) tints: Option<Grid<u8>>,
    /// The area of each cell, for borders between them.
    pub(crate) areas: Option<&'a Grid<u16>>,
    pub(crate) walk: Option<Walk<'a>>,
    pub(crate) graph: Option<&'a LevelGraph>,
    /// The colors of tiles that only the palette or the map knows.
    pub(crate) own_tiles: BTreeMap<Tile, Color>,
    /// What lights the map, if the theme is lit.
    pub(crate) lamps: Option<Lamps<'a>>,
}

/// What lies in the cells.
#[derive(Debug)]
pub(crate) enum SceneGround<'a> {
    /// Cells of one color each.
    Flat {
        tiles: Cow<'a, Grid<Tile>>,
        regions: Option<&'a Grid<u16>>,
    },
    Terrain(Box<Terrain>),
    /// Cells in a game's own pictures: the tiles of a tileset, or terrain, and pictures of single tiles over it.
    Sprites {
        tiles: Cow<'a, Grid<Tile>>,
        under: Under,
    },
    Regions(&'a Grid<u16>),
    Pipes {
        sides: &'a Grid<Sides>,
        flow: Option<&'a Flow>,
    },
    Edges(&'a Grid<Sides>),
    Corners(&'a Grid<Sides>),
}

/// What lies under a game's own pictures of tiles.
#[derive(Debug)]
pub(crate) enum Under {
    Tileset(Grid<u8>),
    Terrain(Box<Terrain>),
}

impl<'a> Scene<'a> {
    /// Decides what is drawn of a map, as `kind` shows it. Secrets are walls with a mark, or walls.
    pub(crate) fn of(map: &'a BuilderMap, kind: Kind, style: &Style) -> Result<Scene<'a>, RenderError> {
        check(map)?;
        let kind = match kind {
            Kind::Auto => Kind::Tiles,
            Kind::Sprites if style.sprites.is_none() => Kind::Tiles,
            kind => kind,
        };
        let walled = Secrets::Hidden.map(map);
        let sprites = style.sprites.as_deref().filter(|_| kind == Kind::Sprites);
        let tileset = sprites.and_then(|sprites| sprites.fitting(map));
        // Through the clear places of a picture of a tile one sees floor.
        let bare = sprites.filter(|_| tileset.is_none()).map(|sprites| sprites.ground(&walled));
        let seen = bare.as_ref().unwrap_or(&walled);
        let passages = seen.sides.as_ref().map(|_| seen.passages());
        let terrain = |is_maze: bool| {
            let edges = if style.scale < ROUND { Edges::Built } else { style.edges };
            Box::new(Terrain::of(seen, edges, passages.as_ref().filter(|_| is_maze), style.repeats))
        };
        let ground = match kind {
            Kind::Regions => SceneGround::Regions(need(map.regions.as_ref(), Plane::Regions)?),
            Kind::WangEdges => SceneGround::Edges(need(map.sides.as_ref(), Plane::Sides)?),
            Kind::WangCorners => SceneGround::Corners(need(map.corners.as_ref(), Plane::Corners)?),
            Kind::Pipes => {
                SceneGround::Pipes { sides: need(map.sides.as_ref(), Plane::Sides)?, flow: map.flow.as_ref() }
            }
            Kind::Maze => {
                need(map.sides.as_ref(), Plane::Sides)?;
                // Two or three pixels have room for a wall.
                match is_flat(style.scale) && !(2..=3).contains(&style.scale) {
                    true => SceneGround::Flat { tiles: tiles(&walled, map), regions: map.regions.as_ref() },
                    false => SceneGround::Terrain(terrain(true)),
                }
            }
            Kind::Sprites => {
                let under = match tileset {
                    Some(tileset) => Under::Tileset(tile_indexes(&walled, tileset.kind())?),
                    None => Under::Terrain(terrain(false)),
                };
                SceneGround::Sprites { tiles: tiles(&walled, map), under }
            }
            Kind::Tiles | Kind::Auto if is_flat(style.scale) && !style.repeats => {
                SceneGround::Flat { tiles: tiles(&walled, map), regions: None }
            }
            Kind::Tiles | Kind::Auto => SceneGround::Terrain(terrain(false)),
        };
        let is_square = |x: i32, y: i32| ground.terrain().is_none_or(|terrain| terrain.is_square(x, y));
        // What repeats has no doors that no tile shows, unless they are marked.
        let doors = doors::doors(seen, passages.as_ref(), style.marks || !style.repeats, &is_square);
        Ok(Scene {
            kind,
            size: map.size(),
            wrap: map.wrap,
            marks: if style.marks { marks::marks(map, kind, &doors, style) } else { Vec::new() },
            tints: tint::tints(seen, style),
            areas: map.graph.as_ref().filter(|_| style.areas).map(|graph| &graph.area),
            walk: Walk::of(map, style),
            graph: map.graph.as_ref().filter(|_| style.graph),
            lamps: style.theme.light.then(|| Lamps::of(map, seen)),
            own_tiles: style.own_tiles(&map.palette),
            ground,
            doors,
            passages,
        })
    }
}

impl SceneGround<'_> {
    /// The terrain, if it is painted.
    pub(crate) const fn terrain(&self) -> Option<&Terrain> {
        match self {
            SceneGround::Terrain(terrain) | SceneGround::Sprites { under: Under::Terrain(terrain), .. } => {
                Some(terrain)
            }
            _ => None,
        }
    }
}

/// Returns the tiles of a map, of which `walled` has its secrets as walls.
fn tiles<'a>(walled: &Cow<'a, BuilderMap>, map: &'a BuilderMap) -> Cow<'a, Grid<Tile>> {
    match walled {
        Cow::Borrowed(_) => Cow::Borrowed(&map.tiles),
        Cow::Owned(walled) => Cow::Owned(walled.tiles.clone()),
    }
}
