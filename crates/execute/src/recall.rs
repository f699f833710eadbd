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
use crate::kept::{Kept, Patch, Place};
use crate::machine::{Status, Thread};
use crate::pack::{Header, ObjectFacts, read_header, read_object, read_thread};
use crate::pending::Pending;
use crate::table::Table;
use crate::visibility::Reach;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;
use tw_explore::Known;

/// No more steps are kept when the table has about so many bytes.
const MOST_BYTES: u64 = 1 << 29;
/// After so many steps that had to be executed, the table must have paid.
const TRIAL: u64 = 1 << 15;

/// No list of pointers has this number.
const NO_POINTERS: u32 = 0;

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
    /// The reach found last, with the pointers of that state.
    reach: (u32, u32),
}

/// All steps of a thread, to be kept.
pub struct New {
    pub patches: SmallVec<[Patch; 1]>,
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

/// A node of the tree of questions, and its number.
pub type Numbered = (u32, Node);

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Node {
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

/// The state before.
#[derive(Default)]
struct Last {
    /// The numbers of its parts.
    numbers: Vec<u32>,
    /// Its pointers.
    list: Vec<u32>,
    found: (u32, bool),
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
    /// Numbers of reaches, by thread and pointers.
    reaches: FxHashMap<(u32, u32), u32>,
    reach_numbers: FxHashMap<Arc<Reach>, u32>,
    reach_list: Vec<Arc<Reach>>,
    looks: FxHashMap<(u32, u32), Looks>,
    roots: Table<Root, Numbered>,
    /// How many nodes have a number.
    nodes: u32,
    /// By number of a node, and the answer.
    edges: Table<(u32, u64), Numbered>,
    kept: Kept,
    bytes: u64,
    recalled: u64,
    executed: u64,
    /// Too few steps are recalled: none are looked for, and none are kept.
    useless: bool,
    scratch: Vec<u32>,
    last: Last,
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
                reach: (NO_POINTERS, 0),
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
    /// `malloc`. `part` gives the parts of objects; parts of threads are left out.
    pub fn pointers(
        &mut self,
        known: Known<'_>,
        header: Header,
        part: impl Fn(u32) -> usize,
        threads: &Range<usize>,
    ) -> (u32, bool) {
        let mut last = std::mem::take(&mut self.last);
        if !self.are_pointers_kept(known, &last.numbers, threads) {
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
            if last.list != list {
                last.found.0 = self.list(&list);
                std::mem::swap(&mut last.list, &mut list);
            }
            last.found.1 = heap;
            self.scratch = list;
        }
        last.numbers.clear();
        last.numbers.extend_from_slice(known.numbers());
        self.last = last;
        self.last.found
    }

    /// Whether no part differs from that of the state before but threads, and objects without pointers.
    fn are_pointers_kept(&mut self, known: Known<'_>, before: &[u32], threads: &Range<usize>) -> bool {
        let numbers = known.numbers();
        numbers.len() == before.len()
            && numbers[0] == before[0]
            && (1..numbers.len()).all(|part| {
                numbers[part] == before[part] || threads.contains(&part) || {
                    let now = self.object(known, part);
                    // Each object of the state before was looked at then.
                    let then = self.objects[before[part] as usize];
                    then.is_some_and(|then| !now.bears && !then.bears && now.heap == then.heap)
                }
            })
    }

    /// The number of what a thread reaches, by the pointers of the state.
    #[inline]
    pub fn reach(&mut self, thread: u32, pointers: u32) -> Option<u32> {
        let facts = &mut self.facts[thread as usize];
        if facts.reach.0 != pointers {
            facts.reach = (pointers, *self.reaches.get(&(thread, pointers))?);
        }
        Some(facts.reach.1)
    }

    /// Keeps what a thread reaches; its number.
    pub fn keep_reach(&mut self, thread: u32, pointers: u32, reach: Reach) -> u32 {
        let next = self.reach_list.len() as u32;
        let size = reach.bytes();
        let reach = Arc::new(reach);
        let number = *self.reach_numbers.entry(reach.clone()).or_insert(next);
        if number == next {
            self.reach_list.push(reach);
            self.bytes += 128 + size;
        }
        self.bytes += 32;
        self.reaches.insert((thread, pointers), number);
        number
    }

    /// What has this number.
    pub fn reach_numbered(&self, number: u32) -> &Arc<Reach> {
        &self.reach_list[number as usize]
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

    /// The first question of the steps of a thread, if it is known.
    #[inline]
    pub fn begin(&self, root: &Root) -> Option<Numbered> {
        self.roots.get(root)
    }

    /// What a question that is known asks.
    #[inline]
    pub fn question(at: Numbered) -> Option<Ask> {
        match at.1 {
            Node::Ask(ask) => Some(ask),
            Node::Steps(_) | Node::Execute => None,
        }
    }

    /// What comes after the answer to a question.
    #[inline]
    pub fn after(&self, at: Numbered, answer: u64) -> Option<Numbered> {
        self.edges.get(&(at.0, answer))
    }

    /// Looks for the steps of a thread, from a question on; `answer` answers questions.
    pub fn find(&mut self, at: Option<Numbered>, mut answer: impl FnMut(&mut Self, Ask) -> u64) -> Found {
        let Some(mut at) = at else { return Found::Unknown };
        loop {
            match at.1 {
                Node::Steps(steps) => return Found::Steps(steps),
                Node::Execute => return Found::Execute,
                Node::Ask(ask) => {
                    let answer = answer(self, ask);
                    match self.after(at, answer) {
                        Some(next) => at = next,
                        None => return Found::Unknown,
                    }
                }
            }
        }
    }

    /// All steps that are kept.
    pub fn kept(&self) -> &Kept {
        &self.kept
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
                    (self.nodes, self.kept) = Default::default();
                }
            }
        }
    }

    /// Keeps steps under what was asked, with the answers; without steps, that they have to be executed.
    pub fn keep(&mut self, root: Root, asked: &[(Ask, u64)], steps: Option<New>) {
        if self.useless || self.bytes > MOST_BYTES {
            return;
        }
        let kept = steps.and_then(|new| self.kept.add(new.patches, &new.mobility, new.saved));
        let leaf = kept.map_or(Node::Execute, |(steps, _)| Node::Steps(steps));
        self.bytes += kept.map_or(0, |(_, bytes)| bytes);
        let mut edge: Option<(u32, u64)> = None;
        let wanted = asked.iter().map(|(ask, answer)| (Node::Ask(*ask), Some(*answer)));
        for (node, answer) in wanted.chain([(leaf, None)]) {
            let known = match &edge {
                Some(edge) => self.edges.get_mut(edge),
                None => self.roots.get_mut(&root),
            };
            let number = match known {
                Some((number, is)) => {
                    if *is != node && answer.is_some() {
                        // Somebody has looked at something without a note.
                        if cfg!(debug_assertions) && !tw_index::CAN_PLANT {
                            panic!("a step asks the same after the same answers");
                        }
                        *is = Node::Execute;
                        return;
                    }
                    *is = node;
                    *number
                }
                None => {
                    let number = self.nodes;
                    self.nodes += 1;
                    self.bytes += 64;
                    match edge {
                        Some(edge) => self.edges.insert(edge, (number, node)),
                        None => self.roots.insert(root, (number, node)),
                    }
                    number
                }
            };
            let Some(answer) = answer else { return };
            edge = Some((number, answer));
        }
    }
}

/// Where a thread stands.
pub fn place_of(thread: &Thread) -> Place {
    thread.frames.iter().map(|f| (f.function, f.pc)).collect()
}
