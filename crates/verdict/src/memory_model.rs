//! Which executions a program with shared memory has.

use std::fmt;
use std::str::FromStr;

/// What a language promises about the order of memory accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemoryModel {
    /// That of C11 and C++11: atomics weaker than `seq_cst` may be seen late or in another order.
    #[default]
    C11,
    /// Every execution is an interleaving of the threads' accesses.
    SequentialConsistency,
}

impl fmt::Display for MemoryModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MemoryModel::C11 => "c11",
            MemoryModel::SequentialConsistency => "sc",
        })
    }
}

impl FromStr for MemoryModel {
    type Err = String;

    fn from_str(text: &str) -> Result<MemoryModel, String> {
        match text {
            "c11" => Ok(MemoryModel::C11),
            "sc" => Ok(MemoryModel::SequentialConsistency),
            _ => Err(format!("'{text}' is no memory model; there are c11 and sc")),
        }
    }
}
