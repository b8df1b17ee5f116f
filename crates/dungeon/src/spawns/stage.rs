//! Spawns from a table, group by group. See [`stocking`](super::stocking) for how a group is filled and for what must appear.

use mapwright_core::params::{check_each, check_order};
use mapwright_core::{BuildError, Builder, Effect, Facts, Plane, Planes, Reach, Size, params};

use super::group::SpawnGroup;
use super::quota::SpawnQuota;
use super::spawn_table::SpawnTable;
use crate::terrain::{FAR, Placement};

/// Places monsters, treasure and whatever else a table names in each room, corridor, region, area, floor or patch.
///
/// A group, such as a room, gets a number of spawns, or a budget: then entries of the table are drawn until it can pay
/// none. Quotas come first. Each spawn is on its own cell that fits `placement`: open, not a door, a gate or stairs, and
/// without start, exit or portal. A cell where no entry may appear stays empty.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::{Arena, SpawnQuota, SpawnEntry, SpawnTable, Spawns};
///
/// let table = SpawnTable::new([SpawnEntry::new("Ogre", 1).costs(4).with("Goblin", 2..=2)]);
/// let quota = vec![SpawnQuota::total("Ration", 3)];
/// let spawns = Spawns { budget: Some([9, 9]), quota, table, ..Spawns::default() };
/// let map = BuilderChain::start_with(Size::new(12, 9), Arena::default()).with(spawns).build(1)?;
/// let count = |name| map.spawns.iter().filter(|spawn| spawn.what == name).count();
/// assert_eq!([count("Ration"), count("Ogre"), count("Goblin")], [3, 2, 4]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct Spawns {
    /// The groups that get spawns.
    pub r#in: SpawnGroup,
    /// How many spawns or packs a group gets, at least and at most; fewer if it has no room for more. Absent: 0 to 3, unless
    /// there is a budget.
    #[param(range = 0..=SpawnTable::MOST, expected = "two integers from 0 to 65535 such as [0, 3]")]
    pub count: Option<[u32; 2]>,
    /// How much a group can spend, at least and at most.
    #[param(range = 0..=SpawnTable::MOST, not_with = "count", expected = "two integers from 0 to 65535 such as [4, 12]")]
    pub budget: Option<[u32; 2]>,
    /// The probability that a group gets any.
    #[param(default = 1.0, range = 0.0..=1.0)]
    pub chance: f64,
    /// What may appear.
    pub table: SpawnTable,
    /// What must appear, whatever the counts and budgets are.
    pub quota: Vec<SpawnQuota>,
    /// Where it may appear.
    pub placement: Placement,
    /// The depth of the level, for the table.
    #[param(default = 1)]
    pub depth: u32,
    /// How much deeper each floor is than the one before.
    #[param(range = 0..=1000)]
    pub depth_per_floor: u32,
    /// How much deeper the end of the way is than the start: 0 at the start, `rise` at its end. The way is the walk of the
    /// proof, if the map has one.
    #[param(range = 0..=1000)]
    pub rise: u32,
    /// The probability that something is out of depth, and how much deeper it is.
    #[param(default = (0.0, 0), range = (0.0..=1.0, 0..), expected = "a probability and a number of depths such as [0.05, 4]")]
    pub deeper: (f64, u32),
}

impl Spawns {
    /// The counts or the budgets of groups.
    pub(super) fn spending(&self) -> [u32; 2] {
        self.budget.or(self.count).unwrap_or([0, 3])
    }

    fn groups(&self) -> impl Iterator<Item = SpawnGroup> {
        std::iter::once(self.r#in).chain(self.quota.iter().map(|quota| quota.by))
    }

    pub(super) fn check_all(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        self.placement.check()?;
        if self.count.is_some() && self.budget.is_some() {
            return Err(BuildError::parameter("budget", "given", "absent when `count` is given"));
        }
        let name = if self.budget.is_some() { "budget" } else { "count" };
        check_order(&self.spending()).map_err(|error| error.within(name))?;
        check_each(&self.quota, SpawnQuota::check).map_err(|error| error.within("quota"))?;
        self.check_table(1)
    }

    /// Checks that the table has an entry for every depth of so many floors.
    pub(super) fn check_table(&self, floors: u32) -> Result<(), BuildError> {
        let [_, most] = self.spending();
        (0..if most > 0 { floors } else { 0 }).try_for_each(|floor| {
            let first = self.depth.saturating_add(self.depth_per_floor.saturating_mul(floor));
            self.table.check_depths(first..=first.saturating_add(self.rise), self.budget.map(|[_, most]| most))
        })
    }
}

impl Builder for Spawns {
    fn facts(&self, block: Size) -> Facts {
        let rise = if self.rise > 0 { Plane::Start.into() } else { Planes::NONE };
        let why = "corridors and areas may run through many blocks; use rooms, regions or patches, or `scatter`";
        Facts::new("spawns")
            .memory(8)
            .title("Spawns")
            .needs(self.groups().fold(rise.union(self.placement.requires()), |all, group| all.union(group.requires())))
            .effect(Effect::Keeps)
            .spares_kept()
            .reach(match self.placement.reach(block) {
                _ if self.groups().any(SpawnGroup::is_large) => Reach::Global(why),
                Some(_) => Reach::BLOCK,
                None => FAR,
            })
    }
}
