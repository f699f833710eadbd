//! Arguments of the long runs.

/// The number behind an option, or the default; ends the program if it is none.
pub fn number(args: &[String], name: &str, default: u64) -> u64 {
    let given = args.iter().skip_while(|a| *a != name).nth(1);
    given.map_or(Ok(default), |v| v.parse()).unwrap_or_else(|_| {
        eprintln!("{name} takes a number");
        std::process::exit(1);
    })
}
