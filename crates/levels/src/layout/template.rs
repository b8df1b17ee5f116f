//! Rooms drawn by hand: rows of glyphs, with doors in their walls.

use mapwright_core::{Palette, Tile};

use super::shape::MAX_SIDE;

/// A room drawn by hand. Glyphs are those of the default [`Palette`]; a space leaves what lies there. Each straight run of
/// door tiles `+` in the outline is one place for a door, as long as the run; those that are not used become wall.
///
/// ```
/// use mapwright_levels::RoomTemplate;
///
/// let hall: RoomTemplate = "##+##\n#...#\n+.o.+\n#...#\n##+##".parse()?;
/// assert_eq!(hall.orientations(true, true).len(), 1, "it looks the same from all sides");
/// # Ok::<(), mapwright_levels::RoomTemplateError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<String>", into = "Vec<String>"))]
pub struct RoomTemplate {
    /// Rows of one length.
    rows: Vec<Vec<Option<Tile>>>,
}

/// What is wrong with a template.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RoomTemplateError {
    /// A glyph that the palette lacks.
    #[error("`{}` in row {row} is no glyph of a tile", .glyph.escape_debug())]
    Glyph {
        /// The glyph.
        glyph: char,
        /// The row, from 0.
        row: usize,
    },
    /// More cells a side than a room may have.
    #[error("{w}x{h} cells; expected at most {max} a side", max = MAX_SIDE)]
    TooLarge {
        /// Columns.
        w: usize,
        /// Rows.
        h: usize,
    },
    /// No floor, or floor in parts that are not connected.
    #[error("its floor is in {0} parts; expected 1")]
    Parts(usize),
}

mapwright_core::debug_as_display!(RoomTemplateError);

impl RoomTemplate {
    /// A template from rows of glyphs; short rows are filled up with spaces.
    ///
    /// # Errors
    ///
    /// See [`RoomTemplateError`].
    pub fn new<S: AsRef<str>>(rows: &[S]) -> Result<Self, RoomTemplateError> {
        let w = rows.iter().map(|row| row.as_ref().chars().count()).max().unwrap_or(0);
        if w.max(rows.len()) > usize::from(MAX_SIDE) {
            return Err(RoomTemplateError::TooLarge { w, h: rows.len() });
        }
        let palette = Palette::default();
        let read = |(row, text): (usize, &S)| {
            let tile = |glyph: char| match glyph {
                ' ' => Ok(None),
                _ => palette.tile(glyph).map(Some).ok_or(RoomTemplateError::Glyph { glyph, row }),
            };
            let mut cells = text.as_ref().chars().map(tile).collect::<Result<Vec<_>, _>>()?;
            cells.resize(w, None);
            Ok(cells)
        };
        let template = RoomTemplate { rows: rows.iter().enumerate().map(read).collect::<Result<_, _>>()? };
        match template.n_parts() {
            1 => Ok(template),
            n => Err(RoomTemplateError::Parts(n)),
        }
    }

    /// The template and what turns and mirroring make of it, each once.
    pub fn orientations(&self, rotate: bool, mirror: bool) -> Vec<RoomTemplate> {
        let mut all: Vec<RoomTemplate> = Vec::new();
        let mut turned = self.clone();
        for _ in 0..if rotate { 4 } else { 1 } {
            let mut mirrored = turned.clone();
            mirrored.rows.iter_mut().for_each(|row| row.reverse());
            let found = [Some(turned.clone()), mirror.then_some(mirrored)];
            for template in found.into_iter().flatten() {
                if !all.contains(&template) {
                    all.push(template);
                }
            }
            turned = turned.turned();
        }
        all
    }

    /// A quarter turn clockwise.
    fn turned(&self) -> RoomTemplate {
        let row = |x: usize| self.rows.iter().rev().map(|row| row[x]).collect();
        RoomTemplate { rows: (0..self.width()).map(row).collect() }
    }

    pub(super) fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn tiles(&self) -> impl Iterator<Item = (usize, usize, Tile)> {
        let row = |(y, row): (usize, &Vec<Option<Tile>>)| -> Vec<_> {
            row.iter().enumerate().filter_map(|(x, tile)| Some((x, y, (*tile)?))).collect()
        };
        self.rows.iter().enumerate().flat_map(row)
    }

    /// Into how many parts its floor falls; doors are no floor.
    fn n_parts(&self) -> usize {
        let is_floor = |tile: Tile| !tile.is_solid() && tile != Tile::DOOR;
        let mut left: Vec<(usize, usize)> =
            self.tiles().filter(|&(.., tile)| is_floor(tile)).map(|(x, y, _)| (x, y)).collect();
        let mut n_parts = 0;
        while let Some(first) = left.pop() {
            n_parts += 1;
            let mut part = vec![first];
            while let Some((x, y)) = part.pop() {
                let (near, far): (Vec<_>, Vec<_>) =
                    left.into_iter().partition(|&(a, b)| a.abs_diff(x) + b.abs_diff(y) == 1);
                part.extend(near);
                left = far;
            }
        }
        n_parts
    }
}

impl std::str::FromStr for RoomTemplate {
    type Err = RoomTemplateError;

    fn from_str(text: &str) -> Result<Self, RoomTemplateError> {
        RoomTemplate::new(&text.lines().collect::<Vec<_>>())
    }
}

impl TryFrom<Vec<String>> for RoomTemplate {
    type Error = RoomTemplateError;

    fn try_from(rows: Vec<String>) -> Result<Self, RoomTemplateError> {
        RoomTemplate::new(&rows)
    }
}

/// The template as text.
impl std::fmt::Debug for RoomTemplate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RoomTemplate").field(&Vec::from(self.clone()).join("\n")).finish()
    }
}

impl From<RoomTemplate> for Vec<String> {
    fn from(template: RoomTemplate) -> Vec<String> {
        let palette = Palette::default();
        let glyph = |tile: &Option<Tile>| tile.map_or(' ', |tile| palette.look(tile).glyph);
        template.rows.iter().map(|row| row.iter().map(glyph).collect()).collect()
    }
}
