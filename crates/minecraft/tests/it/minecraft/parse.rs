//! Reads commands.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::command::{Block, Change, Command, FillMode, Position, SetMode, Source};
use super::nbt::{self, Key, Nbt};
use super::reader::{Names, Parsed, Range, Reader, full_id};
use super::selector::Selector;

/// What reading a command needs to know, and what it comes upon.
#[derive(Debug)]
pub struct Parser<'n> {
    pub names: &'n mut Names,
    /// The functions (and `#tags` of functions) that are called.
    pub calls: BTreeSet<String>,
}

/// Kinds of entities that a pack may have use for; a misspelled one is found out.
const KINDS: [&str; 15] = [
    "marker",
    "armor_stand",
    "item_frame",
    "glow_item_frame",
    "area_effect_cloud",
    "interaction",
    "block_display",
    "item_display",
    "text_display",
    "player",
    "item",
    "villager",
    "zombie",
    "husk",
    "painting",
];

impl Parser<'_> {
    pub fn command(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        let name = reader.word("a command")?;
        let command = match name {
            "setblock" => Command::Setblock {
                at: Position::read(reader)?,
                block: self.block(reader, false)?,
                mode: set_mode(reader)?,
            },
            "fill" => Command::Fill {
                from: Position::read(reader)?,
                to: Position::read(reader)?,
                block: self.block(reader, false)?,
                mode: self.fill_mode(reader)?,
            },
            "clone" => Command::Clone {
                from: Position::read(reader)?,
                to: Position::read(reader)?,
                into: Position::read(reader)?,
            },
            "summon" => self.summon(reader)?,
            "execute" => return self.execute(reader),
            "function" => self.function(reader)?,
            "kill" => Command::Kill(self.selector_or_me(reader)?),
            "scoreboard" => self.scoreboard(reader)?,
            "tag" => self.tag(reader)?,
            "data" => self.data(reader)?,
            "tp" | "teleport" => self.teleport(reader)?,
            "return" => return self.returning(reader),
            "schedule" => self.schedule(reader)?,
            "forceload" => forceload(reader)?,
            "random" => random(reader)?,
            "tellraw" => Command::Message { to: Some(self.selector(reader)?), text: text_component(reader)? },
            "title" => self.title(reader)?,
            "say" => Command::Message { to: None, text: reader.tail("a message")?.to_owned() },
            "playsound" | "particle" | "gamemode" | "gamerule" | "effect" | "give" | "spawnpoint" | "time"
            | "weather" | "stopsound" | "difficulty" | "setworldspawn" => {
                reader.tail("arguments")?;
                Command::Ignored
            }
            _ => return Err(format!("`{name}` is no command")),
        };
        reader.end()?;
        Ok(command)
    }

    pub fn selector(&mut self, reader: &mut Reader<'_>) -> Parsed<Selector> {
        let word = reader.word("a selector")?;
        if word.starts_with('@') {
            return Selector::parse(word, self.names);
        }
        // A player's name.
        let mut player = Selector::parse("@a", self.names)?;
        player.names.push((true, word.to_owned()));
        player.limit = 1;
        Ok(player)
    }

    pub fn single(&mut self, reader: &mut Reader<'_>) -> Parsed<Selector> {
        let selector = self.selector(reader)?;
        if selector.is_single() { Ok(selector) } else { Err("only one entity is allowed; add limit=1".to_owned()) }
    }

    pub fn selector_or_me(&mut self, reader: &mut Reader<'_>) -> Parsed<Selector> {
        if reader.is_done() { Selector::parse("@s", self.names) } else { self.selector(reader) }
    }

    pub fn block(&mut self, reader: &mut Reader<'_>, tags: bool) -> Parsed<Block> {
        let word = reader.word("a block")?;
        if word.starts_with('#') && !tags {
            return Err(format!("`{word}` is a tag and no block"));
        }
        Block::parse(word, self.names)
    }

    pub fn kind(&mut self, reader: &mut Reader<'_>) -> Parsed<u32> {
        let id = full_id(reader.word("a kind of entity")?)?;
        let known = id.strip_prefix("minecraft:").is_some_and(|kind| KINDS.contains(&kind));
        if known { Ok(self.names.number(&id)) } else { Err(format!("`{id}` is no kind of entity known here")) }
    }

    pub fn called(&mut self, reader: &mut Reader<'_>) -> Parsed<u32> {
        let word = reader.word("a function")?;
        let name = match word.strip_prefix('#') {
            Some(tag) => format!("#{}", full_id(tag)?),
            None => full_id(word)?,
        };
        self.calls.insert(name.clone());
        Ok(self.names.number(&name))
    }

    fn function(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        Ok(Command::Function(self.called(reader)?))
    }

    fn fill_mode(&mut self, reader: &mut Reader<'_>) -> Parsed<FillMode> {
        if reader.is_done() {
            return Ok(FillMode::Replace);
        }
        Ok(match reader.one_of(&["replace", "keep", "destroy", "hollow", "outline"])? {
            "replace" if !reader.is_done() => FillMode::Only(self.block(reader, true)?),
            "keep" => FillMode::Keep,
            "destroy" => FillMode::Destroy,
            "hollow" => FillMode::Hollow,
            "outline" => FillMode::Outline,
            _ => FillMode::Replace,
        })
    }

    pub fn summon(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        let kind = self.kind(reader)?;
        let at = if reader.is_done() { Position::HERE } else { Position::read(reader)? };
        let data = if reader.is_done() { Nbt::empty() } else { compound(reader.tail("data")?)? };
        Ok(Command::Summon { kind, at, data })
    }

    fn tag(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        let who = self.selector(reader)?;
        let action = reader.one_of(&["add", "remove", "list"])?;
        if action == "list" {
            return Ok(Command::ListTags(who));
        }
        let word = reader.word("a tag")?;
        if !word.chars().all(|c| c.is_ascii_alphanumeric() || "_.+-".contains(c)) {
            return Err(format!("`{word}` cannot be a tag"));
        }
        let tag = self.names.number(word);
        Ok(if action == "add" { Command::AddTag(who, tag) } else { Command::RemoveTag(who, tag) })
    }

    pub fn source(&mut self, reader: &mut Reader<'_>) -> Parsed<Source> {
        Ok(match reader.one_of(&["entity", "storage", "block"])? {
            "entity" => Source::Entity(self.single(reader)?),
            "storage" => Source::Storage(full_id(reader.word("a storage")?)?),
            _ => Source::Block(Position::read(reader)?),
        })
    }

    fn data(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        let action = reader.one_of(&["get", "merge", "modify", "remove"])?;
        let source = self.source(reader)?;
        Ok(match action {
            "get" => {
                let path = if reader.is_done() { Vec::new() } else { path(reader)? };
                let scale = if reader.is_done() { 1.0 } else { reader.number("a scale")? };
                Command::GetData(source, path, scale)
            }
            "merge" => Command::MergeData(source, compound(reader.tail("data")?)?),
            "remove" => Command::RemoveData(source, path(reader)?),
            _ => {
                let path = path(reader)?;
                let append = reader.one_of(&["set", "append"])? == "append";
                if reader.one_of(&["value", "from"])? == "value" {
                    let value = Nbt::parse(reader.tail("a value")?)?;
                    let change = if append { Change::Append(value) } else { Change::Set(value) };
                    return Ok(Command::ModifyData(source, path, change));
                }
                let from = Change::From(self.source(reader)?, self::path(reader)?);
                if append {
                    return Err("`append from` is not known here".to_owned());
                }
                Command::ModifyData(source, path, from)
            }
        })
    }

    /// `tp` has four forms; which one it is shows in what is there.
    pub fn teleport(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        let is_place = |reader: &Reader<'_>| {
            reader
                .clone()
                .word("")
                .is_ok_and(|word| word.starts_with(|c: char| c.is_ascii_digit() || "~-.".contains(c)))
        };
        let me = Selector::parse("@s", self.names)?;
        if is_place(reader) {
            return Ok(Command::Teleport { who: me, to: Ok(Position::read(reader)?) });
        }
        let first = self.selector(reader)?;
        if reader.is_done() {
            return Ok(Command::Teleport { who: me, to: Err(first) });
        }
        let to = if is_place(reader) { Ok(Position::read(reader)?) } else { Err(self.single(reader)?) };
        // Where to look does not matter here.
        while reader.maybe()?.is_some() {}
        Ok(Command::Teleport { who: first, to })
    }

    fn returning(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        if reader.take("run") {
            return Ok(Command::ReturnRun(Rc::new(self.command(reader)?)));
        }
        let command =
            if reader.take("fail") { Command::ReturnFail } else { Command::Return(reader.number("a whole number")?) };
        reader.end()?;
        Ok(command)
    }

    fn schedule(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        if reader.one_of(&["function", "clear"])? == "clear" {
            return Ok(Command::ClearSchedule(self.called(reader)?));
        }
        let name = self.called(reader)?;
        let ticks = ticks(reader.word("a time")?)?;
        let append = !reader.is_done() && reader.one_of(&["append", "replace"])? == "append";
        Ok(Command::Schedule { name, ticks, append })
    }

    fn title(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        let who = self.selector(reader)?;
        match reader.one_of(&["title", "subtitle", "actionbar", "times", "clear", "reset"])? {
            "title" | "subtitle" | "actionbar" => Ok(Command::Message { to: Some(who), text: text_component(reader)? }),
            "times" => {
                for _ in 0..3 {
                    ticks(reader.word("a time")?)?;
                }
                Ok(Command::Ignored)
            }
            _ => Ok(Command::Ignored),
        }
    }
}

