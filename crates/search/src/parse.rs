//! Reads requirements.
//!
//! ```text
//! want   := clause ("," clause)*
//! clause := metric (">=" | "<=" | ">" | "<" | "=") value  |  metric value ".." value  |  ("max" | "min") metric
//! metric := a metric's name ["@" stage]
//! value  := number ["%"]
//! ```

use std::str::FromStr;

use mapwright_graph::Metric;
use mapwright_recipe::{nearest, short};

use crate::requirements::{Clause, Requirements, StageRef, Test};

/// Requirements that cannot be read: where, what was found there, and what may stand there.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[error("column {column}: {}; expected {expected}", what(.found))]
pub struct RequirementsError {
    /// The character, from 1.
    pub column: usize,
    /// The text from there, up to the end of the word.
    pub found: String,
    /// What may stand there.
    pub expected: String,
}

fn what(text: &str) -> String {
    if text.is_empty() { "the text ends here".to_owned() } else { format!("found `{}`", short(text)) }
}

impl FromStr for Requirements {
    type Err = RequirementsError;

    fn from_str(text: &str) -> Result<Self, RequirementsError> {
        let mut reader = Reader { text, at: 0 };
        let mut clauses: Vec<Clause> = Vec::new();
        loop {
            reader.skip_space();
            let begin = reader.at;
            let clause = reader.clause()?;
            let expected = if clauses.len() == Requirements::MOST {
                Some(format!("at most {} clauses", Requirements::MOST))
            } else if clauses.contains(&clause) {
                Some("each clause once".to_owned())
            } else if clause.test.is_goal() && clauses.iter().any(|other| other.test.is_goal()) {
                Some("only one `max` or `min`".to_owned())
            } else {
                None
            };
            if let Some(expected) = expected {
                return Err(reader.error(begin, expected));
            }
            clauses.push(clause);
            reader.skip_space();
            if reader.rest().is_empty() {
                return Ok(Requirements { clauses });
            }
            if !reader.eat(",") {
                return Err(reader.error(reader.at, "`,` and another clause, or the end"));
            }
        }
    }
}

/// Reads the name of a metric and nothing else.
pub(crate) fn metric(text: &str) -> Result<Metric, RequirementsError> {
    let mut reader = Reader { text, at: 0 };
    reader.skip_space();
    let begin = reader.at;
    let word = reader.take(is_name);
    let end = reader.at;
    match reader.metric(begin, word)? {
        (metric, None) if reader.rest().trim().is_empty() => Ok(metric),
        _ => Err(reader.error(end, "the end")),
    }
}

