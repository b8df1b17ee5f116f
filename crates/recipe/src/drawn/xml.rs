//! XML of Tiled, as the JSON that Tiled writes of the same map: attributes become fields, and elements lists.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::{Map, Value};

use crate::flaw::Flaw;

/// How deep elements may be nested.
const MOST_DEPTH: usize = 64;
/// How many elements there may be: each takes some hundred bytes.
const MOST_ELEMENTS: usize = 1 << 20;

/// An element that is still open.
pub(crate) struct Open {
    pub(crate) name: Vec<u8>,
    pub(crate) fields: Map<String, Value>,
    text: String,
}

/// Reads the first element of a document.
pub(super) fn value(text: &str) -> Result<Value, Flaw> {
    let mut root = None;
    each_element(text, &mut |element, open| {
        close(element, open, &mut root);
        Ok(())
    })?;
    root.ok_or(Flaw::of("the XML has no element"))
}

/// Takes an element that ends, and those around it, or says what is wrong with it.
type Close<'a> = &'a mut dyn FnMut(Open, &mut [Open]) -> Result<(), &'static str>;

/// Calls `close` with each element at its end, and those that are open around it.
pub(crate) fn each_element(text: &str, close: Close<'_>) -> Result<(), Flaw> {
    let mut reader = Reader::from_str(text);
    let (mut open, mut count) = (Vec::<Open>::new(), 0usize);
    loop {
        let position = reader.buffer_position();
        let wrong = |what: &str| Flaw::told(format!("{what}, at byte {position}"));
        let event = reader.read_event().map_err(|_| wrong("not valid XML"))?;
        match event {
            Event::Start(tag) => open.push(element(&tag).ok_or_else(|| wrong("not valid XML"))?),
            Event::Empty(tag) => {
                let element = element(&tag).ok_or_else(|| wrong("not valid XML"))?;
                close(element, &mut open).map_err(wrong)?;
            }
            Event::End(_) => match open.pop() {
                Some(element) => close(element, &mut open).map_err(wrong)?,
                None => return Err(wrong("an end without a beginning")),
            },
            Event::Text(text) => {
                let Some(element) = open.last_mut() else { continue };
                element.text.push_str(&text.decode().map_err(|_| wrong("not valid XML"))?);
            }
            Event::Eof if open.is_empty() => return Ok(()),
            Event::Eof => return Err(wrong("the XML ends early")),
            _ => continue,
        }
        count += 1;
        if open.len() > MOST_DEPTH || count > 2 * MOST_ELEMENTS {
            return Err(wrong("the XML has too many elements"));
        }
    }
}

fn element(tag: &BytesStart<'_>) -> Option<Open> {
    let mut fields = Map::new();
    for attribute in tag.attributes() {
        let attribute = attribute.ok()?;
        let name = std::str::from_utf8(attribute.key.as_ref()).ok()?.to_owned();
        fields.insert(name, attribute.unescape_value().ok()?.into_owned().into());
    }
    Some(Open { name: tag.name().as_ref().to_vec(), fields, text: String::new() })
}

/// Puts an element where JSON has it.
fn close(element: Open, open: &mut [Open], root: &mut Option<Value>) {
    let Open { name, mut fields, text } = element;
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
