//! Calls: of functions, of machine services, through pointers; inline assembly.

use crate::ffi::{BlockRef, Ty, Value};
use crate::function::FunctionLowerer;
use crate::instruction::Flow;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use tw_ir::{
    Callee, Cast, Edge, FuncId, InstrKind, Operand, Ordering, Reg, Symbol, TRAPS, Trap, Type, Unwind,
};

impl FunctionLowerer<'_, '_> {
    /// Lowers `call` and `invoke`.
    pub(crate) fn call(&mut self, value: Value) -> Result<Flow, String> {
        let callee = value.called_value();
        let name = callee.name();
        let is_function = callee.kind() == LLVMValueKind::LLVMFunctionValueKind;
        if callee.kind() == LLVMValueKind::LLVMInlineAsmValueKind {
            self.inline_assembly(value, callee)?;
        } else if is_function && name.starts_with("llvm.") {
            self.intrinsic(value, &name)?;
        } else if let Some(trap) = Trap::by_name(&name).filter(|_| is_function && callee.is_declaration()) {
            self.trap(value, trap, &name)?;
        } else if self.block_boundary(value)? {
            return Ok(Flow::Next);
        } else if let Some(after) = self.guard_arm(value)? {
            self.ordinary_call(value, callee)?;
            self.emit(InstrKind::Jump(Edge { to: after, copies: Vec::new() }));
            self.switch_to(after);
        } else {
            return self.ordinary_call(value, callee);
        }
        if value.opcode() == LLVMOpcode::LLVMInvoke {
            let from = BlockRef(unsafe { LLVMGetInstructionParent(value.0) });
            let normal = BlockRef(unsafe { LLVMGetNormalDest(value.0) });
            let edge = self.edge(from, normal)?;
            self.emit(InstrKind::Jump(edge));
            return Ok(Flow::Ended);
        }
        Ok(Flow::Next)
    }

    fn ordinary_call(&mut self, value: Value, callee: Value) -> Result<Flow, String> {
        let ty = value.called_type();
        let mut args = Vec::new();
        for (position, arg) in (0u32..).zip(value.args()) {
            let additional = position >= ty.param_count();
            if let Some(copied) = value.arg_type_attribute(position, self.module.byval) {
                args.extend(self.argument_by_value(value, position, arg, copied, additional)?);
            } else if additional {
                args.extend(self.additional_argument(arg)?);
            } else {
                args.extend(self.operands(arg)?);
            }
        }
        let target = self.one(callee)?;
        let callee = match target {
            Operand::Address(Symbol::Function(function), 0)
                if callee.kind() == LLVMValueKind::LLVMFunctionValueKind && callee.value_type() == ty =>
            {
                Callee::Direct(function)
            }
            _ => Callee::Indirect { pointer: target, variadic: ty.is_variadic() },
        };
        if let (
            Callee::Indirect { pointer: Operand::Address(Symbol::Function(function), 0), .. },
            LLVMOpcode::LLVMCall,
        ) = (callee, value.opcode())
            && let Some((args, results)) = self.adapted(function, &args)
        {
            return self.adapted_call(value, function, args, results);
        }
        let dests = self.define(value)?;
        let mut unwind = None;
        if value.opcode() == LLVMOpcode::LLVMInvoke {
            let from = BlockRef(unsafe { LLVMGetInstructionParent(value.0) });
            let normal = self.edge(from, BlockRef(unsafe { LLVMGetNormalDest(value.0) }))?;
            let exception = self.edge(from, BlockRef(unsafe { LLVMGetUnwindDest(value.0) }))?;
            unwind = Some(Unwind { normal, exception });
        }
        let flow = if unwind.is_some() { Flow::Ended } else { Flow::Next };
        self.emit(InstrKind::Call { dests, callee, args, unwind });
        Ok(flow)
    }

