//! What lights a map: where its lamps are, and what the winning walk has seen.

use mapwright_core::{BuilderMap, Color, Grid, Point, Spawn};

use super::tint::steps;
use crate::icons::contains;

/// What a word in a spawn's name says of its light: the radius in cells and the color.
const GLOWS: [(&str, i32, Color); 10] = [
    ("gold coin", 4, Color(0xd2, 0x96, 0x32)),
    ("chest treasure", 4, Color(0xdc, 0xa0, 0x3c)),
    ("candle torch lamp brazier fire lantern", 8, Color(0xff, 0xb0, 0x5a)),
    ("wisp", 5, Color(0x50, 0xe6, 0xd2)),
    ("crown", 6, Color(0xff, 0xc8, 0x5a)),
    ("altar", 5, Color(0xff, 0x78, 0x5a)),
    ("potion", 3, Color(0xaa, 0x3c, 0x50)),
    ("scroll", 3, Color(0x82, 0x78, 0x50)),
    ("ore crystal", 4, Color(0x3c, 0xbe, 0xaf)),
    ("book tome", 3, Color(0x96, 0x6e, 0x3c)),
];

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
    let name = spawn.what.to_lowercase();
    let shines = |words: &str| words.split(' ').any(|word| contains(&name, word));
    let &(_, radius, color) = GLOWS.iter().find(|(words, ..)| shines(words))?;
    Some(Lamp { at: spawn.at, radius, color: LampColor::Rgb(color) })
}
