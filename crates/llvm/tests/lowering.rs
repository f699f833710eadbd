//! Whole programs through the front end. [`tw_llvm::load`] verifies its own output, so a program that loads
//! is well-formed.

use std::path::PathBuf;
use tw_ir::{Clause, Function, InstrKind, Module, Ordering, Origin, Shape, Trap, Type};
use tw_llvm::{Failure, Loaded, Request, load};

/// Writes sources into a fresh folder; it is removed when dropped.
struct Sources(PathBuf);

impl Sources {
    fn new(test: &str) -> Sources {
        let path = std::env::temp_dir().join(format!("tw-llvm-test-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Sources(path)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, content).expect("a temporary file");
        path
    }
}

impl Drop for Sources {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn try_load(test: &str, name: &str, source: &str, opt: u8, bits: Option<u32>) -> Result<Loaded, Failure> {
    let sources = Sources::new(test);
    let inputs = vec![sources.file(name, source)];
    load(&Request { inputs, opt, bits, ..Request::default() })
}

fn lower(test: &str, name: &str, source: &str, opt: u8) -> Module {
    try_load(test, name, source, opt, None).unwrap_or_else(|f| panic!("{test} at -O{opt}: {f}")).module
}

fn function<'a>(module: &'a Module, name: &str) -> &'a Function {
    module.functions.iter().find(|f| f.name == name).unwrap_or_else(|| panic!("no function {name}"))
}

fn code(function: &Function) -> Vec<&InstrKind> {
    let body = function.body.as_ref().unwrap_or_else(|| panic!("{} has no body", function.name));
    body.blocks.iter().flat_map(|b| b.instrs.iter().map(|i| &i.kind)).collect()
}

fn unsupported(module: &Module) -> Vec<String> {
    let users = module.functions.iter().filter(|f| f.origin == Origin::User && f.body.is_some());
    users
        .flat_map(code)
        .filter_map(|kind| if let InstrKind::Unsupported(text) = kind { Some(text.clone()) } else { None })
        .collect()
}

const PTHREADS: &str = "
    #include <pthread.h>
    int x;
    void *worker(void *arg) { int *p = arg; for (int i = 0; i < 3; i++) *p += i; return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, worker, &x); x = 7; pthread_join(t, 0); return x; }
";

#[test]
fn a_threaded_program_lowers_at_every_level_and_width() {
    for opt in 0..=2 {
        for bits in [64, 32] {
            let loaded = try_load("threads", "t.c", PTHREADS, opt, Some(bits));
            let module = loaded.unwrap_or_else(|f| panic!("-O{opt}, {bits} bits: {f}")).module;
            assert_eq!(module.pointer_bytes, bits / 8);
            assert_eq!(unsupported(&module), Vec::<String>::new());
            assert_eq!(function(&module, "worker").results, [Type::Ptr]);
            let entry = &module.functions[module.entry.expect("an entry")];
            assert!(entry.origin == Origin::Runtime && !entry.atomic);
        }
    }
}

