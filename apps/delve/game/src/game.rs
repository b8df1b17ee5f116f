//! The game: a command makes a turn.

use std::collections::BTreeMap;
use std::error::Error;

use mapwright::core::DoorKind;
use mapwright::levels::Stopped;
use mapwright::prelude::*;

use crate::bestiary::{Habit, Item};
use crate::{DEPTHS, Level, Opener, PipeLock};

/// The best sword and mail there is.
const BEST: u32 = 9;

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A step, a blow at a monster, or a hand on a locked door.
    Step(Dir),
    /// Waits, and searches the walls around for secret doors.
    Wait,
    /// Goes down the stairs.
    Descend,
    /// Goes up the stairs by which the hero came.
    Ascend,
    /// Drinks a potion.
    Drink,
    /// Reads a scroll.
    Read,
    /// Turns a tile of the lock at hand clockwise.
    Turn(Point),
    /// Steps back from the lock. It takes no time.
    Leave,
}

/// The hero, apart from place and keys.
#[derive(Clone, Debug)]
pub struct Hero {
    pub hp: i32,
    pub max_hp: i32,
    pub sword: u32,
    pub mail: u32,
    pub potions: u32,
    pub scrolls: u32,
    pub gold: u32,
    pub kills: u32,
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    Playing,
    /// Killed by this kind of monster.
    Dead(&'static str),
    Won,
}

/// The mood of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Good,
    Bad,
    Quiet,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub turn: u32,
    pub tone: Tone,
    pub text: String,
}

/// Something to show: numbers that fly up, a flash, a new level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A blow from one cell to another; damage 0 is a miss.
    Blow {
        from: Point,
        to: Point,
        damage: i32,
    },
    Healed {
        at: Point,
        hp: i32,
    },
    Fire {
        at: Point,
        damage: i32,
    },
    Opened {
        lock: u8,
    },
    /// Another level.
    Arrived,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    pub seed: u64,
    pub level: Level,
    /// The levels that the hero left, by depth; nothing moves there meanwhile.
    left: BTreeMap<u32, Level>,
    pub hero: Hero,
    pub status: Status,
    /// The number of the lock at hand, while the hero works at it.
    pub at_lock: Option<u8>,
    pub turn: u32,
    pub log: Vec<Message>,
    /// Every command that did something: a saved game.
    pub commands: Vec<Command>,
    rng: MapRng,
    events: Vec<Event>,
}

impl Game {
    /// A new game. The same seed and commands always make the same game.
    pub fn new(seed: u64) -> Result<Game, Box<dyn Error>> {
        let hero = Hero { hp: 24, max_hp: 24, sword: 0, mail: 0, potions: 1, scrolls: 0, gold: 0, kills: 0 };
        let mut game = Game {
            seed,
            level: Level::new(seed, 1)?,
            left: BTreeMap::new(),
            hero,
            status: Status::Playing,
            at_lock: None,
            turn: 0,
            log: Vec::new(),
            commands: Vec::new(),
            rng: MapRng::for_stage(seed, "delve", 0),
            events: Vec::new(),
        };
        game.say(Tone::Quiet, "The city's wells are dry. The spring lies ten levels down.");
        Ok(game)
    }

    /// The lock at hand.
    pub fn lock(&self) -> Option<&PipeLock> {
        self.level.locks.get(&self.at_lock?)
    }

    /// The points of the game so far.
    pub fn score(&self) -> u32 {
        let depths = self.deepest() - u32::from(self.status != Status::Won);
        100 * depths + 10 * self.hero.kills + self.hero.gold
    }

    /// The greatest depth so far.
    pub fn deepest(&self) -> u32 {
        self.left.keys().copied().chain([self.level.depth]).max().unwrap_or(1)
    }

    /// Carries out a command, and tells what there is to see. A command that cannot be carried out takes no time.
    pub fn act(&mut self, command: Command) -> Vec<Event> {
        if self.status != Status::Playing {
            return Vec::new();
        }
        let done = match command {
            Command::Step(dir) => self.step(dir),
            Command::Wait => self.search(),
            Command::Descend => self.descend(),
            Command::Ascend => self.ascend(),
            Command::Drink => self.drink(),
            Command::Read => self.read(),
            Command::Turn(at) => self.turn_tile(at),
            Command::Leave => {
                let was = self.at_lock.take();
                self.commands.extend(was.map(|_| command));
                false
            }
        };
        if done {
            self.commands.push(command);
            self.end_turn(command);
        }
        std::mem::take(&mut self.events)
    }

    /// The others move, and the hero looks around.
    fn end_turn(&mut self, command: Command) {
        self.turn += 1;
        if !matches!(command, Command::Turn(_) | Command::Step(_)) {
            self.at_lock = None;
        }
        if self.status == Status::Playing && ![Command::Descend, Command::Ascend].contains(&command) {
            for index in self.level.hunt(&mut self.rng) {
                self.suffer(index);
            }
        }
        self.level.look_around();
    }

