//! `search` on maps: boxes are pushed, and without a solution the error says how far it looked.

use mapwright_core::{
    BuildCx, BuilderChain, BuilderMap, FrameKind, History, MetaMapBuilder, Palette, Size, Tile, Wrap,
};
use mapwright_rewrite::{At, Goal, RewriteRules, Rule, Rules, one, put, search};

/// Steps and pushes: `"` is the person, `&` a box, `=` a target, `o` a box on it, `:` the person on it.
fn moves() -> Rules {
    let mut rules = Vec::new();
    for (person, left) in [('"', '.'), (':', '=')] {
        for (free, boxed, taken) in [('.', '&', '"'), ('=', 'o', ':')] {
            rules.push(Rule::new(format!("{person}{free} -> {left}{taken}")));
            for (open, filled) in [('.', '&'), ('=', 'o')] {
                rules.push(Rule::new(format!("{person}{boxed}{open} -> {left}{taken}{filled}")));
            }
        }
    }
    Rules(rules)
}

fn map(rows: &[&str]) -> BuilderMap {
    let size = Size::new(rows[0].len() as u16, rows.len() as u16);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    for (cell, glyph) in (0u32..).zip(rows.concat().chars()) {
        map.tiles[cell] = Palette::default().tile(glyph).unwrap();
    }
    map
}

fn solve(goal: Goal, rules: impl Into<Rules>, rows: &[&str]) -> Result<Vec<String>, String> {
    let mut map = map(rows);
    let rules = RewriteRules::new().then(search(goal, rules));
    rules.apply(&mut map, &mut BuildCx::new(1, "rewrite", 0)).map_err(|error| error.to_string())?;
    let palette = Palette::default();
    Ok(map.tiles.rows().map(|row| row.iter().map(|&tile| palette.look(tile).glyph).collect()).collect())
}

const LEVEL: [&str; 5] = ["#######", "#.\"...#", "#.&.&.#", "#=..=.#", "#######"];

#[test]
fn boxes_are_pushed_onto_targets() {
    // Each box down once, but the left one needs a push to the left, or down and then left.
    let solved = solve(Goal::absent("&"), moves(), &LEVEL).unwrap();
    assert_eq!(solved.concat().matches('o').count(), 2);
    assert!(!solved.concat().contains(['&', '=']), "{solved:?}");
    // A goal that is reached already asks for no move.
    assert_eq!(solve(Goal::absent("o"), moves(), &LEVEL).unwrap(), LEVEL);
    let one = Goal { absent: Some("\".".into()), ..Goal::present("o") };
    assert_eq!(solve(one, moves(), &LEVEL).unwrap().concat().matches('o').count(), 1);
}

#[test]
fn without_a_solution_the_error_says_how_far_it_looked() {
    let stuck = ["####", "#&.#", "#\"=#", "####"];
    let all = "program[0].search: no solution; none of the 3 maps that its rules can reach fits";
    assert_eq!(solve(Goal::absent("&"), moves(), &stuck).unwrap_err(), all);
    let few = Goal { states: 10, ..Goal::absent("&") };
    let gave_up = "program[0].search: no solution among the first 10 maps; raise `states`, or relax the goal";
    assert_eq!(solve(few, moves(), &LEVEL).unwrap_err(), gave_up);
}

/// A search claims memory for the maps that it finds, not for all that `states` allows.
#[test]
fn a_search_takes_memory_as_it_goes_and_says_when_there_is_no_more() {
    let find = |goal: Goal| {
        let rules = search(Goal { states: 10_000_000, ..goal }, ". -> =");
        let rules = RewriteRules::new().fill('.').then(rules);
        let chain = BuilderChain::start_with(Size::new(12, 12), rules).memory_limit(300_000);
        chain.build(1).map(|_| ()).map_err(|error| error.to_string())
    };
    find(Goal::present("=")).unwrap();
    let error = find(Goal::present("===/===")).unwrap_err();
    assert!(
        error.contains("of at most `states`; more would take over 300000 bytes: raise the memory limit"),
        "{error}"
    );
    let none = "initial rewrite: program[0].search: no solution; none of the 1 maps that its rules can reach fits";
    assert_eq!(find(Goal::present("~")).unwrap_err(), none);
}

#[test]
fn what_a_search_needs_is_checked() {
    let check = |node, message: &str| {
        assert_eq!(RewriteRules::new().then(node).check_program().unwrap_err().to_string(), message);
    };
    let none = Goal { absent: None, ..Goal::absent("&") };
    check(search(none, moves()), "program[0].search: a search has no goal; expected `present`, `absent` or `observe`");
    let states = Goal { states: 0, ..Goal::absent("&") };
    check(
        search(states, moves()),
        "program[0].search: `states` is out of range; expected an integer from 1 to 10000000",
    );
    check(
        search(Goal::absent("#"), Rule::new("#. -> .#").weight(2)),
        "program[0].search: `weight` has no effect here; it goes with `one` without `fields` and `observe`",
    );
    check(
        search(Goal::absent("# ."), "#. -> .#"),
        "program[0].search.absent: line 1, column 3: expected one picture: rows separated by `/`\n  # .\n    ^",
    );
    let steps = search(Goal::absent("&"), moves()).steps(3);
    check(steps, "program[0].search: `steps` has no effect here; expected a node that takes turns");
}

#[test]
fn every_move_is_a_step_of_the_animation() {
    let rules = RewriteRules::new()
        .fill('.')
        .then(put('"', At::Left))
        .then(put('=', At::Right))
        .then(search(Goal::present(":"), moves()))
        .then(one(": -> #"));
    let chain = BuilderChain::start_with(Size::new(9, 1), rules);
    let mut history = History::every(1);
    let recorded = chain.build_with(1, &mut history).unwrap();
    assert_eq!(recorded, chain.build(1).unwrap());
    let steps = history.frames().iter().filter(|frame| frame.kind == FrameKind::Step).count();
    assert!((10..=11).contains(&steps), "{steps} steps");
}
