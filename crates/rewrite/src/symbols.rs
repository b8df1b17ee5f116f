//! Symbols: the letters in which rules are written, and what they stand for on a map.

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::params::{Described, Schema};
use mapwright_core::{Palette, Tile};

use crate::ProgramError;

/// What a symbol stands for: a tile, and perhaps a mark on it.
///
/// In recipes a symbol is the name or number of a tile, or an object such as `{"tile": "grass", "spawn": "Sheep"}`,
/// `{"start": true}`, `{"exit": true}`, `{"spawn": "Red key", "key": 0}`, `{"door": true}` or `{"tile": "door", "lock": 0}`;
/// the tile is floor unless it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "crate::json::RawSymbol", into = "crate::json::RawSymbol"))]
pub struct Symbol {
    /// The tile of its cells.
    pub tile: Tile,
    /// What its cells are besides.
    pub mark: Option<Mark>,
}

/// A mark on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The start; of several cells, the first row by row.
    Start,
    /// The exit; of several cells, the first row by row.
    Exit,
    /// Something appears there.
    Spawn(String),
    /// A key appears there, to every lock with its number.
    Key(String, u8),
    /// It is a door, perhaps with the number of its lock.
    Door(Option<u8>),
}

impl Described for Symbol {
    fn schema() -> Schema {
        Schema::Defined("symbol", "a tile, or an object such as {\"tile\": \"grass\", \"spawn\": \"Sheep\"}")
    }
}

impl From<Tile> for Symbol {
    fn from(tile: Tile) -> Self {
        Symbol { tile, mark: None }
    }
}

/// A set of symbols, one bit each.
pub(crate) type Mask = u32;

/// Any symbol, and any tile that is none.
pub(crate) const ANY: Mask = Mask::MAX;

/// The number of all tiles for which the program has no symbol.
pub(crate) const OTHER: u8 = 31;

/// The symbols that a program uses, numbered as they come.
#[derive(Clone, Debug)]
pub(crate) struct Alphabet {
    known: BTreeMap<char, Symbol>,
    sets: BTreeMap<char, String>,
    used: Vec<(char, Symbol)>,
    used_sets: BTreeSet<char>,
    palette: Palette,
}

impl Alphabet {
    /// The glyphs of prefabs, `given` symbols, and sets of both.
    pub(crate) fn new(given: &BTreeMap<char, Symbol>, sets: &BTreeMap<char, String>) -> Result<Self, ProgramError> {
        let palette = Palette::default();
        let mut known: BTreeMap<char, Symbol> =
            palette.looks().iter().map(|look| (look.glyph, look.tile.into())).collect();
        known.insert('@', Symbol { tile: Tile::FLOOR, mark: Some(Mark::Start) });
        known.insert('<', Symbol { tile: Tile::STAIRS_UP, mark: Some(Mark::Start) });
        known.insert('>', Symbol { tile: Tile::STAIRS_DOWN, mark: Some(Mark::Exit) });
        for (&glyph, symbol) in given {
            check_glyph(glyph, &format!("symbols.{glyph}"))?;
            known.insert(glyph, symbol.clone());
        }
        let (used, used_sets) = Default::default();
        let mut alphabet = Alphabet { known, sets: sets.clone(), used, used_sets, palette };
        for (&glyph, members) in sets {
            let path = format!("sets.{glyph}");
            check_glyph(glyph, &path)?;
            if given.contains_key(&glyph) {
                return Err(ProgramError::at(&path, format!("`{glyph}` is a symbol; expected another glyph")));
            }
            alphabet.known.remove(&glyph);
            if members.is_empty() {
                return Err(ProgramError::at(&path, "an empty set; expected symbols such as \"#.\""));
            }
            for member in members.chars() {
                alphabet.symbol(member).map_err(|what| ProgramError::at(&path, what))?;
            }
        }
        Ok(alphabet)
    }

