//! Reads one command word by word, and gives names small numbers.

use std::collections::HashMap;
use std::rc::Rc;

/// What is wrong with a line; the place is put before it by whoever knows the file.
pub type Parsed<T> = Result<T, String>;

/// Numbers for names, so that comparing tags, blocks and objectives costs nothing.
#[derive(Debug, Default)]
pub struct Names {
    numbers: HashMap<Rc<str>, u32>,
    names: Vec<Rc<str>>,
}

impl Names {
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let (name, number): (Rc<str>, u32) = (name.into(), self.names.len() as u32);
        self.names.push(Rc::clone(&name));
        self.numbers.insert(name, number);
        number
    }

    pub fn find(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    pub fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }
}

/// `stone` is short for `minecraft:stone`.
pub fn full_id(id: &str) -> Parsed<String> {
    let (space, path) = id.split_once(':').unwrap_or(("minecraft", id));
    let fits = |text: &str, more: &str| {
        !text.is_empty()
            && text
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-.".contains(c) || more.contains(c))
    };
    if fits(space, "") && fits(path, "/") { Ok(format!("{space}:{path}")) } else { Err(format!("`{id}` is no id")) }
}

/// A place in a line.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a str,
    /// Nothing was read yet, so no space has to come first.
    fresh: bool,
}

impl<'a> Reader<'a> {
    pub fn new(line: &'a str) -> Self {
        Reader { rest: line, fresh: true }
    }

    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    pub fn end(&self) -> Parsed<()> {
        if self.is_done() { Ok(()) } else { Err(format!("too much at the end: `{}`", self.rest.trim())) }
    }

    /// All that is left.
    pub fn tail(&mut self, what: &str) -> Parsed<&'a str> {
        self.space(what)?;
        Ok(std::mem::take(&mut self.rest))
    }

    /// Exactly one space stands between two arguments.
    fn space(&mut self, what: &str) -> Parsed<()> {
        if !self.fresh {
            self.rest = self.rest.strip_prefix(' ').ok_or_else(|| format!("expected {what} at `{}`", self.rest))?;
        }
        self.fresh = false;
        if self.rest.is_empty() || self.rest.starts_with(' ') {
            return Err(format!("expected {what} at `{}`", self.rest));
        }
        Ok(())
    }

    /// The next argument, up to a space outside of brackets and quotes.
    pub fn word(&mut self, what: &str) -> Parsed<&'a str> {
        self.space(what)?;
        let end = end_of_token(self.rest, |c| c == ' ')?;
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(word)
    }

    /// The next argument, if there is one.
    pub fn maybe(&mut self) -> Parsed<Option<&'a str>> {
        if self.is_done() { Ok(None) } else { self.word("an argument").map(Some) }
    }

    /// Whether the next argument is `word`; then it is read.
    pub fn take(&mut self, word: &str) -> bool {
        let mut ahead = self.clone();
        let is = ahead.word("").is_ok_and(|found| found == word);
        if is {
            *self = ahead;
        }
        is
    }

    pub fn number<T: std::str::FromStr>(&mut self, what: &str) -> Parsed<T> {
        let word = self.word(what)?;
        word.parse().map_err(|_| format!("expected {what}, not `{word}`"))
    }

    pub fn one_of(&mut self, words: &[&'static str]) -> Parsed<&'static str> {
        let what = format!("one of {}", words.join(", "));
        let found = self.word(&what)?;
        words.iter().find(|&&word| word == found).copied().ok_or_else(|| format!("expected {what}, not `{found}`"))
    }
}

/// Where a token ends: the first character that `stops` outside of brackets and quotes, or the end.
pub fn end_of_token(text: &str, stops: impl Fn(char) -> bool) -> Parsed<usize> {
    let (mut open, mut quote, mut escaped) = (Vec::new(), None, false);
    for (at, c) in text.char_indices() {
        if let Some(mark) = quote {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                c if c == mark => quote = None,
                _ => {}
            }
            continue;
        }
        if open.is_empty() && stops(c) {
            return Ok(at);
        }
        match c {
            '"' | '\'' => quote = Some(c),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ']' | '}' if open.pop() != Some(c) => return Err(format!("a `{c}` too many in `{text}`")),
            _ => {}
        }
    }
    match (quote, open.pop()) {
        (None, None) => Ok(text.len()),
        (Some(c), _) | (_, Some(c)) => Err(format!("a `{c}` is missing in `{text}`")),
    }
}

/// The parts of a text between commas outside of brackets and quotes.
pub fn split_list(text: &str) -> Parsed<Vec<&str>> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let end = end_of_token(rest, |c| c == ',')?;
        parts.push(rest[..end].trim());
        rest = rest.get(end + 1..).unwrap_or("");
    }
    Ok(parts)
}

/// A range such as `3`, `..3`, `3..`, `1..3`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub low: f64,
    pub high: f64,
}

impl Range {
    pub fn parse(text: &str) -> Parsed<Range> {
        let wrong = || format!("`{text}` is no range");
        let bound = |part: &str, none: f64| if part.is_empty() { Ok(none) } else { part.parse().map_err(|_| wrong()) };
        let (low, high) = match text.split_once("..") {
            Some(("", "")) => return Err(wrong()),
            Some((low, high)) => (bound(low, f64::NEG_INFINITY)?, bound(high, f64::INFINITY)?),
            None => (bound(text, f64::NAN)?, bound(text, f64::NAN)?),
        };
        if low <= high { Ok(Range { low, high }) } else { Err(wrong()) }
    }

    /// A range of whole numbers.
    pub fn whole(text: &str) -> Parsed<Range> {
        let range = Range::parse(text)?;
        let is_whole = |bound: f64| bound.is_infinite() || bound.fract() == 0.0;
        if is_whole(range.low) && is_whole(range.high) { Ok(range) } else { Err(format!("`{text}` is not whole")) }
    }

    pub fn has(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}
