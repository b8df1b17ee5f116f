//! Extra corridors, for loops: only where they make nothing worse.

use std::collections::BTreeSet;

use mapwright_core::{Dir, Passages, Point};

use super::dig::Digger;
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
    let n_rooms = u32::try_from(ends.len()).unwrap_or(u32::MAX);
    let (size, wrap) = (digger.map().size(), digger.map().wrap);
    let lattice = Passages::lattice(size, wrap);
    let mut joined: BTreeSet<Pair> = pairs.iter().map(|&(a, b)| ordered(a, b)).collect();
    for _ in 0..wanted {
        for _ in 0..STARTS {
            let room = digger.rng().below(n_rooms);
            let others: BTreeSet<u32> = match n_rooms <= LOOKED_AT {
                true => (0..n_rooms).collect(),
                false => (0..LOOKED_AT).map(|_| digger.rng().below(n_rooms)).collect(),
            };
            let from = ends[room as usize];
            let free = others.into_iter().filter(|&other| other != room && !joined.contains(&ordered(room, other)));
            let mut free: Vec<u32> = free.collect();
            free.sort_by_key(|&other| distance(from.at, ends[other as usize].at, size, wrap));
            let reached = free.into_iter().take(TRIED).find(|&other| {
                digger.plan(from, ends[other as usize]);
                is_clear(digger, &lattice, from, ends[other as usize], width)
            });
            if let Some(other) = reached {
                digger.dig(from.at);
                joined.insert(ordered(room, other));
                break;
            }
        }
    }
}

fn ordered(a: u32, b: u32) -> Pair {
    (a.min(b), a.max(b))
}

/// Whether the planned way leaves one room, passes through solid rock, enters the other, and touches nothing else: no
/// third room, no other corridor, and no wall of the two rooms but where it goes through.
fn is_clear(digger: &Digger<'_, '_>, lattice: &Passages, from: End, to: End, width: u8) -> bool {
    let map = digger.map();
    let is_open = |cell: u32| !map.tiles[cell].is_solid();
    let in_rooms = |cell: u32| [from.room, to.room].iter().any(|room| room.contains(lattice.point(cell)));
    let way: Vec<u32> = digger.planned(from.at).map(|p: Point| lattice.index(p)).collect();
    let Some(first) = way.iter().position(|&cell| !is_open(cell)) else { return false };
    let Some(rock) = way[first..].iter().position(|&cell| is_open(cell)).map(|n| &way[first..first + n]) else {
        return false;
    };
    let outside_rock = way[..first].iter().chain(&way[first + rock.len()..]);
    let beside = |cell| Dir::ALL.into_iter().filter_map(move |dir| lattice.beside(cell, dir));
    let around = |cell| {
        let sides = Dir::ALL.into_iter().filter_map(move |dir| Some((dir, lattice.beside(cell, dir)?)));
        sides.flat_map(|(dir, next)| [Some(next), lattice.beside(next, dir.turned(1))]).flatten()
    };
    let touches_rooms_only = |cell: u32| {
        let far = around(cell).filter(|_| width > 1).flat_map(around);
        around(cell).chain(far).all(|near| !is_open(near) || in_rooms(near))
    };
    // It enters and leaves through one cell each, so the first and the last cell of rock have one open cell beside them.
    let ways_in = |i: usize| usize::from(i == 0) + usize::from(i + 1 == rock.len());
    outside_rock.copied().all(|cell| is_open(cell) && in_rooms(cell))
        && rock.iter().enumerate().all(|(i, &cell)| beside(cell).filter(|&next| is_open(next)).count() == ways_in(i))
        && rock.iter().all(|&cell| touches_rooms_only(cell))
}
