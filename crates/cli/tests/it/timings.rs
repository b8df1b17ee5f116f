//! `build --timings`: what each stage took and changed.

use crate::common::{mapwright_in, prints, stderr, stdout};

const CHAIN: &str = r#"{ "version": 1, "width": 20, "height": 10, "initial": { "use": "prim-maze" },
    "metas": [{ "use": "ring-validator" }, { "use": "ring-validator" }, { "use": "loop-injector", "chance": 1 }] }"#;

#[test]
fn a_table_has_a_row_a_stage_and_the_map_stays_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let plain = mapwright_in(dir.path(), &["build", "-", "-o", "-"], CHAIN);
    let timed = mapwright_in(dir.path(), &["build", "-", "-o", "-", "--timings"], CHAIN);
    assert_eq!(stdout(&plain), stdout(&timed));
    let table = stderr(&timed);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 6, "{table}");
    assert!(rows[0].starts_with("stage ") && rows[0].contains("time") && rows[0].contains("memory"), "{table}");
    let row = |nth: usize, name: &str, changed: &str| {
        assert!(rows[nth].starts_with(name) && rows[nth].ends_with(changed), "{}", rows[nth]);
    };
    // 200 tiles, and 200 bytes of sides.
    row(1, "prim-maze ", "199 openings");
    assert!(rows[1].contains(" 400 B "), "{}", rows[1]);
    row(2, "ring-validator ", "0 cells on rings");
    row(3, "ring-validator ", "nothing changed");
    assert!(rows[4].starts_with("loop-injector ") && rows[4].contains(" openings"), "{}", rows[4]);
    assert!(rows[5].starts_with("total "), "{}", rows[5]);
    assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
}

#[test]
fn recorded_builds_are_timed_too_and_failed_ones_as_far_as_they_went() {
    let dir = tempfile::tempdir().unwrap();
    let output = mapwright_in(dir.path(), &["build", "-", "--stages", "stages", "--timings"], CHAIN);
    assert_eq!(stderr(&output).lines().filter(|line| line.starts_with("ring-validator ")).count(), 2);
    let hopeless = CHAIN.replace(r#""width": 20, "height": 10"#, r#""width": 1, "height": 1"#);
    let hopeless = hopeless.replace(r#"{ "use": "ring-validator" }, {"#, r#"{ "use": "exit" }, {"#);
    let output = mapwright_in(dir.path(), &["build", "-", "--timings"], &hopeless);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).lines().any(|line| line.starts_with("prim-maze ")), "{}", stderr(&output));
    let quiet = mapwright_in(dir.path(), &["build", "-", "--timings", "-q"], CHAIN);
    assert!(stderr(&quiet).starts_with("stage "), "what was asked for is no mere message");
    assert!(prints(&["build", "--help"]).contains("--timings"));
}
