//! What names stand for: variables of the source, and calls in which local ones live.

use super::parse::{Expr, ExprKind, Name};
use crate::template::{Frame, Template, VarKind};
use tw_ir::{Block, DebugTypeId, FuncId, GlobalId, InstrKind, Module, Variable};
use tw_verdict::{Diagnostic, Span};

/// Something with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Object {
    /// A global variable.
    Global(GlobalId),
    /// The active thread's instance of a thread-local variable.
    ThreadLocal(GlobalId),
    /// A local variable: where it is made.
    Local(FuncId, Block, u32),
    /// A function.
    Function(FuncId),
    /// A named value.
    Value(i128),
}

/// What a name stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The object.
    pub object: Object,
    /// Its type, where known.
    pub ty: Option<DebugTypeId>,
}

/// The names of an expression.
pub struct Scope {
    names: Vec<(Name, Named)>,
    /// Functions with local variables, and the calls of them in which some of these live.
    calls: Vec<(FuncId, Vec<Frame>)>,
}

/// A call of each function.
pub type Calls = Vec<(FuncId, Frame)>;

impl Scope {
    /// Looks up all names of an expression.
    pub fn new(module: &Module, template: &Template, expr: &Expr) -> Result<Scope, Diagnostic> {
        let mut scope = Scope { names: Vec::new(), calls: Vec::new() };
        scope.add(module, expr)?;
        let locals = scope.names.iter().filter_map(|(_, named)| match named.object {
            Object::Local(function, block, index) => Some((function, block, index)),
            _ => None,
        });
        for (function, block, index) in locals.collect::<Vec<_>>() {
            let found = frames(template, function, block, index);
            match scope.calls.iter_mut().find(|(f, _)| *f == function) {
                None => scope.calls.push((function, found)),
                Some((_, known)) => known.extend(found),
            }
        }
        for (_, frames) in &mut scope.calls {
            frames.sort();
            frames.dedup();
        }
        Ok(scope)
    }

    fn add(&mut self, module: &Module, expr: &Expr) -> Result<(), Diagnostic> {
        match &expr.kind {
            ExprKind::Number(..) => Ok(()),
            ExprKind::Name(name) => {
                if self.names.iter().all(|(known, _)| known != name) {
                    let named = resolve(module, name, expr.span)?;
                    self.names.push((name.clone(), named));
                }
                Ok(())
            }
            ExprKind::Unary(_, of)
            | ExprKind::Address(of)
            | ExprKind::Field(of, _)
            | ExprKind::Cast(_, of) => self.add(module, of),
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => {
                self.add(module, a)?;
                self.add(module, b)
            }
            ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().try_for_each(|e| self.add(module, e)),
        }
    }

    /// What a name stands for.
    pub fn named(&self, name: &Name) -> Option<&Named> {
        self.names.iter().find(|(known, _)| known == name).map(|(_, named)| named)
    }

    /// Calls that one thread has at the same time, one of each function. Functions that are never called are left out.
    pub fn choices(&self, most: usize, span: Span) -> Result<Vec<Calls>, Diagnostic> {
        let mut all: Vec<Calls> = vec![Vec::new()];
        for (function, frames) in self.calls.iter().filter(|(_, frames)| !frames.is_empty()) {
            let mut next = Vec::new();
            for calls in &all {
                for frame in frames.iter().filter(|f| calls.iter().all(|(_, other)| related(f, other))) {
                    let mut calls = calls.clone();
                    calls.push((*function, frame.clone()));
                    next.push(calls);
                }
            }
            if next.is_empty() {
                let text = "these local variables never live in one thread at the same time";
                return Err(Diagnostic::error(span, text, "a predicate is about one thread"));
            }
            if next.len() > most {
                let text = format!("these variables live in more than {most} calls");
                return Err(Diagnostic::error(span, text, "too many calls"));
            }
            all = next;
        }
        Ok(all)
    }
}

/// Whether one call was reached through the other.
fn related(a: &Frame, b: &Frame) -> bool {
    a.starts_with(b) || b.starts_with(a)
}

/// The calls in which a local variable matters.
fn frames(template: &Template, function: FuncId, block: Block, index: u32) -> Vec<Frame> {
    let kinds = template.vars.iter().map(|v| &v.kind).chain(template.arrays.iter().map(|a| &a.kind));
    let here = kinds.filter_map(|kind| match kind {
        VarKind::Local(frame, b, i, _) if (*b, *i) == (block, index) => Some(frame),
        _ => None,
    });
    here.filter(|frame| frame.last().is_some_and(|(f, ..)| *f == function)).cloned().collect()
}

