//! What ends without an answer: functions without a model, limits of time, memory and size.

use super::*;

#[test]
fn functions_without_a_model() {
    let outcome = check("external.c", EXTERNAL, &[]);
    unknown(&outcome, "the external function launch has no model");
    unknown(&outcome, "external.c:4");
    assert!(outcome.stdout.contains("--havoc-externals"), "{outcome:?}");

    let outcome = check("external.c", EXTERNAL, &["--havoc-externals"]);
    answered(&outcome, 10, "FALSE(unreach-call)", "external.c:5");
    assert!(outcome.stdout.contains("Rests on: launch returns anything"), "{outcome:?}");
    let harmless = "void launch(int);\nint main(void) {\n    launch(3);\n    return 0;\n}\n";
    let outcome = check("harmless.c", harmless, &["--havoc-externals"]);
    answered(&outcome, 0, "TRUE", "Rests on: launch returns anything");
    let outcome = check("external.c", EXTERNAL, &["--havoc-externals", "--nondet-range", "0..7"]);
    answered(&outcome, 0, "TRUE", "Rests on: launch returns anything");

    let unreached = "int launch(int);\nvolatile int zero;\nint main(void) { return zero ? launch(3) : 0; }\n";
    holds(&check("unreached.c", unreached, &[]));
}

#[test]
fn unknown_functions_that_do_not_return() {
    let program = "__attribute__((noreturn)) void fatal(int);\nint main(void) {\n    fatal(3);\n}\n";
    let outcome = check("noreturn.c", program, &["--havoc-externals"]);
    assert!([0, 5].contains(&outcome.code), "{outcome:?}");
}

#[test]
fn inline_assembly() {
    let program = r#"volatile int zero;
int main(void) {
    int x = 0;
    if (zero == WHEN)
        __asm__ volatile("incl %0" : "+r"(x));
    return x;
}
"#;
    let outcome = check("assembly.c", program, &["--", "-DWHEN=0"]);
    unknown(&outcome, "inline assembly");
    unknown(&outcome, "assembly.c:5");
    unknown(&check("assembly.c", program, &["--havoc-externals", "--", "-DWHEN=0"]), "assembly.c:5");
    holds(&check("assembly.c", program, &["--", "-DWHEN=1"]));
}

const LONG_JUMP: &str = r"#include <setjmp.h>
static jmp_buf target;
volatile int zero;
int main(void) {
    if (zero == WHEN && setjmp(target) == 0)
        longjmp(target, 1);
    return 0;
}
";

#[test]
fn long_jumps() {
    holds(&check("jump.c", LONG_JUMP, &["--", "-DWHEN=0"]));
    holds(&check("jump.c", LONG_JUMP, &["--", "-DWHEN=1"]));
}

#[test]
fn long_jumps_are_no_violation() {
    holds(&check("jump.c", LONG_JUMP, &["--havoc-externals", "--", "-DWHEN=0"]));
}

#[test]
fn arguments_of_main() {
    let program = r"#include <assert.h>
int main(int argc, char **argv) {
    assert(argc >= 0);
    assert(argv[argc] == 0);
    return 0;
}
";
    let outcome = check("argv.c", program, &[]);
    unknown(&outcome, "the program looks at its arguments");
    assert!(outcome.stdout.contains("--args ''"), "{outcome:?}");
    holds(&check("argv.c", program, &["--args", ""]));
    holds(&check("argv.c", program, &["--args", "first 'and second'"]));
}

#[test]
fn endless_loops() {
    let begin = Instant::now();
    holds(&check("spin.c", "int main(void) { while (1); }\n", &["--time-limit", "60s"]));
    for program in [
        "int main(void) { unsigned x = 0; for (;;) x++; }\n",
        "unsigned x; int main(void) { for (;;) x++; }\n",
    ] {
        let outcome = check("count.c", program, &["--time-limit", "2s"]);
        if outcome.code == 0 {
            holds(&outcome);
        } else {
            unknown(&outcome, "time limit of 2 s");
        }
    }
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}

/// Ends in time, with this reason; the margin is for busy machines.
fn ends(name: &str, program: &str, reason: &str, args: &[&str]) {
    let begin = Instant::now();
    unknown(&check(name, program, args), reason);
    assert!(begin.elapsed() < Duration::from_secs(10), "{name}: {:?}", begin.elapsed());
}

