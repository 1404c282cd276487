//! `accounts`: the accounts of client companies.

use std::collections::{BTreeSet, HashMap, HashSet};

use import::{
    Chunks, ImportContext, ImportFile, ImportRow, Look, Outcomes, Reference, RowError, RowSlice,
    TableImporter, Taking, columns,
};
use kernel::{AccountNumber, Bic, Cnum, Currency};
use store::{Result, Row, Tx};

use super::judged::{Judged, LedgerStep, RowStep, apply};
use super::lookup::{branch_bic, branch_bics, checked_currency, companies, files_of, only_in, with_rates};
use super::{GROUP, ID_CHARACTERS_MAX, NAME_CHARACTERS_MAX, day_in_greenwich, refused};
use crate::account::{AccountMode, AccountStatus, AccountType, shown_currency};
use crate::ledger::{LedgerAccountId, LedgerError, Refusal};
use crate::store::AccountRow;
use crate::store::imported::{
    ACCOUNT_BY_DOCUMENT_ID, ACCOUNT_INSERT, ACCOUNT_STANDING, ACCOUNT_STORED, ACCOUNT_UPDATE,
    ACCOUNTS_BY_COMPANY, ACCOUNTS_LISTED,
};

pub(super) struct AccountsFile;

impl TableImporter for AccountsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&ACCOUNT_STORED),
            listed: Some(&ACCOUNTS_LISTED),
            found_by: const { &[("cnum", &ACCOUNTS_BY_COMPANY)] },
            look: Some(Look {
                references: const { &[Reference::to("companies", "cnum"), Reference::to("branches", "branch_id")] },
                holds_alone: true,
            }),
            chunks: Some(Chunks { unique: Some("document_id"), ..Chunks::new(GROUP, "number") }),
            columns: columns! {
                number, document_id, type, status, mode, name, international_name, cnum,
                organization_id = optional, operation_currency = optional, branch_id,
                trust_management = optional, trust_management_name = optional,
                trust_management_international_name = optional,
            },
            ..ImportFile::new("accounts", "account", &["number"])
        }
    }

    fn repeated(&self, holder: &str) -> Option<RowError> {
        Some(taken(holder))
    }

    fn take(&self, tx: &mut Tx, slice: RowSlice<'_>) -> Result<Outcomes> {
        let RowSlice { rows, taking, context } = slice;
        let read: Vec<Result<Account<'_>, RowError>> = rows.iter().map(Account::read).collect();
        let mut facts = AccountFacts::load(tx, &read, taking, context)?;
        // A check compares all rows of the file by themselves, in their order.
        let is_check = matches!(taking, Taking::Check(_));
        let judged = read.into_iter().map(|account| facts.judge(account?, is_check)).collect();
        apply(tx, judged, taking, true, |tx, added, changed| {
            tx.insert_rows(&ACCOUNT_INSERT, &added)?;
            tx.update_rows(&ACCOUNT_UPDATE, &changed).map(drop)
        })
    }
}

fn taken(holder: &str) -> RowError {
    RowError::new("document_id", format!("account {holder} has it"))
}

struct Account<'a> {
    number: AccountNumber,
    is_open: bool,
    operation_currency: Option<Currency>,
    /// The row of the table; its currency of operations is known with that of the account.
    row: AccountRow<'a>,
}

impl<'a> Account<'a> {
    fn read(row: &'a ImportRow) -> Result<Self, RowError> {
        let is_managed = row.optional_boolean("trust_management")?.unwrap_or(false);
        let trust_name = |column| match row.optional_checked_text(column, NAME_CHARACTERS_MAX)? {
            None if is_managed => Err(RowError::new(column, "must not be empty under trust management")),
            Some(_) if !is_managed => Err(RowError::new(column, "must be empty without trust management")),
            name => Ok(name.unwrap_or_default()),
        };
        let cnum: Cnum = row.parse("cnum")?;
        let organization_id = row.optional_checked_text("organization_id", ID_CHARACTERS_MAX)?;
        Ok(Self {
            number: row.parse("number")?,
            is_open: row.parse::<AccountStatus>("status")? == AccountStatus::Open,
            operation_currency: row.optional_parse("operation_currency")?,
            row: AccountRow {
                number: row.text("number")?,
                document_id: row.checked_text("document_id", ID_CHARACTERS_MAX)?,
                kind: row.parse::<AccountType>("type")?.number().into(),
                mode: row.parse::<AccountMode>("mode")?.number().into(),
                name: row.checked_text("name", NAME_CHARACTERS_MAX)?,
                international_name: row.checked_text("international_name", NAME_CHARACTERS_MAX)?,
                cnum: cnum.clone(),
                organization_id: organization_id.unwrap_or(row.text("cnum")?),
                operation_currency: Currency::RUR,
                branch_id: row.text("branch_id")?,
                trust_management: is_managed,
                trust_management_name: trust_name("trust_management_name")?,
                trust_management_international_name: trust_name("trust_management_international_name")?,
            },
        })
    }
}

