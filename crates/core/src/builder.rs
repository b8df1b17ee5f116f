//! The traits that builders implement.

use std::fmt::Debug;
use std::sync::Arc;

use crate::{BuildCx, BuildError, BuilderMap, Planes, Promises, Reach, Size};

/// What every stage of a chain says about itself.
///
/// A builder *is* its parameters. A build never changes it, so one chain can build many seeds at once.
pub trait Builder: Debug + Send + Sync {
    /// The name used in recipes, messages and random streams: kebab-case, never changed.
    fn name(&self) -> &'static str;

    /// The planes a map must have before this stage. An initial builder starts from nothing, so the chain does not
    /// ask it.
    fn requires(&self) -> Planes {
        Planes::NONE
    }

    /// The planes every map has after this stage.
    fn provides(&self) -> Planes {
        Planes::NONE
    }

    /// The planes that this stage may drop because it makes them stale.
    fn clears(&self) -> Planes {
        Planes::NONE
    }

    /// How far the stage looks, and so whether it can run in an endless world with blocks of this size. A stage with a
    /// reach in cells draws all its numbers from [`BuildCx::place_bits`] if there is a [`BuildCx::place`].
    fn reach(&self, _block: Size) -> Reach {
        Reach::UNDECLARED
    }

    /// What the stage never does. [`Promises::NONE`] is always true.
    fn promises(&self) -> Promises {
        Promises::NONE
    }

    /// The side of the square of cells that one cell becomes in an endless world: 1, unless the stage changes the size
    /// of maps.
    fn scale(&self) -> u16 {
        1
    }
}

/// Implements [`Builder`]: the name, and the planes that do not depend on parameters.
///
/// ```
/// use mapwright_core::{Builder, Plane, Planes, builder};
///
/// #[derive(Debug)]
/// struct Lamps;
///
/// builder!(Lamps, "lamps", requires: Plane::Rooms, clears: Planes::DERIVED);
/// assert_eq!((Lamps.name(), Lamps.requires(), Lamps.provides()), ("lamps", Plane::Rooms.into(), Planes::NONE));
/// ```
///
/// After a semicolon follow functions of the builder: planes that depend on parameters, and the
/// [reach](Builder::reach), which also depends on the size of a block:
///
/// ```
/// use mapwright_core::{Builder, Plane, Planes, Reach, Size, builder};
///
/// #[derive(Debug)]
/// struct Blur {
///     rounds: u16,
///     spares_rooms: bool,
/// }
///
/// builder!(
///     Blur,
///     "blur";
///     requires: |blur| if blur.spares_rooms { Plane::Rooms.into() } else { Planes::NONE },
///     reach: |blur, _| Reach::Cells(blur.rounds),
/// );
/// let blur = Blur { rounds: 3, spares_rooms: true };
/// assert_eq!((blur.requires(), blur.reach(Size::new(64, 64))), (Plane::Rooms.into(), Reach::Cells(3)));
/// ```
#[macro_export]
macro_rules! builder {
    (@function reach |$this:pat_param, $block:pat_param| $reach:expr) => {
        fn reach(&self, block: $crate::Size) -> $crate::Reach {
            let ($this, $block) = (self, block);
            $reach
        }
    };
    (@function promises |$this:pat_param| $promises:expr) => {
        fn promises(&self) -> $crate::Promises {
            let $this = self;
            $promises
        }
    };
    (@function scale |$this:pat_param| $scale:expr) => {
        fn scale(&self) -> u16 {
            let $this = self;
            $scale
        }
    };
    (@function $method:ident |$this:pat_param| $planes:expr) => {
        fn $method(&self) -> $crate::Planes {
            let $this = self;
            $planes
        }
    };
    ($type:ty, $name:literal $(, $method:ident: $planes:expr)* $(,)?
        $(; $($function:ident: |$this:pat_param $(, $block:pat_param)?| $value:expr),+)? $(,)?) => {
        impl $crate::Builder for $type {
            fn name(&self) -> &'static str {
                $name
            }
            $(fn $method(&self) -> $crate::Planes {
                $planes.into()
            })*
            $($($crate::builder! { @function $function |$this $(, $block)?| $value })+)?
        }
    };
}

/// Makes a map.
pub trait InitialMapBuilder: Builder {
    /// Makes a map of `size`. The chain has checked that `size` has at least one cell.
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError>;

    /// Checks the parameters before any work is done.
    fn check(&self, _size: Size) -> Result<(), BuildError> {
        Ok(())
    }

    /// What is probably a mistake, although it can be built.
    fn warnings(&self, _size: Size) -> Vec<String> {
        Vec::new()
    }
}

/// Changes a map. Each does one thing.
pub trait MetaMapBuilder: Builder {
    /// Changes the map. After an error the map may be half changed; the chain drops it.
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError>;

    /// Checks the parameters before any work is done.
    fn check(&self) -> Result<(), BuildError> {
        Ok(())
    }

    /// What is probably a mistake, although it can be applied to maps of this size.
    fn warnings(&self, _size: Size) -> Vec<String> {
        Vec::new()
    }
}

macro_rules! forward {
    ($($pointer:ident)*) => {$(
        impl<T: Builder + ?Sized> Builder for $pointer<T> {
            fn name(&self) -> &'static str {
                (**self).name()
            }
            fn requires(&self) -> Planes {
                (**self).requires()
            }
            fn provides(&self) -> Planes {
                (**self).provides()
            }
            fn clears(&self) -> Planes {
                (**self).clears()
            }
            fn reach(&self, block: Size) -> Reach {
                (**self).reach(block)
            }
            fn promises(&self) -> Promises {
                (**self).promises()
            }
            fn scale(&self) -> u16 {
                (**self).scale()
            }
        }

        impl<T: InitialMapBuilder + ?Sized> InitialMapBuilder for $pointer<T> {
            fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
                (**self).build(size, cx)
            }
            fn check(&self, size: Size) -> Result<(), BuildError> {
                (**self).check(size)
            }
            fn warnings(&self, size: Size) -> Vec<String> {
                (**self).warnings(size)
            }
        }

        impl<T: MetaMapBuilder + ?Sized> MetaMapBuilder for $pointer<T> {
            fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
                (**self).apply(map, cx)
            }
            fn check(&self) -> Result<(), BuildError> {
                (**self).check()
            }
            fn warnings(&self, size: Size) -> Vec<String> {
                (**self).warnings(size)
            }
        }
    )*};
}

forward!(Arc Box);
