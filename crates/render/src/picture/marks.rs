//! Marks over a picture: doors, keys, start, exit, spawns, portals, the source of pipes.
//!
//! Each is an icon of a fixed size, so that marks look alike on large and small maps and none hides another. A lock and
//! its key have one color; spawns have the icon and the color of their name. A game's own sprites come first.

use std::collections::{BTreeMap, BTreeSet};

use image::RgbaImage;
use mapwright_core::{BuilderMap, Color, Dir, Door, DoorKind, Point, Proof, Spawn, Tile};

use super::lies_across;
use super::pen::Viewport;
use super::sprites::{Sprites, stand};
use super::style::{Kind, Style};
use crate::icons::{Icon, IconStyle, Icons, known_color, of_spawn};
use crate::letters::{Lettering, draw_caption};

/// Something to be marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MapMark<'a> {
    /// One end of a pair of portals, by the number of the pair.
    Portal(usize),
    /// One end of stairs or of a pit, by the number of the portal.
    Stairs(usize),
    /// A door without a lock, and where its icon's north points.
    Door(Dir),
    /// A lock, what its door looks like, which of the locks of its cell it is, and how many these are.
    Lock(u8, DoorKind, (usize, usize)),
    /// A door that looks like wall.
    Secret,
    OneWay(Dir),
    Key(u8, &'a Spawn),
    /// Something that appears, and the number of its name among all names.
    Spawn(usize, &'a Spawn),
    Exit,
    Start,
    Source,
}

/// Below this many pixels a cell, only what leads through the level is marked.
const SMALL: u32 = 8;
/// From this many pixels a cell on, padlocks have their letter.
const LETTER: u32 = 24;
/// Icons are at least this many pixels wide, if the picture has room for that.
const LEAST: u32 = 13;

/// Draws every mark on the map, the most important ones last.
pub(super) fn draw(
    image: &mut RgbaImage,
    map: &BuilderMap,
    kind: Kind,
    place: Viewport,
    style: &Style,
    icons: &mut Icons,
) {
    let inner = style.scale.saturating_sub(if place.line < style.scale { place.line } else { 0 });
    let leads = |mark: &MapMark<'_>| {
        matches!(mark, MapMark::Lock(..) | MapMark::Key(..) | MapMark::Exit | MapMark::Start | MapMark::Source)
    };
    // Where land is painted, so are the leaves of doors.
    let has_sprite = style.sprites.as_ref().is_some_and(|sprites| sprites.door.is_some());
    let has_tileset = style.sprites.as_ref().is_some_and(|sprites| sprites.fitting(map).is_some());
    let is_land = matches!(kind, Kind::Tiles | Kind::Maze) || kind == Kind::Sprites && !has_tileset;
    let has_leaves = is_land && !has_sprite;
    let is_leaf = |mark: &MapMark<'_>| matches!(mark, MapMark::Door(_) | MapMark::OneWay(_));
    let shown = marks(map, kind, style).into_iter().filter(|(_, mark)| inner >= SMALL || leads(mark));
    let shown = shown.filter(|(_, mark)| !has_leaves || !is_leaf(mark));
    for (at, mark) in shown.filter(|&(at, _)| map.size().contains(at)) {
        let corner = |cell: u16| place.corner + u32::from(cell) * style.scale + place.line;
        put(image, (corner(at.x), corner(at.y)), inner, mark, style, icons);
    }
}

/// The map with its secrets as wall, if it has any: they are marked only.
pub(crate) fn without_secrets(map: &BuilderMap) -> Option<BuilderMap> {
    map.doors.iter().flatten().any(Door::is_secret).then(|| {
        let mut map = map.clone();
        map.hide_secrets();
        map
    })
}

