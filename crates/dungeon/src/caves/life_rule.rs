//! Rules of life-like automata: the counts of wall neighbors at which a cell becomes or stays wall.
//!
//! Rules use Golly's notation: `B` for the counts at which an open cell becomes wall, `S` for those at which a wall
//! stays. Conway's Life is `B3/S23`. Live cells are walls here, since walls are what a cave grows.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// The counts of walls among a cell's 8 neighbors that make it wall.
///
/// As text, also in recipes, it is a string such as `B05678/S05678`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LifeRule {
    birth: u16,
    survival: u16,
}

impl LifeRule {
    /// A cell becomes wall if more than 4 of its neighbors are wall, or none: caves with pillars in their wide halls.
    pub const CAVES: LifeRule = LifeRule::from_bits(0b1_1110_0001, 0b1_1110_0001);

    /// The rule with these two sets of counts, bit `n` for `n` wall neighbors; bits above 8 are dropped.
    pub const fn from_bits(birth: u16, survival: u16) -> LifeRule {
        LifeRule { birth: birth & 0x1ff, survival: survival & 0x1ff }
    }

    /// The counts at which an open cell becomes wall, one bit each.
    pub const fn birth(self) -> u16 {
        self.birth
    }

    /// The counts at which a wall stays wall, one bit each.
    pub const fn survival(self) -> u16 {
        self.survival
    }
}

impl Default for LifeRule {
    fn default() -> Self {
        LifeRule::CAVES
    }
}

impl fmt::Display for LifeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = |set: u16| (0..9).filter(move |n| set >> n & 1 == 1);
        f.write_str("B")?;
        counts(self.birth).try_for_each(|n| write!(f, "{n}"))?;
        f.write_str("/S")?;
        counts(self.survival).try_for_each(|n| write!(f, "{n}"))
    }
}

impl FromStr for LifeRule {
    type Err = ParseLifeRuleError;

    /// Reads `B…/S…`, ignoring case, with the counts in any order.
    fn from_str(text: &str) -> Result<Self, ParseLifeRuleError> {
        let parse = || {
            let (birth, survival) = text.split_once('/')?;
            Some(LifeRule::from_bits(counts(birth, ['B', 'b'])?, counts(survival, ['S', 's'])?))
        };
        parse().ok_or_else(|| ParseLifeRuleError { text: text.to_owned() })
    }
}

/// The set of counts in `B05678` or `S05678`.
fn counts(text: &str, letter: [char; 2]) -> Option<u16> {
    let digits = text.strip_prefix(letter)?.chars();
    digits.map(|digit| digit.to_digit(9)).try_fold(0, |set, n| Some(set | 1 << n?))
}

/// A text that is not a [`LifeRule`].
#[derive(Clone, PartialEq, Eq, mapwright_core::ErrorDebug)]
pub struct ParseLifeRuleError {
    text: String,
}

impl fmt::Display for ParseLifeRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let allowed = "`B`, the counts 0 to 8 of wall neighbors at which floor becomes wall, `/S`, \
                       and the counts at which wall stays, as in `B05678/S05678`";
        write!(f, "`{}` is not a rule; expected {allowed}", self.text)
    }
}

impl Error for ParseLifeRuleError {}

#[cfg(feature = "serde")]
mapwright_core::serialize_as_text!(LifeRule);
mapwright_core::text_param!(LifeRule, "a rule such as \"B5678/S45678\", digits 0 to 8", "^[Bb][0-8]*/[Ss][0-8]*$");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_read_as_it_is_written() {
        for bits in 0..512 {
            for rule in [LifeRule::from_bits(bits, !bits), LifeRule::from_bits(bits, bits * 3)] {
                assert_eq!(rule.to_string().parse(), Ok(rule));
            }
        }
        assert_eq!(LifeRule::default().to_string(), "B05678/S05678");
        assert_eq!("b3/s32".parse(), Ok(LifeRule::from_bits(0b1000, 0b1100)));
        assert_eq!("B/S".parse(), Ok(LifeRule::from_bits(0, 0)));
    }

    #[test]
    fn the_default_is_more_than_four_or_none() {
        for n in 0..9 {
            let wall = n > 4 || n == 0;
            assert_eq!(LifeRule::default().birth() >> n & 1 == 1, wall);
            assert_eq!(LifeRule::default().survival() >> n & 1 == 1, wall);
        }
    }

    #[test]
    fn what_is_no_rule_is_told_what_is_allowed() {
        for text in ["", "B3", "B3S23", "B9/S2", "B3/S2 3", "S23/B3", "3/23", "B3/S23/", "Bx/S"] {
            let message = text.parse::<LifeRule>().map_err(|error| error.to_string());
            let expected = format!(
                "`{text}` is not a rule; expected `B`, the counts 0 to 8 of wall neighbors at which floor \
                 becomes wall, `/S`, and the counts at which wall stays, as in `B05678/S05678`"
            );
            assert_eq!(message, Err(expected));
        }
    }
}
