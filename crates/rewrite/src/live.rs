//! The exact set of matches that would change something, kept up to date while cells change.
//!
//! A match is an anchor and an orientation. Its number is `anchor · orientations + orientation`, so the canonical order is by anchor, then
//! by orientation, and a scan that looks at everything anew finds the same k-th match. When a cell changes from one symbol to
//! another, a table tells which orientations no longer fit at which anchors, and which may fit now and have to be looked at.
//! Places where a rule takes anything are in no table and cost nothing.

use std::ops::Range;

use mapwright_core::{BuildCx, BuildError, MapRng};
use mapwright_graph::lanes::bits;

use crate::board::{BoardSize, CellOffset, Change, Cursor, Match, Stamp, SymbolGrid, match_of};
use crate::compile::{Oriented, RuleSet};
use crate::meter::Meter;
use crate::observe;
use crate::parse::KEEP;
use crate::scores::{Scores, below};
use crate::symbols::Mask;

/// How many pairs of symbols there may be.
const PAIRS: usize = 32 * 32;

/// The live matches of a node.
#[derive(Debug)]
pub(crate) struct Live<'p> {
    set: &'p RuleSet,
    pub(crate) stamps: Vec<Stamp>,
    /// Columns and rows of the largest orientation.
    reach: (u32, u32),
    /// What a change does, for each pair of an old and a new symbol that came up.
    effects: Vec<Option<Box<Effects>>>,
    store: Store,
    cursor: Cursor,
}

/// What a changed cell does to the matches of all orientations.
#[derive(Debug)]
struct Effects {
    of_orientation: Vec<SetEffect>,
    /// The places of all orientations that may lie on the cell: for each orientation first those whose match ends, then those whose
    /// match may begin, or go on in another way, and has to be looked at.
    places: Vec<CellOffset>,
    /// How many looks it takes to act.
    looks: u64,
}

/// What a changed cell does to the matches of an orientation: ranges of places.
#[derive(Debug)]
struct SetEffect {
    orientation: usize,
    ends: Range<usize>,
    begins: Range<usize>,
}

#[derive(Debug)]
enum Store {
    /// A class for each weight that a rule has.
    Classes {
        classes: Vec<Class>,
        of_orientation: Vec<(usize, usize)>,
    },
    Scores(Scores),
}

/// The matches of all orientations of one weight.
#[derive(Debug)]
struct Class {
    weight: u64,
    orientations: Vec<usize>,
    tree: Tree,
}

impl<'p> Live<'p> {
    pub(crate) fn new(set: &'p RuleSet, shape: BoardSize) -> Self {
        let stamps = Stamp::all(set, shape);
        let store = if set.is_scored() { Store::Scores(Scores::new(set, shape)) } else { Store::classes(set, shape) };
        let effects = (0..PAIRS).map(|_| None).collect();
        let reach = stamps.iter().fold((0, 0), |(w, h), stamp| (stamp.w.max(w), stamp.h.max(h)));
        Live { set, stamps, reach, effects, store, cursor: 0 }
    }

    /// The bytes that the matches of a node take from the beginning.
    pub(crate) fn bytes(set: &RuleSet, area: u64) -> u64 {
        let matches = area * set.orientations.len() as u64;
        let store = if set.is_scored() { matches * 4 + area * 4 * set.fields.len() as u64 } else { matches / 7 + 64 };
        store + PAIRS as u64 * 8
    }

