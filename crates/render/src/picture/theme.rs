//! Themes: every color of a picture, and the few choices that make one picture printed and another painted.

use mapwright_core::Color;

use super::canvas::mix;

/// What rock is drawn with, besides its color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Hatch {
    /// Nothing.
    #[default]
    None,
    /// Bundles of strokes around the open ground, as Dyson Logos draws dungeons by hand.
    Dyson,
    /// Slanting lines in a narrow band around the open ground.
    Lines,
}

/// How icons are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum IconInk {
    /// In color, with a rim and a halo.
    #[default]
    Color,
    /// As outlines.
    Line,
}

/// A theme is the colors of a picture, and a few numbers. [`theme()`] has those that come with Mapwright; your own begins
/// with one of them:
///
/// ```
/// use mapwright_core::Color;
/// use mapwright_render::{Style, Theme, theme};
///
/// let night = theme("dark").unwrap_or_default().with(|theme| theme.paper = Color(0, 0, 0));
/// let style = Style { theme: night, ..Style::default() };
/// assert_ne!(style.theme, Theme::default());
/// ```
///
/// With the feature `serde`, a theme can also be read from JSON: see `Theme::from_json`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Theme {
    /// What a picture is drawn on.
    pub paper: Color,
    /// Letters, frames, outlines.
    pub ink: Color,
    /// Letters of less weight.
    pub muted: Color,
    /// Titles.
    pub title: Color,
    /// Floor that people laid.
    pub floor: Color,
    /// Floor of caves.
    pub cave: Color,
    /// The joints between flagstones, if the floor has any.
    pub joint: Option<Color>,
    /// How much the colors of grounds and rock vary: 4 is a little, 0 is not at all.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "byte"))]
    pub grain: u8,
    /// Gravel.
    pub gravel: Color,
    /// Sand.
    pub sand: Color,
    /// Grass.
    pub grass: Color,
    /// The rim of grass, and its blades.
    pub grass_dark: Color,
    /// Roads.
    pub road: Color,
    /// The rim of roads.
    pub road_rim: Color,
    /// Water, from the shore to the deep.
    pub water: [Color; 6],
    /// The line of foam along the shore.
    pub foam: Color,
    /// Ripples on deep water, if it has any.
    pub wave: Option<Color>,
    /// Lines between the bands of water, if there are any.
    pub contour: Option<Color>,
    /// The grid on dry ground, if it has one.
    pub grid: Option<Color>,
    /// Whether the grid is dashed.
    pub dashed: bool,
    /// Rock beside open ground.
    pub rock: Color,
    /// Rock far from open ground.
    pub rock_far: Color,
    /// The edge of rock, and the strokes in it.
    pub rim: Color,
    /// How wide the edge is, in 256ths of a cell.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "byte"))]
    pub rim_width: u8,
    /// The stones of built walls, if walls show them.
    pub masonry: Option<Color>,
    /// What rock is drawn with.
    pub hatch: Hatch,
    /// Below the strokes of [`Hatch::Dyson`].
    pub hatch_tint: Color,
    /// The color of shadows.
    pub shade: Color,
    /// How dark it is along rock, 0 to 255; 0 for no shadows at all.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "byte"))]
    pub ao: u8,
    /// How far rock casts its shadow to the east and to the south, in 64ths of a cell; a cell at
    /// most.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "bytes"))]
    pub cast: (u8, u8),
    /// Whether the picture is lit by what shines on the map; the rest lies in the dark.
    pub light: bool,
    /// Trees.
    pub tree: Color,
    /// The dark half of crowns.
    pub tree_dark: Color,
    /// The light on crowns.
    pub tree_light: Color,
    /// The outline of woods.
    pub tree_ink: Color,
    /// Doors and bridges.
    pub wood: Color,
    /// The grain and the rails of what is made of wood.
    pub wood_dark: Color,
    /// Pillars, and doors of stone.
    pub stone: Color,
    /// The dark side of stone.
    pub stone_dark: Color,
    /// Windows.
    pub glass: Color,
    /// Around icons.
    pub halo: Color,
    /// The outline of icons.
    pub icon_ink: Color,
    /// How icons are drawn.
    pub icons: IconInk,
    /// The start.
    pub start: Color,
    /// The exit.
    pub exit: Color,
    /// Gold.
    pub gold: Color,
    /// Locks and their keys, cyclically by number.
    pub locks: [Color; 8],
    /// Spawns without a color of their own, cyclically by name.
    pub names: [Color; 8],
    /// Pairs of portals, cyclically.
    pub portals: [Color; 6],
    /// One-way doors and joins.
    pub one_way: Color,
    /// Tinted floor far from the start.
    pub far: Color,
    /// The outline of cells that a stage changed.
    pub changed: Color,
    /// Behind pipes.
    pub board: Color,
    /// Dry pipes.
    pub dry: Color,
    /// Wet pipes.
    pub wet: Color,
    /// Wet pipes on a ring.
    pub ring: Color,
    /// Dry pipes on a ring.
    pub dry_ring: Color,
    /// The source.
    pub source: Color,
    /// The colors 0 to 3 of sides.
    pub sides: [Color; 4],
    /// The colors 0 to 3 of corners.
    pub corners: [Color; 4],
    /// Regions, cyclically.
    pub regions: [Color; 12],
}

