//! Scores: whose they are, and how they change.

use super::World;
use super::command::{Holder, Operation, Score};
use super::machine::{Faulty, Outcome};
use super::world::{Context, Scored};

impl World {
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

    pub(super) fn change(
        &mut self,
        score: &Score,
        context: Context,
        new: impl Fn(i32) -> i32,
        value: i32,
    ) -> Faulty<Outcome> {
        self.objective(score.objective)?;
        let holders = self.holders(&score.holder, context)?;
        for &holder in &holders {
            let slot = self.state.scores.entry((holder, score.objective)).or_insert(0);
            *slot = new(*slot);
        }
        let value = value.wrapping_mul(holders.len() as i32);
        Ok(if holders.is_empty() { Outcome::FAIL } else { Outcome { success: true, value } })
    }

    pub(super) fn operate(
        &mut self,
        to: &Score,
        operation: Operation,
        from: &Score,
        context: Context,
    ) -> Faulty<Outcome> {
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
}

/// Rounded towards lower numbers, whatever the signs.
fn floor_div(a: i64, b: i64) -> i64 {
    a / b - i64::from(a % b != 0 && (a < 0) != (b < 0))
}
