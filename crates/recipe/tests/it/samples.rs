//! Samples and tilesets of wave function collapse from files.

use std::collections::BTreeSet;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use mapwright_core::{BuilderMap, Color, Dir, Grid, Point, Size, Tile};
use mapwright_recipe::{Files, Recipe, Registry, map_from_json, map_to_json};

const SEA: [u8; 3] = [0x2a, 0x5b, 0x8c];
const CLAY: [u8; 3] = [0xb0, 0x50, 0x30];
const ASH: [u8; 3] = [0x77, 0x77, 0x77];

/// The map and the warnings of a stage with a file.
fn built(file: &[u8], more: &str) -> Result<(BuilderMap, Vec<String>), String> {
    let recipe = format!(
        r#"{{ "version": 1, "width": 20, "height": 14, "initial": {{ "use": "arena" }},
            "metas": [ {{ "use": "wave-function-collapse", "file": "f"{more} }} ] }}"#
    );
    let files = Files::in_memory([("f".to_owned(), file.to_vec())]);
    let chain = Registry::shipped().chain(&recipe.parse::<Recipe>().unwrap(), &files);
    let chain = chain.map_err(|error| error.to_string())?;
    let warnings = chain.warnings().into_iter().map(|(_, text)| text).collect();
    Ok((chain.build(5).map_err(|error| error.to_string())?, warnings))
}

#[track_caller]
fn refused(file: &[u8], more: &str, expected: &str) {
    let error = built(file, more).map(|(map, _)| map.tiles).unwrap_err();
    assert_eq!(error, format!("metas[0] wave-function-collapse: the sample f cannot be read: {expected}"));
}

/// A picture in which `~`, `c`, `a`, `#` and `.` are colors.
fn png(rows: &[&str]) -> Vec<u8> {
    let color = |glyph: char| match glyph {
        '~' => SEA,
        'c' => CLAY,
        'a' => ASH,
        '#' => [0, 0, 0],
        _ => [255, 255, 255],
    };
    let pixels: Vec<u8> =
        rows.iter().flat_map(|row| row.chars()).flat_map(|c| [color(c).as_slice(), &[255]].concat()).collect();
    let mut file = Vec::new();
    let size = (rows[0].len() as u32, rows.len() as u32);
    mapwright_files::encode_png(size, &pixels, &mut file).unwrap();
    file
}

/// The windows of 3×3 cells, also over the borders, turned and mirrored if `all`.
fn windows(tiles: &Grid<Tile>, periodic: bool) -> BTreeSet<Vec<Tile>> {
    let Size { w, h } = tiles.size();
    let tops = if periodic { Size::new(w, h) } else { Size::new(w - 2, h - 2) };
    let cell = |at: Point, dx: u16, dy: u16| tiles[Point::new((at.x + dx) % w, (at.y + dy) % h)];
    tops.points().map(|at| (0..9).map(|nth| cell(at, nth % 3, nth / 3)).collect()).collect()
}

const COAST: [&str; 6] = ["~~~~~~", "~~cc~~", "~caac~", "~caac~", "~~cc~~", "~~~~~~"];
const PLAIN: &str = r#", "periodic": true, "symmetries": []"#;

