//! Options of single formats, `-O key=value`, in one table.

use std::fmt::Write;

use mapwright::core::Plane;
use mapwright::recipe::{nearest, short};
use serde::de::DeserializeOwned;

use crate::args::hint;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::read_text;
use crate::shows::{Capability, Drawing};

/// An option of some formats.
pub(crate) struct FormatOption {
    pub(crate) name: &'static str,
    pub(crate) default: &'static str,
    formats: &'static [Format],
    pub(crate) about: &'static str,
}

impl FormatOption {
    /// The formats that take it.
    pub(crate) fn formats(&self) -> Vec<Format> {
        let shown = if is_of_sheet(self.name) { Some(Capability::Tileset) } else { Capability::of_key(self.name) };
        let formats = self.formats.iter().copied().chain(shown.map_or(Vec::new(), Capability::formats));
        Format::ALL.iter().copied().filter(|format| formats.clone().any(|taken| taken == *format)).collect()
    }
}

const TILED: &[Format] = &[Format::Tmx, Format::Tmj];
const EDITORS: &[Format] = &[Format::Tmx, Format::Tmj, Format::Ldtk];
/// Those that show it, by the table of drawings.
const SHOWN: &[Format] = &[];
const BLOCKS: &[Format] = &[Format::Nbt, Format::Schem];
const PACKS: &[Format] = &[Format::Datapack, Format::PipePack, Format::Nbt];
const MINECRAFT: &[Format] = &[Format::Datapack, Format::PipePack, Format::Nbt, Format::Schem];

const fn key(
    name: &'static str,
    default: &'static str,
    formats: &'static [Format],
    about: &'static str,
) -> FormatOption {
    FormatOption { name, default, formats, about }
}

/// All options of formats.
pub(crate) const KEYS: &[FormatOption] = &[
    key(
        "plane",
        "tiles",
        &[Format::Csv],
        "tiles, solid, sides, corners, solution, regions, areas, kept, wet, rings, on-ring, or a layer's name",
    ),
    key("form", "auto", SHOWN, "what to show: tiles, maze, regions; txt also pipes; xp: tiles, walls, lines, pipes"),
    key("marks", "yes", SHOWN, "show start, exit, spawns, portals and keys, and which doors are locked"),
    key("floor", "all", SHOWN, "the only floor to write, counted from 0"),
    key("secrets", "shown", SHOWN, "doors that look like wall: shown, hidden"),
    key("ascii", "no", &[Format::Txt], "write only ASCII"),
    key("width", "wide", &[Format::Txt], "characters from cell to cell: wide (four), narrow (two)"),
    key("regions", "yes", &[Format::Xp], "add the layer with the colors of regions"),
    key(
        "layers",
        "all",
        EDITORS,
        "which layers, separated by commas: tiles, corners, regions, sides, solution, rooms, corridors, portals, graph, doors, spawns, exit, start",
    ),
    key("encoding", "csv", TILED, "of tile layers: csv, base64, zlib, gzip"),
    key("external", "no", TILED, "write tilesets to files of their own, which several maps can share"),
    key("infinite", "yes", TILED, "of a window of a world; `no`: a map of the size of the window"),
    key("shades", "yes", TILED, "show borders and shades of walls; `no`: one picture for each kind of tile"),
    key("level", "Level_0", &[Format::Ldtk], "the name of the level"),
    key("pictures", "yes", &[Format::Ldtk], "add tile layers; `no`: only grids and entities"),
    key("minecraft", "1.21", MINECRAFT, "the version of the game"),
    key("namespace", "maze", PACKS, "the prefix of functions, tags and scores; of a pipe board `pipes`"),
    key("room", "7 blocks across", &[Format::Datapack], "a JSON file with the room of each cell"),
    key("mob", "by its name", &[Format::Datapack], "the entity of a spawn, as Goblin=husk; may be given again"),
    key(
        "blocks",
        "stone",
        &[Format::PipePack, Format::Nbt, Format::Schem],
        "a JSON file with the blocks of tiles, or of a pipe board",
    ),
    key("height", "3", BLOCKS, "blocks from the ground to the top of walls"),
    key(
        "spacing",
        "2",
        BLOCKS,
        "blocks from wall to wall in a maze; of `--tileset FILE.png` the pixels between tiles (default: 0)",
    ),
    key("tile", "what fits", SHOWN, "of `--tileset FILE.png`: width and height of a tile in pixels, as 16x16"),
    key("margin", "0", SHOWN, "of `--tileset FILE.png`: pixels around all tiles"),
    key("order", "ascending", SHOWN, "of `--tileset FILE.png`: ascending, bit-count, sides-first, rpg-maker"),
    key(
        "pieces",
        "no",
        &[Format::Nbt],
        "write a data pack of pieces of 48 blocks a side, with a function that places them",
    ),
];

/// The table of options for a page of help.
pub(crate) fn help() -> String {
    let mut text = "Options of formats, each with its default:\n".to_owned();
    for option in KEYS {
        let FormatOption { name, default, about, .. } = option;
        let _ = writeln!(text, "  -O {name}=…\n      {about} [{}; default: {default}]", words(&option.formats()));
    }
    text
}

/// The names of formats, separated by commas.
pub(crate) fn words(formats: &[Format]) -> String {
    formats.iter().map(|format| format.word()).collect::<Vec<&str>>().join(", ")
}

