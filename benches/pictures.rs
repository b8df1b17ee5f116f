//! A picture of a large map against the map itself: building 4000x4000 cells and writing them as JSON, and drawing them
//! as PNG. Then how fast small maps are drawn at some scales and in some themes.
//!
//! `cargo bench -p mapwright-benches --bench pictures` prints the best of some runs of each, their ratio, and the peak
//! memory of the process for each cell. It fails if a picture takes a quarter longer than its map, or if one core takes so
//! much longer to draw a map of a usual size than to write its PNG as the table of small maps allows: parchment has paper,
//! washes and shadows in every pixel.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "a table")]

use std::io::{Write, sink};
use std::time::Instant;

use mapwright::builders::*;
use mapwright::prelude::*;
use mapwright::recipe::map_to_json;
use mapwright::render::{theme, write_png};

const SIDE: u16 = 4000;
const RECIPES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/recipe/recipes");

fn main() {
    let size = Size::new(SIDE, SIDE);
    let caves = BuilderChain::start_with(size, CellularAutomata::default());
    let chains = [
        ("arena", BuilderChain::start_with(size, Arena::default())),
        ("cellular-automata", caves),
        ("backtracker", BuilderChain::start_with(size, Backtracker::default())),
        ("random-rooms", BuilderChain::start_with(size, RandomRooms { tries: 100_000, ..RandomRooms::default() })),
        ("wang-tiles", BuilderChain::start_with(size, WangTiles { on: MatchOn::Corners, ..WangTiles::default() })),
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
        is_slow |= ratio > 1.25;
        let peak = peak() / f64::from(size.area());
        println!("{name:>18} {build:8.3} {json:8.3} {draw:8.3} {png:8.3} {ratio:6.2} {peak:6.1} B");
    }
    is_slow |= small_maps();
    std::process::exit(is_slow.into());
}

/// Prints how fast maps of usual sizes are drawn on one core, and tells whether any takes longer than it may: some times
/// as long as writing its PNG.
fn small_maps() -> bool {
    let size = Size::new(200, 150);
    let cave = BuilderChain::start_with(size, CellularAutomata::default()).build(1).unwrap();
    let rooms = BuilderChain::start_with(size, RandomRooms::default()).build(1).unwrap();
    let [sea, swamp] = ["archipelago", "swamp"].map(recipe);
    let mut smooth = Recipe::load(format!("{RECIPES}/cave.json")).unwrap();
    (smooth.width, smooth.height) = (200, 150);
    let smooth = smooth.build(1).unwrap();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    println!(
        "\n{:>18} {:>10} {:>6} {:>8} {:>8} {:>8} {:>6}",
        "", "theme", "scale", "draw ms", "Mpx/s", "PNG ms", "ratio"
    );
    let mut is_slow = false;
    for (name, map, theme_name, scale, most) in [
        ("smooth cave", &smooth, "atlas", 8, 2.0),
        ("cave", &cave, "atlas", 8, 2.0),
        ("cave", &cave, "atlas", 16, 2.0),
        ("cave", &cave, "parchment", 16, 8.0),
        ("cave", &cave, "dark", 16, 2.0),
        ("cave", &cave, "print", 16, 2.0),
        ("rooms", &rooms, "atlas", 16, 2.0),
        ("archipelago", &sea, "atlas", 16, 3.0),
        ("swamp", &swamp, "atlas", 16, 3.0),
    ] {
        let style = Style { scale, theme: theme(theme_name).unwrap(), ..Style::default() };
        let (mut best, mut pixels) = ([f64::INFINITY; 2], 0);
        for _ in 0..5 {
            let (picture, draw) = timed(|| one.install(|| mapwright::render::draw(map, &style).unwrap()));
            let ((), png) = timed(|| write_png(&picture, sink()).unwrap());
            (best, pixels) = ([best[0].min(draw), best[1].min(png)], picture.pixels().len());
        }
        let [draw, png] = best;
        let speed = pixels as f64 / draw / 1e6;
        is_slow |= draw > most * png;
        println!(
            "{name:>18} {theme_name:>10} {scale:>6} {:8.2} {speed:8.1} {:8.2} {:6.2}",
            draw * 1e3,
            png * 1e3,
            draw / png
        );
    }
    is_slow
}

/// The map of a recipe that comes with Mapwright.
fn recipe(name: &str) -> BuilderMap {
    let recipe = Recipe::load(format!("{RECIPES}/{name}.json")).unwrap();
    recipe.build_in(RECIPES, recipe.seed()).unwrap()
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
