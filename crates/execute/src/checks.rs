//! What an answer TRUE names if no execution came there: functions of the user, and the user's assertions.
//!
//! *What*: places are numbered: first all functions, then assertions. A function is reached when it is entered. An assertion
//! is a call of a function that fails (`__assert_fail`, `reach_error`), which is not meant to be reached: it counts as
//! reached where it was decided whether to make that call, at the last branch before it. Or it is a call of a function that
//! is told the condition (`__VERIFIER_assert`), and counts as reached where the call is made.
//! *Claim*: a place is reached exactly if some execution that was explored reaches it. Steps that were tried and undone do
//! not count (`Engine::attempt`). A step that the reductions put off is made later, or an equivalent one is: they never
//! lose a step of a thread, and what lies within a step is executed in any case.
//! *Cost*: a bit is looked at when a function is entered and where an assertion is decided; nothing else.

use crate::code::Program;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use tw_index::{BitSet, Id};
use tw_ir::{Body, Callee, Function, InstrKind, Loc, Module, Origin, Role};
use tw_verdict::{Place, Unreached, UnreachedKind};

/// Functions that fail.
const FAILING: [&str; 5] =
    ["__assert_fail", "__assert", "__assert_perror_fail", "reach_error", "__VERIFIER_error"];
/// Those that the macro `assert` calls.
const ASSERT_MACRO: [&str; 3] = ["__assert_fail", "__assert", "__assert_perror_fail"];
/// Functions that fail if their first argument is 0.
const TOLD: [&str; 5] = [
    "__VERIFIER_assert",
    "__CPROVER_assert",
    "__ESBMC_assert",
    "__CPROVER_precondition",
    "__CPROVER_postcondition",
];
/// Functions that end executions: nobody misses them.
const ASSUMING: [&str; 4] =
    ["__VERIFIER_assume", "assume_abort_if_not", "__CPROVER_assume", "__ESBMC_assume"];

/// The assertions of the user.
#[derive(Default)]
pub struct Checks {
    /// Name and place of each.
    list: Vec<(&'static str, Loc, String)>,
    /// Those decided by the end of a block, by function and block.
    ends: FxHashMap<(usize, usize), Vec<u32>>,
    /// Those told to a function, by function, block and position of the call.
    calls: FxHashMap<(usize, usize, usize), u32>,
}

impl Checks {
    /// Finds the assertions in functions of the user.
    pub fn find(module: &Module) -> Checks {
        let mut checks = Checks::default();
        for (id, function) in module.functions.enumerate() {
            if let Some(body) = function.body.as_ref().filter(|_| is_users(module, function)) {
                checks.function(module, id.index(), function, body);
            }
        }
        checks
    }

    fn function(&mut self, module: &Module, number: usize, function: &Function, body: &Body) {
        let before = predecessors(body);
        for (b, block) in body.blocks.enumerate() {
            for (i, instr) in block.instrs.iter().enumerate() {
                let InstrKind::Call { callee: Callee::Direct(callee), .. } = &instr.kind else { continue };
                let name = module.functions[*callee].name.as_str();
                let place = module.functions.len() + self.list.len();
                let place = u32::try_from(place).expect("few places");
                let Some(loc) = instr.loc.filter(|loc| loc.line > 0) else { continue };
                if let Some(told) = TOLD.into_iter().find(|told| *told == name) {
                    self.calls.insert((number, b.index(), i), place);
                    self.list.push((told, loc, function.display.clone()));
                } else if let Some(failing) = FAILING.into_iter().find(|failing| *failing == name) {
                    // Without a decision it is reached with the function.
                    let Some(ends) = decisions(body, &before, b.index()) else { continue };
                    for end in ends {
                        self.ends.entry((number, end)).or_default().push(place);
                    }
                    let name = if ASSERT_MACRO.contains(&failing) { "assert" } else { failing };
                    self.list.push((name, loc, function.display.clone()));
                }
            }
        }
    }

    /// The assertions that the end of a block decides.
    pub fn at_end(&self, function: usize, block: usize) -> Option<&[u32]> {
        self.ends.get(&(function, block)).map(Vec::as_slice)
    }

    /// The assertion that a call is.
    pub fn at_call(&self, function: usize, block: usize, position: usize) -> Option<u32> {
        self.calls.get(&(function, block, position)).copied()
    }
}

/// Blocks that lead to each block.
fn predecessors(body: &Body) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new(); body.blocks.len()];
    for (id, block) in body.blocks.enumerate() {
        if let Some(last) = block.instrs.last() {
            last.kind.for_each_edge(&mut |edge| all[edge.to.index()].push(id.index()));
        }
    }
    all
}

