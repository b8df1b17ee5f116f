//! The rooms that a layout is asked for.

use mapwright_core::params::{Described, Domain};
use mapwright_core::{BuildError, Size, params};

use super::fit::Fits;
use super::search::RoomKind;
use super::shape::MAX_SIDE;
use super::template::RoomTemplate;

/// The most rooms of a layout.
pub(crate) const MAX_ROOMS: usize = 250;

/// How many rooms, or which.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(untagged))]
pub enum Rooms {
    /// As many plain rooms, 1 to 250, of sizes that suit the map.
    Count(u16),
    /// One after the other, 1 to 250.
    List(Vec<RoomSpec>),
}

/// What a room must be like.
#[derive(Eq)]
#[params]
pub struct RoomSpec {
    /// The least and the most columns of its floor; what suits the map when absent.
    #[param(range = 1..=MAX_SIDE, expected = "two integers from 1 to 50 such as [6, 10]")]
    pub width: Option<[u16; 2]>,
    /// The least and the most rows of its floor; what suits the map when absent.
    #[param(range = 1..=MAX_SIDE, expected = "two integers from 1 to 50 such as [6, 10]")]
    pub height: Option<[u16; 2]>,
    /// What it is drawn from, instead: turned and mirrored in every way.
    pub template: Option<Templates>,
    /// The role of its area: `start` and `exit` are known, any other is for you.
    pub role: Option<String>,
    /// Words of your own for its room and area.
    #[param(expected = "a list of words such as [\"boss\"]")]
    pub tags: Vec<String>,
}

/// One template or several, of which a room takes any.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "Vec<super::written::RowOrRows>", into = "Vec<super::written::RowOrRows>")
)]
pub enum Templates {
    /// A single one.
    One(RoomTemplate),
    /// Any of some.
    Any(Vec<RoomTemplate>),
}

impl Described for Rooms {
    fn domain() -> Domain {
        let list = Domain::Such("a list such as [{\"width\": [6, 10]}]", Box::new(Vec::<RoomSpec>::domain()));
        Domain::Either(vec![Domain::Int(1, MAX_ROOMS as u64), list])
    }
}

impl Described for Templates {
    fn domain() -> Domain {
        let (rows, many) = (Vec::<String>::domain(), Vec::<Vec<String>>::domain());
        let expected = "rows of glyphs such as [\"#.#\", \"#+#\"], or a list of such rows";
        Domain::Such(expected, Box::new(Domain::Either(vec![rows, many])))
    }
}

impl Rooms {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Rooms::Count(n) => usize::from(*n),
            Rooms::List(rooms) => rooms.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn check(&self) -> Result<(), BuildError> {
        if !(1..=MAX_ROOMS).contains(&self.len()) {
            return Err(BuildError::parameter("rooms", self.len(), format_args!("1 to {MAX_ROOMS} rooms")));
        }
        let Rooms::List(rooms) = self else { return Ok(()) };
        for (i, room) in rooms.iter().enumerate() {
            let bad = |what: String, expected: &str| {
                Err(BuildError::parameter("rooms", format_args!("a list with {what} in room {i}"), expected))
            };
            for (name, range) in [("width", room.width), ("height", room.height)] {
                if let Some([least, most]) = range
                    && !(1 <= least && least <= most && most <= MAX_SIDE)
                {
                    return bad(format!("a {name} of [{least}, {most}]"), "a range within 1 to 50");
                }
            }
            if matches!(&room.template, Some(Templates::Any(all)) if all.is_empty()) {
                return bad("no template".to_owned(), "at least one");
            }
        }
        for role in ["start", "exit"] {
            let n = rooms.iter().filter(|room| room.role.as_deref() == Some(role)).count();
            if n > 1 {
                let value = format!("a list with {n} rooms of role \"{role}\"");
                return Err(BuildError::parameter("rooms", value, "at most one"));
            }
        }
        Ok(())
    }

    /// The rooms as the search sees them.
    pub(crate) fn kinds(&self, size: Size, fits: &mut Fits) -> Vec<RoomKind> {
        let usual = sides_for(size, self.len());
        let Rooms::List(rooms) = self else {
            return vec![RoomKind::Rectangle { w: usual, h: usual }; self.len()];
        };
        let mut known = Vec::new();
        let kind = |room: &RoomSpec| match &room.template {
            None => RoomKind::Rectangle { w: room.width.unwrap_or(usual), h: room.height.unwrap_or(usual) },
            Some(Templates::One(template)) => RoomKind::Shapes(shapes(template, &mut known, fits)),
            Some(Templates::Any(all)) => {
                RoomKind::Shapes(all.iter().flat_map(|template| shapes(template, &mut known, fits)).collect())
            }
        };
        rooms.iter().map(kind).collect()
    }
}

/// The shapes of a template in all orientations; of equal templates they are the same.
fn shapes(template: &RoomTemplate, known: &mut Vec<(RoomTemplate, Vec<usize>)>, fits: &mut Fits) -> Vec<usize> {
    if let Some((_, shapes)) = known.iter().find(|(one, _)| one == template) {
        return shapes.clone();
    }
    let number = known.len();
    let shapes: Vec<usize> = template.orientations(true, true).iter().map(|one| fits.template(number, one)).collect();
    known.push((template.clone(), shapes.clone()));
    shapes
}

/// The least and the most cells a side of so many rooms that they take about a third of a map: 2 to 10.
pub(crate) fn sides_for(size: Size, n_rooms: usize) -> [u16; 2] {
    let most = (size.area() / (3 * n_rooms as u32).max(1)).isqrt().saturating_sub(1).clamp(2, 10) as u16;
    [(most * 3 / 5).max(2), most]
}
