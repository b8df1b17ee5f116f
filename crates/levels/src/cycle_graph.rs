//! Levels of nested cycles: two ways between two rooms, each with a tale, instead of a tree of dead ends.

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Dir, Door, Facts, InitialMapBuilder, JoinKind, KeyName,
    LevelGraph, MapRng, Plane, Point, Reach, Size, Spawn, Tile, params,
};

use crate::layout::{FoundLayout, LAYOUT_BYTES, Label, Layout, LayoutPlan, RoomKind, Templates, WORK, sides_for};
use crate::mission::Mission;

/// A level of nested cycles with locks, keys and one-way doors.
///
/// Makes a level of cyclic patterns (Dormans 2017): a cycle from the start to the exit, and more patterns in place of its
/// joins, with their locks, keys and one-way doors. The level can be won, every key is needed, and no walk is caught. The
/// rooms are laid out as [`GraphLayout`](crate::GraphLayout) does it.
///
/// What a room is for is among the tags of its room and area: `danger`, `hidden`, `patrol`, `treasure`, `view` and others.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_levels::{CycleGraph, SolvabilityValidator};
///
/// let chain = BuilderChain::start_with(Size::new(80, 50), CycleGraph::default()).with(SolvabilityValidator::default());
/// assert!(chain.build(7)?.proof.is_some());
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct CycleGraph {
    /// How many patterns replace joins of the first cycle.
    #[param(default = 3, range = 0..=8)]
    pub patterns: u8,
    /// What rooms are drawn from; absent for plain ones.
    pub template: Option<Templates>,
    /// The most positions of rooms to try.
    #[param(default = 100_000, range = 1..=10_000_000)]
    pub budget: u32,
}

/// Another graph may be easier to lay out: with 40 instead of 10, the slowest of 200 levels takes a quarter of the time.
const GRAPHS: u32 = 40;

impl Builder for CycleGraph {
    fn facts(&self, size: Size) -> Facts {
        Facts::new("cycle-graph")
            .memory(4 + LAYOUT_BYTES.div_ceil(size.area().max(1).into()))
            .title("Loops of rooms")
            .gives([Plane::Rooms, Plane::Graph, Plane::Doors, Plane::Start, Plane::Exit])
            .reach(Reach::Global("it is about one whole level with a start and an exit, and a plane has no end"))
            .refuses_kept("its rooms join exactly the wanted pairs")
    }
}

impl InitialMapBuilder for CycleGraph {
    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_ranges()?;
        let wrong = |(what, expected): (String, String)| BuildError::parameter("template", what, expected);
        self.template.as_ref().map_or(Ok(()), Templates::validate).map_err(wrong)
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        let budget = u64::from(self.budget.div_ceil(GRAPHS));
        let (mut last, mut tried) = (None, 0);
        for _ in 0..GRAPHS {
            let mission = self.mission(&mut cx.rng)?;
            // A room may have no place for its key, depending on its template.
            let layout = self.lay_out(&mission, size, cx, budget);
            match layout.and_then(|layout| draw(&mission, &layout, size, cx)) {
                Ok(map) => return Ok(map),
                Err(mut error) if error.is_retryable() => {
                    // Each graph has a part of the budget; a message names all of it.
                    if let BuildErrorKind::GaveUp { tries, budget: part, .. } = &mut error.kind
                        && *part == budget
                    {
                        tried += *tries;
                        (*tries, *part) = (tried, self.budget.into());
                    }
                    last = Some(error);
                }
                Err(error) => return Err(error),
            }
        }
        Err(last.unwrap_or_else(|| gave_up(0, u64::from(self.patterns))))
    }
}

impl CycleGraph {
    fn mission(&self, rng: &mut MapRng) -> Result<Mission, BuildError> {
        let mut mission = Mission::seed(rng).ok_or_else(|| gave_up(0, 1))?;
        for done in 0..self.patterns {
            mission = mission.grown(rng).ok_or_else(|| gave_up(done.into(), self.patterns.into()))?;
        }
        Ok(mission)
    }

    fn lay_out(&self, mission: &Mission, size: Size, cx: &mut BuildCx<'_>, budget: u64) -> Result<Layout, BuildError> {
        let n_rooms = mission.tags.len();
        let mut plan = LayoutPlan::new(size, false);
        plan.rooms = match &self.template {
            Some(templates) => {
                let mut known = Vec::new();
                let rooms = (0..n_rooms).map(|_| templates.kind(&mut known, &mut plan.fits, cx));
                rooms.collect::<Result<_, _>>()?
            }
            None => {
                let sides = sides_for(size, n_rooms);
                vec![RoomKind::Rectangle { w: sides, h: sides }; n_rooms]
            }
        };
        plan.joins = pairs(mission);
        plan.lay_out(cx, budget, WORK / u64::from(GRAPHS))
    }
}

fn gave_up(reached: u64, wanted: u64) -> BuildError {
    BuildErrorKind::FellShort { what: "patterns fit", reached, wanted, tries: 1, budget: 1 }.into()
}

fn pairs(mission: &Mission) -> Vec<(u16, u16)> {
    mission.joins.iter().map(|&(a, b, _)| (a, b)).collect()
}

fn draw(mission: &Mission, layout: &Layout, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
    let label = |(room, tags): (usize, &Vec<&str>)| Label {
        role: ["start", "exit"].get(room).map(|&role| role.to_owned()),
        tags: tags.iter().map(|&tag| tag.to_owned()).collect(),
    };
    let labels: Vec<Label> = mission.tags.iter().enumerate().map(label).collect();
    let mut map = FoundLayout { layout, joins: &pairs(mission), labels: &labels }.draw(size, cx)?;
    let Some(mut graph) = map.graph.take() else { return Ok(map) };
    let mut doors = Vec::new();
    for (join, (.., kind)) in graph.joins.iter_mut().zip(&mission.joins) {
        join.kind.clone_from(kind);
    }
    for join in &graph.joins {
        let gate = join.gate.clone();
        match &join.kind {
            JoinKind::Locked(locks) => doors.extend(locks.iter().map(|&lock| Door::locked(gate.clone(), lock))),
            JoinKind::OneWay { from } => {
                let to = if *from == join.a { join.b } else { join.a };
                doors.extend(direction(&graph, &gate, *from, to).map(|dir| Door::one_way(gate.clone(), dir)));
            }
            _ => doors.push(Door::new(gate)),
        }
    }
    for (key, &room) in (0..).zip(&mission.keys) {
        let name = KeyName(key);
        graph.areas[usize::from(room)].tags.push(format!("key {name}"));
        let is_free = |p: &Point| {
            let taken = map.start == Some(*p) || map.exit == Some(*p) || map.spawns.iter().any(|spawn| spawn.at == *p);
            graph.area_at(*p) == Some(room) && map.tiles[*p] == Tile::FLOOR && !taken
        };
        let free: Vec<Point> = size.points().filter(is_free).collect();
        let Some(&at) = cx.rng.pick(&free) else {
            return Err(BuildError::contradiction(None, format!("room {room} has no place for key {name}")));
        };
        map.spawns.push(Spawn::key(at, format!("Key {name}"), key));
    }
    (map.doors, map.graph) = (Some(doors), Some(graph));
    Ok(map)
}

/// In which direction a gate is passed from one area to another.
fn direction(graph: &LevelGraph, gate: &[Point], from: u16, to: u16) -> Option<Dir> {
    let area = |at: &Point, dir| graph.area_at(at.step(dir)?);
    Dir::ALL
        .into_iter()
        .find(|&dir| gate.iter().all(|at| area(at, dir) == Some(to) && area(at, dir.opposite()) == Some(from)))
}
