//! Every recipe of `crates/recipe/recipes` as a whole, and a pipe puzzle of 31 x 31 cells: a maze, its tiles turned, and what is
//! joined found. The puzzle is to take less than 100 µs.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]

use std::path::PathBuf;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mapwright::builders::*;
use mapwright::prelude::*;

fn recipes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("recipe");
    group.sample_size(20).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(500));
    let dir = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/recipe/recipes"));
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    for path in paths {
        let recipe: Recipe = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        let chain = recipe.chain_in(&dir).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy();
        group.throughput(Throughput::Elements(recipe.size().area().into()));
        // The recipe's own seed: not every seed has to build.
        group.bench_function(name, |bencher| bencher.iter(|| chain.build(recipe.seed()).unwrap()));
    }
}

fn puzzle(criterion: &mut Criterion) {
    let size = Size::new(31, 31);
    let chain = BuilderChain::start_with(size, PrimMaze::default())
        .with(PipeShuffler::default())
        .with(RingValidator::default());
    let mut group = criterion.benchmark_group("puzzle");
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(size.area().into()));
    let mut seeds = 0..;
    group.bench_function("prim-shuffle-validate-31x31", |bencher| {
        bencher.iter(|| chain.build(seeds.next().unwrap()).unwrap());
    });
}

criterion_group!(benches, recipes, puzzle);
criterion_main!(benches);
