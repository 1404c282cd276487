//! Which clients a caller may act for (GEN-04): the company chosen at login and those of its group, as long as the user
//! may act for both and the calling software is registered for the client.

use kernel::{ClientId, Cnum, UserId};
use store::{StoreError, Tx, Value, params};

use crate::refusal::Refusal;
use crate::store::failure::Failure;

/// Conditions on the company `c`: the user `$1`, who chose the company `$2`, may act for `$4` through the client `$3`.
/// The online bank has no client: `$3` is null there.
macro_rules! accessible {
    () => {
        "c.cnum = $4 and c.status = 'OPEN'
         and (c.cnum = $2 or c.group_id = (select g.group_id from companies g where g.cnum = $2))
         and exists (select 1 from user_company_rights t where t.user_id = $1 and t.cnum = $2 and t.right_code = 'ACT')
         and exists (select 1 from user_company_rights u where u.user_id = $1 and u.cnum = c.cnum and u.right_code = 'ACT')
         and (cast($3 as text) is null
             or (select o.cnum from oauth_client_companies o where o.client_id = cast($3 as text) and o.cnum = c.cnum)
                is not null)"
    };
}

pub(crate) use accessible;

store::queries! {
    /// A row when the caller may act for the client.
    CLIENT_ACCESSIBLE = concat!("select c.cnum from companies c where ", accessible!());
}

/// Who asks.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    /// The user.
    pub(crate) user: UserId,
    /// The company chosen at login.
    pub(crate) company: Cnum,
    /// The calling software; none in the online bank.
    pub(crate) client: Option<ClientId>,
}

impl Viewer {
    /// The parameters of `accessible!`.
    pub(crate) fn parameters(&self, cnum: &Cnum) -> Vec<Value> {
        params![&self.user, &self.company, self.client.clone(), cnum]
    }

    /// Refuses a client that the viewer may not act for like one that does not exist.
    pub(crate) fn check(&self, tx: &mut Tx, cnum: &Cnum) -> Result<(), Failure> {
        match tx.query_optional(&CLIENT_ACCESSIBLE, self.parameters(cnum))? {
            Some(_) => Ok(()),
            None => Err(Refusal::ClientNotFound.into()),
        }
    }

    /// The name of the user, for histories.
    pub(crate) fn user_name(&self, tx: &mut Tx) -> Result<String, StoreError> {
        Ok(clients::find_user(tx, &self.user)?.map_or_else(|| self.user.to_string(), |user| user.full_name))
    }
}
