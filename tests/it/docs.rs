//! Every page of the documentation is compiled, every relative link leads somewhere, and every picture is shown.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::root;
use mapwright::prelude::*;
use mapwright::recipe::template;
use mapwright::render::svg;

/// The files of a folder with an extension, and of the folders in it.
fn files(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !["target", "node_modules", "dist"].iter().any(|name| path.ends_with(name)) {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|other| other == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// README, changelog and every page, those of the crates too.
fn pages() -> Vec<PathBuf> {
    let folders = ["docs", "crates", "benches", "examples", "apps"].map(|dir| files(&root().join(dir), "md"));
    let top = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "RELEASING.md",
        "SECURITY.md",
        "CODE_OF_CONDUCT.md",
    ];
    let top = top.map(|name| root().join(name));
    top.into_iter().chain(folders.into_iter().flatten()).collect()
}

/// The targets of `[…](target)` in a page, without fragments and without those of the web.
fn links(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let local = targets.filter(|target| !target.contains("://") && !target.starts_with('#') && !target.contains(' '));
    local.map(|target| target.split('#').next().unwrap().to_owned()).collect()
}

/// Code in the pages is a test only because `tests/src/lib.rs` includes the page: a page that fell out would rot unseen.
#[test]
fn every_page_is_compiled() {
    let lib = fs::read_to_string(root().join("tests/src/lib.rs")).unwrap();
    let pages = files(&root().join("docs"), "md");
    assert!(pages.len() > 10);
    for page in pages.iter().filter(|page| fs::read_to_string(page).unwrap().contains("```rust")) {
        let name = page.strip_prefix(root()).unwrap().display();
        assert!(lib.contains(&format!("\"../../{name}\"")), "tests/src/lib.rs does not include {name}");
    }
}

/// Blocks of a page in one language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let page = if page == "README.md" { root().join(page) } else { root().join("docs").join(page) };
    let page = fs::read_to_string(page).unwrap();
    let start = format!("```{language}\n");
    page.split(&start).skip(1).filter_map(|rest| rest.split("```").next()).map(str::to_owned).collect()
}

fn quotes_are_in_sources(page: &str, blocks: &[String], sources: &[PathBuf]) {
    let trimmed = |text: &str| text.lines().map(str::trim).collect::<Vec<&str>>().join("\n");
    let sources: Vec<String> = sources.iter().map(|file| trimmed(&fs::read_to_string(file).unwrap())).collect();
    for quote in blocks {
        assert!(sources.iter().any(|source| source.contains(&trimmed(quote))), "{page}: in no source:\n{quote}");
    }
}

/// The game and the engines are not compiled with the book, so their code is quoted, and the quotes must be there.
#[test]
fn the_book_quotes_the_apps() {
    let apps = |folder: &str| files(&root().join(folder), "rs");
    let quotes = blocks("delve.md", "rust,ignore");
    assert!(quotes.len() > 5);
    quotes_are_in_sources("delve.md", &quotes, &apps("apps/delve"));
    let quotes = blocks("engines.md", "rust,ignore");
    assert!(quotes.len() >= 2);
    let engines = ["apps/bevy/demo", "benches/peers/examples"].map(apps).concat();
    quotes_are_in_sources("engines.md", &quotes, &engines);
    let recipes = blocks("engines.md", "json");
    assert!(!recipes.is_empty());
    quotes_are_in_sources("engines.md", &recipes, &files(&root().join("apps/bevy/demo/assets"), "json"));
}

/// `apps/c/ci` compiles and runs the whole programs of this page.
#[test]
fn the_page_for_c_has_the_examples() {
    for (language, file) in [("c", "castle.c"), ("csharp", "Castle.cs")] {
        let programs = blocks("c.md", language);
        let example = fs::read_to_string(root().join("apps/c/examples").join(file)).unwrap();
        assert!(programs.contains(&example), "docs/c.md does not have apps/c/examples/{file}");
    }
}

