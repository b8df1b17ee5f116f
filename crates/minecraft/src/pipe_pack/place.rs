//! The board is placed, and taken away.
//!
//! A large board reaches into chunks that the game has not loaded. It loads them when told to, but not at once, and no
//! selector finds what is summoned there before. So the first cell gets a marker, and the rest waits until all chunks
//! are there.

use std::fmt::Write as _;

use mapwright_core::{Dirs, Point};

use super::board::{Puzzle, kind};
use super::{PipePackError, Writer};
use crate::Version;
use crate::script::{Rel, letter};

/// What scores the cells have, and what they mean. The pack's own numbers are scores of `#name` in `NS`.
const LOAD: &str = "\
# Numbers that belong to no cell
scoreboard objectives add NS dummy
# The sides of a tile: 1 open, 0 closed
scoreboard objectives add NS.n dummy
scoreboard objectives add NS.e dummy
scoreboard objectives add NS.s dummy
scoreboard objectives add NS.w dummy
# In a search: 0 not seen, 1 on the path, 2 done
scoreboard objectives add NS.state dummy
scoreboard objectives add NS.tops dummy
scoreboard objectives add NS.rings dummy
# What a cell is, and what it was drawn as: 0 dry, 1 wet, 2 dry ring, 3 wet ring
scoreboard objectives add NS.mark dummy
scoreboard objectives add NS.shown dummy
# Of a frame: the turn it was left with, and the turn it has
scoreboard objectives add NS.turn dummy
scoreboard objectives add NS.now dummy
";

/// The corner of the board is the block under the player's feet.
const PLACE: &str = "\
execute align xyz positioned ~1.5 ~-1 ~1.5 run function NS:board/place
";

const LAID: &str = "\
scoreboard players set @e[type=minecraft:marker,tag=NS.cell] NS.n 0
scoreboard players set @e[type=minecraft:marker,tag=NS.cell] NS.e 0
scoreboard players set @e[type=minecraft:marker,tag=NS.cell] NS.s 0
scoreboard players set @e[type=minecraft:marker,tag=NS.cell] NS.w 0
scoreboard players set @e[type=minecraft:marker,tag=NS.open_n] NS.n 1
scoreboard players set @e[type=minecraft:marker,tag=NS.open_e] NS.e 1
scoreboard players set @e[type=minecraft:marker,tag=NS.open_s] NS.s 1
scoreboard players set @e[type=minecraft:marker,tag=NS.open_w] NS.w 1
scoreboard players set @e[type=minecraft:marker,tag=NS.cell] NS.shown -1
execute as @e[type=minecraft:item_frame,tag=NS.frame] store result score @s NS.turn run data get entity @s ItemRotation
scoreboard players set #eight NS 8
scoreboard players set #turned NS 0
scoreboard players set #solved NS 0
function NS:check
";

const WAIT: &str = "\
schedule function NS:board/wait 5t
execute at @e[type=minecraft:marker,tag=NS.origin] run function NS:board/ready
";

/// Frames go first: one that loses the block below it would drop its item.
const CLEAR: &str = "\
schedule clear NS:board/wait
kill @e[type=minecraft:item_frame,tag=NS.frame]
execute at @e[type=minecraft:marker,tag=NS.laid] run function NS:board/clear
execute at @e[type=minecraft:marker,tag=NS.origin] run function NS:board/free
kill @e[type=minecraft:marker,tag=NS.cell]
kill @e[type=minecraft:marker,tag=NS.origin]
";

pub(super) fn write(writer: &mut Writer<'_>, board: &Puzzle) -> Result<(), PipePackError> {
    writer.function("load", LOAD)?;
    writer.function("place", PLACE)?;
    writer.function("board/place", &place(board))?;
    writer.function("board/wait", WAIT)?;
    writer.function("board/ready", &ready(board))?;
    writer.function("board/lay", &lay(writer, board))?;
    writer.function("clear", CLEAR)?;
    let (x, z) = last_blocks(board);
    writer.function("board/clear", &format!("fill ~-1 ~ ~-1 ~{x} ~ ~{z} minecraft:air\n"))?;
    writer.function("board/free", &format!("forceload remove ~-1 ~-1 ~{x} ~{z}\n"))
}

