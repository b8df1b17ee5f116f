//! Reads commands as Minecraft 1.12 wrote them: blocks by number, `execute <selector> x y z <command>`, tags
//! under `scoreboard`.

use std::rc::Rc;

use super::command::{Block, Command, Condition, FillMode, Position, Step, Test};
use super::nbt::Nbt;
use super::parse::{Parser, compound, set_mode, text_component};
use super::reader::{Parsed, Range, Reader, full_id};
use super::scoreboard::operation;

impl Parser<'_> {
    pub fn legacy_command(&mut self, name: &str, reader: &mut Reader<'_>) -> Parsed<Command> {
        let command = match name {
            "setblock" => self.legacy_setblock(reader)?,
            "fill" => self.legacy_fill(reader)?,
            "clone" => Command::Clone {
                from: Position::read(reader)?,
                to: Position::read(reader)?,
                into: Position::read(reader)?,
            },
            "summon" => self.summon(reader)?,
            "execute" => return self.legacy_execute(reader),
            "function" => self.legacy_function(reader)?,
            "kill" => Command::Kill(self.selector_or_me(reader)?),
            "scoreboard" => self.legacy_scoreboard(reader)?,
            "entitydata" => {
                let who = self.selector(reader)?;
                Command::MergeData(super::command::Source::Entity(who), compound(reader.tail("data")?)?)
            }
            "tp" | "teleport" => self.teleport(reader)?,
            "testfor" => Command::TestFor(Test::Entity(self.selector(reader)?)),
            "testforblock" => {
                let at = Position::read(reader)?;
                Command::TestFor(Test::Block(at, self.numbered("*", reader)?))
            }
            "tellraw" => Command::Message { to: Some(self.selector(reader)?), text: text_component(reader)? },
            "title" => {
                let who = self.selector(reader)?;
                match reader.one_of(&["title", "subtitle", "actionbar", "times"])? {
                    "times" => {
                        reader.tail("times")?;
                        Command::Ignored
                    }
                    _ => Command::Message { to: Some(who), text: text_component(reader)? },
                }
            }
            "say" => Command::Message { to: None, text: reader.tail("a message")?.to_owned() },
            "gamerule" => {
                let rule = reader.word("a rule")?.to_owned();
                Command::Gamerule(rule, reader.maybe()?.map(str::to_owned))
            }
            "playsound" | "particle" | "gamemode" | "effect" | "give" | "spawnpoint" | "time" | "weather"
            | "difficulty" | "stopsound" => {
                reader.tail("arguments")?;
                Command::Ignored
            }
            _ => return Err(format!("`{name}` is no command of 1.12")),
        };
        reader.end()?;
        Ok(command)
    }

    /// A block and its number, 0 to 15; -1 or `*` stands for any. `none` is what a missing number means.
    fn numbered(&mut self, none: &str, reader: &mut Reader<'_>) -> Parsed<Block> {
        let id = full_id(reader.word("a block")?)?;
        let states = match reader.maybe()?.unwrap_or(none) {
            "-1" | "*" => vec![],
            number => {
                let value = number.parse::<u8>().ok().filter(|&value| value < 16);
                value.ok_or_else(|| format!("`{number}` is no block data of 1.12, which is 0 to 15"))?;
                vec![("#".to_owned(), number.to_owned())]
            }
        };
        Ok(Block::new(id, states, None, self.names))
    }

    fn legacy_setblock(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        let at = Position::read(reader)?;
        let mut block = self.numbered("0", reader)?;
        let mode = set_mode(reader)?;
        if !reader.is_done() {
            block.data = Some(compound(reader.tail("data")?)?);
        }
        Ok(Command::Setblock { at, block, mode })
    }

    fn legacy_fill(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        let (from, to) = (Position::read(reader)?, Position::read(reader)?);
        let block = self.numbered("0", reader)?;
        let mode = if reader.is_done() {
            FillMode::Replace
        } else {
            match reader.one_of(&["replace", "keep", "destroy", "hollow", "outline"])? {
                "replace" if !reader.is_done() => FillMode::Only(self.numbered("*", reader)?),
                "keep" => FillMode::Keep,
                "destroy" => FillMode::Destroy,
                "hollow" => FillMode::Hollow,
                "outline" => FillMode::Outline,
                _ => FillMode::Replace,
            }
        };
        Ok(Command::Fill { from, to, block, mode })
    }

    fn legacy_execute(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        let each = Step::Each(self.selector(reader)?, Position::read(reader)?);
        // Whether the block is there is asked when an entity's turn comes.
        let detected = match reader.take("detect") {
            true => Some(Test::Block(Position::read(reader)?, self.numbered("*", reader)?)),
            false => None,
        };
        let mut run = Rc::new(self.command(reader)?);
        if let Some(test) = detected {
            run = Rc::new(Command::Execute { steps: [Step::If(true, test)].into(), run: Some(run) });
        }
        Ok(Command::Execute { steps: [each].into(), run: Some(run) })
    }

    fn legacy_function(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        let name = self.called(reader)?;
        let condition = match reader.is_done() {
            true => None,
            false if reader.one_of(&["if", "unless"])? == "if" => Some(Condition::If(self.selector(reader)?)),
            false => Some(Condition::Unless(self.selector(reader)?)),
        };
        Ok(Command::Function { name, condition })
    }

    fn legacy_scoreboard(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        if reader.one_of(&["objectives", "players"])? == "objectives" {
            return self.objectives(reader);
        }
        let words = ["set", "add", "remove", "reset", "operation", "tag", "test"];
        Ok(match reader.one_of(&words)? {
            "set" => Command::SetScore(self.score(reader)?, reader.number("a whole number")?),
            "add" => Command::AddScore(self.score(reader)?, reader.number("a whole number")?),
            "remove" => {
                let score = self.score(reader)?;
                Command::AddScore(score, -reader.number::<i32>("a whole number")?)
            }
            "reset" => {
                let holder = self.holder(reader)?;
                Command::ResetScore(holder, if reader.is_done() { None } else { Some(self.objective(reader)?) })
            }
            "operation" => Command::Operate(self.score(reader)?, operation(reader)?, self.score(reader)?),
            "test" => {
                let score = self.score(reader)?;
                let bound = |word: Option<&str>, none: f64| match word {
                    None | Some("*") => Ok(none),
                    Some(word) => word.parse().map_err(|_| format!("`{word}` is no number")),
                };
                let low = bound(Some(reader.word("a number")?), f64::NEG_INFINITY)?;
                let high = bound(reader.maybe()?, f64::INFINITY)?;
                Command::TestScore(score, Range { low, high })
            }
            _ => self.legacy_tag(reader)?,
        })
    }

    fn legacy_tag(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        let who = self.selector(reader)?;
        let action = reader.one_of(&["add", "remove", "list"])?;
        if action == "list" {
            return Ok(Command::ListTags(who));
        }
        let tag = self.names.number(reader.word("a tag")?);
        if !reader.is_done() {
            let _: Nbt = compound(reader.tail("data")?)?;
            return Err("data after a tag is not known here".to_owned());
        }
        Ok(if action == "add" { Command::AddTag(who, tag) } else { Command::RemoveTag(who, tag) })
    }
}
