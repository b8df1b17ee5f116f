//! Models of MarkovJunior as programs of `rewrite`: what they make, and what is refused, with its line.

use mapwright_core::{BuilderMap, Tile};
use mapwright_recipe::{Files, Recipe, Registry};

fn try_build(model: &str, more: &str, pictures: &[(&str, Vec<u8>)]) -> Result<BuilderMap, String> {
    let text = format!(
        r#"{{ "version": 1, "width": 21, "height": 15, "seed": 7, "initial": {{ "use": "rewrite", "file": "m/model.xml"{more} }} }}"#
    );
    let mut held = vec![("m/model.xml".to_owned(), model.as_bytes().to_vec())];
    held.extend(pictures.iter().map(|(name, png)| ((*name).to_owned(), png.clone())));
    let recipe = text.parse::<Recipe>().unwrap();
    let chain = Registry::shipped().chain(&recipe, &Files::in_memory(held)).map_err(|error| error.to_string())?;
    chain.build(7).map_err(|error| error.to_string())
}

fn build(model: &str, more: &str) -> BuilderMap {
    try_build(model, more, &[]).unwrap()
}

fn count(map: &BuilderMap, tile: Tile) -> usize {
    map.tiles.as_slice().iter().filter(|&&one| one == tile).count()
}

/// Symbols besides the first and `W` have tiles from 32 on, in the order of `values`.
const SECOND: Tile = Tile(32);

