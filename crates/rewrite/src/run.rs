//! Running a program: which node has its turn, and what a turn is.

use mapwright_core::{BuildCx, BuildError, PlaneView, Size, Tile};
use mapwright_graph::lanes::bernoulli;

use crate::board::Stamp;
use crate::board::SymbolGrid;
use crate::compile::{Compiled, CompiledAction, Program, RuleSet, walk};
use crate::live::Live;
use crate::meter::Meter;
use crate::node::{Around, At, Choice, Order, StepLimit};
use crate::observe;
use crate::parallel::BitPlanes;
use crate::parallel::count;
use crate::parallel::parallel;
use crate::path::trail;
use crate::search;
use crate::symbols::Mask;

/// A program that runs on a board.
pub(crate) struct Run<'p, 'c, 'h> {
    program: &'p Program,
    pub(crate) board: SymbolGrid,
    states: Vec<State<'p>>,
    planes: BitPlanes,
    /// The tiles of the map before, for cells that have no symbol.
    tiles: &'c [Tile],
    cx: &'c mut BuildCx<'h>,
    meter: Meter,
    spent: u64,
    budget: u64,
}

/// What a node remembers.
#[derive(Debug, Default)]
struct State<'p> {
    /// Turns it has taken since a node around it began.
    taken: u64,
    /// How often each of its rules fired.
    fired: Vec<u64>,
    live: Option<Live<'p>>,
    stamps: Vec<Stamp>,
    /// What its observations want each cell to be, from when it began until that is reached.
    wanted: Option<Vec<Mask>>,
}

impl<'p, 'c, 'h> Run<'p, 'c, 'h> {
    pub(crate) fn new(
        program: &'p Program,
        board: SymbolGrid,
        tiles: &'c [Tile],
        (meter, budget): (Meter, u64),
        cx: &'c mut BuildCx<'h>,
    ) -> Self {
        let planes = BitPlanes::new(board.shape);
        let new = |node: &Compiled| State { fired: vec![0; node.texts().len()], ..State::default() };
        let states = walk(&program.nodes).into_iter().map(new).collect();
        Run { program, board, states, planes, tiles, cx, meter, spent: 0, budget }
    }

    /// Runs the nodes at the top, one after the other.
    pub(crate) fn run(&mut self) -> Result<(), BuildError> {
        self.program.nodes.iter().try_for_each(|node| self.finish(node).map(|_| ()))
    }

    /// Runs a node until it is done. Returns whether it did anything.
    fn finish(&mut self, node: &'p Compiled) -> Result<bool, BuildError> {
        self.states[node.id].taken = 0;
        node.children().iter().for_each(|child| self.states[child.id].taken = 0);
        if let CompiledAction::Nodes(Order::Sequence, children) = &node.kind {
            return self.pass(children);
        }
        let mut did = false;
        while self.turn(node)? {
            did = true;
        }
        Ok(did)
    }

    /// Runs nodes one after the other.
    fn pass(&mut self, nodes: &'p [Compiled]) -> Result<bool, BuildError> {
        nodes.iter().try_fold(false, |did, node| Ok(self.finish(node)? || did))
    }

    /// One turn of a node, if it has one left. Returns whether it did anything.
    fn turn(&mut self, node: &'p Compiled) -> Result<bool, BuildError> {
        let limit = node.steps.map_or(u64::MAX, |steps| steps.of(self.board.shape.area()));
        if self.states[node.id].taken >= limit {
            return Ok(false);
        }
        let did = match &node.kind {
            CompiledAction::Nodes(Order::Markov, children) => self.first(children)?,
            CompiledAction::Nodes(_, children) => self.pass(children)?,
            _ => self.leaf(node)?,
        };
        self.states[node.id].taken += u64::from(did);
        Ok(did)
    }

