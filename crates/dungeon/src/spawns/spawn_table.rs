//! Spawn tables: what may appear, how often, and at which depths.
//!
//! A draw is a number below the sum of the weights that apply, so the probability of an entry is exactly its weight
//! divided by that sum.

use std::ops::{Bound, RangeBounds};

use mapwright_core::params::{Described, Domain};
use mapwright_core::{BuildError, MapRng, params};

/// What may appear.
///
/// ```
/// use mapwright_core::MapRng;
/// use mapwright_dungeon::{SpawnEntry, SpawnTable};
///
/// let table = SpawnTable::new([SpawnEntry::new("Rat", 3), SpawnEntry::new("Dragon", 1).depths(5..)]);
/// let mut rng = MapRng::new(1);
/// assert_eq!(table.at_depth(1)?.draw(&mut rng), "Rat");
/// # Ok::<(), mapwright_core::BuildError>(())
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
}

impl Described for SpawnTable {
    fn domain() -> Domain {
        Domain::Such("a list such as [{\"name\": \"Goblin\", \"weight\": 10}]", Box::new(Vec::<SpawnEntry>::domain()))
    }
}

impl SpawnEntry {
    /// An entry for all depths.
    pub fn new(name: impl Into<String>, weight: u32) -> Self {
        SpawnEntry { name: name.into(), weight, min_depth: 0, max_depth: u32::MAX, role: None, tag: None }
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
    fn applies_in(&self, role: Option<&str>, tags: &[&str]) -> bool {
        let has_role = self.role.is_none() || self.role.as_deref() == role;
        has_role && self.tag.as_deref().is_none_or(|tag| tags.contains(&tag))
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

    /// Whether an entry appears in some areas or rooms only.
    pub fn asks_for_place(&self) -> bool {
        self.entries.iter().any(|entry| entry.role.is_some() || entry.tag.is_some())
    }

    /// What may appear at a depth, in a place with this role and these tags; `None` if nothing may. The table was found
    /// right by [`at_depth`](Self::at_depth).
    pub fn at_place(&self, depth: u32, role: Option<&str>, tags: &[&str]) -> Option<SpawnWeights<'_>> {
        let applies = |entry: &&SpawnEntry| entry.applies_at(depth) && entry.applies_in(role, tags);
        let applying: Vec<&SpawnEntry> = self.entries.iter().filter(applies).collect();
        let total = applying.iter().try_fold(0u32, |sum, entry| sum.checked_add(entry.weight))?;
        (total > 0).then(|| SpawnWeights::of(&applying, total))
    }

    /// What may appear at a depth, in one place or another.
    ///
    /// # Errors
    ///
    /// The error names the parameter `table`: the depths of an entry are in the wrong order, there is no entry for this
    /// depth, or the weights for this depth are all 0 or exceed 2³² − 1 in total.
    pub fn at_depth(&self, depth: u32) -> Result<SpawnWeights<'_>, BuildError> {
        let bad = |value: String, allowed: String| Err(BuildError::parameter("table", value, allowed));
        if let Some(entry) = self.entries.iter().find(|entry| entry.min_depth > entry.max_depth) {
            let SpawnEntry { name, min_depth, max_depth, .. } = entry;
            return bad(
                format!("a list with `{name}` from depth {min_depth} to {max_depth}"),
                "depths in order".to_owned(),
            );
        }
        let applying: Vec<&SpawnEntry> = self.entries.iter().filter(|entry| entry.applies_at(depth)).collect();
        let total: u64 = applying.iter().map(|entry| u64::from(entry.weight)).sum();
        let allowed = || format!("entries for depth {depth} that weigh 1 to {} together", u32::MAX);
        match u32::try_from(total) {
            Ok(0) if applying.is_empty() => {
                bad(format!("a list of {} without one for depth {depth}", self.entries.len()), allowed())
            }
            Ok(0) => bad(format!("a list with no weight at depth {depth}"), allowed()),
            Ok(total) => Ok(SpawnWeights::of(&applying, total)),
            Err(_) => bad(format!("a list that weighs {total} at depth {depth}"), allowed()),
        }
    }
}

/// The entries of a table that apply at a depth, ready to draw from.
#[derive(Clone, Debug)]
pub struct SpawnWeights<'a> {
    /// Each name with the sum of its weight and all weights before it.
    upto: Vec<(u32, &'a str)>,
    total: u32,
}

impl<'a> SpawnWeights<'a> {
    /// The weights of entries, which add up to `total`.
    fn of(entries: &[&'a SpawnEntry], total: u32) -> Self {
        let mut sum = 0;
        let upto = entries.iter().map(|entry| {
            sum += entry.weight;
            (sum, entry.name.as_str())
        });
        SpawnWeights { upto: upto.collect(), total }
    }

    /// Draws a name with a probability proportional to its weight.
    pub fn draw(&self, rng: &mut MapRng) -> &'a str {
        let drawn = rng.below(self.total);
        let first = self.upto.partition_point(|&(upto, _)| upto <= drawn);
        self.upto.get(first).map_or("", |&(_, name)| name)
    }
}
