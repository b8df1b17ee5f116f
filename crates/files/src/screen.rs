//! What each picture of an animation changes.

use crate::colors::Rgb;

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PixelRect {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) w: u32,
    pub(crate) h: u32,
}

/// The picture that is shown, and its size.
#[derive(Debug)]
pub(crate) struct Screen {
    size: (u32, u32),
    shown: Vec<u8>,
}

impl Screen {
    pub(crate) fn new(size: (u32, u32)) -> Screen {
        Screen { size, shown: Vec::new() }
    }

    /// Shows the next picture: the smallest rectangle that contains every pixel in which it differs, and the colors there. Of
    /// the first picture it is all, and of one that differs nowhere the first pixel.
    pub(crate) fn show(&mut self, rgba: Vec<u8>) -> (PixelRect, impl Iterator<Item = Rgb>) {
        let (w, h) = self.size;
        let stride = w as usize * 4;
        let area = if self.shown.len() == rgba.len() {
            changed(&self.shown, &rgba, stride)
        } else {
            PixelRect { w, h, ..PixelRect::default() }
        };
        self.shown = rgba;
        let (from, to) = (area.x as usize * 4, (area.x + area.w) as usize * 4);
        let rows = self.shown.chunks_exact(stride.max(1)).skip(area.y as usize).take(area.h as usize);
        let pixels = rows.flat_map(move |row| row.get(from..to).unwrap_or_default().as_chunks::<4>().0);
        (area, pixels.map(|&[r, g, b, _]| [r, g, b]))
    }
}

fn changed(before: &[u8], after: &[u8], stride: usize) -> PixelRect {
    let mut area: Option<(usize, usize, u32, u32)> = None;
    let rows = before.chunks_exact(stride.max(1)).zip(after.chunks_exact(stride.max(1)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changed_area_is_as_small_as_can_be() {
        let mut screen = Screen::new((9, 7));
        let mut picture = vec![0; 9 * 7 * 4];
        let mut check = |changes: &[(usize, usize, u8)], area: [u32; 4]| {
            for &(x, y, channel) in changes {
                picture[(y * 9 + x) * 4 + usize::from(channel)] += 1;
            }
            let (found, colors) = screen.show(picture.clone());
            let [x, y, w, h] = area;
            assert_eq!((found, colors.count()), (PixelRect { x, y, w, h }, (w * h) as usize));
        };
        check(&[], [0, 0, 9, 7]);
        check(&[], [0, 0, 1, 1]);
        check(&[(3, 2, 3)], [3, 2, 1, 1]);
        check(&[(8, 2, 0), (1, 6, 2)], [1, 2, 8, 5]);
    }
}
