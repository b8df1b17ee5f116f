//! Checks a proof: does its walk obey every door?

use std::collections::BTreeMap;

use mapwright_core::{BuilderMap, Door, Point, Proof};

use crate::keys::{KeyPlaces, Keys};
use crate::steps::{WalkStep, WalkSteps};

/// Checks a proof step by step, independently of how it was found. Secrets are shut.
///
/// # Errors
///
/// What is wrong with the walk.
pub fn replay(map: &BuilderMap, proof: &Proof) -> Result<(), String> {
    let steps = WalkSteps::new(map);
    let (places, mut keys, mut taken) = (KeyPlaces::of(map), Keys::NONE, Vec::new());
    let all: Vec<&Door> = map.doors.iter().flatten().collect();
    let mut doors_at: BTreeMap<Point, Vec<usize>> = BTreeMap::new();
    for (nth, door) in all.iter().enumerate() {
        door.cells.iter().for_each(|&at| doors_at.entry(at).or_default().push(nth));
    }
    let doors_at = |at: Point| doors_at.get(&at).map_or(&[][..], Vec::as_slice);
    let (Some(&first), Some(&last)) = (proof.walk.first(), proof.walk.last()) else {
        return Err("the walk has no cells".to_owned());
    };
    if map.start != Some(first) || map.exit != Some(last) {
        return Err(format!("the walk leads from {first} to {last}, not from the start to the exit"));
    }
    if !map.is_open(first) {
        return Err(format!("the start {first} is solid"));
    }
    places.take(first, &mut keys, &mut taken);
    for step in proof.walk.windows(2) {
        let (from, to) = (step[0], step[1]);
        let not_in = |here: Point| move |nth: &&usize| !doors_at(here).contains(nth);
        let entered: Vec<&Door> = doors_at(to).iter().filter(not_in(from)).map(|&nth| all[nth]).collect();
        let left = doors_at(from).iter().filter(not_in(to)).map(|&nth| all[nth]);
        let allows = |door: &Door, step| door.one_way.is_none_or(|only| step == WalkStep::Dir(only));
        let obeys = |step| left.clone().chain(entered.iter().copied()).all(|door| allows(door, step));
        let reaches = |cell| map.size().contains(to) && cell == map.size().index(to);
        if !steps.from(map.size().index(from)).any(|(cell, step)| reaches(cell) && obeys(step)) {
            return Err(format!("no step leads from {from} to {to}"));
        }
        if entered.iter().any(|door| door.is_secret()) {
            return Err(format!("the secret at {to} is shut"));
        }
        if let Some(lock) = entered.iter().find_map(|door| door.lock)
            && !keys.contains(lock)
        {
            return Err(format!("the door at {to} is passed without key {lock}"));
        }
        places.take(to, &mut keys, &mut taken);
    }
    if taken == proof.keys { Ok(()) } else { Err(format!("the walk takes the keys {taken:?}, not {:?}", proof.keys)) }
}
