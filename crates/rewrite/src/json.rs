//! Programs as JSON.

use mapwright_core::{Palette, Tile};
use serde::{Deserialize, Serialize};

use crate::node::{Action, Around, At, Field, Node, Path, Rule, Rules, Steps};
use crate::{Mark, Symbol, Symmetry};

/// A tile by name or number.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum RawTile {
    Number(u8),
    Name(String),
}

/// A tile, or a tile with a mark.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum RawSymbol {
    Tile(RawTile),
    Marked(RawMarked),
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RawMarked {
    #[serde(skip_serializing_if = "Option::is_none")]
    tile: Option<RawTile>,
    #[serde(skip_serializing_if = "is_default")]
    start: bool,
    #[serde(skip_serializing_if = "is_default")]
    exit: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    spawn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<u8>,
    #[serde(skip_serializing_if = "is_default")]
    door: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    lock: Option<u8>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl TryFrom<RawSymbol> for Symbol {
    type Error = String;

    fn try_from(raw: RawSymbol) -> Result<Self, String> {
        let raw = match raw {
            RawSymbol::Tile(tile) => RawMarked { tile: Some(tile), ..RawMarked::default() },
            RawSymbol::Marked(marked) => marked,
        };
        let tile = match raw.tile {
            None => Tile::FLOOR,
            Some(RawTile::Number(number)) => Tile(number),
            Some(RawTile::Name(name)) => {
                let expected = || format!("unknown tile `{name}`; expected the name of a tile or a number");
                Palette::default().named(&name).ok_or_else(expected)?
            }
        };
        let marks = [
            raw.start.then_some(Mark::Start),
            raw.exit.then_some(Mark::Exit),
            raw.spawn.map(|what| raw.key.map_or(Mark::Spawn(what.clone()), |key| Mark::Key(what, key))),
            (raw.door || raw.lock.is_some()).then_some(Mark::Door(raw.lock)),
        ];
        let mut marks = marks.into_iter().flatten();
        let (mark, another) = (marks.next(), marks.next());
        if another.is_some() {
            return Err("a symbol has several marks; expected one of `start`, `exit`, `spawn` and `door`".to_owned());
        }
        if raw.key.is_some() && !matches!(mark, Some(Mark::Key(..))) {
            return Err("`key` has no effect here; it goes with `spawn`".to_owned());
        }
        Ok(Symbol { tile, mark })
    }
}

impl From<Symbol> for RawSymbol {
    fn from(symbol: Symbol) -> Self {
        let palette = Palette::default();
        let look = palette.looks().iter().find(|look| look.tile == symbol.tile);
        let tile = look.map_or(RawTile::Number(symbol.tile.0), |look| RawTile::Name(look.name.clone()));
        let Some(mark) = symbol.mark else { return RawSymbol::Tile(tile) };
        let raw = RawMarked { tile: Some(tile), ..RawMarked::default() };
        RawSymbol::Marked(match mark {
            Mark::Start => RawMarked { start: true, ..raw },
            Mark::Exit => RawMarked { exit: true, ..raw },
            Mark::Spawn(what) => RawMarked { spawn: Some(what), ..raw },
            Mark::Key(what, key) => RawMarked { spawn: Some(what), key: Some(key), ..raw },
            Mark::Door(lock) => RawMarked { door: lock.is_none(), lock, ..raw },
        })
    }
}

/// Rows joined by `/`, or a list of rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Rows {
    Text(String),
    List(Vec<String>),
}

