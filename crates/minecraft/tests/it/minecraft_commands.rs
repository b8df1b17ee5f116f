//! The small Minecraft of these tests, tested itself: what the game is known to do.
#![allow(clippy::panic)]

use crate::minecraft::{Context, LIMIT, World};
use mapwright_files::Folder;

/// A pack for 1.21 with functions in the namespace `t`.
fn folder(functions: &[(&str, &str)]) -> Folder {
    let mut folder = Folder::default();
    folder.add("pack.mcmeta", r#"{"pack":{"pack_format":48,"description":"t"}}"#);
    for (name, body) in functions {
        folder.add(format!("data/t/function/{name}.mcfunction"), *body);
    }
    folder
}

fn world(functions: &[(&str, &str)]) -> World {
    let mut world = World::load(&folder(functions), "1.21").unwrap();
    world.run("scoreboard objectives add v dummy").unwrap();
    world
}

fn run(world: &mut World, commands: &[&str]) {
    for command in commands {
        world.run(command).unwrap_or_else(|why| panic!("{command}: {why}"));
    }
}

fn value(world: &World, holder: &str) -> i32 {
    world.score(holder, "v").unwrap_or(-1)
}

#[test]
fn execute_as_chooses_before_anything_runs() {
    let mut world =
        world(&[("twice", "tag @s add seen\nsummon marker ~ ~ ~ {Tags:[\"a\"]}\nscoreboard players add n v 1")]);
    run(&mut world, &["summon marker 1 2 3 {Tags:[\"a\"]}", "execute as @e[tag=a] run function t:twice"]);
    assert_eq!(value(&world, "n"), 1);
    run(&mut world, &["execute as @e[tag=a] run function t:twice"]);
    assert_eq!(value(&world, "n"), 3);
}

#[test]
fn all_tests_of_an_execute_are_asked_before_anything_runs() {
    // The first that runs spoils the test for the others, but they have passed it.
    let mut world = world(&[("first", "scoreboard players add done v 1")]);
    run(&mut world, &["scoreboard players set done v 0", "summon marker", "summon marker", "summon marker"]);
    run(&mut world, &["execute as @e if score done v matches 0 run function t:first"]);
    assert_eq!(value(&world, "done"), 3);
}

#[test]
fn place_moves_with_at_and_not_with_as() {
    let mut world = world(&[]);
    run(&mut world, &["summon marker 10 64 10"]);
    run(&mut world, &["execute as @e run setblock ~ ~ ~ stone", "execute as @e at @s run setblock ~ ~1 ~-2 stone"]);
    assert_eq!(world.blocks(), [[0, 0, 0], [10, 65, 8]]);
    run(&mut world, &["execute positioned ~5 ~ ~ positioned ~ ~ ~-3.5 align xz run setblock ~ ~ ~.9 dirt"]);
    assert_eq!(world.block([5, 0, -4]), "minecraft:dirt");
    run(&mut world, &["execute as @e positioned as @s positioned ~ 70 ~ run setblock ~ ~ ~ dirt"]);
    assert_eq!(world.block([10, 70, 10]), "minecraft:dirt");
}

#[test]
fn whole_numbers_mean_the_middle_of_a_block_but_for_the_height() {
    let mut world = world(&[]);
    run(&mut world, &["summon marker 1 2 -3", "summon marker 1.0 2 -3.0", "summon marker ~1 ~ ~"]);
    let places: Vec<[f64; 3]> = world.select("@e").into_iter().map(|id| world.entity(id).at).collect();
    assert_eq!(places, [[1.5, 2.0, -2.5], [1.0, 2.0, -3.0], [1.0, 0.0, 0.0]]);
}

#[test]
fn return_stops_the_function_and_no_other() {
    let mut world = world(&[
        ("outer", "function t:inner\nscoreboard players add outer v 1"),
        (
            "inner",
            "scoreboard players set inner v 1\nexecute if score inner v matches 1 run return 7\nscoreboard players set inner v 2",
        ),
        ("all", "execute as @e run function t:inner_each"),
        ("inner_each", "scoreboard players add each v 1\nreturn 1"),
        ("through", "return run function t:inner"),
        ("nothing", "execute if entity @e[tag=none] run return 1"),
        ("failing", "return run execute if entity @e[tag=none] run say hi\n"),
    ]);
    run(&mut world, &["function t:outer", "summon marker", "summon marker", "function t:all"]);
    assert_eq!((value(&world, "inner"), value(&world, "outer"), value(&world, "each")), (1, 1, 2));
    run(&mut world, &["execute store result score got v run function t:through"]);
    run(&mut world, &["execute store success score failed v run function t:failing"]);
    run(&mut world, &["execute unless function t:nothing if function t:through run scoreboard players set tested v 1"]);
    assert_eq!((value(&world, "got"), value(&world, "failed"), value(&world, "tested")), (7, 0, 1));
    let why = world.run("execute store result score got v run function t:nothing").unwrap_err();
    assert_eq!(why, "the result of a function that returned nothing is stored nowhere");
}

#[test]
fn a_chain_has_a_limit() {
    let mut world = world(&[
        ("forever", "scoreboard players add n v 1\nfunction t:forever"),
        ("count", "scoreboard players add n v 1\nexecute if score n v matches ..30000 run function t:count"),
    ]);
    let why = world.run("function t:forever").unwrap_err();
    assert!(why.ends_with(": more than 65536 commands in a chain"), "{why}");
    assert_eq!(value(&world, "n"), (LIMIT / 2) as i32);
    // Deep recursion is no trouble as long as it is short.
    run(&mut world, &["scoreboard players set n v 15000", "function t:count"]);
    assert_eq!(value(&world, "n"), 30_001);
    assert_eq!(world.last_cost(), 1 + 3 * 15_000 + 2);
}

#[test]
fn what_is_too_large_is_an_error() {
    let mut world = world(&[]);
    assert!(world.run("fill 0 0 0 31 31 31 stone").unwrap().success);
    let why = world.run("fill 0 0 0 32 31 31 stone").unwrap_err();
    assert_eq!(why, "fill of 33792 blocks; 32768 are allowed");
    let why = world.run("clone 0 0 0 32 31 31 100 0 0").unwrap_err();
    assert_eq!(why, "clone of 33792 blocks; 32768 are allowed");
    let why = world.run("forceload add 0 0 300 300").unwrap_err();
    assert_eq!(why, "forceload of 361 chunks; 256 are allowed");
}

#[test]
fn fill_has_its_modes() {
    let mut world = world(&[]);
    run(&mut world, &["fill 2 0 0 0 2 2 stone hollow", "fill 0 0 0 2 0 0 dirt keep", "fill 0 0 0 2 2 2 glass keep"]);
    assert_eq!((world.block([1, 1, 1]), world.block([1, 0, 0])), ("minecraft:glass".into(), "minecraft:stone".into()));
    run(&mut world, &["fill 0 0 0 2 2 2 dirt replace glass", "fill 0 0 0 0 0 2 air destroy"]);
    assert_eq!((world.block([1, 1, 1]), world.block([0, 0, 1])), ("minecraft:dirt".into(), "minecraft:air".into()));
    // Nothing to change is a failure.
    assert!(!world.run("fill 1 1 1 1 1 1 dirt").unwrap().success);
    assert!(!world.run("setblock 1 1 1 dirt").unwrap().success);
    assert!(!world.run("setblock 1 1 1 stone keep").unwrap().success);
    run(&mut world, &["clone 1 1 1 1 1 2 5 5 5"]);
    assert_eq!((world.block([5, 5, 5]), world.block([5, 5, 6])), ("minecraft:dirt".into(), "minecraft:stone".into()));
}

#[test]
fn blocks_are_tested_by_the_states_that_are_named() {
    let mut world = world(&[]);
    run(&mut world, &["setblock 0 0 0 oak_stairs[half=top,facing=east]"]);
    assert_eq!(world.block([0, 0, 0]), "minecraft:oak_stairs[facing=east,half=top]");
    let mut check =
        |test: &str, holds: bool| assert_eq!(world.run(&format!("execute {test}")).unwrap().success, holds, "{test}");
    check("if block 0 0 0 oak_stairs", true);
    check("if block 0 0 0 minecraft:oak_stairs[facing=east]", true);
    check("if block 0 0 0 oak_stairs[facing=west]", false);
    check("unless block 0 0 0 stone", true);
    check("if block 0 1 0 #air", true);
    check("if block 0 1 0 air if block 0 0 0 air", false);
}

#[test]
fn selectors_choose_by_all_they_say() {
    let mut world = world(&[]);
    for (x, tags) in [(0, "a"), (3, "a\",\"b"), (7, "b"), (20, "c")] {
        run(&mut world, &[&format!("summon marker {x} 0 0 {{Tags:[\"{tags}\"]}}")]);
    }
    run(&mut world, &["summon armor_stand 3 0 0", "scoreboard players set @e[tag=b] v 5"]);
    let mut check = |selector: &str, places: &[i32]| {
        let found = world.select(selector);
        let found: Vec<i32> = found.into_iter().map(|id| world.entity(id).at[0].floor() as i32).collect();
        assert_eq!(found, places, "{selector}");
    };
    check("@e[tag=a]", &[0, 3]);
    check("@e[tag=a,tag=!b]", &[0]);
    check("@e[tag=]", &[3]);
    check("@e[tag=!,type=!marker]", &[]);
    check("@e[type=armor_stand]", &[3]);
    check("@e[type=minecraft:marker,distance=..4]", &[0, 3]);
    check("@e[type=marker,x=7.5,y=0,z=0.5,distance=..0.1]", &[7]);
    check("@e[type=marker,distance=3..,sort=furthest,limit=2]", &[20, 7]);
    check("@e[type=marker,x=3,y=-0.5,z=0,dx=4]", &[3, 7]);
    check("@e[type=marker,x=7,y=-0.5,z=0,dx=-4,dy=0,dz=0]", &[3, 7]);
    // A body without any size must lie inside, and not on the border.
    check("@e[x=3,y=0,z=0,dx=0,type=marker]", &[]);
    check("@e[x=3,y=0,z=0,dx=0]", &[3]);
    check("@e[scores={v=5}]", &[3, 7]);
    check("@e[type=marker,scores={v=..4}]", &[]);
    check("@e[sort=nearest,limit=1,x=19]", &[20]);
    check("@e[nbt={Tags:[\"a\",\"b\"]}]", &[3]);
    check("@a", &[]);
    world.add_player("Steve", [40.0, 0.0, 0.0]);
    assert_eq!(
        world.select("@a[name=Steve]").len() + world.select("@p").len() + world.select("@a[name=!Steve]").len(),
        2
    );
}

#[test]
fn a_random_choice_is_any_of_them() {
    let mut world = world(&[]);
    for x in 0..4 {
        run(&mut world, &[&format!("summon marker {x} 0 0")]);
    }
    let mut met = [0; 4];
    for _ in 0..200 {
        let id = world.select("@e[sort=random,limit=1]")[0];
        met[world.entity(id).at[0] as usize] += 1;
        let dice = world.run("random value 1..3").unwrap().value;
        assert!((1..=3).contains(&dice));
    }
    assert!(met.iter().all(|&count| count > 20), "{met:?}");
}

#[test]
fn scores_add_up() {
    let mut world = world(&[]);
    run(
        &mut world,
        &["scoreboard players set a v 7", "scoreboard players set b v -2", "scoreboard players remove a v 10"],
    );
    let mut check = |operation: &str, a: i32, b: i32| {
        run(&mut world, &["scoreboard players set a v -3", "scoreboard players set b v -2"]);
        run(&mut world, &[&format!("scoreboard players operation a v {operation} b v")]);
        assert_eq!((value(&world, "a"), value(&world, "b")), (a, b), "{operation}");
    };
    check("=", -2, -2);
    check("+=", -5, -2);
    check("-=", -1, -2);
    check("*=", 6, -2);
    check("/=", 1, -2);
    check("%=", -1, -2);
    check("<", -3, -2);
    check(">", -2, -2);
    check("><", -2, -3);
    run(&mut world, &["execute if score a v < b v run say wrong", "scoreboard players reset a v"]);
    // A score that is not there fails every test.
    run(&mut world, &["execute if score a v = a v run say wrong", "execute unless score a v matches 0 run say right"]);
    assert_eq!(world.take_messages(), [(None, "right".to_owned())]);
    assert_eq!(world.run("scoreboard players set a nope 1").unwrap_err(), "there is no objective `nope`");
}

#[test]
fn results_are_stored_where_they_were_aimed_before() {
    let mut world = world(&[]);
    run(
        &mut world,
        &["summon item_frame 0 0 0 {Item:{id:\"stick\"},Tags:[\"f\"]}", "summon marker 5 5 5 {Tags:[\"m\"]}"],
    );
    // @s is the frame when the place is chosen, and the marker when the command runs.
    run(&mut world, &["execute as @e[tag=f] store result score @s v as @e[tag=m] run data get entity @s Pos[0] 10"]);
    let frame = world.select("@e[tag=f]")[0];
    assert_eq!(world.score_of(frame, "v"), Some(55));
    assert!(world.click(frame) && world.click(frame));
    assert_eq!(world.data(frame, "ItemRotation"), Some(2.0));
    run(
        &mut world,
        &[
            "scoreboard players set n v 3",
            "execute store result entity @e[tag=f,limit=1] ItemRotation byte 2 run scoreboard players get n v",
        ],
    );
    assert_eq!(world.data(frame, "ItemRotation"), Some(6.0));
    run(
        &mut world,
        &["execute store result score n v if entity @e", "execute store success score ok v run tag @e[tag=f] add f"],
    );
    assert_eq!((value(&world, "n"), value(&world, "ok")), (2, 0));
}

#[test]
fn data_is_read_merged_and_copied() {
    let mut world = world(&[]);
    run(
        &mut world,
        &["data merge storage t:s {list:[{a:1b},{a:2b}],name:\"x y\"}", "summon marker 1 2 3 {Tags:[\"m\"]}"],
    );
    assert_eq!(world.run("data get storage t:s list[1].a 3").unwrap().value, 6);
    assert_eq!(world.run("data get storage t:s name").unwrap().value, 3);
    assert!(!world.run("data get storage t:s list[2].a").unwrap().success);
    run(
        &mut world,
        &[
            "data modify storage t:s list append value {a:5}",
            "data modify entity @e[limit=1] data.k set from storage t:s list[-1].a",
        ],
    );
    let marker = world.select("@e[tag=m]")[0];
    assert_eq!(world.data(marker, "data.k"), Some(5.0));
    run(&mut world, &["data modify entity @e[limit=1] Pos[1] set value 9.0d", "data remove storage t:s list[0]"]);
    assert_eq!(world.entity(marker).at, [1.5, 9.0, 3.5]);
    assert_eq!(world.run("data get storage t:s list").unwrap().value, 2);
}

#[test]
fn entities_die_and_move_and_lose_what_they_had() {
    let mut world = world(&[]);
    run(&mut world, &["summon marker 1 2 3 {Tags:[\"m\"]}", "scoreboard players set @e v 1", "tp @e[tag=m] ~ 5 ~-1"]);
    let marker = world.select("@e[distance=..6]")[0];
    assert_eq!(world.entity(marker).at, [0.0, 5.0, -1.0]);
    run(&mut world, &["tag @e remove m", "kill @e[type=marker]"]);
    assert_eq!((world.n_entities(), world.score_of(marker, "v"), world.take_killed()), (0, None, vec![marker]));
    assert!(!world.run("kill @e").unwrap().success);
}

#[test]
fn ticks_and_schedules_keep_time() {
    let mut files = folder(&[
        ("tick", "scoreboard players add ticks v 1"),
        ("load", "scoreboard objectives add v dummy\nschedule function t:later 1s\nschedule function t:later 5t"),
        ("later", "scoreboard players operation then v = ticks v\nscoreboard players add runs v 1"),
    ]);
    files.add("data/minecraft/tags/function/tick.json", r#"{"values":["t:tick"]}"#);
    files.add("data/minecraft/tags/function/load.json", r#"{"values":["t:load"]}"#);
    let mut world = World::load(&files, "1.21").unwrap();
    world.reload().unwrap();
    world.ticks(30).unwrap();
    // The second schedule replaced the first.
    assert_eq!((value(&world, "ticks"), value(&world, "then"), value(&world, "runs")), (30, 5, 1));
    run(&mut world, &["schedule function t:later 1t append", "schedule function t:later 3t append"]);
    assert_eq!((world.settle(10), value(&world, "runs")), (Ok(3), 3));
    run(&mut world, &["schedule function t:later 3t", "schedule clear t:later"]);
    assert_eq!(world.n_scheduled(), 0);
}

#[test]
fn a_wrong_line_is_told_with_its_place() {
    let check = |line: &str, why: &str| {
        let folder = folder(&[("f", &format!("# a comment\n\n{line}\n"))]);
        let expected = format!("data/t/function/f.mcfunction:3: {why}");
        assert_eq!(World::load(&folder, "1.21").unwrap_err(), expected, "{line}");
    };
    check("setblok ~ ~ ~ stone", "`setblok` is no command");
    check("/say hi", "`/say` is no command");
    check("setblock ~ ~ stone", "`stone` is no coordinate");
    check("setblock ~  ~ ~ stone", "expected a coordinate at ` ~ ~ stone`");
    check("setblock ~ ~ ~ Stone", "`Stone` is no id");
    check("setblock ~ ~ ~ wool 14", "expected one of replace, keep, destroy, not `14`");
    check("setblock ~ ~ ~ #logs", "`#logs` is a tag and no block");
    check("setblock ~ ~ ~ stone keep now", "too much at the end: `now`");
    check("execute as @e[tag=a run say hi", "a `]` is missing in `@e[tag=a run say hi`");
    check("execute as @e[colour=red] run say hi", "`colour` is no argument of a selector");
    check("execute as @s[limit=1] run say hi", "`limit` cannot be used with @s");
    check("execute as @e", "`run` is missing");
    check("execute @e ~ ~ ~ say hi", "`@e` is no subcommand of execute");
    check("execute if score a v matches 3..1 run say hi", "`3..1` is no range");
    check("execute if score @e v matches 3 run say hi", "only one score holder is allowed here");
    check("data get entity @e Pos", "only one entity is allowed; add limit=1");
    check("summon markre", "`minecraft:markre` is no kind of entity known here");
    check("summon marker ~ ~ ~ {Tags:[a}", "a `]` is missing in `Tags:[a`");
    check("function t:g", "there is no function `t:g`");
    check("scoreboard players add a v -1", "-1 is negative");
    check(
        "scoreboard players tag @e add x",
        "expected one of set, add, remove, get, reset, operation, enable, not `tag`",
    );
    check("tellraw @a {text:hi}", "the message is no JSON: key must be a string at line 1 column 2");
}

#[test]
fn a_pack_must_suit_its_version() {
    let check = |meta: &str, path: &str, game: &str, why: Option<&str>| {
        let mut folder = Folder::default();
        folder.add("pack.mcmeta", meta);
        folder.add(path, "say hi");
        assert_eq!(World::load(&folder, game).err().as_deref(), why, "{meta} {path} {game}");
    };
    let (old, new) = ("data/t/functions/f.mcfunction", "data/t/function/f.mcfunction");
    let meta = |format: u32| format!(r#"{{"pack":{{"pack_format":{format},"description":""}}}}"#);
    check(&meta(26), old, "1.20.4", None);
    check(&meta(48), new, "1.21", None);
    check(&meta(48), new, "1.21.1", None);
    check(&meta(48), new, "1.20.4", Some("pack.mcmeta: `pack_format` is 48; this version has 26"));
    check(&meta(81), new, "26.1", Some("pack.mcmeta: `min_format` and `max_format` are needed"));
    check(r#"{"pack":{"description":"","min_format":[101,1],"max_format":[101,1]}}"#, new, "26.1", None);
    let range = r#"{"pack":{"description":"","min_format":101.1,"max_format":107,"supported_formats":[82,107]}}"#;
    check(range, new, "26.1", Some("pack.mcmeta: `supported_formats` is forbidden"));
    let looks = "data/t/functions/f.mcfunction: this version looks for function, tags/function and tags/block";
    check(&meta(48), old, "1.21", Some(looks));
    check(&meta(18), old, "1.20.2", Some("pack.mcmeta: this version is not known here"));
}

#[test]
fn a_command_can_run_as_somebody_somewhere() {
    let mut world = world(&[]);
    let steve = world.add_player("Steve", [3.5, 1.0, 3.5]);
    world.run_as("setblock ~ ~-1 ~ stone", Context { at: [3.5, 1.0, 3.5], me: Some(steve) }).unwrap();
    world
        .run_as(
            "tellraw @s [\"\",{\"text\":\"a\"},{\"text\":\"b\",\"color\":\"red\"}]",
            Context { at: [0.0; 3], me: Some(steve) },
        )
        .unwrap();
    assert_eq!(
        (world.block([3, 0, 3]), world.take_messages()),
        ("minecraft:stone".into(), vec![(Some(steve), "ab".into())])
    );
    run(&mut world, &["kill Steve"]);
    assert_eq!(world.take_killed(), [steve]);
    assert_eq!(
        world.run("data modify entity Steve Health set value 1f").unwrap_err(),
        "the data of players cannot be changed"
    );
}
