//! The stage: rewrite rules on a new map, or on an existing one.

use std::collections::BTreeMap;

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Door, Facts, InitialMapBuilder, Keep, MetaMapBuilder, Plane, Planes,
    Point, Reach, Size, Spawn, Tile, params,
};

use crate::ProgramError;
use crate::board::{BoardSize, SymbolGrid};
use crate::check::{prove, warnings};
use crate::compile::{CompiledAction, Oriented, Program, walk};
use crate::live::Live;
use crate::meter::Meter;
use crate::node::{At, Choice, Node, Rule, markov, one, put};
use crate::observe;
use crate::parallel::BitPlanes;
use crate::run::Run;
use crate::search;
use crate::symbols::{Mark, OTHER, Symbol};

/// Replaces small patterns of cells by other patterns, again and again, as a program of rewrite rules says.
///
/// ```
/// use mapwright_core::{BuilderChain, Size, Tile};
/// use mapwright_rewrite::{At, RewriteRules, one};
///
/// // R digs two cells ahead and leaves a trail of G; where it is stuck, it walks back over the trail.
/// let maze = RewriteRules::new()
///     .symbol('R', Tile::FLOOR)
///     .symbol('G', Tile::FLOOR)
///     .put('R', At::Cell(1, 1))
///     .markov([one("R## -> GGR"), one("RGG -> ..R")]);
/// let map = BuilderChain::start_with(Size::new(9, 7), maze).build(1)?;
/// assert_eq!(map.tiles.as_slice().iter().filter(|tile| **tile == Tile::FLOOR).count(), 4 * 3 + 11);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
///
/// As an initial builder it begins with a map of `fill`, and as a meta builder with the existing map. Start, exit
/// and spawns on cells that are rewritten go, and so do sides and what depends on them if anything is rewritten.
#[params]
pub struct RewriteRules {
    /// What is done, one node after the other.
    #[param(default = growth())]
    #[param(expected = "a list of nodes such as [{\"put\": \".\"}, {\"one\": \".# -> ..\"}]")]
    pub program: Vec<Node>,
    /// Glyphs besides those of prefabs, and what they stand for.
    #[param(expected = "an object such as {\"R\": \"floor\", \"K\": {\"spawn\": \"Key\"}}")]
    pub symbols: BTreeMap<char, Symbol>,
    /// Glyphs that stand for any of some symbols on the left side of a rule.
    #[param(expected = "an object such as {\"?\": \"#.\"}")]
    pub sets: BTreeMap<char, String>,
    /// Rules with names.
    #[param(expected = "an object such as {\"grow\": \".# -> ..\"}")]
    #[serde(rename = "let")]
    pub lets: BTreeMap<String, Rule>,
    /// The symbol of all cells of a new map.
    #[param(default = '#')]
    pub fill: char,
    /// How much work may be done for each cell, about one unit a match that is applied.
    #[param(default = 1000, range = 1..=1_000_000)]
    pub budget: u32,
}

/// One rule as an example: floor grows from the middle until 40% of the map are open.
fn growth() -> Vec<Node> {
    vec![put('.', At::Center), one(".# -> ..").percent(40.0)]
}

impl RewriteRules {
    /// A program that does nothing yet.
    pub fn new() -> Self {
        RewriteRules { program: Vec::new(), ..RewriteRules::default() }
    }

    /// The program with one more symbol, or another meaning of one.
    #[must_use]
    pub fn symbol(mut self, glyph: char, symbol: impl Into<Symbol>) -> Self {
        self.symbols.insert(glyph, symbol.into());
        self
    }

    /// The program with a glyph that stands for any of some symbols on the left side of rules.
    #[must_use]
    pub fn set(mut self, glyph: char, symbols: impl Into<String>) -> Self {
        self.sets.insert(glyph, symbols.into());
        self
    }

    /// The program on new maps of another symbol than wall.
    #[must_use]
    pub fn fill(self, glyph: char) -> Self {
        RewriteRules { fill: glyph, ..self }
    }

    /// The program with one more node at its end.
    #[must_use]
    pub fn then(mut self, node: Node) -> Self {
        self.program.push(node);
        self
    }

    /// The program with one more cell put on the map.
    #[must_use]
    pub fn put(self, glyph: char, at: At) -> Self {
        self.then(put(glyph, at))
    }

    /// The program with nodes of which the first that can do something has each turn.
    #[must_use]
    pub fn markov(self, nodes: impl IntoIterator<Item = Node>) -> Self {
        self.then(markov(nodes))
    }

