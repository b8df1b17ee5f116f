//! Saved games, and the replays of the repository, played to the end.
#![allow(clippy::unwrap_used)]

mod bot;

use std::{env, fs};

use bot::{Habits, play};
use delve_game::{Command, Game, Status, save};
use mapwright::prelude::*;

/// `DELVE_BLESS=1 cargo test` plays and writes them anew.
fn replay(name: &str, game: impl Fn() -> Game) -> Game {
    let file = format!("{}/../replays/{name}.json", env!("CARGO_MANIFEST_DIR"));
    if env::var_os("DELVE_BLESS").is_some() {
        fs::write(&file, save::save(&game()) + "\n").unwrap();
    }
    save::load(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn the_replay_of_a_victory_is_played_to_the_end() {
    let habits = Habits { items: true, pipes: true };
    let game =
        replay("victory", || (1..).map(|seed| play(seed, habits)).find(|game| game.status == Status::Won).unwrap());
    assert_eq!(game.status, Status::Won);
    assert!(
        game.commands.iter().any(|command| matches!(command, Command::Turn(_))),
        "locks were opened by their pipes"
    );
}

#[test]
fn the_replay_of_a_death_is_played_to_the_end() {
    let game = replay("death", || play(1, Habits { items: false, pipes: false }));
    assert!(matches!(game.status, Status::Dead(_)));
    assert!(Game::clone(&game).act(Command::Wait).is_empty(), "the dead do nothing");
}

#[test]
fn a_game_goes_on_where_it_was_saved() {
    let habits = Habits { items: true, pipes: true };
    let mut game = Game::new(5).unwrap();
    for turn in 0..600 {
        if turn % 150 == 7 {
            let loaded = save::load(&save::save(&game)).unwrap();
            assert_eq!(save::sum(&loaded), save::sum(&game));
            assert_eq!((loaded.log, loaded.at_lock), (game.log.clone(), game.at_lock));
        }
        game.act(habits.next(&game));
    }
}

#[test]
fn damaged_games_say_what_is_wrong() {
    let mut game = Game::new(5).unwrap();
    for _ in 0..2 {
        game.act(Command::Wait);
    }
    let text = save::save(&game);
    let error = |text: &str| save::load(text).unwrap_err().to_string();
    assert!(error(&text[..20]).starts_with("it is not a saved game: EOF while parsing"), "{}", error(&text[..20]));
    assert_eq!(error(&text.replace("\"version\": 1", "\"version\": 9")), "it is of version 9; expected 1");
    assert_eq!(error(&text.replace("\"..\"", "\".?\"")), "its character 1 is '?', not a command");
    assert_eq!(error(&text.replace("\"..\"", "\".t4\"")), "its character 1 is 't', not a command");
    assert_eq!(error(&text.replace("\"..\"", "\".>\"")), "its command 1 does nothing");
    assert_eq!(error(&text.replace("\"..\"", "\"...\"")), "its commands make another game");
}

#[test]
fn walls_and_locks_cost_no_time() {
    let mut game = Game::new(1).unwrap();
    for command in [Command::Descend, Command::Drink, Command::Read, Command::Turn(Point::new(0, 0)), Command::Leave] {
        game.act(command);
    }
    let walls = Dir::ALL.into_iter().filter(|&dir| game.level.hero.look(dir).is_err());
    walls.collect::<Vec<Dir>>().into_iter().for_each(|dir| drop(game.act(Command::Step(dir))));
    assert_eq!((game.turn, game.commands.len()), (0, 0));
}
