//! A recipe, built.

use mapwright::core::{BuilderChain, BuilderMap, Color, Dir, FrameKind, History, Point, Room};
use mapwright::recipe::{Recipe, Registry, map_to_json};
use mapwright::render::{Animation, legend, stage_changes};
use mapwright_bindings::digest_text;
use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::files::with_files;
use crate::picture::{Look, Picture, picture};

/// How many bytes a build may take: the page has to live beside it.
const MEMORY: u64 = 512 << 20;

/// The chain of a recipe with the page's limits.
pub(crate) fn chain(json: &str) -> Result<(Recipe, BuilderChain), Fault> {
    let recipe: Recipe = json.parse()?;
    let chain = with_files(|files| Registry::shipped().chain(&recipe, files))?.memory_limit(MEMORY);
    chain.check()?;
    Ok((recipe, chain))
}

/// The digest of a recipe's map, as 16 hex digits. How the map came to be is not kept.
#[wasm_bindgen]
pub fn digest(recipe: &str) -> Result<String, Fault> {
    let (recipe, chain) = chain(recipe)?;
    Ok(digest_text(&chain.build(recipe.seed())?))
}

/// A recipe, its map, and how the map came to be.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Level {
    chain: BuilderChain,
    pub(crate) recipe: Recipe,
    pub(crate) map: BuilderMap,
    pub(crate) history: History,
}

#[wasm_bindgen]
impl Level {
    /// Builds a recipe; the result of each stage is kept, and every n-th step if `every` is not 0.
    #[wasm_bindgen(constructor)]
    pub fn new(recipe: &str, every: u32) -> Result<Level, Fault> {
        let (recipe, chain) = chain(recipe)?;
        let mut history = History::every(every);
        (history.max_frames, history.max_bytes) = (2000, 64 << 20);
        let map = chain.build_with(recipe.seed(), &mut history)?;
        Ok(Level { chain, recipe, map, history })
    }

    /// Builds it again and keeps steps too: about so many.
    pub fn record(&mut self, frames: u32) -> Result<(), Fault> {
        self.history.every = (self.chain.size().area() / frames.max(1)).max(1);
        self.chain.build_with(self.recipe.seed(), &mut self.history)?;
        Ok(())
    }

    /// The digest of the map, as 16 hex digits.
    pub fn digest(&self) -> String {
        digest_text(&self.map)
    }

    /// The map as JSON, as the program writes it.
    pub fn json(&self) -> String {
        map_to_json(&self.map) + "\n"
    }

    /// `{ size, planes, stages: [{ name, title, label, changes }] }`.
    pub fn summary(&self) -> String {
        let frames = self.history.frames().iter().filter(|frame| frame.kind == FrameKind::Stage);
        let stages = frames.zip(stage_changes(&self.history));
        let stages = stages
            .map(|(frame, changes)| json!({ "name": frame.stage.name, "title": frame.stage.title, "label": frame.label, "changes": changes }));
        let planes = self.map.planes().iter().map(|plane| plane.name());
        let (size, seed) = (self.map.size(), self.recipe.seed().to_string());
        json!({
            "size": [size.w, size.h],
            "seed": seed,
            "planes": planes.collect::<Vec<_>>(),
            "stages": stages.collect::<Vec<_>>(),
        })
        .to_string()
    }

    /// Every frame: `[{ stage, kind: "stage" | "step", label }]`.
    pub fn frames(&self) -> String {
        let frames = self.history.frames().iter().map(|frame| {
            let kind = if frame.kind == FrameKind::Stage { "stage" } else { "step" };
            json!({ "stage": frame.stage.index, "kind": kind, "label": frame.label })
        });
        Value::from_iter(frames).to_string()
    }

    /// The metrics of the map by name.
    pub fn metrics(&self) -> String {
        let metrics = mapwright::pipes::metrics(&self.map);
        let rows = metrics.rows().map(|(name, value)| (name.to_owned(), json!(value)));
        Value::Object(Map::from_iter(rows)).to_string()
    }

    /// The finished map.
    pub fn picture(&self, look: &str) -> Result<Picture, Fault> {
        picture(&self.map, &Look::parse(look)?)
    }

