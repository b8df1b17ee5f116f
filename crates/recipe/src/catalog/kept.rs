//! The kept parts of a recipe, drawn in it or in files: the map that its chain begins with.

use std::collections::BTreeMap;
use std::path::Path;

use mapwright_core::params::{Described, Schema};
use mapwright_core::{BuilderMap, Grid, Keep, Meaning, Point, Size, Template, Tile, Wrap, params};
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
    let mut base = Base { map, part: Grid::new(size, None) };
    for (nth, (part, drawn)) in parts.iter().zip(&drawn).enumerate() {
        let at = Point::new(part.at[0], part.at[1]);
        match drawn {
            Drawn::Template(template) => base.draw_template(nth, at, part.level, template)?,
            Drawn::Map(map) => base.draw_map(nth, at, part.level, map)?,
        }
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
        let tiles = template.tiles().iter().filter_map(|(cell, tile)| Some((cell, (*tile)?, level)));
        self.put(nth, at, template.size(), tiles)?;
        let on_map = |cell: Point| Some(Point::new(at.x + cell.x, at.y + cell.y));
        self.map.start = template.start().and_then(on_map).or(self.map.start);
        self.map.exit = template.exit().and_then(on_map).or(self.map.exit);
        template.put_marks(&mut self.map, on_map);
        Ok(())
    }

    fn draw_map(&mut self, nth: usize, at: Point, level: Keep, drawn: &BuilderMap) -> Result<(), RecipeErrorKind> {
        let level = |cell: Point| if drawn.kept.is_some() { drawn.keep_at(cell).min(level) } else { level };
        let cells = drawn.tiles.iter().map(|(cell, &tile)| (cell, tile, level(cell)));
        self.put(nth, at, drawn.size(), cells.filter(|(_, _, level)| *level > Keep::Free))?;
        let is_drawn = |cell: &Point| level(*cell) > Keep::Free;
        let on_map = |cell: Point| Point::new(at.x + cell.x, at.y + cell.y);
        self.map.start = drawn.start.filter(is_drawn).map(on_map).or(self.map.start);
        self.map.exit = drawn.exit.filter(is_drawn).map(on_map).or(self.map.exit);
        let spawns = drawn.spawns.iter().filter(|spawn| is_drawn(&spawn.at));
        self.map.spawns.extend(spawns.map(|spawn| spawn.clone().moved_to(on_map(spawn.at))));
        if let Some(sides) = &drawn.sides {
            let size = self.map.size();
            let all = self.map.sides.get_or_insert_with(|| Grid::new(size, mapwright_core::Sides::CLOSED));
            sides.iter().filter(|(cell, _)| is_drawn(cell)).for_each(|(cell, &sides)| all[on_map(cell)] = sides);
        }
        Ok(())
    }

    /// Puts cells of a part on the map.
    fn put(
        &mut self,
        nth: usize,
        at: Point,
        part: Size,
        cells: impl Iterator<Item = (Point, Tile, Keep)>,
    ) -> Result<(), RecipeErrorKind> {
        let size = self.map.size();
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
            self.part[to] = Some(nth);
            self.map.keep_cells([to], level);
        }
        Ok(())
    }
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

    fn read(&self, file: &str, bytes: &[u8], files: &Files) -> Result<Drawn, Flaw> {
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        if !first.is_some_and(|first| b"{<\xef".contains(first)) {
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
