//! The blocks of Minecraft: names, the version that added each, and the states they may have.
//!
//! `blocks.txt` lists them by families, such as the stairs of all stones.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A version of Java Edition: 1.20.4 is `[1, 20, 4]`, 26.1 is `[26, 1, 0]`.
pub(crate) type Release = [u8; 3];

/// Facts about a block.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The first version that has it.
    pub(super) since: Release,
    /// The first version that has another name for it, and this name.
    pub(super) renamed: Option<(Release, &'static str)>,
    /// Its states with their values, such as `half=top/bottom` and `level=0-15`; `None` if they are not known here.
    pub(super) states: Option<Vec<&'static str>>,
}

/// All known blocks by their names without `minecraft:`.
pub(super) static KNOWN: LazyLock<BTreeMap<String, Known>> = LazyLock::new(|| {
    let mut known = read(include_str!("blocks.txt"));
    if let Some(chain) = known.get_mut("chain") {
        chain.renamed = Some((release("1.21.9"), "iron_chain"));
    }
    known
});

fn read(list: &'static str) -> BTreeMap<String, Known> {
    let split = |words: &'static str| words.split_whitespace().collect::<Vec<_>>();
    let (mut named, mut known) = (BTreeMap::from([("plain", Vec::new())]), BTreeMap::new());
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        if let Some((name, words)) = line.split_once(": ") {
            named.entry(name).or_default().extend(split(words));
        } else if let [since, states, words, patterns] = line.split(" | ").collect::<Vec<_>>()[..] {
            let list = |name| named.get(name).cloned().unwrap_or_else(|| split(name));
            let states = (states != "any").then(|| list(states));
            for pattern in split(patterns) {
                for word in list(words) {
                    let block = Known { since: release(since), renamed: None, states: states.clone() };
                    known.insert(pattern.replace('*', word), block);
                }
            }
        }
    }
    known
}

/// The numbers of a version.
pub(super) fn release(version: &str) -> Release {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    [(); 3].map(|()| parts.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_has_as_many_blocks_as_the_game() {
        assert!(KNOWN.keys().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')));
        assert!(KNOWN.values().flat_map(|known| known.states.iter().flatten()).all(|state| state.contains('=')));
        let in_release = |release: Release| {
            let is_there =
                |known: &&Known| known.since <= release && known.renamed.is_none_or(|(then, _)| release < then);
            KNOWN.values().filter(is_there).count()
        };
        // As many as the game's own registry has in these versions.
        for (version, count) in [
            ("1.21", 1060),
            ("1.21.4", 1095),
            ("1.21.5", 1104),
            ("1.21.6", 1105),
            ("1.21.9", 1166),
            ("26.1", 1168),
            ("26.2", 1196),
        ] {
            assert_eq!(in_release(release(version)), count, "{version}");
        }
    }
}
