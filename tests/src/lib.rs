//! What the suites share: reading test programs, the battery that runs every engine on one, reached states
//! of random programs, and random formulas with two quantifiers.

pub mod arguments;
mod battery;
mod case;
pub mod cover;
pub mod expansion;
pub mod fuzz;
pub mod histogram;
pub mod mutants;
pub mod nets;
pub mod pool;
pub mod quantifiers;
pub mod results;
pub mod simulate;
mod stack;
pub mod state_sets;
mod subject;
pub mod symbolic;
pub mod symbolic_states;
pub mod system_battery;
pub mod system_case;
pub mod systems;
pub mod tools;

pub use battery::{Battery, Disagreement, Scope, battery};
pub use case::{Case, Check, Expected, question_of, read_case, read_cases};
pub use stack::every_engine;
pub use subject::Subject;
