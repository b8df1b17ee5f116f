//! The kept parts of a recipe, drawn in it or in files: the map that its chain begins with.

use std::collections::BTreeMap;
use std::path::Path;

use mapwright_core::params::{Described, Schema};
use mapwright_core::{BuilderMap, Grid, Keep, KeyName, Meaning, Point, Size, Spawn, Template, Tile, Wrap, params};
use mapwright_dungeon::template_from_bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::files::FileName;
use crate::drawn::{HowToRead, map_from_file};
use crate::error::RecipeErrorKind;
use crate::flaw::Flaw;
use crate::{Files, typed};

/// A part of the map that is kept.
#[params]
pub(crate) struct KeptDrawing {
    /// The column and row of its upper left cell.
    #[param(expected = "two integers from 0 to 65535, a column and a row, such as [24, 14]")]
    at: [u16; 2],
    /// How much of its cells is kept.
    #[param(default = Keep::Tile, except = Keep::Free)]
    #[serde(with = "mapwright_core::keep_word")]
    level: Keep,
    /// Rows of glyphs. Blank cells are free.
    rows: Option<Vec<String>>,
    /// A file beside the recipe in place of `rows`: a map as JSON, one drawn in Tiled or LDtk, of which cells without a tile are
    /// free, or a drawing (`.txt`, `.xp`).
    #[param(not_with = "rows")]
    file: Option<FileName>,
    /// The meanings of glyphs, in addition to the predefined ones. Of a file of Tiled or LDtk: the tiles that numbers, classes and
    /// identifiers stand for.
    legend: KeptLegend,
    /// Of a file of Tiled or LDtk: the layer with the tiles. Absent: the layer `tiles`, or the only one.
    #[param(not_with = "rows")]
    layer: Option<String>,
    /// Of a file of LDtk with several levels: the one to read.
    #[param(not_with = "rows")]
    ldtk_level: Option<String>,
}

/// Glyphs, or names of an editor, with their meanings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct KeptLegend(BTreeMap<String, Value>);

impl Described for KeptLegend {
    fn schema() -> Schema {
        let table = Schema::Table(Box::new(Schema::Text), Box::new(Meaning::schema()));
        Schema::Such("meanings such as {\"g\": {\"spawn\": \"Goblin\"}, \"T\": \"tree\"}", Box::new(table))
    }
}

/// The kept parts of a recipe on one map, and the part that drew each cell.
struct Base {
    map: BuilderMap,
    part: Grid<Option<usize>>,
    /// The parts that have drawn the start and the exit.
    ends: [Option<usize>; 2],
    /// The locks that parts have drawn.
    locks: Vec<(usize, u8)>,
}

/// Returns a map of some size with the kept parts of a recipe; `None` if there are none.
pub(crate) fn base(
    parts: &[Value],
    size: Size,
    wrap: Wrap,
    files: &Files,
) -> Result<Option<BuilderMap>, RecipeErrorKind> {
    let read = |part: &Value| typed::read(part.as_object().cloned().unwrap_or_default());
    let parts = parts.iter().map(read).collect::<Result<Vec<KeptDrawing>, _>>()?;
    parts_on(&parts, Some(size), wrap, files)
}

