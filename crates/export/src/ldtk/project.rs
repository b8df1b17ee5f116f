//! From a map to an LDtk project.

use std::collections::BTreeSet;
use std::path::Path;

use mapwright_core::{BuilderMap, Grid};
use mapwright_files::save_atomic;
use mapwright_render::{Style, Tileset, write_png};
use serde_json::{Value, json};

use super::defs::{LayerDef, LayerKind, capital, tileset};
use super::entities::EntityDefs;
use super::fields::{FieldDef, FieldType};
use super::grids::{self, IntGrid};
use super::ids::Ids;
use super::level::{Content, filled, instance};
use super::levels::Levels;
use crate::ExportError;
use crate::json::spread;
use crate::tiled::{Tiled, TiledCells, TiledContent, TiledLayer, TiledMap, TiledPart, stem};

/// How to export a map as an LDtk project.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_export::Ldtk;
///
/// let map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
/// let project = Ldtk { seed: Some(7), ..Ldtk::default() }.project(&map, "level.ldtk")?;
/// assert!(project.files.iter().map(|(name, _)| name.as_str()).eq(["level-tiles.png", "level.ldtk"]));
/// # Ok::<(), mapwright_export::ExportError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ldtk {
    /// The layers to write; `None` for all.
    pub parts: Option<Vec<TiledPart>>,
    /// The name of the level: a letter or `_`, then letters, digits and `_`. Levels of floors have their number behind it, as
    /// `Level_0` and `Level_1`, or `Cellar_0` and `Cellar_1`.
    pub level: String,
    /// Whether tile layers show the drawn map. Otherwise there are only IntGrids and entities, and no pictures.
    pub pictures: bool,
    /// The tileset for sides, corners or tiles, depending on its kind; `None` for a built-in one.
    pub tileset: Option<Tileset>,
    /// The size of a cell in pixels, unless a tileset determines it.
    pub tile_px: u32,
    /// The palette and the theme; other fields are ignored.
    pub style: Style,
    /// The seed, stored in the level; iids are derived from it.
    pub seed: Option<u64>,
    /// The recipe, stored in the level.
    pub recipe: Option<String>,
}

impl Default for Ldtk {
    /// All layers, `Level_0`, with pictures of 16 pixels for each cell in the default theme.
    fn default() -> Self {
        Ldtk {
            parts: None,
            level: "Level_0".to_owned(),
            pictures: true,
            tileset: None,
            tile_px: 16,
            style: Style::default(),
            seed: None,
            recipe: None,
        }
    }
}

/// A project as files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LdtkProject {
    /// Their names and contents, the project last.
    pub files: Vec<(String, Vec<u8>)>,
}

impl LdtkProject {
    /// Writes the files into an existing folder, each completely or not at all. The project is written last, so the
    /// files that it names exist.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), ExportError> {
        for (name, content) in &self.files {
            save_atomic(&folder.join(name), |file| file.write_all(content))?;
        }
        Ok(())
    }
}

/// Bytes that a cell takes in an IntGrid and in a layer of tiles, about.
const GRID_CELL: u64 = 4;
const TILE_CELL: u64 = 76;
/// The most bytes of a project.
const MOST_BYTES: u64 = 600_000_000;

/// The build of LDtk 1.5.3, which writes files as we do.
const BUILD: u32 = 473_703;

impl Ldtk {
    /// Refuses a name of the file, a name of the level or a layer that no project can have, before there is a map.
    ///
    /// # Errors
    ///
    /// A name is invalid, or a layer is the level graph.
    pub fn check(&self, file: &str) -> Result<(), ExportError> {
        stem("LDtk", &["ldtk"], file)?;
        if self.parts.iter().flatten().any(|part| *part == TiledPart::Graph) {
            let (name, why) = (TiledPart::Graph.name().to_owned(), "LDtk has no lines".to_owned());
            return Err(ExportError::Name { what: "layer", name, why });
        }
        check_level(&self.level)
    }

