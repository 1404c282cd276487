//! The bank's tables beside statements: rights, people, accounts, enrollment kinds, banks, and the terms and sales of
//! conversions.

use std::collections::HashSet;

use clients::{Right, Rights, SignatureType};
use jiff::civil::Date;
use kernel::{AccountNumber, Bic, ClientId, Cnum, Currency, Money, UserId};
use store::{Column, Result, Selected as _, Store, Tx, Value, params};

use crate::conversion_terms::{CurrencyTerms, Tolerance};
use crate::identifier::StatementId;
use crate::income::EnrollmentKind;

/// The most accounts of a company that a form lists; the number of another one is typed.
pub(crate) const DEBIT_ACCOUNTS_MAX: usize = 200;
/// The most enrollment kinds that new statements may have: those that a form offers.
pub(crate) const ENROLLMENT_KINDS_MAX: i64 = 200;

store::selected! {
    EnrollmentKind { name_ru, name_en, income_codes, is_open }
    CurrencyTerms {
        tolerance: "tolerance_basis_points"
            via |points: Option<i64>| points.map(Tolerance::from_basis_points).transpose(),
        day_limit: "day_limit_minor",
    }
}

store::queries! {
    RIGHTS_THROUGH_CLIENT = "select r.right_code from user_company_rights r
        join companies c on c.cnum = r.cnum and c.status = 'OPEN'
        where r.user_id = $1 and r.cnum = $2
        and exists (select 1 from oauth_client_companies o where o.client_id = $3 and o.cnum = r.cnum)";

    /// An account of a company from which roubles can be paid: open, not blocked, and no deposit, from which the Civil
    /// Code (834) lets a company pay nobody else.
    DEBIT_ACCOUNT = "select a.number from accounts a join ledger_accounts l on l.ledger_account_id = a.number
        where a.number = $1 and a.cnum = $2 and l.is_open and a.mode <> 0 and a.type <> 4
        and l.currency in ('RUR', 'RUB')";

    /// An account of a company, whatever may be paid from it; a deposit (type 4) is none to pay from.
    OWN_ACCOUNT = "select number from accounts where number = $1 and cnum = $2 and type <> 4";

    /// The accounts of a company from which roubles can be paid.
    DEBIT_ACCOUNTS = "select a.number from accounts a join ledger_accounts l on l.ledger_account_id = a.number
        where a.cnum = $1 and l.is_open and a.mode <> 0 and a.type <> 4
        and l.currency in ('RUR', 'RUB') order by a.number limit $2";

    OPEN_ENROLLMENT_KINDS = store::text!("select enrollment_code, ", EnrollmentKind::LIST, "
        from payroll_enrollment_codes where is_open order by enrollment_code limit $1");

    pub(crate) OPEN_ENROLLMENT_KINDS_COUNT = "select count(1) as kinds from payroll_enrollment_codes where is_open";

    ENROLLMENT_KIND = store::text!("select ", EnrollmentKind::LIST, " from payroll_enrollment_codes
        where enrollment_code = $1");

    OTHER_BANKS = "select bic from payroll_banks order by bic";

    /// The lines of a statement whose account at this bank is absent, closed, or not attached to the company's project.
    UNATTACHED_LINES = "select t.line from payroll_transfers t
        left join employees_accounts e on e.number = t.account
        left join ledger_accounts l on l.ledger_account_id = e.number
        where t.statement_id = $1 and (t.bic is null or t.bic = $2)
        and (e.number is null or not l.is_open or e.salary_project_cnum is null or e.salary_project_cnum <> $3)
        order by t.line";

    PROJECT_ACCOUNT = "select e.number from employees_accounts e
        join ledger_accounts l on l.ledger_account_id = e.number
        where e.number = $1 and e.salary_project_cnum = $2 and l.is_open";

    pub(crate) INSERT_ENROLLMENT_CODE = store::text!("insert into payroll_enrollment_codes (enrollment_code, ",
        EnrollmentKind::LIST, ") values ($1, $2, $3, $4, $5) on conflict (enrollment_code) do nothing");

    /// A kind that is there, unless it is right already.
    pub(crate) UPDATE_ENROLLMENT_CODE = store::text!("update payroll_enrollment_codes set (",
        EnrollmentKind::LIST, ") = ($2, $3, $4, $5)
        where enrollment_code = $1 and (", EnrollmentKind::LIST, ") is distinct from ($2, $3, $4, $5)");

    pub(crate) INSERT_BANK = "insert into payroll_banks (bic, name) values ($1, $2) on conflict (bic) do nothing";

    /// A bank that is there, unless it is right already.
    pub(crate) UPDATE_BANK = "update payroll_banks set name = $2 where bic = $1 and name is distinct from $2";

    pub(crate) INSERT_CONVERSION_TERMS = "insert into payroll_conversion_terms (currency, tolerance_basis_points, \
        day_limit_minor)
        values ($1, $2, $3) on conflict (currency) do nothing";

    /// The terms of a currency, unless they are right already.
    pub(crate) UPDATE_CONVERSION_TERMS = "update payroll_conversion_terms set tolerance_basis_points = $2, \
        day_limit_minor = $3
        where currency = $1 and (tolerance_basis_points, day_limit_minor) is distinct from ($2, $3)";

    pub(crate) CODES_LISTED = "select enrollment_code from payroll_enrollment_codes where enrollment_code > $1
        order by enrollment_code limit $2";

    pub(crate) CODE_STORED = "select name_ru, name_en, income_codes,
            case when is_open then 'true' else 'false' end as is_open
        from payroll_enrollment_codes where enrollment_code = $1";

    pub(crate) BANKS_LISTED = "select bic from payroll_banks where bic > $1 order by bic limit $2";

    pub(crate) BANK_STORED = "select name from payroll_banks where bic = $1";

    pub(crate) TERMS_LISTED = "select currency from payroll_conversion_terms where currency > $1
        order by currency limit $2";

    pub(crate) TERMS_STORED = "select tolerance_basis_points, day_limit_minor from payroll_conversion_terms
        where currency = $1";

    NAME_OF_USER = "select full_name from users where user_id = $1";

    /// The people who may give a signature for a company.
    CANDIDATES = "select u.user_id, u.full_name from user_company_rights r join users u on u.user_id = r.user_id
        join user_company_rights a on a.user_id = r.user_id and a.cnum = r.cnum and a.right_code = 'ACT'
        where r.cnum = $1 and r.right_code = $2 and u.status = 'ACTIVE' order by u.full_name, u.user_id limit $3";

    CONVERSION_TERMS = store::text!("select ", CurrencyTerms::LIST, " from payroll_conversion_terms
        where currency = $1");

    /// The sales of a currency on a day. It writes the row without changing it, so that nobody else sells meanwhile.
    DAY_HOLD = "update payroll_conversion_days set sold_minor = sold_minor where currency = $1 and conversion_date \
        = $2 returning sold_minor, price_minor";

    /// Begins the day of a currency, unless another unit of work has.
    DAY_BEGIN = "insert into payroll_conversion_days (currency, conversion_date, sold_minor, price_minor)
        values ($1, $2, 0, 0) on conflict (currency, conversion_date) do nothing";

    /// Sells as long as the limits $5 and $6 are not reached.
    DAY_SELL = "update payroll_conversion_days set sold_minor = sold_minor + $3, price_minor = price_minor + $4
        where currency = $1 and conversion_date = $2 and sold_minor + $3 <= $5 and price_minor + $4 <= $6";
}

pub(crate) async fn rights(store: &Store, user: &UserId, cnum: &Cnum, client: &ClientId) -> Result<Rights> {
    let rights: Vec<Right> = store.select(&RIGHTS_THROUGH_CLIENT, params![user, cnum, client]).await?;
    Ok(rights.into_iter().collect())
}

/// Returns `true` when roubles can be paid from the company's account.
pub(crate) fn debit_account_is_open(tx: &mut Tx, cnum: &Cnum, account: &AccountNumber) -> Result<bool> {
    Ok(tx.query_optional(&DEBIT_ACCOUNT, params![account, cnum])?.is_some())
}

/// Returns `true` when the company has the account, whatever may be paid from it.
pub(crate) fn is_own_account(tx: &mut Tx, cnum: &Cnum, account: &AccountNumber) -> Result<bool> {
    Ok(tx.query_optional(&OWN_ACCOUNT, params![account, cnum])?.is_some())
}

/// Returns accounts of the company from which roubles can be paid, at most one more than [`DEBIT_ACCOUNTS_MAX`].
pub(crate) fn debit_accounts(tx: &mut Tx, cnum: &Cnum) -> Result<Vec<AccountNumber>> {
    tx.select(&DEBIT_ACCOUNTS, params![cnum, i64::try_from(DEBIT_ACCOUNTS_MAX + 1).unwrap_or(i64::MAX)])
}

pub(crate) fn open_enrollment_kinds(tx: &mut Tx) -> Result<Vec<(String, EnrollmentKind)>> {
    tx.select(&OPEN_ENROLLMENT_KINDS, params![ENROLLMENT_KINDS_MAX])
}

pub(crate) fn enrollment_kind(tx: &mut Tx, code: &str) -> Result<Option<EnrollmentKind>> {
    // A code that no column can hold is none of the dictionary.
    if code.contains('\0') {
        return Ok(None);
    }
    tx.select_optional(&ENROLLMENT_KIND, params![code])
}

/// Returns the banks that the rail reaches.
pub(crate) fn other_banks(tx: &mut Tx) -> Result<Vec<Bic>> {
    tx.select(&OTHER_BANKS, params![])
}

/// Returns the lines of a stored statement whose account at this bank needs to be looked at.
pub(crate) fn unattached_lines(
    tx: &mut Tx,
    id: StatementId,
    own_bic: &Bic,
    cnum: &Cnum,
) -> Result<HashSet<i64>> {
    Ok(tx.select(&UNATTACHED_LINES, params![id.bytes(), own_bic, cnum])?.into_iter().collect())
}

pub(crate) fn project_accounts(tx: &mut Tx, cnum: &Cnum, numbers: &[&str]) -> Result<HashSet<String>> {
    if numbers.is_empty() {
        return Ok(HashSet::new());
    }
    let columns = [Column::Texts(numbers), Column::Same(Value::from(cnum.as_str()))];
    let found: Vec<(usize, String)> = tx.select_bulk(&PROJECT_ACCOUNT, &columns)?;
    Ok(found.into_iter().map(|(_, number)| number).collect())
}

/// Returns the name of a user; the identifier when the directory has no such user any more.
pub(crate) fn name_of(tx: &mut Tx, user: &UserId) -> Result<String> {
    Ok(tx.select_optional(&NAME_OF_USER, params![user])?.unwrap_or_else(|| user.to_string()))
}

/// Returns identifiers and names of those who have the right to give a signature of this type for the company, by name
/// and at most so many.
pub(crate) fn signatories(
    tx: &mut Tx,
    cnum: &Cnum,
    signature_type: SignatureType,
    limit: i64,
) -> Result<Vec<(UserId, String)>> {
    tx.select(&CANDIDATES, params![cnum, signature_type.right().as_str(), limit])
}

pub(crate) fn terms(tx: &mut Tx, currency: Currency) -> Result<CurrencyTerms> {
    Ok(tx.select_optional(&CONVERSION_TERMS, params![currency])?.unwrap_or_default())
}

/// Returns how much was sold of a currency on a day, and the roubles that were paid for it. Whoever else sells the
/// currency waits until the unit of work ends.
pub(crate) fn hold_day(tx: &mut Tx, currency: Currency, day: Date) -> Result<(Money, Money)> {
    tx.execute(&DAY_BEGIN, params![currency, day])?;
    tx.select_one(&DAY_HOLD, params![currency, day])
}

/// Adds an amount and its price to the sales of a day that is [held](hold_day); `false` when a sum would be above its
/// limit, and then the unit of work has to end.
pub(crate) fn sell(
    tx: &mut Tx,
    currency: Currency,
    day: Date,
    (amount, price): (Money, Money),
    (sold_max, price_max): (Money, Money),
) -> Result<bool> {
    let values = params![currency, day, amount, price, sold_max, price_max];
    Ok(tx.execute(&DAY_SELL, values)? == 1)
}
