//! Templates: hand-drawn pieces of levels, whose cells may be left to chance.

mod check;
mod choice;
mod draw;
mod error;
mod legend;
mod marks;
mod rows;
mod text;
mod turns;
#[cfg(feature = "serde")]
mod written;

pub use choice::GlyphChoice;
pub use error::TemplateError;
pub use legend::{Legend, Meaning};

use std::collections::BTreeMap;

use crate::params::{Described, Field, Schema};
use crate::{Grid, MapRng, Point, Size, Tile};

/// A hand-drawn piece of a level: a grid of glyphs whose meanings are in a [`Legend`]. Each cell is a tile, or keeps what the
/// map has there. It may have a start, an exit, spawns, keys, doors, ends of portals and marks.
///
/// A cell may be a choice between glyphs ([`Meaning::Any`]), and a rectangle of cells a slot for one of several templates
/// ([`Meaning::Slot`]). [`draw`](Self::draw) decides them all.
///
/// It is read from text or from a list of rows; `mapwright_dungeon::load_template` reads files, also those of REXPaint.
///
/// ```
/// use mapwright_core::{Legend, MapRng, Meaning, Size, Template};
///
/// let shrine: Template = "
/// .o.o.
/// o===o
/// .o+o.
/// ".trim().parse()?;
/// assert_eq!(shrine.size(), Size::new(5, 3));
/// assert_eq!(shrine.turned(1).size(), Size::new(3, 5));
/// assert_eq!(shrine.mirrored(), shrine, "left and right are alike");
///
/// let mut legend = Legend::default()
///     .with('?', Meaning::any([('#', 1), ('.', 3)]))
///     .with('S', Meaning::slot("obstacle"));
/// legend.add_to_slot("obstacle", &["#.#"])?;
/// legend.add_to_slot("obstacle", &[".o."])?;
/// let room = Template::from_text("?....\n.SSS.\n....?", &legend)?;
/// let drawn = room.draw(&mut MapRng::new(7));
/// assert!(!drawn.has_choices());
/// assert!([".#.#.", "..o.."].contains(&drawn.to_text().lines().nth(1).unwrap_or_default()));
/// # Ok::<(), mapwright_core::TemplateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    glyphs: Grid<char>,
    /// Of the glyphs that it needs, and no others.
    legend: Legend,
    /// The tile of each cell. Where there is a choice, a solid one if there is one; where there is a slot, floor.
    tiles: Grid<Option<Tile>>,
}

impl Template {
    /// The most cells of a template: 4096 by 4096.
    pub const MAX_CELLS: u32 = 1 << 24;

    /// How deep slots may be in slots.
    pub const MAX_DEPTH: usize = 4;

    /// A template from glyphs.
    ///
    /// # Errors
    ///
    /// A glyph is not in the legend or a control character; there is a second start or exit; a mark is on a solid tile; a
    /// portal has not two ends; a choice or a slot is wrong.
    pub fn from_glyphs(glyphs: Grid<char>, legend: &Legend) -> Result<Self, TemplateError> {
        Template::check_size(glyphs.size().w.into(), glyphs.size().h.into())?;
        let legend = check::needed(&glyphs, legend)?;
        let template = Template::assembled(glyphs, legend);
        match template.has_choices() {
            // Every draw has the same number of each mark that must be unique.
            true => template.draw(&mut MapRng::new(0)).check_marks()?,
            false => template.check_marks()?,
        }
        Ok(template)
    }

    /// With the tiles that follow.
    fn assembled(glyphs: Grid<char>, legend: Legend) -> Self {
        let known: BTreeMap<char, Tile> =
            legend.glyphs().filter_map(|(glyph, meaning)| Some((glyph, legend.likely_tile(glyph, meaning)?))).collect();
        let tiles = glyphs.map(|glyph| known.get(glyph).copied());
        Template { glyphs, legend, tiles }
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.glyphs.size()
    }

    /// The glyph of each cell.
    pub const fn glyphs(&self) -> &Grid<char> {
        &self.glyphs
    }

    /// The meanings of its glyphs.
    pub const fn legend(&self) -> &Legend {
        &self.legend
    }

    /// The meaning of a cell.
    pub fn meaning(&self, at: impl Into<Point>) -> Option<&Meaning> {
        self.legend.meaning(*self.glyphs.get(at)?)
    }

    /// The tile of each cell; `None` to keep the map's tile. Where there is a choice, it is a solid tile if there is one
    /// to choose; where there is a choice with `exactly` or a shuffle, an open one. Where there is a slot, it is floor.
    pub const fn tiles(&self) -> &Grid<Option<Tile>> {
        &self.tiles
    }

    /// Whether something is left to chance.
    pub fn has_choices(&self) -> bool {
        let is_choice = |meaning: &Meaning| matches!(meaning, Meaning::Any(_) | Meaning::Slot { .. });
        !self.legend.shuffles.is_empty() || self.legend.glyphs().any(|(_, meaning)| is_choice(meaning))
    }
}

/// A single cell of floor.
impl Default for Template {
    fn default() -> Self {
        Template::assembled(Grid::new(Size::new(1, 1), '.'), Legend::empty().with('.', Meaning::Tile(Tile::FLOOR)))
    }
}

/// Rows, or an object with rows or a file.
impl Described for Template {
    fn schema() -> Schema {
        const FIELDS: &[Field] = &[
            Field::new("rows", "Rows of glyphs.", Vec::<String>::schema),
            Field::new("file", "A file that holds it, text or .xp, beside the recipe.", || Schema::File)
                .not_with("rows"),
            Field::new("legend", "The meaning of glyphs, in addition to the predefined ones.", || {
                Schema::Such(
                    "glyphs such as {\"g\": {\"spawn\": \"Goblin\"}, \"T\": \"tree\"}",
                    Box::new(Schema::Table(Box::new(Schema::Char), Box::new(Meaning::schema()))),
                )
            }),
            Field::new("slots", "The templates of each slot, in rows of the same glyphs.", || {
                Schema::Such(
                    "slots such as {\"obstacle\": [[\"#.#\"], [\".o.\"]]}",
                    Box::new(Schema::Table(Box::new(Schema::Text), Box::new(Vec::<Vec<String>>::schema()))),
                )
            }),
            Field::new(
                "shuffle",
                "Groups of glyphs that exchange their meanings, such as \"abc\".",
                Vec::<String>::schema,
            ),
            Field::new(
                "moves",
                "In how many directions the game moves, 4 or 8: with 8, ways in and floor may lead over corners.",
                || Schema::Such("4 or 8", Box::new(Schema::Either(vec![Schema::Int(4, 4), Schema::Int(8, 8)]))),
            ),
        ];
        let object = Schema::Object("Template", "A hand-drawn piece of a level.", FIELDS);
        Schema::Such(
            "rows of glyphs such as [\"#.#\", \"#+#\"], or an object with `rows` or `file`, `legend` and `slots`",
            Box::new(Schema::Either(vec![Vec::<String>::schema(), object])),
        )
    }
}
