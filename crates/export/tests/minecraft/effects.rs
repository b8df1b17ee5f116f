//! What each single command does.

use super::World;
use super::command::{Block, Change, Command, FillMode, Holder, Operation, Position, Score, SetMode, Source};
use super::machine::{Faulty, Outcome};
use super::nbt::{Key, Nbt};
use super::world::{Context, Scored};

/// More blocks than that are an error for `fill` and `clone`.
const FILL_LIMIT: i64 = 32_768;
/// More chunks than that are an error for `forceload`.
const CHUNK_LIMIT: i64 = 256;

/// Where data is, with the entity chosen.
#[derive(Clone, Debug)]
pub enum Place {
    Entity(u32),
    Storage(String),
    Block([i32; 3]),
}

impl World {
    pub(super) fn effect(&mut self, command: &Command, context: Context) -> Faulty<Outcome> {
        Ok(match command {
            Command::Setblock { at, block, mode } => {
                let at = at.block(context.at);
                self.reach(at, at)?;
                let kept = *mode == SetMode::Keep && !self.state.is_air(at);
                Outcome::count(usize::from(!kept && self.state.set_block(at, block)))
            }
            Command::Fill { from, to, block, mode } => self.fill(from, to, block, mode, context)?,
            Command::Clone { from, to, into } => self.copy(from, to, into, context)?,
            Command::Summon { kind, at, data } => {
                let block = at.block(context.at);
                self.reach(block, block)?;
                self.state.add_entity(*kind, at.exact(context.at), data.clone());
                Outcome::ok(1)
            }
            Command::Kill(who) => {
                let found = self.state.select(who, context);
                for &id in &found {
                    self.killed.push(id);
                    if !self.state.is_player(&self.state.entities[&id]) {
                        self.state.remove_entity(id);
                    }
                }
                Outcome::count(found.len())
            }
            Command::AddObjective(objective) => Outcome::count(usize::from(self.state.objectives.insert(*objective))),
            Command::RemoveObjective(objective) => {
                self.objective(*objective)?;
                self.state.objectives.remove(objective);
                self.state.scores.retain(|(_, other), _| other != objective);
                Outcome::ok(1)
            }
            Command::SetScore(score, value) => self.change(score, context, |_| *value, *value)?,
            Command::AddScore(score, value) => {
                let changed = self.change(score, context, |old| old.wrapping_add(*value), 0)?;
                let holders = self.holders(&score.holder, context)?;
                let sum = holders
                    .iter()
                    .map(|&holder| self.state.scores[&(holder, score.objective)])
                    .fold(0, i32::wrapping_add);
                Outcome { value: sum, ..changed }
            }
            Command::GetScore(score) => match self.read_score(score, context)? {
                Some(value) => Outcome { success: true, value },
                None => Outcome::FAIL,
            },
            Command::ResetScore(holder, objective) => {
                let holders = self.holders(holder, context)?;
                for holder in &holders {
                    self.state
                        .scores
                        .retain(|(who, of), _| who != holder || objective.is_some_and(|wanted| wanted != *of));
                }
                Outcome::count(holders.len())
            }
            Command::Operate(to, operation, from) => self.operate(to, *operation, from, context)?,
            Command::TestScore(score, range) => {
                let value = self.read_score(score, context)?;
                Outcome::count(usize::from(value.is_some_and(|value| range.has(value.into()))))
            }
            Command::AddTag(who, tag) | Command::RemoveTag(who, tag) => {
                let add = matches!(command, Command::AddTag(..));
                let found = self.state.select(who, context);
                Outcome::count(found.into_iter().filter(|&id| self.state.tag(id, *tag, add)).count())
            }
            Command::ListTags(who) => {
                let found = self.state.select(who, context);
                Outcome::ok(found.iter().map(|id| self.state.entities[id].tags.len()).sum())
            }
            Command::GetData(..) | Command::MergeData(..) | Command::ModifyData(..) | Command::RemoveData(..) => {
                self.data_command(command, context)?
            }
            Command::Teleport { who, to } => {
                let to = match to {
                    Ok(position) => Some(position.exact(context.at)),
                    Err(target) => self.state.select(target, context).first().map(|id| self.state.entities[id].at),
                };
                let Some(to) = to else { return Ok(Outcome::FAIL) };
                let found = self.state.select(who, context);
                found.iter().for_each(|&id| self.state.move_entity(id, to));
                Outcome::count(found.len())
            }
            Command::Schedule { name, ticks, append } => {
                let due = self.clock + (*ticks).max(1);
                if !append {
                    self.scheduled.retain(|(_, other)| other != name);
                }
                self.scheduled.push((due, *name));
                Outcome::ok(1)
            }
            Command::ClearSchedule(name) => {
                let before = self.scheduled.len();
                self.scheduled.retain(|(_, other)| other != name);
                Outcome::count(before - self.scheduled.len())
            }
            Command::Forceload { add, from, to } => self.forceload(*add, from, to, context)?,
            Command::ForceloadClear => {
                self.state.forced.clear();
                self.state.forced_since.clear();
                Outcome::ok(0)
            }
            Command::Message { to, text } => {
                let to = match to {
                    None => vec![None],
                    Some(who) => self.state.select(who, context).into_iter().map(Some).collect(),
                };
                let count = to.len();
                self.state.messages.extend(to.into_iter().map(|who| (who, text.clone())));
                Outcome::count(count)
            }
            Command::Gamerule(rule, value) => {
                if let Some(value) = value {
                    self.state.gamerules.insert(rule.clone(), value.clone());
                }
                Outcome::ok(1)
            }
            Command::Random { low, high } => {
                let count = (i64::from(*high) - i64::from(*low) + 1).unsigned_abs();
                let value = i64::from(*low) + self.state.random(count) as i64;
                Outcome { success: true, value: i32::try_from(value).unwrap_or(0) }
            }
            Command::TestFor(test) => Outcome::count(self.test(test, context)?),
            Command::Ignored => Outcome::ok(1),
            _ => return Err("a command that is run elsewhere".to_owned()),
        })
    }

