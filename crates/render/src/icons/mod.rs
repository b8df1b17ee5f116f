//! Icons: little drawings of what a level holds, all with one outline.
//!
//! A drawing is a list of shapes. Each is painted three times, in one pass for all: grown by a rim and a halo, grown by the
//! rim alone, and plain. So shapes that overlap share one outline, and an icon stands out on any ground. Everything is
//! counted in integers at 4×4 places of each pixel.

mod names;
mod shapes;

use std::collections::BTreeMap;

use image::RgbaImage;
use mapwright_core::{Color, Dir};

pub(crate) use names::{known_color, known_glow, of_spawn};
pub(crate) use shapes::{IconForm, Role};

use crate::picture::canvas::{UNIT, samples};
use crate::picture::{IconInk, Theme};

/// Names the icons in the order of their lines in `icons.txt`.
macro_rules! icons {
    ($($icon:ident)+) => {
        /// Something that has a drawing.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Icon {
            $($icon),+
        }

        impl Icon {
            const ALL: &[Icon] = &[$(Icon::$icon),+];
        }
    };
}

// `Tag` is a padlock with room for a letter; `Door` a closed one, seen from above, in a passage from north to south;
// `OneWay` one that lets through northwards only; `Secret` a dotted frame; and the water of pipes comes from `Source`.
icons! {
    Key Chest Gold Potion Scroll Book Wisp Bat Rat Skeleton Ghost Boss Monster Person Palm Lamp Lever Bomb Trap Ore Crown Altar
    Crate Barrel Portal Stairs Bee Egg Tomb Idol Cage Urn Weapon Armor Throne Fountain Mushroom Shelf Web Food
    Start Exit Padlock Tag Door OneWay Gate Barrier Secret Gem Source
}

/// The colors of icons besides their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inks {
    pub(crate) ink: Color,
    pub(crate) halo: Color,
    /// What line drawings are filled with.
    pub(crate) ground: Color,
    pub(crate) gold: Color,
    pub(crate) wood: Color,
    pub(crate) wood_dark: Color,
    pub(crate) stone: Color,
    /// Whether icons are drawn as lines.
    pub(crate) line: bool,
}

impl Inks {
    pub(crate) fn of(theme: &Theme) -> Inks {
        Inks {
            ink: theme.icon_ink,
            halo: theme.halo,
            ground: theme.floor,
            gold: theme.gold,
            wood: theme.wood,
            wood_dark: theme.wood_dark,
            stone: theme.stone,
            line: theme.icons == IconInk::Line,
        }
    }

    /// The colors of icons on paper, where the rim of a dark picture would not show.
    pub(crate) fn on_paper(theme: &Theme) -> Inks {
        let inks = Inks::of(theme);
        let Color(r, g, b) = theme.paper;
        let is_dark = u16::from(r) + u16::from(g) + u16::from(b) < 3 * 0x40 && !inks.line;
        if is_dark { Inks { ink: theme.muted, ..inks } } else { inks }
    }
}

impl Theme {
    /// The colors that palettes keep: those of icons and locks, which are small and must not turn gray.
    pub(crate) fn fixed(&self) -> Vec<[u8; 3]> {
        let inks = [self.icon_ink, self.halo, self.gold, self.wood, self.wood_dark, self.stone, self.start, self.exit];
        let own = self.locks.iter().chain(&self.names).copied().chain(names::all_colors());
        let shades = own.chain(inks).flat_map(|own| {
            let inks = Inks::of(self);
            [Role::Own, Role::Darker, Role::Lighter, Role::White, Role::Skin].map(|role| role.color(own, &inks))
        });
        inks.into_iter().chain(shades).map(|Color(r, g, b)| [r, g, b]).collect()
    }
}

/// How an icon is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IconStyle {
    pub(crate) icon: Icon,
    /// Its own color.
    pub(crate) color: Color,
    /// The side of its square, in pixels.
    pub(crate) size: u32,
    /// Where its north points.
    pub(crate) north: Dir,
    pub(crate) halo: bool,
}

impl IconStyle {
    /// An icon that stands upright, with a halo.
    pub(crate) const fn new(icon: Icon, color: Color, size: u32) -> IconStyle {
        IconStyle { icon, color, size, north: Dir::N, halo: true }
    }

    const fn key(self) -> SortKey {
        let Color(r, g, b) = self.color;
        (self.icon, [r, g, b], self.size, self.north as u8, self.halo)
    }

    /// How far the rim reaches beyond the shapes, in units of a pixel.
    fn rim(self) -> i64 {
        self.scaled(3).max(7)
    }

    /// How far the halo reaches beyond the rim, in units of a pixel.
    fn glow(self) -> i64 {
        if self.halo { self.scaled(4).max(8) } else { 0 }
    }

    /// Units of a pixel from units of the drawing, rounded.
    fn scaled(self, at: i64) -> i64 {
        (at * i64::from(self.size) * UNIT * 2 + 64) / 128
    }

    /// Pixels that the icon's picture has beyond its square on each side.
    pub(crate) fn margin(self) -> u32 {
        u32::try_from((self.rim() + self.glow()) / UNIT + 1).unwrap_or(0)
    }
}

