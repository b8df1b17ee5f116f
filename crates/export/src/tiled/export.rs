//! From a map to a Tiled map.

use mapwright_core::{BuilderMap, Color, Grid, Plane};
use mapwright_render::{RenderError, Style, Tileset};

use super::data::TiledEncoding;
use super::map::{TiledCells, TiledContent, TiledLayer, TiledMap, TiledObject, TiledSheet};
use super::property::TiledProperty;
use super::sheet::{of_tileset, regions, whole};
use super::wang::{WangTiling, most_color};
use super::{objects, tiles, walls};
use crate::ExportError;
use crate::csv::layer_csv;

/// How to export a map for Tiled.
///
/// ```
/// use mapwright_core::{BuilderMap, Point, Size, Tile, Wrap};
/// use mapwright_export::{Tiled, TiledFormat};
///
/// let mut map = BuilderMap::filled(Size::new(20, 10), Wrap::None, Tile::FLOOR);
/// map.start = Some(Point::new(3, 4));
/// let tiled = Tiled { seed: Some(u64::MAX), ..Tiled::default() }.map(&map)?;
/// assert!(tiled.layers.iter().map(|layer| layer.name.as_str()).eq(["tiles", "start"]));
/// let files = tiled.files(TiledFormat::Tmx, "level.tmx")?;
/// assert!(files.iter().map(|(name, _)| name.as_str()).eq(["level-tiles.png", "level.tmx"]));
/// # Ok::<(), mapwright_export::ExportError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tiled {
    /// The layers to write; `None` for all.
    pub parts: Option<Vec<TiledPart>>,
    /// The tileset for sides, corners or tiles, depending on its kind; `None` for a built-in one.
    pub tileset: Option<Tileset>,
    /// The size of a cell in pixels, unless a tileset determines it.
    pub tile_px: u32,
    /// Whether tiles have the borders and shades of pictures. Otherwise each tile of the palette has one picture.
    pub shades: bool,
    /// The palette and the theme; other fields are ignored.
    pub style: Style,
    /// How the tiles of layers are written.
    pub encoding: TiledEncoding,
    /// Whether tilesets are written to separate files.
    pub external: bool,
    /// Whether a [`window`](Tiled::window) of a world becomes an infinite map.
    pub infinite: bool,
    /// The seed, stored in the map's properties.
    pub seed: Option<u64>,
    /// The recipe, stored in the map's properties.
    pub recipe: Option<String>,
}

impl Default for Tiled {
    /// All layers, 16 pixels for each cell, shades, the default theme, readable numbers, everything but pictures in one
    /// file, windows of worlds as infinite maps.
    fn default() -> Self {
        Tiled {
            parts: None,
            tileset: None,
            tile_px: 16,
            shades: true,
            style: Style::default(),
            encoding: TiledEncoding::Csv,
            external: false,
            infinite: true,
            seed: None,
            recipe: None,
        }
    }
}

/// What can become a layer, from bottom to top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TiledPart {
    /// The tiles.
    Tiles,
    /// Colored corners, as Wang tiles.
    Corners,
    /// A translucent color for each region.
    Regions,
    /// Sides: as Wang tiles if they have several colors, as pipes on a pipe board, otherwise as walls.
    Sides,
    /// The sides of a solved pipe board, hidden.
    Solution,
    /// Rooms as rectangles.
    Rooms,
    /// Corridors as lines.
    Corridors,
    /// Pairs of portals as lines.
    Portals,
    /// The areas of the level's graph as points, and its joins as lines.
    Graph,
    /// Doors as rectangles, with their locks.
    Doors,
    /// Spawns and keys as points.
    Spawns,
    /// The exit as a point.
    Exit,
    /// The start as a point.
    Start,
}

mapwright_core::named! {
    TiledPart:
    Tiles = "tiles", Corners = "corners", Regions = "regions", Sides = "sides", Solution = "solution",
    Rooms = "rooms", Corridors = "corridors", Portals = "portals", Graph = "graph", Doors = "doors",
    Spawns = "spawns", Exit = "exit", Start = "start",
}

impl TiledPart {
    /// Whether it becomes objects rather than tiles.
    pub const fn is_objects(self) -> bool {
        self as u8 >= TiledPart::Rooms as u8
    }

    /// The parts that a map has.
    pub fn all_in(map: &BuilderMap) -> Vec<TiledPart> {
        let has = |part: &TiledPart| match part {
            TiledPart::Tiles => true,
            TiledPart::Corners => map.corners.is_some(),
            TiledPart::Regions => map.regions.is_some(),
            TiledPart::Sides => map.sides.is_some(),
            TiledPart::Solution => map.solution.is_some(),
            TiledPart::Rooms => map.rooms.is_some(),
            TiledPart::Corridors => map.corridors.is_some(),
            TiledPart::Portals => !map.portals.is_empty(),
            TiledPart::Graph => map.graph.is_some(),
            TiledPart::Doors => map.doors.is_some(),
            TiledPart::Spawns => !map.spawns.is_empty(),
            TiledPart::Exit => map.exit.is_some(),
            TiledPart::Start => map.start.is_some(),
        };
        TiledPart::ALL.into_iter().filter(has).collect()
    }

