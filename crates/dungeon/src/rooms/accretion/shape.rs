//! The parameters of the shapes of rooms.

use mapwright_core::{Template, params};

/// A shape of rooms, and how often and how large it is drawn.
#[derive(Eq)]
#[params]
pub struct AccretionShape {
    /// The shape.
    pub shape: ShapeKind,
    /// What rooms are drawn from instead of the shape: turned and mirrored in every way, with doors where it has `+` in its
    /// outline, or anywhere if it has none.
    pub template: Option<Template>,
    /// How often it is drawn compared with others.
    #[param(default = 1, range = 0..=1_000_000)]
    pub weight: u32,
    /// The fewest cells.
    #[param(default = 9, range = 1..=1000)]
    pub min_cells: u32,
    /// The most cells.
    #[param(default = 60, range = 1..=1000)]
    pub max_cells: u32,
    /// The first depth at which it appears.
    pub min_depth: Option<u32>,
    /// The last depth at which it appears.
    pub max_depth: Option<u32>,
}

/// What rooms of [`Accretion`](crate::Accretion) look like.
#[params]
pub enum ShapeKind {
    /// Two bars that overlap: a cross, a T or an L.
    #[default]
    Cross,
    /// A rectangle.
    Box,
    /// A disc.
    Circle,
    /// Discs that overlap.
    Chunky,
    /// A part of a cave.
    Cave,
}

impl AccretionShape {
    /// A shape and its weight, of the usual size, at all depths.
    pub fn new(shape: ShapeKind, weight: u32) -> Self {
        AccretionShape { shape, weight, ..AccretionShape::default() }
    }

    pub(super) fn all() -> Vec<AccretionShape> {
        let weights = [
            (ShapeKind::Cross, 4),
            (ShapeKind::Box, 2),
            (ShapeKind::Circle, 1),
            (ShapeKind::Chunky, 2),
            (ShapeKind::Cave, 3),
        ];
        weights.map(|(shape, weight)| AccretionShape::new(shape, weight)).to_vec()
    }

    pub(super) fn appears_at(&self, depth: u32) -> bool {
        self.min_depth.is_none_or(|min| min <= depth) && self.max_depth.is_none_or(|max| depth <= max)
    }
}
