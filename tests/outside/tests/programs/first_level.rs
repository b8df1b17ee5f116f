//! The first level.

use mapwright::builders::*;
use mapwright::prelude::*;

#[test]
fn main() -> Result<(), BuildError> {
    let map = BuilderChain::start_with(Size::new(60, 20), RandomRooms::default()).build(7)?;
    println!("{map}");
    Ok(())
}
