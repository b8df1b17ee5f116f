//! Wave function collapse as a stage: every adjacency is looked at by code that shares nothing with the solver.
#![allow(clippy::print_stdout, reason = "one process tells another what it made")]

mod chunks;
mod refusals;

use mapwright_core::Room;
use std::collections::{BTreeMap, BTreeSet};

use crate::seeds;
use mapwright::builders::*;
use mapwright::core::{Corner, Rect};
use mapwright::graph::Components;
use mapwright::prelude::*;
use mapwright::recipe::map_to_json;
use mapwright::wfc::{Image, Model, OverlappingModel, TileRules, sample_from_text};

const DUNGEON: &str = include_str!("../../data/dungeon-sample.txt");

fn dungeon() -> BuilderMap {
    sample_from_text(DUNGEON).unwrap()
}

fn floor(side: u16) -> BuilderMap {
    BuilderMap::filled(Size::new(side, side), Wrap::None, Tile::FLOOR)
}

/// What the stage makes of a map.
fn made(stage: &WaveFunctionCollapse, map: &BuilderMap, seed: u64) -> Result<BuilderMap, BuildError> {
    let mut map = map.clone();
    stage.apply(&mut map, &mut BuildCx::new(seed, stage.name(), 0))?;
    assert_eq!(map.validate(), Ok(()));
    Ok(map)
}

/// The cells of a block, row by row, round the map; the block has to lie on it otherwise.
fn block(map: &BuilderMap, x: u16, y: u16, w: u16, h: u16) -> Vec<u8> {
    let size = map.size();
    let cells = (0..h).flat_map(|dy| (0..w).map(move |dx| (dx, dy)));
    cells.map(|(dx, dy)| map.tiles[Point::new((x + dx) % size.w, (y + dy) % size.h)].0).collect()
}

/// The eight images of a square, by turning and mirroring again and again.
fn images(square: &[u8], side: usize) -> Vec<Vec<u8>> {
    let turned = |cells: &[u8]| -> Vec<u8> {
        (0..side * side).map(|i| cells[(side - 1 - i % side) * side + i / side]).collect()
    };
    let mirrored: Vec<u8> = square.chunks(side).flat_map(|row| row.iter().rev().copied()).collect();
    let mut all = Vec::new();
    for mut cells in [square.to_vec(), mirrored] {
        for _ in 0..4 {
            all.push(cells.clone());
            cells = turned(&cells);
        }
    }
    all
}

/// All windows of a map, on wrapped axes over the border too.
fn windows(map: &BuilderMap, n: u16) -> BTreeSet<Vec<u8>> {
    let Size { w, h } = map.size();
    let corners = |length: u16, wraps: bool| if wraps { length } else { (length + 1).saturating_sub(n) };
    let (xs, ys) = (corners(w, map.wrap.x()), corners(h, map.wrap.y()));
    (0..ys).flat_map(|y| (0..xs).map(move |x| (x, y))).map(|(x, y)| block(map, x, y, n, n)).collect()
}

/// Windows and all their images.
fn windows_and_images(map: &BuilderMap, n: u16) -> BTreeSet<Vec<u8>> {
    windows(map, n).iter().flat_map(|window| images(window, n.into())).collect()
}

fn is_walled_in(map: &BuilderMap) -> bool {
    let Size { w, h } = map.size();
    let rim = map.size().points().filter(|p| p.x == 0 || p.y == 0 || p.x == w - 1 || p.y == h - 1);
    rim.map(|p| map.tiles[p]).all(|tile| tile == Tile::WALL)
}

/// A stage on windows of the dungeon sample.
fn overlapping() -> WaveFunctionCollapse {
    WaveFunctionCollapse { sample: Some(dungeon()), ..WaveFunctionCollapse::default() }
}

/// 64 cells of another map that was made from the same sample, so that they can all be had together.
fn pins(other: &BuilderMap, seed: u64) -> Vec<Pin> {
    let mut rng = MapRng::new(seed);
    let at = (0..64).map(|_| other.size().point(rng.below(other.size().area())));
    at.map(|at| Pin { at, tile: other.tiles[at] }).collect()
}

