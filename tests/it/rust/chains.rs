//! Every bundled recipe and every builder, written by `tests/it/rust_files.rs`.

use mapwright::builders::*;
use mapwright::prelude::*;
use mapwright::{rewrite, wang, wfc};

fn archipelago() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(72, 44), CellularAutomata { wall_chance: 0.53, rounds: 6, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(Paint { tile: Tile::DEEP_WATER, over: vec![Tile::WALL], share: 1.0, ..Paint::default() })
        .with(JoinComponents { min_cells: 30, line: TunnelShape::Straight, tile: Tile::BRIDGE, ..JoinComponents::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(Exit::default())
        .with(AreaGraph { max_width: 3, min_cells: 20, ..AreaGraph::default() })
        .with(LockAndKey { min_keys: Some(1), ..LockAndKey::default() })
        .with(SolvabilityValidator::default())
        .with(Paint { tile: Tile::SAND, placement: Placement { distances: vec![DistanceRule { to: "deep-water".parse()?, min: 0, max: 1, steps: Steps::Diagonal }], ..Placement::default() }, share: 1.0, ..Paint::default() })
        .with(Paint { share: 0.8, scale: 8, ..Paint::default() })
        .with(Scatter { what: Scattered::Spawn("Palm".into()), over: vec![Tile::GRASS], spacing: 4, ..Scatter::default() }))
}

fn binary_tree_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(41, 27), BinaryTree { corner: mapwright::core::Corner::SE, root: Root::At((0, 0).into()), ..BinaryTree::default() })
        .with(Exit::default()))
}

fn braided_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), Backtracker::default())
        .with(LoopInjector { chance: 0.6, ..LoopInjector::default() })
        .with(Exit::default()))
}

fn building() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), BspInterior::default())
        .with(Doors::default())
        .with(Shortcuts::default())
        .with(Shortcuts { tile: Tile::WINDOW, min_detour: 12, ..Shortcuts::default() })
        .with(Start { at: Place::BottomLeft, ..Start::default() })
        .with(Exit::default()))
}

fn burrow() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 40), Dla { share: 0.38, ..Dla::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(CullUnreachable::default())
        .with(TightWalls::default())
        .with(Exit::default())
        .with(AreaGraph { max_width: 5, min_cells: 30, diagonal: true })
        .with(LockAndKey { min_keys: Some(1), ..LockAndKey::default() })
        .with(SolvabilityValidator::default())
        .with(Paint { tile: Tile::GRAVEL, placement: Placement { distances: vec![DistanceRule { to: "solid".parse()?, min: 0, max: 1, steps: Steps::Walk }], ..Placement::default() }, share: 0.4, scale: 5, ..Paint::default() })
        .with(Scatter { what: Scattered::Spawn("Egg".into()), placement: Placement { distances: vec![DistanceRule { to: "exit".parse()?, min: 0, max: 25, steps: Steps::Walk }], ..Placement::default() }, max: Some(12), ..Scatter::default() }))
}

fn carved_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(25, 16), Backtracker { root: Root::Random })
        .with(SidesToTiles::default())
        .with(LoopInjector { rule: LoopRule::Random, share: Some(0.04), ..LoopInjector::default() })
        .with(SnapshotHistory { label: "dug through".into() })
        .with(TilesToSides::default())
        .with(Start { at: Place::TopLeft, ..Start::default() })
        .with(Exit::default()))
}

fn castle_keys() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 40), BspDungeon::default())
        .with(Start { at: Place::FirstRoom, ..Start::default() })
        .with(Exit::default())
        .with(AreaGraph::default())
        .with(LockAndKey { keys: 3, max_shortcuts: 1, ..LockAndKey::default() })
        .with(SolvabilityValidator::default())
        .with(Spawns { placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 8, max: u32::MAX, steps: Steps::Walk }], ..Placement::default() }, ..Spawns::default() }))
}

fn catacombs() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(70, 44), r##########"{"use":"accretion","tries":200,"hallway_chance":0.2,"max_loops":10,"shapes":[{"shape":"cave","weight":2,"min_cells":16,"max_cells":60},{"shape":"cross","weight":1},{"weight":3,"template":{"rows":["######+######","#t.t.t.t.t.t#","#...........#","+...........+","#...........#","#t.t.t.t.t.t#","######+######"],"legend":{"t":{"any":{"o":3,"T":1,".":1}},"T":{"spawn":"Sarcophagus"}}}},{"weight":2,"template":{"rows":["   ##+##   ","  ##...##  "," ##.....## ","##..hhh..##","#...hhh...#","+...hhh...+","#.........#","##.......##"," ##.....## ","  ##...##  ","   ##+##   "],"legend":{"h":{"slot":"altar"},"A":{"spawn":"Altar"},"c":{"any":{"C":1,".":1}},"C":{"spawn":"Candle"}},"slots":{"altar":[["c.c",".A.","c.c"],["~~~","~~~","c.c"],["o.o",".A.","o.o"]]}}},{"weight":3,"template":{"rows":["#########","#..s#s..#","##.###.##","+.......+","##.###.##","#..s#s..#","#########"],"legend":{"s":{"any":{"S":1,".":3}},"S":{"spawn":"Skeleton"}}}},{"weight":2,"template":{"rows":["######","#....#","#.%%.#","#.%%.#","#....#","######"],"legend":{"%":{"any":{"~":1,"≈":2}}}}}]}"##########.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(Start { at: Place::Left, ..Start::default() })
        .with(Exit::default())
        .with(Spawns { budget: Some((0, 3).into()), placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 8, max: u32::MAX, steps: Steps::Walk }], ..Placement::default() }, depth: 4, ..Spawns::default() }))
}

fn cave() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), CellularAutomata { wall_chance: 0.46, rounds: 7, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Exit::default()))
}

fn cave_halls() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 40), CellularAutomata { rounds: 5, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(RoomsFromRegions { min_cells: 24, ..RoomsFromRegions::default() })
        .with(RoomSorter::default())
        .with(Corridors { line: CorridorLine::Slanting, ..Corridors::default() })
        .with(Start { at: Place::FirstRoom, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Exit { at: Place::LastRoom, ..Exit::default() })
        .with(AreaGraph { max_width: 2, min_cells: 16, ..AreaGraph::default() })
        .with(LockAndKey { min_keys: Some(1), ..LockAndKey::default() })
        .with(SolvabilityValidator::default())
        .with(Spawns { placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 8, max: u32::MAX, steps: Steps::Walk }], ..Placement::default() }, ..Spawns::default() }))
}

fn cave_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(60, 38), CellularAutomata { wall_chance: 0.44, rounds: 6, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(CullUnreachable::default())
        .with(PrimMaze { root: Root::At((0, 19).into()), ..PrimMaze::default() })
        .with(Exit::default()))
}

fn cave_sanctum() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(72, 44), CellularAutomata { wall_chance: 0.47, rounds: 8, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(JoinComponents { min_cells: 30, ..JoinComponents::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(Exit::default())
        .with(Paint { tile: Tile::DEEP_WATER, placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 6, max: u32::MAX, steps: Steps::Walk }, DistanceRule { to: "exit".parse()?, min: 6, max: u32::MAX, steps: Steps::Walk }, DistanceRule { to: "solid".parse()?, min: 2, max: u32::MAX, steps: Steps::Walk }], ground: PlacementGround::Wide, ..Placement::default() }, share: 0.14, scale: 16, octaves: 3, min_cells: 24, ford: Some(Tile::WATER), ..Paint::default() })
        .with(Paint { tile: Tile::WATER, placement: Placement { distances: vec![DistanceRule { to: "deep-water".parse()?, min: 0, max: 1, steps: Steps::Walk }], ..Placement::default() }, share: 1.0, ..Paint::default() })
        .with(AreaGraph { max_width: 6, min_cells: 30, ..AreaGraph::default() })
        .with(LockAndKey { keys: 3, min_keys: Some(1), ..LockAndKey::default() })
        .with(SolvabilityValidator::default())
        .with(Paint { placement: Placement { distances: vec![DistanceRule { to: "water".parse()?, min: 0, max: 3, steps: Steps::Walk }], ..Placement::default() }, share: 0.7, scale: 6, ..Paint::default() })
        .with(Paint { tile: Tile::GRAVEL, placement: Placement { distances: vec![DistanceRule { to: "solid".parse()?, min: 0, max: 1, steps: Steps::Walk }, DistanceRule { to: "water".parse()?, min: 4, max: u32::MAX, steps: Steps::Walk }], ..Placement::default() }, scale: 5, ..Paint::default() }))
}

