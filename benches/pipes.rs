//! The live pipe board: turns of random tiles of a solved board, each taken back, at 100 x 100 and 1000 x 1000 cells.
//!
//! At most 0.5 ms are wanted for the mean turn at 100 x 100.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "criterion has no place for a median or for a verdict")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use mapwright::builders::*;
use mapwright::pipes::{PipeBoard, PipePuzzle};
use mapwright::prelude::*;

/// Turns behind a median and a mean.
const TURNS: usize = 1_000;

/// The most for the mean turn at 100 x 100.
const MOST_MEAN: Duration = Duration::from_micros(500);

fn tree(side: u16) -> PipeBoard {
    let chain = BuilderChain::start_with(Size::new(side, side), PrimMaze::default());
    PipeBoard::new(PipePuzzle::from_map(&chain.build(1).unwrap()).unwrap())
}

/// A board with loops nearly everywhere.
fn braided(side: u16) -> PipeBoard {
    let chain = BuilderChain::start_with(Size::new(side, side), PrimMaze::default()).with(LoopInjector::braid(1.0));
    PipeBoard::new(PipePuzzle::from_map(&chain.build(1).unwrap()).unwrap())
}

/// A random tile turned, and turned back.
fn click(board: &mut PipeBoard, rng: &mut MapRng, mut each: impl FnMut(&mut PipeBoard, Point, u32)) {
    let (at, quarters) = (board.size().point(rng.below(board.size().area())), rng.range(1, 3));
    each(board, at, quarters);
    each(board, at, 4 - quarters);
}

fn turn(board: &mut PipeBoard, at: Point, quarters: u32) {
    black_box(board.turn(at, quarters).unwrap());
}

/// A name, a board and its side.
type Row = (&'static str, fn(u16) -> PipeBoard, u16);

fn pipes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pipes/turn-and-back");
    group.sample_size(20).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(2));
    let rows: [Row; 4] = [
        ("tree-100", tree, 100),
        ("braided-100", braided, 100),
        ("tree-1000", tree, 1000),
        ("braided-1000", braided, 1000),
    ];
    for (name, make, side) in rows {
        let (mut board, mut rng) = (None, MapRng::new(7));
        group.bench_function(name, |bencher| {
            let board = board.get_or_insert_with(|| make(side));
            bencher.iter(|| click(board, &mut rng, turn));
        });
        if let Some(board) = &mut board {
            print_spread(name, board, &mut rng);
        }
    }
}

/// The median turn, the mean one and the longest, and whether the limit is kept.
fn print_spread(name: &str, board: &mut PipeBoard, rng: &mut MapRng) {
    let mut times = Vec::with_capacity(TURNS + 1);
    while times.len() < TURNS {
        click(board, rng, |board, at, quarters| {
            let start = Instant::now();
            turn(board, at, quarters);
            times.push(start.elapsed());
        });
    }
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    times.sort_unstable();
    let median = times[times.len() / 2];
    let word = match board.size().w {
        100 if mean > MOST_MEAN => ": MISSED",
        100 => ": met",
        _ => "",
    };
    println!("pipes/{name}: median {median:?}, mean {mean:?}, longest {:?}{word}\n", times[times.len() - 1]);
}

criterion_group!(benches, pipes);
criterion_main!(benches);
