//! Any text is a sound map, which is written and read again the same, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_recipe::{map_from_json, map_to_json};

fuzz_target!(|text: &str| {
    let Ok((map, _)) = map_from_json(text) else { return };
    assert_eq!(map.validate(), Ok(()));
    assert_eq!(map_from_json(&map_to_json(&map)).expect("what was written can be read"), (map, Vec::new()));
});
