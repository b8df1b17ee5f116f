//! Caves by cellular automata, 64 cells a word.

mod bitmap;
mod cellular_automata;
mod life;
mod life_rule;
mod pins;

pub use bitmap::Border;
pub use cellular_automata::CellularAutomata;
pub use life_rule::{LifeRule, ParseLifeRuleError};
