//! Source names of memory: `counter`, `queue.items[2]`, `head->next`, `heap#3+8`.

use crate::access::Touch;
use crate::memory::Kind;
use crate::state::{Event, State};
use crate::value::{ObjectId, Value, signed};
use tw_index::Id;
use tw_ir::{Cast, DebugTypeId, DebugTypes, InstrKind, Operand, Reg, Shape, Trap, Type, UnaryOp};
use tw_verdict::Access;

/// Longer expressions say less than the number of the object.
const LONGEST: usize = 40;

/// The source expression whose value a register holds, give or take an offset.
#[derive(Clone, Debug)]
pub struct Via {
    name: String,
    pointee: Option<DebugTypeId>,
    base: Value,
}

/// Names of typedefs and qualifiers taken away.
pub fn resolve(types: &DebugTypes, mut id: DebugTypeId) -> Option<DebugTypeId> {
    for _ in 0..32 {
        match types.as_slice().get(id.index())?.shape {
            Shape::Alias(of) => id = of,
            _ => return Some(id),
        }
    }
    None
}

/// What a pointer of this type points to.
fn pointee(types: &DebugTypes, pointer: DebugTypeId) -> Option<DebugTypeId> {
    match types[resolve(types, pointer)?].shape {
        Shape::Pointer(to) => to,
        _ => None,
    }
}

/// The path from a value of a type to the bytes within it, and the type found there if it fits.
/// With `len` 0 the largest part that starts there is meant.
fn path(types: &DebugTypes, ty: DebugTypeId, offset: u64, len: u64) -> (String, Option<DebugTypeId>) {
    let rest = |offset: u64| if offset == 0 { String::new() } else { format!("+{offset}") };
    let Some(id) = resolve(types, ty) else { return (rest(offset), None) };
    let whole = &types[id];
    // An access to a record with one field is one to the field.
    let only_field = matches!(&whole.shape, Shape::Record(fields) if fields.len() == 1);
    if offset == 0 && (len == 0 || (len == whole.size && !only_field)) {
        return (String::new(), Some(ty));
    }
    match &whole.shape {
        Shape::Record(fields) => {
            let mut found = None;
            for field in fields {
                let (start, end) = (field.bit_offset / 8, (field.bit_offset + field.bit_size).div_ceil(8));
                if offset < start || offset + len.max(1) > end {
                    continue;
                }
                let (inner, leaf) = path(types, field.ty, offset - start, len);
                let dot = if field.name.is_empty() { "" } else { "." };
                let exact = leaf.is_some();
                if exact || found.is_none() {
                    found = Some((format!("{dot}{}{inner}", field.name), leaf));
                }
                if exact {
                    break;
                }
            }
            found.unwrap_or((rest(offset), None))
        }
        Shape::Array { element, .. } => {
            let size = resolve(types, *element).map_or(0, |id| types[id].size);
            if size == 0 || offset % size + len > size {
                return (rest(offset), None);
            }
            let (inner, leaf) = path(types, *element, offset % size, len);
            (format!("[{}]{inner}", offset / size), leaf)
        }
        _ => (rest(offset), None),
    }
}

