//! Templates: what is read, what every mistake is called, turns, and what is left to chance.
#![allow(clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::{Dir, DoorKind, Grid, Legend, MapRng, Meaning, Point, Size, Spawn, Template, Tile};

fn legend() -> Legend {
    Legend::default()
        .with('g', Meaning::spawn("Goblin"))
        .with('%', Meaning::any([('#', 1), ('.', 3)]))
        .with('k', Meaning::key(0))
        .with('A', Meaning::lock(0))
        .with('p', Meaning::Portal(Tile::FLOOR, 1))
        .with('m', Meaning::Mark(Tile::WATER, "floods".to_owned()))
}

fn read(text: &str) -> Template {
    Template::from_text(text, &legend()).unwrap()
}

#[track_caller]
fn refused(text: &str, legend: &Legend, message: &str) {
    assert_eq!(Template::from_text(text, legend).unwrap_err().to_string(), message);
}

const KNOWN: &str =
    "expected ` ` `\\\"` `#` `%` `&` `+` `-` `.` `:` `;` `<` `=` `>` `@` `A` `_` `g` `k` `m` `o` `p` `~` `≈`";

#[test]
fn text_is_read_glyph_by_glyph() {
    let template = read("#@#\n g>\n");
    let tiles =
        [Some(Tile::WALL), Some(Tile::FLOOR), Some(Tile::WALL), None, Some(Tile::FLOOR), Some(Tile::STAIRS_DOWN)];
    assert_eq!(template.tiles(), &Grid::from_vec(Size::new(3, 2), tiles.to_vec()).unwrap());
    assert_eq!((template.start(), template.exit()), (Some(Point::new(1, 0)), Some(Point::new(2, 1))));
    assert_eq!(template.spawns(), [Spawn::new(Point::new(1, 1), "Goblin")]);
    assert_eq!(template.to_text(), "#@#\n g>");
}

#[test]
fn short_lines_end_with_what_a_space_means() {
    let ragged = read("#\n\n..~");
    assert_eq!(ragged, read("#  \r\n   \r\n..~\r\n"));
    assert_eq!(ragged.size(), Size::new(3, 3));
    let no_space = Legend::empty().with('#', Meaning::Tile(Tile::WALL));
    refused("##\n#", &no_space, "line 2, column 2: ` ` is not in the legend; expected `#`");
}

#[test]
fn mistakes_in_text_are_named_with_line_and_column() {
    let check = |text: &str, message: &str| refused(text, &legend(), message);
    check("", "a template without cells; expected at least one");
    check("\n\n", "a template without cells; expected at least one");
    check("##\n#é.", &format!("line 2, column 2: `é` is not in the legend; {KNOWN}"));
    check("#≈\t", &format!("line 1, column 3: U+0009 (a tab) is not in the legend; {KNOWN}"));
    check("@.\n.<", "line 2, column 2: a second start; the first is in line 1, column 1");
    check(">.\n>.", "line 2, column 1: a second exit; the first is in line 1, column 1");
    check("p.p\n..p", "portal 1 has 3 ends; expected 2");
    let on_wall = |meaning| Legend::default().with('x', meaning);
    refused(
        "..\n.x",
        &on_wall(Meaning::Spawn(Tile::TREE, "Bat".into())),
        "line 2, column 2: `Bat` is not in an open cell",
    );
    refused("x", &on_wall(Meaning::Start(Tile::WALL)), "line 1, column 1: `start` is not in an open cell");
    let shut = Meaning::Door { tile: Tile::WALL, lock: None, one_way: None, kind: DoorKind::Gate };
    refused("x", &on_wall(shut), "line 1, column 1: `door` is not in an open cell");
}

