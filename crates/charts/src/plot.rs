//! What charts have in common: the plot, its title, axes and legend, and colors.

use mapwright_core::Color;
use mapwright_render::image::{Rgba, imageops};
use mapwright_render::{Lettering, RenderError, RgbaImage, Style, Theme, draw_caption};

/// Pixels around a chart.
pub(crate) const GAP: u32 = 12;
/// Pixels between its parts.
pub(crate) const NEAR: u32 = 8;
/// The colors of the legend.
const SCALE: (u32, u32) = (80, 12);

pub(crate) const LETTERS: Lettering = Lettering::words(9);
pub(crate) const NAMES: Lettering = Lettering::title(11);
const TITLE: Lettering = Lettering::title(13);

/// An axis of a chart, from the lower left corner of the plot.
pub(crate) struct PlotAxis<'a> {
    pub(crate) name: &'a str,
    /// Pixels of the plot along it.
    pub(crate) length: u32,
    /// Where labels stand, evenly apart.
    pub(crate) labels: Vec<(u32, String)>,
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
pub(crate) struct Plot {
    pub(crate) image: RgbaImage,
    /// The lower left corner.
    pub(crate) corner: (u32, u32),
}

impl Plot {
    /// An empty plot, with some pixels above and to the right of it. A legend says
    /// what the ends of the ramp mean, from a part of it on.
    pub(crate) fn new(
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
        let mut image = blank((w, h), theme.paper);
        for (reach, color) in [(1, mix(theme.paper, theme.ink, 1, 3)), (0, theme.board)] {
            let at = (i64::from(left - reach), i64::from(top - reach));
            fill(&mut image, at, (across.length + 2 * reach, up.length + 2 * reach), color);
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
                fill(&mut image, at, (1, SCALE.1), ramp(theme, from + x * (200 - from) / (SCALE.0 - 1)));
            }
        }
        write(&mut image, (left, GAP), &TITLE.shortened(title, room.saturating_sub(left + NEAR)), TITLE);
        for (at, text) in across.shown(across.widest() + 2 * NEAR) {
            let (x, wide) = (left + at, LETTERS.width(text));
            fill(&mut image, (x.into(), bottom.into()), (1, 4), theme.ink);
            write(&mut image, (x.saturating_sub(wide / 2).min(w.saturating_sub(wide)), bottom + NEAR), text, LETTERS);
        }
        for (at, text) in up.shown(LETTERS.height() + 4) {
            let y = bottom - at;
            fill(&mut image, (i64::from(left) - 4, i64::from(y) - 1), (4, 1), theme.ink);
            let at = (left - NEAR - LETTERS.width(text), y.saturating_sub(LETTERS.height() / 2));
            write(&mut image, at, text, LETTERS);
        }
        let name = NAMES.shortened(across.name, across.length);
        let x = left + (across.length - NAMES.width(&name)) / 2;
        write(&mut image, (x, bottom + NEAR + LETTERS.height() + NEAR), &name, NAMES);
        if !up.name.is_empty() {
            let name = upright(&NAMES.shortened(up.name, up.length), NAMES, theme.paper, theme.ink);
            let y = top + up.length.saturating_sub(name.height()) / 2;
            imageops::replace(&mut image, &name, GAP.into(), y.into());
        }
        Ok(Plot { image, corner: (left, bottom) })
    }

    /// Fills a rectangle whose lower left corner is so far right of the plot's and above it.
    pub(crate) fn fill(&mut self, (x, y): (u32, u32), (w, h): (u32, u32), color: Color) {
        let at = (i64::from(self.corner.0) + i64::from(x), i64::from(self.corner.1) - i64::from(y) - i64::from(h));
        fill(&mut self.image, at, (w, h), color);
    }
}

pub(crate) fn blank((w, h): (u32, u32), Color(r, g, b): Color) -> RgbaImage {
    RgbaImage::from_pixel(w, h, Rgba([r, g, b, 255]))
}

/// Fills the visible part of a rectangle.
fn fill(image: &mut RgbaImage, (x, y): (i64, i64), size: (u32, u32), color: Color) {
    imageops::replace(image, &blank(size, color), x, y);
}

/// A line of text that is read from below.
fn upright(text: &str, lettering: Lettering, background: Color, ink: Color) -> RgbaImage {
    let mut flat = blank((lettering.width(text).max(1), lettering.height()), background);
    draw_caption(&mut flat, (0, 0), text, lettering, ink);
    imageops::rotate270(&flat)
}

/// The color `part`/`whole` of the way from `a` to `b`, rounded.
pub(crate) fn mix(a: Color, b: Color, part: u32, whole: u32) -> Color {
    let channel = |a: u8, b: u8| ((u32::from(a) * (whole - part) + u32::from(b) * part + whole / 2) / whole) as u8;
    Color(channel(a.0, b.0), channel(a.1, b.1), channel(a.2, b.2))
}

/// The color of a part of 200: from pale to dark.
pub(crate) fn ramp(theme: &Theme, part: u32) -> Color {
    let (pale, dark) = (mix(theme.board, theme.wet, 1, 6), mix(theme.wet, theme.ink, 3, 4));
    if part < 100 { mix(pale, theme.wet, part, 100) } else { mix(theme.wet, dark, part.min(200) - 100, 100) }
}

/// The least and the greatest number, if all are finite and there are any.
pub(crate) fn range(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let start = (f64::INFINITY, f64::NEG_INFINITY, true);
    let (least, most, all) = numbers
        .fold(start, |(least, most, all), number| (least.min(number), most.max(number), all && number.is_finite()));
    (all && least <= most).then_some((least, most))
}

/// A number without trailing zeros.
pub(crate) fn label(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
