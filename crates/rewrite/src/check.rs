//! What a node may say. Whatever has no effect is an error: it was meant to have one.

use crate::node::{Action, Choice, Node, Order, Rule, Steps};
use crate::{ProgramError, Symmetry};

pub(crate) fn check_node(path: &str, node: &Node) -> Result<(), ProgramError> {
    let choice = if let Action::Rules(choice, _) = &node.action { Some(choice) } else { None };
    let (is_one, has_fields) = (choice == Some(&Choice::One), !node.fields.is_empty());
    let is_single = matches!(node.action, Action::Put(..) | Action::Nodes(Order::Sequence, _));
    let percent = if let Some(Steps::Percent(percent)) = node.steps { percent } else { 0.0 };
    let (states, has_goal) = match choice {
        Some(Choice::Search(goal)) => (goal.states, goal.present.is_some() || goal.absent.is_some()),
        _ => (1, true),
    };
    check_choice(path, choice, node.p, node.symmetry != Symmetry::All)?;
    refuse(
        path,
        [
            (
                node.steps.is_some() && (is_single || matches!(choice, Some(Choice::Search(_)))),
                "`steps` has no effect here; expected a node that takes turns",
            ),
            (!(0.0..=1e6).contains(&percent), "`steps` is out of range; expected a share such as \"40%\""),
            (has_fields && !is_one, "`fields` have no effect here; they go with `one`"),
            (
                !(0.0..=10_000.0).contains(&node.temperature),
                "`temperature` is out of range; expected a number from 0 to 10000",
            ),
            (node.temperature > 0.0 && !has_fields, "`temperature` has no effect here; it goes with `fields`"),
            (!(1..=10_000_000).contains(&states), "`states` is out of range; expected an integer from 1 to 10000000"),
            (!has_goal, "a search has no goal; expected `present` or `absent`"),
        ],
    )
}

pub(crate) fn check_rule(path: &str, node: &Node, choice: &Choice, rule: &Rule) -> Result<(), ProgramError> {
    let may_weigh = *choice == Choice::One && node.fields.is_empty();
    check_choice(path, Some(choice), rule.p, rule.symmetry.is_some())?;
    refuse(
        path,
        [
            (!(1..=1000).contains(&rule.weight), "`weight` is out of range; expected an integer from 1 to 1000"),
            (rule.weight != 1 && !may_weigh, "`weight` has no effect here; it goes with `one` without fields"),
        ],
    )
}

/// Checks what nodes and rules may both say.
fn check_choice(path: &str, choice: Option<&Choice>, p: Option<f64>, is_turned: bool) -> Result<(), ProgramError> {
    use Choice::{All, Count, One, Prl, Search};
    let has_share = matches!(choice, Some(All | Prl | Count(_)));
    let has_images = matches!(choice, Some(One | All | Prl | Search(_)));
    refuse(
        path,
        [
            (p.is_some() && !has_share, "`p` has no effect here; it goes with `all`, `prl` and `count`"),
            (p.is_some_and(|p| !(0.0..=1.0).contains(&p)), "`p` is out of range; expected a number from 0 to 1"),
            (is_turned && !has_images, "`symmetry` has no effect here; it goes with `one`, `all`, `prl` and `search`"),
        ],
    )
}

/// The first thing that is wrong.
fn refuse<const N: usize>(path: &str, faults: [(bool, &str); N]) -> Result<(), ProgramError> {
    let fault = faults.into_iter().find(|&(is_wrong, _)| is_wrong);
    fault.map_or(Ok(()), |(_, what)| Err(ProgramError::at(path, what)))
}
