//! Cuts the letters that pictures need out of two typefaces: outlines as integers, so that programs carry kilobytes of
//! them, and no parser of fonts. Turns the files of themes into Rust, so that the compiler checks them.

use std::error::Error;
use std::fmt::Write;
use std::fs;
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

/// The folder of themes. Each file has lines of a field of `Theme` and its value: colors as `#f6f1e5`, `none`, or Rust.
const THEMES: &str = "src/picture/themes";

/// The code of a function for each theme, by the names of their files. A theme has the fields of `atlas` but for those that
/// its file sets.
fn themes() -> Result<String, Box<dyn Error>> {
    let files: Vec<_> = fs::read_dir(THEMES)?.collect::<Result<_, _>>()?;
    let mut paths: Vec<_> = files.iter().map(fs::DirEntry::path).collect();
    paths.sort_unstable();
    let (mut code, mut arms) = (format!("const _: () = assert!(THEMES.len() == {});\n", paths.len()), String::new());
    for path in paths {
        let name = path.file_stem().and_then(|name| name.to_str()).ok_or("a theme without a name")?;
        writeln!(code, "#[allow(clippy::useless_conversion)]\nfn {name}() -> Theme {{ Theme {{")?;
        for line in fs::read_to_string(&path)?.lines() {
            let (field, value) = line.split_once(' ').ok_or("a field without a value")?;
            let values = value.split(' ').map(rust).collect::<Result<Vec<_>, _>>()?;
            match &values[..] {
                [value] => writeln!(code, "{field}: {value},")?,
                [x, y] => writeln!(code, "{field}: ({x}, {y}),")?,
                values => writeln!(code, "{field}: [{}],", values.join(", "))?,
            }
        }
        writeln!(code, "{} }} }}", if name == "atlas" { "" } else { "..atlas()" })?;
        writeln!(arms, "{name:?} => {name}(),")?;
    }
    Ok(code + "fn shipped(name: &str) -> Option<Theme> { Some(match name {\n" + &arms + "_ => return None }) }\n")
}

/// A value of a theme's field as Rust.
fn rust(value: &str) -> Result<String, Box<dyn Error>> {
    Ok(match value.strip_prefix('#') {
        Some(color) => {
            let [_, r, g, b] = u32::from_str_radix(color, 16)?.to_be_bytes();
            format!("Color({r}, {g}, {b}).into()")
        }
        None if value == "none" => "None".to_owned(),
        None => value.to_owned(),
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={THEMES}");
    let typefaces = face("WORDS", "DejaVu Sans.", dejavu::sans::regular())?
        + &face("TITLES", "DejaVu Serif Bold.", dejavu::serif::bold())?;
    let out = std::env::var("OUT_DIR")?;
    fs::write(Path::new(&out).join("typefaces.rs"), typefaces)?;
    fs::write(Path::new(&out).join("themes.rs"), themes()?)?;
    Ok(())
}
