//! From a program as it is written to one that can run: glyphs become numbers, rules become all their orientations.

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::threshold;

use crate::check::{check_node, check_rule};
use crate::node::{Action, Around, At, Choice, Goal, Node, Order, Rule, StepLimit};
use crate::parse::{Condition, KEEP, Parsed, parse, parse_picture};
use crate::symbols::{ANY, Alphabet, Mask};
use crate::symmetry::{Picture, RuleSymmetry};
use crate::{ProgramError, RewriteRules};

/// How deep nodes may be nested.
const MAX_DEPTH: usize = 32;
/// How many orientations the rules of a node may have together.
const MAX_ORIENTATIONS: usize = 4096;

/// A program that can run.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) alphabet: Alphabet,
    /// What all cells of a new map are.
    pub(crate) fill: u8,
    /// The nodes at the top, one after the other.
    pub(crate) nodes: Vec<Compiled>,
    /// The symbols, sets and names that no node mentions.
    pub(crate) unused: Vec<String>,
}

/// A node.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// Its number, in the order in which nodes are written.
    pub(crate) id: usize,
    /// Its place in the program, for messages.
    pub(crate) path: String,
    pub(crate) steps: Option<StepLimit>,
    pub(crate) kind: CompiledAction,
}

#[derive(Debug)]
pub(crate) enum CompiledAction {
    Rules(RuleSet),
    Put(u8, At),
    Path(PathRule),
    Nodes(Order, Vec<Compiled>),
}

/// The rules of a node in all their orientations.
#[derive(Debug)]
pub(crate) struct RuleSet {
    pub(crate) choice: Choice,
    pub(crate) rules: Vec<RuleInfo>,
    /// The orientations that may fire, rule by rule.
    pub(crate) orientations: Vec<Oriented>,
    pub(crate) fields: Vec<FieldRule>,
    pub(crate) temperature: f64,
    /// What a search is to reach.
    pub(crate) targets: Vec<GoalPicture>,
    /// What cells have to become.
    pub(crate) observe: Vec<ObservedSymbol>,
}

/// A symbol whose cells become `from` first, and one of `to` in the end.
#[derive(Debug)]
pub(crate) struct ObservedSymbol {
    pub(crate) of: u8,
    pub(crate) from: u8,
    pub(crate) to: Mask,
}

/// What is known of a rule besides its orientations.
#[derive(Debug)]
pub(crate) struct RuleInfo {
    pub(crate) text: String,
    pub(crate) weight: u32,
    /// How likely a match is applied, in units of 2⁻³².
    pub(crate) p: u64,
    pub(crate) condition: Option<Condition>,
}

/// A rule turned or mirrored.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Oriented {
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
    pub(crate) essential: bool,
}

#[derive(Debug)]
pub(crate) struct PathRule {
    pub(crate) paint: u8,
    pub(crate) from: Mask,
    pub(crate) to: Mask,
    pub(crate) on: Mask,
    pub(crate) inertia: bool,
    pub(crate) longest: bool,
    pub(crate) around: Around,
}

/// A picture in all its orientations, which has to be present or absent.
#[derive(Debug)]
pub(crate) struct GoalPicture {
    pub(crate) orientations: Vec<Picture<Mask>>,
    pub(crate) is_present: bool,
    /// How many wrong cells, or places of the picture, one match can mend at most.
    pub(crate) mends: u32,
}

impl GoalPicture {
    fn new(orientations: Vec<Picture<Mask>>, is_present: bool, rules: &[Oriented]) -> Self {
        let target = GoalPicture { orientations, is_present, mends: 0 };
        let mends = rules.iter().map(|orientation| target.mended(orientation)).max().unwrap_or(0);
        GoalPicture { mends, ..target }
    }

    /// How many wrong cells a match can mend in one place of the picture, or how many places it can clear of it.
    fn mended(&self, orientation: &Oriented) -> u32 {
        let cells = self.orientations.iter().flat_map(|picture| &picture.cells);
        let masks: Vec<Mask> = cells.copied().filter(|mask| *mask != ANY).collect();
        let fits = |to: u8, mask: Mask| mask >> to & 1 == 1;
        match self.is_present {
            // The cell did not fit, and does now.
            true => {
                let mends = |from: Mask, to| masks.iter().any(|&mask| fits(to, mask) && from & !mask != 0);
                orientation.writes().filter(|&(_, _, from, to)| mends(from, to)).count() as u32
            }
            // The cell did fit, and does not now. It is a part of as many places as the pictures have cells.
            false => {
                let breaks = |from: Mask, to, mask| !fits(to, mask) && from & mask != 0;
                let broken = |(_, _, from, to)| masks.iter().filter(|&&mask| breaks(from, to, mask)).count() as u32;
                orientation.writes().map(broken).sum()
            }
        }
    }
}

