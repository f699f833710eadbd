//! Symbolic execution: a thread at a place, and all ways from there to the next places.
//!
//! *What*: each way through the code is followed by itself, instruction by instruction; where a condition is open, the solver
//! says which sides are possible. A way ends at a place of the certificate: at the head of a loop, or where something
//! visible was done and the certificate has an edge there. *Claim*: between the places of a way at most one thing is done
//! that other threads can notice, and nothing behind it can stop the thread (`act`, `stop`); otherwise the certificate
//! is refused. So steps of threads may be taken as a whole.

use crate::blast::Blaster;
use crate::certificate::{Certificate, Kind, LocalObject, Point, Step};
use crate::facts::{Fact, Facts, Key};
use crate::refusal::Refusal;
use crate::state::{Call, Cells, Halt, Region, State};
use crate::value::{Object, Points, Value};
use crate::word::{Array, Symbol, Word};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use tw_index::{Id, IdVec};
use tw_ir::trap::MAIN_RECORD;
use tw_ir::{Block, Body, FuncId, InstrKind, Module, Operand, Origin, Reg, Trap, Type};
use tw_verdict::Property;

/// Instructions of one way, but at the start of the program.
const LONGEST: u32 = 20_000;
/// Instructions at the start of the program.
const LONGEST_START: u32 = 5_000_000;
/// Ways from one place.
const MOST_WAYS: usize = 1024;

/// How a way ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// At a place, along an edge.
    At(usize),
    /// The thread ends.
    Gone,
    /// Something is violated.
    Violation,
}

/// A way from a place.
pub struct Way {
    /// How it ends.
    pub end: End,
    /// What was done.
    pub state: State,
    /// What is violated.
    pub what: String,
    /// It may be that nothing is violated: values are followed as a whole, and on all ways at once.
    pub is_rough: bool,
}

/// The machine.
pub struct Machine<'a> {
    /// The program.
    pub module: &'a Module,
    /// What is claimed of it.
    pub certificate: &'a Certificate<'a>,
    /// What was found out.
    pub facts: Facts,
    /// The solver, for the place at hand.
    pub blaster: Blaster<'a>,
    /// Whether nothing more is found out: what cannot be followed is an error now.
    pub is_last: bool,
    /// Whether ways end at every place that an edge leads to, so that all code is looked at before it is known who accesses what.
    pub is_first: bool,
    go_on: &'a dyn Fn() -> bool,
    /// Questions to solvers that are gone.
    pub questions: u64,
    fresh: u32,
    /// The function where the program starts.
    pub entry: FuncId,
    /// The place at hand.
    place: usize,
    variable_of: FxHashMap<Key, usize>,
    /// The array that an object is.
    pub array_of: FxHashMap<Object, usize>,
    place_at: FxHashMap<(Vec<Point>, bool, bool), Vec<usize>>,
    edges: FxHashSet<(usize, usize, Option<usize>)>,
    /// The places where no other thread was created yet.
    pub alone: Vec<bool>,
    heads: FxHashMap<FuncId, Rc<BTreeSet<Block>>>,
}

