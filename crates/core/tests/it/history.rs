//! Recording shows what happened, changes nothing, and keeps to its budgets.

use mapwright_core::{Area, CellPlane, Door, Effect, Facts, Join, LevelGraph, Portal, Proof, Stage};
use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Flow, FrameKind, Grid, History, InitialMapBuilder,
};
use mapwright_core::{MapRng, MetaMapBuilder, Point, Rect, Room, Sides, Size, Spawn, Tile, Wrap};

/// Opens random sides and digs random tiles, one a step, and says so.
#[derive(Debug)]
struct Mole {
    steps: u32,
}

impl Builder for Mole {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("mole")
    }
}

impl InitialMapBuilder for Mole {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::WALL)?;
        cx.before_steps(&map);
        for _ in 0..self.steps {
            let cell = cx.rng.below(size.area());
            map.tiles[cell] = Tile(4 + cx.rng.below(5) as u8);
            cx.step(&map.tiles, [cell]);
        }
        cx.before_steps(&map);
        let mut sides = Grid::new(size, Sides::CLOSED);
        for _ in 0..self.steps {
            let cells = [cx.rng.below(size.area()), cx.rng.below(size.area())];
            cells.iter().for_each(|&cell| sides[cell] = Sides(cx.rng.below(256) as u8));
            cx.step(&sides, cells);
        }
        map.sides = Some(sides);
        Ok(map)
    }
}

/// Changes anything at all, size included.
#[derive(Debug)]
struct Chaos;

impl Builder for Chaos {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("chaos")
    }
}

impl MetaMapBuilder for Chaos {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        for round in 0..3 {
            let rng = &mut cx.rng;
            *map = random_map(map.size(), rng);
            cx.snapshot(map, &format!("round {round}"));
        }
        Ok(())
    }
}

fn random_map(size: Size, rng: &mut MapRng) -> BuilderMap {
    let size = if rng.chance(0.3) { Size::new(size.h, size.w) } else { size };
    let mut map = BuilderMap::filled(size, Wrap::ALL[rng.below(4) as usize], Tile::FLOOR);
    let mut sides = || rng.chance(0.7).then(|| Grid::from_fn(size, |_| Sides(rng.below(4) as u8)));
    (map.sides, map.corners, map.solution) = (sides(), sides(), sides());
    map.regions = rng.chance(0.7).then(|| Grid::from_fn(size, |_| rng.below(400) as u16));
    if rng.chance(0.7) {
        let mut flow = Flow::dry(size, size.point(rng.below(size.area())));
        flow.rings = Grid::from_fn(size, |_| rng.below(70_000));
        flow.wet = Grid::from_fn(size, |_| rng.chance(0.5));
        flow.on_ring = Grid::from_fn(size, |_| rng.chance(0.1));
        map.flow = Some(flow);
    }
    let mut point = || size.point(rng.below(size.area()));
    map.portals = vec![Portal::new(point(), point())];
    (map.start, map.exit) = (Some(point()), Some(point()));
    map.spawns = vec![Spawn::new(point(), "Owl")];
    map.corridors = Some(vec![vec![point(), point()]]);
    map.rooms = rng.chance(0.5).then(|| Room::numbered([Rect::new(0, 0, 1, 1)]));
    let mut point = || size.point(rng.below(size.area()));
    map.doors = Some(vec![Door::new([point(), point()])]);
    map.proof = Some(Proof::new(vec![point(), point()], vec![1], vec![true]));
    let areas = vec![Area::new(point()), Area::new(point())];
    let joins = vec![Join::new(0, 1, [point()])];
    map.graph = rng.chance(0.5).then(|| LevelGraph::new(Grid::from_fn(size, |_| rng.below(3) as u16), areas, joins));
    if rng.chance(0.5) {
        map.layers.insert("height".to_owned(), Grid::from_fn(size, |_| rng.below(9) as f32 / 3.0).into());
    }
    assert_eq!(map.validate(), Ok(()));
    // As a chain leaves it.
    map.settle(Effect::Digs);
    map
}

