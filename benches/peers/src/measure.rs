//! The child's side: measures one contestant at one size and prints one line.
//!
//! A process of its own gives each contestant a fresh heap, a peak memory of
//! its own and a crash of its own. The work runs in a thread whose stack is as
//! large as asked for, since some peers recurse once per cell. A small level
//! first brings code and allocator into memory; the peak memory is that of the
//! first full run, above what the process held before it.

use std::error::Error;
use std::fmt;
use std::fs;
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use crate::rows::{self, Work};

/// First argument of a child process.
pub const CHILD: &str = "--child";

/// Size of the level which warms the process up, and the smallest there is.
pub const WARM_SIZE: u16 = 5;

/// Time one child spends on timed runs, if its runs are short enough.
const BUDGET: Duration = Duration::from_millis(250);

/// Timed runs of a child, whatever they take, unless the first is slow.
const MIN_RUNS: usize = 3;

/// A first run slower than this is the only one of its child, and that child
/// the only one of its contestant: against such peers noise is no matter.
pub const SLOW: Duration = Duration::from_secs(1);

/// An error that can leave the measuring thread.
type ThreadError = Box<dyn Error + Send + Sync>;

/// What a child found out; printed and parsed as four numbers on a line.
#[derive(Clone, Copy)]
pub struct Sample {
    pub median_ns: u64,
    pub best_ns: u64,
    pub peak_kib: u64,
    pub checksum: u64,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { median_ns, best_ns, peak_kib, checksum } = self;
        write!(f, "{median_ns} {best_ns} {peak_kib} {checksum}")
    }
}

impl FromStr for Sample {
    type Err = Box<dyn Error>;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let numbers: Vec<u64> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let [median_ns, best_ns, peak_kib, checksum] = numbers[..] else {
            return Err("a child's line holds four numbers".into());
        };
        Ok(Self { median_ns, best_ns, peak_kib, checksum })
    }
}

/// Runs a child process: row, contestant, size, seed, stack in MiB.
pub fn child(args: &[String]) -> Result<(), Box<dyn Error>> {
    let [row, contestant, size, seed, stack_mib] = args else {
        return Err("a child takes row, contestant, size, seed and stack".into());
    };
    let work = rows::find(row, contestant).ok_or("no such contestant")?.work;
    let (size, seed) = (size.parse()?, seed.parse()?);
    let stack = stack_mib.parse::<usize>()? << 20;
    let thread = thread::Builder::new().stack_size(stack);
    let thread = thread.spawn(move || sample(work, size, seed))?;
    let outcome = thread.join().map_err(|_| "the work panicked")?;
    println!("{}", outcome.map_err(|error| -> Box<dyn Error> { error })?);
    Ok(())
}

/// Measures one work: memory by the first run, time by the following ones.
fn sample(work: Work, size: u16, seed: u64) -> Result<Sample, ThreadError> {
    work(WARM_SIZE, seed);
    let before = peak_resident_kib()?;
    let (first, checksum) = timed(work, size, seed);
    let peak_kib = peak_resident_kib()?.saturating_sub(before);
    let mut times = if first > SLOW { vec![first] } else { repeat(work, size, seed) };
    times.sort_unstable();
    Ok(Sample { median_ns: nanoseconds(times[times.len() / 2]), best_ns: nanoseconds(times[0]), peak_kib, checksum })
}

/// Times runs until the budget is spent, each from a seed of its own, so that
/// no branch predictor learns one level by heart.
fn repeat(work: Work, size: u16, seed: u64) -> Vec<Duration> {
    let start = Instant::now();
    let mut times = Vec::new();
    while times.len() < MIN_RUNS || start.elapsed() < BUDGET {
        times.push(timed(work, size, seed + 1 + times.len() as u64).0);
    }
    times
}

fn timed(work: Work, size: u16, seed: u64) -> (Duration, u64) {
    let start = Instant::now();
    let checksum = std::hint::black_box(work(size, seed));
    (start.elapsed(), checksum)
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The most memory this process has ever had resident, in KiB.
fn peak_resident_kib() -> Result<u64, ThreadError> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|rest| rest.split_whitespace().next());
    Ok(number.ok_or("this system reports no peak memory")?.parse()?)
}
