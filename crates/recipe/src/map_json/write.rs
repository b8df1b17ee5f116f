//! Writes maps as JSON. Planes are nearly all of a file, so their numbers are written by hand; lists go through serde.

use std::io::{self, Write};

use mapwright_core::{BuilderMap, Flow, Layer, LevelGraph};
use serde::Serialize;

use super::level::JoinFile;
use super::{FORMAT, VERSION};

/// A piece of this many bytes goes on its way: it fits into the nearest cache.
const PIECE: usize = 8 << 10;

/// So many numbers of a plane are written at once.
const BLOCK: usize = 128;

/// Bytes of a comma and a number, and one more: they are copied whole, which takes no loop.
const WORD: usize = 12;

/// Writes a map in one line, with its place in an endless world if it is a window of one.
pub(crate) fn write_map(map: &BuilderMap, window: Option<[i64; 4]>, to: &mut dyn Write) -> io::Result<()> {
    let BuilderMap {
        tiles,
        sides,
        corners,
        solution,
        regions,
        flow,
        rooms,
        corridors,
        portals,
        start,
        exit,
        spawns,
        // All doors are written, those that are tiles only too.
        doors: _,
        graph,
        proof,
        layers,
        wrap,
    } = map;
    let mut out = Text { piece: Vec::with_capacity(PIECE + WORD * BLOCK), to };
    out.piece.push(b'{');
    out.field("format", FORMAT)?;
    out.field("version", &VERSION)?;
    out.field("width", &tiles.size().w)?;
    out.field("height", &tiles.size().h)?;
    out.field("wrap", wrap)?;
    out.some("window", &window)?;
    out.plane("tiles", tiles.as_slice().iter().map(|tile| tile.0.into()))?;
    out.plane("solid", tiles.as_slice().iter().map(|tile| tile.is_solid().into()))?;
    for (name, plane) in [("sides", sides), ("corners", corners), ("solution", solution)] {
        if let Some(plane) = plane {
            out.plane(name, plane.as_slice().iter().map(|sides| sides.0.into()))?;
        }
    }
    if let Some(regions) = regions {
        out.plane("regions", regions.as_slice().iter().map(|&region| region.into()))?;
    }
    if let Some(flow) = flow {
        out.flow(flow)?;
    }
    out.some("rooms", rooms)?;
    out.some("corridors", corridors)?;
    out.list("portals", portals)?;
    out.some("start", start)?;
    out.some("exit", exit)?;
    out.list("spawns", spawns)?;
    if !layers.is_empty() {
        out.open("layers")?;
        for (name, layer) in layers {
            out.layer(name, layer)?;
        }
        out.piece.push(b'}');
    }
    if let Some(graph) = graph {
        out.graph(graph)?;
    }
    out.list("doors", &map.all_doors())?;
    out.some("proof", proof)?;
    out.piece.push(b'}');
    out.flush()
}

/// Text on its way to a writer, piece by piece.
struct Text<'a> {
    piece: Vec<u8>,
    to: &'a mut dyn Write,
}

impl Write for Text<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        self.pass_on()?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.write_all(&self.piece)?;
        self.piece.clear();
        Ok(())
    }
}

