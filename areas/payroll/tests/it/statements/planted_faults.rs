//! The faults that `check` has to name, as texts that plant them.

use testkit::Engine;

use super::house::{ACCOUNT, employee};

/// The texts that write a posted entry once more under a new key, with balances and operations.
fn twice(new: &str, external_id: &str, with_day: bool) -> Vec<String> {
    let entry = format!("(select entry_id from e where external_id = '{external_id}')");
    let sum = "(select sum(p.amount_minor) from postings p where p.entry_id = ENTRY \
        and p.ledger_account_id = ledger_accounts.ledger_account_id)";
    let day = if with_day { format!(", day_minor = day_minor + {sum}") } else { String::new() };
    [
        format!(
            "insert into journal_entries (entry_id, idempotency_key, fingerprint, kind, posted_at_us, value_date,
                description, postings_count, document_number, digest) select {new}, idempotency_key || '-again',
                fingerprint, kind, posted_at_us, value_date, description, postings_count, document_number, digest
            from journal_entries where entry_id = ENTRY"
        ),
        format!(
            "insert into postings (entry_id, line, ledger_account_id, currency, amount_minor, national_minor,
                posted_at_us) select {new}, line, ledger_account_id, currency, amount_minor, national_minor,
                posted_at_us from postings where entry_id = ENTRY"
        ),
        format!(
            "update ledger_accounts set balance_minor = balance_minor + {sum}{day}
            where ledger_account_id in (select p.ledger_account_id from postings p where p.entry_id = ENTRY)"
        ),
        format!(
            "insert into operations (ledger_account_id, number, entry_id, line, booked_at_us, balance_minor,
                debits_high, debits_low) select l.ledger_account_id, l.operations_count + 1, {new}, 1,
                l.operations_booked_at_us, l.balance_minor, l.debits_high, l.debits_low + 5000 from ledger_accounts l
            where l.ledger_account_id = '{ACCOUNT}'"
        ),
        format!(
            "update ledger_accounts set operations_count = operations_count + 1, debits_low = debits_low + 5000
            where ledger_account_id = '{ACCOUNT}'"
        ),
    ]
    .map(|text| text.replace("ENTRY", &entry))
    .to_vec()
}

/// The texts that take an entry away with everything that it did; `renumbered` closes the gap.
fn never_paid(external_id: &str, renumbered: bool) -> Vec<String> {
    let entry = format!("(select entry_id from e where external_id = '{external_id}')");
    let number = format!("(select number from operations where entry_id = {entry})");
    let mut texts = vec![format!(
        "update ledger_accounts set balance_minor = balance_minor - (select sum(p.amount_minor) from postings p
            where p.entry_id = {entry} and p.ledger_account_id = ledger_accounts.ledger_account_id)
        where ledger_account_id in (select p.ledger_account_id from postings p where p.entry_id = {entry})"
    )];
    if renumbered {
        texts.push(format!(
            "update operations set balance_minor = balance_minor + 5000, debits_low = debits_low - 5000,
                number = number + 99999 where ledger_account_id = '{ACCOUNT}' and number > {number}"
        ));
    }
    texts.push(format!("delete from operations where entry_id = {entry}"));
    if renumbered {
        texts.push("update operations set number = number - 100000 where number > 100000".to_owned());
    }
    texts.push(format!(
        "update ledger_accounts set operations_count = operations_count - 1, debits_low = debits_low - 5000
        where ledger_account_id = '{ACCOUNT}'"
    ));
    texts.push(format!("delete from postings where entry_id = {entry}"));
    texts.push(format!("delete from journal_entries where entry_id = {entry}"));
    texts
}

/// The texts that move money between two accounts by an entry of nobody.
fn stray(new: &str, from: &str, to: &str) -> Vec<String> {
    vec![
        format!(
            "insert into journal_entries (entry_id, idempotency_key, fingerprint, kind, posted_at_us, value_date,
                description, postings_count, digest) select {new}, 'payment:stray', fingerprint, 'TRANSFER',
                posted_at_us, value_date, description, 2, digest from journal_entries
            where idempotency_key = 'payment:1'"
        ),
        format!(
            "insert into postings (entry_id, line, ledger_account_id, currency, amount_minor, posted_at_us)
            select {new}, 1, '{from}', 'RUR', -500, posted_at_us from journal_entries where entry_id = {new}"
        ),
        format!(
            "insert into postings (entry_id, line, ledger_account_id, currency, amount_minor, posted_at_us)
            select {new}, 2, '{to}', 'RUR', 500, posted_at_us from journal_entries where entry_id = {new}"
        ),
        format!("update ledger_accounts set balance_minor = balance_minor - 500 where ledger_account_id = '{from}'"),
        format!("update ledger_accounts set balance_minor = balance_minor + 500 where ledger_account_id = '{to}'"),
    ]
}