/// How opaque a halo is, of 256.
const HALO: u32 = 225;

/// The pictures of icons, each painted once.
#[derive(Debug)]
pub(crate) struct Icons {
    inks: Inks,
    stamps: BTreeMap<SortKey, Stamp>,
}

/// A look that can be sorted.
type SortKey = (Icon, [u8; 3], u32, u8, bool);

/// A square picture; its colors are weighted by their opacity, of 256 in each pixel.
#[derive(Debug)]
struct Stamp {
    side: u32,
    /// Red, green, blue times opacity; opacity.
    pixels: Vec<[u32; 4]>,
}

impl Icons {
    pub(crate) fn new(inks: Inks) -> Icons {
        Icons { inks, stamps: BTreeMap::new() }
    }

    /// Draws an icon with its middle at a place in half pixels, cut off at the picture's borders.
    pub(crate) fn draw(&mut self, image: &mut RgbaImage, middle: (i64, i64), look: IconStyle) {
        let inks = self.inks;
        let stamp = self.stamps.entry(look.key()).or_insert_with(|| Stamp::paint(look, &inks));
        let corner = |middle: i64| (middle - i64::from(stamp.side)).div_euclid(2);
        let (left, top) = (corner(middle.0), corner(middle.1));
        for (y, row) in (top..).zip(stamp.pixels.chunks_exact(stamp.side.max(1) as usize)) {
            for (x, &[r, g, b, opacity]) in (left..).zip(row).filter(|(_, pixel)| pixel[3] > 0) {
                let at = u32::try_from(x).ok().zip(u32::try_from(y).ok());
                let Some(pixel) = at.and_then(|(x, y)| image.get_pixel_mut_checked(x, y)) else { continue };
                for (channel, over) in pixel.0.iter_mut().zip([r, g, b]) {
                    let sum = u32::from(*channel) * (256 - opacity) + over;
                    *channel = u8::try_from((sum + 128) / 256).unwrap_or(u8::MAX);
                }
                pixel.0[3] = 0xff;
            }
        }
    }
}

impl Stamp {
    fn paint(look: IconStyle, inks: &Inks) -> Stamp {
        let side = look.size + 2 * look.margin();
        let shapes: Vec<(Color, StampedForm)> = look
            .icon
            .shapes()
            .map(|shape| (shape.role.color(look.color, inks), StampedForm::new(shape.form, look)))
            .collect();
        let (rim, glow) = (look.rim(), look.glow());
        // The color and opacity of a place.
        let at = |x: i64, y: i64| {
            if let Some((color, _)) = shapes.iter().rev().find(|(_, shape)| shape.within(x, y, 0)) {
                (*color, 256)
            } else if shapes.iter().any(|(_, shape)| shape.within(x, y, rim)) {
                (inks.ink, 256)
            } else if glow > 0 && shapes.iter().any(|(_, shape)| shape.within(x, y, rim + glow)) {
                (inks.halo, HALO)
            } else {
                (inks.halo, 0)
            }
        };
        let pixel = |x: i64, y: i64| {
            let mut sum = [0; 4];
            for (x, y) in samples(x, y) {
                let (Color(r, g, b), opacity) = at(x, y);
                for (sum, channel) in sum.iter_mut().zip([r.into(), g.into(), b.into(), 1]) {
                    *sum += channel * opacity;
                }
            }
            sum.map(|sum: u32| (sum + 8) / 16)
        };
        let pixels = (0..side.into()).flat_map(|y| (0..side.into()).map(move |x| pixel(x, y))).collect();
        Stamp { side, pixels }
    }
}

/// A shape on its stamp, in units of a pixel.
#[derive(Debug)]
struct StampedForm {
    form: IconForm,
    /// The left, top, right and bottom of its box.
    edges: [i64; 4],
}

impl StampedForm {
    fn new(form: IconForm, look: IconStyle) -> StampedForm {
        let margin = i64::from(look.margin()) * UNIT;
        let point = |(x, y): (i64, i64)| {
            // Turned around the middle, so that north is where it should be.
            let (x, y) = match look.north {
                Dir::N => (x, y),
                Dir::E => (64 - y, x),
                Dir::S => (64 - x, 64 - y),
                Dir::W => (y, 64 - x),
            };
            (look.scaled(x) + margin, look.scaled(y) + margin)
        };
        let form = match form {
            IconForm::Disc { middle, radius } => IconForm::Disc { middle: point(middle), radius: look.scaled(radius) },
            IconForm::Line { from, to, radius } => {
                IconForm::Line { from: point(from), to: point(to), radius: look.scaled(radius) }
            }
            IconForm::Polygon(points) => IconForm::Polygon(points.into_iter().map(point).collect()),
        };
        let (points, radius) = match &form {
            IconForm::Disc { middle, radius } => (vec![*middle], *radius),
            IconForm::Line { from, to, radius } => (vec![*from, *to], *radius),
            IconForm::Polygon(points) => (points.clone(), 0),
        };
        let least = |at: fn(&(i64, i64)) -> i64| points.iter().map(at).min().unwrap_or(0) - radius;
        let most = |at: fn(&(i64, i64)) -> i64| points.iter().map(at).max().unwrap_or(0) + radius;
        let edges = [least(|p| p.0), least(|p| p.1), most(|p| p.0), most(|p| p.1)];
        StampedForm { form, edges }
    }

