//! How the work of every builder and every metric grows with the map: instructions and bytes a cell.
//!
//! `cargo bench -p mapwright-benches --bench growth` takes the recipe of each builder with its defaults, and each metric on
//! the first of some recipes that has it: on 80×50 cells, on 256×256, and on the larger of 512×512 and 1024×1024 on which
//! it takes less than half a minute. It fails if anything needs more than 1.5 times as much a cell on the last map as on
//! the first, but for what [`GROWS`] lists. `-- WORD…` only measures what has such a name.
//!
//! Instructions are those of `perf stat`, or of cachegrind where the processor has no counter for us: those of a process
//! that does the work less those of one that only prepares it. Bytes are the peak of a process above what it had before.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a table")]

use std::ops::ControlFlow;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use mapwright::core::Progress;
use mapwright::graph::Metric;
use mapwright::prelude::*;
use mapwright::recipe::{builders, template};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What grows by more than [`LIMIT`], and the file that says why.
const GROWS: &[(&str, &str)] = &[
    ("dla", "crates/dungeon/src/walks/dla.rs"),
    ("polyomino-fill", "crates/packing/src/fill.rs"),
    ("pipe_grade", "crates/pipes/src/solver/difficulty.rs"),
];
/// How much more a cell of the last map may need than one of the first.
const LIMIT: f64 = 1.5;
/// How long the work of a process may take.
const LONGEST: Duration = Duration::from_secs(30);
/// The sizes, each with the number of its maps; of the last two the larger that is not given up.
const SIZES: [(u16, u16, usize); 4] = [(80, 50, 8), (256, 256, 3), (512, 512, 1), (1024, 1024, 1)];
/// The recipes whose maps are measured by metrics.
const MEASURED: [&str; 8] = [
    "cave-sanctum",
    "carved-maze",
    "building",
    "locked-maze",
    "level-rooms",
    "deep-floors",
    "pipe-unique",
    "deep-keep",
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    if arguments.first().is_some_and(|first| first == "work") {
        return work(&arguments[1..]);
    }
    let is_wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|word| name.contains(word.as_str()));
    println!("{:24} {:>28} {:>28}", "", "instructions a cell", "bytes a cell");
    println!(
        "{:24} {:>7} {:>7} {:>7} {:>4} {:>7} {:>7} {:>7} {:>4}",
        "", "80x50", "256", "largest", "x", "80x50", "256", "largest", "x"
    );
    let mut is_met = true;
    // A map must be given to be a stage.
    for name in builders().iter().map(|info| info.name).filter(|&name| name != "from-map" && is_wanted(name)) {
        is_met &= row(name, &Task::Stage(name));
    }
    for &metric in Metric::ALL.iter().filter(|metric| is_wanted(metric.name())) {
        let has_it = |recipe: &&&str| Task::Metric(recipe, metric).try_out(80, 50, 1).is_ok();
        match MEASURED.iter().find(has_it) {
            Some(recipe) => is_met &= row(metric.name(), &Task::Metric(recipe, metric)),
            None => println!("{:24} no map has it", metric.name()),
        }
    }
    if is_met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What is measured.
