//! A recipe becomes a level, which is replaced, kept and despawned as one.
#![allow(clippy::unwrap_used)]

mod common;

use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::message::Messages;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy_mapwright::mapwright::core::{BuilderMap, Door, Point, Tile};
use bevy_mapwright::mapwright::recipe::Recipe;
use bevy_mapwright::*;
use bevy_math::I64Vec2;
use bevy_tasks::AsyncComputeTaskPool;
use bevy_transform::components::Transform;
use common::*;

fn built(recipe: &str, seed: u64) -> BuilderMap {
    recipe.parse::<Recipe>().unwrap().chain().unwrap().build(seed).unwrap()
}

fn spawn(app: &mut App, level: Level) -> Entity {
    app.world_mut().spawn(level).id()
}

fn cell(at: Point) -> I64Vec2 {
    I64Vec2::new(at.x.into(), at.y.into())
}

/// The cells and values of one kind of entity, sorted.
fn found<T: Component + Clone>(app: &mut App) -> Vec<(I64Vec2, T)> {
    let mut query = app.world_mut().query::<(&Cell, &T)>();
    let mut found: Vec<_> = query.iter(app.world()).map(|(cell, value)| (cell.0, value.clone())).collect();
    found.sort_by_key(|(cell, _)| (cell.y, cell.x));
    found
}

/// The tiles of a level, put together from its chunks cell by cell.
fn tiles(app: &mut App, map: &BuilderMap) -> Vec<Option<Tile>> {
    let mut tiles = vec![None; map.size().area() as usize];
    for (first, chunk) in found::<TileChunk>(app) {
        for (i, &layer) in chunk.layers.iter().enumerate() {
            let (x, y) = (i % chunk.size.x as usize, i / chunk.size.x as usize);
            let at = (first.y as usize + y) * usize::from(map.width()) + first.x as usize + x;
            assert_eq!(tiles[at].replace(Tile(layer as u8)), None, "two chunks have cell {at}");
        }
    }
    tiles
}

#[test]
fn everything_of_a_map_becomes_entities() {
    let map = built(CASTLE, 3);
    let (mut app, _) = app(&[("castle.recipe.json", CASTLE)]);
    let recipe = load(&app, "castle.recipe.json");
    let level = spawn(&mut app, Level { recipe, seed: Some(3), chunk: 7, tile_px: 10, ..Level::default() });
    let ready: Vec<LevelReady> = wait(&mut app);
    assert_eq!((ready.len(), ready[0].level, ready[0].seed), (1, level, 3));
    assert_eq!(*app.world().get::<LevelMap>(level).unwrap().0, map);

    assert_eq!(tiles(&mut app, &map), map.tiles.as_slice().iter().copied().map(Some).collect::<Vec<_>>());
    let mut doors = map.doors.clone().unwrap();
    let plain = map
        .tiles
        .iter()
        .filter(|&(at, &tile)| tile == Tile::DOOR && !map.doors.iter().flatten().any(|door| door.cells.contains(&at)));
    doors.extend(plain.map(|(at, _)| Door::new([at])));
    assert!(doors.iter().any(|door| door.lock.is_some()) && doors.iter().any(|door| door.lock.is_none()));
    let mut expected: Vec<_> = doors.iter().map(|door| (cell(door.cells[0]), door.lock, door.cells.len())).collect();
    expected.sort_by_key(|(cell, ..)| (cell.y, cell.x));
    let shown = found::<LevelDoor>(&mut app);
    assert_eq!(shown.iter().map(|(at, door)| (*at, door.lock, door.cells.len())).collect::<Vec<_>>(), expected);

    let mut spawns: Vec<_> = map.spawns.iter().map(|spawn| (cell(spawn.at), spawn.what.clone())).collect();
    spawns.sort_by_key(|(cell, _)| (cell.y, cell.x));
    assert_eq!(
        found::<LevelSpawn>(&mut app).into_iter().map(|(at, spawn)| (at, spawn.what)).collect::<Vec<_>>(),
        spawns
    );
    let keys = map.spawns.iter().filter_map(|spawn| spawn.key).count();
    assert!(keys > 0 && keys == count::<LevelKey>(&mut app));
    assert_eq!(found::<LevelStart>(&mut app), [(cell(map.start.unwrap()), LevelStart)]);
    assert_eq!(found::<LevelExit>(&mut app), [(cell(map.exit.unwrap()), LevelExit)]);
    let areas = map.graph.as_ref().unwrap().areas.len();
    assert!(areas > 2 && areas == count::<LevelArea>(&mut app));

    // Each stands in the middle of its cell; y goes up.
    let mut query = app.world_mut().query_filtered::<&Transform, With<LevelStart>>();
    let (at, start) = (query.single(app.world()).unwrap().translation, map.start.unwrap());
    assert_eq!((at.x, at.y), (f32::from(start.x) * 10.0 + 5.0, f32::from(start.y) * -10.0 - 5.0));
}

