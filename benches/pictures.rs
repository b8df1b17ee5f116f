//! A picture of a large map against the map itself: building 4000x4000 cells and writing them as JSON, and drawing them
//! as PNG.
//!
//! `cargo bench --bench pictures` prints the best of some runs of each, their ratio, and the peak memory of the process
//! for each cell. It fails if a picture takes longer than its map.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "a table")]

use std::io::{Write, sink};
use std::time::Instant;

use mapwright::builders::*;
use mapwright::prelude::*;
use mapwright::recipe::map_to_json;
use mapwright::render::write_png;

const SIDE: u16 = 4000;

fn main() {
    let size = Size::new(SIDE, SIDE);
    let caves = BuilderChain::start_with(size, CellularAutomata::default());
    let chains = [
        ("arena", BuilderChain::start_with(size, Arena::default())),
        ("cellular-automata", caves),
        ("backtracker", BuilderChain::start_with(size, Backtracker::default())),
        ("random-rooms", BuilderChain::start_with(size, RandomRooms { tries: 100_000, ..RandomRooms::default() })),
        ("wang-corners", BuilderChain::start_with(size, WangCorners::default())),
    ];
    println!("{:>18} {:>8} {:>8} {:>8} {:>8} {:>6} {:>9}", "", "build", "JSON", "draw", "PNG", "ratio", "peak");
    let mut is_slow = false;
    for (name, chain) in chains {
        let mut best = [f64::INFINITY; 4];
        for seed in 0..3 {
            for (best, took) in best.iter_mut().zip(run(&chain, seed)) {
                *best = best.min(took);
            }
        }
        let [build, json, draw, png] = best;
        let ratio = (draw + png) / (build + json);
        is_slow |= ratio > 1.0;
        let peak = peak() / f64::from(size.area());
        println!("{name:>18} {build:8.3} {json:8.3} {draw:8.3} {png:8.3} {ratio:6.2} {peak:6.1} B");
    }
    std::process::exit(is_slow.into());
}

/// Seconds to build, to write JSON, to draw and to write PNG.
fn run(chain: &BuilderChain, seed: u64) -> [f64; 4] {
    let (map, build) = timed(|| chain.build(seed).unwrap());
    let ((), json) = timed(|| sink().write_all(map_to_json(&map).as_bytes()).unwrap());
    let style = Style::default().fit(map.size(), 800);
    let (picture, draw) = timed(|| mapwright::render::draw(&map, &style).unwrap());
    let ((), png) = timed(|| write_png(&picture, sink()).unwrap());
    [build, json, draw, png]
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let made = work();
    (made, start.elapsed().as_secs_f64())
}

/// The most bytes that the process has had in memory, where the system tells.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    1024.0 * line.trim().trim_end_matches(" kB").parse().unwrap_or(f64::NAN)
}
