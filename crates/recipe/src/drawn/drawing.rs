//! A map as an editor has it: layers of numbered cells, and objects.

use std::collections::BTreeMap;

use mapwright_core::{
    BuilderMap, Dir, Door, DoorKind, Grid, Keep, Palette, Point, Portal, Rect, Room, RoomShape, Sides, Size, Spawn,
    Tile, Wrap,
};
use serde_json::Value;

use super::{HowToRead, MOST_CELLS, whole};
use crate::flaw::Flaw;

pub(super) type Properties = BTreeMap<String, Value>;

/// A map as it was drawn.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub(super) size: Size,
    pub(super) properties: Properties,
    /// From bottom to top.
    pub(super) layers: Vec<CellLayer>,
    pub(super) things: Vec<Thing>,
}

/// A layer of cells.
#[derive(Debug)]
pub(super) struct CellLayer {
    pub(super) name: String,
    /// For each cell its place among the kinds, counted from 1; 0 for an empty one.
    pub(super) cells: Vec<u32>,
    pub(super) kinds: Vec<CellKind>,
}

/// What an editor knows of equal cells.
#[derive(Debug, Default)]
pub(super) struct CellKind {
    /// The number of the tile in its tileset, or the value of an IntGrid.
    pub(super) number: u32,
    /// The class of the tile, or the identifier of the value.
    pub(super) class: String,
    pub(super) properties: Properties,
    /// The Wang ID of the tile, clockwise from the north; `None` for a value of an IntGrid.
    pub(super) wang_id: Option<[u8; 8]>,
}

/// An object or entity.
#[derive(Debug, Default)]
pub(super) struct Thing {
    /// Its class, in small letters.
    pub(super) class: String,
    pub(super) name: String,
    /// The column and row of its upper left cell, and the columns and rows that it covers.
    pub(super) rect: [i64; 4],
    /// The cells that its line leads to.
    pub(super) path: Vec<[i64; 2]>,
    pub(super) properties: Properties,
}

/// The size of a map, if it may be read.
pub(super) fn checked_size(w: Option<u64>, h: Option<u64>) -> Result<Size, Flaw> {
    let (Some(w), Some(h)) = (w, h) else { return Err(Flaw::of("its width or height is missing")) };
    let size = u16::try_from(w).ok().zip(u16::try_from(h).ok()).map(|(w, h)| Size::new(w, h));
    size.filter(|size| (1..=MOST_CELLS).contains(&size.area().into())).ok_or_else(|| {
        Flaw::told(format!("a map of {w}x{h} cells; expected 1 to {MOST_CELLS} cells and at most 65535 a side"))
    })
}

impl Drawing {
    /// The map that was drawn. Things that do not fit it are still there.
    pub(super) fn map(&self, how: &HowToRead) -> Result<BuilderMap, Flaw> {
        let wrap = self.properties.get("wrap").and_then(Value::as_str);
        let wrap = Wrap::ALL.into_iter().find(|known| wrap == Some(&*known.to_string())).unwrap_or_default();
        let layer = self.tile_layer(how)?;
        let mut map = BuilderMap::from_tiles(layer.plane(self.size, |kind| tile(kind, how))?, wrap);
        if how.blank_is_free && !how.legend.contains_key("empty") {
            let keep = |kind: Option<&CellKind>| Ok(if kind.is_some() { Keep::Tile } else { Keep::Free });
            map.kept = Some(layer.plane(self.size, keep)?);
        }
        map.regions = self.plane("regions", |kind| kind.map_or(Some(0), region))?;
        map.sides = self.plane("sides", sides)?;
        map.solution = self.plane("solution", sides)?;
        map.corners = self.plane("corners", |kind| colors(kind?, 1))?;
        let mut doors = Vec::new();
        for thing in &self.things {
            thing.put(&mut map, &mut doors)?;
        }
        Ok(map)
    }

    /// The layer of tiles: the one that is asked for, that of our exporters, or the only one.
    fn tile_layer(&self, how: &HowToRead) -> Result<&CellLayer, Flaw> {
        let named = |name: &str| self.layers.iter().find(|layer| layer.name.eq_ignore_ascii_case(name));
        if let Some(name) = &how.layer {
            return named(name).ok_or(Flaw::of("no layer of cells has the name that `layer` gives"));
        }
        match (named("tiles"), &self.layers[..]) {
            (Some(layer), _) | (None, [layer]) => Ok(layer),
            (None, []) => Err(Flaw::of("it has no layer of tiles")),
            (None, several) => {
                Err(Flaw::told(format!("it has {} layers of cells; `layer` names the one to read", several.len())))
            }
        }
    }

