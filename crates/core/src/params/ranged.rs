//! Ranges of parameters: of numbers, tiles, and lengths of lists.

use std::fmt::Display;
use std::ops::{RangeFrom, RangeInclusive};

use super::{Described, Schema};
use crate::{BuildError, Tile};

/// A range: its least value and, if there is one, its greatest.
pub trait Bounds<T> {
    /// Both ends, inclusive.
    fn ends(&self) -> (T, Option<T>);
}

impl<T: Copy> Bounds<T> for RangeInclusive<T> {
    fn ends(&self) -> (T, Option<T>) {
        (*self.start(), Some(*self.end()))
    }
}

impl<T: Copy> Bounds<T> for RangeFrom<T> {
    fn ends(&self) -> (T, Option<T>) {
        (self.start, None)
    }
}

/// A value that can have a range: a number or a tile, an optional one, a list of them, or a pair of which each has its own.
///
/// Errors name no parameter: the field adds its name by [`BuildError::within`].
pub trait Ranged<R>: Described {
    /// What it accepts.
    fn domain(range: &R) -> Schema;

    /// Checks that it is in the range.
    ///
    /// # Errors
    ///
    /// The first value that is outside, and the range.
    fn check_range(&self, range: &R) -> Result<(), BuildError>;
}

/// Checks that a value lies between two ends.
fn check<T: PartialOrd + Display>(value: &T, least: &T, most: Option<&T>) -> Result<(), BuildError> {
    // Not a number is in no range.
    let is_inside = least <= value && most.is_none_or(|most| value <= most);
    match most {
        _ if is_inside => Ok(()),
        Some(most) => Err(BuildError::parameter("", value, format_args!("{least} to {most}"))),
        None => Err(BuildError::parameter("", value, format_args!("{least} or more"))),
    }
}

macro_rules! ranged {
    ($($number:ty: $schema:path, $limit:expr;)*) => {$(
        impl<R: Bounds<$number>> Ranged<R> for $number {
            fn domain(range: &R) -> Schema {
                let (least, most) = range.ends();
                $schema(least.into(), most.unwrap_or($limit).into())
            }

            fn check_range(&self, range: &R) -> Result<(), BuildError> {
                let (least, most) = range.ends();
                check(self, &least, most.as_ref())
            }
        }
    )*};
}

ranged! {
    u8: Schema::Int, u8::MAX;
    u16: Schema::Int, u16::MAX;
    u32: Schema::Int, u32::MAX;
    u64: Schema::Int, u64::MAX;
    i32: Schema::Int, i32::MAX;
    i64: Schema::Int, i64::MAX;
    f32: Schema::Number, f32::INFINITY;
    f64: Schema::Number, f64::INFINITY;
}

impl<R: Bounds<usize>> Ranged<R> for usize {
    fn domain(range: &R) -> Schema {
        let Schema::Int(_, limit) = usize::schema() else { return usize::schema() };
        let (least, most) = range.ends();
        Schema::Int(least as i128, most.map_or(limit, |most| most as i128))
    }

    fn check_range(&self, range: &R) -> Result<(), BuildError> {
        let (least, most) = range.ends();
        check(self, &least, most.as_ref())
    }
}

impl<R: Bounds<Tile>> Ranged<R> for Tile {
    fn domain(range: &R) -> Schema {
        let (least, most) = range.ends();
        Schema::Tile(least.0, most.map_or(u8::MAX, |most| most.0))
    }

    fn check_range(&self, range: &R) -> Result<(), BuildError> {
        let Schema::Tile(least, most) = Self::domain(range) else { return Ok(()) };
        if (least..=most).contains(&self.0) {
            return Ok(());
        }
        Err(BuildError::parameter("", self, format_args!("{}, {least} to {most}", a_tile(least, most))))
    }
}

/// Says what a tile between two numbers is.
pub const fn a_tile(least: u8, most: u8) -> &'static str {
    match (least, most) {
        (_, ..Tile::SOLID_BIT) => "an open tile",
        (Tile::SOLID_BIT.., _) => "a solid tile",
        _ => "a tile",
    }
}

impl<R, T: Ranged<R>> Ranged<R> for Option<T> {
    fn domain(range: &R) -> Schema {
        Schema::Maybe(Box::new(T::domain(range)))
    }

    fn check_range(&self, range: &R) -> Result<(), BuildError> {
        self.as_ref().map_or(Ok(()), |value| value.check_range(range))
    }
}

impl<R, T: Ranged<R>> Ranged<R> for Vec<T> {
    fn domain(range: &R) -> Schema {
        Schema::list(T::domain(range))
    }

    fn check_range(&self, range: &R) -> Result<(), BuildError> {
        check_each(self, |value| value.check_range(range))
    }
}