/// Twenty seeds of twenty succeed, walled in or not, with cells given or not.
/// Collapses floors of this many seeds, in variants with and without a border and pins: none may fail.
fn every_seed(side: u16, seeds: u64, variants: &[(bool, bool)]) {
    let known = windows_and_images(&dungeon(), 3);
    assert!((150..=250).contains(&known.len()), "{} patterns", known.len());
    for &(border, pinned) in variants {
        let bare = WaveFunctionCollapse { border, ..overlapping() };
        let other = made(&bare, &floor(side), 1000).unwrap();
        let mut all = BTreeSet::new();
        for seed in 0..seeds {
            let pins = if pinned { pins(&other, seed) } else { Vec::new() };
            let stage = WaveFunctionCollapse { pins, ..bare.clone() };
            let map = made(&stage, &floor(side), seed).unwrap();
            assert!(windows(&map, 3).is_subset(&known), "side {side}, seed {seed}");
            assert!(!border || is_walled_in(&map));
            assert!(stage.pins.iter().all(|pin| map.tiles[pin.at] == pin.tile));
            all.insert(map.tiles.into_vec());
        }
        assert_eq!(all.len() as u64, seeds, "each seed makes another map");
    }
}

/// In a maze with loops contradictions are common.
#[test]
fn windows_of_a_maze_are_its_own() {
    let sample = sample_from_text(include_str!("../../data/maze-sample.txt")).unwrap();
    let mut wrapped = sample.clone();
    wrapped.wrap = Wrap::Both;
    let known = windows_and_images(&wrapped, 3);
    assert_eq!(known.len(), 113);
    let stage = WaveFunctionCollapse { sample: Some(sample), periodic: true, ..WaveFunctionCollapse::default() };
    for seed in 0..10 {
        assert!(windows(&made(&stage, &floor(48), seed).unwrap(), 3).is_subset(&known), "seed {seed}");
    }
}

const VARIANTS: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

#[test]
fn every_seed_at_48() {
    every_seed(48, 20, &VARIANTS);
}

#[test]
fn every_seed_at_128() {
    every_seed(128, seeds(5).min(20), &VARIANTS);
}

#[test]
fn every_seed_at_256() {
    every_seed(256, seeds(3).min(20), &[(false, false), (true, true)]);
}

