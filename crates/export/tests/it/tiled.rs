//! Tilesets for Tiled: read back the same, by ourselves, by the crate `tiled`, and by Tiled where it is installed.

use std::path::Path;

use crate::clients;
use mapwright_export::{TiledSet, WangKind};
use mapwright_render::{Tileset, TilesetKind, TilesetLayout, TilesetTemplate, save_png, tileset_template, write_png};
use proptest::prelude::*;

fn set(kind: TilesetKind) -> TiledSet {
    TiledSet::new(kind, (16, 16), kind.columns(), "a <set> & \"more\"", "set.png")
}

#[test]
fn what_is_written_is_read_again() {
    for kind in TilesetKind::ALL {
        let mut set = set(kind);
        (set.margin, set.spacing) = (3, 2);
        set.wang_sets[0].tile = Some(5);
        set.wang_sets[0].colors[0].tile = Some(7);
        set.wang_sets[0].colors[0].probability = 0.25;
        assert_eq!(TiledSet::from_tsj(&set.to_tsj()).unwrap(), set, "{kind}");
        assert_eq!(TiledSet::from_tsx(&set.to_tsx()).unwrap(), set, "{kind}");
    }
}

#[test]
fn the_crate_tiled_reads_the_same_colors_and_ids() {
    let dir = tempfile::tempdir().unwrap();
    for kind in TilesetKind::ALL {
        let ours = set(kind);
        let path = dir.path().join("set.tsx");
        std::fs::write(&path, ours.to_tsx()).unwrap();
        let theirs = tiled::Loader::new().load_tsx_tileset(&path).unwrap();
        assert_eq!(
            (theirs.name.as_str(), theirs.columns, theirs.tilecount),
            (ours.name.as_str(), ours.columns, ours.tile_count)
        );
        assert_eq!((theirs.tile_width, theirs.tile_height), ours.tile_size);
        assert_eq!(theirs.image.as_ref().unwrap().source.file_name().unwrap(), "set.png");
        let (theirs, ours) = (&theirs.wang_sets[0], &ours.wang_sets[0]);
        let wang_kind = match theirs.wang_set_type {
            tiled::WangSetType::Corner => WangKind::Corner,
            tiled::WangSetType::Edge => WangKind::Edge,
            tiled::WangSetType::Mixed => WangKind::Mixed,
        };
        assert_eq!(wang_kind, ours.kind);
        let colors: Vec<_> =
            theirs.wang_colors.iter().map(|c| (c.name.clone(), [c.color.red, c.color.green, c.color.blue])).collect();
        let expected: Vec<_> =
            ours.colors.iter().map(|c| (c.name.clone(), [c.color.0, c.color.1, c.color.2])).collect();
        assert_eq!(colors, expected);
        assert_eq!(theirs.wang_tiles.len(), usize::from(kind.count()));
        for tile in &ours.tiles {
            assert_eq!(theirs.wang_tiles[&tile.tile].wang_id.0, tile.wang_id, "{kind} {}", tile.tile);
        }
    }
}

#[test]
fn a_set_tells_how_to_read_its_picture() {
    for kind in TilesetKind::ALL {
        let layout = set(kind).layout().unwrap();
        let order: Vec<_> = layout.order.listed().iter().map(|index| index.map(u16::from)).collect();
        let expected = (0..u16::try_from(order.len()).unwrap()).map(|place| (place < kind.most()).then_some(place));
        assert_eq!((layout.kind, order), (Some(kind), expected.collect()), "{kind}");
    }
    // The tiles in another order, as a person might have drawn them.
    for name in Tileset::shipped_names() {
        let tileset = Tileset::shipped(name, 16).unwrap();
        let mut set = set(tileset.kind());
        let mut tiles: Vec<_> = (0..tileset.kind().most()).map(|index| tileset.tile(index).unwrap()).collect();
        let last = tileset.kind().count() - 1;
        tiles[1..=usize::from(last)].reverse();
        for tile in &mut set.wang_sets[0].tiles[1..] {
            tile.tile = u32::from(last) + 1 - tile.tile;
        }
        let turned = Tileset::new(tileset.kind(), &tiles).unwrap();
        let mut png = Vec::new();
        write_png(&turned.sheet(tileset.kind().columns()), &mut png).unwrap();
        assert_eq!(Tileset::read(&png, &set.layout().unwrap()).unwrap(), tileset, "{name}");
        assert!(
            name == "walls"
                || Tileset::read(&png, &TilesetLayout { kind: Some(tileset.kind()), ..TilesetLayout::default() })
                    .unwrap()
                    != tileset
        );
    }
}

