//! `data`: what entities, storages and blocks know.

use super::World;
use super::command::{Change, Command, Source};
use super::machine::{Faulty, Outcome};
use super::nbt::{Key, Nbt};
use super::world::Context;

/// Where data is, with the entity chosen.
#[derive(Clone, Debug)]
pub enum Place {
    Entity(u32),
    Storage(String),
    Block([i32; 3]),
}

impl World {
    pub(super) fn places(&mut self, source: &Source, context: Context) -> Faulty<Vec<Place>> {
        Ok(match source {
            Source::Entity(who) => self.state.select(who, context).into_iter().map(Place::Entity).collect(),
            Source::Storage(name) => vec![Place::Storage(name.clone())],
            Source::Block(at) => vec![Place::Block(at.block(context.at))],
        })
    }

    pub(super) fn value(&self, place: &Place, path: &[Key]) -> Option<Nbt> {
        match place {
            Place::Entity(id) => self.state.entity_value(*id, path),
            Place::Storage(name) => self.state.storage.get(name)?.get(path).cloned(),
            Place::Block(at) => self.state.block_value(*at)?.get(path).cloned(),
        }
    }

    pub(super) fn set_value(&mut self, place: &Place, path: &[Key], value: Nbt) -> Faulty<bool> {
        let slot = match place {
            Place::Entity(id) => {
                let entity = self.state.entities.get(id).ok_or("the entity is gone")?;
                if self.state.is_player(entity) {
                    return Err("the data of players cannot be changed".to_owned());
                }
                return Ok(self.state.set_entity_value(*id, path, value));
            }
            Place::Storage(name) => self.state.storage.entry(name.clone()).or_insert_with(Nbt::empty).slot(path),
            Place::Block(at) => self.state.block_value_mut(*at).and_then(|data| data.slot(path)),
        };
        Ok(slot.map(|slot| *slot = value).is_some())
    }

    pub(super) fn data_command(&mut self, command: &Command, context: Context) -> Faulty<Outcome> {
        Ok(match command {
            Command::GetData(source, path, scale) => {
                let Some(place) = self.places(source, context)?.pop() else { return Ok(Outcome::FAIL) };
                match self.value(&place, path) {
                    Some(value) => Outcome { success: true, value: (value.as_number() * scale).floor() as i32 },
                    None => Outcome::FAIL,
                }
            }
            Command::MergeData(source, new) => {
                let places = self.places(source, context)?;
                for place in &places {
                    let mut data = self.value(place, &[]).unwrap_or_else(Nbt::empty);
                    data.merge(new.clone());
                    match place {
                        Place::Entity(id) if self.state.is_player(&self.state.entities[id]) => {
                            return Err("the data of players cannot be changed".to_owned());
                        }
                        Place::Entity(id) => self.state.set_entity_data(*id, data),
                        other => drop(self.set_value(other, &[], data)?),
                    }
                }
                Outcome::count(places.len())
            }
            Command::RemoveData(source, path) => {
                let places = self.places(source, context)?;
                let mut removed = 0;
                for place in &places {
                    let mut data = self.value(place, &[]).unwrap_or_else(Nbt::empty);
                    removed += usize::from(data.remove(path));
                    match place {
                        Place::Entity(id) => self.state.set_entity_data(*id, data),
                        other => drop(self.set_value(other, &[], data)?),
                    }
                }
                Outcome::count(removed)
            }
            Command::ModifyData(source, path, change) => {
                let places = self.places(source, context)?;
                let new = match change {
                    Change::Set(value) | Change::Append(value) => Some(value.clone()),
                    Change::From(other, from) => {
                        self.places(other, context)?.first().and_then(|place| self.value(place, from))
                    }
                };
                let Some(new) = new else { return Ok(Outcome::FAIL) };
                let mut changed = 0;
                for place in &places {
                    let new = match (change, self.value(place, path)) {
                        (Change::Append(_), Some(Nbt::List(mut items))) => {
                            items.push(new.clone());
                            Nbt::List(items)
                        }
                        (Change::Append(_), None) => Nbt::List(vec![new.clone()]),
                        (Change::Append(_), Some(_)) => return Err("append to what is no list".to_owned()),
                        _ => new.clone(),
                    };
                    changed += usize::from(self.set_value(place, path, new)?);
                }
                Outcome::count(changed)
            }
            _ => Outcome::FAIL,
        })
    }
}
