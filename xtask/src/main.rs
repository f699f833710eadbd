//! Chores: `cargo xtask ci | layers | tidy | snapshot … | fuzz … | fuzz-c … | fuzz-abstract … | fuzz-qbf … | bench … | figures … | native …`.

mod ci;
mod layers;
mod snapshot;
mod tidy;

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (chore, rest) = args.split_first().map_or(("", &[][..]), |(c, r)| (c.as_str(), r));
    let done = match chore {
        "ci" => ci::ci(rest),
        "layers" => check_layers(),
        "tidy" => check_tidy(),
        "snapshot" => snapshot::snapshot(rest),
        "fuzz" => fuzz(rest),
        "bench" => bench(rest),
        "figures" => bench(&[&["figures".to_string()], rest].concat()),
        "fuzz-c" if rest.iter().any(|a| a == "--faults") => cargo(
            "faults-c",
            &[
                &[
                    "run",
                    "--locked",
                    "--package",
                    "tw-tests-c",
                    "--features",
                    "faults",
                    "--bin",
                    "faults-c",
                    "--",
                ][..],
                &strs(rest),
            ]
            .concat(),
        ),
        "fuzz-c" => cargo(
            "fuzz-c",
            &[
                &["run", "--locked", "--release", "--package", "tw-tests-c", "--bin", "fuzz-c", "--"][..],
                &strs(rest),
            ]
            .concat(),
        ),
        "fuzz-abstract" => cargo(
            "fuzz-abstract",
            &[
                &["run", "--locked", "--package", "tw-tests-c", "--bin", "fuzz-abstract", "--"][..],
                &strs(rest),
            ]
            .concat(),
        ),
        "fuzz-qbf" => cargo(
            "fuzz-qbf",
            &[&["run", "--locked", "--package", "tw-tests", "--bin", "fuzz-qbf", "--"][..], &strs(rest)]
                .concat(),
        ),
        "native" => cargo(
            "native",
            &[&["run", "--locked", "--package", "tw-tests-c", "--bin", "native", "--"][..], &strs(rest)]
                .concat(),
        ),
        _ => {
            eprintln!(
                "usage: cargo xtask ci [--full] | layers | tidy | fuzz [--seeds N] [--start S] [--faults] | bench"
            );
            eprintln!(
                "       cargo xtask snapshot [--bless] [--only NAME-PART] [--binary PATH] [--file PATH]"
            );
            eprintln!(
                "       cargo xtask fuzz-c [--programs N] [--start SEED] [--jobs J] [--minutes M] [--resume]"
            );
            eprintln!("       cargo xtask fuzz-c --faults [--programs N] [--only FAULT] [--cases SUBSTRING]");
            eprintln!("       cargo xtask fuzz-qbf [--instances N] [--depqbf N] [--start SEED]");
            eprintln!(
                "       cargo xtask bench [abstraction|compare|cover|figures|kernels|programs|reductions|settings|simulate|thread-counts] …: bench/README.md"
            );
            eprintln!("       cargo xtask bench kernels [--binary PATH] [--against PATH]");
            eprintln!("       cargo xtask figures …: the same as bench figures");
            eprintln!(
                "       cargo xtask native sequential|parallel|sanitizers COUNT [FIRST] | native speed"
            );
            false
        }
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn fuzz(rest: &[String]) -> bool {
    let features: &[&str] =
        if rest.iter().any(|a| a == "--faults") { &["--features", "faults"] } else { &[] };
    cargo(
        "fuzz",
        &[&["run", "--locked", "--package", "tw-tests", "--bin", "fuzz"], features, &["--"], &strs(rest)]
            .concat(),
    )
}

/// Commands that draw pictures as PNG.
const WITH_PNG: [&str; 2] = ["figures", "cover"];

fn bench(rest: &[String]) -> bool {
    let png = rest.first().is_some_and(|command| WITH_PNG.contains(&command.as_str()));
    let features: &[&str] = if png { &["--features", "png"] } else { &[] };
    cargo(
        "bench",
        &[&["run", "--locked", "--release", "--package", "tw-bench"], features, &["--"], &strs(rest)]
            .concat(),
    )
}

fn check_layers() -> bool {
    println!("── layers");
    let wrong = layers::violations(&layers::workspace_root());
    wrong.iter().for_each(|w| eprintln!("{w}"));
    wrong.is_empty()
}

fn check_tidy() -> bool {
    println!("── tidy");
    let wrong = tidy::violations(&layers::workspace_root());
    wrong.iter().for_each(|w| eprintln!("{w}"));
    wrong.is_empty()
}

fn cargo(title: &str, args: &[&str]) -> bool {
    println!("── {title}");
    let status = Command::new(env!("CARGO")).args(args).current_dir(layers::workspace_root()).status();
    status.is_ok_and(|s| s.success())
}

fn strs(args: &[String]) -> Vec<&str> {
    args.iter().map(String::as_str).collect()
}
