//! The messages for wrong parameters of every stage, in `tests/data/messages.txt`, where people can read them.
//!
//! Every parameter gets a few values of wrong forms. A message stands once, with its values cut, above the stages that give
//! it.

use std::collections::BTreeMap;

use crate::root;
use mapwright::recipe::{BuilderInfo, BuilderKind, Files, Registry, StageRecipe, builders};
use serde_json::{Value, json};

/// Values that hardly any parameter accepts: one of a wrong type, of a wrong word, a list and objects with unknown fields.
fn wrong() -> [Value; 6] {
    [json!(true), json!(-1), json!("?"), json!([3]), json!({ "?": 3 }), json!([{ "?": 3 }])]
}

/// The answer to a stage with one parameter; `None` if it is accepted.
fn answer(info: &BuilderInfo, name: &str, value: &Value) -> Option<String> {
    let mut stage = StageRecipe::new(info.name);
    let given = info.params.iter().find(|param| param.name == name).and_then(|param| param.only_with);
    stage.params.extend(given.map(|(other, fitting)| (other.to_owned(), fitting[0].into())));
    stage.params.insert(name.to_owned(), value.clone());
    let (registry, none) = (Registry::shipped(), Files::none());
    match info.kind() {
        BuilderKind::Meta => registry.meta_stage(&stage, &none).err().map(|error| error.to_string()),
        _ => registry.initial_stage(&stage, &none).err().map(|error| error.to_string()),
    }
}

fn messages() -> String {
    let mut all: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
    let infos = builders();
    for info in infos {
        let names = info.params.iter().map(|param| param.name).chain(["?"]);
        for (name, value) in names.flat_map(|name| wrong().map(|value| (name, value))) {
            let Some(message) = answer(info, name, &value) else { continue };
            let cut = match (message.find(" is "), message.find("; expected ")) {
                (Some(is), Some(expected)) if is < expected && message.starts_with("parameter ") => {
                    format!("{} is …{}", &message[..is], &message[expected..])
                }
                _ => message,
            };
            let stages = all.entry(cut).or_default();
            if !stages.contains(&info.name) {
                stages.push(info.name);
            }
        }
    }
    all.into_iter().map(|(message, stages)| format!("{message}\n    {}\n", stages.join(", "))).collect()
}

#[test]
fn every_parameter_says_what_it_expects() {
    let (path, now) = (root().join("tests/data/messages.txt"), messages());
    if std::env::var_os("MAPWRIGHT_BLESS").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let known = std::fs::read_to_string(path).unwrap();
    let (known, now): (Vec<&str>, Vec<&str>) = (known.lines().collect(), now.lines().collect());
    assert_eq!(now.iter().find(|line| !known.contains(line)), None, "a new line");
    assert_eq!(known, now);
}

#[test]
fn every_parameter_refuses_something() {
    for info in builders() {
        for param in &info.params {
            let refused = wrong().iter().filter(|value| answer(info, param.name, value).is_some()).count();
            assert!(refused >= 3, "{} {} accepts nearly anything", info.name, param.name);
        }
    }
}
