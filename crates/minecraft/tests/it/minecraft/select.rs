//! Whom a selector chooses.

use super::selector::{Selector, Sort, Who};
use super::world::{Context, Entity, Scored, State, block_of};

impl State {
    /// The chosen entities. Unsorted ones come in the order in which they were made; the game promises none.
    pub fn select(&mut self, selector: &Selector, context: Context) -> Vec<u32> {
        if selector.who == Who::Me {
            let me = context.me.filter(|&me| self.fits(me, selector, self.origin(selector, context)));
            return me.into_iter().collect();
        }
        let origin = self.origin(selector, context);
        let mut found: Vec<u32> = Vec::new();
        match self.close_blocks(selector, origin) {
            Some((low, high)) => {
                for x in low[0]..=high[0] {
                    for y in low[1]..=high[1] {
                        for z in low[2]..=high[2] {
                            found
                                .extend(self.in_block([x, y, z]).iter().filter(|&&id| self.fits(id, selector, origin)));
                        }
                    }
                }
                found.sort_unstable();
            }
            None => {
                let tags = selector.tags.iter().filter(|(has, _)| *has).filter_map(|(_, tag)| *tag);
                let few = tags
                    .map(|tag| self.tagged(tag).map(|list| (list.len(), list)))
                    .min_by_key(|few| few.map_or(0, |few| few.0));
                match few {
                    Some(None) => {}
                    Some(Some((_, list))) => found.extend(list.iter().filter(|&&id| self.fits(id, selector, origin))),
                    None => found.extend(self.entities.keys().filter(|&&id| self.fits(id, selector, origin))),
                }
            }
        }
        self.sort(&mut found, selector.sort, origin);
        found.truncate(selector.limit);
        found
    }

    fn sort(&mut self, found: &mut [u32], sort: Sort, origin: [f64; 3]) {
        let far = |id: &u32| distance(self.entities[id].at, origin);
        match sort {
            Sort::Arbitrary => {}
            Sort::Nearest => found.sort_by(|a, b| far(a).total_cmp(&far(b))),
            Sort::Furthest => found.sort_by(|a, b| far(b).total_cmp(&far(a))),
            Sort::Random => {
                for last in (1..found.len()).rev() {
                    let other = self.random(last as u64 + 1) as usize;
                    found.swap(last, other);
                }
            }
        }
    }

    fn origin(&self, selector: &Selector, context: Context) -> [f64; 3] {
        std::array::from_fn(|axis| selector.at[axis].unwrap_or(context.at[axis]))
    }

    /// The blocks in which all can be found, when they are few.
    fn close_blocks(&self, selector: &Selector, origin: [f64; 3]) -> Option<([i32; 3], [i32; 3])> {
        let (low, high) = match (selector.distance, self.volume(selector, origin)) {
            (Some(range), _) if range.high < 8.0 => {
                (origin.map(|at| at - range.high), origin.map(|at| at + range.high))
            }
            // An entity's body can reach out of the block that it stands in.
            (_, Some((low, high))) => (low.map(|at| at - 2.0), high.map(|at| at + 2.0)),
            _ => return None,
        };
        let (low, high) = (block_of(low), block_of(high));
        let blocks: f64 = (0..3).map(|axis| f64::from(high[axis] - low[axis] + 1)).product();
        (blocks <= 500.0).then_some((low, high))
    }

    fn fits(&self, id: u32, selector: &Selector, origin: [f64; 3]) -> bool {
        let Some(entity) = self.entities.get(&id) else { return false };
        let has_tag = |tag: Option<u32>| tag.map_or(!entity.tags.is_empty(), |tag| entity.tags.contains(&tag));
        let score = |objective| self.scores.get(&(Scored::Entity(id), objective)).copied();
        (selector.who != Who::Players || self.is_player(entity))
            && (self.is_player(entity) || self.is_loaded(block_of(entity.at)))
            && selector.kind.is_none_or(|(yes, kind)| yes == (entity.kind == kind))
            && selector.tags.iter().all(|&(yes, tag)| yes == has_tag(tag))
            && selector.distance.is_none_or(|range| range.has(distance(entity.at, origin)))
            && selector
                .scores
                .iter()
                .all(|(objective, range)| score(*objective).is_some_and(|value| range.has(value.into())))
            && selector.names.iter().all(|(yes, name)| *yes == (entity.name.as_deref() == Some(name.as_str())))
            && self.volume(selector, origin).is_none_or(|volume| self.touches(entity, volume))
            && selector.nbt.iter().all(|(yes, pattern)| *yes == self.entity_data(id).has(pattern))
    }

    /// Both bodies are open: to touch with a face is not enough.
    fn touches(&self, entity: &Entity, (low, high): ([f64; 3], [f64; 3])) -> bool {
        let (width, height) = match self.names.name(entity.kind) {
            "minecraft:player" => (0.6, 1.8),
            "minecraft:armor_stand" => (0.5, 1.975),
            "minecraft:item_frame" | "minecraft:glow_item_frame" => (0.75, 0.0625),
            _ => (0.0, 0.0),
        };
        let half = [width / 2.0, 0.0, width / 2.0];
        let top = [width / 2.0, height, width / 2.0];
        (0..3).all(|axis| entity.at[axis] - half[axis] < high[axis] && low[axis] < entity.at[axis] + top[axis])
    }

    /// The box of `dx`, `dy` and `dz`: those that are not given are 0, and the far block belongs to it.
    fn volume(&self, selector: &Selector, origin: [f64; 3]) -> Option<([f64; 3], [f64; 3])> {
        if selector.size == [None; 3] {
            return None;
        }
        let size = selector.size.map(|size| size.unwrap_or(0.0));
        Some((
            std::array::from_fn(|axis| origin[axis] + size[axis].min(0.0)),
            std::array::from_fn(|axis| origin[axis] + size[axis].max(0.0) + 1.0),
        ))
    }
}

pub fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>().sqrt()
}
