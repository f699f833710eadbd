//! What every module must satisfy before an engine sees it.
//!
//! The front end runs [`verify`] on its own output: a module that fails is a bug of the front end, never of
//! the program under check. All errors are reported at once.

#[cfg(test)]
mod tests;
mod typing;

use crate::instr::{Edge, Instr, InstrKind, Operand};
use crate::module::{Block, Body, Function, Global, Loc, Module, Reg, Symbol};
use std::collections::BTreeMap;
use tw_index::Id;
use typing::{edges, operands, results};

/// Checks the structure and the types of a module; each error names its function and block.
pub fn verify(module: &Module) -> Result<(), Vec<String>> {
    let mut errors = Vec::new();
    if !matches!(module.pointer_bytes, 4 | 8) {
        errors.push(format!("a pointer of {} bytes", module.pointer_bytes));
    }
    check_entry(module, &mut errors);
    for global in module.globals.iter() {
        check_global(module, global, &mut errors);
    }
    for function in module.functions.iter() {
        check_function(module, function, &mut errors);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn check_entry(module: &Module, errors: &mut Vec<String>) {
    for &f in module.constructors.iter().chain(&module.destructors).chain(&module.entry) {
        if f.index() >= module.functions.len() {
            errors.push(format!("constructor, destructor or entry {f:?} does not exist"));
        }
    }
    let entry = module.entry.filter(|f| f.index() < module.functions.len());
    if entry.is_some_and(|f| module.functions[f].body.is_none()) {
        errors.push("the entry function has no body".into());
    }
    if entry.is_some_and(|f| !module.functions[f].params.is_empty()) {
        errors.push("the entry function has parameters".into());
    }
}

fn check_global(module: &Module, global: &Global, errors: &mut Vec<String>) {
    let mut report = |what: String| errors.push(format!("global {}: {what}", global.name));
    if !global.align.is_power_of_two() {
        report(format!("an alignment of {}", global.align));
    }
    let mut free_from = 0;
    for relocation in &global.relocations {
        let start = u64::from(relocation.offset);
        let end = start + u64::from(module.pointer_bytes);
        if start < free_from {
            report(format!("relocation at {start}: not sorted, or on top of the one before"));
        }
        if end > global.bytes.len() as u64 {
            report(format!("relocation at {start}: beyond the {} bytes of content", global.bytes.len()));
        } else if global.bytes[start as usize..end as usize].iter().any(|&b| b != 0) {
            report(format!("relocation at {start}: bytes below it are not 0"));
        }
        if let Err(error) = check_symbol(module, relocation.symbol) {
            report(format!("relocation at {start}: {error}"));
        }
        free_from = end;
    }
}

/// The address of a thread-local object is not a constant, so it is no symbol either.
fn check_symbol(module: &Module, symbol: Symbol) -> Result<(), String> {
    match symbol {
        Symbol::Function(f) if f.index() >= module.functions.len() => Err(format!("no function {f:?}")),
        Symbol::Global(g) if g.index() >= module.globals.len() => Err(format!("no global {g:?}")),
        Symbol::Global(g) if module.globals[g].thread_local => {
            Err(format!("address of the thread-local {}", module.globals[g].name))
        }
        _ => Ok(()),
    }
}

fn check_function(module: &Module, function: &Function, errors: &mut Vec<String>) {
    let Some(body) = &function.body else { return };
    if body.blocks.is_empty() {
        errors.push(format!("function {}: no blocks", function.name));
        return;
    }
    let mut checker = Checker { module, function, body, place: String::new(), errors };
    checker.assignments();
    for (id, block) in body.blocks.enumerate() {
        checker.place = format!("block {} ({})", id.index(), block.name);
        checker.shape(&block.instrs);
        for instr in &block.instrs {
            checker.instr(instr);
        }
    }
    checker.landing_pads();
}

struct Checker<'a> {
    module: &'a Module,
    function: &'a Function,
    body: &'a Body,
    place: String,
    errors: &'a mut Vec<String>,
}

impl Checker<'_> {
    fn report(&mut self, what: impl AsRef<str>) {
        let place = if self.place.is_empty() { String::new() } else { format!(", {}", self.place) };
        self.errors.push(format!("function {}{place}: {}", self.function.name, what.as_ref()));
    }

    /// Exactly the last instruction is a terminator; a landing pad comes first.
    fn shape(&mut self, instrs: &[Instr]) {
        if !instrs.last().is_some_and(|i| i.kind.is_terminator()) {
            self.report("does not end with a terminator");
        }
        for (n, instr) in instrs.iter().enumerate() {
            if instr.kind.is_terminator() && n + 1 < instrs.len() {
                self.report(format!("terminator in the middle, at instruction {n}"));
            }
            if matches!(instr.kind, InstrKind::LandingPad { .. }) && n > 0 {
                self.report(format!("landing pad in the middle, at instruction {n}"));
            }
        }
    }

    fn instr(&mut self, instr: &Instr) {
        if let Some(Loc { file, .. }) = instr.loc
            && file.index() >= self.module.files.len()
        {
            self.report(format!("no file {file:?}"));
        }
        let before = self.errors.len();
        for operand in operands(&instr.kind) {
            self.operand(operand);
        }
        for edge in edges(&instr.kind) {
            self.edge(edge);
        }
        for reg in results(&instr.kind) {
            self.register(reg);
        }
        // The rules of types only make sense where all parts exist.
        if self.errors.len() == before
            && let Err(error) = self.types(&instr.kind)
        {
            self.report(format!(
                "{error} in {}",
                crate::print::one_line(self.module, self.body, &instr.kind)
            ));
        }
    }

    fn register(&mut self, reg: Reg) {
        if reg.index() >= self.body.regs.len() {
            self.report(format!("no register {}", reg.index()));
        }
    }

    fn operand(&mut self, operand: Operand) {
        match operand {
            Operand::Reg(reg) => self.register(reg),
            Operand::Address(symbol, _) => {
                if let Err(error) = check_symbol(self.module, symbol) {
                    self.report(error);
                }
            }
            Operand::Const(ty, bits) => {
                let width = ty.bits(self.module.pointer_bytes);
                if width == 0 || width > 128 {
                    self.report(format!("a constant of {width} bits"));
                } else if width < 128 && bits >> width != 0 {
                    self.report(format!("the constant {bits} does not fit into {width} bits"));
                }
            }
            Operand::Undef(_) => {}
        }
    }

    fn edge(&mut self, edge: &Edge) {
        if edge.to.index() >= self.body.blocks.len() {
            self.report(format!("edge to block {}, which does not exist", edge.to.index()));
        } else if edge.to.index() == 0 && !edge.copies.is_empty() {
            self.report("the entry block has no parameters");
        }
    }

    /// Each register has one place of assignment: a parameter, one instruction, or all edges to one block.
    fn assignments(&mut self) {
        let mut places: Vec<Vec<String>> = vec![Vec::new(); self.body.regs.len()];
        let mut note = |reg: Reg, place: String| {
            if let Some(list) = places.get_mut(reg.index())
                && !list.contains(&place)
            {
                list.push(place);
            }
        };
        for (n, &reg) in self.function.params.iter().enumerate() {
            note(reg, format!("parameter {n}"));
        }
        for (id, block) in self.body.blocks.enumerate() {
            for (n, instr) in block.instrs.iter().enumerate() {
                for reg in results(&instr.kind) {
                    note(reg, format!("instruction {n} of block {}", id.index()));
                }
                for edge in edges(&instr.kind) {
                    for &(reg, _) in &edge.copies {
                        note(reg, format!("edges to block {}", edge.to.index()));
                    }
                }
            }
        }
        for &reg in &self.function.params {
            self.register(reg);
        }
        self.report_assignments(&places);
        self.parallel_copies();
    }

    fn report_assignments(&mut self, places: &[Vec<String>]) {
        let mut read = vec![false; self.body.regs.len()];
        for block in self.body.blocks.iter() {
            for operand in block.instrs.iter().flat_map(|i| operands(&i.kind)) {
                if let Operand::Reg(reg) = operand
                    && let Some(flag) = read.get_mut(reg.index())
                {
                    *flag = true;
                }
            }
        }
        for (reg, assigned) in places.iter().enumerate() {
            let name = crate::print::register(self.body, Reg::from_index(reg));
            if assigned.len() > 1 {
                self.report(format!("{name} is assigned at several places: {}", assigned.join(", ")));
            } else if assigned.is_empty() && read[reg] {
                self.report(format!("{name} is read but never assigned"));
            }
            let width = self.body.regs[Reg::from_index(reg)].ty.bits(8);
            if width == 0 || width > 128 {
                self.report(format!("{name} has {width} bits"));
            }
        }
    }

    /// All edges to one block assign the same registers, each once.
    fn parallel_copies(&mut self) {
        let mut expected: BTreeMap<Block, Vec<Reg>> = BTreeMap::new();
        for (id, block) in self.body.blocks.enumerate() {
            self.place = format!("block {} ({})", id.index(), block.name);
            for edge in block.instrs.iter().flat_map(|i| edges(&i.kind)) {
                let mut regs: Vec<Reg> = edge.copies.iter().map(|&(reg, _)| reg).collect();
                regs.sort_unstable();
                if regs.windows(2).any(|w| w[0] == w[1]) {
                    self.report(format!("the edge to block {} assigns a register twice", edge.to.index()));
                }
                if *expected.entry(edge.to).or_insert_with(|| regs.clone()) != regs {
                    self.report(format!("edges to block {} assign different registers", edge.to.index()));
                }
            }
        }
        self.place.clear();
    }

    /// Landing pads are exactly the blocks that exceptions lead to.
    fn landing_pads(&mut self) {
        let is_pad = |body: &Body, to: Block| {
            to.index() < body.blocks.len()
                && matches!(
                    body.blocks[to].instrs.first(),
                    Some(Instr { kind: InstrKind::LandingPad { .. }, .. })
                )
        };
        for (id, block) in self.body.blocks.enumerate() {
            self.place = format!("block {} ({})", id.index(), block.name);
            for instr in &block.instrs {
                let exception = match &instr.kind {
                    InstrKind::Call { unwind: Some(unwind), .. } => Some(&unwind.exception),
                    _ => None,
                };
                for edge in edges(&instr.kind) {
                    let unwinding = exception.is_some_and(|e| std::ptr::eq(e, edge));
                    if unwinding && !is_pad(self.body, edge.to) {
                        self.report("an exception leads to a block that does not start with a landing pad");
                    } else if !unwinding && is_pad(self.body, edge.to) {
                        self.report("a jump leads to a landing pad");
                    }
                }
            }
        }
    }
}
