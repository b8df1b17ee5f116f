//! What every stage says of itself at its defaults: a change of it is a change of what chains are refused, and of what
//! searches give up early.
//!
//! `MAPWRIGHT_BLESS=1 cargo test -p mapwright-tests facts` writes it anew.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::root;
use mapwright::core::{Builder, Planes, Size};
use mapwright::recipe::{BuilderKind, StageRecipe, builders};

const BLOCK: Size = Size::new(48, 32);

fn list(planes: Planes) -> String {
    let names: Vec<&str> = planes.iter().map(|plane| plane.name()).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

/// What an initial builder says; it needs and changes no map.
fn initial(stage: &dyn Builder) -> String {
    let facts = stage.facts(BLOCK);
    format!("begins: gives {}\n  {:?}, scale {}\n", list(facts.gives), facts.reach, facts.scale)
}

fn meta(stage: &dyn Builder) -> String {
    let facts = stage.facts(BLOCK);
    let ways = match (facts.effect.opens_nothing(), facts.effect.closes_nothing()) {
        (true, true) => "keeps all ways",
        (true, false) => "opens nothing",
        (false, true) => "closes nothing",
        (false, false) => "changes ways",
    };
    let [needs, gives, drops] = [facts.needs, facts.gives, facts.drops()].map(list);
    format!(
        "changes: needs {needs}; gives {gives}; drops {drops}; {ways}\n  {:?}, scale {}\n",
        facts.reach, facts.scale
    )
}

#[test]
fn stages_say_of_themselves_what_they_said_before() {
    let mut text = String::new();
    for info in builders() {
        let mut stage = StageRecipe::new(info.name);
        if info.name == "from-map" {
            stage.params.insert("map".to_owned(), serde_json::from_str(MAP).unwrap());
        }
        writeln!(text, "{}", info.name).unwrap();
        if info.kind() != BuilderKind::Meta {
            text += &initial(&*stage.initial().unwrap());
        }
        if info.kind() != BuilderKind::Initial {
            text += &meta(&*stage.meta().unwrap());
        }
    }
    let path = root().join("tests/data/facts.txt");
    if std::env::var_os("MAPWRIGHT_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap());
}

#[test]
fn every_stage_has_a_title_of_its_own() {
    let mut seen = BTreeSet::new();
    // A map must be given to be a stage.
    for info in builders().iter().filter(|info| info.name != "from-map") {
        let title = info.facts().title;
        let is_capital = title.starts_with(|first: char| first.is_uppercase());
        assert!(is_capital && title.len() <= 32 && !title.ends_with('.'), "{}: {title:?}", info.name);
        assert!(seen.insert(title), "{title} twice");
    }
}

/// A map with rooms and a start.
const MAP: &str = r#"{ "format": "mapwright-map", "version": 2, "width": 2, "height": 1, "tiles": [0, 0],
    "rooms": [{ "id": 0, "rect": [0, 0, 2, 1] }], "start": [0, 0] }"#;
