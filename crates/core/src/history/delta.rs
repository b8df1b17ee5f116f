//! The changes that one frame makes to a map.

use std::collections::BTreeMap;
use std::mem::discriminant;

use super::cells::Cells;
use crate::{BuilderMap, Door, Flow, Layer, LevelGraph, Point, Proof, Room, Sides, Size, Spawn, Tile, Wrap};

/// All changes from one frame to the next, by plane. What is not listed stays.
#[derive(Clone, Debug, Default)]
pub(super) struct Delta {
    parts: Vec<Part>,
}

/// The empty map that a recording starts from.
pub(super) fn blank(size: Size) -> BuilderMap {
    BuilderMap::filled(size, Wrap::None, Tile::default())
}

/// Defines `Part` and its operations from two lists: planes that change cell by cell, and planes that are stored whole
/// when they change.
macro_rules! parts {
    (cells { $($Cells:ident $cells:ident $cell:ty,)* } whole { $($Whole:ident $whole:ident $value:ty,)* }) => {
        /// The change of one plane.
        #[derive(Clone, Debug)]
        pub(super) enum Part {
            Tiles(Cells<Tile>),
            $($Cells(Cells<$cell>),)*
            $($Whole(Box<$value>),)*
        }

        impl Delta {
            /// The change that turns `shown` into `map`; afterwards they are equal.
            pub(super) fn carry(shown: &mut BuilderMap, map: &BuilderMap) -> Delta {
                let BuilderMap { tiles, $($cells,)* $($whole,)* } = map;
                let mut parts = Vec::new();
                parts.extend(Cells::carry(&mut shown.tiles, tiles).map(Part::Tiles));
                $(parts.extend(Cells::carry_plane(&mut shown.$cells, $cells.as_ref()).map(Part::$Cells));)*
                $(if shown.$whole != *$whole {
                    shown.$whole.clone_from($whole);
                    parts.push(Part::$Whole(Box::new($whole.clone())));
                })*
                Delta { parts }
            }
        }

        impl Part {
            fn apply(&self, map: &mut BuilderMap) {
                match self {
                    Part::Tiles(tiles) => tiles.patch(&mut map.tiles),
                    $(Part::$Cells(cells) => cells.patch_plane(&mut map.$cells),)*
                    $(Part::$Whole(value) => map.$whole.clone_from(value),)*
                }
            }

            /// Appends `next`, a change of the same plane.
            fn follow(&mut self, next: Part) {
                match (self, next) {
                    (Part::Tiles(first), Part::Tiles(next)) => first.follow(next),
                    $((Part::$Cells(first), Part::$Cells(next)) => first.follow(next),)*
                    (first, next) => *first = next,
                }
            }

            fn is_empty(&self) -> bool {
                match self {
                    Part::Tiles(tiles) => tiles.is_empty(),
                    $(Part::$Cells(cells) => cells.is_empty(),)*
                    _ => false,
                }
            }
        }
    };
}

parts! {
    cells {
        Sides sides Sides,
        Corners corners Sides,
        Solution solution Sides,
        Regions regions u16,
    }
    whole {
        Flow flow Option<Flow>,
        Rooms rooms Option<Vec<Room>>,
        Corridors corridors Option<Vec<Vec<Point>>>,
        Portals portals Vec<(Point, Point)>,
        Start start Option<Point>,
        Exit exit Option<Point>,
        Spawns spawns Vec<Spawn>,
        Doors doors Option<Vec<Door>>,
        Graph graph Option<LevelGraph>,
        Proof proof Option<Proof>,
        Layers layers BTreeMap<String, Layer>,
        Wrap wrap Wrap,
    }
}

impl Delta {
    /// Appends a change.
    pub(super) fn push(&mut self, next: Part) {
        match self.parts.iter_mut().find(|part| discriminant(*part) == discriminant(&next)) {
            Some(part) => part.follow(next),
            None => {
                self.parts.reserve_exact(1);
                self.parts.push(next);
            }
        }
    }

    /// This change and `next` as one.
    pub(super) fn then(mut self, next: Delta) -> Delta {
        next.parts.into_iter().for_each(|part| self.push(part));
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.parts.iter().all(Part::is_empty)
    }

    pub(super) fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<Part>() + self.parts.iter().map(Part::bytes).sum::<usize>()
    }

    /// Applies the change.
    pub(super) fn apply(&self, map: &mut BuilderMap) {
        self.parts.iter().for_each(|part| part.apply(map));
    }
}

impl Part {
    /// About how many bytes it takes on the heap; short strings and lists of tags are not counted.
    fn bytes(&self) -> usize {
        let points = |n: usize| n * size_of::<Point>();
        match self {
            Part::Tiles(tiles) => tiles.bytes(),
            Part::Sides(sides) | Part::Corners(sides) | Part::Solution(sides) => sides.bytes(),
            Part::Regions(regions) => regions.bytes(),
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