fn cave_with_monsters() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), CellularAutomata { wall_chance: 0.46, rounds: 7, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Exit { at: Place::Right, tile: ExitTile::StairsDown })
        .with(r#"{"use":"spawns","in":{"patch":200},"budget":[2,8],"depth":2,"rise":4,"deeper":[0.05,3],"placement":{"distances":[{"to":"start","min":12}]},"quota":[{"name":"Mushroom","each":0.6,"by":{"patch":120}},{"name":"Chest","total":2}],"table":[{"name":"Bat","weight":6,"max_depth":3},{"name":"Goblin","weight":6,"cost":2},{"name":"Goblin Chief","weight":4,"cost":5,"min_depth":3,"with":[{"name":"Goblin","count":[2,4]}],"spread":3},{"name":"Cave Bear","weight":3,"cost":4,"min_depth":2},{"name":"Dragon","weight":1,"cost":6,"min_depth":8}]}"#.parse::<mapwright::recipe::StageRecipe>()?.meta()?))
}

fn cave_with_vaults() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), CellularAutomata { wall_chance: 0.43, rounds: 6, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Exit::default())
        .with(Spawns { r#in: SpawnGroup::Patch(150), placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 8, max: u32::MAX, steps: Steps::Walk }], ..Placement::default() }, ..Spawns::default() })
        .with(PrefabVaults { depth: 5, max: 6, ..PrefabVaults::default() }))
}

fn chunk_mine() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(42, 34), r###########################################"{"use":"prefab-level","overflow":"clip","template":{"rows":["##########################################","#CCCCCCCCCCBBBBBBBBBBCCCCCCCCCCDDDDDDDDDD#","#CCCCCCCCCCBBBBBBBBBBCCCCCCCCCCDDDDDDDDDD#","#CCCCCCCCCCBBBBBBBBBBCCCCCCCCCCDDDDDDDDDD#","#CCCCCCCCCCBBBBBBBBBBCCCCCCCCCCDDDDDDDDDD#","#CCCCCCCCCCBBBBBBBBBBCCCCCCCCCCDDDDDDDDDD#","#CCCCCCCCCCBBBBBBBBBBCCCCCCCCCCDDDDDDDDDD#","#CCCCCCCCCCBBBBBBBBBBCCCCCCCCCCDDDDDDDDDD#","#CCCCCCCCCCBBBBBBBBBBCCCCCCCCCCDDDDDDDDDD#","#DDDDDDDDDDAAAAAAAAAADDDDDDDDDDAAAAAAAAAA#","#DDDDDDDDDDAAAAAAAAAADDDDDDDDDDAAAAAAAAAA#","#DDDDDDDDDDAAAAAAAAAADDDDDDDDDDAAAAAAAAAA#","#DDDDDDDDDDAAAAAAAAAADDDDDDDDDDAAAAAAAAAA#","#DDDDDDDDDDAAAAAAAAAADDDDDDDDDDAAAAAAAAAA#","#DDDDDDDDDDAAAAAAAAAADDDDDDDDDDAAAAAAAAAA#","#DDDDDDDDDDAAAAAAAAAADDDDDDDDDDAAAAAAAAAA#","#DDDDDDDDDDAAAAAAAAAADDDDDDDDDDAAAAAAAAAA#","#AAAAAAAAAADDDDDDDDDDCCCCCCCCCCBBBBBBBBBB#","#AAAAAAAAAADDDDDDDDDDCCCCCCCCCCBBBBBBBBBB#","#AAAAAAAAAADDDDDDDDDDCCCCCCCCCCBBBBBBBBBB#","#AAAAAAAAAADDDDDDDDDDCCCCCCCCCCBBBBBBBBBB#","#AAAAAAAAAADDDDDDDDDDCCCCCCCCCCBBBBBBBBBB#","#AAAAAAAAAADDDDDDDDDDCCCCCCCCCCBBBBBBBBBB#","#AAAAAAAAAADDDDDDDDDDCCCCCCCCCCBBBBBBBBBB#","#AAAAAAAAAADDDDDDDDDDCCCCCCCCCCBBBBBBBBBB#","#BBBBBBBBBBCCCCCCCCCCDDDDDDDDDDCCCCCCCCCC#","#BBBBBBBBBBCCCCCCCCCCDDDDDDDDDDCCCCCCCCCC#","#BBBBBBBBBBCCCCCCCCCCDDDDDDDDDDCCCCCCCCCC#","#BBBBBBBBBBCCCCCCCCCCDDDDDDDDDDCCCCCCCCCC#","#BBBBBBBBBBCCCCCCCCCCDDDDDDDDDDCCCCCCCCCC#","#BBBBBBBBBBCCCCCCCCCCDDDDDDDDDDCCCCCCCCCC#","#BBBBBBBBBBCCCCCCCCCCDDDDDDDDDDCCCCCCCCCC#","#BBBBBBBBBBCCCCCCCCCCDDDDDDDDDDCCCCCCCCCC#","##########################################"],"legend":{"A":{"slot":"crossing","mirror":true},"B":{"slot":"crossing","mirror":true},"C":{"slot":"gallery","mirror":true},"D":{"slot":"gallery","mirror":true},"h":{"slot":"heart","rotate":true,"mirror":true},"d":{"slot":"drift","mirror":true},"c":{"slot":"cave-in","mirror":true},"%":{"any":{".":3,"#":2,";":1}},"$":{"any":{".":2,"G":1}},"b":{"any":{".":1,"E":1}},"G":{"spawn":"Gold"},"E":{"spawn":"Bat"}},"slots":{"crossing":[["####..####","##......##","#..%..%..#","...hhhh...","...hhhh...","#..%..%..#","##......##","####..####"],["###....###","#...oo...#","#.%....%.#","...hhhh.%.","%..hhhh...","#.%....%.#","#...oo...#","###....###"],["####..####","#$.#..#..#","#..%..%..#","..........","..........","#..%..%.b#","#..#..#.$#","####..####"],["####..####","###....###","##.=..=.##","...=..=...","...=..=...","##.=..=.##","###....###","####..####"]],"gallery":[["####dd####","####dd####","##......##","...%hhhh..",".%..hhhh..","##......##","####dd####","####dd####"],["##########","##$...ddd#","#..##.ddd#","...%......","......%...","#.ddd.##.#","#.ddd...b#","##########"],["####dd####","##..dd..##","#..####..#","..b#$.....",".......%..","#..####..#","##..dd..##","####dd####"],["##########","#ccccc...#","#ccccc.%.#","..........","..%.......","#...%...##","##..dd####","####dd####"]],"heart":[["o..o","...."],[".~~.","~~~~"],["....",".;;."],[".##.","...."],[".$$.","o..o"],["%%%%","...."]],"drift":[["##","##"],["..",".."],[".#",".#"],["##","##"],["...","..."],["###",".$."],["%.%","%.%"]],"cave-in":[["..;;#",".;###"],["#####","##$.."],["~~~..","~~~~."]]}}}"###########################################.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(Start { at: Place::TopLeft, ..Start::default() })
        .with(CullUnreachable { lost_spawns: LostSpawns::Drop })
        .with(Exit::default())
        .with(Spawns { r#in: SpawnGroup::Patch(120), budget: Some((0, 4).into()), placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 7, max: u32::MAX, steps: Steps::Sight }], ..Placement::default() }, depth: 2, ..Spawns::default() }))
}

fn cycle_dungeon() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(56, 44), CycleGraph { patterns: 2, ..CycleGraph::default() })
        .with(SolvabilityValidator::default())
        .with(Spawns { placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 8, max: u32::MAX, steps: Steps::Walk }], ..Placement::default() }, ..Spawns::default() }))
}

fn deep_floors() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(56, 32), r#"{"use":"floors","floors":[{"count":2,"initial":{"use":"bsp-dungeon"},"metas":[{"use":"doors"}]},{"count":2,"initial":{"use":"cellular-automata","wall_chance":0.45,"rounds":8,"rule":"B5678/S45678"},"metas":[{"use":"join-components","min_cells":20}]}]}"#.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(Stairs { per_floor: 2, pits: 1, ..Stairs::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(Exit::default())
        .with(AreaGraph { max_width: 3, ..AreaGraph::default() })
        .with(LockAndKey { keys: 5, min_keys: Some(3), odd_joins: OddJoins::OneWay, narrow: true, ..LockAndKey::default() })
        .with(SolvabilityValidator::default()))
}

