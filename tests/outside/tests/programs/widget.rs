//! A level as a widget for terminals: doors end the view, what was seen stays, and monsters hunt.

use mapwright::graph::{Pathfinder, sight_through};
use mapwright::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::widgets::Widget;

struct Level {
    map: BuilderMap,
    hero: Point,
    known: Grid<bool>,
}

impl Level {
    fn turn(&mut self) {
        let is_clear = |at| self.map.is_open(at) && self.map.tiles[at] != Tile::DOOR;
        let seen = sight_through(self.map.size(), self.hero, 8, is_clear);
        for (at, &seen) in &seen {
            self.known[at] |= seen;
        }
        let mut finder = Pathfinder::new(&self.map);
        for hunter in self.map.spawns.iter_mut().filter(|hunter| seen[hunter.at]) {
            hunter.at = finder.path(hunter.at, self.hero).and_then(|way| way.get(1).copied()).unwrap_or(hunter.at);
        }
    }
}

impl Widget for &Level {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let palette = Palette::default();
        for (at, _) in self.known.iter().filter(|&(at, &known)| known && at.x < area.width && at.y < area.height) {
            let look = palette.look(self.map.tiles[at]);
            let (glyph, mapwright::core::Color(r, g, b)) = (look.glyph, look.color);
            let cell = &mut buffer[(area.x + at.x, area.y + at.y)];
            cell.set_char(if at == self.hero { '@' } else { glyph }).set_fg(Color::Rgb(r, g, b));
        }
    }
}

#[test]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (_, map) = RandomChain::new(1).build(7)?;
    let mut level = Level { hero: map.start()?, known: Grid::new(map.size(), false), map };
    level.turn();
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 50));
    level.render(buffer.area, &mut buffer);
    assert_eq!(buffer[(level.hero.x, level.hero.y)].symbol(), "@");
    Ok(())
}
