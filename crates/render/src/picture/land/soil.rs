//! Ground: floors, grass, roads, water.
//!
//! Each ground has the share of a pixel that its cover says, less what lies above it; so no ground between two others
//! fringes a border that they share.

use std::ops::Range;

use super::Landscape;
use super::band::{InkBand, Scratch, alike};
use super::fields::{ONE, cover, unrest};
use super::noise::purpose;
use super::paints::{Shades, WATERS, channels, rgb};
use super::shapes::blend;
use crate::scene::BUILT;
use crate::scene::rank;

/// Deep sea: from this depth on, in fifths of a cell, water has its last color whatever the noise.
const SEA: u8 = 32;
/// The field of land where foam lies.
const FOAM: i32 = ONE * 24 / 100;

/// How the floor of a cell is laid.
struct FloorPaint<'a> {
    shades: &'a Shades,
    is_paved: bool,
    /// The tone of this flagstone.
    flat: i32,
    /// Whether there is a joint in the north and in the west.
    joints: [bool; 2],
}

impl FloorPaint<'_> {
    /// How much lighter a pixel is, by its grain: flagstones have less of it, and a tone each.
    #[inline]
    const fn tone(&self, grain: i32) -> i32 {
        if self.is_paved { self.flat + (grain >> 1) } else { grain }
    }
}

impl Landscape<'_> {
    /// The floor of a cell: flagstones where it was built, earth elsewhere.
    fn floor(&self, x: i32, y: i32) -> FloorPaint<'_> {
        let corners = self.terrain.corners(x, y);
        let built = corners.as_flattened().iter().filter(|&&flags| flags & BUILT != 0).count();
        let is_paved = self.terrain.walls.is_some() || built >= 3;
        let hash = |purpose| self.places.hash(x, y, purpose);
        let tone = if is_paved { (hash(purpose::FLAGS) & 255) as i32 - 128 } else { 0 };
        let has_joints = is_paved && self.theme.joint.is_some() && self.scale >= 8;
        let joint = |purpose| has_joints && hash(purpose) % 5 > 0;
        FloorPaint {
            shades: if is_paved { &self.paints.grounds[usize::from(rank::FLOOR)] } else { &self.paints.cave },
            is_paved,
            flat: (tone * i32::from(self.theme.grain)) >> 7,
            joints: [joint(purpose::JOINT_NORTH), joint(purpose::JOINT_WEST)],
        }
    }
}

