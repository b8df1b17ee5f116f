//! The blocks of Minecraft: names, the version that brought each, and the states they may have.
//!
//! Names come in families: a pattern with `*` stands for one name a word of the family, such as a wood or a color. The
//! names are those of Java Edition 1.20.4 to 26.3. Where a family has no states listed, any are let pass.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A version of Java Edition: 1.20.4 is `[1, 20, 4]`, 26.1 is `[26, 1, 0]`.
pub(crate) type Release = [u8; 3];

/// Properties with the values that each may have, split by spaces; `0-15` are sixteen numbers.
type States = &'static [(&'static str, &'static str)];

/// Facts about a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The first version that has it.
    pub(super) since: Release,
    /// The first version that calls it otherwise, and how.
    pub(super) renamed: Option<(Release, &'static str)>,
    /// `None` if they are not known here.
    pub(super) states: Option<States>,
}

/// Everything known, by its name without `minecraft:`.
pub(super) static KNOWN: LazyLock<BTreeMap<String, Known>> = LazyLock::new(|| {
    let mut known = BTreeMap::new();
    let woods = [(FIRST, ALL_OLD_WOODS), (GARDEN, "pale_oak")].into_iter();
    let woods =
        woods.flat_map(|(since, woods)| OF_WOODS.iter().map(move |&(states, names)| (since, states, woods, names)));
    for (since, states, words, names) in woods.chain(FAMILIES.iter().copied()) {
        for pattern in names.split_whitespace() {
            for word in words.split_whitespace() {
                known.insert(pattern.replace('*', word), Known { since, renamed: None, states });
            }
        }
    }
    if let Some(chain) = known.get_mut("chain") {
        chain.renamed = Some((COPPER_AGE, "iron_chain"));
    }
    known
});

/// What was there at the oldest version that is known.
const FIRST: Release = [1, 20, 4];
const TRICKY: Release = [1, 21, 0];
const GARDEN: Release = [1, 21, 4];
const SPRING: Release = [1, 21, 5];
const SKIES: Release = [1, 21, 6];
const COPPER_AGE: Release = [1, 21, 9];
const V26_1: Release = [26, 1, 0];
const V26_2: Release = [26, 2, 0];
const V26_3: Release = [26, 3, 0];

const OLD_WOODS: &str = "oak spruce birch jungle acacia dark_oak mangrove cherry";
const ALL_OLD_WOODS: &str = "oak spruce birch jungle acacia dark_oak mangrove cherry bamboo crimson warped";
/// The sixteen colors, in the order of their numbers before 1.13.
pub(super) const COLORS: &str =
    "white orange magenta light_blue yellow lime pink gray light_gray cyan purple blue brown green red black";
const CORALS: &str = "tube brain bubble fire horn dead_tube dead_brain dead_bubble dead_fire dead_horn";
/// The stages of copper, as they stand before `copper_…`.
const COPPER: &str = "copper exposed_copper weathered_copper oxidized_copper \
                      waxed_copper waxed_exposed_copper waxed_weathered_copper waxed_oxidized_copper";
const STAGES: &str = "cut_copper exposed_cut_copper weathered_cut_copper oxidized_cut_copper \
                      waxed_cut_copper waxed_exposed_cut_copper waxed_weathered_cut_copper waxed_oxidized_cut_copper";
const AGED_COPPER: &str = "exposed_copper weathered_copper oxidized_copper \
                           waxed_exposed_copper waxed_weathered_copper waxed_oxidized_copper";
const CHISELED_COPPER: &str = "chiseled_copper exposed_chiseled_copper weathered_chiseled_copper \
                               oxidized_chiseled_copper waxed_chiseled_copper waxed_exposed_chiseled_copper \
                               waxed_weathered_chiseled_copper waxed_oxidized_chiseled_copper";
const RODS: &str = "exposed weathered oxidized waxed waxed_exposed waxed_weathered waxed_oxidized";
/// Stones that come as stairs and slabs, and those that come as walls too.
const STONES: &str = "stone polished_granite polished_diorite polished_andesite smooth_sandstone smooth_red_sandstone \
                      smooth_quartz quartz prismarine_brick dark_prismarine purpur bamboo_mosaic";
