//! Random templates of small words.

use crate::draft::{Draft, Step};
use tw_index::{Id, Random};
use tw_steps::{ArrayVar, Kind, Place, Template, Var};
use tw_words::{BinaryOp, Support, TermId};

/// Bits of words, and of identities.
const WIDTH: u32 = 2;

/// A random program.
pub struct Generated {
    /// The program.
    pub template: Template,
    /// Terms of one bit that predicates can be.
    pub atoms: Vec<TermId>,
}

struct Generator<'r> {
    random: &'r mut Random,
    draft: Draft,
    cells: Vec<Var>,
    registers: Vec<Var>,
    array: Option<ArrayVar>,
    holder: Option<Var>,
    stored: Option<Var>,
    argument: Option<Var>,
    workers: Vec<Place>,
    places: u32,
}

/// A random template, with few variables if it is to be small.
pub fn template(random: &mut Random, small: bool) -> Generated {
    let mut draft = Draft::new(WIDTH);
    let most = if small { 1 } else { 2 };
    let cells = (0..1 + random.below(most)).map(|i| draft.shared(&format!("x{i}"), WIDTH)).collect();
    let registers = (0..1 + random.below(most)).map(|i| draft.local(&format!("r{i}"), WIDTH)).collect();
    let array = (random.chance(25) && !small).then(|| {
        let shared = random.chance(60);
        draft.array("a", 1, WIDTH, shared)
    });
    let holder = random.chance(50).then(|| draft.shared("holder", WIDTH));
    let stored = (random.chance(25) && !small).then(|| draft.shared("stored", WIDTH));
    let argument = (random.chance(60) && !small).then(|| draft.local("argument", WIDTH));
    let entry = draft.place("main");
    draft.template.entry = Some(entry);
    let mut workers = vec![draft.newborn("worker")];
    if random.chance(25) {
        workers.push(draft.newborn("helper"));
    }
    let mut generator =
        Generator { random, draft, cells, registers, array, holder, stored, argument, workers, places: 0 };
    generator.main(entry);
    for worker in generator.workers.clone() {
        generator.thread(worker);
    }
    let atoms = generator.atoms();
    let everywhere = generator.random.chance(50);
    let mut draft = generator.draft;
    if everywhere {
        draft.all_live();
    } else {
        find_live(&mut draft.template);
    }
    Generated { template: draft.template, atoms }
}