#[test]
fn places_names_and_types_are_kept() {
    let source = "struct node { int value; struct node *next; unsigned low : 3, high : 5; } list;\n\
                  enum color { RED, GREEN = 7 } paint;\n\
                  int table[2][3];\n\
                  int main(void) {\n  const char *text = 0;\n  list.high = 2;\n  return table[1][2] + (text != 0) + paint;\n}\n";
    let module = lower("names", "n.c", source, 0);
    let main = function(&module, "main");
    assert_eq!((main.display.as_str(), main.loc.map(|l| l.line)), ("main", Some(4)));
    let body = main.body.as_ref().expect("a body");
    let text = body.variables.iter().find(|v| v.name == "text").expect("the variable text");
    let ty = &module.types[text.ty.expect("its type")];
    assert_eq!((ty.name.as_str(), ty.size), ("const char *", 8));
    let file = &module.files[text.loc.expect("its place").file];
    assert!(file.ends_with("n.c"), "{file}");
    let places: Vec<u32> =
        body.blocks.iter().flat_map(|b| b.instrs.iter().filter_map(|i| i.loc.map(|l| l.line))).collect();
    assert!(places.contains(&6) && places.contains(&7) && !places.contains(&0), "{places:?}");

    let global = |name: &str| module.globals.iter().find(|g| g.name == name).expect("a global");
    let shape = |name: &str| {
        let variable = global(name).variable.as_ref().expect("debug information");
        (&module.types[variable.ty.expect("a type")], variable.ty.expect("a type"))
    };
    let (list, _) = shape("list");
    assert_eq!((list.name.as_str(), list.size), ("struct node", 24));
    let Shape::Record(fields) = &list.shape else { panic!("{:?}", list.shape) };
    let summary: Vec<_> = fields.iter().map(|f| (f.name.as_str(), f.bit_offset, f.bit_size)).collect();
    assert_eq!(summary, [("value", 0, 32), ("next", 64, 64), ("low", 128, 3), ("high", 131, 5)]);
    let Shape::Pointer(Some(target)) = module.types[fields[1].ty].shape else { panic!("not a pointer") };
    assert_eq!(&module.types[target], list, "recursive types refer to themselves");
    let Shape::Array { element, count: 2 } = shape("table").0.shape else { panic!("not an array") };
    assert!(matches!(module.types[element].shape, Shape::Array { count: 3, .. }));
    let Shape::Enum(names) = &shape("paint").0.shape else { panic!("not an enum") };
    assert_eq!(names[..], [("RED".to_owned(), 0), ("GREEN".to_owned(), 7)]);
    // A bit-field is read, changed and written.
    assert!(code(main).iter().any(|k| matches!(k, InstrKind::Binary { op: tw_ir::BinaryOp::Or, .. })));
}

#[test]
fn structures_are_passed_by_value() {
    let source = "typedef struct { int a[10]; } Big; typedef struct { float x, y, z; } Three;\n\
                  int use(Big b) { b.a[0]++; return b.a[0]; }\n\
                  Three turn(Three t) { t.x = t.y; return t; }\n\
                  int main(void) { Big b = {{1}}; Three t = {1, 2, 3}; t = turn(t); return use(b) + (int)t.x; }\n";
    let module = lower("structs", "s.c", source, 0);
    assert_eq!(unsupported(&module), Vec::<String>::new());
    // Two floats in one register, one in the next.
    assert_eq!(function(&module, "turn").results, [Type::F32; 3]);
    let main = code(function(&module, "main"));
    let position = |wanted: &dyn Fn(&InstrKind) -> bool| main.iter().position(|k| wanted(k));
    let copy = position(&|k| matches!(k, InstrKind::MemCopy { overlap: true, .. })).expect("a copy of b");
    let call =
        position(&|k| matches!(k, InstrKind::Call { args, .. } if args.len() == 1)).expect("the call of use");
    assert!(copy < call);
}

#[test]
fn additional_arguments_lie_as_the_abi_says() {
    let source = "#include <stdarg.h>\ntypedef struct { float x, y; } Pair; typedef struct { char c[20]; } Text;\n\
                  int sum(int n, ...) { va_list l; va_start(l, n); int s = va_arg(l, int); Pair p = va_arg(l, Pair);\n\
                  Text t = va_arg(l, Text); va_end(l); return s + (int)p.y + t.c[0]; }\n\
                  int main(void) { Pair p = {1, 2}; Text t = {{1}}; return sum(3, 4, p, t); }\n";
    let module = lower("varargs", "v.c", source, 0);
    assert_eq!(unsupported(&module), Vec::<String>::new());
    let sum = function(&module, "sum");
    assert!(sum.variadic && code(sum).iter().any(|k| matches!(k, InstrKind::VaStart { .. })));
    let args = code(function(&module, "main"))
        .into_iter()
        .find_map(|k| if let InstrKind::Call { args, .. } = k { Some(args.len()) } else { None });
    // n, 4, both floats in one word, three words of text.
    assert_eq!(args, Some(6));
}

