//! Predicates as people write them, over a graph made by hand.

use super::predicates;
use crate::template::{ArrayInfo, Frame, Template, VarInfo, VarKind};
use tw_index::Id;
use tw_ir::build::{Build, Code, I32, PTR};
use tw_ir::{Block, DebugType, Encoding, FuncId, GlobalId, Loc, Module, Shape};
use tw_verdict::{Severity, SourceFile};
use tw_words::{ArrayValue, Valuation};

/// `int x; unsigned y; float f; struct { int a; char c; } s; int four[4]; int many[100]; int *p;`, a worker with `int v` and two `int w`,
/// which is called twice, and a helper that nobody calls with `int u`.
struct Example {
    module: Module,
    template: Template,
    worker: FuncId,
}

fn example() -> Example {
    let mut b = Build::new();
    let int = b.int;
    let scalar = |b: &mut Build, name: &str, size, encoding| {
        b.module.types.push(DebugType { name: name.into(), size, shape: Shape::Scalar(encoding) })
    };
    let unsigned = scalar(&mut b, "unsigned int", 4, Encoding::Unsigned);
    let char = scalar(&mut b, "char", 1, Encoding::Char);
    let float = scalar(&mut b, "float", 4, Encoding::Float);
    let record = b.record("s", 8, &[("a", 0, int), ("c", 4, char)]);
    let (four, many, pointer) = (b.array(int, 4), b.array(int, 100), b.pointer(int));
    let name = DebugType { name: "u32".into(), size: 4, shape: Shape::Alias(unsigned) };
    b.module.types.push(name);
    let shape = Shape::Enum(vec![("RED".into(), 0), ("BLUE".into(), 7)]);
    b.module.types.push(DebugType { name: "colour".into(), size: 4, shape });
    b.int("x");
    for (name, size, ty) in [
        ("y", 4, unsigned),
        ("f", 4, float),
        ("s", 8, record),
        ("four", 16, four),
        ("many", 400, many),
        ("p", 8, pointer),
    ] {
        b.global(name, &vec![0; size], Some(ty));
    }
    let mut worker = Code::new(&[PTR], &[]);
    for (name, line) in [("v", 3), ("w", 4), ("w", 9)] {
        let variable = worker.variable(name, Some(int));
        let file = Id::from_index(0);
        worker.body.variables[variable as usize].loc = Some(Loc { file, line, column: 1 });
        worker.alloca(4, Some(variable));
    }
    worker.ret(&[]);
    let worker = b.function("worker", worker);
    let mut helper = Code::new(&[], &[I32]);
    let variable = helper.variable("u", Some(int));
    let place = helper.alloca(4, Some(variable));
    let read = helper.load(I32, place);
    helper.ret(&[read]);
    b.function("helper", helper);
    let mut main = Code::new(&[], &[]);
    main.exit(tw_ir::build::i32(0));
    let module = b.finish(main);
    let mut template = Template::default();
    let mut add = |name: &str, width: u32, shared: bool, kind: VarKind| {
        let symbol = template.words.symbol(name, width);
        template.vars.push(VarInfo { symbol, shared, kind });
    };
    let global = |name: &str| -> GlobalId {
        module.globals.enumerate().find(|(_, g)| g.name == name).expect("a global").0
    };
    add("x", 32, true, VarKind::Global(global("x"), 0));
    add("y", 32, true, VarKind::Global(global("y"), 0));
    add("f", 32, true, VarKind::Global(global("f"), 0));
    // Both fields in one word.
    add("s", 64, true, VarKind::Global(global("s"), 0));
    for n in 0..4 {
        add("four", 32, true, VarKind::Global(global("four"), 4 * n));
    }
    add("p", 64, true, VarKind::Global(global("p"), 0));
    let block = Block::from_index(0);
    let call = |n: u32| -> Frame { vec![(worker, block, n)] };
    for n in 0..2 {
        add("v", 32, false, VarKind::Local(call(n), block, 0, 0));
        add("w", 32, false, VarKind::Local(call(n), block, 1, 0));
    }
    let symbol = template.words.array_symbol("many", 32, 32);
    let kind = VarKind::Global(global("many"), 0);
    template.arrays.push(ArrayInfo { symbol, shared: true, kind, stride: 4 });
    Example { module, template, worker }
}

impl Example {
    /// The truth of the only predicate of a text, where variables have these values.
    fn truth(&mut self, text: &str, values: &[(&str, u128)]) -> bool {
        let (found, messages) = predicates(&self.module, &mut self.template, text);
        assert!(messages.is_empty(), "{text}: {messages:?}");
        let mut now = Valuation::default();
        for var in self.template.vars.iter() {
            let name = self.template.words.name(var.symbol);
            let value = values.iter().find(|(n, _)| *n == name).map_or(0, |(_, value)| *value);
            // Elements differ.
            let value = match var.kind {
                VarKind::Global(_, offset) if name == "four" => u128::from(offset) + 100,
                _ => value,
            };
            now.words.insert(var.symbol, value);
        }
        for array in self.template.arrays.iter() {
            let mut content = ArrayValue::default();
            content.elements.insert(5, 55);
            now.arrays.insert(array.symbol, content);
        }
        now.eval(&self.template.words, found[0].0) == 1
    }

