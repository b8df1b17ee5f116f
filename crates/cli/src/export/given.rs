//! The options that were given, so that those of another format can be refused.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command, Error, ValueEnum};

use super::Format;
use crate::failure::Failure;

/// Names of options, each with the formats that accept it.
pub(super) type Options = &'static [(&'static str, &'static [Format])];

/// The names of all arguments on the command line. It adds none.
#[derive(Clone, Debug, Default)]
pub(super) struct Given(Vec<String>);

impl Given {
    /// Refuses an option that the format does not accept.
    pub(super) fn belong_to(&self, format: Format, options: &[Options]) -> Result<(), Failure> {
        for (name, formats) in options.iter().copied().flatten() {
            if self.0.iter().any(|given| given == name) && !formats.contains(&format) {
                let (option, takers) = (name.replace('_', "-"), words(formats));
                let message = format!("`--{option}` is for {takers}; `{}` does not take it", word(format));
                return Err(Failure::input(message));
            }
        }
        Ok(())
    }
}

/// The format as it is written on the command line.
pub(super) fn word(format: Format) -> String {
    format.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

fn words(formats: &[Format]) -> String {
    let all: Vec<String> = formats.iter().map(|&format| format!("`{}`", word(format))).collect();
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

impl clap::FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = |id: &&clap::Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        Ok(Given(matches.ids().filter(given).map(ToString::to_string).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Given::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Given {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::{ExportArgs, OPTIONS};
    use clap::Args;

    /// An option in no table would be accepted by every format, and silently ignored by some.
    #[test]
    fn every_option_says_which_formats_take_it() {
        let command = ExportArgs::augment_args(clap::Command::new("export"));
        let mut declared: BTreeSet<&str> = OPTIONS.iter().copied().flatten().map(|(name, _)| *name).collect();
        for (name, formats) in OPTIONS.iter().copied().flatten() {
            assert!(!formats.is_empty(), "{name}");
        }
        for argument in command.get_arguments().map(|argument| argument.get_id().as_str()) {
            let is_for_all = ["map", "to", "place", "out", "seed", "trust_paths"].contains(&argument);
            assert!(declared.remove(argument) != is_for_all, "`{argument}` must stand in one table of options");
        }
        assert_eq!(declared, BTreeSet::new(), "options that there are not");
    }
}
