//! Structures and schematics, read by the Python packages nbtlib and litemapy: every block is what it should be.
#![allow(clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::clients;
use mapwright_core::{BuilderMap, Grid, MapRng, Palette, Passages, Point, Sides, Size, Tile, Wrap, join_sides};
use mapwright_minecraft::{Block, Blocks, BlocksError, Extrusion, Version};

/// Tiles of every kind, known and unknown.
fn random_map(size: Size, rng: &mut MapRng) -> BuilderMap {
    let tiles: Vec<Tile> =
        Palette::default().looks().iter().map(|look| look.tile).chain([Tile(77), Tile(201)]).collect();
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    map.tiles = Grid::from_fn(size, |_| *rng.pick(&tiles).unwrap());
    map.start = size.points().find(|&p| map.is_open(p));
    map
}

fn random_maze(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    let mut sides = Grid::new(size, Sides::CLOSED);
    let lattice = Passages::lattice(size, wrap);
    for cell in 0..size.area() {
        let open: Vec<_> = lattice.dirs(cell).iter().filter(|_| rng.chance(0.4)).collect();
        open.into_iter().for_each(|dir| join_sides(&mut sides, cell, dir, lattice.step(cell, dir)));
    }
    map.sides = Some(sides);
    map.exit = Some(Point::new(size.w - 1, 0));
    map
}

/// Boxes of odd sizes; one has more kinds of blocks than fit seven bits.
fn boxes() -> Vec<Blocks> {
    let mut rng = MapRng::new(3);
    let sizes = [(1, 1), (1, 9), (7, 1), (5, 8), (13, 11)].map(|(w, h)| Size::new(w, h));
    let house = Extrusion::default();
    let open = Extrusion { base: None, height: 7, cell: 1, ..Extrusion::default() };
    let mut boxes = Vec::new();
    for size in sizes {
        boxes.push(Blocks::from_map(&random_map(size, &mut rng), &house, Version::V1_21).unwrap());
        boxes.push(Blocks::from_map(&random_maze(size, Wrap::Both, &mut rng), &open, Version::V1_20_4).unwrap());
    }
    boxes.push(many_kinds());
    boxes
}

fn many_kinds() -> Blocks {
    let mut map = BuilderMap::filled(Size::new(16, 16), Wrap::None, Tile::FLOOR);
    map.tiles = Grid::from_fn(map.size(), |p| Tile(u8::try_from(p.y * 16 + p.x).unwrap()));
    let column = |number: u32| vec![format!("other:block_{number}[kind=a]").parse().unwrap(), Block::air()];
    let columns = (0..256).map(|number| (number.to_string(), column(number))).collect();
    Blocks::from_map(&map, &Extrusion { columns, ..Extrusion::default() }, Version::V26_1).unwrap()
}

/// Every block as the reader must print it: `x y z name[states]`.
fn listing(blocks: &Blocks) -> Vec<String> {
    let [w, h, l] = blocks.size();
    let places = (0..h).flat_map(|y| (0..l).flat_map(move |z| (0..w).map(move |x| [x, y, z])));
    places.map(|at| format!("{} {} {} {}", at[0], at[1], at[2], blocks.get(at).unwrap())).collect()
}

/// Reads files, or folders, with a Python function `show` that prints a line for each block. Python starts slowly, so
/// all of them are read at once.
#[track_caller]
fn read(show: &str, paths: &[PathBuf]) -> Option<Vec<Vec<String>>> {
    let program = format!("import sys\n{show}\nfor path in sys.argv[1:]:\n    show(path)\n    print('--')\n");
    let paths: Vec<&str> = paths.iter().map(|path| path.to_str().unwrap()).collect();
    let printed = clients::run_python(clients::python()?, &program, &paths);
    Some(printed.split_terminator("--\n").map(in_layers).collect())
}

/// The lines layer by layer, as the listing is.
fn in_layers(printed: &str) -> Vec<String> {
    let mut lines: Vec<String> = printed.lines().map(str::to_owned).collect();
    lines.sort_by_key(|line| {
        let mut at = line.split(' ').map(|part| part.parse::<u32>().unwrap_or(0));
        let [x, y, z] = [(); 3].map(|()| at.next().unwrap());
        (y, z, x)
    });
    lines
}

/// Writes each box into a file of its own.
fn write(dir: &Path, boxes: &[Blocks], bytes: impl Fn(&Blocks) -> Vec<u8>) -> Vec<PathBuf> {
    let file = |(nth, blocks): (usize, &Blocks)| {
        let path = dir.join(nth.to_string());
        fs::write(&path, bytes(blocks)).unwrap();
        path
    };
    boxes.iter().enumerate().map(file).collect()
}

