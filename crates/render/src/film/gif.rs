//! Films as GIF.

use std::borrow::Cow;
use std::io::Write;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::{Film, Pace, Shot};
use crate::RenderError;
use crate::colors::{Gathered, Palette256};

impl Film<'_> {
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
        let (w, h) = self.size;
        let (Ok(width), Ok(height)) = (u16::try_from(w), u16::try_from(h)) else {
            return Err(RenderError::TooLargeForGif { w, h });
        };
        let mut gathered = Gathered::default();
        for shot in self.shots(pace) {
            let shot = shot?;
            gathered.add(&shot.image, shot.changed);
        }
        let palette = gathered.palette(&[]);
        let mut encoder = Encoder::new(writer, width, height, &palette.bytes())?;
        encoder.set_repeat(Repeat::Infinite)?;
        for (nth, shot) in (1..).zip(self.shots(pace)) {
            encoder.write_frame(&frame(&shot?, &palette))?;
            progress(nth, self.frames);
        }
        Ok(())
    }
}

fn frame(shot: &Shot, palette: &Palette256) -> Frame<'static> {
    // The picture's sides fit 16 bits, so those of its parts do too.
    let narrow = |pixels: u32| u16::try_from(pixels).unwrap_or(u16::MAX);
    let area = shot.changed;
    Frame {
        delay: shot.delay,
        dispose: DisposalMethod::Keep,
        left: narrow(area.x),
        top: narrow(area.y),
        width: narrow(area.w),
        height: narrow(area.h),
        buffer: Cow::Owned(palette.indices(&shot.image, area)),
        ..Frame::default()
    }
}
