//! Animated PNG.

use std::io::Write;

use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder, Writer};

use crate::EncodeError;
use crate::screen::Screen;

/// Writes an animated PNG in true color that repeats endlessly. Viewers without animation show the first picture.
#[allow(missing_debug_implementations, reason = "the encoder has none")]
pub struct ApngWriter<W: Write> {
    png: Writer<W>,
    screen: Screen,
}

impl<W: Write> ApngWriter<W> {
    /// Begins an animation of `count` pictures of `w`×`h` pixels.
    ///
    /// # Errors
    ///
    /// No picture, a picture without pixels, or the writer's errors.
    pub fn new((w, h): (u32, u32), count: usize, writer: W) -> Result<Self, EncodeError> {
        let mut encoder = Encoder::new(writer, w, h);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_animated(u32::try_from(count).unwrap_or(u32::MAX), 0)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        encoder.set_blend_op(BlendOp::Source)?;
        Ok(ApngWriter { png: encoder.write_header()?, screen: Screen::new((w, h)) })
    }

    /// Adds a picture of opaque pixels, each of red, green, blue and opacity, row by row. It stays for some hundredths of a
    /// second.
    ///
    /// # Errors
    ///
    /// Too few pixels, more pictures than there are to be, or the writer's errors.
    pub fn add(&mut self, rgba: Vec<u8>, delay: u16) -> Result<(), EncodeError> {
        let (area, colors) = self.screen.show(rgba);
        self.png.set_frame_delay(delay, 100)?;
        self.png.reset_frame_position()?;
        self.png.set_frame_dimension(area.w, area.h)?;
        self.png.set_frame_position(area.x, area.y)?;
        let mut bytes = Vec::with_capacity(area.w as usize * area.h as usize * 3);
        colors.for_each(|color| bytes.extend(color));
        Ok(self.png.write_image_data(&bytes)?)
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// Fewer pictures than there are to be, or the writer's errors.
    pub fn finish(self) -> Result<(), EncodeError> {
        Ok(self.png.finish()?)
    }
}