#[test]
fn exceptions_become_landing_pads() {
    let source = "struct E { int v; }; namespace ns { struct T { ~T(); int m(int); }; }\n\
                  int seen; ns::T::~T() { seen++; }\n\
                  int ns::T::m(int k) { if (k) throw E{k}; return 1; }\n\
                  int main() { try { ns::T t; return t.m(1); } catch (const E &e) { return e.v; } }\n";
    for opt in 0..=2 {
        let module = lower("exceptions", "e.cpp", source, opt);
        assert_eq!(unsupported(&module), Vec::<String>::new());
        let main = code(function(&module, "main"));
        let caught = main.iter().any(
            |k| matches!(k, InstrKind::LandingPad { clauses, .. } if matches!(clauses[..], [Clause::Catch(_)])),
        );
        assert!(caught && main.iter().any(|k| matches!(k, InstrKind::Trap { trap: Trap::TypeId, .. })));
        if opt == 0 {
            assert!(main.iter().any(|k| matches!(k, InstrKind::Resume { .. })));
            assert_eq!(function(&module, "_ZN2ns1T1mEi").display, "ns::T::m");
        }
    }
}

#[test]
fn vectors_are_taken_apart() {
    let source = "int a[64]; extern int zero(void);\n\
                  int sum(int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }\n\
                  typedef int four __attribute__((vector_size(16)));\n\
                  int lane(four v, int i) { v[i] = 3; return (v * v)[i & 3]; }\n\
                  int main(void) { return sum(a, 64) + lane((four){1, 2, 3, 4}, a[0]); }\n";
    for opt in 0..=2 {
        let module = lower("vectors", "v.c", source, opt);
        assert_eq!(unsupported(&module), Vec::<String>::new(), "-O{opt}");
    }
}

const ASYNC: &str = "
    struct text { char c[40]; };
    int x;
    void set(int a, int *p) { *p = a; }
    void show(struct text t) { x = t.c[0]; }
    int main(void) {
        int local = 3;
        struct text t = {{1}};
        __CPROVER_ASYNC_1: set(local + 1, &x);
        __CPROVER_ASYNC_2: show(t);
        return 0;
    }
";

#[test]
fn labelled_calls_start_threads() {
    for opt in [0, 2] {
        let module = lower("async", "a.c", ASYNC, opt);
        let wrappers: Vec<&Function> = module
            .functions
            .iter()
            .filter(|f| f.name.starts_with("__tw_async_") && f.origin == Origin::User)
            .collect();
        let wrappers: Vec<&&Function> = wrappers.iter().filter(|f| f.body.is_some()).collect();
        assert_eq!(wrappers.len(), 2, "-O{opt}");
        for wrapper in wrappers {
            assert!(!wrapper.atomic);
            assert!(code(wrapper).iter().any(|k| matches!(k, InstrKind::Call { .. })));
        }
        let starts = code(function(&module, "main"))
            .into_iter()
            .filter(|k| matches!(k, InstrKind::Trap { trap: Trap::Alloc, .. }))
            .count();
        assert_eq!(starts, 2);
    }
}

const ASYNC_ARGUMENTS: &str = "
    struct text { char c[40]; };
    struct pair { long a, b; };
    int x;
    int plus(int a) { return a + x; }
    void note(void) { x++; }
    struct text text_of(int a) { struct text t = {{a}}; return t; }
    struct pair pair_of(int a) { struct pair p = {a, a}; return p; }
    void set(int a, int b) { x = a + b; }
    void show(struct text t) { x = t.c[0]; }
    void sum(struct pair p) { x = p.a + p.b; }
    #define START set(plus(1), plus(2))
    int main(void) {
        int local = 3;
        __CPROVER_ASYNC_1: set(plus(1), plus(plus(local))); note();
        __CPROVER_ASYNC_2: show(text_of(1)); note();
        __CPROVER_ASYNC_3: sum(pair_of(2)); note();
        __CPROVER_ASYNC_4: set(local++, (note(), 3)); note();
        __CPROVER_ASYNC_5: START; note();
        return local;
    }