fn deep_keep() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 32), r#"{"use":"floors","floors":[{"count":3,"initial":{"use":"accretion","tries":220,"hallway_chance":0.3}},{"count":2,"initial":{"use":"cellular-automata","wall_chance":0.45,"rounds":8,"rule":"B5678/S45678"},"metas":[{"use":"join-components","min_cells":20},{"use":"paint","tile":"deep-water","share":0.16,"scale":9,"min_cells":10,"ford":"water"},{"use":"paint","tile":"grass","share":0.3,"scale":7}]}]}"#.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(Stairs { per_floor: 2, pits: 1, ..Stairs::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(Exit::default())
        .with(AreaGraph { min_cells: 9, ..AreaGraph::default() })
        .with(LockAndKey { keys: 8, min_keys: Some(5), odd_joins: OddJoins::OneWay, kinds: vec![LockKind { opener: "Key".into(), door: mapwright::core::DoorKind::Door, weight: 4, doors: (1, 1).into(), at: OpenerPosition::Far }, LockKind { opener: "Lever".into(), door: mapwright::core::DoorKind::Gate, weight: 2, doors: (1, 1).into(), at: OpenerPosition::InView }, LockKind { opener: "Bomb".into(), door: mapwright::core::DoorKind::Barrier, weight: 1, doors: (1, 3).into(), at: OpenerPosition::Far }], max_secrets: 3, ..LockAndKey::default() })
        .with(Machines { count: (6, 12).into(), depth: 8, ..Machines::default() })
        .with(SolvabilityValidator { allow: vec![Allow::Unneeded], ..SolvabilityValidator::default() })
        .with(r#"{"use":"spawns","in":"area","budget":[1,5],"chance":0.35,"depth":2,"depth_per_floor":3,"deeper":[0.05,4],"placement":{"distances":[{"to":"start","min":8}]},"quota":[{"name":"Ration","total":8,"by":"floor"},{"name":"Healing Potion","each":0.8,"by":"floor"}],"table":[{"name":"Rat","weight":6,"cost":1,"max_depth":6},{"name":"Goblin","weight":4,"cost":2},{"name":"Orc","weight":3,"cost":4,"min_depth":5,"with":[{"name":"Goblin","count":[1,2]}]},{"name":"Ogre","weight":2,"cost":6,"min_depth":9}]}"#.parse::<mapwright::recipe::StageRecipe>()?.meta()?))
}

fn detours() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), KruskalMaze::default())
        .with(LoopInjector { rule: LoopRule::Detour, min_detour: 30, ..LoopInjector::default() })
        .with(Exit::default()))
}

fn division_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(41, 27), RecursiveDivision { root: Root::At((0, 26).into()) })
        .with(Exit::default()))
}

fn dla_central_attractor() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), Dla { rule: DlaRule::CentralAttractor, brush: 2, ..Dla::default() })
        .with(CellularAutomata { rounds: 1, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(Start::default())
        .with(CullUnreachable::default())
        .with(Exit::default()))
}

fn dla_walk_outwards() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), RandomRooms { tries: 60, corridors: Some(Corridors { width: 2, ..Corridors::default() }), ..RandomRooms::default() })
        .with(Dla { rule: DlaRule::WalkOutwards, share: 0.48, ..Dla::default() })
        .with(CellularAutomata { rounds: 1, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(JoinComponents { min_cells: 12, ..JoinComponents::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(Exit::default()))
}

fn drunkard_fat_passages() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), DrunkardsWalk { begin: WalkBegin::Spread, lifetime: Some(100), share: 0.4, brush: 2, ..DrunkardsWalk::default() })
        .with(CellularAutomata { rounds: 1, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Exit::default()))
}

fn drunkard_fearful_symmetry() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), DrunkardsWalk { begin: WalkBegin::Spread, lifetime: Some(100), share: 0.4, symmetry: Symmetry::Both, ..DrunkardsWalk::default() })
        .with(CellularAutomata { rounds: 1, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Exit::default()))
}

fn eller_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(41, 27), Eller { root: Root::At((0, 0).into()), ..Eller::default() })
        .with(Exit::default()))
}

fn endless_caves() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 64), CellularAutomata { wall_chance: 0.47, rounds: 6, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(JoinComponents { min_cells: 12, ..JoinComponents::default() })
        .with(Paint { tile: Tile::WATER, share: 0.16, scale: 22, octaves: 3, min_cells: 6, ..Paint::default() })
        .with(Paint { share: 0.35, scale: 30, octaves: 3, ..Paint::default() })
        .with(Scatter { spacing: 3, share: 0.3, ..Scatter::default() })
        .with(Scatter { what: Scattered::Spawn("Bat".into()), spacing: 20, ..Scatter::default() }))
}

fn endless_cells() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 64), VoronoiCells { sites: 30, walls: CellWalls::Full, ..VoronoiCells::default() })
        .with(JoinComponents { line: TunnelShape::Straight, ..JoinComponents::default() })
        .with(Paint { tile: Tile::WATER, share: 0.2, scale: 40, octaves: 3, min_cells: 5, ..Paint::default() })
        .with(Paint { share: 0.45, scale: 40, octaves: 4, ..Paint::default() })
        .with(Scatter { what: Scattered::Spawn("Bee".into()), over: vec![Tile::GRASS], spacing: 24, ..Scatter::default() }))
}

fn endless_halls() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 64), r#"{"use":"herringbone-wang","unit":8}"#.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(JoinComponents { min_cells: 9, line: TunnelShape::Straight, ..JoinComponents::default() })
        .with(Paint { tile: Tile::GRAVEL, share: 0.25, scale: 18, octaves: 4, ..Paint::default() })
        .with(Scatter { what: Scattered::Spawn("Ghost".into()), spacing: 15, ..Scatter::default() }))
}

fn endless_islands() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 64), CellularAutomata { wall_chance: 0.0, rounds: 0, border: Border::Open, ..CellularAutomata::default() })
        .with(Paint { tile: Tile::DEEP_WATER, share: 0.52, scale: 90, octaves: 6, cut: true, ..Paint::default() })
        .with(Paint { tile: Tile::WATER, placement: Placement { distances: vec![DistanceRule { to: "deep-water".parse()?, min: 0, max: 2, steps: Steps::Diagonal }], ..Placement::default() }, share: 0.5, scale: 12, ..Paint::default() })
        .with(Paint { tile: Tile::SAND, placement: Placement { distances: vec![DistanceRule { to: "deep-water".parse()?, min: 0, max: 4, steps: Steps::Diagonal }], ..Placement::default() }, share: 1.0, ..Paint::default() })
        .with(Paint { share: 0.75, scale: 40, octaves: 4, ..Paint::default() })
        .with(Scatter { what: Scattered::Tile(Tile::TREE), over: vec![Tile::GRASS], spacing: 3, share: 0.25, ..Scatter::default() })
        .with(Scatter { what: Scattered::Spawn("Palm".into()), over: vec![Tile::SAND], spacing: 18, ..Scatter::default() }))
}

fn endless_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(32, 32), NestedMaze::default())
        .with(SidesToTiles::default()))
}

fn endless_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(48, 48), RandomRooms { tries: 14, min_side: 5, max_side: 13, spacing: 3, corridors: None, ..RandomRooms::default() })
        .with(Corridors { rooms: RoomPairs::RelativeNeighbors, max_loops: Some(0), ..Corridors::default() })
        .with(Doors { chance: 0.6 })
        .with(Paint { share: 0.2, scale: 24, octaves: 3, ..Paint::default() }))
}

fn exploded_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), BspDungeon { corridors: None, ..BspDungeon::default() })
        .with(RoomExploder::default())
        .with(Corridors::default())
        .with(Start { at: Place::TopLeft, ..Start::default() })
        .with(Exit::default()))
}

fn gorge() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(72, 44), CellularAutomata { wall_chance: 0.42, rounds: 6, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Paint { tile: Tile::CHASM, scale: 14, min_cells: 40, ford: Some(Tile::FLOOR), ..Paint::default() })
        .with(Shortcuts { over: vec![Tile::CHASM], length: (2, 14).into(), tile: Tile::BRIDGE, min_detour: 16, ratio: 2.5, ..Shortcuts::default() })
        .with(Exit::default())
        .with(Scatter { what: Scattered::Spawn("Bat".into()), placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 10, max: u32::MAX, steps: Steps::Sight }, DistanceRule { to: "chasm".parse()?, min: 0, max: 3, steps: Steps::Walk }], ..Placement::default() }, spacing: 9, ..Scatter::default() }))
}

fn growing_tree_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(41, 27), GrowingTree { newest: 6, oldest: 1, ..GrowingTree::default() })
        .with(Exit::default()))
}

