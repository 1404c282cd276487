//! Every pair of state and event, forbidden ones too.

use super::{CertificateStatus, IllegalTransition, Outcome, TaskEvent, TaskState};

const EVENTS: [TaskEvent; 5] = [
    TaskEvent::CheckingBegan,
    TaskEvent::Checked(Outcome::AllAccepted),
    TaskEvent::Checked(Outcome::Mixed),
    TaskEvent::Checked(Outcome::AllRejected),
    TaskEvent::GivenUp,
];

#[test]
fn ctc_05_the_table_of_transitions_is_this_one() {
    let arrows = [
        (TaskState::Registered, EVENTS[0], TaskState::Checking),
        (TaskState::Checking, EVENTS[1], TaskState::Accepted),
        (TaskState::Checking, EVENTS[2], TaskState::PartlyAccepted),
        (TaskState::Checking, EVENTS[3], TaskState::Rejected),
        (TaskState::Registered, EVENTS[4], TaskState::Rejected),
        (TaskState::Checking, EVENTS[4], TaskState::Rejected),
    ];
    for state in TaskState::ALL {
        for event in EVENTS {
            let expected = arrows.iter().find(|(from, on, _)| (*from, *on) == (state, event));
            let expected = expected.map_or(Err(IllegalTransition { state, event }), |(_, _, to)| Ok(*to));
            assert_eq!(state.after(event), expected);
        }
    }
}

#[test]
fn nothing_happens_to_final_states_and_something_to_all_others() {
    for state in TaskState::ALL {
        let moves = EVENTS.iter().any(|event| state.after(*event).is_ok());
        assert_eq!(moves, !state.is_final(), "{state}");
    }
}

#[test]
fn the_outcome_is_that_of_all_certificates() {
    use CertificateStatus::{Accepted, Rejected};
    assert_eq!(Outcome::of([Accepted, Accepted]), Outcome::AllAccepted);
    assert_eq!(Outcome::of([Accepted, Rejected]), Outcome::Mixed);
    assert_eq!(Outcome::of([Rejected, Accepted]), Outcome::Mixed);
    assert_eq!(Outcome::of([Rejected]), Outcome::AllRejected);
}

#[test]
fn names_are_read_back() {
    for state in TaskState::ALL {
        assert_eq!(state.as_str().parse(), Ok(state));
    }
    for status in [CertificateStatus::Accepted, CertificateStatus::Rejected] {
        assert_eq!(status.as_str().parse(), Ok(status));
    }
    assert!("accepted".parse::<TaskState>().is_err());
    assert!("CHECKING".parse::<CertificateStatus>().is_err());
}
