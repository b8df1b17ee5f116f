//! The stage.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Grid, MetaMapBuilder, Plane, Planes, Point, Sides, Tile,
};
use mapwright_graph::{Components, Tunneling, tunnels};

use super::collapse::{Limits, collapse};
use super::error::{CollapseError, Infeasible};
use super::options::{CollapseModel, Connect, Keep, Pin};
use super::painter::Painter;
use super::plan::Plan;
use super::symmetry::Symmetries;
use super::wave::Wave;

/// Makes the map anew from pieces of itself or of a sample (wave function collapse, Maxim Gumin 2016).
///
/// The new map looks like the sample from near, and is another from afar. Three models tell what "from near" is:
/// windows of N×N cells that overlap, square chunks whose touching edges are equal, or single tiles.
///
/// What the map had besides terrain is gone afterwards, unless it is asked to be kept: rooms, corridors, start, exit,
/// spawns, portals, regions, flow, solution, sides and corners. The tiled model writes sides and corners of its own where
/// its sample has them. After an error the map is as it was.
///
/// ```
/// use mapwright_core::{BuilderChain, Size, Tile};
/// use mapwright_wfc::{HerringboneWang, WaveFunctionCollapse};
///
/// let stage = WaveFunctionCollapse { border: true, ..WaveFunctionCollapse::default() };
/// let chain = BuilderChain::start_with(Size::new(48, 16), HerringboneWang::default()).with(stage);
/// let map = chain.build(7)?;
/// let glyph = |&tile: &Tile| if tile.is_solid() { '#' } else { '.' };
/// for row in map.tiles.rows() {
///     println!("{}", row.iter().map(glyph).collect::<String>());
/// }
/// assert!(map.tiles.rows().next().is_some_and(|row| row.iter().all(|tile| tile.is_solid())));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct WaveFunctionCollapse {
    /// What is to agree where.
    pub model: CollapseModel,
    /// Cells a side of a window of the overlapping model: 2 to 5.
    pub n: u16,
    /// Cells a side of a piece of the chunk model: 1 to 64.
    pub chunk: u16,
    /// How many cells lie between the corners of pieces of the chunk model: 1 to 64. `None` for those of a piece, so
    /// that pieces do not overlap in the sample.
    pub stride: Option<u16>,
    /// The map that pieces are taken from; `None` for the map itself. Its planes other than tiles, sides and corners
    /// are passed over.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub sample: Option<BuilderMap>,
    /// Which images of pieces are pieces too.
    pub symmetry: Symmetries,
    /// Whether pieces run on over the sample's borders. On axes on which the sample wraps they do anyway.
    pub periodic: bool,
    /// Whether the outermost cells on axes that do not wrap are wall; or, where the tiled model has sides, closed
    /// towards the border.
    pub border: bool,
    /// What stays as it is.
    pub keep: Vec<Keep>,
    /// Cells that are given.
    pub pins: Vec<Pin>,
    /// Whether one can go everywhere.
    pub connect: Connect,
    /// How many cells may be undone in an attempt, for each cell of the board: 1 to 1000.
    pub budget: u32,
    /// How many times it may begin anew: 0 to 1000.
    pub restarts: u32,
}

impl Default for WaveFunctionCollapse {
    /// Overlapping windows of 3×3 cells of the map itself, in all eight images.
    fn default() -> Self {
        let Limits { budget, restarts } = Limits::default();
        WaveFunctionCollapse {
            model: CollapseModel::Overlapping,
            n: 3,
            chunk: 8,
            stride: None,
            sample: None,
            symmetry: Symmetries::ALL,
            periodic: false,
            border: false,
            keep: Vec::new(),
            pins: Vec::new(),
            connect: Connect::Any,
            budget,
            restarts,
        }
    }
}