#[test]
fn sizes_are_checked_before_memory_is_taken() {
    // One long line makes all lines long: 60 kB ask for 65000 × 60000 cells.
    let text = format!("{}{}", "#".repeat(65000), "\n".repeat(60000));
    let most = "expected at most 16777216 cells in all and 65535 a side";
    refused(&text, &legend(), &format!("a template of 65000x60000 cells; {most}"));
    refused(&"#".repeat(65536), &legend(), &format!("a template of 65536x1 cells; {most}"));
    assert_eq!(read(&"#".repeat(65535)).size(), Size::new(65535, 1));
}

#[test]
fn mistakes_in_choices_and_slots_are_named() {
    let with = |meaning: Meaning| legend().with('x', meaning);
    let any = |weights: &[(char, u32)]| with(Meaning::any(weights.iter().copied()));
    let expected = "expected tiles, and spawns on open ones";
    refused("x", &any(&[('%', 1)]), &format!("`x` is a choice of `%`, which is a choice or a slot; {expected}"));
    refused("x", &any(&[('.', 1), ('>', 1)]), &format!("`x` is a choice of `>`; {expected}"));
    refused("x", &any(&[('k', 1)]), &format!("`x` is a choice of `k`; {expected}"));
    refused("x", &any(&[('.', 0), ('#', 0)]), "`x` is a choice whose weights are 0 together; expected 1 to 4294967295");
    refused("x", &any(&[]), "`x` is a choice whose weights are 0 together; expected 1 to 4294967295");
    refused(
        "x",
        &any(&[('?', 1)]),
        &format!("`x` is a choice of `?`, which is not in the legend; {}", KNOWN.replace("`p`", "`p` `x`")),
    );
    // A legend may hold more than a template needs.
    assert!(Template::from_text(".", &any(&[('?', 1)])).is_ok());

    let slots = |templates: &[(&str, &[&str])]| {
        let mut legend = with(Meaning::slot("a")).with('y', Meaning::slot("b"));
        templates.iter().for_each(|(slot, rows)| legend.add_to_slot(*slot, rows).unwrap());
        legend
    };
    refused("x", &slots(&[]), "no slot is called `a`; expected none");
    refused("x", &slots(&[("b", &["."])]), "no slot is called `a`; expected b");
    let nook = slots(&[("a", &["##", ".."]), ("a", &["#.."])]);
    refused("..xx\n..xx\n.xx.", &nook, "line 1, column 3: the cells of slot `a` are not a rectangle");
    refused("xx\nx.", &nook, "line 1, column 1: the cells of slot `a` are not a rectangle");
    refused("xx\nxx\n..\nxx", &nook, "line 4, column 1: no template of slot `a` is 2x1; they are 2x2, 3x1");
    refused("x\nx\nx", &nook, "line 1, column 1: no template of slot `a` is 1x3; they are 2x2, 3x1");
    let turned = nook.clone().with('x', Meaning::Slot { name: "a".into(), rotate: true, mirror: false });
    assert!(Template::from_text("x\nx\nx", &turned).is_ok());
    refused("x", &slots(&[("a", &[">"])]), "`>` is in a slot; expected tiles, spawns on open ones, choices and slots");
    refused("x", &slots(&[("a", &["A"])]), "`A` is in a slot; expected tiles, spawns on open ones, choices and slots");
    refused(
        "x",
        &slots(&[("a", &["?"])]),
        &format!("line 1, column 1: `?` is not in the legend; {}", KNOWN.replace("`p`", "`p` `x` `y`")),
    );
    refused("x", &slots(&[("a", &["x"])]), "slot `a` holds itself");
    refused("x", &slots(&[("a", &["y"]), ("b", &["x"])]), "slot `a` holds itself");
    refused(
        "x",
        &slots(&[("a", &["y"]), ("b", &[".."])]),
        "line 1, column 1: no template of slot `b` is 1x1; they are 2x1",
    );
    let chain = |depth: usize| {
        let names: Vec<char> = ('a'..='z').take(depth).collect();
        let mut legend = Legend::default();
        for (nth, &name) in names.iter().enumerate() {
            legend.set(name.to_ascii_uppercase(), Meaning::slot(name));
            let inner = names.get(nth + 1).map_or('.', char::to_ascii_uppercase);
            legend.add_to_slot(name, &[inner.to_string()]).unwrap();
        }
        Template::from_text("A", &legend)
    };
    assert_eq!(chain(4).unwrap().draw(&mut MapRng::new(1)).to_text(), ".");
    assert_eq!(chain(5).unwrap_err().to_string(), "slot `a` holds slots 5 deep; expected at most 4");
}

