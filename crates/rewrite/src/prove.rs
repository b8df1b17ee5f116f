//! A proof, before a program runs, that it ends.
//!
//! A *rank set* is a set of symbols of which no rule can make more cells and some rules always make fewer; or none fewer
//! and some more. Those rules can fire only so often, whatever the others do. They are dropped, and the others need a
//! rank set of their own. When no rule is left, the node ends.

use crate::ProgramError;
use crate::compile::{Compiled, Kind, Program, walk};
use crate::node::{Choice, Order};
use crate::symbols::Mask;

/// What a rule does to the numbers of symbols.
#[derive(Debug)]
struct Move<'p> {
    path: &'p str,
    text: &'p str,
    /// For each cell that is written, what may be there and what comes.
    writes: Vec<(Mask, u8)>,
    /// Whether another match may write over what this one writes in the same turn.
    overlaps: bool,
}

/// Finds the first node that may run for ever.
pub(crate) fn prove(program: &Program) -> Result<(), ProgramError> {
    let symbols = program.alphabet.used().len() as u32;
    program.nodes.iter().try_for_each(|node| ends(node, symbols))
}

/// Shows that a node ends once it has begun.
fn ends(node: &Compiled, symbols: u32) -> Result<(), ProgramError> {
    let order = if let Kind::Nodes(order, _) = node.kind { Some(order) } else { None };
    let turn_by_turn = order == Some(Order::Markov);
    let runs_until_done = |child: &&Compiled| !turn_by_turn || !child.children().is_empty();
    if node.steps.is_none() && order != Some(Order::Sequence) {
        // The turns of a child with a limit are few. One with children of its own begins anew each time.
        let counts = |child: &&Compiled| runs_until_done(child) || child.steps.is_none();
        let below = node.children().iter().filter(counts).flat_map(|child| walk(std::slice::from_ref(child)));
        rank([node].into_iter().chain(below).flat_map(moves_of).collect(), symbols)?;
    }
    node.children().iter().filter(runs_until_done).try_for_each(|child| ends(child, symbols))
}

/// The rules of one node.
fn moves_of(node: &Compiled) -> Vec<Move<'_>> {
    let add = |text, writes, overlaps| Move { path: &node.path, text, writes, overlaps };
    match &node.kind {
        Kind::Rules(set) => {
            let overlaps = matches!(set.choice, Choice::Prl | Choice::Count(_));
            let of_rule = |(rule, text)| {
                // All images of a rule do the same to the numbers of symbols.
                let image = set.images.iter().find(|image| image.rule == rule)?;
                Some(add(text, image.writes().map(|(_, _, from, to)| (from, to)).collect(), overlaps))
            };
            node.texts().into_iter().enumerate().filter_map(of_rule).collect()
        }
        Kind::Put(symbol, _) => vec![add("put", vec![(!(1 << symbol), *symbol)], true)],
        Kind::Path(rule) => vec![add("path", vec![(rule.on & !(1 << rule.paint), rule.paint)], true)],
        Kind::Nodes(..) => Vec::new(),
    }
}

/// Drops rules by rank sets until none is left.
fn rank(mut moves: Vec<Move<'_>>, symbols: u32) -> Result<(), ProgramError> {
    while let Some(first) = moves.first() {
        let before = moves.len();
        let endless = ProgramError::at(first.path, first.endless());
        for set in small_sets(symbols) {
            for up in [false, true] {
                if moves.iter().all(|one| one.allows(set, up)) {
                    let rewritten = moves.iter().any(|one| one.overlaps && one.writes_against(set, up));
                    moves.retain(|one| !one.is_ranked(set, up) || one.overlaps && rewritten);
                }
            }
        }
        if moves.len() == before {
            return Err(endless);
        }
    }
    Ok(())
}

/// All sets of one to three symbols.
fn small_sets(symbols: u32) -> impl Iterator<Item = Mask> {
    let one = move |from: u32| (from..symbols).map(|s| (s + 1, 1 << s));
    let two = move || one(0).flat_map(move |(next, set)| one(next).map(move |(next, more)| (next, set | more)));
    let three = move || two().flat_map(move |(next, set)| one(next).map(move |(next, more)| (next, set | more)));
    one(0).chain(two()).chain(three()).map(|(_, set)| set)
}

impl Move<'_> {
    /// By how much a written cell moves the number of symbols in a set the wrong way at worst: upward, or with `up`
    /// downward.
    fn worst((from, to): (Mask, u8), set: Mask, up: bool) -> i32 {
        let comes = i32::from(set >> to & 1 == 1);
        if up { i32::from(from & set != 0) - comes } else { comes - i32::from(from & !set == 0) }
    }

    fn worst_in_all(&self, set: Mask, up: bool) -> i32 {
        self.writes.iter().map(|&write| Move::worst(write, set, up)).sum()
    }

    /// Whether the rule never moves the number the wrong way. Where matches overlap, each cell counts by itself.
    fn allows(&self, set: Mask, up: bool) -> bool {
        match self.overlaps {
            true => self.writes.iter().all(|&write| Move::worst(write, set, up) <= 0),
            false => self.worst_in_all(set, up) <= 0,
        }
    }

    /// Whether the rule always moves the number the right way, unless something is written over it.
    fn is_ranked(&self, set: Mask, up: bool) -> bool {
        self.worst_in_all(set, up) < 0
    }

    /// Whether a cell that the rule writes may undo what was written there in the same turn.
    fn writes_against(&self, set: Mask, up: bool) -> bool {
        self.writes.iter().any(|&(_, to)| (set >> to & 1 == 1) != up)
    }

    fn endless(&self) -> String {
        let mut comes: Vec<Mask> = self.writes.iter().map(|&(_, to)| 1 << to).collect();
        let mut goes: Vec<Mask> = self.writes.iter().map(|&(from, _)| from).collect();
        comes.sort_unstable();
        goes.sort_unstable();
        let why = if comes == goes { "only moves symbols" } else { "can undo what rules did before" };
        format!("`{}` {why}, so it may never end; add `steps`", self.text)
    }
}
