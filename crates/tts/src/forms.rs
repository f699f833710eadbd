//! *What*: targets and initial states as they are given beside a system: on a command line or in a `.prop` file.

use crate::lex::{Lexer, Tok};
use crate::messages::{Messages, Rejected, text_of};
use crate::reader::{Reader, Sizes};
use crate::system::{Initial, System, Target};
use std::sync::Arc;
use tw_verdict::SourceFile;

/// How a target looks.
pub(crate) const TARGET_FORM: &str =
    "a target is a shared state, `|`, and local states, one for each thread: 2|1,2";

const INITIAL_FORM: &str = "an initial state is a shared state, `|` and the local states of single threads, \
     `/` and those with any number of threads: 0|1,1/2, 0|1 or 0/2; or one of the words single and unbounded";

/// Reads a target such as `2|1,2`.
///
/// # Errors
/// If it is no target, or has states that `system` has not.
pub fn parse_target(text: &str, system: &System) -> Result<Target, Rejected> {
    let source = Arc::new(SourceFile::new("target", text));
    let mut messages = Messages::default();
    let target = target(&source.text, 0, text.len(), Sizes::of(system), &mut messages);
    Ok(messages.finish(&source, target)?.0)
}

/// Reads the targets of a `.prop` file, one in each line; they are alternatives.
///
/// # Errors
/// All that is wrong with the file, or that it holds no target.
pub fn parse_prop(name: &str, bytes: Vec<u8>, system: &System) -> Result<Vec<Target>, Rejected> {
    let mut messages = Messages::default();
    let source = text_of(name, bytes, "targets such as 2|1,2", &mut messages)?;
    let mut targets = Vec::new();
    for (start, end) in lines(&source.text) {
        if Lexer::new(&source.text, start, end).next().tok != Tok::End {
            targets.extend(target(&source.text, start, end, Sizes::of(system), &mut messages));
        }
    }
    if targets.is_empty() && !messages.has_errors() {
        let end = Lexer::new(&source.text, source.text.len(), source.text.len());
        Reader::new(end, Sizes::default(), TARGET_FORM, &mut messages).missing::<()>("a target");
    }
    Ok(messages.finish(&source, Some(targets))?.0)
}

/// Reads an initial state such as `0/0`, `0|1,1/2` or `unbounded`.
///
/// # Errors
/// If it is no initial state, or has states that `system` has not.
pub fn parse_initial(text: &str, system: &System) -> Result<Initial, Rejected> {
    let source = Arc::new(SourceFile::new("initial state", text));
    let mut messages = Messages::default();
    let lexer = Lexer::new(&source.text, 0, text.len());
    let initial = Reader::new(lexer, Sizes::of(system), INITIAL_FORM, &mut messages).initial();
    Ok(messages.finish(&source, initial)?.0)
}

fn target(text: &str, start: usize, end: usize, sizes: Sizes, messages: &mut Messages) -> Option<Target> {
    let mut reader = Reader::new(Lexer::new(text, start, end), sizes, TARGET_FORM, messages);
    let shared = reader.shared()?;
    reader.target_after(shared)
}

/// Start and end of each line.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = 0;
    text.split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        (start, start + line.len())
    })
}

#[cfg(test)]
mod tests {
    use super::{parse_initial, parse_prop, parse_target};
    use crate::messages::Rejected;
    use crate::system::System;
    use std::sync::Arc;
    use tw_verdict::SourceFile;

    fn system() -> System {
        System::new(3, 5, Arc::new(SourceFile::new("", "")))
    }

    #[track_caller]
    fn refused<T: std::fmt::Debug>(read: Result<T, Rejected>, expected: &[&str]) {
        let messages = read.expect_err("refused").messages;
        assert_eq!(messages.iter().map(|m| m.message.as_str()).collect::<Vec<_>>(), expected);
        assert!(messages.iter().all(|m| m.help.is_some()));
    }

    #[test]
    fn targets_are_read() {
        for (text, expected) in [
            ("2|1,2", "2|1,2"),
            ("1|", "1|"),
            (" 0 | 4 , 1 , 4 ", "0|1,4,4"),
            ("2B1,2", "2|1,2"),
            ("1|2\r\n", "1|2"),
        ] {
            assert_eq!(parse_target(text, &system()).expect(text).to_string(), expected);
        }
    }

    #[test]
    fn wrong_targets_are_refused() {
        let refuse = |text: &str, expected: &[&str]| refused(parse_target(text, &system()), expected);
        refuse("", &["the line ends too early: a shared state is missing"]);
        refuse("1", &["the line ends too early: `|` is missing"]);
        refuse("1/2", &["expected `|`, found `/`"]);
        refuse("1|2,", &["the line ends too early: a local state is missing"]);
        refuse("1|2 3", &["expected `,` or the end of the line, found `3`"]);
        refuse("1|x", &["expected a local state or the end of the line, found `x`"]);
        refuse(
            "3|5,9",
            &["there is no shared state 3", "there is no local state 5", "there is no local state 9"],
        );
        refuse("1|99999999999", &["the number 99999999999 is too large"]);
    }

    #[test]
    fn a_prop_file_holds_alternatives() {
        let targets =
            parse_prop("p", b"# two\r\n1|2,2 # first\r\n\r\n0|\r\n".to_vec(), &system()).expect("targets");
        assert_eq!(targets.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1|2,2", "0|"]);
        refused(
            parse_prop("p", b"7|1\n1|7\n".to_vec(), &system()),
            &["there is no shared state 7", "there is no local state 7"],
        );
        refused(
            parse_prop("p", b"# nothing\n".to_vec(), &system()),
            &["the line ends too early: a target is missing"],
        );
        assert!(parse_prop("p", Vec::new(), &system()).is_err());
    }

    #[test]
    fn initial_states_are_read() {
        for (text, expected) in [
            ("1|0,1/2", "1|0,1/2"),
            ("0/0", "0/0"),
            ("0|1,1", "0|1,1"),
            ("0BU0,4", "0/0,4"),
            ("0U3", "0/3"),
            ("2B1U4", "2|1/4"),
            ("0|", "0|"),
            ("0|/", "0|"),
            ("single", "0|0"),
            ("unbounded", "0/0"),
            ("0/3,1,3", "0/1,3"),
            ("0|1/1", "0|1/1"),
        ] {
            assert_eq!(parse_initial(text, &system()).expect(text).to_string(), expected);
        }
    }

    #[test]
    fn wrong_initial_states_are_refused() {
        let refuse = |text: &str, expected: &[&str]| refused(parse_initial(text, &system()), expected);
        refuse("", &["the line ends too early: a shared state is missing"]);
        refuse("0", &["the line ends too early: `|` or `/` is missing"]);
        refuse("many", &["expected a shared state, `single` or `unbounded`, found `many`"]);
        refuse("single 1", &["expected the end, found `1`"]);
        refuse("0/1|2", &["expected `,` or the end, found `|`"]);
        refuse("0|1|2", &["expected `,`, `/` or the end, found `|`"]);
        refuse("0/x", &["expected a local state or the end, found `x`"]);
        refuse(
            "4/5|",
            &[
                "there is no shared state 4",
                "there is no local state 5",
                "expected `,` or the end, found `|`",
            ],
        );
    }
}
