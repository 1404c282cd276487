//! Every rule of the table.

use jiff::civil::{Date, date};
use kernel::{Language, Translated};

use super::{Decision, Situation, decide};
use crate::plan::{FutureChange, PlanCode, PlanStatus};
use crate::request::{DeclineReason, DocumentType};

const SIGNED: Date = date(2026, 11, 20);

fn change(day: Date) -> FutureChange {
    FutureChange {
        id: 1,
        plan_code: "PRO".parse().unwrap(),
        plan_name: "PRO".to_owned(),
        public_name: Translated { russian: "Про".to_owned(), english: "Pro".to_owned() },
        effective_from: day,
    }
}

fn asks_for<'a>(target: &'a PlanCode, current: &'a PlanCode) -> Situation<'a> {
    Situation {
        document_type: DocumentType::Change,
        target,
        change_to_cancel: None,
        signed_on: SIGNED,
        is_client_open: true,
        do_signatures_stand: true,
        target_status: Some(PlanStatus::Offered),
        current: Some(current),
        planned: None,
    }
}

#[test]
fn tar_03_a_change_is_planned_for_the_first_of_the_next_month() {
    let (start, growth) = ("START".parse().unwrap(), "GROWTH".parse().unwrap());
    let days = [
        (date(2026, 11, 20), date(2026, 12, 1)),
        (date(2026, 11, 1), date(2026, 12, 1)),
        (date(2026, 12, 31), date(2027, 1, 1)),
        (date(2028, 2, 29), date(2028, 3, 1)),
    ];
    for (signed_on, effective_from) in days {
        let situation = Situation { signed_on, ..asks_for(&growth, &start) };
        assert_eq!(decide(situation), Decision::Plan { effective_from }, "{signed_on}");
    }
}

#[test]
fn tar_03_each_reason_to_decline_has_its_situation() {
    let (start, growth) = ("START".parse().unwrap(), "GROWTH".parse().unwrap());
    let decline = Decision::Decline;
    let closed = Situation { is_client_open: false, ..asks_for(&growth, &start) };
    assert_eq!(decide(closed), decline(DeclineReason::ClientClosed));
    let lost = Situation { do_signatures_stand: false, ..asks_for(&growth, &start) };
    assert_eq!(decide(lost), decline(DeclineReason::SignatureLost));
    for target_status in [None, Some(PlanStatus::Withdrawn)] {
        let withdrawn = Situation { target_status, ..asks_for(&growth, &start) };
        assert_eq!(decide(withdrawn), decline(DeclineReason::PlanWithdrawn));
    }
    assert_eq!(decide(asks_for(&start, &start)), decline(DeclineReason::AlreadyOnPlan));
    // To stay is a wish when another plan lies ahead.
    let ahead = change(date(2027, 1, 1));
    let stay = Situation { planned: Some(&ahead), ..asks_for(&start, &start) };
    assert_eq!(decide(stay), Decision::Plan { effective_from: date(2026, 12, 1) });
}

#[test]
fn tar_08_a_change_is_cancelled_only_before_its_day() {
    let (start, pro) = ("START".parse().unwrap(), "PRO".parse().unwrap());
    let declined = Decision::Decline(DeclineReason::ChangeNotPlanned);
    let cases = [
        (Some(change(date(2026, 11, 21))), Some(1), Decision::CancelPlanned),
        (Some(change(date(2026, 11, 20))), Some(1), declined),
        (Some(change(date(2026, 11, 21))), Some(2), declined),
        (None, Some(1), declined),
    ];
    for (planned, change_to_cancel, expected) in cases {
        let situation = Situation {
            document_type: DocumentType::CancelFutureChange,
            change_to_cancel,
            planned: planned.as_ref(),
            ..asks_for(&pro, &start)
        };
        assert_eq!(decide(situation), expected, "{planned:?}");
    }
}

#[test]
fn tar_03_the_words_for_the_banks_decision_fit_a_cancellation_too() {
    for language in Language::ALL {
        let words = DeclineReason::BankDecision.text(language);
        assert!(!words.contains("тариф") && !words.contains("tariff"), "{words}");
    }
}
