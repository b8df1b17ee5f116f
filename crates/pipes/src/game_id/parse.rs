//! Reads a game ID, from left to right.

use std::borrow::Cow;

use mapwright_core::{Dir, Dirs, Grid, Point, Size, Wrap};

use super::{BARRIERS, GameId, GameIdError, GameIdErrorKind, swapped};
use crate::PipePuzzle;

pub(super) fn parse(text: &str) -> Result<GameId, GameIdError> {
    let text = &*unescaped(text);
    let mut reader = Reader { text: text.trim_end(), at: beginning(text) };
    let size = reader.size()?;
    let parameters = reader.parameters()?;
    let wrap = if parameters.wrap { Wrap::Both } else { Wrap::None };
    let puzzle = reader.board(size, wrap, size.center())?;
    Ok(GameId { puzzle, barrier_probability: parameters.barrier_probability, ambiguous: parameters.ambiguous })
}

/// Replaces what programs escape in the address of a page: `:` and `#`.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains("://") || !text.contains('%') {
        return text.into();
    }
    text.replace("%23", "#").replace("%3A", ":").replace("%3a", ":").into()
}

/// Returns where the ID begins: in the address of a page after its `#`, elsewhere at the first letter.
fn beginning(text: &str) -> usize {
    let sharp = text.find("://").and_then(|scheme| text[scheme..].find('#').map(|at| scheme + at + 1));
    sharp.unwrap_or(text.len() - text.trim_start().len())
}

/// Reads what [`board_text`](super::board_text) writes.
#[cfg(feature = "serde")]
pub(crate) fn parse_board(text: &str, size: Size, wrap: Wrap, source: Point) -> Result<PipePuzzle, GameIdError> {
    Reader { text, at: 0 }.board(size, wrap, source)
}

/// Reads what [`tiles_text`](super::tiles_text) writes.
#[cfg(feature = "serde")]
pub(crate) fn parse_tiles(text: &str, size: Size) -> Result<Grid<Dirs>, GameIdError> {
    if let Some(at) = text.find(|found| BARRIERS.iter().any(|&(_, mark)| mark == found)) {
        let found = text[at..].chars().next().unwrap_or_default();
        return Err(GameIdError { at, kind: GameIdErrorKind::Tile(found) });
    }
    let puzzle = Reader { text, at: 0 }.board(size, Wrap::None, size.center())?;
    Ok(puzzle.tiles().clone())
}

/// The tiles, and the barriers as sides of cells.
type Parsed = (Vec<Dirs>, Vec<(u32, Dir)>);

#[derive(Default)]
struct Parameters {
    wrap: bool,
    barrier_probability: Option<String>,
    ambiguous: bool,
}

