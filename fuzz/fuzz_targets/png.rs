//! Any bytes are the pixels of a PNG, as many as it says, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_files::Pixels;

fuzz_target!(|png: &[u8]| {
    if let Ok(Pixels { width, height, rgba }) = Pixels::from_png(png, 1 << 18) {
        assert_eq!(rgba.len() as u64, u64::from(width) * u64::from(height));
    }
});
