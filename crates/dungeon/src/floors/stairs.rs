//! Stairs and pits between floors.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, Floor, Grid, MapRng, MetaMapBuilder, Need, Passages, Plane,
    Planes, Point, Portal, Reach, Size, Tile, params, threshold,
};
use mapwright_graph::{Components, UNREACHED, distances};

use crate::free_cells::FreeCells;
use crate::terrain::Placement;

/// Joins each floor with the next by stairs, and by pits that lead down only.
///
/// Joins each floor with the next by stairs, which are portals between cells in the same column and row, and by pits that
/// lead down only. They stand where both floors are free and dry, in the largest part of both, and where a walk can go
/// around them: so closing them cuts nothing.
///
/// The first stairs of a floor are far from those that lead to it from above, on the first floor from the start or, if the
/// map has none yet, from a random place; the next ones from these too, and pits from all stairs. Ends on one floor are at least three cells apart.
///
/// ```
/// use mapwright_core::{BuilderChain, Size, Tile};
/// use mapwright_dungeon::{BspDungeon, FloorChain, Floors, Stairs};
///
/// let floors = Floors { floors: vec![FloorChain::new(3, BspDungeon::default())] };
/// let stairs = Stairs { per_floor: 2, pits: 1, ..Stairs::default() };
/// let map = BuilderChain::start_with(Size::new(60, 40), floors).with(stairs).build(7)?;
/// assert_eq!(map.portals.len(), 2 * 3);
/// for portal in &map.portals {
///     assert_eq!((portal.a.x, portal.a.y + 41), (portal.b.x, portal.b.y));
///     assert_eq!(map.tiles[portal.a] == Tile::STAIRS_DOWN, !portal.one_way);
/// }
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct Stairs {
    /// How many stairs lead from each floor to the next.
    #[param(default = 1, range = 1..=16)]
    pub per_floor: u8,
    /// How many pits.
    #[param(range = 0..=16)]
    pub pits: u8,
    /// How far from others they are, as a share of the longest walk to a place that would do.
    #[param(default = 0.6, range = 0.0..=1.0)]
    pub distance_share: f64,
    /// Where they may be: the rules must hold on both floors.
    pub placement: Placement,
}

impl Builder for Stairs {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("stairs")
            .memory(18)
            .title("Stairs and pits")
            .needs(self.placement.requires())
            .needs(Plane::Floors)
            .keeps(Plane::Solution)
            .spares_kept()
            .reach(Reach::Global("a world has no floors"))
    }
}

impl MetaMapBuilder for Stairs {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        self.placement.check()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.floors.as_ref().need(Plane::Floors)?;
        map.validate()?;
        let fits = self.placement.cells(map, &map.passages(), false, cx)?;
        let free = FreeCells::footing(map, None);
        let may_be = |at: Point| fits[at] && free.contains(at);
        let mut grounds = Vec::new();
        for floor in 0..map.n_floors() {
            cx.keep_going()?;
            grounds.extend(map.floor(floor).map(|Floor { map: part, .. }| FloorGround::new(map, floor, &part, may_be)));
        }
        map.clear(Planes::DERIVED.minus(Plane::Solution.into()));
        for floor in 0..map.n_floors() {
            cx.keep_going()?;
            if let [upper, lower, ..] = &mut grounds[floor.into()..] {
                self.join(map, floor, (upper, lower), cx)?;
            }
        }
        Ok(())
    }
}

