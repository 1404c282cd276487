//! The bodies of journal and trial balance.

use accounts::ledger::{
    EntryAuthor, JournalEntry, JournalPosting, Rate, Revaluation, TrialBalanceLine, amount_text,
};
use accounts::{NotTold, OpenBreak};
use jiff::civil::Date;
use kernel::{BankZone, Currency, hexadecimal};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

/// Entries after a number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankJournal {
    /// In the order of their numbers.
    pub(in crate::api) entries: Vec<BankEntry>,
    /// The `after` with which to go on.
    #[schema(format = Int64, minimum = 0, example = 17)]
    pub(in crate::api) next_after: i64,
}

/// An entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankEntry {
    /// Its place in the journal.
    #[schema(format = Int64, minimum = 1, example = 17)]
    number: i64,
    /// Its place among the entries of its day, without a gap.
    #[schema(format = Int64, minimum = 1, example = 3)]
    day_number: i64,
    /// Its identifier, the same after a restore.
    #[schema(example = "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f")]
    id: String,
    /// The kind of event: `OPENING`, `TRANSFER`, `PAYROLL`, `OUTGOING_PAYMENT`, `PAYMENT_RETURN`, `EXCHANGE`,
    /// `CORRECTION` or `REVALUATION`.
    #[schema(example = "PAYROLL")]
    kind: &'static str,
    /// The moment of booking, in UTC.
    #[schema(format = DateTime, example = "2026-11-20T09:00:00Z")]
    posted_at: String,
    /// The day of the bank on which it is booked.
    #[schema(format = Date, example = "2026-11-20")]
    day: String,
    /// The moment that the core told, where it was on a day that is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime, example = "2026-11-19T15:00:00Z")]
    core_posted_at: Option<String>,
    /// The day from which the money counts.
    #[schema(format = Date, example = "2026-11-20")]
    value_date: String,
    /// Text for people.
    #[schema(max_length = 512, example = "Ведомость № 17 от 20.11.2026")]
    description: String,
    /// The number of the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "17")]
    document: Option<String>,
    /// The entry that this one reverses, of the kind `CORRECTION`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reverses: Option<BankReversed>,
    /// The reason of a reversal, which is its description too.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 512, example = "Зачислено по ошибке")]
    reason: Option<String>,
    /// Whoever caused it: all who signed the statement that it pays, or the system or person of the bank that told or
    /// decided it. The program itself has no `id`.
    authors: Vec<BankEntryAuthor>,
    /// The lines, in their order.
    postings: Vec<BankPosting>,
}

/// An author of an entry, by the kinds of the trail.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankEntryAuthor {
    /// `USER` of a company, `CLIENT` on its own behalf, `OPERATOR`, a person of the bank, `BANK_SYSTEM`, or `SYSTEM`,
    /// the program itself.
    #[schema(example = "USER")]
    kind: String,
    /// The identifier of the user or client, the name of the operator or system.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "ivanova")]
    id: Option<String>,
}

impl From<EntryAuthor> for BankEntryAuthor {
    fn from(EntryAuthor { kind, id }: EntryAuthor) -> Self {
        Self { kind, id }
    }
}

/// An entry that another one has reversed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankReversed {
    /// Its place in the journal; absent when it has left for the archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Int64, minimum = 1, example = 12)]
    number: Option<i64>,
    /// Its identifier.
    #[schema(example = "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5e")]
    id: String,
}

/// A line of an entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankPosting {
    /// The number of a customer's account, or the name of one of the bank's own.
    #[schema(example = "40702810900000000001")]
    account: String,
    /// The number of 20 digits of one of the bank's own, where the bank has given it one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "30102810400000000225")]
    account_number: Option<String>,
    /// ISO 4217.
    #[schema(example = "RUB")]
    currency: &'static str,
    /// Positive for a credit, negative for a debit.
    #[schema(example = "-50000.00")]
    amount: String,
    /// The equivalent in roubles; in entries of several currencies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "-50000.00")]
    national: Option<String>,
}

