//! What a glyph may mean: a distribution over all its cells of a drawing.
//!
//! A drawing is the grid of a template, or of a template in a slot. `exactly` draws cells of a glyph without replacement, so all
//! sets of that size are equally likely. Every draw has as many starts, exits, keys, doors and ends of portals as
//! every other: they are in `exactly`, or exchanged with glyphs of as many cells. So one draw answers for the marks of all.

use std::collections::{BTreeMap, BTreeSet};

use super::{Legend, Meaning, Template, TemplateError};
use crate::text_rows::shown;
use crate::{Grid, MapRng, Point, Tile};

/// What the cells of a glyph become: fixed numbers of cells become given glyphs, and each other cell one drawn by weight.
///
/// ```
/// use mapwright_core::{Legend, MapRng, Meaning, Template};
///
/// let legend = Legend::default().with('k', Meaning::key(0)).with('?', Meaning::exactly([('k', 1)], [('.', 1)]));
/// let room = Template::from_text("?.?\n###\n?.?", &legend)?;
/// assert_eq!(room.draw(&mut MapRng::new(7)).spawns().len(), 1);
/// # Ok::<(), mapwright_core::TemplateError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GlyphChoice {
    /// How many of its cells become each of these glyphs.
    pub exactly: BTreeMap<char, u32>,
    /// The glyphs for all other cells, each drawn as often as it weighs.
    pub any: BTreeMap<char, u32>,
    /// Whether these are drawn once for all cells of the glyph, instead of for each.
    pub once: bool,
}

impl GlyphChoice {
    /// All glyphs that its cells may become.
    pub fn glyphs(&self) -> impl Iterator<Item = char> {
        self.exactly.keys().chain(self.any.keys()).copied()
    }

    /// How many cells `exactly` takes.
    fn taken(&self) -> u64 {
        self.exactly.values().map(|&cells| u64::from(cells)).sum()
    }

    /// Checks the alternatives of a glyph.
    pub(super) fn check(&self, glyph: char, legend: &Legend) -> Result<(), TemplateError> {
        let wrong = |problem: String| Err(TemplateError::Choice { glyph, problem });
        for one in self.glyphs() {
            let name = shown(one);
            match legend.meaning(one) {
                None => return wrong(format!("of {name}, which is not in the legend; expected {}", legend.known())),
                Some(Meaning::Any(_) | Meaning::Slot { .. }) => {
                    return wrong(format!(
                        "of {name}, which is a choice or a slot; expected tiles, and spawns on open ones"
                    ));
                }
                Some(_) if one.is_control() => return wrong(format!("of {name}; expected visible glyphs")),
                Some(_) => (),
            }
        }
        let meanings = |one: char| legend.exchanged(one).filter_map(|glyph| legend.meaning(glyph));
        if let Some(one) = self.any.keys().find(|one| !meanings(**one).all(Meaning::may_be_drawn)) {
            return wrong(format!("of {}; expected tiles, and spawns on open ones", shown(*one)));
        }
        if let Some(one) = self.exactly.keys().find(|one| !meanings(**one).all(Meaning::is_placeable)) {
            return wrong(format!("of {}, a mark on a solid tile; expected open ones", shown(*one)));
        }
        if let Some((one, _)) = self.exactly.iter().find(|(_, cells)| **cells == 0) {
            return wrong(format!("with 0 cells of {}; expected 1 or more", shown(*one)));
        }
        match self.any.values().map(|&weight| u64::from(weight)).sum::<u64>() {
            1..=0xffff_ffff => Ok(()),
            0 if self.any.is_empty() && !self.exactly.is_empty() => Ok(()),
            total => wrong(format!("whose weights are {total} together; expected 1 to {}", u32::MAX)),
        }
    }
}

impl Legend {
    /// The glyphs that a glyph may stand for after shuffles: itself and those that it is exchanged with.
    pub(super) fn exchanged(&self, glyph: char) -> impl Iterator<Item = char> {
        let group = self.shuffles.iter().find(|group| group.contains(&glyph)).cloned();
        group.unwrap_or_else(|| vec![glyph]).into_iter()
    }

    /// All glyphs that cells of a glyph may become.
    pub(super) fn outcomes(&self, glyph: char) -> BTreeSet<char> {
        match self.meaning(glyph) {
            Some(Meaning::Any(choice)) => choice.glyphs().flat_map(|one| self.exchanged(one)).collect(),
            _ => self.exchanged(glyph).collect(),
        }
    }

    /// The tile of a glyph, as [`tiles`](Template::tiles) says.
    pub(super) fn likely_tile(&self, glyph: char, meaning: &Meaning) -> Option<Tile> {
        if matches!(meaning, Meaning::Slot { .. }) {
            return Some(Tile::FLOOR);
        }
        let outcomes = self.outcomes(glyph);
        let tiles = || outcomes.iter().filter_map(|&one| self.meaning(one)?.tile());
        tiles().find(|tile| tile.is_solid() == self.is_free(glyph)).or_else(|| tiles().next())
    }

    /// Whether the cells of a glyph are drawn independently of each other.
    pub(super) fn is_free(&self, glyph: char) -> bool {
        matches!(self.meaning(glyph), Some(Meaning::Any(choice)) if choice.exactly.is_empty())
    }

