//! The text of a function, command by command.
//!
//! All coordinates are relative to where the function is called, which is always at an entity. Commands are written
//! straight into one text: a large maze has millions of them.

use std::fmt::{self, Write};

use mapwright_core::Dir;

/// The most blocks that one `fill` may change.
pub(super) const FILL_LIMIT: i64 = 32_768;

/// East, up and south of where a function is called, in blocks.
pub(super) type RelativePos = [i32; 3];

/// A function being written.
#[derive(Debug, Default)]
pub(super) struct Script {
    text: String,
}

/// A relative coordinate: `~`, `~5`, `~-5`.
pub(super) struct Rel(pub(super) i32);

/// Three of them.
struct Tilde(RelativePos);

/// Words as a list of NBT strings has them.
struct Quoted<'a>(&'a [&'a str]);

impl fmt::Display for Rel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.write_str("~") } else { write!(f, "~{}", self.0) }
    }
}

impl fmt::Display for Tilde {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0;
        write!(f, "{} {} {}", Rel(x), Rel(y), Rel(z))
    }
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(nth, word)| {
            let comma = if nth == 0 { "" } else { "," };
            write!(f, "{comma}\"{word}\"")
        })
    }
}

/// A direction in names of functions, tags and scores.
pub(super) const fn letter(dir: Dir) -> char {
    match dir {
        Dir::N => 'n',
        Dir::E => 'e',
        Dir::S => 's',
        Dir::W => 'w',
    }
}

/// A place as commands take it.
pub(super) fn at(place: RelativePos) -> impl fmt::Display {
    Tilde(place)
}

/// A column of blocks as `forceload` takes it.
pub(super) fn column(x: i32, z: i32) -> String {
    format!("{} {}", Rel(x), Rel(z))
}

impl Script {
    /// Reserves this many more bytes.
    pub(super) fn reserve(&mut self, bytes: usize) {
        self.text.reserve(bytes);
    }

    /// A command, or a remark.
    pub(super) fn line(&mut self, line: impl fmt::Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// Fills a box of blocks, both corners in it, in as many pieces as the game needs.
    pub(super) fn fill(&mut self, from: RelativePos, to: RelativePos, block: &str) {
        self.fill_if("", from, to, block);
    }

    /// The same behind a condition, such as `execute if … run `.
    pub(super) fn fill_if(&mut self, condition: &str, from: RelativePos, to: RelativePos, block: &str) {
        pieces(from, to, &mut |from, to| match from == to {
            true => self.line(format_args!("{condition}setblock {} {block}", at(from))),
            false => self.line(format_args!("{condition}fill {} {} {block}", at(from), at(to))),
        });
    }

    /// Sets one block.
    pub(super) fn set(&mut self, place: RelativePos, block: &str) {
        self.fill(place, place, block);
    }

    /// A marker, an invisible thing that stands for a place.
    pub(super) fn mark(&mut self, place: RelativePos, tags: &[&str]) {
        self.line(format_args!("summon minecraft:marker {} {{Tags:[{}]}}", at(place), Quoted(tags)));
    }

    /// How many commands there are.
    pub(super) fn commands(&self) -> usize {
        self.text.lines().filter(|line| !line.starts_with('#')).count()
    }

    /// What is written so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// All commands of another function.
    pub(super) fn append(&mut self, other: &Script) {
        self.text.push_str(&other.text);
    }

    pub(super) fn into_text(mut self) -> String {
        self.text.shrink_to_fit();
        self.text
    }
}

/// Halves a box along its longest edge until each piece is small enough. The pieces are disjoint and cover the box,
/// since each cut splits one range of coordinates in two.
fn pieces(from: RelativePos, to: RelativePos, piece: &mut impl FnMut(RelativePos, RelativePos)) {
    let edges = [0, 1, 2].map(|axis| i64::from(to[axis]) - i64::from(from[axis]) + 1);
    if edges.iter().any(|&edge| edge < 1) {
        return;
    }
    if edges.iter().product::<i64>() <= FILL_LIMIT {
        return piece(from, to);
    }
    let axis = (0..3).max_by_key(|&axis| edges[axis]).unwrap_or(0);
    let middle = from[axis].midpoint(to[axis]);
    let (mut end, mut begin) = (to, from);
    (end[axis], begin[axis]) = (middle, middle + 1);
    pieces(from, end, piece);
    pieces(begin, to, piece);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_the_box_once_and_none_is_too_large() {
        for (from, to) in [([0, 0, 0], [31, 31, 31]), ([-40, -1, 3], [40, 5, 90]), ([0, 0, 0], [32_768, 0, 0])] {
            let mut seen = std::collections::BTreeMap::new();
            pieces(from, to, &mut |a, b| {
                let edges = [0, 1, 2].map(|i| i64::from(b[i] - a[i] + 1));
                assert!(edges.iter().product::<i64>() <= FILL_LIMIT);
                for x in a[0]..=b[0] {
                    for y in a[1]..=b[1] {
                        (a[2]..=b[2]).for_each(|z| *seen.entry([x, y, z]).or_insert(0) += 1);
                    }
                }
            });
            assert!(seen.values().all(|&times| times == 1));
            let volume: i32 = (0..3).map(|i| to[i] - from[i] + 1).product();
            assert_eq!(seen.len(), volume as usize);
        }
    }

    #[test]
    fn an_empty_box_is_no_command() {
        let mut script = Script::default();
        script.fill([1, 0, 0], [0, 5, 5], "minecraft:stone");
        assert_eq!(script.text(), "");
    }

    #[test]
    fn commands_have_the_form_of_the_game() {
        let mut script = Script::default();
        script.line("# Remark");
        script.fill([-1, 0, 2], [1, 0, 2], "minecraft:stone");
        script.set([0, -1, 0], "minecraft:stone");
        script.mark([7, 0, 0], &["a.b", "c"]);
        assert_eq!(script.commands(), 3);
        let text = "\
# Remark
fill ~-1 ~ ~2 ~1 ~ ~2 minecraft:stone
setblock ~ ~-1 ~ minecraft:stone
summon minecraft:marker ~7 ~ ~ {Tags:[\"a.b\",\"c\"]}
";
        assert_eq!(script.into_text(), text);
    }
}
