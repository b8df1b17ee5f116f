//! How tiles look: a name, a glyph and a color for each kind.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::Tile;

/// Red, green, blue, 0 to 255 each. As text, it is six hexadecimal digits:
///
/// ```
/// use mapwright_core::Color;
///
/// assert_eq!("#f6f1e5".parse(), Ok(Color(0xf6, 0xf1, 0xe5)));
/// assert_eq!(Color(0, 127, 255).to_string(), "#007fff");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Color(pub u8, pub u8, pub u8);

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Color(r, g, b) = self;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads `#` and six hexadecimal digits.
    fn from_str(text: &str) -> Result<Self, ParseColorError> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let digits = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, r, g, b] = number.ok_or(ParseColorError)?.to_be_bytes();
        Ok(Color(r, g, b))
    }
}

/// A text that is not a [`Color`].
#[derive(Clone, Copy, PartialEq, Eq, crate::ErrorDebug)]
pub struct ParseColorError;

impl fmt::Display for ParseColorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a color of six hexadecimal digits, such as `#f6f1e5`")
    }
}

impl Error for ParseColorError {}

#[cfg(feature = "serde")]
crate::serialize_as_text!(Color);

/// How one kind of tile looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileLook {
    /// The kind.
    pub tile: Tile,
    /// A name for legends and exports.
    pub name: String,
    /// One character for text maps.
    pub glyph: char,
    /// For pictures.
    pub color: Color,
}

/// The looks of tiles, for rendering and export. A map does not contain them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    looks: Vec<TileLook>,
}

impl Palette {
    /// Adds a look, or replaces that of the same tile.
    pub fn set(&mut self, tile: Tile, name: &str, glyph: char, color: Color) {
        self.looks.retain(|look| look.tile != tile);
        self.looks.push(TileLook { tile, name: name.to_owned(), glyph, color });
    }

    /// The look of a tile; a tile without one looks like wall if it is solid, otherwise like floor.
    pub fn look(&self, tile: Tile) -> &TileLook {
        let fallback = if tile.is_solid() { Tile::WALL } else { Tile::FLOOR };
        let find = |wanted| self.looks.iter().find(|look| look.tile == wanted);
        find(tile).or_else(|| find(fallback)).unwrap_or(&self.looks[0])
    }

    /// The tile with a glyph.
    pub fn tile(&self, glyph: char) -> Option<Tile> {
        self.looks.iter().find(|look| look.glyph == glyph).map(|look| look.tile)
    }

    /// The tile with a name. Hyphens and spaces are equivalent: `stairs down` or `stairs-down`.
    pub fn named(&self, name: &str) -> Option<Tile> {
        let letters = |name: &str| name.chars().map(|c| if c == '-' { ' ' } else { c }).collect::<String>();
        let name = letters(name);
        self.looks.iter().find(|look| letters(&look.name) == name).map(|look| look.tile)
    }

    /// The tile with a color. Any other color means floor if it is light, wall if it is dark.
    pub fn tile_of_color(&self, color: Color) -> Tile {
        let named = self.looks.iter().find(|look| look.color == color).map(|look| look.tile);
        let Color(r, g, b) = color;
        let light = 3 * u32::from(r) + 6 * u32::from(g) + u32::from(b);
        named.unwrap_or(if light >= 10 * 128 { Tile::FLOOR } else { Tile::WALL })
    }

    /// All looks.
    pub fn looks(&self) -> &[TileLook] {
        &self.looks
    }
}

/// The default looks: ink blue rock, pale slate floor.
const SHIPPED: [(Tile, &str, char, Color); 16] = [
    (Tile::FLOOR, "floor", '.', Color(0xe9, 0xe4, 0xd4)),
    (Tile::WALL, "wall", '#', Color(0x2f, 0x36, 0x4a)),
    (Tile::DOOR, "door", '+', Color(0xc0, 0x84, 0x4a)),
    (Tile::STAIRS_DOWN, "stairs down", '>', Color(0xd9, 0x5d, 0x39)),
    (Tile::STAIRS_UP, "stairs up", '<', Color(0x4f, 0x9d, 0x69)),
    (Tile::WATER, "water", '~', Color(0x7d, 0xb8, 0xd8)),
    (Tile::GRASS, "grass", '"', Color(0xa3, 0xc2, 0x7a)),
    (Tile::ROAD, "road", '=', Color(0xcf, 0xbf, 0x9c)),
    (Tile::SAND, "sand", ':', Color(0xea, 0xd6, 0xa4)),
    (Tile::BRIDGE, "bridge", '-', Color(0xb0, 0x8d, 0x5c)),
    (Tile::GRAVEL, "gravel", ';', Color(0xc9, 0xc2, 0xb6)),
    (Tile::TREE, "tree", '&', Color(0x3d, 0x6b, 0x4f)),
    (Tile::DEEP_WATER, "deep water", '≈', Color(0x2f, 0x6d, 0x9e)),
    (Tile::PILLAR, "pillar", 'o', Color(0x6b, 0x72, 0x86)),
    (Tile::WINDOW, "window", '%', Color(0x9f, 0xc9, 0xd6)),
    (Tile::CHASM, "chasm", '_', Color(0x17, 0x14, 0x1f)),
];