/// Returns a map with kept parts, as small as they are if its size is not given; `None` if there are none.
pub(super) fn parts_on(
    parts: &[KeptDrawing],
    size: Option<Size>,
    wrap: Wrap,
    files: &Files,
) -> Result<Option<BuilderMap>, RecipeErrorKind> {
    if parts.is_empty() {
        return Ok(None);
    }
    let drawn = |(nth, part): (usize, &KeptDrawing)| part.drawn(nth, files);
    let drawn = parts.iter().enumerate().map(drawn).collect::<Result<Vec<Drawn>, _>>()?;
    let reached = parts.iter().zip(&drawn).map(|(part, drawn)| {
        let Size { w, h } = drawn.size();
        [part.at[0].saturating_add(w), part.at[1].saturating_add(h)]
    });
    let [w, h] = reached.fold([1, 1], |far, reached| [far[0].max(reached[0]), far[1].max(reached[1])]);
    let size = size.unwrap_or(Size::new(w, h));
    if size.area() > Template::MAX_CELLS && size == Size::new(w, h) {
        return Err(wrong(format!("`kept` reaches over {size} cells; expected at most {}", Template::MAX_CELLS)));
    }
    let mut map = BuilderMap::filled(size, wrap, Tile::WALL);
    map.kept = Some(Grid::new(size, Keep::Free));
    let mut base = Base { map, part: Grid::new(size, None), ends: [None; 2], locks: Vec::new() };
    for (nth, (part, drawn)) in parts.iter().zip(&drawn).enumerate() {
        let at = Point::new(part.at[0], part.at[1]);
        match drawn {
            Drawn::Template(template) => base.draw_template(nth, at, part.level, template)?,
            Drawn::Map(map) => base.draw_map(nth, at, part.level, map)?,
        }
    }
    let has_key = |lock: u8| base.map.spawns.iter().any(|spawn| spawn.key == Some(lock));
    if let Some((nth, lock)) = base.locks.iter().find(|(_, lock)| !has_key(*lock)) {
        let name = KeyName(*lock);
        return Err(wrong(format!(
            "kept[{nth}] draws a door with the lock {name} and no part draws the key {name}; expected both"
        )));
    }
    base.map.list_doors();
    Ok(Some(base.map))
}

impl Base {
    fn draw_template(
        &mut self,
        nth: usize,
        at: Point,
        level: Keep,
        template: &Template,
    ) -> Result<(), RecipeErrorKind> {
        if template.has_choices() {
            return Err(wrong(format!(
                "kept[{nth}] leaves cells to chance; expected a drawing without choices and slots"
            )));
        }
        let mut drawn = BuilderMap::filled(template.size(), Wrap::None, Tile::WALL);
        let mut is_drawn = Grid::new(template.size(), false);
        for (cell, tile) in template.tiles().iter().filter_map(|(cell, tile)| Some((cell, (*tile)?))) {
            drawn.tiles[cell] = tile;
            is_drawn[cell] = true;
        }
        (drawn.start, drawn.exit) = (template.start(), template.exit());
        template.put_marks(&mut drawn, Some);
        if level == Keep::Shape
            && let Some(what) = first_mark(&drawn)
        {
            return Err(wrong(format!(
                "kept[{nth}] draws {what}; expected tiles only: with the level `shape` nothing else is kept"
            )));
        }
        let locks = drawn.doors.iter().flatten().filter_map(|door| door.lock);
        self.locks.extend(locks.map(|lock| (nth, lock)));
        if let Some(layer) = drawn.layers.keys().next() {
            return Err(wrong(format!(
                "kept[{nth}] marks cells in the layer `{layer}`; expected tiles, spawns, keys, doors, portals, a start and an exit"
            )));
        }
        drawn.kept = Some(is_drawn.map(|&is_drawn| if is_drawn { Keep::Tile } else { Keep::Free }));
        self.draw_map(nth, at, level, &drawn)
    }

