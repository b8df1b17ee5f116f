//! Pipes as text: one box-drawing character a tile, with a line to each of its open sides; in ASCII three by three.

use super::glyphs;
use crate::{BuilderMap, Dir, Dirs, Grid, Point, Sides};

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
        (1, 1) if is_wet => '*',
        (1, 1) => '+',
        (1, 2) => arm(Dir::E, '-'),
        (2, 1) => arm(Dir::S, '|'),
        _ => ' ',
    }
}