";

#[test]
fn the_parent_evaluates_the_arguments_of_labelled_calls() {
    for bits in [64, 32] {
        let loaded = try_load("arguments", "a.c", ASYNC_ARGUMENTS, 0, Some(bits));
        let module = loaded.unwrap_or_else(|f| panic!("{f}")).module;
        let called = |name: &str| -> Vec<String> {
            let name_of = |kind: &&InstrKind| match kind {
                InstrKind::Call { callee: tw_ir::Callee::Direct(f), .. } => {
                    Some(module.functions[*f].name.clone())
                }
                _ => None,
            };
            code(function(&module, name)).iter().filter_map(name_of).collect()
        };
        for (number, statement) in ["set", "show", "sum", "set", "set"].into_iter().enumerate() {
            assert!(called(&format!("__tw_async_{number}")).iter().any(|f| f == statement), "{number}");
        }
        let main = called("main");
        let count = |name: &str| main.iter().filter(|f| *f == name).count();
        let counts = ["plus", "text_of", "pair_of", "note", "set", "show", "sum"].map(count);
        assert_eq!(counts, [5, 1, 1, 6, 0, 0, 0], "{bits} bits");
    }
}

#[test]
fn only_calls_may_be_labelled() {
    let source =
        "int x; void f(void) { x++; }\nint main(void) {\n__CPROVER_ASYNC_1: x = 3;\n f(); return x; }\n";
    let module = lower("label", "l.c", source, 0);
    let main = code(function(&module, "main"));
    assert!(main.iter().any(|k| matches!(k, InstrKind::Trap { trap: Trap::Unsupported, .. })));
    let text = module.globals.iter().find(|g| g.bytes.starts_with(b"line 3: only a call"));
    assert!(text.is_some());
    // A call of a later statement is not taken for the labelled one.
    for statement in ["x = g(1); f();", "tmp = p(1); q(tmp);", "p(1); f();", "tmp = other; f();"] {
        let source = format!(
            "struct pair {{ int a, b; }} other; int x; void f(void) {{ x++; }} int g(int a) {{ return a; }}\n\
             struct pair p(int a) {{ return other; }} void q(struct pair p) {{ x = p.a; }}\n\
             int main(void) {{ struct pair tmp;\n__CPROVER_ASYNC_1: {statement} return x; }}\n"
        );
        let module = lower("later", "l.c", &source, 0);
        let main = code(function(&module, "main"));
        let refused = |k: &&InstrKind| matches!(k, InstrKind::Trap { trap: Trap::Unsupported, .. });
        assert!(main.iter().any(refused), "{statement}");
    }
}

#[test]
fn atomic_accesses_keep_their_orders() {
    let source = "#include <stdatomic.h>\n_Atomic int a; int e;\n\
                  void __VERIFIER_atomic_both(void) { e++; }\n\
                  int main(void) { atomic_store_explicit(&a, 1, memory_order_release);\n\
                  atomic_fetch_sub_explicit(&a, 1, memory_order_acq_rel); atomic_thread_fence(memory_order_acquire);\n\
                  atomic_signal_fence(memory_order_seq_cst); __VERIFIER_atomic_both();\n\
                  return atomic_compare_exchange_weak_explicit(&a, &e, 5, memory_order_acquire, memory_order_relaxed); }\n";
    for opt in [0, 2] {
        let module = lower("atomics", "a.c", source, opt);
        let main = code(function(&module, "main"));
        let has = |wanted: &dyn Fn(&InstrKind) -> bool| main.iter().any(|k| wanted(k));
        assert!(has(&|k| matches!(k, InstrKind::Store { order: Some(Ordering::Release), .. })));
        assert!(has(&|k| matches!(k, InstrKind::AtomicUpdate { order: Ordering::AcquireRelease, .. })));
        let fences = main.iter().filter(|k| matches!(k, InstrKind::Fence { .. })).count();
        assert_eq!(fences, 1);
        assert!(has(&|k| matches!(
            k,
            InstrKind::CompareExchange {
                weak: true,
                order: Ordering::Acquire,
                failure_order: Ordering::Relaxed,
                ..
            }
        )));
        assert!(function(&module, "__VERIFIER_atomic_both").atomic, "-O{opt}");
    }
}