impl Rows {
    fn text(&self) -> String {
        match self {
            Rows::Text(text) => text.clone(),
            Rows::List(rows) => rows.join("/"),
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum RawRule {
    Text(String),
    Full(FullRule),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FullRule {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<Rows>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<Rows>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weight: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    p: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    symmetry: Option<Symmetry>,
}

impl TryFrom<RawRule> for Rule {
    type Error = String;

    fn try_from(raw: RawRule) -> Result<Self, String> {
        let full = match raw {
            RawRule::Text(text) => return Ok(Rule::new(text)),
            RawRule::Full(full) => full,
        };
        let text = match (full.rule, full.from, full.to) {
            (Some(rule), None, None) => rule,
            (None, Some(from), Some(to)) => format!("{} -> {}", from.text(), to.text()),
            _ => return Err("expected either `rule`, or `from` and `to`".to_owned()),
        };
        Ok(Rule { text, weight: full.weight.unwrap_or(1), p: full.p, symmetry: full.symmetry })
    }
}

impl From<Rule> for RawRule {
    fn from(rule: Rule) -> Self {
        let Rule { text, weight, p, symmetry } = rule;
        if weight == 1 && p.is_none() && symmetry.is_none() {
            return RawRule::Text(text);
        }
        let weight = (weight != 1).then_some(weight);
        RawRule::Full(FullRule { rule: Some(text), from: None, to: None, weight, p, symmetry })
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum RawSteps {
    Number(u32),
    Percent(String),
}

impl TryFrom<RawSteps> for Steps {
    type Error = String;

    fn try_from(raw: RawSteps) -> Result<Self, String> {
        let text = match raw {
            RawSteps::Number(number) => return Ok(Steps::Number(number)),
            RawSteps::Percent(text) => text,
        };
        let percent = text.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
        let expected =
            || format!("`steps` is \"{text}\"; expected an integer, or a share of the cells such as \"40%\"");
        percent.filter(|percent| percent.is_finite() && *percent >= 0.0).map(Steps::Percent).ok_or_else(expected)
    }
}

impl From<Steps> for RawSteps {
    fn from(steps: Steps) -> Self {
        match steps {
            Steps::Number(number) => RawSteps::Number(number),
            Steps::Percent(percent) => RawSteps::Percent(format!("{percent}%")),
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum RawAt {
    Cell(u16, u16),
    Word(String),
}

impl TryFrom<RawAt> for At {
    type Error = String;

    fn try_from(raw: RawAt) -> Result<Self, String> {
        match raw {
            RawAt::Cell(x, y) => Ok(At::Cell(x, y)),
            RawAt::Word(word) => {
                let named = At::NAMED.into_iter().find(|(name, _)| *name == word).map(|(_, at)| at);
                let names = At::NAMED.map(|(name, _)| format!("\"{name}\"")).join(", ");
                named.ok_or_else(|| format!("`at` is \"{word}\"; expected {names} or [x, y]"))
            }
        }
    }
}

impl From<At> for RawAt {
    fn from(at: At) -> Self {
        match (at, At::NAMED.into_iter().find(|&(_, named)| named == at)) {
            (At::Cell(x, y), _) => RawAt::Cell(x, y),
            (_, named) => RawAt::Word(named.map_or("center", |(name, _)| name).to_owned()),
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawField {
    #[serde(rename = "for")]
    of: char,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    on: String,
    #[serde(default, skip_serializing_if = "is_default")]
    recompute: bool,
}

impl TryFrom<RawField> for Field {
    type Error = String;

    fn try_from(raw: RawField) -> Result<Self, String> {
        let (to, away) = match (raw.to, raw.from) {
            (Some(to), None) => (to, false),
            (None, Some(from)) => (from, true),
            _ => return Err(format!("the field for `{}`: expected either `to` or `from`", raw.of)),
        };
        Ok(Field { of: raw.of, to, on: raw.on, away, recompute: raw.recompute })
    }
}

impl From<Field> for RawField {
    fn from(field: Field) -> Self {
        let (to, from) = if field.away { (None, Some(field.to)) } else { (Some(field.to), None) };
        RawField { of: field.of, to, from, on: field.on, recompute: field.recompute }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum RawRules {
    One(Rule),
    Many(Vec<Rule>),
}

impl From<RawRules> for Rules {
    fn from(raw: RawRules) -> Self {
        match raw {
            RawRules::One(rule) => Rules(vec![rule]),
            RawRules::Many(rules) => Rules(rules),
        }
    }
}

impl From<Rules> for RawRules {
    fn from(rules: Rules) -> Self {
        match <[Rule; 1]>::try_from(rules.0) {
            Ok([rule]) => RawRules::One(rule),
            Err(rules) => RawRules::Many(rules),
        }
    }
}

/// Every field that a node may have. Exactly one of the first nine is given.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RawNode {
    #[serde(skip_serializing_if = "Option::is_none")]
    one: Option<RawRules>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<RawRules>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prl: Option<RawRules>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<RawRules>,
    #[serde(skip_serializing_if = "Option::is_none")]
    put: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    markov: Option<Vec<Node>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sequence: Option<Vec<Node>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeat: Option<Vec<Node>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Steps>,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    p: Option<f64>,
    #[serde(skip_serializing_if = "is_default")]
    symmetry: Symmetry,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<Field>,
    #[serde(skip_serializing_if = "is_default")]
    temperature: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    around: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<At>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    on: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inertia: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest: Option<bool>,
}

impl TryFrom<RawNode> for Node {
    type Error = String;

    fn try_from(mut raw: RawNode) -> Result<Self, String> {
        let mut actions = Vec::new();
        actions.extend(raw.one.take().map(|rules| Action::One(rules.into())));
        actions.extend(raw.all.take().map(|rules| Action::All(rules.into())));
        actions.extend(raw.prl.take().map(|rules| Action::Prl(rules.into())));
        if let Some(rules) = raw.count.take() {
            actions.push(Action::Count(rules.into(), around(raw.around.take())?));
        }
        actions.extend(raw.put.take().map(|symbol| Action::Put(symbol, raw.at.take().unwrap_or_default())));
        if let Some(paint) = raw.path.take() {
            actions.push(Action::Path(raw.path_of(paint)?));
        }
        actions.extend(raw.markov.take().map(Action::Markov));
        actions.extend(raw.sequence.take().map(Action::Sequence));
        actions.extend(raw.repeat.take().map(Action::Repeat));
        let [action] = <[Action; 1]>::try_from(actions).map_err(|_| {
            "a node does one thing; expected one of `one`, `all`, `prl`, `count`, `put`, `path`, `markov`, \
             `sequence` and `repeat`"
        })?;
        let steps = match (&action, raw.times.take()) {
            (Action::Repeat(_), Some(times)) => Some(Steps::Number(times)),
            (_, Some(_)) => return Err(misplaced("times", "`repeat`")),
            _ => raw.steps,
        };
        raw.check_rest()?;
        let (p, symmetry, fields, temperature) = (raw.p, raw.symmetry, raw.fields, raw.temperature);
        Ok(Node { action, steps, p, symmetry, fields, temperature })
    }
}

impl RawNode {
    fn path_of(&mut self, paint: char) -> Result<Path, String> {
        let need = |name: &str, value: Option<String>| value.ok_or_else(|| format!("`path` needs `{name}`"));
        let (from, to) = (need("from", self.from.take())?, need("to", self.to.take())?);
        let on = need("on", self.on.take())?;
        let (inertia, longest) = (self.inertia.take().unwrap_or(false), self.longest.take().unwrap_or(false));
        Ok(Path { paint, from, to, on, inertia, longest })
    }

    /// What no action has taken belongs to another action.
    fn check_rest(&self) -> Result<(), String> {
        let path = [("from", self.from.is_some()), ("to", self.to.is_some()), ("on", self.on.is_some())];
        let path = path.into_iter().chain([("inertia", self.inertia.is_some()), ("longest", self.longest.is_some())]);
        let rest = path.map(|(name, given)| (name, "`path`", given));
        let mut rest = rest.chain([("around", "`count`", self.around.is_some()), ("at", "`put`", self.at.is_some())]);
        rest.find(|&(_, _, given)| given).map_or(Ok(()), |(name, goes_with, _)| Err(misplaced(name, goes_with)))
    }
}

fn misplaced(name: &str, goes_with: &str) -> String {
    format!("`{name}` has no effect here; it goes with {goes_with}")
}

fn around(number: Option<u8>) -> Result<Around, String> {
    match number {
        None | Some(8) => Ok(Around::Eight),
        Some(4) => Ok(Around::Four),
        Some(number) => Err(format!("`around` is {number}; expected 4 or 8")),
    }
}

impl From<Node> for RawNode {
    fn from(node: Node) -> Self {
        let (p, symmetry, fields, temperature) = (node.p, node.symmetry, node.fields, node.temperature);
        let raw = RawNode { steps: node.steps, p, symmetry, fields, temperature, ..RawNode::default() };
        match node.action {
            Action::One(rules) => RawNode { one: Some(rules.into()), ..raw },
            Action::All(rules) => RawNode { all: Some(rules.into()), ..raw },
            Action::Prl(rules) => RawNode { prl: Some(rules.into()), ..raw },
            Action::Count(rules, around) => {
                let around = (around == Around::Four).then_some(4);
                RawNode { count: Some(rules.into()), around, ..raw }
            }
            Action::Put(symbol, at) => RawNode { put: Some(symbol), at: Some(at), ..raw },
            Action::Path(path) => RawNode {
                path: Some(path.paint),
                from: Some(path.from),
                to: Some(path.to),
                on: Some(path.on),
                inertia: path.inertia.then_some(true),
                longest: path.longest.then_some(true),
                ..raw
            },
            Action::Markov(nodes) => RawNode { markov: Some(nodes), ..raw },
            Action::Sequence(nodes) => RawNode { sequence: Some(nodes), ..raw },
            Action::Repeat(nodes) => RawNode { repeat: Some(nodes), ..raw },
        }
    }
}
