//! What one frame changes in a map.

use std::collections::BTreeMap;
use std::mem::discriminant;

use super::runs::{Cell, carry, merge, unpack};
use crate::{BuilderMap, Door, Flow, Grid, Layer, LevelGraph, Point, Proof, Room, Size, Spawn, Tile, Wrap};

/// The planes that change cell by cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellLayer {
    Tiles,
    Sides,
    Corners,
    Solution,
    Regions,
}

/// How one of them changes.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// The plane goes.
    Gone,
    /// Packed runs on the plane as it is or, when `fresh`, on one of default values.
    Runs { fresh: bool, bytes: Vec<u8> },
}

/// What is kept whole when it changes.
#[derive(Clone, Debug)]
enum Part {
    Flow(Option<Flow>),
    Rooms(Option<Vec<Room>>),
    Corridors(Option<Vec<Vec<Point>>>),
    Portals(Vec<(Point, Point)>),
    Start(Option<Point>),
    Exit(Option<Point>),
    Spawns(Vec<Spawn>),
    Doors(Option<Vec<Door>>),
    Graph(Option<LevelGraph>),
    Proof(Option<Proof>),
    Layers(BTreeMap<String, Layer>),
    Wrap(Wrap),
}

/// All that changes from one frame to the next. What is not listed stays.
#[derive(Clone, Debug)]
pub(super) struct Delta {
    size: Size,
    /// Whether it begins with an empty map of this size, as it does when the size changed.
    fresh: bool,
    cells: Vec<(CellLayer, Change)>,
    parts: Vec<Part>,
}

/// An empty canvas: what a fresh plane starts from.
pub(super) fn blank(size: Size) -> BuilderMap {
    BuilderMap::filled(size, Wrap::None, Tile::default())
}

impl Delta {
    /// What turns `shown` into `map`; afterwards `shown` is equal to `map`.
    pub(super) fn carry(shown: &mut BuilderMap, map: &BuilderMap) -> Delta {
        let (size, fresh) = (map.size(), shown.size() != map.size());
        if fresh {
            *shown = blank(size);
        }
        let BuilderMap {
            tiles,
            sides,
            corners,
            solution,
            regions,
            flow,
            rooms,
            corridors,
            portals,
            start,
            exit,
            spawns,
            doors,
            graph,
            proof,
            layers,
            wrap,
        } = map;
        let mut delta = Delta { size, fresh, cells: Vec::new(), parts: Vec::new() };
        delta.runs(CellLayer::Tiles, false, carry(shown.tiles.as_mut_slice(), tiles.as_slice()));
        delta.plane(CellLayer::Sides, &mut shown.sides, sides.as_ref());
        delta.plane(CellLayer::Corners, &mut shown.corners, corners.as_ref());
        delta.plane(CellLayer::Solution, &mut shown.solution, solution.as_ref());
        delta.plane(CellLayer::Regions, &mut shown.regions, regions.as_ref());
        delta.part(&mut shown.flow, flow, Part::Flow);
        delta.part(&mut shown.rooms, rooms, Part::Rooms);
        delta.part(&mut shown.corridors, corridors, Part::Corridors);
        delta.part(&mut shown.portals, portals, Part::Portals);
        delta.part(&mut shown.start, start, Part::Start);
        delta.part(&mut shown.exit, exit, Part::Exit);
        delta.part(&mut shown.spawns, spawns, Part::Spawns);
        delta.part(&mut shown.doors, doors, Part::Doors);
        delta.part(&mut shown.graph, graph, Part::Graph);
        delta.part(&mut shown.proof, proof, Part::Proof);
        delta.part(&mut shown.layers, layers, Part::Layers);
        delta.part(&mut shown.wrap, wrap, Part::Wrap);
        delta
    }

    /// A change of nothing but some cells of one plane.
    pub(super) fn of_cells(size: Size, fresh: bool, layer: CellLayer, runs: Change) -> Delta {
        Delta { size, fresh, cells: vec![(layer, runs)], parts: Vec::new() }
    }

    fn runs(&mut self, layer: CellLayer, fresh: bool, bytes: Vec<u8>) {
        if fresh || !bytes.is_empty() {
            self.cells.push((layer, Change::Runs { fresh, bytes }));
        }
    }

    fn plane<T: Cell>(&mut self, layer: CellLayer, shown: &mut Option<Grid<T>>, plane: Option<&Grid<T>>) {
        let Some(plane) = plane else {
            if shown.take().is_some() {
                self.cells.push((layer, Change::Gone));
            }
            return;
        };
        let fresh = shown.is_none();
        let shown = shown.get_or_insert_with(|| Grid::new(plane.size(), T::default()));
        self.runs(layer, fresh, carry(shown.as_mut_slice(), plane.as_slice()));
    }

