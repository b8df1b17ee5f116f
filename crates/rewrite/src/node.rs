//! Programs as they are written: nodes, and the functions that make them.

use mapwright_core::params::{Described, Schema};
use mapwright_core::{MapRng, Point, Size};

use crate::RuleSymmetry;

/// A rule as text, such as `RB -> GR`, with what goes with it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "crate::json::RawRule", into = "crate::json::RawRule"))]
pub struct Rule {
    /// Rows of glyphs, separated by `/`, before and after ` -> `; for `count` also ` if `, a symbol and how many of it
    /// are around. The name of a rule in `let` stands for that rule.
    pub text: String,
    /// How likely a match of this rule is in `one`, compared with a match of another rule: 1 to 1000.
    pub weight: u32,
    /// The share of matches that are applied; for `all`, `prl` and `count`.
    pub chance: Option<f64>,
    /// Which orientations of the rule apply; `None` leaves it to the node.
    pub symmetry: Option<RuleSymmetry>,
}

impl Described for Rule {
    fn schema() -> Schema {
        Schema::Defined("rule", "a rule such as \".# -> ..\"")
    }
}

impl Rule {
    /// A rule of weight 1 in all its orientations.
    pub fn new(text: impl Into<String>) -> Self {
        Rule { text: text.into(), weight: 1, chance: None, symmetry: None }
    }

    /// The rule with another weight.
    #[must_use]
    pub fn weight(self, weight: u32) -> Self {
        Rule { weight, ..self }
    }

    /// The rule applied to a share of its matches.
    #[must_use]
    pub fn chance(self, chance: f64) -> Self {
        Rule { chance: Some(chance), ..self }
    }

    /// The rule in some of its orientations.
    #[must_use]
    pub fn symmetry(self, symmetry: RuleSymmetry) -> Self {
        Rule { symmetry: Some(symmetry), ..self }
    }
}

impl From<&str> for Rule {
    fn from(text: &str) -> Self {
        Rule::new(text)
    }
}

/// One rule or several.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "crate::json::RawRules", into = "crate::json::RawRules"))]
pub struct Rules(pub Vec<Rule>);

impl<R: Into<Rule>> From<R> for Rules {
    fn from(rule: R) -> Self {
        Rules(vec![rule.into()])
    }
}

impl<R: Into<Rule>, const N: usize> From<[R; N]> for Rules {
    fn from(rules: [R; N]) -> Self {
        Rules(rules.into_iter().map(Into::into).collect())
    }
}

/// A node of a program: what it does, how often, and how it chooses.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "crate::json::RawNode", into = "crate::json::RawNode"))]
pub struct Node {
    /// What it does.
    pub action: Action,
    /// How many turns it takes at most.
    pub steps: Option<StepLimit>,
    /// The share of matches that are applied, for rules that do not say it themselves.
    pub chance: Option<f64>,
    /// Which orientations of its rules apply, for rules that do not say it themselves.
    pub symmetry: RuleSymmetry,
    /// Distances that `one` prefers to make shorter.
    pub fields: Vec<DistanceField>,
    /// How much `one` strays from what its fields prefer: 0, not at all; a match whose score is `h` worse is e^(h/T)
    /// times less likely.
    pub temperature: f64,
    /// What cells have to become; for `one` and `search`.
    pub observe: Vec<Observation>,
}

/// What a node does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Applies rules.
    Rules(Choice, Rules),
    /// Writes one cell.
    Put(char, At),
    /// Paints a shortest path.
    Path(Path),
    /// Lets other nodes act.
    Nodes(Order, Vec<Node>),
}

/// Which matches of its rules a node applies in a turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// One match, chosen uniformly.
    One,
    /// Matches in random order, as long as they write no cell twice.
    All,
    /// All matches at once; where they overlap, the later rule, orientation or anchor wins.
    Prl,
    /// All at once, each cell by how many neighbors of some kind it has.
    Count(Around),
    /// The fewest that lead to a goal.
    Search(Goal),
}

/// When the children of a node act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Each turn is the first child that can do something.
    Markov,
    /// One after the other, each until it is done.
    Sequence,
    /// One after the other, again and again until none does anything.
    Repeat,
}

/// A limit on turns.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "crate::json::RawSteps", into = "crate::json::RawSteps"))]
pub enum StepLimit {
    /// So many.
    Number(u32),
    /// So many for every 100 cells of the map.
    Percent(f64),
}