#[test]
fn a_replay_ends_with_the_map_and_recording_changes_nothing() {
    for (w, h) in [(1, 1), (1, 9), (5, 8), (70, 65)] {
        let chain = BuilderChain::start_with(Size::new(w, h), Mole { steps: 200 }).with(Chaos).with(Chaos);
        for every in [0, 1, 7, 1000] {
            let mut history = History::every(every);
            let map = chain.build_with(4, &mut history).unwrap();
            assert_eq!(map, chain.build(4).unwrap());
            let mut replay = history.replay();
            let mut stages = Vec::new();
            while let Some(frame) = replay.next_stage() {
                stages.push(frame.stage.to_string());
            }
            assert_eq!(stages, ["initial mole", "metas[0] chaos", "metas[1] chaos"]);
            assert_eq!(replay.map(), &map);
            let steps = history.frames().iter().filter(|frame| frame.kind == FrameKind::Step && frame.stage.index == 0);
            // A frame before each plane's steps; the last one of 400, if kept, is the stage's result.
            assert_eq!(
                steps.count(),
                [(0, 0), (1, 2 + 399), (7, 2 + 57), (1000, 2)].iter().find(|e| e.0 == every).unwrap().1
            );
        }
    }
}

#[test]
fn every_stage_frame_is_the_map_after_that_stage() {
    let size = Size::new(9, 5);
    let mut history = History::every(3);
    BuilderChain::start_with(size, Mole { steps: 50 }).with(Chaos).build_with(2, &mut history).unwrap();
    let after_first = BuilderChain::start_with(size, Mole { steps: 50 }).build(2).unwrap();
    let mut replay = history.replay();
    replay.next_stage().unwrap();
    assert_eq!(replay.map(), &after_first);
    // The last round equals the result of the stage, so it is that frame.
    let labels: Vec<&str> = history.frames().iter().filter(|f| f.stage.index == 1).map(|f| f.label.as_str()).collect();
    assert_eq!(labels, ["round 0", "round 1", "round 2"]);
    assert_eq!(history.frames().last().unwrap().kind, FrameKind::Stage);
}

#[test]
fn step_frames_show_the_map_after_so_many_steps() {
    let size = Size::new(70, 3);
    let mut history = History::every(40);
    BuilderChain::start_with(size, Mole { steps: 200 }).build_with(6, &mut history).unwrap();
    let mut rng = BuildCx::new(6, "mole", 0).rng;
    let mut tiles = Grid::new(size, Tile::WALL);
    let mut replay = history.replay();
    replay.next_frame().unwrap();
    for steps in 1..=200u64 {
        let cell = rng.below(size.area());
        tiles[cell] = Tile(4 + rng.below(5) as u8);
        if steps % 40 == 0 {
            assert_eq!(replay.next_frame().unwrap().steps, steps);
            assert_eq!(replay.map().tiles, tiles);
        }
    }
}