/// Begins a board whose first cell has its middle here.
fn place(board: &Puzzle) -> String {
    let (x, z) = last_blocks(board);
    format!(
        "function NS:clear\n\
         forceload add ~-1 ~-1 ~{x} ~{z}\n\
         summon minecraft:marker ~ ~ ~ {{Tags:[\"NS.origin\"]}}\n\
         schedule function NS:board/wait 1t\n"
    )
}

/// Asks every chunk of the board: two questions in a row are never more than a chunk apart.
fn ready(board: &Puzzle) -> String {
    let (x, z) = last_blocks(board);
    let along = |last: i32| (-1..last).step_by(16).chain([last]);
    let mut text = "scoreboard players set #loaded NS 1\n".to_owned();
    for (x, z) in along(x).flat_map(|x| along(z).map(move |z| (x, z))) {
        text += &format!("execute unless loaded ~{x} ~ ~{z} run scoreboard players set #loaded NS 0\n");
    }
    text + "execute if score #loaded NS matches 1 run function NS:board/lay\n"
}

/// Lays all cells.
fn lay(writer: &Writer<'_>, board: &Puzzle) -> String {
    let blocks = writer.blocks;
    let (x, z) = last_blocks(board);
    let begin = "schedule clear NS:board/wait\ntag @e[type=minecraft:marker,tag=NS.origin] add NS.laid\n";
    let mut text = begin.to_owned();
    let mut line = |command: &str| {
        text.push_str(command);
        text.push('\n');
    };
    line(&format!("fill ~-1 ~1 ~-1 ~{x} ~3 ~{z} minecraft:air"));
    line(&format!("fill ~-1 ~ ~-1 ~{x} ~ ~{z} {}", blocks.base));
    for (p, tile) in board.cells() {
        line(&marker(p, tile, p == board.source));
        if let Some(frame) = frame(p, tile, writer.pack.version()) {
            line(&frame);
        }
    }
    let Point { x, y } = board.source;
    for (dx, dz) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
        line(&format!("setblock {} ~ {} {}", Rel(3 * i32::from(x) + dx), Rel(3 * i32::from(y) + dz), blocks.source));
    }
    text + LAID
}

/// East and south of the first cell's middle, the last blocks of the board.
fn last_blocks(board: &Puzzle) -> (i32, i32) {
    (3 * i32::from(board.size().w) - 2, 3 * i32::from(board.size().h) - 2)
}

fn marker(p: Point, tile: Dirs, is_source: bool) -> String {
    let mut tags = "\"NS.cell\"".to_owned();
    for dir in tile.iter() {
        // Writing to a string cannot fail.
        let _ = write!(tags, ",\"NS.open_{}\"", letter(dir));
    }
    if is_source {
        tags.push_str(",\"NS.source\"");
    }
    format!("summon minecraft:marker {} {{Tags:[{tags}]}}", above(p, 0))
}

/// A frame on the cell's middle. Only players in creative mode can break it.
fn frame(p: Point, tile: Dirs, minecraft: Version) -> Option<String> {
    let (kind, eighths) = kind(tile)?;
    let count = if minecraft < Version::V1_20_6 { "Count:1b" } else { "count:1" };
    Some(format!(
        "summon minecraft:item_frame {} {{Facing:1b,ItemRotation:{eighths}b,Invisible:1b,Invulnerable:1b,\
         Item:{{id:\"minecraft:{}\",{count}}},Tags:[\"NS.frame\"]}}",
        above(p, 1),
        kind.item
    ))
}

/// A place above the middle of a cell.
fn above(p: Point, height: i32) -> String {
    format!("{} {} {}", Rel(3 * i32::from(p.x)), Rel(height), Rel(3 * i32::from(p.y)))
}
