//! Breadth-first search by several threads.
//!
//! *What*: the calling thread keeps the books. It takes blocks of consecutive states from the frontier,
//! lets workers expand them, and enters what they found in the order of blocks.
//! *Claim*: states, numbers, counts and the first violation are those of the search by one thread.
//! *Cost*: the store is used by one thread only; workers do everything else: expansion, comparison with the
//! expanded state, hashing. At most [`BLOCKS_PER_WORKER`] blocks for each worker are under way at once.

use crate::batch::{Batch, Taken};
use crate::ledger::Ledger;
use crate::search::{Exploration, Search, explore};
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
    explore_in_blocks(systems, search, control, BLOCK_STATES)
}

/// Like [`explore_parallel`], with blocks of at most `block_states` states.
pub(crate) fn explore_in_blocks<S: System + Send>(
    systems: &mut [S],
    search: &Search,
    control: &Control,
    block_states: usize,
) -> Exploration {
    let bits = matches!(search.store, StoreKind::Bitstate { .. });
    if systems.len() == 1 || search.order == SearchOrder::Dfs || bits {
        return explore(&mut systems[0], search, control);
    }
    let workers = systems.len();
    let mut ledger = Ledger::new(search, control, &mut systems[0]);
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
        for (number, system) in systems.iter_mut().enumerate() {
            let all = search.explore_all;
            let worker = Worker { number, blocks: &blocks, done: done.clone(), stop: &stop, all };
            scope.spawn(move || worker.run(system));
        }
        let end = crew.run(&mut ledger, search);
        stop.store(true, Ordering::Relaxed);
        end
    });
    if let Err(payload) = end {
        resume_unwind(payload);
    }
    ledger.finish()
}

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
    /// Searches to the end. Workers end when `self` is dropped.
    fn run(mut self, ledger: &mut Ledger<'_>, search: &Search) -> Result<(), Panic> {
        while !ledger.over() {
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

    /// Keeps the workers busy. Blocks are small while the frontier is, so that each worker gets one.
    fn send_blocks(&mut self, ledger: &mut Ledger<'_>, search: &Search) {
        let workers = self.bytes.len();
        while self.sent - self.entered < (BLOCKS_PER_WORKER * workers) as u64 && ledger.ready() > 0 {
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
    fn run(&self, system: &mut impl System) {
        while !self.stop.load(Ordering::Relaxed) {
            let next = self.blocks.lock().expect("nothing panics while it waits for a block").recv();
            let Ok(mut block) = next else { return };
            let number = block.number;
            let result = catch_unwind(AssertUnwindSafe(|| {
                self.expand(system, &mut block);
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
