//! Validates programs before they run: fields of nodes, whether a program ends, and what can never fire.

use mapwright_core::{Size, Tile};

use crate::compile::{Compiled, CompiledAction, Oriented, Program, walk};
use crate::node::{Action, Choice, Node, Order, Rule, StepLimit};
use crate::symbols::{Mask, OTHER};
use crate::symmetry::Picture;
use crate::{ProgramError, RuleSymmetry};

/// Checks the fields of a node. A field without effect is an error.
pub(crate) fn check_node(path: &str, node: &Node) -> Result<(), ProgramError> {
    let choice = if let Action::Rules(choice, _) = &node.action { Some(choice) } else { None };
    let (is_one, has_fields) = (choice == Some(&Choice::One), !node.fields.is_empty());
    let is_search = matches!(choice, Some(Choice::Search(_)));
    let is_single = matches!(node.action, Action::Put(..) | Action::Nodes(Order::Sequence, _));
    let percent = if let Some(StepLimit::Percent(percent)) = node.steps { percent } else { 0.0 };
    let (states, has_goal) = match choice {
        Some(Choice::Search(goal)) => {
            (goal.states, goal.present.is_some() || goal.absent.is_some() || !node.observe.is_empty())
        }
        _ => (1, true),
    };
    check_choice(path, choice, node.chance, node.symmetry != RuleSymmetry::All)?;
    refuse(
        path,
        [
            (
                node.steps.is_some() && (is_single || is_search),
                "`steps` has no effect here; expected a node that takes turns",
            ),
            (!(0.0..=1e6).contains(&percent), "`steps` is out of range; expected a share such as \"40%\""),
            (has_fields && !is_one, "`fields` have no effect here; they go with `one`"),
            (
                !node.observe.is_empty() && (!is_one || has_fields) && !is_search,
                "`observe` has no effect here; it goes with `one` without fields, and with `search`",
            ),
            (
                !(0.0..=10_000.0).contains(&node.temperature),
                "`temperature` is out of range; expected a number from 0 to 10000",
            ),
            (
                node.temperature > 0.0 && !(has_fields || is_one && !node.observe.is_empty()),
                "`temperature` has no effect here; it goes with `fields`, and with `observe` of `one`",
            ),
            (!(1..=10_000_000).contains(&states), "`states` is out of range; expected an integer from 1 to 10000000"),
            (!has_goal, "a search has no goal; expected `present`, `absent` or `observe`"),
        ],
    )
}

pub(crate) fn check_rule(path: &str, node: &Node, choice: &Choice, rule: &Rule) -> Result<(), ProgramError> {
    let may_weigh = *choice == Choice::One && node.fields.is_empty() && node.observe.is_empty();
    check_choice(path, Some(choice), rule.chance, rule.symmetry.is_some())?;
    refuse(
        path,
        [
            (!(1..=1000).contains(&rule.weight), "`weight` is out of range; expected an integer from 1 to 1000"),
            (
                rule.weight != 1 && !may_weigh,
                "`weight` has no effect here; it goes with `one` without `fields` and `observe`",
            ),
        ],
    )
}

/// Checks the fields that nodes and rules share.
fn check_choice(path: &str, choice: Option<&Choice>, chance: Option<f64>, is_turned: bool) -> Result<(), ProgramError> {
    use Choice::{All, Count, One, Prl, Search};
    let has_share = matches!(choice, Some(All | Prl | Count(_)));
    let has_orientations = matches!(choice, Some(One | All | Prl | Search(_)));
    refuse(
        path,
        [
            (chance.is_some() && !has_share, "`chance` has no effect here; it goes with `all`, `prl` and `count`"),
            (
                chance.is_some_and(|p| !(0.0..=1.0).contains(&p)),
                "`chance` is out of range; expected a number from 0 to 1",
            ),
            (
                is_turned && !has_orientations,
                "`symmetry` has no effect here; it goes with `one`, `all`, `prl` and `search`",
            ),
        ],
    )
}

/// Returns the first fault as an error.
fn refuse<const N: usize>(path: &str, faults: [(bool, &str); N]) -> Result<(), ProgramError> {
    let fault = faults.into_iter().find(|&(is_wrong, _)| is_wrong);
    fault.map_or(Ok(()), |(_, what)| Err(ProgramError::at(path, what)))
}

