//! Walls as tiles stand where the text drawing has lines.

use mapwright_core::text::{LineWidth, TextForm, TextStyle, text};
use mapwright_core::{BuilderMap, Grid, MapRng, Passages, Sides, Size, Tile, Wrap, join_sides};
use mapwright_graph::Flat;

const SIZES: [(u16, u16); 8] = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 7), (7, 1), (3, 2), (5, 8)];

fn random_maze(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    let mut sides = Grid::new(size, Sides::CLOSED);
    let lattice = Passages::lattice(size, wrap);
    for cell in 0..size.area() {
        for dir in lattice.dirs(cell).iter() {
            if rng.chance(0.4) {
                join_sides(&mut sides, cell, dir, lattice.step(cell, dir));
            }
        }
    }
    map.sides = Some(sides);
    map
}

/// What the text drawing has lines on is a wall, and nothing else is.
#[test]
fn walls_are_where_the_drawing_has_lines() {
    let mut rng = MapRng::new(5);
    for (w, h) in SIZES {
        for wrap in Wrap::ALL {
            let map = random_maze(Size::new(w, h), wrap, &mut rng);
            let style = TextStyle { form: TextForm::Maze, width: LineWidth::Narrow, ..TextStyle::default() };
            let drawn = text(&map, &style).unwrap();
            let flat = Flat::from_map(&map, 1, u64::MAX).unwrap();
            for (y, (row, line)) in flat.tiles.rows().zip(drawn.lines()).enumerate() {
                for (x, (tile, glyph)) in row.iter().zip(line.chars()).enumerate() {
                    // A drawing does not see the lines that come to a border from beyond.
                    let is_end = |at: usize, length: usize| at == 0 || at + 1 == length;
                    let is_border = is_end(x, row.len()) || is_end(y, usize::from(flat.tiles.size().h));
                    let is_unsure = wrap != Wrap::None && is_border && x % 2 == 0 && y % 2 == 0;
                    assert!(is_unsure || tile.is_solid() == (glyph != ' '), "{wrap} {x} {y}\n{drawn}");
                }
            }
        }
    }
}
