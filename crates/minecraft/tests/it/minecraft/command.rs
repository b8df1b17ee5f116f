//! Commands as they were understood.

use std::rc::Rc;

use super::nbt::{Key, Nbt};
use super::reader::{Names, Parsed, Range, Reader, full_id, split_list};
use super::selector::Selector;

/// A coordinate: absolute, or from where the command runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Coordinate {
    /// The second part tells whether it was written as a whole number.
    Absolute(f64, bool),
    Relative(f64),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position(pub [Coordinate; 3]);

impl Position {
    pub const HERE: Position = Position([Coordinate::Relative(0.0); 3]);

    pub fn read(reader: &mut Reader<'_>) -> Parsed<Position> {
        let mut axes = [Coordinate::Relative(0.0); 3];
        for axis in &mut axes {
            *axis = coordinate(reader.word("a coordinate")?)?;
        }
        Ok(Position(axes))
    }

    /// The exact place. A whole absolute number is the middle of that block, but for the height.
    pub fn exact(&self, from: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|axis| match self.0[axis] {
            Coordinate::Relative(by) => from[axis] + by,
            Coordinate::Absolute(value, whole) => value + if whole && axis != 1 { 0.5 } else { 0.0 },
        })
    }

    pub fn block(&self, from: [f64; 3]) -> [i32; 3] {
        std::array::from_fn(|axis| match self.0[axis] {
            Coordinate::Relative(by) => (from[axis] + by).floor() as i32,
            Coordinate::Absolute(value, _) => value.floor() as i32,
        })
    }
}

pub fn coordinate(word: &str) -> Parsed<Coordinate> {
    let wrong = || format!("`{word}` is no coordinate");
    let number = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite()).ok_or_else(wrong);
    match word.strip_prefix('~') {
        Some("") => Ok(Coordinate::Relative(0.0)),
        Some(by) => number(by).map(Coordinate::Relative),
        None => Ok(Coordinate::Absolute(number(word)?, !word.contains('.'))),
    }
}

/// A block, and what is asked of its states.
#[derive(Clone, Debug)]
pub struct Block {
    /// The whole description, states sorted, without its data.
    pub name: u32,
    pub id: String,
    pub states: Vec<(String, String)>,
    pub data: Option<Nbt>,
}

impl Block {
    pub fn parse(text: &str, names: &mut Names) -> Parsed<Block> {
        let (text, data) = match text.find('{') {
            Some(at) => (&text[..at], Some(Nbt::parse(&text[at..])?)),
            None => (text, None),
        };
        let (id, body) = match text.split_once('[') {
            Some((id, body)) => (id, body.strip_suffix(']').ok_or_else(|| format!("a `]` is missing in `{text}`"))?),
            None => (text, ""),
        };
        let id = match id.strip_prefix('#') {
            Some(tag) => format!("#{}", full_id(tag)?),
            None => full_id(id)?,
        };
        let mut states = Vec::new();
        for part in split_list(body)? {
            let (name, value) = part.split_once('=').ok_or_else(|| format!("a `=` is missing in `{part}`"))?;
            states.push((name.to_owned(), value.to_owned()));
        }
        Ok(Block::new(id, states, data, names))
    }

    pub fn new(id: String, mut states: Vec<(String, String)>, data: Option<Nbt>, names: &mut Names) -> Block {
        states.sort();
        let name = names.number(&describe(&id, &states));
        Block { name, id, states, data }
    }
}

pub fn describe(id: &str, states: &[(String, String)]) -> String {
    let list: Vec<String> = states.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if list.is_empty() { id.to_owned() } else { format!("{id}[{}]", list.join(",")) }
}

/// Whose score.
#[derive(Clone, Debug)]
pub enum Holder {
    Name(u32),
    Chosen(Selector),
    /// `*`
    Everyone,
}

#[derive(Clone, Debug)]
pub struct Score {
    pub holder: Holder,
    pub objective: u32,
}

/// Where data is kept.
#[derive(Clone, Debug)]
pub enum Source {
    Entity(Selector),
    Storage(String),
    Block(Position),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetMode {
    Replace,
    Keep,
    Destroy,
}

#[derive(Clone, Debug)]
pub enum FillMode {
    Replace,
    /// Only these.
    Only(Block),
    Keep,
    Destroy,
    Hollow,
    Outline,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Set,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Min,
    Max,
    Swap,
}

#[derive(Clone, Debug)]
pub enum Test {
    Block(Position, Block),
    Blocks(Position, Position, Position, bool),
    Entity(Selector),
    Compare(Score, &'static str, Score),
    Matches(Score, Range),
    Data(Source, Vec<Key>),
    Function(u32),
    Loaded(Position),
}

#[derive(Clone, Debug)]
pub enum Sink {
    Score(Score),
    /// A place, the letter of the number's type, and a scale.
    Data(Source, Vec<Key>, char, f64),
}

#[derive(Clone, Debug)]
pub enum Step {
    As(Selector),
    At(Selector),
    Positioned(Position),
    PositionedAs(Selector),
    Align([bool; 3]),
    If(bool, Test),
    /// The first part tells whether the result is kept, or only whether there was success.
    Store(bool, Sink),
    Summon(u32),
    /// What does not matter here: `in`, `anchored`, `rotated`.
    Nothing,
}

#[derive(Clone, Debug)]
pub enum Change {
    Set(Nbt),
    From(Source, Vec<Key>),
    Append(Nbt),
}

#[derive(Clone, Debug)]
pub enum Command {
    Setblock {
        at: Position,
        block: Block,
        mode: SetMode,
    },
    Fill {
        from: Position,
        to: Position,
        block: Block,
        mode: FillMode,
    },
    Clone {
        from: Position,
        to: Position,
        into: Position,
    },
    Summon {
        kind: u32,
        at: Position,
        data: Nbt,
    },
    Execute {
        steps: Rc<[Step]>,
        run: Option<Rc<Command>>,
    },
    Function(u32),
    Kill(Selector),
    AddObjective(u32),
    RemoveObjective(u32),
    SetScore(Score, i32),
    AddScore(Score, i32),
    GetScore(Score),
    ResetScore(Holder, Option<u32>),
    Operate(Score, Operation, Score),
    AddTag(Selector, u32),
    RemoveTag(Selector, u32),
    ListTags(Selector),
    GetData(Source, Vec<Key>, f64),
    MergeData(Source, Nbt),
    ModifyData(Source, Vec<Key>, Change),
    RemoveData(Source, Vec<Key>),
    Teleport {
        who: Selector,
        to: Result<Position, Selector>,
    },
    Return(i32),
    ReturnFail,
    ReturnRun(Rc<Command>),
    Schedule {
        name: u32,
        ticks: u64,
        append: bool,
    },
    ClearSchedule(u32),
    Forceload {
        add: bool,
        from: Position,
        to: Position,
    },
    ForceloadClear,
    Message {
        to: Option<Selector>,
        text: String,
    },
    Random {
        low: i32,
        high: i32,
    },
    /// What only the player sees or hears.
    Ignored,
}
