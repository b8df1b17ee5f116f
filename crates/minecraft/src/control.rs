//! The functions that a player calls, and those that work through the plots.
//!
//! The game runs a limited number of commands at a time, and only in loaded chunks. So `build` places an *anchor*, a
//! marker whose chunk stays loaded, and `step` runs once a tick: it builds the next plot, or requests the plot's chunks
//! while they are not loaded. All positions are relative to the anchor, so the world may be saved and reopened in
//! between.

use mapwright_core::Point;

use super::plots::Plots;
use super::room::RoomStyle;
use super::script::{Script, at};
use super::version::HEIGHTS;
use super::words::Words;

/// What these functions are written from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Control<'a> {
    pub(super) words: Words<'a>,
    pub(super) room: &'a RoomStyle,
    pub(super) plots: &'a Plots,
    /// Whether something runs every tick once the maze is built.
    pub(super) ticks: bool,
}

impl Control<'_> {
    /// The functions with their paths. Without a start there is none that leads to it.
    pub(super) fn functions(&self, start: Option<Point>) -> impl Iterator<Item = (&'static str, Script)> {
        let others = [
            ("build", self.build()),
            ("clear", self.clear()),
            ("step", self.step()),
            ("plot", self.plot()),
            ("finish", self.finish()),
        ];
        others.into_iter().chain(start.map(|start| ("start", self.start(start))))
    }

    fn build(&self) -> Script {
        let (mut script, words, ns) = (Script::default(), self.words, self.words.ns);
        let anchor = words.marked("anchor");
        let there = words.tell("@s", &format!("a maze already exists; run /function {ns}:clear first"));
        let (low, high) = (HEIGHTS.start + 1 + self.plots.depth(), HEIGHTS.end - 1 - self.room.top());
        let too_high =
            words.tell("@s", &format!("no room for the walls; in the overworld, stand at a height of {low} to {high}"));
        script.line("# Builds the maze. The middle of its north-western room is where this is called from.");
        script.line(format_args!("execute if entity {anchor} run return run {there}"));
        script.line(format_args!("scoreboard objectives add {ns} dummy"));
        script.line(words.set_score("fits", 0));
        // A block beyond the heights of the world is an error, and then the command does not run.
        let (bottom, top) = (at([0, -1 - self.plots.depth(), 0]), at([0, self.room.top(), 0]));
        let nothing = "minecraft:structure_void";
        let fits = words.set_score("fits", 1);
        script.line(format_args!("execute unless block {bottom} {nothing} unless block {top} {nothing} run {fits}"));
        script.line(format_args!("{}run return run {too_high}", words.if_score("fits", "0")));
        script.line("forceload add ~ ~");
        let tag = words.tag("anchor");
        script.line(format_args!(
            "execute align xyz positioned ~0.5 ~ ~0.5 run summon minecraft:marker ~ ~ ~ {{Tags:[\"{tag}\"]}}"
        ));
        self.begin(&mut script, 0);
        script
    }

    /// Starts to build or clear all plots.
    fn begin(&self, script: &mut Script, clearing: i32) {
        script.line(self.words.set_score("clearing", clearing));
        script.line(self.words.set_score("plot", 0));
        script.line(format_args!("schedule {} 1t", self.words.call("step")));
    }

    fn clear(&self) -> Script {
        let (mut script, words) = (Script::default(), self.words);
        let none = words.tell("@s", "there is no maze");
        script.line("# Takes the maze away, and everything in it.");
        script.line(format_args!("execute unless entity {} run return run {none}", words.marked("anchor")));
        self.begin(&mut script, 1);
        script
    }

    fn step(&self) -> Script {
        let (mut script, words, count) = (Script::default(), self.words, self.plots.count());
        script.line("# Once a tick until all plots are done.");
        script.line(words.at_each("anchor", &words.call("plot")));
        let score = format!("{{\"score\":{{\"name\":\"#plot\",\"objective\":\"{}\"}}}}", words.ns);
        script.line(format_args!(
            "title @a actionbar [{{\"text\":\"{}: \"}},{score},{{\"text\":\" of {count} plots\"}}]",
            words.ns
        ));
        let again = format!("schedule {} 1t", words.call("step"));
        script.line(format_args!("execute unless score #plot {} matches {count}.. run {again}", words.ns));
        script.line(format_args!("{}run {}", words.if_score("plot", &format!("{count}..")), words.call("finish")));
        script
    }

    /// Runs the current plot only, because each plot raises the score.
    fn plot(&self) -> Script {
        let (mut script, words) = (Script::default(), self.words);
        script.line("# The plots by their numbers, each at its place from the anchor.");
        for (number, plot) in self.plots.iter().enumerate() {
            let place = at(self.plots.offset(Point::new(0, 0), plot.corner));
            let call = words.call(&format!("plots/{number}"));
            let turn = words.if_score("plot", &number.to_string());
            script.line(format_args!("{turn}positioned {place} run return run {call}"));
        }
        script
    }

    fn finish(&self) -> Script {
        let (mut script, words, ns) = (Script::default(), self.words, self.words.ns);
        let (anchor, moved) = (words.marked("anchor"), words.tag("moved"));
        let built = words.tell("@a", &format!("maze built; run /function {ns}:start to go to the start"));
        script.line(format_args!("{}run return run {built}", words.if_score("clearing", "0")));
        script.line(format_args!("execute at {anchor} run forceload remove ~ ~"));
        script.line(format_args!("kill {anchor}"));
        if self.ticks {
            script.line(format_args!("tag @a remove {moved}"));
        }
        script.line(format_args!("scoreboard objectives remove {ns}"));
        script.line(words.tell("@a", "cleared"));
        script
    }

    /// Moves the calling player to the start.
    fn start(&self, start: Point) -> Script {
        let (mut script, words) = (Script::default(), self.words);
        script.line("# Leads to where the player begins.");
        let (anchor, place) = (words.marked("anchor"), at(self.plots.offset(Point::new(0, 0), start)));
        script.line(format_args!("execute at {anchor} positioned {place} run tp @s ~ ~ ~"));
        script
    }
}
