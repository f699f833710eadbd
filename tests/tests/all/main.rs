//! The suites for Boolean programs, systems and nets, in one binary.

mod antichain_tampering;
mod cases;
mod certificate_sets;
mod certificate_sets_directed;
mod certificate_symbolic;
mod certificates;
mod export;
mod fuzz;
mod markings_tampering;
mod operations;
mod simulation;
mod symbolic_tampering;
mod system_cases;
mod two_quantifiers;
