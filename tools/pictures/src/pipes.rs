//! How a maze becomes a puzzle with one solution, two solutions of one board, and a board before and after a turn.

use mapwright::builders::*;
use mapwright::core::{Flow, Grid};
use mapwright::pipes::{PipeBoard, PipePuzzle, SolveLimits, Verdict};
use mapwright::prelude::*;
use mapwright::render::{Kind, RgbaImage, Sheet, contact_sheet};

use crate::{Outcome, Picture};

/// A caption, and the map under it.
type Panel = (String, BuilderMap);

const SIZE: Size = Size::new(15, 15);
const SEED: u64 = 4;
/// Of a board with several solutions.
const SEVERAL: u64 = 7;

pub(crate) fn pictures() -> Vec<Picture> {
    vec![
        Picture::small("pipes-unique", || sheet(&[maze()?, unique()?, shuffled()?])),
        Picture::small("pipes-several", || sheet(&several()?)),
        Picture::small("pipes-turn", || sheet(&turn()?)),
    ]
}

fn sheet(panels: &[Panel]) -> Outcome<RgbaImage> {
    let style = Style { kind: Kind::Pipes, margin: Some(4), ..Style::default() };
    let mut pictures = Vec::new();
    for (caption, map) in panels {
        pictures.push((caption, draw(map, &style.clone().fit(map.size(), 400))?));
    }
    let pictures: Vec<(&String, &RgbaImage)> = pictures.iter().map(|(caption, image)| (*caption, image)).collect();
    Ok(contact_sheet(&pictures, &Sheet { columns: u32::try_from(pictures.len()).ok(), ..Sheet::default() })?)
}
fn chain() -> BuilderChain {
    BuilderChain::start_with(SIZE, PrimMaze::default())
}

fn maze() -> Outcome<Panel> {
    let map = chain().with(RingValidator::default()).build(SEED)?;
    let verdict = PipePuzzle::from_map(&map)?.solve(&SolveLimits::default()).verdict;
    Ok((format!("a maze of Prim's algorithm: {} solutions", verdict.name()), map))
}

/// The same maze re-routed: tiles that changed are dry.
fn unique() -> Outcome<Panel> {
    let before = PipePuzzle::from_map(&chain().build(SEED)?)?;
    let mut map = chain().with(UniquePipes::default()).build(SEED)?;
    let after = PipePuzzle::from_map(&map)?;
    let solved = after.solve(&SolveLimits::default());
    map.flow = Some(colored(&after, |p| before.tiles()[p] == after.tiles()[p]));
    let changed = SIZE.points().filter(|&p| before.tiles()[p] != after.tiles()[p]).count();
    Ok((format!("re-routed in {changed} tiles: {}", solved.verdict.name()), map))
}

fn shuffled() -> Outcome<Panel> {
    let chain = chain().with(UniquePipes::default()).with(PipeShuffler::default()).with(RingValidator::default());
    Ok(("shuffled: the puzzle".to_owned(), chain.build(SEED)?))
}

/// Both solutions of a board; what differs is wet.
fn several() -> Outcome<[Panel; 2]> {
    let puzzle =
        PipePuzzle::from_map(&BuilderChain::start_with(Size::new(10, 10), PrimMaze::default()).build(SEVERAL)?)?;
    let Verdict::Several(one, other) = puzzle.solve(&SolveLimits::default()).verdict else {
        return Err("a board with several solutions was wanted".into());
    };
    let panel = |caption: &str, tiles: &Grid<_>| {
        let board = puzzle.with_tiles(tiles);
        let mut map = board.to_map();
        map.flow = Some(colored(&board, |p| one[p] != other[p]));
        (caption.to_owned(), map)
    };
    Ok([panel("one solution", &one), panel("another of the same tiles", &other)])
}

/// A board with some rings, and the turn on it that takes the most cells off their rings among those that dry some.
fn turn() -> Outcome<[Panel; 2]> {
    let chain = BuilderChain::start_with(SIZE, PrimMaze::default()).with(LoopInjector::count(5));
    let mut board = PipeBoard::new(PipePuzzle::from_map(&chain.build(SEED)?)?);
    let before = live(&board);
    let mut best = (0, Point::default());
    for at in SIZE.points() {
        let change = board.turn(at, 1)?;
        best = best.max((change.off_ring.len() * change.dry.len(), at));
        board.turn(at, 3)?;
    }
    let change = board.turn(best.1, 1)?;
    let caption = format!("{} turned: {} dry, {} off their rings", best.1, change.dry.len(), change.off_ring.len());
    Ok([("a board with rings".to_owned(), before), (caption, live(&board))])
}

/// The board as it lies, with what it knows.
fn live(board: &PipeBoard) -> BuilderMap {
    let mut flow = colored(board.puzzle(), |p| board.is_wet(p));
    flow.rings = Grid::from_fn(board.size(), |p| u32::from(board.is_on_ring(p)));
    flow.on_ring = Grid::from_fn(board.size(), |p| board.is_on_ring(p));
    let mut map = board.puzzle().to_map();
    map.flow = Some(flow);
    map
}

/// Some tiles in the color of wet ones.
fn colored(board: &PipePuzzle, is_wet: impl Fn(Point) -> bool) -> Flow {
    let mut flow = Flow::dry(board.size(), board.source());
    flow.wet = Grid::from_fn(board.size(), is_wet);
    flow
}
