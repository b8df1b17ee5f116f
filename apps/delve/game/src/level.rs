//! One level: a map of Mapwright, and what lives on it.

use std::collections::BTreeMap;
use std::error::Error;

use mapwright::core::Door;
use mapwright::graph::{UNREACHED, distances, sight_through};
use mapwright::levels::Explorer;
use mapwright::prelude::*;

use crate::PipeLock;
use crate::bestiary::{Habit, Item, Kind, Thing, table, thing};

/// The number of levels.
pub const DEPTHS: u32 = 10;
const SIZE: Size = Size::new(48, 32);
/// How far the lamp shines.
const LAMP: u16 = 9;
/// How many turns a monster follows a hero whom it does not see.
const MEMORY: u32 = 12;

/// A level.
#[derive(Clone, Debug)]
pub struct Level {
    pub depth: u32,
    /// The hero's place and keys. It holds the map too.
    pub hero: Explorer,
    pub monsters: Vec<Monster>,
    pub items: BTreeMap<Point, Item>,
    /// The cells in sight now.
    pub lit: Grid<bool>,
    /// The cells seen so far.
    pub known: Grid<bool>,
    /// The locks that were tried, by number.
    pub locks: BTreeMap<u8, PipeLock>,
}

/// What opens a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opener {
    Key,
    Lever,
    Bomb,
}

/// A monster on a level.
#[derive(Clone, Debug)]
pub struct Monster {
    /// Its number on this level, so that a picture can follow it.
    pub id: usize,
    pub kind: &'static Kind,
    pub at: Point,
    pub hp: i32,
    /// How many turns it goes on hunting; 0 for a sleeper.
    pub awake: u32,
}

impl Level {
    /// Builds the level of a depth, 1 to [`DEPTHS`].
    pub fn new(seed: u64, depth: u32) -> Result<Level, Box<dyn Error>> {
        // The random chain is hardest at depth 20, so each of the ten levels counts for two.
        let hardness = depth.saturating_mul(2).saturating_sub(1);
        let chain = RandomChain { size: SIZE, table: table(), ..RandomChain::new(hardness) };
        let (_, map) = chain.build(seed.wrapping_mul(u64::from(DEPTHS)).wrapping_add(depth.into()))?;
        let size = map.size();
        let (mut monsters, mut items) = (Vec::new(), BTreeMap::new());
        for spawn in map.spawns.iter().filter(|spawn| spawn.key.is_none()) {
            match thing(&spawn.what) {
                Some(Thing::Monster(kind)) => {
                    monsters.push(Monster { id: monsters.len(), kind, at: spawn.at, hp: kind.hp, awake: 0 });
                }
                Some(Thing::Item(item)) => drop(items.insert(spawn.at, item)),
                None => {}
            }
        }
        let hero = Explorer::new(map)?;
        let (lit, known) = (Grid::new(size, false), Grid::new(size, false));
        let mut level = Level { depth, hero, monsters, items, lit, known, locks: BTreeMap::new() };
        level.look_around();
        Ok(level)
    }

    /// The map.
    pub fn map(&self) -> &BuilderMap {
        self.hero.map()
    }

    /// The door at a cell that the hero cannot enter now: it is locked, or nobody has found it.
    pub fn door_at(&self, at: Point) -> Option<&Door> {
        let mut doors = self.map().doors.iter().flatten();
        doors.find(|door| door.cells.contains(&at) && !self.hero.is_unlocked(door))
    }

    /// The tile at a cell, as the hero knows it: a secret door is wall until it is found.
    pub fn tile_at(&self, at: Point) -> Tile {
        if self.door_at(at).is_some_and(Door::is_secret) { Tile::WALL } else { self.map().tiles[at] }
    }

    /// The number of the locked door at a cell, if its key is not in hand.
    pub fn lock_at(&self, at: Point) -> Option<u8> {
        self.door_at(at).and_then(|door| door.lock)
    }

