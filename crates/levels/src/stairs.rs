//! Stairs and pits: portals between floors. The upper end of each is a gate of one cell.

use std::collections::BTreeMap;

use mapwright_core::{BuilderMap, Grid, JoinKind, Passages, Point, Portal, Tile};

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

/// Where stairs and pits lead whose upper ends are among some cells.
pub(crate) fn far_ends(map: &BuilderMap, cells: &[Point]) -> Vec<Point> {
    let upper = between_floors(map).filter(|portal| cells.contains(&upper_end(portal)));
    upper.map(|portal| if upper_end(portal) == portal.a { portal.b } else { portal.a }).collect()
}

/// All stairs and pits, by their upper ends; of several at one cell, the first.
pub(crate) fn by_gate(map: &BuilderMap) -> BTreeMap<Point, Portal> {
    let mut all = BTreeMap::new();
    for portal in between_floors(map) {
        all.entry(upper_end(portal)).or_insert(*portal);
    }
    all
}

/// Removes the portals of a cell. Where stairs led to it from below, floor is left.
pub(crate) fn remove(map: &mut BuilderMap, at: Point) {
    let tiles = &mut map.tiles;
    map.portals.retain(|portal| {
        let far = portal.pairs().into_iter().find(|&(end, _)| end == at).map(|(_, far)| far);
        if let Some(tile) = far.and_then(|far| tiles.get_mut(far)).filter(|tile| **tile == Tile::STAIRS_UP) {
            *tile = Tile::FLOOR;
        }
        far.is_none()
    });
}

/// Which way one passes the stairs or the pit in a gate. The gate itself is in no area.
pub(crate) fn way(map: &BuilderMap, passages: &Passages, area: &Grid<u16>, gate: &[Point]) -> JoinKind {
    let Some(pit) = in_gate(map, gate).filter(|portal| portal.one_way) else { return JoinKind::Open };
    let upper = passages.index(upper_end(pit));
    let beside = |dir| area[passages.step(upper, dir)].checked_sub(1);
    let from = match pit.a == upper_end(pit) {
        true => passages.dirs(upper).iter().find_map(beside),
        false => area[pit.a].checked_sub(1),
    };
    from.map_or(JoinKind::Open, |from| JoinKind::OneWay { from })
}
