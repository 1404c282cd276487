use super::{Outcome, TransferFacts, TransferStatus, transfer_status};
use crate::lifecycle::StatementStatus;

const NOTHING: TransferFacts =
    TransferFacts { has_errors: false, has_warnings: false, is_done: false, outcome: None };

#[test]
fn pay_08_before_execution_the_checks_decide() {
    use StatementStatus as Status;
    let erring = TransferFacts { has_errors: true, has_warnings: true, ..NOTHING };
    let warned = TransferFacts { has_warnings: true, ..NOTHING };
    for statement in Status::ALL {
        let expected = match statement {
            Status::Draft => [TransferStatus::Draft; 3],
            Status::Checking => [TransferStatus::Checking; 3],
            Status::Processing => [TransferStatus::Processing; 3],
            Status::Executed | Status::PartlyExecuted => [TransferStatus::Executed; 3],
            Status::Declined => [TransferStatus::Declined; 3],
            _ => [TransferStatus::Created, TransferStatus::CreatedWithWarnings, TransferStatus::Error],
        };
        let found = [NOTHING, warned, erring].map(|facts| transfer_status(statement, facts));
        assert_eq!(found, expected, "{statement}");
    }
}

#[test]
fn pay_08_during_and_after_execution_the_outcome_decides() {
    use StatementStatus as Status;
    use TransferStatus as Transfer;
    let done = TransferFacts { is_done: true, ..NOTHING };
    let with = |outcome| TransferFacts { outcome: Some(outcome), ..done };
    for (statement, facts, expected) in [
        (Status::Processing, done, Transfer::Executed),
        (Status::Processing, with(Outcome::Pending), Transfer::Processing),
        (Status::Processing, with(Outcome::Settled), Transfer::Executed),
        (Status::Processing, with(Outcome::Declined), Transfer::Declined),
        (Status::PartlyExecuted, with(Outcome::Declined), Transfer::Declined),
        (Status::PartlyExecuted, done, Transfer::Executed),
        (Status::Executed, with(Outcome::Settled), Transfer::Executed),
        (Status::Declined, done, Transfer::Declined),
    ] {
        assert_eq!(transfer_status(statement, facts), expected, "{statement} {facts:?}");
    }
}
