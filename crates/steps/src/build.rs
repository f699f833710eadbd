//! Builds the graph: explores the code from each place, again and again until nothing contradicts the facts.

use crate::facts::{Call, Context, Facts, Key, Known, Local, Spot, known};
use crate::liveness::{LiveRegisters, loop_heads};
use crate::state::{Active, Region, Started, State};
use crate::template::Template;
use crate::value::{self, Object, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use tw_index::{Id, IdVec};
use tw_ir::{Block, FuncId, Loc, Module, Reg, Type};
use tw_verdict::Property;
use tw_words::{ArrayId, ArraySymbol, Symbol, TermId, Words};

/// What is asked of the graph.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The properties whose violations are edges.
    pub properties: Vec<Property>,
    /// Undefined behaviour that was not asked for does not happen.
    pub assume_defined: bool,
}

/// Why there is no graph of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// A construct that has no translation.
    Construct(String, Option<Loc>),
    /// Functions that call each other.
    Recursion(Vec<String>, Option<Loc>),
    /// More places than this.
    Places(usize),
    /// More ways from one place to the next than this.
    Ways(usize, Option<Loc>),
    /// Facts did not settle.
    Rounds,
}

/// How a way through the code ends before the next instruction.
#[derive(Debug)]
pub enum Halt {
    /// It is decided by a term of one bit: both sides have to be looked at.
    Fork(TermId),
    /// A place is needed in front of this instruction, or somewhere behind the last that was visible.
    Place,
    /// A place is needed exactly here.
    PlaceHere,
    /// It is impossible.
    Impossible,
    /// It ends in a violation, which has its edge.
    Violated,
    /// The thread is gone after this.
    Ended,
    /// The graph cannot be built.
    Refused(Refused),
}

/// How a step ends.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum End {
    /// At a place.
    At(Spot),
    /// The thread is gone.
    Gone,
    /// With a violation.
    Violation(Property, String),
}

/// A way from a place to the next.
pub struct Way {
    /// How it ends.
    pub end: End,
    /// What was done.
    pub state: State,
}

/// Builds.
pub struct Builder<'m> {
    pub(crate) module: &'m Module,
    pub(crate) options: &'m Options,
    pub(crate) words: Words,
    pub(crate) facts: Facts,
    /// The symbol of each variable.
    pub(crate) symbols: BTreeMap<Key, Symbol>,
    pub(crate) key_of: FxHashMap<Symbol, Key>,
    pub(crate) array_symbols: BTreeMap<Object, ArraySymbol>,
    pub(crate) array_of: FxHashMap<ArraySymbol, Object>,
    /// The identity of a thread.
    pub(crate) identity: Symbol,
    /// Where the first thread begins.
    pub(crate) entry: FuncId,
    live: FxHashMap<FuncId, Rc<LiveRegisters>>,
    heads: FxHashMap<FuncId, Rc<Vec<Block>>>,
    /// Ways from the place at hand.
    ways: Vec<Way>,
    /// How many ends of steps were noted ahead.
    resumes: u32,
    /// Predicates of the source.
    pub(crate) hints: FxHashSet<(TermId, Option<Loc>)>,
    /// An atomic of the program that is weaker than `seq_cst`.
    pub(crate) weak: Option<Loc>,
    /// Some join waits exactly for its thread.
    pub(crate) joins_exactly: bool,
    /// What library models take for granted.
    pub(crate) assumed: BTreeSet<tw_ir::Assumed>,
}

/// Bits of the number of a call that creates threads.
const SITE_BITS: u32 = 32;
/// Places of a graph.
const MOST_PLACES: usize = 300;
/// Ways between two places.
const MOST_WAYS: usize = 256;
/// Instructions between two places.
const LONGEST: u32 = 20_000;
/// Attempts to settle facts.
const MOST_ROUNDS: usize = 400;

