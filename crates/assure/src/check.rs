//! The order in which a certificate is checked.

use crate::certificate::{Certificate, Question};
use crate::facts::{Fact, Key};
use crate::machine::{End, Machine, Way, is_constant};
use crate::program::program;
use crate::refusal::Refusal;
use crate::value::Object;
use std::collections::BTreeMap;
use tw_ir::Module;
use tw_verdict::{Coverage, Property, Threads};

/// Attempts to find facts that nothing contradicts.
const MOST_ROUNDS: usize = 500;

/// An accepted certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// The question that it answers.
    pub question: Question,
    /// Number of predicates.
    pub predicates: usize,
    /// Number of edges.
    pub edges: usize,
    /// Number of clauses.
    pub clauses: usize,
    /// Number of ways through the code that were followed.
    pub ways: usize,
    /// Number of questions to the solver.
    pub questions: u64,
    /// What the certificate about the Boolean program proves.
    pub boolean: tw_certify::Accepted,
}

/// Checks a certificate against a module and what is asked of it.
///
/// # Errors
/// The first thing that is wrong with it, or why that is not known.
pub fn check(
    module: &Module,
    text: &[u8],
    question: &Question,
    may_go_on: &dyn Fn() -> bool,
) -> Result<Accepted, Refusal> {
    let text = std::str::from_utf8(text).map_err(|_| Refusal::wrong("the certificate is not text"))?;
    let certificate = crate::parse::read(module, text)?;
    check_question(&certificate, question)?;
    let mut machine = Machine::new(module, &certificate, may_go_on)?;
    machine.settle()?;
    let ways = machine.judge()?;
    let boolean = check_boolean(&certificate, may_go_on)?;
    Ok(Accepted {
        question: certificate.question.clone(),
        predicates: certificate.predicates.len(),
        edges: certificate.edges.len(),
        clauses: certificate.edges.iter().map(|edge| edge.clauses.len()).sum(),
        ways,
        questions: machine.questions + machine.blaster.questions,
        boolean,
    })
}

/// It must answer what is asked, about this program; and it must be something that abstraction can answer.
fn check_question(certificate: &Certificate<'_>, question: &Question) -> Result<(), Refusal> {
    let found = &certificate.question;
    if found.program != question.program {
        return Err(Refusal::wrong("it belongs to another program (or the program has changed)"));
    }
    if found != question {
        return Err(Refusal::wrong("it answers another question"));
    }
    if found.level != 0 {
        return Err(Refusal::wrong("certificates of this kind are about level 0"));
    }
    let can = [Property::Assertion, Property::Pthread, Property::Arithmetic, Property::Overflow];
    match found.properties.iter().find(|property| !can.contains(property)) {
        Some(property) => Err(Refusal::wrong(format!("certificates of this kind are not about {property}"))),
        None if found.properties.is_empty() => Err(Refusal::wrong("it is about nothing")),
        None => Ok(()),
    }
}

/// The certificate about the Boolean program must prove that no assertion fails, with as many threads as are claimed.
fn check_boolean(
    certificate: &Certificate<'_>,
    may_go_on: &dyn Fn() -> bool,
) -> Result<tw_certify::Accepted, Refusal> {
    let program = program(certificate);
    let hash = &certificate.question.program;
    let text = certificate.boolean.as_bytes();
    let accepted = tw_certify::check_while(&program, hash, text, may_go_on);
    let line = certificate.boolean_line;
    let accepted = accepted.map_err(|refusal| match refusal {
        tw_certify::Refusal::Wrong(why) => Refusal::at(
            line,
            format!("the certificate about the Boolean program behind this is wrong: {why}"),
        ),
        tw_certify::Refusal::TooHard(why) => Refusal::TooHard(why),
    })?;
    let covers = match (accepted.coverage, certificate.question.threads) {
        (Coverage::Any | Coverage::AnyFrom(1), _) => true,
        (Coverage::UpTo(proved), Threads::AtMost(asked)) => proved >= asked,
        (Coverage::Exactly { init: 1, threads }, Threads::AtMost(asked)) => threads >= asked,
        _ => false,
    };
    if !covers {
        return Err(Refusal::at(line, "the certificate about the Boolean program is about fewer threads"));
    }
    if !accepted.assertions {
        return Err(Refusal::at(line, "the certificate about the Boolean program is not about assertions"));
    }
    Ok(accepted)
}

