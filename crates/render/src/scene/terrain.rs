//! What a map's cells are to a painter: planes that every pass reads.

use std::collections::BTreeSet;

use mapwright_core::{BuilderMap, Passages, Tile};

use super::ground::{Grounds, rank};
use super::plane::{Axes, Margined};
use super::straight::Straightness;
use super::thin::ThinWalls;
use crate::picture::Edges;

/// Rock is built straight at this vertex.
pub(crate) const BUILT: u8 = 1;
/// Walls show their stones here.
pub(crate) const STONE: u8 = 2;
/// Two rocks touch aslant.
pub(crate) const SLANT: u8 = 4;
/// Water is told apart up to this far from land, in fifths of a cell.
const WATER_REACH: u8 = 30;
/// How deep water is in a terrain that repeats.
const REPEATED: u8 = 12;
/// Rock is told apart up to this far from open ground, in fifths of a cell.
const ROCK_REACH: u8 = 25;
/// Vertices amid rock that hang together with at most this many are too little earth to show inside a wall.
const POCKET: usize = 6;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Terrain {
    pub(crate) axes: Axes,
    pub(crate) tiles: Margined<Tile>,
    /// The rank of the ground, also under rock that is near any.
    pub(crate) rank: Margined<u8>,
    pub(crate) rock: Margined<bool>,
    /// Rock for its smooth border, in eighths: a rock or a gap without another at its four sides counts a quarter more.
    pub(crate) weight: Margined<i8>,
    /// What holds at the upper left corner of each cell.
    pub(crate) vertex: Margined<u8>,
    /// How far rock is from open ground, in fifths of a cell; `None` without rock.
    pub(crate) depth: Option<Margined<u8>>,
    /// How far water is from land, in fifths of a cell; `None` without water.
    pub(crate) wet: Option<Margined<u8>>,
    /// Walls between cells, if there are any.
    pub(crate) walls: Option<ThinWalls>,
}

impl Terrain {
    /// Finds the terrain of a map. In a maze, walls stand between cells, and no cell is rock. A terrain that repeats knows nothing of what is
    /// more than a cell away.
    pub(super) fn of(map: &BuilderMap, edges: Edges, maze: Option<&Passages>, repeats: bool) -> Terrain {
        let mut grounds = Grounds::of(map);
        let axes = grounds.axes;
        if maze.is_some() {
            grounds.rock.fill(false);
        }
        let straight = Straightness::of(map, &grounds, edges);
        let rock = Margined::new(axes, |cell| grounds.rock[cell]);
        let has_rock = grounds.rock.contains(&true);
        let depth = has_rock.then(|| {
            let depth = match repeats {
                true => vec![ROCK_REACH; grounds.rock.len()],
                false => axes.distances(|cell| !grounds.rock[cell], ROCK_REACH),
            };
            Margined::new(axes, |cell| depth[cell])
        });
        let under = under(&grounds);
        let wet = wet(map, axes, &under, repeats);
        Terrain {
            axes,
            tiles: Margined::new(axes, |cell| map.tiles.as_slice()[cell]),
            rank: Margined::new(axes, |cell| under[cell]),
            weight: Margined::from_fn(axes, |x, y| weight(&grounds, x, y)),
            vertex: vertices(&grounds, &straight, &rock, repeats),
            rock,
            depth,
            wet: wet.map(|wet| Margined::new(axes, |cell| wet[cell])),
            walls: maze.map(|passages| ThinWalls::of(map, passages)),
        }
    }

    /// Whether rock has a square corner at a vertex for those who walk and see: where it is built, at the map's edge, and
    /// beside trees and pillars, where nothing may leak.
    pub(crate) fn is_square(&self, x: i32, y: i32) -> bool {
        let is_edge = |at: i32, cells: i32, wraps: bool| !wraps && (at == 0 || at == cells);
        let (w, h, wrap) = (self.axes.w, self.axes.h, self.axes.wrap);
        let stands = |(dx, dy): (i32, i32)| matches!(self.tiles.at(x + dx, y + dy), Tile::TREE | Tile::PILLAR);
        self.vertex.at(x, y) & BUILT != 0
            || is_edge(x, w, wrap.x())
            || is_edge(y, h, wrap.y())
            || [(-1, -1), (0, -1), (-1, 0), (0, 0)].into_iter().any(stands)
    }

    /// Whether a bridge leads from west to east: more bridges lie there than north and south.
    pub(crate) fn is_level_bridge(&self, x: i32, y: i32) -> bool {
        let is_bridge = |dx: i32, dy: i32| i32::from(self.tiles.at(x + dx, y + dy) == Tile::BRIDGE);
        // Beside a border, a cell repeats itself.
        let on_map = |dx: i32, dy: i32| i32::from(self.axes.cell(x + dx, y + dy) != self.axes.cell(x, y));
        let count = |dx: i32, dy: i32| is_bridge(dx, dy) * on_map(dx, dy);
        count(-1, 0) + count(1, 0) >= count(0, -1) + count(0, 1)
    }

    /// Whether a window lies from west to east, between rock.
    pub(crate) fn is_level_window(&self, x: i32, y: i32) -> bool {
        self.rock.at(x - 1, y) && self.rock.at(x + 1, y)
    }

    /// The flags of a cell's four corners, row by row.
    #[inline]
    pub(crate) fn corners(&self, x: i32, y: i32) -> [[u8; 2]; 2] {
        let row = |y: i32| [self.vertex.at(x, y), self.vertex.at(x + 1, y)];
        [row(y), row(y + 1)]
    }
}

