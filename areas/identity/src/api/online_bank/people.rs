//! Who people are, for every page of the online bank.

use std::fmt;

use ::pages::{People, Reply, Visitor};
use kernel::{Cnum, UserId};
use store::{Store, params};

store::queries! {
    /// The names on a page, while the user is in service and may act for the company, and the company is open.
    pub VISITOR = "select u.full_name, c.name_ru, c.name_en from users u
        join user_company_rights r on r.user_id = u.user_id and r.cnum = $2 and r.right_code = 'ACT'
        join companies c on c.cnum = r.cnum and c.status = 'OPEN'
        where u.user_id = $1 and u.status = 'ACTIVE'";
}

/// The people of the bank's tables.
#[derive(Clone)]
pub struct InService {
    store: Store,
}

impl InService {
    /// The people in `store`.
    #[must_use]
    pub const fn new(store: Store) -> Self {
        Self { store }
    }
}

impl fmt::Debug for InService {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("InService").finish_non_exhaustive()
    }
}

impl People for InService {
    fn visitor<'a>(&'a self, user: &'a UserId, company: &'a Cnum) -> Reply<'a, Option<Visitor>> {
        Box::pin(async move {
            let row = self.store.query_optional(&VISITOR, params![user, company]).await?;
            let Some(row) = row else { return Ok(None) };
            Ok(Some(Visitor {
                user_name: row.text("full_name")?.to_owned(),
                company_name_ru: row.text("name_ru")?.to_owned(),
                company_name_en: row.text("name_en")?.to_owned(),
            }))
        })
    }
}
