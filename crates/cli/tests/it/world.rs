//! `mapwright world`: windows of endless worlds, and walks over them.

use std::io::{Cursor, Write};
use std::process::{Command, Output, Stdio};

use mapwright::core::Point;

/// Runs `mapwright world` with the arguments in a line.
fn world(args: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mapwright")).arg("world").args(args.split(' ')).output().unwrap()
}

#[track_caller]
fn succeeds(args: &str) -> String {
    let output = world(args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn fails(args: &str, message: &str) {
    let output = world(args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(error.lines().next(), Some(message));
    assert_eq!(output.stdout, b"");
}

/// Runs a command on a recipe on the standard input.
fn run(command: &str, recipe: &str, args: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_mapwright"));
    program.args([command, "-"]).args(args.split(' '));
    let mut running = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    running.stdin.take().unwrap().write_all(recipe.as_bytes()).unwrap();
    let output = running.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn wang_tiles_are_a_world_like_others() {
    let recipe = |more: &str| {
        format!(r#"{{ "version": 1, "width": 8, "height": 8, "initial": {{ "use": "wang-tiles"{more} }} }}"#)
    };
    let map = run("build", &recipe(""), "--seed 7 --format txt");
    assert_eq!(run("world", &recipe(""), "--seed 7 --window 0,0,8x8"), map);
    // Color 0 everywhere, but for a pin.
    let pinned = r#", "on": "corners", "weights": [1, 0], "pins": [{ "x": 8, "y": 0, "part": "nw", "color": 1 }]"#;
    let json = run("world", &recipe(pinned), "--window 7,-1,2x2 -o -");
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    // Each of the four tiles around the pinned point has another of its corners there.
    assert_eq!(read["corners"], serde_json::json!([4, 16, 1, 64]));
}

/// The pixels of a picture in few colors.
fn pixels(path: &str) -> Vec<[u8; 3]> {
    let mut decoder = png::Decoder::new(Cursor::new(std::fs::read(path).unwrap()));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut picture = decoder.read_info().unwrap();
    let mut bytes = vec![0; picture.output_buffer_size().unwrap()];
    picture.next_frame(&mut bytes).unwrap();
    bytes.as_chunks().0.to_vec()
}

#[test]
fn pictures_and_walks_are_written() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let (png, gif, apng) = (at("w.png"), at("w.gif"), at("w.apng"));
    let window = "endless-islands --seed 7 --window -10,-5,12x7 --cell 8";
    let printed = succeeds(&format!("{window} -o {png} --along 1,-1,4 -o {gif} -o {apng} --quiet"));
    assert_eq!(printed, "");
    assert_eq!(std::fs::read(&png).unwrap()[..4], *b"\x89PNG");
    assert_eq!(std::fs::read(&gif).unwrap()[..4], *b"GIF8");
    // Every frame of the walk is the picture of the window so many steps on.
    let mut walk = png::Decoder::new(Cursor::new(std::fs::read(&apng).unwrap())).read_info().unwrap();
    assert_eq!(walk.info().animation_control().unwrap().num_frames, 5);
    let width = walk.info().width as usize;
    let mut screen = vec![[0; 3]; width * walk.info().height as usize];
    for step in 0..5 {
        let mut part = vec![0; walk.output_buffer_size().unwrap()];
        walk.next_frame(&mut part).unwrap();
        let area = *walk.info().frame_control().unwrap();
        let rows = part.as_chunks().0.chunks(area.width as usize).take(area.height as usize);
        for (y, row) in (area.y_offset as usize..).zip(rows) {
            let at = y * width + area.x_offset as usize;
            screen[at..at + row.len()].copy_from_slice(row);
        }
        let window = format!("--window {},{},12x7", -10 + step, -5 - step);
        succeeds(&format!("endless-islands --seed 7 --cell 8 {window} -o {png}"));
        assert!(screen == pixels(&png), "step {step}");
    }
    let json = succeeds("endless-islands --window -1,-1,2x2 -o -");
    assert!(json.contains("\"window\":[-1,-1,2,2]"));
}

#[test]
fn wrong_calls_are_told() {
    let window = |text: &str| {
        format!(
            "error: invalid value '{text}' for '--window <[X,Y,]WxH>': \
             expected X,Y,WxH or WxH, such as -40,-30,80x60; W and H are 1 to 65535"
        )
    };
    for text in ["1,2", "1,2,3", "1,2,0x4", "a,2,3x4", "1,2,70000x1", "1,9223372036854775808,3x4", "1,2,3x4,5"] {
        fails(&format!("endless-maze --window {text}"), &window(text));
    }
    fails(
        "endless-maze --window 0,0,65535x65535 -o -",
        "mapwright: a map of 65535x65535 would take up to 206152138800 bytes; expected at most 4294967296 bytes and 65535 cells a side",
    );
    fails(
        "endless-maze --window 0,0,8x8 --along 1,0,0 -o w.gif",
        "error: invalid value '1,0,0' for '--along <DX,DY,STEPS>': expected DX,DY,STEPS, such as 1,-1,60; STEPS is 1 to 10000",
    );
    let missing = "error: the following required arguments were not provided:";
    fails("--window 0,0,8x8", missing);
    let animation = "mapwright: `--along` has no effect without an animation (`-o FILE.gif`)";
    fails("endless-maze --window 0,0,8x8 --along 1,0,9", animation);
    let walk = "mapwright: `-o FILE.gif` has no effect without `--along DX,DY,STEPS`";
    fails("endless-maze --window 0,0,8x8 -o w.gif", walk);
    assert!(!std::path::Path::new("w.gif").exists());
}

#[test]
fn the_world_of_a_recipe_is_the_same_by_any_threads() {
    let window = "endless-caves --seed 5 --window -40,-30,150x140 -o -";
    let expected = succeeds(&format!("{window} --jobs 1"));
    for more in ["--jobs 3", "--jobs 4"] {
        assert!(succeeds(&format!("{window} {more}")) == expected, "{more}");
    }
    assert!(expected.contains(r#""window":[-40,-30,150,140]"#));
    let map = mapwright::recipe::map_from_json(&expected).unwrap().0;
    assert_eq!((map.size().w, map.size().h), (150, 140));
    // A part of it is the same part.
    let part =
        mapwright::recipe::map_from_json(&succeeds("endless-caves --seed 5 --window 64,0,64x64 -o -")).unwrap().0;
    let shown = |p: Point| map.tiles[Point::new(p.x + 104, p.y + 30)];
    assert!(part.tiles.iter().filter(|(p, _)| p.x < 46).all(|(p, &tile)| shown(p) == tile));
}

#[test]
fn the_world_of_a_recipe_has_every_output() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    assert_eq!(succeeds("endless-maze --window 0,0,20x7").lines().count(), 7);
    assert_eq!(succeeds("endless-maze"), succeeds("endless-maze --window -40,-20,80x40"));
    succeeds(&format!("endless-rooms --window -20,-20,40x30 -o {} -o {}", at("a.png"), at("a.tmx")));
    let tiled = std::fs::read_to_string(at("a.tmx")).unwrap();
    assert!(tiled.contains("infinite=\"1\"") && tiled.contains("<chunk x=\"-32\" y=\"-32\" width=\"16\""), "{tiled}");
    succeeds(&format!("endless-rooms --window -20,-20,40x30 --along 3,1,4 -o {}", at("a.gif")));
    assert_eq!(std::fs::read(at("a.gif")).unwrap()[..3], *b"GIF");
    // A walk that leaves the world says so, and leaves no animation.
    let (edge, late) = (i64::MAX - 2_500, at("late.gif"));
    let output = world(&format!("endless-caves --window {edge},0,40x30 --along 1000,0,4 -o {late}"));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("reaches the end of the world"), "{error}");
    assert!(!std::path::Path::new(&late).exists());
}

#[test]
fn what_cannot_be_endless_is_refused_before_anything_is_written() {
    let message = "mapwright: metas[0] room-sorter: cannot run in an endless world: a plane has no first room; \
                   `ChainWorld::features` lists rooms by place; `mapwright list endless` lists recipes that can";
    fails("level-rooms --window 0,0,9x9", message);
    let far = format!("{},0,9x9", i64::MAX - 20);
    let output = world(&format!("endless-caves --window {far}"));
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("reaches the end of the world"));
}
