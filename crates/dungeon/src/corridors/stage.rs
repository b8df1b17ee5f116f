//! The stages that dig corridors: one set of parameters, and one way to work, with four ways to join rooms.

/// Makes a corridor stage with its documentation, type, name, and the [`Joining`](super::Joining) that it runs.
macro_rules! corridor_stage {
    ($(#[$doc:meta])* $stage:ident, $name:literal, $joining:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
        pub struct $stage {
            /// How wide the corridors are, in cells: 1 to 3. The rooms' walls give way to wide ones.
            pub width: u8,
            /// How many more corridors to dig once all rooms are joined, so that there are loops: each from a random
            /// room to the nearest of a few random others. 0 to 100 000.
            pub extra: u32,
        }

        impl Default for $stage {
            fn default() -> Self {
                $stage { width: 1, extra: 0 }
            }
        }

        impl mapwright_core::Builder for $stage {
            fn name(&self) -> &'static str {
                $name
            }

            fn requires(&self) -> mapwright_core::Planes {
                mapwright_core::Plane::Rooms.into()
            }

            fn provides(&self) -> mapwright_core::Planes {
                mapwright_core::Plane::Corridors.into()
            }

            fn clears(&self) -> mapwright_core::Planes {
                mapwright_core::Planes::DERIVED
            }
        }

        impl mapwright_core::MetaMapBuilder for $stage {
            fn check(&self) -> Result<(), mapwright_core::BuildError> {
                super::check(self.width, self.extra)
            }

            fn apply(
                &self,
                map: &mut mapwright_core::BuilderMap,
                cx: &mut mapwright_core::BuildCx<'_>,
            ) -> Result<(), mapwright_core::BuildError> {
                $joining.run(map, self.width, self.extra, cx)
            }
        }
    };
}

pub(super) use corridor_stage;