    /// What opens the lock with a number.
    pub fn kind_of(&self, key: u8) -> Opener {
        let opener = self.map().spawns.iter().find(|spawn| spawn.key == Some(key));
        match opener.and_then(|opener| opener.what.split(' ').next()) {
            Some("Lever") => Opener::Lever,
            Some("Bomb") => Opener::Bomb,
            _ => Opener::Key,
        }
    }

    /// The key at a cell, in hand or not.
    pub fn key_at(&self, at: Point) -> Option<u8> {
        self.map().spawns.iter().filter(|spawn| spawn.at == at).find_map(|spawn| spawn.key)
    }

    /// The keys that still lie on the floor.
    pub fn keys(&self) -> impl Iterator<Item = (Point, u8)> {
        let in_hand = self.hero.keys();
        let keys = self.map().spawns.iter().filter_map(|spawn| spawn.key.map(|key| (spawn.at, key)));
        keys.filter(move |(_, key)| !in_hand.contains(key))
    }

    /// The living monster at a cell, as its index.
    pub fn monster_at(&self, at: Point) -> Option<usize> {
        self.monsters.iter().position(|monster| monster.at == at)
    }

    /// Whether the eye passes a cell: not a door, unless the hero stands in it.
    fn is_clear(&self, at: Point) -> bool {
        self.map().is_open(at) && self.map().tiles[at] != Tile::DOOR && self.door_at(at).is_none()
    }

    /// Lights what is in sight of the hero.
    pub fn look_around(&mut self) {
        self.lit = sight_through(self.map().size(), self.hero.at(), LAMP, |at| self.is_clear(at));
        for (known, lit) in self.known.as_mut_slice().iter_mut().zip(self.lit.as_slice()) {
            *known |= lit;
        }
    }

    /// Everything moves that is awake. Returns the indexes of the monsters that strike the hero, each once.
    pub fn hunt(&mut self, rng: &mut MapRng) -> Vec<usize> {
        let passages = self.hero.passages();
        let steps_to_hero = distances(&passages, [self.hero.at()]);
        let mut strikes = Vec::new();
        for index in 0..self.monsters.len() {
            self.rouse(index, rng);
            let Monster { kind, awake, .. } = self.monsters[index];
            if awake == 0 {
                continue;
            }
            for _ in 0..if kind.habit == Habit::Runs { 2 } else { 1 } {
                if steps_to_hero[self.monsters[index].at] == 1 {
                    strikes.push(index);
                    break;
                }
                let wanders = kind.habit == Habit::Flutters && rng.below(2) == 0;
                self.step(index, &passages, &steps_to_hero, wanders.then_some(&mut *rng));
            }
        }
        strikes
    }

    /// Sight is symmetric: a monster in the light sees the hero. A sleeper notices every third turn.
    fn rouse(&mut self, index: usize, rng: &mut MapRng) {
        let monster = &mut self.monsters[index];
        let sees = self.lit[monster.at];
        if sees && (monster.awake > 0 || rng.below(3) == 0) {
            monster.awake = MEMORY;
        }
        monster.awake = monster.awake.saturating_sub(u32::from(!sees));
        if monster.kind.habit == Habit::Heals {
            monster.hp = monster.kind.hp.min(monster.hp + 1);
        }
    }

    /// A step down the distances towards the hero, or anywhere.
    fn step(&mut self, index: usize, passages: &Passages, steps_to_hero: &Grid<u32>, wander: Option<&mut MapRng>) {
        let here = passages.index(self.monsters[index].at);
        let is_free = |&cell: &u32| {
            let at = passages.point(cell);
            at != self.hero.at() && self.monster_at(at).is_none()
        };
        let free: Vec<u32> = passages.neighbors(here).filter(is_free).collect();
        let to = match wander {
            Some(rng) => rng.pick(&free).copied(),
            None => {
                let nearer =
                    |cell: &u32| steps_to_hero[*cell] != UNREACHED && steps_to_hero[*cell] < steps_to_hero[here];
                free.into_iter().filter(nearer).min_by_key(|&cell| steps_to_hero[cell])
            }
        };
        if let Some(to) = to {
            self.monsters[index].at = passages.point(to);
        }
    }
}
