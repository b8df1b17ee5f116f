//! Compressed files that are the same each time: no name, no time, one level.

use std::io::{self, Write};

use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};

/// Level 6, the usual one. Another one would be another file for the same map.
const LEVEL: u32 = 6;

/// A writer that compresses into a vector; `finish` ends it.
pub fn encoder() -> GzEncoder<Vec<u8>> {
    // 255 is "unknown": the system that wrote it must not show.
    GzBuilder::new().mtime(0).operating_system(255).write(Vec::new(), Compression::new(LEVEL))
}

/// Compresses a whole file.
///
/// # Errors
///
/// None in practice: it writes to memory.
pub fn gzip(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = encoder();
    encoder.write_all(content)?;
    encoder.finish()
}
