//! What is taken for granted while the graph is built, and grows until nothing contradicts it.
//!
//! All facts start as small as possible: no part of memory is written once threads run, nobody shares anything, pointers point nowhere,
//! loops need no place. Building finds what contradicts; then it begins anew. Each fact only grows, so this ends, and in the end
//! every fact is closed under all steps of the graph.

use crate::value::{Object, Value};
use std::collections::{BTreeMap, BTreeSet};
use tw_ir::{Block, FuncId, GlobalId};

/// A call: how it was reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Context(pub u32);

/// How a call was reached: the calling context, where it calls, and whom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Call {
    /// The caller; none for the first function of a thread.
    pub caller: Option<Context>,
    /// Where the caller calls.
    pub block: Block,
    /// Which instruction of the block.
    pub index: u32,
    /// The function.
    pub callee: FuncId,
}

/// A local object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Local {
    /// Made by an instruction of a call.
    Alloca(Context, Block, u32),
    /// The instance of a thread-local variable.
    OfThread(GlobalId),
    /// The record that library models keep of a thread.
    Record,
}

/// A variable of the graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Key {
    /// A part of an object: offset and size.
    Cell(Object, u32, u32),
    /// A register.
    Register(Context, tw_ir::Reg, u32),
    /// What a thread is created with.
    Argument,
    /// Which call created the thread.
    Site,
}

/// What a pointer may point to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// Exactly this address.
    At(u128),
    /// Somewhere in the object with this address.
    In(u128),
    /// Anything: it was made of a number from outside.
    Anything,
}

/// What is known of a variable at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// It always has this value.
    Const(u128),
    /// It has several values.
    Varies,
    /// It may be undefined.
    Undefined,
}

impl Known {
    fn join(self, other: Known) -> Known {
        match (self, other) {
            (Known::Undefined, _) | (_, Known::Undefined) => Known::Undefined,
            (a, b) if a == b => a,
            _ => Known::Varies,
        }
    }
}

/// Where a thread stands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot {
    /// Its calls with the next instruction.
    pub calls: Vec<(Context, Block, u32)>,
    /// Inside an atomic section.
    pub atomic: bool,
    /// No thread was created yet.
    pub alone: bool,
    /// At the beginning of a thread that was created.
    pub newborn: bool,
}

/// Who accesses a part of memory once threads run.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    readers: BTreeSet<FuncId>,
    writers: BTreeSet<FuncId>,
}

/// All facts.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Contexts by number.
    pub contexts: Vec<Call>,
    context_of: BTreeMap<Call, Context>,
    /// Local objects by number, with their sizes.
    pub locals: Vec<(Local, u32)>,
    local_of: BTreeMap<Local, u32>,
    /// How objects are divided: size of the part at each offset.
    layouts: BTreeMap<Object, BTreeMap<u32, u32>>,
    /// Objects that are arrays: bytes of an element.
    pub arrays: BTreeMap<Object, u32>,
    /// Parts (offset; of arrays 0) that are written once threads run.
    varying: BTreeSet<(Object, u32)>,
    /// What shared parts hold when the first thread is created.
    pub frozen: BTreeMap<(Object, u32), Known>,
    accesses: BTreeMap<(Object, u32), Accesses>,
    /// First functions of threads of which there may be several.
    pub several: BTreeSet<FuncId>,
    /// Local objects of the first thread whose address others have.
    pub escaped: BTreeSet<u32>,
    targets: BTreeMap<Key, BTreeSet<Target>>,
    /// What variables hold at places.
    pub known: BTreeMap<Spot, BTreeMap<Key, Known>>,
    /// Local objects that live at places.
    pub living: BTreeMap<Spot, BTreeSet<u32>>,
    /// Heads of loops that are places.
    pub loops: BTreeSet<(Context, Block)>,
    /// Atomic sections in front of which there is a place if something visible was done before.
    pub regions: BTreeSet<(Context, Block, u32)>,
    /// Calls that create threads, with the first function of those threads.
    pub sites: Vec<((Context, Block, u32), FuncId)>,
    /// Calls that may create more than one thread.
    pub repeated: BTreeSet<u32>,
    /// Something has grown.
    pub changed: bool,
}

/// The widest part of an object that is one word.
pub const WIDEST: u32 = 16;

impl Facts {
    /// The number of a call.
    pub fn context(&mut self, call: Call) -> Context {
        if let Some(context) = self.context_of.get(&call) {
            return *context;
        }
        let context = Context(u32::try_from(self.contexts.len()).expect("few contexts"));
        self.contexts.push(call);
        self.context_of.insert(call, context);
        context
    }

    /// How a context was reached.
    pub fn call(&self, context: Context) -> Call {
        self.contexts[context.0 as usize]
    }

    /// The number of a local object.
    pub fn local(&mut self, local: Local, size: u32) -> u32 {
        if let Some(number) = self.local_of.get(&local) {
            return *number;
        }
        let number = u32::try_from(self.locals.len()).expect("few local objects");
        self.locals.push((local, size));
        self.local_of.insert(local, number);
        number
    }

    /// The number of a call that creates a thread.
    pub fn site(&mut self, at: (Context, Block, u32), root: FuncId) -> u32 {
        let known = self.sites.iter().position(|site| *site == (at, root));
        let number = known.unwrap_or_else(|| {
            self.sites.push((at, root));
            self.changed = true;
            self.sites.len() - 1
        });
        u32::try_from(number).expect("few calls")
    }