    /// The matches of a node on the board as it is now.
    pub(crate) fn of<'l>(
        live: &'l mut Option<Self>,
        set: &'p RuleSet,
        board: &SymbolGrid,
        meter: &mut Meter,
        cx: &mut BuildCx<'_>,
    ) -> Result<&'l mut Self, BuildError> {
        let live = live.get_or_insert_with(|| Live::new(set, board.shape));
        live.catch_up(board, meter, cx)?;
        Ok(live)
    }

    /// Takes in what has changed on the board.
    pub(crate) fn catch_up(
        &mut self,
        board: &SymbolGrid,
        meter: &mut Meter,
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        let Some(changes) = board.read(&mut self.cursor) else { return self.scan(board, meter, cx) };
        for &change in changes {
            self.follow(board, change, meter, cx)?;
        }
        Ok(())
    }

    /// Measures the node's fields: all of them, or those that are to be measured every time. Returns whether it can go on.
    pub(crate) fn measure(
        &mut self,
        board: &SymbolGrid,
        all: bool,
        meter: &mut Meter,
        cx: &mut BuildCx<'_>,
    ) -> Result<bool, BuildError> {
        match &mut self.store {
            Store::Scores(scores) => scores.measure(self.set, &self.stamps, board, all, meter, cx),
            Store::Classes { .. } => Ok(true),
        }
    }

    /// Measures how far symbols are from what the cells have to be.
    pub(crate) fn aim(
        &mut self,
        wanted: &[Mask],
        board: &SymbolGrid,
        meter: &mut Meter,
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        let far = observe::distances(self.set, &self.stamps, wanted, board, cx)?;
        match &mut self.store {
            Store::Scores(scores) => scores.aim(far, &self.stamps, board, meter, cx),
            Store::Classes { .. } => Ok(()),
        }
    }

    /// A live match: uniformly chosen but for weights, or by its score.
    pub(crate) fn choose(&mut self, rng: &mut MapRng) -> Option<Match> {
        match &mut self.store {
            Store::Scores(scores) => scores.choose(rng),
            Store::Classes { classes, .. } => {
                let total: u64 = classes.iter().map(Class::total).sum();
                let mut k = if total > 0 { below(rng, total) } else { return None };
                let class = classes.iter().find(|class| {
                    let is_here = k < class.total();
                    k -= if is_here { 0 } else { class.total() };
                    is_here
                })?;
                Some(class.matched(class.tree.select((k / class.weight) as u32)))
            }
        }
    }

    /// The numbers of all live matches, in canonical order among rules of one weight.
    pub(crate) fn all(&self, meter: &Meter, cx: &BuildCx<'_>) -> Result<Vec<u32>, BuildError> {
        let Store::Classes { classes, .. } = &self.store else { return Ok(Vec::new()) };
        let count = classes.iter().map(|class| class.tree.len() as usize).sum();
        meter.claim(4 * count as u64, cx)?;
        let mut numbers = Vec::with_capacity(count);
        for class in classes {
            numbers.extend(class.tree.iter().map(|n| {
                let (anchor, orientation) = class.matched(n);
                anchor * self.stamps.len() as u32 + orientation as u32
            }));
        }
        Ok(numbers)
    }

    /// Returns the match with this number.
    pub(crate) fn matched(&self, number: u32) -> Match {
        match_of(number, self.stamps.len())
    }

    /// Looks at everything anew, row by row: so the matches of a score come nearly in order.
    fn scan(&mut self, board: &SymbolGrid, meter: &mut Meter, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let counts = board.counts();
        self.stamps.iter_mut().for_each(|stamp| stamp.sort(&counts));
        self.store.clear();
        for y in 0..board.shape.h {
            for (orientation, stamp) in self.stamps.iter().enumerate().filter(|(_, stamp)| y < stamp.room.1) {
                cx.work(board.shape.w)?;
                meter.look(stamp.looks() * u64::from(stamp.room.0));
                for x in (0..stamp.room.0).filter(|&x| stamp.is_live(board, (x, y))) {
                    self.store.set(board, stamp, (y * board.shape.w + x, orientation), true);
                }
                self.store.claim(meter, cx)?;
            }
        }
        Ok(())
    }

    fn follow(
        &mut self,
        board: &SymbolGrid,
        change: Change,
        meter: &mut Meter,
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        let Live { set, stamps, reach, effects, store, .. } = self;
        let shape = board.shape;
        let slot = &mut effects[usize::from(change.old) * 32 + usize::from(change.new)];
        if slot.is_none() {
            *slot = Some(Box::new(Effects::new(set, stamps, shape, change, meter, cx)?));
        }
        let Some(effects) = slot else { return Ok(()) };
        let Effects { of_orientation, places, looks } = &**effects;
        cx.work(1 + u32::try_from(*looks / 16).unwrap_or(u32::MAX))?;
        meter.look(*looks);
        let at = shape.point(change.cell);
        // Far from all borders, no match runs over one.
        let is_inner =
            at.0 + 1 >= reach.0 && at.1 + 1 >= reach.1 && at.0 + reach.0 <= shape.w && at.1 + reach.1 <= shape.h;
        for effect in of_orientation {
            let stamp = &stamps[effect.orientation];
            let (ends, begins) = (&places[effect.ends.clone()], &places[effect.begins.clone()]);
            match store {
                Store::Classes { classes, of_orientation } => {
                    let (class, slot) = of_orientation[effect.orientation];
                    let Class { orientations, tree, .. } = &mut classes[class];
                    let n = orientations.len();
                    let put = |anchor, is_live| tree.set(anchor as usize * n + slot, is_live);
                    act((ends, begins), stamp, board, (change.cell, at), is_inner, put);
                }
                Store::Scores(scores) => {
                    let put = |anchor, is_live| scores.set(board, stamp, (anchor, effect.orientation), is_live);
                    act((ends, begins), stamp, board, (change.cell, at), is_inner, put);
                }
            }
        }
        store.claim(meter, cx)
    }
}

