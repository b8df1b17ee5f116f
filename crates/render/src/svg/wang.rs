//! Wang tiles: triangles for colors of sides, rounded terrain for colors of corners.

use std::fmt::Write;

use mapwright_core::{Corner, Dir, Grid, Sides, Wrap};

use super::path::borders;
use super::{CELL, lattice};
use crate::contour::Mask;
use crate::picture::Style;
use crate::picture::canvas::mix;

/// Appends edge-matched tiles: four triangles a cell, a path for each color. As in pictures, those on the lower right
/// are a touch darker.
pub(super) fn write_edges(text: &mut String, sides: &Grid<Sides>, style: &Style) {
    let theme = &style.theme;
    let mut triangles: [[String; 4]; 2] = Default::default();
    for (p, tile) in sides.iter() {
        let (left, top) = (CELL * i32::from(p.x), CELL * i32::from(p.y));
        for side in Dir::ALL {
            let ((x, y), across) = match side {
                Dir::N => ((left, top), "h16l-8 8z"),
                Dir::E => ((left + CELL, top), "v16l-8-8z"),
                Dir::S => ((left, top + CELL), "h16l-8-8z"),
                Dir::W => ((left, top), "v16l8-8z"),
            };
            let is_dark = usize::from(matches!(side, Dir::E | Dir::S));
            // Writing to a `String` never fails.
            let _ = write!(triangles[is_dark][usize::from(tile.color(side)) & 3], "M{x} {y}{across}");
        }
    }
    for (is_dark, colors) in triangles.iter().enumerate() {
        for (data, &color) in colors.iter().zip(&theme.sides).filter(|(data, _)| !data.is_empty()) {
            let color = if is_dark == 1 { mix(color, theme.ink, 1, 14) } else { color };
            let _ = writeln!(text, "<path d=\"{data}\" fill=\"{color}\"/>");
        }
    }
    lattice(text, sides.size(), &format!("stroke=\"{}\"", mix(theme.paper, theme.ink, 1, 2)));
}

/// Appends corner-matched tiles: each quarter of a cell has its corner's color. A path for each color covers it and
/// all higher ones, so that no gaps show between the rounded shores.
pub(super) fn write_corners(text: &mut String, corners: &Grid<Sides>, style: &Style) {
    let theme = &style.theme;
    let (w, h) = (i32::from(corners.size().w), i32::from(corners.size().h));
    let color = |x: i32, y: i32| {
        // Beyond the map, the outermost quarters go on.
        let (x, y) = (x.clamp(0, 2 * w - 1), y.clamp(0, 2 * h - 1));
        let corner = match (x % 2, y % 2) {
            (0, 0) => Corner::NW,
            (_, 0) => Corner::NE,
            (0, _) => Corner::SW,
            _ => Corner::SE,
        };
        let cell = Wrap::None.cell_at(x / 2, y / 2, corners.size());
        cell.map_or(0, |p| corners[p].corner(corner))
    };
    for (number, &fill) in (0..).zip(&theme.corners) {
        let mask = Mask::sampled((2 * w, 2 * h), |x, y| color(x, y) >= number);
        let data = borders(&mask, CELL / 2, |_| false);
        if !data.is_empty() {
            let (fill, shore) = (fill, mix(fill, theme.ink, 3, 10));
            let _ = writeln!(text, "<path d=\"{data}\" fill=\"{fill}\" stroke=\"{shore}\"/>");
        }
    }
}
