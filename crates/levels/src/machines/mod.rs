//! Machines: areas made into something by a blueprint, such as a vault, an ambush or an altar that holds a key.
//!
//! *Locks*. A dead end has one open join and neither start, exit nor key. So nothing but the dead end is behind its lock, and
//! no other lock depends on it: the proof of the level stays what it is, and the new key is optional. It counts only if a
//! walk can take the key and then enter, and no walk enters without it.
//!
//! *Keys*. A plan of locks knows areas only, and an area is one part without its gates (see [`plan`](crate::plan)). So a
//! key may go anywhere within its area, unless a door in it asks for a key, leads one way or is a secret.
//!
//! Solid features go where a walk goes around them through the eight cells next to them, inside of the area and not
//! beside its gates. So an area stays one part, and each of its gates leads into it.
//!
//! The idea is that of the machine rooms of Brogue (B. Walker, 2009).

mod blueprint;
mod construction;
mod machine_areas;
mod shipped;

use std::collections::BTreeSet;

use mapwright_core::params::{check_each, check_order};
use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Facts, Grid, Layer, MetaMapBuilder, Need, Plane, Planes,
    Point, Reach, Size, params,
};

pub use blueprint::{Blueprint, MachineArea, MachineFeature, MachineLock};
use machine_areas::MachineAreas;

/// Builds vaults, ambushes, altars and other machines from blueprints.
///
/// Each machine is one area of the level graph with things in it. Some lock a dead end, with a new key elsewhere; some are
/// built around a key of the level. A blueprint is drawn by weight among those for the depth, then an area it fits in. A
/// machine is built whole or not at all. Its area gets the tag `machine` and the name of its blueprint; one behind a lock
/// also `vault`, one behind a secret `secret`.
///
/// New keys are numbered after those on the map. The level can be won without them, so
/// [`SolvabilityValidator`](crate::SolvabilityValidator) must accept keys that are not needed:
/// [`Allow::Unneeded`](crate::Allow::Unneeded).
#[derive(Eq)]
#[params]
pub struct Machines {
    /// How many machines, at least and at most. Fewer than the least are an error.
    #[param(default = [1, 3], range = 0..=100, expected = "two integers from 0 to 100 such as [1, 3]")]
    pub count: [u32; 2],
    /// The depth of the level, for choosing blueprints.
    #[param(default = 1)]
    pub depth: u32,
    /// What can be built; absent for the built-in ones.
    pub blueprints: Option<Vec<Blueprint>>,
}

/// How many areas are tried for a machine.
const TRIES: u32 = 30;

impl Builder for Machines {
    fn facts(&self, block: Size) -> Facts {
        let blueprints = self.blueprints();
        let features = || blueprints.iter().flat_map(|blueprint| &blueprint.features);
        let rules = features().fold(Planes::NONE, |all, feature| all.union(feature.scatter(None).facts(block).needs));
        let marks = features().any(|feature| feature.marks().next().is_some());
        Facts::new("machines")
            .memory(112)
            .title("Machines")
            .needs(rules.union(Planes::of(&[Plane::Graph, Plane::Start, Plane::Exit])))
            .gives(if marks { Planes::of(&[Plane::Doors, Plane::Layers]) } else { Plane::Doors.into() })
            .keeps([Plane::Doors, Plane::Graph])
            .spares_kept()
            .draws()
            .reach(Reach::Global("it is about one whole level with a start and an exit, and a plane has no end"))
    }
}

