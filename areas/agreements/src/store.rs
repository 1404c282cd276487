//! SQL of the agreements area.

use kernel::{ClientId, UserId};
use store::{Migration, MigrationTree, Query, Row, Store, StoreError, Tx, Value, params};

/// The tables of this area.
pub(crate) static MIGRATIONS: MigrationTree = MigrationTree {
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

/// The company `$3` with agreements of its own, for the user `$1` who may act for it through the software `$2`
/// (AGR-02). A company that the user may not see gives no row, one without such agreements a row without an agreement,
/// so that one statement tells both. Rights and companies are tables of crate `clients`, joined here because one
/// statement is one snapshot and one round trip.
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

    /// The number of versions of a company.
    pub(crate) COUNT_OF_COMPANY = "select count(*) as versions from agreements where cnum = $1";

    /// A new version.
    pub(crate) INSERT_AGREEMENT = "insert into agreements (agreement_id, cnum, business_key, document)
        values ($1, $2, $3, $4) on conflict (agreement_id) do nothing";

    /// A version that is there, unless it is right already.
    pub(crate) UPDATE_AGREEMENT = "update agreements set cnum = $2, business_key = $3, document = $4
        where agreement_id = $1 and (cnum, business_key, document) is distinct from ($2, $3, $4)";
}

/// Version of an agreement: its identifier and business key, and the rest as the JSON object that was loaded.
#[derive(Debug)]
pub(crate) struct StoredAgreement {
    pub(crate) id: i64,
    pub(crate) business_key: String,
    pub(crate) document: String,
}

/// Versions of a company's agreements.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Versions {
    /// The latest of each agreement.
    Latest,
    /// The one with this identifier.
    One(i64),
}

impl Versions {
    fn query(self, (user, client): (&UserId, &ClientId), cnum: &str) -> (&'static Query, Vec<Value>) {
        let (query, last) = match self {
            Self::Latest => (&LATEST_OF_COMPANY, AGREEMENTS_PER_COMPANY_MAX),
            Self::One(id) => (&AGREEMENT_BY_ID, id),
        };
        (query, params![user, client, cnum, last])
    }
}

/// Reads agreements of one company; none when the user may not see it through the software, as with a text that is no
/// client number.
pub(crate) async fn of_company(
    store: &Store,
    viewer: (&UserId, &ClientId),
    cnum: &str,
    versions: Versions,
) -> Result<Option<Vec<StoredAgreement>>, StoreError> {
    let (query, values) = versions.query(viewer, cnum);
    agreements(&store.query(query, values).await?)
}

/// Does the same inside a unit of work.
pub(crate) fn of_company_in(
    tx: &mut Tx,
    viewer: (&UserId, &ClientId),
    cnum: &str,
    versions: Versions,
) -> Result<Option<Vec<StoredAgreement>>, StoreError> {
    let (query, values) = versions.query(viewer, cnum);
    agreements(&tx.query(query, values)?)
}

/// Takes the rows of one company, of which there is at least one when the user may see it.
fn agreements(rows: &[Row]) -> Result<Option<Vec<StoredAgreement>>, StoreError> {
    if rows.is_empty() {
        return Ok(None);
    }
    rows.iter()
        .filter_map(|row| StoredAgreement::from_row(row).transpose())
        .collect::<Result<_, _>>()
        .map(Some)
}

impl StoredAgreement {
    /// Reads an agreement; none in the row of a company without agreements.
    fn from_row(row: &Row) -> Result<Option<Self>, StoreError> {
        let Some(id) = row.optional_integer("agreement_id")? else { return Ok(None) };
        let (business_key, document) =
            (row.text("business_key")?.to_owned(), row.text("document")?.to_owned());
        Ok(Some(Self { id, business_key, document }))
    }
}
