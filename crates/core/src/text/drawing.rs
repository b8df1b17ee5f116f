//! Lines as text: mazes and regions alike, by one rule.
//!
//! Each vertex is the box-drawing character whose arms are the lines that meet there. *Compact* text
//! is only the vertices. The wider forms stretch the lines, which leaves room for a letter in each cell.

use super::glyphs;
use crate::Color;
use crate::lines::Lines;

/// How wide text drawings of lines are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineWidth {
    /// One character a vertex: h+1 lines of w+1. No room for letters.
    Compact,
    /// 2h+1 lines of 2w+1.
    Narrow,
    /// 2h+1 lines of 4w+1, where cells look square on most screens.
    #[default]
    Wide,
}

impl LineWidth {
    /// Characters from a vertex to the next, and lines.
    const fn pitch(self) -> (usize, usize) {
        match self {
            LineWidth::Compact => (1, 1),
            LineWidth::Narrow => (2, 2),
            LineWidth::Wide => (4, 2),
        }
    }
}

/// What lines are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strokes {
    /// Box-drawing characters.
    Box,
    /// `+`, `-` and `|`. A `+` does not tell which lines meet there, so compact drawings have none of these.
    Ascii,
}

/// The character of a place in the drawing that is `None` where the content of a cell goes.
fn glyph(lines: &Lines, (row, column): (usize, usize), width: LineWidth, strokes: Strokes) -> Option<char> {
    let (dx, dy) = width.pitch();
    let vertex = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
    let (x, y) = (vertex(column / dx), vertex(row / dy));
    let (down, across) = match strokes {
        Strokes::Box => ('│', '─'),
        Strokes::Ascii => ('|', '-'),
    };
    match (column % dx == 0, row % dy == 0) {
        (true, true) if strokes == Strokes::Ascii => Some(if lines.at(x, y).is_empty() { ' ' } else { '+' }),
        (true, true) => Some(glyphs::light(lines.at(x, y))),
        (true, false) => Some(if lines.down(x, y) { down } else { ' ' }),
        (false, true) => Some(if lines.across(x, y) { across } else { ' ' }),
        (false, false) => None,
    }
}

/// Draws lines, with `content` in the middle of each cell if it fits. A lone vertex is `blank`.
pub(super) fn write(
    lines: &Lines,
    (width, strokes): (LineWidth, Strokes),
    blank: char,
    content: impl Fn(u16, u16) -> char,
) -> String {
    let (dx, dy) = width.pitch();
    let (w, h) = (usize::from(lines.size().w), usize::from(lines.size().h));
    let mut text = String::new();
    for row in 0..=h * dy {
        for column in 0..=w * dx {
            let cell = || match (u16::try_from(column / dx), u16::try_from(row / dy)) {
                (Ok(x), Ok(y)) if column % dx == dx / 2 => content(x, y),
                _ => ' ',
            };
            let drawn = glyph(lines, (row, column), width, strokes).unwrap_or_else(cell);
            let is_vertex = row % dy == 0 && column % dx == 0;
            text.push(if is_vertex && drawn == ' ' { blank } else { drawn });
        }
        text.push('\n');
    }
    text
}

/// Draws lines with `content` in each cell, and paints the inside of cells, as a terminal does that knows ANSI codes:
/// a background in the color of the cell that a character is in, or of the two or four cells that it lies between, if
/// they are one region; reset at the end of each row.
pub(super) fn write_colored(lines: &Lines, width: LineWidth, color: impl Fn(u16, u16) -> Color) -> String {
    let plain = write(lines, (width, Strokes::Box), ' ', |_, _| ' ');
    let (dx, dy) = width.pitch();
    let mut text = String::new();
    for (row, line) in plain.lines().enumerate() {
        let mut last = None;
        for (column, glyph) in line.chars().enumerate() {
            let wanted = under(lines, (row, column), (dx, dy)).map(|(x, y)| color(x, y));
            if wanted != last {
                text += &wanted.map_or("\x1b[0m".to_owned(), |Color(r, g, b)| format!("\x1b[30;48;2;{r};{g};{b}m"));
                last = wanted;
            }
            text.push(glyph);
        }
        text += if last.is_some() { "\x1b[0m\n" } else { "\n" };
    }
    text
}

/// The cell in whose color a character's background is: the one it is in, or the one before it where no line parts it
/// from that.
fn under(lines: &Lines, (row, column): (usize, usize), (dx, dy): (usize, usize)) -> Option<(u16, u16)> {
    let cell = |at: usize, pitch: usize| {
        u16::try_from((at / pitch).saturating_sub(usize::from(at.is_multiple_of(pitch) && at > 0))).ok()
    };
    let at = (cell(column, dx)?, cell(row, dy)?);
    // A character of the outline, on the left and at the top, belongs to the cell behind it.
    (at.0 < lines.size().w && at.1 < lines.size().h).then_some(at)
}
