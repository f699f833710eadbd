//! *What*: reads a `.tts` file, line by line: the header, then transitions and targets in any order.
//!
//! *Claim*: all errors at once, whatever the bytes are. A line that says nothing (`s l -> s l`) or says it
//! again is accepted with a warning; of two transitions between the same thread states that differ in their
//! transfers the last one counts. A target may name states beyond those of the header: nobody is ever there, so it cannot be
//! covered, and a warning says so; the system then has these states too, without transitions.
//!
//! *Cost*: linear in the text, but for sorting the transfers of one line.

use crate::forms::{TARGET_FORM, lines};
use crate::lex::{Lexer, Tok, Token};
use crate::messages::{Messages, Rejected, text_of};
use crate::reader::{Reader, Sizes};
use crate::system::{Key, Kind, Local, Shared, System, Target, ThreadState, Transition};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use tw_index::Id;
use tw_verdict::{Diagnostic, SourceFile, Span};

const HEADER_FORM: &str = "the first line holds the numbers of shared and local states: 2 4";

const LINE_FORM: &str = "a line is a move `s l -> s' l'` with items `p ~> q` for the other threads, a transfer \
     `s l ~> s' l'`, a spawn `s l +> s' l'`, or a target `s|l,l`";

/// A system that was read.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The system.
    pub system: System,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a system from the bytes of a `.tts` file named `name`.
///
/// ```
/// let text = "2 4\n0 0 -> 0 1\n0 1 -> 1 2\n1 2 -> 0 3\n1|2,2\n";
/// let system = tw_tts::load("mutex.tts", text.into()).expect("valid").system;
/// assert_eq!((system.shared(), system.locals(), system.transitions().len()), (2, 4, 3));
/// assert_eq!(system.to_string(), text);
/// ```
///
/// # Errors
/// Every error of the file at once.
pub fn load(name: &str, bytes: Vec<u8>) -> Result<Loaded, Rejected> {
    let mut messages = Messages::default();
    let holds = "a header such as `2 4` and transitions such as `0 0 -> 1 1`";
    let source = text_of(name, bytes, holds, &mut messages)?;
    let mut file = File::new(&source, messages);
    for (start, end) in lines(&source.text) {
        file.line(start, end);
    }
    let system = file.system();
    let (system, warnings) = file.messages.finish(&source, system)?;
    Ok(Loaded { system, warnings })
}

struct File<'a> {
    source: &'a Arc<SourceFile>,
    header: Header,
    sizes: Sizes,
    /// The numbers of shared and local states that targets ask for, where these are more.
    needed: (u32, u32),
    transitions: Vec<Transition>,
    /// The position of each transition among them.
    seen: FxHashMap<Key, usize>,
    targets: Vec<Target>,
    messages: Messages,
}

#[derive(PartialEq, Eq)]
enum Header {
    Awaited,
    Seen,
}

impl<'a> File<'a> {
    fn new(source: &'a Arc<SourceFile>, messages: Messages) -> Self {
        File {
            source,
            header: Header::Awaited,
            sizes: Sizes::default(),
            needed: (0, 0),
            transitions: Vec::new(),
            seen: FxHashMap::default(),
            targets: Vec::new(),
            messages,
        }
    }

    fn line(&mut self, start: usize, end: usize) {
        let lexer = Lexer::new(&self.source.text, start, end);
        let sizes = if is_target(lexer.clone()) { Sizes::default() } else { self.sizes };
        let mut reader = Reader::new(lexer.clone(), sizes, LINE_FORM, &mut self.messages);
        let first = reader.token.span;
        if reader.token.tok == Tok::End {
            return;
        }
        if self.header == Header::Awaited {
            self.header = Header::Seen;
            if !belongs_below(lexer) {
                self.sizes = header(&mut reader);
                return;
            }
            let message = "the numbers of shared and local states are missing";
            let error = Diagnostic::error(reader.token.span, message, "they should stand before this line");
            reader.report(error.help(HEADER_FORM));
        }
        let line = statement(&mut reader);
        let span = first.to(reader.token.span);
        match line.filter(|_| !reader.wrong) {
            Some(Line::Transition(transition)) => self.add(transition),
            Some(Line::Target(target)) => self.add_target(target, span),
            None => {}
        }
    }

