//! Endless worlds of chains, on one thread. After criterion's lines comes a table of the best of many short runs, with what
//! was wanted: a joined cave chunk of 64 × 64 in half a millisecond, the endless maze at 100 million cells a second in rows
//! and 20 nanoseconds a random wall.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "criterion has no place for a table")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use mapwright::builders::*;
use mapwright::core::mix;
use mapwright::graph::NestedTree;
use mapwright::prelude::*;
use mapwright::world::{ChainWorld, ChunkPos, WorldRect};

/// What is measured: its name, the most nanoseconds wanted of one piece, how many pieces a run makes, and the run.
type Work = (&'static str, Option<f64>, u32, Box<dyn FnMut()>);

fn caves() -> BuilderChain {
    let caves = CellularAutomata { wall_chance: 0.47, rounds: 6, ..CellularAutomata::default() };
    let join = JoinComponents { min_cells: 12, ..JoinComponents::default() };
    BuilderChain::start_with(Size::new(64, 64), caves).with(join)
}

fn rooms() -> BuilderChain {
    let rooms =
        RandomRooms { min_side: 5, max_side: 10, max_rooms: Some(1), corridors: None, ..RandomRooms::default() };
    let roads = Corridors { rooms: RoomPairs::RelativeNeighbors, max_loops: Some(0), ..Corridors::default() };
    BuilderChain::start_with(Size::new(24, 24), rooms).with(roads)
}

fn works() -> Vec<Work> {
    let tree = NestedTree::new(7);
    let (rows, mut row, mut y) = (tree.clone(), vec![Sides::CLOSED; 4096], 0);
    let mut place = 0;
    let mut walk = 0;
    let (world, mut at) = (ChainWorld::new(caves(), 7).unwrap(), 0);
    let (towns, mut town) = (ChainWorld::new(rooms(), 7).unwrap(), 0);
    vec![
        (
            "endless maze, a cell of a row",
            Some(10.0),
            4096,
            Box::new(move || {
                row.fill(Sides::CLOSED);
                rows.join_row(-1_000_000, y, black_box(&mut row));
                y += 1;
            }),
        ),
        (
            "endless maze, a random wall",
            Some(20.0),
            1024,
            Box::new(move || {
                for _ in 0..1024 {
                    place = mix(place, 1);
                    walk += u32::from(tree.is_open(place.cast_signed(), walk.into(), Dir::N));
                }
                black_box(walk);
            }),
        ),
        (
            "joined cave, a chunk of 64x64",
            Some(500_000.0),
            64,
            Box::new(move || {
                for x in 0..64 {
                    black_box(world.chunk(ChunkPos::new(x, at)).unwrap());
                }
                at += 1;
            }),
        ),
        (
            "rooms and roads, 1,000 cells",
            None,
            384 * 384 / 1000,
            Box::new(move || {
                black_box(towns.window(WorldRect::new(town, 0, 384, 384)).unwrap());
                town += 384;
            }),
        ),
    ]
}

fn worlds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("worlds");
    group.sample_size(10).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(500));
    let mut table = Vec::new();
    for (name, wanted, pieces, mut run) in works() {
        let mut is_measured = false;
        group.bench_function(name, |bencher| {
            is_measured = true;
            bencher.iter(&mut run);
        });
        if is_measured {
            table.push((name, wanted, best(&mut run) / f64::from(pieces)));
        }
    }
    group.finish();
    println!("\n{:<32} {:>12}", "one thread, best run", "ns a piece");
    for (name, wanted, ns) in table {
        let verdict = match wanted {
            Some(wanted) if ns <= wanted => format!("  wanted {wanted}: met"),
            Some(wanted) => format!("  wanted {wanted}: MISSED"),
            None => String::new(),
        };
        println!("{name:<32} {ns:>12.1}{verdict}");
    }
}

/// Nanoseconds of the shortest of many runs, for about a second.
fn best(run: &mut dyn FnMut()) -> f64 {
    let (begin, mut shortest) = (Instant::now(), f64::INFINITY);
    while begin.elapsed() < Duration::from_secs(1) {
        let start = Instant::now();
        run();
        shortest = shortest.min(start.elapsed().as_secs_f64());
    }
    shortest * 1e9
}

criterion_group!(benches, worlds);
criterion_main!(benches);
