//! Private work of a thread as predicate abstraction leaves it: predicates over the same C variable belong together,
//! are set to anything after each statement that could change them, and decide branches and loops.

use super::block::{Node, cost, stmt};
use super::{Shape, Values};
use tw_boolprog::generate::Random;

/// Predicates over one C variable.
#[derive(Clone, Debug)]
pub enum Group {
    /// `x < 0` and `x == 0` of a result.
    Result([String; 2]),
    /// `i < n` and `i == 0` of an index.
    Index([String; 2]),
    /// `p == NULL`.
    Pointer([String; 1]),
    /// `cmd == A`, `cmd == B`, `cmd == C`.
    Command([String; 3]),
    /// A flag.
    Flag([String; 1]),
}

impl Group {
    /// The variables.
    pub fn names(&self) -> &[String] {
        match self {
            Group::Result(n) | Group::Index(n) => n,
            Group::Pointer(n) | Group::Flag(n) => n,
            Group::Command(n) => n,
        }
    }

    /// A new value of the C variable: anything that the predicates can be together.
    fn havoc(&self) -> Node {
        let list = self.names().join(", ");
        match self {
            Group::Result([a, b]) => stmt(format!("{list} := *, * constrain !('{a} & '{b})")),
            Group::Index(_) => stmt(format!("{list} := *, T")),
            Group::Pointer(_) | Group::Flag(_) => stmt(format!("{list} := *")),
            Group::Command([a, b, c]) => {
                stmt(format!("{list} := *, *, * constrain !('{a} & '{b}) & !('{a} & '{c}) & !('{b} & '{c})"))
            }
        }
    }

    /// The variable is out of use.
    fn reset(&self) -> Node {
        let names = self.names();
        stmt(format!("{} := {}", names.join(", "), vec!["F"; names.len()].join(", ")))
    }
}

/// Groups with together about `count` variables, each name once, all beginning with `prefix`.
pub fn groups(random: &mut Random, count: usize, prefix: &str) -> Vec<Group> {
    let mut stems: [Vec<&str>; 5] = [
        vec!["ret", "status", "err", "len"],
        vec!["i", "pos", "left"],
        vec!["buf", "req", "node", "page"],
        vec!["cmd", "mode"],
        vec!["last", "dirty", "nonblock", "eof", "again", "retry"],
    ];
    let (mut chosen, mut left) = (Vec::new(), count);
    while left > 0 {
        let kind = random.below(5);
        let size = [2, 2, 1, 3, 1][kind];
        if size > left || stems[kind].is_empty() {
            if stems.iter().all(Vec::is_empty) {
                break;
            }
            continue;
        }
        let at = random.below(stems[kind].len());
        let stem = stems[kind].remove(at);
        let name = |suffix: &str| format!("{prefix}{stem}{suffix}");
        chosen.push(match kind {
            0 => Group::Result([name("_lt_0"), name("_eq_0")]),
            1 => Group::Index([name("_lt_n"), name("_eq_0")]),
            2 => Group::Pointer([name("_null")]),
            3 => Group::Command([name("_eq_get"), name("_eq_set"), name("_eq_off")]),
            _ => Group::Flag([name("_set")]),
        });
        left -= size;
    }
    chosen
}

/// Whether a segment may leave the function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Leave {
    /// It may.
    Allowed,
    /// It stands inside of something.
    Never,
}

/// Writes segments over the predicates of one function.
pub struct Segments<'a> {
    /// The source of chance.
    pub random: &'a mut Random,
    /// The program's properties.
    pub shape: &'a Shape,
    /// The predicates.
    pub groups: &'a [Group],
    /// What `return` is called here; absent where none is possible.
    pub leave: Option<&'a str>,
    /// Locations and splice statements so far.
    pub written: &'a mut (usize, usize),
}

