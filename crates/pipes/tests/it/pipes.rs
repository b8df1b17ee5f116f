//! Shuffled boards keep their tiles, and the validator agrees with the words it stands for.

use mapwright_core::{
    BuildCx, Builder, BuilderChain, BuilderMap, Dir, Facts, FrameKind, Grid, History, InitialMapBuilder,
};
use mapwright_core::{BuildError, MetaMapBuilder, Plane, Point, Sides, Size, Tile, Wrap};
use mapwright_pipes::{PipePuzzle, PipeShuffler, PuzzleError, RingValidator};

/// A board of random tiles with a random source.
#[derive(Debug)]
struct RandomTiles;

impl Builder for RandomTiles {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("random-tiles").gives([Plane::Sides, Plane::Start])
    }
}

impl InitialMapBuilder for RandomTiles {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        map.sides = Some(Grid::from_fn(size, |_| Sides::from_code((cx.rng.bits() | cx.rng.bits()) as u8)));
        map.start = Some(size.point(cx.rng.below(size.area())));
        Ok(map)
    }
}

/// The joined pairs of neighbors, by coordinates alone: `(cell, cell)` for each east and south side.
fn joints(map: &BuilderMap) -> Vec<(Point, Point)> {
    let size = map.size();
    let sides = map.sides.as_ref().unwrap();
    let mut joints = Vec::new();
    for p in size.points() {
        let wraps = |next: u16, length: u16, wrap: bool| {
            if next < length { Some(next) } else { (wrap && length > 1).then_some(0) }
        };
        let east = wraps(p.x + 1, size.w, map.wrap.x()).map(|x| (Dir::E, Point::new(x, p.y)));
        let south = wraps(p.y + 1, size.h, map.wrap.y()).map(|y| (Dir::S, Point::new(p.x, y)));
        for (dir, q) in [east, south].into_iter().flatten() {
            if sides[p].is_open(dir) && sides[q].is_open(dir.opposite()) {
                joints.push((p, q));
            }
        }
    }
    joints
}

fn connected(joints: &[(Point, Point)], from: Point) -> Vec<Point> {
    let mut seen = vec![from];
    while let Some(&(a, b)) = joints.iter().find(|(a, b)| seen.contains(a) != seen.contains(b)) {
        seen.push(if seen.contains(&a) { b } else { a });
    }
    seen
}

#[test]
fn the_validator_equals_a_brute_force_bridge_search() {
    for (w, h) in [(1, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 3), (4, 5), (5, 8)] {
        for wrap in Wrap::ALL {
            let chain =
                BuilderChain::start_with(Size::new(w, h), RandomTiles).with(RingValidator::default()).wrap(wrap);
            for seed in 0..80 {
                let map = chain.build(seed).unwrap();
                let flow = map.flow.as_ref().unwrap();
                let joints = joints(&map);
                let wet = connected(&joints, flow.source);
                for p in map.size().points() {
                    assert_eq!(flow.wet[p], wet.contains(&p), "{map:?}");
                    let on_ring = (0..joints.len()).any(|i| {
                        let (a, b) = joints[i];
                        let mut without = joints.clone();
                        without.remove(i);
                        (a == p || b == p) && connected(&without, a).contains(&b)
                    });
                    assert_eq!(flow.on_ring[p], on_ring, "{p} of {map:?}");
                    assert_eq!(flow.rings[p] > 0, on_ring && flow.wet[p], "{p} of {map:?}");
                }
            }
        }
    }
}

#[test]
fn shuffling_turns_tiles_in_place_and_keeps_the_first_solution() {
    let chain = BuilderChain::start_with(Size::new(40, 30), RandomTiles);
    let before = chain.build(3).unwrap();
    let once = chain.with(PipeShuffler::default());
    let map = once.build(3).unwrap();
    assert_eq!(map.solution, before.sides);
    let (sides, solution) = (map.sides.as_ref().unwrap(), map.solution.as_ref().unwrap());
    let mut turns = [0; 4];
    for (p, &cell) in sides.iter() {
        let quarters: Vec<u32> = (0..4).filter(|&q| solution[p].turned(q) == cell).collect();
        assert!(!quarters.is_empty(), "{p}");
        if let [quarter] = quarters[..] {
            turns[quarter as usize] += 1;
        }
    }
    // About 560 tiles that tell, in four equal classes: six standard deviations are 60.
    let mean = turns.iter().sum::<i32>() / 4;
    assert!(turns.iter().all(|n| (n - mean).abs() < 60), "{turns:?}");
    let twice = once.with(PipeShuffler::default()).build(3).unwrap();
    assert_eq!(twice.solution, before.sides);
    assert_ne!(twice.sides, map.sides);
}

