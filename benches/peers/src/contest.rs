//! The parent's side: runs a row's contestants in child processes, in turns.
//!
//! Within a round every contestant runs once, so noise on the machine hits
//! them all in the same way; the figures kept are medians over the rounds. A contestant
//! which crashes or takes too long is not run again.

use std::env;
use std::error::Error;
use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use mapwright::prelude::Size;

use crate::measure::{CHILD, SLOW, Sample};
use crate::row::{Contestant, Layout, Row};

/// How often the parent looks whether a child has ended.
const POLL: Duration = Duration::from_millis(5);

/// How the contestants are run.
pub struct Rules {
    pub rounds: u64,
    pub limit: Duration,
    pub stack_mib: usize,
}

/// A contestant's figures at one size, or why there are none.
pub struct Score {
    pub name: &'static str,
    pub layout: Layout,
    pub result: Result<Sample, String>,
}

/// A contestant in the course of a contest.
struct Entry {
    contestant: Contestant,
    samples: Vec<Sample>,
    failure: Option<String>,
}

/// Runs every contestant of a row at one size, round by round.
pub fn run(row: &Row, size: Size, rules: &Rules) -> Result<Vec<Score>, Box<dyn Error>> {
    let mut entries: Vec<Entry> = row.contestants().into_iter().map(Entry::new).collect();
    // Where runs may fail, one child has many of them.
    let rounds = if row.tries.is_some() { 1 } else { rules.rounds };
    for round in 0..rounds {
        for entry in entries.iter_mut().filter(|entry| entry.wants_more()) {
            match attempt(row, entry.contestant.name, size, round, rules)? {
                Ok(sample) => entry.samples.push(sample),
                Err(failure) => entry.failure = Some(failure),
            }
        }
    }
    Ok(entries.into_iter().map(Entry::score).collect())
}

impl Entry {
    fn new(contestant: Contestant) -> Self {
        Self { contestant, samples: Vec::new(), failure: None }
    }

    fn wants_more(&self) -> bool {
        let quick = |sample: &Sample| Duration::from_nanos(sample.median_ns) <= SLOW;
        self.failure.is_none() && self.samples.iter().all(quick)
    }

    fn score(self) -> Score {
        let Contestant { name, layout, .. } = self.contestant;
        let middle = median(&self.samples);
        let result = self.failure.map_or_else(|| middle.ok_or("not run".into()), Err);
        Score { name, layout, result }
    }
}

/// The median of each figure by itself; the best time is the best of all.
fn median(samples: &[Sample]) -> Option<Sample> {
    let middle = |figure: fn(&Sample) -> u64| {
        let mut figures: Vec<u64> = samples.iter().map(figure).collect();
        figures.sort_unstable();
        figures.get(figures.len() / 2).copied()
    };
    Some(Sample {
        median_ns: middle(|sample| sample.median_ns)?,
        best_ns: samples.iter().map(|sample| sample.best_ns).min()?,
        peak_kib: middle(|sample| sample.peak_kib)?,
        checksum: samples.first()?.checksum,
        done: samples.first()?.done,
        tries: samples.first()?.tries,
    })
}

/// One contestant in one child process; the inner error is its own failure.
fn attempt(
    row: &Row,
    contestant: &str,
    size: Size,
    round: u64,
    rules: &Rules,
) -> Result<Result<Sample, String>, Box<dyn Error>> {
    let seed = 1_000_000 * (round + 1);
    let numbers = [size.to_string(), seed.to_string(), rules.stack_mib.to_string()];
    let mut child = Command::new(env::current_exe()?)
        .args([CHILD, row.name, contestant])
        .args(numbers)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let limit = rules.limit * row.tries.map_or(1, |tries| u32::try_from(tries).unwrap_or(u32::MAX));
    if !ended_within(&mut child, limit)? {
        return Ok(Err(format!("over {} s", limit.as_secs())));
    }
    let (mut said, mut complaint) = (String::new(), String::new());
    child.stdout.take().ok_or("no output")?.read_to_string(&mut said)?;
    child.stderr.take().ok_or("no output")?.read_to_string(&mut complaint)?;
    Ok(said.trim().parse().map_err(|_| {
        eprintln!("{} {size} {contestant}: {}", row.name, complaint.trim());
        let overflow = complaint.contains("overflowed its stack");
        if overflow { "overflow" } else { "failed" }.to_string()
    }))
}

/// Waits for a child to end; ends it, and says so, when its time is up.
fn ended_within(child: &mut Child, limit: Duration) -> io::Result<bool> {
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        thread::sleep(POLL);
    }
    Ok(true)
}