    fn draw_map(&mut self, nth: usize, at: Point, level: Keep, drawn: &BuilderMap) -> Result<(), RecipeErrorKind> {
        let level = |cell: Point| if drawn.kept.is_some() { drawn.keep_at(cell).min(level) } else { level };
        let cells = drawn.tiles.iter().map(|(cell, &tile)| (cell, tile, level(cell)));
        let shared = self.put(nth, at, drawn.size(), cells.filter(|(_, _, level)| *level > Keep::Free))?;
        let is_drawn = |cell: &Point| level(*cell) > Keep::Free;
        let on_map = |cell: Point| Point::new(at.x + cell.x, at.y + cell.y);
        for (nth_end, (name, end)) in [("start", drawn.start), ("exit", drawn.exit)].into_iter().enumerate() {
            let Some(end) = end.filter(is_drawn).map(on_map) else { continue };
            let old = if nth_end == 0 { &mut self.map.start } else { &mut self.map.exit };
            if let (Some(other), Some(before)) = (self.ends[nth_end], old.filter(|&old| old != end)) {
                return Err(wrong(format!("kept[{nth}] has the {name} at {end}, and kept[{other}] at {before}")));
            }
            (*old, self.ends[nth_end]) = (Some(end), Some(nth));
        }
        let spawns = drawn.spawns.iter().filter(|spawn| is_drawn(&spawn.at));
        let spawns: Vec<Spawn> = spawns.map(|spawn| spawn.clone().moved_to(on_map(spawn.at))).collect();
        for &(cell, other) in &shared {
            let there = |spawns: &[Spawn]| {
                let mut there: Vec<Spawn> = spawns.iter().filter(|spawn| spawn.at == cell).cloned().collect();
                there.sort_unstable();
                there
            };
            let (new, old) = (there(&spawns), there(&self.map.spawns));
            if new != old {
                let words = |spawns: &[Spawn]| match spawns.first() {
                    Some(spawn) => format!("`{}`", spawn.what),
                    None => "nothing".to_owned(),
                };
                let (new, old) = (words(&new), words(&old));
                return Err(wrong(format!("kept[{nth}] draws {new} at {cell}, and kept[{other}] {old}")));
            }
        }
        let is_new = |spawn: &Spawn| !shared.iter().any(|&(cell, _)| cell == spawn.at);
        self.map.spawns.extend(spawns.into_iter().filter(is_new));
        for door in drawn.doors.iter().flatten().filter(|door| !door.is_plain()) {
            let mut door = door.clone();
            door.cells = door.cells.into_iter().filter(is_drawn).map(on_map).collect();
            let doors = self.map.doors.get_or_insert_default();
            if !door.cells.is_empty() && !doors.contains(&door) {
                doors.push(door);
            }
        }
        let portals = drawn.portals.iter().filter(|portal| portal.ends().iter().all(is_drawn));
        for portal in portals.map(|portal| portal.between(on_map(portal.a), on_map(portal.b))) {
            if !self.map.portals.contains(&portal) {
                self.map.portals.push(portal);
            }
        }
        let size = self.map.size();
        let planes = [(&drawn.sides, &mut self.map.sides), (&drawn.corners, &mut self.map.corners)];
        for (new, old) in planes.into_iter().filter_map(|(new, old)| Some((new.as_ref()?, old))) {
            let all = old.get_or_insert_with(|| Grid::new(size, mapwright_core::Sides::CLOSED));
            new.iter().filter(|(cell, _)| is_drawn(cell)).for_each(|(cell, &sides)| all[on_map(cell)] = sides);
        }
        Ok(())
    }

    /// Puts cells of a part on the map. Returns those that another part has drawn too, each with that part.
    fn put(
        &mut self,
        nth: usize,
        at: Point,
        part: Size,
        cells: impl Iterator<Item = (Point, Tile, Keep)>,
    ) -> Result<Vec<(Point, usize)>, RecipeErrorKind> {
        let (size, mut shared) = (self.map.size(), Vec::new());
        for (cell, tile, level) in cells {
            let Some(to) = at.offset(cell.x.into(), cell.y.into()).filter(|&to| size.contains(to)) else {
                return Err(wrong(format!(
                    "kept[{nth}] is {part} cells at {at}, which reaches over the map of {size}; expected a place inside of it"
                )));
            };
            let before = self.part[to].filter(|_| self.map.tiles[to] != tile);
            if let Some(other) = before {
                let [new, old] = [tile, self.map.tiles[to]].map(|tile| tile.to_string());
                return Err(wrong(format!("kept[{nth}] draws {to} as {new}, and kept[{other}] as {old}")));
            }
            self.map.tiles[to] = tile;
            shared.extend(self.part[to].map(|other| (to, other)));
            self.part[to] = self.part[to].or(Some(nth));
            self.map.keep_cells([to], level);
        }
        Ok(shared)
    }
}

