//! The use cases: agreements of companies are read, all of which the user may see. No other file of the area opens a
//! unit of work.

use std::collections::BTreeSet;

use kernel::{ClientId, UserId};
use store::{Store, StoreError, Tx};

use crate::store::{StoredAgreement, Versions, of_company, of_company_in};

/// Error for a request that is not answered.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user may not see one of the companies, or there is no such agreement: told alike.
    NotPermitted,
    Store(StoreError),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadScope<'a> {
    pub(crate) user: &'a UserId,
    /// The software, which sees the companies it is registered for; none in the online bank.
    pub(crate) client: Option<&'a ClientId>,
    /// The companies. A text that is no client number names none.
    pub(crate) companies: &'a BTreeSet<String>,
}

/// Lists the agreements of the companies asked for, each in its latest version, ordered by id.
pub(crate) async fn list(store: &Store, asked: ReadScope<'_>) -> Result<Vec<StoredAgreement>, Failure> {
    let mut agreements = of_companies(store, asked, Versions::Latest).await?;
    agreements.sort_unstable_by_key(|agreement| agreement.id);
    Ok(agreements)
}

/// Reads the version `id` of an agreement of one of the companies asked for.
pub(crate) async fn find(store: &Store, asked: ReadScope<'_>, id: i64) -> Result<StoredAgreement, Failure> {
    of_companies(store, asked, Versions::One(id)).await?.pop().ok_or(Failure::NotPermitted)
}

/// Reads the agreements of every company. Nearly every request names one company, which one statement answers; several
/// are read in one snapshot.
async fn of_companies(
    store: &Store,
    asked: ReadScope<'_>,
    versions: Versions,
) -> Result<Vec<StoredAgreement>, Failure> {
    let ReadScope { user, client, companies } = asked;
    if let (Some(cnum), 1) = (companies.first(), companies.len()) {
        let agreements = of_company(store, (user, client), cnum, versions).await?;
        return agreements.ok_or(Failure::NotPermitted);
    }
    let (user, client) = (user.clone(), client.cloned());
    let companies = companies.clone();
    let read = move |tx: &mut Tx| {
        let mut agreements = Vec::new();
        for cnum in &companies {
            let of_this = of_company_in(tx, (&user, client.as_ref()), cnum, versions)?;
            agreements.extend(of_this.ok_or(Failure::NotPermitted)?);
        }
        Ok::<_, Failure>(agreements)
    };
    store.read("agreements.of_companies", read).await
}
