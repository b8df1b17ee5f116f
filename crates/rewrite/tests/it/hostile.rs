//! Any text is a rule, a goal and a program, or an error that points into it. `fuzz/fuzz_targets/rewrite_rule.rs` does
//! the same without end.
#![cfg(feature = "serde")]

use mapwright_core::{BuilderChain, Size, Wrap};
use mapwright_rewrite::{Around, Goal, ProgramError, RewriteRules, count, one, search};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Pieces of rules, in any order.
fn rule() -> impl Strategy<Value = String> {
    let pieces = [
        "#", ".", "*", "?", "/", " -> ", "->", " ", "\n", "if", " if ", "5..8", "9", ",", "Q", "≈", "\u{0}", "ß", "#.",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..9).prop_map(|pieces| pieces.concat())
}

/// JSON with the words of programs in it.
fn value() -> impl Strategy<Value = Value> {
    let words = ["#", ".# -> ..", "40%", "center", "R", "mirror-x", "a -> b if c 1..", "**", "../.."];
    let keys = [
        "one",
        "all",
        "prl",
        "count",
        "put",
        "path",
        "search",
        "markov",
        "sequence",
        "repeat",
        "steps",
        "times",
        "chance",
        "symmetry",
        "fields",
        "temperature",
        "around",
        "at",
        "from",
        "to",
        "on",
        "inertia",
        "present",
        "absent",
        "states",
        "rule",
        "weight",
        "for",
        "recompute",
    ];
    let leaf = prop_oneof![
        prop::sample::select(words.to_vec()).prop_map(Value::from),
        (-2i64..9).prop_map(Value::from),
        (0.0..1.5).prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
    ];
    leaf.prop_recursive(4, 40, 4, move |inner| {
        let object = prop::collection::vec((prop::sample::select(keys.to_vec()), inner.clone()), 0..4);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(Value::from),
            object.prop_map(|fields| fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

fn check_mark(text: &str, error: &ProgramError) {
    assert!(error.to_string().starts_with("program[0]."), "{error}");
    if let Some(mark) = &error.mark {
        assert_eq!(mark.rule, text);
        let line = text.split('\n').nth(mark.line - 1).unwrap();
        assert!(mark.column <= line.chars().count() + 1, "{text:?}");
    }
}

fn runs(rules: RewriteRules) {
    let rules = RewriteRules { budget: 10, ..rules };
    for (w, h, wrap) in [(3, 2, Wrap::X), (1, 1, Wrap::Both), (1, 5, Wrap::None)] {
        if let Err(error) = BuilderChain::start_with(Size::new(w, h), rules.clone()).wrap(wrap).build(1) {
            assert!(!error.to_string().contains("broken"), "{error}: {rules:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4000) })]

    #[test]
    fn any_text_is_a_rule_or_an_error_that_points_into_it(text in prop_oneof![rule(), ".{0,12}"]) {
        let goal = Goal { states: 50, ..Goal::absent(text.as_str()) };
        for node in [one(text.as_str()).steps(1), count(Around::Eight, text.as_str()).steps(1), search(goal, "# -> .")] {
            let rules = RewriteRules::new().set('?', "#.").then(node);
            match rules.check_program() {
                Err(error) => check_mark(&text, &error),
                Ok(()) => runs(rules),
            }
        }
    }

    #[test]
    fn any_json_is_a_program_or_an_error(nodes in prop::collection::vec(value(), 0..3)) {
        if let Ok(rules) = serde_json::from_value::<RewriteRules>(json!({ "program": nodes })) {
            let again = serde_json::to_value(&rules).unwrap();
            prop_assert_eq!(&serde_json::from_value::<RewriteRules>(again).unwrap(), &rules);
            if rules.check_program().is_ok() {
                runs(rules);
            }
        }
    }
}
