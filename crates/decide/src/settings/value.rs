//! Values of settings: numbers, times, sizes, ranges.

use crate::failure::Failure;
use std::time::Duration;

/// Reads a number from 1 on.
///
/// # Errors
/// What was expected.
pub fn number(text: &str, key: &str, expected: &str) -> Result<u32, Failure> {
    let number = text.parse::<u32>().ok().filter(|n| *n > 0);
    number.ok_or_else(|| wrong(key, text, expected))
}

/// A value that is none for its setting.
pub fn wrong(key: &str, text: &str, expected: &str) -> Failure {
    Failure::usage(format!("--{key} {text}: expected {expected}"))
}

/// Reads `20s`, `5min`, `1.5h` or a plain number of seconds.
///
/// # Errors
/// It is not a time.
pub fn time(text: &str, key: &str) -> Result<Duration, Failure> {
    let units = [("min", 60.0), ("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let (number, factor) = split_unit(text, &units).unwrap_or((text, 1.0));
    let seconds = number.trim().parse::<f64>().ok().map(|n| n * factor).filter(|s| *s > 0.0 && *s < 1e9);
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| wrong(key, text, "a time above 0 and below 1e9 s, such as 20s, 5min or 1h"))
}

/// Reads `4GB`, `500MB`, `2GiB` or a plain number of bytes.
///
/// # Errors
/// It is not an amount of memory.
pub fn memory(text: &str, key: &str) -> Result<u64, Failure> {
    let units = [
        ("KiB", 1024.0),
        ("MiB", 1048576.0),
        ("GiB", 1073741824.0),
        ("TiB", 1099511627776.0),
        ("kB", 1e3),
        ("KB", 1e3),
        ("MB", 1e6),
        ("GB", 1e9),
        ("TB", 1e12),
        ("B", 1.0),
    ];
    let (number, factor) = split_unit(text, &units).unwrap_or((text, 1.0));
    let bytes = number.trim().parse::<f64>().ok().map(|n| n * factor).filter(|b| *b >= 1e6 && *b < 1e18);
    bytes
        .map(|b| b as u64)
        .ok_or_else(|| wrong(key, text, "an amount of memory from 1MB on, such as 4GB or 500MB"))
}

fn split_unit<'t>(text: &'t str, units: &[(&str, f64)]) -> Option<(&'t str, f64)> {
    units.iter().find_map(|(unit, factor)| text.strip_suffix(unit).map(|number| (number, *factor)))
}

/// Words as in a shell: separated by blanks, with quotes and backslashes.
///
/// # Errors
/// A quote is not closed.
pub fn words(text: &str) -> Result<Vec<String>, Failure> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(letters.next()),
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() || text.contains('\0') {
        return Err(Failure::usage(format!("--args {text}: a quote is not closed, or there is a zero byte")));
    }
    words.extend(word);
    Ok(words)
}

/// Reads `0..7`.
///
/// # Errors
/// It is not a range.
pub fn range(text: &str, key: &str) -> Result<(i64, i64), Failure> {
    let wrong = || Failure::usage(format!("--{key} {text}: expected two numbers as in 0..7"));
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let low: i64 = low.trim().parse().map_err(|_| wrong())?;
    let high: i64 = high.trim_start_matches('=').trim().parse().map_err(|_| wrong())?;
    if low <= high { Ok((low, high)) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::{memory, range, time, words};
    use std::time::Duration;

    #[test]
    fn units_are_understood() {
        assert_eq!(time("20s", "x").unwrap(), Duration::from_secs(20));
        assert_eq!(time("5min", "x").unwrap(), Duration::from_secs(300));
        assert_eq!(time("2", "x").unwrap(), Duration::from_secs(2));
        assert_eq!(memory("4GB", "x").unwrap(), 4_000_000_000);
        assert_eq!(memory("1MiB", "x").unwrap(), 1_048_576);
        assert_eq!(range("-3..=7", "x").unwrap(), (-3, 7));
        for wrong in ["", "x", "-3s", "0", "nan", "inf", "1e99"] {
            assert!(time(wrong, "x").is_err() && memory(wrong, "x").is_err(), "{wrong}");
        }
        assert!(memory("999999", "x").is_err());
        assert!(range("7..0", "x").is_err());
    }

    #[test]
    fn words_are_those_of_a_shell() {
        assert_eq!(words("alpha 7").unwrap(), ["alpha", "7"]);
        assert_eq!(words(" 'two words' \"a\\\"b\" c\\ d '' ").unwrap(), ["two words", "a\"b", "c d", ""]);
        assert!(words("").unwrap().is_empty() && words("'open").is_err());
    }
}
