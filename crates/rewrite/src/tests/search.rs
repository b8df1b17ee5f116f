//! Solutions as short as a naive search's, on small boards.

use std::collections::BTreeMap;

use mapwright_core::{BuildCx, MapRng, Size, Wrap};

use super::{random, shapes, twin};
use crate::board::Stamp;
use crate::board::{BoardSize, SymbolGrid};
use crate::compile::GoalPicture;
use crate::compile::{CompiledAction, Program, RuleSet};
use crate::meter::Meter;
use crate::search::{Unsolved, search};
use crate::{Goal, RewriteRules, Rules};

fn holds(target: &GoalPicture, shape: BoardSize, cells: &[u8]) -> bool {
    let place = |picture: &crate::symmetry::Picture<u32>, x: u32, y: u32| {
        let fits = (shape.wrap_x || x + picture.w <= shape.w) && (shape.wrap_y || y + picture.h <= shape.h);
        fits && picture.w <= shape.w
            && picture.h <= shape.h
            && (0..picture.h).all(|dy| {
                (0..picture.w).all(|dx| {
                    let cell = (y + dy) % shape.h * shape.w + (x + dx) % shape.w;
                    picture.cells[(dy * picture.w + dx) as usize] >> cells[cell as usize] & 1 == 1
                })
            })
    };
    let found = target.orientations.iter().any(|one| (0..shape.area()).any(|i| place(one, i % shape.w, i / shape.w)));
    found == target.is_present
}

/// The number of boards that can be reached, and of moves to the nearest one that fits all goals.
fn naive(set: &RuleSet, shape: BoardSize, cells: Vec<u8>) -> (usize, Option<u32>) {
    let mut seen = BTreeMap::from([(cells.clone(), 0)]);
    let (mut queue, mut next, mut best) = (vec![cells], 0, None);
    while next < queue.len() {
        let here = queue[next].clone();
        next += 1;
        let moves = seen[&here];
        if best.is_none() && set.targets.iter().all(|target| holds(target, shape, &here)) {
            best = Some(moves);
        }
        for (anchor, orientation) in twin::matches(&set.orientations, shape, &here) {
            let mut board = SymbolGrid::new(shape, here.clone());
            Stamp::new(&set.orientations[orientation], shape).write(&mut board, anchor);
            if !seen.contains_key(&board.cells) {
                seen.insert(board.cells.clone(), moves + 1);
                queue.push(board.cells);
            }
        }
    }
    (seen.len(), best)
}

/// A board some random matches on, as a picture.
fn wander(program: &Program, shape: BoardSize, cells: &[u8], rng: &mut MapRng) -> String {
    let CompiledAction::Rules(set) = &program.nodes[0].kind else { unreachable!() };
    let mut board = SymbolGrid::new(shape, cells.to_vec());
    for _ in 0..8 {
        let Some(&(anchor, orientation)) = rng.pick(&twin::matches(&set.orientations, shape, &board.cells)) else {
            break;
        };
        Stamp::new(&set.orientations[orientation], shape).write(&mut board, anchor);
    }
    let row = |row: &[u8]| row.iter().map(|&symbol| program.alphabet.glyph(symbol)).collect::<String>();
    board.cells.chunks(shape.w as usize).map(row).collect::<Vec<_>>().join("/")
}

#[test]
fn solutions_are_as_short_as_those_of_a_naive_search() {
    let mut rng = MapRng::new(41);
    let (mut solved, mut long, mut unsolved) = (0, 0, 0);
    for round in 0..60usize {
        for shape in shapes().filter(|shape| shape.area() <= 7) {
            let mut rules = random::rules(&mut rng, random::pattern, false, false);
            rules.0.truncate(1 + round % 3);
            let compile = |goal: Goal, rules: &Rules| {
                let source =
                    RewriteRules::new().set('?', "#~").set('!', ".\"~").then(crate::search(goal, rules.clone()));
                let program = Program::compile(&source).unwrap();
                (source, program)
            };
            let picture = random::pattern(&mut rng).split(" -> ").next().unwrap().to_owned();
            let (mut source, mut program) = compile(Goal::absent(picture), &rules);
            let symbols = program.alphabet.used().len() as u32;
            let cells: Vec<u8> = (0..shape.area()).map(|_| rng.below(symbols) as u8).collect();
            if round % 2 == 0 {
                // The sets number all symbols, so a board means the same to both programs.
                let there = wander(&program, shape, &cells, &mut rng);
                (source, program) = compile(Goal::present(there), &rules);
            }
            let CompiledAction::Rules(set) = &program.nodes[0].kind else { unreachable!() };
            let (reachable, best) = naive(set, shape, cells.clone());
            let stamps = Stamp::all(set, shape);
            let mut board = SymbolGrid::new(shape, cells);
            let meter = &mut Meter::new(shape, u64::MAX);
            match (search(set, Goal::STATES, (&stamps, &[]), &board, meter, &mut BuildCx::new(0, "", 0)).unwrap(), best)
            {
                (Ok(moves), Some(best)) => {
                    assert_eq!(moves.len() as u32, best, "{source:?}");
                    for (anchor, orientation) in moves {
                        assert!(stamps[orientation].is_live(&board, shape.point(anchor)), "{source:?}");
                        stamps[orientation].write(&mut board, anchor);
                    }
                    assert!(set.targets.iter().all(|target| holds(target, shape, &board.cells)), "{source:?}");
                    (solved, long) = (solved + 1, long + u32::from(best > 1));
                }
                (Err(Unsolved::Exhausted(n)), None) => {
                    assert!(n as usize <= reachable, "{source:?}");
                    unsolved += 1;
                }
                other => panic!("{other:?}: {source:?}"),
            }
        }
    }
    assert!(solved > 100 && long > 50 && unsolved > 100, "{solved} solved, {long} of them long, {unsolved} not");
}

/// Large goals on large boards take long to estimate, so the work is limited too, whatever the number of boards.
#[test]
fn a_search_ends_with_its_work() {
    let rules = Rules::from(".~ -> ~.");
    let goal = Goal { states: 10_000_000, ..Goal::present("~~~/~~~/~~~") };
    let program = Program::compile(&RewriteRules::new().then(crate::search(goal, rules))).unwrap();
    let CompiledAction::Rules(set) = &program.nodes[0].kind else { unreachable!() };
    let (shape, symbols) = (BoardSize::new(Size::new(20, 15), Wrap::None), program.alphabet.used().len() as u32);
    let mut rng = MapRng::new(4);
    let cells: Vec<u8> = (0..shape.area()).map(|_| rng.below(symbols) as u8).collect();
    let (board, stamps) = (SymbolGrid::new(shape, cells), Stamp::all(set, shape));
    let found = |work, cx: &mut BuildCx<'_>| {
        search(set, 10_000_000, (&stamps, &[]), &board, &mut Meter::new(shape, work), cx).unwrap()
    };
    let boards = |work| match found(work, &mut BuildCx::new(0, "", 0)) {
        Err(Unsolved::TooSlow(boards)) => boards,
        other => panic!("{other:?}"),
    };
    let [few, more] = [10_000, 100_000].map(boards);
    assert!(1 < few && few < more && u64::from(more) < 100_000, "{few} {more}");
    let message = Unsolved::TooSlow(few).to_string();
    assert!(message.starts_with(&format!("no solution among {few} maps, which took as long as a search may take")));
}
