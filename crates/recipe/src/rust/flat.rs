//! Builders whose choices hold values in Rust, which stand beside each other in recipes.

use serde_json::{Map, Value};

use super::code::Code;
use super::expression::number;

/// A builder with these parameters.
pub(super) fn builder(name: &str, given: &Map<String, Value>) -> Option<Code> {
    let word = |name: &str| given.get(name).and_then(Value::as_str);
    let numbers = |names: &[&str]| names.iter().map(|name| number(given.get(*name)?)).collect::<Option<Vec<Code>>>();
    match name {
        "loop-injector" => {
            let is_given = |name: &str| given.get(name).is_some_and(|value| !value.is_null());
            Some(match word("rule")? {
                "braid" => Code::call("LoopInjector::braid", numbers(&["p"])?),
                "random" if is_given("count") => Code::call("LoopInjector::count", numbers(&["count"])?),
                "random" => Code::call("LoopInjector::share", numbers(&["share"])?),
                "detour" if !is_given("count") => Code::call("LoopInjector::detour", numbers(&["min_distance"])?),
                "defeat-wall-followers" => Code::text("LoopInjector { rule: LoopRule::DefeatWallFollowers }"),
                _ => return None,
            })
        }
        "growing-tree" if word("root") == Some("center") => {
            let choice = match word("choice")? {
                "mix" => {
                    let names = ["newest", "oldest", "random"];
                    let parts = names.map(str::to_owned).into_iter().zip(numbers(&names)?).collect();
                    Code::fields("Choice::Mix", parts, None)
                }
                "newest" => Code::text("Choice::Newest"),
                "oldest" => Code::text("Choice::Oldest"),
                _ => Code::text("Choice::Random"),
            };
            let rest = Some("..GrowingTree::default()".to_owned());
            Some(Code::fields("GrowingTree", vec![("choice".to_owned(), choice)], rest))
        }
        _ => None,
    }
}
