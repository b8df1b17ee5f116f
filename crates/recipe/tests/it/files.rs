//! Files that recipes name: which may be read, and what is said of them.

use mapwright_core::params::Schema;
use mapwright_core::{BuilderMap, Grid, MapRng, Point, Size, Tile, Wrap};
use mapwright_recipe::{
    BuilderInfo, BuilderKind, Files, Recipe, Registry, StageRecipe, builders, map_digest, map_to_json,
};
use serde_json::json;

/// A letter that no message of ours has, and a number.
const SECRETS: [&str; 3] = ["ψ", "31337", "\"ψ\""];

/// A recipe with a stage that reads a file.
fn recipe(reader: &str, file: &str) -> Recipe {
    let info = builders().iter().find(|info| info.name == reader).unwrap();
    let has = |name: &str| info.params.iter().any(|param| param.name == name);
    let stage = match (has("file"), has("template")) {
        (true, _) => json!({ "use": reader, "file": file }),
        (_, true) => json!({ "use": reader, "template": { "file": file } }),
        _ => json!({ "use": reader, "vaults": [{ "template": { "file": file } }] }),
    };
    let is_meta = info.kind() == BuilderKind::Meta;
    let (initial, metas) = if is_meta { (json!({ "use": ROOMS }), vec![stage]) } else { (stage, vec![]) };
    let recipe = json!({ "version": 1, "width": 30, "height": 30, "initial": initial, "metas": metas });
    recipe.to_string().parse().unwrap()
}

fn chain(reader: &str, file: &str, files: &Files) -> Result<(), String> {
    Registry::shipped().chain(&recipe(reader, file), files).map(|_| ()).map_err(|error| error.to_string())
}

const ROOMS: &str = "random-rooms";

/// Every builder that reads a file.
fn readers() -> Vec<&'static str> {
    let reads = |info: &&BuilderInfo| {
        info.name.starts_with("prefab") || info.params.iter().any(|param| matches!(param.schema, Schema::File))
    };
    let readers = builders().iter().filter(reads);
    let readers: Vec<&str> = readers.map(|info| info.name).collect();
    for known in ["from-map", "herringbone-wang", "prefab-vaults", "rewrite", "spawns", "wave-function-collapse"] {
        assert!(readers.contains(&known), "{known}");
    }
    readers
}

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
        for reader in readers() {
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
fn a_recipe_reads_no_file_unless_it_is_given_a_folder() {
    let dir = tempfile::tempdir().unwrap();
    let map = map_to_json(&BuilderMap::filled(Size::new(30, 30), Wrap::None, Tile::FLOOR));
    std::fs::write(dir.path().join("here.json"), map).unwrap();
    // Tests run in the folder of their crate.
    assert!(std::path::Path::new("Cargo.toml").is_file());
    for reader in readers() {
        for file in ["Cargo.toml", "none.json"] {
            let read = recipe(reader, file);
            let error = read.chain().unwrap_err();
            assert_eq!(error.file(), Some(file), "a host may fetch it");
            let error = error.to_string();
            assert!(error.contains("the recipe reads files, and no folder was given for them"), "{error}");
            let parsed = Registry::shipped().parse(&read.to_json()).unwrap_err();
            assert_eq!(parsed.to_string(), error);
            let stage = read.metas.first().unwrap_or(&read.initial);
            let alone = if read.metas.is_empty() { stage.initial().err() } else { stage.meta().err() };
            assert!(alone.unwrap().to_string().contains("no folder was given"));
        }
    }
    let read = recipe("from-map", "here.json");
    assert!(read.chain_in(dir.path()).is_ok());
    assert!(read.chain_in("").is_err(), "it is not in the current folder");
    assert!(StageRecipe::new("arena").initial().is_ok());
}

/// A sound file of each form.
fn sound_files() -> Vec<Vec<u8>> {
    let mut map = BuilderMap::filled(Size::new(4, 3), Wrap::None, Tile::FLOOR);
    map.tiles[0] = Tile::WALL;
    map.spawns.push(mapwright_core::Spawn::new((2, 2), "Goblin"));
    map.layers.insert("heat".into(), mapwright_core::Grid::new(map.size(), 3_u8).into());
    let program = r##"{"program":[{"one":".# -> ..","steps":"40%"},{"markov":[{"all":"A.\n->\n.A","chance":0.5}]},
        {"put":"Z","at":"center"}],"symbols":{"A":{"tile":"floor","spawn":"Rat"},"Z":"grass"},"sets":{"?":"#."},
        "let":{"grow":".# -> .."},"budget":5}"##;
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 6, 5);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&[0; 30]).unwrap();
    vec![
        map_to_json(&map).into_bytes(),
        program.into(),
        br#"[{"name":"Goblin","weight":3,"min_depth":1,"role":"boss"},{"name":"Rat","weight":1}]"#.to_vec(),
        b"herringbone 2\nhorizontal 0 0 0 0 0 0\n....\n.#..\nvertical 0 0 0 0 0 0\n..\n.#\n..\n..\n".to_vec(),
        b"####\n#@.#\n#g>#\n####\n".to_vec(),
        mapwright_files::gzip(&[255, 255, 255, 255, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 46, 0, 0, 0, 1, 2, 3, 4, 5, 6])
            .unwrap(),
        png,
    ]
}

