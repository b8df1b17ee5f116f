//! Random programs.

use mapwright_core::{BuildCx, MapRng};

use super::{run, shapes, twin};
use crate::board::Match;
use crate::board::{BoardSize, SymbolGrid};
use crate::compile::{CompiledAction, Program};
use crate::live::Live;
use crate::meter::Meter;
use crate::node::{Action, Around, At, Choice, DistanceField, Node, Path, Rule, Rules, StepLimit};
use crate::{RewriteRules, RuleSymmetry, markov, repeat, sequence};

const SYMBOLS: [char; 4] = ['#', '.', '~', '"'];

fn pick<T: Copy>(rng: &mut MapRng, items: &[T]) -> T {
    items[rng.below(items.len() as u32) as usize]
}

/// A picture of at most 3×3 cells, and one of the same size to turn into.
pub(super) fn pattern(rng: &mut MapRng) -> String {
    let (w, h) = (rng.range(1, 3), rng.range(1, 3));
    let mut picture = |glyphs: &[char]| {
        let row = |rng: &mut MapRng| (0..w).map(|_| pick(rng, glyphs)).collect::<String>();
        (0..h).map(|_| row(rng)).collect::<Vec<_>>().join("/")
    };
    let from = picture(&['#', '.', '~', '"', '?', '!', '*', '*']);
    format!("{from} -> {}", picture(&['#', '.', '~', '"', '*']))
}

fn counting(rng: &mut MapRng) -> String {
    let from = pick(rng, &['#', '.', '~', '?', '*']);
    let low = rng.below(9);
    let high = rng.range(low, 8);
    format!("{from} -> {} if {} {low}..{high}", pick(rng, &SYMBOLS), pick(rng, &['#', '.', '?', '!']))
}

pub(super) fn rules(rng: &mut MapRng, text: fn(&mut MapRng) -> String, weights: bool, shares: bool) -> Rules {
    let mut rule = |_| {
        let mut rule = Rule::new(text(rng));
        rule.weight = if weights { rng.range(1, 3) } else { 1 };
        rule.chance = (shares && rng.chance(0.4)).then(|| f64::from(rng.below(5)) / 4.0);
        rule
    };
    let n = 3;
    Rules((0..n).map(&mut rule).collect())
}

fn leaf(rng: &mut MapRng) -> Node {
    let shape = rng.below(10);
    let fields = shape == 0 || shape == 1;
    let action = match shape {
        0..=3 => Action::Rules(Choice::One, rules(rng, pattern, !fields, false)),
        4 | 5 => Action::Rules(Choice::All, rules(rng, pattern, false, true)),
        6 | 7 => Action::Rules(Choice::Prl, rules(rng, pattern, false, true)),
        8 => {
            let rules = rules(rng, counting, false, true);
            Action::Rules(Choice::Count(pick(rng, &[Around::Four, Around::Eight])), rules)
        }
        _ => Action::Path(Path {
            paint: pick(rng, &SYMBOLS),
            from: pick(rng, &["#", "?", "~"]).to_owned(),
            to: pick(rng, &[".", "\"", "!"]).to_owned(),
            on: pick(rng, &["#", "~.", "\"#"]).to_owned(),
            inertia: rng.chance(0.5),
            longest: rng.chance(0.5),
            around: Around::Four,
        }),
    };
    let mut node = Node { action, ..crate::put('#', At::Random).steps(rng.below(12)) };
    if matches!(node.action, Action::Rules(Choice::One | Choice::All | Choice::Prl, _)) {
        node.symmetry = pick(rng, &RuleSymmetry::ALL);
    }
    if fields {
        node.fields = (0..2).map(|_| field(rng)).collect();
        node.temperature = f64::from(rng.below(3)) * 1.5;
    }
    node
}

fn field(rng: &mut MapRng) -> DistanceField {
    let of = pick(rng, &SYMBOLS);
    let (to, on) = (pick(rng, &["#", "?", "~"]).to_owned(), pick(rng, &["#.", "!~", "*"]).to_owned());
    DistanceField { of, to, on, away: rng.chance(0.3), recompute: rng.chance(0.3), essential: false }
}

