//! Prints the generated program of a seed, and how parsing it again differs.
fn main() {
    let seed = std::env::args().nth(1).and_then(|s| s.parse().ok()).expect("a seed");
    let generated = tw_boolprog::generate::generate(seed);
    let text = tw_boolprog::print::print(&generated.unit);
    println!("{text}");
    let (parsed, messages) = tw_boolprog::parse(&text);
    if parsed != generated.unit {
        println!("{messages:?}\n{parsed:#?}\n{:#?}", generated.unit);
    }
}
