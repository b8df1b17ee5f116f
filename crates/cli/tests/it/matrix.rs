//! Every option of every command, and every option of every format: it changes what a call writes, or it is refused before
//! anything is built.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde_json::Value;

use crate::common::{mapwright_in, prints, stderr};

/// Rooms with a start, an exit, doors and spawns.
const LEVEL: &str = r#"{ "version": 1, "width": 24, "height": 16, "seed": 3, "initial": { "use": "random-rooms", "tries": 30 },
    "metas": [ { "use": "start" }, { "use": "exit" }, { "use": "doors", "chance": 0.5 },
        { "use": "spawns", "chance": 0.5, "table": [ { "name": "Rat", "weight": 1 } ] } ] }"#;

/// The same with a last stage that fails: whatever is refused is refused before.
const FAILS: &str = r#"{ "version": 1, "width": 24, "height": 16, "seed": 3, "initial": { "use": "random-rooms", "tries": 30 },
    "metas": [ { "use": "start" }, { "use": "exit" }, { "use": "doors", "chance": 0.5 },
        { "use": "spawns", "chance": 0.5, "table": [ { "name": "Rat", "weight": 1 } ] }, { "use": "start", "at": [0, 0] } ] }"#;

/// A puzzle, which has sides, a solution and wet cells.
const PIPES: &str = r#"{ "version": 1, "width": 5, "height": 4, "seed": 1, "initial": { "use": "prim-maze" },
    "metas": [ { "use": "start" }, { "use": "pipe-shuffler" } ] }"#;

/// Commands, each with calls that an option is added to. `watch` has the options of `build`; `pipes play` needs a terminal.
const CALLS: &[(&str, &[&str])] = &[
    (
        "build",
        &[
            "level.json",
            "level.json -o a.json",
            "level.json -o a.csv",
            "level.json -o a.tmx",
            "level.json -o a.ldtk",
            "level.json -o a.nbt",
            "level.json -o a.png",
            "level.json -o a.gif --cell 3",
            "level.json -o {seed}.json",
            "level.json --seeds 0..2 -o {seed}.json",
            "map.json -o a.txt",
            "level.json --digest",
        ],
    ),
    (
        "world",
        &[
            "endless-rooms --window 30x20",
            "endless-rooms --window 30x20 -o a.csv",
            "endless-rooms --window 30x20 -o a.png",
            "endless-rooms --window 30x20 -o a.tmx",
            "endless-rooms --window 20x15 --along 1,0,2 -o a.gif",
        ],
    ),
    ("measure", &["level.json", "level.json --seeds 0..3", "level.json --seeds 0..3 -o a.png", "map.json -o a.csv"]),
    ("new", &["random", "cave", "corridors"]),
    ("tileset", &["walls -o a.png", "blob-47 -o a.png"]),
    (
        "polyominoes",
        &[
            "6 6 1 2 0 1 1 2 2",
            "--count|6 6 1 2 0 1 1 2 2",
            "--unique|6 6 1 2 0 1 1 2 2",
            "--board board.txt --pieces XX/XX --counts 3",
            "--board board.txt --pieces XX/XX --counts 4 --spares",
            "-o a.png|6 6 1 2 0 1 1 2 2",
        ],
    ),
    (
        "search find",
        &["level.json --want|rooms >= 1|--count 2 -o d", "level.json --want|rooms >= 1|--count 2 --sheet -o d"],
    ),
    ("search varied", &["level.json --budget 6 --count 2 -o d", "level.json --budget 6 --count 2 --sheet -o d"]),
    (
        "search archive",
        &["level.json --budget 6 --axes loops,rooms -o d", "level.json --budget 6 --axes loops,rooms --sheet -o d"],
    ),
    ("search sweep", &["level.json --vary doors.chance=0..1 --seeds 0..2 -o d"]),
    ("list", &["", "recipes maze", "stage corridors", "metrics", "formats", "table table.json"]),
    ("generate schema", &["", "map"]),
    ("generate completions", &["bash"]),
    ("generate man", &["-o d"]),
    ("pipes new", &["", "--unique", "--maze backtracker"]),
    ("pipes check", &["3x1:254"]),
    ("pipes solve", &["3x1:254", "6x6:4d5d5c831e85cc69cd199bc511cb6265dc68"]),
];

