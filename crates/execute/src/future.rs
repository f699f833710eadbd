//! What a thread may still touch: the globals that the code which it has left to run mentions.
//!
//! *What*: for each place of each function, an over-approximation of all that may be executed from there until the
//! function returns, callees included: which globals are read or written by name, of which the address is taken, which
//! functions are named, and whether there are frees and looks at the records of threads.
//! *Claim*: an address of a global comes into being only where code names the global, or by reading memory that holds it
//! (the tracing of `visibility.rs` finds that). A function is called by name, or through an address that was obtained in
//! the same two ways.

use crate::code::Program;
use crate::fault::{Fault, planted};
use crate::needed::{kind_of_update, needed};
use crate::promote::Promotion;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use tw_index::{BitSet, Id};
use tw_ir::{Body, Callee, InstrKind, Module, Operand, Origin, Predicate, Reg, Symbol, Trap, Type, UpdateOp};

/// What a piece of code may touch by name.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Mentions {
    /// Objects that are read: positions in the state's memory.
    pub reads: BitSet,
    /// Objects that are written.
    pub writes: BitSet,
    /// Objects whose address may end up anywhere.
    pub addresses: BitSet,
    /// Objects that are changed by atomic updates whose old value nobody needs, with the kinds of these.
    pub updates: BTreeMap<usize, u8>,
    /// Functions whose address may end up anywhere.
    pub functions: BitSet,
    /// Memory of `malloc` may be freed.
    pub frees: bool,
    /// The records of other threads may be looked at.
    pub records: bool,
    /// Other threads may be waited for, or detached.
    pub joins: bool,
    /// Threads may be created.
    pub creates: bool,
    /// The thread may end.
    pub ends: bool,
    /// Notice may be taken of who holds a lock, without waiting for it.
    pub notices: bool,
}

impl Mentions {
    /// Adds another one; returns whether something was new.
    pub fn add(&mut self, other: &Mentions) -> bool {
        let before = self.flags();
        self.frees |= other.frees;
        self.records |= other.records;
        self.joins |= other.joins;
        self.creates |= other.creates;
        self.ends |= other.ends;
        self.notices |= other.notices;
        let mut new = before != self.flags();
        for (position, kinds) in &other.updates {
            let known = self.updates.entry(*position).or_default();
            new |= *known | kinds != *known;
            *known |= kinds;
        }
        new |= self.reads.union_with(&other.reads);
        new |= self.writes.union_with(&other.writes);
        new |= self.addresses.union_with(&other.addresses);
        new | self.functions.union_with(&other.functions)
    }

    fn flags(&self) -> [bool; 6] {
        [self.frees, self.records, self.joins, self.creates, self.ends, self.notices]
    }
}

/// How a value is used: bits.
const READ: u16 = 1;
const WRITE: u16 = 2;
/// From here on: changed by updates of each kind whose old values nobody needs.
const UPDATES: u32 = 8;
const ESCAPE: u16 = 4;

/// The mentions of one function, by place.
struct Places {
    distinct: Vec<Mentions>,
    /// Before each instruction.
    before: Vec<u32>,
    /// Behind each instruction, on all ways.
    behind: Vec<u32>,
    /// Everywhere, the function may have a record to look at.
    looks: bool,
}

/// The mentions of a whole program.
pub struct Future {
    /// Per function: all that a call of it may do.
    calls: Vec<Mentions>,
    /// Per function: what it does itself, by place; made when it is needed.
    places: Vec<OnceLock<Places>>,
    /// Per constant object (functions come first): what one can get at through it.
    constants: Vec<Mentions>,
    /// Functions in which threads start, and whose addresses are used for nothing else.
    entries: BitSet,
    /// The function in which the program starts.
    entry: usize,
}

impl Future {
    /// Analyses a program.
    pub fn new(program: &Program) -> Future {
        let module = &program.module;
        let constants = constants(program);
        let direct: Vec<(Mentions, Vec<usize>)> = module
            .functions
            .iter()
            .map(|function| {
                let (mut own, mut callees) = (Mentions::default(), Vec::new());
                if let Some(body) = &function.body {
                    let classes = classes(body, program.pointer_bytes);
                    let reached = reached_blocks(module, body);
                    let blocks = body.blocks.iter().zip(&reached).filter(|(_, reached)| **reached);
                    for instr in blocks.flat_map(|(b, _)| &b.instrs) {
                        mention(program, &constants, &classes, &instr.kind, &mut own);
                        callees.extend(callee(module, &instr.kind));
                    }
                }
                callees.sort_unstable();
                callees.dedup();
                (own, callees)
            })
            .collect();
        let mut calls: Vec<Mentions> = direct.iter().map(|(own, _)| own.clone()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (f, (_, callees)) in direct.iter().enumerate() {
                let mut all = std::mem::take(&mut calls[f]);
                for callee in callees.iter().filter(|c| **c != f) {
                    changed |= all.add(&calls[*callee]);
                }
                calls[f] = all;
            }
        }
        let places = (0..module.functions.len()).map(|_| OnceLock::new()).collect();
        let entry = module.entry.map_or(0, |entry| entry.index());
        Future { calls, places, constants, entries: entries(module), entry }
    }