impl Effects {
    /// What a change from one symbol to another does.
    fn new(
        set: &RuleSet,
        stamps: &[Stamp],
        shape: BoardSize,
        change: Change,
        meter: &mut Meter,
        cx: &BuildCx<'_>,
    ) -> Result<Self, BuildError> {
        // Where what is written may be there already, or is scored by what it replaces, any change counts.
        let minds = |orientation: &Oriented| !set.fields.is_empty() || !orientation.always_changes();
        let ends = |from, _| change.was_in(from) && !change.is_in(from);
        let begins = |minds, from, to| change.is_in(from) && (!change.was_in(from) || minds && to != KEEP);
        let count: usize = set
            .orientations
            .iter()
            .map(|orientation| {
                let minds = minds(orientation);
                changed(orientation, shape, ends).count()
                    + changed(orientation, shape, |from, to| begins(minds, from, to)).count()
            })
            .sum();
        let bytes = count * size_of::<CellOffset>() + set.orientations.len() * size_of::<SetEffect>();
        meter.hold(bytes as u64, cx)?;
        let (mut of_orientation, mut places) = (Vec::with_capacity(set.orientations.len()), Vec::with_capacity(count));
        let mut looks = 0;
        for (number, (orientation, stamp)) in set.orientations.iter().zip(stamps).enumerate() {
            let (begin, minds) = (places.len(), minds(orientation));
            places.extend(changed(orientation, shape, ends));
            let middle = places.len();
            places.extend(changed(orientation, shape, |from, to| begins(minds, from, to)));
            let end = places.len();
            looks += (middle - begin) as u64 + (end - middle) as u64 * stamp.looks();
            if end > begin {
                of_orientation.push(SetEffect { orientation: number, ends: begin..middle, begins: middle..end });
            }
        }
        Ok(Effects { of_orientation, places, looks })
    }
}

/// The places of an orientation that mind a change, by what they match and what they write.
fn changed(
    orientation: &Oriented,
    shape: BoardSize,
    minds: impl Fn(Mask, u8) -> bool,
) -> impl Iterator<Item = CellOffset> {
    let places = CellOffset::all(orientation, shape).zip(&orientation.from.cells).zip(&orientation.to.cells);
    places.filter(move |((_, from), to)| minds(**from, **to)).map(|((place, _), _)| place)
}

/// Tells `put` which anchors have a match no more when a cell has changed, and of which it is to be seen.
#[inline]
fn act(
    (ends, begins): (&[CellOffset], &[CellOffset]),
    stamp: &Stamp,
    board: &SymbolGrid,
    (cell, at): (u32, (u32, u32)),
    is_inner: bool,
    mut put: impl FnMut(u32, bool),
) {
    if is_inner {
        ends.iter().for_each(|place| put(cell - place.behind, false));
        for anchor in begins.iter().map(|place| cell - place.behind) {
            put(anchor, stamp.is_live_inside(board, anchor));
        }
    } else {
        let before = |place: &CellOffset| board.shape.before(at, (place.x, place.y));
        let anchor = |at: (u32, u32)| Some((stamp.anchor(board.shape, at)?, at));
        ends.iter().map(before).filter_map(anchor).for_each(|(anchor, _)| put(anchor, false));
        for (anchor, at) in begins.iter().map(before).filter_map(anchor) {
            put(anchor, stamp.is_live(board, at));
        }
    }
}

impl Store {
    fn classes(set: &RuleSet, shape: BoardSize) -> Self {
        let mut weights: Vec<u32> =
            set.orientations.iter().map(|orientation| set.rules[orientation.rule].weight).collect();
        weights.sort_unstable();
        weights.dedup();
        let mut of_orientation = vec![(0, 0); set.orientations.len()];
        let class = |(number, weight): (usize, u32)| {
            let has = |&orientation: &usize| set.rules[set.orientations[orientation].rule].weight == weight;
            let orientations: Vec<usize> = (0..set.orientations.len()).filter(has).collect();
            orientations
                .iter()
                .enumerate()
                .for_each(|(slot, &orientation)| of_orientation[orientation] = (number, slot));
            let tree = Tree::new(shape.area() as usize * orientations.len());
            Class { weight: weight.into(), orientations, tree }
        };
        let classes = weights.into_iter().enumerate().map(class).collect();
        Store::Classes { classes, of_orientation }
    }

