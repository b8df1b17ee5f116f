//! Pages of the book that show messages and mazes show those of today.
#![allow(clippy::panic)]

use std::fs;

use crate::root;
use mapwright::builders::*;
use mapwright::prelude::*;
use mapwright::recipe::map_from_json;

fn page(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).unwrap()
}

/// Every complete recipe and every map of a page can be built or read; what is a part of one is not looked at.
fn check_json(name: &str) -> usize {
    let text = page(name);
    let blocks = text.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    let whole: Vec<&str> = blocks.filter(|json| json.contains("\"version\"")).collect();
    for json in &whole {
        match json.contains("initial") {
            true => {
                let recipe: Recipe = json.parse().unwrap_or_else(|error| panic!("{name}: {error}\n{json}"));
                recipe.build(recipe.seed()).unwrap_or_else(|error| panic!("{name}: {error}\n{json}"));
            }
            false => drop(map_from_json(json).unwrap_or_else(|error| panic!("{name}: {error}\n{json}"))),
        }
    }
    whole.len()
}

#[test]
fn recipes_of_the_book_can_be_built() {
    let names =
        ["recipes.md", "start.md", "loops.md", "packing.md", "rewrite.md", "levels/floors.md", "levels/spawns.md"];
    let n_recipes: usize = names.into_iter().map(check_json).sum();
    assert!(n_recipes > 10, "{n_recipes}");
}

#[test]
fn messages_about_recipes_are_those_of_the_page() {
    let (text, mut seen) = (page("recipes.md"), 0);
    for (given, message) in text.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | ``")) {
        let whole = format!(r#"{{ "version": 1, "width": 9, "height": 9, {given} }}"#);
        let json = if given.starts_with('{') { given } else { &whole };
        let error = json.parse::<Recipe>().and_then(|recipe| recipe.build(recipe.seed())).unwrap_err();
        assert_eq!(Some(error.to_string().as_str()), message.strip_suffix("`` |"));
        seen += 1;
    }
    assert!(seen > 12, "{seen}");
}

#[test]
fn mazes_with_loops_are_those_of_the_page() {
    let text = page("loops.md");
    let maze = || BuilderChain::start_with(Size::new(12, 7), Backtracker::default()).with(Exit::default());
    let rules = [LoopInjector::braid(1.0), LoopInjector::detour(12), LoopInjector::defeat_wall_followers()];
    for chain in rules.map(|rule| maze().with(rule)).into_iter().chain([maze()]) {
        let drawn = chain.build(3).unwrap().to_string();
        assert!(text.contains(&drawn), "{drawn}");
    }
    let at_border = BuilderChain::start_with(Size::new(12, 7), Backtracker::default())
        .with(Start::at(Place::Left))
        .with(Exit::default())
        .with(LoopInjector::defeat_wall_followers());
    let errors: Vec<BuildError> = at_border.each(0..8, |_, map| map.err()).flatten().collect();
    assert_eq!(errors.len(), 3);
    assert!(errors.iter().any(|error| text.contains(&error.to_string())));
}
