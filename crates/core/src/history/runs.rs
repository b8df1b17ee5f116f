//! The runs of cells in which two planes differ, packed into bytes.
//!
//! A packed plane is a list of runs in ascending order. A run is a head, a length if the head has no
//! room for it, and the new values: one a cell, or a single one that all cells of the run share.
//!
//! ```text
//! head   = gap since the last run << 3 | shared << 2 | min(length, 4) − 1
//! length = length − 4, only when the head says 4
//! ```
//!
//! Numbers are LEB128, so an isolated change of a nearby cell takes two or three bytes.

use crate::{Sides, Tile};

/// A value of a plane that can be packed.
#[doc(hidden)]
pub trait Cell: Copy + Eq + Default {
    fn put(self, bytes: &mut Vec<u8>);
    fn take(bytes: &mut &[u8]) -> Self;
}

impl Cell for Tile {
    #[inline]
    fn put(self, bytes: &mut Vec<u8>) {
        bytes.push(self.0);
    }
    fn take(bytes: &mut &[u8]) -> Self {
        Tile(take_byte(bytes))
    }
}

impl Cell for Sides {
    #[inline]
    fn put(self, bytes: &mut Vec<u8>) {
        bytes.push(self.0);
    }
    fn take(bytes: &mut &[u8]) -> Self {
        Sides(take_byte(bytes))
    }
}

impl Cell for bool {
    #[inline]
    fn put(self, bytes: &mut Vec<u8>) {
        bytes.push(u8::from(self));
    }
    fn take(bytes: &mut &[u8]) -> Self {
        take_byte(bytes) != 0
    }
}

impl Cell for u16 {
    #[inline]
    fn put(self, bytes: &mut Vec<u8>) {
        put_number(u32::from(self), bytes);
    }
    fn take(bytes: &mut &[u8]) -> Self {
        take_number(bytes) as u16
    }
}

impl Cell for u32 {
    #[inline]
    fn put(self, bytes: &mut Vec<u8>) {
        put_number(self, bytes);
    }
    fn take(bytes: &mut &[u8]) -> Self {
        take_number(bytes)
    }
}

/// Cells compared at once where two planes are mostly equal.
const BLOCK: usize = 64;

/// From how many equal values on a run stores only one.
const SHARED: usize = 8;

/// Packs runs, given in ascending order.
#[derive(Debug, Default)]
pub(super) struct Packer {
    pub(super) bytes: Vec<u8>,
    /// The cell after the last run.
    end: u32,
}

impl Packer {
    /// Packs what `new` changes in `old` from cell `first` on, and carries it over to `old`.
    pub(super) fn carry<T: Cell>(&mut self, old: &mut [T], new: &[T], first: usize) {
        for (block, (old, new)) in old.chunks_mut(BLOCK).zip(new.chunks(BLOCK)).enumerate() {
            if old == new {
                continue;
            }
            let at = first + block * BLOCK;
            if is_plain(old) && is_plain(new) {
                self.values(new, at as u32);
            } else {
                self.changes(old, new, at);
            }
            old.copy_from_slice(new);
        }
    }

    fn changes<T: Cell>(&mut self, old: &[T], new: &[T], first: usize) {
        let mut here = 0;
        while let Some(skip) = (here..new.len()).find(|&i| old[i] != new[i]) {
            let end = (skip..new.len()).find(|&i| old[i] == new[i]).unwrap_or(new.len());
            self.values(&new[skip..end], (first + skip) as u32);
            here = end;
        }
    }

    /// Packs consecutive new values, splitting off long stretches of one value.
    #[inline]
    fn values<T: Cell>(&mut self, mut values: &[T], mut at: u32) {
        while !values.is_empty() {
            let alike = |from: usize| values[from..].iter().take_while(|&&v| v == values[from]).count();
            let is_short = values.len() < SHARED;
            let mut length = if is_short { values.len() } else { 0 };
            while length < values.len() && alike(length) < SHARED {
                length += alike(length);
            }
            let shared = length == 0;
            if shared {
                length = alike(0);
            }
            self.head(at, length as u32, shared);
            let stored = if shared { 1 } else { length };
            values[..stored].iter().for_each(|&value| value.put(&mut self.bytes));
            values = &values[length..];
            at += length as u32;
        }
    }

    #[inline]
    fn head(&mut self, at: u32, length: u32, shared: bool) {
        put_long(
            u64::from(at - self.end) << 3 | u64::from(shared) << 2 | u64::from(length.min(4) - 1),
            &mut self.bytes,
        );
        if length >= 4 {
            put_number(length - 4, &mut self.bytes);
        }
        self.end = at + length;
    }
}

/// Whether all values are alike. So they mostly are where a map is filled anew, and then all cells change.
fn is_plain<T: Cell>(values: &[T]) -> bool {
    values.iter().fold(true, |plain, value| plain & (*value == values[0]))
}

