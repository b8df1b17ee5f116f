//! Times Mapwright against the best Rust peers on the same work, and prints a
//! table of times, ratios and peak memory, then the targets met or missed.
//!
//! The rows are data in `rows.rs`; `ours.rs` and `peers/` hold the functions
//! measured, `prepared.rs` the maps that some of them start from. Each contestant runs in child processes of this same binary
//! (`measure.rs`), which the parent starts in turns (`contest.rs`), on one
//! thread; `report.rs` prints the outcome.

mod collapse;
mod contest;
mod measure;
mod ours;
mod packing;
mod pages;
mod peers;
mod prepared;
mod report;
mod row;
mod rows;
mod size;

use std::env;
use std::error::Error;
use std::str::FromStr;
use std::time::Duration;

use contest::Rules;
use mapwright::prelude::Size;
use report::Section;
use row::Row;

const USAGE: &str = "\
usage: mapwright-peers [options] [row name parts...]
  --rounds N     rounds over a row's contestants (5)
  --sizes A,B    sizes in cells, such as 80x50,256 (each row's own)
  --limit S      seconds until a child is given up (30)
  --stack MIB    stack of the measured thread (4096)
  --write        write the whole run into README.md and docs/performance.md
With names given, only rows whose name contains one of them are run. Sizes too
small for a row are left out there.";

/// What the command line asks for.
struct Options {
    names: Vec<String>,
    /// Instead of each row's own.
    sizes: Option<Vec<Size>>,
    rules: Rules,
    /// Whether the pages of the repository get the run.
    writes: bool,
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
    // Before anybody changes the files.
    let measured = pages::measured();
    let rows = rows::all();
    for row in rows.iter().filter(|row| options.wants(row.name)) {
        for &size in options.sizes(row) {
            if !row.takes(size) {
                eprintln!("{} {}: too small, left out", row.name, size::name(size));
                continue;
            }
            eprintln!("{} {}", row.name, size::name(size));
            let scores = contest::run(row, size, &options.rules)?;
            sections.push(Section { row, size, scores });
        }
    }
    let run = format!("{}\n{}", report::table(&sections), report::summary(&sections));
    print!("{run}");
    if options.writes {
        pages::write("benches/peers/README.md", &format!("{measured}\n\n```text\n{run}```"))?;
        pages::write("docs/performance.md", &format!("{measured}\n\n{}", report::markdown(&sections)))?;
    }
    Ok(())
}

impl Options {
    fn wants(&self, row: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| row.contains(name.as_str()))
    }

    fn sizes<'a>(&'a self, row: &Row) -> &'a [Size] {
        self.sizes.as_deref().unwrap_or(row.sizes.usual)
    }
}

fn options(args: Vec<String>) -> Result<Options, Box<dyn Error>> {
    let rules = Rules { rounds: 5, limit: Duration::from_secs(30), stack_mib: 4096 };
    let mut options = Options { names: Vec::new(), sizes: None, rules, writes: false };
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--rounds" => options.rules.rounds = value(&arg, args.next())?,
            "--limit" => options.rules.limit = Duration::from_secs(value(&arg, args.next())?),
            "--stack" => options.rules.stack_mib = value(&arg, args.next())?,
            "--sizes" => {
                let list: String = value(&arg, args.next())?;
                let sizes: Option<_> = list.split(',').map(size::parse).collect();
                options.sizes = Some(sizes.ok_or_else(|| format!("{list} are no sizes; see --help"))?);
            }
            "--write" => options.writes = true,
            flag if flag.starts_with('-') => return Err(format!("no option {flag}; see --help").into()),
            _ => options.names.push(arg),
        }
    }
    if options.writes && (options.sizes.is_some() || !options.names.is_empty()) {
        return Err("--write needs all rows and sizes: leave out --sizes and names".into());
    }
    Ok(options)
}

fn value<T: FromStr>(flag: &str, text: Option<String>) -> Result<T, Box<dyn Error>> {
    let parsed = text.as_deref().and_then(|text| text.parse().ok());
    parsed.ok_or_else(|| format!("{flag} needs a value; see --help").into())
}
