//! An endless world comes and goes with its viewers.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_mapwright::mapwright::core::{Grid, Size, Tile};
use bevy_mapwright::mapwright::recipe::Recipe;
use bevy_mapwright::mapwright::world::{ChainWorld, ChunkPos, Sparse, WorldRect};
use bevy_mapwright::*;
use bevy_math::{I64Vec2, UVec2, Vec3};
use bevy_transform::components::Transform;
use common::*;

fn streaming(settings: EndlessWorld) -> (App, Entity, Entity) {
    let (mut app, _) = app(&[("caves.recipe.json", CAVES)]);
    let recipe = load(&app, "caves.recipe.json");
    let world = app.world_mut().spawn(EndlessWorld { recipe, tile_px: 10, ..settings }).id();
    let viewer = app.world_mut().spawn(WorldViewer).id();
    (app, world, viewer)
}

fn chunks(app: &mut App) -> BTreeMap<(i32, i32), Entity> {
    let mut query = app.world_mut().query::<(Entity, &WorldChunk)>();
    query.iter(app.world()).map(|(entity, chunk)| ((chunk.at.x, chunk.at.y), entity)).collect()
}

fn rectangle(x: [i32; 2], y: [i32; 2]) -> Vec<(i32, i32)> {
    (x[0]..=x[1]).flat_map(|x| (y[0]..=y[1]).map(move |y| (x, y))).collect()
}

fn settle(app: &mut App, expected: &[(i32, i32)]) {
    until(app, |app| chunks(app).keys().eq(expected));
    // It stays so.
    for _ in 0..30 {
        app.update();
    }
    assert!(chunks(app).keys().eq(expected));
}

#[test]
fn chunks_come_and_go_with_the_viewer() {
    let view = UVec2::new(20, 10);
    let (mut app, world, viewer) = streaming(EndlessWorld { view, ..EndlessWorld::default() });
    // Cell (0, 0): columns -20 to 20 in chunks of 16, rows -10 to 10 in chunks of 12.
    settle(&mut app, &rectangle([-2, 1], [-1, 0]));
    let left = chunks(&mut app)[&(-2, 0)];

    // One chunk to the right: the column that is left behind is beside what is seen, and stays.
    app.world_mut().get_mut::<Transform>(viewer).unwrap().translation = Vec3::new(160.0, 0.0, 0.0);
    settle(&mut app, &rectangle([-2, 2], [-1, 0]));
    // One more, and down: rows go down, y goes up.
    app.world_mut().get_mut::<Transform>(viewer).unwrap().translation = Vec3::new(320.0, -250.0, 0.0);
    let (kept, seen) = (rectangle([-1, 2], [0, 0]), rectangle([0, 3], [1, 2]));
    let mut all: Vec<_> = kept.into_iter().chain(seen).collect();
    all.sort_unstable();
    settle(&mut app, &all);
    assert!(app.world().get_entity(left).is_err());

    app.world_mut().despawn(viewer);
    settle(&mut app, &[]);
    app.world_mut().despawn(world);
    app.update();
    assert_eq!((count::<TileChunk>(&mut app), count::<LevelSpawn>(&mut app)), (0, 0));
}

#[test]
fn a_world_is_despawned_as_one() {
    let (mut app, world, _) = streaming(EndlessWorld::default());
    wait::<ChunkReady>(&mut app);
    app.world_mut().despawn(world);
    for _ in 0..50 {
        app.update();
    }
    assert_eq!((count::<WorldChunk>(&mut app), count::<TileChunk>(&mut app), count::<LevelSpawn>(&mut app)), (0, 0, 0));
}

#[test]
fn chunks_are_those_of_the_world_wherever_it_is_looked_at() {
    let origin = I64Vec2::new(3_000_000_005, -7);
    let view = UVec2::new(30, 20);
    let (mut app, _, _) = streaming(EndlessWorld { view, origin, seed: Some(5), ..EndlessWorld::default() });
    until(&mut app, |app| count::<WorldChunk>(app) >= 12);
    let chain = CAVES.parse::<Recipe>().unwrap().chain().unwrap();
    let world = ChainWorld::new(chain, 5).unwrap();
    let (mut bats, mut expected) = (count::<LevelSpawn>(&mut app), 0);
    for ((x, y), entity) in chunks(&mut app) {
        let map = world.chunk(ChunkPos::new(x, y)).unwrap();
        let (left, top) = ChunkPos::new(x, y).origin(Size::new(16, 12));
        assert_eq!(*app.world().get::<LevelMap>(entity).unwrap().0, map);
        assert_eq!(app.world().get::<Cell>(entity).unwrap().0, I64Vec2::new(left, top));
        let at = app.world().get::<Transform>(entity).unwrap().translation;
        assert_eq!((at.x, at.y), ((left - origin.x) as f32 * 10.0, (top - origin.y) as f32 * -10.0));
        expected += map.spawns.len();
        let children: Vec<Entity> = app.world().get::<Children>(entity).unwrap().iter().collect();
        for child in children.into_iter().filter_map(|child| app.world().get::<Transform>(child)) {
            let at = child.translation;
            assert!((0.0..160.0).contains(&at.x) && (-120.0..0.0).contains(&at.y), "{at} is in the chunk");
        }
    }
    assert!(expected > 0);
    bats -= expected;
    assert_eq!(bats, 0);
}

