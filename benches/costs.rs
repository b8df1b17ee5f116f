//! What each builder costs: the figures of the catalogue.
//!
//! `cargo bench -p mapwright-benches --bench costs > benches/costs.txt` measures them anew, and
//! `MAPWRIGHT_BLESS=1 cargo test -p mapwright-tests book` writes them into the pages. Each is the median over many seeds of a bundled recipe,
//! in nanoseconds for each cell of the map that the stage leaves.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "a table")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::process::Command;
use std::time::{Duration, Instant};

use mapwright::core::Progress;
use mapwright::prelude::*;
use mapwright::recipe::builders;

mod catalogue;

/// How long each chain is built, seed after seed.
const SPAN: Duration = Duration::from_millis(400);

fn main() {
    let mut costs: BTreeMap<&str, (f64, String)> = BTreeMap::new();
    // The recipe that begins with a builder shows it best: those come first.
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for (name, chain) in catalogue::chains() {
        let mut stages = measure(&chain).into_iter().map(|(stage, cost)| (stage, cost, name.clone()));
        first.extend(stages.next());
        later.extend(stages);
    }
    for (stage, cost, name) in first.into_iter().chain(later) {
        costs.entry(stage).or_insert((cost, name));
    }
    println!("# {}, one core, {}", said_by("lscpu", "", "Model name:"), said_by("rustc", "--version", ""));
    println!("# builder, nanoseconds a cell, recipe");
    for info in builders() {
        let (cost, recipe) = &costs[info.name];
        println!("{} {cost:.*} {recipe}", info.name, usize::from(*cost < 10.0));
    }
}

/// The median cost of each stage of a chain, in nanoseconds a cell.
fn measure(chain: &BuilderChain) -> Vec<(&'static str, f64)> {
    let mut samples: Vec<(&'static str, Vec<f64>)> = Vec::new();
    let began = Instant::now();
    for seed in 0.. {
        let (mut nth, mut stage_began) = (0, Instant::now());
        // A seed that fails has measured the stages before.
        let _ = chain.build_with(seed, &mut |progress: Progress<'_>| {
            let Progress::Done(stage, map) = progress else { return ControlFlow::Continue(()) };
            let took = stage_began.elapsed();
            if samples.len() == nth {
                samples.push((stage.name, Vec::new()));
            }
            samples[nth].1.push(took.as_secs_f64() * 1e9 / f64::from(map.size().area()));
            nth += 1;
            stage_began = Instant::now();
            ControlFlow::Continue(())
        });
        if began.elapsed() > SPAN && seed > 10 {
            break;
        }
    }
    samples.into_iter().map(|(stage, samples)| (stage, median(samples))).collect()
}

fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

/// The rest of the line that begins with `label` in what a program says.
fn said_by(program: &str, argument: &str, label: &str) -> String {
    let arguments = Some(argument).filter(|argument| !argument.is_empty());
    let said = Command::new(program).args(arguments).output().map(|output| output.stdout).unwrap_or_default();
    let said = String::from_utf8_lossy(&said).into_owned();
    let line = said.lines().find_map(|line| line.strip_prefix(label)).unwrap_or("unknown");
    line.trim().to_owned()
}
