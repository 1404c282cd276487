//! Accounts out of the database.
//!
//! One statement reads an account with its money, rate, closing, branch and company, and decides in the same breath
//! whether the caller may see it. The rights are tables of crate `clients`, joined here on purpose: asked beforehand
//! they would cost a second round trip on the busiest path of the service, and leave a moment in which a right could be
//! withdrawn between the two answers. It also makes an account of somebody else take the same way as an absent one.

pub(crate) mod calendar;
pub(crate) mod core_balances;
pub(crate) mod core_feed;
pub(crate) mod imported;
pub(crate) mod operation;

use jiff::civil::Date;
use kernel::{AccountNumber, ClientId, Cnum, Currency, UserId};
use store::{Query, Result, Row, Selected as _, Store, TableRow, Tx, Value, params};

use crate::account::{
    Account, AccountMode, AccountStatus, AccountType, Branch, Closing, Funds, Trust, shown_currency,
};
use crate::ledger::Rate;
use crate::ledger::closing::{closed_at, closing_joins};

#[derive(Clone, Debug, PartialEq, Eq, TableRow)]
#[table(name = "accounts", key(number), alias = "a")]
pub(crate) struct AccountRow<'a> {
    pub(crate) number: &'a str,
    pub(crate) document_id: &'a str,
    /// The number of the specification.
    #[column(name = "type")]
    pub(crate) kind: i64,
    /// The number of the specification.
    pub(crate) mode: i64,
    pub(crate) name: &'a str,
    pub(crate) international_name: &'a str,
    pub(crate) cnum: Cnum,
    pub(crate) organization_id: &'a str,
    pub(crate) operation_currency: Currency,
    pub(crate) branch_id: &'a str,
    pub(crate) trust_management: bool,
    /// Empty without trust management.
    pub(crate) trust_management_name: &'a str,
    /// Empty without trust management.
    pub(crate) trust_management_international_name: &'a str,
}

/// A column of the latest rate not after the day `$3`. Most accounts are in roubles, which have none: for them a join
/// would look for it in vain every time, this does not look.
macro_rules! rate_of_the_day {
    ($column:literal) => {
        concat! {
            "case when l.currency in ('RUR', 'RUB') then null else (select r.", $column, " from day_rates r ",
            "where r.currency = l.currency and r.rate_date <= $3 order by r.rate_date desc limit 1) end as ", $column,
        }
    };
}

store::selected! {
    Account<'row> |row| (
        currency: "l.currency", operation_currency: "a.operation_currency", is_open: "l.is_open",
        balance: "l.balance_minor", held: "l.held_minor", limit: "l.limit_minor", changed_at: "l.changed_at_us",
        closing: "k.balance_minor as closing_minor", closed_at: (concat!(closed_at!(), " as closed_at_us")),
        units: (rate_of_the_day!("units")), rate_micro: (rate_of_the_day!("rate_micro")),
    ) {
        document_id: "a.document_id", number: "a.number",
        account_type: "a.type" via |number| AccountType::from_number(number).ok_or(UNKNOWN),
        mode: "a.mode" via |number| AccountMode::from_number(number).ok_or(UNKNOWN),
        name: "a.name", international_name: "a.international_name", cnum: "a.cnum",
        organization_id: "a.organization_id", organization_name: "c.name_ru as organization_name", branch: Branch,
        trust: Trust;
        status: if is_open { AccountStatus::Open } else { AccountStatus::Closed },
        currency: shown_currency(currency), operation_currency: shown_currency(operation_currency),
        funds: Funds {
            ledger_balance: balance, held, limit, changed_at,
            closing: Option::zip(closing, closed_at).map(|(balance, at)| Closing { balance, at }),
            rate: rate(row, currency, Option::zip(units, rate_micro))?,
        },
    }
    Branch<'row> {
        branch_id: "a.branch_id", name: "b.name as branch_name", bic: "b.bic",
        correspondent_account: "b.correspondent_account", city: "b.city",
    }
    Trust<'row> as "a" {
        is_managed: "trust_management", name: "trust_management_name",
        international_name: "trust_management_international_name",
    }
}

const UNKNOWN: &str = "is not a value of the specification";

/// The rate of the day. The import refuses an account in a currency without one, so that a missing rate means that the
/// database is not what it should be.
fn rate(row: &Row, currency: Currency, rate: Option<(i64, i64)>) -> Result<Rate> {
    if currency.is_national() {
        return Ok(Rate::NATIONAL);
    }
    let (units, micro) = rate.ok_or_else(|| row.inconsistency("rate_micro", "is NULL"))?;
    Rate::new(units, micro).map_err(|error| row.inconsistency("rate_micro", error))
}

