//! A small Minecraft: it reads a data pack and runs its commands on a world of blocks, entities, scores and ticks.
//!
//! It knows the commands that the exporters write, and nothing else: a command that it does not know, or that is written
//! wrongly, is an error with file and line. What the game would only log (an objective that is not there, a `fill` that
//! is too large, too many commands in a chain) is an error too. What merely fails in the game, such as `setblock` of the
//! block that stands there, fails here too.
#![allow(dead_code, unused_imports, unreachable_pub, clippy::large_enum_variant)]

mod blocks;
mod command;
mod data;
mod effects;
mod execute;
mod machine;
mod nbt;
mod pack;
mod parse;
mod reader;
mod scoreboard;
mod scores;
mod select;
mod selector;
mod steps;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

pub use machine::{LIMIT, Outcome};
pub use world::{Context, Entity};

use machine::{Faulty, Function};
use nbt::{Key, Nbt};
use parse::Parser;
use reader::Reader;
use world::{Scored, State};

/// A world with a pack in it.
#[derive(Debug)]
pub struct World {
    state: State,
    functions: BTreeMap<u32, Rc<Function>>,
    function_tags: BTreeMap<String, Vec<String>>,
    block_tags: BTreeMap<String, BTreeSet<String>>,
    /// What is called, and the first place that does.
    calls: BTreeMap<String, String>,
    scheduled: Vec<(u64, u32)>,
    killed: Vec<u32>,
    clock: u64,
    cost: u64,
    most: u64,
}

impl World {
    /// Runs one command as the server does, at 0 0 0. Returns its result.
    pub fn run(&mut self, command: &str) -> Faulty<Outcome> {
        self.run_as(command, Context { at: [0.0; 3], me: None })
    }

    /// Runs one command somewhere, as somebody.
    pub fn run_as(&mut self, command: &str, context: Context) -> Faulty<Outcome> {
        let mut parser = Parser { names: &mut self.state.names, calls: BTreeSet::new() };
        let command = Rc::new(parser.command(&mut Reader::new(command))?);
        for call in parser.calls {
            self.find(&call)?;
        }
        self.cost = 0;
        let outcome = self.chain(&command, context);
        self.most = self.most.max(self.cost);
        Ok(outcome?.unwrap_or(Outcome { success: true, value: 0 }))
    }

    /// Calls a function, `at` the given place.
    pub fn call(&mut self, name: &str, at: [f64; 3]) -> Faulty<Outcome> {
        self.run_as(&format!("function {name}"), Context { at, me: None })
    }

    /// What `/reload` does: runs the functions of the tag `minecraft:load`, if there is one.
    pub fn reload(&mut self) -> Faulty<()> {
        self.run_tag("minecraft:load")
    }

    /// One tick: first the functions of the tag `minecraft:tick`, then what is scheduled.
    pub fn tick(&mut self) -> Faulty<()> {
        self.clock += 1;
        self.state.now = self.clock;
        self.run_tag("minecraft:tick")?;
        let (due, later) = self.scheduled.iter().partition(|(due, _)| *due <= self.clock);
        self.scheduled = later;
        let mut due: Vec<(u64, u32)> = due;
        due.sort_by_key(|(due, _)| *due);
        for (_, name) in due {
            let name = self.state.names.name(name).to_owned();
            self.call(&name, [0.0; 3])?;
        }
        Ok(())
    }

    /// Several ticks.
    pub fn ticks(&mut self, count: usize) -> Faulty<()> {
        (0..count).try_for_each(|_| self.tick())
    }

    /// Ticks until nothing is scheduled, at most `most`. Returns how many it took.
    pub fn settle(&mut self, most: usize) -> Faulty<usize> {
        for count in 0..most {
            if self.scheduled.is_empty() {
                return Ok(count);
            }
            self.tick()?;
        }
        if self.scheduled.is_empty() { Ok(most) } else { Err(format!("something is scheduled after {most} ticks")) }
    }

    /// Each function of a tag has a chain, and a limit, of its own.
    fn run_tag(&mut self, tag: &str) -> Faulty<()> {
        for name in self.function_tags.get(tag).cloned().unwrap_or_default() {
            self.call(&name, [0.0; 3])?;
        }
        Ok(())
    }