#[test]
fn a_maze_of_a_model_is_a_spanning_tree() {
    let model =
        "\u{feff}<?xml version=\"1.0\"?><!-- walks -->\n<markov values=\"BRGW\" origin=\"Center\" comment=\"c\">
        <one in=\"RBB\" out=\"GGR\"/><one in=\"RGG\" out=\"WWR\"/></markov>";
    for (more, open) in [("", Tile::FLOOR), (r#", "symbols": { "W": "road", "R": "road" }"#, Tile::ROAD)] {
        let map = build(model, more);
        // The middle is (10, 7): cells with even columns and odd rows, 11 by 7, and the ways between them.
        let rooms = map.size().points().filter(|at| at.x % 2 == 0 && at.y % 2 == 1);
        let rooms: Vec<_> = rooms.filter(|&at| map.tiles[at] != Tile::WALL).collect();
        assert_eq!(rooms.len(), 11 * 7);
        assert_eq!(map.tiles.as_slice().iter().filter(|tile| **tile != Tile::WALL).count(), 2 * 77 - 1);
        assert!(count(&map, open) >= 2 * 77 - 2);
        assert_eq!(count(&map, SECOND), usize::from(more.is_empty()));
    }
}

#[test]
fn every_part_of_a_model_counts() {
    let check =
        |model: &str, tile: Tile, expected: usize| assert_eq!(count(&build(model, ""), tile), expected, "{model}");
    check(r#"<one values="BW" in="B" out="W" steps="5"/>"#, Tile::FLOOR, 5);
    check(r#"<prl values="BW" in="***/*B*/***" out="***/*W*/***"/>"#, Tile::FLOOR, 19 * 13);
    check(r#"<prl values="BW" in="B" out="W" p="0" steps="1"/>"#, Tile::FLOOR, 0);
    check(r#"<all values="B W" origin="true" in="B" out="W"/>"#, Tile::FLOOR, 21 * 15);
    // One column or row, as the rule is turned or not; the root's symmetry is that of its nodes, unless they have one.
    let row = |root: &str, node: &str| {
        format!(r#"<sequence values="BRW" origin="Center" {root}><all in="RB" out="RR" {node}/></sequence>"#)
    };
    // A cell has four neighbors along its sides, and as many at its corners; those of the border have fewer.
    let round = |name: &str, rules: &str| {
        format!(r#"<sequence values="BRW"><convolution neighborhood="{name}">{rules}</convolution></sequence>"#)
    };
    let inside = r#"<rule in="B" out="W" values="BW" sum="4,8"/>"#;
    check(&round("VonNeumann", inside), Tile::FLOOR, 19 * 13);
    check(&round("Moore", &inside.replace("4,8", "0..3, 5")), Tile::FLOOR, 315 - 19 * 13);
    check(&round("Moore", r#"<rule in="B" out="R" p="0"/><rule in="B" out="W"/>"#), Tile::FLOOR, 315);
    check(&row("symmetry=\"()\"", ""), SECOND, 11);
    check(&row("symmetry=\"()\"", "symmetry=\"(x)\""), SECOND, 21);
    check(&row("symmetry=\"(xy)\"", "symmetry=\"(y)\""), SECOND, 11);
    // A union; `one` and its rules; fields: away from the middle lie the corners.
    let far = r#"<sequence values="BRUW" origin="Center"><union symbol="_" values="BU"/>
        <one temperature="0" steps="1"><rule in="B" out="U"/><field for="U" from="R" on="B"/></one>
        <all><rule in="_" out="W"/></all></sequence>"#;
    check(far, Tile::FLOOR, 21 * 15 - 1);
    check(&far.replace("\"BU\"", "\"U\""), Tile::FLOOR, 1);
    // Without a symbol to measure from, the original does nothing.
    check(&far.replace("origin=\"Center\"", "").replace("\"BU\"", "\"U\""), Tile::FLOOR, 0);
    // Paths from the middle to a corner, which is 17 steps away: one along each of its two sides.
    let path = r#"<sequence values="BRUW" origin="Center"><one steps="1"><rule in="B" out="U"/><field for="U" from="R" on="B"/></one>
        <markov><path from="R" to="U" on="B" color="W" inertia="True"/><one in="U" out="R"/></markov></sequence>"#;
    check(path, Tile::FLOOR, 2 * 16);
    // As a king goes, it is 10 steps away, and the first path is a shortest one.
    let diagonal = count(&build(&path.replace("inertia", "edges"), ""), Tile::FLOOR);
    assert!(diagonal >= 9 && diagonal != 2 * 16, "{diagonal}");
    // A sequence in a sequence begins again as long as it does something.
    let inner = r#"<sequence values="BRW"><sequence><one in="B" out="R" steps="2"/><one in="R" out="W" steps="1"/></sequence></sequence>"#;
    check(inner, Tile::FLOOR, 21 * 15);
    let limited = r#"<sequence values="BW"><markov><one in="B" out="W" steps="2"/></markov></sequence>"#;
    check(limited, Tile::FLOOR, 21 * 15);
}

#[test]
fn observations_lead_a_run() {
    let model = |kind: &str| {
        format!(
            r#"<sequence values="BRGW" origin="Center"><one steps="1"><rule in="B" out="G"/><field for="G" from="R" on="B"/></one>
            <one {kind}><rule in="RB" out="WR"/><observe value="G" from="B" to="R"/><observe value="B" to="BW"/>
            <observe value="R" to="W"/></one></sequence>"#
        )
    };
    let map = build(&model("temperature=\"0\""), "");
    assert_eq!((count(&map, SECOND), count(&map, Tile::FLOOR)), (1, 17));
    let small =
        r#"<sequence values="BRGW"><one in="BBB/BBB" out="RBB/BBG" steps="1" symmetry="()"/><one in="B" out="B"/>"#;
    assert!(
        try_build(&model("search=\"True\" limit=\"3\""), "", &[]).unwrap_err().contains("the first 3 maps"),
        "{small}"
    );
}

fn png(width: u32, colors: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, colors.len() as u32 / width);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(colors).unwrap();
    bytes
}

#[test]
fn rules_come_from_pictures() {
    let both = r#"<all values="BW" symmetry="()" file="Rule" legend="BW"/>"#;
    // Left of the middle is what has to be there: two dark cells become a dark and a light one.
    let rule = png(4, &[9, 9, 9, 200]);
    for place in ["m/Rule.png", "m/resources/rules/Rule.png"] {
        let map = try_build(both, "", &[(place, rule.clone())]).unwrap();
        assert!(count(&map, Tile::FLOOR) >= 15 * 10, "{place}");
    }
    let apart = r#"<sequence values="BW" folder="f"><one in="BB" fout="Out" legend="BW" steps="1"/></sequence>"#;
    let map = try_build(apart, "", &[("m/f/Out.png", png(2, &[0, 1]))]).unwrap();
    assert_eq!(count(&map, Tile::FLOOR), 1);
    let error = |model: &str, png: Vec<u8>| try_build(model, "", &[("m/Rule.png", png)]).unwrap_err();
    assert!(error(both, png(3, &[0, 1, 0])).contains("odd width; expected its two sides beside each other, at line 1"));
    assert!(error(both, png(4, &[0, 1, 2, 3])).contains("more colors than its `legend` has symbols, at line 1"));
    assert!(error(both, b"no picture".to_vec()).contains("cannot be read; expected a PNG"));
    let outside = both.replace("\"Rule\"", "\"../../secret\"");
    assert!(error(&outside, rule).contains("cannot be read; expected a PNG in the model's folder"));
}

#[test]
fn a_node_that_may_never_end_takes_as_many_turns_as_the_original_allows() {
    for walk in [
        r#"<one in="BR" out="RB"/>"#,
        r#"<markov><one in="RB" out="BR"/><path from="R" to="W" on="B" color="W"/></markov>"#,
        r#"<sequence><one in="RB" out="BR" steps="1"/></sequence>"#,
        r#"<markov><one in="RB" out="BR" search="True"><observe value="R" to="R"/></one></markov>"#,
    ] {
        let model = |more| format!(r#"<sequence values="BRW" origin="Center">{walk}{more}</sequence>"#);
        let counts = |map: BuilderMap| [SECOND, Tile::FLOOR].map(|tile| count(&map, tile));
        assert_eq!(counts(build(&model(""), "")), [1, 0], "{walk}");
        assert_eq!(counts(build(&model(r#"<all in="R" out="W"/>"#), "")), [0, 1], "{walk}");
    }
}

#[test]
fn what_is_not_known_is_refused_with_its_line() {
    let check = |inner: &str, expected: &str| {
        let model = format!("<sequence values=\"BW\">\n<one in=\"B\" out=\"W\"/>\n{inner}\n</sequence>");
        let error = try_build(&model, "", &[]).unwrap_err();
        assert!(error.ends_with(&format!("m/model.xml cannot be read: {expected}, at line 3")), "{error}");
    };
    check("<map scale=\"2\"/>", "<map> is not supported, as maps keep their size");
    check("<convolution/>", "a rule without `in`, `fin` or `file`");
    check("<convolution in=\"B\" out=\"W\"/>", "an unknown `neighborhood`; expected Moore or VonNeumann");
    check("<convchain/>", "<convchain> is not supported");
    check("<wfc/>", "<wfc> is not supported; `wave-function-collapse` is a stage of its own");
    check("<magic/>", "an unknown node; expected one, all, prl, convolution, path, markov or sequence");
    check("<one in=\"B W\" out=\"W B\"/>", "a rule of several layers; 3D is not supported");
    let symmetry = "an unknown `symmetry`; expected (), (x), (y), (x)(y), (xy+) or (xy), as 3D is not supported";
    check("<one in=\"B\" out=\"W\" symmetry=\"(xyz)\"/>", symmetry);
    check("<one out=\"W\"/>", "a rule without `in`, `fin` or `file`");
    check("<one in=\"W\"/>", "a rule without `out` or `fout`");
    check("<one in=\"B\" out=\"W\" steps=\"x\"/>", "`steps` is not a number");
    check("<one file=\"a\"/>", "a picture of a rule without `legend`");
    check("<one in=\"B\" out=\"Q\"/>", "a node that cannot run");
    check("<markov/>", "a node that cannot run");
    check(
        "<all in=\"B\" out=\"W\"><field for=\"W\" to=\"B\" on=\"B\"/></all>",
        "`field` and `observe` are supported in <one> only",
    );
    check("<one in=\"B\" out=\"W\"><field for=\"W\" to=\"B\"/></one>", "a field without `on`");
    check("<one in=\"B\" out=\"W\"><field for=\"W\" on=\"B\"/></one>", "a field without `from` or `to`");
    check("<one in=\"B\" out=\"W\"><observe value=\"W\"/></one>", "`observe` without `to`");
    check("<one in=\"B\" out=\"W\"><observe value=\"WB\" to=\"B\"/></one>", "expected one symbol");
    check("<path from=\"B\" to=\"W\"/>", "a path without `from`, `to` or `on`");
    check("<union symbol=\"%\"/>", "a union without `values`");
    check("<union symbol=\"%%\" values=\"B\"/>", "a second union of this symbol, or no single symbol");
}

#[test]
fn hostile_models_get_a_sentence() {
    let check = |model: &str, expected: &str| {
        let error = try_build(model, "", &[]).unwrap_err();
        assert!(error.contains(expected), "{error}");
    };
    check("<", "not valid XML, at line 1");
    check("<one/>", "the first element has no `values`, so this is no model of MarkovJunior, at line 1");
    check("<one values=\" \"/>", "`values` is empty");
    check("<one values=\"B\" origin=\"Center\" in=\"B\" out=\"B\"/>", "`origin` needs a second symbol");
    check("<one values=\"BW\" origin=\"Up\"/>", "an unknown `origin`");
    check("<sequence values=\"BW\">\n<one", "not valid XML, at line 2");
    check("<sequence values=\"BW\">\n", "an element is not closed, at line 2");
    check("<sequence values=\"BW\">\n</markov>", "not valid XML");
    let many = "more than 10000 elements, or more than 64 inside each other";
    check(&format!("<sequence values=\"BW\">{}", "<one/>".repeat(1_000_000)), many);
    check(&format!("<sequence values=\"BW\">{}", "<markov>".repeat(1_000_000)), many);
    let entities: String = (0..100_000).map(|i| format!("<!ENTITY e{i} \"&e{};\">", i + 1)).collect();
    check(&format!("<!DOCTYPE m [{entities}]><sequence values=\"&e0;\"/>"), "not valid XML");
}
