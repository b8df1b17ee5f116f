//! Maps drawn by hand in Tiled and LDtk: what their cells mean, and what is refused.

use std::io::Write;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use mapwright_core::BuilderMap;
use mapwright_recipe::{Files, Recipe, Registry};

/// The map of `from-map` with a file, and other parameters.
fn read(size: &str, file: &str, more: &str, others: &[(&str, &str)]) -> Result<BuilderMap, String> {
    let (w, h) = size.split_once('x').unwrap();
    let recipe = format!(
        r#"{{ "version": 1, "width": {w}, "height": {h}, "initial": {{ "use": "from-map", "file": "maps/drawn"{more} }} }}"#
    );
    let files = [("maps/drawn", file)]
        .into_iter()
        .chain(others.iter().copied())
        .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let chain = Registry::shipped().chain(&recipe.parse::<Recipe>().unwrap(), &Files::in_memory(files));
    chain.map_err(|error| error.to_string())?.build(1).map_err(|error| error.to_string())
}

/// The rows of a map's tiles: `#` wall, `.` floor, `~` water, `+` door, else `?`.
fn rows(map: &BuilderMap) -> String {
    let glyph = |tile: &mapwright_core::Tile| match tile.0 {
        0 => '.',
        1 => '+',
        4 => '~',
        0x80 => '#',
        _ => '?',
    };
    map.tiles.rows().map(|row| row.iter().map(glyph).collect::<String>()).collect::<Vec<_>>().join("/")
}

#[track_caller]
fn shows(size: &str, file: &str, more: &str, expected: &str) {
    assert_eq!(read(size, file, more, &[]).map(|map| rows(&map)), Ok(expected.to_owned()));
}

#[track_caller]
fn refused(file: &str, more: &str, expected: &str) {
    let error = read("3x2", file, more, &[]).map(|map| rows(&map)).unwrap_err();
    assert_eq!(error, format!("initial from-map: the map maps/drawn cannot be read: {expected}"));
}

/// A map of Tiled, 3×2, with a tileset from 11 on whose tile 2 has the class `water` and whose tile 3 is tile 0x80 by a property.
fn tmx(layers: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="8" tileheight="8" infinite="0">
 <tileset firstgid="11" name="ground" tilewidth="8" tileheight="8" tilecount="9" columns="3">
  <image source="ground.png" width="24" height="24"/>
  <tile id="2" class="Deep_Water"/>
  <tile id="3"><properties><property name="tile" type="int" value="128"/></properties></tile>
  <tile id="4" type="tile 5"/>
 </tileset>
 {layers}
</map>"#
    )
}

