use super::{check, check_while, write_antichain, write_markings};
use crate::{Net, Place, Refusal, load_spec};
use tw_index::Id;

/// Any number of threads, and one lock.
const LOCK: &str = "vars idle lock inside rules
    idle >= 1, lock >= 1 -> idle' = idle - 1, lock' = lock - 1, inside' = inside + 1;
    inside >= 1 -> inside' = inside - 1, lock' = lock + 1, idle' = idle + 1;
    init idle >= 0, lock = 1 target inside >= 2";
/// All threads leave at once.
const BARRIER: &str = "vars waiting gone rules waiting >= 2 -> gone' = gone + waiting, waiting' = 0;
    init waiting = 1 target gone >= 1";

fn net(text: &str) -> Net {
    load_spec("x.spec", text.into()).expect("valid").net
}

fn element(tokens: &[(usize, u32)]) -> Vec<(Place, u32)> {
    tokens.iter().map(|(place, n)| (Place::from_index(*place), *n)).collect()
}

#[track_caller]
fn refused(net: &Net, text: &str, fragment: &str) {
    match check(net, "h", text) {
        Err(Refusal::Wrong(why)) => assert!(why.contains(fragment), "{why}"),
        other => panic!("{other:?}\n{text}"),
    }
}

/// The proof for the lock: two tokens on `lock` and `inside` together lead to the target.
fn lock_elements() -> Vec<Vec<(Place, u32)>> {
    [&[(2, 2)][..], &[(0, 1), (1, 1), (2, 1)], &[(0, 2), (1, 2)]].map(element).into()
}

#[test]
fn an_antichain_is_accepted_and_tampering_shows() {
    let net = net(LOCK);
    let elements = lock_elements();
    let written = write_antichain(&net, "h", &elements);
    assert_eq!(check(&net, "h", &written), Ok(3));
    for gone in 0..3 {
        let mut fewer = elements.clone();
        fewer.remove(gone);
        refused(&net, &write_antichain(&net, "h", &fewer), "no element");
    }
    refused(&net, &written.replace("idle*1 lock*1 inside*1", "idle*1 lock*1"), "has an initial marking");
    refused(&net, &written.replace("inside*2", "inside*3"), "no element holds the target inside*2");
    refused(&net, &written.replace("idle*2 lock*2", "idle*2 lock*3"), "leads there from idle*2 lock*2");
    refused(&net, &written.replace("inside*2", "-"), "has an initial marking");
}

#[test]
fn markings_are_accepted_and_tampering_shows() {
    let net = net(LOCK);
    let markings = [vec![None, Some(1), Some(0)], vec![None, Some(0), Some(1)]];
    let written = write_markings(&net, "h", &markings);
    assert!(written.ends_with("markings 2\nidle*any lock*1\nidle*any inside*1\n"), "{written}");
    assert_eq!(check(&net, "h", &written), Ok(2));
    refused(&net, &write_markings(&net, "h", &markings[1..]), "no marking holds the initial markings");
    refused(&net, &write_markings(&net, "h", &markings[..1]), "leads out of the markings");
    refused(&net, &written.replace("inside*1", "inside*2"), "covers the target about inside");
    refused(&net, &written.replace("idle*any lock*1", "idle*9 lock*1"), "no marking holds the initial");
    refused(&net, &written.replace("idle*any inside*1", "idle*9 inside*1"), "leads out of the markings");
    // More markings prove as much, if they are closed too.
    let more = [markings.to_vec(), vec![vec![Some(3), Some(1), Some(0)]]].concat();
    assert_eq!(check(&net, "h", &write_markings(&net, "h", &more)), Ok(3));
}

#[test]
fn transfers_are_divided_in_all_ways() {
    let net = net(BARRIER);
    let both = [element(&[(1, 1)]), element(&[(0, 2)])];
    assert_eq!(check(&net, "h", &write_antichain(&net, "h", &both)), Ok(2));
    refused(&net, &write_antichain(&net, "h", &both[..1]), "leads there from waiting*2");
    let markings = write_markings(&net, "h", &[vec![Some(1), Some(0)]]);
    refused(&net, &markings, "a net with transfers has no markings");
}

#[test]
fn wrong_text_is_refused() {
    let net = net(LOCK);
    let written = write_antichain(&net, "h", &lock_elements());
    let changed = |from: &str, to: &str, fragment: &str| refused(&net, &written.replace(from, to), fragment);
    changed("certificate 2", "certificate 1", "certificate format 1 is not 2");
    changed("net-antichain", "tts-antichain", "its second line is neither");
    changed("net h", "net other", "it belongs to another net");
    changed("net h\n", "", "it names no net");
    changed("elements 3", "markings 3", "it does not say how many elements follow");
    changed("elements 3", "elements 4", "it ends too early");
    changed("elements 3", "elements 2", "there are more elements than announced");
    changed("elements 3", "elements x", "'x' is not a number");
    changed("inside*2", "outside*2", "there is no place outside");
    changed("inside*2", "inside", "'inside' is not understood");
    changed("inside*2", "inside*4294967296", "'4294967296' is not a number of tokens");
    changed("inside*2", "inside*any", "not any number");
    changed("inside*2", "inside*2 inside*2", "names the place inside twice");
    changed("inside*2", "", "'' is not understood");
}

#[test]
fn a_check_that_is_given_up_says_so() {
    let net = net(LOCK);
    let written = write_antichain(&net, "h", &lock_elements());
    assert_eq!(check_while(&net, "h", &written, &|| false), Err(Refusal::TooLong));
    // Two million ways to divide the tokens of p, each of them held only because of c or d.
    let wide = "vars p q a b c d rules true -> p' = a + b, a' = 0, b' = 0, q' = c + d, c' = 0, d' = 0;
        init a = 1 target p >= 2000000, q >= 1";
    let wide = self::net(wide);
    let elements = [&[(0, 2_000_000), (1, 1)][..], &[(4, 1)], &[(5, 1)]].map(element);
    assert_eq!(check(&wide, "h", &write_antichain(&wide, "h", &elements)), Err(Refusal::TooLong));
}

#[test]
fn large_numbers_are_divided_quickly() {
    let wide = "vars a b c d rules true -> d' = a + b + c + d, a' = 0, b' = 0, c' = 0;
        init d = 1 target d >= 4000000000";
    let wide = net(wide);
    let elements = [&[(3, 4_000_000_000)][..], &[(0, 1)], &[(1, 1)], &[(2, 1)]].map(element);
    assert_eq!(check(&wide, "h", &write_antichain(&wide, "h", &elements)), Ok(4));
    refused(&wide, &write_antichain(&wide, "h", &elements[..3]), "leads there from c*1 d*3999999999");
}