    /// The plane that our exporters write as a layer.
    fn plane<T: Copy + Default>(
        &self,
        name: &str,
        read: impl Fn(Option<&CellKind>) -> Option<T>,
    ) -> Result<Option<Grid<T>>, Flaw> {
        let layer = self.layers.iter().find(|layer| layer.name.eq_ignore_ascii_case(name));
        // Somebody else may have a layer of this name.
        let is_ours = |layer: &&CellLayer| layer.kinds.iter().all(|kind| read(Some(kind)).is_some());
        layer.filter(is_ours).map(|layer| layer.plane(self.size, |kind| Ok(read(kind).unwrap_or_default()))).transpose()
    }
}

impl CellLayer {
    /// What each cell is read as. Equal cells are read once.
    fn plane<T: Copy>(
        &self,
        size: Size,
        read: impl Fn(Option<&CellKind>) -> Result<T, String>,
    ) -> Result<Grid<T>, Flaw> {
        let kinds: Vec<_> = [None].into_iter().chain(self.kinds.iter().map(Some)).map(read).collect();
        let cell = |(i, &number): (u32, &u32)| match usize::try_from(number).ok().and_then(|number| kinds.get(number)) {
            Some(Ok(read)) => Ok(*read),
            Some(Err(why)) => Err(Flaw::told(format!("at {}: {why}", size.point(i)))),
            None => Err(Flaw::of("a layer has a number that no tile has")),
        };
        let cells = (0..).zip(&self.cells).map(cell).collect::<Result<Vec<T>, Flaw>>()?;
        Grid::from_vec(size, cells).ok_or(Flaw::of("a layer has more or fewer cells than the map"))
    }
}

/// The tile of a kind of cells: by the legend, by the property `tile`, or by a name that the palette has.
fn tile(kind: Option<&CellKind>, how: &HowToRead) -> Result<Tile, String> {
    let Some(kind) = kind else { return Ok(how.legend.get("empty").copied().unwrap_or(Tile::WALL)) };
    let listed = how.legend.get(&kind.class).or_else(|| how.legend.get(&kind.number.to_string()));
    let property = || {
        let property = kind.properties.get("tile")?;
        property.as_str().and_then(named).or_else(|| whole(property).map(Tile))
    };
    let known = listed.copied().or_else(property).or_else(|| named(&kind.class));
    known.ok_or_else(|| {
        let number = kind.number;
        format!(
            "tile {number} has no meaning; expected `\"{number}\"` in `legend`, or a class or a property `tile` that names a tile"
        )
    })
}

/// The tile of a name in any spelling: `deep water`, `deep-water`, `Deep_Water`; or `tile 40`.
fn named(name: &str) -> Option<Tile> {
    let name = name.to_lowercase().replace(['_', '-'], " ");
    let number = name.strip_prefix("tile ").and_then(|number| number.parse().ok()).map(Tile);
    number.or_else(|| Palette::default().named(&name))
}

fn region(kind: &CellKind) -> Option<u16> {
    match kind.properties.get("region") {
        Some(region) => whole(region),
        None if kind.wang_id.is_none() => u16::try_from(kind.number).ok(),
        None => None,
    }
}

/// The open sides: those without a wall, or the colors of a Wang ID. A cell without a tile has no walls.
fn sides(kind: Option<&CellKind>) -> Option<Sides> {
    let open = |walls: u8| Sides::from_colors([0, 1, 2, 3].map(|bit: u8| 1 - (walls >> bit & 1)));
    let Some(kind) = kind else { return Some(open(0)) };
    match kind.properties.get("walls") {
        Some(walls) => whole(walls).map(open),
        None => colors(kind, 0),
    }
}

/// The colors of a Wang ID, from its sides or, with `from` 1, its corners; an IntGrid has them as one number.
fn colors(kind: &CellKind, from: usize) -> Option<Sides> {
    match kind.wang_id {
        None => u8::try_from(kind.number.checked_sub(1)?).ok().map(Sides),
        Some(id) => {
            let colors = [0, 2, 4, 6].map(|place| id[from + place].checked_sub(1));
            colors.iter().all(Option::is_some).then(|| Sides::from_colors(colors.map(|color| color.unwrap_or(0) & 3)))
        }
    }
}

impl Thing {
    /// Puts what our exporters write onto the map. Other things mean nothing to it. `doors`: the numbers of the doors so far.
    fn put(&self, map: &mut BuilderMap, doors: &mut Vec<Option<u32>>) -> Result<(), Flaw> {
        match &*self.class {
            "start" => map.start = Some(self.at()?),
            "exit" => map.exit = Some(self.at()?),
            "spawn" | "key" => map.spawns.push(self.spawn()?),
            "room" => map.rooms.get_or_insert_default().push(self.room()?),
            "door" => self.add_door(doors, map.doors.get_or_insert_default())?,
            "corridor" => map.corridors.get_or_insert_default().push(self.corridor()?),
            "portal" => {
                let [from, to] = self.path[..] else { return Err(Flaw::of("a portal is not a line of two points")) };
                let one_way = self.properties.get("one_way").and_then(Value::as_bool).unwrap_or(false);
                let make = if one_way { Portal::one_way } else { Portal::new };
                map.portals.push(make(point(from)?, point(to)?));
            }
            _ => {}
        }
        Ok(())
    }

