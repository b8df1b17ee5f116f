//! Any text is a prefab, which is written and read again the same, or an error that points into the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_dungeon::{Legend, Meaning, Prefab, PrefabError};

fuzz_target!(|text: &str| {
    let legend = Legend::default().with('g', Meaning::spawn("Goblin")).with('b', Meaning::spawn("Bat"));
    match Prefab::from_text(text, &legend) {
        Ok(prefab) => {
            let (again, legend) = prefab.to_text().expect("there are characters for so few meanings");
            assert_eq!(Prefab::from_text(&again, &legend).as_ref(), Ok(&prefab));
            assert_eq!(prefab.turned(1).turned(3), prefab);
            assert_eq!(prefab.mirrored().mirrored(), prefab);
        }
        Err(PrefabError::Glyph { at, glyph, .. }) => {
            let line = text.lines().nth(at.y.into()).expect("a line of the text");
            assert_eq!(line.chars().nth(at.x.into()).unwrap_or(' '), glyph);
        }
        Err(_) => (),
    }
});
