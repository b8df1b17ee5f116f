//! The values that a varied parameter may take. Numbers move in thousandths, so that recipes round-trip through JSON.

use mapwright_core::params::{Holds, Schema, Variant};
use mapwright_recipe::Param;
use serde_json::{Map, Value, json};

/// The values of a varied parameter.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Choices {
    /// So many integers from the first.
    Ints(u64, u32),
    /// So many thousandths from the first.
    Thousandths(u64, u32),
    /// Any values; ordered ones are close to their neighbors.
    List { values: Vec<Value>, ordered: bool },
}

impl Choices {
    pub(crate) fn len(&self) -> u32 {
        match self {
            Choices::Ints(_, n) | Choices::Thousandths(_, n) => *n,
            Choices::List { values, .. } => values.len() as u32,
        }
    }

    pub(crate) const fn is_ordered(&self) -> bool {
        !matches!(self, Choices::List { ordered: false, .. })
    }

    pub(crate) fn value(&self, gene: u32) -> Value {
        match self {
            Choices::Ints(low, _) => json!(low + u64::from(gene)),
            Choices::Thousandths(low, _) => number(low + u64::from(gene)),
            Choices::List { values, .. } => values.get(gene as usize).cloned().unwrap_or(Value::Null),
        }
    }

    /// `low..=high` in thousandths.
    pub(crate) fn range(low: u64, high: u64, whole: bool) -> Result<Self, String> {
        let unit = if whole { 1000 } else { 1 };
        if !low.is_multiple_of(unit) || !high.is_multiple_of(unit) {
            return Err("the parameter takes integers".into());
        }
        let (low, high) = (low / unit, high / unit);
        let n = high.checked_sub(low).and_then(|n| u32::try_from(n).ok()?.checked_add(1));
        let n = n.ok_or_else(|| "the range has too many values; expected fewer than 4294967296".to_owned())?;
        Ok(if whole { Choices::Ints(low, n) } else { Choices::Thousandths(low, n) })
    }

    pub(crate) fn steps(low: u64, high: u64, steps: u32, whole: bool) -> Self {
        let gaps = u64::from(steps.max(2) - 1);
        let unit = if whole { 1000 } else { 1 };
        let at = |i: u64| {
            let thousandths = u128::from(low) + u128::from(high - low) * u128::from(i) / u128::from(gaps);
            u64::try_from((thousandths + unit / 2) / unit).unwrap_or(u64::MAX)
        };
        let mut values: Vec<u64> = (0..=gaps).map(at).collect();
        values.dedup();
        let values = values.into_iter().map(|value| if whole { json!(value) } else { number(value) });
        Choices::List { values: values.collect(), ordered: true }
    }
}

/// Thousandths as the closest number: what its decimal digits read as.
fn number(thousandths: u64) -> Value {
    json!(thousandths as f64 / 1000.0)
}

/// The values of a parameter that `all` varies. One that is absent by default stays absent unless it is given.
pub(crate) fn ranged(param: &Param, given: &Map<String, Value>) -> Option<Choices> {
    let given = given.get(param.name);
    if param.default.is_null() && given.is_none_or(Value::is_null) {
        return None;
    }
    known(&param.schema, given.unwrap_or(&param.default))
}

/// The values of the catalogue. A range of more than a thousand integers, or wider than a hundred, says what is possible
/// but not what is sensible: then up to four times the present value. A number that is absent has no values.
pub(crate) fn known(schema: &Schema, present: &Value) -> Option<Choices> {
    let cut = |present: f64, low: f64, high: f64| high.min((present * 4.0).max(low + 4.0));
    match *schema {
        Schema::Int(low, high) => {
            let (low, high) = (u64::try_from(low).ok()?, u64::try_from(high).ok()?);
            let present = present.as_f64()?;
            let high = if high - low > 1000 { cut(present, low as f64, high as f64) as u64 } else { high };
            Choices::range(low.checked_mul(1000)?, high.checked_mul(1000)?, true).ok()
        }
        Schema::Number(low, high) if low >= 0.0 => {
            let present = present.as_f64()?;
            let high = if high - low > 100.0 { cut(present, low, high) } else { high };
            Choices::range((low * 1000.0).ceil() as u64, (high * 1000.0).floor() as u64, false).ok()
        }
        Schema::OneOf(_, ref variants) => {
            let word = |one: &Variant| matches!(one.holds, Holds::Nothing).then(|| json!(one.name));
            let values = variants.iter().map(word).collect::<Option<_>>()?;
            Some(Choices::List { values, ordered: false })
        }
        Schema::Such(_, ref of) => known(of, present),
        Schema::Bool => Some(Choices::List { values: vec![json!(false), json!(true)], ordered: false }),
        _ => None,
    }
}

/// A range of a number, as an example of what to write.
pub(crate) fn example(schema: &Schema) -> Option<String> {
    match *schema {
        Schema::Int(low, high) if low >= 0 => Some(format!("{low}..{}", high.min(low + 29))),
        Schema::Number(low, high) if low >= 0.0 => Some(format!("{low}..{}", high.min(low + 1.0))),
        _ => None,
    }
}
