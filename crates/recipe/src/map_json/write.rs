//! Writes maps as JSON. Planes are nearly all of a file, so their numbers are written by hand; lists go through serde.

use std::io::{self, Write};

use mapwright_core::{BuilderMap, Flow, Layer, LevelGraph};
use serde::Serialize;

use super::level::JoinFile;
use super::{FORMAT, VERSION};

/// A piece of this many bytes goes on its way: it fits into the nearest cache.
const PIECE: usize = 8 << 10;

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
        doors,
        graph,
        proof,
        layers,
        wrap,
    } = map;
    let mut out = Text { piece: Vec::with_capacity(PIECE + 16), to };
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
    out.some("doors", doors)?;
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
            push_number(&mut self.piece, first);
        }
        for number in numbers {
            if let Some(&(bytes, len)) = SMALL.get(number as usize) {
                let end = self.piece.len() + len;
                self.piece.extend_from_slice(&bytes);
                self.piece.truncate(end);
            } else {
                self.piece.push(b',');
                push_number(&mut self.piece, number);
            }
            self.pass_on()?;
        }
        self.piece.push(b']');
        Ok(())
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
            // A kind of layer that this crate does not know yet.
            _ => self.field("values", &[0_u8; 0])?,
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

/// A comma and a number, and how many bytes they are, for each byte: copied whole, which takes no loop.
const SMALL: [([u8; 4], usize); 256] = {
    let mut small = [([b','; 4], 0); 256];
    let mut number = 0;
    while number < 256 {
        let (bytes, len) = &mut small[number];
        *len = if number < 10 {
            2
        } else if number < 100 {
            3
        } else {
            4
        };
        let (mut at, mut rest) = (*len, number);
        while at > 1 {
            at -= 1;
            bytes[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        number += 1;
    }
    small
};

fn push_number(to: &mut Vec<u8>, number: u32) {
    let mut digits = [0; 10];
    let (mut at, mut rest) = (digits.len(), number);
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            return to.extend_from_slice(&digits[at..]);
        }
    }
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
