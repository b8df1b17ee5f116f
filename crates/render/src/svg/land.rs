//! The land: rock, floor, water and the grounds between.

use std::fmt::Write;

use mapwright_core::{BuilderMap, Color};

use super::path::borders;
use super::{CELL, cover, lattice, put, runs, things};
use crate::contour::{Mask, Vertex, around};
use crate::picture::canvas::mix;
use crate::picture::{Grounds, Hatch, Land, STEPS, Straightness, Style, rank, tints};

/// Distances to land, in fifths of a cell, up to which water has each color but the last.
const DEPTHS: [u8; 5] = [5, 8, 13, 18, 24];

pub(super) fn write(text: &mut String, map: &BuilderMap, style: &Style) {
    let (theme, size) = (&style.theme, map.size());
    let grounds = Grounds::of(map);
    let straight = Straightness::of(map, &grounds, style.edges);
    let floor_mask = Mask::framed(grounds.axes, |cell| !grounds.rock[cell]);
    let floor = borders(&floor_mask, CELL, |(x, y)| straight.at(x, y));
    cover(text, size, theme.rock);
    if floor.is_empty() {
        return;
    }
    put!(text, "<defs>\n<path id=\"floor\" d=\"{floor}\"/>\n<clipPath id=\"open\"><use href=\"#floor\"/></clipPath>\n");
    hatch(text, theme.hatch, &theme.rim.to_string());
    *text += "</defs>\n";
    match theme.hatch {
        Hatch::Dyson => {
            stroke(text, &theme.hatch_tint.to_string(), "40", "round");
            strokes(text, map, style);
        }
        Hatch::Lines => stroke(text, "url(#lines)", "35", "miter"),
        _ => {}
    }
    if let Some(color) = theme.masonry {
        let data = built(&floor_mask, |(x, y)| straight.at(x, y));
        put!(text, "<path d=\"{data}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{CELL}\"/>\n");
    }
    // Half of the line lies under the floor.
    stroke(text, &theme.rim.to_string(), &format!("{}", f64::from(theme.rim_width) / 8.0), "miter");
    *text += "<g clip-path=\"url(#open)\">\n";
    open_ground(text, map, &grounds, &straight, style);
    if let Some(tints) = tints(map, style) {
        let tint = |n: u8| mix(theme.floor, theme.far, n.into(), STEPS);
        runs(text, size, |p| (map.is_open(p) && tints[p] > 0).then(|| tint(tints[p])));
    }
    if theme.ao > 0 {
        let (shade, dark) = (theme.shade, f64::from(theme.ao) / 1000.0);
        for width in [12, 6] {
            put!(
                text,
                "<use href=\"#floor\" fill=\"none\" stroke=\"{shade}\" stroke-opacity=\"{dark}\" stroke-width=\"{width}\"/>\n"
            );
        }
    }
    *text += "</g>\n";
    things::write(text, map, style);
}

/// The outline of the floor as a line.
fn stroke(text: &mut String, color: &str, width: &str, join: &str) {
    put!(
        text,
        "<use href=\"#floor\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linejoin=\"{join}\"/>\n"
    );
}

/// The strokes of the hatching as one path, in tenths of a unit.
fn strokes(text: &mut String, map: &BuilderMap, style: &Style) {
    let land = Land::of(map, &Style { scale: 16, ..style.clone() }, false);
    let (cell, strokes) = land.strokes();
    let tenths = |place: i64| (place * i64::from(10 * CELL)).div_euclid(cell);
    let mut data = String::new();
    for [from, to] in strokes {
        let [(x, y), (to_x, to_y)] = [from, to].map(|(x, y)| (tenths(x), tenths(y)));
        put!(data, "M{x} {y}L{to_x} {to_y}");
    }
    let color = style.theme.rim;
    put!(text, "<path d=\"{data}\" transform=\"scale(.1)\" fill=\"none\" stroke=\"{color}\" ");
    *text += "stroke-width=\"9.4\" stroke-linecap=\"round\"/>\n";
}

/// Slanting lines, as a pattern.
fn hatch(text: &mut String, hatch: Hatch, color: &str) {
    if hatch == Hatch::Lines {
        *text += "<pattern id=\"lines\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\">";
        put!(text, "<path d=\"M-1 6L6 -1M-1 1L1 -1M4 6L6 4\" stroke=\"{color}\" stroke-width=\".6\"/></pattern>\n");
    }
}

