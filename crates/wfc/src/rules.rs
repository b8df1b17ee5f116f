//! Which patterns may touch.
//!
//! In most models many patterns have the same neighbors: in the overlapping model, all that end in the same columns;
//! among Wang tiles, all with the same color on a side. So the allowed sets are stored once for each *row*, and each
//! pattern has the number of its row in each direction. That keeps the table small, and lets the propagation work by
//! rows instead of patterns, see [`propagator`](super::propagator).

use std::collections::BTreeMap;

use mapwright_core::Dir;

use super::bits::{Words, without};

/// Patterns, their weights, and which may touch.
///
/// A pattern is a number from 0. Its meaning is up to the caller. A pattern may be north of another exactly
/// if the other may be south of it, and likewise for east and west; the constructors ensure this.
///
/// ```
/// use mapwright_core::Dir;
/// use mapwright_wfc::AdjacencyRules;
///
/// // Sea beside coast beside land, never sea beside land.
/// let next = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)];
/// let pairs = [Dir::E, Dir::S].into_iter().flat_map(|dir| next.map(|(a, b)| (a, dir, b)));
/// let rules = AdjacencyRules::from_pairs(&[4, 1, 4], pairs)?;
/// assert!(rules.allows(0, Dir::N, 1) && !rules.allows(0, Dir::N, 2));
/// # Ok::<(), mapwright_wfc::AdjacencyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdjacencyRules {
    weights: Vec<u32>,
    /// The number of words of 64 patterns in a set.
    words: usize,
    tables: [Table; 4],
}

/// What one direction allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Table {
    /// The row of each pattern.
    row_of: Vec<u32>,
    /// The patterns that each row allows on this side.
    allowed: Rows,
    /// The patterns of each row.
    members: Rows,
    /// The patterns with any partner on this side.
    pub(super) partnered: Vec<u64>,
    /// Whether no two rows allow the same pattern, as with labels. Then a pattern loses its last partner when the one
    /// row that allows it loses its last member.
    pub(super) apart: bool,
}

impl Table {
    /// Estimates how many words are processed for the rows of `patterns` patterns.
    #[inline(always)]
    pub(super) fn words<S: Words>(&self, patterns: u32, words: usize) -> u64 {
        let rows = self.allowed.ends.len().max(1);
        let row = if S::FEW { words } else { (self.allowed.lists.len() + self.members.lists.len()).div_ceil(rows) };
        (words + row * rows.min(patterns as usize)) as u64
    }
}

/// Sets of patterns, each as words and as a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Rows {
    words: Vec<u64>,
    /// Where the list of each row ends.
    ends: Vec<usize>,
    lists: Vec<u32>,
}

/// One set of patterns.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatternSet<'a> {
    words: &'a [u64],
    list: &'a [u32],
}

impl Rows {
    /// Words are stored if sets are arrays, lists if they are not: see [`Words::FEW`](super::bits::Words::FEW).
    fn new<'a>(rows: impl Iterator<Item = &'a Vec<u32>>, words_each: usize) -> Self {
        let mut all = Rows::default();
        for row in rows {
            if words_each <= MOST_IN_ARRAYS {
                let from = all.words.len();
                all.words.resize(from + words_each, 0);
                row.iter().for_each(|&p| all.words[from + p as usize / 64] |= 1 << (p % 64));
            }
            all.lists.extend(row);
            all.ends.push(all.lists.len());
        }
        all
    }

    /// A row, for sets with this many words.
    #[inline(always)]
    fn row<S: Words>(&self, row: usize, words: usize) -> PatternSet<'_> {
        if S::FEW {
            return PatternSet { words: &self.words[row * words..][..words], list: &[] };
        }
        PatternSet { words: &[], list: self.list(row) }
    }

    fn list(&self, row: usize) -> &[u32] {
        let from = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.lists[from..self.ends[row]]
    }

    fn has(&self, row: usize, pattern: u32) -> bool {
        self.list(row).binary_search(&pattern).is_ok()
    }
}

/// The most words of a set that is an array.
const MOST_IN_ARRAYS: usize = 8;

