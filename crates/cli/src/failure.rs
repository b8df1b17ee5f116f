//! Why a call failed, and its exit status.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use mapwright::core::BuildError;
use mapwright::recipe::{RecipeError, RecipeErrorKind, short};

use crate::message::escaped;

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

    /// The reader of the results is gone: the program stops silently.
    pub(crate) const fn unread() -> Self {
        Failure { message: String::new(), status: 0 }
    }

    /// Whether only the reader of the results is gone.
    pub(crate) const fn is_unread(&self) -> bool {
        self.status == 0
    }

    /// The build failed: a contradiction, no solution, a used-up budget.
    pub(crate) fn build(message: impl fmt::Display) -> Self {
        Failure { message: message.to_string(), status: 1 }
    }

    /// The same with the file that it is about.
    pub(crate) fn about(mut self, path: &Path) -> Self {
        self.message = format!("{}: {}", shown(path), self.message);
        self
    }

    /// The same, about standard output.
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

/// The same error of the command line, with values that are short and harmless to a terminal.
pub(crate) fn readable(mut error: clap::Error) -> clap::Error {
    let shown = |value: &str| Some(escaped(&short(value))).filter(|shown| shown != value);
    let values: Vec<(ContextKind, String)> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(value) => Some((kind, shown(value)?)),
            _ => None,
        })
        .collect();
    for (kind, value) in values {
        error.insert(kind, ContextValue::String(value));
    }
    if let ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand = error.kind() {
        // Drop clap's hint to pass it after `--`.
        error.remove(ContextKind::Suggested);
    }
    error
}

/// A path for messages; only its beginning if it is long, which happens only by mistake or malice.
pub(crate) fn shown(path: &Path) -> String {
    if path == Path::new("-") {
        return "standard input".to_owned();
    }
    let text = escaped(&path.display().to_string()).replace('\n', "\\n");
    if text.len() > LONGEST_PATH { short(&text).into_owned() } else { text }
}

/// The most bytes of a path that is shown completely.
const LONGEST_PATH: usize = 1024;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<BuildError> for Failure {
    /// An error that another seed may avoid is a failed build; all others are wrong input.
    fn from(error: BuildError) -> Self {
        if error.is_retryable() { Failure::build(error) } else { Failure::input(error) }
    }
}

impl From<RecipeError> for Failure {
    fn from(error: RecipeError) -> Self {
        let message = error.to_string();
        match error.into_kind() {
            RecipeErrorKind::Build(error) => error.into(),
            RecipeErrorKind::Outside { .. } => Failure::input(format!("{message} (`--trust-paths` allows any)")),
            _ => Failure::input(message),
        }
    }
}