#[test]
fn turns_and_mirrors_make_eight_that_are_found_again() {
    let gate = |dir| {
        legend().with('d', Meaning::Door { tile: Tile::DOOR, lock: None, one_way: Some(dir), kind: DoorKind::Door })
    };
    let read = |text: &str, dir| Template::from_text(text, &gate(dir)).unwrap();
    let template = read("#.g\n@d>", Dir::E);
    assert_eq!(template.turned(1), read("@#\nd.\n>g", Dir::S));
    assert_eq!(template.turned(1).turned(1), template.turned(2));
    assert_eq!(template.turned(2).turned(1), template.turned(3));
    assert_eq!(template.turned(3).turned(1), template);
    assert_eq!(template.turned(4), template);
    assert_eq!(template.mirrored(), read("g.#\n>d@", Dir::W));
    assert_eq!(template.mirrored().mirrored(), template);
    assert_eq!(template.turned(1).mirrored(), template.mirrored().turned(3));
    let all: Vec<Template> = (0..4).flat_map(|n| [template.turned(n), template.turned(n).mirrored()]).collect();
    assert!(all.iter().enumerate().all(|(i, one)| !all[..i].contains(one)));
    assert_eq!(template.orientations(true, true).len(), 8);
    assert_eq!(read("###\n#.#\n###", Dir::E).orientations(true, true).len(), 1);
}

#[test]
fn doors_portals_and_marks_come_onto_a_map() {
    let template = read("AA.p\n.k.m\nA..p");
    let doors = template.doors();
    assert_eq!(
        doors.iter().map(|door| (door.cells.len(), door.lock)).collect::<Vec<_>>(),
        [(2, Some(0)), (1, Some(0))]
    );
    let mut map = mapwright_core::BuilderMap::filled(Size::new(9, 9), mapwright_core::Wrap::None, Tile::FLOOR);
    // The last row lies nowhere.
    template.put_marks(&mut map, |at| Some(Point::new(at.x + 2, at.y + 3)).filter(|_| at.y < 2));
    assert_eq!(map.spawns, [Spawn::key(Point::new(3, 4), "Key A", 0)]);
    assert_eq!(map.doors.as_ref().map(Vec::len), Some(1));
    assert_eq!(map.portals, []);
    assert!(matches!(&map.layers["floods"], mapwright_core::Layer::U8(layer) if layer[Point::new(5, 4)] == 1));
    assert_eq!(map.validate(), Ok(()));
}

/// A template with everything: tiles with and without names, marks, choices, slots.
fn random(rng: &mut MapRng) -> Template {
    let mut legend = legend()
        .with('1', Meaning::Tile(Tile(40)))
        .with('2', Meaning::Tile(Tile(200)))
        .with('b', Meaning::Spawn(Tile::GRASS, "a\nb".to_owned()))
        .with('K', Meaning::Key(Tile::GRASS, "Lever B".to_owned(), 1))
        .with('G', Meaning::Door { tile: Tile::FLOOR, lock: Some(1), one_way: Some(Dir::N), kind: DoorKind::Gate })
        .with('?', Meaning::any([(' ', 2), ('b', 1), ('#', 7)]))
        .with('S', Meaning::Slot { name: "nook".to_owned(), rotate: rng.chance(0.5), mirror: rng.chance(0.5) })
        .with('T', Meaning::slot("crumb"));
    legend.add_to_slot("nook", &[".T", "g#"]).unwrap();
    legend.add_to_slot("nook", &["?", "."][..1]).unwrap();
    legend.add_to_slot("crumb", &["."]).unwrap();
    legend.add_to_slot("crumb", &["%"]).unwrap();
    let size = Size::new(1 + rng.below(9) as u16, 1 + rng.below(9) as u16);
    let known: Vec<char> = " .#&12gbkKAG?%m+~".chars().collect();
    let mut glyphs = Grid::from_fn(size, |_| *rng.pick(&known).unwrap());
    let mut free: Vec<Point> = size.points().collect();
    for mark in ['@', '>', 'T'] {
        if let Some(at) = rng.swap_remove(&mut free).filter(|_| rng.chance(0.5)) {
            glyphs[at] = mark;
        }
    }
    if size.w > 2 && size.h > 2 && rng.chance(0.5) {
        (0..4).for_each(|i| glyphs[Point::new(1 + i % 2, 1 + i / 2)] = 'S');
    }
    Template::from_glyphs(glyphs, &legend).unwrap()
}

