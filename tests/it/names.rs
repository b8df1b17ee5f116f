//! The crates export no name twice with two meanings: whoever reads `Progress` knows which one it is.
#![allow(clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::root;
use syn::{Item, UseTree, Visibility};

/// The names that a use declaration exports, and the crates that define them.
fn used(tree: &UseTree, krate: &str, names: &mut Vec<(String, String)>) {
    let own = |name: &syn::Ident| (name.to_string(), krate.to_owned());
    match tree {
        UseTree::Path(path) if path.ident.to_string().starts_with("mapwright_") => {
            used(&path.tree, &path.ident.to_string()["mapwright_".len()..], names);
        }
        UseTree::Path(path) => used(&path.tree, krate, names),
        UseTree::Name(name) => names.push(own(&name.ident)),
        UseTree::Rename(name) => names.push(own(&name.rename)),
        UseTree::Group(group) => group.items.iter().for_each(|tree| used(tree, krate, names)),
        UseTree::Glob(_) => panic!("name what is exported"),
    }
}

/// The public names of a module, and of the modules in it.
fn exported(file: &Path, krate: &str) -> Vec<(String, String)> {
    let folder = if file.ends_with("lib.rs") || file.ends_with("mod.rs") {
        file.with_file_name("")
    } else {
        file.with_extension("")
    };
    let mut names = Vec::new();
    for item in syn::parse_file(&std::fs::read_to_string(file).unwrap()).unwrap().items {
        let (vis, name) = match item {
            Item::Use(item) if matches!(item.vis, Visibility::Public(_)) => {
                used(&item.tree, krate, &mut names);
                continue;
            }
            Item::Mod(item) if matches!(item.vis, Visibility::Public(_)) => {
                let files = [folder.join(format!("{}.rs", item.ident)), folder.join(format!("{}/mod.rs", item.ident))];
                names.extend(exported(files.iter().find(|file| file.exists()).unwrap(), krate));
                continue;
            }
            Item::Const(item) => (item.vis, item.ident),
            Item::Enum(item) => (item.vis, item.ident),
            Item::Fn(item) => (item.vis, item.sig.ident),
            Item::Struct(item) => (item.vis, item.ident),
            Item::Trait(item) => (item.vis, item.ident),
            Item::Type(item) => (item.vis, item.ident),
            _ => continue,
        };
        if matches!(vis, Visibility::Public(_)) {
            names.push((name.to_string(), krate.to_owned()));
        }
    }
    names
}

#[test]
fn no_name_has_two_meanings() {
    let mut meanings: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in std::fs::read_dir(root().join("crates")).unwrap() {
        let (file, krate) = (folder.as_ref().unwrap().path().join("src/lib.rs"), folder.unwrap().file_name());
        if file.exists() && krate != "macros" {
            for (name, krate) in exported(&file, krate.to_str().unwrap()) {
                meanings.entry(name).or_default().insert(krate);
            }
        }
    }
    assert!(meanings.len() > 300, "{meanings:?}");
    let twice: Vec<_> = meanings.iter().filter(|(_, crates)| crates.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

/// The types that a file defines, outside of its tests, and whether they are public.
fn types(items: Vec<Item>, found: &mut Vec<(String, bool)>) {
    for item in items {
        let (vis, name) = match item {
            Item::Mod(item) if item.ident != "tests" => {
                types(item.content.map(|(_, items)| items).unwrap_or_default(), found);
                continue;
            }
            Item::Enum(item) => (item.vis, item.ident),
            Item::Struct(item) => (item.vis, item.ident),
            Item::Trait(item) => (item.vis, item.ident),
            Item::Type(item) => (item.vis, item.ident),
            _ => continue,
        };
        found.push((name.to_string(), matches!(vis, Visibility::Public(_))));
    }
}

/// All Rust files of a folder but those of tests.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_stem().is_some_and(|stem| stem == "tests") {
            continue;
        }
        match path.is_dir() {
            true => sources(&path, files),
            false => files.extend(path.extension().is_some_and(|ending| ending == "rs").then_some(path)),
        }
    }
}

/// Private types too: none is called as another one of its crate, or as a public one of any crate.
#[test]
fn no_type_is_named_as_another() {
    let mut meanings: BTreeMap<String, Vec<(bool, PathBuf)>> = BTreeMap::new();
    let mut files = Vec::new();
    for folder in std::fs::read_dir(root().join("crates")).unwrap() {
        sources(&folder.unwrap().path().join("src"), &mut files);
    }
    for file in files {
        let mut found = Vec::new();
        types(syn::parse_file(&std::fs::read_to_string(&file).unwrap()).unwrap().items, &mut found);
        for (name, is_public) in found {
            meanings.entry(name).or_default().push((is_public, file.clone()));
        }
    }
    assert!(meanings.len() > 800, "{}", meanings.len());
    meanings.retain(|_, places| {
        let krate = |file: &Path| {
            file.strip_prefix(root().join("crates")).unwrap().components().next().unwrap().as_os_str().to_owned()
        };
        let crates: BTreeSet<_> = places.iter().map(|(_, file)| krate(file)).collect();
        places.len() > 1 && (crates.len() < places.len() || places.iter().any(|&(is_public, _)| is_public))
    });
    assert!(meanings.is_empty(), "{meanings:#?}");
}