    /// The turn of the first node that can do something; one with children runs until it is done.
    fn first(&mut self, nodes: &'p [Compiled]) -> Result<bool, BuildError> {
        for node in nodes {
            let did = if node.children().is_empty() { self.turn(node)? } else { self.finish(node)? };
            if did {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// One turn of a node that changes the board.
    fn leaf(&mut self, node: &'p Compiled) -> Result<bool, BuildError> {
        self.board.begin_turn();
        let (did, cost) = match &node.kind {
            CompiledAction::Rules(set) => match &set.choice {
                Choice::One => self.one(node, set)?,
                Choice::All => self.all(node, set)?,
                Choice::Prl => self.parallel(node, set),
                Choice::Count(around) => self.count(node, set, *around),
                Choice::Search(goal) => self.search(node, set, goal.states)?,
            },
            CompiledAction::Put(symbol, at) => self.put(node, *symbol, *at),
            CompiledAction::Path(rule) => {
                let did = trail(rule, &mut self.board, &mut self.cx.rng);
                self.states[node.id].fired[0] += u64::from(did);
                (did, self.board.shape.area().into())
            }
            CompiledAction::Nodes(..) => (false, 0),
        };
        let cost = 1 + cost + self.meter.cost();
        self.spend(node, cost)?;
        self.animation(did);
        Ok(did)
    }

    fn put(&mut self, node: &'p Compiled, symbol: u8, at: At) -> (bool, u64) {
        let size = self.board.shape.size();
        let cell = size.index(at.point(size, &mut self.cx.rng));
        let did = self.board.cells[cell as usize] != symbol;
        self.board.set(cell, symbol);
        self.states[node.id].fired[0] += u64::from(did);
        (did, 0)
    }

    /// A turn of `one`. Returns whether something was applied, and what that cost; so do those below.
    fn one(&mut self, node: &'p Compiled, set: &'p RuleSet) -> Result<(bool, u64), BuildError> {
        if !set.observe.is_empty() && !self.observe(node, set)? {
            return Ok((false, self.board.shape.area().into()));
        }
        let Run { board, states, meter, cx, .. } = self;
        let State { taken, fired, live, .. } = &mut states[node.id];
        let live = Live::of(live, set, board, meter, cx)?;
        let is_first = *taken == 0;
        let measures = set.fields.iter().any(|field| is_first || field.recompute);
        let cost = u64::from(board.shape.area()) * u64::from(measures);
        if measures && !live.measure(board, is_first, meter, cx)? {
            return Ok((false, cost));
        }
        let Some((anchor, orientation)) = live.choose(&mut cx.rng) else { return Ok((false, cost)) };
        live.stamps[orientation].write(board, anchor);
        fired[set.orientations[orientation].rule] += 1;
        Ok((true, cost))
    }

    /// Begins what a node observes, unless it did. Returns whether there is something left to reach.
    fn observe(&mut self, node: &'p Compiled, set: &'p RuleSet) -> Result<bool, BuildError> {
        let Run { board, states, meter, cx, .. } = self;
        let State { taken, live, wanted: state, .. } = &mut states[node.id];
        let wanted = match state.take().filter(|_| *taken > 0) {
            Some(wanted) => wanted,
            None => {
                let Some(wanted) = observe::begin(set, board) else { return Ok(false) };
                Live::of(live, set, board, meter, cx)?.aim(&wanted, board, meter, cx)?;
                wanted
            }
        };
        meter.look(board.shape.area().into());
        let is_reached = observe::is_reached(&wanted, board);
        *state = Some(wanted).filter(|_| !is_reached);
        Ok(!is_reached)
    }

    fn all(&mut self, node: &'p Compiled, set: &'p RuleSet) -> Result<(bool, u64), BuildError> {
        let Run { board, states, meter, cx, .. } = self;
        let State { fired, live, .. } = &mut states[node.id];
        let live = Live::of(live, set, board, meter, cx)?;
        let mut matches = live.all(meter, cx)?;
        let (is_any, cost) = (!matches.is_empty(), matches.len() as u64);
        if set.rules.iter().any(|rule| rule.p < 1 << 32) {
            let rule = |number| set.orientations[live.matched(number).1].rule;
            matches.retain(|&number| bernoulli(set.rules[rule(number)].p, 1, &mut cx.rng) == 1);
        }
        cx.rng.shuffle(&mut matches);
        cx.work(u32::try_from(matches.len() / 16).unwrap_or(u32::MAX))?;
        apply_disjoint(set, live, board, &matches, fired, cx)?;
        Ok((is_any, cost))
    }

    fn parallel(&mut self, node: &'p Compiled, set: &'p RuleSet) -> (bool, u64) {
        let Run { board, planes, states, cx, .. } = self;
        let State { stamps, fired, .. } = &mut states[node.id];
        if stamps.is_empty() {
            *stamps = Stamp::all(set, board.shape);
        }
        let before: u64 = fired.iter().sum();
        let did = parallel(set, stamps, planes, board, &mut cx.rng, fired);
        let looks: u64 = stamps.iter().map(Stamp::looks).sum();
        (did, fired.iter().sum::<u64>() - before + looks * u64::from(board.shape.area()) / 64)
    }

    fn count(&mut self, node: &'p Compiled, set: &'p RuleSet, around: Around) -> (bool, u64) {
        let Run { board, planes, states, cx, .. } = self;
        let is_logged = cx.records_steps() || states.iter().any(|state| state.live.is_some());
        let did = count(set, around, planes, board, &mut cx.rng, &mut states[node.id].fired, is_logged);
        (did, u64::from(board.shape.area() / 8))
    }

    /// Searches, and makes the moves of the solution.
    fn search(&mut self, node: &'p Compiled, set: &'p RuleSet, states: u32) -> Result<(bool, u64), BuildError> {
        let stamps = Stamp::all(set, self.board.shape);
        let wanted = if set.observe.is_empty() { Some(Vec::new()) } else { observe::begin(set, &mut self.board) };
        let Some(wanted) = wanted else { return Ok((false, 0)) };
        let far = match wanted.is_empty() {
            true => Vec::new(),
            false => observe::distances(set, &stamps, &wanted, &self.board, self.cx)?,
        };
        let moves = search::search(set, states, (&stamps, &far), &self.board, &mut self.meter, self.cx)?
            .map_err(|unsolved| BuildError::contradiction(None, format!("{}: {unsolved}", node.path)))?;
        for (i, &(anchor, orientation)) in moves.iter().enumerate() {
            if i > 0 {
                self.animation(true);
                self.board.begin_turn();
            }
            stamps[orientation].write(&mut self.board, anchor);
            self.states[node.id].fired[set.orientations[orientation].rule] += 1;
        }
        Ok((!moves.is_empty(), moves.len() as u64))
    }

    fn spend(&mut self, node: &Compiled, cost: u64) -> Result<(), BuildError> {
        self.spent += cost;
        if self.spent <= self.budget {
            return self.cx.work(u32::try_from(cost).unwrap_or(u32::MAX));
        }
        let of_node = |node: &'p Compiled| {
            let counts = node.texts().into_iter().zip(&self.states[node.id].fired);
            counts.map(|(text, &times)| (times, format!("{}: `{text}`", node.path)))
        };
        let mut fired: Vec<(u64, String)> = walk(&self.program.nodes).into_iter().flat_map(of_node).collect();
        fired.sort_by_key(|&(times, _)| std::cmp::Reverse(times));
        let most: Vec<String> = fired.iter().take(5).map(|(times, rule)| format!("{times} × {rule}")).collect();
        let why =
            format!("gave up at {} (budget {}; raise `budget`); fired: {}", node.path, self.budget, most.join(", "));
        Err(BuildError::contradiction(None, why))
    }

    /// Shows what a turn has changed.
    fn animation(&mut self, did: bool) {
        if !did || !self.cx.records_steps() {
            return;
        }
        let view = View { program: self.program, board: &self.board, tiles: self.tiles };
        match self.board.turn() {
            Some(changes) => self.cx.step(&view, changes.iter().map(|change| change.cell)),
            None => self.cx.step(&view, 0..self.board.shape.area()),
        }
    }
}

/// Applies matches in order, each if no cell that it writes is taken.
fn apply_disjoint(
    set: &RuleSet,
    live: &Live<'_>,
    board: &mut SymbolGrid,
    matches: &[u32],
    fired: &mut [u64],
    cx: &mut BuildCx<'_>,
) -> Result<(), BuildError> {
    let mut taken = vec![0u64; board.cells.len().div_ceil(64)];
    for &number in matches {
        cx.work(1)?;
        let (anchor, orientation) = live.matched(number);
        let stamp = &live.stamps[orientation];
        let mut cells = stamp.written(board.shape, anchor).map(|(cell, _)| (cell as usize / 64, 1u64 << (cell % 64)));
        if cells.any(|(word, bit)| taken[word] & bit != 0) {
            continue;
        }
        stamp.written(board.shape, anchor).for_each(|(cell, _)| taken[cell as usize / 64] |= 1 << (cell % 64));
        stamp.write(board, anchor);
        fired[set.orientations[orientation].rule] += 1;
    }
    Ok(())
}

impl StepLimit {
    /// How many turns that is on a map of so many cells.
    pub(crate) fn of(self, area: u32) -> u64 {
        match self {
            StepLimit::Number(number) => number.into(),
            // A sum and a product of small numbers: the same everywhere.
            StepLimit::Percent(percent) => (f64::from(area) * percent / 100.0 + 0.5) as u64,
        }
    }
}

/// The tiles of a board, for animations.
struct View<'a> {
    program: &'a Program,
    board: &'a SymbolGrid,
    tiles: &'a [Tile],
}

impl PlaneView for View<'_> {
    type Cell = Tile;

    fn size(&self) -> Size {
        self.board.shape.size()
    }

    fn cell(&self, cell: u32) -> Tile {
        let symbol = usize::from(self.board.cells[cell as usize]);
        self.program.alphabet.used().get(symbol).map_or(self.tiles[cell as usize], |(_, symbol)| symbol.tile)
    }
}
