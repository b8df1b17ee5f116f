//! Cuts the letters that pictures need out of two typefaces: outlines as integers, so that programs carry kilobytes of
//! them, and no parser of fonts.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

use ttf_parser::{Face, OutlineBuilder};

/// Printable ASCII, Latin-1, and the marks of good typesetting.
fn letters() -> impl Iterator<Item = char> {
    (' '..='~').chain('\u{a1}'..='\u{ff}').filter(|&letter| letter != '\u{ad}').chain("Œœ–—‘’“”…•€−".chars())
}

/// Each contour as the number of its curves, its first point, and for each curve the control point and the end. A
/// straight line has its beginning as the control point.
#[derive(Default)]
struct Outline {
    contours: Vec<Vec<[i16; 2]>>,
}

impl Outline {
    fn curve(&mut self, control: Option<[f32; 2]>, end: [f32; 2]) {
        let Some(contour) = self.contours.last_mut() else { return };
        let begin = contour.last().copied().unwrap_or_default();
        contour.push(control.map_or(begin, whole));
        contour.push(whole(end));
    }
}

/// Outlines of TrueType have whole coordinates.
fn whole(point: [f32; 2]) -> [i16; 2] {
    point.map(|at| at.round() as i16)
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.contours.push(vec![whole([x, y])]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.curve(None, [x, y]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.curve(Some([x1, y1]), [x, y]);
    }

    /// TrueType has no cubic curves.
    fn curve_to(&mut self, _: f32, _: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.curve(Some([x2, y2]), [x, y]);
    }

    fn close(&mut self) {}
}

fn face(name: &str, doc: &str, font: &[u8]) -> Result<String, Box<dyn Error>> {
    let face = Face::parse(font, 0)?;
    let height = |letter| face.glyph_index(letter).and_then(|glyph| face.glyph_bounding_box(glyph)).map(|b| b.y_max);
    let (cap, small) = height('H').zip(height('x')).ok_or("a typeface without H or x")?;
    let mut code = format!("/// {doc}\nstatic {name}: Face = Face {{ cap: {cap}, small: {small}, glyphs: &[\n");
    let mut sorted: Vec<char> = letters().collect();
    sorted.sort_unstable();
    for letter in sorted {
        let Some(glyph) = face.glyph_index(letter) else { continue };
        let mut outline = Outline::default();
        face.outline_glyph(glyph, &mut outline);
        let advance = face.glyph_hor_advance(glyph).unwrap_or(0);
        let numbers = outline.contours.iter().flat_map(|contour| {
            let curves = i16::try_from(contour.len() / 2).unwrap_or(i16::MAX);
            std::iter::once(curves).chain(contour.iter().copied().flatten())
        });
        let numbers: Vec<i16> = numbers.collect();
        writeln!(code, "Glyph {{ letter: {letter:?}, advance: {advance}, outline: &{numbers:?} }},")?;
    }
    Ok(code + "] };\n")
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let code = face("WORDS", "DejaVu Sans.", dejavu::sans::regular())?
        + &face("TITLES", "DejaVu Serif Bold.", dejavu::serif::bold())?;
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("typefaces.rs"), code)?;
    Ok(())
}