/// Builds the step graph of a program.
///
/// # Errors
/// The program has constructs without a translation.
pub fn build(module: &Module, options: &Options) -> Result<Template, Refused> {
    let entry = module.entry.ok_or_else(|| Refused::Construct("a program without main".into(), None))?;
    if module.pointer_bytes != 8 {
        return Err(Refused::Construct("pointers of 32 bits".into(), None));
    }
    let mut words = Words::new();
    let identity = words.symbol("self", value::ADDRESS_BITS);
    let mut builder = Builder {
        module,
        options,
        words,
        facts: Facts::default(),
        symbols: BTreeMap::new(),
        key_of: FxHashMap::default(),
        array_symbols: BTreeMap::new(),
        array_of: FxHashMap::default(),
        identity,
        entry,
        live: FxHashMap::default(),
        heads: FxHashMap::default(),
        ways: Vec::new(),
        resumes: 0,
        hints: FxHashSet::default(),
        weak: None,
        joins_exactly: false,
        assumed: BTreeSet::new(),
    };
    for _ in 0..MOST_ROUNDS {
        builder.facts.changed = false;
        builder.hints.clear();
        builder.joins_exactly = false;
        let explored = builder.explore();
        if !builder.facts.changed {
            return crate::assemble::template(builder, explored?);
        }
        // What has no translation now may not be reached when more is known, and the other way round.
    }
    Err(Refused::Rounds)
}

/// What was explored: the ways from each place.
pub type Explored = Vec<(Spot, Vec<Way>)>;

