//! Options: what they do, and that those without effect are refused.

use crate::common::{MAZE, mapwright, mapwright_in, names, prints, refusal, stderr, stdout};

#[test]
fn options_without_effect_are_refused() {
    let map = stdout(&mapwright(&["build", "-", "--format", "json"], MAZE));
    for (args, input, named) in [
        (&["build", "cave", "--tileset-kind", "blob-47"][..], "", "--tileset"),
        (&["build", "cave", "--tileset", "walls"], "", "`--tileset` has no effect without a picture"),
        (&["build", "cave", "--tileset", "walls", "-o", "x.csv"], "", "--tileset"),
        (&["build", "cave", "--cell", "8"], "", "--cell"),
        (&["build", "cave", "--theme", "dark", "-o", "x.tmx"], "", "--theme"),
        (&["build", "cave", "--overlay", "areas"], "", "--overlay"),
        (&["build", "cave", "--sheet", "poster", "-o", "x.svg"], "", "--sheet"),
        (&["build", "cave", "--animation", "walk", "-o", "x.png"], "", "--animation"),
        (&["build", "cave", "--every", "3", "-o", "x.png"], "", "--every"),
        (&["build", "castle-keys", "--every", "3", "--animation", "walk", "-o", "x.gif"], "", "--every"),
        (&["build", "cave", "--overlay", "distance", "--tileset", "walls", "-o", "x.png"], "", "--overlay distance"),
        (&["build", "cave", "--jobs", "3"], "", "--seeds"),
        (&["build", "cave", "-O", "plane=solid"], "", "`-O plane` is for csv; there is no `-o`"),
        (&["build", "cave", "-o", "x.xp", "-O", "plane=solid"], "", "`-O plane` is for csv; not for xp"),
        (&["build", "cave", "-o", "x.csv", "-O", "plane=solid", "-O", "plane=wet"], "", "given twice"),
        (&["build", "-", "--seed", "3"], &map, "--seed"),
        (&["build", "-", "--set", "initial.p=1"], &map, "--set"),
        (&["build", "-", "--size", "3x3"], &map, "--size"),
        (&["build", "-", "--seeds", "0..3", "-o", "{seed}.json"], &map, "finished map"),
        (&["measure", "-", "--seeds", "0..3"], &map, "--seeds"),
        (&["measure", "cave", "-o", "x.png"], "", "--seeds"),
        (&["measure", "cave", "--axes", "loops,rooms", "--seeds", "0..3"], "", "--axes"),
        (&["new", "cave", "--depth", "3"], "", "--depth"),
        (&["new", "cave", "--only", "cave"], "", "--only"),
        (&["search", "find", "cave", "--want", "loops >= 0", "-o", "x", "--theme", "dark"], "", "--theme"),
        (&["world", "endless-maze", "--cell", "8"], "", "--cell"),
        (&["world", "endless-maze", "--along", "1,0,3"], "", "--along"),
        (&["world", "endless-maze", "-o", "x.gif"], "", "--along"),
        (&["world", "endless-maze", "--tileset", "terrain", "-o", "x.json"], "", "--tileset"),
        (&["polyominoes", "4 3 2 0 1 0 0 0 0", "--pieces", "pentominoes"], "", "--pieces"),
        (&["polyominoes", "4 3 2 0 1 0 0 0 0", "--symmetry"], "", "--count"),
        (&["polyominoes", "4 3 2 0 1 0 0 0 0", "--color", "--count"], "", "--color"),
        (&["polyominoes", "4 3 2 0 1 0 0 0 0", "--count", "-o", "x.png"], "", "--count"),
        (&["pipes", "new", "--maze", "backtracker", "--crosses"], "", "--crosses"),
        (&["pipes", "play", "3x1:254", "--size", "4x4"], "", "--size"),
    ] {
        let message = refusal(args, input);
        assert!(message.contains(named), "{args:?}: {message}");
    }
}

