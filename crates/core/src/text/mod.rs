//! Maps as text: tiles by glyphs, mazes and regions by lines, pipes by box-drawing characters. `println!("{map}")` writes a
//! map in the default style.

mod drawing;
mod error;
mod glyphs;
mod pipes;
mod tiles;

pub use drawing::LineWidth;
pub use error::WriteError;
pub use tiles::{ascii_palette, read_tiles};

use std::collections::BTreeMap;
use std::fmt;

use self::drawing::Strokes;
use self::error::{check, need};
use crate::gather;
use crate::lines::Lines;
use crate::{BuilderMap, Color, Floor, Palette, Plane, Point, Secrets};

/// What a text shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextForm {
    /// Pipes where the map has a solution or a flow, else a maze where it has sides, else tiles.
    #[default]
    Auto,
    /// One glyph a cell.
    Tiles,
    /// Walls as lines.
    Maze,
    /// One box-drawing character a cell.
    Pipes,
    /// Lines between regions.
    Regions,
}

/// How to write a map as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// What to show.
    pub form: TextForm,
    /// How wide lines between cells are drawn.
    pub width: LineWidth,
    /// The glyphs of tiles.
    pub palette: Palette,
    /// Whether to show start, exit and spawns, as `S`, `E` and `!`, and both ends of each portal as a digit:
    /// 1 to 9, then 0, and from 1 again. Pipes leave no room for them.
    pub marks: bool,
    /// Whether doors that look like wall are shown as the tiles that they are.
    pub secrets: Secrets,
    /// Whether wet pipes have heavy lines; in ASCII a `*` for their middle.
    pub heavy_wet: bool,
    /// Whether to write nothing but ASCII: lines of `+`, `-` and `|`, three by three characters for a pipe. Tiles need
    /// a palette of such glyphs, as [`ascii_palette`].
    pub ascii: bool,
}

impl Default for TextStyle {
    /// The fitting form, wide, in the default palette, with marks and light lines.
    fn default() -> Self {
        let (form, width) = (TextForm::Auto, LineWidth::Wide);
        let (palette, secrets) = (Palette::default(), Secrets::Shown);
        TextStyle { form, width, palette, marks: true, secrets, heavy_wet: false, ascii: false }
    }
}

/// Writes a map as text, every line ended by a line break. Each of several floors has its number in a line above it.
///
/// ```
/// use mapwright_core::{BuilderMap, Dir, Grid, Point, Sides, Size, Tile, Wrap, join_sides};
/// use mapwright_core::text::{TextStyle, text};
///
/// let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
/// let mut sides = Grid::new(map.size(), Sides::CLOSED);
/// join_sides(&mut sides, 0, Dir::E, 1);
/// map.sides = Some(sides);
/// map.start = Some(Point::new(0, 0));
/// assert_eq!(text(&map, &TextStyle::default())?, "\
/// ┌───────┬───┐
/// │ S     │   │
/// └───────┴───┘
/// ");
/// # Ok::<(), mapwright_core::text::WriteError>(())
/// ```
///
/// # Errors
///
/// A map without cells, planes of different sizes, or a form that shows a plane the map does not have. In ASCII also
/// compact drawings, and tiles whose glyphs are none.
pub fn text(map: &BuilderMap, style: &TextStyle) -> Result<String, WriteError> {
    check(map)?;
    let map = &*style.secrets.map(map);
    let marks = if style.marks { marks(map) } else { BTreeMap::new() };
    if map.n_floors() < 2 {
        return of_floor(map, style, &marks);
    }
    let mut text = String::new();
    for (floor, Floor { map: part, .. }) in (0..map.n_floors()).filter_map(|floor| Some((floor, map.floor(floor)?))) {
        let top = map.floor_rows(floor).start;
        let here = marks.iter().filter(|&(&at, _)| map.floor_of(at) == Some(floor));
        let here = here.map(|(at, &letter)| (Point::new(at.x, at.y - top), letter));
        let here = gather::map(here);
        text += &format!("Floor {floor}\n{}", of_floor(&part, style, &here)?);
    }
    Ok(text)
}

