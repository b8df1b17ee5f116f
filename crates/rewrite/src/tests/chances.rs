//! Exact chances of all outcomes on small boards, against many seeds.

use std::collections::BTreeMap;

use mapwright_core::{Size, Wrap};

use super::{run, twin};
use crate::board::BoardSize;
use crate::compile::{CompiledAction, Oriented, Program, RuleSet};
use crate::node::Node;
use crate::parse::KEEP;
use crate::{RewriteRules, Rule, all, one, prl};

type Chances = BTreeMap<Vec<u8>, f64>;

fn applied(orientation: &Oriented, shape: BoardSize, cells: &[u8], anchor: u32) -> Vec<u8> {
    let mut cells = cells.to_vec();
    written(orientation, shape, anchor).into_iter().for_each(|(cell, to)| cells[cell] = to);
    cells
}

fn written(orientation: &Oriented, shape: BoardSize, anchor: u32) -> Vec<(usize, u8)> {
    let (x, y, w) = (anchor % shape.w, anchor / shape.w, orientation.to.w);
    let cell = |i: u32| ((y + i / w) % shape.h * shape.w + (x + i % w) % shape.w) as usize;
    (0u32..).zip(&orientation.to.cells).filter(|&(_, &to)| to != KEEP).map(|(i, &to)| (cell(i), to)).collect()
}

/// All outcomes of `one`, turn by turn.
fn of_one(set: &RuleSet, shape: BoardSize, before: &Chances) -> Chances {
    let mut after = Chances::new();
    for (cells, chance) in before {
        let live = twin::matches(&set.orientations, shape, cells);
        let weight = |orientation: usize| f64::from(set.rules[set.orientations[orientation].rule].weight);
        let total: f64 = live.iter().map(|&(_, orientation)| weight(orientation)).sum();
        if live.is_empty() {
            *after.entry(cells.clone()).or_default() += chance;
        }
        for (anchor, orientation) in live {
            let next = applied(&set.orientations[orientation], shape, cells, anchor);
            *after.entry(next).or_default() += chance * weight(orientation) / total;
        }
    }
    after
}

/// All outcomes of a turn of `all`: every order of the matches is equally likely.
fn of_all(set: &RuleSet, shape: BoardSize, cells: &[u8]) -> Chances {
    fn orders(live: &[(u32, usize)]) -> Vec<Vec<(u32, usize)>> {
        if live.is_empty() {
            return vec![Vec::new()];
        }
        let first = |i: usize| {
            let mut rest = live.to_vec();
            let one = rest.remove(i);
            orders(&rest).into_iter().map(move |order| [vec![one], order].concat())
        };
        (0..live.len()).flat_map(first).collect()
    }
    let live = twin::matches(&set.orientations, shape, cells);
    assert!((2..=7).contains(&live.len()), "{live:?}");
    let orders = orders(&live);
    let mut chances = Chances::new();
    for order in &orders {
        let (mut next, mut taken) = (cells.to_vec(), Vec::new());
        for &(anchor, orientation) in order {
            let writes = written(&set.orientations[orientation], shape, anchor);
            if !writes.iter().any(|(cell, _)| taken.contains(cell)) {
                taken.extend(writes.iter().map(|&(cell, _)| cell));
                next = applied(&set.orientations[orientation], shape, &next, anchor);
            }
        }
        *chances.entry(next).or_default() += 1.0 / orders.len() as f64;
    }
    chances
}

fn check(node: Node, board: &str, wrap: Wrap, chances: impl Fn(&RuleSet, BoardSize, Vec<u8>) -> Chances) {
    let source = RewriteRules::new().set('?', "#.").then(node);
    let program = Program::compile(&source).unwrap();
    let mut alphabet = program.alphabet.clone();
    let rows: Vec<&str> = board.split('/').collect();
    let shape = BoardSize::new(Size::new(rows[0].len() as u16, rows.len() as u16), wrap);
    let cells: Vec<u8> = rows.concat().chars().map(|glyph| alphabet.symbol(glyph).unwrap()).collect();
    let CompiledAction::Rules(set) = &program.nodes[0].kind else { unreachable!() };
    let chances = chances(set, shape, cells.clone());
    let n = 6000;
    let mut counts: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
    (0..n).for_each(|seed| *counts.entry(run(&source, &program, shape, cells.clone(), seed).0).or_default() += 1);
    assert!(counts.keys().all(|outcome| chances.contains_key(outcome)), "{source:?}");
    let chi = chances.iter().map(|(outcome, chance)| {
        let expected = chance * n as f64;
        (f64::from(counts.get(outcome).copied().unwrap_or(0)) - expected).powi(2) / expected
    });
    let (chi, free) = (chi.sum::<f64>(), chances.len() as f64 - 1.0);
    assert!(chances.len() > 1 && chi < free + 5.0 * (2.0 * free).sqrt() + 5.0, "{chi} of {free}: {source:?}");
}

#[test]
fn one_draws_every_outcome_with_its_chance() {
    let turns = |n: usize| {
        move |set: &RuleSet, shape, cells: Vec<u8>| {
            (0..n).fold(Chances::from([(cells, 1.0)]), |now, _| of_one(set, shape, &now))
        }
    };
    for wrap in Wrap::ALL {
        check(one(".# -> ..").steps(3), "###/#.#/###", wrap, turns(3));
        check(one(["#. -> .#", "~# -> ~~"]).steps(4), "#.#/~##", wrap, turns(4));
        check(
            one([Rule::from("# -> .").weight(3), Rule::from("# -> ~"), Rule::from("#.# -> ~~~")]).steps(3),
            "##/##",
            wrap,
            turns(3),
        );
        check(one(["?~ -> ~.", "** -> #."]).steps(2), "#~/.~/~#", wrap, turns(2));
    }
}

#[test]
fn all_draws_every_outcome_with_its_chance() {
    let turn = |set: &RuleSet, shape, cells: Vec<u8>| of_all(set, shape, &cells);
    check(all("## -> ..").steps(1), "###/###", Wrap::None, turn);
    check(all(["#.# -> .#~", "#. -> ~#"]).steps(1), "#.##", Wrap::None, turn);
    check(all("## -> ..").steps(1), "#####", Wrap::X, turn);
}

#[test]
fn shares_are_drawn_cell_by_cell() {
    let halves = |set: &RuleSet, shape: BoardSize, cells: Vec<u8>| {
        let live = twin::matches(&set.orientations, shape, &cells);
        let n = live.len() as u32;
        let outcome = |chosen: u32| {
            let chosen = live.iter().zip(0..).filter(|&(_, i)| chosen >> i & 1 == 1).map(|(one, _)| one);
            chosen.fold(cells.clone(), |now, &(anchor, orientation)| {
                applied(&set.orientations[orientation], shape, &now, anchor)
            })
        };
        let mut chances = Chances::new();
        (0..1 << n).for_each(|chosen| *chances.entry(outcome(chosen)).or_default() += 0.5f64.powi(n as i32));
        chances
    };
    check(prl("# -> .").chance(0.5).steps(1), "##.#/#~##", Wrap::None, halves);
    check(all("# -> .").chance(0.5).steps(1), "##.#/#~##", Wrap::None, halves);
}