/// Options of which another test shows the effect: animations take long, and a kind is for tilesets that leave it open.
const ELSEWHERE: &[(&str, &str)] = &[("build", "--animation"), ("*", "--tileset-kind")];

/// Options whose value may be what there is anyway: each has an effect on some call.
const MAY_AGREE: &[&str] = &[
    "--set",
    "--size",
    "--format",
    "--option",
    "--unique",
    "--all",
    "--mirror",
    "--no-turn",
    "--nodes",
    "--spares",
    "--symmetry",
    "--steps",
    "--budget",
    "--depth",
    "--seed",
    "--every",
];

/// Values of options, and with what they are tried.
const VALUES: &[(&str, &[&str])] = &[
    ("--set", &["--set doors.chance=1", "--set width=20"]),
    ("--size", &["--size 20x15"]),
    ("--memory", &["--memory 100"]),
    ("--seed", &["--seed 5"]),
    ("--output", &["-o b.json", "-o b.txt", "-o e"]),
    ("--format", &["--format json"]),
    ("--option", &["-O marks=no", "-O plane=solid", "-O infinite=no"]),
    ("--seeds", &["--seeds 1..3"]),
    ("--digest", &["--digest"]),
    ("--timings", &["--timings"]),
    ("--theme", &["--theme dark"]),
    ("--cell", &["--cell 7"]),
    ("--overlay", &["--overlay distance", "--overlay changes"]),
    ("--tileset", &["--tileset walls", "--tileset set.png"]),
    ("--tileset-kind", &["--tileset-kind blob-47", "--tileset walls --tileset-kind blob-47"]),
    ("--sprites", &["--sprites sprites"]),
    ("--sheet", &["--sheet poster", "--sheet"]),
    ("--stages", &["--stages dir"]),
    ("--animation", &["--animation walk"]),
    ("--every", &["--every 1"]),
    ("--window", &["--window 8x8"]),
    ("--along", &["--along 0,1,2"]),
    ("--axes", &["--axes loops,rooms"]),
    ("--depth", &["--depth 3"]),
    ("--wrap", &["--wrap x", "--wrap"]),
    ("--only", &["--only cave"]),
    ("--count", &["--count 3", "--count"]),
    ("--unique", &["--unique"]),
    ("--all", &["--all 2"]),
    ("--symmetry", &["--symmetry"]),
    ("--board", &["--board board.txt"]),
    ("--pieces", &["--pieces pentominoes"]),
    ("--counts", &["--counts 1,1,0,0,0"]),
    ("--no-turn", &["--no-turn"]),
    ("--mirror", &["--mirror"]),
    ("--spares", &["--spares"]),
    ("--nodes", &["--nodes 1"]),
    ("--color", &["--color"]),
    ("--vary", &["--vary doors.chance=0..1"]),
    ("--want", &["--want|rooms >= 2"]),
    ("--budget", &["--budget 1", "--budget 9"]),
    ("--bins", &["--bins 3x3"]),
    ("--best", &["--best|max rooms"]),
    ("--grade", &["--grade hard"]),
    ("--maze", &["--maze kruskal"]),
    ("--crosses", &["--crosses"]),
    ("--barriers", &["--barriers 0.5"]),
    ("--steps", &["--steps 1"]),
];

/// Options that change no result: only what is told, how fast it comes, and what is allowed.
const SILENT: &[&str] = &["--quiet", "--help", "--jobs", "--force", "--trust-paths", "--no-abort"];

/// Splits a call at its spaces, or at `|` where a word has spaces.
fn words(call: &str) -> Vec<&str> {
    if !call.contains('|') {
        return call.split_whitespace().collect();
    }
    let parts: Vec<&str> = call.split('|').collect();
    let is_text = |part: &str| part.contains(' ') && !part.contains("-o") && !part.contains(".json");
    parts
        .into_iter()
        .flat_map(|part| if is_text(part) { vec![part] } else { part.split_whitespace().collect() })
        .collect()
}

/// The options of a command, as its help has them.
fn options(command: &str) -> BTreeSet<String> {
    let help = prints(&[&words(command)[..], &["--help"]].concat());
    let option = |line: &str| {
        let line = line.strip_prefix("  ")?.trim_start();
        let long = line.strip_prefix("-").filter(|rest| !rest.starts_with('-')).and_then(|rest| rest.get(3..));
        let name = long.unwrap_or(line).split([' ', ',']).next()?;
        name.starts_with("--").then(|| name.to_owned())
    };
    help.lines().filter_map(option).collect()
}