impl State<'_> {
    /// The declared type of an object, or the one that a pointer to it had.
    fn object_type(&self, id: ObjectId) -> Option<DebugTypeId> {
        match self.memory.get(id).kind {
            Kind::Global(g) | Kind::ThreadLocal(g, _) => self.module.globals[g].variable.as_ref()?.ty,
            Kind::Local(f, variable) => {
                self.module.functions[f].body.as_ref()?.variables.get(variable? as usize)?.ty
            }
            _ => None,
        }
    }

    /// The name of an object.
    pub fn object_name(&self, id: ObjectId) -> String {
        match self.memory.get(id).kind {
            Kind::Function(f) => self.module.functions[f].display.clone(),
            Kind::Global(g) | Kind::ThreadLocal(g, _) => {
                let global = &self.module.globals[g];
                global.variable.as_ref().map_or(&global.name, |v| &v.name).clone()
            }
            Kind::Local(f, variable) => {
                let body = self.module.functions[f].body.as_ref();
                let found = body.and_then(|b| b.variables.get(variable? as usize));
                let unnamed = || format!("a temporary of {}", self.module.functions[f].display);
                found.map_or_else(unnamed, |v| v.name.clone())
            }
            Kind::Heap(n) => format!("heap#{n}"),
            Kind::Library => format!("library#{}", id.index()),
            Kind::Arguments => "variadic arguments".into(),
        }
    }

    fn is_anonymous(&self, id: ObjectId) -> bool {
        matches!(self.memory.get(id).kind, Kind::Heap(_) | Kind::Library)
    }

    /// The name of bytes of an object, with the type found there.
    fn place(&self, id: ObjectId, offset: u64, len: u64) -> (String, Option<DebugTypeId>) {
        let name = self.object_name(id);
        let types = &self.module.types;
        if let Some(ty) = self.object_type(id) {
            let (path, leaf) = path(types, ty, offset, len);
            return (name + &path, leaf);
        }
        if let Some(ty) = self.memory.get(id).shape
            && let Some((path, leaf)) = self.element(id, ty, i128::from(offset), len)
        {
            return (name + &path, leaf);
        }
        (if offset == 0 { name } else { format!("{name}+{offset}") }, None)
    }

    /// The path to bytes that lie behind a pointer to `ty`: an index where there is more than one element.
    fn element(
        &self,
        id: ObjectId,
        ty: DebugTypeId,
        offset: i128,
        len: u64,
    ) -> Option<(String, Option<DebugTypeId>)> {
        let types = &self.module.types;
        let size = types[resolve(types, ty)?].size;
        if size == 0 {
            return None;
        }
        let (index, inside) = (offset.div_euclid(size.into()), offset.rem_euclid(size.into()) as u64);
        let (inner, leaf) = path(types, ty, inside, len);
        // Behind a pointer to a record there may be a derived one just as well as an array.
        let record = matches!(types[resolve(types, ty)?].shape, Shape::Record(_));
        let several = index != 0 || (!record && self.memory.get(id).size() >= 2 * size);
        Some((if several { format!("[{index}]{inner}") } else { inner }, leaf))
    }

    /// The name of bytes of an object.
    pub fn place_name(&self, id: ObjectId, offset: u64, len: u64) -> String {
        self.place(id, offset, len).0
    }

    /// The name of a lock.
    pub fn lock_name(&self, lock: Value) -> String {
        match lock.object {
            Some(id) => self.place_name(id, lock.bits as u64, 0),
            None => format!("{:#x}", lock.bits),
        }
    }

    /// The name of bytes as the source reaches them, with the type found there.
    fn access_name(
        &self,
        thread: u32,
        address: Operand,
        (id, offset): (ObjectId, u64),
        len: u64,
    ) -> (String, Option<DebugTypeId>) {
        if !self.is_anonymous(id) {
            return self.place(id, offset, len);
        }
        let via = match address {
            Operand::Reg(reg) => self.thread(thread).frames.last().and_then(|f| f.via.get(&reg)),
            _ => None,
        };
        let Some(Via { name, pointee: Some(ty), base }) = via.filter(|via| via.base.object == Some(id))
        else {
            return self.place(id, offset, len);
        };
        let distance = i128::from(offset) - signed(base.bits, self.word());
        match self.element(id, *ty, distance, len) {
            Some((inner, leaf)) => {
                let text = match inner.chars().next() {
                    None => format!("*{name}"),
                    Some('.') => format!("{name}->{}", &inner[1..]),
                    _ => format!("{name}{inner}"),
                };
                if text.len() > LONGEST { self.place(id, offset, len) } else { (text, leaf) }
            }
            None => self.place(id, offset, len),
        }
    }

    /// The name of what an instruction is about to touch.
    pub fn touch_name(&self, thread: u32, touch: Touch) -> String {
        let address = match self.instr(thread).map(|i| &i.kind) {
            Ok(
                InstrKind::Load { address, .. }
                | InstrKind::Store { address, .. }
                | InstrKind::AtomicUpdate { address, .. }
                | InstrKind::CompareExchange { address, .. },
            ) => Some(*address),
            _ => None,
        };
        let freed = matches!(
            self.instr(thread).map(|i| &i.kind),
            Ok(InstrKind::Trap { trap: Trap::Free | Trap::Family, .. })
        );
        match address {
            _ if freed => self.object_name(touch.object),
            Some(address) => self.access_name(thread, address, (touch.object, touch.offset), touch.len).0,
            None => self.place_name(touch.object, touch.offset, touch.len),
        }
    }

    /// Records a read or write of user code.
    pub fn record(
        &mut self,
        thread: u32,
        address: Operand,
        at: (ObjectId, u64),
        ty: Type,
        value: Value,
        write: bool,
    ) {
        if !self.tells || !self.in_user_code(thread) {
            return;
        }
        let len = u64::from(ty.bytes(self.module.pointer_bytes));
        let (name, leaf) = self.access_name(thread, address, at, len);
        if let Some(id) =
            value.object.filter(|&id| value.bits == 0 && value.part.is_none() && self.is_anonymous(id))
        {
            let shape = leaf.and_then(|leaf| pointee(&self.module.types, leaf));
            let object = self.memory.get_mut(id);
            object.shape = object.shape.or(shape);
        }
        let shared = self.memory.get(at.0).shared;
        if !(shared || (write && self.worth_showing(thread, at.0))) {
            return;
        }
        let value = self.show(ty, leaf, value);
        self.events.push(Event::Access(access(name, shared, write, value)));
    }

    fn is_of_runtime(&self, id: ObjectId) -> bool {
        match self.memory.get(id).kind {
            Kind::Global(global) => self.module.globals[global].origin == tw_ir::Origin::Runtime,
            Kind::Local(function, _) => self.module.functions[function].origin == tw_ir::Origin::Runtime,
            _ => false,
        }
    }

    /// Whether a reader wants to see what happens in an object that only one thread knows: only in the code that
    /// the row is about, and not for temporaries of the compiler.
    fn worth_showing(&self, thread: u32, id: ObjectId) -> bool {
        let own = |serial: u64| self.thread(thread).top().is_ok_and(|top| top.serial == serial);
        let named = !matches!(self.memory.get(id).kind, Kind::Local(_, None) | Kind::Library);
        named && self.user_frame(thread).is_some_and(|frame| own(frame.serial))
    }

    /// Records that a range of bytes is read or written, in user code or for it.
    pub fn record_block(&mut self, thread: u32, (id, offset): (ObjectId, u64), len: u64, write: bool) {
        if self.tells && (self.in_user_code(thread) || !matches!(self.memory.get(id).kind, Kind::Library)) {
            let name = self.place_name(id, offset, len);
            let shared = self.memory.get(id).shared;
            if self.is_of_runtime(id) || !(shared || (write && self.worth_showing(thread, id))) {
                return;
            }
            self.events.push(Event::Access(access(name, shared, write, String::new())));
        }
    }

    /// A loaded pointer has a source expression: the place where it was.
    pub fn remember_load(
        &mut self,
        thread: u32,
        dest: Reg,
        address: Operand,
        at: (ObjectId, u64),
        value: Value,
    ) {
        if !self.tells || value.object.is_none() || value.part.is_some() || !self.in_user_code(thread) {
            return;
        }
        let (name, leaf) = self.access_name(thread, address, at, u64::from(self.module.pointer_bytes));
        let pointee = leaf.and_then(|leaf| pointee(&self.module.types, leaf));
        self.top_mut(thread).via.insert(dest, Via { name, pointee, base: value });
    }

    /// A register gets what another one held.
    pub fn inherit(&mut self, thread: u32, dest: Reg, from: Operand) {
        if self.tells
            && let Operand::Reg(from) = from
            && let Some(via) = self.thread(thread).top().ok().and_then(|frame| frame.via.get(&from).cloned())
        {
            self.top_mut(thread).via.insert(dest, via);
        }
    }

    /// Pointer arithmetic and casts keep the source expression.
    pub fn trace_pointer(&mut self, thread: u32, kind: &InstrKind, dest: Reg) {
        let from = match kind {
            InstrKind::PtrAdd { base, .. } => Some(*base),
            InstrKind::Unary { op: UnaryOp::Copy, value, .. } => Some(*value),
            InstrKind::Cast { cast: Cast::PtrToInt | Cast::IntToPtr, value, .. } => Some(*value),
            _ => None,
        };
        if let Some(from) = from {
            self.inherit(thread, dest, from);
        }
    }
}

fn access(name: String, shared: bool, write: bool, value: String) -> Access {
    Access { name, thread: None, shared, write, value, reads_from: None }
}
