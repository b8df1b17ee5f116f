//! The colors of pictures as a palette of at most 256.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use image::RgbaImage;

/// Red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// What was looked up lately. Each color has a place, which it shares with some others: the last one of them stands there.
/// Pictures repeat their colors, so that nearly every look ends here.
#[derive(Debug)]
struct RecentColors<T>(Vec<Option<(Rgb, T)>>);

impl<T: Clone> RecentColors<T> {
    const PLACES: usize = 1 << 12;

    fn new() -> Self {
        RecentColors(vec![None; Self::PLACES])
    }

    fn place(&mut self, [r, g, b]: Rgb) -> &mut Option<(Rgb, T)> {
        let hash = u32::from_le_bytes([r, g, b, 0]).wrapping_mul(0x9e37_79b1) >> 20;
        &mut self.0[hash as usize % Self::PLACES]
    }
}

/// Gathers colors, and how often each appears.
#[derive(Debug)]
pub(crate) struct Gathered {
    seen: BTreeMap<Rgb, u64>,
    /// Counts that `seen` lacks.
    recent: RecentColors<u64>,
}

impl Default for Gathered {
    fn default() -> Self {
        Gathered { seen: BTreeMap::new(), recent: RecentColors::new() }
    }
}

impl Gathered {
    /// Adds the color of each pixel of a rectangle.
    pub(crate) fn add(&mut self, image: &RgbaImage, area: PixelRect) {
        let mut run = (Rgb::default(), 0);
        area.pixels(image, |color| {
            if run.0 == color {
                run.1 += 1;
            } else {
                self.count(run);
                run = (color, 1);
            }
        });
        self.count(run);
    }

    fn count(&mut self, (color, times): (Rgb, u64)) {
        match self.recent.place(color) {
            Some((known, count)) if *known == color => *count += times,
            place => {
                if let Some((other, count)) = place.replace((color, times)) {
                    *self.seen.entry(other).or_default() += count;
                }
            }
        }
    }

    /// All colors with their counts, in the order of the colors.
    fn counts(&self) -> BTreeMap<Rgb, u64> {
        let mut counts = self.seen.clone();
        for &(color, count) in self.recent.0.iter().flatten() {
            *counts.entry(color).or_default() += count;
        }
        counts.retain(|_, &mut count| count > 0);
        counts
    }

    /// The palette for what was gathered: every color if there are few enough. Otherwise those of `first` and the most
    /// frequent stay as they are, and the others that are alike become one: median cut (Heckbert 1982) fills the palette,
    /// which alone would turn small things gray.
    pub(crate) fn palette(&self, first: &[Rgb]) -> Palette256 {
        let mut colors: Vec<(Rgb, u64)> = self.counts().into_iter().collect();
        colors.sort_by_key(|&(color, times)| (!first.contains(&color), Reverse(times)));
        let is_first = colors.iter().filter(|(color, _)| first.contains(color)).count();
        let kept = if colors.len() <= 256 { 256 } else { is_first.min(96) + 96 }.min(colors.len());
        let rest = colors.split_off(kept);
        let exact = colors.into_iter().map(|color| vec![color]);
        let all = exact.chain(cut(rest, 256 - kept));
        let mut palette = Palette256 { colors: Vec::new(), numbers: BTreeMap::new() };
        for (group, number) in all.zip(0..=u8::MAX) {
            palette.colors.push(mean(&group));
            palette.numbers.extend(group.iter().map(|&(color, _)| (color, number)));
        }
        palette
    }
}

/// How far apart the colors of a group are: the widest channel, and its extent.
fn widest(group: &[(Rgb, u64)]) -> (usize, u64) {
    let extent = |channel: usize| {
        let values = || group.iter().map(|(color, _)| color[channel]);
        u64::from(values().max().unwrap_or(0) - values().min().unwrap_or(0))
    };
    (0..3).map(|channel| (channel, extent(channel))).max_by_key(|&(_, extent)| extent).unwrap_or_default()
}

/// Colors in at most `most` groups of colors that are alike.
fn cut(colors: Vec<(Rgb, u64)>, most: usize) -> Vec<Vec<(Rgb, u64)>> {
    let error = |group: &[(Rgb, u64)]| {
        let times: u64 = group.iter().map(|&(_, times)| times).sum();
        widest(group).1.pow(2).saturating_mul(times)
    };
    let mut groups: Vec<(u64, Vec<(Rgb, u64)>)> = vec![(error(&colors), colors)];
    while groups.len() < most {
        // The group whose colors would be off most.
        let worst = (0..groups.len()).max_by_key(|&nth| (groups[nth].0, Reverse(nth))).unwrap_or(0);
        let (off, mut group) = groups.swap_remove(worst);
        if off == 0 {
            groups.push((off, group));
            break;
        }
        let (channel, _) = widest(&group);
        group.sort_by_key(|&(color, _)| (color[channel], color));
        let half = group.iter().map(|&(_, times)| times).sum::<u64>() / 2;
        let mut sum = 0;
        let at = group.iter().position(|&(_, times)| {
            sum += times;
            sum > half
        });
        let rest = group.split_off(at.unwrap_or(0).clamp(1, group.len() - 1));
        groups.extend([group, rest].map(|group| (error(&group), group)));
    }
    groups.into_iter().map(|(_, group)| group).filter(|group| !group.is_empty()).collect()
}

