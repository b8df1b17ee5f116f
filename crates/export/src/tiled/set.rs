//! A tileset of the map editor Tiled, with its Wang sets.
//!
//! Tiled describes the edges of a tile by a *Wang ID*: eight numbers, clockwise from the top (top, top right, right, …,
//! top left), each 0 for "nothing" or the number of a color, counted from 1. An edge set uses the sides, a corner set
//! the corners, a mixed set both.

use mapwright_core::{Color, Plane};
use mapwright_render::{Theme, TilesetKind, TilesetLayout, TilesetOrder};

use super::property::TiledProperty;
use crate::ExportError;

/// A tileset as described by a `.tsj` or `.tsx` file: everything but the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledSet {
    /// The name of the tileset.
    pub name: String,
    /// The file of the picture, relative to the file of the tileset.
    pub image: String,
    /// Width and height of the picture in pixels.
    pub image_size: (u32, u32),
    /// Width and height of a tile in pixels.
    pub tile_size: (u32, u32),
    /// The number of tiles in a row.
    pub columns: u32,
    /// The number of tiles.
    pub tile_count: u32,
    /// Pixels around all tiles.
    pub margin: u32,
    /// Pixels between tiles.
    pub spacing: u32,
    /// The properties of single tiles.
    pub tiles: Vec<TiledTile>,
    /// Its Wang sets.
    pub wang_sets: Vec<WangSet>,
}

/// The properties of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledTile {
    /// Its number, row by row.
    pub tile: u32,
    /// Its class, such as `floor`.
    pub kind: String,
    /// Its properties.
    pub properties: Vec<TiledProperty>,
}

/// Which corners and sides of a tile have colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WangKind {
    /// The four corners.
    Corner,
    /// The four sides.
    Edge,
    /// All eight.
    Mixed,
}

/// A set of colors, and tiles with these colors.
#[derive(Clone, Debug, PartialEq)]
pub struct WangSet {
    /// Its name.
    pub name: String,
    /// Which corners and sides have colors.
    pub kind: WangKind,
    /// The tile that represents the set.
    pub tile: Option<u32>,
    /// The colors, numbered from 1.
    pub colors: Vec<WangColor>,
    /// The tiles.
    pub tiles: Vec<WangTile>,
}

/// One color of a Wang set.
#[derive(Clone, Debug, PartialEq)]
pub struct WangColor {
    /// Its name.
    pub name: String,
    /// The color in which Tiled shows it.
    pub color: Color,
    /// The tile that represents it.
    pub tile: Option<u32>,
    /// Its probability when Tiled chooses.
    pub probability: f64,
}

/// A tile of a Wang set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WangTile {
    /// Its number, row by row.
    pub tile: u32,
    /// Its colors, clockwise from the top; 0 for none.
    pub wang_id: [u8; 8],
}

impl WangKind {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            WangKind::Corner => "corner",
            WangKind::Edge => "edge",
            WangKind::Mixed => "mixed",
        }
    }

    pub(crate) fn from_word(word: &str) -> Result<WangKind, ExportError> {
        let kinds = [WangKind::Corner, WangKind::Edge, WangKind::Mixed];
        kinds.into_iter().find(|kind| kind.word() == word).ok_or_else(|| ExportError::Value {
            element: "wangset",
            name: "type",
            found: format!("\"{word}\""),
            expected: "\"corner\", \"edge\" or \"mixed\"",
        })
    }

    const fn of(kind: TilesetKind) -> WangKind {
        match kind.plane() {
            Some(Plane::Corners) => WangKind::Corner,
            Some(_) => WangKind::Edge,
            None => WangKind::Mixed,
        }
    }
}

