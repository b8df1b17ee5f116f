//! The exact set of matches that would change something, kept up to date while cells change.
//!
//! A match is an anchor and an image. Its number is `anchor · images + image`, so the canonical order is by anchor, then
//! by image, and a scan that looks at everything anew finds the same k-th match. When a cell changes from one symbol to
//! another, a table tells which images no longer fit at which anchors, and which may fit now and have to be looked at.
//! Places where a rule takes anything are in no table and cost nothing.

use mapwright_core::MapRng;

use crate::board::{Board, Change, Cursor, Shape};
use crate::compile::RuleSet;
use crate::draw::below;
use crate::parse::KEEP;
use crate::scores::Scores;
use crate::stamp::Stamp;
use crate::tree::Tree;

/// An anchor and the number of an image.
pub(crate) type Match = (u32, usize);

/// The live matches of a node.
#[derive(Debug)]
pub(crate) struct Live<'p> {
    set: &'p RuleSet,
    pub(crate) stamps: Vec<Stamp>,
    /// What a change does, for each pair of an old and a new symbol that came up.
    effects: Vec<Option<Box<[Effect]>>>,
    store: Store,
    pub(crate) cursor: Cursor,
}

/// What a changed cell does to the match of an image some columns and rows before it.
#[derive(Clone, Copy, Debug)]
struct Effect {
    x: u32,
    y: u32,
    image: u32,
    /// Whether the match is gone; else it has to be looked at.
    is_gone: bool,
}

#[derive(Debug)]
enum Store {
    /// A class for each weight that a rule has.
    Classes {
        classes: Vec<Class>,
        of_image: Vec<(usize, usize)>,
    },
    Scores(Scores),
}

/// The matches of all images of one weight.
#[derive(Debug)]
struct Class {
    weight: u64,
    images: Vec<usize>,
    tree: Tree,
}

impl<'p> Live<'p> {
    pub(crate) fn new(set: &'p RuleSet, shape: Shape) -> Self {
        let stamps = Stamp::all(set, shape);
        let store =
            if set.fields.is_empty() { Store::classes(set, shape) } else { Store::Scores(Scores::new(set, shape)) };
        let effects = (0..32 * 32).map(|_| None).collect();
        Live { set, stamps, effects, store, cursor: Cursor::default() }
    }

    /// The bytes that the matches of a node take.
    pub(crate) fn bytes(set: &RuleSet, area: u64) -> u64 {
        let matches = area * set.images.len() as u64;
        if set.fields.is_empty() { matches / 7 + 64 } else { matches * 12 + area * 4 * set.fields.len() as u64 }
    }

    /// Takes in what has changed on the board.
    pub(crate) fn catch_up(&mut self, board: &Board) {
        match board.read(&mut self.cursor) {
            Some(changes) => changes.iter().for_each(|&change| self.follow(board, change)),
            None => self.scan(board),
        }
    }

    /// Measures the node's fields: all of them, or those that are to be measured every time.
    pub(crate) fn measure(&mut self, board: &Board, all: bool) {
        if let Store::Scores(scores) = &mut self.store {
            scores.measure(self.set, &self.stamps, board, all);
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

    /// All live matches of rules of one weight, in canonical order.
    pub(crate) fn all(&self) -> Vec<Match> {
        match &self.store {
            Store::Scores(_) => Vec::new(),
            Store::Classes { classes, .. } => {
                classes.iter().flat_map(|class| class.tree.iter().map(|n| class.matched(n))).collect()
            }
        }
    }

    fn scan(&mut self, board: &Board) {
        let counts = board.counts();
        self.stamps.iter_mut().for_each(|stamp| stamp.sort(&counts));
        self.store.clear();
        for (image, stamp) in self.stamps.iter().enumerate() {
            for y in 0..stamp.room.1 {
                for x in (0..stamp.room.0).filter(|&x| stamp.is_live(board, x, y)) {
                    self.store.set(board, stamp, (y * board.shape.w + x, image), true);
                }
            }
        }
    }

    fn follow(&mut self, board: &Board, change: Change) {
        let pair = usize::from(change.old) * 32 + usize::from(change.new);
        let effects = self.effects[pair].get_or_insert_with(|| effects(self.set, change));
        let shape = board.shape;
        let at = shape.point(change.cell);
        for effect in effects {
            let stamp = &self.stamps[effect.image as usize];
            let (x, y) = shape.before(at, (effect.x, effect.y));
            if x < stamp.room.0 && y < stamp.room.1 {
                let is_live = !effect.is_gone && stamp.is_live(board, x, y);
                self.store.set(board, stamp, (y * shape.w + x, effect.image as usize), is_live);
            }
        }
    }
}

/// What the change of a cell from one symbol to another does to the matches around it.
fn effects(set: &RuleSet, Change { old, new, .. }: Change) -> Box<[Effect]> {
    let mut effects = Vec::new();
    for (i, image) in set.images.iter().enumerate() {
        // Where what is written may be there already, or is scored by what it replaces, any change counts.
        let minds = !set.fields.is_empty() || !image.always_changes();
        for (place, (&from, &to)) in (0u32..).zip(image.from.cells.iter().zip(&image.to.cells)) {
            let (was, is) = (from >> old & 1 == 1, from >> new & 1 == 1);
            if was != is || is && minds && to != KEEP {
                let (x, y) = (place % image.from.w, place / image.from.w);
                effects.push(Effect { x, y, image: i as u32, is_gone: !is });
            }
        }
    }
    effects.into_boxed_slice()
}

impl Store {
    fn classes(set: &RuleSet, shape: Shape) -> Self {
        let mut weights: Vec<u32> = set.images.iter().map(|image| set.rules[image.rule].weight).collect();
        weights.sort_unstable();
        weights.dedup();
        let mut of_image = vec![(0, 0); set.images.len()];
        let class = |(number, weight): (usize, u32)| {
            let has = |&image: &usize| set.rules[set.images[image].rule].weight == weight;
            let images: Vec<usize> = (0..set.images.len()).filter(has).collect();
            images.iter().enumerate().for_each(|(slot, &image)| of_image[image] = (number, slot));
            let tree = Tree::new(shape.area() as usize * images.len());
            Class { weight: weight.into(), images, tree }
        };
        let classes = weights.into_iter().enumerate().map(class).collect();
        Store::Classes { classes, of_image }
    }

    fn clear(&mut self) {
        match self {
            Store::Classes { classes, .. } => classes.iter_mut().for_each(|class| class.tree.clear()),
            Store::Scores(scores) => scores.clear(),
        }
    }

    #[inline]
    fn set(&mut self, board: &Board, stamp: &Stamp, (anchor, image): Match, is_live: bool) {
        match self {
            Store::Classes { classes, of_image } => {
                let (class, slot) = of_image[image];
                let Class { images, tree, .. } = &mut classes[class];
                let number = anchor as usize * images.len() + slot;
                if is_live { tree.insert(number) } else { tree.remove(number) }
            }
            Store::Scores(scores) => scores.set(board, stamp, (anchor, image), is_live),
        }
    }
}

impl Class {
    fn total(&self) -> u64 {
        self.weight * u64::from(self.tree.len())
    }

    fn matched(&self, number: usize) -> Match {
        ((number / self.images.len()) as u32, self.images[number % self.images.len()])
    }
}