    /// The first message, with line and column.
    fn refused(&mut self, text: &str) -> (u32, u32, String) {
        let (found, messages) = predicates(&self.module, &mut self.template, text);
        assert!(found.is_empty(), "{text}");
        let message = messages.first().expect("a message");
        assert_eq!(message.severity, Severity::Error, "{text}");
        let (line, column) = SourceFile::new("p", text).position(message.span);
        (line, column, message.message.clone())
    }
}

#[test]
fn expressions_mean_what_they_mean_in_c() {
    let mut it = example();
    let minus = |n: u32| u128::from(0u32.wrapping_sub(n));
    assert!(it.truth("x < 0", &[("x", minus(1))]), "signed");
    assert!(!it.truth("x < y", &[("x", minus(1)), ("y", 1)]), "an unsigned operand makes both unsigned");
    assert!(it.truth("x < (int)y", &[("x", minus(1)), ("y", 1)]));
    assert!(it.truth("(u32)x == 0xffffffff", &[("x", minus(1))]), "names of types");
    assert!(it.truth("s.c == -2 && s.a == 3", &[("s", 0xfe_0000_0003)]), "fields are parts of a word");
    assert!(it.truth("four[2] == 108", &[]) && it.truth("four[x] == 112", &[("x", 3)]));
    assert!(it.truth("many[x + 1] == 55", &[("x", 4)]) && it.truth("many[5] > 54", &[]));
    assert!(it.truth("x ? y == 2 : !y", &[("x", 9), ("y", 2)]));
    assert!(it.truth("x * 3 % 5 << 2 == 16 | 0", &[("x", 3)]));
    assert!(it.truth("-x / 2 == -1", &[("x", 3)]), "rounded to zero");
    assert!(it.truth("(x == 1) + (y == 2) == 2", &[("x", 1), ("y", 2)]), "truth is a number");
    assert!(it.truth("y == BLUE", &[("y", 7)]) && it.truth("x == 'a'", &[("x", 97)]));
    assert!(it.truth("p == 0", &[]) && it.truth("p", &[("p", 1)]));
    let x = 1u128 << 32;
    assert!(it.truth("p == &x", &[("p", x)]) && !it.truth("p == &y", &[("p", x)]));
    let four = 5u128 << 32;
    assert!(it.truth("p == four + 2 && p == &four[2]", &[("p", four + 8)]));
}

#[test]
fn a_predicate_about_a_function_is_one_about_each_call() {
    let mut it = example();
    let text = "# comment\n  worker::v > x   # more\n\nworker::w@4 == worker::v";
    let (found, messages) = predicates(&it.module, &mut it.template, text);
    assert!(messages.is_empty(), "{messages:?}");
    assert_eq!(found.len(), 4);
    assert_eq!(&text[found[0].1.start as usize..found[0].1.end as usize], "worker::v > x");
    assert_eq!(it.module.functions[it.worker].name, "worker");
}

#[test]
fn what_says_nothing_is_left_out_with_a_warning() {
    let mut it = example();
    for (text, part) in
        [("1 < 2", "always true"), ("x != x", "always false"), ("helper::u == 1", "nothing changes")]
    {
        let (found, messages) = predicates(&it.module, &mut it.template, text);
        assert!(found.is_empty());
        assert_eq!(messages[0].severity, Severity::Warning);
        assert!(messages[0].message.contains(part), "{messages:?}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let mut it = example();
    for (text, line, column, part) in [
        ("x >", 1, 4, "expected an expression"),
        ("x = 1", 1, 3, "unexpected '='"),
        ("x == 1 y", 1, 8, "ends before"),
        ("\n  z > 1", 2, 3, "no global variable z"),
        ("v > 1", 1, 1, "no global variable v"),
        ("worker::z > 1", 1, 1, "no variable z in worker"),
        ("nobody::z > 1", 1, 1, "no function nobody"),
        ("worker::w > 1", 1, 1, "the name of 2 variables"),
        ("worker::w@5 > 1", 1, 1, "declared in line 5"),
        ("x > 1.5", 1, 5, "whole numbers"),
        ("f > x", 1, 1, "whole numbers"),
        ("(float)x > 1", 1, 1, "whole numbers"),
        ("*p == 1", 1, 1, "do not follow pointers"),
        ("p->a == 1", 1, 2, "do not follow pointers"),
        ("p[1] == 1", 1, 1, "only arrays"),
        ("s == 1", 1, 1, "no number"),
        ("s.b == 1", 1, 1, "no field b"),
        ("x.a == 1", 1, 1, "no fields"),
        ("four[4] == 1", 1, 6, "4 elements"),
        ("worker(1) == 1", 1, 7, "call no functions"),
        ("&worker::v == p", 1, 2, "only global variables"),
        ("(x", 1, 3, "expected ')'"),
        ("18446744073709551616 > x", 1, 1, "64 bits"),
        ("x > 1\nx ü", 2, 3, "unexpected 'ü'"),
    ] {
        let (l, c, message) = it.refused(text);
        assert_eq!((l, c), (line, column), "{text}: {message}");
        assert!(message.contains(part), "{text}: {message}");
    }
    let deep = "(".repeat(1000);
    assert!(it.refused(&deep).2.contains("too many brackets"));
    let long = "x + ".repeat(100_000);
    assert!(it.refused(&long).2.contains("more than 2000"));
}