fn harbor_village() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(48, 20), r#############################################"{"use":"prefab-level","overflow":"clip","fill":"tree","template":{"legend":{"b":{"spawn":"Barrel"},"c":{"spawn":"Crate"},"r":{"spawn":"Rat"},"g":{"spawn":"Guard"},"t":{"spawn":"Innkeeper"},"p":{"spawn":"Pilgrim"},"$":{"spawn":"Gold"}},"rows":["############################################","#........#...........##........#....#......#","#..b..b..+...........##..$..r..#..c.#..c...#","#........#....o..o...##........+....+......#","#........#...........+.........#....#......#","####++####....o..o...##........######++#####","#...................................:::....#","#.....####++####..................:::::::..#","#.....#........#....\"\"&\"\"........:::::~:::.#","#..g..#..t.....+...\"\"&\"&\"\".....::::~~~~~:::#","#.....#......$.#....\"\"&\"\"......:::~~≈≈≈~~::#","#.....####++####..............:::~~≈≈≈≈≈~~:#","#............................:::~~≈≈≈≈≈≈~~~#","####++########........=======------≈≈≈≈≈≈~~#","#.....#......#........=.......:::~~≈≈≈≈≈≈~~#","#..p..+...p..+=========........:::~~≈≈≈≈~~~#","#.....#......#..................:::~~~~~~~~#","############################################"]}}"#############################################.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(Start { at: Place::TopLeft, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Exit::default()))
}

fn herringbone_dungeon() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(96, 64), r#"{"use":"herringbone-wang","unit":8}"#.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(Start { at: Place::BottomLeft, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Exit::default()))
}

fn hunt_and_kill_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(41, 27), HuntAndKill { root: Root::Random })
        .with(Exit::default()))
}

fn island_crypt() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(70, 40), CellularAutomata { wall_chance: 0.44, rounds: 6, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(r#"{"use":"prefab-section","overflow":"clip","template":{"legend":{"s":{"spawn":"Skeleton"},"$":{"spawn":"Crown"}},"rows":["    ~~≈≈≈~~    ","  ~≈≈≈≈≈≈≈≈≈~  "," ~≈≈≈#####≈≈≈~ ","~≈≈≈##...##≈≈≈~","~≈≈##.s.s.##≈≈~","~≈≈#..o.o..#≈≈~","---+.s.$.s.+---","~≈≈#..o.o..#≈≈~","~≈≈##.s.s.##≈≈~","~≈≈≈##...##≈≈≈~"," ~≈≈≈#####≈≈≈~ ","  ~≈≈≈≈≈≈≈≈≈~  ","    ~~≈≈≈~~    "]}}"#.parse::<mapwright::recipe::StageRecipe>()?.meta()?)
        .with(Start { at: Place::Left, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Exit::default()))
}

fn joined_caves() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), CellularAutomata { wall_chance: 0.47, rounds: 6, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(Start::default())
        .with(Portals { max: 6, rule: PortalRule::Join, ..Portals::default() })
        .with(CullUnreachable::default())
        .with(Exit::default())
        .with(Spawns { r#in: SpawnGroup::Patch(100), placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 8, max: u32::MAX, steps: Steps::Walk }], ..Placement::default() }, depth: 4, ..Spawns::default() }))
}

fn joined_components() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), CellularAutomata { wall_chance: 0.47, rounds: 6, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(JoinComponents { min_cells: 12, ..JoinComponents::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(Exit::default()))
}

fn level_bsp() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(72, 44), BspDungeon { max_rooms: Some(22), corridors: None, ..BspDungeon::default() })
        .with(RoomSorter { by: RoomOrder::Top })
        .with(RoomCornerRounder::default())
        .with(Corridors::default())
        .with(Start { at: Place::FirstRoom, ..Start::default() })
        .with(Exit { tile: ExitTile::StairsDown, ..Exit::default() })
        .with(Spawns { placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 8, max: u32::MAX, steps: Steps::Walk }], ..Placement::default() }, ..Spawns::default() }))
}

fn level_exploded() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(72, 44), RandomRooms { tries: 40, ..RandomRooms::default() })
        .with(RoomDrawer::default())
        .with(RoomExploder::default())
        .with(Start { at: Place::Left, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Spawns { r#in: SpawnGroup::Patch(100), placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 8, max: u32::MAX, steps: Steps::Walk }], ..Placement::default() }, ..Spawns::default() })
        .with(Exit { tile: ExitTile::StairsDown, ..Exit::default() }))
}

fn level_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(72, 44), RandomRooms { corridors: None, ..RandomRooms::default() })
        .with(RoomSorter::default())
        .with(Corridors { line: CorridorLine::Dogleg, ..Corridors::default() })
        .with(Start { at: Place::FirstRoom, ..Start::default() })
        .with(Exit { at: Place::LastRoom, tile: ExitTile::StairsDown })
        .with(Spawns { placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 8, max: u32::MAX, steps: Steps::Walk }], ..Placement::default() }, ..Spawns::default() })
        .with(Spawns { r#in: SpawnGroup::Corridor, count: Some((1, 1).into()), chance: 0.5, ..Spawns::default() })
        .with(Doors { chance: 0.6 }))
}

fn level_voronoi() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(72, 44), VoronoiCells { sites: 40, walls: CellWalls::Full, ..VoronoiCells::default() })
        .with(JoinComponents { min_cells: 12, ..JoinComponents::default() })
        .with(LoopInjector { rule: LoopRule::Detour, min_detour: 60, ..LoopInjector::default() })
        .with(Start { at: Place::BottomLeft, ..Start::default() })
        .with(Spawns { r#in: SpawnGroup::Region, placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 8, max: u32::MAX, steps: Steps::Walk }], ..Placement::default() }, ..Spawns::default() })
        .with(Exit { tile: ExitTile::StairsDown, ..Exit::default() }))
}

fn locked_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), Backtracker::default())
        .with(LoopInjector { chance: 0.25, ..LoopInjector::default() })
        .with(Exit::default())
        .with(AreaGraph::default())
        .with(LockAndKey { keys: 4, min_keys: Some(2), odd_joins: OddJoins::OneWay, ..LockAndKey::default() })
        .with(SolvabilityValidator::default()))
}

fn machine_halls() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(72, 48), Accretion { tries: 300, hallway_chance: 0.25, ..Accretion::default() })
        .with(Start { at: Place::Bottom, ..Start::default() })
        .with(Exit::default())
        .with(AreaGraph { min_cells: 9, ..AreaGraph::default() })
        .with(LockAndKey { keys: 3, max_secrets: 1, ..LockAndKey::default() })
        .with(Machines { count: (5, 8).into(), depth: 6, ..Machines::default() })
        .with(SolvabilityValidator { allow: vec![Allow::Unneeded], ..SolvabilityValidator::default() }))
}

fn mansion() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(48, 34), r#####"{"use":"graph-layout","equal_neighbors":false,"rooms":[{"template":["####++####","#........#","#.o....o.#","+........+","#.o....o.#","#........#","####++####"],"role":"start","tags":["hall"]},{"width":[10,14],"height":[6,8],"tags":["gallery"]},{"width":[6,8],"height":[5,7],"tags":["library"]},{"width":[6,8],"height":[5,7],"tags":["study"]},{"width":[9,12],"height":[6,8],"tags":["dining room"]},{"width":[6,9],"height":[5,6],"tags":["kitchen"]},{"width":[4,5],"height":[4,5],"tags":["pantry"]},{"width":[7,10],"height":[5,7],"tags":["salon"]},{"width":[6,8],"height":[5,6],"tags":["bedroom"]},{"template":[" ##+## ","##...##","#.~~~.#","+.~~~.+","#.~~~.#","##...##"," ##+## "],"tags":["bath"]},{"width":[5,6],"height":[5,6],"role":"exit","tags":["treasury"]}],"joins":[[0,1],[0,4],[0,7],[1,2],[2,3],[3,7],[4,5],[5,6],[7,8],[8,9],[8,10]]}"#####.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(LockAndKey::default())
        .with(SolvabilityValidator::default())
        .with(r#"{"use":"spawns","in":"area","budget":[2,7],"depth":2,"rise":4,"placement":{"distances":[{"to":"start","min":6},{"to":"start","steps":"sight","min":9}]},"quota":[{"name":"Candle","each":1.5,"by":"room"},{"name":"Healing Potion","total":3}],"table":[{"name":"Rat","weight":6,"cost":1,"max_depth":5},{"name":"Guard","weight":4,"cost":3},{"name":"Guard Captain","weight":2,"cost":6,"min_depth":4,"with":[{"name":"Guard","count":[1,2]}]}]}"#.parse::<mapwright::recipe::StageRecipe>()?.meta()?))
}

