//! Hatching around open ground, as Dyson Logos draws dungeons: a jittered grid of points, each with a bundle of strokes in
//! one of sixteen directions. A bundle ends where the next one is nearer: at the bisectors to the points around.

use super::Landscape;
use super::band::InkBand;
use super::noise::{hash, purpose};
use super::shapes::{Outline, UnitPos};
use crate::picture::theme::Hatch;
use crate::scene::Margined;

/// Sixteen directions of length 64, across and down: the half circle in steps of 11.25 degrees.
const ACROSS: [i64; 16] = [64, 63, 59, 53, 45, 36, 24, 12, 0, -12, -24, -36, -45, -53, -59, -63];
const DOWN: [i64; 16] = [0, 12, 24, 36, 45, 53, 59, 63, 64, 63, 59, 53, 45, 36, 24, 12];

/// The strokes of a map, by the row of cells that the bundle's point lies in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Strokes {
    rows: Vec<Vec<[UnitPos; 2]>>,
}

/// One axis of the grid of points: `count` steps in `span` units, and around again if the map wraps.
#[derive(Clone, Copy)]
struct PointAxis {
    span: i64,
    count: i64,
    wraps: bool,
    /// Where the map begins, in units of the world.
    origin: i64,
}

impl PointAxis {
    fn new(step: i64, cells: i32, unit: i64, origin: i32, wraps: bool) -> PointAxis {
        let length = i64::from(cells) * unit;
        let (span, count) = if wraps { (length, ((length + step / 2) / step).max(1)) } else { (step, 1) };
        PointAxis { span, count, wraps, origin: i64::from(origin) * unit }
    }

    /// The place of a step on the map.
    const fn at(self, nth: i64) -> i64 {
        (nth * self.span).div_euclid(self.count) - self.origin
    }

    /// The number of a step for the hash: the same wherever it comes around.
    const fn name(self, nth: i64) -> i32 {
        (if self.wraps { nth.rem_euclid(self.count) } else { nth }) as i32
    }

    /// The step at or before a place on the map.
    const fn before(self, place: i64) -> i64 {
        ((place + self.origin) * self.count).div_euclid(self.span)
    }
}

/// What hatching is made of, for cells of one size.
struct Hatcher<'a> {
    land: &'a Landscape<'a>,
    step: i64,
    grids: [PointAxis; 2],
    /// Whether a cell is near enough to open ground to be hatched at all.
    near: Margined<bool>,
}

impl Strokes {
    pub(super) fn of(land: &Landscape<'_>) -> Option<Strokes> {
        let depth = land.terrain.depth.as_ref().filter(|_| land.theme.hatch == Hatch::Dyson && land.scale >= 4)?;
        let (unit, axes) = (land.unit(), land.terrain.axes);
        let step = (unit * if land.scale >= 12 { 44 } else { 56 } / 64).max(40);
        let grids = [
            PointAxis::new(step, axes.w, unit, land.places.origin.0, axes.wrap.x()),
            PointAxis::new(step, axes.h, unit, land.places.origin.1, axes.wrap.y()),
        ];
        let near = Margined::from_fn(axes, |x, y| {
            let (x, y) = (x.clamp(-1, axes.w), y.clamp(-1, axes.h));
            depth.around(x, y).as_flattened().iter().any(|&depth| depth < 15)
        });
        let hatcher = Hatcher { land, step, grids, near };
        Some(Strokes { rows: (0..axes.h).map(|y| hatcher.row(y)).collect() })
    }

    /// All strokes.
    pub(super) fn all(&self) -> impl Iterator<Item = [UnitPos; 2]> {
        self.rows.iter().flatten().copied()
    }

    /// The strokes that may reach into a row of cells.
    fn around(&self, y: i32, wraps: bool) -> impl Iterator<Item = (i32, &[UnitPos; 2])> {
        let rows = self.rows.len() as i32;
        let near = (y - 2..=y + 2).filter(move |y| wraps || (0..rows).contains(y));
        near.flat_map(move |y| {
            let row = y.rem_euclid(rows);
            self.rows[row as usize].iter().map(move |stroke| (y - row, stroke))
        })
    }
}