    fn part<T: Clone + PartialEq>(&mut self, shown: &mut T, now: &T, part: fn(T) -> Part) {
        if shown != now {
            shown.clone_from(now);
            self.parts.push(part(now.clone()));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        let unchanged = |(_, change): &(CellLayer, Change)| matches!(change, Change::Runs { fresh: false, bytes } if bytes.is_empty());
        !self.fresh && self.parts.is_empty() && self.cells.iter().all(unchanged)
    }

    pub(super) fn bytes(&self) -> usize {
        let runs = |(_, change): &(CellLayer, Change)| match change {
            Change::Gone => 0,
            Change::Runs { bytes, .. } => bytes.capacity(),
        };
        let lists =
            self.cells.capacity() * size_of::<(CellLayer, Change)>() + self.parts.capacity() * size_of::<Part>();
        lists + self.cells.iter().map(runs).sum::<usize>() + self.parts.iter().map(Part::bytes).sum::<usize>()
    }

    /// Makes the change.
    pub(super) fn apply(&self, map: &mut BuilderMap) {
        if self.fresh {
            *map = blank(self.size);
        }
        for (layer, change) in &self.cells {
            match layer {
                CellLayer::Tiles => patch(&mut map.tiles, change),
                CellLayer::Sides => patch_plane(&mut map.sides, self.size, change),
                CellLayer::Corners => patch_plane(&mut map.corners, self.size, change),
                CellLayer::Solution => patch_plane(&mut map.solution, self.size, change),
                CellLayer::Regions => patch_plane(&mut map.regions, self.size, change),
            }
        }
        self.parts.iter().for_each(|part| part.apply(map));
    }

    /// This change, then `next`, as one.
    pub(super) fn then(self, next: Delta) -> Delta {
        if next.fresh {
            return next;
        }
        let mut cells = self.cells;
        for (layer, second) in next.cells {
            match cells.iter_mut().find(|(other, _)| *other == layer) {
                Some((_, first)) => *first = combine(std::mem::replace(first, Change::Gone), second),
                None => cells.push((layer, second)),
            }
        }
        let mut parts = self.parts;
        parts.retain(|part| !next.parts.iter().any(|later| discriminant(later) == discriminant(part)));
        parts.extend(next.parts);
        Delta { size: next.size, fresh: self.fresh, cells, parts }
    }
}

fn combine(first: Change, second: Change) -> Change {
    match (first, second) {
        (Change::Runs { fresh, bytes: first }, Change::Runs { fresh: false, bytes: second }) => {
            Change::Runs { fresh, bytes: merge(&first, &second) }
        }
        (_, second) => second,
    }
}

fn patch<T: Cell>(plane: &mut Grid<T>, change: &Change) {
    if let Change::Runs { fresh, bytes } = change {
        if *fresh {
            plane.fill(T::default());
        }
        let cells = plane.as_mut_slice();
        unpack(bytes).for_each(|(run, code)| cells[run.start as usize..run.end as usize].fill(T::decode(code)));
    }
}

fn patch_plane<T: Cell>(plane: &mut Option<Grid<T>>, size: Size, change: &Change) {
    match change {
        Change::Gone => *plane = None,
        Change::Runs { .. } => patch(plane.get_or_insert_with(|| Grid::new(size, T::default())), change),
    }
}

impl Part {
    fn apply(&self, map: &mut BuilderMap) {
        match self {
            Part::Flow(flow) => map.flow.clone_from(flow),
            Part::Rooms(rooms) => map.rooms.clone_from(rooms),
            Part::Corridors(corridors) => map.corridors.clone_from(corridors),
            Part::Portals(portals) => map.portals.clone_from(portals),
            Part::Start(start) => map.start = *start,
            Part::Exit(exit) => map.exit = *exit,
            Part::Spawns(spawns) => map.spawns.clone_from(spawns),
            Part::Doors(doors) => map.doors.clone_from(doors),
            Part::Graph(graph) => map.graph.clone_from(graph),
            Part::Proof(proof) => map.proof.clone_from(proof),
            Part::Layers(layers) => map.layers.clone_from(layers),
            Part::Wrap(wrap) => map.wrap = *wrap,
        }
    }

    /// About how many bytes it takes beside itself; short strings and lists of tags are not counted.
    fn bytes(&self) -> usize {
        let points = |n: usize| n * size_of::<Point>();
        match self {
            Part::Start(_) | Part::Exit(_) | Part::Wrap(_) => 0,
            Part::Flow(flow) => flow.iter().map(|flow| 6 * flow.wet.as_slice().len()).sum(),
            Part::Rooms(rooms) => rooms.iter().flatten().count() * size_of::<Room>(),
            Part::Corridors(paths) => paths.iter().flatten().map(|path| size_of_val(path) + points(path.len())).sum(),
            Part::Portals(portals) => points(2 * portals.len()),
            Part::Spawns(spawns) => spawns.iter().map(|spawn| size_of_val(spawn) + spawn.what.len()).sum(),
            Part::Doors(doors) => doors.iter().flatten().map(|door| size_of_val(door) + points(door.cells.len())).sum(),
            Part::Graph(graph) => graph.iter().map(graph_bytes).sum(),
            Part::Proof(proof) => proof.iter().map(|proof| points(proof.walk.len()) + 2 * proof.keys.len()).sum(),
            Part::Layers(layers) => layers.values().map(Layer::bytes).sum(),
        }
    }
}

fn graph_bytes(graph: &LevelGraph) -> usize {
    let joins = graph.joins.iter().map(|join| size_of_val(join) + size_of_val(&join.gate[..]));
    2 * graph.area.as_slice().len() + size_of_val(&graph.areas[..]) + joins.sum::<usize>()
}
