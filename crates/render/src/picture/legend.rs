//! The legend of a picture: a strip that explains marks and colors.

use mapwright_core::{BuilderMap, Color, Dir, Tile};

use super::canvas::{UNIT, blank, mix};
use super::marks::{Mark, lock_letter, marks};
use super::pen::{LETTER, Part, Pen, Place};
use super::style::{Kind, Style};
use super::{draw, fitting, tint};
use crate::caption::{Lettering, draw_caption};
use crate::error::RenderError;
use crate::raster::Raster;
use image::RgbaImage;

/// Pixels of an icon, with some room around it.
const ICON: u32 = 24;
/// Pixels from an icon to its words, and twice that to the next icon.
const GAP: u32 = 8;
/// The most names of spawns that are listed.
const MOST_NAMES: usize = 12;
const LETTERS: Lettering = Lettering { height: crate::caption::LineHeight::Px16, bold: false };

/// What stands before the words.
enum Icon<'a> {
    Mark(Mark<'a>),
    Swatch(Color),
    /// From one color to another.
    Ramp(Color, Color),
    /// A leg of a walk.
    Leg(Color),
    /// An area of the graph.
    Area,
}

/// A strip that explains the marks and colors of a map's picture, at most `width` pixels wide unless a single entry
/// is wider. `None` if there is nothing to explain.
///
/// # Errors
///
/// More pixels than the style allows.
pub fn legend(map: &BuilderMap, style: &Style, width: u32) -> Result<Option<RgbaImage>, RenderError> {
    let entries = entries(map, style);
    let mut places = Vec::new();
    let (mut x, mut y, mut right) = (0u32, 0u32, 0u32);
    for (icon, words) in &entries {
        let length = icon.width() + GAP + LETTERS.width(words);
        if x > 0 && x.saturating_add(length) > width {
            (x, y) = (0, y + ICON + GAP / 2);
        }
        places.push((x, y));
        right = right.max(x + length);
        x += length + 2 * GAP;
    }
    if entries.is_empty() {
        return Ok(None);
    }
    let (w, h) = style.claim(right.into(), u64::from(y) + u64::from(ICON))?;
    let mut image = blank(w, h, style.theme.paper);
    for ((icon, words), (x, y)) in entries.iter().zip(places) {
        icon.draw(&mut image, (x, y), style);
        let at = (x + icon.width() + GAP, y + (ICON - LETTERS.height()) / 2);
        draw_caption(&mut image, at, words, LETTERS, style.theme.ink);
    }
    Ok(Some(image))
}

/// Draws a map with its [`legend`] below.
///
/// # Errors
///
/// As for [`draw`] and [`legend`].
pub fn draw_with_legend(map: &BuilderMap, style: &Style) -> Result<RgbaImage, RenderError> {
    let picture = draw(map, style)?;
    let (width, height) = picture.dimensions();
    let Some(strip) = legend(map, style, width.saturating_sub(2 * GAP))? else { return Ok(picture) };
    let wide = u64::from(width).max(u64::from(strip.width()) + 2 * u64::from(GAP));
    let (w, h) = style.claim(wide, u64::from(height) + u64::from(strip.height()) + 2 * u64::from(GAP))?;
    let mut image = blank(w, h, style.theme.paper);
    image.paste(((w - width) / 2, 0), &picture);
    image.paste((GAP, height + GAP), &strip);
    Ok(image)
}

