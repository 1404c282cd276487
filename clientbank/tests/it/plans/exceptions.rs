//! Statements that go through a whole table on purpose.

use std::collections::BTreeMap;

use super::reading::Step;

/// Names of statements, with spaces between them, and why. The list may only shrink: one that needs no excuse any more
/// is refused.
const EXCUSED: &[(&str, &str)] = &[
    (
        "CHECK_COUNTS CHECK_ACCOUNTS CHECK_CARRIED CHECK_PLACES CHECK_HOLDS CHECK_LIMITS CHECK_NUMBERS \
        CHECK_STEPS CHECK_LAST CHECK_POSITIONS CHECK_REVALUATIONS CHECK_DAYS CHECK_RANGES CHECK_STATEMENTS \
        CHECK_ANSWERS CHECK_PAYMENT_AMOUNTS CHECK_DECLINED CHECK_EARLY_OUTCOMES CHECK_EXECUTED CHECK_ENDS \
        CHECK_JOURNAL CHECK_BANK_EXECUTED CHECK_EXECUTING CHECK_ORDERS CHECK_KEYS CHECK_SALES CHECK_STRAYS \
        CHECK_PAYMENT_ACCOUNTS CHECK_HISTORY CHECK_SIGNATURES CHECK_JOBS CHECK_PART_HELD CHECK_PLACED \
        CHECK_EVENTS CHECK_BEGAN CHECK_TALLIES_ARCHIVED CHECK_TRAIL",
        "`clientbank check` proves the whole ledger, all of payroll and the trail",
    ),
    (
        "JOBS_WAITING LEASES_END LEASES_TAKE_AWAY",
        "for an operator and for a process that begins: what is done is no row any more, so a backlog is all there is",
    ),
    (
        "DIFFERENCES DIFFERENCES_COUNT",
        "for an operator: a difference to the core that is settled is no row any more",
    ),
    (
        "COMPARED_LAST",
        "for an operator, who asks which accounts the core has not told: the whole table is what is asked for",
    ),
    (
        "BREAKS BREAKS_COUNT",
        "for an operator and the core: the index has the balances that differ and nothing else",
    ),
    ("OVERDRAWN_COUNT", "the index has the accounts that facts of the core have overdrawn and nothing else"),
    (
        "ORDERS_HOLD_BACK",
        "only while a switch is on: the index has orders that have not ended and nothing else",
    ),
    ("JOBS_GIVEN_UP JOBS_GIVEN_UP_COUNT", "the index has what waits for an operator and nothing else"),
    (
        "REQUESTS_WAITING",
        "for an operator: the index has what waits for the bank's authority and nothing else",
    ),
    (
        "SCHEME_CHANGES_OPEN",
        "for an operator: one row at most of each company that ever asked for fewer signatures",
    ),
    ("ANY_UNNUMBERED UNNUMBERED", "the index has the orders that nobody has asked for yet and nothing else"),
    (
        "JOURNAL_ANY_WAITING JOURNAL_WAITING",
        "the index has the entries that nobody has read yet and nothing else",
    ),
    ("TRIAL_BALANCE", "for the core, once a day: adds all accounts up, and what was posted since the day"),
    (
        "OPEN_SUMS ORDERS_REOPEN",
        "for an operator and after a restore: the index has the orders that the bank owes an answer and nothing else",
    ),
    ("STATEMENTS_UNDER_WAY", "the index has the statements that have not ended and nothing else"),
    ("UNCLAIMED_OPEN UNCLAIMED_SUMS", "the index has the money that nobody took yet and nothing else"),
    ("AUDIT_LIST", "walks along the trail, the newest first, and ends at its limit"),
    (
        "CLIENT_COMPANIES CLIENT_COMPANIES_DELETE CLIENT_STORED INTEGRATION_OF_COMPANY \
        INTEGRATIONS_OF_COMPANY",
        "the companies of a client are what is asked for",
    ),
];

/// Refuses statements without an excuse.
pub(crate) fn refuse(found: &BTreeMap<&'static str, Vec<String>>) {
    let excused = excused();
    let refused: Vec<String> = found
        .iter()
        .filter(|(name, _)| !excused.contains(name))
        .flat_map(|(_, steps)| steps.clone())
        .collect();
    assert!(refused.is_empty(), "these go through whole tables:\n{}", refused.join("\n"));
}

/// Refuses needless excuses.
pub(crate) fn refuse_idle_excuses(found: &BTreeMap<&'static str, Vec<String>>) {
    let idle: Vec<&str> = excused().into_iter().filter(|name| !found.contains_key(name)).collect();
    assert!(idle.is_empty(), "these need no excuse any more: {idle:?}");
}

fn excused() -> Vec<&'static str> {
    EXCUSED.iter().flat_map(|(names, _)| names.split_whitespace()).collect()
}

/// One line for a step.
pub(crate) fn told(name: &str, state: &str, step: &Step, text: &str) -> String {
    format!("{name} ({state}): {} in: {text}", step.line)
}
