//! Every page of the documentation is compiled, every relative link leads somewhere, and every picture is shown.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use mapwright::prelude::*;
use mapwright::recipe::template;
use mapwright::render::svg;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a folder with an extension, and of the folders in it.
fn files(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
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
    let folders = ["docs", "crates", "benches", "examples"].map(|dir| files(&root().join(dir), "md"));
    let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name));
    top.into_iter().chain(folders.into_iter().flatten()).collect()
}

/// The targets of `[…](target)` in a page, without fragments and without those of the web.
fn links(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let local = targets.filter(|target| !target.contains("://") && !target.starts_with('#') && !target.contains(' '));
    local.map(|target| target.split('#').next().unwrap().to_owned()).collect()
}

/// Code in the pages is a test only because `src/lib.rs` includes the page: a page that fell out would rot unseen.
#[test]
fn every_page_is_compiled() {
    let lib = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let pages = files(&root().join("docs"), "md");
    assert!(pages.len() > 10);
    for page in pages.iter().filter(|page| fs::read_to_string(page).unwrap().contains("```rust")) {
        let name = page.strip_prefix(root()).unwrap().display();
        assert!(lib.contains(&format!("include_str!(\"../{name}\")")), "src/lib.rs does not include {name}");
    }
}

/// The game is not compiled with the book, so its code is quoted, and the quotes must be there.
#[test]
fn the_book_quotes_the_game() {
    let trimmed = |text: &str| text.lines().map(str::trim).collect::<Vec<&str>>().join("\n");
    let sources: Vec<String> = files(&root().join("apps/delve"), "rs")
        .iter()
        .map(|file| trimmed(&fs::read_to_string(file).unwrap()))
        .collect();
    let page = fs::read_to_string(root().join("docs/delve.md")).unwrap();
    let quotes: Vec<&str> =
        page.split("```rust,ignore\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(quotes.len() > 5);
    for quote in quotes {
        assert!(sources.iter().any(|source| source.contains(&trimmed(quote))), "not in apps/delve:\n{quote}");
    }
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

/// `MAPWRIGHT_BLESS=1 cargo test --test docs` writes the page anew.
#[test]
fn the_gallery_has_every_recipe() {
    let mut page = String::from(
        "# Gallery\n\nEvery bundled recipe, stage by stage. `mapwright new NAME` prints a recipe, `mapwright build NAME` builds it.\n",
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

/// `MAPWRIGHT_BLESS=1 cargo test --test docs` draws them anew.
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
    for picture in files(&root().join("docs/pictures"), "png") {
        let picture = picture.canonicalize().unwrap();
        assert!(shown.contains(&picture), "no page shows {}", picture.display());
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
