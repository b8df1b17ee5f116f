//! Light by line of sight: what shines on the map, and the dusk that the winning walk has seen.
//!
//! Rock, trees and locked doors end a line of sight. A source lights the cells that it sees, less with the square of their
//! distance; the sum is a smooth field that multiplies the picture.

use std::collections::BTreeSet;

use mapwright_core::{BuilderMap, Color, Tile};
use mapwright_graph::UNREACHED;

use super::Land;
use super::band::InkBand;
use super::paints::channels;
use super::plane::Margined;
use crate::icons::contains;
use crate::picture::canvas::mix;
use crate::picture::steps;

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

/// What a word in a spawn's name says of its light: the radius in cells and the color.
const GLOWS: [(&str, i32, u32); 10] = [
    ("gold coin", 4, 0x00d2_9632),
    ("chest treasure", 4, 0x00dc_a03c),
    ("candle torch lamp brazier fire lantern", 8, 0x00ff_b05a),
    ("wisp", 5, 0x0050_e6d2),
    ("crown", 6, 0x00ff_c85a),
    ("altar", 5, 0x00ff_785a),
    ("potion", 3, 0x00aa_3c50),
    ("scroll", 3, 0x0082_7850),
    ("ore crystal", 4, 0x003c_beaf),
    ("book tome", 3, 0x0096_6e3c),
];

/// Something that shines.
#[derive(Clone, Copy)]
struct LightSource {
    at: (i32, i32),
    radius: i32,
    color: [i32; 3],
}

/// What ends a line of sight.
struct SightLimit<'a> {
    land: &'a Land,
    locked: BTreeSet<(i32, i32)>,
}

fn bytes(rgb: u32) -> [i32; 3] {
    let [_, r, g, b] = rgb.to_be_bytes();
    [r, g, b].map(i32::from)
}

fn sources(map: &BuilderMap, land: &Land) -> Vec<LightSource> {
    let size = map.size();
    let source =
        |at: mapwright_core::Point, radius, color| LightSource { at: (at.x.into(), at.y.into()), radius, color };
    let mut sources = Vec::new();
    sources.extend(map.start.map(|at| source(at, 15, [255, 206, 140])));
    sources.extend(map.exit.map(|at| source(at, 9, [110, 170, 255])));
    for spawn in &map.spawns {
        let name = spawn.what.to_lowercase();
        if let Some(key) = spawn.key {
            sources.push(source(spawn.at, 8, channels(mix(land.theme.lock(key), Color(255, 255, 255), 40, 256))));
        } else if let Some(&(_, radius, color)) =
            GLOWS.iter().find(|(words, ..)| words.split(' ').any(|word| contains(&name, word)))
        {
            sources.push(source(spawn.at, radius, bytes(color)));
        }
    }
    let portals = map.portals.iter().flat_map(|portal| portal.ends());
    sources.extend(portals.map(|at| source(at, 6, [170, 110, 255])));
    sources.retain(|source| source.at.0 < size.w.into() && source.at.1 < size.h.into());
    sources
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
pub(super) fn light(map: &BuilderMap, land: &Land) -> Light {
    let axes = land.terrain.axes;
    let locked = map.doors.iter().flatten().filter(|door| door.lock.is_some());
    let locked = locked.flat_map(|door| door.cells.iter().map(|at| (at.x.into(), at.y.into()))).collect();
    let sight = SightLimit { land, locked };
    let mut light = vec![[0; 3]; axes.w as usize * axes.h as usize];
    for LightSource { at, radius, color } in sources(map, land) {
        sight.around(at, radius, |cell, square| {
            if sight.is_clear(at, cell, true) {
                let k = (radius * radius - square) * 256 / (radius * radius);
                let k = (k * k) >> 8;
                let there = &mut light[axes.cell(cell.0, cell.1)];
                there.iter_mut().zip(color).for_each(|(light, color)| *light += (color * k) >> 8);
            }
        });
    }
    let known = known(map, &sight);
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
fn known(map: &BuilderMap, sight: &SightLimit<'_>) -> Vec<i32> {
    let axes = sight.land.terrain.axes;
    let steps = steps(map);
    let near = |cell: usize| match steps.as_ref().map(|steps| steps.as_slice()[cell]) {
        None => 256,
        Some(UNREACHED) => 0,
        Some(steps) => (256 - i32::try_from(steps.min(99)).unwrap_or(99) * 3).max(40),
    };
    let mut known: Vec<i32> = axes.cells().map(|(x, y)| near(axes.cell(x, y))).collect();
    let Some(proof) = &map.proof else { return known };
    known.iter_mut().for_each(|known| *known /= 4);
    for at in proof.walk.iter().step_by(LOOKS).filter(|at| map.size().contains(**at)) {
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