    /// Notes an access to a part of an object: parts that overlap become one. An error: it would be too large.
    pub fn touch(&mut self, object: Object, offset: u32, size: u32) -> Result<(), u32> {
        if self.part(object, offset).is_some_and(|(at, bytes)| at + bytes >= offset + size) {
            return Ok(());
        }
        let layout = self.layouts.entry(object).or_default();
        let (mut start, mut end) = (offset, offset + size);
        let overlapping = |layout: &BTreeMap<u32, u32>, start: u32, end: u32| {
            let last = layout.range(..end).next_back().map(|(at, bytes)| (*at, *bytes));
            last.filter(|(at, bytes)| at + bytes > start)
        };
        while let Some((at, bytes)) = overlapping(layout, start, end) {
            layout.remove(&at);
            (start, end) = (start.min(at), end.max(at + bytes));
        }
        if end - start > WIDEST {
            return Err(end - start);
        }
        layout.insert(start, end - start);
        self.changed = true;
        Ok(())
    }

    /// The parts of an object.
    pub fn layout(&self, object: Object) -> Vec<(u32, u32)> {
        self.layouts.get(&object).map(|l| l.iter().map(|(a, s)| (*a, *s)).collect()).unwrap_or_default()
    }

    /// Objects that are divided into parts.
    pub fn objects(&self) -> Vec<Object> {
        self.layouts.keys().copied().collect()
    }

    /// The part in which some bytes lie.
    pub fn part(&self, object: Object, offset: u32) -> Option<(u32, u32)> {
        let layout = self.layouts.get(&object)?;
        layout.range(..=offset).next_back().map(|(a, s)| (*a, *s)).filter(|(a, s)| a + s > offset)
    }

    /// An object whose elements are accessed by numbers that are not known.
    pub fn array(&mut self, object: Object, element: u32) -> Result<(), ()> {
        match self.arrays.insert(object, element) {
            Some(before) if before != element => Err(()),
            Some(_) => Ok(()),
            None => {
                self.changed = true;
                Ok(())
            }
        }
    }

    /// A part of a shared object is accessed by a thread that begins with this function, beside others.
    pub fn access(&mut self, object: Object, offset: u32, root: FuncId, write: bool) {
        let accesses = self.accesses.entry((object, offset)).or_default();
        let set = if write { &mut accesses.writers } else { &mut accesses.readers };
        self.changed |= set.insert(root);
        if write && self.varying.insert((object, offset)) {
            self.changed = true;
        }
    }

    /// Whether a part of a shared object is written once threads run.
    pub fn varies(&self, object: Object, offset: u32) -> bool {
        self.varying.contains(&(object, offset))
    }

    /// Whether others may notice an access to a part of a shared object, or disturb it.
    pub fn visible(&self, object: Object, offset: u32) -> bool {
        let Some(accesses) = self.accesses.get(&(object, offset)) else { return false };
        accesses.writers.iter().any(|writer| {
            self.several.contains(writer)
                || accesses.writers.iter().chain(&accesses.readers).any(|other| other != writer)
        })
    }

    /// What a variable may point to.
    pub fn targets(&self, key: Key) -> BTreeSet<Target> {
        self.targets.get(&key).cloned().unwrap_or_default()
    }

    /// A variable may point to more.
    pub fn points_to(&mut self, key: Key, targets: &BTreeSet<Target>) {
        if targets.is_empty() {
            return;
        }
        let known = self.targets.entry(key).or_default();
        let before = known.len();
        known.extend(targets.iter().copied());
        self.changed |= known.len() != before;
        // Many addresses in one object: anywhere in it.
        if known.len() > MOST_TARGETS {
            let wide: BTreeSet<Target> = known
                .iter()
                .map(|t| match t {
                    Target::At(a) if a >> 32 != 0 => Target::In(a >> 32 << 32),
                    other => *other,
                })
                .collect();
            *known = wide;
        }
    }

    /// A thread comes to a place with this value of a variable.
    pub fn arrive(&mut self, spot: &Spot, key: Key, value: Known) {
        let known = self.known.entry(spot.clone()).or_default();
        let joined = known.get(&key).map_or(value, |before| before.join(value));
        if known.insert(key, joined) != Some(joined) {
            self.changed = true;
        }
    }

    /// What a variable holds at a place.
    pub fn at(&self, spot: &Spot, key: Key) -> Known {
        self.known.get(spot).and_then(|known| known.get(&key)).copied().unwrap_or(Known::Varies)
    }

    /// The first thread is created while a shared part has this value.
    pub fn freeze(&mut self, object: Object, offset: u32, value: Known) {
        let joined = self.frozen.get(&(object, offset)).map_or(value, |before| before.join(value));
        if self.frozen.insert((object, offset), joined) != Some(joined) {
            self.changed = true;
        }
    }

    /// The local objects that live at a place.
    pub fn live_at(&mut self, spot: &Spot, living: &BTreeSet<u32>) {
        match self.living.get_mut(spot) {
            None => {
                self.living.insert(spot.clone(), living.clone());
                self.changed = true;
            }
            Some(before) => {
                let length = before.len();
                before.retain(|local| living.contains(local));
                self.changed |= before.len() != length;
            }
        }
    }

    /// Notes that something has to be built anew if it is new in a set.
    pub fn grow<T: Ord>(changed: &mut bool, set: &mut BTreeSet<T>, item: T) {
        *changed |= set.insert(item);
    }
}

/// More addresses than this are not told apart.
const MOST_TARGETS: usize = 16;

/// What a value is, for facts.
pub fn known(words: &tw_words::Words, value: Value) -> Known {
    match value {
        Value::Undef(_) => Known::Undefined,
        Value::Word(term) => words.as_const(term).map_or(Known::Varies, Known::Const),
    }
}
