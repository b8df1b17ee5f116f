//! Reading the text of a rule.
//!
//! ```text
//! rule    = picture "->" picture [ "if" symbols range { "," range } ]
//! picture = row { "/" row }
//! range   = number [ ".." [ number ] ]
//! ```

use crate::ProgramError;
use crate::symbols::{Alphabet, Mask};
use crate::symmetry::Picture;

/// What a rule writes where it keeps what is there.
pub(crate) const KEEP: u8 = u8::MAX;

/// Cells a side that a picture may have.
const MAX_SIDE: usize = 32;

/// A rule that was read.
#[derive(Clone, Debug)]
pub(crate) struct Parsed {
    /// What has to be there.
    pub(crate) from: Picture<Mask>,
    /// What is written.
    pub(crate) to: Picture<u8>,
    /// The symbols that are counted around a cell, and a bit for each count that fits.
    pub(crate) condition: Option<(Mask, u16)>,
}

/// Reads a rule, whose place in the program is `path`.
pub(crate) fn parse(path: &str, text: &str, alphabet: &mut Alphabet) -> Result<Parsed, ProgramError> {
    Reader { path, text, alphabet, words: words(text) }.rule()
}

/// Reads a picture by itself, such as the goal of a search.
pub(crate) fn parse_picture(path: &str, text: &str, alphabet: &mut Alphabet) -> Result<Picture<Mask>, ProgramError> {
    let mut reader = Reader { path, text, alphabet, words: words(text) };
    match std::mem::take(&mut reader.words).as_slice() {
        [word] => {
            let rows = reader.rows(word)?;
            reader.picture(&rows, |alphabet, glyph| alphabet.mask(glyph))
        }
        [] => Err(reader.error(0, "an empty picture; expected rows separated by `/`")),
        [_, second, ..] => Err(reader.error(second.0, "expected one picture: rows separated by `/`")),
    }
}

/// A word and the index of its first character.
type Word = (usize, Vec<char>);

struct Reader<'a> {
    path: &'a str,
    text: &'a str,
    alphabet: &'a mut Alphabet,
    words: Vec<Word>,
}

/// The words of a text, which blanks and new lines separate.
fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut blank = true;
    for (i, c) in text.chars().enumerate() {
        if c.is_whitespace() {
            blank = true;
            continue;
        }
        if blank {
            words.push((i, Vec::new()));
        }
        if let Some((_, word)) = words.last_mut() {
            word.push(c);
        }
        blank = false;
    }
    words
}

fn is(word: &Word, text: &str) -> bool {
    word.1.iter().copied().eq(text.chars())
}

impl Reader<'_> {
    fn rule(mut self) -> Result<Parsed, ProgramError> {
        let end = self.text.chars().count();
        let at = |i: usize, words: &[Word]| words.get(i).map_or(end, |word| word.0);
        let words = std::mem::take(&mut self.words);
        match words.as_slice() {
            [from, arrow, to, rest @ ..] if is(arrow, "->") => {
                let (from_rows, to_rows) = (self.rows(from)?, self.rows(to)?);
                let (from_at, to_at) = (from.0, to.0);
                let from = self.picture(&from_rows, |alphabet, glyph| alphabet.mask(glyph))?;
                let output =
                    |alphabet: &mut Alphabet, glyph| if glyph == '*' { Ok(KEEP) } else { alphabet.symbol(glyph) };
                let to = self.picture(&to_rows, output)?;
                if (from.w, from.h) != (to.w, to.h) {
                    let what = format!("the right side is {}x{}; expected {}x{}", to.w, to.h, from.w, from.h);
                    return Err(self.error(to_at, what));
                }
                let condition = self.condition(rest, end)?;
                if condition.is_some() && from.cells.len() != 1 {
                    return Err(self.error(from_at, "a rule with `if` is for one cell; expected one symbol"));
                }
                Ok(Parsed { from, to, condition })
            }
            [] => Err(self.error(0, "an empty rule; expected such as `#. -> ..`")),
            [_, second, ..] if !is(second, "->") => {
                Err(self.error(second.0, "expected ` -> `, and rows separated by `/`"))
            }
            _ => Err(self.error(at(2, &words), "the rule ends here; expected ` -> ` and what it turns into")),
        }
    }

    /// The rows of a picture, each with the index of its first character.
    fn rows(&self, word: &Word) -> Result<Vec<Word>, ProgramError> {
        let mut rows: Vec<Word> = vec![(word.0, Vec::new())];
        for (i, &glyph) in (word.0..).zip(&word.1) {
            if glyph == '/' {
                rows.push((i + 1, Vec::new()));
            } else if let Some((_, row)) = rows.last_mut() {
                row.push(glyph);
            }
        }
        let width = rows[0].1.len();
        for (at, row) in &rows {
            let what = match row.len() {
                0 => "an empty row; expected symbols".to_owned(),
                n if n != width => format!("a row of {n} symbols; expected {width}, as in the first row"),
                n if n > MAX_SIDE => format!("a row of {n} symbols; expected at most {MAX_SIDE}"),
                _ if rows.len() > MAX_SIDE => format!("{} rows; expected at most {MAX_SIDE}", rows.len()),
                _ => continue,
            };
            return Err(self.error(*at, what));
        }
        Ok(rows)
    }

    fn picture<T>(
        &mut self,
        rows: &[Word],
        cell: impl Fn(&mut Alphabet, char) -> Result<T, String>,
    ) -> Result<Picture<T>, ProgramError> {
        let mut cells = Vec::new();
        for (at, row) in rows {
            for (at, &glyph) in (*at..).zip(row) {
                cells.push(cell(self.alphabet, glyph).map_err(|what| self.error(at, what))?);
            }
        }
        Ok(Picture { w: rows[0].1.len() as u32, h: rows.len() as u32, cells })
    }

    /// `if # 5..8`: what is counted, and how many of it there are to be.
    fn condition(&mut self, words: &[Word], end: usize) -> Result<Option<(Mask, u16)>, ProgramError> {
        match words {
            [] => Ok(None),
            [word, symbols, counts @ ..] if is(word, "if") && !counts.is_empty() => {
                let mut mask = 0;
                for (at, &glyph) in (symbols.0..).zip(&symbols.1) {
                    mask |= self.alphabet.mask(glyph).map_err(|what| self.error(at, what))?;
                }
                let mut fits = 0;
                for (at, word) in counts {
                    let text: String = word.iter().collect();
                    for range in text.trim_end_matches(',').split(',') {
                        let what = || format!("`{range}` is no count; expected 0 to 8, or a range such as 5..8");
                        fits |= counts_of(range).ok_or_else(|| self.error(*at, what()))?;
                    }
                }
                Ok(Some((mask, fits)))
            }
            [word, ..] if is(word, "if") => {
                Err(self.error(end, "the rule ends here; expected `if`, a symbol and a range, as in `if # 5..8`"))
            }
            [word, ..] => Err(self.error(word.0, "expected the end of the rule, or `if` in a rule that counts")),
        }
    }

    fn error(&self, at: usize, what: impl Into<String>) -> ProgramError {
        ProgramError::in_rule(self.path, self.text, at, what)
    }
}

/// A bit for each number of `5..8`, `5..` or `5`.
fn counts_of(range: &str) -> Option<u16> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|&n| n <= 8);
    let (low, high) = match range.split_once("..") {
        None => (number(range)?, number(range)?),
        Some((low, "")) => (number(low)?, 8),
        Some((low, high)) => (number(low)?, number(high)?),
    };
    (low <= high).then(|| (low..=high).map(|n| 1 << n).sum())
}
