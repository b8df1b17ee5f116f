//! Every bundled recipe and every builder, written by `tests/rust_files.rs`.

use mapwright::builders::*;
use mapwright::prelude::*;
use mapwright::{rewrite, wang, wfc};

fn archipelago() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(72, 44),
        CellularAutomata {
            wall_percent: 53,
            rounds: 6,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        },
    )
    .with(Paint { tile: Tile::DEEP_WATER, over: vec![Tile::WALL], share: 1.0, ..Paint::default() })
    .with(JoinParts {
        min_size: 30,
        shape: TunnelShape::Straight,
        tile: Tile::BRIDGE,
        ..JoinParts::default()
    })
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(DistantExit::default())
    .with(AreaGraph { max_width: 3, min_area: 20, ..AreaGraph::default() })
    .with(LockAndKey { min: Some(1), ..LockAndKey::default() })
    .with(SolvabilityValidator::default())
    .with(Paint {
        tile: Tile::SAND,
        place: PlaceRules {
            distances: vec![
                DistanceRule {
                    to: Landmark::Tile(Tile::DEEP_WATER),
                    min: 0,
                    max: 1,
                    steps: Steps::Diagonal,
                },
            ],
            ground: PlaceGround::Any,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        share: 1.0,
        ..Paint::default()
    })
    .with(Paint { share: 0.8, scale: 8, ..Paint::default() })
    .with(Scatter {
        what: Scattered::Spawn("Palm".into()),
        over: vec![Tile::GRASS],
        spacing: 4,
        ..Scatter::default()
    }))
}

fn binary_tree_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(41, 27),
        BinaryTree {
            corner: mapwright::core::Corner::SE,
            root: Root::At(Point::new(0, 0)),
            ..BinaryTree::default()
        },
    )
    .with(DistantExit::default()))
}

fn braided_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), Backtracker::default())
        .with(LoopInjector { rule: LoopRule::Braid { p: 0.6 } })
        .with(DistantExit::default()))
}

fn building() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), BspInterior::default())
        .with(Doors::default())
        .with(AreaStart { x: AreaX::Left, y: AreaY::Bottom, ..AreaStart::default() })
        .with(DistantExit::default()))
}

fn burrow() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 40), Dla { floor_percent: 38, ..Dla::default() })
        .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
        .with(CullUnreachable::default())
        .with(TightWalls::default())
        .with(DistantExit::default())
        .with(AreaGraph { max_width: 5, min_area: 30, diagonal: true })
        .with(LockAndKey { min: Some(1), ..LockAndKey::default() })
        .with(SolvabilityValidator::default())
        .with(Paint {
            tile: Tile::GRAVEL,
            place: PlaceRules {
                distances: vec![
                    DistanceRule { to: Landmark::Solid, min: 0, max: 1, steps: Steps::Walk },
                ],
                ground: PlaceGround::Any,
                role: None,
                tag: None,
                min_depth: 0,
                max_depth: u32::MAX,
            },
            share: 0.4,
            scale: 5,
            ..Paint::default()
        })
        .with(Scatter {
            what: Scattered::Spawn("Egg".into()),
            place: PlaceRules {
                distances: vec![
                    DistanceRule { to: Landmark::Exit, min: 0, max: 25, steps: Steps::Walk },
                ],
                ground: PlaceGround::Any,
                role: None,
                tag: None,
                min_depth: 0,
                max_depth: u32::MAX,
            },
            count: Some(12),
            ..Scatter::default()
        }))
}

fn carved_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(25, 16), Backtracker { root: Root::Random })
        .with(SidesToTiles::default())
        .with(LoopInjector { rule: LoopRule::Random(LoopAmount::Share(0.04)) })
        .with(SnapshotHistory { label: "dug through".into() })
        .with(TilesToSides::default())
        .with(AreaStart { x: AreaX::Left, y: AreaY::Top, ..AreaStart::default() })
        .with(DistantExit::default()))
}

fn castle_keys() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 40), BspDungeon::default())
        .with(RoomStart::default())
        .with(DistantExit::default())
        .with(AreaGraph::default())
        .with(LockAndKey { keys: 3, shortcuts: 1, ..LockAndKey::default() })
        .with(SolvabilityValidator::default())
        .with(RoomSpawns::default()))
}

fn cave() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        CellularAutomata {
            wall_percent: 46,
            rounds: 7,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        },
    )
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(DistantExit::default()))
}

fn cave_halls() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(64, 40),
        CellularAutomata {
            rounds: 5,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        },
    )
    .with(RoomsFromRegions { min_size: 24, ..RoomsFromRegions::default() })
    .with(RoomSorter::default())
    .with(Corridors { line: CorridorLine::Slanting, ..Corridors::default() })
    .with(RoomStart::default())
    .with(CullUnreachable::default())
    .with(RoomExit::default())
    .with(AreaGraph { max_width: 2, min_area: 16, ..AreaGraph::default() })
    .with(LockAndKey { min: Some(1), ..LockAndKey::default() })
    .with(SolvabilityValidator::default())
    .with(RoomSpawns::default()))
}

fn cave_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(60, 38),
        CellularAutomata {
            wall_percent: 44,
            rounds: 6,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        },
    )
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(PrimMaze { root: Root::At(Point::new(0, 19)), ..PrimMaze::default() })
    .with(DistantExit::default()))
}

fn cave_sanctum() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(72, 44),
        CellularAutomata {
            wall_percent: 47,
            rounds: 8,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        },
    )
    .with(JoinParts { min_size: 30, ..JoinParts::default() })
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(DistantExit::default())
    .with(Paint {
        tile: Tile::DEEP_WATER,
        place: PlaceRules {
            distances: vec![
                DistanceRule { to: Landmark::Start, min: 6, max: u32::MAX, steps: Steps::Walk },
                DistanceRule { to: Landmark::Exit, min: 6, max: u32::MAX, steps: Steps::Walk },
                DistanceRule { to: Landmark::Solid, min: 2, max: u32::MAX, steps: Steps::Walk },
            ],
            ground: PlaceGround::Wide,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        share: 0.14,
        scale: 16,
        octaves: 3,
        min_patch: 24,
        ford: Some(Tile::WATER),
        ..Paint::default()
    })
    .with(Paint {
        tile: Tile::WATER,
        place: PlaceRules {
            distances: vec![
                DistanceRule {
                    to: Landmark::Tile(Tile::DEEP_WATER),
                    min: 0,
                    max: 1,
                    steps: Steps::Walk,
                },
            ],
            ground: PlaceGround::Any,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        share: 1.0,
        ..Paint::default()
    })
    .with(AreaGraph { max_width: 6, min_area: 30, ..AreaGraph::default() })
    .with(LockAndKey { keys: 3, min: Some(1), ..LockAndKey::default() })
    .with(SolvabilityValidator::default())
    .with(Paint {
        place: PlaceRules {
            distances: vec![
                DistanceRule {
                    to: Landmark::Tile(Tile::WATER),
                    min: 0,
                    max: 3,
                    steps: Steps::Walk,
                },
            ],
            ground: PlaceGround::Any,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        share: 0.7,
        scale: 6,
        ..Paint::default()
    })
    .with(Paint {
        tile: Tile::GRAVEL,
        place: PlaceRules {
            distances: vec![
                DistanceRule { to: Landmark::Solid, min: 0, max: 1, steps: Steps::Walk },
                DistanceRule {
                    to: Landmark::Tile(Tile::WATER),
                    min: 4,
                    max: u32::MAX,
                    steps: Steps::Walk,
                },
            ],
            ground: PlaceGround::Any,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        scale: 5,
        ..Paint::default()
    }))
}

fn cave_with_monsters() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        CellularAutomata {
            wall_percent: 46,
            rounds: 7,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        },
    )
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(AreaExit { y: AreaY::Center, tile: ExitTile::StairsDown, ..AreaExit::default() })
    .with(VoronoiSpawns {
        area_size: 120,
        table: SpawnTable {
            entries: vec![
                SpawnEntry { max_depth: 3, ..SpawnEntry::new("Bat", 6) },
                SpawnEntry::new("Goblin", 8),
                SpawnEntry { min_depth: 2, ..SpawnEntry::new("Cave Bear", 3) },
                SpawnEntry { min_depth: 8, ..SpawnEntry::new("Dragon", 1) },
                SpawnEntry::new("Mushroom", 5),
            ],
        },
        depth: 2,
        min: 1,
        max: 2,
        ..VoronoiSpawns::default()
    }))
}

fn cave_with_vaults() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        CellularAutomata {
            wall_percent: 43,
            rounds: 6,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        },
    )
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(DistantExit::default())
    .with(VoronoiSpawns { area_size: 150, ..VoronoiSpawns::default() })
    .with(PrefabVaults { depth: 5, max: 6, ..PrefabVaults::default() }))
}

fn cycle_dungeon() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(56, 44),
        CycleGraph { patterns: 2, ..CycleGraph::default() },
    )
    .with(SolvabilityValidator::default())
    .with(RoomSpawns::default()))
}

fn detours() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), KruskalMaze::default())
        .with(LoopInjector { rule: LoopRule::Detour { min_distance: 30, count: None } })
        .with(DistantExit::default()))
}

fn division_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(41, 27),
        RecursiveDivision { root: Root::At(Point::new(0, 26)) },
    )
    .with(DistantExit::default()))
}

fn dla_central_attractor() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        Dla { rule: DlaRule::CentralAttractor, brush: 2, ..Dla::default() },
    )
    .with(CellularAutomata { rounds: 1, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
    .with(AreaStart::default())
    .with(CullUnreachable::default())
    .with(DistantExit::default()))
}