impl Stairs {
    /// Joins a floor with the next.
    fn join(
        &self,
        map: &mut BuilderMap,
        floor: u16,
        (upper, lower): (&mut FloorGround, &mut FloorGround),
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        let common: Vec<u32> = (0..upper.passages.area()).filter(|&cell| upper.may[cell] && lower.may[cell]).collect();
        let mut from = upper.stairs.clone();
        // The first floor has none from above: the first are far from the start, or from any place.
        let start = map.start.filter(|&start| from.is_empty() && map.floor_of(start) == Some(floor));
        from.extend(start.map(|start| map.size().index(start) - upper.first));
        let is_any_place = from.is_empty();
        if is_any_place {
            from.extend(cx.rng.pick(&common));
        }
        for (nth, is_pit) in (0..self.per_floor).map(|nth| (nth, false)).chain((0..self.pits).map(|nth| (nth, true))) {
            cx.keep_going()?;
            if is_pit && nth == 0 {
                from.clone_from(&upper.stairs);
            }
            let Some(cell) = self.pick(&common, &from, (upper, lower), &mut cx.rng) else {
                let (what, wanted) = if is_pit { ("pits", self.pits) } else { ("stairs", self.per_floor) };
                let why = format!("the floors {floor} and {} have common room for {nth} of {wanted} {what}", floor + 1);
                return Err(BuildError::contradiction(None, why));
            };
            if is_any_place && nth == 0 && !is_pit {
                from.clear();
            }
            from.push(cell);
            upper.taken.push(cell);
            lower.taken.push(cell);
            let (a, b) = (map.size().point(upper.first + cell), map.size().point(lower.first + cell));
            if is_pit {
                map.portals.push(Portal::one_way(a, b));
            } else {
                upper.stairs.push(cell);
                lower.stairs.push(cell);
                map.portals.push(Portal::new(a, b));
                (map.tiles[a], map.tiles[b]) = (Tile::STAIRS_DOWN, Tile::STAIRS_UP);
            }
            if cx.step_is_due(1) {
                cx.step_frame(map, &format!("floor {}", floor + 1));
            }
        }
        Ok(())
    }

    /// A cell that is far from some others, and not too near to any end on either floor.
    fn pick(
        &self,
        common: &[u32],
        from: &[u32],
        (upper, lower): (&FloorGround, &FloorGround),
        rng: &mut MapRng,
    ) -> Option<u32> {
        let steps = distances(&upper.passages, from.iter().copied());
        let fits = |cell: u32| steps[cell] != UNREACHED && upper.has_room(cell) && lower.has_room(cell);
        let mut cells: Vec<u32> = common.iter().copied().filter(|&cell| fits(cell)).collect();
        let farthest = cells.iter().map(|&cell| steps[cell]).max()?;
        let least = threshold(self.distance_share) * u64::from(farthest);
        cells.retain(|&cell| u64::from(steps[cell]) << 32 >= least);
        rng.pick(&cells).copied()
    }
}

/// How far the ends on one floor are from each other, in cells and at corners too. So each has the cells around it to itself.
const APART: u32 = 3;

/// One floor; its cells are counted from its own first.
struct FloorGround {
    /// The index of its first cell on the map.
    first: u32,
    passages: Passages,
    /// The cells where stairs may be.
    may: Grid<bool>,
    /// The ends of stairs.
    stairs: Vec<u32>,
    /// All ends of portals.
    taken: Vec<u32>,
}

impl FloorGround {
    fn new(map: &BuilderMap, floor: u16, part: &BuilderMap, may_be: impl Fn(Point) -> bool) -> Self {
        let passages = part.passages();
        let components = Components::from_map(part, &passages);
        let largest = components.largest().map_or(0, |(label, _)| label);
        let first = map.size().index(Point::new(0, map.floor_rows(floor).start));
        let is_in_largest = |cell: u32| largest > 0 && components.label[cell] == largest;
        let goes_around = |cell: u32| passages.corners_joined(cell) + 1 >= passages.dirs(cell).len();
        let may = |cell: u32| is_in_largest(cell) && goes_around(cell) && may_be(map.size().point(first + cell));
        let may = Grid::from_fn(part.size(), |at| may(part.size().index(at)));
        let ends = map.portals.iter().flat_map(|portal| portal.ends().map(|end| (end, portal.one_way)));
        let here = ends.filter(|&(end, _)| map.floor_of(end) == Some(floor));
        let here: Vec<(u32, bool)> = here.map(|(end, one_way)| (map.size().index(end) - first, one_way)).collect();
        let stairs = here.iter().filter(|(_, one_way)| !one_way).map(|&(cell, _)| cell).collect();
        FloorGround { first, passages, may, stairs, taken: here.into_iter().map(|(cell, _)| cell).collect() }
    }

    /// Whether no end of a portal is too near.
    fn has_room(&self, cell: u32) -> bool {
        self.taken.iter().all(|&other| {
            let (columns, rows) = self.passages.apart(cell, other);
            columns.max(rows) >= APART
        })
    }
}
