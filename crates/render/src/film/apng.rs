//! A history, or pictures, as animated PNG.

use std::io::Write;

use image::RgbaImage;
use mapwright_core::History;
use png::{BitDepth, BlendOp, ColorType, DisposeOp};

use super::{Film, Pace, Pictures, Reel};
use crate::RenderError;
use crate::colors::Area;
use crate::picture::Style;

/// Writes a history as an animated PNG in true color that loops for ever, with one frame for each of the
/// history's. Viewers without animation show the first frame.
///
/// `progress` is called after each frame, with the number of frames done and their total.
///
/// # Errors
///
/// A history without frames, a map that [`draw`](crate::draw) refuses, or the writer's errors.
pub fn write_apng(
    history: &History,
    style: &Style,
    pace: &Pace,
    writer: impl Write,
    progress: impl FnMut(usize, usize),
) -> Result<(), RenderError> {
    write(&Reel::new(history, style, pace)?, writer, progress)
}

/// Writes any pictures as an animated PNG in true color that loops for ever. `draw` makes the `count` pictures by their
/// number from 0, all of the same size. The last picture stays for `pace.last`, all others for `pace.step`.
///
/// `progress` is called after each picture, with the number of pictures done and their total.
///
/// # Errors
///
/// No picture at all, pictures of different sizes, or the errors of `draw` and of the writer.
pub fn write_apng_pictures(
    count: usize,
    draw: impl Fn(usize) -> Result<RgbaImage, RenderError>,
    pace: &Pace,
    writer: impl Write,
    progress: impl FnMut(usize, usize),
) -> Result<(), RenderError> {
    write(&Pictures::new(count, draw, pace)?, writer, progress)
}

fn write(film: &impl Film, writer: impl Write, mut progress: impl FnMut(usize, usize)) -> Result<(), RenderError> {
    let mut encoder = png::Encoder::new(writer, film.size().0, film.size().1);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_animated(u32::try_from(film.len()).unwrap_or(u32::MAX), 0)?;
    encoder.set_dispose_op(DisposeOp::None)?;
    encoder.set_blend_op(BlendOp::Source)?;
    let mut png = encoder.write_header()?;
    for (i, shot) in film.shots().enumerate() {
        let shot = shot?;
        let area = shot.changed;
        png.set_frame_delay(shot.delay, 100)?;
        png.reset_frame_position()?;
        png.set_frame_dimension(area.w, area.h)?;
        png.set_frame_position(area.x, area.y)?;
        png.write_image_data(&rgb(&shot.image, area))?;
        progress(i + 1, film.len());
    }
    png.finish()?;
    Ok(())
}

fn rgb(image: &RgbaImage, area: Area) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(area.w as usize * area.h as usize * 3);
    area.pixels(image, |color| bytes.extend(color));
    bytes
}
