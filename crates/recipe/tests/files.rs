//! Files that recipes name: which may be read, and what is said of them.
#![allow(clippy::unwrap_used)]

use mapwright_core::{BuilderMap, Size, Tile, Wrap};
use mapwright_recipe::{Files, Recipe, Registry, map_digest, map_to_json};
use serde_json::json;

const SECRET: &str = "hush-7f3a";

fn chain(use_: &str, file: &str, files: &Files) -> Result<(), String> {
    let stage = json!({ "use": use_, "file": file });
    let is_meta = ["room-spawns", "wave-function-collapse"].contains(&use_);
    let (initial, metas) = if is_meta { (json!({ "use": ROOMS }), vec![stage]) } else { (stage, vec![]) };
    let recipe = json!({ "version": 1, "width": 30, "height": 30, "initial": initial, "metas": metas }).to_string();
    let recipe: Recipe = recipe.parse().unwrap();
    Registry::shipped().chain(&recipe, files).map(|_| ()).map_err(|error| error.to_string())
}

const ROOMS: &str = "simple-map";
const READERS: [&str; 5] = ["from-map", "room-spawns", "herringbone-wang", "wave-function-collapse", "prefab-level"];

#[test]
fn files_lie_beside_the_recipe_or_below() {
    let dir = tempfile::tempdir().unwrap();
    let inside = dir.path().join("inside");
    std::fs::create_dir_all(inside.join("deep")).unwrap();
    let map = map_to_json(&BuilderMap::filled(Size::new(30, 30), Wrap::None, Tile::FLOOR));
    for place in ["out.json", "inside/in.json", "inside/deep/in.json"] {
        std::fs::write(dir.path().join(place), &map).unwrap();
    }
    let files = Files::in_dir(&inside);
    let absolute = dir.path().join("out.json").to_string_lossy().into_owned();
    for good in ["in.json", "./in.json", "deep/in.json"] {
        assert_eq!(chain("from-map", good, &files), Ok(()), "{good}");
    }
    for bad in ["../out.json", &absolute, "deep/../../out.json", "deep/../in.json"] {
        for reader in READERS {
            let error = chain(reader, bad, &files).unwrap_err();
            let place = error.split_once(": ").unwrap().1;
            assert_eq!(place, format!("the file {bad} is elsewhere; expected a file beside the recipe or below"));
        }
        assert_eq!(chain("from-map", bad, &files.clone().trusting_paths()), Ok(()), "{bad}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(dir.path().join("out.json"), inside.join("link.json")).unwrap();
        std::os::unix::fs::symlink("in.json", inside.join("inner.json")).unwrap();
        assert!(chain("from-map", "link.json", &files).unwrap_err().contains("link.json is elsewhere"));
        assert_eq!(chain("from-map", "link.json", &files.trusting_paths()), Ok(()));
        assert_eq!(chain("from-map", "inner.json", &Files::in_dir(&inside)), Ok(()));
    }
}

#[test]
fn only_regular_files_are_read_and_none_is_quoted() {
    let dir = tempfile::tempdir().unwrap();
    let files = Files::in_dir(dir.path());
    std::fs::create_dir(dir.path().join("folder")).unwrap();
    for reader in READERS {
        let error = chain(reader, "folder", &files).unwrap_err();
        assert!(error.ends_with("folder cannot be read: not a regular file"), "{error}");
    }
    for content in [SECRET.to_owned(), format!("{{\"{SECRET}\": 1}}"), format!("[{{\"name\": [\"{SECRET}\"]}}]")] {
        std::fs::write(dir.path().join("secret"), content).unwrap();
        for reader in READERS {
            let error = chain(reader, "secret", &files).unwrap_err();
            assert!(!error.contains(SECRET) || reader == "herringbone-wang", "{error}");
        }
    }
}

#[test]
fn files_in_memory_stand_in_for_a_folder() {
    let map = map_to_json(&BuilderMap::filled(Size::new(30, 30), Wrap::None, Tile::FLOOR));
    let held = [
        ("map.json", map.as_str()),
        ("spawns.json", r#"[{ "name": "Rat", "weight": 1 }]"#),
        ("level.txt", "#@\n##"),
        ("photo.jpg", "\u{ff}\u{0}"),
    ];
    let files = Files::in_memory(held.map(|(name, content)| (name.to_owned(), content.into())));
    for (reader, name) in READERS.into_iter().zip(["map.json", "spawns.json", "", "map.json", "level.txt"]) {
        let problem = |name: &str| chain(reader, name, &files).unwrap_err();
        if !name.is_empty() {
            assert_eq!(chain(reader, name, &files), Ok(()), "{reader}");
        }
        assert!(
            problem("other.json").ends_with("other.json cannot be read: no such file"),
            "{}",
            problem("other.json")
        );
        assert!(problem("../map.json").contains("is elsewhere"), "the disk is not asked");
    }
    assert!(chain("from-map", "photo.jpg", &files).is_err());
}

#[test]
fn errors_name_the_stage_and_the_missing_file() {
    let error = |initial: &str, meta: &str| {
        let text = format!(
            r#"{{ "version": 1, "width": 9, "height": 9, "initial": {{ {initial} }}, "metas": [{{ {meta} }}] }}"#
        );
        let made = text.parse::<Recipe>().and_then(|recipe| Registry::shipped().chain(&recipe, &Files::in_memory([])));
        let error = made.unwrap_err();
        (error.stage_name(), error.file().map(str::to_owned))
    };
    let named = |stage: &str, file: Option<&str>| (Some(stage.to_owned()), file.map(str::to_owned));
    let at = r#""use": "prefab-vaults", "vaults": [{ "file": "deep/shrine.txt" }]"#;
    assert_eq!(error(r#""use": "arena""#, at), named("metas[0] prefab-vaults", Some("deep/shrine.txt")));
    let outside = r#""use": "from-map", "file": "../map.json""#;
    assert_eq!(error(outside, r#""use": "area-start""#), named("initial from-map", None));
    // Stages that do not fit together are named too.
    assert_eq!(error(r#""use": "cellular-automata""#, r#""use": "room-sorter""#), named("metas[0] room-sorter", None));
    assert_eq!("[]".parse::<Recipe>().unwrap_err().stage_name(), None);
}

#[test]
fn a_long_name_is_quoted_in_part() {
    let long = "x".repeat(10_000_000);
    let recipe = |stage: &str| format!(r#"{{ "version": 1, "width": 9, "height": 9, "initial": {{ {stage} }} }}"#);
    for stage in [
        format!(r#""use": "{long}""#),
        format!(r#""use": "arena", "{long}": 1"#),
        format!(r#""use": "prim-maze", "max_degree": "{long}""#),
        format!(r#""use": "from-map", "file": "{long}""#),
    ] {
        let error = Registry::shipped().parse(&recipe(&stage)).unwrap_err().to_string();
        assert!(error.len() < 2000, "{} bytes", error.len());
    }
}

#[test]
fn the_digest_is_that_of_the_json_and_a_line_break() {
    let naive = |bytes: &[u8]| {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for &byte in bytes {
            hash ^= u64::from(byte);
            hash = hash.wrapping_mul(1_099_511_628_211);
        }
        hash
    };
    assert_eq!(naive(b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(naive(b"a"), 0xaf63_dc4c_8601_ec8c);
    for name in ["cave", "pipe-torus", "level-rooms", "voronoi-rooms"] {
        let recipe: Recipe = mapwright_recipe::template(name).unwrap().parse().unwrap();
        let map = recipe.chain().unwrap().build(3).unwrap();
        assert_eq!(map_digest(&map), naive((map_to_json(&map) + "\n").as_bytes()), "{name}");
    }
}