/// The blocks at whose ends it is decided whether control comes to this one; absent if it always does, or never.
fn decisions(body: &Body, before: &[Vec<usize>], block: usize) -> Option<Vec<usize>> {
    let (mut open, mut seen, mut ends) = (vec![block], BitSet::new(), Vec::new());
    while let Some(block) = open.pop() {
        if !seen.insert(block) {
            continue;
        }
        if block == 0 {
            return None;
        }
        for &from in &before[block] {
            let last = body.blocks.as_slice()[from].instrs.last().map(|instr| &instr.kind);
            if matches!(last, Some(InstrKind::Branch { .. } | InstrKind::Switch { .. })) {
                ends.push(from);
            } else {
                open.push(from);
            }
        }
    }
    ends.sort_unstable();
    ends.dedup();
    (!ends.is_empty()).then_some(ends)
}

/// Whether the user wrote a function, and not to state assertions or assumptions with it.
fn is_users(module: &Module, function: &Function) -> bool {
    let own = |loc: Loc| loc.line > 0 && !Role::is_library_file(&module.files[loc.file]);
    function.origin == Origin::User
        && function.role == Role::Program
        && function.loc.is_some_and(own)
        && !is_stating(&function.name)
}

/// Whether a function is there to state assertions or assumptions.
fn is_stating(name: &str) -> bool {
    FAILING.iter().chain(&TOLD).chain(&ASSUMING).any(|stating| *stating == name)
}

/// What of the user's program was never reached, in the order of the source. Code that was compiled several times is reached
/// where one of its copies is.
pub fn unreached(program: &Program, reached: &BitSet) -> Vec<Unreached> {
    let module = &program.module;
    let key = |loc: Loc| (loc.file.index(), loc.line, loc.column);
    let mut functions: BTreeMap<_, (bool, &Function)> = BTreeMap::new();
    for (id, function) in module.functions.enumerate().filter(|(_, f)| f.body.is_some()) {
        if let Some(loc) = function.loc.filter(|_| is_users(module, function)) {
            functions.entry((key(loc), plain(&function.display))).or_insert((false, function)).0 |=
                reached.contains(id.index());
        }
    }
    let entered: Vec<&str> =
        functions.values().filter(|(r, _)| *r).map(|(_, f)| f.display.as_str()).collect();
    let mut assertions: BTreeMap<_, (bool, usize)> = BTreeMap::new();
    for (i, (_, loc, _)) in program.checks.list.iter().enumerate() {
        let place = module.functions.len() + i;
        assertions.entry(key(*loc)).or_insert((false, i)).0 |= reached.contains(place);
    }
    let mut found = Vec::new();
    for (_, function) in functions.values().filter(|(reached, _)| !reached) {
        let place = function.loc.map(|loc| at(module, loc, &function.display));
        found.push(Unreached { kind: UnreachedKind::Function, name: function.display.clone(), place });
    }
    // In a function that was not entered no assertion is: the function says it all.
    for (_, at_check) in assertions.values().filter(|(reached, _)| !reached) {
        let (name, loc, function) = &program.checks.list[*at_check];
        if entered.contains(&function.as_str()) {
            let place = Some(at(module, *loc, function));
            found.push(Unreached { kind: UnreachedKind::Assertion, name: (*name).into(), place });
        }
    }
    for (name, loc) in &module.unused {
        let own = loc.filter(|loc| {
            loc.line > 0 && !is_stating(name) && !Role::is_library_file(&module.files[loc.file])
        });
        if let Some(loc) = own.filter(|loc| !functions.contains_key(&(key(*loc), plain(name)))) {
            let place = Some(at(module, loc, name));
            found.push(Unreached { kind: UnreachedKind::Function, name: name.clone(), place });
        }
    }
    found.sort_by_key(|it| it.place.as_ref().map(|p| (p.file.clone(), p.line, p.column, it.kind)));
    found.dedup();
    found
}

/// A name without arguments of templates.
fn plain(display: &str) -> &str {
    display.split('<').next().unwrap_or(display)
}

fn at(module: &Module, loc: Loc, function: &str) -> Place {
    Place {
        file: module.files[loc.file].clone(),
        line: loc.line,
        column: loc.column,
        function: function.to_string(),
    }
}
