//! What one frame changes in a map.

use std::collections::BTreeMap;

use super::runs::{Cell, Packer, merge, unpack};
use crate::{
    BuilderMap, Door, Flow, Grid, Layer as UserLayer, LevelGraph, Point, Proof, Room, Sides, Size, Spawn, Tile, Wrap,
};

/// The planes of a map that hold a value for each cell, in the order in which they are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[doc(hidden)]
pub enum Layer {
    Tiles,
    Sides,
    Corners,
    Solution,
    Regions,
    Wet,
    Rings,
    OnRing,
}

/// How one plane changes.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// The plane goes.
    Gone,
    /// Packed runs on the plane as it is or, when `fresh`, on one of default values.
    Runs { fresh: bool, bytes: Vec<u8> },
}

/// All that changes from one frame to the next. What is not listed stays.
#[derive(Clone, Debug)]
pub(super) struct Delta {
    size: Size,
    /// Whether it begins with an empty map of this size, as it does when the size changed.
    fresh: bool,
    layers: Vec<(Layer, Change)>,
    rest: Option<Box<Rest>>,
}

/// The small parts of a map, kept whole when any of them changes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rest {
    rooms: Option<Vec<Room>>,
    corridors: Option<Vec<Vec<Point>>>,
    portals: Vec<(Point, Point)>,
    start: Option<Point>,
    exit: Option<Point>,
    spawns: Vec<Spawn>,
    wrap: Wrap,
    source: Option<Point>,
    doors: Option<Vec<Door>>,
    graph: Option<LevelGraph>,
    proof: Option<Proof>,
    layers: BTreeMap<String, UserLayer>,
}

/// An empty canvas: what a fresh plane starts from.
pub(super) fn blank(size: Size) -> BuilderMap {
    BuilderMap::filled(size, Wrap::None, Tile::default())
}

impl Delta {
    /// What turns `shown` into `map`; afterwards `shown` is equal to `map`.
    pub(super) fn carry(shown: &mut BuilderMap, map: &BuilderMap) -> Delta {
        let resized = shown.size() != map.size();
        if resized {
            *shown = blank(map.size());
        }
        let mut layers = Vec::new();
        let size = map.size();
        let rest_before = Rest::of(shown);
        let mut tiles = Some(std::mem::replace(&mut shown.tiles, Grid::new(Size::new(0, 0), Tile::WALL)));
        carry_plane(Layer::Tiles, &mut tiles, Some(&map.tiles), resized, size, &mut layers);
        shown.tiles = tiles.unwrap_or_else(|| map.tiles.clone());
        carry_plane(Layer::Sides, &mut shown.sides, map.sides.as_ref(), false, size, &mut layers);
        carry_plane(Layer::Corners, &mut shown.corners, map.corners.as_ref(), false, size, &mut layers);
        carry_plane(Layer::Solution, &mut shown.solution, map.solution.as_ref(), false, size, &mut layers);
        carry_plane(Layer::Regions, &mut shown.regions, map.regions.as_ref(), false, size, &mut layers);
        carry_flow(&mut shown.flow, map.flow.as_ref(), size, &mut layers);
        let rest = Rest::of(map);
        let rest = (resized || rest_before != rest).then(|| {
            rest.clone().put(shown);
            Box::new(rest)
        });
        Delta { size, fresh: resized, layers, rest }
    }

    /// A change of nothing but packed runs of one plane.
    pub(super) fn of_runs(size: Size, fresh: bool, layer: Layer, runs: Change) -> Delta {
        Delta { size, fresh, layers: vec![(layer, runs)], rest: None }
    }

    pub(super) fn is_empty(&self) -> bool {
        let unchanged =
            |(_, change): &(Layer, Change)| matches!(change, Change::Runs { fresh: false, bytes } if bytes.is_empty());
        !self.fresh && self.rest.is_none() && self.layers.iter().all(unchanged)
    }

    pub(super) fn bytes(&self) -> usize {
        let runs = |(_, change): &(Layer, Change)| match change {
            Change::Gone => 0,
            Change::Runs { bytes, .. } => bytes.capacity(),
        };
        let layers = self.layers.capacity() * size_of::<(Layer, Change)>();
        layers + self.layers.iter().map(runs).sum::<usize>() + self.rest.as_ref().map_or(0, |rest| rest.bytes())
    }

    /// Makes the change.
    pub(super) fn apply(&self, map: &mut BuilderMap) {
        if self.fresh {
            *map = blank(self.size);
        }
        for (layer, change) in &self.layers {
            match layer {
                Layer::Tiles => patch(&mut map.tiles, change),
                Layer::Sides => patch_plane(&mut map.sides, self.size, change),
                Layer::Corners => patch_plane(&mut map.corners, self.size, change),
                Layer::Solution => patch_plane(&mut map.solution, self.size, change),
                Layer::Regions => patch_plane(&mut map.regions, self.size, change),
                Layer::Wet | Layer::Rings | Layer::OnRing => patch_flow(&mut map.flow, self.size, *layer, change),
            }
        }
        if let Some(rest) = &self.rest {
            (**rest).clone().put(map);
        }
    }

