//! The exact color test for tetrominoes: three colorings that every filling must balance.
//!
//! Color the rows of the board alternately +1 and −1; or its columns; or its cells like a chessboard. For each
//! coloring the free cells have a sum. Half of it is called u for rows, v for columns and c for chess. Each
//! tetromino, wherever it lies, takes a fixed part of (u, v, c):
//!
//! | piece | part |
//! |---|---|
//! | S, Z, O | (0, 0, 0): two cells of each color in all three colorings |
//! | I | (±2, 0, 0) horizontal, (0, ±2, 0) vertical |
//! | L, J | (±1, ±1, 0): three cells of a row and one of the next; the same for columns |
//! | T | (±1, 0, ±1) horizontal, (0, ±1, ±1) vertical: in the other direction it has 1, 2 and 1 cells |
//!
//! All combinations of signs occur, by the parity of the place. So a filling needs numbers j of the I pieces
//! and k of the T pieces that are horizontal, and signs, such that the parts add up to (u, v, c). Let there be I, L
//! and T pieces of these kinds (L counts J, too).
//!
//! **When are there such numbers?** The T pieces alone make c: c ≡ T (mod 2), |c| ≤ T. Their signs of c are free
//! of their signs of u and v, so c asks for nothing else. Of u, the L and the k horizontal T pieces make any number
//! ≡ L + k (mod 2) from −(L + k) to L + k, and the I pieces any ≡ 2j (mod 4) from −2j to 2j. For v the same with
//! T − k and I − j. So u ≡ L + k (mod 2): this fixes the parity p of k, and v then needs u + v ≡ T (mod 2). Such
//! a k exists if p ≤ T.
//!
//! If L + k ≥ 1, all u of that parity with |u| ≤ 2j + L + k can be made: a step of the I pieces is 4, and what
//! the others make is an interval of at least two numbers of one parity, 2 apart, hence without a gap.
//! If L + k = 0, then u ≡ 2j (mod 4) is needed, too. So, but for this, what is asked for is a w = 2j + k with
//!
//! |u| − L ≤ w ≤ 2I + T + L − |v|,
//!
//! and w can be any number ≡ p (mod 2) from p to 2I + k', where k' is the last number up to T of the parity of p.
//! Both bounds have that parity, so w exists if no lower bound is above an upper one. That is three inequalities:
//! one for u, one for v, and one for both.
//!
//! The case L + k = 0, or L + T − k = 0 for v, matters only if L = T = 0. For L ≥ 1 it does not occur. For L = 0
//! and T ≥ 1: if k = 0 can be had with w in the interval, choose j = ⌈|u| / 2⌉, the least; then u ≡ 2j (mod 4), and
//! likewise k = T with the largest j gives v ≡ 2(I − j); if T is 1, one of u and v is odd, its k is not 0, and the
//! choice of j is free for the other. (The test below tries all small cases.) For L = T = 0 both congruences are
//! needed and give u + v ≡ 2I (mod 4), which is enough: choose j = |u| / 2.
//!
//! These contain the known rules that a rectangle takes an even number of T pieces, and of L and J together if there
//! is no T and both sides are even, and are stronger: they hold for any shape and in the middle of a search.
//! The method is that of coloring arguments since Golomb (1954).

use std::fmt;

use mapwright_core::Point;

use super::kinds::Kinds;
use super::piece::Polyomino;
use super::problem::{PackProblem, TETROMINOES};

/// Half the sums of the three colorings over some cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Balance {
    pub(super) u: i32,
    pub(super) v: i32,
    pub(super) c: i32,
}

/// The number of pieces of each color type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TypeCounts {
    pub(super) i: i32,
    pub(super) l: i32,
    pub(super) t: i32,
    /// S, Z and O, which are balanced in every coloring.
    pub(super) flat: i32,
}

/// Which coloring shows that a board of tetrominoes has no filling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ColorRule {
    /// Each T piece changes the chessboard's balance by an odd number, so both have the same parity.
    ChessParity,
    /// There are too few T pieces for the chessboard's imbalance.
    ChessBalance,
    /// Without T pieces, the number of L and J pieces has the parity of the balance of rows.
    LjParity,
    /// Without T, L and J pieces, the number of I pieces has the parity of the balance of rows and columns.
    IParity,
    /// There are too few I, L, J and T pieces for the imbalance of rows, of columns, or of both.
    LineBalance,
}