impl<'a> Machine<'a> {
    /// Knows nothing yet.
    ///
    /// # Errors
    /// The program has no beginning.
    pub fn new(
        module: &'a Module,
        certificate: &'a Certificate<'a>,
        go_on: &'a dyn Fn() -> bool,
    ) -> Result<Machine<'a>, Refusal> {
        let entry = module.entry.ok_or_else(|| Refusal::wrong("the program has no beginning"))?;
        if module.pointer_bytes != 8 {
            return Err(Refusal::TooHard("pointers of 32 bits are not followed".into()));
        }
        let alone = crate::threads::alone(certificate);
        let mut machine = Machine {
            module,
            certificate,
            facts: Facts::default(),
            blaster: Blaster::new(go_on),
            is_last: false,
            is_first: true,
            go_on,
            questions: 0,
            fresh: 0,
            entry,
            place: certificate.entry,
            variable_of: FxHashMap::default(),
            array_of: FxHashMap::default(),
            place_at: FxHashMap::default(),
            edges: FxHashSet::default(),
            alone,
            heads: FxHashMap::default(),
        };
        machine.facts.places = vec![None; certificate.places.len()];
        machine.facts.several = crate::threads::several(certificate, entry);
        certificate.objects.iter().for_each(|object| {
            machine.facts.local(object);
        });
        machine.name_variables();
        for (number, place) in certificate.places.iter().enumerate() {
            if !place.is_newborn && !place.is_entry {
                let key = (place.position.clone(), place.is_atomic, machine.alone[number]);
                machine.place_at.entry(key).or_default().push(number);
            }
        }
        for edge in &certificate.edges {
            let child = match edge.step {
                Step::Start(child) => Some(child),
                Step::On => None,
                Step::End | Step::Error => continue,
            };
            machine.edges.insert((edge.from, edge.to, child));
        }
        Ok(machine)
    }

    fn name_variables(&mut self) {
        let certificate = self.certificate;
        for (number, variable) in certificate.variables.iter().enumerate() {
            if let Some(key) = self.key(&variable.kind, variable.width) {
                if let Key::Cell(object, offset, bytes) = key {
                    self.facts.touch(object, offset, bytes);
                }
                self.variable_of.entry(key).or_insert(number);
            }
        }
        for (number, array) in certificate.arrays.iter().enumerate() {
            if let Some(Key::Cell(object, ..)) = self.key(&array.kind, 8) {
                self.array_of.entry(object).or_insert(number);
            }
        }
    }

    /// What a variable of the certificate is about; absent for the end of the process.
    pub fn key(&mut self, kind: &Kind, width: u32) -> Option<Key> {
        Some(match kind {
            Kind::Global(global, offset) => Key::Cell(Object::Global(*global), *offset, width / 8),
            Kind::Local(object, offset) => {
                let local = self.facts.local(object);
                Key::Cell(Object::Local(local), *offset, width / 8)
            }
            Kind::Register(frame, reg) => Key::Register(self.facts.frame(frame), *reg),
            Kind::Holder(global, offset) => Key::Cell(Object::Holders(*global), *offset, 8),
            Kind::Argument => Key::Argument,
            Kind::Exited => return None,
        })
    }

    /// A new word of any value.
    pub fn any(&mut self, width: u32) -> Word {
        Word::symbol(self.new_symbol(), width)
    }

    /// Something that nothing is known of, and that may be undefined.
    pub fn unknown(&mut self, width: u32) -> Value {
        Value { word: self.any(width), points: Points::Anything, is_undefined: true }
    }

    /// A symbol that stands for nothing yet.
    pub fn new_symbol(&mut self) -> Symbol {
        self.fresh += 1;
        Symbol::Fresh(self.fresh)
    }

    /// Whether the way begins where the program does.
    pub fn is_at_entry(&self) -> bool {
        self.place == self.certificate.entry
    }

    /// Whether the way begins where a thread does.
    pub fn begins(&self) -> bool {
        self.is_at_entry() || self.certificate.places[self.place].is_newborn
    }

    /// What memory holds that nothing was written to.
    pub fn uninitialised(&mut self, width: u32) -> Value {
        let is_input = self.certificate.question.uninitialised_is_input;
        Value { word: self.any(width), points: Points::nothing(), is_undefined: !is_input }
    }

    /// Whether a property is claimed.
    pub fn claims(&self, property: Property) -> bool {
        self.certificate.question.properties.contains(&property)
    }

    // ---- a thread at a place ----

    /// What something holds at a place, by its fact.
    fn value_of(&mut self, key: Key, fact: &Fact, width: u32) -> Value {
        let symbol = self.variable_of.get(&key).copied();
        let word = match (fact.constant, symbol) {
            (Some(value), _) => Word::number(value, width),
            (None, Some(variable)) if self.certificate.variables[variable].width == width => {
                Word::symbol(Symbol::Variable(number(variable)), width)
            }
            _ => self.any(width),
        };
        Value { word, points: fact.points.clone(), is_undefined: fact.is_undefined }
    }

    /// A thread at a place that was reached.
    fn state_at(&mut self, place: usize) -> Result<State, Refusal> {
        let info = &self.certificate.places[place];
        let start = Point { function: self.entry, block: Block::from_index(0), instr: 0 };
        let position = if info.is_entry { vec![start] } else { info.position.clone() };
        let Some(first) = position.first() else {
            return Err(Refusal::wrong("a thread that has ended moves"));
        };
        let at = self.facts.places[place].clone().unwrap_or_default();
        let mut state = State {
            calls: Vec::new(),
            root: first.function,
            regs: FxHashMap::default(),
            memory: BTreeMap::new(),
            arrays: Vec::new(),
            argument: None,
            living: at.living.clone(),
            path: Vec::new(),
            is_alone: self.alone[place],
            is_marked: false,
            has_acted: false,
            region: None,
            created: None,
            length: 0,
            exits: false,
        };
        let mut name = Vec::new();
        let mut caller: Option<(FuncId, bool)> = None;
        for (n, point) in position.iter().enumerate() {
            let (block, instr) = match n.checked_sub(1) {
                Some(before) => (position[before].block, position[before].instr),
                None => (Block::from_index(0), 0),
            };
            name.push(Point { function: point.function, block, instr });
            let is_atomic = self.runs_atomic(point.function, caller);
            caller = Some((point.function, is_atomic));
            state.calls.push(Call { frame: self.facts.frame(&name), at: *point, is_atomic });
        }
        let in_atomic_code = state.is_atomic();
        state.is_marked = info.is_atomic && !in_atomic_code;
        if info.is_atomic || in_atomic_code {
            state.region = Some(Region { began_inside: info.is_atomic, acted_before: false });
        }
        let arrays = 0..self.certificate.arrays.len();
        state.arrays = arrays.map(|array| self.array_at(array, info.is_entry)).collect();
        if info.is_entry {
            return Ok(state);
        }
        self.fill_state(&mut state, &at, info.is_newborn);
        Ok(state)
    }

    fn fill_state(&mut self, state: &mut State, at: &crate::facts::AtPlace, is_newborn: bool) {
        for (key, fact) in &at.known {
            if let Key::Register(frame, reg) = key {
                let width = self.register_width(*frame, *reg);
                let value = self.value_of(*key, fact, width);
                state.regs.insert((*frame, *reg), value);
            }
        }
        let module = self.module;
        let parts = self.facts.parts(|object| !is_constant(module, object));
        for (object, offset, bytes) in parts {
            let key = Key::Cell(object, offset, bytes);
            let is_shared = self.is_shared(object);
            let fact = if is_shared && !state.is_alone {
                self.facts.shared((object, offset, bytes)).cloned()
            } else if is_newborn {
                // Memory of a new thread is as it is made.
                None
            } else {
                at.known.get(&key).cloned()
            };
            match fact {
                Some(fact) => {
                    let value = self.value_of(key, &fact, bytes * 8);
                    self.poke(state, object, offset, value);
                }
                None if is_newborn && !is_shared => {}
                None => {
                    let value = self.value_of(key, &Fact::undefined(), bytes * 8);
                    self.poke(state, object, offset, value);
                }
            }
        }
        if is_newborn {
            let fact = at.known.get(&Key::Argument).cloned().unwrap_or_else(Fact::undefined);
            let argument = self.value_of(Key::Argument, &fact, 64);
            let function = state.root;
            let frame = state.top().frame;
            if let Some(first) = self.module.functions[function].params.first().copied() {
                let width = self.register_width(frame, first);
                let value = if width == 64 { argument } else { self.unknown(width) };
                state.regs.insert((frame, first), value);
            }
        }
    }

    /// An array at a place.
    fn array_at(&mut self, array: usize, is_entry: bool) -> Array {
        let widths = self.certificate.arrays[array].widths;
        if is_entry && let Kind::Global(global, _) = self.certificate.arrays[array].kind {
            if !self.module.globals[global].relocations.is_empty() {
                let unknown = Fact { is_undefined: false, ..Fact::undefined() };
                self.facts.note_element(array, &unknown);
            }
            return self.known_array(global, widths.1);
        }
        Array::symbol(Symbol::Variable(self.certificate.array_number(array)), widths)
    }

    /// Whether no other thread runs while a function runs that is called by another.
    pub fn runs_atomic(&self, function: FuncId, caller: Option<(FuncId, bool)>) -> bool {
        let inherited =
            caller.is_some_and(|(by, atomic)| atomic && self.module.functions[by].origin != Origin::Runtime);
        self.module.functions[function].atomic || inherited
    }

    /// Whether other threads can reach an object.
    pub fn is_shared(&self, object: Object) -> bool {
        match object {
            Object::Global(global) => !self.module.globals[global].thread_local,
            Object::Holders(_) | Object::Function(_) => true,
            Object::Local(_) => false,
        }
    }

    /// The code of a function.
    pub fn body(&self, function: FuncId) -> Option<&'a Body> {
        self.module.functions[function].body.as_ref()
    }

    /// Bits of a register.
    pub fn register_width(&self, frame: crate::facts::Frame, reg: Reg) -> u32 {
        let function = self.facts.name(frame).last().map(|point| point.function);
        let ty = function.and_then(|f| self.body(f)).map(|body| body.regs[reg].ty);
        ty.unwrap_or(Type::Ptr).bits(self.module.pointer_bytes)
    }

    // ---- ways ----

    /// All ways from a place that was reached.
    ///
    /// # Errors
    /// They cannot be followed, or break the rules.
    pub fn ways(&mut self, place: usize) -> Result<Vec<Way>, Refusal> {
        self.place = place;
        self.questions += self.blaster.questions;
        self.blaster = Blaster::new(self.go_on);
        let line = self.certificate.places[place].line;
        let mut stack = vec![self.state_at(place).map_err(|why| why.or_at(line))?];
        let mut ways = Vec::new();
        while let Some(mut state) = stack.pop() {
            loop {
                if ways.len() + stack.len() > MOST_WAYS {
                    if !self.is_last {
                        // Fewer ways may be possible when more is known.
                        return Ok(ways);
                    }
                    return Err(Refusal::TooHard(format!(
                        "there are many ways from the place in line {line}"
                    )));
                }
                if let Some(to) = self.cut(&state) {
                    ways.push(Way { end: End::At(to), state, what: String::new(), is_rough: false });
                    break;
                }
                // Whatever halts does so before it has changed anything.
                match self.step(&mut state) {
                    Ok(()) => continue,
                    Err(Halt::Fork(word)) => {
                        let mut other = state.clone();
                        other.path.push(word.not());
                        stack.push(other);
                        state.path.push(word);
                        continue;
                    }
                    Err(Halt::Over) => {}
                    Err(Halt::Ended) => {
                        ways.push(Way { end: End::Gone, state, what: String::new(), is_rough: false })
                    }
                    Err(Halt::Violated(what)) => {
                        if (self.blaster.is_possible(&state.path)).map_err(Refusal::from)? {
                            ways.push(Way { end: End::Violation, state, what, is_rough: false });
                        }
                    }
                    Err(Halt::MayBeUndefined(what)) => {
                        if (self.blaster.is_possible(&state.path)).map_err(Refusal::from)? {
                            ways.push(Way { end: End::Violation, state, what, is_rough: true });
                        }
                    }
                    Err(Halt::TooLong) => return Err(tw_solver::Stopped.into()),
                    Err(Halt::Cut(why)) if self.is_last => {
                        return Err(Refusal::at(line, format!("{why}{}", self.whereabouts(&state))));
                    }
                    Err(Halt::Refused(why)) if self.is_last => {
                        let at = self.whereabouts(&state);
                        return Err(Refusal::TooHard(format!(
                            "{why}{at}, on a way from the place in line {line}"
                        )));
                    }
                    // More may be known soon.
                    Err(Halt::Cut(_) | Halt::Refused(_)) => {}
                }
                break;
            }
        }
        Ok(ways)
    }

    fn whereabouts(&self, state: &State) -> String {
        let Some(call) = state.calls.last() else { return String::new() };
        let at = call.at;
        let function = &self.module.functions[at.function].display;
        format!(" (in {function}, block {}, instruction {})", at.block.index(), at.instr)
    }

    /// The place at which the step ends in front of the next instruction.
    fn cut(&mut self, state: &State) -> Option<usize> {
        if state.length == 0 {
            return None;
        }
        let at = state.top().at;
        let is_head = at.instr == 0 && self.is_head(at.function, at.block);
        if !is_head && !state.has_acted && !self.is_first {
            return None;
        }
        let is_atomic = state.is_atomic() && (state.is_marked || !self.is_point(at));
        let child = match &state.created {
            Some((function, _)) => Some(self.birthplace(*function)?),
            None => None,
        };
        let places = self.place_at.get(&(state.position(), is_atomic, state.is_alone))?;
        places.iter().copied().find(|to| self.edges.contains(&(self.place, *to, child)))
    }

    /// The place where threads begin with a function.
    pub fn birthplace(&self, function: FuncId) -> Option<usize> {
        let start = Point { function, block: Block::from_index(0), instr: 0 };
        let places = self.certificate.places.iter();
        places.into_iter().position(|place| place.is_newborn && place.position == [start])
    }

    /// Whether others may run in front of an instruction of a model.
    fn is_point(&self, at: Point) -> bool {
        let instr =
            self.body(at.function).and_then(|body| body.blocks[at.block].instrs.get(at.instr as usize));
        matches!(instr.map(|i| &i.kind), Some(InstrKind::Trap { trap: Trap::Access, .. }))
    }

    fn is_head(&mut self, function: FuncId, block: Block) -> bool {
        let body = self.body(function);
        let heads =
            self.heads.entry(function).or_insert_with(|| Rc::new(body.map(heads).unwrap_or_default()));
        heads.contains(&block)
    }

    fn step(&mut self, state: &mut State) -> Result<(), Halt> {
        state.length += 1;
        let longest = if self.place == self.certificate.entry { LONGEST_START } else { LONGEST };
        if state.length > longest {
            return Err(Halt::Refused("there are many instructions without a place".into()));
        }
        if state.length.is_multiple_of(4096) && !(self.go_on)() {
            return Err(Halt::TooLong);
        }
        let at = state.top().at;
        let instr =
            self.body(at.function).and_then(|body| body.blocks[at.block].instrs.get(at.instr as usize));
        match instr {
            Some(instr) => self.instr(state, &instr.kind),
            None => Err(Halt::Refused("a block has no end".into())),
        }
    }

    // ---- the rules of steps ----

    /// Something is done that others can notice.
    pub fn act(&mut self, state: &mut State) -> Result<(), Halt> {
        if state.is_atomic() {
            in_region(state)?;
        } else if state.has_acted {
            return Err(Halt::Cut("a step does two things that others can notice"));
        }
        state.has_acted = true;
        Ok(())
    }

    /// The thread may stop here for ever.
    pub fn stop(&mut self, state: &State) -> Result<(), Halt> {
        if state.is_atomic() {
            in_region(state)
        } else if state.has_acted {
            Err(Halt::Cut("a step can stop behind something that others can notice"))
        } else {
            Ok(())
        }
    }

    /// After an instruction, or a part of one: an atomic section has begun or ended.
    pub fn pass(&mut self, state: &mut State, was_atomic: bool) {
        match (was_atomic, state.is_atomic()) {
            (false, true) => {
                state.region = Some(Region { began_inside: false, acted_before: state.has_acted });
            }
            (true, false) => {
                // Others see now that a section is over in which the step began.
                state.has_acted |= state.region.take().is_some_and(|region| region.began_inside);
            }
            _ => {}
        }
    }

    // ---- decisions ----

    /// The truth of a word of one bit on this way.
    pub fn decide(&mut self, state: &State, word: &Word) -> Result<bool, Halt> {
        if let Some(value) = word.as_const() {
            return Ok(value == 1);
        }
        let mut possible = |word: &Word| {
            self.blaster.is_possible(state.path.iter().chain([word])).map_err(|_| Halt::TooLong)
        };
        match (possible(word)?, possible(&word.not())?) {
            (true, true) => Err(Halt::Fork(word.clone())),
            (false, false) => Err(Halt::Over),
            (yes, _) => Ok(yes),
        }
    }

    /// A word on which something depends.
    pub fn defined(&mut self, value: &Value, what: &str) -> Result<Word, Halt> {
        if value.is_undefined {
            // If undefined behaviour is assumed not to happen, this is some value.
            if self.certificate.question.assume_defined {
                return Ok(value.word.clone());
            }
            return Err(Halt::MayBeUndefined(format!("{what} may be undefined")));
        }
        Ok(value.word.clone())
    }

    /// Undefined behaviour happens here.
    pub fn undefined(&mut self, state: &State, property: Property, what: &str) -> Halt {
        if self.certificate.question.assume_defined && !self.claims(property) {
            return match self.stop(state) {
                Ok(()) => Halt::Over,
                Err(halt) => halt,
            };
        }
        Halt::Violated(what.to_string())
    }

    /// The way goes on only if a word of one bit is 1; the thread stops otherwise.
    pub fn assume(&mut self, state: &mut State, holds: &Word) -> Result<(), Halt> {
        if holds.as_const() == Some(1) {
            return Ok(());
        }
        let mut possible = |word: &Word| {
            self.blaster.is_possible(state.path.iter().chain([word])).map_err(|_| Halt::TooLong)
        };
        if !possible(&holds.not())? {
            return Ok(());
        }
        let goes_on = possible(holds)?;
        self.stop(state)?;
        if !goes_on {
            return Err(Halt::Over);
        }
        state.path.push(holds.clone());
        Ok(())
    }

    // ---- registers ----

    /// The value of an operand.
    pub fn operand(&mut self, state: &State, operand: Operand) -> Value {
        match operand {
            Operand::Reg(reg) => {
                let frame = state.top().frame;
                match state.regs.get(&(frame, reg)) {
                    Some(value) => value.clone(),
                    None => self.unknown(self.register_width(frame, reg)),
                }
            }
            Operand::Const(ty, value) => Value::constant(value, ty.bits(self.module.pointer_bytes)),
            Operand::Address(symbol, offset) => {
                let object = match symbol {
                    tw_ir::Symbol::Global(global) => Object::Global(global),
                    tw_ir::Symbol::Function(function) => Object::Function(function),
                };
                let base = Value::address(object, 0);
                Value {
                    word: base.word.plus_number(offset.into()),
                    points: base.points.moved(Some(offset.into())),
                    is_undefined: false,
                }
            }
            Operand::Undef(ty) => {
                let width = ty.bits(self.module.pointer_bytes);
                Value { word: self.any(width), points: Points::nothing(), is_undefined: true }
            }
        }
    }

    /// Assigns a register of the innermost call.
    pub fn assign(&mut self, state: &mut State, dest: Reg, value: Value) {
        let frame = state.top().frame;
        let width = self.register_width(frame, dest);
        let found = value.word.width();
        let word = match found.cmp(&width) {
            std::cmp::Ordering::Greater => Word::extract(&value.word, 0, width),
            _ => Word::extend(false, &value.word, width),
        };
        state.regs.insert((frame, dest), Value { word, ..value });
    }

    /// The record of the running thread.
    pub fn record(&mut self, state: &State) -> Value {
        let main = self.module.globals.enumerate().find(|(_, global)| global.name == MAIN_RECORD);
        match main {
            Some((global, _)) if state.root == self.entry => Value::address(Object::Global(global), 0),
            _ => {
                let local = self.facts.local(&LocalObject::Record);
                let bytes = main.map_or(8, |(_, global)| global.bytes.len());
                self.facts.has_size(local, u32::try_from(bytes).unwrap_or(8));
                Value::address(Object::Local(local), 0)
            }
        }
    }
}

