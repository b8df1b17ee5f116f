//! The colors of pictures as a palette of at most 256.

use std::collections::BTreeSet;

use crate::image::RgbaImage;

/// Red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// Gathers colors.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    seen: BTreeSet<Rgb>,
    last: Option<Rgb>,
}

impl Gathered {
    /// Adds the color of each pixel of a rectangle.
    pub(crate) fn add(&mut self, image: &RgbaImage, area: Area) {
        area.pixels(image, |color| {
            if self.last != Some(color) {
                self.seen.insert(color);
                self.last = Some(color);
            }
        });
    }

    /// The palette for what was gathered.
    pub(crate) fn palette(&self) -> Palette256 {
        // Colors that share their high bits become one, with as many bits as 256 colors allow.
        let coarse = |drop: u32, color: Rgb| color.map(|channel| channel >> drop << drop);
        let groups = |drop: u32| self.seen.iter().map(|&color| coarse(drop, color)).collect::<BTreeSet<Rgb>>();
        let (drop, groups) =
            (0..8).map(|drop| (drop, groups(drop))).find(|(_, groups)| groups.len() <= 256).unwrap_or_default();
        // Half of the lost range is added: the mean of a group.
        let middle = |color: Rgb| color.map(|channel| if drop == 0 { channel } else { channel | 1 << (drop - 1) });
        let colors = groups.iter().map(|&color| middle(color)).collect();
        Palette256 { drop, groups: groups.into_iter().collect(), colors }
    }
}

/// At most 256 colors, and the mapping from original colors.
#[derive(Debug)]
pub(crate) struct Palette256 {
    drop: u32,
    groups: Vec<Rgb>,
    colors: Vec<Rgb>,
}

impl Palette256 {
    /// The colors, one channel after the other.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }

    /// The index of each pixel's color.
    pub(crate) fn indices(&self, image: &RgbaImage, area: Area) -> Vec<u8> {
        let mut indices = Vec::with_capacity(area.w as usize * area.h as usize);
        let mut last = None;
        area.pixels(image, |color| {
            let index = match last {
                Some((known, index)) if known == color => index,
                _ => self.index(color),
            };
            last = Some((color, index));
            indices.push(index);
        });
        indices
    }

    fn index(&self, color: Rgb) -> u8 {
        let coarse = color.map(|channel| channel >> self.drop << self.drop);
        let place = self.groups.binary_search(&coarse).unwrap_or(0);
        u8::try_from(place).unwrap_or(0)
    }
}

/// The colors of an opaque picture with at most 256, in order of appearance, and the index of each pixel's color.
pub(crate) fn indexed(image: &RgbaImage) -> Option<(Vec<Rgb>, Vec<u8>)> {
    /// Places for colors met before; one that another color has taken is looked up in the list.
    const PLACES: usize = 1 << 10;
    let mut known = [([0; 4], 0u8); PLACES];
    let mut palette: Vec<Rgb> = Vec::new();
    let mut indices = Vec::with_capacity(image.pixels().len());
    for pixel in image.pixels() {
        let [r, g, b, 0xff] = pixel else { return None };
        let place = u32::from_le_bytes(pixel).wrapping_mul(0x9e37_79b1) >> 22;
        let place = &mut known[place as usize % PLACES];
        // No opaque pixel is equal to an empty place.
        if place.0 != pixel {
            let found = palette.iter().position(|&color| color == [r, g, b]).unwrap_or(palette.len());
            if found == palette.len() {
                palette.push([r, g, b]);
            }
            *place = (pixel, u8::try_from(found).ok()?);
        }
        indices.push(place.1);
    }
    Some((palette, indices))
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) w: u32,
    pub(crate) h: u32,
}

impl Area {
    /// All of a picture.
    pub(crate) fn whole(image: &RgbaImage) -> Area {
        Area { x: 0, y: 0, w: image.width(), h: image.height() }
    }

    /// The smallest rectangle that contains every pixel in which two pictures of the same size differ; the first
    /// pixel if they are equal.
    pub(crate) fn changed(before: &RgbaImage, after: &RgbaImage) -> Area {
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
        Area { x: narrow(left), y: top, w: narrow(right - left) + 1, h: bottom - top + 1 }
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
    use super::*;

    fn picture(colors: u32) -> RgbaImage {
        RgbaImage::from_fn(colors, 1, |x, _| {
            let [_, r, g, b] = (x.wrapping_mul(2_654_435) & 0x00ff_ffff).to_be_bytes();
            [r, g, b, 255]
        })
    }

    #[test]
    fn up_to_256_colors_are_kept_and_more_come_close() {
        for n in [1, 2, 255, 256, 257, 5000] {
            let image = picture(n);
            let mut gathered = Gathered::default();
            gathered.add(&image, Area::whole(&image));
            let palette = gathered.palette();
            assert_eq!(palette.drop == 0, n <= 256);
            assert_eq!(indexed(&image).is_some(), n <= 256);
            assert!(palette.bytes().len() <= 768);
            for (pixel, index) in image.pixels().zip(palette.indices(&image, Area::whole(&image))) {
                let color = palette.colors[usize::from(index)];
                let off = (0..3).map(|c| color[c].abs_diff(pixel[c])).max().unwrap();
                assert!(off <= if n <= 256 { 0 } else { 40 }, "{n}: off by {off}");
            }
        }
    }

    #[test]
    fn indices_lead_back_to_the_picture() {
        for n in [1, 2, 255, 256] {
            let (palette, indices) = indexed(&picture(n)).unwrap();
            assert_eq!(palette.len(), n as usize);
            let pixels = indices.iter().map(|&index| palette[usize::from(index)]);
            assert!(picture(n).pixels().map(|[r, g, b, _]| [r, g, b]).eq(pixels));
        }
        let mut clear = picture(3);
        clear.put_pixel(1, 0, [0; 4]);
        assert_eq!(indexed(&clear), None);
    }

    #[test]
    fn the_changed_area_is_as_small_as_can_be() {
        let before = picture(1);
        assert_eq!(Area::changed(&before, &before), Area { x: 0, y: 0, w: 1, h: 1 });
        let before = RgbaImage::new(9, 7);
        let mut after = before.clone();
        after.put_pixel(3, 2, [0, 0, 0, 1]);
        assert_eq!(Area::changed(&before, &after), Area { x: 3, y: 2, w: 1, h: 1 });
        after.put_pixel(8, 2, [1, 0, 0, 1]);
        after.put_pixel(1, 6, [1, 0, 0, 1]);
        assert_eq!(Area::changed(&before, &after), Area { x: 1, y: 2, w: 8, h: 5 });
    }
}
