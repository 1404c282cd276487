//! The questions of this crate outside of a unit of work.

use kernel::{ClientId, Cnum, UserId};
use store::{Result, Store, params};

use crate::store::queries::{
    COMPANIES_OF_USER, COMPANIES_OF_USER_THROUGH_CLIENT, COMPANIES_VISIBLE, COMPANY_BY_CNUM, RIGHTS_IN_FORCE,
    USER_HAS_ROLE,
};
use crate::{Company, OauthClient, Right, Rights, User};

/// Answers questions about companies and users from outside of a unit of work. Each answer is of one moment.
#[derive(Clone, Debug)]
pub struct Directory {
    store: Store,
}

impl Directory {
    pub const fn new(store: Store) -> Self {
        Self { store }
    }

    pub async fn find_company(&self, cnum: &Cnum) -> Result<Option<Company>> {
        self.store.select_optional(&COMPANY_BY_CNUM, params![cnum]).await
    }

    pub async fn companies_user_may_act_for(&self, user: &UserId) -> Result<Vec<Company>> {
        self.store.select(&COMPANIES_OF_USER, params![user]).await
    }

    /// Those of them for which the software `client` is registered; all in the online bank, which is none.
    pub async fn companies_user_may_act_for_through(
        &self,
        user: &UserId,
        client: Option<&ClientId>,
    ) -> Result<Vec<Company>> {
        let Some(client) = client else { return self.companies_user_may_act_for(user).await };
        self.store.select(&COMPANIES_OF_USER_THROUGH_CLIENT, params![user, client]).await
    }

    pub async fn visible_companies(&self, user: &UserId, chosen: &Cnum) -> Result<Vec<Company>> {
        self.store.select(&COMPANIES_VISIBLE, params![user, chosen]).await
    }

    /// Reads the rights of a user for a company; none once the company is closed.
    pub async fn rights(&self, user: &UserId, cnum: &Cnum) -> Result<Rights> {
        Ok(self.store.select::<Right>(&RIGHTS_IN_FORCE, params![user, cnum]).await?.into_iter().collect())
    }

    /// Tells whether the user has the role now, for example [`crate::Role::ONLINE_USER`]: the roles of a token are as
    /// old as the token.
    pub async fn has_role(&self, user: &UserId, role: &str) -> Result<bool> {
        Ok(self.store.query_optional(&USER_HAS_ROLE, params![user, role]).await?.is_some())
    }

    pub async fn find_user(&self, id: &UserId) -> Result<Option<User>> {
        let id = id.clone();
        self.store.read("find user", move |tx| crate::find_user(tx, &id)).await
    }

    pub async fn find_user_by_login(&self, typed: &str) -> Result<Option<User>> {
        let typed = typed.to_owned();
        self.store.read("find user by login", move |tx| crate::find_user_by_login(tx, &typed)).await
    }

    pub async fn find_client(&self, id: &ClientId) -> Result<Option<OauthClient>> {
        let id = id.clone();
        self.store.read("find client", move |tx| crate::find_client(tx, &id)).await
    }
}
