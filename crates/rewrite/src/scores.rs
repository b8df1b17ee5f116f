//! Live matches by score: how much a match shortens the distances of its node's fields.
//!
//! Scores are small integers. A score is chosen by how many matches have it and how good it is, then a match uniformly
//! among those. The matches of a score are kept in pieces by their number, so that no insertion moves many of them.

use std::collections::BTreeMap;

use mapwright_core::{BuildCx, BuildError, MapRng};

use crate::board::{BoardSize, Match, Stamp, SymbolGrid, match_of};
use crate::compile::{FieldRule, RuleSet};
use crate::meter::Meter;
use crate::node::Around;
use crate::path::{UNREACHED, distances};

/// The score of what is no live match.
const NONE: i32 = i32::MIN;
/// The score of a match that would write a symbol where its field does not reach. It is never chosen.
const LOST: i32 = i32::MAX;
/// How many bits of a match's number tell its place within a piece.
const PIECE: u32 = 13;
/// The bytes of a piece without its matches, and of the size of a score, in trees whose nodes are half full.
const PIECE_BYTES: u64 = 104;

/// The live matches of a node with fields.
#[derive(Debug)]
pub(crate) struct Scores {
    orientations: usize,
    /// Each field's symbol, whether it keeps away, and its distances.
    fields: Vec<(u8, bool, Vec<u32>)>,
    /// The score of every match by its number.
    scores: Vec<i32>,
    /// How many matches have a score.
    sizes: BTreeMap<i32, u32>,
    /// The lower bits of the numbers of a score's matches, ascending, by the score and the upper bits.
    pieces: BTreeMap<(i32, u32), Vec<u16>>,
    /// The bytes that the pieces take, and those that are claimed for them.
    bytes: u64,
    claimed: u64,
    /// How likely a match is whose score is 0, 1, 2 … worse than the best, in units of 2⁻³¹.
    likely: Vec<u64>,
    /// The best score when somebody chose last, and the sum over all matches that are not better of how likely they are.
    best: i32,
    total: u64,
}

