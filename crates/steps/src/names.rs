//! Names for people: of variables, objects and places.

use crate::build::Builder;
use crate::facts::{Context, Key, Local, Spot};
use crate::value::Object;
use tw_ir::{InstrKind, Loc};

impl Builder<'_> {
    /// The name of a variable.
    pub(crate) fn name(&self, key: Key) -> String {
        match key {
            Key::Cell(object, offset, _) => {
                let name = self.object_name(object);
                if offset == 0 { name } else { format!("{name}+{offset}") }
            }
            Key::Register(context, reg, _) => {
                let call = self.facts.call(context);
                let function = &self.module.functions[call.callee];
                let named = function.body.as_ref().and_then(|body| body.regs[reg].name.clone());
                let name = named.unwrap_or_else(|| format!("r{}", tw_index::Id::index(reg)));
                format!("{}::%{name}", function.display)
            }
            Key::Argument => "argument".into(),
            Key::Site => "creator".into(),
        }
    }

    /// The name of an object.
    pub(crate) fn object_name(&self, object: Object) -> String {
        match object {
            Object::Global(global) => {
                let global = &self.module.globals[global];
                global.variable.as_ref().map_or_else(|| global.name.clone(), |v| v.name.clone())
            }
            Object::Ends => "ended".into(),
            Object::Holders(global) => format!("holder({})", self.object_name(Object::Global(global))),
            Object::Local(local) => match self.facts.locals[local as usize].0 {
                Local::Record => "record".into(),
                Local::OfThread(global) => self.object_name(Object::Global(global)),
                Local::Alloca(context, block, index) => {
                    let call = self.facts.call(context);
                    let function = &self.module.functions[call.callee];
                    let body = function.body.as_ref();
                    let instr = body
                        .and_then(|body| body.blocks[block].instrs.get(index as usize).map(|i| (body, i)));
                    let name = instr.and_then(|(body, instr)| match &instr.kind {
                        InstrKind::Alloca { variable: Some(n), .. } => {
                            body.variables.get(*n as usize).map(|v| v.name.clone())
                        }
                        InstrKind::Alloca { dest, .. } => body.regs[*dest].name.clone(),
                        _ => None,
                    });
                    format!("{}::{}", function.display, name.unwrap_or_else(|| format!("local{local}")))
                }
            },
        }
    }

    /// Where a place is in the source: the innermost call of the user that has one.
    pub(crate) fn loc_at(&self, spot: &Spot) -> Option<Loc> {
        spot.calls.iter().rev().find_map(|(context, block, index)| {
            let function = &self.module.functions[self.facts.call(*context).callee];
            if function.origin != tw_ir::Origin::User {
                return None;
            }
            let body = function.body.as_ref()?;
            body.blocks[*block].instrs.iter().skip(*index as usize).find_map(|instr| instr.loc)
        })
    }

    /// The name of a place.
    pub(crate) fn place_name(&self, spot: &Spot) -> String {
        let users = spot
            .calls
            .iter()
            .rev()
            .map(|(context, ..)| &self.module.functions[self.facts.call(*context).callee]);
        let mut users = users.filter(|f| f.origin == tw_ir::Origin::User);
        let function = users.next().map_or_else(|| "start".to_string(), |f| f.display.clone());
        match self.loc_at(spot) {
            Some(loc) if loc.line > 0 => format!("{function}:{}", loc.line),
            _ => function,
        }
    }

    /// The calls that lead to a context, outermost first.
    pub(crate) fn path(&self, context: Context) -> Vec<crate::facts::Call> {
        let mut path = vec![self.facts.call(context)];
        while let Some(caller) = path.last().and_then(|call| call.caller) {
            path.push(self.facts.call(caller));
        }
        path.reverse();
        path
    }
}
