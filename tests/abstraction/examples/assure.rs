//! Proves a C program, and checks the certificate: `assure FILE [CERTIFICATE]` (where the certificate is written to).

use std::path::Path;
use std::time::Instant;
use tw_tests_abstraction::certified::{certified, load, question};

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("assure FILE [CERTIFICATE]")?;
    let module = load(Path::new(&file))?;
    let began = Instant::now();
    let text = certified(&module)?;
    println!("proved in {:?}", began.elapsed());
    if let Some(out) = args.next() {
        std::fs::write(out, &text).map_err(|why| why.to_string())?;
    }
    let began = Instant::now();
    match tw_assure::check(&module, text.as_bytes(), &question(), &|| true) {
        Ok(accepted) => println!(
            "accepted in {:?}: {} ways, {} questions, {} clauses",
            began.elapsed(),
            accepted.ways,
            accepted.questions,
            accepted.clauses
        ),
        Err(why) => println!("rejected in {:?}: {why}", began.elapsed()),
    }
    Ok(())
}
