//! A naive interpreter: it looks at the whole board before every turn.

use std::collections::BTreeMap;

use mapwright_core::MapRng;
use mapwright_graph::lanes::bernoulli;

use crate::board::BoardSize;
use crate::compile::{Compiled, Oriented, Program, orientations};
use crate::node::{Action, Around, At, Choice, Node, Order, Path, Rule};
use crate::parse::{KEEP, parse};
use crate::path::UNREACHED;
use crate::scores::{below, exp_neg};
use crate::symbols::{Alphabet, Mask};
use crate::{RewriteRules, RuleSymmetry};

struct Twin {
    alphabet: Alphabet,
    shape: BoardSize,
    cells: Vec<u8>,
    rng: MapRng,
    taken: BTreeMap<usize, u64>,
    fields: BTreeMap<(usize, usize), Vec<u32>>,
}

pub(super) fn run(
    source: &RewriteRules,
    program: &Program,
    shape: BoardSize,
    cells: Vec<u8>,
    seed: u64,
) -> (Vec<u8>, MapRng) {
    let rng = MapRng::for_stage(seed, "rewrite", 0);
    let (taken, fields) = Default::default();
    let mut twin = Twin { alphabet: program.alphabet.clone(), shape, cells, rng, taken, fields };
    twin.pass(&source.program, &program.nodes);
    (twin.cells, twin.rng)
}

fn cell_at(shape: BoardSize, x: u32, y: u32) -> u32 {
    y % shape.h * shape.w + x % shape.w
}

/// Where an orientation may lie.
fn anchors(orientation: &Oriented, shape: BoardSize) -> impl Iterator<Item = (u32, u32)> {
    let (w, h) = (orientation.from.w, orientation.from.h);
    let fits = move |x: u32, y: u32| {
        w <= shape.w && h <= shape.h && (shape.wrap_x || x + w <= shape.w) && (shape.wrap_y || y + h <= shape.h)
    };
    (0..shape.area()).map(move |cell| (cell % shape.w, cell / shape.w)).filter(move |&(x, y)| fits(x, y))
}

/// The cells under an orientation, with what it wants and what it writes there.
fn under(orientation: &Oriented, shape: BoardSize, (x, y): (u32, u32)) -> impl Iterator<Item = (u32, Mask, u8)> {
    let w = orientation.from.w;
    let places = (0..orientation.from.h).flat_map(move |dy| (0..w).map(move |dx| cell_at(shape, x + dx, y + dy)));
    places.zip(&orientation.from.cells).zip(&orientation.to.cells).map(|((cell, &from), &to)| (cell, from, to))
}

fn is_live(orientation: &Oriented, shape: BoardSize, cells: &[u8], at: (u32, u32)) -> bool {
    let mut changes = false;
    for (cell, from, to) in under(orientation, shape, at) {
        let here = cells[cell as usize];
        if from >> here & 1 == 0 {
            return false;
        }
        changes |= to != KEEP && to != here;
    }
    changes
}

/// All live matches, by anchor and orientation.
pub(super) fn matches(orientations: &[Oriented], shape: BoardSize, cells: &[u8]) -> Vec<(u32, usize)> {
    let mut found = Vec::new();
    for (i, orientation) in orientations.iter().enumerate() {
        let live = anchors(orientation, shape).filter(|&at| is_live(orientation, shape, cells, at));
        found.extend(live.map(|(x, y)| (y * shape.w + x, i)));
    }
    found.sort();
    found
}

/// Distances by looking at all cells until nothing changes.
fn distances(shape: BoardSize, cells: &[u8], to: Mask, on: Mask) -> Vec<u32> {
    let mut steps: Vec<u32> = cells.iter().map(|&cell| if to >> cell & 1 == 1 { 0 } else { UNREACHED }).collect();
    loop {
        let before = steps.clone();
        for cell in 0..shape.area() {
            let (x, y) = (cell % shape.w, cell / shape.w);
            let mut near = Vec::new();
            let along = |at: u32, length: u32, wraps: bool| {
                let (back, on) = ((at + length - 1) % length, (at + 1) % length);
                [(at > 0 || wraps).then_some(back), (at + 1 < length || wraps).then_some(on)]
            };
            near.extend(along(x, shape.w, shape.wrap_x).into_iter().flatten().map(|x| y * shape.w + x));
            near.extend(along(y, shape.h, shape.wrap_y).into_iter().flatten().map(|y| y * shape.w + x));
            let next = near.into_iter().map(|cell| before[cell as usize]).min().unwrap_or(UNREACHED);
            if on >> cells[cell as usize] & 1 == 1 && next != UNREACHED {
                steps[cell as usize] = steps[cell as usize].min(next + 1);
            }
        }
        if steps == before {
            return steps;
        }
    }
}