impl<R, T: Ranged<R>, const N: usize> Ranged<R> for [T; N] {
    fn domain(range: &R) -> Schema {
        Schema::Tuple((0..N).map(|_| T::domain(range)).collect())
    }

    fn check_range(&self, range: &R) -> Result<(), BuildError> {
        self.iter().try_for_each(|value| value.check_range(range))
    }
}

impl<RA, RB, A: Ranged<RA>, B: Ranged<RB>> Ranged<(RA, RB)> for (A, B) {
    fn domain(range: &(RA, RB)) -> Schema {
        Schema::Tuple(vec![A::domain(&range.0), B::domain(&range.1)])
    }

    fn check_range(&self, range: &(RA, RB)) -> Result<(), BuildError> {
        self.0.check_range(&range.0)?;
        self.1.check_range(&range.1)
    }
}

/// Checks that a parameter is in its range; the error names both, such as `1 to 9`.
///
/// # Errors
///
/// The value is outside.
pub fn in_range<R, T: Ranged<R>>(name: &'static str, value: &T, range: &R) -> Result<(), BuildError> {
    value.check_range(range).map_err(|error| error.within(name))
}

/// Checks each item; errors name its index.
///
/// # Errors
///
/// That of the first item that is wrong.
pub fn check_each<T>(items: &[T], check: impl Fn(&T) -> Result<(), BuildError>) -> Result<(), BuildError> {
    let mut items = items.iter().enumerate();
    items.try_for_each(|(nth, item)| check(item).map_err(|error| error.within(format_args!("[{nth}]"))))
}

/// A list whose length can have a range, or an optional one.
pub trait MaybeList {
    /// How many items it has, if it is there.
    fn count(&self) -> Option<usize>;
}

impl<T> MaybeList for Vec<T> {
    fn count(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<T> MaybeList for Option<Vec<T>> {
    fn count(&self) -> Option<usize> {
        self.as_ref().map(Vec::len)
    }
}

/// Checks that the length of a list is in its range.
///
/// # Errors
///
/// It is outside.
pub fn check_count(list: &impl MaybeList, range: &impl Bounds<usize>) -> Result<(), BuildError> {
    let (least, most) = range.ends();
    let Some(count) = list.count() else { return Ok(()) };
    let wrong = |error: BuildError| match error.kind {
        crate::BuildErrorKind::BadParameter { name, value, expected } => {
            BuildError::parameter(name, format_args!("a list of {value}"), format_args!("a list of {expected}"))
        }
        _ => error,
    };
    check(&count, &least, most.as_ref()).map_err(wrong)
}

/// Checks that of two numbers of one parameter the smaller is first.
///
/// # Errors
///
/// It is not.
pub fn check_order<T: PartialOrd + Display>([least, most]: &[T; 2]) -> Result<(), BuildError> {
    match least <= most {
        true => Ok(()),
        false => Err(BuildError::parameter("", format_args!("[{least}, {most}]"), "the smaller number first")),
    }
}

/// Checks that one parameter is at least another; each is a name and a value.
///
/// # Errors
///
/// It is smaller.
pub fn check_at_least<T: PartialOrd + Display>(
    (most_name, most): (&'static str, T),
    (least_name, least): (&str, T),
) -> Result<(), BuildError> {
    match least <= most {
        true => Ok(()),
        false => Err(BuildError::parameter(most_name, most, format_args!("at least `{least_name}`, which is {least}"))),
    }
}

/// The error of a parameter that has one of the variants that it excludes. All of these are given by their names in Rust.
pub fn excluded<T: Described>(rust: &str, all: &[&str]) -> BuildError {
    let Schema::OneOf(_, variants) = T::schema() else { return BuildError::parameter("", rust, "another") };
    let word = variants.iter().find(|one| one.rust == rust).map_or(rust, |one| one.name);
    let allowed: Vec<&str> = variants.iter().filter(|one| !all.contains(&one.rust)).map(|one| one.name).collect();
    let expected = match allowed.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => allowed.concat(),
    };
    BuildError::parameter("", word, expected)
}

impl Schema {
    /// Its variants but for one, by the name in Rust.
    #[doc(hidden)]
    #[must_use]
    pub fn without(self, rust: &str) -> Self {
        match self {
            Schema::OneOf(name, mut variants) => {
                variants.retain(|one| one.rust != rust);
                Schema::OneOf(name, variants)
            }
            other => other,
        }
    }

    /// The same list with a length in a range.
    #[doc(hidden)]
    #[must_use]
    pub fn counted(self, range: &impl Bounds<usize>) -> Self {
        let (least, most) = range.ends();
        match self {
            Schema::List(of, _) => Schema::List(of, (least, most)),
            Schema::Maybe(of) => Schema::Maybe(Box::new(of.counted(range))),
            other => other,
        }
    }
}
