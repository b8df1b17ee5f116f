//! The stage on maps: what it keeps, what it drops, what it shows, and when it gives up.

use mapwright_core::{
    BuildCx, BuilderChain, BuilderMap, FrameKind, Grid, History, Keep, MetaMapBuilder, Palette, Point, Sides, Size,
    Spawn, Tile, Wrap,
};
use mapwright_rewrite::{At, Mark, RewriteRules, RuleSymmetry, Rules, Symbol, all, markov, one, prl, put, repeat};

/// A map from text, with `@` for the start and `>` for the exit on floor.
fn map(rows: &str) -> BuilderMap {
    let rows: Vec<Vec<char>> = rows.split('/').map(|row| row.chars().collect()).collect();
    let mut map = BuilderMap::filled(Size::new(rows[0].len() as u16, rows.len() as u16), Wrap::None, Tile::FLOOR);
    for at in map.size().points() {
        match rows[usize::from(at.y)][usize::from(at.x)] {
            '@' => map.start = Some(at),
            '>' => map.exit = Some(at),
            'g' => map.spawns.push(Spawn::new(at, "Goblin")),
            glyph => map.tiles[at] = Palette::default().tile(glyph).unwrap(),
        }
    }
    map
}

fn text(map: &BuilderMap) -> String {
    let glyph = |tile: &Tile| Palette::default().look(*tile).glyph;
    let rows: Vec<String> = map.tiles.rows().map(|row| row.iter().map(glyph).collect()).collect();
    rows.join("/")
}

fn apply(rules: &RewriteRules, map: &BuilderMap) -> BuilderMap {
    let mut map = map.clone();
    rules.apply(&mut map, &mut BuildCx::new(1, "rewrite", 0)).unwrap();
    assert_eq!(map.validate(), Ok(()));
    map
}

/// Builds a program on a new map, as text.
fn build(size: (u16, u16), wrap: Wrap, rules: RewriteRules) -> String {
    text(&BuilderChain::start_with(Size::new(size.0, size.1), rules).wrap(wrap).build(1).unwrap())
}

#[test]
fn marks_on_rewritten_cells_go_and_others_stay() {
    let before = map("@.#/g.g/..>");
    let left = apply(&RewriteRules::new().then(prl("# -> .")), &before);
    assert_eq!((left.start, left.exit, left.spawns.len()), (before.start, before.exit, 2));
    let flooded = apply(&RewriteRules::new().then(prl(". -> ~").symmetry(RuleSymmetry::None)), &before);
    assert_eq!((flooded.start, flooded.exit, flooded.spawns.len()), (None, None, 0));
    // The program knows the start: it is no `.` but an `@`.
    let kept = apply(&RewriteRules::new().then(prl(". -> ~")).then(prl("@~ -> @.")), &before);
    assert_eq!((kept.start, kept.exit), (before.start, None));
    assert_eq!(text(&kept), "..#/.~~/~~~");
}

#[test]
fn sides_go_only_if_something_is_rewritten() {
    let mut before = map("##./#..");
    before.sides = Some(Grid::new(before.size(), Sides::CLOSED));
    assert!(apply(&RewriteRules::new().then(prl("~ -> .")), &before).sides.is_some());
    assert!(apply(&RewriteRules::new().then(prl("# -> .")), &before).sides.is_none());
}

#[test]
fn tiles_without_a_symbol_match_only_anything() {
    let mut before = map("#.#/.#.");
    before.tiles[Point::new(1, 1)] = Tile(0xf0);
    before.tiles[Point::new(2, 1)] = Tile(0x51);
    let after = apply(&RewriteRules::new().then(prl("# -> ~")), &before);
    assert_eq!(after.tiles[Point::new(1, 1)], Tile(0xf0));
    assert_eq!(after.tiles[Point::new(2, 1)], Tile(0x51));
    let after = apply(&RewriteRules::new().then(prl("* -> ~")), &before);
    assert!(after.tiles.as_slice().iter().all(|&tile| tile == Tile::WATER));
}

#[test]
fn symbols_may_put_start_exit_and_spawns() {
    let rules = RewriteRules::new()
        .symbol('K', Symbol { tile: Tile::GRASS, mark: Some(Mark::Spawn("Key".into())) })
        .then(put('@', At::Cell(0, 0)))
        .then(put('>', At::Cell(2, 1)))
        .then(put('K', At::Center));
    let map = BuilderChain::start_with(Size::new(3, 2), rules).build(1).unwrap();
    assert_eq!((map.start, map.exit), (Some(Point::new(0, 0)), Some(Point::new(2, 1))));
    assert_eq!(
        map.spawns.iter().map(|spawn| (spawn.at, spawn.what.as_str())).collect::<Vec<_>>(),
        [(Point::new(1, 1), "Key")]
    );
    assert_eq!(text(&map), ".##/#\">");
}

