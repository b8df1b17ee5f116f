//! Searches: how long they take, how many tries they need, and what the early out saves, each beside its limit.
//!
//! `cargo bench -p mapwright-benches --bench search` prints a row for each goal. One thread does everything.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "a table")]

use std::collections::BTreeSet;
use std::time::Instant;

use mapwright::graph::Metrics;
use mapwright::recipe::{Recipe, template};
use mapwright::search::{Axis, Search};

const MAZE: &str = r#"{ "version": 1, "width": 31, "height": 21, "initial": { "use": "wilson" },
    "metas": [{ "use": "loop-injector", "rule": "braid", "chance": 0.5 }, { "use": "exit" }] }"#;
const SIX: &str = "initial.use=backtracker,wilson,prim-maze,eller,sidewinder,growing-tree";
const EASY: &str = "solution_steps 60..80, loops >= 3, dead_end_share <= 10%";
const HARD: &str = "solution_steps 120..140, loops >= 10, dead_end_share <= 5%";

fn search(recipe: &str, want: &str, vary: &[&str]) -> Search {
    let mut search = Search::new(recipe.parse::<Recipe>().unwrap());
    if !want.is_empty() {
        search.want = want.parse().unwrap();
    }
    search.vary = vary.iter().map(|vary| vary.parse().unwrap()).collect();
    search
}

fn row(name: &str, value: f64, limit: f64, is_met: bool) {
    println!("{name:52} {value:10.3} {limit:10.3}  {}", if is_met { "met" } else { "MISSED" });
}

/// The fastest of three runs, in seconds.
fn fastest<T>(mut work: impl FnMut() -> T) -> f64 {
    let timed = |_| {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed().as_secs_f64()
    };
    (0..3).map(timed).fold(f64::INFINITY, f64::min)
}

fn finding() {
    let mut easy = search(MAZE, EASY, &["metas.0.chance", SIX]);
    let time = fastest(|| assert_eq!(easy.find(20).unwrap().levels.len(), 20));
    row("20 levels of the example, seconds", time, 0.2, time <= 0.2);
    // Of ten searches, the median number of tries.
    let mut tries: Vec<u64> = (0..10)
        .map(|seed| {
            let hard = Search { seed, ..search(MAZE, HARD, &["metas.0.chance", SIX]) };
            let found = hard.find(20).unwrap();
            if found.levels.len() < 20 { u64::MAX } else { found.levels[19].index + 1 }
        })
        .collect();
    tries.sort_unstable();
    row("20 levels of the hard example, tries", tries[5] as f64, 1000.0, tries[5] <= 1000);
    easy.want = HARD.parse().unwrap();
    let hits = easy.find(8192).unwrap().levels.len();
    let random: usize =
        (0..32).map(|island| Search { island, budget: 256, ..easy.clone() }.find(8192).unwrap().levels.len()).sum();
    row("the hard example, hits of 8192 by climbing", hits as f64, 10.0 * random as f64, hits >= 10 * random);
}

fn archives() {
    let maze = search(MAZE, "", &["metas.0.chance", SIX]);
    let axes: [Axis; 2] = ["solution_steps=0..300", "loops=0..120"].map(|axis| axis.parse().unwrap());
    let elites = maze.archive(axes, [30, 30]).unwrap().elites.len();
    let mut random = BTreeSet::new();
    for island in 0..16 {
        let part = Search { island, budget: 512, ..maze.clone() };
        random.extend(part.archive(axes, [30, 30]).unwrap().elites.into_keys());
    }
    let limit = 1.2 * random.len() as f64;
    row("bins of an archive, 8192 tries", elites as f64, limit, elites as f64 >= limit);
}

/// How many times longer it takes to build every level to its end and to measure everything.
fn early_out(name: &str, recipe: &str, want: &str, limit: f64) {
    let mut search = search(recipe, want, &[]);
    search.budget = 512;
    let early = fastest(|| search.find(512).unwrap());
    let found = search.find(512).unwrap();
    let chain = search.recipe.chain().unwrap();
    let late = fastest(|| {
        for seed in 0..512 {
            if let Ok(map) = chain.build(seed) {
                std::hint::black_box(Metrics::new(&map).rows().count());
            }
        }
    });
    search.early_out = false;
    assert_eq!(search.find(512).unwrap(), found);
    row(name, late / early, limit, late / early >= limit);
}

fn main() {
    println!("{:52} {:>10} {:>10}", "", "measured", "limit");
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    one.install(|| {
        finding();
        archives();
        let cave = template("cave").unwrap();
        early_out("early out, caves, times faster", &cave, "open_share@initial 50%..51%, loops >= 900", 3.0);
        let wfc = r#"{ "version": 1, "width": 48, "height": 32, "initial": { "use": "bsp-dungeon" },
            "metas": [{ "use": "wave-function-collapse", "connect": "repair" }] }"#;
        early_out("early out, wave function collapse last", wfc, "rooms@initial >= 19, open_share >= 30%", 10.0);
    });
}
