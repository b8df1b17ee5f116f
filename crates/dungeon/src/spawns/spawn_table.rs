//! Spawn tables: what may appear, how often, at which depths, and at which cost.
//!
//! A draw is a number below the sum of the weights that apply, so the probability of an entry is exactly its weight
//! divided by that sum. A group with a budget draws among the entries that it can still pay until there are none.

use std::ops::{Bound, RangeBounds, RangeInclusive};

use mapwright_core::params::{Described, Schema, check_at_least, check_each, check_order, in_range};
use mapwright_core::{BuildError, BuilderMap, Grid, MapRng, Point, params};
use mapwright_graph::{UNREACHED, distances, nearest_source};

/// What may appear.
///
/// ```
/// use mapwright_core::MapRng;
/// use mapwright_dungeon::{SpawnEntry, SpawnTable};
///
/// let table = SpawnTable::new([SpawnEntry::new("Rat", 3), SpawnEntry::new("Dragon", 1).depths(5..)]);
/// let mut rng = MapRng::new(1);
/// assert!(table.draw(1, &mut rng).is_some_and(|entry| entry.name == "Rat"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct SpawnTable {
    /// The entries. Weights of entries with the same name add up.
    pub entries: Vec<SpawnEntry>,
}

/// One thing that may appear.
#[derive(Eq)]
#[params]
pub struct SpawnEntry {
    /// The name of the spawn on the map.
    #[param(required, expected = "text such as \"Goblin\"")]
    pub name: String,
    /// How often it is chosen, compared with the others; 0 means never.
    #[param(required)]
    pub weight: u32,
    /// The least depth where it appears.
    pub min_depth: u32,
    /// The greatest depth where it appears.
    #[param(default = u32::MAX)]
    pub max_depth: u32,
    /// The role of the areas in which it appears: "start", "exit", or one of your own. Absent for any place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// A tag of the areas and rooms in which it appears. Absent for any place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// What it takes from the budget of its group, together with the members of its pack.
    #[param(default = 1, range = 1..=SpawnTable::MOST)]
    #[serde(skip_serializing_if = "is_cheapest")]
    pub cost: u32,
    /// What appears with it, all or none of it: it leads a pack.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<PackMember>,
    /// How many steps the members of its pack are away from it, at most.
    #[param(default = 2, range = 1..=16)]
    #[serde(skip_serializing_if = "is_close")]
    pub spread: u32,
}

/// What appears with the leader of a pack.
#[derive(Eq)]
#[params]
pub struct PackMember {
    /// The name of the spawns on the map.
    #[param(required, expected = "text such as \"Goblin\"")]
    pub name: String,
    /// How many, at least and at most.
    #[param(default = [1, 1], range = 0..=100, expected = "two integers from 0 to 100 such as [2, 3]")]
    pub count: [u32; 2],
}

#[cfg(feature = "serde")]
const fn is_cheapest(cost: &u32) -> bool {
    *cost == 1
}

#[cfg(feature = "serde")]
const fn is_close(spread: &u32) -> bool {
    *spread == 2
}

impl Described for SpawnTable {
    fn schema() -> Schema {
        Schema::Such("a list such as [{\"name\": \"Goblin\", \"weight\": 10}]", Box::new(Vec::<SpawnEntry>::schema()))
    }
}

impl SpawnEntry {
    /// An entry for all depths.
    pub fn new(name: impl Into<String>, weight: u32) -> Self {
        let (min_depth, max_depth, cost, with, spread) = (0, u32::MAX, 1, Vec::new(), 2);
        SpawnEntry { name: name.into(), weight, min_depth, max_depth, role: None, tag: None, cost, with, spread }
    }

    /// The entry at this cost.
    #[must_use]
    pub fn costs(self, cost: u32) -> Self {
        SpawnEntry { cost, ..self }
    }

