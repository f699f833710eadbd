//! Test programs in C and C++ with their expected verdicts, and how they are checked.

pub mod abstraction;
mod case;
mod certified;
pub mod fuzz;
pub mod load;
pub mod native;
pub mod orbits;
mod random;
pub mod report;
pub mod speed;
pub mod states;
mod verdict;

pub use case::{Case, Expectation, Expected, read_cases};
pub use certified::{Certified, certify_case, certify_module, compare_verdicts};
pub use load::load;
pub use verdict::{Checked, check_module, check_properties, load_case, simulate_module};