impl fmt::Display for ColorRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ColorRule::ChessParity => {
                "colored like a chessboard, the board needs an odd number of T pieces more or fewer than there are"
            }
            ColorRule::ChessBalance => "colored like a chessboard, the board needs more T pieces",
            ColorRule::LjParity => {
                "colored by rows, the board needs an odd number of L and J pieces more or fewer than there are, \
                 as there is no T piece"
            }
            ColorRule::IParity => {
                "colored by rows and by columns, the board needs an odd number of I pieces more or fewer than there \
                 are, as there is no T, L or J piece"
            }
            ColorRule::LineBalance => "colored by rows and by columns, the board needs more I, L, J or T pieces",
        })
    }
}

/// Why pieces cannot balance what is left if all of them are used; `None` if they can.
pub(super) fn rule(balance: Balance, type_counts: TypeCounts) -> Option<ColorRule> {
    let Balance { u, v, c } = balance;
    let TypeCounts { i, l, t, .. } = type_counts;
    let (u, v, c) = (u.abs(), v.abs(), c.abs());
    let p = (u + l) & 1;
    if (c + t) & 1 != 0 {
        return Some(ColorRule::ChessParity);
    }
    if c > t {
        return Some(ColorRule::ChessBalance);
    }
    if p > t {
        return Some(ColorRule::LjParity);
    }
    // A signed sum and that of absolute values differ by multiples of 4: u and v are even here.
    if l == 0 && t == 0 && (u + v - 2 * i) & 3 != 0 {
        return Some(ColorRule::IParity);
    }
    let most = l + 2 * i + t;
    let fits = u <= most - ((t - p) & 1) && v <= most - p && u + v <= most + l;
    (!fits).then_some(ColorRule::LineBalance)
}

/// [`rule`] without the reason: what a search asks at each node. Parities that a piece cannot change need no second
/// look, once the whole board has passed.
#[inline(always)]
pub(super) fn balances(balance: Balance, type_counts: TypeCounts) -> bool {
    let Balance { u, v, c } = balance;
    let TypeCounts { i, l, t, .. } = type_counts;
    let (u, v, c) = (u.abs(), v.abs(), c.abs());
    let p = (u + l) & 1;
    let most = l + 2 * i + t;
    c <= t
        && p <= t
        && u <= most - ((t - p) & 1)
        && v <= most - p
        && u + v <= most + l
        && (l > 0 || t > 0 || (u + v - 2 * i) & 3 == 0)
}

/// [`balances`] if `pieces` of all pieces, including flat ones, are used and the others left over.
///
/// Not exact: every sign and number is chosen by itself.
#[inline(always)]
pub(super) fn balances_with_spares(balance: Balance, type_counts: TypeCounts, pieces: i32) -> bool {
    let Balance { u, v, c } = balance;
    let t = type_counts.t.min(pieces);
    let two = (type_counts.i + type_counts.l).min(pieces);
    c.abs() <= t && u.abs() + v.abs() <= 2 * two + t.min(pieces - two)
}

/// The color types of a problem's kinds, if all of them are tetrominoes.
#[derive(Clone, Debug)]
pub(super) struct Colors {
    /// The type of each kind.
    pub(super) types: Vec<Type>,
}

/// A piece's contribution to the colorings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    I,
    L,
    T,
    Flat,
}

impl Colors {
    pub(super) fn of(kinds: &Kinds) -> Option<Colors> {
        let types =
            kinds.kinds.iter().map(|kind| kind.orientations.first().and_then(type_of)).collect::<Option<Vec<Type>>>();
        types.map(|types| Colors { types })
    }

    /// The number of pieces of each type.
    pub(super) fn type_counts(&self, counts: &[u32]) -> TypeCounts {
        let mut type_counts = TypeCounts::default();
        for (kind, &count) in counts.iter().enumerate().take(self.types.len()) {
            // A board has fewer than 2²⁸ cells.
            *self.count(&mut type_counts, kind) += i32::try_from(count).unwrap_or(i32::MAX);
        }
        type_counts
    }

    /// The count of a kind's type.
    #[inline(always)]
    pub(super) fn count<'a>(&self, type_counts: &'a mut TypeCounts, kind: usize) -> &'a mut i32 {
        match self.types[kind] {
            Type::I => &mut type_counts.i,
            Type::L => &mut type_counts.l,
            Type::T => &mut type_counts.t,
            Type::Flat => &mut type_counts.flat,
        }
    }
}

fn type_of(shape: &Polyomino) -> Option<Type> {
    let orientations = shape.orientations(true, true);
    let known = |&&(_, text): &&(&str, &str)| text.parse().is_ok_and(|known| orientations.contains(&known));
    TETROMINOES.iter().find(known).map(|&(name, _)| match name {
        "I" => Type::I,
        "LL" | "LR" => Type::L,
        "T" => Type::T,
        _ => Type::Flat,
    })
}

