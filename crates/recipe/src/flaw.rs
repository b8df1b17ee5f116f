//! What is wrong with a file that a recipe names, without its content.

use std::fmt::Display;
use std::io;

use mapwright_core::{Point, TemplateError, TextError};
use mapwright_files::PngError;
use mapwright_rewrite::ProgramError;
use mapwright_wang::HerringboneError;

use crate::MapError;
use crate::error::RecipeErrorKind;
use crate::typed::{Way, WayStep};

/// What is wrong with a file that a recipe names. A stranger's recipe may name any file, so this holds nothing of its
/// content: it is made of fixed words, and of places in the file.
pub(crate) struct Flaw(String);

impl Flaw {
    pub(crate) fn of(what: &'static str) -> Self {
        Flaw(what.to_owned())
    }

    /// A flaw whose words are ours, with numbers of the file at most.
    pub(crate) fn told(what: String) -> Self {
        Flaw(what)
    }

    /// The error of a file that should hold `what`.
    pub(crate) fn in_file(self, what: &'static str, file: &str) -> RecipeErrorKind {
        RecipeErrorKind::File { what, file: file.to_owned(), problem: self.0 }
    }

    /// A flaw at a line and a column, counted from 1.
    fn at(what: impl Display, line: impl Display, column: impl Display) -> Self {
        Flaw(format!("{what}, at line {line} column {column}"))
    }

    /// A flaw at a line, counted from 1.
    pub(crate) fn on_line(what: &'static str, line: usize) -> Self {
        Flaw(format!("{what}, at line {line}"))
    }

    /// A node of a program that cannot be read. Only the names that lead from node to node are ours.
    pub(crate) fn in_node(way: &Way<'_>) -> Self {
        let names = ["program", "markov", "sequence", "repeat"];
        let is_ours = |step: &&WayStep<'_>| match step {
            WayStep::Field(name) => names.contains(name),
            step => matches!(step, WayStep::Item(_)),
        };
        let place = Way(way.0.iter().take_while(is_ours).copied().collect());
        Flaw(format!("not a program, at `{}`", if place.0.is_empty() { String::new() } else { place.to_string() }))
    }

    /// Bytes that are not JSON, or not JSON of the right form.
    pub(crate) fn json(what: &'static str, error: &serde_json::Error) -> Self {
        Flaw::at(what, error.line(), error.column())
    }
}

impl From<io::Error> for Flaw {
    fn from(error: io::Error) -> Self {
        Flaw(error.to_string())
    }
}

impl From<MapError> for Flaw {
    fn from(error: MapError) -> Self {
        match error {
            MapError::Json(error) => Flaw::json("not a map", &error),
            MapError::File(_) => Flaw::of("not a map: its version is unknown, or its parts contradict each other"),
        }
    }
}

impl From<TemplateError> for Flaw {
    fn from(error: TemplateError) -> Self {
        let at = |what: &str, at: Point| Flaw::at(what, u32::from(at.y) + 1, u32::from(at.x) + 1);
        match error {
            // What cannot be seen is named. What can be seen there is the file's.
            TemplateError::Glyph { at: place, glyph, .. } => match TemplateError::glyph(glyph) {
                name if name.starts_with("U+") => at(&format!("{name}, which is not in the legend"), place),
                _ => at("a glyph that is not in the legend", place),
            },
            TemplateError::Code { at: place, .. } => at("a character that does not exist", place),
            TemplateError::Second { at: place, .. } => at("a second start or exit", place),
            TemplateError::NotOpen { at: place, .. } => at("a mark that is not in an open cell", place),
            TemplateError::SlotShape { at: place, .. } => at("a slot that is not a rectangle", place),
            TemplateError::SlotSize { at: place, .. } => at("a slot that no template fits", place),
            TemplateError::Portal { .. } => Flaw::of("a portal without two ends"),
            TemplateError::Empty => Flaw::of("it has no cells"),
            TemplateError::TooLarge { .. } => Flaw::of("it has too many cells"),
            TemplateError::Content => Flaw::of("neither a REXPaint image nor text"),
            TemplateError::Xp { .. } => Flaw::of("not a valid REXPaint image"),
            // Of the legend, which the recipe has.
            error => Flaw(error.to_string()),
        }
    }
}

impl From<PngError> for Flaw {
    fn from(_: PngError) -> Self {
        Flaw::of("not a valid PNG, or one of too many pixels")
    }
}

impl From<TextError> for Flaw {
    fn from(error: TextError) -> Self {
        match error {
            TextError::Character { line, column, .. } => {
                Flaw::at("a character that is no glyph of a tile", line, column)
            }
            TextError::Length { line, .. } => Flaw(format!("line {line} is longer or shorter than the first")),
            _ => Flaw::of("the text is empty or too large"),
        }
    }
}

impl From<HerringboneError> for Flaw {
    fn from(error: HerringboneError) -> Self {
        match error {
            HerringboneError::Line { line, .. } => Flaw(format!("not a herringbone template, at line {line}")),
            HerringboneError::Image { .. } => Flaw::of(
                "not a template of stb_herringbone_wang_tile: its first row does not say how pieces lie, or it is too small for them",
            ),
            error => Flaw(error.to_string()),
        }
    }
}

impl From<ProgramError> for Flaw {
    fn from(error: ProgramError) -> Self {
        // The names of nodes are ours; those of symbols, sets and rules are the file's.
        let path = if error.path.starts_with("program") { &error.path } else { top(&error.path) };
        let what = format!("not a program that can run, at `{path}`");
        Flaw(match error.mark {
            Some(mark) => format!("{what} line {} column {}", mark.line, mark.column),
            None => what,
        })
    }
}

/// An entry of a list that does not fit.
impl From<RecipeErrorKind> for Flaw {
    fn from(error: RecipeErrorKind) -> Self {
        match error {
            RecipeErrorKind::Value { name, expected, .. } | RecipeErrorKind::Missing { name, expected } => {
                Flaw(format!("`{name}`: expected {expected}"))
            }
            // The name itself is the file's.
            RecipeErrorKind::Unknown { name, .. } => Flaw(format!("`{}` has an unknown field", top(&name))),
            _ => Flaw::of("an entry does not fit"),
        }
    }
}

/// A path up to its first point.
fn top(path: &str) -> &str {
    path.split_once('.').map_or(path, |(top, _)| top)
}