#[test]
fn the_name_of_a_file_tells_its_format_or_is_refused() {
    let any = ".png, .svg, .gif, .apng, .json, .txt, .csv, .rs, .tmx, .tmj, .ldtk, .xp, .dd2vtt, .nbt, .schem or .zip";
    for (args, expected) in [
        (&["build", "cave", "-o", "cave.jpg"][..], "cave.jpg: no format for `.jpg`; did you mean `.png`?".to_owned()),
        (&["build", "cave", "-o", "cave.jsno"], "cave.jsno: no format for `.jsno`; did you mean `.json`?".to_owned()),
        (&["build", "cave", "-o", "cave.doc"], format!("cave.doc: no format for `.doc`; expected {any}")),
        (&["build", "cave", "-o", "cave"], format!("cave: the name tells no format; expected `--format`, or {any}")),
        (
            &["measure", "cave", "-o", "x.svg"],
            "x.svg: `svg` is not a format of this command; expected .txt, .json, .csv or .png".to_owned(),
        ),
        (
            &["world", "endless-maze", "-o", "x.ldtk"],
            "x.ldtk: `ldtk` is not a format of this command; expected ".to_owned(),
        ),
        (&["tileset", "walls", "-o", "x.bmp"], "x.bmp: no format for `.bmp`; expected .png".to_owned()),
        (
            &["pipes", "check", "3x1:254", "-o", "x.png"],
            "x.png: `png` is not a format of this command; expected .txt or .json".to_owned(),
        ),
        (
            &["build", "cave", "-o", "a.png", "-o", "pack", "--format", "datapack"],
            "`--format` is for one output; ".to_owned(),
        ),
    ] {
        let message = refusal(args, "");
        assert!(message.starts_with(&format!("mapwright: {expected}")), "{args:?}: {message}");
    }
    for (word, hint) in [("ldkt", "ldtk"), ("jpeg", "png"), ("datapak", "datapack"), ("dd2vt", "uvtt")] {
        let message = refusal(&["build", "cave", "--format", word], "");
        let expected = format!(
            "error: invalid value '{word}' for '--format <FORMAT>': no format is called `{word}`; did you mean `{hint}`?"
        );
        assert!(message.starts_with(&expected), "{message}");
    }
    let dir = tempfile::tempdir().unwrap();
    for args in [&["-o", "x.PNG"][..], &["-o", "x", "--format", "png"], &["-o", "x.txt", "--format", "png"]] {
        assert_eq!(mapwright_in(dir.path(), &[&["build", "cave"], args].concat(), "").status.code(), Some(0));
        assert_eq!(std::fs::read(dir.path().join(args[1])).unwrap()[..4], *b"\x89PNG");
    }
}

#[test]
fn two_outputs_to_one_place_are_refused() {
    for args in [
        &["build", "cave", "-o", "-", "-o", "-"][..],
        &["build", "cave", "-o", "-", "--digest"],
        &["measure", "cave", "-o", "-", "-o", "-"],
        &["world", "endless-maze", "-o", "-", "-o", "-"],
    ] {
        assert_eq!(refusal(args, ""), "mapwright: two outputs go to standard output", "{args:?}");
    }
    for (one, other) in [("x.png", "x.png"), ("x.png", "./x.png"), ("a/x.json", "a//x.json"), ("a/x.gif", "a/./x.gif")]
    {
        let message = refusal(&["build", "castle-keys", "-o", one, "-o", other], "");
        assert_eq!(message, format!("mapwright: two outputs go to {other}"));
    }
    for (outputs, seeds, place) in [
        ("-o {seed}2.json -o 1{seed}.json", "1 and 2", "12.json"),
        ("-o a-{seed}.json -o a-1{seed}.json", "1 and 11", "a-11.json"),
        ("-o {seed}.png -o {seed}0.png", "1 and 10", "10.png"),
        ("-o {seed}.json -o ./1{seed}.json", "1 and 11", "11.json"),
        ("-o 1{seed}-tiles.png -o {seed}.tmx", "1 and 11", "11-tiles.png"),
    ] {
        let args = format!("build cave --seeds 1..13 {outputs}");
        let message = refusal(&args.split(' ').collect::<Vec<_>>(), "");
        let hint = "expected names in which no digit stands beside `{seed}`";
        assert_eq!(message, format!("mapwright: the seeds {seeds} would both write {place}; {hint}"), "{outputs}");
    }
    for (args, why) in [
        ("build cave -o a.json -o a.json/b.json", "a.json/b.json is in a folder that is another output"),
        (
            "build cave --seeds 1..3 -o {seed}.json -o {seed}.json/b.json",
            "{seed}.json/b.json is in a folder that is another output",
        ),
    ] {
        assert_eq!(refusal(&args.split(' ').collect::<Vec<_>>(), ""), format!("mapwright: {why}"));
    }
    for (outputs, why) in [
        ("-o {seed}.json -o 1{seed}.json/x.json", "seed 11 would write 11.json, which is a folder of another seed"),
        (
            "-o 1{seed}.json -o {seed}.json/x.json",
            "seed 11 would write 11.json/x.json in what is a file of another seed",
        ),
    ] {
        let args = format!("build cave --seeds 1..13 {outputs}");
        let message = refusal(&args.split(' ').collect::<Vec<_>>(), "");
        assert!(message.starts_with(&format!("mapwright: {why}; expected names")), "{message}");
    }
    let message = refusal(&["build", "cave", "--seeds", "1..3", "-o", "{seed}1.json", "-o", "1{seed}.json"], "");
    assert_eq!(message, "mapwright: two outputs go to 11.json");
    let dir = tempfile::tempdir().unwrap();
    let apart = "build carved-maze --seeds 1..3 -o {seed}.json -o 1{seed}.json -o {seed}.png";
    let apart: Vec<&str> = apart.split(' ').collect();
    assert_eq!(mapwright_in(dir.path(), &apart, "").status.code(), Some(0));
    assert_eq!(dir.path().read_dir().unwrap().count(), 6);
}

