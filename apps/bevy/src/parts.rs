//! The entities of a level. What they are is found on the task pool; spawning them is all that is left to do.

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_math::{I64Vec2, IVec2, UVec2, Vec3};
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use mapwright::core::{Area, BuilderMap, Door, Grid, LevelGraph, Point, Spawn};
use mapwright::world::{Feature, FeatureKind, WorldRect};

/// The map of a level or of a chunk of a world.
#[derive(Component, Clone, Debug)]
pub struct LevelMap(pub Arc<BuilderMap>);

/// Everything of a level is below this entity.
#[derive(Component, Clone, Copy, Debug, Default, Reflect)]
#[reflect(Component, Default)]
#[require(Transform)]
pub struct LevelParts;

/// The column and row of a cell, in the level or in the endless world. Rows go down. The entity's `Transform` is at the
/// center of the cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Reflect)]
#[reflect(Component, Default)]
#[require(Transform)]
pub struct Cell(pub I64Vec2);

/// A rectangle of tiles, whose first cell, top left, is the entity's [`Cell`]. With the feature `tilemap`, a change of
/// `layers` is shown.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default)]
#[require(Cell)]
pub struct TileChunk {
    /// Columns and rows.
    pub size: UVec2,
    /// The width and height of a cell.
    pub tile_px: u32,
    /// The layer of the tileset that shows each cell, row by row from the top; [`TileLayers::NONE`] for nothing.
    pub layers: Vec<u16>,
}

/// Which layer of the tileset shows each cell of a map. In an endless world, it gets each chunk with one more cell on all
/// sides, so it may look at the neighbors of a cell, but not farther.
#[derive(Component, Clone, Debug)]
pub struct TileLayers(pub fn(&BuilderMap) -> Grid<u16>);

impl TileLayers {
    /// The layer that shows nothing.
    pub const NONE: u16 = u16::MAX;
}

impl Default for TileLayers {
    /// The number of the tile.
    fn default() -> Self {
        TileLayers(|map| map.tiles.map(|tile| u16::from(tile.0)))
    }
}

/// A door: one of the map's list, or a tile that is a door.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default)]
#[require(Cell)]
pub struct LevelDoor {
    /// All cells that it fills. The first is the entity's [`Cell`].
    pub cells: Vec<I64Vec2>,
    /// The number of its lock, if it has one.
    pub lock: Option<u8>,
    /// The step, in columns and rows, that a one-way door allows.
    pub one_way: Option<IVec2>,
    /// What it looks like: "door", "gate", "barrier", "guard" or "secret".
    pub kind: String,
}

/// Something that appears.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default)]
#[require(Cell)]
pub struct LevelSpawn {
    /// What, as the recipe calls it.
    pub what: String,
}

/// A spawn that is a key.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default)]
#[require(LevelSpawn)]
pub struct LevelKey {
    /// The number of the locks that it opens.
    pub lock: u8,
}

/// Where the player begins.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default)]
#[require(Cell)]
pub struct LevelStart;

/// Where the player wants to go.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default)]
#[require(Cell)]
pub struct LevelExit;

/// An area of a level. Its [`Cell`] represents it; `map.graph` of the [`LevelMap`] says which cells belong to it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default)]
#[require(Cell)]
pub struct LevelArea {
    /// Its number.
    pub index: u16,
    /// How many joins lie between it and the start.
    pub depth: u32,
    /// What it is for: "start", "exit", "key".
    pub role: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
}

/// The entities of a level, or of a chunk of a world.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) map: Arc<BuilderMap>,
    /// The cell at the place of the entity above.
    origin: I64Vec2,
    tile_px: u32,
    chunks: Vec<(Cell, TileChunk)>,
    doors: Vec<(Cell, LevelDoor)>,
    spawns: Vec<(Cell, LevelSpawn, Option<LevelKey>)>,
    areas: Vec<(Cell, LevelArea)>,
}

impl Parts {
    /// Those of a map, with chunks of at most `side` columns and rows.
    pub(crate) fn of_level(map: BuilderMap, layers: &TileLayers, tile_px: u32, side: u32) -> Parts {
        let mut parts = Parts::new(map, I64Vec2::ZERO, tile_px);
        let map = Arc::clone(&parts.map);
        let layers = (layers.0)(&map);
        let side = side.clamp(1, u32::from(u16::MAX)) as usize;
        let (w, h) = (usize::from(map.width()), usize::from(map.height()));
        for top in (0..h).step_by(side) {
            for left in (0..w).step_by(side) {
                parts.cut(&layers, (left, top), (side.min(w - left), side.min(h - top)), I64Vec2::ZERO);
            }
        }
        map.doors.iter().flatten().for_each(|door| parts.door(door, I64Vec2::ZERO));
        map.spawns.iter().for_each(|spawn| parts.spawned(spawn, I64Vec2::ZERO));
        parts.areas = map.graph.iter().flat_map(areas).collect();
        parts
    }

