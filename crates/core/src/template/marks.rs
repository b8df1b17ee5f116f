//! What a template has besides tiles.

use std::collections::BTreeMap;

use super::{Meaning, Template};
use crate::{BuilderMap, Door, Grid, Layer, Plane, Planes, Point, Portal, Spawn};

impl Template {
    /// The cells with certain meanings, row by row.
    pub(super) fn found(&self, is: impl Fn(&Meaning) -> bool) -> impl Iterator<Item = (Point, &Meaning)> {
        let wanted: Vec<(char, &Meaning)> = self.legend.glyphs().filter(|(_, meaning)| is(meaning)).collect();
        let points = if wanted.is_empty() { None } else { Some(self.glyphs.iter()) };
        points.into_iter().flatten().filter_map(move |(at, glyph)| {
            let found = wanted.binary_search_by_key(glyph, |&(glyph, _)| glyph).ok()?;
            Some((at, wanted[found].1))
        })
    }

    /// Where its start is, if it has one in a place that is not left to chance.
    pub fn start(&self) -> Option<Point> {
        self.found(|meaning| matches!(meaning, Meaning::Start(_))).next().map(|(at, _)| at)
    }

    /// Where its exit is, if it has one in a place that is not left to chance.
    pub fn exit(&self) -> Option<Point> {
        self.found(|meaning| matches!(meaning, Meaning::Exit(_))).next().map(|(at, _)| at)
    }

    /// Its spawns and keys, row by row.
    pub fn spawns(&self) -> Vec<Spawn> {
        let spawn = |(at, meaning): (Point, &Meaning)| match meaning {
            Meaning::Key(_, what, key) => Some(Spawn::key(at, what.as_str(), *key)),
            Meaning::Spawn(_, what) => Some(Spawn::new(at, what.as_str())),
            _ => None,
        };
        self.found(|meaning| matches!(meaning, Meaning::Spawn(..) | Meaning::Key(..))).filter_map(spawn).collect()
    }

    /// Its doors with a lock, a direction or a look, by their first cells. Neighbors with one glyph are one door.
    pub fn doors(&self) -> Vec<Door> {
        let mut doors = Vec::new();
        let mut seen = Grid::new(self.size(), false);
        for (first, meaning) in self.found(|meaning| matches!(meaning, Meaning::Door { .. })) {
            let Meaning::Door { lock, one_way, kind, .. } = meaning else { continue };
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            let mut cells = vec![first];
            let mut front = 0;
            while let Some(&here) = cells.get(front) {
                front += 1;
                for next in here.neighbors() {
                    if self.glyphs.get(next) == Some(&self.glyphs[first]) && !std::mem::replace(&mut seen[next], true) {
                        cells.push(next);
                    }
                }
            }
            cells.sort_unstable_by_key(|p| (p.y, p.x));
            doors.push(Door { lock: *lock, one_way: *one_way, ..Door::new(cells).of_kind(*kind) });
        }
        doors
    }

    /// Its portals, by number.
    pub fn portals(&self) -> Vec<Portal> {
        let mut ends: BTreeMap<u8, Vec<Point>> = BTreeMap::new();
        for (at, meaning) in self.found(|meaning| matches!(meaning, Meaning::Portal(..))) {
            if let Meaning::Portal(_, number) = meaning {
                ends.entry(*number).or_default().push(at);
            }
        }
        ends.into_values().filter_map(|ends| Some(Portal::new(*ends.first()?, *ends.get(1)?))).collect()
    }

    /// A glyph of what a level has once, if it has any: a start, an exit, a key, a door with a lock, a direction or a look, an
    /// end of a portal.
    pub fn unique_mark(&self) -> Option<char> {
        self.legend.glyphs().find(|(_, meaning)| meaning.is_unique()).map(|(glyph, _)| glyph)
    }

    /// The planes that it gives to any map on which it lies as a whole.
    pub fn gives(&self) -> Planes {
        let plane = |meaning: &Meaning| match meaning {
            Meaning::Start(_) => Plane::Start.into(),
            Meaning::Exit(_) => Plane::Exit.into(),
            Meaning::Door { .. } => Plane::Doors.into(),
            _ => Planes::NONE,
        };
        self.legend.glyphs().fold(Planes::NONE, |all, (_, meaning)| all.union(plane(meaning)))
    }

    /// Adds its spawns, keys, doors, portals and marks in layers to a map. `to` says where a cell of the template lies; what
    /// lies nowhere is left out. Its tiles, start and exit are left to the caller.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Legend, Meaning, Point, Size, Template, Tile, Wrap};
    ///
    /// let vault = Template::from_text("kA", &Legend::default().with('k', Meaning::key(0)).with('A', Meaning::lock(0)))?;
    /// let mut map = BuilderMap::filled(Size::new(9, 5), Wrap::None, Tile::FLOOR);
    /// let place = |at: Point| Some(Point::new(at.x + 3, at.y + 2));
    /// for (at, tile) in vault.tiles().iter() {
    ///     if let (Some(at), Some(tile)) = (place(at), *tile) {
    ///         map.tiles[at] = tile;
    ///     }
    /// }
    /// vault.put_marks(&mut map, place);
    /// assert_eq!((map.spawns[0].at, map.spawns[0].key), (Point::new(3, 2), Some(0)));
    /// assert_eq!(map.doors.map(|doors| doors[0].lock), Some(Some(0)));
    /// # Ok::<(), mapwright_core::TemplateError>(())
    /// ```
    pub fn put_marks(&self, map: &mut BuilderMap, to: impl Fn(Point) -> Option<Point>) {
        map.spawns.extend(self.spawns().into_iter().filter_map(|spawn| Some(spawn.clone().moved_to(to(spawn.at)?))));
        for door in self.doors() {
            let cells: Vec<Point> = door.cells.iter().filter_map(|&cell| to(cell)).collect();
            if !cells.is_empty() {
                map.doors.get_or_insert_default().push(Door { cells, ..door });
            }
        }
        map.portals
            .extend(self.portals().into_iter().filter_map(|portal| Some(portal.between(to(portal.a)?, to(portal.b)?))));
        let size = map.size();
        for (at, meaning) in self.found(|meaning| matches!(meaning, Meaning::Mark(..))) {
            let (Meaning::Mark(_, name), Some(at)) = (meaning, to(at)) else { continue };
            if !matches!(map.layers.get(name), Some(Layer::U8(_))) {
                map.layers.insert(name.clone(), Layer::U8(Grid::new(size, 0)));
            }
            if let Some(Layer::U8(layer)) = map.layers.get_mut(name) {
                layer[at] = 1;
            }
        }
    }
}