    /// The project, for a file with this name. Each floor of a map is a level, at its depth of the world; portals between floors
    /// name each other across levels.
    ///
    /// # Errors
    ///
    /// The map lacks a requested layer, has no cells, or has planes of different sizes; a name is invalid; the tileset
    /// does not fit the map or has tiles that are not square; or a picture is too large.
    pub fn project(&self, map: &BuilderMap, file: &str) -> Result<LdtkProject, ExportError> {
        self.check(file)?;
        let stem = stem("LDtk", &["ldtk"], file)?;
        let parts = TiledPart::chosen(self.parts.as_deref(), map)?;
        self.claim(map, &parts)?;
        let drawn = self.drawn(map, &parts)?;
        let mut ids = Ids::new(map, self.seed, &self.level);
        let mut files = Vec::new();
        let mut tilesets = Vec::new();
        for sheet in drawn.sheets.iter().filter(|_| self.pictures) {
            let name = format!("{stem}-{}.png", sheet.set.name);
            let mut png = Vec::new();
            write_png(&sheet.picture, &mut png)?;
            tilesets.push((ids.uid(), name.clone()));
            files.push((name, png));
        }
        let project = self.root(map, &parts, &drawn, &tilesets, &mut ids);
        files.push((file.to_owned(), project.into_bytes()));
        Ok(LdtkProject { files })
    }

    /// Refuses a project whose text would be too long for the memory that it takes several times over.
    fn claim(&self, map: &BuilderMap, parts: &[TiledPart]) -> Result<(), ExportError> {
        let layers = u64::try_from(parts.iter().filter(|part| !part.is_objects()).count()).unwrap_or(u64::MAX);
        let cell = if self.pictures { GRID_CELL + TILE_CELL } else { GRID_CELL };
        let bytes = u64::from(map.size().area()).saturating_mul(layers.saturating_mul(cell));
        if bytes <= MOST_BYTES {
            return Ok(());
        }
        let most = MOST_BYTES / 1_000_000;
        let allowed = format!("at most {most} MB; fewer layers or no pictures take less");
        let found = format!("about {} MB", bytes / 1_000_000);
        Err(ExportError::Range { what: "the project", found, allowed })
    }

    /// The map as Tiled would show it: its tilesets and tile layers are LDtk's too.
    fn drawn(&self, map: &BuilderMap, parts: &[TiledPart]) -> Result<TiledMap, ExportError> {
        let tiled = Tiled {
            parts: Some(parts.to_vec()),
            tileset: self.tileset.clone(),
            tile_px: self.tile_px,
            style: self.style.clone(),
            ..Tiled::default()
        };
        let drawn = tiled.map(map)?;
        let (w, h) = drawn.tile_size;
        if w != h {
            let allowed = "tiles as high as they are wide: LDtk has no others".to_owned();
            return Err(ExportError::Range { what: "the size of tiles", found: format!("{w}x{h}"), allowed });
        }
        Ok(drawn)
    }