/// A text, and how many bytes of it are read.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, token: &str) -> bool {
        let is_next = self.rest().starts_with(token);
        self.at += if is_next { token.len() } else { 0 };
        is_next
    }

    /// Reads as many characters as fit.
    fn take(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|char| !fits(char)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// The error that something else was expected at `begin`, or after the spaces there.
    fn error(&self, begin: usize, expected: impl Into<String>) -> RequirementsError {
        let begin = self.text.len() - self.text[begin..].trim_start().len();
        let rest = self.text[begin..].trim_end();
        let is_word = |char: char| char.is_alphanumeric() || char == '_';
        let end = match rest.chars().next() {
            Some(first) if is_word(first) => rest.find(|char| !is_word(char)),
            _ => rest.find(|char: char| is_word(char) || char.is_whitespace()),
        };
        let found = rest[..end.unwrap_or(rest.len())].to_owned();
        RequirementsError { column: self.text[..begin].chars().count() + 1, found, expected: expected.into() }
    }

    fn clause(&mut self) -> Result<Clause, RequirementsError> {
        let begin = self.at;
        let word = self.take(is_name);
        let goal = match word {
            "max" => Some(Test::Max),
            "min" => Some(Test::Min),
            _ => None,
        };
        if let Some(test) = goal {
            self.skip_space();
            let begin = self.at;
            let word = self.take(is_name);
            let (metric, at) = self.metric(begin, word)?;
            return Ok(Clause { metric, at, test });
        }
        let (metric, at) = self.metric(begin, word)?;
        self.skip_space();
        let test = if self.eat(">=") {
            Test::AtLeast(self.value()?)
        } else if self.eat("<=") {
            Test::AtMost(self.value()?)
        } else if self.eat(">") {
            Test::Above(self.value()?)
        } else if self.eat("<") {
            Test::Below(self.value()?)
        } else if self.eat("==") || self.eat("=") {
            Test::Equal(self.value()?)
        } else if self.rest().starts_with(|char: char| char.is_ascii_digit()) {
            self.range()?
        } else {
            return Err(self.error(self.at, "`>=`, `<=`, `>`, `<`, `=` or a range such as `3..8`"));
        };
        Ok(Clause { metric, at, test })
    }

    fn metric(&mut self, begin: usize, word: &str) -> Result<(Metric, Option<StageRef>), RequirementsError> {
        let Some(metric) = Metric::named(word) else {
            let names = || Metric::ALL.iter().map(|metric| metric.name());
            let expected = match nearest(word, names()).filter(|_| !word.is_empty()) {
                Some(near) => format!("a metric, such as `{near}`"),
                None => format!("a metric: {}", names().collect::<Vec<_>>().join(", ")),
            };
            return Err(self.error(begin, expected));
        };
        if !self.eat("@") {
            return Ok((metric, None));
        }
        let begin = self.at;
        let stage = self.take(|char| is_name(char) || matches!(char, '-' | '.'));
        let meta = stage.strip_prefix("metas.").map(str::parse);
        let at = match (stage, meta) {
            ("initial", _) => StageRef::Initial,
            (_, Some(Ok(i))) => StageRef::Meta(i),
            (_, None) if stage.starts_with(|char: char| char.is_alphabetic()) => StageRef::Named(stage.to_owned()),
            _ => return Err(self.error(begin, "a stage: `initial`, `metas.0` or the name of a builder")),
        };
        Ok((metric, Some(at)))
    }

    fn range(&mut self) -> Result<Test, RequirementsError> {
        let low = self.value()?;
        self.skip_space();
        if !self.eat("..") {
            return Err(self.error(self.at, "`..` and the end of the range"));
        }
        self.skip_space();
        let begin = self.at;
        let high = self.value()?;
        match low <= high {
            true => Ok(Test::Between(low, high)),
            false => Err(self.error(begin, "at least the number before `..`")),
        }
    }

    /// A number. A percentage is read with an exponent of -2, so that `7%` is the number closest to 0.07.
    fn value(&mut self) -> Result<f64, RequirementsError> {
        self.skip_space();
        let begin = self.at;
        self.take(|char| char.is_ascii_digit());
        // `3..8` has no fraction.
        let rest = self.rest();
        let has_fraction =
            rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_digit()));
        if self.at > begin && has_fraction {
            self.at += 1;
            self.take(|char| char.is_ascii_digit());
        }
        let digits = &self.text[begin..self.at];
        let text = if self.eat("%") { format!("{digits}e-2") } else { digits.to_owned() };
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(self.error(begin, "a number such as `3`, `0.25` or `25%`")),
        }
    }
}