#[test]
fn odd_sizes_become_levels() {
    for (w, h) in [(1, 1), (1, 9), (9, 1), (5, 8)] {
        let recipe = format!(
            r#"{{ "version": 1, "width": {w}, "height": {h}, "wrap": "both", "initial": {{ "use": "cellular-automata" }} }}"#
        );
        for chunk in [0, 1, 4, u32::MAX] {
            let (mut app, _) = app(&[("odd.recipe.json", &recipe)]);
            let recipe = load(&app, "odd.recipe.json");
            spawn(&mut app, Level { recipe, chunk, tile_px: 0, ..Level::default() });
            assert_eq!(wait::<LevelReady>(&mut app).len(), 1);
            let map = all::<LevelMap>(&mut app)[0].0.clone();
            assert_eq!((map.width(), map.height()), (w, h));
            assert!(tiles(&mut app, &map).iter().all(Option::is_some));
        }
    }
}

#[test]
fn a_level_is_despawned_as_one() {
    let (mut app, _) = app(&[("castle.recipe.json", CASTLE)]);
    let recipe = load(&app, "castle.recipe.json");
    app.update();
    let before = app.world().entities().count_spawned();
    let level = spawn(&mut app, Level { recipe: recipe.clone(), ..Level::default() });
    wait::<LevelReady>(&mut app);
    assert!(app.world().entities().count_spawned() > before + 20);
    app.world_mut().despawn(level);
    app.update();
    assert_eq!(app.world().entities().count_spawned(), before);

    // While it is built, too.
    let level = spawn(&mut app, Level { recipe, ..Level::default() });
    app.update();
    app.world_mut().despawn(level);
    (0..50).for_each(|_| app.update());
    assert_eq!(app.world().entities().count_spawned(), before);
}

/// A strip takes random walks minutes. If nobody stopped them, these would keep all threads.
#[test]
fn a_level_that_is_despawned_stops_its_build() {
    const STRIP: &str = r#"{ "version": 1, "width": 3, "height": 60000, "initial": { "use": "wilson" } }"#;
    let (mut app, _) = app(&[("strip.recipe.json", STRIP), ("castle.recipe.json", CASTLE)]);
    let (strip, castle) = (load(&app, "strip.recipe.json"), load(&app, "castle.recipe.json"));
    let threads = AsyncComputeTaskPool::get().thread_num();
    let slow: Vec<Entity> =
        (0..=threads).map(|_| spawn(&mut app, Level { recipe: strip.clone(), tries: 9, ..Level::default() })).collect();
    // As long as it takes to load a recipe, and some more.
    (0..200).for_each(|_| pause(&mut app));
    assert!(all::<LevelParts>(&mut app).is_empty());
    slow.into_iter().for_each(|level| _ = app.world_mut().despawn(level));
    let level = spawn(&mut app, Level { recipe: castle, ..Level::default() });
    let ready: Vec<LevelReady> = wait(&mut app);
    assert_eq!(ready.iter().map(|ready| ready.level).collect::<Vec<_>>(), [level]);
    assert!(app.world().resource::<Messages<LevelFailed>>().is_empty());
}

