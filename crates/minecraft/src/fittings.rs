//! The contents of single rooms, by plot: start and exit, pads of portals, shafts, gates, and spawns.

use std::collections::BTreeMap;

use mapwright_core::{BuilderMap, Dir, Point};

use super::mobs::{entity, word};
use super::plots::Plots;
use super::room_parts::RoomParts;
use super::script::{RelativePos, Script, at, letter};
use super::shafts::{Shaft, landing, scaffolding};
use super::teleports::{Pad, Teleports, pad_at};
use super::words::Words;
use super::{DatapackError, Version};

/// The commands that a plot has besides its rooms, relative to the middle of its first room.
#[derive(Debug)]
pub(super) struct Fittings<'a> {
    words: Words<'a>,
    parts: &'a RoomParts<'a>,
    plots: &'a Plots,
    /// The destination of the start function.
    pub(super) start: Option<Point>,
    /// The commands that build, by the number of the plot.
    built: BTreeMap<u32, Script>,
    /// The commands that remove what is outside of rooms.
    cleared: BTreeMap<u32, Script>,
}

impl<'a> Fittings<'a> {
    /// # Errors
    ///
    /// A spawn is an entity that the version does not have.
    pub(super) fn new(
        (mobs, minecraft): (&BTreeMap<String, String>, Version),
        map: &BuilderMap,
        teleports: &Teleports,
        parts: &'a RoomParts<'a>,
        words: Words<'a>,
        plots: &'a Plots,
    ) -> Result<Self, DatapackError> {
        let first_open = || map.size().points().find(|&p| map.is_open(p));
        let start = map.start.or_else(first_open);
        let mut fittings = Fittings { words, parts, plots, start, built: BTreeMap::new(), cleared: BTreeMap::new() };
        if let Some(start) = start {
            fittings.floor(start, &parts.start);
            fittings.mark(start, [0; 3], &["start"]);
        }
        if let Some(exit) = map.exit {
            fittings.floor(exit, &parts.exit);
            fittings.mark(exit, [0; 3], &["exit"]);
        }
        for (number, pad) in teleports.pads.iter().enumerate() {
            fittings.pad(number, pad);
        }
        for (shaft, place) in &teleports.shafts {
            fittings.shaft(shaft, *place);
        }
        for &(cell, dir) in &teleports.gates {
            fittings.gate(cell, dir);
        }
        for spawn in &map.spawns {
            fittings.spawn(spawn.at, &spawn.what, entity(&spawn.what, mobs, minecraft)?);
        }
        Ok(fittings)
    }

    /// The commands that build those of a plot.
    pub(super) fn built(&self, plot: u32) -> Option<&Script> {
        self.built.get(&plot)
    }

    /// The commands that clear what a plot has outside of its rooms.
    pub(super) fn cleared(&self, plot: u32) -> Option<&Script> {
        self.cleared.get(&plot)
    }

    fn middle(&self, cell: Point) -> RelativePos {
        self.plots.middle(cell)
    }

    fn script(&mut self, cell: Point) -> &mut Script {
        self.built.entry(self.plots.of(cell)).or_default()
    }

    fn mark(&mut self, cell: Point, from_middle: RelativePos, names: &[&str]) {
        let tags: Vec<String> = names.iter().chain(&["made"]).map(|name| self.words.tag(name)).collect();
        let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
        let middle = self.middle(cell);
        self.script(cell).mark([0, 1, 2].map(|i| middle[i] + from_middle[i]), &tags);
    }

    fn floor(&mut self, cell: Point, block: &str) {
        let [x, y, z] = self.middle(cell);
        self.script(cell).set([x, y - 1, z], block);
    }

    fn pad(&mut self, number: usize, pad: &Pad) {
        let [x, y, z] = pad_at(pad, self.middle(pad.cell));
        let parts = self.parts;
        let script = self.script(pad.cell);
        script.set([x, y - 1, z], &parts.portal);
        // A stair in the corner may be in the way.
        script.fill([x, y, z], [x, y + 1, z], &parts.air);
        let (east, south) = pad.place;
        self.mark(pad.cell, [east, 0, south], &["pad", &format!("pad_{number}")]);
    }

    /// Built with the lower room, which is after the upper one: scaffolding falls without what it stands on.
    fn shaft(&mut self, shaft: &Shaft, (east, south): (i32, i32)) {
        let [x, y, z] = self.middle(shaft.lower);
        let (x, z, floor_above) = (x + east, z + south, y + self.plots.drop - 1);
        let parts = self.parts;
        let script = self.script(shaft.lower);
        if shaft.is_pit {
            script.set([x, y - 1, z], &landing().to_string());
        }
        let way = if shaft.is_pit { parts.air.clone() } else { scaffolding().to_string() };
        script.fill([x, y, z], [x, floor_above, z], &way);
        // A stair in the corner may be in the way.
        script.fill([x, floor_above + 1, z], [x, floor_above + 2, z], &parts.air);
    }

    fn gate(&mut self, cell: Point, dir: Dir) {
        let (parts, radius) = (self.parts, self.parts.radius());
        let [x, _, z] = self.middle(cell);
        let [from, to] = parts.passage_box(dir, radius + 1).map(|[dx, y, dz]| [x + dx, y, z + dz]);
        self.script(cell).fill(from, to, &parts.gate);
        let cleared = self.cleared.entry(self.plots.of(cell)).or_default();
        cleared.fill(from, to, &parts.air);
        let (dx, dz) = dir.delta();
        self.mark(cell, [dx * radius, 0, dz * radius], &[&format!("gate_{}", letter(dir))]);
    }

    fn spawn(&mut self, cell: Point, what: &str, entity: Option<String>) {
        let Some(entity) = entity else {
            return self.mark(cell, [0; 3], &["spawn", &format!("spawn_{}", word(what))]);
        };
        let (place, made, spawn) = (at(self.middle(cell)), self.words.tag("made"), self.words.tag("spawn"));
        let line = format!("summon {entity} {place} {{Tags:[\"{spawn}\",\"{made}\"],PersistenceRequired:1b}}");
        self.script(cell).line(line);
    }
}
