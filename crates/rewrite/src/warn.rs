//! What is odd about a program that can run: what is never used, and what can never fire.

use std::fmt;

use mapwright_core::{Size, Tile};

use crate::RewriteRules;
use crate::board::Shape;
use crate::compile::{Compiled, Kind, Program};
use crate::run::each_node;
use crate::symbols::{Mask, OTHER};

/// Something that is probably a mistake, and where in the program it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The place in the program.
    pub path: String,
    /// What is odd there.
    pub what: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.what)
    }
}

/// Looks at a program for maps of some size. On an existing map, any tile may be.
pub(crate) fn warnings(source: &RewriteRules, program: &Program, size: Size, is_new: bool) -> Vec<Warning> {
    let mut found = unused(source);
    let present = present(program, is_new);
    let shape = Shape::new(size, Default::default());
    each_node(&program.nodes, &mut |node| {
        let texts = node.texts();
        let mut warn = |rule: usize, why: String| {
            let what = format!("`{}` can never fire: {why}", texts[rule]);
            found.push(Warning { path: node.path.clone(), what });
        };
        match &node.kind {
            Kind::Rules(set) => {
                for rule in 0..set.rules.len() {
                    let images: Vec<_> = set.images.iter().filter(|image| image.rule == rule).collect();
                    let Some(image) = images.first() else {
                        warn(rule, "it changes nothing".to_owned());
                        continue;
                    };
                    if images.iter().all(|image| {
                        shape.room(image.from.w, image.from.h).0.min(shape.room(image.from.w, image.from.h).1) == 0
                    }) {
                        warn(rule, format!("its {}x{} cells do not fit a map of {size}", image.from.w, image.from.h));
                    } else if let Some(mask) = image.from.cells.iter().find(|mask| **mask & present == 0) {
                        warn(rule, format!("there is never {}", names(program, *mask)));
                    }
                }
            }
            Kind::Count(rules, _) => rules.iter().enumerate().for_each(|(i, rule)| {
                if rule.from & present == 0 {
                    warn(i, format!("there is never {}", names(program, rule.from)));
                }
            }),
            Kind::Path(rule) => {
                [rule.from, rule.to, rule.on].into_iter().filter(|mask| mask & present == 0).for_each(|mask| {
                    warn(0, format!("there is never {}", names(program, mask)));
                })
            }
            _ => (),
        }
    });
    found
}

fn names(program: &Program, mask: Mask) -> String {
    let glyphs = (0..OTHER).filter(|s| mask >> s & 1 == 1).map(|s| format!("`{}`", program.alphabet.glyph(s)));
    glyphs.collect::<Vec<_>>().join(" or ")
}

/// The symbols that some cell can ever have: those of the map, and what rules write that can fire.
fn present(program: &Program, is_new: bool) -> Mask {
    let on_map = |tile: Tile| program.alphabet.reading(tile);
    let marked = program.alphabet.used().iter().zip(0..).filter(|((_, symbol), _)| symbol.mark.is_some());
    let mut present = match is_new {
        true => 1 << program.fill,
        false => marked
            .map(|(_, s)| 1 << s)
            .chain((0..=255).map(|tile| 1 << on_map(Tile(tile))))
            .fold(0, |all, s: Mask| all | s),
    };
    loop {
        let before = present;
        each_node(&program.nodes, &mut |node| present |= writes(node, present));
        if present == before {
            return present;
        }
    }
}

/// What the rules of a node write that can fire where some symbols are present.
fn writes(node: &Compiled, present: Mask) -> Mask {
    let mut written = 0;
    match &node.kind {
        Kind::Rules(set) => {
            let can_fire = set.images.iter().filter(|image| image.from.cells.iter().all(|mask| mask & present != 0));
            can_fire.flat_map(|image| image.writes()).for_each(|(_, _, _, to)| written |= 1 << to);
        }
        Kind::Count(rules, _) => {
            rules.iter().filter(|rule| rule.from & present != 0).for_each(|rule| written |= 1 << rule.to);
        }
        Kind::Put(symbol, _) => written |= 1 << symbol,
        Kind::Path(rule) => written |= 1 << rule.paint,
        _ => (),
    }
    written
}

/// Symbols, sets and names that no rule mentions.
fn unused(source: &RewriteRules) -> Vec<Warning> {
    let mut text = String::new();
    source.each_text(&mut |part| text.push_str(part));
    text.push(source.fill);
    text.extend(source.sets.values().map(String::as_str));
    let glyphs = source.symbols.keys().map(|glyph| ("symbols", *glyph)).chain(source.sets.keys().map(|g| ("sets", *g)));
    let glyphs = glyphs.filter(|(_, glyph)| !text.contains(*glyph)).map(|(list, glyph)| format!("{list}.{glyph}"));
    let mut names: Vec<String> = Vec::new();
    source.each_text(&mut |part| names.push(part.trim().to_owned()));
    let lets = source.lets.keys().filter(|name| !names.contains(name)).map(|name| format!("let.{name}"));
    glyphs.chain(lets).map(|path| Warning { path, what: "is never used".to_owned() }).collect()
}
