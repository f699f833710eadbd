//! Realistic Boolean programs: what predicate abstraction makes of concurrent C code.
//!
//! *What*: from a seed, the text of one program of two families. [`Family::Driver`]: an environment thread initialises
//! a device and starts clients, which call the driver's functions in an endless loop ([BMWK10] Fig. 3).
//! [`Family::Library`]: every thread runs `main`, and globals are shared, as for the SLAM programs of [BMWK10].
//! *Source*: [BMWK10] section 7: on average 123 locations, 21 local and 12 shared variables, splice statements below
//! 12 %. The original programs are not ours to distribute, so these are modelled on their numbers and their texture.
//! *Claim*: the same seed gives the same text everywhere; [`Expectation`] holds by construction (see `protocols.rs`).

pub mod block;
mod functions;
mod main_function;
pub mod predicates;
pub mod protocols;
pub mod set;
pub mod statistics;

use block::Style;
use functions::{Function, Functions, locker};
use protocols::{Builder, Locking, OF_DRIVERS, OF_LIBRARIES, Protocol, Role};
use std::fmt::Write;
use tw_boolprog::generate::Random;

/// Where threads come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// One thread creates the others.
    Driver,
    /// All threads run `main`.
    Library,
}

impl Family {
    /// As files and tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Family::Driver => "driver",
            Family::Library => "library",
        }
    }

    /// Threads at the start of a run with so many, as `--init` says it.
    pub fn init(self, threads: u32) -> String {
        match self {
            Family::Driver => "single".to_string(),
            Family::Library => threads.to_string(),
        }
    }
}

/// What is known about the assertions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// They hold for any number of threads.
    Safe,
    /// One fails with this many threads and with more.
    UnsafeFrom(u32),
    /// Not known.
    Unknown,
}

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Realistic {
    /// The family.
    pub family: Family,
    /// The seed.
    pub seed: u64,
    /// The name of its file, without `.bp`.
    pub name: String,
    /// What is known.
    pub expectation: Expectation,
    /// The text.
    pub text: String,
}

/// How long private predicates keep their values: this decides how many local states there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// Set to false after use.
    Reset,
    /// Set to false at the end of the function.
    Function,
    /// Never: old values stay.
    Kept,
}

/// Values of private predicates before they are set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// False.
    False,
    /// Arbitrary, and again whenever the function is entered.
    Arbitrary,
}

/// A shared variable that is no part of a protocol.
pub struct Register {
    /// Its name.
    pub name: String,
    /// Its value at the start; absent if arbitrary.
    pub value: Option<bool>,
    /// Whether clients write it.
    pub written: bool,
}

/// The properties of one program.
pub struct Shape {
    /// How branches are written.
    pub style: Style,
    /// Life of the predicates.
    pub values: Values,
    /// Their values at the start.
    pub start: Start,
    /// How locks are taken.
    pub locking: Locking,
    /// Wanted number of locations.
    pub locations: usize,
    /// Wanted number of private variables.
    pub locals: usize,
    /// Shared variables outside of protocols.
    pub registers: Vec<Register>,
    /// Splice statements per hundred locations, at most about.
    pub splices: usize,
}

/// The program of a seed.
pub fn generate(family: Family, seed: u64) -> Realistic {
    let salt = if family == Family::Driver { 0x00d1 } else { 0x11b0 };
    let mut random = Random::new(seed.wrapping_mul(0x1_0001).wrapping_add(salt));
    let mut shape = shape(&mut random, family);
    let protocols = choose_protocols(&mut random, family, &shape);
    let in_protocols: usize = protocols.iter().map(|p| p.shared.len()).sum();
    let wanted = (4 + shape.locations / 15).min(22) + random.below(3);
    shape.registers = registers(&mut random, family, &shape, wanted.saturating_sub(in_protocols));
    let interrupts = family == Family::Driver && random.chance(40);
    let main = main_function::Main { family, interrupts };
    let functions = write_functions(&mut random, &shape, &protocols, main);
    let doubtful = protocols.iter().all(|p| p.fault.is_none()) && random.chance(10);
    let assertion = doubtful.then(|| doubtful_assertion(&mut random, &shape)).flatten();
    let body = main_function::write(&mut random, &shape, &protocols, &functions, main, assertion.as_deref());
    let expectation = match protocols.iter().find(|p| p.fault.is_some()) {
        Some(p) => Expectation::UnsafeFrom(main.least_threads(p)),
        None if assertion.is_some() => Expectation::Unknown,
        None => Expectation::Safe,
    };
    let name = format!("{}-{seed:03}", family.name());
    let text = assemble(&name, &shape, &protocols, &functions, &body, expectation);
    Realistic { family, seed, name, expectation, text }
}

