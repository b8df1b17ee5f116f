//! Rooms laid out so that exactly the wanted pairs join: from a graph to a map.

use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, Facts, InitialMapBuilder, Plane, Reach, Size, params};

use crate::layout::{FoundLayout, LAYOUT_BYTES, Label, LayoutPlan, Rooms, WORK, random_joins};

/// Lays rooms out so that exactly the wanted pairs join, with a door between the two rooms of each pair.
///
/// Rooms are plain rectangles or drawn by hand ([`Template`](mapwright_core::Template)). Joined rooms share a wall, one cell
/// thick, with a door in it; other rooms may share a wall, but no door. With `corridors`, joined rooms may lie apart: the
/// joins of a spanning tree share walls, and the last ones are corridors.
///
/// The map has its rooms in the given order, the doors, and the graph with one area a room. The start is in the room of
/// role `start`, or in the first; the exit in the room of role `exit`, or in one that is the most joins away.
///
/// What no layout has is refused at once, by name: a graph that cannot be drawn without crossings, four rectangles that
/// all join, templates that never meet. The search has a budget of places tried, and ends after a few seconds' work in any case; a
/// layout that it does not find is an error with which another seed may do.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_levels::{GraphLayout, Rooms};
///
/// let ring = GraphLayout { rooms: Rooms::Count(4), joins: Some(vec![(0, 1), (1, 2), (2, 3), (3, 0)]), ..Default::default() };
/// let map = BuilderChain::start_with(Size::new(40, 30), ring).build(7)?;
/// assert_eq!((map.rooms.map(|rooms| rooms.len()), map.doors.map(|doors| doors.len())), (Some(4), Some(4)));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct GraphLayout {
    /// How many rooms, or a list of them.
    #[param(default = Rooms::Count(12))]
    pub rooms: Rooms,
    /// The pairs of rooms that join, by their places in the list from 0; drawn with some loops when absent.
    #[param(expected = "a list such as [[0, 1], [1, 2]], rooms from 0")]
    pub joins: Option<Vec<(u16, u16)>>,
    /// Whether joins may be corridors.
    pub corridors: bool,
    /// Whether joined rooms may have the same size or template.
    #[param(default = true)]
    pub equal_neighbors: bool,
    /// How many places of rooms may be tried.
    #[param(default = 100_000, range = 1..=10_000_000)]
    pub budget: u32,
}

impl Builder for GraphLayout {
    fn facts(&self, size: Size) -> Facts {
        Facts::new("graph-layout")
            .memory(4 + LAYOUT_BYTES.div_ceil(size.area().max(1).into()))
            .title("Rooms from a graph")
            .gives([Plane::Rooms, Plane::Graph, Plane::Doors, Plane::Start, Plane::Exit])
            .reach(Reach::Global("it is about one whole level with a start and an exit, and a plane has no end"))
            .refuses_kept("its rooms join exactly the wanted pairs")
    }
}

impl InitialMapBuilder for GraphLayout {
    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_ranges()?;
        self.rooms.check()
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        let joins = self.joins.clone().unwrap_or_else(|| random_joins(self.rooms.len() as u16, &mut cx.rng));
        let mut plan = LayoutPlan::new(size, self.corridors);
        plan.rooms = self.rooms.kinds(size, &mut plan.fits, cx)?;
        (plan.joins, plan.equal_neighbors) = (joins.clone(), self.equal_neighbors);
        let layout = plan.lay_out(cx, self.budget.into(), WORK)?;
        let labels: Vec<Label> = match &self.rooms {
            Rooms::Count(n) => vec![Label::default(); usize::from(*n)],
            Rooms::List(rooms) => {
                rooms.iter().map(|room| Label { role: room.role.clone(), tags: room.tags.clone() }).collect()
            }
        };
        FoundLayout { layout: &layout, joins: &joins, labels: &labels }.draw(size, cx)
    }
}
