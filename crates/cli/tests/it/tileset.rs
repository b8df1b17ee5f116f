//! Tilesets on the command line: written, read, drawn with.

use std::path::Path;
use std::process::{Command, Output};

fn mapwright(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mapwright")).args(args).output().unwrap()
}

#[track_caller]
fn succeeds(args: &[&str]) {
    let output = mapwright(args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[track_caller]
fn fails(args: &[&str], message: &str) {
    let output = mapwright(args);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), message);
}

#[test]
fn a_tileset_from_a_file_draws_as_the_one_that_comes_along() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let (set, one, two) = (at("set.png"), at("one.png"), at("two.png"));
    succeeds(&["tileset", "terrain", "-o", &set, "--cell", "16"]);
    let coast = at("coast.json");
    let recipe = r#"{ "version": 1, "width": 16, "height": 16, "initial": { "use": "wang-tiles", "on": "corners" } }"#;
    std::fs::write(&coast, recipe).unwrap();
    let window = ["world", &coast, "--seed", "7", "--window", "-40,-30,12x9", "-o"];
    succeeds(&[&window[..], &[&one, "--tileset", &set]].concat());
    succeeds(&[&window[..], &[&two, "--tileset", "terrain"]].concat());
    let read = |path: &str| std::fs::read(path).unwrap();
    assert_eq!(read(&one), read(&two));
    assert_ne!(read(&one), read(&set));
    let recipe = Path::new(env!("CARGO_MANIFEST_DIR")).join("../recipe/recipes/cave.json");
    succeeds(&["build", &recipe.to_string_lossy(), "--tileset", "walls", "--cell", "8", "-o", &one]);
}

#[test]
fn a_tileset_of_tiled_draws_as_its_picture() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    succeeds(&["tileset", "terrain", "-o", &at("set.png"), "--cell", "16"]);
    let recipe = r#"{ "version": 1, "width": 9, "height": 7, "initial": { "use": "wang-tiles", "on": "corners" } }"#;
    std::fs::write(at("coast.json"), recipe).unwrap();
    let set =
        mapwright::export::TiledSet::new(mapwright::render::TilesetKind::Corner16, (16, 16), 4, "set", "./set.png");
    std::fs::write(at("set.tsx"), set.to_tsx()).unwrap();
    std::fs::write(at("set.tsj"), set.to_tsj()).unwrap();
    let build = |tileset: &str, to: &str| {
        let told = mapwright(&["build", &at("coast.json"), "--tileset", &at(tileset), "-o", &at(to)]);
        assert_eq!(told.status.code(), Some(0), "{}", String::from_utf8_lossy(&told.stderr));
        (std::fs::read(at(to)).unwrap(), String::from_utf8(told.stderr).unwrap())
    };
    let (expected, _) = build("set.png", "a.png");
    for file in ["set.tsx", "set.tsj"] {
        assert_eq!(build(file, "b.png").0, expected, "{file}");
        build(file, "b.tmx");
    }
    let mut gaps = set.clone();
    gaps.wang_sets[0].tiles.retain(|tile| tile.tile != 5);
    std::fs::write(at("gaps.tsx"), gaps.to_tsx()).unwrap();
    build("gaps.tsx", "b.png");
    // Of several sets, the first that the map can show; or the one of the kind that is asked for.
    let mut several =
        mapwright::export::TiledSet::new(mapwright::render::TilesetKind::Edge16, (16, 16), 4, "set", "set.png");
    several.wang_sets.extend(set.wang_sets.clone());
    std::fs::write(at("several.tsx"), several.to_tsx()).unwrap();
    assert_eq!(build("several.tsx", "b.png").0, expected);

    let refused = |tileset: &str, more: &[&str], message: &str| {
        let (coast, tileset, out) = (at("coast.json"), at(tileset), at("never.png"));
        let args = [&["build", &coast, "--tileset", &tileset, "-o", &out][..], more].concat();
        fails(&args, &format!("mapwright: {message}"));
    };
    let mut outside = set.clone();
    outside.image = "../set.png".to_owned();
    std::fs::write(at("outside.tsx"), outside.to_tsx()).unwrap();
    let place = "its picture `../set.png` is outside of its folder; expected one beside it or below";
    refused("outside.tsx", &[], &format!("{}: {place}", at("outside.tsx")));
    std::fs::write(at("cut.tsx"), &set.to_tsx()[..300]).unwrap();
    let told = String::from_utf8(
        mapwright(&["build", &at("coast.json"), "--tileset", &at("cut.tsx"), "-o", &at("never.png")]).stderr,
    )
    .unwrap();
    assert!(told.starts_with(&format!("mapwright: {}: ", at("cut.tsx"))), "{told}");
    let lacks = format!("{}: no Wang set has all tiles of `blob-47`", at("set.tsx"));
    refused("set.tsx", &["--tileset-kind", "blob-47"], &lacks);
}

