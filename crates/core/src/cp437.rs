//! Code page 437, the character set of the IBM PC of 1981. REXPaint and many bitmap fonts number their glyphs by it.
//! Codes below 32 are pictures here, not control characters.

/// All 256 characters in the order of their codes. Code 0 is shown as a space.
const GLYPHS: &str = concat!(
    " ☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼",
    " !\"#$%&'()*+,-./0123456789:;<=>?",
    "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_",
    "`abcdefghijklmnopqrstuvwxyz{|}~⌂",
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ",
    "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
    "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
);

/// The character of a code in code page 437. Code 0 is a space, as REXPaint shows it.
///
/// ```
/// use mapwright_core::cp437_char;
///
/// assert_eq!([1, 35, 219].map(cp437_char), ['☺', '#', '█']);
/// ```
pub fn cp437_char(code: u8) -> char {
    // There are 256 characters, so the space is never taken.
    GLYPHS.chars().nth(code.into()).unwrap_or(' ')
}

/// The code of a character in code page 437, if it has one. A space is 32.
///
/// ```
/// use mapwright_core::cp437_code;
///
/// assert_eq!(['☺', '#', '╳'].map(cp437_code), [Some(1), Some(35), None]);
/// ```
pub fn cp437_code(glyph: char) -> Option<u8> {
    if matches!(glyph, ' '..='~') {
        return u8::try_from(glyph).ok();
    }
    GLYPHS.chars().position(|known| known == glyph).and_then(|place| u8::try_from(place).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_character_of_its_own() {
        assert_eq!(GLYPHS.chars().count(), 256);
        for code in 1..=255 {
            assert_eq!(cp437_code(cp437_char(code)), Some(code), "{code}");
        }
        assert_eq!((cp437_char(0), cp437_code('\0')), (' ', None));
    }

    #[test]
    fn codes_are_where_the_code_page_has_them() {
        assert!((32..127).all(|code| cp437_char(code) == char::from(code)));
        let low = [(1, '☺'), (31, '▼'), (127, '⌂'), (128, 'Ç'), (176, '░'), (178, '▓'), (179, '│'), (196, '─')];
        let high = [(205, '═'), (219, '█'), (227, 'π'), (247, '≈'), (250, '·'), (254, '■'), (255, '\u{a0}')];
        for (code, glyph) in low.into_iter().chain(high) {
            assert_eq!((cp437_char(code), cp437_code(glyph)), (glyph, Some(code)), "{code}");
        }
        assert_eq!(cp437_code('╳'), None);
    }
}
