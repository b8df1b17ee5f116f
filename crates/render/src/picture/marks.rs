//! Marks over a picture.
//!
//! Each is an icon of a fixed size, so that marks look alike on large and small maps and none hides another. A lock and
//! its key have one color; spawns have the icon and the color of their name. A game's own sprites come first.

use image::RgbaImage;
use mapwright_core::{Color, DoorKind};

use super::pen::Viewport;
use super::sprites::{Sprites, stand};
use super::style::{Kind, Style};
use crate::icons::{Icon, IconStyle, Icons, known_color, of_spawn};
use crate::letters::{Lettering, draw_caption};
use crate::scene::{Scene, SceneGround, SceneMark, Under, lock_letter};

/// Below this many pixels a cell, only what leads through the level is marked.
const SMALL: u32 = 8;
/// From this many pixels a cell on, padlocks have their letter.
const LETTER: u32 = 24;
/// Icons are at least this many pixels wide, if the picture has room for that.
const LEAST: u32 = 13;

/// Draws every mark on the map, the most important ones last.
pub(super) fn draw(image: &mut RgbaImage, scene: &Scene<'_>, place: Viewport, style: &Style, icons: &mut Icons) {
    let inner = style.scale.saturating_sub(if place.line < style.scale { place.line } else { 0 });
    let leads = |mark: &SceneMark<'_>| {
        matches!(
            mark,
            SceneMark::Lock(..) | SceneMark::Key(..) | SceneMark::Exit | SceneMark::Start | SceneMark::Source
        )
    };
    // Where land is painted, so are the leaves of doors.
    let has_sprite = style.sprites.as_ref().is_some_and(|sprites| sprites.door.is_some());
    let is_land = match &scene.ground {
        SceneGround::Sprites { under, .. } => matches!(under, Under::Terrain(_)),
        _ => matches!(scene.kind, Kind::Tiles | Kind::Maze),
    };
    let has_leaves = is_land && !has_sprite;
    let is_leaf = |mark: &SceneMark<'_>| matches!(mark, SceneMark::Door(_) | SceneMark::OneWay(_));
    let shown = scene.marks.iter().copied().filter(|(_, mark)| inner >= SMALL || leads(mark));
    let shown = shown.filter(|(_, mark)| !has_leaves || !is_leaf(mark));
    for (at, mark) in shown.filter(|&(at, _)| scene.size.contains(at)) {
        let corner = |cell: u16| place.corner + u32::from(cell) * style.scale + place.line;
        put(image, (corner(at.x), corner(at.y)), inner, mark, style, icons);
    }
}

/// Draws a mark on the cell at a corner, `inner` pixels wide: its sprite, or its icon.
pub(super) fn put(
    image: &mut RgbaImage,
    (x, y): (u32, u32),
    inner: u32,
    mark: SceneMark<'_>,
    style: &Style,
    icons: &mut Icons,
) {
    // In half pixels.
    let middle = (i64::from(x) * 2 + i64::from(inner), i64::from(y) * 2 + i64::from(inner));
    let mut look = mark.look(style, size(image, inner));
    if let Some(sprite) = style.sprites.as_deref().and_then(|sprites| mark.sprite(sprites)) {
        stand(image, (x, y + inner), inner, sprite);
        // A lock or a key in a game's own picture must still say which.
        if matches!(mark, SceneMark::Lock(..) | SceneMark::Key(..)) {
            look.size = (inner * 5 / 8).max(6);
            icons.draw(image, middle, look);
        }
        return;
    }
    if let SceneMark::Stairs(number) = mark {
        icons.draw(image, middle, look);
        let number = (number + 1).to_string();
        let lettering = Lettering::title(look.size * 7 / 16);
        return letters(image, (middle.0 / 2, middle.1 / 2), &number, lettering);
    }
    let SceneMark::Lock(lock, _, (nth, of)) = mark else {
        return icons.draw(image, middle, look);
    };
    // Two locks share their cell side by side.
    let of = i64::try_from(of).unwrap_or(1).max(1);
    look.size = if of > 1 { look.size * 3 / 4 } else { look.size };
    let shift = (2 * i64::try_from(nth).unwrap_or(0) + 1 - of) * i64::from(inner) / of;
    let middle = (middle.0 + shift, middle.1);
    icons.draw(image, middle, look);
    if look.icon == Icon::Tag {
        let lettering = Lettering::title(look.size * 3 / 8);
        // The middle of the body lies a little lower than that of the icon.
        let middle = (middle.0 / 2, middle.1 / 2 + i64::from(look.size) * 10 / 64);
        letters(image, middle, &lock_letter(lock).to_string(), lettering);
    }
}

