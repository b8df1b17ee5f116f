//! The legend of a picture: rows of icons at the map's scale, with words.

use std::collections::BTreeSet;

use image::RgbaImage;
use mapwright_core::{BuilderMap, Color, Dir, DoorKind, Point, Spawn};

use crate::error::RenderError;
use crate::icons::{IconStyle, Icons, Inks};
use crate::letters::{Lettering, draw_caption};
use crate::picture::Style;
use crate::picture::canvas::blank;
use crate::raster::Raster;
use crate::scene::{Scene, SceneDoor, SceneGround, SceneMark, kind_of, lock_letter};

/// Pixels from an icon to its words.
const GAP: u32 = 10;
/// Pixels from an entry to the next.
const APART: u32 = 28;
/// Pixels between rows.
const UNDER: u32 = 14;
/// The most names of spawns that are listed.
const MOST_NAMES: usize = 12;
const LETTERS: Lettering = Lettering::words(12);

/// What stands before the words.
#[derive(Clone, Debug, PartialEq)]
enum Sign {
    Icon(IconStyle),
    Swatch(Color),
}

#[derive(Clone, Debug, PartialEq)]
struct Entry {
    signs: Vec<Sign>,
    words: String,
}

/// A strip that explains the marks and colors of a map's picture, at most `width` pixels wide unless a single icon
/// is wider. `None` if there is nothing to explain.
///
/// # Errors
///
/// More pixels than the style allows.
pub fn legend(map: &BuilderMap, style: &Style, width: u32) -> Result<Option<RgbaImage>, RenderError> {
    let plan = LegendLayout::new(map, style, width)?;
    let (w, h) = style.claim(plan.size.0, plan.size.1)?;
    if plan.entries.is_empty() {
        return Ok(None);
    }
    let mut image = blank(w, h, style.theme.paper);
    plan.draw(&mut image, (0, 0), style);
    Ok(Some(image))
}

/// Entries and their places.
#[derive(Debug)]
pub(crate) struct LegendLayout {
    /// The side of an icon's square.
    side: u32,
    entries: Vec<(Entry, (u32, u32))>,
    /// Pixels across and down; 0 down for nothing to explain.
    pub(crate) size: (u64, u64),
}

impl LegendLayout {
    /// Lays out the legend of a map.
    pub(crate) fn new(map: &BuilderMap, style: &Style, width: u32) -> Result<LegendLayout, RenderError> {
        let map = &*style.secrets.map(map);
        // Marks are the same at every scale, and the smallest needs no terrain.
        let small = Style { scale: 1, repeats: false, ..style.clone() };
        let scene = Scene::of(map, kind_of(map, style), &small)?;
        let side = (style.scale.min(1 << 16) * 9 / 8).max(22);
        let (mut x, mut y, mut right) = (0u32, 0u64, 0u32);
        let mut placed = Vec::new();
        for mut entry in entries(&scene, style, side) {
            let signs = side.saturating_mul(u32::try_from(entry.signs.len()).unwrap_or(1));
            entry.words = LETTERS.shortened(&entry.words, width.saturating_sub(signs + GAP));
            let length = signs + GAP + LETTERS.width(&entry.words);
            if x > 0 && x.saturating_add(length) > width {
                (x, y) = (0, y + u64::from(side + UNDER));
            }
            placed.push((entry, (x, u32::try_from(y).unwrap_or(u32::MAX))));
            right = right.max(x.saturating_add(length));
            x = x.saturating_add(length + APART);
        }
        let down = if placed.is_empty() { 0 } else { y + u64::from(side) };
        Ok(LegendLayout { side, entries: placed, size: (right.into(), down) })
    }