impl Text<'_> {
    /// Passes the piece on if it is full.
    fn pass_on(&mut self) -> io::Result<()> {
        if self.piece.len() < PIECE { Ok(()) } else { self.flush() }
    }

    /// The name of a field, after a comma if it is not the first of its object. A piece ends after a value, never after
    /// the `{` of an object, so that one is still there to see.
    fn name(&mut self, name: &str) -> io::Result<()> {
        if self.piece.last() != Some(&b'{') {
            self.piece.push(b',');
        }
        serde_json::to_writer(&mut self.piece, name)?;
        self.piece.push(b':');
        Ok(())
    }

    fn open(&mut self, name: &str) -> io::Result<()> {
        self.name(name)?;
        self.piece.push(b'{');
        Ok(())
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> io::Result<()> {
        self.name(name)?;
        serde_json::to_writer(self, value).map_err(io::Error::from)
    }

    fn some<T: Serialize>(&mut self, name: &str, value: &Option<T>) -> io::Result<()> {
        value.as_ref().map_or(Ok(()), |value| self.field(name, value))
    }

    fn list<T: Serialize>(&mut self, name: &str, list: &[T]) -> io::Result<()> {
        if list.is_empty() { Ok(()) } else { self.field(name, list) }
    }

    fn plane(&mut self, name: &str, mut numbers: impl Iterator<Item = u32>) -> io::Result<()> {
        self.name(name)?;
        self.piece.push(b'[');
        if let Some(first) = numbers.next() {
            let (word, len) = after_comma(first);
            self.piece.extend_from_slice(&word[1..len]);
        }
        let mut block = [0; BLOCK];
        loop {
            let mut len = 0;
            for (slot, number) in block.iter_mut().zip(&mut numbers) {
                *slot = number;
                len += 1;
            }
            if len == 0 {
                break;
            }
            self.numbers(&block[..len])?;
        }
        self.piece.push(b']');
        Ok(())
    }

    /// At most a block of numbers, each after a comma.
    fn numbers(&mut self, block: &[u32]) -> io::Result<()> {
        if block.iter().all(|&number| number < 10) {
            // Most planes hold nothing but digits: text of an even length, which takes no look at the numbers.
            let mut text = [b','; 2 * BLOCK];
            for (pair, &digit) in text.as_chunks_mut::<2>().0.iter_mut().zip(block) {
                pair[1] = b'0' + digit as u8;
            }
            self.piece.extend_from_slice(&text[..2 * block.len()]);
        } else {
            let mut text = [0; BLOCK * WORD];
            let (mut end, mut last, mut word) = (0, None, ([0; WORD], 0));
            for &number in block {
                // Regions and areas are runs of one number.
                if last != Some(number) {
                    (last, word) = (Some(number), after_comma(number));
                }
                text[end..end + WORD].copy_from_slice(&word.0);
                end += word.1;
            }
            self.piece.extend_from_slice(&text[..end]);
        }
        self.pass_on()
    }

    fn flow(&mut self, flow: &Flow) -> io::Result<()> {
        self.open("flow")?;
        self.field("source", &flow.source)?;
        self.plane("wet", flow.wet.as_slice().iter().map(|&wet| wet.into()))?;
        self.plane("rings", flow.rings.as_slice().iter().copied())?;
        self.plane("on_ring", flow.on_ring.as_slice().iter().map(|&on_ring| on_ring.into()))?;
        self.piece.push(b'}');
        Ok(())
    }

    fn layer(&mut self, name: &str, layer: &Layer) -> io::Result<()> {
        self.open(name)?;
        self.field("type", layer.type_name())?;
        match layer {
            Layer::U8(grid) => self.plane("values", grid.as_slice().iter().map(|&cell| cell.into()))?,
            Layer::U16(grid) => self.plane("values", grid.as_slice().iter().map(|&cell| cell.into()))?,
            Layer::I32(grid) => self.field("values", grid.as_slice())?,
            Layer::F32(grid) => self.field("values", grid.as_slice())?,
        }
        self.piece.push(b'}');
        Ok(())
    }

    fn graph(&mut self, graph: &LevelGraph) -> io::Result<()> {
        self.open("graph")?;
        self.plane("area", graph.area.as_slice().iter().map(|&area| area.into()))?;
        self.field("areas", &graph.areas)?;
        self.field("joins", &graph.joins.iter().map(JoinFile::of).collect::<Vec<_>>())?;
        self.piece.push(b'}');
        Ok(())
    }
}

/// A comma and a number, and how many bytes they are.
fn after_comma(number: u32) -> ([u8; WORD], usize) {
    let (mut digits, len) = (number, number.checked_ilog10().map_or(2, |log| log as usize + 2));
    let mut word = [b','; WORD];
    for byte in word[1..len].iter_mut().rev() {
        *byte = b'0' + (digits % 10) as u8;
        digits /= 10;
    }
    (word, len)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What serde writes.
    fn check(numbers: &[u32]) {
        let mut written = Vec::new();
        let mut out = Text { piece: b"{".to_vec(), to: &mut written };
        out.plane("n", numbers.iter().copied()).unwrap();
        out.flush().unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), format!("{{\"n\":{}", serde_json::to_string(numbers).unwrap()));
    }

    #[test]
    fn numbers_are_those_of_serde() {
        check(&[]);
        check(&[7]);
        check(&Vec::from_iter(0..100_000));
        for len in [1, 2, BLOCK - 1, BLOCK, BLOCK + 1, BLOCK + 2, 3 * BLOCK + 1] {
            check(&vec![9; len]);
            check(&Vec::from_iter((0..len as u32).map(|nth| nth % 11)));
        }
        check(&[0, 9, 10, 99, 100, 255, 256, 999, 1000, 65_535, 99_999, 100_000, u32::MAX - 1, u32::MAX]);
    }

    /// Pieces end anywhere, also just where a field ends.
    #[test]
    fn fields_are_divided_wherever_a_piece_ends() {
        for filled in PIECE - 40..PIECE + 4 {
            let mut written = Vec::new();
            let mut out = Text { piece: vec![b' '; filled], to: &mut written };
            out.open("a").unwrap();
            out.field("b", &[1, 2]).unwrap();
            out.plane("c", [3, 4].into_iter()).unwrap();
            out.field("d", "e").unwrap();
            out.flush().unwrap();
            let written = String::from_utf8(written).unwrap();
            assert_eq!(written.trim_start(), r#","a":{"b":[1,2],"c":[3,4],"d":"e""#, "after {filled} bytes");
        }
    }
}
