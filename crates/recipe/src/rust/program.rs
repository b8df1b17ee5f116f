//! Programs of rewrite rules, as the functions of `mapwright::rewrite` write them.

use super::code::Code;
use super::expression::{Made, literal, tile};
use super::tree::Tree;

/// A `RewriteRules`.
pub(super) fn rules(tree: &Tree) -> Made {
    let mut calls = Vec::new();
    for (glyph, symbol) in pairs(tree.field("symbols")) {
        calls.push(Code::call(".symbol", vec![Code::text(glyph), symbol_code(symbol)?]));
    }
    for (glyph, symbols) in pairs(tree.field("sets")) {
        calls.push(Code::call(".set", vec![Code::text(glyph), Code::text(symbols.word())]));
    }
    let fill = word(tree, "fill");
    if fill != "'#'" {
        calls.push(Code::call(".fill", vec![Code::text(fill)]));
    }
    for node in items(tree, "program") {
        calls.push(Code::call(".then", vec![node_code(node)?]));
    }
    let rules = Code::Chain(Box::new(Code::text("RewriteRules::new()")), calls);
    let mut fields = Vec::new();
    let lets = pairs(tree.field("lets"));
    if !lets.is_empty() {
        let pair =
            |(name, rule): (&str, &Tree)| Code::call("", vec![Code::text(format!("{name}.into()")), rule_code(rule)]);
        let list =
            Code::Group { open: "[".to_owned(), items: lets.into_iter().map(pair).collect(), rest: None, close: "]" };
        fields.push(Code::Chain(Box::new(list.after("lets: ")), vec![Code::text(".into()")]));
    }
    if word(tree, "budget") != "1000" {
        fields.push(Code::text(format!("budget: {}", word(tree, "budget"))));
    }
    if fields.is_empty() {
        return Ok(rules);
    }
    let rest = Some(rules.after("..").print(8, 0));
    Ok(Code::Group { open: "RewriteRules {".to_owned(), items: fields, rest, close: "}" })
}

fn node_code(node: &Tree) -> Made {
    let Some(Tree::Tuple(action, given)) = node.field("action") else { return Err(no_form(node)) };
    let (name, given) = match (action.as_str(), given.as_slice()) {
        ("Rules", [choice, rules]) => choice_code(choice, rules_code(rules)),
        ("Put", [symbol, at]) => ("put".to_owned(), vec![Code::text(symbol.word()), at_code(at)]),
        ("Path", [path]) => ("path".to_owned(), vec![path_code(path)]),
        ("Nodes", [order, nodes]) => {
            let items = nodes.items().iter().map(node_code).collect::<Result<_, String>>()?;
            let nodes = Code::Group { open: "[".to_owned(), items, rest: None, close: "]" };
            (order.word().to_lowercase(), vec![nodes])
        }
        _ => return Err(no_form(node)),
    };
    Ok(Code::Chain(Box::new(Code::call(&format!("rewrite::{name}"), given)), limits(node)))
}

/// The function that applies rules, and what it is given.
fn choice_code(choice: &Tree, rules: Code) -> (String, Vec<Code>) {
    match choice {
        Tree::Tuple(name, given) => {
            let given = given.iter().map(|one| match one {
                Tree::Struct(..) => goal_code(one),
                around => Code::text(format!("rewrite::Around::{}", around.word())),
            });
            (name.to_lowercase(), given.chain([rules]).collect())
        }
        name => (name.word().to_lowercase(), vec![rules]),
    }
}

/// The calls that say how often a node acts, and how it chooses.
fn limits(node: &Tree) -> Vec<Code> {
    let mut calls = Vec::new();
    if let Some(Tree::Tuple(kind, number)) = node.field("steps").and_then(Tree::some) {
        let name = if kind == "Percent" { ".percent" } else { ".steps" };
        calls.push(Code::call(name, number.iter().map(|number| Code::text(literal(number.word()))).collect()));
    }
    calls.extend(probability(node));
    if word(node, "symmetry") != "All" {
        calls.push(symmetry(word(node, "symmetry")));
    }
    calls.extend(items(node, "fields").iter().map(field_code));
    if word(node, "temperature") != "0.0" {
        calls.push(Code::call(".temperature", vec![Code::text(word(node, "temperature"))]));
    }
    calls
}

fn probability(tree: &Tree) -> Option<Code> {
    let p = tree.field("p").and_then(Tree::some)?;
    Some(Code::call(".p", vec![Code::text(p.word())]))
}

