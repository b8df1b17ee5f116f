//! The versions of Minecraft (Java Edition) for which packs are written, and what differs between them.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::DatapackError;

/// The heights at which a block can be in the overworld, in all of these versions.
pub(super) const HEIGHTS: Range<i32> = -64..320;

/// How many these are.
pub(super) const WORLD_HEIGHT: u32 = HEIGHTS.end.abs_diff(HEIGHTS.start);

/// A version of Minecraft, Java Edition. [`ALL`](Version::ALL) lists those that are supported.
///
/// ```
/// use mapwright_minecraft::Version;
///
/// let version: Version = "1.21.8".parse()?;
/// assert_eq!(version.function_folder(), "function");
/// assert_eq!(Version::V1_20_4.function_folder(), "functions");
/// # Ok::<(), mapwright_minecraft::DatapackError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Version {
    /// 1.20.3 and 1.20.4: the last before entity and item data changed; folders have plural names.
    V1_20_4,
    /// 1.20.5 and 1.20.6: entity and item data changed.
    V1_20_6,
    /// 1.21 and 1.21.1: folders have singular names.
    #[default]
    V1_21,
    /// 1.21.2 and 1.21.3.
    V1_21_3,
    /// 1.21.4.
    V1_21_4,
    /// 1.21.5.
    V1_21_5,
    /// 1.21.6.
    V1_21_6,
    /// 1.21.7 and 1.21.8: the last that want `pack_format`.
    V1_21_8,
    /// 1.21.9 and 1.21.10: want `min_format` and `max_format`.
    V1_21_10,
    /// 1.21.11.
    V1_21_11,
    /// 26.1.
    V26_1,
    /// 26.2.
    V26_2,
    /// 26.3.
    V26_3,
}

/// The number of a data pack's format. It has a second part from 82 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PackFormat {
    /// Raised when old packs stop working.
    pub major: u16,
    /// Raised when something is added.
    pub minor: u16,
}

impl PackFormat {
    /// Whether `pack.mcmeta` must tell a range of formats, and must not have the fields used before.
    pub const fn is_range(self) -> bool {
        self.major >= 82
    }
}

/// A version in one row: its names, of which the first is the usual one, its format and its data version. The other
/// names are versions whose packs and worlds are the same.
struct VersionRow(Version, &'static [&'static str], PackFormat, u32);

const fn format(major: u16, minor: u16) -> PackFormat {
    PackFormat { major, minor }
}

/// What is supported. The formats are those of the games' own `version.json`.
const TABLE: [VersionRow; 13] = [
    VersionRow(Version::V1_20_4, &["1.20.4", "1.20.3"], format(26, 0), 3700),
    VersionRow(Version::V1_20_6, &["1.20.6", "1.20.5"], format(41, 0), 3839),
    VersionRow(Version::V1_21, &["1.21", "1.21.1"], format(48, 0), 3953),
    VersionRow(Version::V1_21_3, &["1.21.3", "1.21.2"], format(57, 0), 4082),
    VersionRow(Version::V1_21_4, &["1.21.4"], format(61, 0), 4189),
    VersionRow(Version::V1_21_5, &["1.21.5"], format(71, 0), 4325),
    VersionRow(Version::V1_21_6, &["1.21.6"], format(80, 0), 4435),
    VersionRow(Version::V1_21_8, &["1.21.8", "1.21.7"], format(81, 0), 4440),
    VersionRow(Version::V1_21_10, &["1.21.10", "1.21.9"], format(88, 0), 4556),
    VersionRow(Version::V1_21_11, &["1.21.11"], format(94, 1), 4671),
    VersionRow(Version::V26_1, &["26.1"], format(101, 1), 4786),
    VersionRow(Version::V26_2, &["26.2"], format(107, 1), 4903),
    VersionRow(Version::V26_3, &["26.3"], format(121, 0), 5023),
];

impl Version {
    /// Every supported version, oldest first.
    pub const ALL: [Version; TABLE.len()] = {
        let mut all = [Version::V1_20_4; TABLE.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = TABLE[i].0;
            i += 1;
        }
        all
    };

    const fn row(self) -> &'static VersionRow {
        // The table is in the order of the versions; a test holds it to that.
        &TABLE[self as usize]
    }

    /// As players write it, such as `1.21.8`.
    pub const fn name(self) -> &'static str {
        self.row().1[0]
    }

    /// The format of its data packs.
    pub const fn pack_format(self) -> PackFormat {
        self.row().2
    }

    /// The number that worlds and structures of this version carry.
    pub const fn data_version(self) -> u32 {
        self.row().3
    }

    /// The folder of functions under `data/<namespace>/`.
    pub const fn function_folder(self) -> &'static str {
        if self.has_singular_folders() { "function" } else { "functions" }
    }

    /// The folder of structures under `data/<namespace>/`.
    pub const fn structure_folder(self) -> &'static str {
        if self.has_singular_folders() { "structure" } else { "structures" }
    }

    /// The folder of tags of functions under `data/<namespace>/`.
    pub const fn function_tag_folder(self) -> &'static str {
        if self.has_singular_folders() { "tags/function" } else { "tags/functions" }
    }

    /// Since 1.21.
    const fn has_singular_folders(self) -> bool {
        self as usize >= Version::V1_21 as usize
    }

    /// The names of all versions, for messages and lists of choices.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Version::ALL.into_iter().map(Version::name)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Version {
    type Err = DatapackError;

    fn from_str(name: &str) -> Result<Self, DatapackError> {
        let row = TABLE.iter().find(|row| row.1.contains(&name));
        row.map(|row| row.0).ok_or_else(|| DatapackError::Version { given: name.to_owned() })
    }
}

mapwright_core::serialize_as_text!(Version, serde);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_names_are_read_again() {
        for version in Version::ALL {
            assert_eq!(version.row().0, version);
            assert!(version.row().1.iter().all(|name| name.parse() == Ok(version)), "{version}");
        }
        assert_eq!("1.21.7".parse::<Version>().unwrap(), Version::V1_21_8);
        assert!(TABLE.is_sorted_by(|a, b| a.0 < b.0 && a.2 < b.2 && a.3 < b.3));
    }

    #[test]
    fn a_version_that_is_not_known_is_told_with_those_that_are() {
        let error = "1.19".parse::<Version>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown Minecraft version `1.19`; expected 1.20.4, 1.20.6, 1.21, 1.21.3, 1.21.4, 1.21.5, 1.21.6, 1.21.8, 1.21.10, 1.21.11, 26.1, 26.2, 26.3"
        );
    }
}
