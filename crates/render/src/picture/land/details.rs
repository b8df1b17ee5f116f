//! Small things that chance strews: tufts, pebbles, ripples, specks, scratches in rock. Each stays in its cell, so that what
//! is painted later covers it.

use mapwright_core::{Color, Tile};

use super::band::InkBand;
use super::noise::purpose;
use super::paints::channels;
use super::shapes::{Outline, UNIT, UnitPos};
use crate::picture::canvas::mix;
use crate::scene::BUILT;
use crate::scene::rank;

impl InkBand<'_, '_, '_> {
    /// A shape in a cell, cut at its sides.
    fn put(&mut self, x: i32, shape: Outline, color: Color, alpha: i32) {
        let scale = self.land.scale as i64;
        let columns = i64::from(x) * scale..(i64::from(x) + 1) * scale;
        self.rows.paint_within(shape, columns, self.rows.rows.clone(), color, alpha);
    }

    /// The upper left corner of a cell, in units.
    pub(super) fn corner(&self, x: i32, y: i32) -> UnitPos {
        let unit = self.land.unit();
        (i64::from(x) * unit, i64::from(y) * unit)
    }

    /// What lies on the ground of a cell.
    pub(super) fn details(&mut self, x: i32) {
        let (land, y) = (self.land, self.y);
        if land.terrain.rock.at(x, y) {
            return;
        }
        if let Some(color) = land.theme.grid {
            self.grid(x, color);
        }
        let (theme, u) = (&land.theme, land.unit());
        let hash = land.places.hash(x, y, purpose::DETAIL);
        let some = i64::from(hash);
        let (left, top) = self.corner(x, y);
        let (cx, cy) = (left + u / 4 + some % (u / 2), top + u / 4 + (some >> 8) % (u / 2));
        let chance = hash >> 16;
        let (ground, tile) = (land.terrain.rank.at(x, y), land.terrain.tiles.at(x, y));
        let is_paved = land.terrain.walls.is_some()
            || land.terrain.corners(x, y).as_flattened().iter().filter(|f| *f & BUILT != 0).count() >= 3;
        match (ground, tile) {
            (rank::GRASS, Tile::GRASS) if chance & 7 < 3 => {
                for (dx, tall) in [(-u / 9, 6), (0, 4), (u / 9, 6)] {
                    let blade = Outline::Capsule((cx + dx / 2, cy), (cx + dx, cy - u / tall), (u / 44).max(3));
                    self.put(x, blade, theme.grass_dark, 200);
                }
            }
            (rank::WATER, Tile::DEEP_WATER) if chance & 31 < 2 => {
                let Some(color) = theme.wave else { return };
                for side in [-1, 1] {
                    let (crest, r) = ((cx + side * u / 8, cy - u / 12), (u / 60).max(3));
                    self.put(x, Outline::Capsule((cx + side * u / 3, cy), crest, r), color, 100);
                    self.put(x, Outline::Capsule((cx, cy + u / 16), crest, r), color, 100);
                }
            }
            (rank::GRAVEL, _) if chance & 15 < 12 => self.pebbles(x, 3, mix(theme.gravel, theme.shade, 120, 256)),
            (rank::FLOOR, _) if !is_paved && chance & 15 < 1 => self.pebbles(x, 1, theme.stone_dark),
            (rank::SAND, _) if chance & 7 < 2 => {
                self.put(x, Outline::Disc((cx, cy), (u / 26).max(4)), mix(theme.sand, theme.shade, 70, 256), 200);
            }
            _ => {}
        }
    }

    fn pebbles(&mut self, x: i32, count: u32, dark: Color) {
        let (land, y) = (self.land, self.y);
        let (u, (left, top)) = (land.unit(), self.corner(x, y));
        let light = mix(land.theme.cave, land.theme.stone_dark, 90, 256);
        for nth in 0..count {
            let some = i64::from(land.places.hash(x, y, purpose::PEBBLE + nth));
            let at = (left + u / 6 + some % (u * 2 / 3), top + u / 6 + (some >> 10) % (u * 2 / 3));
            let r = u / 16 + (some >> 20) % (u / 12);
            self.put(x, Outline::Disc((at.0 + r / 3, at.1 + r / 2), r), dark, 90);
            self.put(x, Outline::Disc(at, r), light, 230);
        }
    }

    /// A line along the north and the west of a dry cell, dashed if the theme says so.
    fn grid(&mut self, x: i32, color: Color) {
        let (land, y) = (self.land, self.y);
        if land.terrain.rank.at(x, y) == rank::WATER {
            return;
        }
        let color = channels(color);
        let scale = land.scale;
        let is_drawn = |at: usize| !land.theme.dashed || (at * 6 / scale).is_multiple_of(2);
        for row in 0..scale {
            for (column, pixel) in self.rows.cell(x, row).iter_mut().enumerate() {
                if row == 0 && is_drawn(column) || column == 0 && is_drawn(row) {
                    super::shapes::blend(pixel, color, 190);
                }
            }
        }
    }

    /// A few short strokes in the rock, so that it is not flat.
    pub(super) fn scratches(&mut self, x: i32) {
        let (land, y) = (self.land, self.y);
        let is_deep = land.terrain.depth.as_ref().is_some_and(|depth| depth.at(x, y) >= 10);
        let hash = land.places.hash(x, y, purpose::SCRATCH);
        if !is_deep || !land.has_details() || land.theme.grain == 0 || hash & 7 > 1 {
            return;
        }
        let (u, some, (left, top)) = (land.unit(), i64::from(hash), self.corner(x, y));
        let length = u / 6 + (some >> 22) % (u / 5);
        let at = (
            left + UNIT + (some >> 4) % (u - length - 2 * UNIT),
            top + UNIT + length / 2 + (some >> 14) % (u - length),
        );
        let light = mix(land.theme.rock_far, Color(255, 255, 255), 60, 256);
        let color = if hash >> 3 & 1 == 1 { land.theme.rim } else { light };
        let stroke = Outline::Capsule(at, (at.0 + length, at.1 - length / 2), (u / 50).max(3));
        self.put(x, stroke, color, 90);
    }
}