    fn at(&self) -> Result<Point, Flaw> {
        point([self.rect[0], self.rect[1]])
    }

    fn spawn(&self) -> Result<Spawn, Flaw> {
        let what = self.properties.get("what").and_then(Value::as_str).unwrap_or(&self.name);
        let mut spawn = Spawn::new(self.at()?, what);
        (spawn.key, spawn.pack) = (self.int("key")?, self.int("pack")?);
        Ok(spawn)
    }

    fn room(&self) -> Result<Room, Flaw> {
        let id = self.int("room")?.or(self.int("id")?).unwrap_or(0);
        let region = self.int("region")?.filter(|&region: &u16| region > 0);
        let tags = self.text("tags").split(',').filter(|tag| !tag.is_empty()).map(str::to_owned).collect();
        let shape = match self.text("shape") {
            "" => RoomShape::default(),
            word => serde_json::from_value(word.into()).map_err(|_| Flaw::of("a room has an unknown `shape`"))?,
        };
        let mut room = Room::new(id, self.area()?);
        (room.shape, room.region, room.tags) = (shape, region, tags);
        Ok(room)
    }

    /// Adds the door. LDtk has an entity for each cell of a door, all with its number.
    fn add_door(&self, numbers: &mut Vec<Option<u32>>, doors: &mut Vec<Door>) -> Result<(), Flaw> {
        let rect = self.area()?;
        let one_way = Dir::ALL.into_iter().find(|dir| format!("{dir:?}").eq_ignore_ascii_case(self.text("one_way")));
        let kind = DoorKind::ALL.into_iter().find(|kind| kind.name() == self.text("kind")).unwrap_or_default();
        let within = |cell: &str| {
            let (x, y) = cell.split_once(',')?;
            Some(Point::new(rect.x.checked_add(x.parse().ok()?)?, rect.y.checked_add(y.parse().ok()?)?))
        };
        let cells: Option<Vec<Point>> = self.text("cells").split_whitespace().map(within).collect();
        let cells = cells.ok_or(Flaw::of("the property `cells` of a door is not pairs of a column and a row"))?;
        let cells = if cells.is_empty() { rect.points().collect() } else { cells };
        let mut door = Door::new(cells).of_kind(kind);
        (door.lock, door.one_way) = (self.int("lock")?, one_way);
        let number = self.int("number")?;
        match doors.last_mut().filter(|_| number.is_some() && numbers.last() == Some(&number)) {
            Some(last) => last.cells.extend(door.cells),
            None => {
                doors.push(door);
                numbers.push(number);
            }
        }
        Ok(())
    }

    /// All cells of a path, of which the ends of straight pieces are known.
    fn corridor(&self) -> Result<Vec<Point>, Flaw> {
        let mut cells = vec![point(self.path.first().copied().unwrap_or([self.rect[0], self.rect[1]]))?];
        for to in self.path.iter().skip(1) {
            let to = point(*to)?;
            while let Some(&at) = cells.last().filter(|&&at| at != to) {
                let step = |from: u16, to: u16| match from.cmp(&to) {
                    std::cmp::Ordering::Less => from + 1,
                    std::cmp::Ordering::Equal => from,
                    std::cmp::Ordering::Greater => from - 1,
                };
                cells.push(Point::new(step(at.x, to.x), step(at.y, to.y)));
            }
        }
        Ok(cells)
    }

    fn area(&self) -> Result<Rect, Flaw> {
        let at = self.at()?;
        let [w, h] = [self.rect[2], self.rect[3]].map(|side| u16::try_from(side.max(1)).ok());
        let fits = |from: u16, side: Option<u16>| side.filter(|side| from.checked_add(*side).is_some());
        let sides = fits(at.x, w).zip(fits(at.y, h));
        sides.map(|(w, h)| Rect::new(at.x, at.y, w, h)).ok_or(Flaw::of("an object reaches beyond column or row 65535"))
    }

    fn text(&self, name: &str) -> &str {
        self.properties.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// A number among the properties; absent, empty and null are none.
    fn int<T: TryFrom<i64>>(&self, name: &'static str) -> Result<Option<T>, Flaw> {
        match self.properties.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(value) => match whole(value) {
                Some(number) => Ok(Some(number)),
                None => Err(Flaw::told(format!("the property `{name}` of an object is no number, or too large"))),
            },
        }
    }
}

fn point([x, y]: [i64; 2]) -> Result<Point, Flaw> {
    let at = u16::try_from(x).ok().zip(u16::try_from(y).ok()).map(|(x, y)| Point::new(x, y));
    at.ok_or_else(|| Flaw::told(format!("an object is at column {x} and row {y}, outside of the map")))
}
