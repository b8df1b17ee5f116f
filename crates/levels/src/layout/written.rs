//! Rooms and templates for serde: a number or a list, rows or lists of rows.

use std::fmt;

use mapwright_core::Template;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer, SeqDeserializer};
use serde::de::{self, Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::rooms::{RoomSpec, Rooms, Templates};

/// (An untagged enum would lose which room is wrong, and why.)
impl<'de> Deserialize<'de> for Rooms {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RoomsVisitor)
    }
}

struct RoomsVisitor;

impl<'de> Visitor<'de> for RoomsVisitor {
    type Value = Rooms;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("how many rooms, or a list of them")
    }

    fn visit_u64<E: de::Error>(self, count: u64) -> Result<Rooms, E> {
        let many = |_| E::invalid_value(de::Unexpected::Unsigned(count), &self);
        u16::try_from(count).map(Rooms::Count).map_err(many)
    }

    fn visit_i64<E: de::Error>(self, count: i64) -> Result<Rooms, E> {
        let many = |_| E::invalid_value(de::Unexpected::Signed(count), &self);
        u16::try_from(count).map(Rooms::Count).map_err(many)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, rooms: A) -> Result<Rooms, A::Error> {
        Vec::<RoomSpec>::deserialize(SeqAccessDeserializer::new(rooms)).map(Rooms::List)
    }
}

impl<'de> Deserialize<'de> for Templates {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TemplatesVisitor)
    }
}

struct TemplatesVisitor;

impl<'de> Visitor<'de> for TemplatesVisitor {
    type Value = Templates;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("rows of glyphs, a template as an object, or a list of either")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Templates, A::Error> {
        let (mut rows, mut several) = (Vec::new(), Vec::new());
        while let Some(one) = all.next_element()? {
            match one {
                RowOrTemplate::Row(row) => rows.push(row),
                RowOrTemplate::Template(template) => several.push(template),
            }
        }
        match (rows.is_empty(), several.is_empty()) {
            (false, false) => Err(A::Error::custom("rows among templates")),
            (true, false) => Ok(Templates::Any(several)),
            _ => Template::deserialize(SeqDeserializer::new(rows.into_iter())).map(Templates::One),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Templates, A::Error> {
        Template::deserialize(MapAccessDeserializer::new(fields)).map(Templates::One)
    }
}

/// A row of one template, or one of several.
enum RowOrTemplate {
    Row(String),
    Template(Template),
}

impl<'de> Deserialize<'de> for RowOrTemplate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RowVisitor;

        impl<'de> Visitor<'de> for RowVisitor {
            type Value = RowOrTemplate;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a row of glyphs, or a template")
            }

            fn visit_str<E: de::Error>(self, row: &str) -> Result<RowOrTemplate, E> {
                Ok(RowOrTemplate::Row(row.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, rows: A) -> Result<RowOrTemplate, A::Error> {
                Template::deserialize(SeqAccessDeserializer::new(rows)).map(RowOrTemplate::Template)
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<RowOrTemplate, A::Error> {
                Template::deserialize(MapAccessDeserializer::new(fields)).map(RowOrTemplate::Template)
            }
        }

        deserializer.deserialize_any(RowVisitor)
    }
}
