//! The search: Tarjan's (1974) depth-first search for bridges, in functions that call each other.
//!
//! `search/root` begins at a cell. From each cell the search looks north, east, south and west, but not back through
//! the side by which it came. `search/look_n` runs *as the neighbor* in the north, if both touching sides are open.
//!
//! **What is found.** A cell's state is 1 while the search is in it or beyond it, and 2 when it is done. An edge to a
//! cell of state 1 closes a ring: that cell is an ancestor. An edge to a cell of state 2 is the same edge from its
//! other end: in an undirected graph a done cell that is met is a descendant, which looked here while this cell had
//! state 1. So each edge that is not in the search tree is counted once, from its lower end, by `search/ring`.
//!
//! *A cell touches an edge that is no bridge exactly when one of these edges has the cell between its ends in the tree,
//! or as an end.* Such an edge and the tree path between its ends are a cycle. Conversely, a tree edge on a cycle has
//! some edge of the cycle leading from below it to above it, which is not in the tree, and it spans both ends of the
//! tree edge.
//!
//! **How they are counted.** `#room` goes down by 1 for each edge that closes a ring, and `tops` of the cell where it
//! ends goes up by 1. When a cell is left, all edges that end there have begun below it, and `#room` is given back its
//! `tops`. So between entering a cell and the moment before that, `#room` has gone down by the number of edges from the
//! cell or below it to the cell or above it: those that begin and end below were given back. These are the `rings` of
//! the cell, and no number has to be kept for each cell on the path but what `#room` was, which `rings` holds in the
//! meantime.
//!
//! **The order of the tests.** A neighbor is first asked whether it is being visited, and then whether it is new. A
//! search that only ever goes into new cells does not see rings at all, and one that marks a cell as seen when it
//! enters it, and asks for that mark behind, takes its own way for a ring. With three states the two lines could be
//! swapped: a cell that was entered is done when the other line asks.
//!
//! **What it costs**, in commands as the game counts them at most: one for each command, each call, and each step of an
//! `execute`. A cell is entered with 4 commands of `look` and 5 of its own. It looks in at most 4 directions, at 3
//! steps each, or 6 with wrapped borders. Of `n` cells there are at most `2n` edges, `n + 1` of them not in the tree,
//! with 6 commands from the lower end and 3 from the upper. Together that is at most 42 a cell. A dry part costs 2 for
//! each of its cells, to draw a cell anew takes 11, and to place it 4. So 1024 cells take at most 60,416 of the 65,536
//! commands. The rest is for asking the frames: two dozen are near a player, and each takes 4.

use mapwright_core::Dir;

use super::board::Puzzle;
use super::{PipePackError, Writer};
use crate::script::{Rel, letter};

/// The neighbor is an ancestor: here a ring is closed.
const RING: &str = "\
scoreboard players add @s NS.tops 1
scoreboard players remove #room NS 1
";

pub(super) fn write(writer: &mut Writer<'_>, board: &Puzzle) -> Result<(), PipePackError> {
    writer.function("search/root", &enter(board, None))?;
    writer.function("search/ring", RING)?;
    for dir in Dir::ALL {
        let (to, from) = (letter(dir), letter(dir.opposite()));
        let look = format!(
            "# First: is it being visited?\n\
             execute if score @s NS.state matches 1 run function NS:search/ring\n\
             execute if score @s NS.state matches 0 run function NS:search/enter_{from}\n"
        );
        writer.function(&format!("search/look_{to}"), &look)?;
        writer.function(&format!("search/enter_{to}"), &enter(board, Some(dir)))?;
    }
    Ok(())
}

/// Goes into a cell by one of its sides, and through all others.
fn enter(board: &Puzzle, by: Option<Dir>) -> String {
    let mut text =
        "scoreboard players set @s NS.state 1\nscoreboard players operation @s NS.rings = #room NS\n".to_owned();
    for dir in Dir::ALL.into_iter().filter(|&dir| Some(dir) != by) {
        text += &step(dir, 3);
        if let Some(length) = board.round(dir) {
            // Back over the whole board: a cell is there only if this one lies at the border.
            text += &step(dir, -3 * (i32::from(length) - 1));
        }
    }
    text + "scoreboard players operation @s NS.rings -= #room NS\n\
            scoreboard players operation #room NS += @s NS.tops\n\
            scoreboard players set @s NS.state 2\n"
}

/// Looks at the cell that many blocks away in a direction.
fn step(dir: Dir, blocks: i32) -> String {
    let (dx, dz) = dir.delta();
    let (to, from) = (letter(dir), letter(dir.opposite()));
    format!(
        "execute if score @s NS.{to} matches 1 positioned {} ~ {} \
         as @e[type=minecraft:marker,tag=NS.cell,distance=..0.5,scores={{NS.{from}=1}}] \
         run function NS:search/look_{to}\n",
        Rel(dx * blocks),
        Rel(dz * blocks)
    )
}
