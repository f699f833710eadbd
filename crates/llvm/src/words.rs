//! Integers wider than a pointer that stand for several words, as optimisers make them to copy structures.
//!
//! Such an integer is read word by word: its words may be pointers, and a part of a pointer cannot be read.

use crate::constant::int_bits;
use crate::ffi::Value;
use crate::function::FunctionLowerer;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use tw_ir::{InstrKind, Operand, Type};

/// Larger objects are copied as any others, volatile or not.
const LARGEST_VOLATILE: u64 = 256;

impl FunctionLowerer<'_, '_> {
    /// A copy of a volatile object, by volatile accesses to its words. Says whether it was one.
    pub(crate) fn volatile_copy(&mut self, args: &[Value], to: Operand, from: Operand) -> bool {
        let Some(words) = self.volatile_words(args) else { return false };
        for (offset, bytes) in words {
            let dest = self.new_reg(Type::Int(8 * bytes));
            let address = self.ptr_add(from, offset);
            self.emit(InstrKind::Load { dest, address, order: None, volatile: true });
            let address = self.ptr_add(to, offset);
            self.emit(InstrKind::Store { value: Operand::Reg(dest), address, order: None, volatile: true });
        }
        true
    }

    /// A volatile object is filled, by volatile accesses to its words. Says whether it was one.
    pub(crate) fn volatile_fill(&mut self, args: &[Value], to: Operand, byte: Operand) -> bool {
        let (Some(words), Operand::Const(_, byte)) = (self.volatile_words(args), byte) else { return false };
        for (offset, bytes) in words {
            let bits = (0..bytes).fold(0, |bits, _| bits << 8 | byte & 0xff);
            let address = self.ptr_add(to, offset);
            let value = Operand::Const(Type::Int(8 * bytes), bits);
            self.emit(InstrKind::Store { value, address, order: None, volatile: true });
        }
        true
    }

    /// The words of a volatile object of known size that an intrinsic copies or fills: offset and bytes.
    fn volatile_words(&self, args: &[Value]) -> Option<Vec<(i64, u8)>> {
        let number = |value: Value| {
            let constant = value.kind() == LLVMValueKind::LLVMConstantIntValueKind;
            constant.then(|| int_bits(value)).and_then(|bits| u64::try_from(bits).ok())
        };
        let volatile = args.get(3).copied().and_then(number) == Some(1);
        let size =
            args.get(2).copied().and_then(number).filter(|size| volatile && *size <= LARGEST_VOLATILE)?;
        let word = u64::from(self.module.layout.pointer_bytes);
        let (mut words, mut at) = (Vec::new(), 0);
        while at < size {
            let fits = |bytes: &u64| at.is_multiple_of(*bytes) && at + bytes <= size;
            let bytes = [word, 4, 2, 1].into_iter().find(fits)?;
            words.push((at.cast_signed(), bytes as u8));
            at += bytes;
        }
        Some(words)
    }

    /// Whether a load is an integer wider than a pointer that is only stored again or cut into words: it is
    /// read word by word, since its words may be pointers.
    pub(crate) fn is_wide_copy(&self, value: Value) -> bool {
        let word = 8 * self.module.layout.pointer_bytes;
        let ty = value.ty();
        ty.kind() == LLVMTypeKind::LLVMIntegerTypeKind
            && ty.int_width() > word
            && ty.int_width().is_multiple_of(word)
            && value.order().is_none()
            && !value.is_volatile()
            && value.users().into_iter().all(|user| self.takes_words(user, value, true))
    }

    /// Whether an instruction can work on the words of a wide integer.
    fn takes_words(&self, user: Value, value: Value, may_shift: bool) -> bool {
        let word = 8 * self.module.layout.pointer_bytes;
        if !user.is_instruction() {
            return false;
        }
        match user.opcode() {
            LLVMOpcode::LLVMStore => {
                user.operand(0) == value
                    && user.operand(1) != value
                    && user.order().is_none()
                    && !user.is_volatile()
            }
            LLVMOpcode::LLVMTrunc => user.ty().int_width() <= word,
            LLVMOpcode::LLVMLShr if may_shift && user.operand(0) == value => {
                word_shift(user, word).is_some()
                    && user.users().into_iter().all(|next| self.takes_words(next, user, false))
            }
            _ => false,
        }
    }

    /// `trunc` and `lshr` of an integer that was read word by word.
    pub(crate) fn cut_words(&mut self, value: Value) -> bool {
        let opcode = value.opcode();
        if !matches!(opcode, LLVMOpcode::LLVMTrunc | LLVMOpcode::LLVMLShr) {
            return false;
        }
        let Some(words) = self.wide_copies.get(&value.operand(0)).cloned() else { return false };
        if opcode == LLVMOpcode::LLVMTrunc {
            let Ok(ty) = self.module.layout.scalar(value.ty()) else { return false };
            let low = self.resize(words[0], ty, false);
            self.bind_named(value, vec![low]);
        } else {
            let word = self.module.layout.pointer_int();
            let skipped = word_shift(value, 8 * self.module.layout.pointer_bytes).unwrap_or(0);
            let zeros = std::iter::repeat_n(Operand::Const(word, 0), skipped);
            let shifted = words.iter().copied().skip(skipped).chain(zeros).take(words.len()).collect();
            self.wide_copies.insert(value, shifted);
        }
        true
    }

    pub(crate) fn load_in_words(&mut self, value: Value, address: Operand) {
        let word = self.module.layout.pointer_int();
        let bytes = self.module.layout.pointer_bytes;
        let mut words = Vec::new();
        for number in 0..value.ty().int_width() / (8 * bytes) {
            let address = self.ptr_add(address, i64::from(number * bytes));
            let dest = self.new_reg(word);
            self.emit(InstrKind::Load { dest, address, order: None, volatile: false });
            words.push(Operand::Reg(dest));
        }
        self.wide_copies.insert(value, words);
    }

    pub(crate) fn store_words(&mut self, words: Vec<Operand>, address: Operand) {
        let bytes = i64::from(self.module.layout.pointer_bytes);
        for (number, value) in (0i64..).zip(words) {
            let address = self.ptr_add(address, number * bytes);
            self.emit(InstrKind::Store { value, address, order: None, volatile: false });
        }
    }
}

/// By how many words a constant shift goes, if it is by whole words.
fn word_shift(shift: Value, word: u32) -> Option<usize> {
    let amount = shift.operand(1);
    if amount.kind() != LLVMValueKind::LLVMConstantIntValueKind {
        return None;
    }
    let (bits, word) = (int_bits(amount), u128::from(word));
    if bits % word == 0 { usize::try_from(bits / word).ok() } else { None }
}
