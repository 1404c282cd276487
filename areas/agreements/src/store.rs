//! SQL of the agreements area.

use std::collections::BTreeSet;

use kernel::{ClientId, UserId};
use store::{Migration, MigrationTree, Query, Row, Store, StoreError, Tx, Value, params};

/// The tables of this area.
pub static MIGRATIONS: MigrationTree = MigrationTree {
    area: "agreements",
    migrations: &[Migration {
        version: 1,
        note: "versions of agreements",
        sql: include_str!("../migrations/0001_agreements.sql"),
    }],
};

/// The most versions of agreements that one company has; more are refused where the bank loads them, so that every
/// list is whole.
pub(crate) const AGREEMENTS_PER_COMPANY_MAX: i64 = 1_000;

/// The company `$3` with agreements of its own, for the user `$1` who may act for it through the software `$2` (AGR-02). A
/// company that the user may not see gives no row, one without such agreements a row without an agreement, so that one
/// statement tells both. Rights and companies are tables of crate `clients`, joined here because one statement is one
/// snapshot and one round trip.
macro_rules! agreements_of_permitted_company {
    ($which:literal) => {
        concat!(
            "select agreement.agreement_id, agreement.business_key, agreement.document ",
            "from user_company_rights acting ",
            "join oauth_client_companies served on served.client_id = $2 and served.cnum = acting.cnum ",
            "join companies company on company.cnum = acting.cnum and company.status = 'OPEN' ",
            "left join agreements agreement on agreement.cnum = company.cnum and ",
            $which,
            " where acting.user_id = $1 and acting.cnum = $3 and acting.right_code = 'ACT'"
        )
    };
}

store::queries! {
    /// The agreements of a company, each in its latest version, at most $4.
    LATEST_OF_COMPANY = concat!(agreements_of_permitted_company!("not exists (
        select 1 from agreements later where later.cnum = agreement.cnum
            and later.business_key = agreement.business_key and later.agreement_id > agreement.agreement_id)"),
        " limit $4");

    /// The version $4 of an agreement of a company.
    AGREEMENT_BY_ID = agreements_of_permitted_company!("agreement.agreement_id = $4");

    /// How many versions a company has.
    pub(crate) COUNT_OF_COMPANY = "select count(*) as versions from agreements where cnum = $1";

    /// A new version.
    pub(crate) INSERT_AGREEMENT = "insert into agreements (agreement_id, cnum, business_key, document)
        values ($1, $2, $3, $4) on conflict (agreement_id) do nothing";

    /// A version that is there, unless it is right already.
    pub(crate) UPDATE_AGREEMENT = "update agreements set cnum = $2, business_key = $3, document = $4
        where agreement_id = $1 and (cnum, business_key, document) is distinct from ($2, $3, $4)";
}

/// What a request is refused with, or the database's failure.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user may not see one of the companies, or there is no such agreement: told alike.
    Refused,
    /// The database failed.
    Store(StoreError),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// A version of an agreement: what is asked for by, and the rest as the JSON object that was loaded.
#[derive(Debug)]
pub(crate) struct StoredAgreement {
    pub(crate) id: i64,
    pub(crate) business_key: String,
    pub(crate) document: String,
}

/// Who asks for which companies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) user: &'a UserId,
    /// The software; it sees the companies it is registered for.
    pub(crate) client: &'a ClientId,
    pub(crate) companies: &'a BTreeSet<&'a str>,
}

/// The agreements of the companies asked for, each in its latest version, ordered by id.
pub(crate) async fn list(store: &Store, asked: Asked<'_>) -> Result<Vec<StoredAgreement>, Failure> {
    let mut agreements = of_companies(store, &LATEST_OF_COMPANY, asked, AGREEMENTS_PER_COMPANY_MAX).await?;
    agreements.sort_unstable_by_key(|agreement| agreement.id);
    Ok(agreements)
}

/// The version `id` of an agreement of one of the companies asked for.
pub(crate) async fn find(store: &Store, asked: Asked<'_>, id: i64) -> Result<StoredAgreement, Failure> {
    of_companies(store, &AGREEMENT_BY_ID, asked, id).await?.pop().ok_or(Failure::Refused)
}

/// What `query` finds for the companies asked for, all of which the user may see.
async fn of_companies(
    store: &Store,
    query: &'static Query,
    asked: Asked<'_>,
    last: i64,
) -> Result<Vec<StoredAgreement>, Failure> {
    let mut each: Vec<Vec<Value>> =
        asked.companies.iter().map(|cnum| params![asked.user, asked.client, *cnum, last]).collect();
    // Nearly every request names one company, which one statement answers; several are read in one snapshot.
    let rows = if each.len() == 1 {
        permitted(store.query(query, each.pop().unwrap_or_default()).await?)?
    } else {
        let read = move |tx: &mut Tx| {
            let mut rows = Vec::new();
            for parameters in &each {
                rows.extend(permitted(tx.query(query, parameters.clone())?)?);
            }
            Ok::<_, Failure>(rows)
        };
        store.read("agreements.of_companies", read).await?
    };
    rows.iter().filter_map(|row| StoredAgreement::from_row(row).transpose()).collect()
}

/// The rows of one company, which are none when the user may not see it. A text that is no client number is one of no
/// company.
fn permitted(rows: Vec<Row>) -> Result<Vec<Row>, Failure> {
    if rows.is_empty() { Err(Failure::Refused) } else { Ok(rows) }
}

impl StoredAgreement {
    /// Nothing for the row of a company without agreements.
    fn from_row(row: &Row) -> Result<Option<Self>, Failure> {
        let Some(id) = row.optional_integer("agreement_id")? else { return Ok(None) };
        let (business_key, document) =
            (row.text("business_key")?.to_owned(), row.text("document")?.to_owned());
        Ok(Some(Self { id, business_key, document }))
    }
}