    /// The requested parts, sorted and each once, or all parts of the map. An error if the map lacks one.
    pub(crate) fn chosen(asked: Option<&[TiledPart]>, map: &BuilderMap) -> Result<Vec<TiledPart>, ExportError> {
        let has = TiledPart::all_in(map);
        let Some(asked) = asked else { return Ok(has) };
        if let Some(missing) = asked.iter().find(|part| !has.contains(part)) {
            let has: Vec<&str> = has.into_iter().map(TiledPart::name).collect();
            return Err(ExportError::NoPart { part: missing.name().to_owned(), has: has.join(", ") });
        }
        Ok(has.into_iter().filter(|part| asked.contains(part)).collect())
    }
}

impl Tiled {
    /// The map for Tiled. A tile layer cannot hold numbers, so custom layers become properties of the map,
    /// `layer_NAME`, as comma-separated values, unless `parts` are given.
    ///
    /// # Errors
    ///
    /// The map lacks a requested layer, has no cells, or has planes of different sizes; the tileset does not fit the
    /// map, or no layer uses it; or a picture is too large.
    pub fn map(&self, map: &BuilderMap) -> Result<TiledMap, ExportError> {
        let parts = TiledPart::chosen(self.parts.as_deref(), map)?;
        self.check_tileset(&parts)?;
        let mut made = TiledMap { size: whole(map.size()), ..self.empty()? };
        made.properties.push(TiledProperty::text("wrap", map.wrap.to_string()));
        for name in map.layers.keys().filter(|_| self.parts.is_none()) {
            if let Some(rows) = layer_csv(map, name) {
                made.properties.push(TiledProperty::text(&format!("layer_{name}"), rows));
            }
        }
        // Sides and solution share a tileset, so it must have the colors of both.
        let most = map.sides.iter().chain(&map.solution).map(most_color).max().unwrap_or(0);
        for part in parts {
            let layer = match part {
                TiledPart::Tiles => self.tiles(map, &mut made)?,
                TiledPart::Corners => {
                    let tiles = self.corner_tiles(map.corners.as_ref())?;
                    let numbers = tiles.numbers(map)?;
                    made.add_tiles(part.name(), tiles.sheet("corners", &self.style_px())?, numbers)
                }
                TiledPart::Regions => {
                    let plane = map.regions.as_ref().ok_or(RenderError::MissingPlane { plane: Plane::Regions })?;
                    let (sheet, numbers) = regions(plane, made.tile_size, &self.style.theme)?;
                    TiledLayer { opacity: 45, ..made.add_tiles(part.name(), sheet, numbers) }
                }
                TiledPart::Sides => self.sides(map, most, &mut made)?,
                TiledPart::Solution => {
                    let mut solved = map.clone();
                    solved.sides = map.solution.clone();
                    TiledLayer { name: part.name().to_owned(), visible: false, ..self.sides(&solved, most, &mut made)? }
                }
                _ => self.things(part, map, made.tile_size),
            };
            made.layers.push(layer);
        }
        Ok(made)
    }

    /// Rejects a tileset that no layer uses.
    pub(super) fn check_tileset(&self, parts: &[TiledPart]) -> Result<(), ExportError> {
        let Some(kind) = self.tileset.as_ref().map(Tileset::kind) else { return Ok(()) };
        let shows = match kind.plane() {
            Some(Plane::Corners) => TiledPart::Corners,
            Some(_) => TiledPart::Sides,
            None => TiledPart::Tiles,
        };
        let is_shown = |&part: &TiledPart| part == shows || part == TiledPart::Solution && shows == TiledPart::Sides;
        match parts.iter().any(is_shown) {
            true => Ok(()),
            false => Err(ExportError::UselessTileset { kind: kind.name(), shows: shows.name() }),
        }
    }

    /// A map without layers or cells.
    pub(super) fn empty(&self) -> Result<TiledMap, ExportError> {
        if !(1..=Tileset::MAX_TILE_PX).contains(&self.tile_px) {
            let (found, allowed) = (self.tile_px.to_string(), format!("1 to {}", Tileset::MAX_TILE_PX));
            return Err(ExportError::Range { what: "the size of tiles", found, allowed });
        }
        let mut properties = vec![TiledProperty::text("mapwright", env!("CARGO_PKG_VERSION"))];
        properties.extend(self.seed.map(|seed| TiledProperty::text("seed", seed.to_string())));
        properties.extend(self.recipe.iter().map(|recipe| TiledProperty::text("recipe", recipe)));
        Ok(TiledMap {
            size: (0, 0),
            infinite: false,
            tile_size: self.tileset.as_ref().map_or((self.tile_px, self.tile_px), Tileset::tile_size),
            sheets: Vec::new(),
            layers: Vec::new(),
            properties,
            background: self.style.theme.paper,
            encoding: self.encoding,
            external: self.external,
        })
    }

