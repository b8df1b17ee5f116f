//! The live pipe board, 1000 x 1000: a turn on a shuffled board, turns there and back on a solved one, and for
//! comparison the search through the whole board that a turn would cost without it.
//!
//! At most 0.5 µs are wanted for the median turn of a shuffled board and 60 µs for the mean one of a solved board.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "criterion has no place for a median or for a verdict")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use mapwright::builders::*;
use mapwright::graph::flow;
use mapwright::pipes::{PipeBoard, PipePuzzle};
use mapwright::prelude::*;

const SIZE: Size = Size::new(1000, 1000);

/// Turns behind a median and a mean.
const TURNS: usize = 20_000;

const MOST_MEDIAN: Duration = Duration::from_nanos(500);
const MOST_MEAN: Duration = Duration::from_micros(60);

fn solved() -> PipeBoard {
    let chain = BuilderChain::start_with(SIZE, PrimMaze::default());
    PipeBoard::new(PipePuzzle::from_map(&chain.build(1).unwrap()).unwrap())
}

fn shuffled() -> PipeBoard {
    let chain = BuilderChain::start_with(SIZE, PrimMaze::default()).with(PipeShuffler::default());
    PipeBoard::new(PipePuzzle::from_map(&chain.build(1).unwrap()).unwrap())
}

/// A solved board with loops nearly everywhere.
fn braided() -> PipeBoard {
    let chain = BuilderChain::start_with(SIZE, PrimMaze::default()).with(LoopInjector::braid(1.0));
    PipeBoard::new(PipePuzzle::from_map(&chain.build(1).unwrap()).unwrap())
}

/// A random tile turned, and turned back if it is to be.
fn click(board: &mut PipeBoard, rng: &mut MapRng, back: bool, mut each: impl FnMut(&mut PipeBoard, Point, u32)) {
    let (at, quarters) = (board.size().point(rng.below(board.size().area())), rng.range(1, 3));
    each(board, at, quarters);
    if back {
        each(board, at, 4 - quarters);
    }
}

fn turn(board: &mut PipeBoard, at: Point, quarters: u32) {
    black_box(board.turn(at, quarters).unwrap());
}

/// A name, a board, and whether each turn is taken back.
type Row = (&'static str, fn() -> PipeBoard, bool);

fn pipes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pipes-1000x1000");
    group.sample_size(20).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(2));
    let rows: [Row; 3] = [
        ("turn/shuffled", shuffled, false),
        ("turn-and-back/solved", solved, true),
        ("turn-and-back/braided", braided, true),
    ];
    for (name, make, back) in rows {
        let (mut board, mut rng) = (None, MapRng::new(7));
        group.bench_function(name, |bencher| {
            let board = board.get_or_insert_with(make);
            bencher.iter(|| click(board, &mut rng, back, turn));
        });
        if let Some(board) = &mut board {
            print_spread(name, board, &mut rng, back);
        }
    }
    let mut board = None;
    group.bench_function("whole-pass/solved", |bencher| {
        let board = board.get_or_insert_with(solved);
        let source = SIZE.index(board.puzzle().source());
        bencher.iter(|| flow(&board.puzzle().joined(), source));
    });
}

/// The median turn and the mean one. Few turns change much, so they are far apart.
fn print_spread(name: &str, board: &mut PipeBoard, rng: &mut MapRng, back: bool) {
    let mut times = Vec::with_capacity(TURNS + 1);
    while times.len() < TURNS {
        click(board, rng, back, |board, at, quarters| {
            let start = Instant::now();
            turn(board, at, quarters);
            times.push(start.elapsed());
        });
    }
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    times.sort_unstable();
    let median = times[times.len() / 2];
    let word = match name {
        "turn/shuffled" if median > MOST_MEDIAN => ": MISSED",
        "turn/shuffled" => ": met",
        _ if mean > MOST_MEAN => ": MISSED",
        _ => ": met",
    };
    println!("pipes/{name}: median {median:?}, mean {mean:?}, longest {:?}{word}\n", times[times.len() - 1]);
}

criterion_group!(benches, pipes);
criterion_main!(benches);
