//! What plain types accept.

use super::{Domain, Param, Variant};
use crate::{BuildError, Corner, Point, Tile};

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl Param for $int {
            fn domain() -> Domain {
                Domain::Int(<$int>::MIN.into(), <$int>::MAX as u64)
            }
        }
    )*};
}

integers!(u8 u16 u32 i32);

macro_rules! plain {
    ($($type:ty: $domain:expr;)*) => {$(
        impl Param for $type {
            fn domain() -> Domain {
                $domain
            }
        }
    )*};
}

plain! {
    u64: Domain::Int(0, u64::MAX);
    f64: Domain::Number(f64::NEG_INFINITY, f64::INFINITY);
    bool: Domain::Bool;
    char: Domain::Char;
    String: Domain::Text;
    Point: Domain::Tuple(vec![u16::domain(), u16::domain()]);
    Tile: Domain::Tile;
}

impl Param for Corner {
    fn domain() -> Domain {
        Domain::OneOf(
            "Corner",
            const {
                &[
                    Variant::new("NE", "ne", "Top right."),
                    Variant::new("SE", "se", "Bottom right."),
                    Variant::new("SW", "sw", "Bottom left."),
                    Variant::new("NW", "nw", "Top left."),
                ]
            },
        )
    }
}

impl<T: Param> Param for Option<T> {
    fn domain() -> Domain {
        Domain::Maybe(Box::new(T::domain()))
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.as_ref().map_or(Ok(()), T::check_parts)
    }
}

impl<T: Param> Param for Vec<T> {
    fn domain() -> Domain {
        Domain::List(Box::new(T::domain()))
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.iter().try_for_each(T::check_parts)
    }
}

impl<A: Param, B: Param> Param for (A, B) {
    fn domain() -> Domain {
        Domain::Tuple(vec![A::domain(), B::domain()])
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.0.check_parts()?;
        self.1.check_parts()
    }
}

impl<A: Param, B: Param, C: Param> Param for (A, B, C) {
    fn domain() -> Domain {
        Domain::Tuple(vec![A::domain(), B::domain(), C::domain()])
    }

    fn check_parts(&self) -> Result<(), BuildError> {
        self.0.check_parts()?;
        self.1.check_parts()?;
        self.2.check_parts()
    }
}