/// The mean color of a group.
fn mean(group: &[(Rgb, u64)]) -> Rgb {
    let times: u64 = group.iter().map(|&(_, times)| times).sum::<u64>().max(1);
    [0, 1, 2].map(|channel| {
        let sum: u64 = group.iter().map(|&(color, times)| u64::from(color[channel]) * times).sum();
        u8::try_from((sum + times / 2) / times).unwrap_or(u8::MAX)
    })
}

/// At most 256 colors, and the mapping from original colors.
#[derive(Debug)]
pub(crate) struct Palette256 {
    pub(crate) colors: Vec<Rgb>,
    numbers: BTreeMap<Rgb, u8>,
}

impl Palette256 {
    /// The colors, one channel after the other.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }

    /// The index of each pixel's color.
    pub(crate) fn indices(&self, image: &RgbaImage, area: PixelRect) -> Vec<u8> {
        let mut indices = Vec::with_capacity(area.w as usize * area.h as usize);
        let mut recent = RecentColors::new();
        area.pixels(image, |color| {
            let place = recent.place(color);
            let index = match *place {
                Some((known, index)) if known == color => index,
                _ => self.numbers.get(&color).copied().unwrap_or(0),
            };
            *place = Some((color, index));
            indices.push(index);
        });
        indices
    }
}

/// The colors of an opaque picture with at most 256, in order of appearance, and quick ways to their numbers.
#[derive(Debug)]
pub(crate) struct Indexed {
    pub(crate) colors: Vec<Rgb>,
    recent: RecentColors<u8>,
}

impl Indexed {
    /// `None` if the picture has more colors, or is not opaque.
    pub(crate) fn of(image: &RgbaImage) -> Option<Indexed> {
        let mut indexed = Indexed { colors: Vec::new(), recent: RecentColors::new() };
        let mut last = None;
        for pixel in image.pixels().map(|pixel| Some(pixel.0)) {
            if pixel != last {
                indexed.number(pixel?)?;
                last = pixel;
            }
        }
        Some(indexed)
    }

    /// The number of a color, which may be new.
    pub(crate) fn number(&mut self, pixel: [u8; 4]) -> Option<u8> {
        let [r, g, b, 0xff] = pixel else { return None };
        let color = [r, g, b];
        let place = self.recent.place(color);
        if let Some((known, number)) = *place
            && known == color
        {
            return Some(number);
        }
        let found = self.colors.iter().position(|&other| other == color).unwrap_or(self.colors.len());
        let number = u8::try_from(found).ok()?;
        *place = Some((color, number));
        if found == self.colors.len() {
            self.colors.push(color);
        }
        Some(number)
    }
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PixelRect {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) w: u32,
    pub(crate) h: u32,
}

impl PixelRect {
    /// All of a picture.
    pub(crate) fn whole(image: &RgbaImage) -> PixelRect {
        PixelRect { x: 0, y: 0, w: image.width(), h: image.height() }
    }

    /// The smallest rectangle that contains every pixel in which two pictures of the same size differ; the first
    /// pixel if they are equal.
    pub(crate) fn changed(before: &RgbaImage, after: &RgbaImage) -> PixelRect {
        let stride = (after.width() as usize * 4).max(1);
        let mut area: Option<(usize, usize, u32, u32)> = None;
        let rows = before.as_raw().chunks_exact(stride).zip(after.as_raw().chunks_exact(stride));
        for (y, (old, new)) in (0u32..).zip(rows).filter(|(_, (old, new))| old != new) {
            let differ = |(a, b): (&u8, &u8)| a != b;
            let left = old.iter().zip(new).position(differ).unwrap_or(0) / 4;
            let right = old.iter().zip(new).rposition(differ).unwrap_or(0) / 4;
            let (l, r, top, _) = area.unwrap_or((left, right, y, y));
            area = Some((l.min(left), r.max(right), top, y));
        }
        let (left, right, top, bottom) = area.unwrap_or((0, 0, 0, 0));
        let narrow = |at: usize| u32::try_from(at).unwrap_or(0);
        PixelRect { x: narrow(left), y: top, w: narrow(right - left) + 1, h: bottom - top + 1 }
    }

