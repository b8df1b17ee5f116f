//! What stands on the land: bridges, pillars, windows, trees, stairs and doors.

use std::fmt::Write;

use mapwright_core::{Color, DoorKind, Point, Tile};

use super::{CELL, put};
use crate::picture::{Style, Theme};
use crate::scene::{Scene, SceneDoor, SceneMark, Terrain};

const HALF: i32 = CELL / 2;

/// Appends all things, those that lie low first.
pub(super) fn write(text: &mut String, scene: &Scene<'_>, terrain: &Terrain, style: &Style) {
    let theme = &style.theme;
    let cells = || scene.size.points().map(|at| (at, terrain.tiles.at(at.x.into(), at.y.into())));
    let all = |tile: Tile| cells().filter(move |&(_, own)| own == tile).map(|(at, _)| at);
    for at in all(Tile::BRIDGE) {
        bridge(text, at, terrain.is_level_bridge(at.x.into(), at.y.into()), theme);
    }
    for at in all(Tile::PILLAR) {
        circle(text, center(at), 5, theme.stone, Some(theme.icon_ink));
    }
    for at in all(Tile::WINDOW) {
        let (x, y) = center(at);
        let (w, h) = if terrain.is_level_window(at.x.into(), at.y.into()) { (CELL, 6) } else { (6, CELL) };
        put!(
            text,
            "<rect x=\"{}\" y=\"{}\" width=\"{w}\" height=\"{h}\" fill=\"{}\"/>\n",
            x - w / 2,
            y - h / 2,
            theme.glass
        );
    }
    for (at, tile) in cells() {
        if let Some(color) = scene.own_tiles.get(&tile) {
            let inset = if tile.is_solid() { 0 } else { 1 };
            let [x, y] = [at.x, at.y].map(|cell| CELL * i32::from(cell) + inset);
            let side = CELL - 2 * inset;
            put!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{color}\"/>\n");
        }
    }
    trees(text, &all(Tile::TREE).collect::<Vec<_>>(), theme);
    let is_covered = |at: &Point| {
        scene.marks.iter().any(|(other, mark)| other == at && matches!(mark, SceneMark::Start | SceneMark::Exit))
    };
    for (tile, narrows) in [(Tile::STAIRS_DOWN, 1), (Tile::STAIRS_UP, -1)] {
        all(tile).filter(|at| !is_covered(at)).for_each(|at| stairs(text, at, narrows, theme));
    }
    for door in scene.doors.iter().filter(|door| !door.is_window && door.kind != DoorKind::Secret) {
        leaf(text, door, style);
    }
}

fn center(at: Point) -> (i32, i32) {
    (CELL * i32::from(at.x) + HALF, CELL * i32::from(at.y) + HALF)
}

fn circle(text: &mut String, (x, y): (i32, i32), radius: i32, color: Color, rim: Option<Color>) {
    let rim = rim.map_or(String::new(), |rim| format!(" stroke=\"{rim}\""));
    put!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\"{rim}/>\n");
}

/// The leaf of a door: a line from end to end in each of its cells, with a bend in the middle where it needs one.
fn leaf(text: &mut String, door: &SceneDoor, style: &Style) {
    let theme = &style.theme;
    let (lock, way) = if style.marks { (door.lock, door.way) } else { (None, None) };
    let color = match (way, lock) {
        (Some(_), _) => theme.stone,
        (None, Some(lock)) => theme.lock(lock),
        _ => theme.wood,
    };
    let mut data = String::new();
    for cell in &door.cells {
        let (x, y) = center(cell.at);
        let ends: Vec<(i32, i32)> = cell.ends().map(|(_, (x, y))| (x * CELL / 4, y * CELL / 4)).collect();
        for pair in ends.chunks(2) {
            match *pair {
                [(ax, ay), (bx, by)] if cell.is_bent => put!(data, "M{ax} {ay}L{x} {y}L{bx} {by}"),
                [(ax, ay), (bx, by)] => put!(data, "M{ax} {ay}L{bx} {by}"),
                [(ax, ay)] => put!(data, "M{x} {y}L{ax} {ay}"),
                _ => {}
            }
        }
    }
    for (color, width) in [(theme.icon_ink, 8), (color, 6)] {
        put!(
            text,
            "<path d=\"{data}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"/>\n"
        );
    }
    if let Some(way) = way {
        for cell in &door.cells {
            let ((x, y), turn, ink) = (center(cell.at), 90 * way as u32, theme.icon_ink);
            put!(text, "<path d=\"M0 -5L4 3H-4Z\" transform=\"translate({x} {y}) rotate({turn})\" fill=\"{ink}\"/>\n");
        }
    }
}

/// Planks across the way, and rails along it.
fn bridge(text: &mut String, at: Point, is_level: bool, theme: &Theme) {
    let (x, y) = (CELL * i32::from(at.x), CELL * i32::from(at.y));
    let turn = if is_level { String::new() } else { format!(" transform=\"rotate(90 {} {})\"", x + HALF, y + HALF) };
    put!(text, "<g{turn}><rect x=\"{x}\" y=\"{}\" width=\"16\" height=\"12\" fill=\"{}\"/>", y + 2, theme.wood);
    let planks = [0, 4, 8, 12].map(|dx| format!("M{} {}v12", x + dx, y + 2)).concat();
    let rails = [2, 14].map(|dy| format!("M{x} {}h16", y + dy)).concat();
    put!(text, "<path d=\"{planks}{rails}\" stroke=\"{}\"/></g>\n", theme.wood_dark);
}
/// All outlines first, then all crowns, then all lights: a wood has one outline.
fn trees(text: &mut String, trees: &[Point], theme: &Theme) {
    for (dx, dy, radius, color) in [(0, 0, 9, theme.tree_ink), (0, 0, 8, theme.tree_dark), (-1, -1, 6, theme.tree)] {
        for &at in trees {
            let (x, y) = center(at);
            circle(text, (x + dx, y + dy), radius, color, None);
        }
    }
    for &at in trees {
        let (x, y) = center(at);
        circle(text, (x - 3, y - 3), 2, theme.tree_light, None);
    }
}

/// Four steps that narrow or widen.
fn stairs(text: &mut String, at: Point, narrows: i32, theme: &Theme) {
    let (x, y) = center(at);
    let steps = [-5, -2, 1, 4].map(|dy| {
        let half = 5 - narrows * dy / 2;
        format!("M{} {}h{}", x - half, y + dy, 2 * half)
    });
    put!(text, "<path d=\"{}\" stroke=\"{}\" stroke-width=\"2\"/>\n", steps.concat(), theme.icon_ink);
}
