//! SQL of the agreements area.

use std::collections::BTreeSet;

use kernel::{ClientId, Cnum, UserId};
use store::{Migration, MigrationTree, Row, StoreError, Tx, params};

use crate::api::Agreement;
use crate::visibility::companies_asked;

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

store::queries! {
    /// The agreements of a company, each in its latest version, at most $2.
    LATEST_OF_COMPANY = "select agreement.agreement_id, agreement.business_key, agreement.document
        from agreements agreement
        where agreement.cnum = $1 and not exists (
            select 1 from agreements later where later.cnum = agreement.cnum
                and later.business_key = agreement.business_key and later.agreement_id > agreement.agreement_id)
        order by agreement.agreement_id limit $2";

    /// One version of an agreement.
    AGREEMENT_BY_ID = "select agreement_id, cnum, business_key, document from agreements where agreement_id = $1";

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

/// The agreements of the companies `asked`, each in its latest version, ordered by id.
pub(crate) fn list(
    tx: &mut Tx,
    user: &UserId,
    client: &ClientId,
    asked: &[String],
) -> Result<Vec<Agreement>, Failure> {
    let companies = companies_asked(asked, &permitted(tx, user, client)?).map_err(|_| Failure::Refused)?;
    let mut agreements = Vec::new();
    for company in &companies {
        for row in tx.query(&LATEST_OF_COMPANY, params![company, AGREEMENTS_PER_COMPANY_MAX])? {
            agreements.push(Agreement::try_from(&row)?);
        }
    }
    agreements.sort_by_key(|agreement| agreement.id);
    Ok(agreements)
}

/// The version `id` of an agreement of one of the companies `asked`.
pub(crate) fn find(
    tx: &mut Tx,
    user: &UserId,
    client: &ClientId,
    asked: &[String],
    id: i64,
) -> Result<Agreement, Failure> {
    let companies = companies_asked(asked, &permitted(tx, user, client)?).map_err(|_| Failure::Refused)?;
    let row = tx.query_optional(&AGREEMENT_BY_ID, params![id])?.ok_or(Failure::Refused)?;
    if companies.contains(&row.parse::<Cnum>("cnum")?) {
        Ok(Agreement::try_from(&row)?)
    } else {
        Err(Failure::Refused)
    }
}

/// The companies that the user may act for through the software `client`.
fn permitted(tx: &mut Tx, user: &UserId, client: &ClientId) -> Result<BTreeSet<Cnum>, StoreError> {
    let served = clients::client_companies(tx, client)?;
    let companies = clients::companies_user_may_act_for(tx, user)?.into_iter().map(|company| company.cnum);
    Ok(companies.filter(|cnum| served.contains(cnum)).collect())
}

impl TryFrom<&Row> for Agreement {
    type Error = StoreError;

    fn try_from(row: &Row) -> Result<Self, StoreError> {
        let mut agreement: Self = serde_json::from_str(row.text("document")?)
            .map_err(|error| row.inconsistency("document", error))?;
        agreement.id = Some(row.integer("agreement_id")?);
        agreement.business_key = Some(row.text("business_key")?.to_owned());
        Ok(agreement)
    }
}