/// What a call did.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    code: Option<i32>,
    stdout: Vec<u8>,
    stderr: String,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

/// Runs a call in a folder with the files that calls name. Files that were there before are left out of the outcome.
fn run(args: &[&str], level: &str, shared: &Path) -> Outcome {
    let dir = tempfile::tempdir().unwrap();
    let copy = |name: &str| {
        std::fs::copy(shared.join(name), dir.path().join(name)).unwrap();
    };
    ["map.json", "set.png", "board.txt", "table.json"].into_iter().for_each(copy);
    std::fs::write(dir.path().join("level.json"), level).unwrap();
    std::fs::create_dir(dir.path().join("sprites")).unwrap();
    std::fs::copy(shared.join("floor.png"), dir.path().join("sprites/floor.png")).unwrap();
    let before = files(dir.path());
    let output = mapwright_in(dir.path(), args, "");
    let mut files = files(dir.path());
    files.retain(|path, content| before.get(path) != Some(content));
    Outcome { code: output.status.code(), stdout: output.stdout.clone(), stderr: stderr(&output), files }
}

fn files(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut files, mut folders) = (BTreeMap::new(), vec![dir.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => drop(files.insert(path.strip_prefix(dir).unwrap().to_owned(), std::fs::read(&path).unwrap())),
            }
        }
    }
    files
}

/// The files that calls name.
fn shared() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let make = |args: &[&str], input: &str| {
        let output = mapwright_in(dir.path(), args, input);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    };
    make(&["build", "-", "-o", "map.json"], LEVEL);
    make(&["tileset", "walls", "-o", "set.png", "--cell", "8"], "");
    make(&["build", "cave", "--cell", "8", "--size", "9x9", "-o", "floor.png"], "");
    std::fs::write(dir.path().join("board.txt"), "....\n....\n..##\n..##\n").unwrap();
    std::fs::write(
        dir.path().join("table.json"),
        r#"[{ "name": "Rat", "weight": 1, "cost": 2 }, { "name": "Bat", "weight": 2, "cost": 1, "min_depth": 2 }]"#,
    )
    .unwrap();
    dir
}

/// Whether a refused call left nothing, and would have been refused without building.
fn refused(args: &[&str], outcome: &Outcome, shared: &Path) -> Result<(), String> {
    if !outcome.stdout.is_empty() || !outcome.files.is_empty() {
        return Err(format!("writes something and is refused: {}", outcome.stderr));
    }
    if args[0] == "build" && args.contains(&"level.json") {
        let early = run(args, FAILS, shared);
        if early.code != Some(2) {
            return Err(format!("is refused after the build: {}", outcome.stderr));
        }
    }
    Ok(())
}

