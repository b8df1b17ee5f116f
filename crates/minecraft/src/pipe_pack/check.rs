//! Checks the whole board, colors its cells, and announces a solved board.

use std::fmt::Write as _;

use super::{PipePackError, Writer};

/// What the search from the source has not reached is dry, however near it is. Nothing dries before the search is
/// through: a tile that lost one way to the source and has another is still wet.
const SEARCH: &str = "\
scoreboard players set @e[type=minecraft:marker,tag=NS.cell] NS.state 0
scoreboard players set @e[type=minecraft:marker,tag=NS.cell] NS.tops 0
scoreboard players set #room NS 0
execute as @e[type=minecraft:marker,tag=NS.source] at @s run function NS:search/root
scoreboard players set @e[type=minecraft:marker,tag=NS.cell,scores={NS.state=0}] NS.mark 0
scoreboard players set @e[type=minecraft:marker,tag=NS.cell,scores={NS.state=2}] NS.mark 1
scoreboard players operation #was NS = #solved NS
scoreboard players set #solved NS 1
execute if entity @e[type=minecraft:marker,tag=NS.cell,scores={NS.state=0}] run scoreboard players set #solved NS 0
# Dry parts can have rings as well
execute as @e[type=minecraft:marker,tag=NS.cell,scores={NS.state=0}] at @s run function NS:search/dry
scoreboard players add @e[type=minecraft:marker,tag=NS.cell,scores={NS.rings=1..}] NS.mark 2
";

/// All cells of an `execute` are chosen before it runs for the first of them, so each has to be asked again.
const DRY: &str = "\
execute if score @s NS.state matches 0 run function NS:search/root
";

const TELL: &str = "\
scoreboard players set #turned NS 0
execute if score #solved NS matches 1 if score #was NS matches 0 \
at @e[type=minecraft:marker,tag=NS.source] run function NS:solved
";

/// Said once each time that the board becomes solved.
const SOLVED: &str = "\
title @a[distance=..128] title {\"text\":\"Solved\",\"color\":\"aqua\"}
tellraw @a[distance=..128] {\"text\":\"All pipes are wet.\",\"color\":\"aqua\"}
";

/// In the order of their marks.
const MARKS: [&str; 4] = ["dry", "wet", "dry_ring", "wet_ring"];

pub(super) fn write(writer: &mut Writer<'_>) -> Result<(), PipePackError> {
    let mut check = SEARCH.to_owned();
    for (mark, name) in MARKS.into_iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            check,
            "execute as @e[type=minecraft:marker,tag=NS.cell,scores={{NS.mark={mark}}}] \
             unless score @s NS.shown matches {mark} at @s run function NS:draw/{name}"
        );
    }
    writer.function("check", &(check + TELL))?;
    writer.function("search/dry", DRY)?;
    writer.function("solved", SOLVED)?;
    let blocks = writer.blocks;
    for (mark, block) in [&blocks.dry, &blocks.wet, &blocks.dry_ring, &blocks.wet_ring].into_iter().enumerate() {
        let draw = format!(
            "setblock ~ ~ ~ {block}\n\
             execute if score @s NS.n matches 1 run setblock ~ ~ ~-1 {block}\n\
             execute if score @s NS.e matches 1 run setblock ~1 ~ ~ {block}\n\
             execute if score @s NS.s matches 1 run setblock ~ ~ ~1 {block}\n\
             execute if score @s NS.w matches 1 run setblock ~-1 ~ ~ {block}\n\
             scoreboard players set @s NS.shown {mark}\n"
        );
        writer.function(&format!("draw/{}", MARKS[mark]), &draw)?;
    }
    Ok(())
}
