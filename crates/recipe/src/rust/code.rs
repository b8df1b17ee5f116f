//! Rust code, laid out within the width of a line as `rustfmt` does it, near enough.

/// The longest line.
const WIDTH: usize = 100;

/// A piece of code.
#[derive(Clone, Debug)]
pub(super) enum Code {
    /// Text that stays in one line.
    Text(String),
    /// Items between brackets. `rest` comes last, without a comma.
    Group { open: String, items: Vec<Code>, rest: Option<String>, close: &'static str },
    /// Calls of methods.
    Chain(Box<Code>, Vec<Code>),
}

impl Code {
    pub(super) fn text(text: impl Into<String>) -> Code {
        Code::Text(text.into())
    }

    /// `name(items)`
    pub(super) fn call(name: &str, items: Vec<Code>) -> Code {
        Code::Group { open: format!("{name}("), items, rest: None, close: ")" }
    }

    /// `Name { fields, ..rest }`
    pub(super) fn fields(name: &str, fields: Vec<(String, Code)>, rest: Option<String>) -> Code {
        // No other parameter has the name of a keyword.
        let raw = |name: &str| if name == "in" { "r#" } else { "" };
        let items = fields.into_iter().map(|(name, value)| value.after(&format!("{}{name}: ", raw(&name)))).collect();
        Code::Group { open: format!("{name} {{"), items, rest, close: "}" }
    }

    /// The code with text before it.
    pub(super) fn after(self, text: &str) -> Code {
        match self {
            Code::Text(code) => Code::Text(format!("{text}{code}")),
            Code::Group { open, items, rest, close } => {
                Code::Group { open: format!("{text}{open}"), items, rest, close }
            }
            Code::Chain(base, calls) => Code::Chain(Box::new(base.after(text)), calls),
        }
    }

    /// The code, which begins in a column and ends with a few characters of other code.
    pub(super) fn print(&self, indent: usize, after: usize) -> String {
        let line = self.line();
        let begins = line.len() + indent + after <= WIDTH;
        match self {
            _ if begins => line,
            Code::Text(_) => line,
            // A single item goes on where the bracket opens.
            Code::Group { open, items, rest: None, close } if items.len() == 1 && *close == ")" => {
                format!("{open}{}{close}", items[0].print(indent, after + close.len()))
            }
            Code::Group { open, items, rest, close } => {
                let inner = " ".repeat(indent + 4);
                let mut text = format!("{open}\n");
                for item in items {
                    text += &format!("{inner}{},\n", item.print(indent + 4, 1));
                }
                text += &rest.as_ref().map(|rest| format!("{inner}{rest}\n")).unwrap_or_default();
                text + &" ".repeat(indent) + close
            }
            Code::Chain(base, calls) => {
                let mut text = base.print(indent, 0);
                // Calls go on below the bracket that closes a long beginning.
                let indent = if text.contains('\n') { indent } else { indent + 4 };
                for call in calls {
                    let call = call.print(indent, after);
                    text += &if call == "?" { call } else { format!("\n{}{call}", " ".repeat(indent)) };
                }
                text
            }
        }
    }

    /// The code in one line.
    fn line(&self) -> String {
        match self {
            Code::Text(text) => text.clone(),
            Code::Group { open, items, rest, close } => {
                let items: Vec<String> = items.iter().map(Code::line).chain(rest.clone()).collect();
                let space = if *close == "}" { " " } else { "" };
                format!("{open}{space}{}{space}{close}", items.join(", "))
            }
            Code::Chain(base, calls) => base.line() + &calls.iter().map(Code::line).collect::<String>(),
        }
    }
}