impl Machine<'_> {
    /// Finds facts that nothing contradicts. Which accesses others may notice decides where steps end; so it is found out
    /// first, with steps that end at every place.
    ///
    /// # Errors
    /// It takes too long, or a place cannot be followed at all.
    fn settle(&mut self) -> Result<(), Refusal> {
        for _ in 0..MOST_ROUNDS {
            self.is_first |= self.facts.begin_anew();
            if self.round()? {
                if !self.is_first {
                    return Ok(());
                }
                self.is_first = false;
                self.facts.forget_values();
            }
        }
        Err(Refusal::TooHard("facts about memory do not settle".into()))
    }

    /// Looks at all ways from all places that are reached; whether facts stay as they are.
    fn round(&mut self) -> Result<bool, Refusal> {
        self.facts.changed = false;
        let entry = self.certificate.entry;
        self.facts.places[entry].get_or_insert_default();
        for place in 0..self.certificate.places.len() {
            if self.facts.places[place].is_none() {
                continue;
            }
            for way in self.ways(place)? {
                self.note(&way)?;
            }
            if self.facts.has_new_parts() {
                return Ok(false);
            }
        }
        Ok(!self.facts.changed)
    }

    /// Looks at all ways once more: each is a step of an edge. The number of ways.
    fn judge(&mut self) -> Result<usize, Refusal> {
        self.is_last = true;
        self.facts.changed = false;
        let mut count = 0;
        for place in 0..self.certificate.places.len() {
            if self.facts.places[place].is_none() {
                continue;
            }
            for way in self.ways(place)? {
                self.note(&way)?;
                self.is_stepped(place, &way)?;
                count += 1;
            }
        }
        if self.facts.changed || self.facts.has_new_parts() {
            return Err(Refusal::TooHard("facts about memory do not settle".into()));
        }
        Ok(count)
    }

    /// What is known behind a way.
    fn note(&mut self, way: &Way) -> Result<(), Refusal> {
        let state = &way.state;
        if way.end == End::Violation || state.exits {
            return Ok(());
        }
        let (module, is_alone) = (self.module, state.is_alone);
        let shared = self.facts.parts(|object| match object {
            Object::Global(global) => !module.globals[global].thread_local && !is_constant(module, object),
            Object::Holders(_) => true,
            Object::Function(_) | Object::Local(_) => false,
        });
        let mut values: BTreeMap<Key, Fact> = BTreeMap::new();
        for part in shared {
            let (object, offset, bytes) = part;
            let fact = Fact::of(&self.peek(state, object, offset, bytes));
            if is_alone {
                values.insert(Key::Cell(object, offset, bytes), fact);
            } else {
                self.facts.note_shared(part, fact);
            }
        }
        if let Some((function, argument)) = &state.created {
            let Some(child) = self.birthplace(*function) else {
                return Err(Refusal::wrong("there is no place where a thread begins that is created"));
            };
            let known = BTreeMap::from([(Key::Argument, Fact::of(argument))]);
            self.facts.arrive(child, &known, &std::collections::BTreeSet::new());
        }
        let End::At(place) = way.end else { return Ok(()) };
        let frames: Vec<_> = state.calls.iter().map(|call| call.frame).collect();
        for ((frame, reg), value) in &state.regs {
            if frames.contains(frame) {
                values.insert(Key::Register(*frame, *reg), Fact::of(value));
            }
        }
        let parts = self.facts.parts(|object| matches!(object, Object::Local(_)));
        for (object, offset, bytes) in parts {
            if self.array_of.contains_key(&object) {
                continue;
            }
            let fact = Fact::of(&self.peek(state, object, offset, bytes));
            values.insert(Key::Cell(object, offset, bytes), fact);
        }
        self.facts.arrive(place, &values, &state.living);
        Ok(())
    }
}
