//! Fills in unreachable cells.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Effect, Facts, Grid, Keep, MetaMapBuilder, Plane, Reach, Size, Tile,
    params,
};
use mapwright_graph::reachable;

use super::walling::wall_up;

/// Fills every cell that cannot be reached from the start.
///
/// Fills every cell that cannot be reached from the start with the solid tile around it: a cave's pocket becomes
/// wall, a clearing becomes trees. Walking is in four directions, so a cell between four pillars is unreachable.
///
/// Kept cells stay open.
///
/// An unreachable spawn is an error, unless [`LostSpawns::Drop`] is given. An unreachable exit, portals, rooms and
/// corridors are removed. Sides that face a filled cell are closed, and the solution is dropped.
#[derive(Eq)]
#[params]
pub struct CullUnreachable {
    /// Whether unreachable spawns are an error or are removed.
    pub lost_spawns: LostSpawns,
}

/// What [`CullUnreachable`] does with unreachable spawns.
#[params]
pub enum LostSpawns {
    /// The build fails, and the error names the spawn.
    #[default]
    Refuse,
    /// The spawn is removed.
    Drop,
}

impl Builder for CullUnreachable {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("cull-unreachable")
            .memory(18)
            .title("Unreached cells filled")
            .spares_kept()
            .needs(Plane::Start)
            .effect(Effect::Closes)
            .also_drops(Plane::Exit)
            .reach(Reach::Global(
                "what can be reached may lie any distance away; `join-components` leaves nothing unreachable",
            ))
    }
}

impl MetaMapBuilder for CullUnreachable {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let start = map.start()?;
        let passages = map.passages();
        cx.keep_going()?;
        let keep = reachable(&passages, map.size().index(start));
        cx.keep_going()?;
        if self.lost_spawns == LostSpawns::Refuse {
            refuse_lost_spawns(map, &keep)?;
        }
        let mut lost = open_but_not(&keep, &map.tiles);
        lost.retain(|&cell| map.keep_at(map.size().point(cell)) == Keep::Free);
        cx.keep_going()?;
        wall_up(map, &passages, &lost);
        Ok(())
    }
}

fn refuse_lost_spawns(map: &BuilderMap, reached: &Grid<bool>) -> Result<(), BuildError> {
    let mut lost = map.spawns.iter().filter(|spawn| !reached[spawn.at]);
    let Some(first) = lost.next() else { return Ok(()) };
    let (what, at) = (&first.what, first.at);
    let why = match lost.count() {
        0 => format!("the spawn `{what}` at {at} cannot be reached from the start"),
        more => format!("{} spawns cannot be reached from the start, the first of them `{what}` at {at}", more + 1),
    };
    Err(BuildError::contradiction(Some(first.at), why))
}

/// The open cells that are not kept. On most maps they are few and close together, so 64 cells are checked at once
/// first.
fn open_but_not(keep: &Grid<bool>, tiles: &Grid<Tile>) -> Vec<u32> {
    let mut lost = Vec::new();
    for ((keep, tiles), first) in keep.as_slice().chunks(64).zip(tiles.as_slice().chunks(64)).zip((0..).step_by(64)) {
        let cells = || keep.iter().zip(tiles).map(|(&keep, tile)| !keep & !tile.is_solid());
        if cells().fold(false, |any, is_lost| any | is_lost) {
            lost.extend((first..).zip(cells()).filter(|&(_, is_lost)| is_lost).map(|(cell, _)| cell));
        }
    }
    lost
}
