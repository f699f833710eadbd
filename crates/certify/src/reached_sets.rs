//! Certificates of kind `reached-sets`: sets of states that together hold the initial ones, are closed under all
//! steps, and contain no violation.
//!
//! *What*: each set is a product: shared values in one set, so many threads at each location with local values in
//! some set, in every combination. A set says how it came about: explored, or the union of two earlier ones.
//! *Claim*: if the certificate is accepted, every reachable state is in some explored set, and none of those
//! contains a violation. Every state of a union is in one of its parts, and so in an explored set. From the states
//! of an explored set all steps lead into the union of all sets (`cover.rs`); or one thread was chosen, by the rules
//! of `reached_set.rs`: whatever the state, it can move, and it is independent of all that the others can do. Each
//! of its steps leads to a location of lower rank or ends it, so the sum over all threads of rank plus one falls, and
//! nobody is put off for ever.
//! *Departures* from `reached_set.rs`: 1. ranks belong to locations, not to states, so they must fall along every
//! edge of the chosen thread, also into states where all threads are explored; 2. where two threads are inside of
//! atomic sections, which never happens, nobody may run, as in `tw_boolprog::semantics`.
//! *Cost*: sets × groups × edges look-ups if each successor lies in one set, as after an honest search.

use crate::Refusal;
use crate::claim;
use crate::cover::{Cover, Hole};
use crate::diagram::{ALL, Diagram, EMPTY};
use crate::format::{Header, Reader};
use crate::independence::Judge;
use crate::product::{Group, Product, Twins};
use crate::relation::{MAX_VARIABLES, Moved, Relations};
use crate::sets_format;
use crate::step::Counted;
use std::collections::BTreeSet;
use tw_boolprog::{Action, Edge, EdgeId, Leaf, Loc, Owner, Program};
use tw_index::Id;
use tw_verdict::{DiagramNode, Part, ReachedSets, SetGroup, StateSet};

/// Checks the sets that follow the header; returns their number.
pub(crate) fn check(
    program: &Program,
    header: &Header,
    reader: &mut Reader<'_>,
    go_on: &dyn Fn() -> bool,
) -> Result<u64, Refusal> {
    if program.shared.len() + program.locals.len() > MAX_VARIABLES {
        return Err(Refusal::too_hard(format_args!("more than {MAX_VARIABLES} variables")));
    }
    let reached = sets_format::read(program, header.question.bounds.threads.limit(), reader)?;
    let mut relations = Relations::new(program);
    let sets = import(program, &reached, &mut relations)?;
    for (index, set) in sets.iter().enumerate() {
        check_union(set, &sets, &mut relations).map_err(|why| {
            if relations.diagrams.is_full() {
                Refusal::gave_up()
            } else {
                format!("set {index} {why}").into()
            }
        })?;
    }
    let mut checker = Checker {
        program,
        header,
        ranks: &reached.ranks,
        relations,
        cover: covering(&sets, go_on),
        judge: Judge::new(program),
        visible: claim::visible(program, header),
        skipped: false,
    };
    checker.check_initial()?;
    for (index, set) in sets.iter().enumerate() {
        // Sets without states are not in the cover; nobody looks at their diagrams again.
        if checker.relations.tidy(checker.cover.diagrams()) {
            checker.cover.forget();
        }
        if !go_on() {
            return Err(Refusal::too_long());
        }
        let result = checker.check_set(set);
        if checker.relations.diagrams.is_full() {
            return Err(Refusal::gave_up());
        }
        result.map_err(|refusal| refusal.at(format_args!("set {index}")))?;
    }
    claim::check_coverage(header, checker.skipped)?;
    Ok(reached.sets.len() as u64)
}

/// A set of the certificate.
struct Set {
    product: Product,
    part: Part,
    /// The group whose thread alone was explored.
    chosen: Option<Group>,
}