/// Rock takes the highest ground up to two cells away, so that grounds run on under walls.
fn under(grounds: &Grounds) -> Vec<u8> {
    const NONE: i8 = -1;
    let axes = grounds.axes;
    let known = grounds.rank.iter().zip(&grounds.rock);
    let mut ranks: Vec<i8> = known.map(|(&rank, &rock)| if rock { NONE } else { rank as i8 }).collect();
    for _ in 0..2 {
        let before = ranks.clone();
        for ((x, y), rank) in axes.cells().zip(&mut ranks).filter(|(_, rank)| **rank == NONE) {
            let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
            *rank = around.map(|(dx, dy)| before[axes.cell(x + dx, y + dy)]).max().unwrap_or(NONE);
        }
    }
    ranks.into_iter().map(|rank| u8::try_from(rank).unwrap_or(rank::FLOOR)).collect()
}

/// How deep the water is, if there is any: by its distance from land, but shallow water nowhere deep, and deep water
/// nowhere shallow.
fn wet(map: &BuilderMap, axes: Axes, under: &[u8], repeats: bool) -> Option<Vec<u8>> {
    if !under.contains(&rank::WATER) {
        return None;
    }
    let is_land = |cell: usize| under[cell] != rank::WATER;
    let mut wet = match repeats {
        true => (0..under.len()).map(|cell| if is_land(cell) { 0 } else { REPEATED }).collect(),
        false => axes.distances(is_land, WATER_REACH),
    };
    for ((wet, &tile), &rank) in wet.iter_mut().zip(map.tiles.as_slice()).zip(under) {
        if rank == rank::WATER {
            *wet = if tile == Tile::DEEP_WATER { *wet + 4 } else { (*wet).min(7) };
        }
    }
    Some(wet)
}

fn weight(grounds: &Grounds, x: i32, y: i32) -> i8 {
    let axes = grounds.axes;
    let rock = |dx: i32, dy: i32| grounds.rock[axes.cell(x + dx, y + dy)];
    let is_rock = rock(0, 0);
    // Beyond a border a cell repeats itself, and is not alone.
    let alone = [(0, -1), (1, 0), (0, 1), (-1, 0)].into_iter().all(|(dx, dy)| rock(dx, dy) != is_rock);
    match (is_rock, alone) {
        (true, true) => 10,
        (true, false) => 8,
        (false, true) => -2,
        (false, false) => 0,
    }
}

/// The flags of every vertex.
fn vertices(grounds: &Grounds, straight: &Straightness, rock: &Margined<bool>, repeats: bool) -> Margined<u8> {
    let axes = grounds.axes;
    // Beyond a border, cells are as open as the row beside the border, so that the stones of outer walls are whole.
    let beyond = |at: i32, cells: i32, wraps: bool| match at {
        _ if wraps => at,
        ..0 => 1.min(cells - 1),
        _ if at >= cells => (cells - 2).max(0),
        _ => at,
    };
    let is_rock = |x: i32, y: i32| {
        let (x, y) = (beyond(x, axes.w, axes.wrap.x()), beyond(y, axes.h, axes.wrap.y()));
        grounds.rock[axes.cell(x, y)]
    };
    let amid = |x: i32, y: i32| [(-1, -1), (0, -1), (-1, 0), (0, 0)].iter().all(|&(dx, dy)| is_rock(x + dx, y + dy));
    // Where nothing was built, no wall shows its stones.
    let has_built = axes.cells().any(|(x, y)| straight.at(x, y));
    let pockets = if has_built && !repeats { pockets(axes, amid) } else { BTreeSet::new() };
    Margined::from_fn(axes, |x, y| {
        // Beyond the border there are vertices that no pixel is near.
        let (cx, cy) = (x.clamp(-1, axes.w + 1), y.clamp(-1, axes.h + 1));
        let [a, b, c, d] = [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(dx, dy)| rock.at(cx + dx, cy + dy));
        let is_slant = a == d && b == c && a != b;
        let is_built = straight.at(x, y);
        let is_stone = is_built && (!amid(x, y) || pockets.contains(&around(axes, x, y)));
        (u8::from(is_built) * BUILT) | (u8::from(is_stone) * STONE) | (u8::from(is_slant) * SLANT)
    })
}

/// The place where a vertex lies, or comes around.
const fn around(axes: Axes, x: i32, y: i32) -> (i32, i32) {
    (if axes.wrap.x() { x.rem_euclid(axes.w) } else { x }, if axes.wrap.y() { y.rem_euclid(axes.h) } else { y })
}

/// The vertices amid rock that hang together with few others.
fn pockets(axes: Axes, amid: impl Fn(i32, i32) -> bool) -> BTreeSet<(i32, i32)> {
    let (columns, rows) = (axes.w + 1, axes.h + 1);
    let number = |(x, y): (i32, i32)| y as usize * columns as usize + x as usize;
    let mut seen = vec![false; columns as usize * rows as usize];
    let (mut pockets, mut part) = (BTreeSet::new(), Vec::new());
    for start in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
        if seen[number(start)] || around(axes, start.0, start.1) != start || !amid(start.0, start.1) {
            continue;
        }
        seen[number(start)] = true;
        part.clear();
        part.push(start);
        let mut at = 0;
        while let Some(&(x, y)) = part.get(at) {
            at += 1;
            for (x, y) in [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)] {
                let next = around(axes, x, y);
                let on_map = (0..columns).contains(&next.0) && (0..rows).contains(&next.1);
                if on_map && !seen[number(next)] && amid(next.0, next.1) {
                    seen[number(next)] = true;
                    part.push(next);
                }
            }
        }
        if part.len() <= POCKET {
            pockets.extend(part.iter().copied());
        }
    }
    pockets
}