#[test]
fn symbols_may_be_doors_with_locks_and_their_keys() {
    let rules = RewriteRules::new()
        .symbol('K', Symbol { tile: Tile::FLOOR, mark: Some(Mark::Key("Red key".into(), 3)) })
        .symbol('L', Symbol { tile: Tile::DOOR, mark: Some(Mark::Door(Some(3))) })
        .then(put('K', At::Left))
        .then(put('L', At::Right));
    let map = BuilderChain::start_with(Size::new(3, 1), rules).build(1).unwrap();
    assert_eq!(map.spawns, [Spawn::key((0, 0), "Red key", 3)]);
    let doors = map.doors.as_ref().unwrap();
    assert_eq!((doors.len(), doors[0].lock, doors[0].cells.as_slice()), (1, Some(3), &[Point::new(2, 0)][..]));
    // What is not rewritten stays, and a door that is goes.
    assert_eq!(apply(&RewriteRules::new().then(prl("# -> .")), &map).doors, map.doors);
    assert_eq!(apply(&RewriteRules::new().then(prl("+ -> .")), &map).doors, Some(Vec::new()));
    // Where the program has a symbol for such a door, the door is no `+`.
    let open = RewriteRules::new().symbol('L', Symbol { tile: Tile::DOOR, mark: Some(Mark::Door(Some(3))) });
    assert_eq!(apply(&open.then(prl(["+ -> .", "L# -> L."])), &map).doors, map.doors);
}

#[test]
fn odd_cases() {
    let check = |size, wrap, rules: RewriteRules, expected: &str| assert_eq!(build(size, wrap, rules), expected);
    let new = RewriteRules::new;
    let empty = BuilderChain::start_with(Size::new(1, 1), new()).build(1).unwrap_err();
    assert_eq!(empty.to_string(), "initial rewrite: program: no node; expected at least one");
    check((1, 1), Wrap::Both, new().then(one("# -> .")), ".");
    check((1, 1), Wrap::Both, new().then(one("## -> ..")), "#");
    // Pictures go over wrapped borders, and there only.
    check((3, 1), Wrap::None, new().put('.', At::Cell(2, 0)).then(prl(".# -> .~").symmetry(RuleSymmetry::None)), "##.");
    check((3, 1), Wrap::X, new().put('.', At::Cell(2, 0)).then(prl(".# -> .~").symmetry(RuleSymmetry::None)), "~#.");
    check(
        (1, 3),
        Wrap::Y,
        new().put('.', At::Cell(0, 2)).then(prl("./# -> ./~").symmetry(RuleSymmetry::None)),
        "~/#/.",
    );
    // An image that is larger than the map does not fit it; another one may.
    check((1, 4), Wrap::None, new().then(prl("#### -> ....")), "./././.");
    check((2, 2), Wrap::Both, new().then(prl("### -> ...")), "##/##");
    // Only what was there before counts: every other cell is no neighbor of a new one.
    check((4, 1), Wrap::None, new().put('.', At::Cell(0, 0)).then(prl(".# -> ..").steps(1)), "..##");
    check((5, 1), Wrap::None, new().put('.', At::Cell(0, 0)).then(one(".# -> ..").steps(2)), "...##");
    // `steps` in percent is rounded to the nearest.
    check((5, 1), Wrap::None, new().put('.', At::Cell(0, 0)).then(one(".# -> ..").percent(30.0)), "...##");
    // A limit of a child of `markov` counts from where `markov` begins.
    check(
        (5, 1),
        Wrap::None,
        new()
            .markov([one("# -> .").steps(2), one("## -> ~~").steps(1)])
            .fill('#')
            .then(all("~ -> ."))
            .then(all(". -> #")),
        "#####",
    );
}

#[test]
fn all_leaves_no_match_and_writes_no_cell_twice() {
    for seed in 0..50 {
        let rules = RewriteRules::new().then(all("## -> ..").steps(1));
        let map = BuilderChain::start_with(Size::new(9, 6), rules).build(seed).unwrap();
        let text = text(&map);
        let rows: Vec<&str> = text.split('/').collect();
        let columns: Vec<String> = (0..9).map(|x| rows.iter().map(|row| &row[x..=x]).collect()).collect();
        assert!(!rows.iter().any(|row| row.contains("##")) && !columns.iter().any(|column| column.contains("##")));
        assert_eq!(text.matches('.').count() % 2, 0);
    }
}