impl InkBand<'_, '_, '_> {
    /// The ground of a cell, unless rock hides all of it.
    pub(super) fn ground(&mut self, x: i32) {
        let (land, y) = (self.land, self.y);
        let terrain = &land.terrain;
        let rock = terrain.rock.around(x, y);
        let has_rock = rock.as_flattened().contains(&true);
        if rock[1][1] {
            let is_built = terrain.corners(x, y).as_flattened().iter().all(|flags| flags & BUILT != 0);
            if is_built || alike(&rock) {
                return;
            }
        }
        let ranks = terrain.rank.around(x, y);
        let mut present = 0u8;
        for (&rank, &rock) in ranks.as_flattened().iter().zip(rock.as_flattened()) {
            present |= u8::from(!rock) << rank;
        }
        let own = ranks[1][1];
        // Water has foam where it meets rock.
        let is_mixed = land.is_round && (present.count_ones() > 1 || (has_rock && present == 1 << rank::WATER));
        let own = if present & 1 << own == 0 { present.trailing_zeros() as u8 } else { own };
        match own {
            _ if is_mixed => self.mixed(x, present, has_rock),
            rank::WATER => self.water(x),
            own => self.plain(x, own),
        }
    }

    /// A cell of one dry ground.
    fn plain(&mut self, x: i32, own: u8) {
        let (land, is_floor) = (self.land, own == rank::FLOOR);
        let floor = land.floor(x, self.y);
        let shades = if is_floor { floor.shades } else { &land.paints.grounds[usize::from(own)] };
        let rows = self.shown(x);
        if let Some(color) = land.region_color(x, self.y) {
            rows.clone().for_each(|row| self.rows.cell(x, row).fill(color));
        } else if land.theme.grain == 0 {
            rows.clone().for_each(|row| self.rows.cell(x, row).fill(shades.at(0)));
        } else {
            self.grain(x, rows.clone());
            let fields = &self.scratch.cell;
            for row in rows.clone() {
                let grain = &fields[0][row * land.scale..];
                for (pixel, &grain) in self.rows.cell(x, row).iter_mut().zip(grain) {
                    *pixel = shades.at(if is_floor { floor.tone(grain) } else { grain });
                }
            }
        }
        let Some(joint) = land.theme.joint.filter(|_| is_floor).map(channels) else { return };
        for row in rows {
            let pixels = self.rows.cell(x, row);
            let count = match (row, floor.joints) {
                (0, [true, _]) => pixels.len(),
                (_, [_, true]) => 1,
                _ => 0,
            };
            pixels[..count].iter_mut().for_each(|pixel| blend(pixel, joint, 200));
        }
    }

    /// How much lighter each pixel of a cell is, into the first field.
    fn grain(&mut self, x: i32, rows: Range<usize>) {
        let land = self.land;
        let Scratch { cell: [grain, patches, ..], grain: fine, patches: coarse, .. } = &mut *self.scratch;
        land.spline.over(fine.around(x, false), rows.clone(), grain);
        land.spline.over(coarse.around(x, false), rows.clone(), patches);
        let strength = i32::from(land.theme.grain);
        let part = rows.start * land.scale..rows.end * land.scale;
        for (grain, patches) in grain[part.clone()].iter_mut().zip(&patches[part]) {
            *grain = ((((*grain >> 16) - 128) * strength) >> 6) + ((((*patches >> 16) - 128) * strength) >> 6);
        }
    }

    /// A cell of water with no shore in sight.
    fn water(&mut self, x: i32) {
        let land = self.land;
        let Some(wet) = land.terrain.wet.as_ref().map(|wet| wet.around(x, self.y)) else { return };
        if wet.as_flattened().iter().all(|&wet| wet >= SEA) {
            let deepest = land.paints.water[WATERS as usize - 1];
            (0..land.scale).for_each(|row| self.rows.cell(x, row).fill(deepest));
            return;
        }
        self.levels(x);
        let levels = &self.scratch.cell[2];
        for (row, levels) in levels.chunks_exact(land.scale).enumerate() {
            for (pixel, &level) in self.rows.cell(x, row).iter_mut().zip(levels) {
                *pixel = land.paints.water[level as usize];
            }
        }
    }

    /// The place of each pixel on the ramp of water, into the third field.
    fn levels(&mut self, x: i32) {
        let (land, y) = (self.land, self.y);
        let Some(wet) = &land.terrain.wet else { return };
        let Scratch { cell: [_, noise, levels, ..], deep, .. } = &mut *self.scratch;
        land.spline.over(wet.around(x, y).map(|row| row.map(|wet| i32::from(wet) * 8)), 0..land.scale, levels);
        land.spline.over(deep.around(x, false), 0..land.scale, noise);
        const STEP: i32 = 5 * 8 * 256;
        for (level, noise) in levels.iter_mut().zip(noise) {
            let depth = (*level >> 8) + ((*noise >> 16) - 128) * 14;
            *level = (depth * 100 / 115 - STEP * 2 / 5).clamp(0, STEP * 5 - 1) / (STEP / 256);
        }
    }

    /// A cell where grounds meet.
    fn mixed(&mut self, x: i32, present: u8, has_rock: bool) {
        let (land, y) = (self.land, self.y);
        let (scale, s) = (land.scale, land.scale as i32);
        let rows = self.shown(x);
        let has_water = present & 1 << rank::WATER != 0;
        if land.theme.grain > 0 {
            self.grain(x, rows.clone());
        } else {
            self.scratch.cell[0].fill(0);
        }
        if has_water {
            self.levels(x);
        }
        let (ranks, rock) = (land.terrain.rank.around(x, y), land.terrain.rock.around(x, y));
        {
            let Scratch { cell: [_, broken, _, open, noise, fields @ ..], unrest: wobble, foam, .. } =
                &mut *self.scratch;
            land.spline.over(wobble.around(x, false), rows.clone(), noise);
            if has_rock {
                land.spline.over(rock.map(|row| row.map(|rock| i32::from(!rock))), rows.clone(), open);
            }
            if has_water {
                land.spline.over(foam.around(x, false), rows.clone(), broken);
            }
            for (rank, field) in (1u8..).zip(fields).filter(|(rank, _)| present & 1 << rank != 0) {
                let mut mask = [[0; 3]; 3];
                for ((mask, &there), &rock) in
                    mask.as_flattened_mut().iter_mut().zip(ranks.as_flattened()).zip(rock.as_flattened())
                {
                    *mask = i32::from(there >= rank && !rock);
                }
                land.spline.over(mask, rows.clone(), field);
                let part = rows.start * scale..rows.end * scale;
                let (field, open, noise) = (&mut field[part.clone()], &open[part.clone()], &noise[part]);
                if has_rock {
                    for (field, &open) in field.iter_mut().zip(open) {
                        // Among open cells only, so that no ground seeps through a wall.
                        *field = ((((*field as u32) << 15) / open.max(256) as u32) << 1).min(ONE as u32) as i32;
                    }
                }
                field.iter_mut().zip(noise).for_each(|(field, &noise)| *field = unrest(*field, noise));
            }
        }
        let floor = land.floor(x, y);
        let joint = land.theme.joint.map(channels);
        let dark = [land.theme.grass_dark, land.theme.road_rim, land.theme.stone_dark].map(channels);
        let foam = channels(land.theme.foam);
        let lowest = present.trailing_zeros() as u8;
        let order: Vec<u8> = (0..=rank::CHASM).rev().filter(|rank| present & 1 << rank != 0).collect();
        let first_dry = (present & !1).trailing_zeros() as usize;
        let half = s * 5 / 64 + 1;
        let fields = &self.scratch.cell;
        for row in rows {
            for (column, pixel) in self.rows.cell(x, row).iter_mut().enumerate() {
                let at = row * scale + column;
                let grain = fields[0][at];
                let (mut sum, mut above) = ([128; 3], 0);
                // From the highest: each has what its cover leaves of those above.
                for &rank in &order {
                    if above == 256 {
                        break;
                    }
                    let index = usize::from(rank);
                    let (field, covered) = if rank == lowest {
                        (ONE, 256)
                    } else {
                        let field = fields[4 + index][at];
                        (field, cover(field, s, 0))
                    };
                    // Masks nest, so covers do.
                    let share = covered - above;
                    if share <= 0 {
                        continue;
                    }
                    above = covered;
                    let mut color = rgb(match rank {
                        rank::WATER => land.paints.water[fields[2][at] as usize],
                        rank::FLOOR => floor.shades.at(floor.tone(grain)),
                        _ => land.paints.grounds[index].at(grain),
                    });
                    let mut over = |with: [i32; 3], part: i32| {
                        for (color, with) in color.iter_mut().zip(with) {
                            *color += ((with - *color) * part) >> 8;
                        }
                    };
                    match rank {
                        rank::WATER => {
                            let land_near = if first_dry < rank::COUNT { fields[4 + first_dry][at] } else { 0 };
                            let land_near = if has_rock {
                                land_near.max(unrest(ONE - fields[3][at], fields[4][at]))
                            } else {
                                land_near
                            };
                            let off = ((land_near - FOAM).abs() * s) >> 8;
                            let line = (half * 128 + 160 - off).clamp(0, 256);
                            if line > 0 {
                                let broken = (((fields[1][at] >> 16) - 84) * 12).clamp(0, 256);
                                over(foam, line * broken / 300);
                            }
                        }
                        rank::FLOOR if row == 0 && floor.joints[0] || column == 0 && floor.joints[1] => {
                            joint.iter().for_each(|&joint| over(joint, 200));
                        }
                        rank::GRASS | rank::ROAD | rank::CHASM if rank != lowest => {
                            let (width, color) = match rank {
                                rank::GRASS => (18, dark[0]),
                                rank::ROAD => (14, dark[1]),
                                _ => (24, dark[2]),
                            };
                            let rim = covered - cover(field, s, -s * width);
                            over(color, (rim * 256 / covered).clamp(0, 256) * 3 / 4);
                        }
                        _ => {}
                    }
                    for (sum, color) in sum.iter_mut().zip(color) {
                        *sum += color * share;
                    }
                }
                let [r, g, b] = sum.map(|sum| (sum >> 8).clamp(0, 255) as u8);
                *pixel = [r, g, b, 255];
            }
        }
    }
}
