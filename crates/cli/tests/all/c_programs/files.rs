//! What is read: sources, modules, compilers.

use super::*;

#[test]
fn programs_that_do_not_compile_show_what_clang_says() {
    let outcome = check("syntax.c", "int main(void) {\n    int x = ;\n}\n", &[]);
    rejected(&outcome, 2, "does not compile");
    rejected(&outcome, 2, "syntax.c:2:13: error: expected expression");
    let outcome = check("header.c", "#include <nosuch.h>\nint main(void) { return 0; }\n", &[]);
    rejected(&outcome, 2, "header.c:1:10: fatal error: 'nosuch.h' file not found");
    let outcome = check("type.c", "int main(void) { return undeclared; }\n", &["--format", "json"]);
    rejected(&outcome, 2, "undeclared");
    let message = document(&outcome)["errors"][0]["message"].clone();
    assert!(message.as_str().is_some_and(|m| m.contains("undeclared")), "{outcome:?}");
}

#[test]
fn programs_without_an_entry() {
    rejected(&check("library.c", "int f(void) { return 0; }\n", &[]), 2, "no function main");
    rejected(&check("variable.c", "int main;\n", &[]), 2, "no function");
    for name in ["empty.c", "empty.ll", "empty.bc"] {
        rejected(&check(name, "", &[]), 2, "no functions at all");
    }
    rejected(&check("comment.ll", "; ModuleID = 'nothing'\n", &[]), 2, "no functions at all");
}

#[test]
fn modules_that_llvm_19_cannot_read() {
    let garbage: Vec<u8> = (0..4000u32).map(|i| (i * i * 31 + i / 7) as u8).collect();
    rejected(&check("garbage.bc", garbage, &[]), 2, "not readable as LLVM 19");
    rejected(&check("text.bc", "this is LLVM version 3\n", &[]), 2, "not readable as LLVM 19");
    let object = [&b"\x7fELF\x02\x01\x01"[..], &[0; 64]].concat();
    for name in ["object.bc", "object.ll"] {
        rejected(&check(name, &object, &[]), 2, "this is an ELF binary");
        rejected(&check(name, &object, &[]), 2, "clang-19 or older writes them");
        rejected(&check(name, "int main(void) { return 0; }\n", &[]), 2, "this is another text");
    }
    let old = "@x = global i32 0\ndefine i32 @main() {\n  %1 = load i32* @x\n  ret i32 %1\n}\n";
    rejected(&check("typed-pointers.ll", old, &[]), 2, "not readable as LLVM 19");
    let unverified = "define i32 @main() {\n  ret i64 0\n}\n";
    rejected(&check("ill-typed.ll", unverified, &[]), 2, "not readable as LLVM 19");

    let bitcode = std::fs::read(compiled("whole.bc", SAFE)).expect("clang wrote it");
    let wrong_magic = [b"BCXX", &bitcode[4..]].concat();
    rejected(&check("magic.bc", wrong_magic, &[]), 2, "not readable as LLVM 19");
    for len in (4..bitcode.len()).step_by(197) {
        rejected(&check("truncated.bc", &bitcode[..len], &[]), 2, "not readable as LLVM 19");
    }
}

#[test]
fn bitcode_with_a_wrong_bit() {
    let bitcode = std::fs::read(compiled("whole.bc", SAFE)).expect("clang wrote it");
    for position in (8..bitcode.len()).step_by(29) {
        let mut wrong = bitcode.clone();
        wrong[position] ^= 0x10;
        let outcome = check("wrong.bc", wrong, &["--time-limit", "10s"]);
        assert!([0, 2, 5, 10].contains(&outcome.code), "{position}: {outcome:?}");
    }
}

#[test]
fn files_that_are_none() {
    rejected(&run(&["check", "/nonexistent/program.c"]), 2, "cannot read /nonexistent/program.c");
    let safe = write("safe.c", SAFE);
    rejected(&run(&["check", text(&safe), "/nonexistent.c"]), 2, "cannot read /nonexistent.c");
    for name in ["folder.c", "folder.bc", "folder.ll"] {
        let folder = scratch(name);
        std::fs::create_dir_all(&folder).expect("folders can be made");
        rejected(&run(&["check", text(&folder)]), 2, name);
    }
    rejected(&run(&["check"]), 1, "<FILE>");
}

