//! What stands on the ground: bridges, pillars, windows, trees, stairs, doors, and tiles that only the palette knows.
//!
//! Trees are painted in four turns, all shadows, then all outlines, then all crowns, then all lights: so a wood has one
//! outline.

use std::collections::BTreeMap;

use mapwright_core::{Color, Dir, Tile};

use super::Landscape;
use super::band::InkBand;
use super::noise::purpose;
use super::shapes::{Outline, UNIT, UnitPos};
use crate::picture::canvas::mix;
use crate::picture::style::Style;
use crate::picture::theme::{IconInk, Theme};
use crate::scene::{QuarterPoint, Scene, SceneMark};

const WHITE: Color = Color(255, 255, 255);

/// A door as it is painted in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PaintedDoor {
    lock: Option<u8>,
    way: Option<Dir>,
    /// Whether the leaf lies from west to east.
    is_across: bool,
    /// The ends of its arms, if it is no straight leaf.
    ends: Vec<QuarterPoint>,
}

impl PaintedDoor {
    /// Whether it says more than that it is a door.
    const fn is_special(&self) -> bool {
        self.lock.is_some() || self.way.is_some()
    }

    fn fill(&self, theme: &Theme) -> Color {
        match (self.way, self.lock) {
            (Some(_), _) => theme.stone,
            (None, Some(lock)) if theme.icons != IconInk::Line => theme.lock(lock),
            _ => theme.wood,
        }
    }
}

/// Half the thickness of a leaf, in cells of a length.
const fn half_leaf(cell: i64) -> i64 {
    cell * 12 / 64
}

/// The thickness of the line around a leaf.
fn door_rim(cell: i64) -> i64 {
    (cell / 18).max(6)
}

/// The things of a map that its tiles do not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Things {
    /// By row and column.
    doors: BTreeMap<(i32, i32), PaintedDoor>,
    /// The colors of tiles that have no picture here.
    others: BTreeMap<Tile, Color>,
    /// Stairs that a mark covers.
    covered: Vec<(i32, i32)>,
}

impl Things {
    pub(super) fn of(scene: &Scene<'_>, style: &Style) -> Things {
        let mut doors: BTreeMap<(i32, i32), PaintedDoor> = BTreeMap::new();
        let has_sprite = style.sprites.as_ref().is_some_and(|sprites| sprites.door.is_some());
        for door in scene.doors.iter().filter(|door| !has_sprite && !door.is_window) {
            for cell in &door.cells {
                let known = doors.entry((cell.at.y.into(), cell.at.x.into())).or_default();
                known.is_across = cell.is_across;
                if cell.is_bent {
                    known.ends = cell.ends().map(|(_, end)| end).collect();
                }
                if style.marks {
                    known.lock = known.lock.or(door.lock);
                    known.way = known.way.or(door.way);
                }
            }
        }
        let ends = scene.marks.iter().filter(|(_, mark)| matches!(mark, SceneMark::Start | SceneMark::Exit));
        Things {
            doors,
            others: scene.own_tiles.clone(),
            covered: ends.map(|(at, _)| (at.x.into(), at.y.into())).collect(),
        }
    }
}

/// A tree: its middle, its radius, and the chance it grew by.
#[derive(Clone, Copy)]
struct Tree {
    at: UnitPos,
    r: i64,
    chance: i64,
}

/// The lobes of a crown, in sevenths of its radius.
const LOBES: [UnitPos; 5] = [(0, -3), (3, -1), (2, 3), (-2, 3), (-3, -1)];