    fn add_target(&mut self, target: Target, span: Span) {
        let local = target.locals.last().map_or(0, |(local, _)| local.index());
        for (number, size, needed, noun) in [
            (target.shared.index(), self.sizes.shared, &mut self.needed.0, "shared"),
            (local, self.sizes.locals, &mut self.needed.1, "local"),
        ] {
            let Some(size) = size.filter(|size| number >= *size as usize) else { continue };
            let message = format!("there is no {noun} state {number}: this target cannot be covered");
            let s = if size == 1 { "" } else { "s" };
            let label = format!("the header says {size} {noun} state{s}");
            match u32::try_from(number + 1) {
                Ok(more) => {
                    *needed = more.max(*needed);
                    self.messages.push(Diagnostic::warning(span, message, label));
                }
                Err(_) => self.messages.push(Diagnostic::error(span, message, label)),
            }
        }
        self.targets.push(target);
    }

    fn add(&mut self, transition: Transition) {
        let Transition { kind, span } = &transition;
        if !matches!(kind, Kind::Spawn { .. }) && kind.from() == kind.to() {
            let idle = Diagnostic::warning(*span, "this transition changes nothing", "ignored");
            self.messages.push(idle);
            return;
        }
        match self.seen.entry(kind.key()) {
            Entry::Vacant(place) => {
                place.insert(self.transitions.len());
                self.transitions.push(transition);
            }
            Entry::Occupied(first) => {
                let first = &mut self.transitions[*first.get()];
                self.messages.warn(transition.span, || repeated(self.source, first, &transition));
                *first = transition;
            }
        }
    }

    /// The system, if its header is known and nothing is wrong.
    fn system(&mut self) -> Option<System> {
        if self.header == Header::Awaited {
            let end = self.source.text.len();
            let error = Diagnostic::error(Span::new(end, end), "the file holds only comments", "ends here");
            self.messages.push(error.help(HEADER_FORM));
        }
        if self.messages.has_errors() {
            return None;
        }
        let (shared, locals) = (self.sizes.shared?.max(self.needed.0), self.sizes.locals?.max(self.needed.1));
        let mut system = System::new(shared, locals, self.source.clone());
        for Transition { kind, span } in std::mem::take(&mut self.transitions) {
            system.push(kind, span);
        }
        system.targets = std::mem::take(&mut self.targets);
        Some(system)
    }
}

/// Whether a line is a target.
fn is_target(mut lexer: Lexer) -> bool {
    lexer.next();
    lexer.next().tok == Tok::Bar
}

/// Whether the first line is no header, but what should follow one.
fn belongs_below(mut lexer: Lexer) -> bool {
    let toks: [Tok; 3] = std::array::from_fn(|_| lexer.next().tok);
    toks[1..].iter().any(|t| matches!(t, Tok::Move | Tok::Transfer | Tok::Spawn | Tok::Bar))
}

fn header(reader: &mut Reader) -> Sizes {
    reader.form = HEADER_FORM;
    let shared = size(reader, "shared");
    let locals = if shared.is_some() { size(reader, "local") } else { None };
    if locals.is_some() {
        reader.end("the end of the line");
    }
    // A number that was reported is no bound for others.
    Sizes { shared: shared.flatten(), locals: locals.flatten() }
}

fn size(reader: &mut Reader, noun: &str) -> Option<Option<u32>> {
    let too_large = reader.token.tok == Tok::Number(None);
    let (number, span) = reader.number(&format!("the number of {noun} states"))?;
    if number == 0 && !too_large {
        let error = Diagnostic::error(span, format!("a system has at least one {noun} state"), "zero");
        reader.report(error.help(HEADER_FORM));
    }
    Some(Some(number).filter(|n| *n > 0))
}

enum Line {
    Transition(Transition),
    Target(Target),
}

fn statement(reader: &mut Reader) -> Option<Line> {
    let start = reader.token.span;
    let shared = reader.shared()?;
    if reader.token.tok == Tok::Bar {
        reader.form = TARGET_FORM;
        return reader.target_after(shared).map(Line::Target);
    }
    transition(reader, start, shared)
}

fn transition(reader: &mut Reader, start: Span, shared: Shared) -> Option<Line> {
    let from = ThreadState { shared, local: reader.local()? };
    let Token { tok: arrow @ (Tok::Move | Tok::Transfer | Tok::Spawn), .. } = reader.token else {
        return reader.missing("`->`, `~>` or `+>`");
    };
    reader.advance();
    let shared = reader.shared()?;
    let last = reader.token.span;
    let to = ThreadState { shared, local: reader.local()? };
    let (kind, last) = match arrow {
        Tok::Move => moving(reader, from, to, start.to(last))?,
        Tok::Transfer => (Kind::Transfer { from, to }, last),
        _ => (Kind::Spawn { from, to }, last),
    };
    reader.end("the end of the line")?;
    Some(Line::Transition(Transition { kind, span: start.to(last) }))
}

