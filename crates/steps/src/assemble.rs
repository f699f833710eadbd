//! From ways through the code to the graph: variables that matter, steps between the same places made one.

use crate::build::{Builder, End, Explored, Refused, Way};
use crate::facts::{Key, Known, Local, Spot};
use crate::state::{Started, State};
use crate::template::{
    ArrayInfo, ArrayVar, Edge, Frame, Kind, Path, Place, PlaceInfo, Template, Var, VarInfo, VarKind,
};
use crate::value::{Object, Value};
use std::collections::BTreeMap;
use tw_ir::{Block, Loc};
use tw_words::{ArrayId, Support, TermId};

/// What one way changes.
struct Changes {
    guard: TermId,
    words: BTreeMap<Key, TermId>,
    arrays: BTreeMap<Object, ArrayId>,
    exits: bool,
}

struct Assembly<'a, 'm> {
    builder: &'a mut Builder<'m>,
    template: Template,
    places: BTreeMap<Spot, Place>,
    vars: BTreeMap<Key, Var>,
    arrays: BTreeMap<Object, ArrayVar>,
    exited: Option<Var>,
}

/// The graph of what was explored.
pub fn template(mut builder: Builder<'_>, explored: Explored) -> Result<Template, Refused> {
    let mut assembly = Assembly {
        template: Template::default(),
        places: BTreeMap::new(),
        vars: BTreeMap::new(),
        arrays: BTreeMap::new(),
        exited: None,
        builder: &mut builder,
    };
    for (spot, _) in &explored {
        assembly.place(spot);
    }
    if explored.iter().any(|(_, ways)| ways.iter().any(|way| way.state.exits)) {
        let symbol = assembly.builder.words.symbol("exited", 1);
        let info = VarInfo { symbol, shared: true, kind: VarKind::Exited };
        assembly.exited = Some(assembly.template.vars.push(info));
    }
    for (spot, ways) in explored {
        assembly.edges(&spot, ways)?;
    }
    let sites = (0..assembly.builder.facts.sites.len()).map(|n| assembly.site(n)).collect();
    let mut template = assembly.template;
    template.entry = template.places.enumerate().map(|(place, _)| place).next();
    template.identity = Some(builder.identity);
    template.hints = builder.hints.iter().copied().collect();
    template.hints.sort_by_key(|(term, _)| *term);
    template.sites = sites;
    template.joins_exactly = builder.joins_exactly;
    template.weak = builder.weak;
    template.assumed = builder.assumed.iter().copied().collect();
    template.words = builder.words;
    crate::scopes::note(&mut template);
    Ok(template)
}

impl Assembly<'_, '_> {
    fn place(&mut self, spot: &Spot) -> Place {
        if let Some(place) = self.places.get(spot) {
            return *place;
        }
        let builder = &self.builder;
        let position = spot
            .calls
            .iter()
            .map(|(context, block, index)| (builder.facts.call(*context).callee, *block, *index));
        let info = PlaceInfo {
            position: position.collect(),
            name: builder.place_name(spot),
            loc: builder.loc_at(spot),
            atomic: spot.atomic,
            newborn: spot.newborn,
            live: Vec::new(),
            live_arrays: Vec::new(),
        };
        let place = self.template.places.push(info);
        self.places.insert(spot.clone(), place);
        place
    }

    fn frame(&self, context: crate::facts::Context) -> Frame {
        self.builder.path(context).into_iter().map(|call| (call.callee, call.block, call.index)).collect()
    }

    fn kind(&self, key: Key) -> VarKind {
        match key {
            Key::Argument => VarKind::Argument,
            Key::Site => VarKind::Site,
            Key::Register(context, reg, _) => VarKind::Register(self.frame(context), reg),
            Key::Cell(object, offset, _) => self.object_kind(object, offset),
        }
    }

    fn object_kind(&self, object: Object, offset: u32) -> VarKind {
        match object {
            Object::Global(global) => VarKind::Global(global, offset),
            Object::Holders(global) => VarKind::Holder(global, offset),
            Object::Ends => {
                let (frame, block, index) = self.site(offset as usize);
                VarKind::Ended(frame, block, index)
            }
            Object::Local(local) => match self.builder.facts.locals[local as usize].0 {
                Local::Record => VarKind::Record(offset),
                Local::OfThread(global) => VarKind::ThreadLocal(global, offset),
                Local::Alloca(context, block, index) => {
                    VarKind::Local(self.frame(context), block, index, offset)
                }
            },
        }
    }

    fn site(&self, number: usize) -> (Frame, Block, u32) {
        let ((context, block, index), _) = self.builder.facts.sites[number];
        (self.frame(context), block, index)
    }

