//! Random programs for predicate abstraction: few values, few or unboundedly many threads, everything that ends a step.

use super::expression::{Scope, claim, condition, local, masked, number, place};
use crate::fuzz::program::Statement::Line;
use crate::fuzz::program::{Function, Named, Program, Statement};
use crate::random::Random;

/// A function's statements are written.
struct Writer<'a> {
    random: &'a mut Random,
    scope: Scope,
    /// The mutex may be taken here.
    lock: bool,
    /// Inside an atomic section.
    atomic: bool,
    /// Inside a loop.
    looping: bool,
    /// Kinds of workers that may be created here.
    creates: Vec<usize>,
    /// Names of counters of loops so far.
    counters: usize,
    locals: Vec<Named>,
    is_main: bool,
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let mask = [1, 1, 3, 3, 3, 7][random.below(6) as usize];
    let mut globals = Vec::new();
    let (mut shared, mut atomics) = (Vec::new(), Vec::new());
    for n in 0..1 + random.below(3) {
        let name = format!("@g{n}");
        let start = if random.below(3) == 0 { random.below(u64::from(mask) + 1) } else { 0 };
        let kind = random.below(8);
        let ty =
            ["int", "int", "int", "volatile int", "unsigned char", "_Atomic int", "unsigned", "_Atomic int"];
        globals.push(Named::new(&name, format!("{} {name} = {start};", ty[kind as usize])));
        if matches!(kind, 0..=2 | 6) { shared.push(name) } else { atomics.push(name) }
    }
    if shared.is_empty() {
        shared.push("@g9".into());
        globals.push(Named::new("@g9", "int @g9;"));
    }
    let array = (random.below(4) == 0).then(|| {
        let mask = [1, 1, 3][random.below(3) as usize];
        globals.push(Named::new("@a", format!("int @a[{}] = {{0, 1}};", mask + 1)));
        ("@a".to_string(), mask)
    });
    let plain: Vec<String> = shared
        .iter()
        .filter(|s| globals.iter().any(|g| g.name == **s && g.text.starts_with("int ")))
        .cloned()
        .collect();
    let pointer = (random.below(5) == 0 && !plain.is_empty()).then(|| {
        globals.push(Named::new("@p", format!("int *@p = &{};", plain[0])));
        "@p".to_string()
    });
    globals.push(Named::new("@m", "pthread_mutex_t @m = PTHREAD_MUTEX_INITIALIZER;"));
    let helper_name = if random.below(4) == 0 { "__VERIFIER_atomic_@h" } else { "@h" };
    let scope = Scope {
        shared,
        atomics,
        array,
        pointer,
        locals: Vec::new(),
        constants: Vec::new(),
        mask,
        helper: helper_name.into(),
    };
    let mut functions = vec![helper(&mut random, &scope)];
    let kinds = 1 + random.below(2) as usize;
    for kind in 0..kinds {
        functions.push(worker(&mut random, &scope, kind, kinds));
    }
    functions.push(main(&mut random, &scope, kinds));
    Program { seed, globals, functions }
}

/// A function that workers may call.
fn helper(random: &mut Random, scope: &Scope) -> Function {
    let atomic = scope.helper != "@h";
    let name = &scope.helper;
    let head = format!("int {name}(int x)");
    let scope = Scope { constants: vec!["x".into()], locals: vec!["l0".into()], ..scope.clone() };
    let mut writer = Writer::new(random, scope);
    (writer.lock, writer.atomic) = (false, atomic);
    let body = writer.statements(2);
    let mut locals = vec![Named::new("l0", "int l0 = 0;")];
    locals.append(&mut writer.locals);
    let end = format!("return {};", masked(random, &Scope { locals: vec!["l0".into()], ..bare() }));
    let end = if random.below(2) == 0 { "return l0;".into() } else { end };
    Function { name: "@h".into(), head, locals, body, end }
}

fn bare() -> Scope {
    Scope {
        shared: vec!["@g0".into()],
        atomics: Vec::new(),
        array: None,
        pointer: None,
        locals: Vec::new(),
        constants: vec!["x".into()],
        mask: 1,
        helper: String::new(),
    }
}

