//! Marks as groups of shapes: each icon is defined once and used wherever it stands.

use std::fmt::Write;

use super::{CELL, put};
use crate::icons::{IconForm, IconStyle, Inks};
use crate::picture::Style;
use crate::scene::{Scene, SceneMark};

/// The side of an icon's square: 9/8 of a cell, as in pictures.
const SIDE: u32 = 18;

/// How far the rim, and the halo around it, reach beyond the shapes, in 64ths of an icon.
const RIM: i64 = 3;
const HALO: i64 = 7;

/// Appends all marks. Landscape shows doors by itself.
pub(super) fn write(text: &mut String, scene: &Scene<'_>, style: &Style) {
    let inks = Inks::of(&style.theme);
    let mut looks: Vec<IconStyle> = Vec::new();
    let (mut icons, mut uses) = (String::new(), String::new());
    for (at, mark) in scene.marks.iter().copied() {
        let is_drawn = scene.ground.terrain().is_some() && matches!(mark, SceneMark::Door(_) | SceneMark::OneWay(_));
        if is_drawn || !scene.size.contains(at) {
            continue;
        }
        let look = mark.look(style, SIDE);
        let number = looks.iter().position(|known| *known == look).unwrap_or_else(|| {
            define(&mut icons, looks.len(), look, &inks);
            looks.push(look);
            looks.len() - 1
        });
        let [x, y] = [at.x, at.y].map(|cell| CELL * i32::from(cell) + CELL / 2);
        put!(uses, "<use href=\"#@icon{number}\" x=\"{x}\" y=\"{y}\"/>\n");
    }
    if !looks.is_empty() {
        put!(text, "<defs stroke-linecap=\"round\" stroke-linejoin=\"round\">\n{icons}</defs>\n{uses}");
    }
}

/// An icon around the origin: all its shapes as halo, as rim, and in their colors.
fn define(text: &mut String, number: usize, look: IconStyle, inks: &Inks) {
    let size = look.size;
    let turn = match 90 * look.north as u32 {
        0 => String::new(),
        degrees => format!("rotate({degrees})"),
    };
    // The drawing's square has 64 units.
    let scale = f64::from(size) / 64.0;
    put!(text, "<g id=\"@icon{number}\" transform=\"{turn}scale({scale})translate(-32 -32)\">\n");
    for (more, color) in [(HALO, inks.halo), (RIM, inks.ink)] {
        put!(text, "<g fill=\"{0}\" stroke=\"{0}\" stroke-width=\"{1}\">", color, 2 * more);
        look.icon.shapes().for_each(|shape| form(text, &shape.form, more, None));
        *text += "</g>\n";
    }
    for shape in look.icon.shapes() {
        form(text, &shape.form, 0, Some(shape.role.color(look.color, inks).to_string()));
    }
    *text += "</g>\n";
}

/// A shape, grown by some units, in a color or that of its group.
fn form(text: &mut String, form: &IconForm, more: i64, color: Option<String>) {
    let fill = color.as_ref().map_or(String::new(), |color| format!(" fill=\"{color}\""));
    match form {
        IconForm::Disc { middle: (x, y), radius } => put!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{fill}/>"),
        IconForm::Line { from: (x, y), to: (to_x, to_y), radius } => {
            let stroke = color.map_or(String::new(), |color| format!(" stroke=\"{color}\""));
            let width = 2 * (radius + more);
            put!(text, "<path d=\"M{x} {y}L{to_x} {to_y}\"{stroke} stroke-width=\"{width}\"/>");
        }
        IconForm::Polygon(points) => {
            *text += "<path d=\"";
            for (nth, (x, y)) in points.iter().enumerate() {
                put!(text, "{}{x} {y}", if nth == 0 { "M" } else { "L" });
            }
            put!(text, "Z\"{fill}/>");
        }
    }
}
