//! Extra corridors, for loops: only where they make nothing worse.

use std::collections::BTreeSet;

use mapwright_core::{Dir, Point};

use super::dig::Digger;
use super::ground::beside;
use super::pairs::Pair;
use super::{End, distance};

/// How many rooms an extra corridor may begin at before it is given up.
const STARTS: u32 = 6;
/// How many other rooms it looks at from there.
const LOOKED_AT: u32 = 48;
/// How many of these it tries to reach, the nearest first.
const TRIED: usize = 4;

/// Digs as many corridors as are wanted, or as there is rock for: each from a random room to one of the nearest that it
/// is not joined to yet.
pub(super) fn dig_extra(digger: &mut Digger<'_, '_>, ends: &[End], pairs: &[Pair], wanted: usize, width: u8) {
    let mut joined: BTreeSet<Pair> = pairs.iter().map(|&(a, b)| ordered(a, b)).collect();
    for _ in 0..wanted {
        for _ in 0..STARTS {
            let room = digger.rng().below(count(ends));
            let from = ends[room as usize];
            let reached = nearest_others(digger, ends, room, &joined).into_iter().take(TRIED).find(|&(_, other)| {
                digger.plan(from, ends[other as usize]);
                is_clear(digger, from, ends[other as usize], width)
            });
            if let Some((_, other)) = reached {
                digger.dig(from.at);
                joined.insert(ordered(room, other));
                break;
            }
        }
    }
}

/// Some rooms that a room is not joined to, the nearest first, each with its distance.
fn nearest_others(digger: &mut Digger<'_, '_>, ends: &[End], room: u32, joined: &BTreeSet<Pair>) -> Vec<(u32, u32)> {
    let n_rooms = count(ends);
    let mut others: Vec<u32> = match n_rooms <= LOOKED_AT {
        true => (0..n_rooms).collect(),
        false => (0..LOOKED_AT).map(|_| digger.rng().below(n_rooms)).collect(),
    };
    others.retain(|&other| other != room && !joined.contains(&ordered(room, other)));
    let (at, map) = (ends[room as usize].at, digger.map());
    let steps_to = |other: u32| (distance(at, ends[other as usize].at, map.size(), map.wrap), other);
    let mut others: Vec<(u32, u32)> = others.into_iter().map(steps_to).collect();
    others.sort_unstable();
    others.dedup();
    others
}

fn count(ends: &[End]) -> u32 {
    u32::try_from(ends.len()).unwrap_or(u32::MAX)
}

fn ordered(a: u32, b: u32) -> Pair {
    (a.min(b), a.max(b))
}

/// Whether the planned way leaves one room, passes through solid rock, enters the other, and touches nothing else: no
/// third room, no other corridor, and no wall of the two rooms but where it goes through.
fn is_clear(digger: &Digger<'_, '_>, from: End, to: End, width: u8) -> bool {
    let (map, size) = (digger.map(), digger.map().size());
    let crossings = map.wrap.crossings(size);
    let next = |p: Point, dir| match crossings.contains(dir) {
        true => Some(beside(p, dir, size)),
        false => p.beside(dir).filter(|&next| size.contains(next)),
    };
    let is_open = |p: Point| !map.tiles[p].is_solid();
    let in_rooms = |p: Point| from.room.contains(p) || to.room.contains(p);
    let way: Vec<Point> = digger.planned(from.at).collect();
    let Some(first) = way.iter().position(|&p| !is_open(p)) else { return false };
    let Some(rock) = way[first..].iter().position(|&p| is_open(p)).map(|n| &way[first..first + n]) else {
        return false;
    };
    let outside_rock = way[..first].iter().chain(&way[first + rock.len()..]);
    let open_beside = |p| Dir::ALL.into_iter().filter_map(|dir| next(p, dir)).filter(|&beside| is_open(beside)).count();
    let around = |p| {
        let sides = Dir::ALL.into_iter().filter_map(move |dir| Some((dir, next(p, dir)?)));
        sides.flat_map(|(dir, side)| [Some(side), next(side, dir.turned(1))]).flatten()
    };
    let touches_rooms_only = |p| {
        let far = around(p).filter(|_| width > 1).flat_map(around);
        around(p).chain(far).all(|near| !is_open(near) || in_rooms(near))
    };
    // It enters and leaves through one cell each, so the first and the last cell of rock have one open cell beside them.
    let ways_in = |i: usize| usize::from(i == 0) + usize::from(i + 1 == rock.len());
    outside_rock.copied().all(|p| is_open(p) && in_rooms(p))
        && rock.iter().enumerate().all(|(i, &p)| open_beside(p) == ways_in(i))
        && rock.iter().all(|&p| touches_rooms_only(p))
}