#[test]
fn a_budget_error_names_the_node_and_what_fired() {
    let walk = RewriteRules::new().put('.', At::Center).markov([one("#. -> .#").steps(u32::MAX)]);
    let rules = RewriteRules { budget: 1, ..walk };
    let error = BuilderChain::start_with(Size::new(5, 5), rules).build(1).unwrap_err();
    assert!(error.is_retryable());
    // A budget of 1 pays 25 cells and 16 more: a unit for each turn, and some for what was looked at.
    let text = error.to_string();
    let begin = "initial rewrite: gave up at program[1].markov[0].one (budget 41; raise `budget`); fired: ";
    let (times, rest) = text.strip_prefix(begin).unwrap().split_once(" × ").unwrap();
    assert_eq!(rest, "program[1].markov[0].one: `#. -> .#`, 1 × program[0].put: `put`");
    assert!((20..=41).contains(&times.parse::<u32>().unwrap()), "{text}");
}

/// Looking at the whole map again each turn is paid, however little is found.
#[test]
fn looking_for_matches_is_paid() {
    let flicker = prl(["# -> .", ". -> #"]).steps(1);
    let rare = one(Rules(vec!["##./#../..# -> ***/*~*/***".into(); 50]));
    let rules = RewriteRules { budget: 100, ..RewriteRules::new().then(repeat([flicker, rare]).steps(1000)) };
    let error = BuilderChain::start_with(Size::new(60, 60), rules).build(1).unwrap_err().to_string();
    let times: u32 = error.rsplit_once("fired: ").unwrap().1.split_once(" × ").unwrap().0.parse().unwrap();
    // Each turn changes all cells and looks at them for eight images of 50 rules: 3600 changes and 22,500 units.
    assert!(times / 3600 < 20, "{error}");
}

#[test]
fn memory_is_claimed_before_it_is_taken() {
    // One rule fits on this map; the matches of 500 do not.
    let rules = |n: usize| RewriteRules::new().then(one(Rules(vec!["#.~/### -> .../...".into(); n])).steps(0));
    let chain = |rules: RewriteRules| BuilderChain::start_with(Size::new(300, 300), rules).memory_limit(30_000_000);
    chain(rules(1)).build(1).unwrap();
    let error = chain(rules(500)).build(1).unwrap_err().to_string();
    assert!(error.contains("would take up to"), "{error}");
}

#[test]
fn a_bad_program_is_found_before_the_run() {
    let chain = BuilderChain::start_with(Size::new(5, 5), RewriteRules::new().then(one("#. -> .#")));
    let error = chain.check().unwrap_err();
    assert!(!error.is_retryable());
    assert!(error.to_string().starts_with("initial rewrite: program[0].one: `#. -> .#` only moves symbols"));
    assert!(BuilderChain::start_with(Size::new(5, 5), RewriteRules::new().put('.', At::Cell(9, 9))).build(1).is_err());
}

#[test]
fn a_recorded_run_makes_the_same_map_and_shows_steps() {
    let maze = RewriteRules::new()
        .symbol('R', Tile::SAND)
        .symbol('G', Tile::GRASS)
        .put('R', At::Cell(1, 1))
        .markov([one("R## -> GGR"), one("RGG -> ..R")])
        .then(prl("R -> ."));
    let chain = BuilderChain::start_with(Size::new(15, 9), maze);
    let mut history = History::every(1);
    let recorded = chain.build_with(3, &mut history).unwrap();
    assert_eq!(recorded, chain.build(3).unwrap());
    let steps = history.frames().iter().filter(|frame| frame.kind == FrameKind::Step).count();
    // Each of 7×4 cells but the first is entered once and left once.
    assert!((54..=57).contains(&steps), "{steps} steps");
}

#[test]
fn endless_markov_ends_with_its_steps() {
    let rules = RewriteRules::new().then(markov([one("# -> ."), one(". -> #")]).steps(1001));
    assert_eq!(build((1, 1), Wrap::None, rules), ".");
}

#[test]
fn kept_cells_are_no_symbols() {
    let mut before = map("..#/.../#..");
    before.kept = Some(Grid::from_fn(before.size(), |at| match (at.x, at.y) {
        (1, _) => Keep::Tile,
        (2, _) => Keep::Shape,
        _ => Keep::Free,
    }));
    let flooded = |rule: &str| text(&apply(&RewriteRules::new().then(prl(rule)), &before));
    // No rule reads them as what they are.
    assert_eq!(flooded(". -> ~"), "~.#/~.~/#.~");
    assert_eq!(flooded(".. -> ~~"), "~.#/~.~/#.~");
    // Whatever is written to all cells is not written to those; and what keeps its shape is not closed.
    assert_eq!(flooded("* -> #"), "#.#/#../#..");
    let new = RewriteRules::new().fill('~').put('.', At::Cell(1, 1));
    let chain = BuilderChain::start_with(before.size(), new).keep(before.clone());
    assert_eq!(text(&chain.build(1).unwrap()), "~.#/~../~..");
}
