//! Rooms, corridors, portals, start, exit and spawns as entities.

use mapwright_core::{BuilderMap, Point};
use mapwright_render::Theme;
use serde_json::{Value, json};

use super::defs::Sort;
use super::fields::{Field, Kind};
use super::ids::Ids;
use crate::tiled::hex;

/// The six sorts of entities.
pub(super) struct Sorts {
    room: Sort,
    corridor: Sort,
    portal: Sort,
    start: Sort,
    exit: Sort,
    spawn: Sort,
}

impl Sorts {
    pub(super) fn new(ids: &mut Ids, theme: &Theme) -> Sorts {
        let mut sort = |name, color, field: Option<(&'static str, Kind)>| {
            let uid = ids.uid();
            let field = field.map(|(name, kind)| Field { uid: ids.uid(), name, kind });
            Sort { uid, name, color, is_area: name == "Room", most: 0, field }
        };
        let (start, exit) = (sort("Start", theme.start, None), sort("Exit", theme.exit, None));
        Sorts {
            start: Sort { most: 1, ..start },
            exit: Sort { most: 1, ..exit },
            spawn: sort("Spawn", theme.spawns[0], Some(("what", Kind::Text))),
            room: sort("Room", theme.far, Some(("number", Kind::Int))),
            corridor: sort("Corridor", theme.source, Some(("path", Kind::Path))),
            portal: sort("Portal", theme.portals[0], Some(("other", Kind::Other))),
        }
    }

    pub(super) fn all(&self) -> [&Sort; 6] {
        [&self.start, &self.exit, &self.spawn, &self.room, &self.corridor, &self.portal]
    }

    /// The entities of a map, in a layer, level and world of these names.
    pub(super) fn of(&self, map: &BuilderMap, grid: u32, places: [&str; 3], ids: &mut Ids) -> Vec<Value> {
        let mut found = Vec::new();
        for (number, room) in (1..).zip(map.room_rects()) {
            let fields = self.room.field.map(|field| field.int(number));
            let size = (u32::from(room.w), u32::from(room.h));
            found.push(entity(&self.room, Point::new(room.x, room.y), size, grid, fields, ids.iid()));
        }
        for cells in map.corridors.iter().flatten() {
            let Some(&first) = cells.first() else { continue };
            let fields = self.corridor.field.map(|field| field.path(cells));
            found.push(entity(&self.corridor, first, (1, 1), grid, fields, ids.iid()));
        }
        for &(a, b) in &map.portals {
            let (here, there) = (ids.iid(), ids.iid());
            for (at, iid, other) in [(a, &here, &there), (b, &there, &here)] {
                let [layer, level, world] = places;
                let fields = self.portal.field.map(|field| field.entity([other, layer, level, world]));
                found.push(entity(&self.portal, at, (1, 1), grid, fields, iid.clone()));
            }
        }
        for spawn in &map.spawns {
            let fields = self.spawn.field.map(|field| field.text(&spawn.what));
            found.push(entity(&self.spawn, spawn.at, (1, 1), grid, fields, ids.iid()));
        }
        for (sort, at) in [(&self.exit, map.exit), (&self.start, map.start)] {
            found.extend(at.map(|at| entity(sort, at, (1, 1), grid, None, ids.iid())));
        }
        found
    }
}

/// An entity whose upper left cell is `at`, and which covers so many cells.
fn entity(sort: &Sort, at: Point, (w, h): (u32, u32), grid: u32, field: Option<Value>, iid: String) -> Value {
    let (x, y) = (u32::from(at.x) * grid, u32::from(at.y) * grid);
    json!({
        "__identifier": sort.name,
        "__grid": [at.x, at.y],
        "__pivot": [0, 0],
        "__tags": [],
        "__tile": null,
        "__smartColor": hex(sort.color),
        "__worldX": x,
        "__worldY": y,
        "iid": iid,
        "width": w * grid,
        "height": h * grid,
        "defUid": sort.uid,
        "px": [x, y],
        "fieldInstances": field.into_iter().collect::<Vec<_>>(),
    })
}
