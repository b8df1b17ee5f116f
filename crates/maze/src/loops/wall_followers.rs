//! Loops that defeat wall followers.
//!
//! A walker with a hand on a wall follows one connected piece of wall and visits only cells that touch
//! it. So if no piece of wall touches both the start and the exit, a follower of either hand never
//! arrives. The fewest walls to open are a minimum cut between the walls around the start and those
//! around the exit. Opening a wall only adds ways, so no path is lost.

use mapwright_core::{BuildCx, BuildError, Grid, Point, Size, Wrap};
use mapwright_graph::Spot;

use super::cut::{Cut, Material};
use super::walls::{Wall, Walls};

/// Opens the fewest walls such that no piece of wall touches both start and exit.
pub(super) fn open(walls: &mut Walls<'_>, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
    let (start, exit) = (walls.map.start()?, walls.map.exit()?);
    let has_sides = walls.map.sides.is_some();
    let picture = if has_sides { picture_of_sides(walls, cx)? } else { picture_of_tiles(walls, cx)? };
    let size = picture.size();
    let spot =
        |p: Point| if has_sides { Point::new(2 * p.x + 1, 2 * p.y + 1) } else { spot_of_tile(p, walls.map.wrap) };
    let cut = Cut::new(picture, walls.map.wrap).between(spot(start), spot(exit), cx)?;
    let tiles = cut.ok_or_else(|| {
        let why = "the walls around start and exit cannot be separated, as both touch the border or each other";
        BuildError::contradiction(Some(exit), format_args!("{why}; the exit is at {exit}"))
    })?;
    for tile in tiles.into_iter().map(|tile| size.point(tile)) {
        if has_sides {
            if let Spot::Line(cell, dir) = Spot::at(tile, 2, walls.map.size()) {
                walls.open(Wall { here: walls.map.size().index(cell), dir }, cx);
            }
        } else {
            let first = spot_of_tile(Point::new(0, 0), walls.map.wrap);
            walls.dig(walls.map.size().index(Point::new(tile.x - first.x, tile.y - first.y)), cx);
        }
    }
    Ok(())
}

/// A map with sides as tiles: rooms at odd positions, walls between them, posts where four walls meet.
/// On a wrapped axis the first wall is also the last one, so there is one tile less.
fn picture_of_sides(walls: &Walls<'_>, cx: &BuildCx<'_>) -> Result<Grid<Material>, BuildError> {
    let (size, wrap) = (walls.map.size(), walls.map.wrap);
    let length = |cells: u16, wraps: bool| 2 * u32::from(cells) + u32::from(!wraps);
    let places = numbered(cx.claim(length(size.w, wrap.x()), length(size.h, wrap.y()))?)?;
    Ok(Grid::from_fn(places, |place| match Spot::at(place, 2, size) {
        Spot::Cell(cell) if walls.map.is_open(cell) => Material::Open,
        Spot::Line(cell, dir) => {
            let wall = Wall { here: size.index(cell), dir };
            match walls.beyond(wall) {
                Some(_) => Material::Soft,
                None if walls.passages.ways(wall.here).contains(dir) => Material::Open,
                None => Material::Hard,
            }
        }
        _ => Material::Hard,
    }))
}

/// A map of tiles with one more ring around it, except where it wraps: outside of the map is wall too.
/// Tiles on the border stay.
fn picture_of_tiles(walls: &Walls<'_>, cx: &BuildCx<'_>) -> Result<Grid<Material>, BuildError> {
    let (size, wrap) = (walls.map.size(), walls.map.wrap);
    let length = |cells: u16, wraps: bool| u32::from(cells) + 2 * u32::from(!wraps);
    let places = numbered(cx.claim(length(size.w, wrap.x()), length(size.h, wrap.y()))?)?;
    let mut picture = Grid::new(places, Material::Hard);
    for (p, tile) in walls.map.tiles.iter() {
        let on_border = !wrap.x() && (p.x == 0 || p.x == size.w - 1) || !wrap.y() && (p.y == 0 || p.y == size.h - 1);
        picture[spot_of_tile(p, wrap)] = match tile.is_solid() {
            false => Material::Open,
            true if on_border => Material::Hard,
            true => Material::Soft,
        };
    }
    Ok(picture)
}

/// Refuses a picture with more cells than a cut can number.
fn numbered(places: Size) -> Result<Size, BuildError> {
    if places.area() < Cut::PLACES {
        return Ok(places);
    }
    Err(BuildError::impossible(format!("a minimum cut through {places} walls and rooms is too large")))
}

fn spot_of_tile(p: Point, wrap: Wrap) -> Point {
    Point::new(p.x + u16::from(!wrap.x()), p.y + u16::from(!wrap.y()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_that_cannot_be_numbered_are_refused() {
        assert!(numbered(Size::new(65535, 32767)).is_ok());
        assert!(!numbered(Size::new(65535, 65535)).unwrap_err().is_retryable());
        assert!(u64::from(Cut::PLACES) * 2 <= u64::from(u32::MAX) + 1);
    }
}
