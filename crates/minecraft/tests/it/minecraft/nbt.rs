//! Named binary tags as text, and paths into them.

use std::collections::BTreeMap;

use super::reader::{Parsed, end_of_token, split_list};

/// A value. Numbers keep their type by its letter: `b s i l f d`.
#[derive(Clone, Debug, PartialEq)]
pub enum Nbt {
    Number(char, f64),
    Text(String),
    List(Vec<Nbt>),
    Compound(BTreeMap<String, Nbt>),
}

/// A step of a path such as `Pos[0]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    Name(String),
    At(i32),
}

impl Nbt {
    pub fn empty() -> Nbt {
        Nbt::Compound(BTreeMap::new())
    }

    pub fn parse(text: &str) -> Parsed<Nbt> {
        let text = text.trim();
        let inside = |close| text.strip_suffix(close).map(|text| text[1..].trim());
        match text.chars().next() {
            None => Err("a value is missing".to_owned()),
            Some('{') => compound(inside('}').ok_or("a `}` is missing")?),
            Some('[') => list(inside(']').ok_or("a `]` is missing")?),
            Some('"' | '\'') => unquoted(text).map(Nbt::Text),
            Some(_) => Ok(scalar(text)),
        }
    }

    pub fn get(&self, path: &[Key]) -> Option<&Nbt> {
        path.iter().try_fold(self, |value, key| match (value, key) {
            (Nbt::Compound(entries), Key::Name(name)) => entries.get(name),
            (Nbt::List(items), Key::At(at)) => items.get(place(*at, items.len())?),
            _ => None,
        })
    }

    /// The place of a path, made when it is missing.
    pub fn slot(&mut self, path: &[Key]) -> Option<&mut Nbt> {
        path.iter().try_fold(self, |value, key| match (value, key) {
            (Nbt::Compound(entries), Key::Name(name)) => Some(entries.entry(name.clone()).or_insert_with(Nbt::empty)),
            (Nbt::List(items), Key::At(at)) => {
                let at = place(*at, items.len())?;
                items.get_mut(at)
            }
            _ => None,
        })
    }

    pub fn remove(&mut self, path: &[Key]) -> bool {
        let Some((last, path)) = path.split_last() else { return false };
        if self.get(path).is_none() {
            return false;
        }
        match (self.slot(path), last) {
            (Some(Nbt::Compound(entries)), Key::Name(name)) => entries.remove(name).is_some(),
            (Some(Nbt::List(items)), Key::At(at)) => {
                place(*at, items.len()).filter(|&at| at < items.len()).map(|at| items.remove(at)).is_some()
            }
            _ => false,
        }
    }

    /// Puts the entries of another compound into this one, those inside of both as well.
    pub fn merge(&mut self, other: Nbt) {
        match (self, other) {
            (Nbt::Compound(mine), Nbt::Compound(theirs)) => {
                for (name, value) in theirs {
                    match mine.get_mut(&name) {
                        Some(old @ Nbt::Compound(_)) => old.merge(value),
                        _ => drop(mine.insert(name, value)),
                    }
                }
            }
            (mine, theirs) => *mine = theirs,
        }
    }

    /// Whether a value has all that a pattern asks for, as in the selector `nbt={…}`.
    pub fn has(&self, pattern: &Nbt) -> bool {
        match (self, pattern) {
            (Nbt::Compound(mine), Nbt::Compound(wanted)) => {
                wanted.iter().all(|(name, value)| mine.get(name).is_some_and(|mine| mine.has(value)))
            }
            (Nbt::List(mine), Nbt::List(wanted)) => wanted.iter().all(|value| mine.iter().any(|mine| mine.has(value))),
            (mine, wanted) => mine == wanted,
        }
    }

    /// What `data get` answers: a number, or the length of anything else.
    pub fn as_number(&self) -> f64 {
        match self {
            Nbt::Number(_, value) => *value,
            Nbt::Text(text) => text.chars().count() as f64,
            Nbt::List(items) => items.len() as f64,
            Nbt::Compound(entries) => entries.len() as f64,
        }
    }

    pub fn texts(&self) -> Vec<String> {
        let Nbt::List(items) = self else { return Vec::new() };
        let text = |item: &Nbt| if let Nbt::Text(text) = item { Some(text.clone()) } else { None };
        items.iter().filter_map(text).collect()
    }
}

fn place(at: i32, len: usize) -> Option<usize> {
    usize::try_from(if at < 0 { at + len as i32 } else { at }).ok()
}

fn compound(text: &str) -> Parsed<Nbt> {
    let mut entries = BTreeMap::new();
    for part in split_list(text)? {
        let colon = end_of_token(part, |c| c == ':')?;
        let value = part.get(colon + 1..).ok_or_else(|| format!("a `:` is missing in `{part}`"))?;
        let name = part[..colon].trim();
        let name = if name.starts_with(['"', '\'']) { unquoted(name)? } else { name.to_owned() };
        if entries.insert(name, Nbt::parse(value)?).is_some() {
            return Err(format!("a name stands twice in `{text}`"));
        }
    }
    Ok(Nbt::Compound(entries))
}

fn list(text: &str) -> Parsed<Nbt> {
    let text = text.strip_prefix(['I', 'B', 'L']).and_then(|text| text.strip_prefix(';')).unwrap_or(text);
    split_list(text)?.into_iter().map(Nbt::parse).collect::<Parsed<_>>().map(Nbt::List)
}

fn unquoted(text: &str) -> Parsed<String> {
    let quote = &text[..1];
    let inside = text[1..].strip_suffix(quote).ok_or_else(|| format!("a {quote} is missing in {text}"))?;
    let (mut plain, mut chars) = (String::new(), inside.chars());
    while let Some(c) = chars.next() {
        plain.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    Ok(plain)
}

fn scalar(text: &str) -> Nbt {
    match text {
        "true" => return Nbt::Number('b', 1.0),
        "false" => return Nbt::Number('b', 0.0),
        _ => {}
    }
    let kind = text.chars().last().unwrap_or(' ').to_ascii_lowercase();
    let (digits, kind) = match kind {
        'b' | 's' | 'l' | 'f' | 'd' => (&text[..text.len() - 1], kind),
        _ if text.contains('.') => (text, 'd'),
        _ => (text, 'i'),
    };
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    match digits.parse().ok().filter(|_| is_number) {
        Some(value) => Nbt::Number(kind, value),
        None => Nbt::Text(text.to_owned()),
    }
}

/// Reads a path such as `Item.id` or `Pos[0]`.
pub fn path(text: &str) -> Parsed<Vec<Key>> {
    let mut keys = Vec::new();
    for part in text.split('.') {
        let mut pieces = part.split('[');
        let name = pieces.next().unwrap_or_default();
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || "_-+:".contains(c));
        if name.is_empty() || !is_name {
            return Err(format!("`{text}` is no path"));
        }
        keys.push(Key::Name(name.to_owned()));
        for piece in pieces {
            let at = piece.strip_suffix(']').and_then(|at| at.parse().ok());
            keys.push(Key::At(at.ok_or_else(|| format!("`{text}` is no path"))?));
        }
    }
    Ok(keys)
}
