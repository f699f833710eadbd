//! Values and places as text.

use crate::deadlock::list;
use crate::float;
use crate::holding::Awaited;
use crate::memory::Kind;
use crate::names::resolve;
use crate::state::{Frame, State};
use crate::value::{ObjectId, Value, signed};
use tw_index::Id;
use tw_ir::{DebugTypeId, Encoding, Hold, InstrKind, Loc, Operand, Origin, Shape, Type, Wait};
use tw_verdict::Site;

impl State<'_> {
    /// A value, by its type in the source where that is known.
    pub fn show(&self, ty: Type, declared: Option<DebugTypeId>, value: Value) -> String {
        if !value.is_defined() {
            return "undefined".into();
        }
        if value.part.is_some() {
            return "a part of an address".into();
        }
        if let Some(object) = value.object {
            return self.show_address(object, value.bits);
        }
        let (bits, width) = (value.bits, self.width(ty));
        let shape = declared.and_then(|id| resolve(&self.module.types, id));
        let shape = shape.map(|id| &self.module.types[id].shape);
        match (ty, shape) {
            (Type::F32 | Type::F64 | Type::F80, _) => float::show(ty, bits),
            (Type::Ptr, _) | (_, Some(Shape::Pointer(_))) => match bits {
                0 => "null".into(),
                _ => format!("{bits:#x}"),
            },
            (_, Some(Shape::Scalar(Encoding::Bool))) if bits <= 1 => (bits == 1).to_string(),
            (_, Some(Shape::Scalar(Encoding::Char)))
                if bits < 128 && (bits as u8 as char).is_ascii_graphic() =>
            {
                format!("'{}'", bits as u8 as char)
            }
            (_, Some(Shape::Scalar(Encoding::Unsigned))) => bits.to_string(),
            (_, Some(Shape::Enum(names))) => {
                let n = signed(bits, width);
                let found = names.iter().find(|(_, v)| *v == n || *v == bits.cast_signed());
                found.map_or_else(|| n.to_string(), |(name, _)| name.clone())
            }
            (Type::Int(1), _) => (bits == 1).to_string(),
            _ => signed(bits, width).to_string(),
        }
    }

    fn show_address(&self, id: ObjectId, offset: u128) -> String {
        let name = match u64::try_from(offset) {
            Ok(offset) if offset < 1 << 31 => self.place_name(id, offset, 0),
            _ => format!("{}{:+}", self.object_name(id), signed(offset, self.word())),
        };
        match self.memory.get(id).kind {
            Kind::Function(_) => name,
            Kind::Heap(_) | Kind::Library | Kind::Arguments if offset == 0 => self.object_name(id),
            _ => format!("&{name}"),
        }
    }

    /// Where a frame stands: the place of its instruction, or of the nearest one before it that has a place.
    pub fn frame_loc(&self, frame: &Frame) -> Option<Loc> {
        let instrs = &self.body(frame).blocks[frame.block].instrs;
        let until = (frame.index + 1).min(instrs.len());
        let known = instrs[..until].iter().rev().find_map(|i| i.loc.filter(|loc| loc.line > 0));
        known.or(self.function(frame).loc)
    }

    /// The innermost frame of the program under check; code of the system's headers (C++ templates) is library
    /// code for the reader.
    pub fn user_frame(&self, thread: u32) -> Option<&Frame> {
        let users =
            || self.thread(thread).frames.iter().rev().filter(|f| self.function(f).origin == Origin::User);
        users().find(|f| !self.in_system_header(f)).or_else(|| users().next()).map(|frame| &**frame)
    }

    fn in_system_header(&self, frame: &Frame) -> bool {
        // text: paths of the system.
        self.file(self.function(frame).loc).starts_with("/usr/")
    }

    fn file(&self, loc: Option<Loc>) -> &str {
        loc.and_then(|loc| self.module.files.as_slice().get(loc.file.index())).map_or("", String::as_str)
    }

    /// Where a thread stands, for a report.
    pub fn site(&self, thread: u32, what: impl Into<String>) -> Site {
        let users = self.thread(thread).frames.iter().rev();
        let users: Vec<&Frame> =
            users.map(|frame| &**frame).filter(|f| self.function(f).origin == Origin::User).collect();
        let stack = users.iter().map(|frame| {
            let loc = self.frame_loc(frame);
            let base = self.file(loc).rsplit('/').next().unwrap_or_default();
            format!("{} ({base}:{})", self.function(frame).display, loc.map_or(0, |loc| loc.line))
        });
        let here = users.first().and_then(|frame| self.frame_loc(frame));
        Site {
            thread,
            what: what.into(),
            file: self.file(here).to_string(),
            line: here.map_or(0, |loc| loc.line),
            stack: stack.collect(),
            locks: self.lock_names(thread),
        }
    }

    /// Locks that a thread holds, in order of locking.
    pub fn lock_names(&self, thread: u32) -> Vec<String> {
        let locks = self.thread(thread).holds.iter().filter(|(_, how)| *how != Hold::Initialises);
        locks.map(|&(lock, _)| self.lock_name(lock)).collect()
    }

    /// What a blocked thread waits for. The object is the first pointer that user code passed to the library.
    pub fn waits(&self, thread: u32, why: Wait, awaited: &Awaited) -> String {
        let kind = match why {
            Wait::Join if !awaited.threads.is_empty() => {
                return format!("waits for thread {} to end", awaited.threads[0]);
            }
            Wait::Mutex => "mutex",
            Wait::Join => "thread",
            Wait::Condition => "condition variable",
            Wait::Semaphore => "semaphore",
            Wait::Barrier => "barrier",
            Wait::ReadWriteLock => "read-write lock",
            Wait::SpinLock => "spin lock",
            Wait::Once => "once control",
            Wait::Other | Wait::Forever => "something",
        };
        let name = self.first_pointer(thread).map_or(String::new(), |p| format!(" {}", self.lock_name(p)));
        let holder = match awaited.threads.as_slice() {
            _ if awaited.gone => ", held by a thread that has ended".into(),
            [] => String::new(),
            [one] => format!(", held by thread {one}"),
            many => format!(", held by threads {}", list(many)),
        };
        format!("waits for {kind}{name}{holder}")
    }

    fn first_pointer(&self, thread: u32) -> Option<Value> {
        let frame = self.user_frame(thread)?;
        let InstrKind::Call { args, .. } = &self.instr_of(frame).ok()?.kind else { return None };
        let values = args.iter().filter_map(|&arg: &Operand| self.value_in(frame, arg).ok());
        values.into_iter().find(|value| value.object.is_some())
    }
}
