//! Runs commands as the game does: with a stack of its own, so that functions may call each other as deep as
//! they like, and a limit to how many commands may follow from one.
//!
//! Since 1.13 an `execute` is prepared step by step *for all its sources at once*, and only then runs for each of
//! them: `as @e if score @s …` has asked all scores before the first one runs. In 1.12 it went entity by entity,
//! but functions that were called waited, and the last one called ran first.

use std::rc::Rc;

use super::World;
use super::command::{Command, Condition, Sink, Step, Test};
use super::world::{Context, Scored};

/// Commands in a chain, by the default of the game rule `maxCommandChainLength`. Counted strictly: one for each
/// command, each call, and each step of an `execute` that finds anybody.
pub const LIMIT: u64 = 65_536;

/// What went wrong, and where.
pub type Faulty<T> = Result<T, String>;

/// A command's result. A failure has the value 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub success: bool,
    pub value: i32,
}

impl Outcome {
    pub const FAIL: Outcome = Outcome { success: false, value: 0 };

    pub fn ok(value: usize) -> Outcome {
        Outcome { success: true, value: i32::try_from(value).unwrap_or(i32::MAX) }
    }

    /// Success when it is not 0.
    pub fn count(value: usize) -> Outcome {
        Outcome { success: value > 0, ..Outcome::ok(value) }
    }
}

/// A function, read.
#[derive(Debug)]
pub struct Function {
    /// The file's path in the pack.
    pub file: String,
    /// The commands and the lines that they stand in.
    pub lines: Vec<(usize, Rc<Command>)>,
}

enum Item {
    Body { function: Rc<Function>, next: usize, context: Context, returns: bool },
    Each { run: Rc<Command>, sources: std::vec::IntoIter<Context>, returns: bool },
}

#[derive(Default)]
struct Stack {
    items: Vec<Item>,
    /// What the lowest function returned.
    last: Option<Outcome>,
}

impl Stack {
    /// The function that runs returns this.
    fn finish(&mut self, outcome: Outcome) {
        while let Some(item) = self.items.pop() {
            if let Item::Body { returns: false, .. } = item {
                if self.items.is_empty() {
                    self.last = Some(outcome);
                }
                return;
            }
        }
        self.last = Some(outcome);
    }
}

/// Where a result goes, with its holders chosen already.
enum Kept {
    Scores(Vec<Scored>, u32),
    Data(Vec<super::effects::Place>, Vec<super::nbt::Key>, char, f64),
}

type Stored = Vec<(bool, Rc<Kept>)>;

impl World {
    /// Runs one command and all that follows from it. `None` is the result of a function that returned nothing.
    pub(super) fn chain(&mut self, command: &Rc<Command>, context: Context) -> Faulty<Option<Outcome>> {
        let mut stack = Stack::default();
        // An `execute` may run for many, each with a result of its own.
        let returns = !matches!(**command, Command::Execute { run: Some(_), .. });
        self.perform(command, context, &mut stack, returns)?;
        self.drain(stack)
    }

    fn drain(&mut self, mut stack: Stack) -> Faulty<Option<Outcome>> {
        while let Some(item) = stack.items.last_mut() {
            match item {
                Item::Body { function, next, context, .. } => {
                    let (function, context) = (Rc::clone(function), *context);
                    *next += 1;
                    let line = *next - 1;
                    match function.lines.get(line) {
                        Some((number, command)) => {
                            let fault = |why: String| format!("{}:{number}: {why}", function.file);
                            let performed = self.perform(command, context, &mut stack, false);
                            // The innermost place is told, and only once.
                            performed.map_err(|why| if why.contains(".mcfunction:") { why } else { fault(why) })?;
                        }
                        None => self.fall_through(&mut stack),
                    }
                }
                Item::Each { run, sources, returns } => match sources.next() {
                    Some(context) => {
                        let (run, returns) = (Rc::clone(run), *returns);
                        self.perform(&run, context, &mut stack, returns)?;
                    }
                    None => drop(stack.items.pop()),
                },
            }
        }
        Ok(stack.last)
    }

