//! Deliveries that are due, with the events that they carry.

use events::Event;
use kernel::Instant;
use spans::TraceContext;
use store::{Result, Selected as _, Tx, params};

use crate::delivery::Due;

store::selected! {
    Due (kept: "e.trace") {
        event: (Event::ALIASED): Event,
        attempts: "d.attempts", tries: "d.tries", first_at: "d.first_at_us", next_at: "d.next_at_us",
        head_seq: "h.seq as head_seq", head_next_at: "h.next_at_us as head_next_at_us";
        trace: Option::and_then(kept, TraceContext::kept),
    }
}

store::queries! {
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