impl Table {
    /// From the rows in some order: the members of each, and the patterns it allows, both ascending.
    fn new(rows: &[(Vec<u32>, Vec<u32>)], n: usize, words: usize) -> Self {
        let mut table = Table {
            row_of: vec![0; n],
            allowed: Rows::new(rows.iter().map(|row| &row.1), words),
            members: Rows::new(rows.iter().map(|row| &row.0), words),
            partnered: vec![0; words],
            apart: true,
        };
        let mut seen = vec![false; n];
        for ((members, allowed), number) in rows.iter().zip(0..) {
            for &p in members {
                table.row_of[p as usize] = number;
                table.partnered[p as usize / 64] |= u64::from(!allowed.is_empty()) << (p % 64);
            }
            for &q in allowed {
                table.apart &= !std::mem::replace(&mut seen[q as usize], true);
            }
        }
        table
    }
}

/// Invalid rules.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum AdjacencyError {
    /// No pattern, or too many.
    #[error("1 to {} patterns, not {n}", AdjacencyRules::MOST_PATTERNS)]
    Count {
        /// How many.
        n: usize,
    },
    /// A weight of 0.
    #[error("pattern {pattern} has weight 0; expected 1 or more")]
    NoWeight {
        /// The pattern.
        pattern: usize,
    },
    /// Weights whose sum is too large.
    #[error("the weights add up to {sum}; expected at most {}", u32::MAX)]
    HeavyWeights {
        /// Their sum.
        sum: u64,
    },
    /// A pair with an unknown pattern, or a number of labels other than that of patterns.
    #[error("pattern {pattern} is used, of {n}")]
    NoPattern {
        /// The unknown pattern.
        pattern: usize,
        /// How many.
        n: usize,
    },
}

impl AdjacencyRules {
    /// The most patterns that rules may have.
    pub const MOST_PATTERNS: usize = 1 << 16;

    /// Patterns with a label on each side, N E S W: two may touch if the labels of the touching sides are equal.
    /// A label is any number, and counts along one axis only: 5 on an east side and 5 on a south side have nothing in
    /// common.
    ///
    /// # Errors
    ///
    /// No pattern or more than [`MOST_PATTERNS`](Self::MOST_PATTERNS), a weight of 0, a sum of weights that exceeds a
    /// `u32`, or a number of labels other than that of weights.
    pub fn from_labels(weights: &[u32], labels: &[[u64; 4]]) -> Result<Self, AdjacencyError> {
        let words = checked(weights)?;
        if labels.len() != weights.len() {
            return Err(AdjacencyError::NoPattern { pattern: labels.len(), n: weights.len() });
        }
        let table = |dir: Dir| {
            // Rows are numbered by their labels, not by a hash.
            let mut rows: BTreeMap<u64, (Vec<u32>, Vec<u32>)> = BTreeMap::new();
            for (sides, p) in labels.iter().zip(0..) {
                rows.entry(sides[dir as usize]).or_default().0.push(p);
            }
            for (sides, q) in labels.iter().zip(0..) {
                if let Some(row) = rows.get_mut(&sides[dir.opposite() as usize]) {
                    row.1.push(q);
                }
            }
            Table::new(&rows.into_values().collect::<Vec<_>>(), labels.len(), words)
        };
        Ok(AdjacencyRules { weights: weights.to_vec(), words, tables: Dir::ALL.map(table) })
    }

    /// Patterns of which some pairs may touch: `(a, dir, b)` allows `b` on that side of `a`, and so `a` on the other
    /// side of `b`. All other pairs are forbidden.
    ///
    /// # Errors
    ///
    /// Those of [`from_labels`](Self::from_labels), and a pair with an unknown pattern.
    pub fn from_pairs(
        weights: &[u32],
        pairs: impl IntoIterator<Item = (u32, Dir, u32)>,
    ) -> Result<Self, AdjacencyError> {
        let words = checked(weights)?;
        let n = weights.len();
        let mut partners = [(); 4].map(|()| vec![Vec::new(); n]);
        for (a, dir, b) in pairs {
            if a.max(b) as usize >= n {
                return Err(AdjacencyError::NoPattern { pattern: a.max(b) as usize, n });
            }
            partners[dir as usize][a as usize].push(b);
            partners[dir.opposite() as usize][b as usize].push(a);
        }
        let tables = partners.map(|partners| {
            let mut rows: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
            for (mut allowed, p) in partners.into_iter().zip(0..) {
                allowed.sort_unstable();
                allowed.dedup();
                rows.entry(allowed).or_default().push(p);
            }
            let rows: Vec<_> = rows.into_iter().map(|(allowed, members)| (members, allowed)).collect();
            Table::new(&rows, n, words)
        });
        Ok(AdjacencyRules { weights: weights.to_vec(), words, tables })
    }