    fn root(
        &self,
        map: &BuilderMap,
        parts: &[TiledPart],
        drawn: &TiledMap,
        tilesets: &[(u32, String)],
        ids: &mut Ids,
    ) -> String {
        let grid = drawn.tile_size.0;
        let background = self.style.theme.paper.to_string();
        let iid = ids.iid();
        let levels = Levels::new(map, grid, &self.level, ids);
        let kinds = EntityDefs::new(map, ids, &self.style.theme);
        let (mut layers, mut instances) = (Vec::new(), vec![Vec::new(); levels.frames().len()]);
        let mut add = |layer: LayerDef, content: Content, visible: bool, iids: &[String]| {
            for ((frame, iid), instances) in levels.frames().zip(iids).zip(&mut instances) {
                instances.push(instance(&layer, &content, visible, iid, frame));
            }
            layers.push(layer.def(grid));
        };
        if parts.iter().any(|part| part.is_objects()) {
            let (layer, iids) = (plain(ids.uid(), "Entities", LayerKind::Entities), levels.iids(ids));
            let entities = kinds.of(&only(map, parts), grid, &levels, &iids, ids);
            add(layer, Content::Entities(entities), true, &iids);
        }
        if self.pictures {
            for layer in drawn.layers.iter().rev() {
                if let Some((layer, content, visible)) = tile_layer(layer, drawn, tilesets, ids) {
                    add(layer, content, visible, &levels.iids(ids));
                }
            }
        }
        for &part in parts.iter().rev() {
            if let Some((cells, values)) = self.int_grid(map, part) {
                let layer = LayerDef { values, ..plain(ids.uid(), &capital(part.name()), LayerKind::IntGrid) };
                add(layer, Content::Grid(cells), part != TiledPart::Solution, &levels.iids(ids));
            }
        }
        let mut names = BTreeSet::new();
        for (name, layer) in map.layers.iter().filter(|_| self.parts.is_none()) {
            if let Some((cells, values)) = grids::layer(layer, &self.style) {
                let name = unused(format!("layer_{}", word(name)), &mut names);
                let layer = LayerDef { values, ..plain(ids.uid(), &name, LayerKind::IntGrid) };
                add(layer, Content::Grid(cells), false, &levels.iids(ids));
            }
        }
        let (level_fields, known) = self.known(map, ids);
        let sheets = tilesets.iter().zip(&drawn.sheets).map(|((uid, file), sheet)| tileset(*uid, sheet, file));
        let defs = json!({
            "layers": layers,
            "entities": kinds.all().map(|kind| kind.def(grid)),
            "tilesets": sheets.collect::<Vec<_>>(),
            "enums": [], "externalEnums": [],
            "levelFields": level_fields,
        });
        let root = json!({
            "__header__": {
                "fileType": "LDtk Project JSON", "app": "LDtk", "doc": "https://ldtk.io/json",
                "schema": "https://ldtk.io/files/JSON_SCHEMA.json", "appAuthor": "Sebastien 'deepnight' Benard",
                "appVersion": "1.5.3", "url": "https://ldtk.io",
            },
            "iid": iid,
            "jsonVersion": "1.5.3",
            "appBuildId": BUILD,
            "nextUid": ids.next_uid(),
            "identifierStyle": "Free", "toc": [], "worldLayout": "Free", "worldGridWidth": 256,
            "worldGridHeight": 256, "defaultLevelWidth": 256, "defaultLevelHeight": 256, "defaultPivotX": 0,
            "defaultPivotY": 0,
            "defaultGridSize": grid,
            "defaultEntityWidth": grid,
            "defaultEntityHeight": grid,
            "bgColor": self.style.theme.ink.to_string(),
            "defaultLevelBgColor": background,
            "minifyJson": false, "externalLevels": false, "exportTiled": false, "simplifiedExport": false,
            "imageExportMode": "None", "exportLevelBg": true, "pngFilePattern": null, "backupOnSave": false,
            "backupLimit": 10, "backupRelPath": null, "levelNamePattern": "Level_%idx", "tutorialDesc": null,
            "customCommands": [], "flags": [],
            "defs": defs,
            "levels": levels.json(&background, &known),
            "worlds": [],
            "dummyWorldIid": levels.world,
        });
        let lists = instances.iter().map(|level: &Vec<String>| format!("\n    {}\n   ", level.join(",\n    ")));
        filled(&spread(&root, 4), "layerInstances", &lists.collect::<Vec<_>>())
    }

    fn int_grid(&self, map: &BuilderMap, part: TiledPart) -> Option<IntGrid> {
        let theme = &self.style.theme;
        match part {
            TiledPart::Tiles => Some(grids::tiles(map, &self.style)),
            TiledPart::Corners => map.corners.as_ref().map(|corners| grids::colors(corners, theme.corners)),
            TiledPart::Sides => map.sides.as_ref().map(|sides| grids::colors(sides, theme.sides)),
            TiledPart::Solution => map.solution.as_ref().map(|sides| grids::colors(sides, theme.sides)),
            TiledPart::Regions => map.regions.as_ref().map(|regions| grids::regions(regions, &self.style)),
            _ => None,
        }
    }

