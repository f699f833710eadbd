//! Random programs with two to four threads, small enough to visit every state of every instruction.

use super::heap::NEW_NODE;
use super::level;
use super::program::Statement::Line;
use super::program::{Function, Named, Program, Statement};
use super::statement::Writer;
use super::vocabulary::{Theme, Vocabulary, globals, helpers};
use crate::random::Random;

/// What a worker gets from the one who creates it, and how it declares its variables.
struct Argument {
    /// Statements of the creator before the creation.
    prepare: &'static [&'static str],
    /// The argument.
    passed: &'static str,
    /// The declaration of `p` in the worker.
    p: &'static str,
    /// The declaration of `n` in the worker.
    n: &'static str,
}

const NO_P: &str = "int *p = 0;";
const NO_N: &str = "struct node *n = 0;";
const ARGUMENTS: [Argument; 6] = [
    Argument { prepare: &[], passed: "0", p: NO_P, n: NO_N },
    Argument { prepare: &[], passed: "&l1", p: "int *p = arg;", n: NO_N },
    Argument { prepare: &[], passed: "&u[1]", p: "int *p = arg;", n: NO_N },
    Argument { prepare: &[], passed: "u", p: "int *p = arg;", n: NO_N },
    Argument {
        prepare: &[NEW_NODE, "n->v = 1;", "n->next = 0;"],
        passed: "n",
        p: NO_P,
        n: "struct node *n = arg;",
    },
    Argument { prepare: &["p = malloc(sizeof *p);", "*p = 1;"], passed: "p", p: "int *p = arg;", n: NO_N },
];

/// What a worker returns, and what `main` makes of it.
const RETURNS: [(&str, &str); 5] = [
    ("return 0;", ""),
    ("return (void *)(long)OWN;", "l0 = (int)(long)r0 + 4 * l0;"),
    ("return n;", "n = r0; if (n) { l0 = n->v; free(n); }"),
    ("return p;", "p = r0; if (p) l0 = *p;"),
    ("return (void *)@f1;", "l0 = ((int (*)(int))r0)(l0);"),
];

/// What only one function uses. Each local variable that exists while others run multiplies the states without reduction,
/// because objects are numbered in the order of their creation.
const MAIN: &[&str] = &["l0", "l0", "l1"];
const OWN: [[&[&str]; 4]; 3] = [
    [&["l0"], &["l0", "l1"], &["@g0"], &["@g0", "l0"]],
    [&["l0"], &["l0", "l1"], &["@g1"], &["@g1", "l0"]],
    [&["l0"], &["l0", "l1"], &["@g2"], &["@g2", "l0"]],
];

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let words = Vocabulary::new(&mut random);
    let globals = globals(&mut random);
    // Three workers have many states without optimisation.
    let workers = match (level(seed), random.below(24)) {
        // More of them are born on the way.
        (_, 0..=17) if words.has(Theme::Life) => 1,
        (0, 0) | (1.., 0..=11) => 3,
        (0, 1..=15) | (1.., 12..=14) => 1,
        _ => 2,
    };
    // Some thread may still run when `main` ends.
    let loose = random.below(5) == 0;
    // The last worker may be created by the one before it.
    let nested = workers > 1 && random.below(8) == 0;
    let (functions, start) = (helpers(&words), setup(&words));
    let mut builder = Builder { random, words, workers, loose, nested, functions, start, joins: Vec::new() };
    let mut code = 0;
    for worker in 0..workers {
        // Two threads with the same code, now and then.
        let twin = worker > 0 && !nested && builder.random.below(5) == 0;
        code = if twin { code } else { worker };
        builder.worker(worker, code);
    }
    builder.main();
    Program { seed, globals, functions: builder.functions }
}

struct Builder {
    random: Random,
    words: Vocabulary,
    workers: usize,
    loose: bool,
    nested: bool,
    functions: Vec<Function>,
    /// What `main` does first, up to the joins.
    start: Vec<Statement>,
    joins: Vec<Statement>,
}

impl Builder {
    /// A worker that runs the code with this number.
    fn worker(&mut self, worker: usize, code: usize) {
        let pointers = self.words.has(Theme::List) || self.words.has(Theme::Pointer);
        let arguments = if pointers { ARGUMENTS.len() as u64 } else { 4 };
        let argument = &ARGUMENTS[self.random.below(arguments) as usize];
        let functions = self.words.has(Theme::FunctionPointer) || self.words.has(Theme::Table);
        let kinds = if functions { 10 } else { 9 };
        let (end, result) = RETURNS[[0, 1, 1, 1, 1, 1, 1, 2, 3, 4][self.random.below(kinds) as usize]];
        if code == worker {
            let own = OWN[worker][[0, 0, 0, 1, 2, 2, 2, 3][self.random.below(8) as usize]];
            let end = end.replace("OWN", own[0]);
            let mut body = self.body(own);
            // Who gets memory mostly gives it back.
            if !argument.prepare.is_empty() && end != "return n;" && self.random.below(3) > 0 {
                body.push(Line(format!("free({});", argument.passed)));
            }
            self.functions.push(function(worker, argument, body, &end));
        }
        if self.nested && worker + 1 == self.workers {
            return self.nest(worker, argument);
        }
        self.start.extend(creation(&format!("h{worker}"), code, argument));
        if self.random.below(8) == 0 {
            self.start.extend(Writer::new(&mut self.random, &self.words, MAIN).statement());
        }
        let kind = if self.loose { self.random.below(10) } else { 2 + self.random.below(8) };
        self.joins.extend(join(kind, worker, result));
    }

