//! NIST's Public Key Interoperability Test Suite (PKITS) tells which certificates the bank may let sign: from the
//! import of authorities and lists to the check of a signer.

mod bank;
mod expected;
mod table;

use std::collections::BTreeMap;

use clients::signatures::MissingList;
use testkit::Bench;

use crate::pkits::bank::Bank;
use crate::pkits::expected::{ACCEPTED_WITHOUT_LISTS, DELTA_LISTS, REFUSED_THOUGH_VALID};

/// The numbers of tests with one word about them, as the expectations are written.
type Found = BTreeMap<String, Vec<&'static str>>;

fn written(found: &Found) -> Vec<(&str, String)> {
    found.iter().map(|(reason, numbers)| (reason.as_str(), numbers.join(" "))).collect()
}

fn expected(reasons: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    reasons.iter().map(|(reason, numbers)| (*reason, (*numbers).to_owned())).collect()
}

testkit::on_both_engines! {
    #[ignore = "needs NIST's files: cargo xtask vectors"]
    async fn pay_11_no_invalid_path_of_pkits_signs(bench: Bench) {
        let bank = Bank::opened(&bench).await;
        let (mut valid, mut invalid) = (0, 0);
        let (mut wrong, mut wrong_without_lists) = (Vec::new(), Vec::new());
        let mut refused = Found::new();
        for path in table::paths() {
            let refusals = bank.know(&bench, &path).await;
            let strict = bank.decide(&bench, &path, &refusals, MissingList::Refused).await;
            let lenient = bank.decide(&bench, &path, &refusals, MissingList::Accepted).await;
            assert!(strict.is_err() || lenient.is_ok(), "{} needs no list and is refused with it", path.number);
            match (path.is_valid, strict) {
                (true, Ok(())) => valid += 1,
                (true, Err(reason)) => refused.entry(reason).or_default().push(path.number),
                (false, Ok(())) => wrong.push(path.number),
                (false, Err(_)) => invalid += 1,
            }
            if !path.is_valid && lenient.is_ok() {
                wrong_without_lists.push(path.number);
            }
        }
        assert_eq!(wrong.join(" "), DELTA_LISTS, "invalid and accepted");
        assert_eq!(wrong_without_lists.join(" "), ACCEPTED_WITHOUT_LISTS, "where missing lists are accepted");
        assert_eq!(written(&refused), expected(&REFUSED_THOUGH_VALID));
        assert_eq!((valid, invalid), (35, 120));
    }
}