#[test]
fn json_goes_to_standard_output_or_to_a_file_in_every_command() {
    let dir = tempfile::tempdir().unwrap();
    for args in [
        &["build", "cave"][..],
        &["list"],
        &["list", "recipes"],
        &["list", "stages"],
        &["list", "stage", "arena"],
        &["list", "metrics"],
        &["list", "tilesets"],
        &["list", "themes"],
        &["list", "formats"],
        &["measure", "cave"],
        &["measure", "cave", "--seeds", "0..3"],
        &["world", "endless-maze", "--window", "0,0,3x3"],
        &["polyominoes", "4 3 2 0 1 0 0 0 0"],
        &["pipes", "check", "3x1:254"],
        &["pipes", "solve", "3x1:254"],
    ] {
        let printed = prints(&[args, &["--format", "json"]].concat());
        assert!(printed.starts_with(['{', '[']), "{args:?}: {printed}");
        assert_eq!(prints(&[args, &["-o", "-"]].concat()), printed, "{args:?}");
        let output = mapwright_in(dir.path(), &[args, &["-o", "x.json"]].concat(), "");
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), ""), "{args:?}");
        assert_eq!(std::fs::read_to_string(dir.path().join("x.json")).unwrap(), printed, "{args:?}");
        assert!(stderr(&output).starts_with("wrote x.json"), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn one_call_writes_any_number_of_formats() {
    let dir = tempfile::tempdir().unwrap();
    let names = [
        "x.apng", "x.csv", "x.dd2vtt", "x.gif", "x.json", "x.ldtk", "x.nbt", "x.png", "x.rs", "x.schem", "x.svg",
        "x.tmx", "x.txt", "x.xp",
    ];
    let outputs = names.iter().flat_map(|name| ["-o", name]);
    let args: Vec<&str> = ["build", "-"].into_iter().chain(outputs).collect();
    let output = mapwright_in(dir.path(), &args, MAZE);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&output), "");
    for name in names {
        // Alone, and on standard output, it is the same.
        let (alone, format) = (format!("alone/{name}"), name.split_once('.').unwrap().1.replace("dd2vtt", "uvtt"));
        assert_eq!(mapwright_in(dir.path(), &["build", "-", "-o", &alone], MAZE).status.code(), Some(0));
        let read = |name: &str| std::fs::read(dir.path().join(name)).unwrap();
        if !["tmx", "ldtk"].contains(&format.as_str()) {
            assert!(read(name) == read(&alone), "{name}");
            assert!(mapwright(&["build", "-", "-o", "-", "--format", &format], MAZE).stdout == read(name), "{name}");
        }
    }
    let text = std::fs::read_to_string(dir.path().join("x.txt")).unwrap();
    assert_eq!(text, stdout(&mapwright(&["build", "-"], MAZE)));
}

