//! Thread transition systems: finitely many shared states, finitely many local states, any number of threads.
//!
//! `.tts → lex → reader → parse → System`; `.spec → spec_lex → spec → Net`. [`System`] and [`Net`]
//! print themselves, [`net_of`] writes a system as a net. [`successors`] says what a step is,
//! [`judge`] tries all of them with few threads, and [`generate`] makes systems to try.

mod certificate;
mod encode;
mod forms;
pub mod generate;
mod judge;
mod lex;
mod messages;
mod net;
pub mod net_certificate;
mod parse;
mod place_threads;
mod print;
mod reader;
mod refusal;
mod replay;
mod search;
mod spec;
mod spec_conditions;
mod spec_lex;
mod spec_print;
mod spec_rules;
mod step;
mod system;
mod text_encoding;
mod trace;

pub use certificate::{
    Claim, check_certificate, check_certificate_while, is_certificate, write_certificate, write_markings,
};
pub use encode::net_of;
pub use forms::{parse_initial, parse_prop, parse_target};
pub use judge::{Answer, Judgement, MOST_LOCALS, Path, judge, judge_net};
pub use messages::{MAX_FILE_BYTES, Rejected};
pub use net::{Count, Marking, Net, Place, Rule, RuleId, Update};
pub use parse::{Loaded, load};
pub use refusal::Refusal;
pub use replay::{replay_net, replay_system};
pub use spec::{LoadedNet, load_spec};
pub use spec_print::rule_text;
pub use step::{Configuration, step, successors};
pub use system::{
    Initial, Kind, Local, Shared, System, Target, ThreadState, Transfers, Transition, TransitionId,
};
pub use trace::{Choice, NetTrace, SystemState, SystemStep, SystemTrace, ThreadsIn};

#[cfg(test)]
mod tests;
