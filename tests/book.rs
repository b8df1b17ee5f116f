//! The catalogue of the book, a page a family, is what the catalogue of builders says.
//!
//! `MAPWRIGHT_BLESS=1 cargo test --test book` writes the pages anew.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use mapwright::core::Plane;
use mapwright::prelude::*;
use mapwright::recipe::{BuilderInfo, BuilderKind, Param, builders, template, templates};

#[test]
fn the_catalogue_is_up_to_date() {
    let mut families: BTreeMap<&str, Vec<BuilderInfo>> = BTreeMap::new();
    for info in builders() {
        families.entry(info.group).or_default().push(info);
    }
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/catalogue");
    for (family, infos) in &families {
        let file = dir.join(format!("{}.md", slug(family)));
        let page = page(family, infos);
        if std::env::var_os("MAPWRIGHT_BLESS").is_some() {
            fs::create_dir_all(&dir).unwrap();
            fs::write(&file, &page).unwrap();
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), page, "{}", file.display());
    }
    assert_eq!(fs::read_dir(&dir).unwrap().count(), families.len(), "a page of a family that is gone");
}

fn slug(family: &str) -> String {
    family.to_lowercase().replace(' ', "-")
}

fn page(family: &str, infos: &[BuilderInfo]) -> String {
    let mut title = family.to_owned();
    title[..1].make_ascii_uppercase();
    let mut page = format!("# {title}\n");
    page += "\nCosts are medians over many seeds of a bundled recipe, on one core of an AMD EPYC.\n";
    infos.iter().for_each(|info| page += &section(info));
    page
}

fn section(info: &BuilderInfo) -> String {
    let mut about = info.about.to_string();
    about[..1].make_ascii_uppercase();
    let place = match info.kind() {
        BuilderKind::Initial => "It begins a chain.",
        BuilderKind::Meta => "It changes a map.",
        BuilderKind::Both => "It begins a chain, or works in the shape of an existing map.",
    };
    let mut text = format!("\n## {}\n\n{about}. {place}\n", info.name);
    if let Some(recipe) = shown_by(info.name) {
        write!(text, "\n![{}, stage by stage](../pictures/{recipe}.png)\n", recipe).unwrap();
    }
    if !info.params.is_empty() {
        text += "\n| Parameter | Default | Expected | What it does |\n|---|---|---|---|\n";
        info.params.iter().for_each(|param| text += &row(param));
    }
    let (cost, recipe) = &costs()[info.name];
    write!(text, "\n**Costs** {cost} a cell in {recipe}\n").unwrap();
    let [needs, gives, clears] = info.planes();
    for (word, planes) in [("Needs", needs), ("Gives", gives), ("Clears", clears)] {
        if !planes.is_empty() {
            let planes: Vec<&str> = planes.iter().map(|plane: &Plane| plane.name()).collect();
            write!(text, "\n**{word}** {}\n", planes.join(", ")).unwrap();
        }
    }
    text
}

fn row(param: &Param) -> String {
    let default = match &param.default {
        serde_json::Value::Null => "absent".to_owned(),
        value => format!("`{value}`"),
    };
    let only = param.only_with.map(|(name, words)| format!("; only with `{name}` {}", words.join(" or ")));
    let not = param.not_with.map(|name| format!("; not with `{name}`"));
    let about = format!("{}{}{}", param.about, only.unwrap_or_default(), not.unwrap_or_default());
    let cells = [format!("`{}`", param.name), default, param.kind.to_string(), about];
    format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
}

/// What `cargo bench --bench costs` measured for each builder: the time for a cell, and where.
fn costs() -> BTreeMap<&'static str, (String, String)> {
    let lines = include_str!("data/costs.txt").lines().filter(|line| !line.starts_with('#'));
    let costs = lines.map(|line| line.split(' ').collect::<Vec<_>>());
    let at = |place: &str| if template(place).is_some() { format!("`{place}`") } else { format!("{place} cells") };
    costs.map(|words| (words[0], (time(words[1]), at(words[2])))).collect()
}

/// Rounded: microseconds below 10 to tenths.
fn time(nanos: &str) -> String {
    match nanos.parse::<u32>() {
        Ok(nanos @ 1000..9950) => {
            let tenths = (nanos + 50) / 100;
            format!("{}.{} µs", tenths / 10, tenths % 10)
        }
        Ok(nanos @ 9950..) => format!("{} µs", (nanos + 500) / 1000),
        _ => format!("{nanos} ns"),
    }
}

#[test]
fn times_are_rounded() {
    for (nanos, words) in [
        ("8.8", "8.8 ns"),
        ("999", "999 ns"),
        ("3869", "3.9 µs"),
        ("9949", "9.9 µs"),
        ("9950", "10 µs"),
        ("12957", "13 µs"),
    ] {
        assert_eq!(time(nanos), words);
    }
}

#[test]
fn every_builder_has_a_cost_and_every_cost_a_builder() {
    let known: Vec<&str> = builders().iter().map(|info| info.name).collect();
    let measured: Vec<&str> = costs().into_keys().collect();
    let missing: Vec<_> = known.iter().filter(|name| !measured.contains(name)).collect();
    let gone: Vec<_> = measured.iter().filter(|name| !known.contains(name)).collect();
    assert!(missing.is_empty() && gone.is_empty(), "not measured: {missing:?}; gone: {gone:?}; see benches/costs.rs");
}

/// A bundled recipe whose picture shows a builder: one that begins with it, if there is one.
fn shown_by(builder: &str) -> Option<&'static str> {
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    let drawn = |name: &&str| pictures.join(format!("{name}.png")).exists();
    let recipes: Vec<(&str, Recipe)> =
        templates().filter(drawn).map(|name| (name, template(name).unwrap().parse().unwrap())).collect();
    let begins = recipes.iter().find(|(_, recipe)| recipe.initial.name == builder);
    let uses = recipes.iter().find(|(_, recipe)| recipe.metas.iter().any(|meta| meta.name == builder));
    begins.or(uses).map(|(name, _)| *name)
}
