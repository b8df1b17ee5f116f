//! A saved game is a list of commands, so it is a replay too. Loading plays them again: the same seed and commands make
//! the same game. A sum over the hero and the monsters tells whether they did.

use std::error::Error;
use std::fmt::Write;

use mapwright::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{Command, Game};

/// Changes whenever the same commands make another game: with the rules, or with the levels.
pub const VERSION: u32 = 2;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    version: u32,
    seed: u64,
    commands: String,
    sum: u64,
}

/// Why a text is not a saved game.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    #[error("it is not a saved game: {0}")]
    Json(#[from] serde_json::Error),
    #[error("it is of version {0}; expected {VERSION}")]
    Version(u32),
    #[error("its character {0} is {1:?}, not a command")]
    Command(usize, char),
    #[error("its command {0} does nothing")]
    Idle(usize),
    #[error("its commands make another game")]
    Sum,
    #[error("its level cannot be built: {0}")]
    Level(Box<dyn Error>),
}

/// Writes a game.
pub fn save(game: &Game) -> String {
    let commands = game.commands.iter().map(|&command| letters(command)).collect();
    let saved = Saved { version: VERSION, seed: game.seed, commands, sum: sum(game) };
    // A struct of numbers and text always has a JSON.
    serde_json::to_string_pretty(&saved).unwrap_or_default()
}

/// Reads a game by playing it.
pub fn load(text: &str) -> Result<Game, SaveError> {
    let (mut game, commands, expected) = read(text)?;
    for (nth, command) in commands.into_iter().enumerate() {
        game.act(command);
        if game.commands.len() != nth + 1 {
            return Err(SaveError::Idle(nth));
        }
    }
    if sum(&game) == expected { Ok(game) } else { Err(SaveError::Sum) }
}

/// The game of a text before its first command, the commands, and the sum after the last.
pub fn read(text: &str) -> Result<(Game, Vec<Command>, u64), SaveError> {
    let saved: Saved = serde_json::from_str(text)?;
    if saved.version != VERSION {
        return Err(SaveError::Version(saved.version));
    }
    let commands = commands(&saved.commands)?;
    Ok((Game::new(saved.seed).map_err(SaveError::Level)?, commands, saved.sum))
}

/// The letters of commands. A turn of a tile is `t` with its column and row.
const LETTERS: [(char, Command); 10] = [
    ('n', Command::Step(Dir::N)),
    ('e', Command::Step(Dir::E)),
    ('s', Command::Step(Dir::S)),
    ('w', Command::Step(Dir::W)),
    ('.', Command::Wait),
    ('>', Command::Descend),
    ('<', Command::Ascend),
    ('q', Command::Drink),
    ('r', Command::Read),
    ('x', Command::Leave),
];

fn letters(command: Command) -> String {
    match command {
        Command::Turn(at) => format!("t{}{}", at.x, at.y),
        _ => LETTERS.iter().filter(|(_, other)| *other == command).map(|(letter, _)| *letter).collect(),
    }
}

fn commands(text: &str) -> Result<Vec<Command>, SaveError> {
    let mut letters = text.chars().enumerate();
    let mut commands = Vec::new();
    while let Some((nth, letter)) = letters.next() {
        let known = LETTERS.iter().find(|(other, _)| *other == letter).map(|(_, command)| *command);
        let mut digit = || letters.next().and_then(|(_, digit)| digit.to_digit(10));
        let mut turn = || Some(Command::Turn(Point::try_from((digit()?, digit()?)).ok()?));
        let command = if letter == 't' { turn() } else { known };
        commands.push(command.ok_or(SaveError::Command(nth, letter))?);
    }
    Ok(commands)
}

/// A sum (FNV-1a) over what the player can see and cannot see.
pub fn sum(game: &Game) -> u64 {
    let mut text = format!("{} {:?} {:?} {:?}", game.turn, game.status, game.hero, game.level.hero.at());
    for monster in &game.level.monsters {
        // A String takes any text.
        let _ = write!(text, " {} {} {}", monster.at, monster.hp, monster.awake);
    }
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
