//! Tiled's XML, made from its JSON: single values become attributes, lists become elements.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use serde_json::{Map, Value, json};

/// A file of one element.
pub(super) fn document(name: &str, value: Value) -> String {
    let mut xml = Xml(Writer::new_with_indent(Vec::new(), b' ', 1));
    xml.put(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    xml.element(name, value);
    String::from_utf8(xml.0.into_inner()).unwrap_or_default() + "\n"
}

/// A vector takes everything, so no result is lost here.
struct Xml(Writer<Vec<u8>>);

impl Xml {
    fn put(&mut self, event: Event<'_>) {
        let _ = self.0.write_event(event);
    }

    fn element(&mut self, name: &str, value: Value) {
        let Value::Object(mut fields) = value else { return };
        rearrange(name, &mut fields);
        let (inner, attributes): (Vec<_>, Vec<_>) =
            fields.into_iter().partition(|(key, field)| field.is_array() || key == "data");
        let mut tag = BytesStart::new(name);
        for (key, field) in attributes {
            let text = match field {
                Value::String(text) => text,
                Value::Bool(is) if name != "property" => u8::from(is).to_string(),
                other => other.to_string(),
            };
            tag.push_attribute((key.as_bytes(), escaped(&text).as_bytes()));
        }
        if inner.is_empty() {
            return self.put(Event::Empty(tag));
        }
        self.put(Event::Start(tag));
        for (key, field) in inner {
            match field {
                Value::Array(items) => items.into_iter().for_each(|item| self.element(element_name(&key, &item), item)),
                text => self.put(Event::Text(BytesText::from_escaped(text.as_str().unwrap_or_default()))),
            }
        }
        self.put(Event::End(BytesEnd::new(name)));
    }
}

/// What XML calls an item of a list.
fn element_name<'a>(list: &'a str, item: &Value) -> &'a str {
    match list {
        "layers" if item["type"] == "objectgroup" => "objectgroup",
        "colors" => "wangcolor",
        "properties" | "wangsets" => list,
        _ => list.trim_end_matches('s'),
    }
}

/// Replaces what XML says in another way than JSON.
fn rearrange(name: &str, fields: &mut Map<String, Value>) {
    let mut take = |key| fields.shift_remove(key).unwrap_or_default();
    match name {
        "map" | "objectgroup" => drop(take("type")),
        "property" => fields.retain(|key, field| key != "type" || *field != "string"),
        "tileset" => {
            let [_, width, height] = ["type", "imagewidth", "imageheight"].map(take);
            let image = |source: &mut Value| *source = json!([{ "source": *source, "width": width, "height": height }]);
            fields.entry("image").and_modify(image);
        }
        "layer" => {
            let mut data = json!({ "encoding": "csv" });
            for key in ["encoding", "compression", "chunks", "data"] {
                let field = take(key);
                if field != "" && !field.is_null() {
                    data[key] = field;
                }
            }
            drop(["type", "startx", "starty"].map(take));
            fields.insert("data".to_owned(), json!([data]));
        }
        "object" => {
            fields.entry("point").and_modify(|point| *point = json!([{}]));
            let point = |point: &Value| format!("{},{}", point["x"], point["y"]);
            fields.entry("polyline").and_modify(|line| *line = json!([{ "points": words(line, " ", point) }]));
        }
        "wangtile" => fields["wangid"] = words(&fields["wangid"], ",", Value::to_string),
        _ => {}
    }
    for (list, item) in [("properties", "property"), ("wangsets", "wangset")] {
        if let Some(items) = fields.get_mut(list).filter(|items| **items != json!([])) {
            *items = json!([{ item: items.take() }]);
        }
    }
}

/// The items of a list as one text.
fn words(list: &Value, between: &str, word: fn(&Value) -> String) -> Value {
    list.as_array().into_iter().flatten().map(word).collect::<Vec<_>>().join(between).into()
}

/// A text as the value of an attribute. Readers take line ends and tabs there for blanks, unless they are numbers.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            '\r' => escaped.push_str("&#13;"),
            other => escaped.push(other),
        }
    }
    escaped
}