#[test]
fn each_color_is_a_tile_and_each_window_is_of_the_sample() {
    let legend = r##", "legend": { "#2a5b8c": "deep-water" }, "solid": ["#777777"]"##;
    let (map, warnings) = built(&png(&COAST), &format!("{PLAIN}{legend}")).unwrap();
    let tiles = COAST.iter().flat_map(|row| row.chars()).map(|c| match c {
        '~' => Tile::DEEP_WATER,
        'c' => Tile(32),
        _ => Tile(160),
    });
    let sample = Grid::from_vec(Size::new(6, 6), tiles.collect()).unwrap();
    assert!(windows(&map.tiles, false).is_subset(&windows(&sample, true)));
    let used: BTreeSet<Tile> = map.tiles.as_slice().iter().copied().collect();
    assert_eq!(used, [Tile(32), Tile::DEEP_WATER, Tile(160)].into());
    let color = |[r, g, b]: [u8; 3]| Color(r, g, b);
    assert_eq!(map.palette, [(Tile(32), color(CLAY)), (Tile(160), color(ASH))].into());
    assert_eq!(
        warnings,
        [
            "2 colors of the sample have no name and are tiles by number: 32 is #b05030, 160 is #777777; `legend` names colors, \
          `solid` makes them solid"
        ]
    );
    assert!(map_to_json(&map).contains(r##""palette":{"32":"#b05030","160":"#777777"}"##));
    assert_eq!(map_from_json(&map_to_json(&map)).unwrap().0, map);
}

#[test]
fn black_and_white_are_wall_and_floor_and_say_nothing() {
    let rows = ["######", "#....#", "#.##.#", "#.##.#", "#....#", "######"];
    let (map, warnings) = built(&png(&rows), PLAIN).unwrap();
    let used: BTreeSet<Tile> = map.tiles.as_slice().iter().copied().collect();
    assert_eq!((used, warnings.len()), ([Tile::FLOOR, Tile::WALL].into(), 0));
    assert!(map.palette.is_empty() && !map_to_json(&map).contains("palette"));
}

#[test]
fn a_sample_of_one_tile_is_a_warning() {
    let (_, warnings) = built(&png(&["###", "###", "###"]), "").unwrap();
    assert_eq!(warnings, ["the sample has one tile, `wall`, and so will the map"]);
    let (_, warnings) = built(b"...\n...\n...\n", "").unwrap();
    assert_eq!(warnings, ["the sample has one tile, `floor`, and so will the map"]);
}

#[test]
fn legends_that_fit_no_file_are_refused() {
    let picture = png(&COAST);
    let name = "`legend` has a name that is neither a color such as `#2a5b8c` nor a glyph";
    refused(&picture, r#", "legend": { "sea": "water" }"#, name);
    refused(&picture, r#", "solid": ["ash"]"#, "`solid` has a text that is no color such as `#2a5b8c`");
    refused(&picture, r#", "subset": "ash""#, "`subset` is for tilesets");
    refused(b"#.\n.#\n", r#", "subset": "ash""#, "`solid` is for pictures, `subset` for tilesets");
    let map = map_to_json(&built(&picture, PLAIN).unwrap().0);
    refused(
        map.as_bytes(),
        r##", "legend": { "#": "wall" }"##,
        "`legend` is for pictures, texts and tilesets; this is a map as JSON",
    );
    let (map, _) = built(b"Q..Q\n....\n.Q..\n....\n", r#", "legend": { "Q": "tree" }"#).unwrap();
    assert!(map.tiles.as_slice().contains(&Tile::TREE));
    let alone = r#"{ "version": 1, "width": 9, "height": 9, "initial": { "use": "arena" },
        "metas": [ { "use": "wave-function-collapse", "subset": "a" } ] }"#;
    let error = Registry::shipped().chain(&alone.parse::<Recipe>().unwrap(), &Files::none()).unwrap_err().to_string();
    assert!(error.contains("expected a file, which `subset` is for"), "{error}");
}

#[test]
fn pictures_that_are_damaged_or_too_large_are_refused() {
    let picture = png(&COAST);
    for end in 0..picture.len() {
        assert!(built(&picture[..end], "").is_err(), "{end}");
    }
    // A header alone says how large the picture would be.
    let mut huge = picture;
    (huge[18], huge[19], huge[22], huge[23]) = (255, 255, 255, 255);
    let mut crc = flate2::Crc::new();
    crc.update(&huge[12..29]);
    huge[29..33].copy_from_slice(&crc.sum().to_be_bytes());
    refused(&huge, "", "not a valid PNG, or one of too many pixels");
    let colors: Vec<u8> = (0..100).flat_map(|nth| [nth, 9, 200, 255]).collect();
    let mut many = Vec::new();
    mapwright_files::encode_png((10, 10), &colors, &mut many).unwrap();
    refused(&many, "", "more than 96 open colors have no name; give tiles to some of them in `legend`");
}

/// An image of REXPaint with one layer; `B`, `c` and `a` are blocks of black and of colors, a blank is seen through.
fn xp(rows: &[&str]) -> Vec<u8> {
    let (w, h) = (rows[0].len(), rows.len());
    let mut bytes: Vec<u8> = [-1, 1, w as i32, h as i32].into_iter().flat_map(i32::to_le_bytes).collect();
    for (x, y) in (0..w).flat_map(|x| (0..h).map(move |y| (x, y))) {
        let (code, ink, paper) = match rows[y].as_bytes()[x] {
            b'c' => (219, CLAY, [0; 3]),
            b'a' => (32, [0; 3], ASH),
            b'B' => (219, [0; 3], [9; 3]),
            b' ' => (32, [0; 3], [255, 0, 255]),
            glyph => (u32::from(glyph), [255; 3], [0; 3]),
        };
        bytes.extend(code.to_le_bytes());
        bytes.extend(ink);
        bytes.extend(paper);
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&bytes).unwrap();
    packed.finish().unwrap()
}

#[test]
fn images_of_rexpaint_are_samples_of_glyphs_and_colors() {
    let rows = ["######", "#....#", "#.ca.#", "#.ca.#", "#....#", "######"];
    let (map, warnings) = built(&xp(&rows), r##", "periodic": true, "legend": { "#b05030": "sand" }"##).unwrap();
    let used: BTreeSet<Tile> = map.tiles.as_slice().iter().copied().collect();
    assert!(used.is_subset(&[Tile::FLOOR, Tile::SAND, Tile(32), Tile::WALL].into()), "{used:?}");
    assert_eq!((map.palette[&Tile(32)], warnings.len()), (Color(ASH[0], ASH[1], ASH[2]), 1));
    let (map, _) =
        built(&xp(&["BBB", "BgB", "BBB"]), r#", "periodic": true, "legend": { "█": "tree", "g": "grass" }"#).unwrap();
    assert!(map.tiles.as_slice().iter().all(|tile| [Tile::TREE, Tile::GRASS].contains(tile)));
    refused(&xp(&["##.", "# #", "###"]), "", "a cell that no layer covers");
    refused(&xp(&["##.", "#g#", "###"]), "", "a glyph that is not in the legend, at line 2 column 2");
    let image = xp(&rows);
    refused(&image[..image.len() / 2], "", "not a valid REXPaint image");
}

/// Pipes that end nowhere, in grass: all classes of symmetry, weights and a subset.
const TILESET: &str = r#"<?xml version="1.0"?>
<set size="10" unique="True">
  <!-- Sides of tiles are open or closed. -->
  <tiles>
    <tile name="grass" symmetry="X" weight="4"/>
    <tile name="line" symmetry="I" weight="0.5"/>
    <tile name="bend" symmetry="L"/>
    <tile name="fork" symmetry="T" weight="0.25"/>
    <tile name="twin" symmetry="\"/>
    <tile name="odd" symmetry="F"/>
  </tiles>
  <neighbors>
    <neighbor left="grass" right="grass"/>
    <neighbor left="grass" right="line"/>
    <neighbor left="line 1" right="line 1"/>
    <neighbor left="grass" right="bend"/>
    <neighbor left="bend" right="bend 1"/>
    <neighbor left="bend" right="line 1"/>
    <neighbor left="bend" right="fork"/>
    <neighbor left="line 1" right="fork"/>
    <neighbor left="fork 2" right="grass"/>
    <neighbor left="twin" right="twin"/>
    <neighbor left="odd 5" right="odd 2"/>
    <neighbor left="grass" right="twin 1"/>
  </neighbors>
  <subsets>
    <subset name="lines"><tile name="grass"/><tile name="line"/></subset>
    <subset name="odd"><tile name="odd"/></subset>
  </subsets>
</set>"#;

const IMAGES: &str = r#", "legend": { "line 0": 40, "line 1": 41, "bend 0": 42, "bend 1": 43, "bend 2": 44, "bend 3": 45,
    "fork": "door", "twin": "sand", "odd": "wall" }"#;

#[test]
fn tilesets_are_rules_and_names_are_tiles_of_the_legend() {
    let (map, warnings) = built(TILESET.as_bytes(), IMAGES).unwrap();
    assert!(warnings.is_empty());
    // Right and below: lines go on where bends and lines lead.
    let leads = |tile: Tile, dir: Dir| match tile.0 {
        40 => Some(matches!(dir, Dir::N | Dir::S)),
        41 => Some(matches!(dir, Dir::E | Dir::W)),
        // A corner opens to the top and to the right, and turns counter-clockwise.
        nth @ 42..=45 => Some([Dir::N, Dir::E].contains(&dir.turned(u32::from(nth - 42)))),
        5 => Some(false),
        _ => None,
    };
    let mut checked = 0;
    for p in map.size().points() {
        for (dir, next) in [(Dir::E, Point::new(p.x + 1, p.y)), (Dir::S, Point::new(p.x, p.y + 1))] {
            let Some(&other) = map.tiles.get(next) else { continue };
            if let (Some(out), Some(back)) = (leads(map.tiles[p], dir), leads(other, dir.opposite())) {
                assert_eq!(out, back, "{p} {dir:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 100 && map.tiles.as_slice().iter().any(|tile| tile.0 >= 40 && !tile.is_solid()));
    let (lines, _) = built(TILESET.as_bytes(), r#", "subset": "lines", "legend": { "line": "road" }"#).unwrap();
    let used: BTreeSet<Tile> = lines.tiles.as_slice().iter().copied().collect();
    assert!(used.is_subset(&[Tile::GRASS, Tile::ROAD].into()), "{used:?}");
}

#[test]
fn a_table_says_the_same_as_a_tileset() {
    let xml = br#"<set><tiles><tile name="grass" weight="3"/><tile name="road" symmetry="I"/></tiles>
        <neighbors><neighbor left="grass" right="grass"/><neighbor left="grass" right="road"/>
        <neighbor left="road 1" right="road 1"/></neighbors></set>"#;
    let table = r#"{ "version": 1, "width": 20, "height": 14, "initial": { "use": "arena" }, "metas": [
        { "use": "wave-function-collapse", "side_pins": [["s", "grass"]], "model": { "turned": {
          "tiles": [{ "name": "grass", "weight": 300000, "tiles": ["grass"] },
                    { "name": "road", "symmetry": "I", "weight": 100000, "tiles": ["road"] }],
          "neighbors": [["grass", "grass"], ["grass", "road"], ["road 1", "road 1"]] } } } ] }"#;
    let map = table.parse::<Recipe>().unwrap().chain().unwrap().build(5).unwrap();
    assert_eq!(built(xml, r#", "side_pins": [["s", "grass"]]"#).unwrap().0, map);
    let error = built(xml, r#", "model": "tiled""#).unwrap_err();
    assert!(error.contains("`model`") && error.contains("no model beside a tileset, which is one"), "{error}");
}

#[test]
fn tilesets_that_cannot_be_read_are_refused() {
    let check = |from: &str, to: &str, expected: &str| {
        assert!(TILESET.contains(from), "{from}");
        let error = built(TILESET.replacen(from, to, 1).as_bytes(), IMAGES).map(|(map, _)| map.tiles).unwrap_err();
        let found = error.split_once("cannot be read: ").unwrap().1;
        assert_eq!(found.split_once(", at line").map_or(found, |(found, _)| found), expected);
    };
    check("symmetry=\"I\"", "symmetry=\"Q\"", "a symmetry that is none of X, T, I, L, \\ and F");
    check("0.5", "-1", "a weight that is no number from 0.00001 to 42949");
    check("0.5", "1e9", "a weight that is no number from 0.00001 to 42949");
    check("name=\"line\"", "id=\"line\"", "an element without a name");
    check("<tiles>", "<tiles><tile name=\"line\"/>", "`tiles[2].name` of the tileset: expected each name once");
    check("\"bend 1\"", "\"bend 4\"", "`neighbors[4]` of the tileset: expected an image from 0 to 3 of this tile");
    let named = "expected the name of one of `tiles`, and the number of an image";
    check("right=\"twin\"", "right=\"secret\"", &format!("`neighbors[9]` of the tileset: {named}"));
    check("<tile name=\"grass\"", "<rock/><tile name=\"grass\"", "an element that tilesets do not have");
    let unknown =
        "tile 1 of the tileset has no meaning; expected its name in `legend`, or a name of the default palette";
    check("name=\"grass\"", "name=\"secret\"", unknown);
    check("\n</set>", "", "an element is not closed");
    refused(b"<map/>", "", "the first element of a tileset is `set`, at line 1");
    refused(b"<set/>", "", "`tiles` of the tileset: expected a list of 1 to 256");
    refused(TILESET.as_bytes(), r#", "subset": "none""#, "it has no subset with the name in `subset`");
    refused(TILESET.as_bytes(), r##", "solid": ["#777777"]"##, "`solid` is for pictures, `subset` for tilesets");
    let bomb =
        format!("<!DOCTYPE set [<!ENTITY a \"{}\">]><set><tiles><tile name=\"&a;\"/></tiles></set>", "b".repeat(99));
    assert!(built(bomb.as_bytes(), "").is_err());
    refused(
        "<set>".repeat(99).as_bytes(),
        "",
        "more than 131072 elements, or more than 64 inside each other, at line 1",
    );
    for end in (0..TILESET.len()).step_by(7) {
        assert!(built(&TILESET.as_bytes()[..end], IMAGES).is_err(), "{end}");
    }
}