    pub(crate) fn draw(&self, image: &mut RgbaImage, (left, top): (u32, u32), style: &Style) {
        let side = self.side;
        let mut icons = Icons::new(Inks::on_paper(&style.theme));
        for (entry, (x, y)) in &self.entries {
            let (mut x, y) = (left + x, top + y);
            for sign in &entry.signs {
                let (wide, from) = (i64::from(side), (i64::from(x), i64::from(y)));
                match *sign {
                    Sign::Icon(look) => icons.draw(image, (2 * from.0 + wide, 2 * from.1 + wide), look),
                    Sign::Swatch(color) => {
                        image.fill((from.0 + wide / 6, from.1 + wide / 6), (wide * 2 / 3, wide * 2 / 3), color)
                    }
                }
                x += side;
            }
            let down = side.saturating_sub(LETTERS.cap) / 2;
            let y = (y + down).saturating_sub(LETTERS.above());
            draw_caption(image, (x + GAP, y), &entry.words, LETTERS, style.theme.ink);
        }
    }
}

/// Signs and words, the most important ones first.
fn entries(scene: &Scene<'_>, style: &Style, side: u32) -> Vec<Entry> {
    let theme = &style.theme;
    let mut seen: Vec<(SceneMark<'_>, usize)> = Vec::new();
    for mark in scene.marks.iter().map(|(_, mark)| mark.alone()) {
        match seen.iter_mut().find(|(other, _)| other.rank() == mark.rank()) {
            Some((_, count)) => *count += 1,
            None => seen.push((mark, 1)),
        }
    }
    seen.sort_by_key(|(mark, _)| mark.rank());
    // What no mark shows: the tiles of plain doors.
    let is_plain = |door: &SceneDoor| door.lock.is_none() && door.way.is_none() && !door.is_window;
    let cells = |plain: bool| {
        let doors = scene.doors.iter().filter(move |door| is_plain(door) == plain && !door.is_window);
        doors.flat_map(|door| door.cells.iter().map(|cell| cell.at))
    };
    let special: BTreeSet<Point> = cells(false).collect();
    let door = SceneMark::Door(Dir::N);
    if style.marks && !seen.iter().any(|&(mark, _)| mark == door) && cells(true).any(|at| !special.contains(&at)) {
        seen.insert(seen.partition_point(|(mark, _)| mark.rank() < door.rank()), (door, 1));
    }
    let sign = |mark: &SceneMark<'_>| {
        let look = mark.look(style, side);
        Sign::Icon(IconStyle { size: look.size.min(side) * 15 / 16, halo: false, ..look })
    };
    let mut entries: Vec<Entry> = Vec::new();
    let mut names = 0;
    for (i, (mark, count)) in seen.iter().enumerate() {
        let before = i.checked_sub(1).map(|before| &seen[before].0);
        names += usize::from(matches!(mark, SceneMark::Spawn(..)));
        let words = mark.words(*count);
        match entries.last_mut() {
            // A lock stands with its key.
            Some(last) if is_pair(before, mark) => {
                let opener = last.words.rsplit_once(' ').map_or("", |(opener, _)| opener);
                last.words = format!("{opener} and {}{}", words[..1].to_lowercase(), &words[1..]);
                last.signs.push(sign(mark));
            }
            _ if names > MOST_NAMES && matches!(mark, SceneMark::Spawn(..)) => {}
            _ => entries.push(Entry { signs: vec![sign(mark)], words }),
        }
    }
    if names > MOST_NAMES {
        entries.push(Entry { signs: Vec::new(), words: format!("and {} more", names - MOST_NAMES) });
    }
    if let SceneGround::Pipes { flow: Some(_), .. } = scene.ground {
        let pipes = [(theme.wet, "Wet"), (theme.ring, "On a ring"), (theme.dry, "Dry"), (theme.dry_ring, "Dry ring")];
        let swatch = |(color, word): (Color, &str)| Entry { signs: vec![Sign::Swatch(color)], words: word.to_owned() };
        entries.extend(pipes.map(swatch));
    }
    entries
}

/// What opens a lock: the name of a spawn that ends with the letter of the lock, or else a key.
fn opener(spawn: &Spawn, letter: char) -> &str {
    let (name, last) = spawn.what.rsplit_once(' ').unwrap_or_default();
    if last.starts_with(letter) { name } else { "Key" }
}

