//! Maps as pictures and SVG: the scene of a map, painted or written, and cut into floors.

use std::ops::Range;

use image::RgbaImage;
use mapwright_core::BuilderMap;

use crate::error::RenderError;
use crate::picture::{Layout, Painter, Style};
use crate::scene::{Scene, SceneMark, kind_of};
use crate::sheet::{Sheet, contact_sheet};
use crate::svg::{self, CELL};

/// Draws a map, or a floor of it.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_render::{Style, draw};
///
/// let map = BuilderMap::filled(Size::new(20, 10), Wrap::None, Tile::FLOOR);
/// let picture = draw(&map, &Style { scale: 8, margin: Some(4), ..Style::default() })?;
/// assert_eq!(picture.dimensions(), (20 * 8 + 2 * 4, 10 * 8 + 2 * 4));
/// # Ok::<(), mapwright_render::RenderError>(())
/// ```
///
/// # Errors
///
/// The map has no cells, planes of different sizes, not the plane that the kind shows, or not the floor; the scale is 0;
/// or there are more pixels than the style allows.
pub fn draw(map: &BuilderMap, style: &Style) -> Result<RgbaImage, RenderError> {
    let rows = floor_rows(map, style)?;
    let (whole, mut cut) = drawn(map, style, rows.as_slice(), |_| true)?;
    Ok(cut.pop().unwrap_or(whole))
}

/// Draws a map or a floor of it for a tabletop program: as [`draw`] does, but of the marks only locks. All else moves or
/// is to be found: tokens on the table stand for it.
///
/// # Errors
///
/// As [`draw`].
pub fn draw_table(map: &BuilderMap, style: &Style) -> Result<RgbaImage, RenderError> {
    let rows = floor_rows(map, style)?;
    let (whole, mut cut) = drawn(map, style, rows.as_slice(), |mark| matches!(mark, SceneMark::Lock(..)))?;
    Ok(cut.pop().unwrap_or(whole))
}

/// Draws the floors of a map beside each other, each under its number; or the style's floor alone. What leads from floor to
/// floor has the same number at both ends. A map without floors is drawn as [`draw`] does.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_render::{Style, draw, draw_floors};
///
/// let cellar = BuilderMap::filled(Size::new(20, 10), Wrap::None, Tile::FLOOR);
/// let map = BuilderMap::stack([cellar.clone(), cellar.clone()])?;
/// let floor = Style { floor: Some(1), ..Style::default() };
/// assert_eq!(draw_floors(&map, &floor)?.dimensions(), draw(&cellar, &Style::default())?.dimensions());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`draw`].
pub fn draw_floors(map: &BuilderMap, style: &Style) -> Result<RgbaImage, RenderError> {
    if style.floor.is_some() || map.n_floors() < 2 {
        return draw(map, style);
    }
    let pictures = bands(map, style)?;
    let captions = pictures.iter().enumerate().map(|(floor, picture)| (format!("Floor {floor}"), picture));
    contact_sheet(&captions.collect::<Vec<_>>(), &Sheet { style: style.clone(), ..Sheet::default() })
}

/// Draws a map or a floor of it as SVG, in the style's theme. `scale` is in pixels; a margin adds paper around the map.
///
/// ```
/// use mapwright_core::{BuilderMap, Grid, Size, Tile, Wrap};
/// use mapwright_render::{Style, svg};
///
/// let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
/// map.regions = Grid::from_vec(map.size(), vec![1, 1, 2]);
/// let drawing = svg(&map, &Style::default())?;
/// assert!(drawing.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// assert!(drawing.contains("<path d=\"M0 0h48M0 16h48M0 0v16M32 0v16"));
/// # Ok::<(), mapwright_render::RenderError>(())
/// ```
///
/// # Errors
///
/// The map has no cells, planes of different sizes, not the plane that the kind shows, or not the floor; the scale is 0;
/// or the style has sprites, which SVG does not show.
pub fn svg(map: &BuilderMap, style: &Style) -> Result<String, RenderError> {
    if style.scale == 0 {
        return Err(RenderError::ZeroScale);
    }
    if style.sprites.is_some() {
        return Err(RenderError::NotShown { what: "sprites", by: "SVG" });
    }
    let rows = floor_rows(map, style)?;
    let map = &*style.secrets.map(map);
    // Borders are those of a picture with as many pixels as the drawing has units.
    let units = Style { scale: CELL.unsigned_abs(), repeats: false, ..style.clone() };
    let scene = Scene::of(map, kind_of(map, &units), &units)?;
    Ok(svg::write(&scene, rows.unwrap_or(0..map.height()), style))
}

/// Returns the size in pixels of the picture that [`draw`] makes: the cells and twice the margin. The
/// outer lines of mazes and regions lie half in the margin; if the margin is too narrow, they add to the size.
///
/// # Errors
///
/// The map has no cells or not the floor, the scale is 0, or there are more pixels than the style allows.
pub fn picture_size(map: &BuilderMap, style: &Style) -> Result<(u32, u32), RenderError> {
    let shown = floor_rows(map, style)?.map_or(map.size(), |_| map.floor_size());
    let layout = Layout::of(shown, kind_of(map, style), style)?;
    Ok((layout.w, layout.h))
}

/// Draws each floor: its rows of the whole map, so that they show what crosses floors, such as a walk.
pub(crate) fn bands(map: &BuilderMap, style: &Style) -> Result<Vec<RgbaImage>, RenderError> {
    if map.n_floors() < 2 {
        return Ok(vec![draw(map, style)?]);
    }
    let rows: Vec<Range<u16>> = (0..map.n_floors()).map(|floor| map.floor_rows(floor)).collect();
    Ok(drawn(map, style, &rows, |_| true)?.1)
}

/// Returns the size in pixels of each of [`bands`].
pub(crate) fn band_size(map: &BuilderMap, style: &Style) -> Result<(u32, u32), RenderError> {
    picture_size(map, style)?;
    let own = Layout::of(map.floor_size(), kind_of(map, style), style)?;
    Ok((own.w, own.h))
}

/// Draws a map, and cuts some ranges of its rows out of the picture.
fn drawn(
    map: &BuilderMap,
    style: &Style,
    cuts: &[Range<u16>],
    is_shown: impl Fn(&SceneMark<'_>) -> bool,
) -> Result<(RgbaImage, Vec<RgbaImage>), RenderError> {
    let map = &*style.secrets.map(map);
    let kind = kind_of(map, style);
    let layout = Layout::of(map.size(), kind, style)?;
    let mut scene = Scene::of(map, kind, style)?;
    scene.marks.retain(|(_, mark)| is_shown(mark));
    let whole = Painter::default().draw(&scene, style)?;
    let cuts = cuts.iter().map(|rows| layout.rows(&whole, &scene, rows.clone(), style));
    let cuts = cuts.collect::<Result<_, _>>()?;
    Ok((whole, cuts))
}

/// Returns the rows of the style's floor; `None` for all.
pub(crate) fn floor_rows(map: &BuilderMap, style: &Style) -> Result<Option<Range<u16>>, RenderError> {
    let n_floors = map.n_floors();
    match style.floor {
        Some(floor) if floor >= n_floors => Err(RenderError::NoFloor { floor, n_floors }),
        Some(floor) if n_floors > 1 => Ok(Some(map.floor_rows(floor))),
        _ => Ok(None),
    }
}
