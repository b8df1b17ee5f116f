//! A player for tests. It knows the whole level, and plays like a careful human otherwise.
#![allow(dead_code, clippy::unwrap_used)]

use delve_game::bestiary::Item;
use delve_game::{Command, Game, Opener, Status};
use mapwright::core::{Door, DoorKind};
use mapwright::graph::{UNREACHED, distances, path};
use mapwright::prelude::*;

/// What a bot does with the things on the floor.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// Whether it takes potions, scrolls, swords and mail.
    pub items: bool,
    /// Whether it opens locks by their pipes, rather than by keys alone.
    pub pipes: bool,
}

/// Plays a game to its end.
pub fn play(seed: u64, habits: Habits) -> Game {
    let mut game = Game::new(seed).unwrap();
    for _ in 0..20_000 {
        if game.status != Status::Playing {
            break;
        }
        game.act(habits.next(&game));
    }
    game
}

impl Habits {
    /// The next command.
    pub fn next(&self, game: &Game) -> Command {
        let (level, hero) = (&game.level, &game.hero);
        let awake = |at: Point| level.monsters.iter().any(|monster| monster.at == at && monster.awake > 0);
        let foes = level.monsters.iter().filter(|monster| monster.awake > 0 && level.lit[monster.at]).count();
        if self.items {
            if hero.potions > 0 && hero.hp * 5 < hero.max_hp * 2 {
                return Command::Drink;
            }
            if hero.scrolls > 0 && (foes >= 3 || foes > 0 && hero.hp * 2 < hero.max_hp) {
                return Command::Read;
            }
        }
        let step_to = |at: Point| level.hero.way_to(at).map(Command::Step);
        if let Some(blow) = level.hero.at().neighbors().filter(|&at| awake(at)).find_map(step_to) {
            return blow;
        }
        if let Some(hint) = game.lock().and_then(|lock| lock.pipes.hint()) {
            return Command::Turn(hint.at);
        }
        // Who strikes first, lives longer: let them come.
        let here = level.hero.at();
        if level.monsters.iter().any(|monster| awake(monster.at) && monster.at.manhattan(here) == 2) {
            return Command::Wait;
        }
        self.walk(game).unwrap_or(Command::Wait)
    }

    /// A step to the nearest thing worth it, else to the stairs.
    fn walk(&self, game: &Game) -> Option<Command> {
        let level = &game.level;
        let (here, passages) = (level.hero.at(), level.hero.passages());
        let steps = distances(&passages, [here]);
        let worth = |item: &Item| {
            !matches!(item, Item::Candle | Item::Barrel | Item::Bones)
                && (self.items || matches!(item, Item::Gold | Item::Chest))
        };
        let items = level.items.iter().filter(|(_, item)| worth(item)).map(|(&at, _)| at);
        // Bars and rubble have no pipes.
        let takes = |key: u8| !self.pipes || level.kind_of(key) != Opener::Key;
        let things = items.chain(level.keys().filter(|&(_, key)| takes(key)).map(|(at, _)| at));
        let nearest = |cells: &mut dyn Iterator<Item = Point>| {
            cells.filter(|&at| steps[at] != UNREACHED).min_by_key(|&at| steps[at])
        };
        // A locked door is solid to `passages`, so the goal is the cell before it.
        let has_pipes = |door: &&Door| door.kind == DoorKind::Door && !level.hero.is_unlocked(door);
        let beside_locks = level.map().doors.iter().flatten().filter(|door| self.pipes && has_pipes(door));
        let mut beside_locks = beside_locks.flat_map(|door| &door.cells).flat_map(|at| at.neighbors());
        let goal = nearest(&mut things.into_iter())
            .or_else(|| nearest(&mut beside_locks.by_ref().filter(|&at| level.door_at(at).is_none())))
            .or_else(|| level.map().exit.filter(|&exit| steps[exit] != UNREACHED))
            .or_else(|| nearest(&mut level.keys().map(|(at, _)| at)))?;
        if goal != here {
            let next = *path(&passages, here, goal)?.get(1)?;
            return level.hero.way_to(next).map(Command::Step);
        }
        let is_lock = |&dir: &Dir| here.step(dir).and_then(|at| level.door_at(at)).is_some_and(|door| has_pipes(&door));
        match Dir::ALL.into_iter().find(is_lock).filter(|_| self.pipes) {
            Some(dir) => Some(Command::Step(dir)),
            None => Some(Command::Descend),
        }
    }
}