#[test]
fn parameters_are_set_by_their_paths_and_by_the_names_of_stages() {
    let maze = r#"{ "version": 1, "width": 9, "height": 5, "seed": 3, "initial": { "use": "backtracker" },
        "metas": [{ "use": "loop-injector", "chance": 0.5 }, { "use": "exit" }] }"#;
    let build = |recipe: &str, more: &[&str]| {
        let output = mapwright(&[&["build", "-", "--format", "json"], more].concat(), recipe);
        assert_eq!(output.status.code(), Some(0), "{more:?}: {}", stderr(&output));
        stdout(&output)
    };
    let other = maze.replace("0.5", "0.25").replace("backtracker", "wilson").replace("9", "12");
    let changed = build(&other, &[]);
    assert_ne!(changed, build(maze, &[]));
    for more in [
        &["--set", "metas.0.chance=0.25", "--set", "initial.use=wilson", "--set", "width=12"][..],
        &["--set", "chance=0.25", "--set", "initial.use=wilson", "--set", "width=12"],
        &["--set", "loop-injector.chance=0.25", "--set", "backtracker.use=wilson", "--size", "12x5"],
    ] {
        assert_eq!(build(maze, more), changed, "{more:?}");
    }
    for (set, why) in [
        ("metas.7.chance=1", "--set metas.7.chance: the recipe has 2 metas, counted from 0"),
        (
            "doors.chance=1",
            "--set doors.chance: the recipe has no stage and no parameter `doors`; its stages are backtracker, loop-injector, \
             exit",
        ),
        ("chan=1", "--set chan: the recipe has no stage and no parameter `chan`; did you mean `chance`?"),
        (
            "loop-injector.chan=1",
            "standard input: metas[0] loop-injector: no parameter is called `chan`; did you mean `chance`?",
        ),
        (
            "loop-injector.chance=2",
            "standard input: metas[0] loop-injector: parameter `chance` is 2; expected a number from 0 to 1",
        ),
        ("width=0", "standard input: parameter `width` is 0; expected an integer from 1 to 65535"),
    ] {
        let message = refusal(&["build", "-", "--set", set], maze);
        assert!(message.starts_with(&format!("mapwright: {why}")), "{message}");
    }
    let twice = maze.replace("exit\" }", "loop-injector\" }");
    let message = refusal(&["build", "-", "--set", "loop-injector.chance=1"], &twice);
    assert_eq!(
        message,
        "mapwright: --set loop-injector.chance: several stages have it: expected metas.0.chance or metas.1.chance"
    );
}

#[test]
fn memory_is_claimed_as_far_as_it_may_be() {
    let claim = refusal(&["build", "prim-maze", "--size", "9x9", "--memory", "100"], "");
    assert!(claim.contains("would take up to") && claim.contains("at most 100 bytes"), "{claim}");
    assert_eq!(
        prints(&["build", "prim-maze", "--size", "9x9", "--memory", "1M"]),
        prints(&["build", "prim-maze", "--size", "9x9"])
    );
    let message = refusal(&["build", "prim-maze", "--memory", "much"], "");
    assert!(
        message.starts_with("error: invalid value 'much' for '--memory <SIZE>': expected bytes, such as 500M or 12G"),
        "{message}"
    );
}

#[test]
fn many_maps_never_mix_with_others() {
    let dir = tempfile::tempdir().unwrap();
    let build = |more: &[&str]| {
        let call = ["build", "prim-maze", "-o", "maps/m-{seed}.json", "-o", "maps/{name}/{seed}.txt"];
        mapwright_in(dir.path(), &[&call, more].concat(), "")
    };
    let output = build(&["--seeds", "0..3"]);
    assert_eq!(stderr(&output), "3 of 3 maps in maps/m-{seed}.json, maps/{name}/{seed}.txt\n");
    assert_eq!(names(&dir.path().join("maps")), ["m-0.json", "m-1.json", "m-2.json", "prim-maze"]);
    assert_eq!(names(&dir.path().join("maps/prim-maze")), ["0.txt", "1.txt", "2.txt"]);
    let output = build(&["--seeds", "7..9"]);
    let message = "mapwright: maps/m-0.json is there already; name another folder, or write over it with `--force`\n";
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(2), message));
    assert_eq!(build(&["--seeds", "2..4", "--force"]).status.code(), Some(0));
    assert_eq!(names(&dir.path().join("maps/prim-maze")), ["0.txt", "1.txt", "2.txt", "3.txt"]);
    let message = refusal(&["build", "cave", "--seeds", "0..3", "-o", "x.json"], "");
    assert_eq!(
        message,
        "mapwright: with `--seeds` every output needs `{seed}` in its name, as `-o 'maps/{seed}.json'`"
    );
    assert_eq!(refusal(&["build", "cave", "--seeds", "0..3"], ""), message);
}
