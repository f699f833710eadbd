//! The registers of a call that have been assigned.

use crate::value::Value;
use tw_ir::Reg;

/// Values by register, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Registers(Vec<(Reg, Value)>);

impl Registers {
    fn find(&self, reg: Reg) -> Result<usize, usize> {
        self.0.binary_search_by_key(&reg, |(other, _)| *other)
    }

    /// The value of a register.
    pub fn get(&self, reg: Reg) -> Option<Value> {
        self.find(reg).ok().map(|at| self.0[at].1)
    }

    /// Assigns a register.
    pub fn insert(&mut self, reg: Reg, value: Value) {
        match self.find(reg) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (reg, value)),
        }
    }

    /// All that have been assigned.
    pub fn iter(&self) -> impl Iterator<Item = (Reg, Value)> + '_ {
        self.0.iter().copied()
    }

    /// Their values.
    pub fn values(&self) -> impl Iterator<Item = Value> + '_ {
        self.0.iter().map(|(_, value)| *value)
    }
}
