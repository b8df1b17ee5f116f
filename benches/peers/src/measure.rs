//! The child's side: measures one contestant at one size and prints one line.
//!
//! A process of its own gives each contestant a fresh heap, a peak memory of
//! its own and a crash of its own. The work runs in a thread whose stack is as
//! large as asked for, since some peers recurse once per cell. A small level
//! first brings code and allocator into memory; the peak memory is that of the
//! first full run, above what the process held when it began. What a part of
//! the way starts from is made before, outside of the time and the peak.

use std::error::Error;
use std::fmt;
use std::fs;
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use mapwright::prelude::Size;

use crate::row::{Job, Work};
use crate::{rows, size};

/// First argument of a child process.
pub const CHILD: &str = "--child";

/// Time one child spends on timed runs, if its runs are short enough.
const BUDGET: Duration = Duration::from_millis(250);

/// Timed runs of a child, whatever they take, unless the first is slow.
const MIN_RUNS: usize = 3;

/// A first run slower than this is the only one of its child, and that child
/// the only one of its contestant: against such peers noise is no matter.
pub const SLOW: Duration = Duration::from_secs(1);

/// An error that can leave the measuring thread.
type ThreadError = Box<dyn Error + Send + Sync>;

/// What a child found out; printed and parsed as six numbers on a line.
#[derive(Clone, Copy)]
pub struct Sample {
    pub median_ns: u64,
    pub best_ns: u64,
    pub peak_kib: u64,
    pub checksum: u64,
    /// Runs that came to a result, of how many.
    pub done: u64,
    pub tries: u64,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { median_ns, best_ns, peak_kib, checksum, done, tries } = self;
        write!(f, "{median_ns} {best_ns} {peak_kib} {checksum} {done} {tries}")
    }
}

impl FromStr for Sample {
    type Err = Box<dyn Error>;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let numbers: Vec<u64> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let [median_ns, best_ns, peak_kib, checksum, done, tries] = numbers[..] else {
            return Err("a child's line holds six numbers".into());
        };
        Ok(Self { median_ns, best_ns, peak_kib, checksum, done, tries })
    }
}

/// Runs a child process: row, contestant, size, seed, stack in MiB.
pub fn child(args: &[String]) -> Result<(), Box<dyn Error>> {
    let [row, contestant, size, seed, stack_mib] = args else {
        return Err("a child takes row, contestant, size, seed and stack".into());
    };
    let (row, contestant) = rows::find(row, contestant).ok_or("no such contestant")?;
    let (size, seed) = (size::parse(size).ok_or("no size")?, seed.parse()?);
    let stack = stack_mib.parse::<usize>()? << 20;
    let thread = thread::Builder::new().stack_size(stack);
    let thread = thread.spawn(move || match row.tries {
        None => sample(contestant.work, row.sizes.least, size, seed),
        Some(tries) => attempts(contestant.work, row.sizes.least, size, tries),
    })?;
    let outcome = thread.join().map_err(|_| "the work panicked")?;
    println!("{}", outcome.map_err(|error| -> Box<dyn Error> { error })?);
    Ok(())
}

/// Measures one work, after a run of the size `warm`: memory by the first
/// run, time by the following ones.
fn sample(work: Work, warm: Size, size: Size, seed: u64) -> Result<Sample, ThreadError> {
    work.prepare(warm, seed)();
    let job = work.prepare(size, seed);
    forget_peak()?;
    let before = peak_resident_kib()?;
    let (first, checksum) = timed(job);
    let peak_kib = peak_resident_kib()?.saturating_sub(before);
    let mut times = if first > SLOW { vec![first] } else { repeat(work, size, seed) };
    times.sort_unstable();
    let n_runs = times.len() as u64;
    Ok(of_times(&times, peak_kib, checksum, n_runs))
}

/// Measures one work that may fail, after a run of the size `warm`: the times of the runs that do not, and the
/// memory of the first of them.
fn attempts(work: Work, warm: Size, size: Size, tries: u64) -> Result<Sample, ThreadError> {
    work.prepare(warm, 0)();
    let (mut times, mut peak_kib, mut checksum) = (Vec::new(), 0, 0);
    for seed in 0..tries {
        forget_peak()?;
        let before = peak_resident_kib()?;
        let (time, sum) = timed(work.prepare(size, seed));
        if sum != 0 {
            if times.is_empty() {
                (peak_kib, checksum) = (peak_resident_kib()?.saturating_sub(before), sum);
            }
            times.push(time);
        }
    }
    if times.is_empty() {
        return Err(format!("0 of {tries}").into());
    }
    times.sort_unstable();
    Ok(of_times(&times, peak_kib, checksum, tries))
}

/// The figures of some runs that came to a result, of so many.
fn of_times(times: &[Duration], peak_kib: u64, checksum: u64, tries: u64) -> Sample {
    let (median_ns, best_ns) = (nanoseconds(times[times.len() / 2]), nanoseconds(times[0]));
    Sample { median_ns, best_ns, peak_kib, checksum, done: times.len() as u64, tries }
}

/// Times runs until the budget is spent, each from a seed of its own, so that
/// no branch predictor learns one level by heart.
fn repeat(work: Work, size: Size, seed: u64) -> Vec<Duration> {
    let start = Instant::now();
    let mut times = Vec::new();
    while times.len() < MIN_RUNS || start.elapsed() < BUDGET {
        times.push(timed(work.prepare(size, seed + 1 + times.len() as u64)).0);
    }
    times
}

/// What the job started from is freed after the time is taken.
fn timed(mut job: Job) -> (Duration, u64) {
    let start = Instant::now();
    let checksum = std::hint::black_box(job());
    (start.elapsed(), checksum)
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Makes the peak what is resident now (see proc(5), `clear_refs`).
fn forget_peak() -> Result<(), ThreadError> {
    Ok(fs::write("/proc/self/clear_refs", "5")?)
}

/// The most memory this process has had resident since then, in KiB.
fn peak_resident_kib() -> Result<u64, ThreadError> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|rest| rest.split_whitespace().next());
    Ok(number.ok_or("this system reports no peak memory")?.parse()?)
}
