//! The built-in templates.

use mapwright_core::{Legend, Meaning, Template};

use super::vault::Vault;

const OUTPOST: &str = include_str!("shipped/outpost.txt");
const FORT: &str = include_str!("shipped/fort.txt");
/// Each vault with a line before it: its name, its weight, and the least and the greatest depth.
const VAULTS: &str = include_str!("shipped/vaults.txt");

/// The spawns that the letters of the drawings mean, all on floor.
const SPAWNS: [(char, &str); 6] =
    [('b', "Bandit"), ('g', "Goblin"), ('r', "Rat"), ('s', "Skeleton"), ('t', "Troll"), ('$', "Gold")];

/// A small level of five rooms with start, exit and some spawns, 15 by 9 cells.
pub(super) fn outpost() -> Template {
    drawn(OUTPOST)
}

/// A walled section with a hall, four chambers and gates on all sides, 17 by 15 cells.
pub(super) fn fort() -> Template {
    drawn(FORT)
}

impl Vault {
    /// The built-in vaults: a guard post, a grove, a pond, barracks, a stone ring, a crypt, a moat and a pit,
    /// each for its own depths.
    pub fn shipped() -> Vec<Vault> {
        VAULTS.split("\n\n").filter_map(vault).collect()
    }
}

fn vault(text: &str) -> Option<Vault> {
    let (about, drawing) = text.split_once('\n')?;
    let [name, weight, depths] = about.split(" | ").collect::<Vec<_>>().try_into().ok()?;
    let (least, greatest) = depths.split_once("..")?;
    Some(Vault {
        weight: weight.parse().ok()?,
        min_depth: least.parse().ok()?,
        max_depth: greatest.parse().unwrap_or(u32::MAX),
        ..Vault::new(name, drawn(drawing))
    })
}

/// A built-in drawing. A test ensures that all can be read.
fn drawn(drawing: &str) -> Template {
    let legend =
        SPAWNS.into_iter().fold(Legend::default(), |legend, (glyph, who)| legend.with(glyph, Meaning::spawn(who)));
    Template::from_text(drawing, &legend).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_is_read_as_it_is_drawn() {
        let drawings: Vec<&str> = VAULTS.split("\n\n").filter_map(|text| Some(text.split_once('\n')?.1)).collect();
        let vaults = Vault::shipped();
        assert_eq!((drawings.len(), vaults.len()), (8, 8));
        assert_eq!(vaults.iter().map(|vault| vault.max_depth).filter(|&depth| depth < u32::MAX).sum::<u32>(), 27);
        let all = drawings.into_iter().zip(vaults.into_iter().map(|vault| vault.template));
        for (drawing, prefab) in all.chain([(OUTPOST, outpost()), (FORT, fort())]) {
            let size = (drawing.lines().map(|line| line.chars().count()).max(), Some(drawing.lines().count()));
            assert_eq!((Some(prefab.size().w.into()), Some(prefab.size().h.into())), size, "{drawing}");
            let letters = drawing.chars().filter(|glyph| SPAWNS.iter().any(|(letter, _)| letter == glyph)).count();
            assert_eq!(prefab.spawns().len(), letters, "{drawing}");
        }
    }
}
