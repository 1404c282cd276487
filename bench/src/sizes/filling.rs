//! A bank's accounts, half of them of companies and half of employees, and two postings for each, beside the demo's.

use std::error::Error;
use std::time::Instant as Timer;

use kernel::{AccountNumber, Bic};
use store::{Column, Durability, Store, StoreError, StoreLimits, StoreLocation, Tx, Value, params};
use tokio::runtime::Runtime;

use crate::server::Demo;

/// The bank's own BIC in the demo's data.
const OWN_BIC: &str = "044525999";
/// The first serial number, beyond those of the demo.
const SERIAL_FIRST: u64 = 1_000_000;
/// Numbers with the same first digits: the rest has seven digits.
const SERIALS_OF_RANGE: u64 = 10_000_000;
/// Accounts of each kind that one unit of work writes.
const UNIT: u64 = 10_000;
/// Accounts of a company.
const OF_COMPANY: u64 = 20;
/// Operations of the account that is asked for.
const OPERATIONS: i64 = 1_000;
/// 2026-01-01T00:00:00Z.
const BEGIN_US: i64 = 1_767_225_600_000_000;

store::queries! {
    /// A company.
    SIZES_COMPANY = "insert into companies (cnum, name_ru, name_en, inn, signature_scheme, status)
        values ($1, $2, $3, $4, $5, $6)";
    /// An account of the ledger.
    SIZES_LEDGER = "insert into ledger_accounts (ledger_account_id, class, currency, is_open, balance_minor,
        changed_at_us, first_posted_at_us, last_posted_at_us, operations_count, debits_high, debits_low)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    /// An account of a company.
    SIZES_ACCOUNT = "insert into accounts (number, document_id, type, mode, name, international_name, cnum,
        organization_id, operation_currency, branch_id, trust_management, trust_management_name,
        trust_management_international_name) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
    /// An account of an employee.
    SIZES_EMPLOYEE = "insert into employees_accounts (number, branch_id, last_name, first_name, middle_name)
        values ($1, $2, $3, $4, $5)";
    /// An entry.
    SIZES_ENTRY = "insert into journal_entries (entry_id, idempotency_key, fingerprint, kind, posted_at_us, value_date,
        description, postings_count) values ($1, $2, $3, $4, $5, $6, $7, $8)";
    /// A posting.
    SIZES_POSTING = "insert into postings (entry_id, line, ledger_account_id, currency, amount_minor, posted_at_us)
        values ($1, $2, $3, $4, $5, $6)";
    /// An operation.
    SIZES_OPERATION = "insert into operations (ledger_account_id, number, entry_id, line, booked_at_us, balance_minor,
        debits_high, debits_low) values ($1, $2, $3, $4, $5, $6, $7, $8)";
    /// A scheme of signatures and a branch of the demo.
    SIZES_OF_DEMO = "select (select min(signature_scheme) from companies) as scheme,
        (select min(branch_id) from branches) as branch";
    /// Postings 1 to $2 of the account that is asked for.
    SIZES_OWN_POSTINGS = "insert into postings (entry_id, line, ledger_account_id, currency, amount_minor, posted_at_us)
        with recursive numbers (i) as (
            select cast(1 as bigint) union all select i + 1 from numbers where i < cast($2 as bigint))
        select o.entry_id, 10 + i, o.ledger_account_id, 'RUR', 100, 1767225600000000 + i * 1000000
        from numbers, operations o where o.ledger_account_id = $1 and o.number = 1";
    /// Their operations.
    SIZES_OWN_OPERATIONS = "insert into operations (ledger_account_id, number, entry_id, line, booked_at_us,
            balance_minor, debits_high, debits_low, counterparty_name)
        with recursive numbers (i) as (
            select cast(1 as bigint) union all select i + 1 from numbers where i < cast($2 as bigint))
        select o.ledger_account_id, 1 + i, o.entry_id, 10 + i, 1767225600000000 + i * 1000000,
            o.balance_minor + 100 * i, 0, 0, 'Counterparty'
        from numbers, operations o where o.ledger_account_id = $1 and o.number = 1";
    /// The account behind them.
    SIZES_OWN_ACCOUNT = "update ledger_accounts set balance_minor = balance_minor + 100 * $2,
        operations_count = 1 + $2, operations_booked_at_us = 1767225600000000 + $2 * 1000000
        where ledger_account_id = $1";
}

/// The account of the demo that is asked for.
pub(super) const OWN_ACCOUNT: &str = "40702810600000000001";

