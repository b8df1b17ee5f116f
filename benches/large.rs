//! Large maps, hard boards and adversarial ones, each beside its limit.
//!
//! `cargo bench -p mapwright-benches --bench large` prints a figure and a limit for each row, and fails if one is missed;
//! `-- WORD…` only runs the rows with such a word in their names. Times are the best of some runs on one thread, but for
//! the rows of cores. Memory is the peak of a process of its own, above what it had before.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "a table")]

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use mapwright::builders::*;
use mapwright::core::{Dirs, Effect, Keep};
use mapwright::graph::distances;
use mapwright::packing::{Board, PackOptions, PackProblem, Piece};
use mapwright::pipes::{PipePuzzle, SolveLimits};
use mapwright::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Takes a chain of a maze, by its name.
type Chain = (&'static str, fn(Size) -> BuilderChain);

const MAZES: [Chain; 11] = [
    ("prim-maze", |size| BuilderChain::start_with(size, PrimMaze::default())),
    ("kruskal-maze", |size| BuilderChain::start_with(size, KruskalMaze::default())),
    ("backtracker", |size| BuilderChain::start_with(size, Backtracker::default())),
    ("wilson", |size| BuilderChain::start_with(size, Wilson::default())),
    ("aldous-broder", |size| BuilderChain::start_with(size, AldousBroder::default())),
    ("hunt-and-kill", |size| BuilderChain::start_with(size, HuntAndKill::default())),
    ("growing-tree", |size| BuilderChain::start_with(size, GrowingTree::default())),
    ("binary-tree", |size| BuilderChain::start_with(size, BinaryTree::default())),
    ("sidewinder", |size| BuilderChain::start_with(size, Sidewinder::default())),
    ("eller", |size| BuilderChain::start_with(size, Eller::default())),
    ("recursive-division", |size| BuilderChain::start_with(size, RecursiveDivision::default())),
];

const ON_CORES: [Chain; 3] = [
    ("cellular-automata", |size| BuilderChain::start_with(size, CellularAutomata::default())),
    ("voronoi-cells", |size| BuilderChain::start_with(size, VoronoiCells { sites: 4096, ..VoronoiCells::default() })),
    ("wang-tiles", |size| BuilderChain::start_with(size, WangTiles::default())),
];

/// The rows that are wanted, and whether one was missed.
struct Table {
    words: Vec<String>,
    missed: bool,
}

impl Table {
    /// Measures a row, if it is wanted. A figure is to be at most the limit, or at least where `more` is better.
    fn row(&mut self, name: &str, unit: &str, limit: f64, more: bool, figure: impl FnOnce() -> f64) {
        if !self.words.is_empty() && !self.words.iter().any(|word| name.contains(word)) {
            return;
        }
        let figure = figure();
        let met = if more { figure >= limit } else { figure <= limit };
        self.missed |= !met;
        println!("{name:44} {figure:9.2} {limit:9.2} {unit:8} {}", if met { "met" } else { "MISSED" });
    }

    fn most(&mut self, name: &str, unit: &str, limit: f64, figure: impl FnOnce() -> f64) {
        self.row(name, unit, limit, false, figure);
    }
}

/// The fewest seconds of some runs.
fn best(runs: u64, mut run: impl FnMut(u64)) -> f64 {
    let timed = |seed| {
        let start = Instant::now();
        run(seed);
        start.elapsed().as_secs_f64()
    };
    (0..runs).map(timed).fold(f64::INFINITY, f64::min)
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    if words.first().is_some_and(|word| word == "MEMORY") {
        return take_memory(&words.remove(1));
    }
    let mut table = Table { words, missed: false };
    println!("{:44} {:>9} {:>9}", "", "figure", "limit");
    mazes(&mut table);
    fields(&mut table);
    kept(&mut table);
    memory(&mut table);
    cores(&mut table);
    pipes(&mut table);
    packing(&mut table);
    std::process::exit(table.missed.into());
}

/// Nanoseconds a cell.
fn cost(chain: fn(Size) -> BuilderChain, side: u16, runs: u64) -> f64 {
    let chain = chain(Size::new(side, side));
    1e9 * best(runs, |seed| drop(black_box(chain.build(seed).unwrap()))) / f64::from(side).powi(2)
}

fn mazes(table: &mut Table) {
    for (name, chain) in MAZES {
        table
            .most(&format!("maze, 4096 to 1024: {name}"), "times", 1.5, || cost(chain, 4096, 2) / cost(chain, 1024, 8));
    }
}

fn fields(table: &mut Table) {
    for (name, chain) in &MAZES[..3] {
        table.most(&format!("distance field 1024: {name}"), "ns/cell", 10.0, || {
            let size = Size::new(1024, 1024);
            let passages = chain(size).build(1).unwrap().passages();
            let source = size.index(size.center());
            1e9 * best(20, |_| drop(black_box(distances(&passages, [source])))) / f64::from(size.area())
        });
    }
}

/// Changes nothing.
#[derive(Debug)]
struct Idle;

impl Builder for Idle {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("idle").effect(Effect::Keeps).spares_kept()
    }
}