fn node(rng: &mut MapRng, depth: u32) -> Node {
    if depth == 0 || rng.chance(0.5) {
        return if rng.chance(0.1) { crate::put(pick(rng, &SYMBOLS), At::Random) } else { leaf(rng) };
    }
    let children: Vec<Node> = (0..rng.range(1, 3)).map(|_| node(rng, depth - 1)).collect();
    match rng.below(3) {
        0 => markov(children).steps(rng.below(20)),
        1 => sequence(children),
        _ => repeat(children).steps(rng.below(4)),
    }
}

pub(super) fn program(rng: &mut MapRng) -> RewriteRules {
    let mut rules = RewriteRules::new().set('?', "#~").set('!', ".\"~");
    rules.program = (0..rng.range(1, 3)).map(|_| node(rng, 2)).collect();
    rules
}

fn noise(rng: &mut MapRng, shape: BoardSize, symbols: u32) -> Vec<u8> {
    (0..shape.area()).map(|_| rng.below(symbols) as u8).collect()
}

#[test]
fn the_fast_interpreter_gives_the_bytes_of_the_naive_one() {
    let mut rng = MapRng::new(11);
    let mut changed = 0;
    for round in 0..40 {
        for shape in shapes() {
            let source = program(&mut rng);
            let compiled = Program::compile(&source).unwrap();
            let cells = noise(&mut rng, shape, compiled.alphabet.used().len() as u32);
            let (fast, rest) = run(&source, &compiled, shape, cells.clone(), round);
            let (naive, naive_rest) = twin::run(&source, &compiled, shape, cells.clone(), round);
            changed += u32::from(fast != cells);
            assert_eq!(fast, naive, "{source:?} on {shape:?} from {cells:?}");
            assert_eq!(rest, naive_rest, "{source:?} on {shape:?}");
        }
    }
    assert!(changed > 1000, "{changed} boards changed");
}

#[test]
fn the_live_set_is_what_a_new_scan_finds() {
    let mut rng = MapRng::new(12);
    for shape in shapes() {
        for _ in 0..10 {
            let mut node = crate::all("# -> .").symmetry(pick(&mut rng, &RuleSymmetry::ALL));
            node.action = Action::Rules(Choice::All, rules(&mut rng, pattern, false, false));
            let mut source = RewriteRules::new().set('?', "#~").set('!', ".\"~").then(node);
            source.program[0].steps = Some(StepLimit::Number(1));
            let program = Program::compile(&source).unwrap();
            let CompiledAction::Rules(set) = &program.nodes[0].kind else { unreachable!() };
            let symbols = program.alphabet.used().len() as u32;
            let mut board = SymbolGrid::new(shape, noise(&mut rng, shape, symbols));
            let mut live = Live::new(set, shape);
            let (mut meter, mut cx) = (Meter::new(shape, 0), BuildCx::new(1, "rewrite", 0));
            for _ in 0..30 {
                board.begin_turn();
                live.catch_up(&board, &mut meter, &mut cx).unwrap();
                let found: Vec<Match> =
                    live.all(&meter, &cx).unwrap().into_iter().map(|number| live.matched(number)).collect();
                assert_eq!(found, twin::matches(&set.orientations, shape, &board.cells), "{source:?}");
                for _ in 0..rng.below(40) {
                    board.set(rng.below(shape.area()), rng.below(symbols) as u8);
                }
            }
        }
    }
}

#[test]
fn each_leaf_gives_the_bytes_of_the_naive_one() {
    let mut rng = MapRng::new(13);
    for round in 0..100 {
        for shape in shapes() {
            let mut source = RewriteRules::new().set('?', "#~").set('!', ".\"~");
            source.program = vec![leaf(&mut rng)];
            let compiled = Program::compile(&source).unwrap();
            let cells = noise(&mut rng, shape, compiled.alphabet.used().len() as u32);
            let fast = run(&source, &compiled, shape, cells.clone(), round);
            let naive = twin::run(&source, &compiled, shape, cells.clone(), round);
            assert_eq!(fast, naive, "{source:?} on {shape:?} from {cells:?}");
        }
    }
}