#[test]
fn each_option_of_each_command_has_an_effect_or_is_refused() {
    let shared = shared();
    let shared = shared.path();
    let mut jobs = Vec::new();
    for (command, calls) in CALLS {
        for option in options(command).into_iter().filter(|option| !SILENT.contains(&option.as_str())) {
            let values = VALUES.iter().find(|(name, _)| *name == option);
            let values = values.unwrap_or_else(|| panic!("{command} {option} has no value in this test")).1;
            for call in *calls {
                values.iter().for_each(|value| jobs.push((*command, *call, option.clone(), *value)));
            }
        }
    }
    let plain: BTreeMap<(&str, &str), Outcome> = CALLS
        .par_iter()
        .flat_map(|(command, calls)| calls.par_iter().map(move |call| (*command, *call)))
        .map(|(command, call)| ((command, call), run(&[words(command), words(call)].concat(), LEVEL, shared)))
        .collect();
    let wrong = |(command, call, option, value): &(&str, &str, String, &str)| {
        let args = [words(command), words(call), words(value)].concat();
        let outcome = run(&args, LEVEL, shared);
        let before = &plain[&(*command, *call)];
        let why = match outcome.code {
            // clap refuses what is given twice, or what takes no value.
            Some(2) if outcome.stderr.starts_with("error: ") => return (option.clone(), false, None),
            Some(2) => return (option.clone(), false, refused(&args, &outcome, shared).err()),
            Some(0 | 1) if option == "--memory" => "is not heeded".to_owned(),
            _ if outcome == *before && MAY_AGREE.contains(&option.as_str()) => return (option.clone(), false, None),
            _ if outcome == *before => "has no effect".to_owned(),
            Some(0 | 1) => return (option.clone(), true, None),
            code => format!("ends with {code:?}: {}", outcome.stderr),
        };
        (option.clone(), false, Some(why))
    };
    let results: Vec<_> = jobs.par_iter().map(|job| (job, wrong(job))).collect();
    for ((command, call), outcome) in &plain {
        assert!(matches!(outcome.code, Some(0 | 1)), "{command} {call}: {}", outcome.stderr);
    }
    let mut faults: Vec<String> = results
        .iter()
        .filter_map(|((command, call, _, value), (.., why))| {
            Some(format!("{command} {call} {value}: {}", why.as_ref()?))
        })
        .collect();
    let mut effects: BTreeMap<(&str, &str), bool> = BTreeMap::new();
    for ((command, _, option, _), (_, has_effect, _)) in &results {
        *effects.entry((command, option)).or_default() |= has_effect;
    }
    let is_shown = |command: &str, option: &str| {
        let calls = CALLS.iter().find(|(name, _)| *name == command).unwrap().1;
        let short = if option == "--output" { "-o" } else { option };
        option == "--memory"
            || calls.iter().any(|call| words(call).contains(&short))
            || ELSEWHERE.iter().any(|(of, name)| *name == option && (*of == "*" || *of == command))
    };
    let idle = effects.iter().filter(|((command, option), has)| !**has && !is_shown(command, option));
    faults.extend(idle.map(|((command, option), _)| {
        format!("{command} {option} never has an effect: give it a call of `CALLS` that shows one")
    }));
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), results.len(), faults.join("\n"));
}

/// Two floors with locks, a secret, areas and regions.
const FLOORS: &str = r#"{ "version": 1, "width": 30, "height": 20, "seed": 1,
    "initial": { "use": "floors", "floors": [
        { "count": 2, "initial": { "use": "accretion", "tries": 80, "hallway_chance": 0.2 } } ] },
    "metas": [ { "use": "stairs", "per_floor": 1 }, { "use": "start", "at": "left" }, { "use": "exit" },
               { "use": "area-graph", "min_cells": 6 },
               { "use": "lock-and-key", "keys": 2, "min_keys": 1, "max_secrets": 1 },
               { "use": "spawns", "chance": 0.5, "table": [ { "name": "Rat", "weight": 1 } ] } ] }"#;

/// A maze of lines, and regions.
const MAZE: &str = r#"{ "version": 1, "width": 5, "height": 4, "seed": 1, "initial": { "use": "prim-maze" } }"#;
const REGIONS: &str = r#"{ "version": 1, "width": 20, "height": 12, "seed": 1, "initial": { "use": "voronoi-cells" },
    "metas": [ { "use": "start" }, { "use": "exit" } ] }"#;

/// Values of the options of formats.
const FORMAT_VALUES: &[(&str, &[&str])] = &[
    ("plane", &["solid", "wet", "sides"]),
    ("form", &["tiles", "maze", "regions", "pipes", "walls"]),
    ("marks", &["no"]),
    ("floor", &["0", "1"]),
    ("secrets", &["hidden"]),
    ("ascii", &["yes"]),
    ("width", &["narrow"]),
    ("regions", &["no"]),
    ("layers", &["tiles", "graph", "doors", "sides"]),
    ("encoding", &["base64", "gzip"]),
    ("external", &["yes"]),
    ("infinite", &["no"]),
    ("shades", &["no"]),
    ("level", &["Cellar"]),
    ("pictures", &["no"]),
    ("minecraft", &["1.20.4"]),
    ("namespace", &["cellar"]),
    ("room", &["room.json"]),
    ("mob", &["Rat=husk"]),
    ("blocks", &["blocks.json"]),
    ("height", &["5"]),
    ("spacing", &["3", "300"]),
    ("tile", &["16x16"]),
    ("margin", &["1"]),
    ("order", &["bit-count"]),
    ("pieces", &["yes"]),
];

/// What an option did to a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    Refused,
    None,
    Some,
}

/// Options that no map shows anyway: each changes a map or is refused.
const STRICT: &[&str] = &["width", "spacing", "layers", "encoding", "level", "namespace", "height"];

