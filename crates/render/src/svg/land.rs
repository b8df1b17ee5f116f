//! The land: rock or the walls of a maze, floor, water and the grounds between.

use std::fmt::Write;

use mapwright_core::Color;

use super::path::borders;
use super::{CELL, cover, lattice, lines, put, runs, things};
use crate::contour::{Mask, Vertex, around};
use crate::picture::{Hatch, Landscape, Style};
use crate::scene::{BUILT, STEPS, Scene, Terrain, ThinWalls, rank};

/// Depths, in fifths of a cell from the shore, up to which water has each color but the last.
const DEPTHS: [u8; 5] = [5, 8, 13, 18, 24];

pub(super) fn write(text: &mut String, scene: &Scene<'_>, terrain: &Terrain, style: &Style) {
    let theme = &style.theme;
    let floor_mask = mask(terrain, |x, y| !terrain.rock.at(x, y));
    let floor = borders(&floor_mask, CELL, |at| is_built(terrain, at));
    cover(text, scene.size, theme.rock);
    if floor.is_empty() {
        return;
    }
    put!(
        text,
        "<defs>\n<path id=\"@floor\" d=\"{floor}\"/>\n<clipPath id=\"@open\"><use href=\"#@floor\"/></clipPath>\n"
    );
    hatch(text, theme.hatch, &theme.rim.to_string());
    *text += "</defs>\n";
    match theme.hatch {
        Hatch::Dyson => {
            stroke(text, &theme.hatch_tint.to_string(), "40", "round");
            strokes(text, scene, terrain, style);
        }
        Hatch::Lines => stroke(text, "url(#@lines)", "35", "miter"),
        Hatch::None => {}
    }
    let data = built(&floor_mask, |at| is_built(terrain, at));
    if let Some(color) = theme.masonry.filter(|_| !data.is_empty()) {
        put!(text, "<path d=\"{data}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{CELL}\"/>\n");
    }
    // Half of the line lies under the floor.
    stroke(text, &theme.rim.to_string(), &format!("{}", f64::from(theme.rim_width) / 8.0), "miter");
    *text += "<g clip-path=\"url(#@open)\">\n";
    open_ground(text, scene, terrain, style);
    if let Some(walls) = &terrain.walls {
        thin_walls(text, scene, walls, style);
    }
    if let Some(tints) = &scene.tints {
        let is_tinted = |x: i32, y: i32| !terrain.rock.at(x, y) && !terrain.tiles.at(x, y).is_solid();
        // As strong as in pictures.
        let part = |tint: u8| u32::from(tint) * 1760 / STEPS / 256;
        runs(text, scene.size, |p| {
            let tint = if is_tinted(p.x.into(), p.y.into()) { tints[p] } else { 0 };
            (tint > 0).then(|| format!("{}\" fill-opacity=\".{:02}", theme.far, part(tint) * 10))
        });
    }
    if theme.ao > 0 {
        shade(text, "floor", style);
    }
    *text += "</g>\n";
    things::write(text, scene, terrain, style);
}

fn mask(terrain: &Terrain, is_in: impl Fn(i32, i32) -> bool) -> Mask {
    Mask::sampled((terrain.axes.w, terrain.axes.h), is_in)
}

fn is_built(terrain: &Terrain, (x, y): Vertex) -> bool {
    // Beyond the border there are vertices that nobody sees.
    let (x, y) = (x.clamp(-1, terrain.axes.w + 1), y.clamp(-1, terrain.axes.h + 1));
    terrain.vertex.at(x, y) & BUILT != 0
}

/// The floors of regions, solid cells, and the walls between cells with their shade.
fn thin_walls(text: &mut String, scene: &Scene<'_>, walls: &ThinWalls, style: &Style) {
    let theme = &style.theme;
    let is_line = theme.hatch != Hatch::None || theme.ao == 0;
    let color = if is_line { theme.rim } else { theme.rock };
    runs(text, scene.size, |p| {
        let (x, y) = (p.x.into(), p.y.into());
        let region = walls.region(x, y);
        let floor = (region > 0).then(|| theme.region(region.into()));
        floor.filter(|_| !walls.is_solid(x, y)).or(walls.is_solid(x, y).then_some(color)).map(|color| color.to_string())
    });
    put!(text, "<defs><path id=\"@walls\" d=\"{}\"/></defs>\n", lines(&walls.lines));
    if theme.ao > 0 {
        shade(text, "walls", style);
    }
    put!(
        text,
        "<use href=\"#@walls\" fill=\"none\" stroke=\"{color}\" stroke-width=\"3\" stroke-linecap=\"square\"/>\n"
    );
}