pub fn set_mode(reader: &mut Reader<'_>) -> Parsed<SetMode> {
    if reader.is_done() {
        return Ok(SetMode::Replace);
    }
    Ok(match reader.one_of(&["replace", "keep", "destroy"])? {
        "keep" => SetMode::Keep,
        "destroy" => SetMode::Destroy,
        _ => SetMode::Replace,
    })
}

pub fn path(reader: &mut Reader<'_>) -> Parsed<Vec<Key>> {
    nbt::path(reader.word("a path")?)
}

pub fn compound(text: &str) -> Parsed<Nbt> {
    let value = Nbt::parse(text)?;
    if matches!(value, Nbt::Compound(_)) { Ok(value) } else { Err(format!("`{text}` is not {{…}}")) }
}

fn ticks(word: &str) -> Parsed<u64> {
    let (digits, unit) = match word.chars().last() {
        Some('t') => (&word[..word.len() - 1], 1.0),
        Some('s') => (&word[..word.len() - 1], 20.0),
        Some('d') => (&word[..word.len() - 1], 24_000.0),
        _ => (word, 1.0),
    };
    let time: f64 = digits.parse().ok().filter(|time| *time >= 0.0).ok_or_else(|| format!("`{word}` is no time"))?;
    Ok((time * unit).round() as u64)
}

