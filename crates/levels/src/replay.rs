//! Checks a proof: does its walk obey every door?

use mapwright_core::{BuilderMap, Door, Point, Proof};

use crate::keys::Keys;
use crate::steps::{WalkStep, WalkSteps};

/// Checks a proof step by step, independently of how it was found. Secrets are shut.
///
/// # Errors
///
/// What is wrong with the walk.
pub fn replay(map: &BuilderMap, proof: &Proof) -> Result<(), String> {
    let steps = WalkSteps::new(map);
    let mut keys = Keys::NONE;
    let mut taken = Vec::new();
    let mut take = |keys: &mut Keys, at: Point| {
        for key in map.spawns.iter().filter(|spawn| spawn.at == at).filter_map(|spawn| spawn.key) {
            if !keys.contains(key) {
                keys.insert(key);
                taken.push(key);
            }
        }
    };
    let (Some(&first), Some(&last)) = (proof.walk.first(), proof.walk.last()) else {
        return Err("the walk has no cells".to_owned());
    };
    if map.start != Some(first) || map.exit != Some(last) {
        return Err(format!("the walk leads from {first} to {last}, not from the start to the exit"));
    }
    if !map.is_open(first) {
        return Err(format!("the start {first} is solid"));
    }
    take(&mut keys, first);
    for step in proof.walk.windows(2) {
        let (from, to) = (step[0], step[1]);
        let stands = |door: &&Door| door.cells.contains(&from) != door.cells.contains(&to);
        let doors: Vec<&Door> = map.doors.iter().flatten().filter(stands).collect();
        let obeys = |step| doors.iter().all(|door| door.one_way.is_none_or(|only| step == WalkStep::Dir(only)));
        let reaches = |cell| map.size().contains(to) && cell == map.size().index(to);
        if !steps.from(map.size().index(from)).any(|(cell, step)| reaches(cell) && obeys(step)) {
            return Err(format!("no step leads from {from} to {to}"));
        }
        if doors.iter().any(|door| door.is_secret() && door.cells.contains(&to)) {
            return Err(format!("the secret at {to} is shut"));
        }
        if let Some(lock) = doors.iter().filter(|door| door.cells.contains(&to)).find_map(|door| door.lock)
            && !keys.contains(lock)
        {
            return Err(format!("the door at {to} is passed without key {lock}"));
        }
        take(&mut keys, to);
    }
    if taken == proof.keys { Ok(()) } else { Err(format!("the walk takes the keys {taken:?}, not {:?}", proof.keys)) }
}