fn shape(random: &mut Random, family: Family) -> Shape {
    let between = |random: &mut Random, from: usize, to: usize| from + random.below(to - from);
    let locations = match random.below(10) {
        0 => between(random, 30, 60),
        1..=3 => between(random, 60, 100),
        4..=6 => between(random, 100, 140),
        7 | 8 => between(random, 140, 190),
        _ => between(random, 190, 290),
    };
    let goto = random.chance(if family == Family::Driver { 65 } else { 15 });
    let values = match random.below(8) {
        0..=2 => Values::Reset,
        3 | 4 => Values::Function,
        _ => Values::Kept,
    };
    Shape {
        style: if goto { Style::Goto } else { Style::Structured },
        values,
        start: if values == Values::Kept && random.chance(60) { Start::Arbitrary } else { Start::False },
        locking: *random.pick(&[Locking::Constrain, Locking::Constrain, Locking::Atomic, Locking::Call]),
        locations,
        locals: (6 + locations / 8).min(34) + random.below(4),
        registers: Vec::new(),
        splices: between(random, 6, 13),
    }
}

/// Between one and four protocols; in four of ten programs one of them has an error.
fn choose_protocols(random: &mut Random, family: Family, shape: &Shape) -> Vec<Protocol> {
    let mut kinds = match family {
        Family::Driver => OF_DRIVERS.to_vec(),
        Family::Library => OF_LIBRARIES.to_vec(),
    };
    let count = (1 + shape.locations / 60 + random.below(2)).min(4);
    let faulty = if random.chance(40) { random.below(count) } else { count };
    let build = |i: usize| {
        let kind = kinds.remove(random.below(kinds.len()));
        Builder { random, locking: shape.locking, faulty: i == faulty }.build(kind)
    };
    (0..count).map(build).collect()
}

fn registers(random: &mut Random, family: Family, shape: &Shape, count: usize) -> Vec<Register> {
    let names: &[&str] = match family {
        Family::Driver => &[
            "reg_ready",
            "reg_error",
            "reg_enable",
            "reg_txe",
            "reg_rxf",
            "cfg_dma",
            "cfg_irq",
            "link_up",
            "suspended",
            "queue_full",
            "queue_stopped",
            "reg_mode",
            "cfg_fast",
            "reg_parity",
            "cfg_loop",
            "reg_wake",
        ],
        Family::Library => &[
            "debug_on",
            "table_full",
            "cache_valid",
            "log_open",
            "quota_left",
            "list_empty",
            "stats_on",
            "resizing",
            "opt_strict",
            "opt_utf8",
            "gc_wanted",
            "pool_low",
            "opt_sync",
            "warned",
            "opt_trace",
            "sorted",
        ],
    };
    let one = |name: &&str| {
        let written = random.chance(if shape.values == Values::Reset { 25 } else { 55 });
        let arbitrary = shape.values == Values::Kept && random.chance(40);
        let value = (!arbitrary).then(|| random.chance(40));
        Register { name: (*name).to_string(), value, written }
    };
    names.iter().take(count).map(one).collect()
}

