//! No stage takes more memory than it claims: measured by an allocator that counts.
//!
//! All is one test, as every thread of this program is counted.
#![allow(clippy::unwrap_used)]

#[allow(dead_code, reason = "shared with the test of random chains")]
#[path = "it/random/mod.rs"]
mod random;
#[path = "../benches/worst/inputs.rs"]
mod worst;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use mapwright::builders::*;
use mapwright::core::{BuildErrorKind, Progress, Stage};
use mapwright::export::{Tiled, TiledFormat};
use mapwright::packing::{PackOptions, PackProblem};
use mapwright::prelude::*;
use mapwright::recipe::{BuilderKind, StageRecipe, builders, template, templates};
use peak_alloc::PeakAlloc;
use random::random_recipe;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What is not counted by cells, such as tables of rules and tiles.
const FIXED: u64 = 128 << 10;

/// The bundled recipes that claim more than four times what they take, and why.
const WASTEFUL: &[(&str, &str)] = &[
    ("endless-rooms", "paint claims for the rules of places, which look at distances; these rooms have none"),
    ("mansion", "each cell may get a spawn"),
    ("rewrite-flowers", "a rule may match in each cell"),
    ("wfc-chunks", "each window of a sample may be a pattern of its own; how many are is known after learning"),
    ("wfc-dungeon", "as `wfc-chunks`"),
    ("wfc-wang", "as `wfc-chunks`"),
];

/// What a stage took at most, with the map that it was given, and the least limit at which it builds.
struct Taken {
    stage: Stage,
    bytes: u64,
    limit: u64,
}

/// Builds a chain with a limit that is raised only where a stage claims more.
fn measure(chain: impl Fn() -> BuilderChain, seed: u64) -> Vec<Taken> {
    let mut all: Vec<Taken> = Vec::new();
    let mut limit = u64::from(chain().size().area());
    loop {
        let chain = chain().memory_limit(limit);
        let held = MEMORY.current_usage();
        let taken = || MEMORY.peak_usage().saturating_sub(held) as u64;
        MEMORY.reset_peak_usage();
        let built = chain.build_with(seed, &mut |progress: Progress<'_>| {
            let Progress::Done(stage, _) = progress else { return ControlFlow::Continue(()) };
            // A stage that was built with a lower limit took no more than that.
            if all.iter().all(|taken| taken.stage.index < stage.index) {
                all.push(Taken { stage, bytes: taken(), limit });
            }
            MEMORY.reset_peak_usage();
            ControlFlow::Continue(())
        });
        let bytes = taken();
        match built {
            Err(BuildError { kind: BuildErrorKind::TooLarge { bytes: claimed, .. }, stage: Some(stage) })
                if claimed > limit && claimed <= BuildCx::MEMORY_LIMIT =>
            {
                // What is refused has taken no more than what it claimed before.
                if bytes > limit + FIXED {
                    all.push(Taken { stage, bytes, limit });
                }
                limit = claimed;
            }
            Err(BuildError { stage: Some(stage), .. }) => {
                all.push(Taken { stage, bytes, limit });
                return all;
            }
            _ => return all,
        }
    }
}

/// By stage: what took more than it claimed.
#[derive(Default)]
struct Report {
    stages: BTreeSet<&'static str>,
    faults: BTreeMap<&'static str, String>,
    /// The recipes that claim more than four times what they take, or have a reason to do so and do not.
    wasteful: Vec<String>,
}

impl Report {
    fn add(&mut self, what: &str, seed: u64, chain: impl Fn() -> BuilderChain) {
        self.add_all(what, seed, measure(chain, seed));
    }

    /// Adds a chain at its defaults, which must not claim much more than it takes.
    fn add_default(&mut self, what: &str, seed: u64, chain: impl Fn() -> BuilderChain) {
        let all = measure(chain, seed);
        let most = all.iter().map(|taken| taken.bytes).max().unwrap_or(0);
        let claimed = all.last().map_or(0, |taken| taken.limit);
        let is_wasteful = claimed > 4 * most + FIXED;
        let has_reason = WASTEFUL.iter().any(|(name, _)| *name == what);
        if is_wasteful != has_reason {
            let all = all.iter().map(|taken| format!("{}: {} of {}", taken.stage, taken.bytes, taken.limit));
            self.wasteful.push(format!("{what}: {}", all.collect::<Vec<_>>().join(", ")));
        }
        self.add_all(what, seed, all);
    }

