//! Tips for words that other programs use.

use std::path::Path;

use clap::error::{ContextKind, ErrorKind};
use mapwright::recipe::{Recipe, builders, template};

/// What commands and options of other programs are called here.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (
        &["recipes", "builders", "stages", "metrics", "themes", "examples", "show", "info"],
        "`mapwright list` shows what there is",
    ),
    (&["random"], "`mapwright new random` rolls a recipe"),
    (
        &["export", "render", "draw", "convert", "batch", "make", "run"],
        "`mapwright build RECIPE -o FILE` writes any format",
    ),
    (&["check", "validate"], "`mapwright build RECIPE` says what is wrong with it"),
    (&["stats", "metric", "analyze"], "`mapwright measure RECIPE` shows the metrics"),
    (&["play", "solve", "puzzle"], "`mapwright pipes` has puzzles"),
    (&["pack"], "`mapwright polyominoes` fills boards"),
    (&["schema", "completions", "man"], "`mapwright generate` makes files for editors and shells"),
    (&["--text", "--ascii"], "`--format txt` prints text, with `-O ascii=yes` in ASCII"),
    (&["--json"], "`--format json` prints JSON"),
    (&["--png", "--svg", "--gif", "--to"], "`-o FILE` writes the format of the file's extension"),
    (&["--scale", "--tile-px", "--zoom"], "`--cell PX` sets the pixels of each cell"),
    (&["--width", "--height"], "`--size WxH` sets the columns and rows"),
    (&["--no-marks", "--marks", "--handout"], "`-O marks=no` leaves out start, exit, keys and spawns"),
    (&["--walk"], "`--overlay walk` draws the walk that wins, `--film walk` films it"),
    (&["--param", "--parameter"], "`--set PATH=VALUE` changes a parameter"),
];

/// A tip for an argument or a command that is not known.
pub(crate) fn tip(error: &clap::Error, given: &str) -> Option<String> {
    if !matches!(error.kind(), ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand) {
        return None;
    }
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let of = |command: &str| usage.contains(&format!("mapwright {command} "));
    if let Some((_, tip)) = ELSEWHERE.iter().find(|(words, _)| words.contains(&given)) {
        return Some((*tip).to_owned());
    }
    if of("search") {
        return template(given).map(|_| format!("`mapwright search find {given}` finds levels"));
    }
    if of("build") || of("watch") || of("world") || of("measure") {
        let is_file = Path::new(given).extension().is_some();
        let name = given.trim_start_matches('-').replace('-', "_");
        let mut params = builders().iter().flat_map(|info| &info.params).map(|param| param.name);
        let is_param = params.any(|param| param == name) || Recipe::params().iter().any(|param| param.name == name);
        if given.starts_with("--") && is_param {
            return Some(format!("`--set {name}=VALUE` changes a parameter of the recipe"));
        }
        if is_file && !given.starts_with('-') {
            return Some("`-o FILE` writes the format of the file's extension".to_owned());
        }
    }
    None
}
