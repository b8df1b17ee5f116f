//! Prefabs as levels and as sections: where they lie, what is written, and what goes.

use crate::odd::{SIZES, odd_map};
use mapwright_core::{BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Dir, Grid, History, MapRng, Room};
use mapwright_core::{Legend, Meaning, Template};
use mapwright_core::{MetaMapBuilder, Plane, Planes, Point, Portal, Sides, Size, Spawn, Tile, Wrap};
use mapwright_dungeon::{FromMap, Overflow, Place, PrefabLevel, PrefabSection};

/// The places by column, then by row.
const PLACES: [[Place; 3]; 3] = [
    [Place::TopLeft, Place::Left, Place::BottomLeft],
    [Place::Top, Place::Center, Place::Bottom],
    [Place::TopRight, Place::Right, Place::BottomRight],
];

fn prefab(text: &str) -> Template {
    Template::from_text(text, &Legend::default().with('g', Meaning::spawn("Goblin"))).unwrap()
}

/// Tiles with their names in the default palette.
fn rows(map: &BuilderMap) -> Vec<String> {
    let palette = mapwright_core::Palette::default();
    map.tiles.rows().map(|row| row.iter().map(|&tile| palette.look(tile).glyph).collect()).collect()
}

fn section(map: &mut BuilderMap, section: &PrefabSection) -> Result<(), BuildError> {
    section.apply(map, &mut BuildCx::new(0, section.name(), 0))?;
    map.settle(section.facts(map.size()).effect);
    Ok(())
}

#[test]
fn a_section_lies_where_it_is_told_to_and_its_first_row_and_column_are_written() {
    // All nine places of a template on a map of grass, the corners of the template all different.
    let template = prefab("#.~\n:;o");
    let expected = |left: usize, top: usize| {
        let mut rows = vec![String::from("\"\"\"\"\"\"\"\""); 5];
        for (row, text) in rows[top..].iter_mut().zip(["#.~", ":;o"]) {
            row.replace_range(left..left + 3, text);
        }
        rows
    };
    for (column, left) in PLACES.into_iter().zip([0, 2, 5]) {
        for (at, top) in column.into_iter().zip([0, 1, 3]) {
            let mut map = BuilderMap::filled(Size::new(8, 5), Wrap::Both, Tile::GRASS);
            let stage = PrefabSection { template: template.clone(), at, ..PrefabSection::default() };
            section(&mut map, &stage).unwrap();
            assert_eq!(rows(&map), expected(left, top), "{at:?}");
        }
    }
}

#[test]
fn a_place_that_depends_on_the_map_is_refused() {
    let expected = "top-left, top, top-right, left, center, right, bottom-left, bottom or bottom-right";
    for (at, word) in [(Place::Farthest, "farthest"), (Place::RandomRoom, "random-room")] {
        let mut map = BuilderMap::filled(Size::new(40, 40), Wrap::None, Tile::GRASS);
        let error = section(&mut map, &PrefabSection { at, ..PrefabSection::default() }).unwrap_err();
        assert_eq!(error.to_string(), format!("parameter `at` is {word}; expected {expected}"));
        let level = PrefabLevel { at, ..PrefabLevel::default() };
        assert!(BuilderChain::start_with(Size::new(40, 40), level).check().is_err());
    }
}

#[test]
fn what_is_kept_stays() {
    let mut map = BuilderMap::filled(Size::new(3, 3), Wrap::None, Tile::GRASS);
    section(&mut map, &PrefabSection { template: prefab("# #\n\n# #"), ..PrefabSection::default() }).unwrap();
    assert_eq!(rows(&map), ["#\"#", "\"\"\"", "#\"#"]);
}

