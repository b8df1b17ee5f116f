//! Rooms and templates for serde: a number or a list, rows or lists of rows.

use std::fmt;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};

use super::rooms::{RoomSpec, Rooms, Templates};
use super::template::{RoomTemplate, RoomTemplateError};

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

    fn visit_seq<A: SeqAccess<'de>>(self, rooms: A) -> Result<Rooms, A::Error> {
        Vec::<RoomSpec>::deserialize(SeqAccessDeserializer::new(rooms)).map(Rooms::List)
    }
}

/// A row of one template, or the rows of one of several.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub(super) enum RowOrRows {
    Row(String),
    Rows(Vec<String>),
}

impl TryFrom<Vec<RowOrRows>> for Templates {
    type Error = RoomTemplateError;

    fn try_from(all: Vec<RowOrRows>) -> Result<Self, RoomTemplateError> {
        let (mut row, mut several) = (Vec::new(), Vec::new());
        for one in all {
            match one {
                RowOrRows::Row(text) => row.push(text),
                RowOrRows::Rows(rows) => several.push(RoomTemplate::new(&rows)?),
            }
        }
        if several.is_empty() { RoomTemplate::new(&row).map(Templates::One) } else { Ok(Templates::Any(several)) }
    }
}

impl From<Templates> for Vec<RowOrRows> {
    fn from(templates: Templates) -> Self {
        match templates {
            Templates::One(template) => Vec::<String>::from(template).into_iter().map(RowOrRows::Row).collect(),
            Templates::Any(all) => all.into_iter().map(|one| RowOrRows::Rows(one.into())).collect(),
        }
    }
}
