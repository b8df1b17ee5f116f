//! The code in README and docs, compiled and run. `tests/it/docs.rs` sees that no page is missing.
#![cfg(doctest)]

/// Each page as the documentation of an item, so that a failed test names it.
macro_rules! pages {
    ($($name:ident $file:literal)*) => { $(#[doc = include_str!($file)] struct $name;)* };
}

pages! {
    Readme "../../README.md"
    Start "../../docs/start.md"
    Tutorial "../../docs/tutorial.md"
    Concepts "../../docs/concepts.md"
    WhenItFails "../../docs/when-it-fails.md"
    Upgrading "../../docs/upgrading.md"
    InYourGame "../../docs/in-your-game.md"
    Engines "../../docs/engines.md"
    CookbookLevels "../../docs/cookbook/levels.md"
    CookbookMazes "../../docs/cookbook/mazes.md"
    CookbookPuzzles "../../docs/cookbook/puzzles.md"
    CookbookWorlds "../../docs/cookbook/worlds.md"
    CookbookFiles "../../docs/cookbook/files.md"
    CookbookOwn "../../docs/cookbook/own.md"
    WritingABuilder "../../docs/writing-a-builder.md"
    Recipes "../../docs/recipes.md"
    Schema "../../docs/schema.md"
    Search "../../docs/search.md"
    RandomChain "../../docs/random-chain.md"
    Determinism "../../docs/determinism.md"
    Pipes "../../docs/pipes.md"
    Tilesets "../../docs/tilesets.md"
    Wang "../../docs/wang.md"
    Worlds "../../docs/worlds.md"
    Packing "../../docs/packing.md"
    LocksAndKeys "../../docs/levels/locks-and-keys.md"
    Graphs "../../docs/levels/graphs.md"
    Floors "../../docs/levels/floors.md"
    Machines "../../docs/levels/machines.md"
    SecretsAndShortcuts "../../docs/levels/secrets-and-shortcuts.md"
    RoomsByAccretion "../../docs/levels/accretion.md"
    SpawnsAndQuotas "../../docs/levels/spawns.md"
    Measures "../../docs/levels/measures.md"
    Prefabs "../../docs/prefabs.md"
    Keep "../../docs/keep.md"
    Rewrite "../../docs/rewrite.md"
    Wfc "../../docs/wfc.md"
    Export "../../docs/export.md"
    Delve "../../docs/delve.md"
    Gallery "../../docs/gallery.md"
    Playground "../../docs/playground.md"
}
