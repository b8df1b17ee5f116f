//! Builders of a game's own: a beginning, a change, a combinator, a maze, and all of them by name in recipes.

use std::error::Error;

use mapwright::builders::*;
use mapwright::core::{CellPlane, Layer, Stage};
use mapwright::export::{Tiled, TiledFormat, csv_named};
use mapwright::graph::{Metric, Metrics};
use mapwright::prelude::*;
use mapwright::recipe::{Registry, map_from_json, map_to_json};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

/// Islands of grass: each begins with the throw of a die.
#[derive(Clone, Debug)]
struct Islands {
    count: u32,
}

impl Builder for Islands {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("islands").gives([Plane::Start, Plane::Rooms])
    }
}

impl InitialMapBuilder for Islands {
    fn check(&self, _: Size) -> Result<(), BuildError> {
        if self.count == 0 { Err(BuildError::parameter("count", 0, "1 or more")) } else { Ok(()) }
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::DEEP_WATER)?;
        cx.before_steps(&map);
        let mut rooms = Vec::new();
        for id in 0..self.count {
            let (w, h) = (cx.rng.random_range(1..=6).min(size.w), cx.rng.random_range(1..=6).min(size.h));
            let (x, y) = (cx.rng.random_range(0..=size.w - w), cx.rng.random_range(0..=size.h - h));
            let mut room = Room::new(id, mapwright::core::Rect::new(x, y, w, h));
            let mood = ["haunted", "holy", "wild"].choose(&mut cx.rng).copied();
            room.tags.extend(mood.map(str::to_owned));
            for p in room.rect.points() {
                map.tiles[p] = Tile::GRASS;
                cx.step(&map.tiles, [size.index(p)]);
            }
            rooms.push(room);
        }
        map.start = rooms.first().map(|room| room.rect.center());
        map.rooms = Some(rooms);
        Ok(map)
    }
}

/// Water seeps in: `moisture` and `depth`, planes of the game's own, and puddles in some cells.
#[derive(Clone, Debug)]
struct Seep {
    cells: usize,
}

impl Builder for Seep {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("seep").gives(Plane::Layers)
    }
}

impl MetaMapBuilder for Seep {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        map.clear(Planes::DERIVED);
        let mut dry: Vec<Point> = map.size().points().filter(|&p| map.is_open(p)).collect();
        dry.shuffle(&mut cx.rng);
        let mut depth = Grid::new(map.size(), 0);
        for p in dry.into_iter().take(self.cells) {
            map.tiles[p] = Tile::WATER;
            depth[p] = -cx.rng.random_range(1..=6);
        }
        map.layers.insert("moisture".to_owned(), Layer::F32(depth.map(|&depth: &i32| depth as f32 / -6.0)));
        map.layers.insert("depth".to_owned(), depth.into());
        Ok(())
    }
}

/// Builds until the land is in one piece.
#[derive(Clone, Debug)]
struct UntilJoined<B>(B);

impl<B: InitialMapBuilder> Builder for UntilJoined<B> {
    fn facts(&self, block: Size) -> Facts {
        Facts::new("until-joined").gives(self.0.facts(block).gives)
    }
}

impl<B: InitialMapBuilder> InitialMapBuilder for UntilJoined<B> {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        for nth in 0..1000 {
            let map = self.0.build(size, &mut cx.child(self.0.name(), nth))?;
            if Metrics::new(&map).get(Metric::Components) == Some(1.0) {
                return Ok(map);
            }
        }
        Err(BuildErrorKind::GaveUp { what: "an island in one piece", tries: 1000, budget: 1000 }.into())
    }
}

/// Carves on from the newest cell, or now and then from any: a growing tree by `rand`.
#[derive(Clone, Debug)]
struct Restless;

impl Carve for Restless {
    const NAME: &'static str = "restless-maze";

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        let mut maze = Carving::new(ground);
        while let Some(root) = maze.next_root() {
            let mut open = vec![root];
            while !open.is_empty() {
                let i = if cx.rng.random_bool(0.1) { cx.rng.random_range(0..open.len()) } else { open.len() - 1 };
                match cx.rng.pick_dir(maze.unseen(open[i])) {
                    Some(dir) => {
                        let next = maze.carve(open[i], dir);
                        cx.step(&maze, [open[i], next]);
                        open.push(next);
                    }
                    None => drop(open.swap_remove(i)),
                }
            }
        }
        Ok(maze.into_sides())
    }
}

/// Everything that recipes can name, and the four of this game.
fn registry() -> Registry {
    Registry::shipped()
        .initial("islands", |params| Ok(Islands { count: params.take("count", 5)? }))
        .initial("until-joined", |params| Ok(UntilJoined(Islands { count: params.take("count", 5)? })))
        .initial("restless-maze", |_| Ok(Maze(Restless)))
        .meta("seep", |params| Ok(Seep { cells: params.take("cells", 3)? }))
}