/// Client functions: each protocol's roles are spread over them.
fn write_functions(
    random: &mut Random,
    shape: &Shape,
    protocols: &[Protocol],
    main: main_function::Main,
) -> Vec<Function> {
    let mut roles: Vec<Role> = protocols.iter().flat_map(|p| p.roles.clone()).collect();
    if !main.interrupts {
        let handlers = protocols.iter().filter_map(|p| p.interrupt.clone());
        roles.extend(handlers.map(|body| Role { body, locals: Vec::new() }));
    }
    let count = (shape.locations / 28).clamp(2, 9).min(roles.len().max(2) + 2);
    let mut spread: Vec<Vec<Role>> = vec![Vec::new(); count];
    for (i, role) in roles.into_iter().enumerate() {
        spread[i % count].push(role);
    }
    let overhead = main.overhead(shape, protocols, count);
    let budget = shape.locations.saturating_sub(overhead) / count;
    let names = main.function_names();
    let mut writer = Functions { random, shape, written: (0, 0) };
    let mut functions = Vec::new();
    let mut locals = shape.locals;
    for (i, roles) in spread.into_iter().enumerate() {
        let share = locals / (count - i);
        locals -= share;
        functions.push(writer.function(names[i], roles, budget, share));
    }
    functions
}

/// An assertion over two registers: it may hold or not.
fn doubtful_assertion(random: &mut Random, shape: &Shape) -> Option<String> {
    let mut written = shape.registers.iter().filter(|r| r.written).map(|r| r.name.as_str());
    let (a, b) = (written.next()?, written.next()?);
    Some(if random.chance(50) { format!("assert(!({a} & {b}))") } else { format!("assert({a} | !{b})") })
}

fn assemble(
    name: &str,
    shape: &Shape,
    protocols: &[Protocol],
    functions: &[Function],
    main: &str,
    expectation: Expectation,
) -> String {
    let expected = match expectation {
        Expectation::Safe => "TRUE".to_string(),
        Expectation::UnsafeFrom(n) => {
            let fault = protocols.iter().find_map(|p| p.fault).unwrap_or_default();
            format!("FALSE from {n} threads on ({fault})")
        }
        Expectation::Unknown => "not known".to_string(),
    };
    let mut text = format!("// {name}, written by `cargo xtask bench programs`\n// expected: {expected}\n");
    let show = |v: bool| if v { "T" } else { "F" };
    for protocol in protocols {
        let list: Vec<String> = protocol.shared.iter().map(|(n, v)| format!("{n} := {}", show(*v))).collect();
        let _ = writeln!(text, "decl {};", list.join(", "));
    }
    let mut private: Vec<&str> = functions.iter().flat_map(|f| &f.globals).map(String::as_str).collect();
    private.sort_unstable();
    private.dedup();
    if shape.start == Start::False && main.contains("more") {
        private.push("more");
    }
    for register in &shape.registers {
        let _ = writeln!(text, "decl {} := {};", register.name, register.value.map_or("*", show));
    }
    for name in private {
        let _ = writeln!(text, "decl thread_local {name} := F;");
    }
    if shape.locking == Locking::Call {
        protocols.iter().flat_map(|p| &p.locks).filter(|l| text_uses(l, functions)).for_each(|l| {
            let _ = write!(text, "\n{}", locker(l));
        });
    }
    functions.iter().for_each(|f| {
        let _ = write!(text, "\n{}", f.text);
    });
    text + "\n" + main
}

fn text_uses(lock: &str, functions: &[Function]) -> bool {
    functions.iter().any(|f| f.text.contains(&format!("take_{lock}()")))
}

#[cfg(test)]
mod tests {
    use super::{Expectation, Family, generate};

    #[test]
    fn same_seed_same_text() {
        for family in [Family::Driver, Family::Library] {
            assert_eq!(generate(family, 7), generate(family, 7));
            assert_ne!(generate(family, 7).text, generate(family, 8).text);
        }
    }

    #[test]
    fn all_kinds_of_expectations_occur() {
        let all: Vec<Expectation> = (1..60).map(|seed| generate(Family::Driver, seed).expectation).collect();
        assert!(all.contains(&Expectation::Safe) && all.contains(&Expectation::Unknown));
        assert!(all.iter().any(|e| matches!(e, Expectation::UnsafeFrom(_))));
    }
}