/// The balance of some cells.
pub(super) fn balance_of(cells: impl IntoIterator<Item = Point>) -> Balance {
    let mut sum = Balance::default();
    for p in cells {
        let sign = |odd: u16| if odd & 1 == 0 { 1 } else { -1 };
        sum.u += sign(p.y);
        sum.v += sign(p.x);
        sum.c += sign(p.x ^ p.y);
    }
    Balance { u: sum.u / 2, v: sum.v / 2, c: sum.c / 2 }
}

/// The coloring that refutes the whole problem, if one does.
pub(super) fn refuted(problem: &PackProblem, kinds: &Kinds) -> Option<ColorRule> {
    let colors = Colors::of(kinds)?;
    let counts: Vec<u32> = kinds.kinds.iter().map(|kind| kind.count).collect();
    let (balance, type_counts) = (balance_of(problem.board.cells()), colors.type_counts(&counts));
    if !problem.spares {
        return rule(balance, type_counts);
    }
    let pieces = i32::try_from(problem.board.area() / 4).unwrap_or(i32::MAX);
    let fits = balances_with_spares(balance, type_counts, pieces);
    (!fits).then_some(if balance.c.abs() > type_counts.t { ColorRule::ChessBalance } else { ColorRule::LineBalance })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every sum that pieces can make, one piece at a time.
    fn reachable(type_counts: TypeCounts) -> BTreeSet<(i32, i32, i32)> {
        let mut sums = BTreeSet::from([(0, 0, 0)]);
        let signs = |a: i32| [-a, a];
        let mut add = |parts: &[(i32, i32, i32)], times: i32| {
            for _ in 0..times {
                let sum = |&(u, v, c): &(i32, i32, i32)| parts.iter().map(move |&(x, y, z)| (u + x, v + y, c + z));
                sums = sums.iter().flat_map(sum).collect();
            }
        };
        add(&signs(2).map(|a| [(a, 0, 0), (0, a, 0)]).concat(), type_counts.i);
        add(&signs(1).map(|a| signs(1).map(|b| (a, b, 0))).concat(), type_counts.l);
        let t = signs(1).map(|a| signs(1).map(|b| [(a, 0, b), (0, a, b)]));
        add(&t.concat().concat(), type_counts.t);
        sums
    }

    #[test]
    fn the_closed_form_is_exact() {
        for (i, l, t) in (0..6).flat_map(|i| (0..6).flat_map(move |l| (0..6).map(move |t| (i, l, t)))) {
            let type_counts = TypeCounts { i, l, t, flat: 0 };
            let sums = reachable(type_counts);
            let most = 2 * (i + l + t) + 2;
            for (u, v) in (-most..=most).flat_map(|u| (-most..=most).map(move |v| (u, v))) {
                for c in -t - 2..=t + 2 {
                    let balance = Balance { u, v, c };
                    let expected = sums.contains(&(u, v, c));
                    // What the board as a whole has passed: u + v and c are odd or even with T.
                    if (u + v + t) & 1 == 0 {
                        assert_eq!(rule(balance, type_counts).is_none(), expected, "{balance:?} {type_counts:?}");
                    }
                    if (u + v + t) & 1 == 0 && (c + t) & 1 == 0 {
                        assert_eq!(balances(balance, type_counts), expected, "{balance:?} {type_counts:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn each_piece_takes_the_part_that_the_table_says() {
        for (name, text) in TETROMINOES {
            let shape: Polyomino = text.parse().unwrap();
            let type_counts = match type_of(&shape).unwrap() {
                Type::I => TypeCounts { i: 1, ..TypeCounts::default() },
                Type::L => TypeCounts { l: 1, ..TypeCounts::default() },
                Type::T => TypeCounts { t: 1, ..TypeCounts::default() },
                Type::Flat => TypeCounts::default(),
            };
            let places = [(0, 0), (1, 0), (0, 1), (1, 1)];
            let orientations = shape.orientations(true, true);
            let at = |orientation: &Polyomino, (x, y)| {
                let b = balance_of(orientation.cells().iter().map(|p| Point::new(p.x + x, p.y + y)));
                (b.u, b.v, b.c)
            };
            let found: BTreeSet<_> =
                orientations.iter().flat_map(|orientation| places.map(|place| at(orientation, place))).collect();
            assert_eq!(found, reachable(type_counts), "{name}");
        }
        let three: Polyomino = "XXX".parse().unwrap();
        assert_eq!(type_of(&three), None);
    }
}