/// The borders between built corners, for a line along walls.
fn built(floor: &Mask, is_built: impl Fn(Vertex) -> bool) -> String {
    let mut data = String::new();
    floor.trace(|border| {
        let mut pen = None;
        let is_closed = border.iter().all(|&at| is_built(at));
        for (nth, &(x, y)) in border.iter().enumerate() {
            let (_, (to_x, to_y)) = around(border, nth);
            if is_built((x, y)) && is_built((to_x, to_y)) {
                if pen != Some((x, y)) {
                    put!(data, "M{} {}", CELL * x, CELL * y);
                }
                put!(data, "L{} {}", CELL * to_x, CELL * to_y);
                pen = Some((to_x, to_y));
            }
        }
        if is_closed {
            data.push('Z');
        }
    });
    data
}

/// Water from the shore to the deep, and over it the grounds by rank, each with all higher ones.
fn open_ground(text: &mut String, map: &BuilderMap, grounds: &Grounds, straight: &Straightness, style: &Style) {
    let (theme, axes) = (&style.theme, grounds.axes);
    let ranks = under_rock(grounds);
    let has = |rank: u8| ranks.contains(&rank);
    if has(rank::WATER) {
        // From the deep to the shore: so the deep stays whole where its cells only touch.
        let shore = axes.distances(|cell| ranks[cell] != rank::WATER, 30);
        let contour = theme.contour.map_or(String::new(), |color| format!(" stroke=\"{color}\""));
        cover(text, map.size(), theme.water[5]);
        for (most, &color) in DEPTHS.into_iter().zip(&theme.water).rev() {
            let shallow = borders(&Mask::framed(axes, |cell| shore[cell] <= most), CELL, |_| false);
            fill(text, &shallow, color, &contour);
        }
    }
    let paints = [
        (rank::SAND, theme.sand, Some(theme.foam)),
        (rank::FLOOR, theme.cave, Some(theme.foam)),
        (rank::GRAVEL, theme.gravel, None),
        (rank::GRASS, theme.grass, Some(theme.grass_dark)),
        (rank::ROAD, theme.road, Some(theme.road_rim)),
        (rank::CHASM, theme.chasm(), Some(theme.stone_dark)),
    ];
    let lowest = ranks.iter().min().copied().unwrap_or(rank::FLOOR);
    for (rank, color, rim) in paints.into_iter().filter(|&(rank, ..)| has(rank)) {
        // Foam is on the water's edge only, which is that of the lowest ground on land.
        let is_shore = lowest == rank::WATER && !(rank::SAND..rank).any(has);
        let rim = rim.filter(|_| is_shore || rank >= rank::GRASS).map(|rim| if is_shore { theme.foam } else { rim });
        let rim = rim.map_or(String::new(), |rim| format!(" stroke=\"{rim}\""));
        fill(text, &borders(&Mask::framed(axes, |cell| ranks[cell] >= rank), CELL, |_| false), color, &rim);
        if rank == rank::FLOOR && theme.floor != theme.cave {
            let laid = |(x, y): (i32, i32)| {
                let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
                corners.into_iter().filter(|&(dx, dy)| straight.at(x + dx, y + dy)).count() >= 3
            };
            let is_laid = |cell: usize| {
                let w = axes.w as usize;
                ranks[cell] == rank::FLOOR && laid(((cell % w) as i32, (cell / w) as i32))
            };
            fill(text, &borders(&Mask::framed(axes, is_laid), CELL, |_| true), theme.floor, "");
        }
    }
    if let Some(grid) = theme.grid {
        let dashes = if theme.dashed { " stroke-dasharray=\"2.7 2.7\"" } else { "" };
        lattice(text, map.size(), &format!("stroke=\"{grid}\" stroke-width=\".7\"{dashes}"));
    }
}

fn fill(text: &mut String, data: &str, color: Color, attributes: &str) {
    if !data.is_empty() {
        put!(text, "<path d=\"{data}\" fill=\"{color}\"{attributes}/>\n");
    }
}

/// The rank of each cell, where rock takes the highest rank of the open cells beside it.
fn under_rock(grounds: &Grounds) -> Vec<u8> {
    let axes = grounds.axes;
    let near = |(x, y): (i32, i32)| {
        let cells = (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| axes.cell(x + dx, y + dy)));
        cells.filter(|&cell| !grounds.rock[cell]).map(|cell| grounds.rank[cell]).max()
    };
    let under = axes.cells().zip(grounds.rank.iter().zip(&grounds.rock));
    under.map(|(at, (&rank, &is_rock))| if is_rock { near(at).unwrap_or(rank) } else { rank }).collect()
}