fn csv(name: &str, numbers: &str) -> String {
    format!(r#"<layer id="1" name="{name}" width="3" height="2"><data encoding="csv">{numbers}</data></layer>"#)
}

const LEGEND: &str = r#", "legend": { "0": "floor", "1": "door", "Deep_Water": "water" }"#;

#[test]
fn cells_of_tiled_mean_what_legend_property_or_class_says() {
    let drawn = tmx(&csv("ground", "11,12,13,\n14,0,11"));
    shows("3x2", &drawn, LEGEND, ".+~/##.");
    shows("3x2", &drawn, &LEGEND.replace("\"0\"", "\"empty\": 0, \"0\""), ".+~/#..");
    // Without the legend, class and property are known; tile 0 is not.
    refused(
        &drawn,
        "",
        "at (0, 0): tile 0 has no meaning; expected `\"0\"` in `legend`, or a class or a property `tile` that names a tile",
    );
    let known = read("3x2", &tmx(&csv("ground", "13,13,13,14,14,15")), "", &[]).unwrap();
    assert_eq!(known.tiles.as_slice().iter().map(|tile| tile.0).collect::<Vec<_>>(), [0x82, 0x82, 0x82, 0x80, 0x80, 5]);
    // The highest bits of a number turn the tile.
    shows("3x2", &tmx(&csv("ground", "3221225483,12,13,536870926,0,11")), LEGEND, ".+~/##.");
    // Layers in groups, and of several the one that is named.
    let two = tmx(&format!(
        "<group name=\"all\">{}</group>{}",
        csv("ground", "11,11,11,11,11,11"),
        csv("walls", "14,14,14,14,14,14")
    ));
    refused(&two, LEGEND, "it has 2 layers of cells; `layer` names the one to read");
    shows("3x2", &two, &format!("{LEGEND}, \"layer\": \"walls\""), "###/###");
    shows("3x2", &two, &format!("{LEGEND}, \"layer\": \"ground\""), ".../...");
    refused(&two, r#", "layer": "roof""#, "no layer of cells has the name that `layer` gives");
}

#[test]
fn every_encoding_of_tiled_is_read() {
    let bytes: Vec<u8> = [11u32, 12, 13, 14, 0, 11].iter().flat_map(|number| number.to_le_bytes()).collect();
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    zlib.write_all(&bytes).unwrap();
    let plain = BASE64_STANDARD.encode(&bytes);
    let zlib = BASE64_STANDARD.encode(zlib.finish().unwrap());
    let layer = |data: &str| tmx(&format!(r#"<layer name="a" width="3" height="2">{data}</layer>"#));
    for data in [
        format!("<data encoding=\"base64\">\n {plain}\n</data>"),
        format!("<data encoding=\"base64\" compression=\"zlib\">{zlib}</data>"),
        r#"<data><tile gid="11"/><tile gid="12"/><tile gid="13"/><tile gid="14"/><tile/><tile gid="11"/></data>"#
            .to_owned(),
    ] {
        shows("3x2", &layer(&data), LEGEND, ".+~/##.");
    }
    let zstd = layer("<data encoding=\"base64\" compression=\"zstd\">AAAA</data>");
    refused(&zstd, LEGEND, "the compression of a layer is neither zlib nor gzip; choose one in the map's properties");
    refused(&layer("<data encoding=\"base64\">!</data>"), LEGEND, "the data of a layer are not Base64");
    refused(
        &layer(&format!("<data encoding=\"base64\" compression=\"zlib\">{plain}</data>")),
        LEGEND,
        "the data of a layer cannot be decompressed",
    );
    let short = "the data of a layer are not as many numbers as it has cells";
    refused(&layer("<data encoding=\"csv\">11,12</data>"), LEGEND, short);
    // A stream of 64 MB for six cells is not unpacked.
    let mut bomb = ZlibEncoder::new(Vec::new(), Compression::best());
    bomb.write_all(&vec![0; 1 << 26]).unwrap();
    let bomb = BASE64_STANDARD.encode(bomb.finish().unwrap());
    refused(&layer(&format!("<data encoding=\"base64\" compression=\"zlib\">{bomb}</data>")), LEGEND, short);
}

#[test]
fn infinite_maps_are_as_large_as_what_is_drawn() {
    let map = r#"{ "type": "map", "orientation": "orthogonal", "width": 2, "height": 2, "tilewidth": 8, "tileheight": 8,
        "infinite": true, "tilesets": [ { "firstgid": 1, "source": "set.tsx" } ],
        "layers": [
          { "type": "tilelayer", "name": "a", "width": 4, "height": 2, "startx": -2, "starty": -2, "chunks": [
            { "x": -2, "y": -2, "width": 2, "height": 2, "data": [0, 1, 0, 2] },
            { "x": 0, "y": -2, "width": 2, "height": 2, "data": [2, 0, 1, 1] } ] },
          { "type": "objectgroup", "name": "marks", "objects": [
            { "type": "start", "x": -4, "y": -12, "point": true }, { "type": "tree", "x": 400, "y": 0 } ] } ] }"#;
    let set = r#"<tileset name="set" tilewidth="8" tileheight="8" tilecount="2" columns="2">
        <tile id="0" class="floor"/><tile id="1" class="wall"/></tileset>"#;
    let map = read("3x2", map, "", &[("maps/set.tsx", set)]).unwrap();
    assert_eq!(rows(&map), ".##/#..");
    assert_eq!(map.start, Some(mapwright_core::Point::new(0, 0)));
}

fn ldtk(layers: &str) -> String {
    format!(
        r#"{{ "defs": {{ "layers": [ {{ "uid": 3, "intGridValues": [ {{ "value": 1, "identifier": "wall" }},
             {{ "value": 2, "identifier": "lava" }} ] }} ],
             "tilesets": [ {{ "uid": 9, "customData": [ {{ "tileId": 4, "data": "{{\"tile\": \"water\"}}" }} ] }} ] }},
           "levels": [ {{ "identifier": "Cellar", "fieldInstances": [], "layerInstances": [ {layers} ] }} ] }}"#
    )
}

const GRID: &str = r#"{ "__identifier": "Walls", "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "__gridSize": 8,
    "layerDefUid": 3, "intGridCsv": [1,1,1,0,2,1] }"#;

