//! The style of pictures: what they show, how large, in which colors.

use std::collections::BTreeMap;
use std::sync::Arc;

use mapwright_core::{Color, Palette, Secrets, Size, Tile};

use super::sprites::Sprites;
use super::theme::Theme;
use crate::RenderError;

/// What a picture shows of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// The style's sprites if they show cells of the map. Otherwise what fits the map: corners, else colored sides,
    /// else pipes if there is a solution or a flow, else a maze, else regions if all tiles are equal, else tiles.
    #[default]
    Auto,
    /// Terrain: grounds, water, rock and what stands on it, in the style's theme.
    Tiles,
    /// The same with walls between cells; cells without passages are solid.
    Maze,
    /// Pipes: dry or wet, on a ring or not.
    Pipes,
    /// Edge-matched Wang tiles: four triangles, one for each side.
    WangEdges,
    /// Corner-matched Wang tiles: terrain with rounded shores.
    WangCorners,
    /// A pastel color for each region and lines between them.
    Regions,
    /// The tileset and tile pictures of the style's [`sprites`](Style::sprites); without any, like `Tiles`.
    Sprites,
}

/// How the borders of rock run. Cells of fewer than 8 pixels are always square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edges {
    /// What people built is straight, what nature made is round: the map's walls tell which it is. Windows of an endless
    /// world may disagree; give them one of the others.
    #[default]
    Auto,
    /// All straight.
    Built,
    /// All round.
    Natural,
}

/// How to draw a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// What to show.
    pub kind: Kind,
    /// Pixels for each cell, 1 or more. Cells of 1 to 3 pixels, or of more than 512, are of one color; borders are smooth
    /// from 8 pixels on, and small things such as tufts and pebbles show from 10 on.
    pub scale: u32,
    /// Pixels around the map; `None` for a margin that suits the scale.
    pub margin: Option<u32>,
    /// The names of tiles, and the colors of those that Mapwright does not know.
    pub palette: Palette,
    /// The colors, and how they are laid on.
    pub theme: Theme,
    /// Whether the borders of rock are straight or round.
    pub edges: Edges,
    /// Whether to leave out the grain of grounds and most shades, so that animations and files are small.
    pub flat: bool,
    /// Whether cells look alike wherever their surroundings do: no grain, one color for all rock, a depth for each kind of
    /// water, and every tree like the next. Such a picture can be put together from tiles; see
    /// [`map_tiles`](crate::map_tiles).
    pub repeats: bool,
    /// The column and row of the world where the map's first cell lies. What varies by chance, such as the grain of the
    /// floor, goes by the place in the world, so that windows of one world fit together.
    pub origin: (i32, i32),
    /// A game's own pictures of tiles and marks.
    pub sprites: Option<Arc<Sprites>>,
    /// Whether to show start, exit, spawns, portals and keys, and which doors are locked. Without them, doors are plain.
    pub marks: bool,
    /// Whether doors that look like wall are marked, or are walls.
    pub secrets: Secrets,
    /// The only floor to show, counted from 0; `None` for the whole map.
    pub floor: Option<u16>,
    /// Whether to tint open ground by its distance from the start, from its own color to the theme's `far`.
    pub tint: bool,
    /// The number of steps from the start at which the tint is darkest; `None` for the farthest cell.
    pub tint_to: Option<u32>,
    /// Whether to tint open ground by the depth of its area in the map's graph, with dots between areas.
    pub areas: bool,
    /// Whether to draw the map's graph over it: areas as discs with their depth, joins as lines.
    pub graph: bool,
    /// Whether [`stage_pictures`](crate::stage_pictures) outline the cells that each stage changed.
    pub changes: bool,
    /// How many steps of the map's proof to draw, without the keys taken on the way; `usize::MAX` for the whole walk and all
    /// keys.
    pub walk: Option<usize>,
    /// The most pixels of a picture, at most 2³²; checked before allocating memory.
    pub max_pixels: u64,
}

impl Default for Style {
    /// 16 pixels for each cell, default colors, with marks, at most 2²⁸ pixels.
    fn default() -> Self {
        Style {
            kind: Kind::Auto,
            scale: 16,
            margin: None,
            palette: Palette::default(),
            theme: Theme::default(),
            edges: Edges::Auto,
            flat: false,
            repeats: false,
            origin: (0, 0),
            sprites: None,
            marks: true,
            secrets: Secrets::Shown,
            floor: None,
            tint: false,
            tint_to: None,
            areas: false,
            graph: false,
            changes: false,
            walk: None,
            max_pixels: 1 << 28,
        }
    }
}

