//! `observe` on maps: what cells have to become is reached, by the shortest way where one leads on.

use mapwright_core::{BuildCx, BuilderChain, BuilderMap, MetaMapBuilder, Palette, Size, Tile, Wrap};
use mapwright_rewrite::{
    Around, At, DistanceField, Goal, Observation, Path, RewriteRules, all, markov, one, paint_path, put, search,
};

fn map(rows: &str) -> BuilderMap {
    let rows: Vec<&str> = rows.split('/').collect();
    let mut map = BuilderMap::filled(Size::new(rows[0].len() as u16, rows.len() as u16), Wrap::None, Tile::FLOOR);
    for (cell, glyph) in (0u32..).zip(rows.concat().chars()) {
        map.tiles[cell] = Palette::default().tile(glyph).unwrap();
    }
    map
}

fn apply(rules: &RewriteRules, rows: &str, seed: u64) -> String {
    let mut map = map(rows);
    rules.apply(&mut map, &mut BuildCx::new(seed, "rewrite", 0)).unwrap();
    let glyph = |tile: &Tile| Palette::default().look(*tile).glyph;
    let rows: Vec<String> = map.tiles.rows().map(|row| row.iter().map(glyph).collect()).collect();
    rows.join("/")
}

/// A walk of `&` over floor that leaves grass, and ends where the `~` was.
fn walk() -> [Observation; 3] {
    [Observation::new('~', "&").from('.'), Observation::new('.', ".\""), Observation::new('&', "\"")]
}

const FIELD: &str = "&....#./.###.#./...#.../##.#.#./...#.#./.####.#/....~.#";

#[test]
fn a_walk_that_observes_takes_a_shortest_way() {
    let steps = walk().into_iter().fold(one("&. -> \"&"), |node, observation| node.observe(observation));
    for seed in 0..20 {
        let walked = apply(&RewriteRules::new().then(steps.clone()), FIELD, seed);
        // (0, 0), (0, 2), (2, 2), (2, 4), (0, 4), (0, 6), (4, 6): 14 steps.
        assert_eq!(walked, "\"....#./\"###.#./\"\"\"#.../##\"#.#./\"\"\"#.#./\"####.#/\"\"\"\"&.#");
    }
    // Where nothing leads to the end, nothing is done but what the observation does at once.
    let cut = FIELD.replace("##.#.#.", "####.#.");
    let rules = RewriteRules::new().then(steps);
    assert_eq!(apply(&rules, &cut, 1), cut.replace('~', "."));
    // Nor if what is observed is not there.
    assert_eq!(apply(&rules, &cut.replace('~', "="), 1), cut.replace('~', "="));
}

#[test]
fn a_search_that_observes_takes_the_fewest_matches() {
    let steps = walk().into_iter().fold(search(Goal::default(), "&. -> \"&"), |node, one| node.observe(one));
    let rules = RewriteRules::new().then(steps);
    let (walked, expected) = (apply(&rules, FIELD, 1), 14);
    assert_eq!(walked.matches('"').count(), expected);
    let error = rules.apply(&mut map("&#~."), &mut BuildCx::new(1, "rewrite", 0)).unwrap_err().to_string();
    assert_eq!(error, "program[0].search: no solution; none of the 1 maps that its rules can reach fits");
}

#[test]
fn in_markov_each_cell_is_observed_in_its_turn() {
    // One `o` after the other becomes a goal; the walk leads from each to the next.
    let observed = [Observation::new('~', "&").from('.'), Observation::new('.', ".\""), Observation::new('&', "\"")];
    let steps = observed.into_iter().fold(one("&. -> \"&"), |node, observation| node.observe(observation));
    let rules = RewriteRules::new().then(markov([steps, all("\" -> ."), one("o -> ~")]).steps(200));
    let walked = apply(&rules, "&..../...../..o../...../o...o", 3);
    // It has been everywhere, and is where the last `o` was.
    assert_eq!(walked.replace('&', "."), "...../...../...../...../.....");
    let at = walked.find('&').unwrap();
    assert!([14, 24, 28].contains(&at), "{walked}");
}

#[test]
fn what_an_observation_has_no_effect_on_is_refused() {
    let observed = |node: mapwright_rewrite::Node| {
        let rules = RewriteRules::new().then(node.observe(Observation::new('#', ".")));
        rules.check_program().unwrap_err().to_string()
    };
    let what = "`observe` has no effect here; it goes with `one` without fields, and with `search`";
    assert_eq!(observed(all("# -> .")), format!("program[0].all: {what}"));
    assert_eq!(observed(put('.', At::Center)), format!("program[0].put: {what}"));
    let both = one("# -> .").field(DistanceField::toward('.', ".", "#"));
    assert_eq!(observed(both), format!("program[0].one: {what}"));
    let unknown = RewriteRules::new().then(one("# -> .").observe(Observation::new('Q', ".")));
    assert!(unknown.check_program().unwrap_err().to_string().starts_with("program[0].one: unknown symbol `Q`"));
}

#[test]
fn without_what_is_essential_a_node_does_nothing() {
    let away = DistanceField::toward('.', "~", "#");
    let grow = |field| RewriteRules::new().then(one([".# -> ..", "# -> ="]).field(field).steps(1));
    assert_eq!(apply(&grow(away.clone().essential()), "##./###", 1), "##./###");
    assert_ne!(apply(&grow(away), "##./###", 1), "##./###");
}

#[test]
fn a_path_of_eight_neighbors_goes_straight_to_its_end() {
    let path = Path {
        paint: '=',
        from: "&".into(),
        to: "~".into(),
        on: ".".into(),
        inertia: true,
        longest: false,
        around: Around::Eight,
    };
    let rules = RewriteRules::new().then(paint_path(path.clone()));
    for seed in 0..20 {
        assert_eq!(apply(&rules, "&..../...../...../....~", seed).matches('=').count(), 3);
        assert_eq!(apply(&rules, "&.../..../..../...~", seed), "&.../.=../..=./...~");
        // Two turns at most: each is an eighth.
        assert_eq!(apply(&rules, "&#./#../~#.", seed), "&#./#=./~#.");
    }
    let four = RewriteRules::new().then(paint_path(Path { around: Around::Four, ..path }));
    assert_eq!(apply(&four, "&#./#../~#.", 1), "&#./#../~#.");
    assert!(BuilderChain::start_with(Size::new(3, 3), four).check().is_ok());
}
