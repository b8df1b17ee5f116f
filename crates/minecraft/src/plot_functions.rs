//! The functions that build and clear the plots of a map.
//!
//! A plot is built as one would by hand with markers: one is summoned in the middle of each room to be, with a tag that
//! tells which of the sixteen rooms; then for each of the sixteen, the room's function runs at all markers of its tag,
//! and they are removed.

use std::collections::BTreeSet;

use mapwright_core::{BuilderMap, Passages, Point, Size};

use super::fittings::Fittings;
use super::plots::{Plot, Plots};
use super::room_parts::RoomParts;
use super::script::{RelativePos, Script, at, column};
use super::words::Words;
use super::{DatapackError, Pack};

/// What the functions of plots are written from.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlotFunctions<'a> {
    pub(super) words: Words<'a>,
    pub(super) map: &'a BuilderMap,
    pub(super) passages: &'a Passages,
    pub(super) parts: &'a RoomParts<'a>,
    pub(super) plots: &'a Plots,
}

impl PlotFunctions<'_> {
    /// Writes them all: one for each plot, and some for each size of plots.
    ///
    /// # Errors
    ///
    /// None; the paths are good.
    pub(super) fn write(
        &self,
        fittings: &Fittings<'_>,
        pack: &mut Pack,
        mut shown: impl FnMut(usize, usize),
    ) -> Result<(), DatapackError> {
        pack.function("rooms/place", self.place().into_text())?;
        let mut sizes = BTreeSet::new();
        let count = self.plots.count() as usize;
        for (number, plot) in (0..).zip(self.plots.iter()) {
            pack.function(&format!("plots/{number}"), self.plot(number, plot, fittings).into_text())?;
            sizes.insert(plot.size);
            shown(number as usize + 1, count);
        }
        for size in sizes {
            pack.function(&format!("plots/clear_{size}"), self.clear(size).into_text())?;
            pack.function(&format!("plots/load_{size}"), self.load(size).into_text())?;
            pack.function(&format!("plots/done_{size}"), self.done(size).into_text())?;
        }
        Ok(())
    }

    fn plot(&self, number: u32, plot: Plot, fittings: &Fittings<'_>) -> Script {
        let (Plot { corner, size }, words) = (plot, self.words);
        let mut script = Script::default();
        // A line is some 60 bytes; too little room would double it again and again.
        script.reserve(size.area() as usize * (58 + words.ns.len()) + 512);
        let (right, bottom) = (corner.x + (size.w - 1), corner.y + (size.h - 1));
        script.line(format_args!("# Columns {} to {right}, rows {} to {bottom}.", corner.x, corner.y));
        let load = words.call(&format!("plots/load_{size}"));
        script.line(format_args!("execute store result score #ready {} run {load}", words.ns));
        script.line(format_args!("{}run return 0", words.if_score("ready", "0")));
        let clearing = words.if_score("clearing", "1");
        for line in fittings.cleared(number).map_or("", Script::text).lines() {
            script.line(format_args!("{clearing}run {line}"));
        }
        let clear = words.call(&format!("plots/clear_{size}"));
        script.line(format_args!("{clearing}run return run {clear}"));
        self.markers(plot, &mut script);
        script.line(words.call("rooms/place"));
        if let Some(built) = fittings.built(number) {
            script.append(built);
        }
        script.line(words.call(&format!("plots/done_{size}")));
        script
    }

    /// A marker in the middle of each room to be.
    fn markers(&self, plot: Plot, script: &mut Script) {
        let tags: Vec<String> = (0..16).map(|code| self.words.tag(&format!("room_{code}"))).collect();
        for p in plot.size.points() {
            let cell = Point::new(plot.corner.x + p.x, plot.corner.y + p.y);
            if self.map.is_open(cell) {
                let code = self.passages.dirs(self.map.size().index(cell)).bits();
                script.mark(self.plots.offset(plot.corner, cell), &[&tags[usize::from(code)]]);
            }
        }
    }

    /// Each of the sixteen rooms wherever it is marked.
    fn place(&self) -> Script {
        let mut script = Script::default();
        for code in 0..16 {
            let mark = format!("room_{code}");
            script.line(self.words.at_each(&mark, &self.words.call(&format!("rooms/{code}"))));
            script.line(format_args!("kill {}", self.words.marked(&mark)));
        }
        script
    }

    /// The north-western and the south-eastern block of a plot, from floor to ceiling.
    fn corners(&self, size: Size) -> [RelativePos; 2] {
        let r = self.parts.radius();
        let [x, _, z] = self.plots.offset(Point::new(0, 0), Point::new(size.w - 1, size.h - 1));
        [[-r, -1, -r], [x + r, self.parts.top(), z + r]]
    }

    /// Keeps the chunks loaded, those of gates too, and returns 1 once they are.
    fn load(&self, size: Size) -> Script {
        let mut script = Script::default();
        let [[x, _, z], [end_x, _, end_z]] = self.corners(size);
        let [x, z, end_x, end_z] = [x - 1, z - 1, end_x + 1, end_z + 1];
        script.line(format_args!("forceload add {} {}", column(x, z), column(end_x, end_z)));
        // A block every 16 and the last: each chunk has one of them.
        let along = |from: i32, to: i32| (from..to).step_by(16).chain([to]);
        for z in along(z, end_z) {
            for x in along(x, end_x) {
                script.line(format_args!("execute unless loaded {} run return 0", at([x, 0, z])));
            }
        }
        script.line("return 1");
        script
    }

    fn clear(&self, size: Size) -> Script {
        let mut script = Script::default();
        let [from, to] = self.corners(size);
        script.fill(from, to, &self.parts.air);
        script.line(format_args!("kill @e[tag={}]", self.words.tag("made")));
        script.line(self.words.call(&format!("plots/done_{size}")));
        script
    }

    /// Lets go of the chunks, but for the one of the anchor, and goes on to the next plot.
    fn done(&self, size: Size) -> Script {
        let mut script = Script::default();
        let [[x, _, z], [end_x, _, end_z]] = self.corners(size);
        script.line(format_args!("forceload remove {} {}", column(x - 1, z - 1), column(end_x + 1, end_z + 1)));
        script.line(format_args!("execute at {} run forceload add ~ ~", self.words.marked("anchor")));
        script.line(format_args!("scoreboard players add #plot {} 1", self.words.ns));
        script
    }
}