/// Every packed cell with its new value, in ascending order.
pub(super) fn unpack<T: Cell>(mut bytes: &[u8]) -> impl Iterator<Item = (u32, T)> {
    let (mut at, mut left, mut shared) = (0u32, 0u32, None);
    std::iter::from_fn(move || {
        if left == 0 {
            if bytes.is_empty() {
                return None;
            }
            let head = take_long(&mut bytes);
            at += (head >> 3) as u32;
            left = (head & 3) as u32 + 1;
            if left == 4 {
                left += take_number(&mut bytes);
            }
            shared = (head & 4 != 0).then(|| T::take(&mut bytes));
        }
        let value = shared.unwrap_or_else(|| T::take(&mut bytes));
        (at, left) = (at + 1, left - 1);
        Some((at - 1, value))
    })
}

/// The runs of `first` followed by those of `second`, which wins where both change a cell.
pub(super) fn merge<T: Cell>(first: &[u8], second: &[u8]) -> Vec<u8> {
    let (mut first, mut second) = (unpack::<T>(first).peekable(), unpack::<T>(second).peekable());
    let mut cells = CellPacker::new();
    loop {
        let take_first = match (first.peek(), second.peek()) {
            (Some(a), Some(b)) if a.0 == b.0 => {
                first.next();
                false
            }
            (Some(a), Some(b)) => a.0 < b.0,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => return cells.finish(),
        };
        if let Some((at, value)) = if take_first { first.next() } else { second.next() } {
            cells.push(at, value);
        }
    }
}

/// Packs single cells, given in ascending order, gathering those side by side into runs.
#[derive(Debug)]
pub(super) struct CellPacker<T> {
    packer: Packer,
    run: Vec<T>,
    /// The cell after the run.
    end: u32,
}

impl<T: Cell> CellPacker<T> {
    /// A packer with room for about a thousand cells.
    pub(super) fn new() -> Self {
        let packer = Packer { bytes: Vec::with_capacity(4096), end: 0 };
        CellPacker { packer, run: Vec::with_capacity(64), end: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, at: u32, value: T) {
        if at != self.end {
            self.pack_run();
        }
        self.run.push(value);
        self.end = at + 1;
    }

    /// The packed bytes.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.pack_run();
        self.packer.bytes.shrink_to_fit();
        self.packer.bytes
    }

    #[inline]
    fn pack_run(&mut self) {
        self.packer.values(&self.run, self.end - self.run.len() as u32);
        self.run.clear();
    }
}

#[inline]
fn put_number(number: u32, bytes: &mut Vec<u8>) {
    put_long(u64::from(number), bytes);
}

#[inline]
fn put_long(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_byte(bytes: &mut &[u8]) -> u8 {
    let Some((&first, rest)) = bytes.split_first() else { return 0 };
    *bytes = rest;
    first
}

fn take_number(bytes: &mut &[u8]) -> u32 {
    take_long(bytes) as u32
}

fn take_long(bytes: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = take_byte(bytes);
        number |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 || shift > 63 {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MapRng;

    fn plane(rng: &mut MapRng, cells: usize, values: u32) -> Vec<u32> {
        // Long stretches and lone changes alike.
        let mut plane = Vec::new();
        while plane.len() < cells {
            let value = rng.below(values);
            let longest = if rng.chance(0.5) { 2 } else { 200 };
            let length = rng.range(1, longest) as usize;
            plane.extend(std::iter::repeat_n(value, length.min(cells - plane.len())));
        }
        plane
    }

    fn pack(old: &[u32], new: &[u32]) -> Vec<u8> {
        let mut packer = Packer::default();
        let mut carried = old.to_vec();
        packer.carry(&mut carried, new, 0);
        assert_eq!(carried, new);
        packer.bytes
    }

    fn patched(old: &[u32], bytes: &[u8]) -> Vec<u32> {
        let mut plane = old.to_vec();
        unpack(bytes).for_each(|(at, value)| plane[at as usize] = value);
        plane
    }

    #[test]
    fn what_is_packed_comes_out_again() {
        let mut rng = MapRng::new(5);
        for cells in [0, 1, 5, 63, 64, 65, 1000] {
            for values in [1, 2, 300_000] {
                let (old, new) = (plane(&mut rng, cells, values), plane(&mut rng, cells, values));
                let bytes = pack(&old, &new);
                assert_eq!(patched(&old, &bytes), new);
                assert!(unpack::<u32>(&bytes).all(|(at, value)| old[at as usize] != value), "only what changed");
            }
        }
    }

    #[test]
    fn merged_runs_do_what_both_do_in_turn() {
        let mut rng = MapRng::new(6);
        for cells in [1, 64, 777] {
            let [a, b, c] = [(); 3].map(|()| plane(&mut rng, cells, 3));
            let (first, second) = (pack(&a, &b), pack(&b, &c));
            assert_eq!(patched(&a, &merge::<u32>(&first, &second)), c);
        }
    }

    #[test]
    fn lone_changes_take_three_bytes_and_plain_planes_few() {
        let old = vec![0; 1000];
        let mut new = old.clone();
        new[500] = 7;
        assert_eq!(pack(&old, &new).len(), 3);
        assert!(pack(&old, &vec![9; 1000]).len() < 100);
    }
}
