//! Passages that cannot be corridors: across wrapped borders, and through portals.
//!
//! A *gate* is the passage through a border. It moves a player across the whole maze, keeping height, direction and
//! position along the border, into the room on the other side. A *pad* is a block in the floor of a room. It moves a
//! player to the other pad of the pair, where the player stays until stepping off.
//!
//! Markers at their positions find both. These are loaded only when a player is near, so a tick costs little, however
//! large the maze is. A portal straight to the next floor is no pad but a shaft, which needs nothing that runs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::{BuilderMap, Dir, Dirs, Passages, Point};

use super::DatapackError;
use super::plots::Plots;
use super::room::RoomStyle;
use super::script::{RelativePos, Script, at, letter};
use super::shafts::Shaft;
use super::words::Words;

/// A block of a hall, east and south of the middle.
type HallPlace = (i32, i32);

/// The exits of rooms that do not lead to the room beside them.
#[derive(Debug)]
pub(super) struct Teleports {
    /// The cells at a border with an open way over it.
    pub(super) gates: Vec<(Point, Dir)>,
    /// Both ends of each portal, one after the other.
    pub(super) pads: Vec<Pad>,
    /// The shafts between floors, each at a place of both of its halls.
    pub(super) shafts: Vec<(Shaft, HallPlace)>,
}

/// An end of a portal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pad {
    /// The cell.
    pub(super) cell: Point,
    /// Where it is.
    pub(super) place: HallPlace,
}

impl Teleports {
    /// # Errors
    ///
    /// A room is too small for the portals in it.
    pub(super) fn new(map: &BuilderMap, passages: &Passages, room: &RoomStyle) -> Result<Self, DatapackError> {
        let size = map.size();
        let crosses = |(p, dir): &(Point, Dir)| {
            let at_border = match dir {
                Dir::N => p.y == 0,
                Dir::E => p.x + 1 == size.w,
                Dir::S => p.y + 1 == size.h,
                Dir::W => p.x == 0,
            };
            at_border && passages.dirs(size.index(*p)).contains(*dir)
        };
        let rows =
            (0..size.w).flat_map(|x| [(Point::new(x, 0), Dir::N), (Point::new(x, size.h.saturating_sub(1)), Dir::S)]);
        let columns =
            (0..size.h).flat_map(|y| [(Point::new(0, y), Dir::W), (Point::new(size.w.saturating_sub(1), y), Dir::E)]);
        let gates = rows.chain(columns).filter(crosses).collect();
        let mut places = Places { room, used: BTreeMap::new() };
        Ok(Teleports { gates, shafts: shafts(map, &mut places)?, pads: pads(map, &mut places)? })
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.gates.is_empty() && self.pads.is_empty()
    }

    /// What runs 20 times a second.
    pub(super) fn tick(&self, words: Words<'_>, room: &RoomStyle, map: &BuilderMap) -> Script {
        let mut script = Script::default();
        let used: Dirs = self.gates.iter().map(|gate| gate.1).collect();
        for dir in used.iter() {
            script.line("# Through a passage in the border, into the room on the other side.");
            script.line(cross(words, room, map, dir));
        }
        if !self.pads.is_empty() {
            script.line("# From a pad to its other end; then not again before having stepped off.");
            self.pad_ticks(words, &mut script);
        }
        script
    }

    fn pad_ticks(&self, words: Words<'_>, script: &mut Script) {
        let (moved, pad) = (words.tag("moved"), words.marked("pad"));
        let near = |pad: &str, distance| pad.replace(']', &format!(",distance=..{distance}]"));
        let go = words.call("portals/go");
        script.line(format_args!("execute as @a[tag=!{moved}] at @s if entity {} run {go}", near(&pad, "0.8")));
        script.line(format_args!(
            "execute as @a[tag={moved}] at @s if loaded ~ ~ ~ unless entity {} run tag @s remove {moved}",
            near(&pad, "1.2")
        ));
    }

    /// The function that moves a player from the pad at their feet to its other end.
    pub(super) fn portals(&self, words: Words<'_>, plots: &Plots) -> Script {
        let mut script = Script::default();
        script.line(format_args!("tag @s add {}", words.tag("moved")));
        for (number, here) in self.pads.iter().enumerate() {
            let step = self.pads.get(number ^ 1).map_or([0; 3], |there| {
                let [x, y, z] = plots.offset(here.cell, there.cell);
                [x + there.place.0 - here.place.0, y, z + there.place.1 - here.place.1]
            });
            let pad = words.marked(&format!("pad_{number}")).replace(']', ",distance=..0.8]");
            script.line(format_args!("execute if entity {pad} run return run tp @s {}", at(step)));
        }
        script
    }
}

