//! What a recording costs: a maze of 512 x 512 cells with a frame every 1,024th step against the same maze
//! unrecorded. At most twice the time and 2 MiB are wanted.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "criterion has no place for a ratio or for bytes")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mapwright::builders::*;
use mapwright::prelude::*;

const SIZE: Size = Size::new(512, 512);
const EVERY: u32 = 1_024;

/// Pairs of runs behind a ratio.
const ROUNDS: usize = 41;

const MOST_TIMES: f64 = 2.0;
const MOST_BYTES: usize = 2 << 20;

fn mazes() -> [BuilderChain; 3] {
    [
        BuilderChain::start_with(SIZE, PrimMaze::default()),
        BuilderChain::start_with(SIZE, KruskalMaze::default()),
        BuilderChain::start_with(SIZE, Backtracker::default()),
    ]
}

fn name(chain: &BuilderChain) -> &'static str {
    chain.stages().next().unwrap().name
}

fn record(chain: &BuilderChain, seed: u64) -> History {
    let mut history = History::every(EVERY);
    black_box(chain.build_with(seed, &mut history).unwrap());
    history
}

fn history(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("history");
    group.sample_size(10).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(500));
    group.throughput(Throughput::Elements(SIZE.area().into()));
    for chain in mazes() {
        let mut seeds = 0..;
        group.bench_function(format!("{}/unrecorded", name(&chain)), |bencher| {
            bencher.iter(|| chain.build(seeds.next().unwrap()).unwrap());
        });
        let (mut seeds, mut is_wanted) = (0.., false);
        group.bench_function(format!("{}/recorded", name(&chain)), |bencher| {
            is_wanted = true;
            bencher.iter(|| record(&chain, seeds.next().unwrap()));
        });
        if is_wanted {
            print_ratio(&chain);
        }
    }
}

/// Runs the two in turns, so that a noisy moment hits both; the median of the ratios counts.
fn print_ratio(chain: &BuilderChain) {
    let mut bytes = 0;
    let mut ratios = [0.0; ROUNDS];
    for (seed, ratio) in (0..).zip(&mut ratios) {
        let plain = timed(|| drop(black_box(chain.build(seed).unwrap())));
        let recorded = timed(|| bytes = bytes.max(record(chain, seed).bytes()));
        *ratio = recorded.as_secs_f64() / plain.as_secs_f64();
    }
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios[ROUNDS / 2];
    let word = if ratio < MOST_TIMES && bytes < MOST_BYTES { "met" } else { "MISSED" };
    println!("history/{}: {ratio:.2} times the time, {bytes} bytes: {word}\n", name(chain));
}

fn timed(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

criterion_group!(benches, history);
criterion_main!(benches);