struct AccountFacts {
    bics: HashMap<String, Bic>,
    companies: HashSet<String>,
    rated: BTreeSet<Currency>,
    standing: HashMap<String, Row>,
    /// The accounts that have the document ids.
    holders: HashMap<String, String>,
    files: HashMap<String, &'static str>,
}

impl AccountFacts {
    fn load(
        tx: &mut Tx,
        accounts: &[Result<Account<'_>, RowError>],
        taking: Taking<'_>,
        context: &ImportContext<'_>,
    ) -> Result<Self> {
        let accounts: Vec<&Account<'_>> = accounts.iter().flatten().collect();
        let numbers: Vec<&str> = accounts.iter().map(|account| account.number.as_str()).collect();
        let documents: Vec<&str> = accounts.iter().map(|account| account.row.document_id).collect();
        let branches = accounts.iter().map(|account| account.row.branch_id).collect();
        let cnums = accounts.iter().map(|account| account.row.cnum.as_str()).collect();
        let currencies = accounts.iter().filter_map(|account| account.number.currency()).map(shown_currency);
        // A rate that counts in Greenwich counts at the bank.
        let today = day_in_greenwich(context.now);
        Ok(Self {
            bics: branch_bics(tx, &branches, taking)?,
            companies: companies(tx, &cnums, taking)?,
            rated: with_rates(tx, currencies.collect(), today, taking)?,
            standing: tx.query_by_name(&ACCOUNT_STANDING, &numbers)?,
            holders: tx.select_by_name(&ACCOUNT_BY_DOCUMENT_ID, &documents)?,
            files: files_of(tx, &numbers, taking)?,
        })
    }

    fn judge<'a>(
        &mut self,
        account: Account<'a>,
        is_check: bool,
    ) -> Result<Judged<AccountRow<'a>>, RowError> {
        let Account { number, is_open, operation_currency, mut row } = account;
        let currency = checked_currency(&number, &branch_bic(&self.bics, row.branch_id)?)?;
        if !self.rated.contains(&currency) {
            return Err(RowError::new(
                "number",
                format!("there is no rate of {currency} in day_rates up to today"),
            ));
        }
        if let Some(holder) = self.holders.get(row.document_id).filter(|holder| *holder != number.as_str()) {
            return Err(taken(holder));
        }
        if !self.companies.contains(row.cnum.as_str()) {
            return Err(RowError::new("cnum", format!("there is no company {}", row.cnum)));
        }
        only_in(&self.files, &number, "accounts")?;
        row.operation_currency = operation_currency.map_or(currency, shown_currency);
        let standing = self.standing.get(number.as_str());
        refuse_another_owner(standing, &row.cnum)?;
        let ledger = LedgerStep::towards(standing, is_open)?;
        if ledger == LedgerStep::Set
            && !is_open
            && standing.map(|row| row.boolean("is_awaited")).transpose()?.unwrap_or(false)
        {
            let account = LedgerAccountId::from(&number);
            return Err(refused("status")(LedgerError::Refused { account, refusal: Refusal::UnderWay }));
        }
        let step =
            RowStep::from_standing(standing, |standing| Ok(standing.read::<AccountRow<'_>>()? == row))?;
        if !is_check {
            self.holders.insert(row.document_id.to_owned(), number.as_str().to_owned());
        }
        Ok(Judged { number, is_open, currency, ledger, step, row })
    }
}

/// Refuses another company for a closed account that had money: its operations would be that company's to see, and what
/// comes back of its payments that company's to have.
fn refuse_another_owner(standing: Option<&Row>, cnum: &Cnum) -> Result<(), RowError> {
    let Some(standing) = standing else { return Ok(()) };
    let owner = standing.text("cnum")?;
    if standing.boolean("is_open")? || !standing.boolean("has_postings")? || owner == cnum.as_str() {
        return Ok(());
    }
    let message = format!("must stay {owner}: the account is closed, and its operations are that company's");
    Err(RowError::new("cnum", message))
}
