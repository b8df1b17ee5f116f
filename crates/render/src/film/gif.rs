//! A history, or pictures, as GIF.

use std::borrow::Cow;
use std::io::Write;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use image::RgbaImage;
use mapwright_core::History;

use super::{Film, Pace, Pictures, Reel, Shot};
use crate::RenderError;
use crate::colors::{Gathered, Palette256};
use crate::picture::Style;

/// Writes a history as an animated GIF that loops for ever, with one frame for each of the history's.
///
/// `progress` is called after each frame, with the number of frames done and their total. The colors are those
/// of the pictures; if there are more than 256, similar colors are merged.
///
/// # Errors
///
/// A history without frames, a map that [`draw`](crate::draw) refuses, a picture wider or higher than
/// 65,535 pixels, or the writer's errors.
pub fn write_gif(
    history: &History,
    style: &Style,
    pace: &Pace,
    writer: impl Write,
    progress: impl FnMut(usize, usize),
) -> Result<(), RenderError> {
    write(&Reel::new(history, style, pace)?, writer, progress)
}

/// Writes any pictures as an animated GIF that loops for ever. `draw` makes the `count` pictures by their number from
/// 0, all of the same size. It is called twice for each picture, first to collect the colors of all. The last picture
/// stays for `pace.last`, all others for `pace.step`.
///
/// `progress` is called after each picture, with the number of pictures done and their total.
///
/// # Errors
///
/// No picture at all, pictures of different sizes or wider or higher than 65,535 pixels, or the errors of `draw` and of
/// the writer.
pub fn write_gif_pictures(
    count: usize,
    draw: impl Fn(usize) -> Result<RgbaImage, RenderError>,
    pace: &Pace,
    writer: impl Write,
    progress: impl FnMut(usize, usize),
) -> Result<(), RenderError> {
    write(&Pictures::new(count, draw, pace)?, writer, progress)
}

fn write(film: &impl Film, writer: impl Write, mut progress: impl FnMut(usize, usize)) -> Result<(), RenderError> {
    let (w, h) = film.size();
    let (Ok(width), Ok(height)) = (u16::try_from(w), u16::try_from(h)) else {
        return Err(RenderError::TooLargeForGif { w, h });
    };
    let mut gathered = Gathered::default();
    for shot in film.shots() {
        let shot = shot?;
        gathered.add(&shot.image, shot.changed);
    }
    let palette = gathered.palette(&[]);
    let mut encoder = Encoder::new(writer, width, height, &palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    for (i, shot) in film.shots().enumerate() {
        encoder.write_frame(&frame(&shot?, &palette))?;
        progress(i + 1, film.len());
    }
    Ok(())
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
