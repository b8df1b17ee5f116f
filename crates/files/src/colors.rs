//! The colors of pictures as a palette of at most 256.

use std::cmp::Reverse;
use std::collections::BTreeMap;

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
    /// Adds the color of each pixel.
    pub(crate) fn add(&mut self, pixels: impl Iterator<Item = Rgb>) {
        let mut run = (Rgb::default(), 0);
        pixels.for_each(|color| {
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
    /// The number of each pixel's color.
    pub(crate) fn numbers(&self, pixels: impl Iterator<Item = Rgb>) -> Vec<u8> {
        let mut recent = RecentColors::new();
        let number = |color| {
            let place = recent.place(color);
            let number = match *place {
                Some((known, number)) if known == color => number,
                _ => self.numbers.get(&color).copied().unwrap_or(0),
            };
            *place = Some((color, number));
            number
        };
        pixels.map(number).collect()
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
    pub(crate) fn of(pixels: &[[u8; 4]]) -> Option<Indexed> {
        let mut indexed = Indexed { colors: Vec::new(), recent: RecentColors::new() };
        let mut last = None;
        for &pixel in pixels {
            if last != Some(pixel) {
                indexed.number(pixel)?;
                last = Some(pixel);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Different colors, as many as asked for.
    fn colors(n: u32) -> impl Iterator<Item = Rgb> {
        (0..n).map(|x| {
            let [_, r, g, b] = (x.wrapping_mul(2_654_435) & 0x00ff_ffff).to_be_bytes();
            [r, g, b]
        })
    }

    fn opaque(n: u32) -> Vec<[u8; 4]> {
        colors(n).map(|[r, g, b]| [r, g, b, 255]).collect()
    }

    #[test]
    fn up_to_256_colors_are_kept_and_more_come_close() {
        for n in [1, 2, 255, 256, 257, 5000] {
            let mut gathered = Gathered::default();
            gathered.add(colors(n));
            let palette = gathered.palette(&[]);
            assert!(palette.colors.len() <= 256);
            assert_eq!(Indexed::of(&opaque(n)).is_some(), n <= 256);
            for (pixel, number) in colors(n).zip(palette.numbers(colors(n))) {
                let color = palette.colors[usize::from(number)];
                let off = (0..3).map(|c| color[c].abs_diff(pixel[c])).max().unwrap();
                assert!(off <= if n <= 256 { 0 } else { 40 }, "{n}: off by {off}");
            }
        }
    }

    /// Against counting each pixel by itself: few colors and many, in runs and alone, and colors that share a place.
    #[test]
    fn every_color_is_counted() {
        for n in [1, 2, 300, 5000, 40_000] {
            let all: Vec<Rgb> = colors(n).collect();
            let mixed = (0..5).flat_map(|y| (0..all.len()).map(move |x| x * (y + 1)));
            let pixels: Vec<Rgb> = mixed.map(|at| all[at % all.len()]).collect();
            let (mut gathered, mut expected) = (Gathered::default(), BTreeMap::new());
            for part in [&pixels[..], &pixels[..n as usize / 3 + 1]] {
                gathered.add(part.iter().copied());
                part.iter().for_each(|&color| *expected.entry(color).or_default() += 1);
            }
            assert_eq!(gathered.counts(), expected, "{n}");
        }
    }

    #[test]
    fn frequent_colors_stay_as_they_are() {
        let mut gathered = Gathered::default();
        gathered.add(colors(5000));
        let often = [0xf8, 0xf6, 0xf0];
        gathered.add([often; 81].into_iter());
        let palette = gathered.palette(&[]);
        let number = usize::from(palette.numbers([often].into_iter())[0]);
        assert_eq!(palette.colors[number], often);
        // A rare color that comes first does, too.
        let rare = [0x12, 0x34, 0x56];
        gathered.add([rare].into_iter());
        assert!(!gathered.palette(&[]).colors.contains(&rare));
        assert!(gathered.palette(&[rare]).colors.contains(&rare));
    }

    #[test]
    fn numbers_lead_back_to_the_picture() {
        for n in [1, 2, 255, 256] {
            let mut indexed = Indexed::of(&opaque(n)).unwrap();
            assert_eq!(indexed.colors.len(), n as usize);
            for pixel in opaque(n) {
                let number = indexed.number(pixel).unwrap();
                assert_eq!(indexed.colors[usize::from(number)], pixel[..3]);
            }
        }
        let mut clear = opaque(3);
        clear[1] = [0; 4];
        assert!(Indexed::of(&clear).is_none());
    }
}