    fn add_all(&mut self, what: &str, seed: u64, all: Vec<Taken>) {
        for Taken { stage, bytes, limit } in all {
            self.stages.insert(stage.name);
            if bytes > limit + FIXED {
                let fault = format!("{stage} takes {bytes} bytes and claims {limit}, seed {seed}: {what}");
                self.faults.entry(stage.name).or_insert(fault);
            }
        }
    }
}

#[test]
fn no_stage_takes_more_than_it_claims() {
    counts_of_packings_keep_within_their_memory();
    files_of_editors_take_little_memory();
    let mut report = Report::default();
    let is_night = std::env::var_os("MAPWRIGHT_SEEDS").is_some();
    for name in templates() {
        let mut recipe: Recipe = template(name).unwrap().parse().unwrap();
        (recipe.width, recipe.height) = if is_night { (500, 500) } else { (200, 150) };
        recipe.initial.params.remove("root");
        let chain = || recipe.chain().unwrap();
        if is_night { report.add(name, 1, chain) } else { report.add_default(name, 1, chain) }
    }
    for info in builders().iter().filter(|info| info.kind() != BuilderKind::Meta && info.name != "from-map") {
        let builder = StageRecipe::new(info.name);
        for (w, h) in [(200, 150), (1, 30_000)] {
            report.add(info.name, 2, || BuilderChain::start_with(Size::new(w, h), builder.initial().unwrap()));
        }
    }
    for (what, side, program) in hostile_programs() {
        let rules: RewriteRules = serde_json::from_value(program).unwrap();
        let size = Size::new(side, side);
        BuilderChain::start_with(size, rules.clone()).check().unwrap();
        report.add(what, 5, || BuilderChain::start_with(size, rules.clone()));
    }
    let size = Size::new(200, 150);
    let floor = FromMap::new(BuilderMap::filled(size, Wrap::None, Tile::FLOOR));
    report.add("floor", 3, || BuilderChain::start_with(size, floor.clone()));
    report.add("tight walls", 4, || {
        BuilderChain::start_with(size, CellularAutomata::default()).with(TightWalls::default())
    });
    // Under weak rules much of a board is one cluster, and each of its sides closes a long cycle.
    for hardest in [Grade::Local, Grade::Rings, Grade::Isolation, Grade::Lookahead] {
        for (max_degree, wrap) in [(3, Wrap::None), (3, Wrap::Y), (4, Wrap::Both)] {
            let unique = UniquePipes { max_degree, hardest, easiest: Grade::Local };
            report.add(hardest.name(), 7, || {
                BuilderChain::start_with(size, KruskalMaze::default()).wrap(wrap).with(unique.clone())
            });
        }
    }
    let has_row = |name: &str| name == "from-map" || worst::STAGES.iter().any(|(stage, _)| *stage == name);
    let without = builders().iter().map(|info| info.name).find(|name| !has_row(name));
    assert_eq!(without, None, "give it a row in benches/worst/inputs.rs");
    // All rows are read, and at night all are built.
    let worst = worst::STAGES.iter().flat_map(|&(name, params)| worst::inputs(name, params));
    let worst: Vec<_> = worst.filter(|(_, stages)| worst::chain(stages, 100).is_some()).collect();
    for (what, stages) in worst.iter().step_by(if is_night { 1 } else { 7 }) {
        report.add(what, 6, || worst::chain(stages, 100).unwrap());
    }
    for seed in 0..seeds(200) {
        let mut recipe = random_recipe(seed);
        if recipe.initial.name != "from-map" {
            (recipe.width, recipe.height) = (160, 110);
        }
        if recipe.chain().is_ok() {
            report.add(&recipe.to_json(), seed, || recipe.chain().unwrap());
        }
    }
    let faults: Vec<String> = report.faults.into_values().collect();
    assert!(faults.is_empty(), "{} stages\n{}", faults.len(), faults.join("\n"));
    assert!(
        report.wasteful.is_empty(),
        "{} chains claim too much:\n{}",
        report.wasteful.len(),
        report.wasteful.join("\n")
    );
    let unseen: Vec<_> = builders().iter().filter(|info| !report.stages.contains(info.name)).collect();
    assert!(unseen.is_empty(), "not measured: {:?}", unseen.iter().map(|info| info.name).collect::<Vec<_>>());
}

