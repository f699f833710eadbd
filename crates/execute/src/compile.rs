//! From the representation to code for the machine.

use crate::checks::Checks;
use crate::code::{
    CONSTANT, CallCode, EdgeCode, Extra, FuncCode, Inst, NONE, Param, Program, Src, TrapCode, is_wide,
};
use crate::liveness::{self, Liveness};
use crate::needed::{kind_of_update, needed};
use crate::promote::Promotion;
use crate::residue::MOST;
use crate::value::{ALIGNED, Slot, mask};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tw_index::{BitSet, Id};
use tw_ir::{
    Body, Callee, Cast, Edge, Function, InstrKind, Module, Operand, Origin, Reg, Symbol, Type, UnaryOp,
};

/// Compiles a module; with `promote`, local variables that need no memory get none; with `leaks`, those that point to memory
/// keep it.
pub fn compile(module: &Arc<Module>, promote: bool, leaks: bool) -> Program {
    let functions = u32::try_from(module.functions.len()).expect("few functions");
    let mut global_objects = vec![0; module.globals.len()];
    let mut next = functions + 1;
    let mut number = |wanted: &dyn Fn(&tw_ir::Global) -> bool, next: &mut u32| {
        for (id, global) in module.globals.enumerate() {
            if !global.thread_local && wanted(global) {
                global_objects[id.index()] = *next;
                *next += 1;
            }
        }
    };
    number(&|g| g.constant, &mut next);
    let first_state_object = next;
    number(&|g| !g.constant, &mut next);
    let globals = (next - first_state_object) as usize;
    let thread_locals =
        module.globals.enumerate().filter(|(_, g)| g.thread_local).map(|(id, _)| id).collect();
    let undefined = module
        .globals
        .enumerate()
        .filter(|(_, g)| !g.defined)
        .map(|(id, g)| (global_objects[id.index()], g.name.clone()))
        .collect();
    let aligned = (module.globals.enumerate())
        .filter(|(_, g)| u64::from(g.align) > ALIGNED && !g.thread_local)
        .map(|(id, g)| (global_objects[id.index()], g.align.min(MOST as u32)))
        .collect();
    let main = module.globals.enumerate().find(|(_, g)| g.name == tw_ir::trap::MAIN_RECORD);
    let main_record = main.map_or(0, |(id, _)| global_objects[id.index()]);
    let mut program = Program {
        leaks,
        undefined,
        aligned,
        module: module.clone(),
        functions: Vec::new(),
        constants: vec![Slot::int(0), Slot::default()],
        zero: CONSTANT,
        pointer_bytes: module.pointer_bytes,
        main_record,
        cancels: false,
        global_objects,
        first_state_object,
        globals,
        thread_locals,
        checks: Checks::find(module),
        interesting: interesting(module),
    };
    program.cancels = crate::ahead::cancels(&program);
    let mut pool = FxHashMap::default();
    for (number, function) in module.functions.iter().enumerate() {
        let code = function.body.as_ref().map(|body| {
            // A variable that changes between `setjmp` and `longjmp` is watched: it lies in memory.
            let promotion = if promote && !body.is_jumped_to() {
                Promotion::find(body, module.pointer_bytes)
            } else {
                Promotion::none()
            };
            let liveness = liveness::analyse(body, &function.params, &promotion, leaks);
            let live = leaks.then(|| liveness::analyse(body, &function.params, &promotion, false));
            let mut compiler = Compiler {
                program: &mut program,
                pool: &mut pool,
                body,
                promotion: &promotion,
                liveness: &liveness,
                live: live.as_ref().unwrap_or(&liveness),
                needed: needed(body, &promotion),
                starts: block_starts(body),
                code: empty(function),
            };
            compiler.function(number, function);
            compiler.code
        });
        program.functions.push(code);
    }
    program
}

fn block_starts(body: &Body) -> Vec<u32> {
    let mut at = 0;
    let start = |block: &tw_ir::BasicBlock| {
        let start = at;
        at += u32::try_from(block.instrs.len()).expect("few instructions");
        start
    };
    body.blocks.iter().map(start).collect()
}

fn empty(function: &Function) -> FuncCode {
    FuncCode {
        insts: Vec::new(),
        places: Vec::new(),
        slots: 0,
        params: Vec::new(),
        variadic: function.variadic,
        runtime: function.origin == Origin::Runtime,
        atomic: function.atomic,
        live_before: Vec::new(),
        live_across: Vec::new(),
        kept_before: Vec::new(),
        kept_across: Vec::new(),
        live_slots: Vec::new(),
        edges: Vec::new(),
        calls: Vec::new(),
        traps: Vec::new(),
        decided: Vec::new(),
        extras: Vec::new(),
    }
}

