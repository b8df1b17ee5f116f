//! What each single command does.

use super::World;
use super::command::{Command, SetMode};
use super::machine::{Faulty, Outcome};
use super::world::Context;

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
            Command::Random { low, high } => {
                let count = (i64::from(*high) - i64::from(*low) + 1).unsigned_abs();
                let value = i64::from(*low) + self.state.random(count) as i64;
                Outcome { success: true, value: i32::try_from(value).unwrap_or(0) }
            }
            Command::Ignored => Outcome::ok(1),
            _ => return Err("a command that is run elsewhere".to_owned()),
        })
    }
}
