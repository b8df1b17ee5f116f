//! Blocks of 1.12: an older name and a number for the state. Only those of rooms: full blocks, stairs, glass and bars.

use super::{Block, PackError};

/// The woods in the order of their numbers.
const WOODS: [&str; 6] = ["oak", "spruce", "birch", "jungle", "acacia", "dark_oak"];

/// The sixteen colors, in the order of their numbers.
pub(super) const COLORS: &str =
    "white orange magenta light_blue yellow lime pink gray light_gray cyan purple blue brown green red black";

/// Blocks of a color: the ending of today's name, and the old name.
const COLORED: [(&str, &str); 6] = [
    ("_wool", "wool"),
    ("_terracotta", "stained_hardened_clay"),
    ("_stained_glass", "stained_glass"),
    ("_stained_glass_pane", "stained_glass_pane"),
    ("_concrete", "concrete"),
    ("_carpet", "carpet"),
];

/// Blocks that kept their names, with the number 0.
const KEPT: &str = "\
    air bedrock bookshelf coal_block cobblestone diamond_block dirt emerald_block end_stone glass glass_pane \
    glowstone gold_block gravel hay_block ice iron_bars iron_block lapis_block mossy_cobblestone netherrack \
    obsidian packed_ice prismarine purpur_block quartz_block red_sandstone redstone_block sand sandstone \
    sea_lantern soul_sand stone";

/// Today's name, the old one, the number.
const CHANGED: [(&str, &str, u8); 24] = [
    ("andesite", "stone", 5),
    ("bricks", "brick_block", 0),
    ("chiseled_quartz_block", "quartz_block", 1),
    ("chiseled_red_sandstone", "red_sandstone", 1),
    ("chiseled_sandstone", "sandstone", 1),
    ("chiseled_stone_bricks", "stonebrick", 3),
    ("coarse_dirt", "dirt", 1),
    ("cracked_stone_bricks", "stonebrick", 2),
    ("dark_prismarine", "prismarine", 2),
    ("diorite", "stone", 3),
    ("end_stone_bricks", "end_bricks", 0),
    ("granite", "stone", 1),
    ("grass_block", "grass", 0),
    ("mossy_stone_bricks", "stonebrick", 1),
    ("nether_bricks", "nether_brick", 0),
    ("polished_andesite", "stone", 6),
    ("polished_diorite", "stone", 4),
    ("polished_granite", "stone", 2),
    ("prismarine_bricks", "prismarine", 1),
    ("red_nether_bricks", "red_nether_brick", 0),
    ("smooth_stone", "double_stone_slab", 8),
    ("snow_block", "snow", 0),
    ("stone_bricks", "stonebrick", 0),
    ("terracotta", "hardened_clay", 0),
];

/// What stairs that kept their names are made of, besides woods.
const STAIRS: &str = "brick nether_brick purpur quartz red_sandstone sandstone stone_brick";

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
    let changed = CHANGED.iter().find(|row| row.0 == name).map(|row| (row.1, row.2));
    let kept = KEPT.split(' ').any(|kept| kept == name).then_some((name, 0));
    changed.or(kept).or_else(|| colored(name)).or_else(|| planks(name))
}

fn colored(name: &str) -> Option<(&'static str, u8)> {
    let of = |(ending, old)| Some((old, nth(COLORS.split_whitespace(), name.strip_suffix(ending)?)?));
    COLORED.into_iter().find_map(of)
}

fn planks(name: &str) -> Option<(&'static str, u8)> {
    Some(("planks", nth(WOODS, name.strip_suffix("_planks")?)?))
}

fn nth<'a>(words: impl IntoIterator<Item = &'a str>, word: &str) -> Option<u8> {
    words.into_iter().position(|other| other == word).and_then(|nth| u8::try_from(nth).ok())
}

fn stairs(name: &str) -> Option<&str> {
    match name.strip_suffix("_stairs")? {
        "cobblestone" => Some("stone_stairs"),
        of => (WOODS.contains(&of) || STAIRS.split(' ').any(|other| other == of)).then_some(name),
    }
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
        let stairs = STAIRS.split(' ').chain(["cobblestone"]).map(|of| format!("{of}_stairs"));
        let names = CHANGED.iter().map(|row| row.0).chain(KEPT.split(' ')).map(str::to_owned).chain(stairs);
        let colors = || COLORS.split_whitespace();
        let colored = COLORED.iter().flat_map(|row| colors().map(|color| format!("{color}{}", row.0)));
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
