//! Drawing with a tileset against the copy of memory that it is: 1,024 x 1,024 tiles of 16 pixels, 1 GiB. At most three
//! times the time is wanted. The picture's memory is there before, for both.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "criterion has no place for a ratio")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mapwright::builders::*;
use mapwright::prelude::*;
use mapwright::render::{RgbaImage, Tileset, draw_tiles, draw_tiles_into, tile_indexes};

const SIZE: Size = Size::new(1024, 1024);
const ROUNDS: usize = 9;
const MOST_TIMES: f64 = 3.0;

fn tilesets(criterion: &mut Criterion) {
    let map =
        BuilderChain::start_with(SIZE, WangTiles { on: MatchOn::Corners, ..WangTiles::default() }).build(1).unwrap();
    let mut group = criterion.benchmark_group("tilesets");
    group.sample_size(10).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(2));
    for px in [16, 8] {
        let tileset = Tileset::shipped("terrain", px).unwrap();
        let indexes = tile_indexes(&map, tileset.kind()).unwrap();
        let mut image = draw_tiles(&indexes, &tileset).unwrap();
        let mut copy = image.as_raw().to_vec();
        group.throughput(Throughput::Bytes(copy.len() as u64));
        let mut is_wanted = false;
        group.bench_function(format!("draw/{px}px"), |bencher| {
            is_wanted = true;
            bencher.iter(|| draw_tiles_into(&indexes, &tileset, &mut image).unwrap());
        });
        group.bench_function(format!("memcpy/{px}px"), |bencher| {
            bencher.iter(|| black_box(&mut copy).copy_from_slice(black_box(image.as_raw())));
        });
        if is_wanted {
            print_ratio(&indexes, &tileset, &mut image, &mut copy);
        }
    }
    group.throughput(Throughput::Elements(SIZE.area().into()));
    group.bench_function("indexes/corner-16", |bencher| {
        bencher.iter(|| tile_indexes(&map, Tileset::shipped("terrain", 1).unwrap().kind()).unwrap());
    });
}

/// Runs the two in turns, so that a noisy moment hits both; the least times count.
fn print_ratio(indexes: &Grid<u8>, tileset: &Tileset, image: &mut RgbaImage, copy: &mut [u8]) {
    let (mut drawn, mut copied) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        drawn = drawn.min(timed(|| draw_tiles_into(indexes, tileset, image).unwrap()));
        copied = copied.min(timed(|| black_box(&mut *copy).copy_from_slice(black_box(image.as_raw()))));
    }
    let ratio = drawn.as_secs_f64() / copied.as_secs_f64();
    let word = if ratio < MOST_TIMES { "met" } else { "MISSED" };
    println!("tilesets/{} px: {ratio:.2} times a copy of as many bytes: {word}\n", tileset.tile_size().0);
}

fn timed(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

criterion_group!(benches, tilesets);
criterion_main!(benches);
