//! The level over its map: borders between areas, the walk that wins it, and the graph of areas.

use std::fmt::Write;

use mapwright_core::{Color, Grid, JoinKind, LevelGraph, Point};
use mapwright_graph::turns;

use super::{CELL, put};
use crate::picture::canvas::mix;
use crate::picture::{Style, area_color, join_colors};
use crate::scene::{Scene, Walk};

const HALF: i32 = CELL / 2;

/// Appends what the scene has over its map.
pub(super) fn write(text: &mut String, scene: &Scene<'_>, style: &Style) {
    if let Some(areas) = scene.areas {
        borders(text, areas, style);
    }
    if let Some(walk) = &scene.walk {
        self::walk(text, walk, style);
    }
    if let Some(graph) = scene.graph {
        self::graph(text, graph, style);
    }
}

fn middle(at: Point) -> (i32, i32) {
    (CELL * i32::from(at.x) + HALF, CELL * i32::from(at.y) + HALF)
}

/// A dotted line wherever two areas touch.
fn borders(text: &mut String, areas: &Grid<u16>, style: &Style) {
    let mut data = String::new();
    for (at, &area) in areas.iter().filter(|&(_, &area)| area != 0) {
        let (right, bottom) = (CELL * (i32::from(at.x) + 1), CELL * (i32::from(at.y) + 1));
        let other = |x, y| areas.get(Point::new(x, y)).is_some_and(|&other| other != 0 && other != area);
        if other(at.x.saturating_add(1), at.y) {
            put!(data, "M{right} {}v{CELL}", bottom - CELL);
        }
        if other(at.x, at.y.saturating_add(1)) {
            put!(data, "M{} {bottom}h{CELL}", right - CELL);
        }
    }
    let ink = mix(style.theme.far, style.theme.ink, 1, 2);
    put!(text, "<path d=\"{data}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\" stroke-dasharray=\"4 4\"/>\n");
}

/// Each leg in the color of the key that it goes for, the last one in that of the exit. Legs lie a little beside each
/// other.
fn walk(text: &mut String, walk: &Walk<'_>, style: &Style) {
    let theme = &style.theme;
    for (leg, &(cells, key)) in walk.legs.iter().enumerate() {
        let shift = [0, 3, -3][leg % 3];
        let mut data = String::new();
        for run in cells.chunk_by(|a, b| a.x.abs_diff(b.x) + a.y.abs_diff(b.y) <= 1) {
            for (nth, at) in turns(run).into_iter().enumerate() {
                let (x, y) = middle(at);
                put!(data, "{}{} {}", if nth == 0 { 'M' } else { 'L' }, x + shift, y + shift);
            }
        }
        let color = key.map_or(theme.exit, |key| theme.lock(key));
        for (color, width) in [(theme.halo, "4.4"), (color, "3.2")] {
            line(text, &data, color, width);
        }
    }
    if let Some(here) = walk.here {
        disc(text, here, theme.source, 5, style);
    }
}

fn line(text: &mut String, data: &str, color: Color, width: &str) {
    put!(text, "<path d=\"{data}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" ");
    *text += "stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n";
}

fn disc(text: &mut String, at: Point, color: Color, radius: i32, style: &Style) {
    let ((x, y), halo, rim) = (middle(at), style.theme.halo, mix(color, style.theme.ink, 2, 5));
    put!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{halo}\"/>", radius + 1);
    put!(
        text,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\" stroke=\"{rim}\" stroke-width=\".7\"/>\n"
    );
}

/// A disc at the anchor of each area with its depth, and a line over the gate for each join.
fn graph(text: &mut String, graph: &LevelGraph, style: &Style) {
    let theme = &style.theme;
    let anchor = |area: u16| graph.areas.get(usize::from(area)).map(|area| middle(area.anchor));
    for join in &graph.joins {
        let (Some(a), Some(b)) = (anchor(join.a), anchor(join.b)) else { continue };
        let sum = join.gate.iter().map(|&at| middle(at)).fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        let gate = match i32::try_from(join.gate.len()) {
            Ok(count) if count > 0 => (sum.0 / count, sum.1 / count),
            _ => (a.0.midpoint(b.0), a.1.midpoint(b.1)),
        };
        let half = |from: (i32, i32)| format!("M{} {}L{} {}", from.0, from.1, gate.0, gate.1);
        let [to_a, to_b] = join_colors(join, theme);
        for ([to_a, to_b], width) in [([theme.halo; 2], "5.2"), ([to_a, to_b], "3.2")] {
            line(text, &half(a), to_a, width);
            line(text, &half(b), to_b, width);
        }
        if let JoinKind::OneWay { from } = join.kind {
            let (back, ahead) = if from == join.a { (a, b) } else { (b, a) };
            // In tenths of a unit.
            let (dx, dy) = (i64::from(ahead.0 - back.0), i64::from(ahead.1 - back.1));
            let length = i64::try_from((dx * dx + dy * dy).unsigned_abs().isqrt()).unwrap_or(1).max(1);
            let (ux, uy) = (60 * dx / length, 60 * dy / length);
            let tip = (10 * i64::from(gate.0) + ux / 2, 10 * i64::from(gate.1) + uy / 2);
            let [left, right] = [1, -1].map(|side| (tip.0 - ux - side * uy * 2 / 3, tip.1 - uy + side * ux * 2 / 3));
            let data = format!("M{} {}L{} {}L{} {}", left.0, left.1, tip.0, tip.1, right.0, right.1);
            for (color, width) in [(theme.halo, 52), (theme.one_way, 32)] {
                put!(text, "<path d=\"{data}\" transform=\"scale(.1)\" fill=\"none\" stroke=\"{color}\" ");
                put!(text, "stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n");
            }
        }
    }
    for area in &graph.areas {
        disc(text, area.anchor, area_color(area, theme), 6, style);
        if let Some(digit) = char::from_digit(area.depth, 10) {
            let ((x, y), ink) = (middle(area.anchor), theme.halo);
            put!(text, "<text x=\"{x}\" y=\"{}\" fill=\"{ink}\" text-anchor=\"middle\" ", y + 3);
            put!(text, "font-family=\"sans-serif\" font-weight=\"bold\" font-size=\"9\">{digit}</text>\n");
        }
    }
}
