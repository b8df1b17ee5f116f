//! The meaning of glyphs in templates.

use std::collections::BTreeMap;

use super::rows::{grid_of_rows, size_of_rows};
use super::{GlyphChoice, Template, TemplateError};
use crate::gather;
use crate::params::{Described, Schema};
use crate::text_rows::shown;
use crate::{D4, Dir, DoorKind, Grid, KeyName, Palette, Tile};

/// The meaning of a cell of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// A tile with a key: its name, and the number of the locks that it opens.
    Key(Tile, String, u8),
    /// A part of a door. Neighbors with the same glyph are one door.
    Door {
        /// The tile.
        tile: Tile,
        /// The number of its lock, if it has one.
        lock: Option<u8>,
        /// The only direction in which it can be passed, if there is one.
        one_way: Option<Dir>,
        /// What it looks like.
        kind: DoorKind,
    },
    /// A tile with an end of a portal. Two ends with one number are joined.
    Portal(Tile, u8),
    /// A tile whose cell is 1 in the layer with this name.
    Mark(Tile, String),
    /// One of several glyphs.
    Any(GlyphChoice),
    /// A part of a rectangle that is filled by a template of this slot.
    Slot {
        /// The slot.
        name: String,
        /// Whether its templates may be turned.
        rotate: bool,
        /// Whether they may be mirrored.
        mirror: bool,
    },
}

impl Described for Meaning {
    fn schema() -> Schema {
        let expected = "\"keep\", \"start\", \"exit\", the name or number of a tile, or an object such as \
                        {\"spawn\": \"Goblin\", \"tile\": \"grass\"}";
        Schema::Defined("meaning", expected)
    }
}

impl Meaning {
    /// A spawn on floor.
    pub fn spawn(what: impl Into<String>) -> Self {
        Meaning::Spawn(Tile::FLOOR, what.into())
    }

    /// A key on floor.
    pub fn key(key: u8) -> Self {
        Meaning::Key(Tile::FLOOR, format!("Key {}", KeyName(key)), key)
    }

    /// A door with a lock.
    pub const fn lock(lock: u8) -> Self {
        Meaning::Door { tile: Tile::DOOR, lock: Some(lock), one_way: None, kind: DoorKind::Door }
    }

    /// One of some glyphs, each with its weight, drawn for each cell.
    pub fn any(weights: impl IntoIterator<Item = (char, u32)>) -> Self {
        Meaning::exactly([], weights)
    }

    /// One of some glyphs, each with its weight, drawn once for all cells of the glyph.
    pub fn once(weights: impl IntoIterator<Item = (char, u32)>) -> Self {
        Meaning::Any(GlyphChoice { any: gather::map(weights.into_iter()), once: true, ..GlyphChoice::default() })
    }

    /// Fixed numbers of cells for the glyphs of `cells`; each other cell becomes a glyph of `others`, drawn by weight.
    pub fn exactly(
        cells: impl IntoIterator<Item = (char, u32)>,
        others: impl IntoIterator<Item = (char, u32)>,
    ) -> Self {
        let (exactly, any) = (gather::map(cells.into_iter()), gather::map(others.into_iter()));
        Meaning::Any(GlyphChoice { exactly, any, once: false })
    }

    /// A slot whose templates are taken as they are.
    pub fn slot(name: impl Into<String>) -> Self {
        Meaning::Slot { name: name.into(), rotate: false, mirror: false }
    }

    /// The tile. `None` to keep the map's tile, and for what is not drawn yet.
    pub const fn tile(&self) -> Option<Tile> {
        match self {
            Meaning::Keep | Meaning::Any(_) | Meaning::Slot { .. } => None,
            Meaning::Tile(tile) | Meaning::Start(tile) | Meaning::Exit(tile) | Meaning::Spawn(tile, _) => Some(*tile),
            Meaning::Key(tile, ..) | Meaning::Door { tile, .. } => Some(*tile),
            Meaning::Portal(tile, _) | Meaning::Mark(tile, _) => Some(*tile),
        }
    }

    /// The name of a mark that must be in an open cell.
    pub(super) fn open_mark(&self) -> Option<String> {
        match self {
            Meaning::Start(_) => Some("start".to_owned()),
            Meaning::Exit(_) => Some("exit".to_owned()),
            Meaning::Spawn(_, what) | Meaning::Key(_, what, _) => Some(what.clone()),
            Meaning::Door { .. } => Some("door".to_owned()),
            Meaning::Portal(_, number) => Some(format!("portal {number}")),
            Meaning::Keep | Meaning::Tile(_) | Meaning::Mark(..) | Meaning::Any(_) | Meaning::Slot { .. } => None,
        }
    }

    /// Whether every level must have as many of it as every other.
    pub(super) const fn is_unique(&self) -> bool {
        use Meaning::{Door, Exit, Key, Portal, Start};
        matches!(self, Start(_) | Exit(_) | Key(..) | Door { .. } | Portal(..))
    }