#[test]
fn only_regular_files_are_read_and_none_is_quoted() {
    let dir = tempfile::tempdir().unwrap();
    let files = Files::in_dir(dir.path());
    std::fs::create_dir(dir.path().join("folder")).unwrap();
    let readers = readers();
    for reader in &readers {
        let error = chain(reader, "folder", &files).unwrap_err();
        assert!(error.contains("folder cannot be read: not a regular file"), "{error}");
    }
    // What a message says of a file without a secret, it may say of one with it.
    let mut rng = MapRng::new(1);
    let mut refused = vec![0; readers.len()];
    let spoil = |content: &[u8], at: usize, secret: &str| {
        let rest =
            content[at..].iter().position(|byte| !byte.is_ascii_alphanumeric()).map_or(content.len(), |n| at + n);
        let inserted = [&content[..at], secret.as_bytes(), &content[at..]].concat();
        [inserted, [&content[..at], secret.as_bytes(), &content[rest..]].concat()]
    };
    let secret_only = SECRETS.iter().flat_map(|secret| {
        let lines =
            [format!("{secret}\n{secret}"), format!("{{\"{secret}\": 1}}"), format!("[{{\"{secret}\": {secret}}}]")];
        lines.map(String::into_bytes)
    });
    let mut contents: Vec<Vec<u8>> = secret_only.collect();
    for content in sound_files() {
        for _ in 0..150 {
            let at = rng.below(content.len() as u32 + 1) as usize;
            contents.extend(spoil(&content, at, rng.pick(&SECRETS).unwrap()));
        }
    }
    for content in contents {
        let files = Files::in_memory([("file".to_owned(), content.clone())]);
        for (reader, refused) in readers.iter().zip(&mut refused) {
            let Err(error) = chain(reader, "file", &files) else { continue };
            *refused += 1;
            let content = String::from_utf8_lossy(&content);
            assert!(!error.contains('ψ') && !error.contains("31337"), "{error}\n{content}");
        }
    }
    assert!(refused.iter().all(|&refused| refused > 300), "{refused:?}");
}

