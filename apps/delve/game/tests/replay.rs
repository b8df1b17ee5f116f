//! Saved games, and the replays of the repository, played to the end.
#![allow(clippy::unwrap_used)]

mod bot;

use std::{env, fs};

use bot::{Habits, play};
use delve_game::{Command, Game, Level, Opener, Status, save};
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
    assert_eq!(error(&text.replace("\"version\": 2", "\"version\": 9")), "it is of version 9; expected 2");
    assert_eq!(error(&text.replace("\"..\"", "\".?\"")), "its character 1 is '?', not a command");
    assert_eq!(error(&text.replace("\"..\"", "\".t4\"")), "its character 1 is 't', not a command");
    assert_eq!(error(&text.replace("\"..\"", "\".>\"")), "its command 1 does nothing");
    assert_eq!(error(&text.replace("\"..\"", "\"...\"")), "its commands make another game");
}

#[test]
fn walls_and_commands_without_effect_cost_no_time() {
    let mut game = Game::new(1).unwrap();
    for command in [Command::Descend, Command::Drink, Command::Read, Command::Turn(Point::new(0, 0)), Command::Leave] {
        game.act(command);
    }
    let walls = Dir::ALL.into_iter().filter(|&dir| game.level.hero.look(dir).is_err());
    walls.collect::<Vec<Dir>>().into_iter().for_each(|dir| drop(game.act(Command::Step(dir))));
    assert_eq!((game.turn, game.commands.len()), (0, 0));
}

/// Monsters come while a lock is touched and turned, but not when the hand is taken away.
#[test]
fn a_hand_on_a_lock_takes_a_turn_and_leaving_it_takes_none() {
    let habits = Habits { items: true, pipes: true };
    let is_at_lock = |game: &Game| game.at_lock.is_some();
    let mut touched = 0;
    for seed in 1..=12 {
        let mut game = Game::new(seed).unwrap();
        for _ in 0..2000 {
            let (was_at_lock, turn, command) = (is_at_lock(&game), game.turn, habits.next(&game));
            game.act(command);
            if !was_at_lock && is_at_lock(&game) {
                assert!(matches!(command, Command::Step(_)));
                assert_eq!(game.turn, turn + 1);
                let mut left = Game::clone(&game);
                left.act(Command::Leave);
                assert_eq!((left.at_lock, left.turn), (None, game.turn));
                touched += 1;
            }
        }
    }
    assert!(touched > 0, "no lock was touched");
}

/// The levels above wait as they were left.
#[test]
fn the_stairs_lead_up_again() {
    let habits = Habits { items: true, pipes: true };
    let mut game = (1..).map(|seed| Game::new(seed).unwrap()).find_map(|mut game| {
        let mut above = None;
        while game.level.depth == 1 && game.status == Status::Playing {
            above = Some(game.level.monsters.len());
            game.act(habits.next(&game));
        }
        (game.level.depth == 2).then_some((game, above))
    });
    let (game, above) = game.as_mut().unwrap();
    let (start, hp) = (game.level.hero.at(), game.hero.hp);
    let dir = Dir::ALL.into_iter().find(|&dir| game.level.hero.look(dir).is_ok()).unwrap();
    game.act(Command::Step(dir));
    game.act(Command::Ascend);
    assert_eq!(game.level.depth, 2, "stairs are where they are");
    game.act(Command::Step(dir.opposite()));
    assert_eq!(game.level.hero.at(), start);
    game.act(Command::Ascend);
    assert_eq!((game.level.depth, Some(game.level.monsters.len()), game.deepest()), (1, *above, 2));
    assert_eq!(game.level.map().exit, Some(game.level.hero.at()));
    game.act(Command::Ascend);
    assert_eq!(game.level.depth, 1, "nothing is above the first level");
    game.act(Command::Descend);
    assert_eq!((game.level.depth, game.level.hero.at()), (2, start));
    assert!(game.hero.hp <= hp, "one rests on new stairs only");
    let loaded = save::load(&save::save(game)).unwrap();
    assert_eq!((save::sum(&loaded), loaded.level.depth), (save::sum(game), 2));
}

#[test]
fn who_waits_beside_a_secret_door_finds_it() {
    let secret = |level: &Level| {
        let mut doors = level.map().doors.iter().flatten();
        doors.find(|door| door.is_secret()).map(|door| door.cells[0])
    };
    let mut games = (1..).map(|seed| (seed, Level::new(seed, 6).unwrap()));
    let (seed, level, at) = games.find_map(|(seed, level)| secret(&level).map(|at| (seed, level, at))).unwrap();
    let mut game = Game::new(seed).unwrap();
    let beside = at.neighbors().find(|&beside| level.map().is_open(beside)).unwrap();
    let map = level.map().clone();
    game.level = level;
    game.level.hero = mapwright::levels::Explorer::resume(map, beside, [], 0).unwrap();
    assert_eq!(game.level.tile_at(at), Tile::WALL);
    assert!(
        !game
            .level
            .hero
            .passages()
            .neighbors(game.level.map().size().index(beside))
            .any(|next| { game.level.map().size().point(next) == at })
    );
    game.act(Command::Wait);
    assert_eq!(game.level.tile_at(at), Tile::DOOR);
    assert!(game.level.hero.way_to(at).is_some());
}

/// A lever lifts its bars, and hands find no pipes on them.
#[test]
fn bars_have_a_lever_and_no_pipes() {
    let gate = |level: &Level| {
        let mut doors = level.map().doors.iter().flatten();
        doors.find(|door| door.kind == mapwright::core::DoorKind::Gate).map(|door| (door.cells[0], door.lock.unwrap()))
    };
    let mut games = (1..).map(|seed| (seed, Level::new(seed, 6).unwrap()));
    let (seed, level, (at, lock)) = games.find_map(|(seed, level)| gate(&level).map(|at| (seed, level, at))).unwrap();
    assert_eq!(level.kind_of(lock), Opener::Lever);
    let mut game = Game::new(seed).unwrap();
    let dir =
        Dir::ALL.into_iter().find(|dir| at.step(dir.opposite()).is_some_and(|at| level.map().is_open(at))).unwrap();
    let map = level.map().clone();
    game.level = level;
    game.level.hero = mapwright::levels::Explorer::resume(map, at.step(dir.opposite()).unwrap(), [], 0).unwrap();
    game.act(Command::Step(dir));
    assert_eq!((game.at_lock, game.turn), (None, 0));
    game.level.hero.take_key(lock);
    game.act(Command::Step(dir));
    assert_eq!(game.level.hero.at(), at);
}
