//! Choices over whole drawings: fixed numbers of cells, one draw for all cells, glyphs that exchange meanings; and diagonal moves.

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::{Dir, DoorKind, Grid, Legend, MapRng, Meaning, Point, Size, Template, Tile};

fn legend() -> Legend {
    Legend::default()
        .with('k', Meaning::key(0))
        .with('g', Meaning::spawn("Goblin"))
        .with('p', Meaning::Portal(Tile::FLOOR, 1))
        .with('A', Meaning::lock(0))
}

/// How often each drawing comes, of 1000 for each of those expected, which must be all; and whether all are equally likely:
/// χ² is above mean + 5 deviations for one in a million.
#[track_caller]
fn even(text: &str, legend: &Legend, expected: &[&str]) {
    let template = Template::from_text(text, legend).unwrap();
    let (mut rng, mut counts) = (MapRng::new(17), BTreeMap::new());
    for _ in 0..1000 * expected.len() {
        *counts.entry(template.draw(&mut rng).to_text()).or_insert(0u32) += 1;
    }
    let all: BTreeSet<&str> = expected.iter().copied().collect();
    assert_eq!(counts.keys().map(String::as_str).collect::<BTreeSet<_>>(), all);
    let chi: f64 = counts.values().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0).sum();
    let free = expected.len() as f64 - 1.0;
    assert!(chi < free + 5.0 * (2.0 * free).sqrt() + 5.0, "{chi} {counts:?}");
}

#[test]
fn every_set_of_so_many_cells_is_equally_likely() {
    let one = legend().with('?', Meaning::exactly([('k', 1)], [('.', 1)]));
    even("??#?", &one, &["k.#.", ".k#.", "..#k"]);
    even("?", &one, &["k"]);
    let two = legend().with('?', Meaning::exactly([('k', 1), ('g', 2)], []));
    even("???", &two, &["kgg", "gkg", "ggk"]);
    let ends = legend().with('?', Meaning::exactly([('p', 2)], [('#', 1)]));
    even("??\n??", &ends, &["pp\n##", "p#\np#", "p#\n#p", "#p\np#", "#p\n#p", "##\npp"]);
    let rest = legend().with('?', Meaning::exactly([('@', 1)], [('.', 1), ('#', 1)]));
    even("??", &rest, &["@.", "@#", ".@", "#@"]);
}

#[test]
fn one_draw_decides_all_cells_of_a_glyph() {
    let once = legend().with('?', Meaning::once([('&', 1), ('~', 1)])).with('!', Meaning::once([('g', 1), ('.', 1)]));
    even("??#?", &once, &["&&#&", "~~#~"]);
    even("?!?", &once, &["&g&", "&.&", "~g~", "~.~"]);
    let weighed = Legend::default().with('?', Meaning::once([('&', 3), ('~', 1)]));
    let template = Template::from_text("??", &weighed).unwrap();
    let mut rng = MapRng::new(3);
    let trees = (0..4000).filter(|_| template.draw(&mut rng).to_text() == "&&").count();
    assert!((2890..3110).contains(&trees), "{trees}");
    // The other cells too, after those that are taken.
    let Meaning::Any(mut choice) = Meaning::exactly([('k', 1)], [('&', 1), ('~', 1)]) else { return };
    choice.once = true;
    let both = legend().with('?', Meaning::Any(choice));
    even("???", &both, &["k&&", "k~~", "&k&", "~k~", "&&k", "~~k"]);
}

#[test]
fn glyphs_exchange_meanings_in_every_order() {
    let three = legend().with('a', Meaning::spawn("A")).with('d', Meaning::spawn("D")).shuffled("adk".chars());
    even("a#dk", &three, &["a#dk", "a#kd", "d#ak", "d#ka", "k#ad", "k#da"]);
    // A glyph that is not drawn may come in: two of three, each once.
    let some = legend().with('a', Meaning::spawn("A")).with('d', Meaning::spawn("D")).shuffled("gad".chars());
    even("ga", &some, &["ga", "ag", "gd", "dg", "ad", "da"]);
    // Also where a choice draws it.
    let chosen = some.with('?', Meaning::exactly([('g', 1)], [('.', 1)]));
    even("??", &chosen, &["g.", ".g", "a.", ".a", "d.", ".d"]);
    let mut slots = chosen.with('S', Meaning::slot("nook"));
    slots.add_to_slot("nook", &["??"]).unwrap();
    even("SS", &slots, &["g.", ".g", "a.", ".a", "d.", ".d"]);
    assert_eq!(slots.shuffles().collect::<Vec<_>>(), ["gad"]);
}