/// Reads the items of a move; gives the last token's place too.
fn moving(reader: &mut Reader, from: ThreadState, to: ThreadState, head: Span) -> Option<(Kind, Span)> {
    let (mut items, mut last) = (Vec::new(), head);
    while reader.token.tok != Tok::End {
        let (item, span) = transfer_item(reader)?;
        items.push(item);
        last = span;
    }
    if from == to && !items.is_empty() {
        let message = "a move to the same thread state cannot transfer other threads";
        let error = Diagnostic::error(head, message, "nobody moves");
        reader.report(error.help("write a transfer `s l ~> s' l'`, or let the thread move to another state"));
    }
    Some((Kind::moving(from, to, items), last))
}

fn transfer_item(reader: &mut Reader) -> Option<((Local, Local), Span)> {
    let p = reader.local()?;
    if !reader.take(Tok::Transfer) {
        return reader.missing("`~>`");
    }
    let span = reader.token.span;
    Some(((p, reader.local()?), span))
}

fn repeated(source: &SourceFile, first: &Transition, second: &Transition) -> Diagnostic {
    let line = source.position(first.span).0;
    let (message, label) = if first == second {
        (format!("this transition repeats line {line}"), "ignored")
    } else {
        (
            format!("this transition replaces that of line {line}, whose transfers differ"),
            "the last one counts",
        )
    };
    Diagnostic::warning(second.span, message, label).related(first.span, "stands here already")
}

#[cfg(test)]
mod tests {
    use super::load;

    fn text_of(text: &str) -> String {
        load("x.tts", text.into()).expect("valid").system.to_string()
    }

    #[track_caller]
    fn refused(text: &str, expected: &[&str]) {
        let messages = load("x.tts", text.into()).expect_err("refused").messages;
        assert_eq!(messages.iter().map(|m| m.message.as_str()).collect::<Vec<_>>(), expected);
    }

    #[track_caller]
    fn warned(text: &str, expected: &[&str], system: &str) {
        let loaded = load("x.tts", text.into()).expect("valid");
        assert_eq!(loaded.warnings.iter().map(|m| m.message.as_str()).collect::<Vec<_>>(), expected);
        assert_eq!(loaded.system.to_string(), system);
    }

    #[test]
    fn comments_blanks_and_windows_line_ends_make_no_difference() {
        let text = "# head\r\n\r\n  2\t4 # sizes\r\n0 0->0 1\r\n#0 0 -> 0 2\r\n\t0 1 ~> 1 2# all\r\n0 3 +> 1 0\r\n1|2,2 \r\n";
        assert_eq!(text_of(text), "2 4\n0 0 -> 0 1\n0 1 ~> 1 2\n0 3 +> 1 0\n1|2,2\n");
        assert_eq!(text_of("1 1"), "1 1\n");
        assert_eq!(
            text_of("1 2\n0|\n0 0 -> 0 1 1 ~> 0 0 ~> 1 1 ~> 1"),
            "1 2\n0 0 -> 0 1 0 ~> 1 1 ~> 0 1 ~> 1\n0|\n"
        );
    }

    #[test]
    fn a_wrong_header_is_refused() {
        refused("# only this", &["the file holds only comments"]);
        refused("2", &["the line ends too early: the number of local states is missing"]);
        refused("2 4 5", &["expected the end of the line, found `5`"]);
        refused("0 4", &["a system has at least one shared state"]);
        refused(
            "2 0\n0 0 -> 1 9\n5 0 -> 0 0\n",
            &["a system has at least one local state", "there is no shared state 5"],
        );
        refused("two 4", &["expected the number of shared states, found `two`"]);
        refused("99999999999 4", &["the number 99999999999 is too large"]);
        refused("0 0 -> 1 1\n1 1 -> 0 0", &["the numbers of shared and local states are missing"]);
        refused("1|1\n", &["the numbers of shared and local states are missing"]);
    }

