//! Prefabs as text: a glyph for each cell.

use std::collections::BTreeMap;
use std::str::FromStr;

use mapwright_core::{Point, Size};

use super::error::PrefabError;
use super::legend::{Legend, Meaning};
use super::template::Prefab;

impl Prefab {
    /// Reads a prefab from text. Each line is a row. Shorter lines are padded with spaces, because editors strip these.
    ///
    /// # Errors
    ///
    /// A glyph is not in `legend`; there are no cells or too many; there is a second start or exit; or the legend
    /// puts a start, exit or spawn on a solid tile.
    pub fn from_text(text: &str, legend: &Legend) -> Result<Self, PrefabError> {
        Prefab::from_rows(text.lines(), legend)
    }

    /// Like [`from_text`](Self::from_text), from rows.
    ///
    /// # Errors
    ///
    /// As [`from_text`](Self::from_text).
    pub fn from_rows<'a>(rows: impl Iterator<Item = &'a str> + Clone, legend: &Legend) -> Result<Self, PrefabError> {
        let size = measure(rows.clone())?;
        let whole = |row: &'a str| row.chars().chain(std::iter::repeat(' ')).take(size.w.into());
        let meanings = size.points().zip(rows.flat_map(whole)).map(|(at, glyph)| look_up(legend, glyph, at));
        Prefab::from_meanings(size, meanings)
    }

    /// The prefab as text, with a legend that reads it back. Glyphs of the default legend keep their meaning; letters
    /// are used for everything else. `None` if there are not enough characters, or for a prefab with keys, which text
    /// cannot say.
    pub fn to_text(&self) -> Option<(String, Legend)> {
        if self.spawns().iter().any(|spawn| spawn.key.is_some()) {
            return None;
        }
        let mut glyphs: BTreeMap<Meaning, char> =
            Legend::default().glyphs().map(|(glyph, meaning)| (meaning.clone(), glyph)).collect();
        let default = Legend::default();
        let mut free = free_glyphs().filter(|&glyph| default.meaning(glyph).is_none());
        let (mut text, mut legend) = (String::new(), Legend::empty());
        let mut spawns = self.spawns().iter().peekable();
        for at in self.size().points() {
            let spawn = spawns.next_if(|spawn| spawn.at == at);
            let meaning = match (self.tiles()[at], spawn) {
                (None, _) => Meaning::Keep,
                (Some(tile), Some(spawn)) => Meaning::Spawn(tile, spawn.what.clone()),
                (Some(tile), None) if self.start() == Some(at) => Meaning::Start(tile),
                (Some(tile), None) if self.exit() == Some(at) => Meaning::Exit(tile),
                (Some(tile), None) => Meaning::Tile(tile),
            };
            let glyph = match glyphs.get(&meaning) {
                Some(&glyph) => glyph,
                None => *glyphs.entry(meaning.clone()).or_insert(free.next()?),
            };
            legend.set(glyph, meaning);
            if at.x == 0 && at.y > 0 {
                text.push('\n');
            }
            text.push(glyph);
        }
        Some((text, legend))
    }
}

/// With the default legend.
impl FromStr for Prefab {
    type Err = PrefabError;

    fn from_str(text: &str) -> Result<Self, PrefabError> {
        Prefab::from_text(text, &Legend::default())
    }
}

/// The size of a text, checked before allocating memory: one long row makes all others long.
fn measure<'a>(rows: impl Iterator<Item = &'a str>) -> Result<Size, PrefabError> {
    let (mut w, mut h) = (0, 0);
    for row in rows {
        w = row.chars().count().max(w);
        h += 1;
    }
    Prefab::check_size(w.try_into().unwrap_or(u64::MAX), h)
}

fn look_up(legend: &Legend, glyph: char, at: Point) -> Result<&Meaning, PrefabError> {
    legend.meaning(glyph).ok_or_else(|| PrefabError::Glyph { layer: None, at, glyph, allowed: legend.known() })
}

/// Glyphs that are not in the default legend: letters, then other visible characters.
fn free_glyphs() -> impl Iterator<Item = char> {
    let seen = |glyph: &char| !glyph.is_whitespace() && !glyph.is_control();
    ('a'..='z').chain('A'..='Z').chain(('\u{a1}'..=char::MAX).filter(seen))
}
