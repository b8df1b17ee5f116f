//! Rules for tiles that have a direction: each has images, which a symmetry class counts, and neighbors are given for some of
//! them (the tilesets of Maxim Gumin's WaveFunctionCollapse).

use std::collections::BTreeMap;

use mapwright_core::{BuildError, D4, Dir, Grid, Size, Tile, params};

use super::rules::{AdjacencyError, AdjacencyRules};
use super::tiled::TiledModel;

/// Tiles with directions, and which of their images may touch.
///
/// A pair of neighbors also allows its seven rotations and reflections. Pairs that follow from no other are forbidden.
///
/// ```
/// use mapwright_core::{BuildCx, Builder, BuilderMap, MetaMapBuilder, Size, Tile, Wrap};
/// use mapwright_wfc::{CollapseModel, TileSymmetry, TurnedTile, TurnedTiles, WaveFunctionCollapse};
///
/// // Roads that never end or bend, in grass: `road` leads north and south, `road 1` west and east.
/// let grass = TurnedTile { weight: 5, ..TurnedTile::new("grass", [Tile::GRASS]) };
/// let road = TurnedTile { symmetry: TileSymmetry::I, ..TurnedTile::new("road", [Tile::ROAD]) };
/// let pairs = [("grass", "grass"), ("grass", "road"), ("road 1", "road 1")];
/// let tiles = TurnedTiles::new([grass, road], pairs);
/// let stage = WaveFunctionCollapse { model: CollapseModel::Turned(tiles), ..WaveFunctionCollapse::default() };
/// let mut map = BuilderMap::filled(Size::new(20, 10), Wrap::None, Tile::WALL);
/// stage.apply(&mut map, &mut BuildCx::new(7, stage.name(), 0))?;
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct TurnedTiles {
    /// The tiles.
    #[param(required, items = 1..=256)]
    pub tiles: Vec<TurnedTile>,
    /// Pairs of which the second may be to the right of the first, each a name, and the number of an image if it is not 0.
    #[param(required, items = 1..=65536, expected = "a list such as [[\"grass\", \"road 1\"]]")]
    pub neighbors: Vec<(String, String)>,
}

/// A tile with a direction.
#[derive(Eq)]
#[params]
pub struct TurnedTile {
    /// Its name in pairs.
    #[param(required)]
    pub name: String,
    /// The letter that it is as symmetric as: this says how many images it has.
    pub symmetry: TileSymmetry,
    /// How often each of its images occurs, compared with others.
    #[param(default = 1, range = 1..)]
    pub weight: u32,
    /// What it is on a map: one tile for all images, or one for each.
    #[param(required, items = 1..=8)]
    pub tiles: Vec<Tile>,
}

/// A letter that is as symmetric as a tile. Image 0 is the letter as it is written, and the next are turned counter-clockwise.
#[params(exhaustive)]
pub enum TileSymmetry {
    /// One image.
    #[default]
    #[serde(rename = "X")]
    X,
    /// Four images: a T, which is its own mirror image.
    #[serde(rename = "T")]
    T,
    /// Two images: a line up and down, and one across.
    #[serde(rename = "I")]
    I,
    /// Four images: a corner, open to the top and to the right.
    #[serde(rename = "L")]
    L,
    /// Two images: a diagonal from the top left corner, and the other one.
    #[serde(rename = "\\")]
    Diagonal,
    /// Eight images: four turns, then the mirror image of each.
    #[serde(rename = "F")]
    F,
}

/// Returns the symmetries of a square: 0 to 3 quarter turns counterclockwise, then the same with a mirror.
fn symmetries() -> impl Iterator<Item = D4> {
    [false, true].into_iter().flat_map(|mirror| (0..4).map(move |turns| D4::turned((4 - turns) % 4, mirror)))
}

impl TileSymmetry {
    /// The images of the letter, drawn in 3×3 cells.
    fn images(self) -> Vec<Grid<u8>> {
        let letter = match self {
            TileSymmetry::X => b"# # # # #",
            TileSymmetry::T => b"### #  # ",
            TileSymmetry::I => b" #  #  # ",
            TileSymmetry::L => b"#  #  ###",
            TileSymmetry::Diagonal => b"#   #   #",
            TileSymmetry::F => b"#####  # ",
        };
        let letter = Grid::from_fn(Size::new(3, 3), |p| letter[3 * usize::from(p.y) + usize::from(p.x)]);
        D4::distinct(symmetries(), |symmetry| symmetry.grid(&letter))
    }

