//! The formats of all outputs: which extension means which, and where the one result of a command goes.

use std::path::{Path, PathBuf};

use mapwright::recipe::{nearest, short};

use crate::args::{hint, unknown};
use crate::failure::Failure;
use crate::place::{check_file, extension, write_text};

/// `Name "word" [extensions] "about"`.
macro_rules! formats {
    ($($name:ident $word:literal [$($extension:literal),*] $about:literal;)+) => {
        /// A format of files, or of folders.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Format {
            $(#[doc = $about] $name,)+
        }

        impl Format {
            pub(crate) const ALL: &[Format] = &[$(Format::$name,)+];

            /// Its name on the command line.
            pub(crate) const fn word(self) -> &'static str {
                match self { $(Format::$name => $word,)+ }
            }

            /// The extensions of its files, the usual one first; none for folders.
            pub(crate) const fn extensions(self) -> &'static [&'static str] {
                match self { $(Format::$name => &[$($extension),*],)+ }
            }

            pub(crate) const fn about(self) -> &'static str {
                match self { $(Format::$name => $about,)+ }
            }
        }
    };
}

formats! {
    Png "png" ["png"] "a picture";
    Svg "svg" ["svg"] "a drawing that can be scaled";
    Gif "gif" ["gif"] "an animation of the build, or with `--animation walk` of the walk that wins the level";
    Apng "apng" ["apng"] "the same as an animated PNG, with all its colors";
    Json "json" ["json"] "the map as data; `build` and `measure` read it again";
    Txt "txt" ["txt"] "text, as on the terminal";
    Csv "csv" ["csv"] "a number for each cell, a line for each row";
    Rs "rs" ["rs"] "the recipe as a Rust program that makes the same map";
    Tmx "tmx" ["tmx"] "the map editor Tiled, XML; pictures of tiles are written beside it";
    Tmj "tmj" ["tmj"] "the map editor Tiled, JSON";
    Ldtk "ldtk" ["ldtk"] "the level editor LDtk";
    Xp "xp" ["xp"] "the ASCII art editor REXPaint";
    Uvtt "uvtt" ["dd2vtt", "uvtt"] "tabletop programs that read Universal VTT: picture, walls, doors and lights";
    Nbt "nbt" ["nbt"] "Minecraft: a structure, for structure blocks; with `-O pieces=yes` a data pack of several";
    Schem "schem" ["schem"] "Minecraft: a Sponge schematic, for WorldEdit and others";
    Datapack "datapack" ["zip"] "Minecraft: functions that build the map as rooms and passages; a zip or a folder";
    PipePack "pipe-pack" [] "Minecraft: the same for a pipe board to play on";
}

impl Format {
    /// Reads the name of a format.
    pub(crate) fn named(word: &str) -> Result<Format, String> {
        let found = Format::ALL.iter().find(|format| format.word() == word);
        let near = || meant(word, Format::ALL).map(Format::word);
        found.copied().ok_or_else(|| unknown("format", word, near(), "mapwright list formats"))
    }

    /// The format that the name of a file tells, among those that a command writes.
    pub(crate) fn of(path: &Path, known: &[Format]) -> Result<Format, Failure> {
        let ending = extension(path);
        let has = |format: &&Format| format.extensions().contains(&ending.as_str());
        if let Some(format) = known.iter().find(has) {
            return Ok(*format);
        }
        let refused = |why: String| Err(Failure::input(why).about(path));
        if let Some(format) = Format::ALL.iter().find(has) {
            return refused(format!(
                "`{}` is not a format of this command; expected {}",
                format.word(),
                endings(known)
            ));
        }
        if ending.is_empty() {
            return refused(format!("the name tells no format; expected `--format`, or {}", endings(known)));
        }
        let near = meant(&ending, known).and_then(|format| format.extensions().first());
        let hint = hint(near.map(|near| format!(".{near}")), &format!("expected {}", endings(known)));
        refused(format!("no format for `.{}`; {hint}", short(&ending)))
    }
}

/// The format among some that a wrong name most likely stands for.
fn meant(word: &str, known: &[Format]) -> Option<Format> {
    let names = known.iter().flat_map(|format| format.extensions().iter().copied().chain([format.word()]));
    let here = nearest(word, names)?;
    known.iter().copied().find(|format| format.word() == here || format.extensions().contains(&here))
}

/// The extensions of some formats as a list with `or`.
fn endings(known: &[Format]) -> String {
    let dotted: Vec<String> =
        known.iter().filter_map(|format| format.extensions().first()).map(|ending| format!(".{ending}")).collect();
    match dotted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => dotted.concat(),
    }
}

/// The format of an output: the one that was asked for, or else the one that the file's name tells. Standard output is
/// JSON unless something else is asked for.
pub(crate) fn format_of(path: &Path, asked: Option<Format>, known: &[Format]) -> Result<Format, Failure> {
    match asked {
        Some(format) if known.contains(&format) => Ok(format),
        Some(format) => {
            let words: Vec<&str> = known.iter().map(|format| format.word()).collect();
            let word = format.word();
            Err(Failure::input(format!("`{word}` is not a format of this command; expected {}", words.join(", "))))
        }
        None if path == Path::new("-") => Ok(Format::Json),
        None => Format::of(path, known),
    }
}

/// Where the result of a command goes that has a single one.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct AnswerArgs {
    /// Write the result to a file, in the format that its extension says; `-` is standard output
    #[arg(long = "output", short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The format, whatever the name of the file says: txt or json
    #[arg(long, value_name = "FORMAT", value_parser = Format::named)]
    format: Option<Format>,
}

impl AnswerArgs {
    /// Whether JSON is wanted. Refuses other formats, and files that cannot be written.
    pub(crate) fn is_json(&self) -> Result<bool, Failure> {
        Ok(self.choose(&[Format::Txt, Format::Json])? == Format::Json)
    }

    /// The format among those that a command writes; text if nothing is asked for.
    pub(crate) fn choose(&self, known: &[Format]) -> Result<Format, Failure> {
        if let (None, None) = (&self.out, self.format) {
            return Ok(Format::Txt);
        }
        check_file(self.place())?;
        format_of(self.place(), self.format, known)
    }

    pub(crate) fn place(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new("-"))
    }

    /// Writes the result.
    pub(crate) fn write(&self, text: &str) -> Result<(), Failure> {
        write_text(self.place(), text)
    }
}