#[test]
fn what_reaches_over_the_border_is_refused_or_clipped() {
    let template = prefab("123456789".replace(char::is_numeric, ".").as_str());
    let marked = |x: u16| {
        let mut text = template.to_text();
        text.replace_range(usize::from(x)..usize::from(x) + 1, "~");
        prefab(&text)
    };
    let stage = |template: Template, at, overflow| PrefabSection { template, at, overflow };
    let empty = BuilderMap::filled(Size::new(4, 2), Wrap::None, Tile::WALL);
    let mut map = empty.clone();
    let error = section(&mut map, &stage(template.clone(), Place::Left, Overflow::Refuse)).unwrap_err();
    assert_eq!(error.to_string(), "a map of 4x2 is too small: at least 9x1 is needed");
    assert_eq!(map, empty);
    // Which of the nine cells is where in the end, from the bounds of the map and not of the template.
    for (at, first) in [Place::Left, Place::Center, Place::Right].into_iter().zip([0, 3, 5]) {
        for x in 0..9 {
            let mut map = empty.clone();
            section(&mut map, &stage(marked(x), at, Overflow::Clip)).unwrap();
            let row = &rows(&map)[0];
            assert_eq!(
                row.find('~').map(|at| at + first),
                Some(usize::from(x)).filter(|x| (first..first + 4).contains(x))
            );
            assert_eq!(rows(&map)[1], "####");
        }
    }
}

#[test]
fn spawns_go_by_where_they_are_on_any_shape_of_map() {
    // The fault of `y = index / height`: on a map that is not square, what is removed lies elsewhere.
    for (w, h) in [(40, 9), (9, 40), (17, 16)] {
        let size = Size::new(w, h);
        let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
        map.spawns = size.points().map(|at| Spawn::new(at, "Bat")).collect();
        let stage =
            PrefabSection { template: prefab("###\n#g#\n. ."), at: Place::BottomRight, ..PrefabSection::default() };
        section(&mut map, &stage).unwrap();
        assert_eq!(map.validate(), Ok(()));
        let (left, top) = (w - 3, h - 3);
        let goblin = Spawn::new(Point::new(left + 1, top + 1), "Goblin");
        let is_kept = |at: Point| at.x < left || at.y < top || at == Point::new(left + 1, top + 2);
        let kept = size.points().filter(|&at| is_kept(at)).map(|at| Spawn::new(at, "Bat"));
        assert_eq!(map.spawns, kept.chain([goblin]).collect::<Vec<Spawn>>());
    }
}

#[test]
fn what_stood_under_a_section_goes_and_its_own_comes() {
    let at = Point::new;
    let mut map = BuilderMap::filled(Size::new(6, 3), Wrap::None, Tile::FLOOR);
    (map.start, map.exit) = (Some(at(0, 0)), Some(at(5, 0)));
    map.tiles[at(5, 0)] = Tile::STAIRS_DOWN;
    map.portals =
        vec![Portal::new(at(0, 1), at(3, 1)), Portal::new(at(3, 0), at(4, 0)), Portal::new(at(2, 2), at(1, 1))];
    map.rooms = Some(Room::numbered([mapwright_core::Rect::new(0, 0, 2, 1), mapwright_core::Rect::new(0, 0, 3, 1)]));
    map.corridors = Some(vec![vec![at(0, 0), at(1, 0)], vec![at(1, 1), at(2, 1)]]);
    map.regions = Some(Grid::new(map.size(), 7));
    map.solution = Some(Grid::new(map.size(), Sides::CLOSED));
    let left = |text: &str| PrefabSection { template: prefab(text), at: Place::TopLeft, ..PrefabSection::default() };
    let mut changed = map.clone();
    section(&mut changed, &left("##\n>.")).unwrap();
    assert_eq!((changed.start, changed.exit), (None, Some(at(0, 1))));
    assert_eq!(rows(&changed), ["##....", ">.....", "......"], "stairs of the old exit are floor");
    assert_eq!(changed.portals, [Portal::new(at(3, 0), at(4, 0))]);
    assert_eq!(changed.rooms, Some(vec![Room::new(1, mapwright_core::Rect::new(0, 0, 3, 1))]), "ids stay");
    assert_eq!(changed.corridors, Some(vec![vec![at(1, 1), at(2, 1)]]));
    let regions = changed.regions.unwrap();
    assert_eq!(regions.as_slice()[..8], [0, 0, 7, 7, 7, 7, 7, 7]);
    assert_eq!((changed.solution, changed.flow), (None, None));
    section(&mut map, &left(".@")).unwrap();
    assert_eq!((map.start, map.exit), (Some(at(1, 0)), Some(at(5, 0))));
}

