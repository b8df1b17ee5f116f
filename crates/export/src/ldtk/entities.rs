//! Rooms, corridors, portals, doors, keys, start, exit and spawns as entities.

use mapwright_core::{BuilderMap, Point};
use mapwright_render::Theme;
use serde_json::{Value, json};

use super::defs::EntityDef;
use super::fields::{FieldDef, FieldType};
use super::ids::Ids;
use super::levels::Levels;

/// The kinds of entities of a project.
pub(super) struct EntityDefs {
    room: EntityDef,
    corridor: EntityDef,
    portal: EntityDef,
    door: EntityDef,
    start: EntityDef,
    exit: EntityDef,
    spawn: EntityDef,
    key: EntityDef,
}

impl EntityDefs {
    /// The kinds for a map.
    pub(super) fn new(map: &BuilderMap, ids: &mut Ids, theme: &Theme) -> EntityDefs {
        let symmetric = map.portals.iter().all(|portal| !portal.one_way);
        let other = FieldType::Other { symmetric, far: map.n_floors() > 1 };
        let mut def = |name, color, fields: &[(&'static str, FieldType)]| {
            let uid = ids.uid();
            let fields = fields.iter().map(|&(name, kind)| FieldDef { uid: ids.uid(), name, kind }).collect();
            EntityDef { uid, name, color, is_area: matches!(name, "Room" | "Door"), most: 0, fields }
        };
        let (start, exit) = (def("Start", theme.start, &[]), def("Exit", theme.exit, &[]));
        let room = [
            ("number", FieldType::Int),
            ("id", FieldType::Int),
            ("region", FieldType::Int),
            ("tags", FieldType::Text),
            ("shape", FieldType::Text),
        ];
        let door = [
            ("lock", FieldType::MaybeInt),
            ("one_way", FieldType::Text),
            ("kind", FieldType::Text),
            ("number", FieldType::Int),
        ];
        EntityDefs {
            start: EntityDef { most: 1, ..start },
            exit: EntityDef { most: 1, ..exit },
            spawn: def("Spawn", theme.names[0], &[("what", FieldType::Text), ("pack", FieldType::MaybeInt)]),
            room: def("Room", theme.far, &room),
            corridor: def("Corridor", theme.source, &[("path", FieldType::Path)]),
            portal: def("Portal", theme.portals[0], &[("other", other)]),
            door: def("Door", theme.locks[0], &door),
            key: def("Key", theme.locks[0], &[("what", FieldType::Text), ("key", FieldType::Int)]),
        }
    }

    pub(super) fn all(&self) -> [&EntityDef; 8] {
        [&self.start, &self.exit, &self.spawn, &self.room, &self.corridor, &self.portal, &self.door, &self.key]
    }

    /// The entities of a map by floor, in layers of these iids, one for each level.
    pub(super) fn of(
        &self,
        map: &BuilderMap,
        grid: u32,
        levels: &Levels,
        layers: &[String],
        ids: &mut Ids,
    ) -> Vec<Vec<Value>> {
        let floors: Vec<BuilderMap> = match map.n_floors() {
            1 => vec![map.clone()],
            n => (0..n).filter_map(|floor| map.floor(floor)).map(|floor| floor.map).collect(),
        };
        let mut found: Vec<Vec<Value>> = floors.iter().map(|floor| self.rooms(floor, grid, ids)).collect();
        self.portals(map, grid, levels, layers, ids, &mut found);
        found.iter_mut().zip(&floors).for_each(|(found, floor)| self.marks(floor, grid, ids, found));
        found
    }

    /// Both ends of each portal, on the floors where they are. Each names the other, if it leads there.
    fn portals(
        &self,
        map: &BuilderMap,
        grid: u32,
        levels: &Levels,
        layers: &[String],
        ids: &mut Ids,
        found: &mut [Vec<Value>],
    ) {
        for portal in &map.portals {
            let [here, there] = [ids.iid(), ids.iid()];
            let [Some(a), Some(b)] = portal.ends().map(|at| place(map, at)) else { continue };
            let ends = [(a, b.0, &here, &there, true), (b, a.0, &there, &here, !portal.one_way)];
            for ((floor, at), far, iid, other, leads) in ends {
                let layer = layers.get(usize::from(far)).map_or("", String::as_str);
                let target = [other.as_str(), layer, levels.iid(far).unwrap_or_default(), levels.world.as_str()];
                let fields = self.portal.fields.iter().map(|field| field.entity(leads.then_some(target))).collect();
                if let Some(found) = found.get_mut(usize::from(floor)) {
                    found.push(entity(&self.portal, at, (1, 1), grid, fields, iid.clone()));
                }
            }
        }
    }

    fn rooms(&self, map: &BuilderMap, grid: u32, ids: &mut Ids) -> Vec<Value> {
        let mut found = Vec::new();
        for (number, room) in (1..).zip(map.rooms.iter().flatten()) {
            let tags = json!(room.tags.join(","));
            let shape = json!(format!("{:?}", room.shape).to_lowercase());
            let values = [json!(number), json!(room.id), json!(room.region.unwrap_or(0)), tags, shape];
            let (at, size) = (Point::new(room.rect.x, room.rect.y), (room.rect.w.into(), room.rect.h.into()));
            found.push(entity(&self.room, at, size, grid, self.room.values(&values), ids.iid()));
        }
        for cells in map.corridors.iter().flatten() {
            let Some(&first) = cells.first() else { continue };
            let fields = self.corridor.fields.iter().map(|field| field.path(cells)).collect();
            found.push(entity(&self.corridor, first, (1, 1), grid, fields, ids.iid()));
        }
        found
    }

    /// Doors, whose cells share a number, spawns, keys, exit and start.
    fn marks(&self, map: &BuilderMap, grid: u32, ids: &mut Ids, found: &mut Vec<Value>) {
        for (number, door) in (1u32..).zip(map.doors.iter().flatten()) {
            let way = door.one_way.map_or(String::new(), |dir| format!("{dir:?}").to_lowercase());
            let fields = self.door.values(&[json!(door.lock), json!(way), json!(door.kind.name()), json!(number)]);
            for &at in &door.cells {
                found.push(entity(&self.door, at, (1, 1), grid, fields.clone(), ids.iid()));
            }
        }
        for spawn in &map.spawns {
            let (def, values) = match spawn.key {
                Some(key) => (&self.key, vec![json!(spawn.what), json!(key)]),
                None => (&self.spawn, vec![json!(spawn.what), json!(spawn.pack)]),
            };
            found.push(entity(def, spawn.at, (1, 1), grid, def.values(&values), ids.iid()));
        }
        for (def, at) in [(&self.exit, map.exit), (&self.start, map.start)] {
            found.extend(at.map(|at| entity(def, at, (1, 1), grid, Vec::new(), ids.iid())));
        }
    }
}

/// The floor of a cell, and the cell on it.
fn place(map: &BuilderMap, at: Point) -> Option<(u16, Point)> {
    let floor = map.floor_of(at)?;
    Some((floor, Point::new(at.x, at.y - map.floor_rows(floor).start)))
}

/// An entity of `w`×`h` cells whose top left cell is `at`.
fn entity(def: &EntityDef, at: Point, (w, h): (u32, u32), grid: u32, fields: Vec<Value>, iid: String) -> Value {
    let (x, y) = (u32::from(at.x) * grid, u32::from(at.y) * grid);
    json!({
        "__identifier": def.name,
        "__grid": [at.x, at.y],
        "__pivot": [0, 0],
        "__tags": [], "__tile": null,
        "__smartColor": def.color.to_string(),
        "__worldX": x,
        "__worldY": y,
        "iid": iid,
        "width": w * grid,
        "height": h * grid,
        "defUid": def.uid,
        "px": [x, y],
        "fieldInstances": fields,
    })
}