fn worker(random: &mut Random, scope: &Scope, kind: usize, kinds: usize) -> Function {
    let scope =
        Scope { constants: vec!["me".into()], locals: vec!["l0".into(), "l1".into()], ..scope.clone() };
    let mask = scope.mask;
    let lines = 2 + random.below(4) as usize;
    let mut writer = Writer::new(random, scope);
    if kind + 1 < kinds && writer.random.below(4) == 0 {
        writer.creates = vec![kind + 1];
    }
    let mut body = writer.statements(lines);
    let section = writer.random.below(5);
    if section == 0 {
        body = vec![around("pthread_mutex_lock(&@m);", body, "pthread_mutex_unlock(&@m);")];
    }
    let mut locals = vec![
        Named::new("me", format!("int me = (int)(long)arg & {mask};")),
        Named::new("l0", "int l0 = 0;"),
        Named::new("l1", "int l1 = 0;"),
    ];
    locals.append(&mut writer.locals);
    let end = ["return 0;", "return 0;", "return 0;", "pthread_exit(0);"][random.below(4) as usize];
    Function {
        name: format!("@w{kind}"),
        head: format!("void *@w{kind}(void *arg)"),
        locals,
        body,
        end: end.into(),
    }
}

fn around(open: impl Into<String>, body: Vec<Statement>, close: impl Into<String>) -> Statement {
    Statement::around(open, body, close)
}

fn main(random: &mut Random, scope: &Scope, kinds: usize) -> Function {
    let scope = Scope { locals: vec!["l0".into(), "l1".into()], ..scope.clone() };
    let mut writer = Writer::new(random, scope);
    writer.is_main = true;
    let mut body = Vec::new();
    for _ in 0..writer.random.below(2) {
        body.push(writer.statement());
    }
    let shape = writer.random.below(10);
    let mut joins = Vec::new();
    if shape < 6 {
        let count = [1, 1, 2, 2, 3, 2][shape as usize];
        for n in 0..count {
            let kind = writer.random.below(kinds as u64) as usize;
            let argument = writer.argument();
            let create = Line(format!("pthread_create(&t{n}, 0, @w{kind}, (void *)(long)({argument}));"));
            writer.locals.push(Named::new(&format!("t{n}"), format!("pthread_t t{n};")));
            let create = writer.guarded(create);
            body.push(create);
            if writer.random.below(5) == 0 {
                body.push(writer.statement());
            }
            if writer.random.below(3) == 0 {
                joins.push(Line(format!("pthread_join(t{n}, 0);")));
            }
        }
    } else {
        writer.locals.push(Named::new("t", "pthread_t t;"));
        let kind = writer.random.below(kinds as u64) as usize;
        let (argument, other) = (writer.argument(), writer.argument());
        let create = Line(format!("pthread_create(&t, 0, @w{kind}, (void *)(long)({argument}));"));
        let mut inner = vec![writer.guarded(create)];
        if kinds > 1 && writer.random.below(2) == 0 {
            inner.push(Line(format!(
                "if (__VERIFIER_nondet_bool()) pthread_create(&t, 0, @w{}, (void *)(long)({other}));",
                1 - kind
            )));
        }
        if writer.random.below(4) == 0 {
            writer.looping = true;
            inner.push(writer.statement());
            writer.looping = false;
        }
        if writer.random.below(6) == 0 {
            inner.push(Line("pthread_join(t, 0);".into()));
        }
        let head =
            ["while (1) {", "while (__VERIFIER_nondet_bool()) {", "while (__VERIFIER_nondet_bool()) {"];
        let head = head[writer.random.below(3) as usize];
        body.push(around(head, inner, "}"));
    }
    let joined = !joins.is_empty();
    if writer.random.below(2) == 0 {
        body.push(writer.statement());
    }
    body.extend(joins);
    if joined || writer.random.below(2) == 0 {
        let claim = claim(writer.random, &writer.scope);
        body.push(Line(format!("assert({claim});")));
    }
    let mut locals = vec![Named::new("l0", "int l0 = 0;"), Named::new("l1", "int l1 = 1;")];
    locals.append(&mut writer.locals);
    let end = if random.below(8) == 0 { "pthread_exit(0);" } else { "return 0;" };
    Function { name: "@main".into(), head: "int @main(void)".into(), locals, body, end: end.into() }
}

