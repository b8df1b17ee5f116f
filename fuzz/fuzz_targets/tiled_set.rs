//! Any text is a tileset of Tiled, which is read the same when it was written, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_export::TiledSet;

fuzz_target!(|text: &str| {
    for set in [TiledSet::from_tsx(text), TiledSet::from_tsj(text)].into_iter().flatten() {
        let _ = set.layout();
        let again = TiledSet::from_tsj(&set.to_tsj());
        // JSON has no number that is not finite.
        if set.wang_sets.iter().flat_map(|set| &set.colors).all(|color| color.probability.is_finite()) {
            assert_eq!(again.ok(), Some(set));
        }
    }
});
