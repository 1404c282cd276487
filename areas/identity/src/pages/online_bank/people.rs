//! Names and roles of people, for every page of the online bank.

use ::pages::{People, Reply, Visit, Visitor};

use crate::state::IdentityState;
use crate::work::visit::visit;

/// The people of the bank's tables, in sessions that are alive.
#[derive(Clone)]
pub struct InService(IdentityState);

impl IdentityState {
    /// Returns what knows the people in front of the pages of the online bank.
    pub fn people(&self) -> InService {
        InService(self.clone())
    }
}

kernel::debug_shows!(InService { .. });

impl People for InService {
    fn visitor<'a>(&'a self, visited: Visit<'a>) -> Reply<'a, Option<Visitor>> {
        Box::pin(async move {
            let names = visit(&self.0, visited).await?;
            Ok(names.map(|names| Visitor {
                user_name: names.user_name,
                company_name_ru: names.company_name_ru,
                company_name_en: names.company_name_en,
                roles: names.roles,
                is_administrator: names.is_administrator,
                session_ends_at: names.session.ends_at(self.0.settings.online_bank),
            }))
        })
    }
}