    /// The entry as the leader of a pack with so many more.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, count: RangeInclusive<u32>) -> Self {
        self.with.push(PackMember { name: name.into(), count: [*count.start(), *count.end()] });
        self
    }

    /// The entry at these depths only, such as `3..=8` or `7..`.
    #[must_use]
    pub fn depths(self, depths: impl RangeBounds<u32>) -> Self {
        let min_depth = match depths.start_bound() {
            Bound::Included(&least) => least,
            Bound::Excluded(&below) => below.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let max_depth = match depths.end_bound() {
            Bound::Included(&most) => most,
            // None is below 0: such an entry never appears.
            Bound::Excluded(0) => return SpawnEntry { weight: 0, ..self },
            Bound::Excluded(&above) => above - 1,
            Bound::Unbounded => u32::MAX,
        };
        SpawnEntry { min_depth, max_depth, ..self }
    }

    const fn applies_at(&self, depth: u32) -> bool {
        self.min_depth <= depth && depth <= self.max_depth
    }

    /// Whether it appears in a place with this role and these tags.
    pub(super) fn applies_in(&self, role: Option<&str>, tags: &[&str]) -> bool {
        let has_role = self.role.is_none() || self.role.as_deref() == role;
        has_role && self.tag.as_deref().is_none_or(|tag| tags.contains(&tag))
    }

    fn check(&self) -> Result<(), BuildError> {
        let SpawnEntry { name, min_depth, max_depth, with, spread, .. } = self;
        check_at_least(("max_depth", *max_depth), ("min_depth", *min_depth))?;
        let in_order = |member: &PackMember| check_order(&member.count).map_err(|error| error.within("count"));
        check_each(with, in_order).map_err(|error| error.within("with"))?;
        let members = with.iter().fold(0, |sum: u32, one| sum.saturating_add(one.count[0]));
        let near = 2 * spread * (spread + 1);
        if members > near {
            let value = format!("at least {members} within {spread} steps of `{name}`");
            let expected = format!("at most {near}, the cells that are so near");
            return Err(BuildError::parameter("with", value, expected));
        }
        Ok(())
    }
}

impl Default for SpawnTable {
    /// A few monsters that get stronger with depth, and some items.
    fn default() -> Self {
        SpawnTable::new([
            SpawnEntry::new("Rat", 12).depths(..=4),
            SpawnEntry::new("Bat", 8).depths(..=8),
            SpawnEntry::new("Goblin", 10).depths(1..=9),
            SpawnEntry::new("Wolf", 7).depths(2..=12),
            SpawnEntry::new("Skeleton", 8).depths(4..),
            SpawnEntry::new("Ogre", 6).depths(6..),
            SpawnEntry::new("Wraith", 4).depths(9..),
            SpawnEntry::new("Healing Potion", 5),
            SpawnEntry::new("Scroll", 3),
            SpawnEntry::new("Gold", 4),
        ])
    }
}

impl<S: Into<String>> From<(S, u32)> for SpawnEntry {
    /// An entry of this name and weight, for all depths.
    fn from((name, weight): (S, u32)) -> Self {
        SpawnEntry::new(name, weight)
    }
}

impl SpawnTable {
    /// A table of entries, or of names and weights: `SpawnTable::new([("Rat", 3), ("Bat", 1)])`.
    pub fn new(entries: impl IntoIterator<Item = impl Into<SpawnEntry>>) -> Self {
        SpawnTable { entries: entries.into_iter().map(Into::into).collect() }
    }

    /// The largest cost and the largest budget.
    pub const MOST: u32 = 65_535;

    /// Whether an entry appears in some areas or rooms only.
    pub(super) fn asks_for_place(&self) -> bool {
        self.entries.iter().any(|entry| entry.role.is_some() || entry.tag.is_some())
    }

    /// Draws an entry for a depth, with a probability proportional to its weight; `None` if there is none.
    pub fn draw(&self, depth: u32, rng: &mut MapRng) -> Option<&SpawnEntry> {
        self.draw_of(depth, |_, _| true, rng).map(|(_, entry)| entry)
    }

    /// Draws among the entries for a depth that fit, and says which it is.
    pub(super) fn draw_of(
        &self,
        depth: u32,
        fits: impl Fn(usize, &SpawnEntry) -> bool,
        rng: &mut MapRng,
    ) -> Option<(usize, &SpawnEntry)> {
        let fitting =
            || self.entries.iter().enumerate().filter(|(i, entry)| entry.applies_at(depth) && fits(*i, entry));
        fitting().nth(rng.pick_weighted(fitting().map(|(_, entry)| entry.weight))?)
    }

    /// How many of each entry for a depth a group with a budget gets on average, if all of them may appear in it and there
    /// is room for them: exact, but for the rounding of floating point.
    ///
    /// With p(b) the probability that the budget is ever b, and W(b) the weight of what b can pay, an entry of weight w is
    /// drawn Σ p(b) · w / W(b) times.
    ///
    /// ```
    /// use mapwright_dungeon::{SpawnEntry, SpawnTable};
    ///
    /// let table = SpawnTable::new([SpawnEntry::new("Rat", 1), SpawnEntry::new("Ogre", 1).costs(2)]);
    /// let expected: Vec<f64> = table.expected(1, 2)?.into_iter().map(|(_, mean)| mean).collect();
    /// assert_eq!(expected, [1.0, 0.5]);
    /// # Ok::<(), mapwright_core::BuildError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`check_depth`](Self::check_depth), and a budget over [`MOST`](Self::MOST).
    pub fn expected(&self, depth: u32, budget: u32) -> Result<Vec<(&SpawnEntry, f64)>, BuildError> {
        self.check_depth(depth)?;
        in_range("budget", &budget, &(0..=Self::MOST))?;
        let entries = self.entries.iter().filter(|entry| entry.applies_at(depth));
        let mut expected: Vec<(&SpawnEntry, f64)> = entries.map(|entry| (entry, 0.0)).collect();
        let mut reached = vec![0.0; budget as usize + 1];
        reached[budget as usize] = 1.0;
        for left in (1..=budget).rev() {
            let weight = |entry: &SpawnEntry| if entry.cost <= left { f64::from(entry.weight) } else { 0.0 };
            let total: f64 = expected.iter().map(|(entry, _)| weight(entry)).sum();
            let here = reached[left as usize];
            for (entry, mean) in expected.iter_mut().filter(|(entry, _)| weight(entry) > 0.0) {
                let drawn = here * weight(entry) / total;
                *mean += drawn;
                reached[(left - entry.cost) as usize] += drawn;
            }
        }
        Ok(expected)
    }

