//! Shared values that can occur together with the threads of an element, as far as views say.

use super::{Views, place};
use crate::element::{Element, LocalId, SharedId};
use crate::sets::Sets;
use rustc_hash::FxHashMap;
use tw_boolprog::Loc;
use tw_encode::Named;
use tw_solver::{Bdd, Diagrams, Full};

/// Views applied to the sets of a search.
pub(crate) struct Narrowing<'v> {
    views: &'v mut Views,
    /// The shared values with which threads of two sets can be together.
    together: FxHashMap<(LocalId, Option<LocalId>, bool), Option<SharedId>>,
    common: FxHashMap<(SharedId, SharedId), Option<SharedId>>,
    /// Sets of local states in the diagrams of the views, in the first and the second place.
    threads: [FxHashMap<Bdd, Bdd>; 2],
    shared: FxHashMap<Bdd, Bdd>,
}

impl<'v> Narrowing<'v> {
    pub fn new(views: &'v mut Views) -> Self {
        Narrowing {
            views,
            together: FxHashMap::default(),
            common: FxHashMap::default(),
            threads: Default::default(),
            shared: FxHashMap::default(),
        }
    }

    pub fn views(&self) -> &Views {
        self.views
    }

    /// The shared values of an element that can occur with its threads; absent if there are none.
    pub fn shared_of(&mut self, sets: &mut Sets, element: &Element) -> Result<Option<SharedId>, Full> {
        let holder = element.holder(sets);
        let mut shared = element.shared;
        for (i, (a, count)) in element.pairs.iter().enumerate() {
            let rest = element.pairs[i + 1..].iter().enumerate().map(|(at, (b, _))| (i + 1 + at, Some(*b)));
            let twin = (*count > 1).then_some((i, Some(*a)));
            for (j, b) in [(i, None)].into_iter().chain(twin).chain(rest) {
                // Whether another thread is inside a section.
                let known = match holder {
                    Some(at) => self.together(sets, *a, b, at != i && at != j)?,
                    None => self.together(sets, *a, b, false)?,
                };
                let known = if holder.is_none() && element.open {
                    let held = self.together(sets, *a, b, true)?;
                    union(sets, known, held)?
                } else {
                    known
                };
                let Some(known) = known else { return Ok(None) };
                let Some(common) = self.common(sets, shared, known)? else { return Ok(None) };
                shared = common;
            }
        }
        Ok(Some(shared))
    }

    fn common(&mut self, sets: &mut Sets, a: SharedId, b: SharedId) -> Result<Option<SharedId>, Full> {
        if let Some(known) = self.common.get(&(a, b)) {
            return Ok(*known);
        }
        let both = sets.interned.shared(a).and(sets.interned.shared(b))?;
        let both = (!both.is_empty()).then(|| sets.interned.shared_id(both));
        self.common.insert((a, b), both);
        Ok(both)
    }

    fn together(
        &mut self,
        sets: &mut Sets,
        a: LocalId,
        b: Option<LocalId>,
        held: bool,
    ) -> Result<Option<SharedId>, Full> {
        let key = (a, b, held);
        if let Some(known) = self.together.get(&key) {
            return Ok(*known);
        }
        let second = b.map_or(self.views.nobody, |b| place(sets.interned.loc(b)));
        let found = match self.views.get(place(sets.interned.loc(a)), second, held)? {
            None => None,
            Some(view) => {
                let mut here = view.and(&self.thread(sets, a, 0)?)?;
                if let Some(b) = b {
                    here = here.and(&self.thread(sets, b, 1)?)?;
                }
                let here = here.exists(&self.views.copies.threads)?;
                let copies = &self.views.copies;
                let number = |number: u32| {
                    let all = 0..copies.program.shared.len();
                    let index = all.into_iter().find(|v| copies.shared(*v) == number);
                    sets.interned.variables.shared(index.expect("only shared variables are left"))
                };
                let shared = transfer(&here, &sets.interned.diagrams, &number, &mut self.shared)?;
                (!shared.is_empty()).then(|| sets.interned.shared_id(shared))
            }
        };
        self.together.insert(key, found);
        Ok(found)
    }

    /// The pairs that a thread can be in at a location, while no other thread is inside a section.
    pub fn alone(&mut self, sets: &Sets, loc: Loc) -> Result<Bdd, Full> {
        let Some(view) = self.views.get(place(loc), self.views.nobody, false)? else {
            return Ok(sets.interned.diagrams.constant(false));
        };
        let copies = &self.views.copies;
        let number = |number: u32| {
            let shared = (0..copies.program.shared.len()).find(|v| copies.shared(*v) == number);
            let local = || (0..copies.program.locals.len()).find(|v| copies.local(*v, 0) == number);
            match shared {
                Some(v) => sets.interned.variables.shared(v),
                None => sets.interned.variables.local(local().expect("there is one thread only")),
            }
        };
        transfer(&view, &sets.interned.diagrams, &number, &mut FxHashMap::default())
    }

    fn thread(&mut self, sets: &Sets, local: LocalId, copy: u32) -> Result<Bdd, Full> {
        let copies = &self.views.copies;
        let number = |number: u32| match sets.interned.variables.named(number) {
            Named::Local(v) => copies.local(v, copy),
            Named::Shared(v) => copies.shared(v),
        };
        transfer(sets.interned.local(local), &copies.diagrams, &number, &mut self.threads[copy as usize])
    }
}

fn union(sets: &mut Sets, a: Option<SharedId>, b: Option<SharedId>) -> Result<Option<SharedId>, Full> {
    Ok(match (a, b) {
        (Some(a), Some(b)) => {
            let both = sets.interned.shared(a).or(sets.interned.shared(b))?;
            Some(sets.interned.shared_id(both))
        }
        (one, other) => one.or(other),
    })
}

/// The same set in other diagrams.
fn transfer(
    set: &Bdd,
    to: &Diagrams,
    number: &dyn Fn(u32) -> u32,
    known: &mut FxHashMap<Bdd, Bdd>,
) -> Result<Bdd, Full> {
    let Some((variable, low, high)) = set.top() else { return Ok(to.constant(!set.is_empty())) };
    if let Some(done) = known.get(set) {
        return Ok(done.clone());
    }
    let (low, high) = (transfer(&low, to, number, known)?, transfer(&high, to, number, known)?);
    let done = to.literal(number(variable), true)?.choose(&high, &low)?;
    known.insert(set.clone(), done.clone());
    Ok(done)
}