    #[test]
    fn wrong_lines_are_refused_all_at_once() {
        refused(
            "2 2\n0\n0 1\n0 1 ->\n0 1 -> 1\n0 1 -> 1 0 1\n0 1 -> 1 0 1 ~>\n",
            &[
                "the line ends too early: a local state is missing",
                "the line ends too early: `->`, `~>` or `+>` is missing",
                "the line ends too early: a shared state is missing",
                "the line ends too early: a local state is missing",
                "the line ends too early: `~>` is missing",
                "the line ends too early: a local state is missing",
            ],
        );
        refused(
            "2 2\n0 1 => 1 0\nx\n0 1 ~> 1 0 1\n0 1 +> 1 0 1 ~> 0\n0 1 -> 1 0 0 -> 1\n-1 0 -> 0 0\n",
            &[
                "expected `->`, `~>` or `+>`, found `=>`",
                "expected a shared state, found `x`",
                "expected the end of the line, found `1`",
                "expected the end of the line, found `1`",
                "expected `~>`, found `->`",
                "expected a shared state, found `-`",
            ],
        );
        refused(
            "2 2\n2 0 -> 0 2 3 ~> 4\n0|5\n0 0 -> 0 5000000000\n",
            &[
                "there is no shared state 2",
                "there is no local state 2",
                "there is no local state 3",
                "there is no local state 4",
                "there is no local state 5: this target cannot be covered",
                "the number 5000000000 is too large",
            ],
        );
    }

    #[test]
    fn messages_point_at_their_place() {
        let rejected = load("x.tts", b"2 2\n0 0 -> 7 1\n".to_vec()).expect_err("refused");
        let error = &rejected.messages[0];
        assert_eq!(rejected.source.position(error.span), (2, 8));
        assert_eq!(
            (error.label.as_str(), error.help.as_deref()),
            ("the header says 2 shared states", Some("they are 0 to 1"))
        );
    }

    #[test]
    fn moves_that_stay_are_ignored_unless_they_transfer() {
        warned(
            "1 2\n0 0 -> 0 0\n0 1 ~> 0 1\n0 1 +> 0 1\n",
            &["this transition changes nothing"; 2],
            "1 2\n0 1 +> 0 1\n",
        );
        refused(
            "1 2\n0 0 -> 0 0 1 ~> 0\n",
            &["a move to the same thread state cannot transfer other threads"],
        );
    }

    #[test]
    fn of_repeated_transitions_the_last_counts() {
        warned("1 2\n0 0 -> 0 1\n\n0 0 -> 0 1\n", &["this transition repeats line 2"], "1 2\n0 0 -> 0 1\n");
        warned(
            "1 2\n0 0 -> 0 1\n0 0 -> 0 1 0 ~> 1\n0 0 ~> 0 1\n0 0 +> 0 1",
            &["this transition replaces that of line 2, whose transfers differ"],
            "1 2\n0 0 -> 0 1 0 ~> 1\n0 0 ~> 0 1\n0 0 +> 0 1\n",
        );
    }

    #[test]
    fn targets_beyond_the_header_cannot_be_covered() {
        let no = |what: &str| format!("there is no {what}: this target cannot be covered");
        let [shared, local, larger] = ["shared state 3", "local state 5", "local state 2"].map(no);
        warned("2 2\n0 0 -> 1 1\n3|1,5\n0|2", &[&shared, &local, &larger], "4 6\n0 0 -> 1 1\n3|1,5\n0|2\n");
        refused("2 2\n0|4294967295\n", &[&no("local state 4294967295")]);
    }

    #[test]
    fn endless_messages_are_counted() {
        let messages = load("x.tts", format!("1 1\n{}", "0 1 -> 0 0\n".repeat(50)).into())
            .expect_err("refused")
            .messages;
        assert_eq!(messages.len(), 21);
        assert_eq!(messages[20].message, "30 more errors not shown");
    }

    #[test]
    fn a_million_transitions_are_read() {
        let mut text = String::from("1000 1000\n");
        for i in 0..1_000_000_u32 {
            let (s, l) = (i % 1000, i / 1000);
            text.push_str(&format!("{s} {l} -> {} {} {s} ~> {l}\n", (s + 1) % 1000, (l * 7) % 1000));
        }
        let start = std::time::Instant::now();
        let loaded = load("x.tts", text.into()).expect("valid");
        assert_eq!(loaded.system.transitions().len(), 1_000_000);
        assert!(start.elapsed().as_secs() < 30, "reading is not quadratic");
    }
}
