//! What cannot be made: the error says why, and the map stays.

use super::*;

#[test]
fn what_cannot_be_is_said_at_once_and_the_map_stays() {
    let base = WaveFunctionCollapse::default();
    let mut ground = floor(9);
    ground.start = Some(Point::new(1, 1));
    let walled = WaveFunctionCollapse { border: true, ..base.clone() };
    let none = "`border` asks for `wall` at (0, 0); expected a tile of the sample or of the rules";
    assert!(check_error(&walled, &ground, none).is_retryable());
    let outside = WaveFunctionCollapse { pins: vec![Pin { at: Point::new(9, 0), tile: Tile::WALL }], ..base.clone() };
    check_error(&outside, &ground, "parameter `pins` is (9, 0); expected cells of the map of 9x9");
    let budget = WaveFunctionCollapse { budget: 0, ..base.clone() };
    assert!(!check_error(&budget, &ground, "parameter `budget` is 0; expected 1 to 1000").is_retryable());
    let n = WaveFunctionCollapse { model: CollapseModel::Overlapping { n: 1 }, ..base.clone() };
    check_error(&n, &ground, "parameter `model.overlapping.n` is 1; expected 2 to 5");
    check_error(&base, &floor(2), "a map of 2x2 is too small: at least 3x3 is needed");
    let chunks = WaveFunctionCollapse { model: CollapseModel::Chunks { chunk: 8, stride: Some(8) }, ..base.clone() };
    check_error(&chunks, &floor(7), "a map of 7x7 is too small: at least 8x8 is needed");
    let small = WaveFunctionCollapse { sample: Some(floor(2)), ..base.clone() };
    check_error(&small, &ground, "parameter `sample` is a map of 2x2; expected at least 3x3");
    // No window of stripes has wall beside wall: the pins are named, not only the corner of the window.
    let walls = |at: [(u16, u16); 2]| WaveFunctionCollapse {
        model: CollapseModel::Overlapping { n: 2 },
        symmetries: Symmetries::NONE,
        sample: Some(sample_from_text("#.#.#.\n#.#.#.\n#.#.#.\n").unwrap()),
        pins: at.map(|at| Pin { at: at.into(), tile: Tile::WALL }).to_vec(),
        ..base.clone()
    };
    let none =
        "no map can be made: no pattern has `wall` at (4, 2) and `wall` at (5, 2); its top left cell is at (4, 1)";
    check_error(&walls([(4, 2), (5, 2)]), &ground, none);
    // Nothing but the columns between them tells that walls an odd number of columns apart do not go together.
    let error = made(&walls([(1, 2), (8, 2)]), &ground, 1).unwrap_err().to_string();
    assert!(error.starts_with("no map can be made: no pattern fits its "), "{error}");
}

#[test]
fn a_contradiction_within_the_budget_ends_and_the_map_stays() {
    // A chessboard has no place on a torus of odd sides, and no single step tells.
    let chess = |size: Size, wrap: Wrap| {
        let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
        size.points().filter(|p| (p.x + p.y) % 2 == 0).for_each(|p| map.tiles[p] = Tile::WALL);
        map
    };
    let stage = WaveFunctionCollapse {
        model: CollapseModel::Tiled,
        sample: Some(chess(Size::new(4, 4), Wrap::Both)),
        budget: 2,
        restarts: 3,
        ..WaveFunctionCollapse::default()
    };
    let mut ground = BuilderMap::filled(Size::new(5, 3), Wrap::Both, Tile::FLOOR);
    (ground.start, ground.rooms) = (Some(Point::new(1, 1)), Some(Room::numbered([Rect::new(0, 0, 2, 2)])));
    for seed in 0..20 {
        let mut map = ground.clone();
        let error = stage.apply(&mut map, &mut BuildCx::new(seed, stage.name(), 0)).unwrap_err();
        assert_eq!(map, ground);
        assert!(error.is_retryable());
        let text = error.to_string();
        assert!(text.starts_with("gave up after ") && text.contains(" and 3 restarts, with at most "), "{text}");
        assert!(text.contains(" of 15 decided; the last contradiction was at ("), "{text}");
    }
    let even = BuilderMap::filled(Size::new(6, 8), Wrap::Both, Tile::FLOOR);
    let map = made(&stage, &even, 1).unwrap();
    let expected = chess(map.size(), Wrap::Both).tiles;
    let other = expected.map(|&tile| if tile == Tile::WALL { Tile::FLOOR } else { Tile::WALL });
    assert!(map.tiles == expected || map.tiles == other);
}

#[test]
fn components_are_joined() {
    let count = |map: &BuilderMap| Components::from_map(map, &map.passages()).sizes.len();
    let mut apart = 0;
    for seed in 0..20 {
        let any = WaveFunctionCollapse { border: true, ..overlapping() };
        let map = made(&any, &floor(24), seed).unwrap();
        apart += u32::from(count(&map) > 1);
        let repair = WaveFunctionCollapse { connect: Connect::Repair, ..any };
        let mended = made(&repair, &floor(24), seed).unwrap();
        assert_eq!(count(&mended), 1);
        assert!(is_walled_in(&mended));
        let dug = map.tiles.iter().filter(|&(p, &tile)| mended.tiles[p] != tile);
        assert!(dug.into_iter().all(|(p, tile)| tile.is_solid() && mended.tiles[p] == Tile::FLOOR));
    }
    assert!(apart > 5, "{apart} in parts");
}
