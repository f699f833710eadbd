//! The checker's own step relation on symbolic states.
//!
//! A step of one thread along one edge leads from a configuration to another one: what is assigned with a choice becomes a
//! new input, and what the choice and the constraints demand is added to the condition.

use crate::Refusal;
use crate::symbolic_formula::{Graph, Lit};
use tw_boolprog::checked::Var;
use tw_boolprog::{Action, Assign, Edge, FormulaId, Leaf, Loc, Owner, Passive, Possible, Program};
use tw_index::Id;

/// A thread: its location and the formulas of its variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Thread {
    pub location: u32,
    pub locals: Vec<Lit>,
}

impl Thread {
    pub fn loc(&self) -> Loc {
        Loc::from_index(self.location as usize)
    }
}

/// All states whose variables have the values of the formulas, for inputs that make the condition true.
#[derive(Clone, Debug)]
pub(crate) struct Configuration {
    pub shared: Vec<Lit>,
    pub threads: Vec<Thread>,
    pub condition: Lit,
}

/// The formulas that leaves stand for: before and after the step.
struct Environment<'a> {
    shared: [&'a [Lit]; 2],
    active: [&'a [Lit]; 2],
    passive: [&'a [Lit]; 2],
}

impl<'a> Environment<'a> {
    fn before(shared: &'a [Lit], active: &'a [Lit], passive: &'a [Lit]) -> Self {
        Environment { shared: [shared; 2], active: [active; 2], passive: [passive; 2] }
    }

    fn of(&self, graph: &mut Graph, program: &Program, formula: FormulaId) -> Lit {
        graph.translated(program, formula, &|Leaf { owner, index, primed }| {
            let values = match owner {
                Owner::Shared => self.shared,
                Owner::Active => self.active,
                Owner::Passive => self.passive,
            };
            values[usize::from(primed)][index as usize]
        })
    }
}

/// Steps of the threads of one program.
pub(crate) struct Steps<'p> {
    pub program: &'p Program,
    /// So many threads may live.
    pub bound: u32,
}

/// The most targets with a choice whose values are all tried.
const MOST_TRIED: usize = 8;

impl Steps<'_> {
    /// When an assertion on `edge` is violated by the thread.
    pub fn failure(&self, graph: &mut Graph, from: &Configuration, thread: usize, edge: &Edge) -> Lit {
        let Action::Assert(possible) = edge.action else { return Lit::FALSE };
        let own = &from.threads[thread].locals;
        Environment::before(&from.shared, own, own).of(graph, self.program, possible.no)
    }

    /// Whether the thread creates another one, but must not.
    pub fn skips_creation(&self, from: &Configuration, edge: &Edge) -> bool {
        matches!(edge.action, Action::Start(_)) && from.threads.len() as u64 >= u64::from(self.bound)
    }

    /// The states after the thread has taken `edge`; absent if it never can.
    pub fn next(
        &self,
        graph: &mut Graph,
        from: &Configuration,
        thread: usize,
        edge: &Edge,
    ) -> Option<Configuration> {
        let mut next = from.clone();
        next.threads[thread].location = index_of(edge.to);
        match &edge.action {
            Action::Wait => return None,
            Action::Assert(_) | Action::AtomicBegin | Action::AtomicEnd => {}
            Action::Start(_) if self.skips_creation(from, edge) => {}
            Action::Start(child) => {
                let locals = from.threads[thread].locals.clone();
                next.threads.push(Thread { location: index_of(*child), locals });
            }
            Action::End if self.program.in_atomic(edge.from) => {
                next.threads[thread].location = index_of(self.program.stuck);
            }
            Action::End => drop(next.threads.remove(thread)),
            Action::Broadcast => {
                let others = next.threads.iter_mut().enumerate().filter(|(other, _)| *other != thread);
                for (_, other) in others {
                    other.location = self.program.released(other.loc()).map_or(other.location, index_of);
                }
            }
            Action::Assign(assign) => self.assign(graph, from, thread, assign, &mut next),
        }
        Some(next)
    }

    fn assign(
        &self,
        graph: &mut Graph,
        from: &Configuration,
        thread: usize,
        assign: &Assign,
        next: &mut Configuration,
    ) {
        let own = &from.threads[thread].locals;
        let before = Environment::before(&from.shared, own, own);
        let guard = before.of(graph, self.program, assign.guard);
        let mut conditions = vec![from.condition, guard];
        for (var, possible) in &assign.targets {
            let value = self.chosen(graph, &before, *possible, &mut conditions);
            *target(next, thread, *var) = value;
        }
        let new = &next.threads[thread].locals;
        let after =
            Environment { shared: [&from.shared, &next.shared], active: [own, new], passive: [own, new] };
        conditions.push(after.of(graph, self.program, assign.constraint));
        if let Some(passive) = &assign.passive {
            for other in (0..from.threads.len()).filter(|other| *other != thread) {
                let locals = self.updated(graph, passive, from, next, [thread, other], &mut conditions);
                next.threads[other].locals = locals;
            }
        }
        next.condition = graph.all(conditions);
    }

    /// What the step of the first thread does to the second one.
    fn updated(
        &self,
        graph: &mut Graph,
        passive: &Passive,
        from: &Configuration,
        next: &Configuration,
        [active, other]: [usize; 2],
        conditions: &mut Vec<Lit>,
    ) -> Vec<Lit> {
        let (own, old) = (&from.threads[active].locals, &from.threads[other].locals);
        let before = Environment::before(&from.shared, own, old);
        let mut new = old.clone();
        for (var, possible) in &passive.targets {
            new[var.index()] = self.chosen(graph, &before, *possible, conditions);
        }
        let after = Environment {
            shared: [&from.shared, &next.shared],
            active: [own, &next.threads[active].locals],
            passive: [old, &new],
        };
        conditions.push(after.of(graph, self.program, passive.constraint));
        new
    }

    /// A value within what is possible.
    fn chosen(
        &self,
        graph: &mut Graph,
        before: &Environment<'_>,
        possible: Possible,
        conditions: &mut Vec<Lit>,
    ) -> Lit {
        let no = before.of(graph, self.program, possible.no);
        let yes = before.of(graph, self.program, possible.yes);
        if no == !yes {
            return yes;
        }
        let value = graph.input();
        conditions.extend([graph.or(!value, yes), graph.or(value, no)]);
        value
    }

    /// When the thread, whose statement has no passive part, can move along `edge`.
    pub fn enabled(
        &self,
        graph: &mut Graph,
        from: &Configuration,
        thread: usize,
        edge: &Edge,
    ) -> Result<Lit, Refusal> {
        let ways = self.ways(graph, from, thread, edge, &|_| false)?;
        Ok(ways.into_iter().fold(Lit::FALSE, |any, (when, _)| graph.or(any, when)))
    }

    /// When the thread, whose statement has no passive part, can move.
    pub fn moves(&self, graph: &mut Graph, from: &Configuration, thread: usize) -> Result<Lit, Refusal> {
        let mut any = Lit::FALSE;
        for (_, edge) in self.program.edges_from(from.threads[thread].loc()) {
            let enabled = self.enabled(graph, from, thread, edge)?;
            any = graph.or(any, enabled);
        }
        Ok(any)
    }

    /// When the thread can move along `edge` such that it can move again; neither statement has a passive part.
    pub fn moves_twice(
        &self,
        graph: &mut Graph,
        from: &Configuration,
        thread: usize,
        edge: &Edge,
    ) -> Result<Lit, Refusal> {
        let read: Vec<Leaf> = self.read_at(edge.to);
        let matters = |var: Var| read.iter().any(|leaf| is_value(leaf, var));
        let mut any = Lit::FALSE;
        for (when, next) in self.ways(graph, from, thread, edge, &matters)? {
            let again = self.moves(graph, &next, thread)?;
            let both = graph.and(when, again);
            any = graph.or(any, both);
        }
        Ok(any)
    }

    /// The ways in which the thread, whose statement has no passive part, can take an edge, for all values that it can choose.
    pub fn all_ways(
        &self,
        graph: &mut Graph,
        from: &Configuration,
        thread: usize,
        edge: &Edge,
    ) -> Result<Vec<(Lit, Configuration)>, Refusal> {
        self.ways(graph, from, thread, edge, &|_| true)
    }

    /// Whatever the statement at a location reads.
    fn read_at(&self, loc: Loc) -> Vec<Leaf> {
        let mut read = Vec::new();
        for (_, edge) in self.program.edges_from(loc) {
            if let Action::Assign(assign) = &edge.action {
                let values = assign.targets.iter().flat_map(|(_, p)| [p.no, p.yes]);
                let formulas = [assign.guard, assign.constraint].into_iter().chain(values);
                read.extend(formulas.flat_map(|f| self.program.formulas.leaves(f)));
            }
        }
        read
    }

    /// The ways in which the thread can take an edge: when, and what comes after. Choices are tried out where the
    /// constraint reads them or where they matter; elsewhere there is something to choose, and the value means nothing.
    fn ways(
        &self,
        graph: &mut Graph,
        from: &Configuration,
        thread: usize,
        edge: &Edge,
        matters: &dyn Fn(Var) -> bool,
    ) -> Result<Vec<(Lit, Configuration)>, Refusal> {
        let Action::Assign(assign) = &edge.action else {
            let next = self.next(graph, from, thread, edge);
            return Ok(next.map(|next| (Lit::TRUE, next)).into_iter().collect());
        };
        let own = &from.threads[thread].locals;
        let before = Environment::before(&from.shared, own, own);
        let read = self.program.formulas.leaves(assign.constraint);
        let mut start = from.clone();
        start.threads[thread].location = index_of(edge.to);
        let mut ways = vec![(start, before.of(graph, self.program, assign.guard))];
        let mut tried = 0;
        for (var, possible) in &assign.targets {
            let no = before.of(graph, self.program, possible.no);
            let yes = before.of(graph, self.program, possible.yes);
            let options = if no == !yes {
                vec![(yes, Lit::TRUE)]
            } else if !matters(*var) && !read.iter().any(|leaf| leaf.primed && is_value(leaf, *var)) {
                vec![(Lit::FALSE, graph.or(no, yes))]
            } else {
                tried += 1;
                vec![(Lit::FALSE, no), (Lit::TRUE, yes)]
            };
            if tried > MOST_TRIED {
                return Err(Refusal::too_hard("a thread that runs alone chooses too many values"));
            }
            let mut longer = Vec::new();
            for (values, condition) in ways {
                for (value, possible) in &options {
                    let mut values = values.clone();
                    *target(&mut values, thread, *var) = *value;
                    longer.push((values, graph.and(condition, *possible)));
                }
            }
            ways = longer;
        }
        let mut found = Vec::new();
        for (values, condition) in ways {
            let new = &values.threads[thread].locals;
            let after = Environment {
                shared: [&from.shared, &values.shared],
                active: [own, new],
                passive: [own, new],
            };
            let constraint = after.of(graph, self.program, assign.constraint);
            found.push((graph.and(condition, constraint), values));
        }
        Ok(found)
    }
}

fn target(values: &mut Configuration, thread: usize, var: Var) -> &mut Lit {
    match var {
        Var::Shared(v) => &mut values.shared[v.index()],
        Var::Local(v) => &mut values.threads[thread].locals[v.index()],
    }
}

/// Whether a leaf is a value of a variable, which is shared or belongs to the thread that moves.
fn is_value(leaf: &Leaf, var: Var) -> bool {
    let (shared, index) = match var {
        Var::Shared(v) => (true, v.index()),
        Var::Local(v) => (false, v.index()),
    };
    leaf.index as usize == index && (leaf.owner == Owner::Shared) == shared
}

pub(crate) fn index_of(loc: Loc) -> u32 {
    u32::try_from(loc.index()).expect("ids fit in 32 bits")
}