impl Twin {
    fn pass(&mut self, sources: &[Node], nodes: &[Compiled]) -> bool {
        sources.iter().zip(nodes).fold(false, |did, (source, node)| self.finish(source, node) || did)
    }

    fn finish(&mut self, source: &Node, node: &Compiled) -> bool {
        self.taken.insert(node.id, 0);
        self.taken.extend(node.children().iter().map(|child| (child.id, 0)));
        if let Action::Nodes(Order::Sequence, sources) = &source.action {
            return self.pass(sources, node.children());
        }
        let mut did = false;
        while self.turn(source, node) {
            did = true;
        }
        did
    }

    fn turn(&mut self, source: &Node, node: &Compiled) -> bool {
        if node.steps.is_some_and(|steps| self.taken[&node.id] >= steps.of(self.shape.area())) {
            return false;
        }
        let did = match &source.action {
            Action::Nodes(Order::Markov, sources) => {
                sources.iter().zip(node.children()).any(|(source, node)| match node.children() {
                    [] => self.turn(source, node),
                    _ => self.finish(source, node),
                })
            }
            Action::Nodes(_, sources) => self.pass(sources, node.children()),
            Action::Rules(Choice::One, rules) => self.one(source, node, &rules.0),
            Action::Rules(Choice::All, rules) => self.all(source, &rules.0),
            Action::Rules(Choice::Prl, rules) => self.prl(source, &rules.0),
            Action::Rules(Choice::Count(around), rules) => self.count(source, &rules.0, *around),
            Action::Put(glyph, At::Random) => {
                let cell = self.rng.below(self.shape.area()) as usize;
                let symbol = self.alphabet.symbol(*glyph).unwrap();
                std::mem::replace(&mut self.cells[cell], symbol) != symbol
            }
            Action::Path(source) => self.path(source),
            _ => unreachable!(),
        };
        *self.taken.get_mut(&node.id).unwrap() += u64::from(did);
        did
    }