impl InkBand<'_, '_, '_> {
    /// Everything that stands in the band, or in the rows beside it and reaches into the band.
    pub(super) fn things(&mut self) {
        let land = self.land;
        let axes = land.terrain.axes;
        let span = |cells: i32, wraps: bool| if wraps { (-1, cells + 1) } else { (0, cells) };
        let ((left, right), (top, bottom)) = (span(axes.w, axes.wrap.x()), span(axes.h, axes.wrap.y()));
        let (mut trees, mut stairs) = (Vec::new(), Vec::new());
        for y in (self.y - 1).max(top)..(self.y + 2).min(bottom) {
            for x in left..right {
                match land.terrain.tiles.at(x, y) {
                    Tile::BRIDGE if y == self.y => self.bridge(x, y),
                    Tile::PILLAR => self.pillar(x, y),
                    Tile::WINDOW if y == self.y => self.window(x, y),
                    Tile::TREE => trees.push(self.tree(x, y)),
                    Tile::STAIRS_DOWN | Tile::STAIRS_UP if y == self.y => stairs.push(x),
                    tile if y == self.y && !land.things.others.is_empty() => self.other(x, y, tile),
                    _ => {}
                }
            }
        }
        self.wood(&trees);
        stairs.into_iter().for_each(|x| self.stairs(x));
        self.doors(|_| true);
    }

    /// Doors of a sort, in the band and beside it: first those that bend, which reach beyond their cells.
    pub(super) fn doors(&mut self, is_shown: impl Fn(&PaintedDoor) -> bool) {
        let (land, axes) = (self.land, self.land.terrain.axes);
        let of_row = |y: i32| {
            let row = if axes.wrap.y() { axes.y(y) } else { y };
            let part = move |from: i32, to: i32, aside: i32| {
                land.things.doors.range((row, from)..(row, to)).map(move |(&(_, x), door)| ((x + aside, y), door))
            };
            // Around the map, from the west to the east as anywhere else.
            let (before, after) = if axes.wrap.x() { (axes.w - 1, 1) } else { (axes.w, 0) };
            part(before, axes.w, -axes.w).chain(part(0, axes.w, 0)).chain(part(0, after, axes.w))
        };
        let doors: Vec<_> = (self.y - 1..=self.y + 1).flat_map(of_row).filter(|(_, door)| is_shown(door)).collect();
        let (bent, straight): (Vec<_>, Vec<_>) = doors.into_iter().partition(|(_, door)| !door.ends.is_empty());
        for is_rim in [true, false] {
            bent.iter().for_each(|&(at, door)| self.bent_door(at, door, is_rim));
        }
        straight.into_iter().for_each(|(at, door)| self.door(at, door));
    }

    fn rect(&mut self, (l, t): UnitPos, (r, b): UnitPos, color: Color, alpha: i32) {
        self.rows.paint(Outline::Rect((l, t), (r, b)), color, alpha);
    }

    /// Planks across the way, rails along it.
    fn bridge(&mut self, x: i32, y: i32) {
        let (land, u, (l, t)) = (self.land, self.land.unit(), self.corner(x, y));
        let theme = &land.theme;
        let is_level = land.terrain.is_level_bridge(x, y);
        // Along and across the way.
        let at = |along: i64, across: i64| if is_level { (l + along, t + across) } else { (l + across, t + along) };
        let (inset, plank) = (u / 8, (u / 24).max(6));
        if theme.ao > 0 {
            self.rect(at(0, inset + u / 10), at(u, u - inset + u / 8), theme.shade, 90);
        }
        self.rect(at(0, inset), at(u, u - inset), theme.wood, 256);
        for i in 0..3 {
            self.rect(at(u * i / 3, inset), at(u * i / 3 + plank, u - inset), theme.wood_dark, 150);
        }
        for rail in [inset, u - inset - u / 10] {
            self.rect(at(0, rail), at(u, rail + u / 10), theme.wood_dark, 256);
        }
    }

    fn pillar(&mut self, x: i32, y: i32) {
        let (theme, u, (l, t)) = (&self.land.theme, self.land.unit(), self.corner(x, y));
        let (cx, cy, r) = (l + u / 2, t + u / 2, u * 5 / 16);
        if theme.ao > 0 {
            self.rows.paint(Outline::Disc((cx + u / 9, cy + u / 7), r), theme.shade, 100);
        }
        self.rows.paint(Outline::Disc((cx, cy), r + (u / 20).max(6)), theme.icon_ink, 256);
        let side = if theme.icons == IconInk::Line { theme.stone } else { theme.stone_dark };
        self.rows.paint(Outline::Disc((cx, cy), r), side, 256);
        self.rows.paint(Outline::Disc((cx - u / 24, cy - u / 24), r * 3 / 4), theme.stone, 256);
    }

    fn window(&mut self, x: i32, y: i32) {
        let (land, u, (l, t)) = (self.land, self.land.unit(), self.corner(x, y));
        let (long, narrow) = (u, u * 5 / 16);
        let (a, b) = if land.terrain.is_level_window(x, y) {
            ((l, t + narrow), (l + long, t + u - narrow))
        } else {
            ((l + narrow, t), (l + u - narrow, t + long))
        };
        self.rect(a, b, land.theme.glass, 256);
    }

    /// A tile that only the palette knows: a block in its color.
    fn other(&mut self, x: i32, y: i32, tile: Tile) {
        if let Some(&color) = self.land.things.others.get(&tile) {
            let (u, (l, t)) = (self.land.unit(), self.corner(x, y));
            let inset = if tile.is_solid() { 0 } else { u / 16 };
            self.rect((l + inset, t + inset), (l + u - inset, t + u - inset), color, 256);
        }
    }

    fn tree(&self, x: i32, y: i32) -> Tree {
        let (u, (l, t)) = (self.land.unit(), self.corner(x, y));
        let chance = i64::from(self.land.places.hash(x, y, purpose::TREE));
        let aside = |bits: i64| (bits % 256 - 128) * u / 800;
        let at = (l + u / 2 + aside(chance), t + u / 2 + aside(chance >> 8));
        Tree { at, r: u * (118 + (chance >> 16) % 44) / 256, chance }
    }

    fn wood(&mut self, trees: &[Tree]) {
        let (theme, u) = (&self.land.theme, self.land.unit());
        let rim = (u / 16).max(7);
        if theme.ao > 0 {
            for tree in trees {
                self.rows.paint(Outline::Disc((tree.at.0 + u / 8, tree.at.1 + u / 6), tree.r), theme.shade, 90);
            }
        }
        let lobe = |tree: &Tree, (dx, dy): UnitPos, of: i64, r: i64| {
            Outline::Disc((tree.at.0 + dx * tree.r / of, tree.at.1 + dy * tree.r / of), r)
        };
        for (tree, at) in trees.iter().flat_map(|tree| LOBES.map(|at| (tree, at))) {
            self.rows.paint(lobe(tree, at, 7, tree.r * 5 / 8 + rim), theme.tree_ink, 256);
        }
        for (tree, at) in trees.iter().flat_map(|tree| LOBES.map(|at| (tree, at))) {
            let part = 70 + (tree.chance >> 20) % 90;
            let color = mix(theme.tree, theme.tree_dark, u32::try_from(part).unwrap_or(0), 256);
            self.rows.paint(lobe(tree, at, 7, tree.r * 5 / 8), color, 256);
        }
        for tree in trees {
            for at in [(-2, -3), (2, -1), (-3, 1)] {
                self.rows.paint(lobe(tree, at, 9, tree.r * 3 / 8), theme.tree, 200);
            }
            let light = (tree.at.0 - tree.r * 2 / 7, tree.at.1 - tree.r * 3 / 8);
            self.rows.paint(Outline::Disc(light, tree.r / 4), theme.tree_light, 220);
        }
    }

    /// Bars that grow narrower where the stairs lead down.
    fn stairs(&mut self, x: i32) {
        let (land, y, u) = (self.land, self.y, self.land.unit());
        if land.things.covered.contains(&(x, y)) {
            return;
        }
        let (l, t) = self.corner(x, y);
        let is_down = land.terrain.tiles.at(x, y) == Tile::STAIRS_DOWN;
        for i in 0..4 {
            let half = u * if is_down { 3 - i } else { i } / 12 + u / 8;
            let (top, bottom) = (t + u * (2 * i + 1) / 9, t + u * (2 * i + 2) / 9);
            self.rect((l + u / 2 - half, top), (l + u / 2 + half, bottom), land.theme.icon_ink, 256);
        }
    }

    /// A leaf across the way, between jambs: of wood, in the color of its lock, or of stone with an arrow.
    fn door(&mut self, (x, y): (i32, i32), door: &PaintedDoor) {
        let (theme, u, (l, t)) = (&self.land.theme, self.land.unit(), self.corner(x, y));
        let (is_line, fill) = (theme.icons == IconInk::Line, door.fill(theme));
        let (ink, half, rim) = (theme.icon_ink, half_leaf(u), door_rim(u));
        let (low, high) = (u / 2 - half, u / 2 + half);
        let at =
            |along: i64, across: i64| if door.is_across { (l + along, t + across) } else { (l + across, t + along) };
        if theme.ao > 0 {
            self.rect(at(0, low + u / 10), at(u, high + u / 7), theme.shade, 90);
        }
        self.rect(at(0, low - rim), at(u, high + rim), ink, 256);
        self.rect(at(rim, low), at(u - rim, high), fill, 256);
        if !is_line {
            self.rect(at(rim, low), at(u - rim, low + half / 2), mix(fill, WHITE, 60, 256), 256);
            let middle = u / 2;
            self.rect(at(middle - rim / 2, low), at(middle + rim / 2, high), mix(fill, ink, 140, 256), 256);
        }
        let jamb = u * 8 / 64;
        for from in [0, u - jamb] {
            self.rect(at(from, low - rim - u / 20), at(from + jamb, high + rim + u / 20), ink, 256);
        }
        if let Some(way) = door.way {
            self.arrow((l + u / 2, t + u / 2), way, rim);
        }
    }

    /// The rim of a leaf with an arm to each of its ends, or what lies inside.
    fn bent_door(&mut self, (x, y): (i32, i32), door: &PaintedDoor, is_rim: bool) {
        let (theme, u, (l, t)) = (&self.land.theme, self.land.unit(), self.corner(x, y));
        let middle = (l + u / 2, t + u / 2);
        // Across a wrapped border the cell lies elsewhere than its ends say.
        let axes = self.land.terrain.axes;
        let (right, down) = (i64::from(x - axes.x(x)) * u, i64::from(y - axes.y(y)) * u);
        let (half, rim) = (half_leaf(u), door_rim(u));
        let (radius, color) = if is_rim { (half + rim, theme.icon_ink) } else { (half, door.fill(theme)) };
        for &(ex, ey) in &door.ends {
            let end = (i64::from(ex) * u / 4 + right, i64::from(ey) * u / 4 + down);
            self.rows.paint(Outline::Capsule(middle, end, radius), color, 256);
        }
        if let Some(way) = door.way.filter(|_| !is_rim) {
            self.arrow(middle, way, rim);
        }
    }

    fn arrow(&mut self, (cx, cy): UnitPos, way: Dir, rim: i64) {
        let (theme, u) = (&self.land.theme, self.land.unit());
        let (dx, dy) = way.delta();
        let (dx, dy) = (i64::from(dx), i64::from(dy));
        let head = |k: i64| {
            let back = (cx - dx * k / 2, cy - dy * k / 2);
            [(cx + dx * k, cy + dy * k), (back.0 - dy * k, back.1 - dx * k), (back.0 + dy * k, back.1 + dx * k)]
        };
        let k = u * 5 / 16;
        self.rows.paint(Outline::Triangle(head(k + 2 * rim)), theme.halo, 256);
        self.rows.paint(Outline::Triangle(head(k)), theme.icon_ink, 256);
    }

    /// Locked and one-way doors again, after the light.
    pub(super) fn locked_doors(&mut self) {
        self.doors(PaintedDoor::is_special);
    }
}

impl Landscape<'_> {
    /// The side of a cell in units of painting.
    pub(super) const fn unit(&self) -> i64 {
        self.scale as i64 * UNIT
    }

    /// Whether cells have room for small things.
    pub(super) const fn has_details(&self) -> bool {
        self.scale >= 10
    }
}