/// Where a cell is put.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename_all = "kebab-case", expecting = "expected `at` to be a place such as \"center\", or [x, y]")
)]
pub enum At {
    /// The middle of the map.
    #[default]
    Center,
    /// The middle of the top row.
    Top,
    /// The middle of the right column.
    Right,
    /// The middle of the bottom row.
    Bottom,
    /// The middle of the left column.
    Left,
    /// The top left corner.
    TopLeft,
    /// The top right corner.
    TopRight,
    /// The bottom left corner.
    BottomLeft,
    /// The bottom right corner.
    BottomRight,
    /// A uniformly chosen cell.
    Random,
    /// This cell.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Cell(u16, u16),
}

impl At {
    /// The cell on a map of `size`.
    pub(crate) fn point(self, size: Size, rng: &mut MapRng) -> Point {
        let (right, bottom) = (size.w.saturating_sub(1), size.h.saturating_sub(1));
        let center = size.center();
        match self {
            At::Center => center,
            At::Top => Point::new(center.x, 0),
            At::Right => Point::new(right, center.y),
            At::Bottom => Point::new(center.x, bottom),
            At::Left => Point::new(0, center.y),
            At::TopLeft => Point::new(0, 0),
            At::TopRight => Point::new(right, 0),
            At::BottomLeft => Point::new(0, bottom),
            At::BottomRight => Point::new(right, bottom),
            At::Random => size.point(rng.below(size.area())),
            At::Cell(x, y) => Point::new(x, y),
        }
    }
}

/// Which cells count as neighbors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub enum Around {
    /// North, east, south and west.
    Four,
    /// The diagonals too.
    #[default]
    Eight,
}

/// A distance: of every cell of `on`, how many steps it is from the nearest cell of `to`. A match that writes the
/// symbol `of` is better the shorter its distance, or with `away` the longer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "crate::json::RawField", into = "crate::json::RawField"))]
pub struct DistanceField {
    /// The symbol whose place matters.
    pub of: char,
    /// The symbols or sets from which distances are measured.
    pub to: String,
    /// The symbols or sets through which they are measured.
    pub on: String,
    /// Whether `of` keeps away.
    pub away: bool,
    /// Whether distances are measured anew before every turn, not only before the first.
    pub recompute: bool,
    /// Whether the node does nothing where there is no cell to measure from.
    pub essential: bool,
}

impl DistanceField {
    /// `of` comes near to `to`, over cells of `on`.
    pub fn toward(of: char, to: impl Into<String>, on: impl Into<String>) -> Self {
        DistanceField { of, to: to.into(), on: on.into(), away: false, recompute: false, essential: false }
    }

    /// `of` keeps away from `from`, over cells of `on`.
    pub fn away(of: char, from: impl Into<String>, on: impl Into<String>) -> Self {
        DistanceField { away: true, ..DistanceField::toward(of, from, on) }
    }

    /// The field measured anew before every turn.
    #[must_use]
    pub fn recompute(self) -> Self {
        DistanceField { recompute: true, ..self }
    }

    /// The field without which the node does nothing.
    #[must_use]
    pub fn essential(self) -> Self {
        DistanceField { essential: true, ..self }
    }
}

/// What the cells of a symbol have to become. A node with observations steers toward a map where each of these cells has
/// got one of some symbols, and all cells of other symbols are what they were when the node began.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "crate::json::RawObservation", into = "crate::json::RawObservation"))]
pub struct Observation {
    /// The symbol of the cells.
    pub of: char,
    /// What they become when the node begins; `None` if they stay as they are.
    pub from: Option<char>,
    /// The symbols or sets that they may have in the end.
    pub to: String,
}

impl Observation {
    /// The cells of `of` become one of `to`.
    pub fn new(of: char, to: impl Into<String>) -> Self {
        Observation { of, from: None, to: to.into() }
    }

    /// The cells are turned into another symbol first.
    #[must_use]
    pub fn from(self, symbol: char) -> Self {
        Observation { from: Some(symbol), ..self }
    }
}

/// A shortest path from one symbol to another, painted on the cells between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// What it is painted with.
    pub paint: char,
    /// The symbols or sets where it may begin.
    pub from: String,
    /// The symbols or sets where it may end.
    pub to: String,
    /// The symbols or sets over which it may go.
    pub on: String,
    /// Whether it goes straight on where that is no longer.
    pub inertia: bool,
    /// Whether it begins at the farthest cell, not at the nearest.
    pub longest: bool,
    /// Which cells are a step apart.
    pub around: Around,
}

