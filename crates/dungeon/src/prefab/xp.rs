//! Reads templates from images of REXPaint, an editor of text graphics (`.xp`; Josh Ge).
//!
//! An image is compressed with gzip. It begins with a version, which is −1, and the number of layers; all numbers have
//! 32 bits, the lowest byte first. Each layer is its width, its height and its cells column by column, of ten bytes
//! each: a character, and the red, green and blue of the foreground and of the background. A cell with the background
//! 255, 0, 255 shows what the layer below has.
//!
//! Sizes are checked before anything is read, and memory grows with what has been read, not with what the image
//! claims to contain. So a few bytes cannot request much memory.

use std::io::{self, ErrorKind, Read};

use flate2::bufread::GzDecoder;
use mapwright_core::{Grid, Legend, Meaning, Point, Size, Template, TemplateError, cp437_char};

/// The background of a transparent cell.
const SEEN_THROUGH: [u8; 3] = [255, 0, 255];
/// Bytes of a cell.
const CELL: usize = 10;

/// Reads the bytes of a REXPaint image. The first layer is at the bottom. A cell that no layer covers is kept; any other cell
/// has the meaning of its code page 437 character in `legend`. Colors are ignored.
///
/// # Errors
///
/// The image is damaged: it is not gzip, has a wrong checksum, ends too soon or too late, has another version,
/// layers of different sizes, or no layers. A character in any layer is not in the legend. All layers together
/// have more than [`Template::MAX_CELLS`] cells. The template is wrong as in [`Template::from_glyphs`].
pub fn template_from_xp(bytes: &[u8], legend: &Legend) -> Result<Template, TemplateError> {
    let mut image = XpImage(GzDecoder::new(bytes));
    let (size, glyphs) = image.read(legend)?;
    if !image.0.get_ref().is_empty() {
        return Err(damage("it continues after its end".to_owned()));
    }
    let (legend, keep) = keeping(legend);
    let glyph = |p: Point| glyphs.get(usize::from(p.x) * usize::from(size.h) + usize::from(p.y)).copied().flatten();
    Template::from_glyphs(Grid::from_fn(size, |p| glyph(p).unwrap_or(keep)), &legend)
}

/// The legend with a glyph for cells that are kept, and the glyph.
fn keeping(legend: &Legend) -> (Legend, char) {
    let known = legend.glyphs().find(|&(_, meaning)| *meaning == Meaning::Keep).map(|(glyph, _)| glyph);
    let free = || std::iter::once(' ').chain('a'..).find(|&glyph| legend.meaning(glyph).is_none());
    let keep = known.or_else(free).unwrap_or(' ');
    (legend.clone().with(keep, Meaning::Keep), keep)
}

/// Reads an image.
struct XpImage<R>(R);

impl<R: Read> XpImage<R> {
    /// The size, and the visible character of each cell, column by column.
    fn read(&mut self, legend: &Legend) -> Result<(Size, Vec<Option<char>>), TemplateError> {
        let version = i32::from_le_bytes(self.bytes()?);
        if version != -1 {
            return Err(damage(format!("its version is {version}; expected -1")));
        }
        let layers = self.number()?;
        if layers == 0 {
            return Err(damage("it has no layers".to_owned()));
        }
        let size = self.size_of_layer()?;
        let all = u64::from(size.area()) * u64::from(layers);
        if all > Template::MAX_CELLS.into() {
            let most = Template::MAX_CELLS;
            return Err(damage(format!("{layers} layers of {size} are {all} cells; expected at most {most} in all")));
        }
        let mut seen = Vec::new();
        for layer in 1..=layers {
            if layer > 1 {
                let other = self.size_of_layer()?;
                if other != size {
                    return Err(damage(format!("layer {layer} has {other} cells, but the first has {size}")));
                }
            }
            self.layer(layer, size, legend, &mut seen)?;
        }
        self.end()?;
        Ok((size, seen))
    }

    /// Reads one layer over those before it in `seen`.
    fn layer(
        &mut self,
        layer: u32,
        size: Size,
        legend: &Legend,
        seen: &mut Vec<Option<char>>,
    ) -> Result<(), TemplateError> {
        let mut column = vec![0; CELL * usize::from(size.h)];
        for x in 0..size.w {
            self.fill(&mut column)?;
            let first = usize::from(x) * usize::from(size.h);
            seen.resize(seen.len().max(first + usize::from(size.h)), None);
            let (cells, _) = column.as_chunks::<CELL>();
            for ((cell, seen), y) in cells.iter().zip(&mut seen[first..]).zip(0..) {
                let [a, b, c, d, _, _, _, background @ ..] = *cell;
                if background != SEEN_THROUGH {
                    let at = Point::new(x, y);
                    *seen = Some(glyph(u32::from_le_bytes([a, b, c, d]), layer, at, legend)?);
                }
            }
        }
        Ok(())
    }

    fn size_of_layer(&mut self) -> Result<Size, TemplateError> {
        Template::check_size(self.number()?.into(), self.number()?.into())
    }

    fn number(&mut self) -> Result<u32, TemplateError> {
        self.bytes().map(u32::from_le_bytes)
    }

    fn bytes(&mut self) -> Result<[u8; 4], TemplateError> {
        let mut bytes = [0; 4];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), TemplateError> {
        self.0.read_exact(bytes).map_err(unreadable)
    }

    /// Checks that nothing follows. Gzip verifies its checksum only at the end.
    fn end(&mut self) -> Result<(), TemplateError> {
        match self.0.read(&mut [0]) {
            Ok(0) => Ok(()),
            Ok(_) => Err(damage("it continues after its last layer".to_owned())),
            Err(error) => Err(unreadable(error)),
        }
    }
}

fn glyph(code: u32, layer: u32, at: Point, legend: &Legend) -> Result<char, TemplateError> {
    let layer = Some(layer);
    let glyph = u8::try_from(code).map(cp437_char).map_err(|_| TemplateError::Code { layer, at, code })?;
    match legend.meaning(glyph) {
        Some(_) => Ok(glyph),
        None => Err(TemplateError::Glyph { layer, at, glyph, allowed: legend.known() }),
    }
}

fn unreadable(error: io::Error) -> TemplateError {
    match error.kind() {
        ErrorKind::UnexpectedEof => damage("it ends too soon".to_owned()),
        _ => damage(error.to_string()),
    }
}

fn damage(why: String) -> TemplateError {
    TemplateError::Xp { why }
}
