//! Warnings name what is never used and what can never happen.

use mapwright_core::{BuilderChain, InitialMapBuilder, MetaMapBuilder, Size, Tile};
use mapwright_rewrite::{Around, DistanceField, Goal, Path, RewriteRules, count, one, paint_path, search};

fn check(rules: &RewriteRules, expected: &[&str]) {
    assert_eq!(InitialMapBuilder::warnings(rules, Size::new(3, 3)), expected);
}

#[test]
fn warnings_name_what_is_never_used() {
    let rules = RewriteRules::new().symbol('Q', Tile::FLOOR).set('?', "#.").then(one("# -> ."));
    let rules = RewriteRules { lets: [("grow".to_owned(), ".# -> ..".into())].into(), ..rules };
    // The rule that nobody calls still uses its symbols.
    check(&rules, &["symbols.Q: is never used", "sets.?: is never used", "let.grow: is never used"]);
    let rules = RewriteRules::new().symbol('Q', Tile::FLOOR).fill('Q').then(one("Q -> ."));
    check(&rules, &[]);
}

#[test]
fn warnings_name_what_never_fires() {
    let new = || RewriteRules::new().symbol('R', Tile::FLOOR);
    let check = |node, expected: &str| {
        check(&new().then(node), &[expected]);
    };
    check(one("R# -> RR"), "program[0].one: `R# -> RR` can never fire: no cell is ever `R`");
    check(
        one("####R -> ....R"),
        "program[0].one: `####R -> ....R` can never fire: its 5x1 cells do not fit on a 3x3 map",
    );
    check(one("##R -> ##R"), "program[0].one: `##R -> ##R` can never fire: it changes nothing");
    check(
        count(Around::Eight, "# -> . if R 1..8"),
        "program[0].count: `# -> . if R 1..8` can never fire: no cell is ever `R`",
    );
    let from_start = Path {
        paint: 'R',
        from: "@".into(),
        to: "#".into(),
        on: "#".into(),
        inertia: false,
        longest: false,
        around: Around::Four,
    };
    check(paint_path(from_start), "program[0].path: `path` can never fire: no cell is ever `@`");
    check(
        search(Goal::present("R"), "# -> ."),
        "program[0].search: `present` can never be reached: no cell is ever `R`",
    );
}

#[test]
fn warnings_name_fields_without_effect() {
    let new = || RewriteRules::new().symbol('R', Tile::FLOOR).fill('R');
    let toward = |of| one("R -> #").field(DistanceField::toward(of, "#", "R"));
    check(&new().then(toward('~')), &["program[0].one: the field for `~` has no effect: no rule here writes it"]);
    check(&new().then(toward('#')), &[]);
}

#[test]
fn an_existing_map_may_hold_anything() {
    let rules = RewriteRules::new().then(one("+ -> ."));
    check(&rules, &["program[0].one: `+ -> .` can never fire: no cell is ever `+`"]);
    assert!(MetaMapBuilder::warnings(&rules, Size::new(3, 3)).is_empty());
}

#[test]
fn a_chain_names_the_stage() {
    let chain = BuilderChain::start_with(Size::new(3, 3), RewriteRules::new().then(one("# -> .")));
    let chain = chain.with(RewriteRules::new().then(one("#### -> ....")));
    let warnings: Vec<String> = chain.warnings().into_iter().map(|(stage, what)| format!("{stage}: {what}")).collect();
    let expected =
        "metas[0] rewrite: program[0].one: `#### -> ....` can never fire: its 4x1 cells do not fit on a 3x3 map";
    assert_eq!(warnings, [expected]);
}
