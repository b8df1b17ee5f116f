//! Templates and meanings for serde: rows, or `{"rows": ["#g#", "#+#"], "legend": {"g": {"spawn": "Goblin"}}}`.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{self, Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use super::{GlyphChoice, Legend, Meaning, Template};
use crate::gather;
use crate::{Dir, DoorKind, KeyName, Palette, Tile};

/// A template as written: its rows, and what its legend has in addition to the default one.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    rows: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    legend: BTreeMap<char, Meaning>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    slots: BTreeMap<String, Vec<Vec<String>>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shuffle: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moves: Option<u8>,
}

impl Serialize for Template {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let default = Legend::default();
        let own = self.legend.glyphs().filter(|&(glyph, meaning)| default.meaning(glyph) != Some(meaning));
        Written {
            rows: self.glyphs.rows().map(|row| row.iter().collect()).collect(),
            legend: gather::map(own.map(|(glyph, meaning)| (glyph, meaning.clone()))),
            slots: gather::map(self.legend.slots().map(|(name, templates)| (name.to_owned(), templates))),
            shuffle: self.legend.shuffles().collect(),
            moves: self.legend.is_diagonal.then_some(8),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Template {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TemplateVisitor)
    }
}

struct TemplateVisitor;

impl<'de> Visitor<'de> for TemplateVisitor {
    type Value = Template;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("rows of glyphs, or an object with `rows`")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, rows: A) -> Result<Template, A::Error> {
        let rows = Vec::<String>::deserialize(SeqAccessDeserializer::new(rows))?;
        Template::from_rows(rows.iter().map(String::as_str), &Legend::default()).map_err(A::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Template, A::Error> {
        let written = Written::deserialize(MapAccessDeserializer::new(fields))?;
        let legend = written.legend()?;
        let rows = written.rows;
        Template::from_rows(rows.iter().map(String::as_str), &legend).map_err(A::Error::custom)
    }
}

/// The legend of a template without its rows: `{"legend": {…}, "slots": {…}}`, in addition to the default one.
impl<'de> Deserialize<'de> for Legend {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)?;
        if !written.rows.is_empty() {
            return Err(D::Error::custom("both `file` and `rows` are given"));
        }
        written.legend()
    }
}

impl Written {
    fn legend<E: de::Error>(&self) -> Result<Legend, E> {
        let mut legend = Legend::default();
        self.legend.iter().for_each(|(&glyph, meaning)| legend.set(glyph, meaning.clone()));
        for (name, templates) in &self.slots {
            for (nth, rows) in templates.iter().enumerate() {
                let added = legend.add_to_slot(name.as_str(), rows);
                added.map_err(|error| E::custom(format_args!("slot `{name}`, template {nth}: {error}")))?;
            }
        }
        legend = self.shuffle.iter().fold(legend, |legend, glyphs| legend.shuffled(glyphs.chars()));
        match self.moves {
            None | Some(4) => Ok(legend),
            Some(8) => Ok(legend.moving_diagonally()),
            Some(moves) => Err(E::custom(format_args!("`moves` is {moves}; expected 4 or 8"))),
        }
    }
}

/// A meaning as written: `"keep"`, `"start"`, `"exit"` or the name of a tile of the default palette; the number of any tile; or
/// an object.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum WrittenMeaning {
    Word(String),
    Number(u8),
    Object(WrittenObject),
}

#[derive(Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WrittenObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    tile: Option<WrittenTile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spawn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lock: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    one_way: Option<Dir>,
    #[serde(skip_serializing_if = "Option::is_none")]
    door: Option<DoorKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    portal: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    any: Option<BTreeMap<char, u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exactly: Option<BTreeMap<char, u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    once: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slot: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotate: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mirror: Option<bool>,
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
enum WrittenTile {
    Word(String),
    Number(u8),
}

