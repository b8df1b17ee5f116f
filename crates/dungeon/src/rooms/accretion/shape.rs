//! The parameters of the shapes of rooms.

use mapwright_core::{MapRng, Template, params};

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
    /// The fewest rooms of it; fewer are an error. They are tried at random times in the first half of the tries.
    #[param(range = 0..=1000)]
    pub min: u16,
    /// The most rooms of it; absent for any number.
    pub max: Option<u16>,
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

/// Which shape comes next, so that there are neither too few rooms of any nor too many.
pub(super) struct Quota<'a> {
    pub(super) shapes: Vec<&'a AccretionShape>,
    /// How many rooms each has.
    rooms: Vec<u16>,
    /// The rooms that are wanted yet: the try from which on, and the shape. The first is at the end.
    pub(super) wanted: Vec<(u16, usize)>,
}

impl<'a> Quota<'a> {
    pub(super) fn new(shapes: Vec<&'a AccretionShape>, tries: u16, rng: &mut MapRng) -> Self {
        let rooms = vec![0; shapes.len()];
        let wanted = shapes.iter().enumerate().flat_map(|(nth, shape)| std::iter::repeat_n(nth, shape.min.into()));
        let mut wanted: Vec<(u16, usize)> =
            wanted.map(|nth| (rng.below(u32::from(tries) / 2 + 1).try_into().unwrap_or(tries), nth)).collect();
        wanted.sort_unstable_by(|a, b| b.cmp(a));
        Quota { shapes, rooms, wanted }
    }

    /// The shape to try: every second time one that is due, so that the others make room for it.
    pub(super) fn next(&self, nth: u16, rng: &mut MapRng) -> Option<usize> {
        let due = self.wanted.last().filter(|(from, _)| *from <= nth && nth.is_multiple_of(2));
        due.map(|&(_, shape)| shape).or_else(|| self.by_weight(rng))
    }

    /// A shape drawn by weight.
    pub(super) fn by_weight(&self, rng: &mut MapRng) -> Option<usize> {
        let open = |(shape, rooms): (&&AccretionShape, &u16)| match shape.max {
            Some(max) if max <= *rooms => 0,
            _ => shape.weight,
        };
        rng.pick_weighted(self.shapes.iter().zip(&self.rooms).map(open))
    }

    /// Counts a room.
    pub(super) fn count(&mut self, shape: usize) {
        self.rooms[shape] += 1;
        if let Some(met) = self.wanted.iter().rposition(|&(_, wanted)| wanted == shape) {
            self.wanted.remove(met);
        }
    }
}
