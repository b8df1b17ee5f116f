//! Marks over a picture: doors, keys, start, exit, spawns, portals, the source of pipes.
//!
//! Every mark has a light halo and a dark rim, so it stands out on any ground, and fits its cell. A lock and its key
//! have one color and one letter, the lock in a square and the key in a diamond; spawns of one name are discs of one
//! color, with their first letter.

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::{BuilderMap, Color, Dir, Point, Proof, Spawn, Tile};

use super::pen::{Part, Pen, Place, Shape};
use super::sprites::{Sprites, stand};
use super::style::{Kind, Style};
use image::RgbaImage;

/// Something to be marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark<'a> {
    /// One end of a pair of portals, by the number of the pair.
    Portal(usize),
    /// A door without a lock.
    Door,
    /// A lock, and the part of its door that shows it: all of one lock, half of each of two.
    Lock(u8, Part),
    OneWay(Dir),
    Key(u8, &'a Spawn),
    /// Something that appears, and the number of its name among all names.
    Spawn(usize, &'a Spawn),
    Exit,
    Start,
    Source,
}

/// How a mark looks.
struct Looks {
    shape: Shape,
    color: Color,
    /// Hundredths of a cell, and half pixels on small ones.
    size: (i64, i64),
    letter: Option<char>,
}

/// Draws every mark on the map, the most important ones last.
pub(super) fn draw(image: &mut RgbaImage, map: &BuilderMap, kind: Kind, place: Place, style: &Style) {
    let mut pen = Pen { image, place, style };
    for (at, mark) in marks(map, kind, style) {
        if map.size().contains(at) {
            pen.put(at, mark);
        }
    }
}

/// All marks of a map, in the order in which they are drawn.
pub(super) fn marks<'a>(map: &'a BuilderMap, kind: Kind, style: &Style) -> Vec<(Point, Mark<'a>)> {
    let mut marks = Vec::new();
    for (number, &(a, b)) in map.portals.iter().enumerate() {
        marks.extend([(a, Mark::Portal(number)), (b, Mark::Portal(number))]);
    }
    let has_sprite = style.sprites.as_ref().is_some_and(|sprites| sprites.door.is_some());
    for door in map.doors.iter().flatten() {
        // A tile of a door without a lock shows it already.
        let is_seen = |at: &Point| door.lock.is_none() && !has_sprite && map.tiles.get(*at) == Some(&Tile::DOOR);
        let mark = |at| door.lock.map_or(Mark::Door, |lock| Mark::Lock(lock, part(map, at, lock)));
        marks.extend(door.cells.iter().filter(|at| !is_seen(at)).map(|&at| (at, mark(at))));
        if let (Some(dir), Some(&at)) = (door.one_way, door.cells.get(door.cells.len() / 2)) {
            marks.push((at, Mark::OneWay(dir)));
        }
    }
    // A film of the walk takes keys away; a picture of the whole walk shows what it goes for.
    let steps = style.walk.filter(|&steps| steps != usize::MAX);
    let walked = map.proof.as_ref().zip(steps).map_or(&[][..], |(proof, steps)| walked(proof, steps));
    let numbers = spawn_numbers(map);
    for spawn in &map.spawns {
        match spawn.key {
            Some(_) if walked.contains(&spawn.at) => {}
            Some(key) => marks.push((spawn.at, Mark::Key(key, spawn))),
            None => marks.push((spawn.at, Mark::Spawn(numbers[spawn.what.as_str()], spawn))),
        }
    }
    marks.extend(map.exit.map(|at| (at, Mark::Exit)));
    let source = map.flow.as_ref().map(|flow| flow.source).filter(|_| kind == Kind::Pipes);
    let is_pipes = kind == Kind::Pipes;
    marks.extend(source.or(map.start).map(|at| (at, if is_pipes { Mark::Source } else { Mark::Start })));
    marks
}

/// The part of a cell that shows one of its locks.
fn part(map: &BuilderMap, at: Point, lock: u8) -> Part {
    let here = map.doors.iter().flatten().filter(|door| door.cells.contains(&at));
    let locks: BTreeSet<u8> = here.filter_map(|door| door.lock).collect();
    Part { nth: locks.range(..lock).count(), of: locks.len() }
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

impl Pen<'_> {
    /// A mark in a cell: its sprite, or its shape; and its letter.
    pub(super) fn put(&mut self, at: Point, mark: Mark<'_>) {
        let looks = mark.looks(self.style, self.has_letters());
        let sprite = self.style.sprites.as_deref().and_then(|sprites| mark.sprite(sprites));
        if let Some(sprite) = sprite {
            let (x, y) = self.corner(at);
            stand(self.image, (x, y + self.inner()), self.inner(), sprite);
        }
        // A lock or a key in a game's own picture must still say which.
        let tag = matches!(mark, Mark::Lock(..) | Mark::Key(..));
        match sprite {
            None => self.mark(at, looks.shape, looks.color, looks.size.0, looks.size.1),
            Some(_) if tag => self.mark(at, Shape::Disc, looks.color, 28, 4),
            Some(_) => return,
        }
        if let Some(letter) = looks.letter {
            self.letter(at, letter, self.style.theme.halo);
        }
    }
}

impl Mark<'_> {
    fn looks(self, style: &Style, has_letters: bool) -> Looks {
        let theme = &style.theme;
        let (shape, color, size, letter) = match self {
            Mark::Portal(number) => (Shape::Ring, theme.portals[number % theme.portals.len()], (42, 7), None),
            Mark::Door => (Shape::Square(Part::WHOLE), style.palette.look(Tile::DOOR).color, (30, 5), None),
            Mark::Lock(lock, part) => {
                let letter = (part == Part::WHOLE).then_some(lock_letter(lock));
                (Shape::Square(part), theme.lock(lock), (42, 7), letter)
            }
            Mark::OneWay(dir) => (Shape::Arrow(dir), theme.one_way, (34, 6), None),
            Mark::Key(key, _) => (Shape::Diamond, theme.lock(key), (40, 7), Some(lock_letter(key))),
            Mark::Spawn(number, spawn) => {
                let letter = spawn.what.chars().find(|letter| letter.is_alphanumeric());
                let letter = letter.map_or('!', |letter| letter.to_uppercase().next().unwrap_or(letter));
                let size = if has_letters { 40 } else { 30 };
                (Shape::Disc, theme.names[number % theme.names.len()], (size, 5), Some(letter))
            }
            Mark::Exit => (Shape::Square(Part::WHOLE), theme.exit, (38, 10), Some('E')),
            Mark::Start => (Shape::Disc, theme.start, (42, 10), Some('S')),
            Mark::Source => (Shape::Disc, theme.source, (36, 10), None),
        };
        Looks { shape, color, size, letter }
    }

    fn sprite(self, sprites: &Sprites) -> Option<&RgbaImage> {
        match self {
            Mark::Door | Mark::Lock(..) => sprites.door.as_ref(),
            Mark::Key(_, spawn) | Mark::Spawn(_, spawn) => sprites.spawn(spawn),
            Mark::Exit => sprites.exit.as_ref(),
            Mark::Start => sprites.start.as_ref(),
            Mark::Portal(_) | Mark::OneWay(_) | Mark::Source => None,
        }
    }
}