impl MetaMapBuilder for Machines {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        check_order(&self.count).map_err(|error| error.within("count"))?;
        let blueprints = self.blueprints();
        check_each(&blueprints, Blueprint::check).map_err(|error| error.within("blueprints"))?;
        let mut names = BTreeSet::new();
        if let Some(twice) = blueprints.iter().find(|blueprint| !names.insert(&blueprint.name)) {
            return Err(BuildError::parameter(
                "blueprints",
                format!("two called `{}`", twice.name),
                "one of each name",
            ));
        }
        let weight: u64 = blueprints.iter().map(|blueprint| u64::from(blueprint.weight)).sum();
        if u32::try_from(weight).is_err() {
            let value = format!("a list that weighs {weight}");
            return Err(BuildError::parameter("blueprints", value, "up to 4294967295 together"));
        }
        let applying = |depth| blueprints.iter().any(|blueprint| blueprint.weight > 0 && blueprint.applies_at(depth));
        if self.count[0] > 0 && !applying(self.depth) {
            let depths = blueprints.iter().filter(|blueprint| blueprint.weight > 0);
            let depths: Vec<String> = depths.map(|one| depths_in_words(one.min_depth, one.max_depth)).collect();
            let given = if depths.is_empty() { "none of them has a weight".to_owned() } else { depths.join(", ") };
            return Err(BuildError::parameter("depth", self.depth, format!("a depth of a blueprint: {given}")));
        }
        Ok(())
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.start()?;
        map.exit()?;
        map.graph.as_ref().need(Plane::Graph)?;
        map.validate()?;
        let all = self.blueprints();
        let blueprints: Vec<&Blueprint> = all.iter().filter(|blueprint| blueprint.applies_at(self.depth)).collect();
        let [least, most] = self.count;
        let wanted = if least < most { cx.rng.range(least, most) } else { least };
        let mut level = map.clone();
        // Layers are there whichever machines are drawn.
        let features = all.iter().flat_map(|blueprint| &blueprint.features);
        for name in features.flat_map(MachineFeature::marks) {
            if !matches!(level.layers.get(name), Some(Layer::U8(_))) {
                level.layers.insert(name.clone(), Layer::U8(Grid::new(map.size(), 0)));
            }
        }
        let (mut n_built, mut drawn) = (0, Vec::new());
        while n_built < wanted {
            let Some(next) = built(&level, &blueprints, &mut drawn, cx)? else { break };
            level = next;
            n_built += 1;
        }
        if n_built < least {
            let (reached, wanted) = (n_built.into(), least.into());
            return Err(BuildErrorKind::FellShort { what: "machines fit", reached, wanted, tries: 1, budget: 1 }.into());
        }
        (level.proof, level.flow, level.solution) = (None, None, None);
        level.doors.get_or_insert_default();
        cx.draws(drawn.into_iter().map(|at| map.size().index(at)));
        *map = level;
        Ok(())
    }
}

impl Machines {
    fn blueprints(&self) -> Vec<Blueprint> {
        self.blueprints.clone().unwrap_or_else(Blueprint::shipped)
    }
}

fn depths_in_words(least: u32, most: u32) -> String {
    match most {
        u32::MAX => format!("{least} and deeper"),
        most => format!("{least} to {most}"),
    }
}

/// The level with one more machine, or `None` if none was built in time. The cells of its features are added to `drawn`.
fn built(
    level: &BuilderMap,
    blueprints: &[&Blueprint],
    drawn: &mut Vec<Point>,
    cx: &mut BuildCx<'_>,
) -> Result<Option<BuilderMap>, BuildError> {
    let Some(machine_areas) = MachineAreas::of(level) else { return Ok(None) };
    cx.keep_going()?;
    let mut areas: Vec<Vec<u16>> = blueprints.iter().map(|blueprint| machine_areas.fitting(blueprint)).collect();
    for _ in 0..TRIES {
        cx.keep_going()?;
        let weights = blueprints.iter().zip(&areas).map(|(one, areas)| if areas.is_empty() { 0 } else { one.weight });
        let Some(i) = cx.rng.pick_weighted(weights) else { return Ok(None) };
        let Some(area) = cx.rng.swap_remove(&mut areas[i]) else { return Ok(None) };
        let n_drawn = drawn.len();
        if let Some(next) = machine_areas.construct(blueprints[i], area, drawn, cx)? {
            return Ok(Some(next));
        }
        drawn.truncate(n_drawn);
    }
    Ok(None)
}
