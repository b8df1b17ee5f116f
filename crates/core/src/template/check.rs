//! What is wrong with a template: glyphs, marks, choices and slots; and whether its floor is connected in every outcome.

use std::collections::{BTreeMap, BTreeSet};

use super::{Legend, Meaning, Template, TemplateError};
use crate::gather;
use crate::{Grid, Point, Size, Tile};

/// The glyphs that a template needs, with the slots and all that is in these.
pub(super) fn needed(glyphs: &Grid<char>, legend: &Legend) -> Result<Legend, TemplateError> {
    legend.check_shuffles()?;
    let mut part = Legend { is_diagonal: legend.is_diagonal, ..Legend::empty() };
    let mut left: Vec<char> = distinct(glyphs, legend)?.into_iter().collect();
    while let Some(glyph) = left.pop() {
        let Some(meaning) = legend.meaning(glyph).filter(|_| part.meaning(glyph).is_none()) else { continue };
        part.set(glyph, meaning.clone());
        left.extend(legend.outcomes(glyph));
        match meaning {
            Meaning::Any(choice) => choice.check(glyph, legend)?,
            Meaning::Slot { name, .. } if !part.slots.contains_key(name) => {
                let Some(templates) = legend.slots.get(name) else {
                    let known: Vec<&str> = legend.slots.keys().map(String::as_str).collect();
                    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                    return Err(TemplateError::NoSlot { name: name.clone(), known });
                };
                for template in templates {
                    let inner = distinct(template, legend)?;
                    if let Some(&glyph) = inner.iter().find(|&&glyph| !may_be_in_slot(glyph, legend)) {
                        return Err(TemplateError::InSlot { glyph });
                    }
                    left.extend(inner);
                }
                part.slots.insert(name.clone(), templates.clone());
            }
            _ => (),
        }
    }
    part.shuffles = legend
        .shuffles
        .iter()
        .filter(|group| group.iter().any(|&glyph| part.meaning(glyph).is_some()))
        .cloned()
        .collect();
    part.slot_cells = part.slots.values().flatten().map(|template| template.size().area()).sum();
    for template in part.slots.values().flatten() {
        check_slots(template, &part)?;
        part.check_counts(template)?;
    }
    check_slots(glyphs, &part)?;
    part.check_counts(glyphs)?;
    check_depth(&part)?;
    Ok(part)
}

/// Whether any number of templates may have a glyph.
fn may_be_in_slot(glyph: char, legend: &Legend) -> bool {
    let mut outcomes = legend.outcomes(glyph).into_iter().filter_map(|one| legend.meaning(one));
    outcomes.all(|meaning| meaning.may_be_drawn() || matches!(meaning, Meaning::Slot { .. }))
}

/// The glyphs of a grid, all of which must be in the legend.
fn distinct(glyphs: &Grid<char>, legend: &Legend) -> Result<BTreeSet<char>, TemplateError> {
    let mut all = BTreeSet::new();
    for (at, &glyph) in glyphs.iter() {
        if !all.contains(&glyph) {
            // A line break would not be read back.
            if glyph.is_control() || legend.meaning(glyph).is_none() {
                return Err(TemplateError::Glyph { layer: None, at, glyph, allowed: legend.known() });
            }
            all.insert(glyph);
        }
    }
    Ok(all)
}

/// Checks that the slots of a grid are rectangles for which there are templates.
fn check_slots(glyphs: &Grid<char>, legend: &Legend) -> Result<(), TemplateError> {
    if legend.slots.is_empty() {
        return Ok(());
    }
    let mut known = Grid::new(glyphs.size(), false);
    for at in glyphs.size().points() {
        let glyph = glyphs[at];
        let Some(Meaning::Slot { name, rotate, .. }) = legend.meaning(glyph).filter(|_| !known[at]) else { continue };
        let size = slot_size(glyphs, at);
        let inside = |p: Point| (at.x..at.x + size.w).contains(&p.x) && (at.y..at.y + size.h).contains(&p.y);
        let cells = (at.y..at.y + size.h).flat_map(|y| (at.x..at.x + size.w).map(move |x| Point::new(x, y)));
        for p in cells {
            let goes_on = |near: Point| !inside(near) && glyphs.get(near) == Some(&glyph);
            if glyphs[p] != glyph || known[p] || p.neighbors().any(goes_on) {
                return Err(TemplateError::SlotShape { at, name: name.clone() });
            }
            known[p] = true;
        }
        let templates = legend.slots.get(name).map_or(&[][..], Vec::as_slice);
        if !templates.iter().any(|template| fits(template.size(), size, *rotate)) {
            let sizes = gather::set(templates.iter().map(|template| template.size().to_string()));
            let found = sizes.into_iter().collect::<Vec<_>>().join(", ");
            return Err(TemplateError::SlotSize { at, name: name.clone(), size, found });
        }
    }
    Ok(())
}

