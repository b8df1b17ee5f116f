//! The catalogue of the book, a page a family, is what the catalogue of builders says.
//!
//! `MAPWRIGHT_BLESS=1 cargo test -p mapwright-tests book` writes the pages anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::root;
use mapwright::core::Planes;
use mapwright::core::params::{Field, Holds, Schema};
use mapwright::prelude::*;
use mapwright::recipe::{BuilderInfo, BuilderKind, Param, builders, template, templates};

#[test]
fn the_catalogue_is_up_to_date() {
    let mut families: BTreeMap<&str, Vec<&BuilderInfo>> = BTreeMap::new();
    for info in builders() {
        families.entry(info.group).or_default().push(info);
    }
    let dir = root().join("docs/catalogue");
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

fn page(family: &str, infos: &[&BuilderInfo]) -> String {
    let mut title = family.to_owned();
    title[..1].make_ascii_uppercase();
    let mut page = format!("# {title}\n");
    page += "\nCosts are medians over many seeds of a bundled recipe, on one core of an AMD EPYC.\n";
    infos.iter().for_each(|info| page += &section(info));
    page
}

fn section(info: &BuilderInfo) -> String {
    let about = documentation(info.name);
    let place = match info.kind() {
        BuilderKind::Initial => "It begins a chain.",
        BuilderKind::Meta => "It changes a map.",
        BuilderKind::Both => "It begins a chain, or works in the shape of an existing map.",
    };
    let mut text = format!("\n## {}\n\n{about}\n\n{place}\n", info.name);
    if let Some(recipe) = shown_by(info.name) {
        write!(text, "\n![{}, stage by stage](../pictures/{recipe}.png)\n", recipe).unwrap();
    }
    if !info.params.is_empty() {
        text += "\n| Parameter | Default | Expected | What it does |\n|---|---|---|---|\n";
        for param in &info.params {
            text += &row(param);
            inner(param.name, &param.schema).iter().for_each(|row| text += row);
        }
    }
    let (cost, recipe) = &costs()[info.name];
    write!(text, "\n**Costs** {cost} a cell in {recipe}\n").unwrap();
    let facts = info.facts();
    for (word, planes) in [("Needs", facts.needs), ("Gives", facts.gives), ("Drops", info.drops())] {
        if planes != Planes::NONE {
            let planes: Vec<&str> = planes.iter().map(|plane| plane.name()).collect();
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
    let cells = [format!("`{}`", param.name), default, param.expected(), about];
    format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
}

/// The rows of what a parameter holds, by the way to it: `place.ground`, `table[].name`.
fn inner(place: &str, schema: &Schema) -> Vec<String> {
    match schema {
        Schema::Maybe(of) | Schema::Such(_, of) => inner(place, of),
        Schema::List(of, _) => inner(&format!("{place}[]"), of),
        Schema::Table(_, of) => inner(&format!("{place}.…"), of),
        Schema::Either(parts) => parts.iter().flat_map(|part| inner(place, part)).collect(),
        Schema::Object(_, _, fields) => of_fields(place, fields),
        Schema::OneOf(_, variants) => variants
            .iter()
            .flat_map(|one| match one.holds {
                Holds::Fields(fields) => of_fields(&format!("{place}.{}", one.name), fields),
                Holds::Value(of) => inner(&format!("{place}.{}", one.name), &of()),
                _ => Vec::new(),
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn of_fields(place: &str, fields: &[Field]) -> Vec<String> {
    let of_field = |field: &Field| {
        let (place, schema) = (format!("{place}.{}", field.name), (field.schema)());
        let default = if field.is_required { "must be given" } else { "" };
        let about = field.about.trim_end_matches('.');
        let cells = [format!("`{place}`"), default.to_owned(), Param::words(&schema), about.to_owned()];
        let row = format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
        [vec![row], inner(&place, &schema)].concat()
    };
    fields.iter().flat_map(of_field).collect()
}

/// The documentation of a builder's struct, without its examples.
fn documentation(builder: &str) -> String {
    let name: String = match builder {
        "rewrite" => "RewriteRules".to_owned(),
        "keep" => "KeepCells".to_owned(),
        name => name.split('-').map(|word| word[..1].to_uppercase() + &word[1..]).collect(),
    };
    let sources = ["maze", "wang", "packing", "wfc", "rewrite", "dungeon", "pipes", "levels"];
    let find = |folder: &&str| find(&root().join("crates").join(folder).join("src"), &name);
    let docs = sources.iter().find_map(find).unwrap();
    let (mut text, mut is_code) = (String::new(), false);
    for line in docs.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if !is_code && line.starts_with("# ") {
            break;
        } else if !is_code && (!line.is_empty() || !text.ends_with("\n\n")) {
            text += &format!("{line}\n");
        }
    }
    without_links(text.trim_end().trim_end_matches(':'))
}

/// The documentation of a struct in the sources in a folder.
fn find(folder: &Path, name: &str) -> Option<String> {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries.iter().find_map(|path| {
        if path.is_dir() {
            return find(path, name);
        }
        let source = fs::read_to_string(path).unwrap();
        let before = source
            .split_once(&format!("pub struct {name} {{"))
            .or_else(|| source.split_once(&format!("pub struct {name};")))?
            .0;
        let lines: Vec<&str> =
            before.lines().rev().take_while(|line| line.starts_with("///") || line.starts_with("#[")).collect();
        let docs = lines.iter().rev().filter_map(|line| line.strip_prefix("///"));
        Some(docs.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect())
    })
}

/// A text whose links lead nowhere outside of the documentation of the code: only their words.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        plain += before;
        let Some((words, after)) = after.split_once(']') else { return plain + "[" + after };
        plain += words;
        rest = match after.strip_prefix('(').and_then(|link| link.split_once(')')) {
            Some((_, after)) => after,
            None => after,
        };
    }
    plain + rest
}

/// What `cargo bench -p mapwright-benches --bench costs` measured for each builder: the time for a cell, and where.
fn costs() -> BTreeMap<&'static str, (String, String)> {
    let lines = include_str!("../../benches/costs.txt").lines().filter(|line| !line.starts_with('#'));
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
    let pictures = root().join("docs/pictures");
    let drawn = |name: &&str| pictures.join(format!("{name}.png")).exists();
    let recipes: Vec<(&str, Recipe)> =
        templates().filter(drawn).map(|name| (name, template(name).unwrap().parse().unwrap())).collect();
    let begins = recipes.iter().find(|(_, recipe)| recipe.initial.name == builder);
    let uses = recipes.iter().find(|(_, recipe)| recipe.metas.iter().any(|meta| meta.name == builder));
    begins.or(uses).map(|(name, _)| *name)
}
