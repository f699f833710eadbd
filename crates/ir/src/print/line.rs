//! One instruction as text.

use super::declaration;
use crate::instr::{Callee, Clause, Edge, InstrKind, Operand, Ordering, Type};
use crate::module::{Body, Module, Reg, Symbol};
use tw_index::Id;

pub(super) fn ty(ty: Type) -> String {
    match ty {
        Type::Int(bits) => format!("i{bits}"),
        Type::F32 => "f32".into(),
        Type::F64 => "f64".into(),
        Type::F80 => "f80".into(),
        Type::Ptr => "ptr".into(),
    }
}

/// `%name` or `%r3`.
pub(crate) fn register(body: &Body, reg: Reg) -> String {
    match body.regs.as_slice().get(reg.index()).and_then(|r| r.name.as_ref()) {
        Some(name) if !name.is_empty() => format!("%{name}"),
        _ => format!("%r{}", reg.index()),
    }
}

pub(super) fn typed_register(body: &Body, reg: Reg) -> String {
    match body.regs.as_slice().get(reg.index()) {
        Some(it) => format!("{}: {}", register(body, reg), ty(it.ty)),
        None => register(body, reg),
    }
}

pub(super) fn symbol(module: &Module, symbol: Symbol, offset: i64) -> String {
    let name = match symbol {
        Symbol::Global(g) => module.globals.as_slice().get(g.index()).map(|g| g.name.as_str()),
        Symbol::Function(f) => module.functions.as_slice().get(f.index()).map(|f| f.name.as_str()),
    };
    let name = name.unwrap_or("?");
    match offset {
        0 => format!("@{name}"),
        _ => format!("@{name}{offset:+}"),
    }
}

fn constant(kind: Type, bits: u128) -> String {
    match kind {
        Type::Int(1) => if bits == 0 { "false" } else { "true" }.into(),
        Type::Int(width @ 2..128) if bits >> (width - 1) & 1 == 1 => {
            format!("-{}", (1u128 << width) - bits)
        }
        Type::Int(_) => bits.to_string(),
        Type::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        Type::F64 => format!("{:?}", f64::from_bits(bits as u64)),
        Type::F80 => format!("0xK{bits:020x}"),
        Type::Ptr if bits == 0 => "null".into(),
        Type::Ptr => format!("{bits:#x}"),
    }
}

/// The line of an instruction, for messages of the verifier.
pub(crate) fn one_line(module: &Module, body: &Body, kind: &InstrKind) -> String {
    line(module, body, kind)
}

pub(super) fn line(module: &Module, body: &Body, kind: &InstrKind) -> String {
    Printer { module, body }.line(kind)
}

struct Printer<'a> {
    module: &'a Module,
    body: &'a Body,
}