    fn clear(&mut self) {
        match self {
            Store::Classes { classes, .. } => classes.iter_mut().for_each(|class| class.tree.clear()),
            Store::Scores(scores) => scores.clear(),
        }
    }

    /// Claims what the matches have come to take.
    #[inline]
    fn claim(&mut self, meter: &mut Meter, cx: &BuildCx<'_>) -> Result<(), BuildError> {
        if let Store::Scores(scores) = self { scores.claim(meter, cx) } else { Ok(()) }
    }

    #[inline]
    fn set(&mut self, board: &SymbolGrid, stamp: &Stamp, (anchor, orientation): Match, is_live: bool) {
        match self {
            Store::Classes { classes, of_orientation } => {
                let (class, slot) = of_orientation[orientation];
                let Class { orientations, tree, .. } = &mut classes[class];
                tree.set(anchor as usize * orientations.len() + slot, is_live);
            }
            Store::Scores(scores) => scores.set(board, stamp, (anchor, orientation), is_live),
        }
    }
}

impl Class {
    fn total(&self) -> u64 {
        self.weight * u64::from(self.tree.len())
    }

    fn matched(&self, number: usize) -> Match {
        ((number / self.orientations.len()) as u32, self.orientations[number % self.orientations.len()])
    }
}

/// A set of numbers that can tell its k-th member: bits, and a 16-ary tree of how many are set. A change costs a handful of additions, a choice a handful of short sums.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    words: Vec<u64>,
    /// How many bits are set in 16 words, in 16 of those, and so on, up to at most 16 sums.
    levels: Vec<Vec<u32>>,
}

impl Tree {
    /// The empty set of numbers below `n`.
    pub(crate) fn new(n: usize) -> Self {
        let words = vec![0; n.div_ceil(64)];
        let mut levels: Vec<Vec<u32>> = vec![vec![0; words.len().div_ceil(16)]];
        while let Some(top) = levels.last().filter(|top| top.len() > 16) {
            levels.push(vec![0; top.len().div_ceil(16)]);
        }
        Tree { words, levels }
    }

    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
        self.levels.iter_mut().for_each(|level| level.fill(0));
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u32 {
        self.levels.last().map_or(0, |top| top.iter().sum())
    }

    /// Adds a number, or takes it out.
    #[inline]
    pub(crate) fn set(&mut self, n: usize, is_member: bool) {
        let (word, bit) = (&mut self.words[n / 64], 1 << (n % 64));
        if (*word & bit != 0) != is_member {
            *word ^= bit;
            let mut i = n / 64;
            for level in &mut self.levels {
                i /= 16;
                level[i] = if is_member { level[i] + 1 } else { level[i] - 1 };
            }
        }
    }

    /// The k-th member in ascending order, from 0; there must be more than `k`.
    pub(crate) fn select(&self, mut k: u32) -> usize {
        let mut i = 0;
        for level in self.levels.iter().rev() {
            i *= 16;
            while level[i] <= k {
                k -= level[i];
                i += 1;
            }
        }
        i *= 16;
        while self.words[i].count_ones() <= k {
            k -= self.words[i].count_ones();
            i += 1;
        }
        let mut word = self.words[i];
        for _ in 0..k {
            word &= word - 1;
        }
        i * 64 + word.trailing_zeros() as usize
    }

    /// All members in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        let set = self.words.iter().enumerate().filter(|(_, word)| **word != 0);
        set.flat_map(|(i, &word)| bits(word).map(move |bit| i * 64 + bit as usize))
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::MapRng;

    use super::*;

    #[test]
    fn the_kth_member_is_that_of_a_sorted_list() {
        let mut rng = MapRng::new(1);
        for n in [1u32, 63, 64, 65, 1024, 1025, 70_000] {
            let mut tree = Tree::new(n as usize);
            let mut list = vec![false; n as usize];
            for _ in 0..400 {
                let i = rng.below(n) as usize;
                list[i] = rng.chance(0.7);
                tree.set(i, list[i]);
            }
            let members: Vec<usize> = (0..n as usize).filter(|&i| list[i]).collect();
            assert_eq!(tree.len() as usize, members.len());
            assert_eq!(tree.iter().collect::<Vec<_>>(), members);
            assert_eq!((0..tree.len()).map(|k| tree.select(k)).collect::<Vec<_>>(), members);
        }
    }
}
