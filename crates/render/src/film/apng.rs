//! Films as animated PNG.

use std::io::Write;

use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder};

use super::{Film, Pace};
use crate::RenderError;

impl Film<'_> {
    /// Writes an animated PNG in true color that repeats endlessly. Viewers without animation show the first picture.
    ///
    /// `progress` is called after each picture, with the number of pictures done and their total.
    ///
    /// # Errors
    ///
    /// A picture that cannot be drawn or has another size than the first, or the writer's errors.
    pub fn write_apng(
        &self,
        pace: &Pace,
        writer: impl Write,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<(), RenderError> {
        let mut encoder = Encoder::new(writer, self.size.0, self.size.1);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_animated(u32::try_from(self.frames).unwrap_or(u32::MAX), 0)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        encoder.set_blend_op(BlendOp::Source)?;
        let mut png = encoder.write_header()?;
        for (nth, shot) in (1..).zip(self.shots(pace)) {
            let shot = shot?;
            let area = shot.changed;
            png.set_frame_delay(shot.delay, 100)?;
            png.reset_frame_position()?;
            png.set_frame_dimension(area.w, area.h)?;
            png.set_frame_position(area.x, area.y)?;
            let mut bytes = Vec::with_capacity(area.w as usize * area.h as usize * 3);
            area.pixels(&shot.image, |color| bytes.extend(color));
            png.write_image_data(&bytes)?;
            progress(nth, self.frames);
        }
        png.finish()?;
        Ok(())
    }
}
