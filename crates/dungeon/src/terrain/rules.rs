//! Where something may be: rules that a cell must fit, all of them.

use mapwright_core::params::{check_at_least, check_each};
use mapwright_core::{
    Area, BuildCx, BuildError, BuilderMap, Dirs, Grid, Need, Passages, Plane, Planes, Point, Reach, Room, Size, params,
};
use mapwright_graph::distances;

use super::landmark::{Landmark, diagonal_steps, seen, walked};

/// Where something may be painted or placed. A cell must fit all rules; the default fits every cell.
#[derive(Eq)]
#[params]
pub struct Placement {
    /// How far it must be from what.
    #[serde(skip_serializing_if = "is_usual")]
    pub distances: Vec<DistanceRule>,
    /// On which ground.
    #[serde(skip_serializing_if = "is_usual")]
    pub ground: PlacementGround,
    /// The role of its area: "start", "exit", or one of your own. It needs a level graph.
    #[serde(skip_serializing_if = "is_usual")]
    pub role: Option<String>,
    /// A tag of its area or of its room.
    #[serde(skip_serializing_if = "is_usual")]
    pub tag: Option<String>,
    /// The least depth of its area: how many gates lie between it and the start. It needs a level graph.
    #[serde(skip_serializing_if = "is_usual")]
    pub min_depth: u32,
    /// The greatest depth of its area.
    #[param(default = u32::MAX)]
    #[serde(skip_serializing_if = "is_bottomless")]
    pub max_depth: u32,
}

/// Whether a rule need not be written.
#[cfg(feature = "serde")]
fn is_usual<T: Default + PartialEq>(rule: &T) -> bool {
    *rule == T::default()
}

#[cfg(feature = "serde")]
const fn is_bottomless(depth: &u32) -> bool {
    *depth == u32::MAX
}

/// How far something must be from something else.
#[derive(Eq)]
#[params]
pub struct DistanceRule {
    /// From what.
    #[param(required)]
    pub to: Landmark,
    /// How many steps at least. What cannot be reached is infinitely far away.
    pub min: u32,
    /// How many steps at most.
    #[param(default = u32::MAX)]
    pub max: u32,
    /// How steps go.
    pub steps: Steps,
}

/// How steps go.
#[params]
pub enum Steps {
    /// As a walk goes: through open cells. From a solid cell the first step leads to any cell beside. Where a stage may
    /// change solid cells, as `straight`.
    #[default]
    Walk,
    /// North, east, south and west, through anything.
    Straight,
    /// In eight directions, through anything: the cells at 1 are the square ring around a cell.
    Diagonal,
    /// As one looks: the length of the straight line, rounded up. What the landmark does not see is infinitely far away.
    /// One sees over windows, deep water and chasms, and not through doors.
    Sight,
}

impl DistanceRule {
    /// At most `max` steps from something.
    pub fn near(to: Landmark, max: u32) -> Self {
        DistanceRule { to, min: 0, max, steps: Steps::Walk }
    }

    /// At least `min` steps from something.
    pub fn far(to: Landmark, min: u32) -> Self {
        DistanceRule { to, min, max: u32::MAX, steps: Steps::Walk }
    }
}

/// On which ground something may be.
#[params]
pub enum PlacementGround {
    /// On any.
    #[default]
    Any,
    /// In a room.
    Room,
    /// Outside of all rooms.
    Corridor,
    /// Where a square of two by two open cells can be walked around: not in hallways and doorways.
    Wide,
    /// Everywhere else that is open: in hallways and doorways.
    Narrow,
}

/// The reach of a stage whose rules look any distance.
pub(crate) const FAR: Reach =
    Reach::Global("its rules may look any distance; give them a `max`, and no landmark of one level");

/// A reach in cells, if windows can be that large.
pub(super) fn reach_of(cells: u32) -> Reach {
    u16::try_from(cells).map_or(FAR, Reach::Cells)
}

impl Placement {
    /// The planes that a map must have.
    pub(crate) fn requires(&self) -> Planes {
        let distances = self.distances.iter().fold(Planes::NONE, |all, rule| all.union(rule.to.requires()));
        let rooms = [PlacementGround::Room, PlacementGround::Corridor].contains(&self.ground);
        let rooms = if rooms { Plane::Rooms.into() } else { Planes::NONE };
        distances.union(rooms).union(if self.asks_for_area() { Plane::Graph.into() } else { Planes::NONE })
    }

    /// How far around a cell the cells lie that decide whether it fits, in an endless world with blocks of this size;
    /// `None` for any distance.
    pub(crate) fn reach(&self, block: Size) -> Option<u32> {
        let rooms = u32::from(block.w.max(block.h));
        let ground = match self.ground {
            PlacementGround::Any => 0,
            PlacementGround::Room | PlacementGround::Corridor => rooms,
            PlacementGround::Wide | PlacementGround::Narrow => 1,
        };
        let tag = if self.tag.is_some() { rooms } else { 0 };
        let mut reach = ground.max(tag);
        for rule in &self.distances {
            // Landmarks that need no plane are seen in the cells themselves.
            let is_near = rule.to.requires() == Planes::NONE;
            let farthest = if rule.max == u32::MAX { rule.min } else { rule.max };
            reach = reach.max(Some(farthest).filter(|_| is_near)?.checked_add(1)?);
        }
        (!self.asks_for_area()).then_some(reach)
    }

