//! Reads a value as any type, and says where the value is wrong.
//!
//! This does what `serde_path_to_error` does around `serde_json`. Those two are generic: all their layers are compiled for
//! each type that is read, of which there are hundreds. This reads from one type of values, in one layer.
//!
//! Unlike `serde_json` it takes no list for a struct: fields have names.

mod parts;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _, Expected, Unexpected, Visitor};
use serde_json::{Error, Map, Value};

use parts::{Fields, Held, Items};

/// A step into a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WayStep<'a> {
    /// Into a field of an object.
    Field(&'a str),
    /// Into an item of a list.
    Item(usize),
    /// Into what a variant holds.
    Variant(&'a str),
}

/// The way from a value to a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Way<'a>(pub(crate) Vec<WayStep<'a>>);

impl fmt::Display for Way<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str(".");
        }
        for (nth, step) in self.0.iter().enumerate() {
            match step {
                WayStep::Field(name) | WayStep::Variant(name) if nth == 0 => f.write_str(name)?,
                WayStep::Field(name) | WayStep::Variant(name) => write!(f, ".{name}")?,
                WayStep::Item(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// Reads a value. An error comes with the way to the part that is wrong.
pub(crate) fn read<'a, T: Deserialize<'a>>(value: &'a Value) -> Result<T, (Way<'a>, Error)> {
    let mut back = Back::default();
    T::deserialize(Reader { value, back: &mut back }).map_err(|error| (back.way(), error))
}

/// The way to an error, noted backward while the error goes up.
#[derive(Default)]
struct Back<'a>(Vec<WayStep<'a>>);

impl<'a> Back<'a> {
    /// Reads a part.
    fn part<S: DeserializeSeed<'a>>(
        &mut self,
        step: WayStep<'a>,
        value: &'a Value,
        seed: S,
    ) -> Result<S::Value, Error> {
        // A visitor may have caught an error, and now tries something else.
        self.0.clear();
        let read = seed.deserialize(Reader { value, back: self });
        self.note(step, read.is_err());
        read
    }

    /// Notes a step if what it leads to is wrong.
    fn note(&mut self, step: WayStep<'a>, is_wrong: bool) {
        if is_wrong {
            self.0.push(step);
        } else {
            self.0.clear();
        }
    }

    fn list<V: Visitor<'a>>(&mut self, items: &'a [Value], visitor: V) -> Result<V::Value, Error> {
        let mut rest = Items { items: items.iter().enumerate(), back: self };
        let read = visitor.visit_seq(&mut rest)?;
        all_read(rest.items.len(), items.len(), "fewer elements in array")?;
        Ok(read)
    }

    fn object<V: Visitor<'a>>(&mut self, fields: &'a Map<String, Value>, visitor: V) -> Result<V::Value, Error> {
        let mut rest = Fields { fields: fields.iter(), value: None, back: self };
        let read = visitor.visit_map(&mut rest)?;
        all_read(rest.fields.len(), fields.len(), "fewer elements in map")?;
        Ok(read)
    }

    fn way(mut self) -> Way<'a> {
        self.0.reverse();
        Way(self.0)
    }
}

fn all_read(left: usize, all: usize, expected: &'static str) -> Result<(), Error> {
    if left == 0 { Ok(()) } else { Err(Error::invalid_length(all, &expected)) }
}

/// A value that is read.
struct Reader<'a, 'w> {
    value: &'a Value,
    back: &'w mut Back<'a>,
}

impl<'a> Reader<'a, '_> {
    fn number<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Number(number) => number.deserialize_any(visitor),
            other => Err(wrong(other, &visitor)),
        }
    }

    fn text<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::String(text) => visitor.visit_borrowed_str(text),
            other => Err(wrong(other, &visitor)),
        }
    }

    fn bytes<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Array(items) => self.back.list(items, visitor),
            _ => self.text(visitor),
        }
    }

    fn unit<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            other => Err(wrong(other, &visitor)),
        }
    }

    fn items<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Array(items) => self.back.list(items, visitor),
            other => Err(wrong(other, &visitor)),
        }
    }

    fn fields<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Object(fields) => self.back.object(fields, visitor),
            other => Err(wrong(other, &visitor)),
        }
    }

    /// The name of a variant, and what it holds.
    fn variant(&self) -> Result<(&'a str, Option<&'a Value>), Error> {
        match self.value {
            Value::String(name) => Ok((name, None)),
            Value::Object(fields) => match (fields.iter().next(), fields.len()) {
                (Some((name, held)), 1) => Ok((name, Some(held))),
                _ => Err(Error::invalid_value(Unexpected::Map, &"map with a single key")),
            },
            other => Err(wrong(other, &"string or map")),
        }
    }
}

/// Methods of a deserializer that all do the same.
macro_rules! alike {
    ($to:ident: $($name:ident)*) => {$(
        fn $name<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
            self.$to(visitor)
        }
    )*};
}
use alike;

impl<'a> Deserializer<'a> for Reader<'a, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(is) => visitor.visit_bool(*is),
            Value::Number(number) => number.deserialize_any(visitor),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => self.back.list(items, visitor),
            Value::Object(fields) => self.back.object(fields, visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Bool(is) => visitor.visit_bool(*is),
            other => Err(wrong(other, &visitor)),
        }
    }

    alike! { number: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 }
    alike! { number: deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 }
    alike! { number: deserialize_f32 deserialize_f64 }
    alike! { text: deserialize_char deserialize_str deserialize_string deserialize_identifier }
    alike! { bytes: deserialize_bytes deserialize_byte_buf }
    alike! { unit: deserialize_unit }
    alike! { items: deserialize_seq }
    alike! { fields: deserialize_map }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_ignored_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'a>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.items(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.items(visitor)
    }

    fn deserialize_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.fields(visitor)
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let (name, held) = self.variant()?;
        visitor.visit_enum(Held { name, held, back: self.back })
    }
}

/// A value of another type than expected.
fn wrong(value: &Value, expected: &dyn Expected) -> Error {
    match value.deserialize_any(RefuseAll(expected)) {
        Err(error) => error,
        Ok(never) => match never {},
    }
}

/// Refuses every value.
struct RefuseAll<'a>(&'a dyn Expected);

impl Visitor<'_> for RefuseAll<'_> {
    type Value = Infallible;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
