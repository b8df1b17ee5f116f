//! Extra corridors that make loops: only where they spoil nothing, and never for two rooms that are already joined.

use mapwright_core::{BuilderMap, Dir, Point, Size};

use super::dig::Digger;
use super::joined::PairSet;
use super::pairs::Pair;
use super::{Entrance, distance};

/// How many rooms to try as the beginning of an extra corridor.
const STARTS: u32 = 6;
/// How many other rooms to try to reach from there, the nearest first.
const TRIED: usize = 4;

/// Digs as many corridors as requested, or as there is rock for: each from a random room to one of the nearest that it
/// is not joined to yet, among its relative neighbors and theirs.
pub(super) fn dig_extra(
    digger: &mut Digger<'_, '_>,
    ends: &[Entrance],
    neighbors: &[Pair],
    mut joined: PairSet,
    wanted: usize,
    width: u8,
) {
    let n_rooms = u32::try_from(ends.len()).unwrap_or(u32::MAX);
    let (size, wrap) = (digger.map().size(), digger.map().wrap);
    let mut beside = vec![Vec::new(); ends.len()];
    for &(a, b) in neighbors {
        beside[a as usize].push(b);
        beside[b as usize].push(a);
    }
    let mut nearest: Vec<(u32, u32)> = Vec::new();
    for _ in 0..wanted {
        for _ in 0..STARTS {
            let room = digger.rng().below(n_rooms);
            let from = ends[room as usize];
            nearest.clear();
            let near = &beside[room as usize];
            let around = near.iter().chain(near.iter().flat_map(|&next| &beside[next as usize])).copied();
            let new = around.filter(|&other| other != room && !joined.contains((room, other)));
            nearest.extend(new.map(|other| (distance(from.at, ends[other as usize].at, size, wrap), other)));
            nearest.sort_unstable();
            nearest.dedup();
            nearest.truncate(TRIED);
            let reached = nearest.iter().map(|&(_, other)| other).find(|&other| {
                digger.plan(from, ends[other as usize]);
                is_clear(digger, from, ends[other as usize], width)
            });
            if let Some(other) = reached {
                digger.dig(from.at);
                joined.insert((room, other));
                break;
            }
        }
    }
}

/// Whether the planned way leaves one room, passes through solid rock, enters the other, and touches nothing else: no
/// third room, no other corridor, and no wall of the two rooms except where it passes through.
fn is_clear(digger: &Digger<'_, '_>, from: Entrance, to: Entrance, width: u8) -> bool {
    let near = Neighborhood::new(digger.map());
    let in_rooms = |p: Point| from.room.contains(p) || to.room.contains(p);
    let is_free = |p: Point| !near.is_open(p) || in_rooms(p);
    let touches_rooms_only =
        |p: Point| near.around(p).all(|next| is_free(next) && (width == 1 || near.around(next).all(is_free)));
    // From open cells of one room into rock, and from there into the other room: two changes. Most ways fail here.
    let (mut was_open, mut changes) = (true, 0);
    let is_short = digger.follow(from.at, |p| {
        let is_open = near.is_open(p);
        changes += u32::from(is_open != was_open);
        was_open = is_open;
        changes <= 2 && (!is_open || in_rooms(p))
    });
    if !is_short || changes != 2 {
        return false;
    }
    // The rock has no open cells beside it except those of the way. Each cell is looked at when the next one is known.
    let lies_alone = |before: Point, p: Point, next: Option<Point>| {
        // A shortcut for most cells.
        if near.is_open(p) || width == 1 && near.is_in_rock(p) {
            return true;
        }
        let n_open = near.beside(p).filter(|&next| near.is_open(next)).count();
        let on_way = [Some(before), next].into_iter().flatten().filter(|&next| near.is_open(next));
        n_open == on_way.count() && touches_rooms_only(p)
    };
    let (mut before, mut here) = (from.at, None);
    let fits = digger.follow(from.at, |next| {
        let fits = here.is_none_or(|p| lies_alone(before, p, Some(next)));
        before = here.replace(next).unwrap_or(from.at);
        fits
    });
    fits && here.is_none_or(|p| lies_alone(before, p, None))
}

/// The cells around a cell, also across wrapped borders.
#[derive(Clone, Copy)]
struct Neighborhood<'m> {
    map: &'m BuilderMap,
    size: Size,
}

impl<'m> Neighborhood<'m> {
    fn new(map: &'m BuilderMap) -> Self {
        Neighborhood { map, size: map.size() }
    }

    fn is_open(self, p: Point) -> bool {
        let cell = usize::from(p.y) * usize::from(self.size.w) + usize::from(p.x);
        !self.map.tiles.as_slice()[cell].is_solid()
    }

    /// Whether a cell and the eight cells around it are solid. Always false at the borders of the map.
    fn is_in_rock(self, p: Point) -> bool {
        let (x, y, w) = (usize::from(p.x), usize::from(p.y), usize::from(self.size.w));
        let is_inside = p.x > 0 && p.y > 0 && p.x + 1 < self.size.w && p.y + 1 < self.size.h;
        let tiles = self.map.tiles.as_slice();
        is_inside && (y - 1..=y + 1).all(|y| tiles[y * w + x - 1..][..3].iter().all(|tile| tile.is_solid()))
    }

    fn step(self, p: Point, dir: Dir) -> Option<Point> {
        let (dx, dy) = dir.delta();
        let next = self.map.wrap.cell_at(i32::from(p.x) + dx, i32::from(p.y) + dy, self.size);
        next.filter(|&next| next != p)
    }

    /// The cells that share a side with this one.
    fn beside(self, p: Point) -> impl Iterator<Item = Point> {
        Dir::ALL.into_iter().filter_map(move |dir| self.step(p, dir))
    }

    /// The cells that share a side or a corner with this one.
    fn around(self, p: Point) -> impl Iterator<Item = Point> {
        let sides = Dir::ALL.into_iter().filter_map(move |dir| Some((dir, self.step(p, dir)?)));
        sides.flat_map(move |(dir, next)| [Some(next), self.step(next, dir.turned(1))]).flatten()
    }
}