    /// Blocks and entities are put only where chunks are loaded, and within the heights of the world.
    fn reach(&self, low: [i32; 3], high: [i32; 3]) -> Faulty<()> {
        if !self.state.is_in_world(low) || !self.state.is_in_world(high) {
            return Err(format!("{low:?} to {high:?} is above or below the world"));
        }
        let along = |axis: usize| (low[axis]..=high[axis]).step_by(16).chain([high[axis]]);
        let mut columns = along(0).flat_map(|x| along(2).map(move |z| [x, 0, z]));
        match columns.find(|&at| !self.state.is_loaded(at)) {
            Some(at) => Err(format!("the chunk at {at:?} is not loaded")),
            None => Ok(()),
        }
    }

    fn fill(
        &mut self,
        from: &Position,
        to: &Position,
        block: &Block,
        mode: &FillMode,
        context: Context,
    ) -> Faulty<Outcome> {
        let (low, high) = corners(from, to, context);
        claim(low, high, "fill")?;
        self.reach(low, high)?;
        let air = Block::parse("air", &mut self.state.names)?;
        let mut changed = 0;
        for at in cells(low, high) {
            let is_shell = (0..3).any(|axis| at[axis] == low[axis] || at[axis] == high[axis]);
            let put = match mode {
                FillMode::Replace | FillMode::Destroy => Some(block),
                FillMode::Only(only) => Some(block).filter(|_| self.is_block(at, only) == Ok(true)),
                FillMode::Keep => Some(block).filter(|_| self.state.is_air(at)),
                FillMode::Outline => Some(block).filter(|_| is_shell),
                FillMode::Hollow => Some(if is_shell { block } else { &air }),
            };
            changed += usize::from(put.is_some_and(|block| self.state.set_block(at, block)));
        }
        Ok(Outcome::count(changed))
    }

