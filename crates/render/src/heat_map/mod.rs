//! Heat maps of two metrics: what a generator makes often, rarely and never.
//!
//! The picture shows the *expressive range* of a generator (Smith and Whitehead, 2010): one metric across, another up,
//! over many maps; the darker a bin, the more maps have these two values. Above it and to its right are the counts of
//! each metric alone.

mod scale;

use crate::raster::Raster;
use image::RgbaImage;
use mapwright_core::Color;

use self::scale::Scale;
use crate::RenderError;
use crate::letters::{Lettering, draw_caption, upright};
use crate::picture::Style;
use crate::picture::canvas::{blank, mix};

/// The data of a heat map: two values for each of many maps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// The title.
    pub title: String,
    /// The names of the metrics across and up.
    pub names: [String; 2],
    /// Both values of each map.
    pub values: Vec<[f64; 2]>,
    /// Background, ink, colors and the most pixels.
    pub style: Style,
}

/// Pixels around the picture, and between its parts.
const GAP: u32 = 24;
/// Pixels between a part and its letters.
const NEAR: u32 = 8;
/// The most pixels of all bins together.
const PLOT: u32 = 560;
/// Pixels of the longest bar.
const BAR: u32 = 72;

const LETTERS: Lettering = Lettering::words(9);
const NAMES: Lettering = Lettering::title(12);
const TITLE: Lettering = Lettering::title(14);

/// Draws a heat map. Every axis has at most forty bins of a round width.
///
/// # Errors
///
/// There are no values, a value is not finite, or the picture has more pixels than the style allows.
pub fn heat_map(heat: &HeatMap) -> Result<RgbaImage, RenderError> {
    let axis = |i: usize| {
        let values: Vec<f64> = heat.values.iter().map(|value| value[i]).collect();
        Scale::over(&values).ok_or_else(|| RenderError::NoValues { name: heat.names[i].clone() })
    };
    let plot = Plot::new(heat, axis(0)?, axis(1)?);
    plot.draw()
}

/// Counts and places of everything.
struct Plot<'a> {
    heat: &'a HeatMap,
    across: Scale,
    up: Scale,
    /// Maps in each bin, lowest row first.
    counts: Vec<u32>,
    /// Pixels of a bin.
    bin: (u32, u32),
    /// The plot's top left corner.
    corner: (u32, u32),
}

impl<'a> Plot<'a> {
    fn new(heat: &'a HeatMap, across: Scale, up: Scale) -> Self {
        let mut counts = vec![0; (across.bins * up.bins) as usize];
        for &[x, y] in &heat.values {
            counts[(up.bin(y) * across.bins + across.bin(x)) as usize] += 1;
        }
        let widest = up.ticks(12).iter().map(|(_, label)| LETTERS.width(label)).max().unwrap_or(0);
        let left = GAP + NAMES.height() + NEAR + widest + NEAR;
        let top = GAP + TITLE.height() + GAP + BAR + NEAR;
        let bin = (PLOT / across.bins, PLOT / up.bins);
        Plot { heat, across, up, counts, bin, corner: (left, top) }
    }

    /// The plot's right and bottom end.
    fn end(&self) -> (u32, u32) {
        (self.corner.0 + self.bin.0 * self.across.bins, self.corner.1 + self.bin.1 * self.up.bins)
    }

    fn draw(&self) -> Result<RgbaImage, RenderError> {
        let theme = &self.heat.style.theme;
        let (right, bottom) = self.end();
        let height = bottom + NEAR + LETTERS.height() + NEAR + NAMES.height() + NEAR + LETTERS.height() + GAP;
        let (w, h) = self.heat.style.claim(u64::from(right + NEAR + BAR + GAP), u64::from(height))?;
        let mut image = blank(w, h, theme.paper);
        let title = TITLE.shortened(&self.heat.title, w - 2 * GAP);
        draw_caption(&mut image, (GAP, GAP), &title, TITLE, theme.ink);
        self.draw_bins(&mut image);
        self.draw_bars(&mut image);
        self.draw_ticks(&mut image);
        self.draw_names(&mut image);
        self.draw_legend(&mut image);
        Ok(image)
    }

