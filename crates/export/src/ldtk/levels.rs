//! The levels of a project: one, or one for each floor of the map.

use mapwright_core::BuilderMap;
use serde_json::{Value, json};

use super::ids::Ids;
use super::level::LevelFrame;

/// The levels, by floor.
pub(super) struct Levels {
    /// The iid of their world.
    pub(super) world: String,
    levels: Vec<Named>,
}

struct Named {
    name: String,
    iid: String,
    frame: LevelFrame,
}

impl Levels {
    /// The levels of a map in cells of so many pixels. Those of floors have numbers: `Level_0` and `Level_1`, `Cellar_0` and
    /// `Cellar_1`.
    pub(super) fn new(map: &BuilderMap, grid: u32, name: &str, ids: &mut Ids) -> Levels {
        let (world, size) = (ids.iid(), map.floor_size());
        let level = |floor: u16| {
            let name = match map.n_floors() {
                1 => name.to_owned(),
                _ => format!("{}_{floor}", name.strip_suffix("_0").unwrap_or(name)),
            };
            let (iid, level) = (ids.iid(), ids.uid());
            Named { name, iid, frame: LevelFrame { size, grid, level, floor, top: map.floor_rows(floor).start } }
        };
        Levels { world, levels: (0..map.n_floors()).map(level).collect() }
    }

    pub(super) fn frames(&self) -> impl ExactSizeIterator<Item = LevelFrame> {
        self.levels.iter().map(|level| level.frame)
    }

    /// The iid of a floor's level.
    pub(super) fn iid(&self, floor: u16) -> Option<&str> {
        self.levels.get(usize::from(floor)).map(|level| level.iid.as_str())
    }

    /// A new iid for each level.
    pub(super) fn iids(&self, ids: &mut Ids) -> Vec<String> {
        self.levels.iter().map(|_| ids.iid()).collect()
    }

    /// All levels, still without layers.
    pub(super) fn json(&self, background: &str, fields: &[Value]) -> Vec<Value> {
        let level = |Named { name, iid, frame }: &Named| {
            json!({
                "identifier": name,
                "iid": iid,
                "uid": frame.level,
                // In LDtk a greater depth is above a lower one, so the first floor is at 0 and the others are below it.
                "worldX": 0, "worldY": 0, "worldDepth": -i32::from(frame.floor),
                "pxWid": u32::from(frame.size.w) * frame.grid,
                "pxHei": u32::from(frame.size.h) * frame.grid,
                "__bgColor": background,
                "bgColor": null, "useAutoIdentifier": false, "bgRelPath": null, "bgPos": null, "bgPivotX": 0.5,
                "bgPivotY": 0.5,
                "__smartColor": background,
                "__bgPos": null, "externalRelPath": null,
                "fieldInstances": fields,
                "layerInstances": [],
                "__neighbours": self.neighbors(frame.floor),
            })
        };
        self.levels.iter().map(level).collect()
    }

    /// The level above, `>`, and that below, `<`: LDtk lists levels that overlap if their depths differ by one at most.
    fn neighbors(&self, floor: u16) -> Vec<Value> {
        let near = [(floor.checked_sub(1), ">"), (floor.checked_add(1), "<")];
        let known = near.into_iter().filter_map(|(floor, dir)| Some((self.iid(floor?)?, dir)));
        known.map(|(iid, dir)| json!({ "levelIid": iid, "dir": dir })).collect()
    }
}
