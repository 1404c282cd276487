//! Faults that are planted one at a time, to see that the simulation finds them: a statement of SQL loses a comparison.

use clientbank::application::areas;
use store::Query;

/// All of them: the name of each, and in which texts which part becomes what.
const FAULTS: &str = "
a-worker-that-lost-its-lease-goes-on
  JOB_CHECK: and fencing_token = $3 -> and $3 is not null
  JOB_PROGRESS: and fencing_token = $3 -> and $3 is not null
  JOB_COMPLETE: and fencing_token = $3 -> and $3 is not null
a-retry-takes-the-job-of-another
  JOB_RETRY: and fencing_token = $3 -> and $3 is not null
  JOB_COUNTS: and fencing_token = $3 -> and $3 is not null
two-workers-lease-one-job
  JOB_LEASE: and fencing_token = $3 and leased_until_us <= $6 -> and $3 is not null and $6 is not null
a-lease-does-not-end
  JOBS_DUE: and leased_until_us <= $2 -> and (leased_until_us = 0 or leased_until_us <= $2 - $2)
an-answer-overwrites-an-answer
  ANSWER_PAYMENT: and state = 'HANDED' ->
  ORDER_END: and ended_at_us is null ->
  ORDER_LOCK: and ended_at_us is null ->
an-order-does-not-end
  ORDER_END: ended_at_us = $3 -> ended_at_us = case when $3 is null then $3 end
an-order-is-handed-out-once
  ORDERS_AFTER: o.seq > $2 -> o.seq > $2 + 1
an-import-that-lost-its-lease-goes-on
  RUN_STEP: and attempt = $2 -> and $2 is not null
an-import-does-not-note-where-it-is
  RUN_STEP: applied_count = applied_count + $5 -> applied_count = applied_count + $5 * 0
a-person-comes-without-rights
  RIGHTS_INSERT: values ($1, $2, $3) -> select $1, $2, $3 where $2 <> 'C09001'
a-released-hold-stays-held
  HELD_RELEASE: held_minor = held_minor - $2 -> held_minor = held_minor - $2 * 0
more-is-held-than-there-is
  HELD_ADD: balance_minor - held_minor - $2 + limit_minor >= 0 -> balance_minor + $2 >= 0
a-payee-gets-more
  PAYEE_ADD: balance_minor = balance_minor + $2 -> balance_minor = balance_minor + $2 * 2
a-posting-of-the-day-counts-for-the-day-before
  DAY_CLOSE: case when l.day_started_at_us = $2 -> case when l.day_started_at_us = $2 - 1
events-turn-round
  OUTBOX_DUE: order by due_at_us, place -> order by due_at_us, place desc
a-numbered-event-stays-in-the-outbox
  OUTBOX_DELETE: where place = $1 -> where place = $1 and place < 0
the-counter-of-events-jumps
  COUNTER_SET: set last_seq = $1 -> set last_seq = $1 + 1
deliveries-overtake-each-other
  DELIVERIES_DUE: f.object_key = d.object_key -> f.seq = d.seq
a-refused-delivery-counts-as-taken
  DELIVERY_AGAIN: set attempts = attempts + 1 -> set state = 'DELIVERED', settled_at_us = $4, attempts = attempts + 1
a-part-of-a-hold-is-spent-and-stays-held
  HOLD_REDUCE: set amount_minor = amount_minor - $3 -> set amount_minor = amount_minor - $3 * 0
settled-money-is-not-counted
  ADD_ANSWERS: executed_minor + $2 -> executed_minor + $2 * 0
a-hold-is-released-again
  HOLD_RELEASE: and released_at_us is null -> and $2 is not null
processes-do-not-hear-that-software-is-disabled
  REVOCATIONS_AFTER: sequence > $1 -> sequence > $1 + 1
  CLIENTS_STOPPED: status_changed_at_us >= $1 -> status_changed_at_us = $1
a-name-is-taken-twice
  STATE_BY_EXTERNAL_ID: external_id = $2 -> external_id = $2 || 'x'
a-return-is-booked-again
  RETURN_KNOWN: where return_name = $1 -> where return_name = $1 || 'x'
  RETURN_KNOWN: where statement_id = $2 and line = $3 -> where statement_id = $2 and line = -$3
a-decision-reaches-the-other-certificates
  CERTIFICATE_DECIDE: and position = $2 and status is null -> and $2 > 0
a-kept-answer-is-over-at-once
  KEY_KEEP: expires_at_us = $5 -> expires_at_us = $5 * 0
processes-do-not-hear-of-a-lock
  REVOCATIONS_AFTER: sequence > $1 -> sequence > $1 + 1
  USERS_STOPPED: status_changed_at_us >= $1 -> status_changed_at_us = $1
what-leaves-is-not-carried-forward
  CARRIED_ADD: values ($1, $2, -> values ($1, $2 * 0,
a-statement-leaves-before-its-end
  KEPT_STATEMENTS_DUE: (state = 'EXECUTED' -> (state <> 'EXECUTING'
a-job-does-not-ask-for-switches
  JOB_CHECK: where is_on and -> where is_on and not is_on and
  JOB_PROGRESS: where is_on and -> where is_on and not is_on and
a-stopped-order-is-handed-out
  UNNUMBERED: s where s.is_on and -> s where s.is_on and not s.is_on and
processes-do-not-hear-that-a-company-is-stopped
  SWITCHES_ON: where is_on -> where is_on and name <> 'company'
a-change-of-tariff-stays-ahead
  CHANGE_END: set state = $2 -> set state = case when $2 = 'EFFECTIVE' then state else $2 end
";

pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FAULTS.lines().filter(|line| !line.is_empty() && !line.starts_with(' '))
}

/// Plants the fault of this name in this process, before anything has run.
pub(crate) fn plant(name: &str) {
    let mut planted: Vec<(&'static Query, String)> = Vec::new();
    let after = FAULTS.lines().skip_while(|line| *line != name).skip(1);
    for line in after.take_while(|line| line.starts_with(' ')) {
        let (query, (from, to)) = line
            .trim_start()
            .split_once(": ")
            .and_then(|(query, change)| Some((query, change.split_once(" ->")?)))
            .expect("a query, a part of it, and another");
        let to = to.trim_start();
        if let Some((_, text)) = planted.iter_mut().find(|(known, _)| known.name() == query) {
            *text = text.replace(from, to);
            continue;
        }
        let has_it = |known: &&&'static Query| known.name() == query && known.sql().contains(from);
        let queries = areas::queries();
        let known = queries.iter().find(has_it).unwrap_or_else(|| panic!("{query} has no {from}"));
        planted.push((known, known.sql().replace(from, to)));
    }
    assert!(!planted.is_empty(), "there is no fault {name}");
    for (query, text) in planted {
        assert!(query.plant(&text), "{} has run already", query.name());
    }
}
