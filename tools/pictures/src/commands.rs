//! What commands of the program draw, as they stand on the page that shows their pictures. The variable `MAPWRIGHT` may name
//! the program; otherwise it is built.

use std::path::Path;
use std::process::Command;

use mapwright::render::RgbaImage;

use crate::{Outcome, Picture, read_png};

/// A picture of the page of searches, and the folder that its command there writes.
const COMMANDS: [(&str, &str); 4] =
    [("search-varied", "twelve"), ("search-archive", "archive"), ("search-sweep", "sweep"), ("search-pairs", "pairs")];

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

pub(crate) fn pictures() -> Vec<Picture> {
    COMMANDS.map(|(name, out)| Picture::small(name, move || run(out))).into()
}

fn run(out: &str) -> Outcome<RgbaImage> {
    let text = std::fs::read_to_string(Path::new(ROOT).join("docs/search.md"))?;
    let mut commands = text.split("mapwright ").filter_map(|rest| rest.lines().next());
    let command = commands.find(|command| command.ends_with(&format!(" -o {out}"))).ok_or("no such command")?;
    let folder = tempfile::tempdir()?;
    let build = r#"cargo run --quiet --release --manifest-path "$ROOT/Cargo.toml" -p mapwright-cli --"#;
    let program = if std::env::var_os("MAPWRIGHT").is_some() { r#""$MAPWRIGHT""# } else { build };
    let shell = ["-c", &format!("{program} {command}")];
    let done = Command::new("sh").args(shell).env("ROOT", ROOT).current_dir(&folder).output()?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into_owned().into());
    }
    read_png(&folder.path().join(out).join("sheet.png"))
}