/// Reads `key=value`.
pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected a key, `=` and a value, such as plane=regions")?;
    if KEYS.iter().any(|known| known.name == key) {
        return Ok((key.to_owned(), value.to_owned()));
    }
    let hint = hint(nearest(key, KEYS.iter().map(|key| key.name)), "`mapwright list formats` lists all");
    Err(format!("no format has an option `{}`; {hint}", short(key)))
}

/// Whether an option says how the tiles lie on the picture of a tileset.
pub(crate) fn is_of_sheet(key: &str) -> bool {
    ["tile", "margin", "spacing", "order"].contains(&key)
}

/// Refuses options that none of the outputs and no drawing besides takes, and those that are given twice. `has_sheet`:
/// whether `--tileset` names a picture.
pub(crate) fn check(
    given: &[(String, String)],
    formats: &[Format],
    besides: &[Drawing],
    has_sheet: bool,
) -> Result<(), Failure> {
    for (nth, (name, _)) in given.iter().enumerate() {
        if name != "mob" && given[..nth].iter().any(|(other, _)| other == name) {
            return Err(Failure::input(format!("`-O {name}` is given twice")));
        }
        let takers = takers(name);
        let of_sheet = is_of_sheet(name).then_some(Capability::Tileset);
        if of_sheet.is_some() && !has_sheet && !formats.iter().any(|format| own_takers(name).contains(format)) {
            return Err(Failure::input(format!(
                "`-O {name}` has no effect without a picture of tiles (`--tileset FILE.png`)"
            )));
        }
        let capability = of_sheet.or(Capability::of_key(name));
        let is_shown = capability.is_some_and(|capability| besides.iter().any(|target| target.shows(capability)));
        if !is_shown && !formats.iter().any(|format| takers.contains(format)) {
            let there =
                if formats.is_empty() { "there is no `-o`".to_owned() } else { format!("not for {}", words(formats)) };
            return Err(Failure::input(format!("`-O {name}` is for {}; {there}", words(&takers))));
        }
    }
    Ok(())
}

/// The planes that given options of a format need to have an effect, each with the option.
pub(crate) fn needs(given: &[(String, String)], format: Format) -> Vec<(String, Plane)> {
    let mut needs = Vec::new();
    for (key, value) in given.iter().filter(|(key, _)| takers(key).contains(&format)) {
        let option = format!("-O {key}={value}");
        match key.as_str() {
            "plane" => needs.extend(plane(value).map(|plane| (option, plane))),
            "layers" => needs.extend(value.split(',').filter_map(plane).map(|plane| (option.clone(), plane))),
            // Between walls that are lines, on text and in blocks.
            "width" | "spacing" if own_takers(key).contains(&format) => needs.push((option, Plane::Sides)),
            _ => (),
        }
    }
    needs
}

/// The plane that the name of a layer or of a plane of numbers shows, if stages say whether they give it.
fn plane(name: &str) -> Option<Plane> {
    match name {
        "areas" => Some(Plane::Graph),
        "wet" | "rings" | "on-ring" => Some(Plane::Flow),
        _ => Plane::ALL.into_iter().find(|plane| plane.name() == name),
    }
}

/// The formats that take an option.
fn takers(name: &str) -> Vec<Format> {
    KEYS.iter().find(|key| key.name == name).map_or_else(Vec::new, FormatOption::formats)
}

/// The formats that take an option for themselves, not for what is drawn in them.
fn own_takers(name: &str) -> &'static [Format] {
    KEYS.iter().find(|key| key.name == name).map_or(&[], |key| key.formats)
}

/// The options that were given, for one output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options<'a> {
    pub(crate) given: &'a [(String, String)],
}

impl<'a> Options<'a> {
    /// No options.
    pub(crate) const NONE: Options<'static> = Options { given: &[] };

    /// All values of an option.
    pub(crate) fn all(self, key: &'static str) -> impl Iterator<Item = &'a str> {
        debug_assert!(KEYS.iter().any(|known| known.name == key), "{key} stands in the table");
        self.given.iter().filter(move |(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The value of an option, if it is given.
    pub(crate) fn read<T, E: std::fmt::Display>(
        self,
        key: &'static str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<Option<T>, Failure> {
        let value = self.all(key).next();
        value
            .map(|value| read(value).map_err(|why| Failure::input(format!("`-O {key}={}`: {why}", short(value)))))
            .transpose()
    }

    /// One of some words; the first if none is given.
    pub(crate) fn choice<T: Copy>(self, key: &'static str, words: &[(&str, T)]) -> Result<T, Failure> {
        let read = |value: &str| {
            let names: Vec<&str> = words.iter().map(|&(name, _)| name).collect();
            let found = words.iter().find(|(name, _)| *name == value);
            found.map(|&(_, meant)| meant).ok_or_else(|| format!("expected {}", names.join(", ")))
        };
        Ok(self.read(key, read)?.unwrap_or(words[0].1))
    }

    pub(crate) fn flag(self, key: &'static str, default: bool) -> Result<bool, Failure> {
        self.choice(key, if default { &[("yes", true), ("no", false)] } else { &[("no", false), ("yes", true)] })
    }

    pub(crate) fn number(self, key: &'static str) -> Result<Option<u16>, Failure> {
        self.read(key, |value| value.parse().map_err(|_| "expected a whole number"))
    }

    /// The content of a JSON file, or the default.
    pub(crate) fn json<T: Default + DeserializeOwned>(self, key: &'static str) -> Result<T, Failure> {
        let Some(path) = self.all(key).next() else { return Ok(T::default()) };
        let path = std::path::Path::new(path);
        serde_json::from_str(&read_text(path)?).map_err(|error| Failure::input(error).about(path))
    }
}
