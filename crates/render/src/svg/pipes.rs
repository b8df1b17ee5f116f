//! Pipes as strokes: the same center lines three times, as outline, body and light core.

use std::fmt::Write;

use mapwright_core::{Dir, Dirs, Flow, Grid, Point, Sides};

use super::{CELL, cover, lattice};
use crate::picture::canvas::mix;
use crate::picture::{Style, elbow};
use crate::scene::Scene;

const HALF: i32 = CELL / 2;
/// The radius of an elbow.
const BEND: i32 = 5;
/// How far a loose arm stops from the side of its cell.
const GAP: i32 = 4;
/// Half the widths of outline, body and core, in tenths of a unit.
const WIDTHS: [u32; 3] = [35, 27, 8];
/// How much wider the end of a tile with one arm is.
const KNOB: u32 = 15;

/// The center lines of all tiles of one color.
#[derive(Debug, Default)]
struct Tubes {
    /// The data of a path.
    lines: String,
    /// Round ends: where, and whether it is a knob.
    ends: Vec<(i32, i32, bool)>,
}

/// Appends all tiles.
pub(super) fn write(text: &mut String, scene: &Scene<'_>, sides: &Grid<Sides>, flow: Option<&Flow>, style: &Style) {
    let theme = &style.theme;
    let joined = |cell: u32| scene.passages.as_ref().map_or(Dirs::default(), |passages| passages.dirs(cell));
    let mut colors = [theme.dry, theme.wet, theme.dry_ring, theme.ring].map(|color| (color, Tubes::default()));
    for (p, side) in sides.iter() {
        let cell = sides.size().index(p);
        let on = |plane: fn(&Flow) -> &Grid<bool>| usize::from(flow.is_some_and(|flow| plane(flow)[p]));
        let tubes = &mut colors[on(|flow| &flow.wet) + 2 * on(|flow| &flow.on_ring)].1;
        tubes.add(p, side.dirs(), joined(cell));
    }
    cover(text, scene.size, theme.board);
    lattice(text, scene.size, &format!("stroke=\"{}\"", mix(theme.board, theme.ink, 1, 10)));
    for (nth, width) in WIDTHS.into_iter().enumerate() {
        for (color, tubes) in &colors {
            let color = [mix(*color, theme.ink, 1, 2), *color, mix(*color, theme.halo, 2, 5)][nth];
            tubes.write(text, &color.to_string(), width);
        }
    }
}

impl Tubes {
    /// Adds a tile.
    fn add(&mut self, p: Point, open: Dirs, joined: Dirs) {
        let (x, y) = (CELL * i32::from(p.x) + HALF, CELL * i32::from(p.y) + HALF);
        let at = |dir: Dir, length: i32| {
            let (dx, dy) = dir.delta();
            (x + length * dx, y + length * dy)
        };
        let reach = |dir: Dir| if joined.contains(dir) { HALF } else { HALF - GAP };
        let bend = elbow(open);
        if let Some((a, b)) = bend {
            let ((ax, ay), (bx, by)) = (at(a, BEND), at(b, BEND));
            // From `a` the center of the bend lies on the side of `b`, which is one turn clockwise or three.
            let sweep = u8::from(a.turned(3) == b);
            let _ = write!(self.lines, "M{ax} {ay}A{BEND} {BEND} 0 0 {sweep} {bx} {by}");
        } else if !open.is_empty() {
            self.ends.push((x, y, open.len() == 1));
        }
        for dir in open.iter() {
            let ((ax, ay), (bx, by)) = (at(dir, if bend.is_some() { BEND } else { 0 }), at(dir, reach(dir)));
            let _ = write!(self.lines, "M{ax} {ay}L{bx} {by}");
            if !joined.contains(dir) {
                self.ends.push((bx, by, false));
            }
        }
    }

    fn write(&self, text: &mut String, color: &str, width: u32) {
        let tenths = |n: u32| format!("{}.{}", n / 10, n % 10);
        if !self.lines.is_empty() {
            let (lines, width) = (&self.lines, tenths(2 * width));
            let _ = writeln!(text, "<path d=\"{lines}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\"/>");
        }
        if !self.ends.is_empty() {
            let _ = write!(text, "<g fill=\"{color}\">");
            for &(x, y, is_knob) in &self.ends {
                let is_core = width == WIDTHS[2];
                let radius = tenths(width + if is_knob && !is_core { KNOB } else { 0 });
                let _ = write!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
            }
            *text += "</g>\n";
        }
    }
}
