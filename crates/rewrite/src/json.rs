//! Programs as JSON: what a recipe may say, and the checks that serde cannot make.

use mapwright_core::{Palette, Tile};
use serde::{Deserialize, Serialize};

use crate::node::{
    Action, Around, Choice, DistanceField, Goal, Node, Observation, Order, Path, Rule, Rules, StepLimit,
};
use crate::{At, Mark, RuleSymmetry, Symbol};

/// Structs whose fields may all be absent, and are written only if they are not.
macro_rules! optional {
    ($($name:ident $(, $expected:literal)? { $($(#[$meta:meta])? $field:ident: $type:ty,)* })*) => {$(
        #[derive(Default, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields $(, expecting = $expected)?)]
        pub(crate) struct $name {
            $($(#[$meta])? #[serde(skip_serializing_if = "Option::is_none")] $field: Option<$type>,)*
        }
    )*};
}

/// Values that may be written in two ways.
macro_rules! either {
    ($($name:ident = $short:ty | $long:ty, $expected:literal;)*) => {$(
        #[derive(Serialize, Deserialize)]
        #[serde(untagged, expecting = $expected)]
        pub(crate) enum $name { Short($short), Long($long) }
    )*};
}

either! {
    RawTile = u8 | String, "expected the name or the number of a tile";
    RawSymbol = RawTile | RawMarked, "expected a tile, or an object such as {\"tile\": \"grass\", \"spawn\": \"Sheep\"}";
    Rows = String | Vec<String>, "expected rows separated by `/`, or a list of rows";
    RawRule = String | FullRule, "expected a rule such as \"#. -> ..\", or an object with `from` and `to`";
    RawRules = Rule | Vec<Rule>, "expected a rule such as \"#. -> ..\", an object with `from` and `to`, or a list of them";
    RawSteps = u32 | String, "expected an integer, or a share of the cells such as \"40%\"";
}

optional! {
    RawMarked { tile: RawTile, start: bool, exit: bool, spawn: String, key: u8, door: bool, lock: u8, }
    FullRule { rule: String, from: Rows, to: Rows, weight: u32, chance: f64, symmetry: RuleSymmetry, }
    RawField, "an object with `for`, `on`, and `to` or `from`" {
        #[serde(rename = "for")] of: char, to: String, from: String, on: String, recompute: bool, essential: bool,
    }
    RawObservation, "an object with `for` and `to`" {
        #[serde(rename = "for")] of: char, from: char, to: String,
    }
    RawNode, "an object such as {\"one\": \"#. -> ..\"}" {
        one: Rules, all: Rules, prl: Rules, count: Rules, search: Rules, put: char, path: char,
        markov: Vec<Node>, sequence: Vec<Node>, repeat: Vec<Node>,
        steps: StepLimit, times: u32, chance: f64, symmetry: RuleSymmetry, fields: Vec<DistanceField>, temperature: f64,
        observe: Vec<Observation>,
        around: Around, at: At, from: String, to: String, on: String, inertia: bool, longest: bool,
        present: Rows, absent: Rows, states: u32,
    }
}

/// `None` for a value that need not be written.
fn given<T: Default + PartialEq>(value: T) -> Option<T> {
    (value != T::default()).then_some(value)
}

impl TryFrom<RawSymbol> for Symbol {
    type Error = String;

    fn try_from(raw: RawSymbol) -> Result<Self, String> {
        let raw = match raw {
            RawSymbol::Short(tile) => RawMarked { tile: Some(tile), ..RawMarked::default() },
            RawSymbol::Long(marked) => marked,
        };
        let tile = match raw.tile {
            None => Tile::FLOOR,
            Some(RawTile::Short(number)) => Tile(number),
            Some(RawTile::Long(name)) => {
                let expected = || format!("unknown tile `{name}`; expected the name of a tile or a number");
                Palette::default().named(&name).ok_or_else(expected)?
            }
        };
        let [start, exit, door] = [raw.start, raw.exit, raw.door].map(|is| is == Some(true));
        let mark = match (start, exit, raw.spawn, raw.key, door || raw.lock.is_some()) {
            (false, false, None, None, false) => None,
            (true, false, None, None, false) => Some(Mark::Start),
            (false, true, None, None, false) => Some(Mark::Exit),
            (false, false, Some(what), None, false) => Some(Mark::Spawn(what)),
            (false, false, Some(what), Some(key), false) => Some(Mark::Key(what, key)),
            (false, false, None, None, true) => Some(Mark::Door(raw.lock)),
            (.., None, Some(_), _) => return Err("`key` has no effect here; it goes with `spawn`".to_owned()),
            _ => return Err("several marks; expected one of `start`, `exit`, `spawn` and `door`".to_owned()),
        };
        Ok(Symbol { tile, mark })
    }
}

impl From<Symbol> for RawSymbol {
    fn from(symbol: Symbol) -> Self {
        let palette = Palette::default();
        let look = palette.looks().iter().find(|look| look.tile == symbol.tile);
        let tile = look.map_or(RawTile::Short(symbol.tile.0), |look| RawTile::Long(look.name.clone()));
        let Some(mark) = symbol.mark else { return RawSymbol::Short(tile) };
        let raw = RawMarked { tile: Some(tile), ..RawMarked::default() };
        RawSymbol::Long(match mark {
            Mark::Start => RawMarked { start: Some(true), ..raw },
            Mark::Exit => RawMarked { exit: Some(true), ..raw },
            Mark::Spawn(what) => RawMarked { spawn: Some(what), ..raw },
            Mark::Key(what, key) => RawMarked { spawn: Some(what), key: Some(key), ..raw },
            Mark::Door(None) => RawMarked { door: Some(true), ..raw },
            Mark::Door(lock) => RawMarked { lock, ..raw },
        })
    }
}

impl From<Rows> for String {
    fn from(rows: Rows) -> String {
        match rows {
            Rows::Short(text) => text,
            Rows::Long(rows) => rows.join("/"),
        }
    }
}

impl TryFrom<RawRule> for Rule {
    type Error = &'static str;

    fn try_from(raw: RawRule) -> Result<Self, &'static str> {
        let full = match raw {
            RawRule::Short(text) => return Ok(Rule::new(text)),
            RawRule::Long(full) => full,
        };
        let text = match (full.rule, full.from, full.to) {
            (Some(rule), None, None) => rule,
            (None, Some(from), Some(to)) => format!("{} -> {}", String::from(from), String::from(to)),
            _ => return Err("expected either `rule`, or `from` and `to`"),
        };
        Ok(Rule { text, weight: full.weight.unwrap_or(1), chance: full.chance, symmetry: full.symmetry })
    }
}

impl From<Rule> for RawRule {
    fn from(Rule { text, weight, chance, symmetry }: Rule) -> Self {
        if (weight, chance, symmetry) == (1, None, None) {
            return RawRule::Short(text);
        }
        let weight = (weight != 1).then_some(weight);
        RawRule::Long(FullRule { rule: Some(text), weight, chance, symmetry, ..FullRule::default() })
    }
}

impl From<RawRules> for Rules {
    fn from(raw: RawRules) -> Self {
        match raw {
            RawRules::Short(rule) => Rules(vec![rule]),
            RawRules::Long(rules) => Rules(rules),
        }
    }
}

impl From<Rules> for RawRules {
    fn from(rules: Rules) -> Self {
        match <[Rule; 1]>::try_from(rules.0) {
            Ok([rule]) => RawRules::Short(rule),
            Err(rules) => RawRules::Long(rules),
        }
    }
}

impl TryFrom<RawSteps> for StepLimit {
    type Error = &'static str;

    fn try_from(raw: RawSteps) -> Result<Self, &'static str> {
        let text = match raw {
            RawSteps::Short(number) => return Ok(StepLimit::Number(number)),
            RawSteps::Long(text) => text,
        };
        let percent = text.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
        let percent = percent.filter(|percent| percent.is_finite() && *percent >= 0.0).map(StepLimit::Percent);
        percent.ok_or("expected an integer, or a share of the cells such as \"40%\"")
    }
}

impl From<StepLimit> for RawSteps {
    fn from(steps: StepLimit) -> Self {
        match steps {
            StepLimit::Number(number) => RawSteps::Short(number),
            StepLimit::Percent(percent) => RawSteps::Long(format!("{percent}%")),
        }
    }
}

impl TryFrom<RawField> for DistanceField {
    type Error = &'static str;

    fn try_from(raw: RawField) -> Result<Self, &'static str> {
        let (Some(of), Some(on)) = (raw.of, raw.on) else { return Err("a field needs `for` and `on`") };
        let (to, away) = match (raw.to, raw.from) {
            (Some(to), None) => (to, false),
            (None, Some(from)) => (from, true),
            _ => return Err("a field needs either `to` or `from`"),
        };
        Ok(DistanceField {
            of,
            to,
            on,
            away,
            recompute: raw.recompute == Some(true),
            essential: raw.essential == Some(true),
        })
    }
}

impl From<DistanceField> for RawField {
    fn from(DistanceField { of, to, on, away, recompute, essential }: DistanceField) -> Self {
        let (to, from) = if away { (None, Some(to)) } else { (Some(to), None) };
        RawField { of: Some(of), to, from, on: Some(on), recompute: given(recompute), essential: given(essential) }
    }
}

impl TryFrom<RawObservation> for Observation {
    type Error = &'static str;

    fn try_from(raw: RawObservation) -> Result<Self, &'static str> {
        let (Some(of), Some(to)) = (raw.of, raw.to) else { return Err("an observation needs `for` and `to`") };
        Ok(Observation { of, from: raw.from, to })
    }
}

impl From<Observation> for RawObservation {
    fn from(Observation { of, from, to }: Observation) -> Self {
        RawObservation { of: Some(of), from, to: Some(to) }
    }
}

impl TryFrom<RawNode> for Node {
    type Error = String;

    fn try_from(mut raw: RawNode) -> Result<Self, String> {
        let action = raw.action()?;
        let steps = match (&action, raw.times.take()) {
            (Action::Nodes(Order::Repeat, _), Some(times)) => Some(StepLimit::Number(times)),
            (_, Some(_)) => return Err("`times` has no effect here; it goes with `repeat`".to_owned()),
            _ => raw.steps,
        };
        let (symmetry, temperature) = (raw.symmetry.unwrap_or_default(), raw.temperature.unwrap_or_default());
        let (fields, observe) = (raw.fields.unwrap_or_default(), raw.observe.unwrap_or_default());
        Ok(Node { action, steps, chance: raw.chance, symmetry, fields, temperature, observe })
    }
}

impl RawNode {
    /// Takes out what the node does.
    fn action(&mut self) -> Result<Action, String> {
        let rules = [(self.one.take(), Choice::One), (self.all.take(), Choice::All), (self.prl.take(), Choice::Prl)];
        let nodes = [
            (self.markov.take(), Order::Markov),
            (self.sequence.take(), Order::Sequence),
            (self.repeat.take(), Order::Repeat),
        ];
        let mut actions: Vec<Action> =
            rules.into_iter().filter_map(|(rules, choice)| Some(Action::Rules(choice, rules?))).collect();
        actions.extend(nodes.into_iter().filter_map(|(nodes, order)| Some(Action::Nodes(order, nodes?))));
        if let Some(rules) = self.count.take() {
            actions.push(Action::Rules(Choice::Count(self.around.take().unwrap_or_default()), rules));
        }
        if let Some(rules) = self.search.take() {
            let [present, absent] = [self.present.take(), self.absent.take()].map(|rows| rows.map(String::from));
            let states = self.states.take().unwrap_or(Goal::STATES);
            actions.push(Action::Rules(Choice::Search(Goal { present, absent, states }), rules));
        }
        actions.extend(self.put.take().map(|symbol| Action::Put(symbol, self.at.take().unwrap_or_default())));
        if let Some(paint) = self.path.take() {
            let (Some(from), Some(to), Some(on)) = (self.from.take(), self.to.take(), self.on.take()) else {
                return Err("`path` needs `from`, `to` and `on`".to_owned());
            };
            let [inertia, longest] = [self.inertia.take(), self.longest.take()].map(|flag| flag == Some(true));
            let around = self.around.take().unwrap_or(Around::Four);
            actions.push(Action::Path(Path { paint, from, to, on, inertia, longest, around }));
        }
        let [action] = <[Action; 1]>::try_from(actions).map_err(|_| {
            "a node does one thing; expected one of `one`, `all`, `prl`, `count`, `put`, `path`, `search`, `markov`, \
             `sequence` and `repeat`"
        })?;
        self.check_rest()?;
        Ok(action)
    }

    /// What the action has left belongs to another one.
    fn check_rest(&self) -> Result<(), String> {
        let path = [&self.from, &self.to, &self.on].iter().any(|text| text.is_some());
        let rest = [
            (self.around.is_some(), "`around`", "`count` and `path`"),
            (self.at.is_some(), "`at`", "`put`"),
            (path, "`from`, `to` and `on`", "`path`"),
            (self.inertia.is_some() || self.longest.is_some(), "`inertia` or `longest`", "`path`"),
            (self.present.is_some() || self.absent.is_some(), "`present` or `absent`", "`search`"),
            (self.states.is_some(), "`states`", "`search`"),
        ];
        match rest.into_iter().find(|&(is_left, _, _)| is_left) {
            Some((_, name, home)) => Err(format!("{name} has no effect here; it goes with {home}")),
            None => Ok(()),
        }
    }
}

impl From<Node> for RawNode {
    fn from(Node { action, steps, chance, symmetry, fields, temperature, observe }: Node) -> Self {
        let (symmetry, fields, temperature) = (given(symmetry), given(fields), given(temperature));
        let raw =
            RawNode { steps, chance, symmetry, fields, temperature, observe: given(observe), ..RawNode::default() };
        match action {
            Action::Rules(Choice::One, rules) => RawNode { one: Some(rules), ..raw },
            Action::Rules(Choice::All, rules) => RawNode { all: Some(rules), ..raw },
            Action::Rules(Choice::Prl, rules) => RawNode { prl: Some(rules), ..raw },
            Action::Rules(Choice::Count(around), rules) => RawNode { count: Some(rules), around: given(around), ..raw },
            Action::Rules(Choice::Search(Goal { present, absent, states }), rules) => {
                let [present, absent] = [present, absent].map(|text| text.map(Rows::Short));
                let states = (states != Goal::STATES).then_some(states);
                RawNode { search: Some(rules), present, absent, states, ..raw }
            }
            Action::Put(symbol, at) => RawNode { put: Some(symbol), at: Some(at), ..raw },
            Action::Path(Path { paint, from, to, on, inertia, longest, around }) => {
                let (from, to, on) = (Some(from), Some(to), Some(on));
                let (inertia, longest) = (given(inertia), given(longest));
                let around = (around != Around::Four).then_some(around);
                RawNode { path: Some(paint), from, to, on, inertia, longest, around, ..raw }
            }
            Action::Nodes(Order::Markov, nodes) => RawNode { markov: Some(nodes), ..raw },
            Action::Nodes(Order::Sequence, nodes) => RawNode { sequence: Some(nodes), ..raw },
            Action::Nodes(Order::Repeat, nodes) => RawNode { repeat: Some(nodes), ..raw },
        }
    }
}

impl TryFrom<u8> for Around {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        match number {
            4 => Ok(Around::Four),
            8 => Ok(Around::Eight),
            _ => Err(format!("`around` is {number}; expected 4 or 8")),
        }
    }
}

impl From<Around> for u8 {
    fn from(around: Around) -> u8 {
        if around == Around::Four { 4 } else { 8 }
    }
}
