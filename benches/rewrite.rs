//! Rewrite rules against absolute limits: `cargo bench -p mapwright-benches --bench rewrite`. Fails if the best of three
//! runs is slower than its limit.
//!
//! The limits are milliseconds on one core of a machine on which MarkovJunior takes, at 1025×1025, 900 to 1,130 for growth,
//! 370 to 540 for maze growth, 1,260 to 1,460 for the backtracker, 7,150 for attaching rooms, 3,800 to 4,400 for Nystrom's
//! dungeon, 120 to 150 for a turn of Life, and 3,100 for 20,000 steps of biased growth at 257×257.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "what fails to build cannot be measured")]

use std::time::Instant;

use mapwright::prelude::*;
use mapwright::recipe::{Recipe, template};
use mapwright::rewrite::{Around, At, DistanceField, RewriteRules, count, one, prl};

fn growth() -> RewriteRules {
    RewriteRules::new().put('.', At::Center).then(one(".# -> .."))
}

fn maze_growth() -> RewriteRules {
    RewriteRules::new().symbol('R', Tile::FLOOR).put('R', At::Cell(1, 1)).then(one("R## -> R.R"))
}

fn backtracker() -> RewriteRules {
    let rules = RewriteRules::new().symbol('R', Tile::FLOOR).symbol('G', Tile::FLOOR);
    rules.put('R', At::Cell(1, 1)).markov([one("R## -> GGR"), one("RGG -> ..R")])
}

fn dungeon() -> RewriteRules {
    let rules =
        RewriteRules::new().symbol('A', Tile::WALL).symbol('R', Tile::WALL).symbol('C', Tile::DOOR).set('?', "#R");
    let room = "**?**/*###*/*###?/*###*/**R** -> AARAA/A...A/A...R/A...A/AACAA";
    rules.put('R', At::Center).then(one(room))
}

fn cave() -> RewriteRules {
    let noise = RewriteRules::new().fill('.').then(prl(". -> #").chance(0.435).steps(1));
    noise.then(count(Around::Eight, [". -> # if # 5..8", "# -> . if . 6..8"]).steps(100))
}

fn life(turns: u32) -> RewriteRules {
    let noise = RewriteRules::new().fill('.').then(prl(". -> #").chance(0.3).steps(1));
    noise.then(count(Around::Eight, [". -> # if # 3", "# -> . if # 0..1,4..8"]).steps(turns))
}

fn biased() -> RewriteRules {
    let ends = RewriteRules::new().put('.', At::Cell(1, 1)).put('~', At::Center);
    ends.then(one(".# -> ..").field(DistanceField::toward('.', "~", "#")).temperature(10.0).steps(20_000))
}

/// Nystrom's dungeon, with as many rooms for each cell as the bundled recipe has.
fn nystrom(side: u16) -> BuilderChain {
    let mut recipe: serde_json::Value = serde_json::from_str(&template("rewrite-nystrom").unwrap()).unwrap();
    let rooms = 18 * u64::from(side) * u64::from(side) / (71 * 45);
    (recipe["width"], recipe["height"]) = (side.into(), side.into());
    recipe["initial"]["program"][2]["steps"] = rooms.into();
    recipe["metas"] = serde_json::Value::Array(Vec::new());
    recipe.to_string().parse::<Recipe>().unwrap().chain().unwrap()
}

fn best(side: u16, rules: &RewriteRules) -> f64 {
    best_of(&BuilderChain::start_with(Size::new(side, side), rules.clone()))
}

fn best_of(chain: &BuilderChain) -> f64 {
    let time = |seed| {
        let begun = Instant::now();
        chain.build(seed).unwrap();
        begun.elapsed().as_secs_f64() * 1000.0
    };
    (1..=3).map(time).fold(f64::INFINITY, f64::min)
}

fn main() {
    let models: [(&str, RewriteRules, f64, f64); 6] = [
        ("growth", growth(), 20.0, 360.0),
        ("maze growth", maze_growth(), 6.0, 105.0),
        ("backtracker", backtracker(), 20.0, 360.0),
        ("attached rooms", dungeon(), 20.0, 400.0),
        ("cave", cave(), 4.0, 50.0),
        ("biased growth", biased(), 20.0, 100.0),
    ];
    let mut is_slow = false;
    let mut report = |name: &str, side: u16, took: f64, limit: f64| {
        println!("{name:>16} {side:5}²  {took:8.2} ms, limit {limit}");
        is_slow |= took > limit;
    };
    for (name, rules, small, large) in &models {
        report(name, 257, best(257, rules), *small);
        report(name, 1025, best(1025, rules), *large);
    }
    report("Nystrom's", 257, best_of(&nystrom(257)), 60.0);
    report("Nystrom's", 1025, best_of(&nystrom(1025)), 760.0);
    let turn = (best(1025, &life(110)) - best(1025, &life(10))) / 100.0;
    report("a turn of Life", 1025, turn, 0.75);
    std::process::exit(is_slow.into());
}
