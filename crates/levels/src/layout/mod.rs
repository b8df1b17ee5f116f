//! Rooms laid out so that exactly the wanted pairs join.

mod board;
mod choice;
mod draw;
mod fit;
mod level;
mod places;
mod planar;
mod refuse;
mod rooms;
mod route;
mod search;
mod shape;
#[cfg(feature = "serde")]
mod written;

pub use rooms::{RoomSpec, Rooms, Templates};

pub(crate) use draw::random_joins;
pub(crate) use level::{FoundLayout, Label, Link};
pub(crate) use rooms::sides_for;
pub(crate) use search::RoomKind;

use mapwright_core::{BuildCx, BuildError, BuildErrorKind, MapRng, Size};

use fit::Fits;
use places::Placed;
use refuse::Request;
use search::{LayoutSearch, Wanted};

/// The most work of a layout, in steps of about the same time: a few seconds in all. So the largest budget ends soon even
/// where places are slow to try.
pub(crate) const WORK: u64 = 1 << 28;

/// Bounds the bytes that a layout takes, for maps of any size.
pub(crate) const LAYOUT_BYTES: u64 = 512 << 10;

/// Rooms to be laid out, and how they join.
pub(crate) struct LayoutPlan {
    pub(crate) size: Size,
    pub(crate) rooms: Vec<RoomKind>,
    pub(crate) joins: Vec<(u16, u16)>,
    pub(crate) fits: Fits,
    pub(crate) corridors: bool,
    pub(crate) equal_neighbors: bool,
}

/// A plan that was laid out.
pub(crate) struct Layout {
    pub(crate) placed: Vec<Placed>,
    /// One for each join.
    pub(crate) links: Vec<Link>,
    pub(crate) fits: Fits,
}

impl LayoutPlan {
    /// Nothing to be laid out yet.
    pub(crate) fn new(size: Size, corridors: bool) -> Self {
        let (rooms, joins) = (Vec::new(), Vec::new());
        LayoutPlan { size, rooms, joins, fits: Fits::new(corridors), corridors, equal_neighbors: true }
    }

    /// Lays the rooms out, within a budget of places tried and some work, of which [`WORK`] is a few seconds.
    pub(crate) fn lay_out(self, cx: &mut BuildCx<'_>, budget: u64, work: u64) -> Result<Layout, BuildError> {
        let LayoutPlan { size, rooms, joins, fits, corridors, equal_neighbors } = self;
        Request { size, rooms: &rooms, joins: &joins, fits: &fits, corridors }.check()?;
        let [meet, near] =
            if corridors { spanning_tree(rooms.len(), &joins, &mut cx.rng) } else { [joins.clone(), Vec::new()] };
        // Doors are looked for between joined rooms, corridors all over the map.
        let to_accept = 1000 * joins.len() as u64 + near.len() as u64 * u64::from(size.area());
        let mut wanted = Wanted { size, rooms, joins: meet, near, fits, equal_neighbors };
        let mut links = None;
        let mut search = LayoutSearch::new(&mut wanted);
        let placed = search.run(cx, (budget, work, to_accept), |fits, placed, rng| {
            center(placed, fits, size);
            links = route::links(size, fits, placed, &joins, rng);
            links.is_some()
        })?;
        let tries = search.tried;
        match placed.zip(links) {
            Some((placed, links)) => Ok(Layout { placed, links, fits: wanted.fits }),
            None => Err(BuildErrorKind::GaveUp {
                what: "a layout of the rooms (try a larger map, fewer rooms or a higher `budget`)",
                tries,
                budget,
            }
            .into()),
        }
    }
}

/// Moves a layout to the middle of the map.
fn center(placed: &mut [Placed], fits: &Fits, size: Size) {
    let extent = |at: &Placed| {
        let [left, top, right, bottom] = fits.shapes[at.shape].extent();
        [at.x + left, at.y + top, at.x + right, at.y + bottom]
    };
    let all = placed.iter().map(extent).reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]);
    let Some([left, top, right, bottom]) = all else { return };
    let (dx, dy) = ((i32::from(size.w) - 1 - left - right) / 2, (i32::from(size.h) - 1 - top - bottom) / 2);
    placed.iter_mut().for_each(|at| (at.x, at.y) = (at.x + dx, at.y + dy));
}

/// A random spanning tree, and the joins that are not in it.
fn spanning_tree(n: usize, joins: &[(u16, u16)], rng: &mut MapRng) -> [Vec<(u16, u16)>; 2] {
    let mut order = joins.to_vec();
    rng.shuffle(&mut order);
    let mut parts = mapwright_graph::DisjointSets::new(n as u32);
    order.into_iter().partition(|&(a, b)| parts.unite(a.into(), b.into())).into()
}
