//! Kept cells as pins.

use std::collections::BTreeSet;

use mapwright_core::{BuildCx, BuildError, BuilderMap, Grid, Keep, Point, Tile};

use super::error::CollapseError;
use super::model::Model;
use super::wave::Wave;

/// How often pins are dropped that contradict others far away.
const ROUNDS: u32 = 16;
/// The most cells that a slot covers beside the region that it decides: the largest window has five columns.
const BEYOND: i32 = 4;

/// Pins the cells whose tile is kept, but for those that no pattern fits together with the others. Returns `None` if that leaves
/// none.
pub(super) fn pinned(
    map: &BuilderMap,
    model: &dyn Model,
    wave: &Wave,
    pins: &[(Point, Tile)],
    ring: &BTreeSet<Point>,
    cx: &mut BuildCx<'_>,
) -> Result<Option<Wave>, BuildError> {
    if map.kept.is_none() {
        return Ok(None);
    }
    let size = map.size();
    // Two more waves.
    let bytes = 2 * Wave::bytes_per_cell(wave.n_patterns()) * u64::from(wave.size().area());
    cx.claim_with(size.w.into(), size.h.into(), bytes.div_ceil(size.area().max(1).into()))?;
    let (known, given): (_, BTreeSet<Point>) = (model.known_tiles(), pins.iter().map(|&(at, _)| at).collect());
    let mut kept = Grid::from_fn(size, |at| {
        let tile = map.tiles[at];
        let may_be = known.contains(&tile) && !given.contains(&at) && (tile == Tile::WALL || !ring.contains(&at));
        map.keep_at(at) == Keep::Tile && may_be
    });
    for _ in 0..ROUNDS {
        cx.keep_going()?;
        let all: Vec<(Point, Tile)> = size.points().filter(|&at| kept[at]).map(|at| (at, map.tiles[at])).collect();
        if all.is_empty() {
            break;
        }
        let mut tight = wave.clone();
        model.pin(&mut tight, &all);
        let mut stuck: Vec<Point> = tight.size().points().filter(|&slot| tight.count(slot) == 0).collect();
        if stuck.is_empty() {
            stuck = match tight.clone().propagate(model.rules()) {
                Ok(()) => return Ok(Some(tight)),
                Err(CollapseError::Infeasible(infeasible)) => vec![infeasible.at],
                Err(_) => break,
            };
        }
        let mut has_dropped = false;
        for slot in stuck {
            cx.work(16)?;
            for at in near(map, model, wave, slot) {
                has_dropped |= kept[at] && model.covers(wave, slot, at);
                kept[at] &= !model.covers(wave, slot, at);
            }
        }
        if !has_dropped {
            break;
        }
    }
    Ok(None)
}

/// The cells that a slot may cover.
fn near(map: &BuilderMap, model: &dyn Model, wave: &Wave, slot: Point) -> impl Iterator<Item = Point> {
    let region = model.region(wave, slot);
    let (size, wrap) = (map.size(), map.wrap);
    let along = |from: u16, length: u16| i32::from(from)..i32::from(from) + i32::from(length) + BEYOND;
    let columns = along(region.x, region.w);
    let cells = along(region.y, region.h).flat_map(move |y| columns.clone().map(move |x| (x, y)));
    cells.filter_map(move |(x, y)| wrap.cell_at(x, y, size))
}