/// The sets with the checker's own diagrams.
fn import(
    program: &Program,
    reached: &ReachedSets,
    relations: &mut Relations<'_>,
) -> Result<Vec<Set>, Refusal> {
    let groups = reached.sets.iter().flat_map(|s| &s.groups);
    let local_roots = groups.map(|g| g.locals).collect();
    let shared_roots = reached.sets.iter().map(|s| s.shared).collect();
    let nodes = &reached.nodes;
    let shared = import_diagrams(nodes, relations, Owner::Shared, program.shared.len(), shared_roots)?;
    let locals = import_diagrams(nodes, relations, Owner::Active, program.locals.len(), local_roots)?;
    let set = |set: &StateSet| {
        let mut product = Product::new(shared[set.shared as usize]);
        let own = |g: &SetGroup| (g.location, locals[g.locals as usize]);
        set.groups.iter().for_each(|g| product.add(own(g).0, own(g).1, g.count));
        let chosen = match set.part {
            Part::Explored(Some(group)) => Some(own(&set.groups[group])),
            _ => None,
        };
        let of = |(l, d)| product.groups.iter().copied().find(|g| (g.location, g.locals) == (l, d));
        Set { chosen: chosen.and_then(of), part: set.part, product }
    };
    Ok(reached.sets.iter().map(set).collect())
}

/// The diagrams by their numbers, for those that the roots need, as sets of values of the owner's variables.
pub(crate) fn import_diagrams(
    nodes: &[DiagramNode],
    relations: &mut Relations<'_>,
    owner: Owner,
    variables: usize,
    roots: Vec<u32>,
) -> Result<Vec<Diagram>, Refusal> {
    let level = |relations: &Relations<'_>, index: u32| {
        ((index as usize) < variables).then(|| relations.level(Leaf { owner, index, primed: false }))
    };
    import_over(nodes, relations, &level, roots)
}

/// The level of a variable in a certificate, if there is such a variable.
type LevelOf<'a> = &'a dyn Fn(&Relations<'_>, u32) -> Option<u32>;

/// The diagrams by their numbers, for those that the roots need.
pub(crate) fn import_over(
    nodes: &[DiagramNode],
    relations: &mut Relations<'_>,
    level_of: LevelOf<'_>,
    roots: Vec<u32>,
) -> Result<Vec<Diagram>, Refusal> {
    let mut needed = vec![false; nodes.len() + 2];
    roots.into_iter().for_each(|r| needed[r as usize] = true);
    for (at, node) in nodes.iter().enumerate().rev() {
        if needed[at + 2] {
            needed[node.low as usize] = true;
            needed[node.high as usize] = true;
        }
    }
    let mut diagrams = vec![EMPTY, ALL];
    for (at, node) in nodes.iter().enumerate() {
        if !needed[at + 2] {
            diagrams.push(EMPTY);
            continue;
        }
        let Some(level) = level_of(relations, node.variable) else {
            return Err(format!("diagram {} has a variable that does not exist", at + 2).into());
        };
        let variable = relations.diagrams.variable(level);
        let (low, high) = (diagrams[node.low as usize], diagrams[node.high as usize]);
        diagrams.push(relations.diagrams.choose(variable, high, low));
        if relations.diagrams.is_full() {
            return Err(Refusal::gave_up());
        }
    }
    Ok(diagrams)
}

/// A set that was joined is the union of its parts, no more and no less.
fn check_union(set: &Set, sets: &[Set], relations: &mut Relations<'_>) -> Result<(), &'static str> {
    let product = &set.product;
    let (a, b, by_shared) = match set.part {
        Part::Explored(_) => return Ok(()),
        Part::JoinedShared(a, b) => (a, b, true),
        Part::JoinedThread(a, b) => (a, b, false),
    };
    let (a, b) = (&sets[a as usize].product, &sets[b as usize].product);
    if by_shared {
        let shared = relations.diagrams.or(a.shared, b.shared);
        let fits = a.groups == product.groups && b.groups == product.groups && shared == product.shared;
        return if fits { Ok(()) } else { Err("is not the union of its parts by their shared values") };
    }
    let fits = a.shared == b.shared && a.shared == product.shared;
    match (a.only_more_than(b), b.only_more_than(a)) {
        (Some(one), Some(two)) if fits && one.location == two.location => {
            let locals = relations.diagrams.or(one.locals, two.locals);
            let joined = a.without_one(one).with_one(one.location, locals);
            if joined == *product { Ok(()) } else { Err("is not the union of its parts by one thread") }
        }
        _ => Err("is not the union of its parts by one thread"),
    }
}

/// All sets. Those that are no part of another one hold all states already.
fn covering<'a>(sets: &[Set], go_on: &'a dyn Fn() -> bool) -> Cover<'a> {
    let mut is_part = vec![false; sets.len()];
    for set in sets {
        if let Part::JoinedShared(a, b) | Part::JoinedThread(a, b) = set.part {
            is_part[a as usize] = true;
            is_part[b as usize] = true;
        }
    }
    let mut cover = Cover::new(go_on);
    let filled = sets.iter().zip(is_part).filter(|(set, _)| !set.product.is_empty());
    filled.for_each(|(set, is_part)| cover.insert(set.product.clone(), is_part));
    cover
}

