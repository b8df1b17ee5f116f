//! XML of other programs, element by element. Nothing in it is expanded, and what it may take is limited.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::{Map, Value};

use crate::flaw::Flaw;

/// How deep elements may be nested.
const MOST_DEPTH: usize = 64;

/// An element that is still open, or that ends.
pub(crate) struct Open {
    pub(crate) name: Vec<u8>,
    /// The line where its tag ends, counted from 1.
    pub(crate) line: usize,
    /// Its attributes, as texts.
    pub(crate) fields: Map<String, Value>,
    pub(crate) text: String,
}

/// Takes an element that ends, and those around it, or says what is wrong with it.
type Close<'a> = &'a mut dyn FnMut(Open, &mut [Open]) -> Result<(), &'static str>;

/// Calls `close` with each element at its end, and those that are open around it. More than `most` elements are refused.
pub(crate) fn each_element(text: &str, most: usize, close: Close<'_>) -> Result<(), Flaw> {
    let mut reader = Reader::from_str(text);
    let (mut open, mut count) = (Vec::<Open>::new(), 0);
    let (mut line, mut seen) = (1, 0);
    loop {
        let event = reader.read_event().map_err(|_| Flaw::on_line("not valid XML", line))?;
        let end = usize::try_from(reader.buffer_position()).unwrap_or(text.len()).min(text.len());
        line += text.as_bytes()[seen..end].iter().filter(|&&byte| byte == b'\n').count();
        seen = end;
        let wrong = |what| Flaw::on_line(what, line);
        let invalid = || wrong("not valid XML");
        match event {
            Event::Start(tag) => {
                open.push(element(&tag, line).ok_or_else(invalid)?);
                count += 1;
            }
            Event::Empty(tag) => {
                close(element(&tag, line).ok_or_else(invalid)?, &mut open).map_err(wrong)?;
                count += 1;
            }
            Event::End(_) => close(open.pop().ok_or_else(invalid)?, &mut open).map_err(wrong)?,
            Event::Text(text) => {
                if let Some(element) = open.last_mut() {
                    element.text.push_str(&text.decode().map_err(|_| invalid())?);
                }
            }
            Event::Eof if open.is_empty() => return Ok(()),
            Event::Eof => return Err(wrong("an element is not closed")),
            _ => {}
        }
        if open.len() > MOST_DEPTH || count > most {
            let what = format!("more than {most} elements, or more than {MOST_DEPTH} inside each other");
            return Err(Flaw::told(format!("{what}, at line {line}")));
        }
    }
}

fn element(tag: &BytesStart<'_>, line: usize) -> Option<Open> {
    let mut fields = Map::new();
    for attribute in tag.attributes() {
        let attribute = attribute.ok()?;
        let name = std::str::from_utf8(attribute.key.as_ref()).ok()?.to_owned();
        fields.insert(name, attribute.unescape_value().ok()?.into_owned().into());
    }
    Some(Open { name: tag.name().as_ref().to_vec(), line, fields, text: String::new() })
}