    fn is_shared(&self, key: Key) -> bool {
        matches!(key, Key::Cell(object, ..) if self.builder.is_shared(object))
    }

    fn var(&mut self, key: Key) -> Var {
        if let Some(var) = self.vars.get(&key) {
            return *var;
        }
        let symbol = self.builder.symbol(key);
        let info = VarInfo { symbol, shared: self.is_shared(key), kind: self.kind(key) };
        let var = self.template.vars.push(info);
        self.vars.insert(key, var);
        var
    }

    fn array(&mut self, object: Object) -> ArrayVar {
        if let Some(array) = self.arrays.get(&object) {
            return *array;
        }
        let symbol = self.builder.array_symbol(object);
        let stride = self.builder.facts.arrays.get(&object).copied().unwrap_or(1);
        let kind = self.object_kind(object, 0);
        let info = ArrayInfo { symbol, shared: self.builder.is_shared(object), kind, stride };
        let array = self.template.arrays.push(info);
        self.arrays.insert(object, array);
        array
    }

    /// What variables that matter afterwards become.
    fn changes(&mut self, way: &mut Way) -> Result<Changes, Refused> {
        let state = &mut way.state;
        let guard = self.builder.words.all(state.guard.iter().copied());
        let mut words: BTreeMap<Key, TermId> = BTreeMap::new();
        let mut arrays = BTreeMap::new();
        if matches!(way.end, End::Violation(..)) {
            return Ok(Changes { guard, words, arrays, exits: false });
        }
        let behind = match &way.end {
            End::At(spot) => spot.clone(),
            _ => Spot { calls: Vec::new(), atomic: false, alone: state.alone, newborn: false },
        };
        for (object, offset, size) in self.builder.shared_parts() {
            if self.builder.is_tracked(&behind, object, offset, size) {
                let value = self.builder.peek(state, object, offset, size);
                self.change(state, Key::Cell(object, offset, size), value, &mut words)?;
            }
        }
        if let End::At(spot) = &way.end {
            for (key, value) in self.builder.locals_at(state, spot) {
                if self.builder.facts.at(spot, key) == Known::Varies {
                    self.change(state, key, value, &mut words)?;
                }
            }
        }
        if let Some(Started { spot, argument, site }) = state.started.clone() {
            if self.builder.facts.at(&spot, Key::Argument) == Known::Varies {
                self.change(state, Key::Argument, argument, &mut words)?;
            }
            if self.builder.facts.at(&spot, Key::Site) == Known::Varies {
                let site = self.builder.words.constant(site.into(), self.builder.width(Key::Site));
                self.change(state, Key::Site, Value::Word(site), &mut words)?;
            }
        }
        let objects: Vec<Object> = self.builder.facts.arrays.keys().copied().collect();
        for object in objects {
            let lives = self.builder.is_shared(object)
                || matches!(object, Object::Local(local) if state.living.contains(&local));
            if self.builder.is_constant(object) || !lives {
                continue;
            }
            let now = self.builder.array(state, object);
            let symbol = self.builder.array_symbol(object);
            if now != self.builder.words.of_array_symbol(symbol) {
                arrays.insert(object, now);
            }
        }
        Ok(Changes { guard, words, arrays, exits: state.exits })
    }

    fn change(
        &mut self,
        state: &State,
        key: Key,
        value: Value,
        words: &mut BTreeMap<Key, TermId>,
    ) -> Result<(), Refused> {
        let Value::Word(term) = value else {
            let what = format!("{} may be undefined", self.builder.name(key));
            return Err(Refused::Construct(what, self.builder.user_loc(state)));
        };
        let symbol = self.builder.symbol(key);
        if term != self.builder.words.of_symbol(symbol) {
            words.insert(key, term);
        }
        Ok(())
    }

    /// The edges behind a place: ways with the same end are one.
    fn edges(&mut self, spot: &Spot, ways: Vec<Way>) -> Result<(), Refused> {
        let mut groups: BTreeMap<(End, Option<Spot>, bool), Vec<Way>> = BTreeMap::new();
        for way in ways {
            let started = way.state.started.as_ref().map(|started| started.spot.clone());
            groups.entry((way.end.clone(), started, way.state.exits)).or_default().push(way);
        }
        let from = self.place(spot);
        for ((end, started, _), mut ways) in groups {
            let mut all = Vec::new();
            for way in &mut ways {
                all.push(self.changes(way)?);
            }
            let to = match &end {
                End::At(spot) => self.place(spot),
                _ => from,
            };
            let mut kinds = Vec::new();
            match (&end, started) {
                (End::Violation(property, text), _) => kinds.push((Kind::Error(*property, text.clone()), to)),
                (End::At(_), Some(born)) => kinds.push((Kind::Start(self.place(&born)), to)),
                (End::At(_), None) => kinds.push((Kind::Step, to)),
                (End::Gone, None) => kinds.push((Kind::End, to)),
                (End::Gone, Some(_)) => {
                    let what = "a thread that ends in the step in which it creates another".to_string();
                    return Err(Refused::Construct(what, ways.first().and_then(|way| way.state.loc)));
                }
            }
            for (kind, to) in kinds {
                let edge = self.edge(spot, from, to, kind, &ways, &all);
                self.template.edges.push(edge);
            }
        }
        Ok(())
    }

