//! Rewrite rules: small pictures that turn into other small pictures, again and again.
//!
//! * The stage: [`RewriteRules`] is a program with its [`Symbol`]s, on a new map or on an existing one.
//! * Nodes that apply [`Rules`]: [`one`] match at a time, [`all()`] that do not overlap, [`prl`] all at once, [`count`] by the number
//!   of neighbors, [`search`] for a [`Goal`]. [`DistanceField`]s guide [`one`], and [`Observation`]s [`one`] and [`search`].
//! * Other nodes: [`put`] a symbol, [`paint_path`]; [`markov`], [`sequence`] and [`repeat`] give their children turns.
//! * Errors: a program that cannot run is a [`ProgramError`], with a [`RuleMark`] into the rule.
//!
//! The idea is Maxim Gumin's MarkovJunior (2022).

/// The code in the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod board;
mod check;
mod compile;
mod error;
#[cfg(feature = "serde")]
mod json;
mod live;
mod meter;
mod node;
mod observe;
mod parallel;
mod parse;
mod path;
mod run;
mod scores;
mod search;
mod stage;
mod symbols;
mod symmetry;
#[cfg(test)]
mod tests;

pub use error::{ProgramError, RuleMark};
pub use node::{
    Action, Around, At, Choice, DistanceField, Goal, Node, Observation, Order, Path, Rule, Rules, StepLimit, all,
    count, markov, one, paint_path, prl, put, repeat, search, sequence,
};
pub use stage::RewriteRules;
pub use symbols::{Mark, Symbol};
pub use symmetry::RuleSymmetry;