    /// Arguments for a function that was declared in another way than it is defined (implicit declarations,
    /// `int` for `_Bool`): integers are brought to the width of the parameters, as registers would.
    fn adapted(&mut self, function: FuncId, args: &[Operand]) -> Option<(Vec<Operand>, Vec<Type>)> {
        let (_, params, variadic) = self.module.signature(function)?;
        let fits = |from: Type, to: Type| {
            let plain = |t: Type| matches!(t, Type::Int(_) | Type::Ptr);
            from == to || (plain(from) && plain(to))
        };
        if !params.iter().zip(args).all(|(param, arg)| fits(self.type_of(*arg), *param)) {
            return None;
        }
        let mut adapted = Vec::new();
        for (position, param) in params.iter().enumerate() {
            adapted.push(match args.get(position) {
                Some(arg) => self.convert(*arg, *param),
                None => Operand::Undef(*param),
            });
        }
        if variadic {
            adapted.extend(args.iter().skip(params.len()));
        }
        let (results, ..) = self.module.signature(function)?;
        Some((adapted, results))
    }

    fn adapted_call(
        &mut self,
        value: Value,
        function: FuncId,
        args: Vec<Operand>,
        results: Vec<Type>,
    ) -> Result<Flow, String> {
        let dests: Vec<Reg> = results.iter().map(|ty| self.new_reg(*ty)).collect();
        let wanted = self.leaf_types(value.ty())?;
        let callee = Callee::Direct(function);
        self.emit(InstrKind::Call { dests: dests.clone(), callee, args, unwind: None });
        let mut converted = Vec::new();
        for (position, ty) in wanted.into_iter().enumerate() {
            converted.push(match dests.get(position) {
                Some(reg) if self.body.regs[*reg].ty == ty => Operand::Reg(*reg),
                Some(reg)
                    if matches!(
                        (self.body.regs[*reg].ty, ty),
                        (Type::Int(_) | Type::Ptr, Type::Int(_) | Type::Ptr)
                    ) =>
                {
                    self.convert(Operand::Reg(*reg), ty)
                }
                _ => Operand::Undef(ty),
            });
        }
        self.bind_named(value, converted);
        Ok(Flow::Next)
    }

    /// An integer or pointer as another type of this kind.
    fn convert(&mut self, operand: Operand, ty: Type) -> Operand {
        let from = self.type_of(operand);
        match (from, ty) {
            _ if from == ty => operand,
            (Type::Ptr, _) => self.cast(Cast::PtrToInt, ty, operand),
            (_, Type::Ptr) => {
                let int = self.resize(operand, self.module.layout.pointer_int(), true);
                self.cast(Cast::IntToPtr, Type::Ptr, int)
            }
            _ => self.resize(operand, ty, from != Type::Int(1)),
        }
    }

    /// `byval`: the callee gets a copy. As an additional argument the bytes themselves are passed.
    fn argument_by_value(
        &mut self,
        call: Value,
        position: u32,
        arg: Value,
        ty: Ty,
        additional: bool,
    ) -> Result<Vec<Operand>, String> {
        let from = self.one(arg)?;
        let size = self.module.layout.size(ty);
        let align = unsafe {
            let attribute =
                LLVMGetCallSiteEnumAttribute(call.0, position + 1, crate::ffi::attribute_kind("align"));
            if attribute.is_null() { 0 } else { LLVMGetEnumAttributeValue(attribute) }
        };
        let align = u32::try_from(align).unwrap_or(1).max(self.module.layout.align(ty));
        if additional {
            return Ok(self.chunks(from, size, align));
        }
        let to = self.temporary(size, align);
        let len = Operand::Const(self.module.layout.pointer_int(), u128::from(size));
        self.emit(InstrKind::MemCopy { to, from, len, overlap: true });
        Ok(vec![to])
    }

    /// An argument behind the declared ones: in memory it must lie as the ABI says.
    fn additional_argument(&mut self, arg: Value) -> Result<Vec<Operand>, String> {
        let operands = self.operands(arg)?;
        let ty = arg.ty();
        let narrow = self.module.layout.pointer_bytes == 4;
        if !(ty.is_vector() || narrow && ty.kind() == LLVMTypeKind::LLVMX86_FP80TypeKind) {
            return Ok(operands);
        }
        let (size, align) = (self.module.layout.size(ty), self.module.layout.align(ty));
        let place = self.temporary(size, align);
        self.store(ty, operands, place, None, false)?;
        Ok(self.chunks(place, if narrow { size.min(12) } else { size }, align))
    }

