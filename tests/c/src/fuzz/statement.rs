//! Random statements of one thread.

use super::heap;
use super::locks;
use super::program::Statement::{self, Line};
use super::vocabulary::{Theme, Vocabulary};
use crate::random::Random;

/// Writes the statements of one function.
pub(super) struct Writer<'a> {
    /// Where choices come from.
    pub random: &'a mut Random,
    /// What the program is about.
    pub words: &'a Vocabulary,
    /// Variables of type `int` that only this function uses: local ones or globals.
    own: &'a [&'static str],
    /// Depth of blocks.
    depth: u32,
    /// Inside of an atomic section nothing may wait.
    section: bool,
}

impl<'a> Writer<'a> {
    /// A writer at the beginning of a function.
    pub fn new(random: &'a mut Random, words: &'a Vocabulary, own: &'a [&'static str]) -> Writer<'a> {
        Writer { random, words, own, depth: 0, section: false }
    }

    /// Statements with about this many lines.
    pub fn statements(&mut self, lines: usize) -> Vec<Statement> {
        let length = |statements: &[Statement]| statements.iter().map(Statement::lines).sum::<usize>();
        let mut all = Vec::new();
        while length(&all) < lines {
            let mut next = self.statement();
            // Another try for what is much too long.
            if length(&all) + length(&next) > lines + 1 {
                next = self.statement();
            }
            all.extend(next);
        }
        all
    }

    /// One of several texts.
    pub fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.random.below(texts.len() as u64) as usize]
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.random.below(n) == 0
    }

    /// A shared variable of type `int`.
    pub fn shared(&mut self) -> String {
        if self.words.has(Theme::Array) && self.one_in(3) {
            return format!("@t[{}]", self.index());
        }
        // The first one is where threads meet.
        let at = if self.one_in(2) { 0 } else { self.random.below(self.words.ints.len() as u64) as usize };
        self.words.ints[at].to_string()
    }

    /// The address of a shared variable of type `int`.
    pub fn shared_address(&mut self) -> String {
        format!("(int *)&{}", self.shared())
    }

    /// A variable of type `int` that other threads do not mention.
    pub fn local(&mut self) -> &'static str {
        self.own[self.random.below(self.own.len() as u64) as usize]
    }

    /// A small number.
    pub fn value(&mut self) -> String {
        match self.random.below(9) {
            0..=2 => (1 + self.random.below(3)).to_string(),
            3 => "0".into(),
            4 | 5 => self.local().into(),
            6 => self.shared(),
            7 => format!("({} + 1) & 3", self.shared()),
            _ => format!("({} + {}) & 3", self.local(), self.shared()),
        }
    }

    fn index(&mut self) -> String {
        match self.random.below(12) {
            0..=7 => self.random.below(2).to_string(),
            8 | 9 => format!("{} & 1", self.local()),
            10 => format!("{} & 1", self.words.ints[0]),
            // Out of bounds for 3.
            _ => format!("{} & 3", self.words.ints[0]),
        }
    }

    /// A condition.
    pub fn condition(&mut self) -> String {
        match self.random.below(8) {
            0 | 1 => self.shared(),
            2 => format!("!{}", self.shared()),
            3 => format!("{} == {}", self.shared(), self.random.below(3)),
            4 => format!("{} < {}", self.local(), self.shared()),
            5 if self.words.has(Theme::Choice) => "__VERIFIER_nondet_bool()".into(),
            5 => self.local().into(),
            6 => format!("{} != {}", self.shared(), self.local()),
            _ => format!("{} > 1", self.shared()),
        }
    }

    /// One statement, or several that belong together.
    pub fn statement(&mut self) -> Vec<Statement> {
        let usual = if self.words.has(Theme::Locks) { 8 } else { 3 };
        if self.one_in(usual) {
            return self.basic();
        }
        let themes = self.words.themes.len() as u64;
        let theme = self.words.themes[self.random.below(themes) as usize];
        self.themed(theme)
    }

    fn basic(&mut self) -> Vec<Statement> {
        let (x, value, local) = (self.shared(), self.value(), self.local());
        let line = match self.random.below(16) {
            0..=3 => format!("{x} = {value};"),
            4..=6 => format!("{local} = {x};"),
            7 => format!("{x} += {};", 1 + self.random.below(2)),
            8 => format!("{x}++;"),
            9 => format!("{local} += {x};"),
            10 | 11 => return vec![self.conditional()],
            12 => return vec![self.loop_()],
            13 => self.assertion(),
            14 => format!("{x} = {local};"),
            _ => return vec![Line(format!("{local} = {x};")), Line(format!("{x} = {local} + 1;"))],
        };
        vec![Line(line)]
    }

    fn assertion(&mut self) -> String {
        match self.random.below(6) {
            0 => format!("assert({} != {});", self.shared(), 1 + self.random.below(3)),
            1 => format!("assert({} <= {});", self.local(), self.shared()),
            2 => format!("assert({} + {} < 5);", self.shared(), self.shared()),
            3 => format!("if ({}) assert({});", self.condition(), self.condition()),
            // True.
            4 => format!("assert({} < 40);", self.shared()),
            _ => format!("assert({} == {});", self.local(), self.shared()),
        }
    }

    fn conditional(&mut self) -> Statement {
        let condition = self.condition();
        let mut parts = vec![(format!("if ({condition}) {{"), self.inner(1))];
        if self.one_in(3) {
            parts.push(("} else {".into(), self.inner(1)));
        }
        Statement::Block(parts, "}".into())
    }

    fn loop_(&mut self) -> Statement {
        let x = self.shared();
        match self.random.below(6) {
            0 => Line(format!("for (int i = 0; i < 2 && !{x}; i++) ;")),
            1 => Line(format!("for (int i = 0; i < 2; i++) {} += {x};", self.local())),
            2 => Line(format!("for (int i = 0; i < 2; i++) {x} += i;")),
            3 if self.words.has(Theme::Array) => {
                Line("for (int i = 0; i < 2; i++) @t[i] = @t[i + 1];".into())
            }
            3 => Line(format!("for (int i = 0; i < {x} && i < 2; i++) {}++;", self.local())),
            _ => Statement::around("for (int i = 0; i < 2; i++) {", self.inner(1), "}"),
        }
    }

    /// The body of a block; blocks do not nest deeper than twice.
    fn inner(&mut self, lines: usize) -> Vec<Statement> {
        if self.depth >= 2 {
            return vec![Line(format!("{} = {};", self.shared(), self.local()))];
        }
        self.depth += 1;
        let body = self.statements(lines);
        self.depth -= 1;
        body
    }

    fn themed(&mut self, theme: Theme) -> Vec<Statement> {
        let (x, local, value) = (self.shared(), self.local(), self.value());
        let line = match theme {
            Theme::Array => return vec![Line(format!("@t[{}] = {value};", self.index()))],
            Theme::List => return heap::list(self),
            Theme::Pointer => return heap::pointer(self),
            Theme::Mutex | Theme::Locks | Theme::Condition | Theme::Semaphore | Theme::Barrier
                if self.section =>
            {
                format!("{x} = {value};")
            }
            Theme::Mutex => return self.mutex(),
            Theme::Locks => return locks::locks(self),
            Theme::Condition => return self.condition_variable(),
            Theme::Semaphore => {
                let attempt = format!("if (sem_trywait(&@s) == 0) {local} = 2;");
                self.pick(&["sem_post(&@s);", "sem_wait(&@s);", &attempt]).into()
            }
            Theme::Barrier => match self.random.below(3) {
                0 => "pthread_barrier_wait(&@bar);".into(),
                1 => {
                    return vec![
                        self.between("pthread_rwlock_rdlock(&@rw);", "pthread_rwlock_unlock(&@rw);"),
                    ];
                }
                _ => {
                    return vec![
                        self.between("pthread_rwlock_wrlock(&@rw);", "pthread_rwlock_unlock(&@rw);"),
                    ];
                }
            },
            Theme::Atomics => self.atomic(),
            Theme::Section => return self.atomic_section(),
            Theme::Call => self.call(),
            Theme::FunctionPointer => match self.random.below(7) {
                0 => "@fp = @f0;".into(),
                1 | 2 => return self.handed("@fp = @f1;"),
                3 => format!("{local} = @fs[{local} & 1]({value});"),
                _ => format!("{local} = @fp({value});"),
            },
            Theme::Table => match self.random.below(9) {
                0 => return self.handed("@kp = @kb;"),
                1 => "@kp = @ka;".into(),
                2 => format!("{local} = **@kp;"),
                3 => format!("**@kp = {value};"),
                4 => return self.handed("@op = (struct ops){@f1, &@g0};"),
                5 => format!("{local} = @op.f({value});"),
                6 => format!("*@op.p = {value};"),
                7 => format!("{{ struct ops z = @op; {local} = z.f(*z.p); }}"),
                _ => return self.handed("@op.f = @f1;"),
            },
            Theme::ThreadLocal => match self.random.below(5) {
                0 => format!("@tl = {value};"),
                1 => format!("{x} = @tl;"),
                2 => "@tl++;".into(),
                3 => "@ip = &@tl;".into(),
                _ => format!("if (@ip) {x} = *@ip;"),
            },
            Theme::Pair => match self.random.below(6) {
                0 => format!("@pr = (struct pair){{{value}, {local}}};"),
                1 => format!("{{ struct pair z = @pr; {local} = z.x + z.y; }}"),
                2 => "{ struct pair z = @pr; z.x++; @pr = z; }".into(),
                3 => format!("@pr.y = {value};"),
                4 => format!("memcpy(&{local}, &@pr.x, sizeof(int));"),
                _ => format!("*(volatile char *)&{x} = {};", self.random.below(3)),
            },
            Theme::Choice => match self.random.below(4) {
                0 => format!("{local} = __VERIFIER_nondet_bool();"),
                1 if self.one_in(2) => format!("__VERIFIER_assume({});", self.condition()),
                1 => format!("__VERIFIER_assume({x} < 2);"),
                2 => return vec![Statement::around("if (__VERIFIER_nondet_bool()) {", self.inner(1), "}")],
                _ => format!("{x} = __VERIFIER_nondet_bool();"),
            },
            Theme::Ending => self.ending(),
            Theme::Life if self.section => format!("{x} = {value};"),
            Theme::Life => self.life(),
            Theme::Spin => match self.random.below(4) {
                0 => format!("while (!{x}) ;"),
                1 => format!("while ({x} == 1) {local} = {x};"),
                // Each step of this takes many instructions.
                2 if self.one_in(4) => format!("if ({}) for (;;) ;", self.condition()),
                _ => format!("{x} = 1;"),
            },
            Theme::Division => match self.random.below(3) {
                0 => format!("{local} = 4 / {x};"),
                1 => format!("{local} = 1 << ({x} * 16 - 15);"),
                _ => format!("if ({x}) {local} = 6 % {x};"),
            },
        };
        vec![Line(line)]
    }

    /// A way to `@g0` is handed to others; mostly it is used at once.
    fn handed(&mut self, line: &str) -> Vec<Statement> {
        let value = self.value();
        let then = match self.random.below(5) {
            0 => return vec![Line(line.into())],
            1 | 2 => format!("@g0 = {value};"),
            3 => "@g0++;".into(),
            _ => format!("{} = @g0;", self.local()),
        };
        vec![Line(line.into()), Line(then)]
    }

    fn between(&mut self, open: &str, close: &str) -> Statement {
        let lines = 1 + self.random.below(2) as usize;
        Statement::around(open, self.inner(lines), close)
    }

    fn mutex(&mut self) -> Vec<Statement> {
        let which = self.pick(&["@m", "@m", "@k"]);
        let lock = format!("pthread_mutex_lock(&{which});");
        let unlock = format!("pthread_mutex_unlock(&{which});");
        match self.random.below(12) {
            0 => vec![Line(lock)],
            1 if self.one_in(3) => vec![Line(unlock)],
            2 | 3 => vec![Statement::around(
                format!("if (pthread_mutex_trylock(&{which}) == 0) {{"),
                self.inner(1),
                format!("{unlock} }}"),
            )],
            _ => vec![self.between(&lock, &unlock)],
        }
    }

    fn condition_variable(&mut self) -> Vec<Statement> {
        let (lock, unlock) = ("pthread_mutex_lock(&@m);", "pthread_mutex_unlock(&@m);");
        let wake = self.pick(&["pthread_cond_signal(&@cv);", "pthread_cond_broadcast(&@cv);"]);
        let while_ = self.pick(&["while", "while", "while", "if"]);
        let x = self.shared();
        let body = match self.random.below(5) {
            0 | 1 => vec![
                Line(format!("{while_} (!@f) pthread_cond_wait(&@cv, &@m);")),
                Line(format!("{} = @f;", self.local())),
            ],
            2 => vec![Line(format!("@f = {};", 1 + self.random.below(2))), Line(wake.into())],
            3 => vec![Line(format!("@f = {x};")), Line(wake.into())],
            _ => return vec![Line("@f = 1;".into()), Line(wake.into())],
        };
        vec![Statement::around(lock, body, unlock)]
    }

    fn atomic(&mut self) -> String {
        let (address, local, value) = (self.shared_address(), self.local(), self.value());
        match self.random.below(8) {
            0 | 1 => format!("{local} = __atomic_fetch_add({address}, 1, __ATOMIC_SEQ_CST);"),
            2 => format!("{local} = __atomic_exchange_n({address}, {value}, __ATOMIC_SEQ_CST);"),
            3 | 4 => format!(
                "{{ int e = {}; {local} = __atomic_compare_exchange_n({address}, &e, {value}, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) + 2 * (e & 1); }}",
                self.random.below(2)
            ),
            5 => format!("__atomic_store_n({address}, {value}, __ATOMIC_SEQ_CST);"),
            6 => format!("{local} = __atomic_load_n({address}, __ATOMIC_SEQ_CST);"),
            _ => format!("{local} = __atomic_fetch_sub({address}, 1, __ATOMIC_SEQ_CST);"),
        }
    }

    fn atomic_section(&mut self) -> Vec<Statement> {
        if self.section || self.one_in(3) {
            let address = self.shared_address();
            return vec![Line(format!("__VERIFIER_atomic_@add({address}, {});", self.random.below(3)))];
        }
        self.section = true;
        let block = self.between("__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();");
        self.section = false;
        vec![block]
    }

    fn call(&mut self) -> String {
        let (address, other) = (self.shared_address(), self.shared_address());
        let (local, value) = (self.local(), self.value());
        match self.random.below(8) {
            0 | 1 => format!("@put({address}, {value});"),
            2 => format!("{local} = @get({address});"),
            3 => format!("@put(&{local}, {value});"),
            4 => format!("{local} = @get(&{local});"),
            5 => format!("@swap({address}, {other});"),
            6 => format!("@swap({address}, &{local});"),
            _ => format!("@count({}, {address});", 1 + self.random.below(2)),
        }
    }

    /// Creation, and what others can do with the thread that was created last.
    fn life(&mut self) -> String {
        let (condition, local) = (self.condition(), self.local());
        let start = self.pick(&["@one", "@two", "@none", "@heir"]);
        match self.random.below(14) {
            0..=3 => format!("pthread_create(&@born, 0, {start}, 0);"),
            4 => format!("for (int i = 0; i < 2; i++) pthread_create(&@born, 0, {start}, 0);"),
            5 => format!("if ({condition}) pthread_create(&@born, 0, {start}, 0);"),
            6 => format!(
                "{{ pthread_t z; pthread_create(&z, 0, {start}, 0); {local} = 1; pthread_join(z, 0); }}"
            ),
            7 => format!("{{ pthread_t z; pthread_create(&z, 0, {start}, 0); pthread_detach(z); }}"),
            8 => "if (@born) pthread_join(@born, 0);".into(),
            9 => "if (@born) pthread_detach(@born);".into(),
            10 => format!("if (@born) {local} = pthread_tryjoin_np(@born, 0) == 0;"),
            11 => format!("if (@born) {local} = pthread_kill(@born, 0) == 0;"),
            12 => "if (@born) pthread_cancel(@born);".into(),
            _ => format!(
                "{{ pthread_t z; void *v; pthread_create(&z, 0, @two, 0); pthread_join(z, &v); {local} = *(int *)v; }}"
            ),
        }
    }

    fn ending(&mut self) -> String {
        let condition = self.condition();
        match self.random.below(8) {
            0 => format!("if ({condition}) exit({} + 100);", self.value()),
            1 => format!("if ({condition}) pthread_exit(0);"),
            2 => format!("if ({condition}) abort();"),
            3 => format!("if ({condition}) exit(100);"),
            4 => "pthread_detach(pthread_self());".into(),
            5 => format!("if ({condition}) {}", self.assertion()),
            _ => format!("{} = {};", self.shared(), self.value()),
        }
    }
}
