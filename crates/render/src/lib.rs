//! Maps as text, pictures and animations. Everything here only reads.
//!
//! * [`text()`] writes a map with box-drawing characters or glyphs; [`read_maze`], [`read_regions`],
//!   [`read_pipes`] and [`read_tiles`] read such texts back.
//! * [`svg`] draws a map as lines and areas for any scale.
//! * [`draw`] makes a picture of a map, in one of several [`Kind`]s; [`write_png`] writes it.
//! * [`stage_pictures`] shows every stage of a history, [`contact_sheet`] puts pictures on one sheet.
//! * [`write_gif`] and [`write_apng`] play a history.
//! * [`save_atomic`] writes a file whole or not at all.

mod caption;
mod colors;
mod error;
mod file;
mod film;
mod lines;
mod picture;
mod png_file;
mod sheet;
mod stages;
mod svg;
mod text;

pub use caption::{Lettering, LineHeight, draw_caption};
pub use error::RenderError;
pub use file::{SaveError, save_atomic};
pub use film::{Pace, write_apng, write_gif};
pub use image::RgbaImage;
pub use picture::{Kind, Style, Theme, draw, picture_size};
pub use png_file::{save_png, write_png};
pub use sheet::{Sheet, contact_sheet};
pub use stages::{StagePicture, stage_pictures};
pub use svg::svg;
pub use text::{
    LineWidth, ReadError, TextForm, TextStyle, ansi_regions, read_maze, read_pipes, read_regions, read_tiles, text,
};