    fn step(&mut self, dir: Dir) -> bool {
        self.at_lock = None;
        match self.level.hero.look(dir) {
            Ok(to) => match self.level.monster_at(to) {
                Some(index) => self.strike(index),
                None => {
                    let keys = self.level.hero.keys().len();
                    // `look` said that nothing is in the way.
                    let _ = self.level.hero.step(dir);
                    self.pick_up(to, self.level.hero.keys().len() > keys);
                }
            },
            Err(Stopped::Locked { at, lock }) => {
                let kind = self.level.door_at(at).map_or(DoorKind::Door, |door| door.kind);
                return self.touch_lock(lock, kind);
            }
            Err(Stopped::OneWay { .. }) => {
                self.say(Tone::Quiet, "The door opens from the other side only.");
                return false;
            }
            Err(_) => return false,
        }
        true
    }

    /// Finds secret doors in the eight cells around.
    fn search(&mut self) -> bool {
        let here = self.level.hero.at();
        let around = (-1..=1).flat_map(|dy| (-1..=1).filter_map(move |dx| here.offset(dx, dy)));
        let found = around.filter(|&at| self.level.hero.find(at)).count();
        if found > 0 {
            self.say(Tone::Good, "You find a door in the wall.");
        }
        true
    }

    fn pick_up(&mut self, at: Point, is_key: bool) {
        if is_key {
            self.say(
                Tone::Good,
                match self.level.key_at(at).map(|key| self.level.kind_of(key)) {
                    Some(Opener::Lever) => "You pull the lever. Somewhere bars rise.",
                    Some(Opener::Bomb) => "A bomb! It will clear the rubble.",
                    _ => "A key! Somewhere a lock will turn.",
                },
            );
        }
        let hero = &mut self.hero;
        let gain = 3 + self.level.depth * 2;
        let text = match self.level.items.get(&at) {
            None | Some(Item::Candle | Item::Barrel | Item::Bones) => return,
            Some(Item::Potion) => (hero.potions += 1, "A healing potion.".to_owned()).1,
            Some(Item::Scroll) => (hero.scrolls += 1, "A scroll of fire.".to_owned()).1,
            Some(Item::Gold) => (hero.gold += gain, format!("{gain} pieces of gold.")).1,
            Some(Item::Chest) => (hero.gold += 4 * gain, format!("A chest with {} pieces of gold.", 4 * gain)).1,
            Some(Item::Sword) => {
                (hero.sword = BEST.min(hero.sword + 1), "A better sword. Your blows grow heavier.".to_owned()).1
            }
            Some(Item::Mail) => {
                (hero.mail = BEST.min(hero.mail + 1), "Rings for your mail. Blows glance off.".to_owned()).1
            }
            Some(Item::Altar) => {
                hero.max_hp += 6;
                hero.hp = hero.max_hp;
                "You drink from the altar. You feel whole, and stronger.".to_owned()
            }
        };
        self.level.items.remove(&at);
        self.say(Tone::Good, text);
    }

    fn strike(&mut self, index: usize) {
        let damage = (self.rng.range(2, 5) + self.hero.sword) as i32;
        self.hit(index, damage, "You hit");
        let to = self.level.monsters.get(index).map(|monster| monster.at);
        let (from, to) = (self.level.hero.at(), to.unwrap_or(self.level.hero.at()));
        self.events.push(Event::Blow { from, to, damage });
        self.level.monsters.retain(|monster| monster.hp > 0);
    }

    /// Wounds a monster. The dead stay in the list until their blow is shown.
    fn hit(&mut self, index: usize, damage: i32, how: &str) {
        let monster = &mut self.level.monsters[index];
        let name = monster.kind.name.to_lowercase();
        (monster.hp, monster.awake) = (monster.hp - damage, monster.awake.max(8));
        if monster.hp > 0 {
            self.say(Tone::Plain, format!("{how} the {name} for {damage}."));
        } else {
            self.hero.kills += 1;
            self.say(Tone::Good, format!("{how} the {name}. It dies."));
        }
    }

    /// A blow of a monster. Each ring of mail stops up to one point.
    fn suffer(&mut self, index: usize) {
        let monster = &self.level.monsters[index];
        let (from, kind) = (monster.at, monster.kind);
        let blow = self.rng.range(kind.damage.0, kind.damage.1);
        let stopped = if kind.habit == Habit::Chills { 0 } else { self.rng.below(self.hero.mail + 1) };
        let damage = blow.saturating_sub(stopped) as i32;
        let name = kind.name.to_lowercase();
        self.events.push(Event::Blow { from, to: self.level.hero.at(), damage });
        if damage == 0 {
            return self.say(Tone::Plain, format!("The {name}'s blow glances off."));
        }
        self.hero.hp -= damage;
        self.say(Tone::Bad, format!("The {name} hits you for {damage}."));
        if self.at_lock.take().is_some() {
            self.say(Tone::Bad, "You step back from the lock.");
        }
        if self.hero.hp <= 0 && self.status == Status::Playing {
            self.status = Status::Dead(kind.name);
            self.say(Tone::Bad, "You die.");
        }
    }

