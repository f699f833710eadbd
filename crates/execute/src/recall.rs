//! Steps that were made before are recalled instead of executed again.
//!
//! *What*: for each thread of a state, all its steps are found in a table by what they depend on: the thread itself (its packed part), and then, one
//! after the other, the things at which the steps look (`footprint.rs`): a tree of questions whose edges are answers. A step is kept as the
//! parts that it changes. *Source*: transition caching with dependencies found at run time, as \[LTSmin\] does with static ones.
//! *Claim*: equal answers, equal steps: a step is executed without randomness, asks the same next question after the same answers,
//! and all that it can look at is a question or part of the key. So verdicts and counts do not depend on the table.
//! *Departures*: only steps are kept that change neither the references of their thread or of an object they touch, nor what exists: then
//! objects keep their numbers and threads their order, and unchanged parts stay as they are.
//! *Cost*: a look-up for the thread, and one for each question; memory for each different way through a step, up to a bound.

use crate::code::Program;
use crate::deadlock::Mobility;
use crate::engine::Saved;
use crate::fault::{Fault, planted};
use crate::footprint::Ask;
use crate::machine::{Status, Thread};
use crate::pack::{Header, ObjectFacts, read_header, read_object, read_thread};
use crate::pending::Pending;
use crate::visibility::Reach;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;
use tw_explore::{Changed, Known, part_tag};

/// No more steps are kept when the table has about so many bytes.
const MOST_BYTES: u64 = 1 << 29;
/// After so many steps that had to be executed, the table must have paid.
const TRIAL: u64 = 1 << 15;

/// Functions, and where threads stand in them, from the outermost on.
pub type Place = SmallVec<[(u32, u32); 4]>;

/// What is known of a thread by its part.
pub struct ThreadFacts {
    pub status: Status,
    /// Its record.
    pub record: u32,
    /// Who has joined it ahead, or 0.
    pub joiner: u32,
    /// Stands for all that others may ask about it.
    pub ties: u32,
    pub place: Place,
}

/// A step that changes some parts and nothing else.
pub struct Patch {
    /// The parts that change: which one, where its bytes end, and what they are found by.
    parts: SmallVec<[(u32, u32, u32); 2]>,
    bytes: Box<[u8]>,
    /// Where the thread stands afterwards.
    pub place: Place,
    /// An object changes that is no global variable.
    pub private: bool,
}

impl Patch {
    /// Changes parts to these: which one, and where its bytes end.
    pub fn new(parts: &[(u32, usize)], bytes: &[u8], place: Place, private: bool) -> Patch {
        let mut start = 0;
        let tagged = parts.iter().map(|(part, end)| {
            let tag = part_tag(&bytes[start..*end]);
            start = *end;
            (*part, *end as u32, tag)
        });
        Patch { parts: tagged.collect(), bytes: bytes.into(), place, private }
    }

    /// The parts that change.
    pub fn changes(&self) -> impl Iterator<Item = Changed<'_>> {
        let mut start = 0;
        self.parts.iter().map(move |(part, end, tag)| {
            let bytes = &self.bytes[start..*end as usize];
            start = *end as usize;
            Changed { part: *part, bytes, tag: *tag }
        })
    }
}

/// All steps of a thread.
pub struct Steps {
    pub patches: SmallVec<[Arc<Patch>; 2]>,
    pub mobility: Mobility,
    /// What they cost.
    pub saved: Saved,
}

/// What steps depend on first.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Root {
    /// First part of the state.
    pub header: u32,
    /// Part of the thread.
    pub thread: u32,
    /// Its position.
    pub position: u16,
    /// What the others may do besides, and whether there are any.
    pub others: u16,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Node {
    Ask(Ask),
    /// Steps.
    Steps(u32),
    /// They have to be executed.
    Execute,
}

/// What the table says.
pub enum Found {
    Steps(u32),
    Execute,
    Unknown,
}

/// The next accesses of a thread depend on these objects.
#[derive(Default)]
struct Looks {
    objects: SmallVec<[u32; 4]>,
    found: FxHashMap<SmallVec<[u32; 4]>, Arc<[Pending]>>,
}

