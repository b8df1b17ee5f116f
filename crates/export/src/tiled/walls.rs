//! The sides of a map as walls: lines along every side that leads nowhere.
//!
//! A wall is drawn half in each of the two cells it parts. A tile is known by which of its sides are walled, and there
//! are 16 ways for that. But where two walls of *other* cells meet in a corner of a cell, the cell must show the post
//! there, or the joint would have a notch. A corner can only have such a post if neither of its own two sides is
//! walled. That makes 47 tiles, for the reason that a blob has 47: it is the same picture with walled for unlike.
//!
//! The first 16 have no posts and stand in the order N=1 E=2 S=4 W=8; they make up the Wang set. Those with posts
//! follow.

use mapwright_core::{BuilderMap, Color, Dir, Grid, Passages};
use mapwright_render::{RenderError, RgbaImage, Style};

use super::map::TiledSheet;
use super::property::TiledProperty;
use super::set::{TiledTile, WangColor, WangKind, WangSet, WangTile};
use super::sheet::{fill, sheet};

/// Sides in the low four bits, posts (NE SE SW NW) in the high ones.
type Looks = u8;

/// The tileset, and the number of each cell's tile, counted from 1; 0 where there is neither wall nor post.
pub(super) fn walls(map: &BuilderMap, tile: (u32, u32), style: &Style) -> Result<(TiledSheet, Grid<u32>), RenderError> {
    let all = all();
    let color = style.palette.look(mapwright_core::Tile::WALL).color;
    let pictures: Vec<RgbaImage> = all.iter().map(|&looks| picture(looks, tile, color)).collect();
    let mut made = sheet("walls", 8, &pictures)?;
    let told = |(&looks, at): (&Looks, u32)| TiledTile {
        tile: at,
        kind: "walls".to_owned(),
        properties: vec![TiledProperty::int("walls", looks & 15)],
    };
    made.set.tiles = all.iter().zip(0..).map(told).collect();
    made.set.wang_sets = vec![wang_set(color, style.theme.board)];
    let mut numbers = [0u32; 256];
    for (&looks, number) in all.iter().zip(1..) {
        numbers[usize::from(looks)] = number;
    }
    numbers[0] = 0;
    let passages = map.passages();
    let lattice = Passages::lattice(map.size(), map.wrap);
    let number = |at| numbers[usize::from(looks(&passages, &lattice, map.size().index(at)))];
    Ok((made, Grid::from_fn(map.size(), number)))
}

/// The 47 looks.
fn all() -> Vec<Looks> {
    let fits = |looks: &Looks| (0..4u32).all(|corner| looks >> (4 + corner) & 1 == 0 || !touched(looks & 15, corner));
    (0..=u8::MAX).filter(fits).collect()
}

/// Whether one of the two sides of a corner is walled. Corner `c` lies between side `c` and the next one clockwise.
const fn touched(sides: u8, corner: u32) -> bool {
    (sides >> corner | sides >> ((corner + 1) & 3)) & 1 == 1
}

fn looks(passages: &Passages, lattice: &Passages, cell: u32) -> Looks {
    let walled = |cell: u32, dir: Dir| !passages.dirs(cell).contains(dir);
    let sides = Dir::ALL.into_iter().fold(0, |bits, dir| bits | u8::from(walled(cell, dir)) << dir as u8);
    let post = |corner: u32| {
        let (one, two) = (Dir::from_index(corner), Dir::from_index(corner + 1));
        let beyond = |way: Dir, side: Dir| lattice.beside(cell, way).is_some_and(|next| walled(next, side));
        !touched(sides, corner) && (beyond(one, two) || beyond(two, one))
    };
    (0..4).fold(sides, |bits, corner| bits | u8::from(post(corner)) << (4 + corner))
}

/// How far a wall reaches into a cell: all walls are twice as thick.
pub(super) fn reach(length: u32) -> u32 {
    ((length + 4) / 12).clamp(1, length.max(1))
}

fn picture(looks: Looks, (w, h): (u32, u32), color: Color) -> RgbaImage {
    let mut tile = RgbaImage::new(w, h);
    let (thick, high) = (reach(w), reach(h));
    let has = |bit: u32| looks >> bit & 1 == 1;
    let (right, bottom) = (w - thick, h - high);
    let sides = [((0, 0), (w, high)), ((right, 0), (thick, h)), ((0, bottom), (w, high)), ((0, 0), (thick, h))];
    let posts = [(right, 0), (right, bottom), (0, bottom), (0, 0)];
    for (bit, (at, size)) in (0..).zip(sides.into_iter().chain(posts.map(|at| (at, (thick, high))))) {
        if has(bit) {
            fill(&mut tile, at, size, color);
        }
    }
    tile
}

fn wang_set(wall: Color, open: Color) -> WangSet {
    let color = |name: &str, color| WangColor { name: name.to_owned(), color, tile: None, probability: 1.0 };
    let tile = |code: u8| {
        let side = |bit: u8| 1 + (code >> bit & 1);
        WangTile { tile: code.into(), wang_id: [side(0), 0, side(1), 0, side(2), 0, side(3), 0] }
    };
    WangSet {
        name: "walls".to_owned(),
        kind: WangKind::Edge,
        tile: None,
        colors: vec![color("open", open), color("wall", wall)],
        tiles: (0..16).map(tile).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_47_looks_and_the_plain_ones_come_first() {
        let all = all();
        assert_eq!(all.len(), 47);
        assert!(all[..16].iter().copied().eq(0..16));
    }
}