#[test]
fn a_name_given_twice_in_a_file_is_refused() {
    let check = |reader: &str, content: &str| {
        let files = Files::in_memory([("file".to_owned(), content.into())]);
        let error = chain(reader, "file", &files).unwrap_err();
        assert!(error.contains("cannot be read: not valid JSON, at line 1 column "), "{error}");
    };
    check("rewrite", r##"{ "program": [{ "one": "#. -> .." }], "budget": 5, "budget": 6 }"##);
    check("rewrite", r##"{ "program": [{ "one": "#. -> ..", "one": ".# -> .." }] }"##);
    check("spawns", r#"[{ "name": "Rat", "weight": 1, "weight": 2 }]"#);
}

#[test]
fn files_in_memory_stand_in_for_a_folder() {
    let map = map_to_json(&BuilderMap::filled(Size::new(30, 30), Wrap::None, Tile::FLOOR));
    let held = [
        ("map.json", map.as_str()),
        ("spawns.json", r#"[{ "name": "Rat", "weight": 1 }]"#),
        ("level.txt", "#.\n##"),
        ("rules.json", r##"{ "program": [{ "one": "#. -> .." }] }"##),
        ("photo.jpg", "\u{ff}\u{0}"),
    ];
    let files = Files::in_memory(held.map(|(name, content)| (name.to_owned(), content.into())));
    for reader in readers() {
        let problem = |name: &str| chain(reader, name, &files).unwrap_err();
        let name = match reader {
            "from-map" | "wave-function-collapse" => "map.json",
            "rewrite" => "rules.json",
            "herringbone-wang" => "",
            _ if reader.starts_with("prefab") => "level.txt",
            _ => "spawns.json",
        };
        if !name.is_empty() {
            assert_eq!(chain(reader, name, &files), Ok(()), "{reader}");
        }
        let missing = problem("other.json");
        assert!(missing.contains("other.json cannot be read: no such file"), "{missing}");
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
    let at = r#""use": "prefab-vaults", "vaults": [{ "template": { "file": "deep/shrine.txt" } }]"#;
    assert_eq!(error(r#""use": "arena""#, at), named("metas[0] prefab-vaults", Some("deep/shrine.txt")));
    let outside = r#""use": "from-map", "file": "../map.json""#;
    assert_eq!(error(outside, r#""use": "start""#), named("initial from-map", None));
    // Stages that do not fit together are named too.
    assert_eq!(error(r#""use": "cellular-automata""#, r#""use": "room-sorter""#), named("metas[0] room-sorter", None));
    assert_eq!("[]".parse::<Recipe>().unwrap_err().stage_name(), None);
    // The place is no part of a name.
    let alone = ["initial-cave", "metas[3]"].map(|name| StageRecipe::new(name).meta().unwrap_err());
    assert_eq!(alone.map(|error| error.stage_index()), [None, None]);
    let meta = r#"{ "version": 1, "width": 9, "height": 9, "initial": { "use": "arena" }, "metas": [{ "use": "initial-cave" }] }"#;
    assert_eq!(meta.parse::<Recipe>().unwrap().chain().unwrap_err().stage_index(), Some(1));
    let nameless = meta.replace("\"initial-cave\"", "5").parse::<Recipe>().unwrap_err();
    assert_eq!((nameless.stage_index(), nameless.stage_name().as_deref()), (Some(1), Some("metas[0]")));
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

#[test]
fn a_loaded_recipe_reads_beside_itself() {
    let dir = tempfile::tempdir().unwrap();
    let map = BuilderMap::filled(Size::new(30, 30), Wrap::None, Tile::GRASS);
    std::fs::write(dir.path().join("map.json"), map_to_json(&map)).unwrap();
    let (parsed, file) = (recipe("from-map", "map.json"), dir.path().join("level.json"));
    std::fs::write(&file, parsed.to_json()).unwrap();
    let loaded = Recipe::load(&file).unwrap();
    assert_eq!(loaded.build(1).unwrap(), map);
    assert_eq!(loaded.to_json(), parsed.to_json(), "the folder is not written");
    assert_eq!(parsed.build_in(dir.path(), 1).unwrap(), map);
    assert_eq!(
        parsed.build(1).unwrap_err().to_string(),
        "initial from-map: the map map.json cannot be read: the recipe reads files, and no folder was given for them"
    );
    let error = |name: &str| {
        Recipe::load(dir.path().join(name)).unwrap_err().to_string().replace(dir.path().to_str().unwrap(), "")
    };
    assert_eq!(error("none.json"), "the recipe /none.json cannot be read: No such file or directory (os error 2)");
    std::fs::write(dir.path().join("latin.json"), [0xe9]).unwrap();
    assert_eq!(error("latin.json"), "the recipe /latin.json cannot be read: not UTF-8 text");
    std::fs::write(dir.path().join("half.json"), "{").unwrap();
    assert_eq!(error("half.json"), "not valid JSON: EOF while parsing an object at line 1 column 1");
}

#[test]
fn a_map_that_has_changed_is_told_with_both_digests() {
    let mut recipe: Recipe = mapwright_recipe::template("cave").unwrap().parse().unwrap();
    let map = recipe.build(recipe.seed()).unwrap();
    assert_eq!(recipe.changed(recipe.seed(), &map), None, "nothing was stored");
    let digest = Recipe::digest_of(&map);
    assert_eq!(digest, format!("{} {:016x}", env!("CARGO_PKG_VERSION"), map_digest(&map)));
    // Another version may make the same map.
    recipe.digest = Some(digest.replace(env!("CARGO_PKG_VERSION"), "0.0.9"));
    assert_eq!(recipe.changed(recipe.seed(), &map), None);
    let now = format!("now {:016x} by version {}", map_digest(&map), env!("CARGO_PKG_VERSION"));
    for (stored, shown) in [("0.0.9 00ff", "00ff by version 0.0.9"), ("00ff", "00ff")] {
        recipe.digest = Some(stored.to_owned());
        let told = recipe.changed(recipe.seed(), &map).unwrap();
        assert_eq!(told, format!("the map has changed since the recipe was stored: {shown}, {now}"));
        assert_eq!(recipe.changed(recipe.seed() + 1, &map), None, "it is of another seed");
    }
}

#[test]
fn a_legend_gives_tiles_to_the_colors_of_herringbone_pieces() {
    let png = include_bytes!("../../../../docs/pictures/pieces.png").to_vec();
    let text = b"herringbone 2\nhorizontal 0 0 0 0 0 0\n....\n.#..\nvertical 0 0 0 0 0 0\n..\n.#\n..\n..\n".to_vec();
    let files = Files::in_memory([("pieces.png".to_owned(), png), ("pieces.txt".to_owned(), text)]);
    let build = |stage: &str| -> Result<BuilderMap, String> {
        let recipe = format!(
            r#"{{ "version": 1, "width": 30, "height": 20, "initial": {{ "use": "herringbone-wang", {stage} }} }}"#
        );
        let recipe: Recipe = recipe.parse().unwrap();
        let chain = Registry::shipped().chain(&recipe, &files).map_err(|error| error.to_string())?;
        chain.build(1).map_err(|error| error.to_string())
    };
    let plain = build(r#""file": "pieces.png""#).unwrap();
    let tiled = build(r##""file": "pieces.png", "legend": { "#a3c27a": "road", "#000000": "tree" }"##).unwrap();
    let expected = plain.tiles.map(|&tile| match tile {
        Tile::GRASS => Tile::ROAD,
        Tile::WALL => Tile::TREE,
        tile => tile,
    });
    let inner = |map: &Grid<Tile>| Grid::from_fn(Size::new(28, 18), |at| map[Point::new(at.x + 1, at.y + 1)]);
    assert!(plain.tiles.as_slice().contains(&Tile::GRASS));
    assert_eq!(inner(&tiled.tiles), inner(&expected));
    let error = |stage: &str| build(stage).unwrap_err();
    let no_color = error(r#""file": "pieces.png", "legend": { "grass": "road" }"#);
    assert!(no_color.ends_with("`legend` has a name that is no color such as `#a7cccc`"), "{no_color}");
    let no_picture = error(r##""file": "pieces.txt", "legend": { "#000000": "wall" }"##);
    assert!(no_picture.ends_with("`legend` is for pictures; this is text"), "{no_picture}");
    let no_file = error(r##""legend": { "#000000": "wall" }"##);
    assert!(no_file.ends_with("expected a file, which `legend` is for"), "{no_file}");
}