    /// Checks that shuffles exchange glyphs with plain meanings, each in one shuffle at most.
    pub(super) fn check_shuffles(&self) -> Result<(), TemplateError> {
        let mut seen = BTreeSet::new();
        for group in &self.shuffles {
            let wrong = |problem: String| Err(TemplateError::Shuffle { glyphs: group.iter().collect(), problem });
            if group.len() < 2 {
                return wrong("has fewer than two glyphs".to_owned());
            }
            for &glyph in group {
                let name = shown(glyph);
                match self.meaning(glyph) {
                    None => return wrong(format!("has {name}, which is not in the legend; expected {}", self.known())),
                    Some(meaning) if !meaning.is_placeable() => {
                        return wrong(format!("has {name}; expected tiles, and marks on open ones"));
                    }
                    _ if !seen.insert(glyph) => return wrong(format!("has {name} again")),
                    _ => (),
                }
            }
        }
        Ok(())
    }

    /// Checks that a drawing has the cells that choices take, and that no draw has more of what is unique than another.
    pub(super) fn check_counts(&self, glyphs: &Grid<char>) -> Result<(), TemplateError> {
        if self.shuffles.is_empty() && self.together().next().is_none() {
            return Ok(());
        }
        let mut cells: BTreeMap<char, u64> = BTreeMap::new();
        glyphs.as_slice().iter().for_each(|&glyph| *cells.entry(glyph).or_default() += 1);
        for (glyph, meaning) in self.glyphs() {
            let (Meaning::Any(choice), Some(&found)) = (meaning, cells.get(&glyph)) else { continue };
            let taken = choice.taken();
            let fits = if choice.any.is_empty() { found == taken } else { found >= taken };
            if !fits {
                let more = if choice.any.is_empty() { ", or `any` for the others" } else { " or more" };
                let problem = format!("that takes {taken} cells, and the drawing has {found}; expected {taken}{more}");
                return Err(TemplateError::Choice { glyph, problem });
            }
            for (&one, &taken) in &choice.exactly {
                *cells.entry(one).or_default() += u64::from(taken);
            }
        }
        let count = |glyph: &char| cells.get(glyph).copied().unwrap_or(0);
        for group in &self.shuffles {
            let unique = group.iter().find(|&&glyph| self.meaning(glyph).is_some_and(Meaning::is_unique));
            if let Some(&unique) = unique
                && group.iter().any(|glyph| count(glyph) != count(&unique))
            {
                let counts: Vec<String> =
                    group.iter().map(|glyph| format!("{} {}", count(glyph), shown(*glyph))).collect();
                let problem = format!(
                    "has {}, of which every level has the same number; expected as many cells of each, found {}",
                    shown(unique),
                    counts.join(", ")
                );
                return Err(TemplateError::Shuffle { glyphs: group.iter().collect(), problem });
            }
        }
        Ok(())
    }
}

impl Template {
    /// Draws what is decided for several cells at once.
    pub(super) fn draw_together(&self, glyphs: &mut Grid<char>, rng: &mut MapRng) {
        let choices: BTreeMap<char, &GlyphChoice> = self.legend.together().collect();
        if choices.is_empty() {
            return;
        }
        let mut cells: BTreeMap<char, Vec<Point>> = BTreeMap::new();
        for (at, glyph) in glyphs.iter().filter(|(_, glyph)| choices.contains_key(glyph)) {
            cells.entry(*glyph).or_default().push(at);
        }
        for (glyph, mut cells) in cells {
            let Some(choice) = choices.get(&glyph) else { continue };
            for (&one, &taken) in &choice.exactly {
                for at in (0..taken).map_while(|_| rng.swap_remove(&mut cells)) {
                    glyphs[at] = one;
                }
            }
            if choice.once
                && let Some(one) = choice.pick(rng)
            {
                cells.into_iter().for_each(|at| glyphs[at] = one);
            }
        }
    }

    /// Exchanges the glyphs of each shuffle.
    pub(super) fn shuffle(&self, glyphs: Grid<char>, rng: &mut MapRng) -> Grid<char> {
        let mut exchanged: BTreeMap<char, char> = BTreeMap::new();
        for group in &self.legend.shuffles {
            let mut order = group.clone();
            rng.shuffle(&mut order);
            exchanged.extend(group.iter().copied().zip(order));
        }
        if exchanged.is_empty() { glyphs } else { glyphs.map(|glyph| *exchanged.get(glyph).unwrap_or(glyph)) }
    }
}

impl GlyphChoice {
    /// One of `any`, by weight.
    pub(super) fn pick(&self, rng: &mut MapRng) -> Option<char> {
        self.any.keys().nth(rng.pick_weighted(self.any.values().copied())?).copied()
    }
}

impl Legend {
    /// The choices that decide several cells at once.
    fn together(&self) -> impl Iterator<Item = (char, &GlyphChoice)> {
        self.glyphs().filter_map(|(glyph, meaning)| match meaning {
            Meaning::Any(choice) if choice.once || !choice.exactly.is_empty() => Some((glyph, choice)),
            _ => None,
        })
    }
}
