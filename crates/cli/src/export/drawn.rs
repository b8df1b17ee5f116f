//! Formats that show a map cell by cell: CSV, ASCII, PNG, SVG, REXPaint, Universal VTT.

use std::path::Path;

use mapwright::core::BuilderMap;
use mapwright::core::text::{LineWidth, TextForm, TextStyle, ascii_palette, text};
use mapwright::export::{Uvtt, XpForm, XpStyle, csv_named, xp};
use mapwright::render::{Kind, Style, Theme, svg};

use super::given::{Options, word};
use super::{ExportArgs, Format};
use crate::args::{BuildArgs, SheetKind};
use crate::failure::Failure;
use crate::output::{check_files, theme, write_bytes, write_text};

const DRAWN: &[Format] = &[Format::Ascii, Format::Svg, Format::Xp];

/// The formats that accept each option.
pub(super) const OPTIONS: Options = &[
    ("plane", &[Format::Csv]),
    ("form", DRAWN),
    ("no_marks", DRAWN),
    ("narrow", &[Format::Ascii]),
    ("no_regions", &[Format::Xp]),
    ("cell", &[Format::Png, Format::Svg, Format::Uvtt, Format::Nbt, Format::Schem]),
    ("theme", &[Format::Png, Format::Svg, Format::Uvtt]),
    ("sheet", &[Format::Png]),
    ("tint", &[Format::Png, Format::Svg]),
];

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Numbers, texts and drawings (csv, ascii, png, svg, xp, uvtt)")]
pub(super) struct DrawnArgs {
    /// The plane to write: tiles, solid, sides, corners, solution, regions, wet, rings, on-ring, areas, or a layer's name
    #[arg(long, value_name = "NAME", default_value = "tiles")]
    plane: String,
    /// What to show: tiles, maze, regions; ascii also pipes; xp: tiles, walls, lines, pipes [default: what fits the
    /// map]
    #[arg(long, value_name = "NAME", default_value = "auto")]
    form: String,
    /// Leave out start, exit, spawns and portals
    #[arg(long)]
    no_marks: bool,
    /// Use two characters from cell to cell instead of four
    #[arg(long)]
    narrow: bool,
    /// Leave out the layer with the colors of the regions
    #[arg(long)]
    no_regions: bool,
    /// Pixels for each cell [default: 16; png: as `build`; uvtt: 70]; nbt and schem: blocks from wall to wall in a maze, instead of
    /// those in the file (2)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    pub(super) cell: Option<u32>,
    /// The colors of the picture: atlas, parchment, dark, blueprint, print, or a JSON file
    #[arg(long, value_name = "NAME|FILE", value_parser = theme)]
    theme: Option<Box<Theme>>,
    /// Frame the picture: `hero` with a title and a legend, `stages` with the stages below as well
    #[arg(long, value_name = "NAME")]
    sheet: Option<SheetKind>,
    /// Shade cells by their distance from the start
    #[arg(long)]
    tint: bool,
}

impl DrawnArgs {
    fn theme(&self) -> Theme {
        self.theme.as_deref().cloned().unwrap_or_default()
    }
}

/// What `build` is asked to draw.
pub(super) fn picture(args: &ExportArgs, out: &Path) -> BuildArgs {
    BuildArgs {
        recipe: args.map.clone(),
        seed: args.seed,
        trust_paths: args.trust_paths,
        png: Some(out.to_owned()),
        sheet: args.drawn.sheet,
        cell: args.drawn.cell,
        theme: args.drawn.theme.clone(),
        tint: args.drawn.tint,
        ..BuildArgs::default()
    }
}

/// What is to be written, once there is a map.
#[derive(Debug)]
pub(super) enum Drawing {
    Ascii(TextStyle),
    Svg(Style),
    Uvtt(Uvtt),
    Xp(XpStyle),
    Csv(String),
}

impl Drawing {
    pub(super) fn new(format: Format, out: &Path, args: &DrawnArgs) -> Result<Drawing, Failure> {
        check_files([Some(out)])?;
        let marks = !args.no_marks;
        Ok(match format {
            Format::Ascii => {
                let width = if args.narrow { LineWidth::Narrow } else { LineWidth::Wide };
                let (form, palette) = (choose(format, &args.form, &TEXT_FORMS)?, ascii_palette());
                Drawing::Ascii(TextStyle { form, width, palette, marks, heavy_wet: true, ascii: true })
            }
            Format::Svg => {
                let kind = choose(format, &args.form, &KINDS)?;
                Drawing::Svg(Style {
                    kind,
                    scale: args.cell.unwrap_or(16),
                    tint: args.tint,
                    marks,
                    theme: args.theme(),
                    ..Style::default()
                })
            }
            Format::Uvtt => {
                let mut uvtt = Uvtt::default();
                uvtt.cell = args.cell.unwrap_or(uvtt.cell);
                uvtt.style.theme = args.theme();
                Drawing::Uvtt(uvtt)
            }
            Format::Xp => {
                let form = choose(format, &args.form, &XP_FORMS)?;
                Drawing::Xp(XpStyle { form, marks, regions: !args.no_regions, ..XpStyle::default() })
            }
            _ => Drawing::Csv(args.plane.clone()),
        })
    }

    pub(super) fn write(&self, map: &BuilderMap, out: &Path) -> Result<(), Failure> {
        match self {
            Drawing::Ascii(style) => write_text(out, &text(map, style).map_err(Failure::input)?),
            Drawing::Svg(style) => write_text(out, &svg(map, style).map_err(Failure::input)?),
            Drawing::Uvtt(uvtt) => write_text(out, &uvtt.write(map).map_err(Failure::input)?),
            Drawing::Xp(style) => {
                let bytes = xp(map, style).map_err(Failure::input)?;
                write_bytes(out, |file| file.write_all(&bytes))
            }
            Drawing::Csv(plane) => write_text(out, &csv_named(map, plane).map_err(Failure::input)?),
        }
    }
}

const TEXT_FORMS: [(&str, TextForm); 5] = [
    ("auto", TextForm::Auto),
    ("tiles", TextForm::Tiles),
    ("maze", TextForm::Maze),
    ("pipes", TextForm::Pipes),
    ("regions", TextForm::Regions),
];

const KINDS: [(&str, Kind); 4] =
    [("auto", Kind::Auto), ("tiles", Kind::Tiles), ("maze", Kind::Maze), ("regions", Kind::Regions)];

const XP_FORMS: [(&str, XpForm); 5] = [
    ("auto", XpForm::Auto),
    ("tiles", XpForm::Tiles),
    ("walls", XpForm::Walls),
    ("lines", XpForm::Lines),
    ("pipes", XpForm::Pipes),
];

/// The meaning of a word for a format.
fn choose<T: Copy>(format: Format, given: &str, forms: &[(&str, T)]) -> Result<T, Failure> {
    let known = forms.iter().find(|(name, _)| *name == given);
    known.map(|&(_, form)| form).ok_or_else(|| {
        let names: Vec<&str> = forms.iter().map(|&(name, _)| name).collect();
        let format = word(format);
        Failure::input(format!("`{format}` has no form `{given}`; expected {}", names.join(", ")))
    })
}