#[test]
fn files_are_linked_and_definitions_of_the_program_win() {
    let sources = Sources::new("two");
    let inputs = vec![
        sources.file("a.c", "extern int other(int); int main(void) { return other(1); }"),
        sources.file("b.c", "void exit(int code) { for (;;) ; } int other(int x) { return x; }"),
    ];
    let request = Request { inputs, clang_args: vec!["-std=c89".into()], ..Request::default() };
    let module = load(&request).unwrap_or_else(|f| panic!("{f}")).module;
    let exit = function(&module, "exit");
    assert!(exit.origin == Origin::User && !exit.atomic && exit.body.is_some());
    assert!(function(&module, "other").body.is_some());
}

#[test]
fn constructors_run_in_the_order_of_their_priorities() {
    let source = "int x; __attribute__((constructor)) void late(void) { x = 2; }\n\
                  __attribute__((constructor(200))) void early(void) { x = 1; }\n\
                  __attribute__((destructor)) void end(void) { x = 3; }\n\
                  int main(void) { return x; }\n";
    let module = lower("constructors", "c.c", source, 0);
    let names =
        |list: &[tw_ir::FuncId]| list.iter().map(|f| module.functions[*f].name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&module.constructors), ["early", "late"]);
    assert_eq!(names(&module.destructors), ["end"]);
}

#[test]
fn computed_jumps_and_odd_integers_work() {
    let source = "int main(int c, char **v) { static void *t[] = {&&a, &&b}; unsigned _BitInt(24) w = c;\n\
                  __int128 i = (__int128)c << 70; long double d = 1.5L * c; goto *t[c & 1];\n\
                  a: return (int)(i >> 69); b: return (int)d + (int)w; }\n";
    for opt in 0..=2 {
        assert_eq!(unsupported(&lower("odd", "o.c", source, opt)), Vec::<String>::new());
    }
}

#[test]
fn wide_integers_are_taken_apart_into_limbs() {
    let source = "#pragma pack(1)\n\
                  struct bits { unsigned a : 22; int b : 17; unsigned c : 31; int d : 30; int e : 29; int f : 7; };\n\
                  volatile struct bits s = {1, -2, 3, -4, 5, -6};\n\
                  int main(void) { s.c = s.e; s.d = -9; s.f = s.b; return s.c + s.d + s.f; }\n";
    for opt in 0..=2 {
        for bits in [64, 32] {
            let loaded = try_load("bits", "b.c", source, opt, Some(bits)).unwrap_or_else(|f| panic!("{f}"));
            assert_eq!(unsupported(&loaded.module), Vec::<String>::new(), "-O{opt}");
            let main = function(&loaded.module, "main");
            let body = main.body.as_ref().expect("a body");
            let loaded_types: Vec<Type> = code(main)
                .into_iter()
                .filter_map(|k| {
                    if let InstrKind::Load { dest, .. } = k { Some(body.regs[*dest].ty) } else { None }
                })
                .collect();
            let limbs = [Type::Int(64), Type::Int(64), Type::Int(8)];
            assert!(loaded_types.windows(3).any(|w| w == limbs), "-O{opt}: {loaded_types:?}");
        }
    }
}

