//! An event of each type, for descriptions: made by the types themselves.

use kernel::{Cnum, Instant, Randomness, SeededRandomness};

use crate::data::{
    CertificateTaskData, Data, LetterData, MissingSignature, ReturnData, SignatureData, StatementData,
    TariffRequestData, TestData, WebinarData,
};
use crate::event::{Event, EventId};
use crate::{EventType, Topic};

/// The moment of every example: 2026-11-20T09:00:00Z.
const AT_UNIX_S: i64 = 1_795_165_200;

/// An example of an event of this type; `None` for a company that is none, which cannot be.
pub fn example(event_type: EventType) -> Option<Event> {
    let at = Instant::from_unix_seconds(AT_UNIX_S);
    let company: Cnum = "C00001".parse().ok()?;
    let data = data(event_type);
    let (object_kind, object_id) = data.object();
    Some(Event {
        seq: 1,
        id: EventId::new(SeededRandomness::new(1).uuid(at)),
        event_type,
        version: event_type.version().into(),
        at,
        company: (event_type.topic() != Topic::Everybody).then_some(company),
        object_kind: object_kind.to_owned(),
        object_id: object_id.to_owned(),
        data: serde_json::to_string(&data).ok()?,
    })
}

/// The facts of the example.
fn data(event_type: EventType) -> Data {
    // The last word of the text is the state, in capitals.
    let state = event_type.as_str().rsplit('.').next().unwrap_or_default().to_ascii_uppercase();
    let thing = "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f".to_owned();
    let text = event_type.as_str();
    if event_type == EventType::SignatureMissing {
        let missing = vec![MissingSignature { signature_type: "SECOND".to_owned(), count: 1 }];
        let (external_id, state) = ("salary-2026-11".to_owned(), "PARTLY_SIGNED".to_owned());
        Data::Signature(SignatureData { statement_id: thing, external_id, state, missing })
    } else if event_type == EventType::TransferReturned {
        let (external_id, amount) = ("salary-2026-11".to_owned(), "1500.00".to_owned());
        let (statement_id, reason_code) = (thing, "D27".to_owned());
        Data::Return(ReturnData { statement_id, external_id, line: 2, order_number: 2, amount, reason_code })
    } else if text.starts_with("payroll.") {
        Data::Statement(StatementData {
            statement_id: thing,
            external_id: "salary-2026-11".to_owned(),
            day: (state == "SCHEDULED").then(|| "2026-12-01".to_owned()),
            state,
        })
    } else if text.starts_with("tariff.") {
        Data::TariffRequest(TariffRequestData { request_id: "1795165200000042".to_owned(), state })
    } else if text.starts_with("certificate.") {
        Data::CertificateTask(CertificateTaskData { task_id: thing, state })
    } else if event_type == EventType::LetterReceived {
        Data::Letter(LetterData { letter_id: thing, message: 2 })
    } else if event_type == EventType::WebinarPublished {
        Data::Webinar(WebinarData { webinar_id: "taxes-2027".to_owned() })
    } else {
        Data::Test(TestData { webhook_id: thing })
    }
}