impl BankEntry {
    pub(in crate::api) fn of(entry: JournalEntry, zone: &BankZone) -> Self {
        Self {
            number: entry.number,
            day_number: entry.day_number,
            id: entry.entry_id.to_string(),
            kind: entry.kind.as_str(),
            posted_at: entry.posted_at.to_string(),
            day: zone.date_of(entry.posted_at).to_string(),
            core_posted_at: entry.core_posted_at.map(|at| at.to_string()),
            value_date: entry.value_date.to_string(),
            reason: entry.reverses.map(|_| entry.description.clone()),
            reverses: entry
                .reverses
                .map(|reversed| BankReversed { number: reversed.number, id: reversed.entry_id.to_string() }),
            description: entry.description,
            document: entry.document,
            authors: entry.authors.into_iter().map(BankEntryAuthor::from).collect(),
            postings: entry.postings.into_iter().map(BankPosting::from).collect(),
        }
    }
}

impl From<JournalPosting> for BankPosting {
    fn from(posting: JournalPosting) -> Self {
        Self {
            account: posting.account,
            account_number: posting.number,
            currency: code(posting.currency),
            amount: posting.amount.to_string(),
            national: posting.national.map(|money| money.to_string()),
        }
    }
}

/// The trial balance of a closed day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankTrialBalance {
    /// The day of the bank.
    #[schema(format = Date, example = "2026-11-20")]
    date: String,
    /// By currency and account.
    lines: Vec<BankTrialBalanceLine>,
    /// The positions in foreign currencies at the end of the day, by currency. They are entries of the kind
    /// `REVALUATION`.
    revaluations: Vec<BankRevaluation>,
    /// SHA-256 in hexadecimal digits over a line of text for each group: account, currency, opening, debit, credit and
    /// closing with a semicolon between, and a line feed after.
    #[schema(
        pattern = "^[0-9a-f]{64}$",
        example = "a15b28e16965402d35673e361813c73fbff4ad868373522db739d9f21f4bba55"
    )]
    digest: String,
}

/// A position that was revalued at the rate of a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankRevaluation {
    /// ISO 4217.
    #[schema(example = "USD")]
    currency: &'static str,
    /// Its amount; a credit is positive.
    #[schema(example = "-100.00")]
    position: String,
    /// The equivalent in roubles that it is carried on with.
    #[schema(example = "-9250.00")]
    national: String,
    /// Income of the bank in roubles, or expense where it is negative.
    #[schema(example = "-250.00")]
    result: String,
    /// Roubles for `units` of the currency. Absent when the day had no rate: nothing was revalued, and the next day
    /// with a rate brings it up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "92.500000")]
    rate: Option<String>,
    /// The units that the rate is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Int64, minimum = 1, example = 1)]
    units: Option<i64>,
}

impl From<Revaluation> for BankRevaluation {
    fn from(one: Revaluation) -> Self {
        Self {
            currency: code(one.currency),
            position: one.position.to_string(),
            national: one.national.to_string(),
            result: one.result.to_string(),
            rate: one.rate.map(Rate::text),
            units: one.rate.map(Rate::units),
        }
    }
}

/// A group of accounts in one currency; credit balances are positive.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankTrialBalanceLine {
    /// The first five digits of customers' accounts, or the name of one of the bank's own.
    #[schema(example = "40702")]
    account: String,
    /// The number of 20 digits of one of the bank's own, where the bank has given it one by now; no part of `digest`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "30102810400000000225")]
    account_number: Option<String>,
    /// ISO 4217.
    #[schema(example = "RUB")]
    currency: &'static str,
    /// The balance at the beginning of the day.
    #[schema(example = "150000.00")]
    opening: String,
    /// The sum of the day's debits.
    #[schema(example = "50000.00")]
    debit: String,
    /// The sum of the day's credits.
    #[schema(example = "0.00")]
    credit: String,
    /// The balance at the end of the day.
    #[schema(example = "100000.00")]
    closing: String,
}

