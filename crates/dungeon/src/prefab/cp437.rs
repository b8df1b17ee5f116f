//! Code page 437, in which REXPaint numbers its glyphs: the character set of the IBM PC of 1981, whose codes below 32
//! are pictures here and not control characters.

/// The characters of the codes 0 to 31.
const LOW: &str = " ☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼";
/// The characters of the codes 127 to 255.
const HIGH: &str = concat!(
    "⌂ÇüéâäàåçêëèïîìÄÅ",
    "ÉæÆôöòûùÿÖÜ¢£¥₧ƒ",
    "áíóúñÑªº¿⌐¬½¼¡«»",
    "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
    "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
    "αßΓπΣσµτΦΘΩδ∞φε∩",
    "≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
);

/// The character of a code; that of 0 is a space, as REXPaint shows it. `None` past 255.
pub(super) fn character(code: u32) -> Option<char> {
    let code = u8::try_from(code).ok()?;
    match code {
        0..32 => LOW.chars().nth(code.into()),
        32..127 => Some(code.into()),
        127.. => HIGH.chars().nth(usize::from(code) - 127),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_character_of_its_own() {
        let characters: Vec<char> = (0..256).map(|code| character(code).unwrap_or('\0')).collect();
        for (code, &glyph) in characters.iter().enumerate() {
            let first = characters.iter().position(|&other| other == glyph);
            assert_eq!(first, Some(if code == 32 { 0 } else { code }), "{code} is {glyph}");
        }
        assert_eq!(character(256), None);
    }

    #[test]
    fn codes_are_where_the_code_page_has_them() {
        let cases =
            [(0, ' '), (1, '☺'), (31, '▼'), (35, '#'), (126, '~'), (127, '⌂'), (128, 'Ç'), (176, '░'), (178, '▓')];
        let more = [(196, '─'), (219, '█'), (227, 'π'), (247, '≈'), (250, '·'), (254, '■'), (255, '\u{a0}')];
        for (code, glyph) in cases.into_iter().chain(more) {
            assert_eq!(character(code), Some(glyph), "{code}");
        }
    }
}