    /// Memory as scalars that take the same room as additional arguments.
    fn chunks(&mut self, from: Operand, size: u64, align: u32) -> Vec<Operand> {
        let word = u64::from(self.module.layout.pointer_bytes);
        let mut chunks = Vec::new();
        let mut offset = 0;
        while offset < size {
            let wide = word == 8 && align >= 16 && size - offset >= 16;
            let bytes = if wide { 16 } else { word.min(size - offset) };
            let dest = self.new_reg(Type::Int(u8::try_from(8 * bytes).unwrap_or(64)));
            let address = self.ptr_add(from, offset.cast_signed());
            self.emit(InstrKind::Load { dest, address, order: None, volatile: false });
            chunks.push(Operand::Reg(dest));
            offset += bytes;
        }
        chunks
    }

    fn trap(&mut self, value: Value, trap: Trap, name: &str) -> Result<(), String> {
        let mut args = Vec::new();
        for arg in value.args() {
            args.extend(self.operands(arg)?);
        }
        let expected =
            TRAPS.iter().find(|(_, t, ..)| *t == trap).map(|(_, _, args, result)| (*args, *result));
        let dests = self.define(value)?;
        if expected.is_some_and(|(count, result)| count != args.len() || (!result && !dests.is_empty())) {
            return Err(format!("a call of {name} with a wrong type"));
        }
        self.emit(InstrKind::Trap { dests, trap, args });
        Ok(())
    }

    /// Compiler barriers do nothing, hardware fences are fences; the rest is not understood.
    fn inline_assembly(&mut self, value: Value, callee: Value) -> Result<(), String> {
        let text = |get: unsafe extern "C" fn(_, *mut usize) -> *const std::ffi::c_char| unsafe {
            let mut len = 0;
            let start = get(callee.0, &mut len);
            if start.is_null() {
                return String::new();
            }
            String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), len)).into_owned()
        };
        let code = text(LLVMGetInlineAsmAsmString);
        let constraints = text(LLVMGetInlineAsmConstraintString);
        let statements: Vec<String> = code
            .split(['\n', ';'])
            .map(|s| s.split('#').next().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|s| !s.is_empty())
            .collect();
        let words: Vec<&str> = statements.iter().map(String::as_str).collect();
        let nothing = |s: &&str| matches!(*s, "pause" | "rep nop" | "rep" | "nop" | "yield");
        let fence = |s: &&str| {
            matches!(*s, "mfence" | "lfence" | "sfence" | "lock")
                || [
                    "lock addl $$0",
                    "addl $$0",
                    "lock orl $$0",
                    "orl $$0",
                    "lock orq $$0",
                    "lock addq $$0",
                    "addq $$0",
                ]
                .iter()
                .any(|p| s.starts_with(p))
        };
        let has_result = value.ty().kind() != LLVMTypeKind::LLVMVoidTypeKind;
        if words.iter().all(nothing) {
            if has_result {
                let tied = self.tied_results(value, &constraints);
                let result = tied.ok_or_else(|| format!("inline assembly \"{code}\" with results"))?;
                self.bind_named(value, result);
            }
            return Ok(());
        }
        if !has_result && words.iter().all(|s| fence(s) || nothing(s)) {
            self.emit(InstrKind::Fence { order: Ordering::SeqCst });
            return Ok(());
        }
        Err(format!("inline assembly \"{}\"", code.replace('\n', "; ")))
    }

    /// Results of empty assembly whose outputs are tied to inputs: `"+r"(x)`.
    fn tied_results(&mut self, value: Value, constraints: &str) -> Option<Vec<Operand>> {
        let (mut outputs, mut inputs) = (0, Vec::new());
        for constraint in constraints.split(',') {
            if let Some(output) = constraint.strip_prefix('=') {
                if !output.starts_with('*') {
                    outputs += 1;
                } else {
                    return None;
                }
            } else if !constraint.starts_with('~') {
                inputs.push(constraint.parse::<usize>().ok());
            }
        }
        let args = value.args();
        let mut results = Vec::new();
        for output in 0..outputs {
            let position = inputs.iter().position(|tied| *tied == Some(output))?;
            results.extend(self.operands(*args.get(position)?).ok()?);
        }
        let types = self.leaf_types(value.ty()).ok()?;
        let same =
            types.len() == results.len() && results.iter().zip(&types).all(|(o, t)| self.type_of(*o) == *t);
        same.then_some(results)
    }
}
