//! Any pixels are a herringbone template, whose plane has a tile everywhere, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_core::{Color, Grid, Size};
use mapwright_wang::{Herringbone, HerringboneTemplate};

fuzz_target!(|input: (u8, &[u8])| {
    let (w, bytes) = input;
    let (colors, _) = bytes.as_chunks::<3>();
    let width = usize::from(w.max(1));
    let size = Size::new(width as u16, (colors.len() / width) as u16);
    let colors = colors.iter().take(size.area() as usize).map(|&[r, g, b]| Color(r, g, b)).collect();
    let Some(pixels) = Grid::from_vec(size, colors) else { return };
    let Ok(template) = HerringboneTemplate::from_pixels(&pixels, &Default::default()) else { return };
    let plane = Herringbone::new(7, &template);
    for (x, y) in [(0, 0), (-1, 5), (i64::MIN, i64::MAX)] {
        let laid = plane.piece_at(x, y);
        assert_eq!(template.pieces()[laid.piece].colors, laid.colors);
    }
});
