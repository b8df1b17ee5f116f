//! The built-in blueprints.

use mapwright_core::{DoorKind, Tile};
use mapwright_dungeon::{DistanceRule, Landmark, Scattered, Steps};

use super::blueprint::{Blueprint, MachineArea, MachineFeature, MachineLock};

impl Blueprint {
    /// The built-in machines: eight vaults behind locks, four behind secrets, eight that hold a key, and four open ones.
    pub fn shipped() -> Vec<Blueprint> {
        [locked(), hidden(), holders(), open()].concat()
    }
}

fn locked() -> Vec<Blueprint> {
    let vault = |name, features: &[MachineFeature]| Blueprint {
        area: MachineArea { cells: [9, 150], ..MachineArea::default() },
        lock: Some(MachineLock::default()),
        ..Blueprint::new(name, features)
    };
    vec![
        vault("hoard", &[far("Chest", [1, 2], 3).apart(2), near("Gold", [2, 5], "Chest", 4)]),
        vault(
            "library",
            &[at_wall("Tome", [1, 1]).at(from_entrance(3)), at_wall("Book", [2, 6]).apart(2), seen("Guard", [1, 1])],
        ),
        vault("armory", &[at_wall("Weapon", [2, 4]).apart(2), at_wall("Armor", [1, 2]).apart(2)]),
        vault("shrine", &[seen("Altar", [1, 1]).at(from_entrance(3)), near("Candle", [2, 4], "Altar", 3).apart(2)]),
        vault("menagerie", &[far("Cage", [2, 4], 2).apart(3), at_wall("Trough", [0, 2])]),
        vault("cellar", &[at_wall("Barrel", [3, 8]), far("Cask", [1, 1], 2)]),
        vault(
            "crypt",
            &[far("Sarcophagus", [1, 3], 2).apart(3), at_wall("Urn", [1, 4]), near("Bones", [1, 3], "Sarcophagus", 2)],
        ),
        vault(
            "laboratory",
            &[far("Cauldron", [1, 1], 2), near("Potion", [1, 3], "Cauldron", 3), at_wall("Shelf", [2, 4])],
        ),
    ]
}

fn hidden() -> Vec<Blueprint> {
    let secret = |name, features: &[MachineFeature]| Blueprint {
        area: MachineArea { cells: [9, 80], ..MachineArea::default() },
        lock: Some(MachineLock { door: DoorKind::Secret, ..MachineLock::default() }),
        ..Blueprint::new(name, features)
    };
    vec![
        secret("cache", &[far("Chest", [1, 1], 2), at_wall("Cobweb", [1, 3])]),
        secret("smugglers' den", &[at_wall("Crate", [2, 5]), far("Smuggler", [1, 2], 3)]),
        secret("forgotten temple", &[far("Idol", [1, 1], 3), tiles(Tile::GRASS, None).at(near_spawn("Idol", 2))]),
        secret("ossuary", &[at_wall("Bones", [3, 8]), far("Relic", [1, 1], 2)]),
    ]
}

fn holders() -> Vec<Blueprint> {
    let holder = |name, holds: &str, features: &[MachineFeature]| Blueprint {
        area: MachineArea { cells: [20, 200], ..MachineArea::default() },
        holds: Some(holds.to_owned()),
        ..Blueprint::new(name, features)
    };
    let guarded = |guard, count| near(guard, count, "Chest", 3);
    vec![
        holder(
            "flooded altar",
            "Altar",
            &[
                far("Altar", [1, 1], 4),
                tiles(Tile::WATER, None),
                MachineFeature { over: vec![Tile::WATER], ..far("Eel", [1, 3], 3) },
            ],
        ),
        holder("guarded chest", "Chest", &[far("Chest", [1, 1], 4), guarded("Guard", [2, 3])]),
        holder(
            "throne room",
            "Throne",
            &[
                at_wall("Throne", [1, 1]).at(from_entrance(5)),
                tiles(Tile::PILLAR, Some([2, 6])).apart(3),
                seen("Knight", [1, 2]),
            ],
        ),
        holder(
            "bone pit",
            "Remains",
            &[far("Remains", [1, 1], 4), tiles(Tile::GRAVEL, None), over_gravel("Skeleton", [2, 4])],
        ),
        holder(
            "moat",
            "Pedestal",
            &[far("Pedestal", [1, 1], 5), tiles(Tile::DEEP_WATER, Some([3, 12])).at(ring("Pedestal"))],
        ),
        holder(
            "garden",
            "Fountain",
            &[
                far("Fountain", [1, 1], 3),
                tiles(Tile::TREE, Some([2, 8])).apart(3).at(far_spawn("Fountain", 2)),
                tiles(Tile::GRASS, None),
            ],
        ),
        holder("ambush", "Chest", &[seen("Chest", [1, 1]).at(from_entrance(4)), unseen("Goblin", [1, 4])]),
        holder("nest", "Egg", &[far("Egg", [2, 5], 3), near("Spider", [1, 2], "Egg", 3), at_wall("Cobweb", [1, 5])]),
    ]
}

