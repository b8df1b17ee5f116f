//! The optional parts of a map, by name, so that stages can say what they need and give.

use std::fmt;

macro_rules! define_planes {
    (
        cells { $($(#[$cells_doc:meta])+ $Cells:ident = $cells_name:literal, $cells:ident: $cell:ty;)* }
        whole { $($(#[$whole_doc:meta])+ $Whole:ident = $whole_name:literal, $whole:ident: $value:ty;)* }
        always { $($rest:tt)* }
    ) => {
        /// One optional part of a [`BuilderMap`](crate::BuilderMap). Tiles are not optional.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Plane {
            $($(#[$cells_doc])+ $Cells,)*
            $($(#[$whole_doc])+ $Whole,)*
        }

        crate::named! { Plane: $($Cells = $cells_name,)* $($Whole = $whole_name,)* }
    };
}

crate::planes!(define_planes);

impl fmt::Display for Plane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of planes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Planes(u32);

impl Planes {
    /// No plane.
    pub const NONE: Planes = Planes(0);
    /// All of them.
    pub const ALL: Planes = Planes((1 << Plane::ALL.len()) - 1);
    /// The planes that depend on the start: stale once it moves.
    pub const FROM_START: Planes = Planes::of(&[Plane::Flow, Plane::Graph, Plane::Proof]);
    /// The planes that depend on the terrain: stale once tiles, sides or portals change.
    pub const DERIVED: Planes = Planes::of(&[Plane::Solution, Plane::Flow, Plane::Doors, Plane::Graph, Plane::Proof]);

    /// The set of these planes.
    pub const fn of(planes: &[Plane]) -> Planes {
        let (mut set, mut i) = (0, 0);
        while i < planes.len() {
            set |= 1 << planes[i] as u32;
            i += 1;
        }
        Planes(set)
    }

    /// Whether the set holds `plane`.
    pub const fn contains(self, plane: Plane) -> bool {
        self.0 >> plane as u32 & 1 == 1
    }

    /// The planes of either set.
    #[must_use]
    pub const fn union(self, other: Planes) -> Planes {
        Planes(self.0 | other.0)
    }

    /// The planes of this set that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Planes) -> Planes {
        Planes(self.0 & !other.0)
    }

    /// The planes, in the order of [`Plane::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Plane> {
        Plane::ALL.into_iter().filter(move |&plane| self.contains(plane))
    }

    /// The first plane, in the order of [`Plane::ALL`].
    pub fn first(self) -> Option<Plane> {
        self.iter().next()
    }
}

impl<const N: usize> From<[Plane; N]> for Planes {
    fn from(planes: [Plane; N]) -> Planes {
        Planes::of(&planes)
    }
}

impl From<Plane> for Planes {
    fn from(plane: Plane) -> Planes {
        Planes::of(&[plane])
    }
}

impl fmt::Debug for Planes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
