//! Worst inputs: how long every stage, metric and reader takes where it has most to do, and how that grows with the map.
//!
//! `cargo bench -p mapwright-benches --bench worst` measures each with parameters that make it slow ([`STAGES`],
//! [`METRICS`]) on each of the maps that it accepts ([`MAPS`]), and prints the slowest: the time at n cells and at 2n. A
//! stage that is not in the table fails the bench, so that whoever adds one says what its worst input is. Everything else
//! that fails: more than 2.5 times as long at 2n, unless a budget ended the work; a failure that is no failure of a
//! budget; more than 50 ms between two questions whether to go on, on 1024×1024 cells. `-- WORD…` measures only what has
//! such a name.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "a table")]

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use mapwright::core::Progress;
use mapwright::graph::Metric;
use mapwright::prelude::*;
use mapwright::recipe::{BuilderKind, builders};

/// What grows by more than [`LIMIT`], and the file that says why.
const GROWS: &[(&str, &str)] = &[
    ("kruskal-maze", "crates/maze/src/kruskal.rs"),
    ("prefab-vaults", "crates/dungeon/src/prefab/placer.rs"),
    ("shortcuts", "crates/dungeon/src/corridors/shortcuts/mod.rs"),
];
/// How much longer the work at 2n cells may take.
const LIMIT: f64 = 2.5;
/// How long work must take to be compared.
const SHORTEST: Duration = Duration::from_millis(40);
/// How long a build may take.
const LONGEST: Duration = Duration::from_secs(20);
/// How long a stage may work without asking whether to go on, on 1024×1024 cells.
const WAIT: Duration = Duration::from_millis(50);
/// The sides of the maps of n cells, the first of which that takes long enough counts; those of 2n cells are √2 times as
/// long.
const SIDES: [u16; 6] = [32, 64, 128, 256, 512, 724];

