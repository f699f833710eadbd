//! The certificate as text: the header, and the states of kind `reached-set`; see `sets_format.rs`,
//! `markings_format.rs` and `symbolic_format.rs` for the other kinds.
//!
//! ```text
//! threadwise-certificate 2
//! kind reached-set
//! program <SHA-256 of the source>
//! init 1 | init unbounded
//! threads 2 | threads unbounded
//! assertions yes
//! target L:2
//! coverage up-to 2
//! shape <shared variables> <local variables> <locations>
//! states 42
//! 01 3:10*2 7:00*1
//! 00 3:10*1 4:10*1 !1 17
//! ```
//! A state is the shared valuation, then each group of threads as location, valuation and count, in
//! ascending order. `!g r`: only the thread of group g (from 0) was explored; the state has rank r.

use crate::{Refusal, markings_format, sets_format, symbolic_format};
use std::io::Write;
use tw_boolprog::Program;
use tw_verdict::{
    Bounds, CERTIFICATE_LINE, Coverage, InitialThreads, Question, Reached, StateView, Target, ThreadGroup,
    Threads, check_certificate_line,
};

/// What a certificate claims, and of what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// SHA-256 of the source.
    pub sha256: String,
    /// The question that was answered.
    pub question: Question,
    /// What the answer quantifies over.
    pub coverage: Coverage,
}

/// What a certificate holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Single states.
    States,
    /// Sets of states.
    Sets,
    /// Upward closed sets of states.
    Antichain,
    /// Downward closed sets of states.
    Markings,
    /// Formulas over choices.
    Symbolic,
}

/// Writes what a search reached.
pub fn write(program: &Program, header: &Header, reached: &mut Reached, out: &mut Vec<u8>) {
    // Writing to memory does not fail.
    let mut line = |text: String| drop(writeln!(out, "{text}"));
    match reached {
        Reached::States(states) => {
            write_header(program, header, "reached-set", &mut line);
            line(format!("states {}", states.len()));
            states.for_each(&mut |state| line(state_line(state)));
        }
        Reached::Sets(sets) => {
            write_header(program, header, "reached-sets", &mut line);
            sets_format::write(sets, &mut line);
        }
        Reached::Antichain(found) => {
            write_header(program, header, "antichain", &mut line);
            sets_format::write_antichain(found, &mut line);
        }
        Reached::Symbolic(found) => {
            write_header(program, header, "symbolic-states", &mut line);
            symbolic_format::write(found, &mut line);
        }
        Reached::Markings(found) => {
            write_header(program, header, "markings", &mut line);
            markings_format::write(found, &mut line);
        }
    }
}

fn write_header(program: &Program, header: &Header, kind: &str, line: &mut dyn FnMut(String)) {
    line(CERTIFICATE_LINE.into());
    line(format!("kind {kind}"));
    line(format!("program {}", header.sha256));
    line(match header.question.bounds.init {
        InitialThreads::Exactly(n) => format!("init {n}"),
        InitialThreads::Unbounded => "init unbounded".into(),
    });
    line(format!("threads {}", header.question.bounds.threads));
    line(format!("assertions {}", if header.question.assertions { "yes" } else { "no" }));
    header.question.targets.iter().for_each(|t| line(format!("target {t}")));
    line(match header.coverage {
        Coverage::Any => "coverage any".to_string(),
        Coverage::AnyFrom(n) => format!("coverage any-from {n}"),
        Coverage::UpTo(n) => format!("coverage up-to {n}"),
        Coverage::Exactly { init, threads } => format!("coverage exactly {init} {threads}"),
        Coverage::AllStarted | Coverage::AnyTokens => {
            unreachable!("certificates about Boolean programs count their threads")
        }
    });
    line(format!("shape {} {} {}", program.shared.len(), program.locals.len(), program.locations.len()));
}

fn state_line(state: &StateView) -> String {
    let mut line = bits(&state.shared);
    for group in &state.groups {
        line.push_str(&format!(" {}:{}*{}", group.location, bits(&group.locals), group.count));
    }
    if let Some((group, rank)) = state.chosen {
        line.push_str(&format!(" !{group} {rank}"));
    }
    line
}

/// Valuations in text; without variables a dash.
pub(crate) fn bits(values: &[bool]) -> String {
    if values.is_empty() { "-".into() } else { values.iter().map(|v| if *v { '1' } else { '0' }).collect() }
}