fn dla_heavy_erosion() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), CellularAutomata::default())
        .with(AreaStart::default())
        .with(CullUnreachable::default())
        .with(Dla { floor_percent: 50, brush: 2, ..Dla::default() })
        .with(CellularAutomata {
            rounds: 2,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        })
        .with(AreaStart::default())
        .with(CullUnreachable::default())
        .with(DistantExit::default()))
}

fn dla_insectoid() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        Dla {
            rule: DlaRule::CentralAttractor,
            brush: 2,
            symmetry: Symmetry::Horizontal,
            ..Dla::default()
        },
    )
    .with(CellularAutomata { rounds: 1, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
    .with(AreaStart::default())
    .with(CullUnreachable::default())
    .with(DistantExit::default()))
}

fn dla_walk_inwards() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), Dla::default())
        .with(CellularAutomata {
            rounds: 1,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        })
        .with(AreaStart::default())
        .with(CullUnreachable::default())
        .with(DistantExit::default()))
}

fn dla_walk_outwards() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        RandomRooms {
            tries: 60,
            corridors: Some(Corridors {
                rooms: RoomPairs::SpanningTree,
                line: CorridorLine::Straight,
                width: 2,
                extra: 0.15,
            }),
            ..RandomRooms::default()
        },
    )
    .with(Dla { rule: DlaRule::WalkOutwards, floor_percent: 48, ..Dla::default() })
    .with(CellularAutomata { rounds: 1, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
    .with(JoinParts { min_size: 12, ..JoinParts::default() })
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(DistantExit::default()))
}

fn drunkard_fat_passages() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        DrunkardsWalk {
            begin: WalkBegin::Spread,
            lifetime: Some(100),
            floor_percent: 40,
            brush: 2,
            ..DrunkardsWalk::default()
        },
    )
    .with(CellularAutomata { rounds: 1, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(DistantExit::default()))
}

fn drunkard_fearful_symmetry() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        DrunkardsWalk {
            begin: WalkBegin::Spread,
            lifetime: Some(100),
            floor_percent: 40,
            symmetry: Symmetry::Both,
            ..DrunkardsWalk::default()
        },
    )
    .with(CellularAutomata { rounds: 1, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(DistantExit::default()))
}

fn drunkard_open_area() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), DrunkardsWalk::default())
        .with(CellularAutomata {
            rounds: 1,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        })
        .with(AreaStart::default())
        .with(CullUnreachable::default())
        .with(DistantExit::default()))
}

fn drunkard_open_halls() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        DrunkardsWalk { begin: WalkBegin::Spread, lifetime: Some(400), ..DrunkardsWalk::default() },
    )
    .with(CellularAutomata { rounds: 1, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(DistantExit::default()))
}

fn drunkard_winding_passages() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        DrunkardsWalk {
            begin: WalkBegin::Spread,
            lifetime: Some(100),
            floor_percent: 40,
            ..DrunkardsWalk::default()
        },
    )
    .with(CellularAutomata { rounds: 1, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(DistantExit::default()))
}

fn eller_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(41, 27),
        Eller { root: Root::At(Point::new(0, 0)), ..Eller::default() },
    )
    .with(DistantExit::default()))
}

fn endless_caves() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(64, 64),
        CellularAutomata {
            wall_percent: 47,
            rounds: 6,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        },
    )
    .with(JoinParts { min_size: 12, ..JoinParts::default() })
    .with(Paint {
        tile: Tile::WATER,
        share: 0.16,
        scale: 22,
        octaves: 3,
        min_patch: 6,
        ..Paint::default()
    })
    .with(Paint { share: 0.35, scale: 30, octaves: 3, ..Paint::default() })
    .with(Scatter { spacing: 3, density: 0.3, ..Scatter::default() })
    .with(Scatter { what: Scattered::Spawn("Bat".into()), spacing: 20, ..Scatter::default() }))
}

fn endless_cells() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(64, 64),
        VoronoiCells { seeds: 30, walls: CellWalls::Full, ..VoronoiCells::default() },
    )
    .with(JoinParts { shape: TunnelShape::Straight, ..JoinParts::default() })
    .with(Paint {
        tile: Tile::WATER,
        share: 0.2,
        scale: 40,
        octaves: 3,
        min_patch: 5,
        ..Paint::default()
    })
    .with(Paint { share: 0.45, scale: 40, octaves: 4, ..Paint::default() })
    .with(Scatter {
        what: Scattered::Spawn("Bee".into()),
        over: vec![Tile::GRASS],
        spacing: 24,
        ..Scatter::default()
    }))
}

fn endless_halls() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 64), HerringboneWang::default())
        .with(JoinParts { min_size: 9, shape: TunnelShape::Straight, ..JoinParts::default() })
        .with(Paint { tile: Tile::GRAVEL, share: 0.25, scale: 18, octaves: 4, ..Paint::default() })
        .with(Scatter { what: Scattered::Spawn("Ghost".into()), spacing: 15, ..Scatter::default() }))
}

fn endless_islands() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(64, 64),
        CellularAutomata {
            wall_percent: 0,
            rounds: 0,
            border: Border::Open,
            ..CellularAutomata::default()
        },
    )
    .with(Paint {
        tile: Tile::DEEP_WATER,
        share: 0.52,
        scale: 90,
        octaves: 6,
        cut: true,
        ..Paint::default()
    })
    .with(Paint {
        tile: Tile::WATER,
        place: PlaceRules {
            distances: vec![
                DistanceRule {
                    to: Landmark::Tile(Tile::DEEP_WATER),
                    min: 0,
                    max: 2,
                    steps: Steps::Diagonal,
                },
            ],
            ground: PlaceGround::Any,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        share: 0.5,
        scale: 12,
        ..Paint::default()
    })
    .with(Paint {
        tile: Tile::SAND,
        place: PlaceRules {
            distances: vec![
                DistanceRule {
                    to: Landmark::Tile(Tile::DEEP_WATER),
                    min: 0,
                    max: 4,
                    steps: Steps::Diagonal,
                },
            ],
            ground: PlaceGround::Any,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        share: 1.0,
        ..Paint::default()
    })
    .with(Paint { share: 0.75, scale: 40, octaves: 4, ..Paint::default() })
    .with(Scatter {
        what: Scattered::Tile(Tile::TREE),
        over: vec![Tile::GRASS],
        spacing: 3,
        density: 0.25,
        ..Scatter::default()
    })
    .with(Scatter {
        what: Scattered::Spawn("Palm".into()),
        over: vec![Tile::SAND],
        spacing: 18,
        ..Scatter::default()
    }))
}

fn endless_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(32, 32), NestedMaze::default())
        .with(SidesToTiles::default()))
}

fn endless_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(48, 48),
        RandomRooms {
            tries: 14,
            min: 5,
            max: 13,
            spacing: 3,
            corridors: None,
            ..RandomRooms::default()
        },
    )
    .with(Corridors { rooms: RoomPairs::RelativeNeighbors, extra: 0.0, ..Corridors::default() })
    .with(Doors { chance: 0.6 })
    .with(Paint { share: 0.2, scale: 24, octaves: 3, ..Paint::default() }))
}

fn exploded_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        BspDungeon { corridors: None, ..BspDungeon::default() },
    )
    .with(RoomExploder::default())
    .with(Corridors::default())
    .with(AreaStart { x: AreaX::Left, y: AreaY::Top, ..AreaStart::default() })
    .with(DistantExit::default()))
}

fn growing_tree_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(41, 27),
        GrowingTree {
            choice: Choice::Mix { newest: 6, oldest: 1, random: 1 },
            ..GrowingTree::default()
        },
    )
    .with(DistantExit::default()))
}

fn harbor_village() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(48, 20),
        PrefabLevel {
            template: Prefab::from_rows(
                [
                    "############################################",
                    "#........#...........##........#....#......#",
                    "#..a..a..+...........##..b..c..#..d.#..d...#",
                    "#........#....o..o...##........+....+......#",
                    "#........#...........+.........#....#......#",
                    "####++####....o..o...##........######++#####",
                    "#...................................:::....#",
                    "#.....####++####..................:::::::..#",
                    "#.....#........#....\"\"&\"\"........:::::~:::.#",
                    "#..e..#..f.....+...\"\"&\"&\"\".....::::~~~~~:::#",
                    "#.....#......b.#....\"\"&\"\"......:::~~≈≈≈~~::#",
                    "#.....####++####..............:::~~≈≈≈≈≈~~:#",
                    "#............................:::~~≈≈≈≈≈≈~~~#",
                    "####++########........=======------≈≈≈≈≈≈~~#",
                    "#.....#......#........=.......:::~~≈≈≈≈≈≈~~#",
                    "#..g..+...g..+=========........:::~~≈≈≈≈~~~#",
                    "#.....#......#..................:::~~~~~~~~#",
                    "############################################",
                ]
                .into_iter(),
                &Legend::default()
                    .with('a', Meaning::spawn("Barrel"))
                    .with('b', Meaning::spawn("Gold"))
                    .with('c', Meaning::spawn("Rat"))
                    .with('d', Meaning::spawn("Crate"))
                    .with('e', Meaning::spawn("Guard"))
                    .with('f', Meaning::spawn("Innkeeper"))
                    .with('g', Meaning::spawn("Pilgrim")),
            )?,
            overflow: Overflow::Clip,
            fill: Tile::TREE,
            ..PrefabLevel::default()
        },
    )
    .with(AreaStart { x: AreaX::Left, y: AreaY::Top, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(DistantExit::default()))
}