    /// The style that draws a square tile of the given size. Tiles of a tileset need not be square; then drawn ones are as
    /// wide, and Tiled lets them overlap or leave gaps.
    pub(super) fn style_px(&self) -> Style {
        let scale = self.tileset.as_ref().map_or(self.tile_px, |tileset| tileset.tile_size().0);
        Style { scale, ..self.style.clone() }
    }

    /// The given tileset, if it shows this plane.
    pub(super) fn tileset_for(&self, plane: Option<Plane>) -> Option<&Tileset> {
        self.tileset.as_ref().filter(|tileset| tileset.kind().plane() == plane)
    }

    pub(super) fn corner_tiles(
        &self,
        corners: Option<&Grid<mapwright_core::Sides>>,
    ) -> Result<WangTiling, ExportError> {
        match self.tileset_for(Some(Plane::Corners)) {
            Some(tileset) => Ok(WangTiling::Tileset(Box::new(tileset.clone()))),
            None => WangTiling::corners(corners.map_or(0, most_color), self.style_px().scale),
        }
    }

    fn tiles(&self, map: &BuilderMap, made: &mut TiledMap) -> Result<TiledLayer, ExportError> {
        let (sheet, numbers) = match self.tileset_for(None) {
            Some(tileset) => {
                let tiles = WangTiling::Tileset(Box::new(tileset.clone()));
                (of_tileset("tiles", tileset), tiles.numbers(map)?)
            }
            None => tiles::tiles(map, self.shades, &self.style_px())?,
        };
        Ok(made.add_tiles("tiles", sheet, numbers))
    }

    fn sides(&self, map: &BuilderMap, most: u8, made: &mut TiledMap) -> Result<TiledLayer, ExportError> {
        let style = self.style_px();
        let is_board = map.solution.is_some() || map.flow.is_some();
        let tiles = match self.tileset_for(Some(Plane::Sides)) {
            Some(tileset) => WangTiling::Tileset(Box::new(tileset.clone())),
            None if most > 1 => WangTiling::edges(most, &style)?,
            None if is_board => WangTiling::Tileset(Box::new(Tileset::shipped("pipes", style.scale)?)),
            None => {
                let (sheet, numbers) = walls::walls(map, made.tile_size, &style)?;
                return Ok(made.add_tiles("sides", sheet, numbers));
            }
        };
        let numbers = tiles.numbers(map)?;
        Ok(made.add_tiles("sides", tiles.sheet("sides", &style)?, numbers))
    }

    fn things(&self, part: TiledPart, map: &BuilderMap, px: (u32, u32)) -> TiledLayer {
        let theme = &self.style.theme;
        let (things, color) = match part {
            TiledPart::Rooms => (objects::rooms(map.rooms.as_deref().unwrap_or_default(), px), theme.far),
            TiledPart::Corridors => {
                (objects::corridors(map.corridors.as_deref().unwrap_or_default(), px), theme.source)
            }
            TiledPart::Portals => (objects::portals(&map.portals, px), theme.portals[0]),
            TiledPart::Graph => {
                (map.graph.as_ref().map(|graph| objects::graph(graph, px)).unwrap_or_default(), theme.ink)
            }
            TiledPart::Doors => (objects::doors(map.doors.as_deref().unwrap_or_default(), px), theme.locks[0]),
            TiledPart::Spawns => (objects::spawns(&map.spawns, px), theme.names[0]),
            TiledPart::Exit => (objects::place("exit", map.exit, px), theme.exit),
            _ => (objects::place("start", map.start, px), theme.start),
        };
        thing_layer(part.name(), things, color)
    }
}

pub(super) fn thing_layer(name: &str, things: Vec<TiledObject>, color: Color) -> TiledLayer {
    TiledLayer { name: name.to_owned(), visible: true, opacity: 100, content: TiledContent::Objects(things, color) }
}

impl TiledMap {
    /// A layer of a tileset's tiles, whose numbers count from 1 in that tileset, 0 for none. Adds the tileset, or uses
    /// the existing one.
    fn add_tiles(&mut self, name: &str, sheet: TiledSheet, numbers: Grid<u32>) -> TiledLayer {
        let first = self.add_sheet(sheet);
        let tiles = numbers.map(|&number| if number == 0 { 0 } else { number - 1 + first });
        let content = TiledContent::Tiles(TiledCells::Whole(tiles));
        TiledLayer { name: name.to_owned(), visible: true, opacity: 100, content }
    }

    /// The number of the tileset's first tile. Two of one name would have one file.
    pub(super) fn add_sheet(&mut self, sheet: TiledSheet) -> u32 {
        debug_assert!(self.sheets.iter().all(|other| other.set.name != sheet.set.name || *other == sheet));
        let place = self.sheets.iter().position(|other| *other == sheet).unwrap_or_else(|| {
            self.sheets.push(sheet);
            self.sheets.len() - 1
        });
        self.first_gids()[place]
    }
}
