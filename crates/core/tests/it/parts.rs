//! Small parts, each against its definition.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Color, Corner, Dir, Dirs, Facts, InitialMapBuilder,
    MetaMapBuilder, Palette, Plane, Planes, Point, Rect, Sides, Size, Tile, Wrap,
};

#[test]
fn the_middle_of_a_rectangle_has_as_much_on_both_sides() {
    for (x, y, w, h) in [(0, 0, 1, 1), (2, 3, 5, 4), (7, 0, 2, 9), (1, 1, 31, 6)] {
        let (center, points) = (Rect::new(x, y, w, h).center(), Rect::new(x, y, w, h).points().collect::<Vec<_>>());
        let left = points.iter().filter(|point| point.y == y && point.x < center.x).count();
        let above = points.iter().filter(|point| point.x == x && point.y < center.y).count();
        assert_eq!((left, above), (usize::from(w / 2), usize::from(h / 2)), "{x},{y} {w}x{h}");
    }
}

#[test]
fn sets_of_directions_take_and_lose_one() {
    for (set, dir) in (0..16_u8).flat_map(|bits| Dir::ALL.map(|dir| (bits, dir))) {
        let dirs = Dir::ALL.into_iter().filter(|&dir| set >> dir as u8 & 1 == 1);
        let dirs = dirs.fold(Dirs::NONE, Dirs::with);
        for other in Dir::ALL {
            let was = set >> other as u8 & 1 == 1;
            assert_eq!(dirs.with(dir).contains(other), was || other == dir, "{set} {dir:?} {other:?}");
            assert_eq!(dirs.without(dir).contains(other), was && other != dir, "{set} {dir:?} {other:?}");
        }
    }
}

#[test]
fn sets_of_planes_hold_each_once() {
    for plane in Plane::ALL {
        let twice = Planes::of(&[plane, Plane::Sides, plane]);
        for other in Plane::ALL {
            assert_eq!(twice.contains(other), other == plane || other == Plane::Sides, "{plane:?} {other:?}");
        }
    }
}

#[test]
fn sides_and_corners_have_the_colors_they_were_given() {
    for bits in 0..=u8::MAX {
        let colors = [0, 2, 4, 6].map(|shift| bits >> shift & 3);
        let sides = Sides::from_colors(colors.map(|color| color | 0b100));
        assert_eq!(Dir::ALL.map(|dir| sides.color(dir)), colors);
        assert_eq!(Corner::ALL.map(|corner| sides.corner(corner)), colors);
    }
}

#[test]
fn a_color_is_the_tile_that_has_it_or_floor_where_it_is_light() {
    let palette = Palette::default();
    for look in palette.looks() {
        let first = palette.looks().iter().find(|other| other.color == look.color).unwrap();
        assert_eq!(palette.tile_of_color(look.color), first.tile, "{}", look.name);
    }
    assert_eq!(palette.tile_of_color(Color(254, 253, 251)), Tile::FLOOR);
    assert_eq!(palette.tile_of_color(Color(3, 1, 2)), Tile::WALL);
}

#[test]
fn cells_are_apart_by_the_shorter_way_around() {
    for wrap in [Wrap::None, Wrap::X, Wrap::Y, Wrap::Both] {
        let size = Size::new(7, 4);
        let passages = BuilderMap::filled(size, wrap, Tile::FLOOR).passages();
        let along = |a: u16, b: u16, n: u16, wraps: bool| {
            let plain = a.abs_diff(b);
            u32::from(if wraps { plain.min(n - plain) } else { plain })
        };
        for (a, b) in (0..28).flat_map(|a| (0..28).map(move |b| (a, b))) {
            let (from, to) = (Point::new(a % 7, a / 7), Point::new(b % 7, b / 7));
            let across = along(from.x, to.x, 7, matches!(wrap, Wrap::X | Wrap::Both));
            let down = along(from.y, to.y, 4, matches!(wrap, Wrap::Y | Wrap::Both));
            assert_eq!(passages.apart(a.into(), b.into()), (across, down), "{wrap:?} {from:?} {to:?}");
        }
    }
}

#[test]
fn an_error_names_the_parameter_that_is_wrong() {
    assert_eq!(BuildError::parameter("p", 2, "0 to 1").field(), Some("p"));
    assert_eq!(BuildError::missing(Plane::Sides).field(), None);
    assert_eq!(BuildError::impossible("no room").field(), None);
}

#[derive(Debug)]
struct Worried;

impl Builder for Worried {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("worried")
    }
}

impl InitialMapBuilder for Worried {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        cx.new_map(size, Tile::FLOOR)
    }

    fn warnings(&self, size: Size) -> Vec<String> {
        vec![format!("begun at {}", size.w)]
    }
}

impl MetaMapBuilder for Worried {
    fn apply(&self, _map: &mut BuilderMap, _cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        Ok(())
    }

    fn warnings(&self, size: Size) -> Vec<String> {
        vec![format!("changed at {}", size.h)]
    }
}

#[test]
fn warnings_come_through_boxes() {
    let (initial, meta): (Box<dyn InitialMapBuilder>, Box<dyn MetaMapBuilder>) = (Box::new(Worried), Box::new(Worried));
    let chain = BuilderChain::start_with(Size::new(3, 4), initial).with(meta);
    let words: Vec<String> = chain.warnings().into_iter().map(|(_, words)| words).collect();
    assert_eq!(words, ["begun at 3", "changed at 4"]);
}

#[derive(Debug)]
struct Locks;

impl Builder for Locks {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("locks").gives(Plane::Doors).keeps(Planes::DERIVED)
    }
}

#[derive(Debug)]
struct Trees;

impl Builder for Trees {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("trees")
    }
}

macro_rules! does_nothing {
    ($($stage:ident),*) => {
        $(impl MetaMapBuilder for $stage {
            fn apply(&self, _map: &mut BuilderMap, _cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
                Ok(())
            }
        })*
    };
}

does_nothing!(Locks, Trees);

/// Keys would outlive their locks, and nothing in the map would say so.
#[test]
fn stages_that_drop_doors_are_warned_about() {
    let start = || BuilderChain::start_with(Size::new(3, 4), Worried);
    let warnings = |chain: BuilderChain| -> Vec<String> {
        chain.warnings().into_iter().skip(1).map(|(stage, text)| format!("{stage}: {text}")).collect()
    };
    let lost = "drops the doors of metas[0] locks, and their keys; put it before that stage";
    assert_eq!(warnings(start().with(Locks).with(Trees).with(Trees)), [format!("metas[1] trees: {lost}")]);
    assert_eq!(warnings(start().with(Trees).with(Locks)), [""; 0]);
}