const RECIPE: &str = r#"{ "version": 1, "width": 24, "height": 12, "seed": 7,
    "initial": { "use": "until-joined", "count": 4 },
    "metas": [ { "use": "seep", "cells": 9 }, { "use": "exit" } ] }"#;

#[test]
fn recipes_know_builders_of_the_game() -> Result<(), Box<dyn Error>> {
    let (recipe, chain) = registry().parse(RECIPE)?;
    let map = chain.build(recipe.seed())?;
    assert_eq!(Metrics::new(&map).get(Metric::Components), Some(1.0));
    assert_eq!(map.tiles.as_slice().iter().filter(|&&tile| tile == Tile::WATER).count(), 9);
    let by_hand = BuilderChain::start_with(Size::new(24, 12), UntilJoined(Islands { count: 4 }))
        .with(Seep { cells: 9 })
        .with(Exit::default());
    assert_eq!(map, by_hand.build(7)?);
    let typo = registry().parse(&RECIPE.replace("cells", "cels")).err().ok_or("an unknown parameter")?;
    assert!(typo.to_string().contains("did you mean `cells`"), "{typo}");
    assert!(registry().parse(&RECIPE.replace("\"seep\"", "\"sep\"")).is_err());
    Ok(())
}

#[test]
fn layers_and_tags_go_wherever_the_map_goes() -> Result<(), Box<dyn Error>> {
    let chain = registry().parse(RECIPE)?.1;
    let mut history = History::every(1);
    let map = chain.build_with(7, &mut history)?;
    let Some(Layer::I32(depth)) = map.layers.get("depth") else { return Err("a layer of whole numbers".into()) };
    assert!(depth.iter().all(|(p, &depth)| (depth < 0) == (map.tiles[p] == Tile::WATER) && depth >= -6));

    assert_eq!(map_from_json(&map_to_json(&map))?.0, map, "JSON carries them");
    let mut replay = history.replay();
    while replay.next_frame().is_some() {}
    assert_eq!(replay.map(), &map, "a history carries them");
    let rows: Vec<Vec<i32>> = csv_named(&map, "depth")?
        .lines()
        .map(|line| line.split(',').map(str::parse).collect())
        .collect::<Result<_, _>>()?;
    assert_eq!(rows.concat(), depth.as_slice(), "CSV carries them");
    let moisture = csv_named(&map, "moisture")?;
    assert_eq!(moisture.matches("0.5").count(), depth.as_slice().iter().filter(|&&depth| depth == -3).count());

    let room = map.rooms.iter().flatten().next().ok_or("a room")?;
    let files = Tiled::default().map(&map)?.files(TiledFormat::Tmx, "islands.tmx")?;
    let tmx = String::from_utf8(files.last().ok_or("a file")?.1.clone())?;
    assert!(tmx.contains(&format!("name=\"tags\" value=\"{}\"", room.tags[0])), "Tiled carries tags");
    Ok(())
}

#[test]
fn the_carver_makes_a_perfect_maze_and_records_it() -> Result<(), Box<dyn Error>> {
    let chain = BuilderChain::start_with(Size::new(15, 9), Maze(Restless));
    let mut history = History::every(1);
    let map = chain.build_with(7, &mut history)?;
    let metrics = Metrics::new(&map);
    assert_eq!([Metric::Components, Metric::Loops].map(|metric| metrics.get(metric)), [Some(1.0), Some(0.0)]);
    assert!(history.frames().len() > 15 * 9 - 1, "a frame a step");
    // The same algorithm carves caves.
    let cave =
        BuilderChain::start_with(Size::new(30, 20), CellularAutomata::default()).with(Maze(Restless)).build(7)?;
    assert_eq!(Metrics::new(&cave).get(Metric::Loops), Some(0.0));
    Ok(())
}

#[test]
fn steps_of_any_plane_are_recorded() {
    let stage = Stage::new(0, "shore");
    let mut history = History::every(1);
    let mut cx = BuildCx::new(7, stage.name, 0).recording(&mut history, stage);
    let mut corners = Grid::new(Size::new(4, 3), Sides::CLOSED);
    for cell in [5, 6] {
        corners[cell] = Sides::OPEN;
        cx.step_on(CellPlane::CORNERS, &corners, [cell]);
    }
    let mut replay = history.replay();
    while replay.next_frame().is_some() {}
    assert_eq!((replay.map().corners.as_ref(), replay.map().sides.as_ref()), (Some(&corners), None));
}
