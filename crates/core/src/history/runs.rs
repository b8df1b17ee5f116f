//! Cells with their new values, packed into bytes.
//!
//! A packed plane is a list of runs of cells that get one value, in ascending order: a head, a length − 2 if the head
//! says so, and the value. The head is the gap since the last run, doubled, plus one for a run of several cells. Numbers
//! are LEB128, so an isolated change of a nearby cell takes two or three bytes.

use std::ops::Range;

use crate::{Sides, Tile};

/// A value of a plane that can be packed.
#[doc(hidden)]
pub trait Cell: Copy + Eq + Default {
    fn code(self) -> u16;
    fn decode(code: u16) -> Self;
}

impl Cell for Tile {
    #[inline]
    fn code(self) -> u16 {
        self.0.into()
    }
    fn decode(code: u16) -> Self {
        Tile(code as u8)
    }
}

impl Cell for Sides {
    #[inline]
    fn code(self) -> u16 {
        self.0.into()
    }
    fn decode(code: u16) -> Self {
        Sides(code as u8)
    }
}

impl Cell for u16 {
    #[inline]
    fn code(self) -> u16 {
        self
    }
    fn decode(code: u16) -> Self {
        code
    }
}

/// Packs cells, given in ascending order.
#[derive(Debug, Default)]
pub(super) struct Packer {
    bytes: Vec<u8>,
    /// The cell after the last packed run.
    end: u32,
    /// The run that may still grow, and its value.
    run: Range<u32>,
    value: u16,
}

impl Packer {
    /// A packer with room for about two thousand lone cells.
    pub(super) fn with_room() -> Self {
        Packer { bytes: Vec::with_capacity(4096), ..Packer::default() }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, at: u32, value: u16) {
        if at == self.run.end && value == self.value && !self.run.is_empty() {
            self.run.end += 1;
            return;
        }
        self.pack_run();
        (self.run, self.value) = (at..at + 1, value);
    }

    /// The packed bytes.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.pack_run();
        self.bytes.shrink_to_fit();
        self.bytes
    }

    #[inline]
    fn pack_run(&mut self) {
        let length = self.run.end - self.run.start;
        if length == 0 {
            return;
        }
        put(u64::from(self.run.start - self.end) << 1 | u64::from(length > 1), &mut self.bytes);
        if length > 1 {
            put(u64::from(length - 2), &mut self.bytes);
        }
        put(self.value.into(), &mut self.bytes);
        self.end = self.run.end;
    }
}

/// Packs what `new` changes in `old`, and carries it over to `old`. Most blocks of cells are equal.
pub(super) fn carry<T: Cell>(old: &mut [T], new: &[T]) -> Vec<u8> {
    const BLOCK: usize = 64;
    let mut packer = Packer::default();
    for (first, (old, new)) in (0..).step_by(BLOCK).zip(old.chunks_mut(BLOCK).zip(new.chunks(BLOCK))) {
        if old == new {
            continue;
        }
        for (at, (old, &new)) in (first..).zip(old.iter_mut().zip(new)) {
            if std::mem::replace(old, new) != new {
                packer.push(at, new.code());
            }
        }
    }
    packer.finish()
}

/// Every packed run with its value, in ascending order.
pub(super) fn unpack(mut bytes: &[u8]) -> impl Iterator<Item = (Range<u32>, u16)> {
    let mut end = 0;
    std::iter::from_fn(move || {
        if bytes.is_empty() {
            return None;
        }
        let head = take(&mut bytes);
        let length = if head & 1 == 1 { take(&mut bytes) as u32 + 2 } else { 1 };
        let first = end + (head >> 1) as u32;
        end = first + length;
        Some((first..end, take(&mut bytes) as u16))
    })
}

/// The cells of `first` followed by those of `second`, which wins where both change a cell.
pub(super) fn merge(first: &[u8], second: &[u8]) -> Vec<u8> {
    let cells = |bytes| unpack(bytes).flat_map(|(run, value)| run.map(move |at| (at, value)));
    let (mut first, mut second) = (cells(first).peekable(), cells(second).peekable());
    let mut packer = Packer::default();
    while let Some(&(b, value)) = second.peek() {
        match first.next_if(|&(a, _)| a <= b) {
            Some((a, value)) if a < b => packer.push(a, value),
            Some(_) => (),
            None => {
                packer.push(b, value);
                second.next();
            }
        }
    }
    first.for_each(|(at, value)| packer.push(at, value));
    packer.finish()
}

#[inline]
fn put(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    while let Some((&byte, rest)) = bytes.split_first().filter(|_| shift < 64) {
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            break;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MapRng;

    fn plane(rng: &mut MapRng, cells: usize, values: u32) -> Vec<u16> {
        // Long stretches and lone changes.
        let mut plane = Vec::new();
        while plane.len() < cells {
            let value = rng.below(values) as u16;
            let longest = if rng.chance(0.5) { 2 } else { 200 };
            let length = rng.range(1, longest) as usize;
            plane.extend(std::iter::repeat_n(value, length.min(cells - plane.len())));
        }
        plane
    }

    fn pack(old: &[u16], new: &[u16]) -> Vec<u8> {
        let mut carried = old.to_vec();
        let bytes = carry(&mut carried, new);
        assert_eq!(carried, new);
        bytes
    }

    fn patched(old: &[u16], bytes: &[u8]) -> Vec<u16> {
        let mut plane = old.to_vec();
        unpack(bytes).for_each(|(run, value)| plane[run.start as usize..run.end as usize].fill(value));
        plane
    }

    #[test]
    fn what_is_packed_comes_out_again() {
        let mut rng = MapRng::new(5);
        for cells in [0, 1, 5, 63, 64, 65, 1000] {
            for values in [1, 2, 60_000] {
                let (old, new) = (plane(&mut rng, cells, values), plane(&mut rng, cells, values));
                let bytes = pack(&old, &new);
                assert_eq!(patched(&old, &bytes), new);
                let changes = |(mut run, value): (Range<u32>, u16)| run.all(|at| old[at as usize] != value);
                assert!(unpack(&bytes).all(changes), "only what changed");
            }
        }
    }

    #[test]
    fn merged_runs_do_what_both_do_in_turn() {
        let mut rng = MapRng::new(6);
        for cells in [1, 64, 777] {
            let [a, b, c] = [(); 3].map(|()| plane(&mut rng, cells, 3));
            let (first, second) = (pack(&a, &b), pack(&b, &c));
            assert_eq!(patched(&a, &merge(&first, &second)), c);
        }
    }

    #[test]
    fn lone_changes_take_three_bytes_and_plain_planes_few() {
        let old = vec![0; 1000];
        let mut new = old.clone();
        new[500] = 7;
        assert_eq!(pack(&old, &new).len(), 3);
        assert!(pack(&old, &vec![9; 1000]).len() < 10);
    }
}