/// The default look of a tile; a tile without one looks like wall if it is solid, otherwise like floor.
fn shipped(tile: Tile) -> (Tile, &'static str, char, Color) {
    let fallback = SHIPPED[usize::from(tile.is_solid())];
    SHIPPED.into_iter().find(|look| look.0 == tile).unwrap_or(fallback)
}

impl Default for Palette {
    /// The default palette: ink blue rock, pale slate floor.
    fn default() -> Self {
        let look = |(tile, name, glyph, color): (_, &str, _, _)| TileLook { tile, name: name.to_owned(), glyph, color };
        Palette { looks: SHIPPED.map(look).to_vec() }
    }
}

impl Tile {
    /// The name in the default [`Palette`](crate::Palette), such as `deep water`. A custom tile is called after what it
    /// looks like there: `wall` or `floor`.
    pub fn name(self) -> &'static str {
        shipped(self).1
    }

    /// The character in the default [`Palette`](crate::Palette), such as `#`.
    pub fn glyph(self) -> char {
        shipped(self).2
    }
}

/// A number, or a name of the default palette.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Tile {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(NameOrNumber)
        } else {
            u8::deserialize(deserializer).map(Tile)
        }
    }
}

#[cfg(feature = "serde")]
struct NameOrNumber;

#[cfg(feature = "serde")]
impl serde::de::Visitor<'_> for NameOrNumber {
    type Value = Tile;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the name of a tile, or a number from 0 to 255")
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Tile, E> {
        let wrong = || E::invalid_value(serde::de::Unexpected::Unsigned(number), &self);
        u8::try_from(number).map(Tile).map_err(|_| wrong())
    }

    // Formats such as TOML have signed integers only.
    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Tile, E> {
        let wrong = || E::invalid_value(serde::de::Unexpected::Signed(number), &self);
        u8::try_from(number).map(Tile).map_err(|_| wrong())
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Tile, E> {
        let wrong = || E::invalid_value(serde::de::Unexpected::Str(name), &self);
        Palette::default().named(name).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_texts() {
        for text in ["", "#", "f6f1e5", "#f6f1e", "#f6f1e5a", "#f6f1e+", "#ff\u{e9}ff0", "red"] {
            assert_eq!(text.parse::<Color>(), Err(ParseColorError), "{text}");
        }
        for color in [Color(0, 0, 0), Color(1, 2, 3), Color(255, 16, 240)] {
            assert_eq!(color.to_string().parse(), Ok(color));
        }
        assert_eq!("#AbCdEf".parse(), Ok(Color(0xab, 0xcd, 0xef)));
    }

    #[test]
    #[cfg(feature = "serde")]
    fn tiles_are_read_from_signed_numbers_too() {
        use serde::de::value::{Error, I64Deserializer};
        use serde::de::{Deserialize, IntoDeserializer};

        let read = |number: i64| -> Result<Tile, Error> {
            let number: I64Deserializer<Error> = number.into_deserializer();
            Tile::deserialize(number)
        };
        assert_eq!(read(130), Ok(Tile::DEEP_WATER));
        assert!(read(-1).is_err() && read(256).is_err());
    }

    #[test]
    fn every_glyph_names_one_tile() {
        let palette = Palette::default();
        for look in palette.looks() {
            assert_eq!(palette.tile(look.glyph), Some(look.tile), "{}", look.name);
            assert_eq!(palette.named(&look.name), Some(look.tile));
        }
    }

    #[test]
    fn names_may_be_written_with_hyphens() {
        let mut palette = Palette::default();
        palette.set(Tile(40), "spike-trap", '^', Color(0, 0, 0));
        assert_eq!(["spike-trap", "spike trap"].map(|name| palette.named(name)), [Some(Tile(40)); 2]);
        assert_eq!(palette.named("deep-water"), Some(Tile::DEEP_WATER));
        assert_eq!(palette.named("Wall"), None);
    }

    #[test]
    fn unknown_tiles_look_like_wall_or_floor() {
        let palette = Palette::default();
        assert_eq!(palette.look(Tile(0x7f)).name, "floor");
        assert_eq!(palette.look(Tile(0xff)).name, "wall");
        for tile in (0..=255).map(Tile) {
            let look = palette.look(tile);
            assert_eq!((tile.name(), tile.glyph()), (&*look.name, look.glyph));
        }
    }
}
