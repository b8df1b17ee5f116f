#![allow(dead_code, reason = "fields are shown by `Debug` only")]

use std::collections::BTreeMap;
use std::fmt::Debug;

use mapwright_dungeon::{PrefabVaults, Spawns};
use mapwright_levels::GraphLayout;
use mapwright_rewrite::RewriteRules;
use proptest::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::*;
use crate::{Recipe, builders, template, templates};

/// One field of each form that serde knows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Forms {
    is: bool,
    small: i8,
    large: u64,
    number: f64,
    letter: char,
    text: String,
    #[serde(default)]
    maybe: Option<u16>,
    unit: (),
    nothing: Empty,
    one: One,
    two: Two,
    pair: (u8, String),
    list: Vec<[i32; 2]>,
    names: BTreeMap<String, Variants>,
    inner: Inner,
    either: Vec<Either>,
    tagged: Tagged,
    checked: Checked,
}

#[derive(Debug, Deserialize)]
struct Empty;

#[derive(Debug, Deserialize)]
struct One(u8);

#[derive(Debug, Deserialize)]
struct Two(u8, i64);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Variants {
    Unit,
    Held(Inner),
    Fields { a: u8, b: Option<String> },
}

/// Fields that it does not know are ignored.
#[derive(Debug, Deserialize)]
struct Inner {
    a: u8,
    #[serde(default)]
    b: Vec<Inner>,
    #[serde(flatten)]
    rest: BTreeMap<char, f32>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Either {
    Number(u8),
    Pair { a: u8, b: u8 },
}

#[derive(Debug, Deserialize)]
#[serde(tag = "x")]
enum Tagged {
    A { a: u8 },
}

#[derive(Debug, Deserialize)]
#[serde(try_from = "u8")]
struct Checked(u8);

impl TryFrom<u8> for Checked {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if number < 3 { Ok(Checked(number)) } else { Err("expected less than 3".to_owned()) }
    }
}

fn forms() -> Value {
    json!({
        "is": true, "small": -3, "large": u64::MAX, "number": 0.5, "letter": "a", "text": "b", "maybe": 3, "unit": null,
        "nothing": null, "one": 1, "two": [1, -2], "pair": [1, "a"], "list": [[1, 2], [3, 4]],
        "names": { "a": "unit", "b": { "held": { "a": 1 } }, "c": { "fields": { "a": 1, "b": null } } },
        "inner": { "a": 1, "b": [{ "a": 2, "c": 1.5 }, { "a": 3 }], "d": 7 },
        "either": [1, { "a": 1, "b": 2 }], "tagged": { "x": "A", "a": 1 }, "checked": 2,
    })
}

/// What a type is read as, or where it is wrong and how.
type Told = Result<String, (String, String)>;

fn told<T: DeserializeOwned + Debug>(value: &Value) -> Told {
    match read::<T>(value) {
        Ok(read) => Ok(format!("{read:?}")),
        Err((way, error)) => Err((way.to_string(), error.to_string())),
    }
}

/// The same by serde_json and serde_path_to_error.
fn naive<T: DeserializeOwned + Debug>(value: &Value) -> Told {
    match serde_path_to_error::deserialize::<_, T>(value) {
        Ok(read) => Ok(format!("{read:?}")),
        Err(error) => Err((error.path().to_string(), error.inner().to_string())),
    }
}

/// Whether both agree, except where only the other one takes a list for a struct.
fn check<T: DeserializeOwned + Debug>(value: &Value) {
    let told = told::<T>(value);
    let is_list = |(_, problem): &(String, String)| {
        let expected = problem.strip_prefix("invalid type: sequence, expected ").unwrap_or_default();
        expected.starts_with("struct ") || expected.starts_with("an object ")
    };
    if !told.as_ref().is_err_and(is_list) {
        assert_eq!(told, naive::<T>(value), "{value}");
    }
}

/// The ways to all parts of a value, as serde_json's pointers.
fn pointers(value: &Value, here: &str, all: &mut Vec<String>) {
    all.push(here.to_owned());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(nth, item)| pointers(item, &format!("{here}/{nth}"), all));
        }
        Value::Object(fields) => {
            let name = |name: &str| name.replace('~', "~0").replace('/', "~1");
            fields.iter().for_each(|(key, field)| pointers(field, &format!("{here}/{}", name(key)), all));
        }
        _ => (),
    }
}

