//! Tilesets of WaveFunctionCollapse as XML: tiles with a symmetry and a weight, and neighbors.
//!
//! ```xml
//! <set>
//!   <tiles><tile name="grass" symmetry="X" weight="2"/><tile name="road" symmetry="I"/></tiles>
//!   <neighbors><neighbor left="grass" right="road"/><neighbor left="road 1" right="road 1"/></neighbors>
//!   <subsets><subset name="plain"><tile name="grass"/></subset></subsets>
//! </set>
//! ```
//!
//! The sizes and pictures of tiles are of no use here: a legend says what they are on a map.

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::{BuildErrorKind, Palette, Tile};
use mapwright_wfc::{TileSymmetry, TurnedTile, TurnedTiles};

use crate::flaw::Flaw;
use crate::xml::{Open, each_element};

/// How many elements a tileset may have: 65,536 pairs, and as many others.
const MOST_ELEMENTS: usize = 1 << 17;
/// What weights are multiplied with: they are decimal numbers in files.
const WEIGHT_UNIT: f64 = 100_000.0;

/// A file as it was read.
#[derive(Default)]
struct TilesetFile {
    tiles: Vec<TurnedTile>,
    neighbors: Vec<(String, String)>,
    /// The tiles of each subset.
    subsets: BTreeMap<String, BTreeSet<String>>,
    /// Those of the subset that is still open.
    members: BTreeSet<String>,
}

/// Reads a tileset, or only a subset of it. A name of a tile, or of one of its images, such as `road 1`, stands for a tile of
/// `legend`, or for the tile of the default palette with this name.
pub(super) fn turned_tiles(
    text: &str,
    legend: &BTreeMap<String, Tile>,
    subset: Option<&str>,
) -> Result<TurnedTiles, Flaw> {
    let mut set = TilesetFile::default();
    each_element(text, MOST_ELEMENTS, &mut |element, open| set.take(&element, open))?;
    if let Some(name) = subset {
        let chosen = set.subsets.get(name).ok_or(Flaw::of("it has no subset with the name in `subset`"))?;
        set.tiles.retain(|tile| chosen.contains(&tile.name));
        set.neighbors.retain(|(left, right)| [left, right].iter().all(|name| chosen.contains(tile_name(name))));
    }
    for (nth, tile) in (1..).zip(&mut set.tiles) {
        tile.tiles = meanings(tile, legend).ok_or_else(|| {
            let expected = "expected its name in `legend`, or a name of the default palette";
            Flaw::told(format!("tile {nth} of the tileset has no meaning; {expected}"))
        })?;
    }
    let tiles = TurnedTiles { tiles: set.tiles, neighbors: set.neighbors };
    match tiles.model() {
        Ok(_) => Ok(tiles),
        Err(error) => Err(match error.kind {
            // The value is of the file.
            BuildErrorKind::BadParameter { name, expected, .. } => {
                Flaw::told(format!("`{name}` of the tileset: expected {expected}"))
            }
            _ => Flaw::of("the tileset has no model"),
        }),
    }
}

/// The name without the number of an image.
fn tile_name(name: &str) -> &str {
    name.rsplit_once(' ').filter(|(_, number)| number.parse::<usize>().is_ok()).map_or(name, |(name, _)| name)
}

/// The tile of each image.
fn meanings(tile: &TurnedTile, legend: &BTreeMap<String, Tile>) -> Option<Vec<Tile>> {
    let whole = legend.get(&tile.name).copied().or_else(|| Palette::default().named(&tile.name));
    let of_image = |nth: usize| legend.get(&format!("{} {nth}", tile.name)).copied().or(whole);
    (0..tile.symmetry.count()).map(of_image).collect()
}

impl TilesetFile {
    /// Takes an element, whose parents are `open`.
    fn take(&mut self, element: &Open, open: &[Open]) -> Result<(), &'static str> {
        let path: Vec<&[u8]> = open.iter().map(|open| &*open.name).collect();
        let field = |name: &str| element.fields.get(name).and_then(|value| value.as_str());
        let named = |name: &str| field(name).map(str::to_owned).ok_or("an element without a name");
        match (&path[..], &*element.name) {
            ([b"set", b"tiles"], b"tile") => self.tiles.push(TurnedTile {
                name: named("name")?,
                symmetry: field("symmetry").map_or(Ok(TileSymmetry::X), symmetry)?,
                weight: field("weight").map_or(Ok(WEIGHT_UNIT as u32), weight)?,
                tiles: Vec::new(),
            }),
            ([b"set", b"neighbors"], b"neighbor") => self.neighbors.push((named("left")?, named("right")?)),
            ([b"set", b"subsets", b"subset"], b"tile") => drop(self.members.insert(named("name")?)),
            ([b"set", b"subsets"], b"subset") => {
                self.subsets.insert(named("name")?, std::mem::take(&mut self.members));
            }
            ([b"set"], b"tiles" | b"neighbors" | b"subsets") | ([], b"set") => (),
            ([], _) => return Err("the first element of a tileset is `set`"),
            _ => return Err("an element that tilesets do not have"),
        }
        Ok(())
    }
}

fn symmetry(letter: &str) -> Result<TileSymmetry, &'static str> {
    let found = match letter {
        "X" => TileSymmetry::X,
        "T" => TileSymmetry::T,
        "I" => TileSymmetry::I,
        "L" => TileSymmetry::L,
        "\\" => TileSymmetry::Diagonal,
        "F" => TileSymmetry::F,
        _ => return Err("a symmetry that is none of X, T, I, L, \\ and F"),
    };
    Ok(found)
}

fn weight(text: &str) -> Result<u32, &'static str> {
    let units = text.trim().parse::<f64>().map_or(f64::NAN, |weight| (weight * WEIGHT_UNIT).round());
    match (1.0..=f64::from(u32::MAX)).contains(&units) {
        true => Ok(units as u32),
        false => Err("a weight that is no number from 0.00001 to 42949"),
    }
}