/// Reads what is shown of an account `a` of a company `c` on the day `$3`: `$from` are these tables.
macro_rules! accounts_from {
    ($from:expr, $rest:expr) => {
        store::text! {
            "select ", Account::LIST, " from ", $from,
            " join ledger_accounts l on l.ledger_account_id = a.number join branches b on b.branch_id = a.branch_id ",
            closing_joins!("a.number"), $rest,
        }
    };
}

/// The companies `c` whose accounts the user `$1` may see in the company `$2` and its related companies: what
/// `clients::visible_companies` says. They begin with the rights of the user, who has them for 1,000 companies at most.
macro_rules! visible_companies {
    () => {
        "user_company_rights u join companies c on c.cnum = u.cnum"
    };
    (where) => {
        "u.user_id = $1 and u.right_code = 'VIEW_ACCOUNTS' \
         and (c.cnum = $2 or c.group_id = (select g.group_id from companies g where g.cnum = $2)) \
         and exists (select 1 from user_company_rights t join companies own on own.cnum = t.cnum \
         where t.user_id = $1 and t.cnum = $2 and t.right_code = 'ACT' and own.status = 'OPEN')"
    };
}

/// The client, `$4` or another parameter, is registered for the company. It may be registered for every company of the
/// bank, so the companies are asked for one by one: an `exists` may become a join that begins with the client.
macro_rules! through_client {
    () => {
        through_client!("$4")
    };
    ($client:literal) => {
        concat! {
            " and (select o.cnum from oauth_client_companies o where o.client_id = ", $client,
            " and o.cnum = c.cnum) is not null",
        }
    };
}

macro_rules! visible_account {
    ($rest:expr) => {
        accounts_from!(
            concat!(visible_companies!(), " join accounts a on a.cnum = c.cnum"),
            concat!(" where ", visible_companies!(where), $rest)
        )
    };
}

macro_rules! by_number {
    ($table:literal) => {
        concat!($table, ".number")
    };
}

/// The order of a table of accounts with those of the chosen company first, then by company.
macro_rules! chosen_first {
    ($table:literal) => {
        concat!("case when ", $table, ".cnum = $2 then 0 else 1 end, ", $table, ".cnum, ", $table, ".number")
    };
}

/// A page of the accounts.
///
/// Whatever the engine believes about the tables, it comes from the companies to their accounts and from the numbers
/// of a page to its rows: what is visible is a table of its own before it is put in order, so that nobody walks along
/// all accounts of the bank in that order, and the page is cut before anything is read by its numbers.
macro_rules! visible_accounts {
    ($client:expr, $order:ident, $page:literal) => {
        store::text! {
            "with visible as materialized (select a.number, a.cnum from ", visible_companies!(),
            " join accounts a on a.cnum = c.cnum where ", visible_companies!(where), $client,
            "), page as materialized (select v.number from visible v order by ", $order!("v"), $page, ") ",
            accounts_from!(
                "page p join accounts a on a.number = p.number join companies c on c.cnum = a.cnum",
                concat!(" order by ", $order!("a"))
            ),
        }
    };
}

store::queries! {
    /// One account, if the caller may see it through the client `$4`, which sees its own companies.
    ACCOUNT_BY_NUMBER = visible_account!(concat!(through_client!(), " and a.number = $5"));
    /// The accounts the caller may see through the client `$4`, by number.
    ACCOUNTS_VISIBLE = visible_accounts!(through_client!(), by_number, " limit $5 offset $6");
    /// Accounts by number after `$5` and up to `$6`, as [`ACCOUNTS_VISIBLE`] shows them.
    ACCOUNTS_BETWEEN = visible_accounts!(
        concat!(through_client!(), " and a.number > $5 and a.number <= $6"),
        by_number,
        " limit $7"
    );
    /// Every `$5`th number of the accounts after `$4` that the caller may see through the client `$3`, and the last
    /// one, with its place among them.
    ACCOUNT_PARTS = concat!(
        "with visible as materialized (select a.number from ",
        visible_companies!(),
        " join accounts a on a.cnum = c.cnum where ",
        visible_companies!(where),
        through_client!("$3"),
        " and a.number > $4), placed as materialized (select v.number, row_number() over (order by v.number) as place, \
         count(1) over () as total from visible v) \
         select p.number, p.place from placed p where p.place % $5 = 0 or p.place = p.total order by p.place"
    );
    /// One account, if the person in the online bank may see it.
    ACCOUNT_OF_PAGE = visible_account!(" and a.number = $4");
    /// The accounts that the person in the online bank may see: those of the chosen company first, then by company.
    ACCOUNTS_OF_PAGE = visible_accounts!("", chosen_first, " limit $4");
}