/// The table.
#[derive(Default)]
pub struct Recall {
    store: u64,
    headers: FxHashMap<u32, Header>,
    /// By number of the part and by [`Header::heap`]; one more than the place in `facts`.
    threads: [Vec<u32>; 2],
    facts: Vec<ThreadFacts>,
    /// By number of the part.
    objects: Vec<Option<ObjectFacts>>,
    ties: FxHashMap<Box<[u8]>, u32>,
    lists: FxHashMap<Box<[u32]>, u32>,
    reaches: FxHashMap<(u32, u32), Arc<Reach>>,
    looks: FxHashMap<(u32, u32), Looks>,
    roots: FxHashMap<Root, u32>,
    nodes: Vec<Node>,
    edges: FxHashMap<(u32, u64), u32>,
    steps: Vec<Steps>,
    bytes: u64,
    recalled: u64,
    executed: u64,
    /// Too few steps are recalled: none are looked for, and none are kept.
    useless: bool,
    scratch: Vec<u32>,
    /// The pointers of the state before.
    last: (Vec<u32>, u32),
}

impl Recall {
    /// Begins anew if numbers of parts mean other parts now; says whether it does.
    pub fn enter(&mut self, store: u64) -> bool {
        let new = self.store != store;
        if new {
            *self = Recall { store, ..Recall::default() };
        }
        new
    }

    /// Whether steps are looked for.
    pub fn is_useful(&self) -> bool {
        !self.useless
    }

