//! Breadth-first search by several threads.
//!
//! *What*: the calling thread keeps the books. It takes blocks of consecutive states from the frontier,
//! lets workers expand them, and enters what they found in the order of blocks. While few states wait, it expands them
//! itself: handing them out would take longer.
//! *Claim*: states, numbers, counts and the first violation are those of the search by one thread.
//! *Cost*: the store is used by one thread only; workers do everything else: expansion, comparison with the
//! expanded state, hashing. At most [`BLOCKS_PER_WORKER`] blocks for each worker are under way at once.

use crate::batch::{Batch, Taken};
use crate::hunt::{Aside, Hunter};
use crate::ledger::Ledger;
use crate::search::{self, Exploration, Search, explore};
use crate::sink::{Collect, Labels, System, expand};
use crate::store::StoreKind;
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;
use tw_verdict::{Control, SearchOrder};

const BLOCKS_PER_WORKER: usize = 4;
/// States of a block.
const BLOCK_STATES: usize = 256;
/// At most so many blocks of states waiting are expanded by the calling thread, if no block is under way.
const FEW_BLOCKS: usize = 2;
/// Fewer are handed out if they cost as much as this ([`System::effort`]): a few milliseconds.
const WORTH: u64 = 200_000;
/// While blocks are under way, none is added unless this part of what is handed out at all waits.
const SMALL_PART: usize = 8;
/// Limits are checked at least this often while workers are busy.
const PATIENCE: Duration = Duration::from_millis(50);

/// Explores on as many threads as there are systems, which must be equal: the result is that of
/// [`explore`], whatever their number. Depth-first search and bits use the first system only.
///
/// Workers run ahead: systems may expand states that do not count, because a violation comes before them.
///
/// # Panics
/// If `systems` is empty, or if a system panics.
pub fn explore_parallel<S: System + Send>(
    systems: &mut [S],
    search: &Search,
    control: &Control,
) -> Exploration {
    explore_in_blocks(systems, search, control, None, BLOCK_STATES)
}

/// The same, with a hunt in the pauses of the search. A search that is not breadth first, or that goes on after a
/// violation, has no pauses.
///
/// # Panics
/// As [`explore_parallel`].
pub fn explore_and_hunt<S: System + Send, H: System>(
    systems: &mut [S],
    search: &Search,
    control: &Control,
    hunter: &mut Hunter<'_, H>,
) -> Exploration {
    explore_in_blocks(systems, search, control, Some(hunter), BLOCK_STATES)
}

/// Like [`explore_parallel`], with blocks of at most `block_states` states.
pub(crate) fn explore_in_blocks<'c, S: System + Send>(
    systems: &mut [S],
    search: &Search,
    control: &'c Control,
    aside: Option<&'c mut (dyn Aside + 'c)>,
    block_states: usize,
) -> Exploration {
    let bits = matches!(search.store, StoreKind::Bitstate { .. });
    if search.order == SearchOrder::Dfs || bits {
        return explore(&mut systems[0], search, control);
    }
    let aside = aside.filter(|_| !search.explore_all);
    let workers = systems.len();
    let mut ledger = Ledger::new(search, control, &mut systems[0], aside);
    if workers == 1 {
        search::run(&mut systems[0], search, &mut ledger, usize::MAX);
        return ledger.finish();
    }
    let systems: Vec<Mutex<&mut S>> = systems.iter_mut().map(Mutex::new).collect();
    let stop = AtomicBool::new(false);
    let (work, blocks) = channel();
    let (done, results) = channel();
    let blocks = Mutex::new(blocks);
    let crew = Crew {
        work,
        results,
        ready: BTreeMap::new(),
        sent: 0,
        entered: 0,
        spare: Vec::new(),
        bytes: vec![0; workers],
        block_states,
    };
    let end = thread::scope(|scope| {
        for (number, system) in systems.iter().enumerate() {
            let all = search.explore_all;
            let worker = Worker { number, blocks: &blocks, done: done.clone(), stop: &stop, all };
            scope.spawn(move || worker.run(system));
        }
        let end = crew.run(&mut ledger, search, &systems[0]);
        stop.store(true, Ordering::Relaxed);
        end
    });
    if let Err(payload) = end {
        resume_unwind(payload);
    }
    ledger.finish()
}

const IDLE: &str = "no system is used after a panic";

/// Consecutive states of the frontier, and what was found from them.
struct Block {
    number: u64,
    taken: Taken,
    batch: Batch,
}

/// What a worker sends back: the block, or its panic.
struct Report {
    worker: usize,
    /// Bytes of its system.
    bytes: u64,
    number: u64,
    result: Result<Block, Panic>,
}

type Panic = Box<dyn Any + Send>;