/// A board of dead ends, which tell every quarter turn.
#[derive(Debug)]
struct DeadEnds;

impl Builder for DeadEnds {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("dead-ends").gives(Plane::Sides)
    }
}

impl InitialMapBuilder for DeadEnds {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        map.sides = Some(Grid::new(size, Sides::from_code(1)));
        Ok(map)
    }
}

#[test]
fn turns_are_uniform_and_independent_of_the_turns_beside_them() {
    let size = Size::new(160, 100);
    let map = BuilderChain::start_with(size, DeadEnds).with(PipeShuffler::default()).build(1).unwrap();
    let turns: Vec<usize> =
        map.sides.unwrap().as_slice().iter().map(|cell| cell.code().trailing_zeros() as usize).collect();
    for apart in [1, 2, 31, 32, 160] {
        let mut pairs = [0f64; 16];
        turns.iter().zip(&turns[apart..]).for_each(|(a, b)| pairs[4 * a + b] += 1.0);
        let mean = pairs.iter().sum::<f64>() / 16.0;
        let chi_square: f64 = pairs.iter().map(|n| (n - mean) * (n - mean) / mean).sum();
        // 15 degrees of freedom: six standard deviations above the mean.
        assert!(chi_square < 15.0 + 6.0 * 30f64.sqrt(), "{apart} apart: {pairs:?}");
    }
}

#[test]
fn what_is_missing_is_named_before_any_work() {
    #[derive(Debug)]
    struct Bare;
    impl Builder for Bare {
        fn facts(&self, _: Size) -> Facts {
            Facts::new("bare")
        }
    }

    impl InitialMapBuilder for Bare {
        fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
            cx.new_map(size, Tile::FLOOR)
        }
    }
    let message = |meta: Box<dyn MetaMapBuilder>| {
        let chain = BuilderChain::start_with(Size::new(3, 3), Bare).with(meta);
        chain.check().unwrap_err().to_string()
    };
    let shuffler = message(Box::<PipeShuffler>::default());
    assert_eq!(shuffler, "metas[0] pipe-shuffler: needs `sides`, which no earlier stage provides");
    let validator = message(Box::<RingValidator>::default());
    assert_eq!(validator, "metas[0] ring-validator: needs `sides`, which no earlier stage provides");
}

#[test]
fn a_broken_map_is_no_board() {
    let mut map = BuilderMap::filled(Size::new(3, 3), Wrap::None, Tile::FLOOR);
    map.start = Some(Point::new(3, 0));
    let error = PipePuzzle::from_map(&map).unwrap_err();
    assert!(matches!(error, PuzzleError::Unsound(_)));
    assert_eq!(error.to_string(), "`start` is at (3, 0), which is not an open cell");
}

#[test]
fn a_recorded_board_replays_to_the_same_flow() {
    let chain = BuilderChain::start_with(Size::new(9, 7), RandomTiles)
        .with(PipeShuffler::default())
        .with(RingValidator::default())
        .with(PipeShuffler::default())
        .with(RingValidator::default());
    let mut history = History::every(1);
    let map = chain.build_with(8, &mut history).unwrap();
    assert_eq!(map, chain.build(8).unwrap());
    assert!(history.frames().iter().all(|frame| frame.kind == FrameKind::Stage));
    let mut replay = history.replay();
    let mut had_flow = Vec::new();
    while replay.next_frame().is_some() {
        had_flow.push(replay.map().flow.is_some());
    }
    assert_eq!(had_flow, [false, false, true, false, true]);
    assert_eq!(replay.map(), &map);
    assert!(map.flow.unwrap().wet[map.start.unwrap()], "the source is wet");
}
