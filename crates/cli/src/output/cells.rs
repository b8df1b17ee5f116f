//! Formats that show a map cell by cell: text, SVG, CSV, REXPaint, Universal VTT.

use mapwright::core::text::{LineWidth, TextForm, TextStyle, ascii_palette, text};
use mapwright::core::{BuilderMap, Palette};
use mapwright::export::{Uvtt, XpForm, XpStyle, csv_named, xp};
use mapwright::render::{Kind, Style, svg};

use super::Writer;
use crate::failure::Failure;
use crate::format::Format;
use crate::options::Options;
use crate::picture::Brush;
use crate::place::{write_bytes, write_text};

const TEXT_FORMS: &[(&str, TextForm)] = &[
    ("auto", TextForm::Auto),
    ("tiles", TextForm::Tiles),
    ("maze", TextForm::Maze),
    ("pipes", TextForm::Pipes),
    ("regions", TextForm::Regions),
];

const KINDS: &[(&str, Kind)] =
    &[("auto", Kind::Auto), ("tiles", Kind::Tiles), ("maze", Kind::Maze), ("regions", Kind::Regions)];

const XP_FORMS: &[(&str, XpForm)] = &[
    ("auto", XpForm::Auto),
    ("tiles", XpForm::Tiles),
    ("walls", XpForm::Walls),
    ("lines", XpForm::Lines),
    ("pipes", XpForm::Pipes),
];

pub(super) fn writer(format: Format, options: Options<'_>, brush: &Brush) -> Result<Writer, Failure> {
    let marks = options.flag("marks", true)?;
    Ok(match format {
        Format::Txt => {
            let ascii = options.flag("ascii", false)?;
            let style = TextStyle {
                form: options.choice("form", TEXT_FORMS)?,
                width: options.choice("width", &[("wide", LineWidth::Wide), ("narrow", LineWidth::Narrow)])?,
                palette: if ascii { ascii_palette() } else { Palette::default() },
                marks,
                heavy_wet: true,
                ascii,
            };
            Box::new(move |built, path| write_text(path, &text(built.map, &style).map_err(Failure::input)?))
        }
        Format::Svg => {
            let (kind, scale) = (options.choice("form", KINDS)?, brush.cell.unwrap_or(16));
            let brush = brush.clone();
            let style = Style { kind, scale, marks, margin: None, ..brush.plain() };
            Box::new(move |built, path| {
                brush.check_shown(built.map.planes())?;
                write_text(path, &svg(built.map, &style).map_err(Failure::input)?)
            })
        }
        Format::Uvtt => {
            let mut uvtt = Uvtt::default();
            uvtt.cell = brush.cell.unwrap_or(uvtt.cell);
            uvtt.style.theme = brush.theme();
            Box::new(move |built, path| write_text(path, &uvtt.write(built.map).map_err(Failure::input)?))
        }
        Format::Xp => {
            let (form, regions) = (options.choice("form", XP_FORMS)?, options.flag("regions", true)?);
            let style = XpStyle { form, marks, regions, ..XpStyle::default() };
            Box::new(move |built, path| {
                let bytes = xp(built.map, &style).map_err(Failure::input)?;
                write_bytes(path, |file| file.write_all(&bytes))
            })
        }
        _ => {
            let plane = options.all("plane").next().unwrap_or("tiles").to_owned();
            Box::new(move |built, path| write_text(path, &csv_named(built.map, &plane).map_err(Failure::input)?))
        }
    })
}

/// The map as text, as it is printed.
pub(crate) fn as_text(map: &BuilderMap) -> Result<String, Failure> {
    text(map, &TextStyle { heavy_wet: true, ..TextStyle::default() }).map_err(Failure::input)
}
