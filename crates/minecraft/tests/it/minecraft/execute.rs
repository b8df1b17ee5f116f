//! Reads `execute`.

use std::rc::Rc;

use super::command::{Command, Position, Sink, Step, Test};
use super::parse::{Parser, path};
use super::reader::{Parsed, Reader};

impl Parser<'_> {
    pub fn execute(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        let mut steps = Vec::new();
        while !reader.is_done() {
            let name = reader.word("a subcommand")?;
            if name == "run" {
                return Ok(match self.command(reader)? {
                    // `execute … run execute …` is one chain: all of it is prepared before anything runs.
                    Command::Execute { steps: more, run } => {
                        steps.extend(more.iter().cloned());
                        Command::Execute { steps: steps.into(), run }
                    }
                    run => Command::Execute { steps: steps.into(), run: Some(Rc::new(run)) },
                });
            }
            steps.push(self.step(name, reader)?);
        }
        match steps.last() {
            Some(Step::If(..)) => Ok(Command::Execute { steps: steps.into(), run: None }),
            _ => Err("`run` is missing".to_owned()),
        }
    }

    fn step(&mut self, name: &str, reader: &mut Reader<'_>) -> Parsed<Step> {
        Ok(match name {
            "as" => Step::As(self.selector(reader)?),
            "at" => Step::At(self.selector(reader)?),
            "positioned" if reader.take("as") => Step::PositionedAs(self.selector(reader)?),
            "positioned" => Step::Positioned(Position::read(reader)?),
            "align" => Step::Align(axes(reader.word("axes")?)?),
            "if" => Step::If(true, self.test(reader)?),
            "unless" => Step::If(false, self.test(reader)?),
            "store" => Step::Store(reader.one_of(&["result", "success"])? == "result", self.sink(reader)?),
            "summon" => Step::Summon(self.kind(reader)?),
            "in" | "anchored" => {
                reader.word("a place")?;
                Step::Nothing
            }
            "rotated" => {
                reader.word("an angle")?;
                reader.word("an angle")?;
                Step::Nothing
            }
            _ => return Err(format!("`{name}` is no subcommand of execute")),
        })
    }

    pub fn test(&mut self, reader: &mut Reader<'_>) -> Parsed<Test> {
        Ok(match reader.one_of(&["block", "blocks", "entity", "score", "data", "function", "loaded"])? {
            "block" => Test::Block(Position::read(reader)?, self.block(reader, true)?),
            "blocks" => {
                let [from, to, other] = [Position::read(reader)?, Position::read(reader)?, Position::read(reader)?];
                Test::Blocks(from, to, other, reader.one_of(&["all", "masked"])? == "masked")
            }
            "entity" => Test::Entity(self.selector(reader)?),
            "score" => self.test_of_score(reader)?,
            "loaded" => Test::Loaded(Position::read(reader)?),
            "data" => Test::Data(self.source(reader)?, path(reader)?),
            _ => Test::Function(self.called(reader)?),
        })
    }

    fn sink(&mut self, reader: &mut Reader<'_>) -> Parsed<Sink> {
        if reader.take("score") {
            return Ok(Sink::Score(self.score(reader)?));
        }
        let (source, path) = (self.source(reader)?, path(reader)?);
        let kind = reader.one_of(&["byte", "short", "int", "long", "float", "double"])?;
        Ok(Sink::Data(source, path, kind.chars().next().unwrap_or('i'), reader.number("a scale")?))
    }
}

fn axes(word: &str) -> Parsed<[bool; 3]> {
    let known = word.chars().all(|c| "xyz".contains(c));
    let once = "xyz".chars().all(|axis| word.matches(axis).count() <= 1);
    if word.is_empty() || !known || !once {
        return Err(format!("`{word}` are no axes"));
    }
    Ok(['x', 'y', 'z'].map(|axis| word.contains(axis)))
}
