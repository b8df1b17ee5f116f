//! REXPaint's `.xp`: layers of colored characters in code page 437.
//!
//! A file is compressed with gzip. It holds its version as a negative number, the number of layers, and for each layer
//! width, height and, *column by column*, ten bytes a cell: the character's number, then the colors of character and
//! ground. All numbers are little endian. A cell with the ground 255, 0, 255 is transparent.

use std::io;

use mapwright_core::text::{LineWidth, TextForm, TextStyle, WriteError, text};
use mapwright_core::{BuilderMap, Color, Dirs, Grid, Palette, Point, Secrets, Size, cp437_code};
use mapwright_files::gzip;
use mapwright_graph::{Flat, TooLargeError};
use mapwright_render::Theme;

/// What a REXPaint image shows of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XpForm {
    /// Pipes where the map has a solution or a flow, else walls where it has sides, else tiles.
    #[default]
    Auto,
    /// The glyph of each tile, whatever else the map has.
    Tiles,
    /// The glyph of each tile, with the walls of a maze as tiles between cells: 2w+1 by 2h+1.
    Walls,
    /// The walls of a maze as lines: 2w+1 by 2h+1.
    Lines,
    /// One box-drawing character a cell. One with a single end has a double line, as the code page has no other.
    Pipes,
}

/// How to draw a map for REXPaint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XpStyle {
    /// What to show.
    pub form: XpForm,
    /// Whether there is a layer with start, exit, spawns and portals, as `S`, `E`, `!` and digits.
    pub marks: bool,
    /// Whether doors that look like wall are shown as the tiles that they are.
    pub secrets: Secrets,
    /// Whether there is a layer in the colors of the regions, if the map has any.
    pub regions: bool,
    /// Glyphs and colors of tiles. The color is the ground's; the glyph is dark on bright ground and bright on dark.
    pub palette: Palette,
    /// All other colors.
    pub theme: Theme,
}

impl Default for XpStyle {
    /// The fitting form in default colors, with all layers.
    fn default() -> Self {
        let (palette, theme) = (Palette::default(), Theme::default());
        XpStyle { form: XpForm::Auto, marks: true, secrets: Secrets::Shown, regions: true, palette, theme }
    }
}

