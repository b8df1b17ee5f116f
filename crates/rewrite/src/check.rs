//! What a node may say. Whatever has no effect is an error: it was meant to have one.

use crate::compile::Mode;
use crate::node::{Action, Node, Rule, Steps};
use crate::{ProgramError, Symmetry};

pub(crate) fn check_node(path: &str, node: &Node) -> Result<(), ProgramError> {
    use Action::{All, Count, One, Prl, Put, Search, Sequence};
    let (action, has_fields) = (&node.action, !node.fields.is_empty());
    let has_share = matches!(action, All(_) | Prl(_) | Count(..));
    let has_images = matches!(action, One(_) | All(_) | Prl(_) | Search(_));
    let has_turns = !matches!(action, Put(..) | Search(_) | Sequence(_));
    let percent = if let Some(Steps::Percent(percent)) = node.steps { percent } else { 0.0 };
    check_share(path, node.p)?;
    refuse(
        path,
        [
            (node.p.is_some() && !has_share, "`p` has no effect here; it goes with `all`, `prl` and `count`"),
            (
                node.symmetry != Symmetry::All && !has_images,
                "`symmetry` has no effect here; it goes with `one`, `all`, `prl` and `search`",
            ),
            (node.steps.is_some() && !has_turns, "`steps` has no effect here; expected a node that takes turns"),
            (has_fields && !matches!(action, One(_)), "`fields` have no effect here; they go with `one`"),
            (
                !(0.0..=10_000.0).contains(&node.temperature),
                "`temperature` is out of range; expected a number from 0 to 10000",
            ),
            (node.temperature > 0.0 && !has_fields, "`temperature` has no effect here; it goes with `fields`"),
            (!(0.0..=1e6).contains(&percent), "`steps` is out of range; expected a share such as \"40%\""),
        ],
    )
}

pub(crate) fn check_rule(path: &str, node: &Node, mode: Mode, rule: &Rule) -> Result<(), ProgramError> {
    let may_weigh = mode == Mode::One && node.fields.is_empty();
    check_share(path, rule.p)?;
    refuse(
        path,
        [
            (rule.p.is_some() && mode == Mode::One, "`p` has no effect in `one`; expected `weight`"),
            (!(1..=1000).contains(&rule.weight), "`weight` is out of range; expected an integer from 1 to 1000"),
            (rule.weight != 1 && !may_weigh, "`weight` has no effect here; it goes with `one` without fields"),
        ],
    )
}

pub(crate) fn check_share(path: &str, p: Option<f64>) -> Result<(), ProgramError> {
    match p {
        Some(p) if !(0.0..=1.0).contains(&p) => {
            Err(ProgramError::at(path, format!("`p` is {p}; expected a number from 0 to 1")))
        }
        _ => Ok(()),
    }
}

/// The first thing that is wrong.
pub(crate) fn refuse<const N: usize>(path: &str, faults: [(bool, &str); N]) -> Result<(), ProgramError> {
    let fault = faults.into_iter().find(|&(is_wrong, _)| is_wrong);
    fault.map_or(Ok(()), |(_, what)| Err(ProgramError::at(path, what)))
}