    /// The number of images.
    pub fn count(self) -> usize {
        self.images().len()
    }
}

/// Where a tile is among the patterns.
struct TileImages {
    first: usize,
    images: Vec<Grid<u8>>,
}

impl TileImages {
    /// The pattern that an image of the tile becomes by a symmetry.
    fn moved(&self, image: usize, symmetry: D4) -> Option<u32> {
        let moved = symmetry.grid(self.images.get(image)?);
        let number = self.images.iter().position(|image| *image == moved)?;
        u32::try_from(self.first + number).ok()
    }
}

impl TurnedTile {
    /// A tile that looks the same from all sides, with weight 1.
    pub fn new(name: impl Into<String>, tiles: impl Into<Vec<Tile>>) -> Self {
        TurnedTile { name: name.into(), symmetry: TileSymmetry::X, weight: 1, tiles: tiles.into() }
    }
}

impl TurnedTiles {
    /// These tiles, and these pairs of a left and a right neighbor.
    pub fn new<'a>(
        tiles: impl Into<Vec<TurnedTile>>,
        neighbors: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> TurnedTiles {
        let neighbors = neighbors.into_iter().map(|(left, right)| (left.to_owned(), right.to_owned())).collect();
        TurnedTiles { tiles: tiles.into(), neighbors }
    }

    /// The model of these rules.
    ///
    /// # Errors
    ///
    /// A name given twice, a number of tiles that is neither one nor that of the images, or a pair with an unknown image.
    pub fn model(&self) -> Result<TiledModel, BuildError> {
        self.check_ranges()?;
        let (mut places, mut weights, mut cells) = (BTreeMap::new(), Vec::new(), Vec::new());
        for (nth, tile) in self.tiles.iter().enumerate() {
            let place = TileImages { first: cells.len(), images: tile.symmetry.images() };
            let n = place.images.len();
            if ![1, n].contains(&tile.tiles.len()) {
                let found = format_args!("a list of {}", tile.tiles.len());
                let expected = format_args!("one tile, or {n}: one for each image");
                return Err(BuildError::parameter(format!("tiles[{nth}].tiles"), found, expected));
            }
            weights.resize(cells.len() + n, tile.weight);
            cells.extend(tile.tiles.iter().copied().cycle().take(n));
            if places.insert(&*tile.name, place).is_some() {
                let found = format_args!("`{}`", shown(&tile.name));
                return Err(BuildError::parameter(format!("tiles[{nth}].name"), found, "each name once"));
            }
        }
        let mut pairs = Vec::new();
        for (nth, (left, right)) in self.neighbors.iter().enumerate() {
            let image = |text| image(&places, text).map_err(|error| error.within(format_args!("neighbors[{nth}]")));
            let (left, right) = (image(left)?, image(right)?);
            pairs.extend(symmetries().filter_map(|symmetry| {
                let [left, right] = [left, right].map(|(place, image)| place.moved(image, symmetry));
                Some((left?, symmetry.dir(Dir::E), right?))
            }));
        }
        let rules = AdjacencyRules::from_pairs(&weights, pairs);
        let too_heavy = |error: AdjacencyError| BuildError::parameter("tiles", "a list of weights", error);
        rules.and_then(|rules| TiledModel::from_rules(rules, cells)).map_err(too_heavy)
    }
}

/// The tile and the number of the image that a name means, such as `road 1`.
fn image<'a>(places: &'a BTreeMap<&str, TileImages>, text: &str) -> Result<(&'a TileImages, usize), BuildError> {
    let numbered = text.rsplit_once(' ').and_then(|(name, number)| Some((name, number.parse().ok()?)));
    let (name, number) = numbered.filter(|(name, _)| places.contains_key(name)).unwrap_or((text, 0));
    let found = |expected: String| BuildError::parameter("", format_args!("`{}`", shown(text)), expected);
    let place =
        places.get(name).ok_or_else(|| found("the name of one of `tiles`, and the number of an image".into()))?;
    match number < place.images.len() {
        true => Ok((place, number)),
        false => Err(found(format!("an image from 0 to {} of this tile", place.images.len() - 1))),
    }
}

/// A name in a message.
fn shown(name: &str) -> String {
    name.chars().take(40).flat_map(char::escape_debug).collect()
}