    /// The number of a symbol, or what is wrong with it.
    pub(crate) fn symbol(&mut self, glyph: char) -> Result<u8, String> {
        if let Some(number) = self.used.iter().position(|&(used, _)| used == glyph) {
            return Ok(number as u8);
        }
        if self.sets.contains_key(&glyph) {
            return Err(format!("`{glyph}` is a set; expected one symbol"));
        }
        let Some(symbol) = self.known.get(&glyph) else { return Err(self.unknown(glyph)) };
        if self.used.len() >= usize::from(OTHER) {
            return Err(format!("`{glyph}` is symbol number {}; expected at most {OTHER}", self.used.len() + 1));
        }
        self.used.push((glyph, symbol.clone()));
        Ok(self.used.len() as u8 - 1)
    }

    /// The symbols that a glyph on the left side of a rule stands for.
    pub(crate) fn mask(&mut self, glyph: char) -> Result<Mask, String> {
        if glyph == '*' {
            return Ok(ANY);
        }
        match self.sets.get(&glyph).cloned() {
            Some(members) => {
                self.used_sets.insert(glyph);
                members.chars().try_fold(0, |mask, member| Ok(mask | 1 << self.symbol(member)?))
            }
            None => Ok(1 << self.symbol(glyph)?),
        }
    }

    /// Of some symbols and of all sets, those that were never asked for, as places in a program.
    pub(crate) fn unused(&self, given: &BTreeMap<char, Symbol>) -> Vec<String> {
        let symbols = given.keys().filter(|&&glyph| self.used.iter().all(|&(used, _)| used != glyph));
        let sets = self.sets.keys().filter(|glyph| !self.used_sets.contains(glyph));
        symbols.map(|glyph| format!("symbols.{glyph}")).chain(sets.map(|glyph| format!("sets.{glyph}"))).collect()
    }

    /// The symbols used, by number.
    pub(crate) fn used(&self) -> &[(char, Symbol)] {
        &self.used
    }

    /// The glyph of a number, for messages.
    pub(crate) fn glyph(&self, number: u8) -> char {
        self.used.get(usize::from(number)).map_or('*', |&(glyph, _)| glyph)
    }

    /// The number that a tile without a mark has when a map is read. A tile of the default palette is read as its own
    /// glyph, whatever other symbols look like it.
    pub(crate) fn reading(&self, tile: Tile) -> u8 {
        let own = self.palette.looks().iter().find(|look| look.tile == tile).map(|look| look.glyph);
        let own = own.filter(|glyph| self.known.get(glyph).is_some_and(|symbol| symbol.tile == tile));
        let reads = |(glyph, symbol): &(char, Symbol)| match own {
            Some(own) => *glyph == own,
            None => symbol.tile == tile && symbol.mark.is_none(),
        };
        self.used.iter().position(reads).map_or(OTHER, |number| number as u8)
    }

    /// The number of a symbol with this tile and mark, if the program uses one.
    pub(crate) fn marked(&self, tile: Tile, mark: &Mark) -> Option<u8> {
        let is = |(_, symbol): &(char, Symbol)| symbol.tile == tile && symbol.mark.as_ref() == Some(mark);
        self.used.iter().position(is).map(|number| number as u8)
    }

    fn unknown(&self, glyph: char) -> String {
        let known: Vec<String> = self.known.keys().chain(self.sets.keys()).map(|known| format!("`{known}`")).collect();
        format!("unknown symbol `{}`; expected `*`, {}, or a glyph of `symbols`", glyph.escape_debug(), known.join(" "))
    }
}

fn check_glyph(glyph: char, path: &str) -> Result<(), ProgramError> {
    if glyph == '*' || glyph == '/' || glyph.is_whitespace() || glyph.is_control() {
        let what = format!("`{}` has a meaning of its own in rules; expected another glyph", glyph.escape_debug());
        return Err(ProgramError::at(path, what));
    }
    Ok(())
}