fn mine() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(72, 44), DrunkardsWalk { begin: WalkBegin::Spread, lifetime: Some(100), share: 0.32, ..DrunkardsWalk::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Exit::default())
        .with(AreaGraph { max_width: 2, min_cells: 40, ..AreaGraph::default() })
        .with(LockAndKey { keys: 1, min_keys: Some(0), ..LockAndKey::default() })
        .with(SolvabilityValidator::default())
        .with(Paint { tile: Tile::ROAD, placement: Placement { distances: vec![DistanceRule { to: "walk".parse()?, min: 0, max: 0, steps: Steps::Walk }], ..Placement::default() }, share: 1.0, ..Paint::default() })
        .with(Paint { tile: Tile::GRAVEL, placement: Placement { distances: vec![DistanceRule { to: "solid".parse()?, min: 0, max: 1, steps: Steps::Walk }], ..Placement::default() }, share: 0.4, scale: 5, ..Paint::default() })
        .with(Scatter { what: Scattered::Spawn("Ore".into()), over: vec![Tile::GRAVEL, Tile::FLOOR], placement: Placement { distances: vec![DistanceRule { to: "solid".parse()?, min: 0, max: 1, steps: Steps::Walk }, DistanceRule { to: "road".parse()?, min: 3, max: u32::MAX, steps: Steps::Walk }], ..Placement::default() }, spacing: 6, ..Scatter::default() }))
}

fn open_cave() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), CellularAutomata { wall_chance: 0.42, rounds: 6, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .wrap(Wrap::Both)
        .with(Start::default())
        .with(CullUnreachable::default())
        .with(Exit::default()))
}

fn pipe_puzzle() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(15, 11), PrimMaze::default())
        .with(RingValidator::default())
        .with(LoopInjector { chance: 0.25, ..LoopInjector::default() })
        .with(RingValidator::default())
        .with(PipeShuffler::default())
        .with(RingValidator::default()))
}

fn pipe_torus() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(13, 9), KruskalMaze { max_degree: 3, ..KruskalMaze::default() })
        .wrap(Wrap::Both)
        .with(LoopInjector { rule: LoopRule::Random, max: Some(6), ..LoopInjector::default() })
        .with(RingValidator::default()))
}

fn pipe_unique() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(15, 11), PrimMaze::default())
        .with(UniquePipes::default())
        .with(PipeShuffler::default())
        .with(RingValidator::default()))
}

fn polyomino_floor() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(30, 18), PolyominoFill { pieces: "pentominoes".parse()?, ..PolyominoFill::default() })
        .with(RegionDoors { loop_chance: 0.2 })
        .with(Start { at: Place::TopLeft, ..Start::default() })
        .with(Exit::default()))
}

fn polyomino_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(20, 12), PolyominoFill::default())
        .with(RegionDoors { loop_chance: 0.1 })
        .with(SidesToTiles::default())
        .with(Start { at: Place::Left, ..Start::default() })
        .with(Exit::default()))
}

fn portal_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), Backtracker { root: Root::At((0, 0).into()) })
        .with(Portals { max: 4, min_distance: 80, ..Portals::default() })
        .with(Exit::default()))
}

fn rewrite_backtracker() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(61, 41), r#"{"use":"rewrite","symbols":{"R":"floor","G":"floor"},"program":[{"put":"R","at":[1,1]},{"markov":[{"one":"R## -> GGR"},{"one":"RGG -> ..R"}]}]}"#.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(Start::default())
        .with(Exit::default()))
}

fn rewrite_boulders() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(14, 8), r###############"{"use":"prefab-level","template":["##############","#####...######","###.....##.###","###.&..&...###","##..##@##..###","##.....&..####","####.....#####","##############"]}"###############.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(r#"{"use":"rewrite","symbols":{"Y":{"tile":"grass","start":true}},"program":[{"one":["@. -> .@","@\" -> .Y","Y. -> \"@","Y\" -> \"Y",".@o -> @o.",".@& -> @o\"",".Yo -> @&.",".Y& -> @&\"","\"@o -> Yo.","\"@& -> Yo\"","\"Yo -> Y&.","\"Y& -> Y&\""],"steps":600}]}"#.parse::<mapwright::recipe::StageRecipe>()?.meta()?)
        .with(r#"{"use":"rewrite","symbols":{"Y":{"tile":"grass","start":true}},"program":[{"search":["@. -> .@","@\" -> .Y","Y. -> \"@","Y\" -> \"Y","@o. -> .@o","@o\" -> .@&","@&. -> .Yo","@&\" -> .Y&","Yo. -> \"@o","Yo\" -> \"@&","Y&. -> \"Yo","Y&\" -> \"Y&"],"absent":"o"}]}"#.parse::<mapwright::recipe::StageRecipe>()?.meta()?))
}

fn rewrite_cave() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), r##"{"use":"rewrite","program":[{"prl":"***/*#*/*** -> ***/*.*/***"},{"prl":". -> #","chance":0.435,"steps":1},{"count":[". -> # if # 5..8","# -> . if . 6..8"],"steps":100},{"all":".#/#. -> ../#."}]}"##.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(Start::default())
        .with(CullUnreachable::default())
        .with(Exit::default()))
}

fn rewrite_dungeon() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(71, 45), r##"{"use":"rewrite","symbols":{"A":"wall","R":"wall","C":"door"},"sets":{"?":"#R"},"program":[{"put":"R","at":"center"},{"one":[{"from":["**?**","*###*","*###?","*###*","**R**"],"to":["AARAA","A...A","A...R","A...A","AACAA"]},{"from":["***?***","*#####*","*#####?","*#####*","***R***"],"to":["AAARAAA","A.....A","A.....R","A.....A","AAACAAA"],"weight":2},{"from":["****?****","*#######*","*#######*","*#######?","*#######*","*#######*","****R****"],"to":["AAAARAAAA","A.......A","A.......A","A.......R","A.......A","A.......A","AAAACAAAA"],"weight":3},{"from":["*?*","*#*","*#*","*#?","*#*","*R*"],"to":["ARA","A.A","A.A","A.R","A.A","ACA"],"weight":2}]},{"all":".C# -> *A*"},{"all":".A. -> *C*","chance":0.03,"steps":1}]}"##.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(Start::default())
        .with(Exit::default()))
}

fn rewrite_flowers() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), r##"{"use":"rewrite","fill":".","symbols":{"s":"tree","h":"tree","p":"water","q":"sand","r":"road"},"program":[{"put":"#","at":"bottom-left"},{"prl":"#. -> ##","symmetry":"mirror-x"},{"prl":"./# -> #/#","symmetry":"none","steps":3},{"prl":"./# -> #/#","symmetry":"none","chance":0.4,"steps":2},{"prl":"./# -> \"/#","symmetry":"none","steps":1},{"one":".../.../*\"* -> .../.h./*\"*","symmetry":"none","steps":26},{"one":[{"rule":".../.../.h. -> .../.h./.s.","weight":9},{"rule":"..../..../..h. -> .h../.sh./..s.","weight":2}],"symmetry":"mirror-x","steps":330},{"all":[".../.h./*s* -> *p*/pqp/*p*"],"symmetry":"none","steps":1},{"one":"*p*/pqp/*p* -> *r*/rqr/*r*","symmetry":"none","steps":9},{"all":"h -> s"}]}"##.parse::<mapwright::recipe::StageRecipe>()?.initial()?))
}

fn rewrite_growth() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), r#"{"use":"rewrite","fill":"~","program":[{"put":":","at":"center"},{"one":":~ -> ::","steps":"28%"}]}"#.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(r#"{"use":"rewrite","program":[{"count":["~ -> : if : 5..8",": -> ~ if ~ 6..8"],"steps":2},{"count":[": -> \" if ~ 0","~ -> ≈ if : 0"],"steps":1},{"prl":":\" -> ::","chance":0.2,"steps":1},{"prl":"~≈ -> ~~","chance":0.4,"steps":2}]}"#.parse::<mapwright::recipe::StageRecipe>()?.meta()?)
        .with(r#"{"use":"rewrite","program":[{"one":"\"\"\"\"\"/\"\"\"\"\"/\"\"\"\"\"/\"\"\"\"\"/\"\"\"\"\" -> *****/*****/**&**/*****/*****","steps":12},{"one":"&\" -> &&","steps":"9%"}]}"#.parse::<mapwright::recipe::StageRecipe>()?.meta()?))
}