impl Builder<'_> {
    fn explore(&mut self) -> Result<Explored, Refused> {
        let first =
            self.facts.context(Call { caller: None, block: Id::from_index(0), index: 0, callee: self.entry });
        let start =
            Spot { calls: vec![(first, Id::from_index(0), 0)], atomic: false, alone: true, newborn: false };
        let (mut seen, mut explored) = (BTreeSet::from([start.clone()]), Vec::new());
        let mut queue = std::collections::VecDeque::from([start]);
        let mut refused = None;
        while let Some(spot) = queue.pop_front() {
            if seen.len() > MOST_PLACES {
                return Err(Refused::Places(MOST_PLACES));
            }
            if let Err(why) = self.leave(&spot) {
                refused = refused.or(Some(why));
            }
            let ways = std::mem::take(&mut self.ways);
            for way in &ways {
                let next = match &way.end {
                    End::At(spot) => Some(spot),
                    _ => None,
                };
                let born = way.state.started.as_ref().map(|started| &started.spot);
                for spot in next.into_iter().chain(born) {
                    if seen.insert(spot.clone()) {
                        queue.push_back(spot.clone());
                    }
                }
            }
            explored.push((spot, ways));
        }
        self.note_several(&explored);
        match refused {
            Some(why) => Err(why),
            None => Ok(explored),
        }
    }

    /// First functions of threads that are created more than once: by several edges, in a cycle, or by one of several threads.
    fn note_several(&mut self, explored: &Explored) {
        let index: BTreeMap<&Spot, usize> =
            explored.iter().enumerate().map(|(n, (spot, _))| (spot, n)).collect();
        let next: Vec<Vec<usize>> = explored
            .iter()
            .map(|(_, ways)| {
                let ends = ways.iter().filter_map(|way| match &way.end {
                    End::At(spot) => index.get(spot).copied(),
                    _ => None,
                });
                ends.collect()
            })
            .collect();
        let comes_back = |from: usize| {
            let (mut stack, mut seen) = (next[from].clone(), BTreeSet::new());
            while let Some(at) = stack.pop() {
                if at == from {
                    return true;
                }
                if seen.insert(at) {
                    stack.extend(&next[at]);
                }
            }
            false
        };
        let mut creations: BTreeMap<FuncId, Vec<(usize, FuncId)>> = BTreeMap::new();
        for (n, (_, ways)) in explored.iter().enumerate() {
            let mut here: Vec<(FuncId, FuncId)> = Vec::new();
            for way in ways {
                let Some(started) = &way.state.started else { continue };
                let root = self.facts.call(started.spot.calls[0].0).callee;
                if !here.contains(&(root, way.state.root)) {
                    here.push((root, way.state.root));
                }
            }
            for (root, by) in here {
                creations.entry(root).or_default().push((n, by));
            }
        }
        let repeats: Vec<(u32, usize, FuncId)> = explored
            .iter()
            .enumerate()
            .flat_map(|(n, (_, ways))| {
                ways.iter().filter_map(move |way| Some((way.state.started.as_ref()?.site, n, way.state.root)))
            })
            .collect();
        self.note_several_roots(&creations, &comes_back);
        for (site, n, by) in &repeats {
            let elsewhere = repeats.iter().any(|(other, m, _)| other == site && m != n);
            if (elsewhere || self.facts.several.contains(by) || comes_back(*n))
                && self.facts.repeated.insert(*site)
            {
                self.facts.changed = true;
            }
        }
    }

    fn note_several_roots(
        &mut self,
        creations: &BTreeMap<FuncId, Vec<(usize, FuncId)>>,
        comes_back: &dyn Fn(usize) -> bool,
    ) {
        loop {
            let several = &self.facts.several;
            let found = creations.iter().find(|(root, list)| {
                !several.contains(root)
                    && (list.len() > 1 || list.iter().any(|(n, by)| several.contains(by) || comes_back(*n)))
            });
            let Some((root, _)) = found else { break };
            self.facts.several.insert(*root);
            self.facts.changed = true;
        }
    }

    /// All ways from a place.
    fn leave(&mut self, spot: &Spot) -> Result<(), Refused> {
        let state = self.state_at(spot);
        let mut stack = vec![state];
        let mut resumed: FxHashSet<u32> = FxHashSet::default();
        while let Some(mut state) = stack.pop() {
            loop {
                self.note_resume(&mut state);
                if self.ways.len() + stack.len() > MOST_WAYS {
                    return Err(Refused::Ways(MOST_WAYS, self.loc_of(&state)));
                }
                let before = state.clone();
                match self.step(&mut state) {
                    Ok(()) => {}
                    Err(Halt::Fork(term)) => {
                        let not = self.words.not(term);
                        let (mut yes, mut no) = (before.clone(), before);
                        yes.require(term, not);
                        no.require(not, term);
                        yes.forks += 1;
                        no.forks += 1;
                        stack.push(no);
                        state = yes;
                    }
                    Err(Halt::Place) if before.resume.is_some() => {
                        if let Some((number, state)) = before.resume
                            && resumed.insert(number)
                        {
                            let spot = self.spot(&state);
                            self.finish((*state).clone(), End::At(spot))?;
                        }
                        break;
                    }
                    Err(Halt::Place | Halt::PlaceHere) => {
                        if before.length == 0 {
                            let what = "a step that cannot begin".to_string();
                            return Err(Refused::Construct(what, self.user_loc(&before)));
                        }
                        let spot = self.spot(&before);
                        self.finish(before, End::At(spot))?;
                        break;
                    }
                    Err(Halt::Impossible | Halt::Violated) => break,
                    Err(Halt::Ended) => {
                        self.finish(state, End::Gone)?;
                        break;
                    }
                    Err(Halt::Refused(why)) => return Err(why),
                }
            }
        }
        Ok(())
    }

    /// Behind something visible, a step may end where no register holds anything that varies (between two statements, mostly), or else
    /// at once.
    fn note_resume(&mut self, state: &mut State) {
        if !state.acted || state.is_atomic() {
            return;
        }
        if state.resume.is_none() || !self.holds_registers(state) {
            self.resumes += 1;
            let here = State { resume: None, ..state.clone() };
            state.resume = Some((self.resumes, Rc::new(here)));
        }
    }

    fn holds_registers(&mut self, state: &State) -> bool {
        state.frames.iter().enumerate().any(|(n, frame)| {
            let live = self.live(frame.function);
            let is_top = n + 1 == state.frames.len();
            let index = if is_top { frame.index } else { frame.index + 1 };
            frame.regs.enumerate().any(|(reg, value)| match value {
                Some(Value::Word(term)) if self.words.as_const(*term).is_none() => {
                    live.is_live(frame.block, index, reg) || (!is_top && self.behind_call(frame, reg))
                }
                _ => false,
            })
        })
    }

    /// A step ends: what variables hold then is noted.
    pub(crate) fn finish(&mut self, mut state: State, end: End) -> Result<(), Refused> {
        if let End::At(spot) = &end {
            let living = state.living.clone();
            self.facts.live_at(spot, &living);
            for (key, value) in self.locals_at(&mut state, spot) {
                self.arrive(spot, key, value);
            }
            if spot.alone {
                for (object, offset, size) in self.shared_parts() {
                    let value = self.peek(&mut state, object, offset, size);
                    self.arrive(spot, Key::Cell(object, offset, size), value);
                }
            }
        }
        if let Some(Started { spot, argument, site }) = state.started.clone() {
            self.arrive(&spot, Key::Argument, argument);
            let site = Value::Word(self.words.constant(site.into(), SITE_BITS));
            self.arrive(&spot, Key::Site, site);
            self.facts.live_at(&spot, &BTreeSet::new());
        }
        if !state.alone {
            self.note_shared(&mut state);
        }
        self.ways.push(Way { end, state });
        Ok(())
    }

    /// A variable gets a value at a place.
    fn arrive(&mut self, spot: &Spot, key: Key, value: Value) {
        let what = known(&self.words, value);
        self.facts.arrive(spot, key, what);
        self.note_targets(key, value);
    }

    fn note_targets(&mut self, key: Key, value: Value) {
        if let Value::Word(term) = value
            && self.words.width(term) >= value::ADDRESS_BITS
        {
            let targets = self.targets(term);
            self.facts.points_to(key, &targets);
        }
    }

    /// What shared parts hold when a step ends, as far as pointers are concerned.
    fn note_shared(&mut self, state: &mut State) {
        for (object, offset, size) in self.shared_parts() {
            if size >= 8 {
                let value = self.peek(state, object, offset, size);
                self.note_targets(Key::Cell(object, offset, size), value);
            }
        }
    }

    /// The first thread is created: what shared parts hold now, they hold for ever if they are not written.
    pub(crate) fn freeze(&mut self, state: &mut State) {
        for (object, offset, size) in self.shared_parts() {
            let value = self.peek(state, object, offset, size);
            let what = known(&self.words, value);
            self.facts.freeze(object, offset, what);
            self.note_targets(Key::Cell(object, offset, size), value);
        }
    }

    /// Parts of objects that threads share, without arrays.
    pub(crate) fn shared_parts(&self) -> Vec<(Object, u32, u32)> {
        let objects =
            self.facts.objects().into_iter().filter(|o| self.is_shared(*o) && !self.is_constant(*o));
        let objects = objects.filter(|o| !self.facts.arrays.contains_key(o));
        let parts =
            objects.flat_map(|o| self.facts.layout(o).into_iter().map(move |(at, size)| (o, at, size)));
        // Nothing is known of the ends of threads of which a call creates several.
        parts.filter(|(o, at, _)| *o != Object::Ends || !self.facts.repeated.contains(at)).collect()
    }

    pub(crate) fn is_constant(&self, object: Object) -> bool {
        matches!(object, Object::Global(global) if self.module.globals[global].constant)
    }

    /// Local variables and registers that exist at a place, with what they hold.
    pub(crate) fn locals_at(&mut self, state: &mut State, spot: &Spot) -> Vec<(Key, Value)> {
        let mut all: Vec<(Key, Value)> = state.site.map(|site| (Key::Site, site)).into_iter().collect();
        for (n, frame) in state.frames.clone().iter().enumerate() {
            let live = self.live(frame.function);
            let is_top = n + 1 == state.frames.len();
            // A caller goes on behind its call.
            let index = if is_top { frame.index } else { frame.index + 1 };
            let (_, block, _) = spot.calls[n];
            for (reg, value) in frame.regs.enumerate() {
                let Some(value) = value else { continue };
                if live.is_live(block, index, reg) || (!is_top && self.behind_call(frame, reg)) {
                    let width = self.width_of(frame.function, reg);
                    all.push((Key::Register(frame.context, reg, width), *value));
                }
            }
        }
        for local in self.private_locals(state) {
            let object = Object::Local(local);
            if self.facts.arrays.contains_key(&object) {
                continue;
            }
            for (offset, size) in self.facts.layout(object) {
                let value = self.peek(state, object, offset, size);
                all.push((Key::Cell(object, offset, size), value));
            }
        }
        all
    }

    /// Whether a register is read after the call of a frame returns, where the call ends its block.
    fn behind_call(&self, frame: &Active, reg: Reg) -> bool {
        let Some(body) = &self.module.functions[frame.function].body else { return false };
        let mut read = false;
        if let Some(instr) = body.blocks[frame.block].instrs.get(frame.index as usize) {
            instr.kind.for_each_edge(&mut |edge| {
                read |= edge.copies.iter().any(|(_, operand)| *operand == tw_ir::Operand::Reg(reg));
                read |= self.live.get(&frame.function).is_some_and(|live| live.is_live(edge.to, 0, reg));
            });
        }
        read
    }

    /// Local objects that only this thread knows.
    pub(crate) fn private_locals(&self, state: &State) -> Vec<u32> {
        let numbers = 0..u32::try_from(self.facts.locals.len()).unwrap_or(0);
        numbers
            .filter(|local| {
                !self.facts.escaped.contains(local)
                    && match self.facts.locals[*local as usize].0 {
                        Local::Alloca(..) => state.living.contains(local),
                        Local::OfThread(_) | Local::Record => true,
                    }
            })
            .collect()
    }

    fn live(&mut self, function: FuncId) -> Rc<LiveRegisters> {
        let module = self.module;
        let live = self.live.entry(function).or_insert_with(|| {
            let body = module.functions[function].body.as_ref();
            Rc::new(body.map(LiveRegisters::of).unwrap_or_default())
        });
        live.clone()
    }

    pub(crate) fn is_loop_head(&mut self, function: FuncId, block: Block) -> bool {
        let module = self.module;
        let heads = self.heads.entry(function).or_insert_with(|| {
            Rc::new(module.functions[function].body.as_ref().map(loop_heads).unwrap_or_default())
        });
        heads.contains(&block)
    }

    /// Bits of a register.
    pub(crate) fn width_of(&self, function: FuncId, reg: Reg) -> u32 {
        let ty = self.module.functions[function].body.as_ref().map(|body| body.regs[reg].ty);
        ty.unwrap_or(Type::Ptr).bits(self.module.pointer_bytes)
    }

    /// The symbol of a variable.
    pub(crate) fn symbol(&mut self, key: Key) -> Symbol {
        if let Some(symbol) = self.symbols.get(&key) {
            return *symbol;
        }
        let (name, width) = (self.name(key), self.width(key));
        let symbol = self.words.symbol(name, width);
        self.symbols.insert(key, symbol);
        self.key_of.insert(symbol, key);
        symbol
    }

    pub(crate) fn width(&self, key: Key) -> u32 {
        match key {
            Key::Cell(_, _, size) => size * 8,
            Key::Register(_, _, width) => width,
            Key::Argument => value::ADDRESS_BITS,
            Key::Site => SITE_BITS,
        }
    }

    /// The symbol of an array.
    pub(crate) fn array_symbol(&mut self, object: Object) -> ArraySymbol {
        if let Some(symbol) = self.array_symbols.get(&object) {
            return *symbol;
        }
        let element = self.facts.arrays.get(&object).copied().unwrap_or(1);
        let name = self.object_name(object);
        let symbol = self.words.array_symbol(name, crate::memory::INDEX_BITS, element * 8);
        self.array_symbols.insert(object, symbol);
        self.array_of.insert(symbol, object);
        symbol
    }

    /// What a variable holds at a place, as facts say.
    pub(crate) fn value_at(&mut self, spot: &Spot, key: Key) -> Value {
        let width = self.width(key);
        match self.facts.at(spot, key) {
            Known::Const(value) => Value::Word(self.words.constant(value, width)),
            Known::Undefined => Value::Undef(width),
            Known::Varies => {
                let symbol = self.symbol(key);
                Value::Word(self.words.of_symbol(symbol))
            }
        }
    }

    /// What a part of a shared object holds at a place.
    pub(crate) fn shared_at(&mut self, spot: &Spot, object: Object, offset: u32, size: u32) -> Value {
        let key = Key::Cell(object, offset, size);
        if spot.alone {
            return self.value_at(spot, key);
        }
        if !self.facts.varies(object, offset)
            && let Some(Known::Const(value)) = self.facts.frozen.get(&(object, offset))
        {
            return Value::Word(self.words.constant(*value, size * 8));
        }
        let symbol = self.symbol(key);
        Value::Word(self.words.of_symbol(symbol))
    }

    /// Whether the variable of a part of a shared object is needed at a place.
    pub(crate) fn is_tracked(&self, spot: &Spot, object: Object, offset: u32, size: u32) -> bool {
        if spot.alone {
            return self.facts.at(spot, Key::Cell(object, offset, size)) == Known::Varies;
        }
        self.facts.varies(object, offset)
            || !matches!(self.facts.frozen.get(&(object, offset)), Some(Known::Const(_)))
    }

    /// The content of an array at a place.
    fn array_at(&mut self, _spot: &Spot, object: Object) -> ArrayId {
        let symbol = self.array_symbol(object);
        self.words.of_array_symbol(symbol)
    }

    /// A thread at a place.
    fn state_at(&mut self, spot: &Spot) -> State {
        let is_first = spot.alone && spot.calls.len() == 1 && !self.facts.living.contains_key(spot);
        let living = self.facts.living.get(spot).cloned().unwrap_or_default();
        let root = self.facts.call(spot.calls[0].0).callee;
        let mut state = State {
            frames: Vec::new(),
            root,
            memory: BTreeMap::new(),
            arrays: BTreeMap::new(),
            living,
            guard: Vec::new(),
            decided: FxHashMap::default(),
            inputs: Vec::new(),
            answers: Vec::new(),
            alone: spot.alone,
            marked: false,
            acted: false,
            acting: 0,
            region: None,
            started: None,
            site: None,
            over: false,
            loc: None,
            forks: 0,
            length: 0,
            heads: FxHashMap::default(),
            exits: false,
            resume: None,
        };
        let mut atomic = false;
        for (context, block, index) in &spot.calls {
            let function = self.facts.call(*context).callee;
            atomic = self.runs_atomic(function, state.frames.last().map(|f| f.function), atomic);
            let regs = self.module.functions[function].body.as_ref().map_or(0, |body| body.regs.len());
            let mut active = Active {
                context: *context,
                function,
                block: *block,
                index: *index,
                regs: IdVec::new(),
                atomic,
            };
            for n in 0..regs {
                let reg = Reg::from_index(n);
                let key = Key::Register(*context, reg, self.width_of(function, reg));
                let known = self.facts.known.get(spot).is_some_and(|known| known.contains_key(&key));
                let value = known.then(|| self.value_at(spot, key));
                active.regs.push(value);
            }
            state.frames.push(active);
        }
        state.marked = spot.atomic && !atomic;
        if atomic && !spot.atomic {
            // In front of an access of a model.
            let entered = spot.calls.last().copied();
            state.region = Some(Region { entered, acted_before: false });
        } else if spot.atomic {
            state.region = Some(Region { entered: None, acted_before: false });
        }
        if root != self.entry {
            state.site = Some(self.value_at(spot, Key::Site));
        }
        if spot.newborn {
            let argument = self.value_at(spot, Key::Argument);
            let function = root;
            let params = self.module.functions[function].params.clone();
            if let Some(first) = params.first() {
                state.frames[0].regs[*first] = Some(argument);
            }
        }
        if is_first {
            return state;
        }
        for (object, offset, size) in self.shared_parts() {
            let value = self.shared_at(spot, object, offset, size);
            self.poke(&mut state, object, offset, size, value);
        }
        if !spot.newborn {
            for local in self.private_locals(&state) {
                let object = Object::Local(local);
                for (offset, size) in self.facts.layout(object) {
                    let value = self.value_at(spot, Key::Cell(object, offset, size));
                    self.poke(&mut state, object, offset, size, value);
                }
            }
        }
        let arrays: Vec<Object> = self.facts.arrays.keys().copied().collect();
        for object in arrays {
            let private = !self.is_shared(object);
            if !(self.is_constant(object) || private && spot.newborn) {
                let array = self.array_at(spot, object);
                state.arrays.insert(object, array);
            }
        }
        state
    }

    /// Whether no other thread runs while a function runs that is called by another.
    pub(crate) fn runs_atomic(&self, function: FuncId, caller: Option<FuncId>, caller_atomic: bool) -> bool {
        use tw_ir::Origin;
        let is_model = |caller: FuncId| self.module.functions[caller].origin == Origin::Runtime;
        // What a model calls that is not atomic itself is not part of its section.
        self.module.functions[function].atomic || (caller_atomic && !caller.is_some_and(is_model))
    }

    /// Where a thread stands. In front of an access of a model to memory of the program, others may run.
    fn spot(&self, state: &State) -> Spot {
        let spot = state.spot();
        Spot { atomic: spot.atomic && (state.marked || !self.is_point(&spot)), ..spot }
    }

    fn is_point(&self, spot: &Spot) -> bool {
        use tw_ir::{InstrKind, Trap};
        let Some((context, block, index)) = spot.calls.last() else { return false };
        let body = self.module.functions[self.facts.call(*context).callee].body.as_ref();
        let instr = body.and_then(|body| body.blocks[*block].instrs.get(*index as usize));
        matches!(instr.map(|i| &i.kind), Some(InstrKind::Trap { trap: Trap::Access, .. }))
    }

    // ---- interleaving ----

    /// Something visible is about to be done.
    pub(crate) fn act(&mut self, state: &mut State) -> Result<(), Halt> {
        if state.loc.is_none() {
            state.loc = self.loc_of(state);
        }
        if state.acted && state.acting == state.length {
            return Ok(());
        }
        if state.is_atomic() {
            self.in_region(state)?;
        } else if state.acted {
            return Err(Halt::Place);
        }
        state.acted = true;
        state.acting = state.length;
        Ok(())
    }

    /// The step may end here without having happened: nothing visible stands in front of it.
    pub(crate) fn stop(&mut self, state: &mut State) -> Result<(), Halt> {
        if state.is_atomic() {
            return self.in_region(state);
        }
        if state.acted { Err(Halt::Place) } else { Ok(()) }
    }

    /// In an atomic section in front of which something visible was done, there has to be a place in front of the section.
    fn in_region(&mut self, state: &State) -> Result<(), Halt> {
        match state.region {
            Some(Region { entered: Some(at), acted_before: true }) => {
                Facts::grow(&mut self.facts.changed, &mut self.facts.regions, at);
                Err(Halt::Impossible)
            }
            _ => Ok(()),
        }
    }

    /// An atomic section begins in front of the instruction at hand.
    pub(crate) fn enter_region(&mut self, state: &mut State) -> Result<(), Halt> {
        let top = state.top();
        let at = (top.context, top.block, top.index);
        if state.acted && self.facts.regions.contains(&at) {
            return Err(Halt::Place);
        }
        state.region = Some(Region { entered: Some(at), acted_before: state.acted });
        Ok(())
    }

    /// An atomic section ends.
    pub(crate) fn leave_region(&mut self, state: &mut State) {
        if let Some(Region { entered: None, .. }) = state.region.take() {
            // Others see now that it is over.
            state.acted = true;
        }
    }

    // ---- choices ----

    /// The truth of a term of one bit, or a fork.
    pub(crate) fn decide(&mut self, state: &State, term: TermId) -> Result<bool, Halt> {
        match self.words.as_const(term) {
            Some(value) => Ok(value == 1),
            None => match state.decided.get(&term) {
                Some(value) => Ok(*value),
                None => Err(Halt::Fork(term)),
            },
        }
    }

    /// The same for accesses: with `--assume-defined` they are inside of their objects.
    pub(crate) fn decide_access(&mut self, state: &mut State, inside: TermId) -> Result<bool, Halt> {
        if let Some(value) = self.words.as_const(inside) {
            return Ok(value == 1);
        }
        if let Some(value) = state.decided.get(&inside) {
            return Ok(*value);
        }
        Err(Halt::Fork(inside))
    }

    /// A word that must be defined.
    pub(crate) fn defined(&mut self, state: &mut State, value: Value, what: &str) -> Result<TermId, Halt> {
        match value {
            Value::Word(term) => Ok(term),
            Value::Undef(width) => {
                // Single bits, and ways that do not happen together, are not told apart.
                state.over = true;
                if self.options.assume_defined && !self.options.properties.contains(&Property::Memory) {
                    // Where it is defined it is something.
                    let symbol = self.words.symbol("any", width);
                    state.inputs.push(symbol);
                    return Ok(self.words.of_symbol(symbol));
                }
                Err(self.undefined(state, Property::Memory, &format!("{what} may be undefined")))
            }
        }
    }

    /// Undefined behaviour here: an edge of its own, or not possible if it is assumed not to happen.
    pub(crate) fn undefined(&mut self, state: &mut State, property: Property, what: &str) -> Halt {
        if self.options.assume_defined && !self.options.properties.contains(&property) {
            return match self.stop(state) {
                Ok(()) => Halt::Impossible,
                Err(halt) => halt,
            };
        }
        self.violated(state, property, what)
    }

    /// A violation here.
    pub(crate) fn violated(&mut self, state: &mut State, property: Property, what: &str) -> Halt {
        let mut state = state.clone();
        state.loc = self.user_loc(&state).or(state.loc);
        match self.finish(state, End::Violation(property, what.to_string())) {
            Ok(()) => Halt::Violated,
            Err(why) => Halt::Refused(why),
        }
    }

    /// What has no translation.
    pub(crate) fn refuse(&self, state: &State, what: impl Into<String>) -> Halt {
        Halt::Refused(Refused::Construct(what.into(), self.user_loc(state)))
    }

    /// Where the thread stands in the source.
    pub(crate) fn loc_of(&self, state: &State) -> Option<Loc> {
        let at = |frame: &Active| {
            let body = self.module.functions[frame.function].body.as_ref()?;
            body.blocks[frame.block].instrs.get(frame.index as usize).and_then(|instr| instr.loc)
        };
        state.frames.iter().rev().find_map(at)
    }

    /// Where the thread stands in the code of the user.
    pub(crate) fn user_loc(&self, state: &State) -> Option<Loc> {
        let frames = state.frames.iter().rev();
        let mut users = frames.filter(|f| self.module.functions[f.function].origin == tw_ir::Origin::User);
        users.find_map(|frame| {
            let body = self.module.functions[frame.function].body.as_ref()?;
            body.blocks[frame.block].instrs.get(frame.index as usize).and_then(|instr| instr.loc)
        })
    }

    /// Passes the head of a loop: a place if the loop makes choices or does not end.
    pub(crate) fn pass_head(
        &mut self,
        state: &mut State,
        context: Context,
        block: Block,
    ) -> Result<(), Halt> {
        if self.facts.loops.contains(&(context, block)) {
            // The step that began here goes on.
            return if state.length == 0 { Ok(()) } else { Err(Halt::PlaceHere) };
        }
        let now = (state.forks, state.length);
        if let Some((forks, length)) = state.heads.insert((context, block), now)
            && (forks != state.forks || now.1 - length == 0 || now.1 > LONGEST)
        {
            Facts::grow(&mut self.facts.changed, &mut self.facts.loops, (context, block));
            return Err(Halt::Impossible);
        }
        Ok(())
    }

    /// A way may not be too long.
    pub(crate) fn count(&mut self, state: &mut State) -> Result<(), Halt> {
        state.length += 1;
        if state.length > LONGEST * 4 {
            return Err(self.refuse(state, "very long code without an interleaving point"));
        }
        Ok(())
    }
}
