//! A template: the tiles to choose from.

use mapwright_core::{Grid, Size, Tile};

use super::error::HerringboneError;
use super::lattice::Form;
use crate::MatchOn;

/// One tile of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HerringbonePiece {
    /// Its form.
    pub form: Form,
    /// The colors of its edges or corners, 0 to 7, clockwise. Edges: of a horizontal piece top left, top right, right, bottom
    /// right, bottom left, left; of a vertical piece top, right above, right below, bottom, left below, left above. Corners: from
    /// the top left; the third and sixth are in the middle of the long sides of a vertical piece, the second and fifth of those
    /// of a horizontal one.
    pub colors: [u8; 6],
    /// Its cells: 2·unit by unit if it is horizontal, else unit by 2·unit.
    pub cells: Grid<Tile>,
}

/// A set of pieces, with at least one for every combination of colors.
///
/// Either edges or corners have colors. There are six kinds of edges, and four of corners: each lies between the same sides of
/// pieces everywhere. The highest color of a kind says how many colors the kind has, and all of them are equally likely. Several
/// pieces may have the same colors; then each position gets a random one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HerringboneTemplate {
    on: MatchOn,
    unit: u16,
    pieces: Vec<HerringbonePiece>,
    /// The number of colors of each kind.
    colors: [u8; 6],
    /// For each form and code of colors, where its pieces begin in `by_code`.
    starts: [Vec<u16>; 2],
    /// The numbers of the pieces of each form, by code.
    by_code: [Vec<u16>; 2],
}

impl HerringboneTemplate {
    /// A template from its pieces, whose edges have colors; half a piece has `unit` by `unit` cells, 1 to 255.
    ///
    /// # Errors
    ///
    /// A piece has the wrong size or a color above 7, or no piece has some combination of colors.
    pub fn new(unit: u16, pieces: Vec<HerringbonePiece>) -> Result<Self, HerringboneError> {
        HerringboneTemplate::matching(MatchOn::Edges, unit, pieces)
    }

    /// Like [`new`](Self::new), of pieces whose edges or corners have the colors.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn matching(on: MatchOn, unit: u16, pieces: Vec<HerringbonePiece>) -> Result<Self, HerringboneError> {
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
            if let Some(&color) = piece.colors.iter().find(|&&color| color > 7) {
                return Err(HerringboneError::Color { nth, color });
            }
        }
        let template = HerringboneTemplate::of_pieces(on, unit, pieces);
        template.check_complete()?;
        Ok(template)
    }

    /// A template of pieces that were checked, or that need not be.
    pub(super) fn of_pieces(on: MatchOn, unit: u16, pieces: Vec<HerringbonePiece>) -> Self {
        let mut colors = [1; 6];
        for piece in &pieces {
            for (kind, color) in piece.form.kinds(on).into_iter().zip(piece.colors) {
                colors[kind] = colors[kind].max(color + 1);
            }
        }
        let sorted = Form::ALL.map(|form| sorted(form, radixes(on, form, colors), &pieces));
        HerringboneTemplate {
            on,
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

    /// Whether edges or corners have the colors.
    pub const fn on(&self) -> MatchOn {
        self.on
    }

    /// How many colors each of the six kinds of edges has, or each of the four kinds of corners and then 1.
    pub const fn colors(&self) -> [u8; 6] {
        self.colors
    }

    /// The numbers of the pieces with these colors.
    pub(super) fn fitting(&self, form: Form, colors: [u8; 6]) -> &[u16] {
        let (starts, code) = (&self.starts[form as usize], code(colors, radixes(self.on, form, self.colors)));
        &self.by_code[form as usize][starts[code].into()..starts[code + 1].into()]
    }

    fn check_complete(&self) -> Result<(), HerringboneError> {
        for form in Form::ALL {
            let radixes = radixes(self.on, form, self.colors);
            let starts = self.starts[form as usize].windows(2).enumerate();
            let mut missing = starts.filter(|(_, ends)| ends[0] == ends[1]).map(|(code, _)| code);
            if let Some(code) = missing.next() {
                let colors = colors_of(code, radixes);
                let more = missing.count();
                return Err(HerringboneError::MissingPiece { form, on: self.on, colors, more });
            }
        }
        Ok(())
    }
}

pub(super) fn size_of(form: Form, unit: u16) -> Size {
    let (across, down) = form.units();
    Size::new(across * unit, down * unit)
}

/// How many colors each of the six places of a form has.
fn radixes(on: MatchOn, form: Form, colors: [u8; 6]) -> [usize; 6] {
    form.kinds(on).map(|kind| colors[kind].into())
}

/// The number of a combination of colors, below the product of the radixes: at most 8⁶.
fn code(colors: [u8; 6], radixes: [usize; 6]) -> usize {
    colors.into_iter().zip(radixes).rev().fold(0, |code, (color, radix)| code * radix + usize::from(color))
}

fn colors_of(mut code: usize, radixes: [usize; 6]) -> [u8; 6] {
    radixes.map(|radix| {
        let color = u8::try_from(code % radix).unwrap_or(0);
        code /= radix;
        color
    })
}

/// The pieces of a form sorted by code, and where each code begins.
fn sorted(form: Form, radixes: [usize; 6], pieces: &[HerringbonePiece]) -> (Vec<u16>, Vec<u16>) {
    let numbered = pieces.iter().zip(0..).filter(|(piece, _)| piece.form == form);
    let mut coded: Vec<(usize, u16)> = numbered.map(|(piece, number)| (code(piece.colors, radixes), number)).collect();
    coded.sort_unstable();
    let starts = (0..=radixes.iter().product()).map(|code| coded.partition_point(|&(other, _)| other < code));
    let starts = starts.map(|start| u16::try_from(start).unwrap_or(u16::MAX)).collect();
    (starts, coded.into_iter().map(|(_, number)| number).collect())
}
