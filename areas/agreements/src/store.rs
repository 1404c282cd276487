//! SQL of the agreements area.

use kernel::{ClientId, UserId};
use store::{Joined, Query, Result, Selected as _, Store, Tx, Value, params};

store::migrations! { "agreements": 1 "versions of agreements" "../migrations/0001_baseline.sql" }

/// The most versions of agreements that one company has; more are refused where the bank loads them, so that every
/// list is whole.
pub(crate) const AGREEMENTS_PER_COMPANY_MAX: i64 = 1_000;

/// The company `$3` with agreements of its own, for the user `$1` who may act for it (AGR-02), and for the software
/// `$2` that serves it, which is null in the online bank. A company that the user may not see gives no row, one without
/// such agreements a row without an agreement, so that one statement tells both. Rights and companies are tables of
/// crate `clients`, joined here because one statement is one snapshot and one round trip.
macro_rules! agreements_of_permitted_company {
    ($which:expr) => {
        store::text! {
            "select ", StoredAgreement::ALIASED, " from user_company_rights acting ",
            "join companies company on company.cnum = acting.cnum and company.status = 'OPEN' ",
            "left join agreements agreement on agreement.cnum = company.cnum and ", $which,
            " where acting.user_id = $1 and acting.cnum = $3 and acting.right_code = 'ACT' ",
            "and (cast($2 as text) is null or (select served.cnum from oauth_client_companies served ",
            "where served.client_id = cast($2 as text) and served.cnum = acting.cnum) is not null)",
        }
    };
}

store::selected! { StoredAgreement as "agreement" { id: "agreement_id", business_key, document } }

store::queries! {
    /// The agreements of a company, each in its latest version, at most $4.
    LATEST_OF_COMPANY = store::text!(agreements_of_permitted_company!(
        "not exists (select 1 from agreements later where later.cnum = agreement.cnum
            and later.business_key = agreement.business_key and later.agreement_id > agreement.agreement_id)"),
        " limit $4");

    /// The version $4 of an agreement.
    AGREEMENT_BY_ID = agreements_of_permitted_company!("agreement.agreement_id = $4");

    pub(crate) COUNT_OF_COMPANY = "select count(*) as versions from agreements where cnum = $1";

    pub(crate) INSERT_AGREEMENT = "insert into agreements (agreement_id, cnum, business_key, document)
        values ($1, $2, $3, $4) on conflict (agreement_id) do nothing";

    /// A version that is there, unless it is right already.
    pub(crate) UPDATE_AGREEMENT = "update agreements set cnum = $2, business_key = $3, document = $4
        where agreement_id = $1 and (cnum, business_key, document) is distinct from ($2, $3, $4)";

    pub(crate) AGREEMENT_STORED = "select cnum, business_key, document as agreement from agreements
        where agreement_id = cast(cast($1 as text) as bigint)";
}

/// Version of an agreement: its identifier and business key, and the rest as the JSON object that was loaded.
#[derive(Debug)]
pub(crate) struct StoredAgreement {
    pub(crate) id: i64,
    pub(crate) business_key: String,
    pub(crate) document: String,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Versions {
    Latest,
    /// The one with this identifier.
    One(i64),
}

impl Versions {
    fn query(self, (user, client): Reader<'_>, cnum: &str) -> (&'static Query, Vec<Value>) {
        let (query, last) = match self {
            Self::Latest => (&LATEST_OF_COMPANY, AGREEMENTS_PER_COMPANY_MAX),
            Self::One(id) => (&AGREEMENT_BY_ID, id),
        };
        (query, params![user, client.cloned(), cnum, last])
    }
}

/// The user who reads, and the calling software; none in the online bank.
pub(crate) type Reader<'a> = (&'a UserId, Option<&'a ClientId>);

/// Reads agreements of one company; none when the user may not see it through the software, as with a text that is no
/// client number.
pub(crate) async fn of_company(
    store: &Store,
    reader: Reader<'_>,
    cnum: &str,
    versions: Versions,
) -> Result<Option<Vec<StoredAgreement>>> {
    let (query, values) = versions.query(reader, cnum);
    Ok(agreements(store.select(query, values).await?))
}

/// Does the same inside a unit of work.
pub(crate) fn of_company_in(
    tx: &mut Tx,
    reader: Reader<'_>,
    cnum: &str,
    versions: Versions,
) -> Result<Option<Vec<StoredAgreement>>> {
    let (query, values) = versions.query(reader, cnum);
    Ok(agreements(tx.select(query, values)?))
}

/// Takes the rows of one company, of which there is at least one when the user may see it.
fn agreements(rows: Vec<Joined<StoredAgreement>>) -> Option<Vec<StoredAgreement>> {
    (!rows.is_empty()).then(|| rows.into_iter().filter_map(|Joined(agreement)| agreement).collect())
}
