//! SQL of the agreements area.

use kernel::{ClientId, UserId};
use store::{Joined, Query, Result, Selected as _, Store, Tx, Value, params};

store::migrations! { "agreements": 1 "versions of agreements" "../migrations/0001_baseline.sql" }

/// The most versions of agreements that one company has; more are refused where the bank loads them, so that every
/// list is whole.
pub(crate) const AGREEMENTS_PER_COMPANY_MAX: i64 = 1_000;

/// The company `cnum` with agreements of its own, for the user `$1` who may act for it (AGR-02); `served` asks that the
/// calling software serves it. A company that the user may not see gives no row, one without such agreements a row
/// without an agreement, so that one statement tells both. Rights and companies are tables of crate `clients`, joined
/// here because one statement is one snapshot and one round trip.
macro_rules! agreements_of_permitted_company {
    ($served:literal, $cnum:literal, $which:expr) => {
        store::text! {
            "select ", StoredAgreement::ALIASED, " from user_company_rights acting ", $served,
            "join companies company on company.cnum = acting.cnum and company.status = 'OPEN' ",
            "left join agreements agreement on agreement.cnum = company.cnum and ", $which,
            " where acting.user_id = $1 and acting.cnum = ", $cnum, " and acting.right_code = 'ACT'",
        }
    };
}

/// The latest version of each agreement.
macro_rules! latest {
    () => {
        "not exists (select 1 from agreements later where later.cnum = agreement.cnum
            and later.business_key = agreement.business_key and later.agreement_id > agreement.agreement_id)"
    };
}

store::selected! { StoredAgreement as "agreement" { id: "agreement_id", business_key, document } }

store::queries! {
    /// The agreements of the company $3 for the software $2, each in its latest version, at most $4.
    LATEST_OF_COMPANY = store::text!(agreements_of_permitted_company!(
        "join oauth_client_companies served on served.client_id = $2 and served.cnum = acting.cnum ",
        "$3", latest!()), " limit $4");

    /// The same of the company $2 in the online bank, at most $3.
    LATEST_FOR_PERSON = store::text!(agreements_of_permitted_company!("", "$2", latest!()), " limit $3");

    /// The version $4 of an agreement of the company $3, for the software $2.
    AGREEMENT_BY_ID = agreements_of_permitted_company!(
        "join oauth_client_companies served on served.client_id = $2 and served.cnum = acting.cnum ",
        "$3", "agreement.agreement_id = $4");

    /// The version $3 of an agreement of the company $2, in the online bank.
    AGREEMENT_FOR_PERSON = agreements_of_permitted_company!("", "$2", "agreement.agreement_id = $3");

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
        let (with_software, in_online_bank, last) = match self {
            Self::Latest => (&LATEST_OF_COMPANY, &LATEST_FOR_PERSON, AGREEMENTS_PER_COMPANY_MAX),
            Self::One(id) => (&AGREEMENT_BY_ID, &AGREEMENT_FOR_PERSON, id),
        };
        match client {
            Some(client) => (with_software, params![user, client, cnum, last]),
            None => (in_online_bank, params![user, cnum, last]),
        }
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
