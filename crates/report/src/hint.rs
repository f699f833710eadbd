//! What to try next, in words.

use tw_verdict::Hint;

/// One sentence: what to try, joined by commas.
pub fn sentence(hints: &[Hint]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let engines: Vec<String> = hints.iter().filter_map(engine).collect();
    if !engines.is_empty() {
        parts.push(format!("--engine {}", engines.join(" or ")));
    }
    parts.extend(hints.iter().filter(|hint| engine(hint).is_none()).map(words));
    match parts.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, first)) => format!("{}, or {last}", first.join(", ")),
    }
}

fn engine(hint: &Hint) -> Option<String> {
    match hint {
        Hint::Engine { name, good_for } => Some(format!("{name} ({good_for})")),
        _ => None,
    }
}

fn words(hint: &Hint) -> String {
    match hint {
        Hint::LargerLimits => "a larger --time-limit or --memory-limit",
        Hint::Engine { .. } => "another --engine",
        Hint::FewerThreads => "fewer threads (--threads N)",
        Hint::DepthFirst => "--search dfs to hunt for a violation",
        Hint::SomeBound => "--threads N for a bounded answer",
        Hint::SmallBound(n) => return format!("--threads {n} for an answer about at most {n} threads alive at once"),
        Hint::LargerBound(n) => {
            return format!("--threads {n} for a larger bound; TRUE then means up to that many threads");
        }
        Hint::ExactBound(n) => return format!("--threads {n} to ask about exactly this bound"),
        Hint::AnyNumber => "--threads unbounded for a proof",
        Hint::Undecidable => {
            "a program without such constraints: with them the question for any number of threads is undecidable in general"
        }
        Hint::ExactStore => "the exact store: without --bitstate and --hash-compact",
        Hint::SoundReductions => "--reduction all",
        Hint::HavocExternals => {
            "--havoc-externals to assume any result and no effect, or add the function's source file"
        }
        Hint::AskThatToo => {
            "--property with that property too: after undefined behaviour nothing is certain"
        }
        Hint::WithoutConstruct => "a smaller program without this construct",
        Hint::NarrowInput => {
            "an assumption on the input right after it, or --nondet-range A..B with at most 256 values"
        }
        Hint::StrongerAtomics => "memory_order_seq_cst, or --memory-model sc to assume sequential consistency",
        Hint::GiveArguments => "--args 'FIRST SECOND' to give arguments, --args '' for none",
        Hint::GiveVariable(name) => return format!("--env {name}=VALUE to set it, --env {name} if it is not set"),
        Hint::SmallerLoops => "smaller loops",
        Hint::GivePredicates => "--predicates FILE with what the proof needs, one expression a line",
        Hint::OnlyProperties(names) => return format!("--property {names}"),
        Hint::AssumeDefined => "--assume-defined to take it for granted that behaviour is defined",
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::sentence;
    use tw_verdict::Hint;

    #[test]
    fn engines_are_named_together() {
        let engine = |name| Hint::Engine { name, good_for: "many values" };
        let hints = [engine("simulate"), engine("symbolic"), Hint::LargerLimits, Hint::FewerThreads];
        assert_eq!(
            sentence(&hints),
            "--engine simulate (many values) or symbolic (many values), a larger --time-limit or --memory-limit, or fewer threads (--threads N)"
        );
        assert_eq!(sentence(&[Hint::SoundReductions]), "--reduction all");
        assert_eq!(
            sentence(&[Hint::SmallBound(3), Hint::SmallerLoops]),
            "--threads 3 for an answer about at most 3 threads alive at once, or smaller loops"
        );
        assert_eq!(sentence(&[]), "");
    }
}
