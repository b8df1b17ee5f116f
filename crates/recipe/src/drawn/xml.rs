//! XML of Tiled, as the JSON that Tiled writes of the same map: attributes become fields, and elements lists.

use serde_json::Value;

use crate::flaw::Flaw;
use crate::xml::{Open, each_element};

/// How many elements there may be: each takes some hundred bytes.
const MOST_ELEMENTS: usize = 1 << 20;

/// Reads the first element of a document.
pub(super) fn value(text: &str) -> Result<Value, Flaw> {
    let mut root = None;
    each_element(text, MOST_ELEMENTS, &mut |element, open| {
        close(element, open, &mut root);
        Ok(())
    })?;
    root.ok_or(Flaw::of("the XML has no element"))
}

/// Puts an element where JSON has it.
fn close(element: Open, open: &mut [Open], root: &mut Option<Value>) {
    let Open { name, mut fields, text, .. } = element;
    let Some(parent) = open.last_mut().map(|parent| &mut parent.fields) else {
        root.get_or_insert(Value::Object(fields));
        return;
    };
    let list = match &*name {
        b"layer" | b"objectgroup" | b"imagelayer" | b"group" => {
            let kind =
                if name == b"layer" { "tilelayer".to_owned() } else { String::from_utf8_lossy(&name).into_owned() };
            fields.insert("type".to_owned(), kind.into());
            "layers"
        }
        b"tileset" => "tilesets",
        b"tile" => "tiles",
        b"object" => "objects",
        b"wangset" => "wangsets",
        b"wangtile" => "wangtiles",
        b"property" => {
            fields.entry("value").or_insert_with(|| text.into());
            "properties"
        }
        b"chunk" => {
            fields.insert("data".to_owned(), text.into());
            "chunks"
        }
        // These only hold others.
        b"properties" | b"wangsets" => return parent.extend(fields),
        b"data" => {
            parent.extend(fields);
            parent.entry("data").or_insert_with(|| text.into());
            return;
        }
        b"polyline" => {
            return parent.extend(fields.shift_remove("points").map(|points| ("polyline".to_owned(), points)));
        }
        _ => return,
    };
    let items = parent.entry(list).or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(items) = items {
        items.push(fields.into());
    }
}