    /// Whether it is drawn, and a mark that must be in an open cell is in one.
    pub(super) fn is_placeable(&self) -> bool {
        let is_open = || self.open_mark().is_none() || self.tile().is_some_and(|tile| !tile.is_solid());
        !matches!(self, Meaning::Any(_) | Meaning::Slot { .. }) && is_open()
    }

    /// Whether any number of cells may have it.
    pub(super) fn may_be_drawn(&self) -> bool {
        self.is_placeable() && !self.is_unique()
    }
}

/// The meaning of each glyph, and the templates of slots. Glyphs that are not in the legend are errors.
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
/// use mapwright_core::{Legend, Meaning, Template};
///
/// let legend = Legend::default().with('g', Meaning::spawn("Goblin"));
/// let den = Template::from_text("#####\n#g.g#\n##+##", &legend)?;
/// assert_eq!(den.spawns().len(), 2);
/// # Ok::<(), mapwright_core::TemplateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legend {
    pub(super) meanings: BTreeMap<char, Meaning>,
    /// The templates of each slot, in glyphs of this legend.
    pub(super) slots: BTreeMap<String, Vec<Grid<char>>>,
    /// How many cells these have together.
    pub(super) slot_cells: u32,
    /// The glyphs that exchange their meanings.
    pub(super) shuffles: Vec<Vec<char>>,
    /// Whether the game moves over corners too.
    pub(super) is_diagonal: bool,
}

impl Legend {
    /// A legend without glyphs.
    pub const fn empty() -> Self {
        Legend {
            meanings: BTreeMap::new(),
            slots: BTreeMap::new(),
            slot_cells: 0,
            shuffles: Vec::new(),
            is_diagonal: false,
        }
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

    /// Makes glyphs exchange their meanings at random in every level, all orders equally likely. A glyph may be in one such group.
    #[must_use]
    pub fn shuffled(mut self, glyphs: impl IntoIterator<Item = char>) -> Self {
        self.shuffles.push(glyphs.into_iter().collect());
        self
    }

    /// The groups of glyphs that exchange their meanings.
    pub fn shuffles(&self) -> impl Iterator<Item = String> {
        self.shuffles.iter().map(|group| group.iter().collect())
    }

    /// Says that the game moves in eight directions: templates may be entered, and their floor joined, over corners.
    #[must_use]
    pub const fn moving_diagonally(mut self) -> Self {
        self.is_diagonal = true;
        self
    }

    /// Whether the game moves in eight directions.
    pub const fn moves_diagonally(&self) -> bool {
        self.is_diagonal
    }

    /// Adds a template to a slot, as rows of glyphs of this legend.
    ///
    /// # Errors
    ///
    /// The template has no cells, or too many together with those added before.
    pub fn add_to_slot<S: AsRef<str>>(&mut self, slot: impl Into<String>, rows: &[S]) -> Result<(), TemplateError> {
        let rows = rows.iter().map(AsRef::as_ref);
        let size = size_of_rows(rows.clone())?;
        let cells = self.slot_cells + size.area();
        if cells > Template::MAX_CELLS {
            return Err(TemplateError::SlotCells { cells });
        }
        let template = grid_of_rows(rows)?;
        self.slot_cells = cells;
        self.slots.entry(slot.into()).or_default().push(template);
        Ok(())
    }

    /// The meaning of a glyph, if the legend has it.
    pub fn meaning(&self, glyph: char) -> Option<&Meaning> {
        self.meanings.get(&glyph)
    }

    /// All glyphs with their meanings, in the order of characters.
    pub fn glyphs(&self) -> impl Iterator<Item = (char, &Meaning)> {
        self.meanings.iter().map(|(&glyph, meaning)| (glyph, meaning))
    }

    /// The templates of each slot as rows, in the order of names.
    pub fn slots(&self) -> impl Iterator<Item = (&str, Vec<Vec<String>>)> {
        let rows = |template: &Grid<char>| template.rows().map(|row| row.iter().collect()).collect();
        self.slots.iter().map(move |(name, all)| (name.as_str(), all.iter().map(rows).collect()))
    }

    /// The glyphs, for messages.
    pub fn known(&self) -> String {
        let glyphs: Vec<String> = self.meanings.keys().map(|&glyph| shown(glyph)).collect();
        if glyphs.is_empty() { "none".to_owned() } else { glyphs.join(" ") }
    }

    /// Returns the legend of the image of a template: doors lead elsewhere, and templates of slots move along.
    pub(super) fn image(&self, symmetry: D4) -> Legend {
        let mut legend = self.clone();
        for meaning in legend.meanings.values_mut() {
            if let Meaning::Door { one_way: Some(dir), .. } = meaning {
                *dir = symmetry.dir(*dir);
            }
        }
        legend.slots.values_mut().flatten().for_each(|template| *template = symmetry.grid(template));
        legend
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
