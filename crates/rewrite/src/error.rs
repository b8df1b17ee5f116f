//! Errors in programs, and where they are.

use std::fmt;

/// A program that cannot run: where in it, what is wrong, and in which character of a rule.
#[derive(Clone, PartialEq, Eq, mapwright_core::ErrorDebug)]
pub struct ProgramError {
    /// The place in the program, such as `program[1].markov[0].one`.
    pub path: String,
    /// What is wrong there, and what is expected.
    pub what: String,
    /// The rule that is wrong, and where.
    pub mark: Option<RuleMark>,
}

/// A place in the text of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleMark {
    /// The whole rule.
    pub rule: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
}

impl ProgramError {
    pub(crate) fn at(path: &str, what: impl Into<String>) -> Self {
        ProgramError { path: path.to_owned(), what: what.into(), mark: None }
    }

    /// An error at a character of a rule, which is given by its index.
    pub(crate) fn in_rule(path: &str, rule: &str, at: usize, what: impl Into<String>) -> Self {
        let before: Vec<char> = rule.chars().take(at).collect();
        let line = 1 + before.iter().filter(|&&c| c == '\n').count();
        let column = 1 + before.iter().rev().take_while(|&&c| c != '\n').count();
        let mark = Some(RuleMark { rule: rule.to_owned(), line, column });
        ProgramError { path: path.to_owned(), what: what.into(), mark }
    }
}

/// With a rule shown and marked:
///
/// ```text
/// program[0].one: unknown symbol `Q` at line 1, column 4; expected …
///   RB/Q# -> RR/##
///      ^
/// ```
impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(mark) = &self.mark else { return write!(f, "{}: {}", self.path, self.what) };
        write!(f, "{}: line {}, column {}: {}", self.path, mark.line, mark.column, self.what)?;
        for (line, number) in mark.rule.lines().zip(1..) {
            write!(f, "\n  {}", line.replace(char::is_control, "\u{fffd}"))?;
            if number == mark.line {
                write!(f, "\n  {}^", " ".repeat(mark.column.saturating_sub(1)))?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for ProgramError {}