/// The first thing on a map besides tiles.
fn first_mark(map: &BuilderMap) -> Option<String> {
    let ends = [("the start", map.start), ("the exit", map.exit)];
    let end = ends.into_iter().find_map(|(name, at)| at.map(|_| name.to_owned()));
    let spawn = map.spawns.first().map(|spawn| format!("`{}`", spawn.what));
    let door = map
        .doors
        .iter()
        .flatten()
        .find(|door| !door.is_plain())
        .map(|_| "a door with a lock, a direction or a look".to_owned());
    end.or(spawn).or(door).or(map.portals.first().map(|_| "a portal".to_owned()))
}

/// What a file holds.
enum Drawn {
    Template(Template),
    Map(Box<BuilderMap>),
}

impl Drawn {
    const fn size(&self) -> Size {
        match self {
            Drawn::Template(template) => template.size(),
            Drawn::Map(map) => map.size(),
        }
    }
}

impl KeptDrawing {
    /// Returns what the part draws.
    fn drawn(&self, nth: usize, files: &Files) -> Result<Drawn, RecipeErrorKind> {
        match (&self.rows, &self.file) {
            (Some(rows), _) => {
                self.check_meanings(nth)?;
                let template = json!({ "rows": rows, "legend": self.legend });
                let template = serde_json::from_value(template).map_err(|error| {
                    RecipeErrorKind::value(format!("kept[{nth}].rows"), json!(rows), format!("a drawing; {error}"))
                })?;
                Ok(Drawn::Template(template))
            }
            (None, Some(FileName(file))) => files.load("drawing", file, |bytes| self.read(file, &bytes, files)),
            (None, None) => {
                let expected = "either rows of glyphs, or a `file` that holds a drawing";
                Err(RecipeErrorKind::missing(format!("kept[{nth}].rows"), expected))
            }
        }
    }

    /// Refuses a legend with an entry that is no meaning of a glyph.
    fn check_meanings(&self, nth: usize) -> Result<(), RecipeErrorKind> {
        let wrong = |(name, value): (&String, &Value)| {
            let error = serde_json::from_value::<Meaning>(value.clone()).err()?;
            Some(RecipeErrorKind::value(
                format!("kept[{nth}].legend.{name}"),
                value.clone(),
                format!("a meaning; {error}"),
            ))
        };
        self.legend.0.iter().find_map(wrong).map_or(Ok(()), Err)
    }

    fn read(&self, file: &str, bytes: &[u8], files: &Files) -> Result<Drawn, Flaw> {
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        if !first.is_some_and(|first| b"{<\xef".contains(first)) {
            if let Some(name) = self.layer.as_ref().map(|_| "layer").or(self.ldtk_level.as_ref().map(|_| "ldtk_level"))
            {
                return Err(Flaw::told(format!("`{name}` is for files of Tiled and LDtk; this is a drawing")));
            }
            let legend = serde_json::from_value(json!({ "legend": self.legend }))
                .map_err(|_| Flaw::of("its `legend` is not that of a drawing"))?;
            return Ok(Drawn::Template(template_from_bytes(bytes.to_vec(), &legend)?));
        }
        let tile = |(name, value): (&String, &Value)| Some((name.clone(), serde_json::from_value(value.clone()).ok()?));
        let legend: Option<BTreeMap<String, Tile>> = self.legend.0.iter().map(tile).collect();
        let legend = legend.ok_or(Flaw::of("its `legend` has a meaning that is not a tile"))?;
        let how = HowToRead { level: self.ldtk_level.clone(), layer: self.layer.clone(), legend, blank_is_free: true };
        let beside = |name: &str| files.load("map", Path::new(file).with_file_name(name).to_str()?, Ok).ok();
        Ok(Drawn::Map(Box::new(map_from_file(bytes, &how, &beside)?.0)))
    }
}

fn wrong(problem: String) -> RecipeErrorKind {
    RecipeErrorKind::Program { problem }
}