const fn is_name(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '_'
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn error(text: &str, message: &str) {
        let all: Vec<&str> = Metric::ALL.iter().map(|metric| metric.name()).collect();
        let message = message.replace("{all}", &all.join(", "));
        assert_eq!(text.parse::<Requirements>().map_err(|error| error.to_string()), Err(message), "{text}");
    }

    #[test]
    fn what_is_read_is_shown() {
        for text in [
            "loops >= 3",
            "loops <= 3, max solution_steps",
            "loops > 3, dead_end_share < 40%",
            "solution_steps 60..80, dead_end_share <= 12.5%",
            "open_share@initial 40%..55%, loops@loop-injector = 7, min rooms@metas.11",
        ] {
            assert_eq!(text.parse::<Requirements>().map(|want| want.to_string()), Ok(text.to_owned()));
        }
        let tight: Requirements = " loops>=3 ,rooms==7,solution_steps  60 .. 80,dead_end_share<=0.1 ".parse().unwrap();
        assert_eq!(tight.to_string(), "loops >= 3, rooms = 7, solution_steps 60..80, dead_end_share <= 10%");
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        error("", "column 1: the text ends here; expected a metric: {all}");
        error("loop >= 3", "column 1: found `loop`; expected a metric, such as `loops`");
        error("solution steps 3..4", "column 1: found `solution`; expected a metric, such as `solution_steps`");
        error("loops ~ 3", "column 7: found `~`; expected `>=`, `<=`, `>`, `<`, `=` or a range such as `3..8`");
        error("loops", "column 6: the text ends here; expected `>=`, `<=`, `>`, `<`, `=` or a range such as `3..8`");
        error("loops >= ", "column 10: the text ends here; expected a number such as `3`, `0.25` or `25%`");
        error("loops >= many", "column 10: found `many`; expected a number such as `3`, `0.25` or `25%`");
        error("loops >= -3", "column 10: found `-`; expected a number such as `3`, `0.25` or `25%`");
        error("loops 3", "column 8: the text ends here; expected `..` and the end of the range");
        error("loops 8..3", "column 10: found `3`; expected at least the number before `..`");
        error("dead_end_share 10..20%", "column 20: found `20`; expected at least the number before `..`");
        error("loops >= 3 rooms = 1", "column 12: found `rooms`; expected `,` and another clause, or the end");
        error("loops >= 3,", "column 12: the text ends here; expected a metric: {all}");
        error("loops >= 3, loops>=3", "column 13: found `loops`; expected each clause once");
        error("max loops, min rooms", "column 12: found `min`; expected only one `max` or `min`");
        error("max 3", "column 5: found `3`; expected a metric: {all}");
        error("loops@ >= 3", "column 8: found `>=`; expected a stage: `initial`, `metas.0` or the name of a builder");
        error("größe = 3, é", "column 1: found `größe`; expected a metric: {all}");
    }

    fn clause() -> impl Strategy<Value = Clause> {
        let metric = prop::sample::select(Metric::ALL);
        let at = prop_oneof![
            Just(None),
            Just(Some(StageRef::Initial)),
            (0usize..100).prop_map(|i| Some(StageRef::Meta(i))),
            "[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,5}){0,2}"
                .prop_filter("reserved", |name| name != "initial")
                .prop_map(|name| Some(StageRef::Named(name))),
        ];
        let value = || (0u32..100_000, 0i32..6).prop_map(|(n, places)| f64::from(n) / 10f64.powi(places));
        let test = prop_oneof![
            value().prop_map(Test::AtLeast),
            value().prop_map(Test::AtMost),
            value().prop_map(Test::Above),
            value().prop_map(Test::Below),
            value().prop_map(Test::Equal),
            (value(), value()).prop_map(|(a, b)| Test::Between(a.min(b), a.max(b))),
            Just(Test::Max),
            Just(Test::Min),
        ];
        (metric, at, test).prop_map(|(metric, at, test)| Clause { metric, at, test })
    }

    proptest! {
        #[test]
        fn all_requirements_round_trip(clause in clause(), other in clause()) {
            let goals = clause.test.is_goal() && other.test.is_goal();
            let clauses = if clause == other || goals { vec![clause] } else { vec![clause, other] };
            let want = Requirements { clauses };
            prop_assert_eq!(want.to_string().parse::<Requirements>(), Ok(want));
        }

        #[test]
        fn no_text_is_too_strange(text in "\\PC{0,60}") {
            if let Err(error) = text.parse::<Requirements>() {
                prop_assert!((1..=text.chars().count() + 1).contains(&error.column));
            }
        }

        /// Texts of the language's own tokens come much closer to requirements.
        #[test]
        fn no_order_of_tokens_is_too_strange(tokens in prop::collection::vec(prop::sample::select(vec![
            "loops", "rooms", "max", "min", "@", "initial", "metas.0", "metas.x", ">=", "<=", "=", ">", "<", "..", ".", ",", "%",
            "0", "3", "8.5", "1e9", "99999999999999999999", " ", "é",
        ]), 0..12)) {
            let text = tokens.concat();
            match text.parse::<Requirements>() {
                Ok(want) => prop_assert_eq!(want.to_string().parse::<Requirements>(), Ok(want)),
                Err(error) => {
                    prop_assert!((1..=text.chars().count() + 1).contains(&error.column));
                    prop_assert!(text.contains(&error.found));
                }
            }
        }
    }
}
