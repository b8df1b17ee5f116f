//! Rewrite rules: small pictures that turn into other small pictures, again and again.
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
mod node;
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
    Action, Around, At, Choice, Field, Goal, Node, Order, Path, Rule, Rules, Steps, all, count, markov, one, path, prl,
    put, repeat, search, sequence,
};
pub use stage::RewriteRules;
pub use symbols::{Mark, Symbol};
pub use symmetry::Symmetry;