/// How many of each kind that is unique.
fn unique(template: &Template) -> (bool, bool, usize, usize, usize) {
    let keys = template.spawns().iter().filter(|spawn| spawn.key.is_some()).count();
    let doors = template.glyphs().as_slice().iter().filter(|&&glyph| glyph == 'A').count();
    (template.start().is_some(), template.exit().is_some(), keys, doors, template.portals().len())
}

#[test]
fn no_draw_has_more_of_what_is_unique_than_another() {
    let mut rng = MapRng::new(5);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..3000 {
        let mut legend = legend().with('e', Meaning::Exit(Tile::FLOOR));
        for glyph in ['?', '!'] {
            let mut exactly = vec![];
            for one in ['@', 'k', 'p', 'A', 'e', 'g'] {
                if rng.chance(0.3) {
                    exactly.push((one, 1 + rng.below(2)));
                }
            }
            legend.set(glyph, Meaning::exactly(exactly, [('.', 1), ('g', 1)]));
        }
        if rng.chance(0.5) {
            let mut glyphs: Vec<char> = "@kpAeg.#".chars().collect();
            rng.shuffle(&mut glyphs);
            legend = legend.shuffled(glyphs[..2].iter().copied());
        }
        let size = Size::new(1 + rng.below(5) as u16, 1 + rng.below(3) as u16);
        let known: Vec<char> = "??!!..#gk".chars().collect();
        let glyphs = Grid::from_fn(size, |_| *rng.pick(&known).unwrap());
        let Ok(template) = Template::from_glyphs(glyphs, &legend) else {
            refused += 1;
            continue;
        };
        read += 1;
        let first = template.draw(&mut rng);
        assert_eq!(
            (first.gives(), first.unique_mark().is_some()),
            (template.gives(), template.unique_mark().is_some())
        );
        for _ in 0..20 {
            let drawn = template.draw(&mut rng);
            assert_eq!(unique(&drawn), unique(&first), "{}\n{}", template.to_text(), drawn.to_text());
            assert_eq!(Template::from_text(&drawn.to_text(), drawn.legend()).as_ref(), Ok(&drawn));
        }
    }
    assert!(read > 500 && refused > 500, "{read} {refused}");
}

#[test]
fn wrong_choices_and_shuffles_are_named() {
    let check = |text: &str, legend: &Legend, message: &str| {
        let error = Template::from_text(text, legend).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    };
    let exactly = |cells: &[(char, u32)], any: &[(char, u32)]| {
        legend().with('?', Meaning::exactly(cells.iter().copied(), any.iter().copied()))
    };
    let one = exactly(&[('k', 2)], &[('.', 1)]);
    check("?.", &one, "`?` is a choice that takes 2 cells, and the drawing has 1; expected 2 or more");
    let full = exactly(&[('k', 2)], &[]);
    check(
        "???",
        &full,
        "`?` is a choice that takes 2 cells, and the drawing has 3; expected 2, or `any` for the others",
    );
    check("?", &exactly(&[('k', 0)], &[]), "`?` is a choice with 0 cells of `k`; expected 1 or more");
    check("?", &exactly(&[], &[]), "`?` is a choice whose weights are 0 together; expected 1 to 4294967295");
    check("?", &exactly(&[('k', 1)], &[('.', 0)]), "`?` is a choice whose weights are 0 together");
    check("?", &exactly(&[('z', 1)], &[]), "`?` is a choice of `z`, which is not in the legend; expected ` ` ");
    check("?", &exactly(&[('?', 1)], &[]), "`?` is a choice of `?`, which is a choice or a slot");
    check("??", &exactly(&[('@', 2)], &[]), "line 1, column 2: a second start; the first is in line 1, column 1");
    check("?", &exactly(&[('p', 1)], &[]), "portal 1 has 1 ends; expected 2");
    let once = legend().with('?', Meaning::once([('k', 1), ('.', 1)]));
    check("?", &once, "`?` is a choice of `k`; expected tiles, and spawns on open ones");
    let wall = legend().with('w', Meaning::Spawn(Tile::WALL, "Ghost".to_owned()));
    let taken = wall.clone().with('?', Meaning::exactly([('w', 1)], []));
    check("?", &taken, "`?` is a choice of `w`, a mark on a solid tile; expected open ones");
    let shuffled = |glyphs: &str| legend().shuffled(glyphs.chars());
    check(".", &shuffled("k"), "the shuffle `k` has fewer than two glyphs");
    check(".", &shuffled("kz"), "the shuffle `kz` has `z`, which is not in the legend; expected ` ` ");
    check(".", &shuffled("kgk"), "the shuffle `kgk` has `k` again");
    check(".", &shuffled("kg").shuffled("Ak".chars()), "the shuffle `Ak` has `k` again");
    check(".", &one.shuffled("g?".chars()), "the shuffle `g?` has `?`; expected tiles, and marks on open ones");
    check(".", &wall.shuffled("gw".chars()), "the shuffle `gw` has `w`; expected tiles, and marks on open ones");
    let message = "the shuffle `gk` has `k`, of which every level has the same number; expected as many cells of each, \
                   found 2 `g`, 1 `k`";
    check("gkg", &shuffled("gk"), message);
    let drawn = shuffled("gk").with('?', Meaning::any([('g', 1), ('.', 1)]));
    check("?", &drawn, "`?` is a choice of `g`; expected tiles, and spawns on open ones");
    let mut slot = exactly(&[('k', 1)], &[('.', 1)]).with('S', Meaning::slot("nook"));
    slot.add_to_slot("nook", &["?"]).unwrap();
    check("S", &slot, "`?` is in a slot; expected tiles, spawns on open ones, choices and slots");
}