fn herringbone_dungeon() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(96, 64), HerringboneWang::default())
        .with(AreaStart { x: AreaX::Left, y: AreaY::Bottom, ..AreaStart::default() })
        .with(CullUnreachable::default())
        .with(DistantExit::default()))
}

fn hunt_and_kill_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(41, 27), HuntAndKill { root: Root::Random })
        .with(DistantExit::default()))
}

fn island_crypt() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(70, 40),
        CellularAutomata {
            wall_percent: 44,
            rounds: 6,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        },
    )
    .with(PrefabSection {
        template: Prefab::from_rows(
            [
                "    ~~≈≈≈~~    ",
                "  ~≈≈≈≈≈≈≈≈≈~  ",
                " ~≈≈≈#####≈≈≈~ ",
                "~≈≈≈##...##≈≈≈~",
                "~≈≈##.a.a.##≈≈~",
                "~≈≈#..o.o..#≈≈~",
                "---+.a.b.a.+---",
                "~≈≈#..o.o..#≈≈~",
                "~≈≈##.a.a.##≈≈~",
                "~≈≈≈##...##≈≈≈~",
                " ~≈≈≈#####≈≈≈~ ",
                "  ~≈≈≈≈≈≈≈≈≈~  ",
                "    ~~≈≈≈~~    ",
            ]
            .into_iter(),
            &Legend::default()
                .with('a', Meaning::spawn("Skeleton"))
                .with('b', Meaning::spawn("Crown")),
        )?,
        overflow: Overflow::Clip,
        ..PrefabSection::default()
    })
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(DistantExit::default()))
}

fn joined_caves() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        CellularAutomata {
            wall_percent: 47,
            rounds: 6,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        },
    )
    .with(AreaStart::default())
    .with(Portals { count: 6, rule: PortalRule::Join, ..Portals::default() })
    .with(CullUnreachable::default())
    .with(DistantExit::default())
    .with(VoronoiSpawns { depth: 4, ..VoronoiSpawns::default() }))
}

fn joined_parts() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        CellularAutomata {
            wall_percent: 47,
            rounds: 6,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        },
    )
    .with(JoinParts { min_size: 12, ..JoinParts::default() })
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(DistantExit::default()))
}

fn level_bsp() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(72, 44),
        BspDungeon { max_rooms: Some(22), corridors: None, ..BspDungeon::default() },
    )
    .with(RoomSorter { by: RoomOrder::Top })
    .with(RoomCornerRounder::default())
    .with(Corridors { rooms: RoomPairs::Halves, ..Corridors::default() })
    .with(RoomStart::default())
    .with(DistantExit { tile: ExitTile::StairsDown })
    .with(RoomSpawns::default()))
}

fn level_cave() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(72, 44),
        CellularAutomata {
            wall_percent: 45,
            rounds: 8,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        },
    )
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(VoronoiSpawns::default())
    .with(DistantExit { tile: ExitTile::StairsDown }))
}

fn level_dla() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(72, 44),
        Dla {
            rule: DlaRule::CentralAttractor,
            floor_percent: 35,
            brush: 2,
            symmetry: Symmetry::Horizontal,
        },
    )
    .with(CellularAutomata { rounds: 1, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
    .with(AreaStart { y: AreaY::Top, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(VoronoiSpawns::default())
    .with(DistantExit { tile: ExitTile::StairsDown }))
}

fn level_exploded() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(72, 44),
        RandomRooms { tries: 40, ..RandomRooms::default() },
    )
    .with(RoomDrawer::default())
    .with(RoomExploder::default())
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(VoronoiSpawns::default())
    .with(DistantExit { tile: ExitTile::StairsDown }))
}

fn level_interior() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(72, 44), BspInterior::default())
        .with(RoomStart::default())
        .with(RoomExit { tile: ExitTile::StairsDown, ..RoomExit::default() })
        .with(RoomSpawns::default())
        .with(Doors { chance: 0.8 }))
}

fn level_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(34, 21), Backtracker::default())
        .with(LoopInjector { rule: LoopRule::Braid { p: 0.4 } })
        .with(SidesToTiles::default())
        .with(VoronoiSpawns { chance: 0.6, ..VoronoiSpawns::default() })
        .with(DistantExit { tile: ExitTile::StairsDown }))
}

fn level_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(72, 44),
        RandomRooms { corridors: None, ..RandomRooms::default() },
    )
    .with(RoomSorter::default())
    .with(Corridors { line: CorridorLine::Dogleg, ..Corridors::default() })
    .with(RoomStart::default())
    .with(RoomExit { tile: ExitTile::StairsDown, ..RoomExit::default() })
    .with(RoomSpawns::default())
    .with(CorridorSpawns::default())
    .with(Doors { chance: 0.6 }))
}

fn level_voronoi() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(72, 44),
        VoronoiCells { seeds: 40, walls: CellWalls::Full, ..VoronoiCells::default() },
    )
    .with(JoinParts { min_size: 12, ..JoinParts::default() })
    .with(LoopInjector { rule: LoopRule::Detour { min_distance: 60, count: None } })
    .with(AreaStart { x: AreaX::Left, y: AreaY::Bottom, ..AreaStart::default() })
    .with(VoronoiSpawns::default())
    .with(DistantExit { tile: ExitTile::StairsDown }))
}

fn level_walk() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(72, 44),
        DrunkardsWalk {
            begin: WalkBegin::Spread,
            lifetime: Some(100),
            floor_percent: 40,
            ..DrunkardsWalk::default()
        },
    )
    .with(CellularAutomata { rounds: 2, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
    .with(AreaStart::default())
    .with(CullUnreachable::default())
    .with(VoronoiSpawns::default())
    .with(DistantExit { tile: ExitTile::StairsDown }))
}

fn locked_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), Backtracker::default())
        .with(LoopInjector { rule: LoopRule::Braid { p: 0.25 } })
        .with(DistantExit::default())
        .with(AreaGraph::default())
        .with(LockAndKey { keys: 4, min: Some(2), odd_joins: OddJoins::OneWay, ..LockAndKey::default() })
        .with(SolvabilityValidator::default()))
}

fn mansion() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(48, 34),
        GraphLayout {
            rooms: Rooms::List(vec![
                RoomSpec {
                    width: None,
                    height: None,
                    template: Some(Templates::One("####++####\n#........#\n#.o....o.#\n+........+\n#.o....o.#\n#........#\n####++####".parse()?)),
                    role: Some("start".into()),
                    tags: vec!["hall".into()],
                },
                RoomSpec {
                    width: Some([10, 14]),
                    height: Some([6, 8]),
                    template: None,
                    role: None,
                    tags: vec!["gallery".into()],
                },
                RoomSpec {
                    width: Some([6, 8]),
                    height: Some([5, 7]),
                    template: None,
                    role: None,
                    tags: vec!["library".into()],
                },
                RoomSpec {
                    width: Some([6, 8]),
                    height: Some([5, 7]),
                    template: None,
                    role: None,
                    tags: vec!["study".into()],
                },
                RoomSpec {
                    width: Some([9, 12]),
                    height: Some([6, 8]),
                    template: None,
                    role: None,
                    tags: vec!["dining room".into()],
                },
                RoomSpec {
                    width: Some([6, 9]),
                    height: Some([5, 6]),
                    template: None,
                    role: None,
                    tags: vec!["kitchen".into()],
                },
                RoomSpec {
                    width: Some([4, 5]),
                    height: Some([4, 5]),
                    template: None,
                    role: None,
                    tags: vec!["pantry".into()],
                },
                RoomSpec {
                    width: Some([7, 10]),
                    height: Some([5, 7]),
                    template: None,
                    role: None,
                    tags: vec!["salon".into()],
                },
                RoomSpec {
                    width: Some([6, 8]),
                    height: Some([5, 6]),
                    template: None,
                    role: None,
                    tags: vec!["bedroom".into()],
                },
                RoomSpec {
                    width: None,
                    height: None,
                    template: Some(Templates::One(" ##+## \n##...##\n#.~~~.#\n+.~~~.+\n#.~~~.#\n##...##\n ##+## ".parse()?)),
                    role: None,
                    tags: vec!["bath".into()],
                },
                RoomSpec {
                    width: Some([5, 6]),
                    height: Some([5, 6]),
                    template: None,
                    role: Some("exit".into()),
                    tags: vec!["treasury".into()],
                },
            ]),
            joins: Some(vec![
                (0, 1),
                (0, 4),
                (0, 7),
                (1, 2),
                (2, 3),
                (3, 7),
                (4, 5),
                (5, 6),
                (7, 8),
                (8, 9),
                (8, 10),
            ]),
            equal_neighbors: false,
            ..GraphLayout::default()
        },
    )
    .with(LockAndKey::default())
    .with(SolvabilityValidator::default())
    .with(RoomSpawns::default()))
}