    fn copy(&mut self, from: &Position, to: &Position, into: &Position, context: Context) -> Faulty<Outcome> {
        let (low, high) = corners(from, to, context);
        claim(low, high, "clone")?;
        let into = into.block(context.at);
        let blocks: Vec<Block> = cells(low, high).map(|at| self.state.block(at).clone()).collect();
        let goals: Vec<[i32; 3]> =
            cells(low, high).map(|at| std::array::from_fn(|i| into[i] + at[i] - low[i])).collect();
        if goals.iter().any(|at| (0..3).all(|i| low[i] <= at[i] && at[i] <= high[i])) {
            return Err("clone onto itself".to_owned());
        }
        Ok(Outcome::count(goals.iter().zip(&blocks).filter(|(at, block)| self.state.set_block(**at, block)).count()))
    }

    fn forceload(&mut self, add: bool, from: &Position, to: &Position, context: Context) -> Faulty<Outcome> {
        let (low, high) = corners(from, to, context);
        let [x0, x1] = [low[0] >> 4, high[0] >> 4];
        let [z0, z1] = [low[2] >> 4, high[2] >> 4];
        let count = i64::from(x1 - x0 + 1) * i64::from(z1 - z0 + 1);
        if count > CHUNK_LIMIT {
            return Err(format!("forceload of {count} chunks; {CHUNK_LIMIT} are allowed"));
        }
        let mut changed = 0;
        for chunk in (x0..=x1).flat_map(|x| (z0..=z1).map(move |z| (x, z))) {
            let forced = &mut self.state.forced;
            changed += usize::from(if add { forced.insert(chunk) } else { forced.remove(&chunk) });
            match add {
                true => drop(self.state.forced_since.entry(chunk).or_insert(self.state.now)),
                false => drop(self.state.forced_since.remove(&chunk)),
            }
        }
        Ok(Outcome::count(changed))
    }

    /// Whether a block is there, as `if block` and `fill … replace` ask: its states may be more than those asked for.
    pub(super) fn is_block(&mut self, at: [i32; 3], wanted: &Block) -> Faulty<bool> {
        if let Some(tag) = wanted.id.strip_prefix('#') {
            let id = self.state.block(at).id.clone();
            let list = self.block_tags.get(tag).ok_or_else(|| format!("the block tag `#{tag}` is not known"))?;
            return Ok(list.contains(&id));
        }
        let there = self.state.block(at);
        let fits = there.name == wanted.name
            || there.id == wanted.id && wanted.states.iter().all(|state| there.states.contains(state));
        let data = wanted.data.as_ref();
        Ok(fits && data.is_none_or(|wanted| self.state.block_value(at).is_some_and(|data| data.has(wanted))))
    }

    pub(super) fn same_blocks(
        &self,
        from: &Position,
        to: &Position,
        other: &Position,
        masked: bool,
        at: Context,
    ) -> usize {
        let (low, high) = corners(from, to, at);
        let other = other.block(at.at);
        let same = |at: [i32; 3]| {
            let twin = std::array::from_fn(|axis| other[axis] + at[axis] - low[axis]);
            masked && self.state.is_air(at) || self.state.block_name(at) == self.state.block_name(twin)
        };
        if cells(low, high).all(same) { cells(low, high).count() } else { 0 }
    }

    pub(super) fn objective(&self, objective: u32) -> Faulty<()> {
        match self.state.objectives.contains(&objective) {
            true => Ok(()),
            false => Err(format!("there is no objective `{}`", self.state.names.name(objective))),
        }
    }

    pub(super) fn holders(&mut self, holder: &Holder, context: Context) -> Faulty<Vec<Scored>> {
        Ok(match holder {
            Holder::Name(name) => vec![Scored::Name(*name)],
            Holder::Chosen(who) => self.state.select(who, context).into_iter().map(Scored::Entity).collect(),
            Holder::Everyone => {
                let mut all: Vec<Scored> = self.state.scores.keys().map(|(who, _)| *who).collect();
                all.sort_unstable();
                all.dedup();
                all
            }
        })
    }

