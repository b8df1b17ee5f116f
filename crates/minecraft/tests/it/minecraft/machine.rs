//! Runs commands as the game does: with a stack of its own, so that functions may call each other as deep as
//! they like, and a limit to how many commands may follow from one.
//!
//! An `execute` is prepared step by step *for all its sources at once*, and only then runs for each of
//! them: `as @e if score @s …` has asked all scores before the first one runs.

use std::rc::Rc;

use super::World;
use super::command::{Command, Step};
use super::world::Context;

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
            Command::Function(name) => {
                self.spend(1)?;
                let functions = self.functions_of(*name)?;
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
            _ => stack.items.push(Item::Each { run: Rc::clone(run), sources: sources.into_iter(), returns }),
        }
        Ok(())
    }
}
