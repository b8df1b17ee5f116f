//! What each kind of drawing shows, in one table: checks, lists of formats and docs/export.md read it.

use crate::failure::Failure;
use crate::format::Format;
use crate::message::warn;

/// A kind of drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawing {
    Picture,
    Sheet,
    Stages,
    Build,
    Walk,
    World,
    Svg,
    Uvtt,
    Txt,
    Xp,
    Editor,
}

/// Something to choose about a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Capability {
    Theme,
    Cell,
    Marks,
    Secrets,
    Floor,
    Form,
    Distance,
    Areas,
    Graph,
    Walk,
    Changes,
    Tileset,
    Sprites,
}

use Drawing::{Build, Editor, Picture, Sheet, Stages, Svg, Txt, Uvtt, Walk, World, Xp};

const DRAWN: &[Drawing] = &[Picture, Sheet, Stages, Build, Walk, World, Svg, Uvtt];
const OVERLAID: &[Drawing] = &[Picture, Sheet, Stages, Build, Walk, Svg, Uvtt];

/// The table: what each capability is called on the command line, and what shows it.
const TABLE: [(Capability, &str, &[Drawing]); 13] = [
    (Capability::Theme, "--theme", DRAWN),
    (Capability::Cell, "--cell", &[Picture, Sheet, Stages, Build, Walk, World, Svg, Uvtt, Editor]),
    (Capability::Marks, "-O marks", &[Picture, Sheet, Stages, Build, Walk, World, Svg, Uvtt, Txt, Xp]),
    (Capability::Secrets, "-O secrets", &[Picture, Sheet, Stages, Build, Walk, Svg, Uvtt, Txt, Xp]),
    (Capability::Floor, "-O floor", &[Picture, Svg, Uvtt, Xp]),
    (Capability::Form, "-O form", &[Picture, Sheet, World, Svg, Uvtt, Txt, Xp]),
    (Capability::Distance, "--overlay distance", OVERLAID),
    (Capability::Areas, "--overlay areas", OVERLAID),
    (Capability::Graph, "--overlay graph", OVERLAID),
    (Capability::Walk, "--overlay walk", &[Picture, Sheet, Stages, Build, Svg, Uvtt]),
    (Capability::Changes, "--overlay changes", &[Picture]),
    (Capability::Tileset, "--tileset", &[Picture, Sheet, Stages, Build, Walk, World, Uvtt, Editor]),
    (Capability::Sprites, "--sprites", &[Picture, Sheet, Stages, Build, Walk, World, Uvtt]),
];

impl Drawing {
    pub(crate) const ALL: [Drawing; 11] = [Picture, Sheet, Stages, Build, Walk, World, Svg, Uvtt, Txt, Xp, Editor];

    /// What messages and tables call it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Picture => "png",
            Sheet => "--sheet",
            Stages => "--stages",
            Build => "animation of the build",
            Walk => "animation of the walk",
            World => "animation of a world",
            Svg => "svg",
            Uvtt => "uvtt",
            Txt => "txt",
            Xp => "xp",
            Editor => "tmx, tmj, ldtk",
        }
    }

    /// The formats that it can be written in.
    pub(crate) const fn formats(self) -> &'static [Format] {
        match self {
            Picture | Sheet | Stages => &[Format::Png],
            Build | Walk | World => &[Format::Gif, Format::Apng],
            Svg => &[Format::Svg],
            Uvtt => &[Format::Uvtt],
            Txt => &[Format::Txt],
            Xp => &[Format::Xp],
            Editor => &[Format::Tmx, Format::Tmj, Format::Ldtk],
        }
    }

    pub(crate) fn shows(self, capability: Capability) -> bool {
        TABLE.iter().any(|(own, _, targets)| *own == capability && targets.contains(&self))
    }

    /// What it shows, as on the command line.
    pub(crate) fn options(self) -> impl Iterator<Item = &'static str> {
        TABLE.iter().filter(move |(.., targets)| targets.contains(&self)).map(|(_, option, _)| *option)
    }
}

impl Capability {
    /// The capability that an option of formats sets.
    pub(crate) fn of_key(key: &str) -> Option<Capability> {
        TABLE.iter().find(|(_, option, _)| option.strip_prefix("-O ") == Some(key)).map(|(capability, ..)| *capability)
    }

    /// Its option on the command line.
    pub(crate) fn option(self) -> &'static str {
        TABLE.iter().find(|(own, ..)| *own == self).map_or("", |(_, option, _)| option)
    }

    /// The formats that show it.
    pub(crate) fn formats(self) -> Vec<Format> {
        let is_shown = |format: &Format| {
            Drawing::ALL.into_iter().any(|target| target.formats().contains(format) && target.shows(self))
        };
        Format::ALL.iter().copied().filter(is_shown).collect()
    }
}

/// Refuses capabilities that none of the drawings shows, where `instead` says what does. Warns of those that only some show.
pub(crate) fn check(
    capabilities: impl IntoIterator<Item = Capability>,
    targets: &[Drawing],
    instead: &str,
) -> Result<(), Failure> {
    for capability in capabilities {
        let without: Vec<&str> =
            targets.iter().filter(|target| !target.shows(capability)).map(|target| target.name()).collect();
        let option = capability.option();
        match () {
            () if targets.is_empty() => {
                return Err(Failure::input(format!("`{option}` has no effect without {instead}")));
            }
            () if without.len() == targets.len() => {
                let shown = TABLE.iter().find(|(own, ..)| *own == capability).map_or(&[][..], |(.., targets)| targets);
                let shown: Vec<&str> = shown.iter().map(|target| target.name()).collect();
                let why = format!("has no effect on {}; expected {}", without.join(", "), shown.join(", "));
                return Err(Failure::input(format!("`{option}` {why}")));
            }
            () if !without.is_empty() => warn(format_args!("`{option}` has no effect on {}", without.join(", "))),
            () => {}
        }
    }
    Ok(())
}