/// Icons and words, the most important ones first.
fn entries<'a>(map: &'a BuilderMap, style: &Style) -> Vec<(Icon<'a>, String)> {
    let (kind, theme) = (fitting(map, style), &style.theme);
    let mut entries: Vec<(Icon<'a>, String)> = Vec::new();
    let all = if style.marks { marks(map, kind, style) } else { Vec::new() };
    let mut seen: Vec<(Mark<'a>, usize)> = Vec::new();
    for mark in all.into_iter().rev().map(|(_, mark)| mark.alone()) {
        match seen.iter_mut().find(|(other, _)| other.same_entry(mark)) {
            Some((_, count)) => *count += 1,
            None => seen.push((mark, 1)),
        }
    }
    let is_spawn = |mark: &Mark<'_>| matches!(mark, Mark::Spawn(..));
    seen.sort_by_key(|(mark, _)| mark.rank());
    let (spawns, marks): (Vec<_>, Vec<_>) = seen.into_iter().partition(|(mark, _)| is_spawn(mark));
    let more = spawns.len().saturating_sub(MOST_NAMES);
    entries.extend(marks.into_iter().map(|(mark, count)| (Icon::Mark(mark), mark.words(count))));
    let shown = spawns.into_iter().take(MOST_NAMES);
    entries.extend(shown.map(|(mark, count)| (Icon::Mark(mark), mark.words(count))));
    if more > 0 {
        entries.push((Icon::Swatch(theme.paper), format!("and {more} more")));
    }
    if map.graph.is_some() && style.graph {
        let words = if style.scale >= LETTER { "area, with its depth" } else { "area" };
        entries.push((Icon::Area, words.to_owned()));
    }
    if let Some(proof) = map.proof.as_ref().filter(|_| style.walk.is_some()) {
        let to_key = |&key: &u8| (Icon::Leg(theme.lock(key)), format!("way to key {}", lock_letter(key)));
        entries.extend(proof.keys.iter().map(to_key));
        entries.push((Icon::Leg(theme.exit), "way to the exit".to_owned()));
    }
    if kind == Kind::Pipes && map.flow.is_some() {
        let pipes = [(theme.wet, "wet"), (theme.ring, "on a ring"), (theme.dry, "dry"), (theme.dry_ring, "dry ring")];
        entries.extend(pipes.map(|(color, word)| (Icon::Swatch(color), word.to_owned())));
    }
    let ramp = Icon::Ramp(style.palette.look(Tile::FLOOR).color, theme.far);
    match &map.graph {
        Some(graph) if style.areas => {
            let most = graph.areas.iter().map(|area| area.depth).max().unwrap_or(0);
            entries.push((ramp, format!("depth 0 to {most}")));
        }
        _ => {
            let steps = tint::steps(map).filter(|_| style.tint && !matches!(kind, Kind::Pipes | Kind::Regions));
            let most = steps.map(|steps| style.tint_to.unwrap_or_else(|| tint::farthest(&steps)));
            entries.extend(most.map(|most| (ramp, format!("0 to {most} steps from the start"))));
        }
    }
    entries
}

impl Icon<'_> {
    const fn width(&self) -> u32 {
        match self {
            Icon::Ramp(..) => 3 * ICON,
            _ => ICON,
        }
    }

    fn draw(&self, image: &mut RgbaImage, (x, y): (u32, u32), style: &Style) {
        let in_cell = |image: &mut RgbaImage, paint: &dyn Fn(&mut Pen<'_>)| {
            let style = Style { scale: ICON - 2, ..style.clone() };
            let mut cell = blank(ICON, ICON, style.theme.paper);
            paint(&mut Pen { image: &mut cell, place: Place { corner: 1, line: 0 }, style: &style });
            image.paste((x, y), &cell);
        };
        let rim = i64::from(ICON / 8);
        let (left, top, inner) = (i64::from(x), i64::from(y) + rim, i64::from(ICON) - 2 * rim);
        match *self {
            Icon::Mark(mark) => in_cell(image, &|pen| pen.put((0, 0).into(), mark)),
            Icon::Leg(color) => in_cell(image, &|pen| {
                let (first, last, middle) = (2 * UNIT, i64::from(ICON - 2) * UNIT, i64::from(ICON / 2) * UNIT);
                pen.line((first, middle), (last, middle), 2 * UNIT, color);
            }),
            Icon::Area => in_cell(image, &|pen| {
                pen.area((0, 0).into(), style.theme.ink, if style.scale >= LETTER { 1 } else { u32::MAX })
            }),
            Icon::Swatch(color) => image.fill((left + rim, top), (inner, inner), color),
            Icon::Ramp(from, to) => {
                let steps = 3 * ICON;
                for step in 0..steps {
                    let color = mix(from, to, step, steps);
                    image.fill((left + i64::from(step), top), (1, inner), color);
                }
            }
        }
    }
}

impl Mark<'_> {
    /// The mark on a cell of its own.
    const fn alone(self) -> Self {
        if let Mark::Lock(lock, _) = self { Mark::Lock(lock, Part::WHOLE) } else { self }
    }

    /// Whether two marks share an entry.
    fn same_entry(self, other: Mark<'_>) -> bool {
        match (self, other) {
            (Mark::Portal(_), Mark::Portal(_)) | (Mark::OneWay(_), Mark::OneWay(_)) => true,
            (Mark::Key(a, _), Mark::Key(b, _)) => a == b,
            (Mark::Spawn(a, _), Mark::Spawn(b, _)) => a == b,
            (a, b) => a == b,
        }
    }

    /// Where its entry stands: marks in the order of a walk, a key beside its lock.
    const fn rank(&self) -> (u8, usize) {
        match self {
            Mark::Source | Mark::Start => (0, 0),
            Mark::Exit => (1, 0),
            Mark::Key(key, _) => (2, 2 * *key as usize),
            Mark::Lock(lock, _) => (2, 2 * *lock as usize + 1),
            Mark::Door => (3, 0),
            Mark::OneWay(_) => (4, 0),
            Mark::Portal(_) => (5, 0),
            Mark::Spawn(number, _) => (6, *number),
        }
    }

    fn words(self, count: usize) -> String {
        let (word, counts) = match self {
            Mark::Portal(_) => ("portals".to_owned(), false),
            Mark::Door => (if count > 1 { "doors" } else { "door" }.to_owned(), true),
            Mark::Lock(lock, _) => (format!("lock {}", lock_letter(lock)), false),
            Mark::OneWay(Dir::N | Dir::E | Dir::S | Dir::W) => ("one way".to_owned(), false),
            Mark::Key(key, _) => (format!("key {}", lock_letter(key)), false),
            Mark::Spawn(_, spawn) => (spawn.what.chars().take(24).collect(), true),
            Mark::Exit => ("exit".to_owned(), false),
            Mark::Start => ("start".to_owned(), false),
            Mark::Source => ("source".to_owned(), false),
        };
        if counts && count > 1 { format!("{count} {word}") } else { word }
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{Area, Door, Flow, Grid, LevelGraph, Point, Proof, Size, Spawn, Wrap};

    use super::*;

    fn words(map: &BuilderMap, style: &Style) -> Vec<String> {
        entries(map, style).into_iter().map(|(_, words)| words).collect()
    }

    fn plain() -> Style {
        Style { kind: Kind::Tiles, tint: false, ..Style::default() }
    }

    /// Everything that a level can have.
    fn level() -> BuilderMap {
        let size = Size::new(8, 2);
        let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
        (map.start, map.exit) = (Some(Point::new(0, 0)), Some(Point::new(7, 1)));
        let at = |x| Point::new(x, 0);
        let one_way = [Door::one_way([at(4)], Dir::E), Door::one_way([at(5)], Dir::N)];
        let doors = [Door::locked([at(3)], 1), Door::new([at(1)]), Door::new([at(2)]), Door::locked([at(6)], 0)];
        map.doors = Some(doors.into_iter().chain(one_way).collect());
        // These tiles show a door already, the others do not.
        [at(4), at(5)].iter().for_each(|&at| map.tiles[at] = Tile::DOOR);
        map.portals = vec![(Point::new(0, 1), Point::new(6, 1))];
        let spawns = [((1, 1), "Rat"), ((2, 1), "Owl"), ((3, 1), "Rat")].map(|(at, what)| Spawn::new(at, what));
        map.spawns =
            spawns.into_iter().chain([Spawn::key((5, 1), "Key B", 1), Spawn::key((4, 1), "Key A", 0)]).collect();
        let mut deep = Area::new((7, 1));
        deep.depth = 3;
        map.graph = Some(LevelGraph::new(Grid::new(size, 1), vec![Area::new((0, 0)), deep], Vec::new()));
        map.proof = Some(Proof::new(Vec::new(), vec![1, 0], vec![true, true]));
        map
    }

    #[test]
    fn entries_stand_in_the_order_of_a_walk() {
        let marks =
            ["start", "exit", "key A", "lock A", "key B", "lock B", "2 doors", "one way", "portals", "Owl", "2 Rat"];
        assert_eq!(words(&level(), &plain()), marks);
        assert_eq!(words(&level(), &Style { marks: false, ..plain() }), [""; 0]);
    }

    #[test]
    fn each_layer_has_its_entries() {
        let bare = Style { marks: false, ..plain() };
        let check = |style: Style, expected: &[&str]| assert_eq!(words(&level(), &style), expected);
        check(Style { areas: true, ..bare.clone() }, &["depth 0 to 3"]);
        check(Style { graph: true, scale: LETTER, ..bare.clone() }, &["area, with its depth"]);
        check(Style { graph: true, scale: LETTER - 1, ..bare.clone() }, &["area"]);
        check(Style { walk: Some(0), ..bare.clone() }, &["way to key B", "way to key A", "way to the exit"]);
        check(Style { tint: true, ..bare.clone() }, &["0 to 4 steps from the start"]);
        check(Style { tint: true, tint_to: Some(40), ..bare.clone() }, &["0 to 40 steps from the start"]);
        // One tint at a time.
        check(Style { tint: true, areas: true, ..bare.clone() }, &["depth 0 to 3"]);
        // A layer that the map does not have has none.
        let (mut map, all) = (level(), Style { areas: true, graph: true, walk: Some(0), ..bare });
        (map.graph, map.proof) = (None, None);
        assert_eq!(words(&map, &all), [""; 0]);
    }

    #[test]
    fn pipes_have_their_colors() {
        let mut map = BuilderMap::filled(Size::new(2, 1), Wrap::None, Tile::FLOOR);
        map.sides = Some(Grid::new(map.size(), mapwright_core::Sides::CLOSED));
        let style = Style { kind: Kind::Pipes, marks: false, ..Style::default() };
        assert_eq!(words(&map, &style), [""; 0]);
        map.flow = Some(Flow::dry(map.size(), Point::new(0, 0)));
        assert_eq!(words(&map, &style), ["wet", "on a ring", "dry", "dry ring"]);
    }

    #[test]
    fn a_long_list_of_spawns_is_cut_and_so_are_long_names() {
        let mut map = BuilderMap::filled(Size::new(20, 1), Wrap::None, Tile::FLOOR);
        map.spawns = (0..20).map(|x| Spawn::new((x, 0), format!("{x:02} {}", "long ".repeat(9)))).collect();
        let words = words(&map, &plain());
        assert_eq!(words.len(), MOST_NAMES + 1);
        assert_eq!(words[0], "00 long long long long l");
        assert_eq!(words[MOST_NAMES], "and 8 more");
    }
}