/// All marks of a map, in the order in which they are drawn: from north to south, then keys, exit and start.
pub(crate) fn marks<'a>(map: &'a BuilderMap, kind: Kind, style: &Style) -> Vec<(Point, MapMark<'a>)> {
    let mut marks = Vec::new();
    for (number, ends) in map.portals.iter().map(|portal| portal.ends()).enumerate() {
        let is_stairs = map.floor_of(ends[0]) != map.floor_of(ends[1]);
        marks.extend(ends.map(|end| (end, if is_stairs { MapMark::Stairs(number) } else { MapMark::Portal(number) })));
    }
    let has_sprite = style.sprites.as_ref().is_some_and(|sprites| sprites.door.is_some());
    for door in map.doors.iter().flatten() {
        if door.is_secret() {
            marks.extend(door.cells.iter().map(|&at| (at, MapMark::Secret)));
            continue;
        }
        // A tile of a door without a lock shows it already.
        let is_seen = |at: &Point| door.lock.is_none() && !has_sprite && map.tiles.get(*at) == Some(&Tile::DOOR);
        let mark = |at| {
            door.lock.map_or_else(
                || MapMark::Door(if lies_across(map, at) { Dir::N } else { Dir::E }),
                |lock| MapMark::Lock(lock, door.kind, part(map, at, lock)),
            )
        };
        match (door.one_way, door.cells.get(door.cells.len() / 2)) {
            (Some(dir), Some(&at)) if door.lock.is_none() => marks.push((at, MapMark::OneWay(dir))),
            _ => marks.extend(door.cells.iter().filter(|at| !is_seen(at)).map(|&at| (at, mark(at)))),
        }
    }
    // A film of the walk takes keys away; a picture of the whole walk shows what it goes for.
    let steps = style.walk.filter(|&steps| steps != usize::MAX);
    let walked = map.proof.as_ref().zip(steps).map_or(&[][..], |(proof, steps)| walked(proof, steps));
    let numbers = spawn_numbers(map);
    let mut keys = Vec::new();
    for spawn in &map.spawns {
        match spawn.key {
            Some(_) if walked.contains(&spawn.at) => {}
            Some(key) => keys.push((spawn.at, MapMark::Key(key, spawn))),
            None => marks.push((spawn.at, MapMark::Spawn(numbers[spawn.what.as_str()], spawn))),
        }
    }
    marks.sort_by_key(|(at, _)| (at.y, at.x));
    marks.append(&mut keys);
    marks.extend(map.exit.map(|at| (at, MapMark::Exit)));
    let source = map.flow.as_ref().map(|flow| flow.source).filter(|_| kind == Kind::Pipes);
    let is_pipes = kind == Kind::Pipes;
    marks.extend(source.or(map.start).map(|at| (at, if is_pipes { MapMark::Source } else { MapMark::Start })));
    marks
}

/// Which of the locks of a cell one is, and how many these are.
fn part(map: &BuilderMap, at: Point, lock: u8) -> (usize, usize) {
    let here = map.doors.iter().flatten().filter(|door| door.cells.contains(&at));
    let locks: BTreeSet<u8> = here.filter_map(|door| door.lock).collect();
    (locks.range(..lock).count(), locks.len())
}

/// The first cells of a walk: its first cell, and `steps` more.
pub(super) fn walked(proof: &Proof, steps: usize) -> &[Point] {
    proof.walk.get(..steps.saturating_add(1)).unwrap_or(&proof.walk)
}

/// The names of all spawns that are no keys, numbered in their order.
pub(super) fn spawn_numbers(map: &BuilderMap) -> BTreeMap<&str, usize> {
    let others = map.spawns.iter().filter(|spawn| spawn.key.is_none());
    let mut numbers: BTreeMap<&str, usize> = others.map(|spawn| (spawn.what.as_str(), 0)).collect();
    numbers.values_mut().enumerate().for_each(|(number, place)| *place = number);
    numbers
}

/// The letter of a lock and its key.
pub(crate) fn lock_letter(lock: u8) -> char {
    char::from(b'A' + lock % 26)
}