#[test]
fn a_section_opens_and_closes_sides_as_its_tiles_show() {
    // A maze whose cells are all closed, and one whose cells are all open.
    for code in [0, 15] {
        let mut map = BuilderMap::filled(Size::new(5, 3), Wrap::X, Tile::FLOOR);
        map.sides = Some(Grid::new(map.size(), Sides::from_code(code)));
        map.tiles[Point::new(4, 1)] = Tile::WALL;
        let stage = PrefabSection { template: prefab(".#\n.."), at: Place::TopLeft, ..PrefabSection::default() };
        section(&mut map, &stage).unwrap();
        let sides = map.sides.clone().unwrap();
        let code_at = |x, y| sides[Point::new(x, y)].code();
        let bit = |dir: Dir| 1 << dir as u8;
        assert_eq!(code_at(0, 0), bit(Dir::S) | bit(Dir::W), "joined below, and over the border");
        assert_eq!(code_at(1, 0), 0, "solid");
        assert_eq!(code_at(0, 1), bit(Dir::N) | bit(Dir::E) | bit(Dir::S), "not to the wall in the west");
        assert_eq!(code_at(1, 1), bit(Dir::W) | bit(Dir::E) | bit(Dir::S));
        assert_eq!(code_at(2, 0) & bit(Dir::W), 0, "closed towards what is solid");
        assert_eq!(code_at(2, 1) & bit(Dir::W), bit(Dir::W), "open towards what is open");
        assert_eq!(code_at(3, 1), code, "all else stays");
    }
}

#[test]
fn sections_on_odd_maps_leave_them_sound_and_do_what_the_definition_says() {
    let mut rng = MapRng::new(11);
    let glyphs: Vec<char> = " .#~g".chars().collect();
    let (mut put, mut refused) = (0, 0);
    for seed in 0..2000 {
        let mut map = odd_map(&mut rng);
        let before = map.clone();
        let (w, h) = (1 + rng.below(8), 1 + rng.below(8));
        let row = |rng: &mut MapRng| (0..w).map(|_| *rng.pick(&glyphs).unwrap()).collect::<String>();
        let text: Vec<String> = (0..h).map(|_| row(&mut rng)).collect();
        let (across, down) = (rng.below(3) as usize, rng.below(3) as usize);
        let stage = PrefabSection {
            template: prefab(&text.join("\n")),
            at: PLACES[across][down],
            overflow: if rng.chance(0.7) { Overflow::Clip } else { Overflow::Refuse },
        };
        match section(&mut map, &stage) {
            Ok(()) => put += 1,
            Err(_) => {
                assert!(stage.overflow == Overflow::Refuse && (w > map.size().w.into() || h > map.size().h.into()));
                refused += 1;
                continue;
            }
        }
        assert_eq!(map.validate(), Ok(()), "{seed}");
        let wants = stage.facts(before.size()).after(before.planes());
        assert_eq!(wants.minus(map.planes()), Planes::NONE);
        let corner = |over: i64, part: usize| [0, over.div_euclid(2), over][part];
        let left = corner(i64::from(map.size().w) - i64::from(w), across);
        let top = corner(i64::from(map.size().h) - i64::from(h), down);
        for p in map.size().points() {
            let (x, y) = (i64::from(p.x) - left, i64::from(p.y) - top);
            let inside = (0..i64::from(w)).contains(&x) && (0..i64::from(h)).contains(&y);
            let glyph = if inside { text[y as usize].as_bytes()[x as usize] } else { b' ' };
            let there = |map: &BuilderMap| map.spawns.iter().filter(|spawn| spawn.at == p).count();
            match glyph {
                b' ' => assert_eq!((map.tiles[p], there(&map)), (before.tiles[p], there(&before))),
                b'#' => assert_eq!((map.tiles[p], there(&map)), (Tile::WALL, 0)),
                b'~' => assert_eq!((map.tiles[p], there(&map)), (Tile::WATER, 0)),
                b'.' => assert_eq!((map.tiles[p], there(&map)), (Tile::FLOOR, 0)),
                _ => assert_eq!((map.tiles[p], there(&map)), (Tile::FLOOR, 1)),
            }
            let marks = [map.start, map.exit];
            assert!(glyph == b' ' || !marks.contains(&Some(p)));
            let stays = [before.start, before.exit].map(|mark| mark.filter(|_| glyph == b' '));
            assert!((0..2).all(|i| stays[i] != Some(p) || marks[i] == Some(p)));
        }
    }
    assert!(put > 1000 && refused > 100, "{put} {refused}");
}