impl Scores {
    pub(crate) fn new(set: &RuleSet, shape: BoardSize) -> Self {
        let orientations = set.orientations.len();
        let likely = |worse: u32| match set.temperature {
            t if t > 0.0 => exp_neg(f64::from(worse) / t),
            _ => u64::from(worse == 0) << 31,
        };
        Scores {
            orientations,
            fields: set.fields.iter().map(|field| (field.of, field.away, Vec::new())).collect(),
            scores: vec![NONE; shape.area() as usize * orientations],
            sizes: BTreeMap::new(),
            pieces: BTreeMap::new(),
            bytes: 0,
            claimed: 0,
            likely: (0..).map(likely).take_while(|&likely| likely > 0).collect(),
            best: 0,
            total: 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.scores.fill(NONE);
        self.forget();
    }

    fn forget(&mut self) {
        self.sizes.clear();
        self.pieces.clear();
        (self.total, self.bytes) = (0, 0);
    }

    /// Claims what the pieces have come to take, and a quarter more for what comes next.
    #[inline]
    pub(crate) fn claim(&mut self, meter: &mut Meter, cx: &BuildCx<'_>) -> Result<(), BuildError> {
        if self.bytes > self.claimed {
            let claimed = self.bytes + self.bytes / 4;
            meter.hold(claimed - self.claimed, cx)?;
            self.claimed = claimed;
        }
        Ok(())
    }

    /// Measures fields, and scores every match anew. Returns whether there is something to measure from for all that are
    /// essential.
    pub(crate) fn measure(
        &mut self,
        set: &RuleSet,
        stamps: &[Stamp],
        board: &SymbolGrid,
        all: bool,
        meter: &mut Meter,
        cx: &mut BuildCx<'_>,
    ) -> Result<bool, BuildError> {
        let due = |rule: &FieldRule| all || rule.recompute;
        for (rule, (_, _, field)) in set.fields.iter().zip(&mut self.fields).filter(|(rule, _)| due(rule)) {
            cx.work(board.shape.area() / 16)?;
            *field = distances(board, rule.to, rule.on, Around::Four);
        }
        self.rescore(stamps, board, meter, cx)?;
        let is_lost = |(rule, (_, _, field)): (&FieldRule, &(_, _, Vec<u32>))| rule.essential && !field.contains(&0);
        Ok(!set.fields.iter().zip(&self.fields).any(is_lost))
    }

    /// Takes distances for every symbol, each with its number, and scores every match anew.
    pub(crate) fn aim(
        &mut self,
        distances: Vec<Vec<u32>>,
        stamps: &[Stamp],
        board: &SymbolGrid,
        meter: &mut Meter,
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        self.fields = (0u8..).zip(distances).map(|(symbol, field)| (symbol, false, field)).collect();
        self.rescore(stamps, board, meter, cx)
    }

    fn rescore(
        &mut self,
        stamps: &[Stamp],
        board: &SymbolGrid,
        meter: &mut Meter,
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        let count = self.sizes.values().map(|&size| size as usize).sum();
        meter.claim(4 * count as u64, cx)?;
        let mut matches = Vec::with_capacity(count);
        for (&(_, piece), places) in &self.pieces {
            matches.extend(places.iter().map(|&place| piece << PIECE | u32::from(place)));
        }
        self.forget();
        matches.sort_unstable();
        for number in matches {
            cx.work(1)?;
            self.scores[number as usize] = NONE;
            let (anchor, orientation) = self.matched(number);
            self.set(board, &stamps[orientation], (anchor, orientation), true);
            self.claim(meter, cx)?;
        }
        Ok(())
    }

    pub(crate) fn set(&mut self, board: &SymbolGrid, stamp: &Stamp, (anchor, orientation): Match, is_live: bool) {
        let number = anchor as usize * self.orientations + orientation;
        let score = if is_live { self.score(board, stamp, anchor) } else { NONE };
        let old = std::mem::replace(&mut self.scores[number], score);
        if old == score {
            return;
        }
        let (number, gone) = (number as u32, self.likely(old));
        self.total = self.total + self.likely(score) - gone;
        let (piece, place) = (number >> PIECE, (number & ((1 << PIECE) - 1)) as u16);
        if old != NONE {
            self.remove(old, piece, place);
        }
        if score != NONE {
            self.insert(score, piece, place);
        }
    }

    fn insert(&mut self, score: i32, piece: u32, place: u16) {
        let places = self.pieces.entry((score, piece)).or_default();
        let before = places.capacity();
        let Err(i) = places.binary_search(&place) else { return };
        places.insert(i, place);
        self.bytes += if before == 0 { PIECE_BYTES } else { 0 };
        self.bytes += 2 * (places.capacity() - before) as u64;
        *self.sizes.entry(score).or_default() += 1;
    }

    fn remove(&mut self, score: i32, piece: u32, place: u16) {
        let (Some(places), Some(size)) = (self.pieces.get_mut(&(score, piece)), self.sizes.get_mut(&score)) else {
            return;
        };
        let Ok(i) = places.binary_search(&place) else { return };
        places.remove(i);
        *size -= 1;
        if *size == 0 {
            self.sizes.remove(&score);
        }
        if places.is_empty() {
            self.bytes -= PIECE_BYTES + 2 * places.capacity() as u64;
            self.pieces.remove(&(score, piece));
        }
    }

    /// The k-th match of a score, in canonical order.
    fn kth(&self, score: i32, mut k: usize) -> Option<Match> {
        for (&(_, piece), places) in self.pieces.range((score, 0)..=(score, u32::MAX)) {
            match places.get(k) {
                Some(&place) => return Some(self.matched(piece << PIECE | u32::from(place))),
                None => k -= places.len(),
            }
        }
        None
    }

    /// How likely a match of some score is; 0 if it is better than the best was.
    fn likely(&self, score: i32) -> u64 {
        let worse = score.checked_sub(self.best).filter(|_| score != LOST);
        worse.and_then(|worse| self.likely.get(usize::try_from(worse).ok()?)).copied().unwrap_or(0)
    }

    pub(crate) fn choose(&mut self, rng: &mut MapRng) -> Option<Match> {
        let best = *self.sizes.keys().next().filter(|&&best| best != LOST)?;
        if best != self.best {
            self.best = best;
            self.total = self.sizes.iter().map(|(&score, &size)| u64::from(size) * self.likely(score)).sum();
        }
        let mut k = below(rng, self.total);
        for (&score, &size) in &self.sizes {
            // What is never chosen comes last.
            let likely = self.likely(score).max(1);
            match k.checked_sub(u64::from(size) * likely) {
                None => return self.kth(score, (k / likely) as usize),
                Some(rest) => k = rest,
            }
        }
        None
    }

    fn matched(&self, number: u32) -> Match {
        match_of(number, self.orientations)
    }

    /// The sum over all cells that change: the distance of what comes, less the distance of what goes.
    fn score(&self, board: &SymbolGrid, stamp: &Stamp, anchor: u32) -> i32 {
        let mut score = 0i64;
        for (cell, to) in stamp.written(board.shape, anchor) {
            let old = board.cells[cell as usize];
            if old != to {
                let Some(comes) = self.distance(to, cell) else { return LOST };
                score += comes - self.distance(old, cell).unwrap_or(0);
            }
        }
        let limit = i64::from(LOST) - 1;
        score.clamp(-limit, limit) as i32
    }

    /// How far a symbol in a cell is from where it wants to be; `None` if one of its fields does not reach there.
    fn distance(&self, symbol: u8, cell: u32) -> Option<i64> {
        let fields = self.fields.iter().filter(|(of, _, _)| *of == symbol);
        let distances = fields.map(|(_, away, field)| match field.get(cell as usize) {
            None | Some(&UNREACHED) => None,
            Some(&steps) => Some(if *away { -i64::from(steps) } else { i64::from(steps) }),
        });
        distances.sum()
    }
}

/// A uniform number below `n`; 0 when `n` is 0.
pub(crate) fn below(rng: &mut MapRng, n: u64) -> u64 {
    if let Ok(n) = u32::try_from(n) {
        return rng.below(n).into();
    }
    let shift = n.leading_zeros();
    // Each draw is below `n` with a chance of more than a half.
    loop {
        let drawn = rng.bits() >> shift;
        if drawn < n {
            return drawn;
        }
    }
}

/// e⁻ˣ, the same on every machine, in units of 2⁻³¹, for x of at least 0: the sum of a series, then squares. Additions and multiplications alone
/// are the same everywhere.
pub(crate) fn exp_neg(x: f64) -> u64 {
    if x >= 22.0 {
        return 0;
    }
    let part = x / 64.0;
    let series = (1..12).rev().fold(1.0, |sum, n| 1.0 - part / f64::from(n) * sum);
    let power = (0..6).fold(series, |power: f64, _| power * power);
    (power * 2_147_483_648.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_exp() {
        for i in 0..2300 {
            let x = f64::from(i) / 100.0;
            let expected = (-x).exp() * 2_147_483_648.0;
            assert!((exp_neg(x) as f64 - expected).abs() <= 1.5 + expected * 1e-9, "{x}");
        }
        assert_eq!(exp_neg(0.0), 1 << 31);
        assert_eq!([exp_neg(1.0), exp_neg(0.37)], [790_015_084, 1_483_340_680]);
    }

    #[test]
    fn large_numbers_are_drawn_evenly() {
        let mut rng = MapRng::new(4);
        let n = 5 << 32;
        let mut counts = [0u32; 5];
        (0..50_000).for_each(|_| counts[(below(&mut rng, n) >> 32) as usize] += 1);
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 500), "{counts:?}");
    }
}