#[test]
fn a_blob_keeps_its_lone_cell_when_tiled_has_dropped_it() {
    let mut blob = set(TilesetKind::Blob47);
    let whole = blob.layout().unwrap();
    blob.wang_sets[0].tiles.retain(|tile| tile.wang_id != [0; 8]);
    assert_eq!(blob.wang_sets[0].tiles.len(), 46);
    assert_eq!(blob.layout().unwrap(), whole);
    // With other tiles on the picture nobody knows which they are.
    let mut decorated = blob.clone();
    decorated.tile_count += 8;
    let layout = decorated.layout().unwrap();
    let order = layout.order.listed();
    assert!(order.iter().flatten().all(|&index| index != 0 && index != 47) && order.iter().flatten().count() == 46);
    blob.wang_sets[0].tiles.remove(10);
    assert_eq!(
        blob.layout().unwrap_err().to_string(),
        "the Wang set fits no kind of tileset: `a <set> & \"more\"` lacks 1 of the 47 tiles of `blob-47`: those with the Wang ID \
         1,0,1,1,1,0,0,0"
    );
}

/// Sets as people draw them: one color against nothing, without the tile of nothing or those of opposite corners, and not the
/// first of its file.
#[test]
fn sets_with_gaps_are_read() {
    let terrain = Tileset::shipped("terrain", 16).unwrap();
    let mut png = Vec::new();
    write_png(&terrain.sheet(4), &mut png).unwrap();
    let read = |set: &TiledSet| Tileset::read(&png, &set.layout().unwrap()).unwrap();
    let same = |found: &Tileset, but: &[u16]| {
        (0..16).filter(|index| !but.contains(index)).all(|index| found.tile(index) == terrain.tile(index))
    };

    let mut one = set(TilesetKind::Corner16);
    one.wang_sets[0].colors.remove(0);
    for tile in &mut one.wang_sets[0].tiles {
        tile.wang_id = tile.wang_id.map(|color| color.saturating_sub(1));
    }
    assert!(same(&read(&one), &[]));
    one.wang_sets[0].tiles.remove(0);
    let bare = read(&one);
    assert!(same(&bare, &[0]) && bare.tile(0).unwrap().pixels().all(|pixel| pixel[3] == 0));

    let mut gaps = set(TilesetKind::Corner16);
    gaps.wang_sets[0].tiles.retain(|tile| !matches!(tile.tile, 5 | 10));
    let joined = read(&gaps);
    assert!(same(&joined, &[5, 10]));
    for (index, left, right) in [(5, 4, 1), (10, 8, 2)] {
        let [found, left, right] = [index, left, right].map(|index| joined.tile(index).unwrap());
        let expected = |x: u32, y: u32| if x < 8 { left.get_pixel(x, y) } else { right.get_pixel(x, y) };
        assert!(found.enumerate_pixels().all(|(x, y, pixel)| pixel == expected(x, y)), "{index}");
    }
    gaps.wang_sets[0].tiles.retain(|tile| tile.tile != 4);
    let error = gaps.layout().unwrap_err().to_string();
    assert!(
        error.ends_with(
            "lacks 2 of the 16 tiles of `corner-16`: those with the Wang ID 0,1,0,1,0,2,0,1 and 0,2,0,1,0,2,0,1"
        ),
        "{error}"
    );

    // The first set that is complete counts.
    let mut several = gaps.clone();
    several.wang_sets.extend(set(TilesetKind::Edge16).wang_sets);
    assert_eq!(several.layout().unwrap().kind, Some(TilesetKind::Edge16));
    // Of two colors, none stands for nothing.
    assert_eq!(set(TilesetKind::Corner16).layout().unwrap().kind, Some(TilesetKind::Corner16));
}