    /// The number of patterns.
    pub fn n_patterns(&self) -> u32 {
        // At most 2^16; the constructors ensure it.
        self.weights.len() as u32
    }

    /// The weight of each pattern.
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }

    /// Whether `b` may be on that side of `a`; `false` if either is unknown.
    pub fn allows(&self, a: u32, dir: Dir, b: u32) -> bool {
        let table = &self.tables[dir as usize];
        table.row_of.get(a as usize).is_some_and(|&row| table.allowed.has(row as usize, b))
    }

    /// The number of words of 64 patterns in a set.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn table(&self, dir: Dir) -> &Table {
        &self.tables[dir as usize]
    }
}

/// The number of words of a set, if the weights are valid. Some numbers have specialized code; others are rounded up to
/// one of these.
fn checked(weights: &[u32]) -> Result<usize, AdjacencyError> {
    let n = weights.len();
    if n == 0 || n > AdjacencyRules::MOST_PATTERNS {
        return Err(AdjacencyError::Count { n });
    }
    if let Some(pattern) = weights.iter().position(|&weight| weight == 0) {
        return Err(AdjacencyError::NoWeight { pattern });
    }
    let sum = weights.iter().map(|&weight| u64::from(weight)).sum();
    match sum > u64::from(u32::MAX) {
        true => Err(AdjacencyError::HeavyWeights { sum }),
        false => Ok(match n.div_ceil(64) {
            5 => 6,
            7 => 8,
            // No more than `MOST_IN_ARRAYS` are rounded up.
            words => words,
        }),
    }
}

/// Calls `visit(members, allowed)` once for each row of the patterns in a set.
#[inline(always)]
pub(super) fn for_each_row<'a, S: Words>(
    table: &'a Table,
    mut set: S,
    mut visit: impl FnMut(PatternSet<'a>, PatternSet<'a>),
) {
    let words = set.as_ref().len();
    for i in 0..words {
        while set.as_ref()[i] != 0 {
            let pattern = 64 * i + set.as_ref()[i].trailing_zeros() as usize;
            let row = table.row_of[pattern] as usize;
            let members = table.members.row::<S>(row, words);
            members.take_from(&mut set);
            visit(members, table.allowed.row::<S>(row, words));
        }
    }
}

impl PatternSet<'_> {
    /// Whether the set and the row share a number.
    #[inline(always)]
    pub(super) fn meets<S: Words>(self, set: &S) -> bool {
        let set = set.as_ref();
        if S::FEW {
            self.words.iter().zip(set).fold(0, |any, (a, b)| any | (a & b)) != 0
        } else {
            self.list.iter().any(|&number| set[number as usize / 64] >> (number % 64) & 1 == 1)
        }
    }

    /// Removes the numbers of the row from a set.
    #[inline(always)]
    pub(super) fn take_from<S: Words>(self, set: &mut S) {
        let set = set.as_mut();
        if S::FEW {
            without(set, self.words);
        } else {
            self.list.iter().for_each(|&number| set[number as usize / 64] &= !(1 << (number % 64)));
        }
    }

    /// Adds the numbers of the row to a set.
    #[inline(always)]
    pub(super) fn put_into<S: Words>(self, set: &mut S) {
        let set = set.as_mut();
        if S::FEW {
            set.iter_mut().zip(self.words).for_each(|(word, row)| *word |= row);
        } else {
            self.list.iter().for_each(|&number| set[number as usize / 64] |= 1 << (number % 64));
        }
    }
}
