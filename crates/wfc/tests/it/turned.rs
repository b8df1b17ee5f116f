//! Tiles with directions, against the numbers of images written out.

use mapwright_core::{BuildCx, Builder, BuilderMap, Dir, MapRng, MetaMapBuilder, Point, Size, Tile, Wrap};
use mapwright_wfc::{
    CollapseModel, Model, SampleError, SampleLegend, TileSymmetry, TurnedTile, TurnedTiles, WaveFunctionCollapse,
};

/// The image that a quarter turn counter-clockwise makes of each image, and the one that a mirror makes.
fn tables(symmetry: TileSymmetry) -> (&'static [usize], &'static [usize]) {
    match symmetry {
        TileSymmetry::X => (&[0], &[0]),
        TileSymmetry::I => (&[1, 0], &[0, 1]),
        TileSymmetry::Diagonal => (&[1, 0], &[1, 0]),
        TileSymmetry::T => (&[1, 2, 3, 0], &[0, 3, 2, 1]),
        TileSymmetry::L => (&[1, 2, 3, 0], &[1, 0, 3, 2]),
        TileSymmetry::F => (&[1, 2, 3, 0, 7, 4, 5, 6], &[4, 5, 6, 7, 0, 1, 2, 3]),
    }
}

const CLASSES: [TileSymmetry; 6] =
    [TileSymmetry::X, TileSymmetry::T, TileSymmetry::I, TileSymmetry::L, TileSymmetry::Diagonal, TileSymmetry::F];

#[test]
fn pairs_are_allowed_with_all_their_images_and_no_others() {
    for seed in 0..200 {
        let mut rng = MapRng::new(seed);
        let tiles: Vec<TurnedTile> = (0..1 + rng.below(4))
            .map(|nth| TurnedTile {
                symmetry: *rng.pick(&CLASSES).unwrap(),
                ..TurnedTile::new(format!("tile {nth} x"), [Tile::FLOOR])
            })
            .collect();
        let count = |nth: usize| tables(tiles[nth].symmetry).0.len();
        let mut first = vec![0];
        (0..tiles.len()).for_each(|nth| first.push(first[nth] + count(nth)));
        let mut any = || {
            let nth = rng.below(tiles.len() as u32) as usize;
            (nth, rng.below(count(nth) as u32) as usize)
        };
        let pairs: Vec<_> = (0..4).map(|_| (any(), any())).collect();
        let mut allowed = std::collections::BTreeSet::new();
        for &((a, mut image_a), (b, mut image_b)) in &pairs {
            let ((turn_a, mirror_a), (turn_b, mirror_b)) = (tables(tiles[a].symmetry), tables(tiles[b].symmetry));
            let mut dir = Dir::E;
            for _ in 0..4 {
                let flipped = if matches!(dir, Dir::E | Dir::W) { dir.opposite() } else { dir };
                for (x, dir, y) in [(image_a, dir, image_b), (mirror_a[image_a], flipped, mirror_b[image_b])] {
                    allowed.insert((first[a] + x, dir, first[b] + y));
                    allowed.insert((first[b] + y, dir.opposite(), first[a] + x));
                }
                (image_a, image_b, dir) = (turn_a[image_a], turn_b[image_b], dir.turned(3));
            }
        }
        let name = |(nth, image): (usize, usize)| match image {
            0 => tiles[nth].name.clone(),
            image => format!("{} {image}", tiles[nth].name),
        };
        let named: Vec<_> = pairs.iter().map(|&(a, b)| (name(a), name(b))).collect();
        let named = named.iter().map(|(a, b)| (&**a, &**b));
        let model = TurnedTiles::new(tiles.clone(), named).model().unwrap();
        for (a, b) in (0..first[tiles.len()]).flat_map(|a| (0..first[tiles.len()]).map(move |b| (a, b))) {
            for dir in Dir::ALL {
                let expected = allowed.contains(&(a, dir, b));
                assert_eq!(
                    model.rules().allows(a as u32, dir, b as u32),
                    expected,
                    "{seed}: {pairs:?} {a} {dir:?} {b}"
                );
            }
        }
    }
}

