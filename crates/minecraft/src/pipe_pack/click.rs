//! Clicks are noticed, and tiles turned.

use super::{PipePackError, Writer};

/// Nobody reaches farther than a few blocks, so only frames near players are asked. A frame near two players is asked
/// twice, and has nothing new to tell the second time.
const TICK: &str = "\
execute as @a at @s as @e[type=minecraft:item_frame,tag=NS.frame,distance=..8] run function NS:click/look
execute if score #turned NS matches 1 run function NS:check
";

/// A frame.
const LOOK: &str = "\
execute store result score @s NS.now run data get entity @s ItemRotation
execute unless score @s NS.now = @s NS.turn at @s run function NS:click/turned
";

/// A frame that was clicked. Each click is an eighth; more than one can come in a tick. A quarter turn is shown as two
/// eighths, so the picture is put where it belongs.
const TURNED: &str = "\
scoreboard players operation #quarters NS = @s NS.now
scoreboard players operation #quarters NS -= @s NS.turn
scoreboard players operation #quarters NS %= #eight NS
scoreboard players operation @s NS.turn += #quarters NS
scoreboard players operation @s NS.turn += #quarters NS
scoreboard players operation @s NS.turn %= #eight NS
execute store result entity @s ItemRotation byte 1 run scoreboard players get @s NS.turn
execute positioned ~ ~-1 ~ as @e[type=minecraft:marker,tag=NS.cell,distance=..0.5] at @s run function NS:click/turn
scoreboard players set #turned NS 1
";

/// A quarter turn clockwise, as often as is left to do.
const QUARTER: &str = "\
scoreboard players operation #n NS = @s NS.n
scoreboard players operation @s NS.n = @s NS.w
scoreboard players operation @s NS.w = @s NS.s
scoreboard players operation @s NS.s = @s NS.e
scoreboard players operation @s NS.e = #n NS
scoreboard players remove #quarters NS 1
execute if score #quarters NS matches 1.. run function NS:click/quarter
";

pub(super) fn write(writer: &mut Writer<'_>) -> Result<(), PipePackError> {
    writer.function("tick", TICK)?;
    writer.function("click/look", LOOK)?;
    writer.function("click/turned", TURNED)?;
    // A cell: the arms of before go, and the next check draws those of now.
    let base = &writer.blocks.base;
    let turn = format!(
        "function NS:click/quarter\n\
         fill ~-1 ~ ~ ~1 ~ ~ {base}\n\
         fill ~ ~ ~-1 ~ ~ ~1 {base}\n\
         scoreboard players set @s NS.shown -1\n"
    );
    writer.function("click/turn", &turn)?;
    writer.function("click/quarter", QUARTER)
}