const STRUCTURE: &str = r#"
import nbtlib
def name(state):
    states = sorted(state.get("Properties", {}).items())
    return state["Name"] + ("[" + ",".join(f"{k}={v}" for k, v in states) + "]" if states else "")
def show(path):
    file = nbtlib.load(path)
    assert file.root_name == "" and file.gzipped and file.byteorder == "big"
    assert {tag: type(file[tag]).__name__ for tag in file} == {"DataVersion": "Int", "size": "List[Int]",
        "palette": "List[Compound]", "blocks": "List[Compound]", "entities": "List"}
    names = [name(state) for state in file["palette"]]
    w, h, l = file["size"]
    assert len(file["blocks"]) == w * h * l
    for block in file["blocks"]:
        x, y, z = map(int, block["pos"])
        print(x, y, z, names[block["state"]])
"#;

#[test]
fn structures_hold_every_block() {
    let dir = tempfile::tempdir().unwrap();
    let boxes = boxes();
    let paths = write(dir.path(), &boxes, |blocks| blocks.to_structure().unwrap());
    let Some(found) = read(STRUCTURE, &paths) else { return };
    assert_eq!(found, boxes.iter().map(listing).collect::<Vec<_>>());
}

#[test]
fn structures_carry_the_number_of_their_version() {
    let Some(python) = clients::python() else { return };
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("level.nbt");
    let map = BuilderMap::filled(Size::new(2, 3), Wrap::None, Tile::FLOOR);
    let blocks = Blocks::from_map(&map, &Extrusion::default(), Version::V1_21_8).unwrap();
    fs::write(&path, blocks.to_structure().unwrap()).unwrap();
    let program =
        "import sys, nbtlib; f = nbtlib.load(sys.argv[1]); print(int(f['DataVersion']), *map(int, f['size']))";
    assert_eq!(clients::run_python(python, program, &[path.to_str().unwrap()]), "4440 2 5 3\n");
}

const PIECES: &str = r#"
import json, nbtlib, pathlib
def show(path):
    root = pathlib.Path(path)
    index = json.loads((root / "index.json").read_text())
    placed = [line.split() for line in (root / "data/level/function/place.mcfunction").read_text().splitlines()]
    assert len(placed) == len(index["pieces"]) == len(list(root.glob("data/level/structure/*.nbt")))
    for command, piece in zip(placed, index["pieces"]):
        assert command[:3] == ["place", "template", piece["name"]], command
        at = [int(word[1:] or 0) for word in command[3:]]
        assert at == piece["at"] and all(word[0] == "~" for word in command[3:])
        file = nbtlib.load(root / "data/level/structure" / (piece["name"].split(":")[1] + ".nbt"))
        assert [int(side) for side in file["size"]] == piece["size"] and max(piece["size"]) <= 48
        for block in file["blocks"]:
            state = file["palette"][block["state"]]
            states = sorted(state.get("Properties", {}).items())
            states = "[" + ",".join(f"{k}={v}" for k, v in states) + "]" if states else ""
            x, y, z = (int(p) + a for p, a in zip(block["pos"], at))
            print(x, y, z, state["Name"] + states)
"#;

#[test]
fn pieces_put_together_are_the_whole() {
    let mut rng = MapRng::new(9);
    let dir = tempfile::tempdir().unwrap();
    let (mut boxes, mut places) = (Vec::new(), Vec::new());
    for (w, h, height) in [(49, 1, 3), (50, 53, 4), (3, 4, 60)] {
        let map = random_map(Size::new(w, h), &mut rng);
        let extrusion = Extrusion { height, ..Extrusion::default() };
        let blocks = Blocks::from_map(&map, &extrusion, Version::V1_21).unwrap();
        places.push(dir.path().join(boxes.len().to_string()));
        blocks.to_pieces("level").unwrap().save(&places[boxes.len()]).unwrap();
        boxes.push(blocks);
    }
    let Some(found) = read(PIECES, &places) else { return };
    assert_eq!(found, boxes.iter().map(listing).collect::<Vec<_>>());
}

