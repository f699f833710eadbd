//! What the threads agree on: small protocols with assertions, and the error that can be planted in each.
//!
//! *Claim*: protocols share no variables, and everything around them touches private predicates and registers only.
//! So a program is safe if none of its protocols has a fault. With a fault it fails as soon as `clients` client
//! threads run, because each role can be reached and repeated.

use super::block::{Node, stmt};
use tw_boolprog::generate::Random;

/// How a lock is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Locking {
    /// `l := T constrain !l`.
    Constrain,
    /// A test and an assignment in an atomic section.
    Atomic,
    /// A call of a function that does it.
    Call,
}

/// What one function of the program has to do for a protocol.
#[derive(Clone, Debug)]
pub struct Role {
    /// The statements, with holes.
    pub body: Vec<Node>,
    /// Private variables it needs.
    pub locals: Vec<String>,
}

/// A protocol, ready to be placed.
#[derive(Clone, Debug, Default)]
pub struct Protocol {
    /// Shared variables with their initial values.
    pub shared: Vec<(String, bool)>,
    /// Which of them are locks.
    pub locks: Vec<String>,
    /// What clients do.
    pub roles: Vec<Role>,
    /// What the environment does before it starts clients.
    pub before: Vec<Node>,
    /// What the environment does after the first client was started.
    pub after: Vec<Node>,
    /// What an interrupt does; a role of clients if the environment handles none.
    pub interrupt: Option<Vec<Node>>,
    /// The planted error in words.
    pub fault: Option<&'static str>,
    /// How many clients are needed for the error; the environment not counted, unless it handles interrupts.
    pub clients: u32,
}

/// Which protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One at a time uses the device.
    Exclusive,
    /// What was tested stays true until it is used.
    Tested,
    /// Data are written before the flag says so.
    Publication,
    /// Whoever puts back the last reference switches off.
    References,
    /// A transfer ends by an interrupt.
    Transfer,
    /// Initialised before clients run.
    Initialised,
    /// The first thread initialises.
    Once,
    /// A lock whose owner knows it.
    Owner,
    /// States of a device in two bits.
    Stages,
}

/// The protocols of drivers.
pub const OF_DRIVERS: [Kind; 8] = [
    Kind::Exclusive,
    Kind::Tested,
    Kind::Publication,
    Kind::References,
    Kind::Transfer,
    Kind::Initialised,
    Kind::Owner,
    Kind::Stages,
];

/// The protocols of libraries.
pub const OF_LIBRARIES: [Kind; 7] = [
    Kind::Exclusive,
    Kind::Tested,
    Kind::Publication,
    Kind::References,
    Kind::Once,
    Kind::Owner,
    Kind::Stages,
];

/// Builds protocols.
pub struct Builder<'a> {
    /// The source of chance.
    pub random: &'a mut Random,
    /// How locks are taken.
    pub locking: Locking,
    /// Whether the error is planted.
    pub faulty: bool,
}

