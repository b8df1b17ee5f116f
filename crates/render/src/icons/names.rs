//! The lines of the file of icons, and which icon a spawn has by the words of its name.

use mapwright_core::{Color, Spawn};

use super::Icon;

/// A line for each icon: the words that choose it, some with the color that such a thing is known by, and its drawing. The
/// first word that a name contains decides. Short words must stand alone: a `bat` is not in `battery`.
const LINES: &str = include_str!("icons.txt");

/// The words and the drawing of each icon.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    LINES.lines().map(|line| {
        let (head, drawing) = line.split_once(" | ").unwrap_or_default();
        (head.split_once(": ").map_or("", |(_, words)| words), drawing)
    })
}

pub(super) fn line(icon: Icon) -> (&'static str, &'static str) {
    lines().nth(icon as usize).unwrap_or_default()
}

/// Each word with its icon and its color.
fn words() -> impl Iterator<Item = (&'static str, Icon, Option<Color>)> {
    let icons = lines().zip(Icon::ALL);
    icons.flat_map(|((words, _), &icon)| {
        words.split(' ').filter(|word| !word.is_empty()).map(move |word| {
            let (word, color) = word.split_at(word.find('#').unwrap_or(word.len()));
            (word, icon, color.parse().ok())
        })
    })
}

/// Whether a name, in small letters, contains a word; a word of up to three letters must be one of the name's.
pub(crate) fn contains(name: &str, word: &str) -> bool {
    let mut words = name.split(|letter: char| !letter.is_alphanumeric());
    words.any(|each| each == word || each.strip_suffix('s') == Some(word)) || word.len() > 3 && name.contains(word)
}

/// The icon of a spawn. Unknown names are gems, and keys if they open a lock.
pub(crate) fn of_spawn(spawn: &Spawn) -> Icon {
    let name = spawn.what.to_lowercase();
    let unknown = if spawn.key.is_some() { Icon::Key } else { Icon::Gem };
    words().find(|(word, ..)| contains(&name, word)).map_or(unknown, |(_, icon, _)| icon)
}

/// All colors that things are known by.
pub(super) fn all_colors() -> impl Iterator<Item = Color> {
    words().filter_map(|(.., color)| color)
}

/// The color that a thing is known by, if it is.
pub(crate) fn known_color(what: &str) -> Option<Color> {
    let name = what.to_lowercase();
    words().filter(|(word, ..)| contains(&name, word)).find_map(|(.., color)| color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_their_icon() {
        let check = |name: &str, icon| assert_eq!(of_spawn(&Spawn::new((0, 0), name)), icon, "{name}");
        check("Goblin", Icon::Monster);
        check("goblin-archer", Icon::Monster);
        check("Rat", Icon::Rat);
        check("Rats", Icon::Rat);
        check("Pirate", Icon::Gem);
        check("battery", Icon::Gem);
        check("Vampire bat", Icon::Bat);
        check("will-o'-wisp", Icon::Wisp);
        check("Innkeeper", Icon::Person);
        check("Forest", Icon::Gem);
        check("", Icon::Gem);
        assert_eq!(of_spawn(&Spawn::key((0, 0), "Brass", 2)), Icon::Key);
        assert_eq!(of_spawn(&Spawn::key((0, 0), "Lever C", 2)), Icon::Lever);
        assert_eq!(
            ["Rat", "Tomes", "Owl"].map(known_color),
            [Some(Color(0x8a, 0x6f, 0x5c)), Some(Color(0x7a, 0x3c, 0x8c)), None]
        );
    }

    #[test]
    fn each_icon_has_the_line_with_its_name() {
        let names: Vec<&str> = LINES.lines().filter_map(|line| line.split(':').next()).collect();
        assert!(names.iter().copied().eq(Icon::ALL.iter().map(|icon| format!("{icon:?}"))), "{names:?}");
        let colors = LINES.matches('#').count();
        assert_eq!(all_colors().count(), colors, "every color can be read");
    }
}
