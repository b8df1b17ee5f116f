//! A growing tree as written in a recipe: the weights of a mix stand beside the word `mix`.

use mapwright_core::params;

use super::{Choice, GrowingTree};
use crate::Root;

/// A maze that grows from its newest, oldest or random cells, or a mix.
#[params]
pub(super) struct Flat {
    /// Which active cell comes next.
    choice: Word,
    /// The weight of the newest cell.
    #[param(default = 1, range = 0..=Choice::MOST_PARTS, only_with(choice = "mix"))]
    newest: u8,
    /// The weight of the oldest cell.
    #[param(range = 0..=Choice::MOST_PARTS, only_with(choice = "mix"))]
    oldest: u8,
    /// The weight of a random cell.
    #[param(default = 1, range = 0..=Choice::MOST_PARTS, only_with(choice = "mix"))]
    random: u8,
    /// Where the maze begins; also the start.
    root: Root,
}

/// Which active cell comes next.
#[params]
enum Word {
    /// The newest.
    Newest,
    /// The oldest.
    Oldest,
    /// A random one.
    Random,
    /// Each with its weight.
    #[default]
    Mix,
}

impl From<Flat> for GrowingTree {
    fn from(flat: Flat) -> Self {
        let Flat { choice, newest, oldest, random, root } = flat;
        let choice = match choice {
            Word::Newest => Choice::Newest,
            Word::Oldest => Choice::Oldest,
            Word::Random => Choice::Random,
            Word::Mix => Choice::Mix { newest, oldest, random },
        };
        GrowingTree { choice, root }
    }
}

impl From<GrowingTree> for Flat {
    fn from(tree: GrowingTree) -> Self {
        let choice = match tree.choice {
            Choice::Newest => Word::Newest,
            Choice::Oldest => Word::Oldest,
            Choice::Random => Word::Random,
            Choice::Mix { .. } => Word::Mix,
        };
        let [newest, oldest, random] = tree.choice.parts();
        Flat { choice, newest, oldest, random, root: tree.root }
    }
}
