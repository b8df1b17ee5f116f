//! Lines as text: mazes and regions alike, by one rule.
//!
//! Each vertex is the box-drawing character whose arms are the lines that meet there. *Compact* text
//! is only the vertices. The wider forms stretch the lines, which leaves room for a letter in each cell.
//! Reading takes the lines out of the text, draws them again and compares: whatever the drawing would
//! not have put there is an error at its place.

use super::error::ReadError;
use super::glyphs;
use crate::lines::Lines;
use crate::{BuilderMap, Color, Dir, Grid, Sides, Size, TextError, TextRows, Tile, Wrap};

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

    const fn needed(self) -> &'static str {
        match self {
            LineWidth::Compact => "2 or more of both",
            LineWidth::Narrow => "2h+1 lines of 2w+1 characters",
            LineWidth::Wide => "2h+1 lines of 4w+1 characters",
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

/// Reads a maze from its drawing: two cells are joined where no wall is between them. A border without
/// a wall is an open side. Letters in cells mean nothing here. Narrow and wide drawings may be in ASCII.
///
/// # Errors
///
/// A text of another shape, or a character that does not fit the ones round it.
pub fn read_maze(text: &str, width: LineWidth) -> Result<Grid<Sides>, ReadError> {
    let lattice = TextRows::from_text(text)?;
    // A drawing without any line is the same in both.
    let is_ascii = text.is_ascii() && width != LineWidth::Compact;
    let strokes = if is_ascii { Strokes::Ascii } else { Strokes::Box };
    let lines = take_lines(&lattice, width, strokes)?;
    for (row, found) in lattice.rows.iter().enumerate() {
        for (column, &found) in found.iter().enumerate() {
            match glyph(&lines, (row, column), width, strokes) {
                Some(expected) if expected != found => {
                    let problem = format!("does not fit the lines round it; `{expected}` would");
                    return Err(TextError::character((row, column), found, problem).into());
                }
                _ => {}
            }
        }
    }
    Ok(open_sides(&lines))
}

/// The lines that a drawing seems to hold.
fn take_lines(lattice: &TextRows, width: LineWidth, strokes: Strokes) -> Result<Lines, ReadError> {
    let (dx, dy) = width.pitch();
    let (columns, rows) = (lattice.columns - 1, lattice.rows.len() - 1);
    let size = TextRows::size(columns / dx, rows / dy)?;
    if size.area() == 0 || columns % dx != 0 || rows % dy != 0 {
        let (lines, columns, needed) = (lattice.rows.len(), lattice.columns, width.needed());
        return Err(ReadError::Shape { lines, columns, needed });
    }
    let at = |row: usize, column: usize| lattice.rows[row][column];
    // The arms of box-drawing vertices tell of the lines; in ASCII the lines themselves do.
    let has = |row: usize, column: usize, dir: Dir| match (strokes, dir) {
        (Strokes::Box, _) => glyphs::dirs(at(row, column)).is_some_and(|dirs| dirs.contains(dir)),
        (Strokes::Ascii, Dir::W | Dir::E) => at(row, column - 1) == '-',
        (Strokes::Ascii, Dir::N | Dir::S) => at(row - 1, column) == '|',
    };
    let mut lines = Lines::none(size);
    for p in size.points() {
        let (left, top) = (usize::from(p.x) * dx, usize::from(p.y) * dy);
        let (right, bottom) = (left + dx, top + dy);
        let at = p.into();
        lines.set(at, Dir::N, has(top, right, Dir::W));
        lines.set(at, Dir::W, has(bottom, left, Dir::N));
        lines.set(at, Dir::S, has(bottom, right, Dir::W));
        lines.set(at, Dir::E, has(bottom, right, Dir::N));
    }
    Ok(lines)
}

/// Reads regions from their drawing: cells with no line between them are one region. They are numbered from 1 on by
/// their first cells, row by row; holes are regions like others. `╳` stands for a vertex without lines, as does a
/// space.
///
/// ```
/// use mapwright_core::text::{LineWidth, read_regions};
///
/// let regions = read_regions("┌─┬─┐\n│╳├┐│\n├─┴┤│\n└──┴┘\n", LineWidth::Compact)?;
/// assert_eq!(regions.as_slice(), [1, 1, 2, 2, 1, 1, 3, 2, 4, 4, 4, 2]);
/// # Ok::<(), mapwright_core::text::ReadError>(())
/// ```
///
/// # Errors
///
/// A text of another shape, a character that does not fit the ones round it, a line that ends inside a region, or more
/// regions than a plane can number.
pub fn read_regions(text: &str, width: LineWidth) -> Result<Grid<u16>, ReadError> {
    let sides = read_maze(&text.replace('╳', " "), width)?;
    let regions = flood(&sides)?;
    for (p, own) in sides.iter() {
        let beside = |dir: Dir| {
            let (dx, dy) = dir.delta();
            Wrap::None.cell_at(i32::from(p.x) + dx, i32::from(p.y) + dy, regions.size()).map(|q| regions[q])
        };
        for dir in Dir::ALL {
            // What is outside is in no region.
            if own.is_open(dir) != (beside(dir) == Some(regions[p])) {
                let problem = if own.is_open(dir) { "has no line round it" } else { "has a line inside" };
                let (line, column) = (usize::from(p.y) + 1, usize::from(p.x) + 1);
                return Err(ReadError::Region { line, column, problem });
            }
        }
    }
    Ok(regions)
}

/// Numbers the connected parts of a maze from 1.
fn flood(sides: &Grid<Sides>) -> Result<Grid<u16>, ReadError> {
    let mut map = BuilderMap::filled(sides.size(), Wrap::None, Tile::FLOOR);
    map.sides = Some(sides.clone());
    let passages = map.passages();
    let (mut regions, mut last, mut stack) = (Grid::new(sides.size(), 0), 0u16, Vec::new());
    for first in 0..passages.area() {
        if regions[first] == 0 {
            last = last.checked_add(1).ok_or(ReadError::TooManyRegions)?;
            stack.push(first);
        }
        while let Some(cell) = stack.pop() {
            regions[cell] = last;
            stack.extend(passages.neighbors(cell).filter(|&next| regions[next] == 0));
        }
    }
    Ok(regions)
}

fn open_sides(lines: &Lines) -> Grid<Sides> {
    let size: Size = lines.size();
    Grid::from_fn(size, |p| {
        let line = |dir| match dir {
            Dir::N => lines.across(p.x, p.y),
            Dir::E => lines.down(p.x + 1, p.y),
            Dir::S => lines.across(p.x, p.y + 1),
            Dir::W => lines.down(p.x, p.y),
        };
        let mut sides = Sides::CLOSED;
        Dir::ALL.into_iter().filter(|&dir| !line(dir)).for_each(|dir| sides.open(dir));
        sides
    })
}
