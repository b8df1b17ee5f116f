//! A template: the tiles to choose from.

use mapwright_core::{Grid, Size, Tile};

use super::error::HerringboneError;
use super::lattice::Form;

/// One tile of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HerringbonePiece {
    /// Its form.
    pub form: Form,
    /// The colors of its edges, 0 to 3, clockwise: of a horizontal piece top left, top right, right, bottom right, bottom
    /// left, left; of an vertical piece top, right above, right below, bottom, left below, left above.
    pub edges: [u8; 6],
    /// Its cells: 2·unit by unit if it is horizontal, else unit by 2·unit.
    pub cells: Grid<Tile>,
}

/// A set of pieces, with at least one for every combination of edges.
///
/// There are six kinds of edges: each lies between the same sides of pieces everywhere. The highest color of a kind
/// says how many colors the kind has, and all of them are equally likely. Several pieces may have the same edges; then
/// each position gets a random one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HerringboneTemplate {
    unit: u16,
    pieces: Vec<HerringbonePiece>,
    /// The number of colors of each kind of edge.
    colors: [u8; 6],
    /// For each form and code of edges, where its pieces begin in `by_code`.
    starts: [Vec<u16>; 2],
    /// The numbers of the pieces of each form, by code.
    by_code: [Vec<u16>; 2],
}

/// The number of codes of six edges with four colors.
const CODES: usize = 1 << 12;

impl HerringboneTemplate {
    /// A template from its pieces; half a piece has `unit` by `unit` cells, 1 to 255.
    ///
    /// # Errors
    ///
    /// A piece has the wrong size or a color above 3, or no piece has some combination of edges.
    pub fn new(unit: u16, pieces: Vec<HerringbonePiece>) -> Result<Self, HerringboneError> {
        if !(1..=255).contains(&unit) {
            return Err(HerringboneError::Unit { unit: unit.into() });
        }
        if pieces.is_empty() || pieces.len() > usize::from(u16::MAX) {
            return Err(HerringboneError::Count { found: pieces.len() });
        }
        for (piece, nth) in pieces.iter().zip(1..) {
            let (Size { w, h }, expected) = (piece.cells.size(), size_of(piece.form, unit));
            if piece.cells.size() != expected {
                return Err(HerringboneError::PieceSize { nth, w, h, expected_w: expected.w, expected_h: expected.h });
            }
            if let Some(&color) = piece.edges.iter().find(|&&color| color > 3) {
                return Err(HerringboneError::Color { nth, color });
            }
        }
        let template = HerringboneTemplate::of_pieces(unit, pieces);
        template.check_complete()?;
        Ok(template)
    }

    /// A template of pieces that were checked, or that need not be.
    pub(super) fn of_pieces(unit: u16, pieces: Vec<HerringbonePiece>) -> Self {
        let mut colors = [1; 6];
        for piece in &pieces {
            for (kind, color) in piece.form.kinds().into_iter().zip(piece.edges) {
                colors[kind] = colors[kind].max(color + 1);
            }
        }
        let sorted = Form::ALL.map(|form| sorted(form, &pieces));
        HerringboneTemplate {
            unit,
            colors,
            starts: sorted.each_ref().map(|(starts, _)| starts.clone()),
            by_code: sorted.map(|(_, by_code)| by_code),
            pieces,
        }
    }

    /// Cells a side of half a piece.
    pub const fn unit(&self) -> u16 {
        self.unit
    }

    /// All pieces.
    pub fn pieces(&self) -> &[HerringbonePiece] {
        &self.pieces
    }

    /// How many colors each of the six kinds of edges has.
    pub const fn colors(&self) -> [u8; 6] {
        self.colors
    }

    /// The numbers of the pieces with these edges.
    pub(super) fn fitting(&self, form: Form, edges: [u8; 6]) -> &[u16] {
        let (starts, code) = (&self.starts[form as usize], code(edges));
        &self.by_code[form as usize][starts[code].into()..starts[code + 1].into()]
    }

    fn check_complete(&self) -> Result<(), HerringboneError> {
        for form in Form::ALL {
            let possible = (0..CODES).map(edges_of).filter(|edges| {
                let kinds = form.kinds().into_iter();
                kinds.zip(edges).all(|(kind, &color)| color < self.colors[kind])
            });
            for edges in possible {
                if self.fitting(form, edges).is_empty() {
                    return Err(HerringboneError::MissingPiece { form, edges });
                }
            }
        }
        Ok(())
    }
}

pub(super) fn size_of(form: Form, unit: u16) -> Size {
    let (across, down) = form.units();
    Size::new(across * unit, down * unit)
}

fn code(edges: [u8; 6]) -> usize {
    edges.into_iter().rev().fold(0, |code, color| code << 2 | usize::from(color & 3))
}

fn edges_of(code: usize) -> [u8; 6] {
    [0, 2, 4, 6, 8, 10].map(|bit| u8::try_from(code >> bit & 3).unwrap_or(0))
}

/// The pieces of a form sorted by code, and where each code begins.
fn sorted(form: Form, pieces: &[HerringbonePiece]) -> (Vec<u16>, Vec<u16>) {
    let numbered = pieces.iter().zip(0..).filter(|(piece, _)| piece.form == form);
    let mut coded: Vec<(usize, u16)> = numbered.map(|(piece, number)| (code(piece.edges), number)).collect();
    coded.sort_unstable();
    let starts = (0..=CODES).map(|code| coded.partition_point(|&(other, _)| other < code));
    let starts = starts.map(|start| u16::try_from(start).unwrap_or(u16::MAX)).collect();
    (starts, coded.into_iter().map(|(_, number)| number).collect())
}
