//! Code page 437: the characters of the first PC, as REXPaint and many fonts of tiles number them.

/// All 256 by number. 0 and 255 are blank as 32 is.
const GLYPHS: &str = "\
    \0☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼ !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_\
    `abcdefghijklmnopqrstuvwxyz{|}~⌂ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘\
    ┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// The number of a character.
pub(super) fn code(glyph: char) -> Option<u8> {
    GLYPHS.chars().position(|known| known == glyph).and_then(|place| u8::try_from(place).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_character() {
        assert_eq!(GLYPHS.chars().count(), 256);
        for (number, glyph) in (0..=255).zip(GLYPHS.chars()) {
            assert_eq!(code(glyph), Some(number), "{glyph}");
        }
        assert!((' '..='~').all(|glyph| code(glyph).map(char::from) == Some(glyph)));
        // Some that stand where everybody knows them.
        assert_eq!(
            ['☺', '⌂', 'Ç', '░', '│', '─', '═', '█', '≈', '■'].map(code),
            [1, 127, 128, 176, 179, 196, 205, 219, 247, 254].map(Some)
        );
        assert_eq!(code('╳'), None);
    }
}