/// Whether a template of one size can fill a slot of another.
pub(super) fn fits(template: Size, slot: Size, rotate: bool) -> bool {
    template == slot || rotate && (template.h, template.w) == (slot.w, slot.h)
}

/// Checks that slots in slots come to an end soon. A slot that holds none is 1 deep.
fn check_depth(legend: &Legend) -> Result<(), TemplateError> {
    let inner = |name: &str| -> BTreeSet<&str> {
        let glyphs = legend.slots.get(name).into_iter().flatten().flat_map(Grid::as_slice);
        let named = gather::set(glyphs.copied()).into_iter().filter_map(|glyph| match legend.meaning(glyph) {
            Some(Meaning::Slot { name, .. }) => Some(name.as_str()),
            _ => None,
        });
        gather::set(named)
    };
    let inner = gather::map(legend.slots.keys().map(|name| (name.as_str(), inner(name))));
    // Round by round, the slots all of whose inner ones are known.
    let mut depths: BTreeMap<&str, usize> = BTreeMap::new();
    while depths.len() < inner.len() {
        let of = |slots: &BTreeSet<&str>| slots.iter().try_fold(0, |most, slot| Some(most.max(*depths.get(slot)?)));
        let next: Vec<(&str, usize)> = inner
            .iter()
            .filter(|(name, _)| !depths.contains_key(*name))
            .filter_map(|(&name, slots)| Some((name, 1 + of(slots)?)))
            .collect();
        if let Some(&(name, depth)) = next.iter().find(|&&(_, depth)| depth > Template::MAX_DEPTH) {
            return Err(TemplateError::TooDeep { name: name.to_owned(), depth });
        }
        if next.is_empty() {
            let name = inner.keys().find(|name| !depths.contains_key(*name)).copied().unwrap_or_default();
            return Err(TemplateError::Cycle { name: name.to_owned() });
        }
        depths.extend(next);
    }
    Ok(())
}

impl Template {
    /// Checks that there is one start and one exit at most, that marks are in open cells, and that portals have two ends.
    pub(super) fn check_marks(&self) -> Result<(), TemplateError> {
        let (mut start, mut exit) = (None, None);
        let mut ends: BTreeMap<u8, usize> = BTreeMap::new();
        for (at, meaning) in self.found(|meaning| meaning.open_mark().is_some()) {
            if meaning.tile().is_none_or(Tile::is_solid) {
                return Err(TemplateError::NotOpen { at, what: meaning.open_mark().unwrap_or_default() });
            }
            let (first, what) = match meaning {
                Meaning::Start(_) => (&mut start, "start"),
                Meaning::Exit(_) => (&mut exit, "exit"),
                Meaning::Portal(_, number) => {
                    *ends.entry(*number).or_default() += 1;
                    continue;
                }
                _ => continue,
            };
            match *first {
                Some(first) => return Err(TemplateError::Second { at, what, first }),
                None => *first = Some(at),
            }
        }
        match ends.into_iter().find(|&(_, ends)| ends != 2) {
            Some((number, ends)) => Err(TemplateError::Portal { number, ends }),
            None => Ok(()),
        }
    }

    /// Checks that the floor is connected, in every outcome. Doors are not floor.
    ///
    /// A choice counts as floor if all it can be is floor. Opening more cells can only join components, so one flood replaces one
    /// of each outcome. Slots count as floor here, and so do choices and shuffles that never close all their cells, if they
    /// can be floor: what they become is checked when it is drawn.
    ///
    /// ```
    /// use mapwright_core::{Legend, Meaning, Template};
    ///
    /// let legend = Legend::default().with('%', Meaning::any([('#', 1), ('.', 1)]));
    /// let split = Template::from_text("..%..", &legend)?;
    /// assert_eq!(split.check_floor().unwrap_err().to_string(), "with `%` solid, the floor has 2 components; expected 1");
    /// assert!(Template::from_text("..%..\n.....", &legend)?.check_floor().is_ok());
    /// # Ok::<(), mapwright_core::TemplateError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Not one component, with the choices that are to blame.
    pub fn check_floor(&self) -> Result<(), TemplateError> {
        let components = self.floor_components();
        let is_solid = |glyph| self.legend.meaning(glyph).and_then(Meaning::tile).is_some_and(Tile::is_solid);
        let choices = self
            .legend
            .glyphs()
            .map(|(glyph, _)| glyph)
            .filter(|&glyph| self.legend.is_free(glyph) && self.legend.outcomes(glyph).into_iter().any(is_solid));
        match components {
            1 => Ok(()),
            _ => Err(TemplateError::Components { choices: choices.collect(), components }),
        }
    }

