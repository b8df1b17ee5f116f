//! What is odd about a program that can run: what is never used, and what can never fire.

use mapwright_core::{Size, Tile, Wrap};

use crate::RewriteRules;
use crate::board::Shape;
use crate::compile::{Compiled, Kind, Program, RuleSet, SearchRule};
use crate::run::each_node;
use crate::symbols::{Mask, OTHER};
use crate::symmetry::Picture;

/// Looks at a program for maps of some size. On an existing map, any tile may be.
pub(crate) fn warnings(source: &RewriteRules, program: &Program, size: Size, is_new: bool) -> Vec<String> {
    let mut found = unused(source);
    let looker = Looker { program, present: present(program, is_new), size };
    each_node(&program.nodes, &mut |node| {
        let why = looker.node(node).into_iter();
        found.extend(why.map(|(what, why)| format!("{}: `{what}` can never {why}", node.path)));
    });
    found
}

/// What is known of the maps on which a program runs.
struct Looker<'p> {
    program: &'p Program,
    /// The symbols that some cell can ever have.
    present: Mask,
    size: Size,
}

impl Looker<'_> {
    /// What can never happen in a node, and why.
    fn node<'n>(&self, node: &'n Compiled) -> Vec<(&'n str, String)> {
        let texts = node.texts();
        let never = |rule: usize, why: Option<String>| why.map(|why| (texts[rule], format!("fire: {why}")));
        let rules = |set: &RuleSet| {
            let why = (0..set.rules.len()).map(|rule| never(rule, self.rule(set, rule)));
            why.flatten().collect::<Vec<_>>()
        };
        match &node.kind {
            Kind::Rules(set) => rules(set),
            Kind::Search(SearchRule { set, goals, .. }) => {
                let goals = goals.iter().filter(|goal| goal.is_present);
                let why =
                    goals.filter_map(|goal| Some(("present", format!("be reached: {}", self.never(&goal.images)?))));
                rules(set).into_iter().chain(why).collect()
            }
            Kind::Count(rules, _) => {
                let counted = |rule: usize| Some(rules[rule].counted).filter(|_| rules[rule].fits & 1 == 0);
                let why = |rule: usize| self.missing([rules[rule].from].into_iter().chain(counted(rule)));
                (0..rules.len()).filter_map(|rule| never(rule, why(rule))).collect()
            }
            Kind::Path(rule) => never(0, self.missing([rule.from, rule.to, rule.on])).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn rule(&self, set: &RuleSet, rule: usize) -> Option<String> {
        let images = set.images.iter().filter(|image| image.rule == rule);
        let pictures: Vec<_> = images.map(|image| image.from.clone()).collect();
        if pictures.is_empty() { Some("it changes nothing".to_owned()) } else { self.never(&pictures) }
    }

    /// Why none of the images of a picture is ever on the map.
    fn never(&self, images: &[Picture<Mask>]) -> Option<String> {
        let first = images.first()?;
        let shape = Shape::new(self.size, Wrap::None);
        let fits = |picture: &Picture<Mask>| picture.w <= shape.w && picture.h <= shape.h;
        match images.iter().any(fits) {
            true => self.missing(first.cells.iter().copied()),
            false => Some(format!("its {}x{} cells do not fit a map of {}", first.w, first.h, self.size)),
        }
    }

    /// The first symbols of some that are never on the map.
    fn missing(&self, masks: impl IntoIterator<Item = Mask>) -> Option<String> {
        let mask = masks.into_iter().find(|mask| mask & self.present == 0)?;
        let symbols = (0..OTHER).filter(|s| mask >> s & 1 == 1);
        let names: Vec<String> = symbols.map(|s| format!("`{}`", self.program.alphabet.glyph(s))).collect();
        Some(format!("there is never {}", names.join(" or ")))
    }
}

/// The symbols that some cell can ever have: those of the map, and what rules write that can fire.
fn present(program: &Program, is_new: bool) -> Mask {
    let alphabet = &program.alphabet;
    let marked = alphabet.used().iter().zip(0u8..).filter(|((_, symbol), _)| symbol.mark.is_some()).map(|(_, s)| s);
    let on_map = (0..=255).map(|tile| alphabet.reading(Tile(tile))).chain(marked);
    let mut present = if is_new { 1 << program.fill } else { on_map.fold(0, |all: Mask, s| all | 1 << s) };
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
    match &node.kind {
        Kind::Rules(set) | Kind::Search(SearchRule { set, .. }) => {
            let can_fire = set.images.iter().filter(|image| image.from.cells.iter().all(|mask| mask & present != 0));
            can_fire.flat_map(|image| image.writes()).fold(0, |all, (_, _, _, to)| all | 1 << to)
        }
        Kind::Count(rules, _) => {
            let can_fire = rules.iter().filter(|rule| rule.from & present != 0);
            can_fire.fold(0, |all, rule| all | 1 << rule.to)
        }
        Kind::Put(symbol, _) => 1 << symbol,
        Kind::Path(rule) => 1 << rule.paint,
        _ => 0,
    }
}

/// Symbols, sets and names that no rule mentions.
fn unused(source: &RewriteRules) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    source.each_text(&mut |text| texts.push(text.trim().to_owned()));
    let names = source.lets.keys().filter(|name| !texts.contains(name)).map(|name| format!("let.{name}"));
    let glyphs: String = texts.iter().chain(source.sets.values()).flat_map(|text| text.chars()).collect();
    let symbols = source.symbols.keys().map(|glyph| ("symbols", *glyph));
    let symbols = symbols.chain(source.sets.keys().map(|glyph| ("sets", *glyph)));
    let symbols = symbols.filter(|&(_, glyph)| glyph != source.fill && !glyphs.contains(glyph));
    let unused = symbols.map(|(list, glyph)| format!("{list}.{glyph}")).chain(names);
    unused.map(|path| format!("{path}: is never used")).collect()
}
