//! XML as Tiled reads it: elements with attributes, and texts that keep every character.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::map::{TiledProperty, TiledValue};

pub(super) type Attributes = Vec<(&'static str, String)>;

/// Writes elements. A vector takes everything, so no result is lost here.
pub(super) struct Xml(Writer<Vec<u8>>);

impl Xml {
    pub(super) fn new() -> Xml {
        let mut xml = Xml(Writer::new_with_indent(Vec::new(), b' ', 1));
        xml.put(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        xml
    }

    fn put(&mut self, event: Event<'_>) {
        let _ = self.0.write_event(event);
    }

    /// An element with nothing in it.
    pub(super) fn empty(&mut self, name: &'static str, attributes: Attributes) {
        self.put(Event::Empty(element(name, attributes)));
    }

    /// An element with a text in it, which needs no escapes.
    pub(super) fn plain(&mut self, name: &'static str, attributes: Attributes, text: &str) {
        self.put(Event::Start(element(name, attributes)));
        self.put(Event::Text(BytesText::from_escaped(text)));
        self.put(Event::End(BytesEnd::new(name)));
    }

    /// An element with others in it.
    pub(super) fn with(&mut self, name: &'static str, attributes: Attributes, content: impl FnOnce(&mut Xml)) {
        self.put(Event::Start(element(name, attributes)));
        content(self);
        self.put(Event::End(BytesEnd::new(name)));
    }

    pub(super) fn properties(&mut self, properties: &[TiledProperty]) {
        if properties.is_empty() {
            return;
        }
        self.with("properties", vec![], |xml| {
            for property in properties {
                let (value, kind) = property.value.words();
                let mut attributes = vec![("name", property.name.clone())];
                if !matches!(property.value, TiledValue::Text(_)) {
                    attributes.push(("type", kind.to_owned()));
                }
                attributes.push(("value", value));
                xml.empty("property", attributes);
            }
        });
    }

    pub(super) fn finish(self) -> String {
        String::from_utf8(self.0.into_inner()).unwrap_or_default() + "\n"
    }
}

fn element(name: &'static str, attributes: Attributes) -> BytesStart<'static> {
    let mut tag = BytesStart::new(name);
    for (name, value) in &attributes {
        tag.push_attribute((name.as_bytes(), escaped(value).as_bytes()));
    }
    tag
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