const WALLED: &str = "cobblestone mossy_cobblestone stone_brick mossy_stone_brick granite diorite andesite brick \
                      mud_brick sandstone red_sandstone nether_brick red_nether_brick end_stone_brick prismarine \
                      blackstone polished_blackstone polished_blackstone_brick cobbled_deepslate polished_deepslate \
                      deepslate_brick deepslate_tile";
const TUFFS: &str = "tuff polished_tuff tuff_brick";
const CAVES_26: &str = "sulfur polished_sulfur sulfur_brick cinnabar polished_cinnabar cinnabar_brick";
const FLOWERS: &str = "dandelion poppy blue_orchid allium azure_bluet red_tulip orange_tulip white_tulip pink_tulip \
                       oxeye_daisy cornflower lily_of_the_valley wither_rose torchflower";
const POTTED: &str = "oak_sapling spruce_sapling birch_sapling jungle_sapling acacia_sapling cherry_sapling \
                      dark_oak_sapling mangrove_propagule fern red_mushroom brown_mushroom dead_bush cactus bamboo \
                      crimson_fungus warped_fungus crimson_roots warped_roots azalea_bush flowering_azalea_bush";
const HEADS: &str = "zombie_head player_head creeper_head dragon_head piglin_head skeleton_skull wither_skeleton_skull";
const WALL_HEADS: &str = "zombie_wall_head player_wall_head creeper_wall_head dragon_wall_head piglin_wall_head \
                          skeleton_wall_skull wither_skeleton_wall_skull";
const ORES: &str = "gold iron coal lapis diamond emerald copper";

const FOUR: &str = "north south west east";
const SIX: &str = "north south west east up down";
const BOOL: &str = "true false";
const HEIGHTS: &str = "none low tall";

/// Blocks without states.
const PLAIN: Option<States> = Some(&[]);
/// Blocks whose states are not listed here.
const ANY: Option<States> = None;
const AXIS: Option<States> = Some(&[("axis", "x y z")]);
const STAIRS: Option<States> = Some(&[
    ("facing", FOUR),
    ("half", "top bottom"),
    ("shape", "straight inner_left inner_right outer_left outer_right"),
    ("waterlogged", BOOL),
]);
const SLAB: Option<States> = Some(&[("type", "top bottom double"), ("waterlogged", BOOL)]);
const WALL: Option<States> = Some(&[
    ("north", HEIGHTS),
    ("east", HEIGHTS),
    ("south", HEIGHTS),
    ("west", HEIGHTS),
    ("up", BOOL),
    ("waterlogged", BOOL),
]);
const FENCE: Option<States> =
    Some(&[("north", BOOL), ("east", BOOL), ("south", BOOL), ("west", BOOL), ("waterlogged", BOOL)]);
const GATE: Option<States> = Some(&[("facing", FOUR), ("in_wall", BOOL), ("open", BOOL), ("powered", BOOL)]);
const DOOR: Option<States> =
    Some(&[("facing", FOUR), ("half", "upper lower"), ("hinge", "left right"), ("open", BOOL), ("powered", BOOL)]);
const TRAPDOOR: Option<States> =
    Some(&[("facing", FOUR), ("half", "top bottom"), ("open", BOOL), ("powered", BOOL), ("waterlogged", BOOL)]);
