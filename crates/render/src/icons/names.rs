//! Which icon a spawn has, by the words of its name.

use mapwright_core::{Color, Spawn};

use super::Icon;

/// The first word that a name contains decides. Short words must stand alone: a `bat` is not in `battery`.
const WORDS: &[(&str, Icon)] = &[
    ("key", Icon::Key),
    ("chest", Icon::Chest),
    ("treasure", Icon::Chest),
    ("gold", Icon::Gold),
    ("coin", Icon::Gold),
    ("potion", Icon::Potion),
    ("flask", Icon::Potion),
    ("scroll", Icon::Scroll),
    ("letter", Icon::Scroll),
    ("book", Icon::Book),
    ("tome", Icon::Book),
    ("wisp", Icon::Wisp),
    ("fire", Icon::Wisp),
    ("bat", Icon::Bat),
    ("rat", Icon::Rat),
    ("skelet", Icon::Skeleton),
    ("skull", Icon::Skeleton),
    ("bone", Icon::Skeleton),
    ("zombie", Icon::Skeleton),
    ("ghost", Icon::Ghost),
    ("wraith", Icon::Ghost),
    ("spirit", Icon::Ghost),
    ("dragon", Icon::Boss),
    ("boss", Icon::Boss),
    ("king", Icon::Boss),
    ("queen", Icon::Boss),
    ("lich", Icon::Boss),
    ("goblin", Icon::Monster),
    ("orc", Icon::Monster),
    ("slime", Icon::Monster),
    ("spider", Icon::Monster),
    ("troll", Icon::Monster),
    ("ogre", Icon::Monster),
    ("monster", Icon::Monster),
    ("demon", Icon::Monster),
    ("imp", Icon::Monster),
    ("kobold", Icon::Monster),
    ("wolf", Icon::Monster),
    ("snake", Icon::Monster),
    ("enemy", Icon::Monster),
    ("guard", Icon::Person),
    ("knight", Icon::Person),
    ("pilgrim", Icon::Person),
    ("keeper", Icon::Person),
    ("merchant", Icon::Person),
    ("bandit", Icon::Person),
    ("priest", Icon::Person),
    ("monk", Icon::Person),
    ("mage", Icon::Person),
    ("wizard", Icon::Person),
    ("miner", Icon::Person),
    ("farmer", Icon::Person),
    ("villager", Icon::Person),
    ("prisoner", Icon::Person),
    ("palm", Icon::Palm),
    ("tree", Icon::Palm),
    ("candle", Icon::Lamp),
    ("torch", Icon::Lamp),
    ("lamp", Icon::Lamp),
    ("lantern", Icon::Lamp),
    ("brazier", Icon::Lamp),
    ("lever", Icon::Lever),
    ("switch", Icon::Lever),
    ("trap", Icon::Trap),
    ("spike", Icon::Trap),
    ("ore", Icon::Ore),
    ("crystal", Icon::Ore),
    ("crown", Icon::Crown),
    ("altar", Icon::Altar),
    ("shrine", Icon::Altar),
    ("crate", Icon::Crate),
    ("box", Icon::Crate),
    ("barrel", Icon::Barrel),
    ("portal", Icon::Portal),
    ("stair", Icon::Stairs),
    ("bee", Icon::Bee),
    ("egg", Icon::Egg),
];

/// Colors that things are known by, for names that contain a word.
const COLORS: &[(&str, u32)] = &[
    ("rat", 0x8a_6f_5c),
    ("bat", 0x7a_5a_a8),
    ("goblin", 0x6f_9a_3a),
    ("slime", 0x3f_a3_8a),
    ("orc", 0x5c_7a_4a),
    ("potion", 0xd8_43_5f),
    ("scroll", 0xc9_a4_5c),
    ("ore", 0x3f_a7_a0),
    ("palm", 0x4f_9a_4a),
    ("tree", 0x4f_9a_4a),
    ("guard", 0x5b_6f_b0),
    ("pilgrim", 0x9a_6a_3c),
    ("keeper", 0xb0_50_3c),
    ("crown", 0xd8_43_5f),
    ("altar", 0xa0_3c_4c),
    ("wisp", 0x58_c4_c0),
    ("ghost", 0x8f_a8_c8),
    ("tome", 0x7a_3c_8c),
    ("book", 0xa0_50_2c),
    ("lever", 0xc2_3b_4e),
    ("egg", 0xb5_7a_4a),
    ("portal", 0x1f_96_ae),
];

/// Whether a name, in small letters, contains a word; a word of up to three letters must be one of the name's.
fn contains(name: &str, word: &str) -> bool {
    let mut words = name.split(|letter: char| !letter.is_alphanumeric());
    words.any(|each| each == word || each.strip_suffix('s') == Some(word)) || word.len() > 3 && name.contains(word)
}

/// The icon of a spawn. Unknown names are gems.
pub(crate) fn of_spawn(spawn: &Spawn) -> Icon {
    if spawn.key.is_some() {
        return Icon::Key;
    }
    let name = spawn.what.to_lowercase();
    WORDS.iter().find(|(word, _)| contains(&name, word)).map_or(Icon::Gem, |&(_, icon)| icon)
}

/// All colors that things are known by.
pub(super) fn all_colors() -> impl Iterator<Item = Color> {
    COLORS.iter().filter_map(|(word, _)| known_color(word))
}

/// The color that a thing is known by, if it is.
pub(crate) fn known_color(what: &str) -> Option<Color> {
    let name = what.to_lowercase();
    COLORS.iter().find(|(word, _)| contains(&name, word)).map(|&(_, color)| {
        let [_, r, g, b] = color.to_be_bytes();
        Color(r, g, b)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_their_icon() {
        let check = |name: &str, icon| assert_eq!(of_spawn(&Spawn::new((0, 0), name)), icon, "{name}");
        check("Goblin", Icon::Monster);
        check("goblin-archer", Icon::Monster);
        check("Rat", Icon::Rat);
        check("Rats", Icon::Rat);
        check("Pirate", Icon::Gem);
        check("battery", Icon::Gem);
        check("Vampire bat", Icon::Bat);
        check("will-o'-wisp", Icon::Wisp);
        check("Innkeeper", Icon::Person);
        check("Forest", Icon::Gem);
        check("", Icon::Gem);
        assert_eq!(of_spawn(&Spawn::key((0, 0), "Brass", 2)), Icon::Key);
    }
}