fn mine() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(72, 44),
        DrunkardsWalk {
            begin: WalkBegin::Spread,
            lifetime: Some(100),
            floor_percent: 32,
            ..DrunkardsWalk::default()
        },
    )
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(DistantExit::default())
    .with(AreaGraph { max_width: 2, min_area: 40, ..AreaGraph::default() })
    .with(LockAndKey { keys: 1, min: Some(0), ..LockAndKey::default() })
    .with(SolvabilityValidator::default())
    .with(Paint {
        tile: Tile::ROAD,
        place: PlaceRules {
            distances: vec![
                DistanceRule { to: Landmark::Walk, min: 0, max: 0, steps: Steps::Walk },
            ],
            ground: PlaceGround::Any,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        share: 1.0,
        ..Paint::default()
    })
    .with(Paint {
        tile: Tile::GRAVEL,
        place: PlaceRules {
            distances: vec![
                DistanceRule { to: Landmark::Solid, min: 0, max: 1, steps: Steps::Walk },
            ],
            ground: PlaceGround::Any,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        share: 0.4,
        scale: 5,
        ..Paint::default()
    })
    .with(Scatter {
        what: Scattered::Spawn("Ore".into()),
        over: vec![Tile::GRAVEL, Tile::FLOOR],
        place: PlaceRules {
            distances: vec![
                DistanceRule { to: Landmark::Solid, min: 0, max: 1, steps: Steps::Walk },
                DistanceRule {
                    to: Landmark::Tile(Tile::ROAD),
                    min: 3,
                    max: u32::MAX,
                    steps: Steps::Walk,
                },
            ],
            ground: PlaceGround::Any,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        spacing: 6,
        ..Scatter::default()
    }))
}

fn open_cave() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        CellularAutomata {
            wall_percent: 42,
            rounds: 6,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        },
    )
    .wrap(Wrap::Both)
    .with(AreaStart::default())
    .with(CullUnreachable::default())
    .with(DistantExit::default()))
}

fn pillar_cave() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(60, 38), CellularAutomata::default())
        .with(CellularAutomata {
            rounds: 2,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        })
        .with(AreaStart { x: AreaX::Left, y: AreaY::Top, ..AreaStart::default() })
        .with(CullUnreachable::default())
        .with(DistantExit::default()))
}

fn pipe_puzzle() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(15, 11), PrimMaze::default())
        .with(RingValidator::default())
        .with(LoopInjector { rule: LoopRule::Braid { p: 0.25 } })
        .with(RingValidator::default())
        .with(PipeShuffler::default())
        .with(RingValidator::default()))
}

fn pipe_torus() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(13, 9),
        KruskalMaze { max_degree: 3, ..KruskalMaze::default() },
    )
    .wrap(Wrap::Both)
    .with(LoopInjector { rule: LoopRule::Random(LoopAmount::Count(6)) })
    .with(RingValidator::default()))
}

fn pipe_unique() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(15, 11), PrimMaze::default())
        .with(UniquePipes::default())
        .with(PipeShuffler::default())
        .with(RingValidator::default()))
}

fn polyomino_floor() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(30, 18),
        PolyominoFill { pieces: PieceSet::Pentominoes, ..PolyominoFill::default() },
    )
    .with(RegionDoors { loops: 0.2 })
    .with(AreaStart { x: AreaX::Left, y: AreaY::Top, ..AreaStart::default() })
    .with(DistantExit::default()))
}

fn polyomino_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(20, 12), PolyominoFill::default())
        .with(RegionDoors { loops: 0.1 })
        .with(SidesToTiles::default())
        .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
        .with(DistantExit::default()))
}

fn portal_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), Backtracker { root: Root::At(Point::new(0, 0)) })
        .with(Portals { count: 4, min_distance: 80, ..Portals::default() })
        .with(DistantExit::default()))
}

fn rewrite_backtracker() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(61, 41),
        RewriteRules::new()
            .symbol('G', Tile::FLOOR)
            .symbol('R', Tile::FLOOR)
            .then(rewrite::put('R', rewrite::At::Cell(1, 1)))
            .then(rewrite::markov([rewrite::one("R## -> GGR"), rewrite::one("RGG -> ..R")])),
    )
    .with(AreaStart::default())
    .with(DistantExit::default()))
}

fn rewrite_boulders() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(14, 8),
        PrefabLevel {
            template: Prefab::from_rows(
                [
                    "##############",
                    "#####...######",
                    "###.....##.###",
                    "###.&..&...###",
                    "##..##@##..###",
                    "##.....&..####",
                    "####.....#####",
                    "##############",
                ]
                .into_iter(),
                &Legend::default(),
            )?,
            ..PrefabLevel::default()
        },
    )
    .with(RewriteRules::new()
        .symbol('Y', rewrite::Symbol { tile: Tile::GRASS, mark: Some(rewrite::Mark::Start) })
        .then(rewrite::one([
            "@. -> .@",
            "@\" -> .Y",
            "Y. -> \"@",
            "Y\" -> \"Y",
            ".@o -> @o.",
            ".@& -> @o\"",
            ".Yo -> @&.",
            ".Y& -> @&\"",
            "\"@o -> Yo.",
            "\"@& -> Yo\"",
            "\"Yo -> Y&.",
            "\"Y& -> Y&\"",
        ])
        .steps(600)))
    .with(RewriteRules::new()
        .symbol('Y', rewrite::Symbol { tile: Tile::GRASS, mark: Some(rewrite::Mark::Start) })
        .then(rewrite::search(
            rewrite::Goal { present: None, absent: Some("o".into()), states: 100000 },
            [
                "@. -> .@",
                "@\" -> .Y",
                "Y. -> \"@",
                "Y\" -> \"Y",
                "@o. -> .@o",
                "@o\" -> .@&",
                "@&. -> .Yo",
                "@&\" -> .Y&",
                "Yo. -> \"@o",
                "Yo\" -> \"@&",
                "Y&. -> \"Yo",
                "Y&\" -> \"Y&",
            ],
        ))))
}

fn rewrite_cave() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        RewriteRules::new()
            .then(rewrite::prl("***/*#*/*** -> ***/*.*/***"))
            .then(rewrite::prl(". -> #").steps(1).p(0.435))
            .then(rewrite::count(rewrite::Around::Eight, [". -> # if # 5..8", "# -> . if . 6..8"])
                .steps(100))
            .then(rewrite::all(".#/#. -> ../#.")),
    )
    .with(AreaStart::default())
    .with(CullUnreachable::default())
    .with(DistantExit::default()))
}

fn rewrite_dungeon() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(71, 45),
        RewriteRules::new()
            .symbol('A', Tile::WALL)
            .symbol('C', Tile::DOOR)
            .symbol('R', Tile::WALL)
            .set('?', "#R")
            .then(rewrite::put('R', rewrite::At::Center))
            .then(rewrite::one([
                rewrite::Rule::new("**?**/*###*/*###?/*###*/**R** -> AARAA/A...A/A...R/A...A/AACAA"),
                rewrite::Rule::new("***?***/*#####*/*#####?/*#####*/***R*** -> AAARAAA/A.....A/A.....R/A.....A/AAACAAA")
                    .weight(2),
                rewrite::Rule::new("****?****/*#######*/*#######*/*#######?/*#######*/*#######*/****R**** -> AAAARAAAA/A.......A/A.......A/A.......R/A.......A/A.......A/AAAACAAAA")
                    .weight(3),
                rewrite::Rule::new("*?*/*#*/*#*/*#?/*#*/*R* -> ARA/A.A/A.A/A.R/A.A/ACA").weight(2),
            ]))
            .then(rewrite::all(".C# -> *A*"))
            .then(rewrite::all(".A. -> *C*").steps(1).p(0.03)),
    )
    .with(AreaStart::default())
    .with(DistantExit::default()))
}

fn rewrite_flowers() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        RewriteRules::new()
            .symbol('h', Tile::TREE)
            .symbol('p', Tile::STAIRS_DOWN)
            .symbol('q', Tile::DOOR)
            .symbol('r', Tile::STAIRS_UP)
            .symbol('s', Tile::TREE)
            .fill('.')
            .then(rewrite::put('#', rewrite::At::BottomLeft))
            .then(rewrite::prl("#. -> ##").symmetry(rewrite::Symmetry::MirrorX))
            .then(rewrite::prl("./# -> #/#").steps(3).symmetry(rewrite::Symmetry::None))
            .then(rewrite::prl("./# -> #/#").steps(2).p(0.4).symmetry(rewrite::Symmetry::None))
            .then(rewrite::prl("./# -> \"/#").steps(1).symmetry(rewrite::Symmetry::None))
            .then(rewrite::one(".../.../*\"* -> .../.h./*\"*")
                .steps(26)
                .symmetry(rewrite::Symmetry::None))
            .then(rewrite::one([
                rewrite::Rule::new(".../.../.h. -> .../.h./.s.").weight(9),
                rewrite::Rule::new("..../..../..h. -> .h../.sh./..s.").weight(2),
            ])
            .steps(330)
            .symmetry(rewrite::Symmetry::MirrorX))
            .then(rewrite::all(".../.h./*s* -> *p*/pqp/*p*").steps(1).symmetry(rewrite::Symmetry::None))
            .then(rewrite::one("*p*/pqp/*p* -> *r*/rqr/*r*").steps(9).symmetry(rewrite::Symmetry::None))
            .then(rewrite::all("h -> s")),
    ))
}

fn rewrite_growth() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        RewriteRules::new()
            .fill('~')
            .then(rewrite::put(':', rewrite::At::Center))
            .then(rewrite::one(":~ -> ::").percent(28.0)),
    )
    .with(RewriteRules::new()
        .then(rewrite::count(rewrite::Around::Eight, ["~ -> : if : 5..8", ": -> ~ if ~ 6..8"]).steps(2))
        .then(rewrite::count(rewrite::Around::Eight, [": -> \" if ~ 0", "~ -> ≈ if : 0"]).steps(1))
        .then(rewrite::prl(":\" -> ::").steps(1).p(0.2))
        .then(rewrite::prl("~≈ -> ~~").steps(2).p(0.4)))
    .with(RewriteRules::new()
        .then(rewrite::one("\"\"\"\"\"/\"\"\"\"\"/\"\"\"\"\"/\"\"\"\"\"/\"\"\"\"\" -> *****/*****/**&**/*****/*****")
            .steps(12))
        .then(rewrite::one("&\" -> &&").percent(9.0))))
}

