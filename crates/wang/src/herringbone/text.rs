//! Templates as text: each piece is a drawing below a line with its colors.

use std::fmt;
use std::str::FromStr;

use mapwright_core::{Grid, Palette, Tile};

use super::error::HerringboneError;
use super::lattice::Form;
use super::template::{HerringbonePiece, HerringboneTemplate, size_of};
use crate::MatchOn;

/// The text begins with `herringbone` and the cells a side of half a piece, and `corners` if corners have the colors instead of
/// edges. Then each piece has a line of `horizontal` or `vertical` and six colors, clockwise from the top left, and below it its
/// rows in the glyphs of the default palette: `#` wall, `.` floor, `+` door. Empty lines and lines that begin with `//` are ignored.
///
/// ```
/// use mapwright_wang::HerringboneTemplate;
///
/// let text = "herringbone 2
/// horizontal 0 0 0 0 0 0
/// ....
/// .#..
/// vertical 0 0 0 0 0 0
/// ..
/// .#
/// ..
/// ..";
/// let template: HerringboneTemplate = text.parse()?;
/// assert_eq!(template.unit(), 2);
/// assert_eq!(template.to_string().parse::<HerringboneTemplate>()?, template);
/// # Ok::<(), mapwright_wang::HerringboneError>(())
/// ```
impl FromStr for HerringboneTemplate {
    type Err = HerringboneError;

    fn from_str(text: &str) -> Result<Self, HerringboneError> {
        let palette = Palette::default();
        let mut lines = text.lines().zip(1..).map(|(line, number)| (line.trim_end(), number));
        let mut lines = lines.by_ref().filter(|(line, _)| !line.is_empty() && !line.starts_with("//"));
        let (head, number) = lines.next().unwrap_or(("", 1));
        let expected = "`herringbone` and the cells of half a piece, then `corners` or nothing";
        let (on, unit) = head_of_template(head).ok_or_else(|| wrong(number, head, expected))?;
        if !(1..=255).contains(&unit) {
            return Err(HerringboneError::Unit { unit: unit.into() });
        }
        let mut pieces = Vec::new();
        while let Some((line, number)) = lines.next() {
            let (form, colors) = head_of_piece(line)
                .ok_or_else(|| wrong(number, line, "`horizontal` or `vertical` and six colors from 0 to 7"))?;
            let size = size_of(form, unit);
            let mut cells: Vec<Tile> = Vec::new();
            for _ in 0..size.h {
                let (row, at) = lines.next().unwrap_or(("", number));
                if row.chars().count() != usize::from(size.w) {
                    return Err(wrong(at, row, &format!("a row of {} glyphs", size.w)));
                }
                for glyph in row.chars() {
                    let tile = palette.tile(glyph);
                    cells.push(tile.ok_or_else(|| wrong(at, &glyph.to_string(), "a glyph of the palette"))?);
                }
            }
            let cells = Grid::from_vec(size, cells).unwrap_or_else(|| Grid::new(size, Tile::WALL));
            pieces.push(HerringbonePiece { form, colors, cells });
        }
        HerringboneTemplate::matching(on, unit, pieces)
    }
}

fn head_of_template(line: &str) -> Option<(MatchOn, u16)> {
    let mut words = line.strip_prefix("herringbone ")?.split_whitespace();
    let unit = words.next()?.parse().ok()?;
    match (words.next(), words.next()) {
        (None, _) => Some((MatchOn::Edges, unit)),
        (Some("corners"), None) => Some((MatchOn::Corners, unit)),
        _ => None,
    }
}

fn head_of_piece(line: &str) -> Option<(Form, [u8; 6])> {
    let mut words = line.split_whitespace();
    let word = words.next()?;
    let form = Form::ALL.into_iter().find(|form| form.word() == word)?;
    let colors: Option<Vec<u8>> = words.map(|word| word.parse().ok().filter(|color| *color < 8)).collect();
    Some((form, colors?.try_into().ok()?))
}

fn wrong(line: usize, found: &str, expected: &str) -> HerringboneError {
    HerringboneError::Line { line, why: format!("found `{found}`; expected {expected}") }
}

/// The text reads back as the same template, if all its tiles have glyphs.
impl fmt::Display for HerringboneTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let palette = Palette::default();
        let corners = if self.on() == MatchOn::Corners { " corners" } else { "" };
        writeln!(f, "herringbone {}{corners}", self.unit())?;
        for piece in self.pieces() {
            let colors = piece.colors.map(|color| color.to_string()).join(" ");
            writeln!(f, "\n{} {colors}", piece.form.word())?;
            for row in piece.cells.rows() {
                let glyphs: String = row.iter().map(|&tile| palette.look(tile).glyph).collect();
                writeln!(f, "{glyphs}")?;
            }
        }
        Ok(())
    }
}