/// Whoever reads, and the day of the bank on which.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    pub(crate) user: UserId,
    /// The company chosen at login.
    pub(crate) company: Cnum,
    /// The software that sees the companies it is registered for; `None` for a person in the online bank.
    pub(crate) client: Option<ClientId>,
    /// Today in the bank's zone: rates of later days do not count yet.
    pub(crate) today: Date,
}

/// Account that the caller may see, as the database holds it.
#[derive(Debug)]
pub(crate) struct StoredAccount(Row);

fn account_query(reader: &Reader, number: &AccountNumber) -> (&'static Query, Vec<Value>) {
    let Reader { user, company, client, today } = reader;
    match client {
        Some(client) => (&ACCOUNT_BY_NUMBER, params![user, company, *today, client, number]),
        None => (&ACCOUNT_OF_PAGE, params![user, company, *today, number]),
    }
}

/// Reads the account inside of a unit of work, if the caller may see it.
pub(crate) fn account_for(
    tx: &mut Tx,
    reader: &Reader,
    number: &AccountNumber,
) -> Result<Option<StoredAccount>> {
    let (query, values) = account_query(reader, number);
    Ok(tx.query_optional(query, values)?.map(StoredAccount))
}

/// Reads the account, if the caller may see it.
pub(crate) async fn account(
    store: &Store,
    reader: &Reader,
    number: &AccountNumber,
) -> Result<Option<StoredAccount>> {
    let (query, values) = account_query(reader, number);
    Ok(store.query_optional(query, values).await?.map(StoredAccount))
}

/// Reads a page of the accounts that the caller may see in the chosen company and its related companies, by number.
pub(crate) async fn accounts(
    store: &Store,
    reader: &Reader,
    limit: i32,
    offset: i32,
) -> Result<Vec<StoredAccount>> {
    let Reader { user, company, client, today } = reader;
    let parameters = params![user, company, *today, client.as_ref(), i64::from(limit), i64::from(offset)];
    Ok(stored(store.query(&ACCOUNTS_VISIBLE, parameters).await?))
}

/// Reads where the list after the account `after` is cut into parts of `part` accounts: the last number of each part,
/// and how many accounts they hold together.
pub(crate) async fn parts(
    store: &Store,
    reader: &Reader,
    after: &AccountNumber,
    part: i32,
) -> Result<(Vec<AccountNumber>, i64)> {
    let Reader { user, company, client, .. } = reader;
    let values = params![user, company, client.as_ref(), after, i64::from(part)];
    let parts: Vec<(AccountNumber, i64)> = store.select(&ACCOUNT_PARTS, values).await?;
    let count = parts.last().map_or(0, |(_, place)| *place);
    Ok((parts.into_iter().map(|(number, _)| number).collect(), count))
}

/// Reads the accounts after `after` and up to `last` that the caller may see, by number and at most `most`.
pub(crate) async fn accounts_between(
    store: &Store,
    reader: &Reader,
    (after, last): (&AccountNumber, &AccountNumber),
    most: i32,
) -> Result<Vec<StoredAccount>> {
    let Reader { user, company, client, today } = reader;
    let parameters = params![user, company, *today, client.as_ref(), after, last, i64::from(most)];
    Ok(stored(store.query(&ACCOUNTS_BETWEEN, parameters).await?))
}

/// Reads the accounts that a person sees in the online bank, at most `limit`: those of the chosen company first, then
/// by company and number.
pub(crate) async fn accounts_of_page(
    store: &Store,
    reader: &Reader,
    limit: i64,
) -> Result<Vec<StoredAccount>> {
    let Reader { user, company, today, .. } = reader;
    Ok(stored(store.query(&ACCOUNTS_OF_PAGE, params![user, company, *today, limit]).await?))
}

fn stored(rows: Vec<Row>) -> Vec<StoredAccount> {
    rows.into_iter().map(StoredAccount).collect()
}

impl StoredAccount {
    pub(crate) fn account(&self) -> Result<Account<'_>> {
        self.0.read()
    }
}
