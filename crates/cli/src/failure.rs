//! Why a call failed, and with which exit status it ends.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use mapwright::core::BuildError;
use mapwright::recipe::{RecipeError, RecipeErrorKind, short};

/// A failed call: a message, and whose fault it was.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    status: u8,
}

impl Failure {
    /// The input or the call was wrong.
    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Failure { message: message.to_string(), status: 2 }
    }

    /// Nobody reads the results any more: the program stops and says nothing.
    pub(crate) const fn unread() -> Self {
        Failure { message: String::new(), status: 0 }
    }

    /// Whether it is only that nobody reads the results any more.
    pub(crate) const fn is_unread(&self) -> bool {
        self.status == 0
    }

    /// The build failed: a contradiction, no solution, a used-up budget.
    pub(crate) fn build(message: impl fmt::Display) -> Self {
        Failure { message: message.to_string(), status: 1 }
    }

    /// The same with the file that it is about.
    pub(crate) fn about(mut self, path: &Path) -> Self {
        let name = if path == Path::new("-") { "standard input".into() } else { shown(path) };
        self.message = format!("{name}: {}", self.message);
        self
    }

    /// The same, said of standard output.
    pub(crate) fn about_output(mut self) -> Self {
        self.message = format!("standard output: {}", self.message);
        self
    }

    /// Whether it ends in a higher exit status.
    pub(crate) const fn is_worse_than(&self, other: &Failure) -> bool {
        self.status > other.status
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.status)
    }
}

/// A path, which is a long one only by mistake or malice: then its beginning.
fn shown(path: &Path) -> String {
    let text = path.display().to_string();
    if text.len() > LONGEST_PATH { short(&text).into_owned() } else { text }
}

/// How many bytes a path may have to be shown whole.
const LONGEST_PATH: usize = 1024;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<BuildError> for Failure {
    /// What another seed could mend is a failed build; all else is wrong input.
    fn from(error: BuildError) -> Self {
        if error.is_retryable() { Failure::build(error) } else { Failure::input(error) }
    }
}

impl From<RecipeError> for Failure {
    fn from(error: RecipeError) -> Self {
        match *error.kind {
            RecipeErrorKind::Build(error) => error.into(),
            kind @ RecipeErrorKind::Outside { .. } => {
                let error = RecipeError { kind: Box::new(kind), ..error };
                Failure::input(format!("{error} (`--trust-paths` allows any)"))
            }
            kind => Failure::input(RecipeError { kind: Box::new(kind), ..error }),
        }
    }
}
