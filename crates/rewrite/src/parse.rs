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
    pub(crate) condition: Option<Condition>,
}

/// The symbols that are counted around a cell, and a bit for each count that fits.
pub(crate) type Condition = (Mask, u16);

/// A character and its index in the text.
type Glyph = (usize, char);
/// What is wrong, and at which character.
type Fault = (usize, String);

/// Reads a rule, whose place in the program is `path`; `counts` tells whether it has an `if`.
pub(crate) fn parse(path: &str, text: &str, counts: bool, alphabet: &mut Alphabet) -> Result<Parsed, ProgramError> {
    read(path, text, |words, end| rule(words, end, counts, alphabet))
}

/// Reads a picture by itself, such as the goal of a search.
pub(crate) fn parse_picture(path: &str, text: &str, alphabet: &mut Alphabet) -> Result<Picture<Mask>, ProgramError> {
    read(path, text, |words, _| match words {
        [word] => picture(word, |glyph| alphabet.mask(glyph)),
        [] => fault(0, "an empty picture; expected rows separated by `/`"),
        [_, second, ..] => fault(second[0].0, "expected one picture: rows separated by `/`"),
    })
}

/// Splits a text into words, at blanks and new lines. `parse` gets them and the index behind the last character.
fn read<T>(
    path: &str,
    text: &str,
    parse: impl FnOnce(&[&[Glyph]], usize) -> Result<T, Fault>,
) -> Result<T, ProgramError> {
    let glyphs: Vec<Glyph> = text.chars().enumerate().collect();
    let words = glyphs.split(|(_, c)| c.is_whitespace()).filter(|word| !word.is_empty());
    let parsed = parse(&words.collect::<Vec<_>>(), glyphs.len());
    parsed.map_err(|(at, what)| ProgramError::in_rule(path, text, at, what))
}

fn fault<T>(at: usize, what: impl Into<String>) -> Result<T, Fault> {
    Err((at, what.into()))
}

fn is(word: &[Glyph], text: &str) -> bool {
    word.iter().map(|&(_, c)| c).eq(text.chars())
}

fn rule(words: &[&[Glyph]], end: usize, counts: bool, alphabet: &mut Alphabet) -> Result<Parsed, Fault> {
    let (from_word, to_word, rest) = match words {
        [from, arrow, to, rest @ ..] if is(arrow, "->") => (from, to, rest),
        [] => return fault(0, "an empty rule; expected one such as `#. -> ..`"),
        [_, second, ..] if !is(second, "->") => {
            return fault(second[0].0, "expected ` -> `, and rows separated by `/`");
        }
        _ => return fault(end, "the rule ends here; expected ` -> ` and what it turns into"),
    };
    let from = picture(from_word, |glyph| alphabet.mask(glyph))?;
    let to = picture(to_word, |glyph| if glyph == '*' { Ok(KEEP) } else { alphabet.symbol(glyph) })?;
    if (from.w, from.h) != (to.w, to.h) {
        let what = format!("the right side is {}x{}; expected {}x{}", to.w, to.h, from.w, from.h);
        return fault(to_word[0].0, what);
    }
    if counts && from.cells.len() != 1 {
        return fault(from_word[0].0, "`count` changes single cells; expected one symbol");
    }
    let condition = match rest {
        _ if counts => Some(condition(rest, end, alphabet)?),
        [word, ..] => return fault(word[0].0, "expected the end of the rule; `if` goes with `count`"),
        [] => None,
    };
    Ok(Parsed { from, to, condition })
}

fn picture<T>(word: &[Glyph], mut cell: impl FnMut(char) -> Result<T, String>) -> Result<Picture<T>, Fault> {
    let rows: Vec<&[Glyph]> = word.split(|&(_, c)| c == '/').collect();
    let (w, h, mut cells) = (rows[0].len(), rows.len(), Vec::new());
    let mut at = word[0].0;
    for row in rows {
        match row.len() {
            0 => return fault(at, "an empty row; expected symbols"),
            n if n != w => return fault(at, format!("a row of {n} symbols; expected {w}, as in the first row")),
            n if n > MAX_SIDE => return fault(at, format!("a row of {n} symbols; expected at most {MAX_SIDE}")),
            _ if h > MAX_SIDE => return fault(at, format!("{h} rows; expected at most {MAX_SIDE}")),
            n => at += n + 1,
        }
        for &(at, glyph) in row {
            cells.push(cell(glyph).map_err(|what| (at, what))?);
        }
    }
    Ok(Picture { w: w as u32, h: h as u32, cells })
}

/// `if # 5..8`: what is counted, and how many of it there are to be.
fn condition(words: &[&[Glyph]], end: usize, alphabet: &mut Alphabet) -> Result<Condition, Fault> {
    let (symbols, counts) = match words {
        [word, symbols, counts @ ..] if is(word, "if") && !counts.is_empty() => (symbols, counts),
        _ => {
            let at = words.first().filter(|word| !is(word, "if")).map_or(end, |word| word[0].0);
            return fault(at, "expected `if`, a symbol and a range, as in `. -> # if # 5..8`");
        }
    };
    let (mut mask, mut fits) = (0, 0);
    for &(at, glyph) in *symbols {
        mask |= alphabet.mask(glyph).map_err(|what| (at, what))?;
    }
    for word in counts {
        let text: String = word.iter().map(|&(_, c)| c).collect();
        for range in text.trim_end_matches(',').split(',') {
            let what = || (word[0].0, format!("`{range}` is not a count; expected 0 to 8, or a range such as 5..8"));
            fits |= counts_of(range).ok_or_else(what)?;
        }
    }
    Ok((mask, fits))
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
