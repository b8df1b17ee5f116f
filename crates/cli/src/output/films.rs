//! Films: of a build, of the walk that wins a level, or of any pictures.

use std::path::Path;

use mapwright::render::{Film, Pace};

use super::built::{FilmOf, How, Writer};
use crate::failure::Failure;
use crate::format::Format;
use crate::message::progress;
use crate::picture::Use;
use crate::place::write_bytes;

/// The most pixels of a film along a side, unless `--cell` says otherwise.
pub(crate) const PIXELS: u32 = 800;

pub(super) fn writer(format: Format, How { brush, film, .. }: How) -> Writer {
    Box::new(move |built, path| {
        let style = brush.style(built.map, Use::Small(PIXELS))?;
        match film {
            FilmOf::Build => {
                let film = Film::of_history(built.history, &style).map_err(Failure::input)?;
                write_film((format, path), &film, &Pace::default())
            }
            // The walk that wins, in about a hundred frames.
            FilmOf::Walk => {
                let steps = built.map.proof.as_ref().map_or(0, |proof| proof.walk.len());
                let film = Film::of_walk(built.map, &style, steps / 100).map_err(Failure::input)?;
                write_film((format, path), &film, &Pace { step: 6, ..Pace::default() })
            }
        }
    })
}

pub(crate) fn write_film((format, path): (Format, &Path), film: &Film<'_>, pace: &Pace) -> Result<(), Failure> {
    let bar = progress(film.frames() as u64, "frames");
    let shown = |done: usize, _: usize| bar.set_position(done as u64);
    match format {
        Format::Gif => write_bytes(path, |file| film.write_gif(pace, file, shown))?,
        _ => write_bytes(path, |file| film.write_apng(pace, file, shown))?,
    }
    bar.finish_and_clear();
    Ok(())
}
