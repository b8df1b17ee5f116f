//! What plain types accept.

use std::collections::BTreeMap;

use super::ranged::check_each;
use super::{Described, Schema};
use crate::{BuildError, Point, Tile};

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl Described for $int {
            fn schema() -> Schema {
                Schema::Int(<$int>::MIN.into(), <$int>::MAX.into())
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 i32 i64);

macro_rules! plain {
    ($($type:ty: $schema:expr;)*) => {$(
        impl Described for $type {
            fn schema() -> Schema {
                $schema
            }
        }
    )*};
}

plain! {
    // The same on every machine.
    usize: Schema::Int(0, u32::MAX.into());
    f32: Schema::Number(f64::NEG_INFINITY, f64::INFINITY);
    f64: Schema::Number(f64::NEG_INFINITY, f64::INFINITY);
    bool: Schema::Bool;
    char: Schema::Char;
    String: Schema::Text;
    Point: Schema::Such("a cell such as [3, 5]", Box::new(<(u16, u16)>::schema()));
    Tile: Schema::TILE;
}

impl<T: Described> Described for Option<T> {
    fn schema() -> Schema {
        Schema::Maybe(Box::new(T::schema()))
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.as_ref().map_or(Ok(()), T::check_parts)
    }
}

impl<T: Described> Described for Vec<T> {
    fn schema() -> Schema {
        Schema::list(T::schema())
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        check_each(self, T::check_parts)
    }
}

impl<T: Described, const N: usize> Described for [T; N] {
    fn schema() -> Schema {
        Schema::Tuple((0..N).map(|_| T::schema()).collect())
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.iter().try_for_each(T::check_parts)
    }
}

impl<K: Described, T: Described> Described for BTreeMap<K, T> {
    fn schema() -> Schema {
        Schema::Table(Box::new(K::schema()), Box::new(T::schema()))
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.values().try_for_each(T::check_parts)
    }
}

impl<A: Described, B: Described> Described for (A, B) {
    fn schema() -> Schema {
        Schema::Tuple(vec![A::schema(), B::schema()])
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.0.check_parts()?;
        self.1.check_parts()
    }
}

impl<A: Described, B: Described, C: Described> Described for (A, B, C) {
    fn schema() -> Schema {
        Schema::Tuple(vec![A::schema(), B::schema(), C::schema()])
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.0.check_parts()?;
        self.1.check_parts()?;
        self.2.check_parts()
    }
}
