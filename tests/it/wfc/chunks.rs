//! Maps collapsed chunk by chunk, alone and in processes of their own.

use super::*;

/// That a map is laid out in pieces of another, and that cells facing each other over every seam are equal.
fn check_chunks(map: &BuilderMap, source: &BuilderMap, chunk: u16, stride: usize, wrap: Wrap) {
    let Size { w, h } = map.size();
    let corners = |length: u16| (0..(length + 1).saturating_sub(chunk)).step_by(stride);
    let (xs, ys) = (corners(source.size().w), corners(source.size().h));
    let pieces = ys.flat_map(|y| xs.clone().map(move |x| (x, y)));
    let known: BTreeSet<Vec<u8>> =
        pieces.flat_map(|(x, y)| images(&block(source, x, y, chunk, chunk), chunk.into())).collect();
    for y in (0..h).step_by(chunk.into()) {
        for x in (0..w).step_by(chunk.into()) {
            let (across, down) = (chunk.min(w - x), chunk.min(h - y));
            let piece = block(map, x, y, across, down);
            let cut = |known: &Vec<u8>| -> Vec<u8> {
                let rows = known.chunks(chunk.into()).take(down.into());
                rows.flat_map(|row| &row[..across.into()]).copied().collect()
            };
            let is_known = if piece.len() == usize::from(chunk * chunk) {
                known.contains(&piece)
            } else {
                known.iter().any(|known| cut(known) == piece)
            };
            assert!(is_known, "the piece at ({x}, {y})");
            if x > 0 || wrap.x() {
                let before = (x + w - 1) % w;
                (y..y + down).for_each(|y| assert_eq!(map.tiles[Point::new(before, y)], map.tiles[Point::new(x, y)]));
            }
            if y > 0 || wrap.y() {
                let before = (y + h - 1) % h;
                (x..x + across).for_each(|x| assert_eq!(map.tiles[Point::new(x, before)], map.tiles[Point::new(x, y)]));
            }
        }
    }
}

#[test]
fn twenty_of_twenty_in_chunks() {
    let stage = WaveFunctionCollapse {
        model: CollapseModel::Chunks { chunk: 8, stride: Some(8) },
        ..WaveFunctionCollapse::default()
    };
    for seed in 0..20 {
        for (name, ground) in grounds(seed) {
            let map = made(&stage, &ground, seed).unwrap_or_else(|error| unreachable!("{name} {seed}: {error}"));
            assert_ne!(map.tiles, ground.tiles, "{name}");
            check_chunks(&map, &ground, 8, 8, Wrap::None);
        }
    }
}

#[test]
fn chunks_fit_whatever_is_left_over() {
    let [_, _, (_, cave)] = grounds(3);
    for (i, wrap) in Wrap::ALL.into_iter().enumerate() {
        for (w, h) in [(8, 8), (9, 8), (16, 15), (5, 8), (1, 1), (1, 30), (31, 2), (25, 23)] {
            for stride in [1, 5] {
                let stage = WaveFunctionCollapse {
                    model: CollapseModel::Chunks { chunk: 6, stride: Some(stride) },
                    sample: Some(cave.clone()),
                    ..WaveFunctionCollapse::default()
                };
                let ground = BuilderMap::filled(Size::new(w, h), wrap, Tile::FLOOR);
                let map = made(&stage, &ground, i as u64).unwrap();
                check_chunks(&map, &cave, 6, stride.into(), wrap);
            }
        }
    }
}

#[test]
fn chunks_are_walled_in_whatever_is_left_over() {
    let building = BuilderChain::start_with(Size::new(40, 30), BspInterior::default()).build(3).unwrap();
    let stage = WaveFunctionCollapse {
        model: CollapseModel::Chunks { chunk: 6, stride: Some(1) },
        border: true,
        sample: Some(building.clone()),
        ..WaveFunctionCollapse::default()
    };
    for (i, wrap) in Wrap::ALL.into_iter().enumerate() {
        for (w, h) in [(12, 12), (14, 15), (16, 17), (20, 12), (12, 22), (3, 4), (2, 30), (23, 29)] {
            let size = Size::new(w, h);
            let map = made(&stage, &BuilderMap::filled(size, wrap, Tile::FLOOR), i as u64).unwrap();
            let rim = |p: Point| (!wrap.x() && (p.x == 0 || p.x + 1 == w)) || (!wrap.y() && (p.y == 0 || p.y + 1 == h));
            for p in size.points() {
                assert!(!rim(p) || map.tiles[p] == Tile::WALL, "{size} {wrap} {p}");
                // Over every seam, and round the map.
                for (at, across, length) in [(p.x, true, w), (p.y, false, h)] {
                    let wraps = if across { wrap.x() } else { wrap.y() };
                    if at % 6 == 0 && (at > 0 || wraps) {
                        let before = (at + length - 1) % length;
                        let before = if across { Point::new(before, p.y) } else { Point::new(p.x, before) };
                        assert_eq!(map.tiles[before], map.tiles[p], "{size} {wrap} {before} {p}");
                    }
                }
            }
        }
    }
    // A pin is not painted over.
    let pins = vec![Pin { at: Point::new(13, 5), tile: Tile::FLOOR }];
    let ground = BuilderMap::filled(Size::new(14, 12), Wrap::None, Tile::FLOOR);
    let none = "parameter `pins` is `floor` at (13, 5); expected `wall` there, for `border`";
    check_error(&WaveFunctionCollapse { pins, ..stage }, &ground, none);
}

/// Reports what one process makes, when it is asked to.
#[test]
fn report_for_another_process() {
    if std::env::var_os("MAPWRIGHT_WFC_REPORT").is_some() {
        let mut text = map_to_json(&made(&overlapping(), &floor(64), 5).unwrap());
        for (_, ground) in grounds(5) {
            for model in [
                CollapseModel::Overlapping { n: 3 },
                CollapseModel::Chunks { chunk: 8, stride: Some(8) },
                CollapseModel::Tiled,
            ] {
                let stage = WaveFunctionCollapse { model, ..WaveFunctionCollapse::default() };
                text += &map_to_json(&made(&stage, &ground, 5).unwrap());
            }
        }
        let hash = text.bytes().fold(7, |hash, byte| mapwright::core::mix(hash, byte.into()));
        println!("report {hash:016x}");
    }
}

#[test]
fn ten_processes_make_the_same_maps() {
    let report = || {
        let mut run = std::process::Command::new(std::env::current_exe().unwrap());
        run.args(["--exact", "wfc::chunks::report_for_another_process", "--nocapture"])
            .env("MAPWRIGHT_WFC_REPORT", "1");
        let said = String::from_utf8(run.output().unwrap().stdout).unwrap();
        // The harness may write its own words before it on the line.
        let from = said.find("report ").filter(|&at| said[at..].len() >= 23).map(|_| said.match_indices("report "));
        let report = from.into_iter().flatten().map(|(at, _)| said[at..].chars().take(23).collect::<String>());
        report.last().unwrap()
    };
    let reports: BTreeSet<String> = (0..10).map(|_| report()).collect();
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert!(reports.iter().all(|report| report.len() == 23 && !report.contains("_")), "{reports:?}");
}