/// Constants of comparisons and switches in the user's code, with their neighbours.
fn interesting(module: &Module) -> Vec<u64> {
    let mut values: Vec<u64> = vec![0, 1, 2, u64::MAX];
    let mut add = |value: u128| {
        let value = value as u64;
        values.extend([value.wrapping_sub(1), value, value.wrapping_add(1)]);
    };
    let users = module.functions.iter().filter(|f| f.origin == Origin::User);
    for instr in users.filter_map(|f| f.body.as_ref()).flat_map(|b| b.blocks.iter()).flat_map(|b| &b.instrs) {
        match &instr.kind {
            InstrKind::Compare { left, right, .. } => {
                for operand in [left, right] {
                    if let Operand::Const(_, value) = operand {
                        add(*value);
                    }
                }
            }
            InstrKind::Switch { cases, .. } => cases.iter().for_each(|(value, _)| add(*value)),
            _ => {}
        }
    }
    values.sort_unstable();
    values.dedup();
    values.truncate(200);
    values
}

struct Compiler<'a> {
    program: &'a mut Program,
    pool: &'a mut FxHashMap<(u64, u64, u32, u64), Src>,
    body: &'a Body,
    promotion: &'a Promotion,
    liveness: &'a Liveness,
    /// Without what leaks keep alive.
    live: &'a Liveness,
    needed: BitSet,
    starts: Vec<u32>,
    code: FuncCode,
}

