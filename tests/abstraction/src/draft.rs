//! Templates written by hand.

use tw_steps::{
    ArrayInfo, ArrayVar, Edge, EdgeId, Kind, Path, Place, PlaceInfo, Template, Var, VarInfo, VarKind,
};
use tw_verdict::Property;
use tw_words::{ArrayId, Symbol, TermId};

/// A template that grows. Variables stay live everywhere, unless [`Draft::set_live`] says otherwise.
pub struct Draft {
    /// So far.
    pub template: Template,
}

/// A step that grows.
pub struct Step {
    edge: Edge,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft::new(8)
    }
}

impl Draft {
    /// No variables and places; identities have so many bits.
    pub fn new(identity: u32) -> Draft {
        let mut template = Template::default();
        template.identity = Some(template.words.symbol("self", identity));
        Draft { template }
    }

    fn variable(&mut self, name: &str, width: u32, shared: bool) -> Var {
        let symbol = self.template.words.symbol(name, width);
        self.template.vars.push(VarInfo { symbol, shared, kind: VarKind::Argument })
    }

    /// A shared variable.
    pub fn shared(&mut self, name: &str, width: u32) -> Var {
        self.variable(name, width, true)
    }

    /// A variable that each thread has.
    pub fn local(&mut self, name: &str, width: u32) -> Var {
        self.variable(name, width, false)
    }

    /// A shared array.
    pub fn shared_array(&mut self, name: &str, index: u32, element: u32) -> ArrayVar {
        self.array(name, index, element, true)
    }

    /// An array, shared or one for each thread.
    pub fn array(&mut self, name: &str, index: u32, element: u32, shared: bool) -> ArrayVar {
        let symbol = self.template.words.array_symbol(name, index, element);
        self.template.arrays.push(ArrayInfo { symbol, shared, kind: VarKind::Argument, stride: 1 })
    }

    /// A place.
    pub fn place(&mut self, name: &str) -> Place {
        self.template.places.push(PlaceInfo {
            position: Vec::new(),
            name: name.to_string(),
            loc: None,
            atomic: false,
            newborn: false,
            live: Vec::new(),
            live_arrays: Vec::new(),
        })
    }

    /// A place inside an atomic section.
    pub fn atomic(&mut self, name: &str) -> Place {
        let place = self.place(name);
        self.template.places[place].atomic = true;
        place
    }

    /// A place where threads begin.
    pub fn newborn(&mut self, name: &str) -> Place {
        let place = self.place(name);
        self.template.places[place].newborn = true;
        place
    }

    /// All local variables are live everywhere.
    pub fn all_live(&mut self) {
        let locals: Vec<Var> =
            self.template.vars.enumerate().filter(|(_, v)| !v.shared).map(|(v, _)| v).collect();
        let arrays: Vec<ArrayVar> =
            self.template.arrays.enumerate().filter(|(_, a)| !a.shared).map(|(a, _)| a).collect();
        for place in self.template.places.ids() {
            self.template.places[place].live = locals.clone();
            self.template.places[place].live_arrays = arrays.clone();
        }
    }

    /// The local variables that are live at a place.
    pub fn set_live(&mut self, place: Place, live: &[Var]) {
        self.template.places[place].live = live.to_vec();
    }

    /// The value of a variable.
    pub fn get(&mut self, var: Var) -> TermId {
        let symbol = self.template.vars[var].symbol;
        self.template.words.of_symbol(symbol)
    }

    /// The content of an array.
    pub fn get_array(&mut self, array: ArrayVar) -> ArrayId {
        let symbol = self.template.arrays[array].symbol;
        self.template.words.of_array_symbol(symbol)
    }

    /// The identity of the thread.
    pub fn own(&mut self) -> TermId {
        let symbol = self.template.identity.expect("drafts have identities");
        self.template.words.of_symbol(symbol)
    }

    /// A number.
    pub fn number(&mut self, value: u128, width: u32) -> TermId {
        self.template.words.constant(value, width)
    }

    /// A fresh input.
    pub fn input(&mut self, name: &str, width: u32) -> (Symbol, TermId) {
        let symbol = self.template.words.symbol(name, width);
        (symbol, self.template.words.of_symbol(symbol))
    }

    /// A step that is always possible and changes nothing.
    pub fn step(&mut self, from: Place, to: Place) -> Step {
        let guard = self.template.words.bool(true);
        Step {
            edge: Edge {
                from,
                to,
                kind: Kind::Step,
                guard,
                inputs: Vec::new(),
                updates: Vec::new(),
                array_updates: Vec::new(),
                paths: vec![Path { guard, answers: Vec::new() }],
                loc: None,
                over: false,
            },
        }
    }

    /// An error.
    pub fn error(&mut self, at: Place, guard: TermId) -> EdgeId {
        let step = self.step(at, at).when(guard).of(Kind::Error(Property::Assertion, String::new()));
        self.add(step)
    }

    /// Adds a step.
    pub fn add(&mut self, mut step: Step) -> EdgeId {
        step.edge.paths = vec![Path { guard: step.edge.guard, answers: Vec::new() }];
        self.template.edges.push(step.edge)
    }
}

impl Step {
    /// With this guard.
    #[must_use]
    pub fn when(mut self, guard: TermId) -> Step {
        self.edge.guard = guard;
        self
    }

    /// With this assignment.
    #[must_use]
    pub fn set(mut self, var: Var, value: TermId) -> Step {
        self.edge.updates.push((var, value));
        self
    }

    /// With this array afterwards.
    #[must_use]
    pub fn set_array(mut self, array: ArrayVar, content: ArrayId) -> Step {
        self.edge.array_updates.push((array, content));
        self
    }

    /// With this input.
    #[must_use]
    pub fn choose(mut self, input: Symbol) -> Step {
        self.edge.inputs.push(input);
        self
    }

    /// Of this kind.
    #[must_use]
    pub fn of(mut self, kind: Kind) -> Step {
        self.edge.kind = kind;
        self
    }
}