    fn most(&self) -> u32 {
        self.counts.iter().copied().max().unwrap_or(0)
    }

    /// The color for a number of maps: paper, then lighter to darker blue by the square root, so that rare bins
    /// are visible beside common ones.
    fn color(&self, count: u32) -> Color {
        let theme = &self.heat.style.theme;
        if count == 0 {
            return theme.board;
        }
        let part = (u64::from(count) * 40_000 / u64::from(self.most().max(1))).isqrt();
        let part = u32::try_from(part).unwrap_or(200);
        let pale = mix(theme.board, theme.wet, 1, 4);
        if part < 100 { mix(pale, theme.wet, part, 100) } else { mix(theme.wet, theme.ink, part - 100, 100) }
    }

    fn draw_bins(&self, image: &mut RgbaImage) {
        let theme = &self.heat.style.theme;
        let ((left, top), (right, bottom)) = (self.corner, self.end());
        let (w, h) = (i64::from(right - left), i64::from(bottom - top));
        image.fill((i64::from(left) - 1, i64::from(top) - 1), (w + 2, h + 2), mix(theme.paper, theme.ink, 1, 3));
        image.fill((left.into(), top.into()), (w, h), theme.board);
        for (i, &count) in (0..).zip(&self.counts) {
            let (x, y) = (i % self.across.bins, i / self.across.bins);
            let place = (left + x * self.bin.0, bottom - (y + 1) * self.bin.1);
            let size = (self.bin.0.into(), self.bin.1.into());
            image.fill((place.0.into(), place.1.into()), size, self.color(count));
        }
    }

    /// Each metric alone, above and to the right.
    fn draw_bars(&self, image: &mut RgbaImage) {
        let color = mix(self.heat.style.theme.paper, self.heat.style.theme.wet, 2, 3);
        let columns: Vec<u32> = (0..self.across.bins).map(|x| self.sum(|bin| bin % self.across.bins == x)).collect();
        let rows: Vec<u32> = (0..self.up.bins).map(|y| self.sum(|bin| bin / self.across.bins == y)).collect();
        let (right, bottom) = self.end();
        let foot = self.corner.1 - NEAR;
        for (x, bar) in (0..).zip(bars(&columns)) {
            let left = self.corner.0 + x * self.bin.0;
            let size = (i64::from(self.bin.0.saturating_sub(1).max(1)), i64::from(bar));
            image.fill((left.into(), (foot - bar).into()), size, color);
        }
        for (y, bar) in (0..).zip(bars(&rows)) {
            let top = bottom - (y + 1) * self.bin.1;
            let size = (i64::from(bar), i64::from(self.bin.1.saturating_sub(1).max(1)));
            image.fill(((right + NEAR).into(), top.into()), size, color);
        }
    }

    fn sum(&self, holds: impl Fn(u32) -> bool) -> u32 {
        (0..).zip(&self.counts).filter(|&(bin, _)| holds(bin)).map(|(_, &count)| count).sum()
    }

    fn draw_ticks(&self, image: &mut RgbaImage) {
        let ink = self.heat.style.theme.ink;
        let (_, bottom) = self.end();
        for (bin, label) in self.across.ticks(10) {
            let x = self.corner.0 + bin * self.bin.0;
            image.fill((x.into(), bottom.into()), (1, 5), ink);
            let left = x.saturating_sub(LETTERS.width(&label) / 2);
            draw_caption(image, (left, bottom + NEAR), &label, LETTERS, ink);
        }
        for (bin, label) in self.up.ticks(12) {
            let y = bottom - bin * self.bin.1;
            image.fill((i64::from(self.corner.0) - 5, i64::from(y) - 1), (5, 1), ink);
            let left = self.corner.0 - NEAR - LETTERS.width(&label);
            draw_caption(image, (left, y - LETTERS.height() / 2), &label, LETTERS, ink);
        }
    }