impl Compiler<'_> {
    fn function(&mut self, number: usize, function: &Function) {
        self.code.slots = self.liveness.slots;
        self.code.params = function.params.iter().map(|r| self.dest_param(*r)).collect();
        for (b, block) in self.body.blocks.enumerate() {
            for (i, instr) in block.instrs.iter().enumerate() {
                let inst = self.instruction(&instr.kind);
                let inst = self.with_checks(inst, (number, b.index(), i));
                self.code.insts.push(inst);
                self.code.places.push((b.index() as u32, i as u32));
            }
        }
        let mut known = FxHashMap::default();
        let slots_of = |all: &[Vec<u32>]| all.iter().map(|live| self.slots_of(live)).collect::<Vec<_>>();
        let (before, across) = (slots_of(&self.live.before), slots_of(&self.live.across));
        let kept = (slots_of(&self.liveness.before), slots_of(&self.liveness.across));
        let mut place = |slots: Vec<u16>, pool: &mut Vec<u16>| {
            *known.entry(slots).or_insert_with_key(|slots| {
                let start = pool.len() as u32;
                pool.extend_from_slice(slots);
                (start, pool.len() as u32)
            })
        };
        self.code.live_before = before.into_iter().map(|s| place(s, &mut self.code.live_slots)).collect();
        self.code.live_across = across.into_iter().map(|s| place(s, &mut self.code.live_slots)).collect();
        self.code.kept_before = kept.0.into_iter().map(|s| place(s, &mut self.code.live_slots)).collect();
        self.code.kept_across = kept.1.into_iter().map(|s| place(s, &mut self.code.live_slots)).collect();
    }

    /// The instruction, noting the assertions that it decides.
    fn with_checks(&mut self, inst: Inst, (function, block, position): (usize, usize, usize)) -> Inst {
        let checks = &self.program.checks;
        if let (Inst::Call(call), Some(check)) = (inst, checks.at_call(function, block, position)) {
            self.code.calls[call as usize].check = check;
        }
        let Some(decided) = checks.at_end(function, block) else { return inst };
        let at = self.code.decided.len() as u32;
        let inst = match inst {
            Inst::Branch(cond, yes, no) => Inst::Decide(cond, yes, no, at),
            Inst::Extra(extra) => match &mut self.code.extras[extra as usize] {
                Extra::Switch { decided, .. } => {
                    *decided = at;
                    inst
                }
                _ => return inst,
            },
            _ => return inst,
        };
        self.code.decided.push(decided.to_vec());
        inst
    }

    /// The slots of a set of virtual registers, in ascending order.
    fn slots_of(&self, registers: &[u32]) -> Vec<u16> {
        let mut slots = Vec::with_capacity(registers.len());
        for register in registers {
            let slot = self.liveness.slot[*register as usize];
            let narrow = |slot: u32| u16::try_from(slot).expect("fewer than 65536 slots");
            slots.push(narrow(slot));
            if is_wide(liveness::type_of(self.body, self.promotion, *register)) {
                slots.push(narrow(slot + 1));
            }
        }
        slots.sort_unstable();
        slots
    }

    fn dest(&self, register: Reg) -> u32 {
        self.liveness.slot[register.index()]
    }

    fn dest_param(&self, register: Reg) -> Param {
        Param { slot: self.dest(register), ty: self.body.regs[register].ty }
    }

    fn variable(&self, operand: Operand) -> Option<(u32, Type)> {
        let Operand::Reg(register) = operand else { return None };
        let variable = self.promotion.variable(register)?;
        let slot = self.liveness.slot[self.body.regs.len() + variable as usize];
        Some((slot, self.promotion.variables[variable as usize].1))
    }

    fn ty(&self, operand: Operand) -> Type {
        match operand {
            Operand::Reg(register) => self.body.regs[register].ty,
            Operand::Const(ty, _) | Operand::Undef(ty) => ty,
            Operand::Address(..) => Type::Ptr,
        }
    }

    fn bits(&self, ty: Type) -> u8 {
        u8::try_from(ty.bits(self.program.pointer_bytes)).expect("at most 128 bits")
    }

    fn src(&mut self, operand: Operand) -> Src {
        let bits = self.ty(operand).bits(self.program.pointer_bytes);
        let slots = match operand {
            Operand::Reg(register) => return self.dest(register),
            Operand::Const(ty, value) if is_wide(ty) => {
                [Slot::int(value as u64), Slot::int((value >> 64) as u64)]
            }
            Operand::Const(_, value) => [Slot::int(value as u64), Slot::default()],
            Operand::Undef(ty) if is_wide(ty) => [Slot::undefined(64), Slot::undefined(bits - 64)],
            Operand::Undef(_) => [Slot::undefined(bits), Slot::default()],
            Operand::Address(symbol, offset) => {
                let object = match symbol {
                    Symbol::Function(function) => Program::function_object(function),
                    Symbol::Global(global) => self.program.global_objects[global.index()],
                };
                let offset = offset.cast_unsigned() & mask(self.program.pointer_bits());
                [Slot::address(object, offset), Slot::default()]
            }
        };
        let constants = &mut self.program.constants;
        let key =
            (slots[0].bits, slots[0].undef, slots[0].object, slots[1].bits ^ slots[1].undef.rotate_left(7));
        *self.pool.entry(key).or_insert_with(|| {
            let at = u32::try_from(constants.len()).expect("few constants");
            constants.extend(slots);
            at | CONSTANT
        })
    }

    fn extra(&mut self, extra: Extra) -> Inst {
        self.code.extras.push(extra);
        Inst::Extra(self.code.extras.len() as u32 - 1)
    }

    fn edge(&mut self, edge: &Edge) -> u32 {
        let mut copies = Vec::new();
        for (to, from) in &edge.copies {
            let (dest, source) = (self.dest(*to), self.src(*from));
            copies.push((dest, source));
            if is_wide(self.body.regs[*to].ty) {
                copies.push((dest + 1, source + 1));
            }
        }
        let overlap =
            copies.iter().enumerate().any(|(i, (to, _))| copies[i + 1..].iter().any(|(_, from)| from == to));
        self.code.edges.push(EdgeCode { pc: self.starts[edge.to.index()], copies, overlap });
        self.code.edges.len() as u32 - 1
    }

    fn instruction(&mut self, kind: &InstrKind) -> Inst {
        match kind {
            InstrKind::Unary { dest, op: UnaryOp::Copy, value } => {
                let (dest, wide) = (self.dest(*dest), is_wide(self.ty(*value)));
                let value = self.src(*value);
                if wide { Inst::CopyWide(dest, value) } else { Inst::Copy(dest, value) }
            }
            InstrKind::Unary { dest, op, value } => {
                Inst::Unary(*op, self.ty(*value), self.dest(*dest), self.src(*value))
            }
            InstrKind::Binary { dest, op, left, right, no_signed_wrap } => {
                let ty = self.ty(*left);
                let (dest, a, b) = (self.dest(*dest), self.src(*left), self.src(*right));
                match ty {
                    Type::F32 | Type::F64 | Type::F80 => Inst::FloatBinary(*op, ty, dest, a, b),
                    _ if is_wide(ty) => Inst::BinaryWide(*op, self.bits(ty), *no_signed_wrap, dest, a, b),
                    _ => Inst::Binary(*op, self.bits(ty), *no_signed_wrap, dest, a, b),
                }
            }
            InstrKind::Compare { dest, predicate, left, right } => {
                let ty = self.ty(*left);
                let (dest, a, b) = (self.dest(*dest), self.src(*left), self.src(*right));
                if is_wide(ty) {
                    Inst::CompareWide(*predicate, self.bits(ty), dest, a, b)
                } else {
                    Inst::Compare(*predicate, self.bits(ty), dest, a, b)
                }
            }
            InstrKind::FloatCompare { dest, relation, left, right } => Inst::FloatCompare(
                *relation,
                self.ty(*left),
                self.dest(*dest),
                self.src(*left),
                self.src(*right),
            ),
            InstrKind::Cast { dest, cast, value } => self.cast(*dest, *cast, *value),
            InstrKind::Select { dest, cond, yes, no } => {
                let ty = self.ty(*yes);
                let width = self.bits(ty);
                let (dest, cond, yes, no) =
                    (self.dest(*dest), self.src(*cond), self.src(*yes), self.src(*no));
                if is_wide(ty) {
                    Inst::SelectWide(width, dest, cond, yes, no)
                } else {
                    Inst::Select(width, dest, cond, yes, no)
                }
            }
            InstrKind::FusedMulAdd { dest, a, b, c } => {
                let ty = self.ty(*a);
                let (dest, a, b, c) = (self.dest(*dest), self.src(*a), self.src(*b), self.src(*c));
                self.extra(Extra::Fma { dest, a, b, c, ty })
            }
            InstrKind::PtrAdd { dest, base, index, scale, offset } => {
                let (dest, base) = (self.dest(*dest), self.src(*base));
                match index {
                    None => Inst::PtrOffset(dest, base, *offset),
                    Some(index) => {
                        let index = self.src(*index);
                        self.extra(Extra::PtrAdd { dest, base, index, scale: *scale, offset: *offset })
                    }
                }
            }
            _ => self.memory_or_control(kind),
        }
    }

    fn cast(&mut self, dest: Reg, cast: Cast, value: Operand) -> Inst {
        let (from, to) = (self.ty(value), self.body.regs[dest].ty);
        let (dest, value) = (self.dest(dest), self.src(value));
        let narrow = !is_wide(from) && !is_wide(to);
        match cast {
            Cast::Truncate if narrow => Inst::Truncate(self.bits(to), dest, value),
            Cast::ZeroExtend if narrow => Inst::Copy(dest, value),
            // The sign of a NaN may be looked at.
            Cast::Bits if narrow && !matches!(from, Type::F32 | Type::F64) => Inst::Copy(dest, value),
            Cast::SignExtend if narrow => Inst::SignExtend(self.bits(from), self.bits(to), dest, value),
            Cast::PtrToInt | Cast::IntToPtr if narrow && self.bits(from) == self.bits(to) => {
                Inst::Copy(dest, value)
            }
            _ => self.extra(Extra::Cast { dest, cast, value, from, to }),
        }
    }

    /// A promoted variable's life begins or ends.
    fn undefine(&self, slot: u32, ty: Type) -> Inst {
        let bits = u32::from(self.bits(ty));
        if is_wide(ty) { Inst::UndefineWide(slot, bits) } else { Inst::Undefine(slot, bits) }
    }

    fn memory_or_control(&mut self, kind: &InstrKind) -> Inst {
        match kind {
            InstrKind::Alloca { dest, size, count, align, .. } => {
                if let Some((slot, ty)) = self.variable(Operand::Reg(*dest)) {
                    return self.undefine(slot, ty);
                }
                let (dest, count) = (self.dest(*dest), self.src(*count));
                self.extra(Extra::Alloca { dest, size: *size, count, align: *align })
            }
            InstrKind::EndLife { object, rest } => {
                if let Some((slot, ty)) = self.variable(*object) {
                    return self.undefine(slot, ty);
                }
                let object = self.src(*object);
                self.extra(Extra::EndLife { object, rest: *rest })
            }
            InstrKind::Load { dest, address, order, .. } => {
                let ty = self.body.regs[*dest].ty;
                let dest = self.dest(*dest);
                match self.variable(*address) {
                    Some((slot, _)) if is_wide(ty) => Inst::CopyWide(dest, slot),
                    Some((slot, _)) => Inst::Copy(dest, slot),
                    None => Inst::Load(dest, self.src(*address), ty, *order),
                }
            }
            InstrKind::Store { value, address, order, volatile } => {
                let ty = self.ty(*value);
                let value = self.src(*value);
                match self.variable(*address) {
                    Some((slot, _)) if is_wide(ty) => Inst::CopyWide(slot, value),
                    Some((slot, _)) => Inst::Copy(slot, value),
                    None => Inst::Store(value, self.src(*address), ty, *order, *volatile),
                }
            }
            InstrKind::AtomicUpdate { dest, op, address, value, order } => {
                let ty = self.ty(*value);
                let commutes = if self.needed.contains(dest.index()) { 0 } else { kind_of_update(*op, ty) };
                let (dest, address, value) = (self.dest(*dest), self.src(*address), self.src(*value));
                self.extra(Extra::Update { commutes, dest, op: *op, address, value, ty, order: *order })
            }
            InstrKind::CompareExchange {
                old,
                success,
                address,
                expected,
                new,
                order,
                failure_order,
                weak,
            } => {
                let ty = self.ty(*new);
                let order = if *failure_order == tw_ir::Ordering::SeqCst { *order } else { *failure_order };
                let (old, success) = (self.dest(*old), self.dest(*success));
                let (address, expected, new) = (self.src(*address), self.src(*expected), self.src(*new));
                self.extra(Extra::Exchange { old, success, address, expected, new, ty, order, weak: *weak })
            }
            InstrKind::Fence { order } => Inst::Fence(*order),
            InstrKind::MemCopy { to, from, len, overlap } => {
                let (to, from, len) = (self.src(*to), self.src(*from), self.src(*len));
                self.extra(Extra::MemCopy { to, from, len, overlap: *overlap })
            }
            InstrKind::MemSet { to, byte, len } => {
                let (to, byte, len) = (self.src(*to), self.src(*byte), self.src(*len));
                self.extra(Extra::MemSet { to, byte, len })
            }
            InstrKind::ThreadLocal { dest, global } => {
                let position = self.program.thread_locals.iter().position(|g| g == global);
                Inst::ThreadLocal(self.dest(*dest), position.expect("the global is thread-local") as u32)
            }
            InstrKind::VaStart { list } => Inst::VaStart(self.src(*list)),
            InstrKind::Call { dests, callee, args, unwind } => {
                let (function, pointer, variadic) = match callee {
                    Callee::Direct(function) => (function.index() as u32, NONE, false),
                    Callee::Indirect { pointer, variadic } => (NONE, self.src(*pointer), *variadic),
                };
                let args = args.iter().map(|a| (self.src(*a), self.ty(*a))).collect();
                let dests = dests.iter().map(|d| self.dest_param(*d)).collect();
                let (normal, exception) = match unwind {
                    None => (NONE, NONE),
                    Some(unwind) => (self.edge(&unwind.normal), self.edge(&unwind.exception)),
                };
                self.code.calls.push(CallCode {
                    function,
                    pointer,
                    variadic,
                    args,
                    dests,
                    normal,
                    exception,
                    check: NONE,
                });
                Inst::Call(self.code.calls.len() as u32 - 1)
            }
            InstrKind::Trap { dests, trap, args } => {
                let args = args.iter().map(|a| self.src(*a)).collect();
                let dest = dests.first().map_or(NONE, |d| self.dest(*d));
                let width = dests.first().map_or(0, |d| u32::from(self.bits(self.body.regs[*d].ty)));
                self.code.traps.push(TrapCode { trap: *trap, args, dest, width });
                Inst::Trap(self.code.traps.len() as u32 - 1)
            }
            InstrKind::LandingPad { exception, selector, .. } => {
                let (exception, selector) = (self.dest(*exception), self.dest(*selector));
                self.extra(Extra::LandingPad { exception, selector })
            }
            InstrKind::Jump(edge) => Inst::Jump(self.edge(edge)),
            InstrKind::Branch { cond, yes, no } => {
                Inst::Branch(self.src(*cond), self.edge(yes), self.edge(no))
            }
            InstrKind::Switch { value, cases, default } => {
                let wide = is_wide(self.ty(*value));
                let value = self.src(*value);
                let cases = cases.iter().map(|(case, edge)| (*case, self.edge(edge))).collect();
                let default = self.edge(default);
                self.extra(Extra::Switch { value, wide, cases, default, decided: NONE })
            }
            InstrKind::Return(values) => {
                let values = values.iter().map(|v| (self.src(*v), self.ty(*v))).collect();
                self.extra(Extra::Return(values))
            }
            InstrKind::Unreachable => Inst::Unreachable,
            InstrKind::Resume { exception } => Inst::Resume(self.src(*exception)),
            InstrKind::Unsupported(text) => self.extra(Extra::Unsupported(text.clone())),
            other => unreachable!("computations are compiled elsewhere: {other:?}"),
        }
    }
}
