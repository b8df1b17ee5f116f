//! What the log says of a broken recipe: the file, the stage, the field, and what is allowed.
#![allow(clippy::unwrap_used)]

mod common;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use bevy_mapwright::{EndlessWorld, Level, LevelReady};
use common::*;
use tracing_subscriber::fmt::MakeWriter;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Log;

    fn make_writer(&'a self) -> Log {
        self.clone()
    }
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// One test: there is one log.
#[test]
fn the_log_names_file_stage_and_field() {
    let log = Log::default();
    tracing_subscriber::fmt().with_ansi(false).with_writer(log.clone()).init();
    let (mut app, dir) = app(&[("castle.recipe.json", CASTLE)]);
    let recipe = load(&app, "castle.recipe.json");
    app.world_mut().spawn(Level { recipe: recipe.clone(), ..Level::default() });
    wait::<LevelReady>(&mut app);
    assert_eq!(log.text(), "");

    let broken = CASTLE.replace(r#""keys": 2"#, r#""keys": 999"#);
    dir.insert_asset_text("castle.recipe.json".as_ref(), &broken);
    reload(&app, "castle.recipe.json");
    for part in ["ERROR", "castle.recipe.json", "metas[4] lock-and-key: ", "parameter `keys` is 999; expected "] {
        until(&mut app, |_| log.text().contains(part));
    }

    // A failed build is logged with its stage too.
    app.world_mut().spawn(EndlessWorld { recipe, ..EndlessWorld::default() });
    until(&mut app, |_| log.text().contains("metas[0] start: cannot run in an endless world"));
}
