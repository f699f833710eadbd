//! The first line of all certificates: their name and the number of their format.

const NAME: &str = "threadwise-certificate";
const FORMAT: &str = "2";

/// The first line, without its end.
pub const CERTIFICATE_LINE: &str = "threadwise-certificate 2";

/// Whether a certificate that begins with this line can be read.
///
/// # Errors
/// If it is of another format, or not a certificate at all.
pub fn check_certificate_line(line: &str) -> Result<(), String> {
    match line.split_once(' ') {
        Some((NAME, FORMAT)) => Ok(()),
        Some((NAME, other)) => Err(format!(
            "certificate format {other} is not {FORMAT}: write it again with check --certificate"
        )),
        _ => Err(format!("it does not begin with '{CERTIFICATE_LINE}'")),
    }
}

#[cfg(test)]
mod tests {
    use super::{CERTIFICATE_LINE, check_certificate_line};

    #[test]
    fn other_formats_are_refused_by_number() {
        assert_eq!(check_certificate_line(CERTIFICATE_LINE), Ok(()));
        let refused = |line: &str| check_certificate_line(line).expect_err(line);
        let sentence = "certificate format 1 is not 2: write it again with check --certificate";
        assert_eq!(refused("threadwise-certificate 1"), sentence);
        assert!(refused("threadwise-certificate 22").starts_with("certificate format 22 is not 2"));
        for line in ["", "threadwise-certificate", "threadwise-certificates 2", "kind tts-markings"] {
            assert_eq!(refused(line), "it does not begin with 'threadwise-certificate 2'");
        }
    }
}
