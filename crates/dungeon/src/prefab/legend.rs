//! What the glyphs of a prefab mean.

use std::collections::BTreeMap;

use mapwright_core::{Palette, Tile};

/// What a cell of a prefab is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// What the map has there stays.
    Keep,
    /// A tile.
    Tile(Tile),
    /// A tile on which the start is.
    Start(Tile),
    /// A tile on which the exit is.
    Exit(Tile),
    /// A tile on which something appears.
    Spawn(Tile, String),
}

impl Meaning {
    /// Something that appears on floor.
    pub fn spawn(what: impl Into<String>) -> Self {
        Meaning::Spawn(Tile::FLOOR, what.into())
    }

    /// The tile; `None` where the map's own stays.
    pub const fn tile(&self) -> Option<Tile> {
        match self {
            Meaning::Keep => None,
            Meaning::Tile(tile) | Meaning::Start(tile) | Meaning::Exit(tile) | Meaning::Spawn(tile, _) => Some(*tile),
        }
    }
}

/// What each glyph means. All others are errors.
///
/// The default knows the glyphs of the default palette, and no letter but `o`, so that letters are free for what
/// appears:
///
/// | Glyph | Means | Glyph | Means | Glyph | Means |
/// |---|---|---|---|---|---|
/// | space | keep what is there | `"` | grass | `&` | tree |
/// | `.` | floor | `~` | water | `≈` | deep water |
/// | `#` | wall | `=` | road | `o` | pillar |
/// | `+` | door | `:` | sand | `%` | window |
/// | `@` | start, on floor | `-` | bridge | `<` | start, on stairs up |
/// | `>` | exit, on stairs down | `;` | gravel | | |
///
/// ```
/// use mapwright_dungeon::{Legend, Meaning, Prefab};
///
/// let legend = Legend::default().with('g', Meaning::spawn("Goblin"));
/// let den = Prefab::from_text("#####\n#g.g#\n##+##", &legend)?;
/// assert_eq!(den.spawns().len(), 2);
/// # Ok::<(), mapwright_dungeon::PrefabError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legend {
    meanings: BTreeMap<char, Meaning>,
}

impl Legend {
    /// A legend that knows no glyph.
    pub const fn empty() -> Self {
        Legend { meanings: BTreeMap::new() }
    }

    /// The legend with one more glyph, or another meaning of one.
    #[must_use]
    pub fn with(mut self, glyph: char, meaning: Meaning) -> Self {
        self.set(glyph, meaning);
        self
    }

    /// Gives a glyph a meaning, in place of an earlier one.
    pub fn set(&mut self, glyph: char, meaning: Meaning) {
        self.meanings.insert(glyph, meaning);
    }

    /// What a glyph means, if the legend knows it.
    pub fn meaning(&self, glyph: char) -> Option<&Meaning> {
        self.meanings.get(&glyph)
    }

    /// All glyphs with their meanings, in the order of characters.
    pub fn glyphs(&self) -> impl Iterator<Item = (char, &Meaning)> {
        self.meanings.iter().map(|(&glyph, meaning)| (glyph, meaning))
    }

    /// The glyphs, for messages.
    pub(super) fn known(&self) -> String {
        let glyphs: Vec<String> = self.meanings.keys().map(|glyph| format!("`{}`", glyph.escape_debug())).collect();
        if glyphs.is_empty() { "none".to_owned() } else { glyphs.join(" ") }
    }
}

impl Default for Legend {
    fn default() -> Self {
        let mut legend = Legend::empty();
        Palette::default().looks().iter().for_each(|look| legend.set(look.glyph, Meaning::Tile(look.tile)));
        legend
            .with(' ', Meaning::Keep)
            .with('@', Meaning::Start(Tile::FLOOR))
            .with('<', Meaning::Start(Tile::STAIRS_UP))
            .with('>', Meaning::Exit(Tile::STAIRS_DOWN))
    }
}