/// Properties may stand anywhere in the files of Tiled; only those of tiles are ours.
#[test]
fn a_tile_has_its_own_properties_and_no_others() {
    let of = |name: &str| format!("<properties><property name=\"{name}\" value=\"x\"/></properties>");
    let nested = "<properties><property name=\"box\" type=\"class\"><properties><property name=\"in\" value=\"x\"/>\
                  </properties></property><property name=\"own\" value=\"x\"/></properties>";
    let text = format!(
        "<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"4\" columns=\"2\">{}\
         <image source=\"t.png\" width=\"32\" height=\"32\"/>\
         <tile id=\"0\">{nested}<objectgroup><object id=\"1\">{}</object></objectgroup></tile>\
         <tile id=\"1\"/>\
         <wangsets><wangset name=\"w\" type=\"edge\" tile=\"-1\">{}\
         <wangcolor name=\"c\" color=\"#ff0000\" tile=\"-1\" probability=\"1\">{}</wangcolor></wangset></wangsets>\
         </tileset>",
        of("of-set"),
        of("of-shape"),
        of("of-wang-set"),
        of("of-color"),
    );
    let set = TiledSet::from_tsx(&text).unwrap();
    let names = |tile: usize| set.tiles[tile].properties.iter().map(|own| own.name.as_str()).collect::<Vec<_>>();
    assert_eq!((names(0), names(1)), (vec!["own"], vec![]));
    assert_eq!((set.wang_sets.len(), set.wang_sets[0].colors.len()), (1, 1));
}

#[test]
fn mistakes_are_named() {
    let good = set(TilesetKind::Edge16).to_tsx();
    let check = |from: &str, to: &str, message: &str| {
        let error = TiledSet::from_tsx(&good.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.to_string(), message);
    };
    check(
        "type=\"edge\"",
        "type=\"face\"",
        "`type` of <wangset> is \"face\"; expected \"corner\", \"edge\" or \"mixed\"",
    );
    check("columns=\"4\"", "", "`columns` of <tileset> is missing; expected a number");
    check("columns=\"4\"", "columns=\"four\"", "`columns` of <tileset> is \"four\"; expected a number");
    check(
        "wangid=\"1,0,1",
        "wangid=\"1,0",
        "`wangid` of <wangtile> is \"1,0,0,1,0,1,0\"; expected eight numbers with commas between them",
    );
    check("#f3ead3", "beige", "`color` of <wangcolor> is \"beige\"; expected a color such as \"#2f6d7e\"");
    let place = good.rfind("</tileset>").unwrap() + 1;
    let message = "not a Tiled tileset in XML: ill-formed document: expected `</tilesets>`, but `</tileset>` was found";
    check("<tileset", "<tilesets", &format!("{message} at byte {place}"));
    assert_eq!(TiledSet::from_tsx("").unwrap_err().to_string(), "not a Tiled tileset in XML: there is no <tileset>");
    let error = TiledSet::from_tsj("{}").unwrap_err().to_string();
    assert_eq!(error, "not a Tiled tileset in JSON: missing field `columns` at line 1 column 2");
    let map = set(TilesetKind::Edge16).to_tsj().replacen("\"tileset\"", "\"map\"", 1);
    assert_eq!(
        TiledSet::from_tsj(&map).unwrap_err().to_string(),
        "`type` of <tileset> is \"map\"; expected \"tileset\""
    );
    let none = TiledSet { wang_sets: vec![], ..set(TilesetKind::Edge16) };
    assert_eq!(none.layout().unwrap_err().to_string(), "the Wang set fits no kind of tileset: there is none");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn damaged_files_are_refused_or_read(at in 0usize..3000, byte in 32u8..127, cut in 0usize..4000) {
        for text in [set(TilesetKind::Blob47).to_tsx(), set(TilesetKind::Corner16).to_tsj()] {
            let mut bytes = text.into_bytes();
            let len = bytes.len();
            bytes[at % len] = byte;
            bytes.truncate(cut.max(1));
            let text = String::from_utf8(bytes).unwrap();
            for set in [TiledSet::from_tsx(&text), TiledSet::from_tsj(&text)].into_iter().flatten() {
                let _ = set.layout();
                let _ = (set.to_tsx(), set.to_tsj());
            }
        }
    }
}

