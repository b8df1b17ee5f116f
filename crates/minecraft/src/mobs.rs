//! Spawns in a maze: a mob if the name is one, otherwise a marker for other functions to find.

use std::collections::BTreeMap;

use super::{DatapackError, Version};

/// Mobs of the game by the first supported version that has them.
const MOBS: [(Version, &str); 5] = [
    (
        Version::V1_20_4,
        "allay axolotl bat bee blaze camel cat cave_spider chicken cod cow creeper dolphin donkey drowned \
         elder_guardian enderman endermite evoker fox frog ghast glow_squid goat guardian hoglin horse husk iron_golem \
         llama magma_cube mooshroom mule ocelot panda parrot phantom pig piglin piglin_brute pillager polar_bear \
         pufferfish rabbit ravager salmon sheep shulker silverfish skeleton skeleton_horse slime sniffer snow_golem \
         spider squid stray strider tadpole trader_llama tropical_fish turtle vex villager vindicator wandering_trader \
         warden witch wither wither_skeleton wolf zoglin zombie zombie_horse zombie_villager zombified_piglin",
    ),
    (Version::V1_21, "armadillo bogged breeze"),
    (Version::V1_21_4, "creaking"),
    (Version::V1_21_8, "happy_ghast"),
    (Version::V1_21_11, "camel_husk copper_golem nautilus parched zombie_nautilus"),
];

/// A mob by the name of its entity, if the version has it.
fn is_mob(name: &str, version: Version) -> bool {
    MOBS.iter().filter(|row| row.0 <= version).any(|row| row.1.split_whitespace().any(|mob| mob == name))
}

/// The entity of a spawn: the chosen one, or the mob of that name.
///
/// # Errors
///
/// The chosen entity has no form of one.
pub(super) fn entity(
    spawn: &str,
    chosen: &BTreeMap<String, String>,
    version: Version,
) -> Result<Option<String>, DatapackError> {
    let Some(given) = chosen.get(spawn) else {
        let name = word(spawn);
        return Ok(is_mob(&name, version).then(|| format!("minecraft:{name}")));
    };
    let (namespace, name) = given.split_once(':').unwrap_or(("minecraft", given));
    let is_word = |text: &str| !text.is_empty() && word(text) == text;
    match is_word(namespace) && is_word(name) {
        true => Ok(Some(format!("{namespace}:{name}"))),
        false => Err(DatapackError::Mob { spawn: spawn.to_owned(), given: given.clone() }),
    }
}

/// A name in the characters of entities and tags: `Cave Spider` becomes `cave_spider`.
pub(super) fn word(name: &str) -> String {
    let letter = |c: char| match c.to_ascii_lowercase() {
        c @ ('a'..='z' | '0'..='9') => c,
        _ => '_',
    };
    name.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_mobs_or_markers() {
        let check = |spawn: &str, version, expected: Option<&str>| {
            let chosen =
                BTreeMap::from([("Goblin".to_owned(), "husk".to_owned()), ("Elf".to_owned(), "mod:elf".to_owned())]);
            assert_eq!(entity(spawn, &chosen, version).unwrap().as_deref(), expected, "{spawn}");
        };
        check("Cave Spider", Version::V1_20_4, Some("minecraft:cave_spider"));
        check("breeze", Version::V1_21, Some("minecraft:breeze"));
        check("breeze", Version::V1_20_4, None);
        check("Goblin", Version::V1_21, Some("minecraft:husk"));
        check("Elf", Version::V1_21, Some("mod:elf"));
        check("Treasure", Version::V1_21, None);
        check("Zombie Pigman", Version::V1_21, None);
    }

    #[test]
    fn a_mob_that_is_none_is_told() {
        for given in ["Goblin", "minecraft:two words", "", ":", "a:", "Mod:elf"] {
            let chosen = BTreeMap::from([("Goblin".to_owned(), given.to_owned())]);
            let error = entity("Goblin", &chosen, Version::V1_20_4).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "`{given}` for `Goblin` is no name of an entity; expected one such as `minecraft:zombie`: a-z, 0-9 and `_`"
                )
            );
        }
    }
}
