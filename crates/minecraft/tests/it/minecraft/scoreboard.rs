//! Reads `scoreboard`, and whose scores are meant.

use super::command::{Command, Holder, Operation, Score, Test};
use super::parse::Parser;
use super::reader::{Parsed, Range, Reader};

impl Parser<'_> {
    pub fn objective(&mut self, reader: &mut Reader<'_>) -> Parsed<u32> {
        let word = reader.word("an objective")?;
        if !word.chars().all(|c| c.is_ascii_alphanumeric() || "_.+-".contains(c)) {
            return Err(format!("`{word}` cannot be an objective"));
        }
        Ok(self.names.number(word))
    }

    pub fn holder(&mut self, reader: &mut Reader<'_>) -> Parsed<Holder> {
        let mut ahead = reader.clone();
        let word = ahead.word("a score holder")?;
        if word.starts_with('@') {
            return Ok(Holder::Chosen(self.selector(reader)?));
        }
        *reader = ahead;
        Ok(if word == "*" { Holder::Everyone } else { Holder::Name(self.names.number(word)) })
    }

    pub fn score(&mut self, reader: &mut Reader<'_>) -> Parsed<Score> {
        Ok(Score { holder: self.holder(reader)?, objective: self.objective(reader)? })
    }

    /// A score of exactly one holder.
    fn single_score(&mut self, reader: &mut Reader<'_>) -> Parsed<Score> {
        let score = self.score(reader)?;
        match &score.holder {
            Holder::Chosen(selector) if !selector.is_single() => {
                Err("only one score holder is allowed here".to_owned())
            }
            Holder::Everyone => Err("`*` is not allowed here".to_owned()),
            _ => Ok(score),
        }
    }

    pub(super) fn scoreboard(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        match reader.one_of(&["objectives", "players"])? {
            "objectives" => self.objectives(reader),
            _ => self.players(reader),
        }
    }

    pub fn objectives(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        match reader.one_of(&["add", "remove", "setdisplay"])? {
            "add" => {
                let objective = self.objective(reader)?;
                reader.word("a criterion")?;
                if !reader.is_done() {
                    reader.tail("a name to show")?;
                }
                Ok(Command::AddObjective(objective))
            }
            "remove" => Ok(Command::RemoveObjective(self.objective(reader)?)),
            _ => {
                reader.word("a place to show")?;
                if !reader.is_done() {
                    self.objective(reader)?;
                }
                Ok(Command::Ignored)
            }
        }
    }

    fn players(&mut self, reader: &mut Reader<'_>) -> Parsed<Command> {
        Ok(match reader.one_of(&["set", "add", "remove", "get", "reset", "operation", "enable"])? {
            "set" => Command::SetScore(self.score(reader)?, reader.number("a whole number")?),
            "add" => Command::AddScore(self.score(reader)?, natural(reader)?),
            "remove" => Command::AddScore(self.score(reader)?, -natural(reader)?),
            "get" => Command::GetScore(self.single_score(reader)?),
            "reset" => {
                let holder = self.holder(reader)?;
                Command::ResetScore(holder, if reader.is_done() { None } else { Some(self.objective(reader)?) })
            }
            "operation" => Command::Operate(self.score(reader)?, operation(reader)?, self.score(reader)?),
            _ => {
                self.score(reader)?;
                Command::Ignored
            }
        })
    }

    pub fn test_of_score(&mut self, reader: &mut Reader<'_>) -> Parsed<Test> {
        let score = self.single_score(reader)?;
        let sign = reader.one_of(&["matches", "=", "<", "<=", ">", ">="])?;
        if sign == "matches" {
            return Ok(Test::Matches(score, Range::whole(reader.word("a range")?)?));
        }
        Ok(Test::Compare(score, sign, self.single_score(reader)?))
    }
}

fn natural(reader: &mut Reader<'_>) -> Parsed<i32> {
    let number: i32 = reader.number("a whole number")?;
    if number < 0 { Err(format!("{number} is negative")) } else { Ok(number) }
}

pub fn operation(reader: &mut Reader<'_>) -> Parsed<Operation> {
    Ok(match reader.one_of(&["=", "+=", "-=", "*=", "/=", "%=", "<", ">", "><"])? {
        "=" => Operation::Set,
        "+=" => Operation::Add,
        "-=" => Operation::Sub,
        "*=" => Operation::Mul,
        "/=" => Operation::Div,
        "%=" => Operation::Mod,
        "<" => Operation::Min,
        ">" => Operation::Max,
        _ => Operation::Swap,
    })
}
