//! The level over its map: borders between areas, the graph of areas, and the walk that wins it.

use mapwright_core::{Area, Color, Grid, Join, JoinKind, LevelGraph, Point};
use mapwright_graph::turns;

use super::canvas::{UNIT, mix};
use super::pen::{Pen, Viewport};
use super::style::Style;
use super::theme::Theme;
use crate::raster::Raster;
use crate::scene::{Scene, Walk};
use image::RgbaImage;

/// Draws the borders of areas, the walk and the graph of a scene.
pub(super) fn draw(image: &mut RgbaImage, scene: &Scene<'_>, place: Viewport, style: &Style) {
    let mut pen = Pen { image, place, style };
    if let Some(areas) = scene.areas {
        pen.borders(areas);
    }
    if let Some(walk) = &scene.walk {
        pen.walk(walk);
    }
    if let Some(graph) = scene.graph {
        pen.graph(graph);
    }
}

/// A place in units.
type PenPos = (i64, i64);

const fn between(a: PenPos, b: PenPos) -> PenPos {
    ((a.0 + b.0) / 2, (a.1 + b.1) / 2)
}

impl Pen<'_> {
    /// A dotted line wherever two areas touch.
    fn borders(&mut self, areas: &Grid<u16>) {
        let (scale, thick) = (i64::from(self.style.scale), i64::from(self.style.scale / 10).max(1));
        if scale < 4 {
            return;
        }
        let ink = mix(self.style.theme.far, self.style.theme.ink, 1, 2);
        let dot = (scale / 4).max(1);
        for (at, &area) in areas.iter().filter(|&(_, &area)| area != 0) {
            let (left, top) = self.corner(at);
            let (left, top) = (i64::from(left), i64::from(top));
            let other = |x, y| areas.get(Point::new(x, y)).is_some_and(|&other| other != 0 && other != area);
            for i in (0..scale).step_by(2 * usize::try_from(dot).unwrap_or(1)) {
                if other(at.x.saturating_add(1), at.y) {
                    self.image.fill((left + scale - thick / 2, top + i), (thick, dot), ink);
                }
                if other(at.x, at.y.saturating_add(1)) {
                    self.image.fill((left + i, top + scale - thick / 2), (dot, thick), ink);
                }
            }
        }
    }

    /// A disc at the anchor of each area, and a line over the gate for each join.
    fn graph(&mut self, graph: &LevelGraph) {
        let anchor = |pen: &Self, area: u16| Some(pen.middle(graph.areas.get(usize::from(area))?.anchor));
        let radius = (i64::from(self.inner()) * UNIT / 10).max(UNIT);
        for join in &graph.joins {
            let (Some(a), Some(b)) = (anchor(self, join.a), anchor(self, join.b)) else { continue };
            let gate = self.gate(join).unwrap_or(between(a, b));
            let theme = &self.style.theme;
            let [to_a, to_b] = join_colors(join, theme);
            for (radius, [to_a, to_b]) in [(radius + UNIT, [theme.halo; 2]), (radius, [to_a, to_b])] {
                self.line(a, gate, radius, to_a);
                self.line(gate, b, radius, to_b);
            }
            if let JoinKind::OneWay { from } = join.kind {
                let (back, ahead) = if from == join.a { (a, b) } else { (b, a) };
                self.chevron(gate, (ahead.0 - back.0, ahead.1 - back.1), radius);
            }
        }
        for area in &graph.areas {
            self.area(area.anchor, area_color(area, &self.style.theme), area.depth);
        }
    }

    /// A disc with the depth of an area.
    pub(super) fn area(&mut self, at: Point, color: Color, depth: u32) {
        self.disc(at, color, 36, 6);
        if let Some(digit) = char::from_digit(depth, 10) {
            self.letter(at, digit, self.style.theme.halo);
        }
    }

    /// The middle of the cells that close a join.
    fn gate(&self, join: &Join) -> Option<PenPos> {
        let count = i64::try_from(join.gate.len()).ok().filter(|&count| count > 0)?;
        let sum = join.gate.iter().map(|&at| self.middle(at)).fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        Some((sum.0 / count, sum.1 / count))
    }

    /// Two strokes that meet in a point ahead.
    fn chevron(&mut self, at: PenPos, (dx, dy): PenPos, radius: i64) {
        let length = i64::try_from((dx * dx + dy * dy).unsigned_abs().isqrt()).unwrap_or(1).max(1);
        let size = (i64::from(self.inner()) * UNIT * 3 / 8).max(4 * UNIT);
        let (ux, uy) = (dx * size / length, dy * size / length);
        let tip = (at.0 + ux / 2, at.1 + uy / 2);
        for (radius, color) in [(radius + UNIT, self.style.theme.halo), (radius, self.style.theme.one_way)] {
            self.line(tip, (tip.0 - ux - uy * 2 / 3, tip.1 - uy + ux * 2 / 3), radius, color);
            self.line(tip, (tip.0 - ux + uy * 2 / 3, tip.1 - uy - ux * 2 / 3), radius, color);
        }
    }

    /// The walk, each leg in the color of the key that it goes for, the last one in that of the
    /// exit. Legs lie a little beside each other.
    fn walk(&mut self, walk: &Walk<'_>) {
        let inner = i64::from(self.inner()) * UNIT;
        let radius = (inner / 10).max(UNIT);
        for (leg, &(cells, key)) in walk.legs.iter().enumerate() {
            let color = key.map_or(self.style.theme.exit, |key| self.style.theme.lock(key));
            let shift = [0, 1, -1][leg % 3] * inner / 5;
            let at = |pen: &Self, at: Point| {
                let (x, y) = pen.middle(at);
                (x + shift, y + shift)
            };
            for (radius, color) in [(radius + UNIT / 2, self.style.theme.halo), (radius, color)] {
                for run in cells.chunk_by(|a, b| a.x.abs_diff(b.x) + a.y.abs_diff(b.y) <= 1) {
                    for pair in turns(run).windows(2) {
                        self.line(at(self, pair[0]), at(self, pair[1]), radius, color);
                    }
                }
            }
        }
        if let Some(here) = walk.here {
            self.disc(here, self.style.theme.source, 30, 6);
        }
    }
}

/// The colors of the two halves of a join. Those of two locks meet at the gate.
pub(crate) fn join_colors(join: &Join, theme: &Theme) -> [Color; 2] {
    match &join.kind {
        JoinKind::Locked(locks) => {
            [locks.first(), locks.last()].map(|lock| lock.map_or(theme.ink, |&lock| theme.lock(lock)))
        }
        JoinKind::OneWay { .. } => [theme.one_way; 2],
        _ => [theme.ink; 2],
    }
}

/// The color of an area's disc.
pub(crate) fn area_color(area: &Area, theme: &Theme) -> Color {
    match area.role.as_deref() {
        Some("start") => theme.start,
        Some("exit") => theme.exit,
        _ => theme.ink,
    }
}
