//! Rooms laid out so that exactly the wanted pairs join.
//!
//! [`plan`] checks what is asked for and calls the [`search`] on a [`board`]; [`shape`] says where one room may lie beside
//! another, and [`draw`] brings the result to the map. [`rooms`] has the parameters.

mod board;
mod draw;
mod plan;
mod rooms;
mod search;
mod shape;
#[cfg(feature = "serde")]
mod written;

pub use rooms::{RoomSpec, Rooms, Templates};

pub(crate) use draw::{FoundLayout, Label, Layout};
pub(crate) use plan::{LAYOUT_BYTES, LayoutPlan, WORK, random_joins};
pub(crate) use rooms::sides_for;
pub(crate) use shape::RoomKind;