#[test]
fn limits_inside_long_steps() {
    let late = ["--time-limit", "1s"];
    let fill = r"#include <stdlib.h>
#include <string.h>
int main(void) {
    char *block = malloc(200000000);
    for (int i = 0; i < 1000000; i++)
        memset(block, i, 200000000);
    return block[5];
}
";
    ends("fill.c", fill, "time limit of 1 s", &late);
    let copy = fill.replace("memset(block, i, 200000000)", "memcpy(block, block + 100000000, 100000000)");
    ends("copy.c", &copy, "time limit of 1 s", &late);
    let recursion = r"int f(int n, int k) { volatile int a[50]; a[3] = n; return n ? f(n - 1, k) + a[3] : k; }
int main(void) {
    int sum = 0;
    for (int i = 0; i < 1000000; i++)
        sum += f(15000, i) & 1;
    return sum & 1;
}
";
    ends("recursion.c", recursion, "time limit of 1 s", &late);
    let inputs = r"extern unsigned char __VERIFIER_nondet_uchar(void);
static char big[3000000];
int main(void) {
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        sum += __VERIFIER_nondet_uchar();
        for (int k = 0; k < 20000; k++)
            big[k] += sum;
    }
    return sum & 1;
}
";
    ends("inputs.c", inputs, "time limit of 1 s", &late);
    ends("count.c", "unsigned long x; int main(void) { for (;;) x += 3; }\n", "time limit of 1 s", &late);
    let blocks = r"#include <stdlib.h>
static char *all[4000];
int main(void) {
    for (int i = 0; i < 4000; i++)
        all[i] = calloc(1, 50000000);
    return 0;
}
";
    ends("blocks.c", blocks, "memory limit of 500 MB", &["--memory-limit", "500MB"]);
}

/// clang computes for minutes.
const SLOW: &str = r"constexpr unsigned long f(unsigned long n) {
    unsigned long sum = 0;
    for (unsigned long i = 0; i < n; i++) sum += i * i;
    return sum;
}
static_assert(f(4000000000ul) != 3);
int main() { return 0; }
";

#[test]
fn a_limit_while_clang_runs() {
    let (folder, result) = (scratch("clang-limit"), scratch("clang-limit.json"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let program = write("slow.cpp", SLOW);
    let begin = Instant::now();
    let mut command = command();
    command.env("TMPDIR", &folder).args(["check", text(&program), "--time-limit", "1s"]);
    command.args(["--output", text(&result), "--", "-fconstexpr-steps=4000000000"]);
    let outcome = ended(command.output().expect("the command runs"));
    unknown(&outcome, "time limit of 1 s");
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 0, "temporary files are left");
    let written = std::fs::read_to_string(&result).expect("the document is written");
    let written: Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!(written["verdict"], "UNKNOWN");
    assert_eq!(decided(&written)["reason"]["kind"], "time-limit");
    assert!(written["statistics"]["seconds"].as_f64().is_some_and(|s| s >= 1.0), "{written}");
}

/// Processes whose command line has this part.
fn processes(part: &str) -> usize {
    let lines = std::fs::read_dir("/proc").expect("processes").flatten();
    let lines = lines.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(part)).count()
}

#[test]
fn signals_while_clang_runs() {
    for signal in ["INT", "TERM"] {
        let folder = scratch(&format!("clang-{signal}"));
        std::fs::create_dir_all(&folder).expect("a folder");
        let program = write(&format!("slow-{signal}.cpp"), SLOW);
        let mut command = command();
        command.env("TMPDIR", &folder).args(["check", text(&program), "--"]);
        command.arg("-fconstexpr-steps=4000000000").stdout(std::process::Stdio::piped());
        let child = command.spawn().expect("the command runs");
        // Only clang has the folder on its command line.
        while processes(text(&folder)) == 0 {
            std::thread::sleep(Duration::from_millis(20));
        }
        let number = child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &number]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        let begin = Instant::now();
        let outcome = ended(child.wait_with_output().expect("the command ends"));
        unknown(&outcome, "interrupted");
        assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
        assert_eq!(processes(text(&folder)), 0, "clang goes on");
        assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 0, "temporary files are left");
    }
}

#[test]
fn programs_that_take_all_memory() {
    let lost = "#include <stdlib.h>\nint main(void) {\n    for (;;)\n        *(char *)malloc(4096) = 1;\n}\n";
    let limits = ["--memory-limit", "300MB", "--time-limit", "120s"];
    // What is lost is no part of a state, and leaks are judged when the process ends.
    holds(&check("lost.c", lost, &limits));
    let list = r"#include <stdlib.h>
struct node { struct node *next; char rest[4000]; } *head;
int main(void) {
    for (;;) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
}
";
    unknown(&check("list.c", list, &limits), "memory limit of 300 MB");
    let outcome = check("list.c", list, &[&limits[..], &["--format", "json"]].concat());
    assert_eq!(outcome.code, 5, "{outcome:?}");
    let undecided = document(&outcome);
    assert_eq!(decided(&undecided)["reason"]["kind"], "memory-limit", "{outcome:?}");
}

