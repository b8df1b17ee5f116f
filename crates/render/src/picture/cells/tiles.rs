//! Tiles: one color each. Floor lies in the shadow of walls to the north and west, and rock away from
//! any open cell is a little darker, so that caves have an edge and some depth.

use crate::image::RgbaImage;
use mapwright_core::{BuilderMap, Color, Dir, Grid, Passages, Point, Tile};

use super::{Look, Packed, Unpacked};
use crate::picture::canvas::{self, UNIT, blank, mix};
use crate::picture::style::Style;
use crate::picture::tint::{self, STEPS};

#[derive(Debug)]
pub(in crate::picture) struct Tiles<'a> {
    tiles: &'a Grid<Tile>,
    lattice: Passages,
    tints: Option<Grid<u32>>,
    style: &'a Style,
}

impl<'a> Tiles<'a> {
    pub(in crate::picture) fn new(map: &'a BuilderMap, style: &'a Style) -> Self {
        let tints = tint::tints(map, style);
        Tiles { tiles: &map.tiles, lattice: Passages::lattice(map.size(), map.wrap), tints, style }
    }

    fn open_beside(&self, cell: u32, dir: Dir) -> bool {
        self.lattice.beside(cell, dir).is_some_and(|next| !self.tiles[next].is_solid())
    }

    fn solid_beside(&self, cell: u32, dir: Dir) -> bool {
        self.lattice.beside(cell, dir).is_some_and(|next| self.tiles[next].is_solid())
    }

    /// Whether none of the eight cells round a solid one is open.
    fn is_deep(&self, cell: u32) -> bool {
        let clear = |dir: Dir| match self.lattice.beside(cell, dir) {
            Some(next) => {
                self.tiles[next].is_solid()
                    && !self.open_beside(next, dir.turned(1))
                    && !self.open_beside(next, dir.turned(3))
            }
            None => true,
        };
        Dir::ALL.into_iter().all(clear)
    }

    pub(super) fn look(&self, at: Point) -> Look {
        let cell = self.tiles.size().index(at);
        let tile = self.tiles[cell];
        let (mut shades, mut step) = (0, 0);
        if tile.is_solid() {
            shades = u32::from(tile == Tile::WALL && self.is_deep(cell));
        } else {
            let corner = self.lattice.beside(cell, Dir::N).is_some_and(|next| self.solid_beside(next, Dir::W));
            shades |= u32::from(self.solid_beside(cell, Dir::N));
            shades |= u32::from(self.solid_beside(cell, Dir::W)) << 1;
            // Beside a longer shadow that of a corner does not show.
            shades |= u32::from(corner && shades == 0) << 2;
            step = self.tints.as_ref().map_or(0, |tints| tints[cell]);
        }
        Packed::default().with(u32::from(tile.0), 8).with(shades, 3).with(step, 8).look
    }

    /// The shade of a cell, without its tint.
    pub(in crate::picture) fn shade(&self, at: Point) -> u8 {
        let mut look = Unpacked(self.look(at));
        look.take(8);
        u8::try_from(look.take(3)).unwrap_or(0)
    }

    /// The picture of a tile in a shade, without tint.
    pub(in crate::picture) fn paint_shade(&self, tile: Tile, shade: u8) -> RgbaImage {
        self.paint(Packed::default().with(tile.0.into(), 8).with(shade.into(), 3).look)
    }

    pub(super) fn paint(&self, look: Look) -> RgbaImage {
        let mut look = Unpacked(look);
        let tile = Tile(u8::try_from(look.take(8)).unwrap_or(0));
        let (first, second, third) = (look.flag(), look.flag(), look.flag());
        let step = look.take(8);
        let (scale, ink) = (self.style.scale, self.style.theme.ink);
        let plain = self.style.palette.look(tile).color;
        if tile.is_solid() {
            let color = if first { mix(plain, self.style.theme.background, 1, 7) } else { plain };
            let mut stamp = blank(scale, scale, color);
            self.furnish(&mut stamp, tile, plain);
            return stamp;
        }
        let color = if tile == Tile::FLOOR { mix(plain, self.style.theme.far, step, STEPS) } else { plain };
        let mut stamp = blank(scale, scale, color);
        self.shadow(&mut stamp, mix(color, ink, 1, 4), [first, second, third]);
        self.furnish(&mut stamp, tile, color);
        stamp
    }

    /// The shadow of walls to the north, to the west, and of one that only touches the corner.
    fn shadow(&self, stamp: &mut RgbaImage, color: Color, [north, west, corner]: [bool; 3]) {
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
