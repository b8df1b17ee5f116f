//! Wrong calls as people make them, and every word of the answer.

use crate::common;
use crate::common::refusal;

/// The message of a call that is refused, without the hint to `--help`.
fn told(line: &str, input: &str) -> String {
    let message = refusal(&line.split(' ').collect::<Vec<_>>(), input);
    message.trim_end_matches("\n\nFor more information, try '--help'.").to_owned()
}

#[test]
fn names_that_nothing_has() {
    for (line, message) in [
        ("new casle", "mapwright: no recipe is called `casle`; did you mean `castle-keys`?"),
        ("build cavern", "mapwright: no recipe is called `cavern`; did you mean `cave`?"),
        ("build RANDOM", "mapwright: no recipe is called `RANDOM`; `mapwright new random` rolls one"),
        ("build xyzzy", "mapwright: no recipe is called `xyzzy`; `mapwright list recipes` lists all"),
        ("list stage coridors", "mapwright: no stage is called `coridors`; did you mean `corridors`?"),
        ("list casle", "mapwright: nothing in the list has `casle`; did you mean `castle-keys`?"),
        (
            "world cave",
            "mapwright: metas[0] start: cannot run in an endless world: a world has one start, which \
             `ChainWorld::start` finds; `mapwright list endless` lists recipes that can",
        ),
        ("build cave --tileset wals -o x.png", "mapwright: no tileset is called `wals`; did you mean `walls`?"),
        ("build cave -o cave.jpg", "mapwright: cave.jpg: no format for `.jpg`; did you mean `.png`?"),
        (
            "build cave --theme sepia -o x.png",
            "error: invalid value 'sepia' for '--theme <NAME|FILE>': expected atlas, parchment, dark, blueprint, print, or \
             a .json file",
        ),
        (
            "build cave --format tiled",
            "error: invalid value 'tiled' for '--format <FORMAT>': no format is called `tiled`; `mapwright list formats` lists all",
        ),
        (
            "build cave -o x.csv -O plan=solid",
            "error: invalid value 'plan=solid' for '--option <KEY=VALUE>': no format has an option `plan`; did you mean \
             `plane`?",
        ),
        (
            "search find cave --want lops>=3 -o x",
            "error: invalid value 'lops>=3' for '--want <REQUIREMENTS>': column 1: found `lops`; expected a metric, such as \
             `loops`",
        ),
    ] {
        assert_eq!(told(line, ""), message, "{line}");
    }
}

#[test]
fn unknown_commands_and_options_are_named_with_what_is_alike() {
    for (line, message) in [
        (
            "biuld cave",
            "error: unrecognized subcommand 'biuld'\n\n  tip: a similar subcommand exists: 'build'\n\nUsage: mapwright [OPTIONS] <COMMAND>",
        ),
        (
            "build cave --formt png",
            "error: unexpected argument '--formt' found\n\n  tip: a similar argument exists: '--format'\n\nUsage: mapwright build --format <FORMAT> <RECIPE|MAP>",
        ),
        (
            "build cave cave.png",
            "error: unexpected argument 'cave.png' found\n\nUsage: mapwright build [OPTIONS] <RECIPE|MAP>",
        ),
        (
            "build cave --wall-percent 40",
            "error: unexpected argument '--wall-percent' found\n\nUsage: mapwright build <RECIPE|MAP>",
        ),
        ("build cave --width 40", "error: unexpected argument '--width' found\n\nUsage: mapwright build <RECIPE|MAP>"),
        ("export cave -o x.png", "error: unrecognized subcommand 'export'\n\nUsage: mapwright [OPTIONS] <COMMAND>"),
        (
            "search cave --want loops>=3 -o x",
            "error: unrecognized subcommand 'cave'\n\nUsage: mapwright search [OPTIONS] <COMMAND>",
        ),
        ("build cave --xyzzy", "error: unexpected argument '--xyzzy' found\n\nUsage: mapwright build <RECIPE|MAP>"),
        (
            "build cave --seeds 100 -o {seed}.json",
            "error: invalid value '100' for '--seeds <A..B>': expected A..B with whole numbers, A less than B, such as 0..100; B itself is left out",
        ),
    ] {
        assert_eq!(told(line, ""), message, "{line}");
    }
}

