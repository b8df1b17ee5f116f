//! Prefabs from texts, REXPaint images and files: what is read, and what every mistake is called.
#![allow(clippy::unwrap_used)]

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use mapwright_core::{Grid, MapRng, Point, Size, Spawn, Tile};
use mapwright_dungeon::{Legend, Meaning, Prefab};

/// A cell of an image: a character and a background.
type Cell = (u32, [u8; 3]);
const BLACK: [u8; 3] = [0; 3];
const CLEAR: (u32, [u8; 3]) = (32, [255, 0, 255]);

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// The bytes of an image before they are compressed; layers are row-major here.
fn image(size: (u32, u32), layers: &[Vec<Cell>]) -> Vec<u8> {
    let mut bytes = (-1i32).to_le_bytes().to_vec();
    bytes.extend((layers.len() as u32).to_le_bytes());
    for layer in layers {
        bytes.extend(size.0.to_le_bytes());
        bytes.extend(size.1.to_le_bytes());
        for (x, y) in (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y))) {
            let (code, background) = layer[(y * size.0 + x) as usize];
            bytes.extend(code.to_le_bytes());
            bytes.extend([200, 200, 200]);
            bytes.extend(background);
        }
    }
    bytes
}

/// A layer drawn as text; a space is seen through.
fn layer(rows: &[&str]) -> Vec<Cell> {
    let cell = |glyph: char| if glyph == ' ' { CLEAR } else { (glyph.into(), BLACK) };
    rows.iter().flat_map(|row| row.chars()).map(cell).collect()
}

fn goblins() -> Legend {
    Legend::default().with('g', Meaning::spawn("Goblin"))
}

#[track_caller]
fn refused(text: &str, message: &str) {
    assert_eq!(Prefab::from_text(text, &goblins()).unwrap_err().to_string(), message);
}

const KNOWN: &str = "expected ` ` `\\\"` `#` `%` `&` `+` `-` `.` `:` `;` `<` `=` `>` `@` `_` `g` `o` `~` `≈`";

#[test]
fn text_is_read_glyph_by_glyph() {
    let prefab = Prefab::from_text("#@#\n g>\n", &goblins()).unwrap();
    let tiles =
        [Some(Tile::WALL), Some(Tile::FLOOR), Some(Tile::WALL), None, Some(Tile::FLOOR), Some(Tile::STAIRS_DOWN)];
    assert_eq!(prefab.tiles(), &Grid::from_vec(Size::new(3, 2), tiles.to_vec()).unwrap());
    assert_eq!((prefab.start(), prefab.exit()), (Some(Point::new(1, 0)), Some(Point::new(2, 1))));
    assert_eq!(prefab.spawns(), [Spawn::new(Point::new(1, 1), "Goblin")]);
}

#[test]
fn short_lines_end_with_what_a_space_means() {
    let ragged = Prefab::from_text("#\n\n..~", &goblins()).unwrap();
    assert_eq!(ragged, Prefab::from_text("#  \r\n   \r\n..~\r\n", &goblins()).unwrap());
    assert_eq!(ragged.size(), Size::new(3, 3));
    let floor = Legend::default().with(' ', Meaning::Tile(Tile::FLOOR));
    assert_eq!(Prefab::from_text("#\n##", &floor), Prefab::from_text("#.\n##", &floor));
    let no_space = Legend::empty().with('#', Meaning::Tile(Tile::WALL));
    let error = Prefab::from_text("##\n#", &no_space).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 2: ` ` is not in the legend; expected `#`");
}

#[test]
fn mistakes_in_text_are_named_with_line_and_column() {
    refused("", "a prefab without cells; expected at least one");
    refused("\n\n", "a prefab without cells; expected at least one");
    refused("##\n#é.", &format!("line 2, column 2: `é` is not in the legend; {KNOWN}"));
    refused("#≈\t", &format!("line 1, column 3: `\\t` is not in the legend; {KNOWN}"));
    refused("@.\n.<", "line 2, column 2: a second start; the first is in line 1, column 1");
    refused(">.\n>.", "line 2, column 1: a second exit; the first is in line 1, column 1");
    let stuck = Legend::default().with('g', Meaning::Spawn(Tile::TREE, "Goblin".into()));
    let error = Prefab::from_text("..\n.g", &stuck).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 2: `Goblin` is not in an open cell");
    let error = Prefab::from_text("..\nX.", &Legend::default().with('X', Meaning::Start(Tile::WALL))).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 1: `start` is not in an open cell");
}

