//! Films: of a build, of the walk that wins a level, or of any pictures.

use std::path::Path;

use mapwright::core::BuilderMap;
use mapwright::render::{Pace, RenderError, RgbaImage, Style, WalkFilm};
use mapwright::render::{write_apng, write_apng_pictures, write_gif, write_gif_pictures};

use super::{How, Writer};
use crate::failure::Failure;
use crate::format::Format;
use crate::message::progress;
use crate::picture::Use;
use crate::place::write_bytes;

/// What a film shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FilmOf {
    /// The stages of the build, and steps inside them
    #[default]
    Build,
    /// The walk that wins the level
    Walk,
}

/// The most pixels of a film along a side, unless `--cell` says otherwise.
pub(crate) const PIXELS: u32 = 800;

pub(super) fn writer(format: Format, how: &How) -> Writer {
    let (brush, film) = (how.brush.clone(), how.film);
    Box::new(move |built, path| {
        let style = brush.style(built.map, Use::Small(PIXELS))?;
        if film == FilmOf::Walk {
            return write_walk(format, path, built.map, &style);
        }
        let bar = progress(built.history.frames().len() as u64, "frames");
        let shown = |done: usize, _: usize| bar.set_position(done as u64);
        match format {
            Format::Gif => {
                write_bytes(path, |file| write_gif(built.history, &style, &Pace::default(), file, shown))?;
            }
            _ => write_bytes(path, |file| write_apng(built.history, &style, &Pace::default(), file, shown))?,
        }
        bar.finish_and_clear();
        Ok(())
    })
}

/// Films the walk that wins a level, in about a hundred frames.
fn write_walk(format: Format, path: &Path, map: &BuilderMap, style: &Style) -> Result<(), Failure> {
    let steps = map.proof.as_ref().map_or(0, |proof| proof.walk.len());
    let film = WalkFilm::new(map, style, steps / 100);
    let pace = Pace { step: 6, ..Pace::default() };
    write_frames((format, path), film.len(), |frame| film.picture(frame), &pace)
}

/// Films pictures, drawn one by one as the film needs them.
pub(crate) fn write_frames(
    (format, path): (Format, &Path),
    count: usize,
    frame: impl Fn(usize) -> Result<RgbaImage, RenderError>,
    pace: &Pace,
) -> Result<(), Failure> {
    let bar = progress(count as u64, "frames");
    let shown = |done: usize, _: usize| bar.set_position(done as u64);
    match format {
        Format::Gif => write_bytes(path, |file| write_gif_pictures(count, frame, pace, file, shown))?,
        _ => write_bytes(path, |file| write_apng_pictures(count, frame, pace, file, shown))?,
    }
    bar.finish_and_clear();
    Ok(())
}