    /// The number of connected components of the floor that every outcome has. Slots count as floor, doors do not.
    pub fn floor_components(&self) -> usize {
        let is_open = |tile: Option<Tile>| tile.is_some_and(|tile| !tile.is_solid() && tile != Tile::DOOR);
        let tile_of = |glyph: &char| self.legend.meaning(*glyph).and_then(Meaning::tile);
        let free = self.legend.glyphs().map(|(glyph, _)| glyph).filter(|&glyph| self.legend.is_free(glyph));
        let always = |glyph| self.legend.outcomes(glyph).iter().all(|one| is_open(tile_of(one)));
        let choices: BTreeMap<char, bool> = free.map(|glyph| (glyph, always(glyph))).collect();
        let is_floor = |p: Point| {
            let tile = |_: &char| is_open(self.tiles.get(p).copied().flatten());
            self.glyphs.get(p).is_some_and(|glyph| choices.get(glyph).copied().unwrap_or_else(|| tile(glyph)))
        };
        let mut seen = Grid::new(self.size(), false);
        let mut components = 0;
        for first in self.size().points().filter(|&p| is_floor(p)) {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            components += 1;
            let mut left = vec![first];
            while let Some(here) = left.pop() {
                for next in self.near(here).filter(|&next| is_floor(next)) {
                    if !std::mem::replace(&mut seen[next], true) {
                        left.push(next);
                    }
                }
            }
        }
        components
    }

    /// The first open cell that cannot be entered from outside. `is_open` says in which columns and rows around the
    /// template, and among the cells that it keeps, the map is open.
    pub fn sealed_cell(&self, is_open: impl Fn(i32, i32) -> bool) -> Option<Point> {
        let is_own = |p: Point| self.tiles.get(p).copied().flatten().is_some_and(|tile| !tile.is_solid());
        let mut entered = Grid::new(self.size(), false);
        let mut queue = Vec::new();
        for p in self.size().points().filter(|&p| is_own(p)) {
            let is_entry = |(x, y): (i32, i32)| {
                let own = cell(x, y).and_then(|next| self.tiles.get(next));
                own.copied().flatten().is_none() && is_open(x, y)
            };
            if self.around(p).any(is_entry) {
                entered[p] = true;
                queue.push(p);
            }
        }
        while let Some(here) = queue.pop() {
            for next in self.near(here).filter(|&next| is_own(next)) {
                if !std::mem::replace(&mut entered[next], true) {
                    queue.push(next);
                }
            }
        }
        self.size().points().find(|&p| is_own(p) && !entered[p])
    }
}

/// The four neighbors, then the cells over corners.
const STEPS: [(i32, i32); 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

impl Template {
    /// The columns and rows that the game may step to from a cell, also outside of the template.
    fn around(&self, p: Point) -> impl Iterator<Item = (i32, i32)> {
        let steps = &STEPS[..if self.legend.is_diagonal { 8 } else { 4 }];
        steps.iter().map(move |(dx, dy)| (i32::from(p.x) + dx, i32::from(p.y) + dy))
    }

    /// Those that may be cells of it.
    fn near(&self, p: Point) -> impl Iterator<Item = Point> {
        self.around(p).filter_map(|(x, y)| cell(x, y))
    }
}

fn cell(x: i32, y: i32) -> Option<Point> {
    Some(Point::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?))
}

/// The size of a rectangle of one glyph that begins at a cell.
pub(super) fn slot_size(glyphs: &Grid<char>, at: Point) -> Size {
    let glyph = glyphs[at];
    let is_same = |p: Point| glyphs.get(p) == Some(&glyph);
    let w = (at.x..glyphs.size().w).take_while(|&x| is_same(Point::new(x, at.y))).count();
    let h = (at.y..glyphs.size().h).take_while(|&y| is_same(Point::new(at.x, y))).count();
    Size::new(w as u16, h as u16)
}