fn rewrite_keys() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(71, 45),
        RewriteRules::new()
            .symbol('A', Tile::WALL)
            .symbol('C', Tile::DOOR)
            .symbol(
                'E',
                rewrite::Symbol { tile: Tile::STAIRS_DOWN, mark: Some(rewrite::Mark::Exit) },
            )
            .symbol(
                'P',
                rewrite::Symbol { tile: Tile::DOOR, mark: Some(rewrite::Mark::Door(Some(0))) },
            )
            .symbol(
                'Q',
                rewrite::Symbol { tile: Tile::DOOR, mark: Some(rewrite::Mark::Door(Some(1))) },
            )
            .symbol('R', Tile::WALL)
            .symbol('S', Tile::WALL)
            .symbol('T', Tile::WALL)
            .symbol(
                'p',
                rewrite::Symbol {
                    tile: Tile::FLOOR,
                    mark: Some(rewrite::Mark::Key("Key 1".into(), 0)),
                },
            )
            .symbol(
                'q',
                rewrite::Symbol {
                    tile: Tile::SAND,
                    mark: Some(rewrite::Mark::Key("Key 2".into(), 1)),
                },
            )
            .symbol('x', Tile::FLOOR)
            .symbol('y', Tile::SAND)
            .symbol('z', Tile::GRAVEL)
            .set('?', "#RST")
            .then(rewrite::put('R', rewrite::At::Center))
            .then(rewrite::one([
                rewrite::Rule::new("**?**/*###*/*###?/*###*/**R** -> AARAA/AxxxA/AxxxR/AxxxA/AACAA"),
                rewrite::Rule::new("***?***/*#####*/*#####?/*#####*/***R*** -> AAARAAA/AxxxxxA/AxxxxxR/AxxxxxA/AAACAAA")
                    .weight(2),
                rewrite::Rule::new("***?***/*#####*/*#####*/*#####?/*#####*/*#####*/***R*** -> AAARAAA/AxxxxxA/AxxxxxA/AxxxxxR/AxxxxxA/AxxxxxA/AAACAAA")
                    .weight(3),
            ])
            .steps(3))
            .then(rewrite::all("xC# -> *A*"))
            .then(rewrite::markov([
                rewrite::one("***?***/*#####*/*#####?/*#####*/***R*** -> AAASAAA/AyyyyyA/AyyyyyS/AyyyyyA/AAAPAAA"),
                rewrite::one("**?**/*###*/*###?/*###*/**R** -> AASAA/AyyyA/AyyyS/AyyyA/AAPAA"),
            ])
            .steps(1))
            .then(rewrite::one([
                rewrite::Rule::new("**?**/*###*/*###?/*###*/**S** -> AASAA/AyyyA/AyyyS/AyyyA/AACAA"),
                rewrite::Rule::new("***?***/*#####*/*#####?/*#####*/***S*** -> AAASAAA/AyyyyyA/AyyyyyS/AyyyyyA/AAACAAA")
                    .weight(2),
                rewrite::Rule::new("***?***/*#####*/*#####*/*#####?/*#####*/*#####*/***S*** -> AAASAAA/AyyyyyA/AyyyyyA/AyyyyyS/AyyyyyA/AyyyyyA/AAACAAA")
                    .weight(3),
            ])
            .steps(2))
            .then(rewrite::markov([
                rewrite::one("***?***/*#####*/*#####?/*#####*/***S*** -> AAATAAA/AzzzzzA/AzzzzzT/AzzzzzA/AAAQAAA"),
                rewrite::one("**?**/*###*/*###?/*###*/**S** -> AATAA/AzzzA/AzzzT/AzzzA/AAQAA"),
            ])
            .steps(1))
            .then(rewrite::one([
                rewrite::Rule::new("**?**/*###*/*###?/*###*/**R** -> AARAA/AxxxA/AxxxR/AxxxA/AACAA"),
                rewrite::Rule::new("***?***/*#####*/*#####?/*#####*/***R*** -> AAARAAA/AxxxxxA/AxxxxxR/AxxxxxA/AAACAAA")
                    .weight(2),
                rewrite::Rule::new("***?***/*#####*/*#####*/*#####?/*#####*/*#####*/***R*** -> AAARAAA/AxxxxxA/AxxxxxA/AxxxxxR/AxxxxxA/AxxxxxA/AAACAAA")
                    .weight(3),
                rewrite::Rule::new("**?**/*###*/*###?/*###*/**S** -> AASAA/AyyyA/AyyyS/AyyyA/AACAA"),
                rewrite::Rule::new("***?***/*#####*/*#####?/*#####*/***S*** -> AAASAAA/AyyyyyA/AyyyyyS/AyyyyyA/AAACAAA")
                    .weight(2),
                rewrite::Rule::new("***?***/*#####*/*#####*/*#####?/*#####*/*#####*/***S*** -> AAASAAA/AyyyyyA/AyyyyyA/AyyyyyS/AyyyyyA/AyyyyyA/AAACAAA")
                    .weight(3),
                rewrite::Rule::new("**?**/*###*/*###?/*###*/**T** -> AATAA/AzzzA/AzzzT/AzzzA/AACAA"),
                rewrite::Rule::new("***?***/*#####*/*#####?/*#####*/***T*** -> AAATAAA/AzzzzzA/AzzzzzT/AzzzzzA/AAACAAA")
                    .weight(2),
                rewrite::Rule::new("***?***/*#####*/*#####*/*#####?/*#####*/*#####*/***T*** -> AAATAAA/AzzzzzA/AzzzzzA/AzzzzzT/AzzzzzA/AzzzzzA/AAACAAA")
                    .weight(3),
            ])
            .steps(40))
            .then(rewrite::one("xxx/xxx/xxx -> ***/*p*/***").steps(1))
            .then(rewrite::one("yyy/yyy/yyy -> ***/*q*/***").steps(1))
            .then(rewrite::one("zzz/zzz/zzz -> ***/*E*/***").steps(1))
            .then(rewrite::one("x -> @").steps(1)),
    ))
}

fn rewrite_life() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        RewriteRules::new()
            .fill('.')
            .then(rewrite::prl(". -> #").steps(1).p(0.3))
            .then(rewrite::count(rewrite::Around::Eight, [". -> # if # 3", "# -> . if # 0..1,4..8"])
                .steps(120)),
    )
    .wrap(Wrap::Both))
}

fn rewrite_maze_growth() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(61, 41),
        RewriteRules::new()
            .symbol('R', Tile::FLOOR)
            .then(rewrite::put('R', rewrite::At::Cell(1, 1)))
            .then(rewrite::one("R## -> R.R")),
    )
    .with(AreaStart::default())
    .with(DistantExit::default()))
}

fn rewrite_nystrom() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(71, 45),
        RewriteRules::new()
            .symbol('D', Tile::DOOR)
            .symbol('F', Tile::FLOOR)
            .symbol('G', Tile::FLOOR)
            .symbol('J', Tile::FLOOR)
            .symbol('L', Tile::WALL)
            .symbol('M', Tile::FLOOR)
            .symbol('R', Tile::FLOOR)
            .symbol('g', Tile::FLOOR)
            .set('?', "JD")
            .set('n', "FM")
            .then(rewrite::put('L', rewrite::At::Cell(1, 1)))
            .then(rewrite::prl("L## -> **L"))
            .then(rewrite::one([
                "#######/#L#L#L#/#######/#L#L#L#/#######/#L#L#L#/####### -> *******/*FFFFF*/*FFFFF*/*FFFFF*/*FFFFF*/*FFFFF*/*******",
                "#########/#L#L#L#L#/#########/#L#L#L#L#/#########/#L#L#L#L#/######### -> *********/*FFFFFFF*/*FFFFFFF*/*FFFFFFF*/*FFFFFFF*/*FFFFFFF*/*********",
                "###########/#L#L#L#L#L#/###########/#L#L#L#L#L#/###########/#L#L#L#L#L#/###########/#L#L#L#L#L#/########### -> ***********/*FFFFFFFFF*/*FFFFFFFFF*/*FFFFFFFFF*/*FFFFFFFFF*/*FFFFFFFFF*/*FFFFFFFFF*/*FFFFFFFFF*/***********",
            ])
            .steps(18))
            .then(rewrite::markov([
                rewrite::one("R#L -> GgR"),
                rewrite::one("RgG -> MMR"),
                rewrite::one("R -> M"),
                rewrite::one("L -> R"),
            ]))
            .then(rewrite::one("n -> J").steps(1))
            .then(rewrite::markov([rewrite::one("Jn -> JJ"), rewrite::one("J#n -> JDJ")]))
            .then(rewrite::all("J#J -> JDJ").steps(1).p(0.02))
            .then(rewrite::one("*#*/#?#/*?* -> ***/*#*/***")),
    )
    .with(AreaStart::default())
    .with(DistantExit::default()))
}