/// The number of an account, by the first digits of its kind.
///
/// # Errors
/// The bank's BIC is none.
pub(super) fn number(kind: &str, index: u64) -> Result<String, Box<dyn Error>> {
    let bic: Bic = OWN_BIC.parse()?;
    let serial = SERIAL_FIRST + index;
    let (high, low) = (serial / SERIALS_OF_RANGE, serial % SERIALS_OF_RANGE);
    let digits: AccountNumber = format!("{kind}8100{high:04}{low:07}").parse()?;
    Ok(digits.with_control_key(&bic).to_string())
}

/// Writes so many accounts; the seconds that it took.
///
/// # Errors
/// The database fails.
pub(super) fn fill(bank: &Demo, accounts: u64) -> Result<f64, Box<dyn Error>> {
    let begun = Timer::now();
    let location = match &bank.location {
        // References are right by construction, and looking each of them up takes most of the time.
        StoreLocation::Postgres { url, password_file } => StoreLocation::Postgres {
            url: format!("{url}?options=-c%20session_replication_role%3Dreplica"),
            password_file: password_file.clone(),
        },
        sqlite @ StoreLocation::Sqlite { .. } => sqlite.clone(),
    };
    let runtime = Runtime::new()?;
    runtime.block_on(async {
        let limits = StoreLimits { durability: Durability::Off, ..StoreLimits::default() };
        let store = Store::open(&location, limits).await?;
        let demo = store.query_optional(&SIZES_OF_DEMO, params![]).await?.ok_or("no data of the demo")?;
        let (scheme, branch) = (demo.text("scheme")?.to_owned(), demo.text("branch")?.to_owned());
        let own = |tx: &mut Tx| {
            tx.execute(&SIZES_OWN_POSTINGS, params![OWN_ACCOUNT, OPERATIONS])?;
            tx.execute(&SIZES_OWN_OPERATIONS, params![OWN_ACCOUNT, OPERATIONS])?;
            tx.execute_one(&SIZES_OWN_ACCOUNT, params![OWN_ACCOUNT, OPERATIONS])
        };
        store.write::<_, StoreError>("fill", own).await?;
        let mut first = 0;
        while first < accounts / 2 {
            let last = (first + UNIT).min(accounts / 2);
            let unit = Unit::of(first, last, &scheme, &branch)?;
            store.write::<_, StoreError>("fill", move |tx: &mut Tx| unit.write(tx)).await?;
            first = last;
        }
        store.close().await;
        Ok::<_, Box<dyn Error>>(())
    })?;
    Ok(begun.elapsed().as_secs_f64())
}

/// Rows of one unit of work.
struct Unit {
    scheme: String,
    branch: String,
    companies: Vec<String>,
    company_of: Vec<String>,
    numbers: Vec<String>,
    documents: Vec<String>,
    employees: Vec<String>,
    last_names: Vec<String>,
    /// Two entries for each account of a company, of which each has a posting on it and one on an employee's account.
    entries: Vec<[u8; 16]>,
    keys: Vec<String>,
    moments: Vec<i64>,
}

impl Unit {
    fn of(first: u64, last: u64, scheme: &str, branch: &str) -> Result<Self, Box<dyn Error>> {
        let mut unit = Self {
            scheme: scheme.to_owned(),
            branch: branch.to_owned(),
            companies: Vec::new(),
            company_of: Vec::new(),
            numbers: Vec::new(),
            documents: Vec::new(),
            employees: Vec::new(),
            last_names: Vec::new(),
            entries: Vec::new(),
            keys: Vec::new(),
            moments: Vec::new(),
        };
        for index in first..last {
            let company = format!("Z{:07}", index / OF_COMPANY);
            if unit.companies.last() != Some(&company) {
                unit.companies.push(company.clone());
            }
            unit.company_of.push(company);
            unit.numbers.push(number("40702", index)?);
            unit.documents.push(format!("SIZES-{index:012}"));
            unit.employees.push(number("40817", index)?);
            unit.last_names.push(last_name(index));
            for entry in [2 * index, 2 * index + 1] {
                let at = BEGIN_US + i64::try_from(entry)?;
                let mut id = [0x70; 16];
                id[..8].copy_from_slice(&u64::try_from(at)?.wrapping_shl(16).to_be_bytes());
                id[8..].copy_from_slice(&entry.wrapping_mul(0x5851_f42d_4c95_7f2d).to_be_bytes());
                unit.entries.push(id);
                unit.keys.push(format!("sizes:{entry:012}"));
                unit.moments.push(at);
            }
        }
        // A company of the unit before may reach into this one.
        if !first.is_multiple_of(OF_COMPANY) {
            unit.companies.remove(0);
        }
        Ok(unit)
    }

