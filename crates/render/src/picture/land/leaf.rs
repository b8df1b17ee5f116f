//! How the leaf of a door, or the pane of a window, lies in its cell.

use mapwright_core::{BuilderMap, Dir, Point, Tile};

use super::ground::is_rock;

/// Whether a leaf lies from west to east: passages lead north and south, or the cells to the west and east hold it
/// better. Rock holds best; other doors, what is solid, and the map's edge hold half as well.
pub(crate) fn lies_across(map: &BuilderMap, at: Point) -> bool {
    let count = |dirs: [Dir; 2], hold: &dyn Fn(Dir) -> u32| dirs.map(hold).into_iter().sum::<u32>();
    if let Some(sides) = &map.sides {
        let opens = |dir: Dir| u32::from(sides[at].is_open(dir));
        return count([Dir::N, Dir::S], &opens) >= count([Dir::E, Dir::W], &opens);
    }
    let holds = |dir: Dir| {
        let (dx, dy) = dir.delta();
        let next = map.wrap.cell_at(i32::from(at.x) + dx, i32::from(at.y) + dy, map.size());
        match next.map(|next| map.tiles[next]) {
            Some(tile) if is_rock(tile) => 2,
            Some(tile) => u32::from(tile == Tile::DOOR || tile.is_solid()),
            None => 1,
        }
    };
    count([Dir::E, Dir::W], &holds) >= count([Dir::N, Dir::S], &holds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{Grid, Sides, Size, Wrap};

    #[test]
    fn a_leaf_lies_between_what_holds_it() {
        let mut map = BuilderMap::filled(Size::new(3, 3), Wrap::None, Tile::FLOOR);
        let middle = Point::new(1, 1);
        assert!(lies_across(&map, middle), "of equals, across");
        map.tiles[Point::new(1, 0)] = Tile::TREE;
        assert!(!lies_across(&map, middle));
        map.tiles[Point::new(0, 1)] = Tile::WALL;
        assert!(lies_across(&map, middle), "rock holds better than a tree");
        assert!(lies_across(&map, Point::new(2, 0)), "between a tree and the map's edge");
        assert!(!lies_across(&map, Point::new(0, 2)), "between a wall and the map's edge");
        let mut sides = Grid::new(map.size(), Sides::CLOSED);
        sides[middle].open(Dir::W);
        map.sides = Some(sides);
        assert!(!lies_across(&map, middle), "it closes the passage to the west");
    }
}