struct Checker<'a> {
    program: &'a Program,
    header: &'a Header,
    ranks: &'a [u64],
    relations: Relations<'a>,
    cover: Cover<'a>,
    judge: Judge<'a>,
    visible: BTreeSet<Loc>,
    skipped: bool,
}

impl Checker<'_> {
    fn check_initial(&mut self) -> Result<(), Refusal> {
        let entry = index_of(self.program.entry);
        let (shared, locals) = (self.relations.initial(Owner::Shared), self.relations.initial(Owner::Active));
        for threads in self.header.question.bounds.initial_counts() {
            let mut product = Product::new(shared);
            product.add(entry, locals, threads);
            self.check_covered(product).map_err(|hole| match hole {
                Some(state) => format!("an initial state is missing: {state}").into(),
                None => Refusal::gave_up(),
            })?;
        }
        Ok(())
    }

    fn check_set(&mut self, set: &Set) -> Result<(), Refusal> {
        let (Part::Explored(_), product) = (set.part, &set.product) else { return Ok(()) };
        if product.is_empty() {
            return Ok(());
        }
        let inside: Vec<Group> = product.groups.iter().copied().filter(|g| self.in_atomic(g)).collect();
        let may_run = match inside[..] {
            [] => product.groups.clone(),
            [Group { count: 1, .. }] => inside.clone(),
            _ => Vec::new(),
        };
        self.check_violations(product, &may_run)?;
        let Some(chosen) = set.chosen else {
            return may_run.iter().try_for_each(|group| self.check_closed(product, *group));
        };
        if !inside.is_empty() {
            return Err("one thread was chosen inside an atomic section".into());
        }
        self.check_choice(product, chosen)?;
        self.check_closed(product, chosen)
    }

    fn in_atomic(&self, group: &Group) -> bool {
        self.program.in_atomic(loc(group.location))
    }

    fn check_violations(&mut self, product: &Product, may_run: &[Group]) -> Result<(), Refusal> {
        let (program, question) = (self.program, &self.header.question);
        let runs = may_run.iter().filter(|_| question.assertions);
        for group in runs {
            for (_, edge) in program.edges_from(loc(group.location)) {
                if self.relations.can_fail(product.shared, group.locals, edge) {
                    return Err(format!("an assertion can fail at location {}", group.location).into());
                }
            }
        }
        match claim::reached_target(program, question, &product.places()) {
            Some(target) => Err(format!("the target {target} holds").into()),
            None => Ok(()),
        }
    }

    /// The chosen thread could as well be scheduled first in every state, and comes nearer to its end.
    fn check_choice(&mut self, product: &Product, chosen: Group) -> Result<(), Refusal> {
        let program = self.program;
        let here = loc(chosen.location);
        if !self.judge.is_private(here, &self.visible) {
            return Err("the chosen thread's statement concerns others".into());
        }
        for other in product.without_one(chosen).groups {
            if !self.judge.independent(here, loc(other.location)) {
                return Err("the chosen thread is not independent of the others".into());
            }
        }
        if self.ranks.is_empty() {
            return Err("a thread was chosen, but there are no ranks".into());
        }
        let rank = |l: Loc| self.ranks[l.index()];
        let falls = |edge: &Edge| matches!(edge.action, Action::End) || rank(edge.to) < rank(here);
        if !program.edges_from(here).all(|(_, edge)| falls(edge)) {
            return Err(format!("the rank does not fall from location {}", chosen.location).into());
        }
        let mut can_move = EMPTY;
        for (id, _) in program.edges_from(here) {
            let enabled = self.relations.enabled(product.shared, chosen.locals, id);
            can_move = self.relations.diagrams.or(can_move, enabled);
        }
        let all = self.relations.diagrams.and(product.shared, chosen.locals);
        if can_move == all { Ok(()) } else { Err("the chosen thread cannot move in every state".into()) }
    }

    /// All steps of a thread of `group` lead into the sets.
    fn check_closed(&mut self, product: &Product, group: Group) -> Result<(), Refusal> {
        let program = self.program;
        for (id, edge) in program.edges_from(loc(group.location)) {
            for next in self.successors(product, group, id, edge) {
                self.check_covered(next).map_err(|hole| match hole {
                    Some(state) => {
                        format!("a step from location {} leaves the sets: {state}", group.location).into()
                    }
                    None => Refusal::gave_up(),
                })?;
            }
        }
        Ok(())
    }

    /// The states after one thread of `group` has taken `edge`.
    fn successors(&mut self, product: &Product, group: Group, id: EdgeId, edge: &Edge) -> Vec<Product> {
        let others = product.without_one(group);
        let to = index_of(edge.to);
        match &edge.action {
            Action::Wait => Vec::new(),
            Action::Assert(_) | Action::AtomicBegin | Action::AtomicEnd => {
                vec![others.with_one(to, group.locals)]
            }
            Action::Start(child)
                if product.threads() < u64::from(self.header.question.bounds.threads.limit()) =>
            {
                let twins = Twins { locations: [to, index_of(*child)], locals: group.locals };
                vec![Product { twins: Some(twins), ..others }]
            }
            Action::Start(_) => {
                self.skipped = true;
                vec![others.with_one(to, group.locals)]
            }
            Action::End if self.program.in_atomic(edge.from) => {
                vec![others.with_one(index_of(self.program.stuck), group.locals)]
            }
            Action::End => vec![others],
            Action::Broadcast => vec![self.released(&others).with_one(to, group.locals)],
            Action::Assign(_) => self.assigned(&others, group, id, edge),
        }
    }

    /// Every thread that waits moves on.
    fn released(&self, others: &Product) -> Product {
        let mut released = Product::new(others.shared);
        for group in &others.groups {
            let to = self.program.released(loc(group.location)).map_or(group.location, index_of);
            released.add(to, group.locals, group.count);
        }
        released
    }

    fn assigned(&mut self, others: &Product, group: Group, id: EdgeId, edge: &Edge) -> Vec<Product> {
        let passive = edge.passive().is_some();
        let locals: BTreeSet<Diagram> = others.groups.iter().filter(|_| passive).map(|g| g.locals).collect();
        let locals: Vec<Diagram> = locals.into_iter().collect();
        let image = self.relations.image(others.shared, group.locals, id, &locals);
        let product = |moved: &Moved| {
            let mut next = Product::new(moved.shared);
            for group in &others.groups {
                let new = locals.binary_search(&group.locals).map_or(group.locals, |at| moved.others[at]);
                next.add(group.location, new, group.count);
            }
            next.with_one(index_of(edge.to), moved.locals)
        };
        image.iter().map(product).collect()
    }

    /// Whether the sets hold all of `product`; otherwise a state that they do not hold, if one is known.
    fn check_covered(&mut self, product: Product) -> Result<(), Option<Counted>> {
        self.cover.check(&mut self.relations.diagrams, product).map_err(|hole| match hole {
            Hole::Missing(rest) => Some(rest.example(self.program, &self.relations)),
            Hole::TooHard => None,
        })
    }
}

fn loc(location: u32) -> Loc {
    Loc::from_index(location as usize)
}

fn index_of(loc: Loc) -> u32 {
    u32::try_from(loc.index()).expect("ids fit in 32 bits")
}