/// Tiled itself opens a map that uses the tilesets, and draws it. Skipped where it is not installed.
#[test]
fn tiled_opens_the_files() {
    let dir = tempfile::tempdir().unwrap();
    for name in Tileset::shipped_names() {
        let tileset = Tileset::shipped(name, 16).unwrap();
        let columns = tileset.kind().columns();
        let set = TiledSet::new(tileset.kind(), (16, 16), columns, name, &format!("{name}.png"));
        save_png(dir.path().join(&set.image), &tileset.sheet(columns)).unwrap();
        for (extension, text) in [("tsx", set.to_tsx()), ("tsj", set.to_tsj())] {
            std::fs::write(dir.path().join(format!("{name}.{extension}")), text).unwrap();
            let map = dir.path().join("map.tmx");
            std::fs::write(&map, map_of(&set, &format!("{name}.{extension}"))).unwrap();
            let Some(picture) = rasterized(&map) else { return };
            assert_eq!(picture, tileset.sheet(columns).into_raw(), "{name}.{extension}");
        }
    }
}

/// Tiled itself reads the sets and writes them anew: the same colors and IDs come back, but for the lone cell of a
/// blob, which has no color. Skipped where it is not installed.
#[test]
fn tiled_writes_the_same_wang_sets() {
    let dir = tempfile::tempdir().unwrap();
    for kind in TilesetKind::ALL {
        let tileset = TiledSet::new(kind, (16, 16), kind.columns(), "set", "set.png");
        let style = TilesetTemplate { tile_px: 16, ..TilesetTemplate::default() };
        save_png(dir.path().join("set.png"), &tileset_template(kind, &style).unwrap()).unwrap();
        let mut expected = tileset.wang_sets.clone();
        expected[0].tiles.retain(|tile| tile.wang_id != [0; 8]);
        for (extension, text) in [("tsx", tileset.to_tsx()), ("tsj", tileset.to_tsj())] {
            let (from, to) = (dir.path().join("set").with_extension(extension), dir.path().join("anew.tsj"));
            std::fs::write(&from, text).unwrap();
            let Some(mut tiled) = clients::tiled("tiled") else { return };
            clients::text(&tiled.args(["--export-tileset", "json"]).args([&from, &to]).output().unwrap());
            let anew = TiledSet::from_tsj(&std::fs::read_to_string(&to).unwrap()).unwrap();
            let mut found = anew.wang_sets;
            found[0].tiles.sort_by_key(|tile| tile.tile);
            found[0].tiles.retain(|tile| tile.wang_id != [0; 8]);
            assert_eq!(found, expected, "{kind} {extension}");
        }
    }
}

/// A map that shows every tile in its own place.
fn map_of(set: &TiledSet, source: &str) -> String {
    let (w, h) = (set.columns, set.tile_count / set.columns);
    let cells = (1..=set.tile_count).map(|tile| tile.to_string()).collect::<Vec<_>>().join(",");
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.8\" orientation=\"orthogonal\" \
         renderorder=\"right-down\" width=\"{w}\" height=\"{h}\" tilewidth=\"16\" tileheight=\"16\" infinite=\"0\" \
         nextlayerid=\"2\" nextobjectid=\"1\"><tileset firstgid=\"1\" source=\"{source}\"/>\
         <layer id=\"1\" name=\"all\" width=\"{w}\" height=\"{h}\"><data encoding=\"csv\">{cells}</data></layer></map>"
    )
}

fn rasterized(map: &Path) -> Option<Vec<u8>> {
    let png = map.with_extension("png");
    clients::text(&clients::tiled("tmxrasterizer")?.arg(map).arg(&png).output().unwrap());
    // Any grid will do to get at the pixels.
    let bytes = std::fs::read(png).unwrap();
    Some(image_of(&bytes))
}

fn image_of(png: &[u8]) -> Vec<u8> {
    for kind in TilesetKind::ALL {
        let layout = TilesetLayout {
            kind: Some(kind),
            tile: Some((16, 16)),
            columns: Some(kind.columns().into()),
            ..TilesetLayout::default()
        };
        if let Ok(tileset) = Tileset::read(png, &layout) {
            return tileset.sheet(kind.columns()).into_raw();
        }
    }
    Vec::new()
}