/// What a rule does to the numbers of symbols.
#[derive(Debug)]
struct SymbolChange<'p> {
    path: &'p str,
    text: &'p str,
    /// For each cell that is written, what may be there and what comes.
    writes: Vec<(Mask, u8)>,
    /// Whether another match may write over what this one writes in the same turn.
    overlaps: bool,
}

/// Proves that every node ends, or returns the first that may not.
///
/// A *rank set* is a set of symbols of which no rule can make more cells and some rules always make fewer; or none fewer
/// and some more. Those rules can fire only so often, whatever the others do. They are dropped, and the others need a
/// rank set of their own. When no rule is left, the node ends.
pub(crate) fn prove(program: &Program) -> Result<(), ProgramError> {
    let symbols = program.alphabet.used().len() as u32;
    program.nodes.iter().try_for_each(|node| ends(node, symbols))
}

/// Shows that a node ends once it has begun.
fn ends(node: &Compiled, symbols: u32) -> Result<(), ProgramError> {
    let order = if let CompiledAction::Nodes(order, _) = node.kind { Some(order) } else { None };
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
fn moves_of(node: &Compiled) -> Vec<SymbolChange<'_>> {
    let add = |text, writes, overlaps| SymbolChange { path: &node.path, text, writes, overlaps };
    match &node.kind {
        CompiledAction::Rules(set) => {
            let overlaps = matches!(set.choice, Choice::Prl | Choice::Count(_));
            let of_rule = |(rule, text)| {
                // All orientations of a rule do the same to the numbers of symbols.
                let orientation = set.orientations.iter().find(|orientation| orientation.rule == rule)?;
                Some(add(text, orientation.writes().map(|(_, _, from, to)| (from, to)).collect(), overlaps))
            };
            let observed = set.observe.iter().map(|one| add("observe", vec![(1 << one.of, one.from)], true));
            let rules = node.texts().into_iter().enumerate().filter_map(of_rule);
            rules.chain(observed.filter(|one| one.writes.iter().any(|&(from, to)| from != 1 << to))).collect()
        }
        CompiledAction::Put(symbol, _) => vec![add("put", vec![(!(1 << symbol), *symbol)], true)],
        CompiledAction::Path(rule) => vec![add("path", vec![(rule.on & !(1 << rule.paint), rule.paint)], true)],
        CompiledAction::Nodes(..) => Vec::new(),
    }
}

