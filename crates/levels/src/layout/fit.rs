//! Where one shape may lie beside another: all offsets at once, a row of them in the bits of a `u128`.
//!
//! This is the configuration space of robot motion planning (Lozano-Pérez 1983), which Ma et al. (*Game level layout from
//! design specification*, 2014) took to rooms. A cell of one shape hits a cell of the other at one offset; so a row of
//! offsets is the union of one shape's row, reversed, shifted to each cell of the other's.

use std::collections::BTreeMap;
use std::rc::Rc;

use mapwright_core::{Dir, Template};

use super::shape::PlacedShape;

/// The offsets of shape b from shape a. Bit i of row j is offset (i − (b's columns − 1), j − (b's rows − 1)); beyond these
/// the shapes are far apart.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    /// Where b would lie on a or, if rooms lie apart, too near.
    pub(crate) blocked: Vec<u128>,
    /// Where a door of a meets a door of b, and neither lies on the other.
    pub(crate) touching: Vec<u128>,
}

/// The shapes of a layout, and how each lies beside each: found when first asked for.
#[derive(Debug)]
pub(crate) struct Fits {
    pub(crate) shapes: Vec<PlacedShape>,
    /// What a shape looks like to its neighbors: a size, or a template in any orientation.
    pub(crate) looks: Vec<(usize, u16, u16)>,
    /// Whether rooms that do not touch leave place for a corridor between them.
    pub(crate) is_apart: bool,
    rectangles: BTreeMap<(u16, u16), usize>,
    /// By both shapes.
    found: Vec<Vec<Option<Rc<Fit>>>>,
    n_found: usize,
}

/// The most fits that are kept. They may take a few kilobytes each, and can be found again.
const MOST_FITS: usize = 1 << 14;

impl Fits {
    pub(crate) fn new(is_apart: bool) -> Self {
        Fits {
            shapes: Vec::new(),
            looks: Vec::new(),
            is_apart,
            rectangles: BTreeMap::new(),
            found: Vec::new(),
            n_found: 0,
        }
    }

    pub(crate) fn rectangle(&mut self, w: u16, h: u16) -> usize {
        let margin = usize::from(self.is_apart);
        let (shapes, looks) = (&mut self.shapes, &mut self.looks);
        *self.rectangles.entry((w, h)).or_insert_with(|| {
            looks.push((usize::MAX, w, h));
            shapes.push(PlacedShape::rectangle(w, h, margin));
            shapes.len() - 1
        })
    }

    /// Adds an orientation of the template with a number.
    pub(crate) fn template(&mut self, number: usize, template: &Template) -> usize {
        self.looks.push((number, 0, 0));
        self.shapes.push(PlacedShape::of_template(template, usize::from(self.is_apart)));
        self.shapes.len() - 1
    }

    /// How b may lie beside a. What is not known yet adds to the work.
    pub(crate) fn get(&mut self, a: usize, b: usize, work: &mut u64) -> Rc<Fit> {
        let Fits { shapes, is_apart, found, n_found, .. } = self;
        let is_known = found.get(a).and_then(|row| row.get(b)).is_some_and(Option::is_some);
        if !is_known {
            *work += (shapes[a].h() * shapes[b].h() * (2 + shapes[a].w / 8)) as u64;
            *n_found += 1;
            if *n_found > MOST_FITS {
                found.clear();
                *n_found = 1;
            }
        }
        found.resize(found.len().max(a + 1), Vec::new());
        let row = &mut found[a];
        row.resize(row.len().max(b + 1), None);
        Rc::clone(row[b].get_or_insert_with(|| Rc::new(fit(&shapes[a], &shapes[b], *is_apart))))
    }
}

fn fit(a: &PlacedShape, b: &PlacedShape, is_apart: bool) -> Fit {
    let overlaps = |a_body: &[u64], b_body: &[u64]| {
        let mut rows = offsets(&a.floor, b_body, b.w);
        or(&mut rows, &offsets(a_body, &b.floor, b.w));
        rows
    };
    let on = overlaps(&a.body, &b.body);
    let mut touching = vec![0; on.len()];
    for length in common_lengths(a, b) {
        for dir in Dir::ALL {
            or(&mut touching, &offsets(&a.doors(dir, length), &b.doors(dir.opposite(), length), b.w));
        }
    }
    touching.iter_mut().zip(&on).for_each(|(touching, on)| *touching &= !on);
    let blocked = match is_apart {
        false => on,
        // Three walls between two floors: a corridor and its own walls.
        true => offsets(&a.body, &b.body_grown(), b.w),
    };
    Fit { blocked, touching }
}

/// The lengths of doors that both have.
pub(crate) fn common_lengths(a: &PlacedShape, b: &PlacedShape) -> Vec<usize> {
    match (a.door_lengths(), b.door_lengths()) {
        (None, None) => vec![1],
        (Some(lengths), None) | (None, Some(lengths)) => lengths,
        (Some(a), Some(b)) => a.into_iter().filter(|length| b.contains(length)).collect(),
    }
}

/// The offsets at which some cell of a lies on some cell of b.
pub(crate) fn offsets(a: &[u64], b: &[u64], b_w: usize) -> Vec<u128> {
    let mut rows = vec![0; a.len() + b.len() - 1];
    for (b_y, &b_row) in b.iter().enumerate().filter(|&(_, &row)| row != 0) {
        let reversed = u128::from(b_row.reverse_bits() >> (64 - b_w));
        for (a_y, &a_row) in a.iter().enumerate() {
            let mut left = a_row;
            while left != 0 {
                rows[a_y + b.len() - 1 - b_y] |= reversed << left.trailing_zeros();
                left &= left - 1;
            }
        }
    }
    rows
}

fn or(rows: &mut [u128], more: &[u128]) {
    rows.iter_mut().zip(more).for_each(|(row, more)| *row |= more);
}
