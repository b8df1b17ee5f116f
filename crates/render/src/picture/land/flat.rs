//! Cells of one to three pixels: one color a cell, from a table of tiles.

use std::collections::BTreeMap;

use image::RgbaImage;
use mapwright_core::{Color, Dir, Grid, Passages, Point, Tile, Wrap};

use crate::picture::canvas::{blank, mix};
use crate::picture::cells::Cells;
use crate::picture::style::{Kind, Style};
use crate::picture::theme::{Hatch, Theme};
use crate::scene::{STEPS, Scene};

const OPEN: u8 = 1;
const SOLID: u8 = 2;

/// The colors of a map's cells.
#[derive(Debug)]
pub(crate) struct FlatGround<'a> {
    tiles: &'a Grid<Tile>,
    wrap: Wrap,
    theme: &'a Theme,
    scale: u32,
    /// The look of each tile, first far from open ground, then beside it.
    looks: Vec<u32>,
    /// Where walls stand between cells.
    passages: Option<&'a Passages>,
    regions: Option<&'a Grid<u16>>,
    tints: Option<&'a Grid<u8>>,
}

/// The look of each tile, first far from open ground, then beside it, where a wall shows its edge.
fn looks(theme: &Theme, own: &BTreeMap<Tile, Color>) -> Vec<u32> {
    let color = |tile| match Tile(tile) {
        Tile::FLOOR => theme.floor,
        Tile::DOOR | Tile::BRIDGE => theme.wood,
        Tile::STAIRS_DOWN | Tile::STAIRS_UP => theme.stone_dark,
        Tile::WATER => theme.water[1],
        Tile::DEEP_WATER => theme.water[4],
        Tile::SAND => theme.sand,
        Tile::GRAVEL => theme.gravel,
        Tile::GRASS => theme.grass,
        Tile::ROAD => theme.road,
        Tile::TREE => mix(theme.tree, theme.tree_dark, 1, 2),
        Tile::PILLAR => theme.stone_dark,
        Tile::WINDOW => theme.glass,
        Tile::CHASM => theme.chasm(),
        Tile::WALL => theme.rock_far,
        tile => match own.get(&tile) {
            Some(&color) => color,
            None if tile.is_solid() => theme.rock_far,
            None => theme.floor,
        },
    };
    let far = (0..=u8::MAX).map(color);
    let near = (0..=u8::MAX).map(|tile| if Tile(tile) == Tile::WALL { edge(theme) } else { color(tile) });
    far.chain(near).map(number).collect()
}

/// A color as a number.
const fn number(Color(r, g, b): Color) -> u32 {
    u32::from_be_bytes([0, r, g, b])
}

/// Rock beside open ground. What is drawn in lines has an outline, or rock and floor would be one color.
fn edge(theme: &Theme) -> Color {
    if theme.hatch == Hatch::None && theme.ao > 0 { theme.rock } else { mix(theme.rock, theme.rim, 1, 2) }
}

impl Cells for FlatGround<'_> {
    /// The color of a cell as a number.
    fn looks(&self, y: u16, looks: &mut [u32]) {
        let size = self.tiles.size();
        if let Some(passages) = self.passages {
            for (x, look) in (0..).zip(&mut *looks) {
                let at = Point::new(x, y);
                let open = passages.dirs(size.index(at)).len();
                let region = self.regions.map_or(0, |regions| regions[at]);
                let floor = if region > 0 { self.theme.region(region.into()) } else { self.theme.floor };
                *look = number(match (open, region) {
                    (0, 0) => self.theme.rock,
                    _ => mix(floor, self.theme.rock, 4 - open, 8),
                });
            }
        } else {
            self.of_tiles(y, looks);
        }
        let Some(tints) = self.tints else { return };
        for ((look, &tint), tile) in looks.iter_mut().zip(tints.row(y)).zip(self.tiles.row(y)) {
            if tint > 0 && !tile.is_solid() {
                let [_, r, g, b] = look.to_be_bytes();
                *look = number(mix(Color(r, g, b), self.theme.far, tint.into(), STEPS * 3 / 2));
            }
        }
    }

    /// The picture of a color.
    fn paint(&self, look: u32) -> RgbaImage {
        let [_, r, g, b] = look.to_be_bytes();
        blank(self.scale, self.scale, Color(r, g, b))
    }
}

impl<'a> FlatGround<'a> {
    /// The cells of a scene. In a maze, the more walls a cell has, the darker it is.
    pub(crate) fn new(
        scene: &'a Scene<'_>,
        tiles: &'a Grid<Tile>,
        regions: Option<&'a Grid<u16>>,
        style: &'a Style,
    ) -> FlatGround<'a> {
        FlatGround {
            tiles,
            wrap: scene.wrap,
            theme: &style.theme,
            scale: style.scale,
            looks: looks(&style.theme, &scene.own_tiles),
            passages: scene.passages.as_ref().filter(|_| scene.kind == Kind::Maze),
            regions,
            tints: scene.tints.as_ref(),
        }
    }

    /// Whether the cells of a row are open or solid, and the places before the first and behind the last one.
    fn row(&self, y: Option<u16>) -> Vec<u8> {
        let w = usize::from(self.tiles.size().w);
        let mut row = vec![0; w + 2];
        let Some(y) = y else { return row };
        for (place, tile) in row[1..].iter_mut().zip(self.tiles.row(y)) {
            *place = if tile.is_solid() { SOLID } else { OPEN };
        }
        if self.wrap.crossings(self.tiles.size()).contains(Dir::E) {
            (row[0], row[w + 1]) = (row[w], row[1]);
        }
        row
    }

    /// The looks of a row of cells. Plain loops over bytes, which compilers turn into vector code; the last one looks up
    /// a table, since a branch on walls beside open ground is guessed wrong in caves.
    fn of_tiles(&self, y: u16, looks: &mut [u32]) {
        let size = self.tiles.size();
        let wraps = self.wrap.crossings(size).contains(Dir::N);
        let above = y.checked_sub(1).or(wraps.then_some(size.h - 1));
        let below = if y + 1 < size.h { Some(y + 1) } else { wraps.then_some(0) };
        let [north, here, south] = [above, Some(y), below].map(|y| self.row(y));
        let columns: Vec<u8> = north.iter().zip(&here).zip(&south).map(|((n, h), s)| n | h | s).collect();
        let around = columns.iter().zip(&columns[1..]).zip(&columns[2..]).map(|((a, b), c)| (a | b | c) & OPEN);
        for ((look, tile), near) in looks.iter_mut().zip(self.tiles.row(y)).zip(around) {
            *look = self.looks[usize::from(near) << 8 | usize::from(tile.0)];
        }
    }
}
