//! Events about statements, for the software of their companies (EVT-01).

use clients::SignatureType;
use clients::signatures::SchemeState;
use events::{Data, EventType, MissingSignature, NewEvent, ReturnData, SignatureData, StatementData};
use kernel::{Instant, Money};
use store::{Result, Tx};

use crate::catalogue::Code;
use crate::lifecycle::StatementStatus;
use crate::statement::StatementHeader;

/// Tells that the statement is in another state, and of one that has just been scheduled the day of its execution.
pub(super) fn state(tx: &mut Tx, header: &StatementHeader, at: Instant) -> Result<()> {
    let status = header.state.status();
    let data = Data::Statement(StatementData {
        statement_id: header.id.to_string(),
        external_id: header.terms.external_id.as_str().to_owned(),
        state: status.as_str().to_owned(),
        day: header.state.day().map(|day| day.to_string()),
    });
    events::record(tx, &NewEvent::of_company(at, event_type(status), &header.cnum, data))
}

pub(super) fn missing_signatures(
    tx: &mut Tx,
    header: &StatementHeader,
    standing: SchemeState,
    at: Instant,
) -> Result<()> {
    let missing = |signature_type: SignatureType| MissingSignature {
        signature_type: signature_type.as_str().to_owned(),
        count: standing.missing(signature_type),
    };
    let missing: Vec<_> =
        SignatureType::ALL.into_iter().map(missing).filter(|missing| missing.count > 0).collect();
    let data = Data::Signature(SignatureData {
        statement_id: header.id.to_string(),
        external_id: header.terms.external_id.as_str().to_owned(),
        state: header.state.status().as_str().to_owned(),
        missing,
    });
    events::record(tx, &NewEvent::of_company(at, EventType::SignatureMissing, &header.cnum, data))
}

/// Tells that a transfer came back after it had been made: its line and order number, the amount and the code.
pub(super) fn returned(
    tx: &mut Tx,
    header: &StatementHeader,
    (line, order_number): (i64, i64),
    (amount, code): (Money, Code),
    at: Instant,
) -> Result<()> {
    let data = Data::Return(ReturnData {
        statement_id: header.id.to_string(),
        external_id: header.terms.external_id.as_str().to_owned(),
        line,
        order_number,
        amount: amount.to_string(),
        reason_code: code.as_str().to_owned(),
    });
    events::record(tx, &NewEvent::of_company(at, EventType::TransferReturned, &header.cnum, data))
}

const fn event_type(status: StatementStatus) -> EventType {
    match status {
        StatementStatus::Draft => EventType::StatementDraft,
        StatementStatus::Checking => EventType::StatementChecking,
        StatementStatus::AwaitingSign => EventType::StatementAwaitingSign,
        StatementStatus::AwaitingSignWithWarnings => EventType::StatementAwaitingSignWithWarnings,
        StatementStatus::Error => EventType::StatementError,
        StatementStatus::PartlySigned => EventType::StatementPartlySigned,
        StatementStatus::Signing => EventType::StatementSigning,
        StatementStatus::AwaitingSend => EventType::StatementAwaitingSend,
        StatementStatus::Processing => EventType::StatementProcessing,
        StatementStatus::Declined => EventType::StatementDeclined,
        StatementStatus::Executed => EventType::StatementExecuted,
        StatementStatus::PartlyExecuted => EventType::StatementPartlyExecuted,
        StatementStatus::Deleted => EventType::StatementDeleted,
        StatementStatus::Scheduled => EventType::StatementScheduled,
        StatementStatus::ErrorSign => EventType::StatementErrorSign,
    }
}
