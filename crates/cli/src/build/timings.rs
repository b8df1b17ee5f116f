//! `build --timings`: the time of each stage, the size of the map after it, and what it changed.

use std::time::{Duration, Instant};

use mapwright::core::{BuilderMap, Stage};
use mapwright::render::changes;

use crate::message::say;

/// The longest line.
const COLUMNS: usize = 100;

/// A table with one row for each stage.
pub(crate) struct Timings {
    rows: Vec<Timing>,
    /// The result of the last stage.
    before: Option<BuilderMap>,
    /// How many kept cells were put back after the stage.
    put_back: u32,
    /// When the next stage began.
    began: Instant,
}

struct Timing {
    name: &'static str,
    took: Duration,
    bytes: usize,
    changes: String,
}

impl Default for Timings {
    fn default() -> Self {
        Timings { rows: Vec::new(), before: None, put_back: 0, began: Instant::now() }
    }
}

impl Timings {
    /// Notes how many kept cells were put back after the stage that is about to be added.
    pub(super) const fn put_back(&mut self, count: u32) {
        self.put_back = count;
    }

    /// Adds a finished stage. Time spent here is not counted.
    pub(super) fn add(&mut self, stage: Stage, map: &BuilderMap) {
        let took = self.began.elapsed();
        let mut changes = changes(self.before.as_ref(), map);
        if let count @ 1.. = std::mem::take(&mut self.put_back) {
            changes.push_str(&format!(", {count} kept cells put back"));
        }
        self.rows.push(Timing { name: stage.name, took, bytes: map.bytes(), changes });
        self.before = Some(map.clone());
        self.began = Instant::now();
    }

    /// Prints the table, unless it is empty.
    pub(super) fn say(&self) {
        if self.rows.is_empty() {
            return;
        }
        let width = self.rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max(5);
        say(format_args!("{:width$} {:>10} {:>9}  changed", "stage", "time", "memory"));
        for Timing { name, took, bytes, changes } in &self.rows {
            let line = format!("{name:width$} {:>10} {:>9}  {changes}", shown(*took), size(*bytes));
            say(if line.chars().count() > COLUMNS { cut(&line) } else { line });
        }
        let took: Duration = self.rows.iter().map(|row| row.took).sum();
        say(format_args!("{:width$} {:>10}", "total", shown(took)));
    }
}

fn cut(line: &str) -> String {
    line.chars().take(COLUMNS - 1).chain(['…']).collect()
}

fn shown(time: Duration) -> String {
    match time.as_micros() {
        micros if micros < 1000 => format!("{micros} µs"),
        micros if micros < 1_000_000 => format!("{:.2} ms", micros as f64 / 1e3),
        micros => format!("{:.2} s", micros as f64 / 1e6),
    }
}

fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