    /// Whether a place lies in the shape, grown by some units.
    fn within(&self, x: i64, y: i64, more: i64) -> bool {
        let [left, top, right, bottom] = self.edges;
        if x < left - more || y < top - more || x > right + more || y > bottom + more {
            return false;
        }
        match &self.form {
            IconForm::Disc { middle, radius } => near((x, y), *middle, *middle, radius + more),
            IconForm::Line { from, to, radius } => near((x, y), *from, *to, radius + more),
            IconForm::Polygon(points) => {
                let edges = || points.iter().zip(points.iter().cycle().skip(1));
                let crosses = |&(&a, &b): &(&(i64, i64), &(i64, i64))| {
                    let (a, b) = if a.1 <= b.1 { (a, b) } else { (b, a) };
                    a.1 <= y && y < b.1 && (x - a.0) * (b.1 - a.1) < (y - a.1) * (b.0 - a.0)
                };
                edges().filter(crosses).count() % 2 == 1 || more > 0 && edges().any(|(&a, &b)| near((x, y), a, b, more))
            }
        }
    }
}

/// Whether a place is at most `reach` from a straight line.
pub(crate) fn near((x, y): (i64, i64), a: (i64, i64), b: (i64, i64), reach: i64) -> bool {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let square = dx * dx + dy * dy;
    let (x, y) = (x - a.0, y - a.1);
    if square == 0 {
        return x * x + y * y <= reach * reach;
    }
    let along = (x * dx + y * dy).clamp(0, square);
    // The nearest place of the line, times its squared length: all stays whole. Wide enough for any icon.
    let (off_x, off_y) = (i128::from(x * square - along * dx), i128::from(y * square - along * dy));
    let reach = i128::from(reach) * i128::from(square);
    off_x * off_x + off_y * off_y <= reach * reach
}

#[cfg(test)]
mod tests {
    use super::shapes::IconPart;
    use super::*;
    use image::Rgba;

    const OWN: Color = Color(0x2f, 0x7e, 0xd8);

    fn drawn(look: IconStyle, side: u32) -> RgbaImage {
        let mut image = RgbaImage::from_pixel(side, side, Rgba([0xf0, 0xe8, 0xd8, 0xff]));
        Icons::new(Inks::of(&Theme::default())).draw(&mut image, (side.into(), side.into()), look);
        image
    }

    #[test]
    fn every_shape_can_be_read_and_lies_in_its_box() {
        for &icon in Icon::ALL {
            assert!(
                icon.shapes().eq(icon.drawing().split('|').map(|shape| IconPart::read(shape).unwrap())),
                "{icon:?}"
            );
            for size in [13, 14, 27, 64] {
                let look = IconStyle::new(icon, OWN, size);
                let margin = i64::from(look.margin()) * UNIT;
                let box_ = i64::from(size) * UNIT;
                for shape in icon.shapes() {
                    let [left, top, right, bottom] = StampedForm::new(shape.form, look).edges;
                    assert!(left >= margin && top >= margin, "{icon:?} {size}");
                    assert!(right <= margin + box_ && bottom <= margin + box_, "{icon:?} {size}");
                }
            }
        }
    }

    #[test]
    fn icons_differ_in_a_fifth_of_their_pixels() {
        let all: Vec<RgbaImage> = Icon::ALL.iter().map(|&icon| drawn(IconStyle::new(icon, OWN, 14), 14)).collect();
        for (i, a) in all.iter().enumerate() {
            for (j, b) in all.iter().enumerate().skip(i + 1) {
                let far = |a: &Rgba<u8>, b: &Rgba<u8>| (0..3).any(|c| a[c].abs_diff(b[c]) >= 24);
                let differ = a.pixels().zip(b.pixels()).filter(|(a, b)| far(a, b)).count();
                assert!(differ * 5 >= 14 * 14, "{:?} and {:?}: {differ}", Icon::ALL[i], Icon::ALL[j]);
            }
        }
    }

    #[test]
    fn an_icon_stays_on_its_picture_and_turns() {
        for (middle, size) in [((0, 0), 20), ((19, 3), 1), ((-400, 9), 64), ((9, i64::from(u32::MAX) * 4), 20)] {
            let mut image = RgbaImage::from_pixel(10, 10, Rgba([1, 2, 3, 0xff]));
            Icons::new(Inks::of(&Theme::default())).draw(&mut image, middle, IconStyle::new(Icon::Boss, OWN, size));
        }
        let turned = |north| drawn(IconStyle { north, ..IconStyle::new(Icon::OneWay, OWN, 32) }, 48);
        let east = image::imageops::rotate90(&turned(Dir::N));
        let differ = turned(Dir::E).pixels().zip(east.pixels()).filter(|(a, b)| a[0].abs_diff(b[0]) > 64).count();
        assert!(differ < 48, "{differ} pixels differ from the turned picture");
    }
}
