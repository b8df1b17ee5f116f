//! The style of pictures: what they show, how large, in which colors.

use std::sync::Arc;

use mapwright_core::{Color, Palette, Size};

use super::canvas::mix;
use super::sprites::Sprites;
use crate::RenderError;

/// What a picture shows of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// The style's sprites if they show cells of the map. Otherwise what fits the map: corners, else colored sides,
    /// else pipes if there is a solution or a flow, else a maze, else regions if all tiles are equal, else tiles.
    #[default]
    Auto,
    /// A color for each tile, with some depth between floor and wall.
    Tiles,
    /// Walls as lines; cells without passages are solid.
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

/// How to draw a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// What to show.
    pub kind: Kind,
    /// Pixels for each cell, 1 or more.
    pub scale: u32,
    /// Pixels around the map; `None` for a margin that suits the scale.
    pub margin: Option<u32>,
    /// The colors of tiles. Floor and wall are those of mazes too.
    pub palette: Palette,
    /// All other colors.
    pub theme: Theme,
    /// A game's own pictures of tiles and marks.
    pub sprites: Option<Arc<Sprites>>,
    /// Whether to show start, exit, spawns, portals, doors and keys.
    pub marks: bool,
    /// Whether to tint floors of mazes and caves by their distance from the start.
    pub tint: bool,
    /// The number of steps from the start at which the tint is darkest; `None` for the farthest cell.
    pub tint_to: Option<u32>,
    /// Whether to tint floors by the depth of their area in the map's graph, with dots between areas.
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
            sprites: None,
            marks: true,
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

    /// Refuses a picture with more pixels than this style allows.
    pub(crate) fn claim(&self, w: u64, h: u64) -> Result<(u32, u32), RenderError> {
        let limit = self.max_pixels.min(1 << 32);
        let too_large = RenderError::TooLarge { w, h, limit };
        match (u32::try_from(w), u32::try_from(h)) {
            (Ok(narrow), Ok(low)) if w * h <= limit => Ok((narrow, low)),
            _ => Err(too_large),
        }
    }
}

/// The colors of everything except tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The background.
    pub background: Color,
    /// Letters, frames, outlines.
    pub ink: Color,
    /// The halo of marks.
    pub halo: Color,
    /// Tinted floor far from the start.
    pub far: Color,
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
    /// The start.
    pub start: Color,
    /// The exit.
    pub exit: Color,
    /// Spawns, cyclically by name.
    pub spawns: [Color; 8],
    /// Locks and their keys, cyclically by number.
    pub locks: [Color; 8],
    /// The outline of cells that a stage changed.
    pub changed: Color,
    /// One-way doors and joins.
    pub one_way: Color,
    /// Pairs of portals, cyclically.
    pub portals: [Color; 6],
    /// The colors 0 to 3 of sides.
    pub sides: [Color; 4],
    /// The colors 0 to 3 of corners.
    pub corners: [Color; 4],
    /// Regions, cyclically.
    pub regions: [Color; 12],
}

impl Default for Theme {
    /// The default colors: ink on paper, and clear hues.
    fn default() -> Self {
        let c = |rgb: u32| {
            let [_, r, g, b] = rgb.to_be_bytes();
            Color(r, g, b)
        };
        Theme {
            background: c(0xf8_f6_f0),
            ink: c(0x2f_36_4a),
            halo: c(0xff_ff_ff),
            far: c(0x6f_a8_c4),
            board: c(0xfd_fc_f8),
            dry: c(0xa9_b2_c0),
            wet: c(0x2f_7e_d8),
            ring: c(0xe2_5b_2b),
            dry_ring: c(0xee_b8_8f),
            source: c(0xf4_c4_30),
            start: c(0x2f_a3_5b),
            exit: c(0xe0_48_2f),
            spawns: [0x8e_4f_c6, 0xc4_6a_1e, 0x1f_86_8e, 0xb5_3d_7c, 0x5c_7a_1f, 0x4a_5f_c8, 0x9a_5b_3c, 0x6b_6f_7e]
                .map(c),
            locks: [0xc9_8a_00, 0x2f_7e_d8, 0xc2_3b_5e, 0x2f_8f_5b, 0x7d_4f_c0, 0xd0_66_20, 0x1b_8a_99, 0x7a_5a_3a]
                .map(c),
            changed: c(0xe8_6a_17),
            one_way: c(0x3d_46_5e),
            portals: [0x1a_9c_b0, 0xd9_48_9c, 0xb8_8a_00, 0x6a_5a_d0, 0x4a_9a_3a, 0xc0_5a_30].map(c),
            sides: [0xf3_ea_d3, 0x2f_6d_7e, 0xe3_9a_3b, 0xc4_4d_3e].map(c),
            corners: [0x4a_90_bf, 0x8f_bf_6a, 0xea_d6_a4, 0x8b_7f_9e].map(c),
            regions: [
                0xf6_c6_b8, 0xb9_dc_e8, 0xdf_e7_a8, 0xd5_c3_ea, 0xfa_dc_9d, 0xb5_e0_c4, 0xf3_bf_d6, 0xc3_cd_f2,
                0xe7_d3_bb, 0xa9_d9_d4, 0xf7_ea_b3, 0xcf_d8_c2,
            ]
            .map(c),
        }
    }
}

impl Theme {
    /// The number of looks of regions: this many consecutive numbers can be distinguished.
    pub(crate) fn region_looks(&self) -> u32 {
        3 * u32::try_from(self.regions.len()).unwrap_or(1)
    }

    /// The color of a lock and its key, by their number.
    pub fn lock(&self, number: u8) -> Color {
        self.locks[usize::from(number) % self.locks.len()]
    }

    /// The color of a region by its number; 0 is none.
    pub fn region(&self, number: u32) -> Color {
        let Some(nth) = number.checked_sub(1) else { return mix(self.background, self.ink, 1, 8) };
        let count = u32::try_from(self.regions.len()).unwrap_or(1);
        // 5 is coprime to 12: consecutive numbers have distant hues.
        let color = self.regions.get((nth * 5 % count) as usize).copied().unwrap_or(self.background);
        mix(color, self.ink, nth / count % 3, 16)
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