/// The entry of the last statement.
const PLAIN: &str = "(select entry_id from e where external_id = 'plain')";

fn key() -> String {
    "payroll:{plain}:0".to_owned()
}

fn one(text: &str) -> Vec<String> {
    vec![text.to_owned()]
}

fn id(name: &str) -> String {
    format!("(select statement_id from s where external_id = '{name}')")
}

fn own(text: &str) -> Vec<String> {
    vec![format!("update ledger_accounts set {text} where ledger_account_id = '{ACCOUNT}'")]
}

fn account(text: &str, serial: u32) -> String {
    format!("update ledger_accounts set {text} where ledger_account_id = '{}'", employee(serial))
}

fn held(minor: i64) -> String {
    own(&format!("held_minor = held_minor + {minor}")).concat()
}

fn operation(text: &str, number: u32) -> Vec<String> {
    vec![format!("update operations set {text} where ledger_account_id = '{ACCOUNT}' and number = {number}")]
}

fn entry(text: &str) -> Vec<String> {
    vec![format!("update journal_entries set {text} where entry_id = {PLAIN}")]
}

fn statement(text: &str, name: &str) -> Vec<String> {
    vec![format!("update payroll_statements set {text} where external_id = '{name}'")]
}

fn transfer(text: &str, line: u32) -> String {
    format!("update payroll_transfers set {text} where statement_id = {} and line = {line}", id("plain"))
}

/// A fault: its number, the texts that plant it, and what the finding has to name. `{old}` and the like stand for the
/// names of statements.
pub(crate) type Fault = (u32, Vec<String>, String);

pub(crate) fn faults(engine: Engine) -> Vec<Fault> {
    let new = match engine {
        Engine::Sqlite => "cast('~~~~~~~~~~~~~~~~' as blob)",
        Engine::Postgres => "convert_to('~~~~~~~~~~~~~~~~', 'UTF8')",
    };
    [of_entries(new), of_sums(), of_operations(), of_steps(new)].concat()
}

fn of_entries(new: &str) -> Vec<Fault> {
    vec![
        (1, own("balance_minor = balance_minor + 1"), ACCOUNT.to_owned()),
        (2, vec![format!("update postings set amount_minor = amount_minor + 1 where entry_id = {PLAIN} and line = 2")],
            key()),
        (3, vec![format!("update postings set amount_minor = amount_minor + case line when 2 then 1 else -1 end \
            where entry_id = {PLAIN} and line > 1")], key()),
        (4, twice(new, "plain", false), "{plain}".to_owned()),
        (5, twice(new, "plain", true), "{plain}".to_owned()),
        (6, twice(new, "old", false), "{old}".to_owned()),
        (7, entry("value_date = '2026-11-19'"), key()),
        (8, entry("description = 'Another purpose'"), key()),
        (9, vec![format!("update payroll_rail_payments set account = '{}' where statement_id = {} and line = 2",
            employee(102), id("mixed"))], "{mixed}".to_owned()),
        (10, vec!["update holds set released_at_us = placed_at_us where hold_id = (select 'payroll:' || name from s \
            where external_id = 'processing')".to_owned(), held(-500)], "{processing}".to_owned()),
        (11, never_paid("plain", false), "{plain}".to_owned()),
        (12, never_paid("old", true), "{old}".to_owned()),
        (13, vec![format!("update postings set ledger_account_id = '{}' where entry_id = {PLAIN} and line = 2",
            employee(102)), account("balance_minor = balance_minor - 2000", 111),
            account("balance_minor = balance_minor + 2000", 102)], "{plain}".to_owned()),
        (14, vec!["update holds set amount_minor = amount_minor + 1 where hold_id = 'CARD'".to_owned(), held(1)],
            "CARD".to_owned()),
        (15, one("update holds set released_at_us = placed_at_us where hold_id = 'CARD'"), ACCOUNT.to_owned()),
        (16, vec!["update holds set released_at_us = null where hold_id = (select 'payroll:' || name from s \
            where external_id = 'plain')".to_owned(), held(5_000)], "{plain}".to_owned()),
    ]
}

fn of_sums() -> Vec<Fault> {
    vec![
        (17, statement("executed_minor = executed_minor + 1", "plain"), "{plain}".to_owned()),
        (
            18,
            vec![format!(
                "delete from payroll_outcomes where statement_id = {} and outcome = 'DECLINED'",
                id("mixed")
            )],
            "{mixed}".to_owned(),
        ),
        (19, vec![transfer("amount_minor = amount_minor + 1", 1)], "{plain}".to_owned()),
        (
            20,
            vec![format!(
                "update payroll_transfers set amount_minor = 5000 - amount_minor where statement_id = {}",
                id("plain")
            )],
            "{plain}".to_owned(),
        ),
        (21, statement("total_minor = total_minor + 1", "plain"), "{plain}".to_owned()),
        (
            22,
            vec![format!("delete from payroll_transfers where statement_id = {} and line = 2", id("plain"))],
            "{plain}".to_owned(),
        ),
        (
            23,
            vec![format!("delete from operations where ledger_account_id = '{ACCOUNT}' and number = 3")],
            ACCOUNT.to_owned(),
        ),
        (24, operation("balance_minor = balance_minor + 1", 3), ACCOUNT.to_owned()),
        (25, operation("booked_at_us = booked_at_us - 90000000000", 4), ACCOUNT.to_owned()),
    ]
}