    /// Checks everything that can be told before a run.
    ///
    /// # Errors
    ///
    /// A rule that cannot be read, something that has no effect where it stands, a node that may run for ever.
    pub fn check_program(&self) -> Result<(), ProgramError> {
        self.compile().map(|_| ())
    }

    /// What is probably a mistake in a program that can run.
    fn odd(&self, size: Size, is_new: bool) -> Vec<String> {
        self.compile().map_or(Vec::new(), |program| warnings(&program, size, is_new))
    }

    fn compile(&self) -> Result<Program, ProgramError> {
        if !(1..=1_000_000).contains(&self.budget) {
            let what = format!("{} is out of range; expected an integer from 1 to 1000000", self.budget);
            return Err(ProgramError::at("budget", what));
        }
        let program = Program::compile(self)?;
        prove(&program)?;
        Ok(program)
    }

    /// Runs the program on a map. What it reads there is left as it is wherever nothing is written. A new map has nothing
    /// to be read: each cell has the symbol that fills it.
    fn run(
        &self,
        program: &Program,
        map: &mut BuilderMap,
        is_new: bool,
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        let size = map.size();
        check_places(program, size)?;
        let shape = BoardSize::new(size, map.wrap);
        let budget = u64::from(self.budget) * (u64::from(shape.area()) + 16);
        let mut meter = Meter::new(shape, search::WORK.max(64 * budget));
        meter.hold(least_bytes(program, shape)?, cx)?;
        let (mut before, mut cells) = if is_new {
            let area = size.area() as usize;
            (vec![OTHER; area], vec![program.fill; area])
        } else {
            let read = read(program, map);
            (read.clone(), read)
        };
        let keeps = map.kept.is_some() || map.n_floors() > 1;
        if keeps {
            hide(program, map, is_new, (&mut before, &mut cells));
        }
        let tiles = map.tiles.as_slice().to_vec();
        let mut run = Run::new(program, SymbolGrid::new(shape, cells), &tiles, (meter, budget), cx);
        run.run()?;
        if keeps {
            spare(program, map, &before, &mut run.board.cells);
        }
        write(program, map, &before, &run.board.cells);
        Ok(())
    }
}

impl Builder for RewriteRules {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("rewrite")
            .memory(8)
            .title("Rewrite rules")
            .also_drops([Plane::Sides, Plane::Corners, Plane::Start, Plane::Exit])
            .reach(Reach::BLOCK)
            .spares_kept()
    }
}

impl InitialMapBuilder for RewriteRules {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let program = self.compile().map_err(BuildError::impossible)?;
        let fill = program.alphabet.used().get(usize::from(program.fill)).map_or(Tile::WALL, |(_, symbol)| symbol.tile);
        let mut map = cx.new_map(size, fill)?;
        self.run(&program, &mut map, true, cx)?;
        Ok(map)
    }

    fn check(&self, size: Size) -> Result<(), BuildError> {
        self.check_size(size)
    }

    fn warnings(&self, size: Size) -> Vec<String> {
        self.odd(size, true)
    }
}

impl MetaMapBuilder for RewriteRules {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        map.validate()?;
        let program = self.compile().map_err(BuildError::impossible)?;
        cx.before_steps(map);
        self.run(&program, map, false, cx)
    }

    fn check_size(&self, size: Size) -> Result<(), BuildError> {
        check_places(&self.compile().map_err(BuildError::impossible)?, size)
    }

    fn warnings(&self, size: Size) -> Vec<String> {
        self.odd(size, false)
    }
}

/// Refuses cells that a map of this size does not have.
fn check_places(program: &Program, size: Size) -> Result<(), BuildError> {
    for node in walk(&program.nodes) {
        if let CompiledAction::Put(_, At::Cell(x, y)) = node.kind
            && !size.contains(Point::new(x, y))
        {
            let (value, allowed) =
                (format_args!("({x}, {y}) in {}", node.path), format_args!("a cell of the {size} map"));
            return Err(BuildError::parameter("at", value, allowed));
        }
    }
    Ok(())
}

/// The bytes that a program takes on the map in any case. What depends on how the run goes is claimed when it comes up.
fn least_bytes(program: &Program, shape: BoardSize) -> Result<u64, BuildError> {
    let area = u64::from(shape.area());
    let mut bytes = BitPlanes::bytes(shape, 32) + area * 24;
    for node in walk(&program.nodes) {
        let CompiledAction::Rules(set) = &node.kind else { continue };
        bytes += set.orientations.iter().map(Oriented::bytes).sum::<u64>();
        if !set.observe.is_empty() {
            bytes += observe::bytes(set, area);
        }
        bytes += match set.choice {
            Choice::One | Choice::All if area * set.orientations.len() as u64 > u64::from(u32::MAX) => {
                let what = "the rules of a node have more orientations on this map than can be numbered";
                return Err(BuildError::impossible(what));
            }
            Choice::One | Choice::All => Live::bytes(set, area),
            Choice::Count(_) => area * set.rules.len() as u64,
            Choice::Prl | Choice::Search(_) => 0,
        };
    }
    Ok(bytes)
}