#[test]
fn text_and_legend_read_back_the_same() {
    let mut rng = MapRng::new(5);
    for _ in 0..1000 {
        let template = random(&mut rng);
        assert_eq!(Template::from_text(&template.to_text(), template.legend()).as_ref(), Ok(&template));
        let turned = template.turned(rng.below(4));
        assert_eq!(Template::from_text(&turned.to_text(), turned.legend()).as_ref(), Ok(&turned));
    }
}

#[cfg(feature = "serde")]
#[test]
fn json_reads_back_the_same() {
    let mut rng = MapRng::new(6);
    for _ in 0..1000 {
        let template = random(&mut rng);
        let json = serde_json::to_string(&template).unwrap();
        assert_eq!(serde_json::from_str::<Template>(&json).unwrap(), template, "{json}");
    }
    let json = r##"{ "rows": ["g#", "t", "x~kA%", ""], "legend": {
        "g": {"spawn": "Goblin"}, "t": {"tile": "deep-water"}, "x": {"mark": "exit", "tile": 3}, "~": 40,
        "k": {"key": 0}, "A": {"lock": 0}, "%": {"any": {"#": 1, ".": 3}} } }"##;
    let legend = legend()
        .with('t', Meaning::Tile(Tile::DEEP_WATER))
        .with('x', Meaning::Exit(Tile::STAIRS_UP))
        .with('~', Meaning::Tile(Tile(40)));
    assert_eq!(Ok(serde_json::from_str(json).unwrap()), Template::from_text("g#\nt\nx~kA%\n  ", &legend));
    assert_eq!(serde_json::from_str::<Template>(r##"["#.", "#"]"##).unwrap(), "#.\n#".parse().unwrap());
    let refused = |json: &str, message: &str| {
        let error = serde_json::from_str::<Template>(json).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    };
    let meaning = |meaning: &str, message: &str| {
        refused(&format!(r#"{{ "rows": ["a"], "legend": {{ "a": {meaning} }} }}"#), message);
    };
    refused(r#"{ "rows": ["?"] }"#, "line 1, column 1: `?` is not in the legend");
    meaning(r#""lava""#, "no tile is called `lava`");
    meaning(r#"{ "spawn": "A", "mark": "exit" }"#, "both `spawn` and `mark` are given");
    meaning(r#"{ "key": 0, "lock": 0 }"#, "both `key` and `lock` are given");
    meaning(r#"{ "any": { ".": 1 }, "tile": "grass" }"#, "both `tile` and `any` are given");
    meaning(r#"{ "spawn": "A", "rotate": true }"#, "`rotate` and `mirror` are for slots only");
    refused(r#"{ "rows": ["a"], "slots": { "a": [[]] } }"#, "slot `a`, template 0: a template without cells");
}

/// All outcomes of a template whose choices are between two glyphs.
fn outcomes(template: &Template) -> Vec<Template> {
    let choices: Vec<Point> =
        template.size().points().filter(|&p| matches!(template.meaning(p), Some(Meaning::Any(_)))).collect();
    let outcome = |bits: u32| {
        let mut glyphs = template.glyphs().clone();
        choices.iter().enumerate().for_each(|(i, &p)| glyphs[p] = if bits >> i & 1 == 1 { '#' } else { '.' });
        Template::from_glyphs(glyphs, &legend()).unwrap()
    };
    (0..1 << choices.len()).map(outcome).collect()
}

/// In one outcome, the number of parts that hold floor of every outcome, and whether a part holds none of it.
fn parts_by_definition(template: &Template, outcome: &Template) -> (usize, bool) {
    let is_floor = |p: Point| outcome.tiles().get(p).copied().flatten() == Some(Tile::FLOOR);
    let mut part: BTreeMap<Point, Point> = outcome.size().points().filter(|&p| is_floor(p)).map(|p| (p, p)).collect();
    // The least cell that is reached, until nothing changes.
    loop {
        let least = |p: &Point| {
            p.neighbors().filter_map(|near| part.get(&near)).chain([&part[p]]).min_by_key(|p| (p.y, p.x)).copied()
        };
        let next: BTreeMap<Point, Point> = part.keys().map(|p| (*p, least(p).unwrap())).collect();
        if next == part {
            break;
        }
        part = next;
    }
    let is_fixed = |p: &Point| template.glyphs()[*p] == '.';
    let fixed: BTreeSet<Point> = part.iter().filter(|(p, _)| is_fixed(p)).map(|(_, part)| *part).collect();
    (fixed.len(), part.values().any(|part| !fixed.contains(part)))
}

#[test]
fn one_flood_answers_for_all_outcomes() {
    let mut rng = MapRng::new(11);
    let (mut connected, mut parted, mut all_touch) = (0, 0, 0);
    for _ in 0..600 {
        let size = Size::new(2 + rng.below(4) as u16, 2 + rng.below(4) as u16);
        let mut choices = 7;
        let glyphs = Grid::from_fn(size, |_| match rng.below(5) {
            0 if choices > 0 => {
                choices -= 1;
                '%'
            }
            1 | 2 => '#',
            _ => '.',
        });
        let template = Template::from_glyphs(glyphs, &legend()).unwrap();
        let found: Vec<(usize, bool)> =
            outcomes(&template).iter().map(|one| parts_by_definition(&template, one)).collect();
        let most = found.iter().map(|&(parts, _)| parts).max().unwrap();
        assert_eq!(template.floor_components(), most, "{}", template.to_text());
        assert_eq!(template.check_floor().is_ok(), most == 1 && template.floor_components() == 1);
        connected += u32::from(most == 1);
        parted += u32::from(most > 1);
        // Where every choice touches floor, nothing is a pocket.
        let is_choice = |p: &Point| template.glyphs()[*p] == '%';
        let touches = |p: Point| p.neighbors().any(|near| template.glyphs().get(near) == Some(&'.'));
        if size.points().filter(is_choice).all(touches) {
            all_touch += 1;
            assert!(found.iter().all(|&(_, has_pocket)| !has_pocket), "{}", template.to_text());
        }
    }
    assert!(connected > 100 && parted > 100 && all_touch > 100, "{connected} {parted} {all_touch}");
}

/// Whether a count lies within four deviations of its share of the draws.
fn is_fair(count: u32, draws: u32, share: f64) -> bool {
    let (mean, draws) = (share * f64::from(draws), f64::from(draws));
    (f64::from(count) - mean).abs() <= 4.0 * (draws * share * (1.0 - share)).sqrt()
}

#[test]
fn glyphs_are_drawn_by_weight_and_orientations_evenly() {
    let mut legend = Legend::default()
        .with('?', Meaning::any([('.', 5), ('#', 3), ('~', 0), ('&', 2)]))
        .with('S', Meaning::Slot { name: "bar".into(), rotate: true, mirror: true });
    legend.add_to_slot("bar", &[".#~"]).unwrap();
    legend.add_to_slot("bar", &[".", "&", "o"]).unwrap();
    let template = Template::from_text("?SSS", &legend).unwrap();
    let (mut rng, draws) = (MapRng::new(3), 10_000);
    let (mut glyphs, mut bars) = (BTreeMap::new(), BTreeMap::new());
    for _ in 0..draws {
        let text = template.draw(&mut rng).to_text();
        *glyphs.entry(text[..1].to_owned()).or_insert(0) += 1;
        *bars.entry(text[1..].to_owned()).or_insert(0) += 1;
    }
    assert_eq!(glyphs.keys().collect::<Vec<_>>(), ["#", "&", "."]);
    for (glyph, share) in [(".", 0.5), ("#", 0.3), ("&", 0.2)] {
        assert!(is_fair(glyphs[glyph], draws, share), "{glyphs:?}");
    }
    assert_eq!(bars.keys().collect::<Vec<_>>(), [".#~", ".&o", "o&.", "~#."]);
    assert!(bars.values().all(|&count| is_fair(count, draws, 0.25)), "{bars:?}");
}

#[test]
fn every_slot_is_filled_by_one_of_its_templates() {
    let mut rng = MapRng::new(8);
    for _ in 0..400 {
        let (rotate, mirror) = (rng.chance(0.5), rng.chance(0.5));
        let (w, h) = (1 + rng.below(3) as u16, 1 + rng.below(3) as u16);
        let fillings: Vec<String> = (0..3)
            .map(|_| {
                let (w, h) = if rotate && rng.chance(0.5) { (h, w) } else { (w, h) };
                Grid::from_fn(Size::new(w, h), |_| *rng.pick(&['#', '.', '~']).unwrap())
                    .rows()
                    .map(|row| row.iter().collect::<String>())
                    .collect::<Vec<_>>()
                    .join("\n")
            })
            .collect();
        let mut legend = Legend::default().with('S', Meaning::Slot { name: "s".into(), rotate, mirror });
        for filling in &fillings {
            legend.add_to_slot("s", &filling.lines().collect::<Vec<_>>()).unwrap();
        }
        let rows = vec!["S".repeat(w.into()); h.into()].join("\n");
        let allowed: Vec<Template> =
            fillings.iter().flat_map(|one| one.parse::<Template>().unwrap().orientations(rotate, mirror)).collect();
        let Ok(template) = Template::from_text(&rows, &legend) else {
            assert!(allowed.iter().all(|one| one.size() != Size::new(w, h)));
            continue;
        };
        let drawn = template.draw(&mut rng);
        assert!(allowed.contains(&drawn), "{}", drawn.to_text());
        // A template that turns first is filled by templates that turned along, but mirrors lie as before.
        if mirror && !rotate {
            continue;
        }
        let turned = template.turned(1).draw(&mut rng);
        assert!(allowed.iter().any(|one| one.turned(1) == turned), "{}", turned.to_text());
    }
}

#[test]
fn what_is_decided_takes_no_numbers() {
    let mut rng = MapRng::new(4);
    let before = rng.clone().bits();
    assert_eq!(read("#.g").draw(&mut rng), read("#.g"));
    assert_eq!(rng.bits(), before);
}

/// One long row makes all others long, so a few of them with empty rows below ask for much memory.
#[test]
fn templates_of_slots_have_a_limit_together() {
    let long = ".".repeat(60_000);
    let rows: Vec<&str> = std::iter::once(&*long).chain(std::iter::repeat_n("", 99)).collect();
    let mut legend = Legend::default();
    legend.add_to_slot("a", &rows).unwrap();
    legend.add_to_slot("b", &rows).unwrap();
    let error = legend.add_to_slot("a", &rows).unwrap_err().to_string();
    assert_eq!(error, "templates of 18000000 cells in slots; expected at most 16777216 together");
    legend.add_to_slot("a", &["."]).unwrap();
}
