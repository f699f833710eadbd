//! Prints the generated program of a seed with its question: `cargo run -p tw-tests --example show -- SEED`.

use tw_boolprog::generate::generate;
use tw_boolprog::print::print;

fn main() {
    let seed = std::env::args().nth(1).and_then(|s| s.parse().ok());
    let Some(seed) = seed else {
        eprintln!("usage: show SEED");
        return;
    };
    let program = generate(seed);
    let targets: String = program.targets.iter().map(|t| format!(" --error-label {t}")).collect();
    println!(
        "// check: --init {} --threads {}{targets} => ?",
        program.bounds.init,
        program.bounds.threads.limit()
    );
    print!("{}", print(&program.unit));
}
