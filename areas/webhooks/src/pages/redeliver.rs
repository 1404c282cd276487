//! `POST /bank/webhooks/{id}/redeliver`: one event again, or those of some days.

use ::pages::{FormPage, OnlineBank, OnlineBankForm, PagePath, PageResult};
use axum::extract::State;
use edge::AreaPath;
use http::StatusCode;
use jiff::civil::Date;
use kernel::Instant;

use super::detail::{FormFaults, show};
use super::words::Words;
use super::{Pages, administration, done, webhook_id};
use crate::work::administration::WebhookError;
use crate::work::redeliver::{redeliver_event, redeliver_period};

pub(super) async fn post(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let (bank, id) = (&form.bank, webhook_id(&id)?);
    let by = administration(&pages, bank)?;
    let event = form.field("event");
    if !event.is_empty() {
        redeliver_event(&by, id, event.to_owned()).await?;
        return Ok(done(id, "redelivered"));
    }
    let told = match period(bank, form.field("from"), form.field("to")) {
        Some(period) => redeliver_period(&by, id, period).await,
        None => Err(WebhookError::Period),
    };
    match told {
        Ok(_) => Ok(done(id, "redelivered")),
        Err(WebhookError::Period) => {
            let period = Some(Words::of(bank.language).period_fault);
            let faults = FormFaults { period, ..FormFaults::default() };
            show(&pages, bank, id, FormPage::again(StatusCode::UNPROCESSABLE_ENTITY, faults)).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Reads the days, both included, in the bank's zone.
fn period(bank: &OnlineBank, from: &str, to: &str) -> Option<(Instant, Instant)> {
    let (from, to): (Date, Date) = (from.parse().ok()?, to.parse().ok()?);
    let end = to.tomorrow().ok()?;
    Some((bank.zone().start_of_day(from), bank.zone().start_of_day(end)))
}
