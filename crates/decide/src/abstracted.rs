//! `abstract`: a C program as a Boolean program over predicates.

use crate::failure::Failure;
use crate::host::Host;
use crate::plan::Plan;

impl Plan<'_> {
    /// The Boolean program over the predicates of the user and those of the program itself.
    ///
    /// # Errors
    /// The program has no step graph, or predicates are wrong.
    pub fn abstracted(&self, _host: &dyn Host) -> Result<String, Failure> {
        Err(Failure::unsupported("abstract: Boolean programs are not written yet"))
    }
}