/// Counts the open cells around each cell: a layer that needs the neighbors.
fn open_around(map: &mapwright::core::BuilderMap) -> Grid<u16> {
    Grid::from_fn(map.size(), |p| p.neighbors().filter(|&q| map.is_open(q)).count() as u16)
}

#[test]
fn tiles_know_their_neighbors_in_other_chunks() {
    let view = UVec2::new(20, 12);
    let (mut app, world, _) = streaming(EndlessWorld { view, ..EndlessWorld::default() });
    app.world_mut().entity_mut(world).insert(TileLayers(open_around));
    until(&mut app, |app| count::<WorldChunk>(app) >= 12);
    let streamed = app.world().get::<StreamedWorld>(world).unwrap().world.clone();
    let whole = open_around(&streamed.window(WorldRect::new(-100, -100, 200, 200)).unwrap());
    let mut query = app.world_mut().query::<(&Cell, &TileChunk)>();
    for (first, chunk) in query.iter(app.world()) {
        for (i, &layer) in chunk.layers.iter().enumerate() {
            let at = first.0 + I64Vec2::new(i as i64 % 16, i as i64 / 16) + I64Vec2::splat(100);
            assert_eq!(layer, whole[mapwright::core::Point::new(at.x as u16, at.y as u16)]);
        }
    }
}

#[test]
fn a_recipe_that_cannot_be_endless_says_why_and_the_world_stays() {
    let (mut app, dir) = app(&[("caves.recipe.json", CAVES)]);
    let recipe = load(&app, "caves.recipe.json");
    let world = app.world_mut().spawn(EndlessWorld { recipe, ..EndlessWorld::default() }).id();
    app.world_mut().spawn(WorldViewer);
    until(&mut app, |app| count::<WorldChunk>(app) >= 12);
    dir.insert_asset_text("caves.recipe.json".as_ref(), CASTLE);
    reload(&app, "caves.recipe.json");
    let failed: Vec<LevelFailed> = wait(&mut app);
    assert_eq!((failed[0].level, failed[0].stage.as_deref()), (world, Some("metas[0] start")));
    assert!(failed[0].error.contains("cannot run in an endless world"), "{}", failed[0].error);
    for _ in 0..30 {
        app.update();
    }
    assert!(count::<WorldChunk>(&mut app) >= 12);

    dir.insert_asset_text("caves.recipe.json".as_ref(), &CAVES.replace("16", "20"));
    reload(&app, "caves.recipe.json");
    until(&mut app, |app| all::<LevelMap>(app).iter().any(|map| map.0.width() == 20));
    assert!(all::<LevelMap>(&mut app).iter().all(|map| map.0.width() == 20), "nothing of the old world is left");
}

#[test]
fn a_view_of_any_size_has_its_limit() {
    let (mut app, _, _) = streaming(EndlessWorld { view: UVec2::MAX, ..EndlessWorld::default() });
    let ready: Vec<ChunkReady> = wait(&mut app);
    assert!(ready[0].at.abs().max_element() <= 2, "the nearest come first, and not {}", ready[0].at);
    // Near the end of the world there is nothing, and no panic.
    let origin = I64Vec2::new(i64::MAX - 3, i64::MIN);
    let (mut app, _, _) = streaming(EndlessWorld { origin, ..EndlessWorld::default() });
    for _ in 0..100 {
        app.update();
    }
    assert_eq!(count::<WorldChunk>(&mut app), 0);
}

#[test]
fn a_world_without_its_component_is_gone() {
    let (mut app, world, _) = streaming(EndlessWorld::default());
    wait::<ChunkReady>(&mut app);
    app.world_mut().entity_mut(world).remove::<EndlessWorld>();
    (0..50).for_each(|_| pause(&mut app));
    assert_eq!((count::<WorldChunk>(&mut app), count::<TileChunk>(&mut app)), (0, 0));
    assert!(app.world().get::<StreamedWorld>(world).is_none());
}