/// The maps on which stages and metrics that need one are tried: their stages.
const MAPS: &[(&str, &str)] = &[
    ("hall", r#"{"use":"arena"},{"use":"start","at":"top-left"},{"use":"exit"}"#),
    ("maze", r#"{"use":"backtracker"},{"use":"exit"}"#),
    ("carved", r#"{"use":"backtracker"},{"use":"sides-to-tiles"},{"use":"start"},{"use":"exit"}"#),
    ("noise", r#"{"use":"cellular-automata","wall_percent":42,"rounds":0},{"use":"start"},{"use":"exit"}"#),
    ("rooms", r#"{"use":"bsp-interior","min":3},{"use":"start"},{"use":"exit"},{"use":"doors"}"#),
    ("cells", r#"{"use":"voronoi-cells","seeds":65535},{"use":"start"},{"use":"exit"}"#),
    (
        "caves",
        r#"{"use":"cellular-automata"},{"use":"rooms-from-regions","min_size":1},{"use":"start"},{"use":"exit"}"#,
    ),
    ("areas", r#"{"use":"bsp-interior","min":3},{"use":"start"},{"use":"exit"},{"use":"area-graph","min_area":1}"#),
    (
        "locked",
        r#"{"use":"bsp-interior","min":5},{"use":"start"},{"use":"exit"},{"use":"area-graph","min_area":1},
           {"use":"lock-and-key","keys":200,"shortcuts":100}"#,
    ),
    (
        "spawned",
        r#"{"use":"bsp-interior","min":5},{"use":"start"},{"use":"exit"},
           {"use":"spawns","table":[{"name":"Bat","weight":1}],"count":[9,9]},{"use":"area-graph","min_area":1},
           {"use":"lock-and-key","keys":26}"#,
    ),
    (
        "proved",
        r#"{"use":"bsp-interior","min":5},{"use":"start"},{"use":"exit"},{"use":"area-graph","min_area":1},
           {"use":"lock-and-key","keys":26,"odd_joins":"seal"},{"use":"solvability-validator"}"#,
    ),
    (
        "floors",
        r#"{"use":"floors","floors":[{"count":3,"initial":{"use":"arena"}}]},{"use":"start"},{"use":"stairs"},{"use":"exit"}"#,
    ),
    ("colors", r#"{"use":"wang-tiles","colors":4}"#),
    ("pipes", r#"{"use":"prim-maze"},{"use":"loop-injector","p":1},{"use":"pipe-shuffler"}"#),
];

/// The parameters that make a stage slow: of each set, the slowest counts.
const STAGES: &[(&str, &[&str])] = &[
    ("prim-maze", &["{}"]),
    ("kruskal-maze", &["{}"]),
    ("backtracker", &["{}"]),
    ("wilson", &["{}"]),
    ("aldous-broder", &["{}"]),
    ("hunt-and-kill", &["{}"]),
    ("growing-tree", &[r#"{"choice":"random"}"#, r#"{"choice":"oldest"}"#]),
    ("binary-tree", &["{}"]),
    ("sidewinder", &["{}"]),
    ("eller", &["{}"]),
    ("recursive-division", &["{}"]),
    ("nested-maze", &["{}"]),
    (
        "loop-injector",
        &[
            r#"{"rule":"detour","count":4294967295,"min_distance":1000}"#,
            r#"{"rule":"detour","count":4294967295,"min_distance":1}"#,
            r#"{"rule":"braid","p":1}"#,
            r#"{"rule":"defeat-wall-followers"}"#,
        ],
    ),
    ("sides-to-tiles", &["{}"]),
    ("tiles-to-sides", &["{}"]),
    ("wang-tiles", &[r#"{"colors":4,"on":"corners"}"#]),
    ("herringbone-wang", &[r#"{"unit":5}"#]),
    ("polyomino-fill", &["{}", r#"{"pieces":"pentominoes","mirror":false}"#]),
    ("region-doors", &[r#"{"loops":1}"#]),
    (
        "rewrite",
        &[
            r###"{"program":[{"put":".","at":"center"},{"one":"# -> ~","fields":[{"for":"~","to":".","on":"#"}]}]}"###,
            r###"{"program":[{"repeat":[{"prl":["# -> .",". -> #"],"steps":1},{"one":"##./#../..# -> ***/*~*/***"}],"steps":100000}]}"###,
            r###"{"program":[{"all":["# -> ~","~ -> #"],"steps":100000}]}"###,
            r###"{"program":[{"put":".","at":"center"},{"search":"#. -> .~","present":"~~~/~~~/~~~"}]}"###,
            r###"{"program":[{"put":"~","at":"top"},{"put":".","at":"bottom"},
                {"one":".# -> ..","fields":[{"for":".","to":"~","on":"#","recompute":true}]}]}"###,
        ],
    ),
    ("cellular-automata", &[r#"{"rounds":200}"#]),
    ("accretion", &[r#"{"tries":65534,"loops":4294967295,"min_detour":1000}"#]),
    (
        "random-rooms",
        &[r#"{"tries":1000000,"min":1,"max":3,"corridors":{"rooms":"relative-neighbors","loops":4294967295}}"#],
    ),
    (
        "bsp-dungeon",
        &[r#"{"tries":1000000,"min":1,"max":3,"corridors":{"rooms":"relative-neighbors","loops":4294967295}}"#],
    ),
    ("bsp-interior", &[r#"{"min":1,"corridors":{"rooms":"spanning-tree","line":"dogleg"}}"#]),
    ("rooms-from-regions", &[r#"{"min_size":1}"#, r#"{"from":"components","min_size":1}"#]),
    ("room-sorter", &[r#"{"by":"largest"}"#]),
    ("room-drawer", &[r#"{"shape":"circle","chance":1}"#]),
    ("room-corner-rounder", &[r#"{"radius":100}"#]),
    ("room-exploder", &[r#"{"diggers":100,"lifetime":1000}"#]),
    ("drunkards-walk", &[r#"{"floor_percent":100,"lifetime":1}"#, r#"{"floor_percent":100}"#]),
    ("dla", &[r#"{"floor_percent":60}"#, r#"{"rule":"central-attractor","floor_percent":60}"#]),
    ("voronoi-cells", &[r#"{"seeds":65535}"#]),
    ("arena", &["{}"]),
    ("snapshot-history", &["{}"]),
    ("floors", &[r#"{"floors":[{"count":8,"initial":{"use":"cellular-automata"}}]}"#]),
    ("stairs", &[r#"{"per_floor":16,"pits":16}"#]),
    ("prefab-level", &[r###"{"template":["#.#","#+#"]}"###]),
    ("prefab-section", &[r###"{"template":["#.#","#+#"]}"###]),
    (
        "prefab-vaults",
        &[
            r###"{"vaults":[{"template":["#.","##"]}],"max":10000,"repeat":true,"ground":"any"}"###,
            r###"{"vaults":[{"template":["...","...","..."]}],"max":10000,"repeat":true,"margin":8}"###,
        ],
    ),
    ("graph-layout", &[r#"{"rooms":60}"#]),
    ("cycle-graph", &[r#"{"patterns":8}"#]),
    ("area-graph", &[r#"{"max_width":8,"min_area":1}"#, r#"{"max_width":8,"min_area":1,"diagonal":true}"#]),
    ("lock-and-key", &[r#"{"keys":200,"shortcuts":100}"#]),
    ("machines", &[r#"{"count":[100,100]}"#, r#"{"count":[0,100],"depth":9}"#]),
    ("solvability-validator", &[r#"{"allow":["unneeded","dead-states"]}"#]),
    (
        "wave-function-collapse",
        &["{}", r#"{"model":"tiled"}"#, r#"{"model":{"overlapping":{"n":2}},"connect":"repair"}"#],
    ),
    (
        "corridors",
        &[
            r#"{"rooms":"relative-neighbors","loops":4294967295}"#,
            r#"{"rooms":"in-order","line":"slanting","width":3}"#,
            r#"{"rooms":"spanning-tree","line":"dogleg"}"#,
        ],
    ),
    ("doors", &["{}"]),
    (
        "shortcuts",
        &[
            r#"{"length":[1,64],"min_detour":1000,"ratio":1,"tile":"floor"}"#,
            r#"{"length":[1,64],"min_detour":0,"ratio":1,"tile":"floor"}"#,
            r#"{"length":[64,64],"min_detour":1000,"ratio":1000,"tile":"floor"}"#,
        ],
    ),
    ("unique-pipes", &["{}", r#"{"hardest":"lookahead"}"#]),
    ("pipe-shuffler", &["{}"]),
    ("ring-validator", &["{}"]),
    ("start", &[r#"{"at":"farthest"}"#, r#"{"at":"random"}"#]),
    ("cull-unreachable", &[r#"{"lost_spawns":"drop"}"#]),
    ("join-parts", &[r#"{"min_size":1}"#, r#"{"min_size":1,"shape":"straight","width":3}"#]),
    ("exit", &["{}"]),
    ("tight-walls", &["{}"]),
    ("portals", &[r#"{"count":100,"min_distance":2}"#, r#"{"count":100,"rule":"join"}"#]),
    (
        "paint",
        &[
            r#"{"tile":"deep-water","share":0.5,"octaves":6,"min_patch":100000}"#,
            r#"{"tile":"water","share":0.5,"scale":1,"ford":"bridge"}"#,
            r#"{"place":{"distances":[{"to":"solid","steps":"sight","min":2}]}}"#,
            r#"{"place":{"distances":[{"to":"start","steps":"sight","min":9}]}}"#,
        ],
    ),
    (
        "scatter",
        &[
            r#"{"spacing":1}"#,
            r#"{"spacing":1000,"what":{"mark":"x"}}"#,
            r#"{"spacing":1,"place":{"distances":[{"to":"solid","steps":"sight","max":3}]}}"#,
            r#"{"spacing":1,"place":{"distances":[{"to":"walk","steps":"sight","max":60}]}}"#,
            r#"{"spacing":1,"place":{"distances":[{"to":"doors","steps":"walk","min":3}]}}"#,
        ],
    ),
    (
        "spawns",
        &[
            r#"{"table":[{"name":"Bat","weight":1}],"count":[65535,65535]}"#,
            r#"{"in":"region","table":[{"name":"Bat","weight":1}],"count":[99,99]}"#,
            r#"{"in":{"patch":1},"table":[{"name":"Bat","weight":1}],"count":[1,1],
                "place":{"distances":[{"to":"start","steps":"sight","min":9}]}}"#,
        ],
    ),
];

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    println!("{:44} {:>5} {:>8} {:>8} {:>5} {:>6}  outcome", "", "side", "ms at n", "at 2n", "x", "wait");
    let mut is_met = true;
    for info in builders().iter().filter(|info| info.name != "from-map" && is_wanted(info.name)) {
        match STAGES.iter().find(|(name, _)| *name == info.name) {
            Some((name, params)) => is_met &= stage(name, params),
            None => {
                println!("{:44} says no worst input: give it a row in `STAGES`", info.name);
                is_met = false;
            }
        }
    }
    for &metric in Metric::ALL.iter().filter(|metric| is_wanted(metric.name())) {
        is_met &= self::metric(metric);
    }
    if is_met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What the last stage of a chain did.
struct Done {
    time: Duration,
    wait: Duration,
    /// The cells of the map, or of the one before if that is larger.
    cells: u32,
    /// Why it failed.
    failure: Option<BuildError>,
}

/// The chain of some stages as JSON, the first of which begins it; `None` if one needs what those before do not give.
fn chain(stages: &str, side: u16) -> Option<BuilderChain> {
    let stages: Vec<serde_json::Value> = serde_json::from_str(&format!("[{stages}]")).unwrap();
    let recipe = serde_json::json!({
        "version": 1, "width": side, "height": side, "seed": 1, "initial": stages[0], "metas": stages[1..],
    });
    match recipe.to_string().parse::<Recipe>().unwrap().chain() {
        Ok(chain) => Some(chain),
        Err(error) if error.to_string().contains(": needs `") => None,
        Err(error) => unreachable!("a row of this table: {error} in {recipe}"),
    }
}

/// Builds a chain, and times its last stage. The better of some builds counts. `None` if an earlier stage fails, or the
/// last one cannot work on such a map.
fn last_stage(stages: &str, side: u16, tries: u32) -> Option<Done> {
    let chain = chain(stages, side)?;
    let last = chain.stages().count() - 1;
    let once = || {
        let (mut wait, mut time, mut index, mut cells) = (Duration::ZERO, Duration::ZERO, 0, 0);
        let (mut since, begin) = (Instant::now(), Instant::now());
        let built = chain.build_with(1, &mut |progress: Progress<'_>| {
            if index == last {
                wait = wait.max(since.elapsed());
                time += since.elapsed();
            }
            if let Progress::Done(stage, map) = progress {
                index = stage.index + 1;
                cells = if index > last { map.size().area().max(cells) } else { map.size().area() };
            }
            since = Instant::now();
            if begin.elapsed() > LONGEST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // What a stage did before it failed is time, too.
        let failure = built.err();
        let is_last = failure.as_ref().is_some_and(|error| error.stage.is_some_and(|stage| stage.index == last));
        if is_last && index == last {
            wait = wait.max(since.elapsed());
            time += since.elapsed();
        }
        let fits = failure.is_none() || is_last && !failure.as_ref().is_some_and(is_refused);
        fits.then_some(Done { time, wait, cells, failure })
    };
    let mut best = once()?;
    for _ in 1..tries {
        let done = once()?;
        best = Done { time: best.time.min(done.time), wait: best.wait.min(done.wait), ..done };
    }
    Some(best)
}

/// Whether a stage did not even begin: the map is none for it.
fn is_refused(error: &BuildError) -> bool {
    use BuildErrorKind::{BadParameter, MissingPlane, TooSmall};
    matches!(error.kind, MissingPlane { .. } | BadParameter { .. } | TooSmall { .. })
}

/// Measures a stage with each set of its parameters on each map that it accepts, and prints the slowest.
fn stage(name: &str, params: &[&str]) -> bool {
    let info = builders().iter().find(|info| info.name == name).unwrap();
    let maps = MAPS.iter().filter(|_| info.kind() != BuilderKind::Initial).map(|&(map, stages)| (map, stages));
    let maps = maps.chain((info.kind() != BuilderKind::Meta).then_some(("", "")));
    let inputs = maps.flat_map(|(map, before)| {
        params.iter().enumerate().map(move |(nth, params)| {
            let mut stage: serde_json::Value = serde_json::from_str(params).unwrap();
            stage["use"] = name.into();
            let comma = if before.is_empty() { "" } else { "," };
            let label =
                if nth > 0 || *params != "{}" { format!("{name} {} {map}", nth + 1) } else { format!("{name} {map}") };
            (label, format!("{before}{comma}{stage}"))
        })
    });
    slowest(
        name,
        inputs.map(|(label, stages)| {
            let work = move |side, tries| last_stage(&stages, side, tries);
            (label, Box::new(work) as Work)
        }),
    )
}

/// Measures a metric on each map that has it, and prints the slowest.
fn metric(metric: Metric) -> bool {
    let inputs = MAPS.iter().map(|&(map, stages)| {
        let work = move |side, tries: u32| {
            let map = chain(stages, side)?.build(1).ok()?;
            let once = || {
                let begin = Instant::now();
                let value = mapwright::pipes::metrics(&map).get(metric);
                value.map(|_| begin.elapsed())
            };
            let times: Option<Vec<Duration>> = (0..tries).map(|_| once()).collect();
            Some(Done { time: times?.into_iter().min()?, wait: Duration::ZERO, cells: 0, failure: None })
        };
        (format!("{metric} {map}"), Box::new(work) as Work)
    });
    slowest(metric.name(), inputs)
}

/// Runs a task several times on a map with this side, and returns its best time.
type Work = Box<dyn Fn(u16, u32) -> Option<Done>>;

/// Finds the input that takes longest for its cells, prints what it takes, and returns whether that is within the limits.
fn slowest(name: &str, inputs: impl Iterator<Item = (String, Work)>) -> bool {
    let mut worst: Option<(f64, String, Work, u16)> = None;
    for (label, work) in inputs {
        let mut found = None;
        for side in SIDES {
            let begin = Instant::now();
            let Some(done) = work(side, 1) else { break };
            found = Some((done.time.as_secs_f64() / f64::from(side).powi(2), side));
            if done.time > SHORTEST || begin.elapsed() > LONGEST / 5 {
                break;
            }
        }
        let Some((time, side)) = found else { continue };
        if worst.as_ref().is_none_or(|&(most, ..)| time > most) {
            worst = Some((time, label, work, side));
        }
    }
    let Some((_, label, work, side)) = worst else {
        println!("{name:44} no map for it");
        return false;
    };
    let double = (f64::from(side) * std::f64::consts::SQRT_2).round() as u16;
    let measured = |tries| Some((work(side, tries)?, work(double, tries)?));
    let growth = |(at_n, at_2n): &(Done, Done)| at_2n.time.as_secs_f64() / at_n.time.as_secs_f64();
    let Some(mut best) = measured(3) else {
        println!("{label:44} {side:>5} works by chance");
        return false;
    };
    // What others do on the machine makes it slower, never faster.
    for _ in 0..2 {
        if growth(&best) > LIMIT
            && let Some(again) = measured(5)
            && growth(&again) < growth(&best)
        {
            best = again;
        }
    }
    let (growth, (at_n, at_2n)) = (growth(&best), best);
    let mut words = Vec::new();
    let reason = GROWS.iter().find(|(grows, _)| *grows == name);
    let is_paid = at_n.failure.as_ref().is_some_and(is_budget) && at_2n.failure.as_ref().is_some_and(is_budget);
    if growth > LIMIT && at_2n.time > SHORTEST && !is_paid {
        words.push(reason.map_or("GROWS".to_owned(), |(_, file)| format!("see {file}")));
    }
    let mut is_met = words.is_empty() || reason.is_some();
    if at_2n.wait > WAIT.mul_f64((f64::from(at_2n.cells) / f64::from(1 << 20)).max(1.0)) {
        words.push("LATE".to_owned());
        is_met = false;
    }
    if at_2n.failure.as_ref().is_some_and(|error| error.kind == BuildErrorKind::Stopped) {
        words.push("TOO LONG".to_owned());
        is_met = false;
    }
    words.extend(at_2n.failure.map(|error| error.to_string()));
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let (n, twice, wait) = (ms(at_n.time), ms(at_2n.time), ms(at_2n.wait));
    println!("{label:44} {side:>5} {n:>8.1} {twice:>8.1} {growth:>5.2} {wait:>6.1}  {}", words.join("; "));
    is_met
}

/// Whether a budget or a limit ended the work, or the request cannot be met.
fn is_budget(error: &BuildError) -> bool {
    error.kind != BuildErrorKind::Stopped
}
