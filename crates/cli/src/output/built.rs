//! What there is to write, and how it is drawn.

use std::path::{Path, PathBuf};

use mapwright::core::{BuilderMap, History, Plane, Planes};
use mapwright::recipe::{Files, Recipe, Registry};
use mapwright::render::Heading;

use crate::failure::Failure;
use crate::format::Format;
use crate::picture::Brush;
use crate::results::Ready;
use crate::shows::Drawing;

/// What frames a picture of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SheetKind {
    /// A title, a neat line and a legend
    Poster,
    /// The same, and a strip of the stages below
    Stages,
}

/// What an animation shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FilmOf {
    /// The stages of the build, and steps inside them
    #[default]
    Build,
    /// The walk that wins the level
    Walk,
}

/// What there is to write, once it is built.
pub(crate) struct Built<'a> {
    pub(crate) map: &'a BuilderMap,
    pub(crate) history: &'a History,
    /// Its seed; unknown for a finished map.
    pub(crate) seed: Option<u64>,
    /// Its recipe; unknown for a finished map.
    pub(crate) recipe: Option<&'a Recipe>,
    pub(crate) files: &'a Files,
    pub(crate) heading: Heading,
    /// Where the map lies in an endless world.
    pub(crate) origin: Option<(i64, i64)>,
}

/// Makes the files of an output.
pub(super) type Writer = Box<dyn Fn(&Built<'_>, &Path) -> Result<Vec<Ready>, Failure> + Send + Sync>;

/// An output that was found to be possible.
pub(crate) struct Output {
    pub(crate) format: Format,
    pub(crate) path: PathBuf,
    /// Whether it is a folder, which is never written over.
    pub(crate) is_folder: bool,
    /// Options that need a plane of the map to have an effect, as they were given.
    pub(super) needs: Vec<(String, Plane)>,
    pub(super) write: Writer,
}

impl Output {
    /// Refuses options without effect on maps with at most some planes.
    pub(crate) fn check(&self, given: Planes) -> Result<(), Failure> {
        let Some((option, plane)) = self.needs.iter().find(|(_, plane)| !given.contains(*plane)) else { return Ok(()) };
        let givers = Registry::shipped().providers(*plane);
        let some: Vec<String> = givers.iter().take(3).map(|giver| format!("`{giver}`")).collect();
        let from = if some.is_empty() { String::new() } else { format!("; it comes from {}", some.join(" or ")) };
        Err(Failure::input(format!("`{option}` has no effect: the map has no `{plane}`{from}")))
    }

    /// Makes what is to be written at a place.
    pub(crate) fn make(&self, built: &Built<'_>, place: &Path) -> Result<Vec<Ready>, Failure> {
        (self.write)(built, place)
    }

    /// Whether the whole build is to be seen, and not only its result.
    pub(crate) const fn is_animation(&self) -> bool {
        matches!(self.format, Format::Gif | Format::Apng)
    }
}

/// How outputs are drawn.
#[derive(Clone, Debug)]
pub(crate) struct How {
    pub(crate) brush: Brush,
    pub(crate) sheet: Option<SheetKind>,
    pub(crate) animation: FilmOf,
    /// Whether the map is a window of a world.
    pub(crate) world: bool,
    /// Whether every stage is drawn besides.
    pub(crate) stages: bool,
}

impl How {
    /// The kind of drawing that a format is; `None` for data.
    pub(crate) fn target(&self, format: Format) -> Option<Drawing> {
        Some(match format {
            Format::Png if self.sheet.is_some() => Drawing::Sheet,
            Format::Png => Drawing::Picture,
            Format::Gif | Format::Apng if self.world => Drawing::World,
            Format::Gif | Format::Apng if self.animation == FilmOf::Walk => Drawing::Walk,
            Format::Gif | Format::Apng => Drawing::Build,
            other => Drawing::ALL.into_iter().find(|target| target.formats().contains(&other))?,
        })
    }

    /// The drawings besides the outputs.
    pub(crate) const fn besides(&self) -> &'static [Drawing] {
        if self.stages { &[Drawing::Stages] } else { &[] }
    }

    /// All drawings, those of the outputs first.
    pub(crate) fn targets(&self, formats: &[Format]) -> Vec<Drawing> {
        let own = formats.iter().filter_map(|&format| self.target(format));
        let mut targets: Vec<Drawing> = Vec::new();
        for target in own.chain(self.besides().iter().copied()) {
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets
    }
}
