//! Faults that are planted one at a time, to see that the simulation finds them: a statement of SQL loses a comparison.

use clientbank::application::areas;

/// A fault: its name, and in which texts which part becomes what.
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    /// Nothing comes of it, because a second guard holds: named here so that nobody takes it for proved.
    pub(crate) is_masked: bool,
    texts: &'static [(&'static str, &'static str, &'static str)],
}

/// All of them.
pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "a-worker-that-lost-its-lease-goes-on",
        is_masked: false,
        texts: &[
            ("JOB_CHECK", " and fencing_token = $3", " and $3 is not null"),
            ("JOB_PROGRESS", " and fencing_token = $3", " and $3 is not null"),
            ("JOB_COMPLETE", " and fencing_token = $3", " and $3 is not null"),
        ],
    },
    Fault {
        name: "a-lost-lease-completes-the-job",
        is_masked: false,
        texts: &[("JOB_COMPLETE", " and fencing_token = $3", " and $3 is not null")],
    },
    Fault {
        name: "a-retry-takes-the-job-of-another",
        is_masked: false,
        texts: &[
            ("JOB_RETRY", " and fencing_token = $3", " and $3 is not null"),
            ("JOB_COUNTS", " and fencing_token = $3", " and $3 is not null"),
        ],
    },
    Fault {
        name: "a-state-is-changed-without-comparing-it",
        is_masked: false,
        texts: &[(
            "CHANGE_STATE",
            " and state = $2 and version = $3",
            " and $2 is not null and $3 is not null",
        )],
    },
    Fault {
        name: "progress-is-counted-twice",
        is_masked: false,
        texts: &[("PROGRESS", " and done_through_line = $2", " and $2 is not null")],
    },
    Fault {
        name: "an-answer-overwrites-an-answer",
        is_masked: false,
        texts: &[
            ("ANSWER_PAYMENT", " and state = 'HANDED'", ""),
            ("ORDER_END", " and ended_at_us is null", ""),
            ("ORDER_LOCK", " and ended_at_us is null", ""),
        ],
    },
    Fault {
        name: "an-order-that-ended-is-taken-again",
        is_masked: false,
        texts: &[("ORDER_TAKE", " and state = 'OPEN'", "")],
    },
    Fault {
        name: "an-order-does-not-end",
        is_masked: false,
        texts: &[(
            "ORDER_END",
            " and ended_at_us is null",
            " and ended_at_us is null and length(order_id) % 7 <> 0",
        )],
    },
    Fault {
        name: "a-hold-is-released-twice",
        is_masked: false,
        texts: &[
            ("HOLD_RELEASE", " and released_at_us is null returning", " returning"),
            ("HOLD_SPEND", " and released_at_us is null", ""),
        ],
    },
    Fault {
        name: "a-released-hold-stays-held",
        is_masked: false,
        texts: &[("HELD_RELEASE", "held_minor = held_minor - $2", "held_minor = held_minor - $2 * 0")],
    },
    Fault {
        name: "more-is-held-than-there-is",
        is_masked: false,
        texts: &[(
            "HELD_ADD",
            "balance_minor - held_minor - $2 + limit_minor >= 0",
            "balance_minor + $2 >= 0",
        )],
    },
    Fault {
        name: "a-balance-moves-on-a-day-that-is-not-told",
        is_masked: false,
        texts: &[("DAY_CLOSE", "l.day_started_at_us = $2", "l.day_started_at_us > $2")],
    },
    Fault {
        name: "events-of-one-moment-turn-round",
        is_masked: false,
        texts: &[("OUTBOX_DUE", "order by due_at_us, place", "order by due_at_us, place desc")],
    },
    Fault {
        name: "a-numbered-event-stays-in-the-outbox",
        is_masked: false,
        texts: &[("OUTBOX_DELETE", "where place = $1", "where place = $1 and place >= 0 or place = -1 - $1")],
    },
    Fault {
        name: "the-counter-of-events-stands",
        is_masked: false,
        texts: &[("COUNTER_SET", "set last_seq = $1", "set last_seq = $1 - 1")],
    },
    Fault {
        name: "settled-money-is-not-counted",
        is_masked: false,
        texts: &[("ADD_ANSWERS", "executed_minor + $2", "executed_minor + $2 * 0")],
    },
    Fault {
        name: "a-call-does-not-wake-a-job",
        is_masked: false,
        texts: &[(
            "JOB_CALL",
            "case when excluded.run_at_us < jobs.run_at_us then excluded.run_at_us else",
            "case when false then excluded.run_at_us else",
        )],
    },
    Fault {
        name: "a-return-is-booked-again",
        is_masked: false,
        texts: &[
            (
                "RETURN_KNOWN",
                "from payroll_returns where return_name = $1",
                "from payroll_returns where return_name = $1 and $2 = $3",
            ),
            (
                "RETURN_KNOWN",
                "where statement_id = $2 and line = $3",
                "where statement_id = $2 and line = $3 and false",
            ),
        ],
    },
];

impl Fault {
    /// Plants it in this process, before anything has run.
    pub(crate) fn plant(&self) {
        let queries = areas::queries();
        let mut texts: Vec<(&str, String)> = Vec::new();
        for (name, from, to) in self.texts {
            let query = queries.iter().find(|query| query.name() == *name && query.sql().contains(from));
            let query = query.unwrap_or_else(|| panic!("{name} has no {from}"));
            match texts.iter_mut().find(|(known, _)| known == name) {
                Some((_, text)) => *text = text.replace(from, to),
                None => texts.push((name, query.sql().replace(from, to))),
            }
        }
        for (name, text) in texts {
            let of_name = queries.iter().filter(|query| query.name() == name);
            let first = self.texts.iter().find(|(known, ..)| *known == name).map(|(_, from, _)| from);
            let query = of_name.filter(|query| first.is_some_and(|from| query.sql().contains(from))).next();
            assert!(query.is_some_and(|query| query.plant(&text)), "{name} has run already");
        }
    }
}