/// The text of a map without floors.
fn of_floor(map: &BuilderMap, style: &TextStyle, marks: &BTreeMap<Point, char>) -> Result<String, WriteError> {
    let letter = |x, y| marks.get(&Point::new(x, y)).copied().unwrap_or(' ');
    let strokes = if style.ascii { Strokes::Ascii } else { Strokes::Box };
    let form = fitting(map, style.form);
    if style.ascii {
        check_ascii(map, form, style)?;
    }
    Ok(match form {
        TextForm::Pipes if style.ascii => {
            pipes::write_ascii(map, need(map.sides.as_ref(), Plane::Sides)?, style.heavy_wet)
        }
        TextForm::Pipes => pipes::write(map, need(map.sides.as_ref(), Plane::Sides)?, style.heavy_wet),
        TextForm::Maze => {
            need(map.sides.as_ref(), Plane::Sides)?;
            drawing::write(&Lines::walls(&map.passages()), (style.width, strokes), ' ', letter)
        }
        TextForm::Regions => {
            let regions = need(map.regions.as_ref(), Plane::Regions)?;
            let blank = if style.width == LineWidth::Compact { '╳' } else { ' ' };
            drawing::write(&Lines::borders(regions, map.wrap), (style.width, strokes), blank, letter)
        }
        TextForm::Tiles | TextForm::Auto => tiles::write(map, &style.palette, marks),
    })
}

/// Writes the regions of a map with lines between them, each on a background of its `color`, by ANSI codes in 24 bit
/// colors. Where a terminal does not know them it shows the plain drawing.
///
/// # Errors
///
/// As [`text`].
pub fn ansi_regions(map: &BuilderMap, width: LineWidth, color: impl Fn(u16) -> Color) -> Result<String, WriteError> {
    check(map)?;
    let regions = need(map.regions.as_ref(), Plane::Regions)?;
    let color = |x, y| color(regions[Point::new(x, y)]);
    Ok(drawing::write_colored(&Lines::borders(regions, map.wrap), width, color))
}

/// The text of a map in the default style, without the last line break; of a map that cannot be written, why.
impl fmt::Display for BuilderMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match text(self, &TextStyle::default()) {
            Ok(text) => f.write_str(text.trim_end_matches('\n')),
            Err(error) => error.fmt(f),
        }
    }
}

/// Refuses what cannot be told in ASCII.
fn check_ascii(map: &BuilderMap, form: TextForm, style: &TextStyle) -> Result<(), WriteError> {
    match form {
        TextForm::Tiles | TextForm::Auto => tiles::check_ascii(map, &style.palette),
        TextForm::Maze | TextForm::Regions if style.width == LineWidth::Compact => Err(WriteError::CompactAscii),
        _ => Ok(()),
    }
}

fn fitting(map: &BuilderMap, form: TextForm) -> TextForm {
    match form {
        TextForm::Auto if map.sides.is_none() => TextForm::Tiles,
        TextForm::Auto if map.solution.is_some() || map.flow.is_some() => TextForm::Pipes,
        TextForm::Auto => TextForm::Maze,
        asked => asked,
    }
}

/// The letters of start, exit, spawns and portals; of two in one cell the most important.
fn marks(map: &BuilderMap) -> BTreeMap<Point, char> {
    let digits = ('1'..='9').chain(['0']).cycle();
    let portals = map.portals.iter().zip(digits).flat_map(|(portal, digit)| portal.ends().map(|end| (end, digit)));
    let spawns = map.spawns.iter().map(|spawn| (spawn.at, '!'));
    gather::map(portals.chain(spawns).chain(map.exit.map(|at| (at, 'E'))).chain(map.start.map(|at| (at, 'S'))))
}
