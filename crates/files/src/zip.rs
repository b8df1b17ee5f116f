//! Zip archives, with the date that all tools accept: the same files give the same bytes.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Write};

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

/// The version of the format, 2.0.
const VERSION: u16 = 20;
/// Names are UTF-8.
const UTF8: u16 = 1 << 11;
const DEFLATED: u16 = 8;
/// The first of January 1980.
const DATE: u16 = 1 << 5 | 1;

/// Packs files, in the order of their names.
pub(crate) fn pack(files: &BTreeMap<String, Vec<u8>>) -> io::Result<Vec<u8>> {
    let (mut zip, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(content)?;
        let packed = encoder.finish()?;
        let mut crc = Crc::new();
        crc.update(content);
        let mut about = shorts(&[VERSION, UTF8, DEFLATED, 0, DATE]);
        about.extend(longs(&[crc.sum(), long(packed.len())?, long(content.len())?]));
        about.extend(shorts(&[short(name.len())?, 0]));
        directory.extend([b"PK\x01\x02", &shorts(&[VERSION])[..], &about, &[0; 10]].concat());
        directory.extend([&longs(&[long(zip.len())?]), name.as_bytes()].concat());
        zip.extend([b"PK\x03\x04", &about[..], name.as_bytes(), &packed].concat());
    }
    let count = short(files.len())?;
    let end = longs(&[long(directory.len())?, long(zip.len())?]);
    zip.extend([&directory, &b"PK\x05\x06"[..], &shorts(&[0, 0, count, count]), &end, &[0; 2]].concat());
    Ok(zip)
}

fn shorts(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn longs(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn short(number: usize) -> io::Result<u16> {
    u16::try_from(number).map_err(|_| too_large())
}

fn long(number: usize) -> io::Result<u32> {
    u32::try_from(number).map_err(|_| too_large())
}

fn too_large() -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, "a zip holds at most 65535 files and 4 GiB")
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::DeflateDecoder;

    use super::*;

    /// Reads an archive from its end, as its readers do.
    fn unpack(zip: &[u8]) -> Vec<(String, Vec<u8>)> {
        let short = |at: usize| usize::from(u16::from_le_bytes(zip[at..at + 2].try_into().unwrap()));
        let long = |at: usize| u32::from_le_bytes(zip[at..at + 4].try_into().unwrap()) as usize;
        let end = zip.len() - 22;
        let mut at = long(end + 16);
        let read = |at: usize| {
            assert_eq!((&zip[at..at + 4], short(at + 12)), (&b"PK\x01\x02"[..], 0));
            let (packed, size, name, from) = (long(at + 20), long(at + 24), short(at + 28), long(at + 42));
            let name = String::from_utf8(zip[at + 46..at + 46 + name].to_vec()).unwrap();
            assert_eq!((&zip[from..from + 4], &zip[from + 4..from + 30]), (&b"PK\x03\x04"[..], &zip[at + 6..at + 32]));
            let from = from + 30 + name.len();
            let mut content = Vec::new();
            DeflateDecoder::new(&zip[from..from + packed]).read_to_end(&mut content).unwrap();
            let mut crc = Crc::new();
            crc.update(&content);
            assert_eq!((content.len(), crc.sum() as usize), (size, long(at + 16)));
            (name, content)
        };
        let mut files = Vec::new();
        while at < end {
            files.push(read(at));
            at += 46 + short(at + 28);
        }
        assert_eq!((files.len(), &zip[end..end + 4]), (short(end + 10), &b"PK\x05\x06"[..]));
        files
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let files = BTreeMap::from([
            ("pack.mcmeta".to_owned(), b"{}".to_vec()),
            ("data/größe.txt".to_owned(), vec![7; 100_000]),
            ("empty".to_owned(), Vec::new()),
        ]);
        let zip = pack(&files).unwrap();
        assert!(zip.len() < 1000);
        assert_eq!(unpack(&zip), files.clone().into_iter().collect::<Vec<_>>());
        assert_eq!(pack(&files).unwrap(), zip);
        assert_eq!(unpack(&pack(&BTreeMap::new()).unwrap()), []);
    }

    #[test]
    fn too_many_files_are_an_error() {
        let files: BTreeMap<String, Vec<u8>> = (0..=u16::MAX).map(|nth| (nth.to_string(), Vec::new())).collect();
        assert_eq!(pack(&files).unwrap_err().to_string(), "a zip holds at most 65535 files and 4 GiB");
    }
}