fn rewrite_keys() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(71, 45), r##"{"use":"rewrite","symbols":{"A":"wall","R":"wall","S":"wall","T":"wall","C":"door","x":"floor","y":"sand","z":"gravel","P":{"tile":"door","lock":0},"Q":{"tile":"door","lock":1},"p":{"tile":"floor","spawn":"Key 1","key":0},"q":{"tile":"sand","spawn":"Key 2","key":1},"E":{"tile":"stairs-down","exit":true}},"sets":{"?":"#RST"},"program":[{"put":"R","at":"center"},{"one":[{"from":["**?**","*###*","*###?","*###*","**R**"],"to":["AARAA","AxxxA","AxxxR","AxxxA","AACAA"]},{"from":["***?***","*#####*","*#####?","*#####*","***R***"],"to":["AAARAAA","AxxxxxA","AxxxxxR","AxxxxxA","AAACAAA"],"weight":2},{"from":["***?***","*#####*","*#####*","*#####?","*#####*","*#####*","***R***"],"to":["AAARAAA","AxxxxxA","AxxxxxA","AxxxxxR","AxxxxxA","AxxxxxA","AAACAAA"],"weight":3}],"steps":3},{"all":"xC# -> *A*"},{"markov":[{"one":{"from":["***?***","*#####*","*#####?","*#####*","***R***"],"to":["AAASAAA","AyyyyyA","AyyyyyS","AyyyyyA","AAAPAAA"]}},{"one":{"from":["**?**","*###*","*###?","*###*","**R**"],"to":["AASAA","AyyyA","AyyyS","AyyyA","AAPAA"]}}],"steps":1},{"one":[{"from":["**?**","*###*","*###?","*###*","**S**"],"to":["AASAA","AyyyA","AyyyS","AyyyA","AACAA"]},{"from":["***?***","*#####*","*#####?","*#####*","***S***"],"to":["AAASAAA","AyyyyyA","AyyyyyS","AyyyyyA","AAACAAA"],"weight":2},{"from":["***?***","*#####*","*#####*","*#####?","*#####*","*#####*","***S***"],"to":["AAASAAA","AyyyyyA","AyyyyyA","AyyyyyS","AyyyyyA","AyyyyyA","AAACAAA"],"weight":3}],"steps":2},{"markov":[{"one":{"from":["***?***","*#####*","*#####?","*#####*","***S***"],"to":["AAATAAA","AzzzzzA","AzzzzzT","AzzzzzA","AAAQAAA"]}},{"one":{"from":["**?**","*###*","*###?","*###*","**S**"],"to":["AATAA","AzzzA","AzzzT","AzzzA","AAQAA"]}}],"steps":1},{"one":[{"from":["**?**","*###*","*###?","*###*","**R**"],"to":["AARAA","AxxxA","AxxxR","AxxxA","AACAA"]},{"from":["***?***","*#####*","*#####?","*#####*","***R***"],"to":["AAARAAA","AxxxxxA","AxxxxxR","AxxxxxA","AAACAAA"],"weight":2},{"from":["***?***","*#####*","*#####*","*#####?","*#####*","*#####*","***R***"],"to":["AAARAAA","AxxxxxA","AxxxxxA","AxxxxxR","AxxxxxA","AxxxxxA","AAACAAA"],"weight":3},{"from":["**?**","*###*","*###?","*###*","**S**"],"to":["AASAA","AyyyA","AyyyS","AyyyA","AACAA"]},{"from":["***?***","*#####*","*#####?","*#####*","***S***"],"to":["AAASAAA","AyyyyyA","AyyyyyS","AyyyyyA","AAACAAA"],"weight":2},{"from":["***?***","*#####*","*#####*","*#####?","*#####*","*#####*","***S***"],"to":["AAASAAA","AyyyyyA","AyyyyyA","AyyyyyS","AyyyyyA","AyyyyyA","AAACAAA"],"weight":3},{"from":["**?**","*###*","*###?","*###*","**T**"],"to":["AATAA","AzzzA","AzzzT","AzzzA","AACAA"]},{"from":["***?***","*#####*","*#####?","*#####*","***T***"],"to":["AAATAAA","AzzzzzA","AzzzzzT","AzzzzzA","AAACAAA"],"weight":2},{"from":["***?***","*#####*","*#####*","*#####?","*#####*","*#####*","***T***"],"to":["AAATAAA","AzzzzzA","AzzzzzA","AzzzzzT","AzzzzzA","AzzzzzA","AAACAAA"],"weight":3}],"steps":40},{"one":"xxx/xxx/xxx -> ***/*p*/***","steps":1},{"one":"yyy/yyy/yyy -> ***/*q*/***","steps":1},{"one":"zzz/zzz/zzz -> ***/*E*/***","steps":1},{"one":"x -> @","steps":1}]}"##.parse::<mapwright::recipe::StageRecipe>()?.initial()?))
}

fn rewrite_life() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), r##"{"use":"rewrite","fill":".","program":[{"prl":". -> #","chance":0.3,"steps":1},{"count":[". -> # if # 3","# -> . if # 0..1,4..8"],"steps":120}]}"##.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .wrap(Wrap::Both))
}

fn rewrite_nystrom() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(71, 45), r############"{"use":"rewrite","symbols":{"L":"wall","F":"floor","R":"floor","G":"floor","g":"floor","M":"floor","J":"floor","D":"door"},"sets":{"?":"JD","n":"FM"},"program":[{"put":"L","at":[1,1]},{"prl":"L## -> **L"},{"one":[{"from":["#######","#L#L#L#","#######","#L#L#L#","#######","#L#L#L#","#######"],"to":["*******","*FFFFF*","*FFFFF*","*FFFFF*","*FFFFF*","*FFFFF*","*******"]},{"from":["#########","#L#L#L#L#","#########","#L#L#L#L#","#########","#L#L#L#L#","#########"],"to":["*********","*FFFFFFF*","*FFFFFFF*","*FFFFFFF*","*FFFFFFF*","*FFFFFFF*","*********"]},{"from":["###########","#L#L#L#L#L#","###########","#L#L#L#L#L#","###########","#L#L#L#L#L#","###########","#L#L#L#L#L#","###########"],"to":["***********","*FFFFFFFFF*","*FFFFFFFFF*","*FFFFFFFFF*","*FFFFFFFFF*","*FFFFFFFFF*","*FFFFFFFFF*","*FFFFFFFFF*","***********"]}],"steps":18},{"markov":[{"one":"R#L -> GgR"},{"one":"RgG -> MMR"},{"one":"R -> M"},{"one":"L -> R"}]},{"one":"n -> J","steps":1},{"markov":[{"one":"Jn -> JJ"},{"one":"J#n -> JDJ"}]},{"all":"J#J -> JDJ","chance":0.02,"steps":1},{"one":"*#*/#?#/*?* -> ***/*#*/***"}]}"############.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(Start::default())
        .with(Exit::default()))
}

fn rewrite_river() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), r#"{"use":"rewrite","fill":"\"","symbols":{"W":"grass","R":"grass","S":"sand","E":"road"},"sets":{"w":"~≈"},"program":[{"put":"W","at":"top-left"},{"put":"R","at":"bottom-right"},{"one":["R\" -> RR","W\" -> WW"]},{"all":"RW -> ~~"},{"all":["W -> \"","R -> \""]},{"prl":"~\" -> ~~","steps":2},{"prl":{"from":["~~~~","~~~~","~~~~","~~~~"],"to":["****","*≈≈*","*≈≈*","****"]}},{"prl":"~\" -> ~S","steps":1},{"prl":"S\" -> SS","chance":0.3,"steps":1},{"put":"=","at":"left"},{"put":"E","at":"right"},{"path":"=","from":"=","to":"E","on":"\"S~≈","inertia":true},{"prl":"w=w -> *-*"},{"one":"\" -> &","steps":"1%"},{"one":"&\" -> &&","steps":"12%"},{"one":"&&&/&&&/&&& -> ***/*\"*/***","steps":12}]}"#.parse::<mapwright::recipe::StageRecipe>()?.initial()?))
}

fn rewrite_roots() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), r##"{"use":"rewrite","symbols":{"R":"floor"},"program":[{"put":"R","at":"top"},{"one":"# -> ~","steps":16},{"one":"*##/R##/*## -> ***/*R*/***","fields":[{"for":"R","to":"~","on":"#","recompute":true}],"temperature":0.5,"steps":"14%"}],"budget":10000}"##.parse::<mapwright::recipe::StageRecipe>()?.initial()?))
}