#[test]
fn objects_beyond_the_largest_size() {
    let local = "int main(void) {\n    char big[1UL << 40];\n    big[7] = 1;\n    return 0;\n}\n";
    unknown(&check("local.c", local, &[]), "local array of more than 256 MB");
    let global = "char big[1UL << 40];\nint main(void) {\n    big[7] = 1;\n    return 0;\n}\n";
    unknown(&check("global.c", global, &[]), "big");
}

#[test]
fn large_allocations_are_not_taken_to_fail() {
    let program =
        "#include <assert.h>\n#include <stdlib.h>\nint main(void) { assert(!malloc(1UL << 34)); }\n";
    let outcome = check("large.c", program, &[]);
    assert!([5, 10].contains(&outcome.code), "{outcome:?}");
}

#[test]
fn ten_thousand_threads() {
    let one_by_one = r"#include <pthread.h>
static void *worker(void *argument) { return argument; }
int main(void) {
    for (int i = 0; i < 10000; i++) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, 0);
        pthread_join(thread, 0);
    }
}
";
    let at_once = r"#include <pthread.h>
static pthread_t threads[10000];
static void *worker(void *argument) { return argument; }
int main(void) {
    for (int i = 0; i < 10000; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 10000; i++)
        pthread_join(threads[i], 0);
}
";
    let begin = Instant::now();
    for program in [one_by_one, at_once] {
        for order in ["bfs", "dfs"] {
            let limits = ["--time-limit", "4s", "--memory-limit", "1GB", "--search", order];
            let outcome = check("threads.c", program, &limits);
            if outcome.code == 0 {
                holds(&outcome);
                continue;
            }
            unknown(&outcome, "");
            let reasons = ["more than 1000 threads", "time limit", "memory limit"];
            let last = outcome.stdout.lines().last().unwrap_or_default();
            assert!(reasons.iter().any(|r| last.contains(r)), "{outcome:?}");
        }
    }
    assert!(begin.elapsed() < Duration::from_secs(90), "{:?}", begin.elapsed());
}

/// A worker and a `main` that creates such workers without end.
fn endless_workers(globals: &str, worker: &str) -> String {
    format!(
        r"#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
{globals}
static void *worker(void *unused) {{
    {worker}
    return unused;
}}
int main(void) {{
    while (1) {{
        pthread_t thread;
        pthread_create(&thread, 0, worker, 0);
    }}
}}
"
    )
}

#[test]
fn violations_among_threads_that_are_created_without_end() {
    let counted = endless_workers(
        "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nstatic int x;",
        "pthread_mutex_lock(&lock);\n    x++;\n    assert(x < 2);\n    pthread_mutex_unlock(&lock);",
    );
    let stored =
        endless_workers("static atomic_int x;", "atomic_store(&x, 1);\n    assert(atomic_load(&x) == 0);");
    for (name, program, failing) in [("counted.c", counted, "x < 2"), ("stored.c", stored, "== 0")] {
        let outcome = check(name, program, &["--property", "assertion", "--time-limit", "25s"]);
        answered(&outcome, 10, "FALSE(unreach-call)", failing);
    }
}

#[test]
fn advice_about_threads_that_are_created_without_end() {
    let advice = "--threads 3 for an answer about at most 3 threads alive at once";
    let stores = endless_workers("static atomic_int x;", "atomic_store(&x, 1);");
    let outcome = check("stores.c", &stores, &["--time-limit", "4s"]);
    unknown(&outcome, "time limit of 4 s");
    assert!(outcome.stdout.contains(&format!("Try: {advice}")), "{outcome:?}");
    // With a bound, and where there are few threads, the general advice remains.
    let adds = endless_workers("static atomic_uint x;", "atomic_fetch_add(&x, 1);");
    let bounded = check("adds.c", &adds, &["--time-limit", "2s", "--threads", "3"]);
    unknown(&bounded, "time limit of 2 s");
    assert!(!bounded.stdout.contains(advice) && bounded.stdout.contains("--threads N"), "{bounded:?}");
    let count = "unsigned long x; int main(void) { for (;;) x += 3; }\n";
    let alone = check("alone.c", count, &["--time-limit", "1s"]);
    unknown(&alone, "time limit of 1 s");
    assert!(!alone.stdout.contains(advice), "{alone:?}");
}

#[test]
fn deep_recursion() {
    let program = r"static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
int main(void) { return depth(DEPTH) - DEPTH; }
";
    holds(&check("depth.c", program, &["--", "-DDEPTH=1000"]));
    let outcome = check("depth.c", program, &["--time-limit", "60s", "--", "-DDEPTH=10000000"]);
    unknown(&outcome, "recursion deeper than");
    unknown(&outcome, "depth.c:1");
    let endless = "static int f(int n) { return 1 + f(n); }\nint main(void) { return f(1); }\n";
    unknown(&check("endless.c", endless, &["--time-limit", "60s"]), "recursion deeper than");
}
