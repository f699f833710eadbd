//! Prints the step graph of C files: `steps FILE… [-- CLANG OPTION…]`.

use tw_steps::{Options, build, show};
use tw_verdict::Property;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (files, clang): (Vec<String>, Vec<String>) = args.into_iter().partition(|a| !a.starts_with('-'));
    let file = files.first().expect("a file");
    let module =
        tw_tests_c::load::load(std::path::Path::new(file), &clang, 0, false).expect("the program compiles");
    let options = Options { properties: vec![Property::Assertion], assume_defined: true };
    match build(&module, &options) {
        Ok(template) => print!("{}", show(&template)),
        Err(why) => println!("refused: {why:?}"),
    }
}
