//! Caves by cellular automata, 64 cells a word.

mod cellular_automata;
mod life;

pub use cellular_automata::{Border, CellularAutomata};
pub use life::{LifeRule, ParseLifeRuleError};
