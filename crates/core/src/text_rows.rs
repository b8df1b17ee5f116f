//! Maps drawn as text: lines of one length, a character for each cell.

use crate::{Grid, Size};

/// Text that is not a map.
#[derive(Clone, PartialEq, Eq, thiserror::Error, crate::ErrorDebug)]
#[non_exhaustive]
pub enum TextError {
    /// There is no cell in the text.
    #[error("the text holds no map")]
    Empty,
    /// A character stands where it has no meaning. Lines and columns count from 1.
    #[error("line {line}, column {column}: {} {problem}", shown(*.found))]
    Character {
        /// The line.
        line: usize,
        /// The character of the line.
        column: usize,
        /// What stands there.
        found: char,
        /// What is wrong with it.
        problem: String,
    },
    /// A line is longer or shorter than the first.
    #[error("line {line} has {found} characters; the first line has {expected}")]
    Length {
        /// The line.
        line: usize,
        /// Its characters.
        found: usize,
        /// The first line's characters.
        expected: usize,
    },
    /// The map would be larger than maps can be.
    #[error("a map of {w}x{h} is too large: expected at most 65535 cells a side")]
    TooLarge {
        /// Columns.
        w: usize,
        /// Rows.
        h: usize,
    },
}

impl TextError {
    /// An error about the character in 0-based `row` and `column`.
    pub fn character((row, column): (usize, usize), found: char, problem: impl Into<String>) -> Self {
        TextError::Character { line: row + 1, column: column + 1, found, problem: problem.into() }
    }
}

/// A glyph as messages show it: one that cannot be seen by its code point and its name.
pub(crate) fn shown(glyph: char) -> String {
    let name = match glyph {
        '\t' => " (a tab)",
        '\n' | '\r' => " (a line break)",
        '\u{a0}' => " (a no-break space)",
        '\u{ad}' => " (a soft hyphen)",
        '\u{200b}' => " (a zero-width space)",
        '\u{202f}' => " (a narrow no-break space)",
        '\u{3000}' => " (a wide space)",
        '\u{feff}' => " (a byte-order mark)",
        ' ' => return "` `".to_owned(),
        _ if glyph.is_control() || glyph.is_whitespace() || matches!(glyph, '\u{200c}'..='\u{200f}' | '\u{2060}') => "",
        _ => return format!("`{}`", glyph.escape_debug()),
    };
    format!("U+{:04X}{name}", u32::from(glyph))
}

/// The characters of a text, line by line, all lines of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRows {
    /// The lines, at least one.
    pub rows: Vec<Vec<char>>,
    /// How many characters each has, at least one.
    pub columns: usize,
}

impl TextRows {
    /// Splits a text into lines. Empty lines at the end do not count, nor does a byte order mark.
    ///
    /// # Errors
    ///
    /// A text without characters, or lines of different lengths.
    pub fn from_text(text: &str) -> Result<Self, TextError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end_matches(['\r', '\n']);
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let columns = rows.first().map_or(0, Vec::len);
        if columns == 0 {
            return Err(TextError::Empty);
        }
        match rows.iter().position(|row| row.len() != columns) {
            Some(row) => Err(TextError::Length { line: row + 1, found: rows[row].len(), expected: columns }),
            None => Ok(TextRows { rows, columns }),
        }
    }

    /// A plane with one value a character, given its 0-based row and column.
    ///
    /// ```
    /// use mapwright_core::{TextError, TextRows};
    ///
    /// let digits = TextRows::from_text("123\n456\n")?.read(|at, glyph| {
    ///     glyph.to_digit(10).ok_or_else(|| TextError::character(at, glyph, "is not a digit"))
    /// })?;
    /// assert_eq!(digits.as_slice(), [1, 2, 3, 4, 5, 6]);
    /// # Ok::<(), TextError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A text that is too large for a map, and the first error of `cell`.
    pub fn read<T>(
        &self,
        mut cell: impl FnMut((usize, usize), char) -> Result<T, TextError>,
    ) -> Result<Grid<T>, TextError> {
        let size = TextRows::size(self.columns, self.rows.len())?;
        let mut cells = Vec::with_capacity(size.area() as usize);
        for (y, row) in self.rows.iter().enumerate() {
            for (x, &glyph) in row.iter().enumerate() {
                cells.push(cell((y, x), glyph)?);
            }
        }
        Grid::from_vec(size, cells).ok_or(TextError::Empty)
    }

    /// The size of a map with this many columns and rows.
    ///
    /// # Errors
    ///
    /// More than 65,535 a side.
    pub fn size(w: usize, h: usize) -> Result<Size, TextError> {
        match (u16::try_from(w), u16::try_from(h)) {
            (Ok(w), Ok(h)) => Ok(Size::new(w, h)),
            _ => Err(TextError::TooLarge { w, h }),
        }
    }
}

/// Adds `ALL` and `name` to an enum without fields, given its variants in order and a word for each.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($type:ident: $($variant:ident = $name:literal),+ $(,)?) => {
        impl $type {
            /// All of them, in order.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// The word for it.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name),+
                }
            }
        }
    };
}

/// Describes a type with `FromStr` as a parameter: what to expect, in words, and a regular expression for editors.
///
/// ```
/// use mapwright_core::params::Described;
///
/// /// A date such as `12-24`.
/// struct Day(u8, u8);
///
/// impl std::str::FromStr for Day {
///     type Err = std::num::ParseIntError;
///
///     fn from_str(text: &str) -> Result<Self, Self::Err> {
///         let (month, day) = text.split_once('-').unwrap_or((text, ""));
///         Ok(Day(month.parse()?, day.parse()?))
///     }
/// }
///
/// mapwright_core::text_param!(Day, "a day such as \"12-24\"", "^[0-9]{2}-[0-9]{2}$");
/// assert!(matches!(Day::schema(), mapwright_core::params::Schema::Like(day) if (day.fits)("12-24")));
/// ```
#[macro_export]
macro_rules! text_param {
    ($type:ty, $expected:expr, $pattern:expr) => {
        impl $crate::params::Described for $type {
            fn schema() -> $crate::params::Schema {
                $crate::params::Schema::Like($crate::params::Like {
                    expected: $expected,
                    shape: || $crate::params::Shape::Pattern($pattern),
                    fits: |text| text.parse::<$type>().is_ok(),
                })
            }
        }
    };
}

/// Gives a type that has `Display` and `FromStr` the traits of serde: it is written as its text. It needs the
/// feature `serde` of this crate, or the path of another serde after the type.
#[macro_export]
macro_rules! serialize_as_text {
    ($type:ty) => {
        $crate::serialize_as_text!($type, $crate::params::serde);
    };
    ($type:ty, $($serde:tt)::+) => {
        impl $($serde)::+::Serialize for $type {
            fn serialize<S: $($serde)::+::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $($serde)::+::Deserialize<'de> for $type {
            fn deserialize<D: $($serde)::+::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as $($serde)::+::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err($($serde)::+::de::Error::custom)
            }
        }
    };
}
