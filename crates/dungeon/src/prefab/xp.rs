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
use mapwright_core::{Color, Grid, Legend, Meaning, Point, Size, Template, TemplateError, cp437_char};

/// The background of a transparent cell.
const SEEN_THROUGH: [u8; 3] = [255, 0, 255];
/// Bytes of a cell.
const CELL: usize = 10;

/// A cell of an image, in the one of its layers that shows there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct XpCell {
    /// The layer, from 1.
    pub layer: u32,
    /// Where it is.
    pub at: Point,
    /// Its character.
    pub glyph: char,
    /// The color of the character.
    pub ink: Color,
    /// The color behind it.
    pub paper: Color,
}

/// Reads the bytes of a REXPaint image. The first layer is at the bottom. A cell that no layer covers is kept; any other cell
/// has the meaning of its code page 437 character in `legend`. Colors are ignored.
///
/// # Errors
///
/// The image is damaged: it is not gzip, has a wrong checksum, ends too soon or too late, has another version,
/// layers of different sizes, or no layers. A character in any layer is not in the legend. All layers together
/// have more than [`Template::MAX_CELLS`] cells. The template is wrong as in [`Template::from_glyphs`].
pub fn template_from_xp(bytes: &[u8], legend: &Legend) -> Result<Template, TemplateError> {
    let glyphs = cells_from_xp(bytes, &|XpCell { layer, at, glyph, .. }| match legend.meaning(glyph) {
        Some(_) => Ok(glyph),
        None => Err(TemplateError::Glyph { layer: Some(layer), at, glyph, allowed: legend.known() }),
    })?;
    let (legend, keep) = keeping(legend);
    Template::from_glyphs(glyphs.map(|glyph| glyph.unwrap_or(keep)), &legend)
}

/// Reads the cells of a REXPaint image, each as `meaning` has it; `None` where no layer covers it.
///
/// # Errors
///
/// Those of [`template_from_xp`] for damaged and too large images, and those of `meaning`, which sees the cells of all layers.
pub fn cells_from_xp<T: Copy>(bytes: &[u8], meaning: CellMeaning<'_, T>) -> Result<Grid<Option<T>>, TemplateError> {
    let mut image = XpImage(GzDecoder::new(bytes));
    let (size, cells) = image.read(meaning)?;
    if !image.0.get_ref().is_empty() {
        return Err(damage("it continues after its end".to_owned()));
    }
    let cell = |p: Point| cells.get(usize::from(p.x) * usize::from(size.h) + usize::from(p.y)).copied().flatten();
    Ok(Grid::from_fn(size, cell))
}

/// The legend with a glyph for cells that are kept, and the glyph.
fn keeping(legend: &Legend) -> (Legend, char) {
    let known = legend.glyphs().find(|&(_, meaning)| *meaning == Meaning::Keep).map(|(glyph, _)| glyph);
    let free = || std::iter::once(' ').chain('a'..).find(|&glyph| legend.meaning(glyph).is_none());
    let keep = known.or_else(free).unwrap_or(' ');
    (legend.clone().with(keep, Meaning::Keep), keep)
}

/// What a cell means, or why it means nothing.
type CellMeaning<'a, T> = &'a dyn Fn(XpCell) -> Result<T, TemplateError>;

/// Reads an image.
struct XpImage<R>(R);

impl<R: Read> XpImage<R> {
    /// The size, and what each cell shows, column by column.
    fn read<T: Copy>(&mut self, meaning: CellMeaning<'_, T>) -> Result<(Size, Vec<Option<T>>), TemplateError> {
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
            self.layer(layer, size, meaning, &mut seen)?;
        }
        self.end()?;
        Ok((size, seen))
    }

    /// Reads one layer over those before it in `seen`.
    fn layer<T: Copy>(
        &mut self,
        layer: u32,
        size: Size,
        meaning: CellMeaning<'_, T>,
        seen: &mut Vec<Option<T>>,
    ) -> Result<(), TemplateError> {
        let mut column = vec![0; CELL * usize::from(size.h)];
        for x in 0..size.w {
            self.fill(&mut column)?;
            let first = usize::from(x) * usize::from(size.h);
            seen.resize(seen.len().max(first + usize::from(size.h)), None);
            let (cells, _) = column.as_chunks::<CELL>();
            for ((cell, seen), y) in cells.iter().zip(&mut seen[first..]).zip(0..) {
                let [c0, c1, c2, c3, ir, ig, ib, background @ ..] = *cell;
                if background != SEEN_THROUGH {
                    let (at, [r, g, b]) = (Point::new(x, y), background);
                    let glyph = glyph(u32::from_le_bytes([c0, c1, c2, c3]), layer, at)?;
                    let (ink, paper) = (Color(ir, ig, ib), Color(r, g, b));
                    *seen = Some(meaning(XpCell { layer, at, glyph, ink, paper })?);
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

fn glyph(code: u32, layer: u32, at: Point) -> Result<char, TemplateError> {
    u8::try_from(code).map(cp437_char).map_err(|_| TemplateError::Code { layer: Some(layer), at, code })
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