/// Whether a lock follows its key.
fn is_pair(key: Option<&SceneMark<'_>>, lock: &SceneMark<'_>) -> bool {
    matches!((key, lock), (Some(SceneMark::Key(key, _)), SceneMark::Lock(lock, ..)) if key == lock)
}

/// A name with its number. The name stays as it is: nobody knows the plural of every word in every language.
fn counted(name: &str, count: usize) -> String {
    if count == 1 { name.to_owned() } else { format!("{count}× {name}") }
}

impl SceneMark<'_> {
    /// The mark on a cell of its own, in the direction that legends show.
    const fn alone(self) -> Self {
        match self {
            SceneMark::Lock(lock, kind, _) => SceneMark::Lock(lock, kind, (0, 1)),
            SceneMark::Door(_) => SceneMark::Door(Dir::N),
            SceneMark::OneWay(_) => SceneMark::OneWay(Dir::N),
            mark => mark,
        }
    }

    /// Where its entry stands: marks in the order of a walk, a key with its lock. Marks of one entry have one rank.
    const fn rank(&self) -> (u8, usize) {
        match self {
            SceneMark::Source | SceneMark::Start => (0, 0),
            SceneMark::Exit => (1, 0),
            SceneMark::Key(key, _) => (2, 2 * *key as usize),
            SceneMark::Lock(lock, ..) => (2, 2 * *lock as usize + 1),
            SceneMark::OneWay(_) => (3, 0),
            SceneMark::Door(_) => (4, 0),
            SceneMark::Secret => (4, 1),
            SceneMark::Spawn(number, _) => (5, *number),
            SceneMark::Portal(_) => (6, 0),
            SceneMark::Stairs(_) => (6, 1),
        }
    }

    fn words(self, count: usize) -> String {
        match self {
            SceneMark::Portal(_) => "Portals".to_owned(),
            SceneMark::Stairs(_) => "To other floors".to_owned(),
            SceneMark::Door(_) => "Door".to_owned(),
            SceneMark::Key(lock, spawn) => format!("{} {}", opener(spawn, lock_letter(lock)), lock_letter(lock)),
            SceneMark::Lock(lock, kind, _) => {
                let word = match kind {
                    DoorKind::Gate => "Gate",
                    DoorKind::Barrier => "Barrier",
                    DoorKind::Guard => "Guard",
                    _ => "Lock",
                };
                format!("{word} {}", lock_letter(lock))
            }
            SceneMark::Secret => "Secret".to_owned(),
            SceneMark::OneWay(_) => "One way".to_owned(),
            SceneMark::Spawn(_, spawn) => counted(&spawn.what, count),
            SceneMark::Exit => "Exit".to_owned(),
            SceneMark::Start => "Start".to_owned(),
            SceneMark::Source => "Source".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{Door, Flow, Grid, Portal, Size, Spawn, Tile, Wrap};

    use super::*;
    use crate::picture::Kind;

    fn words(map: &BuilderMap, style: &Style) -> Vec<String> {
        let scene = Scene::of(map, kind_of(map, style), style).unwrap();
        entries(&scene, style, 22).into_iter().map(|entry| entry.words).collect()
    }

    fn plain() -> Style {
        Style { kind: Kind::Tiles, ..Style::default() }
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
        map.portals = vec![Portal::new((0, 1), (6, 1))];
        let spawns = [((1, 1), "Rat"), ((2, 1), "Owl"), ((3, 1), "Rat")].map(|(at, what)| Spawn::new(at, what));
        map.spawns =
            spawns.into_iter().chain([Spawn::key((5, 1), "Key B", 1), Spawn::key((4, 1), "Key A", 0)]).collect();
        map
    }

    #[test]
    fn entries_stand_in_the_order_of_a_walk() {
        let mut map = level();
        let marks =
            ["Start", "Exit", "Key and lock A", "Key and lock B", "One way", "Door", "Owl", "2× Rat", "Portals"];
        assert_eq!(words(&map, &plain()), marks);
        assert_eq!(words(&map, &Style { marks: false, ..plain() }), [""; 0]);
        map.spawns.retain(|spawn| spawn.key != Some(0));
        map.doors.as_mut().unwrap().retain(|door| door.lock != Some(1));
        assert_eq!(words(&map, &plain())[2..4], ["Lock A", "Key B"]);
        // Doors that only their tiles show.
        (map.doors, map.tiles[Point::new(3, 0)]) = (None, Tile::DOOR);
        assert_eq!(words(&map, &plain()), ["Start", "Exit", "Key B", "Door", "Owl", "2× Rat", "Portals"]);
    }

    #[test]
    fn doors_are_called_what_they_look_like() {
        let mut map = BuilderMap::filled(Size::new(9, 1), Wrap::None, Tile::FLOOR);
        let at = |x| [Point::new(x, 0)];
        let barrier = Door::locked(at(2), 1).of_kind(DoorKind::Barrier);
        let guard = Door::locked(at(3), 2).of_kind(DoorKind::Guard);
        let gate = Door::locked(at(1), 0).of_kind(DoorKind::Gate);
        map.doors = Some(vec![Door::secret(at(4)), guard, gate, barrier, Door::locked(at(5), 3)]);
        let key = |x, what: &str, key| Spawn::key((x, 0), what, key);
        map.spawns = vec![key(6, "Lever A", 0), key(7, "Fire Bomb B", 1), key(8, "Brass", 3)];
        let all = ["Lever and gate A", "Fire Bomb and barrier B", "Guard C", "Key and lock D", "Secret"];
        assert_eq!(words(&map, &plain()), all);
    }

    #[test]
    fn names_stay_as_they_are() {
        assert_eq!(counted("Wolf", 1), "Wolf");
        assert_eq!(counted("Wolf", 2), "2× Wolf");
    }

    #[test]
    fn pipes_have_their_colors() {
        let mut map = BuilderMap::filled(Size::new(2, 1), Wrap::None, Tile::FLOOR);
        map.sides = Some(Grid::new(map.size(), mapwright_core::Sides::CLOSED));
        let style = Style { kind: Kind::Pipes, marks: false, ..Style::default() };
        assert_eq!(words(&map, &style), [""; 0]);
        map.flow = Some(Flow::dry(map.size(), Point::new(0, 0)));
        assert_eq!(words(&map, &style), ["Wet", "On a ring", "Dry", "Dry ring"]);
    }

    /// However long names are and however many, entries lie beside and below each other, within the width.
    #[test]
    fn entries_never_overlap() {
        let mut map = BuilderMap::filled(Size::new(200, 1), Wrap::None, Tile::FLOOR);
        map.spawns = (0..200).map(|x| Spawn::new((x, 0), format!("{x:03}{}", "m".repeat(57)))).collect();
        map.spawns.extend((0..26).map(|key| Spawn::key((key, 0), "Key", key as u8)));
        for (width, scale) in [(40, 1), (300, 16), (1200, 24), (5000, 64)] {
            let style = Style { scale, ..plain() };
            let plan = LegendLayout::new(&map, &style, width).unwrap();
            let side = plan.side;
            let boxes: Vec<[u32; 4]> = plan
                .entries
                .iter()
                .map(|(entry, (x, y))| {
                    let wide = side * entry.signs.len() as u32 + GAP + LETTERS.width(&entry.words);
                    [*x, *y, x + wide, y + side]
                })
                .collect();
            assert_eq!(boxes.len(), 26 + MOST_NAMES + 1);
            for (i, a) in boxes.iter().enumerate() {
                assert!(u64::from(a[2]) <= plan.size.0 && u64::from(a[3]) <= plan.size.1);
                assert!(a[2] <= width.max(2 * side + GAP) || plan.entries[i].0.words.is_empty(), "{width}");
                for b in &boxes[i + 1..] {
                    assert!(a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1], "{a:?} {b:?}");
                }
            }
            let image = legend(&map, &style, width).unwrap().unwrap();
            assert_eq!((u64::from(image.width()), u64::from(image.height())), plan.size);
        }
    }
}
