//! Build errors: what went wrong, and in which stage.

use std::borrow::Cow;
use std::fmt;

use crate::{Plane, Point, Size};

/// A failed build: what went wrong and, inside a chain, in which stage.
#[derive(Clone, PartialEq, thiserror::Error, crate::ErrorDebug)]
pub struct BuildError {
    /// What went wrong.
    pub kind: BuildErrorKind,
    /// The stage that failed; `None` outside a chain.
    pub stage: Option<Stage>,
}

/// A position in a chain, shown as `initial prim-maze` or `metas[0] loop-injector`. Comparing two ignores their titles.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// 0 for the initial builder, `i + 1` for `metas[i]`.
    pub index: usize,
    /// The builder's name.
    pub name: &'static str,
    /// The builder's title, a caption for pictures; empty if it has none.
    pub title: &'static str,
}

impl Stage {
    /// A stage by the name of its builder, without a title.
    pub const fn new(index: usize, name: &'static str) -> Stage {
        Stage { index, name, title: "" }
    }
}

impl PartialEq for Stage {
    fn eq(&self, other: &Stage) -> bool {
        (self.index, self.name) == (other.index, other.name)
    }
}

impl Eq for Stage {}

impl std::hash::Hash for Stage {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.index, self.name).hash(state);
    }
}

/// What can go wrong in a build.
#[derive(Clone, PartialEq, thiserror::Error, crate::ErrorDebug)]
#[non_exhaustive]
pub enum BuildErrorKind {
    /// A stage needs a plane that the map does not have.
    #[error("needs `{plane}`, which no earlier stage provides{}", suggestion(.providers))]
    MissingPlane {
        /// The plane that is missing.
        plane: Plane,
        /// Builders that could provide it, if the caller has a list of builders.
        providers: Vec<&'static str>,
    },
    /// A parameter is out of range.
    #[error("parameter `{name}` is {value}; expected {expected}")]
    BadParameter {
        /// The parameter's name, as in a recipe, with the path to the wrong part, such as `kinds[2].doors`.
        name: Cow<'static, str>,
        /// The given value.
        value: String,
        /// What is expected.
        expected: String,
    },
    /// The map is too small for the stage.
    #[error("a map of {size} is too small: at least {min} is needed")]
    TooSmall {
        /// The map's size.
        size: Size,
        /// The smallest size that works.
        min: Size,
    },
    /// The map would take too much memory, or has more cells than can be numbered.
    #[error("a map of {w}x{h} would take up to {bytes} bytes; expected at most {limit} bytes and 65535 cells a side")]
    TooLarge {
        /// The requested columns.
        w: u32,
        /// The requested rows.
        h: u32,
        /// The most bytes that the build would take.
        bytes: u64,
        /// The most bytes allowed.
        limit: u64,
    },
    /// The request cannot be met on this map.
    #[error("{why}")]
    Contradiction {
        /// Where, if it concerns a single cell.
        at: Option<Point>,
        /// What cannot be had and, if it concerns a single cell, where: the whole message.
        why: String,
    },
    /// The request cannot be met, whatever the seed.
    #[error("{why}")]
    Impossible {
        /// What cannot be had.
        why: String,
    },
    /// A stage that looks at the whole map cannot run in an endless world.
    #[error("cannot run in an endless world: {why}")]
    Endless {
        /// Why not, and what to use instead.
        why: String,
    },
    /// A part of an endless world lies too close to the last coordinates.
    #[error("{what} reaches the end of the world; expected columns and rows from -2^63 + {margin} to 2^63 - {margin}")]
    EndOfWorld {
        /// What was asked for.
        what: String,
        /// How many of the last columns and rows are out of reach.
        margin: u64,
    },
    /// A search used up its budget.
    #[error("gave up on {what}{}", tried(*.tries, *.budget))]
    GaveUp {
        /// What was searched for.
        what: &'static str,
        /// Tries made.
        tries: u64,
        /// Tries allowed.
        budget: u64,
    },
    /// Gradual work used up its budget before enough was done.
    #[error("only {reached} of {wanted} {what}{}", tried(*.tries, *.budget))]
    FellShort {
        /// What was being made, and what it should be: "vaults fit".
        what: &'static str,
        /// How much was done.
        reached: u64,
        /// How much was requested.
        wanted: u64,
        /// Tries made.
        tries: u64,
        /// Tries allowed.
        budget: u64,
    },
    /// The program stopped the build: it asked for no map any more. No seed and no parameter is at fault.
    #[error("stopped")]
    Stopped,
    /// A builder left a map that no later stage could rely on: a fault of that builder.
    #[error("the stage left a broken map: {why}")]
    BrokenInvariant {
        /// What is broken.
        why: String,
    },
}

impl BuildError {
    /// A missing plane.
    pub fn missing(plane: Plane) -> Self {
        BuildErrorKind::MissingPlane { plane, providers: Vec::new() }.into()
    }