/// So does `apps/js/ci` with this one.
#[test]
fn the_page_for_javascript_has_the_examples() {
    for (language, file) in
        [("js", "castle.mjs"), ("js", "rot.mjs"), ("ts", "main.ts"), ("ts", "phaser.ts"), ("ts", "vite.config.ts")]
    {
        let programs = blocks("javascript.md", language);
        let example = fs::read_to_string(root().join("apps/js/examples").join(file)).unwrap();
        assert!(programs.contains(&example), "docs/javascript.md does not have apps/js/examples/{file}");
    }
}

/// `apps/js/ci` runs the example, `apps/bevy/ci` compiles the other one, `apps/python/tests` runs Python's.
#[test]
fn the_readme_has_the_examples() {
    let example = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    assert_eq!(blocks("README.md", "js"), [example("apps/js/examples/readme.mjs")]);
    let bevy = example("apps/bevy/demo/examples/minimal.rs");
    let bevy = bevy.split_once("\n\n").unwrap().1;
    assert_eq!(blocks("README.md", "rust,ignore"), [bevy]);
    assert!(example("apps/bevy/README.md").contains(bevy));
    let recipe: Recipe = blocks("README.md", "json")[0].parse().unwrap();
    let bundled: Recipe = template("braided-maze").unwrap().parse().unwrap();
    assert_eq!(recipe.build(recipe.seed()).unwrap(), bundled.build(bundled.seed()).unwrap());
}

/// The commands at the top of the README are those that `.ci/run` runs, and it stays one page.
#[test]
fn the_readme_begins_with_two_commands() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap();
    let commands = &blocks("README.md", "console")[0];
    assert_eq!(commands, "cargo run --example gallery\ncargo test --workspace\n");
    assert!(ci.contains("cargo test --workspace --locked") && ci.contains("for example in examples/*.rs"));
    assert!(readme.lines().count() <= 110, "the README has {} lines", readme.lines().count());
}

#[test]
fn the_page_for_godot_has_the_script() {
    let script = fs::read_to_string(root().join("apps/godot/sample/main.gd")).unwrap();
    assert!(blocks("godot.md", "gdscript").contains(&script), "docs/godot.md does not have apps/godot/sample/main.gd");
}

/// What mdBook puts into a page is seen in the book alone: not on GitHub, not by rustdoc. And it says nothing where there
/// is nothing to put in.
#[test]
fn no_page_includes_anything() {
    for page in files(&root().join("docs"), "md") {
        let text = fs::read_to_string(&page).unwrap();
        assert!(!text.contains("{{#"), "{} has {{{{#", page.display());
    }
}

/// The book has the pages of `docs` only, and makes `.html` of every link to a page.
#[test]
fn the_book_links_to_nothing_outside() {
    let docs = root().join("docs").canonicalize().unwrap();
    for page in files(&docs, "md") {
        for target in links(&page) {
            let path = page.parent().unwrap().join(&target).canonicalize().unwrap();
            assert!(path.starts_with(&docs), "{} links to {target}, which is not in the book", page.display());
        }
    }
}

/// The address of a heading, as GitHub and mdBook make it.
fn fragment(heading: &str) -> String {
    let text: String = heading.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c)).collect();
    text.trim().to_lowercase().replace(' ', "-")
}

#[test]
fn every_link_to_a_heading_finds_it() {
    let mut seen = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.contains("://")) {
            let Some((file, wanted)) = target.split_once('#') else { continue };
            let there = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            let there = fs::read_to_string(there).unwrap();
            let headings = there.lines().filter(|line| line.starts_with('#'));
            let mut found = headings.map(|line| fragment(line.trim_start_matches('#').trim_start()));
            assert!(found.any(|heading| heading == wanted), "{} links to {target}: no such heading", page.display());
            seen += 1;
        }
    }
    assert!(seen > 10);
}