#[test]
fn what_cannot_be_seen_is_named_by_its_code_point() {
    for (glyph, name) in [
        ('\t', "U+0009 (a tab)"),
        ('\r', "U+000D (a line break)"),
        ('\u{a0}', "U+00A0 (a no-break space)"),
        ('\u{ad}', "U+00AD (a soft hyphen)"),
        ('\u{2003}', "U+2003"),
        ('\u{200b}', "U+200B (a zero-width space)"),
        ('\u{200e}', "U+200E"),
        ('\u{202f}', "U+202F (a narrow no-break space)"),
        ('\u{3000}', "U+3000 (a wide space)"),
        ('\u{feff}', "U+FEFF (a byte-order mark)"),
        ('é', "`é`"),
    ] {
        let error = format!("#.\n#{glyph}").parse::<Template>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("line 2, column 2: {name} is not in the legend; ")), "{error}");
    }
}

/// The parts of the floor, and the first open cell that is not entered, by repeating until nothing changes.
fn by_definition(template: &Template, is_open: impl Fn(i32, i32) -> bool) -> (usize, Option<Point>) {
    let open: Vec<Point> = template.size().points().filter(|&p| template.tiles()[p] == Some(Tile::FLOOR)).collect();
    let near = |a: (i32, i32), b: (i32, i32)| {
        let (dx, dy) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
        dx.max(dy) == 1 && (dx + dy == 1 || template.legend().moves_diagonally())
    };
    let place = |p: Point| (i32::from(p.x), i32::from(p.y));
    let mut part: Vec<usize> = (0..open.len()).collect();
    let mut entered: Vec<bool> = open
        .iter()
        .map(|&p| {
            let around = (-1..=4).flat_map(|y| (-1..=4).map(move |x| (x, y)));
            let outside = |(x, y): &(i32, i32)| {
                let own = u16::try_from(*x).ok().zip(u16::try_from(*y).ok()).and_then(|p| template.tiles().get(p));
                own.copied().flatten().is_none() && is_open(*x, *y)
            };
            around.filter(outside).any(|next| near(place(p), next))
        })
        .collect();
    for _ in 0..open.len() {
        for (i, &a) in open.iter().enumerate() {
            for (j, _) in open.iter().enumerate().filter(|&(_, &b)| near(place(a), place(b))) {
                part[i] = part[i].min(part[j]);
                entered[i] |= entered[j];
            }
        }
    }
    let parts: BTreeSet<usize> = part.into_iter().collect();
    (parts.len(), entered.iter().position(|&is| !is).map(|nth| open[nth]))
}

#[test]
fn ways_lead_over_corners_where_the_game_moves_so() {
    let mut differ = 0;
    for bits in 0u32..512 {
        let row = |y: u32| (0..3).map(|x| if bits >> (3 * y + x) & 1 == 1 { '.' } else { '#' }).collect::<String>();
        let text = [row(0), row(1), row(2)].join("\n");
        let both = [Legend::default(), Legend::default().moving_diagonally()].map(|legend| {
            let template = Template::from_text(&text, &legend).unwrap();
            for open in [|_, _| true, |x, _| x < 0, |x, y| x < 0 && y < 0] {
                let sealed = template.sealed_cell(open);
                assert_eq!((template.floor_components(), sealed), by_definition(&template, open), "{text}");
            }
            template.floor_components()
        });
        differ += u32::from(both[0] != both[1]);
    }
    assert!(differ > 100, "{differ}");
}

