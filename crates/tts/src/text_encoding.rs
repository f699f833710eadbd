//! *What*: from the bytes of a file to its text, whatever wrote it: UTF-8 with or without a byte order mark, UTF-16 with one, or
//! Latin-1.
//!
//! Tokens are ASCII in all of these formats, so only comments depend on what is read here.

use tw_verdict::{Diagnostic, Span};

/// Some editors begin a file with it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of a file, and a warning if it is not UTF-8.
pub(crate) fn decoded(bytes: Vec<u8>) -> Result<(String, Option<Diagnostic>), String> {
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => return utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => return utf16(rest, u16::from_be_bytes),
        _ => {}
    }
    if let Some(at) = bytes.iter().position(|b| *b == 0) {
        return Err(format!("this is not a text file: byte {at} is zero"));
    }
    match String::from_utf8(bytes) {
        Ok(mut text) => {
            if text.starts_with(BYTE_ORDER_MARK) {
                text.remove(0);
            }
            Ok((text, None))
        }
        Err(error) => {
            let text: String = error.as_bytes().iter().map(|b| char::from(*b)).collect();
            // A byte is a character now.
            let at = text.char_indices().nth(error.utf8_error().valid_up_to()).map_or(0, |(at, _)| at);
            let message = "this file is not UTF-8: it is read as Latin-1";
            Ok((
                text,
                Some(Diagnostic::warning(Span::new(at, at + 2), message, "the first byte that is not")),
            ))
        }
    }
}

/// Text of 16-bit units, after the byte order mark.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<(String, Option<Diagnostic>), String> {
    let (pairs, rest) = bytes.as_chunks();
    let units = pairs.iter().map(|pair| unit(*pair));
    let text: Option<String> = char::decode_utf16(units).map(Result::ok).collect();
    let text = text.filter(|text| rest.is_empty() && !text.contains('\0'));
    let text = text.ok_or("this is not a text file: it begins like UTF-16, and goes on otherwise")?;
    let warning = Diagnostic::warning(Span::default(), "this file is UTF-16: it is read as such", "");
    Ok((text, Some(warning)))
}

#[cfg(test)]
mod tests {
    use super::decoded;
    use crate::{load, load_spec, parse_prop};

    const TEXT: &str =
        "# café €\r\nvars x y\r\nrules x >= 1 -> x' = x - 1, y' = y + 1;\r\ninit x = 1\r\ntarget y >= 1\r\n";

    /// The same text as other programs write it.
    fn written() -> [(&'static str, Vec<u8>); 5] {
        let units = |order: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}".encode_utf16().chain(TEXT.encode_utf16()).flat_map(order).collect()
        };
        let latin = TEXT.replace(" €", "").chars().map(|c| u8::try_from(c).expect("Latin-1")).collect();
        [
            ("", TEXT.into()),
            ("", format!("\u{feff}{TEXT}").into()),
            ("this file is UTF-16: it is read as such", units(u16::to_le_bytes)),
            ("this file is UTF-16: it is read as such", units(u16::to_be_bytes)),
            ("this file is not UTF-8: it is read as Latin-1", latin),
        ]
    }

    #[test]
    fn the_text_is_the_same_whoever_wrote_it() {
        for (warning, bytes) in written() {
            let (text, warned) = decoded(bytes.clone()).expect("text");
            assert_eq!(text.replace(" €", ""), TEXT.replace(" €", ""));
            assert_eq!(warned.map_or(String::new(), |w| w.message), warning);
            let loaded = load_spec("x.spec", bytes).expect("valid");
            assert_eq!(loaded.net, load_spec("x.spec", TEXT.into()).expect("valid").net);
            let warnings: Vec<&str> = loaded.warnings.iter().map(|w| w.message.as_str()).collect();
            assert_eq!(warnings, [warning].into_iter().filter(|w| !w.is_empty()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_warning_points_at_the_first_byte() {
        let loaded = load("x.tts", b"2 2 # one\n0 0 -> 1 1 # caf\xe9 \xe8\n".to_vec()).expect("valid");
        let [warning] = loaded.warnings.as_slice() else { panic!("{:?}", loaded.warnings) };
        assert_eq!(loaded.system.source().position(warning.span), (2, 17));
        assert_eq!(loaded.system.transitions().len(), 1);
        assert_eq!(parse_prop("x.prop", b"# \xe9\n1|1\n".to_vec(), &loaded.system).expect("valid").len(), 1);
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let utf16 = "this is not a text file: it begins like UTF-16, and goes on otherwise";
        for (bytes, why) in [
            (&b"12\0"[..], "this is not a text file: byte 2 is zero"),
            (b"\xff\xfea", utf16),
            (b"\xff\xfe\0\xd8a\0", utf16),
            (b"\xfe\xff\0\0", utf16),
        ] {
            assert_eq!(decoded(bytes.to_vec()).expect_err(why), why);
        }
    }
}