fn forceload(reader: &mut Reader<'_>) -> Parsed<Command> {
    let action = reader.one_of(&["add", "remove", "query"])?;
    if action == "remove" && reader.take("all") {
        return Ok(Command::ForceloadClear);
    }
    let flat = |reader: &mut Reader<'_>| {
        let x = super::command::coordinate(reader.word("a coordinate")?)?;
        let z = super::command::coordinate(reader.word("a coordinate")?)?;
        Ok::<_, String>(Position([x, super::command::Coordinate::Relative(0.0), z]))
    };
    let from = flat(reader)?;
    let to = if reader.is_done() { from } else { flat(reader)? };
    Ok(if action == "query" { Command::Ignored } else { Command::Forceload { add: action == "add", from, to } })
}

fn random(reader: &mut Reader<'_>) -> Parsed<Command> {
    reader.one_of(&["value", "roll"])?;
    let range = Range::whole(reader.word("a range")?)?;
    if range.low.is_infinite() || range.high.is_infinite() || range.high - range.low < 1.0 {
        return Err("a range of at least two numbers is needed".to_owned());
    }
    Ok(Command::Random { low: range.low as i32, high: range.high as i32 })
}

/// A message in JSON; what is shown is the text of all its parts.
pub fn text_component(reader: &mut Reader<'_>) -> Parsed<String> {
    let tail = reader.tail("a message")?;
    let value: serde_json::Value =
        serde_json::from_str(tail).map_err(|error| format!("the message is no JSON: {error}"))?;
    Ok(plain(&value))
}

fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(parts) => parts.iter().map(plain).collect(),
        serde_json::Value::Object(parts) => {
            ["text", "translate", "extra"].iter().filter_map(|key| parts.get(*key)).map(plain).collect()
        }
        other => other.to_string(),
    }
}
