//! `mapwright search`.

use std::fs;
use std::path::Path;

use crate::common::{mapwright_in, names, refusal, stderr, stdout};

const RECIPE: &str = r#"{ "version": 1, "width": 15, "height": 11, "seed": 5, "initial": { "use": "backtracker" },
    "metas": [{ "use": "loop-injector", "chance": 0.4 }, { "use": "exit" }] }"#;

/// The files of a folder, by name.
type Folder = Vec<(String, Vec<u8>)>;

/// The files that a call writes into `out`, with its exit status and its messages.
#[track_caller]
fn written(args: &[&str]) -> (Folder, Option<i32>, String) {
    let dir = tempfile::tempdir().unwrap();
    let output = mapwright_in(dir.path(), args, RECIPE);
    assert_eq!(stdout(&output), "");
    let out = dir.path().join("out");
    let files = if out.exists() { names(&out) } else { Vec::new() };
    assert!(names(dir.path()).iter().all(|name| name == "out"), "nothing else is left");
    let files = files.into_iter().map(|name| (name.clone(), fs::read(out.join(name)).unwrap())).collect();
    (files, output.status.code(), stderr(&output))
}

fn manifest(files: &[(String, Vec<u8>)]) -> serde_json::Value {
    let (_, bytes) = files.iter().find(|(name, _)| name == "manifest.json").unwrap();
    serde_json::from_slice(bytes).unwrap()
}

const SEARCH: [&str; 12] = [
    "search",
    "find",
    "-",
    "--want",
    "solution_steps 20..40, loops >= 3",
    "--vary",
    "all",
    "--count",
    "4",
    "-o",
    "out",
    "--sheet",
];

#[test]
fn found_levels_build_again_with_their_digests() {
    let (files, status, message) = written(&SEARCH);
    assert_eq!(status, Some(0), "{message}");
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["000.json", "001.json", "002.json", "003.json", "manifest.json", "sheet.png"]);
    let manifest = manifest(&files);
    assert_eq!(
        (&manifest["version"], &manifest["method"], &manifest["seed"]),
        (&1.into(), &"search".into(), &5.into())
    );
    assert_eq!(manifest["want"], "solution_steps 20..40, loops >= 3");
    assert_eq!(manifest["vary"], serde_json::json!(["all"]));
    assert!(manifest["tried"].as_u64().unwrap() >= 4 && manifest["nearest"].is_null());
    assert!(manifest["passed"]["loops >= 3"].as_u64().unwrap() >= 4);
    let dir = tempfile::tempdir().unwrap();
    for result in manifest["results"].as_array().unwrap() {
        let (_, recipe) = files.iter().find(|(name, _)| *name == result["recipe"].as_str().unwrap()).unwrap();
        fs::write(dir.path().join("level.json"), recipe).unwrap();
        let digest = mapwright_in(dir.path(), &["build", "level.json", "--digest"], "");
        assert_eq!(stdout(&digest).trim(), result["digest"].as_str().unwrap());
        assert_eq!(String::from_utf8_lossy(&digest.stderr), "");
        let wanted = format!("\"digest\": \"{} {}\"", env!("CARGO_PKG_VERSION"), stdout(&digest).trim());
        let recipe = String::from_utf8(recipe.clone()).unwrap();
        assert!(recipe.contains(&wanted), "{recipe}");
        let changed = recipe.replace(&wanted, "\"digest\": \"0.0.9 00000000000000ff\"");
        let warning = mapwright_in(dir.path(), &["build", "-", "--digest"], &changed);
        assert_eq!(
            String::from_utf8_lossy(&warning.stderr).trim(),
            format!(
                "mapwright: warning: the map has changed since the recipe was stored: 00000000000000ff by version 0.0.9, now {} by \
                 version {}",
                stdout(&digest).trim(),
                env!("CARGO_PKG_VERSION")
            )
        );
        let other = mapwright_in(dir.path(), &["build", "-", "--digest", "--seed", "99"], &changed);
        assert_eq!(String::from_utf8_lossy(&other.stderr), "", "another seed has another map");
        let stats = mapwright_in(dir.path(), &["measure", "level.json", "-o", "-"], "");
        let stats: serde_json::Value = serde_json::from_slice(&stats.stdout).unwrap();
        let steps = stats["solution_steps"].as_u64().unwrap();
        assert!((20..=40).contains(&steps) && stats["loops"].as_u64().unwrap() >= 3);
        assert_eq!(result["metrics"]["solution_steps"], steps);
    }
}