impl Generator<'_> {
    fn place(&mut self, atomic: bool) -> Place {
        self.places += 1;
        let name = format!("p{}", self.places);
        if atomic { self.draft.atomic(&name) } else { self.draft.place(&name) }
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.below(of.len())]
    }

    fn number(&mut self) -> TermId {
        let value = self.random.below(1 << WIDTH) as u128;
        self.draft.number(value, WIDTH)
    }

    /// A register, a cell, or a number.
    fn word(&mut self) -> TermId {
        let (registers, cells) = (self.registers.clone(), self.cells.clone());
        match self.random.below(5) {
            0 | 1 => {
                let var = self.pick(&registers);
                self.draft.get(var)
            }
            2 | 3 => {
                let var = self.pick(&cells);
                self.draft.get(var)
            }
            _ => self.number(),
        }
    }

    fn read(&mut self) -> Option<TermId> {
        let array = self.array?;
        let index = self.index();
        let content = self.draft.get_array(array);
        Some(self.draft.template.words.read(content, index))
    }

    fn index(&mut self) -> TermId {
        let word = self.word();
        self.draft.template.words.extract(word, 0, 1)
    }

    fn value(&mut self) -> TermId {
        let word = self.word();
        match self.random.below(6) {
            0 | 1 => {
                let other = self.word();
                let op = self.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::And]);
                self.draft.template.words.binary(op, word, other)
            }
            2 => self.read().unwrap_or(word),
            _ => word,
        }
    }

    fn condition(&mut self) -> TermId {
        let (a, b) = (self.value(), self.word());
        let words = &mut self.draft.template.words;
        let term = if self.random.chance(60) { words.equal(a, b) } else { words.less(false, a, b) };
        if self.random.chance(40) { words.not(term) } else { term }
    }

    fn main(&mut self, entry: Place) {
        let mut at = self.place(false);
        let mut step = self.draft.step(entry, at);
        let registers = self.registers.clone();
        for var in self.cells.clone().into_iter().chain(registers).chain(self.argument) {
            step = if self.random.chance(70) {
                let value = self.number();
                step.set(var, value)
            } else {
                let (input, value) = self.draft.input("input", WIDTH);
                step.choose(input).set(var, value)
            };
        }
        for var in self.holder.into_iter().chain(self.stored) {
            let zero = self.draft.number(0, WIDTH);
            step = step.set(var, zero);
        }
        if let Some(array) = self.array {
            let value = self.number();
            let content = self.draft.template.words.filled(1, value);
            step = step.set_array(array, content);
        }
        self.draft.add(step);
        for _ in 0..self.random.below(3) {
            at = self.piece(at, false);
        }
        // Under a lock, or not; in a loop, or once or twice.
        let locked = self.holder.filter(|_| self.random.chance(50));
        if let Some(holder) = locked {
            at = self.lock(at, holder, true);
        }
        for _ in 0..1 + self.random.below(2) {
            let next = if self.random.chance(40) { at } else { self.place(false) };
            self.create(at, next);
            at = next;
        }
        if let Some(holder) = locked.filter(|_| self.random.chance(70)) {
            at = self.lock(at, holder, false);
        }
        for _ in 0..self.random.below(3) {
            at = self.piece(at, false);
        }
        self.finish(at);
    }

    fn thread(&mut self, first: Place) {
        let mut at = self.place(false);
        let mut step = self.draft.step(first, at);
        for var in self.registers.clone() {
            let given = self.argument.filter(|_| self.random.chance(50));
            step = match given {
                Some(argument) => {
                    let value = self.draft.get(argument);
                    step.set(var, value)
                }
                None if self.random.chance(50) => {
                    let value = self.number();
                    step.set(var, value)
                }
                None => {
                    let (input, value) = self.draft.input("input", WIDTH);
                    step.choose(input).set(var, value)
                }
            };
        }
        if let Some(array) = self.array.filter(|a| !self.draft.template.arrays[*a].shared) {
            let value = self.number();
            let content = self.draft.template.words.filled(1, value);
            step = step.set_array(array, content);
        }
        if self.random.chance(30) {
            // The first step is visible.
            let (cells, value) = (self.cells.clone(), self.value());
            let cell = self.pick(&cells);
            step = step.set(cell, value);
        }
        self.draft.add(step);
        if self.random.chance(15) {
            let fails = self.condition();
            self.draft.error(first, fails);
        }
        let start = at;
        for _ in 0..2 + self.random.below(3) {
            at = self.piece(at, true);
        }
        if self.random.chance(30) {
            let back = self.draft.step(at, start);
            self.draft.add(back);
        }
        self.finish(at);
    }

    fn finish(&mut self, at: Place) {
        if self.random.chance(50) {
            let fails = self.condition();
            self.draft.error(at, fails);
        }
        if self.random.chance(70) {
            let end = self.draft.step(at, at).of(Kind::End);
            self.draft.add(end);
        }
    }

    fn create(&mut self, at: Place, next: Place) {
        let workers = self.workers.clone();
        let worker = self.pick(&workers);
        let mut step = self.draft.step(at, next).of(Kind::Start(worker));
        if let Some(argument) = self.argument.filter(|_| self.random.chance(80)) {
            let value = if self.random.chance(50) { self.number() } else { self.word() };
            step = step.set(argument, value);
        }
        if self.random.chance(20) {
            // The identity that the creator gets is not known.
            let (input, value) = self.draft.input("child", WIDTH);
            let registers = self.registers.clone();
            let to = self.pick(&registers);
            step = step.choose(input).set(to, value);
        }
        self.draft.add(step);
    }

    fn lock(&mut self, at: Place, holder: Var, takes: bool) -> Place {
        let next = self.place(false);
        let (who, own) = (self.draft.get(holder), self.draft.own());
        let zero = self.draft.number(0, WIDTH);
        let (wanted, after) = if takes { (zero, own) } else { (own, zero) };
        let guard = self.draft.template.words.equal(who, wanted);
        let step = self.draft.step(at, next).when(guard).set(holder, after);
        self.draft.add(step);
        next
    }

    /// Code from a place to another one.
    fn piece(&mut self, at: Place, worker: bool) -> Place {
        match self.random.below(13) {
            0..=3 => {
                let next = self.place(false);
                self.assignment(at, next);
                next
            }
            4 => {
                // An atomic region of two or three steps.
                let mut inside = self.place(true);
                self.assignment(at, inside);
                if self.random.chance(50) {
                    let more = self.place(true);
                    self.assignment(inside, more);
                    inside = more;
                }
                let next = self.place(false);
                if self.random.chance(20) {
                    self.create(inside, next);
                } else {
                    self.assignment(inside, next);
                }
                next
            }
            5 | 6 => {
                let (next, guard) = (self.place(false), self.condition());
                let negated = self.draft.template.words.not(guard);
                let yes = self.draft.step(at, next).when(guard);
                let yes = self.some_update(yes);
                self.draft.add(yes);
                if self.random.chance(70) {
                    let no = self.draft.step(at, next).when(negated);
                    let no = self.some_update(no);
                    self.draft.add(no);
                }
                next
            }
            7 => {
                let fails = self.condition();
                self.draft.error(at, fails);
                at
            }
            8 | 9 => match self.holder {
                Some(holder) => {
                    let inside = self.lock(at, holder, true);
                    let mut inside = self.piece(inside, worker);
                    if self.random.chance(75) {
                        inside = self.lock(inside, holder, false);
                    }
                    inside
                }
                None => self.piece(at, worker),
            },
            10 => match self.stored {
                Some(stored) => {
                    let (value, own) = (self.draft.get(stored), self.draft.own());
                    if self.random.chance(50) {
                        let next = self.place(false);
                        let step = self.draft.step(at, next).set(stored, own);
                        self.draft.add(step);
                        return next;
                    }
                    let mine = self.draft.template.words.equal(value, own);
                    let fails =
                        if self.random.chance(50) { mine } else { self.draft.template.words.not(mine) };
                    self.draft.error(at, fails);
                    at
                }
                None => self.piece(at, worker),
            },
            11 if worker && self.random.chance(50) => {
                let next = self.place(false);
                self.create(at, next);
                next
            }
            _ => {
                let next = self.place(false);
                let step = self.draft.step(at, next);
                self.draft.add(step);
                next
            }
        }
    }

    fn assignment(&mut self, at: Place, next: Place) {
        let step = self.draft.step(at, next);
        let step = self.some_update(step);
        self.draft.add(step);
    }

    fn some_update(&mut self, mut step: Step) -> Step {
        let (cells, registers) = (self.cells.clone(), self.registers.clone());
        if self.random.chance(60) {
            let (cell, value) = (self.pick(&cells), self.value());
            step = step.set(cell, value);
        }
        if self.random.chance(50) {
            let register = self.pick(&registers);
            step = if self.random.chance(25) {
                let (input, value) = self.draft.input("input", WIDTH);
                step.choose(input).set(register, value)
            } else if self.random.chance(8) {
                let own = self.draft.own();
                step.set(register, own)
            } else {
                let value = self.value();
                step.set(register, value)
            };
        }
        if let Some(array) = self.array.filter(|_| self.random.chance(40)) {
            let (content, index, value) = (self.draft.get_array(array), self.index(), self.value());
            let content = self.draft.template.words.write(content, index, value);
            step = step.set_array(array, content);
        }
        step
    }

    /// Atoms over all variables, those of guards, and bits of words.
    fn atoms(&mut self) -> Vec<TermId> {
        let mut atoms: Vec<TermId> = self.draft.template.edges.iter().map(|e| e.guard).collect();
        let variables = self.cells.clone().into_iter().chain(self.registers.clone()).chain(self.argument);
        for var in variables {
            let value = self.draft.get(var);
            for bit in 0..WIDTH {
                atoms.push(self.draft.template.words.extract(value, bit, 1));
            }
            let number = self.number();
            atoms.push(self.draft.template.words.equal(value, number));
        }
        let own = self.draft.own();
        for var in self.holder.into_iter().chain(self.stored) {
            let value = self.draft.get(var);
            let zero = self.draft.number(0, WIDTH);
            atoms.push(self.draft.template.words.equal(value, zero));
            atoms.push(self.draft.template.words.equal(value, own));
        }
        if let Some(register) = self.registers.first().copied().filter(|_| self.random.chance(20)) {
            let value = self.draft.get(register);
            atoms.push(self.draft.template.words.equal(value, own));
        }
        for _ in 0..4 {
            atoms.push(self.condition());
        }
        if let Some(read) = self.read() {
            let number = self.number();
            atoms.push(self.draft.template.words.equal(read, number));
        }
        atoms.retain(|atom| self.draft.template.words.as_const(*atom).is_none());
        atoms
    }
}