#[test]
fn choices_that_never_close_all_their_cells_count_as_open() {
    let one =
        legend().with('?', Meaning::exactly([('.', 1)], [('#', 1)])).with('!', Meaning::once([('.', 1), ('#', 1)]));
    let read = |text: &str| Template::from_text(text, &one).unwrap();
    assert_eq!((read("?.?").floor_components(), read(".!.").floor_components()), (1, 2));
    assert!(read(".?.\n#?#").check_floor().is_ok());
    assert_eq!(read("###\n?.?\n###").sealed_cell(|_, _| true), None);
    assert_eq!(read("###\n!.!\n###").sealed_cell(|_, _| true), Some(Point::new(1, 1)));
    let shuffled = Legend::default().with('a', Meaning::Tile(Tile::WALL)).shuffled("a+".chars());
    let gates = Template::from_text("###\na.+\n###", &shuffled).unwrap();
    assert_eq!((gates.sealed_cell(|_, _| true), gates.has_choices()), (None, true));
    let turned = gates.turned(1).mirrored();
    assert_eq!((turned.size(), turned.legend().shuffles().count()), (Size::new(3, 3), 1));
}

#[test]
fn doors_among_exact_cells_keep_their_direction_when_turned() {
    let way = Meaning::Door { tile: Tile::DOOR, lock: None, one_way: Some(Dir::N), kind: DoorKind::Door };
    let legend = Legend::default().with('^', way).with('?', Meaning::exactly([('^', 1)], [('#', 1)]));
    let drawn = Template::from_text("?.?", &legend).unwrap().turned(1).draw(&mut MapRng::new(1));
    assert_eq!(drawn.doors().iter().map(|door| door.one_way).collect::<Vec<_>>(), [Some(Dir::E)]);
}

#[cfg(feature = "serde")]
#[test]
fn json_reads_back_the_same() {
    let json = r##"{"rows":["??a.b"],"legend":{"?":{"any":{"#":1,".":3},"exactly":{"k":1}},"T":{"any":{"&":1},"once":true},
        "a":{"spawn":"A"},"b":{"spawn":"B"},"k":{"key":0},"x":{"exactly":{"k":2}}},"shuffle":["ab"],"moves":8}"##;
    let legend = Legend::default()
        .with('?', Meaning::exactly([('k', 1)], [('#', 1), ('.', 3)]))
        .with('k', Meaning::key(0))
        .with('a', Meaning::spawn("A"))
        .with('b', Meaning::spawn("B"))
        .shuffled("ab".chars())
        .moving_diagonally();
    let template: Template = serde_json::from_str(json).unwrap();
    assert_eq!(Ok(template.clone()), Template::from_text("??a.b", &legend));
    let written = serde_json::to_string(&template).unwrap();
    assert_eq!(serde_json::from_str::<Template>(&written).unwrap(), template, "{written}");
    let drawn = template.draw(&mut MapRng::new(2));
    assert_eq!(serde_json::from_str::<Template>(&serde_json::to_string(&drawn).unwrap()).unwrap(), drawn);
    for (json, message) in [
        (r#"{ "rows": ["."], "legend": { "a": { "any": {}, "exactly": { "k": 1 } } } }"#, "`any` has no glyphs"),
        (r#"{ "rows": ["."], "moves": 6 }"#, "`moves` is 6; expected 4 or 8"),
        (r#"{ "rows": ["."], "shuffle": ["k."] }"#, "the shuffle `k.` has `k`, which is not in the legend"),
        (r#"{ "rows": ["."], "legend": { "a": { "slot": "s", "once": true } } }"#, "`once` is for `any` only"),
        (
            r#"{ "rows": ["."], "legend": { "a": { "exactly": {}, "tile": "wall" } } }"#,
            "both `tile` and `exactly` are given",
        ),
        (r#"{ "rows": ["."], "legend": { "a": { "exactly": {}, "key": 1 } } }"#, "both `key` and `exactly` are given"),
    ] {
        let error = serde_json::from_str::<Template>(json).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
    assert!(
        serde_json::from_str::<Legend>(r#"{ "rows": ["."] }"#)
            .unwrap_err()
            .to_string()
            .starts_with("both `file` and `rows`")
    );
}
