//! Diagrams over the shared variables and those of up to three threads.
//!
//! *Order*: shared variables first; then, for each local variable, its copies side by side, because two threads often have
//! equal or different values of the same variable.

use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use tw_boolprog::checked::Var;
use tw_boolprog::{Action, Assign, EdgeId, Leaf, Owner, Passive, Program};
use tw_encode::{Active, Encoder, Relation, Variables};
use tw_index::Id;
use tw_solver::{Bdd, Diagrams, Full, Renaming};

/// Threads that a diagram can speak of: the one that moves, and two others.
pub(crate) const COPIES: u32 = 3;

/// What a statement does to shared values and threads.
pub(super) enum Effect {
    /// Values stay as they are.
    Still,
    /// An assignment to the shared variables and the thread that moves.
    Active(Box<Active>),
    /// The same with an update of the other threads.
    All(Relation),
}

/// Which of the others take part in a passive update.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Present {
    pub first: bool,
    pub second: bool,
}

/// Diagrams, the numbers of variables in them, and statements as relations.
pub(super) struct Copies {
    pub program: Arc<Program>,
    pub diagrams: Diagrams,
    shared: Vec<u32>,
    local: Vec<u32>,
    effects: FxHashMap<(EdgeId, Present), Rc<Effect>>,
    /// All variables of the thread that moves.
    pub mover: Bdd,
    /// All local variables.
    pub threads: Bdd,
    /// Threads 0 and 1 change places.
    swap: Renaming,
    /// Thread 1 becomes thread 2.
    second: Renaming,
    /// Threads 0 and 1 become threads 1 and 2.
    up: Renaming,
    /// And back.
    down: Renaming,
    renamed: FxHashMap<(Bdd, Way), Bdd>,
}

/// A renaming of threads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Way {
    Swap,
    Second,
    Up,
    Down,
}

impl Copies {
    pub fn new(program: &Arc<Program>, variables: &Variables, nodes: usize) -> Result<Copies, Full> {
        let shared: Vec<u32> = (0..program.shared.len()).map(|v| variables.shared(v) / 2).collect();
        let before = shared.len() as u32;
        let local: Vec<u32> = (0..program.locals.len()).map(|v| variables.local(v) / 2 - before).collect();
        let diagrams = Diagrams::new(count(program).expect("variables were counted"), nodes);
        let number = |v: usize, copy: u32| 2 * (before + COPIES * local[v] + copy);
        let all = |pairs: &[(u32, u32)]| {
            let of = |(from, to): &(u32, u32)| {
                (0..local.len()).map(|v| (number(v, *from), number(v, *to))).collect::<Vec<_>>()
            };
            diagrams.renaming(pairs.iter().flat_map(of))
        };
        let set = |copies: std::ops::Range<u32>| {
            diagrams.variable_set(
                copies.flat_map(|c| (0..local.len()).map(move |v| (v, c))).map(|(v, c)| number(v, c)),
            )
        };
        Ok(Copies {
            program: program.clone(),
            mover: set(0..1)?,
            threads: set(0..COPIES)?,
            swap: all(&[(0, 1), (1, 0)])?,
            second: all(&[(1, 2)])?,
            up: all(&[(0, 1), (1, 2)])?,
            down: all(&[(1, 0), (2, 1)])?,
            renamed: FxHashMap::default(),
            effects: FxHashMap::default(),
            diagrams,
            shared,
            local,
        })
    }

    /// The number of a variable's old value.
    pub fn shared(&self, index: usize) -> u32 {
        2 * self.shared[index]
    }

    /// The number of the old value of a thread's variable.
    pub fn local(&self, index: usize, copy: u32) -> u32 {
        2 * (self.shared.len() as u32 + COPIES * self.local[index] + copy)
    }

    /// The same with other threads in the places.
    pub fn renamed(&mut self, set: &Bdd, way: Way) -> Result<Bdd, Full> {
        if set.top().is_none() {
            return Ok(set.clone());
        }
        let key = (set.clone(), way);
        if let Some(known) = self.renamed.get(&key) {
            return Ok(known.clone());
        }
        let renaming = match way {
            Way::Swap => &self.swap,
            Way::Second => &self.second,
            Way::Up => &self.up,
            Way::Down => &self.down,
        };
        let after = set.rename(renaming)?;
        self.renamed.insert(key, after.clone());
        Ok(after)
    }

    /// Two threads have equal values of these variables.
    pub fn equal(&self, variables: impl Iterator<Item = usize>) -> Result<Bdd, Full> {
        let mut all = self.diagrams.constant(true);
        for v in variables {
            let (a, b) = (
                self.diagrams.literal(self.local(v, 0), true)?,
                self.diagrams.literal(self.local(v, 1), true)?,
            );
            all = all.and(&a.xor(&b)?.not()?)?;
        }
        Ok(all)
    }

    /// What a statement does, to the others that are there too.
    pub fn effect(&mut self, id: EdgeId, present: Present) -> Result<Rc<Effect>, Full> {
        let program = self.program.clone();
        let passive = program.edges[id].passive().is_some();
        let none = Present { first: false, second: false };
        let key = (id, if passive { present } else { none });
        if let Some(known) = self.effects.get(&key) {
            return Ok(known.clone());
        }
        let effect = match &program.edges[id].action {
            Action::Assign(assign) => match &assign.passive {
                None => Effect::Active(Box::new(self.encoder(1, |encoder| encoder.active(assign))?)),
                Some(passive) => Effect::All(self.with_others(assign, passive, present)?),
            },
            _ => Effect::Still,
        };
        let effect = Rc::new(effect);
        self.effects.insert(key, effect.clone());
        Ok(effect)
    }

    /// The relation of an assignment with a passive update.
    fn with_others(&self, assign: &Assign, passive: &Passive, present: Present) -> Result<Relation, Full> {
        let all = self.diagrams.constant(true);
        let (mut relation, mut targets) =
            self.encoder(1, |encoder| Ok((encoder.whole(assign)?.steps(&all)?, encoder.targets(assign))))?;
        for (copy, there) in [(1, present.first), (2, present.second)] {
            if there {
                relation = relation.and(&self.encoder(copy, |encoder| encoder.passive(assign, passive))?)?;
                let number = |v: usize| self.local(v, copy);
                targets
                    .extend(passive.targets.iter().map(|(v, _)| (number(v.index()), number(v.index()) + 1)));
            }
        }
        Relation::new(&self.diagrams, relation, &targets)
    }

    /// Encodes with the other thread in a place.
    fn encoder<T>(&self, other: u32, encode: impl Fn(&Encoder<'_>) -> Result<T, Full>) -> Result<T, Full> {
        let number = |leaf: Leaf| {
            let index = leaf.index as usize;
            let old = match leaf.owner {
                Owner::Shared => self.shared(index),
                Owner::Active => self.local(index, 0),
                Owner::Passive => self.local(index, other),
            };
            old + u32::from(leaf.primed)
        };
        encode(&Encoder { diagrams: &self.diagrams, program: &self.program, number: &number })
    }
}

/// How many variables there are in diagrams.
pub(super) fn count(program: &Program) -> Option<u32> {
    u32::try_from(2 * (program.shared.len() + COPIES as usize * program.locals.len())).ok()
}

/// Whether an assignment can change a shared variable.
pub(super) fn changes_shared(assign: &Assign) -> bool {
    assign.targets.iter().any(|(v, _)| matches!(v, Var::Shared(_)))
}
