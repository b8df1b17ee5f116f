//! The changes that one frame makes to a map.

use std::mem::discriminant;

use super::cells::Cells;
use crate::plane_table::PlaneData;
use crate::planes;
use crate::{BuilderMap, Size, Tile, Wrap};

/// All changes from one frame to the next, by plane. What is not listed stays.
#[derive(Clone, Debug, Default)]
pub(super) struct Delta {
    parts: Vec<Part>,
}

/// The empty map that a recording starts from.
pub(super) fn blank(size: Size) -> BuilderMap {
    BuilderMap::filled(size, Wrap::None, Tile::default())
}

/// Defines `Part` and its operations from the table of planes: some change cell by cell, the others are stored whole when
/// they change.
macro_rules! parts {
    (
        cells { $($(#[$cells_doc:meta])+ $Cells:ident = $cells_name:literal, $cells:ident: $cell:ty;)* }
        whole { $($(#[$whole_doc:meta])+ $Whole:ident = $whole_name:literal, $whole:ident: $value:ty;)* }
        always { $($(#[$always_doc:meta])+ $Always:ident, $always:ident: $part:ty;)* }
    ) => {
        /// The change of one plane.
        #[derive(Clone, Debug)]
        pub(super) enum Part {
            Tiles(Cells<Tile>),
            $($Cells(Cells<$cell>),)*
            $($Whole(Box<$value>),)*
            $($Always(Box<$part>),)*
        }

        impl Delta {
            /// The change that turns `shown` into `map`; afterwards they are equal.
            pub(super) fn carry(shown: &mut BuilderMap, map: &BuilderMap) -> Delta {
                let BuilderMap { tiles, $($cells,)* $($whole,)* $($always,)* } = map;
                let mut parts = Vec::new();
                parts.extend(Cells::carry(&mut shown.tiles, tiles).map(Part::Tiles));
                $(parts.extend(Cells::carry_plane(&mut shown.$cells, $cells.as_ref()).map(Part::$Cells));)*
                $(if shown.$whole != *$whole {
                    shown.$whole.clone_from($whole);
                    parts.push(Part::$Whole(Box::new($whole.clone())));
                })*
                $(if shown.$always != *$always {
                    shown.$always.clone_from($always);
                    parts.push(Part::$Always(Box::new($always.clone())));
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
                    $(Part::$Always(value) => map.$always.clone_from(value),)*
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

            /// About how many bytes it takes on the heap.
            fn bytes(&self) -> usize {
                match self {
                    Part::Tiles(tiles) => tiles.bytes(),
                    $(Part::$Cells(cells) => cells.bytes(),)*
                    $(Part::$Whole(value) => value.heap(),)*
                    $(Part::$Always(value) => value.heap(),)*
                }
            }
        }
    };
}

planes!(parts);

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
