//! Templates drawn: each choice and each slot decided.
//!
//! Each drawing first decides what is drawn for several cells at once, then its other cells row by row; glyphs are exchanged at
//! the end. So a template without choices takes no random numbers. A slot of w×h is filled by one of the
//! templates of that size, drawn uniformly; with `rotate` those of h×w count too, and each may lie in two ways, or in four if
//! it is square. So all orientations of all templates that fit are equally likely.

use super::check::{fits, needed, slot_size};
use super::{Legend, Meaning, Template};
use crate::{D4, Grid, MapRng, Point, Size};

impl Template {
    /// The template with every choice and every slot decided; itself, if there are none.
    #[must_use]
    pub fn draw(&self, rng: &mut MapRng) -> Template {
        if !self.has_choices() {
            return self.clone();
        }
        let drawn = self.drawn(&self.glyphs, rng, 0);
        let glyphs = self.shuffle(drawn, rng);
        // What is left is in the legend.
        let known = Legend { shuffles: Vec::new(), ..self.legend.clone() };
        let legend = needed(&glyphs, &known).unwrap_or(known);
        Template::assembled(glyphs, legend)
    }

    fn drawn(&self, glyphs: &Grid<char>, rng: &mut MapRng, depth: usize) -> Grid<char> {
        let mut glyphs = glyphs.clone();
        self.draw_together(&mut glyphs, rng);
        for at in glyphs.size().points() {
            match self.legend.meaning(glyphs[at]) {
                Some(Meaning::Any(choice)) => glyphs[at] = choice.pick(rng).unwrap_or(glyphs[at]),
                Some(Meaning::Slot { name, rotate, mirror }) if depth < Template::MAX_DEPTH => {
                    let size = slot_size(&glyphs, at);
                    let templates = self.legend.slots.get(name).into_iter().flatten();
                    let fitting: Vec<_> = templates.filter(|one| fits(one.size(), size, *rotate)).collect();
                    let Some(&template) = rng.pick(&fitting) else { continue };
                    // What is in it first: its slots have been checked as they lie here.
                    let filling = self.drawn(template, rng, depth + 1);
                    let filling = oriented(&filling, size, (*rotate, *mirror), rng);
                    for (p, &glyph) in filling.iter() {
                        glyphs[Point::new(at.x + p.x, at.y + p.y)] = glyph;
                    }
                }
                _ => (),
            }
        }
        glyphs
    }
}

/// A template in a random orientation of this size.
fn oriented(template: &Grid<char>, size: Size, (rotate, mirror): (bool, bool), rng: &mut MapRng) -> Grid<char> {
    let quarters = match (rotate, template.size() == size) {
        (false, _) => 0,
        (true, _) if size.w == size.h => rng.below(4),
        (true, true) => 2 * rng.below(2),
        (true, false) => 1 + 2 * rng.below(2),
    };
    D4::turned(quarters as u8, mirror && rng.below(2) == 1).grid(template)
}