#[test]
fn constants_and_conversions_of_wide_integers_have_limbs() {
    let text = "@g = global i150 -3\n\
                define i150 @turn(i150 %x, i1 %c) {\n  %n = xor i150 %x, 36893488147419103233\n  \
                %s = select i1 %c, i150 %n, i150 undef\n  ret i150 %s\n}\n\
                define i32 @main() {\n  %l = load i150, ptr @g\n  %t = call i150 @turn(i150 %l, i1 true)\n  \
                %a = ashr i150 %t, 100\n  %w = sext i150 %a to i300\n  %e = icmp slt i300 %w, -1\n  \
                %z = zext i1 %e to i192\n  %v = bitcast i192 %z to <6 x i32>\n  \
                %r = extractelement <6 x i32> %v, i32 0\n  ret i32 %r\n}\n";
    let module = lower("limbs", "l.ll", text, 0);
    assert_eq!(unsupported(&module), Vec::<String>::new());
    let global = module.globals.iter().find(|g| g.name == "g").expect("a global");
    let mut bytes = vec![0xff; 19];
    (bytes[0], bytes[18]) = (0xfd, 0x3f);
    assert_eq!(global.bytes[..19], bytes);
    let turn = function(&module, "turn");
    let limbs = [Type::Int(64), Type::Int(64), Type::Int(22)];
    assert_eq!((&turn.results[..], turn.params.len()), (&limbs[..], 4));
    let constants: Vec<u128> = code(turn)
        .into_iter()
        .filter_map(|k| match k {
            InstrKind::Binary { right: tw_ir::Operand::Const(_, bits), .. } => Some(*bits),
            _ => None,
        })
        .collect();
    assert_eq!(constants, [1, 2, 0]);
}

#[test]
fn arithmetic_on_wide_integers_is_unsupported() {
    let operations = [
        "add i136 %x, %x",
        "udiv i136 %x, 3",
        "shl i136 %x, %x",
        "lshr i136 %x, 136",
        "ashr i136 %x, 340282366920938463463374607431768211457",
        "call i136 @llvm.umin.i136(i136 %x, i136 3)",
        "fptosi double 1.0 to i136",
        "ptrtoint ptr @g to i136",
    ];
    for operation in operations {
        let text = format!(
            "@g = global i136 5\ndeclare i136 @llvm.umin.i136(i136, i136)\ndefine i32 @main() {{\n  %x = load i136, ptr @g\n  %y = {operation}\n  \
             store i136 %y, ptr @g\n  ret i32 0\n}}\n"
        );
        let texts = unsupported(&lower("arithmetic", "a.ll", &text, 0));
        assert!(matches!(&texts[..], [text] if text.contains("i136")), "{operation}: {texts:?}");
    }
}

#[test]
fn what_is_unknown_is_unsupported_only_where_it_stands() {
    let source = "int f(void) { int r; __asm__(\"cpuid\" : \"=a\"(r)); return r; }\n\
                  _Float16 h = 1; int g(void) { return (int)(h * 2); }\n\
                  int main(int c, char **v) { return c > 5 ? f() + g() : 0; }\n";
    let texts = unsupported(&lower("unknown", "u.c", source, 0));
    assert!(texts.iter().any(|t| t.contains("cpuid")), "{texts:?}");
    assert!(texts.iter().any(|t| t.contains("half")), "{texts:?}");
}

#[test]
fn text_and_bitcode_are_read() {
    let text = "define i32 @main() {\n  %v = load <4 x i1>, ptr @m\n  %e = extractelement <4 x i1> %v, i32 2\n  \
                %z = zext i1 %e to i32\n  ret i32 %z\n}\n@m = global i8 4\n";
    let module = lower("text", "t.ll", text, 0);
    assert_eq!((module.pointer_bytes, unsupported(&module)), (8, Vec::new()));
    let narrow = try_load("text32", "t.ll", text, 0, Some(32)).unwrap_or_else(|f| panic!("{f}")).module;
    assert_eq!(narrow.pointer_bytes, 4);
}

