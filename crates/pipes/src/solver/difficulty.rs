//! How hard a board is.

/// The hardest thing that solving a board takes, from the easiest on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Grade {
    /// Matching each side with the one beside it.
    #[default]
    Local,
    /// Seeing that a ring would close.
    Rings,
    /// Seeing that a part would be sealed off.
    Isolation,
    /// Trying one turn in the mind, and seeing that it leads to a contradiction.
    Lookahead,
    /// Guessing, and trying whole arrangements.
    Guessing,
}

impl Grade {
    /// The grade in a word, as in recipes.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Local => "local",
            Grade::Rings => "rings",
            Grade::Isolation => "isolation",
            Grade::Lookahead => "lookahead",
            Grade::Guessing => "guessing",
        }
    }
}

/// What solving a board took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Difficulty {
    /// The hardest thing that was needed. A board with several solutions, or none, can have any grade.
    pub grade: Grade,
    /// Tiles that are not empty.
    pub tiles: u32,
    /// Tiles with more than one possible orientation once all sides were matched.
    pub open_after_local: u32,
    /// The same after no ring may close.
    pub open_after_rings: u32,
    /// The same after no part may be sealed off.
    pub open_after_isolation: u32,
    /// The same after every orientation was tried in the mind.
    pub open_after_lookahead: u32,
    /// Rounds of deduction in which some tile was settled, before lookahead. Everything that can be seen at one time
    /// is one round.
    pub rounds: u32,
    /// How many tiles each of these rounds settled: a narrow round leaves few places to go on.
    pub widths: Vec<u32>,
    /// Orientations that only lookahead could rule out.
    pub refuted: u32,
    /// Guesses made, and taken back or not.
    pub guesses: u32,
    /// The most guesses that stood at one time.
    pub depth: u32,
}
