//! The table of planes: what a map has besides its tiles, each in one row.
//!
//! The map itself, the set of its [`Plane`](crate::Plane)s, its check, its files, its history and the chunks of endless worlds
//! expand from the table. A new plane with a value for each cell is one row under `cells`, and a line in the schema of maps.
//! One of another kind is a row under `whole`, with
//! [`PlaneData`] for its type and a field in the map file.

use std::collections::BTreeMap;

use crate::{Color, Door, Flow, Layer, LevelGraph, Point, Portal, Proof, Room, Size, Spawn, Tile, Wrap};

/// Gives the table to a macro: planes with a value for each cell, planes that are kept whole, and what every map has.
#[doc(hidden)]
#[macro_export]
macro_rules! planes {
    ($then:ident) => {
        $then! {
            cells {
                /// A color on each of the four sides: mazes, pipes, edge-matched Wang tiles.
                Sides = "sides", sides: $crate::Sides;
                /// A color on each of the four corners: corner-matched Wang tiles.
                Corners = "corners", corners: $crate::Sides;
                /// The sides as they were before a puzzle stage turned them.
                Solution = "solution", solution: $crate::Sides;
                /// Room, cave, Voronoi cell or polyomino of each cell; 0 for none.
                Regions = "regions", regions: u16;
                /// How much of each cell later stages keep.
                Kept = "kept", kept: $crate::Keep;
            }
            whole {
                /// Wet cells and rings, found by the ring validator.
                Flow = "flow", flow: Option<$crate::Flow>;
                /// The rooms.
                Rooms = "rooms", rooms: Option<Vec<$crate::Room>>;
                /// The corridors, each a path of cells.
                Corridors = "corridors", corridors: Option<Vec<Vec<$crate::Point>>>;
                /// Where the player begins.
                Start = "start", start: Option<$crate::Point>;
                /// Where the player wants to go.
                Exit = "exit", exit: Option<$crate::Point>;
                /// How many floors the map has, one above the other; see [`BuilderMap::stack`](crate::BuilderMap::stack).
                Floors = "floors", floors: Option<u16>;
                /// The doors. After a chain, every door tile has one.
                Doors = "doors", doors: Option<Vec<$crate::Door>>;
                /// The areas of the level and how they join.
                Graph = "graph", graph: Option<$crate::LevelGraph>;
                /// A walk that wins the level.
                Proof = "proof", proof: Option<$crate::Proof>;
                /// Custom planes, by name.
                Layers = "layers", layers: std::collections::BTreeMap<String, $crate::Layer>;
            }
            always {
                /// Extra steps between far cells.
                Portals, portals: Vec<$crate::Portal>;
                /// What appears, and where.
                Spawns, spawns: Vec<$crate::Spawn>;
                /// The colors of tiles that no palette knows, for pictures.
                Palette, palette: std::collections::BTreeMap<$crate::Tile, $crate::Color>;
                /// Which borders are joined to the opposite one.
                Wrap, wrap: $crate::Wrap;
            }
        }
    };
}

/// What the check and the history of a map must know of a part that is kept whole.
pub(crate) trait PlaneData {
    /// The size of a plane inside that differs from that of the map.
    fn misfit(&self, _: Size) -> Option<Size> {
        None
    }

    /// About how many bytes it takes on the heap; short strings and lists of tags are not counted.
    fn heap(&self) -> usize;
}

impl<T: PlaneData> PlaneData for Option<T> {
    fn misfit(&self, size: Size) -> Option<Size> {
        self.as_ref()?.misfit(size)
    }

    fn heap(&self) -> usize {
        self.as_ref().map_or(0, T::heap)
    }
}

impl<T: PlaneData> PlaneData for Vec<T> {
    fn heap(&self) -> usize {
        size_of_val(&self[..]) + self.iter().map(T::heap).sum::<usize>()
    }
}

/// Types that take some bytes, and have no size of their own.
macro_rules! heap {
    ($($type:ty: |$this:pat_param| $bytes:expr;)*) => {
        $(impl PlaneData for $type {
            fn heap(&self) -> usize {
                let $this = self;
                $bytes
            }
        })*
    };
}

heap! {
    Point: |_| 0;
    Portal: |_| 0;
    u16: |_| 0;
    Wrap: |_| 0;
    Room: |_| 0;
    Spawn: |spawn| spawn.what.len();
    Door: |door| size_of_val(&door.cells[..]);
    Proof: |proof| size_of_val(&proof.walk[..]) + 2 * proof.keys.len();
    BTreeMap<Tile, Color>: |colors| colors.len() * size_of::<(Tile, Color)>();
    // Layers that do not fit are found by their names.
    BTreeMap<String, Layer>: |layers| layers.values().map(Layer::bytes).sum();
}

impl PlaneData for Flow {
    fn misfit(&self, size: Size) -> Option<Size> {
        [self.wet.size(), self.rings.size(), self.on_ring.size()].into_iter().find(|&found| found != size)
    }

    fn heap(&self) -> usize {
        6 * self.wet.as_slice().len()
    }
}

impl PlaneData for LevelGraph {
    fn misfit(&self, size: Size) -> Option<Size> {
        Some(self.area.size()).filter(|&found| found != size)
    }

    fn heap(&self) -> usize {
        let joins = self.joins.iter().map(|join| size_of_val(join) + size_of_val(&join.gate[..]));
        2 * self.area.as_slice().len() + size_of_val(&self.areas[..]) + joins.sum::<usize>()
    }
}
