//! NBT, the game's own data format: big endian, one compound at the root, compressed with gzip.

use std::io::BufWriter;

use fastnbt::SerOpts;
use mapwright_files::gzip_encoder;
use serde::Serialize;

use super::BlocksError;

/// A compressed NBT file whose root compound has a name.
pub(super) fn nbt_file(root: &str, content: &impl Serialize) -> Result<Vec<u8>, BlocksError> {
    let failed = |why: &dyn std::fmt::Display| BlocksError::Nbt { why: why.to_string() };
    // Numbers come a few bytes at a time: handed to the encoder like that, they take it ten times as long.
    let mut writer = BufWriter::new(gzip_encoder());
    fastnbt::to_writer_with_opts(&mut writer, content, SerOpts::new().root_name(root)).map_err(|why| failed(&why))?;
    let encoder = writer.into_inner().map_err(|why| failed(why.error()))?;
    encoder.finish().map_err(|why| failed(&why))
}
