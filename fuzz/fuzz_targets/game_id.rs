//! Any text is a game ID, which is printed and read again the same, or an error that points into the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_pipes::GameId;

fuzz_target!(|text: &str| {
    match text.parse::<GameId>() {
        Ok(id) => assert_eq!(id.to_string().parse(), Ok(id)),
        Err(error) => assert!(text.is_char_boundary(error.at), "{error}"),
    }
});