impl MetaMapBuilder for Idle {
    fn apply(&self, _: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
        Ok(())
    }
}

/// What holding kept cells and putting them back takes for each stage: 100 stages that do nothing, with kept cells and without.
/// Cells that are scattered take longer, as a processor cannot guess which is the next.
fn kept(table: &mut Table) {
    let size = Size::new(1024, 1024);
    let mut rng = MapRng::new(1);
    let mut scattered = || size.points().filter(|_| rng.chance(0.2)).collect::<Vec<Point>>();
    let part = |side: u16| size.points().filter(|at| at.x.max(at.y) < side).collect::<Vec<Point>>();
    let kinds = [
        ("5 % in one part", part(229), 1.5),
        ("20 % in one part", part(458), 1.5),
        ("20 % scattered", scattered(), 4.0),
    ];
    for (what, cells, limit) in kinds {
        table.most(&format!("hold and put back 1024: {what}"), "ns/cell", limit, || {
            let stage = |cells: &[Point]| {
                let mut base = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
                base.keep_cells(cells.iter().copied(), Keep::Tile);
                let time = |stages| {
                    let mut chain = BuilderChain::start_with(size, FromMap::new(base.clone()));
                    for _ in 0..stages {
                        chain = chain.with(Idle);
                    }
                    best(5, |seed| drop(black_box(chain.build(seed).unwrap())))
                };
                1e9 * (time(110) - time(10)) / 100.0 / f64::from(size.area())
            };
            stage(&cells) - stage(&[])
        });
    }
}

/// The work of a child that measures memory.
fn work(name: &str) -> Box<dyn FnOnce()> {
    let build = |chain: fn(Size) -> BuilderChain, side| {
        // A map may have planes that these have not, which are claimed too.
        let chain = chain(Size::new(side, side)).memory_limit(32 << 30);
        Box::new(move || drop(black_box(chain.build(1).unwrap())))
    };
    match name {
        "tees" | "corners" => {
            let puzzle = board(name, 1000);
            Box::new(move || drop(black_box(puzzle.solve(&SolveLimits::default()))))
        }
        "caves" => build(ON_CORES[0].1, 16_384),
        maze => build(MAZES.iter().find(|(name, _)| *name == maze).unwrap().1, 16_384),
    }
}

fn take_memory(name: &str) {
    let work = work(name);
    let before = peak();
    work();
    println!("{}", peak() - before);
}

/// The most bytes that the process has had in memory.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    1024.0 * line.trim().trim_end_matches(" kB").parse().unwrap_or(f64::NAN)
}

fn peak_of(name: &str) -> f64 {
    let child = Command::new(std::env::current_exe().unwrap()).args(["MEMORY", name]).output().unwrap();
    String::from_utf8(child.stdout).unwrap().trim().parse().unwrap_or(f64::NAN)
}

