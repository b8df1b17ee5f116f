//! Tiles: one color each. Floor lies in the shadow of walls to the north and west, and rock away from
//! any open cell is a little darker, so that caves have an edge and some depth.

use crate::raster::Raster;
use image::RgbaImage;
use mapwright_core::{BuilderMap, Color, Dir, Dirs, Grid, Tile};

use super::{Look, Packed, Unpacked};
use crate::picture::canvas::{self, UNIT, blank, mix};
use crate::picture::style::Style;

#[derive(Debug)]
pub(in crate::picture) struct Tiles<'a> {
    tiles: &'a Grid<Tile>,
    /// The borders that can be stepped over.
    crossings: Dirs,
    style: &'a Style,
}

/// What shadows need to know of a cell. A place beyond a border is neither.
const OPEN: u8 = 1;
const SOLID: u8 = 2;

/// Whether cells of this many pixels have room for a shadow.
const fn has_shadows(scale: u32) -> bool {
    scale > 2
}

impl<'a> Tiles<'a> {
    pub(in crate::picture) fn new(map: &'a BuilderMap, style: &'a Style) -> Self {
        Tiles { tiles: &map.tiles, crossings: map.wrap.crossings(map.size()), style }
    }

    /// Whether the cells of a row are open or solid, and the places before the first and behind the last one.
    fn row(&self, y: Option<u16>) -> Vec<u8> {
        let w = usize::from(self.tiles.size().w);
        let mut row = vec![0; w + 2];
        let Some(y) = y else { return row };
        for (place, tile) in row[1..].iter_mut().zip(self.tiles.row(y)) {
            *place = if tile.is_solid() { SOLID } else { OPEN };
        }
        if self.crossings.contains(Dir::E) {
            (row[0], row[w + 1]) = (row[w], row[1]);
        }
        row
    }

    /// The row beside another one, around the map if it wraps.
    fn beside(&self, y: u16, dir: Dir) -> Option<u16> {
        let last = self.tiles.size().h - 1;
        let around = |to| self.crossings.contains(dir).then_some(to);
        match dir {
            Dir::N => y.checked_sub(1).or(around(last)),
            _ => {
                if y < last {
                    Some(y + 1)
                } else {
                    around(0)
                }
            }
        }
    }

    /// The shade of each cell in a row, by the eight cells around it.
    ///
    /// Solid: 1 if none of them is open. Open: one bit for a solid cell to the north, one for the west; else one for
    /// the corner between: beside a longer shadow, that of a corner does not show. Plain loops over bytes, which
    /// compilers turn into vector code.
    pub(in crate::picture) fn shades(&self, y: u16) -> Vec<u8> {
        let [north, here, south] = [self.beside(y, Dir::N), Some(y), self.beside(y, Dir::S)].map(|y| self.row(y));
        let columns: Vec<u8> = north.iter().zip(&here).zip(&south).map(|((n, h), s)| n | h | s).collect();
        let tiles = self.tiles.row(y);
        let deep = tiles.iter().zip(&columns).zip(&columns[1..]).zip(&columns[2..]);
        let deep = deep.map(|(((&tile, a), b), c)| u8::from(tile == Tile::WALL && (a | b | c) & OPEN == 0));
        let mut shades: Vec<u8> = deep.collect();
        if has_shadows(self.style.scale) {
            let around = here[1..].iter().zip(&here).zip(&north).zip(&north[1..]);
            for (shade, (((&here, west), corner), north)) in shades.iter_mut().zip(around) {
                let sides = (north & SOLID) >> 1 | west & SOLID;
                let shadow = if sides == 0 { (corner & SOLID) << 1 } else { sides };
                *shade = if here == OPEN { shadow } else { *shade };
            }
        }
        shades
    }

    /// The picture of a tile in a shade.
    pub(in crate::picture) fn paint_shade(&self, tile: Tile, shade: u8) -> RgbaImage {
        self.paint(Packed::default().with(tile.0.into(), 8).with(shade.into(), 3).look)
    }

    fn paint(&self, look: Look) -> RgbaImage {
        let mut look = Unpacked(look);
        let tile = Tile(u8::try_from(look.take(8)).unwrap_or(0));
        let (first, second, third) = (look.flag(), look.flag(), look.flag());
        let (scale, ink) = (self.style.scale, self.style.theme.ink);
        let plain = self.style.palette.look(tile).color;
        if tile.is_solid() {
            let color = if first { mix(plain, self.style.theme.paper, 1, 7) } else { plain };
            let mut stamp = blank(scale, scale, color);
            self.furnish(&mut stamp, tile, plain);
            return stamp;
        }
        let color = plain;
        let mut stamp = blank(scale, scale, color);
        self.shadow(&mut stamp, mix(color, ink, 1, 4), [first, second, third]);
        self.furnish(&mut stamp, tile, color);
        stamp
    }

    /// The shadow of walls to the north, to the west, and of one that only touches the corner.
    fn shadow(&self, stamp: &mut RgbaImage, color: Color, [north, west, corner]: [bool; 3]) {
        if !has_shadows(self.style.scale) {
            return;
        }
        let scale = i64::from(self.style.scale);
        let depth = (scale + 2) / 5;
        let narrow = (scale + 4) / 8;
        if north {
            stamp.fill((0, 0), (scale, depth), color);
        }
        if west {
            stamp.fill((0, 0), (narrow, scale), color);
        }
        if corner {
            stamp.fill((0, 0), (narrow, depth), color);
        }
    }

    /// Trees and pillars are round, doors are slabs, stairs have steps.
    fn furnish(&self, stamp: &mut RgbaImage, tile: Tile, color: Color) {
        let scale = i64::from(self.style.scale);
        if scale < 6 {
            return;
        }
        let ink = self.style.theme.ink;
        let floor = self.style.palette.look(Tile::FLOOR).color;
        let whole = (scale, scale);
        match tile {
            Tile::TREE | Tile::PILLAR => {
                let ground = if tile == Tile::TREE { self.style.palette.look(Tile::GRASS).color } else { floor };
                stamp.fill((0, 0), whole, ground);
                let (middle, radius) = (scale * UNIT / 2, scale * UNIT * 2 / 5);
                let within = |x: i64, y: i64, r: i64| x * x + y * y <= r * r;
                canvas::paint(stamp, (0, 0), whole, |x, y| {
                    let (x, y) = (x - middle, y - middle);
                    let light = within(x + radius / 4, y + radius / 4, radius / 2);
                    within(x, y, radius).then(|| if light { mix(color, floor, 1, 4) } else { color })
                });
            }
            Tile::STAIRS_DOWN | Tile::STAIRS_UP => {
                let step = (scale / 4).max(1);
                for i in (0..4).filter(|i| i % 2 == 0) {
                    stamp.fill((0, i * step), (scale, step), mix(color, ink, 1, 3));
                }
            }
            Tile::DOOR | Tile::WINDOW => {
                let rim = (scale / 8).max(1);
                let dark = mix(color, ink, 1, 2);
                stamp.fill((0, 0), whole, dark);
                stamp.fill((rim, rim), (scale - 2 * rim, scale - 2 * rim), color);
            }
            _ => {}
        }
    }
}
