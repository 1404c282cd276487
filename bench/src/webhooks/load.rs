//! Changes at a steady rate: a unit of work each, with its event.

use std::error::Error;
use std::time::Duration;

use events::{Data, EventType, NewEvent, StatementData};
use kernel::{Clock as _, SystemClock};
use store::{Result, Store, StoreError, Tx};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use super::figures::Figures;
use super::{STEPS, THINGS_AT_ONCE, webhook_of};

const COMPANY: &str = "C00001";

/// The type of events that the webhook of this number wants.
pub(super) fn event_type(webhook: usize) -> EventType {
    EventType::ALL[webhook]
}

/// Makes the changes, each at its moment, and notes when it was committed.
pub(super) async fn run(store: &Store, rate: u32, figures: &Figures) -> Result<(), Box<dyn Error>> {
    let (began, mut at_work) = (Instant::now(), JoinSet::new());
    for number in 0..figures.count() {
        let due = began + Duration::from_secs(1) * u32::try_from(number)? / rate;
        if Instant::now() < due {
            sleep_until(due).await;
        }
        let (store, figures) = (store.clone(), figures.clone());
        at_work.spawn(async move {
            let event = event(number)?;
            store.write("bench.change", move |tx: &mut Tx| events::record(tx, &event)).await?;
            figures.committed(number);
            Ok::<_, StoreError>(())
        });
        while let Some(done) = at_work.try_join_next() {
            done??;
        }
    }
    while let Some(done) = at_work.join_next().await {
        done??;
    }
    Ok(())
}

fn event(number: usize) -> Result<NewEvent> {
    let block = number / (THINGS_AT_ONCE * STEPS);
    let thing = block * THINGS_AT_ONCE + number % THINGS_AT_ONCE;
    let data = Data::Statement(StatementData {
        day: None,
        statement_id: format!("thing-{thing}"),
        external_id: number.to_string(),
        state: "CHECKING".to_owned(),
    });
    let company = COMPANY.parse().map_err(|_| StoreError::RowsChanged { query: "company", changed: 0 })?;
    Ok(NewEvent::of_company(SystemClock.now(), event_type(webhook_of(number)), &company, data))
}
