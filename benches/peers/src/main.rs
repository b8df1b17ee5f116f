//! Times Mapwright against the best Rust peers on the same work, and prints a
//! table of times, ratios and peak memory, then the targets met or missed.
//!
//! The rows are data in `rows.rs`; `ours.rs` and `peers.rs` hold the functions
//! measured. Each contestant runs in child processes of this same binary
//! (`measure.rs`), which the parent starts in turns (`contest.rs`), on one
//! thread; `report.rs` prints the outcome.

mod contest;
mod measure;
mod ours;
mod packing;
mod peers;
mod report;
mod rows;

use std::env;
use std::error::Error;
use std::str::FromStr;
use std::time::Duration;

use contest::Rules;
use report::Section;

const USAGE: &str = "\
usage: mapwright-peers [options] [row name parts...]
  --rounds N     rounds over a row's contestants (5)
  --sizes A,B    cells a side, 5 at least (31,256,1024); packings keep theirs
  --limit S      seconds until a child is given up (30)
  --stack MIB    stack of the measured thread (4096)
With names given, only rows whose name contains one of them are run.";

/// What the command line asks for.
struct Options {
    names: Vec<String>,
    sizes: Option<Vec<u16>>,
    rules: Rules,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some(measure::CHILD) => measure::child(&args[1..]),
        Some("--help" | "-h") => {
            println!("{USAGE}");
            Ok(())
        }
        _ => contend(&options(args)?),
    }
}

/// Runs the rows asked for and prints the table and the summary.
fn contend(options: &Options) -> Result<(), Box<dyn Error>> {
    let mut sections = Vec::new();
    for row in rows::all().into_iter().filter(|row| options.wants(row.name)) {
        for size in row.sizes(options.sizes.as_deref()) {
            eprintln!("{} {size}", row.name);
            let scores = contest::run(&row, size, &options.rules)?;
            let row = row.clone();
            sections.push(Section { row, size, scores });
        }
    }
    sections.sort_by_key(|section| rows::all().iter().position(|r| r.name == section.row.name));
    println!("{}\n{}", report::table(&sections), report::summary(&sections));
    Ok(())
}

impl Options {
    fn wants(&self, row: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| row.contains(name.as_str()))
    }
}

fn options(args: Vec<String>) -> Result<Options, Box<dyn Error>> {
    let rules = Rules { rounds: 5, limit: Duration::from_secs(30), stack_mib: 4096 };
    let mut options = Options { names: Vec::new(), sizes: None, rules };
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--rounds" => options.rules.rounds = value(&arg, args.next())?,
            "--limit" => options.rules.limit = Duration::from_secs(value(&arg, args.next())?),
            "--stack" => options.rules.stack_mib = value(&arg, args.next())?,
            "--sizes" => {
                let list: String = value(&arg, args.next())?;
                options.sizes = Some(list.split(',').map(str::parse).collect::<Result<_, _>>()?);
            }
            flag if flag.starts_with('-') => return Err(format!("no option {flag}; see --help").into()),
            _ => options.names.push(arg),
        }
    }
    if options.sizes.iter().flatten().any(|&size| size < measure::WARM_SIZE) {
        return Err(format!("sizes start at {}", measure::WARM_SIZE).into());
    }
    Ok(options)
}

fn value<T: FromStr>(flag: &str, text: Option<String>) -> Result<T, Box<dyn Error>> {
    let parsed = text.as_deref().and_then(|text| text.parse().ok());
    parsed.ok_or_else(|| format!("{flag} needs a value; see --help").into())
}
