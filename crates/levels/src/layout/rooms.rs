//! The rooms that a layout is asked for.

use mapwright_core::params::{Described, Schema, check_each, check_order};
use mapwright_core::{BuildCx, BuildError, BuildErrorKind, Size, Template, params};

use super::shape::{Fits, MAX_SIDE, RoomKind};

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
///
/// Each straight run of door tiles `+` in the outline is one place for a door, as long as the run; those that are not used
/// become wall. The floor of a template must be connected in every outcome, and start and exit come from the roles of rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(untagged))]
pub enum Templates {
    /// A single one.
    One(Template),
    /// Any of some.
    Any(Vec<Template>),
}

impl Described for Rooms {
    fn schema() -> Schema {
        let list = Vec::<RoomSpec>::schema().counted(&(1..=MAX_ROOMS));
        let list = Schema::Such("a list of 1 to 250 such as [{\"width\": [6, 10]}]", Box::new(list));
        Schema::Either(vec![Schema::Int(1, MAX_ROOMS as i128), list])
    }
}

impl Described for Templates {
    fn schema() -> Schema {
        let expected = "rows of glyphs such as [\"#.#\", \"#+#\"], a template as an object, or a list of either";
        Schema::Such(expected, Box::new(Schema::Either(vec![Template::schema(), Vec::<Template>::schema()])))
    }
}

impl RoomSpec {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        for (name, range) in [("width", &self.width), ("height", &self.height)] {
            range.as_ref().map_or(Ok(()), check_order).map_err(|error| error.within(name))?;
        }
        match self.template.as_ref().map(Templates::validate) {
            Some(Err((what, expected))) => Err(BuildError::parameter("template", what, expected)),
            _ => Ok(()),
        }
    }
}

impl Templates {
    /// All of them.
    pub fn all(&self) -> &[Template] {
        match self {
            Templates::One(template) => std::slice::from_ref(template),
            Templates::Any(all) => all,
        }
    }

    /// Checks that they can be rooms. An error is what is wrong with them, and what is allowed.
    pub(crate) fn validate(&self) -> Result<(), (String, String)> {
        if self.all().is_empty() {
            return Err(("no template".to_owned(), "at least one".to_owned()));
        }
        self.all().iter().try_for_each(|template| {
            let Size { w, h } = template.size();
            if w.max(h) > MAX_SIDE {
                return Err((format!("a template of {w}x{h}"), "at most 50 cells a side".to_owned()));
            }
            if let Some(glyph) = template.unique_mark() {
                let expected = "tiles, choices, slots, spawns and marks: rooms have roles, and other stages lock doors";
                return Err((format!("a template with `{glyph}`"), expected.to_owned()));
            }
            let wrong = |error| ("a wrong template".to_owned(), format!("connected floor; {error}"));
            template.check_floor().map_err(wrong)
        })
    }

    /// A room of any of them, with their choices drawn. `known` has the shapes of those before.
    pub(crate) fn kind(
        &self,
        known: &mut Vec<(Template, Vec<usize>)>,
        fits: &mut Fits,
        cx: &mut BuildCx<'_>,
    ) -> Result<RoomKind, BuildError> {
        let mut all = Vec::new();
        for template in self.all() {
            let drawn = drawn(template, cx)?;
            cx.work(known.len() as u32)?;
            all.extend(shapes(&drawn, known, fits));
        }
        Ok(RoomKind::Shapes(all))
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
        check_each(rooms, RoomSpec::check).map_err(|error| error.within("rooms"))?;
        for role in ["start", "exit"] {
            let n = rooms.iter().filter(|room| room.role.as_deref() == Some(role)).count();
            if n > 1 {
                let value = format!("a list with {n} rooms of role \"{role}\"");
                return Err(BuildError::parameter("rooms", value, "at most one"));
            }
        }
        Ok(())
    }

    /// The rooms as the search sees them, with the choices of templates drawn.
    pub(crate) fn kinds(&self, size: Size, fits: &mut Fits, cx: &mut BuildCx<'_>) -> Result<Vec<RoomKind>, BuildError> {
        let usual = sides_for(size, self.len());
        let Rooms::List(rooms) = self else {
            return Ok(vec![RoomKind::Rectangle { w: usual, h: usual }; self.len()]);
        };
        let mut known = Vec::new();
        let mut kind = |room: &RoomSpec| {
            let Some(templates) = &room.template else {
                return Ok(RoomKind::Rectangle { w: room.width.unwrap_or(usual), h: room.height.unwrap_or(usual) });
            };
            templates.kind(&mut known, fits, cx)
        };
        rooms.iter().map(&mut kind).collect()
    }
}

/// How often a template is drawn anew if what is in its slots parts the floor.
const DRAWS: u64 = 100;

/// An outcome of a template whose floor is connected.
fn drawn(template: &Template, cx: &mut BuildCx<'_>) -> Result<Template, BuildError> {
    for _ in 0..DRAWS {
        cx.work(template.size().area())?;
        let outcome = template.draw(&mut cx.rng);
        if outcome.floor_components() == 1 {
            return Ok(outcome);
        }
    }
    Err(BuildErrorKind::GaveUp { what: "a template with connected floor", tries: DRAWS, budget: DRAWS }.into())
}

/// The shapes of a template in all orientations; of equal templates they are the same.
fn shapes(template: &Template, known: &mut Vec<(Template, Vec<usize>)>, fits: &mut Fits) -> Vec<usize> {
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
