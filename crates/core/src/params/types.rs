//! What plain types accept.

use std::collections::BTreeMap;

use super::{Described, Domain};
use crate::{BuildError, Point, Tile};

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl Described for $int {
            fn domain() -> Domain {
                Domain::Int(<$int>::MIN.into(), <$int>::MAX as u64)
            }
        }
    )*};
}

integers!(u8 u16 u32 i32);

macro_rules! plain {
    ($($type:ty: $domain:expr;)*) => {$(
        impl Described for $type {
            fn domain() -> Domain {
                $domain
            }
        }
    )*};
}

plain! {
    u64: Domain::Int(0, u64::MAX);
    i64: Domain::Int(i64::MIN, i64::MAX as u64);
    f64: Domain::Number(f64::NEG_INFINITY, f64::INFINITY);
    bool: Domain::Bool;
    char: Domain::Char;
    String: Domain::Text;
    Point: Domain::Such("a cell such as [3, 5]", Box::new(<(u16, u16)>::domain()));
    Tile: Domain::Tile;
}

impl<T: Described> Described for Option<T> {
    fn domain() -> Domain {
        Domain::Maybe(Box::new(T::domain()))
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.as_ref().map_or(Ok(()), T::check_parts)
    }
}

impl<T: Described> Described for Vec<T> {
    fn domain() -> Domain {
        Domain::List(Box::new(T::domain()))
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.iter().try_for_each(T::check_parts)
    }
}

impl<T: Described, const N: usize> Described for [T; N] {
    fn domain() -> Domain {
        Domain::Tuple((0..N).map(|_| T::domain()).collect())
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.iter().try_for_each(T::check_parts)
    }
}

impl<K: Described, T: Described> Described for BTreeMap<K, T> {
    fn domain() -> Domain {
        Domain::Table(Box::new(K::domain()), Box::new(T::domain()))
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.values().try_for_each(T::check_parts)
    }
}

impl<A: Described, B: Described> Described for (A, B) {
    fn domain() -> Domain {
        Domain::Tuple(vec![A::domain(), B::domain()])
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.0.check_parts()?;
        self.1.check_parts()
    }
}

impl<A: Described, B: Described, C: Described> Described for (A, B, C) {
    fn domain() -> Domain {
        Domain::Tuple(vec![A::domain(), B::domain(), C::domain()])
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.0.check_parts()?;
        self.1.check_parts()?;
        self.2.check_parts()
    }
}
