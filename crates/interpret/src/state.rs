//! The state of a program: memory, threads, frames.

use crate::ReplayOptions;
use crate::memory::{Kind, Memory, Object};
use crate::names::Via;
use crate::registers::Registers;
use crate::value::{Done, ObjectId, Stop, Value, mask};
use std::collections::BTreeMap;
use std::rc::Rc;
use tw_index::Id;
use tw_ir::{
    Block, Body, FuncId, Function, GlobalId, Hold, Identities, Instr, Module, Operand, Origin, Reg, Role,
    Symbol, Type, Waiting,
};
use tw_verdict::{Access, Property};

/// A call of a function.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Different for each call of an execution.
    pub serial: u64,
    /// The function.
    pub function: FuncId,
    /// The block.
    pub block: Block,
    /// The next instruction; while a call is active, the call.
    pub index: usize,
    /// The registers that have been assigned.
    pub regs: Registers,
    /// Objects that die with this frame.
    pub objects: Vec<ObjectId>,
    /// Variadic arguments.
    pub extra: Vec<(Type, Value)>,
    /// Whether no other thread runs meanwhile.
    pub atomic: bool,
    /// What `Trap::Unwind` passed, until the landing pad takes it.
    pub landing: Option<(Value, Value)>,
    /// Source expressions of pointers, for names.
    pub via: BTreeMap<Reg, Via>,
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    /// Active calls, the latest last. Empty when the thread has ended.
    pub frames: Vec<Rc<Frame>>,
    /// Whether the bound on threads lets it run.
    pub runs: bool,
    /// What `Trap::Mine` returns.
    pub record: Value,
    /// Instances of thread-local globals.
    pub locals: BTreeMap<GlobalId, ObjectId>,
    /// Between `Trap::AtomicBegin` and `Trap::AtomicEnd`.
    pub section: bool,
    /// Whether shared memory has been accessed since the atomic code was entered.
    pub accessed: bool,
    /// What it has on locks, in order of locking: their addresses.
    pub holds: Vec<(Value, Hold)>,
    /// Where it waits, and how.
    pub waits: Option<(Value, Waiting)>,
}

impl Thread {
    /// Whether it has ended.
    pub fn ended(&self) -> bool {
        self.frames.is_empty()
    }

    /// The active call.
    pub fn top(&self) -> Done<&Frame> {
        self.frames.last().map(|frame| &**frame).ok_or_else(|| Stop::Misfit("the thread has ended".into()))
    }
}

/// What an instruction did, for the report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Memory was accessed under a source name.
    Access(Access),
    /// Something else worth a note.
    Note(String),
    /// Text was printed.
    Output(String),
    /// A thread was created.
    Created(u32),
}

/// A question of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// One of 0 … n-1.
    OneOf(u64),
    /// The number of an earlier allocation, or 0.
    Allocation,
    /// A value from outside.
    Input {
        /// Bits.
        width: u32,
        /// Whether the highest of them is a sign.
        is_signed: bool,
        /// Whether this is a number: of anything else nobody can try all values.
        is_number: bool,
    },
}

/// Who answers choices and inputs.
pub trait Answers {
    /// The next answer; whether it is in range is checked by who asks.
    fn next(&mut self, ask: Ask) -> Done<i64>;
}

/// The state of a program.
#[derive(Clone, Debug)]
pub struct State<'m> {
    /// The program.
    pub module: &'m Module,
    /// What is checked.
    pub options: &'m ReplayOptions,
    /// The objects.
    pub memory: Memory,
    /// The threads.
    pub threads: Vec<Rc<Thread>>,
    /// Objects of the globals; none for thread-local ones.
    pub globals: Rc<BTreeMap<GlobalId, ObjectId>>,
    /// Objects of the functions.
    pub functions: Rc<BTreeMap<FuncId, ObjectId>>,
    /// All allocations of the heap, in order.
    pub allocations: Vec<ObjectId>,
    /// Types that have got a selector, in order of asking.
    pub type_ids: Vec<Value>,
    /// All output.
    pub output: String,
    /// What the last instruction did.
    pub events: Vec<Event>,
    /// Number of calls so far.
    pub calls: u64,
    /// Whether accesses and output are kept for a report.
    pub tells: bool,
}

