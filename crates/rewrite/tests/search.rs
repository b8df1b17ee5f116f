//! `search` on maps: boxes are pushed, and without a solution the error says how far it looked.
#![allow(clippy::unwrap_used)]

use mapwright_core::{
    BuildCx, BuilderChain, BuilderMap, FrameKind, History, MetaMapBuilder, Palette, Size, Tile, Wrap,
};
use mapwright_rewrite::{At, RewriteRules, Rule, Rules, Search, one, put, search};

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

fn solve(rules: Search, rows: &[&str]) -> Result<Vec<String>, String> {
    let mut map = map(rows);
    let rules = RewriteRules::new().then(search(rules));
    rules.apply(&mut map, &mut BuildCx::new(1, "rewrite", 0)).map_err(|error| error.to_string())?;
    let palette = Palette::default();
    Ok(map.tiles.rows().map(|row| row.iter().map(|&tile| palette.look(tile).glyph).collect()).collect())
}

const LEVEL: [&str; 5] = ["#######", "#.\"...#", "#.&.&.#", "#=..=.#", "#######"];

#[test]
fn boxes_are_pushed_onto_targets() {
    // Each box down once, but the left one needs a push to the left, or down and then left.
    let solved = solve(Search::absent(moves(), "&"), &LEVEL).unwrap();
    assert_eq!(solved.concat().matches('o').count(), 2);
    assert!(!solved.concat().contains(['&', '=']), "{solved:?}");
    // A goal that is reached already asks for no move.
    assert_eq!(solve(Search::absent(moves(), "o"), &LEVEL).unwrap(), LEVEL);
    let one = Search { absent: Some("\".".into()), ..Search::present(moves(), "o") };
    assert_eq!(solve(one, &LEVEL).unwrap().concat().matches('o').count(), 1);
}

#[test]
fn without_a_solution_the_error_says_how_far_it_looked() {
    let stuck = ["####", "#&.#", "#\"=#", "####"];
    let all = "program[0].search: no solution; searched all 3 maps that its rules can lead to";
    assert_eq!(solve(Search::absent(moves(), "&"), &stuck).unwrap_err(), all);
    let few = Search { states: 10, ..Search::absent(moves(), "&") };
    let gave_up = "program[0].search: no solution among the first 10 maps; raise `states`, or expect less";
    assert_eq!(solve(few, &LEVEL).unwrap_err(), gave_up);
    let cells = vec!["."; 1000].concat();
    let rows: Vec<&str> = vec![&cells; 1000];
    let vast = solve(Search { states: 10_000_000, ..Search::present([". -> ="], "~") }, &rows).unwrap_err();
    assert!(vast.contains("would take up to"), "{vast}");
}

#[test]
fn what_a_search_needs_is_checked() {
    let check = |node, message: &str| {
        assert_eq!(RewriteRules::new().then(node).check_program().unwrap_err().to_string(), message);
    };
    let none = Search { absent: None, ..Search::absent(moves(), "&") };
    check(search(none), "program[0].search: a search has no goal; expected `present` or `absent`");
    let states = Search { states: 0, ..Search::absent(moves(), "&") };
    check(search(states), "program[0].search: `states` is out of range; expected an integer from 1 to 10000000");
    let weight = Search::absent(Rule::new("#. -> .#").weight(2), "#");
    check(search(weight), "program[0].search: `weight` and `p` have no effect in `search`");
    check(
        search(Search::absent("#. -> .#", "# .")),
        "program[0].search.absent: line 1, column 3: expected one picture: rows separated by `/`\n  # .\n    ^",
    );
    let steps = search(Search::absent(moves(), "&")).steps(3);
    check(steps, "program[0].search: `steps` has no effect here; expected a node that takes turns");
}

#[test]
fn every_move_is_a_step_of_the_film() {
    let rules = RewriteRules::new()
        .fill('.')
        .then(put('"', At::Left))
        .then(put('=', At::Right))
        .then(search(Search::present(moves(), ":")))
        .then(one(": -> #"));
    let chain = BuilderChain::start_with(Size::new(9, 1), rules);
    let mut history = History::every(1);
    let recorded = chain.build_recorded(1, &mut history).unwrap();
    assert_eq!(recorded, chain.build(1).unwrap());
    let steps = history.frames().iter().filter(|frame| frame.kind == FrameKind::Step).count();
    assert!((10..=11).contains(&steps), "{steps} steps");
}