fn open() -> Vec<Blueprint> {
    let place = |name, features: &[MachineFeature]| Blueprint {
        area: MachineArea { cells: [24, 300], ..MachineArea::default() },
        ..Blueprint::new(name, features)
    };
    let middle = DistanceRule::far(Landmark::Solid, 2);
    vec![
        place("camp", &[MachineFeature::spawns("Campfire", [1, 1]).at(middle), near("Bandit", [2, 4], "Campfire", 2)]),
        place("warren", &[tiles(Tile::GRAVEL, None), over_gravel("Goblin", [3, 5])]),
        place("pillared hall", &[tiles(Tile::PILLAR, Some([3, 12])).apart(3)]),
        place(
            "pond",
            &[
                tiles(Tile::DEEP_WATER, Some([3, 20])).at(DistanceRule::far(Landmark::Solid, 2)),
                at_wall("Frog", [1, 3]),
            ],
        ),
    ]
}

fn tiles(tile: Tile, count: Option<[u32; 2]>) -> MachineFeature {
    MachineFeature::new(Scattered::Tile(tile), count)
}

fn far(name: &str, count: [u32; 2], steps: u32) -> MachineFeature {
    MachineFeature::spawns(name, count).at(from_entrance(steps))
}

fn near(name: &str, count: [u32; 2], spawn: &str, steps: u32) -> MachineFeature {
    MachineFeature::spawns(name, count).at(near_spawn(spawn, steps))
}

fn at_wall(name: &str, count: [u32; 2]) -> MachineFeature {
    MachineFeature::spawns(name, count).at(DistanceRule::near(Landmark::Solid, 1))
}

fn over_gravel(name: &str, count: [u32; 2]) -> MachineFeature {
    MachineFeature { over: vec![Tile::GRAVEL], ..MachineFeature::spawns(name, count) }
}

/// In sight of the entrance.
fn seen(name: &str, count: [u32; 2]) -> MachineFeature {
    MachineFeature::spawns(name, count)
        .at(DistanceRule { steps: Steps::Sight, ..DistanceRule::near(Landmark::Entrance, 30) })
}

/// Out of sight of the entrance.
fn unseen(name: &str, count: [u32; 2]) -> MachineFeature {
    MachineFeature::spawns(name, count)
        .at(DistanceRule { steps: Steps::Sight, ..DistanceRule::far(Landmark::Entrance, 40) })
}

fn from_entrance(steps: u32) -> DistanceRule {
    DistanceRule::far(Landmark::Entrance, steps)
}

fn near_spawn(name: &str, steps: u32) -> DistanceRule {
    DistanceRule::near(Landmark::Spawn(name.to_owned()), steps)
}

fn far_spawn(name: &str, steps: u32) -> DistanceRule {
    DistanceRule::far(Landmark::Spawn(name.to_owned()), steps)
}

/// The cells two steps around a spawn, as on a square.
fn ring(name: &str) -> DistanceRule {
    DistanceRule { min: 2, max: 2, to: Landmark::Spawn(name.to_owned()), steps: Steps::Diagonal }
}