    /// Looks whether a depth has entries to draw from.
    ///
    /// # Errors
    ///
    /// The error names the parameter `table`: the depths of an entry or the counts of its pack are in the wrong order, a
    /// pack is too large for its spread, no entry applies at this depth, or the weights at this depth are all 0 or exceed
    /// 2³² − 1 in total.
    pub fn check_depth(&self, depth: u32) -> Result<(), BuildError> {
        self.check_depths(depth..=depth, None)
    }

    /// Looks whether all of some depths have entries to draw from, and that a budget can pay.
    pub(super) fn check_depths(&self, depths: RangeInclusive<u32>, budget: Option<u32>) -> Result<(), BuildError> {
        self.check_ranges()?;
        check_each(&self.entries, SpawnEntry::check).map_err(|error| error.within("table"))?;
        // Between these it is the same entries that apply.
        let changes = self.entries.iter().flat_map(|entry| [entry.min_depth, entry.max_depth.saturating_add(1)]);
        let mut seen: Vec<u32> = changes.filter(|depth| depths.contains(depth)).chain([*depths.start()]).collect();
        seen.sort_unstable();
        seen.dedup();
        seen.into_iter().try_for_each(|depth| self.check_one(depth, budget))
    }

    fn check_ranges(&self) -> Result<(), BuildError> {
        self.entries.check_parts().map_err(|error| error.within("table"))
    }

    fn check_one(&self, depth: u32, budget: Option<u32>) -> Result<(), BuildError> {
        let applying = || self.entries.iter().filter(|entry| entry.applies_at(depth));
        let total: u64 = applying().map(|entry| u64::from(entry.weight)).sum();
        let bad = |value: String| {
            let expected = format!("entries for depth {depth} that weigh 1 to {} together", u32::MAX);
            Err(BuildError::parameter("table", value, expected))
        };
        let cheapest = applying().filter(|entry| entry.weight > 0).map(|entry| entry.cost).min().unwrap_or(0);
        match (total, budget) {
            (0, _) if applying().next().is_none() => {
                bad(format!("a list of {} without one for depth {depth}", self.entries.len()))
            }
            (0, _) => bad(format!("a list with no weight at depth {depth}")),
            (total, _) if total > u32::MAX.into() => bad(format!("a list that weighs {total} at depth {depth}")),
            (_, Some(budget)) if budget < cheapest => {
                let value = format!("a list whose cheapest entry for depth {depth} costs {cheapest}");
                Err(BuildError::parameter("table", value, format!("one for the largest budget, {budget}")))
            }
            _ => Ok(()),
        }
    }
}

// A difficulty that rises along the way.

/// How much deeper each cell counts than the start: from 0 at the start, evenly, to `rise` at the end of the way.
///
/// With a proof the way is its walk, and a cell is as far along as the cell of the walk that is nearest to it, where
/// the walk passes it first. Without one, the farthest cell from the start is the end, and steps count.
#[derive(Debug)]
pub(super) struct DepthCurve(Grid<u32>);

impl DepthCurve {
    pub(super) fn along(map: &BuilderMap, rise: u32) -> Result<Self, BuildError> {
        let (size, passages) = (map.size(), map.passages());
        let along = match &map.proof {
            Some(proof) => nearest_source(&passages, proof.walk.iter().map(|&at| size.index(at))),
            None => distances(&passages, [map.start()?]),
        };
        let end = along.as_slice().iter().copied().filter(|&steps| steps != UNREACHED).max().unwrap_or(0).max(1);
        let deeper = |steps: u64| (u64::from(rise) * steps + u64::from(end) / 2) / u64::from(end);
        // What is out of reach is as deep as the end.
        Ok(DepthCurve(along.map(|&steps| deeper(steps.min(end).into()) as u32)))
    }

    /// How much deeper a cell of the map counts.
    pub(super) fn at(&self, at: Point) -> u32 {
        self.0.get(at).copied().unwrap_or(0)
    }
}
