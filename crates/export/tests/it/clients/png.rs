//! Pictures of others as plain pixels.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::Path;

// Crates name it differently: whoever uses this file has it in scope.
use crate::RgbaImage;
use png::Transformations;

/// The pixels of a PNG, each as red, green, blue and opacity.
#[track_caller]
pub(crate) fn read_png(path: &Path) -> RgbaImage {
    decode_png(&std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// The same of a PNG in memory.
#[track_caller]
pub(crate) fn decode_png(png: &[u8]) -> RgbaImage {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut bytes).expect("a picture");
    let rgba = match frame.color_type {
        png::ColorType::Rgba => bytes,
        _ => bytes.chunks_exact(2).flat_map(|pixel| [pixel[0], pixel[0], pixel[0], pixel[1]]).collect(),
    };
    RgbaImage::from_raw(frame.width, frame.height, rgba).expect("all pixels")
}

/// Asserts that two pictures are equal, and tells the first pixel that is not.
#[track_caller]
pub(crate) fn same_pixels(found: &RgbaImage, expected: &RgbaImage, what: &str) {
    assert_eq!(found.dimensions(), expected.dimensions(), "{what}");
    if let Some((x, y, pixel)) = found.enumerate_pixels().find(|&(x, y, pixel)| pixel != expected.get_pixel(x, y)) {
        panic!("{what}: pixel ({x}, {y}) is {:?}, expected {:?}", pixel, expected.get_pixel(x, y).0);
    }
}