fn symmetry(name: &str) -> Code {
    Code::call(".symmetry", vec![Code::text(format!("rewrite::Symmetry::{name}"))])
}

fn field_code(field: &Tree) -> Code {
    let name = if word(field, "away") == "true" { "away" } else { "toward" };
    let given = ["of", "to", "on"].map(|name| Code::text(word(field, name)));
    let call = Code::call(&format!("rewrite::Field::{name}"), given.into());
    let again = (word(field, "recompute") == "true").then(|| Code::text(".recompute()"));
    Code::call(".field", vec![Code::Chain(Box::new(call), Vec::from_iter(again))])
}

/// One rule, or a list of rules. In a list all have one type.
fn rules_code(rules: &Tree) -> Code {
    let rules = rules.items().first().map(Tree::items).unwrap_or_default();
    let are_plain = rules.iter().all(|rule| calls_of(rule).is_empty());
    let code = |rule: &Tree| if are_plain { Code::text(word(rule, "text")) } else { rule_code(rule) };
    match rules {
        [rule] => code(rule),
        rules => Code::Group { open: "[".to_owned(), items: rules.iter().map(code).collect(), rest: None, close: "]" },
    }
}

fn rule_code(rule: &Tree) -> Code {
    let new = Code::call("rewrite::Rule::new", vec![Code::text(word(rule, "text"))]);
    Code::Chain(Box::new(new), calls_of(rule))
}

/// The calls that make a rule more than its text.
fn calls_of(rule: &Tree) -> Vec<Code> {
    let weight = Some(word(rule, "weight")).filter(|&weight| weight != "1");
    let weight = weight.map(|weight| Code::call(".weight", vec![Code::text(weight)]));
    let images = rule.field("symmetry").and_then(Tree::some).map(|name| symmetry(name.word()));
    weight.into_iter().chain(probability(rule)).chain(images).collect()
}

fn path_code(path: &Tree) -> Code {
    let Tree::Struct(_, fields) = path else { return Code::text("") };
    let fields = fields.iter().map(|(name, value)| (name.clone(), Code::text(literal(value.word()))));
    Code::fields("rewrite::Path", fields.collect(), None)
}

fn goal_code(goal: &Tree) -> Code {
    let picture = |name: &str| match goal.field(name).and_then(Tree::some) {
        Some(picture) => format!("Some({})", literal(picture.word())),
        None => "None".to_owned(),
    };
    let texts = ["present", "absent"].map(|name| (name.to_owned(), Code::text(picture(name))));
    let states = ("states".to_owned(), Code::text(word(goal, "states")));
    Code::fields("rewrite::Goal", texts.into_iter().chain([states]).collect(), None)
}

fn at_code(at: &Tree) -> Code {
    match at {
        Tree::Tuple(_, items) => {
            Code::call("rewrite::At::Cell", items.iter().map(|item| Code::text(item.word())).collect())
        }
        at => Code::text(format!("rewrite::At::{}", at.word())),
    }
}

fn symbol_code(symbol: &Tree) -> Made {
    let of = symbol.field("tile").map(Tree::items).unwrap_or_default();
    let mark = match symbol.field("mark").and_then(Tree::some) {
        None => return Ok(tile(of)),
        Some(mark) => mark,
    };
    let mark = match mark {
        Tree::Leaf(name) => Code::text(name),
        Tree::Tuple(name, given) => {
            let given = given.iter().map(|one| match one.some() {
                Some(lock) => format!("Some({})", lock.word()),
                None => literal(one.word()),
            });
            Code::call(name, given.map(Code::text).collect())
        }
        other => return Err(no_form(other)),
    };
    let mark = Code::call("Some", vec![mark.after("rewrite::Mark::")]);
    Ok(Code::fields("rewrite::Symbol", vec![("tile".to_owned(), tile(of)), ("mark".to_owned(), mark)], None))
}

fn pairs(map: Option<&Tree>) -> Vec<(&str, &Tree)> {
    match map {
        Some(Tree::Map(pairs)) => pairs.iter().map(|(key, value)| (key.word(), value)).collect(),
        _ => Vec::new(),
    }
}

fn items<'a>(tree: &'a Tree, field: &str) -> &'a [Tree] {
    tree.field(field).map(Tree::items).unwrap_or_default()
}

fn word<'a>(tree: &'a Tree, field: &str) -> &'a str {
    tree.field(field).map(Tree::word).unwrap_or_default()
}

fn no_form(tree: &Tree) -> String {
    format!("{tree:?} has no form in Rust")
}