#[test]
fn grids_and_tiles_of_ldtk_are_read() {
    let lava = r#", "legend": { "empty": "floor", "lava": "water" }"#;
    shows("3x2", &ldtk(GRID), lava, "###/.~#");
    shows("3x2", &ldtk(GRID), &format!("{}, \"level\": \"Cellar\"", lava.replace("lava", "2")), "###/.~#");
    let tiles = r#"{ "__identifier": "Ground", "__type": "Tiles", "__cWid": 3, "__cHei": 2, "__gridSize": 8,
        "__tilesetDefUid": 9, "gridTiles": [ { "px": [8, 0], "t": 4 }, { "px": [16, 8], "t": 7 } ] }"#;
    shows("3x2", &ldtk(tiles), r#", "legend": { "7": "door" }"#, "#~#/##+");
    let things = r#"{ "__identifier": "Things", "__type": "Entities", "__gridSize": 8, "entityInstances": [
        { "__identifier": "Exit", "__grid": [1, 1], "width": 8, "height": 8, "iid": "a", "fieldInstances": [] } ] }"#;
    let map = read("3x2", &ldtk(&format!("{things}, {GRID}")), lava, &[]).unwrap();
    assert_eq!(map.exit, Some(mapwright_core::Point::new(1, 1)));
    refused(&ldtk(GRID), r#", "level": "Attic""#, "no level has the name that is asked for");
    refused(&ldtk(""), "", "the level has no layer of cells");
    let apart = ldtk("").replace("\"layerInstances\": [  ]", "\"layerInstances\": null");
    let missing = "the level is in a file of its own, which cannot be read; expected it beside the project";
    refused(&apart, "", missing);
    let apart = apart.replace("\"layerInstances\"", "\"externalRelPath\": \"p/Cellar.ldtkl\", \"layerInstances\"");
    refused(&apart, "", missing);
    let level = format!(r#"{{ "layerInstances": [ {GRID} ] }}"#);
    let map = read("3x2", &apart, lava, &[("maps/p/Cellar.ldtkl", &level)]).unwrap();
    assert_eq!(rows(&map), "###/.~#");
    let old = GRID.replace("intGridCsv", "intGrid");
    refused(&ldtk(&old), "", "an IntGrid has no `intGridCsv`; save the project with LDtk 0.8 or later");
    let two = r#"{ "levels": [ { "identifier": "a" }, { "identifier": "b" } ] }"#;
    refused(two, "", "it has 2 levels; `level` names the one to read");
    refused(r#"{ "levels": [], "worlds": [ {} ] }"#, "", "it has no levels; projects of several worlds are not read");
}

#[test]
fn what_cannot_be_read_is_named() {
    refused("<map", "", "not valid XML, at line 1");
    refused("<map>\n<layer></map>", "", "not valid XML, at line 2");
    refused("<map>", "", "an element is not closed, at line 1");
    refused("<!-- nothing -->", "", "the XML has no element");
    refused("<svg/>", "", "neither a map as JSON nor a file of Tiled or LDtk");
    let deep = "more than 1048576 elements, or more than 64 inside each other, at line 65";
    refused(&"<a>\n".repeat(100), "", deep);
    let hexagonal = tmx("<layer/>").replace("orthogonal", "hexagonal");
    refused(&hexagonal, "", "its orientation is not orthogonal; other maps of Tiled are not read");
    let large = tmx(&csv("a", "")).replace("width=\"3\" height=\"2\"", "width=\"65535\" height=\"65535\"");
    let most = "expected 1 to 16777216 cells and at most 65535 a side";
    refused(&large, "", &format!("a map of 65535x65535 cells; {most}"));
    refused(&tmx(&csv("a", "")).replace("height=\"2\"", ""), "", "its width or height is missing");
    refused(&tmx("<group/>"), "", "it has no layer of tiles");
    refused(&tmx(""), "", "it has no layer of tiles");
    refused("{ \"layers\":", "", "not valid JSON, at line 1 column 11");
    refused(r#"{ "type": "tileset" }"#, LEGEND, "neither a map as JSON nor a file of Tiled or LDtk");
    refused(
        r#"{ "format": "mapwright-map" }"#,
        r#", "layer": "x""#,
        "`level`, `layer` and `legend` are for files of Tiled and LDtk; this is a map as JSON",
    );
    refused(&tmx("<layer/>"), r#", "level": "x""#, "`level` is for files of LDtk; this is one of Tiled");
    let floor = csv("tiles", "11,11,11,11,11,11");
    let object = |object: &str| tmx(&format!("{floor}<objectgroup>{object}</objectgroup>"));
    let tile = object(r#"<object class="exit" gid="12" x="8" y="16" width="8" height="8"/>"#);
    assert_eq!(read("3x2", &tile, LEGEND, &[]).unwrap().exit, Some(mapwright_core::Point::new(1, 1)));
    let outside = object(r#"<object class="exit" x="-9" y="8"/>"#);
    refused(&outside, LEGEND, "an object is at column -2 and row 1, outside of the map");
    refused(&object(r#"<object class="portal" x="1" y="8"/>"#), LEGEND, "a portal is not a line of two points");
    let lock = r#"<object class="door" width="8" height="8"><properties><property name="lock" value="300"/></properties></object>"#;
    refused(&object(lock), LEGEND, "the property `lock` of an object is no number, or too large");
    let recipe =
        r#"{ "version": 1, "width": 3, "height": 2, "initial": { "use": "from-map", "map": {}, "layer": "a" } }"#;
    let error = Registry::shipped().chain(&recipe.parse().unwrap(), &Files::none()).unwrap_err().to_string();
    assert_eq!(error, "initial from-map: parameter `layer` is \"a\"; expected absent when `map` is given");
}
