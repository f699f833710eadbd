//! What names mean: local of the function, then parameter, then global.

use crate::checked::{FuncId, LocalVar, SharedVar, Var, Variable};
use crate::syntax::{DeclVar, Function, Literal, Name, Stmt, StmtKind, Unit};
use std::collections::HashMap;
use tw_index::IdVec;
use tw_verdict::{Diagnostic, Span};

/// All variables of a file and the names of each function.
#[derive(Default)]
pub(crate) struct Scopes {
    pub shared: IdVec<SharedVar, Variable>,
    pub locals: IdVec<LocalVar, Variable>,
    globals: HashMap<String, (Var, Span)>,
    functions: Vec<HashMap<String, (LocalVar, Span)>>,
}

impl Scopes {
    pub fn of(unit: &Unit, messages: &mut Vec<Diagnostic>) -> Scopes {
        let mut scopes = Scopes::default();
        for decl in &unit.globals {
            for var in &decl.vars {
                scopes.declare_global(var, decl.thread_local, messages);
            }
        }
        for (index, function) in unit.functions.iter().enumerate() {
            scopes.functions.push(HashMap::new());
            scopes.declare_function(tw_index::Id::from_index(index), function, messages);
        }
        scopes
    }

    /// The variable that `name` means in `function`.
    pub fn find(&self, function: FuncId, name: &str) -> Option<Var> {
        let local = self.functions[tw_index::Id::index(function)].get(name);
        local.map(|(v, _)| Var::Local(*v)).or_else(|| self.globals.get(name).map(|(v, _)| *v))
    }

    /// A declared name that looks like `name`.
    pub fn similar(&self, function: FuncId, name: &str) -> Option<&str> {
        let locals = self.functions[tw_index::Id::index(function)].keys();
        let known = locals.chain(self.globals.keys()).map(String::as_str);
        closest(name, known)
    }

    fn declare_global(&mut self, var: &DeclVar, thread_local: bool, messages: &mut Vec<Diagnostic>) {
        if let Some((_, first)) = self.globals.get(&var.name.text) {
            messages.push(twice("variable", &var.name, *first));
            return;
        }
        let init = match var.init {
            Some(Literal::Value(value)) => Some(value),
            Some(Literal::Star) | None => None,
        };
        let variable = Variable { name: var.name.text.clone(), function: None, init };
        let id = if thread_local {
            Var::Local(self.locals.push(variable))
        } else {
            Var::Shared(self.shared.push(variable))
        };
        self.globals.insert(var.name.text.clone(), (id, var.name.span));
    }

    fn declare_function(&mut self, id: FuncId, function: &Function, messages: &mut Vec<Diagnostic>) {
        for param in &function.params {
            self.declare_local(id, param, messages);
        }
        self.declare_block(id, &function.body, messages);
    }

    fn declare_block(&mut self, id: FuncId, block: &[Stmt], messages: &mut Vec<Diagnostic>) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::Decl(vars) => vars.iter().for_each(|v| self.declare_local(id, &v.name, messages)),
                StmtKind::If { arms, otherwise } => {
                    arms.iter().for_each(|(_, b)| self.declare_block(id, b, messages));
                    otherwise.iter().for_each(|b| self.declare_block(id, b, messages));
                }
                StmtKind::While { body, .. } => self.declare_block(id, body, messages),
                StmtKind::StartStmt(inner) => self.declare_block(id, std::slice::from_ref(inner), messages),
                _ => {}
            }
        }
    }

    fn declare_local(&mut self, id: FuncId, name: &Name, messages: &mut Vec<Diagnostic>) {
        let scope = &mut self.functions[tw_index::Id::index(id)];
        if let Some((_, first)) = scope.get(&name.text) {
            messages.push(twice("variable", name, *first));
            return;
        }
        let variable = Variable { name: name.text.clone(), function: Some(id), init: None };
        let var = self.locals.push(variable);
        scope.insert(name.text.clone(), (var, name.span));
    }
}

/// The message for a name that is declared a second time.
pub(crate) fn twice(what: &str, name: &Name, first: Span) -> Diagnostic {
    let message = format!("the {what} {} is declared twice", name.text);
    Diagnostic::error(name.span, message, "declared again here").related(first, "first declared here")
}

/// The known name nearest to `name`, if it is near.
pub(crate) fn closest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let scored = known.map(|k| (distance(name, k), k)).filter(|(d, k)| *d <= 1 + k.len() / 4 && *d < k.len());
    scored.min().map(|(_, k)| k)
}

/// Edit distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let cost = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