#[test]
fn threads_and_the_early_out_change_no_byte() {
    let calls: [&[&str]; 4] = [
        &SEARCH,
        &[
            "search",
            "varied",
            "-",
            "--vary",
            "metas.0.chance",
            "--count",
            "3",
            "--budget",
            "200",
            "-o",
            "out",
            "--sheet",
        ],
        &[
            "search",
            "archive",
            "-",
            "--vary",
            "all",
            "--axes",
            "loops,solution_steps=10..60",
            "--bins",
            "4x3",
            "--budget",
            "600",
            "-o",
            "out",
            "--sheet",
        ],
        &[
            "search",
            "find",
            "-",
            "--want",
            "loops@loop-injector <= 2, solution_steps >= 999",
            "--budget",
            "200",
            "-o",
            "out",
        ],
    ];
    for call in calls {
        let first = written(call);
        for more in [&["--jobs", "1"][..], &["--jobs", "2"], &["--jobs", "8"], &["--no-abort"]] {
            assert_eq!(written(&[call, more].concat()), first, "{call:?} {more:?}");
        }
    }
    let sweep = ["search", "sweep", "-", "--vary", "metas.0.chance=0..1/3", "--seeds", "0..70", "-o", "out", "--sheet"];
    for second in [&[][..], &["--vary", "initial.use=wilson,eller"]] {
        let on = |jobs| written(&[&sweep[..], second, &["--jobs", jobs]].concat());
        assert_eq!(on("1"), on("8"));
    }
}

#[test]
fn what_nothing_fits_is_reported() {
    let (files, status, message) = written(&[
        "search",
        "find",
        "-",
        "--want",
        "loops >= 1, solution_steps >= 999",
        "--budget",
        "100",
        "-o",
        "out",
    ]);
    assert_eq!(status, Some(1));
    let lines: Vec<&str> = message.lines().collect();
    assert!(lines[0].starts_with("`loops >= 1`: ") && lines[0].ends_with(" of 100 passed"), "{message}");
    assert!(lines[1].starts_with("`solution_steps >= 999`: 0 of "), "{message}");
    let near = Path::new("out").join("nearest-0.json");
    let last = format!(
        "mapwright: no level matched (100 tried); the nearest one fails `solution_steps >= 999`: {}",
        near.display()
    );
    assert_eq!(lines[2..], [last]);
    let manifest = manifest(&files);
    assert_eq!(manifest["results"], serde_json::json!([]));
    let nearest = manifest["nearest"].as_array().unwrap();
    assert_eq!((nearest.len(), &nearest[0]["failed"]), (3, &"solution_steps >= 999".into()));
    let steps: Vec<u64> = nearest.iter().map(|miss| miss["metrics"]["solution_steps"].as_u64().unwrap()).collect();
    assert!(steps.is_sorted_by(|a, b| a >= b), "{steps:?}");
    assert!(files.iter().any(|(name, _)| name == "nearest-2.json"));
}

#[test]
fn a_metric_that_no_level_has_is_said() {
    let (_, status, message) =
        written(&["search", "find", "-", "--want", "loops >= 1, rooms >= 1", "--budget", "50", "-o", "out"]);
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!((status, lines[0]), (Some(1), "`rooms >= 1`: no level has `rooms`: Rooms, if the map lists them."));
    assert!(lines[1].starts_with("`loops >= 1`: not judged"), "{message}");
}

#[test]
fn what_was_found_is_kept_whatever_becomes_of_its_picture() {
    // The same stage twice: no metric changes, and there is nothing to draw.
    let call = ["search", "sweep", "-", "--vary", "metas.1.use=exit,exit", "--seeds", "0..1", "-o", "out", "--sheet"];
    let (files, status, message) = written(&call);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(status, Some(0), "{message}");
    assert!(names.contains(&"manifest.json") && !names.contains(&"sheet.png"), "{names:?}");
    assert_eq!(manifest(&files)["results"].as_array().unwrap().len(), 2);
    let warning = format!("mapwright: warning: no {}: ", Path::new("out").join("sheet.png").display());
    assert!(message.starts_with(&warning) && message.contains(" changes no metric: "), "{message}");
}

#[test]
fn stages_may_be_named() {
    let sweep = |vary| written(&["search", "sweep", "-", "--vary", vary, "--seeds", "0..5", "-o", "out"]);
    assert_eq!(sweep("loop-injector.chance=0..1/3"), sweep("metas.0.chance=0..1/3"));
}

