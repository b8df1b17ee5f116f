//! Charts: numbers, colors or pictures over two axes.

mod axes;
mod band;
mod grid;
mod heat;
mod scale;

pub use axes::{AxesSheet, axes_sheet};
pub use band::{BandChart, band_chart};
pub use grid::{GridChart, grid_chart};
pub use heat::{HeatMap, heat_map};

use image::RgbaImage;
use mapwright_core::Color;

use crate::RenderError;
use crate::letters::{Lettering, draw_caption, upright};
use crate::picture::canvas::{blank, mix};
use crate::picture::{Style, Theme};
use crate::raster::Raster;

/// Pixels around a chart.
const GAP: u32 = 12;
/// Pixels between its parts.
const NEAR: u32 = 8;
/// The colors of the legend.
const SCALE: (u32, u32) = (80, 12);

const LETTERS: Lettering = Lettering::words(9);
const NAMES: Lettering = Lettering::title(11);
const TITLE: Lettering = Lettering::title(13);

/// An axis of a chart, from the lower left corner of the plot.
struct PlotAxis<'a> {
    name: &'a str,
    /// Pixels of the plot along it.
    length: u32,
    /// Where labels stand, evenly apart.
    labels: Vec<(u32, String)>,
}

impl PlotAxis<'_> {
    fn widest(&self) -> u32 {
        self.labels.iter().map(|(_, text)| LETTERS.width(text)).max().unwrap_or(0)
    }

    fn height(&self) -> u32 {
        if self.name.is_empty() { 0 } else { NAMES.height() + NEAR }
    }

    /// As many labels as there is room for, if each needs some pixels; always the first.
    fn shown(&self, pixels: u32) -> impl Iterator<Item = (u32, &str)> {
        let apart = self.labels.get(1).map_or(pixels, |second| second.0 - self.labels[0].0);
        self.labels.iter().step_by((pixels / apart.max(1) + 1) as usize).map(|(at, text)| (*at, text.as_str()))
    }
}

/// The plot of a chart, with its title and its axes around it.
struct Plot {
    image: RgbaImage,
    /// The lower left corner.
    corner: (u32, u32),
}

impl Plot {
    /// An empty plot, with some pixels above and to the right of it. A legend says
    /// what the ends of the ramp mean, from a part of it on.
    fn new(
        style: &Style,
        title: &str,
        [across, up]: [PlotAxis<'_>; 2],
        (above, beside): (u32, u32),
        legend: Option<(u32, [&str; 2])>,
    ) -> Result<Plot, RenderError> {
        let theme = &style.theme;
        let left = GAP + up.height() + up.widest() + NEAR;
        let top = GAP + TITLE.height() + NEAR + above;
        let below = NEAR + LETTERS.height() + across.height() + GAP;
        let right = u64::from(left) + u64::from(across.length);
        let bottom = u64::from(top) + u64::from(up.length);
        let (w, h) = style.claim(right + u64::from(beside + 2 * GAP), bottom + u64::from(below))?;
        let (right, bottom) = (left + across.length, top + up.length);
        let mut image = blank(w, h, theme.paper);
        let inside = (i64::from(left), i64::from(top), i64::from(across.length), i64::from(up.length));
        for (reach, color) in [(1, mix(theme.paper, theme.ink, 1, 3)), (0, theme.board)] {
            let (x, y, w, h) = inside;
            image.fill((x - reach, y - reach), (w + 2 * reach, h + 2 * reach), color);
        }
        let write = |image: &mut RgbaImage, at, text: &str, lettering| {
            draw_caption(image, at, text, lettering, theme.ink);
        };
        let mut room = w - GAP;
        if let Some((from, [low, high])) = legend {
            let y = GAP + (TITLE.height() - LETTERS.height()) / 2;
            let end = (right + beside).saturating_sub(LETTERS.width(high));
            let start = end.saturating_sub(NEAR + SCALE.0);
            room = start.saturating_sub(NEAR + LETTERS.width(low));
            write(&mut image, (end, y), high, LETTERS);
            write(&mut image, (room, y), low, LETTERS);
            for x in 0..SCALE.0 {
                let at = (i64::from(start + x), i64::from(GAP + (TITLE.height() - SCALE.1) / 2));
                image.fill(at, (1, SCALE.1.into()), ramp(theme, from + x * (200 - from) / (SCALE.0 - 1)));
            }
        }
        write(&mut image, (left, GAP), &TITLE.shortened(title, room.saturating_sub(left + NEAR)), TITLE);
        for (at, text) in across.shown(across.widest() + 2 * NEAR) {
            let (x, wide) = (left + at, LETTERS.width(text));
            image.fill((x.into(), bottom.into()), (1, 4), theme.ink);
            write(&mut image, (x.saturating_sub(wide / 2).min(w.saturating_sub(wide)), bottom + NEAR), text, LETTERS);
        }
        for (at, text) in up.shown(LETTERS.height() + 4) {
            let y = bottom - at;
            image.fill((i64::from(left) - 4, i64::from(y) - 1), (4, 1), theme.ink);
            let at = (left - NEAR - LETTERS.width(text), y.saturating_sub(LETTERS.height() / 2));
            write(&mut image, at, text, LETTERS);
        }
        let name = NAMES.shortened(across.name, across.length);
        let x = left + (across.length - NAMES.width(&name)) / 2;
        write(&mut image, (x, bottom + NEAR + LETTERS.height() + NEAR), &name, NAMES);
        if !up.name.is_empty() {
            let name = upright(&NAMES.shortened(up.name, up.length), NAMES, theme.paper, theme.ink);
            image.paste((GAP, top + up.length.saturating_sub(name.height()) / 2), &name);
        }
        Ok(Plot { image, corner: (left, bottom) })
    }

    /// Fills a rectangle whose lower left corner is so far right of the plot's and above it.
    fn fill(&mut self, (x, y): (u32, u32), (w, h): (u32, u32), color: Color) {
        let at = (i64::from(self.corner.0) + i64::from(x), i64::from(self.corner.1) - i64::from(y) - i64::from(h));
        self.image.fill(at, (w.into(), h.into()), color);
    }
}

/// The color of a part of 200: from pale to dark.
fn ramp(theme: &Theme, part: u32) -> Color {
    let (pale, dark) = (mix(theme.board, theme.wet, 1, 6), mix(theme.wet, theme.ink, 3, 4));
    if part < 100 { mix(pale, theme.wet, part, 100) } else { mix(theme.wet, dark, part.min(200) - 100, 100) }
}

/// The least and the greatest number, if all are finite and there are any.
fn range(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let start = (f64::INFINITY, f64::NEG_INFINITY, true);
    let (least, most, all) = numbers
        .fold(start, |(least, most, all), number| (least.min(number), most.max(number), all && number.is_finite()));
    (all && least <= most).then_some((least, most))
}

/// A number without trailing zeros.
fn label(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
