//! Animations: of a build, of the walk that wins a level, or of any pictures.

use std::path::Path;

use mapwright::render::{Animation, Pace};

use super::built::{FilmOf, How, Writer};
use crate::failure::Failure;
use crate::format::Format;
use crate::message::progress;
use crate::picture::Use;
use crate::results::Ready;

/// The most pixels of an animation along a side, unless `--cell` says otherwise.
pub(crate) const PIXELS: u32 = 800;

pub(super) fn writer(format: Format, How { brush, animation, .. }: How) -> Writer {
    Box::new(move |built, path| {
        let style = brush.style(built.map, Use::Small(PIXELS))?;
        match animation {
            FilmOf::Build => {
                let animation = Animation::of_history(built.history, &style).map_err(Failure::input)?;
                Ok(vec![animated((format, path), &animation, &Pace::default())?])
            }
            // The walk that wins, in about a hundred frames.
            FilmOf::Walk => {
                let steps = built.map.proof.as_ref().map_or(0, |proof| proof.walk.len());
                let animation = Animation::of_walk(built.map, &style, steps / 100).map_err(Failure::input)?;
                Ok(vec![animated((format, path), &animation, &Pace { step: 6, ..Pace::default() })?])
            }
        }
    })
}

/// The file of an animation.
pub(crate) fn animated(
    (format, path): (Format, &Path),
    animation: &Animation<'_>,
    pace: &Pace,
) -> Result<Ready, Failure> {
    let bar = progress(animation.frames() as u64, "frames");
    let shown = |done: usize, _: usize| bar.set_position(done as u64);
    let file = match format {
        Format::Gif => Ready::large(path, |file| animation.write_gif(pace, file, shown)),
        _ => Ready::large(path, |file| animation.write_apng(pace, file, shown)),
    };
    bar.finish_and_clear();
    file
}
