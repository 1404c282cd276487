//! Faults that are planted one at a time, to see that the simulation finds them: a statement of SQL loses a comparison.

use clientbank::application::areas;
use store::Query;

/// A fault: its name, and in which texts which part becomes what.
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    texts: &'static [(&'static str, &'static str, &'static str)],
}

/// All of them.
pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "a-worker-that-lost-its-lease-goes-on",
        texts: &[
            ("JOB_CHECK", " and fencing_token = $3", " and $3 is not null"),
            ("JOB_PROGRESS", " and fencing_token = $3", " and $3 is not null"),
            ("JOB_COMPLETE", " and fencing_token = $3", " and $3 is not null"),
        ],
    },
    Fault {
        name: "a-retry-takes-the-job-of-another",
        texts: &[
            ("JOB_RETRY", " and fencing_token = $3", " and $3 is not null"),
            ("JOB_COUNTS", " and fencing_token = $3", " and $3 is not null"),
        ],
    },
    Fault {
        name: "two-workers-lease-one-job",
        texts: &[(
            "JOB_LEASE",
            " and fencing_token = $3 and leased_until_us <= $6",
            " and $3 is not null and $6 is not null",
        )],
    },
    Fault {
        name: "a-lease-does-not-end",
        texts: &[(
            "JOBS_DUE",
            " and leased_until_us <= $2",
            " and (leased_until_us = 0 or leased_until_us <= $2 - $2)",
        )],
    },
    Fault {
        name: "an-answer-overwrites-an-answer",
        texts: &[
            ("ANSWER_PAYMENT", " and state = 'HANDED'", ""),
            ("ORDER_END", " and ended_at_us is null", ""),
            ("ORDER_LOCK", " and ended_at_us is null", ""),
        ],
    },
    Fault {
        name: "an-order-does-not-end",
        texts: &[("ORDER_END", "ended_at_us = $3", "ended_at_us = case when $3 is null then $3 end")],
    },
    Fault { name: "an-order-is-handed-out-once", texts: &[("ORDERS_AFTER", "o.seq > $2", "o.seq > $2 + 1")] },
    Fault {
        name: "a-released-hold-stays-held",
        texts: &[("HELD_RELEASE", "held_minor = held_minor - $2", "held_minor = held_minor - $2 * 0")],
    },
    Fault {
        name: "more-is-held-than-there-is",
        texts: &[(
            "HELD_ADD",
            "balance_minor - held_minor - $2 + limit_minor >= 0",
            "balance_minor + $2 >= 0",
        )],
    },
    Fault {
        name: "a-payee-gets-more",
        texts: &[(
            "PAYEE_ADD",
            "balance_minor = balance_minor + $2",
            "balance_minor = balance_minor + $2 * 2",
        )],
    },
    Fault {
        name: "a-posting-of-the-day-counts-for-the-day-before",
        texts: &[(
            "DAY_CLOSE",
            "case when l.day_started_at_us = $2",
            "case when l.day_started_at_us = $2 - 1",
        )],
    },
    Fault {
        name: "events-turn-round",
        texts: &[("OUTBOX_DUE", "order by due_at_us, place", "order by due_at_us, place desc")],
    },
    Fault {
        name: "a-numbered-event-stays-in-the-outbox",
        texts: &[("OUTBOX_DELETE", "where place = $1", "where place = $1 and place < 0")],
    },
    Fault {
        name: "the-counter-of-events-jumps",
        texts: &[("COUNTER_SET", "set last_seq = $1", "set last_seq = $1 + 1")],
    },
    Fault {
        name: "deliveries-overtake-each-other",
        texts: &[("DELIVERIES_DUE", "f.object_key = d.object_key", "f.seq = d.seq")],
    },
    Fault {
        name: "a-refused-delivery-counts-as-taken",
        texts: &[(
            "DELIVERY_AGAIN",
            "set attempts = attempts + 1",
            "set state = 'DELIVERED', settled_at_us = $4, attempts = attempts + 1",
        )],
    },
    Fault {
        name: "a-part-of-a-hold-is-spent-and-stays-held",
        texts: &[(
            "HOLD_REDUCE",
            "set amount_minor = amount_minor - $3",
            "set amount_minor = amount_minor - $3 * 0",
        )],
    },
    Fault {
        name: "settled-money-is-not-counted",
        texts: &[("ADD_ANSWERS", "executed_minor + $2", "executed_minor + $2 * 0")],
    },
    Fault {
        name: "a-name-is-taken-twice",
        texts: &[("STATE_BY_EXTERNAL_ID", "external_id = $2", "external_id = $2 || 'x'")],
    },
    Fault {
        name: "a-return-is-booked-again",
        texts: &[
            ("RETURN_KNOWN", "where return_name = $1", "where return_name = $1 || 'x'"),
            (
                "RETURN_KNOWN",
                "where statement_id = $2 and line = $3",
                "where statement_id = $2 and line = -$3",
            ),
        ],
    },
    Fault {
        name: "a-decision-reaches-the-other-certificates",
        texts: &[("CERTIFICATE_DECIDE", " and position = $2 and status is null", " and $2 > 0")],
    },
    Fault {
        name: "a-kept-answer-is-over-at-once",
        texts: &[("KEY_KEEP", "expires_at_us = $5", "expires_at_us = $5 * 0")],
    },
    Fault {
        name: "processes-do-not-hear-of-a-lock",
        texts: &[
            ("REVOCATIONS_AFTER", "sequence > $1", "sequence > $1 + 1"),
            ("USERS_STOPPED", "status_changed_at_us >= $1", "status_changed_at_us = $1"),
        ],
    },
    Fault {
        name: "what-leaves-is-not-carried-forward",
        texts: &[("CARRIED_ADD", "values ($1, $2,", "values ($1, $2 * 0,")],
    },
    Fault {
        name: "a-statement-leaves-before-its-end",
        texts: &[("KEPT_STATEMENTS_DUE", "(state = 'EXECUTED'", "(state <> 'EXECUTING'")],
    },
    Fault {
        name: "a-job-does-not-ask-for-switches",
        texts: &[
            ("JOB_CHECK", "where is_on and", "where is_on and not is_on and"),
            ("JOB_PROGRESS", "where is_on and", "where is_on and not is_on and"),
        ],
    },
    Fault {
        name: "a-stopped-order-is-handed-out",
        texts: &[("UNNUMBERED", "s where s.is_on and", "s where s.is_on and not s.is_on and")],
    },
    Fault {
        name: "a-change-of-tariff-stays-ahead",
        texts: &[(
            "CHANGE_END",
            "set state = $2",
            "set state = case when $2 = 'EFFECTIVE' then state else $2 end",
        )],
    },
];

impl Fault {
    /// Plants it in this process, before anything has run.
    pub(crate) fn plant(&self) {
        let mut planted: Vec<(&'static Query, String)> = Vec::new();
        for (name, from, to) in self.texts {
            if let Some((_, text)) = planted.iter_mut().find(|(query, _)| query.name() == *name) {
                *text = text.replace(from, to);
                continue;
            }
            let has_it = |query: &&&'static Query| query.name() == *name && query.sql().contains(from);
            let queries = areas::queries();
            let query = queries.iter().find(has_it).unwrap_or_else(|| panic!("{name} has no {from}"));
            planted.push((query, query.sql().replace(from, to)));
        }
        for (query, text) in planted {
            assert!(query.plant(&text), "{} has run already", query.name());
        }
    }
}