    const fn asks_for_area(&self) -> bool {
        self.role.is_some() || self.min_depth > 0 || self.max_depth < u32::MAX
    }

    /// Refuses a range without numbers.
    pub(crate) fn check(&self) -> Result<(), BuildError> {
        let in_order = |rule: &DistanceRule| check_at_least(("max", rule.max), ("min", rule.min));
        check_each(&self.distances, in_order).map_err(|error| error.within("placement.distances"))?;
        check_at_least(("max_depth", self.max_depth), ("min_depth", self.min_depth))
            .map_err(|error| error.within("placement"))
    }

    /// The cells that fit. Steps go `through_walls` where walls may be chosen.
    pub(crate) fn cells(
        &self,
        map: &BuilderMap,
        passages: &Passages,
        through_walls: bool,
        cx: &mut BuildCx<'_>,
    ) -> Result<Grid<bool>, BuildError> {
        self.cells_from(map, passages, through_walls, None, cx)
    }

    /// The cells that fit, where an area has an entrance of its own.
    pub(super) fn cells_from(
        &self,
        map: &BuilderMap,
        passages: &Passages,
        through_walls: bool,
        entrance: Option<&[Point]>,
        cx: &mut BuildCx<'_>,
    ) -> Result<Grid<bool>, BuildError> {
        let mut fits = self.on_ground(map, passages)?;
        if self.asks_for_area() || self.tag.is_some() {
            self.in_area(map, &mut fits)?;
        }
        for rule in &self.distances {
            let cells = match (&rule.to, entrance) {
                (Landmark::Entrance, Some(own)) => own.iter().map(|&at| passages.index(at)).collect(),
                _ => rule.to.cells(map, passages),
            };
            let steps = match rule.steps {
                Steps::Walk if !through_walls => walked(map, passages, cells),
                Steps::Walk | Steps::Straight => distances(&Passages::lattice(map.size(), map.wrap), cells),
                Steps::Diagonal => diagonal_steps(&Passages::lattice(map.size(), map.wrap), cells),
                Steps::Sight => seen(map, &cells, (rule.min, rule.max), cx)?,
            };
            for (fits, steps) in fits.as_mut_slice().iter_mut().zip(steps.as_slice()) {
                *fits &= (rule.min..=rule.max).contains(steps);
            }
        }
        Ok(fits)
    }

    fn on_ground(&self, map: &BuilderMap, passages: &Passages) -> Result<Grid<bool>, BuildError> {
        let size = map.size();
        let in_rooms = |fits: &dyn Fn(&Room) -> bool, inside: bool| -> Result<Grid<bool>, BuildError> {
            let mut grid = Grid::new(size, !inside);
            let rooms = map.rooms.as_ref().need(Plane::Rooms)?.iter().filter(|room| fits(room));
            rooms.flat_map(|room| map.cells_of_room(room)).for_each(|p| grid[p] = inside);
            Ok(grid)
        };
        match self.ground {
            PlacementGround::Any => Ok(Grid::new(size, true)),
            PlacementGround::Room => in_rooms(&|_| true, true),
            PlacementGround::Corridor => in_rooms(&|_| true, false),
            PlacementGround::Wide => Ok(wide(passages)),
            PlacementGround::Narrow => Ok(wide(passages).map(|wide| !wide)),
        }
    }

    fn in_area(&self, map: &BuilderMap, fits: &mut Grid<bool>) -> Result<(), BuildError> {
        // A tag may be that of a room, so rooms do as well.
        if self.asks_for_area() || map.rooms.is_none() {
            map.graph.as_ref().need(Plane::Graph)?;
        }
        let has_tag = |tags: &[String]| self.tag.as_ref().is_none_or(|tag| tags.contains(tag));
        let mut tagged = Grid::new(map.size(), false);
        let rooms = map.rooms.iter().flatten().filter(|room| self.tag.is_some() && has_tag(&room.tags));
        rooms.flat_map(|room| map.cells_of_room(room)).for_each(|p| tagged[p] = true);
        let in_depth = |area: &Area| {
            let has_role = self.role.is_none() || self.role == area.role;
            has_role && (self.min_depth..=self.max_depth).contains(&area.depth)
        };
        for p in map.size().points() {
            let area = map.graph.as_ref().and_then(|graph| graph.areas.get(usize::from(graph.area_at(p)?)));
            let fits_area = !self.asks_for_area() || area.is_some_and(in_depth);
            fits[p] &= fits_area && (tagged[p] || area.map_or(self.tag.is_none(), |area| has_tag(&area.tags)));
        }
        Ok(())
    }
}

/// The cells of all squares of two by two whose four cells are joined in a ring.
fn wide(passages: &Passages) -> Grid<bool> {
    let mut wide = Grid::new(passages.size(), false);
    for cell in 0..passages.area() {
        let ring = square(passages, cell);
        ring.into_iter().flatten().for_each(|cell| wide[cell] = true);
    }
    wide
}

/// The square with a cell in its northwestern corner, if one can walk around it.
fn square(passages: &Passages, cell: u32) -> Option<[u32; 4]> {
    use mapwright_core::Dir::{E, N, S, W};
    let both = |cell: u32, a, b| {
        let ways: Dirs = passages.dirs(cell);
        ways.contains(a) && ways.contains(b)
    };
    let east = passages.next(cell, E)?;
    let south = passages.next(cell, S)?;
    let across = passages.next(east, S)?;
    (both(across, N, W) && passages.next(south, E) == Some(across)).then_some([cell, east, south, across])
}