    /// The more threads, the shorter: every state of every instruction is to be visited.
    fn body(&mut self, own: &'static [&'static str]) -> Vec<Statement> {
        let more = if self.workers == 1 && !self.loose { self.random.below(3) as usize } else { 0 };
        let lines = [0, 3, 1, 1][self.workers] + more;
        Writer::new(&mut self.random, &self.words, own).statements(lines)
    }

    /// The worker before this one creates it.
    fn nest(&mut self, worker: usize, argument: &Argument) {
        let creator = self.functions.iter_mut().rfind(|f| f.name == format!("@w{}", worker - 1));
        let creator = creator.expect("the worker before the last one has its own code");
        let at = self.random.below(creator.body.len() as u64 + 1) as usize;
        creator.body.splice(at..at, creation("@h", worker, argument));
        let join = Line("pthread_join(@h, 0);".into());
        match self.random.below(4) {
            0 if self.loose => {}
            0 | 1 => self.joins.push(join),
            _ => creator.body.push(join),
        }
    }

    fn main(&mut self) {
        if self.workers == 1 {
            let lines = 2 + self.random.below(2) as usize;
            self.start.extend(Writer::new(&mut self.random, &self.words, MAIN).statements(lines));
        }
        let joins = self.joins.iter().filter(|s| format!("{s:?}").contains("pthread_join")).count();
        let joined = joins + usize::from(self.nested) >= self.workers;
        self.start.append(&mut self.joins);
        self.start.extend(cleaning(&mut self.random, &self.words));
        let end = format!("return {};", self.outcome(joined));
        self.functions.push(Function {
            name: "@main".into(),
            head: "int @main(void)".into(),
            locals: locals(NO_P, NO_N, self.workers),
            body: std::mem::take(&mut self.start),
            end,
        });
    }

    /// The exit code: digits to base 8.
    fn outcome(&mut self, joined: bool) -> String {
        let mut digits: Vec<&str> = self.words.ints.clone();
        // What `main` reads in the end, it reaches all the time: often it only knows what the workers return.
        if joined && self.random.below(2) == 0 {
            return "l0 + l1 * 256".into();
        }
        digits.extend(["@t[0]", "@t[1]", "@pr.x", "@pr.y", "@f", "l0", "l1", "@g0", "@g1"]);
        if self.random.below(2) == 0 {
            digits.push("!!@n0");
        }
        let text = format!("{:?}{:?}", self.functions, self.start);
        let mentioned = |digit: &&str| {
            let name = digit.trim_start_matches('!').split(['[', '.']).next().unwrap_or("");
            text.contains(name)
        };
        // While others run, each instruction costs many states.
        let most = if joined { 8 } else { 2 };
        let terms: Vec<String> = digits
            .into_iter()
            .filter(mentioned)
            .take(most)
            .enumerate()
            .map(|(place, digit)| format!("{digit} * {}", 1u32 << (3 * place)))
            .collect();
        terms.join(" + ").replacen(" * 1 ", " ", 1)
    }
}

/// The statements that create a worker.
fn creation(handle: &str, code: usize, argument: &Argument) -> Vec<Statement> {
    let prepared = argument.prepare.iter().map(|line| Line((*line).to_string()));
    let create = format!("pthread_create(&{handle}, 0, @w{code}, {});", argument.passed);
    prepared.chain([Line(create)]).collect()
}

fn function(worker: usize, argument: &Argument, body: Vec<Statement>, end: &str) -> Function {
    Function {
        name: format!("@w{worker}"),
        head: format!("void *@w{worker}(void *arg)"),
        locals: locals(argument.p, argument.n, 0),
        body,
        end: end.into(),
    }
}

fn locals(p: &str, n: &str, handles: usize) -> Vec<Named> {
    let mut locals = vec![
        Named::new("l0", "int l0 = 0;"),
        Named::new("l1", "int l1 = 1;"),
        Named::new("u", "int u[2] = {0, 2};"),
        Named::new("p", p),
        Named::new("n", n),
        Named::new("q", "struct node *q = 0;"),
        Named::new("r0", "void *r0 = 0;"),
    ];
    for handle in 0..handles {
        locals.push(Named::new(&format!("h{handle}"), format!("pthread_t h{handle};")));
    }
    locals
}

fn setup(words: &Vocabulary) -> Vec<Statement> {
    let mut lines = Vec::new();
    if words.has(Theme::Semaphore) {
        lines.push("sem_init(&@s, 0, 1);");
    }
    if words.has(Theme::Barrier) {
        lines.push("pthread_barrier_init(&@bar, 0, 2);");
    }
    lines.into_iter().map(|line| Line(line.into())).collect()
}

/// Mostly a join; now and then the thread is forgotten (0) or detached (1).
fn join(kind: u64, worker: usize, result: &str) -> Vec<Statement> {
    match kind {
        0 => vec![],
        1 => vec![Line(format!("pthread_detach(h{worker});"))],
        2 => vec![Line(format!("pthread_join(h{worker}, 0);"))],
        _ if result.is_empty() => vec![Line(format!("pthread_join(h{worker}, 0);"))],
        _ => vec![Line(format!("pthread_join(h{worker}, &r0);")), Line(result.into())],
    }
}

/// Programs that free what is left can be free of leaks.
fn cleaning(random: &mut Random, words: &Vocabulary) -> Vec<Statement> {
    let mut lines = Vec::new();
    if words.has(Theme::List) && random.below(3) > 0 {
        lines.push("while (@n0) { n = @n0; @n0 = n->next; l0 += n->v; free(n); }");
        if random.below(2) == 0 {
            lines.push("if (@n1) l1 = @n1->v;");
            lines.push("free(@n1);");
        }
    }
    if words.has(Theme::Pointer) && random.below(3) == 0 {
        lines.push("if (@ip) l1 = *@ip;");
    }
    lines.into_iter().map(|line| Line(line.into())).collect()
}