    /// Facts about the whole map: the definitions of the fields, and their values.
    fn known(&self, map: &BuilderMap, ids: &mut Ids) -> (Vec<Value>, Vec<Value>) {
        let known = [
            ("mapwright", env!("CARGO_PKG_VERSION").to_owned()),
            ("seed", self.seed.map_or(String::new(), |seed| seed.to_string())),
            ("recipe", self.recipe.clone().unwrap_or_default()),
            ("wrap", map.wrap.to_string()),
        ];
        let field = |(name, value): (&'static str, String)| {
            let field = FieldDef { uid: ids.uid(), name, kind: FieldType::Text };
            (field.def(), field.text(&value))
        };
        known.map(field).into_iter().unzip()
    }
}

fn plain(uid: u32, name: &str, kind: LayerKind) -> LayerDef {
    LayerDef { uid, name: name.to_owned(), kind, opacity: 1.0, tileset: None, values: Vec::new() }
}

/// A tile layer of Tiled as one of LDtk.
fn tile_layer(
    layer: &TiledLayer,
    drawn: &TiledMap,
    tilesets: &[(u32, String)],
    ids: &mut Ids,
) -> Option<(LayerDef, Content, bool)> {
    let TiledContent::Tiles(TiledCells::Whole(cells)) = &layer.content else { return None };
    let firsts = drawn.first_gids();
    let highest = cells.as_slice().iter().copied().max().unwrap_or(0);
    // All tiles of a layer are from one tileset. A layer without any has none of its own, so the first will do.
    let sheet = firsts.iter().rposition(|&first| first <= highest).unwrap_or(0);
    let (uid, file) = tilesets.get(sheet)?;
    let local: Grid<u32> = cells.map(|&gid| if gid == 0 { 0 } else { gid + 1 - firsts[sheet] });
    let name = format!("{}_drawn", capital(&layer.name));
    let opacity = f64::from(layer.opacity) / 100.0;
    let made = LayerDef { opacity, tileset: Some(*uid), ..plain(ids.uid(), &name, LayerKind::Tiles) };
    Some((made, Content::Tiles(local, drawn.sheets[sheet].clone(), file.clone()), layer.visible))
}

/// The map with only the requested things.
fn only(map: &BuilderMap, parts: &[TiledPart]) -> BuilderMap {
    let has = |part| parts.contains(&part);
    let mut kept = BuilderMap::filled(map.size(), map.wrap, mapwright_core::Tile::FLOOR);
    kept.floors = map.floors;
    kept.rooms = map.rooms.clone().filter(|_| has(TiledPart::Rooms));
    kept.corridors = map.corridors.clone().filter(|_| has(TiledPart::Corridors));
    if has(TiledPart::Portals) {
        kept.portals.clone_from(&map.portals);
    }
    kept.doors = map.doors.clone().filter(|_| has(TiledPart::Doors));
    if has(TiledPart::Spawns) {
        kept.spawns.clone_from(&map.spawns);
    }
    kept.start = map.start.filter(|_| has(TiledPart::Start));
    kept.exit = map.exit.filter(|_| has(TiledPart::Exit));
    kept
}

/// A name in the letters that LDtk allows.
fn word(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect()
}

/// The name or, if it is used, the name with a number; LDtk expects every identifier once.
fn unused(name: String, used: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number: u64| format!("{name}_{number}"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|name| !used.contains(name)).unwrap_or(name);
    used.insert(free.clone());
    free
}

fn check_level(name: &str) -> Result<(), ExportError> {
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if starts && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
        return Ok(());
    }
    let why = "LDtk expects a letter or `_` first, then letters, digits and `_`".to_owned();
    Err(ExportError::Name { what: "level", name: name.to_owned(), why })
}