/// A map that cannot be drawn for REXPaint.
#[derive(thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum XpError {
    /// The map cannot be drawn in this form.
    #[error(transparent)]
    Text(#[from] WriteError),
    /// A glyph that the code page does not have.
    #[error("the glyph `{glyph}` of `{name}` is not in code page 437, which REXPaint draws with")]
    Glyph {
        /// The tile's name.
        name: String,
        /// Its glyph.
        glyph: char,
    },
    /// More cells than an image may have.
    #[error("an image of {w}x{h} characters is too large: expected at most {most} in all")]
    TooLarge {
        /// Characters across.
        w: u64,
        /// Characters down.
        h: u64,
        /// The most in all.
        most: u64,
    },
    /// The bytes cannot be put together.
    #[error("cannot compress the image: {0}")]
    Compress(#[from] io::Error),
}

/// A character's number, its color, and that of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell(u8, Color, Color);

/// Nothing: the layer below shows through.
const CLEAR: Cell = Cell(b' ', Color(0, 0, 0), Color(255, 0, 255));

type XpLayer = Grid<Cell>;

/// Draws a map for REXPaint: the bytes of an `.xp` file.
///
/// The first layer shows the map. If requested, the next has the marks and the last the regions, both transparent
/// elsewhere.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_export::{XpStyle, xp};
///
/// let map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
/// let file = xp(&map, &XpStyle::default())?;
/// assert_eq!(file[..2], [0x1f, 0x8b]);
/// # Ok::<(), mapwright_export::XpError>(())
/// ```
///
/// # Errors
///
/// A map without cells, planes of different sizes, a form that shows a plane the map does not have, a glyph that is not
/// in the code page, or more than 2²³ cells.
pub fn xp(map: &BuilderMap, style: &XpStyle) -> Result<Vec<u8>, XpError> {
    let map = &*style.secrets.map(map);
    let canvas = Canvas::of(map, style)?;
    let marks = style.marks.then(|| canvas.marks(map, &style.theme));
    let regions = map.regions.as_ref().filter(|_| style.regions);
    let regions = regions.map(|regions| canvas.regions(regions, marks.as_ref(), &style.theme));
    let layers: Vec<&XpLayer> =
        [Some(&canvas.ground), marks.as_ref(), regions.as_ref()].into_iter().flatten().collect();
    Ok(gzip(&encode(&layers))?)
}

/// The file before it is compressed.
fn encode(layers: &[&XpLayer]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let number = |bytes: &mut Vec<u8>, number: i32| bytes.extend(number.to_le_bytes());
    number(&mut bytes, -1);
    number(&mut bytes, i32::try_from(layers.len()).unwrap_or(i32::MAX));
    for layer in layers {
        let size = layer.size();
        number(&mut bytes, size.w.into());
        number(&mut bytes, size.h.into());
        for (x, y) in (0..size.w).flat_map(|x| (0..size.h).map(move |y| (x, y))) {
            let Cell(glyph, ink, ground) = layer[mapwright_core::Point::new(x, y)];
            bytes.extend(u32::from(glyph).to_le_bytes());
            bytes.extend([ink.0, ink.1, ink.2, ground.0, ground.1, ground.2]);
        }
    }
    bytes
}

/// The most characters of a layer.
const MOST: u64 = 1 << 23;

/// Pipes by their open sides, N=1 E=2 S=4 W=8.
const PIPES: [char; 16] = [' ', '╨', '╞', '└', '╥', '│', '┌', '├', '╡', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// The first layer, and where the cells of the map lie on it.
struct Canvas {
    ground: XpLayer,
    size: Size,
    /// Whether cells lie at odd places, with lines between them.
    doubled: bool,
}

impl Canvas {
    fn of(map: &BuilderMap, style: &XpStyle) -> Result<Canvas, XpError> {
        // Refuses what cannot be drawn at all, and planes that are asked for and not there.
        let form = fitting(map, style.form);
        let doubled = matches!(form, XpForm::Walls | XpForm::Lines);
        claim(map.size(), doubled)?;
        let drawn = text(map, &text_style(form))?;
        let ground = match form {
            XpForm::Lines => lines(&drawn, style),
            XpForm::Pipes => pipes(map, style)?,
            XpForm::Walls => walls(map, style)?,
            XpForm::Tiles | XpForm::Auto => glyphs(&map.tiles, style)?,
        };
        Ok(Canvas { ground, size: map.size(), doubled })
    }

    /// Where a cell of the map lies.
    fn place(&self, p: Point) -> Option<Point> {
        // Marks may lie off the map, where doubling would overflow.
        self.size.contains(p).then(|| if self.doubled { Point::new(2 * p.x + 1, 2 * p.y + 1) } else { p })
    }

    /// The marks, on the grounds of the cells where they stand.
    fn marks(&self, map: &BuilderMap, theme: &Theme) -> XpLayer {
        let mut layer = Grid::new(self.ground.size(), CLEAR);
        let digits = (b'1'..=b'9').chain([b'0']).cycle().zip(theme.portals.iter().cycle());
        let portals = map.portals.iter().zip(digits);
        let portals = portals.flat_map(|(portal, (digit, &color))| portal.ends().map(|end| (end, digit, color)));
        let spawns = map.spawns.iter().map(|spawn| (spawn.at, b'!', theme.names[0]));
        let exit = map.exit.map(|at| (at, b'E', theme.exit));
        let start = map.start.map(|at| (at, b'S', theme.start));
        // Where two meet the last one stays.
        for (p, letter, color) in portals.chain(spawns).chain(exit).chain(start) {
            if let Some(at) = self.place(p) {
                layer[at] = Cell(letter, color, self.ground[at].2);
            }
        }
        layer
    }

    /// The regions: each cell as below, on the color of its region. Cells with marks, and those of no region, are
    /// clear.
    fn regions(&self, regions: &Grid<u16>, marks: Option<&XpLayer>, theme: &Theme) -> XpLayer {
        let mut layer = Grid::new(self.ground.size(), CLEAR);
        for (p, &region) in regions.iter().filter(|&(_, &region)| region != 0) {
            let Some(at) = self.place(p) else { continue };
            if marks.is_none_or(|marks| marks[at] == CLEAR) {
                let color = theme.region(region.into());
                layer[at] = Cell(self.ground[at].0, ink_on(color, theme), color);
            }
        }
        layer
    }
}

fn fitting(map: &BuilderMap, asked: XpForm) -> XpForm {
    match asked {
        XpForm::Auto if map.sides.is_none() => XpForm::Tiles,
        XpForm::Auto if map.solution.is_some() || map.flow.is_some() => XpForm::Pipes,
        XpForm::Auto => XpForm::Walls,
        // Without sides there is nothing between cells.
        XpForm::Walls if map.sides.is_none() => XpForm::Tiles,
        asked => asked,
    }
}

fn claim(size: Size, doubled: bool) -> Result<(), XpError> {
    let side = |cells: u16| if doubled { 2 * u64::from(cells) + 1 } else { cells.into() };
    let (w, h) = (side(size.w), side(size.h));
    if w * h <= MOST && w.max(h) <= u16::MAX.into() { Ok(()) } else { Err(too_large(TooLargeError(w, h))) }
}

const fn too_large(TooLargeError(w, h): TooLargeError) -> XpError {
    XpError::TooLarge { w, h, most: MOST }
}

/// The text of the same form, as renderers write it.
fn text_style(form: XpForm) -> TextStyle {
    let form = match form {
        XpForm::Lines => TextForm::Maze,
        XpForm::Pipes => TextForm::Pipes,
        _ => TextForm::Tiles,
    };
    TextStyle { form, width: LineWidth::Narrow, marks: false, ..TextStyle::default() }
}

/// The drawing of a maze. Where the last piece of a line ends, the code page has no half line, and the whole one stands
/// in its place.
fn lines(drawn: &str, style: &XpStyle) -> XpLayer {
    let whole = |glyph: char| match glyph {
        '╴' | '╶' => '─',
        '╵' | '╷' => '│',
        other => other,
    };
    let (ink, ground) = (style.theme.ink, style.theme.paper);
    let cell = |glyph: char| Cell(cp437_code(whole(glyph)).unwrap_or(b' '), ink, ground);
    let cells: Vec<Cell> = drawn.lines().flat_map(|line| line.chars().map(cell)).collect();
    let width = drawn.lines().next().map_or(0, |line| line.chars().count());
    let side = |cells: usize| u16::try_from(cells).unwrap_or(0);
    let size = Size::new(side(width), side(drawn.lines().count()));
    // A drawing has lines of one length.
    Grid::from_vec(size, cells).unwrap_or_else(|| Grid::new(size, CLEAR))
}

fn pipes(map: &BuilderMap, style: &XpStyle) -> Result<XpLayer, XpError> {
    let theme = &style.theme;
    let plane = mapwright_core::Plane::Sides;
    let sides = map.sides.as_ref().ok_or(WriteError::MissingPlane { plane })?;
    Ok(Grid::from_fn(map.size(), |p| {
        let dirs: Dirs = sides[p].dirs();
        let glyph = cp437_code(PIPES[usize::from(dirs.bits())]).unwrap_or(b' ');
        let color = match &map.flow {
            Some(flow) if flow.source == p => theme.source,
            Some(flow) if flow.wet[p] && flow.on_ring[p] => theme.ring,
            Some(flow) if flow.wet[p] => theme.wet,
            Some(flow) if flow.on_ring[p] => theme.dry_ring,
            _ => theme.dry,
        };
        Cell(glyph, color, theme.board)
    }))
}

fn walls(map: &BuilderMap, style: &XpStyle) -> Result<XpLayer, XpError> {
    glyphs(&Flat::from_map(map, 1, MOST).map_err(too_large)?.tiles, style)
}

/// The glyphs of tiles, each on the color of its tile.
fn glyphs(tiles: &Grid<mapwright_core::Tile>, style: &XpStyle) -> Result<XpLayer, XpError> {
    let mut looks = [None; 256];
    for &tile in tiles.as_slice() {
        let known = &mut looks[usize::from(tile.0)];
        if known.is_none() {
            let look = style.palette.look(tile);
            let missing = || XpError::Glyph { name: look.name.clone(), glyph: look.glyph };
            let glyph = cp437_code(look.glyph).ok_or_else(missing)?;
            *known = Some(Cell(glyph, ink_on(look.color, &style.theme), look.color));
        }
    }
    Ok(tiles.map(|tile| looks[usize::from(tile.0)].unwrap_or(CLEAR)))
}

/// What is read best on a ground: the dark or the bright color of the theme.
fn ink_on(ground: Color, theme: &Theme) -> Color {
    let Color(r, g, b) = ground;
    let light = 299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b);
    if light < 128_000 { theme.paper } else { theme.ink }
}
