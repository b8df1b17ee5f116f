//! Each option of drawings against each kind of drawing: an option changes the bytes, or it is refused.

use std::collections::BTreeMap;
use std::path::Path;

use crate::common::{mapwright_in, prints, stderr};
use serde_json::{Value, json};

/// Two floors with all that a level can have: locks, a secret, areas, a proof, regions, spawns.
const LEVEL: &str = r#"{ "version": 1, "width": 30, "height": 20, "seed": 1,
    "initial": { "use": "floors", "floors": [
        { "count": 2, "initial": { "use": "accretion", "tries": 80, "hallway_chance": 0.2 } } ] },
    "metas": [ { "use": "stairs", "per_floor": 1 }, { "use": "start", "at": "left" }, { "use": "exit" },
               { "use": "area-graph", "min_cells": 6 },
               { "use": "lock-and-key", "keys": 2, "min_keys": 1, "max_secrets": 1 },
               { "use": "solvability-validator", "allow": [ "unneeded" ] },
               { "use": "spawns", "chance": 0.5, "table": [ { "name": "Rat", "weight": 1 } ] } ] }"#;

/// A world with rooms, doors and spawns.
const WORLD: &str = r#"{ "version": 1, "width": 48, "height": 48, "seed": 7,
    "initial": { "use": "random-rooms", "tries": 14, "min_side": 5, "max_side": 13, "spacing": 3, "corridors": null },
    "metas": [ { "use": "corridors", "rooms": "relative-neighbors", "max_loops": 0 }, { "use": "doors", "chance": 0.6 },
               { "use": "spawns", "chance": 0.5, "table": [ { "name": "Rat", "weight": 1 } ] } ] }"#;

/// A maze, as REXPaint images have forms for mazes only.
const MAZE: &str = r#"{ "version": 1, "width": 5, "height": 8, "seed": 1, "initial": { "use": "prim-maze" } }"#;

/// What makes each kind of drawing.
const TARGETS: [(&str, &[&str]); 11] = [
    ("png", &["build", "-", "-o", "a.png"]),
    ("--sheet", &["build", "-", "-o", "a.png", "--sheet", "stages"]),
    ("--stages", &["build", "-", "--stages", "dir"]),
    ("animation of the build", &["build", "-", "-o", "a.gif", "--every", "0"]),
    ("animation of the walk", &["build", "-", "-o", "a.gif", "--animation", "walk"]),
    ("animation of a world", &["world", "-", "--window", "40x30", "--along", "9,0,1", "-o", "a.gif"]),
    ("svg", &["build", "-", "-o", "a.svg"]),
    ("uvtt", &["build", "-", "-o", "a.uvtt"]),
    ("txt", &["build", "-", "-o", "a.txt"]),
    ("xp", &["build", "-", "-o", "a.xp"]),
    ("tmx, tmj, ldtk", &["build", "-", "-o", "a.tmx"]),
];

/// Each option with a value that makes a difference.
const OPTIONS: [(&str, &[&str]); 13] = [
    ("--theme", &["--theme", "dark"]),
    ("--cell", &["--cell", "9"]),
    ("-O marks", &["-O", "marks=no"]),
    ("-O secrets", &["-O", "secrets=hidden"]),
    ("-O floor", &["-O", "floor=1"]),
    ("-O form", &["-O", "form=regions"]),
    ("--overlay distance", &["--overlay", "distance"]),
    ("--overlay areas", &["--overlay", "areas"]),
    ("--overlay graph", &["--overlay", "graph"]),
    ("--overlay walk", &["--overlay", "walk"]),
    ("--overlay changes", &["--overlay", "changes"]),
    ("--tileset", &["--tileset", "walls"]),
    ("--sprites", &["--sprites", "../sprites"]),
];

/// Animations of walks take seconds each: they are drawn where `MAPWRIGHT_SEEDS` is set, at night.
fn is_drawn_today(target: &str) -> bool {
    target != "animation of the walk" || std::env::var_os("MAPWRIGHT_SEEDS").is_some()
}

