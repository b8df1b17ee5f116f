//! A growing tree as written in a recipe: the weights of a mix stand beside the word `mix`.

use serde::{Deserialize, Serialize};

use super::{Choice, GrowingTree};
use crate::Root;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Flat {
    choice: Word,
    newest: u8,
    oldest: u8,
    random: u8,
    root: Root,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Word {
    Newest,
    Oldest,
    Random,
    Mix,
}

impl Default for Flat {
    fn default() -> Self {
        GrowingTree::default().into()
    }
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
