//! Prints the step graph of a C file: `steps FILE [-DNAME…] [--prove]`; with `--prove` also runs the loop of predicate abstraction.

use tw_abstraction::{Outcome, Settings, run};
use tw_steps::{Options, build, show};
use tw_tests_abstraction::host::TestHost;
use tw_verdict::{Control, Property};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let proves = args.iter().any(|a| a == "--prove");
    let (files, clang): (Vec<String>, Vec<String>) = args.into_iter().partition(|a| !a.starts_with('-'));
    let clang: Vec<String> = clang.into_iter().filter(|a| a != "--prove").collect();
    let file = files.first().expect("a file");
    let module =
        tw_tests_c::load::load(std::path::Path::new(file), &clang, 0, false).expect("the program compiles");
    let properties = vec![Property::Assertion];
    let options = Options { properties: properties.clone(), assume_defined: true };
    let template = match build(&module, &options) {
        Ok(template) => template,
        Err(why) => return println!("refused: {why:?}"),
    };
    if !proves {
        return print!("{}", show(&template));
    }
    let settings = Settings { threads: None, max_rounds: 60, properties, control: Control::default() };
    let host = TestHost::new(&template);
    let outcome = run(template, &[], &settings, &host);
    host.lines.borrow().iter().for_each(|line| println!("{line}"));
    match outcome {
        Ok(Outcome::Holds(evidence)) => println!("TRUE {:?}", evidence.round),
        Ok(Outcome::Violated(trace)) => println!("FALSE {} steps", trace.steps.len()),
        Ok(Outcome::Undecided(why)) => println!("UNKNOWN {why:#?}"),
        Err(why) => println!("INTERNAL {why}"),
    }
}
