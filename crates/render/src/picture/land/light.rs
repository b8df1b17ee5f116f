//! Light by line of sight: what shines on the map, and the dusk that the winning walk has seen.
//!
//! Rock, trees and locked doors end a line of sight. A source lights the cells that it sees, less with the square of their
//! distance; the sum is a smooth field that multiplies the picture.

use std::collections::BTreeSet;

use mapwright_core::{Color, Tile};
use mapwright_graph::UNREACHED;

use super::Landscape;
use super::band::InkBand;
use super::paints::channels;
use crate::picture::canvas::mix;
use crate::scene::{Lamp, LampColor, Lamps, Margined, SceneDoor};

/// The light on each cell, by channel: 256 shows a color as it is.
pub(super) type Light = Margined<[i32; 3]>;

/// The most light on a cell.
const MOST: i32 = 330;
/// How far the walk sees, in cells, and how many of its steps are between two looks.
const SIGHT: i32 = 9;
const LOOKS: usize = 3;
/// The light of what no one has seen, and what is added where someone has.
const NIGHT: [i32; 3] = [42, 47, 72];
const DUSK: [i32; 3] = [80, 84, 100];

/// What ends a line of sight.
struct SightLimit<'a> {
    land: &'a Landscape<'a>,
    locked: BTreeSet<(i32, i32)>,
}

impl SightLimit<'_> {
    /// Whether a line of cells from `a` to `b` is clear between its ends.
    fn is_clear(&self, a: (i32, i32), b: (i32, i32), with_locks: bool) -> bool {
        let n = (b.0 - a.0).abs().max((b.1 - a.1).abs());
        (1..n).all(|i| {
            let along = |from: i32, to: i32| (from * 2 * n + (to - from) * 2 * i + n).div_euclid(2 * n);
            let (x, y) = (along(a.0, b.0), along(a.1, b.1));
            let terrain = &self.land.terrain;
            let is_opaque = terrain.rock.at(x, y) || terrain.tiles.at(x, y) == Tile::TREE;
            !(is_opaque || with_locks && self.locked.contains(&(x, y)))
        })
    }

    /// Passes each cell on the map within a radius, with the square of its distance.
    fn around(&self, (x, y): (i32, i32), radius: i32, mut visit: impl FnMut((i32, i32), i32)) {
        let axes = self.land.terrain.axes;
        for cy in (y - radius).max(0)..=(y + radius).min(axes.h - 1) {
            for cx in (x - radius).max(0)..=(x + radius).min(axes.w - 1) {
                let square = (cx - x).pow(2) + (cy - y).pow(2);
                if square <= radius * radius {
                    visit((cx, cy), square);
                }
            }
        }
    }
}

/// The light on a map.
pub(super) fn light(lamps: &Lamps<'_>, land: &Landscape<'_>, doors: &[SceneDoor]) -> Light {
    let axes = land.terrain.axes;
    let locked = doors.iter().filter(|door| door.lock.is_some());
    let locked = locked.flat_map(|door| door.cells.iter().map(|cell| (cell.at.x.into(), cell.at.y.into()))).collect();
    let sight = SightLimit { land, locked };
    let mut light = vec![[0; 3]; axes.w as usize * axes.h as usize];
    for &Lamp { at, radius, color } in &lamps.all {
        let at = (at.x.into(), at.y.into());
        let color = channels(match color {
            LampColor::Rgb(color) => color,
            LampColor::Lock(lock) => mix(land.theme.lock(lock), Color(255, 255, 255), 40, 256),
        });
        sight.around(at, radius, |cell, square| {
            if sight.is_clear(at, cell, true) {
                let k = (radius * radius - square) * 256 / (radius * radius);
                let k = (k * k) >> 8;
                let there = &mut light[axes.cell(cell.0, cell.1)];
                there.iter_mut().zip(color).for_each(|(light, color)| *light += (color * k) >> 8);
            }
        });
    }
    let known = known(lamps, &sight);
    for ((x, y), light) in axes.cells().zip(&mut light) {
        // A wall is as well known as the ground beside it.
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy)));
        let is_rock = land.terrain.rock.at(x, y);
        let known =
            around.filter(|&at| at == (x, y) || is_rock).map(|(x, y)| known[axes.cell(x, y)]).max().unwrap_or(0);
        for (light, (night, dusk)) in light.iter_mut().zip(NIGHT.into_iter().zip(DUSK)) {
            *light = (*light + night + known * dusk / 256).min(MOST);
        }
    }
    Margined::new(axes, |cell| light[cell])
}

/// How well each cell is known, 0 to 256: what the winning walk has seen; without one, what lies near the start.
fn known(lamps: &Lamps<'_>, sight: &SightLimit<'_>) -> Vec<i32> {
    let axes = sight.land.terrain.axes;
    let near = |cell: usize| match lamps.steps.as_ref().map(|steps| steps.as_slice()[cell]) {
        None => 256,
        Some(UNREACHED) => 0,
        Some(steps) => (256 - i32::try_from(steps.min(99)).unwrap_or(99) * 3).max(40),
    };
    let mut known: Vec<i32> = axes.cells().map(|(x, y)| near(axes.cell(x, y))).collect();
    let Some(walk) = lamps.walk else { return known };
    known.iter_mut().for_each(|known| *known /= 4);
    for at in walk.iter().step_by(LOOKS).filter(|at| i32::from(at.x) < axes.w && i32::from(at.y) < axes.h) {
        let at = (at.x.into(), at.y.into());
        sight.around(at, SIGHT, |cell, square| {
            let seen = 256 - square * 2;
            let index = axes.cell(cell.0, cell.1);
            if known[index] < seen && sight.is_clear(at, cell, false) {
                known[index] = seen;
            }
        });
    }
    known
}

impl InkBand<'_, '_, '_> {
    /// Multiplies the band by its light. Locks can be read in the dark.
    pub(super) fn lit(&mut self, light: &Light) {
        let land = self.land;
        let fields = &mut self.scratch.cell;
        for x in 0..land.terrain.axes.w {
            let around = light.around(x, self.y);
            for (channel, field) in fields.iter_mut().enumerate().take(3) {
                land.spline.over(around.map(|row| row.map(|light| light[channel])), 0..land.scale, field);
            }
            for row in 0..land.scale {
                for (column, pixel) in self.rows.cell(x, row).iter_mut().enumerate() {
                    for (channel, value) in pixel.iter_mut().enumerate().take(3) {
                        let light = fields[channel][row * land.scale + column] >> 16;
                        let lit = ((i32::from(*value) * light) >> 8) + (light - 240).max(0) / 4;
                        *value = lit.clamp(0, 255) as u8;
                    }
                }
            }
        }
        self.locked_doors();
    }
}