    fn edge(
        &mut self,
        spot: &Spot,
        from: Place,
        to: Place,
        kind: Kind,
        ways: &[Way],
        all: &[Changes],
    ) -> Edge {
        let mut guard = self.builder.words.any(all.iter().map(|changes| changes.guard));
        let keys: Vec<Key> = all.iter().flat_map(|changes| changes.words.keys().copied()).collect();
        let mut updates = Vec::new();
        for key in keys {
            let var = self.var(key);
            if updates.iter().any(|(other, _)| *other == var) {
                continue;
            }
            let symbol = self.builder.symbol(key);
            let own = self.builder.words.of_symbol(symbol);
            let mut term = None;
            for changes in all.iter().rev() {
                let here = changes.words.get(&key).copied().unwrap_or(own);
                term = Some(match term {
                    None => here,
                    Some(others) => self.builder.words.ite(changes.guard, here, others),
                });
            }
            updates.push((var, term.unwrap_or(own)));
        }
        let objects: Vec<Object> = all.iter().flat_map(|changes| changes.arrays.keys().copied()).collect();
        let mut array_updates = Vec::new();
        for object in objects {
            let var = self.array(object);
            if array_updates.iter().any(|(other, _)| *other == var) {
                continue;
            }
            let symbol = self.builder.array_symbol(object);
            let own = self.builder.words.of_array_symbol(symbol);
            let mut term = None;
            for changes in all.iter().rev() {
                let here = changes.arrays.get(&object).copied().unwrap_or(own);
                term = Some(match term {
                    None => here,
                    Some(others) => self.builder.words.array_ite(changes.guard, here, others),
                });
            }
            array_updates.push((var, term.unwrap_or(own)));
        }
        if let Some(exited) = self.exited {
            let bit = self.builder.words.of_symbol(self.template.vars[exited].symbol);
            if !spot.alone {
                let runs = self.builder.words.not(bit);
                guard = self.builder.words.and(guard, runs);
            }
            // The first step of all says that the process runs.
            let is_first = self.template.places.enumerate().next().is_some_and(|(first, _)| first == from);
            if all.iter().any(|changes| changes.exits) {
                let yes = self.builder.words.bool(true);
                updates.push((exited, yes));
            } else if is_first {
                let no = self.builder.words.bool(false);
                updates.push((exited, no));
            }
        }
        self.mention(guard, &updates, &array_updates);
        let mut inputs = Vec::new();
        for way in ways {
            inputs.extend(way.state.inputs.iter().copied());
        }
        let paths = ways.iter().zip(all);
        let paths =
            paths.map(|(way, changes)| Path { guard: changes.guard, answers: way.state.answers.clone() });
        let loc: Option<Loc> = ways.iter().find_map(|way| way.state.loc);
        let over = ways.iter().any(|way| way.state.over);
        Edge { from, to, kind, guard, inputs, updates, array_updates, paths: paths.collect(), loc, over }
    }

    /// Variables that are read are variables of the graph, also if no step changes them.
    fn mention(&mut self, guard: TermId, updates: &[(Var, TermId)], arrays: &[(ArrayVar, ArrayId)]) {
        let mut support = Support::default();
        support.add(&self.builder.words, guard);
        updates.iter().for_each(|(_, term)| support.add(&self.builder.words, *term));
        arrays.iter().for_each(|(_, term)| support.add_array(&self.builder.words, *term));
        let mut keys: Vec<Key> =
            support.words.iter().filter_map(|symbol| self.builder.key_of.get(symbol).copied()).collect();
        keys.sort();
        keys.into_iter().for_each(|key| {
            self.var(key);
        });
        let mut objects: Vec<Object> =
            support.arrays.iter().filter_map(|symbol| self.builder.array_of.get(symbol).copied()).collect();
        objects.sort();
        objects.into_iter().for_each(|object| {
            self.array(object);
        });
    }
}
