//! Distances of what is observed, against an exhaustive search on small boards.

use std::collections::BTreeMap;

use mapwright_core::{BuildCx, MapRng, Size, Wrap};

use super::{random, shapes, twin};
use crate::board::{BoardSize, Stamp, SymbolGrid};
use crate::compile::{CompiledAction, Program, RuleSet};
use crate::meter::Meter;
use crate::observe::{begin, distances, farthest, is_reached};
use crate::search::{Unsolved, search};
use crate::symbols::Mask;
use crate::{Goal, Observation, RewriteRules};

/// The fewest matches until every cell is what it has to be; `None` if that cannot be.
fn naive(set: &RuleSet, shape: BoardSize, cells: Vec<u8>, wanted: &[Mask]) -> Option<u32> {
    let mut seen = BTreeMap::from([(cells.clone(), 0)]);
    let (mut queue, mut next) = (vec![cells], 0);
    while let Some(here) = queue.get(next).cloned() {
        next += 1;
        if here.iter().zip(wanted).all(|(symbol, mask)| mask >> symbol & 1 == 1) {
            return Some(seen[&here]);
        }
        for (anchor, orientation) in twin::matches(&set.orientations, shape, &here) {
            let mut board = SymbolGrid::new(shape, here.clone());
            Stamp::new(&set.orientations[orientation], shape).write(&mut board, anchor);
            if !seen.contains_key(&board.cells) {
                seen.insert(board.cells.clone(), seen[&here] + 1);
                queue.push(board.cells);
            }
        }
    }
    None
}

#[test]
fn no_distance_exceeds_the_true_one_and_a_search_finds_that() {
    let mut rng = MapRng::new(43);
    let (mut exact, mut below, mut lost, mut solved) = (0, 0, 0, 0);
    for round in 0..60usize {
        for shape in shapes().filter(|shape| shape.area() <= 7) {
            let mut rules = random::rules(&mut rng, random::pattern, false, false);
            rules.0.truncate(1 + round % 3);
            let mut node = crate::search(Goal::default(), rules);
            for (of, to) in [('#', "#~"), ('~', ".~"), ('.', "\"."), ('"', "!")].into_iter().take(1 + round % 4) {
                node = node.observe(Observation::new(of, to).from(['#', '~', '.'][rng.below(3) as usize]));
            }
            let source = RewriteRules::new().set('?', "#~").set('!', ".\"~").then(node);
            let program = Program::compile(&source).unwrap();
            let CompiledAction::Rules(set) = &program.nodes[0].kind else { unreachable!() };
            let symbols = program.alphabet.used().len() as u32;
            let cells = (0..shape.area()).map(|_| rng.below(symbols) as u8).collect();
            let mut board = SymbolGrid::new(shape, cells);
            let before = board.cells.clone();
            let Some(wanted) = begin(set, &mut board) else {
                assert_eq!(board.cells, before);
                continue;
            };
            let (stamps, cx) = (Stamp::all(set, shape), &mut BuildCx::new(0, "", 0));
            let far = distances(set, &stamps, &wanted, &board, cx).unwrap();
            let (bound, best) = (farthest(&far, &board), naive(set, shape, board.cells.clone(), &wanted));
            match (bound, best) {
                (Some(bound), Some(best)) if bound == best => exact += 1,
                (Some(bound), Some(best)) if bound < best => below += 1,
                (_, None) => lost += 1,
                _ => panic!("{bound:?} is more than {best:?}: {source:?} {before:?}"),
            }
            let meter = &mut Meter::new(shape, u64::MAX);
            match (search(set, Goal::STATES, (&stamps, &far), &board, meter, cx).unwrap(), best) {
                (Ok(moves), Some(best)) => {
                    assert_eq!(moves.len() as u32, best, "{source:?}");
                    for (anchor, orientation) in moves {
                        assert!(stamps[orientation].is_live(&board, shape.point(anchor)), "{source:?}");
                        stamps[orientation].write(&mut board, anchor);
                    }
                    assert!(is_reached(&wanted, &board), "{source:?}");
                    solved += u32::from(best > 1);
                }
                (Err(Unsolved::Exhausted(_)), None) => {}
                other => panic!("{other:?}: {source:?}"),
            }
        }
    }
    assert!(exact > 30 && below > 10 && lost > 100 && solved > 10, "{exact} {below} {lost} {solved}");
}

#[test]
fn a_match_comes_before_the_last_of_what_it_leads_to() {
    // `##` becomes `~.` and then `".`: the second match is one away from the end, so the first is two away.
    let node = crate::search(Goal::default(), ["## -> ~.", "~ -> \""])
        .observe(Observation::new('o', "\"").from('#'))
        .observe(Observation::new('%', ".").from('#'));
    let program = Program::compile(&RewriteRules::new().then(node)).unwrap();
    let CompiledAction::Rules(set) = &program.nodes[0].kind else { unreachable!() };
    let shape = BoardSize::new(Size::new(2, 1), Wrap::None);
    let code = |glyph: char| (0u8..).zip(program.alphabet.used()).find(|(_, used)| used.0 == glyph).unwrap().0;
    let mut board = SymbolGrid::new(shape, ['o', '%'].map(code).to_vec());
    let wanted = begin(set, &mut board).unwrap();
    let far = distances(set, &Stamp::all(set, shape), &wanted, &board, &mut BuildCx::new(0, "", 0)).unwrap();
    assert_eq!(farthest(&far, &board), Some(2));
}