/// The specification, in a few lines.
const SCHEM: &str = r#"
import nbtlib
def show(path):
    root = nbtlib.load(path)
    assert root.root_name == "Schematic" and root.gzipped and root.byteorder == "big"
    types = {tag: type(root[tag]).__name__ for tag in root}
    assert types == {"Version": "Int", "DataVersion": "Int", "Metadata": "Compound", "Width": "Short",
        "Height": "Short", "Length": "Short", "Offset": "IntArray", "PaletteMax": "Int", "Palette": "Compound",
        "BlockData": "ByteArray", "BlockEntities": "List", "Entities": "List"}, types
    assert root["Version"] == 2 and root["PaletteMax"] == len(root["Palette"])
    names = {int(number): name for name, number in root["Palette"].items()}
    numbers, number, shift = [], 0, 0
    for byte in root["BlockData"]:
        number |= (int(byte) & 0x7f) << shift
        shift += 7
        if int(byte) >= 0:
            numbers.append(number)
            number, shift = 0, 0
    w, h, l = (int(root[side]) for side in ("Width", "Height", "Length"))
    assert len(numbers) == w * h * l
    for place, number in enumerate(numbers):
        print(place % w, place // (w * l), place // w % l, names[number])
"#;

#[test]
fn schematics_hold_every_block() {
    let dir = tempfile::tempdir().unwrap();
    let boxes = boxes();
    assert!(boxes.iter().any(|blocks| blocks.palette().len() > 128));
    let paths = write(dir.path(), &boxes, |blocks| blocks.to_schem().unwrap());
    let Some(found) = read(SCHEM, &paths) else { return };
    assert_eq!(found, boxes.iter().map(listing).collect::<Vec<_>>());
}

const LITEMAPY: &str = r#"
import nbtlib, litemapy
def show(path):
    region, version = litemapy.Region.from_sponge_nbt(nbtlib.load(path))
    for x, y, z in region.block_positions():
        print(x, y, z, region[x, y, z].to_block_state_identifier(skip_empty=True))
"#;

#[test]
fn litemapy_reads_schematics() {
    let dir = tempfile::tempdir().unwrap();
    let mut boxes = boxes();
    // It takes each byte for a block, so it reads those with at most 128 kinds.
    boxes.retain(|blocks| blocks.palette().len() <= 128);
    let paths = write(dir.path(), &boxes, |blocks| blocks.to_schem().unwrap());
    let Some(found) = read(LITEMAPY, &paths) else { return };
    let sorted = |lines: Vec<String>| lines.iter().map(|line| sort_states(line)).collect::<Vec<String>>();
    let found: Vec<_> = found.into_iter().map(sorted).collect();
    assert_eq!(found, boxes.iter().map(listing).collect::<Vec<_>>());
}

/// litemapy writes states in an order of its own.
fn sort_states(line: &str) -> String {
    let Some((name, states)) = line.split_once('[') else { return line.to_owned() };
    let mut states: Vec<&str> = states.trim_end_matches(']').split(',').collect();
    states.sort_unstable();
    format!("{name}[{}]", states.join(","))
}

/// What the README says are the defaults, are.
#[test]
fn the_readme_shows_the_defaults() {
    let document = include_str!("../../README.md");
    let (_, rest) = document.split_once("```json\n{\n  \"height\"").unwrap();
    let json = format!("{{\n  \"height\"{}", rest.split_once("```").unwrap().0);
    let shown: Extrusion = serde_json::from_str(&json).unwrap();
    let mut map = random_map(Size::new(30, 30), &mut MapRng::new(1));
    map.exit = map.start;
    let box_of = |extrusion: &Extrusion| Blocks::from_map(&map, extrusion, Version::V1_21).unwrap();
    assert_eq!(shown.columns.len(), Palette::default().looks().len());
    assert_eq!(box_of(&shown), box_of(&Extrusion::default()));
    assert_eq!(Extrusion { columns: Extrusion::default().columns, ..shown }, Extrusion::default());
}

#[test]
fn the_document_tells_the_supported_versions() {
    let document = include_str!("../../../../docs/export.md");
    let [first, .., last] = Version::ALL;
    assert!(document.contains(&format!("`-O minecraft` ({first} to {last})")));
    assert!(document.contains(&"1.19".parse::<Version>().unwrap_err().to_string()));
}

#[test]
fn the_same_map_is_the_same_file() {
    let bytes = || {
        let blocks = many_kinds();
        (blocks.to_schem().unwrap(), blocks.to_structure().unwrap(), blocks.to_pieces("level").unwrap())
    };
    assert_eq!(bytes(), bytes());
    // Neither a time nor a name nor the system in the head of the compressed file.
    assert_eq!(bytes().0[..10], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
}

#[test]
fn a_broken_map_is_refused() {
    let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
    map.start = Some(Point::new(3, 0));
    let error = Blocks::from_map(&map, &Extrusion::default(), Version::V1_21).unwrap_err();
    assert!(matches!(error, BlocksError::Map { .. }), "{error}");
    map.repair();
    assert!(Blocks::from_map(&map, &Extrusion::default(), Version::V1_21).is_ok());
}
