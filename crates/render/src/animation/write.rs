//! Animations as GIF and as animated PNG.

use std::io::Write;

use mapwright_files::{ApngWriter, GifColors};

use super::{Animation, Pace};
use crate::RenderError;

impl Animation<'_> {
    /// Writes an animated GIF that repeats endlessly. Each picture is drawn twice, first to collect the colors of all. If
    /// there are more than 256, similar colors are merged.
    ///
    /// `progress` is called after each picture, with the number of pictures done and their total.
    ///
    /// # Errors
    ///
    /// Pictures wider or higher than 65,535 pixels, one that cannot be drawn or has another size than the first, or the
    /// writer's errors.
    pub fn write_gif(
        &self,
        pace: &Pace,
        writer: impl Write,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<(), RenderError> {
        let mut colors = GifColors::new(self.size)?;
        for shot in self.shots(pace) {
            colors.add(shot?.0);
        }
        let mut gif = colors.writer(writer)?;
        for (nth, shot) in (1..).zip(self.shots(pace)) {
            let (pixels, delay) = shot?;
            gif.add(pixels, delay)?;
            progress(nth, self.frames);
        }
        Ok(())
    }

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
        let mut apng = ApngWriter::new(self.size, self.frames, writer)?;
        for (nth, shot) in (1..).zip(self.shots(pace)) {
            let (pixels, delay) = shot?;
            apng.add(pixels, delay)?;
            progress(nth, self.frames);
        }
        Ok(apng.finish()?)
    }
}
