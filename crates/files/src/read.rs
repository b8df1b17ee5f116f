//! Files that are read whole, up to a limit.

use std::fs::File;
use std::io::{self, Error, ErrorKind, Read};
use std::path::Path;

/// The most bytes that a map or a recipe may have: 256 MiB, more than a map of 4096 by 4096 cells needs.
pub const MOST_BYTES: u64 = 1 << 28;

/// Reads a regular file, or standard input for `-`.
///
/// # Errors
///
/// A file that cannot be read, is not a regular file (a device may never end, and a pipe may never begin), or has more
/// than `most` bytes.
pub fn read_capped(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if path == Path::new("-") {
        return read_most(&mut io::stdin().lock(), most);
    }
    // Before it is opened: opening a pipe waits for its writer.
    if !std::fs::metadata(path)?.is_file() {
        return Err(Error::new(ErrorKind::InvalidInput, "not a regular file; use `-` to read standard input"));
    }
    read_most(&mut File::open(path)?, most)
}

fn read_most(input: &mut dyn Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let found = input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match u64::try_from(found).is_ok_and(|found| found <= most) {
        true => Ok(bytes),
        false => Err(Error::new(ErrorKind::FileTooLarge, format!("more than {most} bytes"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_the_limit_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("five");
        std::fs::write(&path, b"12345").unwrap();
        assert_eq!(read_capped(&path, 5).unwrap(), b"12345");
        assert_eq!(read_capped(&path, u64::MAX).unwrap(), b"12345");
        assert_eq!(read_capped(&path, 4).unwrap_err().to_string(), "more than 4 bytes");
        assert_eq!(read_most(&mut io::repeat(0), 999).unwrap_err().to_string(), "more than 999 bytes");
        assert_eq!(read_capped(&dir.path().join("none"), 5).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn only_regular_files_are_opened() {
        let dir = tempfile::tempdir().unwrap();
        let message = "not a regular file; use `-` to read standard input";
        assert_eq!(read_capped(dir.path(), 5).unwrap_err().to_string(), message);
        #[cfg(unix)]
        assert_eq!(read_capped(Path::new("/dev/zero"), 5).unwrap_err().to_string(), message);
    }
}
