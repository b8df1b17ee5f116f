//! Pictures of the floors of a map, beside each other.

use image::RgbaImage;
use mapwright_core::BuilderMap;

use crate::error::RenderError;
use crate::picture::{Style, bands, draw};
use crate::sheet::{Sheet, contact_sheet};

/// Draws the floors of a map beside each other, each under its number, or one of them alone. What leads from floor to floor has
/// the same number at both ends. A map without floors is drawn as [`draw`] does.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_render::{Style, draw, draw_floors};
///
/// let cellar = BuilderMap::filled(Size::new(20, 10), Wrap::None, Tile::FLOOR);
/// let map = BuilderMap::stack([cellar.clone(), cellar.clone()])?;
/// let style = Style::default();
/// assert_eq!(draw_floors(&map, &style, Some(1))?.dimensions(), draw(&cellar, &style)?.dimensions());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`draw`], or there is no such floor.
pub fn draw_floors(map: &BuilderMap, style: &Style, floor: Option<u16>) -> Result<RgbaImage, RenderError> {
    let n_floors = map.n_floors();
    if let Some(floor) = floor.filter(|&floor| floor >= n_floors) {
        return Err(RenderError::NoFloor { floor, n_floors });
    }
    if n_floors < 2 {
        return draw(map, style);
    }
    let pictures = bands(map, style)?;
    if let Some(picture) = floor.and_then(|floor| pictures.get(usize::from(floor))) {
        return Ok(picture.clone());
    }
    let captions = pictures.iter().enumerate().map(|(floor, picture)| (format!("Floor {floor}"), picture));
    contact_sheet(&captions.collect::<Vec<_>>(), &Sheet { style: style.clone(), ..Sheet::default() })
}
