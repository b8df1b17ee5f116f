//! Long ways: a search over chunks, from gate to gate.
//!
//! The chunks and their gates are a graph, whose edges are the walks inside of a chunk. A* over this graph (Hart, Nilsson
//! and Raphael 1968) looks at no cells but those of the chunks that it comes to. No walk has fewer steps than there are
//! columns and rows between its ends; so what it finds first is the shortest way over gates.

use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BinaryHeap};

use mapwright_core::{BuildError, BuildErrorKind, Dir};

use crate::{ChainWorld, ChunkPos, Routes, WorldRect};

/// A way through a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The first cell, both cells of each gate on the way, and the last cell, by column and row.
    pub stops: Vec<(i64, i64)>,
    /// The steps from the first to the last.
    pub steps: u64,
}

/// A cell of the search: the gate of a chunk by its direction, or one of the ends.
type Node = (ChunkPos, usize);

/// The first and the last cell, after the four gates.
const FROM: usize = 4;
const TO: usize = 5;

impl ChainWorld {
    /// The shortest way between two cells that leads over the gates of chunks, if there is one. It may be longer than the
    /// shortest way of all, but where `join-parts` has joined a world, there always is one.
    ///
    /// The time depends on how many chunks the search comes to, `most` of which it may look into.
    ///
    /// # Errors
    ///
    /// Those of [`window`](Self::window), and [`GaveUp`](BuildErrorKind::GaveUp) if `most` chunks are not enough.
    pub fn route(&self, from: (i64, i64), to: (i64, i64), most: u32) -> Result<Option<Route>, BuildError> {
        let [first, last] = [from, to].map(|(x, y)| {
            let chunk = ChunkPos::locate(x, y, self.chunk_size()).map(|(chunk, _)| chunk);
            chunk.ok_or_else(|| self.end_of_world(WorldRect::new(x, y, 1, 1)))
        });
        let (first, last) = (first?, last?);
        let mut search = Search { world: self, most, seen: BTreeMap::new() };
        let [out] = {
            let routes = search.routes(first)?;
            self.walks(first, [Some(from)], routes.insides())?
        };
        let [end] = {
            let routes = search.routes(last)?;
            self.walks(last, [Some(to)], routes.insides())?
        };
        let direct = if first == last { self.walks(last, [Some(from)], [Some(to)])?[0][0] } else { None };
        let left = |(x, y): (i64, i64)| x.abs_diff(to.0).saturating_add(y.abs_diff(to.1));

        let mut open = BinaryHeap::from([Reverse((left(from), 0, (first, FROM)))]);
        let mut best = BTreeMap::from([((first, FROM), (0, (first, FROM)))]);
        while let Some(Reverse((_, steps, node))) = open.pop() {
            let (chunk, at) = node;
            if at == TO {
                return search.route(node, &best, from, to).map(|stops| Some(Route { stops, steps }));
            }
            if best.get(&node).is_some_and(|&(known, _)| known < steps) {
                continue;
            }
            let routes = search.routes(chunk)?;
            let ways = if at == FROM { out } else { routes.steps[at] };
            let across = (0..4).filter_map(|gate| {
                let next = beside(chunk, Dir::ALL[gate])?;
                Some(((next, (gate + 2) % 4), u64::from(ways[gate]?) + 1, routes.gates[gate]?.outside))
            });
            let arrival = match at {
                FROM => direct,
                _ if chunk == last => end[at],
                _ => None,
            };
            let arrival = arrival.map(|more| ((chunk, TO), u64::from(more), to));
            for (next, more, cell) in across.chain(arrival) {
                let steps = steps + more;
                if best.get(&next).is_none_or(|&(known, _)| steps < known) {
                    best.insert(next, (steps, node));
                    open.push(Reverse((steps.saturating_add(left(cell)), steps, next)));
                }
            }
        }
        Ok(None)
    }
}

/// The chunks that a search has looked into.
struct Search<'a> {
    world: &'a ChainWorld,
    most: u32,
    seen: BTreeMap<ChunkPos, Routes>,
}

impl Search<'_> {
    fn routes(&mut self, chunk: ChunkPos) -> Result<&Routes, BuildError> {
        let tries = self.seen.len() as u64;
        match self.seen.entry(chunk) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(_) if tries >= self.most.into() => {
                Err(BuildErrorKind::GaveUp { what: "a way over chunks", tries, budget: self.most.into() }.into())
            }
            Entry::Vacant(unknown) => Ok(unknown.insert(self.world.routes(chunk)?)),
        }
    }

    /// The stops on the way to a node.
    fn route(
        &mut self,
        mut node: Node,
        best: &BTreeMap<Node, (u64, Node)>,
        from: (i64, i64),
        to: (i64, i64),
    ) -> Result<Vec<(i64, i64)>, BuildError> {
        let mut stops = vec![to];
        while let Some(&(_, before)) = best.get(&node).filter(|&&(_, before)| before != node) {
            if node.1 < FROM
                && let Some(gate) = self.routes(node.0)?.gates[node.1]
            {
                stops.extend([gate.inside, gate.outside]);
            }
            node = before;
        }
        stops.push(from);
        stops.reverse();
        Ok(stops)
    }
}

impl Routes {
    /// The inner cells of the gates.
    fn insides(&self) -> [Option<(i64, i64)>; 4] {
        self.gates.map(|gate| Some(gate?.inside))
    }
}

/// The next chunk in a direction, if it has a number.
fn beside(chunk: ChunkPos, dir: Dir) -> Option<ChunkPos> {
    let ChunkPos { x, y } = chunk;
    Some(match dir {
        Dir::N => ChunkPos::new(x, y.checked_sub(1)?),
        Dir::E => ChunkPos::new(x.checked_add(1)?, y),
        Dir::S => ChunkPos::new(x, y.checked_add(1)?),
        Dir::W => ChunkPos::new(x.checked_sub(1)?, y),
    })
}
