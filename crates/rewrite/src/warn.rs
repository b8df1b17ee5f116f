//! What is odd about a program that can run: what is never used, and what can never fire.

use mapwright_core::{Size, Tile};

use crate::compile::{Compiled, Kind, Program, walk};
use crate::symbols::{Mask, OTHER};
use crate::symmetry::Picture;

/// Looks at a program for maps of some size. On an existing map, any tile may be.
pub(crate) fn warnings(program: &Program, size: Size, is_new: bool) -> Vec<String> {
    let unused = program.unused.iter().map(|path| format!("{path}: is never used"));
    let looker = Looker { program, present: present(program, is_new), size };
    let odd = walk(&program.nodes).into_iter().flat_map(|node| looker.node(node));
    unused.chain(odd).collect()
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
    fn node(&self, node: &Compiled) -> Vec<String> {
        let fires = |text: &str, why: String| format!("{}: `{text}` can never fire: {why}", node.path);
        match &node.kind {
            Kind::Rules(set) => {
                let rules = set.rules.iter().enumerate().filter_map(|(i, rule)| {
                    let images = set.images.iter().filter(|image| image.rule == i).map(|image| &image.from).collect();
                    let counted = rule.condition.filter(|(_, fits)| fits & 1 == 0).map(|(counted, _)| counted);
                    Some(fires(&rule.text, self.never(images).or_else(|| self.missing(counted))?))
                });
                let targets = set.targets.iter().filter(|target| target.is_present).filter_map(|target| {
                    let why = self.never(target.images.iter().collect())?;
                    Some(format!("{}: `present` can never be reached: {why}", node.path))
                });
                rules.chain(targets).collect()
            }
            Kind::Path(rule) => {
                self.missing([rule.from, rule.to, rule.on]).map(|why| fires("path", why)).into_iter().collect()
            }
            Kind::Put(..) | Kind::Nodes(..) => Vec::new(),
        }
    }

    /// Why none of the images of a picture is ever on the map.
    fn never(&self, images: Vec<&Picture<Mask>>) -> Option<String> {
        let Some(first) = images.first() else { return Some("it changes nothing".to_owned()) };
        let fits = |picture: &&Picture<Mask>| picture.w <= self.size.w.into() && picture.h <= self.size.h.into();
        match images.iter().any(fits) {
            true => self.missing(first.cells.iter().copied()),
            false => Some(format!("its {}x{} cells do not fit on a {} map", first.w, first.h, self.size)),
        }
    }

    /// The first symbols of some that are never on the map.
    fn missing(&self, masks: impl IntoIterator<Item = Mask>) -> Option<String> {
        let mask = masks.into_iter().find(|mask| mask & self.present == 0)?;
        let symbols = (0..OTHER).filter(|s| mask >> s & 1 == 1);
        let names: Vec<String> = symbols.map(|s| format!("`{}`", self.program.alphabet.glyph(s))).collect();
        Some(format!("no cell is ever {}", names.join(" or ")))
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
        walk(&program.nodes).into_iter().for_each(|node| present |= writes(node, present));
        if present == before {
            return present;
        }
    }
}

/// What the rules of a node write that can fire where some symbols are present.
fn writes(node: &Compiled, present: Mask) -> Mask {
    match &node.kind {
        Kind::Rules(set) => {
            let can_fire = set.images.iter().filter(|image| image.from.cells.iter().all(|mask| mask & present != 0));
            can_fire.flat_map(|image| image.writes()).fold(0, |all, (_, _, _, to)| all | 1 << to)
        }
        Kind::Put(symbol, _) => 1 << symbol,
        Kind::Path(rule) => 1 << rule.paint,
        Kind::Nodes(..) => 0,
    }
}
