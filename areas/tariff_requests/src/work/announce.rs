//! Events about requests and letters, for the software of their clients (EVT-01).

use events::{Data, EventType, LetterData, NewEvent, TariffRequestData};
use kernel::{Cnum, Instant};
use store::{Result, Tx};
use uuid::Uuid;

use crate::request::RequestId;
use crate::request_state::RequestState;

pub(super) fn state(tx: &mut Tx, cnum: &Cnum, id: RequestId, state: RequestState, at: Instant) -> Result<()> {
    let data = Data::TariffRequest(TariffRequestData {
        request_id: id.to_string(),
        state: state.as_str().to_owned(),
    });
    events::record(tx, &NewEvent::of_company(at, event_type(state), cnum, data))
}

/// Tells that the bank wrote the message of this number.
pub(super) fn letter(tx: &mut Tx, cnum: &Cnum, letter: Uuid, number: i64, at: Instant) -> Result<()> {
    let data = Data::Letter(LetterData { letter_id: letter.to_string(), message: number });
    events::record(tx, &NewEvent::of_company(at, EventType::LetterReceived, cnum, data))
}

const fn event_type(state: RequestState) -> EventType {
    match state {
        RequestState::Unsigned => EventType::TariffRequestUnsigned,
        RequestState::PartiallySigned => EventType::TariffRequestPartiallySigned,
        RequestState::Signed => EventType::TariffRequestSigned,
        RequestState::Processing => EventType::TariffRequestProcessing,
        RequestState::Declined => EventType::TariffRequestDeclined,
        RequestState::Done => EventType::TariffRequestDone,
        RequestState::Cancelled => EventType::TariffRequestCancelled,
    }
}
