//! Damaged recipes, maps and files, without a fuzzer: each is read, or refused with a short error.
//!
//! `MAPWRIGHT_SEEDS=1000000` reads as many of each. The targets in `fuzz/` do the same and look for new paths.

use crate::seeds;
use mapwright_core::{MapRng, Size};
use mapwright_recipe::{Files, MapError, Recipe, Registry, map_from_json, map_to_json, template, templates};

/// What a stranger may write in place of a value.
const VALUES: [&str; 14] = [
    "-1",
    "0",
    "65535",
    "65536",
    "4294967296",
    "18446744073709551615",
    "1e999",
    "-0.0",
    "null",
    "[]",
    "{}",
    "\"\\u0000\"",
    "[[[[[[[[[[[[",
    "\"\u{202e}\u{1b}[2J\"",
];

/// Damages a text in a few places.
fn damage(text: &[u8], rng: &mut MapRng) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=rng.below(3) {
        let length = u32::try_from(text.len()).unwrap().max(1);
        let at = rng.below(length) as usize;
        let end = (at + rng.below(40) as usize).min(text.len());
        match rng.below(6) {
            0 if !text.is_empty() => text[at] ^= 1 << rng.below(8),
            1 => drop(text.drain(at.min(end)..end)),
            2 => {
                let copy = text[at.min(end)..end].to_vec();
                text.splice(at.min(end)..at.min(end), copy);
            }
            3 if rng.chance(0.1) => text.truncate(at),
            // A value in place of the next one.
            _ => {
                let is_start = |byte: &u8| byte.is_ascii_digit() || *byte == b'"';
                let Some(from) = text[at.min(end)..].iter().position(is_start).map(|i| i + at.min(end)) else {
                    continue;
                };
                let is_end = |byte: &u8| matches!(byte, b',' | b']' | b'}' | b':' | b'\n');
                let to = text[from..].iter().position(is_end).map_or(text.len(), |i| i + from);
                text.splice(from..to, rng.pick(&VALUES).unwrap().bytes());
            }
        }
    }
    text
}

/// A PNG of a few colors.
fn png() -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 6, 5);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(vec![0, 0, 0, 255, 255, 255, 9, 9, 200]);
    let pixels: Vec<u8> = (0..30).map(|i| i * 7 % 3).collect();
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    file
}

/// Makes the checksums of a PNG right again, so that what is damaged gets past them.
fn right_checksums(file: &mut [u8]) {
    let crc = |bytes: &[u8]| {
        let bit = |crc: u32| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
        !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| bit(crc)))
    };
    let mut at = 8;
    while let Some(head) = file.get(at..at + 4) {
        let length = u32::from_be_bytes(head.try_into().unwrap()) as usize;
        let Some(end) = length.checked_add(at + 8).filter(|end| end + 4 <= file.len()) else { return };
        let sum = crc(&file[at + 4..end]).to_be_bytes();
        file[end..end + 4].copy_from_slice(&sum);
        at = end + 4;
    }
}

fn small_map() -> String {
    let recipe = r#"{ "version": 1, "width": 12, "height": 9, "initial": { "use": "random-rooms" },
        "metas": [{ "use": "start", "at": "first-room" }, { "use": "exit", "at": "last-room" }, { "use": "spawns" }, { "use": "doors" }] }"#;
    map_to_json(&recipe.parse::<Recipe>().unwrap().chain().unwrap().build(1).unwrap())
}

const TILED: &str = r#"<map orientation="orthogonal" width="12" height="2" tilewidth="8" tileheight="8" infinite="0">
    <tileset firstgid="1" source="f"/><layer name="tiles" width="12" height="2"><data encoding="csv">
    1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2</data></layer><objectgroup>
    <object class="portal" x="3" y="4"><polyline points="0,0 16,8"/></object></objectgroup></map>"#;

const LDTK: &str = r#"{"defs":{"layers":[{"uid":3,"intGridValues":[{"value":1,"identifier":"wall"}]}]},"levels":[{
    "layerInstances":[{"__type":"IntGrid","__cWid":3,"__cHei":1,"__gridSize":8,"layerDefUid":3,"intGridCsv":[1,1,1]},
    {"__type":"Entities","__gridSize":8,"entityInstances":[{"__identifier":"Door","__grid":[1,0],"width":8,"height":8,
    "fieldInstances":[{"__identifier":"lock","__value":3}]}]}]}]}"#;

const TILESET: &str = r#"<set><tiles><tile name="b" symmetry="L" weight="0.5"/><tile name="wall"/></tiles><neighbors>
    <neighbor left="b 1" right="wall"/></neighbors><subsets><subset name="s"><tile name="b"/></subset></subsets></set>"#;

/// Errors quote no more than a little of what they are about.
fn check_length(error: &str, context: &str) {
    assert!(error.len() < 2_000, "{} bytes: {error}\n{context}", error.len());
}

