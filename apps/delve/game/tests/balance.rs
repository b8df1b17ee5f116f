//! Can it be won? Bots play many games.
#![allow(clippy::unwrap_used)]

mod bot;

use std::collections::BTreeSet;

use bot::{Habits, play};
use delve_game::bestiary::thing;
use delve_game::{DEPTHS, Game, Level, Status};

const CAREFUL: Habits = Habits { items: true, pipes: false };

fn games(habits: Habits) -> Vec<Game> {
    (1..=24).map(|seed| play(seed, habits)).collect()
}

fn won(games: &[Game]) -> usize {
    games.iter().filter(|game| game.status == Status::Won).count()
}

/// Every level of the random chain carries a walk that wins it, with keys alone.
#[test]
fn every_level_can_be_won_by_its_proof() {
    let (mut names, mut locks) = (BTreeSet::new(), 0);
    for (seed, depth) in (1..=12).flat_map(|seed| (1..=DEPTHS).map(move |depth| (seed, depth))) {
        let mut level = Level::new(seed, depth).unwrap();
        let walk = level.map().proof.as_ref().unwrap().walk.clone();
        for at in walk.into_iter().skip(1) {
            let dir = level.hero.way_to(at).unwrap();
            level.hero.step(dir).unwrap();
        }
        assert_eq!(Some(level.hero.at()), level.map().exit, "seed {seed}, depth {depth}");
        names.extend(level.map().spawns.iter().filter(|spawn| spawn.key.is_none()).map(|spawn| spawn.what.clone()));
        locks += level.map().doors.iter().flatten().filter(|door| door.lock.is_some()).count();
    }
    assert!(names.len() > 15 && locks > 20, "{names:?}, {locks} locks");
    assert!(names.iter().all(|name| thing(name).is_some()), "unknown: {names:?}");
}

#[test]
fn a_careful_player_often_wins() {
    let games = games(CAREFUL);
    assert!((games.len() / 4..games.len() * 3 / 4).contains(&won(&games)), "{} of {} won", won(&games), games.len());
}

#[test]
fn nobody_wins_without_things() {
    let games = games(Habits { items: false, pipes: false });
    assert_eq!(won(&games), 0);
    assert!(games.iter().all(|game| game.status != Status::Playing), "nobody is stuck");
    let early = games.iter().filter(|game| game.level.depth == 1).count();
    assert!(early <= 1, "the first level is kind: {early} of {} end there", games.len());
}

#[test]
fn monsters_grow_with_depth() {
    let strength = |depth| -> i32 {
        let levels = (1..=12).map(|seed| Level::new(seed, depth).unwrap());
        levels.flat_map(|level| level.monsters).map(|monster| monster.kind.hp * monster.kind.damage.1 as i32).sum()
    };
    let strengths = [1, 4, 7, DEPTHS].map(strength);
    assert!(strengths.windows(2).all(|pair| pair[0] < pair[1]), "{strengths:?}");
}