fn memory(table: &mut Table) {
    for name in MAZES.map(|(name, _)| name).into_iter().chain(["caves"]) {
        table.most(&format!("memory 16384: {name}"), "B/cell", 24.0, || peak_of(name) / f64::from(1 << 28));
    }
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

fn cores(table: &mut Table) {
    let (one, two) = (pool(1), pool(2));
    for (name, chain) in ON_CORES {
        table.row(&format!("two cores 4096: {name}"), "times", 1.8, true, || {
            let same = chain(Size::new(1024, 1024));
            assert_eq!(one.install(|| same.build(3)), two.install(|| same.build(3)));
            one.install(|| cost(chain, 4096, 5)) / two.install(|| cost(chain, 4096, 5))
        });
    }
}

/// A board of tees, of corners, or of any tiles.
fn board(kind: &str, side: u16) -> PipePuzzle {
    let mut rng = MapRng::new(5);
    let tiles = Grid::from_fn(Size::new(side, side), |_| {
        let any = 1 + rng.below(15) as u8;
        Dirs::from_bits(match kind {
            "tees" => 7,
            "corners" => 3,
            "tees and corners" => [3, 7][usize::from(any) % 2],
            _ => any,
        })
    });
    PipePuzzle::new(tiles, Wrap::None, Point::new(side / 2, side / 2)).unwrap()
}

fn pipes(table: &mut Table) {
    for kind in ["tees", "corners"] {
        let puzzle = board(kind, 1000);
        table.most(&format!("pipes 1000, all {kind}"), "s", 1.0, || {
            best(2, |_| drop(black_box(puzzle.solve(&SolveLimits::default()))))
        });
        table.most(&format!("pipes 1000, all {kind}, memory"), "MB", 150.0, || peak_of(kind) / 1e6);
    }
    // As the game asks for a hint.
    let limits = SolveLimits { steps: 2_000_000, ..SolveLimits::default() };
    for (kind, side) in ["tees", "corners", "tees and corners", "any"].iter().flat_map(|kind| [(kind, 40), (kind, 300)])
    {
        let puzzle = board(kind, side);
        table.most(&format!("pipes {side}, {kind}, hint"), "s", 0.5, || {
            best(2, |_| drop(black_box(puzzle.find_solution(&limits))))
        });
    }
}

fn packing(table: &mut Table) {
    let options = PackOptions::default();
    let pentominoes =
        PackProblem { mirror: true, ..PackProblem::new(Board::rect(10, 6).unwrap(), Piece::pentominoes(1)) };
    table.most("pack 6x10 pentominoes, all 2339", "ms", 40.0, || {
        1e3 * best(10, |_| {
            let found = pentominoes.fillings(usize::MAX, true, &options).unwrap();
            assert_eq!(found.packings.len(), 2339);
        })
    });
    let hard = hard_boards();
    table.most(&format!("pack {} hard boards", hard.len()), "s", 1.0, || {
        best(2, |_| hard.iter().for_each(|problem| drop(black_box(problem.solve(&options).unwrap()))))
    });
    let fill = |fill: &PolyominoFill, runs| {
        let chain = BuilderChain::start_with(Size::new(200, 150), fill.clone());
        best(runs, |seed| drop(black_box(chain.build(seed).unwrap())))
    };
    for (name, pieces) in [("tetrominoes", "tetrominoes"), ("XX X../XXX", "XX X../XXX"), ("pentominoes", "pentominoes")]
    {
        for (turn, mirror) in [(true, true), (true, false), (false, true), (false, false)] {
            let stage = PolyominoFill { pieces: pieces.parse().unwrap(), rotate: turn, mirror, counts: vec![] };
            let name = format!("polyomino-fill 200x150 {name}, {turn} {mirror}");
            table.most(&name, "s", 1.0, || fill(&stage, 3));
        }
    }
    table.most("polyomino-fill 200x150, 60 random sets", "s", 5.0, || {
        let stages = (0..60).map(random_pieces);
        stages.map(|stage| fill(&stage, 1)).fold(0.0, f64::max)
    });
}

/// Boards that were mined to be hard, that have few fillings, or none for no reason that can be seen.
fn hard_boards() -> Vec<PackProblem> {
    let data = include_str!("../crates/packing/tests/data/packing.json");
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let is_hard = |id: &str| ["hard", "few", "uniq", "inf-search"].iter().any(|word| id.contains(word));
    let boards = data["instances"].as_array().unwrap().iter();
    let hard = boards.filter(|board| is_hard(board["id"].as_str().unwrap()));
    hard.map(|board| board["line"].as_str().unwrap().parse().unwrap()).collect()
}

/// Up to five pieces of up to nine cells.
fn random_pieces(seed: u64) -> PolyominoFill {
    let mut rng = MapRng::new(seed);
    let pieces: Vec<String> = (0..rng.range(1, 5)).map(|_| random_piece(&mut rng)).collect();
    let pieces = pieces.join(" ").parse().unwrap();
    PolyominoFill { pieces, rotate: rng.chance(0.5), mirror: rng.chance(0.5), counts: vec![] }
}

fn random_piece(rng: &mut MapRng) -> String {
    let (many, mut cells) = (rng.range(1, 9) as usize, vec![Point::new(9, 9)]);
    while cells.len() < many {
        let from = cells[rng.below(cells.len() as u32) as usize];
        let (dx, dy) = Dir::ALL[rng.below(4) as usize].delta();
        let next = Point::new((i32::from(from.x) + dx) as u16, (i32::from(from.y) + dy) as u16);
        if !cells.contains(&next) {
            cells.push(next);
        }
    }
    let span = |at: fn(&Point) -> u16| (cells.iter().map(at).min().unwrap(), cells.iter().map(at).max().unwrap());
    let ((left, right), (top, bottom)) = (span(|p| p.x), span(|p| p.y));
    let glyph = |p| if cells.contains(&p) { 'X' } else { '.' };
    let row = |y| (left..=right).map(|x| glyph(Point::new(x, y))).collect::<String>();
    (top..=bottom).map(row).collect::<Vec<String>>().join("/")
}