#[test]
fn every_link_leads_somewhere() {
    for page in pages() {
        for target in links(&page) {
            let path = page.parent().unwrap().join(&target);
            assert!(path.exists(), "{} links to {target}, which does not exist", page.display());
        }
    }
}

/// `MAPWRIGHT_BLESS=1 cargo test -p mapwright-tests docs` writes the page anew.
#[test]
fn the_gallery_has_every_recipe() {
    let mut page = String::from(
        "# Gallery\n\nEvery bundled recipe, stage by stage. `mapwright new NAME` prints a recipe, `mapwright build NAME` builds it.\n\n\
         ![Twelve bundled recipes in five themes](pictures/gallery.png)\n",
    );
    for name in mapwright::recipe::templates() {
        writeln!(page, "\n## {name}\n\n![{name}, stage by stage](pictures/{name}.png)").unwrap();
    }
    let file = root().join("docs/gallery.md");
    if std::env::var_os("MAPWRIGHT_BLESS").is_some() {
        fs::write(&file, &page).unwrap();
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), page, "docs/gallery.md is not what the recipes give");
}

/// `MAPWRIGHT_BLESS=1 cargo test -p mapwright-tests docs` draws them anew.
#[test]
fn the_landing_page_shows_recipes() {
    for name in ["archipelago", "braided-maze"] {
        let recipe: Recipe = template(name).unwrap().parse().unwrap();
        let map = recipe.chain().unwrap().build(recipe.seed()).unwrap();
        let picture = svg(&map, &Style { margin: Some(0), ..Style::default() }.fit(map.size(), 400)).unwrap();
        let file = root().join(format!("src/pictures/{name}.svg"));
        if std::env::var_os("MAPWRIGHT_BLESS").is_some() {
            fs::write(&file, &picture).unwrap();
        }
        assert!(fs::read_to_string(&file).unwrap() == picture, "{}", file.display());
        assert!(!picture.contains("\n\n"), "rustdoc ends HTML at an empty line");
    }
}

/// The landing page lies two folders beside the book.
#[test]
fn the_landing_page_links_into_the_book() {
    let links = links(&root().join("src/book.md"));
    assert!(links.len() > 5);
    for target in links {
        let page = target.strip_prefix("../../book/").unwrap().replace(".html", ".md");
        assert!(root().join("docs").join(&page).exists(), "{target}");
    }
}

#[test]
fn every_picture_is_shown() {
    let shown: BTreeSet<PathBuf> = pages()
        .iter()
        .flat_map(|page| links(page).into_iter().map(|target| page.parent().unwrap().join(target)))
        .filter_map(|path| path.canonicalize().ok())
        .collect();
    let pictures = ["png", "gif"].map(|extension| files(&root().join("docs/pictures"), extension)).concat();
    let mut bytes = 0;
    for picture in pictures {
        let picture = picture.canonicalize().unwrap();
        assert!(shown.contains(&picture), "no page shows {}", picture.display());
        bytes += fs::metadata(&picture).unwrap().len();
    }
    assert!(bytes <= 12_000_000, "docs/pictures has {bytes} bytes");
}

/// Each shows one thing, on a page of a screen.
#[test]
fn examples_are_short() {
    for example in files(&root().join("examples"), "rs") {
        let lines = fs::read_to_string(&example).unwrap().lines().count();
        assert!(lines <= 60, "{} has {lines} lines", example.display());
    }
}

/// The book shows what its summary lists, and nothing else.
#[test]
fn every_page_is_in_the_summary_once() {
    let docs = root().join("docs");
    let summary = docs.join("SUMMARY.md");
    let listed: Vec<PathBuf> = links(&summary).iter().map(|target| docs.join(target)).collect();
    let mut sorted = listed.clone();
    sorted.sort();
    let pages: Vec<PathBuf> = files(&docs, "md").into_iter().filter(|page| *page != summary).collect();
    assert_eq!(sorted, pages);
}