impl BankTrialBalance {
    pub(in crate::api) fn of(
        date: Date,
        lines: Vec<TrialBalanceLine>,
        revaluations: Vec<Revaluation>,
    ) -> Self {
        let lines: Vec<_> = lines.into_iter().map(BankTrialBalanceLine::from).collect();
        let mut hash = Sha256::new();
        for BankTrialBalanceLine { account, currency, opening, debit, credit, closing, .. } in &lines {
            hash.update(format!("{account};{currency};{opening};{debit};{credit};{closing}\n"));
        }
        let revaluations = revaluations.into_iter().map(BankRevaluation::from).collect();
        Self { date: date.to_string(), lines, revaluations, digest: hexadecimal(&hash.finalize()) }
    }
}

impl From<TrialBalanceLine> for BankTrialBalanceLine {
    fn from(line: TrialBalanceLine) -> Self {
        Self {
            opening: amount_text(line.opening_minor()),
            debit: amount_text(line.debit_minor),
            credit: amount_text(line.credit_minor),
            closing: amount_text(line.closing_minor),
            currency: code(line.currency),
            account: line.account,
            account_number: line.number,
        }
    }
}

/// Balances that are other ones in the core than here.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankBreaks {
    /// The oldest first, at most 1,000.
    pub(in crate::api) breaks: Vec<BankBreak>,
    /// The number of all.
    #[schema(format = Int64, minimum = 0, example = 1)]
    pub(in crate::api) count: i64,
}

/// An account that ended a closed day with another balance in the core than here.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankBreak {
    /// The number of the account.
    #[schema(example = "40702810900000000001")]
    account: String,
    /// The first day of the difference.
    #[schema(format = Date, example = "2026-11-18")]
    since: String,
    /// Days from then until today.
    #[schema(format = Int32, minimum = 0, example = 2)]
    age_days: i32,
    /// The last day that was compared.
    #[schema(format = Date, example = "2026-11-19")]
    day: String,
    /// The balance in the core at its end.
    #[schema(example = "98500.00")]
    there: String,
    /// The balance here; absent where there is no such account.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "100000.00")]
    here: Option<String>,
}

impl BankBreak {
    pub(in crate::api) fn of(found: OpenBreak, today: Date) -> Self {
        Self {
            age_days: found.age_days(today),
            account: found.account,
            since: found.since.to_string(),
            day: found.day.to_string(),
            there: found.there.to_string(),
            here: found.here.map(|here| here.to_string()),
        }
    }
}

/// Accounts with money of which the core has told no balance.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankNotTold {
    /// The last day of which balances of the core were compared; absent before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Date, example = "2026-11-19")]
    day: Option<String>,
    /// By their numbers, at most 1,000.
    accounts: Vec<BankNotToldAccount>,
    /// The number of all.
    #[schema(format = Int64, minimum = 0, example = 1)]
    count: usize,
}

/// An account of which the core has told no balance.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankNotToldAccount {
    /// Its number.
    #[schema(example = "40702810900000000001")]
    account: String,
    /// The balance here at the end of the day.
    #[schema(example = "100000.00")]
    here: String,
}

impl BankNotTold {
    pub(in crate::api) fn of(found: Option<NotTold>) -> Self {
        let Some(NotTold { day, accounts, count }) = found else {
            return Self { day: None, accounts: Vec::new(), count: 0 };
        };
        let account =
            |(account, here): (String, kernel::Money)| BankNotToldAccount { account, here: here.to_string() };
        Self { day: Some(day.to_string()), accounts: accounts.into_iter().map(account).collect(), count }
    }
}

/// The code of ISO 4217; the ledger keeps the rouble under the code of the specification.
fn code(currency: Currency) -> &'static str {
    if currency.is_national() { "RUB" } else { currency.alphabetic() }
}