    fn write(&self, tx: &mut Tx) -> Result<(), StoreError> {
        let text = |value: &str| Column::Same(Value::Text(value.into()));
        let whole = |value: i64| Column::Same(Value::Integer(value));
        let companies = refs(&self.companies);
        tx.insert_bulk(
            &SIZES_COMPANY,
            &[
                Column::Texts(&companies),
                text("Ромашка"),
                text("Romashka"),
                text("7707083893"),
                text(&self.scheme),
                text("OPEN"),
            ],
        )?;
        let yes = Column::Same(Value::Boolean(true));
        for (numbers, operations) in [(&self.numbers, Some(2)), (&self.employees, None)] {
            let kept = |value: i64| Column::Same(operations.map_or(Value::Null, |_| Value::Integer(value)));
            let (texts, moment) = (refs(numbers), || whole(BEGIN_US));
            tx.insert_bulk(
                &SIZES_LEDGER,
                &[
                    Column::Texts(&texts),
                    text("CUSTOMER"),
                    text("RUR"),
                    yes.clone(),
                    whole(20_000),
                    moment(),
                    moment(),
                    moment(),
                    kept(2),
                    kept(0),
                    kept(0),
                ],
            )?;
        }
        let (numbers, documents, company_of) =
            (refs(&self.numbers), refs(&self.documents), refs(&self.company_of));
        tx.insert_bulk(
            &SIZES_ACCOUNT,
            &[
                Column::Texts(&numbers),
                Column::Texts(&documents),
                whole(1),
                whole(3),
                text("Расчётный счёт"),
                text("Settlement account"),
                Column::Texts(&company_of),
                text("ORG"),
                text("RUR"),
                text(&self.branch),
                Column::Same(Value::Boolean(false)),
                text(""),
                text(""),
            ],
        )?;
        let (employees, last_names) = (refs(&self.employees), refs(&self.last_names));
        tx.insert_bulk(
            &SIZES_EMPLOYEE,
            &[
                Column::Texts(&employees),
                text(&self.branch),
                Column::Texts(&last_names),
                text("Иван"),
                text("Иванович"),
            ],
        )?;
        self.write_postings(tx)
    }

    fn write_postings(&self, tx: &mut Tx) -> Result<(), StoreError> {
        let text = |value: &str| Column::Same(Value::Text(value.into()));
        let whole = |value: i64| Column::Same(Value::Integer(value));
        let (entries, keys): (Vec<&[u8]>, _) =
            (self.entries.iter().map(<[u8; 16]>::as_slice).collect(), refs(&self.keys));
        let moments = Column::Integers(&self.moments);
        tx.insert_bulk(
            &SIZES_ENTRY,
            &[
                Column::Bytes(&entries),
                Column::Texts(&keys),
                Column::Same(Value::Bytes([0_u8; 32].to_vec())),
                text("TRANSFER"),
                moments.clone(),
                text("2026-01-01"),
                text("Payment for goods"),
                whole(2),
            ],
        )?;
        let twice = |numbers: &'_ [String]| {
            numbers.iter().flat_map(|one| [one.clone(), one.clone()]).collect::<Vec<_>>()
        };
        for (line, numbers, amount) in
            [(1, twice(&self.numbers), 10_000), (2, twice(&self.employees), -10_000)]
        {
            let numbers = refs(&numbers);
            tx.insert_bulk(
                &SIZES_POSTING,
                &[
                    Column::Bytes(&entries),
                    whole(line),
                    Column::Texts(&numbers),
                    text("RUR"),
                    whole(amount),
                    moments.clone(),
                ],
            )?;
        }
        let doubled = twice(&self.numbers);
        let (numbers, places): (Vec<&str>, Vec<i64>) = (
            refs(&doubled),
            doubled.iter().zip([1, 2].into_iter().cycle()).map(|(_, place)| place).collect(),
        );
        let balances: Vec<i64> = places.iter().map(|place| place * 10_000).collect();
        tx.insert_bulk(
            &SIZES_OPERATION,
            &[
                Column::Texts(&numbers),
                Column::Integers(&places),
                Column::Bytes(&entries),
                whole(1),
                moments,
                Column::Integers(&balances),
                whole(0),
                whole(0),
            ],
        )?;
        Ok(())
    }
}

fn refs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

/// The last name of an employee.
pub(super) fn last_name(index: u64) -> String {
    format!("Сотрудников-{index}")
}