/// Draws a mark on the cell at a corner, `inner` pixels wide: its sprite, or its icon.
pub(super) fn put(
    image: &mut RgbaImage,
    (x, y): (u32, u32),
    inner: u32,
    mark: MapMark<'_>,
    style: &Style,
    icons: &mut Icons,
) {
    // In half pixels.
    let middle = (i64::from(x) * 2 + i64::from(inner), i64::from(y) * 2 + i64::from(inner));
    let mut look = mark.look(style, size(image, inner));
    if let Some(sprite) = style.sprites.as_deref().and_then(|sprites| mark.sprite(sprites)) {
        stand(image, (x, y + inner), inner, sprite);
        // A lock or a key in a game's own picture must still say which.
        if matches!(mark, MapMark::Lock(..) | MapMark::Key(..)) {
            look.size = (inner * 5 / 8).max(6);
            icons.draw(image, middle, look);
        }
        return;
    }
    if let MapMark::Stairs(number) = mark {
        icons.draw(image, middle, look);
        let number = (number + 1).to_string();
        let lettering = Lettering::title(look.size * 7 / 16);
        return letters(image, (middle.0 / 2, middle.1 / 2), &number, lettering);
    }
    let MapMark::Lock(lock, _, (nth, of)) = mark else {
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

impl MapMark<'_> {
    /// The icon of this mark, where plain ones are `size` pixels wide.
    pub(crate) fn look(self, style: &Style, size: u32) -> IconStyle {
        let theme = &style.theme;
        let large = size * 5 / 4;
        match self {
            MapMark::Portal(number) => IconStyle::new(Icon::Portal, theme.portals[number % theme.portals.len()], size),
            MapMark::Stairs(number) => {
                IconStyle::new(Icon::Source, theme.portals[number % theme.portals.len()], size * 9 / 8)
            }
            // Doors are as wide as the passage.
            MapMark::Door(north) => IconStyle { north, ..IconStyle::new(Icon::Door, theme.ink, size * 8 / 9) },
            MapMark::OneWay(north) => IconStyle { north, ..IconStyle::new(Icon::OneWay, theme.one_way, size * 8 / 9) },
            MapMark::Lock(lock, kind, _) => {
                let icon = match kind {
                    DoorKind::Gate => Icon::Gate,
                    DoorKind::Barrier => Icon::Barrier,
                    DoorKind::Guard => Icon::Person,
                    _ if size * 8 / 9 >= LETTER => Icon::Tag,
                    _ => Icon::Padlock,
                };
                IconStyle::new(icon, theme.lock(lock), size)
            }
            MapMark::Secret => IconStyle { halo: false, ..IconStyle::new(Icon::Secret, theme.ink, size * 8 / 9) },
            MapMark::Key(key, spawn) => IconStyle::new(of_spawn(spawn), theme.lock(key), large),
            MapMark::Spawn(number, spawn) => {
                let color = known_color(&spawn.what).unwrap_or(theme.names[number % theme.names.len()]);
                IconStyle::new(of_spawn(spawn), color, size)
            }
            MapMark::Exit => IconStyle::new(Icon::Exit, theme.exit, large),
            MapMark::Start => IconStyle::new(Icon::Start, theme.start, large),
            MapMark::Source => IconStyle::new(Icon::Source, theme.source, size),
        }
    }

    fn sprite(self, sprites: &Sprites) -> Option<&RgbaImage> {
        match self {
            MapMark::Door(_) | MapMark::Lock(..) => sprites.door.as_ref(),
            MapMark::Key(_, spawn) | MapMark::Spawn(_, spawn) => sprites.spawn(spawn),
            MapMark::Exit => sprites.exit.as_ref(),
            MapMark::Start => sprites.start.as_ref(),
            MapMark::Portal(_) | MapMark::Stairs(_) | MapMark::OneWay(_) | MapMark::Secret | MapMark::Source => None,
        }
    }
}