/// What a search is to reach. All orientations of both pictures count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// A picture that has to be somewhere on the map in the end.
    pub present: Option<String>,
    /// A picture that has to be nowhere on the map in the end.
    pub absent: Option<String>,
    /// How many maps may be looked at: 1 to 10,000,000.
    pub states: u32,
}

impl Default for Goal {
    fn default() -> Self {
        Goal { present: None, absent: None, states: Goal::STATES }
    }
}

impl Goal {
    /// How many maps a search looks at if nothing else is said.
    pub const STATES: u32 = 100_000;

    /// A picture has to be on the map.
    pub fn present(picture: impl Into<String>) -> Self {
        Goal { present: Some(picture.into()), ..Goal::default() }
    }

    /// A picture has to be gone from the map.
    pub fn absent(picture: impl Into<String>) -> Self {
        Goal { absent: Some(picture.into()), ..Goal::default() }
    }
}

impl Described for Node {
    fn schema() -> Schema {
        Schema::Defined("node", "a node such as {\"one\": \".# -> ..\"}")
    }
}

impl Node {
    fn new(action: Action) -> Self {
        let symmetry = RuleSymmetry::All;
        Node { action, steps: None, chance: None, symmetry, fields: Vec::new(), temperature: 0.0, observe: Vec::new() }
    }

    /// The node with a limit on turns.
    #[must_use]
    pub fn steps(self, steps: u32) -> Self {
        Node { steps: Some(StepLimit::Number(steps)), ..self }
    }

    /// The node with a limit on turns, for every 100 cells of the map.
    #[must_use]
    pub fn percent(self, percent: f64) -> Self {
        Node { steps: Some(StepLimit::Percent(percent)), ..self }
    }

    /// The node applied to a share of its matches.
    #[must_use]
    pub fn chance(self, chance: f64) -> Self {
        Node { chance: Some(chance), ..self }
    }

    /// The node with some orientations of its rules.
    #[must_use]
    pub fn symmetry(self, symmetry: RuleSymmetry) -> Self {
        Node { symmetry, ..self }
    }

    /// The node with one more field.
    #[must_use]
    pub fn field(mut self, field: DistanceField) -> Self {
        self.fields.push(field);
        self
    }

    /// The node with one more observation.
    #[must_use]
    pub fn observe(mut self, observation: Observation) -> Self {
        self.observe.push(observation);
        self
    }

    /// The node with another temperature.
    #[must_use]
    pub fn temperature(self, temperature: f64) -> Self {
        Node { temperature, ..self }
    }

    /// A node that applies rules.
    fn rules(choice: Choice, rules: impl Into<Rules>) -> Self {
        Node::new(Action::Rules(choice, rules.into()))
    }

    /// A node that lets others act.
    fn nodes(order: Order, nodes: impl IntoIterator<Item = Node>) -> Self {
        Node::new(Action::Nodes(order, nodes.into_iter().collect()))
    }
}

/// A turn applies one match, chosen uniformly.
pub fn one(rules: impl Into<Rules>) -> Node {
    Node::rules(Choice::One, rules)
}

/// A turn applies matches in random order, as long as they write no cell twice.
pub fn all(rules: impl Into<Rules>) -> Node {
    Node::rules(Choice::All, rules)
}

/// A turn applies all matches at once.
pub fn prl(rules: impl Into<Rules>) -> Node {
    Node::rules(Choice::Prl, rules)
}

/// A turn changes all cells at once, each by how many neighbors of some kind it has.
pub fn count(around: Around, rules: impl Into<Rules>) -> Node {
    Node::rules(Choice::Count(around), rules)
}

/// Applies the fewest matches that lead to a goal.
pub fn search(goal: Goal, rules: impl Into<Rules>) -> Node {
    Node::rules(Choice::Search(goal), rules)
}

/// Writes one cell.
pub fn put(symbol: char, at: At) -> Node {
    Node::new(Action::Put(symbol, at))
}

/// Paints a shortest path.
pub fn paint_path(path: Path) -> Node {
    Node::new(Action::Path(path))
}

/// Each turn is the first of its children that can do something.
pub fn markov(children: impl IntoIterator<Item = Node>) -> Node {
    Node::nodes(Order::Markov, children)
}

/// Its children one after the other, each until it is done.
pub fn sequence(children: impl IntoIterator<Item = Node>) -> Node {
    Node::nodes(Order::Sequence, children)
}

/// Its children one after the other, again and again until none does anything; at most `steps` times.
pub fn repeat(children: impl IntoIterator<Item = Node>) -> Node {
    Node::nodes(Order::Repeat, children)
}
