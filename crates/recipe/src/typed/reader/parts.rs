//! The parts of a value as serde asks for them: items, fields and their names, and what variants hold.

use std::iter::Enumerate;
use std::slice;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Number, Value, map};

use super::{Back, WayStep, alike, wrong};

/// The items of a list.
pub(super) struct Items<'a, 'w> {
    pub(super) items: Enumerate<slice::Iter<'a, Value>>,
    pub(super) back: &'w mut Back<'a>,
}

// For a reference, since its owner asks what is left: serde's own implementation for references is one more layer.
impl<'a> SeqAccess<'a> for &mut Items<'a, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some((index, item)) = self.items.next() else { return Ok(None) };
        self.back.part(WayStep::Item(index), item, seed).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The fields of an object.
pub(super) struct Fields<'a, 'w> {
    pub(super) fields: map::Iter<'a>,
    /// The field whose name was asked for last.
    pub(super) value: Option<(&'a str, &'a Value)>,
    pub(super) back: &'w mut Back<'a>,
}

impl<'a> MapAccess<'a> for &mut Fields<'a, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        self.value = Some((name, value));
        let key = seed.deserialize(Name(name));
        self.back.note(WayStep::Field(name), key.is_err());
        key.map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let (name, value) = self.value.take().ok_or_else(|| Error::custom("value is missing"))?;
        self.back.part(WayStep::Field(name), value, seed)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}

/// The name of a field, which may also stand for a number.
struct Name<'a>(&'a str);

impl<'a> Name<'a> {
    fn number<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.parse::<Number>() {
            Ok(number) => number.deserialize_any(visitor),
            Err(_) => Err(Error::custom("invalid value: expected key to be a number in quotes")),
        }
    }
}

impl<'a> Deserializer<'a> for Name<'a> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_bool<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.parse() {
            Ok(is) => visitor.visit_bool(is),
            Err(_) => self.deserialize_any(visitor),
        }
    }

    alike! { number: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 }
    alike! { number: deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 }
    alike! { number: deserialize_f32 deserialize_f64 }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(BorrowedStrDeserializer::new(self.0))
    }

    forward_to_deserialize_any! {
        <V: Visitor<'a>>
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// A variant, and what it holds.
pub(super) struct Held<'a, 'w> {
    pub(super) name: &'a str,
    pub(super) held: Option<&'a Value>,
    pub(super) back: &'w mut Back<'a>,
}

impl<'a> EnumAccess<'a> for Held<'a, '_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        Ok((seed.deserialize(Name(self.name))?, self))
    }
}

impl<'a> Held<'a, '_> {
    /// Another form than the variant has.
    fn other(&mut self, expected: &'static str) -> Error {
        self.back.0.push(WayStep::Variant(self.name));
        match self.held {
            Some(held) => wrong(held, &expected),
            None => Error::invalid_type(Unexpected::UnitVariant, &expected),
        }
    }
}

impl<'a> VariantAccess<'a> for Held<'a, '_> {
    type Error = Error;

    fn unit_variant(mut self) -> Result<(), Error> {
        match self.held {
            None | Some(Value::Null) => Ok(()),
            Some(_) => Err(self.other("unit")),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'a>>(mut self, seed: S) -> Result<S::Value, Error> {
        match self.held {
            Some(held) => self.back.part(WayStep::Variant(self.name), held, seed),
            None => Err(self.other("newtype variant")),
        }
    }

    fn tuple_variant<V: Visitor<'a>>(mut self, _: usize, visitor: V) -> Result<V::Value, Error> {
        match self.held {
            Some(Value::Array(items)) => {
                let read = self.back.list(items, visitor);
                self.back.note(WayStep::Variant(self.name), read.is_err());
                read
            }
            _ => Err(self.other("tuple variant")),
        }
    }

    fn struct_variant<V: Visitor<'a>>(mut self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        match self.held {
            Some(Value::Object(fields)) => {
                let read = self.back.object(fields, visitor);
                self.back.note(WayStep::Variant(self.name), read.is_err());
                read
            }
            _ => Err(self.other("struct variant")),
        }
    }
}