    /// Every shortest way is followed from its beginning: from each cell of `from`, steps that come one nearer to `to`.
    fn path(&mut self, source: &Path) -> bool {
        let mut mask = |text: &str| text.chars().fold(0, |mask, glyph| mask | self.alphabet.mask(glyph).unwrap());
        let (from, to, on) = (mask(&source.from), mask(&source.to), mask(&source.on));
        let paint = self.alphabet.symbol(source.paint).unwrap();
        let (shape, cells) = (self.shape, self.cells.clone());
        let has = |cell: u32, mask: Mask| mask >> cells[cell as usize] & 1 == 1;
        // The cells north, east, south and west.
        let step = |cell: u32, dir: usize| {
            let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][dir];
            let along = |at: u32, d: i64, length: u32, wraps: bool| {
                let to = i64::from(at) + d;
                let inside = (0..i64::from(length)).contains(&to);
                (inside || wraps).then(|| to.rem_euclid(length.into()) as u32)
            };
            let x = along(cell % shape.w, dx, shape.w, shape.wrap_x || dx == 0)?;
            Some(along(cell / shape.w, dy, shape.h, shape.wrap_y || dy == 0)? * shape.w + x)
        };
        let steps = distances(shape, &cells, to, on);
        let length = |cell: u32| -> Option<u32> {
            let next = (0..4).filter_map(|dir| step(cell, dir)).filter(|&next| has(next, to) || has(next, on));
            next.map(|next| steps[next as usize]).min().filter(|&steps| steps != UNREACHED)
        };
        let starts = (0..shape.area()).filter(|&cell| has(cell, from) && !has(cell, to));
        let starts: Vec<(u32, u32)> = starts.filter_map(|cell| Some((length(cell)?, cell))).collect();
        let lengths = starts.iter().map(|&(length, _)| length);
        let Some(length) = (if source.longest { lengths.max() } else { lengths.min() }) else { return false };
        let starts: Vec<u32> = starts.iter().filter(|start| start.0 == length).map(|start| start.1).collect();
        let (mut here, mut heading) = (*self.rng.pick(&starts).unwrap(), None);
        for left in (1..=length).rev() {
            let is_way =
                |&dir: &usize| step(here, dir).is_some_and(|next| steps[next as usize] == left && has(next, on));
            let ways: Vec<usize> = (0..4).filter(is_way).collect();
            let keeps = heading.filter(|dir| source.inertia && ways.contains(dir));
            let dir = keeps.unwrap_or_else(|| *self.rng.pick(&ways).unwrap());
            (here, heading) = (step(here, dir).unwrap(), Some(dir));
            self.cells[here as usize] = paint;
        }
        self.cells != cells
    }

    fn orientations(&mut self, source: &Node, rules: &[Rule]) -> Vec<Oriented> {
        let mut all = Vec::new();
        for (i, rule) in rules.iter().enumerate() {
            let parsed = parse("", &rule.text, false, &mut self.alphabet).unwrap();
            let symmetry: RuleSymmetry = rule.symmetry.unwrap_or(source.symmetry);
            if rule.chance.or(source.chance) != Some(0.0) {
                all.extend(orientations(i, &parsed, symmetry));
            }
        }
        all
    }

    fn one(&mut self, source: &Node, node: &Compiled, rules: &[Rule]) -> bool {
        let orientations = self.orientations(source, rules);
        let live = matches(&orientations, self.shape, &self.cells);
        // Each group is as likely as its weight times its size.
        let mut groups: BTreeMap<i64, (u64, Vec<(u32, usize)>)> = BTreeMap::new();
        if source.fields.is_empty() {
            for found in live {
                let weight = rules[orientations[found.1].rule].weight;
                groups.entry(weight.into()).or_insert((weight.into(), Vec::new())).1.push(found);
            }
        } else {
            self.measure(source, node);
            for found in live {
                if let Some(score) = self.score(source, node, &orientations[found.1], found.0) {
                    groups.entry(score).or_default().1.push(found);
                }
            }
            let best = groups.keys().next().copied().unwrap_or(0);
            for (score, group) in &mut groups {
                let worse = (score - best) as f64;
                let cold = u64::from(worse == 0.0) << 31;
                group.0 = if source.temperature > 0.0 { exp_neg(worse / source.temperature) } else { cold };
            }
        }
        let total: u64 = groups.values().map(|(weight, found)| weight * found.len() as u64).sum();
        if total == 0 {
            return false;
        }
        let mut k = below(&mut self.rng, total);
        for (weight, found) in groups.into_values() {
            if k < weight * found.len() as u64 {
                let (anchor, orientation) = found[(k / weight) as usize];
                self.write(&orientations[orientation], anchor);
                return true;
            }
            k -= weight * found.len() as u64;
        }
        unreachable!()
    }

    fn measure(&mut self, source: &Node, node: &Compiled) {
        for (i, field) in source.fields.iter().enumerate() {
            if self.taken[&node.id] == 0 || field.recompute {
                let mut mask =
                    |text: &str| text.chars().fold(0, |mask: Mask, glyph| mask | self.alphabet.mask(glyph).unwrap());
                let (to, on) = (mask(&field.to), mask(&field.on));
                self.fields.insert((node.id, i), distances(self.shape, &self.cells, to, on));
            }
        }
    }

    fn score(&mut self, source: &Node, node: &Compiled, orientation: &Oriented, anchor: u32) -> Option<i64> {
        let mut sum = 0;
        for (cell, _, to) in under(orientation, self.shape, (anchor % self.shape.w, anchor / self.shape.w)) {
            let old = self.cells[cell as usize];
            if to == KEEP || to == old {
                continue;
            }
            let mut distance = |symbol: u8| {
                let mut all = Some(0);
                for (i, field) in source.fields.iter().enumerate() {
                    if self.alphabet.symbol(field.of) == Ok(symbol) {
                        let steps = self.fields[&(node.id, i)][cell as usize];
                        let signed = if field.away { -i64::from(steps) } else { i64::from(steps) };
                        all = all.filter(|_| steps != UNREACHED).map(|sum| sum + signed);
                    }
                }
                all
            };
            sum += distance(to)? - distance(old).unwrap_or(0);
        }
        Some(sum)
    }

    fn write(&mut self, orientation: &Oriented, anchor: u32) {
        for (cell, _, to) in under(orientation, self.shape, (anchor % self.shape.w, anchor / self.shape.w)) {
            if to != KEEP {
                self.cells[cell as usize] = to;
            }
        }
    }

    fn share(source: &Node, rule: &Rule) -> u64 {
        mapwright_core::threshold(rule.chance.or(source.chance).unwrap_or(1.0))
    }

    fn all(&mut self, source: &Node, rules: &[Rule]) -> bool {
        let orientations = self.orientations(source, rules);
        let live = matches(&orientations, self.shape, &self.cells);
        let is_any = !live.is_empty();
        let share = |&(_, orientation): &(u32, usize)| Twin::share(source, &rules[orientations[orientation].rule]);
        let mut live: Vec<_> = live.into_iter().filter(|one| bernoulli(share(one), 1, &mut self.rng) == 1).collect();
        self.rng.shuffle(&mut live);
        let mut taken: Vec<u32> = Vec::new();
        for (anchor, orientation) in live {
            let at = (anchor % self.shape.w, anchor / self.shape.w);
            let writes = under(&orientations[orientation], self.shape, at).filter(|&(_, _, to)| to != KEEP);
            let cells: Vec<u32> = writes.map(|(cell, _, _)| cell).collect();
            if !cells.iter().any(|cell| taken.contains(cell)) {
                taken.extend(cells);
                self.write(&orientations[orientation], anchor);
            }
        }
        is_any
    }

    fn prl(&mut self, source: &Node, rules: &[Rule]) -> bool {
        let orientations = self.orientations(source, rules);
        let live = matches(&orientations, self.shape, &self.cells);
        for (i, orientation) in orientations.iter().enumerate() {
            let share = Twin::share(source, &rules[orientation.rule]);
            let anchors: Vec<u32> = live.iter().filter(|one| one.1 == i).map(|one| one.0).collect();
            for anchor in self.drawn(share, &anchors) {
                self.write(orientation, anchor);
            }
        }
        !live.is_empty()
    }

    /// A share of some cells in ascending order, drawn for up to 64 neighbors in a row at a time.
    fn drawn(&mut self, share: u64, cells: &[u32]) -> Vec<u32> {
        let mut drawn = Vec::new();
        for y in 0..self.shape.h {
            for x in (0..self.shape.w).step_by(64) {
                let first = y * self.shape.w + x;
                let run = first..first + (self.shape.w - x).min(64);
                let lanes = cells.iter().filter(|cell| run.contains(cell)).map(|cell| 1u64 << (cell - first)).sum();
                let set = bernoulli(share, lanes, &mut self.rng);
                drawn.extend(run.filter(|cell| set >> (cell - first) & 1 == 1));
            }
        }
        drawn
    }

    fn count(&mut self, source: &Node, rules: &[Rule], around: Around) -> bool {
        let old = self.cells.clone();
        let mut taken: Vec<u32> = Vec::new();
        let mut is_any = false;
        for rule in rules.iter().filter(|rule| rule.chance.or(source.chance) != Some(0.0)) {
            let parsed = parse("", &rule.text, true, &mut self.alphabet).unwrap();
            let (counted, fits) = parsed.condition.unwrap();
            let (from, to) = (parsed.from.cells[0], parsed.to.cells[0]);
            let here = |cell: &u32| {
                let symbol = old[*cell as usize];
                from >> symbol & 1 == 1 && symbol != to && fits >> self.around(&old, counted, around, *cell) & 1 == 1
            };
            let cells: Vec<u32> = (0..self.shape.area()).filter(here).filter(|cell| !taken.contains(cell)).collect();
            is_any |= !cells.is_empty();
            for cell in self.drawn(Twin::share(source, rule), &cells) {
                taken.push(cell);
                self.cells[cell as usize] = to;
            }
        }
        is_any
    }

    fn around(&self, cells: &[u8], counted: Mask, around: Around, cell: u32) -> u32 {
        let BoardSize { w, h, wrap_x, wrap_y } = self.shape;
        let (x, y) = ((cell % w) as i64, (cell / w) as i64);
        let mut n = 0;
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            if (dx, dy) == (0, 0) || around == Around::Four && dx != 0 && dy != 0 {
                continue;
            }
            let along = |at: i64, length: u32, wraps: bool| {
                let length = i64::from(length);
                if wraps { Some(at.rem_euclid(length)) } else { Some(at).filter(|at| (0..length).contains(at)) }
            };
            if let (Some(x), Some(y)) = (along(x + dx, w, wrap_x), along(y + dy, h, wrap_y)) {
                n += counted >> cells[(y * i64::from(w) + x) as usize] & 1;
            }
        }
        n
    }
}