/// The three kinds of maps, 80×50.
fn grounds(seed: u64) -> [(&'static str, BuilderMap); 3] {
    let size = Size::new(80, 50);
    let mut maze = BuilderMap::filled(size, Wrap::None, Tile::WALL);
    let carved = BuilderChain::start_with(Size::new(39, 24), Backtracker::default()).with(SidesToTiles::default());
    let carved = carved.build(seed).unwrap();
    carved.tiles.iter().for_each(|(p, &tile)| maze.tiles[p] = tile);
    let rooms = BuilderChain::start_with(size, RandomRooms::default()).build(seed).unwrap();
    let cave = BuilderChain::start_with(size, CellularAutomata::default()).build(seed).unwrap();
    [("maze", maze), ("rooms", rooms), ("cave", cave)]
}

#[track_caller]
fn check_error(stage: &WaveFunctionCollapse, ground: &BuilderMap, message: &str) -> BuildError {
    let mut map = ground.clone();
    let error = stage.apply(&mut map, &mut BuildCx::new(1, stage.name(), 0)).unwrap_err();
    assert_eq!(error.to_string(), message);
    assert_eq!(&map, ground, "the map is as it was");
    error
}

#[test]
fn what_is_stale_is_cleared_and_what_is_kept_stays() {
    let chain = BuilderChain::start_with(Size::new(60, 40), RandomRooms::default())
        .with(Start::at(Place::FirstRoom))
        .with(Spawns::default())
        .with(Exit::default());
    let mut kept_something = false;
    for seed in 0..10 {
        let mut ground = chain.build(seed).unwrap();
        ground.regions = Some(Grid::new(ground.size(), 3));
        ground.portals.push((ground.start.unwrap(), ground.exit.unwrap()).into());
        for model in [
            CollapseModel::Overlapping { n: 3 },
            CollapseModel::Chunks { chunk: 8, stride: Some(8) },
            CollapseModel::Tiled,
        ] {
            let stage = WaveFunctionCollapse { model, ..WaveFunctionCollapse::default() };
            let map = made(&stage, &ground, seed).unwrap();
            assert_eq!(map.planes(), Planes::NONE);
            assert!(map.portals.is_empty() && map.spawns.is_empty());
        }
        let keep = vec![KeptPart::Start, KeptPart::Exit, KeptPart::Rooms, KeptPart::Spawns, KeptPart::Corridors];
        let stage = WaveFunctionCollapse { keep, ..WaveFunctionCollapse::default() };
        let map = made(&stage, &ground, seed).unwrap();
        assert_eq!((map.start, map.exit, &map.rooms), (ground.start, ground.exit, &ground.rooms));
        assert_eq!((&map.spawns, &map.corridors), (&ground.spawns, &ground.corridors));
        for p in ground.room_rects().flat_map(|room| room.points()) {
            assert_eq!(map.tiles[p], ground.tiles[p]);
        }
        assert!(windows(&map, 3).is_subset(&windows_and_images(&ground, 3)));
        kept_something |= !ground.spawns.is_empty();
    }
    assert!(kept_something);
    // What a later stage needs, is missed before any work.
    let next = chain.with(WaveFunctionCollapse::default()).with(Exit::default());
    let error = next.check().unwrap_err().to_string();
    assert_eq!(error, "metas[4] exit: needs `start`, which no earlier stage provides");
}

#[test]
fn only_the_images_asked_for_are_there() {
    let sample = dungeon();
    let plain = windows(&sample, 3);
    // In the order of `images`.
    let single = [
        (Image::Turn90, 1),
        (Image::Turn180, 2),
        (Image::Turn270, 3),
        (Image::MirrorX, 4),
        (Image::AntiTranspose, 5),
        (Image::MirrorY, 6),
        (Image::Transpose, 7),
    ];
    for set in 0..1 << 7 {
        let chosen: Vec<(Image, usize)> = (0..7).filter(|i| set >> i & 1 == 1).map(|i| single[i]).collect();
        let symmetry = Symmetries::of(&chosen.iter().map(|&(image, _)| image).collect::<Vec<_>>());
        let wanted = |window: &Vec<u8>| -> Vec<Vec<u8>> {
            let all = images(window, 3);
            chosen.iter().map(|&(_, nth)| all[nth].clone()).chain([window.clone()]).collect()
        };
        let expected: BTreeSet<Vec<u8>> = plain.iter().flat_map(wanted).collect();
        let model = OverlappingModel::new(&sample.tiles, Wrap::None, 3, symmetry).unwrap();
        let found = (0..model.rules().n_patterns()).map(|i| model.window(i).iter().map(|tile| tile.0).collect());
        assert_eq!(found.collect::<BTreeSet<Vec<u8>>>(), expected, "{chosen:?}");
    }
}

#[test]
fn windows_are_weighted_by_how_often_they_are_there() {
    let sample = dungeon();
    let mut counts: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
    for (x, y) in (0..30).flat_map(|y| (0..30).map(move |x| (x, y))) {
        *counts.entry(block(&sample, x, y, 3, 3)).or_default() += 1;
    }
    let model = OverlappingModel::new(&sample.tiles, Wrap::None, 3, Symmetries::NONE).unwrap();
    for (pattern, &weight) in (0..).zip(model.rules().weights()) {
        let window: Vec<u8> = model.window(pattern).iter().map(|tile| tile.0).collect();
        assert_eq!(counts.remove(&window), Some(weight));
    }
    assert!(counts.is_empty());
}

#[test]
fn odd_sizes_and_wraps_make_maps_or_say_why() {
    let (mut makes, mut refusals) = (0, 0);
    for (i, (w, h)) in [(1, 1), (1, 9), (9, 1), (2, 2), (2, 7), (3, 3), (5, 8), (17, 6)].into_iter().enumerate() {
        for wrap in Wrap::ALL {
            for n in 2..=5 {
                for (periodic, border) in [(false, false), (true, false), (true, true)] {
                    let seed = i as u64;
                    let mut rng = MapRng::new(seed);
                    let mut ground = BuilderMap::filled(Size::new(w, h), wrap, Tile::WALL);
                    ground.tiles = ground.tiles.map(|_| if rng.chance(0.4) { Tile::WALL } else { Tile::FLOOR });
                    let model = CollapseModel::Overlapping { n };
                    let stage = WaveFunctionCollapse { model, periodic, border, ..WaveFunctionCollapse::default() };
                    let mut map = ground.clone();
                    match stage.apply(&mut map, &mut BuildCx::new(seed, stage.name(), 0)) {
                        Ok(()) => {
                            let mut sample = ground.clone();
                            sample.wrap = if periodic { Wrap::Both } else { wrap };
                            assert!(windows(&map, n).is_subset(&windows_and_images(&sample, n)));
                            assert_eq!(map.wrap, wrap);
                            makes += 1;
                        }
                        Err(error) => {
                            let small = matches!(error.kind, BuildErrorKind::TooSmall { .. });
                            assert_eq!(small, w < n || h < n, "{w}x{h}, {n}: {error}");
                            assert!(small || error.is_retryable());
                            assert_eq!(map, ground);
                            refusals += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(makes > 60 && refusals > 60, "{makes} made, {refusals} refused");
}

#[test]
fn sides_and_corners_are_made_anew_and_match() {
    for seed in 0..8 {
        for wrap in Wrap::ALL {
            let grounds = [
                BuilderChain::start_with(Size::new(20, 13), WangTiles { colors: 4, ..WangTiles::default() }).wrap(wrap),
                BuilderChain::start_with(
                    Size::new(20, 13),
                    WangTiles { on: MatchOn::Corners, colors: 3, ..WangTiles::default() },
                )
                .wrap(wrap),
                BuilderChain::start_with(Size::new(20, 13), Backtracker::default()).wrap(wrap),
            ];
            for ground in grounds.map(|chain| chain.build(seed).unwrap()) {
                let border = ground.start.is_some();
                let stage = WaveFunctionCollapse { model: CollapseModel::Tiled, border, ..Default::default() };
                let map = made(&stage, &ground, seed).unwrap();
                assert_eq!(map.sides.is_some(), ground.sides.is_some());
                assert_eq!(map.corners.is_some(), ground.corners.is_some());
                let next = |p: Point| {
                    let east = (p.x + 1 < 20 || wrap.x()).then(|| Point::new((p.x + 1) % 20, p.y));
                    (east, (p.y + 1 < 13 || wrap.y()).then(|| Point::new(p.x, (p.y + 1) % 13)))
                };
                for p in map.size().points() {
                    let (east, south) = next(p);
                    if let Some(sides) = &map.sides {
                        let open = |dir| border && sides[p].is_open(dir);
                        east.map_or_else(
                            || assert!(!open(Dir::E)),
                            |e| {
                                assert_eq!(sides[p].color(Dir::E), sides[e].color(Dir::W));
                            },
                        );
                        south.map_or_else(
                            || assert!(!open(Dir::S)),
                            |s| {
                                assert_eq!(sides[p].color(Dir::S), sides[s].color(Dir::N));
                            },
                        );
                    }
                    if let Some(corners) = &map.corners {
                        let color = |p: Point, corner| corners[p].corner(corner);
                        if let Some(e) = east {
                            assert_eq!(color(p, Corner::NE), color(e, Corner::NW));
                            assert_eq!(color(p, Corner::SE), color(e, Corner::SW));
                        }
                        if let Some(s) = south {
                            assert_eq!(color(p, Corner::SW), color(s, Corner::NW));
                            assert_eq!(color(p, Corner::SE), color(s, Corner::NE));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn tiles_touch_only_as_they_do_in_the_sample() {
    let text = "~~~~~~\n~::::~\n~:..:~\n~:..:~\n~::::~\n~~~~~~\n";
    // Water, sand, land.
    let sample = sample_from_text(text).unwrap();
    let pairs = |map: &BuilderMap| -> BTreeSet<(Tile, Tile)> {
        let passages = Passages::lattice(map.size(), map.wrap);
        let cells = 0..map.size().area();
        let touching =
            cells.flat_map(|cell| passages.neighbors(cell).map(move |next| (cell, next)).collect::<Vec<_>>());
        touching.map(|(a, b)| (map.tiles[a], map.tiles[b])).collect()
    };
    let stage =
        WaveFunctionCollapse { model: CollapseModel::Tiled, sample: Some(sample.clone()), ..Default::default() };
    let mut seen = BTreeSet::new();
    for seed in 0..10 {
        let map = made(&stage, &floor(30), seed).unwrap();
        assert!(pairs(&map).is_subset(&pairs(&sample)));
        seen.extend(map.tiles.as_slice().to_vec());
    }
    assert_eq!(seen.len(), sample.tiles.as_slice().iter().collect::<BTreeSet<_>>().len());
}

#[test]
fn recording_changes_nothing_and_ends_with_the_map() {
    for model in
        [CollapseModel::Overlapping { n: 3 }, CollapseModel::Chunks { chunk: 8, stride: Some(8) }, CollapseModel::Tiled]
    {
        for connect in [Connect::Any, Connect::Repair] {
            let stage = WaveFunctionCollapse { model: model.clone(), connect, ..WaveFunctionCollapse::default() };
            let chain = BuilderChain::start_with(Size::new(40, 30), CellularAutomata::default()).with(stage);
            let mut history = History::every(1);
            let map = chain.build_with(3, &mut history).unwrap();
            assert_eq!(map, chain.build(3).unwrap());
            assert!(history.frames().len() > 10, "{model:?}: {} frames", history.frames().len());
            let mut replay = history.replay();
            while replay.next_frame().is_some() {}
            assert_eq!(replay.map(), &map);
        }
    }
}

/// Rules of one's own go through the same stage: pins, border, repair and recording.
#[test]
fn rules_of_ones_own_make_maps_in_a_chain() {
    let rules = TileRules::new([(Tile::GRASS, 6), (Tile::SAND, 1), (Tile::WATER, 3), (Tile::WALL, 2)])
        .forbid(Tile::GRASS, Tile::WATER)
        .forbid(Tile::WATER, Tile::WALL);
    let pin = Pin { at: Point::new(20, 9), tile: Tile::WATER };
    let stage = WaveFunctionCollapse {
        model: rules.into(),
        border: true,
        connect: Connect::Repair,
        pins: vec![pin],
        ..WaveFunctionCollapse::default()
    };
    for seed in 0..10 {
        let chain = BuilderChain::start_with(Size::new(40, 20), Arena::default()).with(stage.clone());
        let mut history = History::every(1);
        let map = chain.build_with(seed, &mut history).unwrap();
        assert!(history.frames().len() > 100 && is_walled_in(&map));
        assert_eq!(map.tiles[pin.at], Tile::WATER);
        let passages = Passages::lattice(map.size(), map.wrap);
        for cell in 0..map.size().area() {
            for next in passages.neighbors(cell) {
                let pair = [map.tiles[cell], map.tiles[next]];
                assert!(pair != [Tile::GRASS, Tile::WATER] && pair != [Tile::WATER, Tile::WALL], "{pair:?}");
            }
        }
    }
    let ground = floor(9);
    let wrong = |rules: TileRules, message: &str| {
        let stage = WaveFunctionCollapse { model: rules.into(), ..WaveFunctionCollapse::default() };
        assert!(!check_error(&stage, &ground, message).is_retryable());
    };
    let grass = TileRules::new([(Tile::GRASS, 1)]);
    wrong(TileRules::new([]), "parameter `model.rules.tiles` is a list of 0; expected a list of 1 to 256");
    wrong(
        grass.clone().forbid(Tile::GRASS, Tile::WATER),
        "parameter `model.rules.forbid[0]` is water; expected one of `tiles`",
    );
    wrong(
        TileRules { tiles: vec![(Tile::GRASS, 1); 2], ..grass },
        "parameter `model.rules.tiles[1]` is grass; expected each tile once",
    );
}

/// Corner tiles are painted step by step too.
#[test]
fn steps_of_corner_tiles_are_recorded() {
    let stage = WaveFunctionCollapse { model: CollapseModel::Tiled, ..WaveFunctionCollapse::default() };
    let chain = BuilderChain::start_with(
        Size::new(20, 13),
        WangTiles { on: MatchOn::Corners, colors: 3, ..WangTiles::default() },
    )
    .with(stage);
    let mut history = History::every(1);
    let map = chain.build_with(1, &mut history).unwrap();
    let (mut replay, mut seen) = (history.replay(), BTreeSet::new());
    while replay.next_frame().is_some() {
        seen.insert(
            replay.map().corners.as_ref().map(|corners| corners.as_slice().iter().map(|c| c.0).collect::<Vec<u8>>()),
        );
    }
    assert_eq!(replay.map(), &map);
    assert!(seen.len() > 20, "{} pictures of {} frames", seen.len(), history.frames().len());
}