#[test]
fn budgets_thin_steps_evenly_and_never_stages() {
    let chain = BuilderChain::start_with(Size::new(40, 40), Mole { steps: 4000 }).with(Chaos);
    let map = chain.build(1).unwrap();
    let mut full = History::every(1);
    chain.build_with(1, &mut full).unwrap();
    assert_eq!(full.frames().len(), 2 + 8000 + 3);
    for (max_frames, max_bytes) in [(100, usize::MAX), (usize::MAX, 60_000), (3, usize::MAX), (1, 1)] {
        let mut history = History::every(1);
        (history.max_frames, history.max_bytes) = (max_frames, max_bytes);
        chain.build_with(1, &mut history).unwrap();
        assert!(history.frames().len() <= max_frames.max(4), "{max_frames}: {}", history.frames().len());
        let mut replay = history.replay();
        let stages = std::iter::from_fn(|| replay.next_stage()).count();
        assert_eq!(stages, 2);
        assert_eq!(replay.map(), &map);
        assert_eq!(history.every, 1, "the caller's choice stays");
    }
    // Thinned frames still show true moments, at an even pace.
    let mut history = History::every(1);
    history.max_frames = 100;
    chain.build_with(1, &mut history).unwrap();
    let steps: Vec<u64> =
        history.frames().iter().filter(|f| f.kind == FrameKind::Step && f.stage.index == 0).map(|f| f.steps).collect();
    assert!(steps.len() > 40);
    let gaps: Vec<u64> = steps.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let (least, most) = (gaps.iter().min().unwrap(), gaps.iter().max().unwrap());
    assert!(most <= &(2 * least.max(&1)), "{gaps:?}");
    let mut thinned = history.replay();
    let mut exact = full.replay();
    while let Some(frame) = thinned.next_frame() {
        if frame.kind == FrameKind::Step && frame.stage.index == 0 && frame.steps > 0 {
            while exact.next_frame().unwrap().steps != frame.steps {}
            assert_eq!(thinned.map().tiles, exact.map().tiles);
            assert_eq!(thinned.map().sides, exact.map().sides);
        }
    }
}

#[test]
fn after_an_error_the_history_holds_what_was_built() {
    #[derive(Debug)]
    struct Fails;
    impl Builder for Fails {
        fn facts(&self, _: Size) -> Facts {
            Facts::new("fails")
        }
    }

    impl MetaMapBuilder for Fails {
        fn apply(&self, _: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
            assert!(!cx.step_is_due(1000), "steps are not recorded");
            Err(BuildError::contradiction(Some(Point::new(1, 1)), "cannot go on at (1, 1)"))
        }
    }
    let chain = BuilderChain::start_with(Size::new(4, 4), Mole { steps: 5 }).with(Fails);
    let mut history = History::default();
    let error = chain.build_with(3, &mut history).unwrap_err();
    assert_eq!(error.to_string(), "metas[0] fails: cannot go on at (1, 1)");
    assert_eq!(history.frames().len(), 1);
    // A second recording starts afresh.
    let chain = BuilderChain::start_with(Size::new(2, 2), Mole { steps: 5 });
    let map = chain.build_with(3, &mut history).unwrap();
    let mut replay = history.replay();
    while replay.next_frame().is_some() {}
    assert_eq!((history.frames().len(), replay.map()), (1, &map));
}

#[test]
fn thinned_histories_end_with_the_map_whatever_comes_and_goes() {
    // Sizes, planes and flow change in every round; any frame but the results may be thinned away.
    let chain = || {
        let chain = BuilderChain::start_with(Size::new(7, 4), Mole { steps: 30 });
        (0..5).fold(chain, |chain, _| chain.with(Chaos))
    };
    for seed in 0..60 {
        let map = chain().build(seed).unwrap();
        for max_frames in [0, 1, 2, 4, 6, 9, 15] {
            let mut history = History::every(7);
            history.max_frames = max_frames;
            assert_eq!(chain().build_with(seed, &mut history).unwrap(), map);
            let mut replay = history.replay();
            while replay.next_frame().is_some() {}
            assert_eq!(replay.map(), &map, "seed {seed}, {max_frames} frames");
        }
    }
}

#[test]
fn a_map_whose_planes_do_not_fit_yet_is_not_shown() {
    #[derive(Debug)]
    struct Grows;
    impl Builder for Grows {
        fn facts(&self, _: Size) -> Facts {
            Facts::new("grows")
        }
    }

    impl MetaMapBuilder for Grows {
        fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
            map.tiles = Grid::new(Size::new(9, 9), Tile::FLOOR);
            cx.snapshot(map, "half way");
            map.sides = None;
            Ok(())
        }
    }
    let chain = BuilderChain::start_with(Size::new(4, 4), Mole { steps: 5 }).with(Grows);
    let mut history = History::default();
    assert_eq!(chain.build_with(3, &mut history), chain.build(3));
    assert_eq!(history.frames().len(), 2);
}

