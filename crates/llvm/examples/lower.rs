//! Lowers a program and prints what came out: `lower [-O1|-O2] [-m32] FILE… [--function NAME]`.

use std::path::PathBuf;
use tw_ir::{InstrKind, Origin};

fn main() {
    let mut request = tw_llvm::Request::default();
    let mut shown = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-O0" => request.opt = 0,
            "-O1" => request.opt = 1,
            "-O2" => request.opt = 2,
            "-m32" => request.bits = Some(32),
            "--function" => shown.extend(args.next()),
            flag if flag.starts_with('-') => request.clang_args.push(arg),
            _ => request.inputs.push(PathBuf::from(arg)),
        }
    }
    let loaded = match tw_llvm::load(&request) {
        Ok(loaded) => loaded,
        Err(failure) => {
            eprintln!("{failure}");
            std::process::exit(2);
        }
    };
    for warning in &loaded.warnings {
        println!("warning: {warning}");
    }
    let module = &loaded.module;
    let (mut instructions, mut runtime, mut external) = (0, 0, Vec::new());
    for function in module.functions.iter() {
        runtime += usize::from(function.origin == Origin::Runtime);
        let Some(body) = &function.body else {
            external.push(function.display.as_str());
            continue;
        };
        for block in body.blocks.iter() {
            instructions += block.instrs.len();
            for instr in &block.instrs {
                if let InstrKind::Unsupported(text) = &instr.kind {
                    println!("unsupported in {}: {text}", function.display);
                }
            }
        }
    }
    println!(
        "{} functions ({runtime} of the runtime), {} globals, {instructions} instructions, {} types, {} files",
        module.functions.len(),
        module.globals.len(),
        module.types.len(),
        module.files.len()
    );
    println!("without a body: {}", external.join(", "));
    for name in shown {
        for function in module.functions.iter().filter(|f| f.name == name || f.display == name) {
            println!(
                "{} {:?} -> {:?} atomic: {}",
                function.name, function.params, function.results, function.atomic
            );
            let Some(body) = &function.body else { continue };
            for variable in &body.variables {
                println!("  variable {variable:?} {:?}", variable.ty.map(|t| &module.types[t]));
            }
            for (id, block) in body.blocks.enumerate() {
                println!(" {id:?} {}", block.name);
                for instr in &block.instrs {
                    println!("    {:?}  @{:?}", instr.kind, instr.loc.map(|l| (l.line, l.column)));
                }
            }
        }
        for global in module.globals.iter().filter(|g| g.name == name) {
            println!(
                "{global:?} {:?}",
                global.variable.as_ref().and_then(|v| v.ty).map(|t| &module.types[t])
            );
        }
    }
}