    pub(super) fn read_score(&mut self, score: &Score, context: Context) -> Faulty<Option<i32>> {
        self.objective(score.objective)?;
        let holder = match &score.holder {
            Holder::Name(name) => Some(Scored::Name(*name)),
            other => self.holders(other, context)?.first().copied(),
        };
        Ok(holder.and_then(|holder| self.state.scores.get(&(holder, score.objective)).copied()))
    }

    fn change(&mut self, score: &Score, context: Context, new: impl Fn(i32) -> i32, value: i32) -> Faulty<Outcome> {
        self.objective(score.objective)?;
        let holders = self.holders(&score.holder, context)?;
        for &holder in &holders {
            let slot = self.state.scores.entry((holder, score.objective)).or_insert(0);
            *slot = new(*slot);
        }
        let value = value.wrapping_mul(holders.len() as i32);
        Ok(if holders.is_empty() { Outcome::FAIL } else { Outcome { success: true, value } })
    }

    fn operate(&mut self, to: &Score, operation: Operation, from: &Score, context: Context) -> Faulty<Outcome> {
        self.objective(to.objective)?;
        self.objective(from.objective)?;
        let (goals, givers) = (self.holders(&to.holder, context)?, self.holders(&from.holder, context)?);
        let mut sum = 0;
        for &goal in &goals {
            for &giver in &givers {
                let (goal, giver) = ((goal, to.objective), (giver, from.objective));
                // Scores that are not there count as 0 from then on, on both sides.
                let b = *self.state.scores.entry(giver).or_insert(0);
                let a = *self.state.scores.entry(goal).or_insert(0);
                let new = match operation {
                    Operation::Set | Operation::Swap => b,
                    Operation::Add => a.wrapping_add(b),
                    Operation::Sub => a.wrapping_sub(b),
                    Operation::Mul => a.wrapping_mul(b),
                    // Rounded down; nothing happens when divided by 0.
                    Operation::Div | Operation::Mod if b == 0 => a,
                    Operation::Div => floor_div(a.into(), b.into()) as i32,
                    Operation::Mod => (i64::from(a) - i64::from(b) * floor_div(a.into(), b.into())) as i32,
                    Operation::Min => a.min(b),
                    Operation::Max => a.max(b),
                };
                self.state.scores.insert(goal, new);
                if operation == Operation::Swap {
                    self.state.scores.insert(giver, a);
                }
                sum += i64::from(new);
            }
        }
        let done = !goals.is_empty() && !givers.is_empty();
        Ok(if done { Outcome { success: true, value: sum as i32 } } else { Outcome::FAIL })
    }

    pub(super) fn places(&mut self, source: &Source, context: Context) -> Faulty<Vec<Place>> {
        Ok(match source {
            Source::Entity(who) => self.state.select(who, context).into_iter().map(Place::Entity).collect(),
            Source::Storage(name) => vec![Place::Storage(name.clone())],
            Source::Block(at) => vec![Place::Block(at.block(context.at))],
        })
    }

    pub(super) fn value(&self, place: &Place, path: &[Key]) -> Option<Nbt> {
        match place {
            Place::Entity(id) => self.state.entity_value(*id, path),
            Place::Storage(name) => self.state.storage.get(name)?.get(path).cloned(),
            Place::Block(at) => self.state.block_value(*at)?.get(path).cloned(),
        }
    }

    pub(super) fn set_value(&mut self, place: &Place, path: &[Key], value: Nbt) -> Faulty<bool> {
        let slot = match place {
            Place::Entity(id) => {
                let entity = self.state.entities.get(id).ok_or("the entity is gone")?;
                if self.state.is_player(entity) {
                    return Err("the data of players cannot be changed".to_owned());
                }
                return Ok(self.state.set_entity_value(*id, path, value));
            }
            Place::Storage(name) => self.state.storage.entry(name.clone()).or_insert_with(Nbt::empty).slot(path),
            Place::Block(at) => self.state.block_value_mut(*at).and_then(|data| data.slot(path)),
        };
        Ok(slot.map(|slot| *slot = value).is_some())
    }