    /// The names of the axes, the vertical one rotated.
    fn draw_names(&self, image: &mut RgbaImage) {
        let theme = &self.heat.style.theme;
        let ((left, top), (right, bottom)) = (self.corner, self.end());
        let name = NAMES.shortened(&self.heat.names[0], right - left);
        let x = left + (right - left - NAMES.width(&name)) / 2;
        draw_caption(image, (x, bottom + NEAR + LETTERS.height() + NEAR), &name, NAMES, theme.ink);
        let name = NAMES.shortened(&self.heat.names[1], bottom - top);
        let turned = upright(&name, NAMES, theme.paper, theme.ink);
        image.paste((GAP, top + (bottom - top - turned.height()) / 2), &turned);
    }

    /// The number of maps that each color means.
    fn draw_legend(&self, image: &mut RgbaImage) {
        let ink = self.heat.style.theme.ink;
        let most = self.most();
        let (least, most_label) = ("1 map".to_owned(), most.to_string());
        let (right, bottom) = self.end();
        let y = bottom + NEAR + LETTERS.height() + NEAR + NAMES.height() + NEAR;
        let steps = most.clamp(1, 20);
        let x = right.saturating_sub(LETTERS.width(&most_label) + NEAR + steps * 8);
        for step in 0..steps {
            let count = 1 + (most - 1) * step / (steps - 1).max(1);
            image.fill((i64::from(x + step * 8), i64::from(y) + 2), (8, 12), self.color(count));
        }
        draw_caption(image, (x.saturating_sub(LETTERS.width(&least) + NEAR), y), &least, LETTERS, ink);
        draw_caption(image, (x + steps * 8 + NEAR, y), &most_label, LETTERS, ink);
    }
}

/// Bars as long as their counts, the longest of [`BAR`] pixels, none of the others lost.
fn bars(counts: &[u32]) -> impl Iterator<Item = u32> {
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    counts.iter().map(move |&count| {
        let bar = u64::from(count) * u64::from(BAR) / u64::from(most);
        u32::try_from(bar).unwrap_or(BAR).max(count.min(1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heat(values: Vec<[f64; 2]>) -> HeatMap {
        HeatMap { title: "a title".into(), names: ["across".into(), "up".into()], values, ..HeatMap::default() }
    }

    #[test]
    fn the_darkest_place_is_the_commonest() {
        let values = [vec![[0.0, 0.0]; 9], vec![[3.0, 0.0]; 4], vec![[0.0, 2.0]]].concat();
        let heat = heat(values);
        let image = heat_map(&heat).unwrap();
        let plot = Plot::new(&heat, Scale::over(&[0.0, 3.0]).unwrap(), Scale::over(&[0.0, 2.0]).unwrap());
        let (left, _) = plot.corner;
        let (_, bottom) = plot.end();
        let middle = |x: u32, y: u32| {
            let place = (left + x * plot.bin.0 + plot.bin.0 / 2, bottom - y * plot.bin.1 - plot.bin.1 / 2);
            image.get_pixel(place.0, place.1).0
        };
        let darkness = |x, y| 3 * 255 - middle(x, y)[..3].iter().map(|&c| u32::from(c)).sum::<u32>();
        assert!(darkness(0, 0) > darkness(3, 0) && darkness(3, 0) > darkness(0, 2) && darkness(0, 2) > darkness(1, 1));
        let board = heat.style.theme.board;
        assert_eq!(middle(1, 1), [board.0, board.1, board.2, 255]);
    }

    #[test]
    fn every_pile_of_values_is_drawn() {
        for values in
            [vec![[0.0, 0.0]], vec![[-5.0, 1e12], [7.5, -1e12]], (0..5000).map(|i| [f64::from(i), 0.5]).collect()]
        {
            let image = heat_map(&heat(values)).unwrap();
            assert!(image.width() < 1000 && image.height() < 1000);
        }
    }

    #[test]
    fn errors_are_told() {
        let message = |heat: &HeatMap| heat_map(heat).unwrap_err().to_string();
        assert_eq!(message(&heat(vec![])), "`across` has no values to draw, or one that is not finite or exceeds 2^53");
        assert_eq!(
            message(&heat(vec![[0.0, f64::NAN]])),
            "`up` has no values to draw, or one that is not finite or exceeds 2^53"
        );
        let mut small = heat(vec![[0.0, 0.0]]);
        small.style.max_pixels = 10;
        assert!(message(&small).ends_with("is too large: expected at most 10 pixels"));
    }
}