    /// Bytes of the table, about.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub fn header(&mut self, known: Known<'_>) -> Header {
        let read = || read_header(known.part(0));
        *self.headers.entry(known.numbers()[0]).or_insert_with(read)
    }

    pub fn thread(&mut self, program: &Program, known: Known<'_>, part: usize, heap: bool) -> u32 {
        let number = known.numbers()[part] as usize;
        let table = &mut self.threads[usize::from(heap)];
        if table.len() <= number {
            table.resize(number + 1, 0);
        }
        if table[number] == 0 {
            let mut thread = Thread::default();
            let bytes = known.part(part);
            let prefix = read_thread(program, bytes, heap, &mut thread);
            let next = self.ties.len() as u32;
            let ties = *self.ties.entry(bytes[..prefix].into()).or_insert(next);
            self.facts.push(ThreadFacts {
                status: thread.status,
                record: thread.record.object,
                joiner: thread.joiner,
                ties,
                place: place_of(&thread),
            });
            self.bytes += 150;
            self.threads[usize::from(heap)][number] = self.facts.len() as u32;
        }
        self.threads[usize::from(heap)][number] - 1
    }

    /// What is known of a thread.
    #[inline]
    pub fn facts(&self, thread: u32) -> &ThreadFacts {
        &self.facts[thread as usize]
    }

    /// What an object is.
    pub fn object(&mut self, known: Known<'_>, part: usize) -> ObjectFacts {
        let number = known.numbers()[part] as usize;
        if self.objects.len() <= number {
            self.objects.resize(number + 1, None);
        }
        *self.objects[number].get_or_insert_with(|| read_object(known.part(part)))
    }

    /// The number of a list.
    pub fn list(&mut self, list: &[u32]) -> u32 {
        if let Some(number) = self.lists.get(list) {
            return *number;
        }
        let number = self.lists.len() as u32 + 1;
        self.lists.insert(list.into(), number);
        self.bytes += 64 + 4 * list.len() as u64;
        number
    }

    /// Stands for all pointers in the objects of a state, and for how many objects there are; and whether there is memory of
    /// `malloc`. `part` gives the parts of objects.
    pub fn pointers(&mut self, known: Known<'_>, header: Header, part: impl Fn(u32) -> usize) -> (u32, bool) {
        let (mut list, mut heap) = (std::mem::take(&mut self.scratch), false);
        list.clear();
        list.push(header.objects as u32 * 2 + u32::from(header.heap));
        for object in 0..header.objects as u32 {
            let part = part(object);
            let facts = self.object(known, part);
            heap |= facts.heap;
            if facts.bears && !planted(Fault::ReachRecalled) {
                list.extend([object, known.numbers()[part]]);
            }
        }
        if self.last.0 != list {
            self.last.1 = self.list(&list);
            std::mem::swap(&mut self.last.0, &mut list);
        }
        self.scratch = list;
        (self.last.1, heap)
    }

    /// What a thread reaches, by its part and the pointers of the state.
    pub fn reach(&self, by: (u32, u32)) -> Option<&Arc<Reach>> {
        self.reaches.get(&by)
    }

    pub fn keep_reach(&mut self, by: (u32, u32), reach: Arc<Reach>) {
        self.bytes += 128 + reach.bytes();
        self.reaches.insert(by, reach);
    }

    /// The next accesses of a thread, where `number` gives the part of an object.
    pub fn pending(&self, thread: u32, header: u32, number: impl Fn(u32) -> u32) -> Option<&Arc<[Pending]>> {
        let looks = self.looks.get(&(thread, header))?;
        let key: SmallVec<[u32; 4]> = looks.objects.iter().map(|o| number(*o)).collect();
        looks.found.get(&key)
    }

    pub fn keep_pending(
        &mut self,
        thread: u32,
        header: u32,
        objects: &[u32],
        number: impl Fn(u32) -> u32,
        pending: Arc<[Pending]>,
    ) {
        let looks = self.looks.entry((thread, header)).or_default();
        if looks.objects.as_slice() != objects {
            *looks = Looks { objects: objects.into(), ..Looks::default() };
        }
        let key = objects.iter().map(|o| number(*o)).collect();
        self.bytes += 128 + 40 * pending.len() as u64;
        looks.found.insert(key, pending);
    }

    /// Looks for the steps of a thread; `answer` answers questions.
    pub fn find(&mut self, root: &Root, mut answer: impl FnMut(&mut Self, Ask) -> u64) -> Found {
        let Some(mut node) = self.roots.get(root).copied() else { return Found::Unknown };
        loop {
            match self.nodes[node as usize] {
                Node::Steps(steps) => return Found::Steps(steps),
                Node::Execute => return Found::Execute,
                Node::Ask(ask) => {
                    let answer = answer(self, ask);
                    match self.edges.get(&(node, answer)) {
                        Some(next) => node = *next,
                        None => return Found::Unknown,
                    }
                }
            }
        }
    }

    pub fn steps(&self, steps: u32) -> &Steps {
        &self.steps[steps as usize]
    }

    /// Steps were recalled instead of executed.
    pub fn counts(&mut self, recalled: bool) {
        if recalled {
            self.recalled += 1;
        } else {
            self.executed += 1;
            if self.executed.is_multiple_of(TRIAL) {
                self.useless = self.recalled < self.executed;
                (self.recalled, self.executed) = (0, 0);
                if self.useless {
                    (self.roots, self.edges) = Default::default();
                    (self.nodes, self.steps) = Default::default();
                }
            }
        }
    }

    /// Keeps steps under what was asked, with the answers; without steps, that they have to be executed.
    pub fn keep(&mut self, root: Root, asked: &[(Ask, u64)], steps: Option<Steps>) {
        if self.useless || self.bytes > MOST_BYTES {
            return;
        }
        let leaf = match steps {
            Some(steps) => {
                self.bytes += 200 + steps.patches.iter().map(|p| 150 + p.bytes.len() as u64).sum::<u64>();
                self.steps.push(steps);
                Node::Steps(self.steps.len() as u32 - 1)
            }
            None => Node::Execute,
        };
        let mut at = self.roots.get(&root).copied();
        let mut above: Option<(u32, u64)> = None;
        let wanted = asked.iter().map(|(ask, answer)| (Node::Ask(*ask), Some(*answer)));
        for (node, answer) in wanted.chain([(leaf, None)]) {
            let number = match at {
                Some(number) => {
                    let is = &mut self.nodes[number as usize];
                    if *is != node && answer.is_some() {
                        // Somebody has looked at something without a note.
                        if cfg!(debug_assertions) && !tw_index::CAN_PLANT {
                            panic!("a step asks the same after the same answers");
                        }
                        *is = Node::Execute;
                        return;
                    }
                    *is = node;
                    number
                }
                None => {
                    let number = self.nodes.len() as u32;
                    self.nodes.push(node);
                    self.bytes += 40;
                    match above {
                        Some(edge) => self.edges.insert(edge, number),
                        None => self.roots.insert(root, number),
                    };
                    number
                }
            };
            let Some(answer) = answer else { return };
            at = self.edges.get(&(number, answer)).copied();
            above = Some((number, answer));
        }
    }
}

/// Where a thread stands.
pub fn place_of(thread: &Thread) -> Place {
    thread.frames.iter().map(|f| (f.function, f.pc)).collect()
}