impl TiledSet {
    /// Describes a tileset on the picture `image` in rows of `columns`, in the order of its indexes, as
    /// [`Tileset::sheet`](mapwright_render::Tileset::sheet) draws it. 0 columns count as 1.
    ///
    /// In edge and corner sets color 0 becomes Tiled's color 1, and so on. In a blob, solid becomes color 1 and open
    /// becomes none: for Tiled, two solid cells share a side of that color, and four share a corner. So a lone cell has
    /// no color at all, and Tiled's brush does not find it.
    ///
    /// ```
    /// use mapwright_export::TiledSet;
    /// use mapwright_render::Tileset;
    ///
    /// let terrain = Tileset::shipped("terrain", 16)?;
    /// let set = TiledSet::new(terrain.kind(), terrain.tile_size(), 4, "terrain", "terrain.png");
    /// assert_eq!(set.wang_sets[0].tiles[1].wang_id, [0, 2, 0, 1, 0, 1, 0, 1]);
    /// assert_eq!(TiledSet::from_tsx(&set.to_tsx())?, set);
    /// assert_eq!(TiledSet::from_tsj(&set.to_tsj())?, set);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(kind: TilesetKind, tile_size: (u32, u32), columns: u16, name: &str, image: &str) -> TiledSet {
        let columns = u32::from(columns.clamp(1, kind.most()));
        let rows = u32::from(kind.most()).div_ceil(columns);
        let tiles = (0..kind.count())
            .map(|index| WangTile { tile: index.into(), wang_id: wang_id(kind, index, first_color(kind)) });
        let set = WangSet {
            name: name.to_owned(),
            kind: WangKind::of(kind),
            tile: None,
            colors: colors(kind),
            tiles: tiles.collect(),
        };
        TiledSet {
            name: name.to_owned(),
            image: image.to_owned(),
            image_size: (columns.saturating_mul(tile_size.0), rows.saturating_mul(tile_size.1)),
            tile_size,
            columns,
            tile_count: columns * rows,
            margin: 0,
            spacing: 0,
            tiles: Vec::new(),
            wang_sets: vec![set],
        }
    }

    /// How to read the picture as a tileset, by the first of [`layouts`](Self::layouts).
    ///
    /// # Errors
    ///
    /// As for [`layouts`](Self::layouts).
    pub fn layout(&self) -> Result<TilesetLayout, ExportError> {
        let first = self.layouts()?.into_iter().next();
        first.ok_or_else(|| ExportError::NoKind { why: "there is none".to_owned() })
    }

    /// How to read the picture as a tileset, by each Wang set that has all tiles of a kind: its dimensions, the kind and the order.
    /// The first color of a set may stand for 0, or no color does, as in sets of one color against nothing; then tile 0 may be
    /// missing, and is empty. Tiles of two opposite corners may be missing too: they are put together of two others. Tiles
    /// that are not in the set are left out; of several with the same colors, the first counts. Of a blob, the lone cell and the
    /// ground are the only two tiles outside of the set, if there are no more; else they are empty.
    ///
    /// # Errors
    ///
    /// There is no Wang set, or none has all tiles of a kind; the message names what the first one lacks. Or the tiles are a
    /// collection of pictures.
    pub fn layouts(&self) -> Result<Vec<TilesetLayout>, ExportError> {
        let no_kind = |why: String| ExportError::NoKind { why };
        if self.columns == 0 {
            return Err(no_kind("`columns` is 0, as of a collection of pictures; expected one picture".to_owned()));
        }
        let first = self.wang_sets.first().ok_or_else(|| no_kind("there is none".to_owned()))?;
        let layout = |(kind, order)| TilesetLayout {
            kind: Some(kind),
            tile: Some(self.tile_size),
            columns: Some(self.columns),
            margin: self.margin,
            spacing: self.spacing,
            order: TilesetOrder::Listed(order),
            ..TilesetLayout::default()
        };
        let layouts: Vec<_> = self.wang_sets.iter().filter_map(|set| self.best(set)).map(layout).collect();
        if layouts.is_empty() { Err(no_kind(self.lack(first))) } else { Ok(layouts) }
    }

    /// The kind with the most tiles that a set has all of, since every complete set of three colors holds one of two; and the
    /// index of the tile in each place.
    fn best(&self, set: &WangSet) -> Option<(TilesetKind, Vec<Option<u8>>)> {
        let fits = TilesetKind::ALL.into_iter().filter(|&kind| WangKind::of(kind) == set.kind);
        fits.filter_map(|kind| {
            let orders = [0, first_color(kind)].into_iter().filter_map(|first| self.order(kind, set, first).ok());
            // The set may be read in both ways; the one with more tiles is meant.
            let order = orders.max_by_key(|order| order.iter().flatten().count())?;
            Some((kind, order))
        })
        .max_by_key(|(kind, _)| kind.count())
    }

    /// What a set lacks of the kind with the fewest tiles.
    fn lack(&self, set: &WangSet) -> String {
        let fits = TilesetKind::ALL.into_iter().filter(|&kind| WangKind::of(kind) == set.kind);
        let Some(kind) = fits.min_by_key(|kind| kind.count()) else { return "it has another type".to_owned() };
        let lacks =
            [first_color(kind), 0].into_iter().filter_map(|first| Some((first, self.order(kind, set, first).err()?)));
        let Some((first, missing)) = lacks.min_by_key(|(_, missing)| missing.len()) else { return String::new() };
        let ids =
            missing.iter().take(3).map(|&index| wang_id(kind, index, first).map(|color| color.to_string()).join(","));
        let (ids, more) = (ids.collect::<Vec<_>>().join(" and "), if missing.len() > 3 { " and others" } else { "" });
        format!(
            "`{}` lacks {} of the {} tiles of `{kind}`: those with the Wang ID {ids}{more}",
            set.name,
            missing.len(),
            kind.count()
        )
    }

    /// The index of the tile in each place, where color 0 of the kind is the number `first` of the set; or the indexes that
    /// have no tile.
    fn order(&self, kind: TilesetKind, set: &WangSet, first: u8) -> Result<Vec<Option<u8>>, Vec<u16>> {
        // What is read may claim any number of tiles, and name tiles beyond it.
        let named = set.tiles.iter().filter_map(|tile| usize::try_from(tile.tile).ok()?.checked_add(1)).max();
        let count = usize::try_from(self.tile_count).unwrap_or(usize::MAX).max(named.unwrap_or(0)).min(MOST_PLACES);
        let mut order = vec![None; count];
        let mut missing = Vec::new();
        for index in 0..kind.count() {
            let wanted = wang_id(kind, index, first);
            let tile = set.tiles.iter().find(|tile| tile.wang_id == wanted);
            match tile.and_then(|tile| order.get_mut(usize::try_from(tile.tile).ok()?)) {
                Some(place) => *place = u8::try_from(index).ok(),
                None => missing.push(index),
            }
        }
        if kind == TilesetKind::Blob47 {
            // The lone cell has no color, and no more has the ground: they are the tiles that nothing names, unless there are
            // others besides.
            missing.extend(kind.count()..kind.most());
            let mut is_named = vec![false; count];
            let named = set.tiles.iter().filter_map(|tile| usize::try_from(tile.tile).ok());
            named.filter(|&place| place < count).for_each(|place| is_named[place] = true);
            let free: Vec<usize> = (0..count).filter(|&place| !is_named[place]).take(3).collect();
            let bare: Vec<u16> = missing.iter().copied().filter(|&index| index == 0 || index == 47).collect();
            if free.len() <= bare.len() {
                for (place, index) in free.into_iter().zip(bare) {
                    order[place] = u8::try_from(index).ok();
                }
            }
            missing.retain(|&index| index != 0 && index != 47);
        } else {
            let has = |index: u16| order.iter().flatten().any(|&other| u16::from(other) == index);
            missing.retain(|&index| {
                let is_nothing = first == 0 && index == 0;
                let is_joined = kind.halves(index).is_some_and(|halves| halves.into_iter().all(has));
                !is_nothing && !is_joined
            });
        }
        if missing.is_empty() { Ok(order) } else { Err(missing) }
    }
}