/// Whatever may stand in a recipe.
fn anything() -> impl Strategy<Value = Value> {
    let word = || prop::sample::select(vec!["a", "b", "c", "x", "A", "unit", "held", "fields", "is", "inner", "", "7"]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..300).prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, move |part| {
        let field = (word().prop_map(str::to_owned), part.clone());
        prop_oneof![
            prop::collection::vec(part, 0..4).prop_map(Value::Array),
            prop::collection::vec(field, 0..4).prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_value_is_read_as_by_serde_json(value in anything()) {
        check::<Forms>(&value);
        check::<Inner>(&value);
        check::<BTreeMap<String, Vec<Variants>>>(&value);
        check::<Vec<Either>>(&value);
    }

    #[test]
    fn a_wrong_part_is_found_as_by_serde_path_to_error(part in anything(), name in "[abx]", nth in any::<prop::sample::Index>()) {
        let (mut value, mut all) = (forms(), Vec::new());
        pointers(&value, "", &mut all);
        let place = value.pointer_mut(&all[nth.index(all.len())]).unwrap();
        match place.as_object_mut() {
            Some(fields) if part.is_null() => drop(fields.shift_remove(&name)),
            Some(fields) if part.is_boolean() => drop(fields.insert(name, part)),
            _ => *place = part,
        }
        check::<Forms>(&value);
    }
}

#[test]
fn forms_are_read() {
    assert!(told::<Forms>(&forms()).is_ok());
}

/// Stages that have lists, objects and variants, with their defaults, and as the bundled recipes have them. To read more types
/// with the naive twin takes long to compile.
#[test]
fn wrong_parts_of_stages_are_found_as_by_serde_path_to_error() {
    let read = |name: &str| template(name).unwrap().parse::<Recipe>().unwrap();
    let bundled: Vec<Recipe> = templates().map(read).collect();
    let given = |name: &'static str| {
        let info = builders().iter().find(|info| info.name == name).unwrap();
        let own = info.params.iter().filter(|param| !param.default.is_null());
        let defaults = own.map(|param| (param.name.to_owned(), param.default.clone())).collect();
        let stages = bundled.iter().flat_map(|recipe| std::iter::once(&recipe.initial).chain(&recipe.metas));
        let stages = stages.filter(move |stage| stage.name == name).map(|stage| Value::Object(stage.params.clone()));
        stages.chain([Value::Object(defaults)]).collect::<Vec<Value>>()
    };
    check_stage::<GraphLayout>(&given("graph-layout"));
    check_stage::<PrefabVaults>(&given("prefab-vaults"));
    check_stage::<RewriteRules>(&given("rewrite"));
    check_stage::<Spawns>(&given("spawns"));
}

fn check_stage<T: DeserializeOwned + Debug>(given: &[Value]) {
    let parts = [json!(null), json!(-1), json!(1.5), json!("x"), json!(["x"]), json!({}), json!({ "x": 1 })];
    for params in given {
        check::<T>(params);
        let mut all = Vec::new();
        pointers(params, "", &mut all);
        for (place, part) in all.iter().flat_map(|place| parts.iter().map(move |part| (place, part))) {
            let mut value = params.clone();
            *value.pointer_mut(place).unwrap() = part.clone();
            check::<T>(&value);
        }
    }
}

/// Catches what is wrong.
#[derive(Debug)]
struct Caught;

impl<'de> Deserialize<'de> for Caught {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Empty follows from an error that is caught.
        let _ = Vec::<u8>::deserialize(deserializer);
        Ok(Caught)
    }
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    A,
    B,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
struct Key(String);

#[derive(Debug, Deserialize)]
enum Tuples {
    A(u8, u8),
}

#[derive(Debug, Deserialize)]
struct After {
    caught: Caught,
    then: u8,
}

/// What differs from serde_json, or from serde_path_to_error, whose way is that to the first error, caught or not.
#[test]
fn some_errors_are_told_better() {
    fn check<T: DeserializeOwned + Debug>(value: Value, way: &str, problem: &str) {
        assert_eq!(told::<T>(&value), Err((way.to_owned(), problem.to_owned())), "{value}");
    }
    check::<Vec<After>>(json!([[[], 1]]), "[0]", "invalid type: sequence, expected struct After");
    check::<After>(json!({ "caught": [1, "x"] }), ".", "missing field `then`");
    check::<After>(json!({ "caught": [1, "x"], "then": "y" }), "then", "invalid type: string \"y\", expected u8");
    check::<Tuples>(json!({ "A": [] }), "A", "invalid length 0, expected tuple variant Tuples::A with 2 elements");
    check::<Tuples>(json!({ "A": [1, "x"] }), "A[1]", "invalid type: string \"x\", expected u8");
    check::<Tuples>(json!({ "A": {} }), "A", "invalid type: map, expected tuple variant");
    check::<Tuples>(json!("A"), "A", "invalid type: unit variant, expected tuple variant");
    check::<BTreeMap<Key, u8>>(json!({ "a": 1, "b": "x" }), "b", "invalid type: string \"x\", expected u8");
    check::<BTreeMap<Word, u8>>(json!({ "a": 1, "c": 2 }), "c", "unknown variant `c`, expected `a` or `b`");
    let keys = "invalid value: expected key to be a number in quotes";
    check::<BTreeMap<u8, u8>>(json!({ "3": 1, "x": 2 }), "x", keys);
    assert_eq!(
        told::<BTreeMap<i16, BTreeMap<bool, u8>>>(&json!({ "-3": { "true": 1 } })),
        Ok("{-3: {true: 1}}".into())
    );
}