impl Builder<'_> {
    /// The protocol.
    pub fn build(&mut self, kind: Kind) -> Protocol {
        let protocol = match kind {
            Kind::Exclusive => self.exclusive(),
            Kind::Tested => self.tested(),
            Kind::Publication => self.publication(),
            Kind::References => self.references(),
            Kind::Transfer => self.transfer(),
            Kind::Initialised => self.initialised(),
            Kind::Once => self.once(),
            Kind::Owner => self.owner(),
            Kind::Stages => self.stages(),
        };
        Protocol { fault: protocol.fault.filter(|_| self.faulty), ..protocol }
    }

    /// One of two errors; the first number is 0 without one.
    fn variant(&mut self) -> usize {
        if self.faulty { 1 + self.random.below(2) } else { 0 }
    }

    fn exclusive(&mut self) -> Protocol {
        let variant = self.variant();
        let enter = [stmt("assert(!io_busy)"), stmt("io_busy := T")];
        let leave = [stmt("assert(io_busy)"), stmt("io_busy := F")];
        let first = [&self.lock("io_lock")[..], &enter, &[Node::Hole], &leave, &unlock("io_lock")].concat();
        let second = match variant {
            1 => [&enter[..], &[Node::Hole], &leave].concat(),
            2 => [&self.lock("io_lock")[..], &enter, &unlock("io_lock"), &[Node::Hole], &leave[1..]].concat(),
            _ => first.clone(),
        };
        Protocol {
            shared: off(&["io_lock", "io_busy"]),
            locks: names(&["io_lock"]),
            roles: roles([first, second]),
            fault: Some(if variant == 1 { "forgotten lock" } else { "lock released too early" }),
            clients: 2,
            ..Protocol::default()
        }
    }

    fn tested(&mut self) -> Protocol {
        let variant = self.variant();
        let open = self.locked("dev_lock", &[stmt("dev_open := T"), Node::Hole]);
        let close = match variant {
            1 => vec![Node::Hole, stmt("dev_open := F")],
            _ => self.locked("dev_lock", &[Node::Hole, stmt("dev_open := F")]),
        };
        let work = [Node::Hole, stmt("assert(dev_open)"), Node::Hole];
        let using = match variant {
            2 => vec![branch("dev_open", &self.locked("dev_lock", &work))],
            _ => self.locked("dev_lock", &[branch("dev_open", &work)]),
        };
        Protocol {
            shared: off(&["dev_lock", "dev_open"]),
            locks: names(&["dev_lock"]),
            roles: roles([open, using, close]),
            fault: Some(if variant == 1 { "forgotten lock" } else { "test before the lock is taken" }),
            clients: 2,
            ..Protocol::default()
        }
    }

    fn publication(&mut self) -> Protocol {
        let (data, flag) = (stmt("buf_valid := T"), stmt("buf_full := T"));
        let write = if self.faulty { [flag, Node::Hole, data] } else { [data, Node::Hole, flag] };
        let read = [stmt("assert(buf_valid)"), Node::Hole, stmt("buf_valid := F"), stmt("buf_full := F")];
        let put = self.locked("put_lock", &[branch("!buf_full", &write)]);
        let get = self.locked("get_lock", &[branch("buf_full", &read)]);
        Protocol {
            shared: off(&["put_lock", "get_lock", "buf_valid", "buf_full"]),
            locks: names(&["put_lock", "get_lock"]),
            roles: roles([put, get]),
            fault: Some("wrong order: the flag is set before the data"),
            clients: 2,
            ..Protocol::default()
        }
    }

    fn references(&mut self) -> Protocol {
        let variant = self.variant();
        let get = stmt("ref0, ref1, alive := !ref0, ref1 ^ ref0, T constrain !(ref0 & ref1)");
        let less = stmt("ref0, ref1 := !ref0, ref1 ^ !ref0");
        let switch_off = [stmt("alive := F")];
        let put = match variant {
            1 => vec![less, switch_off[0].clone()],
            2 => vec![less, branch("!ref0 & !ref1", &switch_off)],
            _ => atomic(&[less, branch("!ref0 & !ref1", &switch_off)]),
        };
        let whole = [&[get, Node::Hole, stmt("assert(alive)")][..], &put].concat();
        Protocol {
            shared: off(&["ref0", "ref1", "alive"]),
            roles: roles([whole]),
            fault: Some(if variant == 1 {
                "missing test for the last reference"
            } else {
                "test for the last reference not atomic"
            }),
            clients: 2,
            ..Protocol::default()
        }
    }

    fn transfer(&mut self) -> Protocol {
        let start = [
            stmt("assert(!dma_active)"),
            stmt("dma_done := F"),
            stmt("dma_active := T"),
            Node::Hole,
            stmt("assume(dma_done)"),
        ];
        let (off_first, done) = (stmt("dma_active := F"), stmt("dma_done := T"));
        let interrupt = if self.faulty {
            vec![branch("dma_active", &[done, off_first])]
        } else {
            atomic(&[branch("dma_active", &[off_first, done])])
        };
        Protocol {
            shared: off(&["dma_lock", "dma_active", "dma_done"]),
            locks: names(&["dma_lock"]),
            roles: roles([self.locked("dma_lock", &start)]),
            interrupt: Some(interrupt),
            fault: Some("wrong order in the interrupt"),
            clients: 2,
            ..Protocol::default()
        }
    }

    fn initialised(&mut self) -> Protocol {
        let set = vec![stmt("inited := T")];
        let (before, after) = if self.faulty { (Vec::new(), set) } else { (set, Vec::new()) };
        Protocol {
            shared: off(&["inited"]),
            roles: roles([vec![Node::Hole, stmt("assert(inited)")]]),
            before,
            after,
            fault: Some("wrong order: clients are started before the initialisation"),
            clients: 1,
            ..Protocol::default()
        }
    }

    fn once(&mut self) -> Protocol {
        let first = [stmt("started := T"), Node::Hole, stmt("inited := T")];
        let test = [branch("!started", &first)];
        let begin = if self.faulty { test.to_vec() } else { self.locked("once_lock", &test) };
        Protocol {
            shared: off(&["once_lock", "started", "inited"]),
            locks: names(&["once_lock"]),
            roles: roles([[&begin[..], &[Node::Hole, stmt("assert(inited)")]].concat()]),
            fault: Some("forgotten lock around the initialisation"),
            clients: 2,
            ..Protocol::default()
        }
    }

    fn owner(&mut self) -> Protocol {
        let take = stmt("cfg_lock, held := T, T constrain !cfg_lock");
        let give = stmt("cfg_lock, held := F, F");
        let change = vec![take.clone(), Node::Hole, stmt("assert(!held | cfg_lock)"), give.clone()];
        let reset =
            if self.faulty { vec![Node::Hole, stmt("cfg_lock := F")] } else { vec![take, Node::Hole, give] };
        let mut roles = roles([change, reset]);
        roles[0].locals = names(&["held"]);
        roles[1].locals = if self.faulty { Vec::new() } else { names(&["held"]) };
        Protocol {
            shared: off(&["cfg_lock"]),
            roles,
            fault: Some("a lock is released that was not taken"),
            clients: 2,
            ..Protocol::default()
        }
    }

    fn stages(&mut self) -> Protocol {
        let between = stmt("assert(st0 & !st1)");
        let up = [stmt("st0 := T"), Node::Hole, between.clone(), stmt("st1 := T")];
        let down = [stmt("st1 := F"), Node::Hole, between, stmt("st0 := F")];
        let down = [branch("st0 & st1", &down)];
        let stop = if self.faulty { down.to_vec() } else { self.locked("pm_lock", &down) };
        Protocol {
            shared: off(&["pm_lock", "st0", "st1"]),
            locks: names(&["pm_lock"]),
            roles: roles([self.locked("pm_lock", &[branch("!st0 & !st1", &up)]), stop]),
            fault: Some("forgotten lock"),
            clients: 2,
            ..Protocol::default()
        }
    }

    /// Taking a lock.
    fn lock(&self, name: &str) -> Vec<Node> {
        match self.locking {
            Locking::Constrain => vec![stmt(format!("{name} := T constrain !{name}"))],
            Locking::Atomic => atomic(&[stmt(format!("assume(!{name})")), stmt(format!("{name} := T"))]),
            Locking::Call => vec![Node::Call(format!("take_{name}()"), 2)],
        }
    }

    /// A block with a lock around it.
    fn locked(&self, name: &str, block: &[Node]) -> Vec<Node> {
        [&self.lock(name)[..], block, &unlock(name)].concat()
    }
}

fn unlock(name: &str) -> Vec<Node> {
    vec![stmt(format!("{name} := F"))]
}

fn branch(condition: &str, then: &[Node]) -> Node {
    Node::If(condition.to_string(), then.to_vec(), Vec::new())
}

fn atomic(block: &[Node]) -> Vec<Node> {
    [&[stmt("atomic_begin")], block, &[stmt("atomic_end")]].concat()
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|n| (*n).to_string()).collect()
}

fn off(list: &[&str]) -> Vec<(String, bool)> {
    list.iter().map(|n| ((*n).to_string(), false)).collect()
}

fn roles<const N: usize>(bodies: [Vec<Node>; N]) -> Vec<Role> {
    bodies.into_iter().map(|body| Role { body, locals: Vec::new() }).collect()
}
