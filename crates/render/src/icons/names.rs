//! The lines of the file of icons, and which icon a spawn has by the words of its name.

use mapwright_core::{Color, Spawn};

use super::Icon;

/// A line for each icon: the words that choose it, and its drawing. A word may say the color that such a thing is known by,
/// as in `rat#8a6f5c`, and how many cells it lights in which color, as in `torch*8#ffb05a`. The first word that a name contains
/// decides. Short words must stand alone: a `bat` is not in `battery`.
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

/// A word of names.
#[derive(Clone, Copy, Debug)]
struct IconWord {
    text: &'static str,
    icon: Icon,
    color: Option<Color>,
    /// The radius of its light in cells, and the color.
    glow: Option<(i32, Color)>,
}

impl IconWord {
    fn read(word: &'static str, icon: Icon) -> IconWord {
        let (text, glow) = word.split_once('*').unwrap_or((word, ""));
        let [(text, color), (radius, light)] =
            [text, glow].map(|text| text.split_at(text.find('#').unwrap_or(text.len())));
        IconWord { text, icon, color: color.parse().ok(), glow: radius.parse().ok().zip(light.parse().ok()) }
    }
}

fn words() -> impl Iterator<Item = IconWord> {
    let icons = lines().zip(Icon::ALL);
    icons.flat_map(|((words, _), &icon)| words.split_whitespace().map(move |word| IconWord::read(word, icon)))
}

/// The words that a name contains, in the order of the file.
fn words_in(name: &str) -> impl Iterator<Item = IconWord> {
    let name = name.to_lowercase();
    words().filter(move |word| contains(&name, word.text))
}

/// Whether a name, in small letters, contains a word; a word of up to three letters must be one of the name's.
fn contains(name: &str, word: &str) -> bool {
    let mut words = name.split(|letter: char| !letter.is_alphanumeric());
    words.any(|each| each == word || each.strip_suffix('s') == Some(word)) || word.len() > 3 && name.contains(word)
}

/// The icon of a spawn. Unknown names are gems, and keys if they open a lock.
pub(crate) fn of_spawn(spawn: &Spawn) -> Icon {
    let unknown = if spawn.key.is_some() { Icon::Key } else { Icon::Gem };
    words_in(&spawn.what).next().map_or(unknown, |word| word.icon)
}

/// All colors that things are known by.
pub(super) fn all_colors() -> impl Iterator<Item = Color> {
    words().filter_map(|word| word.color)
}

/// The color that a thing is known by, if it is.
pub(crate) fn known_color(what: &str) -> Option<Color> {
    words_in(what).find_map(|word| word.color)
}

/// How many cells around it a thing lights, and in which color, if it shines.
pub(crate) fn known_glow(what: &str) -> Option<(i32, Color)> {
    words_in(what).find_map(|word| word.glow)
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
        let lights = words().filter(|word| word.glow.is_some()).count();
        assert_eq!(lights, LINES.matches('*').count(), "every light can be read");
        assert_eq!(all_colors().count() + lights, LINES.matches('#').count(), "every color can be read");
    }
}
