//! Checker of certificates of predicate abstraction.
//!
//! *What*: decides whether a certificate shows that a C program with any number of threads does not violate some properties. Its
//! format is in `docs/certificates.md`. *Claim*: if it is accepted, no execution of the program as `tw_ir` states it
//! violates the properties, under the assumptions that the question names. *How*: the code is executed symbolically from
//! each place, way by way; each way must be a step of an edge, for the thread that moves and for any other one; and the
//! Boolean program of the edges must be safe, by a certificate of its own. Shares no code with the engine.
//!
//! The certificate:
//! - `certificate`: as data; `parse`: reads it; `term`: predicates; `refusal`: why it is not accepted.
//!
//! Computing:
//! - `word`: words and arrays; `number`: operations on numbers; `blast`: words as clauses.
//! - `value`: words that may be addresses, or undefined; `operation`: operations of the representation.
//!
//! Following the program:
//! - `machine`: ways from a place to the next, and the rules of steps; `state`: a thread in the middle of one.
//! - `instr`, `memory`, `trap`, `library`: what instructions, accesses, services and functions about threads do.
//! - `facts`: what is found out about registers and memory on the way; `threads`: which threads there are.
//!
//! Judging:
//! - `check`: the order of everything; `obligations`: whether a way is a step of an edge; `program`: the Boolean program.

mod blast;
mod certificate;
mod check;
mod facts;
mod instr;
mod library;
mod machine;
mod memory;
mod number;
mod obligations;
mod operation;
mod parse;
mod program;
mod refusal;
mod state;
mod term;
mod threads;
mod trap;
mod value;
mod word;

pub use certificate::Question;
pub use check::{Accepted, check};
pub use parse::question;
pub use refusal::Refusal;

#[cfg(test)]
mod tests;
