//! Prefabs and meanings for serde: `{"rows": ["#g#", "#+#"], "legend": {"g": {"spawn": "Goblin"}}}`.

use std::collections::BTreeMap;
use std::fmt;

use mapwright_core::{Palette, Tile};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, Error as _, MapAccess, Unexpected, Visitor};
use serde::ser::{Error as _, Serialize, Serializer};

use super::legend::{Legend, Meaning};
use super::template::Prefab;

/// A prefab as written: its rows, and glyphs in addition to those of the default legend.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    rows: Vec<String>,
    #[serde(default)]
    legend: BTreeMap<char, Meaning>,
}

impl Serialize for Prefab {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (text, legend) =
            self.to_text().ok_or_else(|| S::Error::custom("a prefab with keys, or of too many kinds of cells"))?;
        let legend = legend.glyphs().map(|(glyph, meaning)| (glyph, meaning.clone())).collect();
        Written { rows: text.lines().map(str::to_owned).collect(), legend }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Prefab {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { rows, legend } = Written::deserialize(deserializer)?;
        let add = |legend: Legend, (glyph, meaning)| legend.with(glyph, meaning);
        let legend = legend.into_iter().fold(Legend::default(), add);
        Prefab::from_rows(rows.iter().map(String::as_str), &legend).map_err(D::Error::custom)
    }
}

/// A meaning as written: `"keep"`, `"start"`, `"exit"` or the name of a tile of the default palette; the
/// number of any tile; or an object with `tile` (floor if absent) and one of `spawn` and `mark`.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum WrittenMeaning {
    Word(String),
    Number(u8),
    Object(WrittenObject),
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenObject {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tile: Option<WrittenTile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spawn: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mark: Option<WrittenMark>,
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
enum WrittenTile {
    Word(String),
    Number(u8),
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WrittenMark {
    Start,
    Exit,
}

impl Serialize for Meaning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let marked = |tile: Tile, mark: WrittenMark| {
            let tile = (tile != Tile::FLOOR).then(|| written(tile));
            WrittenMeaning::Object(WrittenObject { tile, spawn: None, mark: Some(mark) })
        };
        let meaning = match self {
            Meaning::Keep => WrittenMeaning::Word("keep".to_owned()),
            Meaning::Tile(tile) => match written(*tile) {
                WrittenTile::Word(word) => WrittenMeaning::Word(word),
                WrittenTile::Number(number) => WrittenMeaning::Number(number),
            },
            Meaning::Start(tile) => marked(*tile, WrittenMark::Start),
            Meaning::Exit(tile) => marked(*tile, WrittenMark::Exit),
            Meaning::Spawn(tile, what) => {
                let tile = (*tile != Tile::FLOOR).then(|| written(*tile));
                WrittenMeaning::Object(WrittenObject { tile, spawn: Some(what.clone()), mark: None })
            }
        };
        meaning.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Meaning {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MeaningVisitor)
    }
}

/// Accepts words, numbers and objects. (An untagged enum would also accept a list as an object.)
struct MeaningVisitor;

impl<'de> Visitor<'de> for MeaningVisitor {
    type Value = Meaning;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word, the number of a tile, or an object with `tile`, `spawn` or `mark`")
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Meaning, E> {
        Ok(match word {
            "keep" => Meaning::Keep,
            "start" => Meaning::Start(Tile::FLOOR),
            "exit" => Meaning::Exit(Tile::FLOOR),
            word => Meaning::Tile(read_tile(WrittenTile::Word(word.to_owned()))?),
        })
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Meaning, E> {
        let number = u8::try_from(number).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))?;
        Ok(Meaning::Tile(Tile(number)))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Meaning, A::Error> {
        let WrittenObject { tile, spawn, mark } = WrittenObject::deserialize(MapAccessDeserializer::new(map))?;
        let tile = tile.map_or(Ok(Tile::FLOOR), read_tile)?;
        match (spawn, mark) {
            (None, None) => Ok(Meaning::Tile(tile)),
            (Some(what), None) => Ok(Meaning::Spawn(tile, what)),
            (None, Some(WrittenMark::Start)) => Ok(Meaning::Start(tile)),
            (None, Some(WrittenMark::Exit)) => Ok(Meaning::Exit(tile)),
            (Some(_), Some(_)) => Err(A::Error::custom("both `spawn` and `mark` are given")),
        }
    }
}

/// A tile by its name in the default palette, or by its number.
fn written(tile: Tile) -> WrittenTile {
    let palette = Palette::default();
    let look = palette.look(tile);
    if look.tile == tile { WrittenTile::Word(look.name.clone()) } else { WrittenTile::Number(tile.0) }
}

fn read_tile<E: de::Error>(tile: WrittenTile) -> Result<Tile, E> {
    let unknown = |word: &str| E::custom(format_args!("no tile is called `{word}`"));
    match tile {
        WrittenTile::Number(number) => Ok(Tile(number)),
        WrittenTile::Word(word) => Palette::default().named(&word).ok_or_else(|| unknown(&word)),
    }
}