/// Shade along a line.
fn shade(text: &mut String, line: &str, style: &Style) {
    let (shade, dark) = (style.theme.shade, f64::from(style.theme.ao) / 1000.0);
    for width in [12, 6] {
        put!(
            text,
            "<use href=\"#@{line}\" fill=\"none\" stroke=\"{shade}\" stroke-opacity=\"{dark}\" stroke-width=\"{width}\"/>\n"
        );
    }
}

/// The outline of the floor as a line.
fn stroke(text: &mut String, color: &str, width: &str, join: &str) {
    put!(
        text,
        "<use href=\"#@floor\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linejoin=\"{join}\"/>\n"
    );
}

/// The strokes of the hatching as one path, in tenths of a unit.
fn strokes(text: &mut String, scene: &Scene<'_>, terrain: &Terrain, style: &Style) {
    let land = Landscape::of(scene, terrain, style);
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
        *text += "<pattern id=\"@lines\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\">";
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
fn open_ground(text: &mut String, scene: &Scene<'_>, terrain: &Terrain, style: &Style) {
    let theme = &style.theme;
    let cells = || terrain.axes.cells().map(|(x, y)| terrain.rank.at(x, y));
    let has = |rank: u8| cells().any(|own| own == rank);
    if let Some(wet) = &terrain.wet {
        // From the deep to the shore: so the deep stays whole where its cells only touch.
        let contour = theme.contour.map_or(String::new(), |color| format!(" stroke=\"{color}\""));
        cover(text, scene.size, theme.water[5]);
        for (most, &color) in DEPTHS.into_iter().zip(&theme.water).rev() {
            fill(text, &borders(&mask(terrain, |x, y| wet.at(x, y) <= most), CELL, |_| false), color, &contour);
        }
    }
    let paints = [
        (rank::SAND, theme.sand, Some(theme.foam)),
        (rank::FLOOR, if terrain.walls.is_some() { theme.floor } else { theme.cave }, Some(theme.foam)),
        (rank::GRAVEL, theme.gravel, None),
        (rank::GRASS, theme.grass, Some(theme.grass_dark)),
        (rank::ROAD, theme.road, Some(theme.road_rim)),
        (rank::CHASM, theme.chasm(), Some(theme.stone_dark)),
    ];
    let lowest = cells().min().unwrap_or(rank::FLOOR);
    for (rank, color, rim) in paints.into_iter().filter(|&(rank, ..)| has(rank)) {
        // Foam is on the water's edge only, which is that of the lowest ground on land.
        let is_shore = lowest == rank::WATER && !(rank::SAND..rank).any(has);
        let rim = rim.filter(|_| is_shore || rank >= rank::GRASS).map(|rim| if is_shore { theme.foam } else { rim });
        let rim = rim.map_or(String::new(), |rim| format!(" stroke=\"{rim}\""));
        let data = borders(&mask(terrain, |x, y| terrain.rank.at(x, y) >= rank), CELL, |_| false);
        fill(text, &data, color, &rim);
        if rank == rank::FLOOR && theme.floor != color {
            let is_laid = |x: i32, y: i32| {
                let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
                let built = corners.into_iter().filter(|&(dx, dy)| is_built(terrain, (x + dx, y + dy)));
                terrain.rank.at(x, y) == rank::FLOOR && built.count() >= 3
            };
            fill(text, &borders(&mask(terrain, is_laid), CELL, |_| true), theme.floor, "");
        }
    }
    if let Some(grid) = theme.grid {
        let dashes = if theme.dashed { " stroke-dasharray=\"2.7 2.7\"" } else { "" };
        lattice(text, scene.size, &format!("stroke=\"{grid}\" stroke-width=\".7\"{dashes}"));
    }
}

fn fill(text: &mut String, data: &str, color: Color, attributes: &str) {
    if !data.is_empty() {
        put!(text, "<path d=\"{data}\" fill=\"{color}\"{attributes}/>\n");
    }
}
