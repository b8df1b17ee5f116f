//! A level before it has a place: rooms, what joins them, and where the keys are. It grows pattern by pattern.

use mapwright_core::{JoinKind, MapRng};

use crate::component_graph::WalkComponent;
use crate::keys::Keys;
use crate::patterns::{PATTERNS, Passage, Pattern};
use crate::states::{BUDGET, States, reach};

/// The most joins of a room: more hardly find place around one.
const MOST_JOINS: usize = 4;
/// The most keys of a level.
const MOST_KEYS: usize = 16;

/// A level as a graph. The start is room 0, the exit room 1.
#[derive(Clone, Debug)]
pub(crate) struct Mission {
    pub(crate) joins: Vec<(u16, u16, JoinKind)>,
    /// The room of each key.
    pub(crate) keys: Vec<u16>,
    /// The words of each room.
    pub(crate) tags: Vec<Vec<&'static str>>,
}

impl Mission {
    /// A random pattern that is a cycle, from the start to the exit.
    pub(crate) fn seed(rng: &mut MapRng) -> Option<Self> {
        let mission = Mission { joins: vec![(0, 1, JoinKind::Open)], keys: Vec::new(), tags: vec![Vec::new(); 2] };
        let cycles: Vec<&Pattern> = PATTERNS.iter().filter(|pattern| pattern.n_rooms() > 1).collect();
        rng.pick(&cycles).map(|pattern| mission.with(0, false, pattern))
    }

    /// The level with one more pattern, any that fits anywhere; `None` if none does.
    pub(crate) fn grown(&self, rng: &mut MapRng) -> Option<Self> {
        let open: Vec<usize> = (0..self.joins.len()).filter(|&join| self.joins[join].2 == JoinKind::Open).collect();
        let mut all: Vec<(usize, usize, bool)> = open
            .into_iter()
            .flat_map(|join| {
                (0..PATTERNS.len()).flat_map(move |pattern| [(join, pattern, false), (join, pattern, true)])
            })
            .collect();
        while let Some((join, pattern, turned)) = rng.swap_remove(&mut all) {
            let grown = self.with(join, turned, &PATTERNS[pattern]);
            if grown.is_valid() {
                return Some(grown);
            }
        }
        None
    }

    /// The level with a pattern in place of a join, from its first room to its second or turned round.
    fn with(&self, join: usize, turned: bool, pattern: &Pattern) -> Self {
        let mut next = self.clone();
        let (a, b, _) = next.joins.swap_remove(join);
        let (near, far) = if turned { (b, a) } else { (a, b) };
        let (first, first_key) = (self.tags.len() as u16, self.keys.len() as u8);
        let room = |number: u8| match number {
            0 => near,
            1 => far,
            number => first + u16::from(number) - 2,
        };
        next.tags.extend((0..pattern.n_rooms()).map(|_| Vec::new()));
        for &(a, b, way) in pattern.joins {
            let (a, b) = (room(a), room(b));
            let kind = match way {
                Passage::Open => JoinKind::Open,
                Passage::Locked => JoinKind::Locked(vec![first_key]),
                Passage::TwoLocks => JoinKind::Locked(vec![first_key, first_key + 1]),
                Passage::OneWay => JoinKind::OneWay { from: a },
            };
            next.joins.push((a, b, kind));
        }
        next.keys.extend(pattern.keys.iter().map(|&number| room(number)));
        pattern.tags.iter().for_each(|&(number, tag)| next.tags[usize::from(room(number))].push(tag));
        next
    }

    /// Whether it can be laid out and won, every key is needed, and no walk is caught.
    pub(crate) fn is_valid(&self) -> bool {
        let mut n_joins = vec![0; self.tags.len()];
        let ends = self.joins.iter().flat_map(|&(a, b, _)| [a, b]);
        ends.for_each(|room| n_joins[usize::from(room)] += 1);
        let crowded = n_joins.iter().any(|&n| n > MOST_JOINS) || self.keys.len() > MOST_KEYS;
        // Two joins of the same rooms would be one door.
        let mut pairs: Vec<_> = self.joins.iter().map(|&(a, b, _)| (a.min(b), a.max(b))).collect();
        pairs.sort_unstable();
        if crowded || pairs.windows(2).any(|two| two[0] == two[1]) {
            return false;
        }
        let components = self.components();
        let wins = |without: Keys| match States::search(&components, 0, without, BUDGET, &mut || true) {
            Ok(states) => states.first_in(1).is_some().then_some(states),
            Err(_) => None,
        };
        // The fixpoint is cheap, and an upper bound.
        let is_needed = |key: u8| {
            let without: Keys = std::iter::once(key).collect();
            !reach(&components, 0, without).components[1] || wins(without).is_none()
        };
        wins(Keys::NONE).is_some_and(|states| states.dead(1).is_none()) && (0..self.keys.len() as u8).all(is_needed)
    }

    /// The rooms, then a component for each join and each key, as walks see them.
    fn components(&self) -> Vec<WalkComponent> {
        let mut components = vec![WalkComponent::default(); self.tags.len()];
        let mut add = |locks: Keys, keys: Keys, from: &[u16], to: &[u16]| {
            let component = components.len() as u32;
            from.iter().for_each(|&room| components[usize::from(room)].ways.push(component));
            let ways = to.iter().map(|&room| room.into()).collect();
            components.push(WalkComponent { locks, keys, ways, ..WalkComponent::default() });
        };
        for (a, b, kind) in &self.joins {
            match kind {
                JoinKind::OneWay { from } => {
                    let to = if from == a { b } else { a };
                    add(Keys::NONE, Keys::NONE, &[*from], &[*to]);
                }
                JoinKind::Locked(locks) => {
                    add(locks.iter().copied().collect(), Keys::NONE, &[*a, *b], &[*a, *b]);
                }
                _ => add(Keys::NONE, Keys::NONE, &[*a, *b], &[*a, *b]),
            }
        }
        for (key, &room) in (0u8..).zip(&self.keys) {
            add(Keys::NONE, std::iter::once(key).collect(), &[room], &[room]);
        }
        components
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_sound_by_itself_and_grows() {
        let mission = Mission { joins: vec![(0, 1, JoinKind::Open)], keys: Vec::new(), tags: vec![Vec::new(); 2] };
        for pattern in &PATTERNS {
            let alone = mission.with(0, false, pattern);
            assert!(alone.is_valid(), "{pattern:?}");
            assert_eq!(alone.keys.len(), pattern.keys.len());
        }
        let mut kinds = std::collections::BTreeSet::new();
        for seed in 0..100 {
            let rng = &mut MapRng::new(seed);
            let mut mission = Mission::seed(rng).unwrap_or_else(|| mission.clone());
            for _ in 0..4 {
                mission = mission.grown(rng).unwrap_or(mission);
            }
            kinds.extend(mission.tags.into_iter().flatten());
        }
        assert_eq!(kinds.len(), 10, "{kinds:?}");
    }
}