    fn functions_of(&self, name: u32) -> Faulty<Vec<Rc<Function>>> {
        match self.functions.get(&name) {
            Some(function) => Ok(vec![Rc::clone(function)]),
            None => self.find(self.state.names.name(name)),
        }
    }

    /// The block of a place: `minecraft:air`, `minecraft:oak_stairs[facing=east]`.
    pub fn block(&self, at: [i32; 3]) -> String {
        self.state.block_text(at)
    }

    /// The places of all blocks but air, sorted.
    pub fn blocks(&self) -> Vec<[i32; 3]> {
        let mut all: Vec<[i32; 3]> = self.state.solid().collect();
        all.sort_unstable();
        all
    }

    /// A player joins.
    pub fn add_player(&mut self, name: &str, at: [f64; 3]) -> u32 {
        let kind = self.state.names.number("minecraft:player");
        let id = self.state.add_entity(kind, at, Nbt::empty());
        if let Some(player) = self.state.entities.get_mut(&id) {
            player.name = Some(name.to_owned());
        }
        id
    }

    /// A player or another entity goes somewhere.
    pub fn move_to(&mut self, id: u32, at: [f64; 3]) {
        self.state.move_entity(id, at);
    }

    /// The entities that a selector chooses for the server.
    pub fn select(&mut self, selector: &str) -> Vec<u32> {
        let names = &mut self.state.names;
        let selector = selector::Selector::parse(selector, names).unwrap();
        self.state.select(&selector, Context { at: [0.0; 3], me: None })
    }

    pub fn entity(&self, id: u32) -> &Entity {
        &self.state.entities[&id]
    }

    /// The score of a named holder.
    pub fn score(&self, holder: &str, objective: &str) -> Option<i32> {
        let names = &self.state.names;
        self.state.scores.get(&(Scored::Name(names.find(holder)?), names.find(objective)?)).copied()
    }

    /// The score of an entity.
    pub fn score_of(&self, id: u32, objective: &str) -> Option<i32> {
        self.state.scores.get(&(Scored::Entity(id), self.state.names.find(objective)?)).copied()
    }

    /// A number or length in an entity's data, such as `Pos[0]`.
    pub fn data(&self, id: u32, path: &str) -> Option<f64> {
        self.state.entity_value(id, &nbt::path(path).unwrap()).map(|value| value.as_number())
    }

    /// A player's right click on an item frame that holds something: it turns by one of eight steps. `false` for a
    /// frame that is empty or fixed.
    pub fn click(&mut self, frame: u32) -> bool {
        let at = [Key::Name("ItemRotation".to_owned())];
        let key = |name: &str| [Key::Name(name.to_owned())];
        let number = |path: &[Key]| self.state.entity_value(frame, path).map_or(0.0, |value| value.as_number());
        if self.state.entity_value(frame, &key("Item")).is_none() || number(&key("Fixed")) != 0.0 {
            return false;
        }
        let next = (number(&at) + 1.0) % 8.0;
        self.state.set_entity_value(frame, &at, Nbt::Number('b', next))
    }

    /// All messages since the last time, with the entity that each was for.
    pub fn take_messages(&mut self) -> Vec<(Option<u32>, String)> {
        std::mem::take(&mut self.state.messages)
    }

    /// Entities that `kill` hit since the last time.
    pub fn take_killed(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.killed)
    }

    /// From now on only forced chunks are loaded, after so many ticks, and those around players.
    pub fn load_chunks_after(&mut self, ticks: u64) {
        self.state.loading = Some(ticks);
    }

    /// How many chunks are forced to stay.
    pub fn forced_chunks(&self) -> usize {
        self.state.forced.len()
    }

    pub fn n_entities(&self) -> usize {
        self.state.entities.len()
    }

    pub fn n_scheduled(&self) -> usize {
        self.scheduled.len()
    }

    /// Ticks so far.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// What the last chain cost; see [`LIMIT`].
    pub fn last_cost(&self) -> u64 {
        self.cost
    }

    /// The dearest chain so far.
    pub fn most_cost(&self) -> u64 {
        self.most
    }
}
