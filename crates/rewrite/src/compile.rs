//! From a program as it is written to one that can run: glyphs become numbers, rules become all their images.

use std::collections::BTreeMap;

use mapwright_core::threshold;

use crate::check::{check_node, check_rule, check_share, refuse};
use crate::node::{Action, Around, At, Node, Rule, Search, Steps};
use crate::parse::{KEEP, Parsed, parse, parse_picture};
use crate::symbols::{Alphabet, Mask};
use crate::symmetry::{Picture, Symmetry};
use crate::{ProgramError, RewriteRules};

/// How deep nodes may be nested.
const MAX_DEPTH: usize = 32;
/// How many images the rules of a node may have together.
const MAX_IMAGES: usize = 4096;

/// A program that can run.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) alphabet: Alphabet,
    /// What all cells of a new map are.
    pub(crate) fill: u8,
    /// The nodes at the top, one after the other.
    pub(crate) nodes: Vec<Compiled>,
    /// How many nodes there are in all.
    pub(crate) len: usize,
}

/// A node.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// Its number, in the order in which nodes are written.
    pub(crate) id: usize,
    /// Its place in the program, for messages.
    pub(crate) path: String,
    pub(crate) steps: Option<Steps>,
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Rules(RuleSet),
    Count(Vec<CountRule>, Around),
    Put(u8, At),
    Path(PathRule),
    Search(SearchRule),
    Markov(Vec<Compiled>),
    Sequence(Vec<Compiled>),
    Repeat(Vec<Compiled>),
}

/// How the matches of rules are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    One,
    All,
    Prl,
}

/// The rules of a node in all their images.
#[derive(Debug)]
pub(crate) struct RuleSet {
    pub(crate) mode: Mode,
    pub(crate) rules: Vec<RuleInfo>,
    pub(crate) images: Vec<Image>,
    pub(crate) fields: Vec<FieldRule>,
    pub(crate) temperature: f64,
}

/// What is known of a rule besides its images.
#[derive(Debug)]
pub(crate) struct RuleInfo {
    pub(crate) text: String,
    pub(crate) weight: u32,
    /// How likely a match is applied, in units of 2⁻³².
    pub(crate) p: u64,
}

/// A rule turned or mirrored.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Image {
    pub(crate) rule: usize,
    pub(crate) from: Picture<Mask>,
    pub(crate) to: Picture<u8>,
}

#[derive(Debug)]
pub(crate) struct FieldRule {
    pub(crate) of: u8,
    pub(crate) to: Mask,
    pub(crate) on: Mask,
    pub(crate) away: bool,
    pub(crate) recompute: bool,
}

#[derive(Debug)]
pub(crate) struct CountRule {
    pub(crate) text: String,
    pub(crate) from: Mask,
    pub(crate) to: u8,
    /// What is counted around a cell.
    pub(crate) counted: Mask,
    /// A bit for each count that fits.
    pub(crate) fits: u16,
    pub(crate) p: u64,
}

#[derive(Debug)]
pub(crate) struct PathRule {
    pub(crate) paint: u8,
    pub(crate) from: Mask,
    pub(crate) to: Mask,
    pub(crate) on: Mask,
    pub(crate) inertia: bool,
    pub(crate) longest: bool,
}

/// Rules, and what they are to lead to.
#[derive(Debug)]
pub(crate) struct SearchRule {
    pub(crate) set: RuleSet,
    pub(crate) goals: Vec<Goal>,
    pub(crate) states: u32,
}

/// A picture in all its images, which has to be present or absent.
#[derive(Debug)]
pub(crate) struct Goal {
    pub(crate) images: Vec<Picture<Mask>>,
    pub(crate) is_present: bool,
    /// How many wrong cells, or places of the picture, one match can mend at most.
    pub(crate) mends: u32,
}

impl Program {
    pub(crate) fn compile(source: &RewriteRules) -> Result<Self, ProgramError> {
        let mut alphabet = Alphabet::new(&source.symbols, &source.sets)?;
        let fill = alphabet.symbol(source.fill).map_err(|what| ProgramError::at("fill", what))?;
        let mut compiler = Compiler { alphabet, lets: &source.lets, len: 0 };
        let nodes = compiler.nodes("program", &source.program, 0)?;
        Ok(Program { alphabet: compiler.alphabet, fill, nodes, len: compiler.len })
    }
}

impl Compiled {
    pub(crate) fn children(&self) -> &[Compiled] {
        match &self.kind {
            Kind::Markov(nodes) | Kind::Sequence(nodes) | Kind::Repeat(nodes) => nodes,
            _ => &[],
        }
    }

    /// The rules that fire here, as they are written.
    pub(crate) fn texts(&self) -> Vec<&str> {
        match &self.kind {
            Kind::Rules(set) | Kind::Search(SearchRule { set, .. }) => {
                set.rules.iter().map(|rule| rule.text.as_str()).collect()
            }
            Kind::Count(rules, _) => rules.iter().map(|rule| rule.text.as_str()).collect(),
            Kind::Put(..) => vec!["put"],
            Kind::Path(_) => vec!["path"],
            _ => Vec::new(),
        }
    }
}

