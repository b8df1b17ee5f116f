//! Pipes as text: one box-drawing character a tile, with a line to each of its open sides; in ASCII three by three.

use crate::{BuilderMap, Dir, Dirs, Grid, Point, Sides, Size, TextError, TextRows};

use super::error::ReadError;
use super::glyphs;

/// Every tile by its own sides, joined or not; with `heavy_wet`, wet tiles have heavy lines.
pub(super) fn write(map: &BuilderMap, sides: &Grid<Sides>, heavy_wet: bool) -> String {
    let wet = map.flow.as_ref().filter(|_| heavy_wet).map(|flow| &flow.wet);
    let is_wet = |p: Point| wet.and_then(|wet| wet.get(p)).copied().unwrap_or(false);
    let mut text = String::new();
    for (p, tile) in sides.iter() {
        text.push(if is_wet(p) { glyphs::heavy(tile.dirs()) } else { glyphs::light(tile.dirs()) });
        if p.x + 1 == sides.size().w {
            text.push('\n');
        }
    }
    text
}

/// Every tile by its own sides in ASCII, three characters wide and high: `+` in the middle, `*` if it is wet, `.` if it
/// has no open side.
pub(super) fn write_ascii(map: &BuilderMap, sides: &Grid<Sides>, mark_wet: bool) -> String {
    let wet = map.flow.as_ref().filter(|_| mark_wet).map(|flow| &flow.wet);
    let mut text = String::new();
    for (y, row) in (0..sides.size().h).zip(sides.rows()) {
        for line in 0..3 {
            for (x, tile) in (0..sides.size().w).zip(row) {
                let is_wet = wet.and_then(|wet| wet.get(Point::new(x, y))).copied().unwrap_or(false);
                text.extend((0..3).map(|column| part(tile.dirs(), is_wet, (line, column))));
            }
            text.push('\n');
        }
    }
    text
}

/// One of the nine characters of a tile.
fn part(dirs: Dirs, is_wet: bool, at: (usize, usize)) -> char {
    let arm = |dir, stroke| if dirs.contains(dir) { stroke } else { ' ' };
    match at {
        (0, 1) => arm(Dir::N, '|'),
        (1, 0) => arm(Dir::W, '-'),
        (1, 1) if dirs.is_empty() => '.',
        (1, 1) => {
            if is_wet {
                '*'
            } else {
                '+'
            }
        }
        (1, 2) => arm(Dir::E, '-'),
        (2, 1) => arm(Dir::S, '|'),
        _ => ' ',
    }
}

/// Reads tiles of nine characters. A middle that is no `*` is as good as `+`.
fn read_ascii(lattice: &TextRows) -> Result<Grid<Sides>, ReadError> {
    let (columns, lines) = (lattice.columns, lattice.rows.len());
    if columns % 3 != 0 || lines % 3 != 0 {
        return Err(ReadError::Shape { lines, columns, needed: "3h lines of 3w characters" });
    }
    let size: Size = TextRows::size(columns / 3, lines / 3)?;
    let glyph = |p: Point, (line, column): (usize, usize)| {
        lattice.rows[3 * usize::from(p.y) + line][3 * usize::from(p.x) + column]
    };
    let arms = [(Dir::N, (0, 1)), (Dir::E, (1, 2)), (Dir::S, (2, 1)), (Dir::W, (1, 0))];
    let tiles = Grid::from_fn(size, |p| {
        arms.into_iter().filter(|&(_, at)| glyph(p, at) != ' ').map(|(dir, _)| dir).collect::<Dirs>()
    });
    for (p, &dirs) in tiles.iter() {
        for at in (0..3).flat_map(|line| (0..3).map(move |column| (line, column))) {
            let (found, expected) = (glyph(p, at), part(dirs, glyph(p, (1, 1)) == '*', at));
            if found != expected {
                let place = (3 * usize::from(p.y) + at.0, 3 * usize::from(p.x) + at.1);
                let problem = format!("does not fit its tile; `{expected}` would");
                return Err(TextError::character(place, found, problem).into());
            }
        }
    }
    Ok(tiles.map(|&dirs| dirs.into()))
}

/// Reads one pipe tile a character, light or heavy; a space is an empty tile. A text with `+`, `*` or `.` is ASCII, and
/// has three by three characters a tile.
///
/// # Errors
///
/// Lines of different lengths, or a character that is no box drawing or does not fit its tile.
pub fn read_pipes(text: &str) -> Result<Grid<Sides>, ReadError> {
    let lattice = TextRows::from_text(text)?;
    if text.is_ascii() && text.contains(['+', '*', '.']) {
        return read_ascii(&lattice);
    }
    let pipe = |at, glyph| {
        glyphs::dirs(glyph).map(Sides::from).ok_or_else(|| TextError::character(at, glyph, "is not a pipe"))
    };
    Ok(lattice.read(pipe)?)
}
