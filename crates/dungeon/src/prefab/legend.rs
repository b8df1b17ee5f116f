//! The meaning of glyphs in prefabs.

use std::collections::BTreeMap;

use mapwright_core::params::{Described, Domain};
use mapwright_core::{Palette, Tile};

/// The meaning of a prefab's cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// Keeps what the map has there.
    Keep,
    /// A tile.
    Tile(Tile),
    /// A tile with the start.
    Start(Tile),
    /// A tile with the exit.
    Exit(Tile),
    /// A tile with a spawn.
    Spawn(Tile, String),
}

impl Described for Meaning {
    fn domain() -> Domain {
        let expected = "\"keep\", \"start\", \"exit\", the name or number of a tile, or an object such as \
                        {\"spawn\": \"Goblin\", \"tile\": \"grass\"}";
        Domain::Defined("meaning", expected)
    }
}

impl Meaning {
    /// A spawn on floor.
    pub fn spawn(what: impl Into<String>) -> Self {
        Meaning::Spawn(Tile::FLOOR, what.into())
    }

    /// The tile; `None` to keep the map's tile.
    pub const fn tile(&self) -> Option<Tile> {
        match self {
            Meaning::Keep => None,
            Meaning::Tile(tile) | Meaning::Start(tile) | Meaning::Exit(tile) | Meaning::Spawn(tile, _) => Some(*tile),
        }
    }
}

/// The meaning of each glyph. Glyphs that are not in the legend are errors.
///
/// The default legend has the glyphs of the default palette and no letter except `o`, so that letters are free for
/// spawns:
///
/// | Glyph | Means | Glyph | Means | Glyph | Means |
/// |---|---|---|---|---|---|
/// | space | keep the existing tile | `"` | grass | `&` | tree |
/// | `.` | floor | `~` | water | `≈` | deep water |
/// | `#` | wall | `=` | road | `o` | pillar |
/// | `+` | door | `:` | sand | `%` | window |
/// | `@` | start, on floor | `-` | bridge | `<` | start, on stairs up |
/// | `>` | exit, on stairs down | `;` | gravel | `_` | chasm |
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
    /// A legend without glyphs.
    pub const fn empty() -> Self {
        Legend { meanings: BTreeMap::new() }
    }

    /// Adds a glyph or changes its meaning.
    #[must_use]
    pub fn with(mut self, glyph: char, meaning: Meaning) -> Self {
        self.set(glyph, meaning);
        self
    }

    /// Sets the meaning of a glyph.
    pub fn set(&mut self, glyph: char, meaning: Meaning) {
        self.meanings.insert(glyph, meaning);
    }

    /// The meaning of a glyph, if the legend has it.
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
