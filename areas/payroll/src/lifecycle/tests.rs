use std::collections::BTreeSet;

use jiff::civil::{Date, date};

use super::{
    Finish, SignedState, StatementEvent as Event, StatementKind, StatementState, StatementStatus,
    UnsignedState,
};
use crate::catalogue::{Code, Reason};

const DAY: Date = date(2026, 11, 21);

fn reason() -> Reason {
    Reason::new(Code::D01)
}

fn signed_states() -> Vec<SignedState> {
    use SignedState as State;
    vec![
        State::Checking,
        State::Error,
        State::ErrorSign { reason: reason() },
        State::Scheduled { on: DAY },
        State::Processing,
        State::Declined { reason: reason() },
        State::Executed,
        State::PartlyExecuted,
        State::Deleted,
    ]
}

fn unsigned_states() -> Vec<UnsignedState> {
    use UnsignedState as State;
    vec![
        State::Draft,
        State::Checking,
        State::AwaitingSign,
        State::AwaitingSignWithWarnings,
        State::Error,
        State::Signing,
        State::PartlySigned,
        State::AwaitingSend,
        State::Scheduled { on: DAY },
        State::ErrorSign { reason: reason() },
        State::Processing,
        State::Declined { reason: reason() },
        State::Executed,
        State::PartlyExecuted,
        State::Deleted,
    ]
}

fn finishes() -> Vec<Finish> {
    vec![Finish::Executed, Finish::PartlyExecuted, Finish::Declined(reason())]
}

/// Events that a signed statement never takes.
fn unsigned_events() -> Vec<Event> {
    vec![
        Event::Submitted,
        Event::ChecksPassed,
        Event::ChecksWarned,
        Event::Corrected,
        Event::SigningBegun,
        Event::SignatureAccepted,
        Event::SchemeComplete,
        Event::SignaturesLate,
    ]
}

fn events() -> Vec<Event> {
    let mut events = unsigned_events();
    events.extend([
        Event::ChecksFailed,
        Event::SignaturesFailed(reason()),
        Event::NotDue(DAY),
        Event::Due,
        Event::Deleted,
    ]);
    events.extend(finishes().into_iter().map(Event::Finished));
    events
}

fn states(kind: StatementKind) -> Vec<StatementState> {
    match kind {
        StatementKind::Signed => signed_states().into_iter().map(StatementState::Signed).collect(),
        StatementKind::Unsigned => unsigned_states().into_iter().map(StatementState::Unsigned).collect(),
    }
}

type Arrows = BTreeSet<(String, String)>;

/// The arrows that the machines allow: every state with every event.
fn allowed(kind: StatementKind) -> Arrows {
    let changes: Vec<_> = states(kind)
        .iter()
        .flat_map(|state| events().into_iter().filter_map(|event| state.after(event).ok()))
        .collect();
    let text = |state: &StatementState| state.status().to_string();
    let mut arrows: Arrows = changes.iter().map(|change| (text(change.from()), text(change.to()))).collect();
    arrows.insert((String::new(), text(&StatementState::first(kind))));
    arrows
}

/// The arrows of the requirement, as they stand in its row.
fn required(kind: StatementKind) -> Arrows {
    let lines: &[(&str, &str)] = match kind {
        StatementKind::Signed => &[
            ("", "CHECKING"),
            ("CHECKING", "ERROR ERROR_SIGN SCHEDULED PROCESSING"),
            ("SCHEDULED", "DELETED PROCESSING"),
            ("PROCESSING", "EXECUTED PARTLY_EXECUTED DECLINED"),
        ],
        StatementKind::Unsigned => &[
            ("", "DRAFT"),
            ("DRAFT", "CHECKING DELETED"),
            ("CHECKING", "AWAITING_SIGN AWAITING_SIGN_WITH_WARNINGS ERROR"),
            ("ERROR", "CHECKING DELETED"),
            ("AWAITING_SIGN", "SIGNING DELETED"),
            ("AWAITING_SIGN_WITH_WARNINGS", "SIGNING DELETED"),
            ("SIGNING", "PARTLY_SIGNED ERROR_SIGN"),
            ("PARTLY_SIGNED", "AWAITING_SEND"),
            ("AWAITING_SEND", "SCHEDULED PROCESSING"),
            ("SCHEDULED", "PROCESSING DELETED"),
            ("PROCESSING", "EXECUTED PARTLY_EXECUTED DECLINED"),
        ],
    };
    lines.iter().flat_map(|(from, to)| to.split(' ').map(|to| ((*from).to_owned(), to.to_owned()))).collect()
}

