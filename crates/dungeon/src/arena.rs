//! An empty hall.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, InitialMapBuilder, Plane, Reach, Rect, Room, Size, Tile, Wrap,
    params,
};

/// An empty walled hall.
///
/// An empty hall with a wall around it, one tile thick; a wrapped axis has no wall. The floor is a single room. A map
/// too narrow for walls on both sides is all wall and has no room.
///
/// ```text
/// ######
/// #....#
/// #....#
/// ######
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Rect, Room, Size};
/// use mapwright_dungeon::Arena;
///
/// let map = BuilderChain::start_with(Size::new(6, 4), Arena::default()).build(0)?;
/// assert_eq!(map.rooms, Some(Room::numbered([Rect::new(1, 1, 4, 2)])));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct Arena {}

impl Builder for Arena {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("arena").memory(2).title("An empty hall").gives(Plane::Rooms).spares_kept().reach(Reach::BLOCK)
    }
}

impl InitialMapBuilder for Arena {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::WALL)?;
        let floor = floor(size, cx.wrap);
        let is_free = map.kept.is_none();
        for p in floor.points() {
            if is_free || map.may_put(p, Tile::FLOOR) {
                map.tiles[p] = Tile::FLOOR;
            }
        }
        map.rooms = Some(Room::numbered((floor.w > 0 && floor.h > 0).then_some(floor)));
        Ok(map)
    }
}

fn floor(size: Size, wrap: Wrap) -> Rect {
    let (x, y) = (u16::from(!wrap.x()), u16::from(!wrap.y()));
    Rect::new(x, y, size.w.saturating_sub(2 * x), size.h.saturating_sub(2 * y))
}
