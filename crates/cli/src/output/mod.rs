//! Outputs: `-o FILE`, in the format that the file's extension says, with options `-O key=value`.
//!
//! Everything that can be refused is refused by [`OutputArgs::plan`], before there is a map.

mod animations;
mod built;
mod cells;
mod editors;
mod floors;
mod minecraft;

use std::path::{Path, PathBuf};

use mapwright::recipe::{map_to_json, rust_program, window_to_json};
use mapwright::render::{Animation, Lettering, RgbaImage, draw_floors, poster, poster_with_stages, write_png};

use crate::failure::Failure;
use crate::format::{Format, format_of};
use crate::message::warn;
use crate::options::{self, Options};
use crate::picture::{Brush, PictureArgs, Use};
use crate::place::{check_effect, check_file, check_places, extension};
use crate::results::Ready;
use crate::shows::{Capability, Drawing};

pub(crate) use animations::{PIXELS, animated};
use built::Writer;
pub(crate) use built::{Built, FilmOf, How, Output, SheetKind};
pub(crate) use cells::as_text;

/// Where results go.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct FileArgs {
    /// Write to a file, in the format that its extension says; may be given again; `-` is standard output
    #[arg(long = "output", short, value_name = "FILE")]
    pub(crate) out: Vec<PathBuf>,
    /// The format, whatever the name of the file says (see `mapwright list formats`)
    #[arg(long, value_name = "FORMAT", value_parser = Format::named)]
    pub(crate) format: Option<Format>,
}

/// Where maps go, and how they are written.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct OutputArgs {
    #[command(flatten)]
    pub(crate) files: FileArgs,
    /// An option of a format, such as `-O plane=regions` (`--help` lists all); may be given again
    #[arg(short = 'O', long = "option", value_name = "KEY=VALUE", value_parser = options::pair)]
    options: Vec<(String, String)>,
}

impl FileArgs {
    /// The outputs that were asked for, each with its format.
    pub(crate) fn read(&self, known: &[Format]) -> Result<Vec<(Format, &Path)>, Failure> {
        let places: Vec<&Path> = match (&self.out[..], self.format) {
            ([], None) => Vec::new(),
            ([], Some(_)) => vec![Path::new("-")],
            ([_, _, ..], Some(_)) => {
                let why = "`--format` is for one output; let the extensions of several say their formats";
                return Err(Failure::input(why));
            }
            (places, _) => places.iter().map(PathBuf::as_path).collect(),
        };
        let files = places.iter().map(|&path| Ok((format_of(path, self.format, known)?, path)));
        let files: Vec<(Format, &Path)> = files.collect::<Result<_, Failure>>()?;
        check_places(&places)?;
        Ok(files)
    }
}

impl OutputArgs {
    /// The outputs that were asked for, where there are other drawings besides. `pictures`: how all of them are drawn.
    pub(crate) fn files_beside(
        &self,
        known: &[Format],
        others: &[Drawing],
        pictures: &PictureArgs,
    ) -> Result<Vec<(Format, &Path)>, Failure> {
        let files = self.files.read(known)?;
        let formats: Vec<Format> = files.iter().map(|&(format, _)| format).collect();
        options::check(&self.options, &formats, others, pictures.has_sheet())?;
        Ok(files)
    }