impl Style {
    /// Sets the largest scale, from 1 to 64, at which a map of `size` has at most `max_px` pixels on its longer side.
    #[must_use]
    pub fn fit(mut self, size: Size, max_px: u32) -> Style {
        let longer = u64::from(size.w.max(size.h)).max(1);
        let fits = |scale: &u32| {
            let style = Style { scale: *scale, ..self.clone() };
            longer * u64::from(*scale) + style.around() <= u64::from(max_px)
        };
        self.scale = (1..=64).rev().find(fits).unwrap_or(1);
        self
    }

    /// Refuses maps of a size whose pictures have more than [`max_pixels`](Self::max_pixels), before there is a map.
    ///
    /// # Errors
    ///
    /// The cells and the margin alone are too many pixels.
    pub fn check_size(&self, size: Size) -> Result<(), RenderError> {
        let side = |cells: u16| u64::from(cells) * u64::from(self.scale) + 2 * u64::from(self.margin_px());
        self.claim(side(size.w), side(size.h)).map(|_| ())
    }

    /// The most pixels that a picture has beyond its cells.
    fn around(&self) -> u64 {
        2 * u64::from(self.margin_px()).max(u64::from(self.line()))
    }

    /// Pixels around the map.
    pub(crate) fn margin_px(&self) -> u32 {
        self.margin.unwrap_or(if self.scale < 2 { 0 } else { self.scale / 2 + self.frame() })
    }

    /// The thickness of the frame around the map.
    pub(crate) const fn frame(&self) -> u32 {
        match self.scale {
            0 | 1 => 0,
            scale => 1 + scale / 16,
        }
    }

    /// The thickness of lines between cells.
    pub(crate) const fn line(&self) -> u32 {
        match self.scale {
            0 | 1 => 0,
            scale if scale < 8 => 1,
            scale => scale.saturating_add(2) / 6,
        }
    }

    /// The style that draws a map of `size` about as large as this one draws a map of size `like`, with
    /// the same margin.
    pub(crate) fn sized(&self, size: Size, like: Size) -> Style {
        let longer = |size: Size| u64::from(size.w.max(size.h)).max(1);
        let pixels = u64::from(self.scale) * longer(like);
        let scale = u32::try_from((pixels + longer(size) / 2) / longer(size)).unwrap_or(u32::MAX);
        let scale = if self.scale == 0 { 0 } else { scale.max(1) };
        Style { scale, margin: Some(self.margin_px()), ..self.clone() }
    }

    /// The colors of the tiles that only the palette knows, or else the map. This crate knows those of the default palette.
    pub(crate) fn own_tiles(&self, of_map: &BTreeMap<Tile, Color>) -> BTreeMap<Tile, Color> {
        let known = Palette::default();
        let is_known = |tile: Tile| known.looks().iter().any(|look| look.tile == tile);
        let own = self.palette.looks().iter().filter(|look| !is_known(look.tile));
        let of_map = of_map.iter().filter(|(tile, _)| !is_known(**tile)).map(|(&tile, &color)| (tile, color));
        of_map.chain(own.map(|look| (look.tile, look.color))).collect()
    }

    /// Refuses a picture with more pixels than this style allows.
    ///
    /// # Errors
    ///
    /// [`RenderError::TooLarge`].
    pub fn claim(&self, w: u64, h: u64) -> Result<(u32, u32), RenderError> {
        let limit = self.max_pixels.min(1 << 32);
        let too_large = RenderError::TooLarge { w, h, limit };
        match (u32::try_from(w), u32::try_from(h)) {
            (Ok(narrow), Ok(low)) if w * h <= limit => Ok((narrow, low)),
            _ => Err(too_large),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fitting_picture_is_as_large_as_allowed_and_no_larger() {
        for (w, h) in [(1, 1), (31, 31), (5, 80), (300, 7), (1000, 1000)] {
            for max in [64, 960, 2000] {
                let size = Size::new(w, h);
                let style = Style::default().fit(size, max);
                let longer = |style: &Style| u64::from(w.max(h)) * u64::from(style.scale) + style.around();
                assert!(longer(&style) <= u64::from(max) || style.scale == 1, "{size} {max}");
                let next = Style { scale: style.scale + 1, ..style.clone() };
                assert!(longer(&next) > u64::from(max) || next.scale == 65, "{size} {max}");
            }
        }
    }

    #[test]
    fn doubled_maps_take_half_the_scale() {
        let style = Style { scale: 24, ..Style::default() };
        let scale = |size: (u16, u16), like: (u16, u16)| {
            style.sized(Size::new(size.0, size.1), Size::new(like.0, like.1)).scale
        };
        assert_eq!(scale((31, 31), (31, 31)), 24);
        assert_eq!(scale((63, 63), (31, 31)), 12);
        assert_eq!(scale((9999, 1), (3, 1)), 1);
    }
}
