//! A loop injector as written in a recipe: what a rule takes stands beside its name.

use mapwright_core::params;

use super::{LoopAmount, LoopInjector, LoopRule, detour};

/// Opens walls to add loops to a maze.
#[params]
pub(super) struct Flat {
    /// Which walls: anywhere, at dead ends, where the detour is long, or as few as defeat wall followers.
    rule: Word,
    /// The most walls to open.
    #[param(only_with(rule = "random" | "detour"))]
    count: Option<u32>,
    /// The share of all walls to open; 0.05 if `count` is absent too.
    #[param(range = 0.0..=1.0, only_with(rule = "random"), not_with = "count")]
    share: Option<f64>,
    /// The probability of opening each dead end.
    #[param(default = 0.5, range = 0.0..=1.0, only_with(rule = "braid"))]
    p: f64,
    /// The longest detour that is left alone, in steps.
    #[param(default = 20, range = 0..=detour::MAX_DISTANCE, only_with(rule = "detour"))]
    min_distance: u32,
}

/// Which walls are opened.
#[params]
enum Word {
    /// Any.
    Random,
    /// Those at dead ends.
    #[default]
    Braid,
    /// Those with a long detour around.
    Detour,
    /// As few as defeat wall followers.
    DefeatWallFollowers,
}

impl From<Flat> for LoopInjector {
    fn from(flat: Flat) -> Self {
        let Flat { rule, count, share, p, min_distance } = flat;
        let amount = count.map(LoopAmount::Count).or(share.map(LoopAmount::Share));
        let rule = match rule {
            Word::Random => LoopRule::Random(amount.unwrap_or_default()),
            Word::Braid => LoopRule::Braid { p },
            Word::Detour => LoopRule::Detour { min_distance, count },
            Word::DefeatWallFollowers => LoopRule::DefeatWallFollowers,
        };
        LoopInjector { rule }
    }
}

impl From<LoopInjector> for Flat {
    fn from(injector: LoopInjector) -> Self {
        let flat = Flat::default();
        match injector.rule {
            LoopRule::Random(LoopAmount::Count(count)) => Flat { rule: Word::Random, count: Some(count), ..flat },
            LoopRule::Random(LoopAmount::Share(share)) => Flat { rule: Word::Random, share: Some(share), ..flat },
            LoopRule::Braid { p } => Flat { p, ..flat },
            LoopRule::Detour { min_distance, count } => Flat { rule: Word::Detour, min_distance, count, ..flat },
            LoopRule::DefeatWallFollowers => Flat { rule: Word::DefeatWallFollowers, ..flat },
        }
    }
}