    /// The options that were given.
    pub(crate) fn options(&self) -> Options<'_> {
        Options { given: &self.options }
    }

    /// The options that choose what drawings show.
    pub(crate) fn capabilities(&self) -> Vec<Capability> {
        self.options.iter().filter_map(|(key, _)| Capability::of_key(key)).collect()
    }

    /// The brush for a drawing.
    pub(crate) fn brush(&self, how: &How, target: Drawing) -> Result<Brush, Failure> {
        how.brush.on(target, self.options())
    }

    /// Finds out whether all outputs can be written, as far as that can be known without a map.
    pub(crate) fn plan(&self, known: &[Format], how: &How) -> Result<Vec<Output>, Failure> {
        let files = self.files.read(known)?;
        let has = |formats: &[Format]| files.iter().any(|(format, _)| formats.contains(format));
        check_effect("--sheet", how.sheet.is_some(), "a picture of the map (`-o FILE.png`)", has(&[Format::Png]))?;
        let plan = |(format, path): (Format, &Path)| {
            let (is_folder, write) = (self.is_folder(format, path), self.writer(format, path, how)?);
            let needs = options::needs(&self.options, format);
            Ok(Output { format, path: path.to_owned(), is_folder, needs, write })
        };
        files.into_iter().map(plan).collect()
    }

    fn is_folder(&self, format: Format, path: &Path) -> bool {
        let mut pieces = self.options().all("pieces");
        let is_pack = match format {
            Format::Datapack | Format::PipePack => true,
            Format::Nbt => pieces.any(|is| is == "yes"),
            _ => false,
        };
        is_pack && extension(path) != "zip"
    }

    fn writer(&self, format: Format, path: &Path, how: &How) -> Result<Writer, Failure> {
        let options = self.options();
        if !self.is_folder(format, path) {
            check_file(path)?;
        }
        let brush = |target| self.brush(how, target);
        let write: Writer = match format {
            Format::Json => Box::new(|built, path| {
                let json = match built.origin {
                    Some(origin) => window_to_json(built.map, origin),
                    None => map_to_json(built.map),
                };
                Ok(vec![Ready::text(path, json + "\n")])
            }),
            Format::Rs => Box::new(|built, path| Ok(vec![Ready::text(path, program(built)?)])),
            Format::Png => {
                let how = How { brush: brush(how.target(format).unwrap_or(Drawing::Picture))?, ..how.clone() };
                Box::new(move |built, path| Ok(vec![png(path, &picture(built, &how, Use::Map)?)?]))
            }
            Format::Gif | Format::Apng => {
                let brush = brush(how.target(format).unwrap_or(Drawing::Build))?;
                animations::writer(format, How { brush, ..how.clone() })
            }
            Format::Svg => {
                let brush = brush(Drawing::Svg)?;
                floors::by_floor(brush.floor(), cells::svg_writer(brush))
            }
            Format::Uvtt => {
                let brush = brush(Drawing::Uvtt)?;
                floors::by_floor(brush.floor(), cells::uvtt_writer(brush))
            }
            Format::Xp => {
                let brush = brush(Drawing::Xp)?;
                floors::by_floor(brush.floor(), cells::xp_writer(options, &brush)?)
            }
            Format::Txt => cells::text_writer(options, &brush(Drawing::Txt)?)?,
            Format::Csv => cells::csv_writer(options),
            Format::Tmx | Format::Tmj | Format::Ldtk => {
                let is_given = options.all("infinite").next().is_some();
                check_effect("-O infinite", is_given, "a window of a world (`mapwright world`)", how.world)?;
                editors::writer(format, path, options, &brush(Drawing::Editor)?)?
            }
            Format::Nbt | Format::Schem | Format::Datapack | Format::PipePack => {
                minecraft::writer(format, path, options)?
            }
        };
        Ok(write)
    }
}

fn program(built: &Built<'_>) -> Result<String, Failure> {
    let Some(recipe) = built.recipe else {
        return Err(Failure::input("a finished map cannot be written as Rust code; expected a recipe"));
    };
    let mut recipe = recipe.clone();
    recipe.seed = built.seed;
    rust_program(&recipe, built.files).map_err(Failure::from)
}

/// The picture of a map.
pub(crate) fn picture(built: &Built<'_>, how: &How, what: Use) -> Result<RgbaImage, Failure> {
    let mut style = how.brush.style(built.map, what)?;
    if let Some((x, y)) = built.origin {
        style.origin = (x as i32, y as i32);
    }
    if how.sheet.is_some() {
        warn_of_missing_letters(built);
    }
    let picture = match how.sheet {
        None if style.changes => {
            Animation::of_history(built.history, &style).and_then(|animation| animation.picture(animation.frames() - 1))
        }
        None => draw_floors(built.map, &style),
        Some(SheetKind::Poster) => poster(built.map, &style, &built.heading),
        Some(SheetKind::Stages) => poster_with_stages(built.history, &style, &built.heading),
    };
    picture.map_err(Failure::input)
}

/// Warns of a title and of names that the letters of sheets lack.
fn warn_of_missing_letters(built: &Built<'_>) {
    let names = built.map.spawns.iter().map(|spawn| spawn.what.as_str());
    let text: String = [built.heading.title.as_str()].into_iter().chain(names).collect();
    let missing = Lettering::title(20).missing(&text);
    if !missing.is_empty() {
        let some: String = missing.iter().take(8).collect();
        warn(format_args!("sheets have no letters for {some}, and show `?` for each"));
    }
}

/// The file of a picture.
pub(crate) fn png(path: &Path, picture: &RgbaImage) -> Result<Ready, Failure> {
    let mut bytes = Vec::new();
    write_png(picture, &mut bytes).map_err(|error| Failure::input(error).about(path))?;
    Ok(Ready::bytes(path, bytes))
}