impl Program {
    pub(crate) fn compile(source: &RewriteRules) -> Result<Self, ProgramError> {
        let mut alphabet = Alphabet::new(&source.symbols, &source.sets)?;
        let fill = alphabet.symbol(source.fill).map_err(|what| ProgramError::at("fill", what))?;
        let mut compiler = Compiler { alphabet, lets: &source.lets, called: BTreeSet::new(), len: 0 };
        let nodes = compiler.nodes("program", &source.program, Order::Sequence, 0)?;
        let Compiler { alphabet, called, .. } = compiler;
        let mut unused = alphabet.unused(&source.symbols);
        unused.extend(
            source.lets.keys().filter(|name| !called.contains(name.as_str())).map(|name| format!("let.{name}")),
        );
        Ok(Program { alphabet, fill, nodes, unused })
    }
}

/// Some nodes and all below them, in the order in which they are written.
pub(crate) fn walk(nodes: &[Compiled]) -> Vec<&Compiled> {
    nodes.iter().flat_map(|node| [vec![node], walk(node.children())].concat()).collect()
}

impl Compiled {
    pub(crate) fn children(&self) -> &[Compiled] {
        if let CompiledAction::Nodes(_, nodes) = &self.kind { nodes } else { &[] }
    }

    /// The rules that fire here, as they are written.
    pub(crate) fn texts(&self) -> Vec<&str> {
        match &self.kind {
            CompiledAction::Rules(set) => set.rules.iter().map(|rule| rule.text.as_str()).collect(),
            CompiledAction::Put(..) => vec!["put"],
            CompiledAction::Path(_) => vec!["path"],
            CompiledAction::Nodes(..) => Vec::new(),
        }
    }
}

impl RuleSet {
    /// Whether matches have scores.
    pub(crate) fn is_scored(&self) -> bool {
        !self.fields.is_empty() || !self.observe.is_empty()
    }
}

impl Oriented {
    /// The places that are written: column, row, the symbols that may be there, and what is written.
    pub(crate) fn writes(&self) -> impl Iterator<Item = (u32, u32, Mask, u8)> {
        let places = self.to.cells.iter().zip(&self.from.cells).zip(0..);
        places.filter(|((to, _), _)| **to != KEEP).map(|((&to, &from), i)| (i % self.to.w, i / self.to.w, from, to))
    }

    /// Returns the bytes that the orientation and its stamp take.
    pub(crate) fn bytes(&self) -> u64 {
        200 + 37 * self.from.cells.len() as u64
    }

    /// Whether every match changes something, because some place may not be yet what is written there.
    pub(crate) fn always_changes(&self) -> bool {
        self.writes().any(|(_, _, from, to)| from >> to & 1 == 0)
    }

    /// The orientation with matches left out that change nothing, as far as one place tells; `None` if none is left.
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

/// The orientations of a rule, without those that are equal to an earlier one.
pub(crate) fn orientations(rule: usize, Parsed { from, to, .. }: &Parsed, symmetry: RuleSymmetry) -> Vec<Oriented> {
    symmetry.distinct(|orientation| Oriented { rule, from: from.image(orientation), to: to.image(orientation) })
}

struct Compiler<'a> {
    alphabet: Alphabet,
    lets: &'a BTreeMap<String, Rule>,
    /// The names of rules that were called.
    called: BTreeSet<&'a str>,
    len: usize,
}

impl<'a> Compiler<'a> {
    fn nodes(
        &mut self,
        path: &str,
        nodes: &'a [Node],
        order: Order,
        depth: usize,
    ) -> Result<Vec<Compiled>, ProgramError> {
        if depth > MAX_DEPTH {
            return Err(ProgramError::at(path, format!("nodes are nested {depth} deep; expected at most {MAX_DEPTH}")));
        }
        if nodes.is_empty() {
            return Err(ProgramError::at(path, "no node; expected at least one"));
        }
        nodes.iter().zip(0..).map(|(node, i)| self.node(&format!("{path}[{i}]"), node, order, depth)).collect()
    }