#[test]
fn the_same_recipe_and_seed_make_the_same_entities() {
    let entities = || {
        let (mut app, _) = app(&[("castle.recipe.json", CASTLE)]);
        let recipe = load(&app, "castle.recipe.json");
        spawn(&mut app, Level { recipe, ..Level::default() });
        let parts = wait::<LevelReady>(&mut app)[0].parts;
        let children: Vec<Entity> = app.world().get::<Children>(parts).unwrap().iter().collect();
        let name = |&child: &Entity| {
            let (name, cell) = (app.world().get::<Name>(child), app.world().get::<Cell>(child).unwrap().0);
            (name.map(|name| name.to_string()), cell, app.world().get::<TileChunk>(child).cloned())
        };
        children.iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(entities(), entities());
}

#[test]
fn a_changed_recipe_replaces_the_level_and_a_broken_one_does_not() {
    let (mut app, dir) = app(&[("castle.recipe.json", CASTLE)]);
    let recipe = load(&app, "castle.recipe.json");
    let level = spawn(&mut app, Level { recipe, ..Level::default() });
    let first = wait::<LevelReady>(&mut app)[0].parts;
    let write = |text: &str| dir.insert_asset_text("castle.recipe.json".as_ref(), text);

    write(&CASTLE.replace("50", "40"));
    reload(&app, "castle.recipe.json");
    let second = wait::<LevelReady>(&mut app)[0].parts;
    assert!(app.world().get_entity(first).is_err(), "the old level is gone");
    let map = Arc::clone(&app.world().get::<LevelMap>(level).unwrap().0);
    assert_eq!(map.width(), 40);

    let broken = [
        (CASTLE.replace(r#""keys": 2"#, r#""keys": 999"#), Some("metas[4] lock-and-key"), Some("keys")),
        (CASTLE.replace(r#""start""#, r#""starts""#), Some("metas[0] starts"), None),
        (CASTLE.replace(r#"{ "use": "start", "at": "first-room" }, "#, ""), Some("metas[0] exit"), None),
        (CASTLE.replace("50", "\"wide\""), None, Some("width")),
        ("{".to_owned(), None, None),
    ];
    for (text, stage, field) in broken {
        write(&text);
        reload(&app, "castle.recipe.json");
        let failed: Vec<LevelFailed> = wait(&mut app);
        assert_eq!(failed[0].level, level);
        assert_eq!((failed[0].stage.as_deref(), failed[0].field.as_deref()), (stage, field), "{}", failed[0].error);
        // Bevy may try, and tell, twice.
        (0..20).for_each(|_| pause(&mut app));
        app.world_mut().resource_mut::<Messages<LevelFailed>>().clear();
        assert!(app.world().get_entity(second).is_ok());
        assert_eq!(app.world().get::<LevelMap>(level).unwrap().0, map);
    }

    write(CASTLE);
    reload(&app, "castle.recipe.json");
    wait::<LevelReady>(&mut app);
    assert_eq!(app.world().get::<LevelMap>(level).unwrap().0.width(), 50);
}

#[test]
fn a_level_that_cannot_be_built_fails_or_takes_the_next_seed() {
    // Walls block the way to three more rooms than there are.
    let hard = CASTLE.replace(r#""keys": 2, "min_keys": 0"#, r#""keys": 9"#);
    let (mut app, _) = app(&[("hard.recipe.json", &hard)]);
    let chain = hard.parse::<Recipe>().unwrap().chain().unwrap();
    let bad = (0..100).find(|&seed| chain.build(seed).is_err() && chain.build(seed + 1).is_ok()).unwrap();
    let recipe = load(&app, "hard.recipe.json");
    let level = spawn(&mut app, Level { recipe, seed: Some(bad), ..Level::default() });
    let failed: Vec<LevelFailed> = wait(&mut app);
    assert_eq!(failed[0].stage.as_deref(), Some("metas[4] lock-and-key"));
    assert!(app.world().get::<LevelMap>(level).is_none());

    app.world_mut().get_mut::<Level>(level).unwrap().tries = 2;
    assert_eq!(wait::<LevelReady>(&mut app)[0].seed, bad + 1);
}

#[test]
fn a_level_of_a_recipe_that_failed_before_fails_too() {
    let (mut app, dir) = app(&[("broken.recipe.json", "{")]);
    let recipe = load(&app, "broken.recipe.json");
    let first = spawn(&mut app, Level { recipe: recipe.clone(), ..Level::default() });
    assert_eq!(wait::<LevelFailed>(&mut app)[0].level, first);
    (0..20).for_each(|_| pause(&mut app));
    app.world_mut().resource_mut::<Messages<LevelFailed>>().clear();

    let later = spawn(&mut app, Level { recipe: recipe.clone(), ..Level::default() });
    let failed: Vec<LevelFailed> = wait(&mut app);
    assert_eq!(failed.iter().map(|failed| failed.level).collect::<Vec<_>>(), [later], "once, and the other not again");
    (0..20).for_each(|_| pause(&mut app));
    assert!(app.world().resource::<Messages<LevelFailed>>().is_empty());

    // Both are built when it is mended.
    dir.insert_asset_text("broken.recipe.json".as_ref(), CASTLE);
    reload(&app, "broken.recipe.json");
    let mut ready = Vec::new();
    until(&mut app, |app| {
        ready.extend(app.world_mut().resource_mut::<Messages<LevelReady>>().drain().map(|ready| ready.level));
        ready.len() == 2
    });
    assert!(ready.contains(&first) && ready.contains(&later));
}

#[test]
fn files_that_a_recipe_names_are_loaded_beside_it() {
    let recipe = r#"{ "version": 1, "width": 4, "height": 2, "initial": { "use": "prefab-level", "template": { "file": "hall.txt" } } }"#;
    let (mut app, dir) = app(&[("levels/hall.recipe.json", recipe), ("levels/hall.txt", "#@..\n####")]);
    let handle = load(&app, "levels/hall.recipe.json");
    spawn(&mut app, Level { recipe: handle, ..Level::default() });
    wait::<LevelReady>(&mut app);
    assert_eq!(found::<LevelStart>(&mut app)[0].0, I64Vec2::new(1, 0));

    dir.remove_asset("levels/hall.txt".as_ref());
    reload(&app, "levels/hall.recipe.json");
    let failed: Vec<LevelFailed> = wait(&mut app);
    assert_eq!(failed[0].stage.as_deref(), Some("initial prefab-level"));
    assert!(failed[0].error.contains("the file `hall.txt` cannot be read"), "{}", failed[0].error);

    (0..20).for_each(|_| pause(&mut app));
    app.world_mut().resource_mut::<Messages<LevelFailed>>().clear();
    dir.insert_asset_text("levels/hall.recipe.json".as_ref(), &recipe.replace("hall.txt", "../../secret"));
    reload(&app, "levels/hall.recipe.json");
    let failed: Vec<LevelFailed> = wait(&mut app);
    assert!(failed[0].error.contains("is elsewhere"), "{}", failed[0].error);
}

#[test]
fn types_are_reflected() {
    let (app, _) = app(&[]);
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for name in [
        "Level",
        "EndlessWorld",
        "WorldViewer",
        "WorldChunk",
        "LevelParts",
        "TileChunk",
        "Cell",
        "LevelDoor",
        "LevelKey",
        "LevelSpawn",
        "LevelStart",
        "LevelExit",
        "LevelArea",
    ] {
        let known = registry.get_with_short_type_path(name);
        assert!(known.is_some_and(|known| known.data::<ReflectComponent>().is_some()), "{name}");
    }
}

#[test]
fn a_level_without_its_component_is_gone() {
    let (mut app, _) = app(&[("castle.recipe.json", CASTLE)]);
    let recipe = load(&app, "castle.recipe.json");
    let level = spawn(&mut app, Level { recipe: recipe.clone(), ..Level::default() });
    wait::<LevelReady>(&mut app);
    app.world_mut().entity_mut(level).remove::<Level>();
    app.update();
    assert_eq!((count::<LevelParts>(&mut app), count::<TileChunk>(&mut app), count::<LevelMap>(&mut app)), (0, 0, 0));
    assert!(app.world().get_entity(level).is_ok());

    // It may come back, and go while it is built.
    app.world_mut().entity_mut(level).insert(Level { recipe: recipe.clone(), ..Level::default() });
    wait::<LevelReady>(&mut app);
    app.world_mut().get_mut::<Level>(level).unwrap().seed = Some(5);
    app.update();
    app.world_mut().entity_mut(level).remove::<Level>();
    (0..50).for_each(|_| pause(&mut app));
    assert_eq!((count::<LevelParts>(&mut app), count::<LevelMap>(&mut app)), (0, 0));
}