#[test]
fn another_view_keeps_the_chunks() {
    let view = UVec2::new(20, 10);
    let (mut app, world, _) = streaming(EndlessWorld { view, ..EndlessWorld::default() });
    settle(&mut app, &rectangle([-2, 1], [-1, 0]));
    let before = chunks(&mut app);
    app.world_mut().get_mut::<EndlessWorld>(world).unwrap().view = UVec2::new(40, 10);
    settle(&mut app, &rectangle([-3, 2], [-1, 0]));
    let after = chunks(&mut app);
    assert!(before.iter().all(|(at, chunk)| after[at] == *chunk));
}

/// The tile chunk of each chunk, by its place.
fn painted(app: &mut App) -> BTreeMap<(i64, i64), Vec<u16>> {
    let mut query = app.world_mut().query::<(&Cell, &TileChunk)>();
    query.iter(app.world()).map(|(cell, chunk)| ((cell.0.x, cell.0.y), chunk.layers.clone())).collect()
}

#[test]
fn a_dug_tile_is_seen_in_all_chunks_that_look_at_it() {
    let view = UVec2::new(20, 10);
    let (mut app, world, _) = streaming(EndlessWorld { view, ..EndlessWorld::default() });
    app.world_mut().entity_mut(world).insert(TileLayers(open_around));
    settle(&mut app, &rectangle([-2, 1], [-1, 0]));
    let (entities, spawns, before) = (chunks(&mut app), count::<LevelSpawn>(&mut app), painted(&mut app));

    // The corner of four chunks.
    let mut streamed = app.world_mut().get_mut::<StreamedWorld>(world).unwrap();
    let old = streamed.set_tile(I64Vec2::ZERO, Tile::FLOOR).unwrap();
    let new = if old == Tile::FLOOR { Tile::WALL } else { Tile::FLOOR };
    streamed.set_tile(I64Vec2::ZERO, new).unwrap();
    let whole = streamed.world.window(WorldRect::new(-100, -100, 200, 200)).unwrap();
    let whole = open_around(&whole);
    let expected = |(left, top): (i64, i64)| -> Vec<u16> {
        let cells = (0..12).flat_map(|y| (0..16).map(move |x| (left + x + 100, top + y + 100)));
        cells.map(|(x, y)| whole[mapwright::core::Point::new(x as u16, y as u16)]).collect()
    };
    until(&mut app, |app| painted(app).iter().all(|(&place, layers)| *layers == expected(place)));
    let changed = painted(&mut app).into_iter().filter(|(place, layers)| before[place] != *layers).count();
    assert!(changed >= 3, "{changed} chunks changed");
    assert_eq!((chunks(&mut app), count::<LevelSpawn>(&mut app)), (entities.clone(), spawns), "nothing came or went");
    let map = app.world().get::<LevelMap>(entities[&(0, 0)]).unwrap();
    assert_eq!(map.0.tiles[mapwright::core::Point::new(0, 0)], new);
}

#[test]
fn what_was_dug_outlives_a_reload_and_comes_from_a_saved_game() {
    let (mut app, dir) = app(&[("caves.recipe.json", CAVES)]);
    let recipe = load(&app, "caves.recipe.json");
    let mut edits = Sparse::default();
    edits.insert(3, 4, Tile::WATER);
    let settings = EndlessWorld { recipe, ..EndlessWorld::default() };
    let world = app.world_mut().spawn((settings, WorldEdits(edits))).id();
    app.world_mut().spawn(WorldViewer);
    wait::<ChunkReady>(&mut app);
    let tile = |app: &App, x| app.world().get::<StreamedWorld>(world).unwrap().world.tile(x, 4).unwrap();
    assert_eq!(tile(&app, 3), Tile::WATER);

    app.world_mut().get_mut::<StreamedWorld>(world).unwrap().set_tile(I64Vec2::new(5, 4), Tile::WATER).unwrap();
    dir.insert_asset_text("caves.recipe.json".as_ref(), &CAVES.replace("\"rounds\": 4", "\"rounds\": 3"));
    let before = app.world().get::<StreamedWorld>(world).unwrap().world.clone();
    reload(&app, "caves.recipe.json");
    until(&mut app, |app| !std::sync::Arc::ptr_eq(&before, &app.world().get::<StreamedWorld>(world).unwrap().world));
    assert_eq!((tile(&app, 3), tile(&app, 5)), (Tile::WATER, Tile::WATER));
    app.world_mut().get_mut::<EndlessWorld>(world).unwrap().seed = Some(99);
    app.update();
    app.update();
    assert_ne!(tile(&app, 5), Tile::WATER, "another seed is another world");
}