const SWITCH: Option<States> = Some(&[("face", "floor wall ceiling"), ("facing", FOUR), ("powered", BOOL)]);
const POWERED: Option<States> = Some(&[("powered", BOOL)]);
const POWER: Option<States> = Some(&[("power", "0-15")]);
const LIT: Option<States> = Some(&[("lit", BOOL)]);
const LEAVES: Option<States> = Some(&[("distance", "1-7"), ("persistent", BOOL), ("waterlogged", BOOL)]);
const FACING_4: Option<States> = Some(&[("facing", FOUR)]);
const FACING_6: Option<States> = Some(&[("facing", SIX)]);
const HALF: Option<States> = Some(&[("half", "upper lower")]);
const SIGN: Option<States> = Some(&[("rotation", "0-15"), ("waterlogged", BOOL)]);
const WALL_SIGN: Option<States> = Some(&[("facing", FOUR), ("waterlogged", BOOL)]);
const HANGING_SIGN: Option<States> = Some(&[("attached", BOOL), ("rotation", "0-15"), ("waterlogged", BOOL)]);
const CHEST: Option<States> = Some(&[("facing", FOUR), ("type", "single left right"), ("waterlogged", BOOL)]);
const FURNACE: Option<States> = Some(&[("facing", FOUR), ("lit", BOOL)]);
const COMMAND: Option<States> = Some(&[("conditional", BOOL), ("facing", SIX)]);
const LANTERN: Option<States> = Some(&[("hanging", BOOL), ("waterlogged", BOOL)]);
const CHAIN: Option<States> = Some(&[("axis", "x y z"), ("waterlogged", BOOL)]);
const BED: Option<States> = Some(&[("facing", FOUR), ("occupied", BOOL), ("part", "head foot")]);
const CANDLE: Option<States> = Some(&[("candles", "1-4"), ("lit", BOOL), ("waterlogged", BOOL)]);
const WIRE: Option<States> = Some(&[
    ("north", "up side none"),
    ("east", "up side none"),
    ("south", "up side none"),
    ("west", "up side none"),
    ("power", "0-15"),
]);
const FLUID: Option<States> = Some(&[("level", "0-15")]);
const SNOWY: Option<States> = Some(&[("snowy", BOOL)]);
const LIGHT: Option<States> = Some(&[("level", "0-15"), ("waterlogged", BOOL)]);
const WATERLOGGED: Option<States> = Some(&[("waterlogged", BOOL)]);

/// What every wood has: which states, and the patterns.
const OF_WOODS: &[(Option<States>, &str)] = &[
    (PLAIN, "*_planks"),
    (STAIRS, "*_stairs"),
    (SLAB, "*_slab"),
    (FENCE, "*_fence"),
    (GATE, "*_fence_gate"),
    (DOOR, "*_door"),
    (TRAPDOOR, "*_trapdoor"),
    (SWITCH, "*_button"),
    (POWERED, "*_pressure_plate"),
    (SIGN, "*_sign"),
    (WALL_SIGN, "*_wall_sign *_wall_hanging_sign"),
    (HANGING_SIGN, "*_hanging_sign"),
];

