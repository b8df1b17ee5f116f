//! Formats that show a map cell by cell: text, SVG, CSV, REXPaint, Universal VTT.

use mapwright::core::text::{LineWidth, TextForm, TextStyle, ascii_palette, text};
use mapwright::core::{BuilderMap, Palette};
use mapwright::export::{Uvtt, XpForm, XpStyle, csv_named, xp};
use mapwright::render::{RenderError, Style, svg};

use super::built::Writer;
use super::floors::FloorWriter;
use crate::failure::Failure;
use crate::options::Options;
use crate::picture::{Brush, Use};
use crate::results::Ready;

const TEXT_FORMS: &[(&str, TextForm)] = &[
    ("auto", TextForm::Auto),
    ("tiles", TextForm::Tiles),
    ("maze", TextForm::Maze),
    ("pipes", TextForm::Pipes),
    ("regions", TextForm::Regions),
];

const XP_FORMS: &[(&str, XpForm)] = &[
    ("auto", XpForm::Auto),
    ("tiles", XpForm::Tiles),
    ("walls", XpForm::Walls),
    ("lines", XpForm::Lines),
    ("pipes", XpForm::Pipes),
];

/// Writes text.
pub(super) fn text_writer(options: Options<'_>, brush: &Brush) -> Result<Writer, Failure> {
    let ascii = options.flag("ascii", false)?;
    let Style { marks, secrets, .. } = brush.plain();
    let style = TextStyle {
        form: options.choice("form", TEXT_FORMS)?,
        width: options.choice("width", &[("wide", LineWidth::Wide), ("narrow", LineWidth::Narrow)])?,
        palette: if ascii { ascii_palette() } else { Palette::default() },
        marks,
        secrets,
        heavy_wet: true,
        ascii,
    };
    let has_width = options.all("width").next().is_some();
    Ok(Box::new(move |built, path| {
        let drawn = text(built.map, &style).map_err(Failure::input)?;
        let other = if style.width == LineWidth::Wide { LineWidth::Narrow } else { LineWidth::Wide };
        let is_same = |width| text(built.map, &TextStyle { width, ..style.clone() }).is_ok_and(|other| other == drawn);
        if has_width && is_same(other) {
            return Err(Failure::input("`-O width` has no effect: this text draws no walls between cells"));
        }
        Ok(vec![Ready::text(path, drawn)])
    }))
}

/// Writes SVG.
pub(super) fn svg_writer(brush: Brush) -> FloorWriter {
    let plain = Style { scale: brush.cell.unwrap_or(16), margin: None, ..brush.plain() };
    Box::new(move |built, path, floor| {
        brush.check_map(built.map)?;
        Ok(Ready::text(path, svg(built.map, &Style { floor, ..plain.clone() }).map_err(Failure::input)?))
    })
}

/// Writes Universal VTT.
pub(super) fn uvtt_writer(brush: Brush) -> FloorWriter {
    let brush = brush.of_cell(Uvtt::default().cell);
    Box::new(move |built, path, floor| {
        let style = Style { floor, ..brush.style(built.map, Use::Map)? };
        let mut uvtt = Uvtt::default();
        (uvtt.cell, uvtt.style) = (style.scale, style);
        Ok(Ready::text(path, uvtt.write(built.map).map_err(Failure::input)?))
    })
}

/// Writes REXPaint images.
pub(super) fn xp_writer(options: Options<'_>, brush: &Brush) -> Result<FloorWriter, Failure> {
    let Style { marks, secrets, .. } = brush.plain();
    let (form, regions) = (options.choice("form", XP_FORMS)?, options.flag("regions", true)?);
    let style = XpStyle { form, marks, secrets, regions, ..XpStyle::default() };
    Ok(Box::new(move |built, path, floor| {
        let part = floor.map(|floor| {
            let n_floors = built.map.n_floors();
            built.map.floor(floor).map(|floor| floor.map).ok_or(RenderError::NoFloor { floor, n_floors })
        });
        let part = part.transpose().map_err(Failure::input)?;
        Ok(Ready::bytes(path, xp(part.as_ref().unwrap_or(built.map), &style).map_err(Failure::input)?))
    }))
}

/// Writes numbers.
pub(super) fn csv_writer(options: Options<'_>) -> Writer {
    let plane = options.all("plane").next().unwrap_or("tiles").to_owned();
    Box::new(move |built, path| Ok(vec![Ready::text(path, csv_named(built.map, &plane).map_err(Failure::input)?)]))
}

/// The map as text, as it is printed.
pub(crate) fn as_text(map: &BuilderMap) -> Result<String, Failure> {
    text(map, &TextStyle { heavy_wet: true, ..TextStyle::default() }).map_err(Failure::input)
}