    /// What a call of a function may do.
    pub fn call(&self, function: usize) -> &Mentions {
        &self.calls[function]
    }

    /// Whether the program can look at records of threads that have not ended.
    pub fn peeks(&self) -> bool {
        self.calls[self.entry].records
    }

    /// Whether threads start in a function, and its address is used for nothing else: who has the address does not call it.
    pub fn is_entry(&self, function: usize) -> bool {
        self.entries.contains(function)
    }

    /// What one can get at through an object that is no part of the state: a constant.
    pub fn constant(&self, object: u32) -> Option<&Mentions> {
        self.constants.get(object as usize)
    }

    /// What a frame may still do: from its next instruction on (`top`), or when its active call is over.
    pub fn frame(&self, program: &Program, function: u32, pc: u32, top: bool) -> &Mentions {
        let places = self.places[function as usize].get_or_init(|| self.analyse(program, function as usize));
        let set = if top { &places.before } else { &places.behind };
        &places.distinct[set[pc as usize] as usize]
    }

    fn analyse(&self, program: &Program, function: usize) -> Places {
        let module = &program.module;
        let body = module.functions.as_slice()[function].body.as_ref().expect("frames run code");
        let classes = classes(body, program.pointer_bytes);
        let blocks = body.blocks.as_slice();
        let own = |kind: &InstrKind, all: &mut Mentions| {
            mention(program, &self.constants, &classes, kind, all);
            if !planted(Fault::CalleesForgotten)
                && let Some(callee) = callee(module, kind)
            {
                all.add(&self.calls[callee]);
            }
        };
        let reached = reached_blocks(module, body);
        // A model that has looked up a record may look at it until it returns.
        let looks = module.functions.as_slice()[function].origin == Origin::Runtime
            && self.calls[function].records
            && !planted(Fault::LooksForgotten);
        let mut entry = vec![Mentions::default(); blocks.len()];
        // Behind the places to which calls may jump.
        let mut at_targets = Mentions::default();
        let behind = |kind: &InstrKind, entry: &[Mentions], at_targets: &Mentions, next: &Mentions| {
            let (mut all, mut leaves) = (Mentions::default(), false);
            kind.for_each_edge(&mut |edge| {
                leaves = true;
                all.add(&entry[edge.to.index()]);
            });
            let mut all = if leaves { all } else { next.clone() };
            if matches!(kind, InstrKind::Call { .. }) {
                all.add(at_targets);
            }
            all
        };
        let mut changed = true;
        while changed {
            changed = false;
            for (b, block) in blocks.iter().enumerate().rev() {
                let mut all = Mentions::default();
                for instr in block.instrs.iter().rev() {
                    all = behind(&instr.kind, &entry, &at_targets, &all);
                    if instr.kind.is_jumped_to() {
                        changed |= at_targets.add(&all);
                    }
                    own(&instr.kind, &mut all);
                }
                changed |= reached[b] && entry[b].add(&all) && !planted(Fault::LoopsForgotten);
            }
        }
        let mut places = Places { distinct: Vec::new(), before: Vec::new(), behind: Vec::new(), looks };
        for block in blocks {
            let (mut all, start) = (Mentions::default(), places.before.len());
            for instr in block.instrs.iter().rev() {
                all = behind(&instr.kind, &entry, &at_targets, &all);
                let number = places.number(&all);
                places.behind.push(number);
                own(&instr.kind, &mut all);
                let number = places.number(&all);
                places.before.push(number);
            }
            places.before[start..].reverse();
            places.behind[start..].reverse();
        }
        places
    }
}

impl Places {
    fn number(&mut self, mentions: &Mentions) -> u32 {
        let mut mentions = mentions.clone();
        mentions.records |= self.looks;
        let found = self.distinct.iter().rposition(|m| *m == mentions);
        found.unwrap_or_else(|| {
            self.distinct.push(mentions);
            self.distinct.len() - 1
        }) as u32
    }
}

/// The function that an instruction calls by name.
fn callee(module: &Module, kind: &InstrKind) -> Option<usize> {
    match kind {
        InstrKind::Call { callee: Callee::Direct(function), .. } => Some(function.index()),
        InstrKind::Resume { .. } => {
            module.functions.enumerate().find(|(_, f)| f.name == "_Unwind_Resume").map(|(id, _)| id.index())
        }
        _ => None,
    }
}