    /// A parameter out of range.
    pub fn parameter(
        name: impl Into<Cow<'static, str>>,
        value: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> Self {
        let (name, value, expected) = (name.into(), value.to_string(), expected.to_string());
        BuildErrorKind::BadParameter { name, value, expected }.into()
    }

    /// Puts `place`, a field or an index such as `[2]`, before the name of the wrong parameter. Other errors stay as they are.
    #[must_use]
    pub fn within(mut self, place: impl fmt::Display) -> Self {
        if let BuildErrorKind::BadParameter { name, .. } = &mut self.kind {
            let point = if name.is_empty() || name.starts_with('[') { "" } else { "." };
            *name = format!("{place}{point}{name}").into();
        }
        self
    }

    /// A request that cannot be met on this map. `why` is the whole message, so it names the place too.
    pub fn contradiction(at: Option<Point>, why: impl fmt::Display) -> Self {
        BuildErrorKind::Contradiction { at, why: why.to_string() }.into()
    }

    /// A request that no seed can meet.
    pub fn impossible(why: impl fmt::Display) -> Self {
        BuildErrorKind::Impossible { why: why.to_string() }.into()
    }

    /// The same error with its stage, unless it has one already.
    #[must_use]
    pub fn in_stage(mut self, stage: Stage) -> Self {
        self.stage.get_or_insert(stage);
        self
    }

    /// The parameter that is wrong, where it is one.
    pub fn field(&self) -> Option<&str> {
        match &self.kind {
            BuildErrorKind::BadParameter { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Whether another seed may succeed: true for contradictions and used-up budgets, false for a bad parameter, a
    /// missing plane, a wrong size, an impossible request, or a build that was stopped.
    pub fn is_retryable(&self) -> bool {
        use BuildErrorKind::{Contradiction, FellShort, GaveUp};
        matches!(self.kind, Contradiction { .. } | GaveUp { .. } | FellShort { .. })
    }
}

/// How many tries there were, unless there was only one to make.
fn tried(tries: u64, budget: u64) -> String {
    if budget == 1 { String::new() } else { format!(" after {tries} tries (budget {budget})") }
}

impl From<BuildErrorKind> for BuildError {
    fn from(kind: BuildErrorKind) -> Self {
        BuildError { kind, stage: None }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stage {
            Some(stage) => write!(f, "{stage}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index {
            0 => write!(f, "initial {}", self.name),
            i => write!(f, "metas[{}] {}", i - 1, self.name),
        }
    }
}

fn suggestion(providers: &[&str]) -> String {
    if providers.is_empty() { String::new() } else { format!(" (these do: {})", providers.join(", ")) }
}

/// Requires a plane that may be missing.
pub trait Need<T> {
    /// The plane, or the error that names it.
    ///
    /// # Errors
    ///
    /// The map does not have it.
    fn need(self, plane: Plane) -> Result<T, BuildError>;
}

impl<T> Need<T> for Option<T> {
    fn need(self, plane: Plane) -> Result<T, BuildError> {
        self.ok_or_else(|| BuildError::missing(plane))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(error: impl Into<BuildError>, message: &str, retryable: bool) {
        let error = error.into();
        assert_eq!(error.to_string(), message);
        assert_eq!(error.is_retryable(), retryable);
    }

    #[test]
    fn a_stage_is_known_without_its_title() {
        let shown = Stage { title: "A hall", ..Stage::new(0, "arena") };
        assert_eq!(shown, Stage::new(0, "arena"));
        assert_ne!(shown, Stage { index: 1, ..shown });
        assert_ne!(shown, Stage::new(0, "prim-maze"));
    }

    #[test]
    fn messages_say_what_where_and_what_is_allowed() {
        check(BuildError::missing(Plane::Start), "needs `start`, which no earlier stage provides", false);
        let providers = vec!["start", "prim-maze"];
        check(
            BuildErrorKind::MissingPlane { plane: Plane::Start, providers },
            "needs `start`, which no earlier stage provides (these do: start, prim-maze)",
            false,
        );
        check(
            BuildError::parameter("p", 1.5, "0 to 1").in_stage(Stage::new(1, "loop-injector")),
            "metas[0] loop-injector: parameter `p` is 1.5; expected 0 to 1",
            false,
        );
        check(
            BuildErrorKind::TooSmall { size: Size::new(0, 4), min: Size::new(1, 1) },
            "a map of 0x4 is too small: at least 1x1 is needed",
            false,
        );
        check(
            BuildErrorKind::TooLarge { w: 70000, h: 2, bytes: 99, limit: 50 },
            "a map of 70000x2 would take up to 99 bytes; expected at most 50 bytes and 65535 cells a side",
            false,
        );
        let error = BuildError::contradiction(Some(Point::new(3, 4)), "no way around (3, 4)");
        check(error, "no way around (3, 4)", true);
        check(BuildError::impossible("no such board"), "no such board", false);
        check(
            BuildErrorKind::GaveUp { what: "a seed", tries: 9, budget: 9 },
            "gave up on a seed after 9 tries (budget 9)",
            true,
        );
        check(
            BuildErrorKind::FellShort { what: "cells are open", reached: 12, wanted: 40, tries: 9, budget: 9 },
            "only 12 of 40 cells are open after 9 tries (budget 9)",
            true,
        );
        check(
            BuildErrorKind::FellShort { what: "locks have a place", reached: 2, wanted: 3, tries: 1, budget: 1 },
            "only 2 of 3 locks have a place",
            true,
        );
    }

    #[test]
    fn debug_shows_the_variant() {
        let error = BuildError::impossible("no such board").in_stage(Stage::new(0, "prim-maze"));
        assert_eq!(format!("{error:?}"), "Impossible: initial prim-maze: no such board");
        assert_eq!(format!("{:?}", error.kind), "Impossible: no such board");
    }

    #[test]
    fn a_stopped_build_is_not_tried_again() {
        let error = BuildError::from(BuildErrorKind::Stopped).in_stage(Stage::new(0, "prim-maze"));
        check(error, "initial prim-maze: stopped", false);
    }

    #[test]
    fn the_first_stage_that_saw_an_error_keeps_it() {
        let first = Stage::new(0, "arena");
        let error = BuildError::missing(Plane::Exit).in_stage(first).in_stage(Stage::new(4, "other"));
        assert_eq!(error.stage, Some(first));
    }
}