/// What a call writes, by the names of files; or why it is refused.
fn written(work: &Path, args: &[&str], recipe: &str) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let dir = tempfile::tempdir_in(work).unwrap();
    let output = mapwright_in(dir.path(), args, recipe);
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 2)), "{args:?} ends with {code:?}: {}", stderr(&output));
    if code == Some(2) {
        return Err(stderr(&output));
    }
    let mut files = BTreeMap::new();
    let mut folders = vec![dir.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let name = path.strip_prefix(dir.path()).unwrap().display().to_string();
                    files.insert(name, std::fs::read(&path).unwrap());
                }
            }
        }
    }
    Ok(files)
}

/// The options of each kind of drawing, by its name, as `list formats` has them.
fn table() -> BTreeMap<String, Vec<String>> {
    let formats: Value = serde_json::from_str(&prints(&["list", "formats", "--format", "json"])).unwrap();
    let mut table = BTreeMap::new();
    for format in formats.as_array().unwrap() {
        for (target, options) in format["shows"].as_object().unwrap() {
            let options = options.as_array().unwrap().iter().map(|option| option.as_str().unwrap().to_owned());
            table.insert(target.clone(), options.collect());
        }
    }
    table
}

#[test]
fn each_option_changes_each_drawing_or_is_refused() {
    let work = tempfile::tempdir().unwrap();
    let sprites = work.path().join("sprites");
    std::fs::create_dir(&sprites).unwrap();
    let cave = ["build", "cave", "--cell", "8", "--size", "9x9", "-o", "sprites/floor.png"];
    assert_eq!(mapwright_in(work.path(), &cave, "").status.code(), Some(0));
    let table = table();
    assert_eq!(table.len(), TARGETS.len());
    let mut wrong = Vec::new();
    for (target, call) in TARGETS {
        // From 8 pixels on, secrets are marked.
        let small = ["--cell", "8"];
        // Without a number of pixels where the option is about that, or where there are none.
        let is_drawn = table[target].iter().any(|shown| shown == "--cell");
        let base = if is_drawn { [call, &small].concat() } else { call.to_vec() };
        let recipe = if call[0] == "world" { WORLD } else { LEVEL };
        let plain = if is_drawn_today(target) { written(work.path(), &base, recipe).unwrap() } else { BTreeMap::new() };
        for (option, more) in OPTIONS {
            let is_shown = table[target].iter().any(|shown| shown == option);
            let call = if option == "--cell" { call } else { &base };
            if is_shown && !is_drawn_today(target) {
                continue;
            }
            let (plain, recipe, more) = match (target, option) {
                ("xp", "-O form") => (&written(work.path(), &base, MAZE).unwrap(), MAZE, &["-O", "form=lines"][..]),
                _ => (&plain, recipe, more),
            };
            match written(work.path(), &[call, more].concat(), recipe) {
                Ok(files) if is_shown && files == *plain => wrong.push(format!("`{option}` changes no {target}")),
                Ok(_) if !is_shown => wrong.push(format!("`{option}` is not refused for {target}")),
                Err(why) if is_shown => wrong.push(format!("`{option}` is refused for {target}: {why}")),
                Err(why) if !why.contains(option) => wrong.push(format!("`{option}` is not named for {target}: {why}")),
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Hidden secrets are walls: the drawing is that of a map whose secrets are.
#[test]
fn hidden_secrets_are_walls_in_every_drawing() {
    let work = tempfile::tempdir().unwrap();
    let map = mapwright_in(work.path(), &["build", "-", "--format", "json"], LEVEL);
    let mut walled: Value = serde_json::from_slice(&map.stdout).unwrap();
    let (w, wall) = (walled["width"].as_u64().unwrap(), 128);
    let doors = walled["doors"].as_array_mut().unwrap();
    let is_secret = |door: &Value| door["kind"] == "secret";
    let cells: Vec<u64> = doors
        .iter()
        .filter(|door| is_secret(door))
        .flat_map(|door| door["cells"].as_array().unwrap())
        .map(|cell| cell[1].as_u64().unwrap() * w + cell[0].as_u64().unwrap())
        .collect();
    assert!(!cells.is_empty());
    doors.retain(|door| !is_secret(door));
    for cell in cells {
        walled["tiles"][usize::try_from(cell).unwrap()] = wall.into();
    }
    // A plane that tells what tiles tell.
    walled.as_object_mut().unwrap().remove("solid");
    std::fs::write(work.path().join("map.json"), &map.stdout).unwrap();
    std::fs::write(work.path().join("walled.json"), walled.to_string()).unwrap();
    for format in ["png", "svg", "uvtt", "txt", "xp", "gif"] {
        if format == "gif" && !is_drawn_today("animation of the walk") {
            continue;
        }
        let out = format!("a.{format}");
        let animation: &[&str] = if format == "gif" { &["--animation", "walk", "--cell", "8"] } else { &[] };
        let draw = |name: &str, more: &[&str]| {
            written(work.path(), &[&["build", name, "-o", &out], animation, more].concat(), LEVEL).unwrap()
        };
        let hidden = draw("../map.json", &["-O", "secrets=hidden"]);
        assert!(hidden == draw("../walled.json", &[]), "{format}");
        assert!(hidden != draw("../map.json", &[]), "{format}");
    }
    // What shows a build: one that begins with the map.
    let recipe = |map: &Value| {
        json!({ "version": 1, "width": w, "height": map["height"], "initial": { "use": "from-map", "map": map },
            "metas": [{ "use": "snapshot-history" }] })
        .to_string()
    };
    let (open, walled) = (recipe(&serde_json::from_slice(&map.stdout).unwrap()), recipe(&walled));
    for target in ["--sheet", "--stages", "animation of the build"] {
        let call = TARGETS.iter().find(|(name, _)| *name == target).unwrap().1;
        let call = [call, &["--cell", "8"]].concat();
        let hidden = written(work.path(), &[&call[..], &["-O", "secrets=hidden"]].concat(), &open).unwrap();
        assert!(hidden == written(work.path(), &call, &walled).unwrap(), "{target}");
        assert!(hidden != written(work.path(), &call, &open).unwrap(), "{target}");
    }
}

/// Beside a drawing that shows an option, one that does not is warned of.
#[test]
fn some_drawings_may_show_what_others_do_not() {
    let work = tempfile::tempdir().unwrap();
    let warns = |args: &[&str]| stderr(&mapwright_in(work.path(), &[&["build", "-"], args].concat(), LEVEL));
    let message = warns(&["-o", "a.png", "-o", "a.txt", "--theme", "dark"]);
    assert!(message.contains("`--theme` has no effect on txt"), "{message}");
    let message = warns(&["-o", "a.png", "-o", "a.json", "--theme", "dark"]);
    assert!(!message.contains("no effect"), "{message}");
}

/// The table in docs/export.md; `MAPWRIGHT_BLESS=1` writes it anew.
#[test]
fn the_docs_have_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/export.md");
    let docs = std::fs::read_to_string(&path).unwrap();
    let table = table();
    let targets = TARGETS.map(|(target, _)| target);
    let head = targets.map(|target| if target.starts_with("--") { format!("`{target}`") } else { target.to_owned() });
    let mut text = format!("| | {} |\n|---|{}\n", head.join(" | "), "---|".repeat(targets.len()));
    for (option, _) in OPTIONS {
        let cells = targets.map(|target| if table[target].iter().any(|shown| shown == option) { "yes" } else { "" });
        text += &format!("| `{option}` | {} |\n", cells.join(" | "));
    }
    let (before, rest) = docs.split_once("<!-- options -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end -->\n").unwrap();
    let blessed = format!("{before}<!-- options -->\n{text}<!-- end -->\n{after}");
    if std::env::var_os("MAPWRIGHT_BLESS").is_some() {
        std::fs::write(&path, &blessed).unwrap();
        return;
    }
    assert_eq!(docs, blessed);
}