/// Writing a map for Tiled takes a handful of bytes a cell: its tiles, and the text.
fn files_of_editors_take_little_memory() {
    let map = BuilderChain::start_with(Size::new(500, 500), CellularAutomata::default()).build(1).unwrap();
    for format in [TiledFormat::Tmj, TiledFormat::Tmx] {
        let held = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let tiled = Tiled { shades: false, ..Tiled::default() }.map(&map).unwrap();
        let files = tiled.files(format, if format == TiledFormat::Tmj { "a.tmj" } else { "a.tmx" }).unwrap();
        let bytes = (MEMORY.peak_usage() - held) / 250_000;
        assert!(bytes <= 24 && files.len() == 2, "{format:?} takes {bytes} bytes a cell");
    }
}

/// Rewrite rules that take memory which depends on how the run goes, and sides of their maps.
fn hostile_programs() -> [(&'static str, u16, serde_json::Value); 4] {
    let glyphs = ['#', '.', '~', '"', '+', '=', '%', ':'];
    let pairs = || glyphs.iter().flat_map(|a| glyphs.iter().map(move |b| (a, b))).filter(|(a, b)| a != b);
    let rules = |rule: &dyn Fn(&char, &char) -> String| pairs().map(|(a, b)| rule(a, b)).collect::<Vec<_>>();
    // All of them match everywhere.
    let crowd = rules(&|a, b| format!("##/## -> {a}*/*{b}"));
    // Each pair of symbols has a table of what a change does to all images.
    let noise = rules(&|a, b| format!("{a} -> {b}"));
    let mut large =
        rules(&|a, b| format!("{a}{a}{b}{a}/{a}{b}{b}{b}/{b}{a}{a}{a}/{a}{b}{b}{b} -> *{b}**/****/****/****"));
    large.truncate(14);
    // Few matches have the same score.
    let near = rules(&|a, b| format!("#{a} -> *{b}"));
    let field = serde_json::json!([{ "for": "\"", "to": ".", "on": "#\"~" }]);
    [
        ("all", 120, serde_json::json!({ "program": [{ "all": crowd, "steps": 2 }] })),
        (
            "tables",
            30,
            serde_json::json!({ "program": [{ "one": noise, "steps": 9000 }, { "one": large, "steps": 1 },
                { "one": noise, "steps": 9000 }, { "one": large, "steps": 1 }] }),
        ),
        (
            "scores",
            120,
            serde_json::json!({ "program": [{ "put": ".", "at": "top-left" }, { "one": "# -> ~", "steps": "30%" },
                { "one": near, "fields": field, "steps": 500 }] }),
        ),
        (
            "search",
            120,
            serde_json::json!({ "fill": ".", "program": [{ "search": ". -> =", "present": "==/==", "states": 2000 }] }),
        ),
    ]
}

/// A count of packings stores no more states than its options allow, whatever its lists do not use.
fn counts_of_packings_keep_within_their_memory() {
    let problem: PackProblem = "12 12 6 6 6 6 4 4 4".parse().unwrap();
    for memory in [16 << 20, 64 << 20] {
        let held = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        // Where the states have no more room, fillings are counted one by one, until the nodes are used up.
        let counted = problem.count(&PackOptions { memory, nodes: 3_000_000, ..PackOptions::default() }).unwrap();
        let bytes = (MEMORY.peak_usage() - held) as u64;
        assert_eq!(counted.count(), None);
        assert!(bytes <= memory + memory / 10, "{bytes} of {memory}");
        assert!(bytes > memory / 2, "{bytes} of {memory}");
    }
}

/// The random chains that are measured; `MAPWRIGHT_SEEDS=10000` measures as many.
fn seeds(usual: u64) -> u64 {
    std::env::var("MAPWRIGHT_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(usual)
}
