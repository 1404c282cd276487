//! Names and roles of people, for every page of the online bank.

use std::fmt;

use ::pages::{People, Reply, Visitor};
use kernel::{Cnum, UserId};
use store::Store;

use crate::store::visitors;

/// The people of the bank's tables.
#[derive(Clone)]
pub struct InService {
    store: Store,
}

impl InService {
    /// Asks for the people in `store`.
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
            let names = visitors::find(&self.store, user, company).await?;
            Ok(names.map(|names| Visitor {
                user_name: names.user_name,
                company_name_ru: names.company_name_ru,
                company_name_en: names.company_name_en,
                roles: names.roles,
                is_administrator: names.is_administrator,
            }))
        })
    }
}
