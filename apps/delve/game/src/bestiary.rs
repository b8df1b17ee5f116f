//! What the names on a map mean. Mapwright places names; the game decides what they are.

use mapwright::builders::{SpawnEntry, SpawnTable};

/// A kind of monster.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    pub name: &'static str,
    pub hp: i32,
    /// The least and the greatest damage of a blow.
    pub damage: (u32, u32),
    pub habit: Habit,
}

/// What sets a kind of monster apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    Plain,
    /// Half of its steps go anywhere.
    Flutters,
    /// Makes two steps a turn.
    Runs,
    /// Heals one point a turn.
    Heals,
    /// Its blows pass through mail.
    Chills,
}

/// What lies on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    Potion,
    Scroll,
    Gold,
    Chest,
    Sword,
    Mail,
    Altar,
    /// Only to look at, as the others below.
    Candle,
    Barrel,
    Bones,
}

/// What a spawn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    Monster(&'static Kind),
    Item(Item),
}

/// Every kind of monster, weakest first.
pub const KINDS: [Kind; 11] = {
    use Habit::{Chills, Flutters, Heals, Plain, Runs};
    const fn kind(name: &'static str, hp: i32, damage: (u32, u32), habit: Habit) -> Kind {
        Kind { name, hp, damage, habit }
    }
    [
        kind("Rat", 3, (1, 3), Plain),
        kind("Bat", 3, (1, 3), Flutters),
        kind("Goblin", 6, (1, 4), Plain),
        kind("Bandit", 8, (1, 5), Plain),
        kind("Wolf", 7, (1, 5), Runs),
        kind("Skeleton", 10, (2, 5), Plain),
        kind("Guard", 14, (2, 6), Plain),
        kind("Ogre", 16, (2, 7), Plain),
        kind("Troll", 18, (3, 7), Heals),
        kind("Wraith", 12, (3, 6), Chills),
        kind("Golem", 26, (4, 9), Plain),
    ]
};

/// What a name on the map means; `None` for a name that the game does not know.
pub fn thing(name: &str) -> Option<Thing> {
    let item = match name {
        "Healing Potion" | "Potion" => Item::Potion,
        "Scroll" | "Tome" | "Book" => Item::Scroll,
        "Gold" | "Urn" | "Cask" => Item::Gold,
        "Chest" | "Relic" | "Idol" => Item::Chest,
        "Sword" | "Weapon" => Item::Sword,
        "Mail" | "Armor" => Item::Mail,
        "Altar" | "Fountain" => Item::Altar,
        "Candle" | "Campfire" => Item::Candle,
        "Barrel" | "Crate" | "Shelf" | "Trough" | "Cauldron" | "Cage" | "Throne" | "Pedestal" => Item::Barrel,
        "Bones" | "Remains" | "Sarcophagus" | "Cobweb" | "Egg" | "Frog" => Item::Bones,
        "Smuggler" => return thing("Bandit"),
        "Knight" => return thing("Guard"),
        "Eel" | "Spider" => return thing("Rat"),
        _ => return KINDS.iter().find(|kind| kind.name == name).map(Thing::Monster),
    };
    Some(Thing::Item(item))
}

/// What appears at which depth. Vaults bring their own names: chests, guards, altars.
pub fn table() -> SpawnTable {
    SpawnTable::new([
        SpawnEntry::new("Rat", 12).depths(..=6),
        SpawnEntry::new("Bat", 6).depths(..=12),
        SpawnEntry::new("Goblin", 10).depths(1..=12),
        SpawnEntry::new("Wolf", 7).depths(4..=18),
        SpawnEntry::new("Skeleton", 8).depths(7..),
        SpawnEntry::new("Ogre", 6).depths(11..),
        SpawnEntry::new("Wraith", 4).depths(14..),
        SpawnEntry::new("Golem", 4).depths(18..),
        SpawnEntry::new("Healing Potion", 4),
        SpawnEntry::new("Scroll", 2),
        SpawnEntry::new("Gold", 4),
        SpawnEntry::new("Sword", 2),
        SpawnEntry::new("Mail", 2),
    ])
}
