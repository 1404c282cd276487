//! Every end state of every machine has a row.

use clientbank::application::areas;
use currency_certificates::reason::ReasonCode;
use currency_certificates::task::{CertificateStatus, TaskState};
use payroll::lifecycle::StatementStatus;
use payroll::transfer_status::TransferStatus;
use sandbox::triggers::Machine;
use sdk::StatementState;
use tariff_requests::letter::LetterState;
use tariff_requests::request::DeclineReason;
use tariff_requests::request_state::RequestState;
use webinars::webinar::EventStatus;

/// The end states, out of the enumerations of the areas.
pub(super) fn end_states() -> Vec<(Machine, &'static str)> {
    let mut ends = Vec::new();
    for status in StatementStatus::ALL {
        let told: StatementState =
            serde_json::from_value(status.as_str().into()).expect("callers know the same statuses");
        for (machine, signed) in [(Machine::UnsignedStatement, false), (Machine::SignedStatement, true)] {
            if told.is_final(signed) {
                ends.push((machine, status.as_str()));
            }
        }
    }
    let transfers = TransferStatus::ALL.iter().filter(|status| ends_transfer(**status));
    ends.extend(transfers.map(|status| (Machine::Transfer, status.as_str())));
    let requests = RequestState::ALL.iter().filter(|state| state.is_final());
    ends.extend(requests.map(|state| (Machine::TariffRequest, state.as_str())));
    ends.extend(DeclineReason::ALL.iter().map(|reason| (Machine::DeclineReason, reason.as_str())));
    let tasks = TaskState::ALL.iter().filter(|state| state.is_final());
    ends.extend(tasks.map(|state| (Machine::CertificateTask, state.as_str())));
    ends.extend(CertificateStatus::ALL.iter().map(|status| (Machine::Certificate, status.as_str())));
    ends.extend(ReasonCode::ALL.iter().map(|reason| (Machine::CertificateReason, reason.as_str())));
    let answered = LetterState::ALL.iter().filter(|state| ends_letter(**state));
    ends.extend(answered.map(|state| (Machine::Letter, state.as_str())));
    let over = EventStatus::ALL.iter().filter(|status| ends_webinar(**status));
    ends.extend(over.map(|status| (Machine::Webinar, status.as_str())));
    ends
}

/// A new status does not compile until somebody says whether it is an end.
const fn ends_transfer(status: TransferStatus) -> bool {
    match status {
        TransferStatus::Executed | TransferStatus::Error | TransferStatus::Declined => true,
        TransferStatus::Checking
        | TransferStatus::Draft
        | TransferStatus::Created
        | TransferStatus::CreatedWithWarnings
        | TransferStatus::Processing => false,
    }
}

/// A letter ends nowhere; the state that the bank leads it into stands for its end.
const fn ends_letter(state: LetterState) -> bool {
    match state {
        LetterState::Answered => true,
        LetterState::Sent => false,
    }
}

/// A webinar that is over stays so: materials are an end of their own.
const fn ends_webinar(status: EventStatus) -> bool {
    match status {
        EventStatus::Ended | EventStatus::AttachmentsProvided => true,
        EventStatus::Planned | EventStatus::Started => false,
    }
}

#[test]
fn sbx_02_every_end_state_of_every_machine_has_a_trigger() {
    let ends = end_states();
    for (machine, state) in &ends {
        let reached = areas::triggers().flat_map(|trigger| trigger.ends);
        let count = reached.filter(|end| end.machine == *machine && end.state == *state).count();
        assert!(count > 0, "no trigger leads to {state} of a {}", machine.as_str());
    }
    for machine in Machine::ALL {
        assert!(ends.iter().any(|(known, _)| *known == machine), "{} is enumerated", machine.as_str());
    }
    // A row that promises an end promises one that there is.
    let promised = areas::triggers().flat_map(|trigger| trigger.ends);
    for end in promised {
        assert!(ends.contains(&(end.machine, end.state)), "{end:?} is an end state");
    }
}

/// The rows that lead to no end state, which nothing else would miss.
const WITHOUT_END: [&str; 11] = [
    "too-many-requests",
    "internal-error",
    "unavailable",
    "slow-answer",
    "lost-answer",
    "token-revoked",
    "certificate-waits",
    "rail-silent",
    "inn-not-eligible",
    "webhook-lost",
    "webhook-late",
];

#[test]
fn sbx_02_failures_that_end_nothing_have_their_rows_too() {
    let rows = areas::triggers().filter(|trigger| trigger.ends.is_empty());
    let names: Vec<&str> = rows.map(|trigger| trigger.name).collect();
    assert_eq!(names, WITHOUT_END);
}

#[test]
fn sbx_02_names_are_unique_and_can_stand_in_a_header() {
    let mut names: Vec<&str> = areas::triggers().map(|trigger| trigger.name).collect();
    for name in &names {
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn sbx_02_the_documentation_has_the_table() {
    let documentation = include_str!("../../../../docs/SANDBOX-TRIGGERS.md");
    let table = sandbox::triggers::document(areas::triggers());
    assert!(documentation.contains(&table), "docs/SANDBOX-TRIGGERS.md has another table than\n{table}");
}
