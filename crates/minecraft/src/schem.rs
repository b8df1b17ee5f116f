//! Sponge schematics (`.schem`), version 2, as WorldEdit and others paste them.
//!
//! The blocks are numbers in a palette, each a varint: seven bits a byte, the lowest first, the eighth says that more
//! follow. The format is described at <https://github.com/SpongePowered/Schematic-Specification>.

use std::collections::BTreeMap;

use fastnbt::{ByteArray, IntArray};
use serde::Serialize;

use super::nbt::nbt_file;
use super::{Blocks, BlocksError};

/// `Offset`, `Entities`, `BlockEntities` and `Metadata` may be left out by the letter, but there are readers that
/// stumble.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Schematic {
    version: i32,
    data_version: i32,
    metadata: BTreeMap<&'static str, i32>,
    width: i16,
    height: i16,
    length: i16,
    offset: IntArray,
    palette_max: i32,
    palette: BTreeMap<String, i32>,
    block_data: ByteArray,
    block_entities: [(); 0],
    entities: [(); 0],
}

impl Blocks {
    /// The box as a Sponge schematic of version 2, the bytes of a `.schem` file.
    ///
    /// It is pasted with its lower north-west corner where the player stands.
    ///
    /// # Errors
    ///
    /// The bytes cannot be put together; no box does that.
    pub fn to_schem(&self) -> Result<Vec<u8>, BlocksError> {
        // No side is longer than `MOST_A_SIDE`, so none is cut here.
        let [width, height, length] = self.size().map(|side| i16::try_from(side).unwrap_or(i16::MAX));
        let palette: BTreeMap<String, i32> = self.palette().iter().map(ToString::to_string).zip(0..).collect();
        nbt_file(
            "Schematic",
            &Schematic {
                version: 2,
                data_version: self.data_version(),
                metadata: BTreeMap::from([("WEOffsetX", 0), ("WEOffsetY", 0), ("WEOffsetZ", 0)]),
                width,
                height,
                length,
                offset: IntArray::new(vec![0; 3]),
                palette_max: i32::try_from(palette.len()).unwrap_or(i32::MAX),
                palette,
                block_data: ByteArray::new(varints(self.cells())),
                block_entities: [],
                entities: [],
            },
        )
    }
}

fn varints(numbers: &[u16]) -> Vec<i8> {
    let mut bytes = Vec::with_capacity(numbers.len());
    for &number in numbers {
        let mut rest = number;
        while rest > 0x7f {
            bytes.push((rest.to_le_bytes()[0] | 0x80).cast_signed());
            rest >>= 7;
        }
        bytes.push(rest.to_le_bytes()[0].cast_signed());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_seven_bits_a_byte() {
        let bytes = |number: u16| varints(&[number]).into_iter().map(i8::cast_unsigned).collect::<Vec<u8>>();
        assert_eq!([0, 1, 127].map(bytes), [[0], [1], [127]]);
        assert_eq!([128, 300, 16383].map(bytes), [[0x80, 1], [0xac, 2], [0xff, 0x7f]]);
        assert_eq!([16384, 65535].map(bytes), [[0x80, 0x80, 1], [0xff, 0xff, 3]]);
        for number in 0..=u16::MAX {
            let bytes = bytes(number);
            let read = bytes.iter().enumerate().map(|(nth, &byte)| u32::from(byte & 0x7f) << (7 * nth)).sum::<u32>();
            assert_eq!(read, u32::from(number));
        }
    }
}