impl Builder for WaveFunctionCollapse {
    fn name(&self) -> &'static str {
        "wave-function-collapse"
    }

    fn provides(&self) -> Planes {
        let has = |plane: Plane, there: bool| if there { plane.into() } else { Planes::NONE };
        match &self.sample {
            Some(sample) if self.model == CollapseModel::Tiled => {
                has(Plane::Sides, sample.sides.is_some()).union(has(Plane::Corners, sample.corners.is_some()))
            }
            _ => Planes::NONE,
        }
    }

    fn clears(&self) -> Planes {
        let kept = self.keep.iter().map(|keep| match keep {
            Keep::Start => Plane::Start.into(),
            Keep::Exit => Plane::Exit.into(),
            Keep::Rooms => Plane::Rooms.into(),
            Keep::Corridors => Plane::Corridors.into(),
            Keep::Spawns => Planes::NONE,
        });
        let colors = Planes::of(&[Plane::Sides, Plane::Corners]);
        let stay = if self.model == CollapseModel::Tiled && self.sample.is_none() { colors } else { Planes::NONE };
        Planes::ALL.minus(kept.fold(stay.union(Plane::Layers.into()), Planes::union))
    }
}

impl MetaMapBuilder for WaveFunctionCollapse {
    fn check(&self) -> Result<(), BuildError> {
        let within = |name, value: u32, low: u32, high: u32| match (low..=high).contains(&value) {
            true => Ok(()),
            false => Err(BuildError::parameter(name, value, format_args!("{low} to {high}"))),
        };
        within("n", self.n.into(), 2, 5)?;
        within("chunk", self.chunk.into(), 1, 64)?;
        within("stride", self.stride.unwrap_or(1).into(), 1, 64)?;
        within("budget", self.budget, 1, 1000)?;
        within("restarts", self.restarts, 0, 1000)?;
        self.sample.as_ref().map_or(Ok(()), BuilderMap::sound)
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.sound()?;
        let pins = self.all_pins(map)?;
        let own = self.without_stairs(map);
        let plan = Plan::new(self, own.as_ref().unwrap_or(map))?;
        let board = plan.board(self, map, &pins, cx)?;
        let bare = self.bare(map, &plan);
        let seed = cx.rng.bits();
        let limits = Limits { budget: self.budget, restarts: self.restarts };
        let mut painter = Painter::new(&plan, &board, self.connect, &bare, cx);
        let solved = collapse(plan.rules(), &board, seed, limits, &mut painter);
        let solved = solved.map_err(|error| on_map(error, &plan, &board))?;
        let mut made = painter.map(&solved.patterns);
        if self.connect == Connect::Repair {
            join(&mut made, &pins, cx)?;
        }
        *map = made;
        Ok(())
    }
}

impl WaveFunctionCollapse {
    /// The map as its own sample, where the start or exit has stairs and goes: floor instead, or there would be stairs
    /// anywhere in the map to come.
    fn without_stairs(&self, map: &BuilderMap) -> Option<BuilderMap> {
        let goes = |keep: Keep| !self.keep.contains(&keep);
        let start = map.start.filter(|_| goes(Keep::Start));
        let exit = map.exit.filter(|_| goes(Keep::Exit));
        let has_stairs = |at: &Point| [Tile::STAIRS_DOWN, Tile::STAIRS_UP].contains(&map.tiles[*at]);
        let stairs: Vec<Point> = start.into_iter().chain(exit).filter(has_stairs).collect();
        if self.sample.is_some() || stairs.is_empty() {
            return None;
        }
        let mut own = map.clone();
        stairs.into_iter().for_each(|at| own.tiles[at] = Tile::FLOOR);
        Some(own)
    }

