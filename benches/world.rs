//! The endless world on one thread: whole rows and chunks of 8 × 8 tiles, beside a memset and a plain store loop of the
//! same bytes in the same run. Wanted are 5 Gtiles/s a row and 1 Gtiles/s in chunks, in two colors. A tile is a byte.
//!
//! After criterion's lines comes a table of the best of many short runs: it says what the machine can do, whatever else
//! runs on it.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "criterion has no place for a table")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mapwright::core::Corner;
use mapwright::prelude::*;
use mapwright::wang::{ChunkPos, Place, WangWorld};

/// Tiles written before the same memory is written again: it stays in the cache next to the core.
const TILES: usize = 16_384;

/// A kind of fill: what it is called, the least speed wanted in Gtiles/s, and the fill of [`TILES`] tiles.
type Fill = (String, Option<f64>, Box<dyn FnMut(&mut [Sides])>);

fn fills() -> Vec<Fill> {
    let mut fills: Vec<Fill> = vec![
        ("memset".into(), None, Box::new(|out| out.fill(black_box(Sides(0x55))))),
        ("store-loop".into(), None, Box::new(store_loop)),
        (
            "memset-of-64-bytes".into(),
            None,
            Box::new(|out| out.chunks_mut(64).for_each(|out| out.fill(black_box(Sides(0x55))))),
        ),
    ];
    for (name, world) in worlds() {
        let row = world.clone();
        let mut y = 0;
        let rows = move |out: &mut [Sides]| {
            row.row(-100, y, out);
            y += 1;
        };
        let wanted = |speed| (name.ends_with("-2")).then_some(speed);
        fills.push((format!("row/{name}"), wanted(5.0), Box::new(rows)));
        let (wanted, mut y) = (wanted(1.0), 0);
        let chunks = move |out: &mut [Sides]| {
            for (x, out) in (-100..).zip(out.chunks_mut(64)) {
                world.chunk_into(ChunkPos::new(x, y), out).unwrap();
            }
            y += 1;
        };
        fills.push((format!("chunks-8x8/{name}"), wanted, Box::new(chunks)));
    }
    fills
}

fn worlds() -> Vec<(String, WangWorld)> {
    let both = |colors| [WangWorld::edges(7, colors).unwrap(), WangWorld::corners(7, colors).unwrap()];
    let named = |world: WangWorld| (format!("{}-{}", world.kind(), world.colors()), world);
    let mut worlds: Vec<(String, WangWorld)> = [2, 3, 4].into_iter().flat_map(both).map(named).collect();
    for world in both(2) {
        let name = format!("{}-weights-1-3", world.kind());
        worlds.push((name, world.with_weights(&[1, 3]).unwrap()));
    }
    // Ten thousand pins, none of them in the rows that are filled.
    let mut pinned = WangWorld::corners(7, 2).unwrap();
    for y in 1..=10_000 {
        pinned.pin(Place::corner(0, -y * 100, Corner::NW), 0).unwrap();
    }
    worlds.push(("corners-10000-pins".into(), pinned));
    worlds
}

/// A store for each byte, of a value that is at hand: no memset, but the compiler may store many at once.
fn store_loop(out: &mut [Sides]) {
    for (byte, tile) in (0usize..).zip(out) {
        *tile = Sides(byte.to_le_bytes()[0]);
    }
}

fn world(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("world");
    group.sample_size(20).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(300));
    group.throughput(Throughput::Elements(TILES as u64));
    let (mut fills, mut table) = (fills(), Vec::new());
    let mut out = vec![Sides::CLOSED; TILES];
    for (name, wanted, fill) in &mut fills {
        let mut is_measured = false;
        group.bench_function(name.as_str(), |bencher| {
            is_measured = true;
            bencher.iter(|| fill(black_box(&mut out)));
        });
        if is_measured {
            table.push((name.clone(), *wanted, best(fill, &mut out)));
        }
    }
    group.finish();
    print_table(&table);
}

/// Gtiles/s in the best of many short runs.
fn best(fill: &mut dyn FnMut(&mut [Sides]), out: &mut [Sides]) -> f64 {
    const TURNS: u32 = 8;
    let run = || {
        let start = Instant::now();
        (0..TURNS).for_each(|_| fill(black_box(out)));
        start.elapsed()
    };
    let shortest = std::iter::repeat_with(run).take(2_000).min().unwrap();
    f64::from(TURNS) * TILES as f64 / shortest.as_secs_f64() / 1e9
}

fn print_table(rows: &[(String, Option<f64>, f64)]) {
    println!("\n{:<32} {:>10}", "one thread, best run", "Gtiles/s");
    for (name, wanted, speed) in rows {
        let verdict = match wanted {
            Some(wanted) if speed >= wanted => format!("  wanted {wanted}: met"),
            Some(wanted) => format!("  wanted {wanted}: MISSED"),
            None => String::new(),
        };
        println!("{name:<32} {speed:>10.2}{verdict}");
    }
}

criterion_group!(benches, world);
criterion_main!(benches);