fn entries(module: &Module) -> BitSet {
    let (mut started, mut used) = (BitSet::default(), BitSet::default());
    for instr in module
        .functions
        .iter()
        .filter_map(|f| f.body.as_ref())
        .flat_map(|b| b.blocks.iter())
        .flat_map(|b| &b.instrs)
    {
        let mut starts = matches!(&instr.kind, InstrKind::Trap { trap: Trap::ThreadNew, .. });
        instr.kind.for_each_operand(&mut |operand| {
            if let Operand::Address(Symbol::Function(function), _) = operand {
                let set = if starts { &mut started } else { &mut used };
                set.insert(function.index());
            }
            // The first operand is where the thread starts.
            starts = false;
        });
        instr.kind.for_each_edge(&mut |edge| {
            for (_, operand) in &edge.copies {
                if let Operand::Address(Symbol::Function(function), _) = operand {
                    used.insert(function.index());
                }
            }
        });
    }
    for relocation in module.globals.iter().flat_map(|g| &g.relocations) {
        if let Symbol::Function(function) = relocation.symbol {
            used.insert(function.index());
        }
    }
    let mut entries = BitSet::default();
    started.iter().filter(|f| !used.contains(*f)).for_each(|f| {
        entries.insert(f);
    });
    entries
}

/// The blocks that control can reach, if constants of the library decide branches: what the program is not able to do
/// (cancel threads, say) is not in its future.
fn reached_blocks(module: &Module, body: &Body) -> Vec<bool> {
    let mut known: Vec<Option<u64>> = vec![None; body.regs.len()];
    let value = |known: &[Option<u64>], operand: Operand| match operand {
        Operand::Reg(register) => known[register.index()],
        Operand::Const(_, value) => u64::try_from(value).ok(),
        _ => None,
    };
    for instr in body.blocks.iter().flat_map(|b| &b.instrs) {
        match &instr.kind {
            InstrKind::Load { dest, address: Operand::Address(symbol, 0), .. }
                if body.regs[*dest].ty == Type::Int(32) =>
            {
                known[dest.index()] = ability(module, *symbol);
            }
            InstrKind::Compare { dest, predicate, left, right, .. } => {
                let both = value(&known, *left).zip(value(&known, *right));
                known[dest.index()] = both.and_then(|(a, b)| match predicate {
                    Predicate::Eq => Some(u64::from(a == b)),
                    Predicate::Ne => Some(u64::from(a != b)),
                    _ => None,
                });
            }
            _ => {}
        }
    }
    let mut reached = vec![false; body.blocks.len()];
    let mut work = vec![0];
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut reached[block], true) {
            continue;
        }
        for instr in &body.blocks.as_slice()[block].instrs {
            match &instr.kind {
                InstrKind::Branch { cond, yes, no } if value(&known, *cond).is_some() => {
                    let taken = if value(&known, *cond) == Some(0) { no } else { yes };
                    work.push(taken.to.index());
                }
                kind => kind.for_each_edge(&mut |edge| work.push(edge.to.index())),
            }
        }
    }
    reached
}

/// The value of a constant of the library.
fn ability(module: &Module, symbol: Symbol) -> Option<u64> {
    let Symbol::Global(id) = symbol else { return None };
    let global = &module.globals[id];
    let fixed = global.constant && global.origin == Origin::Runtime && global.defined;
    let bytes: [u8; 4] = global.bytes.as_slice().try_into().ok().filter(|_| fixed)?;
    Some(u32::from_le_bytes(bytes).into())
}

/// What each constant leads to, through other constants too.
fn constants(program: &Program) -> Vec<Mentions> {
    let module = &program.module;
    let mut found = vec![Mentions::default(); program.first_state_object as usize];
    for (id, _) in module.functions.enumerate() {
        found[Program::function_object(id) as usize].functions.insert(id.index());
    }
    let constant = |id: tw_ir::GlobalId| {
        let object = program.global_objects[id.index()];
        (object != 0 && object < program.first_state_object).then_some(object as usize)
    };
    let mut changed = true;
    while changed {
        changed = false;
        for (id, global) in module.globals.enumerate() {
            let Some(at) = constant(id) else { continue };
            let mut all = std::mem::take(&mut found[at]);
            for relocation in &global.relocations {
                let object = object_of(program, relocation.symbol);
                match found.get(object as usize) {
                    Some(_) if object as usize == at => {}
                    Some(more) => changed |= all.add(more),
                    None => {
                        changed |= all.addresses.insert((object - program.first_state_object) as usize);
                    }
                }
            }
            found[at] = all;
        }
    }
    found
}

fn object_of(program: &Program, symbol: Symbol) -> u32 {
    match symbol {
        Symbol::Function(function) => Program::function_object(function),
        Symbol::Global(global) => program.global_objects[global.index()],
    }
}