enum Task<'a> {
    /// The last stage of a builder's recipe.
    Stage(&'a str),
    /// A metric of a recipe's maps.
    Metric(&'a str, Metric),
}

/// What one process did.
struct Outcome {
    /// The seeds that made a map.
    seeds: Vec<u64>,
    /// The cells of these maps.
    cells: u64,
    peak: u64,
}

/// What a cell needs on maps of one size.
struct Need {
    side: u16,
    instructions: f64,
    bytes: f64,
}

/// Prints a row, and returns whether it is within the limit.
fn row(name: &str, task: &Task<'_>) -> bool {
    let mut needs: Vec<Need> = Vec::new();
    let mut why = String::new();
    for (nth, &(w, h, maps)) in SIZES.iter().enumerate() {
        match task.measure(w, h, maps) {
            Ok(need) => {
                // Of the two last, the larger.
                needs.truncate(2);
                needs.extend((needs.len() == nth.min(2)).then_some(need));
            }
            Err(error) => why = format!("  {w}x{h}: {error}"),
        }
    }
    let [first, .., last] = &needs[..] else {
        println!("{name:24}{why}");
        return false;
    };
    // What is less than one instruction or byte a cell does not grow.
    let growth = [(last.instructions, first.instructions), (last.bytes, first.bytes)];
    let growth = growth.map(|(last, first)| last.max(1.0) / first.max(1.0));
    let cell = |need: fn(&Need) -> f64, nth: usize| {
        needs.get(nth).map_or("-".to_owned(), |found| format!("{:.1}", need(found)))
    };
    let mut columns = String::new();
    for (need, growth) in
        [(|need: &Need| need.instructions) as fn(&Need) -> f64, |need| need.bytes].into_iter().zip(growth)
    {
        columns += &format!(" {:>7} {:>7} {:>7} {growth:4.1}", cell(need, 0), cell(need, 1), cell(need, 2));
    }
    let reason = GROWS.iter().find(|(grows, _)| *grows == name);
    let is_met = growth.iter().all(|&growth| growth <= LIMIT);
    let word = match (is_met, reason) {
        (true, Some(_)) => "  does not grow: no reason is needed".to_owned(),
        (true, None) => String::new(),
        (false, Some((_, file))) => format!("  see {file}"),
        (false, None) => "  GROWS".to_owned(),
    };
    println!("{name:24}{columns} {:>5}{word}{why}", last.side);
    is_met != reason.is_some()
}

impl Task<'_> {
    /// Returns what a cell needs, or why no map was made.
    fn measure(&self, w: u16, h: u16, maps: usize) -> Result<Need, String> {
        let done = self.try_out(w, h, maps)?;
        let work = self.counted(w, h, &done.seeds, true)?;
        let preparation = self.counted(w, h, &done.seeds, false)?;
        let cells = done.cells as f64;
        let bytes = done.peak as f64 / (cells / done.seeds.len() as f64);
        Ok(Need { side: w, instructions: work.saturating_sub(preparation) as f64 / cells, bytes })
    }

    /// Does the work on the first seeds that succeed.
    fn try_out(&self, w: u16, h: u16, maps: usize) -> Result<Outcome, String> {
        let mut process = Command::new(std::env::current_exe().unwrap());
        let output = process.args(self.arguments(w, h, true)).arg(format!("first={maps}")).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        if !output.status.success() {
            return Err(String::from_utf8(output.stderr).unwrap().trim().to_owned());
        }
        let mut numbers = said.split_whitespace().map(|number| number.parse().unwrap());
        let (cells, peak) = (numbers.next().unwrap(), numbers.next().unwrap());
        Ok(Outcome { cells, peak, seeds: numbers.collect() })
    }

    /// Returns the instructions of a process that does the work, or only what comes before.
    fn counted(&self, w: u16, h: u16, seeds: &[u64], whole: bool) -> Result<u64, String> {
        let program = std::env::current_exe().unwrap();
        let seeds = seeds.iter().map(u64::to_string).collect::<Vec<_>>();
        let log = |command: &[&str]| {
            let mut process = Command::new(command[0]);
            process.args(&command[1..]).arg(&program).args(self.arguments(w, h, whole)).args(&seeds);
            process.output().map(|output| String::from_utf8_lossy(&output.stderr).into_owned())
        };
        if let Ok(log) = log(&["perf", "stat", "-x,", "-e", "instructions:u"])
            && let Some(count) = log.split(',').next().and_then(|count| count.trim().parse().ok())
        {
            return Ok(count);
        }
        let valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"];
        let log = log(&valgrind).map_err(|error| format!("install valgrind: {error}"))?;
        let count = log.rsplit_once("refs:").map(|(_, count)| count.trim().replace(',', ""));
        count.and_then(|count| count.parse().ok()).ok_or_else(|| format!("no count: {log}"))
    }

    /// Returns the arguments of [`work`], but for the seeds.
    fn arguments(&self, w: u16, h: u16, whole: bool) -> Vec<String> {
        let (recipe, metric) = match self {
            Task::Stage(name) => (*name, "-"),
            Task::Metric(recipe, metric) => (*recipe, metric.name()),
        };
        ["work", recipe, metric, &w.to_string(), &h.to_string(), &whole.to_string()].map(str::to_owned).to_vec()
    }
}