    /// Those of a chunk of a world. `around` is the chunk with one more cell on all sides.
    pub(crate) fn of_chunk(
        (map, place): (BuilderMap, WorldRect),
        around: &BuilderMap,
        features: &[Feature],
        layers: &TileLayers,
        tile_px: u32,
    ) -> Parts {
        let origin = I64Vec2::new(place.x, place.y);
        let (w, h) = (map.width().into(), map.height().into());
        let mut parts = Parts::new(map, origin, tile_px);
        parts.cut(&(layers.0)(around), (1, 1), (w, h), origin - I64Vec2::ONE);
        for Feature { bounds, kind } in features {
            let first = I64Vec2::new(bounds.x, bounds.y);
            match kind {
                FeatureKind::Door(door) => parts.door(door, first),
                FeatureKind::Spawn(spawn) => parts.spawned(spawn, first),
                _ => {}
            }
        }
        // Those that are no features have no lock.
        let cells = parts.doors.iter().flat_map(|(_, door)| &door.cells);
        let listed: BTreeSet<[i64; 2]> = cells.map(|cell| cell.to_array()).collect();
        let is_listed = |door: &Door| door.cells.iter().any(|&at| listed.contains(&(origin + cell(at)).to_array()));
        let map = Arc::clone(&parts.map);
        for door in map.doors.iter().flatten().filter(|door| !is_listed(door)) {
            parts.door(door, origin);
        }
        parts
    }

    fn new(map: BuilderMap, origin: I64Vec2, tile_px: u32) -> Parts {
        let map = Arc::new(map);
        Parts { map, origin, tile_px, chunks: Vec::new(), doors: Vec::new(), spawns: Vec::new(), areas: Vec::new() }
    }

    /// Adds the chunk with the corner `(left, top)` in `layers`, whose own corner is at `first`.
    fn cut(&mut self, layers: &Grid<u16>, (left, top): (usize, usize), (w, h): (usize, usize), first: I64Vec2) {
        let rows = layers.rows().skip(top).take(h);
        let layers: Vec<u16> = rows.flat_map(|row| row.iter().skip(left).take(w)).copied().collect();
        let cell = Cell(first + I64Vec2::new(left as i64, top as i64));
        self.chunks.push((cell, TileChunk { size: UVec2::new(w as u32, h as u32), tile_px: self.tile_px, layers }));
    }

    fn door(&mut self, door: &Door, first: I64Vec2) {
        let cells: Vec<I64Vec2> = door.cells.iter().map(|&at| first + cell(at)).collect();
        let Some(&at) = cells.first() else { return };
        let one_way = door.one_way.map(|dir| IVec2::from(dir.delta()));
        self.doors.push((Cell(at), LevelDoor { cells, lock: door.lock, one_way, kind: door.kind.name().to_owned() }));
    }

    fn spawned(&mut self, spawn: &Spawn, first: I64Vec2) {
        let what = LevelSpawn { what: spawn.what.clone() };
        self.spawns.push((Cell(first + cell(spawn.at)), what, spawn.key.map(|lock| LevelKey { lock })));
    }

    /// Gives the tile chunks below `root` these tiles, and `root` this map.
    pub(crate) fn repaint(self, world: &mut World, root: Entity) {
        let Ok(mut entity) = world.get_entity_mut(root) else { return };
        entity.insert(LevelMap(self.map));
        let children: Vec<Entity> = entity.get::<Children>().into_iter().flatten().copied().collect();
        for (cell, new) in self.chunks {
            for &child in children.iter().filter(|&&child| world.get(child) == Some(&cell)).collect::<Vec<_>>() {
                if let Some(mut old) = world.get_mut::<TileChunk>(child) {
                    old.set_if_neq(new.clone());
                }
            }
        }
    }

    /// Spawns everything below `root`, always in the same order.
    pub(crate) fn spawn(self, world: &mut World, root: Entity) {
        let (origin, px) = (self.origin, self.tile_px as f32);
        // Far places of a world have large numbers, so they are subtracted before they become fractions.
        let place = move |cell: I64Vec2, size: UVec2, z: f32| {
            let (at, half) = ((cell - origin).as_vec2(), size.as_vec2() / 2.0);
            Transform::from_translation(Vec3::new((at.x + half.x) * px, -(at.y + half.y) * px, z))
        };
        let mark = move |cell: Cell| (cell, place(cell.0, UVec2::ONE, 1.0), ChildOf(root));
        for (cell, chunk) in self.chunks {
            world.spawn((cell, place(cell.0, chunk.size, 0.0), ChildOf(root), chunk));
        }
        for (cell, door) in self.doors {
            world.spawn((mark(cell), Name::new("door"), door));
        }
        for (cell, spawn, key) in self.spawns {
            let bundle = (mark(cell), Name::new(spawn.what.clone()), spawn);
            // With the key at once, so that whoever observes the spawn sees it.
            match key {
                Some(key) => world.spawn((bundle, key)),
                None => world.spawn(bundle),
            };
        }
        for (cell, area) in self.areas {
            world.spawn((mark(cell), Name::new(format!("area {}", area.index)), area));
        }
        if let Some(start) = self.map.start {
            world.spawn((mark(Cell(cell(start))), Name::new("start"), LevelStart));
        }
        if let Some(exit) = self.map.exit {
            world.spawn((mark(Cell(cell(exit))), Name::new("exit"), LevelExit));
        }
    }
}

fn areas(graph: &LevelGraph) -> impl Iterator<Item = (Cell, LevelArea)> {
    let area = |(index, area): (u16, &Area)| {
        let (role, tags) = (area.role.clone(), area.tags.clone());
        (Cell(cell(area.anchor)), LevelArea { index, depth: area.depth, role, tags })
    };
    (0..).zip(&graph.areas).map(area)
}

fn cell(at: Point) -> I64Vec2 {
    I64Vec2::new(at.x.into(), at.y.into())
}