    fn data_command(&mut self, command: &Command, context: Context) -> Faulty<Outcome> {
        Ok(match command {
            Command::GetData(source, path, scale) => {
                let Some(place) = self.places(source, context)?.pop() else { return Ok(Outcome::FAIL) };
                match self.value(&place, path) {
                    Some(value) => Outcome { success: true, value: (value.as_number() * scale).floor() as i32 },
                    None => Outcome::FAIL,
                }
            }
            Command::MergeData(source, new) => {
                let places = self.places(source, context)?;
                for place in &places {
                    let mut data = self.value(place, &[]).unwrap_or_else(Nbt::empty);
                    data.merge(new.clone());
                    match place {
                        Place::Entity(id) if self.state.is_player(&self.state.entities[id]) => {
                            return Err("the data of players cannot be changed".to_owned());
                        }
                        Place::Entity(id) => self.state.set_entity_data(*id, data),
                        other => drop(self.set_value(other, &[], data)?),
                    }
                }
                Outcome::count(places.len())
            }
            Command::RemoveData(source, path) => {
                let places = self.places(source, context)?;
                let mut removed = 0;
                for place in &places {
                    let mut data = self.value(place, &[]).unwrap_or_else(Nbt::empty);
                    removed += usize::from(data.remove(path));
                    match place {
                        Place::Entity(id) => self.state.set_entity_data(*id, data),
                        other => drop(self.set_value(other, &[], data)?),
                    }
                }
                Outcome::count(removed)
            }
            Command::ModifyData(source, path, change) => {
                let places = self.places(source, context)?;
                let new = match change {
                    Change::Set(value) | Change::Append(value) => Some(value.clone()),
                    Change::From(other, from) => {
                        self.places(other, context)?.first().and_then(|place| self.value(place, from))
                    }
                };
                let Some(new) = new else { return Ok(Outcome::FAIL) };
                let mut changed = 0;
                for place in &places {
                    let new = match (change, self.value(place, path)) {
                        (Change::Append(_), Some(Nbt::List(mut items))) => {
                            items.push(new.clone());
                            Nbt::List(items)
                        }
                        (Change::Append(_), None) => Nbt::List(vec![new.clone()]),
                        (Change::Append(_), Some(_)) => return Err("append to what is no list".to_owned()),
                        _ => new.clone(),
                    };
                    changed += usize::from(self.set_value(place, path, new)?);
                }
                Outcome::count(changed)
            }
            _ => Outcome::FAIL,
        })
    }
}

/// Rounded towards lower numbers, whatever the signs.
fn floor_div(a: i64, b: i64) -> i64 {
    a / b - i64::from(a % b != 0 && (a < 0) != (b < 0))
}

fn corners(from: &Position, to: &Position, context: Context) -> ([i32; 3], [i32; 3]) {
    let (a, b) = (from.block(context.at), to.block(context.at));
    (std::array::from_fn(|axis| a[axis].min(b[axis])), std::array::from_fn(|axis| a[axis].max(b[axis])))
}

fn claim(low: [i32; 3], high: [i32; 3], what: &str) -> Faulty<()> {
    let volume: i64 = (0..3).map(|axis| i64::from(high[axis] - low[axis] + 1)).product();
    if volume > FILL_LIMIT { Err(format!("{what} of {volume} blocks; {FILL_LIMIT} are allowed")) } else { Ok(()) }
}

/// The blocks of a box, lowest first.
fn cells(low: [i32; 3], high: [i32; 3]) -> impl Iterator<Item = [i32; 3]> {
    let row = move |y: i32, z: i32| (low[0]..=high[0]).map(move |x| [x, y, z]);
    (low[1]..=high[1]).flat_map(move |y| (low[2]..=high[2]).flat_map(move |z| row(y, z)))
}
