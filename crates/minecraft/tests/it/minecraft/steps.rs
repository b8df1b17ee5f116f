//! The steps of an `execute`: its sources, its tests, and where its result is stored.

use std::rc::Rc;

use super::World;
use super::command::{Command, Sink, Step, Test};
use super::data::Place;
use super::machine::{Faulty, LIMIT, Outcome};
use super::nbt::{Key, Nbt};
use super::world::{Context, Scored};

/// Where a result goes, with its holders chosen already.
enum Kept {
    Scores(Vec<Scored>, u32),
    Data(Vec<Place>, Vec<Key>, char, f64),
}

type Stored = Vec<(bool, Rc<Kept>)>;

impl World {
    /// The sources that are left after all steps.
    pub(super) fn sources(&mut self, steps: &[Step], context: Context) -> Faulty<Vec<Context>> {
        let mut sources = vec![context];
        for step in steps {
            self.spend(1)?;
            let mut next = Vec::with_capacity(sources.len());
            for source in sources {
                self.step(step, source, &mut next)?;
            }
            if next.len() as u64 >= LIMIT {
                return Err(format!("an execute with {} sources", next.len()));
            }
            if next.is_empty() {
                return Ok(next);
            }
            sources = next;
        }
        Ok(sources)
    }

    fn step(&mut self, step: &Step, source: Context, next: &mut Vec<Context>) -> Faulty<()> {
        match step {
            Step::As(who) => {
                let found = self.state.select(who, source);
                next.extend(found.into_iter().map(|id| Context { me: Some(id), ..source }));
            }
            Step::At(who) | Step::PositionedAs(who) => {
                let found = self.state.select(who, source);
                next.extend(found.into_iter().map(|id| Context { at: self.state.entities[&id].at, ..source }));
            }
            Step::Positioned(at) => next.push(Context { at: at.exact(source.at), ..source }),
            Step::Align(axes) => {
                let at = std::array::from_fn(|axis| if axes[axis] { source.at[axis].floor() } else { source.at[axis] });
                next.push(Context { at, ..source });
            }
            // A mistake, and neither holds.
            Step::If(_, Test::Block(at, _)) if !self.state.is_in_world(at.block(source.at)) => {}
            Step::If(wanted, test) => {
                if (self.test(test, source)? > 0) == *wanted {
                    next.push(source);
                }
            }
            Step::Summon(kind) => {
                let id = self.state.add_entity(*kind, source.at, Nbt::empty());
                next.push(Context { me: Some(id), ..source });
            }
            Step::Nothing => next.push(source),
            Step::Store(..) => return Err("a result is stored where it cannot be".to_owned()),
        }
        Ok(())
    }

    /// An `execute` that ends in a test: its result is how many were found.
    pub(super) fn last_test(&mut self, steps: &[Step], context: Context) -> Faulty<Outcome> {
        let Some((Step::If(wanted, test), steps)) = steps.split_last() else {
            return Err("an execute without anything to run".to_owned());
        };
        let mut outcome = Outcome::FAIL;
        for source in self.sources(steps, context)? {
            self.spend(1)?;
            let count = self.test(test, source)?;
            outcome = if *wanted { Outcome::count(count) } else { Outcome::count(usize::from(count == 0)) };
        }
        Ok(outcome)
    }

    /// With results to store, each source runs by itself.
    pub(super) fn execute_and_store(
        &mut self,
        steps: &[Step],
        run: Option<&Rc<Command>>,
        context: Context,
    ) -> Faulty<Option<Outcome>> {
        let mut sources: Vec<(Context, Stored)> = vec![(context, Vec::new())];
        let (tested, steps) = match (run, steps.split_last()) {
            (None, Some((last, steps))) => (Some(last), steps),
            _ => (None, steps),
        };
        for step in steps.iter().filter(|_| !sources.is_empty()).collect::<Vec<_>>() {
            if sources.is_empty() {
                break;
            }
            self.spend(1)?;
            let mut next = Vec::new();
            for (source, mut stored) in sources {
                if let Step::Store(result, sink) = step {
                    stored.push((*result, Rc::new(self.kept(sink, source)?)));
                    next.push((source, stored));
                    continue;
                }
                let mut contexts = Vec::new();
                self.step(step, source, &mut contexts)?;
                next.extend(contexts.into_iter().map(|context| (context, stored.clone())));
            }
            sources = next;
        }
        let mut last = None;
        for (source, stored) in sources {
            let outcome = match (run, tested) {
                (Some(run), _) => self.chain(run, source)?,
                (None, Some(test)) => Some(self.last_test(std::slice::from_ref(test), source)?),
                (None, None) => None,
            };
            let Some(outcome) = outcome else {
                return Err("the result of a function that returned nothing is stored nowhere".to_owned());
            };
            for (result, kept) in stored {
                self.keep(&kept, if result { outcome.value } else { i32::from(outcome.success) })?;
            }
            last = Some(outcome);
        }
        Ok(last)
    }

    fn kept(&mut self, sink: &Sink, source: Context) -> Faulty<Kept> {
        Ok(match sink {
            Sink::Score(score) => {
                self.objective(score.objective)?;
                Kept::Scores(self.holders(&score.holder, source)?, score.objective)
            }
            Sink::Data(place, path, kind, scale) => {
                Kept::Data(self.places(place, source)?, path.clone(), *kind, *scale)
            }
        })
    }

    fn keep(&mut self, kept: &Kept, value: i32) -> Faulty<()> {
        match kept {
            Kept::Scores(holders, objective) => {
                for &holder in holders {
                    self.state.scores.insert((holder, *objective), value);
                }
            }
            Kept::Data(places, path, kind, scale) => {
                let value = f64::from(value) * scale;
                let value = if "fd".contains(*kind) { value } else { value.floor() };
                for place in places {
                    self.set_value(place, path, Nbt::Number(*kind, value))?;
                }
            }
        }
        Ok(())
    }

    /// How many were found; 0 when the test fails.
    pub(super) fn test(&mut self, test: &Test, source: Context) -> Faulty<usize> {
        Ok(match test {
            Test::Block(at, block) => usize::from(self.is_block(at.block(source.at), block)?),
            Test::Blocks(from, to, other, masked) => self.same_blocks(from, to, other, *masked, source),
            Test::Entity(who) => self.state.select(who, source).len(),
            Test::Loaded(at) => usize::from(self.state.is_loaded(at.block(source.at))),
            Test::Compare(a, sign, b) => {
                let (Some(a), Some(b)) = (self.read_score(a, source)?, self.read_score(b, source)?) else {
                    return Ok(0);
                };
                usize::from(match *sign {
                    "=" => a == b,
                    "<" => a < b,
                    "<=" => a <= b,
                    ">" => a > b,
                    _ => a >= b,
                })
            }
            Test::Matches(score, range) => {
                usize::from(self.read_score(score, source)?.is_some_and(|value| range.has(value.into())))
            }
            Test::Data(place, path) => {
                let places = self.places(place, source)?;
                places.iter().filter(|place| self.value(place, path).is_some()).count()
            }
            Test::Function(name) => {
                let call = Rc::new(Command::Function(*name));
                self.chain(&call, source)?.map_or(0, |outcome| usize::from(outcome.value != 0))
            }
        })
    }
}
