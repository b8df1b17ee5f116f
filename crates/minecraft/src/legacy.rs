//! Blocks of 1.12: an older name and a number for the state. Only those of rooms: full blocks, stairs, glass and bars.

use super::{Block, PackError};

/// The sixteen colors in the order of their numbers.
const COLORS: [&str; 16] = [
    "white",
    "orange",
    "magenta",
    "light_blue",
    "yellow",
    "lime",
    "pink",
    "gray",
    "light_gray",
    "cyan",
    "purple",
    "blue",
    "brown",
    "green",
    "red",
    "black",
];

/// The woods in the order of their numbers.
const WOODS: [&str; 6] = ["oak", "spruce", "birch", "jungle", "acacia", "dark_oak"];

/// Blocks of a color: the ending of today's name, and the old name.
const COLORED: [(&str, &str); 6] = [
    ("_wool", "wool"),
    ("_terracotta", "stained_hardened_clay"),
    ("_stained_glass", "stained_glass"),
    ("_stained_glass_pane", "stained_glass_pane"),
    ("_concrete", "concrete"),
    ("_carpet", "carpet"),
];

/// Today's name, the old one, the number.
const BLOCKS: [(&str, &str, u8); 57] = [
    ("air", "air", 0),
    ("andesite", "stone", 5),
    ("bedrock", "bedrock", 0),
    ("bookshelf", "bookshelf", 0),
    ("bricks", "brick_block", 0),
    ("chiseled_quartz_block", "quartz_block", 1),
    ("chiseled_red_sandstone", "red_sandstone", 1),
    ("chiseled_sandstone", "sandstone", 1),
    ("chiseled_stone_bricks", "stonebrick", 3),
    ("coal_block", "coal_block", 0),
    ("coarse_dirt", "dirt", 1),
    ("cobblestone", "cobblestone", 0),
    ("cracked_stone_bricks", "stonebrick", 2),
    ("dark_prismarine", "prismarine", 2),
    ("diamond_block", "diamond_block", 0),
    ("diorite", "stone", 3),
    ("dirt", "dirt", 0),
    ("emerald_block", "emerald_block", 0),
    ("end_stone", "end_stone", 0),
    ("end_stone_bricks", "end_bricks", 0),
    ("glass", "glass", 0),
    ("glass_pane", "glass_pane", 0),
    ("glowstone", "glowstone", 0),
    ("gold_block", "gold_block", 0),
    ("granite", "stone", 1),
    ("grass_block", "grass", 0),
    ("gravel", "gravel", 0),
    ("hay_block", "hay_block", 0),
    ("ice", "ice", 0),
    ("iron_bars", "iron_bars", 0),
    ("iron_block", "iron_block", 0),
    ("lapis_block", "lapis_block", 0),
    ("mossy_cobblestone", "mossy_cobblestone", 0),
    ("mossy_stone_bricks", "stonebrick", 1),
    ("nether_bricks", "nether_brick", 0),
    ("netherrack", "netherrack", 0),
    ("obsidian", "obsidian", 0),
    ("packed_ice", "packed_ice", 0),
    ("polished_andesite", "stone", 6),
    ("polished_diorite", "stone", 4),
    ("polished_granite", "stone", 2),
    ("prismarine", "prismarine", 0),
    ("prismarine_bricks", "prismarine", 1),
    ("purpur_block", "purpur_block", 0),
    ("quartz_block", "quartz_block", 0),
    ("red_nether_bricks", "red_nether_brick", 0),
    ("red_sandstone", "red_sandstone", 0),
    ("redstone_block", "redstone_block", 0),
    ("sand", "sand", 0),
    ("sandstone", "sandstone", 0),
    ("sea_lantern", "sea_lantern", 0),
    ("smooth_stone", "double_stone_slab", 8),
    ("snow_block", "snow", 0),
    ("soul_sand", "soul_sand", 0),
    ("stone", "stone", 0),
    ("stone_bricks", "stonebrick", 0),
    ("terracotta", "hardened_clay", 0),
];

