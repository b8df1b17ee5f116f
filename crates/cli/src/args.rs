//! What the commands' arguments have in common: how values are read, and examples.

use std::fmt::Display;
use std::ops::Range;

use mapwright::core::{Size, Wrap};
use mapwright::recipe::short;

/// Calls to show below the help of a command.
macro_rules! examples {
    ($($call:literal)+) => { concat!("Examples:\n", $("  mapwright ", $call, "\n",)+) };
}
pub(crate) use examples;

/// Asks for the nearest name, or says what helps otherwise.
pub(crate) fn hint(nearest: Option<impl Display>, otherwise: &str) -> String {
    nearest.map_or_else(|| otherwise.to_owned(), |near| format!("did you mean `{near}`?"))
}

/// Says that nothing has a name.
pub(crate) fn unknown(what: &str, name: &str, nearest: Option<impl Display>, list: &str) -> String {
    format!("no {what} is called `{}`; {}", short(name), hint(nearest, &format!("`{list}` lists all")))
}

/// Reads a seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "a seed is a whole number from 0 to 18446744073709551615".to_owned())
}

/// Reads `A..B`.
pub(crate) fn seeds(text: &str) -> Result<Range<u64>, String> {
    let wrong = || "expected A..B with whole numbers, A less than B, such as 0..100; B itself is left out".to_owned();
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let (from, to) = (from.parse().map_err(|_| wrong())?, to.parse().map_err(|_| wrong())?);
    if from < to { Ok(from..to) } else { Err(wrong()) }
}

/// Reads `WxH`.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let wrong = || "expected WxH, both 1 to 65535, such as 11x11".to_owned();
    let (w, h) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    let side = |text: &str| text.parse().ok().filter(|&side: &u16| side > 0).ok_or_else(wrong);
    Ok(Size::new(side(w)?, side(h)?))
}

/// Reads a number of bytes.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let units = [("K", 10), ("M", 20), ("G", 30), ("T", 40)];
    let unit = units.into_iter().find(|(unit, _)| text.ends_with(unit));
    let digits = unit.and_then(|(unit, _)| text.strip_suffix(unit)).unwrap_or(text);
    let number: Option<u64> = digits.parse().ok().filter(|&number| number > 0);
    let bytes = number.and_then(|number| number.checked_mul(1 << unit.map_or(0, |(_, bits)| bits)));
    bytes.ok_or_else(|| "expected bytes, such as 500M or 12G".to_owned())
}

/// Reads the name of a wrap.
pub(crate) fn wrap(text: &str) -> Result<Wrap, String> {
    let known = Wrap::ALL.into_iter().find(|wrap| wrap.to_string() == text);
    known.ok_or_else(|| format!("expected {}", Wrap::ALL.map(|wrap| wrap.to_string()).join(", ")))
}