    /// Visits the pixels row by row.
    pub(crate) fn pixels(self, image: &RgbaImage, mut visit: impl FnMut(Rgb)) {
        let stride = image.width() as usize * 4;
        for y in self.y..self.y + self.h {
            let start = y as usize * stride + self.x as usize * 4;
            let row = &image.as_raw()[start..start + self.w as usize * 4];
            row.chunks_exact(4).for_each(|pixel| visit([pixel[0], pixel[1], pixel[2]]));
        }
    }
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    fn picture(colors: u32) -> RgbaImage {
        RgbaImage::from_fn(colors, 1, |x, _| {
            let [_, r, g, b] = (x.wrapping_mul(2_654_435) & 0x00ff_ffff).to_be_bytes();
            Rgba([r, g, b, 255])
        })
    }

    #[test]
    fn up_to_256_colors_are_kept_and_more_come_close() {
        for n in [1, 2, 255, 256, 257, 5000] {
            let image = picture(n);
            let mut gathered = Gathered::default();
            gathered.add(&image, PixelRect::whole(&image));
            let palette = gathered.palette(&[]);
            assert!(palette.colors.len() <= 256);
            assert_eq!(Indexed::of(&image).is_some(), n <= 256);
            let colors = palette.bytes();
            assert!(colors.len() <= 768);
            for (pixel, index) in image.pixels().zip(palette.indices(&image, PixelRect::whole(&image))) {
                let color = &colors[3 * usize::from(index)..];
                let off = (0..3).map(|c| color[c].abs_diff(pixel[c])).max().unwrap();
                assert!(off <= if n <= 256 { 0 } else { 40 }, "{n}: off by {off}");
            }
        }
    }

    /// Against counting each pixel by itself: few colors and many, in runs and alone, and colors that share a place.
    #[test]
    fn every_color_is_counted() {
        for n in [1, 2, 300, 5000, 40_000] {
            let image = {
                let row = picture(n);
                RgbaImage::from_fn(n, 5, |x, y| *row.get_pixel(x * (y + 1) % n, 0))
            };
            let (mut gathered, mut expected) = (Gathered::default(), BTreeMap::new());
            for area in [PixelRect::whole(&image), PixelRect { x: n / 3, y: 1, w: 1, h: 3 }] {
                gathered.add(&image, area);
                area.pixels(&image, |color| *expected.entry(color).or_default() += 1);
            }
            assert_eq!(gathered.counts(), expected, "{n}");
        }
    }

    #[test]
    fn frequent_colors_stay_as_they_are() {
        let mut gathered = Gathered::default();
        gathered.add(&picture(5000), PixelRect { x: 0, y: 0, w: 5000, h: 1 });
        let often = RgbaImage::from_pixel(9, 9, Rgba([0xf8, 0xf6, 0xf0, 255]));
        gathered.add(&often, PixelRect::whole(&often));
        let palette = gathered.palette(&[]);
        let index = usize::from(palette.indices(&often, PixelRect::whole(&often))[0]);
        assert_eq!(palette.bytes()[3 * index..][..3], [0xf8, 0xf6, 0xf0]);
        // A rare color that comes first does, too.
        let rare = [0x12, 0x34, 0x56];
        let small = RgbaImage::from_pixel(1, 1, Rgba([0x12, 0x34, 0x56, 255]));
        gathered.add(&small, PixelRect::whole(&small));
        assert!(!gathered.palette(&[]).colors.contains(&rare));
        assert!(gathered.palette(&[rare]).colors.contains(&rare));
    }

    #[test]
    fn indices_lead_back_to_the_picture() {
        for n in [1, 2, 255, 256] {
            let mut indexed = Indexed::of(&picture(n)).unwrap();
            assert_eq!(indexed.colors.len(), n as usize);
            for pixel in picture(n).pixels() {
                let number = indexed.number(pixel.0).unwrap();
                assert_eq!(indexed.colors[usize::from(number)], pixel.0[..3]);
            }
        }
        let mut clear = picture(3);
        clear.put_pixel(1, 0, Rgba([0; 4]));
        assert!(Indexed::of(&clear).is_none());
    }

    #[test]
    fn the_changed_area_is_as_small_as_can_be() {
        let before = picture(1);
        assert_eq!(PixelRect::changed(&before, &before), PixelRect { x: 0, y: 0, w: 1, h: 1 });
        let before = RgbaImage::new(9, 7);
        let mut after = before.clone();
        after.put_pixel(3, 2, Rgba([0, 0, 0, 1]));
        assert_eq!(PixelRect::changed(&before, &after), PixelRect { x: 3, y: 2, w: 1, h: 1 });
        after.put_pixel(8, 2, Rgba([1, 0, 0, 1]));
        after.put_pixel(1, 6, Rgba([1, 0, 0, 1]));
        assert_eq!(PixelRect::changed(&before, &after), PixelRect { x: 1, y: 2, w: 8, h: 5 });
    }
}
