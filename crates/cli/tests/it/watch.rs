//! `mapwright watch`: builds again when something changes.
#![allow(clippy::panic)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use mapwright::render::RgbaImage;

use crate::common;
use crate::common::call;

const LEVEL: &str = r##"{ "version": 1, "width": 5, "height": 3, "initial": { "use": "prefab-level", "template": { "file": "vault.txt" } } }"##;

/// A watch, and the lines that it says.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn start(dir: &Path, args: &[&str]) -> Watch {
        let mut call = call(dir, &[&["watch"], args].concat());
        let mut child = call.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let errors: ChildStderr = child.stderr.take().unwrap();
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            BufReader::new(errors).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Watch { child, lines }
    }

    /// Waits, a minute at the most, until something is said that contains `part`.
    fn says(&self, part: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("never said {part}"));
            if line.contains(part) {
                return line;
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn pictures_follow_the_recipe_and_its_files_and_errors_do_not_end_the_watch() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let write = |name: &str, text: &str| std::fs::write(at(name), text).unwrap();
    write("level.json", LEVEL);
    write("vault.txt", "#####\n#@..#\n#####\n");
    let watch = Watch::start(dir.path(), &["level.json", "-o", "level.png"]);
    let picture = || std::fs::read(at("level.png")).unwrap();
    watch.says("wrote level.png");
    let first = picture();
    // A file that the recipe names.
    write("vault.txt", "#####\n#@.##\n#####\n");
    watch.says("wrote level.png");
    let second = picture();
    assert_ne!(first, second);
    // A recipe that is wrong, then right again and of another size.
    write("level.json", "{");
    watch.says("not valid JSON");
    assert_eq!(picture(), second, "the last picture stays");
    write("level.json", &LEVEL.replace("\"width\": 5", "\"width\": 7"));
    watch.says("wrote level.png");
    assert_ne!(picture(), second);
    // A file that goes and comes again, as editors write.
    std::fs::remove_file(at("vault.txt")).unwrap();
    watch.says("vault.txt");
    write("other", "#####\n#@..#\n#####\n");
    std::fs::rename(at("other"), at("vault.txt")).unwrap();
    watch.says("wrote level.png");
}

#[test]
fn without_a_picture_the_map_is_shown_as_text() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("maze.json"), common::MAZE).unwrap();
    let mut watch = Watch::start(dir.path(), &["maze.json"]);
    let mut shown = BufReader::new(watch.child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let expected = common::stdout(&common::mapwright(&["build", "-"], common::MAZE));
    for expected in expected.lines() {
        assert_eq!(shown.next().unwrap(), expected);
    }
}

#[test]
fn only_files_can_be_watched() {
    for (args, message) in [
        (&["watch", "-"][..], "mapwright: standard input cannot be watched; name a recipe file"),
        (
            &["watch", "cave"],
            "mapwright: `cave` is built in and never changes; save it first: `mapwright new cave > cave.json`",
        ),
        (&["watch", "lost.json"], "mapwright: lost.json: No such file or directory (os error 2)"),
    ] {
        assert_eq!(common::refusal(args, ""), message);
    }
}

#[test]
fn the_picture_of_a_tileset_of_tiled_is_watched() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let coast = r#"{ "version": 1, "width": 5, "height": 4, "initial": { "use": "wang-tiles", "on": "corners" } }"#;
    std::fs::write(at("coast.json"), coast).unwrap();
    let kind = mapwright::render::TilesetKind::Corner16;
    let set = mapwright::export::TiledSet::new(kind, (8, 8), 4, "set", "set.png");
    std::fs::write(at("set.tsx"), set.to_tsx()).unwrap();
    let terrain = mapwright::render::Tileset::shipped("terrain", 8).unwrap().sheet(4);
    let write = |picture: &RgbaImage| {
        let mut bytes = Vec::new();
        mapwright::render::write_png(picture, &mut bytes).unwrap();
        std::fs::write(at("set.png"), bytes).unwrap();
    };
    write(&terrain);
    let watch = Watch::start(dir.path(), &["coast.json", "--tileset", "set.tsx", "-o", "coast.png"]);
    watch.says("wrote coast.png");
    let first = std::fs::read(at("coast.png")).unwrap();
    write(&mapwright::render::image::imageops::rotate180(&terrain));
    watch.says("wrote coast.png");
    assert_ne!(std::fs::read(at("coast.png")).unwrap(), first);
}