    /// A function ends without `return`. What was called by `return run` fails then.
    fn fall_through(&mut self, stack: &mut Stack) {
        if let Some(Item::Body { returns: true, .. }) = stack.items.pop()
            && !stack.items.is_empty()
        {
            stack.finish(Outcome::FAIL);
        }
    }

    pub(super) fn spend(&mut self, cost: u64) -> Faulty<()> {
        self.cost += cost;
        if self.cost > LIMIT { Err(format!("more than {LIMIT} commands in a chain")) } else { Ok(()) }
    }

    /// Runs a command, or puts on the stack what it calls. With `returns` its result is that of the function.
    fn perform(&mut self, command: &Rc<Command>, context: Context, stack: &mut Stack, returns: bool) -> Faulty<()> {
        match &**command {
            Command::Execute { steps, run } => self.execute(steps, run.as_ref(), context, stack, returns),
            Command::Function { name, condition } => {
                self.spend(1)?;
                let holds = match condition {
                    None => true,
                    Some(Condition::If(who)) => !self.state.select(who, context).is_empty(),
                    Some(Condition::Unless(who)) => self.state.select(who, context).is_empty(),
                };
                let functions = if holds { self.functions_of(*name)? } else { Vec::new() };
                if self.state.legacy && holds {
                    self.spend(1)?;
                }
                // The functions of a tag have no result together.
                let returns = returns && functions.len() == 1;
                for function in functions.into_iter().rev() {
                    stack.items.push(Item::Body { function, next: 0, context, returns });
                }
                Ok(())
            }
            Command::Return(value) => {
                self.spend(1)?;
                stack.finish(Outcome { success: true, value: *value });
                Ok(())
            }
            Command::ReturnFail => {
                self.spend(1)?;
                stack.finish(Outcome::FAIL);
                Ok(())
            }
            Command::ReturnRun(run) => self.perform(run, context, stack, true),
            effect => {
                self.spend(1)?;
                let outcome = self.effect(effect, context)?;
                if returns {
                    stack.finish(outcome);
                }
                Ok(())
            }
        }
    }

    fn execute(
        &mut self,
        steps: &[Step],
        run: Option<&Rc<Command>>,
        context: Context,
        stack: &mut Stack,
        returns: bool,
    ) -> Faulty<()> {
        if steps.iter().any(|step| matches!(step, Step::Store(..))) {
            let outcome = self.execute_and_store(steps, run, context)?;
            if returns {
                stack.finish(outcome.unwrap_or(Outcome::FAIL));
            }
            return Ok(());
        }
        let Some(run) = run else {
            let outcome = self.last_test(steps, context)?;
            if returns {
                stack.finish(outcome);
            }
            return Ok(());
        };
        let sources = self.sources(steps, context)?;
        match sources[..] {
            [] if returns => stack.finish(Outcome::FAIL),
            [] => {}
            [only] => self.perform(run, only, stack, returns)?,
            _ if self.state.legacy => {
                for source in sources {
                    self.perform(run, source, stack, returns)?;
                }
            }
            _ => stack.items.push(Item::Each { run: Rc::clone(run), sources: sources.into_iter(), returns }),
        }
        Ok(())
    }

    /// The sources that are left after all steps.
    fn sources(&mut self, steps: &[Step], context: Context) -> Faulty<Vec<Context>> {
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
                let id = self.state.add_entity(*kind, source.at, super::nbt::Nbt::empty());
                next.push(Context { me: Some(id), ..source });
            }
            Step::Each(who, at) => {
                for id in self.state.select(who, source) {
                    let at = at.exact(self.state.entities[&id].at);
                    next.push(Context { at, me: Some(id) });
                }
            }
            Step::Nothing => next.push(source),
            Step::Store(..) => return Err("a result is stored where it cannot be".to_owned()),
        }
        Ok(())
    }

    /// An `execute` that ends in a test: its result is how many were found.
    fn last_test(&mut self, steps: &[Step], context: Context) -> Faulty<Outcome> {
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
    fn execute_and_store(
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
                    self.set_value(place, path, super::nbt::Nbt::Number(*kind, value))?;
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
                let call = Rc::new(Command::Function { name: *name, condition: None });
                self.chain(&call, source)?.map_or(0, |outcome| usize::from(outcome.value != 0))
            }
        })
    }
}