    fn node(&mut self, path: &str, node: &'a Node, order: Order, depth: usize) -> Result<Compiled, ProgramError> {
        let path = format!("{path}.{}", node.action.name());
        check_node(&path, node)?;
        let id = self.len;
        self.len += 1;
        let kind = match &node.action {
            Action::Rules(choice, rules) => CompiledAction::Rules(self.rules(&path, node, choice, &rules.0)?),
            Action::Put(symbol, at) => CompiledAction::Put(self.symbol(&path, *symbol)?, *at),
            Action::Path(given) => CompiledAction::Path(PathRule {
                paint: self.symbol(&path, given.paint)?,
                from: self.mask(&path, &given.from)?,
                to: self.mask(&path, &given.to)?,
                on: self.mask(&path, &given.on)?,
                inertia: given.inertia,
                longest: given.longest,
                around: given.around,
            }),
            Action::Nodes(order, nodes) => CompiledAction::Nodes(*order, self.nodes(&path, nodes, *order, depth + 1)?),
        };
        // A path that is painted can mostly be painted again, beside the first. In `markov` that is what the others are for.
        let once = order != Order::Markov
            && matches!(node.action, Action::Put(..) | Action::Path(_) | Action::Rules(Choice::Search(_), _));
        Ok(Compiled { id, path, steps: node.steps.or(once.then_some(StepLimit::Number(1))), kind })
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

    fn rules(&mut self, path: &str, node: &Node, choice: &Choice, rules: &'a [Rule]) -> Result<RuleSet, ProgramError> {
        if rules.is_empty() {
            return Err(ProgramError::at(path, "no rule; expected at least one"));
        }
        let (mut infos, mut orientations) = (Vec::new(), Vec::new());
        for (number, rule) in rules.iter().enumerate() {
            let path = if rules.len() == 1 { path.to_owned() } else { format!("{path}[{number}]") };
            let rule = self.named(rule);
            check_rule(&path, node, choice, rule)?;
            let parsed = parse(&path, &rule.text, matches!(choice, Choice::Count(_)), &mut self.alphabet)?;
            let p = threshold(rule.chance.or(node.chance).unwrap_or(1.0));
            let found = self::orientations(number, &parsed, rule.symmetry.unwrap_or(node.symmetry));
            orientations.extend(found.into_iter().filter(|_| p > 0).filter_map(Oriented::effective));
            infos.push(RuleInfo { text: rule.text.clone(), weight: rule.weight, p, condition: parsed.condition });
        }
        if orientations.len() > MAX_ORIENTATIONS {
            let what =
                format!("its rules have {} orientations; expected at most {MAX_ORIENTATIONS}", orientations.len());
            return Err(ProgramError::at(path, what));
        }
        let fields = node.fields.iter().map(|field| {
            let (to, on) = (self.mask(path, &field.to)?, self.mask(path, &field.on)?);
            let of = self.symbol(path, field.of)?;
            Ok(FieldRule { of, to, on, away: field.away, recompute: field.recompute, essential: field.essential })
        });
        let fields = fields.collect::<Result<_, _>>()?;
        let observe = node.observe.iter().map(|one| {
            let of = self.symbol(path, one.of)?;
            let from = one.from.map_or(Ok(of), |from| self.symbol(path, from))?;
            Ok(ObservedSymbol { of, from, to: self.mask(path, &one.to)? })
        });
        let observe = observe.collect::<Result<_, _>>()?;
        let targets = match choice {
            Choice::Search(goal) => self.targets(path, goal, node.symmetry, &orientations)?,
            _ => Vec::new(),
        };
        Ok(RuleSet {
            choice: choice.clone(),
            rules: infos,
            orientations,
            fields,
            temperature: node.temperature,
            targets,
            observe,
        })
    }

    /// A rule, or the one whose name it is.
    fn named(&mut self, rule: &'a Rule) -> &'a Rule {
        let name = rule.text.trim();
        match self.lets.get(name).filter(|_| !name.contains("->")) {
            Some(named) => {
                self.called.insert(name);
                named
            }
            None => rule,
        }
    }

    fn targets(
        &mut self,
        path: &str,
        goal: &Goal,
        symmetry: RuleSymmetry,
        orientations: &[Oriented],
    ) -> Result<Vec<GoalPicture>, ProgramError> {
        let pictures = [(&goal.present, "present"), (&goal.absent, "absent")];
        let pictures = pictures.into_iter().filter_map(|(text, name)| Some((text.as_ref()?, name)));
        let target = |(text, name): (&String, &str)| {
            let picture = parse_picture(&format!("{path}.{name}"), text, &mut self.alphabet)?;
            Ok(GoalPicture::new(
                symmetry.distinct(|orientation| picture.image(orientation)),
                name == "present",
                orientations,
            ))
        };
        pictures.map(target).collect()
    }
}

impl Action {
    fn name(&self) -> &'static str {
        match self {
            Action::Rules(Choice::One, _) => "one",
            Action::Rules(Choice::All, _) => "all",
            Action::Rules(Choice::Prl, _) => "prl",
            Action::Rules(Choice::Count(_), _) => "count",
            Action::Rules(Choice::Search(_), _) => "search",
            Action::Put(..) => "put",
            Action::Path(_) => "path",
            Action::Nodes(Order::Markov, _) => "markov",
            Action::Nodes(Order::Sequence, _) => "sequence",
            Action::Nodes(Order::Repeat, _) => "repeat",
        }
    }
}