#[test]
fn bad_inputs_are_refused_with_a_reason() {
    let refuse = |test: &str, name: &str, content: &[u8]| {
        let sources = Sources::new(test);
        let inputs = vec![sources.file(name, content)];
        load(&Request { inputs, ..Request::default() }).expect_err("it must be refused")
    };
    let Failure::Invalid(text) = refuse("corrupt", "c.bc", b"BC\xc0\xde\x35\x14\x00\x00garbage") else {
        panic!("not Invalid")
    };
    assert!(text.contains("not readable"), "{text}");
    assert!(matches!(refuse("empty", "e.bc", b""), Failure::Invalid(_)));
    assert!(matches!(refuse("nonsense", "e.ll", b"hello"), Failure::Invalid(_)));
    assert!(matches!(
        refuse("broken", "e.ll", b"define i32 @main() {\n %x = add i32 %x, 1\n ret i32 %x\n}"),
        Failure::Invalid(_)
    ));
    let Failure::Invalid(text) = refuse("nomain", "n.c", b"int f(void) { return 1; }") else {
        panic!("not Invalid")
    };
    assert!(text.contains("no function main"), "{text}");
    let Failure::Compile(text) = refuse("header", "h.c", b"#include <no_such_header.h>\nint main(void) {}")
    else {
        panic!("not Compile")
    };
    assert!(text.contains("no_such_header.h"), "{text}");
    assert!(matches!(refuse("kind", "k.txt", b""), Failure::Invalid(_)));
    let missing = Request { inputs: vec!["no/such/file.c".into()], ..Request::default() };
    assert!(matches!(load(&missing), Err(Failure::Invalid(_))));
    let twice = Sources::new("twice");
    let same = "int main(void) { return 0; }";
    let inputs = vec![twice.file("a.c", same), twice.file("b.c", same)];
    let Err(Failure::Invalid(text)) = load(&Request { inputs, ..Request::default() }) else {
        panic!("it must fail")
    };
    assert!(text.contains("main"), "{text}");
}

#[test]
fn a_large_cpp_program_lowers() {
    let source = "#include <thread>\n#include <vector>\n#include <map>\n#include <string>\n#include <mutex>\n\
                  #include <atomic>\n#include <memory>\n#include <functional>\n#include <algorithm>\n\
                  std::mutex m; std::atomic<int> n{3}; thread_local std::string local = \"abc\";\n\
                  int main() { std::vector<int> v{3, 1, 2}; std::sort(v.begin(), v.end());\n\
                  std::map<std::string, int> names; names[local] = 4;\n\
                  std::thread t([&] { std::lock_guard<std::mutex> l(m); v.push_back(n.fetch_add(2)); }); t.join();\n\
                  auto p = std::make_shared<int>(3); std::function<int(int)> f = [p](int q) { return *p + q; };\n\
                  try { return f(v.at(7)); } catch (std::exception &e) { return 0; } }\n";
    for opt in 0..=2 {
        let module = lower("cpp", "p.cpp", source, opt);
        assert_eq!(unsupported(&module), Vec::<String>::new(), "-O{opt}");
    }
}

#[test]
fn undeclared_annotations_and_wrong_declarations_are_accepted() {
    let source = "extern int __VERIFIER_nondet_bool(); extern void __VERIFIER_assume(_Bool); int later();\n\
                  int main(void) { int x = __VERIFIER_nondet_bool(); __VERIFIER_assume(x == 1);\n\
                  __CPROVER_assert(later(x, 2) == 3, \"sum\"); return 0; }\n\
                  int later(int a, int b) { return a + b; }\n";
    for opt in 0..=2 {
        let module = lower("undeclared", "u.c", source, opt);
        let indirect =
            |k: &&InstrKind| matches!(k, InstrKind::Call { callee: tw_ir::Callee::Indirect { .. }, .. });
        assert_eq!(code(function(&module, "main")).iter().filter(|k| indirect(k)).count(), 0, "-O{opt}");
    }
}