#[test]
fn many_levels_are_drawn_on_several_sheets() {
    let dir = tempfile::tempdir().unwrap();
    let call = ["search", "find", "-", "--want", "loops >= 0", "--count", "401", "-o", "out", "--sheet"];
    let output = mapwright_in(dir.path(), &call, RECIPE);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let files = names(&dir.path().join("out"));
    assert_eq!(files.iter().filter(|name| name.ends_with(".png")).collect::<Vec<_>>(), ["sheet-2.png", "sheet.png"]);
    assert_eq!(files.iter().filter(|name| name.ends_with(".json")).count(), 402);
}

#[test]
fn a_recipe_may_say_what_it_wants() {
    let dir = tempfile::tempdir().unwrap();
    let recipe = RECIPE.replace(r#""seed": 5,"#, r#""seed": 5, "want": "loops >= 4","#);
    let done = mapwright_in(dir.path(), &["search", "find", "-", "--count", "1", "-o", "out"], &recipe);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let found = fs::read_to_string(dir.path().join("out/000.json")).unwrap();
    assert!(found.contains("\"want\": \"loops >= 4\""), "{found}");
    let wrong = recipe.replace("loops >= 4", "loops ~ 4");
    let refused = mapwright_in(dir.path(), &["search", "find", "-", "-o", "other"], &wrong);
    let expected = "mapwright: standard input: `want`: column 7: found `~`; expected `>=`, `<=`, `>`, `<`, `=` or a range such as `3..8`\n";
    assert_eq!((refused.status.code(), stderr(&refused).as_str()), (Some(2), expected));
}

#[test]
fn wrong_calls_leave_nothing_behind() {
    let cases: [(&str, &[&str], &str); 9] = [
        (
            "find",
            &["--want", "lops >= 3"],
            "error: invalid value 'lops >= 3' for '--want <REQUIREMENTS>': column 1: found `lops`; expected a metric, such as `loops`",
        ),
        (
            "find",
            &["--want", "loops >= 3,"],
            "error: invalid value 'loops >= 3,' for '--want <REQUIREMENTS>': column 12: the text ends here; expected ",
        ),
        ("find", &[], "mapwright: nothing to search for: give `--want`, or a recipe with `want`"),
        (
            "find",
            &["--want", "loops >= 3", "--vary", "metas.7.chance"],
            "mapwright: --vary metas.7.chance: the recipe has 2 metas, counted from 0",
        ),
        (
            "find",
            &["--want", "loops@loop-injektor >= 3"],
            "mapwright: `loops@loop-injektor >= 3`: the recipe has no stage `loop-injektor`; expected one of `backtracker`, `loop-injector`, `exit`",
        ),
        (
            "sweep",
            &["--vary", "metas.0.chance", "--seeds", "4..4"],
            "error: invalid value '4..4' for '--seeds <A..B>': expected A..B with whole numbers, A less than B, such as 0..100; B itself is left out",
        ),
        ("sweep", &["--seeds", "0..4"], "mapwright: `vary` is 0; expected one or two parameters to sweep"),
        ("archive", &["--axes", "loops"], "mapwright: --axes: expected two metrics such as `solution_steps,loops`"),
        (
            "archive",
            &["--axes", "loops,rooms", "--best", "loops >= 3"],
            "error: invalid value 'loops >= 3' for '--best <GOAL>': expected one `max` or `min`, such as `min dead_end_share`",
        ),
    ];
    for (command, args, expected) in cases {
        let message = refusal(&[&["search", command, "-", "-o", "out"], args].concat(), RECIPE);
        assert!(message.starts_with(expected), "{message}");
    }
    let nowhere = refusal(&["search", "find", "-", "--want", "loops >= 3", "-o", "/dev/null/out"], RECIPE);
    assert!(nowhere.starts_with("mapwright: "), "{nowhere}");
    // The work would be for nothing.
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("out")).unwrap();
    fs::write(dir.path().join("out/old.json"), "{}").unwrap();
    let refused = mapwright_in(dir.path(), &["search", "find", "-", "--want", "loops >= 3", "-o", "out"], RECIPE);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(stderr(&refused), "mapwright: out already exists and is never overwritten\n");
    assert_eq!(names(&dir.path().join("out")), ["old.json"]);
}
