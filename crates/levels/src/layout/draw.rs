//! A random plan: rooms joined as a tree with some loops, so that it can be laid out.

use mapwright_core::MapRng;

/// The most joins of a room.
const MOST: usize = 3;

/// Joins of `n` rooms. The graph grows from one room by dead ends, and by detours of two or three rooms around an existing
/// join, which make loops of four or five rooms. Such a graph can always be drawn without crossings or triangles.
pub(crate) fn random_joins(n: u16, rng: &mut MapRng) -> Vec<(u16, u16)> {
    let mut joins: Vec<(u16, u16)> = Vec::new();
    let mut degrees = vec![0usize; usize::from(n)];
    let mut next = 1;
    let join = |a: u16, b: u16, degrees: &mut [usize], joins: &mut Vec<(u16, u16)>| {
        joins.push((a, b));
        degrees[usize::from(a)] += 1;
        degrees[usize::from(b)] += 1;
    };
    while next < n {
        let length = 2 + rng.below(2) as u16;
        let open: Vec<(u16, u16)> = joins
            .iter()
            .copied()
            .filter(|&(a, b)| degrees[usize::from(a)].max(degrees[usize::from(b)]) < MOST)
            .collect();
        if next + length <= n
            && rng.chance(0.4)
            && let Some(&(a, b)) = rng.pick(&open)
        {
            let way: Vec<u16> = std::iter::once(a).chain(next..next + length).chain([b]).collect();
            way.windows(2).for_each(|step| join(step[0], step[1], &mut degrees, &mut joins));
            next += length;
            continue;
        }
        let open: Vec<u16> = (0..next).filter(|&room| degrees[usize::from(room)] < MOST).collect();
        let Some(&from) = rng.pick(&open) else { break };
        join(from, next, &mut degrees, &mut joins);
        next += 1;
    }
    joins
}