/// Since when, which states, the words of the family, and the patterns.
const FAMILIES: &[(Release, Option<States>, &str, &str)] = &[
    // Wood.
    (FIRST, AXIS, OLD_WOODS, "*_log *_wood stripped_*_log stripped_*_wood"),
    (FIRST, AXIS, "crimson warped", "*_stem *_hyphae stripped_*_stem stripped_*_hyphae"),
    (FIRST, AXIS, "bamboo", "*_block stripped_*_block"),
    (FIRST, LEAVES, OLD_WOODS, "*_leaves"),
    (FIRST, LEAVES, "azalea flowering_azalea", "*_leaves"),
    (FIRST, ANY, "oak spruce birch jungle acacia dark_oak cherry", "*_sapling"),
    (FIRST, ANY, "mangrove", "*_propagule *_roots"),
    (COPPER_AGE, ANY, ALL_OLD_WOODS, "*_shelf"),
    (GARDEN, AXIS, "pale_oak", "*_log *_wood stripped_*_log stripped_*_wood"),
    (GARDEN, LEAVES, "pale_oak", "*_leaves"),
    (GARDEN, ANY, "pale_oak", "*_sapling potted_*_sapling"),
    (COPPER_AGE, ANY, "pale_oak", "*_shelf"),
    (V26_3, ANY, "poplar", "*_planks *_stairs *_slab *_fence *_fence_gate *_door *_trapdoor *_button *_pressure_plate"),
    (V26_3, ANY, "poplar", "*_sign *_wall_sign *_wall_hanging_sign *_hanging_sign *_log *_wood stripped_*_log"),
    (V26_3, ANY, "poplar", "stripped_*_wood red_*_leaves orange_*_leaves yellow_*_leaves *_sapling potted_*_sapling"),
    (V26_3, ANY, "poplar", "*_shelf"),
    (V26_3, ANY, "shelf_mushroom red_shrub straw_bed", "*"),
    // Stone.
    (FIRST, STAIRS, STONES, "*_stairs"),
    (FIRST, SLAB, STONES, "*_slab"),
    (FIRST, STAIRS, WALLED, "*_stairs"),
    (FIRST, SLAB, WALLED, "*_slab"),
    (FIRST, WALL, WALLED, "*_wall"),
    (FIRST, SLAB, "smooth_stone cut_sandstone cut_red_sandstone petrified_oak", "*_slab"),
    (TRICKY, STAIRS, TUFFS, "*_stairs"),
    (TRICKY, SLAB, TUFFS, "*_slab"),
    (TRICKY, WALL, TUFFS, "*_wall"),
    (TRICKY, PLAIN, "polished_tuff chiseled_tuff tuff_bricks chiseled_tuff_bricks", "*"),
    (GARDEN, PLAIN, "resin_block resin_bricks chiseled_resin_bricks", "*"),
    (GARDEN, STAIRS, "resin_brick", "*_stairs"),
    (GARDEN, SLAB, "resin_brick", "*_slab"),
    (GARDEN, WALL, "resin_brick", "*_wall"),
    (V26_2, STAIRS, CAVES_26, "*_stairs"),
    (V26_2, SLAB, CAVES_26, "*_slab"),
    (V26_2, WALL, CAVES_26, "*_wall"),
    (V26_2, PLAIN, "sulfur cinnabar", "* polished_* *_bricks chiseled_*"),
    (V26_2, ANY, "potent_sulfur sulfur_spike", "*"),
    (FIRST, PLAIN, "stone granite diorite andesite", "*"),
    (FIRST, PLAIN, "granite diorite andesite blackstone deepslate", "polished_*"),
    (FIRST, PLAIN, "cobblestone mossy_cobblestone smooth_stone stone_bricks mossy_stone_bricks", "*"),
    (FIRST, PLAIN, "cracked_stone_bricks chiseled_stone_bricks bricks packed_mud mud mud_bricks", "*"),
    (FIRST, PLAIN, "sandstone red_sandstone", "* chiseled_* cut_* smooth_*"),
    (FIRST, PLAIN, "bedrock obsidian crying_obsidian netherrack end_stone end_stone_bricks calcite tuff", "*"),
    (FIRST, PLAIN, "dripstone_block smooth_basalt blackstone gilded_blackstone polished_blackstone_bricks", "*"),
    (FIRST, PLAIN, "cracked_polished_blackstone_bricks chiseled_polished_blackstone", "*"),
    (FIRST, AXIS, "deepslate infested_deepslate basalt polished_basalt bone_block hay_block", "*"),
    (FIRST, AXIS, "quartz_pillar purpur_pillar muddy_mangrove_roots", "*"),
    (FIRST, AXIS, "ochre verdant pearlescent", "*_froglight"),
    (FIRST, PLAIN, "cobbled_deepslate deepslate_bricks deepslate_tiles cracked_deepslate_bricks", "*"),
    (FIRST, PLAIN, "cracked_deepslate_tiles chiseled_deepslate reinforced_deepslate", "*"),
    (FIRST, PLAIN, "nether_bricks red_nether_bricks chiseled_nether_bricks cracked_nether_bricks", "*"),
    (FIRST, PLAIN, "quartz_block chiseled_quartz_block smooth_quartz quartz_bricks purpur_block", "*"),
    (FIRST, PLAIN, "prismarine prismarine_bricks dark_prismarine sea_lantern glowstone shroomlight magma_block", "*"),
    (FIRST, FENCE, "nether_brick", "*_fence"),
    (FIRST, SWITCH, "stone polished_blackstone", "*_button"),
    (FIRST, POWERED, "stone polished_blackstone", "*_pressure_plate"),
    (FIRST, POWER, "light heavy", "*_weighted_pressure_plate"),
    (FIRST, PLAIN, "stone cobblestone stone_bricks mossy_stone_bricks cracked_stone_bricks", "infested_*"),
    (FIRST, PLAIN, "chiseled_stone_bricks", "infested_*"),
    (FIRST, PLAIN, "amethyst_block budding_amethyst", "*"),
    (FIRST, ANY, "amethyst_cluster large_amethyst_bud medium_amethyst_bud small_amethyst_bud", "*"),
    (FIRST, ANY, "pointed_dripstone", "*"),
    // Ores and metals.
    (FIRST, PLAIN, ORES, "*_ore deepslate_*_ore"),
    (FIRST, LIT, "redstone", "*_ore deepslate_*_ore"),
    (FIRST, PLAIN, "nether_gold nether_quartz", "*_ore"),
    (FIRST, PLAIN, "ancient_debris lodestone", "*"),
    (FIRST, PLAIN, "gold iron coal lapis diamond emerald netherite redstone raw_iron raw_gold raw_copper", "*_block"),
    (FIRST, FENCE, "iron_bars glass_pane", "*"),
    (FIRST, DOOR, "iron", "*_door"),
    (FIRST, TRAPDOOR, "iron", "*_trapdoor"),
    (FIRST, CHAIN, "chain", "*"),
    (COPPER_AGE, CHAIN, "iron", "*_chain"),
    (FIRST, PLAIN, "copper waxed_copper", "*_block"),
    (FIRST, PLAIN, AGED_COPPER, "*"),
    (FIRST, PLAIN, STAGES, "*"),
    (FIRST, STAIRS, STAGES, "*_stairs"),
    (FIRST, SLAB, STAGES, "*_slab"),
    (TRICKY, PLAIN, CHISELED_COPPER, "*"),
    (TRICKY, DOOR, COPPER, "*_door"),
    (TRICKY, TRAPDOOR, COPPER, "*_trapdoor"),
    (TRICKY, WATERLOGGED, COPPER, "*_grate"),
    (TRICKY, ANY, COPPER, "*_bulb"),
    (COPPER_AGE, FENCE, COPPER, "*_bars"),
    (COPPER_AGE, CHAIN, COPPER, "*_chain"),
    (COPPER_AGE, LANTERN, COPPER, "*_lantern"),
    (COPPER_AGE, CHEST, COPPER, "*_chest"),
    (COPPER_AGE, ANY, COPPER, "*_golem_statue"),
    (COPPER_AGE, PLAIN, "copper", "*_torch"),
    (COPPER_AGE, FACING_4, "copper", "*_wall_torch"),
    (FIRST, ANY, "lightning_rod", "*"),
    (COPPER_AGE, ANY, RODS, "*_lightning_rod"),
    // Colors.
    (FIRST, PLAIN, COLORS, "*_wool *_carpet *_concrete *_concrete_powder *_terracotta *_stained_glass"),
    (FIRST, FENCE, COLORS, "*_stained_glass_pane"),
    (FIRST, FACING_4, COLORS, "*_glazed_terracotta *_wall_banner"),
    (FIRST, FACING_6, COLORS, "*_shulker_box"),
    (FIRST, BED, COLORS, "*_bed"),
    (FIRST, CANDLE, COLORS, "*_candle"),
    (FIRST, LIT, COLORS, "*_candle_cake"),
    (FIRST, Some(&[("rotation", "0-15")]), COLORS, "*_banner"),
    (V26_3, STAIRS, COLORS, "*_wool_stairs *_concrete_stairs"),
    (V26_3, SLAB, COLORS, "*_wool_slab *_concrete_slab"),
    (FIRST, PLAIN, "terracotta glass tinted_glass", "*"),
    (FIRST, CANDLE, "candle", "*"),
    (FIRST, LIT, "candle_cake", "*"),
    (FIRST, FACING_6, "shulker_box", "*"),
    // Ground, water, plants.
    (FIRST, PLAIN, "air void_air cave_air dirt coarse_dirt rooted_dirt dirt_path sand red_sand gravel clay", "*"),
    (FIRST, SNOWY, "grass_block podzol mycelium", "*"),
    (FIRST, FLUID, "water lava", "*"),
    (FIRST, PLAIN, "ice packed_ice blue_ice snow_block powder_snow soul_sand soul_soil", "*"),
    (FIRST, Some(&[("layers", "1-8")]), "snow", "*"),
    (FIRST, Some(&[("age", "0-3")]), "frosted_ice", "*"),
    (FIRST, Some(&[("moisture", "0-7")]), "farmland", "*"),
    (FIRST, ANY, "suspicious_sand suspicious_gravel bubble_column", "*"),
    (FIRST, PLAIN, FLOWERS, "* potted_*"),
    (FIRST, PLAIN, POTTED, "potted_*"),
    (FIRST, PLAIN, "short_grass fern dead_bush brown_mushroom red_mushroom cobweb lily_pad flower_pot", "*"),
    (FIRST, HALF, "sunflower lilac rose_bush peony tall_grass large_fern tall_seagrass pitcher_plant", "*"),
    (FIRST, PLAIN, "seagrass kelp_plant dried_kelp_block moss_block moss_carpet azalea flowering_azalea", "*"),
    (FIRST, PLAIN, "crimson warped", "*_nylium *_fungus *_roots"),
    (FIRST, PLAIN, "nether_wart_block warped_wart_block nether_sprouts twisting_vines_plant weeping_vines_plant", "*"),
    (FIRST, Some(&[("age", "0-15")]), "cactus sugar_cane", "*"),
    (FIRST, Some(&[("age", "0-25")]), "kelp twisting_vines weeping_vines", "*"),
    (FIRST, Some(&[("age", "0-7")]), "wheat carrots potatoes pumpkin_stem melon_stem", "*"),
    (FIRST, Some(&[("age", "0-3")]), "beetroots nether_wart sweet_berry_bush", "*"),
    (FIRST, FACING_4, "attached_pumpkin_stem attached_melon_stem carved_pumpkin jack_o_lantern", "*"),
    (FIRST, PLAIN, "pumpkin melon spore_blossom frogspawn sponge wet_sponge honeycomb_block honey_block", "*"),
    (FIRST, PLAIN, "slime_block", "*"),
    (FIRST, ANY, "vine glow_lichen cocoa bamboo bamboo_sapling cave_vines cave_vines_plant torchflower_crop", "*"),
    (FIRST, ANY, "pitcher_crop big_dripleaf big_dripleaf_stem small_dripleaf hanging_roots pink_petals", "*"),
    (FIRST, ANY, "chorus_plant chorus_flower sea_pickle turtle_egg sniffer_egg bee_nest beehive", "*"),
    (FIRST, ANY, "brown_mushroom_block red_mushroom_block mushroom_stem", "*"),
    (FIRST, PLAIN, CORALS, "*_coral_block"),
    (FIRST, WATERLOGGED, CORALS, "*_coral *_coral_fan"),
    (FIRST, WALL_SIGN, CORALS, "*_coral_wall_fan"),
    (FIRST, PLAIN, "sculk", "*"),
    (FIRST, ANY, "sculk_vein sculk_catalyst sculk_shrieker sculk_sensor calibrated_sculk_sensor", "*"),
    (GARDEN, PLAIN, "pale_moss_block open_eyeblossom closed_eyeblossom", "*"),
    (GARDEN, PLAIN, "open_eyeblossom closed_eyeblossom", "potted_*"),
    (GARDEN, ANY, "pale_moss_carpet pale_hanging_moss resin_clump creaking_heart", "*"),
    (SPRING, PLAIN, "bush firefly_bush short_dry_grass tall_dry_grass cactus_flower", "*"),
    (SPRING, ANY, "wildflowers leaf_litter test_block test_instance_block", "*"),
    (SKIES, ANY, "dried_ghast", "*"),
    (V26_1, PLAIN, "golden_dandelion", "* potted_*"),
    // Light and redstone.
    (FIRST, PLAIN, "torch soul_torch", "*"),
    (FIRST, FACING_4, "wall_torch soul_wall_torch", "*"),
    (FIRST, LIT, "redstone_torch redstone_lamp", "*"),
    (FIRST, FURNACE, "redstone_wall_torch furnace smoker blast_furnace", "*"),
    (FIRST, LANTERN, "lantern soul_lantern", "*"),
    (FIRST, LIGHT, "light", "*"),
    (FIRST, FACING_6, "end_rod", "*"),
    (FIRST, WIRE, "redstone_wire", "*"),
    (FIRST, SWITCH, "lever", "*"),
    (FIRST, POWER, "target", "*"),
    (FIRST, Some(&[("delay", "1-4"), ("facing", FOUR), ("locked", BOOL), ("powered", BOOL)]), "repeater", "*"),
    (FIRST, Some(&[("facing", FOUR), ("mode", "compare subtract"), ("powered", BOOL)]), "comparator", "*"),
    (FIRST, Some(&[("facing", SIX), ("powered", BOOL)]), "observer", "*"),
    (FIRST, Some(&[("facing", SIX), ("extended", BOOL)]), "piston sticky_piston", "*"),
    (FIRST, Some(&[("facing", SIX), ("triggered", BOOL)]), "dispenser dropper", "*"),
    (FIRST, Some(&[("enabled", BOOL), ("facing", "down north south west east")]), "hopper", "*"),
    (FIRST, Some(&[("inverted", BOOL), ("power", "0-15")]), "daylight_detector", "*"),
    (FIRST, ANY, "piston_head moving_piston note_block tripwire tripwire_hook rail powered_rail", "*"),
    (FIRST, ANY, "detector_rail activator_rail", "*"),
    (FIRST, Some(&[("unstable", BOOL)]), "tnt", "*"),
    (FIRST, COMMAND, "command_block chain_command_block repeating_command_block", "*"),
    (FIRST, Some(&[("mode", "save load corner data")]), "structure_block", "*"),
    (FIRST, PLAIN, "structure_void spawner dragon_egg", "*"),
    (FIRST, ANY, "barrier jigsaw", "*"),
    // Furniture and the rest.
    (FIRST, CHEST, "chest trapped_chest", "*"),
    (FIRST, WALL_SIGN, "ender_chest ladder", "*"),
    (FIRST, Some(&[("facing", SIX), ("open", BOOL)]), "barrel", "*"),
    (FIRST, PLAIN, "bookshelf crafting_table cartography_table fletching_table smithing_table", "*"),
    (FIRST, PLAIN, "enchanting_table beacon cauldron lava_cauldron", "*"),
    (FIRST, Some(&[("level", "1-3")]), "water_cauldron powder_snow_cauldron", "*"),
    (FIRST, FACING_4, "anvil chipped_anvil damaged_anvil loom stonecutter", "*"),
    (FIRST, ANY, "chiseled_bookshelf decorated_pot lectern grindstone bell composter brewing_stand jukebox", "*"),
    (FIRST, ANY, "campfire soul_campfire scaffolding cake respawn_anchor conduit fire soul_fire", "*"),
    (FIRST, ANY, "nether_portal end_portal end_portal_frame end_gateway", "*"),
    (FIRST, ANY, HEADS, "*"),
    (FIRST, ANY, WALL_HEADS, "*"),
    (TRICKY, ANY, "crafter trial_spawner vault heavy_core", "*"),
    (FIRST, PLAIN, "bamboo_mosaic", "*"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_has_as_many_blocks_as_the_game() {
        assert!(KNOWN.keys().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')));
        assert!(FAMILIES.iter().all(|family| family.3.split_whitespace().all(|pattern| pattern.contains('*'))));
        let in_release = |release: Release| {
            let is_there =
                |known: &&Known| known.since <= release && known.renamed.is_none_or(|(then, _)| release < then);
            KNOWN.values().filter(is_there).count()
        };
        // As many as the game's own registry has in these versions.
        for (release, count) in [(TRICKY, 1060), (GARDEN, 1095), (SPRING, 1104), (SKIES, 1105), (COPPER_AGE, 1166)] {
            assert_eq!(in_release(release), count, "{release:?}");
        }
        assert_eq!([V26_1, V26_2].map(in_release), [1168, 1196]);
    }
}
