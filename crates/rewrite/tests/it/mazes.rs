//! Mazes written as rules are spanning trees, and Wilson's are uniform.
#![allow(clippy::panic)]

use std::collections::BTreeMap;

use mapwright_core::{BuilderChain, BuilderMap, Size, Tile};
use mapwright_rewrite::{At, RewriteRules, markov, one, prl};

fn backtracker() -> RewriteRules {
    let rules = RewriteRules::new().symbol('R', Tile::FLOOR).symbol('G', Tile::FLOOR);
    rules.put('R', At::Cell(1, 1)).markov([one("R## -> GGR"), one("RGG -> ..R")])
}

fn growth() -> RewriteRules {
    RewriteRules::new().symbol('R', Tile::FLOOR).put('R', At::Cell(1, 1)).then(one("R## -> R.R"))
}

/// Loop-erased random walks: R walks from L to the tree T along P, erasing with U what it closes to a loop at O.
fn wilson() -> RewriteRules {
    let floors = "TtPgOUR".chars().fold(RewriteRules::new(), |rules, glyph| rules.symbol(glyph, Tile::FLOOR));
    let walk = markov([
        one(["UgP -> L#U", "UgO -> L#R"]),
        one("tgP -> T.t"),
        one("t -> T"),
        one(["R#L -> PgR", "R#T -> t.T", "R#P -> U#O", "RgP -> L#R"]),
        one("L -> R"),
    ]);
    let lattice = floors.symbol('L', Tile::WALL).put('L', At::Cell(1, 1)).then(prl("L## -> **L"));
    lattice.then(one("L -> T").steps(1)).then(walk.steps(10_000_000))
}

/// The joints of a maze between cells at odd places, in row-major order; fails if it is no spanning tree.
fn tree(map: &BuilderMap) -> Vec<u32> {
    let size = map.size();
    let is_open = |x: u16, y: u16| map.tiles[(y * size.w + x) as u32] == Tile::FLOOR;
    let (w, h) = ((size.w - 1) / 2, (size.h - 1) / 2);
    let mut root: Vec<usize> = (0..usize::from(w * h)).collect();
    let find = |root: &Vec<usize>, mut i: usize| {
        while root[i] != i {
            i = root[i];
        }
        i
    };
    let mut joints = Vec::new();
    for y in 0..size.h {
        for x in 0..size.w {
            match (x % 2, y % 2) {
                (1, 1) => assert!(is_open(x, y)),
                (0, 0) => assert!(!is_open(x, y)),
                _ if !is_open(x, y) => (),
                _ if x == 0 || y == 0 || x + 1 == size.w || y + 1 == size.h => {
                    panic!("open border at {x}, {y} of {size}")
                }
                (across, _) => {
                    let (a, b) = if across == 0 { ((x - 1, y), (x + 1, y)) } else { ((x, y - 1), (x, y + 1)) };
                    let number = |(x, y): (u16, u16)| usize::from(y / 2 * w + x / 2);
                    let (a, b) = (find(&root, number(a)), find(&root, number(b)));
                    assert_ne!(a, b, "a loop");
                    root[a] = b;
                    joints.push(u32::from(y * size.w + x));
                }
            }
        }
    }
    assert_eq!(joints.len() + 1, usize::from(w * h));
    joints
}

#[test]
fn mazes_of_rules_are_spanning_trees() {
    for size in [(3, 3), (3, 9), (9, 3), (5, 17), (31, 21), (65, 3), (129, 5)].map(|(w, h)| Size::new(w, h)) {
        for seed in 0..5 {
            for rules in [backtracker(), growth(), wilson()] {
                tree(&BuilderChain::start_with(size, rules).build(seed).unwrap());
            }
        }
    }
}

#[test]
fn wilson_draws_every_tree_of_nine_cells_equally_often() {
    let chain = BuilderChain::start_with(Size::new(7, 7), wilson());
    let mut counts: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
    let n = 192 * 25;
    (0..n).for_each(|seed| *counts.entry(tree(&chain.build(seed).unwrap())).or_default() += 1);
    assert_eq!(counts.len(), 192);
    let chi = counts.values().map(|&count| (f64::from(count) - 25.0).powi(2) / 25.0).sum::<f64>();
    // Mean 191, variance 382: five standard deviations.
    assert!(chi < 191.0 + 5.0 * 382f64.sqrt(), "{chi}");
    // The backtracker is not uniform: the test can fail.
    let mut counts: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
    let chain = BuilderChain::start_with(Size::new(7, 7), backtracker());
    (0..2000).for_each(|seed| *counts.entry(tree(&chain.build(seed).unwrap())).or_default() += 1);
    assert!(counts.len() < 192);
}
