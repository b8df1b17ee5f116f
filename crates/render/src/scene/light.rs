//! What lights a map: where its lamps are, and what the winning walk has seen.

use mapwright_core::{BuilderMap, Color, Grid, Point, Spawn};

use super::tint::steps;
use crate::icons::known_glow;

/// What lights a map.
#[derive(Debug)]
pub(crate) struct Lamps<'a> {
    pub(crate) all: Vec<Lamp>,
    /// The walk that wins.
    pub(crate) walk: Option<&'a [Point]>,
    /// The steps from the start.
    pub(crate) steps: Option<Grid<u32>>,
}

/// Something that shines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lamp {
    pub(crate) at: Point,
    /// In cells.
    pub(crate) radius: i32,
    pub(crate) color: LampColor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LampColor {
    Rgb(Color),
    /// That of a lock.
    Lock(u8),
}

impl<'a> Lamps<'a> {
    /// The lamps of a map, of which `walled` has its secrets as walls.
    pub(super) fn of(map: &'a BuilderMap, walled: &BuilderMap) -> Lamps<'a> {
        let lamp = |at, radius, color| Lamp { at, radius, color: LampColor::Rgb(color) };
        let mut all = Vec::new();
        all.extend(map.start.map(|at| lamp(at, 15, Color(0xff, 0xce, 0x8c))));
        all.extend(map.exit.map(|at| lamp(at, 9, Color(0x6e, 0xaa, 0xff))));
        all.extend(map.spawns.iter().filter_map(glow));
        all.extend(map.portals.iter().flat_map(|portal| portal.ends()).map(|at| lamp(at, 6, Color(0xaa, 0x6e, 0xff))));
        all.retain(|lamp| map.size().contains(lamp.at));
        Lamps { all, walk: map.proof.as_ref().map(|proof| &proof.walk[..]), steps: steps(walled) }
    }
}

/// The light of a key, or of a spawn with a word that shines in its name.
fn glow(spawn: &Spawn) -> Option<Lamp> {
    if let Some(key) = spawn.key {
        return Some(Lamp { at: spawn.at, radius: 8, color: LampColor::Lock(key) });
    }
    let (radius, color) = known_glow(&spawn.what)?;
    Some(Lamp { at: spawn.at, radius, color: LampColor::Rgb(color) })
}