#[test]
fn options_describe_the_picture_of_a_tileset() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let (set, spaced, one, two) = (at("set.png"), at("spaced.png"), at("one.png"), at("two.png"));
    succeeds(&["tileset", "walls", "-o", &set, "--cell", "16"]);
    let sheet = mapwright::render::Tileset::shipped("walls", 16).unwrap();
    let mut picture = mapwright::render::RgbaImage::new(2 + 8 * 17 - 1, 2 + 6 * 17 - 1);
    for index in 0..48u16 {
        let (x, y) = (1 + u32::from(index % 8) * 17, 1 + u32::from(index / 8) * 17);
        mapwright::render::image::imageops::replace(&mut picture, &sheet.tile(index).unwrap(), x.into(), y.into());
    }
    mapwright::render::write_png(&picture, std::fs::File::create(&spaced).unwrap()).unwrap();
    let build = |tileset: &str, out: &str, more: &[&str]| {
        succeeds(&[&["build", "cave", "--tileset", tileset, "-o", out, "-o", &at("map.ldtk")][..], more].concat());
        std::fs::read(out).unwrap()
    };
    let expected = build(&set, &one, &[]);
    assert_eq!(build(&spaced, &two, &["-O", "tile=16x16", "-O", "margin=1", "-O", "spacing=1"]), expected);
    assert_ne!(build(&set, &two, &["-O", "order=bit-count"]), expected);
    let orders = mapwright::render::TilesetOrder::names().collect::<Vec<_>>().join(", ");
    let help = String::from_utf8(mapwright(&["build", "--help"]).stdout).unwrap();
    assert!(help.contains(&orders), "{orders}");

    let refused = |args: &[&str], message: &str| {
        let out = at("never.png");
        fails(&[&["build", "cave", "-o", &out][..], args].concat(), &format!("mapwright: {message}"));
    };
    for option in ["tile=16x16", "margin=1", "spacing=1", "order=ascending"] {
        let name = option.split_once('=').unwrap().0;
        let message = format!("`-O {name}` has no effect without a picture of tiles (`--tileset FILE.png`)");
        refused(&["-O", option], &message);
        refused(&["-O", option, "--tileset", "walls"], &message);
    }
    refused(&["--tileset", &set, "-O", "tile=16"], "`-O tile=16`: expected width and height in pixels, as 16x16");
    refused(&["--tileset", &set, "-O", "margin=-1"], "`-O margin=-1`: expected a whole number of pixels");
    let unknown = format!("`-O order=spiral`: no order of tiles is called `spiral`; there are {orders}");
    refused(&["--tileset", &set, "-O", "order=spiral"], &unknown);
}

#[test]
fn a_tileset_shows_in_every_picture_of_a_build() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let outputs = ["level.png", "level.gif", "stages"].map(at);
    let args = ["build", "locked-maze", "-o", &outputs[0], "-o", &outputs[1], "--stages", &outputs[2]];
    succeeds(&args);
    let read = || {
        let stage = Path::new(&outputs[2]).join("00-backtracker.png");
        [&outputs[0], &outputs[1], &stage.to_string_lossy().into_owned()].map(|path| std::fs::read(path).unwrap())
    };
    let plain = read();
    succeeds(&[&args[..], &["--tileset", "paths", "--cell", "8"]].concat());
    let tiled = read();
    assert!((0..3).all(|nth| plain[nth] != tiled[nth]));
    succeeds(&[&args[..], &["--tileset", "paths", "--cell", "8", "--overlay", "walk"]].concat());
    assert_ne!(read()[0], tiled[0], "overlays show over tiles");
    let output = mapwright(&["build", "locked-maze", "-o", &outputs[0], "--tileset", "terrain"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("corners"));
}

#[test]
fn templates_are_written_for_every_kind() {
    let dir = tempfile::tempdir().unwrap();
    for kind in ["edge-16", "edge-81", "corner-16", "corner-81", "blob-47", "twin-33"] {
        let png = dir.path().join(kind).with_extension("png").to_string_lossy().into_owned();
        succeeds(&["tileset", kind, "--cell", "16", "-o", &png]);
        assert_eq!(std::fs::read(png).unwrap()[..4], *b"\x89PNG");
    }
}

