//! What a search may change in a recipe, as text.

use std::fmt;
use std::str::FromStr;

use mapwright_recipe::short;

use crate::error::VaryError;

/// One entry of `--vary`.
///
/// | Text | What varies |
/// |---|---|
/// | `all` | every parameter with a range or a choice, within the catalogue's ranges |
/// | `metas.0.chance` | one parameter, within its range |
/// | `metas.0.chance=0..0.5` | within another range, in thousandths |
/// | `metas.0.chance=0..1/11` | eleven values, evenly spaced |
/// | `initial.use=wilson,eller` | one of these values; parameters that a builder does not have are left out |
/// | `width=21..41` | the size; also `height`, and `wrap=none,both` |
///
/// ```
/// use mapwright_search::Vary;
///
/// let vary: Vary = "metas.0.chance=0..1/11".parse()?;
/// assert_eq!(vary.to_string(), "metas.0.chance=0..1/11");
/// # Ok::<(), mapwright_search::VaryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vary {
    /// Every parameter with a range or a choice.
    All,
    /// One parameter.
    One(Target, Values),
}

/// A parameter of a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// `width`, `height` or `wrap`.
    Top(String),
    /// A parameter of the initial builder, or `use`.
    Initial(String),
    /// The same of a meta builder.
    Meta(usize, String),
}

/// The values that a parameter may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Those of the catalogue.
    Known,
    /// From one number to another, in thousandths.
    Range(u64, u64),
    /// So many numbers from one to another, in thousandths.
    Steps(u64, u64, u32),
    /// These words or numbers.
    List(Vec<String>),
}

impl FromStr for Vary {
    type Err = VaryError;

    fn from_str(text: &str) -> Result<Self, VaryError> {
        let text = text.trim();
        let error = |problem: String| VaryError { vary: short(text).into_owned(), problem };
        if text == "all" {
            return Ok(Vary::All);
        }
        let (path, values) = text.split_once('=').map_or((text, None), |(path, values)| (path, Some(values)));
        let target = target(path.trim()).ok_or_else(|| {
            error("expected `all`, or a parameter such as `metas.0.chance`, `initial.use` or `width`".into())
        })?;
        let values = values.map_or(Ok(Values::Known), |values| read_values(values.trim()));
        values.map(|values| Vary::One(target, values)).map_err(error)
    }
}

fn target(path: &str) -> Option<Target> {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|char| char.is_ascii_alphanumeric() || char == '_');
    let name = |name: &str| is_name(name).then(|| name.to_owned());
    match path.split('.').collect::<Vec<_>>()[..] {
        [top @ ("width" | "height" | "wrap")] => name(top).map(Target::Top),
        ["initial", param] => name(param).map(Target::Initial),
        ["metas", i, param] => Some(Target::Meta(i.parse().ok()?, name(param)?)),
        _ => None,
    }
}

fn read_values(text: &str) -> Result<Values, String> {
    let Some((low, rest)) = text.split_once("..") else {
        let words: Vec<String> = text.split(',').map(|word| word.trim().to_owned()).collect();
        return match words.iter().any(String::is_empty) {
            true => Err("expected a range such as `0..1` or values such as `wilson,eller` after `=`".into()),
            false => Ok(Values::List(words)),
        };
    };
    let (high, steps) = rest.split_once('/').map_or((rest, None), |(high, steps)| (high, Some(steps)));
    let number = |text: &str| {
        thousandths(text.trim()).ok_or_else(|| format!("`{}` is no number with up to three decimals", short(text)))
    };
    let (low, high) = (number(low)?, number(high)?);
    if low > high {
        return Err("the range is empty; expected the lower number first".into());
    }
    let Some(steps) = steps else { return Ok(Values::Range(low, high)) };
    match steps.trim().parse() {
        Ok(steps @ 2..=1000) => Ok(Values::Steps(low, high, steps)),
        _ => Err(format!("`{}` steps; expected an integer from 2 to 1000", short(steps))),
    }
}

/// A number with up to three decimals, in thousandths.
fn thousandths(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(part) || part.len() > 3 {
        return None;
    }
    let part: u64 = format!("{part:0<3}").parse().ok()?;
    whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(part)
}

impl fmt::Display for Vary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Vary::All => f.write_str("all"),
            Vary::One(target, Values::Known) => target.fmt(f),
            Vary::One(target, Values::Range(low, high)) => write!(f, "{target}={}..{}", shown(*low), shown(*high)),
            Vary::One(target, Values::Steps(low, high, steps)) => {
                write!(f, "{target}={}..{}/{steps}", shown(*low), shown(*high))
            }
            Vary::One(target, Values::List(words)) => write!(f, "{target}={}", words.join(",")),
        }
    }
}

/// Thousandths as a decimal number.
fn shown(thousandths: u64) -> String {
    let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Top(name) => f.write_str(name),
            Target::Initial(name) => write!(f, "initial.{name}"),
            Target::Meta(i, name) => write!(f, "metas.{i}.{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_read_is_shown() {
        for text in [
            "all",
            "width=21..41",
            "wrap=none,both",
            "initial.use=wilson,eller",
            "metas.0.chance",
            "metas.12.chance=0..0.125",
            "metas.0.chance=0..1/11",
        ] {
            assert_eq!(text.parse::<Vary>().map(|vary| vary.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        let check = |text: &str, problem: &str| {
            let error = text.parse::<Vary>().unwrap_err();
            assert_eq!((error.vary.as_str(), error.problem.as_str()), (text, problem));
        };
        let path = "expected `all`, or a parameter such as `metas.0.chance`, `initial.use` or `width`";
        for text in ["", "everything", "metas.p=3", "metas.x.p", "initial", "seed=0..3", "initial.=3", "initial.a-b"] {
            check(text, path);
        }
        check("width=9..3", "the range is empty; expected the lower number first");
        check("width=9..x", "`x` is no number with up to three decimals");
        check("initial.p=0..0.1234", "`0.1234` is no number with up to three decimals");
        check("initial.p=0..-1", "`-1` is no number with up to three decimals");
        check("initial.p=0..1/1", "`1` steps; expected an integer from 2 to 1000");
        check("initial.p=a,,b", "expected a range such as `0..1` or values such as `wilson,eller` after `=`");
        check("initial.p=", "expected a range such as `0..1` or values such as `wilson,eller` after `=`");
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(text in "\\PC{0,40}|(metas\\.[0-9]{1,3}\\.p=[0-9./,]{0,20})") {
            if let Ok(vary) = text.parse::<Vary>() {
                prop_assert_eq!(vary.to_string().parse::<Vary>(), Ok(vary));
            }
        }
    }
}