#[test]
fn each_option_of_each_format_has_an_effect_or_is_refused() {
    let shared = shared();
    let shared = shared.path();
    let formats: Value = serde_json::from_str(&prints(&["list", "formats", "--format", "json"])).unwrap();
    let formats = formats.as_array().unwrap();
    let name = |value: &Value| value["name"].as_str().unwrap().to_owned();
    let takes = |format: &str, key: &str| {
        let format = formats.iter().find(|other| name(other) == format).unwrap();
        format["options"].as_array().unwrap().iter().any(|option| name(option) == key)
    };
    let formats: Vec<&str> = formats.iter().map(|format| format["name"].as_str().unwrap()).collect();
    let keys: BTreeSet<&str> = FORMAT_VALUES.iter().map(|(key, _)| *key).collect();
    let help = prints(&["build", "--help"]);
    let known: BTreeSet<&str> =
        help.lines().filter_map(|line| line.trim().strip_prefix("-O ")?.strip_suffix("=…")).collect();
    assert_eq!(keys, known);
    // By day one map tells that a format does not take an option.
    let is_night = std::env::var_os("MAPWRIGHT_SEEDS").is_some();
    let maps = [LEVEL, PIPES, FLOORS, MAZE, REGIONS];
    let call = |format: &str| {
        let out = if matches!(format, "datapack" | "pipe-pack") { "out".to_owned() } else { format!("out.{format}") };
        ["build", "level.json", "-q", "--format", format, "-o"]
            .map(str::to_owned)
            .into_iter()
            .chain([out])
            .collect::<Vec<_>>()
    };
    let run_call = |call: &[String], map: &str| run(&call.iter().map(String::as_str).collect::<Vec<_>>(), map, shared);
    let plain: BTreeMap<(&str, &str), Outcome> = formats
        .par_iter()
        .flat_map(|format| maps.par_iter().map(|map| ((*format, *map), run_call(&call(format), map))))
        .collect();
    let mut jobs = Vec::new();
    for format in formats {
        for (key, values) in FORMAT_VALUES {
            let is_brief = !is_night && !takes(format, key);
            let (values, maps) = if is_brief { (&values[..1], &maps[..1]) } else { (*values, &maps[..]) };
            jobs.extend(values.iter().flat_map(|value| maps.iter().map(|map| (format, *key, *value, *map))));
        }
    }
    let result = |(format, key, value, level): &(&str, &str, &str, &str)| {
        let args = [call(format), vec!["-O".to_owned(), format!("{key}={value}")]].concat();
        let outcome = run_call(&args, level);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        match outcome.code {
            Some(2) => (
                Effect::Refused,
                (*level == LEVEL && (is_night || takes(format, key)))
                    .then(|| refused(&args, &outcome, shared).err())
                    .flatten(),
            ),
            _ if outcome == plain[&(*format, *level)] => (Effect::None, None),
            _ => (Effect::Some, None),
        }
    };
    let results: Vec<_> = jobs.par_iter().map(|job| (job, result(job))).collect();
    let mut faults: Vec<String> = results
        .iter()
        .filter_map(|((format, key, value, _), (_, why))| Some(format!("{format} -O {key}={value}: {}", why.as_ref()?)))
        .collect();
    // What a map shows anyway may be asked for, if the value changes some other map.
    let mut effects: BTreeMap<(&str, &str, &str), BTreeSet<Effect>> = BTreeMap::new();
    for ((format, key, value, _), (effect, _)) in &results {
        effects.entry((format, key, value)).or_default().insert(*effect);
    }
    let has = |effect: Effect| move |(_, seen): &(&_, &BTreeSet<Effect>)| seen.contains(&effect);
    let idle = effects.iter().filter(has(Effect::None)).filter(|pair| !has(Effect::Some)(pair));
    faults.extend(idle.map(|((format, key, value), _)| format!("{format} -O {key}={value} never has an effect")));
    faults.extend(STRICT.iter().flat_map(|strict| {
        let idle = results.iter().filter(move |((_, key, ..), (effect, _))| key == strict && *effect == Effect::None);
        idle.map(|((format, key, value, _), _)| format!("{format} -O {key}={value} has no effect on a map"))
    }));
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), results.len(), faults.join("\n"));
}