impl Segments<'_> {
    /// A piece of private work; `depth` more levels of branches.
    pub fn segment(&mut self, depth: usize, leave: Leave) -> Vec<Node> {
        let before = self.written.0;
        let mut nodes = match self.random.below(100) {
            0..=44 => self.device(depth),
            45..=52 => vec![self.unknown_call()],
            _ => {
                let group = self.random.pick(self.groups).clone();
                self.work(&group, depth, leave)
            }
        };
        if self.random.chance(12) && self.shape.values == Values::Kept {
            nodes.push(stmt(format!("dead {}", self.any())));
        }
        self.written.0 = before + cost(&nodes, self.shape.style);
        nodes
    }

    fn work(&mut self, group: &Group, depth: usize, leave: Leave) -> Vec<Node> {
        let mut nodes = vec![group.havoc()];
        match group {
            Group::Result([negative, zero]) => {
                if self.random.chance(25) {
                    nodes.push(stmt(format!("assert(!({negative} & {zero}))")));
                }
                let failure = self.failure(group, leave);
                let success = if self.random.chance(40) { self.inner(depth) } else { Vec::new() };
                nodes.push(Node::If(negative.clone(), failure, success));
            }
            Group::Index([less, zero]) => {
                let mut body = self.inner(depth);
                body.push(stmt(format!("{less}, {zero} := schoose[F, !{less}], F")));
                nodes.push(Node::While(less.clone(), body));
            }
            Group::Pointer([null]) => {
                let failure = self.failure(group, leave);
                nodes.push(Node::If(null.clone(), failure, Vec::new()));
            }
            Group::Command([a, b, _]) => {
                let second = Node::If(b.clone(), self.inner(depth), Vec::new());
                nodes.push(Node::If(a.clone(), self.inner(depth), vec![second]));
            }
            Group::Flag([flag]) => {
                if self.random.chance(60) {
                    nodes.push(Node::If(flag.clone(), self.inner(depth), Vec::new()));
                } else {
                    let other = self.any();
                    nodes.push(stmt(format!("{other} := schoose[{flag} & {other}, !{flag}]")));
                }
            }
        }
        if self.shape.values == Values::Reset {
            nodes.push(group.reset());
        }
        nodes
    }

    /// What happens if something went wrong.
    fn failure(&mut self, group: &Group, leave: Leave) -> Vec<Node> {
        match (leave, self.leave) {
            (Leave::Allowed, Some(word)) if self.random.chance(45) => {
                let reset = (self.shape.values != Values::Kept).then(|| group.reset());
                reset.into_iter().chain([stmt(word)]).collect()
            }
            // Tried again with success.
            _ if self.random.chance(40) => {
                let name = &group.names()[0];
                vec![stmt(format!("{name} := *")), stmt(format!("assume(!{name})"))]
            }
            _ => vec![self.simple()],
        }
    }

    /// A block inside of a branch.
    fn inner(&mut self, depth: usize) -> Vec<Node> {
        if depth > 0 && self.random.chance(55) {
            return self.segment(depth - 1, Leave::Never);
        }
        vec![self.simple()]
    }

    /// One statement over private predicates.
    fn simple(&mut self) -> Node {
        let (a, b) = (self.any(), self.any());
        if self.may_splice() && !self.shape.registers.is_empty() && self.random.chance(50) {
            self.written.1 += 1;
            let register = self.random.pick(&self.shape.registers);
            return match register.written && self.random.chance(40) {
                true => stmt(format!("{} := {a}", register.name)),
                false => stmt(format!("{a} := {a} & {}", register.name)),
            };
        }
        if self.shape.values == Values::Reset {
            return stmt(format!("{a} := {a} & {b}"));
        }
        match self.random.below(6) {
            0 => stmt(format!("{a} := schoose[{b}, !{b} & {a}]")),
            1 => stmt(format!("{a} := {b}")),
            2 => stmt("skip"),
            _ => stmt(format!("{a} := *")),
        }
    }

    /// A call of a function that is not modelled: some predicates can have changed.
    fn unknown_call(&mut self) -> Node {
        if self.shape.values == Values::Reset {
            return stmt("skip");
        }
        let mut names = vec![self.any(), self.any()];
        names.sort();
        names.dedup();
        stmt(format!("{} := {}", names.join(", "), vec!["*"; names.len()].join(", ")))
    }

    /// A register of the device, or a global of the library, is read or written.
    fn device(&mut self, depth: usize) -> Vec<Node> {
        let Some(register) =
            (!self.shape.registers.is_empty()).then(|| self.random.pick(&self.shape.registers))
        else {
            return vec![self.simple()];
        };
        let (name, local) = (register.name.clone(), self.any());
        let splice = self.may_splice();
        match self.random.below(10) {
            0..=3 if splice => self.read(&name, &local, depth),
            4 | 5 if splice && register.written => {
                self.written.1 += 1;
                vec![stmt(format!("{name} := {local}"))]
            }
            6 if splice => {
                self.written.1 += 1;
                vec![stmt(format!("{local} := *")), stmt(format!("assume(!{local} | {name})"))]
            }
            7 if register.written => {
                let value = if self.shape.values == Values::Kept { "*" } else { "T" };
                let other = if self.random.chance(50) { value } else { "F" };
                vec![stmt(format!("{name} := {other}"))]
            }
            _ => vec![Node::If(name, self.inner(depth.min(1)), Vec::new())],
        }
    }

    /// One register, or two, decide a private predicate.
    fn read(&mut self, name: &str, local: &str, depth: usize) -> Vec<Node> {
        self.written.1 += 1;
        let other = self.random.pick(&self.shape.registers).name.clone();
        let value = match self.random.below(6) {
            0 => format!("{name} & {other}"),
            1 => format!("schoose[{name}, {other} & !{name}]"),
            _ => name.to_string(),
        };
        let used = Node::If(local.to_string(), self.inner(depth.min(1)), Vec::new());
        let reset = (self.shape.values == Values::Reset).then(|| stmt(format!("{local} := F")));
        [stmt(format!("{local} := {value}")), used].into_iter().chain(reset).collect()
    }

    /// Whether a statement over local and shared variables may follow.
    fn may_splice(&self) -> bool {
        self.written.1 * 100 <= self.written.0 * self.shape.splices
    }

    /// Some private predicate.
    fn any(&mut self) -> String {
        let group = self.random.pick(self.groups);
        self.random.pick(group.names()).clone()
    }
}
