//! Ranges of parameters.

use std::fmt::Display;
use std::ops::{RangeFrom, RangeInclusive};

use super::{Described, Schema};
use crate::BuildError;

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

/// A value that can have a range: a number, an optional one, or a list of them.
pub trait Ranged<R>: Described {
    /// The type of its numbers.
    type Number: PartialOrd + Display + Copy + Into<f64>;

    /// Both ends of a range.
    fn ends(range: &R) -> (Self::Number, Option<Self::Number>);

    /// The numbers that must be in the range.
    fn numbers(&self) -> &[Self::Number];
}

macro_rules! ranged {
    ($($number:ty)*) => {$(
        impl<R: Bounds<$number>> Ranged<R> for $number {
            type Number = $number;

            fn ends(range: &R) -> ($number, Option<$number>) {
                range.ends()
            }

            fn numbers(&self) -> &[$number] {
                std::slice::from_ref(self)
            }
        }
    )*};
}

ranged!(u8 u16 u32 i32 f64);

impl<R, T: Ranged<R>> Ranged<R> for Option<T> {
    type Number = T::Number;

    fn ends(range: &R) -> (T::Number, Option<T::Number>) {
        T::ends(range)
    }

    fn numbers(&self) -> &[T::Number] {
        self.as_ref().map_or(&[], T::numbers)
    }
}

impl<R, T: Ranged<R, Number = T> + PartialOrd + Display + Copy + Into<f64>> Ranged<R> for Vec<T> {
    type Number = T;

    fn ends(range: &R) -> (T, Option<T>) {
        T::ends(range)
    }

    fn numbers(&self) -> &[T] {
        self
    }
}

impl<R, T: Ranged<R, Number = T> + PartialOrd + Display + Copy + Into<f64>, const N: usize> Ranged<R> for [T; N] {
    type Number = T;

    fn ends(range: &R) -> (T, Option<T>) {
        T::ends(range)
    }

    fn numbers(&self) -> &[T] {
        self
    }
}

/// Checks that a parameter is in its range; the error names the range, such as `1 to 9`.
///
/// # Errors
///
/// The value is outside.
pub fn in_range<R, T: Ranged<R>>(name: &'static str, value: &T, range: &R) -> Result<(), BuildError> {
    let (least, most) = T::ends(range);
    // Not a number is in no range.
    let is_inside = |n: &T::Number| least <= *n && most.is_none_or(|most| *n <= most);
    let Some(found) = value.numbers().iter().find(|n| !is_inside(n)) else { return Ok(()) };
    Err(match most {
        Some(most) => BuildError::parameter(name, found, format_args!("{least} to {most}")),
        None => BuildError::parameter(name, found, format_args!("{least} or more")),
    })
}

/// What a parameter with a range accepts.
pub fn ranged<T: Ranged<R>, R>(range: &R) -> Schema {
    let (least, most) = T::ends(range);
    T::schema().between(least.into(), most.map(Into::into))
}

/// The error of a parameter that has one of the variants that it excludes. All of these are given by their names in Rust.
pub fn excluded<T: Described>(name: &'static str, rust: &str, all: &[&str]) -> BuildError {
    let Schema::OneOf(_, variants) = T::schema() else { return BuildError::parameter(name, rust, "another") };
    let word = variants.iter().find(|one| one.rust == rust).map_or(rust, |one| one.name);
    let allowed: Vec<&str> = variants.iter().filter(|one| !all.contains(&one.rust)).map(|one| one.name).collect();
    let expected = match allowed.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => allowed.concat(),
    };
    BuildError::parameter(name, word, expected)
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

    /// The numbers in it that lie between two bounds.
    fn between(self, least: f64, most: Option<f64>) -> Self {
        match self {
            Schema::Int(_, limit) => Schema::Int(least as i64, most.map_or(limit, |most| most as u64)),
            Schema::Number(..) => Schema::Number(least, most.unwrap_or(f64::INFINITY)),
            Schema::Maybe(of) => Schema::Maybe(Box::new(of.between(least, most))),
            Schema::List(of) => Schema::List(Box::new(of.between(least, most))),
            Schema::Tuple(parts) => Schema::Tuple(parts.into_iter().map(|part| part.between(least, most)).collect()),
            other => other,
        }
    }
}
