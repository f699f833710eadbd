//! What a random program is about: its shared variables, its helper functions, and the constructs that it uses often.

use super::program::{Function, Named, Statement};
use crate::random::Random;

/// A group of constructs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Theme {
    /// A shared array.
    Array,
    /// Nodes on the heap.
    List,
    /// Addresses of variables.
    Pointer,
    /// Two mutexes.
    Mutex,
    /// Sections of locks, in and out of order.
    Locks,
    /// A condition variable.
    Condition,
    /// A semaphore.
    Semaphore,
    /// A barrier and a read-write lock.
    Barrier,
    /// Atomic operations.
    Atomics,
    /// Atomic sections and functions.
    Section,
    /// Functions with pointers as parameters.
    Call,
    /// Functions called through pointers.
    FunctionPointer,
    /// Constants and structures that hold addresses of variables and functions.
    Table,
    /// A variable of each thread.
    ThreadLocal,
    /// A structure that is copied as a whole, and parts of integers.
    Pair,
    /// Nondeterministic values and assumptions.
    Choice,
    /// The end of a thread or of the process.
    Ending,
    /// Loops that wait, or never end.
    Spin,
    /// Division and shifts.
    Division,
    /// Lives of threads: created in loops, by each other, and by their predecessors; joined, looked at, detached.
    Life,
}

/// Themes, the frequent ones several times.
const THEMES: [Theme; 40] = [
    Theme::Array,
    Theme::Array,
    Theme::List,
    Theme::List,
    Theme::List,
    Theme::List,
    Theme::Pointer,
    Theme::Pointer,
    Theme::Pointer,
    Theme::Mutex,
    Theme::Mutex,
    Theme::Mutex,
    Theme::Locks,
    Theme::Locks,
    Theme::Locks,
    Theme::Locks,
    Theme::Locks,
    Theme::Locks,
    Theme::Condition,
    Theme::Semaphore,
    Theme::Barrier,
    Theme::Atomics,
    Theme::Atomics,
    Theme::Section,
    Theme::Call,
    Theme::Call,
    Theme::FunctionPointer,
    Theme::FunctionPointer,
    Theme::FunctionPointer,
    Theme::Table,
    Theme::Table,
    Theme::ThreadLocal,
    Theme::Pair,
    Theme::Choice,
    Theme::Ending,
    Theme::Spin,
    Theme::Division,
    Theme::Life,
    Theme::Life,
    Theme::Life,
];

/// The words of one program.
pub(super) struct Vocabulary {
    /// What it uses often.
    pub themes: Vec<Theme>,
    /// Shared variables of type `int`.
    pub ints: Vec<&'static str>,
}

impl Vocabulary {
    /// A random choice.
    pub fn new(random: &mut Random) -> Vocabulary {
        let count = [1, 1, 2, 2, 3][random.below(5) as usize];
        let themes = (0..count).map(|_| THEMES[random.below(THEMES.len() as u64) as usize]).collect();
        let ints = ["@a", "@b", "@c"][..2 + u64::from(random.below(3) == 0) as usize].to_vec();
        Vocabulary { themes, ints }
    }

    /// Whether the program is about this.
    pub fn has(&self, theme: Theme) -> bool {
        self.themes.contains(&theme)
    }
}

/// All globals that statements mention.
pub(super) fn globals(random: &mut Random) -> Vec<Named> {
    let mut global = |name: &str, forms: [&str; 3], rest: String| {
        let form = forms[random.below(3) as usize];
        Named::new(name, format!("{form}{name}{rest};"))
    };
    let ints = ["int ", "volatile int ", "_Atomic int "];
    let nodes = ["struct node *", "struct node *volatile ", "_Atomic(struct node *) "];
    let mut globals = vec![
        global("@a", ints, String::new()),
        global("@b", ints, String::new()),
        global("@c", ints, " = 1".into()),
        global("@f", ints, String::new()),
        global("@t", ints, "[3]".into()),
        global("@ip", ["int *", "int *volatile ", "_Atomic(int *) "], String::new()),
        global("@n0", nodes, String::new()),
        global("@n1", nodes, String::new()),
    ];
    let fixed = [
        ("@g0", "int @g0;"),
        ("@g1", "int @g1 = 1;"),
        ("@g2", "int @g2;"),
        ("@pr", "struct pair @pr;"),
        ("@tl", "_Thread_local int @tl;"),
        ("@m", "pthread_mutex_t @m = PTHREAD_MUTEX_INITIALIZER;"),
        ("@k", "pthread_mutex_t @k = PTHREAD_MUTEX_INITIALIZER;"),
        ("@cv", "pthread_cond_t @cv = PTHREAD_COND_INITIALIZER;"),
        ("@rw", "pthread_rwlock_t @rw = PTHREAD_RWLOCK_INITIALIZER;"),
        ("@s", "sem_t @s;"),
        ("@bar", "pthread_barrier_t @bar;"),
        ("@h", "pthread_t @h;"),
        ("@born", "pthread_t @born;"),
        ("@heirs", "int @heirs;"),
        ("@fp", "int @f0(int x), @f1(int x);\nint (*@fp)(int) = @f0;"),
        ("@fs", "int @f0(int x), @f1(int x);\nint (*const @fs[2])(int) = {@f0, @f1};"),
        ("@ka", "int *const @ka[1] = {(int *)&@a};"),
        ("@kb", "int *const @kb[1] = {&@g0};"),
        ("@kp", "int *const *@kp = @ka;"),
        ("@op", "int @f0(int x);\nstruct ops @op = {@f0, (int *)&@a};"),
    ];
    globals.extend(fixed.map(|(name, text)| Named::new(name, text)));
    globals
}

/// All helper functions that statements mention.
pub(super) fn helpers(words: &Vocabulary) -> Vec<Function> {
    let (x, y) = (words.ints[0], words.ints[1]);
    let helper = |name: &str, head: &str, body: &[&str], end: &str| Function {
        name: name.into(),
        head: head.into(),
        locals: Vec::new(),
        body: body.iter().map(|line| Statement::Line((*line).into())).collect(),
        end: end.into(),
    };
    vec![
        helper("@f0", "int @f0(int x)", &[&format!("{x} = x;")], "return x + 1;"),
        // Through this one, others come to what only the first worker mentions.
        helper("@f1", "int @f1(int x)", &["x += @g0;"], "return x;"),
        helper("@one", "void *@one(void *arg)", &[&format!("{x}++;")], "return arg;"),
        helper("@two", "void *@two(void *arg)", &[&format!("if ({y}) {x} = 2;")], "return (void *)&@g0;"),
        helper("@none", "void *@none(void *arg)", &[], "return arg;"),
        helper(
            "@heir",
            "void *@heir(void *arg)",
            &["if (@heirs++ < 1) pthread_create(&@born, 0, @heir, 0);", &format!("{y}++;")],
            "return 0;",
        ),
        helper("@put", "void @put(int *to, int x)", &["*to = x;"], "return;"),
        helper("@get", "int @get(int *from)", &[], "return *from;"),
        helper("@swap", "void @swap(int *x, int *y)", &["int z = *x;", "*x = *y;", "*y = z;"], "return;"),
        helper(
            "@count",
            "void @count(int n, int *x)",
            &["*x += n;", "if (n > 1) @count(n - 1, x);"],
            "return;",
        ),
        helper("@stale", "void @stale(void)", &["int x = 3;", "@ip = &x;", &format!("x = {y};")], "return;"),
        helper(
            "@add",
            "void __VERIFIER_atomic_@add(int *to, int x)",
            &["*to += x;", &format!("{y} = *to;")],
            "return;",
        ),
    ]
}