#[test]
fn mistakes_in_tiles_are_named() {
    let refused = |tiles: &[TurnedTile], pairs: &[(&str, &str)], expected: &str| {
        let tiles = TurnedTiles::new(tiles, pairs.iter().copied());
        let stage = WaveFunctionCollapse { model: CollapseModel::Turned(tiles), ..WaveFunctionCollapse::default() };
        assert_eq!(stage.check().unwrap_err().to_string(), format!("parameter `model.turned.{expected}"));
    };
    let corner = TurnedTile { symmetry: TileSymmetry::L, ..TurnedTile::new("corner", [Tile::WALL]) };
    let (one, pair) = (std::slice::from_ref(&corner), [("corner", "corner 3")]);
    refused(&[], &pair, "tiles` is a list of 0; expected a list of 1 to 256");
    refused(one, &[], "neighbors` is a list of 0; expected a list of 1 to 65536");
    let two = [TurnedTile { tiles: vec![Tile::WALL, Tile::FLOOR], ..corner.clone() }];
    refused(&two, &pair, "tiles[0].tiles` is a list of 2; expected one tile, or 4: one for each image");
    refused(&[corner.clone(), corner.clone()], &pair, "tiles[1].name` is `corner`; expected each name once");
    refused(
        one,
        &[pair[0], ("corner", "corner 4")],
        "neighbors[1]` is `corner 4`; expected an image from 0 to 3 of this tile",
    );
    let expected = "neighbors[0]` is `wall`; expected the name of one of `tiles`, and the number of an image";
    refused(one, &[("wall", "corner")], expected);
    let heavy = [TurnedTile { weight: u32::MAX, ..corner }];
    refused(
        &heavy,
        &pair,
        "tiles` is a list of weights; expected the weights add up to 17179869180; expected at most 4294967295",
    );
}

#[test]
fn a_side_has_its_tile_in_all_cells() {
    let stripes = ["......\n"; 3].concat() + &["\"\"\"\"\"\"\n"; 3].concat();
    let sample = mapwright_wfc::sample_from_text(&stripes).unwrap();
    let stage = |side_pins: &[(Dir, Tile)]| WaveFunctionCollapse {
        sample: Some(sample.clone()),
        side_pins: side_pins.to_vec(),
        periodic: true,
        ..WaveFunctionCollapse::default()
    };
    let cells = |dir: Dir| {
        (0..12).map(move |at| match dir {
            Dir::N => Point::new(at, 0),
            Dir::E => Point::new(11, at),
            Dir::S => Point::new(at, 11),
            Dir::W => Point::new(0, at),
        })
    };
    for dir in Dir::ALL {
        let mut map = BuilderMap::filled(Size::new(12, 12), Wrap::None, Tile::WALL);
        let stage = stage(&[(dir, Tile::GRASS), (dir.opposite(), Tile::FLOOR)]);
        stage.apply(&mut map, &mut BuildCx::new(3, stage.name(), 0)).unwrap();
        assert!(cells(dir).all(|p| map.tiles[p] == Tile::GRASS), "{dir:?}");
        assert!(cells(dir.opposite()).all(|p| map.tiles[p] == Tile::FLOOR), "{dir:?}");
    }
    let mut map = BuilderMap::filled(Size::new(12, 12), Wrap::None, Tile::WALL);
    let error = stage(&[(Dir::S, Tile::SAND)]).apply(&mut map, &mut BuildCx::new(3, "w", 0)).unwrap_err().to_string();
    assert_eq!(error, "parameter `side_pins` is `sand` at (0, 11); expected a tile of the sample or of the rules");
}

#[test]
fn colors_of_a_kind_are_as_many_as_there_are_numbers() {
    use mapwright_core::{Color, Grid};
    let pixels = |n: u16| Grid::from_fn(Size::new(n, 1), |p| Color(9, 77, p.x as u8));
    let open = SampleLegend::default();
    let sample = open.picture(&pixels(96)).unwrap();
    let all: std::collections::BTreeSet<Tile> = sample.map.tiles.as_slice().iter().copied().collect();
    assert_eq!((all.len(), all.first(), all.last()), (96, Some(&Tile(32)), Some(&Tile(127))));
    assert_eq!(open.picture(&pixels(97)), Err(SampleError::Colors { solid: false }));
    let solid = SampleLegend { solid: (0..97).map(|blue| Color(9, 77, blue)).collect(), ..open };
    assert!(solid.picture(&pixels(96)).unwrap().map.tiles.as_slice().iter().all(|tile| tile.0 >= 160));
    let error = solid.picture(&pixels(200)).unwrap_err().to_string();
    assert_eq!(error, "more than 96 solid colors have no name; give tiles to some of them in `legend`");
}