#[test]
fn sizes_are_looked_at_before_memory_is_taken() {
    // One long line makes all lines long: 60 kB ask for 65000 × 60000 cells.
    let text = format!("{}{}", "#".repeat(65000), "\n".repeat(60000));
    let most = "expected at most 16777216 cells in all and 65535 a side";
    refused(&text, &format!("a prefab of 65000x60000 cells; {most}"));
    refused(&"#".repeat(65536), &format!("a prefab of 65536x1 cells; {most}"));
    assert_eq!(Prefab::from_text(&"#".repeat(65535), &goblins()).unwrap().size(), Size::new(65535, 1));
}

#[test]
fn parts_are_checked_as_texts_are() {
    let floor = |w, h| Grid::new(Size::new(w, h), Some(Tile::FLOOR));
    let spawn = |x, y| Spawn::new(Point::new(x, y), "Bat");
    let refused = |start: Option<Point>, exit: Option<Point>, spawns: Vec<Spawn>, message: &str| {
        assert_eq!(Prefab::new(floor(3, 2), start, exit, spawns).unwrap_err().to_string(), message);
    };
    let at = |x, y| Some(Point::new(x, y));
    refused(at(3, 0), None, vec![], "line 1, column 4: `start` is not in an open cell");
    refused(at(1, 1), at(1, 1), vec![], "line 2, column 2: `exit` is not alone in its cell");
    refused(at(1, 1), None, vec![spawn(1, 1)], "line 2, column 2: `Bat` is not alone in its cell");
    refused(None, at(0, 1), vec![spawn(2, 0), spawn(0, 1)], "line 2, column 1: `Bat` is not alone in its cell");
    refused(
        None,
        None,
        vec![spawn(2, 0), spawn(1, 0), spawn(2, 0)],
        "line 1, column 3: `Bat` is not alone in its cell",
    );
    assert!(Prefab::new(floor(3, 2), at(0, 0), at(1, 0), vec![spawn(2, 1), spawn(2, 0)]).is_ok());
    assert!(Prefab::new(floor(0, 2), None, None, vec![]).is_err());
}

#[test]
fn turns_and_mirrors_make_eight_that_are_found_again() {
    let prefab = Prefab::from_text("#.g\n@ >", &goblins()).unwrap();
    let turned = Prefab::from_text("@#\n .\n>g", &goblins()).unwrap();
    assert_eq!(prefab.turned(1), turned);
    assert_eq!(prefab.turned(1).turned(1), prefab.turned(2));
    assert_eq!(prefab.turned(2).turned(1), prefab.turned(3));
    assert_eq!(prefab.turned(3).turned(1), prefab);
    assert_eq!(prefab.turned(4), prefab);
    assert_eq!(prefab.mirrored(), Prefab::from_text("g.#\n> @", &goblins()).unwrap());
    assert_eq!(prefab.mirrored().mirrored(), prefab);
    assert_eq!(prefab.turned(1).mirrored(), prefab.mirrored().turned(3));
    let all: Vec<Prefab> = (0..4).flat_map(|n| [prefab.turned(n), prefab.turned(n).mirrored()]).collect();
    assert!(all.iter().enumerate().all(|(i, one)| !all[..i].contains(one)));
}

#[test]
fn what_is_written_is_read_again_the_same() {
    let mut rng = MapRng::new(5);
    for _ in 0..300 {
        let prefab = random_prefab(&mut rng);
        let (text, legend) = prefab.to_text().unwrap();
        assert_eq!(Prefab::from_text(&text, &legend).as_ref(), Ok(&prefab), "{text}");
    }
}

/// Tiles with and without names, spawns of several names, some marks.
fn random_prefab(rng: &mut MapRng) -> Prefab {
    let size = Size::new(1 + rng.below(7) as u16, 1 + rng.below(7) as u16);
    let known = [None, Some(Tile::FLOOR), Some(Tile::WALL), Some(Tile::TREE), Some(Tile(40)), Some(Tile(200))];
    let tiles = Grid::from_fn(size, |_| known[rng.below(6) as usize]);
    let mut open: Vec<Point> = size.points().filter(|&p| tiles[p].is_some_and(|tile| !tile.is_solid())).collect();
    let start = rng.swap_remove(&mut open).filter(|_| rng.chance(0.5));
    let exit = rng.swap_remove(&mut open).filter(|_| rng.chance(0.5));
    let names = ["Bat", "Goblin", "", "a\nb"];
    let spawns = (0..rng.below(4)).filter_map(|_| rng.swap_remove(&mut open));
    let spawns: Vec<Point> = spawns.collect();
    let spawns = spawns.into_iter().map(|at| Spawn::new(at, names[rng.below(4) as usize].to_owned()));
    Prefab::new(tiles, start, exit, spawns.collect()).unwrap()
}