/// The local variables whose values matter, by going backwards.
fn find_live(template: &mut Template) {
    let reads: Vec<Support> = template
        .edges
        .iter()
        .map(|edge| {
            let mut support = Support::of(&template.words, edge.guard);
            edge.updates.iter().for_each(|(_, term)| support.add(&template.words, *term));
            edge.array_updates.iter().for_each(|(_, content)| support.add_array(&template.words, *content));
            support
        })
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (number, edge) in template.edges.enumerate() {
            let read = &reads[number.index()];
            let behind = match edge.kind {
                Kind::Step => vec![edge.to],
                Kind::Start(child) => vec![edge.to, child],
                Kind::End | Kind::Error(..) => vec![],
            };
            let is_live = |var: Var| behind.iter().any(|place| template.places[*place].live.contains(&var));
            let is_set = |var: Var| edge.updates.iter().any(|(assigned, _)| *assigned == var);
            let vars = template.vars.enumerate().filter(|(var, info)| {
                !info.shared && (read.words.contains(&info.symbol) || (is_live(*var) && !is_set(*var)))
            });
            let live_array =
                |array| behind.iter().any(|place| template.places[*place].live_arrays.contains(&array));
            let is_filled = |array| edge.array_updates.iter().any(|(assigned, _)| *assigned == array);
            let arrays = template.arrays.enumerate().filter(|(array, info)| {
                !info.shared
                    && (read.arrays.contains(&info.symbol) || (live_array(*array) && !is_filled(*array)))
            });
            let vars: Vec<Var> = vars.map(|(var, _)| var).collect();
            let arrays: Vec<ArrayVar> = arrays.map(|(array, _)| array).collect();
            let place = &mut template.places[edge.from];
            for var in vars.into_iter().filter(|var| !place.live.contains(var)).collect::<Vec<_>>() {
                place.live.push(var);
                changed = true;
            }
            let new: Vec<ArrayVar> = arrays.into_iter().filter(|a| !place.live_arrays.contains(a)).collect();
            changed |= !new.is_empty();
            place.live_arrays.extend(new);
        }
    }
}