#[test]
fn values_that_cannot_be() {
    let seed = "a seed is a whole number from 0 to 18446744073709551615";
    for (line, message) in [
        ("build cave --seed abc", format!("error: invalid value 'abc' for '--seed <N>': {seed}")),
        ("build cave --seed -3", format!("error: invalid value '-3' for '--seed <N>': {seed}")),
        ("new random --seed 1.5", format!("error: invalid value '1.5' for '--seed <N>': {seed}")),
        ("pipes new --seed x", format!("error: invalid value 'x' for '--seed <N>': {seed}")),
        (
            "build cave --size 40",
            "error: invalid value '40' for '--size <WxH>': expected WxH, both 1 to 65535, such as 11x11".to_owned(),
        ),
        (
            "build cave --set wall_chance",
            "error: invalid value 'wall_chance' for '--set <PATH=VALUE>': expected a parameter, `=` and a value, such as \
             metas.0.chance=0.2"
                .to_owned(),
        ),
        (
            "build cave --set wall_chan=40",
            "mapwright: --set wall_chan: the recipe has no stage and no parameter `wall_chan`; did you mean `wall_chance`?"
                .to_owned(),
        ),
        (
            "build castle-keys --set doors=1",
            "mapwright: --set doors: the recipe has no stage and no parameter `doors`; its stages are bsp-dungeon, start, \
             exit, area-graph, lock-and-key, solvability-validator, spawns"
                .to_owned(),
        ),
        (
            "build cave --set initial.wall_chan=40",
            "mapwright: cave: initial cellular-automata: no parameter is called `wall_chan`; did you mean `wall_chance`?"
                .to_owned(),
        ),
        (
            "build cave --set initial.wall_chance=1.4",
            "mapwright: cave: initial cellular-automata: parameter `wall_chance` is 1.4; expected a number from 0 to 1"
                .to_owned(),
        ),
    ] {
        assert_eq!(told(line, ""), message, "{line}");
    }
}

#[test]
fn files_that_hold_something_else() {
    let expected = "expected a recipe or a map, which are JSON objects";
    let text = "text; the stages `prefab-level` and `prefab-vaults` read drawings";
    for (content, kind) in [
        ("<?xml version=\"1.0\"?>\n<map version=\"1.10\" orientation=\"orthogonal\">", "a Tiled map"),
        (r#"{ "compressionlevel": -1, "tiledversion": "1.10.2", "type": "map" }"#, "a Tiled map"),
        (r#"{ "__header__": { "fileType": "LDtk Project JSON" } }"#, "an LDtk project"),
        ("<svg xmlns=\"http://www.w3.org/2000/svg\">", "XML"),
        ("#####\n#@..#\n#####\n", text),
        ("// my cave\n{ \"version\": 1 }", text),
    ] {
        assert_eq!(told("build -", content), format!("mapwright: standard input: {expected}; this is {kind}"));
    }
    let broken = "mapwright: standard input: not valid JSON: EOF while parsing an object at line 1 column 1";
    assert_eq!(told("build -", "{"), broken);
}

#[test]
fn a_call_without_a_command_shows_examples_and_the_commands() {
    let output = common::mapwright(&[], "");
    assert_eq!((output.status.code(), common::stdout(&output).as_str()), (Some(2), ""));
    let told = common::stderr(&output);
    assert!(told.starts_with("Examples:\n  mapwright list recipes\n"), "{told}");
    assert_eq!(told.lines().filter(|line| line.starts_with("  mapwright ")).count(), 3, "{told}");
    let (_, commands) = told.split_once("\nCommands:\n").unwrap();
    assert_eq!(commands.lines().take_while(|line| !line.is_empty()).count(), 12, "eleven and `help`: {told}");
}