#[test]
fn a_level_is_the_template_in_a_map_of_the_fill() {
    let level = |overflow, fill| PrefabLevel { template: prefab("@.#\n g>"), at: Place::Right, overflow, fill };
    let map = BuilderChain::start_with(Size::new(5, 4), level(Overflow::Refuse, Tile::TREE)).build(0).unwrap();
    assert_eq!(rows(&map), ["&&&&&", "&&..#", "&&&.>", "&&&&&"]);
    assert_eq!((map.start, map.exit), (Some(Point::new(2, 1)), Some(Point::new(4, 2))));
    assert_eq!(map.spawns, [Spawn::new(Point::new(3, 2), "Goblin")]);
    let refused = BuilderChain::start_with(Size::new(2, 4), level(Overflow::Refuse, Tile::WALL));
    let error = refused.build(0).unwrap_err();
    assert_eq!(error.to_string(), "initial prefab-level: a map of 2x4 is too small: at least 3x2 is needed");
    assert!(!error.is_retryable());
    let clipped = BuilderChain::start_with(Size::new(2, 1), level(Overflow::Clip, Tile::WALL));
    let map = clipped.build(0).unwrap();
    assert_eq!((rows(&map), map.start, map.exit), (vec![".>".to_owned()], None, Some(Point::new(1, 0))));
}

#[test]
fn what_may_be_cut_off_is_not_promised() {
    let both = Planes::of(&[Plane::Start, Plane::Exit]);
    let level = |overflow| PrefabLevel { overflow, ..PrefabLevel::default() };
    let gives = |stage: &dyn Builder| stage.facts(Size::new(1, 1)).gives;
    assert_eq!(gives(&level(Overflow::Refuse)), both);
    assert_eq!(gives(&level(Overflow::Clip)), Planes::NONE);
    let section = PrefabSection { template: prefab(".>"), ..PrefabSection::default() };
    assert_eq!(gives(&section), Plane::Exit.into());
    assert_eq!(gives(&PrefabSection::default()), Planes::NONE);
}

#[test]
fn levels_of_any_size_and_wrap_are_sound_and_recorded_alike() {
    for (w, h) in SIZES {
        for wrap in Wrap::ALL {
            for overflow in [Overflow::Clip, Overflow::Refuse] {
                let level = PrefabLevel { overflow, ..PrefabLevel::default() };
                let fits = w >= 15 && h >= 9;
                let chain = BuilderChain::start_with(Size::new(w, h), level).wrap(wrap);
                let map = chain.build(1);
                assert_eq!(map.is_ok(), fits || overflow == Overflow::Clip, "{w}x{h}");
                let mut history = History::every(1);
                assert_eq!(chain.build_with(1, &mut history), map);
                let Ok(map) = map else { continue };
                let chain = BuilderChain::start_with(map.size(), FromMap::new(map.clone()))
                    .with(PrefabSection { overflow: Overflow::Clip, ..PrefabSection::default() });
                let built = chain.build(1).unwrap();
                assert_eq!(chain.build_with(1, &mut history), Ok(built.clone()));
                let mut replay = history.replay();
                while replay.next_frame().is_some() {}
                assert_eq!(replay.map(), &built);
            }
        }
    }
}