fn of_operations() -> Vec<Fault> {
    vec![
        (
            26,
            vec![format!(
                "update operations set entry_id = {PLAIN}, line = 1 where ledger_account_id = '{ACCOUNT}' \
            and number = 3"
            )],
            ACCOUNT.to_owned(),
        ),
        (
            27,
            vec![format!(
                "update closing_balances set balance_minor = balance_minor + 10000 \
            where ledger_account_id = '{}' and closing_date = '2026-11-20'",
                employee(102)
            )],
            employee(102),
        ),
        (
            28,
            vec![format!(
                "delete from closing_balances where ledger_account_id = '{}' \
            and closing_date = '2026-11-20'",
                employee(103)
            )],
            employee(103),
        ),
        (
            29,
            one("update credit_limits set amount_minor = amount_minor + 1 where limit_id = 'LIMIT-0001'"),
            "40702810100000000022".to_owned(),
        ),
        (
            30,
            one("update ledger_accounts set balance_minor = balance_minor + 1 \
            where ledger_account_id = 'POSITION.USD'"),
            "POSITION.USD".to_owned(),
        ),
        (31, one("delete from payroll_conversion_days"), "USD 2026-11-21".to_owned()),
        (
            32,
            one("delete from jobs where job_key = (select name from s where external_id = 'processing')"),
            "{processing}".to_owned(),
        ),
        (
            33,
            one("delete from jobs where job_key = (select name from s where external_id = 'scheduled')"),
            "{scheduled}".to_owned(),
        ),
        (
            34,
            vec![format!(
                "delete from payroll_rail_payments where statement_id = {} and line = 2",
                id("mixed")
            )],
            "{mixed}".to_owned(),
        ),
    ]
}

fn of_steps(new: &str) -> Vec<Fault> {
    vec![
        (
            35,
            vec![
                format!(
                    "update payroll_rail_payments set state = 'SETTLED', answered_at_us = handed_at_us \
            where statement_id = {}",
                    id("processing")
                ),
                format!(
                    "update payroll_outcomes set outcome = 'SETTLED' \
            where statement_id = {} and outcome = 'PENDING'",
                    id("processing")
                ),
                statement("executed_minor = executed_minor + 1300", "processing").concat(),
            ],
            "{processing}".to_owned(),
        ),
        (36, stray(new, "OUTGOING-PAYMENTS.RUR", &employee(102)), "OUTGOING-PAYMENTS.RUR".to_owned()),
        (37, stray(new, "CORRESPONDENT.RUR", &employee(102)), "payment:stray".to_owned()),
        (
            38,
            statement("state = 'EXECUTED', reason_code = null, reason_parameters = null", "declined"),
            "{declined}".to_owned(),
        ),
        (39, statement("state = 'DELETED'", "scheduled"), "{scheduled}".to_owned()),
        (
            40,
            vec![format!("delete from payroll_signatures where statement_id = {}", id("plain"))],
            "{plain}".to_owned(),
        ),
        (
            41,
            one("delete from events where event_type = 'payroll.statement.executed' \
            and object_id = (select name from s where external_id = 'plain')"),
            "{plain}".to_owned(),
        ),
        (42, own("day_minor = day_minor + 1"), ACCOUNT.to_owned()),
        (43, vec![account("first_posted_at_us = first_posted_at_us + 86400000000", 102)], employee(102)),
        (
            44,
            vec![format!(
                "update postings set posted_at_us = posted_at_us + 1 where entry_id = {PLAIN} \
            and line = 2"
            )],
            key(),
        ),
        (45, vec![account("is_open = false", 102)], employee(102)),
        (46, vec![account("currency = 'USD'", 102)], employee(102)),
        (47, entry("fingerprint = digest"), key()),
        (48, operation("debits_low = debits_low + 1", 3), ACCOUNT.to_owned()),
        (49, own("operations_count = operations_count + 1"), ACCOUNT.to_owned()),
        (50, own("debits_low = debits_low + 1"), ACCOUNT.to_owned()),
        (
            51,
            one("update closing_days set finished_at_us = null where closing_date = '2026-11-20'"),
            "2026-11-20".to_owned(),
        ),
        (52, entry("core_posted_at_us = posted_at_us - 1"), key()),
        (53, entry("authors = '[[\"OPERATOR\",\"nobody\"]]'"), key()),
    ]
}
