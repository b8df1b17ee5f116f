//! Animated GIF.

use std::borrow::Cow;
use std::io::Write;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::EncodeError;
use crate::colors::{Gathered, Palette256};
use crate::screen::Screen;

/// Collects the colors of an animation, which GIF wants first: each picture is added here, and then once more to the
/// writer. If there are more than 256 colors, similar ones are merged.
#[derive(Debug)]
pub struct GifColors {
    size: (u16, u16),
    gathered: Gathered,
    screen: Screen,
}

impl GifColors {
    /// Begins an animation of pictures of `w`×`h` pixels.
    ///
    /// # Errors
    ///
    /// A side of more than 65,535 pixels.
    pub fn new((w, h): (u32, u32)) -> Result<Self, EncodeError> {
        let (Ok(width), Ok(height)) = (u16::try_from(w), u16::try_from(h)) else {
            return Err(EncodeError::TooLargeForGif { w, h });
        };
        Ok(GifColors { size: (width, height), gathered: Gathered::default(), screen: Screen::new((w, h)) })
    }

    /// Adds the colors of a picture, opaque pixels of red, green, blue and opacity, row by row.
    pub fn add(&mut self, rgba: Vec<u8>) {
        self.gathered.add(self.screen.show(rgba).1);
    }

    /// Begins the file.
    ///
    /// # Errors
    ///
    /// The writer's errors.
    pub fn writer<W: Write>(self, writer: W) -> Result<GifWriter<W>, EncodeError> {
        let ((width, height), palette) = (self.size, self.gathered.palette(&[]));
        let mut gif = Encoder::new(writer, width, height, &palette.colors.concat())?;
        gif.set_repeat(Repeat::Infinite)?;
        Ok(GifWriter { gif, palette, screen: Screen::new((width.into(), height.into())) })
    }
}

/// Writes an animated GIF that repeats endlessly; [`GifColors::writer`] begins it.
#[allow(missing_debug_implementations, reason = "the encoder has none")]
pub struct GifWriter<W: Write> {
    gif: Encoder<W>,
    palette: Palette256,
    screen: Screen,
}

impl<W: Write> GifWriter<W> {
    /// Adds a picture that stays for some hundredths of a second.
    ///
    /// # Errors
    ///
    /// Too few pixels, or the writer's errors.
    pub fn add(&mut self, rgba: Vec<u8>, delay: u16) -> Result<(), EncodeError> {
        let (area, colors) = self.screen.show(rgba);
        // The picture's sides fit 16 bits, so those of its parts do too.
        let narrow = |pixels: u32| u16::try_from(pixels).unwrap_or(u16::MAX);
        Ok(self.gif.write_frame(&Frame {
            delay,
            dispose: DisposalMethod::Keep,
            left: narrow(area.x),
            top: narrow(area.y),
            width: narrow(area.w),
            height: narrow(area.h),
            buffer: Cow::Owned(self.palette.numbers(colors)),
            ..Frame::default()
        })?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_pictures_small_ones_and_full_disks_are_errors() {
        let error = GifColors::new((70_000, 9)).unwrap_err().to_string();
        assert_eq!(error, "a GIF of 70000x9 pixels is too large: expected at most 65535 a side");
        let colors = || {
            let mut colors = GifColors::new((9, 9)).unwrap();
            colors.add(vec![7; 9 * 9 * 4]);
            colors
        };
        assert!(matches!(colors().writer(&mut [0_u8; 5][..]), Err(EncodeError::Gif(_))));
        let mut gif = colors().writer(std::io::sink()).unwrap();
        assert!(gif.add(vec![7; 9 * 9 * 4], 4).is_ok() && gif.add(vec![7; 9 * 8 * 4], 4).is_err());
    }
}
