//! The traits that builders implement.

use std::fmt::Debug;
use std::sync::Arc;

use crate::{BuildCx, BuildError, BuilderMap, Facts, Size};

/// What every stage of a chain says about itself.
///
/// A builder *is* its parameters. A build never changes it, so one chain can build many seeds at once.
pub trait Builder: Debug + Send + Sync {
    /// What it is, needs, gives and changes, with its parameters. In an endless world, `block` is the size of the blocks that
    /// it works in. Elsewhere it is the size of the map before the stage, or the largest if it depends on the map.
    ///
    /// ```
    /// use mapwright_core::{Builder, Facts, Plane, Reach, Size, Effect};
    ///
    /// /// Widens what is open, round by round.
    /// #[derive(Debug)]
    /// struct Blur {
    ///     rounds: u16,
    /// }
    ///
    /// impl Builder for Blur {
    ///     fn facts(&self, _: Size) -> Facts {
    ///         Facts::new("blur").title("Worn walls").effect(Effect::Opens).reach(Reach::Cells(self.rounds))
    ///     }
    /// }
    /// ```
    ///
    /// A wrapper forwards this one method, or edits one value: `self.0.facts(block).gives(Plane::Exit)`.
    fn facts(&self, block: Size) -> Facts;

    /// The name, for short.
    fn name(&self) -> &'static str {
        self.facts(Size::new(1, 1)).name
    }
}

/// Makes a map.
pub trait InitialMapBuilder: Builder {
    /// Makes a map of `size`. The chain has checked that `size` has at least one cell.
    ///
    /// # Errors
    ///
    /// A parameter or the size cannot work, a budget is used up, or the build was stopped.
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError>;

    /// Checks the parameters before any work is done.
    ///
    /// # Errors
    ///
    /// A parameter is out of range, or does not go with others or with the size.
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
    ///
    /// # Errors
    ///
    /// A plane is missing, the map is not one that the stage can work on, a budget is used up, or the build was stopped.
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError>;

    /// Checks the parameters before any work is done.
    ///
    /// # Errors
    ///
    /// A parameter is out of range, or does not go with others.
    fn check(&self) -> Result<(), BuildError> {
        Ok(())
    }

    /// Checks the parameters against the size of the map, before any work is done. If an earlier stage leaves maps of several
    /// sizes, `size` is the [largest](Facts::size): then `apply` checks again.
    ///
    /// # Errors
    ///
    /// A parameter does not go with maps of this size, nor with smaller ones.
    fn check_size(&self, _size: Size) -> Result<(), BuildError> {
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
            fn facts(&self, block: Size) -> Facts {
                (**self).facts(block)
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
            fn check_size(&self, size: Size) -> Result<(), BuildError> {
                (**self).check_size(size)
            }
            fn warnings(&self, size: Size) -> Vec<String> {
                (**self).warnings(size)
            }
        }
    )*};
}

forward!(Arc Box);