/// The names of the themes that come with Mapwright, the default first.
pub const THEMES: [&str; 5] = ["atlas", "parchment", "dark", "blueprint", "print"];

// `atlas()` and `shipped(name)`, from the files of the folder `themes`.
include!(concat!(env!("OUT_DIR"), "/themes.rs"));

/// A theme that comes with Mapwright, by its name: one of [`THEMES`].
pub fn theme(name: &str) -> Option<Theme> {
    shipped(name)
}

impl Default for Theme {
    /// `atlas`: slate rock, bright floors, clear hues.
    fn default() -> Self {
        atlas()
    }
}

impl Theme {
    /// The theme with some fields changed.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Theme)) -> Theme {
        change(&mut self);
        self
    }

    /// The depth of a chasm.
    pub(crate) fn chasm(&self) -> Color {
        mix(self.rock_far, Color(0, 0, 0), 3, 5)
    }

    /// The color of a lock and its key, by their number.
    pub fn lock(&self, number: u8) -> Color {
        self.locks[usize::from(number) % self.locks.len()]
    }

    /// The color of a region by its number; 0 is none.
    pub fn region(&self, number: u32) -> Color {
        let Some(nth) = number.checked_sub(1) else { return mix(self.paper, self.ink, 1, 8) };
        let count = u32::try_from(self.regions.len()).unwrap_or(1);
        // 5 is coprime to 12: consecutive numbers have distant hues.
        let color = self.regions.get((nth * 5 % count) as usize).copied().unwrap_or(self.paper);
        mix(color, self.ink, nth / count % 3, 16)
    }
}

/// Reads a number of one byte.
#[cfg(feature = "serde")]
fn byte<'de, D: serde::Deserializer<'de>>(number: D) -> Result<u8, D::Error> {
    <u8 as serde::Deserialize>::deserialize(number)
        .map_err(|_| serde::de::Error::custom("expected an integer from 0 to 255"))
}

/// Reads two numbers of one byte each.
#[cfg(feature = "serde")]
fn bytes<'de, D: serde::Deserializer<'de>>(numbers: D) -> Result<(u8, u8), D::Error> {
    <(u8, u8) as serde::Deserialize>::deserialize(numbers)
        .map_err(|_| serde::de::Error::custom("expected two integers from 0 to 255"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colors by WCAG 2.
    fn contrast(a: Color, b: Color) -> f64 {
        let light = |Color(r, g, b): Color| {
            let [r, g, b] = [r, g, b].map(|channel| (f64::from(channel) / 255.0).powf(2.2));
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (a, b) = (light(a), light(b));
        a.max(b) / a.min(b)
    }

    #[test]
    fn letters_can_be_read_on_every_paper() {
        for name in THEMES {
            let theme = theme(name).unwrap();
            for (color, least) in [(theme.ink, 7.0), (theme.title, 7.0), (theme.muted, 3.0)] {
                let contrast = contrast(color, theme.paper);
                assert!(contrast >= least, "{name}: {color:?} has {contrast:.2}");
            }
        }
        assert_eq!((theme("atlas"), theme("Atlas")), (Some(Theme::default()), None));
    }
}
