//! The cell that represents a room.

use mapwright_core::{Grid, Point, Rect, Tile};

/// The entrance of a room: its center or, if that is solid, the open cell nearest to it in steps, the
/// first of several in row-major order. `None` if no cell of the room is open. The room must lie on the map.
///
/// Corridors run from entrance to entrance, so after a corridor stage all entrances are connected. Stages that
/// change rooms later keep them connected, even if other cells become the entrances.
pub(crate) fn entrance(tiles: &Grid<Tile>, room: Rect) -> Option<Point> {
    let center = room.center();
    let is_open = |p: &Point| tiles.get(*p).is_some_and(|tile| !tile.is_solid());
    if is_open(&center) && room.contains(center) {
        return Some(center);
    }
    let steps = |p: &Point| u32::from(p.x.abs_diff(center.x)) + u32::from(p.y.abs_diff(center.y));
    room.points().filter(is_open).min_by_key(steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::Size;

    #[test]
    fn the_entrance_is_the_center_or_the_nearest_open_cell() {
        let check = |open: &[(u16, u16)], room: Rect, expected: Option<(u16, u16)>| {
            let mut tiles = Grid::new(Size::new(7, 5), Tile::WALL);
            open.iter().for_each(|&p| tiles[Point::from(p)] = Tile::FLOOR);
            assert_eq!(entrance(&tiles, room), expected.map(Point::from));
        };
        let room = Rect::new(1, 1, 5, 3);
        check(&[(3, 2), (1, 1)], room, Some((3, 2)));
        check(&[(1, 1), (4, 2), (2, 2)], room, Some((2, 2)));
        check(&[(0, 0), (6, 4)], room, None);
        check(&[(0, 0)], Rect::new(0, 0, 0, 5), None);
        check(&[(6, 4)], Rect::new(6, 4, 1, 1), Some((6, 4)));
    }
}