impl Image {
    /// The places that are written: column, row, the symbols that may be there, and what is written.
    pub(crate) fn writes(&self) -> impl Iterator<Item = (u32, u32, Mask, u8)> {
        let places = self.to.cells.iter().zip(&self.from.cells).zip(0..);
        places.filter(|((to, _), _)| **to != KEEP).map(|((&to, &from), i)| (i % self.to.w, i / self.to.w, from, to))
    }

    /// Whether every match changes something, because some place may not be yet what is written there.
    pub(crate) fn always_changes(&self) -> bool {
        self.writes().any(|(_, _, from, to)| from >> to & 1 == 0)
    }

    /// The image with matches left out that change nothing, as far as one place tells; `None` if none is left.
    fn effective(mut self) -> Option<Self> {
        let mut open = self.writes().filter(|&(_, _, from, to)| from != 1 << to).map(|(x, y, _, to)| (x, y, to));
        let (first, second) = (open.next(), open.next());
        drop(open);
        let (x, y, to) = first?;
        if second.is_none() {
            self.from.cells[(y * self.from.w + x) as usize] &= !(1 << to);
        }
        Some(self)
    }
}

/// The images of a rule, without those that are equal to an earlier one.
pub(crate) fn images(rule: usize, Parsed { from, to, .. }: &Parsed, symmetry: Symmetry) -> Vec<Image> {
    symmetry.distinct(|image| Image { rule, from: from.image(image), to: to.image(image) })
}

struct Compiler<'a> {
    alphabet: Alphabet,
    lets: &'a BTreeMap<String, Rule>,
    len: usize,
}