fn rewrite_river() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        RewriteRules::new()
            .symbol('E', Tile::ROAD)
            .symbol('R', Tile::GRASS)
            .symbol('S', Tile::SAND)
            .symbol('W', Tile::GRASS)
            .set('w', "~≈")
            .fill('"')
            .then(rewrite::put('W', rewrite::At::TopLeft))
            .then(rewrite::put('R', rewrite::At::BottomRight))
            .then(rewrite::one(["R\" -> RR", "W\" -> WW"]))
            .then(rewrite::all("RW -> ~~"))
            .then(rewrite::all(["W -> \"", "R -> \""]))
            .then(rewrite::prl("~\" -> ~~").steps(2))
            .then(rewrite::prl("~~~~/~~~~/~~~~/~~~~ -> ****/*≈≈*/*≈≈*/****"))
            .then(rewrite::prl("~\" -> ~S").steps(1))
            .then(rewrite::prl("S\" -> SS").steps(1).p(0.3))
            .then(rewrite::put('=', rewrite::At::Left))
            .then(rewrite::put('E', rewrite::At::Right))
            .then(rewrite::path(rewrite::Path {
                paint: '=',
                from: "=".into(),
                to: "E".into(),
                on: "\"S~≈".into(),
                inertia: true,
                longest: false,
            }))
            .then(rewrite::prl("w=w -> *-*"))
            .then(rewrite::one("\" -> &").percent(1.0))
            .then(rewrite::one("&\" -> &&").percent(12.0))
            .then(rewrite::one("&&&/&&&/&&& -> ***/*\"*/***").steps(12)),
    ))
}

fn rewrite_roots() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        RewriteRules::new()
            .symbol('R', Tile::FLOOR)
            .then(rewrite::put('R', rewrite::At::Top))
            .then(rewrite::one("# -> ~").steps(16))
            .then(rewrite::one("*##/R##/*## -> ***/*R*/***")
                .percent(14.0)
                .field(rewrite::Field::toward('R', "~", "#").recompute())
                .temperature(0.5)),
    ))
}

fn rewrite_trail() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), CellularAutomata::default())
        .with(AreaStart::default())
        .with(CullUnreachable::default())
        .with(DistantExit::default())
        .with(RewriteRules::new()
            .symbol('E', rewrite::Symbol { tile: Tile::FLOOR, mark: Some(rewrite::Mark::Exit) })
            .then(rewrite::path(rewrite::Path {
                paint: '=',
                from: "@".into(),
                to: "E".into(),
                on: ".".into(),
                inertia: true,
                longest: false,
            }))
            .then(rewrite::prl("=. -> *\"").steps(2).p(0.5))
            .then(rewrite::prl("\". -> *\"").steps(3).p(0.25))))
}

fn rewrite_voronoi() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        RewriteRules::new()
            .symbol('a', Tile::GRASS)
            .symbol('b', Tile::SAND)
            .symbol('c', Tile::WATER)
            .symbol('d', Tile::GRAVEL)
            .symbol('e', Tile::ROAD)
            .symbol('f', Tile::FLOOR)
            .then(rewrite::one("# -> a").steps(5))
            .then(rewrite::one("# -> b").steps(5))
            .then(rewrite::one("# -> c").steps(5))
            .then(rewrite::one("# -> d").steps(5))
            .then(rewrite::one("# -> e").steps(5))
            .then(rewrite::one("# -> f").steps(5))
            .then(rewrite::all(["a# -> aa", "b# -> bb", "c# -> cc", "d# -> dd", "e# -> ee", "f# -> ff"])),
    ))
}

fn rewrite_wilson() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(61, 41),
        RewriteRules::new()
            .symbol('L', Tile::WALL)
            .symbol('O', Tile::FLOOR)
            .symbol('P', Tile::FLOOR)
            .symbol('R', Tile::FLOOR)
            .symbol('T', Tile::FLOOR)
            .symbol('U', Tile::FLOOR)
            .symbol('g', Tile::FLOOR)
            .symbol('t', Tile::FLOOR)
            .then(rewrite::put('L', rewrite::At::Cell(1, 1)))
            .then(rewrite::prl("L## -> **L"))
            .then(rewrite::one("L -> T").steps(1))
            .then(rewrite::markov([
                rewrite::one(["UgP -> L#U", "UgO -> L#R"]),
                rewrite::one("tgP -> T.t"),
                rewrite::one("t -> T"),
                rewrite::one(["R#L -> PgR", "R#T -> t.T", "R#P -> U#O", "RgP -> L#R"]),
                rewrite::one("L -> R"),
            ])
            .steps(10000000)),
    )
    .with(AreaStart::default())
    .with(DistantExit::default()))
}

fn rooms_and_tunnels() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        RandomRooms { corridors: None, ..RandomRooms::default() },
    )
    .with(RoomSorter::default())
    .with(Corridors { rooms: RoomPairs::InOrder, line: CorridorLine::Dogleg, ..Corridors::default() })
    .with(AreaStart { x: AreaX::Left, y: AreaY::Top, ..AreaStart::default() })
    .with(DistantExit::default()))
}

fn rooms_with_doors() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(60, 38),
        RandomRooms {
            tries: 120,
            min: 5,
            max: 9,
            spacing: 2,
            corridors: Some(Corridors {
                rooms: RoomPairs::Halves,
                line: CorridorLine::Straight,
                width: 1,
                extra: 0.15,
            }),
            ..RandomRooms::default()
        },
    )
    .with(AreaStart { x: AreaX::Left, y: AreaY::Top, ..AreaStart::default() })
    .with(DistantExit::default())
    .with(Doors::default()))
}

fn round_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        RandomRooms { tries: 60, min: 7, max: 13, corridors: None, ..RandomRooms::default() },
    )
    .with(RoomSorter::default())
    .with(RoomDrawer { chance: 0.7, ..RoomDrawer::default() })
    .with(RoomCornerRounder { radius: 1 })
    .with(Corridors { rooms: RoomPairs::InOrder, line: CorridorLine::Dogleg, ..Corridors::default() })
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(DistantExit::default()))
}

fn short_corridors() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        RandomRooms {
            tries: 200,
            min: 4,
            max: 9,
            spacing: 2,
            corridors: None,
            ..RandomRooms::default()
        },
    )
    .with(Corridors { extra: 0.2, ..Corridors::default() })
    .with(AreaStart { x: AreaX::Right, ..AreaStart::default() })
    .with(DistantExit::default()))
}

fn sidewinder_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(41, 27),
        Sidewinder { horizontal: 0.65, root: Root::At(Point::new(20, 26)) },
    )
    .with(DistantExit::default()))
}

fn slanting_corridors() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(80, 50),
        BspDungeon { max_rooms: Some(14), corridors: None, ..BspDungeon::default() },
    )
    .with(RoomSorter::default())
    .with(RoomCornerRounder { radius: 1 })
    .with(Corridors { line: CorridorLine::Slanting, extra: 0.3, ..Corridors::default() })
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(DistantExit::default()))
}

fn split_dungeon() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), BspDungeon::default())
        .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
        .with(DistantExit::default()))
}

fn swamp() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(72, 44),
        CellularAutomata {
            wall_percent: 40,
            rounds: 6,
            rule: "B5678/S45678".parse()?,
            ..CellularAutomata::default()
        },
    )
    .with(Paint { tile: Tile::TREE, over: vec![Tile::WALL], share: 1.0, ..Paint::default() })
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(CullUnreachable::default())
    .with(DistantExit::default())
    .with(Paint {
        tile: Tile::DEEP_WATER,
        share: 0.22,
        scale: 9,
        octaves: 3,
        min_patch: 10,
        ford: Some(Tile::WATER),
        ..Paint::default()
    })
    .with(Paint {
        tile: Tile::WATER,
        place: PlaceRules {
            distances: vec![
                DistanceRule {
                    to: Landmark::Tile(Tile::DEEP_WATER),
                    min: 0,
                    max: 3,
                    steps: Steps::Walk,
                },
            ],
            ground: PlaceGround::Any,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        share: 0.75,
        scale: 6,
        ..Paint::default()
    })
    .with(Paint { share: 0.85, scale: 8, ..Paint::default() })
    .with(Scatter {
        what: Scattered::Tile(Tile::TREE),
        over: vec![Tile::GRASS],
        spacing: 3,
        density: 0.08,
        ..Scatter::default()
    })
    .with(Scatter {
        what: Scattered::Spawn("Will-o'-wisp".into()),
        over: vec![Tile::WATER],
        place: PlaceRules {
            distances: vec![
                DistanceRule { to: Landmark::Start, min: 12, max: u32::MAX, steps: Steps::Walk },
            ],
            ground: PlaceGround::Any,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        spacing: 9,
        ..Scatter::default()
    })
    .with(SolvabilityValidator::default()))
}