#[cfg(feature = "serde")]
#[test]
fn json_is_read_again_the_same() {
    let mut rng = MapRng::new(6);
    for _ in 0..300 {
        let prefab = random_prefab(&mut rng);
        let json = serde_json::to_string(&prefab).unwrap();
        assert_eq!(serde_json::from_str::<Prefab>(&json).unwrap(), prefab, "{json}");
    }
    let json = r#"{ "rows": ["g#", "t", "x~", ""],
        "legend": { "g": {"spawn": "Goblin"}, "t": {"tile": "deep-water"}, "x": {"mark": "exit", "tile": 3},
                    "~": 40 } }"#;
    let prefab: Prefab = serde_json::from_str(json).unwrap();
    let legend = Legend::default()
        .with('g', Meaning::spawn("Goblin"))
        .with('t', Meaning::Tile(Tile::DEEP_WATER))
        .with('x', Meaning::Exit(Tile::STAIRS_UP))
        .with('~', Meaning::Tile(Tile(40)));
    assert_eq!(Ok(prefab), Prefab::from_text("g#\nt\nx~\n  ", &legend));
    let refused = |json: &str, message: &str| {
        let error = serde_json::from_str::<Prefab>(json).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    };
    refused(r#"{ "rows": ["?"] }"#, "line 1, column 1: `?` is not in the legend");
    refused(r#"{ "rows": ["a"], "legend": { "a": "lava" } }"#, "no tile is called `lava`");
    refused(r#"{ "rows": ["a"], "legend": { "a": { "spawn": "A", "mark": "exit" } } }"#, "both `spawn` and `mark`");
}

#[test]
fn images_are_read_layer_over_layer() {
    let below = layer(&["####", "#..#", "####"]);
    let above = layer(&["   +", " g  ", "    "]);
    let bytes = gzip(&image((4, 3), &[below, above]));
    assert_eq!(Prefab::from_xp(&bytes, &goblins()), Prefab::from_text("###+\n#g.#\n####", &goblins()));
    // What no layer covers is kept, and so is what the legend says is kept.
    let holes = gzip(&image((2, 2), &[vec![CLEAR, (0, BLACK), (32, BLACK), (46, BLACK)]]));
    assert_eq!(Prefab::from_xp(&holes, &goblins()), Prefab::from_text("\n .", &goblins()));
    // Code page 437 has waves at 247 and a full block at 219.
    let legend = Legend::default().with('█', Meaning::Tile(Tile::WALL));
    let blocks = gzip(&image((2, 1), &[vec![(219, BLACK), (247, BLACK)]]));
    assert_eq!(Prefab::from_xp(&blocks, &legend), Prefab::from_text("#≈", &legend));
}

#[test]
fn damaged_images_are_named() {
    let refused = |bytes: &[u8], message: &str| {
        assert_eq!(Prefab::from_xp(bytes, &goblins()).unwrap_err().to_string(), message);
    };
    let sound = image((2, 2), &[layer(&["##", ".."])]);
    let damage = |why: &str| format!("not a valid REXPaint image: {why}");
    refused(b"", &damage("it ends too soon"));
    refused(b"no gzip at all", &damage("invalid gzip header"));
    refused(&gzip(&sound[..sound.len() - 1]), &damage("it ends too soon"));
    refused(&gzip(&[&sound[..], b"!"].concat()), &damage("it continues after its last layer"));
    let mut zipped = gzip(&sound);
    let end = zipped.len();
    zipped[end - 8] ^= 1;
    refused(&zipped, &damage("corrupt gzip stream does not have a matching checksum"));
    refused(&gzip(&sound)[..end - 3], &damage("it ends too soon"));
    let with = |at: usize, value: u32| {
        let mut changed = sound.clone();
        changed[at..at + 4].copy_from_slice(&value.to_le_bytes());
        gzip(&changed)
    };
    refused(&with(0, 2), &damage("its version is 2; expected -1"));
    refused(&with(4, 0), &damage("it has no layers"));
    refused(&with(8, 0), "a prefab without cells; expected at least one");
    refused(&with(16, 256), "layer 1, line 1, column 1: there is no character 256; expected 0 to 255");
    refused(&with(26, 63), &format!("layer 1, line 2, column 1: `?` is not in the legend; {KNOWN}"));
    let mut two = image((2, 2), &[layer(&["##", ".."]), layer(&["##", ".."])]);
    two[56] = 3;
    refused(&gzip(&two), &damage("layer 2 has 3x2 cells, but the first has 2x2"));
}

#[test]
fn a_few_bytes_cannot_claim_much() {
    let claim = |layers: u32, w: u32, h: u32| {
        let mut bytes = (-1i32).to_le_bytes().to_vec();
        [layers, w, h].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
        Prefab::from_xp(&gzip(&bytes), &Legend::default()).unwrap_err().to_string()
    };
    let most = "expected at most 16777216 cells in all and 65535 a side";
    assert_eq!(claim(1, 65535, 65535), format!("a prefab of 65535x65535 cells; {most}"));
    assert_eq!(claim(1, u32::MAX, u32::MAX), format!("a prefab of 4294967295x4294967295 cells; {most}"));
    let damage = "not a valid REXPaint image: ";
    let many = "4294967295 layers of 1x1 are 4294967295 cells; expected at most 16777216 in all";
    assert_eq!(claim(u32::MAX, 1, 1), format!("{damage}{many}"));
    // What may be is not believed either: memory comes with the cells.
    assert_eq!(claim(1, 4096, 4096), format!("{damage}it ends too soon"));
}

#[test]
fn no_text_and_no_bytes_make_it_panic() {
    let mut rng = MapRng::new(7);
    let alphabet: Vec<char> = " .#+g@<>~o\n\r\té≈\u{feff}\u{0}".chars().collect();
    let sound = image((5, 4), &[layer(&["#####", "#.g.#", "#@.>#", "#####"]), vec![CLEAR; 20]]);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..4000 {
        let text: String = (0..rng.below(20)).map(|_| *rng.pick(&alphabet).unwrap()).collect();
        if let Ok(prefab) = Prefab::from_text(&text, &goblins()) {
            let (again, legend) = prefab.to_text().unwrap();
            assert_eq!(Prefab::from_text(&again, &legend), Ok(prefab));
            read += 1;
        }
        // Damage before and after compression.
        let mut inner = sound.clone();
        let damage = |bytes: &mut Vec<u8>, rng: &mut MapRng| {
            for _ in 0..rng.below(4) {
                let at = rng.below(bytes.len() as u32) as usize;
                bytes[at] = rng.below(256) as u8;
            }
            if rng.chance(0.2) {
                bytes.truncate(rng.below(bytes.len() as u32) as usize);
            }
        };
        damage(&mut inner, &mut rng);
        let mut bytes = gzip(&inner);
        if rng.chance(0.5) {
            damage(&mut bytes, &mut rng);
        }
        refused += u32::from(Prefab::from_xp(&bytes, &goblins()).is_err());
        let noise: Vec<u8> = (0..rng.below(60)).map(|_| rng.below(256) as u8).collect();
        assert!(Prefab::from_xp(&noise, &goblins()).is_err());
        assert!(Prefab::from_xp(&gzip(&noise), &goblins()).is_err());
    }
    assert!(read > 300 && (1000..4000).contains(&refused), "{read} texts read, {refused} images refused");
}

#[test]
fn files_are_told_apart_and_their_faults_named() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("den");
    let put = |bytes: &[u8]| std::fs::write(&path, bytes).unwrap();
    let error = || Prefab::load(&path, &goblins()).unwrap_err().to_string().replace(&path.display().to_string(), "den");
    assert!(error().starts_with("den: No such file"));
    let expected = Prefab::from_text("#g", &goblins()).unwrap();
    for bytes in [b"#g\n".to_vec(), "\u{feff}#g".into(), gzip(&image((2, 1), &[layer(&["#g"])]))] {
        put(&bytes);
        assert_eq!(Prefab::load(&path, &goblins()).unwrap(), expected);
    }
    put(b"#!");
    assert_eq!(error(), format!("den: line 1, column 2: `!` is not in the legend; {KNOWN}"));
    put(b"\xff\xfe#");
    assert_eq!(error(), "den: neither a REXPaint image nor text");
    put(&gzip(b"####"));
    assert_eq!(error(), "den: not a valid REXPaint image: its version is 589505315; expected -1");
    put(b"\x1f\x8b#");
    assert!(error().starts_with("den: not a valid REXPaint image: "));
}
