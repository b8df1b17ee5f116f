//! Any bytes are a REXPaint image, which is a template that is written and read again the same, or an error. The bytes
//! are tried as they are, and packed, as few of them get through gzip's checks.
#![no_main]

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use libfuzzer_sys::fuzz_target;
use mapwright_core::{Legend, Template};
use mapwright_dungeon::template_from_xp;

fuzz_target!(|bytes: &[u8]| {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(bytes).expect("a vector takes everything");
    let packed = encoder.finish().expect("a vector takes everything");
    for bytes in [bytes, &packed[..]] {
        let Ok(template) = template_from_xp(bytes, &Legend::default()) else { continue };
        assert_eq!(Template::from_text(&template.to_text(), template.legend()), Ok(template));
    }
});