fn temple() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(48, 44),
        GraphLayout {
            rooms: Rooms::List(vec![
                RoomSpec {
                    width: Some([7, 9]),
                    height: Some([6, 7]),
                    template: None,
                    role: Some("start".into()),
                    tags: vec!["porch".into()],
                },
                RoomSpec {
                    width: None,
                    height: None,
                    template: Some(Templates::One("#####+#####\n#.........#\n#.o.....o.#\n+.........+\n#.o.....o.#\n#.........#\n#.o.....o.#\n+.........+\n#.o.....o.#\n#.........#\n#####+#####".parse()?)),
                    role: None,
                    tags: vec!["nave".into()],
                },
                RoomSpec {
                    width: Some([6, 7]),
                    height: Some([7, 9]),
                    template: None,
                    role: None,
                    tags: vec!["cloister".into()],
                },
                RoomSpec {
                    width: Some([6, 7]),
                    height: Some([7, 9]),
                    template: None,
                    role: None,
                    tags: vec!["cloister".into()],
                },
                RoomSpec {
                    width: Some([6, 8]),
                    height: Some([6, 8]),
                    template: None,
                    role: None,
                    tags: vec!["chapel".into()],
                },
                RoomSpec {
                    width: Some([6, 8]),
                    height: Some([6, 8]),
                    template: None,
                    role: None,
                    tags: vec!["chapel".into()],
                },
                RoomSpec {
                    width: Some([6, 8]),
                    height: Some([6, 8]),
                    template: None,
                    role: None,
                    tags: vec!["sacristy".into()],
                },
                RoomSpec {
                    width: Some([6, 8]),
                    height: Some([6, 8]),
                    template: None,
                    role: None,
                    tags: vec!["scriptorium".into()],
                },
                RoomSpec {
                    width: Some([8, 10]),
                    height: Some([6, 7]),
                    template: None,
                    role: None,
                    tags: vec!["choir".into()],
                },
                RoomSpec {
                    width: None,
                    height: None,
                    template: Some(Templates::One(" ##+## \n##...##\n#.~~~.#\n+.~~~.+\n#.~~~.#\n##...##\n ##+## ".parse()?)),
                    role: None,
                    tags: vec!["well".into()],
                },
                RoomSpec {
                    width: Some([7, 9]),
                    height: Some([6, 7]),
                    template: None,
                    role: Some("exit".into()),
                    tags: vec!["sanctum".into()],
                },
            ]),
            joins: Some(vec![(0, 1), (1, 2), (1, 3), (1, 8), (2, 4), (2, 6), (3, 5), (3, 7), (8, 9), (9, 10)]),
            ..GraphLayout::default()
        },
    )
    .with(LockAndKey { keys: 1, ..LockAndKey::default() })
    .with(KeyVaults { vaults: 2, ..KeyVaults::default() })
    .with(SolvabilityValidator { allow: vec![Allow::Unneeded] }))
}

fn torus_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(41, 27), AldousBroder::default())
        .wrap(Wrap::Both)
        .with(DistantExit::default()))
}

fn treasure_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), BspDungeon::default())
        .with(RoomStart::default())
        .with(DistantExit::default())
        .with(RoomSpawns::default())
        .with(PrefabVaults {
            vaults: vec![
                Vault {
                    weight: 2,
                    ..Vault::new(
            "chest",
            Prefab::from_rows(
                ["o+o", "oao", "ooo"].into_iter(),
                &Legend::default().with('a', Meaning::spawn("Gold")),
            )?,
        )
                },
                Vault {
                    weight: 3,
                    ..Vault::new(
            "pillars",
            Prefab::from_rows(["o o", "   ", "o o"].into_iter(), &Legend::default())?,
        )
                },
                Vault::new(
                    "basin",
                    Prefab::from_rows(["~~", "~~"].into_iter(), &Legend::default())?,
                ),
            ],
            max: 8,
            repeat: true,
            margin: 1,
            ..PrefabVaults::default()
        }))
}

fn unavoidable() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(25, 17),
        PrimMaze { max_degree: 4, ..PrimMaze::default() },
    )
    .with(DistantExit::default())
    .with(LoopInjector { rule: LoopRule::DefeatWallFollowers }))
}

fn village() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(72, 44),
        RandomRooms {
            tries: 60,
            min: 4,
            max: 9,
            spacing: 3,
            corridors: Some(Corridors {
                rooms: RoomPairs::Nearest,
                line: CorridorLine::Straight,
                width: 1,
                extra: 0.3,
            }),
            ..RandomRooms::default()
        },
    )
    .with(Doors::default())
    .with(Paint {
        tile: Tile::ROAD,
        place: PlaceRules {
            distances: vec![],
            ground: PlaceGround::Corridor,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        share: 1.0,
        ..Paint::default()
    })
    .with(RoomStart::default())
    .with(RoomExit::default())
    .with(Paint {
        over: vec![Tile::WALL],
        place: PlaceRules {
            distances: vec![
                DistanceRule {
                    to: Landmark::Tile(Tile::FLOOR),
                    min: 2,
                    max: u32::MAX,
                    steps: Steps::Diagonal,
                },
            ],
            ground: PlaceGround::Any,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        share: 1.0,
        ..Paint::default()
    })
    .with(Paint { by: PaintBy::Room, share: 0.25, ..Paint::default() })
    .with(Scatter {
        what: Scattered::Tile(Tile::TREE),
        over: vec![Tile::GRASS],
        place: PlaceRules {
            distances: vec![
                DistanceRule {
                    to: Landmark::Tile(Tile::ROAD),
                    min: 2,
                    max: u32::MAX,
                    steps: Steps::Diagonal,
                },
            ],
            ground: PlaceGround::Any,
            role: None,
            tag: None,
            min_depth: 0,
            max_depth: u32::MAX,
        },
        spacing: 2,
        density: 0.05,
        ..Scatter::default()
    })
    .with(AreaGraph { max_width: 2, min_area: 9, ..AreaGraph::default() })
    .with(LockAndKey { min: Some(1), ..LockAndKey::default() })
    .with(SolvabilityValidator::default()))
}

fn voronoi_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(64, 40),
        VoronoiCells { seeds: 28, walls: CellWalls::Full, ..VoronoiCells::default() },
    )
    .with(JoinParts { min_size: 12, ..JoinParts::default() })
    .with(LoopInjector { rule: LoopRule::Detour { min_distance: 60, count: None } })
    .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
    .with(DistantExit::default()))
}

fn wang_paths() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(32, 20), WangEdges::default())
        .with(JoinParts::default())
        .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
        .with(DistantExit::default()))
}

fn wang_ribbons() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(32, 20), WangEdges { colors: 3 }))
}

fn wfc_chunks() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 40), BspDungeon::default())
        .with(WaveFunctionCollapse {
            model: CollapseModel::Chunks { chunk: 8, stride: 2 },
            border: true,
            connect: Connect::Repair,
            ..WaveFunctionCollapse::default()
        })
        .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
        .with(CullUnreachable::default())
        .with(DistantExit::default()))
}

fn wfc_dungeon() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 36), BspDungeon::default())
        .with(WaveFunctionCollapse {
            model: CollapseModel::Overlapping { n: 4 },
            symmetry: wfc::Symmetries::of(&[wfc::Image::Mirrors]),
            border: true,
            connect: Connect::Repair,
            ..WaveFunctionCollapse::default()
        })
        .with(AreaStart { x: AreaX::Left, ..AreaStart::default() })
        .with(CullUnreachable::default())
        .with(DistantExit::default()))
}

fn wfc_wang() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(32, 20), KruskalMaze::default())
        .with(WaveFunctionCollapse {
            model: CollapseModel::Tiled,
            symmetry: wfc::Symmetries::NONE,
            border: true,
            connect: Connect::Repair,
            ..WaveFunctionCollapse::default()
        })
        .with(AreaStart::default())
        .with(DistantExit::default()))
}

fn wilson_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(41, 27), Wilson::default())
        .with(AreaStart { x: AreaX::Left, y: AreaY::Top, ..AreaStart::default() })
        .with(DistantExit::default()))
}

fn prim_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default()))
}

fn kruskal_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), KruskalMaze::default()))
}

fn backtracker() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), Backtracker::default()))
}

fn wilson() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), Wilson::default()))
}

fn aldous_broder() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), AldousBroder::default()))
}

fn hunt_and_kill() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), HuntAndKill::default()))
}

fn growing_tree() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), GrowingTree::default()))
}

fn binary_tree() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), BinaryTree::default()))
}

fn sidewinder() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), Sidewinder::default()))
}

fn eller() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), Eller::default()))
}

fn recursive_division() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), RecursiveDivision::default()))
}

fn nested_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), NestedMaze::default()))
}

fn wang_edges() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), WangEdges::default()))
}

fn wang_corners() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), WangCorners::default()))
}

fn herringbone_wang() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), HerringboneWang::default()))
}

fn polyomino_fill() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PolyominoFill::default()))
}

fn rewrite() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(31, 21),
        RewriteRules::new()
            .then(rewrite::put('.', rewrite::At::Center))
            .then(rewrite::one(".# -> ..").percent(40.0)),
    ))
}

fn cellular_automata() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CellularAutomata::default()))
}

fn random_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), RandomRooms::default()))
}

fn bsp_dungeon() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), BspDungeon::default()))
}

fn bsp_interior() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), BspInterior::default()))
}

fn drunkards_walk() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), DrunkardsWalk::default()))
}

fn dla() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), Dla::default()))
}

fn voronoi_cells() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), VoronoiCells::default()))
}

fn arena() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), Arena::default()))
}

fn prefab_level() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrefabLevel::default()))
}

fn graph_layout() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), GraphLayout::default()))
}

fn cycle_graph() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CycleGraph::default()))
}

fn loop_injector() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(LoopInjector::default()))
}

fn sides_to_tiles() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(SidesToTiles::default()))
}

fn tiles_to_sides() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(SidesToTiles::default())
        .with(TilesToSides::default()))
}

fn region_doors() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PolyominoFill::default())
        .with(RegionDoors::default()))
}

fn wave_function_collapse() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CellularAutomata::default())
        .with(WaveFunctionCollapse::default()))
}

fn rooms_from_regions() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(RoomsFromRegions::default()))
}

fn room_sorter() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), RandomRooms::default())
        .with(RoomSorter::default()))
}

fn room_drawer() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), RandomRooms::default())
        .with(RoomDrawer::default()))
}

fn room_corner_rounder() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), RandomRooms::default())
        .with(RoomCornerRounder::default()))
}

fn room_exploder() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), RandomRooms::default())
        .with(RoomExploder::default()))
}

