//! What both planes of tiles share: how they are made, and how windows are filled.

/// The methods of a plane whose colors belong to `$part`, as `edge`.
macro_rules! plane {
    ($plane:ident, $part:literal) => {
        impl $plane {
            #[doc = concat!("The plane of a seed with 2 to 4 colors, drawn uniformly for every ", $part, ".")]
            pub fn new(seed: u64, colors: u8) -> Result<Self, BuildError> {
                Ok(Self::from_colors(seed, Distribution::equal(colors)?))
            }

            /// The plane of a seed with a color for each of 2 to 4 weights: a weight's share of their sum is the
            /// color's
            #[doc = concat!("share of the ", $part, "s, to the 2³²nd part. A color of weight 0 never appears. Equal weights make")]
            /// the plane of [`new`](Self::new).
            pub fn weighted(seed: u64, weights: &[u32]) -> Result<Self, BuildError> {
                Ok(Self::from_colors(seed, Distribution::new(weights)?))
            }

            /// The number of colors.
            pub const fn colors(&self) -> u8 {
                self.colors.colors()
            }

            /// The tiles of row `y` from column `x0` on, as many as `out` holds: the same as from
            /// [`tile`](Self::tile), but many times faster.
            pub fn row(&self, x0: i64, y: i64, out: &mut [Sides]) {
                with_draw!(self.colors, draw => self.fill_row(draw, x0, y, out));
            }

            /// The tiles of a window with its top left corner at `(x0, y0)`, row by row, `width` columns and as many
            /// rows as `out` holds: the same as from [`row`](Self::row), and faster where the window is narrow. A width
            /// of 0 fills nothing.
            pub fn window(&self, x0: i64, y0: i64, width: usize, out: &mut [Sides]) {
                with_draw!(self.colors, draw => match groups(x0, width) {
                    _ if width == 0 => (),
                    2 if width == 8 && out.len().is_multiple_of(8) => {
                        self.fill_eights(draw, x0, y0, out.as_chunks_mut().0);
                    }
                    2 => self.fill_narrow::<2, 1>(draw, x0, y0, width, out),
                    3 => self.fill_narrow::<3, 2>(draw, x0, y0, width, out),
                    _ => {
                        let rows = out.chunks_mut(width).zip(0..);
                        rows.for_each(|(row, y)| self.fill_row(draw, x0, y0.wrapping_add(y), row));
                    }
                });
            }
        }
    };
}
pub(super) use plane;
