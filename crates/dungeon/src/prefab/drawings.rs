//! The built-in templates.

use mapwright_core::{Legend, Meaning, Template};

pub(super) const OUTPOST: &str = include_str!("shipped/outpost.txt");
pub(super) const FORT: &str = include_str!("shipped/fort.txt");
/// The spawns that the letters of the drawings mean, all on floor.
pub(super) const SPAWNS: [(char, &str); 6] =
    [('b', "Bandit"), ('g', "Goblin"), ('r', "Rat"), ('s', "Skeleton"), ('t', "Troll"), ('$', "Gold")];

/// A small level of five rooms with start, exit and some spawns, 15 by 9 cells.
pub(super) fn outpost() -> Template {
    drawn(OUTPOST)
}

/// A walled section with a hall, four chambers and gates on all sides, 17 by 15 cells.
pub(super) fn fort() -> Template {
    drawn(FORT)
}

/// A built-in drawing. A test ensures that all can be read.
pub(super) fn drawn(drawing: &str) -> Template {
    let legend =
        SPAWNS.into_iter().fold(Legend::default(), |legend, (glyph, who)| legend.with(glyph, Meaning::spawn(who)));
    Template::from_text(drawing, &legend).unwrap_or_default()
}