/// Drops rules by rank sets until none is left.
fn rank(mut moves: Vec<SymbolChange<'_>>, symbols: u32) -> Result<(), ProgramError> {
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

impl SymbolChange<'_> {
    /// By how much a written cell moves the number of symbols in a set the wrong way at worst: upward, or with `up`
    /// downward.
    fn worst((from, to): (Mask, u8), set: Mask, up: bool) -> i32 {
        let comes = i32::from(set >> to & 1 == 1);
        if up { i32::from(from & set != 0) - comes } else { comes - i32::from(from & !set == 0) }
    }

    fn worst_in_all(&self, set: Mask, up: bool) -> i32 {
        self.writes.iter().map(|&write| SymbolChange::worst(write, set, up)).sum()
    }

    /// Whether the rule never moves the number the wrong way. Where matches overlap, each cell counts by itself.
    fn allows(&self, set: Mask, up: bool) -> bool {
        match self.overlaps {
            true => self.writes.iter().all(|&write| SymbolChange::worst(write, set, up) <= 0),
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

/// Symbols and rules that are never used, and rules that can never fire on maps of some size. An existing map may have
/// any tile.
pub(crate) fn warnings(program: &Program, size: Size, is_new: bool) -> Vec<String> {
    let unused = program.unused.iter().map(|path| format!("{path}: is never used"));
    let looker = Looker { program, present: present(program, is_new), size };
    let odd = walk(&program.nodes).into_iter().flat_map(|node| looker.node(node));
    unused.chain(odd).collect()
}

/// What is known of the maps on which a program runs.
struct Looker<'p> {
    program: &'p Program,
    /// The symbols that some cell can ever have.
    present: Mask,
    size: Size,
}

impl Looker<'_> {
    /// What can never happen in a node, and why.
    fn node(&self, node: &Compiled) -> Vec<String> {
        let fires = |text: &str, why: String| format!("{}: `{text}` can never fire: {why}", node.path);
        match &node.kind {
            CompiledAction::Rules(set) => {
                let rules = set.rules.iter().enumerate().filter_map(|(i, rule)| {
                    let orientations = set
                        .orientations
                        .iter()
                        .filter(|orientation| orientation.rule == i)
                        .map(|orientation| &orientation.from)
                        .collect();
                    let counted = rule.condition.filter(|(_, fits)| fits & 1 == 0).map(|(counted, _)| counted);
                    Some(fires(&rule.text, self.never(orientations).or_else(|| self.missing(counted))?))
                });
                let targets = set.targets.iter().filter(|target| target.is_present).filter_map(|target| {
                    let why = self.never(target.orientations.iter().collect())?;
                    Some(format!("{}: `present` can never be reached: {why}", node.path))
                });
                let writes =
                    |of: u8| set.orientations.iter().any(|orientation| orientation.writes().any(|(.., to)| to == of));
                let fields = set.fields.iter().filter(|field| !writes(field.of)).map(|field| {
                    let glyph = self.program.alphabet.glyph(field.of);
                    format!("{}: the field for `{glyph}` has no effect: no rule here writes it", node.path)
                });
                rules.chain(targets).chain(fields).collect()
            }
            CompiledAction::Path(rule) => {
                self.missing([rule.from, rule.to, rule.on]).map(|why| fires("path", why)).into_iter().collect()
            }
            CompiledAction::Put(..) | CompiledAction::Nodes(..) => Vec::new(),
        }
    }

    /// Why none of the orientations of a picture is ever on the map.
    fn never(&self, orientations: Vec<&Picture<Mask>>) -> Option<String> {
        let Some(first) = orientations.first() else { return Some("it changes nothing".to_owned()) };
        let fits = |picture: &&Picture<Mask>| picture.w <= self.size.w.into() && picture.h <= self.size.h.into();
        match orientations.iter().any(fits) {
            true => self.missing(first.cells.iter().copied()),
            false => Some(format!("its {}x{} cells do not fit on a {} map", first.w, first.h, self.size)),
        }
    }

    /// The first symbols of some that are never on the map.
    fn missing(&self, masks: impl IntoIterator<Item = Mask>) -> Option<String> {
        let mask = masks.into_iter().find(|mask| mask & self.present == 0)?;
        let symbols = (0..OTHER).filter(|s| mask >> s & 1 == 1);
        let names: Vec<String> = symbols.map(|s| format!("`{}`", self.program.alphabet.glyph(s))).collect();
        Some(format!("no cell is ever {}", names.join(" or ")))
    }
}

/// The symbols that some cell can ever have: those of the map, and what rules write that can fire.
fn present(program: &Program, is_new: bool) -> Mask {
    let alphabet = &program.alphabet;
    let marked = alphabet.used().iter().zip(0u8..).filter(|((_, symbol), _)| symbol.mark.is_some()).map(|(_, s)| s);
    let on_map = (0..=255).map(|tile| alphabet.reading(Tile(tile))).chain(marked);
    let mut present = if is_new { 1 << program.fill } else { on_map.fold(0, |all: Mask, s| all | 1 << s) };
    loop {
        let before = present;
        walk(&program.nodes).into_iter().for_each(|node| present |= writes(node, present));
        if present == before {
            return present;
        }
    }
}

/// What the rules of a node write that can fire where some symbols are present.
fn writes(node: &Compiled, present: Mask) -> Mask {
    match &node.kind {
        CompiledAction::Rules(set) => {
            let can_fire = set
                .orientations
                .iter()
                .filter(|orientation| orientation.from.cells.iter().all(|mask| mask & present != 0));
            let observed = set.observe.iter().map(|one| one.from);
            let written = can_fire.flat_map(Oriented::writes).map(|(.., to)| to);
            written.chain(observed).fold(0, |all, to| all | 1 << to)
        }
        CompiledAction::Put(symbol, _) => 1 << symbol,
        CompiledAction::Path(rule) => 1 << rule.paint,
        CompiledAction::Nodes(..) => 0,
    }
}