    /// What the marks and colors of the picture mean, at most so many pixels wide, in two colors of the page. There is none
    /// where there is nothing to explain.
    pub fn legend(&self, look: &str, width: u32, paper: u32, ink: u32) -> Result<Option<Picture>, Fault> {
        let look = Look::parse(look)?;
        let mut style = look.style();
        let color = |rgb: u32| Color((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8);
        (style.theme.paper, style.theme.ink) = (color(paper), color(ink));
        let image = if look.tileset.is_empty() { legend(&self.map, &style, width).map_err(Fault::of)? } else { None };
        Ok(image.map(|image| Picture::of_cells(image, 0, 0)))
    }

    /// The map at a frame.
    pub fn frame(&self, nth: usize, look: &str) -> Result<Picture, Fault> {
        let look = Look::parse(look)?;
        let style = look.style();
        let animation = Animation::of_history(&self.history, &style).map_err(Fault::of)?;
        let image = animation.picture(nth).map_err(Fault::of)?;
        Ok(Picture::of_cells(image, self.map.size().w, look.scale.max(1)))
    }

    /// The rooms: `[{ id, tags, at: [x, y], border: [[x, y, side], …] }]`, with a middle, and the sides of cells that
    /// are its border: 0 is north.
    pub fn rooms(&self) -> String {
        let rooms = self.map.rooms.iter().flatten();
        let rooms = rooms.map(|room| {
            let at = room.rect.center();
            json!({ "id": room.id, "tags": room.tags, "at": [at.x, at.y], "border": self.border(room) })
        });
        Value::from_iter(rooms).to_string()
    }

    /// Sides of a room's open cells beyond which the room ends.
    fn border(&self, room: &Room) -> Vec<Value> {
        let inside = |at: Point| self.map.is_in_room(room, at) && self.map.is_open(at);
        let ends = |at: Point, side: u32| !at.step(Dir::from_index(side)).is_some_and(inside);
        let sides = |at: Point| (0..4).filter(move |&side| ends(at, side)).map(move |side| json!([at.x, at.y, side]));
        room.rect.points().filter(|&at| inside(at)).flat_map(sides).collect()
    }

    /// What the planes say of a cell.
    pub fn cell(&self, x: u16, y: u16) -> String {
        let (map, at) = (&self.map, Point::new(x, y));
        let Some(&tile) = map.tiles.get(at) else { return "{}".to_owned() };
        let mut cell = Map::new();
        let mut say = |name: &str, value: Value| cell.insert(name.to_owned(), value);
        say("tile", json!(mapwright::prelude::Palette::default().look(tile).name));
        let dirs =
            |sides: mapwright::core::Sides| sides.dirs().iter().map(|dir| format!("{dir:?}")).collect::<String>();
        for (name, plane) in [("sides", &map.sides), ("solution", &map.solution)] {
            if let Some(plane) = plane {
                say(name, json!(dirs(plane[at])));
            }
        }
        if let Some(regions) = map.regions.as_ref().filter(|regions| regions[at] > 0) {
            say("region", json!(regions[at]));
        }
        for room in map.rooms.iter().flatten().filter(|room| map.is_in_room(room, at)).take(1) {
            say("room", json!(room.tags.iter().fold(room.id.to_string(), |name, tag| format!("{name} {tag}"))));
        }
        if let Some(flow) = &map.flow {
            say("wet", json!(flow.wet[at]));
            say("on ring", json!(flow.on_ring[at]));
        }
        if let Some(area) = map.graph.as_ref().and_then(|graph| graph.area_at(at)) {
            say("area", json!(area));
        }
        for spawn in map.spawns.iter().filter(|spawn| spawn.at == at) {
            say("spawn", json!(spawn.what));
        }
        for (name, mark) in [("start", map.start), ("exit", map.exit)] {
            if mark == Some(at) {
                say(name, json!(true));
            }
        }
        if let Some(door) = map.doors.iter().flatten().find(|door| door.cells.contains(&at)) {
            say("door", door.lock.map_or(json!("open"), |lock| json!(format!("lock {lock}"))));
        }
        Value::Object(cell).to_string()
    }
}
