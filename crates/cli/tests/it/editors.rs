//! Tiled and LDtk from a call of `mapwright build`, and what is refused.
#![allow(clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::clients;
use crate::pictures::{read_png, same_pixels};
use mapwright::prelude::*;
use mapwright::render::{Kind, RgbaImage, Style, Tileset, draw, draw_with_tileset};

fn mapwright(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mapwright")).args(args).output().unwrap()
}

#[track_caller]
fn succeeds(args: &[&str]) {
    clients::text(&mapwright(args));
}

#[track_caller]
fn fails(args: &[&str], message: &str) {
    let output = mapwright(args);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), format!("mapwright: {message}"));
}

fn recipe(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../recipe/recipes").join(name).with_extension("json")
}

fn built(name: &str) -> BuilderMap {
    let recipe: Recipe = std::fs::read_to_string(recipe(name)).unwrap().parse().unwrap();
    recipe.chain().unwrap().build(recipe.seed()).unwrap()
}

/// What Tiled draws of a file; `None` where it is not installed.
fn rasterized(map: &Path) -> Option<RgbaImage> {
    let png = map.with_extension("png");
    clients::text(&clients::tiled("tmxrasterizer")?.arg(map).arg(&png).output().unwrap());
    Some(read_png(&png))
}

#[test]
fn tiled_draws_what_recipes_build_as_we_do() {
    let dir = tempfile::tempdir().unwrap();
    let rows = [
        ("herringbone-dungeon", "tiles", "walls"),
        ("level-rooms", "tiles", "walls"),
        ("level-voronoi", "tiles", "walls"),
        ("torus-maze", "sides", "paths"),
        ("pipe-torus", "sides", "pipes"),
        ("wang-paths", "sides", "paths"),
        ("cave", "tiles", ""),
        ("level-rooms", "tiles", ""),
        ("archipelago", "tiles", ""),
        ("harbor-village", "tiles", ""),
    ];
    for (row, (name, layer, tileset)) in rows.into_iter().enumerate() {
        let format = if row % 2 == 0 { "tmx" } else { "tmj" };
        let out = dir.path().join("map").with_extension(format);
        let from = recipe(name);
        let (from, to) = (from.to_str().unwrap(), out.to_str().unwrap());
        let with: &[&str] = if tileset.is_empty() { &[] } else { &["--tileset", tileset] };
        succeeds(&[&["build", from, "-o", to, "-O", &format!("layers={layer}")], with].concat());
        let map = built(name);
        let bare = Style { kind: Kind::Tiles, margin: Some(0), marks: false, repeats: true, ..Style::default() };
        let expected = match tileset {
            "" => draw(&map, &bare).unwrap(),
            _ => draw_with_tileset(&map, &Tileset::shipped(tileset, 16).unwrap()).unwrap(),
        };
        if let Some(found) = rasterized(&out) {
            same_pixels(&found, &expected, name);
        }
    }
}

/// Random coasts, as a world or as a map.
const COAST: &str =
    r#"{ "version": 1, "width": 16, "height": 16, "initial": { "use": "wang-tiles", "on": "corners" } }"#;

#[test]
fn a_window_of_a_world_opens_in_tiled() {
    let dir = tempfile::tempdir().unwrap();
    let (map, png) = (dir.path().join("world.tmx"), dir.path().join("ours.png"));
    let coast = dir.path().join("coast.json");
    std::fs::write(&coast, COAST).unwrap();
    let coast = coast.to_str().unwrap();
    let window = ["world", coast, "--seed", "7", "--window", "-48,-32,64x48", "--tileset", "terrain"];
    succeeds(&[&window[..], &["-o", map.to_str().unwrap(), "-o", png.to_str().unwrap()]].concat());
    if let Some(found) = rasterized(&map) {
        same_pixels(&found, &read_png(&png), "a window");
    }
    let text = std::fs::read_to_string(&map).unwrap();
    assert!(text.contains("infinite=\"1\"") && text.contains("<property name=\"seed\" value=\"7\"/>"));
    // Twelve of floor, and as many of corners.
    assert_eq!(text.matches("<chunk ").count(), 24);
}

#[test]
fn a_project_of_ldtk_notes_seed_and_recipe() {
    let dir = tempfile::tempdir().unwrap();
    let (from, out) = (recipe("level-rooms"), dir.path().join("level.ldtk"));
    let out = out.to_str().unwrap();
    succeeds(&["build", from.to_str().unwrap(), "-o", out, "--seed", "18446744073709551615"]);
    let project: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(out).unwrap()).unwrap();
    let fields = project["levels"][0]["fieldInstances"].as_array().unwrap();
    assert_eq!(fields[1]["__value"], "18446744073709551615");
    let recipe: Recipe = fields[2]["__value"].as_str().unwrap().parse().unwrap();
    assert_eq!((recipe.width, recipe.height), (built("level-rooms").size().w, built("level-rooms").size().h));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 3);
}

#[test]
fn what_is_wrong_is_said_before_a_file_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let from = recipe("cave");
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let check = |to: &str, out: &str, more: &[&str], message: &str| {
        fails(&[&["build", from.to_str().unwrap(), "--format", to, "-o", out][..], more].concat(), message);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    };
    check("tmx", &at("a.tmx"), &["-O", "level=x"], "`-O level` is for ldtk; not for tmx");
    let name = "the file \"a.png\" cannot be written: Tiled expects a name that ends in .tmx or .xml";
    check("tmx", &at("a.png"), &[], name);
    let several = "maps for editors are several files; expected a name, not standard output";
    check("ldtk", "-", &[], several);
    check(
        "tmj",
        &at("a.tmj"),
        &["-O", "layers=tiles,rooms"],
        "`-O layers=tiles,rooms` has no effect: the map has no `rooms`; it comes from `rooms-from-regions` or `polyomino-fill` or `accretion`",
    );
    let useless =
        "the map has no `corners`, which the tileset shows: begin with `wang-tiles`, or draw with `--tileset walls`";
    check("tmx", &at("a.tmx"), &["--tileset", "terrain"], useless);
}