fn rewrite_trail() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), CellularAutomata::default())
        .with(Start::default())
        .with(CullUnreachable::default())
        .with(Exit::default())
        .with(r#"{"use":"rewrite","symbols":{"E":{"exit":true}},"program":[{"path":"=","from":"@","to":"E","on":".","inertia":true},{"prl":"=. -> *\"","chance":0.5,"steps":2},{"prl":"\". -> *\"","chance":0.25,"steps":3}]}"#.parse::<mapwright::recipe::StageRecipe>()?.meta()?))
}

fn rewrite_wilson() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(61, 41), r#"{"use":"rewrite","symbols":{"L":"wall","T":"floor","t":"floor","P":"floor","g":"floor","O":"floor","U":"floor","R":"floor"},"program":[{"put":"L","at":[1,1]},{"prl":"L## -> **L"},{"one":"L -> T","steps":1},{"markov":[{"one":["UgP -> L#U","UgO -> L#R"]},{"one":"tgP -> T.t"},{"one":"t -> T"},{"one":["R#L -> PgR","R#T -> t.T","R#P -> U#O","RgP -> L#R"]},{"one":"L -> R"}],"steps":10000000}]}"#.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(Start::default())
        .with(Exit::default()))
}

fn rooms_with_doors() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(60, 38), RandomRooms { tries: 120, min_side: 5, max_side: 9, spacing: 2, corridors: Some(Corridors { rooms: RoomPairs::RelativeNeighbors, ..Corridors::default() }), ..RandomRooms::default() })
        .with(Start { at: Place::TopLeft, ..Start::default() })
        .with(Exit::default())
        .with(Doors::default()))
}

fn round_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), RandomRooms { tries: 60, min_side: 7, max_side: 13, corridors: None, ..RandomRooms::default() })
        .with(RoomSorter::default())
        .with(RoomDrawer { chance: 0.7, ..RoomDrawer::default() })
        .with(RoomCornerRounder { radius: 1 })
        .with(Corridors { rooms: RoomPairs::InOrder, line: CorridorLine::Dogleg, ..Corridors::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(Exit::default()))
}

fn sidewinder_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(41, 27), Sidewinder { horizontal_chance: 0.65, root: Root::At((20, 26).into()) })
        .with(Exit::default()))
}

fn swamp() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(72, 44), CellularAutomata { wall_chance: 0.4, rounds: 6, rule: "B5678/S45678".parse()?, ..CellularAutomata::default() })
        .with(Paint { tile: Tile::TREE, over: vec![Tile::WALL], share: 1.0, ..Paint::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Exit::default())
        .with(Paint { tile: Tile::DEEP_WATER, share: 0.22, scale: 9, octaves: 3, min_cells: 10, ford: Some(Tile::WATER), ..Paint::default() })
        .with(Paint { tile: Tile::WATER, placement: Placement { distances: vec![DistanceRule { to: "deep-water".parse()?, min: 0, max: 3, steps: Steps::Walk }], ..Placement::default() }, share: 0.75, scale: 6, ..Paint::default() })
        .with(Paint { share: 0.85, scale: 8, ..Paint::default() })
        .with(Scatter { what: Scattered::Tile(Tile::TREE), over: vec![Tile::GRASS], spacing: 3, share: 0.08, ..Scatter::default() })
        .with(Scatter { what: Scattered::Spawn("Will-o'-wisp".into()), over: vec![Tile::WATER], placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 12, max: u32::MAX, steps: Steps::Walk }], ..Placement::default() }, spacing: 9, ..Scatter::default() })
        .with(SolvabilityValidator::default()))
}

fn temple() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(48, 44), r######"{"use":"graph-layout","rooms":[{"width":[7,9],"height":[6,7],"role":"start","tags":["porch"]},{"template":["#####+#####","#.........#","#.o.....o.#","+.........+","#.o.....o.#","#.........#","#.o.....o.#","+.........+","#.o.....o.#","#.........#","#####+#####"],"tags":["nave"]},{"width":[6,7],"height":[7,9],"tags":["cloister"]},{"width":[6,7],"height":[7,9],"tags":["cloister"]},{"width":[6,8],"height":[6,8],"tags":["chapel"]},{"width":[6,8],"height":[6,8],"tags":["chapel"]},{"width":[6,8],"height":[6,8],"tags":["sacristy"]},{"width":[6,8],"height":[6,8],"tags":["scriptorium"]},{"width":[8,10],"height":[6,7],"tags":["choir"]},{"template":[" ##+## ","##...##","#.~~~.#","+.~~~.+","#.~~~.#","##...##"," ##+## "],"tags":["well"]},{"width":[7,9],"height":[6,7],"role":"exit","tags":["sanctum"]}],"joins":[[0,1],[1,2],[1,3],[1,8],[2,4],[2,6],[3,5],[3,7],[8,9],[9,10]]}"######.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(LockAndKey { keys: 1, ..LockAndKey::default() })
        .with(Machines { count: (3, 3).into(), depth: 3, ..Machines::default() })
        .with(SolvabilityValidator { allow: vec![Allow::Unneeded], ..SolvabilityValidator::default() }))
}

fn torus_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(41, 27), AldousBroder::default())
        .wrap(Wrap::Both)
        .with(Exit::default()))
}

fn treasure_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(80, 50), BspDungeon::default())
        .with(Start { at: Place::FirstRoom, ..Start::default() })
        .with(Exit::default())
        .with(r#"{"use":"spawns","budget":[1,5],"chance":0.6,"depth":6,"deeper":[0.1,4],"placement":{"distances":[{"to":"start","min":8}]},"table":[{"name":"Rat","weight":3,"cost":1},{"name":"Wolf","weight":4,"cost":2},{"name":"Ogre","weight":2,"cost":4,"min_depth":6},{"name":"Dragon","weight":1,"cost":5,"min_depth":10}]}"#.parse::<mapwright::recipe::StageRecipe>()?.meta()?)
        .with(r#"{"use":"prefab-vaults","max":8,"repeat":true,"margin":1,"vaults":[{"name":"chest","weight":2,"template":{"rows":["o+o","o$o","ooo"],"legend":{"$":{"spawn":"Gold"}}}},{"name":"pillars","template":["o o","","o o"],"weight":3},{"name":"basin","template":["~~","~~"],"weight":1}]}"#.parse::<mapwright::recipe::StageRecipe>()?.meta()?))
}

fn unavoidable() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(25, 17), PrimMaze { max_degree: 4, ..PrimMaze::default() })
        .with(Exit::default())
        .with(LoopInjector { rule: LoopRule::DefeatWallFollowers, ..LoopInjector::default() }))
}

fn village() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(72, 44), RandomRooms { tries: 60, min_side: 4, max_side: 9, spacing: 3, ..RandomRooms::default() })
        .with(Doors::default())
        .with(Paint { tile: Tile::ROAD, placement: Placement { ground: PlacementGround::Corridor, ..Placement::default() }, share: 1.0, ..Paint::default() })
        .with(Start { at: Place::FirstRoom, ..Start::default() })
        .with(Exit { at: Place::LastRoom, ..Exit::default() })
        .with(Paint { over: vec![Tile::WALL], placement: Placement { distances: vec![DistanceRule { to: "floor".parse()?, min: 2, max: u32::MAX, steps: Steps::Diagonal }], ..Placement::default() }, share: 1.0, ..Paint::default() })
        .with(Paint { by: Some(SpawnGroup::Room), share: 0.25, ..Paint::default() })
        .with(Scatter { what: Scattered::Tile(Tile::TREE), over: vec![Tile::GRASS], placement: Placement { distances: vec![DistanceRule { to: "road".parse()?, min: 2, max: u32::MAX, steps: Steps::Diagonal }], ..Placement::default() }, spacing: 2, share: 0.05, ..Scatter::default() })
        .with(AreaGraph { max_width: 2, min_cells: 9, ..AreaGraph::default() })
        .with(LockAndKey { min_keys: Some(1), ..LockAndKey::default() })
        .with(SolvabilityValidator::default()))
}

fn voronoi_rooms() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 40), VoronoiCells { sites: 28, walls: CellWalls::Full, ..VoronoiCells::default() })
        .with(JoinComponents { min_cells: 12, ..JoinComponents::default() })
        .with(LoopInjector { rule: LoopRule::Detour, min_detour: 60, ..LoopInjector::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(Exit::default()))
}

fn wang_paths() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(32, 20), WangTiles::default())
        .with(JoinComponents::default())
        .with(Start { at: Place::Left, ..Start::default() })
        .with(Exit::default()))
}

