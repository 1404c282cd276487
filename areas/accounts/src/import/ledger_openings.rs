//! `ledger_openings`: the balances that accounts bring along. Each is an entry against the bank's opening equity, so
//! that the ledger adds up to zero from its first day.

use std::collections::{HashMap, HashSet};

use audit::Actor;
use import::{
    Chunks, ImportContext, ImportFile, ImportRow, Outcomes, RowError, RowOutcome, RowSlice, TableImporter,
    columns,
};
use kernel::{AccountNumber, Instant, Money};
use store::{Result, Tx};

use super::{Day, GROUP, booked, refuse_before, refused};
use crate::ledger::carried::CARRIED;
use crate::ledger::core::opening_key;
use crate::ledger::open::LEDGER_ACCOUNT_STATE;
use crate::ledger::{
    AccountState, Entry, EntryHeader, EntryKind, Funds, LedgerAccountId, LedgerError, archived_before,
    opening, post_facts, posted_contents,
};

pub(super) struct LedgerOpeningsFile;

impl TableImporter for LedgerOpeningsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            chunks: Some(Chunks::new(GROUP, "account")),
            columns: columns! { account, amount, posted_at, value_date },
            ..ImportFile::new("ledger_openings", "account", &["account"])
        }
    }

    fn take(&self, tx: &mut Tx, slice: RowSlice<'_>) -> Result<Outcomes> {
        let RowSlice { rows, context, .. } = slice;
        let read: Vec<Result<Opening, RowError>> =
            rows.iter().map(|row| Opening::read(row, context)).collect();
        let facts = OpeningFacts::load(tx, read.iter().flatten())?;
        let mut entries = Vec::with_capacity(rows.len());
        let mut outcomes = import::outcomes(read.into_iter().map(|opening| {
            let entry = facts.judge(opening?)?;
            let outcome = if entry.is_some() { RowOutcome::Created } else { RowOutcome::Unchanged };
            entries.extend(entry);
            Ok(outcome)
        }))?;
        match post_facts(tx, entries, context.applied_at, Funds::Needed).map_err(refused("amount")) {
            Ok(_) => {}
            Err(RowError::Store(error)) => return Err(error),
            // Nobody could have refused one of them but the ledger itself: the unit of work ends with it.
            Err(error) => {
                if let Some(first) = outcomes.iter_mut().find(|one| matches!(one, Ok(RowOutcome::Created))) {
                    *first = Err(error);
                }
            }
        }
        Ok(outcomes)
    }
}

struct Opening {
    number: AccountNumber,
    account: LedgerAccountId,
    amount: Money,
    header: EntryHeader,
}

impl Opening {
    fn read(row: &ImportRow, context: &ImportContext<'_>) -> Result<Self, RowError> {
        let number: AccountNumber = row.parse("account")?;
        let account = LedgerAccountId::from(&number);
        let Day(value_date) = row.parse("value_date")?;
        let key = opening_key(&account).map_err(|error| RowError::new("account", error.to_string()))?;
        let header = EntryHeader {
            entry_id: context.randomness.uuid(context.now),
            idempotency_key: key,
            kind: EntryKind::Opening,
            posted_at: booked(row, "posted_at", context)?,
            value_date,
            description: format!("Opening balance of account {account}"),
            document: None,
            authors: Actor::Operator(context.operator.to_owned()).into(),
        };
        Ok(Self { number, account, amount: row.money("amount")?, header })
    }
}

struct OpeningFacts {
    accounts: HashMap<String, AccountState>,
    /// The fingerprints of the openings that are posted, by their keys.
    posted: HashMap<String, [u8; 32]>,
    /// The moment before which postings may be in the archive.
    archived_before: Option<Instant>,
    archived: HashSet<String>,
}

impl OpeningFacts {
    fn load<'a>(tx: &mut Tx, openings: impl Iterator<Item = &'a Opening> + Clone) -> Result<Self> {
        let accounts: Vec<&str> = openings.clone().map(|opening| opening.number.as_str()).collect();
        let archived_before = archived_before(tx)?;
        Ok(Self {
            posted: posted_contents(tx, openings.map(|opening| &opening.header.idempotency_key))?,
            archived_before,
            archived: match archived_before {
                Some(_) => tx.query_by_name(&CARRIED, &accounts)?.into_keys().collect(),
                None => HashSet::new(),
            },
            accounts: tx.select_by_name(&LEDGER_ACCOUNT_STATE, &accounts)?,
        })
    }

    /// Judges a row that is right by itself, and makes the entry that it adds.
    fn judge(&self, row: Opening) -> Result<Option<Entry>, RowError> {
        let Opening { number, account, amount, header } = row;
        let Some(state) = self.accounts.get(number.as_str()) else {
            return Err(RowError::new("account", format!("there is no account {number}")));
        };
        refuse_before(self.archived_before, "posted_at", header.posted_at)?;
        let key = header.idempotency_key.clone();
        let posted = self.posted.get(key.as_str());
        let reused = || refused("amount")(LedgerError::KeyReused(key.as_str().to_owned()));
        if amount == Money::ZERO {
            // Nothing moves, so there is nothing to write, unless there was money to begin with.
            return if posted.is_some() { Err(reused()) } else { Ok(None) };
        }
        if posted.is_none() && self.archived.contains(account.as_str()) {
            // Its own opening may be among them, and with another moment it would be posted once more.
            let message =
                "has postings in the archive: its opening balance is among them, or would come after them";
            return Err(RowError::new("account", message));
        }
        let entry = opening(header, &account, amount, state.currency)
            .map_err(|error| RowError::new("amount", error.to_string()))?;
        match (posted, state.refusal(amount)) {
            (Some(before), _) if *before == entry.fingerprint() => Ok(None),
            (Some(_), _) => Err(reused()),
            (None, Some(refusal)) => Err(refused("amount")(LedgerError::Refused { account, refusal })),
            (None, None) => Ok(Some(entry)),
        }
    }
}