impl Hatcher<'_> {
    /// A point of the grid, on the map, and the number of its direction.
    fn point(&self, i: i64, j: i64) -> (UnitPos, usize) {
        let [gx, gy] = self.grids;
        let chance = hash(gx.name(i), gy.name(j), purpose::HATCH);
        let jitter = |bits: u32| self.step / 8 + i64::from(bits & 1023) * (self.step * 3 / 4) / 1023;
        ((gx.at(i) + jitter(chance), gy.at(j) + jitter(chance >> 10)), (chance >> 20 & 15) as usize)
    }

    /// The strokes of the points in a row of cells.
    fn row(&self, y: i32) -> Vec<[UnitPos; 2]> {
        let (unit, [gx, gy]) = (self.land.unit(), self.grids);
        let axes = self.land.terrain.axes;
        let (top, bottom) = (i64::from(y) * unit, (i64::from(y) + 1) * unit);
        let mut strokes = Vec::new();
        for j in gy.before(top) - 1..=gy.before(bottom) {
            for i in gx.before(0) - 1..=gx.before(i64::from(axes.w) * unit) {
                let ((x, y), turn) = self.point(i, j);
                if (top..bottom).contains(&y) && (0..i64::from(axes.w) * unit).contains(&x) && self.is_near((x, y)) {
                    self.bundle((i, j), (x, y), (ACROSS[turn], DOWN[turn]), &mut strokes);
                }
            }
        }
        strokes
    }

    /// Whether a point is at most 84/64 of a cell from open ground.
    fn is_near(&self, (x, y): UnitPos) -> bool {
        let (land, unit) = (self.land, self.land.unit());
        let (cx, cy) = ((x / unit) as i32, (y / unit) as i32);
        if !self.near.at(cx, cy) {
            return false;
        }
        let limit = (unit * 84 / 64).pow(2);
        (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (cx + dx, cy + dy))).any(|(cx, cy)| {
            let (left, top) = (i64::from(cx) * unit, i64::from(cy) * unit);
            let (dx, dy) = ((left - x).max(x - left - unit).max(0), (top - y).max(y - top - unit).max(0));
            dx * dx + dy * dy <= limit && !land.terrain.rock.at(cx, cy)
        })
    }

    /// The strokes of a point, each cut halfway to the points around.
    fn bundle(&self, (i, j): UnitPos, (x, y): UnitPos, (dx, dy): UnitPos, strokes: &mut Vec<[UnitPos; 2]>) {
        let (step, fine) = (self.step, self.land.scale >= 12);
        let around: Vec<UnitPos> = (-2..=2)
            .flat_map(|dj| (-2..=2).map(move |di| (di, dj)))
            .filter(|&beside| beside != (0, 0))
            .map(|(di, dj)| self.point(i + di, j + dj).0)
            .map(|(qx, qy)| (qx - x, qy - y))
            .collect();
        // Small cells have room for three strokes only.
        let (gap, most) = if fine { (step * 17 / 64, 2) } else { (step * 27 / 64, 1) };
        for k in -most..=most {
            let (ox, oy) = (-dy * gap * k / 64, dx * gap * k / 64);
            // Along the stroke, in 64ths of a unit.
            let (mut from, mut to) = (-step * 64, step * 64);
            let mut is_ours = true;
            for &(nx, ny) in &around {
                let ahead = nx * dx + ny * dy;
                let room = (nx * nx + ny * ny - 2 * (nx * ox + ny * oy)) * 32 * 64;
                match ahead {
                    1.. => to = to.min(room.div_euclid(ahead)),
                    ..=-1 => from = from.max(-room.div_euclid(-ahead)),
                    0 => is_ours &= room >= 0,
                }
            }
            let (from, to) = (from / 64 + step / 24, to / 64 - step / 24);
            if is_ours && to - from >= step / 5 {
                let at = |t: i64| (x + ox + dx * t / 64, y + oy + dy * t / 64);
                strokes.push([at(from), at(to)]);
            }
        }
    }
}

impl InkBand<'_, '_, '_> {
    /// Lays the ink of all strokes that reach into the band.
    pub(super) fn hatching(&mut self) {
        let land = self.land;
        let Some(strokes) = &land.strokes else { return };
        let (width, top) = (land.terrain.axes.w as usize * land.scale, self.rows.rows.start);
        let ink = &mut self.scratch.ink;
        ink.clear();
        ink.resize(width * land.scale, 0);
        let (unit, r) = (land.unit(), (land.unit() / 34).max(4));
        let axes = land.terrain.axes;
        for (turns, &[a, b]) in strokes.around(self.y, axes.wrap.y()) {
            let down = i64::from(turns) * unit;
            let beside = if axes.wrap.x() { 1 } else { 0 };
            for across in (-beside..=beside).map(|turn| turn * i64::from(axes.w) * unit) {
                let there = |(x, y): UnitPos| (x + across, y + down);
                let stroke = Outline::Capsule(there(a), there(b), r);
                stroke.cover(self.rows.columns.clone(), self.rows.rows.clone(), |y, x, count, share| {
                    let start = (y - top) as usize * width + x as usize;
                    for ink in &mut ink[start..start + count] {
                        *ink = (i32::from(*ink) + (((255 - i32::from(*ink)) * share) >> 8)).min(255) as u8;
                    }
                });
            }
        }
    }
}
