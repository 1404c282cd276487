//! `clientbank signing-requests`: requests of people for signing certificates that wait for the bank's authority.

use clients::signatures::{REQUESTS_LISTED_MAX, WaitingRequest, waiting_requests};
use serde_json::json;
use store::StoreError;

use super::Failure;
use super::database::{WithRemedy as _, on_current};
use crate::configuration::Sources;
use crate::terminal::{remark, say_all};

/// Runs the command: one line of JSON for each open request, the oldest first. With the certificate in the place of the
/// request a line is a row of `signing_certificates.json`.
pub(super) fn run(settings: &Sources) -> Result<(), Failure> {
    on_current(settings, async |_, opened| {
        let waiting = opened.store.read::<_, StoreError>("signing_requests", waiting_requests).await;
        let waiting = waiting.told()?;
        say_all(waiting.iter().map(line));
        if waiting.len() == REQUESTS_LISTED_MAX {
            remark(&format!("there may be more than these {REQUESTS_LISTED_MAX}"));
        }
        Ok(())
    })
}

fn line(waiting: &WaitingRequest) -> String {
    let asked = &waiting.asked;
    let line = json!({
        "request_id": asked.id,
        "requested_at": asked.requested_at.to_timestamp().to_string(),
        "login": waiting.login,
        "full_name": waiting.full_name,
        "cnum": asked.cnum.as_str(),
        "signature_type": asked.signature_type.as_str(),
        "request": asked.request.to_pem(),
    });
    line.to_string()
}