/// Does the work on maps of some seeds, or what comes before it: `RECIPE METRIC W H WHOLE`, then the seeds, or `first=N` for
/// the first N that succeed. Prints the cells of the maps, the peak of memory, and the seeds.
fn work(arguments: &[String]) -> ExitCode {
    let [name, metric, w, h, whole, seeds @ ..] = arguments else { unreachable!("`arguments` gives them") };
    let task = Metric::named(metric).map_or(Task::Stage(name), |metric| Task::Metric(name, metric));
    let mut recipe: Recipe = template(name).unwrap().parse().unwrap();
    (recipe.width, recipe.height) = (w.parse().unwrap(), h.parse().unwrap());
    let (wanted, seeds): (usize, Vec<u64>) = match seeds[0].strip_prefix("first=") {
        Some(count) => (count.parse().unwrap(), (0..8 * count.parse::<u64>().unwrap()).collect()),
        None => (seeds.len(), seeds.iter().map(|seed| seed.parse().unwrap()).collect()),
    };
    let before = MEMORY.current_usage();
    // Counting is slow, so what is counted has no end.
    let until = (wanted != seeds.len()).then(|| Instant::now() + LONGEST);
    let is_over = || until.is_some_and(|until| Instant::now() > until);
    let (mut cells, mut done, mut why) = (0, Vec::new(), String::new());
    for seed in seeds {
        match recipe
            .chain()
            .map_err(|error| error.to_string())
            .and_then(|chain| task.once(&chain, seed, whole == "true", &is_over))
        {
            Ok(area) => {
                cells += u64::from(area);
                done.push(seed.to_string());
            }
            Err(error) => why = error,
        }
        if done.len() == wanted || is_over() {
            break;
        }
    }
    if done.len() < wanted {
        eprintln!("{why}");
        return ExitCode::FAILURE;
    }
    println!("{cells} {} {}", MEMORY.peak_usage() - before, done.join(" "));
    ExitCode::SUCCESS
}

impl Task<'_> {
    /// Does the work once, or what comes before it, and returns the cells of the map.
    fn once(&self, chain: &BuilderChain, seed: u64, whole: bool, is_over: &dyn Fn() -> bool) -> Result<u32, String> {
        let stages = match self {
            Task::Stage(name) => chain.stages().position(|stage| stage.name == *name).unwrap() + usize::from(whole),
            Task::Metric(..) => chain.stages().count(),
        };
        if stages == 0 {
            return Ok(0);
        }
        let mut area = None;
        let mut value = None;
        let result = chain.build_with(seed, &mut |progress: Progress<'_>| {
            if let Progress::Done(stage, map) = progress
                && stage.index + 1 == stages
            {
                area = Some(map.size().area());
                if let Task::Metric(_, metric) = self {
                    value = whole.then(|| mapwright::pipes::metrics(map).get(*metric));
                }
                return ControlFlow::Break(());
            }
            if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match (area, result) {
            _ if is_over() => Err(format!("more than {} s", LONGEST.as_secs())),
            _ if value == Some(None) => Err("the map does not have it".to_owned()),
            (Some(area), _) => Ok(area),
            (None, result) => Err(result.err().map_or_else(String::new, |error| error.to_string())),
        }
    }
}
