//! Stairs and pits: portals between floors. The upper end of each is a gate of one cell.

use mapwright_core::{BuilderMap, Dir, Grid, JoinKind, Passages, Point, Portal};

/// The portals between floors.
fn between_floors(map: &BuilderMap) -> impl Iterator<Item = &Portal> {
    let is_open = |portal: &&Portal| portal.ends().into_iter().all(|end| map.is_open(end));
    map.portals.iter().filter(is_open).filter(|portal| map.floor_of(portal.a) != map.floor_of(portal.b))
}

fn upper_end(portal: &Portal) -> Point {
    if portal.a.y < portal.b.y { portal.a } else { portal.b }
}

/// The upper ends of all stairs and pits, sorted.
pub(crate) fn upper_ends(map: &BuilderMap) -> Vec<u32> {
    let mut ends: Vec<u32> = between_floors(map).map(|portal| map.size().index(upper_end(portal))).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// The stairs or the pit whose upper end a gate is.
pub(crate) fn in_gate<'a>(map: &'a BuilderMap, gate: &[Point]) -> Option<&'a Portal> {
    let [gate] = gate else { return None };
    between_floors(map).find(|portal| upper_end(portal) == *gate)
}

/// The eight cells around a cell.
pub(crate) fn ring(passages: &Passages, cell: u32) -> impl Iterator<Item = u32> {
    let beside = move |dir: Dir| passages.beside(cell, dir);
    let corner = move |dir: Dir| passages.beside(beside(dir)?, dir.turned(1));
    Dir::ALL.into_iter().flat_map(move |dir| [beside(dir), corner(dir)]).flatten()
}

/// Which way one passes the stairs or the pit in a gate. The gate itself is in no area.
pub(crate) fn way(map: &BuilderMap, passages: &Passages, area: &Grid<u16>, gate: &[Point]) -> JoinKind {
    let Some(pit) = in_gate(map, gate).filter(|portal| portal.one_way) else { return JoinKind::Open };
    let upper = passages.index(upper_end(pit));
    let beside = |dir| area[passages.step(upper, dir)].checked_sub(1);
    let from = match pit.a == upper_end(pit) {
        true => passages.ways(upper).iter().find_map(beside),
        false => area[pit.a].checked_sub(1),
    };
    from.map_or(JoinKind::Open, |from| JoinKind::OneWay { from })
}
