//! A level of Mapwright in the hands of bracket-lib: its path finding and its field of view.
//!
//! ```console
//! cargo run --manifest-path benches/peers/Cargo.toml --example bracket
//! ```

use bracket_pathfinding::prelude::*;
use mapwright::prelude::{BuilderMap, Passages};

struct Level {
    map: BuilderMap,
    passages: Passages,
}

impl BaseMap for Level {
    fn is_opaque(&self, cell: usize) -> bool {
        self.map.tiles.as_slice()[cell].is_solid()
    }

    fn get_available_exits(&self, cell: usize) -> SmallVec<[(usize, f32); 10]> {
        self.passages.neighbors(cell as u32).map(|next| (next as usize, 1.0)).collect()
    }

    fn get_pathing_distance(&self, a: usize, b: usize) -> f32 {
        let (dx, dy) = self.passages.apart(a as u32, b as u32);
        (dx + dy) as f32
    }
}

impl Algorithm2D for Level {
    fn dimensions(&self) -> Point {
        Point::new(self.map.size().w, self.map.size().h)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    use mapwright::builders::{Exit, Place, RandomRooms, Start};
    use mapwright::prelude::{BuilderChain, Size};

    let chain = BuilderChain::start_with(Size::new(60, 24), RandomRooms::default());
    let map = chain.with(Start::at(Place::FirstRoom)).with(Exit::default()).build(7)?;
    let (start, exit) = (map.start()?, map.exit()?);
    let level = Level { passages: map.passages(), map };

    let [from, to] = [start, exit].map(|at| level.point2d_to_index(Point::new(at.x, at.y)));
    let way = a_star_search(from, to, &level);
    let steps = mapwright::graph::distances(&level.passages, [from as u32])[exit];
    assert_eq!(way.steps.len() - 1, steps as usize, "the way is as short as ours");
    let seen = field_of_view_set(Point::new(start.x, start.y), 8, &level);

    for row in level.map.size().points().collect::<Vec<_>>().chunks(60) {
        let glyph = |at: &mapwright::prelude::Point| {
            let cell = level.point2d_to_index(Point::new(at.x, at.y));
            match () {
                () if *at == start => '@',
                () if *at == exit => '>',
                () if way.steps.contains(&cell) => '*',
                () if level.is_opaque(cell) => '#',
                () if seen.contains(&Point::new(at.x, at.y)) => '.',
                () => ' ',
            }
        };
        println!("{}", row.iter().map(glyph).collect::<String>());
    }
    Ok(())
}