#[test]
fn several_files_are_linked() {
    let a = write("a.c", "int f(int);\nint main(void) { return f(1) / (f(1) - 2 + ZERO); }\n");
    let b = write("b.c", "int f(int x) { return x + 1; }\n");
    for b in [
        b.clone(),
        compiled("b.ll", "int f(int x) { return x + 1; }"),
        compiled("b.bc", "int f(int x) { return x + 1; }"),
    ] {
        holds(&run(&["check", text(&a), text(&b), "--", "-DZERO=1"]));
    }
    let outcome = run(&["check", text(&a), text(&b), "--property", "arithmetic", "--", "-DZERO=0"]);
    answered(&outcome, 10, "FALSE(arithmetic)", "a.c");
    unknown(&run(&["check", text(&a), "--", "-DZERO=1"]), "the external function f has no model");
    rejected(&run(&["check", text(&a), text(&a), "--", "-DZERO=1"]), 2, "multiply defined");
    let boolean = write("other.bp", "void main() begin skip; end");
    rejected(&run(&["check", text(&b), text(&boolean)]), 1, "other.bp");
}

#[test]
fn llvm_modules_are_programs_too() {
    for name in ["safe.ll", "safe.bc"] {
        holds(&run(&["check", text(&compiled(name, SAFE))]));
        rejected(&run(&["check", text(&compiled(name, SAFE)), "--32"]), 2, "64 bits");
    }
    for name in ["race.ll", "race.bc"] {
        let outcome = run(&["check", text(&compiled(name, RACE))]);
        answered(&outcome, 10, "FALSE(no-data-race)", "data race on turn");
    }
    // Without a target, and without names and lines.
    let bare = "@x = global i32 0\ndefine i32 @main() {\n  %1 = load i32, ptr @x\n  ret i32 %1\n}\n";
    holds(&check("bare.ll", bare, &[]));
    holds(&check("bare.ll", bare, &["--32"]));
}

#[test]
fn arguments_for_clang() {
    let program = "#include <assert.h>\n#ifndef FOO\n#define FOO 0\n#endif\nint main(void) {\n    assert(FOO == 0);\n}\n";
    holds(&check("flag.c", program, &[]));
    holds(&check("flag.c", program, &["--", "-DFOO=0"]));
    let outcome = check("flag.c", program, &["--", "-DFOO"]);
    answered(&outcome, 10, "FALSE(unreach-call)", "flag.c:6");
    rejected(&check("flag.c", program, &["--", "-nosuchflag"]), 2, "-nosuchflag");
    rejected(&check("flag.c", program, &["--", "-E"]), 2, "flag.c");
}

#[test]
fn data_models() {
    let program =
        "#include <assert.h>\nint main(void) {\n    assert(sizeof(void *) + sizeof(long) == 16);\n}\n";
    holds(&check("word.c", program, &[]));
    holds(&check("word.c", program, &["--64"]));
    answered(&check("word.c", program, &["--32"]), 10, "FALSE(unreach-call)", "word.c:3");
    rejected(&check("word.c", program, &["--32", "--64"]), 1, "--32 and --64 exclude each other");
}

#[test]
fn without_clang_19() {
    let program = write("safe.c", SAFE);
    let empty = scratch("nothing");
    std::fs::create_dir_all(&empty).expect("folders can be made");
    let outcome = check_with_path(&program, &empty);
    rejected(&outcome, 2, "clang-19 is not installed");
    rejected(&outcome, 2, "apt install clang-19");
    let cpp = write("safe.cpp", "int main() {}\n");
    rejected(&check_with_path(&cpp, &empty), 2, "apt install clang-19");
    let outcome = check_with_path(&program, &fixture("other-clang"));
    rejected(&outcome, 2, "clang version 14.0.6");
    rejected(&outcome, 2, "apt install clang-19");
    // Modules need no compiler.
    holds(&check_with_path(&compiled("safe.ll", SAFE), &empty));
}