#[test]
fn what_is_no_tileset_is_named() {
    let unknown = "mapwright: no tileset is called `blob`; did you mean `blob-47`?";
    fails(&["tileset", "blob", "-o", "never.png"], unknown);
    let unknown = "mapwright: no tileset is called `wals`; did you mean `walls`?";
    fails(&["build", "cave", "--tileset", "wals", "-o", "never.png"], unknown);
    let missing = "mapwright: nowhere.png: No such file or directory (os error 2)";
    fails(&["world", "endless-maze", "--window", "0,0,3x3", "--tileset", "nowhere.png", "-o", "never.png"], missing);
    let solid = "mapwright: the map has walls between its cells, and the tileset shows solid tiles: add the stage \
                 `sides-to-tiles`, or draw with `--tileset paths`";
    fails(&["build", "braided-maze", "--tileset", "walls", "-o", "never.png"], solid);
    assert!(!Path::new("never.png").exists());
}

/// The pixels of a picture.
fn pixels(png: &str) -> (u32, Vec<[u8; 4]>) {
    let pixels = mapwright::files::Pixels::from_png(&std::fs::read(png).unwrap(), 1 << 20).unwrap();
    (pixels.width, pixels.rgba)
}

#[test]
fn tiles_that_a_tileset_does_not_know_look_as_without_it() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let map = r#"{ "format": "mapwright-map", "version": 2, "width": 4, "height": 1, "tiles": [0, 128, 5, 1] }"#;
    std::fs::write(at("map.json"), map).unwrap();
    succeeds(&["build", &at("map.json"), "--tileset", "walls", "--cell", "8", "-o", &at("tiled.png")]);
    let (width, tiled) = pixels(&at("tiled.png"));
    let cell = |x: usize| (0..8).flat_map(|y| &tiled[y * width as usize + 8 * x..][..8]).copied().collect::<Vec<_>>();
    assert_eq!(width, 32);
    let all = [0, 1, 2, 3].map(cell);
    assert!((0..4).all(|one| (0..one).all(|other| all[one] != all[other])), "floor, rock, grass and a door differ");
}

#[test]
fn a_folder_of_pictures_shows_tiles_marks_and_spawns() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    std::fs::create_dir(at("sprites")).unwrap();
    // A picture of one color for each name.
    let colors = [("start", 10u8), ("exit", 20), ("door", 30), ("deep-water", 40), ("Rat", 50)];
    for (name, red) in colors {
        let image = mapwright::render::RgbaImage::from_pixel(2, 2, mapwright::render::image::Rgba([red, 99, 0, 255]));
        mapwright::render::save_png(at(&format!("sprites/{name}.png")), &image).unwrap();
    }
    let map = r#"{ "format": "mapwright-map", "version": 2, "width": 5, "height": 1, "tiles": [0, 0, 1, 130, 0],
        "start": [0, 0], "exit": [1, 0], "spawns": [{ "at": [4, 0], "what": "Rat" }] }"#;
    std::fs::write(at("map.json"), map).unwrap();
    succeeds(&["build", &at("map.json"), "--sprites", &at("sprites"), "--cell", "10", "-o", &at("shown.png")]);
    let (width, shown) = pixels(&at("shown.png"));
    let reds: Vec<u8> = (0..5).map(|x| shown[5 * width as usize + 10 * x + 5]).map(|[red, ..]| red).collect();
    assert_eq!(reds, [10, 20, 30, 40, 50]);
    for (file, meant) in [
        ("Exit", "`exit` call it exit.png"),
        ("doors", "`door` call it door.png"),
        ("Deep_Water", "`deep water` call it deep-water.png"),
    ] {
        std::fs::create_dir(at(file)).unwrap();
        std::fs::copy(at("sprites/Rat.png"), at(&format!("{file}/{file}.png"))).unwrap();
        let told = mapwright(&["build", &at("map.json"), "--sprites", &at(file), "-o", &at("shown.png")]).stderr;
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains(&format!("drawn for spawns that are called `{file}`; for {meant}")), "{told}");
    }
    std::fs::create_dir(at("none")).unwrap();
    let message = format!("mapwright: {}: no .png is in this folder", at("none"));
    fails(&["build", "cave", "--sprites", &at("none"), "-o", &at("never.png")], &message);
    std::fs::write(at("none/Rat.png"), "rat").unwrap();
    let output = mapwright(&["build", "cave", "--sprites", &at("none"), "-o", &at("never.png")]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(2) && told.starts_with(&format!("mapwright: {}: ", at("none/Rat.png"))),
        "{told}"
    );
}
