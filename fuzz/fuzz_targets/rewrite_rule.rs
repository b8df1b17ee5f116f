//! Any text is a rule or a goal, or an error that points into the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_rewrite::{Around, Goal, RewriteRules, count, one, search};

fuzz_target!(|text: &str| {
    let nodes = [
        one(text).steps(1),
        count(Around::Eight, text).steps(1),
        search(Goal::absent("#"), text),
        search(Goal::present(text), "# -> ."),
    ];
    for node in nodes {
        let rules = RewriteRules::new().set('?', "#.").then(node);
        if let Err(error) = rules.check_program() {
            if let Some(mark) = &error.mark {
                assert_eq!(mark.rule, text);
                let line = text.split('\n').nth(mark.line - 1).expect("a line of the text");
                assert!(mark.column <= line.chars().count() + 1);
            }
            assert!(error.to_string().starts_with("program[0]."));
        }
    }
});