/// Reads a certificate line by line.
pub(crate) struct Reader<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    line: usize,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Reader { lines: text.lines().enumerate(), line: 0 }
    }

    pub fn next_line(&mut self) -> Result<&'a str, Refusal> {
        let (index, text) = self.lines.next().ok_or("the certificate ends too early")?;
        self.line = index + 1;
        Ok(text)
    }

    /// The rest of a line that begins with `name`.
    pub fn field(&mut self, name: &str) -> Result<&'a str, Refusal> {
        let line = self.next_line()?;
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        value.ok_or_else(|| self.wrong(&format!("expected '{name} …', found '{line}'")))
    }

    /// A message about the present line.
    pub fn wrong(&self, what: &str) -> Refusal {
        Refusal::from(what).at(format_args!("line {}", self.line))
    }

    /// Reads a number.
    pub fn number<T: std::str::FromStr>(&self, text: &str) -> Result<T, Refusal> {
        text.parse().map_err(|_| self.wrong(&format!("'{text}' is not a number")))
    }

    /// Reads the line that announces how many lines follow.
    pub fn count(&mut self, name: &str) -> Result<u64, Refusal> {
        let count = self.field(name)?;
        self.number(count)
    }

    /// Reads everything before the states or sets.
    pub fn header(&mut self, program: &Program) -> Result<(Header, Kind), Refusal> {
        check_certificate_line(self.next_line()?)?;
        let kind = match self.field("kind")? {
            "reached-set" => Kind::States,
            "reached-sets" => Kind::Sets,
            "antichain" => Kind::Antichain,
            "markings" => Kind::Markings,
            "symbolic-states" => Kind::Symbolic,
            _ => {
                return Err(
                    "line 2: only certificates of kind reached-set, reached-sets, antichain, markings and symbolic-states are known"
                        .into(),
                );
            }
        };
        let sha256 = self.field("program")?.to_string();
        let init = match self.field("init")? {
            "unbounded" => InitialThreads::Unbounded,
            n => InitialThreads::Exactly(self.number(n)?),
        };
        let threads = match self.field("threads")? {
            "unbounded" => Threads::AnyNumber,
            n => Threads::AtMost(self.number(n)?),
        };
        let bounds = Bounds { init, threads };
        let assertions = match self.field("assertions")? {
            "yes" => true,
            "no" => false,
            other => return Err(self.wrong(&format!("assertions are yes or no, not '{other}'"))),
        };
        let mut targets = Vec::new();
        let mut line = self.next_line()?;
        while let Some(target) = line.strip_prefix("target ") {
            targets.push(Target::parse(target)?);
            line = self.next_line()?;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let coverage = match words[..] {
            ["coverage", "any"] => Coverage::Any,
            ["coverage", "any-from", n] => Coverage::AnyFrom(self.number(n)?),
            ["coverage", "up-to", n] => Coverage::UpTo(self.number(n)?),
            ["coverage", "exactly", init, threads] => {
                Coverage::Exactly { init: self.number(init)?, threads: self.number(threads)? }
            }
            _ => return Err(self.wrong(&format!("'{line}' is no coverage"))),
        };
        let shape = format!("{} {} {}", program.shared.len(), program.locals.len(), program.locations.len());
        if self.field("shape")? != shape {
            return Err(self.wrong(&format!("the program has the shape {shape}")));
        }
        let question = Question::new(bounds, targets, assertions);
        Ok((Header { sha256, question, coverage }, kind))
    }

    /// Reads one state.
    pub fn state(&mut self, program: &Program) -> Result<StateView, Refusal> {
        let line = self.next_line()?;
        let wrong = |what| self.wrong(what);
        let (state, chosen) = line.split_once(" !").map_or((line, None), |(s, c)| (s, Some(c)));
        let mut words = state.split(' ');
        let shared = read_bits(words.next().unwrap_or(""), program.shared.len())
            .ok_or_else(|| wrong("no shared valuation"))?;
        let mut groups: Vec<ThreadGroup> = Vec::new();
        for word in words {
            let (location, rest) = word.split_once(':').ok_or_else(|| wrong("no location"))?;
            let (locals, count) = rest.split_once('*').ok_or_else(|| wrong("no count"))?;
            let location: u32 = self.number(location)?;
            let count: u32 = self.number(count)?;
            let locals =
                read_bits(locals, program.locals.len()).ok_or_else(|| wrong("no local valuation"))?;
            if location as usize >= program.locations.len() || count == 0 {
                return Err(wrong("a location or count out of range"));
            }
            groups.push(ThreadGroup { location, locals, count });
        }
        let chosen = match chosen.map(|c| c.split_once(' ').ok_or_else(|| wrong("no rank"))).transpose()? {
            None => None,
            Some((group, rank)) => Some((self.number(group)?, self.number(rank)?)),
        };
        Ok(StateView { shared, groups, chosen })
    }

    pub fn at_end(&mut self) -> bool {
        self.lines.next().is_none()
    }
}

/// The way back.
pub(crate) fn read_bits(text: &str, len: usize) -> Option<Vec<bool>> {
    let text = if len == 0 && text == "-" { "" } else { text };
    let bits: Option<Vec<bool>> =
        text.chars().map(|c| Some(c == '1').filter(|_| c == '0' || c == '1')).collect();
    bits.filter(|b| b.len() == len)
}