    /// The cells that are given, and those that are kept.
    fn all_pins(&self, map: &BuilderMap) -> Result<Vec<(Point, Tile)>, BuildError> {
        if let Some(pin) = self.pins.iter().find(|pin| !map.size().contains(pin.at)) {
            let allowed = format_args!("cells of the map of {}", map.size()).to_string();
            return Err(BuildError::parameter("pins", pin.at, allowed));
        }
        let mut sorted: Vec<&Pin> = self.pins.iter().collect();
        sorted.sort_by_key(|pin| (pin.at.y, pin.at.x));
        if let Some(twice) = sorted.windows(2).find(|pins| pins[0].at == pins[1].at && pins[0].tile != pins[1].tile) {
            return Err(BuildError::parameter("pins", format_args!("{} twice", twice[0].at), "one tile a cell"));
        }
        let kept = self.keep.iter().flat_map(|keep| -> Vec<Point> {
            match keep {
                Keep::Start => map.start.into_iter().collect(),
                Keep::Exit => map.exit.into_iter().collect(),
                Keep::Spawns => map.spawns.iter().map(|spawn| spawn.at).collect(),
                Keep::Rooms => map.room_rects().flat_map(|room| room.points()).collect(),
                Keep::Corridors => map.corridors.iter().flatten().flatten().copied().collect(),
            }
        });
        let kept = kept.map(|at| (at, map.tiles[at]));
        Ok(self.pins.iter().map(|pin| (pin.at, pin.tile)).chain(kept).collect())
    }

    /// The map without what will be stale, and with the planes that the model writes.
    fn bare(&self, map: &BuilderMap, plan: &Plan) -> BuilderMap {
        let mut bare = BuilderMap::filled(map.size(), map.wrap, Tile::WALL);
        bare.tiles.clone_from(&map.tiles);
        bare.layers.clone_from(&map.layers);
        let (sides, corners) = plan.planes();
        let plane = |wanted: bool, old: &Option<Grid<Sides>>| {
            wanted.then(|| old.clone().unwrap_or_else(|| Grid::new(map.size(), Sides::CLOSED)))
        };
        bare.sides = plane(sides, &map.sides);
        bare.corners = plane(corners, &map.corners);
        for keep in &self.keep {
            match keep {
                Keep::Start => bare.start = map.start,
                Keep::Exit => bare.exit = map.exit,
                Keep::Spawns => bare.spawns.clone_from(&map.spawns),
                Keep::Rooms => bare.rooms.clone_from(&map.rooms),
                Keep::Corridors => bare.corridors.clone_from(&map.corridors),
            }
        }
        bare
    }
}

/// Joins the parts of a map. What was given stays.
fn join(map: &mut BuilderMap, pins: &[(Point, Tile)], cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
    let passages = map.passages();
    let mut keep = Grid::new(map.size(), false);
    pins.iter().for_each(|&(at, _)| keep[at] = true);
    let parts = Components::of(map, &passages);
    let how = Tunneling { keep: Some(&keep), spare_border: true, ties: Some(&mut cx.rng) };
    let joining = tunnels(map, &parts, how)?;
    cx.before_steps(map);
    for tunnel in joining {
        tunnel.dig(map, &passages, Tile::FLOOR);
        cx.step(&map.tiles, tunnel.dug().iter().copied());
    }
    Ok(())
}

/// The error as the chain knows it, with a place on the map.
fn on_map(error: CollapseError, plan: &Plan, board: &Wave) -> BuildError {
    let place = |slot: Point| {
        let region = plan.region(board, slot);
        Some(Point::new(region.x, region.y))
    };
    match error {
        CollapseError::Infeasible(Infeasible { at, constraint }) => {
            BuildError::contradiction(place(at), format_args!("no map can be made: {constraint}; the cell is"))
        }
        CollapseError::GaveUp { at, contradictions, undone, restarts, depth, cells } => BuildError::contradiction(
            place(at),
            format_args!(
                "gave up after {contradictions} contradictions, {undone} undone cells and {restarts} restarts, with at most {depth} of {cells} decided; the last contradiction was"
            ),
        ),
        CollapseError::Rejected { attempts } => BuildError::contradiction(
            None,
            format_args!("each of {attempts} maps is in parts, which `connect` forbids"),
        ),
        other => BuildError::contradiction(None, other),
    }
}
