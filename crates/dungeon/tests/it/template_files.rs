//! Templates from REXPaint images and files: what is read, and what every mistake is called.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use mapwright_core::{Legend, MapRng, Meaning, Template, Tile};
use mapwright_dungeon::{load_template, template_from_xp};

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

const KNOWN: &str = "expected ` ` `\\\"` `#` `%` `&` `+` `-` `.` `:` `;` `<` `=` `>` `@` `_` `g` `o` `~` `≈`";

#[test]
fn images_are_read_layer_over_layer() {
    let below = layer(&["####", "#..#", "####"]);
    let above = layer(&["   +", " g  ", "    "]);
    let bytes = gzip(&image((4, 3), &[below, above]));
    assert_eq!(template_from_xp(&bytes, &goblins()), Template::from_text("###+\n#g.#\n####", &goblins()));
    // What no layer covers is kept, and so is what the legend says is kept.
    let holes = gzip(&image((2, 2), &[vec![CLEAR, (0, BLACK), (32, BLACK), (46, BLACK)]]));
    assert_eq!(template_from_xp(&holes, &goblins()), Template::from_text("\n .", &goblins()));
    // Code page 437 has waves at 247 and a full block at 219.
    let legend = Legend::default().with('█', Meaning::Tile(Tile::WALL));
    let blocks = gzip(&image((2, 1), &[vec![(219, BLACK), (247, BLACK)]]));
    let tiles = template_from_xp(&blocks, &legend).map(|template| template.tiles().as_slice().to_vec());
    assert_eq!(tiles, Ok(vec![Some(Tile::WALL), Some(Tile::DEEP_WATER)]));
}

#[test]
fn damaged_images_are_named() {
    let refused = |bytes: &[u8], message: &str| {
        assert_eq!(template_from_xp(bytes, &goblins()).unwrap_err().to_string(), message);
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
    refused(&with(8, 0), "a template without cells; expected at least one");
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
        template_from_xp(&gzip(&bytes), &Legend::default()).unwrap_err().to_string()
    };
    let most = "expected at most 16777216 cells in all and 65535 a side";
    assert_eq!(claim(1, 65535, 65535), format!("a template of 65535x65535 cells; {most}"));
    assert_eq!(claim(1, u32::MAX, u32::MAX), format!("a template of 4294967295x4294967295 cells; {most}"));
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
        if let Ok(prefab) = Template::from_text(&text, &goblins()) {
            assert_eq!(Template::from_text(&prefab.to_text(), prefab.legend()), Ok(prefab));
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
        refused += u32::from(template_from_xp(&bytes, &goblins()).is_err());
        let noise: Vec<u8> = (0..rng.below(60)).map(|_| rng.below(256) as u8).collect();
        assert!(template_from_xp(&noise, &goblins()).is_err());
        assert!(template_from_xp(&gzip(&noise), &goblins()).is_err());
    }
    assert!(read > 300 && (1000..4000).contains(&refused), "{read} texts read, {refused} images refused");
}

#[test]
fn files_are_told_apart_and_their_faults_named() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("den");
    let put = |bytes: &[u8]| std::fs::write(&path, bytes).unwrap();
    let error =
        || load_template(&path, &goblins()).unwrap_err().to_string().replace(&path.display().to_string(), "den");
    assert!(error().starts_with("den: No such file"));
    let expected = Template::from_text("#g", &goblins()).unwrap();
    for bytes in [b"#g\n".to_vec(), "\u{feff}#g".into(), gzip(&image((2, 1), &[layer(&["#g"])]))] {
        put(&bytes);
        assert_eq!(load_template(&path, &goblins()).unwrap(), expected);
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
