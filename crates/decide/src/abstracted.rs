//! `abstract`: a C program as a Boolean program over predicates.

use crate::engines::abstraction::{failure, followed, given, template};
use crate::failure::Failure;
use crate::host::Host;
use crate::plan::{Asked, Plan};
use crate::strategy::levels::compiled;
use crate::subject::Content;
use std::rc::Rc;
use tw_abstraction::seed::seeds;
use tw_abstraction::{Relations, emit, text};

impl Plan<'_> {
    /// The Boolean program over the predicates of the user and those of the program itself.
    ///
    /// # Errors
    /// The program has no step graph, or predicates are wrong.
    pub fn abstracted(&self, host: &dyn Host) -> Result<String, Failure> {
        let (Asked::Program(asked), Content::Program(files)) = (&self.asked, &self.subject.content) else {
            let words = self.subject.language().words();
            return Err(Failure::unsupported(format!("abstract is for C programs, not for {words}")));
        };
        let module = compiled(&asked.compile, files, asked.compile.opt, host)?;
        let mut template = template(&module, &followed(&module, &asked.properties), &asked.abstraction)
            .map_err(|refused| failure(&module, &refused))?;
        let (given, notes) = given(&module, &mut template, &asked.abstraction)?;
        notes.iter().for_each(|note| host.warn(note));
        let predicates = seeds(&mut template, &given);
        let control = host.control("abstracting");
        let mut relations =
            Relations::new(&template, &(Rc::new(move || control.is_over()) as tw_solver::Stop));
        relations
            .update(&mut template, &predicates)
            .map_err(|_| Failure::unsupported("abstract: stopped before all clauses were found"))?;
        let emitted = emit(&template, &predicates, &relations);
        Ok(text(&template, &predicates, &emitted))
    }
}
