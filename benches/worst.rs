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

#[path = "worst/inputs.rs"]
mod inputs;
#[path = "worst/readers.rs"]
mod readers;

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use inputs::{MAPS, STAGES, chain, inputs};
use mapwright::core::Progress;
use mapwright::graph::Metric;
use mapwright::prelude::*;
use mapwright::recipe::builders;

/// What grows by more than [`LIMIT`], and the file that says why.
const GROWS: &[(&str, &str)] = &[
    ("kruskal-maze", "crates/maze/src/kruskal.rs"),
    ("prefab-vaults", "crates/dungeon/src/prefab/placer.rs"),
    ("unique-pipes", "crates/pipes/src/unique/mod.rs"),
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
    for reader in readers::READERS.iter().filter(|(name, ..)| is_wanted(name)) {
        is_met &= self::reader(reader);
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
fn stage(name: &'static str, params: &'static [&'static str]) -> bool {
    let work = |(label, stages): (String, String)| {
        let work = move |side, tries| last_stage(&stages, side, tries);
        (label, Box::new(work) as Work)
    };
    slowest(name, inputs(name, params).map(work))
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

/// Measures a reader on its text, and prints it.
fn reader(&(name, text, read): &readers::Reader) -> bool {
    let work = move |side: u16, tries: u32| {
        let text = String::from_utf8(text(usize::from(side).pow(2))).ok()?;
        let once = || {
            let begin = Instant::now();
            read(&text);
            begin.elapsed()
        };
        let time = (0..tries).map(|_| once()).min()?;
        Some(Done { time, wait: Duration::ZERO, cells: 0, failure: None })
    };
    slowest(name, std::iter::once((name.to_owned(), Box::new(work) as Work)))
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
            let Some(done) = work(side, 1) else { continue };
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
