//! Mazes with walls between cells: soft shade beside the walls, then the walls with square posts.

use mapwright_core::{Dir, Grid};

use super::Landscape;
use super::band::InkBand;
use super::fields::{HALF, ONE};
use super::paints::{channels, opaque};
use super::shapes::blend;
use crate::picture::theme::Hatch;
use crate::scene::{STEPS, ThinWalls};

impl InkBand<'_, '_, '_> {
    /// The walls around a cell, and their shade on it.
    pub(super) fn thin_walls(&mut self, walls: &ThinWalls, x: i32) {
        let (land, y) = (self.land, self.y);
        let (scale, theme) = (land.scale, &land.theme);
        let color = if theme.hatch == Hatch::None && theme.ao > 0 { theme.rock } else { theme.rim };
        if walls.is_solid(x, y) {
            return (0..scale).for_each(|row| self.rows.cell(x, row).fill(opaque(color)));
        }
        if theme.ao > 0 && scale >= 8 {
            self.wall_shade(walls, x);
        }
        // The pixels of a wall before and after a border. Small cells have no room for half a wall on each side.
        let (before, after) = if scale < 8 { (0, 1) } else { ((scale + 5) / 10, (scale + 5) / 10) };
        let (columns, rows) = (land.terrain.axes.w, land.terrain.axes.h);
        // The last walls would lie beyond the map if they lay behind their border only.
        let far = |at: i32, cells: i32| if before == 0 && at + 1 == cells && scale > 3 { 1 } else { before };
        let (east, south) = (scale - far(x, columns), scale - far(y, rows));
        let is_wall = |column: usize, row: usize| {
            let (west, north) = (column < after, row < after);
            let (east, south) = (column >= east, row >= south);
            west && walls.wall(x, y, Dir::W)
                || north && walls.wall(x, y, Dir::N)
                || east && walls.wall(x, y, Dir::E)
                || south && walls.wall(x, y, Dir::S)
                || north && west && walls.post(x, y)
                || north && east && walls.post(x + 1, y)
                || south && west && walls.post(x, y + 1)
                || south && east && walls.post(x + 1, y + 1)
        };
        // Light falls on walls from the north.
        let is_lit = theme.hatch == Hatch::None && theme.ao > 0 && scale >= 8;
        let (dark, light) = (opaque(color), land.paints.edge);
        for row in 0..scale {
            for (column, pixel) in self.rows.cell(x, row).iter_mut().enumerate() {
                if is_wall(column, row) {
                    let is_edge = is_lit && row > 0 && !is_wall(column, row - 1);
                    *pixel = if is_edge { light } else { dark };
                }
            }
        }
    }

    fn wall_shade(&mut self, walls: &ThinWalls, x: i32) {
        let (land, y) = (self.land, self.y);
        let (scale, theme) = (land.scale, &land.theme);
        let reach = (scale * 7 / 16).max(1);
        let soft = |at: usize| {
            let near = 256 - (at.min(reach) * 256 / reach) as i32;
            (near * near) >> 8
        };
        let color = channels(theme.shade);
        let weight = |side: Dir, full: i32| if walls.wall(x, y, side) { full } else { 0 };
        let [north, east, south, west] =
            [weight(Dir::N, 256), weight(Dir::E, 150), weight(Dir::S, 150), weight(Dir::W, 256)];
        for row in 0..scale {
            let down = (soft(row) * north).max(soft(scale - 1 - row) * south);
            for (column, pixel) in self.rows.cell(x, row).iter_mut().enumerate() {
                let across = (soft(column) * west).max(soft(scale - 1 - column) * east);
                let dark = (down.max(across) >> 8) * i32::from(theme.ao) / 330;
                let dark = land.tone(dark);
                if dark > 0 {
                    blend(pixel, color, dark);
                }
            }
        }
    }

    /// Floor tinted by how far it is from the start, as a smooth field.
    pub(super) fn tint(&mut self, tints: &Grid<u8>, x: i32) {
        let (land, y) = (self.land, self.y);
        let axes = land.terrain.axes;
        let own = i32::from(tints.as_slice()[axes.cell(x, y)]);
        let has_floor = !land.terrain.rock.at(x, y) && !land.terrain.tiles.at(x, y).is_solid();
        if own == 0 || !has_floor {
            return;
        }
        let far = channels(land.theme.far);
        let steps = i32::try_from(STEPS).unwrap_or(1);
        let part = own * 176 / steps;
        let (lift, stride) = (land.lift(), land.border_stride());
        let has_rock = land.terrain.depth.is_some();
        let border = &self.scratch.border;
        for row in 0..land.scale {
            for (column, pixel) in self.rows.cell(x, row).iter_mut().enumerate() {
                let field =
                    if has_rock { border[(lift + row) * stride + (x as usize + 1) * land.scale + column] } else { 0 };
                // Rock takes no tint.
                if field < HALF {
                    blend(pixel, far, part * (ONE - field).min(ONE) / ONE);
                }
            }
        }
    }
}

impl Landscape<'_> {
    /// The color of a region's floor, if the cell is in any.
    pub(super) fn region_color(&self, x: i32, y: i32) -> Option<[u8; 4]> {
        let region = self.terrain.walls.as_ref()?.region(x, y);
        (region > 0).then(|| opaque(self.theme.region(region.into())))
    }
}