/// Stairs whose name changed; those of woods kept theirs.
const STAIRS: [(&str, &str); 9] = [
    ("brick_stairs", "brick_stairs"),
    ("cobblestone_stairs", "stone_stairs"),
    ("nether_brick_stairs", "nether_brick_stairs"),
    ("purpur_stairs", "purpur_stairs"),
    ("quartz_stairs", "quartz_stairs"),
    ("red_sandstone_stairs", "red_sandstone_stairs"),
    ("sandstone_stairs", "sandstone_stairs"),
    ("stone_brick_stairs", "stone_brick_stairs"),
    ("oak_stairs", "oak_stairs"),
];

/// A block as the commands of 1.12 take it, such as `minecraft:stonebrick 0`.
pub(super) fn legacy(block: &Block) -> Result<String, PackError> {
    let found = block.name().strip_prefix("minecraft:").and_then(|name| number(name, block));
    let (name, data) = found.ok_or_else(|| PackError::Legacy { name: block.to_string() })?;
    Ok(format!("minecraft:{name} {data}"))
}

fn number<'a>(name: &'a str, block: &Block) -> Option<(&'a str, u8)> {
    if name.ends_with("_stairs") {
        return Some((stairs(name)?, turn(block)?));
    }
    if !block.states().is_empty() {
        return None;
    }
    let plain = BLOCKS.iter().find(|row| row.0 == name).map(|row| (row.1, row.2));
    plain.or_else(|| colored(name)).or_else(|| planks(name))
}

fn colored(name: &str) -> Option<(&'static str, u8)> {
    let of = |(ending, old)| Some((old, nth(&COLORS, name.strip_suffix(ending)?)?));
    COLORED.into_iter().find_map(of)
}

fn planks(name: &str) -> Option<(&'static str, u8)> {
    Some(("planks", nth(&WOODS, name.strip_suffix("_planks")?)?))
}

fn nth(words: &[&str], word: &str) -> Option<u8> {
    words.iter().position(|&other| other == word).and_then(|nth| u8::try_from(nth).ok())
}

fn stairs(name: &str) -> Option<&str> {
    let kept = name.strip_suffix("_stairs").is_some_and(|wood| WOODS.contains(&wood));
    let renamed = STAIRS.iter().find(|row| row.0 == name).map(|row| row.1);
    renamed.or(kept.then_some(name))
}

/// The two low bits tell where stairs lead up, the third that they hang upside down.
fn turn(block: &Block) -> Option<u8> {
    let mut data = 0;
    for (state, value) in block.states() {
        data |= match (state.as_str(), value.as_str()) {
            ("facing", "east") | ("half", "bottom") => 0,
            ("facing", "west") => 1,
            ("facing", "south") => 2,
            ("facing", "north") => 3,
            ("half", "top") => 4,
            _ => return None,
        };
    }
    // Today's stairs lead north unless told otherwise.
    let is_turned = block.states().contains_key("facing");
    Some(if is_turned { data } else { data | 3 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_block_of_today() {
        let names = BLOCKS.iter().map(|row| row.0).chain(STAIRS.iter().map(|row| row.0)).map(str::to_owned);
        let colored = COLORED.iter().flat_map(|row| COLORS.map(|color| format!("{color}{}", row.0)));
        let planks = WOODS.iter().flat_map(|wood| [format!("{wood}_planks"), format!("{wood}_stairs")]);
        for name in names.chain(colored).chain(planks) {
            let block: Block = name.parse().unwrap();
            assert!(legacy(&block).is_ok(), "{name}");
        }
    }

    #[test]
    fn blocks_get_their_old_names_and_numbers() {
        let check = |text: &str, old: &str| assert_eq!(legacy(&text.parse().unwrap()).unwrap(), old);
        check("stone_bricks", "minecraft:stonebrick 0");
        check("light_gray_wool", "minecraft:wool 8");
        check("dark_oak_planks", "minecraft:planks 5");
        check("stone_brick_stairs", "minecraft:stone_brick_stairs 3");
        check("cobblestone_stairs[facing=west,half=top]", "minecraft:stone_stairs 5");
        check("oak_stairs[facing=south]", "minecraft:oak_stairs 2");
        let error = legacy(&"tuff".parse().unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`minecraft:tuff` cannot be written for Minecraft 1.12; expected a common full block, stairs, glass or bars, \
             without other states"
        );
    }
}