impl Compiler<'_> {
    fn nodes(&mut self, path: &str, nodes: &[Node], depth: usize) -> Result<Vec<Compiled>, ProgramError> {
        if depth > MAX_DEPTH {
            return Err(ProgramError::at(path, format!("nodes are nested {depth} deep; expected at most {MAX_DEPTH}")));
        }
        nodes.iter().zip(0..).map(|(node, i)| self.node(&format!("{path}[{i}]"), node, depth)).collect()
    }

    fn node(&mut self, path: &str, node: &Node, depth: usize) -> Result<Compiled, ProgramError> {
        let name = node.action.name();
        let path = format!("{path}.{name}");
        check_node(&path, node)?;
        let id = self.len;
        self.len += 1;
        let kind = match &node.action {
            Action::One(rules) => Kind::Rules(self.rules(&path, node, Mode::One, &rules.0)?),
            Action::All(rules) => Kind::Rules(self.rules(&path, node, Mode::All, &rules.0)?),
            Action::Prl(rules) => Kind::Rules(self.rules(&path, node, Mode::Prl, &rules.0)?),
            Action::Search(search) => Kind::Search(self.search(&path, node, search)?),
            Action::Count(rules, around) => {
                let rules = self.each(&path, &rules.0, |compiler, path, rule| compiler.count(path, node, rule))?;
                Kind::Count(rules, *around)
            }
            Action::Put(symbol, at) => Kind::Put(self.symbol(&path, *symbol)?, *at),
            Action::Path(given) => Kind::Path(PathRule {
                paint: self.symbol(&path, given.paint)?,
                from: self.mask(&path, &given.from)?,
                to: self.mask(&path, &given.to)?,
                on: self.mask(&path, &given.on)?,
                inertia: given.inertia,
                longest: given.longest,
            }),
            Action::Markov(nodes) => Kind::Markov(self.nodes(&path, nodes, depth + 1)?),
            Action::Sequence(nodes) => Kind::Sequence(self.nodes(&path, nodes, depth + 1)?),
            Action::Repeat(nodes) => Kind::Repeat(self.nodes(&path, nodes, depth + 1)?),
        };
        // A path that is painted can mostly be painted again, beside the first.
        let once = matches!(node.action, Action::Put(..) | Action::Path(_) | Action::Search(_));
        let once = once.then_some(Steps::Number(1));
        Ok(Compiled { id, path, steps: node.steps.or(once), kind })
    }

    fn symbol(&mut self, path: &str, glyph: char) -> Result<u8, ProgramError> {
        self.alphabet.symbol(glyph).map_err(|what| ProgramError::at(path, what))
    }

    fn mask(&mut self, path: &str, glyphs: &str) -> Result<Mask, ProgramError> {
        if glyphs.is_empty() {
            return Err(ProgramError::at(path, "no symbol; expected symbols such as \"#.\""));
        }
        let mut add = |mask, glyph| Ok(mask | self.alphabet.mask(glyph)?);
        glyphs.chars().try_fold(0, &mut add).map_err(|what: String| ProgramError::at(path, what))
    }

    /// Compiles every rule of a node, with its place in the program.
    fn each<T>(
        &mut self,
        path: &str,
        rules: &[Rule],
        mut compile: impl FnMut(&mut Self, &str, &Rule) -> Result<T, ProgramError>,
    ) -> Result<Vec<T>, ProgramError> {
        if rules.is_empty() {
            return Err(ProgramError::at(path, "no rule; expected at least one"));
        }
        let place = |i| if rules.len() == 1 { path.to_owned() } else { format!("{path}[{i}]") };
        let lets = self.lets;
        let named = |rule: &str| lets.get(rule).filter(|_| !rule.contains("->"));
        let rules = rules.iter().map(|rule| named(rule.text.trim()).unwrap_or(rule));
        rules.zip(0..).map(|(rule, i)| compile(self, &place(i), rule)).collect()
    }

    fn rules(&mut self, path: &str, node: &Node, mode: Mode, rules: &[Rule]) -> Result<RuleSet, ProgramError> {
        let mut found = Vec::new();
        let mut number = 0;
        let infos = self.each(path, rules, |compiler, path, rule| {
            check_rule(path, node, mode, rule)?;
            let parsed = parse(path, &rule.text, &mut compiler.alphabet)?;
            if parsed.condition.is_some() {
                return Err(ProgramError::at(path, "`if` has no effect here; it goes with `count`"));
            }
            found.extend(images(number, &parsed, rule.symmetry.unwrap_or(node.symmetry)));
            number += 1;
            let p = threshold(rule.p.or(node.p).unwrap_or(1.0));
            Ok(RuleInfo { text: rule.text.clone(), weight: rule.weight, p })
        })?;
        if found.len() > MAX_IMAGES {
            let what = format!("its rules have {} images; expected at most {MAX_IMAGES}", found.len());
            return Err(ProgramError::at(path, what));
        }
        let fields = node.fields.iter().map(|field| {
            let (to, on) = (self.mask(path, &field.to)?, self.mask(path, &field.on)?);
            let of = self.symbol(path, field.of)?;
            Ok(FieldRule { of, to, on, away: field.away, recompute: field.recompute })
        });
        let fields = fields.collect::<Result<_, _>>()?;
        let may_fire = |image: &Image| infos[image.rule].p > 0;
        let images = found.into_iter().filter(may_fire).filter_map(Image::effective).collect();
        Ok(RuleSet { mode, rules: infos, images, fields, temperature: node.temperature })
    }

    fn search(&mut self, path: &str, node: &Node, search: &Search) -> Result<SearchRule, ProgramError> {
        let has_weights = search.rules.0.iter().any(|rule| rule.weight != 1 || rule.p.is_some());
        let has_goal = search.present.is_some() || search.absent.is_some();
        let range = 1..=10_000_000;
        refuse(
            path,
            [
                (!range.contains(&search.states), "`states` is out of range; expected an integer from 1 to 10000000"),
                (has_weights, "`weight` and `p` have no effect in `search`"),
                (!has_goal, "a search has no goal; expected `present` or `absent`"),
            ],
        )?;
        let set = self.rules(path, node, Mode::One, &search.rules.0)?;
        let mut goals = Vec::new();
        for (text, is_present) in [(&search.present, true), (&search.absent, false)] {
            let Some(text) = text else { continue };
            let name = if is_present { "present" } else { "absent" };
            let picture = parse_picture(&format!("{path}.{name}"), text, &mut self.alphabet)?;
            goals.push(Goal::new(node.symmetry.distinct(|image| picture.image(image)), is_present, &set));
        }
        Ok(SearchRule { set, goals, states: search.states })
    }

    fn count(&mut self, path: &str, node: &Node, rule: &Rule) -> Result<CountRule, ProgramError> {
        check_share(path, rule.p)?;
        if rule.weight != 1 || rule.symmetry.is_some() {
            return Err(ProgramError::at(path, "`weight` and `symmetry` have no effect in `count`"));
        }
        let parsed = parse(path, &rule.text, &mut self.alphabet)?;
        let (from, to) = (parsed.from.cells[0], parsed.to.cells[0]);
        let Some((counted, fits)) = parsed.condition else {
            let what = "expected `if`, a symbol and a range, as in `. -> # if # 5..8`";
            return Err(ProgramError::in_rule(path, &rule.text, rule.text.chars().count(), what));
        };
        if to == KEEP {
            return Err(ProgramError::at(path, "the rule keeps what is there; expected a symbol on its right side"));
        }
        let p = threshold(rule.p.or(node.p).unwrap_or(1.0));
        Ok(CountRule { text: rule.text.clone(), from: from & !(1 << to), to, counted, fits, p })
    }
}

impl Action {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Action::One(_) => "one",
            Action::All(_) => "all",
            Action::Prl(_) => "prl",
            Action::Count(..) => "count",
            Action::Put(..) => "put",
            Action::Path(_) => "path",
            Action::Search(_) => "search",
            Action::Markov(_) => "markov",
            Action::Sequence(_) => "sequence",
            Action::Repeat(_) => "repeat",
        }
    }
}
