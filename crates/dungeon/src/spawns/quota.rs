//! Quotas: how often something appears, rounded with one offset.
//!
//! Group g should get r_g on average. With S_g = r_1 + … + r_g and one offset u drawn from [0, 1), it gets
//! ⌊S_g + u⌋ − ⌊S_{g−1} + u⌋. The mean of ⌊S + u⌋ over u is S, so that of a group is exactly r_g; and every prefix of
//! groups has ⌊S_g⌋ or ⌈S_g⌉ (systematic sampling: Madow and Madow, *On the theory of systematic sampling*, 1944).

use mapwright_core::{BuildError, params};

use super::group::SpawnGroup;

/// A number of spawns of one kind, distributed evenly over groups, so that chance neither crowds one group nor leaves many without any.
#[params]
pub struct SpawnQuota {
    /// The name of the spawn.
    #[param(required, expected = "text such as \"Ration\"")]
    pub name: String,
    /// How many there are in all; groups share them by their free cells.
    #[param(range = 0..=65_535)]
    pub total: Option<u32>,
    /// How many each group gets, on average.
    #[param(range = 0.0..=65_535.0, not_with = "total")]
    pub each: Option<f64>,
    /// What the groups are.
    #[param(default = SpawnGroup::Floor)]
    pub by: SpawnGroup,
}

impl SpawnQuota {
    /// Returns a quota of `total` spawns on the whole level, distributed over floors.
    pub fn total(name: impl Into<String>, total: u32) -> Self {
        SpawnQuota { name: name.into(), total: Some(total), each: None, by: SpawnGroup::Floor }
    }

    /// So many for each group, on average.
    pub fn each(name: impl Into<String>, each: f64, by: SpawnGroup) -> Self {
        SpawnQuota { name: name.into(), total: None, each: Some(each), by }
    }

    /// The most for each group, if each gets the same.
    pub(super) fn most(&self) -> u64 {
        self.total.map_or_else(|| self.each.unwrap_or(0.0).ceil() as u64, u64::from)
    }

    pub(super) fn is_positive(&self) -> bool {
        self.total.is_some_and(|total| total > 0) || self.each.is_some_and(|each| each > 0.0)
    }

    pub(super) fn check(&self) -> Result<(), BuildError> {
        match (self.total, self.each) {
            (Some(_), None) | (None, Some(_)) => Ok(()),
            (total, _) => {
                let given = if total.is_some() { "both" } else { "neither" };
                let value = format!("`{}` with {given} of `total` and `each`", self.name);
                Err(BuildError::parameter("", value, "one of them"))
            }
        }
    }

    /// How many each group gets, by the number of its free cells. The offset is in 2⁻³².
    pub(super) fn shares(&self, free: &[usize], offset: u32) -> Vec<u64> {
        let cells = free.iter().sum::<usize>().max(1) as u128;
        let each = (self.each.unwrap_or(0.0) * 4_294_967_296.0).round() as u128;
        // The parts of a whole.
        let (whole, rate): (u128, &dyn Fn(usize) -> u128) = match self.total {
            Some(total) => (cells, &move |free| u128::from(total) * free as u128),
            None => (1 << 32, &move |_| each),
        };
        let (mut sum, mut before) = (0, 0);
        let mut share = |&free: &usize| {
            sum += rate(free);
            let upto = ((sum << 32) + u128::from(offset) * whole) / (whole << 32);
            upto - std::mem::replace(&mut before, upto)
        };
        free.iter().map(|free| share(free) as u64).collect()
    }
}
