//! Any text is a rule or a goal, or an error that points into the text. What can run neither panics nor runs for ever.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_core::{BuilderChain, Size, Wrap};
use mapwright_rewrite::{Around, At, Goal, Node, ProgramError, RewriteRules, all, count, one, search};

fuzz_target!(|text: &str| {
    // The text as rules of every node, as a goal, and both: the first line a rule, the second a goal.
    let (rule, picture) = text.split_once('\n').unwrap_or((text, text));
    let few = |goal: Goal| Goal { states: 200, ..goal };
    check(text, one(text).steps(4));
    check(text, all(text).steps(2));
    check(text, count(Around::Eight, text).steps(2));
    check(text, search(few(Goal::absent("#")), text));
    check(text, search(few(Goal::present(text)), ["# -> .", "#. -> .#"]));
    check(rule, search(few(Goal { absent: Some(picture.to_owned()), ..Goal::present(picture) }), rule));
});

fn check(text: &str, node: Node) {
    let rules = RewriteRules { budget: 10, ..RewriteRules::new() }.set('?', "#.").put('.', At::Center).then(node);
    match rules.check_program() {
        Err(error) => check_mark(text, &error),
        Ok(()) => {
            for (w, h, wrap) in [(4, 3, Wrap::X), (1, 1, Wrap::Both), (1, 5, Wrap::None)] {
                let chain = BuilderChain::start_with(Size::new(w, h), rules.clone()).wrap(wrap);
                // A budget may be spent, but no map is broken.
                if let Err(error) = chain.build(1) {
                    assert!(!error.to_string().contains("broken"), "{error}");
                }
            }
        }
    }
}

fn check_mark(text: &str, error: &ProgramError) {
    assert!(error.to_string().starts_with("program[1]."), "{error}");
    if let Some(mark) = error.mark.as_ref().filter(|mark| mark.rule == text) {
        let line = text.split('\n').nth(mark.line - 1).expect("a line of the text");
        assert!(mark.column <= line.chars().count() + 1);
    }
}