fn resolve(module: &Module, name: &Name, span: Span) -> Result<Named, Diagnostic> {
    let mut found = match &name.function {
        None => without_function(module, &name.name),
        Some(function) => {
            let functions = functions(module, function);
            if functions.is_empty() {
                let text = format!("there is no function {function}");
                return Err(Diagnostic::error(span, text, "unknown function"));
            }
            functions.into_iter().flat_map(|f| locals(module, f, &name.name)).collect()
        }
    };
    if let Some(line) = name.line {
        found.retain(|(_, at)| *at == Some(line));
    }
    match found.as_slice() {
        [(named, _)] => Ok(named.clone()),
        [] => Err(unknown(module, name, span)),
        several => {
            let lines: Vec<String> = several.iter().filter_map(|(_, l)| *l).map(|l| l.to_string()).collect();
            let text = format!("{} is the name of {} variables", name.name, several.len());
            let message = Diagnostic::error(span, text, "ambiguous");
            Err(match lines.as_slice() {
                [] => message,
                lines => message.help(format!(
                    "say in which line it is declared: {}@{}",
                    name.name,
                    lines.join(" or @")
                )),
            })
        }
    }
}

type Found = Vec<(Named, Option<u32>)>;

fn line(variable: &Variable) -> Option<u32> {
    variable.loc.map(|loc| loc.line)
}

fn functions(module: &Module, name: &str) -> Vec<FuncId> {
    let named = module.functions.enumerate().filter(|(_, f)| f.name == name || f.display == name);
    named.filter(|(_, f)| f.body.is_some()).map(|(id, _)| id).collect()
}

/// The function of a static variable inside of a function: `f.x`.
fn is_inside(module: &Module, global: GlobalId, function: Option<FuncId>) -> bool {
    let Some((before, _)) = module.globals[global].name.split_once('.') else { return false };
    match function {
        Some(function) => module.functions[function].name == before,
        None => module.functions.iter().any(|f| f.name == before),
    }
}

fn globals<'m>(
    module: &'m Module,
    name: &'m str,
) -> impl Iterator<Item = (GlobalId, Named, Option<u32>)> + 'm {
    module.globals.enumerate().filter_map(move |(id, global)| {
        let variable = global.variable.as_ref().filter(|variable| variable.name == name)?;
        let object = if global.thread_local { Object::ThreadLocal(id) } else { Object::Global(id) };
        Some((id, Named { object, ty: variable.ty }, line(variable)))
    })
}

fn without_function(module: &Module, name: &str) -> Found {
    let outside = globals(module, name).filter(|(id, ..)| !is_inside(module, *id, None));
    let mut found: Found = outside.map(|(_, named, line)| (named, line)).collect();
    if found.is_empty() {
        let functions = functions(module, name).into_iter();
        found.extend(functions.map(|f| (Named { object: Object::Function(f), ty: None }, None)));
    }
    if found.is_empty() {
        let values = module.types.iter().filter_map(|ty| match &ty.shape {
            tw_ir::Shape::Enum(values) => values.iter().find(|(n, _)| n == name).map(|(_, value)| *value),
            _ => None,
        });
        let mut values: Vec<i128> = values.collect();
        values.sort_unstable();
        values.dedup();
        found.extend(values.into_iter().map(|v| (Named { object: Object::Value(v), ty: None }, None)));
    }
    found
}

fn locals(module: &Module, function: FuncId, name: &str) -> Found {
    let Some(body) = &module.functions[function].body else { return Vec::new() };
    let mut found = Found::new();
    for (block, code) in body.blocks.enumerate() {
        for (index, instr) in code.instrs.iter().enumerate() {
            let InstrKind::Alloca { variable: Some(variable), .. } = instr.kind else { continue };
            let Some(variable) = body.variables.get(variable as usize).filter(|v| v.name == name) else {
                continue;
            };
            let object = Object::Local(function, block, u32::try_from(index).unwrap_or(u32::MAX));
            found.push((Named { object, ty: variable.ty }, line(variable)));
        }
    }
    let inside = globals(module, name).filter(|(id, ..)| is_inside(module, *id, Some(function)));
    found.extend(inside.map(|(_, named, line)| (named, line)));
    found
}

fn unknown(module: &Module, name: &Name, span: Span) -> Diagnostic {
    let text = match (&name.function, name.line) {
        (_, Some(line)) => format!("there is no variable {} that is declared in line {line}", name.name),
        (Some(function), None) => format!("there is no variable {} in {function}", name.name),
        (None, None) => format!("there is no global variable {}", name.name),
    };
    let message = Diagnostic::error(span, text, "unknown name");
    let with = |id: &FuncId| !locals(module, *id, &name.name).is_empty();
    let inside: Vec<FuncId> = module.functions.ids().filter(with).collect();
    match (&name.function, inside.as_slice()) {
        (None, [first, ..]) => {
            let function = &module.functions[*first].display;
            message
                .help(format!("local variables are written with their function: {function}::{}", name.name))
        }
        _ => message,
    }
}
