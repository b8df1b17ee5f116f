//! What stands on the land: bridges, pillars, windows, trees, stairs and doors.

use std::fmt::Write;

use mapwright_core::{BuilderMap, Color, Point, Tile};

use super::{CELL, put};
use crate::picture::{Style, Theme, lies_across};

const HALF: i32 = CELL / 2;

/// Appends all things, those that lie low first.
pub(super) fn write(text: &mut String, map: &BuilderMap, style: &Style) {
    let theme = &style.theme;
    let all = |tile: Tile| map.tiles.iter().filter(move |&(_, &own)| own == tile).map(|(at, _)| at);
    all(Tile::BRIDGE).for_each(|at| bridge(text, map, at, theme));
    for at in all(Tile::PILLAR) {
        circle(text, center(at), 5, theme.stone, Some(theme.icon_ink));
    }
    for at in all(Tile::WINDOW) {
        bar(text, map, at, (16, 4), theme.glass, theme.icon_ink);
    }
    trees(text, &all(Tile::TREE).collect::<Vec<_>>(), theme);
    for (tile, narrows) in [(Tile::STAIRS_DOWN, 1), (Tile::STAIRS_UP, -1)] {
        all(tile).for_each(|at| stairs(text, at, narrows, theme));
    }
    for door in map.doors.iter().flatten() {
        let color = match door.lock {
            Some(lock) => theme.lock(lock),
            None if door.one_way.is_some() => theme.stone,
            None => theme.wood,
        };
        for &at in door.cells.iter().filter(|&&at| map.size().contains(at)) {
            bar(text, map, at, (16, 6), color, theme.icon_ink);
            if let Some(dir) = door.one_way {
                let (x, y) = center(at);
                let turn = 90 * dir as u32;
                let color = theme.icon_ink;
                put!(
                    text,
                    "<path d=\"M0 -5L4 3H-4Z\" transform=\"translate({x} {y}) rotate({turn})\" fill=\"{color}\"/>\n"
                );
            }
        }
    }
}

fn center(at: Point) -> (i32, i32) {
    (CELL * i32::from(at.x) + HALF, CELL * i32::from(at.y) + HALF)
}

fn circle(text: &mut String, (x, y): (i32, i32), radius: i32, color: Color, rim: Option<Color>) {
    let rim = rim.map_or(String::new(), |rim| format!(" stroke=\"{rim}\""));
    put!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\"{rim}/>\n");
}

/// A bar in the middle of a cell, as the leaf of a door lies.
fn bar(text: &mut String, map: &BuilderMap, at: Point, (long, thick): (i32, i32), color: Color, rim: Color) {
    let (w, h) = if lies_across(map, at) { (long, thick) } else { (thick, long) };
    let (x, y) = center(at);
    let (left, top) = (x - w / 2, y - h / 2);
    put!(text, "<rect x=\"{left}\" y=\"{top}\" width=\"{w}\" height=\"{h}\" ");
    put!(text, "fill=\"{color}\" stroke=\"{rim}\"/>\n");
}

/// Planks across the way, and rails along it.
fn bridge(text: &mut String, map: &BuilderMap, at: Point, theme: &Theme) {
    let is_bridge = |dx: i32, dy: i32| at.offset(dx, dy).and_then(|p| map.tiles.get(p)) == Some(&Tile::BRIDGE);
    let is_dry =
        |dx: i32, dy: i32| at.offset(dx, dy).is_some_and(|p| map.tiles.get(p) != Some(&Tile::WATER) && map.is_open(p));
    let runs =
        |dx: i32, dy: i32| [(dx, dy), (-dx, -dy)].map(|(x, y)| 2 * u8::from(is_bridge(x, y)) + u8::from(is_dry(x, y)));
    let along_x = runs(1, 0).iter().sum::<u8>() >= runs(0, 1).iter().sum::<u8>();
    let (x, y) = (CELL * i32::from(at.x), CELL * i32::from(at.y));
    let turn = if along_x { String::new() } else { format!(" transform=\"rotate(90 {} {})\"", x + HALF, y + HALF) };
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