/// The symbols of a map.
pub(crate) fn read(program: &Program, map: &BuilderMap) -> Vec<u8> {
    let alphabet = &program.alphabet;
    let numbers: Vec<u8> = (0..=255).map(|tile| alphabet.reading(Tile(tile))).collect();
    let mut cells: Vec<u8> = map.tiles.as_slice().iter().map(|tile| numbers[usize::from(tile.0)]).collect();
    let spawn = |spawn: &Spawn| match spawn.key {
        Some(key) => Mark::Key(spawn.what.clone(), key),
        None => Mark::Spawn(spawn.what.clone()),
    };
    let spawns = map.spawns.iter().map(|one| (one.at, spawn(one)));
    let doors = map.doors.iter().flatten().flat_map(|door| door.cells.iter().map(|&at| (at, Mark::Door(door.lock))));
    let places =
        [(map.start, Mark::Start), (map.exit, Mark::Exit)].into_iter().filter_map(|(at, mark)| Some((at?, mark)));
    for (at, mark) in spawns.chain(doors).chain(places) {
        if let Some(number) = alphabet.marked(map.tiles[at], &mark) {
            cells[map.size().index(at) as usize] = number;
        }
    }
    cells
}

/// Takes the symbols from the cells whose tile is kept. Those of a new map whose shape is kept have the symbols of their tiles.
fn hide(program: &Program, map: &BuilderMap, is_new: bool, (before, cells): (&mut [u8], &mut [u8])) {
    for ((at, &tile), (before, cell)) in map.tiles.iter().zip(before.iter_mut().zip(cells)) {
        match map.keep_at(at) {
            Keep::Tile => (*before, *cell) = (OTHER, OTHER),
            Keep::Shape if is_new => *cell = program.alphabet.reading(tile),
            _ => {}
        }
    }
}

/// Undoes what was rewritten of kept cells: `*` stands for them too, and other rules may open or close cells.
fn spare(program: &Program, map: &BuilderMap, before: &[u8], after: &mut [u8]) {
    for (at, (&was, is)) in map.size().points().zip(before.iter().zip(after)) {
        let symbol = program.alphabet.used().get(usize::from(*is));
        let may_be = |tile: Tile| map.keep_at(at) < Keep::Tile && map.may_put(at, tile);
        if !symbol.is_none_or(|(_, symbol)| may_be(symbol.tile)) {
            *is = was;
        }
    }
}

/// Writes what was rewritten to the map, and drops what it knew of those cells.
pub(crate) fn write(program: &Program, map: &mut BuilderMap, before: &[u8], after: &[u8]) {
    let size = map.size();
    let is_same = |at: Point| {
        let cell = size.index(at) as usize;
        before[cell] == after[cell]
    };
    if before != after {
        let doors = map.doors.take();
        map.clear(Planes::of(&[Plane::Sides, Plane::Corners]).union(Planes::DERIVED));
        map.doors = doors;
    }
    map.start = map.start.filter(|&at| is_same(at));
    map.exit = map.exit.filter(|&at| is_same(at));
    map.spawns.retain(|spawn| is_same(spawn.at));
    if let Some(doors) = &mut map.doors {
        doors.retain(|door| door.cells.iter().all(|&at| is_same(at)));
    }
    map.portals.retain(|portal| portal.ends().into_iter().all(is_same));
    for (cell, (&was, &is)) in (0u32..).zip(before.iter().zip(after)) {
        let Some((_, symbol)) = program.alphabet.used().get(usize::from(is)) else { continue };
        let at = size.point(cell);
        map.tiles[cell] = symbol.tile;
        match &symbol.mark {
            Some(Mark::Start) if map.start.is_none() => map.start = Some(at),
            Some(Mark::Exit) if map.exit.is_none() => map.exit = Some(at),
            Some(Mark::Spawn(what)) if was != is => map.spawns.push(Spawn::new(at, what)),
            Some(Mark::Key(what, key)) if was != is => map.spawns.push(Spawn::key(at, what, *key)),
            Some(Mark::Door(lock)) if was != is => {
                let mut door = Door::new([at]);
                door.lock = *lock;
                map.doors.get_or_insert_default().push(door);
            }
            _ => (),
        }
    }
}
