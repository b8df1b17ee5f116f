//! Named values of maps, tiles and objects.

use serde_json::Value;

use crate::ExportError;

/// A name and a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledProperty {
    /// The name.
    pub name: String,
    /// The value.
    pub value: TiledValue,
}

/// The value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TiledValue {
    /// A text. Seeds are texts because Tiled's integers have 32 bits.
    Text(String),
    /// An integer.
    Int(i32),
    /// A boolean.
    Bool(bool),
}

impl TiledProperty {
    /// A property from a file; `None` if its type is not supported.
    pub(super) fn read(name: String, kind: Option<&str>, value: String) -> Option<Result<TiledProperty, ExportError>> {
        let wrong = |expected| ExportError::Value {
            element: "property",
            name: "value",
            found: format!("\"{value}\""),
            expected,
        };
        let value = match kind.unwrap_or("string") {
            "string" => Ok(TiledValue::Text(value)),
            "int" => value.parse().map(TiledValue::Int).map_err(|_| wrong("a whole number of 32 bits")),
            "bool" => value.parse().map(TiledValue::Bool).map_err(|_| wrong("\"true\" or \"false\"")),
            _ => return None,
        };
        Some(value.map(|value| TiledProperty { name, value }))
    }

    pub(super) fn text(name: &str, value: impl Into<String>) -> TiledProperty {
        TiledProperty { name: name.to_owned(), value: TiledValue::Text(value.into()) }
    }

    pub(super) fn int(name: &str, value: impl Into<i32>) -> TiledProperty {
        TiledProperty { name: name.to_owned(), value: TiledValue::Int(value.into()) }
    }

    pub(super) fn bool(name: &str, value: bool) -> TiledProperty {
        TiledProperty { name: name.to_owned(), value: TiledValue::Bool(value) }
    }
}

impl TiledValue {
    /// The value as a text, and the name of its type.
    pub(super) fn words(&self) -> (String, &'static str) {
        match self {
            TiledValue::Text(text) => (text.clone(), "string"),
            TiledValue::Int(number) => (number.to_string(), "int"),
            TiledValue::Bool(yes) => (yes.to_string(), "bool"),
        }
    }
}

impl TiledValue {
    /// The value in JSON.
    pub(crate) fn json(&self) -> Value {
        match self {
            TiledValue::Text(text) => text.as_str().into(),
            TiledValue::Int(number) => (*number).into(),
            TiledValue::Bool(yes) => (*yes).into(),
        }
    }
}
