//! Custom planes: a number for each cell, under a name.

use std::ops::Range;

use crate::floors::piled;
use crate::{Grid, Size};

/// A custom plane of numbers. No stage of Mapwright reads or writes it on its own.
///
/// Two layers are equal when they hold the same bits, so −0 and 0 differ.
///
/// ```
/// use mapwright_core::{BuilderMap, Grid, Layer, Size, Tile, Wrap};
///
/// let mut map = BuilderMap::filled(Size::new(4, 3), Wrap::None, Tile::GRASS);
/// map.layers.insert("moisture".to_owned(), Layer::F32(Grid::new(map.size(), 0.5)));
/// assert_eq!(map.validate(), Ok(()));
/// ```
#[derive(Clone, Debug)]
pub enum Layer {
    /// Bytes.
    U8(Grid<u8>),
    /// Numbers from 0 to 65535.
    U16(Grid<u16>),
    /// Signed 32-bit integers.
    I32(Grid<i32>),
    /// Finite numbers.
    F32(Grid<f32>),
}

impl Layer {
    /// Width and height in cells.
    pub const fn size(&self) -> Size {
        match self {
            Layer::U8(grid) => grid.size(),
            Layer::U16(grid) => grid.size(),
            Layer::I32(grid) => grid.size(),
            Layer::F32(grid) => grid.size(),
        }
    }

    /// The name of its type in map files: `u8`, `u16`, `i32` or `f32`.
    pub const fn type_name(&self) -> &'static str {
        match self {
            Layer::U8(_) => "u8",
            Layer::U16(_) => "u16",
            Layer::I32(_) => "i32",
            Layer::F32(_) => "f32",
        }
    }

    /// The values of some rows.
    pub(crate) fn of_rows(&self, rows: &Range<u16>) -> Layer {
        match self {
            Layer::U8(grid) => grid.of_rows(rows).into(),
            Layer::U16(grid) => grid.of_rows(rows).into(),
            Layer::I32(grid) => grid.of_rows(rows).into(),
            Layer::F32(grid) => grid.of_rows(rows).into(),
        }
    }

    /// Layers of floors above each other, 0 where there is none; `None` if they have several types.
    pub(crate) fn piled(floors: &[Option<&Layer>], size: Size) -> Option<Layer> {
        macro_rules! piled {
            ($($type:ident: $zero:expr),*) => {
                match floors.iter().flatten().next()? {
                    $(Layer::$type(_) => {
                        let grid = |layer: &Option<&Layer>| match layer {
                            Some(Layer::$type(grid)) => Some(Some(grid.clone())),
                            Some(_) => None,
                            None => Some(None),
                        };
                        let grids: Vec<_> = floors.iter().map(grid).collect::<Option<_>>()?;
                        let grids: Vec<_> = grids.iter().map(Option::as_ref).collect();
                        Layer::$type(piled(&grids, size, $zero))
                    })*
                }
            };
        }
        Some(piled!(U8: 0, U16: 0, I32: 0, F32: 0.0))
    }

    /// Whether all values are finite, as they must be.
    pub fn is_finite(&self) -> bool {
        match self {
            Layer::F32(grid) => grid.as_slice().iter().all(|value| value.is_finite()),
            _ => true,
        }
    }

    /// The size of its values, in bytes.
    pub const fn bytes(&self) -> usize {
        let cell = match self {
            Layer::U8(_) => 1,
            Layer::U16(_) => 2,
            Layer::I32(_) | Layer::F32(_) => 4,
        };
        self.size().area() as usize * cell
    }
}

impl PartialEq for Layer {
    fn eq(&self, other: &Layer) -> bool {
        match (self, other) {
            (Layer::U8(a), Layer::U8(b)) => a == b,
            (Layer::U16(a), Layer::U16(b)) => a == b,
            (Layer::I32(a), Layer::I32(b)) => a == b,
            (Layer::F32(a), Layer::F32(b)) => {
                let same = |(a, b): (&f32, &f32)| a.to_bits() == b.to_bits();
                a.size() == b.size() && a.as_slice().iter().zip(b.as_slice()).all(same)
            }
            _ => false,
        }
    }
}

impl Eq for Layer {}

macro_rules! from_grid {
    ($($value:ty => $layer:ident),*) => {$(
        impl From<Grid<$value>> for Layer {
            fn from(grid: Grid<$value>) -> Layer {
                Layer::$layer(grid)
            }
        }
    )*};
}

from_grid!(u8 => U8, u16 => U16, i32 => I32, f32 => F32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_equal_when_their_bits_are() {
        let layer = |value: f32| Layer::from(Grid::new(Size::new(3, 1), value));
        assert_eq!(layer(f32::NAN), layer(f32::NAN));
        assert_ne!(layer(0.0), layer(-0.0));
        assert_ne!(Layer::from(Grid::new(Size::new(3, 1), 1u8)), Layer::from(Grid::new(Size::new(3, 1), 1u16)));
        assert_ne!(Layer::from(Grid::new(Size::new(3, 1), 1.0)), Layer::from(Grid::new(Size::new(1, 3), 1.0)));
        assert!(!layer(f32::INFINITY).is_finite() && layer(2.5).is_finite());
    }
}
