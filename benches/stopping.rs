//! How long a build goes on after somebody wants to stop it: the longest time between two questions of each builder.
//!
//! `cargo bench -p mapwright-benches --bench stopping` builds each with its defaults on 1024×1024 cells, or on the largest
//! map up to that on which it takes less than half a minute. `cargo bench -p mapwright-benches --bench stopping -- paint`
//! builds one. With `MAPWRIGHT_WHERE=1` it prints where a question comes that was waited for too long.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "a table")]

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use mapwright::core::Progress;
use mapwright::prelude::*;
use mapwright::recipe::{builders, template};

/// The longest wait that is wanted, on 1024×1024 cells.
const GOAL: Duration = Duration::from_millis(50);
/// A level with a long walk.
const LOCKED: &str = r#"{"version":1,"width":1024,"height":1024,"initial":{"use":"bsp-interior","min_side":5},
    "metas":[{"use":"start"},{"use":"exit"},{"use":"area-graph","min_cells":1},
    {"use":"lock-and-key","keys":26,"odd_joins":"seal"},{"use":"solvability-validator"}]}"#;
/// How long a build may take to be tried on a larger map.
const LONGEST: Duration = Duration::from_secs(30);

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!("# builder, side of the map, longest wait and whole build in milliseconds");
    if wanted.is_empty() || wanted.iter().any(|wanted| wanted == "replay") {
        replay();
    }
    // A map must be given to be a stage.
    let all = builders().iter().map(|info| info.name).filter(|&name| name != "from-map");
    for name in all.filter(|&name| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name)) {
        let mut best = None;
        for side in [32, 64, 128, 256, 512, 1024] {
            let Some((wait, whole)) = measure(name, side) else { continue };
            best = Some((side, wait, whole));
            // Twice the side is four times the cells, or more.
            if whole * 6 > LONGEST {
                break;
            }
        }
        let Some((side, wait, whole)) = best else {
            println!("{name}: no map");
            continue;
        };
        let late = if wait > GOAL { " TOO LONG" } else { "" };
        println!("{name} {side} {:.1} {:.0}{late}", wait.as_secs_f64() * 1e3, whole.as_secs_f64() * 1e3);
    }
}

/// Checks the walk through a level, which cannot be stopped: how long it takes in all.
fn replay() {
    let recipe: Recipe = LOCKED.parse().unwrap();
    let map = recipe.build(1).unwrap();
    let proof = map.proof.as_ref().unwrap();
    let begin = Instant::now();
    mapwright::levels::replay(&map, proof).unwrap();
    let whole = begin.elapsed();
    let late = if whole > GOAL { " TOO LONG" } else { "" };
    println!("replay of {} steps 1024 {:.1}{late}", proof.walk.len(), whole.as_secs_f64() * 1e3);
}

/// The longest time in which the last stage of a builder's recipe does not ask, and the time that the stage takes; the
/// better of two builds. The seed may fail.
fn measure(name: &str, side: u16) -> Option<(Duration, Duration)> {
    let mut recipe: Recipe = template(name).unwrap().parse().unwrap();
    (recipe.width, recipe.height) = (side, side);
    let chain = recipe.chain().ok()?;
    let last = chain.stages().position(|stage| stage.name == name)?;
    let build = |seed| {
        let (mut longest, mut whole, mut index) = (Duration::ZERO, Duration::ZERO, 0);
        let mut since = Instant::now();
        let built = chain.build_with(seed, &mut |progress: Progress<'_>| {
            let waited = since.elapsed();
            if index == last {
                if waited > GOAL && std::env::var_os("MAPWRIGHT_WHERE").is_some() {
                    println!("{waited:?} before {}", std::backtrace::Backtrace::force_capture());
                }
                longest = longest.max(waited);
                whole += waited;
            }
            if let Progress::Done(stage, _) = progress {
                index = stage.index + 1;
            }
            since = Instant::now();
            if index > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let is_over = matches!(&built, Err(error) if error.kind == BuildErrorKind::Stopped);
        // What a stage did before it failed is time, too.
        let waited = if is_over || index != last { Duration::ZERO } else { since.elapsed() };
        (longest.max(waited), whole + waited)
    };
    let (first, second) = (build(1), build(1));
    Some((first.0.min(second.0), first.1.min(second.1)))
}