impl Writer<'_> {
    fn new(random: &mut Random, scope: Scope) -> Writer<'_> {
        Writer {
            random,
            scope,
            lock: true,
            atomic: false,
            looping: false,
            creates: Vec::new(),
            counters: 0,
            locals: Vec::new(),
            is_main: false,
        }
    }

    fn argument(&mut self) -> String {
        match self.random.below(4) {
            0 => "0".into(),
            1 => local(self.random, &self.scope),
            2 => place(self.random, &self.scope),
            _ => number(self.random, &self.scope),
        }
    }

    /// A creation, now and then with the mutex or in an atomic section.
    fn guarded(&mut self, create: Statement) -> Statement {
        match self.random.below(12) {
            0..=1 => around("pthread_mutex_lock(&@m);", vec![create], "pthread_mutex_unlock(&@m);"),
            2 => around("__VERIFIER_atomic_begin();", vec![create], "__VERIFIER_atomic_end();"),
            3 => around("pthread_mutex_lock(&@m);", vec![create], ""),
            4 => {
                let more = self.assignment();
                around("__VERIFIER_atomic_begin();", vec![create, more], "__VERIFIER_atomic_end();")
            }
            _ => create,
        }
    }

    fn statements(&mut self, count: usize) -> Vec<Statement> {
        (0..count).map(|_| self.statement()).collect()
    }

    fn few(&mut self) -> Vec<Statement> {
        let count = 1 + self.random.below(2) as usize;
        self.statements(count)
    }

    fn assignment(&mut self) -> Statement {
        let target = if self.random.below(3) == 0 && !self.scope.locals.is_empty() {
            let at = self.random.below(self.scope.locals.len() as u64) as usize;
            self.scope.locals[at].clone()
        } else {
            place(self.random, &self.scope)
        };
        Line(format!("{target} = {};", masked(self.random, &self.scope)))
    }

    fn statement(&mut self) -> Statement {
        let kind = self.random.below(64);
        match kind {
            0..=16 => self.assignment(),
            17..=21 => {
                let claim = claim(self.random, &self.scope);
                Line(format!("assert({claim});"))
            }
            22..=23 => {
                let condition = condition(self.random, &self.scope);
                Line(format!("__VERIFIER_assume({condition});"))
            }
            24..=29 => self.branch(),
            30..=34 if self.lock && !self.atomic => self.section(),
            35..=39 if !self.atomic => {
                self.atomic = true;
                let body = self.few();
                self.atomic = false;
                around("__VERIFIER_atomic_begin();", body, "__VERIFIER_atomic_end();")
            }
            40..=43 => self.counted(),
            44..=46 if !self.looping => self.endless(),
            47..=52 => self.atomic_operation(),
            53..=54 if !self.is_main => {
                let condition = condition(self.random, &self.scope);
                let end = ["exit(0);", "return 0;", "pthread_exit(0);"][self.random.below(3) as usize];
                Line(format!("if ({condition}) {end}"))
            }
            55..=56 if self.scope.constants.contains(&"me".into()) || self.is_main => {
                let (name, argument) = (self.scope.helper.clone(), local(self.random, &self.scope));
                let target = &self.scope.locals[0];
                Line(format!("{target} = {name}({argument}) & {};", self.scope.mask))
            }
            57 if self.scope.pointer.is_some() => {
                let shared = self.scope.shared[0].clone();
                let pointer = self.scope.pointer.clone().unwrap_or_default();
                Line(format!("{pointer} = &{shared};"))
            }
            58..=59 if !self.creates.is_empty() && !self.looping => {
                let worker = self.creates[0];
                let argument = self.argument();
                self.locals.push(Named::new("t", "pthread_t t;"));
                Line(format!("pthread_create(&t, 0, @w{worker}, (void *)(long)({argument}));"))
            }
            60 => self.undefined(),
            61 => self.local_array(),
            62 => {
                let (value, one, two) = (local(self.random, &self.scope), self.few(), self.few());
                let one = around("case 0: {", one, "break; }");
                let two = around("default: {", two, "}");
                around(format!("switch ({value}) {{"), vec![one, two], "}")
            }
            _ => self.assignment(),
        }
    }

    fn branch(&mut self) -> Statement {
        let condition = condition(self.random, &self.scope);
        let mut parts = vec![(format!("if ({condition}) {{"), self.few())];
        if self.random.below(3) == 0 {
            parts.push(("} else {".into(), self.few()));
        }
        Statement::Block(parts, "}".into())
    }

    fn section(&mut self) -> Statement {
        self.lock = false;
        let body = self.few();
        self.lock = true;
        match self.random.below(12) {
            0 => around("pthread_mutex_lock(&@m);", body, ""),
            1..=3 => around("if (!pthread_mutex_trylock(&@m)) {", body, "pthread_mutex_unlock(&@m); }"),
            _ => around("pthread_mutex_lock(&@m);", body, "pthread_mutex_unlock(&@m);"),
        }
    }

    fn counted(&mut self) -> Statement {
        let name = format!("i{}", self.counters);
        self.counters += 1;
        self.locals.push(Named::new(&name, format!("int {name};")));
        let most = 2 + self.random.below(2);
        let before = std::mem::replace(&mut self.looping, true);
        let body = self.few();
        self.looping = before;
        around(format!("for ({name} = 0; {name} < {most}; {name}++) {{"), body, "}")
    }

    fn endless(&mut self) -> Statement {
        let condition = condition(self.random, &self.scope);
        let before = std::mem::replace(&mut self.looping, true);
        let body = self.few();
        self.looping = before;
        match self.random.below(4) {
            0 => Line(format!("while ({condition});")),
            1 => around("do {", body, format!("}} while ({condition});")),
            _ => around(format!("while ({condition}) {{"), body, "}"),
        }
    }

    /// Builtins take every kind of word.
    fn atomic_operation(&mut self) -> Statement {
        let at = self.random.below(self.scope.shared.len() as u64) as usize;
        let (word, mask) = (self.scope.shared[at].clone(), self.scope.mask);
        let target = self.scope.locals[0].clone();
        let value = local(self.random, &self.scope);
        let other = number(self.random, &self.scope);
        Line(match self.random.below(7) {
            0 => format!("{target} = __sync_fetch_and_xor(&{word}, {value}) & {mask};"),
            1 => format!("{target} = __sync_fetch_and_and(&{word}, {value}) & {mask};"),
            2 => format!("{target} = __atomic_exchange_n(&{word}, {value}, 5) & {mask};"),
            3 => format!("if (__sync_bool_compare_and_swap(&{word}, {value}, {other})) {target} = {other};"),
            4 => format!("{target} = __sync_val_compare_and_swap(&{word}, {other}, {value}) & {mask};"),
            5 if !self.looping => format!(
                "do {{ {target} = {word} & {mask}; }} while (!__sync_bool_compare_and_swap(&{word}, {target}, ({target} + 1) & {mask}));"
            ),
            _ => format!("{target} = __sync_fetch_and_or(&{word}, {value}) & {mask};"),
        })
    }

    /// A variable that is assigned on one side only, and read only there.
    fn undefined(&mut self) -> Statement {
        let name = format!("u{}", self.counters);
        self.counters += 1;
        self.locals.push(Named::new(&name, format!("int {name};")));
        let (flag, mask) = (self.scope.locals[0].clone(), self.scope.mask);
        let value = masked(self.random, &self.scope);
        let use_it = place(self.random, &self.scope);
        let first = around(format!("if ({flag} == 1) {{"), vec![Line(format!("{name} = {value};"))], "}");
        let then =
            around(format!("if ({flag} == 1) {{"), vec![Line(format!("{use_it} = {name} & {mask};"))], "}");
        around("{", vec![first, then], "}")
    }

    fn local_array(&mut self) -> Statement {
        let name = format!("b{}", self.counters);
        self.counters += 1;
        self.locals.push(Named::new(&name, format!("int {name}[2] = {{0, 1}};")));
        let (index, read) = (local(self.random, &self.scope), local(self.random, &self.scope));
        let value = masked(self.random, &self.scope);
        let target = self.scope.locals[0].clone();
        let store = Line(format!("{name}[({index}) & 1] = {value};"));
        let load = Line(format!("{target} = {name}[({read}) & 1];"));
        around("{", vec![store, load], "}")
    }
}