/// The number that color 0 of a kind has in our sets; in others it may be 0, for nothing. In a blob, rock has color 1 and the
/// rest has none.
const fn first_color(kind: TilesetKind) -> u8 {
    match kind {
        TilesetKind::Blob47 => 0,
        _ => 1,
    }
}

/// More places than any tileset has.
const MOST_PLACES: usize = 1 << 16;

/// The Wang ID of a tile, where color 0 has the number `first`.
fn wang_id(kind: TilesetKind, index: u16, first: u8) -> [u8; 8] {
    kind.places(index).map(|place| place.map_or(0, |color| color + first))
}

fn colors(kind: TilesetKind) -> Vec<WangColor> {
    let theme = Theme::default();
    let (names, hues): (&[&str], [Color; 4]) = match kind {
        TilesetKind::Blob47 => (&["solid"], [theme.ink; 4]),
        TilesetKind::Edge16 => (&["closed", "open"], theme.sides),
        TilesetKind::Twin33 => (&["closed", "first net", "second net"], theme.sides),
        TilesetKind::Corner16 => (&["color 0", "color 1"], theme.corners),
        TilesetKind::Corner81 => (&["color 0", "color 1", "color 2"], theme.corners),
        _ => (&["color 0", "color 1", "color 2"], theme.sides),
    };
    let color =
        |(&name, color): (&&str, Color)| WangColor { name: name.to_owned(), color, tile: None, probability: 1.0 };
    names.iter().zip(hues).map(color).collect()
}

/// A color as `#rrggbb`, or with its opacity before it as `#aarrggbb`.
pub(in crate::tiled) fn from_hex(text: &str) -> Result<Color, ExportError> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let is_color = (digits.len() == 6 || digits.len() == 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_color);
    let [_, r, g, b] = number.map(u32::to_be_bytes).ok_or_else(|| ExportError::Value {
        element: "wangcolor",
        name: "color",
        found: format!("\"{text}\""),
        expected: "a color such as \"#2f6d7e\"",
    })?;
    Ok(Color(r, g, b))
}
