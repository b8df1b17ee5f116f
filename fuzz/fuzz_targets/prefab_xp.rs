//! Any bytes are a REXPaint image, which is a prefab that is written and read again the same, or an error. The bytes
//! are tried as they are, and packed, as few of them get through gzip's checks.
#![no_main]

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use libfuzzer_sys::fuzz_target;
use mapwright_dungeon::{Legend, Prefab};

fuzz_target!(|bytes: &[u8]| {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(bytes).expect("a vector takes everything");
    let packed = encoder.finish().expect("a vector takes everything");
    for bytes in [bytes, &packed[..]] {
        let Ok(prefab) = Prefab::from_xp(bytes, &Legend::default()) else { continue };
        let (text, legend) = prefab.to_text().expect("there are characters for so few meanings");
        assert_eq!(Prefab::from_text(&text, &legend), Ok(prefab));
    }
});
