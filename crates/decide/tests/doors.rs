//! The doors of an engine: systems for several workers, and the graph of states.

use std::sync::Arc;
use tw_decide::engines::{BooleanOptions, BooleanTask, ENGINES, Observer, Task, engine};
use tw_explore::{Search, StoreKind, explore_parallel};
use tw_verdict::{Bounds, Control, InitialThreads, Question, SearchOrder};

const PROGRAM: &str = "decl x := 0;\nvoid main() begin\n  decl l;\n  start_thread goto other;\n  l := *;\n  x := l;\n  other: x := !x;\nend\n";

fn with_task(test: impl FnOnce(&Task<'_>)) {
    let loaded = tw_boolprog::load("a.bp", PROGRAM.as_bytes().to_vec()).unwrap_or_else(|_| panic!("valid"));
    let program = Arc::new(loaded.program);
    let bounds = Bounds::up_to(InitialThreads::Exactly(1), 3);
    let question = Question { explore_all: true, ..Question::new(bounds, Vec::new(), true) };
    let options = BooleanOptions::default();
    test(&Task::Boolean(BooleanTask { program: &program, question: &question, options: &options }));
}

#[test]
fn systems_made_in_other_threads_find_the_same_states() {
    with_task(|task| {
        let alone = engine("plain").expect("an engine").run(task, &Control::unlimited()).expect("it runs");
        let mut tried = 0;
        for engine in ENGINES {
            let Some(factory) = engine.factory(task) else { continue };
            let made: Vec<_> = std::thread::scope(|scope| {
                let workers: Vec<_> = (0..3).map(|_| scope.spawn(&factory)).collect();
                workers.into_iter().map(|worker| worker.join().expect("made")).collect()
            });
            let mut systems = made;
            let search = Search { order: SearchOrder::Bfs, explore_all: true, store: StoreKind::Tree };
            let found = explore_parallel(&mut systems, &search, &Control::unlimited());
            assert_eq!(Some(found.statistics.states), alone.counters.count("states"), "{}", engine.name());
            tried += 1;
        }
        assert!(tried > 0, "no engine hands out systems");
    });
}

#[derive(Default)]
struct Count {
    states: u64,
    steps: u64,
}

impl Observer for Count {
    fn state(&mut self, lines: &[String], _: bool, _: bool) {
        assert!(!lines.is_empty());
        self.states += 1;
    }

    fn step(&mut self, from: usize, to: usize, _: &str, _: Option<u32>) {
        assert!((from as u64) < self.states && (to as u64) < self.states);
        self.steps += 1;
    }
}

#[test]
fn engines_with_single_states_tell_their_graph_and_the_others_refuse_by_name() {
    with_task(|task| {
        let mut counts = Vec::new();
        for engine in ENGINES.iter().filter(|e| e.scope(tw_decide::Language::Boolean).is_some()) {
            let mut observer = Count::default();
            match engine.graph(task, &mut observer, &Control::unlimited()) {
                Ok(_) => {
                    assert!(engine.has_graph() && observer.steps >= observer.states - 1);
                    counts.push(observer.states);
                }
                Err(failure) => {
                    assert!(!engine.has_graph() && failure.to_string().contains(engine.name()), "{failure}");
                }
            }
        }
        assert!(counts.len() > 1 && counts.iter().all(|n| *n == counts[0]), "up to symmetry: {counts:?}");
    });
}
