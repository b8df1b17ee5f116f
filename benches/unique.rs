//! Pipe boards with one solution: making them, tree and proof included, and solving them.
//!
//! Beside it the generator of *Net* from Simon Tatham's collection, as a process that makes many boards, where
//! `sgt-net` is installed (Debian: `sgt-puzzles`). It makes its boards with one solution too, with crosses among
//! the tiles, where these have none. The larger sizes are left out: it takes a minute or does not end.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use mapwright::builders::*;
use mapwright::pipes::{PipePuzzle, SolveLimits};
use mapwright::prelude::*;

fn size(n: u16) -> Size {
    Size::new(n, n)
}

fn unique(n: u16) -> BuilderChain {
    BuilderChain::start_with(size(n), PrimMaze::default()).with(UniquePipes::default())
}

fn make(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("unique");
    group.sample_size(10);
    for n in [31, 100, 200, 1000] {
        let chain = unique(n);
        let mut seeds = 0..;
        group.throughput(Throughput::Elements(u64::from(n) * u64::from(n)));
        group.bench_function(BenchmarkId::new("make", n), |bencher| {
            bencher.iter(|| chain.build(seeds.next().unwrap()).unwrap())
        });
    }
    group.finish();
}

fn solving(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(10);
    let several = |n| BuilderChain::start_with(size(n), PrimMaze::default());
    for (name, chain) in [("unique", unique as fn(u16) -> BuilderChain), ("several", several)] {
        for n in [31, 100, 1000] {
            let map = chain(n).with(PipeShuffler::default()).build(1).unwrap();
            let puzzle = PipePuzzle::from_map(&map).unwrap();
            assert_eq!(puzzle.solve(&SolveLimits::default()).verdict.name(), name);
            group.throughput(Throughput::Elements(u64::from(n) * u64::from(n)));
            group.bench_function(BenchmarkId::new(name, n), |bencher| {
                bencher.iter(|| puzzle.solve(&SolveLimits::default()))
            });
        }
    }
    group.finish();
}

fn net(criterion: &mut Criterion) {
    let program = ["/usr/games/sgt-net", "/usr/bin/sgt-net"].into_iter().find(|path| Path::new(path).exists());
    let Some(program) = program else { return };
    let mut group = criterion.benchmark_group("sgt-net");
    group.sample_size(10).warm_up_time(Duration::from_millis(1)).measurement_time(Duration::from_secs(10));
    for n in [31u64, 100] {
        group.throughput(Throughput::Elements(n * n));
        group.bench_function(BenchmarkId::new("make", n), |bencher| {
            bencher.iter_custom(|boards| {
                let started = Instant::now();
                let mut command = Command::new(program);
                command.args(["--generate", &boards.to_string(), &format!("{n}x{n}")]).stdout(Stdio::null());
                assert!(command.status().unwrap().success());
                started.elapsed()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, make, solving, net);
criterion_main!(benches);