/// Writes white letters around a place.
fn letters(image: &mut RgbaImage, middle: (i64, i64), text: &str, lettering: Lettering) {
    let half = |length: u32| i64::from(length) / 2;
    let left = middle.0 - half(lettering.width(text));
    let top = middle.1 - half(lettering.cap) - i64::from(lettering.above());
    let at = (u32::try_from(left).unwrap_or(0), u32::try_from(top).unwrap_or(0));
    draw_caption(image, at, text, lettering, Color(0xff, 0xff, 0xff));
}

/// The pixels of an icon on cells of a size.
fn size(image: &RgbaImage, inner: u32) -> u32 {
    let roomy = image.width().min(image.height()) >= 48;
    (inner * 9 / 8).max(if roomy { LEAST } else { 1 })
}

impl SceneMark<'_> {
    /// The icon of this mark, where plain ones are `size` pixels wide.
    pub(crate) fn look(self, style: &Style, size: u32) -> IconStyle {
        let theme = &style.theme;
        let large = size * 5 / 4;
        match self {
            SceneMark::Portal(number) => {
                IconStyle::new(Icon::Portal, theme.portals[number % theme.portals.len()], size)
            }
            SceneMark::Stairs(number) => {
                IconStyle::new(Icon::Source, theme.portals[number % theme.portals.len()], size * 9 / 8)
            }
            // Doors are as wide as the passage.
            SceneMark::Door(north) => IconStyle { north, ..IconStyle::new(Icon::Door, theme.ink, size * 8 / 9) },
            SceneMark::OneWay(north) => {
                IconStyle { north, ..IconStyle::new(Icon::OneWay, theme.one_way, size * 8 / 9) }
            }
            SceneMark::Lock(lock, kind, _) => {
                let icon = match kind {
                    DoorKind::Gate => Icon::Gate,
                    DoorKind::Barrier => Icon::Barrier,
                    DoorKind::Guard => Icon::Person,
                    _ if size * 8 / 9 >= LETTER => Icon::Tag,
                    _ => Icon::Padlock,
                };
                IconStyle::new(icon, theme.lock(lock), size)
            }
            SceneMark::Secret => IconStyle { halo: false, ..IconStyle::new(Icon::Secret, theme.ink, size * 8 / 9) },
            SceneMark::Key(key, spawn) => IconStyle::new(of_spawn(spawn), theme.lock(key), large),
            SceneMark::Spawn(number, spawn) => {
                let color = known_color(&spawn.what).unwrap_or(theme.names[number % theme.names.len()]);
                IconStyle::new(of_spawn(spawn), color, size)
            }
            SceneMark::Exit => IconStyle::new(Icon::Exit, theme.exit, large),
            SceneMark::Start => IconStyle::new(Icon::Start, theme.start, large),
            SceneMark::Source => IconStyle::new(Icon::Source, theme.source, size),
        }
    }

    fn sprite(self, sprites: &Sprites) -> Option<&RgbaImage> {
        match self {
            SceneMark::Door(_) | SceneMark::Lock(..) => sprites.door.as_ref(),
            SceneMark::Key(_, spawn) | SceneMark::Spawn(_, spawn) => sprites.spawn(spawn),
            SceneMark::Exit => sprites.exit.as_ref(),
            SceneMark::Start => sprites.start.as_ref(),
            SceneMark::Portal(_)
            | SceneMark::Stairs(_)
            | SceneMark::OneWay(_)
            | SceneMark::Secret
            | SceneMark::Source => None,
        }
    }
}