    /// This change, then `next`, as one.
    pub(super) fn then(self, next: Delta) -> Delta {
        if next.fresh {
            return next;
        }
        let mut layers = next.layers;
        let is_dry = layers.iter().any(|(layer, change)| *layer == Layer::Wet && matches!(change, Change::Gone));
        let of_flow = |layer| matches!(layer, Layer::Wet | Layer::Rings | Layer::OnRing);
        for (layer, first) in self.layers.into_iter().filter(|&(layer, _)| !(is_dry && of_flow(layer))) {
            match layers.iter_mut().find(|(other, _)| *other == layer) {
                Some((_, second)) => *second = combine(layer, first, std::mem::replace(second, Change::Gone)),
                None => layers.push((layer, first)),
            }
        }
        layers.sort_by_key(|&(layer, _)| layer);
        Delta { size: next.size, fresh: self.fresh, layers, rest: next.rest.or(self.rest) }
    }
}

fn combine(layer: Layer, first: Change, second: Change) -> Change {
    match (first, second) {
        (Change::Runs { fresh, bytes: first }, Change::Runs { fresh: false, bytes: second }) => {
            let merge = match layer {
                Layer::Tiles => merge::<Tile>,
                Layer::Sides | Layer::Corners | Layer::Solution => merge::<Sides>,
                Layer::Regions => merge::<u16>,
                Layer::Rings => merge::<u32>,
                Layer::Wet | Layer::OnRing => merge::<bool>,
            };
            Change::Runs { fresh, bytes: merge(&first, &second) }
        }
        (_, second) => second,
    }
}

fn carry_plane<T: Cell>(
    layer: Layer,
    shown: &mut Option<Grid<T>>,
    plane: Option<&Grid<T>>,
    fresh: bool,
    size: Size,
    layers: &mut Vec<(Layer, Change)>,
) {
    let Some(plane) = plane else {
        if shown.take().is_some() {
            layers.push((layer, Change::Gone));
        }
        return;
    };
    let fresh = fresh || shown.is_none();
    let shown = shown.get_or_insert_with(|| Grid::new(size, T::default()));
    let mut packer = Packer::default();
    packer.carry(shown.as_mut_slice(), plane.as_slice(), 0);
    packer.bytes.shrink_to_fit();
    if fresh || !packer.bytes.is_empty() {
        layers.push((layer, Change::Runs { fresh, bytes: packer.bytes }));
    }
}

fn carry_flow(shown: &mut Option<Flow>, flow: Option<&Flow>, size: Size, layers: &mut Vec<(Layer, Change)>) {
    let Some(flow) = flow else {
        if shown.take().is_some() {
            layers.push((Layer::Wet, Change::Gone));
        }
        return;
    };
    let (mut wet, mut rings, mut on_ring) = match shown.take() {
        Some(shown) => (Some(shown.wet), Some(shown.rings), Some(shown.on_ring)),
        None => (None, None, None),
    };
    carry_plane(Layer::Wet, &mut wet, Some(&flow.wet), false, size, layers);
    carry_plane(Layer::Rings, &mut rings, Some(&flow.rings), false, size, layers);
    carry_plane(Layer::OnRing, &mut on_ring, Some(&flow.on_ring), false, size, layers);
    *shown = Some(flow.clone());
}

fn patch<T: Cell>(plane: &mut Grid<T>, change: &Change) {
    if let Change::Runs { fresh, bytes } = change {
        if *fresh {
            plane.fill(T::default());
        }
        let cells = plane.as_mut_slice();
        unpack(bytes).for_each(|(at, value)| cells[at as usize] = value);
    }
}

fn patch_plane<T: Cell>(plane: &mut Option<Grid<T>>, size: Size, change: &Change) {
    match change {
        Change::Gone => *plane = None,
        Change::Runs { .. } => patch(plane.get_or_insert_with(|| Grid::new(size, T::default())), change),
    }
}

fn patch_flow(flow: &mut Option<Flow>, size: Size, layer: Layer, change: &Change) {
    if matches!(change, Change::Gone) {
        *flow = None;
        return;
    }
    let flow = flow.get_or_insert_with(|| Flow::dry(size, Point::default()));
    match layer {
        Layer::Wet => patch(&mut flow.wet, change),
        Layer::Rings => patch(&mut flow.rings, change),
        _ => patch(&mut flow.on_ring, change),
    }
}

impl Rest {
    fn of(map: &BuilderMap) -> Rest {
        Rest {
            rooms: map.rooms.clone(),
            corridors: map.corridors.clone(),
            portals: map.portals.clone(),
            start: map.start,
            exit: map.exit,
            spawns: map.spawns.clone(),
            wrap: map.wrap,
            source: map.flow.as_ref().map(|flow| flow.source),
            doors: map.doors.clone(),
            graph: map.graph.clone(),
            proof: map.proof.clone(),
            layers: map.layers.clone(),
        }
    }

    fn put(self, map: &mut BuilderMap) {
        (map.rooms, map.corridors, map.portals) = (self.rooms, self.corridors, self.portals);
        (map.start, map.exit, map.spawns, map.wrap) = (self.start, self.exit, self.spawns, self.wrap);
        (map.doors, map.graph, map.proof, map.layers) = (self.doors, self.graph, self.proof, self.layers);
        if let (Some(flow), Some(source)) = (&mut map.flow, self.source) {
            flow.source = source;
        }
    }

    fn bytes(&self) -> usize {
        let points: usize = self.corridors.iter().flatten().map(Vec::len).sum();
        let names: usize = self.spawns.iter().map(|spawn| spawn.what.len()).sum();
        size_of::<Rest>()
            + self.rooms.iter().flatten().count() * size_of::<Room>()
            + (points + 2 * self.portals.len()) * size_of::<Point>()
            + self.spawns.len() * size_of::<Spawn>()
            + names
            + self.layers.values().map(UserLayer::bytes).sum::<usize>()
            + self.graph.as_ref().map_or(0, |graph| 2 * graph.area.as_slice().len())
    }
}