#[test]
fn damaged_recipes_with_damaged_files_are_read_or_refused() {
    let with_files = [
        r#"{"use":"from-map","file":"f"}"#,
        r#"{"use":"herringbone-wang","file":"f.png"}"#,
        r#"{"use":"herringbone-wang","file":"f.txt"}"#,
        r#"{"use":"wave-function-collapse","file":"f.png"}"#,
        r#"{"use":"wave-function-collapse","file":"f.txt"}"#,
        r##"{"use":"wave-function-collapse","file":"f","legend":{"#ffffff":"water","b":40}}"##,
        r#"{"use":"rewrite","file":"f"}"#,
        r#"{"use":"prefab-level","template":{"file":"f.txt"}}"#,
        r#"{"use":"prefab-level","template":{"file":"f.xp"}}"#,
        r#"{"use":"random-rooms"}, "metas": [{"use":"spawns","file":"f"}], "seed": {"a":1"#,
    ];
    let mut texts: Vec<String> = templates().filter_map(template).collect();
    texts.extend(
        with_files
            .map(|stage| format!(r#"{{ "version": 1, "width": 12, "height": 9, "metas": [], "initial": {stage} }}"#)),
    );
    let contents = [
        small_map().into_bytes(),
        b"####\n#..#\n#.~#\n####\n".to_vec(),
        br#"[{"name":"Goblin","weight":3,"min_depth":1}]"#.to_vec(),
        br#"{"program":[{"one":".# -> .."}],"symbols":{"R":"floor"}}"#.to_vec(),
        png(),
        TILED.into(),
        LDTK.into(),
        TILESET.into(),
    ];
    let registry = Registry::shipped();
    let (mut read, mut chains) = (0, 0);
    for seed in 0..seeds(5_000) {
        let mut rng = MapRng::new(seed);
        let text = rng.pick(&texts).unwrap();
        let text = if rng.chance(0.7) { damage(text.as_bytes(), &mut rng) } else { text.clone().into_bytes() };
        let text = String::from_utf8_lossy(&text).into_owned();
        let recipe = match text.parse::<Recipe>() {
            Ok(recipe) => recipe,
            Err(error) => {
                check_length(&error.to_string(), &text);
                continue;
            }
        };
        read += 1;
        let again: Recipe = recipe.to_json().parse().unwrap();
        assert_eq!(again.to_json(), recipe.to_json(), "{text}");
        let mut file = damage(rng.pick(&contents).unwrap(), &mut rng);
        right_checksums(&mut file);
        let files = ["f", "f.txt", "f.png", "f.xp"].map(|name| (name.to_owned(), file.clone()));
        match registry.chain(&recipe, &Files::in_memory(files)) {
            Ok(_) => chains += 1,
            Err(error) => check_length(&error.to_string(), &text),
        }
    }
    assert!(read * 4 > seeds(5_000) && chains * 20 > seeds(5_000), "{read} read, {chains} chains");
}

#[test]
fn damaged_maps_are_read_again_the_same_or_refused() {
    let level = template("castle-keys").unwrap().parse::<Recipe>().unwrap().chain().unwrap().build(3).unwrap();
    let texts = [small_map(), map_to_json(&level)];
    let (mut read, mut contradictions) = (0, 0_u64);
    for seed in 0..seeds(5_000) {
        let mut rng = MapRng::new(seed);
        // The second one is large.
        let text = &texts[usize::from(rng.chance(0.05))];
        let text = damage(text.as_bytes(), &mut rng);
        let text = String::from_utf8_lossy(&text);
        match map_from_json(&text) {
            Ok((map, _)) => {
                read += 1;
                assert_eq!(map.validate(), Ok(()), "{text}");
                assert_eq!(map_from_json(&map_to_json(&map)).unwrap(), (map.clone(), Vec::new()), "{text}");
                assert!(map.size() != Size::new(0, 0));
            }
            Err(error) => {
                contradictions += u64::from(!matches!(error, MapError::Json(_)));
                check_length(&error.to_string(), &text);
            }
        }
    }
    assert!(
        read * 200 > seeds(5_000) && contradictions * 50 > seeds(5_000),
        "{read} read, {contradictions} contradictions"
    );
}

#[test]
fn damaged_pngs_are_pixels_or_refused() {
    let mut read = 0;
    for seed in 0..seeds(5_000) {
        let mut rng = MapRng::new(seed);
        let mut file = png();
        for _ in 0..=rng.below(3) {
            let at = 8 + rng.below(file.len() as u32 - 8) as usize;
            file[at] = rng.below(256) as u8;
        }
        right_checksums(&mut file);
        if let Ok(pixels) = mapwright_files::Pixels::from_png(&file, 1 << 16) {
            read += 1;
            assert_eq!(pixels.rgba.len() as u64, u64::from(pixels.width) * u64::from(pixels.height));
        }
    }
    assert!(read > 0 && read < seeds(5_000), "{read} of {}", seeds(5_000));
}