/// Adds what an instruction names.
fn mention(
    program: &Program,
    constants: &[Mentions],
    classes: &Classes<'_>,
    kind: &InstrKind,
    all: &mut Mentions,
) {
    let mut used = |operand: Operand, class: u16| {
        let Operand::Address(symbol, _) = operand else { return };
        let object = object_of(program, symbol);
        if class == 0 || object == 0 {
            return;
        }
        if let Some(constant) = constants.get(object as usize) {
            all.add(constant);
            return;
        }
        let position = (object - program.first_state_object) as usize;
        if class >> UPDATES != 0 {
            *all.updates.entry(position).or_default() |= (class >> UPDATES) as u8;
        }
        if class & ESCAPE != 0 {
            all.addresses.insert(position);
        }
        if class & READ != 0 {
            all.reads.insert(position);
        }
        if class & WRITE != 0 {
            all.writes.insert(position);
        }
    };
    uses(kind, classes, &mut used);
    if let InstrKind::Trap { trap, .. } = kind {
        all.frees |= *trap == Trap::Free;
        all.records |= matches!(trap, Trap::Record | Trap::Nth | Trap::Held);
        all.joins |= *trap == Trap::Joined;
        all.creates |= *trap == Trap::ThreadNew;
        all.ends |= *trap == Trap::ThreadExit;
        all.notices |= *trap == Trap::Notices && !planted(Fault::NoticesForgotten);
    }
}

/// How each register is used: whether an address in it is read, written, or goes elsewhere.
struct Classes<'b> {
    body: &'b Body,
    registers: Vec<u16>,
    needed: BitSet,
}

impl Classes<'_> {
    /// How an update uses the address.
    fn of_update(&self, dest: Reg, op: UpdateOp) -> u16 {
        let kind = kind_of_update(op, self.body.regs[dest].ty);
        if kind == 0 || self.needed.contains(dest.index()) {
            READ | WRITE
        } else {
            u16::from(kind) << UPDATES
        }
    }
}

fn classes(body: &Body, pointer_bytes: u32) -> Classes<'_> {
    // Functions to which control may jump keep their variables in memory.
    let promotion =
        if body.is_jumped_to() { Promotion::none() } else { Promotion::find(body, pointer_bytes) };
    let (registers, needed) = (vec![0u16; body.regs.len()], needed(body, &promotion));
    let mut classes = Classes { body, registers, needed };
    let mut changed = true;
    while changed {
        changed = false;
        for instr in body.blocks.iter().flat_map(|b| &b.instrs).rev() {
            let mut found: SmallVec<[(usize, u16); 4]> = SmallVec::new();
            uses(&instr.kind, &classes, &mut |operand, class| {
                if let Operand::Reg(register) = operand {
                    found.push((register.index(), class));
                }
            });
            for (register, class) in found {
                let known = &mut classes.registers[register];
                changed |= *known | class != *known;
                *known |= class;
            }
        }
    }
    classes
}

/// Visits the operands with the way in which an address in them would be used.
fn uses(kind: &InstrKind, classes: &Classes<'_>, visit: &mut dyn FnMut(Operand, u16)) {
    let class = |register: Reg| classes.registers[register.index()];
    match kind {
        InstrKind::Load { address, .. } => visit(*address, READ),
        InstrKind::EndLife { object, .. } => visit(*object, WRITE),
        InstrKind::Store { value, address, .. } => {
            visit(*address, WRITE);
            visit(*value, ESCAPE);
        }
        InstrKind::AtomicUpdate { dest, op, value, address, .. } => {
            visit(*address, classes.of_update(*dest, *op));
            visit(*value, ESCAPE);
        }
        InstrKind::CompareExchange { address, expected, new, .. } => {
            visit(*address, READ | WRITE);
            visit(*expected, ESCAPE);
            visit(*new, ESCAPE);
        }
        InstrKind::MemCopy { to, from, len, .. } => {
            visit(*to, WRITE);
            visit(*from, READ);
            visit(*len, ESCAPE);
        }
        InstrKind::MemSet { to, byte, len } => {
            visit(*to, WRITE);
            visit(*byte, ESCAPE);
            visit(*len, ESCAPE);
        }
        InstrKind::PtrAdd { dest, base, index, .. } => {
            visit(*base, class(*dest));
            index.iter().for_each(|index| visit(*index, ESCAPE));
        }
        InstrKind::Compare { left, right, .. } => {
            visit(*left, 0);
            visit(*right, 0);
        }
        InstrKind::Select { dest, cond, yes, no } => {
            visit(*cond, 0);
            visit(*yes, class(*dest));
            visit(*no, class(*dest));
        }
        _ => kind.for_each_operand(&mut |operand| visit(operand, ESCAPE)),
    }
    kind.for_each_edge(&mut |edge| edge.copies.iter().for_each(|(to, from)| visit(*from, class(*to))));
}
