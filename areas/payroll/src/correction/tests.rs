use jiff::civil::date;
use kernel::Instant;

use super::*;
use crate::identifier::StatementId;
use crate::lifecycle::{StatementState, UnsignedState};
use crate::statement::StatementTerms;
use crate::transfer::example;

fn header() -> StatementHeader {
    let at = Instant::from_unix_seconds(0);
    StatementHeader {
        id: StatementId::from_bytes(&[7; 16]).unwrap(),
        cnum: "C00001".parse().unwrap(),
        terms: StatementTerms {
            external_id: "salary-1".parse().unwrap(),
            account: "40702810600000000001".parse().unwrap(),
            transfers_count: 2,
            total: Money::from_minor(20_100),
            conversion_rates: Vec::new(),
            income: Income { enrollment_code: "01".to_owned(), code: Some(1) },
            responsible: None,
            period: None,
        },
        state: StatementState::Unsigned(UnsignedState::Error),
        version: 3,
        created_at: at,
        changed_at: at,
        created_by: "U00001".parse().unwrap(),
        year: 2026,
        number: 1,
        number_is_default: true,
        date: date(2026, 11, 22),
        purpose: "salary".to_owned(),
        lines_count: 2,
        digests: None,
        done_through_line: 0,
        executed: Money::ZERO,
        declined_count: 0,
        rows_digest: None,
    }
}

fn transfer(line: i64, last_name: &str) -> Transfer {
    Transfer { last_name: last_name.to_owned(), ..example::transfer(line) }
}

fn messages(wrong: Vec<FieldError>) -> Vec<String> {
    wrong.into_iter().map(|error| format!("{} {}", error.field, error.message)).collect()
}

#[test]
fn pay_15_a_correction_names_everything_that_the_tables_could_not_hold() {
    let long = "x".repeat(TEXT_CHARACTERS_MAX + 1);
    let transfers =
        vec![transfer(1, "Ivanov"), transfer(3, "Ivanov"), transfer(2, "I\0"), transfer(2, &long)];
    let found = messages(check_transfers(&transfers, 2));
    assert_eq!(found, ["transfers there is no line 3", "lastName 2", "lastName 2"]);
    let longest = "x".repeat(TEXT_CHARACTERS_MAX);
    let transfers = vec![transfer(2, &longest)];
    assert_eq!(messages(check_transfers(&transfers, 2)), [""; 0]);
}

#[test]
fn pay_15_corrected_terms_keep_to_the_rules_of_new_ones() {
    let as_it_is = TermsCorrection::of(&header());
    let kind = EnrollmentKind::unknown();
    assert_eq!(messages(as_it_is.check(Some(&kind))), [""; 0]);
    let wrong = TermsCorrection {
        transfers_count: 0,
        total: Money::ZERO,
        income: Income { code: Some(6), ..as_it_is.income.clone() },
        purpose: "x".repeat(PURPOSE_CHARACTERS_MAX + 1),
        ..as_it_is.clone()
    };
    let expected = [
        "transfersCount must be at least 1",
        "totalAmount must be greater than 0",
        "incomeCode must be from 1 to 5",
        "purpose must have 1 to 118 characters",
        "enrollmentCode is not a code of the dictionary",
    ];
    assert_eq!(messages(wrong.check(None)), expected);
    let closed = EnrollmentKind { is_open: false, ..kind };
    assert_eq!(messages(as_it_is.check(Some(&closed))), expected[4..]);
}