fn corridors() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(
        Size::new(31, 21),
        RandomRooms { corridors: None, ..RandomRooms::default() },
    )
    .with(Corridors::default()))
}

fn doors() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), RandomRooms::default()).with(Doors::default()))
}

fn snapshot_history() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(SnapshotHistory::default()))
}

fn prefab_section() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CellularAutomata::default())
        .with(PrefabSection::default()))
}

fn prefab_vaults() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CellularAutomata::default())
        .with(PrefabVaults::default()))
}

fn unique_pipes() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(UniquePipes::default()))
}

fn pipe_shuffler() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(PipeShuffler::default()))
}

fn ring_validator() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(RingValidator::default()))
}

fn area_start() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CellularAutomata::default())
        .with(AreaStart::default()))
}

fn room_start() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), RandomRooms::default())
        .with(RoomStart::default()))
}

fn cull_unreachable() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CellularAutomata::default())
        .with(AreaStart::default())
        .with(CullUnreachable::default()))
}

fn join_parts() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CellularAutomata::default())
        .with(JoinParts::default()))
}

fn distant_exit() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(DistantExit::default()))
}

fn area_exit() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CellularAutomata::default())
        .with(AreaStart::default())
        .with(AreaExit::default()))
}

fn room_exit() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), RandomRooms::default())
        .with(AreaStart::default())
        .with(RoomExit::default()))
}

fn tight_walls() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default()).with(TightWalls::default()))
}

fn portals() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default()).with(Portals::default()))
}

fn paint() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default()).with(Paint::default()))
}

fn scatter() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default()).with(Scatter::default()))
}

fn room_spawns() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), RandomRooms::default())
        .with(RoomSpawns::default()))
}

fn corridor_spawns() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), RandomRooms::default())
        .with(CorridorSpawns::default()))
}

fn voronoi_spawns() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CellularAutomata::default())
        .with(VoronoiSpawns::default()))
}

fn area_graph() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default()).with(AreaGraph::default()))
}

fn lock_and_key() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(DistantExit::default())
        .with(AreaGraph::default())
        .with(LockAndKey::default()))
}

fn key_vaults() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(DistantExit::default())
        .with(AreaGraph::default())
        .with(KeyVaults::default()))
}

fn solvability_validator() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(DistantExit::default())
        .with(SolvabilityValidator::default()))
}

pub(crate) type Chain = fn() -> Result<BuilderChain, Box<dyn std::error::Error>>;

pub(crate) const ALL: &[(&str, Chain)] = &[
    ("archipelago", archipelago),
    ("binary-tree-maze", binary_tree_maze),
    ("braided-maze", braided_maze),
    ("building", building),
    ("burrow", burrow),
    ("carved-maze", carved_maze),
    ("castle-keys", castle_keys),
    ("cave", cave),
    ("cave-halls", cave_halls),
    ("cave-maze", cave_maze),
    ("cave-sanctum", cave_sanctum),
    ("cave-with-monsters", cave_with_monsters),
    ("cave-with-vaults", cave_with_vaults),
    ("cycle-dungeon", cycle_dungeon),
    ("detours", detours),
    ("division-maze", division_maze),
    ("dla-central-attractor", dla_central_attractor),
    ("dla-heavy-erosion", dla_heavy_erosion),
    ("dla-insectoid", dla_insectoid),
    ("dla-walk-inwards", dla_walk_inwards),
    ("dla-walk-outwards", dla_walk_outwards),
    ("drunkard-fat-passages", drunkard_fat_passages),
    ("drunkard-fearful-symmetry", drunkard_fearful_symmetry),
    ("drunkard-open-area", drunkard_open_area),
    ("drunkard-open-halls", drunkard_open_halls),
    ("drunkard-winding-passages", drunkard_winding_passages),
    ("eller-maze", eller_maze),
    ("endless-caves", endless_caves),
    ("endless-cells", endless_cells),
    ("endless-halls", endless_halls),
    ("endless-islands", endless_islands),
    ("endless-maze", endless_maze),
    ("endless-rooms", endless_rooms),
    ("exploded-rooms", exploded_rooms),
    ("growing-tree-maze", growing_tree_maze),
    ("harbor-village", harbor_village),
    ("herringbone-dungeon", herringbone_dungeon),
    ("hunt-and-kill-maze", hunt_and_kill_maze),
    ("island-crypt", island_crypt),
    ("joined-caves", joined_caves),
    ("joined-parts", joined_parts),
    ("level-bsp", level_bsp),
    ("level-cave", level_cave),
    ("level-dla", level_dla),
    ("level-exploded", level_exploded),
    ("level-interior", level_interior),
    ("level-maze", level_maze),
    ("level-rooms", level_rooms),
    ("level-voronoi", level_voronoi),
    ("level-walk", level_walk),
    ("locked-maze", locked_maze),
    ("mansion", mansion),
    ("mine", mine),
    ("open-cave", open_cave),
    ("pillar-cave", pillar_cave),
    ("pipe-puzzle", pipe_puzzle),
    ("pipe-torus", pipe_torus),
    ("pipe-unique", pipe_unique),
    ("polyomino-floor", polyomino_floor),
    ("polyomino-rooms", polyomino_rooms),
    ("portal-maze", portal_maze),
    ("rewrite-backtracker", rewrite_backtracker),
    ("rewrite-boulders", rewrite_boulders),
    ("rewrite-cave", rewrite_cave),
    ("rewrite-dungeon", rewrite_dungeon),
    ("rewrite-flowers", rewrite_flowers),
    ("rewrite-growth", rewrite_growth),
    ("rewrite-keys", rewrite_keys),
    ("rewrite-life", rewrite_life),
    ("rewrite-maze-growth", rewrite_maze_growth),
    ("rewrite-nystrom", rewrite_nystrom),
    ("rewrite-river", rewrite_river),
    ("rewrite-roots", rewrite_roots),
    ("rewrite-trail", rewrite_trail),
    ("rewrite-voronoi", rewrite_voronoi),
    ("rewrite-wilson", rewrite_wilson),
    ("rooms-and-tunnels", rooms_and_tunnels),
    ("rooms-with-doors", rooms_with_doors),
    ("round-rooms", round_rooms),
    ("short-corridors", short_corridors),
    ("sidewinder-maze", sidewinder_maze),
    ("slanting-corridors", slanting_corridors),
    ("split-dungeon", split_dungeon),
    ("swamp", swamp),
    ("temple", temple),
    ("torus-maze", torus_maze),
    ("treasure-rooms", treasure_rooms),
    ("unavoidable", unavoidable),
    ("village", village),
    ("voronoi-rooms", voronoi_rooms),
    ("wang-paths", wang_paths),
    ("wang-ribbons", wang_ribbons),
    ("wfc-chunks", wfc_chunks),
    ("wfc-dungeon", wfc_dungeon),
    ("wfc-wang", wfc_wang),
    ("wilson-maze", wilson_maze),
    ("prim-maze", prim_maze),
    ("kruskal-maze", kruskal_maze),
    ("backtracker", backtracker),
    ("wilson", wilson),
    ("aldous-broder", aldous_broder),
    ("hunt-and-kill", hunt_and_kill),
    ("growing-tree", growing_tree),
    ("binary-tree", binary_tree),
    ("sidewinder", sidewinder),
    ("eller", eller),
    ("recursive-division", recursive_division),
    ("nested-maze", nested_maze),
    ("wang-edges", wang_edges),
    ("wang-corners", wang_corners),
    ("herringbone-wang", herringbone_wang),
    ("polyomino-fill", polyomino_fill),
    ("rewrite", rewrite),
    ("cellular-automata", cellular_automata),
    ("random-rooms", random_rooms),
    ("bsp-dungeon", bsp_dungeon),
    ("bsp-interior", bsp_interior),
    ("drunkards-walk", drunkards_walk),
    ("dla", dla),
    ("voronoi-cells", voronoi_cells),
    ("arena", arena),
    ("prefab-level", prefab_level),
    ("graph-layout", graph_layout),
    ("cycle-graph", cycle_graph),
    ("loop-injector", loop_injector),
    ("sides-to-tiles", sides_to_tiles),
    ("tiles-to-sides", tiles_to_sides),
    ("region-doors", region_doors),
    ("wave-function-collapse", wave_function_collapse),
    ("rooms-from-regions", rooms_from_regions),
    ("room-sorter", room_sorter),
    ("room-drawer", room_drawer),
    ("room-corner-rounder", room_corner_rounder),
    ("room-exploder", room_exploder),
    ("corridors", corridors),
    ("doors", doors),
    ("snapshot-history", snapshot_history),
    ("prefab-section", prefab_section),
    ("prefab-vaults", prefab_vaults),
    ("unique-pipes", unique_pipes),
    ("pipe-shuffler", pipe_shuffler),
    ("ring-validator", ring_validator),
    ("area-start", area_start),
    ("room-start", room_start),
    ("cull-unreachable", cull_unreachable),
    ("join-parts", join_parts),
    ("distant-exit", distant_exit),
    ("area-exit", area_exit),
    ("room-exit", room_exit),
    ("tight-walls", tight_walls),
    ("portals", portals),
    ("paint", paint),
    ("scatter", scatter),
    ("room-spawns", room_spawns),
    ("corridor-spawns", corridor_spawns),
    ("voronoi-spawns", voronoi_spawns),
    ("area-graph", area_graph),
    ("lock-and-key", lock_and_key),
    ("key-vaults", key_vaults),
    ("solvability-validator", solvability_validator),
];
