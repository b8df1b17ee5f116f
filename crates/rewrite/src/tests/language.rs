//! What is read, what is refused, and with which words.

use crate::RewriteRules;
use crate::node::{Around, At, DistanceField, count, markov, one, prl, put, repeat, sequence};

fn check(rules: RewriteRules, message: &str) {
    let found = rules.check_program().map_err(|error| error.to_string());
    assert_eq!(found.err().as_deref().unwrap_or("fine"), message);
}

#[test]
fn errors_show_the_rule_and_mark_the_place() {
    let program = |rule: &str| RewriteRules::new().set('?', "#.").then(one(rule));
    let known =
        "`*`, `\"` `#` `%` `&` `+` `-` `.` `:` `;` `<` `=` `>` `@` `_` `o` `~` `≈` `?`, or a glyph of `symbols`";
    check(
        program("#Q -> .."),
        &format!("program[0].one: line 1, column 2: unknown symbol `Q`; expected {known}\n  #Q -> ..\n   ^"),
    );
    check(
        program("#.#/## -> .../..."),
        "program[0].one: line 1, column 5: a row of 2 symbols; expected 3, as in the first row\n  #.#/## -> .../...\n      ^",
    );
    check(
        program("## -> .../..."),
        "program[0].one: line 1, column 7: the right side is 3x2; expected 2x1\n  ## -> .../...\n        ^",
    );
    check(program("# -> ?"), "program[0].one: line 1, column 6: `?` is a set; expected one symbol\n  # -> ?\n       ^");
    check(
        program("#. #."),
        "program[0].one: line 1, column 4: expected ` -> `, and rows separated by `/`\n  #. #.\n     ^",
    );
    check(
        program("# ->"),
        "program[0].one: line 1, column 5: the rule ends here; expected ` -> ` and what it turns into\n  # ->\n      ^",
    );
    check(program("#/ -> ./"), "program[0].one: line 1, column 3: an empty row; expected symbols\n  #/ -> ./\n    ^");
    check(
        program("# ->\n.Q"),
        &"program[0].one: line 2, column 2: unknown symbol `Q`; expected KNOWN\n  # ->\n  .Q\n   ^"
            .replace("KNOWN", known),
    );
    check(
        RewriteRules::new().then(count(Around::Eight, ". -> # if # 5..9")),
        "program[0].count: line 1, column 13: `5..9` is not a count; expected 0 to 8, or a range such as 5..8\n  . -> # if # 5..9\n              ^",
    );
}

#[test]
fn what_has_no_effect_is_refused() {
    let program = |node| RewriteRules::new().then(node);
    check(
        program(one("# -> .").chance(0.5)),
        "program[0].one: `chance` has no effect here; it goes with `all`, `prl` and `count`",
    );
    check(
        program(put('.', At::Center).steps(3)),
        "program[0].put: `steps` has no effect here; expected a node that takes turns",
    );
    check(
        program(prl("# -> .").temperature(1.0)),
        "program[0].prl: `temperature` has no effect here; it goes with `fields`, and with `observe` of `one`",
    );
    check(
        program(prl("# -> .").field(DistanceField::toward('.', "#", "#"))),
        "program[0].prl: `fields` have no effect here; they go with `one`",
    );
    check(
        program(prl("# -> .").chance(1.5)),
        "program[0].prl: `chance` is out of range; expected a number from 0 to 1",
    );
    check(
        RewriteRules::new().symbol('*', mapwright_core::Tile::FLOOR),
        "symbols.*: `*` has a meaning of its own in rules; expected another glyph",
    );
    let both = RewriteRules::new().symbol('R', mapwright_core::Tile::FLOOR).set('R', ".");
    check(both, "sets.R: `R` is a symbol; expected another glyph");
}

#[test]
fn what_may_run_for_ever_is_refused() {
    let program = |node| RewriteRules::new().then(node);
    for rule in ["#. -> .#", ".#* -> #.*"] {
        let message = format!("program[0].one: `{rule}` only moves symbols, so it may never end; add `steps`");
        check(program(one(rule)), &message);
        check(program(one(rule).steps(9)), "fine");
    }
    let undo = "program[0].markov[0].one: `# -> .` can undo what rules did before, so it may never end; add `steps`";
    check(program(markov([one("# -> ."), one(". -> #")])), undo);
    check(program(markov([one("# -> ."), one(". -> #")]).steps(5)), "fine");
    check(program(markov([one("# -> .").steps(3), one(". -> #")])), "fine");
    check(program(sequence([one("# -> ."), one(". -> #")])), "fine");
    check(program(repeat([one("# -> ."), one(". -> #")])), &undo.replace("markov", "repeat"));
    check(program(repeat([one("# -> ."), one(". -> #")]).steps(3)), "fine");
    check(
        program(markov([sequence([one("# -> .").steps(1)]), one(". -> #")])),
        &undo.replace("[0].one", "[0].sequence[0].one"),
    );
    check(
        program(one(["#~ -> .~", ".~ -> ~~", "~~. -> ..."])),
        "program[0].one: `.~ -> ~~` can undo what rules did before, so it may never end; add `steps`",
    );
    check(program(one(["#~ -> .~", ".~ -> ~~"])), "fine");
    check(program(prl(["#. -> ~~", "~ -> ."])), "fine");
    check(program(prl("#. -> ~#")), "fine");
    let message = "program[0].prl: `#. -> .#` only moves symbols, so it may never end; add `steps`";
    check(program(prl("#. -> .#")), message);
}