#[test]
fn large_steps_leave_a_frame_when_one_is_due() {
    #[derive(Debug)]
    struct Rounds;
    impl Builder for Rounds {
        fn facts(&self, _: Size) -> Facts {
            Facts::new("rounds")
        }
    }

    impl MetaMapBuilder for Rounds {
        fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
            for round in 1..=10 {
                map.tiles[0] = Tile(round);
                if cx.step_is_due(16) {
                    cx.step_frame(map, &format!("round {round}"));
                }
            }
            Ok(())
        }
    }
    let chain = BuilderChain::start_with(Size::new(4, 4), Mole { steps: 1 }).with(Rounds);
    let labels = |every| {
        let mut history = History::every(every);
        chain.build_with(3, &mut history).unwrap();
        let frames = history.frames().iter().filter(|frame| frame.stage.index == 1);
        frames.map(|frame| frame.label.clone()).collect::<Vec<_>>()
    };
    // The last frame is the result of the stage, under its name alone.
    assert_eq!(labels(0), [""]);
    assert_eq!(labels(1).len(), 10);
    assert_eq!(labels(16)[..3], ["round 1", "round 2", "round 3"]);
    assert_eq!(labels(40), ["round 3", "round 5", "round 8", ""]);
    assert_eq!(labels(161), [""]);
}

#[test]
fn a_step_shows_the_plane_that_it_names_and_no_other() {
    let (size, stage) = (Size::new(5, 8), Stage::new(0, "painter"));
    let plane = Grid::from_fn(size, |p| Sides(p.x as u8 + 1));
    let shown = |plane_of: CellPlane<Sides>| {
        let mut history = History::every(1);
        let mut cx = BuildCx::new(1, stage.name, 0).recording(&mut history, stage);
        cx.before_steps(&BuilderMap::filled(size, Wrap::None, Tile::FLOOR));
        cx.step_on(plane_of, &plane, 0..size.area());
        let mut replay = history.replay();
        while replay.next_frame().is_some() {}
        let map = replay.map();
        [&map.sides, &map.corners, &map.solution].map(|shown| shown.as_ref() == Some(&plane))
    };
    assert_eq!(shown(CellPlane::SIDES), [true, false, false]);
    assert_eq!(shown(CellPlane::CORNERS), [false, true, false]);
    assert_eq!(shown(CellPlane::SOLUTION), [false, false, true]);
}

#[test]
fn cells_outside_of_the_plane_are_ignored() {
    let (size, stage) = (Size::new(3, 1), Stage::new(0, "lost"));
    let mut history = History::every(1);
    let mut cx = BuildCx::new(1, stage.name, 0).recording(&mut history, stage);
    cx.step(&Grid::new(size, Tile::FLOOR), [u32::MAX, 1, 3]);
    let mut replay = history.replay();
    replay.next_frame().unwrap();
    assert_eq!(replay.map().tiles.as_slice(), [Tile::default(), Tile::FLOOR, Tile::default()]);
}

#[test]
fn children_have_streams_of_their_own_and_the_same_history() {
    let (size, stage) = (Size::new(9, 5), Stage::new(0, "parent"));
    let mut history = History::every(10);
    let mut cx = BuildCx::new(1, stage.name, 0).recording(&mut history, stage);
    cx.wrap = Wrap::X;
    let mut child = |nth| Mole { steps: 40 }.build(size, &mut cx.child("mole", nth)).unwrap();
    let maps = [child(0), child(1), child(0)];
    assert!(maps[0] == maps[2] && maps[0] != maps[1] && maps[0].wrap == Wrap::X);
    assert!(history.frames().len() > 3 * 8);
    let seed = |parent: u64, nth| BuildCx::new(parent, "parent", 0).child("mole", nth).seed;
    let seeds = [seed(1, 0), seed(1, 1), seed(2, 0), BuildCx::new(1, "parent", 1).child("mole", 0).seed];
    assert!((0..4).all(|i| (0..i).all(|j| seeds[i] != seeds[j])), "{seeds:?}");
}
