//! `build --timings`: the time of each stage, the size of the map after it, and what it changed.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::iter::zip;
use std::time::{Duration, Instant};

use mapwright::core::{BuilderMap, Grid, Layer, Sides, Stage};

use crate::message::say;

/// The longest line.
const COLUMNS: usize = 100;

/// A table with one row for each stage.
pub(crate) struct Timings {
    rows: Vec<Row>,
    /// The map after the last stage.
    before: Vec<Part>,
    /// When the next stage began.
    began: Instant,
}

struct Row {
    name: &'static str,
    took: Duration,
    bytes: usize,
    changes: String,
}

impl Default for Timings {
    fn default() -> Self {
        Timings { rows: Vec::new(), before: Vec::new(), began: Instant::now() }
    }
}

impl Timings {
    /// Adds a finished stage. Time spent here is not counted.
    pub(crate) fn add(&mut self, stage: Stage, map: &BuilderMap) {
        let took = self.began.elapsed();
        let after = parts(map);
        let (bytes, changes) = (after.iter().map(|part| part.bytes).sum(), changes(&self.before, &after));
        self.rows.push(Row { name: stage.name, took, bytes, changes });
        self.before = after;
        self.began = Instant::now();
    }

    /// Prints the table, unless it is empty.
    pub(crate) fn say(&self) {
        if self.rows.is_empty() {
            return;
        }
        let width = self.rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max(5);
        say(format_args!("{:width$} {:>10} {:>9}  changed", "stage", "time", "memory"));
        for Row { name, took, bytes, changes } in &self.rows {
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

/// A plane or list of a map: its bytes, and a number for each of its entries by which changes are seen.
struct Part {
    name: &'static str,
    bytes: usize,
    values: Vec<u32>,
}

/// All parts of a map.
fn parts(map: &BuilderMap) -> Vec<Part> {
    let sides = |name, plane: &Option<Grid<Sides>>| cells(name, plane.as_ref(), |sides| sides.0.into());
    let layers = map.layers.values().flat_map(|layer| match layer {
        Layer::U8(grid) => cells("layers", Some(grid), |&value| value.into()),
        Layer::U16(grid) => cells("layers", Some(grid), |&value| value.into()),
        Layer::I32(grid) => cells("layers", Some(grid), |value| value.cast_unsigned()),
        Layer::F32(grid) => cells("layers", Some(grid), |value| value.to_bits()),
        _ => None,
    });
    let flow = map.flow.as_ref().map(|flow| {
        let bits = flow.wet.as_slice().iter().zip(flow.on_ring.as_slice());
        let values = flow.rings.as_slice().iter().zip(bits);
        let values: Vec<u32> =
            values.map(|(&rings, (&wet, &ring))| rings << 2 | u32::from(wet) << 1 | u32::from(ring)).collect();
        Part { name: "flow", bytes: 6 * values.len(), values }
    });
    let planes = [
        cells("tiles", Some(&map.tiles), |tile| tile.0.into()),
        sides("sides", &map.sides),
        sides("corners", &map.corners),
        sides("solution", &map.solution),
        cells("regions", map.regions.as_ref(), |&region| region.into()),
        flow,
        cells("areas", map.graph.as_ref().map(|graph| &graph.area), |&area| area.into()),
        list("joins", map.graph.as_ref().map(|graph| graph.joins.as_slice())),
        list("rooms", map.rooms.as_deref()),
        list("corridors", map.corridors.as_deref()),
        list("doors", map.doors.as_deref()),
        list("spawns", Some(&map.spawns)),
        list("portals", Some(&map.portals)),
        list("start", Some(map.start.as_slice())),
        list("exit", Some(map.exit.as_slice())),
        list("proof", Some(map.proof.as_slice())),
    ];
    planes.into_iter().flatten().chain(layers).collect()
}

fn cells<T>(name: &'static str, plane: Option<&Grid<T>>, value: impl FnMut(&T) -> u32) -> Option<Part> {
    let cells = plane?.as_slice();
    Some(Part { name, bytes: size_of_val(cells), values: cells.iter().map(value).collect() })
}

fn list<T: Debug>(name: &'static str, entries: Option<&[T]>) -> Option<Part> {
    let entries = entries.filter(|entries| !entries.is_empty())?;
    let value = |entry: &T| {
        let mut hasher = DefaultHasher::new();
        format!("{entry:?}").hash(&mut hasher);
        hasher.finish() as u32
    };
    Some(Part { name, bytes: size_of_val(entries), values: entries.iter().map(value).collect() })
}

/// What a stage changed, and in how many entries.
fn changes(before: &[Part], after: &[Part]) -> String {
    let gone = before.iter().filter(|part| after.iter().all(|other| other.name != part.name));
    let gone = gone.map(|part| format!("no {}", part.name));
    let changed = after.iter().filter_map(|part| {
        let old = before.iter().find(|old| old.name == part.name && old.values.len() == part.values.len());
        let count = old.map_or(part.values.len(), |old| zip(&old.values, &part.values).filter(|(a, b)| a != b).count());
        let is_one = ["start", "exit", "proof"].contains(&part.name);
        (count > 0).then(|| if is_one { part.name.to_owned() } else { format!("{count} {}", part.name) })
    });
    let all: Vec<String> = changed.chain(gone).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
}
