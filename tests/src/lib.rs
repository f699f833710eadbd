//! What the suites share: reading test programs, and the battery that runs every engine on one.

mod battery;
mod case;
pub mod fuzz;
pub mod symbolic;

pub use battery::{Battery, Disagreement, battery};
pub use case::{Case, Check, Expected, question_of, read_case, read_cases};