impl Serialize for Meaning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let on =
            |tile: Tile| WrittenObject { tile: (tile != Tile::FLOOR).then(|| written(tile)), ..Default::default() };
        let object = match self {
            Meaning::Keep => return WrittenMeaning::Word("keep".to_owned()).serialize(serializer),
            Meaning::Tile(tile) => {
                let tile = match written(*tile) {
                    WrittenTile::Word(word) => WrittenMeaning::Word(word),
                    WrittenTile::Number(number) => WrittenMeaning::Number(number),
                };
                return tile.serialize(serializer);
            }
            Meaning::Start(tile) => WrittenObject { mark: Some("start".to_owned()), ..on(*tile) },
            Meaning::Exit(tile) => WrittenObject { mark: Some("exit".to_owned()), ..on(*tile) },
            Meaning::Spawn(tile, what) => WrittenObject { spawn: Some(what.clone()), ..on(*tile) },
            Meaning::Key(tile, what, key) => WrittenObject { spawn: Some(what.clone()), key: Some(*key), ..on(*tile) },
            Meaning::Door { tile, lock, one_way, kind } => WrittenObject {
                tile: (*tile != Tile::DOOR).then(|| written(*tile)),
                lock: *lock,
                one_way: *one_way,
                door: Some(*kind),
                ..Default::default()
            },
            Meaning::Portal(tile, number) => WrittenObject { portal: Some(*number), ..on(*tile) },
            Meaning::Mark(tile, name) => WrittenObject { mark: Some(name.clone()), ..on(*tile) },
            Meaning::Any(GlyphChoice { exactly, any, once }) => WrittenObject {
                exactly: Some(exactly.clone()).filter(|exactly| !exactly.is_empty()),
                any: Some(any.clone()).filter(|any| !any.is_empty() || exactly.is_empty()),
                once: once.then_some(true),
                ..Default::default()
            },
            Meaning::Slot { name, rotate, mirror } => WrittenObject {
                slot: Some(name.clone()),
                rotate: rotate.then_some(true),
                mirror: mirror.then_some(true),
                ..Default::default()
            },
        };
        WrittenMeaning::Object(object).serialize(serializer)
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
        f.write_str("a word, the number of a tile, or an object such as {\"spawn\": \"Goblin\"}")
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

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Meaning, E> {
        let number = u8::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))?;
        Ok(Meaning::Tile(Tile(number)))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Meaning, A::Error> {
        WrittenObject::deserialize(MapAccessDeserializer::new(map))?.read()
    }
}

impl WrittenObject {
    fn read<E: de::Error>(self) -> Result<Meaning, E> {
        let is_door = self.lock.is_some() || self.one_way.is_some() || self.door.is_some();
        let is_key = self.key.is_some() || self.spawn.is_some();
        let is_choice = self.any.is_some() || self.exactly.is_some();
        let door = if self.lock.is_some() {
            "lock"
        } else if self.one_way.is_some() {
            "one_way"
        } else {
            "door"
        };
        let given: Vec<&str> = [
            (is_key, if self.spawn.is_some() { "spawn" } else { "key" }),
            (is_door, door),
            (self.portal.is_some(), "portal"),
            (self.mark.is_some(), "mark"),
            (is_choice, if self.any.is_some() { "any" } else { "exactly" }),
            (self.slot.is_some(), "slot"),
        ]
        .into_iter()
        .filter_map(|(is_given, name)| is_given.then_some(name))
        .collect();
        if let [one, other, ..] = given[..] {
            return Err(E::custom(format_args!("both `{one}` and `{other}` are given")));
        }
        if self.tile.is_some() && (is_choice || self.slot.is_some()) {
            return Err(E::custom(format_args!("both `tile` and `{}` are given", given.concat())));
        }
        if self.slot.is_none() && (self.rotate.is_some() || self.mirror.is_some()) {
            return Err(E::custom("`rotate` and `mirror` are for slots only"));
        }
        if self.exactly.is_some() && self.any.as_ref().is_some_and(BTreeMap::is_empty) {
            return Err(E::custom("`any` has no glyphs"));
        }
        if self.any.is_none() && self.once.is_some() {
            return Err(E::custom("`once` is for `any` only"));
        }
        let tile = self.tile.map_or(Ok(if is_door { Tile::DOOR } else { Tile::FLOOR }), read_tile)?;
        Ok(match self {
            WrittenObject { key: Some(key), spawn, .. } => {
                Meaning::Key(tile, spawn.unwrap_or_else(|| format!("Key {}", KeyName(key))), key)
            }
            WrittenObject { spawn: Some(what), .. } => Meaning::Spawn(tile, what),
            WrittenObject { portal: Some(number), .. } => Meaning::Portal(tile, number),
            WrittenObject { any, exactly, once, .. } if is_choice => Meaning::Any(GlyphChoice {
                exactly: exactly.unwrap_or_default(),
                any: any.unwrap_or_default(),
                once: once == Some(true),
            }),
            WrittenObject { slot: Some(name), rotate, mirror, .. } => {
                Meaning::Slot { name, rotate: rotate == Some(true), mirror: mirror == Some(true) }
            }
            WrittenObject { mark: Some(name), .. } => match name.as_str() {
                "start" => Meaning::Start(tile),
                "exit" => Meaning::Exit(tile),
                _ => Meaning::Mark(tile, name),
            },
            WrittenObject { lock, one_way, door, .. } if is_door => {
                Meaning::Door { tile, lock, one_way, kind: door.unwrap_or_default() }
            }
            _ => Meaning::Tile(tile),
        })
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
