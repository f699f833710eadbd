//! Certificates about C programs: written, checked, changed.

use super::*;

const COUNTER: &str = "#include <assert.h>
#include <pthread.h>
int counter;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *argument) {
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
";

fn certified(name: &str, args: &[&str]) -> (PathBuf, PathBuf, String) {
    let (program, certificate) = (write(&format!("{name}.c"), COUNTER), scratch(&format!("{name}.cert")));
    let options = [&["check", text(&program), "--certificate", text(&certificate)], args].concat();
    answered(&run(&options), 0, "TRUE", "accepted by the independent checker");
    let content = std::fs::read_to_string(&certificate).expect("it was written");
    (program, certificate, content)
}

#[test]
fn a_certificate_is_written_and_accepted_again() {
    let (program, certificate, content) = certified("counter-again", &[]);
    assert!(content.starts_with("threadwise-certificate 2\nkind reached-program\nprogram "), "{content}");
    let outcome = run(&["certify", text(&program), text(&certificate)]);
    answered(&outcome, 0, "TRUE", "every interleaving of all threads that the program starts (-O0; ");
}

#[test]
fn level_zero_has_a_part_of_its_own_at_higher_levels() {
    let (program, certificate, content) = certified("counter-o1", &["--opt", "1"]);
    assert_eq!(content.matches("kind reached-program").count(), 2);
    answered(&run(&["certify", text(&program), text(&certificate)]), 0, "TRUE", "(-O1");
}

#[test]
fn the_bound_on_threads_is_part_of_the_claim() {
    let (program, certificate, content) = certified("counter-bound", &["--threads", "2"]);
    answered(&run(&["certify", text(&program), text(&certificate)]), 0, "TRUE", "up to 2 threads");
    let more = write("counter-all.cert", content.replace("coverage up-to 2", "coverage all"));
    rejected(&run(&["certify", text(&program), text(&more)]), 2, "threads are left out");
}

#[test]
fn changed_certificates_are_rejected() {
    let (program, _, content) = certified("counter-changed", &[]);
    let other = |name: &str, content: String, reason: &str| {
        let path = write(name, content);
        rejected(&run(&["certify", text(&program), text(&path)]), 2, reason);
    };
    let lines: Vec<&str> = content.lines().collect();
    let count = lines.len() - 14;
    let fewer = content.replace(&format!("states {count}"), &format!("states {}", count - 1));
    let fewer = fewer.replace(&format!("{}\n", lines[20]), "");
    other("fewer.cert", fewer, "is met and not listed");
    let chosen = content.replace(lines[30], &format!("{} 0 7", lines[30]));
    other("chosen.cert", chosen, "the certificate is rejected");
    other("question.cert", content.replace("assertion memory", "assertion"), "is met and not listed");
    other("kind.cert", content.replace("reached-program", "reached-set"), "not about a C program");
    let program = write("counter-other.c", COUNTER.replace("== 2", ">= 2"));
    let path = write("counter-other.cert", content);
    rejected(&run(&["certify", text(&program), text(&path)]), 2, "about another program");
}

#[test]
fn what_cannot_be_certified_says_why() {
    let program = "extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assume(int);
int main(void) {
    unsigned short x = __VERIFIER_nondet_ushort();
    __VERIFIER_assume(x < 3);
    return 100 / (3 - x);
}
";
    let path = scratch("wide.cert");
    let outcome = check("wide.c", program, &["--certificate", text(&path)]);
    answered(
        &outcome,
        0,
        "TRUE",
        "not certified (the interpreter does not explore everything: an input of 16 bits",
    );
    assert!(!path.exists(), "nothing is written");
    let outcome = check("narrow.c", program, &["--nondet-range", "0..2", "--format", "json"]);
    let held = document(&outcome);
    for property in held["properties"].as_array().expect("a list of properties") {
        let certificate = &property["evidence"]["certificate"];
        assert_eq!(
            (&certificate["kind"], &certificate["checked"]),
            (&"reached-program".into(), &true.into())
        );
    }
}
