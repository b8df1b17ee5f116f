//! Where the game is saved: a file on a computer, the page's storage in a browser.

#[cfg(not(target_arch = "wasm32"))]
mod place {
    use std::io::{self, ErrorKind};
    use std::path::PathBuf;
    use std::{env, fs};

    /// A file in the folder for a user's data, or in `DELVE_HOME`.
    fn file(name: &str) -> PathBuf {
        let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
        let data = ["XDG_DATA_HOME", "APPDATA"].iter().find_map(env::var_os).map(PathBuf::from).or_else(home);
        let folder = env::var_os("DELVE_HOME").map(PathBuf::from);
        folder.unwrap_or_else(|| data.unwrap_or_default().join("delve")).join(name)
    }

    pub(crate) fn read(name: &str) -> io::Result<Option<String>> {
        match fs::read(file(name)) {
            // Bytes that are no text are a damaged game, not a missing one.
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn write(name: &str, text: &str) -> io::Result<()> {
        let file = file(name);
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        mapwright::files::save_atomic(&file, |out| out.write_all(text.as_bytes())).map_err(io::Error::other)
    }

    pub(crate) fn rename(name: &str, to: &str) -> io::Result<()> {
        fs::rename(file(name), file(to))
    }
}

#[cfg(target_arch = "wasm32")]
mod place {
    use std::io;
    use std::sync::{MutexGuard, PoisonError};

    use quad_storage::{LocalStorage, STORAGE};

    /// A page has one thread, so nobody else holds the lock.
    fn storage() -> MutexGuard<'static, LocalStorage> {
        STORAGE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn read(name: &str) -> io::Result<Option<String>> {
        Ok(storage().get(name))
    }

    pub(crate) fn write(name: &str, text: &str) -> io::Result<()> {
        set(&mut storage(), name, text)
    }

    fn set(storage: &mut LocalStorage, name: &str, text: &str) -> io::Result<()> {
        storage.set(name, text);
        // A page without room, or without permission to store anything, says nothing.
        let is_stored = storage.get(name).is_some_and(|stored| stored == text);
        if is_stored { Ok(()) } else { Err(io::Error::other("the browser stores nothing more for this page")) }
    }

    pub(crate) fn rename(name: &str, to: &str) -> io::Result<()> {
        let mut storage = storage();
        if let Some(text) = storage.get(name) {
            // One that finds no room stays where it was.
            set(&mut storage, to, &text)?;
            storage.remove(name);
        }
        Ok(())
    }
}

use std::io;

use delve_game::{Game, Status, save};

const SAVED: &str = "save.json";
const DAMAGED: &str = "save.damaged";
const LAST: &str = "last.json";
const REPLACED: &str = "replaced";

/// The most games that are kept aside under one name.
const MOST: u32 = 999;

/// The saved game, if there is one. A damaged one is kept aside, and the error says so.
pub(crate) fn load() -> Result<Option<Game>, String> {
    let text = place::read(SAVED).map_err(|error| format!("The saved game cannot be read: {error}."))?;
    let Some(text) = text else { return Ok(None) };
    save::load(&text).map(Some).map_err(|error| match move_aside(DAMAGED) {
        Ok(name) => format!("The saved game is damaged: {error}. It is kept as {name}; begin anew."),
        Err(kept) => format!("The saved game is damaged: {error}. It cannot be moved aside: {kept}."),
    })
}

/// Keeps the saved game, if there is one, as `replaced.json`: another begins without a question.
pub(crate) fn put_aside() -> Result<(), String> {
    let aside = match place::read(SAVED) {
        Ok(Some(_)) => move_aside(REPLACED).map(|_| ()),
        read => read.map(|_| ()),
    };
    aside.map_err(|error| format!("The saved game cannot be kept as {REPLACED}.json: {error}."))
}

/// Moves the saved game to a name that no other has, and returns it.
fn move_aside(stem: &str) -> io::Result<String> {
    let name = free_name(stem, |name| Ok(place::read(name)?.is_some()))?;
    place::rename(SAVED, &name)?;
    Ok(name)
}

/// `stem.json`, or if that is taken `stem-2.json` and so on.
fn free_name(stem: &str, is_taken: impl Fn(&str) -> io::Result<bool>) -> io::Result<String> {
    for nth in 1..=MOST {
        let name = if nth == 1 { format!("{stem}.json") } else { format!("{stem}-{nth}.json") };
        if !is_taken(&name)? {
            return Ok(name);
        }
    }
    Err(io::Error::other(format!("{MOST} games are called {stem}; remove some")))
}

/// Saves a game. One that has ended becomes the last game, to be watched with `--replay`.
pub(crate) fn keep(game: &Game) -> Result<(), String> {
    let kept = match game.status {
        Status::Playing => place::write(SAVED, &save::save(game)),
        _ => place::write(SAVED, &save::save(game)).and_then(|()| place::rename(SAVED, LAST)),
    };
    kept.map_err(|error| format!("The game cannot be saved: {error}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_that_is_kept_aside_takes_the_place_of_another() {
        let free = |taken: &[&str]| free_name("replaced", |name| Ok(taken.contains(&name))).ok();
        assert_eq!(free(&[]).as_deref(), Some("replaced.json"));
        assert_eq!(free(&["replaced.json"]).as_deref(), Some("replaced-2.json"));
        assert_eq!(free(&["replaced.json", "replaced-2.json"]).as_deref(), Some("replaced-3.json"));
        assert!(free_name("replaced", |_| Ok(true)).is_err());
        assert!(free_name("replaced", |_| Err(io::Error::other("no permission"))).is_err());
    }
}
