//! Deliveries: their queue, their ends, and the log.

use events::Event;
use kernel::Instant;
use spans::TraceContext;
use store::{Column, Result, Selected, Store, Tx, Value, params};

use crate::delivery::{DeliveryState, Due, Logged, PutOff};
use crate::webhook::WebhookId;

store::text_columns! { DeliveryState }

store::selected! {
    Logged as "d" {
        seq, event_id, event_type, state, attempts,
        // No receiver is asked before its pause is over.
        next_at: ("case when d.state <> 'WAITING' then null when w.retry_at_us > d.next_at_us then w.retry_at_us
            else d.next_at_us end as next_at_us"),
    }

    Due (kept: "e.trace") {
        event: (Event::ALIASED): Event,
        attempts: "d.attempts", tries: "d.tries", first_at: "d.first_at_us", next_at: "d.next_at_us",
        head_seq: "h.seq as head_seq", head_next_at: "h.next_at_us as head_next_at_us";
        trace: Option::and_then(kept, TraceContext::kept),
    }
}

store::queries! {
    DELIVERY_INSERT = "insert into webhook_deliveries
            (webhook_id, seq, event_id, audience, event_type, object_key, state, next_at_us)
        values ($1, $2, $3, $4, $5, $6, 'WAITING', $7) on conflict (webhook_id, seq) do nothing";

    DELIVERY_ARRIVED = "update webhook_deliveries set state = 'DELIVERED', attempts = attempts + 1, tries = tries + 1,
            first_at_us = coalesce(first_at_us, $3), settled_at_us = $4
        where webhook_id = $1 and seq = $2 and state = 'WAITING'";

    DELIVERY_AGAIN = "update webhook_deliveries set attempts = attempts + 1, tries = tries + 1,
            first_at_us = coalesce(first_at_us, $3), next_at_us = $4
        where webhook_id = $1 and seq = $2 and state = 'WAITING'";

    /// Given up: it is not tried any more.
    DELIVERY_FAILED = "update webhook_deliveries set state = 'FAILED', attempts = attempts + 1, tries = tries + 1,
            settled_at_us = $3
        where webhook_id = $1 and seq = $2 and state = 'WAITING'";

    DELIVERY_PUT_OFF = "update webhook_deliveries set next_at_us = $3
        where webhook_id = $1 and seq = $2 and state = 'WAITING'";

    /// Everything that waits is due, with all the patience there is.
    DELIVERIES_AFRESH = "update webhook_deliveries set next_at_us = $2, tries = 0, first_at_us = null
        where webhook_id = $1 and state = 'WAITING' and (tries > 0 or next_at_us > $2)";

    /// A delivery that begins anew, with all the patience there is.
    DELIVERY_REPEAT = "update webhook_deliveries set state = 'WAITING', settled_at_us = null, tries = 0,
            first_at_us = null, next_at_us = $3
        where webhook_id = $1 and seq = $2";

    /// The events of a period that a webhook was to be told of, from a number on.
    DELIVERIES_OF_PERIOD = "select d.seq, d.event_type from webhook_deliveries d
        join events e on e.audience = d.audience and e.seq = d.seq
        where d.webhook_id = $1 and d.seq > $2 and e.at_us >= $3 and e.at_us < $4 order by d.seq limit $5";

    DELIVERY_TYPE = "select seq, event_type from webhook_deliveries where webhook_id = $1 and event_id = $2";

    DELIVERIES_WAITING_TYPES = "select distinct event_type from webhook_deliveries
        where webhook_id = $1 and state = 'WAITING'";

    DELIVERIES_LOG = store::text!("select ", Logged::ALIASED, "
        from webhook_deliveries d join webhooks w on w.webhook_id = d.webhook_id
        where d.webhook_id = $1 and d.seq < $2 order by d.seq desc limit $3");

    DELIVERY_LOG = store::text!("select ", Logged::ALIASED, "
        from webhook_deliveries d join webhooks w on w.webhook_id = d.webhook_id
        where d.webhook_id = $1 and d.event_id = $2");

    DELIVERY_EVENT = store::text!("select ", Event::ALIASED, "
        from webhook_deliveries d join events e on e.audience = d.audience and e.seq = d.seq
        where d.webhook_id = $1 and d.seq = $2");

    DELIVERIES_OLDEST = "select seq from webhook_deliveries where webhook_id = $1 order by seq limit $2";

    /// Forgets deliveries of a webhook through a number.
    DELIVERIES_REMOVE = "delete from webhook_deliveries where webhook_id = $1 and seq <= $2";

    /// The oldest deliveries whose event is forgotten.
    DELIVERIES_FORGOTTEN = "select d.seq from webhook_deliveries d
        where d.seq <= (select c.forgotten_seq from event_counter c where c.counter_id = 1) order by d.seq limit $1";

    /// Forgets deliveries of all webhooks through a number.
    DELIVERIES_FORGET = "delete from webhook_deliveries where seq <= $1";

    /// Reads the deliveries that are due, with the first of their object that has not arrived.
    DELIVERIES_DUE = store::text!("select ", Due::LIST, "
        from (select seq, event_id, audience, object_key, attempts, tries, first_at_us, next_at_us
            from webhook_deliveries
            where webhook_id = $1 and state = 'WAITING' and next_at_us <= $2 order by next_at_us, seq limit $3) d
        join events e on e.audience = d.audience and e.seq = d.seq
        join webhook_deliveries h on h.webhook_id = $1 and h.seq = (select min(f.seq) from webhook_deliveries f
            where f.webhook_id = $1 and f.object_key = d.object_key and f.state = 'WAITING')
        order by d.next_at_us, d.seq");

    /// The moment from which the next delivery is due.
    DELIVERY_NEXT = "select next_at_us from webhook_deliveries where webhook_id = $1 and state = 'WAITING'
        order by next_at_us limit 1";
}

/// Lists what is due at `now`, up to `limit`, the longest due first.
pub(crate) fn due(tx: &mut Tx, webhook: &str, now: Instant, limit: i64) -> Result<Vec<Due>> {
    tx.select(&DELIVERIES_DUE, params![webhook, now, limit])
}

/// Tells when the next delivery is due, if one waits.
pub(crate) fn next(tx: &mut Tx, webhook: &str) -> Result<Option<Instant>> {
    tx.select_optional(&DELIVERY_NEXT, params![webhook])
}

/// Adds deliveries, each of an event to a webhook; one that is there stays as it is.
pub(crate) fn insert(tx: &mut Tx, deliveries: &[(String, &Event)], now: Instant) -> Result<()> {
    if deliveries.is_empty() {
        return Ok(());
    }
    let ids: Vec<String> = deliveries.iter().map(|(_, event)| event.id.to_string()).collect();
    let objects: Vec<String> =
        deliveries.iter().map(|(_, event)| format!("{}:{}", event.object_kind, event.object_id)).collect();
    let columns = [
        Column::Texts(&deliveries.iter().map(|(webhook, _)| webhook.as_str()).collect::<Vec<_>>()),
        Column::Integers(&deliveries.iter().map(|(_, event)| event.seq).collect::<Vec<_>>()),
        Column::Texts(&ids.iter().map(String::as_str).collect::<Vec<_>>()),
        Column::Texts(&deliveries.iter().map(|(_, event)| event.audience()).collect::<Vec<_>>()),
        Column::Texts(&deliveries.iter().map(|(_, event)| event.event_type.as_str()).collect::<Vec<_>>()),
        Column::Texts(&objects.iter().map(String::as_str).collect::<Vec<_>>()),
        Column::Same(Value::from(now)),
    ];
    tx.insert_bulk(&DELIVERY_INSERT, &columns).map(|_| ())
}

/// The fate of a delivery that was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Again(Instant),
    Failed,
}

/// Writes that deliveries were taken, each by its number and the moment of its attempt; the positions of those that
/// do not wait any more.
pub(crate) fn arrived(
    tx: &mut Tx,
    webhook: &str,
    arrived: &[(i64, Instant)],
    now: Instant,
) -> Result<Vec<usize>> {
    if arrived.is_empty() {
        return Ok(Vec::new());
    }
    let seqs: Vec<i64> = arrived.iter().map(|(seq, _)| *seq).collect();
    let moments: Vec<i64> = arrived.iter().map(|(_, at)| at.microseconds()).collect();
    let columns = [
        Column::Same(Value::from(webhook)),
        Column::Integers(&seqs),
        Column::Integers(&moments),
        Column::Same(Value::from(now)),
    ];
    tx.update_bulk(&DELIVERY_ARRIVED, &columns)
}

/// Writes the fate of a delivery that was not taken; `false` when it does not wait any more.
pub(crate) fn settle(
    tx: &mut Tx,
    webhook: &str,
    seq: i64,
    (at, now): (Instant, Instant),
    fate: Fate,
) -> Result<bool> {
    let changed = match fate {
        Fate::Again(next) => tx.execute(&DELIVERY_AGAIN, params![webhook, seq, at, next])?,
        Fate::Failed => tx.execute(&DELIVERY_FAILED, params![webhook, seq, now])?,
    };
    Ok(changed == 1)
}

/// Lets deliveries wait for earlier ones, each until its moment.
pub(crate) fn put_off(tx: &mut Tx, webhook: &str, put_off: &[PutOff]) -> Result<()> {
    let rows = put_off.iter().map(|one| params![webhook, one.seq, one.until]).collect();
    tx.execute_many(&DELIVERY_PUT_OFF, rows).map(|_| ())
}

/// Makes everything that waits due, with all the patience there is.
pub(crate) fn begin_afresh(tx: &mut Tx, webhook: &str, now: Instant) -> Result<()> {
    tx.execute(&DELIVERIES_AFRESH, params![webhook, now]).map(|_| ())
}

/// Reads the number and the type of an event that a webhook was to be told of.
pub(crate) fn number_and_type(tx: &mut Tx, id: WebhookId, event_id: &str) -> Result<Option<(i64, String)>> {
    tx.select_optional(&DELIVERY_TYPE, params![id.to_string(), event_id])
}

pub(crate) fn waiting_types(tx: &mut Tx, id: WebhookId) -> Result<Vec<String>> {
    tx.select(&DELIVERIES_WAITING_TYPES, params![id.to_string()])
}

/// Lists the events of a period after a number, each with its type.
pub(crate) fn of_period(
    tx: &mut Tx,
    id: WebhookId,
    after: i64,
    (from, to): (Instant, Instant),
    limit: usize,
) -> Result<Vec<(i64, String)>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    tx.select(&DELIVERIES_OF_PERIOD, params![id.to_string(), after, from, to, limit])
}

/// Has events delivered again, of which the webhook was to be told.
pub(crate) fn repeat(tx: &mut Tx, id: WebhookId, seqs: &[i64], now: Instant) -> Result<u64> {
    let rows = seqs.iter().map(|seq| params![id.to_string(), *seq, now]).collect();
    tx.execute_many(&DELIVERY_REPEAT, rows)
}

/// Lists the log of a webhook, newest first, before a number.
pub(crate) async fn log(store: &Store, id: WebhookId, before: i64, limit: i64) -> Result<Vec<Logged>> {
    store.select(&DELIVERIES_LOG, params![id.to_string(), before, limit]).await
}

pub(crate) async fn logged_event(store: &Store, id: WebhookId, event_id: &str) -> Result<Option<Logged>> {
    store.select_optional(&DELIVERY_LOG, params![id.to_string(), event_id]).await
}

/// Reads the event of a delivery; none when it is forgotten.
pub(crate) async fn event(store: &Store, id: WebhookId, seq: i64) -> Result<Option<Event>> {
    store.select_optional(&DELIVERY_EVENT, params![id.to_string(), seq]).await
}

/// Removes up to `limit` of the oldest deliveries of a webhook; the number of the last, if there was one.
pub(crate) fn remove_oldest(tx: &mut Tx, webhook: &str, limit: i64) -> Result<Option<i64>> {
    let seqs: Vec<i64> = tx.select(&DELIVERIES_OLDEST, params![webhook, limit])?;
    let Some(last) = seqs.last().copied() else { return Ok(None) };
    tx.execute(&DELIVERIES_REMOVE, params![webhook, last])?;
    Ok(Some(last))
}

/// Forgets up to `limit` deliveries of forgotten events, and those of the last one's number; that number.
pub(crate) fn forget(tx: &mut Tx, limit: i64) -> Result<Option<i64>> {
    let seqs: Vec<i64> = tx.select(&DELIVERIES_FORGOTTEN, params![limit])?;
    let Some(last) = seqs.last().copied() else { return Ok(None) };
    tx.execute(&DELIVERIES_FORGET, params![last])?;
    Ok(Some(last))
}
