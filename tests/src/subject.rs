//! Random programs with all that is reachable in them, for tests of certificates.

use std::sync::Arc;
use tw_boolprog::generate::generate;
use tw_boolprog::print::print;
use tw_boolprog::{Program, load};
use tw_certify::Header;
use tw_verdict::{
    Control, Coverage, Finding, InitialThreads, Limits, Question, Reached, Reduction, SearchOrder, StateView,
};

/// A program with its reached states.
pub struct Subject {
    /// The program.
    pub program: Arc<Program>,
    /// The header of a certificate about it.
    pub header: Header,
    /// All states that the counter engine reached.
    pub states: Vec<StateView>,
    /// Whether none of them is a violation.
    pub safe: bool,
}

impl Subject {
    /// The program of a seed; `None` if it has more than 2000 states.
    pub fn generated(seed: u64, reduction: Reduction) -> Option<Subject> {
        let generated = generate(seed);
        let question = Question {
            reduction,
            explore_all: true,
            search: SearchOrder::Bfs,
            bounds: generated.bounds,
            targets: generated.targets,
            assertions: generated.assertions,
        };
        Subject::explored(&print(&generated.unit), question)
    }

    /// A program given as text; `None` if it has more than 2000 states.
    pub fn explored(text: &str, question: Question) -> Option<Subject> {
        let mut subject = Subject::unexplored(text, question);
        let control =
            Control { limits: Limits { states: Some(2000), ..Limits::default() }, ..Control::unlimited() };
        let run = tw_counter::explicit::run(&subject.program, &subject.header.question, &control);
        subject.safe = match run.finding {
            Finding::Stopped(_) => return None,
            Finding::Violation(_) => false,
            Finding::Exhausted { .. } => true,
        };
        run.reached?.states()?.for_each(&mut |s| subject.states.push(s.clone()));
        Some(subject)
    }

    /// A program given as text, without its states.
    pub fn unexplored(text: &str, question: Question) -> Subject {
        let loaded = load("generated.bp", text.as_bytes().to_vec()).expect("test programs are valid");
        let coverage = match question.bounds.init {
            InitialThreads::Exactly(1) | InitialThreads::Unbounded => {
                Coverage::UpTo(question.bounds.threads.limit())
            }
            InitialThreads::Exactly(init) => {
                Coverage::Exactly { init, threads: question.bounds.threads.limit() }
            }
        };
        let header = Header { sha256: String::new(), question, coverage };
        Subject { program: Arc::new(loaded.program), header, states: Vec::new(), safe: false }
    }

    /// The certificate that holds `reached`.
    pub fn certificate(&self, mut reached: Reached) -> Vec<u8> {
        let mut bytes = Vec::new();
        tw_certify::write(&self.program, &self.header, &mut reached, &mut bytes);
        bytes
    }

    /// What the checker says about a certificate that holds `reached`.
    pub fn judged(&self, reached: Reached) -> Result<(), String> {
        tw_certify::check(&self.program, "", &self.certificate(reached))
            .map(|_| ())
            .map_err(|refusal| refusal.to_string())
    }
}
