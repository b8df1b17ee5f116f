//! How many instructions each builder takes: a figure that no busy machine changes.
//!
//! `cargo bench -p mapwright-benches --bench instructions > tests/data/instructions.txt` measures them anew. It needs
//! valgrind. A stage's figure is what a chain takes up to and with it, less what it takes up to the stage before, over some
//! seeds, for each cell of the map that the stage leaves.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "a table")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::process::Command;

use mapwright::core::Progress;
use mapwright::recipe::builders;

mod catalogue;

/// Each chain is built for this many seeds.
const SEEDS: u64 = 4;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, command, name, stages] = &arguments[..]
        && command == "build"
    {
        return build(name, stages.parse().unwrap());
    }
    println!("# instructions a cell over {SEEDS} seeds: builder, instructions, recipe");
    let stages = stages();
    for info in builders() {
        let (name, index) = &stages[info.name];
        let (before, _) = counted(name, *index);
        let (after, cells) = counted(name, index + 1);
        println!("{} {:.1} {name}", info.name, (after - before) as f64 / cells as f64);
    }
}

/// The chain that shows each builder, and the builder's place in it: one that begins with it if there is one.
fn stages() -> BTreeMap<&'static str, (String, usize)> {
    let mut stages = BTreeMap::new();
    let all: Vec<_> = catalogue::chains().collect();
    let at = |first: bool| {
        all.iter()
            .flat_map(move |(name, chain)| chain.stages().map(move |stage| (name, stage)))
            .filter(move |(_, stage)| (stage.index == 0) == first)
    };
    for (name, stage) in at(true).chain(at(false)) {
        stages.entry(stage.name).or_insert_with(|| (name.clone(), stage.index));
    }
    stages
}

/// Builds the first stages of a chain, and prints how many cells the maps have.
fn build(name: &str, stages: usize) {
    let chain = catalogue::chain(name);
    let mut cells = 0;
    for seed in 0..if stages > 0 { SEEDS } else { 0 } {
        // A seed that fails has run the stages before.
        let _ = chain.build_with(seed, None, &mut |progress| match progress {
            Progress::Done(stage, map) if stage.index + 1 == stages => {
                cells += u64::from(map.size().area());
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        });
    }
    println!("{cells}");
}

/// The instructions that [`build`] takes, and the cells that it prints.
fn counted(name: &str, stages: usize) -> (u64, u64) {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
    let output =
        valgrind.arg(std::env::current_exe().unwrap()).args(["build", name, &stages.to_string()]).output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    let (_, count) = log.rsplit_once("refs:").unwrap();
    let cells = String::from_utf8(output.stdout).unwrap();
    (count.trim().replace(',', "").parse().unwrap(), cells.trim().parse().unwrap())
}