fn wang_ribbons() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(32, 20), WangTiles { colors: 3, ..WangTiles::default() }))
}

fn warden_keep() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(72, 44), Accretion { max_loops: Some(12), ..Accretion::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(Exit::default())
        .with(AreaGraph::default())
        .with(LockAndKey { keys: 4, min_keys: Some(3), kinds: vec![LockKind { opener: "Key".into(), door: mapwright::core::DoorKind::Door, weight: 1, doors: (1, 1).into(), at: OpenerPosition::Far }, LockKind { opener: "Lever".into(), door: mapwright::core::DoorKind::Gate, weight: 1, doors: (1, 1).into(), at: OpenerPosition::InView }, LockKind { opener: "Bomb".into(), door: mapwright::core::DoorKind::Barrier, weight: 1, doors: (2, 4).into(), at: OpenerPosition::Far }, LockKind { opener: "Warden".into(), door: mapwright::core::DoorKind::Guard, weight: 1, doors: (1, 1).into(), at: OpenerPosition::Before }], max_secrets: 2, ..LockAndKey::default() })
        .with(SolvabilityValidator::default()))
}

fn wfc_chunks() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 40), BspDungeon::default())
        .with(WaveFunctionCollapse { model: CollapseModel::Chunks { chunk: 8, stride: Some(2) }, border: true, connect: Connect::Repair, ..WaveFunctionCollapse::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Exit::default()))
}

fn wfc_dungeon() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 36), BspDungeon::default())
        .with(WaveFunctionCollapse { model: CollapseModel::Overlapping { n: 4 }, symmetries: Symmetries::of(&[wfc::Image::Turn180, wfc::Image::MirrorX, wfc::Image::MirrorY]), border: true, connect: Connect::Repair, ..WaveFunctionCollapse::default() })
        .with(Start { at: Place::Left, ..Start::default() })
        .with(CullUnreachable::default())
        .with(Exit::default()))
}

fn wfc_wang() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(32, 20), KruskalMaze::default())
        .with(WaveFunctionCollapse { model: CollapseModel::Tiled, symmetries: Symmetries::of(&[]), border: true, connect: Connect::Repair, ..WaveFunctionCollapse::default() })
        .with(Start::default())
        .with(Exit::default()))
}

fn wilson_maze() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(41, 27), Wilson::default())
        .with(Start { at: Place::TopLeft, ..Start::default() })
        .with(Exit::default()))
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

fn wang_tiles() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), WangTiles::default()))
}

fn herringbone_wang() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), r#"{"use":"herringbone-wang","unit":8}"#.parse::<mapwright::recipe::StageRecipe>()?.initial()?))
}

fn polyomino_fill() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PolyominoFill::default()))
}

fn rewrite() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), RewriteRules::default()))
}

fn cellular_automata() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CellularAutomata::default()))
}

fn accretion() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), Accretion::default()))
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

fn floors() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), r#"{"use":"floors","floors":[{"count":3,"kept":[],"initial":{"use":"bsp-dungeon"},"metas":[]}]}"#.parse::<mapwright::recipe::StageRecipe>()?.initial()?))
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
    Ok(BuilderChain::start_with(Size::new(31, 21), RandomRooms { corridors: None, ..RandomRooms::default() })
        .with(Corridors::default()))
}

fn doors() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), RandomRooms::default())
        .with(Doors::default()))
}

fn shortcuts() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CellularAutomata::default())
        .with(Shortcuts::default()))
}

fn stairs() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), r#"{"use":"floors"}"#.parse::<mapwright::recipe::StageRecipe>()?.initial()?)
        .with(Stairs::default()))
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

fn start() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CellularAutomata::default())
        .with(Start::default()))
}

fn cull_unreachable() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CellularAutomata::default())
        .with(Start::default())
        .with(CullUnreachable::default()))
}

fn join_components() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), CellularAutomata::default())
        .with(JoinComponents::default()))
}

fn exit() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(Exit::default()))
}

fn tight_walls() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(TightWalls::default()))
}

fn portals() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(Portals::default()))
}

fn paint() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(Paint::default()))
}

fn scatter() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(Scatter::default()))
}

fn keep() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(KeepCells::default()))
}

fn spawns() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), RandomRooms::default())
        .with(Spawns::default()))
}

fn area_graph() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(AreaGraph::default()))
}

fn lock_and_key() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(Exit::default())
        .with(AreaGraph::default())
        .with(LockAndKey::default()))
}

fn machines() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(Exit::default())
        .with(AreaGraph::default())
        .with(Machines::default()))
}

fn solvability_validator() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(31, 21), PrimMaze::default())
        .with(Exit::default())
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
    ("catacombs", catacombs),
    ("cave", cave),
    ("cave-halls", cave_halls),
    ("cave-maze", cave_maze),
    ("cave-sanctum", cave_sanctum),
    ("cave-with-monsters", cave_with_monsters),
    ("cave-with-vaults", cave_with_vaults),
    ("chunk-mine", chunk_mine),
    ("cycle-dungeon", cycle_dungeon),
    ("deep-floors", deep_floors),
    ("deep-keep", deep_keep),
    ("detours", detours),
    ("division-maze", division_maze),
    ("dla-central-attractor", dla_central_attractor),
    ("dla-walk-outwards", dla_walk_outwards),
    ("drunkard-fat-passages", drunkard_fat_passages),
    ("drunkard-fearful-symmetry", drunkard_fearful_symmetry),
    ("eller-maze", eller_maze),
    ("endless-caves", endless_caves),
    ("endless-cells", endless_cells),
    ("endless-halls", endless_halls),
    ("endless-islands", endless_islands),
    ("endless-maze", endless_maze),
    ("endless-rooms", endless_rooms),
    ("exploded-rooms", exploded_rooms),
    ("gorge", gorge),
    ("growing-tree-maze", growing_tree_maze),
    ("harbor-village", harbor_village),
    ("herringbone-dungeon", herringbone_dungeon),
    ("hunt-and-kill-maze", hunt_and_kill_maze),
    ("island-crypt", island_crypt),
    ("joined-caves", joined_caves),
    ("joined-components", joined_components),
    ("level-bsp", level_bsp),
    ("level-exploded", level_exploded),
    ("level-rooms", level_rooms),
    ("level-voronoi", level_voronoi),
    ("locked-maze", locked_maze),
    ("machine-halls", machine_halls),
    ("mansion", mansion),
    ("mine", mine),
    ("open-cave", open_cave),
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
    ("rewrite-nystrom", rewrite_nystrom),
    ("rewrite-river", rewrite_river),
    ("rewrite-roots", rewrite_roots),
    ("rewrite-trail", rewrite_trail),
    ("rewrite-wilson", rewrite_wilson),
    ("rooms-with-doors", rooms_with_doors),
    ("round-rooms", round_rooms),
    ("sidewinder-maze", sidewinder_maze),
    ("swamp", swamp),
    ("temple", temple),
    ("torus-maze", torus_maze),
    ("treasure-rooms", treasure_rooms),
    ("unavoidable", unavoidable),
    ("village", village),
    ("voronoi-rooms", voronoi_rooms),
    ("wang-paths", wang_paths),
    ("wang-ribbons", wang_ribbons),
    ("warden-keep", warden_keep),
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
    ("wang-tiles", wang_tiles),
    ("herringbone-wang", herringbone_wang),
    ("polyomino-fill", polyomino_fill),
    ("rewrite", rewrite),
    ("cellular-automata", cellular_automata),
    ("accretion", accretion),
    ("random-rooms", random_rooms),
    ("bsp-dungeon", bsp_dungeon),
    ("bsp-interior", bsp_interior),
    ("drunkards-walk", drunkards_walk),
    ("dla", dla),
    ("voronoi-cells", voronoi_cells),
    ("arena", arena),
    ("floors", floors),
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
    ("shortcuts", shortcuts),
    ("stairs", stairs),
    ("snapshot-history", snapshot_history),
    ("prefab-section", prefab_section),
    ("prefab-vaults", prefab_vaults),
    ("unique-pipes", unique_pipes),
    ("pipe-shuffler", pipe_shuffler),
    ("ring-validator", ring_validator),
    ("start", start),
    ("cull-unreachable", cull_unreachable),
    ("join-components", join_components),
    ("exit", exit),
    ("tight-walls", tight_walls),
    ("portals", portals),
    ("paint", paint),
    ("scatter", scatter),
    ("keep", keep),
    ("spawns", spawns),
    ("area-graph", area_graph),
    ("lock-and-key", lock_and_key),
    ("machines", machines),
    ("solvability-validator", solvability_validator),
];
