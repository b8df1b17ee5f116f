//! Colors and letters. The colors of tiles are those of Mapwright's pictures.

use std::sync::LazyLock;

use macroquad::prelude::*;
use mapwright::core::{Palette, Tile};

pub(crate) const INK: Color = rgb(0x1d, 0x22, 0x30);
pub(crate) const NIGHT: Color = rgb(0x14, 0x18, 0x23);
pub(crate) const PANEL: Color = rgb(0x26, 0x2c, 0x3d);
pub(crate) const PAPER: Color = rgb(0xf3, 0xee, 0xdf);
pub(crate) const QUIET: Color = rgb(0x8f, 0x98, 0xad);
pub(crate) const EMBER: Color = rgb(0xe2, 0x6a, 0x4a);
pub(crate) const LEAF: Color = rgb(0x7f, 0xbf, 0x7a);
pub(crate) const SUN: Color = rgb(0xf2, 0xc4, 0x30);
pub(crate) const WATER: Color = rgb(0x2e, 0x7b, 0xd6);
pub(crate) const PALE_WATER: Color = rgb(0x8f, 0xc1, 0xf3);

const fn rgb(r: u8, g: u8, b: u8) -> Color {
    Color::new(r as f32 / 255.0, g as f32 / 255.0, b as f32 / 255.0, 1.0)
}

static PALETTE: LazyLock<Palette> = LazyLock::new(Palette::default);

/// The color of a tile in Mapwright's default palette.
pub(crate) fn tile_color(tile: Tile) -> Color {
    let mapwright::core::Color(r, g, b) = PALETTE.look(tile).color;
    rgb(r, g, b)
}

/// The color of a lock and its key.
pub(crate) fn lock_color(lock: u8) -> Color {
    const COLORS: [Color; 6] = [
        rgb(0xe2, 0x9a, 0x1c),
        rgb(0xc9, 0x3a, 0x5b),
        rgb(0x2e, 0x7b, 0xd6),
        rgb(0x2f, 0x9e, 0x6b),
        rgb(0x8a, 0x5b, 0xc4),
        rgb(0x1f, 0x9a, 0xa8),
    ];
    COLORS[usize::from(lock) % COLORS.len()]
}

/// A color with another opacity.
pub(crate) const fn fade(color: Color, alpha: f32) -> Color {
    Color::new(color.r, color.g, color.b, alpha)
}

/// A color on the way to another.
pub(crate) fn mix(from: Color, to: Color, part: f32) -> Color {
    Color::from_vec(from.to_vec().lerp(to.to_vec(), part))
}

/// Writes in a font.
#[derive(Debug)]
pub(crate) struct Pen {
    font: Option<Font>,
}

impl Pen {
    pub(crate) fn new() -> Pen {
        // Without the font, macroquad writes in its own.
        Pen { font: load_ttf_font_from_bytes(epaint_default_fonts::HACK_REGULAR).ok() }
    }

    pub(crate) fn width(&self, text: &str, size: u16) -> f32 {
        measure_text(text, self.font.as_ref(), size, 1.0).width
    }

    /// Writes from a point on the base line.
    pub(crate) fn write(&self, text: &str, x: f32, y: f32, size: u16, color: Color) {
        let params = TextParams { font: self.font.as_ref(), font_size: size, color, ..TextParams::default() };
        draw_text_ex(text, x.round(), y.round(), params);
    }

    pub(crate) fn centered(&self, text: &str, x: f32, y: f32, size: u16, color: Color) {
        self.write(text, x - self.width(text, size) / 2.0, y, size, color);
    }

    /// A text in lines that are at most `width` wide.
    pub(crate) fn wrap(&self, text: &str, size: u16, width: f32) -> String {
        wrap_text(text, self.font.as_ref(), size, 1.0, width)
    }
}