/// The text, and how much of it is read. Everything read so far is ASCII, so bytes are characters.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    /// Reads bytes while they are `wanted`, which accepts only ASCII, and returns them.
    fn take(&mut self, wanted: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.bytes().take_while(|&byte| wanted(byte)).count();
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    fn error(&self, kind: GameIdErrorKind) -> GameIdError {
        GameIdError { at: self.at, kind }
    }

    fn size(&mut self) -> Result<Size, GameIdError> {
        let w = self.side("width")?;
        match self.peek() {
            Some('x') => {
                self.at += 1;
                Ok(Size::new(w, self.side("height")?))
            }
            // One number is a square.
            Some('w' | 'b' | 'a' | ':' | '#') => Ok(Size::new(w, w)),
            found => Err(self.error(GameIdErrorKind::NoSize { found })),
        }
    }

    fn side(&mut self, what: &'static str) -> Result<u16, GameIdError> {
        let at = self.at;
        let digits = self.take(|byte| byte.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.error(GameIdErrorKind::NoSize { found: self.peek() }));
        }
        match digits.parse() {
            Ok(side) if side > 0 => Ok(side),
            _ => Err(GameIdError { at, kind: GameIdErrorKind::Side { what, found: digits.to_owned() } }),
        }
    }

    fn parameters(&mut self) -> Result<Parameters, GameIdError> {
        let mut found = Parameters::default();
        loop {
            let letter = self.peek();
            let is_again = match letter {
                Some('w') => std::mem::replace(&mut found.wrap, true),
                Some('b') => found.barrier_probability.is_some(),
                Some('a') => std::mem::replace(&mut found.ambiguous, true),
                Some(':') => {
                    self.at += 1;
                    return Ok(found);
                }
                Some('#') => return Err(self.error(GameIdErrorKind::RandomSeed)),
                found => return Err(self.error(GameIdErrorKind::Parameter { found })),
            };
            if let Some(letter) = letter.filter(|_| is_again) {
                return Err(self.error(GameIdErrorKind::Repeated(letter)));
            }
            self.at += 1;
            if letter == Some('b') {
                found.barrier_probability = Some(self.probability()?);
            }
        }
    }

    fn probability(&mut self) -> Result<String, GameIdError> {
        let at = self.at;
        let number = self.take(|byte| byte.is_ascii_digit() || byte == b'.');
        match number.parse::<f64>() {
            Ok(0.0..=1.0) => Ok(number.to_owned()),
            _ => Err(GameIdError { at, kind: GameIdErrorKind::Probability(number.to_owned()) }),
        }
    }

    /// Reads the rest as a board.
    fn board(&mut self, size: Size, wrap: Wrap, source: Point) -> Result<PipePuzzle, GameIdError> {
        let (tiles, barriers) = self.tiles(size, wrap)?;
        // There are as many tiles as cells: that cannot fail unless the source is outside.
        let too_short = GameIdError { at: self.at, kind: GameIdErrorKind::TooShort { tiles: tiles.len(), size } };
        let tiles = Grid::from_vec(size, tiles).ok_or_else(|| too_short.clone())?;
        let mut puzzle = PipePuzzle::new(tiles, wrap, source).map_err(|_| too_short)?;
        for (cell, dir) in barriers {
            puzzle = puzzle.with_barrier(size.point(cell), dir);
        }
        Ok(puzzle)
    }

    /// Reads the rest. Memory is allocated as the text goes on, so a large size alone takes none.
    fn tiles(&mut self, size: Size, wrap: Wrap) -> Result<Parsed, GameIdError> {
        let mut tiles = Vec::new();
        let mut barriers: Vec<(u32, Dir)> = Vec::new();
        while let Some(found) = self.peek() {
            if let Some((dir, _)) = BARRIERS.into_iter().find(|&(_, mark)| mark == found) {
                let barrier = (self.barrier_cell(found, tiles.len())?, dir);
                self.check_barrier(found, barrier, &barriers, size)?;
                // The border that does not wrap is closed anyway.
                if has_neighbor(barrier, size, wrap) {
                    barriers.push(barrier);
                }
            } else if tiles.len() == size.area() as usize {
                return Err(self.error(GameIdErrorKind::TooLong { found, size }));
            } else {
                let digit = found.to_digit(16).and_then(|digit| u8::try_from(digit).ok());
                let digit = digit.ok_or_else(|| self.error(GameIdErrorKind::Tile(found)))?;
                tiles.push(Dirs::from_bits(swapped(digit)));
            }
            self.at += 1;
        }
        if tiles.len() < size.area() as usize {
            return Err(self.error(GameIdErrorKind::TooShort { tiles: tiles.len(), size }));
        }
        Ok((tiles, barriers))
    }

    /// The cell of the last tile read.
    fn barrier_cell(&self, found: char, tiles: usize) -> Result<u32, GameIdError> {
        let last = tiles.checked_sub(1).and_then(|last| u32::try_from(last).ok());
        last.ok_or_else(|| self.error(GameIdErrorKind::BarrierFirst(found)))
    }

    fn check_barrier(
        &self,
        found: char,
        barrier: (u32, Dir),
        before: &[(u32, Dir)],
        size: Size,
    ) -> Result<(), GameIdError> {
        let cell = size.point(barrier.0);
        // Only the marks of the same tile can be the same.
        if before.iter().rev().take(2).any(|&other| other == barrier) {
            return Err(self.error(GameIdErrorKind::BarrierTwice { found, cell }));
        }
        Ok(())
    }
}

/// Whether a cell has a neighbor in a direction, `E` or `S`.
fn has_neighbor((cell, dir): (u32, Dir), size: Size, wrap: Wrap) -> bool {
    let cell = size.point(cell);
    let is_last = if dir == Dir::E { cell.x + 1 == size.w } else { cell.y + 1 == size.h };
    !is_last || wrap.crossings(size).contains(dir)
}