    fn drink(&mut self) -> bool {
        if self.hero.potions == 0 || self.hero.hp == self.hero.max_hp {
            let why = if self.hero.potions == 0 { "You have no potion." } else { "You are not hurt." };
            self.say(Tone::Quiet, why);
            return false;
        }
        self.hero.potions -= 1;
        self.heal(self.hero.max_hp / 2);
        self.say(Tone::Good, "The potion warms you.");
        true
    }

    fn heal(&mut self, hp: i32) {
        let healed = hp.min(self.hero.max_hp - self.hero.hp);
        self.hero.hp += healed;
        self.events.push(Event::Healed { at: self.level.hero.at(), hp: healed });
    }

    /// Fire strikes every monster in sight.
    fn read(&mut self) -> bool {
        let in_sight = |index: &usize| self.level.lit[self.level.monsters[*index].at];
        let struck: Vec<usize> = (0..self.level.monsters.len()).filter(in_sight).collect();
        if self.hero.scrolls == 0 || struck.is_empty() {
            let why = if self.hero.scrolls == 0 { "You have no scroll." } else { "There is nothing to burn." };
            self.say(Tone::Quiet, why);
            return false;
        }
        self.hero.scrolls -= 1;
        let damage = 6 + self.level.depth as i32;
        for index in struck {
            self.events.push(Event::Fire { at: self.level.monsters[index].at, damage });
            self.hit(index, damage, "Fire burns");
        }
        self.level.monsters.retain(|monster| monster.hp > 0);
        true
    }

    /// Lays a hand on a lock: without its key, its pipes must be joined. Bars and rubble have no pipes.
    fn touch_lock(&mut self, lock: u8, kind: DoorKind) -> bool {
        if let DoorKind::Gate | DoorKind::Barrier = kind {
            let why = if kind == DoorKind::Gate {
                "Bars. Somewhere a lever lifts them."
            } else {
                "Rubble. A bomb would clear it."
            };
            self.say(Tone::Quiet, why);
            return false;
        }
        if !self.level.locks.contains_key(&lock) {
            let Some(new) = PipeLock::new(self.seed, self.level.depth, lock) else {
                self.say(Tone::Quiet, "The lock is stuck; look for its key.");
                return false;
            };
            self.level.locks.insert(lock, new);
        }
        self.at_lock = Some(lock);
        self.say(Tone::Quiet, "A lock of pipes. Lead water to every tile, or find the key.");
        true
    }

    /// Each quarter turn takes a turn: monsters come while you puzzle.
    fn turn_tile(&mut self, at: Point) -> bool {
        let Some(lock) = self.at_lock.and_then(|lock| self.level.locks.get_mut(&lock)) else { return false };
        if lock.pipes.turn(at, 1).is_err() {
            return false;
        }
        if lock.pipes.is_solved() {
            let number = lock.lock;
            self.level.hero.take_key(number);
            self.at_lock = None;
            self.events.push(Event::Opened { lock: number });
            self.say(Tone::Good, "Water turns the wheels. The lock opens.");
        }
        true
    }

    fn descend(&mut self) -> bool {
        if self.level.map().exit != Some(self.level.hero.at()) {
            self.say(Tone::Quiet, "There are no stairs here.");
            return false;
        }
        if self.level.depth == DEPTHS {
            self.status = Status::Won;
            self.say(Tone::Good, "You open the spring. Water rises to the city.");
            return true;
        }
        let below = self.level.depth + 1;
        if let Some(level) = self.left.remove(&below) {
            self.arrive(level);
            return true;
        }
        match Level::new(self.seed, below) {
            Ok(level) => self.arrive(level),
            Err(error) => {
                self.say(Tone::Bad, format!("The stairs are buried: {error}"));
                return false;
            }
        }
        self.heal(self.hero.max_hp / 4);
        self.say(Tone::Quiet, "You rest on the stairs.");
        true
    }

    fn ascend(&mut self) -> bool {
        let is_at_start = self.level.map().start == Some(self.level.hero.at());
        let above = self.level.depth - 1;
        match is_at_start.then(|| self.left.remove(&above)).flatten() {
            Some(above) => {
                self.arrive(above);
                true
            }
            None => {
                self.say(Tone::Quiet, "No stairs lead up here.");
                false
            }
        }
    }

    /// Leaves this level as it is. On the other, the hero is where he left it.
    fn arrive(&mut self, level: Level) {
        let old = std::mem::replace(&mut self.level, level);
        self.left.insert(old.depth, old);
        self.events.push(Event::Arrived);
        self.say(Tone::Quiet, format!("Depth {}.", self.level.depth));
    }

    fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.log.push(Message { turn: self.turn, tone, text: text.into() });
    }
}
