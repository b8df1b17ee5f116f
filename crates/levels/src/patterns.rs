//! Cyclic patterns, as data: what may stand in place of a join. They follow Dormans (*Cyclic generation*, 2017), in whose
//! levels two ways between two rooms always tell of each other.

/// A pattern between a near room (0) and a far one (1); its own rooms come after these.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern {
    pub(crate) joins: &'static [(u8, u8, Passage)],
    /// The room of each of its keys.
    pub(crate) keys: &'static [u8],
    pub(crate) tags: &'static [(u8, &'static str)],
}

/// How two rooms of a pattern join.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Passage {
    Open,
    /// Locked for the pattern's own first key.
    Locked,
    /// Locked for its first two keys.
    TwoLocks,
    /// From the first to the second.
    OneWay,
}

use Passage::{Locked, OneWay, Open, TwoLocks};

impl Pattern {
    /// How many rooms it adds.
    pub(crate) fn n_rooms(&self) -> u16 {
        let last = self.joins.iter().map(|&(a, b, _)| a.max(b)).max().unwrap_or(1);
        u16::from(last.saturating_sub(1))
    }
}

pub(crate) const PATTERNS: [Pattern; 12] = [
    // Two alternative paths.
    Pattern {
        joins: &[(0, 2, Open), (2, 1, Open), (0, 3, Open), (3, 1, Open)],
        keys: &[],
        tags: &[(2, "monsters"), (3, "traps")],
    },
    // Two keys.
    Pattern {
        joins: &[(0, 2, Open), (2, 4, Open), (0, 3, Open), (3, 4, Open), (4, 1, TwoLocks)],
        keys: &[2, 3],
        tags: &[],
    },
    // Hidden shortcut.
    Pattern {
        joins: &[(0, 2, Open), (2, 3, Open), (3, 1, Open), (0, 4, Open), (4, 1, Open)],
        keys: &[],
        tags: &[(4, "hidden")],
    },
    // Dangerous route.
    Pattern {
        joins: &[(0, 2, Open), (2, 1, Open), (0, 3, Open), (3, 4, Open), (4, 1, Open)],
        keys: &[],
        tags: &[(2, "danger")],
    },
    // Foreshadowing.
    Pattern {
        joins: &[(0, 2, Open), (2, 3, Open), (3, 1, Open), (1, 4, OneWay), (4, 0, Open)],
        keys: &[],
        tags: &[(4, "view")],
    },
    // Lock and key.
    Pattern {
        joins: &[(0, 2, Open), (2, 3, Open), (3, 4, Open), (4, 0, OneWay), (0, 5, Locked), (5, 1, Open)],
        keys: &[3],
        tags: &[],
    },
    // Blocked retreat.
    Pattern {
        joins: &[(0, 2, OneWay), (2, 1, Open), (1, 3, Open), (3, 0, OneWay)],
        keys: &[],
        tags: &[(2, "no return")],
    },
    // Patrol.
    Pattern {
        joins: &[(0, 2, Open), (2, 3, Open), (3, 1, Open), (1, 4, Open), (4, 5, Open), (5, 0, Open)],
        keys: &[],
        tags: &[(2, "patrol"), (3, "patrol"), (4, "patrol"), (5, "patrol")],
    },
    // Altered return.
    Pattern {
        joins: &[(0, 2, OneWay), (2, 3, Open), (3, 4, Open), (4, 0, OneWay), (0, 5, Locked), (5, 1, Open)],
        keys: &[3],
        tags: &[(4, "altered")],
    },
    // False goal.
    Pattern {
        joins: &[(0, 2, Open), (2, 3, Open), (3, 4, OneWay), (4, 0, Open), (0, 1, Locked)],
        keys: &[3],
        tags: &[(3, "false goal")],
    },
    // Simple lock and key.
    Pattern { joins: &[(0, 2, Open), (0, 1, Locked)], keys: &[2], tags: &[] },
    // Gambit.
    Pattern {
        joins: &[(0, 2, Open), (2, 1, Open), (2, 3, Open), (3, 4, Open), (4, 1, OneWay)],
        keys: &[],
        tags: &[(3, "danger"), (4, "treasure")],
    },
];
