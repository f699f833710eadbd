//! Declarations of annotations that programs use without declaring them (`__CPROVER_assume`, …).
//!
//! Other tools know these functions themselves. Declaring all of them in front of each program would
//! contradict programs that declare them in another way, so only those are declared that clang misses.

/// Functions with their result and parameters.
const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("reach_error", "void", "void"),
    ("__VERIFIER_error", "void", "void"),
    ("__VERIFIER_assert", "void", "int"),
    ("__VERIFIER_assume", "void", "int"),
    ("assume_abort_if_not", "void", "int"),
    ("__VERIFIER_atomic_begin", "void", "void"),
    ("__VERIFIER_atomic_end", "void", "void"),
    ("__CPROVER_assert", "void", "int, const char *"),
    ("__CPROVER_assume", "void", "int"),
    ("__CPROVER_precondition", "void", "int, const char *"),
    ("__CPROVER_postcondition", "void", "int, const char *"),
    ("__CPROVER_atomic_begin", "void", "void"),
    ("__CPROVER_atomic_end", "void", "void"),
    ("__CPROVER_fence", "void", "const char *, ..."),
    ("__CPROVER_cover", "void", "_Bool"),
    ("__CPROVER_input", "void", "const char *, ..."),
    ("__CPROVER_output", "void", "const char *, ..."),
    ("__CPROVER_printf", "void", "const char *, ..."),
    ("__CPROVER_predicate", "void", "_Bool"),
    ("__CPROVER_parameter_predicates", "void", "void"),
    ("__CPROVER_return_predicates", "void", "void"),
    ("__CPROVER_OBJECT_SIZE", "__SIZE_TYPE__", "const void *"),
    ("__CPROVER_r_ok", "_Bool", "const void *, ..."),
    ("__CPROVER_w_ok", "_Bool", "const void *, ..."),
    ("__CPROVER_rw_ok", "_Bool", "const void *, ..."),
    ("__CPROVER_POINTER_OBJECT", "__SIZE_TYPE__", "const void *"),
    ("__CPROVER_POINTER_OFFSET", "__PTRDIFF_TYPE__", "const void *"),
    ("__CPROVER_same_object", "_Bool", "const void *, const void *"),
    ("__CPROVER_DYNAMIC_OBJECT", "_Bool", "const void *"),
    ("__CPROVER_havoc_object", "void", "void *"),
    ("__ESBMC_assert", "void", "int, const char *"),
    ("__ESBMC_assume", "void", "int"),
    ("__ESBMC_atomic_begin", "void", "void"),
    ("__ESBMC_atomic_end", "void", "void"),
    ("__ESBMC_yield", "void", "void"),
];

/// What `__VERIFIER_nondet_…` and its relatives return, by the end of their names.
const VALUES: &[(&str, &str)] = &[
    ("bool", "_Bool"),
    ("char", "char"),
    ("schar", "signed char"),
    ("uchar", "unsigned char"),
    ("unsigned_char", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("int", "int"),
    ("uint", "unsigned"),
    ("unsigned", "unsigned"),
    ("unsigned_int", "unsigned"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("unsigned_long", "unsigned long"),
    ("longlong", "long long"),
    ("ulonglong", "unsigned long long"),
    ("size_t", "__SIZE_TYPE__"),
    ("float", "float"),
    ("double", "double"),
    ("pointer", "void *"),
];

/// Declarations of all known functions that clang says are not declared.
pub(crate) fn missing(said: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in said.split("undeclared ").skip(1) {
        let Some(name) = part.split('\'').nth(1) else { continue };
        if let Some(declaration) = declaration(name)
            && !found.contains(&declaration)
        {
            found.push(declaration);
        }
    }
    found
}

fn declaration(name: &str) -> Option<String> {
    if let Some((_, result, params)) = FUNCTIONS.iter().find(|(n, ..)| *n == name) {
        return Some(format!("{result} {name}({params});"));
    }
    let value =
        ["__VERIFIER_nondet_", "nondet_", "__ESBMC_nondet_"].iter().find_map(|p| name.strip_prefix(p))?;
    let (_, result) = VALUES.iter().find(|(n, _)| *n == value)?;
    Some(format!("{result} {name}(void);"))
}

/// A header with these declarations, for C and C++.
pub(crate) fn header(declarations: &[String]) -> String {
    let body = declarations.join("\n");
    format!(
        "#ifdef __cplusplus\n#define _Bool bool\nextern \"C\" {{\n#endif\n{body}\n\
         #ifdef __cplusplus\n}}\n#undef _Bool\n#endif\n"
    )
}

#[cfg(test)]
mod tests {
    use super::missing;

    #[test]
    fn only_known_functions_are_declared() {
        let said = "a.c:1:2: error: call to undeclared function '__CPROVER_assume'; ISO C99 …\n\
                    a.c:2:2: error: use of undeclared identifier 'nondet_uint'\n\
                    a.c:3:2: error: use of undeclared identifier 'helper'\n\
                    a.c:4:2: warning: call to undeclared function '__CPROVER_assume'; …\n";
        assert_eq!(missing(said), ["void __CPROVER_assume(int);", "unsigned nondet_uint(void);"]);
    }
}
