//! Marks cells that later stages leave as they are.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, CellPlane, Effect, Facts, Grid, Keep, MetaMapBuilder, Plane, Reach, Size,
    Tile, params,
};

use super::rules::{FAR, Placement, reach_of};

/// Keeps cells as they are, by rules: later stages do not change them.
///
/// The cells in `rect` that fit the rules `placement` and have one of the tiles `tiles` are kept as much as `level` says: with `shape`
/// they stay open or solid, with `tile` nothing of them changes. Cells that are kept more than that stay so. The level `free`
/// lets them go again.
///
/// ```
/// use mapwright_core::{BuilderChain, Keep, Size, Tile};
/// use mapwright_dungeon::{CellularAutomata, KeepCells, Paint};
///
/// let cave = BuilderChain::start_with(Size::new(60, 40), CellularAutomata::default());
/// let grass = cave.with(Paint::default()).with(KeepCells { tiles: vec![Tile::GRASS], ..KeepCells::default() });
/// let over = vec![Tile::FLOOR, Tile::GRASS];
/// let map = grass.with(Paint { tile: Tile::WATER, over, share: 1.0, ..Paint::default() }).build(7)?;
/// assert!(map.tiles.as_slice().contains(&Tile::GRASS) && !map.tiles.as_slice().contains(&Tile::FLOOR));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct KeepCells {
    /// How much of the cells is kept.
    #[param(default = Keep::Tile)]
    #[serde(with = "mapwright_core::keep_word")]
    pub level: Keep,
    /// Only cells of a rectangle: its first column and row, and how many of each.
    #[param(expected = "four integers from 0 to 65535, a column, a row, columns and rows, such as [0, 0, 20, 36]")]
    pub rect: Option<[u16; 4]>,
    /// Which cells.
    pub placement: Placement,
    /// Only cells with one of these tiles.
    ///
    /// An empty list stands for all tiles.
    pub tiles: Vec<Tile>,
}

impl Builder for KeepCells {
    fn facts(&self, block: Size) -> Facts {
        Facts::new("keep")
            .memory(40)
            .title("Kept cells")
            .needs(self.placement.requires())
            .gives(Plane::Kept)
            .effect(Effect::Keeps)
            .spares_kept()
            .reach(match self.rect {
                None => self.placement.reach(block).map_or(FAR, reach_of),
                Some(_) => Reach::Global("its `rect` is one place of one map"),
            })
    }
}

impl MetaMapBuilder for KeepCells {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        self.placement.check()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.validate()?;
        let size = map.size();
        let fits = self.placement.cells(map, &map.passages(), false, cx)?;
        let is_in = |cell: u32| {
            let at = size.point(cell);
            self.rect.is_none_or(|[x, y, w, h]| {
                (x..x.saturating_add(w)).contains(&at.x) && (y..y.saturating_add(h)).contains(&at.y)
            })
        };
        let has_tile = |tile: Tile| self.tiles.is_empty() || self.tiles.contains(&tile);
        let kept = map.kept.get_or_insert_with(|| Grid::new(size, Keep::Free));
        let chosen: Vec<u32> =
            (0..size.area()).filter(|&cell| fits[cell] && is_in(cell) && has_tile(map.tiles[cell])).collect();
        for &cell in &chosen {
            kept[cell] = if self.level == Keep::Free { Keep::Free } else { self.level.max(kept[cell]) };
        }
        cx.step_on(CellPlane::KEPT, kept, chosen);
        Ok(())
    }
}