/// The workers, as the calling thread sees them.
struct Crew {
    work: Sender<Block>,
    results: Receiver<Report>,
    /// What came back before its turn.
    ready: BTreeMap<u64, Result<Block, Panic>>,
    sent: u64,
    entered: u64,
    spare: Vec<Block>,
    /// Bytes of each system.
    bytes: Vec<u64>,
    block_states: usize,
}

impl Crew {
    /// Searches to the end; while few states wait, with this system. Workers end when `self` is dropped.
    fn run<S: System>(
        mut self,
        ledger: &mut Ledger<'_>,
        search: &Search,
        own: &Mutex<&mut S>,
    ) -> Result<(), Panic> {
        while !ledger.over() {
            let few = self.few(ledger);
            if self.sent == self.entered && ledger.ready() <= few {
                search::run(&mut **own.lock().expect(IDLE), search, ledger, few);
            }
            self.send_blocks(ledger, search);
            if self.sent == self.entered {
                break;
            }
            let Some(mut block) = self.next_block(ledger)? else { break };
            ledger.system_bytes = self.bytes.iter().sum();
            ledger.enter(&mut block.batch, &block.taken);
            self.entered += 1;
            self.spare.push(block);
        }
        Ok(())
    }

    /// So many states waiting are not worth handing out.
    fn few(&self, ledger: &Ledger<'_>) -> usize {
        let worth = (WORTH / ledger.cost_of_one()) as usize;
        worth.clamp(1, FEW_BLOCKS * self.block_states)
    }

    /// Keeps the workers busy. Blocks are smaller while the frontier is small, so that each worker gets one.
    fn send_blocks(&mut self, ledger: &mut Ledger<'_>, search: &Search) {
        let workers = self.bytes.len();
        let most = (BLOCKS_PER_WORKER * workers) as u64;
        let small = self.few(ledger) / SMALL_PART;
        let least = |under_way: u64| if under_way == 0 { 0 } else { small };
        while self.sent - self.entered < most && ledger.ready() > least(self.sent - self.entered) {
            let size = (ledger.ready() / (2 * workers)).clamp(1, self.block_states);
            let shape = search.store.shape();
            let new = || Block { number: 0, taken: Taken::default(), batch: Batch::new(shape) };
            let mut block = self.spare.pop().unwrap_or_else(new);
            block.number = self.sent;
            block.taken.clear();
            block.batch.reset();
            while block.taken.len() < size && ledger.take(&mut block.taken) {}
            self.sent += 1;
            // Without a receiver all workers are gone, and the reason is among the results.
            let _ = self.work.send(block);
        }
    }

    /// Waits for the next block in order; nothing if a limit was reached meanwhile.
    fn next_block(&mut self, ledger: &mut Ledger<'_>) -> Result<Option<Block>, Panic> {
        loop {
            if let Some(result) = self.ready.remove(&self.entered) {
                return result.map(Some);
            }
            match self.results.recv_timeout(PATIENCE) {
                Ok(Report { worker, bytes, number, result }) => {
                    self.bytes[worker] = bytes;
                    self.ready.insert(number, result);
                }
                Err(RecvTimeoutError::Timeout) => {
                    ledger.check_clock();
                    if ledger.over() {
                        return Ok(None);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => unreachable!("workers end after the calling thread"),
            }
        }
    }
}

/// A thread that expands blocks.
struct Worker<'a> {
    number: usize,
    blocks: &'a Mutex<Receiver<Block>>,
    done: Sender<Report>,
    stop: &'a AtomicBool,
    /// Go on after a violation.
    all: bool,
}

impl Worker<'_> {
    fn run<S: System>(&self, system: &Mutex<&mut S>) {
        while !self.stop.load(Ordering::Relaxed) {
            let next = self.blocks.lock().expect("nothing panics while it waits for a block").recv();
            let Ok(mut block) = next else { return };
            let number = block.number;
            let result = catch_unwind(AssertUnwindSafe(|| {
                let mut system = system.lock().expect(IDLE);
                self.expand(&mut **system, &mut block);
                (system.bytes(), block)
            }));
            let (bytes, result) = match result {
                Ok((bytes, block)) => (bytes, Ok(block)),
                Err(panic) => (0, Err(panic)),
            };
            let broken = result.is_err();
            let _ = self.done.send(Report { worker: self.number, bytes, number, result });
            if broken {
                return;
            }
        }
    }

    fn expand(&self, system: &mut impl System, block: &mut Block) {
        for place in 0..block.taken.len() {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let mut outlet = Collect { stop: self.stop };
            expand(system, &block.taken, place, &mut block.batch, &mut outlet, Labels::Left);
            if block.batch.close(self.all) {
                return;
            }
        }
    }
}
