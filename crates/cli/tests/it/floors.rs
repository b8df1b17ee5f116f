//! A level of several floors in the formats that hold one.
#![allow(clippy::expect_used, clippy::panic)]

use crate::common::{mapwright_in, names, stderr};

const TOWER: &str = r#"{ "version": 1, "width": 21, "height": 15, "seed": 3,
    "initial": { "use": "floors", "floors": [ { "count": 3, "initial": { "use": "bsp-dungeon" } } ] },
    "metas": [ { "use": "stairs", "per_floor": 1, "pits": 1 }, { "use": "start" }, { "use": "exit" } ] }"#;

#[test]
fn each_floor_is_a_file_or_one_is_chosen() {
    for end in ["svg", "xp", "dd2vtt"] {
        let dir = tempfile::tempdir().unwrap();
        let build = |more: &[&str]| mapwright_in(dir.path(), &[&["build", "-"], more].concat(), TOWER);
        let out = format!("level.{end}");
        let output = build(&["-o", &out]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let files: Vec<String> = (0..3).map(|floor| format!("level-floor-{floor}.{end}")).collect();
        assert_eq!(names(dir.path()), files);
        assert_eq!(build(&["-o", &out, "-O", "floor=1"]).status.code(), Some(0));
        let read = |name: &str| std::fs::read(dir.path().join(name)).unwrap();
        assert!(read(&out) == read(&files[1]) && read(&out) != read(&files[2]), "{end}");
        let error = stderr(&build(&["-o", &out, "-O", "floor=3"]));
        assert_eq!(error.trim_end(), "mapwright: the map has no floor 3; it has 3, counted from 0");
        let format = end.replace("dd2vtt", "uvtt");
        let error = stderr(&build(&["-o", "-", "--format", &format]));
        assert_eq!(error.trim_end(), "mapwright: 3 floors are 3 files; `-O floor=0` to `-O floor=2` writes one");
    }
}

#[test]
fn editors_and_minecraft_get_all_floors() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["build", "-", "-o", "a.ldtk", "-o", "a.schem", "-O", "level=Cellar"];
    let output = mapwright_in(dir.path(), &args, TOWER);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let project = std::fs::read(dir.path().join("a.ldtk")).unwrap();
    let project: serde_json::Value = serde_json::from_slice(&project).unwrap();
    let levels = project["levels"].as_array().unwrap().iter();
    let found: Vec<String> = levels.map(|level| format!("{} {}", level["identifier"], level["worldDepth"])).collect();
    assert_eq!(found, ["\"Cellar_0\" 0", "\"Cellar_1\" -1", "\"Cellar_2\" -2"]);
}