impl Printer<'_> {
    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Reg(reg) => register(self.body, reg),
            Operand::Const(kind, bits) => constant(kind, bits),
            Operand::Address(at, offset) => symbol(self.module, at, offset),
            Operand::Undef(kind) => format!("undef {}", ty(kind)),
        }
    }

    fn typed(&self, operand: Operand) -> String {
        match operand {
            Operand::Reg(reg) => typed_register(self.body, reg),
            Operand::Const(kind, _) => format!("{}: {}", self.operand(operand), ty(kind)),
            _ => self.operand(operand),
        }
    }

    fn list(&self, operands: &[Operand]) -> String {
        let all: Vec<String> = operands.iter().map(|&o| self.operand(o)).collect();
        all.join(", ")
    }

    fn dests(&self, dests: &[Reg]) -> String {
        if dests.is_empty() {
            return String::new();
        }
        let all: Vec<String> = dests.iter().map(|&reg| typed_register(self.body, reg)).collect();
        format!("{} = ", all.join(", "))
    }

    fn edge(&self, edge: &Edge) -> String {
        if edge.copies.is_empty() {
            return format!("b{}", edge.to.index());
        }
        let copies: Vec<String> = edge
            .copies
            .iter()
            .map(|&(reg, value)| format!("{} = {}", typed_register(self.body, reg), self.operand(value)))
            .collect();
        format!("b{}({})", edge.to.index(), copies.join(", "))
    }

    fn line(&self, kind: &InstrKind) -> String {
        use InstrKind as K;
        let op = |o: &Operand| self.operand(*o);
        let to = |reg: &Reg| self.dests(&[*reg]);
        match kind {
            K::Unary { dest, op: name, value } => format!("{}{} {}", to(dest), lower(name), op(value)),
            K::Binary { dest, op: name, left, right, no_signed_wrap } => {
                let wrap = if *no_signed_wrap { " nsw" } else { "" };
                format!("{}{}{wrap} {}, {}", to(dest), lower(name), op(left), op(right))
            }
            K::Compare { dest, predicate, left, right } => {
                format!("{}compare {} {}, {}", to(dest), lower(predicate), self.typed(*left), op(right))
            }
            K::FloatCompare { dest, relation, left, right } => {
                format!("{}fcompare {} {}, {}", to(dest), lower(relation), op(left), op(right))
            }
            K::Cast { dest, cast, value } => format!("{}{} {}", to(dest), lower(cast), self.typed(*value)),
            K::Select { dest, cond, yes, no } => {
                format!("{}select {}, {}, {}", to(dest), op(cond), op(yes), op(no))
            }
            K::FusedMulAdd { dest, a, b, c } => format!("{}fma {}, {}, {}", to(dest), op(a), op(b), op(c)),
            K::PtrAdd { dest, base, index, scale, offset } => {
                let index = index.map_or(String::new(), |i| format!(" + {} * {scale}", self.operand(i)));
                let offset = if *offset == 0 { String::new() } else { format!(" {offset:+}") };
                format!("{}{}{index}{offset}", to(dest), op(base))
            }
            K::Jump(edge) => format!("jump {}", self.edge(edge)),
            K::Branch { cond, yes, no } => {
                format!("branch {}, {}, {}", op(cond), self.edge(yes), self.edge(no))
            }
            K::Switch { value, cases, default } => self.switch(*value, cases, default),
            K::Return(values) => format!("return {}", self.list(values)).trim_end().into(),
            K::Unreachable => "unreachable".into(),
            K::Resume { exception } => format!("resume {}", op(exception)),
            K::Unsupported(text) => format!("unsupported {text:?}"),
            K::Call { .. } | K::Trap { .. } | K::LandingPad { .. } => self.call(kind),
            _ => self.memory(kind),
        }
    }

    fn switch(&self, value: Operand, cases: &[(u128, Edge)], default: &Edge) -> String {
        let cases: String = cases.iter().map(|(n, edge)| format!(", {n} => {}", self.edge(edge))).collect();
        format!("switch {}{cases}, else {}", self.typed(value), self.edge(default))
    }

    fn memory(&self, kind: &InstrKind) -> String {
        use InstrKind as K;
        let op = |o: &Operand| self.operand(*o);
        let to = |reg: &Reg| self.dests(&[*reg]);
        match kind {
            K::EndLife { object, rest } => {
                format!("end-life {}{}", self.operand(*object), if *rest { " rest" } else { "" })
            }
            K::Alloca { dest, size, count, align, variable } => {
                let variable = variable.and_then(|v| self.body.variables.get(v as usize));
                let variable =
                    variable.map_or(String::new(), |v| format!("  ; {}", declaration(self.module, v)));
                format!("{}alloca {size} * {} align {align}{variable}", to(dest), op(count))
            }
            K::Load { dest, address, order, volatile } => {
                format!("{}load{} {}", to(dest), access(*order, *volatile), op(address))
            }
            K::Store { value, address, order, volatile } => {
                format!("store{} {}, {}", access(*order, *volatile), self.typed(*value), op(address))
            }
            K::AtomicUpdate { dest, op: name, address, value, order } => {
                format!("{}update {} {} {}, {}", to(dest), lower(name), lower(order), op(address), op(value))
            }
            K::CompareExchange { old, success, address, expected, new, order, failure_order, weak } => {
                let weak = if *weak { " weak" } else { "" };
                let dests = self.dests(&[*old, *success]);
                let (order, failure) = (lower(order), lower(failure_order));
                let values = format!("{}, {}, {}", op(address), op(expected), op(new));
                format!("{dests}compare_exchange{weak} {order}/{failure} {values}")
            }
            K::Fence { order } => format!("fence {}", lower(order)),
            K::MemCopy { to, from, len, overlap } => {
                let name = if *overlap { "memmove" } else { "memcopy" };
                format!("{name} {}, {}, {}", op(to), op(from), op(len))
            }
            K::MemSet { to, byte, len } => format!("memset {}, {}, {}", op(to), op(byte), op(len)),
            K::ThreadLocal { dest, global } => {
                format!("{}thread_local {}", to(dest), symbol(self.module, Symbol::Global(*global), 0))
            }
            K::VaStart { list } => format!("va_start {}", op(list)),
            _ => unreachable!("`line` sends the rest elsewhere"),
        }
    }

    fn call(&self, kind: &InstrKind) -> String {
        match kind {
            InstrKind::Call { dests, callee, args, unwind } => {
                let whom = match callee {
                    Callee::Direct(f) => symbol(self.module, Symbol::Function(*f), 0),
                    Callee::Indirect { pointer, variadic: false } => format!("*{}", self.operand(*pointer)),
                    Callee::Indirect { pointer, variadic: true } => {
                        format!("*{} ...", self.operand(*pointer))
                    }
                };
                let args: Vec<String> = args.iter().map(|&arg| self.typed(arg)).collect();
                let unwind = unwind.as_ref().map_or(String::new(), |u| {
                    format!(" to {} unwind {}", self.edge(&u.normal), self.edge(&u.exception))
                });
                format!("{}call {whom}({}){unwind}", self.dests(dests), args.join(", "))
            }
            InstrKind::Trap { dests, trap, args } => {
                format!("{}trap {}({})", self.dests(dests), trap.name(), self.list(args))
            }
            InstrKind::LandingPad { exception, selector, clauses, cleanup } => {
                let clauses: String = clauses.iter().map(|c| format!(" {}", self.clause(c))).collect();
                let cleanup = if *cleanup { " cleanup" } else { "" };
                format!("{}landing_pad{clauses}{cleanup}", self.dests(&[*exception, *selector]))
            }
            _ => unreachable!("`line` sends the rest elsewhere"),
        }
    }

    fn clause(&self, clause: &Clause) -> String {
        match clause {
            Clause::Catch(ty) => format!("catch {}", self.operand(*ty)),
            Clause::Filter(types) => format!("filter [{}]", self.list(types)),
        }
    }
}

fn access(order: Option<Ordering>, volatile: bool) -> String {
    let order = order.map_or(String::new(), |o| format!(" {}", lower(&o)));
    format!("{}{order}", if volatile { " volatile" } else { "" })
}

/// `UAddSat` as `u_add_sat`.
fn lower(name: &impl std::fmt::Debug) -> String {
    let mut text = String::new();
    let mut small_before = false;
    for c in format!("{name:?}").chars() {
        if c.is_uppercase() && small_before {
            text.push('_');
        }
        small_before = !c.is_uppercase();
        text.extend(c.to_lowercase());
    }
    text
}
