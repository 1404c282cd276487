use super::*;
use crate::catalogue::Code;
use crate::lifecycle::{SignedState, StatementStatus, UnsignedState};

const TODAY: Date = jiff::civil::date(2026, 11, 22);
const TOMORROW: Date = jiff::civil::date(2026, 11, 23);

const SIGNED: StatementState = StatementState::Signed(SignedState::Checking);
const UNSIGNED: StatementState = StatementState::Unsigned(UnsignedState::Checking);

fn leads_to(state: &StatementState, date: Date, found: &[Code], wrong: &[Code]) -> StatementStatus {
    let found: Vec<Finding> = found.iter().map(|code| Finding::of_statement(Reason::new(*code))).collect();
    let wrong_signatures: Vec<Reason> = wrong.iter().map(|code| Reason::new(*code)).collect();
    let verdict =
        Verdict { state, day: date, today: TODAY, found: &found, wrong_signatures: &wrong_signatures };
    verdict.step().unwrap().to().status()
}

#[test]
fn pay_03_every_row_of_the_table_leads_where_it_says() {
    let (error, warning) = (Code::P01, Code::P11);
    assert_eq!(leads_to(&SIGNED, TODAY, &[], &[Code::S02]), StatementStatus::ErrorSign);
    assert_eq!(leads_to(&SIGNED, TODAY, &[error], &[Code::S02]), StatementStatus::ErrorSign);
    assert_eq!(leads_to(&SIGNED, TODAY, &[warning, error], &[]), StatementStatus::Error);
    assert_eq!(leads_to(&SIGNED, TODAY, &[warning], &[]), StatementStatus::Processing);
    assert_eq!(leads_to(&SIGNED, TOMORROW, &[], &[]), StatementStatus::Scheduled);
    assert_eq!(leads_to(&UNSIGNED, TODAY, &[error], &[]), StatementStatus::Error);
    assert_eq!(leads_to(&UNSIGNED, TOMORROW, &[warning], &[]), StatementStatus::AwaitingSignWithWarnings);
    assert_eq!(leads_to(&UNSIGNED, TOMORROW, &[], &[]), StatementStatus::AwaitingSign);
}

#[test]
fn pay_03_a_statement_that_is_not_checked_takes_no_step() {
    let state = StatementState::Unsigned(UnsignedState::Draft);
    let verdict = Verdict { state: &state, day: TODAY, today: TODAY, found: &[], wrong_signatures: &[] };
    assert_eq!(verdict.step(), Err(Forbidden { from: StatementStatus::Draft }));
}