/// In an atomic section in front of which something visible was done, nothing visible may be done, and nothing may stop.
fn in_region(state: &State) -> Result<(), Halt> {
    match state.region {
        Some(Region { acted_before: true, .. }) => {
            Err(Halt::Cut("a step does something that others can notice in front of an atomic section"))
        }
        _ => Ok(()),
    }
}

/// Whether an object never changes.
pub fn is_constant(module: &Module, object: Object) -> bool {
    matches!(object, Object::Global(global) if module.globals[global].constant)
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Blocks to which a jump leads back.
fn heads(body: &Body) -> BTreeSet<Block> {
    let successors = |block: Block| -> Vec<Block> {
        let mut all = Vec::new();
        for instr in &body.blocks[block].instrs {
            instr.kind.for_each_edge(&mut |edge| all.push(edge.to));
        }
        all
    };
    let mut heads = BTreeSet::new();
    // 1: on the way from the first block; 2: done.
    let mut marks: IdVec<Block, u8> = IdVec::filled(0, body.blocks.len());
    let first = Block::from_index(0);
    let mut stack = vec![(first, successors(first))];
    marks[first] = 1;
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if marks[next] == 1 => drop(heads.insert(next)),
            Some(next) if marks[next] == 0 => {
                marks[next] = 1;
                let after = successors(next);
                stack.push((next, after));
            }
            Some(_) => {}
            None => {
                marks[*block] = 2;
                stack.pop();
            }
        }
    }
    heads
}

/// No memory.
pub fn empty() -> Rc<Cells> {
    Rc::new(Cells::new())
}