/// The arrows that the database knows, read from the text of the migration.
fn in_database(kind: StatementKind) -> Arrows {
    let start = format!("('{}', ", kind.as_str());
    include_str!("../../migrations/0001_baseline.sql")
        .lines()
        .filter_map(|line| line.trim().strip_prefix(start.as_str()))
        .filter_map(|rest| {
            let mut texts = rest.split('\'').skip(1).step_by(2);
            Some((texts.next()?.to_owned(), texts.next()?.to_owned()))
        })
        .collect()
}

#[test]
fn pay_07_every_pair_of_states_is_allowed_or_forbidden_as_required() {
    for kind in [StatementKind::Signed, StatementKind::Unsigned] {
        assert_eq!(allowed(kind), required(kind), "{kind:?}");
        assert_eq!(in_database(kind), required(kind), "{kind:?} in the database");
    }
}

#[test]
fn pay_07_each_kind_has_the_statuses_of_its_rows_and_no_other() {
    use StatementStatus as Status;
    let signed: BTreeSet<Status> = signed_states().iter().map(SignedState::status).collect();
    let expected = BTreeSet::from([
        Status::Checking,
        Status::Error,
        Status::ErrorSign,
        Status::Processing,
        Status::Declined,
        Status::Executed,
        Status::PartlyExecuted,
        Status::Scheduled,
        Status::Deleted,
    ]);
    assert_eq!(signed, expected);
    let unsigned: BTreeSet<Status> = unsigned_states().iter().map(UnsignedState::status).collect();
    assert_eq!(unsigned, Status::ALL.iter().copied().collect());
}

#[test]
fn pay_07_final_states_have_no_way_out_and_are_those_of_the_specification() {
    let finals = |kind| -> BTreeSet<String> {
        let states = states(kind);
        states.iter().filter(|state| state.is_final()).map(|state| state.status().to_string()).collect()
    };
    let text = |list: &str| -> BTreeSet<String> { list.split(' ').map(str::to_owned).collect() };
    assert_eq!(
        finals(StatementKind::Signed),
        text("EXECUTED PARTLY_EXECUTED DECLINED DELETED ERROR ERROR_SIGN")
    );
    assert_eq!(finals(StatementKind::Unsigned), text("EXECUTED PARTLY_EXECUTED DECLINED DELETED ERROR_SIGN"));
    for kind in [StatementKind::Signed, StatementKind::Unsigned] {
        let ways_out = allowed(kind).into_iter().filter(|(from, _)| finals(kind).contains(from)).count();
        assert_eq!(ways_out, 0, "{kind:?}");
    }
}

#[test]
fn pay_07_a_signed_statement_takes_no_step_of_an_unsigned_one() {
    for state in states(StatementKind::Signed) {
        for event in unsigned_events() {
            assert!(state.after(event).is_err());
        }
    }
}

#[test]
fn pay_12_what_lapses_ends_along_arrows_that_are_required() {
    for state in unsigned_states() {
        let state = StatementState::Unsigned(state);
        let way: Vec<String> = state
            .lapse(Reason::new(Code::D11))
            .map(|steps| steps.iter().map(|step| step.to().status().to_string()).collect())
            .unwrap_or_default();
        let expected: &[&str] = match state.status() {
            StatementStatus::AwaitingSign | StatementStatus::AwaitingSignWithWarnings => &["DELETED"],
            StatementStatus::PartlySigned => &["AWAITING_SEND", "PROCESSING", "DECLINED"],
            _ => &[],
        };
        assert_eq!(way, expected, "{}", state.status());
    }
    for state in signed_states() {
        assert!(StatementState::Signed(state).lapse(reason()).is_err());
    }
}