impl<'m> State<'m> {
    /// The state in which thread 0 is about to execute the first instruction of the entry function.
    pub fn new(module: &'m Module, options: &'m ReplayOptions) -> Result<State<'m>, String> {
        let mut state = State {
            module,
            options,
            memory: Memory::new(module.pointer_bytes),
            threads: Vec::new(),
            globals: Rc::default(),
            functions: Rc::default(),
            allocations: Vec::new(),
            type_ids: Vec::new(),
            output: String::new(),
            events: Vec::new(),
            calls: 0,
            tells: true,
        };
        let (mut functions, mut globals) = (BTreeMap::new(), BTreeMap::new());
        for id in module.functions.ids() {
            let mut object = Object::new(Kind::Function(id), 0);
            object.shared = true;
            functions.insert(id, state.memory.add(object));
        }
        // All objects exist before any content is written: contents refer to each other.
        for (id, global) in module.globals.enumerate().filter(|(_, g)| !g.thread_local) {
            let mut object = Object::new(Kind::Global(id), global.bytes.len() as u64);
            object.shared = true;
            globals.insert(id, state.memory.add(object));
        }
        (state.functions, state.globals) = (Rc::new(functions), Rc::new(globals));
        for (&id, &object) in state.globals.clone().iter() {
            state.initialise(id, object);
        }
        let entry = module.entry.ok_or("the module has no entry")?;
        let record = module.globals.enumerate().find(|(_, g)| g.name == tw_ir::trap::MAIN_RECORD);
        let record = record.map_or(Value::int(0), |(id, _)| Value::address(state.globals[&id], 0));
        state.start(entry, Vec::new(), record).map_err(|stop| format!("{stop:?}"))?;
        Ok(state)
    }

    fn initialise(&mut self, global: GlobalId, object: ObjectId) {
        let global = &self.module.globals[global];
        let pointers: Vec<(u64, Value)> = (global.relocations.iter())
            .map(|r| (u64::from(r.offset), self.symbol(r.symbol, r.addend)))
            .collect();
        let word = self.module.pointer_bytes as usize;
        let it = self.memory.get_mut(object);
        it.bytes.clone_from(&global.bytes);
        it.undef.fill(0);
        it.constant = global.constant;
        it.defined = global.defined;
        let align = u64::from(global.align);
        for (offset, value) in pointers {
            let at = offset as usize;
            it.bytes[at..at + word].copy_from_slice(&value.bits.to_le_bytes()[..word]);
            it.pointers.extend(value.object.map(|target| (offset, target)));
        }
        self.memory.align(object, align);
    }

    /// Whether the user wrote the memory order of the access at which a thread stands.
    pub fn is_for_user(&self, thread: u32) -> bool {
        let frames = self.thread(thread).frames.iter().rev();
        let active = frames.map(|f| (self.function(f), self.instr_of(f).ok().and_then(|i| i.loc)));
        Role::is_for_user(self.module, active)
    }

    /// Makes a thread that calls `function`. Returns its number.
    pub fn start(&mut self, function: FuncId, args: Vec<(Type, Value)>, record: Value) -> Done<u32> {
        let number = self.threads.len() as u32;
        let alive = self.threads.iter().filter(|t| t.runs && !t.ended()).count();
        let runs = self.options.threads.is_none_or(|bound| alive < bound as usize);
        let mut locals = BTreeMap::new();
        for (id, global) in self.module.globals.enumerate().filter(|(_, g)| g.thread_local) {
            let object = Object::new(Kind::ThreadLocal(id, number), global.bytes.len() as u64);
            let object = self.memory.add(object);
            self.initialise(id, object);
            locals.insert(id, object);
        }
        self.threads.push(Rc::new(Thread {
            frames: Vec::new(),
            runs,
            record,
            locals,
            section: false,
            accessed: false,
            holds: Vec::new(),
            waits: None,
        }));
        self.enter(number, function, args)?;
        Ok(number)
    }

    /// A thread.
    pub fn thread(&self, thread: u32) -> &Thread {
        &self.threads[thread as usize]
    }

    /// A thread, to change it.
    pub fn thread_mut(&mut self, thread: u32) -> &mut Thread {
        Rc::make_mut(&mut self.threads[thread as usize])
    }

    /// The active call of a thread, which has one.
    pub fn top_mut(&mut self, thread: u32) -> &mut Frame {
        Rc::make_mut(self.thread_mut(thread).frames.last_mut().expect("a running thread has a frame"))
    }

    /// The function of a frame.
    pub fn function(&self, frame: &Frame) -> &'m Function {
        let module: &'m Module = self.module;
        &module.functions[frame.function]
    }

    /// The code of a frame.
    pub fn body(&self, frame: &Frame) -> &'m Body {
        self.function(frame).body.as_ref().expect("only functions with a body are entered")
    }

    /// The instruction at which a frame stands.
    pub fn instr_of(&self, frame: &Frame) -> Done<&'m Instr> {
        let block = &self.body(frame).blocks[frame.block];
        block.instrs.get(frame.index).ok_or_else(|| Stop::Misfit("a block without terminator".into()))
    }

    /// The instruction at which a thread stands.
    pub fn instr(&self, thread: u32) -> Done<&'m Instr> {
        self.instr_of(self.thread(thread).top()?)
    }

    /// Whether a thread stands in a function of the program under check.
    pub fn in_user_code(&self, thread: u32) -> bool {
        self.thread(thread).top().is_ok_and(|frame| self.function(frame).origin == Origin::User)
    }

    /// Whether no other thread may run just anywhere in the code where this thread stands.
    pub fn in_atomic_code(&self, thread: u32) -> bool {
        let thread = self.thread(thread);
        thread.section || thread.frames.last().is_some_and(|frame| frame.atomic)
    }

    /// Bits of a pointer.
    pub fn word(&self) -> u32 {
        8 * self.module.pointer_bytes
    }

    /// The address of a symbol.
    pub fn symbol(&self, symbol: Symbol, offset: i64) -> Value {
        let object = match symbol {
            Symbol::Function(f) => self.functions[&f],
            Symbol::Global(g) => self.globals[&g],
        };
        Value::address(object, i128::from(offset).cast_unsigned() & mask(self.word()))
    }

    /// The type of an operand of the instruction at which a thread stands.
    pub fn type_of(&self, frame: &Frame, operand: Operand) -> Type {
        match operand {
            Operand::Reg(reg) => self.body(frame).regs[reg].ty,
            Operand::Const(ty, _) | Operand::Undef(ty) => ty,
            Operand::Address(..) => Type::Ptr,
        }
    }

    /// The value of an operand in a frame.
    pub fn value_in(&self, frame: &Frame, operand: Operand) -> Done<Value> {
        match operand {
            Operand::Reg(reg) => frame.regs.get(reg).ok_or_else(|| {
                Stop::Misfit(format!("register {} is read before it is assigned", reg.index()))
            }),
            Operand::Const(_, bits) => Ok(Value::int(bits)),
            Operand::Address(symbol, offset) => Ok(self.symbol(symbol, offset)),
            Operand::Undef(ty) => Ok(Value::undefined(ty.bits(self.module.pointer_bytes))),
        }
    }

    /// The value of an operand where a thread stands.
    pub fn value(&self, thread: u32, operand: Operand) -> Done<Value> {
        self.value_in(self.thread(thread).top()?, operand)
    }

    /// Assigns a register of the active call.
    pub fn assign(&mut self, thread: u32, reg: Reg, value: Value) {
        self.top_mut(thread).regs.insert(reg, value);
    }

    /// Whether threads are known by their records, and not by numbers.
    pub fn has_references(&self) -> bool {
        self.options.identities == Identities::References
    }

    /// Whether a property is checked.
    pub fn asks(&self, property: Property) -> bool {
        self.question_about(property).is_some()
    }

    /// The question that a violation of this property answers: the three kinds of `memory` may be asked about together.
    pub fn question_about(&self, property: Property) -> Option<Property> {
        let asked = &self.options.properties;
        match property {
            _ if asked.contains(&property) => Some(property),
            Property::Deref | Property::Free | Property::Memtrack if asked.contains(&Property::Memory) => {
                Some(Property::Memory)
            }
            _ => None,
        }
    }

    /// Records something for the report.
    pub fn note(&mut self, text: impl FnOnce(&State<'m>) -> String) {
        if self.tells {
            let text = text(self);
            self.events.push(Event::Note(text));
        }
    }

    /// Ends the life of objects.
    pub fn kill(&mut self, objects: impl IntoIterator<Item = ObjectId>) {
        let objects: Vec<ObjectId> = objects.into_iter().collect();
        self.holds_end(&objects);
        for id in objects {
            let object = self.memory.get_mut(id);
            object.alive = false;
            object.forget();
        }
    }
}