/// The command that moves players out of a gate.
///
/// Let the maze be `n` blocks long in the direction, from 0 to `n`. The gate is the last block, `n - 1` to `n`, and
/// that on the other side is 0 to 1. A player is 0.6 wide and meets the gate once their middle is past `n - 1.3`. Moved
/// back by `n - 2.7` they stand past 1.4, inside the room, 0.1 clear of the other gate: they are not moved again, and
/// even in a hall of one block they are not in the wall behind it.
fn cross(words: Words<'_>, room: &RoomStyle, map: &BuilderMap, dir: Dir) -> String {
    let (dx, dz) = dir.delta();
    let cells = if dx == 0 { map.size().h } else { map.size().w };
    let tenths = i64::from(cells) * i64::from(room.diameter) * 10 - 27;
    let step = |along: i32| match along {
        0 => "~".to_owned(),
        1 => format!("~-{}.{}", tenths / 10, tenths % 10),
        _ => format!("~{}.{}", tenths / 10, tenths % 10),
    };
    let (half, up) = (room.passage_radius(), room.passage_height - 1);
    let (wide, deep) = (dz.abs() * half, dx.abs() * half);
    let volume = format!("dx={},dy={up},dz={}", 2 * wide, 2 * deep);
    let tp = format!("tp @s {} ~ {}", step(dx), step(dz));
    let gate = format!("gate_{}", letter(dir));
    // From the corner of the block, not its middle: `dx` counts from an exact place.
    let corner = |blocks: i32| format!("~-{blocks}.5");
    let corner = format!("{} ~ {}", corner(wide), corner(deep));
    format!("execute at {} positioned {corner} as @a[{volume}] at @s run {tp}", words.marked(&gate))
}

/// Blocks in halls that are used.
struct Places<'a> {
    room: &'a RoomStyle,
    used: BTreeMap<Point, BTreeSet<HallPlace>>,
}

impl Places<'_> {
    /// The first of some blocks that none of the cells uses, which do from now on.
    fn take(&mut self, cells: &[Point], among: &[HallPlace]) -> Result<HallPlace, DatapackError> {
        let is_free =
            |place: &&HallPlace| !cells.iter().any(|at| self.used.get(at).is_some_and(|used| used.contains(place)));
        let Some(&place) = among.iter().find(is_free) else {
            let Point { x, y } = cells.first().copied().unwrap_or_default();
            return Err(DatapackError::Portals { x, y, limit: among.len(), across: self.room.diameter });
        };
        cells.iter().for_each(|&at| {
            self.used.entry(at).or_default().insert(place);
        });
        Ok(place)
    }
}

/// Shafts are in the corners of halls while there are any free, so that nobody falls into a pit on the way through.
fn shafts(map: &BuilderMap, places: &mut Places<'_>) -> Result<Vec<(Shaft, HallPlace)>, DatapackError> {
    let reach = places.room.radius() - 1;
    let mut blocks: Vec<HallPlace> = (-reach..=reach).flat_map(|z| (-reach..=reach).map(move |x| (x, z))).collect();
    blocks.sort_by_key(|&(x, z)| (Reverse(x * x + z * z), z, x));
    let placed = |shaft: Shaft| Ok((shaft, places.take(&[shaft.upper, shaft.lower], &blocks)?));
    Shaft::all(map).into_iter().map(placed).collect()
}

fn pads(map: &BuilderMap, places: &mut Places<'_>) -> Result<Vec<Pad>, DatapackError> {
    // Every second block of the hall, the middle first: one can stand between pads.
    let reach = (places.room.radius() - 1) / 2;
    let mut blocks: Vec<HallPlace> =
        (-reach..=reach).flat_map(|z| (-reach..=reach).map(move |x| (2 * x, 2 * z))).collect();
    blocks.sort_by_key(|&(x, z)| (x * x + z * z, z, x));
    let ends = map
        .portals
        .iter()
        .filter(|&&portal| Shaft::of(map, portal).is_none())
        .map(|portal| portal.ends())
        .filter(|ends| ends.iter().all(|&end| map.is_open(end)))
        .flatten();
    ends.map(|cell| Ok(Pad { cell, place: places.take(&[cell], &blocks)? })).collect()
}

/// The position of a pad relative to the middle of its room.
pub(super) fn pad_at(pad: &Pad, middle: RelativePos) -> RelativePos {
    [middle[0] + pad.place.0, 0, middle[2] + pad.place.1]
}
