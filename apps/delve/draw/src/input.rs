//! Keys and clicks become commands.

use delve_game::{Command, Game};
use macroquad::prelude::*;
use mapwright::core::{Dir, Point};
use mapwright::graph::path;

/// Seconds until a held key repeats, and between repetitions.
const REPEAT: (f64, f64) = (0.24, 0.085);

/// A direction key that is held.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    held: Option<(Dir, f64)>,
}

impl Keys {
    /// The direction of a key that was pressed, or held long enough.
    pub(crate) fn direction(&mut self) -> Option<Dir> {
        use KeyCode::{A, D, Down, H, J, K, L, Left, Right, S, Up, W};
        let keys = [(Dir::N, [Up, W, K]), (Dir::E, [Right, D, L]), (Dir::S, [Down, S, J]), (Dir::W, [Left, A, H])];
        if let Some((dir, _)) = keys.iter().find(|(_, keys)| keys.iter().any(|&key| is_key_pressed(key))) {
            self.held = Some((*dir, get_time() + REPEAT.0));
            return Some(*dir);
        }
        let (dir, next) = self.held?;
        let still = keys.iter().any(|(other, keys)| *other == dir && keys.iter().any(|&key| is_key_down(key)));
        self.held = still.then_some((dir, next));
        if !still || get_time() < next {
            return None;
        }
        self.held = Some((dir, get_time() + REPEAT.1));
        Some(dir)
    }
}

/// The command of a key, apart from directions.
pub(crate) fn command() -> Option<Command> {
    let keys = [
        (KeyCode::Space, Command::Wait),
        (KeyCode::Period, Command::Wait),
        (KeyCode::Enter, Command::Descend),
        (KeyCode::Backspace, Command::Ascend),
        (KeyCode::Q, Command::Drink),
        (KeyCode::R, Command::Read),
    ];
    keys.into_iter().find(|&(key, _)| is_key_pressed(key)).map(|(_, command)| command)
}

/// A step on the way to a cell that was clicked; on the hero's own cell, the stairs or a wait.
pub(crate) fn towards(game: &Game, (x, y): (i32, i32)) -> Option<Command> {
    let (level, here) = (&game.level, game.level.hero.at());
    let to = Point::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?);
    if to == here {
        let stairs = |end: Option<Point>| end == Some(here);
        return Some(match (stairs(level.map().exit), stairs(level.map().start) && level.depth > 1) {
            (true, _) => Command::Descend,
            (_, true) => Command::Ascend,
            _ => Command::Wait,
        });
    }
    // A locked door is solid to a path, but a hand can be laid on it.
    if let Some(dir) = Dir::ALL.into_iter().find(|&dir| here.step(dir) == Some(to)) {
        return Some(Command::Step(dir));
    }
    let known = level.known.get(to).copied().unwrap_or_default();
    let next = *path(&level.hero.passages(), here, to).filter(|_| known)?.get(1)?;
    level.hero.way_to(next).map(Command::Step)
}
