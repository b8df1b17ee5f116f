//! Wave function collapse: the overlapping model on a dungeon, and Wang tiles. Each build has a seed of its own.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use mapwright::builders::*;
use mapwright::prelude::*;
use mapwright::wfc::{AdjacencyRules, Limits, Model, OverlappingModel, Wave, collapse, sample_from_text};

const SIDES: [u16; 4] = [48, 128, 256, 1024];

fn overlapping(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("wfc-overlapping");
    group.sample_size(10);
    let sample = sample_from_text(include_str!("../tests/data/dungeon-sample.txt")).unwrap();
    let model = OverlappingModel::new(&sample.tiles, Wrap::None, 3, Symmetries::ALL).unwrap();
    for side in SIDES {
        let board = model.wave(Size::new(side, side), Wrap::None).unwrap();
        let mut seeds = 0..;
        group.throughput(Throughput::Elements(u64::from(side) * u64::from(side)));
        group.bench_function(BenchmarkId::new("dungeon", side), |bencher| {
            bencher.iter(|| collapse(model.rules(), &board, seeds.next().unwrap(), Limits::default(), &mut ()).unwrap())
        });
    }
    group.finish();
}

/// The complete set of edge-matched Wang tiles, a tile for every combination of four colors, and the rules for them.
fn wang_edges(colors: u8) -> (AdjacencyRules, Vec<Sides>) {
    let tiles = (0..=u8::MAX).map(Sides).filter(|tile| Dir::ALL.iter().all(|&dir| tile.color(dir) < colors));
    let tiles: Vec<Sides> = tiles.collect();
    let labels: Vec<[u64; 4]> = tiles.iter().map(|tile| Dir::ALL.map(|dir| tile.color(dir).into())).collect();
    (AdjacencyRules::from_labels(&vec![1; tiles.len()], &labels).unwrap(), tiles)
}

fn tiled(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("wfc-tiled");
    group.sample_size(10);
    for colors in 2..=4 {
        let (rules, _) = wang_edges(colors);
        for side in SIDES {
            let board = Wave::full(&rules, Size::new(side, side), Wrap::None);
            let mut seeds = 0..;
            group.throughput(Throughput::Elements(u64::from(side) * u64::from(side)));
            group.bench_function(BenchmarkId::new(format!("wang-{colors}"), side), |bencher| {
                bencher.iter(|| collapse(&rules, &board, seeds.next().unwrap(), Limits::default(), &mut ()).unwrap())
            });
        }
    }
    group.finish();
}

criterion_group!(benches, overlapping, tiled);
criterion_main!(benches);
